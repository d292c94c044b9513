"""Routes over waypoints: legs from a place to those around it, label setting, ends; scalars and flat arrays only.

Places are in hundredths. `nodes` has 3 numbers a waypoint (x, y, z): first the corners, then the lattice row by row. A
link is two numbers: target, inches, flags and number of drops in one, the heights of the drops in the other. `index`
has 3 numbers for each waypoint without and with the ladder: where its links begin and end, and up to how many inches
they go; 0 inches: not made yet.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.coursekernels import (
    CHARGES,
    CLIMBED,
    DROPS,
    EPS,
    FLIES,
    FULL,
    HEAD,
    LADDER,
    LADDERED,
    LEAST,
    MAY_CLIMB,
    MOST,
    SLIGHT,
    Counts,
    Land,
    Manner,
    Numbers,
    Tables,
    View,
    Work,
    gap,
    whole,
)
from fireteam.space.plane.kernels import TOUCH, clip, sight
from fireteam.space.plane.movekernels import fixed, judge, leg_of

Place: TypeAlias = "tuple[int, int, int]"
Mover: TypeAlias = "tuple[float, float]"
"""Radius and height in inches."""
Atlas: TypeAlias = "tuple[Counts, Counts, Counts, Counts]"
"""`nodes`, `cells` (first waypoint of each lattice point), `index`, `links`."""
Grid: TypeAlias = "tuple[int, int, int]"
"""How many corners, columns and rows there are."""
Manners: TypeAlias = "tuple[Manner, Manner]"
"""Walking and jumping."""
Scene: TypeAlias = "tuple[Land, View, Manners, Mover, Counts, Work]"
"""The ground, how it is moved over and by whom, room for the shapes near by, and room to work in."""
Carry: TypeAlias = "tuple[Numbers, Counts, Counts, Counts, Counts]"
"""What is known of the legs before the ground changed: boxes of the changes (4 numbers each, hundredths, grown by all
that a leg may feel), the number that each waypoint had before (-1: none) and the other way round, the links of the
waypoint before, and room for as many numbers as there were waypoints, all -1. Without waypoints nothing is known."""
Pad: TypeAlias = "tuple[Counts, Counts, Counts, Counts, Counts]"
"""Labels, the first of each waypoint, the first settled of each waypoint, heap, and how many there are."""

CELL = 50
STRIDE = 100
RISE = 160
MARGIN = 0.012
JUMP_REACH = 700
MOST_DROPS = 5
WALL_FLAG = 256
RIM = 0.079
FOOT = 0.1
NO_CELL = 1 << 30
"""The inches of a cell that is not reached."""

JUMPS = 1 << 28
CLIMBS_LADDER = 1 << 29
PLAIN = 1 << 30
"""A leg at one height over open ground: it costs its length and nothing else."""
TARGET = (1 << 20) - 1

LABEL = 8
COST, LEGS, NODE, LEFT, HAS_LADDER, BEFORE, FLAGS, NEXT = range(LABEL)
SETTLED, UNAIDED = 1, 2
"""In the flags of a label, beside those of its last link: that it is settled, and that its last leg leaves the ladder
for a later climb."""
LABELS, HEAP, PENDING, CAPACITY = range(4)

DONE = -1
CROWDED = -2

YES = 1
ASK = 2


# -- legs --------------------------------------------------------------------------------------------------------------


@kernel
def far(ax: int, ay: int, bx: int, by: int) -> float:
    """Hundredths between two places in plan."""
    dx = float(bx - ax)
    dy = float(by - ay)
    return sqrt(dx * dx + dy * dy)


@kernel
def write(out: Counts, row: int, target: int, inches: int, flags: int, drops: int, ways: Numbers, first: int) -> None:
    """Write a link: its inches and flags, and the heights of its drops, twelve bits each."""
    out[2 * row] = target | inches << 20 | flags | drops << 32
    heights = 0
    for place in range(drops - 1, -1, -1):
        heights = heights << 12 | int(ways[first + place])
    out[2 * row + 1] = heights


@kernel
def link_to(
    scene: Scene, here: Place, there: Place, target: int, ladder: bool, limit: int, count: int, out: Counts, row: int
) -> bool:
    """Write the cheaper of walking and jumping to a place as a link; whether either is legal. The tally says if room
    ran out."""
    land, view, manners, mover, near, work = scene
    ways = work[3]
    most = work[5][MOST]
    x, y, z = here
    work[5][FULL] = 0
    if z == 0 and there[2] == 0 and open_ground(scene, x / 100.0, y / 100.0, there[0] / 100.0, there[1] / 100.0, count):
        write(out, row, target, whole(far(x, y, there[0], there[1]) / 100.0), PLAIN, 0, ways, 0)
        return True
    if z == 0 and there[2] > 0 and land[0][4] == 0 and (not ladder or land[0][3] == 0) and not manners[0][FLIES]:
        # To come up there it must be climbed, all of it: seldom within the inches, and never without climbing.
        climb = max(manners[0][LEAST], whole(there[2] / 100.0 - 0.01))
        if not manners[0][MAY_CLIMB] or whole(far(x, y, there[0], there[1]) / 100.0) + climb > limit:
            return False
    leg = leg_of(
        x / 100.0,
        y / 100.0,
        z / 100.0,
        mover[0],
        mover[1],
        there[0] / 100.0,
        there[1] / 100.0,
        float(there[2]),
        float(limit),
        200.0,
    )
    found = False
    inches = 0
    drops = 0
    for jumping in range(2):
        if jumping and (z <= 0 or far(x, y, there[0], there[1]) > JUMP_REACH):
            break
        way = judge(land, view, leg, manners[jumping], ladder, near, count, work)
        if work[5][FULL]:
            return False
        if way < 0:
            continue
        base = way * (HEAD + 11 * most)
        charges = int(ways[base + CHARGES])
        fallen = int(ways[base + DROPS])
        cost = fixed(leg, manners[jumping], work, way)
        climbed = False
        for place in range(base + HEAD, base + HEAD + 6 * charges, 6):
            climbed = climbed or ways[place] == CLIMBED or ways[place] == LADDERED
        if fallen <= MOST_DROPS and (not found or cost + fallen < inches + drops):
            found = True
            inches = cost
            drops = fallen
            flags = JUMPS if jumping else PLAIN if charges == 0 and z == there[2] else 0
            if ways[LADDER] > 0 and ways[base + LADDER] == 0:
                flags |= CLIMBS_LADDER
            write(out, row, target, inches, flags, drops, ways, base + HEAD + 9 * most)
        if fallen == 0 and not climbed:
            break
    return found


@kernel
def around(scene: Scene, here: Place, inches: float) -> int:
    """List the shapes that legs of so many inches from a place can meet; how many there are."""
    land, _, _, mover, near, _ = scene
    kinds, sizes, _, _, _ = land
    x = here[0] / 100.0
    y = here[1] / 100.0
    reach = inches + mover[0] + EPS
    count = 0
    for shape in range(kinds[0]):
        box = 8 * shape
        if (
            sizes[box] <= x + reach
            and sizes[box + 2] >= x - reach
            and sizes[box + 1] <= y + reach
            and sizes[box + 3] >= y - reach
        ):
            if gap(land, shape, x, y) <= reach:
                near[count] = shape
                count += 1
    return count


@kernel
def open_ground(scene: Scene, x0: float, y0: float, x1: float, y1: float, count: int) -> bool:
    """Whether a leg on the floor surely meets nothing: every shape and hazard near by lies beyond one of its own
    sides."""
    land, _, _, mover, near, _ = scene
    kinds, sizes, sides, _, _ = land
    radius, tall = mover
    board = 8 * (kinds[0] + kinds[1])
    if min(x1, y1, sizes[board] - x1, sizes[board + 1] - y1) < radius - EPS:
        return False
    for place in range(count + kinds[1]):
        figure = near[place] if place < count else kinds[0] + place - count
        box = 8 * figure
        room = radius if place < count else radius + TOUCH
        if sizes[box] > max(x0, x1) + room or sizes[box + 2] < min(x0, x1) - room:
            continue
        if sizes[box + 1] > max(y0, y1) + room or sizes[box + 3] < min(y0, y1) - room:
            continue
        # What hangs overhead is not met; a slight step is no obstacle but changes the height of whoever ends on it.
        if place < count and sizes[box + 4] >= tall and not kinds[10 + box] & SLIGHT:
            continue
        parted = False
        for side in range(8 * kinds[12 + box], 8 * kinds[13 + box], 8):
            nx = sides[side + 5]
            ny = sides[side + 6]
            if nx * x0 + ny * y0 - sides[side + 7] >= room and nx * x1 + ny * y1 - sides[side + 7] >= room:
                parted = True
                break
        if not parted:
            return False
    return True


@kernel
def touched(changed: Numbers, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a straight line meets a box in which the ground has changed."""
    for box in range(0, len(changed) - 3, 4):
        west = changed[box]
        south = changed[box + 1]
        east = changed[box + 2]
        north = changed[box + 3]
        if west > max(ax, bx) or east < min(ax, bx) or south > max(ay, by) or north < min(ay, by):
            continue
        # Unless all four corners lie on one side of the line.
        dx = bx - ax
        dy = by - ay
        one = dx * (south - ay) - dy * (west - ax)
        two = dx * (south - ay) - dy * (east - ax)
        three = dx * (north - ay) - dy * (west - ax)
        four = dx * (north - ay) - dy * (east - ax)
        if min(one, two, three, four) <= 0 <= max(one, two, three, four):
            return True
    return False


@kernel
def carried(carry: Carry, inches: int, out: Counts) -> int:
    """Write the legs of a waypoint far from all changes as they were before; how many there are."""
    newer = carry[2]
    row = carry[3]
    found = 0
    for link in range(0, len(row) - 1, 2):
        if row[link] >> 20 & 255 > inches:
            break
        target = newer[row[link] & TARGET]
        if target < 0:
            continue
        # In order of inches, then of the numbers they have now.
        value = (row[link] & ~TARGET) | target
        place = found
        while (
            place > 0 and out[2 * place - 2] >> 20 & 255 == value >> 20 & 255 and out[2 * place - 2] & TARGET > target
        ):
            out[2 * place] = out[2 * place - 2]
            out[2 * place + 1] = out[2 * place - 1]
            place -= 1
        out[2 * place] = value
        out[2 * place + 1] = row[link + 1]
        found += 1
    return found


@kernel
def fan(
    scene: Scene,
    nodes: Counts,
    cells: Counts,
    grid: Grid,
    here: Place,
    number: int,
    inches: int,
    ladder: bool,
    carry: Carry,
    out: Counts,
) -> int:
    """Write the legs from a place to the waypoints around it, the cheapest first; how many there are, or CROWDED.

    A place, or a corner, reaches every waypoint that so many inches may lead to; a lattice point (by its number) its
    neighbours. Legs that no change of the ground can touch are as they were.
    """
    corners, columns, rows = grid
    x, y, _ = here
    neighbours = number >= corners
    reach = inches * 100 + 0.1
    if neighbours:
        reach = RISE + 0.1
    changed, older, _, before, kept_at = carry
    carrying = len(older) > 1
    if carrying:
        clear = True
        for box in range(0, len(changed) - 3, 4):
            if (
                changed[box] <= x + reach
                and changed[box + 2] >= x - reach
                and changed[box + 1] <= y + reach
                and changed[box + 3] >= y - reach
            ):
                clear = False
        if clear:
            return carried(carry, inches, out)
        for link in range(len(before) // 2):
            kept_at[before[2 * link] & TARGET] = link
    found = spread_out(scene, nodes, cells, (corners, columns, rows), here, number, inches, ladder, carry, out, reach)
    if carrying:
        for link in range(len(before) // 2):
            kept_at[before[2 * link] & TARGET] = -1
    if found < 0:
        return CROWDED
    # In order of inches; they are in order of their targets already.
    kept = 2 * found
    for cost in range(inches + 1):
        for row in range(found):
            if out[2 * row] >> 20 & 255 == cost:
                out[kept] = out[2 * row]
                out[kept + 1] = out[2 * row + 1]
                kept += 2
    for place in range(2 * found, kept):
        out[place - 2 * found] = out[place]
    return kept // 2 - found


@kernel
def as_before(carry: Carry, here: Place, there: Place, node: int) -> bool:
    """Whether no change of the ground can touch a leg to a waypoint that was there before."""
    return carry[1][node] >= 0 and not touched(carry[0], here[0], here[1], there[0], there[1])


@kernel
def carried_over(carry: Carry, node: int, out: Counts, found: int) -> int:
    """Write such a leg as it was, if there was one; how many legs there are then."""
    _, older, _, before, kept_at = carry
    link = kept_at[older[node]]
    if link < 0:
        return found
    out[2 * found] = (before[2 * link] & ~TARGET) | node
    out[2 * found + 1] = before[2 * link + 1]
    return found + 1


@kernel
def spread_out(
    scene: Scene,
    nodes: Counts,
    cells: Counts,
    grid: Grid,
    here: Place,
    number: int,
    inches: int,
    ladder: bool,
    carry: Carry,
    out: Counts,
    reach: float,
) -> int:
    """The same in order of the targets, each leg judged or as it was; `carry` has the links as they were by their
    targets."""
    corners, columns, rows = grid
    x, y, z = here
    neighbours = number >= corners
    carrying = len(carry[1]) > 1
    count = around(scene, here, reach / 100.0)
    tally = scene[5][5]
    found = 0
    if not neighbours:
        for node in range(corners):
            there = (nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2])
            if far(x, y, there[0], there[1]) <= reach:
                if carrying and as_before(carry, here, there, node):
                    found = carried_over(carry, node, out, found)
                    continue
                if link_to(scene, here, there, node, ladder, inches, count, out, found):
                    found += 1
                if tally[FULL]:
                    return CROWDED
    south = max(0, floor((y - reach) / CELL))
    north = min(rows, floor((y + reach) / CELL) + 1)
    west = max(0, floor((x - reach) / CELL))
    east = min(columns, floor((x + reach) / CELL) + 1)
    for row in range(south, north + 1):
        for node in range(cells[row * (columns + 1) + west], cells[row * (columns + 1) + east + 1]):
            there = (nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2])
            apart = far(x, y, there[0], there[1])
            if apart > reach or node == number or (neighbours and apart > (STRIDE if z == there[2] else RISE)):
                continue
            if carrying and as_before(carry, here, there, node):
                found = carried_over(carry, node, out, found)
                continue
            if link_to(scene, here, there, node, ladder, inches, count, out, found):
                found += 1
            if tally[FULL]:
                return CROWDED
    return found


# -- labels ------------------------------------------------------------------------------------------------------------


@kernel
def passes(foes: Numbers, here: Place, there: Place, mover: Mover) -> bool:
    """Whether a leg keeps clear of enemies: rings that may not be entered are solid to the search.

    `foes` has 8 numbers an enemy: place and height of the base, radius, tall in hundredths, may enter, may leave, may
    pass across.
    """
    low = min(here[2], there[2])
    high = max(here[2], there[2])
    dx = float(there[0] - here[0])
    dy = float(there[1] - here[1])
    square = dx * dx + dy * dy
    for foe in range(0, len(foes) - 7, 8):
        ox = foes[foe]
        oy = foes[foe + 1]
        oz = foes[foe + 2]
        along = 0.0
        if square > 0:
            along = min(1.0, max(0.0, ((ox - here[0]) * dx + (oy - here[1]) * dy) / square))
        gx = here[0] + dx * along - ox
        gy = here[1] + dy * along - oy
        apart = sqrt(gx * gx + gy * gy) / 100.0
        touching = mover[0] + foes[foe + 3]
        if foes[foe + 7] == 0 and apart < touching - EPS and low < oz + foes[foe + 4] and high + mover[1] * 100.0 > oz:
            return False
        if foes[foe + 5] > 0 and foes[foe + 6] > 0:
            continue
        rise = max(0.0, low - oz, oz - high) / 100.0
        if rise > 1:
            continue
        ring = touching + sqrt(1 - rise * rise)
        if apart > ring + MARGIN:
            continue
        # Once in a control range that may not be left, the rest of the way stays in it.
        gx = there[0] - ox
        gy = there[1] - oy
        if foes[foe + 5] == 0 or sqrt(gx * gx + gy * gy) / 100.0 > ring - MARGIN:
            return False
    return True


@kernel
def heap_key(labels: Counts, label: int) -> int:
    """What labels are settled in order of: inches, legs, number of the waypoint, order of discovery."""
    row = LABEL * label
    return labels[row + COST] << 48 | labels[row + LEGS] << 40 | (labels[row + NODE] + 1) << 20 | label


@kernel
def heap_push(heap: Counts, size: int, key: int) -> None:
    """Put a key into a heap of that size."""
    place = size
    while place > 0:
        parent = (place - 1) >> 1
        if heap[parent] <= key:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = key


@kernel
def heap_pop(heap: Counts, size: int) -> int:
    """Take the least key out of a heap of that size."""
    least = heap[0]
    key = heap[size - 1]
    place = 0
    while True:
        child = 2 * place + 1
        if child >= size - 1:
            break
        if child + 1 < size - 1 and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = key
    return least


@kernel
def beaten(labels: Counts, first: int, cost: int, legs: int, left: int, ladder: int, settled: int) -> bool:
    """Whether some label in a list is at least as good in every way; of the settled ones only, if so wished."""
    label = first
    while label >= 0:
        row = LABEL * label
        if labels[row + COST] < cost or (labels[row + COST] == cost and labels[row + LEGS] <= legs):
            if (
                labels[row + LEFT] >= left
                and labels[row + HAS_LADDER] >= ladder
                and (labels[row + FLAGS] & SETTLED) >= settled
            ):
                return True
        label = labels[row + NEXT]
    return False


@kernel
def settle(
    atlas: Atlas,
    grid: Grid,
    home: Counts,
    homes: int,
    unaided: Counts,
    unaideds: int,
    ladders: int,
    here: Place,
    mover: Mover,
    foes: Numbers,
    inches: int,
    pad: Pad,
) -> int:
    """Settle the waypoints in order of inches, legs and number, until DONE.

    If it needs links that are not made yet it says of which row of the index, and goes on from there when called again;
    CROWDED if there is too little room for labels. The first label is the start; `pad` holds labels, the first label of
    each waypoint, the first that was settled, the heap, and how many there are. `home` has the legs from the start, and
    `unaided` those that leave the ladder for later, if some of them would use it.
    """
    nodes, _, index, links = atlas
    labels, heads, reached, heap, state = pad
    corners = grid[0]
    while True:
        label = state[PENDING]
        if label < 0:
            if state[HEAP] == 0:
                return DONE
            label = heap_pop(heap, state[HEAP]) & TARGET
            state[HEAP] -= 1
            row = LABEL * label
            node = labels[row + NODE]
            if node >= 0:
                if beaten(
                    labels,
                    heads[node],
                    labels[row + COST],
                    labels[row + LEGS],
                    labels[row + LEFT],
                    labels[row + HAS_LADDER],
                    1,
                ):
                    continue
                if reached[node] < 0:
                    reached[node] = label
            labels[row + FLAGS] |= SETTLED
        row = LABEL * label
        node = labels[row + NODE]
        cost = labels[row + COST]
        legs = labels[row + LEGS]
        ladder = labels[row + HAS_LADDER]
        left = inches - cost
        state[PENDING] = -1
        if left <= 0:
            continue
        place = here
        begin = 0
        end = homes
        if node >= 0:
            place = (nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2])
            entry = 2 * node + (1 if ladder and ladders else 0)
            if index[3 * entry + 2] < (left if node < corners else 1):
                state[PENDING] = label
                return entry
            begin = index[3 * entry]
            end = index[3 * entry + 1]
        aids = 0
        for aid in range(2):
            if aid:
                # Where some leg would use the ladder, the same legs without it: it may be better spent later.
                if not aids:
                    break
                begin = 0
                end = unaideds
                if node >= 0:
                    if index[6 * node + 2] < (left if node < corners else 1):
                        state[PENDING] = label
                        return 2 * node
                    begin = index[6 * node]
                    end = index[6 * node + 1]
            for number in range(begin, end):
                link = links[2 * number] if node >= 0 else unaided[2 * number] if aid else home[2 * number]
                length = link >> 20 & 255
                if length > left:
                    break
                target = link & TARGET
                drops = link >> 32
                total = cost + length
                remains = labels[row + LEFT]
                if link & CLIMBS_LADDER:
                    aids += 1
                if drops:
                    heights = (
                        links[2 * number + 1] if node >= 0 else unaided[2 * number + 1] if aid else home[2 * number + 1]
                    )
                    for _ in range(drops):
                        height = heights & 4095
                        heights >>= 12
                        ignored = min(height, remains)
                        remains -= ignored
                        # Whole inches of what the allowance does not cover.
                        total += (height - ignored + 99) // 100
                    if total > inches:
                        continue
                stays = length == 0 and not drops
                walked = legs if stays else legs + 1
                keeps = ladder if not link & CLIMBS_LADDER else 0
                if beaten(labels, heads[target], total, walked, remains, keeps, 0):
                    continue
                there = (nodes[3 * target], nodes[3 * target + 1], nodes[3 * target + 2])
                if not passes(foes, place, there, mover):
                    continue
                fresh = state[LABELS]
                if fresh >= state[CAPACITY]:
                    return CROWDED
                state[LABELS] = fresh + 1
                base = LABEL * fresh
                labels[base + COST] = total
                labels[base + LEGS] = walked
                labels[base + NODE] = target
                labels[base + LEFT] = remains
                labels[base + HAS_LADDER] = keeps
                if stays:
                    # The waypoint is where the mover stands already: no leg.
                    labels[base + BEFORE] = labels[row + BEFORE]
                    labels[base + FLAGS] = labels[row + FLAGS] & ~SETTLED
                else:
                    labels[base + BEFORE] = label
                    # Plain if every leg so far is.
                    labels[base + FLAGS] = link & (JUMPS | labels[row + FLAGS] & PLAIN) | (UNAIDED if aid else 0)
                labels[base + NEXT] = heads[target]
                heads[target] = fresh
                heap_push(heap, state[HEAP], heap_key(labels, fresh))
                state[HEAP] += 1


# -- ends --------------------------------------------------------------------------------------------------------------


@kernel
def controls(
    tables: Tables, mask: Counts, found: Counts, walls: bool, here: Place, mover: Mover, foe: Numbers, row: int
) -> int:
    """Whether two bodies are in each other's control range: 0, YES, or ASK where a wall may stand between."""
    ax = here[0] / 100.0
    ay = here[1] / 100.0
    bx = foe[row] / 100.0
    by = foe[row + 1] / 100.0
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    flat = max(0.0, length - mover[0] - foe[row + 3])
    rise = (here[2] - foe[row + 2]) / 100.0
    if sqrt(flat * flat + rise * rise) > 1 + EPS:
        return 0
    if walls and length > mover[0] + foe[row + 3]:
        table, solid, _, _ = tables
        ux = (bx - ax) / length
        uy = (by - ay) / length
        px = ax + ux * mover[0]
        py = ay + uy * mover[0]
        dx = bx - ux * foe[row + 3] - px
        dy = by - uy * foe[row + 3] - py
        for prism in range(len(mask)):
            box = 8 * prism
            if solid[box] > max(px, px + dx) or solid[box + 2] < min(px, px + dx):
                continue
            if solid[box + 1] > max(py, py + dy) or solid[box + 3] < min(py, py + dy):
                continue
            if table[7 * prism] & WALL_FLAG and clip(tables, prism, px, py, 0.0, dx, dy, 0.0)[0] < 1.0:
                return ASK
    z = here[2] / 100.0
    foot = foe[row + 2] / 100.0
    tall = foe[row + 4] / 100.0
    mine = (ax, ay, mover[0])
    theirs = (bx, by, foe[row + 3])
    if sight(tables, mask, found, mine, z + mover[1], theirs, foe[row + 3] - RIM, foot + FOOT, foot + tall) >= 0:
        return YES
    if sight(tables, mask, found, theirs, foot + tall, mine, mover[0] - RIM, z + FOOT, z + mover[1]) >= 0:
        return YES
    return 0


@kernel
def ends(
    view: View,
    nodes: Counts,
    corners: int,
    labels: Counts,
    reached: Counts,
    mover: Mover,
    others: Numbers,
    foes: int,
    walls: bool,
    engage: bool,
    out: Counts,
) -> int:
    """List the lattice points that a move may end in with their inches; how many there are.

    `others` has 8 numbers for each other body, enemies first: place, height, radius, tall, and of enemies whether the
    move
    may end in their control range; terrain was settled with the waypoints. Where a wall may part the two, -1 - inches
    is written.
    """
    tables, mask, found = view
    count = 0
    for node in range(corners, len(reached)):
        if reached[node] < 0:
            continue
        x = nodes[3 * node]
        y = nodes[3 * node + 1]
        z = nodes[3 * node + 2]
        answer = YES
        engaged = not engage
        for number in range(len(others) // 8):
            row = 8 * number
            dx = x - others[row]
            dy = y - others[row + 1]
            square = dx * dx + dy * dy
            if square >= 160000.0:
                continue
            reach = mover[0] + others[row + 3] - EPS
            meet = min(z + mover[1] * 100.0, others[row + 2] + others[row + 4]) - max(float(z), others[row + 2])
            if meet > EPS * 100.0 and sqrt(square) / 100.0 < reach:
                answer = 0
                break
            if number < foes:
                held = controls(tables, mask, found, walls, (x, y, z), mover, others, row)
                if held == ASK:
                    answer = ASK
                elif held == YES:
                    engaged = True
                    if others[row + 5] == 0:
                        answer = 0
                        break
        if answer == ASK or (answer == YES and engaged):
            inches = labels[LABEL * reached[node] + COST]
            out[2 * count] = node
            out[2 * count + 1] = inches if answer == YES else -1 - inches
            count += 1
    return count


@kernel
def scatter(nodes: Counts, ended: Counts, order: Counts, count: int, apart: float, least: float, out: Counts) -> int:
    """Pick ends in an order, none nearer than `apart` to another of its height, then nearer ones, down to `least`; how
    many.

    `ended` has two numbers a lattice point: its number and its inches; what is picked are its places in that list.
    """
    picked = 0
    while apart >= least and picked < count:
        square = apart * apart
        for place in range(len(order)):
            number = order[place]
            node = 3 * ended[2 * number]
            clear = True
            for other in range(picked):
                near = 3 * ended[2 * out[other]]
                if nodes[near + 2] == nodes[node + 2]:
                    dx = float(nodes[near] - nodes[node])
                    dy = float(nodes[near + 1] - nodes[node + 1])
                    if dx * dx + dy * dy < square:
                        clear = False
                        break
            if clear:
                out[picked] = number
                picked += 1
                if picked >= count:
                    break
        apart = apart / 2
    return picked


# -- a destination -----------------------------------------------------------------------------------------------------


@kernel
def onward(
    scene: Scene, nodes: Counts, pad: Pad, here: Place, goal: Place, foes: Numbers, inches: int, tries: int, out: Counts
) -> int:
    """List routes that go from a label straight on to a place, in the order in which they promise to be cheap; how many
    there are.

    Six numbers a route: inches, legs, waypoint, label, and the link of the last leg or two zeros where the label is
    there already. CROWDED if room ran out.
    """
    labels, heads, reached, heap, _ = pad
    mover = scene[3]
    ladders = scene[0][0][3]
    size = 0
    for node in range(-1, len(reached)):
        first = 0 if node < 0 else reached[node]
        if first < 0:
            continue
        x = here[0] if node < 0 else nodes[3 * node]
        y = here[1] if node < 0 else nodes[3 * node + 1]
        apart = whole(far(x, y, goal[0], goal[1]) / 100.0)
        row = LABEL * first
        if labels[row + COST] + apart <= inches:
            heap_push(
                heap, size, labels[row + COST] + apart << 48 | labels[row + LEGS] << 40 | (node + 1) << 20 | first
            )
            size += 1
        if not ladders or node < 0 or labels[row + HAS_LADDER]:
            continue
        # Whoever came there at a higher price may still have the ladder for the last climb.
        label = heads[node]
        while label >= 0:
            row = LABEL * label
            if labels[row + FLAGS] & SETTLED and labels[row + HAS_LADDER] and labels[row + COST] + apart <= inches:
                key = labels[row + COST] + apart << 48 | labels[row + LEGS] << 40 | (node + 1) << 20 | label
                heap_push(heap, size, key)
                size += 1
            label = labels[row + NEXT]
    found = 0
    limit = inches
    shapes = around(scene, goal, float(inches))
    while size and (found < tries or ladders):
        key = heap_pop(heap, size)
        size -= 1
        if found and key >> 48 > limit:
            break
        label = key & TARGET
        row = LABEL * label
        node = labels[row + NODE]
        place = here
        if node >= 0:
            place = (nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2])
        there = place[0] == goal[0] and place[1] == goal[1] and place[2] == goal[2]
        if found >= tries and not there and not labels[row + HAS_LADDER]:
            # Enough are listed: only who still has the ladder for the last climb may be cheaper than he seems.
            continue
        if not passes(foes, place, goal, mover):
            continue
        cost = labels[row + COST]
        legs = labels[row + LEGS]
        base = 6 * found
        out[base + 4] = 0
        out[base + 5] = 0
        if not there:
            if not link_to(
                scene, place, goal, TARGET, labels[row + HAS_LADDER] > 0, inches - cost, shapes, out, 3 * found + 2
            ):
                if scene[5][5][FULL]:
                    return CROWDED
                continue
            cost = arrival(cost, labels[row + LEFT], out[base + 4], out[base + 5])
            legs += 1
            if cost > inches:
                continue
        if found < tries:
            found += 1
        else:
            # In the place of the dearest.
            dearest = 0
            for other in range(1, tries):
                if out[6 * other] > out[6 * dearest]:
                    dearest = other
            if out[6 * dearest] <= cost:
                continue
            out[6 * dearest + 4] = out[base + 4]
            out[6 * dearest + 5] = out[base + 5]
            base = 6 * dearest
        out[base] = cost
        out[base + 1] = legs
        out[base + 2] = node
        out[base + 3] = label
        limit = min(limit, cost)
    return found


@kernel
def arrival(cost: int, left: int, link: int, heights: int) -> int:
    """Inches at the end of a link, its drops charged with what is left of the allowance."""
    cost += link >> 20 & 255
    for _ in range(link >> 32):
        height = heights & 4095
        heights >>= 12
        ignored = min(height, left)
        left -= ignored
        cost += (height - ignored + 99) // 100
    return cost


@kernel
def turns(
    nodes: Counts,
    corners: int,
    labels: Counts,
    sources: Counts,
    here: Place,
    goal: Place,
    cheapest: int,
    inches: int,
    out: Counts,
) -> int:
    """List where a route may turn a whole inch past a corner and be cheaper than known; how many such places there are.

    Three numbers each: label, corner, and whether it is seen from the goal. A little too many are listed rather than
    too few.
    """
    count = 0
    for source in range(len(sources)):
        label = sources[source]
        row = LABEL * label
        node = labels[row + NODE]
        place = here
        if node >= 0:
            place = (nodes[3 * node], nodes[3 * node + 1], nodes[3 * node + 2])
        cost = labels[row + COST]
        if cost + whole(far(place[0], place[1], goal[0], goal[1]) / 100.0) >= cheapest:
            continue
        for corner in range(corners):
            x = nodes[3 * corner]
            y = nodes[3 * corner + 1]
            z = nodes[3 * corner + 2]
            first = far(place[0], place[1], x, y) / 100.0
            second = far(goal[0], goal[1], x, y) / 100.0
            # The way by the turn is at least as long as the way by the corner but for the last inch on either side.
            if cost + first + second > cheapest + 1:
                continue
            for back in range(2):
                eye = goal if back else place
                end = place if back else goal
                length = second if back else first
                if z != eye[2] or length < EPS or length > inches:
                    continue
                far_inches = whole(length)
                if far_inches - length < EPS:
                    continue
                tx = eye[0] + (x - eye[0]) * far_inches / length
                ty = eye[1] + (y - eye[1]) * far_inches / length
                gx = tx - end[0]
                gy = ty - end[1]
                rest = max(0.0, sqrt(gx * gx + gy * gy) / 100.0 - 0.03)
                if cost + whole(max(0.0, far_inches - 0.03)) + whole(rest) >= cheapest:
                    continue
                if 3 * count + 2 >= len(out):
                    return CROWDED
                out[3 * count] = label
                out[3 * count + 1] = corner
                out[3 * count + 2] = back
                count += 1
    return count


# -- outlines ----------------------------------------------------------------------------------------------------------


@kernel
def paint(nodes: Counts, ended: Counts, west: int, south: int, wide: int, high: int, z: int, grid: Counts) -> None:
    """Write the least inches of each cell into a grid in a frame of empty cells, at one height or (-1) at any.

    `ended` has two numbers a lattice point: its number and its inches. The grid's first column and row are `west` and
    `south`.
    """
    for number in range(wide * high):
        grid[number] = NO_CELL
    for place in range(0, len(ended) - 1, 2):
        node = 3 * ended[place]
        if z < 0 or nodes[node + 2] == z:
            column = (nodes[node] + CELL // 2) // CELL - west
            row = (nodes[node + 1] + CELL // 2) // CELL - south
            grid[row * wide + column] = min(grid[row * wide + column], ended[place + 1])


@kernel
def outline(grid: Counts, wide: int, high: int, limit: int, marks: Counts, out: Counts) -> int:
    """Trace the borders of the cells that cost at most so much, cells on the left, corners only; how many numbers were
    written.

    `marks` is as big as the grid, to note which borders were gone along. Each line is the number of its corners, then
    their columns
    and rows.
    """
    size = 0
    for number in range(wide * high):
        marks[number] = 0
    for column in range(1, wide):
        for row in range(1, high):
            here = row * wide + column
            # Every line runs east somewhere: along the south of a cell.
            if grid[here] <= limit and grid[here - wide] > limit and not marks[here] & 1:
                size = trace(grid, wide, column, row, limit, marks, out, size)
    return size


@kernel
def trace(grid: Counts, wide: int, column: int, row: int, limit: int, marks: Counts, out: Counts, size: int) -> int:
    """Follow one border east from a corner until it closes; where the next number goes. Ways are east, north, west and
    south."""
    x = column
    y = row
    first = size
    out[first + 1] = x
    out[first + 2] = y
    size += 3
    way = 0
    last = 0
    while True:
        # The cell on the left of the way, and which of its borders that is.
        left = (y if way < 2 else y - 1) * wide + (x - 1 if 0 < way < 3 else x)
        if marks[left] & 1 << way:
            break
        marks[left] |= 1 << way
        if way != last:
            out[size] = x
            out[size + 1] = y
            size += 2
        last = way
        x += 1 if way == 0 else -1 if way == 2 else 0
        y += 1 if way == 1 else -1 if way == 3 else 0
        # Where two cells touch at a corner only, turn left: each keeps its own border.
        for turn in range(3):
            ahead = (way + 5 - turn) % 4
            left = (y if ahead < 2 else y - 1) * wide + (x - 1 if 0 < ahead < 3 else x)
            right = (y if 0 < ahead < 3 else y - 1) * wide + (x if ahead < 2 else x - 1)
            if grid[left] <= limit < grid[right]:
                way = ahead
                break
    out[first] = (size - first - 1) // 2
    return size

"""The cheapest ways over turning points, on all levels: single steps between places, settling, the cost of a point.

A node has 8 numbers: x, y, z, centre and radius of the circle it turns about, 0, 0. A seed, where a way may begin, has
4: x, y, z, inches spent. `links` and `kinds` keep steps between nodes when nobody is in the way; -1: not known yet.
"""

from __future__ import annotations

from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.free.floorkernels import (
    BARS,
    BLOCK,
    CLIMB,
    CLIMBABLE,
    FINE,
    GAP,
    JUMP,
    LADDER,
    LEAP,
    OBSTACLE,
    RUNGS,
    STEP,
    TOUCH,
    WALK,
    carried,
    endangered,
    gap_along,
    hop,
    stops,
    walk,
)
from fireteam.space.plane.free.roundkernels import Tables
from fireteam.space.plane.free.shapekernels import BIG, EPS, TINY, Numbers, hypot, meets, within

CLIMBS = 1
LADDERS = 2
LEAPS = 4
JUMPS = 8
DARES = 16
OVER = 6
"""A leg up one side of a block and down the other."""

Mover: TypeAlias = "tuple[float, float, int, float]"
"""Radius, height of the body, bits, widest gap that is crossed."""
Company: TypeAlias = "tuple[Numbers, int, Numbers]"
"""Rows of others, how many, how near one may come to each."""
Room: TypeAlias = "tuple[Numbers, Numbers]"
"""Room for what carries a leg, and for measuring."""


@kernel
def step(
    tables: Tables,
    x: float,
    y: float,
    z: float,
    ex: float,
    ey: float,
    ez: float,
    mover: Mover,
    company: Company,
    room: Room,
) -> tuple[float, int]:
    """The cheapest straight leg from one place to another: its cost and kind; BIG: there is none."""
    radius, tall, bits, wide = mover
    others, count, needs = company
    pieces, work = room
    nowhere = (0.0, 0.0, -BIG)
    verdict, cost, end, _, met = walk(
        tables, x, y, z, ex, ey, radius, tall, wide, nowhere, others, count, needs, pieces, work
    )
    if verdict == FINE and abs(end - ez) <= 0.011:
        return (cost, WALK) if safe(tables, x, y, z, ex, ey, mover, wide, pieces) else (BIG, WALK)
    if verdict == BLOCK and bits & CLIMBS and abs(ez - z) <= STEP:
        if int(tables[2][12 * met + 6]) & CLIMBABLE:
            cost = over(tables, met, x, y, z, ex, ey, ez, mover, company, room)
            if cost < BIG:
                return cost, OVER
    best = BIG
    kind = WALK
    if abs(ez - z) > STEP:
        if bits & LADDERS and faced(tables, LADDER, x, y, z, ex, ey, ez, wide / 2):
            verdict, cost, _, _ = hop(
                tables, LADDER, x, y, z, ex, ey, ez, radius, tall, wide, others, count, needs, pieces, work
            )
            if verdict == FINE and cost < best:
                best = cost
                kind = LADDER
        if bits & CLIMBS and best >= BIG and faced(tables, CLIMB, x, y, z, ex, ey, ez, wide / 2):
            verdict, cost, _, _ = hop(
                tables, CLIMB, x, y, z, ex, ey, ez, radius, tall, wide, others, count, needs, pieces, work
            )
            if verdict == FINE and cost < best:
                best = cost
                kind = CLIMB
        if bits & JUMPS and ez < z:
            verdict, cost, _, _ = hop(
                tables, JUMP, x, y, z, ex, ey, ez, radius, tall, wide, others, count, needs, pieces, work
            )
            if verdict == FINE and cost < best:
                best = cost
                kind = JUMP
    elif verdict == GAP and bits & LEAPS:
        verdict, cost, end, _, met = walk(
            tables, x, y, z, ex, ey, radius, tall, BIG, nowhere, others, count, needs, pieces, work
        )
        if verdict == FINE and abs(end - ez) <= 0.011 and safe(tables, x, y, z, ex, ey, mover, BIG, pieces):
            best = cost
            kind = LEAP
    if best < BIG and not safe(tables, x, y, z, ex, ey, mover, BIG, pieces):
        return BIG, kind
    return best, kind


@kernel
def walled_off(
    tables: Tables, x: float, y: float, z: float, ex: float, ey: float, about: float, mover: Mover, hint: int
) -> int:
    """The block that is surely in the way of all legs from a place to another and to all `about` it that end about as
    high as they begin: at all heights that they may come to, and too high to be climbed over; -1: none is.

    What lies behind a convex block, seen from a place, is convex: legs to eight places round the other one stand for
    all. No leg that can be made is walled off. `hint`: a block that is tried first.
    """
    blocks = tables[2]
    if hypot(ex - x, ey - y) <= about + TINY:
        return -1
    far = about / 0.92
    west = min(x, ex - far) - mover[0]
    east = max(x, ex + far) + mover[0]
    south = min(y, ey - far) - mover[0]
    north = max(y, ey + far) + mover[0]
    box = (west, south, east, north)
    if hint >= 0 and bars_all(tables, hint, x, y, z, ex, ey, far, mover, box):
        return hint
    for block in range(int(tables[6][3])):
        row = 12 * block
        if blocks[row] > east or blocks[row + 2] < west or blocks[row + 1] > north or blocks[row + 3] < south:
            continue
        if block != hint and bars_all(tables, block, x, y, z, ex, ey, far, mover, box):
            return block
    return -1


@kernel
def bars_all(
    tables: Tables,
    block: int,
    x: float,
    y: float,
    z: float,
    ex: float,
    ey: float,
    far: float,
    mover: Mover,
    box: tuple[float, float, float, float],
) -> bool:
    """Whether one block is surely in the way of all legs that lie in a box, as `walled_off` says."""
    edges, floors, blocks, _, _, _, size = tables
    radius, tall, bits, _ = mover
    west, south, east, north = box
    row = 12 * block
    kind = int(blocks[row + 6])
    if kind & BARS == 0 or kind & (OBSTACLE | CLIMBABLE) or blocks[row + 10] >= 0.0:
        return False
    if blocks[row + 4] >= z + tall - 3 * EPS or blocks[row + 5] <= z + STEP + 2 * EPS:
        return False
    first = int(blocks[row + 7])
    last = int(blocks[row + 8])
    for corner in range(8 if far > 0.0 else 1):
        px = ex + far * (1.0 if corner < 3 else -1.0 if 3 < corner < 7 else 0.0) * (1.0 if corner % 2 else 0.7072)
        py = ey + far * (1.0 if 1 < corner < 5 else -1.0 if corner > 5 or corner == 0 else 0.0) * (
            1.0 if corner % 2 else 0.7072
        )
        length = hypot(px - x, py - y)
        if length <= TINY:
            return False
        dx = (px - x) / length
        dy = (py - y) / length
        if meets(edges, first, last, x, y, dx, dy, length, radius - EPS) >= BIG:
            return False
    # To which heights floors lead step by step, and what may be climbed.
    low = z
    high = z
    more = True
    while more:
        more = False
        for level in range(int(size[2])):
            at = 12 * level
            if floors[at] > east or floors[at + 2] < west or floors[at + 1] > north or floors[at + 3] < south:
                continue
            bottom = floors[at + 9]
            top = floors[at + 10]
            if bottom <= high + STEP + 2 * EPS and top >= low - STEP - 2 * EPS and (bottom < low or top > high):
                low = min(low, bottom)
                high = max(high, top)
                more = True
    if blocks[row + 4] >= low + tall - 3 * EPS or blocks[row + 5] <= high + STEP + 2 * EPS:
        return False
    if bits & CLIMBS:
        for other in range(int(size[3])):
            at = 12 * other
            if blocks[at] > east or blocks[at + 2] < west or blocks[at + 1] > north or blocks[at + 3] < south:
                continue
            if int(blocks[at + 6]) & CLIMBABLE and blocks[row + 5] <= blocks[at + 5] + 2 * STEP + 2 * EPS:
                return False
    return True


@kernel
def faced(
    tables: Tables, kind: int, x: float, y: float, z: float, ex: float, ey: float, ez: float, reach: float
) -> bool:
    """Whether there may be something to climb, or a ladder, between two heights anywhere along a leg."""
    low = min(z, ez)
    high = max(z, ez)
    far = reach + 2 * TOUCH
    west = min(x, ex) - far
    east = max(x, ex) + far
    south = min(y, ey) - far
    north = max(y, ey) + far
    blocks = tables[2]
    wanted = CLIMBABLE if kind == CLIMB else RUNGS
    for block in range(int(tables[6][3])):
        row = 12 * block
        if not int(blocks[row + 6]) & wanted or abs(blocks[row + 5] - high) > TOUCH:
            continue
        if blocks[row] > east or blocks[row + 2] < west or blocks[row + 1] > north or blocks[row + 3] < south:
            continue
        if blocks[row + 4] <= low + STEP + EPS:
            return True
    if kind == LADDER:
        ladders = tables[4]
        for ladder in range(int(tables[6][5])):
            row = 6 * ladder
            if ladders[row] > east or ladders[row] < west or ladders[row + 1] > north or ladders[row + 1] < south:
                continue
            if abs(ladders[row + 2] - low) <= STEP + EPS and abs(ladders[row + 3] - high) <= STEP + EPS:
                return True
    return False


@kernel
def safe(
    tables: Tables,
    x: float,
    y: float,
    z: float,
    ex: float,
    ey: float,
    mover: Mover,
    wide: float,
    pieces: Numbers,
) -> bool:
    """Whether a leg leads through nothing dangerous, or may."""
    if mover[2] & DARES or tables[6][4] == 0.0:
        return True
    length = hypot(ex - x, ey - y)
    if length < TINY:
        return True
    _, used, _, _ = carried(tables, x, y, z, (ex - x) / length, (ey - y) / length, length, wide, pieces)
    station, _ = endangered(tables, x, y, ex, ey, pieces, used, 0.0)
    return station >= BIG


@kernel
def over(
    tables: Tables,
    block: int,
    x: float,
    y: float,
    z: float,
    ex: float,
    ey: float,
    ez: float,
    mover: Mover,
    company: Company,
    room: Room,
) -> float:
    """The cost of climbing over a block in a straight leg: up one side, across, down the other."""
    radius, tall, _, wide = mover
    others, count, needs = company
    pieces, work = room
    mx, my = crest(tables, block, x, y, ex, ey)
    if mx < 0:
        return BIG
    top = tables[2][12 * block + 5]
    verdict, up, _, _ = hop(tables, CLIMB, x, y, z, mx, my, top, radius, tall, wide, others, count, needs, pieces, work)
    if verdict != FINE:
        return BIG
    verdict, down, _, _ = hop(
        tables, CLIMB, mx, my, top, ex, ey, ez, radius, tall, wide, others, count, needs, pieces, work
    )
    return up + down if verdict == FINE else BIG


@kernel
def crest(tables: Tables, block: int, x: float, y: float, ex: float, ey: float) -> tuple[float, float]:
    """The place on top of a block in the middle of a leg across it; negative: the leg does not cross it."""
    length = hypot(ex - x, ey - y)
    if length < TINY:
        return -1.0, -1.0
    dx = (ex - x) / length
    dy = (ey - y) / length
    row = 12 * block
    blocks = tables[2]
    start, end = within(tables[0], int(blocks[row + 7]), int(blocks[row + 8]), x, y, dx, dy, length, 0.0)
    if end - start < 4 * EPS:
        return -1.0, -1.0
    middle = (start + end) / 2
    return x + dx * middle, y + dy * middle


@kernel
def crossed(x: float, y: float, ex: float, ey: float, radius: float, company: Company) -> bool:
    """Whether anybody may be in the way of a straight leg."""
    others, count, needs = company
    length = hypot(ex - x, ey - y)
    dx = (ex - x) / length if length > TINY else 1.0
    dy = (ey - y) / length if length > TINY else 0.0
    for other in range(count):
        if needs[other] < 0.0:
            continue
        row = 12 * other
        reach = length + radius + others[row + 3] + others[row + 4] + needs[other]
        if abs(others[row + 1] - x) > reach or abs(others[row + 2] - y) > reach:
            continue
        if gap_along(others, other, x, y, dx, dy, length, radius) < needs[other]:
            return True
    return False


@kernel
def beyond(nodes: Numbers, node: int, goal: tuple[float, float, float]) -> float:
    """What a way from a node to a goal costs at least."""
    x, y, near = goal
    return max(0.0, hypot(nodes[8 * node] - x, nodes[8 * node + 1] - y) - near)


@kernel
def inherited(
    links: Numbers,
    kinds: Numbers,
    nodes: Numbers,
    count: int,
    known: Numbers,
    ways: Numbers,
    before: int,
    same: Numbers,
    boxes: Numbers,
    changed: int,
) -> None:
    """Take over what is known of the steps between `before` nodes of another field; `same` has for each node here its
    number there or -1, `boxes` those in which the fields differ, as four numbers each."""
    for one in range(count):
        a = int(same[one])
        if a < 0:
            continue
        for two in range(count):
            b = int(same[two])
            if b < 0 or known[a * before + b] < -0.5:
                continue
            west = min(nodes[8 * one], nodes[8 * two])
            east = max(nodes[8 * one], nodes[8 * two])
            south = min(nodes[8 * one + 1], nodes[8 * two + 1])
            north = max(nodes[8 * one + 1], nodes[8 * two + 1])
            clear = True
            for box in range(4 * changed, 0, -4):
                if boxes[box - 4] <= east and boxes[box - 2] >= west:
                    if boxes[box - 3] <= north and boxes[box - 1] >= south:
                        clear = False
            if clear:
                links[one * count + two] = known[a * before + b]
                kinds[one * count + two] = ways[a * before + b]


@kernel
def settle(
    tables: Tables,
    nodes: Numbers,
    count: int,
    static: int,
    links: Numbers,
    kinds: Numbers,
    seeds: Numbers,
    seeded: int,
    mover: Mover,
    company: Company,
    room: Room,
    budget: float,
    goal: tuple[float, float, float],
    spent: Numbers,
    came: Numbers,
) -> None:
    """The least cost of each node within a budget. `came` has 3 numbers: node before or -1 - seed, kind, settled.

    Steps between the first `static` nodes are kept in `links` and `kinds`. `goal`: a place and inches about it that all
    ways lead to; what is too far off for one within the budget is left out.
    """
    radius = mover[0]
    nobody = (company[0], 0, company[2])
    for node in range(count):
        spent[node] = BIG
        came[3 * node + 2] = 0.0
        at = 8 * node
        for seed in range(seeded):
            row = 4 * seed
            apart = seeds[row + 3] + hypot(nodes[at] - seeds[row], nodes[at + 1] - seeds[row + 1])
            if apart + beyond(nodes, node, goal) > budget or apart >= spent[node]:
                continue
            cost, kind = step(
                tables,
                seeds[row],
                seeds[row + 1],
                seeds[row + 2],
                nodes[at],
                nodes[at + 1],
                nodes[at + 2],
                mover,
                company,
                room,
            )
            if cost + seeds[row + 3] <= budget and cost + seeds[row + 3] < spent[node]:
                spent[node] = cost + seeds[row + 3]
                came[3 * node] = -1.0 - seed
                came[3 * node + 1] = kind
    while True:
        best = budget
        chosen = -1
        for node in range(count):
            if came[3 * node + 2] == 0.0 and spent[node] <= best:
                best = spent[node]
                chosen = node
        if chosen < 0:
            return
        came[3 * chosen + 2] = 1.0
        here = 8 * chosen
        wall = -1
        for node in range(count):
            if came[3 * node + 2] != 0.0:
                continue
            at = 8 * node
            least = best + hypot(nodes[at] - nodes[here], nodes[at + 1] - nodes[here + 1])
            if least >= spent[node] or least + beyond(nodes, node, goal) > budget:
                continue
            if chosen < static and node < static:
                place = chosen * static + node
                if links[place] < -0.5 and abs(nodes[at + 2] - nodes[here + 2]) <= STEP:
                    wall = walled_off(
                        tables,
                        nodes[here],
                        nodes[here + 1],
                        nodes[here + 2],
                        nodes[at],
                        nodes[at + 1],
                        0.0,
                        mover,
                        wall,
                    )
                    if wall >= 0:
                        links[place] = BIG
                        kinds[place] = WALK
                if links[place] < -0.5:
                    cost, kind = step(
                        tables,
                        nodes[here],
                        nodes[here + 1],
                        nodes[here + 2],
                        nodes[at],
                        nodes[at + 1],
                        nodes[at + 2],
                        mover,
                        nobody,
                        room,
                    )
                    links[place] = cost
                    kinds[place] = kind
                cost = links[place]
                kind = int(kinds[place])
                if best + cost >= spent[node] or best + cost > budget:
                    continue
                known = not crossed(nodes[here], nodes[here + 1], nodes[at], nodes[at + 1], radius, company)
            else:
                known = False
                cost = BIG
                kind = WALK
            if not known:
                if abs(nodes[at + 2] - nodes[here + 2]) <= STEP:
                    wall = walled_off(
                        tables,
                        nodes[here],
                        nodes[here + 1],
                        nodes[here + 2],
                        nodes[at],
                        nodes[at + 1],
                        0.0,
                        mover,
                        wall,
                    )
                    if wall >= 0:
                        continue
                cost, kind = step(
                    tables,
                    nodes[here],
                    nodes[here + 1],
                    nodes[here + 2],
                    nodes[at],
                    nodes[at + 1],
                    nodes[at + 2],
                    mover,
                    company,
                    room,
                )
            if best + cost < spent[node] and best + cost <= budget:
                spent[node] = best + cost
                came[3 * node] = float(chosen)
                came[3 * node + 1] = kind


@kernel
def reached(
    tables: Tables,
    nodes: Numbers,
    count: int,
    spent: Numbers,
    seeds: Numbers,
    seeded: int,
    x: float,
    y: float,
    z: float,
    mover: Mover,
    company: Company,
    room: Room,
    budget: float,
    bound: Numbers,
    hint: int,
) -> tuple[float, int, int]:
    """The least cost of a place: cost, node before it or -1 - seed, kind of the last leg; BIG: out of reach.

    `bound` is room for two numbers a node and seed. `hint`: what served a place nearby, tried first.
    """
    falls = mover[2] & JUMPS
    places = count + seeded
    for place in range(places):
        if place < count:
            row = 8 * place
            before = spent[place]
            px = nodes[row]
            py = nodes[row + 1]
            rise = nodes[row + 2] - z
        else:
            row = 4 * (place - count)
            before = seeds[row + 3]
            px = seeds[row]
            py = seeds[row + 1]
            rise = seeds[row + 2] - z
        if falls and rise > 0:
            rise = 0.0
        least = before + hypot(hypot(px - x, py - y), rise) if before < BIG else BIG
        bound[place] = least if least <= budget else BIG
    best = BIG
    by = 0
    way = WALK
    waiting = -1
    chosen = hint if 0 <= hint < places and bound[hint] < BIG else -1
    while True:
        if chosen >= 0:
            if chosen < count:
                row = 8 * chosen
                cost, kind = step(tables, nodes[row], nodes[row + 1], nodes[row + 2], x, y, z, mover, company, room)
                cost += spent[chosen]
            else:
                row = 4 * (chosen - count)
                cost, kind = step(tables, seeds[row], seeds[row + 1], seeds[row + 2], x, y, z, mover, company, room)
                cost += seeds[row + 3]
            if cost < best and cost <= budget:
                best = cost
                by = chosen if chosen < count else -1 - (chosen - count)
                way = kind
        if waiting < 0:
            # All that may still be cheaper wait in a heap, the lowest bound on top.
            if chosen >= 0:
                bound[chosen] = BIG
            waiting = 0
            for place in range(places):
                if bound[place] < best:
                    bound[places + waiting] = place
                    waiting += 1
            piled(bound, places, waiting)
        if waiting == 0:
            return best, by, way
        chosen = int(bound[places])
        if bound[chosen] >= best:
            return best, by, way
        waiting -= 1
        bound[places] = bound[places + waiting]
        sink(bound, places, waiting, 0)


@kernel
def piled(bound: Numbers, first: int, size: int) -> None:
    """Make a heap of numbers of bounds."""
    for place in range(size // 2 - 1, -1, -1):
        sink(bound, first, size, place)


@kernel
def ordered(bound: Numbers, first: int, size: int) -> None:
    """Order numbers of bounds, the lowest bound first."""
    piled(bound, first, size)
    for last in range(size - 1, 0, -1):
        number = bound[first]
        bound[first] = bound[first + last]
        bound[first + last] = number
        sink(bound, first, last, 0)
    for place in range(size // 2):
        number = bound[first + place]
        bound[first + place] = bound[first + size - 1 - place]
        bound[first + size - 1 - place] = number


@kernel
def sink(bound: Numbers, first: int, size: int, place: int) -> None:
    """Put the entry of a heap in its place among those below it: numbers of bounds, the lowest bound on top and of
    equal ones the lowest number."""
    number = bound[first + place]
    key = bound[int(number)]
    while 2 * place + 1 < size:
        below = 2 * place + 1
        other = bound[first + below]
        low = bound[int(other)]
        if below + 1 < size:
            second = bound[first + below + 1]
            if bound[int(second)] < low or (bound[int(second)] == low and second < other):
                below += 1
                other = second
                low = bound[int(second)]
        if key < low or (key == low and number < other):
            break
        bound[first + place] = other
        place = below
    bound[first + place] = number


@kernel
def cells(
    tables: Tables,
    nodes: Numbers,
    count: int,
    spent: Numbers,
    seeds: Numbers,
    seeded: int,
    mover: Mover,
    company: Company,
    room: Room,
    budget: float,
    bound: Numbers,
    side: float,
    bounds: tuple[float, float, float, float],
    found: Numbers,
) -> int:
    """The cost of every place of a lattice where one may stop, on every floor: 4 numbers each; how many there are."""
    edges, floors, _, _, _, _, size = tables
    west, south, east, north = bounds
    radius, tall, _, _ = mover
    others, other_count, _ = company
    used = 0
    for floor in range(int(size[2])):
        row = 12 * floor
        hint = -1
        first = int(max(west, floors[row]) / side)
        last = int(min(east, floors[row + 2]) / side) + 1
        low = int(max(south, floors[row + 1]) / side)
        high = int(min(north, floors[row + 3]) / side) + 1
        for i in range(first, last + 1):
            for j in range(low, high + 1):
                x = i * side
                y = j * side
                start, end = within(edges, int(floors[row + 7]), int(floors[row + 8]), x, y, 1.0, 0.0, 0.0, 0.0)
                if start > end or 4 * used + 4 > len(found):
                    continue
                z = floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y
                verdict, _ = stops(tables, x, y, z, radius, tall, others, other_count, room[1])
                if verdict != FINE:
                    continue
                cost, by, _ = reached(
                    tables, nodes, count, spent, seeds, seeded, x, y, z, mover, company, room, budget, bound, hint
                )
                if cost < BIG:
                    hint = by if by >= 0 else count - 1 - by
                    found[4 * used] = x
                    found[4 * used + 1] = y
                    found[4 * used + 2] = z
                    found[4 * used + 3] = cost
                    used += 1
    return used

"""Going straight on foot: what carries the centre, what is in the way of the base, what it costs.

Support, gaps, edges and patches go by the centre; blocks, obstacles and others by the base. All in inches.

`others` are rows of `shapes.Others`, `needs` how near to each one may come on the way: a gap in inches, 0 for the base
only, -1 for those that are passed. `pieces` is filled with what carries the centre, four numbers a stretch: from, to,
floor or -1 over a gap, height at its start. `work` is room for `roundkernels.taut`.
"""

from __future__ import annotations

from math import sqrt

from fireteam.space.jit import kernel
from fireteam.space.plane.free.roundkernels import Tables, solid_near, taut
from fireteam.space.plane.free.shapekernels import (
    BIG,
    EPS,
    TINY,
    Numbers,
    away,
    box_away,
    depth,
    hypot,
    meets,
    near_box,
    near_line,
    within,
)

STEP = 0.5
TOUCH = 0.02
IMPASSABLE = 1
OBSTACLE = 2
CLIMBABLE = 4
SLAB = 8
RUNGS = 16
BARS = 31
DIFFICULT = 1
DANGEROUS = 2
BLOCKS = 1
RING = 2
KEEP = 4
GHOST = 8

# Verdicts.
FINE, OFF, EDGE, GAP, BLOCK, OTHER, ENDS_ON, OVERLAPS, NO_FACE, NO_FLOOR, TOO_NEAR, DANGER = range(12)
# Kinds of legs.
WALK, CLIMB, LADDER, LEAP, JUMP, LIFT = range(6)
PIECES = 64
"""Stretches of a leg at most."""


@kernel
def height_on(tables: Tables, floor: int, x: float, y: float) -> float:
    """The height of a floor's plane."""
    floors = tables[1]
    row = 12 * floor
    return floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y


@kernel
def floor_at(tables: Tables, x: float, y: float, z: float) -> int:
    """The floor that carries a centre at a height; -1: none."""
    edges, floors, _, _, _, _, size = tables
    for floor in range(int(size[2])):
        row = 12 * floor
        if floors[row] > x + EPS or floors[row + 2] < x - EPS or floors[row + 1] > y + EPS or floors[row + 3] < y - EPS:
            continue
        if abs(floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y - z) > 0.011:
            continue
        if away(edges, int(floors[row + 7]), int(floors[row + 8]), x, y) <= EPS:
            return floor
    return -1


@kernel
def floors_at(tables: Tables, x: float, y: float, slack: float, found: Numbers) -> int:
    """All floors at a place: how many; `found` gets the height and the number of each."""
    edges, floors, _, _, _, _, size = tables
    count = 0
    for floor in range(int(size[2])):
        row = 12 * floor
        if floors[row] > x + EPS or floors[row + 2] < x - EPS or floors[row + 1] > y + EPS or floors[row + 3] < y - EPS:
            continue
        if away(edges, int(floors[row + 7]), int(floors[row + 8]), x, y) <= slack:
            found[2 * count] = floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y
            found[2 * count + 1] = floor
            count += 1
    return count


@kernel
def carried(
    tables: Tables, x: float, y: float, z: float, dx: float, dy: float, length: float, wide: float, pieces: Numbers
) -> tuple[int, int, float, float]:
    """What carries the centre along a straight leg: verdict, pieces, where it ends or the gap begins, width of the gap.

    Gaps up to `wide` are crossed. Where floors lie over each other the highest within a step is taken.
    """
    edges, floors, _, _, _, _, size = tables
    count = int(size[2])
    ex = x + dx * length
    ey = y + dy * length
    west = min(x, ex) - EPS
    east = max(x, ex) + EPS
    south = min(y, ey) - EPS
    north = max(y, ey) + EPS
    s = 0.0
    used = 0
    while True:
        if used >= PIECES - 2:
            return EDGE, used, s, 0.0
        px = x + dx * s
        py = y + dy * s
        # The floor to go on over: the highest just ahead, within a step of the height here.
        found = -1
        until = s
        top = -BIG
        for floor in range(count):
            row = 12 * floor
            if floors[row] > east or floors[row + 2] < west or floors[row + 1] > north or floors[row + 3] < south:
                continue
            here = floors[row + 4] + floors[row + 5] * px + floors[row + 6] * py
            if abs(here - z) > STEP + EPS:
                continue
            start, end = within(edges, int(floors[row + 7]), int(floors[row + 8]), x, y, dx, dy, length, 1e-7)
            if start > s + EPS or end < s or (end <= s + EPS and s < length - EPS):
                continue
            if start > end:
                continue
            ahead = here + (floors[row + 5] * dx + floors[row + 6] * dy) * min(0.05, max(0.0, end - s))
            if ahead > top + TINY or (ahead > top - TINY and end > until):
                top = ahead
                until = end
                found = floor
        if found < 0:
            # A gap: where does something within a step go on?
            onward = BIG
            if s < length - EPS:
                for floor in range(count):
                    row = 12 * floor
                    if (
                        floors[row] > east
                        or floors[row + 2] < west
                        or floors[row + 1] > north
                        or floors[row + 3] < south
                    ):
                        continue
                    start, end = within(edges, int(floors[row + 7]), int(floors[row + 8]), x, y, dx, dy, length, 1e-7)
                    if start > end or end <= s + EPS:
                        continue
                    start = max(start, s)
                    here = height_on(tables, floor, x + dx * start, y + dy * start)
                    if abs(here - z) <= STEP + EPS:
                        onward = min(onward, start)
            if onward > length:
                return EDGE, used, s, 0.0
            if onward - s > wide + EPS:
                return GAP, used, s, onward - s
            if onward - s > EPS:
                pieces[4 * used] = s
                pieces[4 * used + 1] = onward
                pieces[4 * used + 2] = -1.0
                pieces[4 * used + 3] = z
                used += 1
            s = onward + 2 * EPS
            s = min(length, s)
            continue
        row = 12 * found
        stop = min(until, length)
        # ... until a higher one within a step begins.
        for floor in range(count):
            other = 12 * floor
            if floor == found or floors[other] > east or floors[other + 2] < west:
                continue
            if floors[other + 1] > north or floors[other + 3] < south:
                continue
            start, end = within(edges, int(floors[other + 7]), int(floors[other + 8]), x, y, dx, dy, length, 1e-7)
            first = max(start, s)
            if first >= stop or end <= first + EPS:
                continue
            rise = height_on(tables, floor, x + dx * first, y + dy * first)
            rise -= height_on(tables, found, x + dx * first, y + dy * first)
            steeper = (floors[other + 5] - floors[row + 5]) * dx + (floors[other + 6] - floors[row + 6]) * dy
            if first > s + EPS and -EPS < rise <= STEP + EPS:
                if rise + steeper * min(0.05, end - first) > TINY:
                    stop = first
            elif rise < 0.0 and steeper > TINY:
                # It begins lower, and comes out on top on the way.
                meet = first - rise / steeper
                if s + EPS < meet < min(stop, end) - EPS:
                    stop = meet
            elif rise > STEP + EPS and steeper < -TINY:
                # It begins too high, and comes down to within a step.
                meet = first + (rise - STEP) / -steeper
                if s + EPS < meet < min(stop, end) - EPS:
                    stop = meet
        pieces[4 * used] = s
        pieces[4 * used + 1] = stop
        pieces[4 * used + 2] = float(found)
        pieces[4 * used + 3] = height_on(tables, found, px, py)
        used += 1
        z = height_on(tables, found, x + dx * stop, y + dy * stop)
        if stop >= length - TINY:
            return FINE, used, length, 0.0
        s = stop if stop > s + TINY else s + 2 * EPS


@kernel
def height_along(tables: Tables, pieces: Numbers, piece: int, dx: float, dy: float, s: float) -> float:
    """The height of the centre in one stretch of a leg."""
    floor = int(pieces[4 * piece + 2])
    z = pieces[4 * piece + 3]
    if floor < 0:
        return z
    floors = tables[1]
    return z + (floors[12 * floor + 5] * dx + floors[12 * floor + 6] * dy) * (s - pieces[4 * piece])


@kernel
def joined(tables: Tables, one: int, two: int, x: float, y: float, reach: float) -> bool:
    """Whether one steps from one floor to the other within reach of a place."""
    seams = tables[5]
    for seam in range(int(tables[6][6])):
        row = 6 * seam
        if not ((seams[row] == one and seams[row + 1] == two) or (seams[row] == two and seams[row + 1] == one)):
            continue
        ex = seams[row + 4] - seams[row + 2]
        ey = seams[row + 5] - seams[row + 3]
        length = hypot(ex, ey)
        if near_line(seams[row + 2], seams[row + 3], ex / length, ey / length, length, x, y) <= reach:
            return True
    return False


@kernel
def bars(tables: Tables, block: int, floor: int, low: float, high: float, tall: float) -> bool:
    """Whether a block is in the way of a body whose feet are somewhere between two heights, standing on a floor."""
    blocks = tables[2]
    row = 12 * block
    if int(blocks[row + 6]) & BARS == 0:
        return False
    if blocks[row + 5] <= low + STEP + EPS or blocks[row + 4] >= high + tall - EPS:
        return False
    return floor < 0 or blocks[row + 10] != floor


@kernel
def stepped(tables: Tables, block: int, floor: int, x: float, y: float, radius: float) -> bool:
    """Whether a block carries a floor that one steps to from this one here: then it stops only the centre."""
    carries = int(tables[2][12 * block + 10])
    if carries < 0 or floor < 0 or not joined(tables, floor, carries, x, y, radius + 0.1):
        return False
    row = 12 * block
    return depth(tables[0], int(tables[2][row + 7]), int(tables[2][row + 8]), x, y) <= 2 * EPS


@kernel
def gap_to(others: Numbers, other: int, x: float, y: float, radius: float) -> float:
    """The gap in plan between a base and another; negative where they overlap."""
    row = 12 * other
    px = x - others[row + 1]
    py = y - others[row + 2]
    if others[row] == 0.0:
        return hypot(px, py) - others[row + 3] - radius
    u = others[row + 5] * px + others[row + 6] * py
    v = others[row + 5] * py - others[row + 6] * px
    return box_away(u, v, others[row + 3], others[row + 4]) - radius


@kernel
def gap_along(
    others: Numbers, other: int, x: float, y: float, dx: float, dy: float, length: float, radius: float
) -> float:
    """The least gap in plan between a base that goes straight and another."""
    row = 12 * other
    px = x - others[row + 1]
    py = y - others[row + 2]
    if others[row] == 0.0:
        return near_line(px, py, dx, dy, length, 0.0, 0.0) - others[row + 3] - radius
    c = others[row + 5]
    s = others[row + 6]
    u = c * px + s * py
    v = c * py - s * px
    return near_box(u, v, c * dx + s * dy, c * dy - s * dx, length, others[row + 3], others[row + 4]) - radius


@kernel
def round_gap(
    tables: Tables,
    others: Numbers,
    other: int,
    x: float,
    y: float,
    z: float,
    radius: float,
    limit: float,
    work: Numbers,
) -> float:
    """The gap between a base and another, measured round solids, with the difference in height; BIG: over `limit`."""
    row = 12 * other
    flat = gap_to(others, other, x, y, radius)
    rise = abs(others[row + 7] - z)
    if others[row] == 1.0:
        rise = max(0.0, others[row + 7] - z, z - others[row + 7] - others[row + 8])
    if hypot(max(0.0, flat), rise) > limit:
        return BIG
    low = min(z, others[row + 7])
    high = max(z, others[row + 7])
    reach = limit + radius + others[row + 3]
    if others[row] == 1.0:
        # To the point of the hull that is nearest as the crow flies.
        px = x - others[row + 1]
        py = y - others[row + 2]
        c = others[row + 5]
        s = others[row + 6]
        u = min(max(c * px + s * py, -others[row + 3]), others[row + 3])
        v = min(max(c * py - s * px, -others[row + 4]), others[row + 4])
        hx = others[row + 1] + c * u - s * v
        hy = others[row + 2] + s * u + c * v
        line = taut(tables, x, y, hx, hy, low, high, limit + radius, work) - radius
    else:
        line = taut(tables, x, y, others[row + 1], others[row + 2], low, high, reach, work) - radius - others[row + 3]
    if line > limit:
        return BIG
    return hypot(max(0.0, line), rise)


@kernel
def kept_clear(
    tables: Tables,
    pieces: Numbers,
    used: int,
    x: float,
    y: float,
    dx: float,
    dy: float,
    length: float,
    radius: float,
    tall: float,
    others: Numbers,
    count: int,
    needs: Numbers,
    work: Numbers,
) -> int:
    """The number of the first other that a leg comes too near; -1: none."""
    low = BIG
    high = -BIG
    for piece in range(used):
        for end in range(2):
            z = height_along(tables, pieces, piece, dx, dy, pieces[4 * piece + end])
            low = min(low, z)
            high = max(high, z)
    for other in range(count):
        row = 12 * other
        if needs[other] < 0.0:
            continue
        if abs(others[row + 1] - x) > length + radius + others[row + 3] + others[row + 4] + needs[other]:
            continue
        if abs(others[row + 2] - y) > length + radius + others[row + 3] + others[row + 4] + needs[other]:
            continue
        flat = gap_along(others, other, x, y, dx, dy, length, radius)
        if flat >= needs[other] - EPS:
            continue
        if int(others[row + 9]) & BLOCKS and flat < -EPS:
            # At the height of the stretch on which they would overlap.
            for piece in range(used):
                start = pieces[4 * piece]
                px = x + dx * start
                py = y + dy * start
                if gap_along(others, other, px, py, dx, dy, pieces[4 * piece + 1] - start, radius) >= -EPS:
                    continue
                one = height_along(tables, pieces, piece, dx, dy, start)
                two = height_along(tables, pieces, piece, dx, dy, pieces[4 * piece + 1])
                if others[row + 7] <= max(one, two) + tall and others[row + 7] + others[row + 8] >= min(one, two):
                    return other
        if needs[other] <= 0.0:
            continue
        rise = max(0.0, others[row + 7] - high, low - others[row + 7])
        if hypot(max(0.0, flat), rise) >= needs[other] - EPS:
            continue
        if high - low < EPS and not solid_near(
            tables, others[row + 1], others[row + 2], others[row + 3] + needs[other], low, high
        ):
            return other
        # Nearer as the crow flies: measured round solids, and with the height there, step by step.
        for piece in range(used):
            s = pieces[4 * piece]
            while True:
                z = height_along(tables, pieces, piece, dx, dy, s)
                gap = round_gap(tables, others, other, x + dx * s, y + dy * s, z, radius, needs[other], work)
                if gap < needs[other] - EPS:
                    return other
                if s >= pieces[4 * piece + 1]:
                    break
                crow = hypot(max(0.0, gap_to(others, other, x + dx * s, y + dy * s, radius)), abs(others[row + 7] - z))
                step = crow - needs[other] if gap >= BIG else gap - needs[other]
                s = min(s + max(step, 0.01) * 0.7, pieces[4 * piece + 1])
    return -1


@kernel
def stops(
    tables: Tables,
    x: float,
    y: float,
    z: float,
    radius: float,
    tall: float,
    others: Numbers,
    count: int,
    work: Numbers,
) -> tuple[int, int]:
    """Whether a base may stop at a place that it came to: verdict, and the number of what is in its way."""
    edges, _, blocks, _, _, _, size = tables
    for block in range(int(size[3])):
        row = 12 * block
        if not int(blocks[row + 6]) & OBSTACLE or blocks[row] > x or blocks[row + 2] < x:
            continue
        if blocks[row + 1] > y or blocks[row + 3] < y:
            continue
        if blocks[row + 5] <= z + STEP + EPS or blocks[row + 4] >= z + tall:
            continue
        if away(edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y) <= 0.0:
            return ENDS_ON, block
    for other in range(count):
        row = 12 * other
        bits = int(others[row + 9])
        flat = gap_to(others, other, x, y, radius)
        if not bits & GHOST and flat < -EPS and others[row + 7] <= z + tall and others[row + 7] + others[row + 8] >= z:
            return OVERLAPS, other
        if bits & KEEP and flat < others[row + 10] - EPS:
            if round_gap(tables, others, other, x, y, z, radius, others[row + 10], work) < others[row + 10] - EPS:
                return TOO_NEAR, other
    return FINE, -1


@kernel
def walk(
    tables: Tables,
    x: float,
    y: float,
    z: float,
    ex: float,
    ey: float,
    radius: float,
    tall: float,
    wide: float,
    beside: tuple[float, float, float],
    others: Numbers,
    count: int,
    needs: Numbers,
    pieces: Numbers,
    work: Numbers,
) -> tuple[int, float, float, float, int]:
    """One straight leg on foot: verdict, cost, height at its end, where it fails or the width of a gap, what is met.

    `wide`: gaps up to this are crossed. `beside`: a place and a height; blocks there that are no higher do not count:
    they were climbed, or are left that way.
    """
    edges, floors, blocks, _, _, _, size = tables
    length = hypot(ex - x, ey - y)
    if min(ex, ey, size[0] - ex, size[1] - ey) < radius - EPS:
        return OFF, 0.0, z, 0.0, -1
    dx = (ex - x) / length if length > TINY else 1.0
    dy = (ey - y) / length if length > TINY else 0.0
    if length <= TINY:
        length = 0.0
    verdict, used, at, gap = carried(tables, x, y, z, dx, dy, length, wide, pieces)
    if verdict == GAP:
        return GAP, 0.0, z, gap, -1
    if verdict != FINE:
        return verdict, 0.0, z, at, -1
    cost = 0.0
    low = BIG
    high = -BIG
    for piece in range(used):
        floor = int(pieces[4 * piece + 2])
        start = pieces[4 * piece]
        end = pieces[4 * piece + 1]
        slope = 0.0
        if floor >= 0:
            slope = floors[12 * floor + 5] * dx + floors[12 * floor + 6] * dy
        cost += (end - start) * sqrt(1.0 + slope * slope)
        one = height_along(tables, pieces, piece, dx, dy, start)
        two = height_along(tables, pieces, piece, dx, dy, end)
        low = min(low, one, two)
        high = max(high, one, two)
    # Tiny hops from one floor to the next are not paid twice, nor left out.
    cost = max(cost, length)
    final = height_along(tables, pieces, used - 1, dx, dy, length)
    west = min(x, ex) - radius
    east = max(x, ex) + radius
    south = min(y, ey) - radius
    north = max(y, ey) + radius
    for block in range(int(size[3])):
        row = 12 * block
        if blocks[row] > east or blocks[row + 2] < west or blocks[row + 1] > north or blocks[row + 3] < south:
            continue
        if not bars(tables, block, -1, low, high, tall):
            continue
        first = int(blocks[row + 7])
        last = int(blocks[row + 8])
        if beside[2] > -BIG and blocks[row + 5] <= beside[2] + EPS:
            if away(edges, first, last, beside[0], beside[1]) <= TOUCH:
                continue
        start = meets(edges, first, last, x, y, dx, dy, length, radius - EPS)
        if start >= BIG:
            continue
        back = meets(edges, first, last, ex, ey, -dx, -dy, length, radius - EPS)
        end = length - back if back < BIG else start
        end = max(start, end)
        over = False
        for piece in range(used):
            a = max(start, pieces[4 * piece])
            b = min(end, pieces[4 * piece + 1])
            if a > b:
                continue
            one = height_along(tables, pieces, piece, dx, dy, a)
            two = height_along(tables, pieces, piece, dx, dy, b)
            floor = int(pieces[4 * piece + 2])
            if not bars(tables, block, floor, min(one, two), max(one, two), tall):
                continue
            if int(blocks[row + 6]) & OBSTACLE:
                if not over:
                    inner, outer = within(edges, first, last, x, y, dx, dy, length, 0.0)
                    if start > TINY or outer > inner:
                        cost += blocks[row + 5] - one
                over = True
                continue
            if (
                stepped(tables, block, floor, x + dx * a, y + dy * a, radius)
                and stepped(tables, block, floor, x + dx * b, y + dy * b, radius)
                and stepped(tables, block, floor, x + dx * (a + b) / 2, y + dy * (a + b) / 2, radius)
            ):
                continue
            return BLOCK, cost, z, a, block
    other = kept_clear(tables, pieces, used, x, y, dx, dy, length, radius, tall, others, count, needs, work)
    if other >= 0:
        return OTHER, cost, z, 0.0, other
    if size[4] > 0.0:
        for piece in range(used):
            floor = int(pieces[4 * piece + 2])
            if floor >= 0:
                slope = floors[12 * floor + 5] * dx + floors[12 * floor + 6] * dy
                cost += hard(tables, x, y, dx, dy, length, pieces, piece) * sqrt(1.0 + slope * slope)
    return FINE, cost, final, length, -1


@kernel
def hard(tables: Tables, x: float, y: float, dx: float, dy: float, length: float, pieces: Numbers, piece: int) -> float:
    """Inches of one stretch of a leg that lead through difficult patches; where they overlap they count once."""
    edges, _, _, patches, _, _, size = tables
    at = pieces[4 * piece]
    stop = pieces[4 * piece + 1]
    total = 0.0
    while at < stop - TINY:
        until = at
        onward = stop
        for patch in range(int(size[4])):
            row = 10 * patch
            if not int(patches[row + 4]) & DIFFICULT:
                continue
            start, end = within(edges, int(patches[row + 7]), int(patches[row + 8]), x, y, dx, dy, length, 0.0)
            start = max(start, pieces[4 * piece])
            if start >= end or end <= at + TINY:
                continue
            if abs(height_along(tables, pieces, piece, dx, dy, start) - patches[row + 5]) > STEP:
                continue
            if start <= at + TINY:
                until = max(until, min(end, stop))
            else:
                onward = min(onward, start)
        if until > at:
            total += until - at
            at = until
        else:
            at = onward
    return total


@kernel
def endangered(
    tables: Tables, x: float, y: float, ex: float, ey: float, pieces: Numbers, used: int, start: float
) -> tuple[float, int]:
    """Where a judged leg first enters a dangerous patch, from a station on: station and patch; BIG: nowhere."""
    edges, _, _, patches, _, _, size = tables
    length = hypot(ex - x, ey - y)
    dx = (ex - x) / length if length > TINY else 1.0
    dy = (ey - y) / length if length > TINY else 0.0
    best = BIG
    which = -1
    for patch in range(int(size[4])):
        row = 10 * patch
        if not int(patches[row + 4]) & DANGEROUS:
            continue
        a, b = within(edges, int(patches[row + 7]), int(patches[row + 8]), x, y, dx, dy, length, 0.0)
        a = max(a, start)
        if a > b or (a == b and length > TINY):
            continue
        for piece in range(used):
            if pieces[4 * piece] <= a <= pieces[4 * piece + 1] and int(pieces[4 * piece + 2]) >= 0:
                z = height_along(tables, pieces, piece, dx, dy, a)
                if abs(z - patches[row + 5]) <= STEP and a < best:
                    best = a
                    which = patch
    return best, which


@kernel
def face(tables: Tables, kind: int, x: float, y: float, low: float, high: float, radius: float) -> bool:
    """Whether there is something to climb, or a ladder, between two heights at a place on the edge of the upper one."""
    edges, _, blocks, _, ladders, _, size = tables
    wanted = CLIMBABLE if kind == CLIMB else RUNGS
    for block in range(int(size[3])):
        row = 12 * block
        if not int(blocks[row + 6]) & wanted or abs(blocks[row + 5] - high) > TOUCH:
            continue
        if blocks[row + 4] > low + STEP + EPS:
            continue
        if away(edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y) <= TOUCH:
            return True
    if kind == LADDER:
        for ladder in range(int(size[5])):
            row = 6 * ladder
            if abs(ladders[row + 2] - low) <= STEP + EPS and abs(ladders[row + 3] - high) <= STEP + EPS:
                if hypot(ladders[row] - x, ladders[row + 1] - y) <= radius + TOUCH:
                    return True
    return False


@kernel
def hop(
    tables: Tables,
    kind: int,
    x: float,
    y: float,
    z: float,
    ex: float,
    ey: float,
    ez: float,
    radius: float,
    tall: float,
    wide: float,
    others: Numbers,
    count: int,
    needs: Numbers,
    pieces: Numbers,
    work: Numbers,
) -> tuple[int, float, float, int]:
    """A straight leg that changes level once, at the edge of the upper floor: verdict, cost, station, what is met.

    `wide`: gaps up to this are crossed, and ladders touched from half of it.
    """
    length = hypot(ex - x, ey - y)
    dx = (ex - x) / length if length > TINY else 1.0
    dy = (ey - y) / length if length > TINY else 0.0
    up = ez > z
    if kind == JUMP and up:
        return NO_FACE, 0.0, 0.0, -1
    low = min(z, ez)
    high = max(z, ez)
    # The edge: where the upper floor, followed from its end of the leg, is left.
    far = max(length, 0.0) + 4 * EPS
    if up:
        verdict, _, at, _ = carried(tables, ex, ey, ez, -dx, -dy, far, wide, pieces)
        at = length - at
    else:
        verdict, _, at, _ = carried(tables, x, y, z, dx, dy, far, wide, pieces)
    if verdict == FINE or at < -5 * EPS or at > length + 5 * EPS:
        return NO_FACE, 0.0, 0.0, -1
    at = min(max(at, 0.0), length)
    px = x + dx * at
    py = y + dy * at
    if kind != JUMP and not face(tables, kind, px, py, low, high, wide / 2):
        return NO_FACE, 0.0, at, -1
    # A hair on either side of the edge, so that each part is carried by its own floor.
    inner = min(at, EPS) if up else min(length - at, EPS)
    outer = min(length - at, EPS) if up else min(at, EPS)
    beside = (px, py, high)
    nobody = (px, py, -BIG)
    if up:
        verdict, first, _, _, met = walk(
            tables,
            x,
            y,
            z,
            px - dx * inner,
            py - dy * inner,
            radius,
            tall,
            wide,
            beside,
            others,
            count,
            needs,
            pieces,
            work,
        )
    else:
        verdict, first, _, _, met = walk(
            tables,
            x,
            y,
            z,
            px - dx * outer,
            py - dy * outer,
            radius,
            tall,
            wide,
            nobody,
            others,
            count,
            needs,
            pieces,
            work,
        )
    if verdict != FINE:
        return verdict, first, at, met
    if up:
        verdict, second, final, _, met = walk(
            tables,
            px + dx * outer,
            py + dy * outer,
            ez,
            ex,
            ey,
            radius,
            tall,
            wide,
            nobody,
            others,
            count,
            needs,
            pieces,
            work,
        )
    else:
        verdict, second, final, _, met = walk(
            tables,
            px + dx * inner,
            py + dy * inner,
            ez,
            ex,
            ey,
            radius,
            tall,
            wide,
            beside,
            others,
            count,
            needs,
            pieces,
            work,
        )
    if verdict != FINE:
        return verdict, second, at, met
    if abs(final - ez) > 0.011:
        return NO_FLOOR, 0.0, at, -1
    # Along the height that is climbed or dropped: bases in the way, and how near to others it comes.
    for other in range(count):
        row = 12 * other
        if needs[other] < 0.0:
            continue
        flat = gap_to(others, other, px, py, radius)
        if flat >= needs[other] - EPS:
            continue
        meet = others[row + 7] <= high + tall and others[row + 7] + others[row + 8] >= low
        if int(others[row + 9]) & BLOCKS and flat < -EPS and meet:
            return OTHER, 0.0, at, other
        level = min(max(others[row + 7], low), high)
        if needs[other] > 0.0:
            if round_gap(tables, others, other, px, py, level, radius, needs[other], work) < needs[other] - EPS:
                return OTHER, 0.0, at, other
    climbed = high - low
    if kind == CLIMB:
        climbed *= 2.0
    elif kind == JUMP:
        climbed = 0.0
    return FINE, first + second + min(inner, EPS) + min(outer, EPS) + climbed, at, -1

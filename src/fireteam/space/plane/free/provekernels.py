"""Extremes over places, proved by cutting boxes: of each predicate is known whether it holds everywhere in a box,
nowhere, or perhaps.

A box has 5 numbers in the heap: key, middle, half a side, floor. A demand has 12: kind, x, y, z, radius or half length,
half width, cosine and sine, distance, first edge, last edge + 1, height of a hull.
"""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.free.floorkernels import (
    DANGEROUS,
    GHOST,
    OBSTACLE,
    STEP,
    bars,
    gap_to,
    height_on,
    joined,
    stepped,
)
from fireteam.space.plane.free.roundkernels import Tables, solid_near, taut
from fireteam.space.plane.free.shapekernels import BIG, EPS, Numbers, away, box_away, depth, hypot
from fireteam.space.plane.free.waykernels import DARES, Company, Mover, Room, reached

Graph: TypeAlias = "tuple[Numbers, int, Numbers, Numbers, int, float]"
"""Nodes, how many, what each costs, seeds, how many, and to which cost they are settled."""

NOWHERE, PERHAPS, EVERYWHERE, CLEAR = 0, 1, 2, 3
"""Where in a box a base fits; CLEAR: everywhere, and no obstacle is near."""
DIAGONAL = 1.41422
NEXT = 0.010001
"""Inches by which a floor may be higher or lower than what stands on it."""
FINEST = 0.011
"""Half a side of boxes that are not cut any more: their hundredths are looked at one by one."""

# Kinds of demands.
FAR, NEAR, HULL_FAR, HULL_NEAR, INSIDE, OUTSIDE, CENTRE_IN, BEYOND, ROUND_FAR, ROUND_NEAR = range(10)


@kernel
def push(heap: Numbers, size: int, key: float, x: float, y: float, half: float, level: float) -> int:
    """Put a box into the heap, the largest key on top; how many there are. A full heap takes no more."""
    if 5 * size + 5 > len(heap):
        return size
    place = size
    while place > 0:
        above = (place - 1) >> 1
        if heap[5 * above] >= key:
            break
        for number in range(5):
            heap[5 * place + number] = heap[5 * above + number]
        place = above
    heap[5 * place] = key
    heap[5 * place + 1] = x
    heap[5 * place + 2] = y
    heap[5 * place + 3] = half
    heap[5 * place + 4] = level
    return size + 1


@kernel
def pop(heap: Numbers, size: int) -> int:
    """Take the top out of the heap; how many are left."""
    size -= 1
    key = heap[5 * size]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= size:
            break
        if below + 1 < size and heap[5 * below + 5] > heap[5 * below]:
            below += 1
        if heap[5 * below] <= key:
            break
        for number in range(5):
            heap[5 * place + number] = heap[5 * below + number]
        place = below
    for number in range(5):
        heap[5 * place + number] = heap[5 * size + number]
    return size


@kernel
def fits(
    tables: Tables,
    level: int,
    x: float,
    y: float,
    half: float,
    mover: Mover,
    company: Company,
    work: Numbers,
) -> int:
    """Where in a box on a floor a base may stand: room, floor, others with what must be kept clear of them."""
    edges, floors, blocks, patches, _, _, size = tables
    radius, tall, bits, _ = mover
    others, count, needs = company
    h = half * DIAGONAL
    row = 12 * level
    z = floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y
    dz = (abs(floors[row + 5]) + abs(floors[row + 6])) * half
    answer = CLEAR
    margin = min(x, y, size[0] - x, size[1] - y) - radius + EPS
    if margin < -half:
        return NOWHERE
    if margin < half:
        answer = PERHAPS
    deep = depth(edges, int(floors[row + 7]), int(floors[row + 8]), x, y)
    if deep < -h - EPS:
        return NOWHERE
    if deep < h - EPS:
        answer = PERHAPS
    for other in range(int(size[2])):
        # Where a higher floor lies within a step over this one, that one carries.
        at = 12 * other
        if other == level or floors[at] > x + h or floors[at + 2] < x - h:
            continue
        if floors[at + 1] > y + h or floors[at + 3] < y - h:
            continue
        rise = height_on(tables, other, x, y) - z
        spread = (abs(floors[at + 5]) + abs(floors[at + 6])) * half + dz
        if rise + spread <= EPS or rise - spread > STEP:
            continue
        deep = depth(edges, int(floors[at + 7]), int(floors[at + 8]), x, y)
        if deep < -h - EPS:
            continue
        if rise - spread > EPS and rise + spread <= STEP and deep >= h:
            return NOWHERE
        answer = PERHAPS
    for block in range(int(size[3])):
        at = 12 * block
        reach = radius + h
        if blocks[at] > x + reach or blocks[at + 2] < x - reach:
            continue
        if blocks[at + 1] > y + reach or blocks[at + 3] < y - reach:
            continue
        if not bars(tables, block, level, z - dz, z + dz, tall):
            continue
        first = int(blocks[at + 7])
        last = int(blocks[at + 8])
        apart = away(edges, first, last, x, y)
        if apart >= radius + h - EPS:
            continue
        certain = bars(tables, block, level, z + dz, z - dz, tall)
        if int(blocks[at + 6]) & OBSTACLE:
            deep = depth(edges, first, last, x, y)
            if certain and deep >= h:
                return NOWHERE
            answer = min(answer, PERHAPS if deep > -h else EVERYWHERE)
            continue
        carries = int(blocks[at + 10])
        if half > 0.0:
            steps = carries >= 0 and joined(tables, level, carries, x, y, radius + 0.1 + h)
        else:
            steps = stepped(tables, block, level, x, y, radius)
            if steps:
                continue
        if apart < radius - EPS - h and certain and not steps:
            return NOWHERE
        answer = PERHAPS
    for patch in range(int(size[4])):
        at = 10 * patch
        if not int(patches[at + 4]) & DANGEROUS or bits & DARES or abs(patches[at + 5] - z) > STEP + dz:
            continue
        deep = depth(edges, int(patches[at + 7]), int(patches[at + 8]), x, y)
        if deep >= h and abs(patches[at + 5] - z) <= STEP - dz:
            return NOWHERE
        if deep > -h:
            answer = PERHAPS
    for other in range(count):
        at = 12 * other
        need = max(0.0, needs[other])
        gap = gap_to(others, other, x, y, radius)
        if gap >= need + h:
            continue
        body = int(others[at + 9]) & GHOST == 0
        if body and others[at + 7] <= z + tall - dz and others[at + 7] + others[at + 8] >= z + dz:
            if gap < -EPS - h:
                return NOWHERE
            if gap < h - EPS:
                answer = PERHAPS
        if need > 0.0:
            rise = max(0.0, abs(others[at + 7] - z) - dz)
            if hypot(max(0.0, gap - h), rise) >= need - EPS:
                continue
            farthest = hypot(max(0.0, gap + h), abs(others[at + 7] - z) + dz)
            low = min(z, others[at + 7])
            high = max(z, others[at + 7])
            if not solid_near(tables, others[at + 1], others[at + 2], others[at + 3] + need, low, high):
                if farthest < need - EPS:
                    return NOWHERE
            elif half == 0.0 or answer >= EVERYWHERE:
                # No solid is in the box: from its middle to anywhere in it is no farther than h.
                rims = radius + others[at + 3]
                line = taut(tables, x, y, others[at + 1], others[at + 2], low, high, need + rims + h, work) - rims
                if hypot(max(0.0, line + h), abs(others[at + 7] - z) + dz) < need - EPS:
                    return NOWHERE
                if hypot(max(0.0, line - h), rise) >= need - EPS:
                    continue
            answer = PERHAPS
    return answer


@kernel
def demanded(
    tables: Tables,
    demands: Numbers,
    count: int,
    edges: Numbers,
    x: float,
    y: float,
    z: float,
    dz: float,
    half: float,
    radius: float,
    work: Numbers,
) -> int:
    """Where in a box all demands are met; `edges` are those of the demands' own outlines."""
    h = half * DIAGONAL
    answer = EVERYWHERE
    for demand in range(count):
        row = 12 * demand
        kind = int(demands[row])
        px = x - demands[row + 1]
        py = y - demands[row + 2]
        distance = demands[row + 8]
        slack = h + dz
        if kind in (INSIDE, CENTRE_IN):
            value = depth(edges, int(demands[row + 9]), int(demands[row + 10]), x, y) - distance
            if kind == INSIDE:
                value -= radius
        elif kind == OUTSIDE:
            value = away(edges, int(demands[row + 9]), int(demands[row + 10]), x, y) - radius - distance
        elif kind == BEYOND:
            value = px * demands[row + 6] + py * demands[row + 7] - distance
        else:
            rise = abs(z - demands[row + 3])
            if kind in (HULL_FAR, HULL_NEAR):
                u = demands[row + 6] * px + demands[row + 7] * py
                v = demands[row + 6] * py - demands[row + 7] * px
                gap = box_away(u, v, demands[row + 4], demands[row + 5]) - radius
                rise = max(0.0, demands[row + 3] - z, z - demands[row + 3] - demands[row + 11])
            elif kind in (ROUND_FAR, ROUND_NEAR):
                limit = distance + radius + demands[row + 4] + 2 * slack
                low = min(z, demands[row + 3])
                high = max(z, demands[row + 3])
                line = taut(tables, x, y, demands[row + 1], demands[row + 2], low, high, limit, work)
                gap = min(line, 2 * limit) - radius - demands[row + 4]
            else:
                gap = hypot(px, py) - radius - demands[row + 4]
            # Who overlaps is not even no inches away.
            value = (gap if gap < 0.0 and rise < EPS else hypot(max(0.0, gap), rise)) - distance
            if kind in (NEAR, HULL_NEAR, ROUND_NEAR):
                value = -value
        if value < -slack - EPS:
            return NOWHERE
        if value < slack - EPS:
            answer = PERHAPS
    return answer


@kernel
def stands(
    tables: Tables,
    mover: Mover,
    company: Company,
    work: Numbers,
    demands: Numbers,
    count: int,
    edges: Numbers,
    x: float,
    y: float,
    z: float,
) -> bool:
    """Whether a base may stand at a place, and meets the demands there: what `nearest` says of that one hundredth."""
    floors = tables[1]
    for level in range(int(tables[6][2])):
        row = 12 * level
        if floors[row + 10] < z - STEP - EPS or floors[row + 9] > z + STEP + EPS:
            continue
        ax = max(0.0, floors[row] - x, x - floors[row + 2])
        ay = max(0.0, floors[row + 1] - y, y - floors[row + 3])
        if hypot(ax, ay) > EPS:
            continue
        at = floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y
        if abs(at - z) > NEXT:
            continue
        if fits(tables, level, x, y, 0.0, mover, company, work) == NOWHERE:
            continue
        if demanded(tables, demands, count, edges, x, y, at, 0.0, 0.0, mover[0], work) != NOWHERE:
            return True
    return False


@kernel
def steepest(tables: Tables, level: int, half: float) -> float:
    """The most by which costs differ between the middle of a box and anywhere in it.

    Ground may be difficult, and costs found over turning points are a little too high now and then.
    """
    if half == 0.0:
        return 0.0
    floors = tables[1]
    gx = floors[12 * level + 5]
    gy = floors[12 * level + 6]
    coarse = 0.1 if half > 0.05 else 0.03
    return coarse + 2.0 * half * DIAGONAL * sqrt(1.0 + gx * gx + gy * gy)


@kernel
def out_of_reach(
    tables: Tables,
    level: int,
    x: float,
    y: float,
    z: float,
    half: float,
    mover: Mover,
    slim: float,
    company: Company,
    room: Room,
    lean: Graph,
    allowance: float,
    bound: Numbers,
) -> bool:
    """Whether nothing in a box is in reach, though the base does not fit everywhere in it.

    Where a base comes to a place, one that is slimmer by the size of the box comes to the middle of the box from there.
    """
    floors = tables[1]
    if depth(tables[0], int(floors[12 * level + 7]), int(floors[12 * level + 8]), x, y) < 0.0:
        return False
    nodes, count, spent, seeds, seeded, settled = lean
    thin = (slim, mover[1], mover[2], mover[3])
    cost, _, _ = reached(tables, nodes, count, spent, seeds, seeded, x, y, z, thin, company, room, settled, bound, -1)
    return min(cost, settled) > allowance + EPS + steepest(tables, level, half)


@kernel
def nearest(
    tables: Tables,
    mover: Mover,
    company: Company,
    room: Room,
    demands: Numbers,
    count: int,
    edges: Numbers,
    graph: Graph,
    lean: Graph,
    slim: float,
    allowance: float,
    low: float,
    high: float,
    x: float,
    y: float,
    limit: float,
    tie: float,
    heap: Numbers,
    bound: Numbers,
    found: Numbers,
) -> tuple[int, int]:
    """The legal hundredths nearest to a point, on floors between two heights: how many were found, boxes looked at.

    `found` gets 4 numbers each: place and distance; all within `tie` of the nearest. With an allowance not below 0 a
    place must also be reached for it; `lean` is the graph of a base with the radius `slim`. How many is -1 if the heap
    was full: then nothing is proved.
    """
    floors = tables[1]
    nodes, node_count, spent, seeds, seeded, settled = graph
    size = 0
    looked = 0
    best = BIG
    used = 0
    for level in range(int(tables[6][2])):
        row = 12 * level
        if floors[row + 10] < low - EPS or floors[row + 9] > high + EPS:
            continue
        ax = max(0.0, floors[row] - x, x - floors[row + 2])
        ay = max(0.0, floors[row + 1] - y, y - floors[row + 3])
        if hypot(ax, ay) <= limit:
            size = push(heap, size, -hypot(ax, ay), x, y, limit, float(level))
    while size > 0:
        least = -heap[0]
        px = heap[1]
        py = heap[2]
        half = heap[3]
        level = int(heap[4])
        size = pop(heap, size)
        if least > best + tie or least > limit + EPS:
            break
        looked += 1
        row = 12 * level
        z = floors[row + 4] + floors[row + 5] * px + floors[row + 6] * py
        dz = (abs(floors[row + 5]) + abs(floors[row + 6])) * half
        if z + dz < low - EPS or z - dz > high + EPS:
            continue
        fit = fits(tables, level, px, py, half, mover, company, room[1])
        if fit == NOWHERE:
            continue
        met = demanded(tables, demands, count, edges, px, py, z, dz, half, mover[0], room[1])
        if met == NOWHERE:
            continue
        reach = allowance < 0.0
        if allowance >= 0.0 and (half == 0.0 or fit == CLEAR):
            cost, _, _ = reached(
                tables, nodes, node_count, spent, seeds, seeded, px, py, z, mover, company, room, settled, bound, -1
            )
            spread = steepest(tables, level, half)
            if min(cost, settled) > allowance + EPS + spread:
                continue
            reach = cost + spread <= allowance + EPS
        elif allowance >= 0.0 and half * DIAGONAL <= mover[0] - slim:
            if out_of_reach(tables, level, px, py, z, half, mover, slim, company, room, lean, allowance, bound):
                continue
        if half == 0.0:
            best = min(best, least)
            if 4 * used + 4 <= len(found):
                found[4 * used] = px
                found[4 * used + 1] = py
                found[4 * used + 2] = z
                found[4 * used + 3] = least
                used += 1
            continue
        if size + 40 > len(heap) // 5:
            return -1, looked
        if tie == 0.0 and fit >= EVERYWHERE and met == EVERYWHERE and reach and half > FINEST:
            # All of it is good: only its nearest hundredth counts.
            i = min(max(floor(x * 100 + 0.5), ceil((px - half) * 100 - 1e-6)), floor((px + half) * 100 + 1e-6))
            j = min(max(floor(y * 100 + 0.5), ceil((py - half) * 100 - 1e-6)), floor((py + half) * 100 + 1e-6))
            size = push(heap, size, -hypot(i / 100 - x, j / 100 - y), i / 100, j / 100, 0.0, float(level))
        elif half > FINEST:
            quarter = half / 2
            for part in range(4):
                qx = px + (quarter if part < 2 else -quarter)
                qy = py + (quarter if part % 2 == 0 else -quarter)
                gap = hypot(max(0.0, abs(qx - x) - quarter), max(0.0, abs(qy - y) - quarter))
                size = push(heap, size, -gap, qx, qy, quarter, float(level))
        else:
            for i in range(ceil((px - half) * 100 - 1e-6), floor((px + half) * 100 + 1e-6) + 1):
                for j in range(ceil((py - half) * 100 - 1e-6), floor((py + half) * 100 + 1e-6) + 1):
                    size = push(heap, size, -hypot(i / 100 - x, j / 100 - y), i / 100, j / 100, 0.0, float(level))
    return used, looked

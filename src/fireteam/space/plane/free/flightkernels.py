"""The best place to run to, proved: far from eyes, unseen, in cover, as far as possible.

An eye has 6 numbers: x, y, height of the eye, radius of the base, surface, 1 if it looks. Boxes as in `provekernels`.
"""

from __future__ import annotations

from array import array
from math import ceil, floor, sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.free.provekernels import (
    CLEAR,
    DIAGONAL,
    EVERYWHERE,
    FINEST,
    NOWHERE,
    Graph,
    fits,
    out_of_reach,
    pop,
    push,
    steepest,
)
from fireteam.space.plane.free.roundkernels import Tables
from fireteam.space.plane.free.shapekernels import BIG, EPS, Numbers, hypot
from fireteam.space.plane.free.waykernels import Company, Mover, Room, reached
from fireteam.space.plane.kernels import CROSS, SAME, SIGHT_POINTS, blockers, clip, seen_point

Counts: TypeAlias = "array[int]"
Prisms: TypeAlias = "tuple[Counts, Numbers, Numbers, Numbers]"
Sight: TypeAlias = "tuple[Prisms, Counts, Counts, float]"
"""Prisms, which of them do not count, room to collect them in, how much higher heights are there."""

RIM = 0.079
FOOT = 0.1


@kernel
def clip_grown(
    prisms: Prisms,
    prism: int,
    px: float,
    py: float,
    pz: float,
    dx: float,
    dy: float,
    dz: float,
    margin: float,
    rise: float,
) -> tuple[float, float]:
    """The stretch of a line inside a prism grown (shrunk, if negative) by a margin in plan and by a rise in height."""
    table, solid, edges, _ = prisms
    start = 0.0
    end = 1.0
    for edge in range(3 * table[7 * prism + 2], 3 * table[7 * prism + 3], 3):
        nx = edges[edge]
        ny = edges[edge + 1]
        beyond = nx * px + ny * py - edges[edge + 2] - margin
        slope = nx * dx + ny * dy
        if slope > SAME:
            end = min(end, -beyond / slope)
        elif slope < -SAME:
            start = max(start, -beyond / slope)
        elif beyond > -SAME:
            return 1.0, 0.0
        if start >= end:
            return 1.0, 0.0
    low = solid[8 * prism + 4] - rise
    high = solid[8 * prism + 5] + rise
    if dz > SAME:
        start = max(start, (low - pz) / dz)
        end = min(end, (high - pz) / dz)
    elif dz < -SAME:
        start = max(start, (high - pz) / dz)
        end = min(end, (low - pz) / dz)
    elif pz < low + SAME or pz > high - SAME:
        return 1.0, 0.0
    return start, end


@kernel
def hidden(
    sight: Sight,
    ex: float,
    ey: float,
    ez: float,
    er: float,
    x: float,
    y: float,
    z: float,
    radius: float,
    tall: float,
    h: float,
    dz: float,
) -> tuple[int, int]:
    """How many of the 25 points of a body are hidden from an eye, wherever within h it stands: at least, at most."""
    prisms, skip, found, sunk = sight
    body = radius - RIM
    ez += sunk
    foot = z + FOOT + sunk
    head = z + tall + sunk
    apart = hypot(x - ex, y - ey)
    margin = 0.0
    if h > 0.0:
        # The body moves by h, and its width turns with the line of sight.
        margin = h + (min(2 * body, body * h / (apart - h)) if apart > h + SAME else 2 * body)
    count = blockers(prisms, skip, found, (ex, ey, er), ez, (x, y, radius), foot - dz, head + dz, body + 2 * margin)
    if count == 0:
        return 0, 0
    least = 0
    most = 0
    for point in range(SIGHT_POINTS):
        qx, qy, qz = seen_point(ex, ey, x, y, body, foot, head, point)
        lx = qx - ex
        ly = qy - ey
        lz = qz - ez
        length = sqrt(lx * lx + ly * ly + lz * lz)
        if margin == 0.0:
            enough = CROSS / max(length, SAME)
            for place in range(count):
                prism = found[place]
                start, end = clip(prisms, prism, ex, ey, ez, lx, ly, lz)
                if end - start > enough:
                    least += 1
                    most += 1
                    found[place] = found[0]
                    found[0] = prism
                    break
            continue
        # At equal parts of their way two lines are nowhere farther apart than the margin.
        few = CROSS / (length + margin + dz)
        enough = CROSS / max(length - margin - dz, SAME)
        may = False
        for place in range(count):
            prism = found[place]
            start, end = clip_grown(prisms, prism, ex, ey, ez, lx, ly, lz, margin, dz)
            if end - start <= few:
                continue
            may = True
            start, end = clip_grown(prisms, prism, ex, ey, ez, lx, ly, lz, -margin, -dz)
            if end - start > enough:
                least += 1
                found[place] = found[0]
                found[0] = prism
                break
        if may:
            most += 1
    return least, most


@kernel
def grade(
    sight: Sight,
    eyes: Numbers,
    count: int,
    far: float,
    x: float,
    y: float,
    z: float,
    radius: float,
    tall: float,
    h: float,
    dz: float,
    wanted: int,
) -> tuple[int, int, float]:
    """Class of a place for certain, at best, and the gap to the nearest eye. 4: far, 2: unseen, 1: in cover.

    Where not even the best would be `wanted`, sight is not looked at.
    """
    near = BIG
    for eye in range(count):
        row = 6 * eye
        flat = max(0.0, hypot(eyes[row] - x, eyes[row + 1] - y) - eyes[row + 3] - radius)
        near = min(near, hypot(flat, eyes[row + 4] - z))
    slack = h + dz
    sure = 4 if near - slack > far + EPS else 0
    may = 4 if near + slack > far + EPS else 0
    if may + 3 < wanted:
        return sure, may, near
    hidden_sure = True
    hidden_may = True
    cover_sure = True
    cover_may = True
    for eye in range(count):
        row = 6 * eye
        if eyes[row + 5] == 0.0:
            continue
        least, most = hidden(
            sight, eyes[row], eyes[row + 1], eyes[row + 2], eyes[row + 3], x, y, z, radius, tall, h, dz
        )
        if most < SIGHT_POINTS:
            hidden_may = False
        if least < SIGHT_POINTS:
            hidden_sure = False
        if most == 0:
            cover_may = False
        if least == 0:
            cover_sure = False
        if not cover_may:
            break
        if not hidden_may and may + 1 < wanted:
            break
    if hidden_sure and hidden_may:
        sure += 2
    if hidden_may:
        may += 2
    if cover_sure and cover_may:
        sure += 1
    if cover_may:
        may += 1
    return sure, may, near


@kernel
def flight(
    tables: Tables,
    mover: Mover,
    company: Company,
    room: Room,
    graph: Graph,
    lean: Graph,
    slim: float,
    allowance: float,
    sight: Sight,
    eyes: Numbers,
    eye_count: int,
    far: float,
    tolerance: float,
    heap: Numbers,
    bound: Numbers,
    best: Numbers,
) -> int:
    """The best place to run to: class, then gap to the nearest eye, proved within a tolerance; boxes looked at.

    `best` begins with a place that is possible: place, class, gap, cost; and ends with the best. -1: the heap was full.
    """
    floors = tables[1]
    radius, tall, _, _ = mover
    nodes, node_count, spent, seeds, seeded, settled = graph
    size = 0
    looked = 0
    hint = -1
    x0 = seeds[0]
    y0 = seeds[1]
    for level in range(int(tables[6][2])):
        row = 12 * level
        for i in range(floor(max(floors[row], x0 - allowance)), floor(min(floors[row + 2], x0 + allowance)) + 1):
            for j in range(
                floor(max(floors[row + 1], y0 - allowance)), floor(min(floors[row + 3], y0 + allowance)) + 1
            ):
                if 5 * size + 10 > len(heap):
                    return -1
                size = push(heap, size, 7900.0, i + 0.5, j + 0.5, 0.5, float(level))
    while size > 0:
        key = heap[0]
        x = heap[1]
        y = heap[2]
        half = heap[3]
        level = int(heap[4])
        size = pop(heap, size)
        least = int(key // 1000)
        if least < best[3] or (least == best[3] and key - 1000 * least <= best[4] + tolerance):
            break
        looked += 1
        h = half * DIAGONAL
        if hypot(x - x0, y - y0) - h > allowance:
            continue
        row = 12 * level
        z = floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y
        dz = (abs(floors[row + 5]) + abs(floors[row + 6])) * half
        fit = fits(tables, level, x, y, half, mover, company, room[1])
        if fit == NOWHERE:
            continue
        cost = BIG
        if half == 0.0 or fit == CLEAR:
            cost, by, _ = reached(
                tables, nodes, node_count, spent, seeds, seeded, x, y, z, mover, company, room, settled, bound, hint
            )
            if cost < BIG:
                hint = by if by >= 0 else node_count - 1 - by
            if min(cost, settled) > allowance + EPS + steepest(tables, level, half):
                continue
        elif h <= radius - slim:
            if out_of_reach(tables, level, x, y, z, half, mover, slim, company, room, lean, allowance, bound):
                continue
        sure, may, near = grade(sight, eyes, eye_count, far, x, y, z, radius, tall, h, dz, int(best[3]))
        if half == 0.0:
            if sure > best[3] or (sure == best[3] and near > best[4]):
                best[0] = x
                best[1] = y
                best[2] = z
                best[3] = float(sure)
                best[4] = near
                best[5] = cost
            continue
        most = near + h + dz
        if may < best[3] or (may == best[3] and most <= best[4] + tolerance):
            continue
        # The middle itself, on whole hundredths.
        px = floor(x * 100 + 0.5) / 100
        py = floor(y * 100 + 0.5) / 100
        pz = floors[row + 4] + floors[row + 5] * px + floors[row + 6] * py
        if fits(tables, level, px, py, 0.0, mover, company, room[1]) >= EVERYWHERE:
            good, _, apart = grade(sight, eyes, eye_count, far, px, py, pz, radius, tall, 0.0, 0.0, int(best[3]))
            if good > best[3] or (good == best[3] and apart > best[4]):
                price, _, _ = reached(
                    tables,
                    nodes,
                    node_count,
                    spent,
                    seeds,
                    seeded,
                    px,
                    py,
                    pz,
                    mover,
                    company,
                    room,
                    settled,
                    bound,
                    hint,
                )
                if price <= allowance + EPS:
                    best[0] = px
                    best[1] = py
                    best[2] = pz
                    best[3] = float(good)
                    best[4] = apart
                    best[5] = price
        if may < best[3] or (may == best[3] and most <= best[4] + tolerance):
            continue
        if 5 * size + 60 > len(heap):
            return -1
        value = 1000.0 * may + min(most, 899.0)
        if half > FINEST:
            quarter = half / 2
            for part in range(4):
                qx = x + (quarter if part < 2 else -quarter)
                qy = y + (quarter if part % 2 == 0 else -quarter)
                size = push(heap, size, value, qx, qy, quarter, float(level))
        else:
            for i in range(ceil((x - half) * 100 - 1e-6), floor((x + half) * 100 + 1e-6) + 1):
                for j in range(ceil((y - half) * 100 - 1e-6), floor((y + half) * 100 + 1e-6) + 1):
                    size = push(heap, size, value, i / 100, j / 100, 0.0, float(level))
    return looked

"""The shortest line in plan between two points round what is solid.

`work` is room to count in: five numbers a turning point. All in inches.
"""

from __future__ import annotations

from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.free.shapekernels import BIG, EPS, Numbers, away, hypot, within

Tables: TypeAlias = "tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]"
"""Of `field.Field`: edges, floors, blocks, patches, ladders, seams, size."""

SOLID = 32
STEP = 0.5
GROWN = 1e-5
"""Inches by which solids are taken larger: the seam between two that touch is closed. A place on a face is outside."""


@kernel
def parts(tables: Tables, block: int, low: float, high: float) -> bool:
    """Whether a block is solid and stands between two surfaces of these heights."""
    blocks = tables[2]
    row = 12 * block
    return int(blocks[row + 6]) & SOLID != 0 and blocks[row + 4] < high + STEP and blocks[row + 5] > low + STEP


@kernel
def open_line(tables: Tables, x: float, y: float, px: float, py: float, low: float, high: float) -> bool:
    """Whether nothing solid lies across the line between two points."""
    edges, _, blocks, _, _, _, size = tables
    length = hypot(px - x, py - y)
    if length < GROWN:
        return True
    dx = (px - x) / length
    dy = (py - y) / length
    west = min(x, px)
    east = max(x, px)
    south = min(y, py)
    north = max(y, py)
    for block in range(int(size[3])):
        row = 12 * block
        if blocks[row] > east or blocks[row + 2] < west or blocks[row + 1] > north or blocks[row + 3] < south:
            continue
        if not parts(tables, block, low, high):
            continue
        start, end = within(edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y, dx, dy, length, GROWN)
        if end - start > EPS:
            return False
    return True


@kernel
def solid_near(tables: Tables, x: float, y: float, reach: float, low: float, high: float) -> bool:
    """Whether anything solid lies within a distance of a point."""
    edges, _, blocks, _, _, _, size = tables
    for block in range(int(size[3])):
        row = 12 * block
        if blocks[row] > x + reach or blocks[row + 2] < x - reach:
            continue
        if blocks[row + 1] > y + reach or blocks[row + 3] < y - reach or not parts(tables, block, low, high):
            continue
        if away(edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y) <= reach:
            return True
    return False


@kernel
def taut(
    tables: Tables, x: float, y: float, px: float, py: float, low: float, high: float, limit: float, work: Numbers
) -> float:
    """The length of the shortest line between two points round what is solid; BIG if it is more than `limit`."""
    straight = hypot(px - x, py - y)
    if straight > limit:
        return BIG
    if open_line(tables, x, y, px, py, low, high):
        return straight
    edges, _, blocks, _, _, _, size = tables
    room = len(work) // 5
    count = 0
    for block in range(int(size[3])):
        row = 12 * block
        if not parts(tables, block, low, high):
            continue
        reach = limit
        if blocks[row] > max(x, px) + reach or blocks[row + 2] < min(x, px) - reach:
            continue
        if blocks[row + 1] > max(y, py) + reach or blocks[row + 3] < min(y, py) - reach:
            continue
        first = int(blocks[row + 7])
        last = int(blocks[row + 8])
        before = last - 1
        for edge in range(first, last):
            # Out of the corner along both edges that meet in it; the less they turn, the farther.
            ax = edges[6 * before + 2]
            ay = edges[6 * before + 3]
            bx = edges[6 * edge + 2]
            by = edges[6 * edge + 3]
            out = 2 * GROWN / max(ax * by - ay * bx, 0.01)
            cx = edges[6 * edge] + out * (ax - bx)
            cy = edges[6 * edge + 1] + out * (ay - by)
            before = edge
            if hypot(cx - x, cy - y) + hypot(cx - px, cy - py) <= limit and count < room:
                work[5 * count] = cx
                work[5 * count + 1] = cy
                work[5 * count + 2] = BIG
                work[5 * count + 3] = hypot(cx - px, cy - py)
                work[5 * count + 4] = 0.0
                count += 1
    ux = x
    uy = y
    gone = 0.0
    while True:
        for node in range(count):
            at = 5 * node
            if work[at + 4] != 0.0:
                continue
            way = gone + hypot(work[at] - ux, work[at + 1] - uy)
            if way < work[at + 2] and way + work[at + 3] <= limit:
                if open_line(tables, ux, uy, work[at], work[at + 1], low, high):
                    work[at + 2] = way
        best = BIG
        chosen = -1
        for node in range(count):
            at = 5 * node
            if work[at + 4] == 0.0 and work[at + 2] + work[at + 3] < best:
                best = work[at + 2] + work[at + 3]
                chosen = node
        if chosen < 0 or best > limit:
            return BIG
        at = 5 * chosen
        work[at + 4] = 1.0
        ux = work[at]
        uy = work[at + 1]
        gone = work[at + 2]
        if open_line(tables, ux, uy, px, py, low, high):
            return best

"""Lines from an eye to the 25 points of somebody, against terrain, standing bodies, hulls and clouds.

A row of somebody in the way has 8 numbers: x, y, bottom, top, radius or half length, half width (-1 of a cylinder),
cosine and sine of the facing. Everything is in inches.
"""

from __future__ import annotations

from array import array
from math import hypot, sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.kernels import blocked, blockers, seen_point

Numbers: TypeAlias = "array[float]"
Counts: TypeAlias = "array[int]"
Tables: TypeAlias = "tuple[Counts, Numbers, Numbers, Numbers]"

CROSS = 0.02
SAME = 1e-9
POINTS = 25
ROW = 8


@kernel
def inside(rows: Numbers, row: int, px: float, py: float, pz: float, dx: float, dy: float, dz: float) -> float:
    """How many inches of the line from p to p + d run inside an upright cylinder or box."""
    start = 0.0
    end = 1.0
    low = rows[row + 2]
    high = rows[row + 3]
    if dz > SAME or dz < -SAME:
        first = (low - pz) / dz
        last = (high - pz) / dz
        if first > last:
            first, last = last, first
        start = max(start, first)
        end = min(end, last)
    elif pz < low or pz > high:
        return 0.0
    if start >= end:
        return 0.0
    ox = px - rows[row]
    oy = py - rows[row + 1]
    if rows[row + 5] < 0:
        square = dx * dx + dy * dy
        along = ox * dx + oy * dy
        rest = along * along - square * (ox * ox + oy * oy - rows[row + 4] * rows[row + 4])
        if square < SAME:
            if ox * ox + oy * oy > rows[row + 4] * rows[row + 4]:
                return 0.0
        elif rest <= 0:
            return 0.0
        else:
            root = sqrt(rest)
            start = max(start, (-along - root) / square)
            end = min(end, (-along + root) / square)
    else:
        for axis in range(2):
            nx = rows[row + 6] if axis == 0 else -rows[row + 7]
            ny = rows[row + 7] if axis == 0 else rows[row + 6]
            half = rows[row + 4] if axis == 0 else rows[row + 5]
            at = ox * nx + oy * ny
            by = dx * nx + dy * ny
            if abs(by) < SAME:
                if abs(at) > half:
                    return 0.0
            else:
                first = (-half - at) / by
                last = (half - at) / by
                if first > last:
                    first, last = last, first
                start = max(start, first)
                end = min(end, last)
    if start >= end:
        return 0.0
    return (end - start) * sqrt(dx * dx + dy * dy + dz * dz)


@kernel
def stopped(rows: Numbers, count: int, px: float, py: float, pz: float, qx: float, qy: float, qz: float) -> int:
    """The number of somebody that a line runs through, or -1."""
    dx = qx - px
    dy = qy - py
    dz = qz - pz
    for number in range(count):
        if inside(rows, ROW * number, px, py, pz, dx, dy, dz) > CROSS:
            return number
    return -1


@kernel
def hidden(
    tables: Tables,
    skip: Counts,
    found: Counts,
    rows: Numbers,
    bodies: int,
    eye: tuple[float, float, float],
    seen: tuple[float, float, float, float, float],
    mask: Counts,
) -> int:
    """How many of the 25 points of somebody an eye does not see; `mask` gets 1 for each that is hidden.

    `seen`: middle of the base, half width across the line of sight, lowest and highest point.
    """
    ax, ay, az = eye
    bx, by, wide, foot, head = seen
    count = blockers(tables, skip, found, (ax, ay, 0.0), az, (bx, by, 0.0), foot, head, wide)
    total = 0
    for point in range(POINTS):
        mask[point] = 0
        x, y, z = seen_point(ax, ay, bx, by, wide, foot, head, point)
        place = blocked(tables, found, count, ax, ay, az, x, y, z)
        if place >= 0:
            mask[point] = 1
            if place:
                # What hid one point most likely hides the next: try it first.
                prism = found[place]
                found[place] = found[0]
                found[0] = prism
        elif stopped(rows, bodies, ax, ay, az, x, y, z) >= 0:
            mask[point] = 1
        total += mask[point]
    return total


@kernel
def free(
    tables: Tables,
    skip: Counts,
    found: Counts,
    rows: Numbers,
    bodies: int,
    eye: tuple[float, float, float],
    end: tuple[float, float, float],
) -> bool:
    """Whether nothing stops the line between two places."""
    ax, ay, az = eye
    bx, by, bz = end
    spread = 2 * CROSS
    low = min(az, bz)
    high = max(az, bz)
    if hypot(bx - ax, by - ay) < SAME and high - low < SAME:
        return True
    count = blockers(tables, skip, found, (ax, ay, 0.0), az, (bx, by, 0.0), low - spread, high + spread, spread)
    if blocked(tables, found, count, ax, ay, az, bx, by, bz) >= 0:
        return False
    return stopped(rows, bodies, ax, ay, az, bx, by, bz) < 0

"""Straight moves that somebody is forced to make, and the edge nearest to a base. All in inches."""

from __future__ import annotations

from fireteam.space.jit import kernel
from fireteam.space.plane.free.floorkernels import (
    EDGE,
    GAP,
    OBSTACLE,
    STEP,
    bars,
    carried,
    height_along,
    stepped,
)
from fireteam.space.plane.free.roundkernels import Tables
from fireteam.space.plane.free.shapekernels import BIG, EPS, Numbers, away, hypot, meets, meets_box, meets_disc

# Why a slide ends.
WENT, TERRAIN, BODY, OVER, TABLE = range(5)
GHOST = 8
SOFT = 16
FINE = 0.02
"""Inches between places at which is looked whether a step leads up there."""


@kernel
def slide(
    tables: Tables,
    x: float,
    y: float,
    z: float,
    dx: float,
    dy: float,
    length: float,
    radius: float,
    tall: float,
    wide: float,
    crosses: bool,
    clear: float,
    others: Numbers,
    count: int,
    pieces: Numbers,
) -> tuple[float, int, int]:
    """How far a base slides along a unit direction, why it stops, and at what.

    Gaps up to `wide` are slid over; obstacles are crossed if it `crosses`; `clear` inches are kept from others that
    have a ring.
    """
    edges, _, blocks, _, _, _, size = tables
    best = length
    why = WENT
    number = -1
    # The edge of the table.
    for side in range(4):
        slope = dx if side < 2 else dy
        place = x if side < 2 else y
        extent = size[0] if side < 2 else size[1]
        if side % 2 == 0 and slope < -1e-9:
            at = (place - radius) / -slope
        elif side % 2 == 1 and slope > 1e-9:
            at = (extent - radius - place) / slope
        else:
            continue
        if max(0.0, at) < best - EPS:
            best = max(0.0, at)
            why = TABLE
    verdict, used, at, _ = carried(tables, x, y, z, dx, dy, best, wide, pieces)
    if verdict in (EDGE, GAP) and at < best - EPS:
        best = at
        why = OVER
    for block in range(int(size[3])):
        row = 12 * block
        reach = best + radius
        if blocks[row] > x + reach or blocks[row + 2] < x - reach:
            continue
        if blocks[row + 1] > y + reach or blocks[row + 3] < y - reach:
            continue
        if crosses and int(blocks[row + 6]) & OBSTACLE:
            continue
        start = meets(edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y, dx, dy, best, radius - EPS)
        if start >= best:
            continue
        # Where in what is met it is at a height at which the block is in its way.
        for piece in range(used):
            a = max(start, pieces[4 * piece])
            b = min(best, pieces[4 * piece + 1])
            if a > b:
                continue
            one = height_along(tables, pieces, piece, dx, dy, a)
            two = height_along(tables, pieces, piece, dx, dy, b)
            level = int(pieces[4 * piece + 2])
            if not bars(tables, block, level, min(one, two), max(one, two), tall):
                continue
            # Where one steps up here the block does not stop it, but it may a little farther on.
            while a < b and stepped(tables, block, level, x + dx * a, y + dy * a, radius):
                a += FINE
            first = int(blocks[row + 7])
            last = int(blocks[row + 8])
            if a < best and away(edges, first, last, x + dx * a, y + dy * a) < radius:
                best = a
                why = TERRAIN
                number = block
                break
    for other in range(count):
        row = 12 * other
        bits = int(others[row + 9])
        if bits & (GHOST | SOFT):
            continue
        gap = clear if bits & 2 else 0.0
        reach = radius + gap - EPS
        px = x - others[row + 1]
        py = y - others[row + 2]
        if others[row] == 0.0:
            start = meets_disc(px, py, dx, dy, best, 0.0, 0.0, reach + others[row + 3])
        else:
            c = others[row + 5]
            s = others[row + 6]
            start = meets_box(
                c * px + s * py,
                c * py - s * px,
                c * dx + s * dy,
                c * dy - s * dx,
                best,
                others[row + 3],
                others[row + 4],
                reach,
            )
        if start >= best:
            continue
        height = z
        for piece in range(used):
            if pieces[4 * piece] <= start <= pieces[4 * piece + 1]:
                height = height_along(tables, pieces, piece, dx, dy, start)
        if others[row + 7] > height + tall or others[row + 7] + others[row + 8] < height:
            continue
        best = start
        why = BODY
        number = other
    return best, why, number


@kernel
def rim(rims: Numbers, count: int, x: float, y: float, z: float) -> tuple[float, int, float]:
    """The rim nearest to a place at a height: distance from the place, number, how far along the rim."""
    best = BIG
    which = -1
    along = 0.0
    for number in range(count):
        row = 10 * number
        ex = rims[row + 3] - rims[row]
        ey = rims[row + 4] - rims[row + 1]
        length = hypot(ex, ey)
        t = ((x - rims[row]) * ex + (y - rims[row + 1]) * ey) / (length * length)
        t = 0.0 if t < 0 else min(t, 1.0)
        height = rims[row + 2] + (rims[row + 5] - rims[row + 2]) * t
        if abs(height - z) > STEP:
            continue
        distance = hypot(x - rims[row] - ex * t, y - rims[row + 1] - ey * t)
        if distance < best - 1e-9:
            best = distance
            which = number
            along = t
    return best, which, along

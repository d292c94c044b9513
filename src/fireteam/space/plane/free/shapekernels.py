"""Points, discs and straight lines against convex polygons and rectangles: scalars and flat arrays only.

Everything is in inches. An edge has 6 numbers: start, unit direction, length, and what a point on it gives for
`uy * x - ux * y`, which is more outside. Other tables are described in `field` and `shapes`.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel

Numbers: TypeAlias = "array[float]"

EPS = 0.001
"""Numbers in inches that differ by no more than this are equal."""
TINY = 1e-9
BIG = 1e18


@kernel
def hypot(x: float, y: float) -> float:
    """The length of a line; unlike that of the library it is the same number plain and compiled."""
    return sqrt(x * x + y * y)


@kernel
def away(edges: Numbers, first: int, last: int, x: float, y: float) -> float:
    """Distance in plan from a point to a convex polygon; 0 inside."""
    inside = True
    best = BIG
    for edge in range(6 * first, 6 * last, 6):
        ux = edges[edge + 2]
        uy = edges[edge + 3]
        if uy * x - ux * y - edges[edge + 5] > 0:
            inside = False
            px = x - edges[edge]
            py = y - edges[edge + 1]
            along = px * ux + py * uy
            along = 0.0 if along < 0 else min(along, edges[edge + 4])
            px -= along * ux
            py -= along * uy
            best = min(best, px * px + py * py)
    return 0.0 if inside else sqrt(best)


@kernel
def depth(edges: Numbers, first: int, last: int, x: float, y: float) -> float:
    """How deep a point lies inside a convex polygon; negative: how far beyond one of its edges' lines."""
    best = BIG
    for edge in range(6 * first, 6 * last, 6):
        best = min(best, edges[edge + 5] - edges[edge + 3] * x + edges[edge + 2] * y)
    return best


@kernel
def within(
    edges: Numbers, first: int, last: int, x: float, y: float, dx: float, dy: float, length: float, slack: float
) -> tuple[float, float]:
    """From where to where, in inches of a straight leg, its point is inside a convex polygon; nowhere: from > to."""
    start = 0.0
    end = length
    for edge in range(6 * first, 6 * last, 6):
        ux = edges[edge + 2]
        uy = edges[edge + 3]
        out = uy * x - ux * y - edges[edge + 5] - slack
        slope = uy * dx - ux * dy
        if slope > TINY:
            end = min(end, -out / slope)
        elif slope < -TINY:
            start = max(start, -out / slope)
        elif out > 0:
            return 1.0, 0.0
        if start > end:
            return 1.0, 0.0
    return start, end


@kernel
def meets(
    edges: Numbers, first: int, last: int, x: float, y: float, dx: float, dy: float, length: float, reach: float
) -> float:
    """How far a disc slides along a unit direction before it is nearer than `reach` to a polygon; BIG: not at all."""
    if away(edges, first, last, x, y) < reach - TINY:
        return 0.0
    best = BIG
    for edge in range(6 * first, 6 * last, 6):
        ex = edges[edge]
        ey = edges[edge + 1]
        ux = edges[edge + 2]
        uy = edges[edge + 3]
        out = uy * x - ux * y - edges[edge + 5]
        slope = uy * dx - ux * dy
        if slope < -TINY and out >= reach - TINY:
            t = (reach - out) / slope
            along = (x + dx * t - ex) * ux + (y + dy * t - ey) * uy
            if -TINY <= along <= edges[edge + 4] + TINY:
                best = min(best, t)
        if reach > 0:
            best = min(best, meets_disc(x, y, dx, dy, length, ex, ey, reach))
    best = max(best, 0.0)
    return best if best <= length else BIG


@kernel
def meets_disc(x: float, y: float, dx: float, dy: float, length: float, ox: float, oy: float, reach: float) -> float:
    """The same against a disc: `reach` is the sum of both radii."""
    px = ox - x
    py = oy - y
    if px * px + py * py < reach * reach - TINY:
        return 0.0
    ahead = px * dx + py * dy
    rest = reach * reach - (px * px + py * py - ahead * ahead)
    if rest <= 1e-12 or ahead <= 0:
        return BIG
    t = max(0.0, ahead - sqrt(rest))
    return t if t <= length else BIG


@kernel
def box_away(u: float, v: float, long: float, wide: float) -> float:
    """Distance from a point to a rectangle about the origin along the axes; 0 inside."""
    return hypot(max(abs(u) - long, 0.0), max(abs(v) - wide, 0.0))


@kernel
def meets_box(u: float, v: float, du: float, dv: float, length: float, long: float, wide: float, reach: float) -> float:
    """How far a disc slides before it is nearer than `reach` to a rectangle about the origin; BIG: not at all."""
    if box_away(u, v, long, wide) < reach - TINY:
        return 0.0
    best = BIG
    if abs(du) > TINY:
        limit = -(long + reach) if du > 0 else long + reach
        t = (limit - u) / du
        if t >= -TINY and abs(v + dv * t) <= wide + TINY:
            best = min(best, t)
    if abs(dv) > TINY:
        limit = -(wide + reach) if dv > 0 else wide + reach
        t = (limit - v) / dv
        if t >= -TINY and abs(u + du * t) <= long + TINY:
            best = min(best, t)
    for corner in range(4):
        cu = long if corner < 2 else -long
        cv = wide if corner % 2 == 0 else -wide
        best = min(best, meets_disc(u, v, du, dv, length, cu, cv, reach))
    best = max(best, 0.0)
    return best if best <= length else BIG


@kernel
def near_line(x: float, y: float, dx: float, dy: float, length: float, px: float, py: float) -> float:
    """Distance from a straight leg to a point."""
    t = (px - x) * dx + (py - y) * dy
    t = 0.0 if t < 0 else min(t, length)
    return hypot(x + dx * t - px, y + dy * t - py)


@kernel
def near_box(u: float, v: float, du: float, dv: float, length: float, long: float, wide: float) -> float:
    """Distance from a straight leg to a rectangle about the origin; 0 where it is crossed."""
    start = 0.0
    end = length
    crosses = True
    for axis in range(2):
        p = u if axis == 0 else v
        d = du if axis == 0 else dv
        half = long if axis == 0 else wide
        if abs(d) < TINY:
            if abs(p) > half:
                crosses = False
        else:
            one = (-half - p) / d
            two = (half - p) / d
            start = max(start, min(one, two))
            end = min(end, max(one, two))
    if crosses and start <= end:
        return 0.0
    best = min(box_away(u, v, long, wide), box_away(u + du * length, v + dv * length, long, wide))
    for corner in range(4):
        cu = long if corner < 2 else -long
        cv = wide if corner % 2 == 0 else -wide
        best = min(best, near_line(u, v, du, dv, length, cu, cv))
    return best

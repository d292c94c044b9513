"""Distances between bodies and hulls: gaps, contact, and the way round what is solid."""

from __future__ import annotations

from math import cos, hypot, inf, radians, sin

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import BLOCK, FLOOR, STEP, Field
from fireteam.space.plane.free.pieces import SOLID
from fireteam.space.plane.free.rims import RIM, rims_of
from fireteam.space.plane.free.shapekernels import BIG, EPS, away
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.free.walking import room
from fireteam.space.plane.model import INCH, TOUCH, Body

Point = tuple[float, float]


def plan_gap(one: Shape, two: Shape) -> float:
    """The gap in plan between two shapes, in inches; 0 where they overlap."""
    if isinstance(one, Hull):
        if isinstance(two, Hull):
            return hull_gap(one, two)
        return max(0.0, point_to_hull(one, two.x / INCH, two.y / INCH) - two.radius)
    if isinstance(two, Hull):
        return max(0.0, point_to_hull(two, one.x / INCH, one.y / INCH) - one.radius)
    return max(0.0, hypot(one.x - two.x, one.y - two.y) / INCH - one.radius - two.radius)


def point_to_hull(hull: Hull, x: float, y: float) -> float:
    """The distance in plan from a place in inches to a hull; 0 inside."""
    c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
    px, py = x - hull.x / INCH, y - hull.y / INCH
    ahead, aside = abs(c * px + s * py), abs(c * py - s * px)
    return hypot(max(0.0, ahead - hull.length / 2), max(0.0, aside - hull.width / 2))


def hull_gap(one: Hull, two: Hull) -> float:
    """The gap in plan between two hulls; 0 where they overlap."""
    apart = -inf
    for hull, other in ((one, two), (two, one)):
        c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
        for nx, ny, half in ((c, s, hull.length / 2), (-s, c, hull.width / 2)):
            places = [(x - hull.x / INCH) * nx + (y - hull.y / INCH) * ny for x, y in other.corners()]
            apart = max(apart, min(places) - half, -half - max(places))
    if apart <= 0:
        return 0.0
    return min(
        *(point_to_hull(one, x, y) for x, y in two.corners()), *(point_to_hull(two, x, y) for x, y in one.corners())
    )


def rise(one: Shape, two: Shape) -> float:
    """The difference in height that counts: of the surfaces between bodies; a hull counts with its whole height."""
    low, high = (one, two) if one.z <= two.z else (two, one)
    top = low.z + (low.height if isinstance(low, Hull) else 0)
    return max(0, high.z - top) / INCH


def gap(one: Shape, two: Shape) -> float:
    """The distance between two shapes with height, in inches."""
    return hypot(plan_gap(one, two), rise(one, two))


def touches(one: Shape, two: Shape) -> bool:
    """Whether two are in contact: next to each other in plan, and their heights overlap."""
    meet = one.z <= two.z + two.height and two.z <= one.z + one.height
    return meet and plan_gap(one, two) <= TOUCH + 1e-9


def nearest_point(shape: Shape, x: float, y: float) -> Point:
    """Where measuring to a shape begins: the centre of a base, the nearest point of a hull, in inches."""
    if isinstance(shape, Body):
        return shape.x / INCH, shape.y / INCH
    c, s = cos(radians(shape.facing)), sin(radians(shape.facing))
    px, py = x - shape.x / INCH, y - shape.y / INCH
    ahead = min(max(c * px + s * py, -shape.length / 2), shape.length / 2)
    aside = min(max(c * py - s * px, -shape.width / 2), shape.width / 2)
    return shape.x / INCH + c * ahead - s * aside, shape.y / INCH + s * ahead + c * aside


def round_solids(field: Field, one: Shape, two: Shape, limit: float = 12.0) -> float:
    """The distance between two shapes along a taut line round what is solid; BIG if it is more than the limit."""
    if gap(one, two) > limit + EPS:
        return BIG
    start = nearest_point(one, two.x / INCH, two.y / INCH)
    end = nearest_point(two, *start)
    start = nearest_point(one, *end)
    rims = sum(shape.radius for shape in (one, two) if isinstance(shape, Body))
    height = rise(one, two)
    low, high = min(one.z, two.z) / INCH, max(one.z, two.z) / INCH
    if height <= STEP:
        line = _taut(field, start, end, low, high, limit + rims)
        found = hypot(max(0.0, line - rims), height) if line < BIG else BIG
    else:
        upper, lower = (start, end) if one.z >= two.z else (end, start)
        found = _over_rims(field, upper, high, lower, high - height, limit + rims) - rims
    return max(0.0, found) if found <= limit + EPS else BIG


def _taut(field: Field, start: Point, end: Point, low: float, high: float, limit: float) -> float:
    return float(jit.rounds().taut(field.tables, *start, *end, low, high, float(limit), room(field)))


def _over_rims(field: Field, upper: Point, top: float, lower: Point, low: float, limit: float) -> float:
    """The shortest line from a place on one floor to a place on a lower one: over an edge of the upper."""
    straight = hypot(upper[0] - lower[0], upper[1] - lower[1], top - low)
    if not _carried_by_solid(field, upper, top):
        # Only what stands on the lower floor and is higher than the upper is between them.
        line = _taut(field, upper, lower, top, low, limit)
        return hypot(line, top - low) if line < BIG else BIG
    best = BIG
    rims = rims_of(field)
    for row in range(0, len(rims), RIM):
        x0, y0, z0, x1, y1, z1, nx, ny = rims[row : row + 8]
        if abs(z0 - top) > STEP or abs(z1 - top) > STEP or straight > limit:
            continue
        for x, y in _crossings((x0, y0, x1, y1), (nx, ny), upper, top, lower, low):
            if hypot(x - upper[0], y - upper[1]) + hypot(x - lower[0], y - lower[1], top - low) > min(best, limit):
                continue
            above = _taut(field, upper, (x + nx * EPS, y + ny * EPS), top, top, limit)
            below = _taut(field, (x + nx * EPS, y + ny * EPS), lower, low, low, limit)
            best = min(best, above + hypot(below, top - low))
    return best


def _carried_by_solid(field: Field, at: Point, z: float) -> bool:
    """Whether what is under a place at a height is solid."""
    for block in range(field.block_count):
        row = BLOCK * block
        if int(field.blocks[row + 6]) & SOLID and abs(field.blocks[row + 5] - z) <= STEP:
            ends = int(field.blocks[row + 7]), int(field.blocks[row + 8])
            if away(field.edges, *ends, *at) <= EPS:
                return True
    # The ground has no slab; what is lower than it is in a hole, whose sides are solid.
    floor = jit.walks().floor_at(field.tables, *at, z)
    return floor >= 0 and field.names[int(field.floors[FLOOR * floor + 11])] == ""


def _crossings(
    edge: tuple[float, float, float, float],
    normal: Point,
    upper: Point,
    top: float,
    lower: Point,
    low: float,
) -> list[Point]:
    """Where on an edge the shortest line over it crosses it: unfolded about the edge it is straight; and both ends."""
    x0, y0, x1, y1 = edge
    length = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    along_upper = (upper[0] - x0) * ux + (upper[1] - y0) * uy
    along_lower = (lower[0] - x0) * ux + (lower[1] - y0) * uy
    off_upper = abs((upper[0] - x0) * normal[0] + (upper[1] - y0) * normal[1])
    off_lower = hypot((lower[0] - x0) * normal[0] + (lower[1] - y0) * normal[1], top - low)
    part = off_upper / max(off_upper + off_lower, EPS)
    station = min(max(along_upper + (along_lower - along_upper) * part, 0.0), length)
    return [(x0 + ux * at, y0 + uy * at) for at in (station, 0.0, length)]

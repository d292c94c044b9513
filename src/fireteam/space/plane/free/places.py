"""The nearest legal place under a table of demands, proved: cut boxes of the plane down to hundredths."""

from __future__ import annotations

from array import array
from math import cos, hypot, radians, sin
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import STEP, Field
from fireteam.space.plane.free.outlines import inches
from fireteam.space.plane.free.provekernels import (
    BEYOND,
    CENTRE_IN,
    FAR,
    HULL_FAR,
    HULL_NEAR,
    INSIDE,
    NEAR,
    OUTSIDE,
    ROUND_FAR,
    ROUND_NEAR,
)
from fireteam.space.plane.free.shapes import NOBODY, Hull, Others, Shape
from fireteam.space.plane.free.walking import DARES, pieces, room
from fireteam.space.plane.model import INCH, Body, Polygon

HEAPS = (1000, 30_000)
"""Boxes that wait at most: tried with the first, and before a question stays open with the second."""
FOUND = 256
TIE = 0.005
"""Inches by which places that count as equally near may differ."""


class Farther(NamedTuple):
    """At least so many inches from a shape; `straight`: as the crow flies, else round solids (of bodies only)."""

    shape: Shape
    inches: float
    straight: bool = True


class Within(NamedTuple):
    """At most so many inches from a shape."""

    shape: Shape
    inches: float
    straight: bool = True


class Inside(NamedTuple):
    """The whole base, or only its centre, inside a convex area in hundredths."""

    polygon: Polygon
    whole: bool = True


class Outside(NamedTuple):
    """The base so many inches clear of a convex area."""

    polygon: Polygon
    inches: float = 0.0


class Beyond(NamedTuple):
    """The centre on one side of a line through a point in hundredths, so many inches in a unit direction."""

    x: float
    y: float
    nx: float
    ny: float
    inches: float = 0.0


Demand = Farther | Within | Inside | Outside | Beyond


class Place(NamedTuple):
    """A legal place in hundredths and how far, in inches, it is from where one wanted to be."""

    x: int
    y: int
    z: float
    distance: float


class Undecided(NamedTuple):
    """Too much was looked at: neither a place nor a proof that there is none."""

    boxes: int


def tabled(demands: tuple[Demand, ...]) -> tuple[array[float], int, array[float]]:
    """Demands as numbers for the kernels: rows, how many, edges of their outlines."""
    rows, edges = array("d"), array("d")
    for demand in demands:
        if isinstance(demand, Farther | Within):
            rows.extend(_measured(demand))
        elif isinstance(demand, Beyond):
            rows.extend(
                (BEYOND, demand.x / INCH, demand.y / INCH, 0, 0, 0, demand.nx, demand.ny, demand.inches, 0, 0, 0)
            )
        else:
            first = len(edges) // 6
            outline = inches(demand.polygon)
            for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
                length = hypot(x1 - x, y1 - y)
                ux, uy = (x1 - x) / length, (y1 - y) / length
                edges.extend((x, y, ux, uy, length, uy * x - ux * y))
            last = len(edges) // 6
            if isinstance(demand, Inside):
                kind, distance = (INSIDE if demand.whole else CENTRE_IN), 0.0
            else:
                kind, distance = OUTSIDE, demand.inches
            rows.extend((kind, 0, 0, 0, 0, 0, 0, 0, distance, first, last, 0))
    return rows or array("d", bytes(96)), len(demands), edges or array("d", bytes(48))


def _measured(demand: Farther | Within) -> tuple[float, ...]:
    shape, far = demand.shape, isinstance(demand, Farther)
    at = (shape.x / INCH, shape.y / INCH, shape.z / INCH)
    if isinstance(shape, Hull):
        turned = (cos(radians(shape.facing)), sin(radians(shape.facing)))
        half = (shape.length / 2, shape.width / 2)
        return (HULL_FAR if far else HULL_NEAR, *at, *half, *turned, demand.inches, 0, 0, shape.height / INCH)
    kind = (FAR if far else NEAR) if demand.straight else (ROUND_FAR if far else ROUND_NEAR)
    return (kind, *at, shape.radius, 0, 1, 0, demand.inches, 0, 0, 0)


def search(
    field: Field,
    body: Body,
    others: Others = NOBODY,
    demands: tuple[Demand, ...] = (),
    wanted: tuple[float, float] | None = None,
    levels: tuple[float, float] | None = None,
    limit: float = 6.0,
    tie: float = 0.0,
) -> list[Place] | Undecided:
    """The legal place nearest to a wanted one in hundredths, and with a `tie` all that are nearly as near; none: proved
    that there is none within the limit.

    A place is legal if the base fits there clear of blocks, of the centre of obstacles and of all others, keeps the
    distance that others demand, and meets the demands. `levels`: heights in hundredths of the floors that count; left
    out, floors within a step of the body's own.
    """
    x, y = wanted or (body.x, body.y)
    low, high = levels or (body.z - STEP * INCH, body.z + STEP * INCH)
    nothing = array("d", bytes(64))
    none = (nothing, 0, nothing, nothing, 0, 0.0)
    table = tabled(demands)
    looked = 0
    for boxes in HEAPS:
        heap, found = array("d", bytes(40 * boxes)), array("d", bytes(32 * FOUND))
        used, looked = jit.proofs().nearest(
            field.tables,
            *(
                (body.radius, body.height / INCH, DARES, 2 * body.radius),
                (others.table, len(others), others.clearances),
                (pieces(), room(field)),
            ),
            *table,
            *(none, none, 0.0, -1.0, low / INCH, high / INCH, x / INCH, y / INCH),
            *(float(limit), float(tie), heap, nothing, found),
        )
        if used >= 0:
            return collected(found, used)
    return Undecided(looked)


def collected(found: array[float], used: int) -> list[Place]:
    """What a kernel found, the nearest first, each once."""
    places = {
        (round(found[row] * INCH), round(found[row + 1] * INCH), round(found[row + 2] * INCH)): Place(
            round(found[row] * INCH), round(found[row + 1] * INCH), found[row + 2] * INCH, found[row + 3]
        )
        for row in range(0, 4 * used, 4)
    }
    return sorted(places.values(), key=lambda place: (place.distance, place.x, place.y))


def nearest(
    field: Field,
    body: Body,
    others: Others = NOBODY,
    demands: tuple[Demand, ...] = (),
    wanted: tuple[float, float] | None = None,
    levels: tuple[float, float] | None = None,
    limit: float = 6.0,
    tie: float = 0.0,
) -> list[Place]:
    """The same where nothing found and nothing proved are alike."""
    found = search(field, body, others, demands, wanted, levels, limit, tie)
    return [] if isinstance(found, Undecided) else found


def stands(field: Field, body: Body, others: Others = NOBODY, demands: tuple[Demand, ...] = ()) -> bool:
    """Whether a body may stand where it is: on a floor, clear of all, and as demanded."""
    return bool(
        jit.proofs().stands(
            field.tables,
            (body.radius, body.height / INCH, DARES, 2 * body.radius),
            (others.table, len(others), others.clearances),
            room(field),
            *tabled(demands),
            *(body.x / INCH, body.y / INCH, body.z / INCH),
        )
    )


def contact(
    field: Field,
    body: Body,
    with_: Shape,
    others: Others = NOBODY,
    demands: tuple[Demand, ...] = (),
    limit: float = 6.0,
) -> list[Place]:
    """The places nearest to a body in which it touches a shape."""
    return nearest(field, body, others, (Within(with_, 0.02 - 1e-4), *demands), limit=limit)

"""Forced moves of bases: slides, edges nearby, and where one lands who goes over them."""

from __future__ import annotations

from enum import IntEnum
from math import cos, radians, sin
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import BLOCK, STEP, Field
from fireteam.space.plane.free.places import Beyond, Demand, Place, nearest
from fireteam.space.plane.free.rims import RIM, rims_of
from fireteam.space.plane.free.shapekernels import EPS
from fireteam.space.plane.free.shapes import NOBODY, Others
from fireteam.space.plane.free.walking import NOWHERE, pieces, room
from fireteam.space.plane.model import INCH, Body


class Why(IntEnum):
    """Why a slide ended."""

    WENT = 0
    """It went the whole way."""
    TERRAIN = 1
    """A block stopped it; number of the piece."""
    BODY = 2
    """Somebody stopped it; number among the others."""
    OVER = 3
    """It went over an edge: its centre is on it."""
    TABLE = 4
    """The edge of the table stopped it."""


class Slide(NamedTuple):
    """A forced straight move: where it ends, in inches gone, why, and at what."""

    end: Body
    gone: float
    why: Why
    number: int
    spent: float
    """Inches of allowance used: difficult ground and obstacles count."""


class Rim(NamedTuple):
    """The edge nearest to a base: gap from its rim, point in inches, direction outward, height of its railing."""

    gap: float
    x: float
    y: float
    z: float
    nx: float
    ny: float
    railing: float


def slide(
    field: Field,
    body: Body,
    degrees: float,
    inches: float,
    others: Others = NOBODY,
    crosses: bool = False,
    pays: bool = False,
    clear: float = 0.0,
    leaps: float | None = None,
) -> Slide:
    """A base moved straight in a direction.

    `crosses`: obstacles do not stop it. `pays`: difficult ground and obstacles cost what they cost a walker. `clear`:
    inches that it keeps from others with a ring. `leaps`: the widest gap it goes over; left out, its own breadth.
    """
    dx, dy = cos(radians(degrees)), sin(radians(degrees))
    x, y, z = body.x / INCH, body.y / INCH, body.z / INCH
    tall = body.height / INCH
    wide = 2 * body.radius if leaps is None else leaps
    gone, why, number = jit.pushes().slide(
        field.tables,
        *(x, y, z, dx, dy, float(inches), body.radius, tall, wide, crosses, float(clear)),
        *(others.table, len(others), pieces()),
    )
    spent = gone
    if pays:
        gone, spent, paid = _paid(field, body, dx, dy, gone, inches)
        if paid:
            why, number = Why.WENT, -1
    if why == Why.TERRAIN:
        number = int(field.blocks[BLOCK * number + 9])
    end = (x + dx * gone, y + dy * gone)
    verdict = jit.walks().carried(field.tables, x, y, z, dx, dy, gone, wide, track := pieces())
    height = z
    if verdict[0] == 0 and verdict[1]:
        height = jit.walks().height_along(field.tables, track, verdict[1] - 1, dx, dy, gone)
    stop = body._replace(x=round(end[0] * INCH), y=round(end[1] * INCH), z=round(height * INCH))
    return Slide(stop, gone, Why(why), number, spent)


def _paid(field: Field, body: Body, dx: float, dy: float, reach: float, inches: float) -> tuple[float, float, bool]:
    """How far it gets for an allowance, what it spent, and whether the allowance ended it before anything else did."""
    x, y, z = body.x / INCH, body.y / INCH, body.z / INCH
    track, work = pieces(), room(field)

    def cost(gone: float) -> float:
        code, price, _, _, _ = jit.walks().walk(
            field.tables,
            *(x, y, z, x + dx * gone, y + dy * gone, body.radius, body.height / INCH, 2 * body.radius, NOWHERE),
            *(NOBODY.table, 0, NOBODY.table, track, work),
        )
        return float(price) if code == 0 else gone

    if cost(reach) <= inches + EPS:
        return reach, cost(reach), False
    low, high = 0.0, reach
    while high - low > EPS / 4:
        middle = (low + high) / 2
        low, high = (middle, high) if cost(middle) <= inches + EPS else (low, middle)
    return low, cost(low), True


def rim(field: Field, body: Body) -> Rim | None:
    """The edge nearest to a base on its level that one may fall over; None: there is none."""
    rims = rims_of(field)
    x, y, z = body.x / INCH, body.y / INCH, body.z / INCH
    if not rims:
        return None
    distance, number, along = jit.pushes().rim(rims, len(rims) // RIM, x, y, z)
    if number < 0:
        return None
    row = RIM * number
    x0, y0, z0, x1, y1, z1, nx, ny, railing = rims[row : row + 9]
    at = (x0 + (x1 - x0) * along, y0 + (y1 - y0) * along, z0 + (z1 - z0) * along)
    return Rim(max(0.0, distance - body.radius), *at, nx, ny, railing)


def floor_below(field: Field, x: float, y: float, z: float) -> float | None:
    """The height of the highest floor more than a step below a place in inches; None: there is none."""
    lower = [s.z for s in field.surfaces(round(x * INCH), round(y * INCH)) if s.z < z - STEP - EPS]
    return max(lower, default=None)


def over(field: Field, body: Body, degrees: float | None = None) -> Rim | None:
    """The edge that a base goes over: the nearest; with a direction, the one its centre is on in that direction."""
    found = rim(field, body)
    if found is None or degrees is None:
        return found
    dx, dy = cos(radians(degrees)), sin(radians(degrees))
    return found if found.nx * dx + found.ny * dy > EPS else found._replace(nx=dx, ny=dy)


def landing(
    field: Field, body: Body, edge: Rim, others: Others = NOBODY, demands: tuple[Demand, ...] = (), limit: float = 6.0
) -> tuple[Place, float] | None:
    """Where one lands who falls over an edge: the nearest place outward on the highest floor below, and inches fallen.

    Others that must not be landed on are those given. None: there is no floor, or no place within the limit.
    """
    x, y = edge.x + edge.nx * 0.01, edge.y + edge.ny * 0.01
    z = floor_below(field, x, y, edge.z)
    if z is None:
        return None
    outward = Beyond(edge.x * INCH, edge.y * INCH, edge.nx, edge.ny, 0.0)
    low = body._replace(x=round(x * INCH), y=round(y * INCH), z=round(z * INCH))
    found = nearest(field, low, others, (outward, *demands), limit=limit)
    return (found[0], edge.z - z) if found else None


def beyond(field: Field, body: Body) -> bool:
    """Whether any part of a base is beyond an edge of what carries it."""
    found = rim(field, body)
    return found is not None and found.gap <= 0

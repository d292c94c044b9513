"""Who is seen, and how much of it: 25 points of a body or a hull from an eye, with others and clouds in the way."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from math import cos, hypot, radians, sin

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.model import EPS, FOOT, INCH, RIM

POINTS = 25
FRONT, LEFT, RIGHT, REAR = "front", "left", "right", "rear"
SIDES = (FRONT, LEFT, REAR, RIGHT)

Eye = tuple[int, int, int]
"""Where somebody looks from, in hundredths."""
Cloud = tuple[int, int, int, float, float]
"""What nothing is seen through: its middle in hundredths, radius and height in inches."""


def row_of(shape: Shape, lift: float) -> tuple[float, ...]:
    """Somebody in the way of lines, as a kernel wants it; a body stands back from the edge of its base."""
    z = shape.z / INCH + lift
    at = (shape.x / INCH, shape.y / INCH, z + FOOT, z + shape.height / INCH + EPS)
    if isinstance(shape, Hull):
        turned = (cos(radians(shape.facing)), sin(radians(shape.facing)))
        return (*at, shape.length / 2, shape.width / 2, *turned)
    return (*at, shape.radius - RIM, -1.0, 1.0, 0.0)


def cloud_row(cloud: Cloud, lift: float) -> tuple[float, ...]:
    """A cloud as a kernel wants it: it reaches up and down."""
    x, y, z, radius, height = cloud
    low = z / INCH + lift - height
    return x / INCH, y / INCH, low, low + 2 * height, radius, -1.0, 1.0, 0.0


def half_width(shape: Shape, x: float, y: float) -> float:
    """Half the width of somebody as seen from a place in inches."""
    if not isinstance(shape, Hull):
        return shape.radius - RIM
    dx, dy = shape.x / INCH - x, shape.y / INCH - y
    length = hypot(dx, dy)
    if length < EPS:
        return shape.length / 2
    c, s = cos(radians(shape.facing)), sin(radians(shape.facing))
    wx, wy = -dy / length, dx / length
    return abs(wx * c + wy * s) * shape.length / 2 + abs(wy * c - wx * s) * shape.width / 2


def rows_of(field: Field, blockers: Iterable[Shape], clouds: Iterable[Cloud]) -> tuple[array[float], int]:
    """All that lines may run into besides terrain."""
    lift = field.sunk / INCH
    rows = [*(row_of(shape, lift) for shape in blockers), *(cloud_row(cloud, lift) for cloud in clouds)]
    table = array("d", [number for row in rows for number in row])
    return table or array("d", bytes(64)), len(rows)


class Watched:
    """Somebody seen from many places: what may be in the way of lines is laid out once."""

    def __init__(
        self, field: Field, shape: Shape, blockers: Iterable[Shape] = (), clouds: Iterable[Cloud] = ()
    ) -> None:
        self.rows, self.count = rows_of(field, blockers, clouds)
        self.shape, self.lift, self.prisms = shape, field.sunk / INCH, field.board.prisms
        foot = shape.z / INCH + self.lift
        self.at = (shape.x / INCH, shape.y / INCH)
        self.high = (foot + FOOT, foot + shape.height / INCH)
        self.mask, self.found = array("q", bytes(8 * POINTS)), array("q", bytes(8 * max(1, self.prisms.count)))

    def hidden(self, eye: Eye) -> int:
        """How many of its 25 points cannot be seen from an eye; the mask then says which."""
        x, y, z = eye[0] / INCH, eye[1] / INCH, eye[2] / INCH + self.lift
        seen = (*self.at, half_width(self.shape, x, y), *self.high)
        prisms, company = self.prisms, (self.found, self.rows, self.count)
        return int(jit.sights().hidden(prisms.tables, prisms.none, *company, (x, y, z), seen, self.mask))


def hidden_points(
    field: Field, eye: Eye, shape: Shape, blockers: Iterable[Shape] = (), clouds: Iterable[Cloud] = ()
) -> tuple[int, ...]:
    """For each of the 25 points of somebody whether it cannot be seen from an eye, row by row from the head down."""
    watched = Watched(field, shape, blockers, clouds)
    watched.hidden(eye)
    return tuple(watched.mask)


def hidden(field: Field, eye: Eye, shape: Shape, blockers: Iterable[Shape] = (), clouds: Iterable[Cloud] = ()) -> int:
    """How many of the 25 points of somebody cannot be seen from an eye."""
    return Watched(field, shape, blockers, clouds).hidden(eye)


def free_line(field: Field, start: Eye, end: Eye, blockers: Iterable[Shape] = (), clouds: Iterable[Cloud] = ()) -> bool:
    """Whether nothing stops the straight line between two places in hundredths."""
    rows, count = rows_of(field, blockers, clouds)
    lift = field.sunk / INCH
    prisms = field.board.prisms
    found = array("q", bytes(8 * max(1, prisms.count)))
    a = (start[0] / INCH, start[1] / INCH, start[2] / INCH + lift)
    b = (end[0] / INCH, end[1] / INCH, end[2] / INCH + lift)
    return bool(jit.sights().free(prisms.tables, prisms.none, found, rows, count, a, b))


# -- sides of hulls ----------------------------------------------------------------------------------------------------


def side_of(hull: Hull, x: float, y: float) -> str:
    """The side of a hull that a place in hundredths lies on: between its diagonals; on one of them the front or
    rear."""
    return sides_of(hull, x, y)[0]


def sides_of(hull: Hull, x: float, y: float) -> tuple[str, ...]:
    """The side of a hull that a place in hundredths lies on, between its diagonals; both sides on one of these."""
    c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
    dx, dy = x - hull.x, y - hull.y
    ahead, aside = (c * dx + s * dy) / hull.length, (c * dy - s * dx) / hull.width
    lengthwise, sideways = FRONT if ahead >= 0 else REAR, LEFT if aside > 0 else RIGHT
    if abs(abs(ahead) - abs(aside)) <= 1e-9:
        return lengthwise, sideways
    return (lengthwise,) if abs(ahead) > abs(aside) else (sideways,)


def side_seen(
    field: Field, eye: Eye, hull: Hull, side: str, blockers: Iterable[Shape] = (), clouds: Iterable[Cloud] = ()
) -> bool:
    """Whether any of the 25 points of one side of a hull can be seen: five along it, five up."""
    c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
    ahead, aside = hull.length / 2, hull.width / 2
    ends = {
        FRONT: ((ahead, -aside), (ahead, aside)),
        REAR: ((-ahead, -aside), (-ahead, aside)),
        LEFT: ((-ahead, aside), (ahead, aside)),
        RIGHT: ((-ahead, -aside), (ahead, -aside)),
    }[side]
    (u0, v0), (u1, v1) = ends
    given, hidden_by = list(blockers), list(clouds)
    for row in range(5):
        z = hull.z + round(FOOT * INCH + (hull.height - FOOT * INCH) * row / 4)
        for column in range(5):
            u, v = u0 + (u1 - u0) * column / 4, v0 + (v1 - v0) * column / 4
            # A hair outside the hull, which does not hide its own side.
            u, v = u * 1.001, v * 1.001
            point = (round(hull.x + INCH * (c * u - s * v)), round(hull.y + INCH * (s * u + c * v)), z)
            if free_line(
                field,
                eye,
                point,
                [*given, hull._replace(length=hull.length * 0.998, width=hull.width * 0.998)],
                hidden_by,
            ):
                return True
    return False

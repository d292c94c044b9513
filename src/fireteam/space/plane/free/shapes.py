"""Who else is on the field: hulls beside bodies, and the table of those that are in somebody's way."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cached_property
from math import cos, radians, sin
from typing import NamedTuple

from fireteam.space.plane.model import INCH, Body

# In what way somebody is in the way, as bits; without any it is passed, and only no end may overlap it.
BLOCKS = 1
"""It is never passed."""
RING = 1 << 1
"""Nobody comes nearer to it than `clear` inches on the way, measured round solids; who starts nearer, no nearer."""
KEEP = 1 << 2
"""Nobody ends nearer to it than `clear` inches, measured round solids."""
GHOST = 1 << 3
"""It has no body: what overlaps it is not in its way; a RING or KEEP about it holds."""
SOFT = 1 << 4
"""It stops no forced move."""

OTHER = 12
"""Numbers a row of `Others.table`: kind (0 disc, 1 rectangle), x, y, radius or half length, half width, cosine and
sine of the facing, z, height, bits, clear inches, number."""


class Hull(NamedTuple):
    """A box on the plane: centre, surface, height in hundredths; length and width in inches; whole degrees."""

    x: int
    y: int
    z: int
    length: float
    width: float
    height: int
    facing: int

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its four corners in inches: front right, front left, rear left, rear right."""
        c, s = cos(radians(self.facing)), sin(radians(self.facing))
        x, y = self.x / INCH, self.y / INCH
        ahead, aside = self.length / 2, self.width / 2
        return tuple(
            (x + c * u - s * v, y + s * u + c * v)
            for u, v in ((ahead, -aside), (ahead, aside), (-ahead, aside), (-ahead, -aside))
        )


Shape = Body | Hull


class Other(NamedTuple):
    """Somebody else and in what way it is in the way."""

    shape: Shape
    bits: int = 0
    clear: float = 1.0
    """How far a RING or KEEP reaches, in inches."""


class Others:
    """All others on the field, in the order given, as a table for the kernels."""

    def __init__(self, others: Iterable[Other] = ()) -> None:
        self.rows: tuple[Other, ...] = tuple(others)

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def table(self) -> array[float]:
        """The rows as numbers; never empty: an empty array is no array to a compiled kernel."""
        numbers = array("d")
        for number, other in enumerate(self.rows):
            numbers.extend(row_of(other, number))
        return numbers or array("d", bytes(8 * OTHER))

    @cached_property
    def clearances(self) -> array[float]:
        """How far from each one must keep at rest; never empty."""
        return array("d", [other.clear if other.bits & (RING | KEEP) else 0.0 for other in self.rows] or [0.0])

    def without(self, *bits: int) -> Others:
        """The same with these bits taken from everybody."""
        taken = 0
        for bit in bits:
            taken |= bit
        return Others(other._replace(bits=other.bits & ~taken) for other in self.rows)


def row_of(other: Other, number: int) -> tuple[float, ...]:
    """One row of the table."""
    shape = other.shape
    place = (shape.x / INCH, shape.y / INCH)
    heights = (shape.z / INCH, shape.height / INCH, float(other.bits), other.clear, float(number))
    if isinstance(shape, Hull):
        c, s = cos(radians(shape.facing)), sin(radians(shape.facing))
        return (1.0, *place, shape.length / 2, shape.width / 2, c, s, *heights)
    return (0.0, *place, shape.radius, 0.0, 1.0, 0.0, *heights)


NOBODY = Others()

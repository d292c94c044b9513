"""What a leg is made of: how it is declared and what it costs item by item."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import INCH, Body

ALLOWANCE = 200
"""Hundredths of an inch of drop that a move ignores."""


class Gait(NamedTuple):
    """How a move may be made: what it may do, and what that costs."""

    climb: bool = True
    """Whether climbing is allowed."""
    wire: int = 1
    """Inches that crossing wire costs."""
    wire_climb: bool = True
    """Whether wire is climbed as well."""
    merge: bool = True
    """Whether the horizontal parts of a leg are rounded together."""
    top_edge: bool = False
    """Whether no single climb may pass 3"."""
    errata: bool = False
    """Whether only decks more than 2" up may be jumped from."""
    least: int = 2
    """Inches that a climb costs at least."""
    reach: int = 3
    """Inches up at which terrain that is climbed may begin."""
    flies: bool = False
    """Whether climbs and drops cost nothing and ask for nothing: an ability lets it ignore heights."""


WALKING = Gait()


class Step(NamedTuple):
    """One leg of a path as it is declared: where to, at which height (None: as the ground goes), walking or jumping."""

    x: int
    y: int
    z: int | None = None
    jump: bool = False
    ladder: bool = True
    """Whether a ladder may be used on it, once a move."""


class Charge(NamedTuple):
    """What some inches of a leg were for."""

    kind: str
    """walk, jump, climb, ladder, drop, opening or wire."""
    inches: int
    length: float
    """Inches before rounding, ignored ones and minimum left aside."""
    at: float
    """How far along the leg."""
    part: str


class Stage(NamedTuple):
    """A stretch of a leg at one height, in inches."""

    begin: float
    end: float
    z: float


class Increment(NamedTuple):
    """A leg that is legal by terrain: where it ends, what it costs, how it runs."""

    end: Body
    length: float
    charges: tuple[Charge, ...]
    stages: tuple[Stage, ...]
    drops: tuple[int, ...]
    """Height of each drop in order, in hundredths: they share the move's allowance."""
    ladder: bool
    """Whether it used the move's ladder climb."""

    @property
    def cost(self) -> int:
        """Inches charged in all."""
        return sum(charge.inches for charge in self.charges)

    @property
    def fixed(self) -> int:
        """Inches charged whatever was dropped before."""
        return sum(charge.inches for charge in self.charges if charge.kind != "drop")


def dropped(drops: tuple[int, ...], allowance: int) -> tuple[tuple[int, ...], int]:
    """Inches charged for each drop in order, and what is left of the allowance."""
    charged = []
    for drop in drops:
        ignored = min(drop, allowance)
        allowance -= ignored
        charged.append(whole_inches((drop - ignored) / INCH))
    return tuple(charged), allowance

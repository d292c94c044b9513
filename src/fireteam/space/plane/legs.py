"""What a leg is made of: how it is declared, what it costs item by item, why it is refused (KT-GEO-15, KT-GEO-16)."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import INCH, Body

ALLOWANCE = 200
"""Hundredths of an inch of drop that an action ignores (KT-TM-05, KT-TM-06)."""


class Gait(NamedTuple):
    """How a move may be made: what the action forbids, and the options of the match."""

    climb: bool = True
    """Whether climbing is allowed: not in a DASH (KT-DASH-02)."""
    wire: int = 1
    """Inches that crossing razor wire costs (KT-EQ-07, KT-VER-03)."""
    wire_climb: bool = True
    """Whether razor wire is climbed as well (option razor_wire_climb)."""
    merge: bool = True
    """Whether the horizontal parts of a leg are rounded together (option merge_horizontal, KT-REPO-02)."""
    top_edge: bool = False
    """Whether no single climb may pass 3" (option climb_reach, KT-TM-02)."""
    errata: bool = False
    """Whether only Vantage more than 2" up may be jumped from (option core_errata, KT-TM-07)."""


WALKING = Gait()


class Step(NamedTuple):
    """One leg of a path as it is declared: where to, at which height (None: as the ground goes), walking or jumping."""

    x: int
    y: int
    z: int | None = None
    jump: bool = False
    ladder: bool = True
    """Whether a ladder may be used on it, once an action (KT-EQ-12)."""


class Charge(NamedTuple):
    """What some inches of a leg were for."""

    kind: str
    """walk, jump, climb, drop, opening or wire."""
    inches: int
    length: float
    """Inches before rounding, ignored ones and minimum left aside."""
    at: float
    """How far along the leg."""
    part: str
    rule: str


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
    """Height of each drop in order, in hundredths: they share the action's allowance (KT-TM-06)."""
    ladder: bool
    """Whether it used the action's ladder climb (KT-EQ-12)."""

    @property
    def cost(self) -> int:
        """Inches charged in all."""
        return sum(charge.inches for charge in self.charges)

    @property
    def fixed(self) -> int:
        """Inches charged whatever was dropped before."""
        return sum(charge.inches for charge in self.charges if charge.kind != "drop")


class Refused(NamedTuple):
    """Why a leg, or a path, is not legal."""

    reason: str
    rule: str
    part: str = ""
    at: tuple[int, int] = (0, 0)
    leg: int = 1

    def __str__(self) -> str:
        return f"leg {self.leg}: {self.reason}{f' [{self.part}]' if self.part else ''} ({self.rule})"


def dropped(drops: tuple[int, ...], allowance: int) -> tuple[tuple[int, ...], int]:
    """Inches charged for each drop in order, and what is left of the allowance (KT-TM-05, KT-TM-06)."""
    charged = []
    for drop in drops:
        ignored = min(drop, allowance)
        allowance -= ignored
        charged.append(whole_inches((drop - ignored) / INCH))
    return tuple(charged), allowance

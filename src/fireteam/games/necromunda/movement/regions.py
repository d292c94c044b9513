"""Where a move may lead, as a region of options: keys like "to 12.34,5.60 up 4.00 via 10.00,4.00 then 11.00,5.00 climb"
(NE-STD-01, NE-MOV-01)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, pi, sin
from typing import Any, ClassVar

from fireteam.core.questions import Option
from fireteam.games.necromunda.geometry import in_words
from fireteam.kit.plane.destinations import Destinations, Leg
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.free import walking
from fireteam.space.plane.free.contours import contours
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.measuring import touches
from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.shapes import Others
from fireteam.space.plane.free.walking import HANGS, Kind, Move, Walker, Watch
from fireteam.space.plane.free.ways import Cell, Ways
from fireteam.space.plane.model import INCH, Body, Point

LEG_WORDS = ("climb", "ladder", "leap", "jump", "lift")
KINDS = {
    "": Kind.WALK,
    "climb": Kind.CLIMB,
    "ladder": Kind.LADDER,
    "leap": Kind.LEAP,
    "jump": Kind.JUMP,
    "lift": Kind.LIFT,
}
NAMES = {kind: word for word, kind in KINDS.items()}
SIDE = 0.5
"""Inches between the cells that suggestions and outlines are made of."""


def spots(about: Body, inches: float) -> list[tuple[int, int]]:
    """Places round the middle of a body, in hundredths."""
    turns = [k * pi / 8 for k in range(16)]
    return [(round(about.x + inches * INCH * cos(turn)), round(about.y + inches * INCH * sin(turn))) for turn in turns]


class Surfaces:
    """The heights at which one can stand, as a region of moves asks for them."""

    def __init__(self, field: Field) -> None:
        self.field = field

    def surfaces(self, x: int, y: int) -> tuple[int, ...]:
        """In hundredths, the lowest first."""
        return tuple(dict.fromkeys(round(surface.z * INCH) for surface in self.field.surfaces(x, y)))


class Walks(Destinations[Move]):
    """Where somebody may walk within an allowance, among others."""

    leg_words: ClassVar[tuple[str, ...]] = LEG_WORDS
    example: ClassVar[str] = "to 12.34,5.60 up 4.00 via 10.00,4.00 then 11.00,5.00 climb"
    reading_rule: ClassVar[str] = "NE-MOV-01"
    leg_rule: ClassVar[str] = "NE-MOV-01"

    def __init__(
        self,
        field: Field,
        walker: Walker,
        others: Others,
        names: Sequence[str],
        rules: tuple[str, ...],
        watches: tuple[Watch, ...] = (),
        give_up: Option | None = None,
    ) -> None:
        super().__init__(Surfaces(field), walker.body)  # type: ignore[arg-type]
        self.field, self.walker, self.others, self.names = field, walker, others, list(names)
        self._rules, self.watches = rules, watches
        self.give_up = give_up  # type: ignore[misc]

    @property
    def inches(self) -> int:
        return round(self.walker.allowance)

    @property
    def rules(self) -> tuple[str, ...]:
        return self._rules

    @cached_property
    def ways(self) -> Ways:
        """All that the move reaches, settled when somebody looks."""
        return Ways(self.field, self.walker, self.others)

    @cached_property
    def reach(self) -> Reached:
        return Reached(self)

    contact: tuple[Others, Sequence[Body]] | None = None
    """By a house rule: the others without their rings, and the enemies that a move may end in contact with."""

    def judge(self, key: str) -> Move | Refused:
        found = super().judge(key)
        if self.contact is None or isinstance(found, Move):
            return found
        # Who ends in contact may pass through rings (see NE-HRX-07).
        others, foes = self.contact
        walker = self.walker._replace(bits=self.walker.bits | walking.CHARGES)
        charging = Walks(self.field, walker, others, self.names, self._rules, self.watches)
        end = charging.judge(key)
        if isinstance(end, Move) and any(touches(end.end, foe) for foe in foes):
            return end
        return found

    later: float = 0.0
    """The inches of a second Move, which must finish a climb that the first one leaves half way."""

    def allowed(self, move: Move) -> Move | Refused:
        if not move.hanging or self.finishes(move):
            return move
        return self.said(walking.Refused(walking.Verdict.MID_CLIMB, len(move.legs) - 1), move.legs)

    def finishes(self, move: Move) -> bool:
        """Whether a second Move can end a climb where it leads, on a surface that holds the base (see NE-MOV-12)."""
        edge = move.end
        rises = edge.z > (move.legs[-2].z if len(move.legs) > 1 else move.start.z)
        walker = self.walker._replace(body=edge, allowance=self.later, bits=self.walker.bits & ~HANGS, hanging=True)
        ways = Ways(self.field, walker, self.others)
        around = [(edge.x, edge.y), *spots(edge, 0.02), *spots(edge, edge.radius), *spots(edge, 2 * edge.radius)]
        return any(
            isinstance(ways.way(x, y, z), Move) for x, y in around for z in self.surfaces(x, y) if (z > edge.z) is rises
        )

    def said(self, refused: walking.Refused, legs: Sequence[walking.Leg] = ()) -> Refused:
        """What the plane refuses, of these legs or altogether, in words."""
        return in_words(refused, self.field.names, self.names, legs)

    def path(self, legs: tuple[Leg, ...]) -> Move | Refused:
        height = self.start.z
        made = []
        for leg in legs:
            if leg.z is not None:
                height = leg.z
            else:
                under = self.field.floor_under(round(leg.x), round(leg.y), height)
                height = round(under.z * INCH) if under is not None else height
            made.append(walking.Leg(KINDS[leg.how], leg.x, leg.y, height))
        found = judge(self.field, self.walker, tuple(made), self.others, self.watches)
        return found if isinstance(found, Move) else self.said(found, made)

    def route(self, end: Leg) -> Move | Refused:
        x, y = round(end.x), round(end.y)
        stays = (x, y) == (self.start.x, self.start.y) and end.z in (None, self.start.z)
        if stays:  # which needs no way out of where it stands
            return self.path(())
        heights = (end.z,) if end.z is not None else self.surfaces(x, y) or (self.start.z,)
        refused: Refused | None = None
        for height in sorted(heights, key=lambda z: (abs(z - self.start.z), z)):
            found = self.way(x, y, height)
            if isinstance(found, Move):
                return found
            refused = refused or self.said(found)
        assert refused is not None
        return refused

    def way(self, x: int, y: int, z: int) -> Move | walking.Refused:
        """The cheapest way to a place."""
        return self.ways.way(x, y, z, self.watches)

    def legs_of(self, move: Move) -> Sequence[Leg]:
        return [Leg(leg.x, leg.y, round(leg.z), NAMES[leg.kind]) for leg in move.legs]

    def args(self, move: Move) -> tuple[Any, ...]:
        legs = tuple(
            (round(leg.x), round(leg.y), round(leg.z), cost - before)
            for leg, before, cost in zip(move.legs, (0.0, *move.costs), move.costs, strict=False)
        )
        return (move.end.x, move.end.y, move.end.z, move.cost, legs, move)


class Reached:
    """What the ways of a move reach, for suggestions, random players and the outline."""

    def __init__(self, walks: Walks) -> None:
        self.walks = walks

    @cached_property
    def cells(self) -> list[Cell]:
        """Cells where one may stop, within the allowance."""
        return self.walks.ways.cells(SIDE)

    def _move(self, cell: Cell) -> Move | None:
        found = self.walks.ways.way(cell.x, cell.y, round(cell.z), self.walks.watches)
        return found if isinstance(found, Move) else None

    def suggest(self, count: int) -> Sequence[Move]:
        """Moves to cells spread over the reach."""
        cells = sorted(self.cells, key=lambda cell: (cell.x, cell.y, cell.z))
        step = max(1, len(cells) // max(1, count))
        moves = [self._move(cell) for cell in cells[::step][:count]]
        return [move for move in moves if move is not None]

    def draw(self, lot: float) -> Move | None:
        """A move to a cell picked by a number from 0 up to 1."""
        return self._move(self.cells[int(lot * len(self.cells))]) if self.cells else None

    def first(self) -> Move | None:
        """Some move: to stay, if one may."""
        found = judge(self.walks.field, self.walks.walker, (), self.walks.others, self.walks.watches)
        if isinstance(found, Move):
            return found
        return next((move for cell in self.cells if (move := self._move(cell)) is not None), None)

    def cost(self, x: float, y: float) -> float | None:
        """What it costs to come to a point, on the cheapest level."""
        heights = self.walks.surfaces(round(x), round(y))
        costs = [self.walks.ways.cost(x, y, height) for height in heights]
        least = min(costs, default=1e9)
        return least if least <= self.walks.walker.allowance else None

    def contours(self) -> Sequence[Sequence[Sequence[Point]]]:
        """For each whole inch the closed lines round what it reaches."""
        return contours(self.cells, SIDE, self.walks.walker.allowance)

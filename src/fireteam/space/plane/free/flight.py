"""Running from enemies: the best place in reach, proved, and whether another place is as good."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.shapes import NOBODY, Others
from fireteam.space.plane.free.walking import CLIMBS, LADDERS, Move, Refused, Verdict, Walker, Watch
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import INCH, Body

TOLERANCE = 0.05
"""Inches by which a place may be nearer than the best and still be as good."""
SLACK = 2.0
"""Inches beyond the allowance that are settled, so that boxes out of reach are known early."""
HEAP = 60_000
FAR, UNSEEN, COVERED = 4, 2, 1
"""Of a class: farther than asked from every eye; seen by none; in cover from each that sees it."""


class Eye(NamedTuple):
    """Somebody run from: its body, the height of its eye above its feet in hundredths, and whether it looks."""

    body: Body
    eye: int
    looks: bool = True


class Best(NamedTuple):
    """A place to run to: where in hundredths, its class, the gap to the nearest eye, what it costs."""

    x: int
    y: int
    z: int
    grade: int
    gap: float
    cost: float
    boxes: int
    """Boxes that were looked at; -1: too many, nothing is proved."""


class Flight:
    """One run: farther than `far` inches from all, then unseen, then in cover, then as far as possible."""

    def __init__(
        self, field: Field, walker: Walker, others: Others = NOBODY, eyes: tuple[Eye, ...] = (), far: float = 3.0
    ) -> None:
        self.field = field
        self.walker = walker._replace(bits=walker.bits & (CLIMBS | LADDERS), lifts=())
        self.others, self.eyes, self.far = others, eyes, far
        self.ways = Ways(field, self.walker, others, slack=SLACK)
        self.table = array("d")
        for eye in eyes:
            body = eye.body
            self.table.extend((body.x / INCH, body.y / INCH, (body.z + eye.eye) / INCH, body.radius, body.z / INCH))
            self.table.append(1.0 if eye.looks else 0.0)
        if not eyes:
            self.table.append(0.0)

    @cached_property
    def _sight(self) -> tuple[object, ...]:
        prisms = self.field.board.prisms
        # An empty table is no table to a compiled kernel.
        skip = prisms.none or array("q", [1])
        tables = tuple(table or array(table.typecode, bytes(64)) for table in prisms.tables)
        return tables, skip, array("q", bytes(8 * max(1, prisms.count))), self.field.sunk / INCH

    def grade(self, x: float, y: float, z: float) -> tuple[int, float]:
        """The class of a place in hundredths and its gap to the nearest eye."""
        sure, _, near = jit.flights().grade(
            self._sight,
            *(self.table, len(self.eyes), self.far, x / INCH, y / INCH, z / INCH),
            *(self.ways.radius, self.ways.tall, 0.0, 0.0, 0),
        )
        return int(sure), float(near)

    @cached_property
    def best(self) -> Best:
        """The best place in reach: no other is of a higher class, nor farther by more than the tolerance."""
        body, ways = self.walker.body, self.ways
        grade, gap = self.grade(body.x, body.y, body.z)
        best = array("d", [body.x / INCH, body.y / INCH, body.z / INCH, grade, gap, 0.0])
        lean = ways.lean
        room = array("d", bytes(16 * max(ways.count + ways.seeded, lean.count + lean.seeded)))
        boxes = jit.flights().flight(
            self.field.tables,
            *(ways.mover, ways.company, ways.room, ways.graph, lean.graph, lean.radius),
            *(float(self.walker.allowance), self._sight),
            *(self.table, len(self.eyes), float(self.far), TOLERANCE / 2, array("d", bytes(40 * HEAP))),
            *(room, best),
        )
        place = [round(number * INCH) for number in best[:3]]
        return Best(place[0], place[1], place[2], int(best[3]), best[4], best[5], boxes)

    def accepts(self, x: int, y: int, z: int, watches: tuple[Watch, ...] = ()) -> Move | Refused:
        """The move to a place if one may stop there: as good as the best, or better, and in reach."""
        grade, gap = self.grade(x, y, z)
        if grade < self.best.grade or (grade == self.best.grade and gap < self.best.gap - TOLERANCE):
            return Refused(Verdict.TOO_NEAR, 0, grade, gap)
        return self.ways.way(x, y, z, watches)

    def counts(self, side: float = 0.5) -> dict[int, int]:
        """How many cells in reach are of each class, to explain the best."""
        found: dict[int, int] = {}
        for cell in self.ways.cells(side):
            grade, _ = self.grade(cell.x, cell.y, cell.z)
            found[grade] = found.get(grade, 0) + 1
        return found

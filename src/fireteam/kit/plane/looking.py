"""What one has to do with another on the plane: how far away it is, whether it is seen, and what to draw for that."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from fireteam.core.scene import Mark, MarkKind
from fireteam.kit.plane.sheets import Sheet
from fireteam.space.plane.measure import Disc, between, route
from fireteam.space.plane.model import Board
from fireteam.space.plane.sight import Sighting


class Distance(NamedTuple):
    """How far two are apart, and the places in inches that this is measured along."""

    inches: float
    places: tuple[tuple[float, float], ...]

    @property
    def bent(self) -> bool:
        """Whether it leads round walls."""
        return len(self.places) > 2


def distance(board: Board, here: Disc, there: Disc, most: float) -> Distance:
    """From one to another, edge to edge; what lies farther away than `most` inches is so far away."""
    return Distance(min(most, between(board, here, there)), route(board, here, there))


def distance_marks(sheet: Sheet, found: Distance, text: str) -> list[Mark]:
    """The lines that a distance is measured along."""
    return [
        {"kind": "distance", "shape": sheet.line(start, end), "text": text} for start, end in pairwise(found.places)
    ]


def part_mark(sheet: Sheet, board: Board, kind: MarkKind, part: str, text: str) -> list[Mark]:
    """A part of terrain as a mark, if it is there."""
    prism = next((prism for prism in board.parts if prism.id == part), None)
    return [{"kind": kind, "shape": sheet.polygon(prism.polygon), "text": text}] if prism is not None else []


def sight_marks(sheet: Sheet, board: Board, found: Sighting, text: str, blocked: str) -> list[Mark]:
    """The line of sight, free or blocked, and the part that blocks it, each with its text."""
    kind: MarkKind = "sight" if found.visible else "blocked"
    line: Mark = {"kind": kind, "shape": sheet.line(*found.line), "text": text}
    return [line] if found.visible else [line, *part_mark(sheet, board, "blocked", found.blocker, blocked)]

"""What one has to do with another on the plane: how far away it is, whether it is seen, and what to draw for that."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from fireteam.core.scene import Mark, MarkKind
from fireteam.kit.plane.sheets import Sheet
from fireteam.kit.rays import entry, ray_view
from fireteam.space.plane.measure import Disc, between, route
from fireteam.space.plane.model import Board, Body
from fireteam.space.plane.sight import Place, Sighting


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
    if prism is None:
        return []
    heights = [prism.bottom, prism.top]
    return [{"kind": kind, "shape": sheet.polygon(prism.polygon), "text": text, "heights": heights}]


def ray_mark(
    sheet: Sheet, kind: MarkKind, line: tuple[Place, Place], bodies: tuple[Body, Body], text: str, met: Place | None
) -> Mark:
    """A line from one body to another, and where it meets what decides."""
    start, end = (sheet.space(place) for place in line)
    edges = [[body.z, body.z + body.height] for body in bodies]
    ray = ray_view(start, end, edges, None if met is None else sheet.space(met))
    return {"kind": kind, "shape": sheet.line(*line), "text": text, "heights": [start[2], end[2]], "ray": ray}


def sight_marks(
    sheet: Sheet, board: Board, found: Sighting, bodies: tuple[Body, Body], text: str, blocked: str
) -> list[Mark]:
    """The line of sight between two, free or blocked, and the part that blocks it, each with its text."""
    line = ray_mark(sheet, "sight" if found.visible else "blocked", found.line, bodies, text, None)
    if found.visible:
        return [line]
    parts = part_mark(sheet, board, "blocked", found.blocker, blocked)
    ray = line["ray"]
    met = (entry(ray["start"], ray["end"], part["shape"], part["heights"]) for part in parts)
    ray["met"] = next((place for place in met if place), ray["end"])
    return [line, *parts]

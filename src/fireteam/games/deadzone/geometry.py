"""The board of a battle, and what its codes mean in the book's words and rules (DZ-GEO, DZ-TERR, DZ-PART)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fireteam.space.cubes.board import Board
from fireteam.space.cubes.layout import Floor, Layout, Platform, Ramp, Split, Wall
from fireteam.space.cubes.sight import Sight
from fireteam.space.cubes.steps import Steps

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.board import BoardData

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The numbers 1 to 8 of the scatter diagram (DZ-SCAT-01)."""


class Field(NamedTuple):
    """A battlefield: cubes, steps and sight (DZ-CORE-02, DZ-GEO-01)."""

    board: Board
    steps: Steps
    sight: Sight


def field_of(data: BoardData) -> Field:
    """The battlefield of a map."""
    width, depth = data["size"]
    layout = Layout(
        width,
        depth,
        data["levels"],
        floors=tuple(Floor(*at, kind) for at, kind in data["floors"].items()),
        walls=tuple(Wall(*at, shape) for at, shape in data["walls"].items()),
        splits=tuple(Split(*at, axis, shape) for at, (axis, shape) in data["splits"].items()),
        ramps=tuple(Ramp(*at, way) for at, way in data["ramps"].items()),
        platforms=tuple(Platform(*at, quarters) for at, quarters in data["platforms"].items()),
        solid=tuple(data["solid"]),
        ladders=tuple(data["ladders"]),
    )
    board = Board(layout)
    return Field(board, Steps(board), Sight(board))

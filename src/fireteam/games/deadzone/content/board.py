"""A map of a pack as plain data, from which a board of cubes is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.maps import Map

Cube = tuple[int, int, int]


class BoardData(TypedDict):
    """Cubes are (x, y, level) from 1, x west to east, y south to north; what is not listed is open and has no floor.

    The ground is a floor, and so is the top of a solid cube; the edge of the board is a wall.
    """

    size: tuple[int, int]
    """Columns and rows."""
    levels: int
    floors: dict[Cube, str]
    """`full`, `half-N|S|E|W`, `hatch1..4`; none on level 1 (DZ-GEO-04)."""
    walls: dict[tuple[int, int, int, str], str]
    """By cube and side, `E` or `N`: `low25|50|75`, `door25|50|75`, `window`, `blocked`, `smooth`, `hatch1..4`
    (DZ-GEO-03)."""
    splits: dict[Cube, tuple[str, str]]
    """The axis that the wall stands across, `x` or `y`, and its shape (DZ-GEO-09)."""
    ramps: dict[Cube, str]
    """The direction that it goes up in: `N`, `E`, `S`, `W` (DZ-GEO-07)."""
    solid: frozenset[Cube]
    platforms: dict[Cube, tuple[str, ...]]
    """The raised quarters: `SW`, `SE`, `NW`, `NE` (DZ-PART-06)."""
    ladders: frozenset[Cube]


def board_data(map: Map) -> BoardData:
    """The plain data of a map."""
    return {
        "size": map.size,
        "levels": map.levels,
        "floors": {(x, y, level): kind for x, y, level, kind in map.floors},
        "walls": {(x, y, level, side): shape for x, y, level, side, shape in map.walls},
        "splits": {(x, y, level): (axis, shape) for x, y, level, axis, shape in map.splits},
        "ramps": {(x, y, level): direction for x, y, level, direction in map.ramps},
        "solid": frozenset(map.solid),
        "platforms": {(x, y, level): quarters for x, y, level, quarters in map.platforms},
        "ladders": frozenset(map.ladders),
    }

"""Maps of a Deadzone pack as they are written in YAML: a cube is [x, y, level], x from the west, y from the south,
level 1 is the ground (see DZ-CORE-02, DZ-GEO-03, DZ-GEO-04)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fireteam.kit.content.models import Part, Slug, Text, Yes

Coordinate = Annotated[int, Field(strict=True, ge=1, le=12)]
Level = Annotated[int, Field(strict=True, ge=1, le=6)]
Square = tuple[Coordinate, Coordinate]
Cube = tuple[Coordinate, Coordinate, Level]
Direction = Literal["N", "E", "S", "W"]
Quarter = Literal["SW", "SE", "NW", "NE"]
FloorKind = Literal["full", "half-N", "half-S", "half-E", "half-W", "hatch1", "hatch2", "hatch3", "hatch4"]
Shape = Literal[
    "low25", "low50", "low75", "door25", "door50", "door75", "window", "blocked", "smooth",
    "hatch1", "hatch2", "hatch3", "hatch4",
]  # fmt: skip
Extent = Annotated[int, Field(strict=True, ge=4, le=12)]


class Map(Part):
    """A battlefield. What is not listed is open; the edge of the board is a wall."""

    id: Slug
    name: Text
    text: str = ""
    size: tuple[Extent, Extent] = (8, 8)
    levels: Annotated[int, Field(strict=True, ge=1, le=6)]
    symmetric: Yes = True
    """Whether it must be its own half-turn, so that both sides have the same ground."""
    floors: tuple[tuple[Coordinate, Coordinate, Level, FloorKind], ...] = ()
    """Floors above the ground: whole, a walkway on one half, or whole with a hatch for sizes up to N."""
    walls: tuple[tuple[Coordinate, Coordinate, Level, Literal["E", "N"], Shape], ...] = ()
    """The face of a cube to the east or north."""
    splits: tuple[tuple[Coordinate, Coordinate, Level, Literal["x", "y"], Shape], ...] = ()
    """A wall through the middle of a cube, across this axis (see DZ-GEO-09)."""
    ramps: tuple[tuple[Coordinate, Coordinate, Level, Direction], ...] = ()
    """From this cube up to the next one in the direction (see DZ-GEO-07)."""
    solid: tuple[Cube, ...] = ()
    """Filled cubes; their tops are floors."""
    platforms: tuple[tuple[Coordinate, Coordinate, Level, tuple[Quarter, ...]], ...] = ()
    """Quarters of a cube that are raised (see DZ-PART-06)."""
    ladders: tuple[Cube, ...] = ()
    """Cubes that can be climbed in (see DZ-GEO-06)."""

"""The plane as it is drawn: a scene counts downwards what the rules count to the north."""

from __future__ import annotations

from fireteam.core.scene import Point, Shape
from fireteam.space.plane.model import INCH, Polygon


class Sheet:
    """A board so many hundredths high, to draw on."""

    def __init__(self, height: int) -> None:
        self.height = height

    def point(self, x: float, y: float) -> Point:
        """A place of the rules, in hundredths, as a scene has it."""
        return [round(x), round(self.height - y)]

    def inches(self, x: float, y: float) -> Point:
        """The same for a place in inches."""
        return self.point(x * INCH, y * INCH)

    def space(self, place: tuple[float, float, float]) -> list[int]:
        """The same with its height."""
        return [*self.inches(place[0], place[1]), round(place[2] * INCH)]

    def polygon(self, polygon: Polygon) -> Shape:
        """An outline of the rules as a scene has it."""
        return {"polygon": [value for x, y in polygon for value in self.point(x, y)]}

    def line(self, start: tuple[float, ...], end: tuple[float, ...]) -> Shape:
        """A line between two places in inches."""
        return {"line": [*self.inches(start[0], start[1]), *self.inches(end[0], end[1])]}

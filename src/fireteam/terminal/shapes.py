"""Shapes of a scene, as far as signs on a canvas need them: whether a point lies inside, and the signs of what is
drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from fireteam.core.scene import UNIT, PartKind, Shape

SEAT_STYLES = ("bold cyan", "bold magenta")
SIGNS: dict[PartKind, tuple[str, str]] = {
    "hatch": ("x", "x"), "opening": ("+", "+"), "window": ("=", "="), "ladder": ("H", "H"), "wall": ("█", "#"),
    "solid": ("▓", "%"), "ramp": ("/", "/"),
    "door": ("‡", "|"), "console": ("¤", "$"),
    "wire": ("~", "~"), "low": ("░", ":"), "step": ("_", "_"), "bare": ("'", "'"), "rubble": ("∴", ";"), "dark": ("░",
    ":"),
}  # fmt: skip
"""Kinds of parts: a sign, and one for where only plain letters can be shown."""
STYLES: dict[PartKind, str] = {
    "hatch": "bold yellow", "opening": "yellow", "door": "bold yellow", "console": "bold yellow", "ladder": "yellow",
    "floor": "blue", "ramp": "blue", "low": "green", "wire": "red", "dark": "dim",
}  # fmt: skip

Cell = tuple[str, str]
"""A sign and its style."""


class Outline(NamedTuple):
    """A polygon in units of the board with the box round it."""

    points: tuple[tuple[float, float], ...]
    west: float
    north: float
    east: float
    south: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        if not (self.west <= x <= self.east and self.north <= y <= self.south):
            return False
        inside = False
        before_x, before_y = self.points[-1]
        for here_x, here_y in self.points:
            if (here_y > y) != (before_y > y) and x < (before_x - here_x) * (y - here_y) / (before_y - here_y) + here_x:
                inside = not inside
            before_x, before_y = here_x, here_y
        return inside


def outline(flat: Sequence[int]) -> Outline:
    """A polygon of a scene."""
    points = tuple((flat[at] / UNIT, flat[at + 1] / UNIT) for at in range(0, len(flat) - 1, 2))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Outline(points, min(xs), min(ys), max(xs), max(ys))


def outlines(shape: Shape) -> list[Outline]:
    """A polygon, a rectangle or a circle of a scene; a line has none."""
    if "rect" in shape:
        x, y, wide, high = shape["rect"]
        return [outline([x, y, x + wide, y, x + wide, y + high, x, y + high])]
    if "circle" in shape:
        x, y, radius = shape["circle"]
        angles = [number * pi / 8 for number in range(16)]
        return [outline([round(at) for a in angles for at in (x + radius * cos(a), y + radius * sin(a))])]
    return [outline(shape["polygon"])] if "polygon" in shape else []

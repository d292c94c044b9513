"""The flame template: the hull of two discs with its tip at a base, whom it covers, and every different way to lay
it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import asin, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import Any

from fireteam.core.questions import Option
from fireteam.space.plane.free.blasts import walled
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.measuring import point_to_hull
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.model import EPS, INCH

LENGTH, NARROW, WIDE = 8.0, 0.25, 1.25
"""Inches from tip to end, and the radii of both ends."""
UP = 1.25
"""Inches that it reaches up and down."""
_KEY = re.compile(r"flame (\d{1,3})")


def away(px: float, py: float, ax: float, ay: float, ux: float, uy: float, base: float) -> float:
    """The distance from a place to the template that points along u from a base about a; negative inside. Inches."""
    run = LENGTH - NARROW - WIDE
    dx, dy = px - ax - ux * (base + NARROW), py - ay - uy * (base + NARROW)
    along, aside = dx * ux + dy * uy, abs(dy * ux - dx * uy)
    lean = (NARROW - WIDE) / run
    steep = sqrt(1 - lean * lean)
    station = steep * along - lean * aside
    if station < 0:
        return hypot(aside, along) - NARROW
    if station > steep * run:
        return hypot(aside, along - run) - WIDE
    return aside * steep + along * lean - NARROW


def covers(shooter: Shape, base: float, direction: float, shape: Shape) -> bool:
    """Whether a template laid in a direction, in degrees, covers any part of somebody."""
    if abs(shape.z - shooter.z) / INCH > UP + EPS:
        return False
    ax, ay = shooter.x / INCH, shooter.y / INCH
    ux, uy = cos(radians(direction)), sin(radians(direction))
    if not isinstance(shape, Hull):
        return away(shape.x / INCH, shape.y / INCH, ax, ay, ux, uy, base) <= shape.radius + EPS
    # Along the axis the distance to a box less the radius there is convex: thirds find its least.
    run = LENGTH - NARROW - WIDE

    def gap(part: float) -> float:
        at = base + NARROW + part * run
        return point_to_hull(shape, ax + ux * at, ay + uy * at) - (NARROW + part * (WIDE - NARROW))

    low, high = 0.0, 1.0
    for _ in range(50):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if gap(one) <= gap(two):
            high = two
        else:
            low = one
    return gap((low + high) / 2) <= EPS


def leeway(base: float, half: float) -> float:
    """How far off its facing somebody may lay the template so that all of it lies in an arc of so many degrees to
    either side; negative: it cannot."""
    if half >= 180:
        return 180.0
    return half - degrees(max(asin(NARROW / (base + NARROW)), asin(WIDE / (base + LENGTH - WIDE))))


class Flames:
    """Ways to lay the template: "flame 73" in whole degrees; one suggestion for each different set of those covered."""

    def __init__(
        self,
        field: Field,
        shooter: Shape,
        facing: int,
        half: float,
        others: Mapping[str, Shape],
        rules: tuple[str, ...] = (),
        kind: str = "flame",
        arc: Callable[[int], bool] | None = None,
    ) -> None:
        self.field, self.shooter, self.facing, self.others = field, shooter, facing, dict(others)
        self.base = 0.0 if isinstance(shooter, Hull) else shooter.radius
        self.room = leeway(self.base, half)
        self.rules, self.kind, self.arc = rules, kind, arc

    def allows(self, direction: int) -> bool:
        """Whether the whole template lies in the arc, or in what is given as one."""
        if self.arc is not None:
            return self.arc(direction)
        off = (direction - self.facing + 180) % 360 - 180
        return abs(off) <= self.room + 1e-6

    def covered(self, direction: int) -> tuple[str, ...]:
        """The names of those under the template who are not walled off."""
        x, y, z = self.shooter.x / INCH, self.shooter.y / INCH, self.shooter.z / INCH
        return tuple(
            name
            for name, shape in self.others.items()
            if covers(self.shooter, self.base, direction, shape)
            and not walled(self.field, x, y, z, shape.x / INCH, shape.y / INCH, shape.z / INCH)
        )

    def directions(self) -> list[int]:
        """All whole degrees in the arc."""
        return [direction for direction in range(360) if self.allows(direction)]

    def sets(self) -> list[tuple[int, tuple[str, ...]]]:
        """For each different set of those covered the middle of the widest run of directions that covers it, those that
        cover most first."""
        start = round(self.facing - self.room) if self.room < 180 else 0
        ordered = sorted(self.directions(), key=lambda direction: (direction - start) % 360)
        runs: list[tuple[tuple[str, ...], list[int]]] = []
        for direction in ordered:
            found = self.covered(direction)
            if runs and runs[-1][0] == found:
                runs[-1][1].append(direction)
            else:
                runs.append((found, [direction]))
        widest: dict[tuple[str, ...], list[int]] = {}
        for names, run in runs:
            if len(run) > len(widest.get(names, ())):
                widest[names] = run
        chosen = [(run[len(run) // 2], names) for names, run in widest.items()]
        return sorted(chosen, key=lambda entry: (-len(entry[1]), (entry[0] - start) % 360))

    def option(self, direction: int) -> Option:
        """A way to lay it, as an option: the direction, and the names of those covered."""
        return Option(f"flame {direction}", self.kind, (direction, self.covered(direction)), self.rules)

    def find(self, key: str) -> Option | None:
        """The legal way that a key means."""
        read = _KEY.fullmatch(key)
        if read is None or int(read[1]) >= 360 or not self.allows(int(read[1])):
            return None
        return self.option(int(read[1]))

    def suggest(self, count: int) -> Sequence[Option]:
        """One way for each different set of those covered."""
        return [self.option(direction) for direction, _ in self.sets()[:count]]

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """Any way."""
        directions = self.directions()
        return self.option(directions[int(draw() * len(directions))]) if directions else None

    def outline(self) -> dict[str, Any]:
        """The tip, the arc, and the size of the template, to draw it."""
        return {
            "kind": "flame",
            "at": [self.shooter.x, self.shooter.y, self.shooter.z],
            "base": self.base,
            "facing": self.facing,
            "room": self.room,
            "length": LENGTH,
            "ends": [NARROW, WIDE],
        }


def outline_of(shooter: Shape, direction: float, parts: int = 12) -> list[tuple[int, int]]:
    """The template as a polygon in hundredths, to draw it."""
    base = 0.0 if isinstance(shooter, Hull) else shooter.radius
    ux, uy = cos(radians(direction)), sin(radians(direction))
    found = []
    for at, radius, first, last in (
        (base + LENGTH - WIDE, WIDE, -pi / 2, pi / 2),
        (base + NARROW, NARROW, pi / 2, 3 * pi / 2),
    ):
        for part in range(parts + 1):
            angle = first + (last - first) * part / parts
            u, v = at + radius * cos(angle), radius * sin(angle)
            found.append((round(shooter.x + INCH * (ux * u - uy * v)), round(shooter.y + INCH * (uy * u + ux * v))))
    return found

"""Ways pulled taut: corners turned in chords become tangents and arcs."""

from __future__ import annotations

from itertools import pairwise
from math import acos, atan2, ceil, cos, hypot, pi, sin, tau
from typing import NamedTuple

from fireteam.space.plane.free.shapekernels import EPS

WALK = 0
FINE = pi / 72
"""Arcs are walked in chords of this: they dip by less than EPS into what is turned about."""
OUT = 5e-4
"""Inches that arcs keep from what they turn about."""


class Turn(NamedTuple):
    """A place of a way: where, the circle it turns about (radius 0: the place itself), kind of the leg to it."""

    x: float
    y: float
    z: float
    cx: float
    cy: float
    radius: float
    kind: int


class Circle(NamedTuple):
    """A circle that a taut line passes, on its left (radius above 0) or on its right (below), or a point."""

    x: float
    y: float
    radius: float
    turn: Turn


def tightened(turns: list[Turn]) -> list[Turn]:
    """The same way pulled taut, stretch by stretch of one level; the first place stays."""
    found = [turns[0]]
    stretch = [turns[0]]
    for turn in turns[1:]:
        level = turn.kind == WALK and abs(turn.z - stretch[-1].z) < EPS
        if level:
            stretch.append(turn)
            continue
        found.extend(_pulled(stretch))
        found.append(turn)
        stretch = [turn]
    found.extend(_pulled(stretch))
    return found


def _pulled(stretch: list[Turn]) -> list[Turn]:
    """One level stretch pulled taut: the places after the first."""
    circles = _circles(stretch)
    for _ in range(len(circles)):
        loose = _loose(circles)
        if loose is None:
            break
        del circles[loose]
    found: list[Turn] = []
    leaves = None
    lines = [_tangent(one, two) for one, two in pairwise(circles)]
    for place, (enters, out) in enumerate(lines):
        circle = circles[place]
        if leaves is not None and circle.radius:
            found.extend(_arc(circle, leaves, enters))
        found.append(circles[place + 1].turn._replace(x=out[0], y=out[1], kind=WALK))
        leaves = out
    return found


def _circles(stretch: list[Turn]) -> list[Circle]:
    """The circles that a way passes in order, with their sides; turning points about one circle are one."""
    found: list[Circle] = []
    for place, turn in enumerate(stretch):
        radius = 0.0
        if turn.radius > EPS and 0 < place < len(stretch) - 1:
            before, after = stretch[place - 1], stretch[place + 1]
            side = (turn.x - before.x) * (after.y - turn.y) - (turn.y - before.y) * (after.x - turn.x)
            radius = (turn.radius + OUT) * (1.0 if side > 0 else -1.0)
        if radius and found and found[-1].radius == radius and _same(found[-1], turn):
            continue
        found.append(Circle(turn.cx, turn.cy, radius, turn) if radius else Circle(turn.x, turn.y, 0.0, turn))
    return found


def _same(circle: Circle, turn: Turn) -> bool:
    return hypot(circle.x - turn.cx, circle.y - turn.cy) < EPS


def _tangent(one: Circle, two: Circle) -> tuple[tuple[float, float], tuple[float, float]]:
    """The line a taut string takes from one circle to the next: where it leaves the one and meets the other."""
    dx, dy = two.x - one.x, two.y - one.y
    length = max(hypot(dx, dy), EPS)
    ratio = min(1.0, max(-1.0, (one.radius - two.radius) / length))
    # The string has the centre on its left where the radius is above 0: it leaves the rim on its right.
    angle = atan2(dy, dx) - acos(ratio)
    nx, ny = cos(angle), sin(angle)
    return (one.x + one.radius * nx, one.y + one.radius * ny), (two.x + two.radius * nx, two.y + two.radius * ny)


def _loose(circles: list[Circle]) -> int | None:
    """The first circle that a taut string would not touch."""
    for place in range(1, len(circles) - 1):
        circle = circles[place]
        if not circle.radius:
            continue
        _, enters = _tangent(circles[place - 1], circle)
        leaves, _ = _tangent(circle, circles[place + 1])
        if _swept(circle, enters, leaves) > pi:
            return place
    return None


def _swept(circle: Circle, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The angle of the arc from where a string meets a circle to where it leaves it, in its own direction."""
    first = atan2(start[1] - circle.y, start[0] - circle.x)
    last = atan2(end[1] - circle.y, end[0] - circle.x)
    return (last - first if circle.radius > 0 else first - last) % tau


def _arc(circle: Circle, start: tuple[float, float], end: tuple[float, float]) -> list[Turn]:
    """The chords of an arc, its end included."""
    swept = _swept(circle, start, end)
    if swept > pi or swept < EPS:
        return []
    parts = ceil(swept / FINE)
    first = atan2(start[1] - circle.y, start[0] - circle.x)
    sign = 1.0 if circle.radius > 0 else -1.0
    reach = abs(circle.radius)
    return [
        circle.turn._replace(
            x=circle.x + reach * cos(first + sign * swept * part / parts),
            y=circle.y + reach * sin(first + sign * swept * part / parts),
            kind=WALK,
        )
        for part in range(1, parts + 1)
    ]

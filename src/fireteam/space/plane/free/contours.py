"""Closed lines round what so many inches reach, to draw them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Protocol

from fireteam.space.plane.model import INCH, Point


class Costed(Protocol):
    """A place in hundredths and what it costs to come there."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def cost(self) -> float: ...


def contours(cells: Sequence[Costed], side: float, allowance: float) -> list[list[list[Point]]]:
    """For each whole inch up to an allowance the closed lines round the cells that it reaches."""
    step = round(side * INCH)
    return [
        loops({(round(cell.x / step), round(cell.y / step)) for cell in cells if cell.cost <= inches}, step)
        for inches in range(1, ceil(allowance) + 1)
    ]


def loops(squares: set[tuple[int, int]], step: int) -> list[list[Point]]:
    """The closed lines round squares of a lattice, each square about its point; corners only, in hundredths."""
    follows: dict[Point, list[Point]] = {}
    for x, y in sorted(squares):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if (x + dx, y + dy) not in squares:
                follows.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    found = []
    while follows:
        start = next(iter(follows))
        line, at = [start], start
        while True:
            ahead = follows[at].pop()
            if not follows[at]:
                del follows[at]
            if ahead == start:
                break
            line.append(ahead)
            at = ahead
        found.append(_corners(line, step))
    return found


def _corners(line: list[Point], step: int) -> list[Point]:
    """A closed line without the points on its straight stretches, in hundredths."""
    kept = []
    for place, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[place - 1], line[(place + 1) % len(line)]
        if (x - ax, y - ay) != (bx - x, by - y):
            kept.append((x * step - step // 2, y * step - step // 2))
    return kept

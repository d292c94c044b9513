"""Boards of squares as they are drawn: one square, an edge, a set of squares as one rectangle or polygon with holes."""

from __future__ import annotations

from fireteam.core.scene import UNIT, Shape
from fireteam.space.squares import Squares, bits

Corner = tuple[int, int]


def square_shape(squares: Squares, square: int) -> Shape:
    """One square."""
    x, y = squares.place(square)
    return {"rect": [x * UNIT, y * UNIT, UNIT, UNIT]}


def edge_shape(squares: Squares, a: int, b: int) -> Shape:
    """The border between two squares that touch."""
    (x, y), (to_x, to_y) = squares.place(a), squares.place(b)
    if x == to_x:
        low = max(y, to_y) * UNIT
        return {"line": [x * UNIT, low, (x + 1) * UNIT, low]}
    low = max(x, to_x) * UNIT
    return {"line": [low, y * UNIT, low, (y + 1) * UNIT]}


def centre(squares: Squares, square: int) -> list[int]:
    """The middle of a square."""
    x, y = squares.place(square)
    return [x * UNIT + UNIT // 2, y * UNIT + UNIT // 2]


def outline(squares: Squares, mask: int) -> Shape:
    """A set of squares as a shape: its loops in one polygon, joined by bridges without width, so that holes stay
    holes."""
    places = [squares.place(square) for square in bits(mask)]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    right, bottom = max(x for x, _ in places) + 1, max(y for _, y in places) + 1
    if len(places) == (right - left) * (bottom - top):
        return {"rect": [left * UNIT, top * UNIT, (right - left) * UNIT, (bottom - top) * UNIT]}
    first, *others = _loops(set(places))
    path = [*first, first[0]] if others else first
    for loop in others:
        path += [*loop, loop[0], first[0]]
    return {"polygon": [value * UNIT for corner in path for value in corner]}


def _loops(places: set[Corner]) -> list[list[Corner]]:
    """The borders of a set of squares, walked with the set to the right: outer ones clockwise, holes the other way."""
    onward: dict[Corner, list[Corner]] = {}
    for x, y in sorted(places):
        for outside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if outside not in places:
                onward.setdefault(start, []).append(end)
    loops = []
    while onward:
        start = min(onward)
        walked, here = [start], _take(onward, start)
        while here != start:
            walked.append(here)
            here = _take(onward, here)
        loops.append(_corners(walked))
    return loops


def _take(onward: dict[Corner, list[Corner]], here: Corner) -> Corner:
    there = onward[here].pop()
    if not onward[here]:
        del onward[here]
    return there


def _corners(walked: list[Corner]) -> list[Corner]:
    """Only the points where a loop turns."""
    return [
        here
        for before, here, after in zip([walked[-1], *walked], walked, [*walked[1:], walked[0]], strict=False)
        if (here[0] - before[0]) * (after[1] - here[1]) != (here[1] - before[1]) * (after[0] - here[0])
    ]

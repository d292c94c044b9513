"""Shortest ways past convex figures that nobody can be inside of, as bounds ask for them.

Inches throughout; scalars and flat arrays only, plain or compiled. Figures are three arrays: where the sides of each
begin (and where those of the last end), the box of each as 4 numbers (west, south, east, north), and 4 numbers a side:
the corner where it begins, and where it leads from there, counter-clockwise. Turns are 3 numbers each: a place, and how
far it is to there.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel

Numbers: TypeAlias = "array[float]"
Counts: TypeAlias = "array[int]"
Figures: TypeAlias = "tuple[Counts, Numbers, Numbers]"

EPS = 0.001
"""A line that runs through the inside of a figure for no more than this is not barred."""
SLOPE = 1e-12
"""A line that leads across a side by less runs along it."""
OUTSIDE = -1e-9
"""A line along a side is outside of the figure from here on."""
NONE = -1
GONE = -1.0
"""The length to a turn from which nothing leads to a box."""


@kernel
def bars(figures: Figures, one: int, px: float, py: float, qx: float, qy: float) -> bool:
    """Whether a straight line runs through the inside of a figure for more than a hair."""
    firsts, boxes, sides = figures
    box = 4 * one
    if (px <= boxes[box] and qx <= boxes[box]) or (px >= boxes[box + 2] and qx >= boxes[box + 2]):
        return False
    if (py <= boxes[box + 1] and qy <= boxes[box + 1]) or (py >= boxes[box + 3] and qy >= boxes[box + 3]):
        return False
    begin = 0.0
    end = 1.0
    dx = qx - px
    dy = qy - py
    for side in range(4 * firsts[one], 4 * firsts[one + 1], 4):
        ex = sides[side + 2]
        ey = sides[side + 3]
        out = ey * (px - sides[side]) - ex * (py - sides[side + 1])
        slope = ey * dx - ex * dy
        if slope > SLOPE:
            if -out < end * slope:
                end = -out / slope
                if begin >= end:
                    return False
        elif slope < -SLOPE:
            if out > begin * -slope:
                begin = -out / slope
                if begin >= end:
                    return False
        elif out > OUTSIDE:
            return False
    return (end - begin) * sqrt(dx * dx + dy * dy) > EPS


@kernel
def barred(figures: Figures, px: float, py: float, x: float, y: float, half: float) -> bool:
    """Whether one figure bars the lines from a place to all corners of a box, and so those to all of it."""
    west = x - half
    south = y - half
    east = x + half
    north = y + half
    low_x = min(px, west)
    low_y = min(py, south)
    high_x = max(px, east)
    high_y = max(py, north)
    boxes = figures[1]
    for one in range(len(figures[0]) - 1):
        box = 4 * one
        if boxes[box] >= high_x or boxes[box + 2] <= low_x or boxes[box + 1] >= high_y or boxes[box + 3] <= low_y:
            continue
        if not bars(figures, one, px, py, west, south):
            continue
        if half <= 0.0:
            return True
        if (
            bars(figures, one, px, py, east, north)
            and bars(figures, one, px, py, west, north)
            and bars(figures, one, px, py, east, south)
        ):
            return True
    return False


@kernel
def nearest(figures: Figures, turns: Numbers, inches: float, x: float, y: float, half: float, lengths: Numbers) -> int:
    """The turn by way of which a box is nearest; NONE: nothing leads there within the inches.

    `lengths` is filled with how far the box is by way of each turn, GONE where none of it can be reached from there.
    """
    count = len(turns) // 3
    for turn in range(count):
        across = max(0.0, abs(x - turns[3 * turn]) - half)
        along = max(0.0, abs(y - turns[3 * turn + 1]) - half)
        length = turns[3 * turn + 2] + sqrt(across * across + along * along)
        lengths[turn] = length if length <= inches else GONE
    while True:
        best = NONE
        for turn in range(count):
            if lengths[turn] >= 0.0 and (best < 0 or lengths[turn] < lengths[best]):
                best = turn
        if best < 0:
            return NONE
        if not barred(figures, turns[3 * best], turns[3 * best + 1], x, y, half):
            return best
        lengths[best] = GONE

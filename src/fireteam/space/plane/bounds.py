"""How near a mover can come to a place at best: the shortest way past what no way can cross, at least as short as any.

Nobody is stopped here by anything that some move could pass: only by what bars the way at every height that the move
can afford. What is then too far is out of reach for certain; what is not may still be.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from heapq import heappop, heappush
from math import cos, hypot, inf, pi, sin
from typing import NamedTuple

from fireteam.space.plane.boundkernels import GONE, Figures, Numbers
from fireteam.space.plane.jit import bounders
from fireteam.space.plane.model import EPS, INCH, Body, Point
from fireteam.space.plane.paths import Terms
from fireteam.space.plane.placing import Edge, Ground, Shape
from fireteam.space.plane.rises import STEP, Height, jambs_of, steps_up

Place = tuple[float, float]
"""A place in inches."""

TURNS, FINE = 8, 32
"""Corners of the figure that stands for a base, at first and where it is looked at closely: it lies within the base, so
ways past it are a little too short."""
SLACK = 0.005
"""Inches that are left for the last digits of all these sums, beside EPS an inch."""
HAIR = 0.001
"""Inches by which figures are smaller than what the judge of paths keeps clear: no last digit can make them larger."""


def longest(ground: Ground, terms: Terms, paid: int = 0) -> float:
    """The longest that a way may be on the flat, in inches, of whose cost so much is paid for something else.

    Legs in one direction are rounded up together, and no leg is shorter than a hundredth: so every stretch costs an
    inch or more, and is longer than what it costs by EPS at most. Where the stretches between drops are rounded one by
    one, those no longer than EPS are free: between two climbs, which cost an inch each, there are no more of them than
    there are heights to drop from. Who climbs for nothing might make any number: then nothing is said.
    """
    inches = terms.inches - paid
    if terms.gait.merge:
        return inches * (1 + EPS) + SLACK
    if terms.gait.flies:
        return inf
    return inches * (1 + EPS) + SLACK + EPS * (len(ground.shapes) + 2) * (terms.inches + 1)


class Figure(NamedTuple):
    """A convex figure that no centre of a base can be inside of, counter-clockwise, with its box."""

    corners: tuple[Place, ...]
    box: tuple[float, float, float, float]

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is well inside it."""
        west, south, east, north = self.box
        if not (west < x < east and south < y < north):
            return False
        ax, ay = self.corners[-1]
        for bx, by in self.corners:
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= EPS * hypot(bx - ax, by - ay):
                return False
            ax, ay = bx, by
        return True


def figure(corners: list[Place]) -> Figure:
    """The convex hull of some corners."""
    points = sorted(set(corners))
    hull: list[Place] = []
    for order in (points, points[::-1]):
        first = len(hull)
        for point in order:
            while len(hull) - first >= 2 and _turn(hull[-2], hull[-1], point) <= 1e-12:
                hull.pop()
            hull.append(point)
        hull.pop()
    xs, ys = [x for x, _ in hull], [y for _, y in hull]
    return Figure(tuple(hull), (min(xs), min(ys), max(xs), max(ys)))


def tabled(figures: list[Figure]) -> Figures:
    """Figures as the kernels read them."""
    firsts, boxes, sides = array("q", [0]), array("d"), array("d")
    for corners, box in figures:
        ax, ay = corners[-1]
        for x, y in corners:
            sides.extend((ax, ay, x - ax, y - ay))
            ax, ay = x, y
        boxes.extend(box)
        firsts.append(len(sides) // 4)
    return firsts, boxes, sides


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def grown(corners: list[Place], radius: float, turns: int = TURNS) -> Figure:
    """A figure with a base about every corner of it: a little less than all places at which the base overlaps it."""
    if radius <= 0:
        return figure(corners)
    about = [(radius * cos(2 * pi * turn / turns), radius * sin(2 * pi * turn / turns)) for turn in range(turns)]
    return figure([(x + dx, y + dy) for x, y in corners for dx, dy in about])


def barring(ground: Ground, start: Body, terms: Terms, highest: float, turns: int) -> Iterator[Figure]:
    """What bars the way of a mover wherever it goes up to a height: parts, hazards and bases in reach.

    A part that begins below the head of who stands on the floor and ends above that height, and above what a jump from
    there crosses, is in the way of a body at every height up to it; so is an enemy as high. Nobody climbs it, because
    then the mover were higher. Openings, ladders and wire that is waded through are passed, and beside an opening only
    the centre keeps clear of the jambs. Hazardous areas lie on the floor: they bar whoever cannot leave it.
    """
    x, y, tall, reach = start.x / INCH, start.y / INCH, start.height / INCH, start.radius - EPS - HAIR
    far = terms.inches + 2 * start.radius
    over = highest + (max(STEP, steps_up(ground)) if highest > EPS else steps_up(ground)) + EPS
    jambs = jambs_of(ground)
    for shape in ground.near(x - far, y - far, x + far, y + far):
        if _bars(shape, terms, tall, over):
            yield grown(_places(shape.edges), 0.0 if shape.number in jambs else reach, turns)
    if highest <= EPS:
        for hazard in ground.hazards:
            yield grown(_places(hazard.edges), reach, turns)
    for enemy in terms.enemies:
        body = enemy.body
        if enemy.through or hypot(body.x - start.x, body.y - start.y) > (far + body.radius) * INCH:
            continue
        if body.z / INCH < tall - EPS and (body.z + body.height) / INCH > highest + EPS:
            yield grown([(body.x / INCH, body.y / INCH)], body.radius + reach, turns)


def _bars(shape: Shape, terms: Terms, tall: float, over: float) -> bool:
    """Whether a part is in the way of everybody who comes no higher than that."""
    if not shape.solid or shape.ladder or shape.accessible or (shape.wire and not terms.gait.wire_climb):
        return False
    return shape.bottom < tall - EPS and shape.top > over


def _places(edges: tuple[Edge, ...]) -> list[Place]:
    return [(edge[0], edge[1]) for edge in edges]


class Field:
    """The shortest ways from a place past what bars every way, in inches: never longer than a way that is there.

    A way that is there keeps to the board, which is convex, and out of the inside of every figure, and these are convex
    as well. Of all such ways to a place the shortest is a taut string: it turns only at corners of figures, and at each
    it lies around a figure, with both neighbours of the corner on one side of the line before and of that after. For
    were no figure in the angle of a turn, it could be cut short; and a figure in an angle of less than 180 degrees that
    comes up to its point has a corner there.
    """

    def __init__(self, ground: Ground, start: Body, terms: Terms, height: Height, turns: int = TURNS) -> None:
        self.height = height
        self.inches = longest(ground, terms, height.inches)
        """The longest that the way may be on the flat."""
        x, y = self.start = (start.x / INCH, start.y / INCH)
        # Whoever stands in something may leave it.
        self.figures = [found for found in barring(ground, start, terms, height.z, turns) if not found.holds(x, y)]
        self._tables = tabled(self.figures)
        inset = start.radius - EPS
        self.edge = (inset, inset, ground.width - inset, ground.height - inset)
        self._nodes: list[tuple[float, float, float, int]] = []
        """Places to turn at: x, y, how far, and the one before; the start is the first."""
        self._settle()
        self.all_turns = array("d", [number for node in self._nodes for number in node[:3]])
        """The same as the kernels read them."""
        self._lengths = array("d", bytes(8 * len(self._nodes)))

    def _settle(self) -> None:
        """Find the shortest way to each corner, the nearest first."""
        x, y = self.start
        west, south, east, north = self.edge
        corners: list[tuple[float, float, Place, Place]] = []
        for one in self.figures:
            count = len(one.corners)
            for number, (cx, cy) in enumerate(one.corners):
                if not (west <= cx <= east and south <= cy <= north) or hypot(cx - x, cy - y) > self.inches:
                    continue
                if not any(other.holds(cx, cy) for other in self.figures if other is not one):
                    corners.append((cx, cy, one.corners[number - 1], one.corners[(number + 1) % count]))
        best, barred = [inf] * len(corners), bounders().barred
        heap: list[tuple[float, int, int]] = [(0.0, -1, -1)]
        done: set[int] = set()
        while heap:
            far, number, before = heappop(heap)
            if number in done:
                continue
            done.add(number)
            here = self.start if number < 0 else corners[number][:2]
            place = len(self._nodes)
            self._nodes.append((*here, far, before))
            for other, (cx, cy, left, right) in enumerate(corners):
                total = far + hypot(cx - here[0], cy - here[1])
                if other in done or total >= best[other] or total > self.inches:
                    continue
                if _across(here, (cx, cy), left, right) or (
                    number >= 0 and _across((cx, cy), here, corners[number][2], corners[number][3])
                ):
                    continue
                if not barred(self._tables, *here, cx, cy, 0.0):
                    best[other] = total
                    heappush(heap, (total, other, place))

    def reaches(self, x: float, y: float) -> bool:
        """Whether the mover may come to a place."""
        return self._last(x, y, 0.0, self.all_turns) >= 0

    def least(self, x: float, y: float, half: float) -> float:
        """Inches that it is to any place of a box at the least; infinite: the mover can come to none of them.

        The last line of a way leads from a turn to a place q of the box. If one figure bars the lines from that turn to
        all four corners, it bars that to q: with q as a mean of the corners and a point of the figure's inside on each
        of the four lines, some mean of these points lies on the line to q, and the inside of the figure is convex.
        """
        number = self._last(x, y, half, self.all_turns)
        return inf if number < 0 else self._lengths[number]

    def nearest(self, x: float, y: float, half: float, turns: Numbers) -> tuple[float, Numbers]:
        """The same by way of some places to turn at, and which of them are worth another look for a part of the box:
        what is too far from all of it, or barred from it, is so from each part."""
        number = self._last(x, y, half, turns)
        if number < 0:
            return inf, array("d")
        lengths = self._lengths
        kept = [turn for turn in range(len(turns) // 3) if lengths[turn] != GONE]
        if 3 * len(kept) < len(turns):
            turns = array("d", [number for turn in kept for number in turns[3 * turn : 3 * turn + 3]])
        return lengths[number], turns

    def _last(self, x: float, y: float, half: float, turns: Numbers) -> int:
        """The last turn before a box, of some; -1: it is too far."""
        found: int = bounders().nearest(self._tables, turns, self.inches, x, y, half, self._lengths)
        return found

    def turns(self, x: float, y: float) -> list[Point]:
        """Where the shortest way to a place turns, in hundredths and in order."""
        number, found = self._last(x, y, 0.0, self.all_turns), list[Point]()
        while number > 0:
            nx, ny, _, number = self._nodes[number]
            found.append((round(nx * INCH), round(ny * INCH)))
        return found[::-1]


def _across(a: Place, b: Place, left: Place, right: Place) -> bool:
    """Whether the line from a to b has the neighbours of a corner b on both its sides."""
    return _turn(a, b, left) * _turn(a, b, right) < -1e-9

"""How near a mover can come to a place at best: the shortest way past what no way can cross, at least as short as any.

Nobody is stopped here by anything that some move could pass: only by what bars the way at every height that the move
can afford. What is then too far is out of reach for certain; what is not may still be.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import ceil, cos, hypot, inf, pi, sin
from typing import NamedTuple

from fireteam.space.plane.model import EPS, INCH, Body, Point
from fireteam.space.plane.paths import Terms
from fireteam.space.plane.placing import Edge, Ground, Shape

Place = tuple[float, float]
"""A place in inches."""

TURNS = 8
"""Corners of the figure that stands for a base: it lies within the base, so ways past it are a little too short."""
STEP = 1.0
"""Inches that a jump may end above where it began, and that what it crosses may rise above that."""
SLACK = 0.005
"""Inches that rounding may gain on the whole way, beside EPS an inch."""
AROUND = 1.0
"""Inches beyond those of the move up to which ways are known, for whoever asks about places around one."""


class Height(NamedTuple):
    """The highest that a mover comes on its way, in inches, and what it costs at least to come there."""

    z: float
    inches: int


def heights(ground: Ground, start: Body, terms: Terms) -> list[Height]:
    """How high the mover may come within its inches, the lowest first; its own height is the first."""
    gait, here = terms.gait, start.z / INCH
    x, y, far = start.x / INCH, start.y / INCH, terms.inches + start.radius + STEP
    near = [shape for shape in ground.near(x - far, y - far, x + far, y + far) if shape.solid and not shape.ladder]
    tops = sorted({shape.top for shape in near if shape.top > here and not shape.wall})
    rungs = max((ladder.shape.top - ladder.shape.bottom for ladder in ground.ladders), default=0.0)
    found = [Height(here, 0)]
    # Jumps lead up a little at no cost: from there on tops that follow closely cost what the first of them does.
    last, paid = here, 0
    for top in tops:
        if top - last <= STEP + EPS and last > EPS:
            found.append(Height(top, paid))
        elif gait.flies:
            found.append(Height(top, 0))
        elif gait.climb:
            rise = top - here
            paid = max(gait.least, ceil(rise - EPS))
            if rungs:
                rest = rise - rungs
                paid = min(paid, 1 + (0 if rest <= EPS else ceil(rest - EPS)))
            found.append(Height(top, paid))
        else:
            break
        last = top
    return [height for height in found if height.inches <= terms.inches]


def steps_up(ground: Ground) -> float:
    """How far the slight steps of a ground lift whoever ends on one, in inches."""
    return max((shape.top - shape.bottom for shape in ground.shapes if shape.standing and not shape.solid), default=0.0)


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

    def bars(self, px: float, py: float, qx: float, qy: float) -> bool:
        """Whether a straight line runs through its inside for more than a hair."""
        west, south, east, north = self.box
        if max(px, qx) <= west or min(px, qx) >= east or max(py, qy) <= south or min(py, qy) >= north:
            return False
        begin, end = 0.0, 1.0
        dx, dy = qx - px, qy - py
        ax, ay = self.corners[-1]
        for bx, by in self.corners:
            ex, ey = bx - ax, by - ay
            out = ey * (px - ax) - ex * (py - ay)
            slope = ey * dx - ex * dy
            if slope > 1e-12:
                end = min(end, -out / slope)
            elif slope < -1e-12:
                begin = max(begin, -out / slope)
            elif out > -1e-9:
                return False
            if begin >= end:
                return False
            ax, ay = bx, by
        return (end - begin) * hypot(dx, dy) > EPS


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


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def grown(corners: list[Place], radius: float) -> Figure:
    """A figure with a base about every corner of it: a little less than all places at which the base overlaps it."""
    if radius <= 0:
        return figure(corners)
    about = [(radius * cos(2 * pi * turn / TURNS), radius * sin(2 * pi * turn / TURNS)) for turn in range(TURNS)]
    return figure([(x + dx, y + dy) for x, y in corners for dx, dy in about])


def barring(ground: Ground, start: Body, terms: Terms, highest: float) -> Iterator[Figure]:
    """What bars the way of a mover wherever it goes up to a height: parts, hazards and bases in reach."""
    x, y, tall, reach = start.x / INCH, start.y / INCH, start.height / INCH, start.radius - EPS
    far = terms.inches + 2 * start.radius
    over = highest + (max(STEP, steps_up(ground)) if highest > EPS else steps_up(ground)) + EPS
    jambs = frozenset().union(*(opening.jambs for opening in ground.openings))
    for shape in ground.near(x - far, y - far, x + far, y + far):
        if _bars(shape, terms, tall, over):
            # Beside an opening that the centre passes only the centre keeps clear of the jambs.
            yield grown(_places(shape.edges), 0.0 if shape.number in jambs else reach)
    if highest <= EPS:
        for hazard in ground.hazards:
            yield grown(_places(hazard.edges), reach)
    for enemy in terms.enemies:
        body = enemy.body
        if enemy.through or hypot(body.x - start.x, body.y - start.y) > (far + body.radius) * INCH:
            continue
        if body.z / INCH < tall - EPS and (body.z + body.height) / INCH > highest + EPS:
            yield grown([(body.x / INCH, body.y / INCH)], body.radius + start.radius - EPS)


def _bars(shape: Shape, terms: Terms, tall: float, over: float) -> bool:
    """Whether a part is in the way of everybody who comes no higher than that."""
    if not shape.solid or shape.ladder or shape.accessible or (shape.wire and not terms.gait.wire_climb):
        return False
    return shape.bottom < tall - EPS and shape.top > over


def _places(edges: tuple[Edge, ...]) -> list[Place]:
    return [(edge[0], edge[1]) for edge in edges]


class Field:
    """The shortest ways from a place past what bars every way, in inches: never longer than a way that is there."""

    def __init__(self, ground: Ground, start: Body, terms: Terms, height: Height) -> None:
        self.height = height
        self.inches = (terms.inches - height.inches) * (1 + EPS) + SLACK
        """The longest that the way may be on the flat."""
        x, y = self.start = (start.x / INCH, start.y / INCH)
        # Whoever stands in something may leave it.
        self.figures = [found for found in barring(ground, start, terms, height.z) if not found.holds(x, y)]
        inset = start.radius - EPS
        self.edge = (inset, inset, ground.width - inset, ground.height - inset)
        self._nodes: list[tuple[float, float, float, int]] = []
        """Places to turn at: x, y, how far, and the one before; the start is the first."""
        self._settle()

    def free(self, px: float, py: float, qx: float, qy: float) -> bool:
        """Whether nothing bars a straight line."""
        return not any(found.bars(px, py, qx, qy) for found in self.figures)

    def _settle(self) -> None:
        """Find the shortest way to each corner, the nearest first."""
        x, y = self.start
        west, south, east, north = self.edge
        corners: list[tuple[float, float, Place, Place]] = []
        for one in self.figures:
            count = len(one.corners)
            for number, (cx, cy) in enumerate(one.corners):
                if not (west <= cx <= east and south <= cy <= north) or hypot(cx - x, cy - y) > self.inches + AROUND:
                    continue
                if not any(other.holds(cx, cy) for other in self.figures if other is not one):
                    corners.append((cx, cy, one.corners[number - 1], one.corners[(number + 1) % count]))
        best = [inf] * len(corners)
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
                if other in done or total >= best[other] or total > self.inches + AROUND:
                    continue
                # A taut way only touches what it turns at, before and after.
                if _across(here, (cx, cy), left, right) or (
                    number >= 0 and _across((cx, cy), here, corners[number][2], corners[number][3])
                ):
                    continue
                if self.free(*here, cx, cy):
                    best[other] = total
                    heappush(heap, (total, other, place))

    def reaches(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Whether the mover may come to a place, or would with a little more."""
        return self._last(x, y, slack) >= 0

    def _last(self, x: float, y: float, slack: float = 0.0) -> int:
        """The last turn before a place; -1: it is too far."""
        found = sorted((far + hypot(x - nx, y - ny), number) for number, (nx, ny, far, _) in enumerate(self._nodes))
        for far, number in found:
            if far > self.inches + slack:
                break
            if self.free(*self._nodes[number][:2], x, y):
                return number
        return -1

    def turns(self, x: float, y: float) -> list[Point]:
        """Where the shortest way to a place turns, in hundredths and in order."""
        number, found = self._last(x, y), list[Point]()
        while number > 0:
            nx, ny, _, number = self._nodes[number]
            found.append((round(nx * INCH), round(ny * INCH)))
        return found[::-1]


def _across(a: Place, b: Place, left: Place, right: Place) -> bool:
    """Whether the line from a to b has the neighbours of a corner b on both its sides."""
    return _turn(a, b, left) * _turn(a, b, right) < -1e-9

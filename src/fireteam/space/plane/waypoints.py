"""Turning points of a board for one size of base, and the straight legs between them: made once, when first needed (KT-GEO-18)."""

from __future__ import annotations

from functools import lru_cache
from math import asin, atan2, hypot, inf, pi
from typing import NamedTuple

from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import Gait, Increment, Step
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.placing import Ground, Hazard, Shape, distance, settle, stands

CELL = 50
"""Hundredths between the points of the lattice, counted from the south-west corner of the board (KT-GEO-18)."""
STRIDE = 100
"""How far a lattice point looks for its neighbours: a step of one inch."""
RISE = 160
"""How far it looks for neighbours at another height: a climb needs room for the base."""

STARTS = 256
"""How many fans are kept beside those of the corners."""


class Link(NamedTuple):
    """A straight leg to a waypoint: its inches, and the drops that share the action's allowance."""

    target: int
    inches: int
    """All but what drops cost."""
    drops: tuple[int, ...]
    ladder: bool
    jump: bool


class Shadow(NamedTuple):
    """The directions in which an obstacle may be met, and how near it is."""

    middle: float
    left: float
    right: float
    near: float


class Fan:
    """Legs from one place to the waypoints around it, up to so many inches, the cheapest first."""

    __slots__ = ("inches", "links")

    def __init__(self, inches: int, links: list[Link]) -> None:
        self.inches = inches
        self.links = links


class Atlas:
    """The waypoints of a board for one base: corners of grown terrain in part order, then lattice points row by row (KT-GEO-18)."""

    def __init__(self, ground: Ground, radius: float, height: int, gait: Gait) -> None:
        self.ground = ground
        self.radius = radius
        self.height = height
        self.gait = gait
        self.nodes: list[Body] = []
        seen: dict[tuple[int, int, int], None] = {}
        for shape in ground.shapes:
            if shape.solid and not shape.ladder:
                self._corners(shape, seen)
        for hazard in ground.hazards:
            self._corners(hazard, seen)
        self.corners = len(self.nodes)
        """How many of the waypoints are corners."""
        self.cells: dict[tuple[int, int], tuple[int, ...]] = {}
        """Waypoints of each lattice point, by column and row, lowest first."""
        self._lattice()
        self.buckets: dict[tuple[int, int], list[int]] = {}
        for number, node in enumerate(self.nodes):
            self.buckets.setdefault((node.x // 200, node.y // 200), []).append(number)
        self._fans: dict[tuple[int, int, int, bool], Fan] = {}
        self._strides: dict[tuple[int, bool], list[Link]] = {}

    def _corners(self, figure: Shape | Hazard, seen: dict[tuple[int, int, int], None]) -> None:
        """The corners of a footprint grown by the base, and for an opening the places before and behind it."""
        wanted: list[tuple[float, float]] = []
        for number, (x, y, *_, nx, ny, _offset) in enumerate(figure.edges):
            mx, my = figure.edges[number - 1][5:7]
            # The mitre of two sides: where both, moved out by the radius, meet; blunted where the corner is sharp.
            turn = max(1 + nx * mx + ny * my, 0.5)
            wanted.append((x + (nx + mx) / turn * self.radius, y + (ny + my) / turn * self.radius))
        if isinstance(figure, Shape) and figure.opening >= 0:
            for x, y, ux, uy, length, nx, ny, _offset in figure.edges:
                wanted.append((x + ux * length / 2 + nx * self.radius, y + uy * length / 2 + ny * self.radius))
        for x, y in wanted:
            heights = self.ground.surfaces(round(x * INCH), round(y * INCH))
            for z in heights:
                if isinstance(figure, Shape) and not figure.meets(z / INCH, (z + self.height) / INCH):
                    continue
                self._add(x * INCH, y * INCH, z, seen)

    def _add(self, x: float, y: float, z: int, seen: dict[tuple[int, int, int], None]) -> int:
        """A waypoint at the nearest legal hundredth, once; -1 if there is none."""
        found = settle(x, y, lambda px, py: stands(self.ground, Body(px, py, z, self.radius, self.height)) is None)
        if found is None or (*found, z) in seen:
            return -1
        seen[*found, z] = None
        self.nodes.append(Body(*found, z, self.radius, self.height))
        return len(self.nodes) - 1

    def _lattice(self) -> None:
        """The half-inch lattice, at every height that can be stood on."""
        columns, rows = round(self.ground.width * INCH) // CELL, round(self.ground.height * INCH) // CELL
        for row in range(rows + 1):
            for column in range(columns + 1):
                x, y = column * CELL, row * CELL
                numbers = []
                for z in self.ground.surfaces(x, y):
                    number = self._add(x, y, z, {})
                    if number >= 0:
                        numbers.append(number)
                if numbers:
                    self.cells[column, row] = tuple(numbers)

    # -- legs ------------------------------------------------------------------------------------------------------------

    def fan(self, start: Body, inches: int, ladder: bool = True) -> Fan:
        """The legs from a place to every waypoint that so many inches may reach; the latest are kept."""
        key = (start.x, start.y, start.z, ladder and bool(self.ground.ladders))
        found = self._fans.pop(key, None)
        if found is None or found.inches < inches:
            found = Fan(inches, self._legs(start, self._around(start, inches), inches, ladder))
        self._fans[key] = found
        if len(self._fans) > self.corners + STARTS:
            # The one that was not asked for longest: corners are asked for all the time, old starts are not.
            del self._fans[next(iter(self._fans))]
        return found

    def strides(self, number: int, ladder: bool = True) -> list[Link]:
        """The legs from a lattice point to its neighbours; kept."""
        key = (number, ladder and bool(self.ground.ladders))
        found = self._strides.get(key)
        if found is None:
            start = self.nodes[number]
            near = [
                other
                for other in self._around(start, 2)
                if other >= self.corners and other != number and self._neighbours(start, self.nodes[other])
            ]
            found = self._strides[key] = self._legs(start, near, 8, ladder)
        return found

    @staticmethod
    def _neighbours(a: Body, b: Body) -> bool:
        apart = hypot(a.x - b.x, a.y - b.y)
        return apart <= (STRIDE if a.z == b.z else RISE)

    def _around(self, start: Body, inches: int) -> list[int]:
        """Waypoints no farther than so many inches, in order of their numbers."""
        far = inches * INCH + 0.1
        found = []
        for column in range(int(start.x - far) // 200, int(start.x + far) // 200 + 1):
            for row in range(int(start.y - far) // 200, int(start.y + far) // 200 + 1):
                for number in self.buckets.get((column, row), ()):
                    node = self.nodes[number]
                    if hypot(node.x - start.x, node.y - start.y) <= far:
                        found.append(number)
        found.sort()
        return found

    def _legs(self, start: Body, targets: list[int], inches: int, ladder: bool) -> list[Link]:
        """Judge the legs to these waypoints; those over open ground need no judge."""
        near = self.near(start, max((hypot(self.nodes[n].x - start.x, self.nodes[n].y - start.y) for n in targets), default=0) / INCH)
        shadows = self._shadows(start, near)
        home = self._home(start, near)
        links: list[Link] = []
        for number in targets:
            node = self.nodes[number]
            length = hypot(node.x - start.x, node.y - start.y) / INCH
            if self._clear(start, node, length, shadows, home):
                links.append(Link(number, whole_inches(length), (), False, False))
            else:
                link = self.judged(start, node, number, ladder, near, inches)
                if link is not None:
                    links.append(link)
        links.sort(key=lambda link: (link.inches, link.target))
        return links

    def near(self, start: Body, inches: float) -> list[Shape]:
        """The parts that legs of so many inches from there can meet."""
        x, y, far = start.x / INCH, start.y / INCH, inches + start.radius + EPS
        return [shape for shape in self.ground.near(x - far, y - far, x + far, y + far) if distance(x, y, shape) <= far]

    def judged(self, start: Body, node: Body, number: int, ladder: bool, near: list[Shape] | None = None, limit: int = 99) -> Link | None:
        """The cheaper of walking and jumping to a waypoint, as the judge of increments says; None if neither is legal."""
        best: Link | None = None
        walked = increment(self.ground, start, Step(node.x, node.y, node.z), self.gait, ladder=ladder, near=near, limit=limit)
        if isinstance(walked, Increment):
            best = Link(number, walked.fixed, walked.drops, walked.ladder, False)
            if not walked.drops and all(charge.kind != "climb" for charge in walked.charges):
                return best
        if start.z > 0 and hypot(node.x - start.x, node.y - start.y) <= 700:
            jumped = increment(
                self.ground, start, Step(node.x, node.y, node.z, jump=True), self.gait, ladder=ladder, near=near, limit=limit
            )
            if isinstance(jumped, Increment):
                if best is None or jumped.fixed + len(jumped.drops) < best.inches + len(best.drops):
                    best = Link(number, jumped.fixed, jumped.drops, jumped.ladder, True)
        return best

    def _home(self, start: Body, near: list[Shape]) -> list[Shape]:
        """The Vantage surfaces that carry the start: on one of them a leg needs no support of its own."""
        z = start.z / INCH
        return [
            shape
            for shape in near
            if shape.standing and shape.solid and abs(shape.top - z) <= EPS and distance(start.x / INCH, start.y / INCH, shape) <= EPS
        ]

    @staticmethod
    def _clear(start: Body, node: Body, length: float, shadows: list[Shadow], home: list[Shape]) -> bool:
        """Whether a leg is surely over open ground at one height: then it costs its length and nothing else."""
        if node.z != start.z:
            return False
        if start.z > 0 and not any(distance(node.x / INCH, node.y / INCH, shape) <= EPS for shape in home):
            return False
        angle = atan2(node.y - start.y, node.x - start.x)
        for middle, left, right, near in shadows:
            if length > near:
                turn = angle - middle
                if turn > pi:
                    turn -= 2 * pi
                elif turn < -pi:
                    turn += 2 * pi
                if -left <= turn <= right:
                    return False
        return True

    def _shadows(self, start: Body, near: list[Shape]) -> list[Shadow]:
        """In which directions whatever matters at the height of the start may be met."""
        z = start.z / INCH
        # A step that lifts whoever stands on it changes the height of the end: such legs go to the judge as well.
        figures: list[Shape | Hazard] = [
            shape
            for shape in near
            if (shape.standing and not shape.solid)
            or ((shape.solid or shape.opening >= 0) and not shape.ladder and shape.meets(z, z + start.height / INCH))
        ]
        if start.z == 0:
            figures += self.ground.hazards
        return [self._shadow(start, figure) for figure in figures]

    @staticmethod
    def _shadow(start: Body, figure: Shape | Hazard) -> Shadow:
        x, y, reach = start.x / INCH, start.y / INCH, start.radius
        away = distance(x, y, figure)
        if away < reach - EPS:
            return Shadow(0.0, pi, pi, 0.0)
        if away <= reach + EPS:
            # What the base touches is met in the half of all directions that leads towards it.
            return Shadow(_towards(x, y, figure), pi / 2, pi / 2, 0.0)
        middle = atan2(sum(e[1] for e in figure.edges) / len(figure.edges) - y, sum(e[0] for e in figure.edges) / len(figure.edges) - x)
        left = right = 0.0
        for ex, ey, *_ in figure.edges:
            far = hypot(ex - x, ey - y)
            turn = atan2(ey - y, ex - x) - middle
            turn += 2 * pi if turn < -pi else -2 * pi if turn > pi else 0.0
            half = asin(min(1.0, reach / far))
            left, right = max(left, half - turn), max(right, half + turn)
        return Shadow(middle, left, right, away - reach)


def _towards(x: float, y: float, figure: Shape | Hazard) -> float:
    """The direction of the nearest point of a footprint that the place is not inside."""
    best, angle = inf, 0.0
    for ex, ey, ux, uy, length, *_ in figure.edges:
        along = min(max((x - ex) * ux + (y - ey) * uy, 0.0), length)
        dx, dy = ex + ux * along - x, ey + uy * along - y
        if dx * dx + dy * dy < best:
            best, angle = dx * dx + dy * dy, atan2(dy, dx)
    return angle


@lru_cache(maxsize=48)
def atlas_of(ground: Ground, radius: float, height: int, gait: Gait) -> Atlas:
    """The atlas of a ground for one size of base and one gait, made once."""
    return Atlas(ground, radius, height, gait)

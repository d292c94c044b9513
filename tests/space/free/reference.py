"""Slow and obvious: legs walked a hundredth at a time, lines round solids in whole numbers, places one by one."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin, sqrt

from fireteam.space.plane.free.pieces import (
    BARS,
    DIFFICULT,
    HOLE,
    OBSTACLE,
    SLAB,
    SOLID,
    Block,
    Floor,
    Patch,
)
from fireteam.space.plane.free.plan import Plan
from fireteam.space.plane.free.shapes import BLOCKS, RING, Hull, Others, Shape

STEP = 0.5
TICK = 0.01
Points = list[tuple[float, float]]


def in_inches(polygon: tuple[tuple[int, int], ...]) -> Points:
    return [(x / 100, y / 100) for x, y in polygon]


def deep(polygon: Points, x: float, y: float) -> float:
    """How deep a point is inside; negative outside, by the farthest edge's line."""
    best = 1e9
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        best = min(best, ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay))
    return best


def apart(polygon: Points, x: float, y: float) -> float:
    """The distance to a polygon; 0 inside."""
    if deep(polygon, x, y) >= 0:
        return 0.0
    best = 1e9
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        t = min(1.0, max(0.0, t))
        best = min(best, hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
    return best


class World:
    """A plan read anew, without any of the field's tables."""

    def __init__(self, plan: Plan) -> None:
        self.width, self.height = plan.width / 100, plan.height / 100
        self.floors: list[tuple[Points, float, float, float, Floor | Patch]] = []
        self.blocks: list[tuple[Points, float, float, int, Floor | None]] = []
        self.patches = [(in_inches(p.polygon), p) for p in plan.pieces if isinstance(p, Patch)]
        self.holes = [(outline, p) for outline, p in self.patches if p.bits & HOLE]
        for piece in plan.pieces:
            if isinstance(piece, Floor):
                self._floor(piece)
            elif isinstance(piece, Block):
                outline = in_inches(piece.polygon)
                self.blocks.append((outline, piece.bottom / 100, piece.top / 100, piece.bits, None))
        for outline, patch in self.holes:
            self.floors.append((outline, (patch.z - patch.depth) / 100, 0.0, 0.0, patch))

    def _floor(self, piece: Floor) -> None:
        outline = in_inches(piece.polygon)
        self.floors.append((outline, piece.z / 100, piece.gx, piece.gy, piece))
        if not piece.thickness:
            return
        thick = piece.thickness / 100
        heights = [piece.z / 100 + piece.gx * x + piece.gy * y for x, y in outline]
        low, high = min(heights), max(heights)
        if low == high:
            self.blocks.append((outline, low - thick, low, piece.bits | SLAB, piece))
            return
        # Only slopes along x are on the boards of these tests.
        west, east = min(x for x, _ in outline), max(x for x, _ in outline)
        south, north = min(y for _, y in outline), max(y for _, y in outline)
        for number in range(ceil((high - low) / 0.5 - 1e-9)):
            bottom, top = low + 0.5 * number, min(high, low + 0.5 * (number + 1))
            ends = sorted(((bottom - piece.z / 100) / piece.gx, (top - piece.z / 100) / piece.gx))
            part = [(max(west, ends[0]), south), (min(east, ends[1]), south)]
            part += [(part[1][0], north), (part[0][0], north)]
            self.blocks.append((part, max(low, bottom - thick), top, piece.bits | SLAB, piece))

    def floors_at(self, x: float, y: float, slack: float = 1e-6) -> list[tuple[float, Floor | Patch]]:
        found = []
        for outline, z, gx, gy, piece in self.floors:
            if deep(outline, x, y) < -slack:
                continue
            if isinstance(piece, Floor) and any(
                deep(hole, x, y) > slack and patch.z == piece.z for hole, patch in self.holes
            ):
                continue
            found.append((z + gx * x + gy * y, piece))
        return found

    def in_a_bank(self, x: float, y: float, z: float, radius: float) -> bool:
        """Whether a base in a hole overlaps its sides."""
        return any(
            patch.depth and z < patch.z / 100 - STEP - 1e-3 and -1e-6 <= deep(hole, x, y) < radius - 1e-3
            for hole, patch in self.holes
        )

    def steps_to(self, here: Floor | Patch | None, there: Floor | None, x: float, y: float, reach: float) -> bool:
        """Whether two floors, one of them sloping, come within a step of each other near a place."""
        if here is None or there is None or not isinstance(here, Floor):
            return False
        if not (here.gx or here.gy or there.gx or there.gy):
            return False
        one, two = in_inches(here.polygon), in_inches(there.polygon)
        for ring in range(8):
            for spoke in range(24):
                px = x + reach * ring / 7 * cos(spoke * pi / 12)
                py = y + reach * ring / 7 * sin(spoke * pi / 12)
                if deep(one, px, py) > -0.06 and deep(two, px, py) > -0.06:
                    za = here.z / 100 + here.gx * px + here.gy * py
                    zb = there.z / 100 + there.gx * px + there.gy * py
                    if abs(za - zb) <= STEP:
                        return True
        return False

    def walk(
        self, start: tuple[float, float, float], end: tuple[float, float], radius: float, tall: float, others: Others
    ) -> tuple[str, float, float]:
        """One leg, a hundredth of an inch at a time: verdict, cost, height at the end."""
        x0, y0, z = start
        length = hypot(end[0] - x0, end[1] - y0)
        ticks = max(1, ceil(length / TICK))
        if min(end[0], end[1], self.width - end[0], self.height - end[1]) < radius:
            return "off", 0.0, z
        cost, gap = 0.0, -1.0
        places: list[tuple[float, float, float, Floor | Patch | None]] = []
        for tick in range(ticks + 1):
            s = length * tick / ticks
            x, y = x0 + (end[0] - x0) * tick / ticks, y0 + (end[1] - y0) * tick / ticks
            known = [(height, piece) for height, piece in self.floors_at(x, y) if abs(height - z) <= STEP + 1e-3]
            if not known:
                gap = s if gap < 0 else gap
                places.append((x, y, z, None))
                continue
            if gap >= 0 and s - gap > 2 * radius:
                return "gap", 0.0, z
            gap = -1.0
            z, piece = max(known, key=lambda row: row[0])
            places.append((x, y, z, piece))
        if gap >= 0:
            return "edge", 0.0, z
        paid: dict[int, float] = {}
        for number, (x, y, height, carries) in enumerate(places):
            if self.in_a_bank(x, y, height, radius):
                return "block", 0.0, z
            for block, (outline, bottom, top, bits, owner) in enumerate(self.blocks):
                if not bits & BARS or top <= height + STEP or bottom >= height + tall or owner is carries is not None:
                    continue
                if apart(outline, x, y) >= radius:
                    continue
                if bits & OBSTACLE:
                    # Who starts over its edge and only leaves pays nothing.
                    begins = apart(outline, x0, y0) < radius
                    if (number and not begins) or deep(outline, x, y) > 0:
                        paid.setdefault(block, top - height)
                    continue
                if deep(outline, x, y) < 0.01 and self.steps_to(carries, owner, x, y, radius + 0.1):
                    continue
                return "block", 0.0, z
            if self.hindered(x, y, height, radius, tall, others, start):
                return "other", 0.0, z
        for (ax, ay, az, _), (bx, by, bz, under) in pairwise(places):
            flat = hypot(bx - ax, by - ay)
            rise = bz - az if under is not None and abs(bz - az) < 5 * flat else 0.0
            part = sqrt(flat * flat + rise * rise)
            mx, my = (ax + bx) / 2, (ay + by) / 2
            hard = any(
                patch.bits & DIFFICULT and deep(outline, mx, my) > 0 and abs(patch.z / 100 - az) <= STEP
                for outline, patch in self.patches
            )
            cost += 2 * part if hard else part
        return "fine", cost + sum(paid.values()), places[-1][2]

    def slide(
        self,
        start: tuple[float, float, float],
        direction: tuple[float, float],
        length: float,
        radius: float,
        tall: float,
        others: Others,
    ) -> float:
        """How far a base slides, a hundredth of an inch at a time; obstacles stop it, edges by the centre."""
        x0, y0, z = start
        dx, dy = direction
        left = -1.0
        for tick in range(1, ceil(length / TICK) + 1):
            s = min(length, tick * TICK)
            x, y = x0 + dx * s, y0 + dy * s
            if min(x, y, self.width - x, self.height - y) < radius:
                return left if left >= 0 else s
            known = [(height, piece) for height, piece in self.floors_at(x, y) if abs(height - z) <= STEP + 1e-3]
            piece: Floor | Patch | None = None
            if known:
                left = -1.0
                z, piece = max(known, key=lambda row: row[0])
            elif left < 0:
                left = s
            if left >= 0 and s - left > 2 * radius:
                return left
            if self.in_a_bank(x, y, z, radius) or self.hindered(x, y, z, radius, tall, others, start):
                return left if left >= 0 else s
            for outline, bottom, top, bits, owner in self.blocks:
                if not bits & BARS or top <= z + STEP or bottom >= z + tall or owner is piece is not None:
                    continue
                if apart(outline, x, y) >= radius:
                    continue
                if deep(outline, x, y) < 0.01 and self.steps_to(piece, owner, x, y, radius + 0.1):
                    continue
                return left if left >= 0 else s
        return left if left >= 0 else length

    def hindered(
        self,
        x: float,
        y: float,
        z: float,
        radius: float,
        tall: float,
        others: Others,
        start: tuple[float, float, float],
    ) -> bool:
        """Whether a place is too near to somebody, solids left out of account."""
        for other in others.rows:
            need = other.clear if other.bits & RING else 0.0
            if other.bits & RING:
                first = shape_gap(other.shape, start[0], start[1]) - radius
                need = min(need, hypot(max(0.0, first), other.shape.z / 100 - start[2]))
            gap = shape_gap(other.shape, x, y) - radius
            meet = other.shape.z / 100 <= z + tall and (other.shape.z + other.shape.height) / 100 >= z
            if other.bits & BLOCKS and gap < 0 and meet:
                return True
            if need and hypot(max(0.0, gap), other.shape.z / 100 - z) < need - 1e-9:
                return True
        return False

    # -- round solids --------------------------------------------------------------------------------------------------

    def solids(self, low: float, high: float) -> list[Points]:
        return [
            outline
            for outline, bottom, top, bits, _ in self.blocks
            if bits & SOLID and bottom < high + STEP and top > low + STEP
        ]

    def taut(self, start: tuple[int, int], end: tuple[int, int]) -> float:
        """The shortest line between two places in hundredths on the ground, by whole numbers and a heap."""
        solids = [[(round(x * 100), round(y * 100)) for x, y in outline] for outline in self.solids(0.0, 0.0)]
        nodes = [start, *(corner for outline in solids for corner in outline), end]
        best = {0: 0.0}
        queue = [(0.0, 0)]
        done = set()
        while queue:
            gone, here = heappop(queue)
            if here == len(nodes) - 1:
                return gone / 100
            if here in done:
                continue
            done.add(here)
            for there in range(1, len(nodes)):
                if there in done or any(_cut(nodes[here], nodes[there], outline) for outline in solids):
                    continue
                way = gone + hypot(nodes[here][0] - nodes[there][0], nodes[here][1] - nodes[there][1])
                if way < best.get(there, 1e9):
                    best[there] = way
                    heappush(queue, (way, there))
        return 1e18


def shape_gap(shape: Shape, x: float, y: float) -> float:
    """The distance from a place to a shape in plan; negative inside a disc."""
    if isinstance(shape, Hull):
        return apart([*shape.corners()], x, y)
    return hypot(shape.x / 100 - x, shape.y / 100 - y) - shape.radius


def _cut(one: tuple[int, int], two: tuple[int, int], outline: list[tuple[int, int]]) -> bool:
    """Whether a line runs through the inside of a convex outline: in whole numbers, by fractions."""
    from fractions import Fraction

    start, end = Fraction(0), Fraction(1)
    dx, dy = two[0] - one[0], two[1] - one[1]
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        inside = (bx - ax) * (one[1] - ay) - (by - ay) * (one[0] - ax)
        slope = (bx - ax) * dy - (by - ay) * dx
        if slope > 0:
            start = max(start, Fraction(-inside, slope))
        elif slope < 0:
            end = min(end, Fraction(-inside, slope))
        elif inside <= 0:
            return False
        if start >= end:
            return False
    return True

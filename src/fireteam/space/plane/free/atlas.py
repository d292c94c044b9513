"""Turning points of a field for one size of base, and the steps between them as they become known."""

from __future__ import annotations

from array import array
from math import atan2, ceil, cos, hypot, pi, sin, tau
from weakref import WeakKeyDictionary

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import BLOCK, FLOOR, LADDER, PATCH, STEP, Field, Map
from fireteam.space.plane.free.outlines import Outline
from fireteam.space.plane.free.pieces import BARS, CLIMBABLE, DANGEROUS, DIFFICULT, HOLE, RUNGS, Ladder, Rail
from fireteam.space.plane.free.shapekernels import EPS
from fireteam.space.plane.free.shapes import Others
from fireteam.space.plane.free.walking import NOWHERE, pieces, room
from fireteam.space.plane.free.waykernels import DARES
from fireteam.space.plane.model import INCH

NODE = 8
CHORD = pi / 4
"""A corner is turned in chords of at most this; a way that matters is tightened to arcs."""
CLEAR = 2e-3
"""Inches that turning points keep from what they turn about."""
ALONG = 1.0
"""Inches between turning points along the edge of difficult ground."""
CUTS = (0.38, 0.7, 0.92)
"""How far from the corner of a hole, in widths of the base, it may be cut: the gap is then as wide as the base."""
SIDES = 12
"""Turning points round somebody."""

MARGIN = 1.0
"""Inches about a piece, besides the radius of a base, in which it matters."""

Bounds = tuple[float, float, float, float]
"""West, south, east and north of a box."""
Node = tuple[float, float, float, float, float, float]
"""Place, and the circle it turns about."""


def corners(outline: Outline, grown: float) -> list[tuple[float, float, float, float, float]]:
    """Turning points about the corners of a convex outline grown by a radius, each with its circle."""
    found = []
    for place, (x, y) in enumerate(outline):
        (ax, ay), (bx, by) = outline[place - 1], outline[(place + 1) % len(outline)]
        first = atan2(ax - x, y - ay)
        turn = (atan2(x - bx, by - y) - first) % tau
        parts = max(1, ceil(turn / CHORD - EPS)) if grown > CLEAR else 1
        for part in range(parts):
            angle = first + turn * (part + 0.5) / parts
            reach = (grown + CLEAR) / cos(turn / parts / 2)
            found.append((x + reach * cos(angle), y + reach * sin(angle), x, y, grown))
    return found


def about(x: float, y: float, reach: float) -> list[tuple[float, float, float, float, float]]:
    """Turning points about a disc."""
    far = (reach + CLEAR) / cos(pi / SIDES)
    return [
        (x + far * cos(tau * side / SIDES), y + far * sin(tau * side / SIDES), x, y, reach) for side in range(SIDES)
    ]


class Atlas:
    """The turning points of a field for a base of one radius and height, with the steps between them."""

    def __init__(self, field: Field, radius: float, tall: float, bits: int, like: Atlas | None = None) -> None:
        """`like`: an atlas for the same base on a field that is much the same."""
        self.field, self.radius, self.tall, self.bits = field, radius, tall, bits
        self.work, self.pieces = room(field), pieces()
        self.nobody = Others()
        self._nodes: dict[tuple[int, int, int], Node] = {}
        self._stood: dict[tuple[float, float, float], bool] = {}
        self._heights: dict[tuple[float, float, float, float], list[float]] = {}
        self.like = like
        self.apart = () if like is None else differences(like.field, field, radius + MARGIN)
        """In which boxes the field differs from that of the atlas it is like: elsewhere what is known there holds."""
        self._turns()
        self._seams()
        self._ladders()
        self._faces()
        self.count = len(self._nodes)
        self.nodes = array("d")
        for node in self._nodes.values():
            self.nodes.extend((*node, 0.0, 0.0))
        self.links = array("d", [-1.0]) * max(1, self.count * self.count)
        self.kinds = array("d", bytes(8 * max(1, self.count * self.count)))
        self._inherit()
        self.like = None

    def _inherit(self) -> None:
        """Take over the steps that are the same as on the other field."""
        like = self.like
        if like is None or not self.count or not like.count:
            return
        numbers = {node: number for number, node in enumerate(like._nodes.values())}
        same = array("d", [numbers.get(node, -1.0) for node in self._nodes.values()])
        boxes = array("d", [number for box in self.apart for number in box] or [0.0])
        jit.ways().inherited(
            *(self.links, self.kinds, self.nodes, self.count, like.links, like.kinds, like.count, same),
            *(boxes, len(self.apart)),
        )

    def _changed(self, x: float, y: float) -> bool:
        """Whether anything may be different at a place from what is known of it."""
        return any(west <= x <= east and south <= y <= north for west, south, east, north in self.apart)

    def stands(self, x: float, y: float, z: float) -> bool:
        """Whether a base fits at a place, if nobody else is there."""
        known = None if self.like is None or self._changed(x, y) else self.like._stood.get((x, y, z))
        if known is None:
            known = self._stands(x, y, z)
        self._stood[x, y, z] = known
        return known

    def _stands(self, x: float, y: float, z: float) -> bool:
        code, _, end, _, _ = jit.walks().walk(
            self.field.tables,
            *(x, y, z, x, y, self.radius, self.tall, 0.0, NOWHERE),
            *(self.nobody.table, 0, self.nobody.table, self.pieces, self.work),
        )
        return bool(code == 0 and abs(end - z) <= 0.011)

    def _add(self, x: float, y: float, z: float, circle: tuple[float, float, float] | None = None) -> None:
        key = (round(x * 200), round(y * 200), round(z * 100))
        if key not in self._nodes and self.stands(x, y, z):
            self._nodes[key] = (x, y, z, *(circle or (x, y, 0.0)))

    def _levels(self, x: float, y: float, low: float, high: float) -> list[float]:
        """Heights of the floors at a place between two heights, the lowest first."""
        key = (x, y, low, high)
        known = None if self.like is None or self._changed(x, y) else self.like._heights.get(key)
        if known is None:
            field = self.field
            found = [field.z(floor, x, y) for floor in range(field.floor_count) if field.depth_in(floor, x, y) >= 0]
            known = sorted(z for z in found if low - EPS <= z <= high + EPS)
        self._heights[key] = known
        return known

    def _turns(self) -> None:
        """About blocks that are in the way, and patches one would rather go round."""
        field = self.field
        for block in range(field.block_count):
            row = BLOCK * block
            if not int(field.blocks[row + 6]) & BARS:
                continue
            low, high = field.blocks[row + 4] - self.tall + EPS, field.blocks[row + 5] - STEP - 2 * EPS
            for x, y, *circle in corners(field.block_outlines[block], self.radius):
                for z in self._levels(x, y, low, high):
                    self._add(x, y, z, (circle[0], circle[1], circle[2]))
        for patch in range(field.patch_count):
            row = PATCH * patch
            bits, z = int(field.patches[row + 4]), field.patches[row + 5]
            outline = field.patch_outlines[patch]
            if bits & HOLE or (bits & DANGEROUS and not self.bits & DARES) or bits & DIFFICULT:
                for x, y, *_ in corners(outline, 0.0):
                    self._add(x, y, z)
            for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
                length = hypot(x1 - x, y1 - y)
                nx, ny = CLEAR * (y1 - y) / length, CLEAR * (x - x1) / length
                for along in self._beside(bits, length):
                    self._add(x + (x1 - x) * along / length + nx, y + (y1 - y) * along / length + ny, z)

    def _beside(self, bits: int, length: float) -> list[float]:
        """Where along the edge of a patch it is worth turning: into difficult ground here and there, and where a base
        is just wide enough to cut the corner of a hole."""
        found = []
        if bits & DIFFICULT:
            parts = ceil(length / ALONG)
            found = [length * part / parts for part in range(1, parts)]
        if bits & HOLE:
            wide = 2 * self.radius
            found += [at for part in CUTS for at in (wide * part, length - wide * part) if 0 < at < length]
        return found

    def _seams(self) -> None:
        """Where one steps from floor to floor: ends of the stretches that two floors share."""
        field = self.field
        for one in range(field.floor_count):
            for two in range(one + 1, field.floor_count):
                if not self._meet(one, two):
                    continue
                for ax, ay, bx, by in field.shared(one, two):
                    length = hypot(bx - ax, by - ay)
                    inset = min(CLEAR, length / 2) / length
                    nx, ny = 2 * CLEAR * (by - ay) / length, 2 * CLEAR * (ax - bx) / length
                    for part in (inset, 0.5, 1 - inset):
                        x, y = ax + (bx - ax) * part, ay + (by - ay) * part
                        z = max(field.z(one, x, y), field.z(two, x, y))
                        # On either side: on the line itself it depends on where one comes from which floor carries.
                        for px, py in ((x + nx, y + ny), (x - nx, y - ny)):
                            for level in self._levels(px, py, z - STEP, z + EPS)[-1:]:
                                self._add(px, py, level)

    def _meet(self, one: int, two: int) -> bool:
        a, b = FLOOR * one, FLOOR * two
        floors = self.field.floors
        flat = floors[a + 5] == floors[a + 6] == floors[b + 5] == floors[b + 6] == 0
        if flat and abs(floors[a + 4] - floors[b + 4]) > STEP:
            return False
        return (
            floors[a] <= floors[b + 2] + EPS
            and floors[b] <= floors[a + 2] + EPS
            and floors[a + 1] <= floors[b + 3] + EPS
            and floors[b + 1] <= floors[a + 3] + EPS
        )

    def _ladders(self) -> None:
        """Heads and feet: at the ladder, and as far to either side as a base still touches it."""
        field = self.field
        for ladder in range(field.ladder_count):
            x, y, low, high = field.ladders[LADDER * ladder : LADDER * ladder + 4]
            for floor in range(field.floor_count):
                if abs(field.z(floor, x, y) - high) > STEP or abs(field.depth_in(floor, x, y)) > 0.1:
                    continue
                nx, ny = _inward(field.outlines[floor], x, y)
                for aside in (-self.radius + CLEAR, 0.0, self.radius - CLEAR):
                    px, py = x - ny * aside, y + nx * aside
                    for inset in (CLEAR, self.radius):
                        self._add(px + nx * inset, py + ny * inset, field.z(floor, px, py))
                        for z in self._levels(px, py, low - STEP, low + STEP):
                            self._add(px - nx * inset, py - ny * inset, z)

    def _faces(self) -> None:
        """On top of what can be climbed, and in holes with rungs."""
        field = self.field
        for block in range(field.block_count):
            row = BLOCK * block
            bits, bottom, top = int(field.blocks[row + 6]), field.blocks[row + 4], field.blocks[row + 5]
            if not bits & (CLIMBABLE | RUNGS):
                continue
            outline = field.block_outlines[block]
            for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
                length = hypot(x1 - x, y1 - y)
                nx, ny = (y - y1) / length, (x1 - x) / length
                for part in (CLEAR / length, 0.5, 1 - CLEAR / length):
                    px, py = x + (x1 - x) * part, y + (y1 - y) * part
                    self._add(px + nx * CLEAR, py + ny * CLEAR, top)
                    if bits & RUNGS:
                        self._add(px - nx * (self.radius + CLEAR), py - ny * (self.radius + CLEAR), bottom)


def _inward(outline: Outline, x: float, y: float) -> tuple[float, float]:
    """The direction into an outline from the edge nearest to a place."""
    best, found = 1e9, (0.0, 1.0)
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        length = hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / length, (bx - ax) / length
        off = abs((x - ax) * nx + (y - ay) * ny)
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
        if -EPS <= along <= length + EPS and off < best:
            best, found = off, (nx, ny)
    return found


def atlas_of(field: Field, radius: float, tall: float, bits: int) -> Atlas:
    """The atlas of a field for a base, made once."""
    key = ("atlas", radius, tall, bits)
    known = field.memo.get(key)
    if known is None:
        latest = _latest.setdefault(field.plan, {})
        known = field.memo[key] = latest[key] = Atlas(field, radius, tall, bits, latest.get(key))
    assert isinstance(known, Atlas)
    return known


_latest: WeakKeyDictionary[Map, dict[object, Atlas]] = WeakKeyDictionary()
"""The last atlas that was made for each base on a map: doors and vehicles change little of it."""


def differences(one: Field, two: Field, margin: float) -> tuple[Bounds, ...]:
    """Boxes in inches in which pieces differ, a margin wider."""
    first, second = {(type(piece), piece) for piece in one.pieces}, {(type(piece), piece) for piece in two.pieces}
    found = []
    for _, piece in first ^ second:
        if isinstance(piece, Rail):
            continue  # it is in no way's way
        xs, ys = ([piece.x], [piece.y]) if isinstance(piece, Ladder) else zip(*piece.polygon, strict=True)
        west, south, east, north = (number / INCH for number in (min(xs), min(ys), max(xs), max(ys)))
        found.append((west - margin, south - margin, east + margin, north + margin))
    return tuple(found)

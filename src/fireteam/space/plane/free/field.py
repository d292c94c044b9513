"""A plan under one set of states, in flat arrays (inches): what every kernel reads. Never changed once made."""

from __future__ import annotations

import json
from array import array
from functools import cached_property
from hashlib import sha256
from math import ceil, hypot
from typing import NamedTuple, Protocol

from fireteam.space.plane import model
from fireteam.space.plane.free import jit
from fireteam.space.plane.free.outlines import SAME, SLICE, Outline, box, common, inches, outside, slices
from fireteam.space.plane.free.pieces import (
    BARE,
    CLIMBABLE,
    HOLE,
    OPAQUE,
    RUNGED,
    RUNGS,
    SLAB,
    SOLID,
    Block,
    Floor,
    Ladder,
    Lift,
    Patch,
    Piece,
    States,
)
from fireteam.space.plane.free.shapekernels import depth, within
from fireteam.space.plane.model import INCH

FLOOR, BLOCK, PATCH, LADDER, SEAM = 12, 12, 10, 6, 6
"""Numbers a row of each table."""
STEP = 0.5
"""Inches up or down that cost nothing."""
BANK = 0.5
"""Inches that the side of a hole reaches into what is around it."""


class Map(Protocol):
    """What a field is made of: `plan.Plan`."""

    width: int
    height: int
    lifts: tuple[Lift, ...]

    def present(self, states: States) -> list[Piece]:
        """The pieces that are there, plates of lifts included."""

    def stop_of(self, lift: Lift, states: States) -> int:
        """The height of a lift's plate."""

    def under(self, states: States = BARE) -> Field:
        """The field in other states."""


class Surface(NamedTuple):
    """A height at a place and the number of the floor that is there."""

    z: float
    floor: int


class Field:
    """The tables: rows of floats, one after the other, as the names of `FLOOR` and the others say.

    edges    6: start x, y, unit direction, length, offset (shapekernels)
    floors  12: west, south, east, north, z at 0, gx, gy, first edge, last edge + 1, lowest z, highest z, piece
    blocks  12: west, south, east, north, bottom, top, bits, first edge, last edge + 1, piece, floor it carries or -1, 0
    patches 10: west, south, east, north, bits, z, depth, first edge, last edge + 1, piece
    ladders  6: x, y, low, high, piece, 0
    seams    6: floor, floor, x0, y0, x1, y1: where one steps from a slope to another floor
    size     8: width, height, floors, blocks, patches, ladders, seams, 0
    """

    def __init__(self, plan: Map, states: States) -> None:
        self.plan, self.states = plan, states
        self.width, self.height = plan.width / INCH, plan.height / INCH
        self.pieces = plan.present(states)
        self.names = [piece.id for piece in self.pieces]
        """By piece number."""
        self.edges, self.floors, self.blocks = array("d"), array("d"), array("d")
        self.patches, self.ladders, self.seams = array("d"), array("d"), array("d")
        self.outlines: list[Outline] = []
        """Of each floor, in inches."""
        self.block_outlines: list[Outline] = []
        self.patch_outlines: list[Outline] = []
        for number, piece in enumerate(self.pieces):
            if isinstance(piece, Floor):
                self._floor(number, piece)
            elif isinstance(piece, Block):
                self._block(number, inches(piece.polygon), piece.bottom / INCH, piece.top / INCH, piece.bits, -1)
            elif isinstance(piece, Patch):
                self._patch(number, piece)
            elif isinstance(piece, Ladder):
                self.ladders.extend(
                    (piece.x / INCH, piece.y / INCH, piece.low / INCH, piece.high / INCH, float(number), 0.0)
                )
        self._seams()
        counts = [
            len(self.floors) // FLOOR,
            len(self.blocks) // BLOCK,
            len(self.patches) // PATCH,
            len(self.ladders) // LADDER,
            len(self.seams) // SEAM,
        ]
        self.floor_count, self.block_count, self.patch_count, self.ladder_count, self.seam_count = counts
        for table in (self.edges, self.floors, self.blocks, self.patches, self.ladders, self.seams):
            if not table:
                table.append(0.0)  # an empty array is no array to a compiled kernel
        self.size = array("d", [self.width, self.height, *map(float, counts), 0.0])
        self.tables = (self.edges, self.floors, self.blocks, self.patches, self.ladders, self.seams, self.size)
        self.memo: dict[object, object] = {}
        """What other files work out once for this field, by a name of their own."""

    # -- filling the tables --------------------------------------------------------------------------------------------

    def _edges(self, outline: Outline) -> tuple[int, int]:
        first = len(self.edges) // 6
        for place, (x, y) in enumerate(outline):
            x1, y1 = outline[(place + 1) % len(outline)]
            length = hypot(x1 - x, y1 - y)
            ux, uy = (x1 - x) / length, (y1 - y) / length
            self.edges.extend((x, y, ux, uy, length, uy * x - ux * y))
        return first, len(self.edges) // 6

    def _floor(self, number: int, floor: Floor) -> None:
        holes = [
            piece
            for piece in self.pieces
            if isinstance(piece, Patch) and piece.bits & HOLE and not (floor.gx or floor.gy) and piece.z == floor.z
        ]
        outlines = [inches(floor.polygon)]
        for hole in holes:
            outlines = [part for outline in outlines for part in outside(outline, inches(hole.polygon))]
        z = floor.z / INCH
        for outline in outlines:
            heights = [z + floor.gx * x + floor.gy * y for x, y in outline]
            first, last = self._edges(outline)
            self.outlines.append(outline)
            self.floors.extend(
                (*box(outline), z, floor.gx, floor.gy, float(first), float(last), min(heights), max(heights))
            )
            self.floors.append(float(number))
            if not floor.thickness:
                continue
            place = len(self.floors) // FLOOR - 1
            thickness, bits = floor.thickness / INCH, floor.bits | SLAB
            if not (floor.gx or floor.gy):
                self._block(number, outline, z - thickness, z, bits, place)
                continue
            for low, high, part in slices(outline, z, floor.gx, floor.gy):
                self._block(number, part, max(min(heights), low - thickness), high, bits, place)

    def _block(self, number: int, outline: Outline, bottom: float, top: float, bits: int, floor: int) -> None:
        if top - bottom < SAME:
            return
        first, last = self._edges(outline)
        self.block_outlines.append(outline)
        self.blocks.extend((*box(outline), bottom, top, float(bits), float(first), float(last), float(number)))
        self.blocks.extend((float(floor), 0.0))

    def _patch(self, number: int, patch: Patch) -> None:
        outline = inches(patch.polygon)
        z, deep = patch.z / INCH, patch.depth / INCH
        first, last = self._edges(outline)
        self.patch_outlines.append(outline)
        self.patches.extend((*box(outline), float(patch.bits), z, deep, float(first), float(last), float(number)))
        if not (patch.bits & HOLE and patch.depth):
            return
        first, last = self._edges(outline)
        self.outlines.append(outline)
        bottom = z - deep
        self.floors.extend((*box(outline), bottom, 0.0, 0.0, float(first), float(last), bottom, bottom, float(number)))
        bits = SOLID | OPAQUE | (RUNGS if patch.bits & RUNGED else CLIMBABLE)
        table = [(0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)]
        for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
            length = hypot(x1 - x, y1 - y)
            nx, ny = BANK * (y1 - y) / length, BANK * (x - x1) / length
            bank = common([(x1, y1), (x, y), (x + nx, y + ny), (x1 + nx, y1 + ny)], table)
            if bank:
                self._block(number, bank, bottom, z, bits, -1)

    def _seams(self) -> None:
        """Where a slope and another floor meet within a step: there the slab of the one stops no base on the other."""
        count = len(self.floors) // FLOOR
        for slope in range(count):
            if not self._slopes(slope):
                continue
            for other in range(count):
                if other == slope or (self._slopes(other) and other < slope):
                    continue
                self.seams.extend(
                    number
                    for ax, ay, bx, by in self.shared(slope, other)
                    for number in (float(slope), float(other), ax, ay, bx, by)
                )

    def _slopes(self, floor: int) -> bool:
        return self.floors[FLOOR * floor + 5] != 0 or self.floors[FLOOR * floor + 6] != 0

    def shared(self, one: int, two: int) -> list[tuple[float, float, float, float]]:
        """The stretches of the edges of both floors on which they are within a step of each other."""
        found = []
        for here, there in ((one, two), (two, one)):
            outline = self.outlines[here]
            row = FLOOR * there
            for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
                length = hypot(x1 - x, y1 - y)
                dx, dy = (x1 - x) / length, (y1 - y) / length
                first, last = int(self.floors[row + 7]), int(self.floors[row + 8])
                start, end = within(self.edges, first, last, x, y, dx, dy, length, 2 * SAME)
                start, end = self.level(here, there, x, y, dx, dy, start, end)
                if end - start > SAME:
                    found.append((x + dx * start, y + dy * start, x + dx * end, y + dy * end))
        return found

    def level(
        self, one: int, two: int, x: float, y: float, dx: float, dy: float, start: float, end: float
    ) -> tuple[float, float]:
        """The part of a stretch on which two floors are within a step of each other."""
        if start > end:
            return start, end
        apart = self.z(one, x, y) - self.z(two, x, y)
        a, b = FLOOR * one, FLOOR * two
        slope = (self.floors[a + 5] - self.floors[b + 5]) * dx + (self.floors[a + 6] - self.floors[b + 6]) * dy
        if abs(slope) < SAME:
            return (start, end) if abs(apart) <= STEP + SAME else (1.0, 0.0)
        low, high = sorted(((-STEP - SAME - apart) / slope, (STEP + SAME - apart) / slope))
        return max(start, low), min(end, high)

    # -- asking --------------------------------------------------------------------------------------------------------

    def z(self, floor: int, x: float, y: float) -> float:
        """The height of a floor's plane at a place, in inches."""
        row = FLOOR * floor
        return self.floors[row + 4] + self.floors[row + 5] * x + self.floors[row + 6] * y

    def surfaces(self, x: int, y: int) -> list[Surface]:
        """All floors at a place in hundredths, the lowest first; heights in inches."""
        found = array("d", bytes(16 * max(1, self.floor_count)))
        used = jit.walks().floors_at(self.tables, x / INCH, y / INCH, SAME, found)
        return sorted([Surface(found[place], int(found[place + 1])) for place in range(0, 2 * used, 2)])

    def floor_under(self, x: int, y: int, z: int, above: float = STEP) -> Surface | None:
        """The highest floor at a place not more than `above` inches over a height; None: there is none."""
        known = [surface for surface in self.surfaces(x, y) if surface.z <= z / INCH + above + SAME]
        return known[-1] if known else None

    @cached_property
    def digest(self) -> str:
        """A name for its content, the same on every machine."""
        content = [
            [self.plan.width, self.plan.height],
            [[type(piece).__name__, *piece] for piece in self.pieces],
            [list(lift) for lift in self.plan.lifts],
        ]
        return sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()[:32]

    @cached_property
    def sunk(self) -> int:
        """Hundredths by which heights on `board` are more than here: what has sides below the ground needs it."""
        lowest = min((self.blocks[BLOCK * block + 4] for block in range(self.block_count)), default=0.0)
        return max(0, ceil(-lowest * INCH))

    @cached_property
    def board(self) -> model.Board:
        """What stops sight, as prisms; heights are `sunk` more than here. A slice of a slope is as high as its middle.

        A part has the number of its piece in its feature's id: `names[int(feature.id)]`.
        """
        parts: dict[int, list[model.Part]] = {}
        for block in range(self.block_count):
            row = BLOCK * block
            bits = int(self.blocks[row + 6])
            if not bits & OPAQUE:
                continue
            piece, floor = int(self.blocks[row + 9]), int(self.blocks[row + 10])
            bottom, top = self.blocks[row + 4], self.blocks[row + 5]
            if floor >= 0 and self._slopes(floor):
                top -= min(SLICE, self.floors[FLOOR * floor + 10] - self.floors[FLOOR * floor + 9]) / 2
            polygon = tuple((round(x * INCH), round(y * INCH)) for x, y in self.block_outlines[block])
            low, high = round(bottom * INCH) + self.sunk, round(top * INCH) + self.sunk
            if high > low:
                known = parts.setdefault(piece, [])
                known.append(
                    model.Part(f"{piece}/{len(known)}", str(piece), polygon, low, high, model.OPAQUE | model.OBSCURES)
                )
        features = tuple(model.Feature(str(piece), "block", tuple(known)) for piece, known in sorted(parts.items()))
        return model.Terrain(self.plan.width, self.plan.height, features).under()

    def depth_in(self, floor: int, x: float, y: float) -> float:
        """How deep a place in inches lies in a floor's outline; negative outside."""
        row = FLOOR * floor
        return depth(self.edges, int(self.floors[row + 7]), int(self.floors[row + 8]), x, y)

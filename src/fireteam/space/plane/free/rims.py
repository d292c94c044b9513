"""Edges one may fall from: where nothing within a step goes on, with the railings that bound them."""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import hypot

from fireteam.space.plane.free.field import BLOCK, FLOOR, STEP, Field
from fireteam.space.plane.free.outlines import without
from fireteam.space.plane.free.pieces import CLIMBABLE, IMPASSABLE, Rail
from fireteam.space.plane.free.shapekernels import within
from fireteam.space.plane.model import INCH

RIM = 10
"""Numbers a rim: x0, y0, z0, x1, y1, z1, outward normal, height of the railing or 0, floor."""
BEYOND = 0.005
"""Inches beyond an edge at which is looked whether something goes on."""
LEAST = 0.01


def rims_of(field: Field) -> array[float]:
    """All rims of a field, worked out once."""
    known = field.memo.get("rims")
    if known is None:
        known = field.memo["rims"] = _rims(field)
    assert isinstance(known, array)
    return known


def _rims(field: Field) -> array[float]:
    rows = array("d")
    for floor in range(field.floor_count):
        outline = field.outlines[floor]
        for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
            length = hypot(x1 - x, y1 - y)
            dx, dy = (x1 - x) / length, (y1 - y) / length
            for start, end in _drops(field, floor, x, y, dx, dy, length):
                for low, high, tall in _railed(field, floor, x, y, dx, dy, start, end):
                    ax, ay, bx, by = x + dx * low, y + dy * low, x + dx * high, y + dy * high
                    rows.extend((ax, ay, field.z(floor, ax, ay), bx, by, field.z(floor, bx, by), dy, -dx, tall))
                    rows.append(float(floor))
    return rows


def _drops(
    field: Field, floor: int, x: float, y: float, dx: float, dy: float, length: float
) -> list[tuple[float, float]]:
    """The stretches of an edge beyond which one falls; the table's own edge is none."""
    px, py = x + dy * BEYOND, y - dx * BEYOND
    mx, my = px + dx * length / 2, py + dy * length / 2
    if min(mx, my, field.width - mx, field.height - my) < 0:
        return []
    left = [(0.0, length)]
    for other in range(field.floor_count):
        row = FLOOR * other
        if other == floor:
            continue
        ends = int(field.floors[row + 7]), int(field.floors[row + 8])
        start, end = within(field.edges, *ends, px, py, dx, dy, length, 0.0)
        left = without(left, *field.level(floor, other, px, py, dx, dy, start, end))
    for block in range(field.block_count):
        row = BLOCK * block
        if not int(field.blocks[row + 6]) & (IMPASSABLE | CLIMBABLE):
            continue
        z = field.z(floor, mx, my)
        if field.blocks[row + 4] <= z + STEP and field.blocks[row + 5] > z + STEP:
            ends = int(field.blocks[row + 7]), int(field.blocks[row + 8])
            left = without(left, *within(field.edges, *ends, px, py, dx, dy, length, 0.0))
    return [(start, end) for start, end in left if end - start > LEAST]


def _railed(
    field: Field, floor: int, x: float, y: float, dx: float, dy: float, start: float, end: float
) -> list[tuple[float, float, float]]:
    """A stretch cut where railings begin and end, each part with the height of its railing or 0."""
    cuts, rails = {start, end}, []
    for piece in field.pieces:
        if not isinstance(piece, Rail):
            continue
        ends = ((piece.x0 / INCH, piece.y0 / INCH), (piece.x1 / INCH, piece.y1 / INCH))
        if any(abs((px - x) * dy - (py - y) * dx) > 0.02 for px, py in ends):
            continue
        if any(abs(field.z(floor, px, py) - piece.z / INCH) > 0.1 for px, py in ends):
            continue
        low, high = sorted((px - x) * dx + (py - y) * dy for px, py in ends)
        rails.append((low, high, piece.height / INCH))
        cuts.update(cut for cut in (low, high) if start < cut < end)
    return [
        (low, high, max((tall for a, b, tall in rails if a <= (low + high) / 2 <= b), default=0.0))
        for low, high in pairwise(sorted(cuts))
    ]

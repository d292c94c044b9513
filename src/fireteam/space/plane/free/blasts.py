"""Blast markers: who is under one, and where it comes to rest."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, radians, sin

from fireteam.space.plane.free.field import BLOCK, Field
from fireteam.space.plane.free.measuring import plan_gap
from fireteam.space.plane.free.plan import CLIMBABLE, IMPASSABLE, SLAB, SOLID
from fireteam.space.plane.free.shapekernels import EPS, within
from fireteam.space.plane.free.shapes import Shape
from fireteam.space.plane.model import INCH, Body

ABOVE = 0.1
"""Inches over its floor at which the middle of a marker is."""
CIRCLE = 360
Marker = tuple[int, int, int]
"""Where the middle of a marker lies, in hundredths."""


def stretch(field: Field, block: int, x: float, y: float, dx: float, dy: float, length: float) -> tuple[float, float]:
    """The part of a line in plan that runs through a block; from > to: none."""
    row = BLOCK * block
    return within(field.edges, int(field.blocks[row + 7]), int(field.blocks[row + 8]), x, y, dx, dy, length, 0.0)


def walled(field: Field, x: float, y: float, z: float, tx: float, ty: float, tz: float) -> bool:
    """Whether something solid stands between two places in inches: a wall across the line, or a slab between
    heights."""
    length = hypot(tx - x, ty - y)
    dx, dy = ((tx - x) / length, (ty - y) / length) if length > EPS else (1.0, 0.0)
    low, high = min(z, tz) + ABOVE, max(z, tz) + ABOVE
    west, east, south, north = min(x, tx) - EPS, max(x, tx) + EPS, min(y, ty) - EPS, max(y, ty) + EPS
    blocks = field.blocks
    for block in range(field.block_count):
        row = BLOCK * block
        if blocks[row] > east or blocks[row + 2] < west or blocks[row + 1] > north or blocks[row + 3] < south:
            continue
        bits = int(blocks[row + 6])
        if not bits & (SOLID | IMPASSABLE):
            continue
        bottom, top = blocks[row + 4], blocks[row + 5]
        if top <= low or bottom >= high:
            continue
        start, end = stretch(field, block, x, y, dx, dy, length)
        if bits & SLAB:
            # A slab parts two heights where the line, rising evenly, runs through it.
            if start <= end:
                heights = [z + ABOVE + (tz - z) * (at / length if length > EPS else 0.5) for at in (start, end)]
                if min(heights) < top and max(heights) > bottom:
                    return True
        elif end - start > EPS:
            return True
    return False


def under(field: Field, marker: Marker, radius: float, shape: Shape) -> bool:
    """Whether any part of somebody is under a marker: within its radius in plan, no more than that above or below, and
    nothing solid between."""
    x, y, z = marker
    if plan_gap(Body(x, y, z, 0.0, 0), shape) > radius + EPS or abs(shape.z - z) / INCH > radius + EPS:
        return False
    return not walled(field, x / INCH, y / INCH, z / INCH, shape.x / INCH, shape.y / INCH, shape.z / INCH)


def scattered(field: Field, marker: Marker, degrees: int, inches: float) -> Marker | None:
    """Where the middle of a marker comes to rest that goes so far in a direction: walls and structures stop it, off its
    level it drops to the floor below; None: it leaves the table."""
    return _ends(field, marker, degrees, (inches,), _stoppers(field, marker, inches))[0]


@lru_cache(maxsize=128)
def scatterings(field: Field, marker: Marker, most: int) -> tuple[tuple[Marker | None, ...], ...]:
    """For each whole degree where a marker comes to rest that goes 1 inch, 2 inches and so on."""
    ways, blocks = tuple(range(1, most + 1)), _stoppers(field, marker, most)
    return tuple([_ends(field, marker, degrees, ways, blocks) for degrees in range(CIRCLE)])


def _stoppers(field: Field, marker: Marker, inches: float) -> list[int]:
    """The blocks that may stop a marker so near."""
    x, y, z = (value / INCH for value in marker)
    reach = inches + EPS
    found = []
    for block in range(field.block_count):
        west, south, east, north, bottom, top, bits = field.blocks[BLOCK * block : BLOCK * block + 7]
        if not int(bits) & (IMPASSABLE | CLIMBABLE) or not bottom <= z + ABOVE < top:
            continue
        if west <= x + reach and east >= x - reach and south <= y + reach and north >= y - reach:
            found.append(block)
    return found


def _ends(
    field: Field, marker: Marker, degrees: int, ways: tuple[float, ...], blocks: list[int]
) -> tuple[Marker | None, ...]:
    """Where it comes to rest after each of some distances in one direction."""
    x, y, _ = (value / INCH for value in marker)
    dx, dy = cos(radians(degrees)), sin(radians(degrees))
    stretches = [stretch(field, block, x, y, dx, dy, max(ways)) for block in blocks]
    found: list[Marker | None] = []
    for inches in ways:
        gone = float(inches)
        for start, end in stretches:
            if start <= end and min(end, gone) - start > EPS:
                gone = min(gone, max(0.0, start))
        px, py = x + dx * gone, y + dy * gone
        if not (0 <= px <= field.width and 0 <= py <= field.height):
            found.append(None)
            continue
        floor = field.floor_under(round(px * INCH), round(py * INCH), marker[2])
        height = marker[2] if floor is None else round(floor.z * INCH)
        found.append((round(px * INCH), round(py * INCH), height))
    return tuple(found)

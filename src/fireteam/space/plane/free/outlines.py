"""Convex outlines in inches: cut, taken apart, sliced."""

from __future__ import annotations

from math import ceil, hypot

from fireteam.space.plane.model import INCH, Polygon

SAME = 1e-6
SLICE = 0.5
"""Inches of rise for which the slab of a slope is one prism."""

Outline = list[tuple[float, float]]


def inches(polygon: Polygon) -> Outline:
    """A polygon of the data in inches."""
    return [(x / INCH, y / INCH) for x, y in polygon]


def box(outline: Outline) -> tuple[float, float, float, float]:
    """West, south, east, north."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def cut(outline: Outline, a: float, b: float, c: float) -> Outline:
    """The part of a convex outline where a * x + b * y <= c; empty if none, or none with an area."""
    kept: Outline = []
    for place, (x, y) in enumerate(outline):
        x1, y1 = outline[(place + 1) % len(outline)]
        here, there = a * x + b * y - c, a * x1 + b * y1 - c
        if here <= SAME:
            kept.append((x, y))
        if (here < -SAME and there > SAME) or (here > SAME and there < -SAME):
            t = here / (here - there)
            kept.append((x + (x1 - x) * t, y + (y1 - y) * t))
    kept = [point for place, point in enumerate(kept) if hypot(*_apart(point, kept[place - 1])) > SAME]
    area = sum(
        x * kept[(place + 1) % len(kept)][1] - kept[(place + 1) % len(kept)][0] * y for place, (x, y) in enumerate(kept)
    )
    return kept if len(kept) > 2 and area > SAME else []


def _apart(one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    return one[0] - two[0], one[1] - two[1]


def sides(outline: Outline) -> list[tuple[float, float, float]]:
    """The half planes a convex outline is made of: a * x + b * y <= c inside."""
    rows = []
    for place, (x, y) in enumerate(outline):
        x1, y1 = outline[(place + 1) % len(outline)]
        length = hypot(x1 - x, y1 - y)
        a, b = (y1 - y) / length, (x - x1) / length
        rows.append((a, b, a * x + b * y))
    return rows


def outside(outline: Outline, hole: Outline) -> list[Outline]:
    """What a convex hole leaves of a convex outline, in convex parts."""
    parts, rest = [], outline
    for a, b, c in sides(hole):
        part = cut(rest, -a, -b, -c)
        if part:
            parts.append(part)
        rest = cut(rest, a, b, c)
        if not rest:
            break
    return parts


def common(one: Outline, two: Outline) -> Outline:
    """What two convex outlines have in common."""
    for a, b, c in sides(two):
        one = cut(one, a, b, c)
        if not one:
            break
    return one


def slices(outline: Outline, z: float, gx: float, gy: float) -> list[tuple[float, float, Outline]]:
    """A slope cut into prisms of SLICE inches of rise: lower and upper height, and the outline of each."""
    heights = [z + gx * x + gy * y for x, y in outline]
    low, high = min(heights), max(heights)
    found = []
    for number in range(max(1, ceil((high - low) / SLICE - SAME))):
        start, end = low + number * SLICE, min(high, low + (number + 1) * SLICE)
        part = cut(cut(outline, gx, gy, end - z), -gx, -gy, z - start) if end > start else []
        if part:
            found.append((start, end, part))
    return found


def without(stretches: list[tuple[float, float]], start: float, end: float) -> list[tuple[float, float]]:
    """Stretches with one taken out."""
    if start >= end:
        return stretches
    left = []
    for low, high in stretches:
        if end <= low or start >= high:
            left.append((low, high))
            continue
        if low < start:
            left.append((low, start))
        if end < high:
            left.append((end, high))
    return left

"""Plain geometry of footprints, in hundredths of an inch, for the checks of killzones."""

from __future__ import annotations

from math import hypot

Point = tuple[float, float]
Polygon = tuple[Point, ...]
"""Convex, counter-clockwise."""
Box = tuple[float, float, float, float]


def area_of(polygon: Polygon) -> float:
    """The area inside."""
    return sum(x * y1 - x1 * y for (x, y), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)) / 2


def box_of(polygon: Polygon, margin: float = 0) -> Box:
    """The box around it: west, south, east, north."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def distance_to(polygon: Polygon, at: Point) -> float:
    """How far a point lies outside a polygon; negative inside, by the distance to the nearest edge."""
    x, y = at
    inside, best = True, 1e18
    px, py = polygon[-1]
    for qx, qy in polygon:
        ex, ey = qx - px, qy - py
        if ex * (y - py) - ey * (x - px) < 0:
            inside = False
        along = max(0.0, min(1.0, ((x - px) * ex + (y - py) * ey) / (ex * ex + ey * ey)))
        best = min(best, hypot(x - px - along * ex, y - py - along * ey))
        px, py = qx, qy
    return -best if inside else best


def overlap_of(a: Polygon, b: Polygon) -> float:
    """How deep two convex polygons lie in each other; zero or less where they are apart or touch."""
    west, south, east, north = box_of(a)
    left, low, right, high = box_of(b)
    best = min(east - left, right - west, north - low, high - south)
    if best <= 0:
        return best
    for polygon in (a, b):
        px, py = polygon[-1]
        for qx, qy in polygon:
            length = hypot(qx - px, qy - py)
            nx, ny = (qy - py) / length, (px - qx) / length
            first = [x * nx + y * ny for x, y in a]
            second = [x * nx + y * ny for x, y in b]
            best = min(best, min(max(first), max(second)) - max(min(first), min(second)))
            px, py = qx, qy
    return best


def holds(outer: Polygon, inner: Polygon) -> bool:
    """Whether one polygon lies in another, edges included."""
    return all(distance_to(outer, point) <= 0.1 for point in inner)


def turned(polygon: Polygon, width: float, height: float) -> list[Point]:
    """The corners after a half turn of the board, in a steady order."""
    return sorted((width - x, height - y) for x, y in polygon)

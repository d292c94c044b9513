"""Outlines seen from above, and things that are put down: how far apart and how deep in each other they lie.

In hundredths of an inch, for what is not on a board yet: content that is checked, a piece that somebody would put down.
What stands on a board is measured by `space.plane`, from tables made once.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot, inf
from typing import NamedTuple

from fireteam.space.plane.measure import between, part_between, wholly_in_area
from fireteam.space.plane.model import EPS, INCH, Board, Body, Feature, Point, Polygon, Spot
from fireteam.space.plane.placing import Ground, Shape
from fireteam.space.plane.walls import crosses_wall

Corner = tuple[float, float]
Outline = tuple[Corner, ...]
"""Convex, counter-clockwise."""
Box = tuple[float, float, float, float]
"""West, south, east, north."""

SAMPLE = 25
"""Hundredths between the points of an outline from which ways round walls are measured."""
ROUNDED = 1.0
"""Hundredths that two outlines may overlap where corners of a turned piece were rounded."""


# -- outlines ----------------------------------------------------------------------------------------------------------


def area_of(polygon: Outline) -> float:
    """The area inside."""
    return sum(x * y1 - x1 * y for (x, y), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)) / 2


def box_of(polygon: Outline, margin: float = 0) -> Box:
    """The box around it."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def distance_to(polygon: Outline, at: Corner) -> float:
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


def overlap_of(a: Outline, b: Outline) -> float:
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


def holds(outer: Outline, inner: Outline) -> bool:
    """Whether one polygon lies in another, edges included."""
    return all(distance_to(outer, point) <= 0.1 for point in inner)


def turned(polygon: Outline, width: float, height: float) -> list[Corner]:
    """The corners after a half turn of the board, in a steady order."""
    return sorted((width - x, height - y) for x, y in polygon)


def closest(a: Outline, b: Outline) -> tuple[float, Corner, Corner]:
    """How far two convex outlines are apart, 0 where they overlap, and the two nearest points; hundredths."""
    if overlap_of(a, b) > 0:
        return 0.0, a[0], a[0]
    best: tuple[float, Corner, Corner] = (inf, (0.0, 0.0), (0.0, 0.0))
    for one, other, swapped in ((a, b, False), (b, a, True)):
        for corner in one:
            point = nearest(other, corner)
            gap = hypot(point[0] - corner[0], point[1] - corner[1])
            if gap < best[0]:
                best = (gap, point, corner) if swapped else (gap, corner, point)
    return best


def nearest(polygon: Outline, at: Corner) -> Corner:
    """The point of an outline's border nearest to a place outside it."""
    best, found = inf, at
    px, py = polygon[-1]
    for qx, qy in polygon:
        ex, ey = qx - px, qy - py
        along = max(0.0, min(1.0, ((at[0] - px) * ex + (at[1] - py) * ey) / (ex * ex + ey * ey)))
        x, y = px + along * ex, py + along * ey
        gap = hypot(x - at[0], y - at[1])
        if gap < best:
            best, found = gap, (x, y)
        px, py = qx, qy
    return found


def border(polygon: Outline) -> Iterator[Point]:
    """Points along an outline, corners included."""
    px, py = polygon[-1]
    for qx, qy in polygon:
        steps = max(1, ceil(hypot(qx - px, qy - py) / SAMPLE))
        for step in range(steps):
            yield round(px + (qx - px) * step / steps), round(py + (qy - py) * step / steps)
        px, py = qx, qy


# -- things ------------------------------------------------------------------------------------------------------------

Prism = tuple[Polygon, int, int]
"""An outline, its bottom and its top, in hundredths."""


class Thing(NamedTuple):
    """Something that is put down: a marker as a disc, or terrain as the outlines and heights of its parts."""

    spot: Spot
    parts: tuple[Prism, ...] = ()
    square: bool = True
    """Whether its corners are exact: not turned, or by quarters."""
    box: Box = (0.0, 0.0, 0.0, 0.0)
    """Round all parts, in hundredths."""

    @classmethod
    def disc(cls, spot: Spot) -> Thing:
        """A marker."""
        return cls(spot)

    @classmethod
    def of(cls, feature: Feature, turned: int) -> Thing:
        """A piece of terrain."""
        parts = tuple((part.polygon, part.bottom, part.top) for part in feature.parts)
        x, y = parts[0][0][0]
        box = box_of(tuple(corner for polygon, _, _ in parts for corner in polygon))
        return cls(Spot(x, y, min(low for _, low, _ in parts), 0.0), parts, turned % 90 == 0, box)

    @property
    def low(self) -> int:
        """Where it stands, in hundredths above the floor."""
        return self.spot.z

    @property
    def slack(self) -> float:
        """Hundredths that it may overlap terrain: none but for rounded corners."""
        return EPS * INCH if self.square else ROUNDED

    def wholly_in(self, area: Polygon) -> bool:
        """Whether all of it lies in an area."""
        return (
            all(holds(area, polygon) for polygon, _, _ in self.parts) if self.parts else wholly_in_area(self.spot, area)
        )

    def farthest_from(self, area: Polygon) -> float:
        """How far its farthest point is from an area, in inches."""
        if not self.parts:
            return max(0.0, distance_to(area, (self.spot.x, self.spot.y))) / INCH + self.spot.radius
        return max(0.0, *(distance_to(area, corner) for polygon, _, _ in self.parts for corner in polygon)) / INCH

    def out_of(self, board: Board) -> bool:
        """Whether some corner of it stands over the edge of the board."""
        width, height = board.width * INCH, board.height * INCH
        return any(not (0 <= x <= width and 0 <= y <= height) for polygon, _, _ in self.parts for x, y in polygon)

    def to_part(self, board: Board, number: int, limit: float) -> float:
        """From it to a part of the board in inches, heights counted, round walls; beyond the limit perhaps infinite."""
        if not self.parts:
            return part_between(board, self.spot, number, limit)
        other, best = board.parts[number], inf
        (west, south, east, north), far, first = self.box, (limit + 1) * INCH, 4 * number
        if board.box[first] * INCH - east > far or west - board.box[first + 2] * INCH > far:
            return best
        if board.box[first + 1] * INCH - north > far or south - board.box[first + 3] * INCH > far:
            return best
        for polygon, low, high in self.parts:
            gap, a, b = closest(polygon, other.polygon)
            direct = hypot(gap, max(0, other.bottom - high, low - other.top)) / INCH
            if board.walls and direct <= limit + EPS and gap > 0:
                if crosses_wall(board, a[0] / INCH, a[1] / INCH, b[0] / INCH, b[1] / INCH, number):
                    direct = min(part_between(board, Spot(x, y, low, 0.0), number, limit) for x, y in border(polygon))
            best = min(best, direct)
        return best

    def to_spot(self, board: Board, spot: Spot, limit: float) -> float:
        """From it to a disc on the board in inches, edge to edge; beyond the limit perhaps infinite."""
        if not self.parts:
            return between(board, self.spot, spot, limit)
        return min(
            between(board, Spot(x, y, low, 0.0), spot, limit)
            for polygon, low, _ in self.parts
            for x, y in border(polygon)
        )


# -- what stands where a thing would -----------------------------------------------------------------------------------


def parts_in(ground: Ground, prism: Prism, slack: float) -> Iterator[Shape]:
    """The parts of terrain that a prism overlaps by more than so many hundredths."""
    polygon, low, high = prism
    west, south, east, north = box_of(polygon)
    for shape in ground.near(west / INCH, south / INCH, east / INCH, north / INCH):
        if shape.meets(low / INCH, high / INCH):
            if overlap_of(polygon, ground.board.parts[shape.number].polygon) > slack:
                yield shape


def body_in(prism: Prism, body: Body) -> bool:
    """Whether a prism overlaps somebody.

    There is no slack for rounded corners: who is overlapped cannot stand there, and could not move.
    """
    polygon, low, high = prism
    meets = min(high, body.z + body.height) > max(low, body.z)
    return meets and distance_to(polygon, (body.x, body.y)) < (body.radius - EPS) * INCH


def middle_in(prism: Prism, spot: Spot) -> bool:
    """Whether the middle of a disc lies in a prism."""
    polygon, low, high = prism
    return low <= spot.z < high and distance_to(polygon, (spot.x, spot.y)) < 0

"""Distances and overlaps of things that are put down: terrain items as outlines, markers as discs (KT-GEO-03,
KT-GEO-12, KT-GEO-13)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot, inf
from typing import NamedTuple

from fireteam.games.killteam.content.terrain import BLOCKING
from fireteam.games.killteam.moving.footprints import Box, box_of, distance_to, holds, overlap_of
from fireteam.games.killteam.positions import body_of, in_killzone, radius_of
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.space.plane.measure import between, part_between, wholly_in_area
from fireteam.space.plane.model import EPS, INCH, TOUCH, Feature, Point, Polygon, Spot
from fireteam.space.plane.walls import crosses_wall

SAMPLE = 25
"""Hundredths between the points of an outline from which ways round walls are measured."""
ROUNDED = 1.0
"""Hundredths that two outlines may overlap where corners of a turned piece were rounded."""

Prism = tuple[Polygon, int, int]
"""An outline, its bottom and its top, in hundredths."""


class Thing(NamedTuple):
    """Something that is put down: a marker as a disc, or a terrain item as the outlines and heights of its parts."""

    spot: Spot
    parts: tuple[Prism, ...] = ()
    square: bool = True
    """Whether its corners are exact: not turned, or by quarters."""
    box: Box = (0.0, 0.0, 0.0, 0.0)
    """Round all parts: west, south, east, north, in hundredths."""

    @classmethod
    def disc(cls, spot: Spot) -> Thing:
        """A marker."""
        return cls(spot)

    @classmethod
    def of(cls, feature: Feature, turned: int) -> Thing:
        """A terrain item."""
        parts = tuple((part.polygon, part.bottom, part.top) for part in feature.parts)
        x, y = parts[0][0][0]
        box = box_of(tuple(corner for polygon, _, _ in parts for corner in polygon))
        return cls(Spot(x, y, min(low for _, low, _ in parts), 0.0), parts, turned % 90 == 0, box)

    @property
    def low(self) -> int:
        """Where it stands, in hundredths above the floor."""
        return self.spot.z

    def wholly_in(self, area: Polygon) -> bool:
        """Whether all of it lies in an area (KT-BASE-15)."""
        return (
            all(holds(area, polygon) for polygon, _, _ in self.parts) if self.parts else wholly_in_area(self.spot, area)
        )

    def farthest_from(self, area: Polygon) -> float:
        """How far its farthest point is from an area, in inches (KT-BASE-13, KT-BASE-15)."""
        if not self.parts:
            return max(0.0, distance_to(area, (self.spot.x, self.spot.y))) / INCH + self.spot.radius
        return max(0.0, *(distance_to(area, corner) for polygon, _, _ in self.parts for corner in polygon)) / INCH

    def touched(self, t: Table) -> list[int]:
        """The numbers of the solid parts of terrain that it stands against (KT-GEO-14)."""
        board = t.board
        solid = [number for number in board.active if not board.flags[number] & BLOCKING]
        return [number for number in solid if distance_to_part(t, self, number, 0) <= TOUCH + 1e-9]


# -- outlines ----------------------------------------------------------------------------------------------------------


def closest(a: Polygon, b: Polygon) -> tuple[float, tuple[float, float], tuple[float, float]]:
    """How far two convex outlines are apart, 0 where they overlap, and the two nearest points; hundredths."""
    if overlap_of(a, b) > 0:
        return 0.0, a[0], a[0]
    best = (inf, (0.0, 0.0), (0.0, 0.0))
    for one, other, swapped in ((a, b, False), (b, a, True)):
        for corner in one:
            point = _nearest(other, corner)
            gap = hypot(point[0] - corner[0], point[1] - corner[1])
            if gap < best[0]:
                best = (gap, point, corner) if swapped else (gap, corner, point)
    return best


def _nearest(polygon: Polygon, at: tuple[float, float]) -> tuple[float, float]:
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


def _border(polygon: Polygon) -> Iterator[Point]:
    """Points along an outline, corners included."""
    px, py = polygon[-1]
    for qx, qy in polygon:
        steps = max(1, ceil(hypot(qx - px, qy - py) / SAMPLE))
        for step in range(steps):
            yield round(px + (qx - px) * step / steps), round(py + (qy - py) * step / steps)
        px, py = qx, qy


# -- distances ---------------------------------------------------------------------------------------------------------


def distance_to_part(t: Table, thing: Thing, number: int, limit: float) -> float:
    """From a thing to a terrain part in inches, heights counted, round walls; beyond the limit it may be infinite
    (see KT-GEO-12)."""
    board = t.board
    if not thing.parts:
        return part_between(board, thing.spot, number, limit)
    other, best = board.parts[number], inf
    (west, south, east, north), far, first = thing.box, (limit + 1) * INCH, 4 * number
    if board.box[first] * INCH - east > far or west - board.box[first + 2] * INCH > far:
        return best
    if board.box[first + 1] * INCH - north > far or south - board.box[first + 3] * INCH > far:
        return best
    for polygon, low, high in thing.parts:
        gap, a, b = closest(polygon, other.polygon)
        direct = hypot(gap, max(0, other.bottom - high, low - other.top)) / INCH
        if board.walls and direct <= limit + EPS and gap > 0:
            if crosses_wall(board, a[0] / INCH, a[1] / INCH, b[0] / INCH, b[1] / INCH, number):
                direct = min(part_between(board, Spot(x, y, low, 0.0), number, limit) for x, y in _border(polygon))
        best = min(best, direct)
    return best


def distance_to_marker(t: Table, thing: Thing, marker: Marker, limit: float) -> float:
    """From a thing to a lying marker in inches, edge to edge (see KT-GEO-03 and KT-GEO-12)."""
    spot = Spot(marker.x, marker.y, marker.z, radius_of(marker.kind))
    if not thing.parts:
        return between(t.board, thing.spot, spot, limit)
    return min(
        between(t.board, Spot(x, y, low, 0.0), spot, limit)
        for polygon, low, _ in thing.parts
        for x, y in _border(polygon)
    )


# -- overlaps ----------------------------------------------------------------------------------------------------------


def out_of_board(t: Table, thing: Thing) -> bool:
    """Whether some of it stands over the edge of the killzone."""
    width, height = t.board.width * INCH, t.board.height * INCH
    return any(not (0 <= x <= width and 0 <= y <= height) for polygon, _, _ in thing.parts for x, y in polygon)


def blocked(t: Table, thing: Thing, but: int = NOBODY) -> Iterator[tuple[str, str, str]]:
    """What stands where a piece would: rule, text, and its name (KT-MARK-01, see KT-GEO-13 and KT-BASE-01)."""
    board = t.board
    slack = EPS * INCH if thing.square else ROUNDED
    for polygon, low, high in thing.parts:
        west, south, east, north = box_of(polygon)
        for shape in t.ground.near(west / INCH, south / INCH, east / INCH, north / INCH):
            if shape.meets(low / INCH, high / INCH) and overlap_of(polygon, board.parts[shape.number].polygon) > slack:
                yield "KT-GEO-13", "it overlaps no terrain: {}", shape.id
        for who in in_killzone(t):
            body = body_of(t, who)
            meets = min(high, body.z + body.height) > max(low, body.z)
            # No slack for rounded corners here: who is overlapped cannot stand there, and could not move.
            if who != but and meets and distance_to(polygon, (body.x, body.y)) < (body.radius - EPS) * INCH:
                yield "KT-BASE-01", "it overlaps no base: {}", t.name(who)
        for marker in t.state.markers.values():
            lies = marker.carrier == NOBODY and low <= marker.z < high
            if lies and distance_to(polygon, (marker.x, marker.y)) < 0:
                yield "KT-MARK-01", "it stands on no marker: {}", marker.id

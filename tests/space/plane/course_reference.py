"""The slow course of a leg, in objects: on which stretches of it the base overlaps which parts (KT-GEO-16,
KT-GEO-17)."""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import NamedTuple

from fireteam.space.plane.model import EPS, INCH, TOUCH, Body
from fireteam.space.plane.placing import Ground, Hazard, Shape, distance
from fireteam.space.plane.sight import sees_part

TINY = 1e-9
"""Below this, lengths along a leg are the same place."""


class Exempt(NamedTuple):
    """The stretch on which the base touches an opening that its centre passes (KT-GEO-17)."""

    shapes: tuple[Shape, ...]
    low: float
    high: float


class Span:
    """A part and the stretch of the leg on which the base overlaps it; endless where it does so at the leg's start or
    end."""

    __slots__ = ("centre", "exempt", "high", "low", "shape")

    def __init__(self, shape: Shape, low: float, high: float) -> None:
        self.shape = shape
        self.low = low
        self.high = high
        self.exempt: list[Exempt] = []
        self.centre: tuple[float, float] | None = None
        """Of a part beside an opening: the stretch on which the centre itself is over it."""

    def over(self, at: float) -> bool:
        """Whether the base overlaps the part at that place of the leg."""
        return self.low < at - TINY and self.high > at + TINY

    def entry(self, s: float, z: float, tall: float) -> float:
        """Where, from s on, the part is in the way of someone at that height; infinite where the opening lets him by
        (KT-GEO-17)."""
        at = max(self.low, s)
        if not self.exempt:
            return at
        open_here = [exempt for exempt in self.exempt if any(shape.meets(z, z + tall) for shape in exempt.shapes)]
        if not open_here:
            return at
        moved = True
        while moved and at < self.high:
            moved = False
            for exempt in open_here:
                if exempt.low <= at + TINY and exempt.high > at + TINY:
                    at, moved = exempt.high, True
        if at >= self.high - TINY:
            at = inf
        if self.centre is not None and self.centre[1] > s + TINY:
            at = min(at, max(self.centre[0], s))
        return at


class Course:
    """A straight leg laid over the ground, with the stretches on which the base meets parts, openings and hazards."""

    def __init__(self, ground: Ground, start: Body, x: int, y: int, near: list[Shape] | None = None) -> None:
        self.ground = ground
        self.start = start
        self.radius = start.radius
        self.height = start.height / INCH
        self.x0, self.y0 = start.x / INCH, start.y / INCH
        self.x1, self.y1 = x / INCH, y / INCH
        self.length = hypot(self.x1 - self.x0, self.y1 - self.y0)
        self.ux = (self.x1 - self.x0) / self.length if self.length > 0 else 0.0
        self.uy = (self.y1 - self.y0) / self.length if self.length > 0 else 0.0
        self.spans: list[Span] = []
        self.entered: list[tuple[int, float]] = []
        """Openings that the centre passes, and where it enters them; endless before the leg where it starts in one."""
        self.hazards: list[tuple[float, float]] = []
        """Stretches on which the base touches a hazardous area, if it is on the floor."""
        self.under_start: list[Shape] = []
        """Parts under the centre at the start of the leg, edges included."""
        self.under_end: list[Shape] = []
        west, east = min(self.x0, self.x1) - self.radius, max(self.x0, self.x1) + self.radius
        south, north = min(self.y0, self.y1) - self.radius, max(self.y0, self.y1) + self.radius
        passed: list[int] = []
        for shape in ground.shapes if near is None else near:
            box = shape.box
            if box[0] > east or box[2] < west or box[1] > north or box[3] < south:
                continue
            self._meet(shape, passed)
        for number in passed:
            self._open(number)
        for hazard in ground.hazards:
            # A base that touches one already may leave it.
            gap = distance(start.x / INCH, start.y / INCH, hazard)
            leaves = gap < self.radius + TOUCH and start.z / INCH <= EPS
            found = self.stretch(hazard, self.radius - EPS if leaves else self.radius + TOUCH)
            if found is not None:
                self.hazards.append(found)

    def _meet(self, shape: Shape, passed: list[int]) -> None:
        """Note where the base overlaps a part, whether the centre passes it as an opening, and whether it is under the
        centre."""
        begin, end = distance(self.x0, self.y0, shape), distance(self.x1, self.y1, shape)
        if begin <= EPS:
            self.under_start.append(shape)
        if end <= EPS:
            self.under_end.append(shape)
        if shape.solid and not shape.ladder:
            found = self.stretch(shape, self.radius - EPS, begin, end)
            if found is not None:
                self.spans.append(Span(shape, *found))
        if shape.opening >= 0 and shape.opening not in passed and self.stretch(shape, 0.0, begin, end) is not None:
            passed.append(shape.opening)

    def _open(self, number: int) -> None:
        """Let the base brush the parts beside an opening that its centre passes (KT-GEO-17)."""
        opening = self.ground.openings[number]
        centre = self.stretch(opening.shapes[0], 0.0)
        touch = self.stretch(opening.shapes[0], self.radius)
        if centre is None or touch is None:
            return
        self.entered.append((number, centre[0]))
        for span in self.spans:
            if span.shape.number in opening.jambs:
                span.exempt.append(Exempt(opening.shapes, *touch))
                span.centre = self.stretch(span.shape, 0.0)

    def stretch(
        self, figure: Shape | Hazard, reach: float, begin: float = -1.0, end: float = -1.0
    ) -> tuple[float, float] | None:
        """From where to where the centre is nearer than `reach` to a footprint (inside it, for 0); None if nowhere.

        `begin` and `end` are its distances from the footprint at both ends of the leg, where the caller knows them.
        """
        x0, y0, ux, uy, length = self.x0, self.y0, self.ux, self.uy, self.length
        begin = distance(x0, y0, figure) if begin < 0.0 else begin
        end = distance(self.x1, self.y1, figure) if end < 0.0 else end
        within_begin, within_end = begin < reach - TINY, end < reach - TINY
        if within_begin and within_end:
            return -inf, inf
        low, high = inf, -inf
        inside_begin = inside_end = True
        for ex, ey, dx, dy, side, nx, ny, offset in figure.edges:
            out = nx * x0 + ny * y0 - offset
            slope = nx * ux + ny * uy
            last = out + slope * length
            if out >= reach - TINY and last >= reach - TINY:
                return None
            inside_begin = inside_begin and out < -TINY
            inside_end = inside_end and last < -TINY
            if (out < reach) != (last < reach):
                at = (reach - out) / slope
                along = (x0 + ux * at - ex) * dx + (y0 + uy * at - ey) * dy
                if -TINY <= along <= side + TINY:
                    low, high = min(low, at), max(high, at)
            if reach > 0.0:
                along = (ex - x0) * ux + (ey - y0) * uy
                square = reach * reach - ((ex - x0) ** 2 + (ey - y0) ** 2 - along * along)
                if square > 0.0:
                    half = sqrt(square)
                    if 0.0 <= along - half <= length:
                        low, high = min(low, along - half), max(high, along - half)
                    if 0.0 <= along + half <= length:
                        low, high = min(low, along + half), max(high, along + half)
        # A base that touches at one end of the leg begins or ends its stretch there, whatever the arithmetic's last
        # digit says.
        if begin <= reach + TINY:
            low, high = min(low, 0.0), max(high, 0.0)
        if end <= reach + TINY:
            low, high = min(low, length), max(high, length)
        if within_begin or inside_begin:
            low = -inf
        if within_end or inside_end:
            high = inf
        return (low, high) if high - low > TINY else None

    def point(self, at: float) -> tuple[int, int]:
        """A place of the leg in hundredths."""
        return round((self.x0 + self.ux * at) * INCH), round((self.y0 + self.uy * at) * INCH)

    def gap(self, shape: Shape, at: float) -> float:
        """How far the base is from a part at a place of the leg; negative where it overlaps."""
        return distance(self.x0 + self.ux * at, self.y0 + self.uy * at, shape) - self.radius

    def edge(self, z: float) -> float:
        """How far the centre stays over the surface it starts on: to the edge it jumps from (KT-TM-07)."""
        end = 0.0
        carriers = [
            shape
            for shape in (span.shape for span in self.spans)
            if abs(shape.top - z) <= EPS or (shape.level is not None and abs(shape.level - z) <= EPS)
        ]
        grown = True
        while grown:
            grown = False
            for shape in carriers:
                found = self.stretch(shape, EPS)
                if found is not None and found[0] <= end + TINY and min(found[1], self.length) > end + TINY:
                    end, grown = min(found[1], self.length), True
        return end

    def ladder(self, at: float, climbed: list[Shape]) -> float:
        """The top of the highest ladder within 1" that leans on what is climbed; -1: none (KT-EQ-12)."""
        features = [shape.feature for shape in climbed]
        near = [ladder for ladder in self.ground.ladders if self.gap(ladder.shape, at) <= 1 + EPS]
        return max((ladder.shape.top for ladder in near if ladder.leans.intersection(features)), default=-1.0)

    def sees(self, shape: Shape, at: float, z: float) -> bool:
        """Whether the mover sees a part from a place of the leg (KT-GEO-06)."""
        x, y = self.point(at)
        mover = Body(x, y, round(z * INCH), self.radius, self.start.height)
        return sees_part(self.ground.board, mover, shape.number)

"""Whether there is room for something: yes with a place, no with what rules every place out, or open.

A search may say yes, and only a proof may say no. Ranges of places are looked at: a range is ruled out as a whole where
the thing is barred however far it is moved inside it; else it is cut in two, down to single hundredths and whole
degrees. Where nothing is left there is no room. Where too much was looked at, the question stays open.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from math import ceil, cos, floor, hypot, pi, radians, sin
from typing import NamedTuple

from fireteam.kit.plane.outlines import Outline, distance_to
from fireteam.kit.plane.places import NoRoom, OpenRoom, Place, Room
from fireteam.space.plane.model import INCH, Body, Polygon

TURNS = 24
"""Into how many ranges the circle of degrees is cut at first."""
LONG = 45.0
"""Hundredths of a way round a base that are one range of places at first."""
FINE = 1.0
"""Hundredths of a range of places that is looked at one by one."""
MOST = 10000
"""Ranges and single places that are looked at before the question stays open."""
TOUCHES = 0.5
"""Hundredths from the base to the piece that are tried: less than a hundredth is contact."""
ROUNDED = 1.5
"""Hundredths by which a contact may differ from that: a hundredth of play, and corners on whole hundredths."""
DIAGONAL = 1.4143
ONE_BY_ONE, ITS_OWN = "no single place", "the base itself"

Hopeless = Callable[[float, float, float], str]
"""What keeps the middle of a disc from being anywhere within so many hundredths of a place (x, y, how far); empty:
perhaps nothing."""
Barred = Callable[[tuple[Outline, ...], float], str]
"""What bars a piece with these outlines wherever it is moved and turned, as long as no point of it moves farther than
so many hundredths; empty: perhaps nothing."""


class _Search:
    """What a search has looked at, and what has ruled it out."""

    def __init__(self) -> None:
        self.looked = 0
        self.ruled_out: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        return self.looked >= MOST

    def answer(self, *, left: bool) -> NoRoom | OpenRoom:
        """What is known when nothing was found; `left`: not everything was looked at."""
        return OpenRoom(self.looked) if left else NoRoom(tuple(self.ruled_out.most_common()))


# -- a disc ------------------------------------------------------------------------------------------------------------


def room_in(box: tuple[int, int, int, int], hopeless: Hopeless, fits: Callable[[int, int], Place | None]) -> Room:
    """A place for the middle of a disc in a box (west, south, east, north, all of them in it) where it `fits`."""
    search, queue = _Search(), deque([box])
    while queue and not search.over:
        west, south, east, north = queue.popleft()
        search.looked += 1
        x, y = (west + east) // 2, (south + north) // 2
        half = DIAGONAL * max(east - x, north - y)
        reason = hopeless(x, y, half)
        if reason:
            search.ruled_out[reason] += 1
            continue
        found = fits(x, y)
        if found is not None:
            return found
        if west == east and south == north:
            search.ruled_out[ONE_BY_ONE] += 1
            continue
        queue.extend((w, s, e, n) for w, e in _halves(west, east) for s, n in _halves(south, north))
    return search.answer(left=bool(queue))


def _halves(low: int, high: int) -> list[tuple[int, int]]:
    middle = (low + high) // 2
    return [(low, high)] if low == high else [(low, middle), (middle + 1, high)]


# -- a piece at a base -------------------------------------------------------------------------------------------------


class Range(NamedTuple):
    """Degrees that a piece is turned by, and where the base is about one of its parts, as an angle from that one's
    middle."""

    part: int
    first: float
    last: float
    begin: float
    end: float


def room_about(footprint: tuple[Polygon, ...], body: Body, barred: Barred, fits: Callable[[Place], bool]) -> Room:
    """A place where a piece of convex parts touches the base and `fits`.

    The footprint is in hundredths from the middle of the piece, not turned. It touches the base with one of its parts,
    along the outline of which the base is looked for.
    """
    radius = body.radius * INCH
    lever = 2 * max(hypot(x, y) for polygon in footprint for x, y in polygon) + radius
    outlines = [_Outline(polygon, radius) for polygon in footprint]
    queue = deque(
        Range(number, *_share(turn, TURNS, 360.0), *_share(at, outline.ranges, 2 * pi))
        for number, outline in enumerate(outlines)
        for turn in range(TURNS)
        for at in range(outline.ranges)
    )
    search, tried = _Search(), set[Place]()
    while queue and not search.over:
        part, first, last, begin, end = queue.popleft()
        search.looked += 1
        outline = outlines[part]
        turned, middle = (first + last) / 2, outline.base_at((begin + end) / 2)
        aside = max(hypot(middle[0] - x, middle[1] - y) for x, y in map(outline.base_at, (begin, end))) + ROUNDED
        if any(distance_to(other, middle) < radius - aside - ROUNDED for other in footprint):
            search.ruled_out[ITS_OWN] += 1
            continue
        reason = barred(_at_base(footprint, body, middle, turned), aside + radians((last - first) / 2) * lever)
        if reason:
            search.ruled_out[reason] += 1
            continue
        single = last - first <= 1 and aside <= FINE + ROUNDED
        degrees = list(range(ceil(first), floor(last) + 1)) if single else [round(turned)]
        for degree in degrees:
            reason = barred(_at_base(footprint, body, middle, degree), aside) if single else ""
            if reason:
                search.ruled_out[reason] += 1
                continue
            for place in _around(body, middle, degree, ceil(aside) if single else 0):
                if min(place.x, place.y) < 0 or place in tried or not _touches(footprint, body, place):
                    continue
                tried.add(place)
                search.looked += 1
                if fits(place):
                    return place
            if single:
                search.ruled_out[ONE_BY_ONE] += 1
        if single:
            continue
        if last - first > 1 and (aside <= FINE + ROUNDED or radians(last - first) / 2 * lever > aside):
            queue.extend((Range(part, first, turned, begin, end), Range(part, turned, last, begin, end)))
        else:
            half = (begin + end) / 2
            queue.extend((Range(part, first, last, begin, half), Range(part, first, last, half, end)))
    return search.answer(left=bool(queue))


def _at_base(
    footprint: tuple[Polygon, ...], body: Body, base: tuple[float, float], degrees: float
) -> tuple[Outline, ...]:
    """The outlines of a piece that sees the base there and is turned so far."""
    x, y = turned_about(body, base, degrees)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return tuple(tuple((x + px * c - py * s, y + px * s + py * c) for px, py in polygon) for polygon in footprint)


def _around(body: Body, base: tuple[float, float], degree: int, wide: int) -> list[Place]:
    """The whole hundredths about the place of a piece that sees the base there."""
    x, y = turned_about(body, base, degree)
    near = range(-wide, wide + 1)
    return [Place(round(x) + dx, round(y) + dy, body.z, degree % 360) for dx in near for dy in near]


def _share(number: int, count: int, whole: float) -> tuple[float, float]:
    """Where one of so many equal ranges of a circle begins and ends."""
    return whole * number / count, whole * (number + 1) / count


class _Outline:
    """Where the middle of a base is that touches a convex part of a piece, as the piece sees it."""

    def __init__(self, polygon: Polygon, radius: float) -> None:
        self.polygon = polygon
        self.radius = radius
        self.x = sum(x for x, _ in polygon) / len(polygon)
        self.y = sum(y for _, y in polygon) / len(polygon)
        corners = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
        self.ranges = ceil((sum(hypot(x - x1, y - y1) for (x, y), (x1, y1) in corners) + 2 * pi * radius) / LONG)
        self.known: dict[float, tuple[float, float]] = {}

    def base_at(self, angle: float) -> tuple[float, float]:
        """In a direction from the middle of the part, which is convex: the farther the more apart."""
        if angle not in self.known:
            c, s = cos(angle), sin(angle)
            near, far = 0.0, self.radius + 2 * max(hypot(x - self.x, y - self.y) for x, y in self.polygon)
            while far - near > 0.01:
                middle = (near + far) / 2
                gap = distance_to(self.polygon, (self.x + middle * c, self.y + middle * s)) - self.radius
                near, far = (middle, far) if gap < TOUCHES else (near, middle)
            self.known[angle] = (self.x + far * c, self.y + far * s)
        return self.known[angle]


def _touches(footprint: Sequence[Polygon], body: Body, place: Place) -> bool:
    """Whether a piece at a place is about as near to the base as contact asks for."""
    c, s = cos(radians(place.turned)), sin(radians(place.turned))
    dx, dy = body.x - place.x, body.y - place.y
    base = (dx * c + dy * s, dy * c - dx * s)
    gap = min(distance_to(polygon, base) for polygon in footprint) - body.radius * INCH
    return abs(gap - TOUCHES) <= ROUNDED


def turned_about(body: Body, base: tuple[float, float], degrees: float) -> tuple[float, float]:
    """Where the middle of a piece is that sees the base there and is turned so far."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return body.x - base[0] * c + base[1] * s, body.y - base[0] * s - base[1] * c

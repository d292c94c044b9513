"""Room for a piece of terrain at somebody's base: every whole degree and every hundredth, looked at in ranges.

A range of degrees and of places about the base is given up as a whole where one point of the piece cannot be anywhere
near; else it is cut in two, down to single places. What is found is legal. Where nothing is found nothing is, unless so
many places were looked at that the search was left off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import ceil, cos, floor, hypot, pi, radians, sin

from fireteam.kit.plane.outlines import distance_to
from fireteam.kit.plane.places import Place
from fireteam.space.plane.model import INCH, Body, Point, Polygon

RANGES = 24
"""Into how many ranges the circle is cut at first, of degrees as well as of places."""
FINE = 2.0
"""Hundredths of a range of places that is looked at one by one."""
MOST = 6000
"""Places that are judged before the search is left off."""
TOUCHES = 0.5
"""Hundredths from the base to the piece that are tried: less than a hundredth is contact."""

Hopeless = Callable[[float, float, float], bool]
"""Whether a point of the piece can be nowhere within so many hundredths of a place (x, y, how far)."""


def room_about(
    footprint: Sequence[Polygon], points: Sequence[Point], body: Body, hopeless: Hopeless, fits: Callable[[Place], bool]
) -> Place | None:
    """A place where the piece touches the base and `fits`; None: none was found.

    The footprint is in hundredths from the middle of the piece, not turned; of it the `points` are asked about.
    """
    size = max(hypot(x, y) for polygon in footprint for x, y in polygon)
    lever = 2 * size + body.radius * INCH
    queue = deque(
        (360.0 * turn / RANGES, 360.0 * (turn + 1) / RANGES, 2 * pi * place / RANGES, 2 * pi * (place + 1) / RANGES)
        for turn in range(RANGES)
        for place in range(RANGES)
    )
    known: dict[float, tuple[float, float]] = {}

    def base_at(angle: float) -> tuple[float, float]:
        """Where the base stands as the piece sees it, in a direction from the middle of the piece."""
        if angle not in known:
            near, far = 0.0, lever
            while far - near > 0.01:
                middle = (near + far) / 2
                at = (middle * cos(angle), middle * sin(angle))
                gap = min(distance_to(polygon, at) for polygon in footprint) - body.radius * INCH
                near, far = (middle, far) if gap < TOUCHES else (near, middle)
            known[angle] = (far * cos(angle), far * sin(angle))
        return known[angle]

    judged = 0
    while queue and judged < MOST:
        first, last, begin, end = queue.popleft()
        turned, middle = (first + last) / 2, base_at((begin + end) / 2)
        aside = max(hypot(middle[0] - x, middle[1] - y) for x, y in (base_at(begin), base_at(end))) + 1
        slack = aside * 1.1 + radians((last - first) / 2) * lever
        x, y = turned_about(body, middle, turned)
        c, s = cos(radians(turned)), sin(radians(turned))
        if any(hopeless(x + px * c - py * s, y + px * s + py * c, slack) for px, py in points):
            continue
        single = last - first <= 1 and aside <= FINE
        degrees = range(floor(first), ceil(last) + 1) if single else (round(turned),)
        wide = ceil(aside * 1.1) + 1 if single else 0
        for degree in degrees:
            x, y = turned_about(body, middle, degree)
            for dx in range(-wide, wide + 1):
                for dy in range(-wide, wide + 1):
                    place = Place(round(x) + dx, round(y) + dy, body.z, degree % 360)
                    judged += 1
                    if min(place.x, place.y) >= 0 and fits(place):
                        return place
        if not single:
            if last - first > 1 and (aside <= FINE or radians(last - first) / 2 * lever > aside):
                half = (first + last) / 2
                queue.extend(((first, half, begin, end), (half, last, begin, end)))
            else:
                half = (begin + end) / 2
                queue.extend(((first, last, begin, half), (first, last, half, end)))
    return None


def turned_about(body: Body, base: tuple[float, float], degrees: float) -> tuple[float, float]:
    """Where the middle of a piece is that sees the base there and is turned so far."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return body.x - base[0] * c + base[1] * s, body.y - base[0] * s - base[1] * c

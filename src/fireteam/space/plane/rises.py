"""How high a mover may come on its way, and what that costs at the least."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import ceil
from typing import NamedTuple

from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Terms
from fireteam.space.plane.placing import Ground, Shape

STEP = 1.0
"""Inches that a jump may end above where it began, and that what it crosses may rise above that."""


class Height(NamedTuple):
    """The highest that a mover comes on its way, in inches, and what it costs at least to come there."""

    z: float
    inches: int


def heights(ground: Ground, start: Body, terms: Terms) -> list[Height]:
    """How high the mover may come within its inches, the lowest first; its own height is the first.

    Whoever moves is on the floor, on top of a part, or as high as it was. Higher it comes in three ways: by a climb,
    which costs the inches of the rise and no less than the gait says; once by a ladder, whatever it stands on, for an
    inch up to its top; and by a jump from above the floor, for nothing. All heights are tried from all others, those
    below included, as if every part were at hand.
    """
    gait, here = terms.gait, start.z / INCH
    parts = at_hand(ground, start, terms)
    tops = sorted({part.top for part in parts if not part.wall})
    rungs = sorted({ladder.shape.top for ladder in ground.ladders})
    jambs = jambs_of(ground)
    heap = [(0, here, False)]
    done: set[tuple[float, bool]] = set()
    best: dict[float, int] = {}
    while heap:
        paid, z, used = heappop(heap)
        if (z, used) in done or paid > terms.inches:
            continue
        done.add((z, used))
        if z >= here:
            best[z] = min(paid, best.get(z, paid))
        found = [(paid, top, used) for top in tops if top < z]
        if z > EPS:
            found += [(paid, top, used) for top in _landings(parts, tops, jambs, z, start.height / INCH)]
        for top in tops if gait.climb or gait.flies else ():
            if top > z:
                found.append((paid + (0 if gait.flies else _climb(top - z, gait.least)), top, used))
                found += [
                    (paid + 1 + _climb(top - rung, gait.least), top, True) for rung in rungs if rung > z and not used
                ]
        for one in found:
            heappush(heap, one)
    return [Height(z, best[z]) for z in sorted(best)]


def _climb(rise: float, least: int) -> int:
    """Inches of a climb; none where there is nothing left to climb."""
    return max(least, ceil(rise - EPS)) if rise > EPS else 0


def _landings(parts: list[Shape], tops: list[float], jambs: frozenset[int], z: float, tall: float) -> Iterable[float]:
    """How high a jump from a height may end.

    On a top up to 1" higher. What is in the way of who stands there, and was in nobody's way in the air, lifts him on
    to its own top, and from there the next may: it hangs over the head of who jumps, or stands beside an opening.
    """
    high = max([z, *(top for top in tops if top <= z + STEP + EPS)])
    found = {top for top in tops if z < top <= high}
    grown = True
    while grown:
        grown = False
        for part in parts:
            hangs = part.bottom >= z + tall - 2 * EPS or part.number in jambs
            if hangs and part.top > z and part.bottom < high + tall and part.top not in found:
                found.add(part.top)
                high = max(high, part.top)
                grown = True
    return sorted(found)


def at_hand(ground: Ground, start: Body, terms: Terms) -> list[Shape]:
    """The parts that a base can come upon within the inches, or up to 1" before them."""
    x, y, far = start.x / INCH, start.y / INCH, terms.inches + start.radius + 2 * STEP
    return [part for part in ground.near(x - far, y - far, x + far, y + far) if part.solid and not part.ladder]


def jambs_of(ground: Ground) -> frozenset[int]:
    """The numbers of the parts beside openings: only the centre keeps clear of them, where it passes the opening."""
    return frozenset().union(*(opening.jambs for opening in ground.openings))


def steps_up(ground: Ground) -> float:
    """How far the slight steps of a ground lift whoever ends on one, in inches."""
    return max((shape.top - shape.bottom for shape in ground.shapes if shape.standing and not shape.solid), default=0.0)

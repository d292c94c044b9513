"""From where a mover may come higher than it stands, and how far it is to there at the least."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from fireteam.space.plane.bounds import HAIR, Field, longest
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Terms
from fireteam.space.plane.placing import Ground, Shape, distance
from fireteam.space.plane.rises import Height, at_hand, jambs_of

DIAGONAL = 1.4143
SMALL = 0.25
"""Half a side, in inches, of boxes that are not cut any more."""
MOST = 3000
"""How many boxes are looked at before it is said that one may come higher anywhere."""


class Foothold(NamedTuple):
    """A box of places from which the mover may come higher, in inches, and how far it is to there at the least."""

    x: float
    y: float
    half: float
    far: float


def footholds(
    ground: Ground, start: Body, terms: Terms, low: Field, heights: list[Height]
) -> tuple[Foothold, ...] | None:
    """All places from which a mover may come higher than it stands, as boxes, the nearest first; None: perhaps
    from anywhere.

    Until then it is no higher than where it stands, and goes by the ways of `low`. Where it first goes on, or ends,
    higher up, a part with its top at that height is near: it is climbed up to 1" before the base touches it, or
    carries the base already. From the floor one only comes up by a climb, and for that no part may be over the base,
    up to the head of who stands on top, but for openings and what stands beside them.
    """
    paid = {height.z: height.inches for height in heights}
    parts = [part for part in at_hand(ground, start, terms) if part.top in paid and part.top > start.z / INCH + EPS]
    if not parts:
        return ()
    x, y = start.x / INCH, start.y / INCH
    reach = min(longest(ground, terms), hypot(ground.width, ground.height))
    near = ground.near(x - reach - 2, y - reach - 2, x + reach + 2, y + reach + 2)
    jambs = jambs_of(ground)
    roofs = [] if start.z > EPS * INCH else [part for part in near if _overhead(part, terms, jambs)]
    found: list[Foothold] = []
    boxes = [(x, y, reach, parts, roofs, low.all_turns)]
    looked = 0
    while boxes:
        x, y, half, about, over, turns = boxes.pop()
        looked += 1
        if looked > MOST:
            return None
        away = [(roof, distance(x, y, roof) - half * DIAGONAL) for roof in over]
        over = [roof for roof, gap in away if gap < start.radius]
        covering = [roof for roof, gap in away if gap + 2 * half * DIAGONAL < start.radius - EPS - HAIR]
        about = [part for part in about if _climbed_from(start, part, covering, x, y, half)]
        cheapest = min((paid[part.top] for part in about), default=terms.inches + 1)
        if cheapest > terms.inches:
            continue
        far, turns = low.nearest(x, y, half, turns)
        if far > longest(ground, terms, cheapest):
            continue
        if half <= SMALL:
            found.append(Foothold(x, y, half, far))
            continue
        part = half / 2
        for nx, ny in ((x - part, y - part), (x - part, y + part), (x + part, y - part), (x + part, y + part)):
            boxes.append((nx, ny, part, about, over, turns))
    return tuple(sorted(found, key=lambda foothold: foothold.far))


def _overhead(part: Shape, terms: Terms, jambs: frozenset[int]) -> bool:
    """Whether nobody climbs with that part over his base."""
    return (
        part.solid
        and not part.ladder
        and not part.accessible
        and not (part.wire and not terms.gait.wire_climb)
        and part.number not in jambs
        and part.top > 2 * EPS
    )


def _climbed_from(start: Body, part: Shape, covering: list[Shape], x: float, y: float, half: float) -> bool:
    """Whether a part may lift somebody from some place of a box on to its top; some parts are over the base wherever
    in the box it is."""
    if distance(x, y, part) - half * DIAGONAL > start.radius + 1 + 3 * EPS:
        return False
    head = part.top + start.height / INCH - 2 * EPS
    return not any(roof.bottom < head for roof in covering)


def by_way_of(found: tuple[Foothold, ...], x: float, y: float, half: float, inches: float) -> bool:
    """Whether so many inches may lead to any place of a box, for who comes higher on the way."""
    for px, py, wide, far in found:
        if far > inches:
            return False
        dx, dy, room = abs(px - x) - wide - half, abs(py - y) - wide - half, inches - far
        if dx <= 0:
            if dy <= room:
                return True
        elif dy <= 0:
            if dx <= room:
                return True
        elif dx * dx + dy * dy <= room * room:
            return True
    return False

"""Ways of a hull as a region of options: "drive 3.00 left 60 drive 4.00", "back 2.00 right 90", "slide 3.20 towards
95"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, ClassVar, NamedTuple

from fireteam.core.questions import Option
from fireteam.core.refusals import Check, Refusal
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.hulls import extra_cost, slide
from fireteam.space.plane.free.shapes import Hull
from fireteam.space.plane.model import INCH

DRIVE, BACK, LEFT, RIGHT, SLIDE = "drive", "back", "left", "right", "slide"
STAY = "drive 0.00"
_LEG = re.compile(
    r"(?:(?P<go>drive|back) (?P<inches>\d{1,3}(?:\.\d{1,2})?)|(?P<turn>left|right) (?P<by>\d{1,3})"
    r"|slide (?P<far>\d{1,3}(?:\.\d{1,2})?) towards (?P<way>\d{1,3}))(?: |$)"
)
NEAR = 1e-6
HALF = 180
NEXT = 10
"""Hundredths: nobody turns to a point that is nearer than this."""


class Leg(NamedTuple):
    """One leg of a drive: inches forward, back or aside, or degrees of a turn; where a slide leads, in degrees."""

    how: str
    size: float
    towards: int = 0

    @property
    def key(self) -> str:
        """How it is named."""
        if self.how in (LEFT, RIGHT):
            return f"{self.how} {round(self.size)}"
        return f"{self.how} {self.size:.2f}" + (f" towards {self.towards}" if self.how == SLIDE else "")

    @property
    def turned(self) -> int:
        """Degrees to the left."""
        return round(self.size) if self.how == LEFT else -round(self.size) if self.how == RIGHT else 0


class Limits(NamedTuple):
    """What a drive may be: inches in all, how many pivots of how many degrees, which ways it goes."""

    inches: float
    pivots: int = 1
    """At most so many; negative: as many as it likes."""
    degrees: int = 90
    forward: bool = True
    back: bool = False
    spacing: float = 0.0
    """Inches between two pivots."""
    doubled: bool = True
    """Whether difficult ground costs twice."""
    aside: tuple[tuple[int, int], ...] = ()
    """Of a slide: the arcs of directions, in whole degrees from, to, in which it may lead; none: it does not slide."""


def read(key: str) -> tuple[Leg, ...] | None:
    """The legs of a key; None if it is no drive."""
    legs, place = [], 0
    while place < len(key):
        found = _LEG.match(key, place)
        if found is None:
            return None
        place = found.end()
        if found["go"]:
            legs.append(Leg(found["go"], float(found["inches"])))
        elif found["turn"]:
            legs.append(Leg(found["turn"], float(found["by"])))
        else:
            legs.append(Leg(SLIDE, float(found["far"]), int(found["way"]) % 360))
    return tuple(legs) or None


def key_of(legs: Iterable[Leg]) -> str:
    """The key of a drive."""
    return " ".join(leg.key for leg in legs) or STAY


class Drives:
    """The drives of a hull within limits; what they run into is not asked here."""

    kind: ClassVar[str] = "drive"

    def __init__(self, field: Field, hull: Hull, limits: Limits, rules: tuple[str, ...]) -> None:
        self.field, self.hull, self.limits, self.rules = field, hull, limits, rules

    # -- the law -------------------------------------------------------------------------------------------------------

    def ends(self, legs: Sequence[Leg]) -> tuple[list[Hull], float]:
        """The pose after each leg if nothing is in the way, and what the legs cost."""
        hull, cost, found = self.hull, 0.0, []
        for leg in legs:
            before = hull
            if leg.how in (LEFT, RIGHT):
                hull = hull._replace(facing=(hull.facing + leg.turned) % 360)
            else:
                direction = {DRIVE: hull.facing, BACK: hull.facing + 180, SLIDE: leg.towards}[leg.how]
                hull = slide(self.field, hull, direction, leg.size).end
                cost += leg.size + (extra_cost(self.field, before, hull) if self.limits.doubled else 0.0)
            found.append(hull)
        return found, cost

    def fault(self, legs: Sequence[Leg]) -> str:
        """What does not hold of a drive; empty: it is legal."""
        limits = self.limits
        turns = [leg for leg in legs if leg.how in (LEFT, RIGHT)]
        goes = {leg.how for leg in legs if leg.how not in (LEFT, RIGHT) and leg.size > 0}
        if limits.pivots >= 0 and len(turns) > limits.pivots:
            return f"it turns at most {limits.pivots} times"
        if any(leg.size > limits.degrees for leg in turns):
            return f"it turns by at most {limits.degrees} degrees"
        if SLIDE in goes and (len(legs) > 1 or not any(_between(legs[0].towards, *arc) for arc in limits.aside)):
            return "it slides in one straight line to one of its sides"
        if limits.aside and goes - {SLIDE}:
            return "it slides to one of its sides"
        if (DRIVE in goes and not limits.forward) or (BACK in goes and not limits.back) or {DRIVE, BACK} <= goes:
            return "it goes forward or back as the action says, and not both"
        since = limits.spacing
        for leg in legs:
            if leg.how in (LEFT, RIGHT):
                if since < limits.spacing - NEAR:
                    return f'it goes {limits.spacing:.0f}" between two turns'
                since = 0.0
            else:
                since += leg.size
        if sum(leg.size for leg in legs if leg.how not in (LEFT, RIGHT)) > limits.inches + NEAR:
            return f'it goes at most {limits.inches:.2f}"'
        cost = self.ends(legs)[1]
        return (
            "" if cost <= limits.inches + NEAR else f'it goes at most {limits.inches:.2f}": the way costs {cost:.2f}"'
        )

    # -- legs to where somebody points ---------------------------------------------------------------------------------

    def towards(self, points: Sequence[tuple[float, float]], facing: int | None = None) -> tuple[Leg, ...]:
        """The legs that lead as near to some points, in hundredths, as the limits let them, one after the other: the
        last of them are turned to, as many as there are pivots; those before lie straight ahead. With a facing it ends
        like that: where one pivot is all and the end can be reached with it, on the way there."""
        limits, rear = self.limits, 0 if self.limits.forward else HALF
        if limits.aside:
            return (self._aside(points[-1]),) if points else ()
        pivots = limits.pivots if limits.pivots >= 0 else len(points) + 1
        if facing is not None and pivots == 1 and len(points) == 1:
            found = self._round(points[0], facing)
            if found:
                return found
        if facing is not None:
            pivots -= 1
        legs: list[Leg] = []
        x, y, heading, left = float(self.hull.x), float(self.hull.y), self.hull.facing, limits.inches
        for number, (to_x, to_y) in enumerate(points):
            wanted = round(degrees(atan2(to_y - y, to_x - x))) - rear
            by = (wanted - heading + HALF - 1) % (2 * HALF) - HALF + 1
            if number >= len(points) - pivots and by and hypot(to_x - x, to_y - y) >= NEXT:
                by = max(-limits.degrees, min(limits.degrees, by))
                legs.append(_pivot(by))
                heading += by
            dx, dy = cos(radians(heading + rear)), sin(radians(heading + rear))
            size = round(min(left, max(0.0, ((to_x - x) * dx + (to_y - y) * dy) / INCH)), 2)
            if size > 0:
                legs.append(Leg(DRIVE if limits.forward else BACK, size))
                x, y, left = x + dx * size * INCH, y + dy * size * INCH, left - size
        by = 0 if facing is None else (facing - heading + HALF - 1) % (2 * HALF) - HALF + 1
        return (*legs, _pivot(by)) if by else tuple(legs)

    def _aside(self, to: tuple[float, float]) -> Leg:
        """The slide as near to a point as one to its side comes."""
        dx, dy = to[0] - self.hull.x, to[1] - self.hull.y
        wanted = round(degrees(atan2(dy, dx))) % (2 * HALF)
        ends = [end for arc in self.limits.aside for end in arc]
        if any(_between(wanted, *arc) for arc in self.limits.aside):
            ends = [wanted]
        way = min(ends, key=lambda end: abs((end - wanted + HALF) % (2 * HALF) - HALF))
        size = (dx * cos(radians(way)) + dy * sin(radians(way))) / INCH
        return Leg(SLIDE, round(min(self.limits.inches, max(0.0, size)), 2), way)

    def _round(self, to: tuple[float, float], facing: int) -> tuple[Leg, ...]:
        """The one way to an end with a facing that has one pivot: ahead, turned, ahead again; nothing if there is
        none."""
        hull, sign = self.hull, 1 if self.limits.forward else -1
        by = (facing - hull.facing + HALF - 1) % (2 * HALF) - HALF + 1
        c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
        dx, dy = (to[0] - hull.x) / INCH * sign, (to[1] - hull.y) / INCH * sign
        ahead, aside = dx * c + dy * s, dy * c - dx * s
        slope = sin(radians(by))
        if not by or abs(by) > self.limits.degrees or abs(slope) < NEAR:
            return ()
        late = aside / slope
        early = ahead - late * cos(radians(by))
        go = DRIVE if self.limits.forward else BACK
        if min(early, late) < -0.005 or early + late > self.limits.inches + NEAR:
            return ()
        legs = (Leg(go, max(0.0, round(early, 2))), _pivot(by), Leg(go, max(0.0, round(late, 2))))
        return tuple(leg for leg in legs if leg.size > 0)

    # -- options -------------------------------------------------------------------------------------------------------

    def option(self, legs: Sequence[Leg]) -> Option:
        """A drive as an option."""
        return Option(key_of(legs), self.kind, tuple(legs), self.rules)

    def find(self, key: str) -> Option | None:
        """The drive that a key means."""
        legs = read(key)
        return None if legs is None or self.fault(legs) else self.option(legs)

    def refusal(self, key: str) -> Refusal | None:
        """Why a key is no legal drive; None: it is."""
        legs = read(key)
        reason = "a drive reads like 'drive 3.00 left 60 drive 4.00'" if legs is None else self.fault(legs)
        return Refusal(key, (Check(self.rules[0], False, reason),)) if reason else None

    def tries(self) -> Iterable[tuple[Leg, ...]]:
        """Drives spread over what is allowed."""
        limits, far = self.limits, self.limits.inches
        if limits.aside:
            for first, last in limits.aside:
                middle = (first + ((last - first) % 360) // 2) % 360
                yield from ((Leg(SLIDE, round(far * part, 2), middle),) for part in (1.0, 0.5))
            yield (Leg(SLIDE, 0.0, limits.aside[0][0]),)
            return
        go = DRIVE if limits.forward else BACK
        turns = (0, 30, -30, 60, -60, 90, -90, 180) if limits.pivots else (0,)
        for by in (by for by in turns if abs(by) <= limits.degrees):
            turn = (Leg(LEFT if by > 0 else RIGHT, abs(by)),) if by else ()
            for early, late in ((0.0, 1.0), (0.5, 0.5), (1.0, 0.0), (0.0, 0.5)):
                yield (
                    *((Leg(go, round(far * early, 2)),) if early else ()),
                    *turn,
                    *((Leg(go, round(far * late, 2)),) if late else ()),
                )
        yield (Leg(go, 0.0),)

    def suggest(self, count: int) -> list[Option]:
        """Some drives; those that difficult ground makes too dear are left out."""
        found = {key_of(legs): legs for legs in self.tries() if not self.fault(legs)}
        return [self.option(legs) for legs in list(found.values())[:count]]

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """A drive at random."""
        limits = self.limits
        if limits.aside:
            first, last = limits.aside[int(draw() * len(limits.aside))]
            towards = (first + int(draw() * (((last - first) % 360) + 1))) % 360
            legs: tuple[Leg, ...] = (Leg(SLIDE, round(limits.inches * draw(), 2), towards),)
        else:
            go = BACK if limits.back and (not limits.forward or draw() < 0.3) else DRIVE
            first_part, by = round(limits.inches * draw(), 2), round((2 * draw() - 1) * limits.degrees)
            turn = (Leg(LEFT if by > 0 else RIGHT, abs(by)),) if by and limits.pivots else ()
            rest = max(0.0, limits.inches - first_part)
            legs = (Leg(go, first_part), *turn, *((Leg(go, int(100 * rest) / 100),) if turn and rest >= 0.01 else ()))
        if not self.fault(legs):
            return self.option(legs)
        found = self.suggest(1)
        return found[0] if found else None

    def outline(self) -> dict[str, Any]:
        """The hull, its limits, and ghosts of some ends."""
        ghosts = [self.ends(legs)[0][-1] for legs in self.tries() if legs and not self.fault(legs)]
        return {
            "kind": "drive",
            "start": [self.hull.x, self.hull.y, self.hull.z, self.hull.facing],
            "size": [self.hull.length, self.hull.width],
            "inches": self.limits.inches,
            "pivots": self.limits.pivots,
            "degrees": self.limits.degrees,
            "ghosts": [[[round(100 * x), round(100 * y)] for x, y in ghost.corners()] for ghost in ghosts[:24]],
        }


def _pivot(by: int) -> Leg:
    """A turn on the spot, to the left by so many degrees."""
    return Leg(LEFT if by > 0 else RIGHT, abs(by))


def _between(direction: int, first: int, last: int) -> bool:
    """Whether a direction lies in an arc that goes to the left from one to the other."""
    return (direction - first) % 360 <= (last - first) % 360

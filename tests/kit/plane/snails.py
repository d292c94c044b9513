"""A made-up game on the plane: snails crawl straight to where they want to go, over anything, and hop off decks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import ceil, dist
from typing import Any, NamedTuple

from fireteam.kit.plane.destinations import Destinations, Leg
from fireteam.kit.plane.refusals import Refused, Words, in_words
from fireteam.space.plane.faults import Fault
from fireteam.space.plane.model import INCH, Body, Point
from fireteam.space.plane.placing import Ground, stands

FAULTS = {fault: Words("snails stand", f"{fault} {{part}}") for fault in Fault}


class Crawl(NamedTuple):
    """What a snail does."""

    start: Body
    legs: tuple[Leg, ...]
    end: Body

    @property
    def cost(self) -> int:
        """Whole inches, in plan; a hundredth goes free."""
        places = [(self.start.x, self.start.y), *((leg.x, leg.y) for leg in self.legs)]
        return sum(ceil(dist(a, b) / INCH - 0.01) for a, b in pairwise(places))


class Slime:
    """What a snail may reach: it looks at whole inches to the east and west alone."""

    def __init__(self, region: Snails) -> None:
        self.region = region

    @cached_property
    def crawls(self) -> list[Crawl]:
        """All that is legal of it."""
        start, inches = self.region.start, self.region.inches
        steps = (Leg(start.x + INCH * step, start.y) for step in range(-inches, inches + 1) if step)
        found = (self.region.route(step) for step in steps)
        return [crawl for crawl in found if isinstance(crawl, Crawl)]

    def suggest(self, count: int) -> Sequence[Crawl]:
        return self.crawls[:count]

    def draw(self, lot: float) -> Crawl | None:
        return self.crawls[int(lot * len(self.crawls))] if self.crawls else None

    def first(self) -> Crawl | None:
        return next(iter(self.crawls), None)

    def cost(self, x: float, y: float) -> int | None:
        return next((crawl.cost for crawl in self.crawls if dist((crawl.end.x, crawl.end.y), (x, y)) <= 50), None)

    def contours(self) -> Sequence[Sequence[Sequence[Point]]]:
        return [[[(crawl.end.x, crawl.end.y) for crawl in self.crawls]]]


class Snails(Destinations[Crawl]):
    """Where a snail may crawl; with salt on the board not to the east."""

    leg_words = ("hop",)
    example = "to 1.00,2.00 hop"
    reading_rule = "snails read"
    leg_rule = "snails crawl"
    rules = ("snails",)
    inches = 4

    def __init__(self, ground: Ground, start: Body, salt: bool = False) -> None:
        super().__init__(ground, start)
        self.salt = salt

    @property
    def reach(self) -> Slime:
        return Slime(self)

    @property
    def proven(self) -> bool:
        return not self.salt

    def allowed(self, move: Crawl) -> Crawl | Refused:
        if self.salt and move.end.x > self.start.x:
            return Refused("there is salt", "salt", at=(move.end.x, move.end.y), leg=len(move.legs))
        return move

    def path(self, legs: tuple[Leg, ...]) -> Crawl | Refused:
        here = self.start
        for number, leg in enumerate(legs, 1):
            x, y = round(leg.x), round(leg.y)
            z = self.surfaces(x, y)[0] if leg.z is None else leg.z
            if z < here.z and leg.how != "hop":
                return Refused("a snail hops down", "hopping", "", (x, y), number)
            here = here._replace(x=x, y=y, z=z)
        crawl = Crawl(self.start, legs, here)
        refused = stands(self.ground, here)
        if refused is not None:
            return in_words(FAULTS, refused._replace(at=(here.x, here.y), leg=len(legs)))
        if crawl.cost > self.inches:
            return Refused(f"it costs {crawl.cost}", "snails tire", "", (here.x, here.y), len(legs))
        return crawl

    def route(self, end: Leg) -> Crawl | Refused:
        """It knows no way to the north."""
        if end.y > self.start.y:
            return Refused("no way is known", "snails know", at=(round(end.x), round(end.y)))
        if (end.x, end.y) == (self.start.x, self.start.y):
            return Crawl(self.start, (), self.start)
        return self.path((end._replace(x=round(end.x), y=round(end.y)),))

    def legs_of(self, move: Crawl) -> Sequence[Leg]:
        return move.legs

    def args(self, move: Crawl) -> tuple[Any, ...]:
        walked = tuple((leg.x, leg.y, move.end.z, 1, leg.how) for leg in move.legs)
        return move.end.x, move.end.y, move.end.z, move.cost, walked

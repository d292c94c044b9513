"""Points to put something on, as a region of options: models set up, markers laid, terrain placed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import hypot
from typing import Any, ClassVar, NamedTuple

from fireteam.core.questions import Option
from fireteam.core.refusals import Check, Refusal
from fireteam.space.plane.model import INCH, Polygon
from fireteam.space.plane.placing import settle

_NUMBER = r"\d{1,4}(?:\.\d{1,9})?"
_KEY = re.compile(
    rf"at (?P<x>{_NUMBER}), ?(?P<y>{_NUMBER})(?: up (?P<z>-?{_NUMBER}))?(?: turned (?P<turned>\d{{1,3}}))?"
)
EXAMPLE = "at 12.34,5.60 up 3.00"
EXAMPLE_TURNED = "at 12.34,5.60 turned 90"
DRAWS = 24
"""How many places a random player tries before it looks at suggestions."""
LATTICE = 50
"""Hundredths between the points that are tried for suggestions."""


class Place(NamedTuple):
    """A place in hundredths of an inch, with the degrees a piece is turned, counter-clockwise."""

    x: int
    y: int
    z: int
    turned: int = 0

    @property
    def key(self) -> str:
        """How it is named; the floor goes without saying, and so does what looks north."""
        up = f" up {self.z / INCH:.2f}" if self.z else ""
        turned = f" turned {self.turned}" if self.turned else ""
        return f"at {self.x / INCH:.2f},{self.y / INCH:.2f}{up}{turned}"


def place_words(x: int, y: int, z: int = 0) -> str:
    """A place in inches, the height only where it is not the floor."""
    up = f', {z / INCH:g}" up' if z else ""
    return f"{x / INCH:.1f}, {y / INCH:.1f}{up}"


Judge = Callable[[Place], Check | None]
"""Why a place is not legal, or None."""


class NoRoom(NamedTuple):
    """There is no place, and what rules them out."""

    ruled_out: tuple[tuple[str, int], ...]
    """What stands against them, with how many ranges of places it rules out, the most first."""

    @property
    def reason(self) -> str:
        """The proof in words: what it is that leaves no room."""
        named = ", ".join(f"{what} ({count})" for what, count in self.ruled_out[:NAMED])
        return f"all {sum(count for _, count in self.ruled_out)} ranges of places are ruled out, by {named}"


class OpenRoom(NamedTuple):
    """Neither a place was found nor a proof that there is none."""

    looked: int
    """How many ranges and single places were looked at."""


Room = Place | NoRoom | OpenRoom
"""Yes with a place, no with a proof, or open."""
NAMED = 4
"""How many of the things that leave no room are named."""


class Places:
    """Where something may be put. `judge` is the one predicate; `tries` are places worth suggesting if they are legal.

    A key without "up" means the lowest of `surfaces` at that point.
    """

    reading_rule: ClassVar[str] = ""
    """The rule of the game by which a key that is no place is refused."""

    def __init__(
        self,
        kind: str,
        rules: tuple[str, ...],
        judge: Judge,
        tries: Callable[[], Iterable[Place]],
        *,
        surfaces: Callable[[int, int], Sequence[int]] = lambda x, y: (0,),
        args: tuple[Any, ...] = (),
        areas: Sequence[Polygon] = (),
        radius: float = 0.0,
        rotates: bool = False,
        drawn: Callable[[], Sequence[Place]] | None = None,
        footprint: Sequence[Polygon] = (),
        proof: Callable[[], Room] | None = None,
        give_up: Option | None = None,
    ) -> None:
        self.kind = kind
        self.rules = rules
        self.judge = judge
        self.tries = tries
        self.surfaces = surfaces
        self.args = args
        """What the option holds before the place."""
        self.areas = areas
        self.radius = radius
        """Of what is put there, in inches, to draw it."""
        self.rotates = rotates
        self.drawn = drawn
        """Places for a random player, legal or not, where there are cheaper ones than `tries`."""
        self.footprint = footprint
        """What is put there as seen from above, in hundredths from its middle and not turned; nothing: a disc of the
        radius."""
        self.proof = proof
        """What a closer look says where none of `tries` is legal; None: nobody has looked closer."""
        self.give_up = give_up
        """What is offered instead of a place where it is open whether there is one."""
        self._closer: Room | None = None

    def read(self, key: str) -> tuple[float, float, int | None, int] | None:
        """The place a key names, in hundredths; None if it is no key of a place."""
        found = _KEY.fullmatch(key)
        if found is None or (found["turned"] is not None and (not self.rotates or int(found["turned"]) >= 360)):
            return None
        x, y = (round(float(found[axis]) * INCH, 6) for axis in ("x", "y"))
        z = None if found["z"] is None else round(float(found["z"]) * INCH)
        return x, y, z, int(found["turned"] or 0)

    def _heights(self, x: int, y: int, z: int | None) -> Sequence[int]:
        return self.surfaces(x, y) if z is None else (z,)

    def at(self, key: str) -> Place | Check:
        """The legal place that a key means: the nearest hundredth, the lowest surface; else why there is none."""
        wanted = self.read(key)
        if wanted is None:
            example = EXAMPLE_TURNED if self.rotates else EXAMPLE
            return Check(self.reading_rule, False, f"a place reads like {example!r}")
        x, y, z, turned = wanted
        refused: list[Check] = []
        legal: list[Place] = []

        def fits(px: int, py: int) -> bool:
            for height in self._heights(px, py, z):
                place = Place(px, py, height, turned)
                check = self.judge(place)
                if check is None:
                    legal.append(place)
                    return True
                refused.append(check)
            return False

        return legal[0] if settle(x, y, fits) is not None else refused[0]

    def option(self, place: Place) -> Option:
        """A place as an option: what is put, then x, y, z and degrees."""
        return Option(place.key, self.kind, (*self.args, *place), self.rules)

    def find(self, key: str) -> Option | None:
        """The legal place that a key means, or to give up where it is open whether there is one."""
        if self.give_up is not None and key == self.give_up.key:
            return self.give_up if isinstance(self.some(), OpenRoom) else None
        place = self.at(key)
        return self.option(place) if isinstance(place, Place) else None

    def some(self) -> Room:
        """Whether there is a place at all: yes with one, no with a proof, or open."""
        first = next((place for place in self.tries() if self.judge(place) is None), None)
        return self._look_closer() if first is None else first

    def anywhere(self) -> bool:
        """Whether a place is on offer: it is unless there surely is none."""
        return not isinstance(self.some(), NoRoom)

    def _look_closer(self) -> Room:
        """The same where none of `tries` is legal; looked for once."""
        if self._closer is None:
            self._closer = OpenRoom(0) if self.proof is None else self.proof()
        return self._closer

    def _last_resort(self) -> list[Option]:
        """The one place that is known where none of `tries` is legal, or to give up where it is open."""
        if self.proof is None:
            return []
        found = self._look_closer()
        if isinstance(found, Place):
            return [self.option(found)]
        return [self.give_up] if self.give_up is not None and isinstance(found, OpenRoom) else []

    def suggest(self, count: int) -> list[Option]:
        """Legal places far from one another, beginning with the first that is legal; at least one if any is known, or
        to give up."""
        if count == 1:
            found = list(islice((place for place in self.tries() if self.judge(place) is None), 1))
        else:
            found = spread([place for place in dict.fromkeys(self.tries()) if self.judge(place) is None], count)
        return [self.option(place) for place in found] or self._last_resort()

    def draw(self, draw: Callable[[], float]) -> Option | None:
        """One of the places worth trying, if one of a few is legal."""
        places = list(dict.fromkeys(self.tries())) if self.drawn is None else self.drawn()
        for _ in range(DRAWS if places else 0):
            place = places[int(draw() * len(places))]
            if self.judge(place) is None:
                return self.option(place)
        return None

    def outline(self) -> dict[str, Any]:
        """The areas in which a place must lie, in hundredths, and how large the thing is."""
        return {
            "areas": [[list(point) for point in area] for area in self.areas],
            "radius": self.radius,
            "rotates": self.rotates,
            "footprint": [[list(point) for point in polygon] for polygon in self.footprint],
        }

    def refusal(self, key: str) -> Refusal | None:
        """Why a key is no legal place; None if it is one."""
        place = self.at(key)
        return Refusal(key, (place,)) if isinstance(place, Check) else None


def spread(places: Sequence[Place], count: int) -> list[Place]:
    """So many of the places, each as far from those before as can be; the same ones every time."""
    if len(places) <= count:
        return list(places)
    chosen = [places[0]]
    gaps = [_gap(place, places[0]) for place in places]
    while len(chosen) < count:
        best = max(range(len(places)), key=lambda number: (gaps[number], -number))
        chosen.append(places[best])
        gaps = [min(gap, _gap(place, places[best])) for gap, place in zip(gaps, places, strict=True)]
    return chosen


def _gap(a: Place, b: Place) -> float:
    return hypot(a.x - b.x, a.y - b.y) + abs(a.z - b.z) + (50.0 if a.turned != b.turned else 0.0)


def lattice(areas: Iterable[Polygon], step: int = LATTICE) -> list[tuple[int, int]]:
    """Points of a square lattice in the boxes round areas."""
    found: dict[tuple[int, int], None] = {}
    for area in areas:
        xs, ys = [x for x, _ in area], [y for _, y in area]
        for x in range(min(xs), max(xs) + 1, step):
            for y in range(min(ys), max(ys) + 1, step):
                found[x, y] = None
    return list(found)

"""Ways to a point: what a person drags to, clicks at or types as words, made into the key of a move or of a place.

No rule lives here: whatever is read is judged by the region of the question.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import hypot
from typing import Any, ClassVar, NamedTuple

from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option
from fireteam.core.scene import LegView, LevelView, PlanView
from fireteam.kit.plane.destinations import REASON, Destinations
from fireteam.kit.plane.places import Places, place_words
from fireteam.kit.plane.refusals import Refused
from fireteam.kit.plane.sheets import Sheet
from fireteam.space.plane.model import INCH

_NUMBER = r"-?\d{1,5}(?:\.\d{1,4})?"
_UP_AND_TURNED = rf"(?: up (?P<z>{_NUMBER}))?(?: turned (?P<turned>\d{{1,3}}))?"
_TOWARDS = re.compile(rf"(?:(?P<before>{_NUMBER})\"? )?towards? (?P<name>.+?)(?: (?P<inches>{_NUMBER})\"?)?")
_STEP = re.compile(
    rf"(?:(?P<inches>{_NUMBER})\"? ?(?:in |inch |inches )?(?P<way>[a-z]+)|(?P<way_before>[a-z]+) "
    rf"(?P<inches_after>{_NUMBER})\"?)"
)
DIAGONAL = 0.5**0.5
DIRECTIONS: dict[str, tuple[float, float]] = {
    "north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0), "northeast": (DIAGONAL, DIAGONAL),
    "southeast": (DIAGONAL, -DIAGONAL), "southwest": (-DIAGONAL, -DIAGONAL), "northwest": (-DIAGONAL, DIAGONAL),
}  # fmt: skip
SHORT = {
    "n": "north", "e": "east", "s": "south", "w": "west", "ne": "northeast", "se": "southeast", "sw": "southwest",
    "nw": "northwest", "up": "north", "right": "east", "down": "south", "left": "west",
}  # fmt: skip
TRY = 25
"""Hundredths between the points that are tried on the way towards something."""
TRIES = 8
"""How many of them are judged."""

Site = tuple[int, int, int]
"""Where something is, in hundredths."""
Region = Destinations[Any] | Places


class Goal(NamedTuple):
    """Where somebody wants to go or to put something, in hundredths of the rules' own coordinates."""

    x: float
    y: float
    via: tuple[tuple[float, float], ...] = ()
    z: float | None = None
    turned: int = 0
    how: str = ""
    """How the last leg is made: a word of the game."""
    tail: str = ""
    """What else the game has at the end of a key."""

    def key(self, *, moves: bool) -> str:
        """The key of it: "to 12.34,5.60 via ..." for moves, "at 12.34,5.60 turned 90" for places."""
        up = f" up {self.z / INCH:.2f}" if self.z is not None else ""
        point = f"{max(0.0, self.x) / INCH:.2f},{max(0.0, self.y) / INCH:.2f}{up}"
        if not moves:
            return f"at {point}{f' turned {self.turned}' if self.turned else ''}"
        via = " then ".join(f"{max(0.0, x) / INCH:.2f},{max(0.0, y) / INCH:.2f}" for x, y in self.via)
        how, tail = f" {self.how}" if self.how else "", f" {self.tail}" if self.tail else ""
        return f"to {point}{how}{f' via {via}' if via else ''}{tail}"


class Named(NamedTuple):
    """Something that a person may name."""

    site: Site
    names: tuple[str, ...]
    """In lower case; the beginning of one will do, if nothing else begins like that."""
    mark: str = ""
    """The sign it bears on the board: written exactly so it comes before all names."""


class Unread(Exception):
    """Words that mean no place; says why."""


class TypedPlaces(ABC):
    """Reads where somebody wants to go, and says what the way there is. The game gives what has a name, and words."""

    leg_words: ClassVar[tuple[str, ...]] = ()
    """What may stand after a place: how the leg to it is made."""
    tail: ClassVar[str] = ""
    """A pattern of what else a point may end with, such as "facing [0-9]+"; empty: nothing."""

    nothing_to_place: ClassVar[str] = "Nobody moves and nothing is put down now."
    unread: ClassVar[str] = "A way reads like 6 north, n 3 e 2, to 12.3,5.6 or towards centre 4."
    no_site: ClassVar[str] = "There is nothing called {name}."
    no_start: ClassVar[str] = "A direction needs something that moves; name a place, such as 12.3,5.6."
    moved: ClassVar[str] = 'Move to {place}: {cost} of {limit}".'
    placed: ClassVar[str] = "Put it at {place}."
    not_there: ClassVar[str] = "Not possible: {text}"
    leg_to: ClassVar[str] = "to {place}"

    def __init__(self) -> None:
        how = rf"(?: (?P<how>{'|'.join(self.leg_words)}))?" if self.leg_words else "(?P<how>)"
        tail = f"(?: (?P<tail>{self.tail}))?" if self.tail else "(?P<tail>)"
        via = r"(?: via (?P<via>[-\d.,;]+))?"
        self._point = re.compile(rf"point (?P<x>{_NUMBER}),(?P<y>{_NUMBER}){via}{_UP_AND_TURNED}{how}{tail}")
        self._typed = re.compile(rf"(?:to |at )?(?P<x>{_NUMBER})[ ,]+(?P<y>{_NUMBER}){_UP_AND_TURNED}{how}")

    # -- what the game gives -------------------------------------------------------------------------------------------

    @abstractmethod
    def sheet(self, table: Any) -> Sheet:
        """What the board is drawn on."""

    @abstractmethod
    def named(self, table: Any) -> Iterable[Named]:
        """All that has a name, the likeliest first."""

    def leg_text(self, table: Any, move: Any, number: int) -> str:
        """What the inches of a leg were for; empty: it is only said where it leads."""
        return ""

    # -- the way to a point --------------------------------------------------------------------------------------------

    def plan(self, match: Match, spot: str) -> PlanView:
        """The key that leads to a point, with its path and cost; without keys, why there is none."""
        question = match.decision
        if type(question) is not Choose or not isinstance(question.region, Destinations | Places):
            return _without(self.nothing_to_place)
        table, region = match.table, question.region
        known = question.find(spot.removeprefix("key ")) if spot.startswith("key ") else None
        if known is not None:
            return self._way(table, region, known)
        try:
            goals = self._goals(table, region, spot)
        except Unread as error:
            return _without(str(error))
        moves = isinstance(region, Destinations)
        key = ""
        for goal in goals:
            key = goal.key(moves=moves)
            option = question.find(key)
            if option is not None:
                return _with_levels(question, region, goal, self._way(table, region, option))
        refusal = match.why_not(goals[0].key(moves=moves))
        if refusal is None:
            return _without(self.not_there.format(text=key))
        view = table.setting.why_view(table, refusal)
        decisive = view["checks"][-1]["text"]
        reason = REASON.fullmatch(decisive)
        found = _without(self.not_there.format(text=reason[1] if reason is not None else decisive))
        found["refusal"] = view
        if isinstance(region, Destinations):
            found["limit"] = region.inches
        return _with_levels(question, region, goals[0], found)

    def _way(self, table: Any, region: Region, option: Option) -> PlanView:
        """A legal answer: what it does in words, and leg by leg what it costs."""
        sheet = self.sheet(table)
        if not isinstance(region, Destinations):
            x, y, z, turned = option.args[-4:]
            text = place_words(x, y, z) + (f", turned {turned} degrees" if turned else "")
            return {
                "keys": [option.key],
                "path": [sheet.point(x, y)],
                "text": self.placed.format(place=text),
                "level": z,
            }
        x, y, z, cost, walked = option.args[:5]
        limit, move = region.inches, region.judge(option.key)
        legs: list[LegView] = []
        for number, (leg_x, leg_y, leg_z, inches, *_) in enumerate(walked):
            what = "" if isinstance(move, Refused) else self.leg_text(table, move, number)
            text = what or self.leg_to.format(place=place_words(leg_x, leg_y, leg_z))
            legs.append({"to": sheet.point(leg_x, leg_y), "cost": round(inches, 1), "text": text})
        return {
            "keys": [option.key],
            "path": [sheet.point(region.start.x, region.start.y), *(leg["to"] for leg in legs)],
            "text": self.moved.format(place=place_words(x, y, z), cost=round(cost, 1), limit=limit),
            "cost": round(cost, 1),
            "limit": limit,
            "legs": legs,
            "level": z,
        }

    # -- reading -------------------------------------------------------------------------------------------------------

    def _goals(self, table: Any, region: Region, spot: str) -> list[Goal]:
        """The points that a spot may mean, the best first."""
        found = self._point.fullmatch(spot)
        if found is not None:
            return [self._drawn(table, found)]
        words = spot.removeprefix("words ").strip()
        if not spot.startswith("words ") or not words:
            raise Unread(self.unread)
        return self.read(table, region, words)

    def _drawn(self, table: Any, found: re.Match[str]) -> Goal:
        """A point of the scene, whose y grows downwards."""
        height = self.sheet(table).height
        pairs = [
            pair.split(",") for pair in (found["via"] or "").split(";") if re.fullmatch(rf"{_NUMBER},{_NUMBER}", pair)
        ]
        return Goal(
            float(found["x"]),
            height - float(found["y"]),
            tuple((float(x), height - float(y)) for x, y in pairs),
            None if found["z"] is None else float(found["z"]),
            int(found["turned"] or 0),
            found["how"] or "",
            found["tail"] or "",
        )

    def read(self, table: Any, region: Region, words: str) -> list[Goal]:
        """What somebody typed: "to 12.3,5.6", "6 north", "n 3 e 2", "towards centre 4", or the name of something."""
        typed = self._typed.fullmatch(words)
        if typed is not None:
            x, y = float(typed["x"]) * INCH, float(typed["y"]) * INCH
            z = None if typed["z"] is None else float(typed["z"]) * INCH
            return [Goal(x, y, (), z, int(typed["turned"] or 0), typed["how"] or "")]
        towards, steps = _TOWARDS.fullmatch(words), _steps(words)
        if not isinstance(region, Destinations):
            if towards is not None or steps is not None:
                raise Unread(self.no_start)
            return [self._at(table, words)]
        if towards is not None:
            name, inches = towards["name"], towards["before"] or towards["inches"]
            whole = f"{name} {towards['inches']}"
            if towards["inches"] and self.find(table, whole) is not None:  # a number may belong to the name
                name, inches = whole, towards["before"]
            return _towards(region, self.site(table, name), float(inches) if inches else None)
        if steps is not None:
            return _stepped(region.start.x, region.start.y, steps)
        goal = self._at(table, words)
        return [goal, *_towards(region, (round(goal.x), round(goal.y), 0), None)]

    def _at(self, table: Any, words: str) -> Goal:
        x, y, z = self.site(table, words.removeprefix("to ").removeprefix("at "))
        return Goal(x, y, (), z or None)

    def site(self, table: Any, wanted: str) -> Site:
        """Where something with a name or a mark is."""
        found = self.find(table, wanted)
        if found is None:
            raise Unread(self.no_site.format(name=repr(wanted)))
        return found

    def find(self, table: Any, wanted: str) -> Site | None:
        """The same, or None if nothing is called like that, or several things may be meant."""
        known, low = list(self.named(table)), " ".join(wanted.lower().split())
        marked = next((thing.site for thing in known if thing.mark and thing.mark == wanted), None)
        if marked is not None:
            return marked
        for fits in (str.__eq__, str.startswith):
            hits = [thing.site for thing in known if any(fits(name, low) for name in thing.names)]
            if hits and (len(hits) == 1 or fits is str.__eq__):
                return hits[0]
        return None


def _without(text: str) -> PlanView:
    return {"keys": [], "path": [], "text": text}


def _with_levels(question: Choose, region: Region, goal: Goal, found: PlanView) -> PlanView:
    """The same, with all heights at the point where floors lie over each other: which of them may be the answer."""
    surfaces = region.surfaces(round(goal.x), round(goal.y))
    if len(surfaces) < 2:
        return found
    moves = isinstance(region, Destinations)
    levels: list[LevelView] = []
    for height in surfaces:
        option = question.find(goal._replace(z=height).key(moves=moves))
        level: LevelView = {"level": height, "legal": option is not None}
        if option is not None and moves:
            level["cost"] = round(option.args[3], 1)
        levels.append(level)
    found["levels"] = levels
    return found


def _steps(words: str) -> list[tuple[float, float]] | None:
    """Directions with inches, as hundredths east and north; None if the words are something else."""
    text = re.sub(r"\b(then|and|,)\b", " ", words.lower().replace("-", "").replace(",", " "))
    found: list[tuple[float, float]] = []
    at = 0
    text = " ".join(text.split())
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            return None
        way = step["way"] or step["way_before"]
        direction = DIRECTIONS.get(SHORT.get(way, way))
        if direction is None:
            return None
        inches = float(step["inches"] or step["inches_after"])
        found.append((direction[0] * inches * INCH, direction[1] * inches * INCH))
        at = step.end() + 1
    return found or None


def _stepped(x: float, y: float, steps: list[tuple[float, float]]) -> list[Goal]:
    """One straight step means the cheapest way to its end; several mean exactly those legs."""
    places = []
    for dx, dy in steps:
        x, y = x + dx, y + dy
        places.append((float(round(x)), float(round(y))))
    end_x, end_y = places[-1]
    return [Goal(end_x, end_y, tuple(places[:-1]))]


def _towards(region: Destinations[Any], site: Site, inches: float | None) -> list[Goal]:
    """So many inches straight towards something; without a number as far as the move goes, then less and less."""
    start = region.start
    dx, dy = site[0] - start.x, site[1] - start.y
    far = hypot(dx, dy)
    if not far:
        return [Goal(start.x, start.y)]
    most = min(far, (region.inches if inches is None else inches) * INCH)
    lengths = [most] if inches is not None else [most - TRY * step for step in range(int(most / TRY) + 1)]
    goals = [Goal(round(start.x + dx * length / far), round(start.y + dy * length / far)) for length in lengths]
    # To judge a point may take a search; the drawn reach tells at once which are worth it.
    worth = [goal for goal in goals if region.reach.cost(goal.x, goal.y) is not None]
    return [goals[0], *worth[:TRIES]]

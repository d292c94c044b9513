"""Ways to a point: what a person drags to, clicks at or types as words, made into the key of a move or of a place. No
rule lives here."""

from __future__ import annotations

import re
from math import hypot
from typing import Any, NamedTuple

from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option
from fireteam.core.scene import LegView, LevelView, PlanView
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show.questions import why_view
from fireteam.games.killteam.show.words import place_words
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.games.killteam.table import Table
from fireteam.space.plane.legs import Charge
from fireteam.space.plane.model import INCH
from fireteam.space.plane.paths import Move

_NUMBER = r"-?\d{1,5}(?:\.\d{1,4})?"
_POINT = re.compile(
    rf"point (?P<x>{_NUMBER}),(?P<y>{_NUMBER})(?: via (?P<via>[-\d.,;]+))?(?: up "
    rf"(?P<z>{_NUMBER}))?(?: turned (?P<turned>\d{{1,3}}))?"
    r"(?P<jump> jump)?(?: hatch (?P<hatch>[a-z0-9-]+))?"
)
_TYPED = re.compile(
    rf"(?:to |at )?(?P<x>{_NUMBER})[ ,]+(?P<y>{_NUMBER})(?: up (?P<z>{_NUMBER}))?(?: turned "
    rf"(?P<turned>\d{{1,3}}))?(?P<jump> jump)?"
)
_TOWARDS = re.compile(rf"(?:(?P<before>{_NUMBER})\"? )?towards? (?P<name>.+?)(?: (?P<inches>{_NUMBER})\"?)?")
_STEP = re.compile(
    rf"(?:(?P<inches>{_NUMBER})\"? ?(?:in |inch |inches )?(?P<way>[a-z]+)|(?P<way_before>[a-z]+) "
    rf"(?P<inches_after>{_NUMBER})\"?)"
)
_LEG = re.compile(r"leg \d+ can be made at [^(]*\((.*)\)")
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


class Goal(NamedTuple):
    """Where somebody wants to go or to put something, in hundredths of the rules' own coordinates."""

    x: float
    y: float
    via: tuple[tuple[float, float], ...] = ()
    z: float | None = None
    turned: int = 0
    jump: bool = False
    hatch: str = ""


class Unread(Exception):
    """Words that mean no place; says why."""


def plan(match: Match, spot: str) -> PlanView:
    """The key that leads to a point, with its path and cost; without keys, why there is none."""
    question = match.decision
    if type(question) is not Choose or question.region is None:
        return _nothing(say.NO_MOVE)
    t: Table = match.table
    try:
        goals = _goals(t, question.region, spot)
    except Unread as error:
        return _nothing(str(error))
    moves = isinstance(question.region, Destinations)
    key = ""
    for goal in goals:
        key = key_of(goal, moves=moves)
        option = question.find(key)
        if option is not None:
            return _with_levels(question, goal, _way(t, question.region, option))
    refusal = match.why_not(key_of(goals[0], moves=moves))
    if refusal is None:
        return _nothing(say.NOT_THERE.format(text=key))
    view = why_view(t, refusal)
    decisive = view["checks"][-1]["text"]
    reason = _LEG.fullmatch(decisive)
    found = _nothing(say.NOT_THERE.format(text=reason[1] if reason is not None else decisive))
    found["refusal"] = view
    if isinstance(question.region, Destinations):
        found["limit"] = question.region.terms.inches
    return _with_levels(question, goals[0], found)


def _with_levels(question: Choose, goal: Goal, found: PlanView) -> PlanView:
    """The same, with all heights at the point where floors lie over each other: which of them may be the answer
    (KT-GEO-13)."""
    region: Any = question.region
    moves = isinstance(region, Destinations)
    surfaces = (region.ground.surfaces if moves else region.surfaces)(round(goal.x), round(goal.y))
    if len(surfaces) < 2:
        return found
    levels: list[LevelView] = []
    for height in surfaces:
        option = question.find(key_of(goal._replace(z=height), moves=moves))
        level: LevelView = {"level": height, "legal": option is not None}
        if option is not None and moves:
            level["cost"] = option.args[3]
        levels.append(level)
    found["levels"] = levels
    return found


def _nothing(text: str) -> PlanView:
    return {"keys": [], "path": [], "text": text}


def key_of(goal: Goal, *, moves: bool) -> str:
    """The key of a point: "to 12.34,5.60 via ..." for moves, "at 12.34,5.60 turned 90" for places."""
    up = f" up {goal.z / INCH:.2f}" if goal.z is not None else ""
    point = f"{max(0.0, goal.x) / INCH:.2f},{max(0.0, goal.y) / INCH:.2f}{up}"
    if not moves:
        return f"at {point}{f' turned {goal.turned}' if goal.turned else ''}"
    via = " then ".join(f"{max(0.0, x) / INCH:.2f},{max(0.0, y) / INCH:.2f}" for x, y in goal.via)
    hatch = f" hatch {goal.hatch}" if goal.hatch else ""
    return f"to {point}{' jump' if goal.jump else ''}{f' via {via}' if via else ''}{hatch}"


def _way(t: Table, region: Any, option: Option) -> PlanView:
    """A legal answer: what it does in words, and leg by leg what it costs."""
    scenery = t.setting.scenery
    if not isinstance(region, Destinations):
        x, y, z, turned = option.args[-4:]
        text = place_words(x, y, z) + (f", turned {turned} degrees" if turned else "")
        return {"keys": [option.key], "path": [scenery.point(x, y)], "text": say.PLACE.format(place=text), "level": z}
    x, y, z, cost, walked = option.args[:5]
    limit = region.terms.inches
    move = region.judge(option.key)
    charges = move.charges if isinstance(move, Move) else ()
    legs: list[LegView] = []
    for number, (leg_x, leg_y, leg_z, inches, _) in enumerate(walked):
        what = _charged(t, charges[number]) if number < len(charges) else ""
        text = what or say.TO.format(place=place_words(leg_x, leg_y, leg_z))
        legs.append({"to": scenery.point(leg_x, leg_y), "cost": inches, "text": text})
    path = [scenery.point(region.start.x, region.start.y), *(leg["to"] for leg in legs)]
    text = say.MOVE.format(place=place_words(x, y, z), cost=cost, limit=limit)
    return {"keys": [option.key], "path": path, "text": text, "cost": cost, "limit": limit, "legs": legs, "level": z}


def _charged(t: Table, charges: tuple[Charge, ...]) -> str:
    """What the inches of a leg were for."""
    names = t.setting.names
    said = [
        say.CHARGES[charge.kind].format(
            inches=f"{charge.length:.1f}" if charge.kind == "walk" else charge.inches, part=names(charge.part)
        )
        for charge in charges
        if charge.inches or charge.length
    ]
    return ", ".join(said)


# -- reading -----------------------------------------------------------------------------------------------------------


def _goals(t: Table, region: Any, spot: str) -> list[Goal]:
    """The points that a spot may mean, the best first."""
    found = _POINT.fullmatch(spot)
    if found is not None:
        return [_point(t, found)]
    words = spot.removeprefix("words ").strip()
    if not spot.startswith("words ") or not words:
        raise Unread(say.UNREAD)
    return read_words(t, region, words)


def _point(t: Table, found: re.Match[str]) -> Goal:
    """A point of the scene, whose y grows downwards."""
    height = t.setting.zone.terrain.height
    pairs = [pair.split(",") for pair in (found["via"] or "").split(";") if re.fullmatch(rf"{_NUMBER},{_NUMBER}", pair)]
    via = tuple((float(x), height - float(y)) for x, y in pairs)
    z = None if found["z"] is None else float(found["z"])
    return Goal(
        float(found["x"]),
        height - float(found["y"]),
        via,
        z,
        int(found["turned"] or 0),
        bool(found["jump"]),
        found["hatch"] or "",
    )


def read_words(t: Table, region: Any, words: str) -> list[Goal]:
    """What somebody typed: "to 12.3,5.6", "6 north", "n 3 e 2", "towards objective-a 4", or the name of a spot."""
    typed = _TYPED.fullmatch(words)
    if typed is not None:
        z = None if typed["z"] is None else float(typed["z"]) * INCH
        return [
            Goal(
                float(typed["x"]) * INCH,
                float(typed["y"]) * INCH,
                (),
                z,
                int(typed["turned"] or 0),
                bool(typed["jump"]),
            )
        ]
    start = region.start if isinstance(region, Destinations) else None
    towards = _TOWARDS.fullmatch(words)
    if towards is not None:
        if start is None:
            raise Unread(say.NO_START)
        name, inches = towards["name"], towards["before"] or towards["inches"]
        if towards["inches"] and _is_spot(t, f"{name} {towards['inches']}"):  # a number may belong to the name
            name, inches = f"{name} {towards['inches']}", towards["before"]
        return _towards(region, spot_named(t, name), float(inches) if inches else None)
    steps = _steps(words)
    if steps is not None:
        if start is None:
            raise Unread(say.NO_START)
        return _stepped(start.x, start.y, steps)
    x, y, z = spot_named(t, words.removeprefix("to ").removeprefix("at "))
    return [Goal(x, y, (), z or None), *(_towards(region, (x, y, z), None) if start is not None else ())]


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


def _towards(region: Destinations, spot: tuple[int, int, int], inches: float | None) -> list[Goal]:
    """So many inches straight towards a spot; without a number as far as the move goes, then less and less."""
    start = region.start
    dx, dy = spot[0] - start.x, spot[1] - start.y
    far = hypot(dx, dy)
    if not far:
        return [Goal(start.x, start.y)]
    most = min(far, (region.terms.inches if inches is None else inches) * INCH)
    lengths = [most] if inches is not None else [most - TRY * step for step in range(int(most / TRY) + 1)]
    goals = [Goal(round(start.x + dx * length / far), round(start.y + dy * length / far)) for length in lengths]
    # To judge a point may take a search; the drawn reach tells at once which are worth it.
    worth = [goal for goal in goals if region.reach.cost(goal.x, goal.y) is not None]
    return [goals[0], *worth[:TRIES]]


def _is_spot(t: Table, name: str) -> bool:
    try:
        spot_named(t, name)
    except Unread:
        return False
    return True


def spot_named(t: Table, wanted: str) -> tuple[int, int, int]:
    """Where something with a name, an id or a mark is: an operative, a marker, a terrain feature; the centre of the
    killzone."""
    names, low = t.setting.names, " ".join(wanted.lower().split())
    marks = t.setting.scenery.marks(t)
    places: list[tuple[tuple[str, ...], tuple[int, int, int]]] = []
    for marker in t.state.markers.values():
        if marker.carrier == NOBODY:
            places.append(((marker.id, names(marker.id).lower()), (marker.x, marker.y, marker.z)))
    for operative in t.state.operatives:
        if operative.status == KILLZONE:
            called = (operative.name, names(operative.name).lower())
            places.append((called, (operative.x, operative.y, operative.z)))
            if marks[operative.index] == wanted:
                return (operative.x, operative.y, operative.z)
    for landmark in t.setting.zone.landmarks:
        xs, ys = [x for x, _ in landmark.footprint], [y for _, y in landmark.footprint]
        places.append(((landmark.id, names(landmark.id).lower()), (sum(xs) // len(xs), sum(ys) // len(ys), 0)))
    places.append((("centre", "center", "the centre"), (*t.setting.zone.centre, 0)))
    for fits in (str.__eq__, str.startswith):
        hits = [place for called, place in places if any(fits(name, low) for name in called)]
        if hits and (len(hits) == 1 or fits is str.__eq__):
            return hits[0]
    raise Unread(say.NO_SPOT.format(name=repr(wanted)))

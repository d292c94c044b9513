"""What a question or a refusal of Kill Team points at: options with their places, regions, and what to draw where
something is not possible."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import CheckView, Die, Mark, Place, RefusalView, RegionView
from fireteam.core.topics import Topic, form_of, names_of
from fireteam.games.killteam.moving.moves import Destinations
from fireteam.games.killteam.positions import body_of
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.show import looking, refusals
from fireteam.games.killteam.show.dice import POOLS
from fireteam.games.killteam.show.names import Names
from fireteam.games.killteam.show.notes import told
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.games.killteam.table import Table
from fireteam.kit.tray import unturned
from fireteam.space.plane.model import INCH

DICE_ACTIONS = ("SHOOT", "FIGHT", "DOOR FIGHT", "HATCHWAY FIGHT")
SPOT = re.compile(r"(?:to|at) (?P<x>[\d.]+), ?(?P<y>[\d.]+)(?: up (?P<z>[\d.]+))?(?: turned (?P<turned>\d+))?")
REROLL = "re-roll of {dice}"
"""The outer form of a question whether a die is re-rolled."""
MOST = 12
"""Refusals told at once."""
SIGHT_RULES = ("KT-SHOOT-07",)
COVER_RULES = ("KT-SHOOT-05", "KT-VANT-02")
DISTANCE_RULES = ("KT-WR-17", "KT-WR-27", "KT-FIGHT-01", "KT-BASE-06")


# -- questions ---------------------------------------------------------------------------------------------------------


def subject(t: Table, question: Question) -> str:
    """The operative that a question is about, as a piece; empty if none stands in the killzone."""
    about = looking.subject(t, question)
    return t.name(about) if about != NOBODY and t.operative(about).status == KILLZONE else ""


def taken(names: Names, question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
    """The die that each re-roll takes: those that show the same are alike (see KT-BASE-10)."""
    about = question.topic
    kind = POOLS.get(form_of(about.parts["dice"]), "") if isinstance(about, Topic) and about.outer == REROLL else ""
    if not kind:
        return {}
    lying = unturned(dice, say.DICE[kind].format(who=names(names_of(about)["who"])))
    return {
        option.key: [[place for place in lying if dice[place]["face"] == option.args[0]]]
        for option in question.options
        if option.kind == "reroll"
    }


def origin_words(t: Table, question: Choose) -> list[str]:
    """What each origin that a shooter may choose means for the target (KT-SHOOT-17)."""
    named = names_of(question.topic)
    shooter, target = t.number(named["who"]), t.number(named["target"])
    for weapon in looking.armed_weapons(t, shooter, target):
        found = targets.outcomes(t, t.board, shooter, target, weapon)
        if len(found) == len(question.options):
            behind = [targets.protection_of(t, t.board, outcome) > 0 for outcome in found]
            return [
                say.ORIGINS[outcome.in_cover, outcome.is_obscured] + (say.PROTECTED if shield else "")
                for outcome, shield in zip(found, behind, strict=True)
            ]
    return []


def region_view(t: Table, question: Choose, about: str) -> RegionView:
    """Where an answer may be any point: the reach of a move inch by inch, or the areas for something that is put
    down."""
    scenery, region = t.setting.scenery, question.region
    assert region is not None
    data: dict[str, Any] = region.outline()
    if "contours" not in data:
        radius = round(data["radius"] * INCH)
        found: RegionView = {"kind": "place", "radius": radius, "rotates": bool(data["rotates"])}
        if data["areas"]:
            found["areas"] = [scenery.polygon(area)["polygon"] for area in data["areas"]]
        if data["footprint"]:  # about its middle: only the direction of y is another one
            found["footprint"] = [[value for x, y in polygon for value in (x, -y)] for polygon in data["footprint"]]
        return found
    x, y, _ = data["start"]
    moved: RegionView = {
        "kind": "move",
        "radius": 0,
        "start": scenery.point(x, y),
        "limit": data["inches"],
        "jumps": True,
    }
    if about:
        moved["radius"] = t.card(t.number(about)).radius
        moved["piece"] = about
    # The first outline is that of no inches at all.
    moved["contours"] = [[scenery.polygon(loop)["polygon"] for loop in loops] for loops in data["contours"][1:]]
    return moved


def place_of(t: Table, option: Option) -> Place | None:
    """The piece, part or spot that an option points at; None if it points at nothing on the board."""
    spot = SPOT.match(option.key)
    if spot is not None:
        x, y = float(spot["x"]) * INCH, float(spot["y"]) * INCH
        point = t.setting.scenery.point(x, y)
        found: Place = {"spot": f"{x / INCH:.2f},{y / INCH:.2f}", "shape": {"circle": [*point, 25]}}
        if spot["z"] is not None:  # of several floors over each other one is meant
            found["spot"] += f" up {spot['z']}"
            found["level"] = round(float(spot["z"]) * INCH)
        if spot["turned"] is not None:
            found["turned"] = int(spot["turned"])
        return found
    names = [arg for arg in option.args if isinstance(arg, str)]
    for name in reversed(names):
        if name in t.state.markers and t.state.markers[name].carrier == NOBODY:
            return {"piece": name}
        operative = next((operative for operative in t.state.operatives if operative.name == name), None)
        if operative is not None:
            return {"piece": name} if operative.status == KILLZONE else None
        part = next((prism.id for prism in t.board.parts if name in (prism.hatch, prism.id) and prism.id), None)
        if part is not None and part in t.setting.scenery.parts(t):
            return {"part": part}
    return None


# -- what is not possible ----------------------------------------------------------------------------------------------


def why_at(t: Table, question: Question, place: str) -> list[RefusalView]:
    """What is not possible at a place ("piece ID", "part ID", "spot X,Y"), the likeliest wish first."""
    if not isinstance(question, Choose):
        return []
    kind, _, name = place.partition(" ")
    if kind == "spot" and question.region is not None:
        word = "to" if isinstance(question.region, Destinations) else "at"
        refusal = refusals.why_not(t, question, f"{word} {name}")
        return [why_view(t, refusal)] if refusal is not None else []
    found = [refusal for refusal in refusals.refusals(t, question) if name in refusal.action.split()]
    if not found:  # in the middle of an action: why could it not be shot from here?
        found = [
            refusal for refusal in refusals.shots(t, looking.looker(t, question)) if name in refusal.action.split()
        ]
    found.sort(key=lambda refusal: (_unlikely(refusal), -len(refusal.checks)))
    return [why_view(t, refusal) for refusal in found[:MOST]]


def _unlikely(refusal: Refusal) -> int:
    words = ("shoot", "fight", "activate", "counteract")
    return next((place for place, word in enumerate(words) if refusal.action.startswith(word)), len(words))


def why_view(t: Table, refusal: Refusal) -> RefusalView:
    """A refusal in words, with what to draw for each of its checks."""
    names = t.setting.names
    who, other = _shot(t, refusal)
    checks: list[CheckView] = [
        {
            "rule": check.rule,
            "passed": check.passed,
            "text": names.all_of(check.text),
            "marks": marks(t, check, who, other),
        }
        for check in refusal.checks
    ]
    if SPOT.match(refusal.action) is not None and checks:
        checks[-1]["marks"] = [*_named(t, refusal.action.partition(" ")[2]), *checks[-1]["marks"]]
    text = names.all_of(refusal.action)
    reason = names.all_of(told(refusal.decisive))
    return {"key": refusal.action, "text": text[:1].upper() + text[1:], "checks": checks, "reason": reason}


def _shot(t: Table, refusal: Refusal) -> tuple[int, int]:
    """Who would do something to whom, if a refusal is about two operatives; NOBODY otherwise."""
    record = t.state.agenda[-1] if t.state.agenda else None
    who = getattr(record, "who", t.state.active)
    numbers = {operative.name: operative.index for operative in t.state.operatives}
    other = next((numbers[word] for word in refusal.action.split()[1:] if word in numbers), NOBODY)
    if who == NOBODY or other in (NOBODY, who) or t.operative(other).status != KILLZONE:
        return NOBODY, NOBODY
    return who, other


def marks(t: Table, check: Check, who: int = NOBODY, other: int = NOBODY) -> list[Mark]:
    """What shows a check on the board: the sight line and what blocks it, the line that gives cover, a distance, parts
    and pieces."""
    if NOBODY not in (who, other) and t.operative(who).status == KILLZONE:
        name = t.setting.names(t.name(other))
        if check.rule in SIGHT_RULES:
            return looking.sight_marks(t, who, other)
        if check.rule in COVER_RULES and not check.passed:
            return looking.decider_marks(
                t, who, other, looking.best_outcome(t, who, other, looking.best_weapon(t, who, other))
            )
        if check.rule in DISTANCE_RULES:
            return looking.distance_marks(t, who, body_of(t, other), name)
    return [mark for place in check.places for mark in _named(t, place)]


def _named(t: Table, name: str) -> list[Mark]:
    """The mark of a place by its name: an operative, a marker, a part, or a point in inches."""
    scenery, names = t.setting.scenery, t.setting.names
    spot = re.match(r"([\d.]+), ?([\d.]+)", name)
    if spot is not None:
        point = scenery.inches(float(spot[1]), float(spot[2]))
        place = f"{spot[1]}, {spot[2]}"
        return [{"kind": "spot", "shape": {"circle": [*point, 25]}, "text": say.MARKS["spot"].format(place=place)}]
    for operative in t.state.operatives:
        if operative.name == name and operative.status == KILLZONE:
            shape = [*scenery.point(operative.x, operative.y), t.card(operative.index).radius]
            return [{"kind": "spot", "shape": {"circle": shape}, "text": say.MARKS["piece"].format(name=names(name))}]
    return looking.part_mark(t, "wall", name, say.MARKS["part"].format(part=names(name)))

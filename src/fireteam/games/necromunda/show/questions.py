"""What a question or a refusal of Necromunda points at: options with their places, regions, and what to draw where
something is not possible."""

from __future__ import annotations

import re
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import CheckView, Mark, Place, RefusalView, RegionView
from fireteam.core.topics import names_of
from fireteam.games.necromunda.blasts import radius_of
from fireteam.games.necromunda.cards import Vehicle
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show import looking, refusals
from fireteam.games.necromunda.show.notes import TOLD
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait
from fireteam.kit.plane.destinations import Destinations
from fireteam.kit.plane.drives import Drives
from fireteam.kit.words import upper
from fireteam.space.plane.free.templates import Flames, outline_of
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.show.pieces import Scenery

SPOT = re.compile(
    r"(?:straight )?(?:to|at) (?P<x>[\d.]+), ?(?P<y>[\d.]+)(?: up (?P<z>[\d.]+))?(?: turned (?P<turned>\d+))?"
)
SIGHT_RULES = ("NE-SHT-02", "NE-SHT-04")
ARC = 90
"""The degrees that a fighter sees."""
AIM = "aim_point"
"""The kind of the points that a blast is aimed at."""
ARC_PARTS = 36
"""Sides of a part of a disc as it is drawn."""
FAR = 2000
"""How far a direction is drawn, in hundredths."""
MOST = 12
"""Refusals told at once."""


# -- questions ---------------------------------------------------------------------------------------------------------


def subject(t: Table, question: Question) -> str:
    """The model that a question is about, as a piece; empty if it is not on the table."""
    about = looking.subject(t, question)
    return t.name(about) if about != NOBODY and t.in_play(about) else ""


def region_view(t: Table, scenery: Scenery, question: Choose, about: str) -> RegionView:
    """Where an answer may be any point: the reach of a move inch by inch, the areas for something that is put down, the
    directions in which somebody may turn or a template may lie, or the way of a hull."""
    region = question.region
    assert region is not None
    data: dict[str, Any] = region.outline()
    if data.get("kind") in ("face", "flame"):
        return _turning(t, scenery, question, data)
    if data.get("kind") == "drive":
        return _driving(t, scenery, question, data)
    if "contours" not in data:
        radius = round(data["radius"] * INCH)
        found: RegionView = {"kind": "place", "radius": radius, "rotates": bool(data["rotates"])}
        if data["areas"] and [tuple(map(tuple, area)) for area in data["areas"]] != [_whole(t)]:
            found["areas"] = [scenery.polygon(area)["polygon"] for area in data["areas"]]
        card = _vehicle(t, question)
        if card is not None:
            found["footprint"] = [_outline(card)]
        blast = blast_radius(t, question)
        if blast:
            found["blast"] = round(blast * INCH)
        return found
    x, y, _ = data["start"]
    moved: RegionView = {"kind": "move", "radius": 0, "start": scenery.point(x, y), "limit": data["inches"]}
    if about:
        moved["radius"] = round(t.cards[t.number(about)].radius * INCH)
        moved["piece"] = about
        m = t.model(t.number(about))
        if isinstance(region, Walks):
            moved["limit"] = round(region.walker.allowance, 2)
        if isinstance(region, Walks) and t.stands(m.index):
            moved["facing"], moved["rotates"], moved["arc"] = m.facing, True, ARC
    moved["contours"] = [[scenery.polygon(loop)["polygon"] for loop in loops] for loops in data["contours"]]
    return moved


def _whole(t: Table) -> tuple[tuple[int, int], ...]:
    """All of the table, as an area."""
    width, height = t.setting.battlefield.width, t.setting.battlefield.height
    return ((0, 0), (width, 0), (width, height), (0, height))


def _turning(t: Table, scenery: Scenery, question: Choose, data: dict[str, Any]) -> RegionView:
    """Somebody turns on the spot, or lays a template with its tip there."""
    x, y = data["at"][:2]
    found: RegionView = {
        "kind": "turn", "radius": 0, "start": scenery.point(x, y), "facing": round(data["facing"]) % 360,
    }  # fmt: skip
    who = looking.subject(t, question)
    if who != NOBODY and t.in_play(who):
        found["piece"], found["radius"] = t.name(who), round(t.cards[who].radius * INCH)
    if isinstance(question.region, Flames):
        # As y grows downwards on a page, and a template that points to the right is the same on both sides.
        here = question.region.shooter._replace(x=0, y=0)
        found["areas"] = [_fan(scenery, data)]
        found["footprint"] = [[value for point in outline_of(here, 0) for value in point]]
    else:
        found["arc"] = ARC
    return found


def _driving(t: Table, scenery: Scenery, question: Choose, data: dict[str, Any]) -> RegionView:
    """The hull, where it begins, its limits, and where it may come to."""
    x, y, _, facing = data["start"]
    found: RegionView = {
        "kind": "drive",
        "radius": round(data["size"][1] * INCH / 2),
        "start": scenery.point(x, y),
        "facing": round(facing) % 360,
        "limit": round(data["inches"], 2),
        "pivots": data["pivots"],
        "rotates": data["pivots"] != 0,
        "areas": _ahead(scenery, data, question.region),
    }
    who, card = looking.subject(t, question), _vehicle(t, question)
    if who != NOBODY and t.in_play(who):
        found["piece"] = t.name(who)
    if card is not None:
        found["footprint"] = [_outline(card)]
    return found


def _ahead(scenery: Scenery, data: dict[str, Any], region: object) -> list[list[int]]:
    """Where the middle of a hull may come to: parts of a disc, as wide as it turns; a line as a narrow one."""
    assert isinstance(region, Drives)
    x, y, _, facing = data["start"]
    limits = region.limits
    wide = 0 if limits.pivots == 0 else 180 if limits.pivots != 1 else min(180, limits.degrees)
    middle = facing if limits.forward else facing + 180
    arcs = limits.aside or ((middle - max(1, wide), middle + max(1, wide)),)
    found = []
    for first, last in arcs:
        span = 2 * max(1, wide) if not limits.aside else (last - first) % 360
        rim = [radians(first + span * part / ARC_PARTS) for part in range(ARC_PARTS + 1)]
        points = [] if span >= 360 else [scenery.point(x, y)]
        points += [
            scenery.point(x + data["inches"] * INCH * cos(way), y + data["inches"] * INCH * sin(way)) for way in rim
        ]
        found.append([value for point in points for value in point])
    return found


def _vehicle(t: Table, question: Choose) -> Vehicle | None:
    """The vehicle that a question is about."""
    who = looking.subject(t, question)
    card = t.cards[who] if who != NOBODY else None
    return card if isinstance(card, Vehicle) else None


def _outline(card: Vehicle) -> list[int]:
    """The outline of a hull about its middle."""
    ahead, aside = round(card.length * INCH / 2), round(card.width * INCH / 2)
    return [ahead, aside, -ahead, aside, -ahead, -aside, ahead, -aside]


def blast_radius(t: Table, question: Choose) -> float:
    """How far what is aimed at a point reaches, in inches; 0 where nothing is."""
    named = names_of(question.topic)
    who = next((t.setting.numbers[name] for name in named.values() if name in t.setting.numbers), NOBODY)
    if who == NOBODY or getattr(question.region, "kind", "") != AIM:
        return 0.0
    profiles = [
        profile
        for weapon in t.weapons(who)
        if weapon.name == named.get("weapon", weapon.name)
        for profile in weapon.profiles
        if Trait.blast in profile.windows
    ]
    return max((radius_of(profile) for profile in profiles), default=0.0)


def _fan(scenery: Scenery, data: dict[str, Any]) -> list[int]:
    """The directions in which a template may lie, as a part of a disc round its tip."""
    x, y, _ = data["at"]
    room, facing = min(180.0, data["room"]), data["facing"]
    reach = INCH * (data["base"] + data["length"])
    found = scenery.point(x, y)
    for part in range(13):
        way = radians(facing - room + room * part / 6)
        found += scenery.point(x + reach * cos(way), y + reach * sin(way))
    return found


def place_of(t: Table, scenery: Scenery, option: Option) -> Place | None:
    """The piece, part or spot that an option points at; None if it points at nothing on the table."""
    spot = SPOT.match(option.key)
    if spot is not None:
        x, y = float(spot["x"]) * INCH, float(spot["y"]) * INCH
        found: Place = {
            "spot": f"{x / INCH:.2f},{y / INCH:.2f}", "shape": {"circle": [*scenery.point(x, y), 25]},
        }  # fmt: skip
        if spot["z"] is not None:  # of several floors over each other one is meant
            found["spot"] += f" up {spot['z']}"
            found["level"] = round(float(spot["z"]) * INCH)
        if spot["turned"] is not None:
            found["turned"] = int(spot["turned"])
        return found
    if option.kind in ("face", "flame"):
        who = t.state.active
        if who == NOBODY or not t.in_play(who):
            return None
        m, way = t.model(who), radians(option.args[0])
        width, height = t.setting.battlefield.width, t.setting.battlefield.height
        x = min(max(m.x + FAR / 8 * cos(way), 0), width)
        y = min(max(m.y + FAR / 8 * sin(way), 0), height)
        return {"spot": f"{x / INCH:.2f},{y / INCH:.2f}", "shape": {"circle": [*scenery.point(x, y), 25]}, "level": m.z}
    who = aimed_at(t, option)
    return {"piece": t.name(who)} if who != NOBODY and t.in_play(who) else None


def aimed_at(t: Table, option: Option) -> int:
    """The model that an option is about: whom a shot is at, whom an order names; NOBODY if there is none."""
    if option.kind in refusals.SHOTS:
        return int(option.args[2])
    for arg in option.args:
        if isinstance(arg, str) and arg in t.setting.numbers:
            return t.number(arg)
        if isinstance(arg, int) and not isinstance(arg, bool) and 0 <= arg < len(t.state.models):
            if t.name(arg) in option.key:
                return arg
    return NOBODY


# -- what is not possible ----------------------------------------------------------------------------------------------


def why_at(t: Table, scenery: Scenery, question: Question, place: str) -> list[RefusalView]:
    """What is not possible at a place ("piece ID", "part ID", "spot X,Y"), the likeliest wish first."""
    if not isinstance(question, Choose):
        return []
    kind, _, name = place.partition(" ")
    if kind == "spot" and question.region is not None:
        word = "to" if isinstance(question.region, Destinations) else "at"
        refusal = refusals.why_not(t, question, f"{word} {name}")
        return [why_view(t, scenery, refusal)] if refusal is not None else []
    found = [refusal for refusal in refusals.refusals(t, question) if name in refusal.action]
    if not found:  # in the middle of an action: why could it not be shot from here?
        found = [refusal for refusal in refusals.shots(t, looking.subject(t, question)) if name in refusal.action]
    found.sort(key=lambda refusal: -len(refusal.checks))
    return [why_view(t, scenery, refusal) for refusal in found[:MOST]]


def why_view(t: Table, scenery: Scenery, refusal: Refusal) -> RefusalView:
    """A refusal in words, with what to draw for each of its checks."""
    checks: list[CheckView] = [
        {
            "rule": check.rule,
            "passed": check.passed,
            "text": scenery.names.in_text(check.text),
            "marks": marks(t, scenery, check, refusal),
        }
        for check in refusal.checks
    ]
    in_text = scenery.names.in_text
    reason, text = in_text(TOLD.told(refusal.decisive)), upper(in_text(refusal.action))
    return {"key": refusal.action, "text": text, "checks": checks, "reason": reason}


def marks(t: Table, scenery: Scenery, check: Check, refusal: Refusal) -> list[Mark]:
    """What shows a check on the table: the line of sight, parts and points."""
    who = t.state.active
    other = next((t.number(name) for name in t.setting.names if name in refusal.action and t.in_play(t.number(name))
                  and t.number(name) != who), NOBODY)  # fmt: skip
    if check.rule in SIGHT_RULES and NOBODY not in (who, other) and t.in_play(who) and not t.is_vehicle(who):
        return looking.sight_marks(t, scenery, who, other)
    found: list[Mark] = []
    for place in check.places:
        part = scenery.parts(t).get(place)
        if part is not None:
            found.append({"kind": "wall", "shape": part["shape"], "text": say.MARKS["part"].format(part=part["name"])})
    spot = SPOT.match(refusal.action)
    if spot is not None and not check.passed:
        point = scenery.inches(float(spot["x"]), float(spot["y"]))
        text = say.MARKS["spot"].format(place=f"{spot['x']}, {spot['y']}")
        found.append({"kind": "spot", "shape": {"circle": [*point, 25]}, "text": text})
    return found

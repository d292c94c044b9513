"""What a question or a refusal of a battle points at: options with their places, and what to draw where something is
not possible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose, Option, Question
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import CheckView, Die, Mark, Pair, Place, RefusalView
from fireteam.core.topics import Topic, names_of
from fireteam.games.deadzone import state
from fireteam.games.deadzone.geometry import in_cubes, stop_name
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.show.notes import TOLD
from fireteam.games.deadzone.show.refusals import Thought, refused, thoughts, under_way, ways_to
from fireteam.games.deadzone.show.words import WHO
from fireteam.games.deadzone.state import NOBODY, SYMBOLS
from fireteam.games.deadzone.table import Table
from fireteam.kit.tray import unturned
from fireteam.kit.words import upper
from fireteam.space.cubes.quarters import quarters_name
from fireteam.space.cubes.sight import Block, Ray, Stop
from fireteam.space.cubes.steps import Barred

if TYPE_CHECKING:
    from fireteam.games.deadzone.show.page import Page
    from fireteam.games.deadzone.show.pieces import Scenery

SHOTS = ("shoot", "free_shoot", "second")
CUBES = ("grow", "mark_at")
"""Kinds of options whose first argument is a cube."""
TOKENS = ("look", "relocate", "pick_up")
"""Kinds of options whose first argument is a token."""
PLACES = ("step", "half", "deploy", "appear", "land")
"""Kinds of options whose first argument is a place."""
DICE = {
    "one_more": state.PLUS,
    "free_advance": state.ADVANCE,
    "free_shoot": state.SHOOT,
    "free_assault": state.ASSAULT,
    "order": state.SPECIAL,
}
"""Kinds of options that take one command die."""
REROLLS = ("re-rolls, {what}", "bought re-roll, {what}")
"""The outer forms of questions whether dice are re-rolled."""
SIDES = ("attack, {test}", "defence, {test}")
"""Whose dice they are, in the order of the pools."""
SIGHT, FAR = "DZ-SHOOT-07", "DZ-SHOOT-06"
MOST = 12
"""Refusals told at once."""


# -- questions ---------------------------------------------------------------------------------------------------------


def subject(t: Table, question: Question) -> str:
    """The model that a question is about: the one its topic names, else the active one; if it is in play."""
    name = names_of(question.topic).get("who", "")
    who = t.setting.numbers.get(name, t.state.active)
    return t.name(who) if who != NOBODY and t.in_play(who) else ""


def place_of(t: Table, page: Page, option: Option) -> Place | None:
    """The piece or cell that an option points at; None if it points at nothing on the board."""
    kind, args = option.kind, option.args
    if kind in WHO:
        return _piece(t, args[0])
    if kind in SHOTS:
        return spot_of(page, args[1]) if args[2] == "cube" else _piece(t, args[1])
    if kind in PLACES:
        return place_spot(t, page, args[0])
    if kind == "quarters":
        return within(page, t.board.cube_of[args[0]], args[1])
    if kind in CUBES:
        return spot_of(page, args[0])
    if kind in TOKENS:
        return {"piece": args[0]}
    return place_spot(t, page, args[1][0]) if kind == "jump" else None


def taken(question: Choose, dice: Sequence[Die]) -> dict[str, list[list[int]]]:
    """The dice that each re-roll takes: misses are alike, and so are hits that are no 8s (see DZ-DICE-11)."""
    about = question.topic
    what = about.parts.get("what") if isinstance(about, Topic) and about.outer in REROLLS else None
    if not isinstance(what, Topic):
        return {}
    number = SIDES.index(what.outer)
    name = next((die["name"] for die in reversed(dice) if die.get("pool") == number and "replaces" not in die), "")
    lying = [place for place in unturned(dice, name) if dice[place].get("sign") != "critical"]
    misses = [place for place in lying if dice[place].get("sign") == "miss"]
    hits = [place for place in lying if dice[place].get("sign") == "hit"]
    found: dict[str, list[list[int]]] = {}
    for option in question.options:
        if option.kind in ("reroll", "buy"):
            missed, hit = option.args[-2:]
            found[option.key] = [misses] * missed + [hits] * hit
    return found


def spends(option: Option) -> dict[str, int]:
    """The command dice that an option takes, by their symbols (see DZ-CMD-04)."""
    kind, args = option.kind, option.args
    if kind in DICE:
        return {SYMBOLS[DICE[kind]]: 1}
    if kind == "again":
        return {SYMBOLS[symbol]: count for symbol, count in enumerate(args) if count}
    if kind == "add":
        return {SYMBOLS[state.DICE]: args[0]} if args[0] else {}
    return {SYMBOLS[args[0]]: 1} if kind in ("buy", "discard") else {}


def _piece(t: Table, who: int) -> Place | None:
    return {"piece": t.name(who)} if t.in_play(who) else None


def spot_of(page: Page, cube: int) -> Place | None:
    """The cell of a cube, if its level is drawn."""
    if not page.draws(cube):
        return None
    return {"spot": page.spot(cube), "shape": page.rect(cube), "level": page.foot(cube)}


def place_spot(t: Table, page: Page, place: int) -> Place | None:
    """The cell of a place; of half a cube that half."""
    cube = t.board.cube_of[place]
    return spot_of(page, cube) if len(t.board.places_of[cube]) == 1 else within(page, cube, t.board.quarters[place])


def within(page: Page, cube: int, quarters: int) -> Place | None:
    """Some quarters of a cell."""
    if not page.draws(cube):
        return None
    spot = f"{page.spot(cube)} {quarters_name(quarters)}"
    return {"spot": spot, "shape": page.inner(cube, quarters), "level": page.foot(cube)}


# -- what is not possible ----------------------------------------------------------------------------------------------


def why_at(t: Table, scenery: Scenery, question: Question, place: str) -> list[RefusalView]:
    """What is not possible at a place ("piece ID", "spot X,Y,LEVEL")."""
    names = _names_at(t, scenery.page, place)
    found: list[RefusalView] = []
    cube = scenery.page.cubes.get(place.removeprefix("spot ").partition(" ")[0])
    ways = iter(()) if cube is None else ways_to(t, question, cube)
    for thought in chain(ways, thoughts(t, question)):
        at = place_of(t, scenery.page, thought.option)
        if at is None or _key(at) not in names or any(one["key"] == thought.option.key for one in found):
            continue
        refusal = refused(thought)
        if refusal is not None:
            found.append(why_view(t, scenery, refusal, thought))
            if len(found) == MOST:
                break
    return found


def _key(place: Place) -> str:
    """A place as a page asks for it; of a part of a cell the whole cell."""
    return f"piece {place['piece']}" if "piece" in place else f"spot {place.get('spot', '').partition(' ')[0]}"


def _names_at(t: Table, page: Page, place: str) -> set[str]:
    """A place by all its names: a cell is also whoever stands there, and who stands somewhere is in its cell."""
    kind, _, name = place.partition(" ")
    found = {place}
    if kind == "spot":
        name = name.partition(" ")[0]
        found.add(f"spot {name}")
    if kind == "spot" and name in page.cubes:
        found |= {f"piece {t.name(who)}" for who in t.in_cube(page.cubes[name])}
    elif kind == "piece" and name in t.setting.numbers and t.in_play(t.number(name)):
        found.add(f"spot {page.spot(t.cube(t.number(name)))}")
    return found


def why_view(t: Table, scenery: Scenery, refusal: Refusal, thought: Thought | None = None) -> RefusalView:
    """A refusal in words, with what to draw for each of its checks."""
    meant = thought or next((one for one in under_way(t) if one.option.key == refusal.action), None)
    checks: list[CheckView] = [
        {"rule": rule, "passed": passed, "text": text, "marks": marks(t, scenery.page, check, meant)}
        for check in refusal.checks
        for rule, passed, text, _ in (check,)
    ]
    reason = TOLD.told(refusal.decisive)
    return {"key": refusal.action, "text": upper(refusal.action), "checks": checks, "reason": reason}


# -- what to draw ------------------------------------------------------------------------------------------------------


def marks(t: Table, page: Page, check: Check, thought: Thought | None) -> list[Mark]:
    """What shows a check on the board: the ray that decides and the face that stops it, a distance, or a cell."""
    if thought is not None and thought.option.kind in SHOTS and thought.option.args[2] != "cube":
        target = thought.option.args[1]
        if check.rule == SIGHT:
            return sight_marks(t, page, thought.who, target)
        if check.rule == FAR:
            return [distance_mark(t, page, t.cube(thought.who), t.cube(target))]
    barred = thought.barred if thought is not None and not check.passed else None
    if barred is not None:
        return [bar_mark(page, barred, check.text)]
    found: list[Mark] = []
    for name in check.places:
        cube = _cube_of(t, name)
        if cube is not None:
            foot = page.foot(cube)
            shape, text = page.rect(cube), t.board.name(cube)
            found.append({"kind": "spot", "shape": shape, "text": text, "heights": [foot, foot]})
    return found


def _cube_of(t: Table, name: str) -> int | None:
    """The cube of a place or model by its name."""
    if name in t.setting.numbers:
        who = t.number(name)
        return t.cube(who) if t.in_play(who) else None
    place = t.board.named(name)
    return None if place is None else t.board.cube_of[place]


def sight_marks(t: Table, page: Page, who: int, target: int) -> list[Mark]:
    """The ray that decides on sight, and what stops it (see DZ-SHOOT-07)."""
    bodies = t.poses(who, target) if t.house_rule("bodies") == "solid" else ()
    ray = t.sight.sighting(t.pose(who), t.pose(target), t.state.smoke, bodies).ray
    return [] if ray is None else ray_marks(t, page, ray, who, t.name(target), page.body(t.pose(target)))


def ray_marks(t: Table, page: Page, ray: Ray, who: int, whom: str, body: Pair) -> list[Mark]:
    """A ray, at somebody or something between two heights, and what stops it."""
    text = say.MARKS["sight"].format(who=t.name(who), whom=whom)
    shape, heights = page.ray(ray)
    view = page.ray_view(ray, [page.body(t.pose(who)), body])
    found: list[Mark] = [{"kind": "sight", "shape": shape, "text": text, "heights": heights, "ray": view}]
    return found if ray.stop is None else [*found, stop_mark(t, page, ray.stop)]


def stop_mark(t: Table, page: Page, stop: Stop) -> Mark:
    """What stops a ray."""
    wall = stop.block == Block.WALL
    shape = page.edge(stop.cube, stop.way) if wall else page.rect(stop.cube)
    text = say.MARKS["stop"].format(what=stop_name(t.board, stop))
    return {"kind": "blocked", "shape": shape, "text": text, "heights": page.heights(stop.cube, stop.way)}


def bar_mark(page: Page, barred: Barred, text: str) -> Mark:
    """What bars a step: a face, or a cube."""
    shape = page.edge(barred.cube, barred.way) if barred.way >= 0 else page.rect(barred.cube)
    return {"kind": "wall", "shape": shape, "text": text, "heights": page.heights(barred.cube, barred.way)}


def distance_mark(t: Table, page: Page, here: int, there: int) -> Mark:
    """The cubes between two (see DZ-SHOOT-06)."""
    line = [*page.middle(here), *page.middle(there)]
    text = in_cubes(t.board.distance(here, there))
    return {"kind": "distance", "shape": {"line": line}, "text": text, "heights": [page.foot(here), page.foot(there)]}

"""What a question or a refusal of a battle points at: options with their places, and what to draw where something is
not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Question
from fireteam.core.refusals import Check, Refusal
from fireteam.core.scene import CheckView, Mark, Place, RefusalView
from fireteam.core.topics import names_of
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.show.refusals import Thought, refused, thoughts, under_way
from fireteam.games.deadzone.show.words import WHO
from fireteam.games.deadzone.state import NOBODY
from fireteam.games.deadzone.table import Table
from fireteam.kit.words import upper
from fireteam.space.cubes.sight import Block, Ray, Stop

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
        return spot_of(page, t.board.cube_of[args[0]])
    if kind in CUBES:
        return spot_of(page, args[0])
    if kind in TOKENS:
        return {"piece": args[0]}
    return spot_of(page, t.board.cube_of[args[1][0]]) if kind == "jump" else None


def _piece(t: Table, who: int) -> Place | None:
    return {"piece": t.name(who)} if t.in_play(who) else None


def spot_of(page: Page, cube: int) -> Place | None:
    """The cell of a cube, if its level is drawn."""
    return {"spot": page.spot(cube), "shape": page.rect(cube)} if page.draws(cube) else None


# -- what is not possible ----------------------------------------------------------------------------------------------


def why_at(t: Table, scenery: Scenery, question: Question, place: str) -> list[RefusalView]:
    """What is not possible at a place ("piece ID", "spot X,Y")."""
    names = _names_at(t, scenery.page, place)
    found = []
    for thought in thoughts(t, question):
        at = place_of(t, scenery.page, thought.option)
        if at is None or f"{'piece' if 'piece' in at else 'spot'} {at.get('piece', at.get('spot'))}" not in names:
            continue
        refusal = refused(thought)
        if refusal is not None:
            found.append(why_view(t, scenery, refusal, thought))
            if len(found) == MOST:
                break
    return found


def _names_at(t: Table, page: Page, place: str) -> set[str]:
    """A place by all its names: a cell is also whoever stands there, and who stands somewhere is in its cell."""
    kind, _, name = place.partition(" ")
    found = {place}
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
    return {"key": refusal.action, "text": upper(refusal.action), "checks": checks}


# -- what to draw ------------------------------------------------------------------------------------------------------


def marks(t: Table, page: Page, check: Check, thought: Thought | None) -> list[Mark]:
    """What shows a check on the board: the ray that decides and the face that stops it, a distance, or a cell."""
    if thought is not None and thought.option.kind in SHOTS and thought.option.args[2] != "cube":
        target = thought.option.args[1]
        if check.rule == SIGHT:
            return sight_marks(t, page, thought.who, target)
        if check.rule == FAR:
            return [distance_mark(t, page, thought.who, target)]
    barred = thought.barred if thought is not None and not check.passed else None
    if barred is not None and check.rule == say.BARS[barred.bar][0]:
        shape = page.edge(barred.cube, barred.way) if barred.way >= 0 else page.rect(barred.cube)
        return [{"kind": "wall", "shape": shape, "text": check.text}]
    found: list[Mark] = []
    for name in check.places:
        cube = _cube_of(t, name)
        if cube is not None:
            found.append({"kind": "spot", "shape": page.rect(cube), "text": t.board.name(cube)})
    return found


def _cube_of(t: Table, name: str) -> int | None:
    """The cube of a place or model by its name."""
    if name in t.setting.numbers:
        who = t.number(name)
        return t.cube(who) if t.in_play(who) else None
    place = t.board.named(name)
    return None if place is None else t.board.cube_of[place]


def sight_marks(t: Table, page: Page, who: int, target: int) -> list[Mark]:
    """The ray that decides on sight, a piece in each level it runs through, and what stops it (see DZ-SHOOT-07)."""
    bodies = t.poses(who, target) if t.house_rule("bodies") == "solid" else ()
    ray = t.sight.sighting(t.pose(who), t.pose(target), t.state.smoke, bodies).ray
    return [] if ray is None else ray_marks(t, page, ray, t.name(who), t.name(target))


def ray_marks(t: Table, page: Page, ray: Ray, who: str, whom: str) -> list[Mark]:
    """A ray and what stops it."""
    text = say.MARKS["sight"].format(who=who, whom=whom)
    found: list[Mark] = [{"kind": "sight", "shape": shape, "text": text} for shape in page.ray(ray)]
    if ray.stop is not None:
        stop = ray.stop
        shape = page.edge(stop.cube, stop.way) if stop.block == Block.WALL else page.rect(stop.cube)
        found.append({"kind": "blocked", "shape": shape, "text": stop_text(t, stop)})
    return found


def stop_text(t: Table, stop: Stop) -> str:
    """What stops a ray, in words."""
    return say.MARKS["stop"].format(what=say.STOPS[stop.block], cube=t.board.name(stop.cube))


def distance_mark(t: Table, page: Page, who: int, target: int) -> Mark:
    """The cubes between two models (see DZ-SHOOT-06)."""
    line = [*page.middle(t.cube(who)), *page.middle(t.cube(target))]
    text = say.MARKS["distance"].format(cubes=t.apart(who, target))
    return {"kind": "distance", "shape": {"line": line}, "text": text}

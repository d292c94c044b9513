"""What the acting model has to do with another or with a cube: how far away, whether in sight, what a shot would have,
what bars a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Question
from fireteam.core.refusals import total
from fireteam.core.scene import Fact, LookView, Mark
from fireteam.games.deadzone.geometry import in_cubes, step_check, stop_name
from fireteam.games.deadzone.shooting import (
    CLEAR,
    FRIENDLY,
    HIDDEN,
    HIGH,
    PLAIN,
    Shot,
    has_clear_shot,
    in_sight,
    ranged_parts,
)
from fireteam.games.deadzone.show import labels as say
from fireteam.games.deadzone.show.questions import (
    bar_mark,
    distance_mark,
    ray_marks,
    sight_marks,
    stop_mark,
    subject,
)
from fireteam.games.deadzone.table import Table
from fireteam.space.cubes.sight import Stop

if TYPE_CHECKING:
    from fireteam.games.deadzone.show.page import Page

NOTHING: LookView = {"text": "", "facts": [], "marks": []}


def look(t: Table, page: Page, question: Question, place: str) -> LookView:
    """What the acting model has to do with a place ("piece ID", "spot X,Y,LEVEL"): with a model, else with its cube."""
    name, kind, what = subject(t, question), *place.split(" ", 1)
    if not name or name == what or not t.state.models[t.number(name)].quarters:
        return NOTHING  # somebody who only passes has no eyes yet
    who, target = t.number(name), t.setting.numbers.get(what, -1)
    if kind == "piece" and target >= 0:
        return look_at(t, page, who, target) if t.in_play(target) and t.state.models[target].quarters else NOTHING
    cube = page.cubes.get(what.partition(" ")[0]) if kind == "spot" else None
    return NOTHING if cube is None else look_into(t, page, who, cube)


def look_at(t: Table, page: Page, who: int, target: int) -> LookView:
    """Distance, sight ("5 of 15"), a clear shot, high ground, friends beside the target, and the dice of a shot."""
    cubes = t.apart(who, target)
    if not cubes:
        return _view(t, who, t.name(target), [_fact("same", "DZ-SHOOT-04", t.hostile(who, target))], [])
    facts = [_fact("distance", "DZ-SHOOT-06", True, cubes=in_cubes(cubes))]
    marks = [distance_mark(t, page, t.cube(who), t.cube(target)), *sight_marks(t, page, who, target)]
    if not in_sight(t, who, target):
        stop = t.sight.sighting(t.pose(who), t.pose(target), t.state.smoke).stop
        return _view(t, who, t.name(target), [*facts, _unseen(t, stop, "DZ-SHOOT-07")], marks)
    seen = t.sight.sighting(t.pose(who), t.pose(target), t.state.smoke)
    facts.append(_fact("sight", "DZ-SHOOT-07", True, rays=seen.rays, points=seen.points))
    if t.hostile(who, target):
        facts += _shot_facts(t, who, target)
        marks += _hindrance(t, page, who, target)
    return _view(t, who, t.name(target), facts, marks)


def look_into(t: Table, page: Page, who: int, cube: int) -> LookView:
    """How far a cube is, whether it is in sight and what is in the way; from next to it, what bars the step there."""
    here, name = t.cube(who), t.board.name(cube)
    if here == cube:
        return NOTHING
    facts = [_fact("distance", "DZ-SHOOT-06", True, cubes=in_cubes(t.board.distance(here, cube)))]
    marks = [distance_mark(t, page, here, cube)]
    seen = t.sight.cube_sighting(t.pose(who), cube, t.state.smoke)
    if seen.ray is not None:
        marks += ray_marks(t, page, seen.ray, who, name, page.heights(cube, -1))
    elif seen.stop is not None:
        marks.append(stop_mark(t, page, seen.stop))
    if seen.seen:
        facts.append(_fact("sight", "DZ-GEO-14", True, rays=seen.rays, points=seen.points))
    else:
        facts.append(_unseen(t, seen.stop, "DZ-GEO-14"))
    if t.board.distance(here, cube) == 1:
        steps = [t.steps.step(t.place(who), place, t.gaits[who]) for place in t.board.places_of[cube]]
        barred = steps[0].barred if all(step.barred is not None for step in steps) else None
        if barred is None:
            facts.append(_fact("step", "DZ-GEO-05", True))
        else:
            check = step_check(t.board, barred)
            facts.append(_fact("barred", check.rule, False, need=check.text))
            marks.append(bar_mark(page, barred, check.text))
    return _view(t, who, name, facts, marks)


def _unseen(t: Table, stop: Stop | None, rule: str) -> Fact:
    """That something is not in sight, with what is in the way of the ray that decides."""
    if stop is None:
        return _fact("no_sight", rule, False)
    return _fact("stopped", rule, False, what=stop_name(t.board, stop))


def _fact(code: str, rule: str, good: bool, **values: object) -> Fact:
    return {"text": say.LOOK[code].format(**values), "rule": rule, "good": good}


def _view(t: Table, who: int, whom: str, facts: list[Fact], marks: list[Mark]) -> LookView:
    told = ", ".join(fact["text"] for fact in facts)
    text = say.LOOK["text"].format(who=t.name(who), whom=whom, facts=told)
    return {"text": text, "facts": facts, "marks": marks}


def _shot_facts(t: Table, who: int, target: int) -> list[Fact]:
    """What a shot with each weapon would have; what all have in common comes first."""
    guns = [(number, weapon) for number, weapon in t.weapons(who) if not weapon.close and weapon.range]
    if not guns or not t.cards[who].ranged:
        return []
    parts = ranged_parts(t, Shot(who, guns[0][0], target, PLAIN))
    named = {part.rule: part.amount for part in parts}
    found = []
    clear = named.get("DZ-SHOOT-10") == CLEAR
    found.append(_fact("clear" if clear else "no_clear", "DZ-SHOOT-10", clear))
    if named.get("DZ-SHOOT-11") == HIGH:
        found.append(_fact("high", "DZ-SHOOT-11", True))
    if named.get("DZ-SHOOT-12") == FRIENDLY:
        found.append(_fact("friendly", "DZ-SHOOT-12", False))
    if named.get("DZ-AB-SMOKE-02") == HIDDEN:
        found.append(_fact("hidden", "DZ-AB-SMOKE-02", False))
    for number, weapon in guns:
        if t.apart(who, target) <= (weapon.range or 0):
            dice = max(0, total(ranged_parts(t, Shot(who, number, target, PLAIN))))
            found.append(_fact("dice", "DZ-SHOOT-09", dice > 0, dice=dice, weapon=weapon.name))
        else:
            found.append(_fact("out_of_range", "DZ-SHOOT-06", False, range=weapon.range, weapon=weapon.name))
    return found


def _hindrance(t: Table, page: Page, who: int, target: int) -> list[Mark]:
    """The ray that something stops, where there is no clear shot (see DZ-SHOOT-10)."""
    if has_clear_shot(t, Shot(who, 0, target, PLAIN)):
        return []
    bodies = () if t.house_rule("bodies") == "ignored" else t.poses(who, target)
    ray = t.sight.aim(t.pose(who), t.pose(target), t.state.smoke, bodies).ray
    return [] if ray is None else ray_marks(t, page, ray, who, t.name(target), page.body(t.pose(target)))

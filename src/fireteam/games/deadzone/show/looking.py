"""What the acting model has to do with another: how far away, whether in sight, and what a shot would have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Question
from fireteam.core.refusals import total
from fireteam.core.scene import Fact, LookView, Mark
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
from fireteam.games.deadzone.show.questions import distance_mark, ray_marks, sight_marks, subject
from fireteam.games.deadzone.table import Table

if TYPE_CHECKING:
    from fireteam.games.deadzone.show.page import Page

NOTHING: LookView = {"text": "", "facts": [], "marks": []}


def look(t: Table, page: Page, question: Question, place: str) -> LookView:
    """Distance, sight ("5 of 15"), a clear shot, high ground, friends beside the target, and the dice of a shot."""
    name, target = subject(t, question), t.setting.numbers.get(place.removeprefix("piece "), -1)
    if not name or target < 0 or not t.in_play(target) or name == t.name(target):
        return NOTHING
    who = t.number(name)
    if not t.state.models[who].quarters or not t.state.models[target].quarters:
        return NOTHING  # somebody who only passes has no eyes yet
    cubes = t.apart(who, target)
    if not cubes:
        return _view(t, who, target, [_fact("same", "DZ-SHOOT-04", t.hostile(who, target))], [])
    facts = [_fact("distance", "DZ-SHOOT-06", True, cubes=cubes)]
    marks = [distance_mark(t, page, who, target), *sight_marks(t, page, who, target)]
    if not in_sight(t, who, target):
        return _view(t, who, target, [*facts, _fact("no_sight", "DZ-SHOOT-07", False)], marks)
    seen = t.sight.sighting(t.pose(who), t.pose(target), t.state.smoke)
    facts.append(_fact("sight", "DZ-SHOOT-07", True, rays=seen.rays, points=seen.points))
    if t.hostile(who, target):
        facts += _shot_facts(t, who, target)
        marks += _hindrance(t, page, who, target)
    return _view(t, who, target, facts, marks)


def _fact(code: str, rule: str, good: bool, **values: object) -> Fact:
    return {"text": say.LOOK[code].format(**values), "rule": rule, "good": good}


def _view(t: Table, who: int, target: int, facts: list[Fact], marks: list[Mark]) -> LookView:
    told = ", ".join(fact["text"] for fact in facts)
    text = say.LOOK["text"].format(who=t.name(who), whom=t.name(target), facts=told)
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
    return [] if ray is None else ray_marks(t, page, ray, t.name(who), t.name(target))

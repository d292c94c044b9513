"""What the model that is asked has to do with another: distance, arc, sight, cover, and whether it can be shot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Question
from fireteam.core.refusals import Check, total
from fireteam.core.scene import Fact, LookView, Mark, MarkKind
from fireteam.core.topics import names_of
from fireteam.games.necromunda.positions import engaged_with, eye, gap, in_arc, shape
from fireteam.games.necromunda.shooting.targets import arms, hit_modifiers, is_usable, may_target, stand_of
from fireteam.games.necromunda.show import labels as say
from fireteam.games.necromunda.show.notes import TOLD
from fireteam.games.necromunda.sight import COVER_NAMES, UNSEEN, cover, eye_of, hidden_points
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.table import Table

if TYPE_CHECKING:
    from fireteam.games.necromunda.show.pieces import Scenery

NOTHING: LookView = {"text": "", "facts": [], "marks": []}


def subject(t: Table, question: Question) -> int:
    """The model that a question is about: the last one its topic names, else the active one; NOBODY if there is
    none."""
    numbers = t.setting.numbers
    named = (numbers.get(name) for name in reversed(list(names_of(question.topic).values())))
    return next((found for found in named if found is not None), t.state.active)


def look(t: Table, scenery: Scenery, question: Question, place: str) -> LookView:
    """What the model that is asked has to do with a piece ("piece ID")."""
    who, other = subject(t, question), t.setting.numbers.get(place.removeprefix("piece "), NOBODY)
    if NOBODY in (who, other) or who == other or not (t.in_play(who) and t.in_play(other)):
        return NOTHING
    facts: list[Fact] = []
    if t.house_rule("premeasure"):  # else nothing is measured before it is declared (see NE-MOV-01)
        facts.append(_fact("distance", "NE-MEAS-01", True, distance=gap(t, who, other)))
    if t.is_vehicle(who):
        return _view(t, who, other, facts, [])
    seen = cover(t, who, other)
    hidden = hidden_points(t, eye_of(t, who), other)
    code = "unseen" if seen == UNSEEN else "seen"
    facts.append(_fact(code, "NE-SHT-06", seen != UNSEEN, cover=COVER_NAMES[seen], hidden=hidden))
    if t.stands(who):
        inside = in_arc(t, who, other)
        facts.append(_fact("arc" if inside else "no_arc", "NE-SHT-02", inside))
    if other in engaged_with(t, who):
        facts.append(_fact("engaged", "NE-STAT-02", True))
    if t.side(other) != t.side(who):
        facts += _shot(t, who, other, seen)
    return _view(t, who, other, facts, [*sight_marks(t, scenery, who, other)])


def _shot(t: Table, who: int, other: int, seen: int) -> list[Fact]:
    """Whether it can be shot, and what each weapon needs to hit: at both ranges where the range is not known (see
    NE-SHT-04, NE-SHT-07)."""
    why: list[Check] = []
    if not may_target(t, stand_of(t, who), other, why):
        return [_fact("no_target", why[-1].rule, False, reason=TOLD.told(why[-1]))]
    found = [_fact("target", "NE-SHT-02", True)]
    for weapon, profile in arms(t, who):
        if is_usable(t, who, weapon, profile) and not profile.template:
            measured = t.house_rule("premeasure")
            code, bands = ("needs", (gap(t, who, other),)) if measured else ("needs_at", (0.0, profile.short + 1.0))
            bonus = [total(tuple(hit_modifiers(t, who, profile, other, seen, inches))) for inches in bands]
            needed = t.cards[who].stats["bs"]
            words = {"weapon": weapon.name, "needed": needed, "bonus": bonus[0], "far": bonus[-1]}
            found.append(_fact(code, "NE-SHT-07", True, **words))
    return found


def _fact(code: str, rule: str, good: bool, **words: object) -> Fact:
    return {"text": say.LOOK[code].format(**words), "rule": rule, "good": good}


def _view(t: Table, who: int, other: int, facts: list[Fact], marks: list[Mark]) -> LookView:
    line = ", ".join(fact["text"] for fact in facts)
    return {
        "text": say.LOOK["line"].format(who=t.name(who), other=t.name(other), facts=line),
        "facts": facts,
        "marks": marks,
    }


def sight_marks(t: Table, scenery: Scenery, who: int, other: int) -> list[Mark]:
    """The line from the eye of one to the middle of another: how much of it is hidden is in its words."""
    seen, m = cover(t, who, other), t.model(other)
    text = say.MARKS["sight"].format(who=t.name(who), other=t.name(other), cover=COVER_NAMES[seen])
    x, y, z = eye(t, who)
    middle = m.z + shape(t, other).height // 2
    line = [*scenery.point(x, y), *scenery.point(m.x, m.y)]
    kind: MarkKind = "blocked" if seen == UNSEEN else "cover" if seen else "sight"
    return [{"kind": kind, "shape": {"line": line}, "text": text, "heights": [z, middle]}]

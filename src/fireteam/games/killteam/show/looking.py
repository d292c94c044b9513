"""What the operative that is asked has to do with a piece: distance, sight, cover, obscured, and whether it can be
shot, each with the line that decides."""

from __future__ import annotations

from fireteam.core.questions import Question
from fireteam.core.refusals import Check
from fireteam.core.scene import Fact, LookView, Mark, MarkKind
from fireteam.core.topics import names_of
from fireteam.games.killteam import markers
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.ops import knowledge
from fireteam.games.killteam.positions import body_of, spot_of
from fireteam.games.killteam.shooting import targets
from fireteam.games.killteam.show import labels as say
from fireteam.games.killteam.state import KILLZONE, NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.kit.plane import looking as plane
from fireteam.space.plane.model import Body, Spot
from fireteam.space.plane.shots import Outcome, Shot, deciders
from fireteam.space.plane.sight import control, control_of_spot, sees_spot

NOTHING: LookView = {"text": "", "facts": [], "marks": []}


def subject(t: Table, question: Question) -> int:
    """The operative that a question is about: the last one its topic names, else the active one; NOBODY if there is
    none."""
    numbers = {operative.name: operative.index for operative in t.state.operatives}
    named = (numbers.get(name) for name in reversed(list(names_of(question.topic).values())))
    return next((found for found in named if found is not None), t.state.active)


def looker(t: Table, question: Question) -> int:
    """Who looks: the operative that a question is about, unless its topic names the target of another."""
    active = t.state.active
    about = subject(t, question)
    if NOBODY not in (active, about) and t.operative(about).seat != t.operative(active).seat:
        return active
    return about


def look(t: Table, question: Question, place: str) -> LookView:
    """What the acting operative has to do with a piece ("piece ID")."""
    who, name = looker(t, question), place.removeprefix("piece ")
    other = next((operative.index for operative in t.state.operatives if operative.name == name), NOBODY)
    if who == NOBODY or t.operative(who).status != KILLZONE:
        return NOTHING
    if other != NOBODY:
        return _at_operative(t, who, other) if other != who and t.operative(other).status == KILLZONE else NOTHING
    marker = t.state.markers.get(name)
    if (
        marker is None
        or marker.carrier != NOBODY
        or knowledge.hides_marker(knowledge.hidden_words(t, question.seat), marker)
    ):
        return NOTHING
    return _at_marker(t, who, marker)


def _view(t: Table, who: int, other: str, facts: list[Fact], marks: list[Mark]) -> LookView:
    line = ", ".join(fact["text"] for fact in facts)
    return {
        "text": say.LOOK["line"].format(who=t.setting.names(t.name(who)), other=other, facts=line),
        "facts": facts,
        "marks": marks,
    }


# -- operatives --------------------------------------------------------------------------------------------------------


def _at_operative(t: Table, who: int, other: int) -> LookView:
    board, names = t.board, t.setting.names
    near = control(board, body_of(t, who), body_of(t, other))
    sight = targets.sighted(t, board, who, other)
    seen = sight.visible
    facts = [_distance_fact(t, who, body_of(t, other))]
    facts.append(
        _fact("visible" if seen else "hidden", "KT-SHOOT-07", seen, sight.marginal, part=blocker(t, who, other))
    )
    marks = [*sight_marks(t, who, other), *distance_marks(t, who, body_of(t, other), names(t.name(other)))]
    if t.operative(other).seat != t.operative(who).seat:
        weapon = best_weapon(t, who, other)
        if seen:
            outcome = best_outcome(t, who, other, weapon)
            facts += _cover_facts(t, who, other, weapon)
            marks += decider_marks(t, who, other, outcome)
        facts.append(_target_fact(t, who, other, weapon))
    facts.append(_fact("control" if near.inside else "no_control", "KT-BASE-06", near.inside, near.marginal))
    return _view(t, who, names(t.name(other)), facts, marks)


def _fact(code: str, rule: str, good: bool, marginal: bool = False, /, **words: object) -> Fact:
    return _margin({"text": say.LOOK[code].format(**words), "rule": rule, "good": good}, marginal)


def _margin(fact: Fact, marginal: bool) -> Fact:
    """A fact, and that it is a marginal one: a hundredth of an inch would change it."""
    return {**fact, "text": fact["text"] + say.LOOK["marginal"]} if marginal else fact


def _distance_fact(t: Table, who: int, there: Body | Spot) -> Fact:
    far = distance_to(t, who, there)
    code, rule = ("round", "KT-GEO-12") if far.bent else ("distance", "KT-GEO-03")
    return _fact(code, rule, True, distance=far.inches)


def _cover_facts(t: Table, who: int, other: int, weapon: Weapon | None) -> list[Fact]:
    """Cover and obscured as the best origin has it for the attacker, and whether a hundredth of an inch would change it
    (KT-SHOOT-08, KT-SHOOT-09, KT-SHOOT-13, KT-SHOOT-17, KT-GEO-09, KT-GEO-10)."""

    def told(found: Shot) -> list[Fact]:
        return _outcome_facts(t, found, best_outcome(t, who, other, weapon, found))

    here = told(targets.shot(t, t.board, who, other))
    moved = [told(found) for found in targets.nudged(t, t.board, who, other)]
    return [_margin(fact, any(facts[place] != fact for facts in moved)) for place, fact in enumerate(here)]


def _outcome_facts(t: Table, found: Shot, outcome: Outcome) -> list[Fact]:
    """Two: cover, and obscured."""
    names, board = t.setting.names, t.board
    facts = []
    if outcome.cover:
        parts = ", ".join(dict.fromkeys(names(board.parts[number].feature) for number in outcome.cover))
        facts.append(_fact("cover", "KT-SHOOT-08", False, parts=parts))
    elif found.near:
        facts.append(_fact("near", "KT-SHOOT-09", True))
    else:
        facts.append(_fact("no_cover", "KT-SHOOT-08", True))
    if outcome.is_obscured:
        parts = ", ".join(
            dict.fromkeys(
                [
                    *(names(board.parts[number].feature) for number in outcome.obscured),
                    *([say.SMOKE] if outcome.smoke else []),
                ]
            )
        )
        facts.append(_fact("obscured", "KT-EQ-18" if not outcome.obscured else "KT-SHOOT-13", False, parts=parts))
    else:
        facts.append(_fact("clear", "KT-SHOOT-13", True))
    return facts


def _target_fact(t: Table, who: int, other: int, weapon: Weapon | None) -> Fact:
    if weapon is None:
        return _fact("unarmed", "KT-SHOOT-02", False)
    why: list[Check] = []
    if may_be_shot(t, who, other, weapon, why):
        return _fact("valid", "KT-SHOOT-04", True, weapon=weapon.name)
    return _fact("invalid", why[-1].rule, False, weapon=weapon.name, reason=said(t, why[-1].text))


def said(t: Table, text: str) -> str:
    """A check in words, names instead of ids: it is said as what would have to hold."""
    return say.NEEDED.format(text=t.setting.names.all_of(text))


def armed_weapons(t: Table, who: int, target: int = NOBODY) -> list[Weapon]:
    """The ranged weapons of an operative, with the rules they have gained."""
    return [targets.armed(t, who, weapon, target) for weapon in t.weapons(who) if weapon.ranged]


def may_be_shot(t: Table, who: int, other: int, weapon: Weapon, why: list[Check]) -> bool:
    """Whether an operative may shoot another with a weapon now, order and enemies near it included (KT-SHOOT-01,
    KT-SHOOT-03)."""
    return targets.may_shoot(t, t.board, who, weapon, why) and targets.selectable(t, t.board, who, other, weapon, why)


def best_weapon(t: Table, who: int, other: int) -> Weapon | None:
    """The weapon that can shoot another, the strongest first; else the one that lacks least."""

    def worth(weapon: Weapon) -> tuple[bool, int, int]:
        why: list[Check] = []
        able = may_be_shot(t, who, other, weapon, why)
        return able, 0 if able else len(why), weapon.atk * (7 - weapon.hit) * weapon.damage

    return max(armed_weapons(t, who, other), key=worth, default=None)


def best_outcome(t: Table, who: int, other: int, weapon: Weapon | None, found: Shot | None = None) -> Outcome:
    """What the best origin for the attacker gives the target, in the shot as they stand or in another (KT-SHOOT-17)."""
    if weapon is not None:
        return targets.outcomes(t, t.board, who, other, weapon, found)[0]
    return min((found or targets.shot(t, t.board, who, other)).outcomes, key=lambda outcome: outcome.rank)


def blocker(t: Table, who: int, other: int) -> str:
    """What is in the way of sight; empty: nothing."""
    part = targets.sighted(t, t.board, who, other).blocker
    return say.OPERATIVE if part in ("", "operative") else t.setting.names(part)


# -- markers -----------------------------------------------------------------------------------------------------------


def _at_marker(t: Table, who: int, marker: Marker) -> LookView:
    """Distance, sight, and who controls it (KT-MARK-03, KT-MARK-04)."""
    board, names = t.board, t.setting.names
    body, spot, name = body_of(t, who), spot_of(t, marker), names(marker.id)
    assert isinstance(spot, Spot)
    seen, near = sees_spot(board, body, spot), control_of_spot(board, body, spot)
    holder = markers.controller(t, marker)
    mine = t.operative(who).seat
    facts = [
        _distance_fact(t, who, spot),
        _fact("visible", "KT-GEO-06", True) if seen else _fact("unseen", "KT-GEO-06", False),
        _fact(
            "contests" if near.inside else "contests_not",
            "KT-MARK-03",
            near.inside,
            near.marginal,
            who=names(t.name(who)),
        ),
        _fact(
            "uncontrolled" if holder == NOBODY else "controlled", "KT-MARK-04", holder == mine, seat=names.seat(holder)
        ),
    ]
    return _view(t, who, name, facts, distance_marks(t, who, spot, name))


# -- what to draw ------------------------------------------------------------------------------------------------------


def distance_to(t: Table, who: int, there: Body | Spot) -> plane.Distance:
    """How far an operative is from something, round walls where there are any (see KT-GEO-03 and KT-GEO-12)."""
    return plane.distance(t.board, body_of(t, who), there, targets.FAR)


def part_mark(t: Table, kind: MarkKind, part: str, text: str) -> list[Mark]:
    """A terrain part as a mark, if it is there."""
    return plane.part_mark(t.setting.scenery, t.board, kind, part, text)


def sight_marks(t: Table, who: int, other: int) -> list[Mark]:
    """The line of sight, free or blocked, and the part that blocks it (KT-GEO-05)."""
    names, found = t.setting.names, targets.sighted(t, t.board, who, other)
    text = say.MARKS["sight"].format(who=names(t.name(who)), other=names(t.name(other)))
    blocked = say.MARKS["blocked"].format(part=names(found.blocker))
    bodies = body_of(t, who), body_of(t, other)
    return plane.sight_marks(t.setting.scenery, t.board, found, bodies, text, blocked)


def decider_marks(t: Table, who: int, other: int, outcome: Outcome) -> list[Mark]:
    """The lines that give cover or obscure, with the parts they cross (KT-GEO-09, KT-GEO-10)."""
    names, board = t.setting.names, t.board
    marks: list[Mark] = []
    bodies = body_of(t, who), body_of(t, other)
    for line in deciders(board, *bodies, outcome, t.setting.reading):
        part = board.parts[line.part].id
        text = say.MARKS[line.gives].format(part=names(part), distance=line.to_target)
        kind: MarkKind = "cover" if line.gives == "cover" else "obscured"
        marks.append(plane.ray_mark(t.setting.scenery, kind, line.line, bodies, text, line.at))
        marks += part_mark(t, kind, part, text)
    return marks


def distance_marks(t: Table, who: int, there: Body | Spot, name: str) -> list[Mark]:
    """The way a distance is measured along, round walls where there are any (KT-GEO-03, KT-GEO-12)."""
    far = distance_to(t, who, there)
    text = say.MARKS["distance"].format(distance=far.inches, who=t.setting.names(t.name(who)), other=name)
    return plane.distance_marks(t.setting.scenery, far, text)

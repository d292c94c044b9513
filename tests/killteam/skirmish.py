"""Shots and fights between operatives of the bundled pack on a bare board, with given dice: for tests of entries in
sequences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.games.killteam import arena
from fireteam.games.killteam.abilities.word import ENTRY
from fireteam.games.killteam.actions.universal import opponent
from fireteam.games.killteam.cards import Target
from fireteam.games.killteam.fighting.sequence import fight
from fireteam.games.killteam.shooting.sequence import shoot
from fireteam.games.killteam.state import ENGAGE, Effect
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.teams import card_name
from fireteam.games.killteam.zone import bare_zone
from fireteam.space.plane.model import Feature
from tests.killteam.figures import drilled

TEAMS = {"cv": "cinder-vigil", "sl": "saltmarsh-levy", "vr": "veilrunners", "ir": "ironroot-menagerie"}


def stage(
    *places: Mapping[str, tuple[float, float]], gear: Sequence[str] = (), ploys: Sequence[str] = (), cp: tuple[int,
    int] = (0, 0),
    operatives: Mapping[str, Mapping[str, Any]] | None = None, features: tuple[Feature, ...] = (), **fields: Any,
) -> Table:  # fmt: skip
    """A table on which the operatives of two sides stand in inches, on Engage orders; `gear` and `ploys` are those of
    the first letters' side, standing and selected."""
    sides = [next(iter(side))[:2] for side in places]
    placed = {name: (round(100 * x), round(100 * y)) for side in places for name, (x, y) in side.items()}
    given = {name: {"order": ENGAGE, **(operatives or {}).get(name, {})} for name in placed}
    left = {name: fields.pop("wounds") for name, fields in given.items() if "wounds" in fields}
    setting, state = arena.battle(
        killzone=bare_zone(features=features),
        teams=(TEAMS[sides[0]], TEAMS[sides[1]]),
        rosters=([card_name(name) for name in places[0]], [card_name(name) for name in places[1]]),
        placed=placed,
        operatives=given,
        selections=[
            (seat, "equipment", ",".join(name for name in gear if name.startswith(side)))
            for seat, side in enumerate(sides)
        ],
        standing=tuple((sides.index(name[:2]), Effect(name, ENTRY, 0, "turning point", name)) for name in ploys),
        **{"cp": cp, "phase": "over", "turning_point": 1, "activations": 1, **fields},
    )
    setting.cards = tuple(drilled(card) for card in setting.cards)
    for operative in state.operatives:
        operative.wounds = left.get(operative.name, setting.cards[operative.card].wounds)
    return setting.table(state, False)


def shot(t: Table, shooter: str, weapon: str, target: str, dice: Sequence[int], *answers: str, **at: Any) -> Match:
    """A shot of one at another, answered as far as said."""
    shoot(t, t.number(shooter), weapon, [Target(t.number(target), **at)])
    return play(arena.match_over(t, Given(dice)), *answers)


def duel(t: Table, fighter: str, enemy: str, dice: Sequence[int], *answers: str) -> Match:
    """A fight of one with another, answered as far as said."""
    who = t.number(fighter)
    t.set_active(who)
    fight(t, who, [opponent(t, who, t.number(enemy))])
    return play(arena.match_over(t, Given(dice)), *answers)


def play(match: Match, *answers: str) -> Match:
    """Answer one question after the other; whatever is asked, offered or told on the way has words."""
    for answer in answers:
        match.answer(answer)
    setting: Any = match.setting
    assert all(setting.tell(event) for event in match.log)
    question = None if match.over else match.decision
    if question is not None:
        assert setting.ask(match.table, question)
        assert type(question) is Roll or all(setting.describe(match.table, found) for found in question.options)
    return match


def keys(match: Match) -> list[str]:
    """What may be answered now; nothing if the sequence is over."""
    return [] if match.over else match.decision.keys()


def told(match: Match, code: str) -> list[dict[str, Any]]:
    return [event.params for event in match.log if event.code == code]


def wounds(match: Match, name: str) -> int:
    return int(next(found.wounds for found in match.state.operatives if found.name == name))


def rolled(match: Match) -> list[tuple[int, ...]]:
    """The faces of each roll of a pool."""
    return [tuple(found["faces"]) for found in told(match, "rolled")]


def needs(match: Match) -> list[int]:
    """The number that each pool needed."""
    return [found["need"] for found in told(match, "rolled")]

"""How dangerous the squares of a walk are: who could attack a character there, and what that costs it; and what
they are good for.

This decides no rule: it stands the character elsewhere and asks the rules who has it in reach or in range (ES-CBT-02,
ES-CBT-04), from where everybody else stands now; the odds of each attack are the typed ones (ES-CBT-06).
What it could do there it may do later as well: it has all its actions for that (see ES-PROF-03).
"""

from __future__ import annotations

from functools import partial

from fireteam.core.match import Match
from fireteam.core.scene import UNIT, DangerSpot, DangerView, ThreatView
from fireteam.games.escape.actions.combat import in_reach, may_be_shot
from fireteam.games.escape.odds import TARGET, Attack
from fireteam.games.escape.show.gains import gains_at
from fireteam.games.escape.show.walking import Place, ways
from fireteam.games.escape.state import BOARD, Character
from fireteam.games.escape.table import Table
from fireteam.kit.danger import SAFE, danger_part

Square = tuple[Place, int]
"""A square by its column and row, and the steps that lead there."""


def danger(match: Match, first: int) -> DangerView:
    """How dangerous the squares are that the active character may walk to."""
    question = match.decision
    t: Table = match.table
    about = t.setting.show.subject(t, question)
    if about not in t.ground.card_index:
        return SAFE
    squares = [(place, len(keys)) for place, keys in ways(match)]
    number, world, later = t.ground.card_index[about], t.branch(), t.branch()
    later.start_turn()
    return danger_part(about, UNIT, squares, first, partial(_spot, world, later, number))


def _spot(world: Table, later: Table, number: int, square: Square) -> DangerSpot:
    """The character stands there, now and in the next turn."""
    (x, y), steps = square
    for at in (world, later):
        at.put(at.state.characters[number], at.ground.squares.square(x, y), "ES-MOVE-01")
    return {
        "at": [x * UNIT + UNIT // 2, y * UNIT + UNIT // 2],
        "spot": f"{x},{y}",
        "threats": _threats(world, world.state.characters[number]),
        "gains": gains_at(later, later.state.characters[number]),
        "cost": steps,
    }


def _threats(world: Table, who: Character) -> list[ThreatView]:
    """Who could attack a character where it stands, each with its best attack."""
    found: list[ThreatView] = []
    for enemy in world.squad(1 - who.side):
        if enemy.status == BOARD:
            means = [_mean(world, enemy, who, power) for power in _powers(world, enemy, who)]
            if means:
                found.append({"piece": world.card(enemy).id, "mean": max(means), "cover": False})
    return found


def _powers(world: Table, enemy: Character, who: Character) -> list[int | None]:
    """The Power of each attack that an enemy could make at a character: None for one by hand."""
    found: list[int | None] = [None] if in_reach(world, enemy, who) else []
    return found + [gun.power for gun in world.ranged(enemy) if may_be_shot(world, enemy, who, gun.range)]


def _mean(world: Table, enemy: Character, who: Character, power: int | None) -> float:
    """The mean damage of one attack, a Dodge left to best play."""
    mine, theirs = world.card(who), world.card(enemy)
    skills, against = ({skill.name for skill in card.skills} for card in (theirs, mine))
    attack = Attack(
        cbt=enemy.cbt, vs_cbt=who.cbt, life=mine.life, damage=who.damage, armor=mine.armor, power=power,
        veteran="Seasoned veteran" in skills, vs_veteran="Seasoned veteran" in against,
        hypnosis="Hypnosis" in skills, vs_int=who.int, elusive="Elusive" in against,
    )  # fmt: skip
    return float(attack.odds().mean(f"damage {TARGET}"))

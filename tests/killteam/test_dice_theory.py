"""Dice against theory: simulated shots and fights agree with exact odds, and a better stat never hurts with best
play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.core.questions import Roll
from fireteam.games.killteam import arena
from fireteam.games.killteam.fighting.sequence import Opponent, fight
from fireteam.games.killteam.odds import Duel, Shot
from fireteam.games.killteam.shooting.sequence import Target, shoot

BUDGET = 2_000_000
GAMES = 8_000


def chi_square_holds(seen: Counter[Any], chances: dict[Any, Fraction], games: int) -> bool:
    """Whether the counts fit the chances: beyond the limit once in ten thousand fair tries (Wilson and Hilferty's cube
    root)."""
    assert not set(seen) - set(chances), "something happened that odds know nothing of"
    statistic, groups, rare, rare_seen = 0.0, 0, 0.0, 0
    for outcome, chance in chances.items():
        expected = float(chance) * games
        if expected < 8:
            rare, rare_seen = rare + expected, rare_seen + seen[outcome]
            continue
        statistic += (seen[outcome] - expected) ** 2 / expected
        groups += 1
    if rare:
        statistic += (rare_seen - rare) ** 2 / max(rare, 1.0)
        groups += 1
    freedom = max(1, groups - 1)
    limit = freedom * (1 - 2 / (9 * freedom) + 3.72 * sqrt(2 / (9 * freedom))) ** 3
    return statistic <= limit


class BestPlay:
    """Plays a sequence as exact odds say; each kind of moment is looked up once."""

    def __init__(self, aim: str) -> None:
        self.aim = aim
        self.known: dict[Any, int] = {}

    def finish(self, match: Match) -> None:
        while not match.over:
            question = match.decision
            # The table's key takes dice that differ in their number alone for the same; which number is re-rolled
            # differs.
            faces = str([record.dump() for record in match.state.agenda])
            moment = (question.topic, match.table.key(), faces, tuple(question.keys()))
            if moment not in self.known:
                values = [match.odds(option, aim=self.aim, budget=BUDGET).value for option in question.options]
                self.known[moment] = values.index(max(values))
            match.answer(question.options[self.known[moment]])


@pytest.mark.rule("KT-SHOOT-10", "KT-SHOOT-21", "KT-SHOOT-23", "KT-SHOOT-25")
@pytest.mark.parametrize(
    ("rules", "cover", "obscured", "games"),
    [
        ("Lethal 5, Rending, Balanced", True, False, GAMES),
        ("Severe, Punishing, Piercing Crits 1", False, False, GAMES // 2),
        ("Ceaseless, Piercing 1", False, True, GAMES // 4),
    ],
)
def test_simulated_shots_agree_with_exact_odds(rules: str, cover: bool, obscured: bool, games: int) -> None:
    cards = [arena.card("attacker", arena.weapon(4, 3, 3, 4, rules)), arena.card("target", save=4, wounds=12)]
    t = arena.table_over(*arena.position(cards, (0, 1)))
    shoot(t, 0, "weapon", [Target(1, ("wall",) if cover else (), ("ruin",) if obscured else ())])
    odds = odds_here(arena.match_over(t, None, events=False), 0, budget=BUDGET)
    player = BestPlay("damage")
    seen: Counter[int] = Counter()
    for number in range(games):
        match = arena.match_over(t, Seeded(number), events=False, checkpoints=0)
        player.finish(match)
        seen[12 - match.state.operatives[1].wounds] += 1
    assert chi_square_holds(seen, odds.of("damage target"), games)


@pytest.mark.rule("KT-FIGHT-05", "KT-FIGHT-08", "KT-FIGHT-11", "KT-FIGHT-12")
def test_simulated_fights_agree_with_exact_odds() -> None:
    cards = [
        arena.card("attacker", arena.weapon(3, 3, 3, 4, "Balanced", ranged=False), wounds=8),
        arena.card("target", arena.weapon(3, 4, 2, 5, "Shock", ranged=False), wounds=7),
    ]
    t = arena.table_over(*arena.position(cards, (0, 1)))
    fight(t, 0, [Opponent(1)])
    odds = odds_here(arena.match_over(t, None, events=False), 0, budget=BUDGET)
    player = BestPlay("damage")
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(GAMES // 4):
        match = arena.match_over(t, Seeded(number), events=False, checkpoints=0)
        player.finish(match)
        seen[8 - match.state.operatives[0].wounds, 7 - match.state.operatives[1].wounds] += 1
    chances: dict[tuple[int, int], Fraction] = {}
    for outcome, chance in odds.chances.items():
        found = dict(outcome)
        lost = (found.get("damage attacker", 0), found.get("damage target", 0))
        chances[lost] = chances.get(lost, Fraction(0)) + chance
    assert chi_square_holds(seen, chances, GAMES // 4)


def test_the_chi_square_finds_a_wrong_table() -> None:
    fair = {face: Fraction(1, 6) for face in range(1, 7)}
    dice = Counter(Seeded(number).faces(Roll(0, "a die"), 0)[0] for number in range(GAMES))
    assert chi_square_holds(dice, fair, GAMES)
    crooked = {**fair, 1: Fraction(1, 6) - Fraction(1, 60), 6: Fraction(1, 6) + Fraction(1, 60)}
    assert not chi_square_holds(dice, crooked, GAMES)


# -- a better stat never hurts -----------------------------------------------------------------------------------------


def shot(
    rules: str = "",
    atk: int = 4,
    hit: int = 4,
    damage: int = 3,
    critical: int = 5,
    save: int = 4,
    wounds: int = 9,
    **more: Any,
) -> Odds:
    return Shot(atk, hit, f"{damage}/{critical}", save, wounds, rules, **more).odds()


def rises(values: list[Fraction]) -> bool:
    return all(one <= other for one, other in pairwise(values))


BASES = ("", "Rending", "Balanced, Severe", "Piercing Crits 1, Punishing", "Lethal 5, Ceaseless")


@pytest.mark.rule("KT-BASE-19", "KT-SHOOT-10", "KT-SHOOT-22")
@pytest.mark.parametrize("rules", BASES)
@pytest.mark.parametrize("cover", [False, True])
def test_better_numbers_of_a_shot_never_hurt(rules: str, cover: bool) -> None:
    assert rises([shot(rules, hit=hit, cover=cover).value for hit in (6, 5, 4, 3, 2)])
    assert rises([shot(rules, atk=atk, cover=cover).value for atk in (1, 2, 3, 4, 5)])
    assert rises([shot(rules, damage=damage, cover=cover).value for damage in (1, 2, 3, 4, 5)])
    assert rises([shot(rules, critical=critical, cover=cover).value for critical in (3, 4, 5, 6)])
    assert rises([shot(rules, save=save, cover=cover).value for save in (2, 3, 4, 5, 6)])
    assert rises([shot(rules, wounds=wounds, cover=cover).value for wounds in (3, 6, 9, 12)])


@pytest.mark.parametrize("rules", BASES)
@pytest.mark.parametrize(
    "gain",
    [
        "Accurate 1",
        "Balanced",
        "Brutal",
        "Devastating 1",
        "Lethal 5",
        "Piercing 1",
        "Punishing",
        "Relentless",
        "Rending",
        "Saturate",
        "Severe",
    ],
)
def test_a_weapon_rule_never_hurts_its_user(rules: str, gain: str) -> None:
    more = f"{rules}, {gain}" if rules else gain
    assert shot(more, atk=3, cover=True).value >= shot(rules, atk=3, cover=True).value
    assert shot(rules, atk=3, cover=True).value <= shot(rules, atk=3).value, "nor does cover the target"
    assert shot(rules, atk=3, obscured=True).value <= shot(rules, atk=3).value, "nor obscured"


def duel(
    hit: int = 4,
    atk: int = 3,
    damage: int = 3,
    critical: int = 4,
    rules: str = "",
    vs_hit: int = 4,
    vs_rules: str = "",
    vs_wounds: int = 8,
) -> Fraction:
    return Duel(atk, hit, f"{damage}/{critical}", 8, vs_wounds, 3, vs_hit, "3/4", rules, vs_rules).odds().value


@pytest.mark.rule("KT-FIGHT-05", "KT-FIGHT-06")
def test_better_numbers_of_a_fight_never_hurt() -> None:
    assert rises([duel(hit=hit) for hit in (6, 5, 4, 3, 2)])
    assert rises([duel(atk=atk) for atk in (1, 2, 3, 4, 5)])
    assert rises([duel(damage=damage) for damage in (1, 2, 3, 4)])
    assert rises([duel(critical=critical) for critical in (3, 4, 5, 6)])
    assert rises([duel(vs_hit=vs_hit) for vs_hit in (2, 3, 4, 5, 6)])
    for gain in (
        "Accurate 1",
        "Balanced",
        "Brutal",
        "Devastating 1",
        "Lethal 5",
        "Punishing",
        "Rending",
        "Severe",
        "Shock",
    ):
        assert duel(rules=gain) >= duel(), gain
        assert duel(vs_rules=gain) <= duel(), gain

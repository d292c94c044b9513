"""Odds of a fight solve its re-rolls in one go: equal, fraction by fraction, to running the rule over every way."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from fireteam.core import odds as core_odds
from fireteam.core.odds import Odds
from fireteam.games.killteam import arena
from fireteam.games.killteam.aims import AIMS
from fireteam.games.killteam.odds import Duel

RULES = ("", "Balanced", "Ceaseless", "Relentless", "Ceaseless, Balanced", "Rending", "Accurate 1, Balanced", "Brutal")


def fights(count: int, seed: int) -> list[dict[str, Any]]:
    """Small fights of all sorts: rules, command points, who has initiative, what both play for."""
    rng = random.Random(seed)
    return [
        {
            "atk": rng.randint(1, 3), "hit": rng.randint(2, 5), "dmg": rng.choice(["3/4", "2/5", "4/4"]),
            "wounds": rng.randint(3, 9), "vs_atk": rng.randint(0, 2), "vs_hit": rng.randint(3, 5),
            "vs_dmg": rng.choice(["2/3", "3/3"]), "vs_wounds": rng.randint(3, 9), "rules": rng.choice(RULES),
            "vs_rules": rng.choice(RULES), "cp": rng.randint(0, 2), "vs_cp": rng.randint(0, 1),
            "initiative": rng.random() < 0.5, "aim": rng.choice(list(AIMS)),
        }
        for _ in range(count)
    ]  # fmt: skip


def through_the_tree(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> Odds:
    """The same odds without the shortcut."""
    with monkeypatch.context() as patched:
        patched.setattr(core_odds, "MOST_PAIRS", 0)
        return duel.solve()


def mean_worth(odds: Odds, duel: Duel) -> Fraction:
    """What the distribution is worth on average to the attacker."""
    match = arena.duel(arena.card("attacker", wounds=1), arena.card("target", wounds=1), None)
    aim = AIMS[duel.aim]
    return sum((chance * aim.worth(outcome, match.setting, 0) for outcome, chance in odds.chances.items()), Fraction(0))


@pytest.mark.rule("KT-BASE-11")
@pytest.mark.parametrize("asked", fights(14, 7), ids=str)
def test_equal_to_the_tree(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel(**asked)
    found, wanted = duel.solve(), through_the_tree(duel, monkeypatch)
    assert found.exact and wanted.exact
    assert found.value == wanted.value == mean_worth(found, duel)
    assert sum(found.chances.values()) == 1
    assert sum(found.first.values()) == 1


@pytest.mark.rule("KT-BASE-11", "KT-WR-06")
def test_in_the_midst_of_the_rerolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """With dice that have fallen already the rest is solved from there; the first re-roll is a choice of its own."""
    duel = Duel(
        atk=3, hit=3, dmg="3/4", wounds=8, vs_atk=3, vs_hit=4, vs_dmg="2/3", vs_wounds=8, rules="Ceaseless",
        vs_rules="Balanced", cp=1, vs_cp=1, dice="1,1,4", vs_dice="2,6,6",
    )  # fmt: skip
    found, wanted = duel.solve(), through_the_tree(duel, monkeypatch)
    assert found.value == wanted.value
    assert found.chances == wanted.chances
    assert found.first == wanted.first


@pytest.mark.rule("KT-BASE-11", "KT-WR-06")
def test_five_dice_each_with_everything_are_exact() -> None:
    """Fights that were sampled before: five dice each that re-roll on both sides, with command points."""
    both: dict[str, Any] = {
        "atk": 5,
        "hit": 3,
        "dmg": "3/4",
        "wounds": 12,
        "vs_atk": 5,
        "vs_hit": 4,
        "vs_dmg": "2/3",
        "vs_wounds": 12,
    }
    values = [
        Duel(**both, rules=rules, vs_rules=rules, cp=points, vs_cp=points).solve()
        for rules, points in (("Ceaseless", 0), ("Relentless", 2), ("Balanced", 2))
    ]
    assert all(found.exact for found in values)
    assert [round(float(found.value), 6) for found in values] == [4.323842, 3.91537, 4.364358]

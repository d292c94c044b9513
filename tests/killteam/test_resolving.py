"""Odds of a fight resolve its dice in one go: equal to running the rule for each die, in typed fights and in the midst
of battles with ploys on both sides."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.core.questions import Rule
from fireteam.core.solver import Solver
from fireteam.games.killteam import arena, setting
from fireteam.games.killteam.dice import Side
from fireteam.games.killteam.fighting import sequence
from fireteam.games.killteam.odds import Duel
from fireteam.games.killteam.table import Table
from fireteam.kit.arena import match_at
from tests.killteam.directing import skirmish
from tests.killteam.playing import lively
from tests.killteam.test_exchange import fights

BATTLES = (2, 6, 8, 11, 22, 26)
"""Skirmishes whose first fights are small enough for the whole tree."""
ALL = 10**9


@cache
def first_fight(number: int) -> Match:
    """The first position of a skirmish in which somebody may fight, with three command points on both sides and every
    ploy unused."""
    match, rng = skirmish(number), random.Random(number)
    while True:
        if match.decision.region is None and match.decision.find("FIGHT") is not None:
            state = match.table.copied()
            state.cp, state.ploys = (3, 3), ()
            asked = match_at(match.setting, state, Seeded(number))
            if asked.decision.find("FIGHT") is not None:
                return asked
        match.answer(lively(match, rng))


def die_by_die(patched: pytest.MonkeyPatch) -> None:
    """Let odds run the rule for each die."""
    patched.setattr(Solver, "_bout_at", lambda *_: None)


@pytest.mark.rule("KT-FIGHT-08")
@pytest.mark.parametrize("asked", fights(12, 23), ids=str)
def test_equal_to_die_by_die(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Duel(**asked).solve()
    die_by_die(monkeypatch)
    wanted = Duel(**asked).solve()
    assert (found.value, found.chances, found.first) == (wanted.value, wanted.chances, wanted.first)


@pytest.mark.rule("KT-FIGHT-08", "KT-DMG-01", "KT-DMG-02")
@pytest.mark.parametrize("number", BATTLES)
def test_equal_to_die_by_die_in_battles(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ploys, abilities and equipment make damage less, save whom it would kill, or do something when it falls."""
    monkeypatch.setattr(setting, "NODES", ALL)
    match = first_fight(number)

    def asked() -> Odds:
        return match.odds("FIGHT", budget=ALL)

    found = asked()
    die_by_die(monkeypatch)
    wanted = asked()
    assert found.exact and wanted.exact
    assert (found.value, found.chances) == (wanted.value, wanted.chances)


@pytest.mark.rule("KT-FIGHT-11")
def test_a_strike_is_looked_at_once_for_all_dice_and_wounds_of_who_strikes(monkeypatch: pytest.MonkeyPatch) -> None:
    strikes: list[bool] = []
    strike = sequence.strike

    def noted(t: Table, f: sequence.Fight, side: Side, critical: bool) -> Rule[None]:
        strikes.append(critical)
        return strike(t, f, side, critical)

    monkeypatch.setattr(sequence, "strike", noted)
    weapon = arena.weapon(4, 3, 1, 2, ranged=False)
    match = arena.duel(arena.card("attacker", weapon, wounds=5), arena.card("target", weapon, wounds=5), None)
    odds_here(match, 0, budget=ALL)
    once = len(strikes)
    assert once <= 2 * 2 * 5, "each of the two, with each sort of die, for all wounds that the other one can have"
    die_by_die(monkeypatch)
    odds_here(match, 0, budget=ALL)
    assert len(strikes) - once > 5 * once

"""True positions of every game with a few things changed are refused with the place, fail by name, or are played on:
nothing raw is raised, and nothing is endless."""

from __future__ import annotations

import pytest

import fireteam
from tests.kit.mutants import faults

EACH = 25
"""Mutants of each position."""
GAMES = tuple(fireteam.games())


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_mutants_are_refused_or_fail_by_name_or_are_played(game: str, number: int) -> None:
    found, met = faults(fireteam.new(game, seed=number + 1), number, EACH)
    total = sum(met.values())
    assert found == []
    assert met["refused"] > total / 4, "numbers and names that cannot be are found when the save is read"
    assert met.get("found late", 0) < total / 10, "and hardly ever later"

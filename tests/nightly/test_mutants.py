"""Thousands of changed positions of every game: refused with the place, failed by name, or played on."""

from __future__ import annotations

import pytest

import fireteam
from tests.kit.mutants import faults
from tests.kit.test_mutants import GAMES
from tests.quick import compiled

EACH = 100


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(100, 110))
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_mutants(game: str, number: int) -> None:
    with compiled():
        found, _ = faults(fireteam.new(game, seed=number), number, EACH)
    assert found == []

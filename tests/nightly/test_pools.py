"""Two hundred thousand clashes of pools that roll on against exact odds, each die rolled by the rules themselves."""

from __future__ import annotations

import pytest

from tests.kit.duels import Arms, Duel
from tests.kit.test_duels import PLAYED, played

EACH = 50_000
CLASHES = (*PLAYED, Duel(Arms(3, 5, 1), Arms(2, 4, 0), (0, 0)), Duel(Arms(2, 7, 1), Arms(2, 5, 1), (0, 1)))


def test_the_numbers_come_to_two_hundred_thousand() -> None:
    assert EACH * len(CLASHES) == 200_000


@pytest.mark.nightly
@pytest.mark.parametrize("place", range(len(CLASHES)))
def test_played_clashes_come_out_as_their_odds_say(place: int) -> None:
    assert played(CLASHES[place], EACH)

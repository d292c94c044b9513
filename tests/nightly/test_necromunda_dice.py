"""Two hundred thousand simulated shots, bursts, Blasts, charges and fights of Necromunda against exact odds, each die
rolled by the rules themselves.

`python -m tests.nightly.test_necromunda_dice 20000` rolls that many of each sort by hand.
"""

from __future__ import annotations

import sys

import pytest

from tests.necromunda.rolled import CASES, far_off

EACH = 17_000


def test_the_numbers_come_to_two_hundred_thousand() -> None:
    assert EACH * len(CASES) >= 200_000


@pytest.mark.nightly
@pytest.mark.parametrize("place", range(len(CASES)))
def test_rolled_attacks_come_out_as_their_odds_say(place: int) -> None:
    assert far_off(CASES[place], EACH, seed=place * EACH) == []


if __name__ == "__main__":
    each = int(sys.argv[1]) if len(sys.argv) > 1 else EACH
    for number, case in enumerate(CASES):
        print(case, far_off(case, each, seed=number * each) or "as the odds say", flush=True)

"""The greedy bot of Necromunda against one that plays at random: it must win nearly always, with every gang in every
scenario on every map."""

from __future__ import annotations

from itertools import combinations

import pytest

from fireteam.lab.matrix import sides_of
from fireteam.lab.simulate import Plan, simulate

SCENARIOS = ("tollgate", "casket-run", "break-the-convoy", "cold-fuse")
GAMES = 14
"""Of each pairing and each way round: every scenario on each of its maps, in both seats."""
LEAST = 0.95


@pytest.mark.nightly
def test_the_greedy_bot_beats_a_random_one() -> None:
    won = played = 0
    for sides in combinations(sides_of("necromunda"), 2):
        for bots in (("greedy", "random"), ("random", "greedy")):
            run = simulate(Plan("necromunda", GAMES, 7, bots, SCENARIOS, sides=sides, swap=True))
            assert run.tally.errors == 0, run.tally.messages
            won += run.tally.wins[bots.index("greedy")]
            played += run.tally.games
    assert won >= LEAST * played, f"{won} of {played}"

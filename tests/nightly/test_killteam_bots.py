"""The greedy bot of Kill Team against one that plays at random: it must win nearly always, on every killzone with every
kill team."""

from __future__ import annotations

import pytest

from fireteam.lab.matrix import sides_of
from fireteam.lab.simulate import Plan, simulate

GAMES = 12
"""Of each kill team: the three killzones in turn, each in both seats."""
LEAST = 0.95


@pytest.mark.nightly
def test_the_greedy_bot_beats_a_random_one() -> None:
    won = played = 0
    teams = sides_of("killteam")
    for place, team in enumerate(teams):
        other = teams[(place + 1) % len(teams)]
        zones = ("shellmarket", "quenchworks", "derelict-spine")
        for bots, sides in ((("greedy", "random"), (team, other)), (("random", "greedy"), (other, team))):
            run = simulate(Plan("killteam", GAMES // 2, 7, bots, zones, sides=sides))
            assert run.tally.errors == 0, run.tally.messages
            won += run.tally.wins[bots.index("greedy")]
            played += run.tally.games
    assert won >= LEAST * played, f"{won} of {played}"

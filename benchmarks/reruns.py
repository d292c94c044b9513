"""A finished game run again from its trusted tape, against playing it."""

from __future__ import annotations

import gc
from time import process_time

import fireteam
from benchmarks.choices import play_out
from benchmarks.measure import Row, Subject

GAMES = 5
"""Games of each scenario in one sample."""


def play_and_run_again(number: int) -> tuple[float, float]:
    """Games a second of play and of re-runs: the same games, without checkpoints."""
    matches = [
        fireteam.new("escape", scenario=scenario, seed=GAMES * number + game, events=False, checkpoints=0)
        for game in range(GAMES)
        for scenario in fireteam.game("escape").scenarios()
    ]
    gc.collect()
    start = process_time()
    for seed, match in enumerate(matches):
        play_out(match, seed)
    played = process_time()
    for match in matches:
        assert match.replayed().over
    return len(matches) / (played - start), len(matches) / (process_time() - played)


def subject() -> Subject:
    """Re-runs beside play."""
    taken: dict[int, tuple[float, float]] = {}

    def sample(number: int, which: int) -> float:
        """Both samples of a round come from the same games."""
        if number not in taken:
            taken[number] = play_and_run_again(number)
        return taken[number][which]

    return Subject(
        {
            "escape games played": lambda number: sample(number, 0),
            "escape games run again": lambda number: sample(number, 1),
        },
        [
            Row(
                "trusted tape run again, against playing it",
                "games/s",
                "escape games run again",
                "escape games played",
                2,
            )
        ],
    )

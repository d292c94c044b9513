"""Twenty thousand games: no error, every sampled state sound, and every save replays to the same end."""

from __future__ import annotations

import pytest

from tests.escape.playing import decisions, faults, game, lively
from tests.kit.examining import replays
from tests.kit.many import play_all
from tests.kit.playing import anything

GAMES = 20_000


def play_one(number: int) -> list[str]:
    """Play one game, looking at every fifteenth state."""
    match = game(number, events=number % 10 == 0)
    policy = anything if number % 4 == 0 else lively
    found = []
    for place, question in enumerate(decisions(match, number, policy)):
        if place % 15 == 0:
            found += [f"answer {place} ({question.topic}): {fault}" for fault in faults(match)]
    return [f"game {number}: {fault}" for fault in (*found, *faults(match), *replays(match))]


@pytest.mark.nightly
def test_twenty_thousand_games(capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    assert play_all(play_one, GAMES, tell, batch=100) == []

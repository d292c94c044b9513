"""Twenty thousand games: no error, every sampled state sound, and every save replays to the same end."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor

import pytest

import fireteam
from tests.escape.playing import anything, decisions, faults, fingerprint, game, lively

GAMES = 20_000
BATCH = 100


def play_batch(first: int) -> list[str]:
    """Play a batch of games; what went wrong, each with its number."""
    found = []
    for number in range(first, first + BATCH):
        try:
            found += [f"game {number}: {fault}" for fault in play_one(number)]
        except Exception as error:
            found.append(f"game {number}: {type(error).__name__}: {error}")
    return found


def play_one(number: int) -> list[str]:
    """Play one game, looking at every fifteenth state."""
    match = game(number, events=number % 10 == 0)
    policy = anything if number % 4 == 0 else lively
    found = []
    for place, question in enumerate(decisions(match, number, policy)):
        if place % 15 == 0:
            found += [f"answer {place} ({question.topic}): {fault}" for fault in faults(match)]
    found += faults(match)
    back = fireteam.load(match.save())
    if fingerprint(back) != fingerprint(match) or back.result != match.result:
        found.append("the save replays to another end")
    return found


@pytest.mark.nightly
def test_twenty_thousand_games(capsys: pytest.CaptureFixture[str]) -> None:
    started = time.monotonic()
    wrong: list[str] = []
    with ProcessPoolExecutor(2) as pool:
        for done, found in enumerate(pool.map(play_batch, range(0, GAMES, BATCH)), 1):
            wrong += found
            if done % 10 == 0:
                with capsys.disabled():
                    print(
                        f"\n{done * BATCH} of {GAMES} games, {len(wrong)} faults, {time.monotonic() - started:.0f} s",
                        end="",
                        flush=True,
                    )
    assert wrong == []

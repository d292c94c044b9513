"""Five thousand games of Kill Team: no error, every state sound, and every save replays to the same end.

`python -m tests.nightly.test_many_killteam_games 300` plays that many by hand; a second number is the first game's.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from fireteam.space.plane.warm import use_compiled
from tests.killteam.examining import examine, replays
from tests.killteam.playing import anything, drawn, game, lively

GAMES = 5_000
BATCH = 10
CLOSELY = 50


def play_batch(first: int, *, sound: int = 1) -> list[str]:
    """Play a batch of games; what went wrong, each with its number."""
    use_compiled()  # where numba is installed; the same games either way
    found = []
    for number in range(first, first + BATCH):
        try:
            found += play_one(number, sound=sound)
        except Exception as error:
            found.append(f"game {number}: {type(error).__name__}: {error}")
    return found


def play_one(number: int, *, sound: int = 1) -> list[str]:
    """Play one game; its save leads to the same end. One in fifty is looked at closely, state by state; the others now
    and then."""
    match = game(number)
    if number % CLOSELY == 0:
        found = examine(match, number, anything if number % (2 * CLOSELY) else lively, sound=sound, every=15)
    else:
        found = examine(match, number, drawn, sound=40, every=150)
    return found + ([f"game {number}: {text}" for text in replays(match)] if match.over else [])


def play_all(first: int, games: int, tell: Callable[[str], None], *, sound: int = 1) -> list[str]:
    """All games over two processes, with progress; everything that went wrong."""
    started = time.monotonic()
    wrong: list[str] = []
    with ProcessPoolExecutor(2) as pool:
        batches = range(first, first + games, BATCH)
        for done, found in enumerate(pool.map(partial(play_batch, sound=sound), batches), 1):
            wrong += found
            for text in found:
                tell(text)
            tell(
                f"{min(games, done * BATCH)} of {games} games, {len(wrong)} faults, {time.monotonic() - started:.0f} s"
            )
    return wrong


@pytest.mark.nightly
def test_five_thousand_games(capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    assert play_all(0, GAMES, tell) == []


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.exit(bool(play_all(int(sys.argv[2]) if len(sys.argv) > 2 else 0, wanted, partial(print, flush=True), sound=3)))

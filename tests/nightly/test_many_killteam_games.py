"""Five thousand games of Kill Team: no error, every state sound, and every save replays to the same end.

`python -m tests.nightly.test_many_killteam_games 300` plays that many by hand; a second number is the first game's.
"""

from __future__ import annotations

import sys
from functools import partial

import pytest

from fireteam.space.plane.warm import use_compiled
from tests.killteam.examining import examine
from tests.killteam.playing import anything, game, lively
from tests.kit.examining import replays
from tests.kit.many import play_all
from tests.kit.playing import drawn

GAMES = 5_000
CLOSELY = 50


def play_one(number: int, *, sound: int = 1) -> list[str]:
    """Play one game; its save leads to the same end. One in fifty is looked at closely, state by state; the others now
    and then."""
    use_compiled()  # where numba is installed; the same games either way
    match = game(number)
    if number % CLOSELY == 0:
        found = examine(match, number, anything if number % (2 * CLOSELY) else lively, sound=sound, every=15)
    else:
        found = examine(match, number, drawn, sound=40, every=150)
    return found + ([f"game {number}: {text}" for text in replays(match)] if match.over else [])


@pytest.mark.nightly
def test_five_thousand_games(capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    assert play_all(play_one, GAMES, tell) == []


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sys.exit(bool(play_all(partial(play_one, sound=3), wanted, partial(print, flush=True), first=first)))

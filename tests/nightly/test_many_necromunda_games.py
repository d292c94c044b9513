"""Five thousand battles of Necromunda: no error, every sampled state sound, and every save replays to the same end.

`python -m tests.nightly.test_many_necromunda_games 300` plays that many by hand; a second number is the first game's.
"""

from __future__ import annotations

import sys
from functools import partial

import pytest

from tests.kit.examining import replays
from tests.kit.many import play_all
from tests.kit.playing import drawn
from tests.necromunda.examining import examine
from tests.necromunda.playing import anything, game, lively
from tests.quick import compiled

GAMES = 5_000
CLOSELY = 25


def play_one(number: int) -> list[str]:
    """Play one battle; its save leads to the same end. One in twenty-five is looked at closely, state by state; the
    others now and then."""
    policy = (anything, lively, drawn)[number % 3]
    with compiled():
        if number % CLOSELY == 0:
            match = game(number)
            found = examine(match, number, policy, every=10)
        else:
            match = game(number, events=number % 10 == 0)
            found = examine(match, number, policy, sound=11, every=101)
        return found + ([f"game {number}: {text}" for text in replays(match)] if match.over else [])


@pytest.mark.nightly
def test_five_thousand_battles(capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    assert play_all(play_one, GAMES, tell, batch=20) == []


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sys.exit(bool(play_all(play_one, wanted, partial(print, flush=True), first=first, processes=1)))

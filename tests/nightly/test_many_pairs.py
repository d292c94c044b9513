"""Five thousand games of ESCAPE with random skills in pairs on each card."""

from __future__ import annotations

import pytest

from tests.escape.pairs import play_one
from tests.kit.many import play_all

GAMES = 5_000


@pytest.mark.nightly
def test_five_thousand_games_with_skills_in_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    assert play_all(play_one, GAMES, tell, batch=50) == []

"""Games of Kill Team until everything has happened that rules and pack know."""

from __future__ import annotations

import pytest

from fireteam.space.plane.warm import use_compiled
from tests.killteam.tallying import Tally
from tests.killteam.test_exhaustive import MOST_GAMES, see_everything


@pytest.mark.nightly
def test_everything_happens_sooner_or_later(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="", flush=True)

    use_compiled()
    tally = Tally()
    tally.listen(monkeypatch)
    see_everything(tally, MOST_GAMES, tell)
    assert tally.missing() == []

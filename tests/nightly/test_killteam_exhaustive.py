"""Games of Kill Team that nobody laid: what rules and pack know happens in them by itself, but for what is very
rare."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fireteam.core.match import Match
from fireteam.space.plane.warm import use_compiled
from tests.killteam.directing import outfitted, skirmish
from tests.killteam.playing import game
from tests.killteam.tallying import Tally
from tests.killteam.test_exhaustive import see

MOST_GAMES = 100
SHARE = 0.92
"""How much they show of everything; positions laid on purpose show the whole of it in the normal suite."""


def matches() -> Iterator[Match]:
    """Skirmishes, and among them whole games with all equipment in turn."""
    for number in range(1, MOST_GAMES + 1):
        if number % 5:
            yield skirmish(number)
        else:
            yield outfitted(number // 5) if number % 2 == 0 else game(number)


@pytest.mark.nightly
def test_nearly_everything_happens_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_compiled()
    tally = Tally()
    rare = round((1 - SHARE) * len(tally.missing()))
    tally.listen(monkeypatch)
    for number, match in enumerate(matches(), 1):
        see(match, tally, number)
        with capsys.disabled():
            print(f"\n{number} games, {len(tally.missing())} left", end="", flush=True)
        if len(tally.missing()) <= rare:
            break
    assert len(tally.missing()) <= rare, tally.missing()

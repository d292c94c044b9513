"""Battles of Deadzone that nobody laid: what rules and pack know happens in them by itself, but for what is very
rare."""

from __future__ import annotations

import pytest

from tests.deadzone.tallying import Tally
from tests.deadzone.test_exhaustive import battle, see

MOST_BATTLES = 400
SHARE = 0.92
"""How much they show of everything; positions laid on purpose show the whole of it in the normal suite."""


@pytest.mark.nightly
def test_nearly_everything_happens_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    rare = round((1 - SHARE) * len(tally.missing()))
    tally.listen(monkeypatch)
    for number in range(1, MOST_BATTLES + 1):
        see(battle(number, tally), tally, number)
        with capsys.disabled():
            print(f"\n{number} battles, {len(tally.missing())} left", end="", flush=True)
        if len(tally.missing()) <= rare:
            break
    assert len(tally.missing()) <= rare, tally.missing()

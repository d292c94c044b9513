"""Saves that were written before sequences had names for their steps, each from the middle of something, still open."""

from __future__ import annotations

from pathlib import Path

import pytest

import fireteam
from fireteam.games.killteam.old_states import STEPS, renewed

FOLDER = Path(__file__).parent / "old_saves"
NEW = ("setting:", "start:", "checkpoint:", "end:")
"""The lines in which a save holds options and states: those are written as today's rules have them."""


def answers(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith(NEW)]


@pytest.mark.rule("KT-VER-01")
@pytest.mark.parametrize("kind", STEPS)
def test_an_old_save_from_the_middle_of_a_sequence_opens(kind: str) -> None:
    old = (FOLDER / f"{kind}.save").read_text(encoding="utf-8")
    match = fireteam.load(old)
    assert '"sequences": [{' in old and "stage" not in match.save() and '"agenda": [{' in match.save()
    assert answers(match.save()) == answers(old) and not match.notes
    assert fireteam.load(match.save()).save() == match.save()


def test_a_stage_that_never_was_is_an_error() -> None:
    with pytest.raises(ValueError, match="no step 5 of a action"):
        renewed({"sequences": [{"kind": "action", "window": 5}]}, {"action": {}})

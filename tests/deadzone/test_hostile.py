"""Saves of Deadzone that somebody has changed are refused by name, or open to a battle; nothing raw, nothing endless.
And who answers out of turn, or what is not offered, changes nothing."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

import fireteam
from fireteam.core.match import Match
from tests.deadzone.playing import game, lively
from tests.kit.hostile import beginning_at, changed, opened, patience, scrambled
from tests.kit.playing import decisions, fingerprint

EACH = 60
"""Changed saves of each battle."""


def under_way(number: int) -> Match:
    """A battle in the middle of it."""
    match = game(number)
    for _ in islice(decisions(match, number, lively), random.Random(number).randrange(10, 300)):
        pass
    return match


def hostile(number: int, most: int = EACH) -> list[str]:
    """What is wrong with how changed saves of a battle are met: of a position, and of a text."""
    rng, match = random.Random(number), under_way(number)
    text = match.save()
    position = {"state": json.loads(json.dumps(match.state.dump())), "rolls": match.rolls}
    found = [] if opened(beginning_at(text, position)) is not None else ["the position itself is refused"]
    for place in range(most):
        broken = beginning_at(text, changed(position, rng)) if place % 3 else scrambled(text, rng)
        try:
            again = opened(broken)
            if again is not None:
                play_on(again, rng)
        except Exception as error:
            found.append(f"battle {number}, save {place}: {type(error).__name__}: {error}")
    return found


def play_on(match: Match, rng: random.Random) -> None:
    """A few answers; where the rules cannot go on from a position that never was, it stays what it is."""
    with patience():
        for _ in range(5):
            if match.over:
                return
            option, before = lively(match, rng), fingerprint(match)
            try:
                match.answer(option)
            except Exception:
                assert fingerprint(match) == before
                return


@pytest.mark.parametrize("number", range(6))
def test_changed_saves_are_refused_by_name_or_can_be_played(number: int) -> None:
    assert hostile(number) == []


@pytest.mark.parametrize("number", range(6))
def test_who_answers_wrongly_is_told_so_and_changes_nothing(number: int) -> None:
    match = under_way(number)
    before, key, seat = fingerprint(match), match.decision.keys()[0], match.decision.seat
    with pytest.raises(fireteam.WrongSeat):
        match.answer(key, seat=1 - seat)
    for nonsense in ("nonsense", "", key + " ", key.upper() + "?", "step to 99,99,99", "\n", "0"):
        with pytest.raises(fireteam.IllegalAnswer):
            match.answer(nonsense, seat=seat)
    assert fingerprint(match) == before
    match.answer(key, seat=seat)
    assert fingerprint(match) != before

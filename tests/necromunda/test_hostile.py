"""Saves of Necromunda that somebody has changed are refused by name, or open to a battle; nothing raw, nothing endless.
And who answers out of turn, or what is not offered, changes nothing."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from tests.kit.hostile import beginning_at, changed, opened, patience, scrambled
from tests.kit.playing import decisions, drawn, fingerprint
from tests.necromunda.playing import game

EACH = 40
"""Changed saves of each battle."""
LATE = 250
"""Answers after which a battle is in the middle of it at the latest: the set-up takes the first of them."""


def under_way(number: int) -> Match:
    """A battle in the middle of it."""
    match = game(number)
    for _ in islice(decisions(match, number, drawn), random.Random(number).randrange(10, LATE)):
        pass
    return match if not match.over else under_way(number + 1)


def position_of(match: Match) -> dict[str, Any]:
    """A battle as a position to begin at."""
    return {"state": json.loads(json.dumps(match.state.dump())), "rolls": match.rolls}


def hostile(number: int, most: int = EACH) -> list[str]:
    """What is wrong with how changed saves of a battle are met: of a position, and of a text."""
    rng, match = random.Random(number), under_way(number)
    text, position = match.save(), position_of(match)
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
        for _ in range(4):
            if match.over:
                return
            option, before = drawn(match, rng), fingerprint(match, options=False)
            try:
                match.answer(option)
            except Exception:
                assert fingerprint(match, options=False) == before
                return


@pytest.mark.parametrize("number", range(6))
def test_changed_saves_are_refused_by_name_or_can_be_played(number: int) -> None:
    assert hostile(number) == []


@pytest.mark.parametrize("number", range(4))
def test_who_answers_wrongly_is_told_so_and_changes_nothing(number: int) -> None:
    match = under_way(number)
    before, key, seat = fingerprint(match), match.decision.keys()[0], match.decision.seat
    with pytest.raises(fireteam.WrongSeat):
        match.answer(key, seat=1 - seat)
    for nonsense in ("nonsense", "", key + " ", key.upper() + "?", "to 9999.99,9999.99", "face 361", "\n", "0"):
        with pytest.raises(fireteam.IllegalAnswer):
            match.answer(nonsense, seat=seat)
    assert fingerprint(match) == before
    match.answer(key, seat=seat)
    assert fingerprint(match) != before


OUT_OF_RANGE: tuple[tuple[str, Any], ...] = (
    ("status", 5), ("status", -1), ("stance", 3), ("x", -1), ("x", 10**6), ("y", 10**6), ("z", -(10**6)), ("z", 10**6),
    ("facing", 360), ("facing", -1), ("wounds", 99), ("wounds", -1), ("flesh", -1), ("drinks", -1), ("moved", -1),
    ("handling", -1), ("aboard", 99), ("aboard", -2), ("hatch", "nowhere"), ("climb", [1, 2]), ("berth", [10**6, 0]),
    ("conditions", ["haunted"]), ("empty", ["spoon"]), ("lost", ["spoon"]), ("drink", "soup"),
)  # fmt: skip
OF_THE_STATE: tuple[tuple[str, Any], ...] = (
    ("round", -1), ("round", 10**6), ("acting", 2), ("priority", -1), ("first_side", 2), ("active", 99), ("active", -2),
    ("controller", 2), ("controller", -2), ("group", [99]), ("bottled", 4), ("bottled", -1), ("strength", [-1, 3]),
    ("points", [0, -1]), ("event", "picnic"), ("environment", "a nice day"), ("casualties", [[99, 0, 0, 0, True]]),
    ("ledger", [["a sum", 2, 0, 1]]), ("ledger", [["a sum", 0, 99, 1]]), ("event_since", -1),
)  # fmt: skip


@pytest.mark.parametrize(("field", "value"), OUT_OF_RANGE)
def test_a_model_that_cannot_be_is_refused(field: str, value: Any) -> None:
    match = game(1)
    position = position_of(match)
    model = position["state"]["models"][0]
    assert type(model[field]) is type(value)
    model[field] = value
    assert opened(beginning_at(match.save(), position)) is None


@pytest.mark.parametrize(("field", "value"), OF_THE_STATE)
def test_a_state_that_cannot_be_is_refused(field: str, value: Any) -> None:
    match = game(1)
    position = position_of(match)
    assert type(position["state"][field]) is type(value)
    position["state"][field] = value
    assert opened(beginning_at(match.save(), position)) is None

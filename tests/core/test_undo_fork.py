"""Undo, redo and fork: positions are checkpoints with short tapes, and where checkpoints fall is nobody's business."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option, Roll
from tests.core.toygame import fingerprint, toy
from tests.escape.playing import decisions, game, lively

LIMITS = (1, 2, 4, 9, 0)


def escape_prints(number: int, limit: int, most: int) -> tuple[Match, list[tuple[Any, ...]]]:
    """A match after some decisions, with the fingerprint before each of them."""
    match = game(number, checkpoints=limit)
    prints = []
    for place, _ in enumerate(decisions(match, number)):
        prints.append(fingerprint(match))
        if place == most:
            return match, prints
    return match, prints


@pytest.mark.parametrize("limit", LIMITS)
def test_undo_walks_back_through_everything(limit: int) -> None:
    match = toy(Seeded(8), checkpoints=limit)
    rng = random.Random(5)
    prints = []
    while not match.over:
        prints.append(fingerprint(match))
        match.answer(rng.choice([o for o in match.decision.options if o.kind in ("add", "roll", "draw", "quiet")]))
    end, answers = fingerprint(match), [a for a in match.answers() if type(a) is Option]
    for before in reversed(prints):
        match.undo()
        assert fingerprint(match) == before
    with pytest.raises(IllegalAnswer, match="nothing to undo"):
        match.undo()
    assert fingerprint(match) == prints[0]
    for answer in answers:
        match.answer(answer)
    assert fingerprint(match) == end, "the same dice fall again"


@pytest.mark.parametrize("limit", LIMITS)
def test_undo_in_a_whole_game_over_checkpoints_and_silent_steps(limit: int) -> None:
    match, prints = escape_prints(3, limit, 150)
    end, answers = fingerprint(match), [a for a in match.answers() if type(a) is Option]
    for before in reversed(prints[:-1]):
        match.undo()
        assert fingerprint(match) == before
    for answer in answers:
        match.answer(answer.key)
    assert fingerprint(match) == end


def test_undo_says_what_it_took_back() -> None:
    match = toy(Seeded(8))
    match.answer("add 1")
    match.answer("roll")
    back = match.undo()
    assert (back.answers, back.rolls, back.seat) == (2, 1, 1)
    assert match.undone == [back]
    back = match.undo()
    assert (back.answers, back.rolls, back.seat) == (0, 0, 0)
    assert len(match.undone) == 1, "only what somebody has learned is noted"


def test_undo_after_the_end_reopens_the_game() -> None:
    match = toy()
    for _ in range(8):
        match.answer("add 2")
    assert match.result is not None
    match.undo()
    assert not match.over and match.result is None
    assert match.decision.topic == "turn 7"


@pytest.mark.parametrize("number", [1, 4, 6, 9])
def test_where_checkpoints_fall_changes_nothing(number: int) -> None:
    games = []
    for limit in LIMITS:
        match, prints = escape_prints(number, limit, 400)
        lines = [line for line in match.save().split("\n") if not line.startswith(("checkpoint: ", "end: "))]
        games.append(
            (prints, [repr(a) for a in match.answers()], [(e.code, e.rule, e.params) for e in match.log], lines)
        )
    for other in games[1:]:
        assert other == games[0]


@pytest.mark.parametrize("limit", LIMITS)
def test_a_fork_equals_its_original_and_leads_its_own_life(limit: int) -> None:
    match = game(5, checkpoints=limit)
    for place, _ in enumerate(decisions(match, 5)):
        if place % 7 == 0:
            before = fingerprint(match)
            fork = match.fork(Seeded(1))
            assert fingerprint(fork) == before
            rng = random.Random(place)
            for _ in range(5):
                if not fork.over:
                    fork.answer(lively(fork, rng))
            assert fingerprint(match) == before
            again = match.fork(Seeded(1))
            assert fingerprint(again.fork()) == before, "a fork of a fork that nobody looked at"
        if place > 200:
            break


def test_a_fork_has_no_dice_so_rolls_surface() -> None:
    match = toy(Seeded(8))
    match.answer("add 1")
    fork = match.fork()
    assert fork.dice is None
    fork.answer("roll")
    assert isinstance(fork.decision, Roll)
    assert isinstance(match.decision, Choose) and match.state.sum == 1
    fork.answer((6, 6))
    assert fork.state.sum == 13
    match.answer("roll")
    assert match.state.sum != 1


def test_a_fork_of_a_match_that_nobody_has_looked_at_equals_it() -> None:
    match = game(0)
    fork = match.fork()
    assert fingerprint(fork) == fingerprint(match)


def test_forks_share_history_and_can_undo() -> None:
    match, prints = escape_prints(2, 2, 60)
    fork = match.fork()
    for before in reversed(prints[40:-1]):
        fork.undo()
        assert fingerprint(fork) == before
    assert fingerprint(match) == prints[-1]


def test_replayed_is_the_match_at_an_earlier_answer() -> None:
    match, prints = escape_prints(8, 4, 80)
    assert not match.over
    total = len(match.answers())
    for answers in (0, 1, total // 2, total):
        early = match.replayed(answers)
        assert fingerprint(early) in prints
    assert fingerprint(match.replayed()) == prints[-1]
    assert [(e.code, e.params) for e in match.replayed().log] == [(e.code, e.params) for e in match.log]

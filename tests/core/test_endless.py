"""Rules that go on without asking anybody are stopped and named; the position stays what it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.errors import RuleFault, SaveError
from fireteam.core.match import Checkpoint, Match
from fireteam.core.questions import Choose, Roll, Rule
from fireteam.core.runner import MOST_STEPS, Runner
from fireteam.core.saves import read
from tests.core.toygame import ONE, ONLY, Toy, ToySetting, ToyState, ToyTable, find_toy, fingerprint, toy
from tests.kit.hostile import beginning_at

Spin = Callable[[ToyTable], Rule[None]]


def steps_without_end(t: ToyTable) -> Rule[None]:
    """A step that leaves the position as it is: the kernel would come back to it for ever."""
    t.state.phase = "quiet"
    t.state.turn = 0
    yield from ()


def rolls_without_end(t: ToyTable) -> Rule[None]:
    """One rule that rolls for ever."""
    while True:
        yield Roll(0, "again")


def forced_without_end(t: ToyTable) -> Rule[None]:
    """One rule that has one option to offer, for ever."""
    while True:
        yield Choose(0, "no way round", lambda: [ONLY])


class Endless(ToySetting):
    """A toy in which what follows an answer never ends."""

    def __init__(self, spin: Spin) -> None:
        super().__init__(Toy())
        self.spin = spin

    def step(self, table: ToyTable) -> Rule[None] | None:
        """What never ends in place of what a rule leaves to do."""
        return self.spin(table) if table.state.phase in ("forced", "quiet") else super().step(table)


SPINS = [steps_without_end, rolls_without_end, forced_without_end]


@pytest.mark.parametrize("spin", SPINS)
def test_an_answer_that_never_ends_is_a_fault_and_changes_nothing(spin: Spin) -> None:
    match = Match(Endless(spin), Seeded(3))
    before = fingerprint(match)
    with pytest.raises(RuleFault, match=f"{MOST_STEPS} steps without asking anybody"):
        match.answer("add 1")
    assert fingerprint(match) == before
    assert match.answered == 0


@pytest.mark.parametrize("spin", SPINS)
def test_a_position_that_never_comes_to_a_question_is_a_fault(spin: Spin) -> None:
    match = Match(Endless(spin), Seeded(3))
    match.checkpoint = Checkpoint(ToyState("quiet"), 0, None, [], None)
    for _ in range(2):
        with pytest.raises(RuleFault, match="without asking anybody"):
            _ = match.decision


def test_a_runner_that_never_comes_to_a_question_is_a_fault() -> None:
    setting = Endless(steps_without_end)
    with pytest.raises(RuleFault, match="without asking anybody"):
        Runner(setting, setting.table(ToyState("quiet"), False))


def test_a_save_that_never_comes_to_a_question_is_refused() -> None:
    def find(name: str) -> Any:
        game = find_toy(name)
        # The game of the save is one whose rules do not end.
        game.prepare = lambda **_: Endless(steps_without_end)
        return game

    text = toy().save()
    position = {"rolls": 0, "state": ToyState("quiet").dump()}
    with pytest.raises(SaveError, match="RuleFault: the rules went on"):
        read(beginning_at(text, position), find)


def test_a_save_whose_rules_ask_a_seat_that_is_none_is_refused() -> None:
    class Strange(ToySetting):
        def step(self, table: ToyTable) -> Rule[None] | None:
            return self._asked(table)

        def _asked(self, table: ToyTable) -> Rule[None]:
            yield Choose(2, "nobody's turn", lambda: [ONE, ONLY])

    game = find_toy("toy")
    game.prepare = lambda **_: Strange(Toy())
    with pytest.raises(SaveError, match="seat 2 is asked, and there are 2"):
        read(toy().save(), lambda name: game)


def test_as_many_questions_as_one_likes_are_no_fault() -> None:
    class Long(ToySetting):
        def step(self, table: ToyTable) -> Rule[None] | None:
            return self._asked(table)

        def _asked(self, table: ToyTable) -> Rule[None]:
            yield Choose(0, "on and on", lambda: [ONE, ONLY])

    match = Match(Long(Toy()), None, checkpoints=0)
    for _ in range(MOST_STEPS + 5):
        match.answer("add 1")
    again = match.replayed()
    assert again.answered == match.answered == MOST_STEPS + 5

"""A match takes only answers to the question of the moment, and a failing rule leaves the position as it was."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import fireteam
from fireteam.core.dice import Given, Seeded
from fireteam.core.errors import IllegalAnswer, RuleFault, WrongSeat
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Forced, Option, Roll, Rule
from tests.core.toygame import ONE, ONLY, TWO, Toy, ToySetting, ToyTable, fingerprint, toy


def play(match: Match, *keys: str) -> Match:
    """Answer by keys."""
    for key in keys:
        match.answer(key)
    return match


def test_answer_by_option_and_by_key_are_the_same() -> None:
    by_key, by_option = toy(), toy()
    by_key.answer("add 2")
    by_option.answer(by_option.decision.options[1])
    assert fingerprint(by_key) == fingerprint(by_option)
    assert by_key.state.sum == 2


def test_the_game_is_played_to_its_result() -> None:
    match = play(toy(), "add 1", "add 2", "quiet", "add 1", "add 2", "add 1", "add 0", "add 2")
    assert match.over and match.decision is None
    assert match.state.sum == 9
    assert match.result is not None and match.result.winner == 1
    assert match.told == ["added 1", "added 2", "added 1", "added 2", "added 1", "added 0", "added 2"]


@pytest.mark.parametrize("wrong", ["add 7", "", "ADD 1", 3, None, ("add 1",), Option("add 1", "add", (1,))])
def test_an_answer_that_is_no_option_changes_nothing(wrong: object) -> None:
    match = play(toy(), "add 1", "add 2")
    before = fingerprint(match)
    with pytest.raises(IllegalAnswer):
        match.answer(wrong)
    assert fingerprint(match) == before
    match.answer("add 1")
    assert match.state.sum == 4


def test_a_wrong_key_is_answered_with_near_ones_or_the_reason() -> None:
    match = toy()
    with pytest.raises(IllegalAnswer, match=r"did you mean 'add 1' or"):
        match.answer("ad 1")
    with pytest.raises(IllegalAnswer, match=r"add 9.*9 is too much \(TOY-1\)"):
        match.answer("add 9")
    refusal = match.why_not("add 9")
    assert refusal is not None and refusal.decisive.rule == "TOY-1"
    assert match.why_not("add 1") is None


def test_a_stale_option_object_is_refused_though_its_key_is_on_offer() -> None:
    match = toy()
    stale = match.decision.find("add 1")
    assert stale is ONE
    match.answer("add 2")
    assert match.decision.find("add 1") is not stale
    before = fingerprint(match)
    with pytest.raises(IllegalAnswer):
        match.answer(stale)
    assert fingerprint(match) == before


def test_a_stale_option_of_a_whole_game_is_refused() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    placed = match.decision.options[0]
    match.answer(placed)
    assert placed not in match.decision.options, "one crate a room: the square is gone"
    before = match.state.dump()
    with pytest.raises(IllegalAnswer):
        match.answer(placed)
    assert match.state.dump() == before


def test_the_wrong_seat_is_refused() -> None:
    match = toy()
    before = fingerprint(match)
    with pytest.raises(WrongSeat, match="for seat 0, not for seat 1"):
        match.answer("add 1", seat=1)
    assert fingerprint(match) == before
    match.answer("add 1", seat=0)
    match.answer("add 2", seat=1)
    assert match.state.sum == 3


def test_no_answer_after_the_end() -> None:
    match = play(toy(), *["add 2"] * 8)
    before = fingerprint(match)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        match.answer("add 2")
    assert fingerprint(match) == before
    assert match.refusals() == [] and match.why_not("add 9") is None


@pytest.mark.parametrize("checkpoints", [1, 3, 0])
@pytest.mark.parametrize("moves", [(), ("add 1", "add 2"), ("roll", "roll", "draw", "add 1")])
def test_a_rule_that_raises_leaves_the_position_before_the_answer(checkpoints: int, moves: tuple[str, ...]) -> None:
    match = play(toy(checkpoints=checkpoints), *moves)
    before = fingerprint(match)
    for _ in range(3):
        with pytest.raises(RuleFault, match="a rule failed: ValueError: broken rule"):
            match.answer("broken")
        assert fingerprint(match) == before
    match.answer("add 1")
    assert match.state.sum == before[0]["sum"] + 1


def test_a_rule_that_raises_at_a_later_question_leaves_that_question() -> None:
    match = toy()
    match.answer("late")
    assert match.decision.topic == "late choice"
    before = fingerprint(match)
    with pytest.raises(RuleFault, match="a rule failed: ValueError: late breach"):
        match.answer(TWO)
    assert fingerprint(match) == before
    match.undo()
    match.answer("roll")
    assert match.decision.topic == "turn 1"


def test_a_choice_without_options_is_a_fault_of_the_rule() -> None:
    match = play(toy(), "add 1", "add 2")
    before = fingerprint(match)
    with pytest.raises(RuleFault, match="nothing to choose"):
        match.answer("empty")
    assert fingerprint(match) == before


def test_a_fault_in_the_first_step_is_raised_at_every_look() -> None:
    class Faulty(ToySetting):
        def step(self, table: ToyTable) -> Rule[None] | None:
            def rule() -> Rule[None]:
                yield Choose(0, "nothing at all", list)

            return rule()

    match = Match(Faulty(Toy()), Seeded(1))
    for _ in range(2):
        with pytest.raises(RuleFault, match="nothing at all"):
            _ = match.decision


def test_forced_answers_are_recorded_and_not_asked() -> None:
    match = toy()
    match.answer("add 1")
    assert match.decision.topic == "turn 1"
    first, second = match.answers()
    assert first is ONE
    assert isinstance(second, Forced) and second.option is ONLY


def test_a_closed_question_cannot_be_listed_late() -> None:
    def source() -> Sequence[Option]:
        raise AssertionError("listed from a table that has moved on")

    question = Choose(0, "late look", source)
    question.close()
    with pytest.raises(IllegalAnswer, match="has been answered"):
        _ = question.options


def test_an_answered_decision_keeps_what_it_listed_and_asks_the_table_no_more() -> None:
    match = toy()
    decision = match.decision
    keys = decision.keys()
    match.answer("add 1")
    assert decision.keys() == keys
    assert decision._source is None


class Counting(ToySetting):
    """A toy that notes which questions were listed."""

    def __init__(self) -> None:
        super().__init__(Toy())
        self.listed: list[str] = []

    def step(self, table: ToyTable) -> Rule[None] | None:
        rule = super().step(table)
        return None if rule is None else self._watched(rule)

    def _watched(self, rule: Rule[None]) -> Rule[None]:
        value = None
        while True:
            try:
                question = rule.send(value)
            except StopIteration:
                return
            value = yield self._noted(question) if isinstance(question, Choose) else question

    def _noted(self, question: Choose) -> Choose:
        def source() -> Sequence[Option]:
            self.listed.append(question.topic)
            return question.options

        return Choose(question.seat, question.topic, source)


def test_a_re_run_lists_nothing() -> None:
    setting = Counting()
    match = play(Match(setting, Seeded(3), checkpoints=0), "add 1", "add 2", "roll")
    fork = match.fork(Seeded(3))
    setting.listed.clear()
    fork.answer("add 2")
    assert setting.listed == ["no way round", "turn 4"], "only what comes after the tape is listed"


def test_rolls_surface_without_dice_and_take_faces_only() -> None:
    match = Match(ToySetting(Toy()), None)
    match.answer("roll")
    roll = match.decision
    assert isinstance(roll, Roll) and roll.topic == "two dice"
    for wrong in ((1,), (0, 3), (7, 1), "64", (True, 2), (1.0, 2), [1, 2, 3], ONE):
        with pytest.raises(IllegalAnswer):
            match.answer(wrong)
    assert match.why_not("add 1") is None
    match.answer([6, 4])
    assert match.state.sum == 10
    match.answer("roll")
    match.answer((1, 1))
    match.answer("draw")
    with pytest.raises(IllegalAnswer, match="draw one of black, white"):
        match.answer("red")
    match.answer("white")
    assert match.state.seen == ("white",)


def test_missing_given_dice_leave_the_position() -> None:
    match = toy(Given([3, 4, 5]))
    match.answer("roll")
    before = fingerprint(match)
    with pytest.raises(IllegalAnswer, match=r"no dice given for 'two dice' \(2 wanted, 1 left\)"):
        match.answer("roll")
    assert fingerprint(match) == before
    assert match.state.sum == 7


def test_a_match_that_nobody_listens_to_can_still_tell() -> None:
    loud, silent = toy(), toy(events=False)
    for match in (loud, silent):
        play(match, "add 1", "roll", "add 2")
    assert silent.told == loud.told
    assert [*silent.log] == [*loud.log]

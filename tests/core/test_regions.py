"""Questions over a region: any legal point answers, by a person or a bot; some are listed; none is forced."""

from __future__ import annotations

from typing import cast

import pytest

from fireteam.core.errors import IllegalAnswer
from fireteam.core.game import Game
from fireteam.core.questions import SUGGESTIONS, Choose, Option
from fireteam.core.saves import read
from tests.core.hidegame import Hide, Line, hiding


def test_any_legal_point_answers_and_a_near_one_becomes_legal() -> None:
    match = hiding()
    match.answer("to 37")
    assert match.state.sum == 37
    match.answer("to 101")  # one beyond the end: the end is meant
    assert match.state.seen == ((100, "high"),)
    with pytest.raises(IllegalAnswer, match="'to 102' is not an option of 'seek 1'"):
        match.answer("to 102")
    with pytest.raises(IllegalAnswer, match="is not an option"):
        match.answer("somewhere")
    assert match.state.seen == ((100, "high"),)


def test_some_are_listed_beside_the_plain_options() -> None:
    match = hiding()
    assert len(match.decision.options) == SUGGESTIONS
    match.answer(match.decision.options[0])
    keys = match.decision.keys()
    assert keys[0] == "give up" and len(keys) == SUGGESTIONS + 1
    assert match.decision.options is match.decision.options


def test_an_option_of_a_region_is_known_by_its_key() -> None:
    match = hiding()
    found = match.decision.find("to 55")
    assert found is not None and found not in match.decision.options
    match.answer(found)
    assert match.state.sum == 55
    with pytest.raises(IllegalAnswer):
        match.answer(Option("to 555", "seek", (555,)))


def test_a_region_is_never_listed_in_play_and_never_forced() -> None:
    asked: list[int] = []

    class Counted(Line):
        def suggest(self, count: int) -> list[Option]:
            asked.append(count)
            return []

    region = Counted(5, 5, "hide")
    question = Choose(0, "hide", lambda: [], region)
    assert question.find("to 5") is not None and asked == []
    match = hiding()
    assert isinstance(match.decision, Choose) and match.decision._options is None


def test_a_point_drawn_at_random_is_an_answer_and_lists_nothing() -> None:
    match = hiding()
    question = match.decision
    numbers = iter([0.9, 0.5])
    option = question.draw(lambda: next(numbers))
    assert question._options is None
    assert question.offers(option)
    match.answer(option)
    assert [entry.key for entry in match.answers() if isinstance(entry, Option)][-1] == option.key
    plain = Choose(0, "plain", lambda: [Option("a", "a"), Option("b", "b")])
    assert plain.draw(lambda: 0.6).key == "b"


def test_an_answered_region_is_gone() -> None:
    match = hiding()
    question = match.decision
    match.answer("to 9")
    assert question.region is None
    with pytest.raises(IllegalAnswer, match="has been answered"):
        question.find("to 9")


def test_forks_undo_and_saves_know_points() -> None:
    match = hiding()
    for key in ("to 40", "to 20", "to 61"):
        match.answer(key)
    fork = match.fork()
    fork.answer("to 40")
    assert fork.result is not None and fork.result.winner == 1 and not match.over
    again = read(match.save(), lambda name: cast("Game", Hide()))
    assert again.state.dump() == match.state.dump() and again.decision.topic == "seek 2"
    match.undo()
    assert match.state.seen == ((20, "low"),) and match.decision.find("to 61") is not None


def test_the_first_option_needs_no_list_of_suggestions() -> None:
    asked: list[int] = []

    class Counted(Line):
        def suggest(self, count: int) -> list[Option]:
            asked.append(count)
            return list(super().suggest(count))[:count]

    region, given = Counted(5, 9, "hide"), Option("give up", "give_up")
    assert Choose(0, "hide", lambda: [], region).first().key == region.suggest(1)[0].key and asked == [1, 1]
    assert Choose(0, "seek", lambda: [given], Counted(5, 9, "seek")).first() is given
    assert Choose(0, "plain", lambda: [given]).first() is given

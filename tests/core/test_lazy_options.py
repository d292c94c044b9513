"""Lists whose options are judged one by one: only what somebody looks at is judged, and nothing once the table has
moved on."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.errors import IllegalAnswer, RuleFault
from fireteam.core.match import Match
from fireteam.core.questions import Choose, LazyOptions, Option, Rule
from tests.core import toygame
from tests.core.toygame import ToyTable, toy

NUMBERS = tuple(Option(f"take {number}", "take", (number,)) for number in range(8))


class Judge:
    """Odd numbers and the last are legal; remembers whom it was asked about."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, option: Option) -> bool:
        self.asked.append(option.args[0])
        return bool(option.args[0] % 2)


def test_as_a_sequence_it_holds_the_legal_ones_in_order() -> None:
    judge = Judge()
    sifted = LazyOptions(NUMBERS, judge)
    assert judge.asked == []
    assert [option.args[0] for option in sifted] == [1, 3, 5, 7]
    assert len(sifted) == 4 and sifted[1] is NUMBERS[3] and sifted[1:3] == [NUMBERS[3], NUMBERS[5]]
    assert NUMBERS[3] in sifted and NUMBERS[2] not in sifted
    assert sorted(judge.asked) == list(range(8))  # each once


def test_a_key_has_one_option_judged_and_two_are_enough_to_ask() -> None:
    judge = Judge()
    sifted = LazyOptions(NUMBERS, judge)
    assert sifted.find("take 5") is NUMBERS[5] and sifted.find("take 4") is None and sifted.find("take 9") is None
    assert judge.asked == [5, 4]
    judge = Judge()
    assert LazyOptions(NUMBERS, judge).several and judge.asked == [7, 0, 1]
    assert not LazyOptions(NUMBERS[:2], Judge()).several


def test_every_legal_option_is_as_likely_as_the_others() -> None:
    rng, seen = Random(5), Counter[int]()
    for _ in range(4000):
        seen[LazyOptions(NUMBERS, Judge()).draw(rng.random).args[0]] += 1
    assert sorted(seen) == [1, 3, 5, 7]
    assert all(900 <= count <= 1100 for count in seen.values())
    with pytest.raises(IllegalAnswer, match="no option is legal"):
        LazyOptions(NUMBERS[:1], Judge()).draw(rng.random)


def test_nothing_is_judged_at_a_table_that_has_moved_on() -> None:
    sifted = LazyOptions(NUMBERS, Judge())
    assert sifted.find("take 3") is NUMBERS[3]
    sifted.close()
    assert sifted.find("take 3") is NUMBERS[3]
    with pytest.raises(IllegalAnswer, match="has been answered"):
        len(sifted)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The turns of the toy game offer numbers: those above the sum, or none; who was judged is listed."""
    asked: list[int] = []

    def turn(t: ToyTable) -> Rule[None]:
        def legal(option: Option) -> bool:
            asked.append(option.args[0])
            return bool(option.args[0] > t.state.sum % 8 or not option.args[0])

        pick: Option = yield Choose(
            t.state.turn % 2, f"turn {t.state.turn}", lambda: LazyOptions((*NUMBERS[1:], NUMBERS[0]), legal)
        )
        t.add(pick.args[0])
        t.state.phase = "quiet"

    monkeypatch.setattr(toygame, "turn", turn)
    return asked


def answers_of(match: Match) -> list[str]:
    return [str(entry) for entry in match.answers()]


def test_a_match_judges_what_is_needed_and_forces_what_is_alone(judged: list[int]) -> None:
    match = toy(Seeded(1))
    assert match.decision is not None and judged == [0, 1]
    match.answer("take 6")
    assert judged == [0, 1, 6, 0, *range(1, 8)]
    assert match.decision.keys() == ["take 7", "take 0"]
    with pytest.raises(IllegalAnswer):
        match.answer("take 3")
    match.answer("take 7")
    assert match.state.sum == 13 and match.decision.keys() == ["take 6", "take 7", "take 0"]
    match.answer("take 7")
    match.answer("take 5")
    match.answer("take 6")  # 31: only nothing is legal now, so nobody is asked any more
    assert match.over and match.state.sum == 31
    assert answers_of(match.replayed()) == answers_of(match)


def test_a_fork_judges_at_its_own_table_and_takes_options_of_the_other(judged: list[int]) -> None:
    match = toy(Seeded(1))
    option = match.decision.draw(Random(3).random)
    fork = match.fork(Seeded(2))
    match.answer("take 7")
    del judged[:]
    fork.answer(option)
    assert fork.state.sum == option.args[0] and match.state.sum == 7
    other = toy(Seeded(1)).fork(Seeded(2))
    assert other.decision.keys() == [f"take {number}" for number in (*range(1, 8), 0)]


def test_a_law_that_raises_is_a_fault_by_name() -> None:
    def law(option: Option) -> bool:
        raise KeyError(option.key)

    options = LazyOptions([Option("one", "one"), Option("two", "two")], law)
    with pytest.raises(RuleFault, match="a rule failed: KeyError: 'one'"):
        _ = options.legal

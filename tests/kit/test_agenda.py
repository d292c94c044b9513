"""The agenda: a sequence keeps its place, gives way to what begins above it, and ends by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.kit import agenda
from fireteam.kit.agenda import OVER, Sequence, Steps, aftermath, back_to, each
from fireteam.kit.records import field
from fireteam.kit.supplements import Windows
from tests.kit.walks import (
    Frame,
    Guides,
    Loud,
    Setting,
    State,
    Stumble,
    Table,
    Walk,
    Walking,
    choose,
    fall,
    pace,
    walk,
)

RECORD: Any = type(agenda.Frame)
"""Makes a class of frames, as `class` does."""
WALKED = (
    "on the way", "on the way", "left", "right", "last", "loud", "rests", "looks back", "on the way",
)  # fmt: skip


@pytest.mark.parametrize("checkpoints", [0, 1, 2, 5])
def test_a_sequence_goes_on_from_its_step(checkpoints: int) -> None:
    match = walk(Given([1, 2, 6]), checkpoints=checkpoints)
    for key in ("2", "on", "on", "0"):
        match.answer(key)
    assert match.over and match.state.seen == WALKED and not match.state.agenda


def test_what_a_frame_gives_back_decides_whether_the_next_is_due() -> None:
    match = walk(Given([6, 6, 3]))
    match.answer("0")
    match.answer("0")
    assert "rests" not in match.state.seen, "the last fall showed 3"


def test_odds_look_no_further_than_the_aftermath() -> None:
    match = walk(Given([1, 2, 6]))
    odds = match.odds("0")
    assert odds.exact and set(odds.of("seen")) == {6, 7}, (
        "two arrivals, two shoes, two guides, perhaps a rest; no looking back"
    )
    assert odds.of("seen")[7].denominator == 2


def test_what_comes_after_an_aftermath_belongs_to_it_by_whatever_name() -> None:
    class Evening(Sequence, Frame):
        kind = "evening"
        solved = True

        @staticmethod
        def steps() -> Steps[Table, Any]:
            return (fall, aftermath(fall), each(Guides.after), back_to(fall, lambda t, s: False))

    def solved(step: str) -> bool:
        evening = Evening()
        evening.step = step
        return evening.solved_through()

    assert [solved(step) for step in ("", "fall")] == [True, True]
    later = ("fall 2", "after of loud", "after of calm", "back to fall", OVER)
    assert [solved(step) for step in later] == [False] * 5
    assert Evening.listed(Windows(Guides, (Loud(),))).names == ("fall", "fall 2", "after of loud", "back to fall", OVER)
    del Frame.kinds["evening"]


def test_a_match_may_be_frames_from_its_opening_on() -> None:
    class Opened(Setting):
        steps, opening = {}, Walk

    match = Match(Opened(Walking()), Given([1, 2, 6]), checkpoints=1)
    for key in ("2", "on", "on", "0"):
        assert not match.over
        match.answer(key)
    assert match.over and match.state.seen == WALKED
    again = Match(Opened(Walking()), Given([]))
    assert again.state.agenda[-1].kind == "walk" and again.setting.load_state(again.state.dump()).agenda


def test_a_frame_is_saved_with_its_place_and_loaded_by_its_family() -> None:
    match = walk(Given([1]), checkpoints=1)
    match.answer("2")
    frame = match.state.agenda[-1]
    assert frame.step == "pace" and frame.at(pace) and not frame.at(choose)
    again = State.load(json.loads(json.dumps(match.state.dump())))
    assert again.dump() == match.state.dump() and type(again.agenda[-1]) is Walk
    with pytest.raises(ValueError, match="no frame 'swim'"):
        Frame.load({"kind": "swim"})


def test_a_frame_may_be_placed_at_a_step_by_hand() -> None:
    assert Walk(2).placed(pace).step == "pace"
    with pytest.raises(ValueError, match="fall is no step of Walk"):
        Walk(2).placed(fall)


def test_a_rule_that_stands_three_times_has_three_places() -> None:
    class Thrice(Sequence, Frame):
        kind = "thrice"

        @staticmethod
        def steps() -> Steps[Table, Stumble]:
            return (fall, fall, fall)

    assert Thrice.listed(Windows(Guides)).names[:3] == ("fall", "fall 2", "fall 3")
    del Frame.kinds["thrice"]


def test_two_of_one_name_cannot_hang_in_one_match() -> None:
    with pytest.raises(ValueError, match="two are called 'loud'"):
        Windows(Guides, (Loud(), Loud()))


def test_a_family_of_frames_has_no_fields_and_each_kind_once() -> None:
    with pytest.raises(TypeError, match="a family of frames"):
        RECORD("Own", (agenda.Frame,), {"__annotations__": {"x": "int"}, "x": field(default=0), "__module__": __name__})
    with pytest.raises(TypeError, match="two frames of one game are called 'walk'"):
        RECORD("Again", (Frame,), {"kind": "walk", "__module__": __name__})


def test_each_makes_one_step_of_each_supplement_in_its_order() -> None:
    class Tour(Sequence, Frame):
        kind = "tour"

        @staticmethod
        def steps() -> Steps[Table, Walk]:
            return (each(Guides.after),)

    setting: Any = walk(Given([])).setting
    windows = setting.windows
    assert Tour.listed(windows).names[:2] == ("after of last", "after of loud")
    del Frame.kinds["tour"]


def test_forks_at_an_untouched_question_share_one_copy_and_saves_do_not_notice() -> None:
    match = walk(Given([1, 2, 6]))
    match.answer("2")
    before = match.save()
    one, other = match.fork(), match.fork()
    assert one.checkpoint is other.checkpoint and one.checkpoint is not match.checkpoint and not one.tape
    assert match.save() == before
    one.answer("halt")
    assert one.decision.topic == "how far" and other.decision.topic == "on?" and match.decision.topic == "on?"
    one.undo()
    assert one.decision.topic == "on?" and one.answered == match.answered


def test_a_step_that_has_written_to_its_frame_is_run_again_by_forks() -> None:
    match = walk(Given([1, 2, 6]))
    match.answer("2")
    frame = match.state.agenda[-1]
    frame.left = 1
    assert not match.table.untouched()
    frame.left = 2
    assert match.table.untouched()
    match.table.see("a hare")
    assert not match.table.untouched()

"""The round: turns, passing, one more model, initiative, the end phase."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import match_over, table_at, unit
from fireteam.games.deadzone.round import Round, take_turn
from tests.deadzone.battlefield import offered, play, setting_with
from tests.deadzone.examining import LOOKS


def turn(mine: int, theirs: int, *dice: Any, command: Any = ({}, {}), **fields: Any) -> Match:
    """The first side has the turn; nobody is near anybody. A model does nothing unless it is told to."""
    units = {f"a{n}": (0, unit("A", speed=(0, 0))) for n in range(1, mine + 1)}
    units |= {f"b{n}": (1, unit("B", speed=(0, 0))) for n in range(1, theirs + 1)}
    at = {name: f"{name[1]},{1 if name[0] == 'a' else 8},1" for name in units}
    setting = setting_with(units, options=fields.pop("options", None))
    table = table_at(setting, at, Round().placed(take_turn), command=command, **fields)
    return match_over(table, Given(dice, then=Seeded(1)))


@pytest.mark.rule("DZ-ROUND-02", "DZ-ROUND-03", "DZ-ROUND-06", "DZ-ROUND-07", "DZ-ROUND-08", "DZ-ROUND-09")
def test_passing_when_outnumbered_and_the_next_initiative() -> None:
    match = turn(3, 5)
    assert "pass" in offered(match)
    play(match, "activate a1")
    assert match.decision.seat == 1 and "pass" not in offered(match)
    play(match, "activate b1", "activate a2", "activate b2")
    assert offered(match) == ["activate a3", "pass"]
    play(match, "pass", "activate b3")
    assert offered(match) == ["activate a3", "pass"]  # a pass is not for good
    play(match, "activate a3")
    assert match.state.finished == 0
    play(match, "activate b4")  # the last of them is the only answer left
    assert (match.state.round, match.state.initiative) == (2, 0)


@pytest.mark.rule("DZ-ROUND-07")
def test_equal_numbers_do_not_pass() -> None:
    assert "pass" not in offered(turn(2, 2))


@pytest.mark.rule("DZ-CMD-07")
def test_one_more_model_once_in_a_turn() -> None:
    match = play(turn(3, 3, command=({"+1 model": 2}, {})), "activate a1")
    assert offered(match) == ["pass", "one more: a2", "one more: a3"]
    play(match, "one more: a3")
    assert (match.decision.seat, match.state.command[0][0]) == (1, 1)


@pytest.mark.rule("DZ-ROUND-12", "DZ-CMD-04")
def test_the_end_phase_clears_markers_dice_and_what_lasts() -> None:
    match = turn(1, 1, command=({"Dice": 2}, {}), models={"a1": {"lasting": frozenset({"adrenaline"})}}, round=1)
    assert match.state.round == 2
    assert not any(m.activated or m.lasting for m in match.state.models)
    assert sum(match.state.command[0]) == 3


@pytest.mark.rule("DZ-ROUND-15", "DZ-ROUND-01")
def test_a_side_without_models_is_done_first_and_the_other_plays_alone() -> None:
    units = {"a1": (0, unit("A", speed=(0, 0))), "a2": (0, unit("A", speed=(0, 0))), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"a1": "1,1,1", "a2": "2,1,1"}, models={"b": {"status": 2}})
    match = match_over(table, Given([], then=Seeded(1)))
    assert (match.state.round, match.state.finished) == (2, 1)
    while match.state.round == 2:
        match.answer(offered(match)[0])
    assert (match.state.round, match.state.initiative) == (3, 1)


@pytest.mark.rule("DZ-ROUND-09")
def test_of_both_done_at_once_the_one_who_is_not_acting_is_first() -> None:
    units = {"a": (0, unit("A")), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"a": "1,1,1", "b": "8,8,1"}, models={n: {"activated": True} for n in units})
    table.look_finished()
    assert table.state.finished == 1


@pytest.mark.rule("DZ-AB-DROP-06", "DZ-ROUND-07")
def test_a_counted_suit_is_marked_by_doing_nothing() -> None:
    units = {"a": (0, unit("A", keywords=["Drop Suit"])), "c": (0, unit("C")), "b": (1, unit("B"))}
    setting = setting_with(units, options={"drop_suit_reserve": "counted"})
    match = match_over(
        table_at(setting, {"b": "8,8,1", "c": "1,1,1"}, Round().placed(take_turn)), Given([], then=Seeded(1))
    )
    assert offered(match) == ["activate a", "activate c"]
    assert list(LOOKS["refusals"](match, random.Random(1))) == []
    play(match, "activate a")
    assert match.state.models[0].activated and match.state.models[0].place == -1


@pytest.mark.rule("DZ-ROUND-04", "DZ-ROUND-05", "DZ-CMD-05", "DZ-CMD-09", "DZ-CMD-13", "DZ-CMD-14")
def test_free_actions_are_outside_the_allowance_and_one_for_a_model() -> None:
    units = {"a": (0, unit("A")), "b": (1, unit("B"))}
    table = table_at(setting_with(units), {"a": "1,1,1", "b": "8,8,1"}, Activation(0), command=({"Advance": 2}, {}))
    match = match_over(table, Given([], then=Seeded(1)))
    play(match, "sprint", "step to 2,1,1", "step to 3,1,1", "stand SW")
    assert offered(match) == ["advance for a die", "end the activation"]
    play(match, "advance for a die")
    play(match, "step to 4,1,1", "stand SW")
    assert match.state.models[0].activated  # nothing is left to do: a second die may not be spent on it

"""Worlds that agree with what a seat has seen: what another seat knows is drawn afresh, and nothing else changes."""

from __future__ import annotations

import random

import pytest

from fireteam.core.errors import RuleFault, WrongSeat
from fireteam.core.match import NEVER
from tests.core.hidegame import HideSetting, HideState, hiding


@pytest.mark.parametrize("checkpoints", [1, 3, NEVER])
def test_a_seat_imagines_only_what_its_answers_allow(checkpoints: int) -> None:
    match = hiding(checkpoints=checkpoints)
    for key in ("to 37", "to 20", "to 50"):
        match.answer(key)
    rng = random.Random(1)
    worlds = [match.imagine(1, rng) for _ in range(60)]
    places = {world.state.sum for world in worlds}
    assert min(places) > 20 and max(places) < 50 and len(places) > 10
    assert all(world.view(1) == match.view(1) and world.decision.keys() == match.decision.keys() for world in worlds)
    assert {world.state.sum for world in (match.imagine(0, rng) for _ in range(5))} == {37}, "who hides knows where"
    assert match.state.sum == 37


def test_a_secret_is_not_on_the_tape_since_the_checkpoint() -> None:
    match = hiding(checkpoints=NEVER)
    match.answer("to 37")
    assert match.tape == [] and match.checkpoint.state.sum == 37
    match.answer("to 20")
    assert len(match.tape) == 1
    again = match.replayed()
    assert again.state.dump() == match.state.dump() and len(again.tape) == 1


def test_games_that_differ_in_the_secret_alone_look_alike_to_the_other_seat() -> None:
    looks = []
    for place in (30, 44):
        match = hiding()
        for key in (f"to {place}", "to 20", "to 50"):
            match.answer(key)
        looks.append((match.view(1), match.view(None), match.decision.topic, match.decision.keys()))
    assert looks[0] == looks[1]


def test_the_same_chance_gives_the_same_worlds() -> None:
    match = hiding()
    match.answer("to 37")
    first = [match.imagine(1, random.Random(5)).state.sum for _ in range(3)]
    assert first == [match.imagine(1, random.Random(5)).state.sum for _ in range(3)] and 37 not in first


def test_no_world_is_an_error_and_no_seat_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match = hiding()
    for key in ("to 37", "to 20"):
        match.answer(key)

    def wrong(self: HideSetting, state: HideState, seat: int, rng: random.Random) -> HideState:
        world = state.copy()
        world.sum = 3
        return world

    with pytest.raises(WrongSeat):
        match.imagine(7, random.Random(1))
    monkeypatch.setattr(HideSetting, "imagined", wrong)
    with pytest.raises(RuleFault, match="no world was found"):
        match.imagine(1, random.Random(1))

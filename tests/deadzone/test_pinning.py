"""Pinned models: who is, what ends it, and who comes among enemies."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, unit
from fireteam.games.deadzone.forced import Throw
from fireteam.games.deadzone.pinning import can_be_pinned
from tests.deadzone.battlefield import HERE, duel, model, rolled
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

EAST = "4,3,1"


def thrown(m: Any, *others: Any, pins: bool, dice: Any = (), **laid: Any) -> Any:
    """M is thrown east among enemies."""
    cards = {"m": (0, m), **{f"e{number}": (1, one) for number, one in enumerate(others)}}
    at = {"m": HERE} | {name: EAST for name in cards if name != "m"}
    return battle(cards, at, Throw(0, 1, 0, pins), dice=dice, **laid)


@pytest.mark.rule("DZ-PIN-02")
def test_the_activation_of_who_is_pinned_ends() -> None:
    tower = field(floors={(3, 3, 2): "full", (3, 3, 3): "full"})
    match = battle({"a": (0, unit("A"))}, {"a": "3,3,3"}, Activation(0), dice=[1] * 6, on=tower)
    play(match, "advance", "jump down to 4,3,1")
    assert rolled(match) == [(3, 3, 0)]
    a = model(match, "a")
    assert (a.pinned, a.activated) == (True, True)


@pytest.mark.rule("DZ-PIN-03")
@pytest.mark.rule("DZ-ACT-01")
def test_the_pinned_stand_up_before_anything_else() -> None:
    match = battle(
        {"a": (0, unit("A")), "b": (1, unit("B"))},
        {"a": HERE, "b": "6,6,1"},
        Activation(0),
        models={"a": {"pinned": True}},
        command=({"Advance": 1}, {}),
    )
    assert offered(match) == {"stand up", "end the activation"}
    play(match, "stand up")
    assert offered(match) == {"advance", "advance for a die", "end the activation"}  # one short action, no SPRINT


@pytest.mark.rule("DZ-PIN-04")
def test_a_pinned_target_stands_up_and_survives_against_one_more_die() -> None:
    match = battle(
        {"a": (0, unit("A")), "b": (1, unit("B"))},
        {"a": HERE, "b": EAST},
        Activation(0),
        dice=[1] * 8,
        models={"b": {"pinned": True}},
    )
    play(match, "advance", "step to 4,3,1")
    assert rolled(match) == [(5, 3, 0)]
    assert not model(match, "b").pinned


@pytest.mark.rule("DZ-PIN-05")
def test_thrown_among_enemies_and_pinned() -> None:
    match = thrown(unit("M"), unit("E"), unit("F"), pins=True, dice=[5, 1, 1, 1, 1, 1, 1, 1])
    assert match.decision.seat == 1 and offered(match) == {"strike with e0", "strike with e1"}
    play(match, "strike with e1")
    assert rolled(match) == [(5, 3, 1)]  # pinned target, friend in the cube
    assert (model(match, "m").pinned, model(match, "m").damage) == (False, 1)


@pytest.mark.rule("DZ-PIN-05")
@pytest.mark.parametrize(("fight", "keywords", "pinned"), [(5, [], True), (0, [], False), (5, ["Honourable"], False)])
def test_thrown_among_enemies_that_cannot_strike(fight: int, keywords: list[str], pinned: bool) -> None:
    match = thrown(unit("M"), unit("E", fight=fight, keywords=keywords), pins=True, models={"e0": {"pinned": pinned}})
    assert rolled(match) == []
    assert (model(match, "m").pinned, model(match, "e0").pinned) == (False, False)


@pytest.mark.rule("DZ-PIN-05")
def test_of_several_pinned_enemies_one_stands_up() -> None:
    down = {"e0": {"pinned": True}, "e1": {"pinned": True}}
    match = thrown(unit("M"), unit("E"), unit("F"), pins=True, models=down)
    assert match.decision.seat == 1 and offered(match) == {"e0 stands up", "e1 stands up"}
    play(match, "e1 stands up")
    assert [model(match, name).pinned for name in ("m", "e0", "e1")] == [False, True, False]


@pytest.mark.rule("DZ-PIN-06")
@pytest.mark.parametrize(("keywords", "pins"), [([], False), (["Construct"], True)])
def test_thrown_among_enemies_and_not_pinned_it_fights(keywords: list[str], pins: bool) -> None:
    match = thrown(unit("M", fight=6, keywords=keywords), unit("E"), pins=pins, dice=[1] * 7)
    assert match.decision.seat == 1 and offered(match) == {"fight back", "survive"}
    assert rolled(play(match, "fight back")) == [(4, 3, 0)]


@pytest.mark.rule("DZ-PIN-07")
@pytest.mark.parametrize(
    ("keyword", "can"),
    [("Construct", False), ("Solid", False), ("Vehicle", False), ("Walker", False), ("Bike", True), ("Tough", True)],
)
def test_who_can_be_pinned(keyword: str, can: bool) -> None:
    match = battle({"a": (0, unit("A", keywords=[keyword]))}, {"a": HERE}, Throw(0, 1, 0, True))
    assert can_be_pinned(match.table, 0) is can
    assert model(match, "a").pinned is can


@pytest.mark.rule("DZ-PIN-08")
def test_pinned_twice_is_pinned_once() -> None:
    match = battle({"a": (0, unit("A"))}, {"a": HERE}, Throw(0, 1, 0, True), Throw(0, 1, 0, True), Activation(0))
    assert model(match, "a").pinned and offered(match) == {"stand up", "end the activation"}
    play(match, "stand up")
    assert not model(match, "a").pinned


@pytest.mark.rule("DZ-PIN-09")
@pytest.mark.parametrize("activated", [False, True])
def test_standing_up_for_free_leaves_the_marker_alone(activated: bool) -> None:
    match = duel(unit("A"), unit("B"), dice=[1] * 7, models={"b": {"pinned": True, "activated": activated}})
    assert (model(match, "b").pinned, model(match, "b").activated) == (False, activated)

"""Assaults: who may, with what, how many dice, and what the winner does."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, unit, weapon
from fireteam.games.deadzone.assault import ACTION, AWAY, MOVED, STANDING
from tests.deadzone.battlefield import HERE, duel, model, rolled, told
from tests.deadzone.battlefield import placed as place
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

BLADE = weapon("Blade", "CC", ap=1)
RIFLE = weapon("Rifle", 6, ap=2)


@pytest.mark.rule("DZ-ASLT-01")
def test_assault_is_long_and_needs_an_enemy_from_the_start() -> None:
    cards = {"a": (0, unit("A")), "b": (1, unit("B")), "c": (1, unit("C"))}
    near = battle(cards, {"a": HERE, "b": HERE, "c": "6,6,1"}, Activation(0), dice=[1] * 6)
    assert "assault b" in offered(near)
    play(near, "assault b", "survive")
    assert model(near, "a").activated  # nothing was left to do
    for rule, expected in (("action_start", False), ("any_time", True)):
        late = battle(
            cards,
            {"a": HERE, "b": "4,3,1", "c": "6,6,1"},
            Activation(0),
            dice=[1] * 7,
            command=({"Advance": 1, "Assault": 1}, {}),
            options={"assault_start": "any_time"} if rule == "any_time" else {},
        )
        play(late, "advance for a die", "step to 4,3,1", "survive", "keep the dice")
        assert ("assault b" in offered(late)) is expected
        assert "assault b for a die" not in offered(late)


@pytest.mark.rule("DZ-ASLT-01")
def test_only_enemies_met_at_the_start_are_assaulted() -> None:
    cards = {"a": (0, unit("A")), "b": (1, unit("B", fight=0)), "c": (1, unit("C"))}
    match = battle(
        cards,
        {"a": HERE, "b": HERE, "c": "4,3,1"},
        Activation(0),
        dice=[1] * 7,
        command=({"Advance": 1}, {}),
    )
    play(match, "advance for a die", "break away", "step to 4,3,1", "survive")
    assert offered(match) == {"advance", "end the activation"}


@pytest.mark.rule("DZ-ASLT-02")
def test_moving_in_starts_a_fight_that_is_no_action() -> None:
    cards = {"a": (0, unit("A", fight=2, keywords=["Medic"])), "b": (1, unit("B", health=1)), "c": (1, unit("C"))}
    match = battle(
        cards,
        {"a": HERE, "b": "4,3,1", "c": "4,3,1"},
        Activation(0),
        dice=[2, 2, 2, 2, 1, 1, 1, 1, 1],
        models={"a": {"damage": 1}, "c": {"pinned": True}},
    )
    play(match, "advance", "step to 4,3,1")
    assert offered(match) == {"fight b", "fight c"}
    play(match, "fight b", "survive")
    assert rolled(match) == [(4, 5, 4)]
    assert offered(match) == {"heal a", "end the activation"}  # the second short action


@pytest.mark.rule("DZ-ASLT-03")
def test_close_weapons_alone_one_named_or_none() -> None:
    rifle = play(duel(unit("A", RIFLE, fight=2), unit("B", armour=1), dice=[2, 2, 1, 1, 1, 1]), "survive")
    assert model(rifle, "b").damage == 1  # two successes, no AP of the rifle
    match = duel(unit("A", RIFLE, BLADE, fight=2), unit("B", armour=1, health=3), dice=[2, 2, 1, 1, 1, 1])
    assert offered(match) == {"with Blade", "unarmed"}
    assert model(play(match, "with Blade", "survive"), "b").damage == 2


@pytest.mark.rule("DZ-ASLT-04")
def test_the_target_chooses_before_the_dice_even_if_activated() -> None:
    match = duel(unit("A"), unit("B", BLADE), dice=[1] * 6, models={"b": {"activated": True}})
    assert match.decision.seat == 1 and offered(match) == {"fight back", "survive"}
    play(match, "fight back")
    assert offered(match) == {"with Blade", "unarmed"} and not rolled(match)
    assert rolled(play(match, "unarmed")) == [(3, 3, 0)]


@pytest.mark.rule("DZ-ASLT-05")
@pytest.mark.parametrize(
    ("why", "fight", "pinned"), [(ACTION, 0, False), (ACTION, 3, True), (AWAY, 3, False), (STANDING, 3, False)]
)
def test_some_may_only_survive(why: str, fight: int, pinned: bool) -> None:
    dice = [5] * (7 if pinned or why == STANDING else 6)
    match = duel(unit("A"), unit("B", fight=fight), why=why, dice=dice, models={"b": {"pinned": pinned}})
    assert [fight["who"] for fight in told(match, "fights")] == ["a"]


@pytest.mark.rule("DZ-ASLT-06")
def test_a_dash_scores_nothing_but_the_enemy_does() -> None:
    match = play(duel(unit("A", fight=0), unit("B"), why=MOVED, dice=[5, 5, 1]), "fight back")
    assert rolled(match) == [(0, 3, -2)]
    assert model(match, "a").status == 2


@pytest.mark.rule("DZ-ASLT-07")
@pytest.mark.rule("DZ-ASLT-12")
@pytest.mark.rule("DZ-ASLT-13")
@pytest.mark.parametrize(
    ("a", "more", "why", "models", "dice"),
    [
        ({}, 0, ACTION, {}, 3),
        ({}, 0, MOVED, {}, 4),
        ({}, 1, ACTION, {}, 4),
        ({}, 1, ACTION, {"m0": {"pinned": True, "activated": True}}, 4),
        ({}, 3, ACTION, {}, 4),
        ({}, 0, ACTION, {"b": {"damage": 1}}, 4),
        ({"size": 2}, 0, ACTION, {}, 4),
        ({}, 0, ACTION, {"b": {"pinned": True}}, 4),
        ({"size": 2}, 1, MOVED, {"b": {"pinned": True, "damage": 1}}, 8),
    ],
)
def test_what_adds_to_fight(a: dict[str, Any], more: int, why: str, models: Any, dice: int) -> None:
    match = duel(
        unit("A", **a), unit("B", fight=0), *[(0, unit("M"))] * more, why=why, dice=[1] * (dice + 3), models=models
    )
    assert [fight["dice"] for fight in told(match, "fights")] == [dice]
    assert rolled(match) == [(dice, 3, 0)]


@pytest.mark.rule("DZ-ASLT-08")
def test_what_adds_to_survive() -> None:
    much = duel(
        unit("A"), unit("B", fight=0, size=3), (1, unit("M")), why=MOVED, dice=[1] * 10, models={"a": {"damage": 1}}
    )
    assert rolled(much) == [(4, 6, 0)]
    assert rolled(duel(unit("A"), unit("B", fight=0), why=MOVED, dice=[1] * 7)) == [(4, 3, 0)]


@pytest.mark.rule("DZ-ASLT-09")
@pytest.mark.rule("DZ-ASLT-14")
@pytest.mark.parametrize(("armour", "lost"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_who_fights_back_and_wins_does_damage_with_its_blade(armour: int, lost: int) -> None:
    match = duel(unit("A", armour=armour, health=3), unit("B", BLADE), dice=[5, 1, 1, 5, 5, 5])
    assert model(play(match, "fight back", "with Blade"), "a").damage == lost


@pytest.mark.rule("DZ-ASLT-10")
@pytest.mark.parametrize(("dice", "difference"), [([5, 1, 1, 5, 1, 1], 0), ([5, 1, 1, 8, 5, 5, 1], -2)])
def test_a_draw_or_a_better_survive_does_nothing(dice: list[int], difference: int) -> None:
    match = play(duel(unit("A"), unit("B"), dice=dice), "survive")
    assert rolled(match)[0][2] == difference
    assert (model(match, "a").damage, model(match, "b").damage) == (0, 0)


@pytest.mark.rule("DZ-ASLT-11")
def test_both_stay_where_they_are() -> None:
    match = duel(unit("A"), unit("B"), dice=[5, 5, 1, 1, 1, 1])
    before = model(match, "a").place, model(match, "a").quarters
    play(match, "survive")
    assert model(match, "b").place < 0
    assert (model(match, "a").place, model(match, "a").quarters) == before


@pytest.mark.rule("DZ-PART-04")
def test_who_lunges_into_half_a_cube_goes_back_even_if_it_kills() -> None:
    cards = {"a": (0, unit("A", size=3, fight=2, speed=(2, 3))), "b": (1, unit("B", health=1))}
    match = battle(
        cards,
        {"a": HERE, "b": "4,3,1/W"},
        Activation(0),
        dice=[2, 2, 2, 2, 1, 1, 1],
        on=field(splits={(4, 3, 1): ("x", "blocked")}),
    )
    play(match, "advance", "step to 4,3,1/W", "survive")
    assert rolled(match) == [(4, 3, 4)]  # moved in, but not larger
    assert model(match, "b").place < 0 and place(match, "a") == HERE

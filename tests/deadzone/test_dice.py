"""Dice tests: pools, bonus dice, Dice symbols, re-rolls and their order."""

from __future__ import annotations

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.assault import MOVED, Assault
from fireteam.games.deadzone.dice import SIDES, SURVIVE, side_of
from tests.deadzone.battlefield import RIFLE, battle, cubes, model, offered, told

SHOT = "shoot b with Rifle"


def shot(
    *dice: int, answers: tuple[str, ...] = (), gun: tuple[str, ...] = (), armour: int = 0, **more: object
) -> Match:
    """A clear shot of 5 dice at 5+ against 3 dice at 5+."""
    return battle(
        {"a": arena.unit("A", arena.weapon("Rifle", 6, keywords=gun))},
        {"b": arena.unit("B", armour=armour, health=9)},
        {"a": "1,1,1", "b": "4,1,1"},
        dice,
        SHOT,
        *answers,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("DZ-DICE-01", "DZ-DICE-02", "DZ-DICE-03")
def test_the_difference_of_successes_counts() -> None:
    assert model(shot(5, 6, 7, 4, 1, 5, 4, 7), "b").damage == 1
    assert model(shot(5, 6, 1, 4, 1, 5, 4, 7), "b").damage == 0, "a draw"


@pytest.mark.rule("DZ-DICE-05")
def test_every_eight_brings_a_die_that_may_bring_more() -> None:
    match = shot(8, 2, 3, 1, 1, 8, 6, 1, 1, 1)
    assert told(match, "rolled")[0]["first"] == (8, 2, 3, 1, 1, 8, 6)
    assert model(match, "b").damage == 3
    assert model(shot(8, 2, 3, 1, 1, 4, 1, 1, 1), "b").damage == 1, "a bonus die needs the target number"


@pytest.mark.rule("DZ-DICE-12")
def test_an_eight_is_a_success_whatever_is_needed() -> None:
    match = battle(
        {"a": arena.unit("A", RIFLE, ranged=8)}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "4,1,1"},
        [8, 7, 7, 7, 7, 1, 1, 1, 1], SHOT,
    )  # fmt: skip
    assert model(match, "b").damage == 1


@pytest.mark.rule("DZ-DICE-04")
def test_modifiers_change_the_number_of_dice_alone() -> None:
    side = side_of(0, 0, SURVIVE, 3 + 2 - 2, 5)
    assert (side.count, side.target) == (3, 5)


@pytest.mark.rule("DZ-DICE-06")
def test_all_modifiers_are_added_up_before_a_pool_is_empty() -> None:
    blue = {"a": arena.unit("A", RIFLE), "f": arena.unit("F")}
    walled = arena.field(walls={(3, 1, 1, "E"): "low25"})
    place = {"a": "1,1,1", "b": "4,1,1", "f": "4,1,1"}
    match = battle(blue, {"b": arena.unit("B")}, place, [5, 6, 7, 1], SHOT, on=walled)
    assert told(match, "rolled")[0]["first"] == (5,), "3 dice, less 2 for the friend"
    smoke = cubes(match, "3,2,1")
    match = battle(blue, {"b": arena.unit("B")}, place, [8, 5, 1, 1], SHOT, on=walled, smoke=smoke)
    assert told(match, "rolled")[0]["first"] == () and model(match, "b").damage == 0, "the target still rolls"
    dice: tuple[dict[str, int], ...] = ({"Dice": 1}, {})
    match = battle(blue, {"b": arena.unit("B")}, place, [5, 1, 1, 1], SHOT, "add 1 dice", on=walled,
                   command=dice, smoke=smoke)  # fmt: skip
    assert told(match, "rolled")[0]["first"] == (5,)


def test_a_pool_below_nothing_needs_more_than_one_symbol() -> None:
    assert side_of(0, 0, SURVIVE, -1, 5).count + 1 == 0


@pytest.mark.rule("DZ-DICE-07")
def test_a_dash_cannot_be_chosen() -> None:
    match = battle({"a": arena.unit("A", RIFLE, ranged=0)}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "4,1,1"})
    assert not offered(match, "shoot")
    match = battle({"a": arena.unit("A", fight=0)}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "1,1,1"})
    assert not offered(match, "assault")


@pytest.mark.rule("DZ-DICE-08")
def test_a_dash_rolls_nothing_whatever_is_added() -> None:
    match = battle(
        {"a": arena.unit("A", fight=0)}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "1,1,1"}, [5, 1, 1], "fight back",
        frames=[Assault(0, 1, MOVED)], command=({"Dice": 2}, {}),
    )  # fmt: skip
    assert told(match, "rolled")[0]["first"] == () and model(match, "a").damage == 1
    assert match.state.command[0][1] == 2, "nobody is asked to add to it"
    side = side_of(0, 0, SURVIVE, 3, 0)
    assert (side.count, side.target, side.closed) == (0, SIDES, True)


@pytest.mark.rule("DZ-DICE-09")
def test_fight_or_survive_is_chosen_before_any_die() -> None:
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, {"a": "1,1,1", "b": "1,1,1"}, (), "assault b")
    assert match.decision.topic == "answer of b" and not told(match, "rolled")
    assert match.decision.keys() == ["fight back", "survive"]


@pytest.mark.rule("DZ-DICE-10")
def test_the_attacker_declares_first_and_the_defender_answers() -> None:
    match = shot(command=({"Dice": 1}, {"Dice": 2}))
    assert (match.decision.seat, match.decision.keys()) == (0, ["add 0 dice", "add 1 dice"])
    match.answer("add 1 dice")
    assert (match.decision.seat, match.decision.keys()) == (1, ["add 0 dice", "add 1 dice", "add 2 dice"])
    assert match.state.command[0][1] == 0


@pytest.mark.rule("DZ-DICE-11")
def test_a_keyword_re_rolls_one_die_and_the_new_one_stands() -> None:
    match = shot(2, 3, 6, 1, 1, 1, 1, 1, 8, 7, gun=("Weight of Fire (1)",), answers=("re-roll 1 misses and 0 hits",))
    assert model(match, "b").damage == 3


@pytest.mark.rule("DZ-DICE-11")
def test_the_batch_may_not_take_its_bonus_dice_but_a_command_die_may() -> None:
    batch = "re-roll 2 misses and 0 hits"
    dice = (2, 3, 6, 8, 8, 6, 6, 5, 1, 1, 8, 4, 1)
    match = shot(*dice, gun=("Weight of Fire (2)",), answers=(batch,), command=({"Shoot": 1}, {}))
    assert match.decision.topic.startswith("bought re-roll")
    assert match.decision.keys() == ["keep the dice", "re-roll a miss for Shoot", "re-roll a hit for Shoot"]
    match = shot(*dice, 7, gun=("Weight of Fire (2)",), answers=(batch, "re-roll a miss for Shoot"),
                 command=({"Shoot": 1}, {}))  # fmt: skip
    assert model(match, "b").damage == 6 and sum(match.state.command[0]) == 0, "6 8 8 6 6, 8, 7 against one"


@pytest.mark.rule("DZ-DICE-11")
def test_eights_are_never_re_rolled() -> None:
    match = shot(8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 5, 5, 5, 5, 5, 1, 1, 1, gun=("Weight of Fire (9)",))
    assert match.decision.keys()[-1] == "re-roll 0 misses and 5 hits"


@pytest.mark.rule("DZ-DICE-13")
@pytest.mark.parametrize(("dice", "ready"), [((4, 1, 1), False), ((4, 7, 1), True), ((4, 7, 5), True)])
def test_a_fixed_number_is_reached_or_not(dice: tuple[int, ...], ready: bool) -> None:
    verse = arena.weapon("Verse", 0, keywords=["Invigorate"])
    blue = {"a": arena.unit("A", verse, ranged=4), "f": arena.unit("F")}
    match = battle(blue, {"b": arena.unit("B")}, {"a": "1,1,1", "f": "1,1,1", "b": "8,8,1"}, dice,
                   "shoot f with Verse", models={"f": {"activated": True}})  # fmt: skip
    assert model(match, "f").activated is not ready


@pytest.mark.rule("DZ-DICE-14")
def test_nothing_is_added_to_a_test_without_modifiers() -> None:
    verse = arena.weapon("Verse", 0, keywords=["Invigorate", "Weight of Fire (2)", "Holo-Sight"])
    blue = {"a": arena.unit("A", verse, ranged=4), "f": arena.unit("F")}
    match = battle(blue, {"b": arena.unit("B")}, {"a": "1,1,1", "f": "1,1,1", "b": "8,8,1"}, [8, 1, 1, 1],
                   "shoot f with Verse", models={"f": {"activated": True}}, command=({"Dice": 2}, {}))  # fmt: skip
    assert model(match, "f").activated and told(match, "strength")[0]["successes"] == 1
    assert match.state.command[0][1] == 2, "but an 8 brings its bonus die"


@pytest.mark.rule("DZ-DICE-15")
def test_the_dice_stand_in_the_order_of_the_record() -> None:
    match = shot(
        1, 2, 6, 6, 6, 1, 2, 5, 7, 6, gun=("Weight of Fire (1)",), command=({}, {"Shoot": 1}),
        answers=("re-roll 1 misses and 0 hits", "re-roll a miss for Shoot"),
    )  # fmt: skip
    assert told(match, "rolled")[0]["first"] == (1, 2, 6, 6, 6) and told(match, "rolled")[0]["second"] == (1, 2, 5)
    assert [event["faces"] for event in told(match, "rerolled")] == [(7,), (6,)]
    assert model(match, "b").damage == 2

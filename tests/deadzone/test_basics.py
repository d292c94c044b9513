"""The basics: sides, cubes, dice, what beats what, and rules that several chapters share."""

from __future__ import annotations

import pytest

from fireteam.core.dice import Given
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.items import Items
from fireteam.games.deadzone.pinning import pin
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import KNIFE, RIFLE, battle, model, offered, told

SHOT = "shoot b with Rifle"
APART = {"a": "1,1,1", "b": "4,1,1"}


@pytest.mark.rule("DZ-CORE-01")
def test_the_team_and_not_the_faction_makes_enemies() -> None:
    same = arena.unit("Watch", RIFLE)
    match = battle({"a": same, "c": same}, {"b": same}, {**APART, "c": "2,1,1"})
    t = match.table
    assert t.hostile(0, 2) and not t.hostile(0, 1)
    assert offered(match, "shoot") == ["shoot b with Rifle"]


@pytest.mark.rule("DZ-CORE-02")
def test_all_is_counted_in_cubes_of_an_eight_by_eight_board() -> None:
    board = arena.field().board
    assert (board.width, board.depth) == (8, 8)
    assert board.name(board.cube(3, 4, 2)) == "3,4,2"
    assert board.distance(board.cube(1, 1, 1), board.cube(4, 3, 1)) == 3
    assert board.distance(board.cube(1, 1, 1), board.cube(2, 1, 3)) == 2


@pytest.mark.rule("DZ-CORE-03")
def test_a_model_is_in_the_cube_of_its_quarters() -> None:
    for corner in ("SW", "NE"):
        match = battle({"a": arena.unit("A", RIFLE)}, {"b": arena.unit("B")}, {"a": f"1,1,1 {corner}", "b": "4,1,1"})
        t = match.table
        pose = t.pose(0)
        assert t.cube(0) == pose.cube == t.board.cube(1, 1, 1)
        assert all(0 < value < 120 for value in pose.centre[:2]), "inside the cube of 120 fortieths of an inch"
    assert (
        battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, {"a": "1,1,1 SW", "b": "4,1,1"}).table.pose(0)
        is not pose
    )


@pytest.mark.rule("DZ-CORE-08")
def test_ap_does_nothing_where_there_is_no_armour() -> None:
    piercing = arena.weapon("Rifle", 6, 2)
    match = battle(
        {"a": arena.unit("A", piercing)}, {"b": arena.unit("B", health=5)}, APART, (5, 5, 1, 1, 1, 1, 1, 1), SHOT
    )
    assert model(match, "b").damage == 2


@pytest.mark.rule("DZ-CORE-09")
def test_tests_use_eight_sided_dice_and_command_dice_six_symbols() -> None:
    match = battle(
        {"a": arena.unit("A", RIFLE)},
        {"b": arena.unit("B")},
        APART,
        (7, 1, 1, 1, 1, 6, 1, 1),
        SHOT,
        "end the activation",
    )
    (rolled,) = told(match, "rolled")
    assert (rolled["first"], rolled["second"]) == ((7, 1, 1, 1, 1), (6, 1, 1))
    symbols = {"+1 model", "Dice", "Advance", "Shoot", "Assault", "Special"}
    assert {die for command in told(match, "command") for die in command["dice"]} <= symbols


@pytest.mark.rule("DZ-CORE-10")
def test_what_a_keyword_says_goes_before_the_rule_it_changes() -> None:
    """Vehicles are never pinned, a Bike is, though it follows their rules."""
    for keyword, pinned in (("Vehicle", False), ("Bike", True)):
        gun = arena.weapon("Rifle", 6, 0, ["Suppression"])
        target = arena.unit("B", keywords=[keyword])
        match = battle({"a": arena.unit("A", gun)}, {"b": target}, APART, (1,) * 8, SHOT)
        assert model(match, "b").pinned is pinned


@pytest.mark.rule("DZ-CMD-06")
def test_any_command_die_buys_each_side_one_reroll_of_a_test() -> None:
    dice = (1, 1, 1, 1, 1, 5, 5, 1, 8, 5, 2)
    match = battle(
        {"a": arena.unit("A", RIFLE)}, {"b": arena.unit("B", health=5)}, APART, dice,
        SHOT, "re-roll a miss for Advance", "re-roll a hit for Special",
        command=({"Advance": 2}, {"Special": 1}),
    )  # fmt: skip
    assert [spent["die"] for spent in told(match, "spent")] == ["Advance", "Special"]
    assert told(match, "rerolled")[-1]["difference"] == 1, "two successes by the 8 and its bonus die against one"
    assert match.state.command[0][2] == 1, "one die a test, though another is there"
    assert model(match, "b").damage == 1


@pytest.mark.rule("DZ-CMD-08")
def test_dice_symbols_add_dice_to_a_test_before_it_is_rolled() -> None:
    dice = (1, 1, 1, 1, 1, 5, 5, 1, 1, 1)
    match = battle(
        {"a": arena.unit("A", RIFLE)}, {"b": arena.unit("B", health=5)}, APART, dice,
        SHOT, "add 2 dice", "keep the dice", command=({"Dice": 3}, {}),
    )  # fmt: skip
    assert told(match, "rolled")[0]["first"] == (1, 1, 1, 1, 1, 5, 5), "five dice and two symbols"
    assert match.state.command[0][1] == 1 and model(match, "b").damage == 2


@pytest.mark.rule("DZ-CMD-10")
def test_the_shoot_die_is_a_free_shot_after_a_shot_and_with_a_heavy_weapon_too() -> None:
    heavy = arena.weapon("Cannon", 6, 0, ["Heavy"])
    shooter, target = arena.unit("A", RIFLE, heavy), arena.unit("B", health=9)
    match = battle({"a": shooter}, {"b": target}, APART, (1,) * 8, SHOT, "keep the dice", command=({"Shoot": 1}, {}))
    assert offered(match, "shoot") == ["shoot b with Rifle for a die", "shoot b with Cannon for a die"]
    match = battle(
        {"a": shooter}, {"b": target}, APART, (1,) * 16, SHOT, "keep the dice", "shoot b with Cannon for a die",
        command=({"Shoot": 1}, {}),
    )  # fmt: skip
    assert match.state.command[0] == (0,) * 6 and offered(match, "shoot") == []


@pytest.mark.rule("DZ-CMD-11")
def test_the_assault_die_needs_an_enemy_in_the_cube_and_no_turn_begun_there() -> None:
    blue, red = {"a": arena.unit("A", KNIFE)}, {"b": arena.unit("B", KNIFE)}
    near = {"a": "1,1,1", "b": "1,1,1"}
    assert offered(battle(blue, red, APART, command=({"Assault": 1}, {})), "assault") == []
    match = battle(blue, red, near, command=({"Assault": 1}, {}))
    assert offered(match, "assault") == ["assault b", "assault b for a die"]
    match.answer("assault b for a die")
    assert match.state.command[0] == (0,) * 6


@pytest.mark.rule("DZ-ROUND-14")
def test_an_activation_ends_at_once_when_its_model_is_pinned() -> None:
    match = battle({"a": arena.unit("A", RIFLE)}, {"b": arena.unit("B")}, APART)
    table = match.table
    assert not table.state.over
    pin(table, 1)
    assert not table.state.over, "somebody else"
    pin(table, 0)
    assert table.state.over


@pytest.mark.rule("DZ-MEET-33")
def test_one_use_weapons_are_crossed_off_model_by_model_and_a_beast_is_a_target_like_others() -> None:
    once = arena.weapon("Dart", 6, 0, ["One-Use"], one_use=True)
    twin = arena.unit("A", once)
    beast = arena.unit("B", keywords=["Beast"], health=5)
    match = battle(
        {"a": twin, "c": twin}, {"b": beast}, {**APART, "c": "1,2,1"}, (5, 1, 1, 1, 1, 1, 1, 1), "shoot b with Dart"
    )
    assert model(match, "b").damage == 1
    t = match.table
    assert [weapon.name for _, weapon in t.weapons(0)] == [] and [weapon.name for _, weapon in t.weapons(1)] == ["Dart"]


@pytest.mark.rule("DZ-MOVE-14")
def test_an_item_on_the_way_may_be_taken_without_an_action() -> None:
    cards = {"a": (0, arena.unit("A", speed=(2, 3))), "b": (1, arena.unit("B"))}
    setting = arena.setting_for(cards, supplements=(Items(),))
    table = arena.table_at(setting, {"a": "1,1,1", "b": "8,8,1"}, Activation(0))
    table.lay("item", table.board.cube(2, 1, 1), label="Ammo", rule="DZ-SETUP-05")
    match = arena.match_over(table, Given(()))
    match.answer("advance")
    match.answer("step to 2,1,1")
    assert match.decision.keys() == ["leave it", "pick up item-1"]
    match.answer("pick up item-1")
    match.answer("keep Ammo")
    assert model(match, "a").item == "Ammo"
    assert offered(match, "step to 3,1,1") == ["step to 3,1,1"], "its move goes on"


@pytest.mark.rule("DZ-DMG-05")
def test_a_shield_takes_from_all_successes_of_an_attack_however_many() -> None:
    """Thirteen successes against two HP, of which a lucky shield absorbs five: eight are left, more than enough."""
    target = arena.unit("B", keywords=["Energy Shield (1)"])
    dice = (8, 8, 8, 8, 8, 8, 8, 8, 5, 5, 5, 5, 5, 1, 1, 1, 8, 8, 8, 8, 6)
    match = battle({"a": arena.unit("A", RIFLE)}, {"b": target}, APART, dice, SHOT)
    assert told(match, "strength")[-1]["successes"] == 5
    assert model(match, "b").status == DEAD

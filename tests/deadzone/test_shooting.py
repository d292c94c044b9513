"""Shooting: who may, at whom, how many dice, and what a shot does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import Unit, Weapon
from fireteam.games.deadzone.shooting import Shot, may_shoot, ranged_parts
from tests.deadzone.battlefield import KNIFE, RIFLE, battle, cubes, dice_of, model, offered, told

SHOT = "shoot b with Rifle"
APART = {"a": "1,1,1", "b": "4,1,1"}
MISS = (1,) * 5 + (1,) * 3


def range_of(
    at: dict[str, str],
    *,
    gun: Weapon = RIFLE,
    target: Unit | None = None,
    blue: dict[str, Unit] | None = None,
    dice: Iterable[int] = (),
    shot: str = "",
    **more: Any,
) -> Match:
    """A shooter and a target, and perhaps a shot."""
    red = {"b": target or arena.unit("B")}
    answers = [shot] if shot else []
    return battle({"a": arena.unit("A", gun), **(blue or {})}, red, at, dice, *answers, **more)


@pytest.mark.rule("DZ-SHOOT-01")
def test_a_shot_needs_a_weapon_with_a_range_and_names_it() -> None:
    assert offered(range_of(APART, gun=KNIFE), "shoot") == []
    two = arena.unit("A", RIFLE, arena.weapon("Pistol", 3), KNIFE)
    match = battle({"a": two}, {"b": arena.unit("B")}, APART)
    assert offered(match, "shoot") == ["shoot b with Rifle", "shoot b with Pistol"]


@pytest.mark.rule("DZ-SHOOT-02")
def test_nobody_shoots_beside_an_enemy_pinned_or_not() -> None:
    red = {"b": arena.unit("B"), "c": arena.unit("C")}
    for pinned in (False, True):
        match = battle({"a": arena.unit("A", RIFLE)}, red, {**APART, "c": "1,1,1"}, models={"c": {"pinned": pinned}})
        assert offered(match, "shoot") == []
        why: list[Check] = []
        assert not may_shoot(match.table, 0, why) and why[0].rule == "DZ-SHOOT-02"


@pytest.mark.rule("DZ-SHOOT-03")
def test_others_in_the_cube_are_not_touched() -> None:
    red = {"b": arena.unit("B"), "c": arena.unit("C")}
    match = battle({"a": arena.unit("A", RIFLE)}, red, {**APART, "c": "4,1,1"}, (5, 5, 1, 1, 1, 1, 1, 1), SHOT)
    assert (model(match, "b").status, model(match, "c").damage) == (2, 0)
    assert len(told(match, "rolled")) == 1


@pytest.mark.rule("DZ-SHOOT-04")
def test_friends_and_the_other_half_of_the_own_cube_are_no_targets() -> None:
    split = arena.field(splits={(1, 1, 1): ("x", "window")})
    at = {"a": "1,1,1/W", "b": "1,1,1/E", "f": "3,1,1"}
    assert offered(range_of(at, on=split, blue={"f": arena.unit("F")}), "shoot") == []


@pytest.mark.rule("DZ-SHOOT-05", "DZ-SHOOT-06")
@pytest.mark.parametrize(
    ("where", "reach", "seen"),
    [("7,1,1", 6, True), ("8,1,1", 6, False), ("4,3,3", 3, True), ("4,3,3", 2, False), ("2,1,3", 2, True)],
)
def test_the_range_is_what_is_more_across_or_up(where: str, reach: int, seen: bool) -> None:
    roof = arena.field(floors={(4, 3, 3): "full", (2, 1, 3): "full"})
    match = range_of({"a": "1,1,1", "b": where}, gun=arena.weapon("Gun", reach), on=roof)
    assert bool(offered(match, "shoot")) is seen


@pytest.mark.rule("DZ-SHOOT-07", "DZ-SHOOT-16")
def test_without_sight_there_is_no_shot() -> None:
    assert offered(range_of(APART, on=arena.field(walls={(2, 1, 1, "E"): "blocked"})), "shoot") == []
    low = arena.field(walls={(3, 1, 1, "E"): "low25"})
    match = range_of(APART, on=low, dice=(1,) * 6, shot=SHOT)
    assert dice_of(match) == 3, "seen in part: allowed, but not clear"


@pytest.mark.rule("DZ-SHOOT-08")
@pytest.mark.parametrize(
    ("bodies", "corner", "dice"),
    [("clear_shot_only", "NW", 3), ("clear_shot_only", "SW", 5), ("ignored", "NW", 5)],
)
def test_a_body_in_between_takes_the_clear_shot(bodies: str, corner: str, dice: int) -> None:
    at = {"a": "1,1,1 NW", "b": "5,1,1 NW", "f": f"3,1,1 {corner}"}
    match = range_of(at, blue={"f": arena.unit("F")}, options={"bodies": bodies}, dice=(1,) * (dice + 3), shot=SHOT)
    assert dice_of(match) == dice


@pytest.mark.rule("DZ-SHOOT-08")
def test_solid_bodies_hide_a_target_if_the_match_says_so() -> None:
    at = {"a": "1,1,1 NW", "b": "5,1,1 NW", "f": "3,1,1 NW"}
    assert not offered(range_of(at, blue={"f": arena.unit("F")}, options={"bodies": "solid"}), "shoot")


@pytest.mark.rule("DZ-SHOOT-09", "DZ-SHOOT-10")
def test_three_dice_and_two_for_a_clear_shot() -> None:
    match = range_of(APART, dice=MISS, shot=SHOT)
    assert [str(part) for part in told(match, "shoots")[0]["parts"]] == [
        "+3 RANGED (DZ-SHOOT-09)",
        "+2 clear shot (DZ-SHOOT-10)",
    ]
    assert len(told(match, "rolled")[0]["second"]) == 3


@pytest.mark.rule("DZ-SHOOT-11")
@pytest.mark.parametrize(("level", "dice"), [(2, 6), (3, 6)])
def test_one_die_for_any_number_of_levels_above(level: int, dice: int) -> None:
    roof = arena.field(floors={(1, 1, level): "full"})
    match = range_of({"a": f"1,1,{level} NE", "b": "4,3,1 SW"}, on=roof, dice=(1,) * (dice + 3), shot=SHOT)
    assert dice_of(match) == dice


@pytest.mark.rule("DZ-SHOOT-11")
def test_no_die_for_a_shot_from_below() -> None:
    roof = arena.field(floors={(4, 1, 2): "full"})
    match = range_of({"a": "1,1,1", "b": "4,1,2"}, on=roof)
    reasons = [part.reason for part in ranged_parts(match.table, Shot(0, 0, 1, "shoot"))]
    assert "high ground" not in reasons


@pytest.mark.rule("DZ-SHOOT-11")
def test_a_platform_is_no_high_ground() -> None:
    raised = arena.field(platforms={(1, 1, 1): ("SW", "SE", "NW", "NE")})
    match = range_of(APART, on=raised, dice=MISS, shot=SHOT)
    assert dice_of(match) == 5


@pytest.mark.rule("DZ-SHOOT-12")
def test_friends_beside_the_target_cost_two_dice_once() -> None:
    blue = {"f": arena.unit("F"), "g": arena.unit("G")}
    match = range_of({**APART, "f": "4,1,1", "g": "4,1,1"}, blue=blue, dice=(1,) * 6, shot=SHOT)
    assert dice_of(match) == 3


@pytest.mark.rule("DZ-SHOOT-12", "DZ-PART-07")
def test_friends_in_the_other_half_of_the_targets_cube_cost_them_too() -> None:
    split = arena.field(splits={(4, 1, 1): ("x", "door25")})
    at = {"a": "1,1,1", "b": "4,1,1/W", "f": "4,1,1/E"}
    match = range_of(at, blue={"f": arena.unit("F")}, on=split, dice=(1,) * 6, shot=SHOT)
    assert dice_of(match) == 3


@pytest.mark.rule("DZ-SHOOT-13")
def test_the_difference_less_armour_is_lost() -> None:
    gun = arena.weapon("Rifle", 6, 1)
    match = range_of(
        APART, gun=gun, target=arena.unit("B", armour=2, health=5), dice=(5, 5, 5, 5, 1, 5, 1, 1), shot=SHOT
    )
    assert model(match, "b").damage == 2
    match = range_of(APART, dice=(5, 1, 1, 1, 1, 5, 1, 1), shot=SHOT)
    assert model(match, "b").damage == 0, "a draw"


@pytest.mark.rule("DZ-SHOOT-14")
def test_who_is_shot_at_has_three_dice_whatever_stands_beside_it() -> None:
    red = {"b": arena.unit("B", size=3, health=9), "c": arena.unit("C")}
    match = battle({"a": arena.unit("A", RIFLE)}, red, {**APART, "c": "4,1,1"}, (1,) * 8, SHOT,
                   models={"a": {"damage": 1}})  # fmt: skip
    assert told(match, "rolled")[0]["second"] == (1, 1, 1)


@pytest.mark.rule("DZ-SHOOT-15")
def test_a_dash_survives_with_nothing() -> None:
    match = range_of(APART, target=arena.unit("B", survive=0, health=3), dice=(5, 5, 1, 1, 1), shot=SHOT)
    assert model(match, "b").damage == 2


@pytest.mark.rule("DZ-SHOOT-17")
def test_a_pinned_target_is_shot_at_like_any_other() -> None:
    match = range_of(APART, models={"b": {"pinned": True}}, dice=MISS, shot=SHOT)
    assert dice_of(match) == 5


@pytest.mark.rule("DZ-MEET-15")
def test_what_adds_to_the_dice_of_a_shot_adds_up() -> None:
    roof = arena.field(floors={(1, 1, 2): "full"})
    gun = arena.weapon("Scope", 8, keywords=["Sniper Scope", "Holo-Sight"])
    match = range_of(
        {"a": "1,1,2 NE", "b": "5,2,1 NE"}, gun=gun, on=roof, dice=(1,) * 11, shot="shoot b (aimed) with Scope"
    )
    assert dice_of(match) == 3 + 2 + 1 + 2, "clear, high, aimed, and no Holo-Sight beside the scope"
    smoky = range_of({"a": "1,1,2 NE", "b": "5,2,1 NE"}, gun=gun, on=roof, dice=(1,) * 8,
                     smoke=cubes(match, "4,3,1"), shot="shoot b with Scope")  # fmt: skip
    assert dice_of(smoky) == 3 + 2 + 1 - 1

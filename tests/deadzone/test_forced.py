"""Moves by force: which way is away, throws, slams, falls, scatter, walkways."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.deadzone import arena
from fireteam.games.deadzone.cards import Unit
from fireteam.games.deadzone.forced import Fall, Slam, Throw
from fireteam.games.deadzone.scatter import directions_away, drop_item
from tests.deadzone.battlefield import battle, model, offered, told
from tests.deadzone.battlefield import placed as at

NORTH, EAST, WEST = (0, 1), (1, 0), (-1, 0)
B = 1
"""The number of Red's model in these battles."""


def thrown(
    way: tuple[int, int],
    where: str,
    dice: tuple[int, ...] = (),
    *answers: str,
    card: Unit | None = None,
    red: dict[str, Unit] | None = None,
    others: dict[str, str] | None = None,
    pins: bool = False,
    **more: Any,
) -> Match:
    """Red's model is thrown; Blue's stands far away."""
    place = {"a": "8,8,1", "b": where, **(others or {})}
    blue = {"a": arena.unit("A"), **({"e": arena.unit("E", health=4)} if "e" in place else {})}
    numbers = [*blue, "b"]
    cards = {"b": card or arena.unit("B", health=4), **(red or {})}
    return battle(blue, cards, place, dice, *answers, frames=[Throw(numbers.index("b"), *way, pins)], **more)


# -- slams -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-SLAM-01", "DZ-SLAM-02", "DZ-SCAT-05")
@pytest.mark.parametrize("way", [WEST, (0, -1)])
def test_a_wall_is_an_attack_of_three_dice(way: tuple[int, int]) -> None:
    match = thrown(way, "1,1,1", (5, 6, 7, 5, 1, 1))
    assert (model(match, "b").damage, model(match, "b").pinned, at(match, "b")) == (2, True, "1,1,1")
    assert told(match, "rolled")[0]["first"] == (5, 6, 7)


@pytest.mark.rule("DZ-SLAM-02")
def test_armour_stops_a_wall_and_a_tie_does_nothing() -> None:
    match = thrown(WEST, "1,1,1", (5, 6, 1, 5, 1, 1), card=arena.unit("B", armour=1))
    assert (model(match, "b").damage, model(match, "b").pinned) == (0, True)
    match = thrown(WEST, "1,1,1", (5, 1, 1, 5, 1, 1))
    assert (model(match, "b").damage, model(match, "b").pinned) == (0, False)


@pytest.mark.rule("DZ-SLAM-01")
def test_symbols_and_re_rolls_help_the_model_and_not_the_wall() -> None:
    dice = ({"Dice": 1}, {"Dice": 1, "Shoot": 1})
    match = thrown(WEST, "1,1,1", (), command=dice)
    assert match.decision.seat == 1 and offered(match) == ["add 0 dice", "add 1 dice"]
    match = thrown(WEST, "1,1,1", (5, 1, 1, 1, 1, 1, 1, 6), "add 1 dice", "re-roll a miss for Shoot", command=dice)
    assert not model(match, "b").pinned and sum(match.state.command[1]) == 0


@pytest.mark.rule("DZ-SLAM-03", "DZ-SCAT-09")
@pytest.mark.parametrize(
    ("size", "shape", "slams"),
    [(1, "door75", 0), (2, "door50", 0), (3, "door50", 1), (3, "low25", 0), (2, "window", 1)],
)
def test_only_what_is_too_tight_slams(size: int, shape: str, slams: int) -> None:
    walled = arena.field(walls={(3, 3, 1, "E"): shape})
    match = thrown(EAST, "3,3,1", (1,) * 6 * slams, card=arena.unit("B", size=size), on=walled)
    while match.decision.topic.startswith("quarters"):
        match.answer(offered(match)[0])
    assert (len(told(match, "slammed")), at(match, "b")) == (slams, "3,3,1" if slams else "4,3,1")


@pytest.mark.rule("DZ-SCAT-09")
def test_a_diagonal_throw_takes_either_way() -> None:
    walled = arena.field(walls={(3, 3, 1, "E"): "blocked"})
    match = thrown((1, 1), "3,3,1", (), on=walled)
    match.answer(offered(match)[0])
    assert at(match, "b") == "4,4,1"


@pytest.mark.rule("DZ-SLAM-04", "DZ-FALL-06")
@pytest.mark.parametrize("frame", [Slam, lambda who: Fall(who, 2)])
def test_walls_and_gravity_are_attacks_by_nobody(frame: Any) -> None:
    hunter = arena.unit("A", keywords=["Dismantle"])
    match = battle({"a": hunter}, {"b": arena.unit("B", health=9, armour=1)}, {"a": "8,8,1", "b": "1,1,1"},
                   (5, 6, 7, 5, 1, 1), frames=[frame(B)])  # fmt: skip
    assert model(match, "b").damage == 1, "nobody's AP, and nobody's keywords"


# -- falls -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DZ-FALL-01", "DZ-AWAY-03")
@pytest.mark.parametrize(("level", "falls"), [(2, 0), (3, 1)])
def test_more_than_one_cube_needs_a_test(level: int, falls: int) -> None:
    roof = arena.field(floors={(3, 3, level): "full"})
    match = thrown(EAST, f"3,3,{level}", (), on=roof)
    match = thrown(EAST, f"3,3,{level}", (1,) * 6 * falls, offered(match)[0], on=roof)
    assert (len(told(match, "falls")), at(match, "b"), model(match, "b").pinned) == (falls, "4,3,1", bool(falls))


@pytest.mark.rule("DZ-FALL-02", "DZ-FALL-03")
@pytest.mark.parametrize(("cubes", "dice"), [(2, 3), (3, 4), (4, 5), (5, 6)])
def test_gravity_has_a_die_more_than_cubes(cubes: int, dice: int) -> None:
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B", armour=1, health=9)}, {"a": "8,8,1", "b": "1,1,1"},
                   (5,) * dice + (5, 1, 1), frames=[Fall(B, cubes)])  # fmt: skip
    assert (model(match, "b").damage, model(match, "b").pinned) == (dice - 2, True)


@pytest.mark.rule("DZ-FALL-03")
def test_a_tie_with_gravity_pins_without_harm() -> None:
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, {"a": "8,8,1", "b": "1,1,1"},
                   (5, 1, 1, 5, 1, 1), frames=[Fall(B, 2)])  # fmt: skip
    assert (model(match, "b").damage, model(match, "b").pinned) == (0, True)


TOWER = arena.field(floors={(3, 3, 2): "full", (3, 3, 3): "full", (4, 3, 2): "half-W"})


@pytest.mark.rule("DZ-FALL-04", "DZ-FALL-07")
def test_a_jump_costs_one_cube_and_ends_the_activation_of_who_is_pinned() -> None:
    match = battle({"a": arena.unit("A", speed=(2, 3))}, {"b": arena.unit("B")}, {"a": "3,3,3", "b": "8,8,1"},
                   (), "advance", on=TOWER)  # fmt: skip
    assert "jump down to 2,3,1" in offered(match, "jump")
    match.answer("jump down to 2,3,1")
    quarters = offered(match)[0]
    match = battle({"a": arena.unit("A", speed=(2, 3))}, {"b": arena.unit("B")}, {"a": "3,3,3", "b": "8,8,1"},
                   (5, 1, 1, 5, 1, 1), "advance", "jump down to 2,3,1", quarters, on=TOWER)  # fmt: skip
    assert told(match, "falls") == [{"who": "a", "cubes": 2}]
    assert model(match, "a").pinned and model(match, "a").activated and match.state.round == 2


@pytest.mark.rule("DZ-FALL-08")
def test_who_jumps_lands_on_the_first_floor_that_fits() -> None:
    match = battle({"a": arena.unit("A"), "c": arena.unit("C", size=3)}, {"b": arena.unit("B")},
                   {"a": "3,3,3", "b": "8,8,1"}, (), "advance", on=TOWER)  # fmt: skip
    assert "jump down to 4,3,2/W" not in offered(match, "jump"), "one cube down is a step, not a jump with a test"
    assert [key for key in offered(match, "step") if "4,3,2" in key]
    match = battle({"c": arena.unit("C", size=3)}, {"b": arena.unit("B")}, {"c": "3,3,3", "b": "8,8,1"},
                   (), "advance", on=TOWER)  # fmt: skip
    assert "jump down to 4,3,1" in offered(match, "jump")


# -- away --------------------------------------------------------------------------------------------------------------


def ways(attacker: str, target: str, size: int = 3, **more: Any) -> list[tuple[int, int, int]]:
    """The ways that are away for two models of a size."""
    cards = {"a": arena.unit("A", size=size)}, {"b": arena.unit("B", size=size)}
    return directions_away(battle(*cards, {"a": attacker, "b": target}, **more).table, 0, B)


@pytest.mark.rule("DZ-AWAY-02")
def test_away_is_along_the_line_through_both_bases() -> None:
    assert ways("1,1,1", "3,1,1") == [(1, 0, 0)]
    assert ways("1,1,1", "2,2,1") == [(1, 1, 0), (1, 0, 0), (0, 1, 0)], "through the corner: a choice"
    assert ways("4,4,1", "5,4,1 SE", size=1) == [(1, 0, 0)]
    roof = arena.field(floors={(1, 1, 2): "full"})
    assert len(ways("1,1,2", "1,1,1", on=roof)) == 8, "straight above"


@pytest.mark.rule("DZ-AWAY-01")
def test_in_one_cube_any_way_on_the_level_is_away() -> None:
    assert len(ways("2,2,1", "2,2,1", size=1)) == 8
    tilted = ways("2,2,1", "2,2,1", size=1, options={"away_levels": "any_adjacent"})
    assert len(tilted) == 8 + 9 and all(up >= 0 for _, _, up in tilted), "nothing is below the ground"


@pytest.mark.rule("DZ-AWAY-01")
def test_a_push_may_lift_a_target_onto_a_roof_if_the_match_says_so() -> None:
    roof = arena.field(floors={(3, 2, 2): "full"})
    where = {"a": "8,8,1", "b": "2,2,1"}
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, where, (), frames=[Throw(B, 1, 0, False, up=1)],
                   on=roof)  # fmt: skip
    match.answer(offered(match)[0])
    assert at(match, "b") == "3,2,2"


# -- scatter -----------------------------------------------------------------------------------------------------------


def scattered(where: str, dice: tuple[int, ...], **more: Any) -> str:
    """Where something comes to lie that scatters from a cube."""
    match = battle({"a": arena.unit("A")}, {"b": arena.unit("B")}, {"a": "8,8,1", "b": "8,1,1"}, **more)
    board, table = match.table.board, match.table
    cube = next(cube for cube in range(board.count) if board.name(cube) == where)
    rule, faces = drop_item(table, 0, "it", cube), iter(dice)
    answer: Any = None
    try:
        while True:
            rule.send(answer)
            answer = (next(faces),)
    except StopIteration as found:
        assert next(faces, None) is None
        return str(board.name(found.value))


@pytest.mark.rule("DZ-SCAT-01")
@pytest.mark.parametrize(
    ("face", "there"),
    list(enumerate(("4,5,1", "5,5,1", "5,4,1", "5,3,1", "4,3,1", "3,3,1", "3,4,1", "3,5,1"), start=1)),
)
def test_one_is_north_and_the_rest_clockwise(face: int, there: str) -> None:
    assert scattered("4,4,1", (face,)) == there


HOUSE = arena.field(floors={(4, 4, 2): "full", (5, 4, 2): "half-W", (4, 4, 3): "full"})


@pytest.mark.rule("DZ-SCAT-02", "DZ-SCAT-03")
def test_a_thing_falls_to_a_floor_past_a_walkway_or_on_to_it() -> None:
    assert scattered("4,4,2", (7,), on=HOUSE) == "3,4,1"
    assert scattered("4,4,3", (3, 5), on=HOUSE) == "5,4,2"
    assert scattered("4,4,3", (3, 4), on=HOUSE) == "5,4,1"


@pytest.mark.rule("DZ-SCAT-04", "DZ-SCAT-05", "DZ-SCAT-09")
def test_a_thing_never_climbs_and_bounces_from_what_is_shut() -> None:
    block = arena.field(solid=frozenset({(5, 4, 1)}), walls={(4, 4, 1, "N"): "window"})
    assert scattered("4,4,1", (3,), on=block) == "4,4,1"
    assert scattered("4,4,1", (1,), on=block) == "4,5,1", "a window lets it through"
    assert scattered("8,4,1", (3,)) == "8,4,1", "the edge of the board"


@pytest.mark.rule("DZ-SCAT-07")
def test_a_thing_fits_into_a_full_cube() -> None:
    red = {name: arena.unit(name) for name in ("b", "c", "d", "e")}
    match = battle({"a": arena.unit("A")}, red, {"a": "8,8,1", **dict.fromkeys(red, "5,4,1")})
    rule = drop_item(match.table, 0, "it", match.table.board.cube_of[match.table.board.named("4,4,1")])
    next(rule)
    with pytest.raises(StopIteration) as found:
        rule.send((3,))
    assert match.table.board.name(found.value.value) == "5,4,1"


@pytest.mark.rule("DZ-SCAT-08")
def test_a_full_cube_on_the_level_leaves_a_model_where_it_is() -> None:
    red = {"c": arena.unit("C", size=4)}
    match = thrown(EAST, "3,3,1", red=red, others={"c": "4,3,1"}, pins=True)
    assert (at(match, "b"), model(match, "b").pinned, told(match, "slammed")) == ("3,3,1", True, [])


@pytest.mark.rule("DZ-SCAT-08", "DZ-FALL-07")
def test_a_full_cube_lower_down_scatters_it_on_and_the_whole_fall_counts() -> None:
    high = arena.field(levels=4, floors={(3, 3, 4): "full", (4, 3, 3): "full"})
    red = {"c": arena.unit("C", size=4)}
    first = thrown(EAST, "3,3,4", (1,), red=red, others={"c": "4,3,3"}, on=high)
    match = thrown(EAST, "3,3,4", (1, 5, 1, 1, 1, 1, 1, 1), offered(first)[0], red=red, others={"c": "4,3,3"}, on=high)
    assert at(match, "b") == "4,4,1" and told(match, "falls") == [{"who": "b", "cubes": 3}]
    assert len(told(match, "rolled")[0]["first"]) == 4


@pytest.mark.rule("DZ-SCAT-10")
@pytest.mark.parametrize(("face", "there"), [(3, "5,4,1"), (6, "4,4,2")])
def test_a_walkway_too_small_is_fallen_past_or_not_left_for(face: int, there: str) -> None:
    match = thrown(EAST, "4,4,2", (face,), card=arena.unit("B", size=3), on=HOUSE)
    while match.decision.topic.startswith("quarters"):
        match.answer(offered(match)[0])
    assert (at(match, "b"), told(match, "slammed")) == (there, [])


@pytest.mark.rule("DZ-FALL-05")
def test_who_falls_among_enemies_is_pinned_stands_up_and_is_attacked() -> None:
    roof = arena.field(floors={(3, 3, 3): "full"})
    first = thrown(EAST, "3,3,3", (), others={"e": "4,3,1"}, on=roof)
    match = thrown(EAST, "3,3,3", (5, 1, 1, 5, 1, 1, 5, 5, 1, 1, 1, 1, 1), offered(first)[0], others={"e": "4,3,1"},
                   on=roof)  # fmt: skip
    assert [event["dice"] for event in told(match, "fights")] == [4]
    assert (model(match, "b").damage, model(match, "b").pinned) == (2, False), "the fall drawn, 2 from the blow"


# -- walkways ----------------------------------------------------------------------------------------------------------

WALK = arena.field(floors={(3, 3, 2): "half-N", (4, 3, 2): "half-N"})


@pytest.mark.rule("DZ-PART-05")
def test_nothing_forces_a_model_off_a_walkway_but_along_it() -> None:
    match = thrown(WEST, "3,3,2", pins=True, on=WALK)
    assert (at(match, "b"), model(match, "b").pinned, told(match, "slammed")) == ("3,3,2", True, [])
    match = thrown(EAST, "3,3,2", (5,), on=WALK)
    match.answer(offered(match)[0])
    assert at(match, "b") == "4,3,2"


@pytest.mark.rule("DZ-PART-05")
def test_a_push_off_a_walkway_if_the_match_says_so() -> None:
    match = thrown(WEST, "3,3,2", on=WALK, options={"walkway_pushes": "allowed"})
    match.answer(offered(match)[0])
    assert at(match, "b") == "2,3,1"


@pytest.mark.rule("DZ-FALL-09")
def test_who_cannot_be_pinned_goes_on_after_a_jump() -> None:
    machine = {"a": arena.unit("A", keywords=["Construct"], speed=(2, 3))}
    picks = ("advance", "jump down to 2,3,1", "stand SW")
    match = battle(machine, {"b": arena.unit("B")}, {"a": "3,3,3", "b": "8,8,1"}, (5, 1, 1, 5, 1, 1), *picks, on=TOWER)
    assert not model(match, "a").pinned and "step to 1,3,1" in offered(match)


@pytest.mark.rule("DZ-SLAM-04", "DZ-FALL-06")
def test_shields_and_toughness_help_against_walls_and_falls() -> None:
    tough = arena.unit("B", keywords=["Tough"], armour=1, health=9)
    assert model(thrown(WEST, "1,1,1", (5, 6, 7, 1, 1, 1), card=tough), "b").damage == 1
    shielded = arena.unit("B", keywords=["Energy Shield (1)"])
    match = thrown(WEST, "1,1,1", (5, 1, 1, 1, 1, 1, 6), card=shielded)
    assert (model(match, "b").damage, model(match, "b").pinned) == (0, True)
    bare = arena.unit("B", keywords=["Tough"], health=9)
    match = battle({"a": arena.unit("A")}, {"b": bare}, {"a": "8,8,1", "b": "1,1,1"}, (5, 6, 7, 5, 1, 1),
                   frames=[Fall(B, 2)])  # fmt: skip
    assert (model(match, "b").damage, model(match, "b").pinned) == (1, True)


@pytest.mark.rule("DZ-SCAT-06")
def test_what_comes_from_above_may_miss_the_board_and_a_grenade_does_not() -> None:
    mortar = arena.weapon("Mortar", 8, keywords=["Indirect", "Frag (3)"])
    match = battle({"a": arena.unit("A", mortar)}, {"b": arena.unit("B")}, {"a": "3,4,1", "b": "8,4,1"}, (1, 2, 3, 3),
                   "shoot 8,4,1 with Mortar")  # fmt: skip
    assert told(match, "scatters")[0]["way"] == "E" and not model(match, "b").pinned
    assert scattered("8,4,1", (3,)) == "8,4,1"

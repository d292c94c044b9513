"""Collisions: head-on and side-on, chains, terrain, and who is run over."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, vehicle
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, PLAY
from tests.necromunda.driving import AWAY, FAR, SMALL, drive
from tests.necromunda.ground import block, ground, thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, place

NO = 1
"""A wound roll that fails."""


def truck(name: str, toughness: tuple[int, int, int] = (6, 6, 6), **more: Any) -> Any:
    """A vehicle of 4" by 2", as tough on all sides."""
    return vehicle(name, **{**SMALL, "m": 8, "hnd": 7, "toughness": toughness, **more})


def meet(dice: list[Any], *others: Any, at: dict[str, Any], **more: Any) -> Match:
    """A vehicle with Toughness 7 7 7 and M8 in the middle, and others in its way."""
    first = truck("V", **{"toughness": (7, 7, 7), **more.pop("first", {})})
    return lay([first], [*others, FAR], {"V": (0, 0, 0, 0), **at, **AWAY}, dice, active="V", **more)


def hits(match: Match) -> list[tuple[str, int, int]]:
    """Who was hit in the collision so far, with Strength and Toughness, in order."""
    rolls = [event for event in match.log if event.code == "wound_roll"]
    return [(event.params["who"], event.params["strength"], event.params["toughness"]) for event in rolls]


# -- head-on -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VCOL-02", "NE-VCOL-01", "NE-VEH-11")
def test_the_tougher_pushes_the_other_along_to_the_end_of_its_move() -> None:
    match = meet([NO, NO], truck("T"), at={"T": (6, 0, 0, 90)})
    answer(match, "move", "drive 8.00")
    assert place(match, "V") == (8, 0), "it goes all its way"
    assert place(match, "T") == (11, 0) and model(match, "T").facing == 90, "and the other before it, as it faces"
    assert hits(match) == [("T", 8, 6), ("V", 7, 7)], "who is struck first; +1 against the weaker"
    assert all_dice_used(match)


@pytest.mark.rule("NE-VCOL-02")
def test_equals_push_too_and_nobody_is_hit_harder() -> None:
    match = meet([NO, NO], truck("T", (7, 7, 7)), at={"T": (6, 0, 0, 90)})
    answer(match, "move", "drive 8.00")
    assert place(match, "V") == (8, 0) and hits(match) == [("T", 7, 7), ("V", 7, 7)]


@pytest.mark.rule("NE-VCOL-02")
def test_the_weaker_stops_at_once() -> None:
    match = meet([NO, NO], truck("T", (8, 8, 8)), at={"T": (6, 0, 0, 90)})
    answer(match, "move", "drive 8.00")
    assert place(match, "V") == (3, 0) and place(match, "T") == (6, 0)
    assert hits(match) == [("T", 7, 8), ("V", 8, 7)] and all_dice_used(match)


@pytest.mark.rule("NE-VCOL-02", "NE-VEH-31", "NE-VEH-35")
def test_riders_of_both_test_once_when_one_pushes_the_other() -> None:
    decks = {"A": {"aboard": 0}, "B": {"aboard": 2}}
    match = lay(
        [truck("V", (7, 7, 7)), fighter("A")], [truck("T"), fighter("B"), FAR],
        {"V": (0, 0, 0, 0), "A": (0, 0, 2), "T": (6, 0, 0, 90), "B": (6, 0, 2), **AWAY},
        [4, 4, NO, NO], active="V", models=decks,
    )  # fmt: skip
    answer(match, "move", "drive 8.00")
    assert place(match, "A") == (8, 0) and place(match, "B") == (11, 0) and all_dice_used(match)
    assert model(match, "B").z == 200


@pytest.mark.rule("NE-VEH-10", "NE-VCOL-02", "NE-VCOL-06")
def test_a_push_ends_at_the_edge_of_the_table() -> None:
    match = lay(
        [truck("V", (7, 7, 7))], [truck("T"), FAR], {"V": (20, 0, 0, 0), "T": (26, 0, 0, 0), **AWAY},
        [6, NO, NO], active="V",
    )  # fmt: skip
    answer(match, "ram", "drive 14.00")
    assert place(match, "T") == pytest.approx((28, 0), abs=0.02), "its nose is at the edge"
    assert place(match, "V") == pytest.approx((24, 0), abs=0.02)
    assert hits(match) == [("T", 8, 6), ("V", 3, 7)], "who rams suffers by half its Movement"


@pytest.mark.rule("NE-VEH-10", "NE-VCOL-03")
def test_half_the_movement_counts_head_on_alone() -> None:
    """A ram whose turn strikes with the flank: the table is read by the whole Movement."""
    match = meet([1, 3, 4, NO, NO], truck("T"), at={"T": (0, 3.2, 0, 0)})
    answer(match, "ram", "left 90")
    assert hits(match) == [("T", 8, 6), ("V", 7, 7)] and all_dice_used(match)


# -- side-on -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VCOL-03", "NE-VEH-09")
def test_who_keeps_control_shifts_the_other_out_of_its_way() -> None:
    """Handling 7+: a 6 is enough for the tougher. The drift needs 3" of room to the left."""
    match = meet([3, 3, NO, NO, 3, 3], truck("T"), at={"T": (0, 4, 0, 0)})
    answer(match, "drift", "slide 3.00 towards 90")
    assert place(match, "V") == (0, 3) and model(match, "V").facing == 0
    assert place(match, "T") == pytest.approx((0, 5), abs=0.1), "the nearest place clear of it"
    assert model(match, "T").facing == 0
    assert hits(match) == [("T", 8, 6), ("V", 7, 7)] and all_dice_used(match)


@pytest.mark.rule("NE-VCOL-03")
def test_no_bonus_among_equals_and_who_fails_is_turned_to_get_past() -> None:
    """A 6 fails Handling 7+. The other's end reaches 0.4" into the way: the least turn clears it."""
    match = meet([3, 3, NO, NO, 4, 4], truck("T", (7, 7, 7)), at={"T": (-3.6, 3, 0, 0)})
    answer(match, "drift", "slide 4.00 towards 90")
    assert model(match, "V").facing == 71, "so far it reaches no more than 1.6 inches to its left"
    assert place(match, "T") == (-3.6, 3), "the other stays"
    assert place(match, "V") == (0, 4), "and it goes all its way"
    assert all_dice_used(match)


@pytest.mark.rule("NE-VCOL-03")
def test_where_no_turn_gets_it_past_it_stops() -> None:
    match = meet([3, 3, NO, NO, 4, 4], truck("T", (7, 7, 7)), at={"T": (0, 4, 0, 0)})
    answer(match, "drift", "slide 4.00 towards 90")
    assert place(match, "V") == (0, 2) and model(match, "V").facing == 0
    assert place(match, "T") == (0, 4) and all_dice_used(match)


@pytest.mark.rule("NE-VCOL-03", "NE-VEH-02")
def test_a_turn_that_strikes_another_and_is_not_held_ends_there() -> None:
    match = meet([3, 3, NO, NO], truck("T", (7, 7, 7)), at={"T": (0, 3.1, 0, 0)})
    answer(match, "move", "left 90")
    assert 0 < model(match, "V").facing < 90 and place(match, "T") == (0, 3.1) and all_dice_used(match)


@pytest.mark.rule("NE-VCOL-03", "NE-VCOL-05")
def test_a_hull_that_is_shifted_runs_over_who_is_beside_it() -> None:
    match = lay(
        [truck("V", (7, 7, 7))], [truck("T"), fighter("Q"), FAR],
        {"V": (0, 0, 0, 0), "T": (0, 4, 0, 0), "Q": (0, 5.7), **AWAY}, [4, 4, NO, NO, 2, NO, 4, 4], active="V",
    )  # fmt: skip
    answer(match, "drift", "slide 3.00 towards 90")
    assert place(match, "T") == pytest.approx((0, 5), abs=0.1) and place(match, "Q") == (0, 7.5)
    assert model(match, "Q").stance == PINNED and all_dice_used(match)


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VCOL-04", "NE-VCOL-07")
def test_a_sturdy_block_stops_a_vehicle_and_is_not_climbed() -> None:
    rock = block("rock", "rock", 4, -2, 8, 2, top=300)
    match = meet([NO], at={}, on=ground(rock))
    answer(match, "move", "drive 4.00 left 45 drive 4.00")
    assert place(match, "V") == (2, 0) and model(match, "V").z == 0 and model(match, "V").facing == 0
    assert hits(match) == [("V", 8, 7)] and all_dice_used(match), "the rock is tougher"


@pytest.mark.rule("NE-VCOL-04", "NE-VCOL-07")
def test_an_obstacle_is_flattened_and_whoever_stands_on_a_hut_falls() -> None:
    barricade = block("bar", "barricade", 4, -2, 4.4, 2, top=100)
    hut = block("hut", "hut", 7, -3, 10, 3, top=250)
    things = [thing("bar", "barricade", 4.2, 0), thing("hut", "hut", 8.5, 0)]
    match = lay(
        [truck("V", (7, 7, 7))], [fighter("Q"), FAR], {"V": (0, 0, 0, 0), "Q": (9, 2.4, 2.5), **AWAY},
        [NO, NO, NO], active="V", on=ground(barricade, hut), things=things,
    )  # fmt: skip
    answer(match, "move", "drive 8.00")
    assert place(match, "V") == (8, 0), "it goes on to the end of its move"
    assert {match.state.things[name].state for name in ("bar", "hut")} == {"gone"}
    assert hits(match) == [("Q", 3, 3), ("V", 7, 7), ("V", 7, 7)], "the plain hit, once for each"
    assert model(match, "Q").z == 0 and model(match, "Q").stance == PINNED, "it has fallen, and counts 3 inches"
    assert all_dice_used(match)


@pytest.mark.rule("NE-VCOL-04", "NE-VEH-10")
def test_who_rams_a_wall_halves_first_and_then_adds_one() -> None:
    wall = block("wall", "wall", 4, -2, 4.4, 2)
    match = meet([1, NO], at={}, on=ground(wall), first={"m": 6})
    answer(match, "ram", "drive 7.00")
    assert hits(match) == [("V", 4, 7)] and place(match, "V") == (2, 0) and all_dice_used(match)


# -- chains ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VCOL-06", "NE-VCOL-02")
def test_what_is_pushed_pushes_the_next_one() -> None:
    match = meet([NO] * 4, truck("T"), truck("U"), at={"T": (5, 0, 0, 0), "U": (10, 0, 0, 0)})
    answer(match, "move", "drive 8.00")
    assert (place(match, "V"), place(match, "T"), place(match, "U")) == ((8, 0), (12, 0), (16, 0))
    assert hits(match) == [("T", 8, 6), ("V", 7, 7), ("U", 7, 6), ("T", 7, 6)], "in the order they happened"
    assert all_dice_used(match)


@pytest.mark.rule("NE-VCOL-06")
def test_a_pushed_truck_that_meets_a_wall_stops_all() -> None:
    wall = block("wall", "wall", 9, -2, 9.4, 2)
    match = meet([NO] * 3, truck("T"), at={"T": (5, 0, 0, 0)}, on=ground(wall))
    answer(match, "move", "drive 8.00")
    assert place(match, "T") == (7, 0) and place(match, "V") == (3, 0)
    assert hits(match) == [("T", 8, 6), ("V", 7, 7), ("T", 8, 6)], "the wall is tougher; by the first mover's Movement"
    assert all_dice_used(match)


@pytest.mark.rule("NE-VCOL-06")
def test_a_tougher_third_stops_all() -> None:
    match = meet([NO] * 4, truck("T"), truck("U", (9, 9, 9)), at={"T": (5, 0, 0, 0), "U": (11, 0, 0, 0)})
    answer(match, "move", "drive 8.00")
    assert (place(match, "V"), place(match, "T"), place(match, "U")) == ((3, 0), (7, 0), (11, 0))
    assert hits(match) == [("T", 8, 6), ("V", 7, 7), ("U", 7, 9), ("T", 8, 6)] and all_dice_used(match)


# -- run over ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VCOL-05", "NE-VEH-11")
def test_whoever_is_run_over_tests_by_how_it_stands() -> None:
    """I 4+: a 3 is enough for who stands, not for who is Pinned; who is down needs a 6."""
    match = drive(
        [3, 3, 5, 5, 5], m=8, foes=[fighter("P", w=3), fighter("Q", w=3), fighter("R", w=3), FAR],
        places={"P": (4, 0.6), "Q": (6, 0.6), "R": (8, 0.6), **AWAY},
        models={"Q": {"stance": PINNED}, "R": {"stance": INJURED}},
    )  # fmt: skip
    answer(match, "move", "drive 8.00")
    assert model(match, "P").stance == 0 and model(match, "P").wounds == 3
    assert hits(match) == [("Q", 7, 3), ("R", 7, 3)] and all_dice_used(match)
    for name in "PQR":
        assert place(match, name)[1] == pytest.approx(1 + 1 + 0.5, abs=0.02), "an inch clear of the way"


@pytest.mark.rule("NE-VCOL-05")
def test_who_fails_standing_is_pinned_and_hit_by_the_row_of_the_movement() -> None:
    match = drive([2, 2], m=7, foes=[fighter("Q", t=6), FAR], places={"Q": (4, 0.6), **AWAY})
    answer(match, "move", "drive 7.00")
    assert model(match, "Q").stance == PINNED and hits(match) == [("Q", 5, 6)] and model(match, "Q").status == PLAY


@pytest.mark.rule("NE-VCOL-05", "NE-VCOL-02")
def test_a_pushed_hull_runs_over_again_who_is_still_in_its_way() -> None:
    """The fighter is pushed ahead of the wreckers twice, and tests once."""
    hut = block("hut", "hut", 9.5, -2, 11, 2, top=250)
    match = lay(
        [truck("V", (7, 7, 7))], [truck("T"), fighter("Q"), FAR],
        {"V": (0, 0, 0, 0), "T": (5, 0, 0, 0), "Q": (8, 0), **AWAY}, [NO] * 3 + [4], active="V",
        on=ground(hut), things=[thing("hut", "hut", 10, 0)],
    )  # fmt: skip
    answer(match, "move", "drive 8.00")
    while match.decision is not None and "at " in match.decision.keys()[0]:
        answer(match, match.decision.keys()[0])
    x, y = place(match, "Q")
    assert abs(y) >= 2.49 or x >= 12 + 2 + 1.49, "clear of both hulls"
    assert model(match, "Q").status != OUT and all_dice_used(match)

"""Vehicles that go over an edge: where they land, how hard, on whom."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, vehicle
from fireteam.games.necromunda.state import MOBILE, PINNED, STANDING
from tests.necromunda.driving import AWAY, FAR, SMALL
from tests.necromunda.ground import ground, platform
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_collisions import hits

MISS = 1
"""A wound roll that fails."""


def cliff(height: float, dice: list[Any], *foes: Any, legs: str = "drive 4.00", **more: Any) -> Match:
    """A hull of 4", Toughness 8 7 6 and Handling 7+, drives east over the end of a deck 2" ahead of its middle."""
    edge = ground(platform("deck", -20, -8, 2, 8, round(100 * height)))
    friends, places = more.pop("friends", []), more.pop("places", {})
    match = lay(
        [vehicle("V", **SMALL, m=7, hnd=7), *friends], [*foes, FAR], {"V": (0, 0, height, 0), **places, **AWAY}, dice,
        active="V", on=edge, **more,
    )  # fmt: skip
    answer(match, "move", legs)
    return match


@pytest.mark.rule("NE-VFALL-01", "NE-FALL-02", "NE-VHIT-02")
@pytest.mark.parametrize(
    ("height", "strength", "minus"),
    [(7, 5, 3), (2, 0, 1), (3, 3, 1), (3.1, 3, 2), (6, 5, 2), (6.5, 5, 3), (8, 7, 3), (10, 9, 4), (16, 9, 4)],
)  # fmt: skip
def test_a_fall_strikes_the_rear_and_shakes_the_driver(height: float, strength: int, minus: int) -> None:
    """Exactly what Handling 7+ needs on two dice is enough, with the -1 for each three inches."""
    need = 7 + minus
    match = cliff(height, [*([MISS] if strength else []), need - 6, 6])
    assert model(match, "V").z == 0 and model(match, "V").facing == 0 and model(match, "V").stance == MOBILE
    assert place(match, "V") == ((2, 0) if height > 2 else (4, 0)), "at the rim, or where its tail is clear of the deck"
    assert hits(match) == ([("V", strength, 6)] if strength else [])
    assert all_dice_used(match)


@pytest.mark.rule("NE-VFALL-01", "NE-VLOC-02")
def test_who_loses_control_of_a_fall_swerves_where_it_lands() -> None:
    match = cliff(7, [MISS, 3, 6, 1, 1])
    assert model(match, "V").facing == 45 and place(match, "V") == (4.47, 2.47), "9 - 3 fails Handling 7+"
    assert all_dice_used(match)


@pytest.mark.rule("NE-VFALL-01")
def test_the_hit_of_a_fall_is_on_the_drive() -> None:
    """S9 AP-3 D3: three Damage dice and no Location dice."""
    match = cliff(10, [6, 1, 1, 4, 6, 6, 6, 6])
    assert match.decision is not None and match.decision.seat == 1, "nobody's hit: the other side keeps the dice"
    answer(match, "Penetrating damage")
    assert model(match, "V").wounds == 2 and model(match, "V").handling == 1 and all_dice_used(match)


@pytest.mark.rule("NE-VFALL-01", "NE-VEH-03")
def test_a_nose_over_the_rim_is_no_fall() -> None:
    match = cliff(7, [], legs="drive 1.90")
    assert model(match, "V").z == 700 and place(match, "V") == (1.9, 0)


@pytest.mark.rule("NE-VFALL-01", "NE-VEH-31")
def test_riders_test_once_in_a_fall_before_the_hit() -> None:
    """I 4+: a 4 holds on; a second test would need a second die."""
    match = cliff(
        4, [4, MISS, 6, 6], friends=[fighter("R")], places={"R": (0, 0, 6)}, models={"R": {"aboard": 0}},
    )  # fmt: skip
    assert place(match, "R") == (2, 0) and model(match, "R").z == 200 and model(match, "R").stance == STANDING
    assert all_dice_used(match)


@pytest.mark.rule("NE-VFALL-01", "NE-FALL-05")
def test_whoever_is_under_it_takes_the_same_hit() -> None:
    """7": S5. The vehicle first, then the fighter, who is Pinned and moved clear."""
    match = cliff(7, [MISS, MISS, 6, 6], fighter("Q"), places={"Q": (2.5, 0.5)})
    assert hits(match) == [("V", 5, 6), ("Q", 5, 3)]
    assert model(match, "Q").stance == PINNED and abs(place(match, "Q")[1]) >= 1.5 and all_dice_used(match)


@pytest.mark.rule("NE-VFALL-01", "NE-FALL-05")
def test_nobody_is_landed_on_by_a_low_fall() -> None:
    match = cliff(2, [6, 6], fighter("Q"), places={"Q": (4, 0.5)})
    assert not hits(match) and model(match, "Q").stance == STANDING
    assert abs(place(match, "Q")[1]) >= 1.5 and all_dice_used(match), "it just makes room"


@pytest.mark.rule("NE-VFALL-01", "NE-FALL-05")
def test_a_hull_that_lands_on_another_is_moved_off_it() -> None:
    match = cliff(7, [MISS, MISS, 6, 6], vehicle("T", **SMALL), places={"T": (2, 0, 0, 0)})
    assert hits(match) == [("V", 5, 6), ("T", 5, 8)], "that one is struck from above, on the side it is on"
    (x, y), (u, v) = place(match, "V"), place(match, "T")
    assert (u, v) == (2, 0) and (abs(x - u) >= 3.96 or abs(y - v) >= 1.96) and all_dice_used(match)

"""Out of control: swerves, jackknifes, rolls; and how drivers come round."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, vehicle
from fireteam.games.necromunda.cards import Card
from fireteam.games.necromunda.state import MOBILE, OUT, PINNED, STALLED, WRECKED
from tests.necromunda.driving import AWAY, FAR, SMALL, drive
from tests.necromunda.ground import ground, platform
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_collisions import NO, hits, truck

ROLLS = [2, 3, 6, 1]
"""Handling 7+ failed, even at +1, and what the Control dice show: it rolls over, to the left."""


# -- rolling over ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VLOC-03", "NE-VHIT-10")
def test_a_mobile_vehicle_tumbles_before_it_is_a_wreck() -> None:
    """The direction is rolled before the D3: 4" to the north, without turning."""
    match = drive([*ROLLS, 90, 4])
    answer(match, "spin", "left 30")
    m = model(match, "V")
    assert place(match, "V") == (0, 4) and m.facing == 30
    assert (m.wounds, m.status, m.stance) == (0, OUT, WRECKED) and all_dice_used(match)


@pytest.mark.rule("NE-VLOC-03")
def test_a_stalled_one_flips_where_it_is() -> None:
    """A driver's wound that goes wrong: black-out, and Control dice that say Roll."""
    match = lay(
        [vehicle("V", **SMALL)], [FAR], {"V": (0, 0, 0, 0), **AWAY}, [1, 6, 6], acting=0, ready=[],
        models={"V": {"stance": STALLED, "flesh": 1}},
    )  # fmt: skip
    answer(match, "tend the driver's wound")
    assert model(match, "V").status == OUT and place(match, "V") == (0, 0)


@pytest.mark.rule("NE-VLOC-03", "NE-VCOL-01", "NE-VCOL-05")
def test_what_a_tumbling_vehicle_meets_is_hit_and_it_takes_no_more_itself() -> None:
    """M8, Toughness 7 against 6: the other is hit by S8. A fighter in the way is run over, and the way ends."""
    blue: list[Card] = [truck("T"), fighter("Q"), FAR]
    match = lay(
        [truck("V", (7, 7, 7))], blue, {"V": (0, 0, 0, 0), "T": (0, 5, 0, 0), "Q": (1, 1.8), **AWAY},
        [*ROLLS, 90, 6, NO, 2, NO], active="V",
    )  # fmt: skip
    answer(match, "drift", "slide 0.00 towards 90")
    assert place(match, "V") == (0, 3) and place(match, "T") == (0, 5), "it stops at the other hull"
    assert hits(match) == [("T", 8, 6), ("Q", 7, 3)] and model(match, "Q").stance == PINNED
    assert model(match, "V").status == OUT and all_dice_used(match)


@pytest.mark.rule("NE-VLOC-03", "NE-VFALL-01")
def test_who_tumbles_over_an_edge_takes_no_hit_of_the_fall() -> None:
    deck = ground(platform("deck", -20, -20, 20, 2, 700))
    match = lay(
        [vehicle("V", **SMALL, m=7, hnd=7)], [FAR], {"V": (0, 0, 7, 0), **AWAY}, [*ROLLS, 90, 6], active="V", on=deck,
    )  # fmt: skip
    answer(match, "drift", "slide 0.00 towards 90")
    assert model(match, "V").z == 0 and not hits(match) and model(match, "V").status == OUT and all_dice_used(match)


@pytest.mark.rule("NE-VLOC-03")
def test_the_edge_of_the_table_stops_who_tumbles() -> None:
    match = drive([*ROLLS, 90, 6], at=(0, 27, 0, 0))
    answer(match, "drift", "slide 0.00 towards 90")
    assert place(match, "V") == pytest.approx((0, 29), abs=0.02) and all_dice_used(match)


# -- swerving ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VLOC-02")
def test_who_is_in_contact_as_it_swerves_is_not_hit_again() -> None:
    """Two hulls side by side: the swerve turns into the other one, drives on, and parts them without a hit."""
    match = lay(
        [truck("V", (7, 7, 7))], [truck("T"), FAR], {"V": (0, 0, 0, 0), "T": (0, 2, 0, 0), **AWAY},
        [2, 3, 1, 1], active="V",
    )  # fmt: skip
    answer(match, "drift", "slide 0.00 towards 270")
    assert model(match, "V").facing == 45 and place(match, "V") == (2.83, 2.83) and not hits(match)
    assert place(match, "T") != (0, 2), "slid back the least distance"
    assert all_dice_used(match)


# -- drivers -----------------------------------------------------------------------------------------------------------


def recover(dice: list[Any], **own: Any) -> Match:
    """A vehicle with nothing else to do comes to the End phase."""
    return lay(
        [vehicle("V", **SMALL, hnd=7)], [FAR], {"V": (0, 0, 0, 0), **AWAY}, [*dice, 6, 1], acting=0, ready=[],
        models={"V": own},
    )  # fmt: skip


@pytest.mark.rule("NE-VEND-02", "NE-VHIT-07")
@pytest.mark.parametrize(("face", "awake"), [(3, False), (4, True)])
def test_a_driver_comes_round_on_a_four_with_a_wound(face: int, awake: bool) -> None:
    match = recover([face], conditions=frozenset({"blacked out"}), idle=True)
    m = model(match, "V")
    assert ("blacked out" not in m.conditions) is awake and m.flesh == awake
    assert match.decision is not None and all_dice_used(match)
    assert (match.decision.topic == "action of V") is awake, "in the next round it is Ready again, or is not"


@pytest.mark.rule("NE-VEND-02", "NE-VEND-01")
@pytest.mark.parametrize(("face", "left"), [(2, 2), (3, 2), (4, 1), (6, 1)])
def test_a_drivers_wound_heals_on_a_four(face: int, left: int) -> None:
    match = recover([face], flesh=2)
    assert model(match, "V").flesh == left and model(match, "V").stance == MOBILE and all_dice_used(match)


@pytest.mark.rule("NE-VEND-02", "NE-VHIT-07", "NE-VLOC-02")
def test_on_a_one_the_driver_blacks_out_at_once() -> None:
    """It swerves to the right and goes on for half its 7", then stalls; there is no further try this round."""
    match = recover([1, 1, 6], flesh=1)
    m = model(match, "V")
    assert m.facing == 315 and m.stance == STALLED and "blacked out" in m.conditions and not m.ready
    assert place(match, "V") == (2.47, -2.47) and all_dice_used(match)


@pytest.mark.rule("NE-STAT-07", "NE-VLOC-02")
def test_enemies_beside_it_may_strike_as_it_swerves_away() -> None:
    """No activation is under way; they strike before the hull turns."""
    match = lay(
        [vehicle("V", **SMALL, hnd=7)], [FAR, fighter("Q", i=3)], {"V": (0, 0, 0, 0), **AWAY, "Q": (0, 2.4, 0, 270)},
        [1, 1, 6, 2, 6, 1], acting=0, ready=[],
        models={"V": {"flesh": 1}},
    )  # fmt: skip
    assert place(match, "V") == (0, 0)
    answer(match, "Q strikes at it")
    assert place(match, "V") == (2.47, -2.47) and all_dice_used(match)


@pytest.mark.rule("NE-VEND-01", "NE-VEND-02")
def test_one_try_a_round_and_its_controller_picks_which() -> None:
    match = recover([3, 3], stance=STALLED, flesh=1, wounds=1)
    assert match.decision is not None and match.decision.seat == 0
    assert list(match.decision.keys()) == ["restart the engine", "tend the driver's wound"]
    answer(match, "restart the engine")
    assert model(match, "V").stance == STALLED and model(match, "V").flesh == 1 and all_dice_used(match)


def test_what_is_left_and_which_way_is_left_are_told_apart() -> None:
    match = drive([*ROLLS, 90, 4])
    answer(match, "spin", "left 30")
    assert "V is out of control to the left: Roll." in match.told and "V loses Wounds: 3; 0 left." in match.told

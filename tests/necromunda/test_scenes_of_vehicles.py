"""Whole situations with vehicles, with fixed dice and exact results."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.necromunda.arena import fighter, vehicle, weapon
from fireteam.games.necromunda.cards import Armour
from fireteam.games.necromunda.state import MOBILE, OUT, PINNED, STALLED
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, place

SMALL: dict[str, Any] = {"length": 4.0, "width": 2.0}


@pytest.mark.rule(
    "NE-VEH-13", "NE-VLOC-01", "NE-VLOC-02", "NE-VCOL-05", "NE-VEH-11", "NE-HIT-02", "NE-HIT-03", "NE-NRV-01",
)  # fmt: skip
def test_full_throttle_spin_out_over_a_fighter() -> None:
    vest = Armour("vest", "vest", "standard", save=5)
    match = lay(
        [vehicle("V", **SMALL, m=7, hnd=7)],
        [fighter("Q", armour=[vest]), fighter("R")],
        {"V": (0, 0, 0, 0), "Q": (6.606, 2.970), "R": (-20, 20)},
        [4, 3, 3, 2, 2, 3, 5, 6],
        active="V",
    )
    answer(match, "full throttle", "drive 10.00 left 90 drive 11.00")
    assert place(match, "V") == (7.53, 2.47) and model(match, "V").facing == 135
    assert model(match, "V").stance == MOBILE and match.state.active != number(match, "V")
    assert model(match, "Q").status == OUT
    assert place(match, "Q") == pytest.approx((5.05, 1.41), abs=0.011)
    assert all_dice_used(match)


@pytest.mark.rule("NE-VEH-01", "NE-VEH-14", "NE-VEH-15", "NE-VHIT-08", "NE-VHIT-09", "NE-TST-02")
def test_coaxing_a_stalled_engine_at_once() -> None:
    match = lay(
        [vehicle("V", **SMALL, m=6, hnd=7, w=3)],
        [fighter("E")],
        {"V": (0, 0, 0, 0), "E": (20, 20)},
        [3, 3, 3],
        active="V",
        models={"V": {"stance": STALLED, "wounds": 2, "handling": 1}},
    )
    answer(match, "turn over", "drive 2.00")
    assert place(match, "V") == (2, 0)
    answer(match, "jump start")
    assert model(match, "V").stance == MOBILE and model(match, "V").restart == 0
    assert all_dice_used(match) and match.state.active != number(match, "V")


@pytest.mark.rule("NE-VEH-14", "NE-VEH-15", "NE-VEND-01", "NE-VHIT-08")
def test_coaxing_a_stalled_engine_in_the_end_phase() -> None:
    match = lay(
        [vehicle("V", **SMALL, m=6, hnd=7, w=3)],
        [fighter("E")],
        {"V": (0, 0, 0, 0), "E": (20, 20)},
        [3, 2, 3, 3, 4, 6, 1],
        active="V",
        ready=[],
        models={"V": {"stance": STALLED, "wounds": 2, "handling": 1}},
    )
    answer(match, "turn over", "drive 2.00", "jump start")
    assert model(match, "V").stance == MOBILE and all_dice_used(match)


@pytest.mark.rule(
    "NE-STD-08", "NE-CC-06", "NE-CC-03", "NE-VHIT-07", "NE-VEH-01", "NE-VEH-16", "NE-VEH-17", "NE-VEH-30", "NE-VEH-34",
    "NE-STAT-07", "NE-VEND-01", "NE-SHT-10",
)  # fmt: skip
def test_mobbing_a_stalled_buggy() -> None:
    club = weapon("club", "Melee", category="close", melee=True, strength=0, of_user=True)
    gun = weapon(
        "hull gun", "Crew Weapon", category="vehicle", short=12, long=24, accuracy=(1, 0), strength=4, ap=-1, ammo=4,
        arcs=("front",),
    )  # fmt: skip
    match = lay(
        [fighter("A", club, ws=3, s=4, a=2, i=3)],
        [vehicle("V", gun, **SMALL, toughness=(6, 5, 5), m=8, w=3, hnd=7, sv=5, bs=4)],
        {"A": (0, 0, 0, 0), "V": (8, 0, 0, 180)},
        [1, 2, 1, 5, 5, 4, 1, 4, 5, 3, 4, 5, 3, 1, 4, 6, 5, 4, 2, 2, 4, 3, 6, 1],
        active="A",
        models={"V": {"stance": STALLED}},
    )
    answer(match, "charge", "to 35.00,30.00", "fight with club", "Crew is hit")
    assert model(match, "V").flesh == 1 and model(match, "V").wounds == 3
    answer(match, "free wheel", "back 4.00", "A strikes at it", "fight with club")
    assert place(match, "V") == (12, 0)
    answer(match, "fire all", "shoot A with hull gun")
    assert model(match, "A").stance == PINNED and model(match, "A").wounds == 1
    answer(match, "restart the engine")
    assert model(match, "V").stance == MOBILE and model(match, "V").flesh == 1
    assert place(match, "V") == (12, 0) and model(match, "V").facing == 180
    assert place(match, "A") == (5, 0)
    assert all_dice_used(match)

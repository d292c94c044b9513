"""The dice of vehicles, how they are, their crew weapons, and fire on them."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, vehicle, weapon
from fireteam.games.necromunda.dice import CONTROL, DAMAGE, LOCATION
from fireteam.games.necromunda.state import MOBILE, PINNED, STALLED, WRECKED
from fireteam.games.necromunda.status import MOBILE as MOVES
from fireteam.games.necromunda.status import STALLED as STANDS
from fireteam.games.necromunda.status import status_of
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place

SMALL: dict[str, Any] = {"length": 4.0, "width": 2.0}
BURNS = {"conditions": frozenset({"blaze"})}


# -- dice --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-DICE-05")
def test_the_faces_of_vehicle_dice() -> None:
    assert LOCATION == ("Body", "Body", "Body", "Crew", "Drive", "Engine")
    assert DAMAGE == ("Glancing", "Glancing", "Glancing", "Penetrating", "Penetrating", "Catastrophic")
    assert CONTROL == ("Swerve", "Swerve", "Swerve", "Jackknife", "Jackknife", "Roll")


@pytest.mark.rule("NE-DICE-05", "NE-VHIT-02")
@pytest.mark.parametrize(
    ("location", "damage", "row", "wounds"),
    [(5, 4, ("Drive", "Penetrating"), 2), (3, 5, ("Body", "Penetrating"), 2), (6, 3, ("Engine", "Glancing"), 3)],
)
def test_location_and_damage_dice_name_a_row(location: int, damage: int, row: tuple[str, str], wounds: int) -> None:
    gun = weapon("gun", short=12, long=24, strength=6)
    # To hit, the wound (6 against 6), the save, Location, Damage, and a Handling test where the row asks for one.
    match = lay(
        [fighter("A", gun)], [vehicle("V", **SMALL, toughness=(6, 6, 6), hnd=2)], {"A": (0, 0), "V": (10, 0, 0, 180)},
        [4, 4, 1, location, damage, 6, 6], active="A",
    )  # fmt: skip
    answer(match, "shoot V with gun")
    (hurt,) = [event for event in match.log if event.code == "vehicle_damage"]
    assert (hurt.params["location"], hurt.params["result"]) == row and model(match, "V").wounds == wounds


@pytest.mark.rule("NE-DICE-05", "NE-VLOC-01")
@pytest.mark.parametrize(("control", "side", "facing"), [(3, 3, 45), (1, 4, 315), (4, 2, 90), (5, 6, 270)])
def test_the_control_dice_and_the_side(control: int, side: int, facing: int) -> None:
    match = lay(
        [vehicle("V", **SMALL, m=6, cl=7)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (25, 25)},
        [1, 3, 3, control, side, 1], active="V", models={"V": BURNS},
    )  # fmt: skip
    assert model(match, "V").facing == facing and all_dice_used(match)


# -- how a vehicle is --------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-STAT-06")
def test_mobile_stationary_and_wrecked() -> None:
    for stance, status, moves in ((MOBILE, MOVES, True), (STALLED, STANDS, False)):
        match = lay(
            [vehicle("V", **SMALL)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (20, 20)}, [], active="V",
            models={"V": {"stance": stance}},
        )  # fmt: skip
        assert status_of(match.setting.table(match.state, False), 0) == status
        kinds = set(offers(match))
        assert (bool({"vehicle_move", "maneuver", "drift", "ram", "spin", "full_throttle"} & kinds)) is moves
        assert (bool({"jump_start", "turn_over", "free_wheel"} & kinds)) is not moves


@pytest.mark.rule("NE-STAT-06", "NE-VHIT-10")
def test_a_wreck_is_terrain_and_never_ready() -> None:
    gun = weapon("gun", short=12, long=24, strength=6)
    crew = [fighter(f"E{n}") for n in range(7)]  # so many that one loss bottles nobody out
    match = lay(
        [fighter("A", gun), fighter("B")], [vehicle("V", **SMALL, toughness=(6, 6, 6)), *crew],
        {"A": (0, 0), "B": (0, 20), "V": (10, 0, 0, 180), **{f"E{n}": (20, 20 - 2 * n) for n in range(7)}},
        [4, 4, 1, 3, 4], active="A", models={"V": {"wounds": 1}}, ready=["B"], then=Seeded(3),
    )  # fmt: skip
    answer(match, "shoot V with gun")
    assert model(match, "V").stance == WRECKED and not match.setting.table(match.state, False).in_play(2)
    while match.state.round < 2:
        match.answer("end the activation" if "end" in offers(match) else match.decision.options[0])
    assert not model(match, "V").ready and model(match, "E0").ready
    table = match.setting.table(match.state, False)
    assert list(table.wrecks()) == [2] and table.surfaces(4000, 3000) == (0, 250), "its hull is terrain"


# -- crew weapons ------------------------------------------------------------------------------------------------------


CREW = weapon("crew gun", "Crew Weapon", category="vehicle", short=12, long=24, strength=3, arcs=("front",))
DECK = weapon(
    "deck gun", "Crew Weapon", category="vehicle", short=12, long=24, strength=3, arcs=("front",), by_passenger=True,
)  # fmt: skip
PLAIN = weapon("spare", category="vehicle", short=12, long=24, strength=3, arcs=("front",))


def armed(dice: list[int], *guns: Any, **more: Any) -> Match:
    """A vehicle with these guns and an enemy before it."""
    return lay(
        [vehicle("V", *guns, **SMALL)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (9, 0)}, dice, active="V", **more,
    )  # fmt: skip


@pytest.mark.rule("NE-TRT-32")
def test_fire_all_fires_crew_weapons_alone() -> None:
    match = armed([4, 1], CREW, DECK, PLAIN)
    answer(match, "fire all", "shoot E with crew gun")
    assert [event.params["weapon"] for event in match.log if event.code == "shoots"] == ["crew gun"]
    assert match.decision is not None and match.decision.topic == "action of V", "no other gun is asked about"
    assert model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-TRT-32")
def test_move_and_shoot_fires_one_crew_weapon() -> None:
    match = armed([4, 1], CREW, DECK, PLAIN)
    answer(match, "move and shoot")
    assert match.decision is not None
    assert [pick.key for pick in match.decision.options if pick.kind == "shoot"] == ["shoot E with crew gun"]
    answer(match, "shoot E with crew gun")
    assert "shoot" not in offers(match) and all_dice_used(match)


@pytest.mark.rule("NE-TRT-32")
def test_a_gun_that_is_lost_is_out_for_the_battle() -> None:
    match = armed([], CREW, PLAIN, models={"V": {"lost": frozenset({"crew-gun"})}})
    answer(match, "fire all")
    assert [event for event in match.log if event.code == "shoots"] == []


# -- fire --------------------------------------------------------------------------------------------------------------


def burning(dice: list[int], stance: int = MOBILE, **stats: Any) -> Match:
    """A vehicle on fire is activated: T5 at its rear, so that a hit of Strength 3 wounds on a 5+; Cool 7+, save 5+."""
    return lay(
        [vehicle("V", **SMALL, m=6, **{"cl": 7, "toughness": (8, 8, 5), **stats})], [fighter("E", rifle())],
        {"V": (0, 0, 0, 0), "E": (20, 20)}, dice, active="V", models={"V": {"stance": stance, **BURNS}},
    )  # fmt: skip


@pytest.mark.rule("NE-COND-11")
def test_a_stalled_vehicle_on_fire_burns_out_if_the_crew_panics() -> None:
    # The hit fails to wound, Cool fails, D3 = 2 clouds; then the fire stays.
    match = burning([4, 3, 3, 3, 3], STALLED)
    assert match.decision is not None and match.decision.topic == "smoke of V"
    answer(match, "at 33.00,30.00", "at 27.00,30.00")
    assert [thing.kind for thing in match.state.things.values()] == ["smoke", "smoke"]
    assert match.state.active != 0 and "blaze" in model(match, "V").conditions and all_dice_used(match)


@pytest.mark.rule("NE-COND-11")
def test_a_mobile_vehicle_on_fire_goes_out_of_control_if_the_crew_panics() -> None:
    # Swerve to the left and half its Movement; after the activation the fire dies on a 4.
    match = burning([4, 3, 3, 2, 1, 4])
    assert model(match, "V").facing == 45 and place(match, "V") == pytest.approx((2.12, 2.12), abs=0.011)
    assert match.state.active != 0 and "blaze" not in model(match, "V").conditions and all_dice_used(match)


@pytest.mark.rule("NE-COND-11")
def test_a_cool_crew_drives_on_in_the_fire() -> None:
    match = burning([4, 4, 3, 4])
    assert match.decision is not None and match.decision.topic == "action of V"
    answer(match, "end the activation")
    assert "blaze" not in model(match, "V").conditions and all_dice_used(match)


@pytest.mark.rule("NE-COND-11")
def test_the_fire_burns_through_the_rear_with_ap_1() -> None:
    # 5 wounds T5; the save of 5+ needs a 6: 5 fails; Body, Penetrating, Handling 2+ holds; Cool holds.
    match = burning([5, 5, 3, 4, 3, 4, 4, 4], hnd=2)
    (wound,) = [event.params for event in match.log if event.code == "wound_roll"]
    assert (wound["strength"], wound["toughness"]) == (3, 5) and model(match, "V").wounds == 2
    match = burning([5, 6, 4, 4], hnd=2)
    assert model(match, "V").wounds == 3 and all_dice_used(match)


@pytest.mark.rule("NE-COND-11")
def test_the_crew_of_a_wreck_does_not_burn() -> None:
    # 5 wounds, unsaved, Body, Penetrating: the last Wound. No Cool test, no die for the fire.
    match = lay(
        [vehicle("V", **SMALL, toughness=(8, 8, 5)), fighter("B")], [fighter("E", rifle())],
        {"V": (0, 0, 0, 0), "B": (-25, -25), "E": (20, 20)}, [5, 1, 3, 4], active="V",
        models={"V": {"wounds": 1, **BURNS}},
    )  # fmt: skip
    assert model(match, "V").stance == WRECKED
    assert [event for event in match.log if event.code == "tested" and event.rule == "NE-COND-11"] == []

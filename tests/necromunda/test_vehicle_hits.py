"""Hits on vehicles: which side is struck, the dice of damage, what each row does, wrecks and who was aboard."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, vehicle, weapon
from fireteam.games.necromunda.cards import Card
from fireteam.games.necromunda.state import MOBILE, OUT, PINNED, PLAY, STALLED, STANDING, WRECKED
from tests.necromunda.driving import SMALL, gun, keys
from tests.necromunda.ground import block, ground, platform
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_collisions import hits

LANCE = weapon("lance", short=24, long=48, accuracy=(0, 0), strength=10, ap=-6, ammo=2)
HEAVY = weapon("heavy", short=24, long=48, accuracy=(0, 0), strength=10, ap=-6, damage=2, ammo=2)
HIT, WOUND, QUIET = 6, 6, 2
"""A hit roll, a wound roll, and a Firepower die without a symbol."""
BODY, CREW, DRIVE, ENGINE = 1, 4, 5, 6
GLANCING, PENETRATING, CATASTROPHIC = 1, 4, 6


def shot(dice: list[Any], *guns: Any, by: Any = LANCE, at: tuple[float, ...] = (-12, 0, 0, 0), **more: Any) -> Match:
    """A shot that hits and wounds a vehicle of 4" by 2" in the middle, Toughness 8 7 6 and 3 Wounds; then the dice."""
    card: dict[str, Any] = {**SMALL, "hnd": 7, "w": more.pop("w", 3), "deck": more.pop("deck", 200)}
    riders, places = more.pop("riders", []), more.pop("places", {})
    match = lay(
        [fighter("A", by)], [vehicle("V", *guns, **card), *riders],
        {"A": at, "V": (0, 0, 0, 180), **places}, [HIT, QUIET, WOUND, *dice], active="A", **more,
    )  # fmt: skip
    answer(match, f"shoot V with {by.name}")
    return match


# -- the side struck ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VHIT-01", "NE-HIT-02")
@pytest.mark.parametrize(
    ("x", "y", "toughness"),
    [
        (-12, 0, 8), (12, 0, 6), (0, 12, 7), (0, -12, 7),
        (-12, 5.9, 8), (-12, 6.1, 7), (-12, 6, 8), (12, 6, 7), (12, 5.9, 6),
    ],
)  # fmt: skip
def test_the_side_struck_is_the_one_that_the_attacker_is_on(x: float, y: float, toughness: int) -> None:
    """Diagonals of 4 by 2: one to two. Nose to the west; on a diagonal the harder side counts."""
    facing = {True: 0, False: 180}[x < 0] if x else 270 if y > 0 else 90
    match = lay(
        [fighter("A", LANCE)], [vehicle("V", **SMALL)], {"A": (x, y, 0, facing), "V": (0, 0, 0, 180)},
        [HIT, QUIET, 1], active="A",
    )  # fmt: skip
    answer(match, "shoot V with lance")
    assert hits(match) == [("V", 10, toughness)] and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-01", "NE-BLS-05")
def test_a_blast_strikes_the_side_that_its_middle_is_on() -> None:
    bomb = weapon("bomb", "Blast (5)", short=24, long=48, accuracy=(0, 0), strength=10, ammo=2)
    match = lay(
        [fighter("A", bomb)], [vehicle("V", **SMALL)], {"A": (-6, 12, 0, 307), "V": (0, 0, 0, 180)},
        [HIT, QUIET, 1], active="A",
    )  # fmt: skip
    answer(match, "aim bomb at a point", "at 33.00,30.00")
    assert hits(match) == [("V", 10, 6)] and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-01", "NE-SHT-06")
def test_a_hull_that_shows_nothing_of_the_side_it_is_shot_at_from_is_hull_down() -> None:
    """From above the wall hides the whole front, and two rows in five of what else is seen: partial cover at most."""
    wall = block("wall", "wall", -3.4, -3, -2.95, 3, top=256)
    tower = platform("tower", -14, -3, -10, 3, 600)
    for pieces, needed in (((tower, wall), 6), ((tower,), 4)):
        match = lay(
            [fighter("A", LANCE)], [vehicle("V", **SMALL, height=200)], {"A": (-12, 0, 6, 0), "V": (0, 0, 0, 180)},
            [needed - 1, QUIET], active="A", on=ground(*pieces),
        )  # fmt: skip
        answer(match, "shoot V with lance")
        rolled = next(event for event in match.log if event.code == "hit_roll").params
        assert rolled["needed"] - rolled["bonus"] == needed and not rolled["passed"]
        assert rolled["bonus"] == 4 - needed


@pytest.mark.rule("NE-VHIT-01", "NE-VEH-34")
def test_a_gun_of_a_vehicle_meets_hull_down_as_well() -> None:
    wall = block("wall", "wall", -3.4, -3, -2.95, 3, top=256)
    tower = platform("tower", -16, -3, -10, 3, 600)
    match = lay(
        [vehicle("T", gun(mount=(0, 0), long=48), **SMALL, height=150)], [vehicle("V", **SMALL, height=200)],
        {"T": (-12, 0, 6, 0), "V": (0, 0, 0, 180)}, [5, QUIET], active="T", on=ground(tower, wall),
    )  # fmt: skip
    answer(match, "fire all", "shoot V with hull gun")
    rolled = next(event for event in match.log if event.code == "hit_roll").params
    assert rolled["bonus"] == -2 and not rolled["passed"]


# -- the dice of damage ------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VHIT-02", "NE-DICE-05")
def test_as_many_damage_dice_as_damage_and_the_attacker_keeps_one() -> None:
    match = shot([BODY, GLANCING, PENETRATING, 4, 3], by=HEAVY)
    assert match.decision is not None and match.decision.seat == 0
    assert keys(match) == ["Glancing damage", "Penetrating damage"]
    answer(match, "Penetrating damage")
    assert model(match, "V").wounds == 2 and model(match, "V").stance == MOBILE and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-02", "NE-HIT-03")
def test_a_saved_hit_rolls_no_damage() -> None:
    match = lay(
        [fighter("A", weapon("gun", short=24, long=48, accuracy=(0, 0), strength=10, ammo=2))],
        [vehicle("V", **SMALL, sv=4)], {"A": (-12, 0, 0, 0), "V": (0, 0, 0, 180)}, [HIT, QUIET, WOUND, 4], active="A",
    )  # fmt: skip
    answer(match, "shoot V with gun")
    assert all_dice_used(match) and model(match, "V").wounds == 3


@pytest.mark.rule("NE-VHIT-02", "NE-VCOL-01")
def test_the_dice_of_a_hit_by_nobody_are_kept_by_the_other_side() -> None:
    """A collision with a wall at M8: Damage 2, raised to 3."""
    wall = block("wall", "wall", 4, -2, 4.4, 2)
    match = lay(
        [vehicle("V", **SMALL, m=8, sv=6)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (20, 20)},
        [WOUND, BODY, GLANCING, PENETRATING, PENETRATING, 4, 4], active="V", on=ground(wall),
    )  # fmt: skip
    answer(match, "move", "drive 8.00")
    assert match.decision is not None and match.decision.seat == 1
    answer(match, "Penetrating damage")
    assert model(match, "V").wounds == 2 and all_dice_used(match)


# -- the rows ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VHIT-05", "NE-COND-04")
def test_body_glancing_is_a_concussion_first_and_then_a_test_with_it() -> None:
    """Handling 7+ is 9+ then: an 8 stalls it. Whoever is aboard is concussed, too."""
    aboard = {"R": {"aboard": 1}}
    at = {"R": (0, 0, 2)}
    match = shot([BODY, GLANCING, 4, 4], riders=[fighter("R")], places=at, models=aboard)
    assert model(match, "V").stance == STALLED and "concussion" in model(match, "V").conditions
    assert "concussion" in model(match, "R").conditions and model(match, "V").wounds == 3 and all_dice_used(match)
    match = shot([BODY, GLANCING, 4, 5], riders=[fighter("R")], places=at, models=aboard)
    assert model(match, "V").stance == MOBILE and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-05")
def test_body_penetrating_takes_a_wound_and_a_failed_test_stalls() -> None:
    match = shot([BODY, PENETRATING, 3, 3])
    assert model(match, "V").wounds == 2 and model(match, "V").stance == STALLED and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-05", "NE-VLOC-02")
def test_body_catastrophic_destroys_a_random_weapon() -> None:
    """A crew pistol is no weapon of the vehicle; a failed test loses control."""
    snub = weapon("snub", "Sidearm", category="pistol", short=6, long=12, accuracy=(2, 0), strength=3, ammo=4)
    match = shot([BODY, CATASTROPHIC, "tail-gun", 3, 3, 1, 1], gun("nose gun"), gun("tail gun"), snub)
    assert model(match, "V").lost == {"tail-gun"} and model(match, "V").wounds == 2
    assert model(match, "V").facing == 225 and all_dice_used(match), "a swerve to the left"
    match = shot([BODY, CATASTROPHIC, 4, 4], gun("nose gun"), snub)
    assert model(match, "V").lost == {"nose-gun"} and model(match, "V").wounds == 2 and all_dice_used(match)
    match = shot([BODY, CATASTROPHIC, 4, 4], snub)
    assert not model(match, "V").lost and model(match, "V").wounds == 1 and all_dice_used(match), "none left: 2 Wounds"


@pytest.mark.rule("NE-VHIT-06", "NE-STAT-06")
def test_engine_glancing_stalls_at_once() -> None:
    match = shot([ENGINE, GLANCING])
    assert model(match, "V").stance == STALLED and model(match, "V").wounds == 3 and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-06", "NE-VLOC-02")
def test_engine_penetrating_and_catastrophic_take_wounds_and_power() -> None:
    match = shot([ENGINE, PENETRATING, 3, 4])
    assert model(match, "V").wounds == 2 and model(match, "V").capped and model(match, "V").stance == MOBILE
    assert all_dice_used(match)
    match = shot([ENGINE, CATASTROPHIC, 3, 4, 4, 6])
    assert model(match, "V").wounds == 1 and model(match, "V").capped, "Handling 7+ at -1: a 7 jackknifes"
    assert model(match, "V").facing == 90 and place(match, "V") == (0, 3.5) and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-07", "NE-VLOC-01")
def test_a_driver_who_blacks_out_loses_control_and_then_the_engine_dies() -> None:
    match = shot([CREW, CATASTROPHIC, 1, 4])
    assert model(match, "V").stance == STALLED and model(match, "V").facing == 135
    assert place(match, "V") != (0, 0), "it swerves on before it stalls"
    assert not model(match, "V").ready and model(match, "V").idle and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-05", "NE-VHIT-10")
def test_a_wreck_takes_no_handling_test() -> None:
    match = shot([DRIVE, CATASTROPHIC], w=2)
    assert model(match, "V").status == OUT and model(match, "V").stance == WRECKED and all_dice_used(match)


# -- wrecks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VHIT-10", "NE-SHT-02")
def test_a_wreck_blocks_sight_and_gives_way_to_a_truck() -> None:
    red: list[Card] = [vehicle("T", **SMALL, m=7, toughness=(8, 8, 8)), fighter("A", LANCE)]
    match = lay(
        red, [vehicle("W", **SMALL, height=250), fighter("E")],
        {"T": (-8, 0, 0, 0), "A": (0, -12, 0, 90), "W": (0, 0, 0, 0), "E": (0, 6)}, [1], active="T",
        models={"W": {"status": OUT, "stance": WRECKED, "wounds": 0}},
    )  # fmt: skip
    answer(match, "full throttle", "drive 9.00")
    assert place(match, "T") == (1, 0), "it goes through"
    assert hits(match) == [("T", 5, 8)] and all_dice_used(match), "the plain hit"
    assert "wreck" in model(match, "W").lost


@pytest.mark.rule("NE-VHIT-10", "NE-SHT-02")
def test_nobody_sees_through_a_wreck() -> None:
    for stance, seen in ((WRECKED, False), (STANDING, True)):
        gone = {"W": {"status": OUT, "stance": stance, "lost": frozenset() if stance else frozenset({"wreck"})}}
        match = lay(
            [fighter("A", LANCE)], [vehicle("W", **SMALL, height=250), fighter("E")],
            {"A": (-8, 0, 0, 0), "W": (0, 0, 0, 90), "E": (8, 0)}, active="A", models=gone,
        )  # fmt: skip
        assert ("shoot E with lance" in keys(match)) is seen


@pytest.mark.rule("NE-VHIT-10", "NE-VHIT-11", "NE-FALL-02")
@pytest.mark.parametrize(
    ("deck", "stance", "strength"),
    [(300, MOBILE, 4), (200, MOBILE, 0), (400, STALLED, 3)],
)
def test_those_aboard_a_wreck_are_thrown_clear(deck: int, stance: int, strength: int) -> None:
    """I 4+ and a 3: Pinned, and hit as by a fall from the deck, one harder if the vehicle was Mobile."""
    dice = [DRIVE, PENETRATING, 3, *([1] if strength else []), 6, 6]
    match = shot(dice, w=1, deck=deck, riders=[fighter("R")], places={"R": (0, 0, deck / 100)},
                 models={"R": {"aboard": 1}, "V": {"stance": stance, "wounds": 1}})  # fmt: skip
    first = keys(match)[0]
    assert match.decision is not None and match.decision.find("at 34.60,30.00") is None, 'farther than 2" from the hull'
    assert first.startswith("at ") and match.decision.seat == 1
    answer(match, "at 31.00,33.20")
    assert model(match, "R").z == 0 and model(match, "R").stance == PINNED and model(match, "R").aboard == -1
    assert hits(match)[1:] == ([("R", strength, 3)] if strength else []) and all_dice_used(match)


@pytest.mark.rule("NE-VHIT-11", "NE-NRV-01")
def test_who_passes_stands_beside_the_wreck() -> None:
    match = shot([DRIVE, PENETRATING, 4, 6, 6], w=1, riders=[fighter("R")], places={"R": (0, 0, 2)},
                 models={"R": {"aboard": 1}, "V": {"wounds": 1}})  # fmt: skip
    answer(match, "at 31.00,33.20")
    assert model(match, "R").stance == STANDING and model(match, "R").status == PLAY
    assert model(match, "V").status == OUT and all_dice_used(match), "and its nerve holds"

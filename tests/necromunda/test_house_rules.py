"""House rules that a match may switch on, each against the letter of the book."""

from __future__ import annotations

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, rifle, vehicle, weapon
from fireteam.games.necromunda.end_phase import EndPhase
from fireteam.games.necromunda.state import OUT, PINNED, STALLED, STANDING, Line
from fireteam.space.plane.free.plan import OPAQUE, SOLID, Floor
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place
from tests.necromunda.test_movement import corners, platform

BOTH = pytest.mark.parametrize("on", [False, True], ids=["letter", "house-rule"])
POT = weapon("pot", "Blast (3)", short=6, long=24, strength=3)
FLAMER = weapon("flamer", "Template", template=True, strength=3)


def keys(match: Match) -> list[str]:
    """What is on offer."""
    assert match.decision is not None
    found: list[str] = match.decision.keys()
    return found


def may(match: Match, key: str) -> bool:
    """Whether an answer is legal."""
    assert match.decision is not None
    return match.decision.find(key) is not None


# -- those of the book -------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-HR-03")
@BOTH
def test_a_hurl_may_replace_the_fight_of_a_charge(on: bool) -> None:
    deck = platform("deck", -3, -3, 5.2, 3, 4)
    match = lay(
        [fighter("A", skills=("hurl",))], [fighter("E"), fighter("F")],
        {"A": (0, 0, 4, 0), "E": (4.5, 0, 4, 180), "F": (0, 25)},
        [2, 3, 5, 1, 1] if on else [2, 1, 1, 1], active="A", on=field(deck), options={"hr_hurl_replaces_fight": on},
    )  # fmt: skip
    answer(match, "charge", "to 33.50,30.00 up 4.00")
    if not on:
        assert match.decision is not None and match.decision.topic == "weapons, fight of A"
        return
    # Its test of 3 fails, and 3 inches to the east it goes over: 4 inches down, then the hit of the hurl.
    answer(match, "hurl E instead", "face 0")
    (fall,) = [event for event in match.log if event.code == "falls"]
    assert fall.params["height"] == 4.0
    assert (model(match, "E").z, model(match, "E").stance) == (0, PINNED) and all_dice_used(match)


@pytest.mark.rule("NE-HR-03")
@BOTH
def test_a_hurl_may_replace_a_fight_without_a_charge(on: bool) -> None:
    match = lay(
        [fighter("A", skills=("hurl",))], [fighter("E")], {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180)},
        [4] if on else [1, 1], active="A", options={"hr_hurl_replaces_fight": on},
    )  # fmt: skip
    answer(match, "fight", "hurl E instead" if on else "fight with knife")
    assert place(match, "E") == (1, 0) and model(match, "E").stance == STANDING
    assert "hurl" in offers(match) or not on


@pytest.mark.rule("NE-HR-04")
@BOTH
def test_crew_pistols_that_are_no_sidearms_may_be_fired_on_the_move(on: bool) -> None:
    pistol = weapon("hand flamer", "Template", category="pistol", template=True, strength=3)
    match = lay(
        [vehicle("V", pistol, m=7)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (7, 0)}, [1], active="V",
        options={"hr_vehicle_pistols_no_sidearm": on},
    )  # fmt: skip
    answer(match, "move and shoot")
    assert may(match, "lay the template of hand flamer") is on
    if on:
        answer(match, "lay the template of hand flamer", "flame 0")
        assert model(match, "E").stance == PINNED and all_dice_used(match)
    match = lay(
        [vehicle("V", pistol, m=7)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (7, 0)}, [], active="V",
        options={"hr_vehicle_pistols_no_sidearm": on},
    )  # fmt: skip
    answer(match, "fire all")
    assert match.decision is None or match.decision.topic == "action of V", "Fire All stays with crew weapons"


RAMP = Floor("ramp", corners(-6, -6, 6, 6), -480, 0.2, 0.0, 0, SOLID | OPAQUE)
"""It rises to the east: 1.2 inches high in the middle of the table."""


@pytest.mark.rule("NE-HR-05")
@pytest.mark.parametrize(
    ("on", "facing", "dice", "back"),
    [
        (True, 0, [5], True),  # nose uphill: it rolls backward without a die
        (True, 180, [5], False),
        (True, 90, [5, 4], True),  # across the slope the D2 decides
        (True, 90, [5, 3], False),
        (False, 0, [5, 3], False),
    ],
)
def test_a_vehicle_on_a_slope_rolls_downhill(on: bool, facing: int, dice: list[int], back: bool) -> None:
    match = lay(
        [vehicle("V", length=4.0, width=2.0)], [fighter("E")], {"V": (0, 0, 1.2, facing), "E": (20, 20)}, dice,
        active="V", on=field(RAMP), models={"V": {"stance": STALLED}}, options={"hr_freewheel_gravity": on},
    )  # fmt: skip
    answer(match, "free wheel")
    assert (may(match, "back 1.00"), may(match, "drive 1.00")) == (back, not back) and all_dice_used(match)


@pytest.mark.rule("NE-HR-06")
@BOTH
def test_an_inch_lies_between_two_pivots(on: bool) -> None:
    match = lay(
        [vehicle("V", m=8)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (20, 20)}, [], active="V",
        options={"opt_maneuver_pivot_spacing": on},
    )  # fmt: skip
    answer(match, "maneuver forward")
    assert may(match, "left 90 drive 0.90 left 90") is not on and may(match, "left 90 left 90") is not on
    assert may(match, "left 90 drive 1.00 left 90 drive 2.00") and may(match, "drive 0.50 left 90")


# -- those of other pages ----------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-HRX-03")
@pytest.mark.parametrize(
    ("on", "dice", "shot", "facing"),
    [(False, [4, 2, 1], "E", 0), (True, [4, 3, 4, 2, 1], "E", 0), (True, [3, 3, 4, 2, 1], "F", 180)],
)
def test_the_closest_enemy_all_round_comes_first(on: bool, dice: list[int], shot: str, facing: int) -> None:
    match = lay(
        [fighter("A", rifle())], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (10, 0), "F": (-6, 0)}, dice,
        active="A", options={"hrx_priority_ignores_facing": on},
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert [name for name in "EF" if model(match, name).stance == PINNED] == [shot]
    assert model(match, "A").facing == facing and all_dice_used(match)


@pytest.mark.rule("NE-HRX-04")
@pytest.mark.parametrize(
    ("on", "dice", "pinned"),
    [
        (False, [4, 1], "E"),
        (True, [4, 3, 4, 1], "E"),  # a Cool test of 7 allows it
        (True, [3, 3, 4, 1], "F"),
    ],
)
@pytest.mark.parametrize("aimed", ["shoot E with pot", "aim pot at a point"])
def test_a_blast_touches_the_closest_enemy(on: bool, dice: list[int], pinned: str, aimed: str) -> None:
    match = lay(
        [fighter("A", POT)], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (10, 0), "F": (6, 3)}, dice,
        active="A", options={"hrx_template_priority": on},
    )  # fmt: skip
    answer(match, aimed, *(["at 40.00,31.00"] if "point" in aimed else []))
    assert [name for name in "EF" if model(match, name).stance == PINNED] == [pinned] and all_dice_used(match)


@pytest.mark.rule("NE-HRX-04")
def test_a_blast_that_touches_the_closest_enemy_and_smoke_need_no_test() -> None:
    cloud = weapon("pot", "Blast (5)", "Smoke", short=6, long=24, strength=None, damage=None)
    for arm, at, dice in ((POT, (9, 1.5), [4, 1, 1]), (cloud, (6, 5), [4])):
        match = lay(
            [fighter("A", arm)], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (10, 0), "F": at}, dice,
            active="A", options={"hrx_template_priority": True},
        )  # fmt: skip
        answer(match, "shoot E with pot")
        assert all_dice_used(match) and not [event for event in match.log if event.rule == "NE-SHT-03"]


@pytest.mark.rule("NE-HRX-04")
@pytest.mark.parametrize(("on", "dice"), [(False, [1]), (True, [4, 3, 1]), (True, [3, 3, 1])])
def test_a_template_touches_the_closest_enemy(on: bool, dice: list[int]) -> None:
    match = lay(
        [fighter("A", FLAMER)], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (6, 2.5), "F": (5, -2.5)}, dice,
        active="A", options={"hrx_template_priority": on},
    )  # fmt: skip
    answer(match, "lay the template of flamer", "flame 25")
    held = dice[:2] == [3, 3]
    if held:  # 6 is less than 7: it must touch F
        assert not may(match, "flame 25") and may(match, "flame 340")
        answer(match, "flame 335")
    assert [name for name in "EF" if model(match, name).stance == PINNED] == ["F" if held else "E"]
    assert all_dice_used(match)


@pytest.mark.rule("NE-HRX-04")
def test_a_template_that_reaches_none_of_the_closest_points_at_it() -> None:
    match = lay(
        [fighter("A", FLAMER)], [fighter("F")], {"A": (0, 0, 0, 0), "F": (15, 3)}, [3, 3], active="A",
        options={"hrx_template_priority": True},
    )  # fmt: skip
    answer(match, "lay the template of flamer", "flame 340")
    assert keys(match) == ["flame 11"]
    answer(match, "flame 11")
    (laid,) = [event for event in match.log if event.code == "sprays"]
    assert laid.params["degrees"] == 11 and all_dice_used(match)


@pytest.mark.rule("NE-HRX-04")
@pytest.mark.parametrize(("on", "dice", "struck"), [(False, [4, 1], 1), (True, [4, 4, 1, 1], 2), (True, [4, 3, 1], 1)])
def test_who_is_engaged_with_somebody_hit_is_hit_on_a_four(on: bool, dice: list[int], struck: int) -> None:
    small = weapon("pot", "Blast (1)", short=6, long=24, strength=3)
    match = lay(
        [fighter("A", small), fighter("B")], [fighter("E")],
        {"A": (0, 0, 0, 0), "E": (5, 0, 0, 0), "B": (6, 0, 0, 180)}, dice,
        active="A", options={"hrx_template_priority": on},
    )  # fmt: skip
    answer(match, "aim pot at a point", "at 34.50,30.00")
    assert [event.code for event in match.log].count("wound_roll") == struck and all_dice_used(match)


@pytest.mark.rule("NE-HRX-05")
@pytest.mark.parametrize(("on", "face", "bottled"), [(False, 2, True), (True, 3, False), (True, 4, True)])
def test_who_arrived_later_counts_in_the_crew(on: bool, face: int, bottled: bool) -> None:
    # Blue began with 4, two have arrived, three are lost: a 2 makes 5, more than 4; of 6 a 3 is not more.
    blue = [fighter(f"B{n}") for n in range(6)]
    match = lay(
        [fighter("A")], blue, {"A": (0, 0), **{f"B{n}": (4 * n, 20) for n in range(3)}},
        [face, *([6, 6] * 3 if bottled else [])], under_way=[EndPhase()], ready=(), then=Seeded(1), strength=(1, 4),
        ledger=(Line("arrived", 1, 4), Line("arrived", 1, 5), Line("arrived", 0)),
        models={f"B{n}": {"status": OUT} for n in range(3, 6)}, options={"hrx_reinforcements_count": on},
    )  # fmt: skip
    answer(match, "take the Bottle test")
    (roll,) = [event for event in match.log if event.code == "bottle_roll"]
    assert roll.params["crew"] == (6 if on else 4) and roll.params["bottled"] is bottled

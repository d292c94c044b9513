"""Skills, each at its hook."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.close_combat.fight import Fight
from fireteam.games.necromunda.skills import BullRush
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_round import end_phase


@pytest.mark.rule("NE-SKL-01")
def test_up_again_stands_up_for_free() -> None:
    for face, stance in ((4, STANDING), (3, PINNED)):
        match = lay(
            [fighter("A", skills=("up-again",))], [fighter("E")], {"A": (0, 0), "E": (0, 20)}, [face], active="A",
            models={"A": {"stance": PINNED}},
        )  # fmt: skip
        answer(match, "get up again")
        assert model(match, "A").stance == stance and all_dice_used(match)


@pytest.mark.rule("NE-SKL-01")
def test_iron_calm_is_not_pinned() -> None:
    for dice, stance in (([4, 2, 3, 4, 1], STANDING), ([4, 2, 3, 3, 1], PINNED)):
        match = lay(
            [fighter("A", rifle())],
            [fighter("E", skills=("iron-calm",))],
            {"A": (0, 0), "E": (10, 0)},
            dice,
            active="A",
        )
        answer(match, "shoot E with rifle")
        assert model(match, "E").stance == stance and all_dice_used(match)


@pytest.mark.rule("NE-SKL-01")
def test_long_stride_goes_farther_the_second_time() -> None:
    match = lay([fighter("A", skills=("long-stride",))], [fighter("E")], {"A": (0, 0), "E": (0, 25)}, active="A")
    answer(match, "move")
    assert match.decision is not None and match.decision.find("to 36.00,30.00") is None
    answer(match, "to 35.00,30.00", "move", "to 42.00,30.00")
    assert place(match, "A") == (12, 0)


@pytest.mark.rule("NE-SKL-01")
def test_bull_rush_only_in_the_charge() -> None:
    skill = BullRush()
    assert (
        list(skill.fight_traits(Fight(0, charged=True))) == ["Knockback"]
        and skill.fight_strength(Fight(0, charged=True)) == 1
    )
    assert not list(skill.fight_traits(Fight(0))) and skill.fight_strength(Fight(0)) == 0


@pytest.mark.rule("NE-SKL-01")
def test_pick_of_the_crowd_needs_no_cool_test() -> None:
    match = lay(
        [fighter("A", rifle(), skills=("pick-of-the-crowd",))], [fighter("E"), fighter("F")],
        {"A": (0, 0), "E": (6, 0), "F": (12, 3)}, [3, 2, 1], active="A",
    )  # fmt: skip
    answer(match, "shoot F with rifle")
    assert model(match, "F").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-SKL-01")
def test_spare_magazine_rolls_reload_again() -> None:
    gun = weapon("gun", short=4, long=20, strength=3, ammo=4)
    match = lay(
        [fighter("A", gun, skills=("spare-magazine",))], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [3, 4],
        active="A", models={"A": {"empty": frozenset({"gun"})}},
    )  # fmt: skip
    answer(match, "reload gun", "roll again")
    assert not model(match, "A").empty and all_dice_used(match)


@pytest.mark.rule("NE-SKL-01", "NE-END-07")
def test_a_field_surgeon_adds_two_dice() -> None:
    at = {"A": (0, 0), "E": (0, 20), "F": (0, 21.5)}
    match = end_phase(
        [fighter("A")], [fighter("E"), fighter("F", skills=("field-surgeon",))], at, [1, 6, 6, 3],
        models={"E": {"stance": INJURED, "wounds": 0}},
    )  # fmt: skip
    answer(match, "take the Bottle test", "F helps", "keep Serious Injury")
    assert model(match, "E").stance == INJURED and all_dice_used(match)

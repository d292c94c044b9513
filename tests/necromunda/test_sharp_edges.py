"""What the rules decide by one die, one inch or one word more or less: exact dice and results on both sides of the
edge."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.cards import Armour
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from tests.necromunda.driving import AWAY, FAR, drive
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_doors_and_terminals import at_door
from tests.necromunda.test_falls_and_climbs import hurled


def told(match: Match, code: str) -> list[Any]:
    """What events of one kind say, in order."""
    return [event.params for event in match.log if event.code == code]


# -- riders (NE-MNT-01) ------------------------------------------------------------------------------------------------

PLATE = Armour("plate", "Plate", "worn", 4)


@pytest.mark.rule("NE-MNT-01")
@pytest.mark.parametrize(
    ("moved", "strength", "save", "damage"),
    [(0, 3, 4, 1), (500, 3, 4, 1), (501, 5, 5, 1), (900, 5, 5, 1), (901, 7, 6, 2), (1400, 7, 6, 2)],
)
def test_a_rider_is_thrown_the_harder_the_farther_it_has_moved(
    moved: int, strength: int, save: int, damage: int
) -> None:
    """By inches rounded up: to 5 S3; 6 to 9 S5 AP-1; from 10 on S7 AP-2 D2."""
    rider = fighter("E", mounted=True, radius=0.8, w=3, armour=(PLATE,))
    for face, left in ((save, 3), (save - 1, 3 - damage)):
        match = lay(
            [fighter("A", rifle())], [rider], {"A": (0, 0), "E": (10, 0)}, [4, 2, 3, 6, face, 1], active="A",
            models={"E": {"moved": moved}},
        )  # fmt: skip
        answer(match, "shoot E with rifle")
        first = told(match, "wound_roll")[0]
        assert (first["strength"], model(match, "E").wounds) == (strength, left), face
        assert model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-MNT-01")
@pytest.mark.parametrize(("traits", "face", "pinned"), [((), 4, False), (("Knockback",), 4, True), ((), 3, True)])
def test_knockback_makes_the_saddle_harder_to_keep(traits: tuple[str, ...], face: int, pinned: bool) -> None:
    gun = weapon("gun", *traits, short=18, long=24, accuracy=(1, 0), strength=3, ammo=2)
    rider = fighter("E", mounted=True, radius=0.8, w=3)
    match = lay([fighter("A", gun)], [rider], {"A": (0, 0), "E": (10, 0)}, [4, 2, face, 1, 1], active="A")
    answer(match, "shoot E with gun")
    assert (model(match, "E").stance == PINNED) is pinned
    assert told(match, "tested")[0]["bonus"] == (-1 if traits else 0)


# -- doors (NE-TER-07) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-TER-07")
@pytest.mark.parametrize(("x", "caught"), [(0.58, True), (0.6, False), (-0.58, True), (-0.6, False)])
def test_a_closing_door_catches_whoever_overlaps_its_leaf(x: float, caught: bool) -> None:
    match = at_door([2, 1] if caught else [], "open", at={"A": (-1.3, 0.9), "B": (x, 0)})
    answer(match, "close door")
    assert place(match, "B")[0] == (0.6 if x > 0 else -0.6) and all_dice_used(match)
    assert [roll["strength"] for roll in told(match, "wound_roll")] == ([3] if caught else [])


@pytest.mark.rule("NE-TER-07")
@pytest.mark.parametrize(("face", "x"), [(1, -0.6), (3, -0.6), (4, 0.6), (6, 0.6)])
def test_who_stands_exactly_midway_is_shoved_by_a_die(face: int, x: float) -> None:
    match = at_door([2, 3, face], "open", at={"A": (-1.3, 0.9), "B": (0, 0)})
    answer(match, "close door")
    assert place(match, "B") == (x, 0) and all_dice_used(match)


@pytest.mark.rule("NE-TER-07")
def test_a_slammed_door_does_two_points_and_pins_nobody() -> None:
    match = at_door([2, 4], "open", at={"A": (-1.3, 0.9), "B": (0.3, 0)}, models={"B": {"wounds": 3}})
    answer(match, "close door")
    assert [event["points"] for event in told(match, "wounded")] == [2]
    assert (model(match, "B").wounds, model(match, "B").stance) == (1, STANDING) and all_dice_used(match)


# -- parted again (NE-MOV-04) ------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-MOV-04")
@pytest.mark.parametrize(("y", "end"), [(2.0, (4, 0)), (1.99, (4, -0.01))])
def test_who_is_flung_within_an_inch_of_an_enemy_is_parted_to_an_inch(y: float, end: tuple[float, float]) -> None:
    match = hurled([3, 5, 1], 0, {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (4, y)})
    assert place(match, "E") == end and all_dice_used(match)


@pytest.mark.rule("NE-MOV-04")
@pytest.mark.parametrize(("models", "end"), [({}, (4, -0.5)), ({"B": {"stance": INJURED}}, (4, 0))])
def test_nobody_is_parted_from_a_seriously_injured_enemy(models: dict[str, Any], end: tuple[float, float]) -> None:
    match = hurled([3, 5, 1], 0, {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (4, 1.5)}, models=models)
    assert place(match, "E") == end and all_dice_used(match)


# -- driving off (NE-STAT-07) ------------------------------------------------------------------------------------------

CLUB = weapon("club", "Melee", category="close", melee=True, strength=8, ap=-6)


def driving_off(dice: list[Any], *near: tuple[float, float], **more: Any) -> Match:
    """A hull 4" by 2" drives 2" ahead past enemies beside it, who want a 3 for Initiative."""
    names = "QR"[: len(near)]
    foes = [fighter(name, CLUB, i=3) for name in names]
    at = {name: (*where, 0, 270) for name, where in zip(names, near, strict=True)}
    match = drive(dice, foes=[FAR, *foes], places={**AWAY, **at}, **more)
    answer(match, "move", "drive 2.00")
    return match


@pytest.mark.rule("NE-STAT-07")
@pytest.mark.parametrize(("y", "asked"), [(2.5, True), (2.51, False)])
def test_who_is_within_an_inch_may_strike_as_a_vehicle_drives_off(y: float, asked: bool) -> None:
    match = driving_off([], (0, y))
    assert match.decision is not None
    assert (match.decision.find("Q strikes at it") is not None) is asked
    assert place(match, "V") == ((0, 0) if asked else (2, 0)), "before the hull moves"


@pytest.mark.rule("NE-STAT-07")
@pytest.mark.parametrize(("dice", "struck"), [([3, 1], True), ([2], False)])
def test_the_reaction_wants_an_initiative_test(dice: list[int], struck: bool) -> None:
    match = driving_off(dice, (0, 2.4))
    answer(match, "Q strikes at it")
    assert [event["passed"] for event in told(match, "tested")] == [struck]
    if struck:
        answer(match, "fight with club")
    assert len(told(match, "fight_roll")) == int(struck)
    assert place(match, "V") == (2, 0) and all_dice_used(match)


@pytest.mark.rule("NE-STAT-07")
def test_each_may_strike_once_in_an_activation() -> None:
    match = driving_off([2, 2], (0, 2.4), (-1.5, 2.4))
    answer(match, "R strikes at it")
    assert match.decision is not None and match.decision.keys() == ["Q strikes at it", "nobody strikes at it"]
    answer(match, "Q strikes at it")
    assert place(match, "V") == (2, 0) and all_dice_used(match)
    answer(match, "move", "drive 0.10")
    assert place(match, "V") == (2.1, 0), "nobody is asked again"


@pytest.mark.rule("NE-STAT-07")
def test_who_lets_it_go_lets_it_go_for_all() -> None:
    match = driving_off([], (0, 2.4), (-1.5, 2.4))
    answer(match, "nobody strikes at it")
    assert place(match, "V") == (2, 0)


@pytest.mark.rule("NE-STAT-07")
def test_the_pinned_do_not_strike() -> None:
    match = driving_off([], (0, 2.4), models={"Q": {"stance": PINNED}})
    assert place(match, "V") == (2, 0)

"""Moving, climbing, leaping, jumping, falling, measuring."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, rifle, weapon
from fireteam.games.necromunda.content.maps import plan_of
from fireteam.games.necromunda.content.packs import content
from fireteam.games.necromunda.movement.falling import Fall, fall_strike
from fireteam.games.necromunda.positions import gap, in_contact, near_place
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, STANDING
from fireteam.space.plane.free.plan import (
    CLIMBABLE,
    DANGEROUS,
    DIFFICULT,
    IMPASSABLE,
    OBSTACLE,
    OPAQUE,
    SOLID,
    Block,
    Floor,
    Ladder,
    Patch,
    Rail,
)
from tests.necromunda.scene import all_dice_used, answer, lay, model, place


def corners(west: float, south: float, east: float, north: float) -> tuple[tuple[int, int], ...]:
    """A box in inches from the middle, in hundredths."""
    w, s, e, n = (round(100 * (30 + value)) for value in (west, south, east, north))
    return (w, s), (e, s), (e, n), (w, n)


def platform(id: str, west: float, south: float, east: float, north: float, z: float) -> Floor:
    """A platform."""
    return Floor(id, corners(west, south, east, north), round(100 * z), thickness=20, bits=SOLID | OPAQUE)


def block(west: float, south: float, east: float, north: float, top: float, bits: int) -> list[Any]:
    """A block, with a floor on top where it can be climbed."""
    made: list[Any] = [Block("block", corners(west, south, east, north), 0, round(100 * top), bits)]
    if bits & CLIMBABLE:
        made.append(Floor("block", corners(west, south, east, north), round(100 * top)))
    return made


def moving(*pieces: Any, at: Any = None, dice: Any = (), models: Any = None, **stats: Any) -> Match:
    """A moves; E is far away."""
    match = lay(
        [fighter("A", **stats)], [fighter("E")], {"A": (0, 0), "E": (0, 28), **(at or {})}, dice, active="A",
        on=field(*pieces), models=models,
    )  # fmt: skip
    answer(match, "move")
    return match


def may(match: Match, key: str) -> bool:
    """Whether a move is legal."""
    assert match.decision is not None
    return match.decision.find(key) is not None


@pytest.mark.rule("NE-STD-01", "NE-MOV-01")
def test_a_move_is_as_long_as_m() -> None:
    match = moving()
    assert may(match, "to 35.00,30.00") and not may(match, "to 35.10,30.00")


@pytest.mark.rule("NE-MOV-01")
def test_friends_are_passed_and_enemies_are_not() -> None:
    match = lay(
        [fighter("A"), fighter("B")], [fighter("E"), fighter("F")],
        {"A": (0, 0), "B": (2, 0), "E": (0, 2), "F": (20, 20)}, active="A", models={"B": {"stance": PINNED}, "E":
        {"stance": INJURED}}, )  # fmt: skip
    answer(match, "move")
    assert may(match, "straight to 34.00,30.00") and not may(match, "straight to 30.00,34.00")
    assert not may(match, "to 32.20,30.00")


@pytest.mark.rule("NE-MOV-02")
def test_nobody_comes_within_an_inch_of_an_enemy() -> None:
    match = moving(at={"E": (3, 1.9)})
    assert not may(match, "straight to 35.00,30.00")
    match = moving(at={"E": (3, 2.0)})
    assert may(match, "straight to 35.00,30.00")
    match = moving(at={"E": (1.6, 0)})
    assert may(match, "straight to 27.00,30.00") and not may(match, "to 30.20,30.00")


@pytest.mark.rule("NE-MOV-05")
def test_climbing_costs_double() -> None:
    match = moving(*block(1, -2, 4, 2, 2, CLIMBABLE | SOLID | OPAQUE), at={"A": (0.5, 0)})
    assert may(match, "to 31.50,30.00 up 2.00") and not may(match, "to 31.60,30.00 up 2.00")
    match = moving(platform("deck", 1, -2, 4, 2, 2), at={"A": (0.5, 0)})
    assert not may(match, "to 31.50,30.00 up 2.00")


@pytest.mark.rule("NE-MOV-05")
def test_difficult_ground_costs_double() -> None:
    match = moving(Patch("rubble", corners(1, -3, 10, 3), 0, DIFFICULT))
    assert may(match, "to 33.00,30.00") and not may(match, "to 33.10,30.00")


@pytest.mark.rule("NE-MOV-06")
def test_dangerous_ground_may_be_the_end() -> None:
    slag = Patch("slag", corners(1, -3, 10, 3), 0, DIFFICULT | DANGEROUS)
    match = moving(slag, dice=[3])
    answer(match, "straight to 32.00,30.00")
    assert model(match, "A").status == OUT and all_dice_used(match)
    match = moving(slag, dice=[4])
    answer(match, "straight to 32.00,30.00")
    assert place(match, "A") == (2, 0)


@pytest.mark.rule("NE-MOV-07")
def test_obstacles_cost_their_height() -> None:
    barricade = block(1, -3, 1.4, 3, 1.5, OBSTACLE | OPAQUE)
    match = moving(*barricade)
    assert may(match, "straight to 33.50,30.00") and not may(match, "straight to 33.60,30.00")
    assert not may(match, "to 31.20,30.00")
    match = moving(*block(1, -3, 1.4, 3, 0.5, OBSTACLE | OPAQUE))
    assert may(match, "straight to 35.00,30.00")


GAP = (platform("near", -3, -2, 2, 2, 5), platform("far", 4, -2, 8, 2, 5))


@pytest.mark.rule("NE-MOV-08")
def test_a_wide_gap_is_leapt_with_a_test() -> None:
    at = {"A": (0, 0, 5)}
    match = moving(*GAP, at=at, dice=[4])
    answer(match, "to 35.00,30.00 up 5.00 leap")
    assert place(match, "A") == (5, 0) and all_dice_used(match)
    match = moving(*GAP, at=at, dice=[3, 4, 1])
    answer(match, "to 35.00,30.00 up 5.00 leap")
    assert model(match, "A").z == 0 and model(match, "A").stance == PINNED and match.state.active != 0


@pytest.mark.rule("NE-MOV-10")
def test_jumping_down_is_harder_from_higher_up() -> None:
    deck = platform("deck", -3, -2, 2, 2, 4)
    match = moving(deck, at={"A": (1.5, 0, 4)}, dice=[5])
    answer(match, "to 33.00,30.00 up 0.00")
    assert model(match, "A").z == 0 and model(match, "A").stance == STANDING and all_dice_used(match)


@pytest.mark.rule("NE-MOV-13")
def test_ladders_cost_their_height() -> None:
    match = moving(platform("deck", 1, -2, 6, 2, 3), Ladder("ladder", 3100, 3000, 0, 300))
    assert may(match, "to 32.00,30.00 up 3.00") and not may(match, "to 32.60,30.00 up 3.00")


@pytest.mark.rule("NE-MNT-05")
def test_riders_climb_nothing() -> None:
    match = lay(
        [fighter("A", mounted=True, radius=0.8, m=8)], [fighter("E")], {"A": (0, 0), "E": (0, 28)}, active="A",
        on=field(*block(2, -2, 6, 2, 2, CLIMBABLE | SOLID | OPAQUE)),
    )  # fmt: skip
    answer(match, "move")
    assert not may(match, "to 34.00,30.00 up 2.00")


# -- falling -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-FALL-02")
@pytest.mark.parametrize(
    ("height", "strength", "ap", "damage"),
    [(2.0, None, 0, 0), (2.1, 3, 0, 1), (4.2, 3, 0, 1), (6.0, 5, -1, 1), (7.5, 7, -2, 2), (10.0, 9, -3, 3)],
)
def test_falls_hurt_by_their_height(height: float, strength: int | None, ap: int, damage: int) -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 20)})
    table = match.setting.table(match.checkpoint.state, False)
    strike = fall_strike(table, Fall(0, (30.0, 30.0, 5.0, 1.0, 0.0), height=height), 0)
    found = (None, 0, 0) if strike is None else (strike.strength, strike.ap, strike.damage)
    assert found == (strength, ap, damage)


def shot_at_edge(dice: list[int], *more: Any) -> Match:
    """E stands 0.4" from the edge of a platform 4" up and is shot."""
    match = lay(
        [fighter("A", rifle())],
        [fighter("E"), fighter("F")],
        {"A": (-10, 0, 4), "E": (1.1, 0, 4), "F": (0, 25)},
        dice,
        active="A",
        on=field(platform("west", -14, -2, -8, 2, 4), platform("deck", -2, -2, 2, 2, 4), *more),
    )
    answer(match, "shoot E with rifle")
    return match


@pytest.mark.rule("NE-FALL-01", "NE-FALL-02")
def test_who_is_pinned_at_an_edge_may_fall() -> None:
    match = shot_at_edge([4, 2, 4, 1])
    assert model(match, "E").z == 400 and model(match, "E").stance == PINNED and all_dice_used(match)
    match = shot_at_edge([4, 2, 3, 4, 2, 1])
    assert model(match, "E").z == 0 and model(match, "E").stance == PINNED
    assert model(match, "E").flesh == 1 and all_dice_used(match)


@pytest.mark.rule("NE-FALL-01")
def test_a_railing_helps() -> None:
    match = shot_at_edge([4, 2, 3, 1], Rail("rail", 3200, 2800, 3200, 3200, 400))
    assert model(match, "E").z == 400 and all_dice_used(match)


@pytest.mark.rule("NE-SKL-01")
def test_cat_boots_and_sure_grip() -> None:
    match = lay([fighter("A", skills=("cat-boots",))], [fighter("E")], {"A": (0, 0), "E": (0, 20)})
    table = match.setting.table(match.checkpoint.state, False)
    strike = fall_strike(table, Fall(0, (30.0, 30.0, 5.0, 1.0, 0.0), height=7.5), 0)
    assert strike is not None and strike.strength == 3


# -- measuring ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-MEAS-01", "NE-MEAS-04")
def test_measuring_and_contact() -> None:
    for apart, touching in ((1.02, True), (1.03, False)):
        match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (apart, 0)})
        table = match.setting.table(match.checkpoint.state, False)
        assert in_contact(table, 0, 1) is touching
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (0, 0, 4), "E": (1, 0)}, on=field(platform("deck", -2, -2, 0.6, 2, 4))
    )
    table = match.setting.table(match.checkpoint.state, False)
    assert gap(table, 0, 1) == 4.0 and not in_contact(table, 0, 1)
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (0, 20)})
    table = match.setting.table(match.checkpoint.state, False)
    assert near_place(table, 0, 3150, 3000, 0, 1) and not near_place(table, 0, 3151, 3000, 0, 1)


@pytest.mark.rule("NE-MEAS-03")
def test_the_25_points() -> None:
    from fireteam.games.necromunda.sight import eye_of, hidden_points

    for thick, hidden in ((0.0, 0), (0.01, 0), (0.2, 25)):
        pieces = [Block("wall", corners(5, -5, 5 + thick, 5), 0, 400, IMPASSABLE | SOLID | OPAQUE)] if thick else []
        match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, on=field(*pieces))
        table = match.setting.table(match.checkpoint.state, False)
        assert hidden_points(table, eye_of(table, 0), 1) == hidden


# -- hurling, mounts ---------------------------------------------------------------------------------------------------


def hurled(dice: list[int], direction: int, *pieces: Any) -> Match:
    """A hurls E, who stands in contact to the east."""
    match = lay(
        [fighter("A", skills=("hurl",))], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "F":
        (0, 25)}, dice, active="A", on=field(*pieces),
    )  # fmt: skip
    answer(match, "hurl E")
    if match.decision is not None and match.decision.topic == "which way E is hurled":
        answer(match, f"face {direction}")
    return match


@pytest.mark.rule("NE-ENG-07")
def test_who_passes_is_not_hurled() -> None:
    match = hurled([4], 0)
    assert place(match, "E") == (1, 0) and all_dice_used(match)


@pytest.mark.rule("NE-ENG-08", "NE-ENG-09")
def test_hurling() -> None:
    match = hurled([3, 5, 1], 0)
    assert place(match, "E") == (4, 0) and model(match, "E").stance == PINNED and all_dice_used(match)
    match = hurled([3, 5, 1], 0, *block(2.5, -3, 3, 3, 4, IMPASSABLE | SOLID | OPAQUE))
    assert place(match, "E") == (2, 0) and model(match, "E").stance == PINNED


@pytest.mark.rule("NE-MNT-01")
def test_a_rider_may_be_thrown() -> None:
    rider = fighter("E", mounted=True, radius=0.8)
    for dice, pinned in (([4, 2, 4, 1], False), ([4, 2, 3, 1, 1], True)):
        match = lay(
            [fighter("A", rifle())],
            [rider],
            {"A": (0, 0), "E": (10, 0)},
            dice,
            active="A",
            models={"E": {"moved": 800}},
        )
        answer(match, "shoot E with rifle")
        assert (model(match, "E").stance == PINNED) is pinned and all_dice_used(match)


@pytest.mark.rule("NE-MNT-04", "NE-SKL-01")
def test_riders_and_eels_slip_away() -> None:
    rider = fighter("R", mounted=True, radius=0.8, skills=("eel-hips",))
    match = lay([rider], [fighter("E")], {"R": (0, 0), "E": (1.3, 0, 0, 180)}, [2, 2], active="R")
    answer(match, "retreat", "nobody strikes")
    assert match.decision is not None and match.decision.topic == "retreat of R"


@pytest.mark.rule("NE-MNT-02")
def test_riders_fight_with_one_weapon() -> None:
    knives = [weapon(name, "Melee", category="close", melee=True, strength=0, of_user=True) for name in ("one", "two")]
    match = lay(
        [fighter("A", *knives, mounted=True, radius=0.8, a=2)],
        [fighter("E")],
        {"A": (0, 0, 0, 0), "E": (1.3, 0, 0, 180)},
        active="A",
    )
    answer(match, "fight")
    assert match.decision is not None
    assert match.decision.keys() == ["fight with one", "fight with two", "fight with bare hands"]


@pytest.mark.rule("NE-PIN-02")
def test_a_rider_needs_a_test_to_stand_up() -> None:
    match = lay(
        [fighter("A", mounted=True, radius=0.8)], [fighter("E")], {"A": (0, 0), "E": (0, 20)}, [3], active="A",
        models={"A": {"stance": PINNED}},
    )  # fmt: skip
    answer(match, "stand up")
    assert model(match, "A").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-MNT-03")
def test_a_rider_strikes_in_passing() -> None:
    match = lay(
        [fighter("A", mounted=True, radius=0.8, m=8)],
        [fighter("E")],
        {"A": (0, 0), "E": (4, 2.1)},
        [4, 1, 2],
        active="A",
    )
    answer(match, "ride by E", "straight to 38.00,30.00", "strike at the rider")
    assert place(match, "A") == (8, 0) and model(match, "E").stance == STANDING and all_dice_used(match)


@pytest.mark.rule("NE-HRX-07")
def test_by_the_house_rule_a_move_may_end_in_contact() -> None:
    for allowed in (False, True):
        match = lay(
            [fighter("A")],
            [fighter("E")],
            {"A": (0, 0), "E": (4, 0)},
            active="A",
            options={"hrx_walk_into_contact": allowed},
        )
        answer(match, "move")
        assert may(match, "to 33.00,30.00") is allowed and not may(match, "to 32.50,30.00")


@pytest.mark.rule("NE-MOV-01")
def test_who_stands_in_a_pit_may_move_there() -> None:
    causeway = next(entry for entry in content(None).maps if entry.id == "causeway")
    match = lay(
        [fighter("A")], [fighter("E")], {"A": (2.5, -5.25, -4), "E": (20, -12)}, active="A", on=plan_of(causeway)
    )  # fmt: skip
    answer(match, "move", "to 32.50,25.25 up -4.00")
    assert (model(match, "A").x, model(match, "A").y, model(match, "A").z) == (3250, 2525, -400)

"""Shooting: arcs and sight, target priority, the hit roll, strays, ammo."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, rifle, weapon
from fireteam.games.necromunda.shooting.targets import hit_modifiers, stand_of, targets
from fireteam.games.necromunda.sight import FULL, OPEN, PARTIAL, UNSEEN, cover
from fireteam.games.necromunda.state import PINNED, STANDING
from fireteam.space.plane.free.plan import IMPASSABLE, OBSTACLE, OPAQUE, SOLID, Block
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers


def wall(west: float, south: float, east: float, north: float, top: float = 4.0, bits: int = 0) -> Block:
    """A wall in inches from the middle."""
    w, s, e, n = (round(100 * (30 + value)) for value in (west, south, east, north))
    corners = ((w, s), (e, s), (e, n), (w, n))
    return Block("wall", corners, 0, round(100 * top), bits or IMPASSABLE | SOLID | OPAQUE)


def table_of(match: Match) -> Any:
    """The table at a position."""
    assert match.decision is not None
    return match.setting.table(match.state, False)


@pytest.mark.rule("NE-SHT-02")
def test_a_target_outside_the_arc_is_not_offered() -> None:
    match = lay(
        [fighter("A", rifle())], [fighter("E"), fighter("F")], {"A": (0, 0), "E": (8, 8.3), "F": (7, 6.9)}, active="A"
    )
    assert match.decision is not None
    keys = match.decision.keys()
    assert "shoot F with rifle" in keys and "turn to E and shoot with rifle" in keys
    assert "shoot E with rifle" not in keys


@pytest.mark.rule("NE-SHT-02", "NE-STAT-03")
def test_standing_models_hide_others_and_prone_ones_do_not() -> None:
    places = {"A": (0, 0), "M": (5, 0), "E": (10, 0)}
    match = lay([fighter("A", rifle())], [fighter("E"), fighter("M")], places, active="A")
    assert cover(table_of(match), 0, 1) != OPEN
    match = lay(
        [fighter("A", rifle())], [fighter("E"), fighter("M")], places, active="A", models={"M": {"stance": PINNED}}
    )
    assert cover(table_of(match), 0, 1) == OPEN


@pytest.mark.rule("NE-SHT-06")
def test_half_hidden_is_full_cover() -> None:
    for top, found in ((0.4, PARTIAL), (1.3, FULL), (4.0, UNSEEN)):
        match = lay(
            [fighter("A", rifle())], [fighter("E")], {"A": (-10, 0), "E": (2, 0)}, active="A",
            on=field(wall(1, -3, 1.4, 3, top, OBSTACLE | OPAQUE)),
        )  # fmt: skip
        assert cover(table_of(match), 0, 1) == found


@pytest.mark.rule("NE-SHT-04")
def test_who_lies_in_cover_is_not_shot_at() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (-10, 0), "E": (2, 0)},
        active="A",
        on=field(wall(1, -3, 1.4, 0.1, 4)),
        models={"E": {"stance": PINNED}},
    )
    assert "shoot" not in offers(match)


@pytest.mark.rule("NE-SHT-03")
def test_the_closest_enemy_is_shot_at_unless_a_cool_test_allows_another() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E"), fighter("F")],
        {"A": (0, 0), "E": (6, 0), "F": (12, 3)},
        [3, 3, 2, 2],
        active="A",
    )
    answer(match, "shoot F with rifle")
    assert model(match, "F").stance == STANDING and all_dice_used(match)  # failed: E it is, and the 2 misses


@pytest.mark.rule("NE-SHT-03")
def test_an_easier_target_needs_no_test() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E"), fighter("F")],
        {"A": (-10, 0), "E": (2, 0), "F": (8, 6)},
        [3, 2, 1],
        active="A",
        on=field(wall(1, -3, 1.4, 3, 1.3, OBSTACLE | OPAQUE)),
    )
    answer(match, "shoot F with rifle")
    assert model(match, "F").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-SHT-05")
def test_beyond_long_range_it_misses_but_firepower_is_rolled() -> None:
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (-15, 0), "E": (10.5, 0)}, [1, 1], active="A")
    answer(match, "shoot E with rifle")
    assert model(match, "A").empty == {"rifle"} and all_dice_used(match)


@pytest.mark.rule("NE-SHT-07")
def test_modifiers_add_up_without_a_cap() -> None:
    gun = weapon("gun", short=4, long=20, accuracy=(0, -1), strength=3, ammo=4)
    match = lay(
        [fighter("A", gun), fighter("B")],
        [fighter("E")],
        {"A": (-10, 0), "E": (2, 0), "B": (2, 1)},
        active="A",
        on=field(wall(1, -3, 1.4, 3, 0.4, OBSTACLE | OPAQUE)),
    )
    table = table_of(match)
    found = hit_modifiers(table, 0, gun.profiles[0], 2, PARTIAL, 11.0)
    assert sorted((part.amount, part.rule) for part in found) == [
        (-1, "NE-SHT-06"),
        (-1, "NE-SHT-07"),
        (-1, "NE-SHT-07"),
    ]


@pytest.mark.rule("NE-SHT-08")
def test_an_improbable_shot_wants_a_six_and_then_a_plain_test() -> None:
    gun = weapon("gun", short=4, long=20, accuracy=(0, -4), strength=3)
    match = lay([fighter("A", gun)], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [6, 4, 1], active="A")
    answer(match, "shoot E with gun")
    assert model(match, "E").stance == PINNED and all_dice_used(match)
    match = lay([fighter("A", gun)], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [5], active="A")
    answer(match, "shoot E with gun")
    assert model(match, "E").stance == STANDING and all_dice_used(match)
    match = lay([fighter("A", gun)], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, active="A")
    odds = match.odds("shoot E with gun")
    assert odds.chance("pinned E") + odds.chance("down E") + odds.chance("out E") == pytest.approx(1 / 12)


@pytest.mark.rule("NE-SHT-09")
def test_two_sidearms_fire_at_minus_one_each() -> None:
    guns = [weapon(name, "Sidearm", short=6, long=12, strength=3, category="pistol") for name in ("left", "right")]
    match = lay([fighter("A", *guns)], [fighter("E")], {"A": (0, 0), "E": (5, 0)}, [4, 5, 1], active="A")
    answer(match, "shoot E with left and right")
    assert model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-SHT-10", "NE-SHT-01")
def test_a_hit_pins_even_if_it_does_not_wound() -> None:
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [3, 2, 3], active="A")
    answer(match, "shoot E with rifle")
    assert model(match, "E").stance == PINNED and model(match, "E").wounds == 1 and all_dice_used(match)


@pytest.mark.rule("NE-SHT-10")
def test_engaged_fighters_are_not_pinned() -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B")],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0), "B": (10, 1)},
        [4, 2, 3],
        active="A",
    )
    answer(match, "shoot E with rifle")
    assert model(match, "E").stance == STANDING and all_dice_used(match)


@pytest.mark.rule("NE-SHT-11")
def test_a_missed_shot_may_hit_a_friend_on_the_line() -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B")],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0), "B": (6, 1.2)},
        [2, 2, 2, 1],
        active="A",
    )
    answer(match, "shoot E with rifle")
    assert model(match, "B").stance == PINNED and model(match, "E").stance == STANDING and all_dice_used(match)


@pytest.mark.rule("NE-SHT-11")
def test_who_is_behind_a_wall_is_not_at_risk() -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B")],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0), "B": (6, 1.3)},
        [2, 2],
        active="A",
        on=field(wall(1, 0.6, 7, 0.7)),
    )
    answer(match, "shoot E with rifle")
    assert all_dice_used(match)


@pytest.mark.rule("NE-HRX-02")
def test_by_the_house_rule_strays_hit_on_a_six_alone() -> None:
    places = {"A": (0, 0), "E": (10, 0), "B": (6, 1.2)}
    for face, struck in ((2, False), (6, True)):
        dice = [2, 2, face] + ([1] if struck else [])
        match = lay(
            [fighter("A", rifle()), fighter("B")],
            [fighter("E")],
            places,
            dice,
            active="A",
            options={"hrx_stray_on_6": True},
        )
        answer(match, "shoot E with rifle")
        assert (model(match, "B").stance == PINNED) is struck and all_dice_used(match)


@pytest.mark.rule("NE-SHT-12", "NE-SHT-14")
def test_a_failed_ammo_test_empties_the_gun_after_the_shot() -> None:
    gun = weapon("gun", short=4, long=20, strength=3, ammo=4)
    match = lay([fighter("A", gun)], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [4, 1, 3, 1], active="A")
    answer(match, "shoot E with gun")
    assert model(match, "E").stance == PINNED and model(match, "A").empty == {"gun"} and all_dice_used(match)
    assert "shoot" not in offers(match) and "reload" in offers(match)


@pytest.mark.rule("NE-STD-11", "NE-TRT-08")
def test_reload() -> None:
    gun = weapon("gun", short=4, long=20, strength=3, ammo=4)
    match = lay(
        [fighter("A", gun)],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0)},
        [4],
        active="A",
        models={"A": {"empty": frozenset({"gun"})}},
    )
    answer(match, "reload gun")
    assert not model(match, "A").empty and all_dice_used(match)
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (10, 0)},
        [],
        active="A",
        models={"A": {"empty": frozenset({"rifle"})}},
    )
    answer(match, "reload rifle")
    assert not model(match, "A").empty


@pytest.mark.rule("NE-HR-01")
def test_by_the_house_rule_reload_costs_both_actions() -> None:
    match = lay(
        [fighter("A", rifle())], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [], active="A",
        models={"A": {"empty": frozenset({"rifle"})}}, options={"hr_reload_double": True},
    )  # fmt: skip
    answer(match, "reload rifle")
    assert match.state.active != 0
    match = lay(
        [fighter("A", rifle())], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [], active="A",
        models={"A": {"empty": frozenset({"rifle"})}}, options={"hr_reload_double": True},
    )  # fmt: skip
    answer(match, "aim")
    assert "reload" not in offers(match)


@pytest.mark.rule("NE-STD-10", "NE-STD-09", "NE-ACT-02", "NE-ACT-01")
def test_aiming_helps_the_shot_after_it() -> None:
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (0, 0), "E": (10, 0)}, [2, 2, 1], active="A")
    answer(match, "aim")
    assert "aim" not in offers(match)
    answer(match, "shoot E with rifle")
    assert model(match, "E").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-PIN-04")
def test_blind_fire_looks_all_round_at_minus_two() -> None:
    match = lay(
        [fighter("A", rifle())],
        [fighter("E")],
        {"A": (0, 0), "E": (-10, 0)},
        [5, 2, 1],
        active="A",
        models={"A": {"stance": PINNED}},
    )
    answer(match, "fire rifle blindly at E")
    assert model(match, "E").stance == PINNED and model(match, "A").stance == PINNED and all_dice_used(match)


def test_targets_come_in_order_of_distance() -> None:
    match = lay(
        [fighter("A", rifle())], [fighter("E"), fighter("F")], {"A": (0, 0), "E": (9, 0), "F": (6, 2)}, active="A"
    )
    table = table_of(match)
    assert [one.who for one in targets(table, stand_of(table, 0))] == [2, 1]

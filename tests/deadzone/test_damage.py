"""Damage: armour, what adds and takes away, death and what is left behind."""

from __future__ import annotations

import pytest

from fireteam.games.deadzone.arena import unit, weapon
from fireteam.games.deadzone.damage import injured
from fireteam.games.deadzone.round import Round, end_phase
from fireteam.games.deadzone.state import DEAD, PLAY
from tests.deadzone.battlefield import HERE, Kills, duel, model
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle


@pytest.mark.rule("DZ-DMG-01")
@pytest.mark.parametrize(
    ("before", "dice", "after"), [(1, [2, 1, 1], DEAD), (0, [2, 1, 1], PLAY), (0, [2, 2, 2], DEAD)]
)
def test_without_hp_it_is_removed_at_once(before: int, dice: list[int], after: int) -> None:
    dice = [*dice, *([1] * (4 if before else 3))]
    match = duel(unit("A", fight=2), unit("B", fight=0), dice=dice, models={"b": {"damage": before}})
    assert model(match, "b").status == after and (model(match, "b").place < 0) is (after == DEAD)


@pytest.mark.rule("DZ-DMG-02")
def test_who_has_damage_and_lives_is_injured() -> None:
    cards = {"a": (0, unit("A", health=3)), "b": (1, unit("B"))}
    match = battle(cards, {"a": HERE, "b": "6,6,1"}, models={"a": {"damage": 2}})
    assert [injured(match.table, who) for who in (0, 1)] == [True, False]


@pytest.mark.rule("DZ-DMG-03")
@pytest.mark.rule("DZ-PIN-01")
def test_damage_and_pins_outlast_the_round() -> None:
    cards = {"a": (0, unit("A")), "b": (1, unit("B"))}
    laid = {"damage": 1, "pinned": True, "activated": True}
    match = battle(cards, {"a": HERE, "b": "6,6,1"}, Round().placed(end_phase), models={"a": laid})
    a = model(match, "a")
    assert (match.state.round, a.damage, a.pinned, a.activated) == (2, 1, True, False)


@pytest.mark.rule("DZ-DMG-04")
@pytest.mark.parametrize(
    ("dice", "armour", "ap", "lost"), [([2, 2, 2], 2, 1, 2), ([2, 2, 2], 2, 4, 3), ([2, 1, 1], 2, 0, 0)]
)
def test_armour_and_ap(dice: list[int], armour: int, ap: int, lost: int) -> None:
    blade = weapon("Blade", "CC", ap=ap)
    match = duel(unit("A", blade, fight=2), unit("B", fight=0, armour=armour, health=5), dice=[*dice, 1, 1, 1])
    assert model(play(match, "with Blade"), "b").damage == lost


@pytest.mark.rule("DZ-DMG-05")
@pytest.mark.parametrize(
    ("keywords", "armour", "dice", "options", "lost"),
    [
        (["Energy Shield (1)", "Tough"], 1, [2, 2, 2, 1, 1, 1, 6], {}, 1),
        ([], 1, [2, 1, 1, 1, 1, 1], {}, 0),
        (["Tough"], 0, [2, 1, 1, 1, 1, 1], {}, 1),
        (["Tough"], 0, [2, 1, 1, 1, 1, 1], {"toxic_tough": "tough_first"}, 0),
        (["Tough"], 0, [2, 2, 1, 1, 1, 1], {"toxic_tough": "tough_first"}, 2),
    ],
)
def test_shields_then_armour_then_the_rest_together(
    keywords: list[str], armour: int, dice: list[int], options: dict[str, str], lost: int
) -> None:
    target = unit("B", fight=0, armour=armour, health=5, keywords=keywords)
    match = duel(unit("A", weapon("Fangs", "CC", keywords=["Toxic (1)"]), fight=2), target, dice=dice, options=options)
    play(match, "with Fangs")
    assert model(match, "b").damage == lost


@pytest.mark.rule("DZ-DMG-06")
def test_ap_of_model_and_weapon_is_added() -> None:
    a = unit("A", weapon("Blade", "CC", ap=1), fight=2, keywords=["AP (1)"])
    match = duel(a, unit("B", fight=0, armour=2, health=5), dice=[2, 2, 2, 1, 1, 1])
    assert model(play(match, "with Blade"), "b").damage == 3


@pytest.mark.rule("DZ-DMG-07")
@pytest.mark.parametrize(("bought", "left"), [(False, ["Ammo"]), (True, [])])
def test_what_the_dead_carried_stays_unless_it_was_bought(bought: bool, left: list[str]) -> None:
    laid = {"b": {"item": "Ammo", "bought": bought}}
    match = duel(unit("A", fight=2), unit("B", fight=0), dice=[2, 2, 1, 1, 1, 1], models=laid)
    cube = match.table.cube(0)
    tokens = match.state.tokens.values()
    assert [(token.label, token.seen, token.cube) for token in tokens] == [(label, 3, cube) for label in left]


@pytest.mark.rule("DZ-DMG-08")
def test_a_kill_scores_for_the_other_side_whoever_did_it() -> None:
    cards = {"b": (1, unit("B", fight=0, victory_points=2))}
    match = duel(unit("A", fight=2), cards["b"][1], dice=[2, 2, 1, 1, 1, 1], supplements=[Kills()])
    assert match.state.points == (2, 0)

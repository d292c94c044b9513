"""Hits: wound rolls, saves, damage, injuries."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, weapon
from fireteam.games.necromunda.cards import Armour
from fireteam.games.necromunda.dice import HOLES, INJURY, passes, passes_two
from fireteam.games.necromunda.hits import BLAST, MELEE, Hit, Strike, saves, wound_needs
from fireteam.games.necromunda.state import INJURED, OUT, PLAY
from fireteam.games.necromunda.stats import within_limits
from tests.necromunda.scene import all_dice_used, answer, lay, model

RING = Armour("ring", "Ring vest", "standard", save=5)
PLATE = Armour("plate", "Plate", "standard", save=4)
UNDER = Armour("under", "Under-ring", "combined", save_bonus=1)
OILCLOTH = Armour("oilcloth", "Oilcloth", "standard", save=6, against_blasts=5)
BELT = Armour("belt", "Shimmer belt", "field", save=5, burns_out=1)


def struck(
    strike: dict[str, Any], dice: list[int], *, armour: tuple[Armour, ...] = (), has: Any = None, **stats: Any
) -> Match:
    """Somebody is hit: E by A, both on the bare table."""
    hit = Hit(Strike(1, 0, x=3000, y=3000, source="test", **strike))
    return lay(
        [fighter("A")],
        [fighter("E", armour=armour, **stats), fighter("F")],
        {"A": (0, 0), "E": (8, 0, 0, 180), "F": (8, 20)},
        dice,
        under_way=[hit],
        models={"E": has or {}},
    )


@pytest.mark.rule("NE-HIT-02")
@pytest.mark.parametrize(
    ("strength", "toughness", "needed"), [(6, 3, 2), (4, 3, 3), (3, 3, 4), (4, 5, 5), (3, 6, 6), (2, 4, 6), (3, 5, 5)]
)
def test_wound_rolls_need_more_against_the_tough(strength: int, toughness: int, needed: int) -> None:
    assert wound_needs(strength, toughness) == needed


@pytest.mark.rule("NE-TST-01")
def test_a_natural_or_modified_one_fails() -> None:
    assert passes(4, 4, 0)
    assert not passes(1, 2, 2)
    assert not passes(3, 3, -2)
    assert not any(passes(face, 4, -3) for face in range(1, 7))


@pytest.mark.rule("NE-TST-02")
def test_a_two_on_two_dice_fails() -> None:
    assert passes_two(7, 7, 0)
    assert not passes_two(2, 4, 3)
    assert passes_two(9, 7, -2)


@pytest.mark.rule("NE-DICE-02", "NE-DICE-03")
def test_the_faces_of_special_dice() -> None:
    assert [name[0] for name in INJURY] == ["F", "F", "S", "S", "S", "O"]
    assert HOLES == (1, 1, 1, 2, 2, 3)


@pytest.mark.rule("NE-CHAR-05")
def test_characteristics_stop_at_their_limits() -> None:
    assert within_limits("i", 7) == 6 and within_limits("i", 1) == 2
    assert within_limits("m", 0) == 1 and within_limits("t", 9) == 6
    assert within_limits("cl", 13) == 12


@pytest.mark.rule("NE-HIT-01", "NE-HIT-03")
def test_a_saved_hit_removes_no_wounds() -> None:
    match = struck({"strength": 3}, [4, 5], armour=(RING,))
    assert match.decision is not None
    assert model(match, "E").wounds == 1 and all_dice_used(match)


@pytest.mark.rule("NE-HIT-03")
def test_ap_makes_saves_harder_until_there_is_none() -> None:
    match = struck({"strength": 3, "ap": -1}, [4, 5, 2], armour=(RING,))
    assert match.decision is not None
    assert model(match, "E").flesh == 1 and all_dice_used(match)
    match = struck({"strength": 3, "ap": -2}, [4, 2], armour=(RING,))
    assert match.decision is not None
    assert model(match, "E").flesh == 1 and all_dice_used(match)


@pytest.mark.rule("NE-HIT-03", "NE-BLS-04")
def test_cover_against_a_blast_helps_the_save() -> None:
    match = struck({"strength": 3, "ap": -1, "kind": BLAST, "cover": 2}, [4, 3], armour=(PLATE,))
    assert match.decision is not None
    assert model(match, "E").wounds == 1 and all_dice_used(match)


@pytest.mark.rule("NE-HIT-04")
def test_damage_beyond_the_last_wound_is_injury_dice() -> None:
    match = struck({"strength": 3, "damage": 3}, [4, 1, 2], w=2, t=4)
    assert match.decision is not None
    assert (model(match, "E").wounds, model(match, "E").flesh) == (2, 0)  # 3 against 4 needs a 5
    match = struck({"strength": 3, "damage": 3}, [5, 1, 2], w=2, t=4)
    assert match.decision is not None
    assert (model(match, "E").wounds, model(match, "E").flesh) == (0, 2) and all_dice_used(match)


@pytest.mark.rule("NE-INJ-02")
def test_the_last_point_of_toughness_is_out_of_action() -> None:
    match = struck({"strength": 3}, [2, 1], t=3, has={"flesh": 2, "wounds": 0})
    assert match.decision is not None
    assert model(match, "E").status == OUT and all_dice_used(match)


@pytest.mark.rule("NE-INJ-03")
def test_all_injury_dice_count_and_the_worst_counts_last() -> None:
    match = struck({"strength": 4, "damage": 2}, [3, 2, 4])
    assert match.decision is not None
    assert (model(match, "E").flesh, model(match, "E").stance) == (1, INJURED)
    match = struck({"strength": 4, "damage": 3}, [3, 2, 4, 6])
    assert model(match, "E").status == OUT
    assert [line.what for line in match.state.ledger].count("fighter-out") == 1


@pytest.mark.rule("NE-HIT-06", "NE-HIT-08")
def test_a_field_is_chosen_instead_and_nothing_modifies_it() -> None:
    match = struck({"strength": 3, "ap": -3}, [4, 5], armour=(BELT,))
    assert match.decision is not None
    assert model(match, "E").wounds == 1 and all_dice_used(match)
    match = struck({"strength": 3}, [4, 1, 2], armour=(BELT,))
    assert match.decision is not None
    assert "belt" in model(match, "E").lost
    match = struck({"strength": 3}, [4], armour=(RING, BELT))
    decision = match.decision
    assert decision is not None and decision.keys() == ["save with armour", "save with Shimmer belt"]


@pytest.mark.rule("NE-HIT-08")
def test_what_armour_data_mean() -> None:
    for armour, kind, needed in (
        ((OILCLOTH,), BLAST, 5),
        ((OILCLOTH,), MELEE, 6),
        ((RING, UNDER), MELEE, 4),
        ((UNDER,), MELEE, 6),
    ):
        match = struck({"strength": 3, "kind": kind}, [], armour=armour)
        table = match.setting.table(match.checkpoint.state, False)
        (found,) = saves(table, table.state.agenda[-1])
        assert found.needed - sum(part.amount for part in found.bonus) == needed


@pytest.mark.rule("NE-CHAR-03", "NE-CHAR-04")
def test_accuracy_by_the_band() -> None:
    for inches, face, hit in ((18.0, 3, True), (18.1, 3, False), (18.1, 4, True)):
        match = lay(
            [fighter("A", rifle())], [fighter("E")], {"A": (-10, 0), "E": (inches - 9, 0)}, [face, 2, 1], active="A"
        )
        answer(match, "shoot E with rifle")
        assert (model(match, "E").stance != 0) is hit
    match = lay([fighter("A", rifle())], [fighter("E")], {"A": (-10, 0), "E": (15.1, 0)}, [2], active="A")
    answer(match, "shoot E with rifle")
    assert model(match, "E").status == PLAY and model(match, "E").stance == 0 and all_dice_used(match)


@pytest.mark.rule("NE-HIT-05")
def test_a_weapon_without_damage_takes_no_wounds() -> None:
    match = struck({"strength": None, "damage": None, "traits": ("Toxin",)}, [3, 2], w=2)
    assert match.decision is not None
    assert (model(match, "E").wounds, model(match, "E").flesh) == (2, 1) and all_dice_used(match)


def test_weapons_can_be_laid_with_several_traits() -> None:
    gun = weapon("gun", "Rapid Fire (2)", "Unwieldy", short=8, long=16, strength=4, ammo=4)
    assert gun.profiles[0].number("Rapid Fire") == 2 and gun.profiles[0].has("Unwieldy")

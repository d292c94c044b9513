"""A better number never hurts whoever has it, with best play of both sides: what test_dice_theory leaves out, and both
at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from fireteam.games.killteam.odds import Duel, Shot

RULES = ("", "Brutal", "Rending, Lethal 5", "Shock")


def duel(
    *, atk: int = 3, hit: int = 4, damage: str = "3/4", wounds: int = 8, vs_atk: int = 3, vs_hit: int = 4,
    vs_damage: str = "3/4", vs_wounds: int = 8, rules: str = "", vs_rules: str = "", aim: str = "damage",
) -> Fraction:  # fmt: skip
    """What a fight is worth to the one that begins it."""
    return Duel(atk, hit, damage, wounds, vs_wounds, vs_atk, vs_hit, vs_damage, rules, vs_rules, aim=aim).odds().value


def rises(values: list[Fraction]) -> bool:
    return all(one <= other for one, other in pairwise(values))


@pytest.mark.rule("KT-FIGHT-05", "KT-FIGHT-08", "KT-FIGHT-11", "KT-FIGHT-12")
@pytest.mark.parametrize("rules", RULES)
def test_the_one_who_retaliates_loses_nothing_by_better_numbers(rules: str) -> None:
    assert rises([-duel(vs_atk=atk, vs_rules=rules) for atk in (1, 2, 3, 4)])
    assert rises([-duel(vs_hit=hit, vs_rules=rules) for hit in (6, 5, 4, 3, 2)])
    assert rises([-duel(vs_damage=damage, vs_rules=rules) for damage in ("1/4", "2/4", "3/4", "4/4", "4/5", "4/6")])


@pytest.mark.rule("KT-DMG-02", "KT-FIGHT-08")
@pytest.mark.parametrize("rules", RULES)
def test_wounds_keep_alive_in_a_fight(rules: str) -> None:
    assert rises([duel(wounds=wounds, rules=rules, aim="kill") for wounds in (2, 4, 6, 8, 10, 13)])
    assert rises([-duel(vs_wounds=wounds, vs_rules=rules, aim="kill") for wounds in (2, 4, 6, 8, 10, 13)])


@pytest.mark.rule("KT-SHOOT-10", "KT-SHOOT-20", "KT-DMG-02")
@pytest.mark.parametrize("rules", ["", "Piercing 1", "Saturate, Rending", "Devastating 2"])
@pytest.mark.parametrize("aim", ["damage", "kill"])
def test_both_sides_of_a_shot_at_once(rules: str, aim: str) -> None:
    """The whole table of HIT and SAVE rises along both axes, and so do wounds against dice."""
    table = [
        [Shot(4, hit, "3/4", save, 8, rules, aim=aim).odds().value for save in (2, 3, 4, 5, 6)]
        for hit in (6, 5, 4, 3, 2)
    ]
    assert all(map(rises, table))
    assert all(rises(list(column)) for column in zip(*table, strict=True))
    kills = [
        [Shot(atk, 3, "3/4", 4, wounds, rules, aim="kill").odds().value for wounds in (14, 11, 8, 5, 2)]
        for atk in (2, 3, 4, 5)
    ]
    assert all(map(rises, kills))
    assert all(rises(list(column)) for column in zip(*kills, strict=True))

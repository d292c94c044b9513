"""Odds that are typed in, against fractions reckoned by hand."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from fireteam.core.errors import SetupError
from fireteam.games.necromunda.game import GAME
from fireteam.games.necromunda.odds import CALCULATORS, Burst, Charge, Fight, Shoot
from fireteam.kit.odds import flag_of

HIT, WOUND = Fraction(1, 2), Fraction(1, 2)
SERIOUS, OUT, FLESH = Fraction(3, 6), Fraction(1, 6), Fraction(2, 6)


def test_a_plain_shot() -> None:
    odds = Shoot(bs=4, strength=3, toughness=3).odds()
    assert odds.chance("out target") == HIT * WOUND * OUT == Fraction(1, 24)
    assert odds.chance("down target") == HIT * WOUND * SERIOUS == Fraction(1, 8)
    assert odds.chance("flesh target") == HIT * WOUND * FLESH == Fraction(1, 12)
    assert odds.chance("pinned target") == HIT * (1 - WOUND) + Fraction(1, 12)
    assert odds.chances[()] == 1 - HIT


def test_range_strength_and_saves() -> None:
    odds = Shoot(bs=4, acc=1, strength=4, ap=-1, toughness=3, save=5).odds()
    hit, wound, unsaved = Fraction(4, 6), Fraction(4, 6), Fraction(5, 6)
    assert odds.chance("out target") == hit * wound * unsaved * OUT


def test_a_wound_that_is_not_the_last_brings_no_injury() -> None:
    odds = Shoot(bs=4, strength=3, toughness=3, wounds=2).odds()
    assert odds.chance("wounds target") == HIT * WOUND
    assert odds.chance("out target") == odds.chance("down target") == 0


def test_two_damage_on_one_wound_are_two_injury_dice() -> None:
    odds = Shoot(bs=4, strength=3, toughness=3, damage=2).odds()
    assert odds.chance("out target") == HIT * WOUND * (1 - (1 - OUT) ** 2)


def test_who_goes_down_in_a_fight_is_finished_and_others_strike_back() -> None:
    odds = Fight(ws=4, strength=3, toughness=3).odds()
    beaten = HIT * WOUND * (SERIOUS + OUT)
    assert odds.chance("out target") == beaten == Fraction(1, 6)
    charged = Fight(ws=4, strength=3, toughness=3, charged=True).odds()
    assert charged.chance("out target") > odds.chance("out target")
    # Who is hurt by a Flesh Wound has Toughness 2 and strikes back all the same.
    assert odds.chance("out attacker") == (1 - beaten) * HIT * WOUND * OUT


@pytest.mark.rule("NE-SHT-06", "NE-SHT-07", "NE-STD-10")
def test_cover_aim_and_prone_targets_change_the_hit_roll() -> None:
    def hits(**given: Any) -> Fraction:
        """Strength 8 wounds on 2+, and the target has Wounds enough."""
        return Shoot(bs=4, strength=8, toughness=3, wounds=6, **given).odds().chance("wounds target") / Fraction(5, 6)

    assert hits() == hits(cover="partial", aimed=True) == HIT
    assert hits(cover="partial") == hits(cover="full", aimed=True) == Fraction(2, 6)
    assert hits(cover="full") == Fraction(1, 6)
    assert hits(pinned=True) == HIT and hits(pinned=True, long=True) == Fraction(2, 6)


@pytest.mark.rule("NE-HIT-06", "NE-SHT-12")
def test_a_field_and_ammo() -> None:
    odds = Shoot(bs=4, strength=3, toughness=3, wounds=2, field=4, ap=-3, save=3, ammo=4).odds()
    assert odds.chance("wounds target") == HIT * WOUND * Fraction(1, 2)
    assert odds.chance("dry attacker") == Fraction(1, 6) * Fraction(1, 2)


@pytest.mark.rule("NE-TRT-04")
def test_a_burst_hits_as_often_as_its_dice_have_holes() -> None:
    odds = Burst(bs=4, strength=3, toughness=3, wounds=6, rapid=1).odds()
    assert odds.of("wounds target")[3] == HIT * Fraction(1, 6) * WOUND**3
    two = Burst(bs=4, strength=3, toughness=3, wounds=6, rapid=2).odds()
    assert two.value == Burst(bs=4, strength=3, toughness=3, wounds=6, rapid=2, dice=2).odds().value > odds.value
    assert Burst(bs=4, strength=3, toughness=3, wounds=6, rapid=2, dice=1).odds().chances == odds.chances
    spread = Burst(bs=4, strength=3, toughness=3, rapid=1, others=1, aim="pin").odds()
    assert spread.chance("pinned other 1") + spread.chance("down other 1") + spread.chance("out other 1") > 0


@pytest.mark.rule("NE-STD-02", "NE-STD-04", "NE-CC-03")
def test_a_charge_reaches_by_its_die_and_fights_with_one_more() -> None:
    near, far = (Charge(distance=away, ws=4, strength=3, toughness=3).odds() for away in (5, 7))
    fight = Fight(ws=4, strength=3, toughness=3, charged=True).odds()
    assert near.chance("out target") == fight.chance("out target")
    assert far.chance("out target") == near.chance("out target") * Fraction(2, 3)


@pytest.mark.rule("NE-CC-01", "NE-CC-07", "NE-CC-08")
def test_who_stands_round_a_fight() -> None:
    def wounds(**given: Any) -> Fraction:
        return Fight(ws=4, strength=3, toughness=3, wounds=6, **given).odds().chance("wounds target")

    assert wounds() == HIT * WOUND
    assert wounds(assists=1) == Fraction(4, 6) * WOUND
    assert wounds(assists=2, turned=True) == wounds(assists=1)
    assert wounds(interferers=1) == Fraction(2, 6) * WOUND
    front, behind = (Fight(ws=4, strength=3, toughness=3, wounds=6, behind=there).odds() for there in (False, True))
    assert front.chance("wounds attacker") == HIT * WOUND
    assert behind.chance("wounds attacker") == Fraction(2, 6) * WOUND


def test_what_cannot_be() -> None:
    with pytest.raises(SetupError, match="no cover 'walls'; there are none, partial, full"):
        Shoot(bs=4, strength=3, toughness=3, cover="walls").odds()
    with pytest.raises(SetupError, match="--dice must be at most --rapid"):
        Burst(bs=4, strength=3, toughness=3, rapid=2, dice=3).odds()
    with pytest.raises(SetupError, match="--bs must be from 2 to 6"):
        Shoot(bs=1, strength=3, toughness=3).odds()
    with pytest.raises(SetupError, match="no aim 'glory'"):
        Shoot(bs=4, strength=3, toughness=3, aim="glory").odds()


def test_titles_and_examples() -> None:
    assert Shoot(bs=4, strength=3, toughness=3).title() == "a shot with BS 4+ and Strength 3 against Toughness 3"
    assert GAME.calculators() == CALCULATORS
    for made in CALCULATORS.values():
        flags = {flag_of(one) for one in fields(made)}  # type: ignore[arg-type]
        for example in made.examples:
            assert {part for part in example.split() if part.startswith("--")} <= flags | {"--json"}

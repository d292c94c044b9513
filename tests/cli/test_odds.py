"""Typed-in odds: exact numbers that can be worked out by hand, and mistakes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds
from fireteam.odds.escape import Attack, Hack, attack_odds, hack_odds
from tests.cli.commands import run, run_json

DAMAGE, OUT = "damage target", "taken out target"


def test_an_attack_without_dodge_is_one_die() -> None:
    """Cbt 3 against Cbt 2: the die and 1."""
    odds = attack_odds(Attack(3, 2, 6, dodge=False))
    assert odds.exact
    assert odds.of(DAMAGE) == {damage: Fraction(1, 6) for damage in (2, 3, 4, 5, 6, 7)}
    assert odds.chance(OUT) == Fraction(1, 3)


def test_armor_damage_and_power_count() -> None:
    odds = attack_odds(Attack(2, 2, 6, damage=2, armor=1, power=1, dodge=False))
    assert odds.of(DAMAGE) == {damage: Fraction(1, 6) for damage in (1, 2, 3, 4, 5, 6)}
    assert odds.chance(OUT) == Fraction(1, 2)


def test_best_play_dodges_where_that_helps() -> None:
    """Two dice against each other, and 1: 21 of 36 ways hurt."""
    odds = attack_odds(Attack(3, 2, 6))
    assert odds.chance(DAMAGE) == Fraction(21, 36)
    assert odds.of(DAMAGE) == attack_odds(Attack(3, 2, 6, dodge=True)).of(DAMAGE)


def test_a_veteran_rerolls_a_bad_die() -> None:
    """No Dodge: below 4 the die is rolled again, so that the mean is 17/4 instead of 7/2."""
    plain = attack_odds(Attack(2, 2, 9, dodge=False))
    veteran = attack_odds(Attack(2, 2, 9, dodge=False, veteran=True))
    assert plain.mean(DAMAGE) == Fraction(7, 2)
    assert veteran.mean(DAMAGE) == Fraction(17, 4)


def test_hypnosis_makes_the_target_dodge_with_its_int() -> None:
    """Cbt 2 and a die against Int 0 and a die."""
    odds = attack_odds(Attack(2, 2, 9, dodge=True, hypnosis=True, vs_int=0))
    ways = [(a, d) for a in range(1, 7) for d in range(1, 7)]
    assert odds.chance(DAMAGE) == Fraction(sum(2 + a - d > 0 for a, d in ways), 36)


def test_tokens_reroll_and_cost() -> None:
    without, with_token = attack_odds(Attack(2, 2, 6, dodge=False)), attack_odds(Attack(2, 2, 6, dodge=False, tokens=1))
    assert with_token.mean(DAMAGE) > without.mean(DAMAGE)
    assert with_token.chance("revolution tokens") == Fraction(1, 3)  # a 1 or a 2; of a 3 the gain is what the token costs
    defended = attack_odds(Attack(2, 2, 6, vs_tokens=1))
    assert defended.mean(DAMAGE) < attack_odds(Attack(2, 2, 6)).mean(DAMAGE)


def test_an_elusive_target_sees_the_die_first() -> None:
    assert attack_odds(Attack(2, 2, 6, elusive=True)).mean(DAMAGE) == attack_odds(Attack(2, 2, 6)).mean(DAMAGE)


def test_a_hack_against_a_difficulty() -> None:
    """Int 2 and a die against 7: a 5 or a 6."""
    assert hack_odds(Hack(2, 7)).chance("hack success") == Fraction(1, 3)
    assert hack_odds(Hack(2, 8, tokens=1)).chance("hack success") == Fraction(1, 6)
    assert hack_odds(Hack(5, 6)).chance("hack success") == 1


def test_a_hack_against_a_character() -> None:
    """Attraction: Int 2 against Int 1; a Counter-measure makes it two dice."""
    assert hack_odds(Hack(2, vs_int=1, counter=False)).chance("shifted target") == 1
    assert hack_odds(Hack(2, vs_int=1, counter=True)).chance("shifted target") == Fraction(21, 36)
    assert hack_odds(Hack(2, vs_int=1)).chance("shifted target") == Fraction(21, 36)
    assert hack_odds(Hack(1, vs_int=0)).chance("shifted target") == 1


@pytest.mark.parametrize(
    ("attack", "reason"),
    [
        (Attack(3, 2, 0), "--life must be from 1 to 99"),
        (Attack(3, 2, 6, damage=6), "--damage 6 must be below --life 6"),
        (Attack(3, 2, 6, tokens=1, vs_tokens=1), "only the Resistance has Revolution tokens"),
        (Attack(0, 2, 6), "the actor has no action of that kind"),
        (Attack(2, 0, 6, dodge=True), "the target cannot answer with 'dodge'"),
        (Attack(-1, 2, 6), "--cbt must be from 0 to 99"),
        (Attack(2, 2, 6, elusive=True, vs_tokens=1, dodge=False), "--no-dodge does not go with"),
    ],
)
def test_attacks_that_cannot_be(attack: Attack, reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        attack_odds(attack)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("hack", "reason"),
    [
        (Hack(2), "give one of the two"),
        (Hack(2, 7, 1), "give one of the two"),
        (Hack(2, 13), "--difficulty must be from 1 to 12"),
        (Hack(2, 7, counter=True), "makes no Counter-measure"),
        (Hack(0, 7), "the actor has no action of that kind"),
    ],
)
def test_hacks_that_cannot_be(hack: Hack, reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        hack_odds(hack)
    assert reason in str(caught.value)


def test_an_unknown_aim_names_those_there_are() -> None:
    result = run("odds", "escape", "attack", "--cbt", "3", "--vs-cbt", "2", "--life", "6", "--aim", "glory")
    assert result.exit_code == 2
    assert "no aim 'glory'; there are damage, taken out" in result.stderr


def test_the_chart_for_people() -> None:
    result = run("odds", "escape", "attack", "--cbt", "3", "--vs-cbt", "2", "--life", "6", "--aim", "taken out")
    assert result.exit_code == 0
    assert "(exact)" in result.stdout
    assert "damage target: mean 1.556" in result.stdout
    assert "taken out target" in result.stdout
    assert all(len(line) <= 100 for line in result.stdout.splitlines())


def test_odds_as_json() -> None:
    data = run_json("odds", "escape", "attack", "--cbt", "3", "--vs-cbt", "2", "--life", "6", "--no-dodge", "--json")
    assert data["exact"] is True
    label = data["labels"][DAMAGE]
    assert (label["mean"], label["mean_float"]) == ("9/2", 4.5)
    assert label["distribution"]["7"] == {"chance": "1/6", "chance_float": 1 / 6}
    assert data["labels"][OUT]["chance"] == "1/3"
    assert sum(Fraction(entry["chance"]) for entry in data["outcomes"]) == 1
    assert isinstance(attack_odds(Attack(3, 2, 6)), Odds)

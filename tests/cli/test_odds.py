"""Typed-in odds: exact numbers that can be worked out by hand, and mistakes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any, ClassVar

import pytest

import fireteam
from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds
from fireteam.games.escape.odds import Attack, Hack
from fireteam.kit.game import Game
from fireteam.kit.odds import Calculator, asked
from tests.cli.commands import run, run_json

DAMAGE, OUT = "damage target", "taken out target"


def test_an_attack_without_dodge_is_one_die() -> None:
    """Cbt 3 against Cbt 2: the die and 1."""
    odds = Attack(3, 2, 6, dodge=False).odds()
    assert odds.exact
    assert odds.of(DAMAGE) == {damage: Fraction(1, 6) for damage in (2, 3, 4, 5, 6, 7)}
    assert odds.chance(OUT) == Fraction(1, 3)


def test_armor_damage_and_power_count() -> None:
    odds = Attack(2, 2, 6, damage=2, armor=1, power=1, dodge=False).odds()
    assert odds.of(DAMAGE) == {damage: Fraction(1, 6) for damage in (1, 2, 3, 4, 5, 6)}
    assert odds.chance(OUT) == Fraction(1, 2)


def test_best_play_dodges_where_that_helps() -> None:
    """Two dice against each other, and 1: 21 of 36 ways hurt."""
    odds = Attack(3, 2, 6).odds()
    assert odds.chance(DAMAGE) == Fraction(21, 36)
    assert odds.of(DAMAGE) == Attack(3, 2, 6, dodge=True).odds().of(DAMAGE)


def test_a_veteran_rerolls_a_bad_die() -> None:
    """No Dodge: below 4 the die is rolled again, so that the mean is 17/4 instead of 7/2."""
    plain = Attack(2, 2, 9, dodge=False).odds()
    veteran = Attack(2, 2, 9, dodge=False, veteran=True).odds()
    assert plain.mean(DAMAGE) == Fraction(7, 2)
    assert veteran.mean(DAMAGE) == Fraction(17, 4)


def test_hypnosis_makes_the_target_dodge_with_its_int() -> None:
    """Cbt 2 and a die against Int 0 and a die."""
    odds = Attack(2, 2, 9, dodge=True, hypnosis=True, vs_int=0).odds()
    ways = [(a, d) for a in range(1, 7) for d in range(1, 7)]
    assert odds.chance(DAMAGE) == Fraction(sum(2 + a - d > 0 for a, d in ways), 36)


def test_tokens_reroll_and_cost() -> None:
    without, with_token = Attack(2, 2, 6, dodge=False).odds(), Attack(2, 2, 6, dodge=False, tokens=1).odds()
    assert with_token.mean(DAMAGE) > without.mean(DAMAGE)
    assert with_token.chance("revolution tokens") == Fraction(
        1, 3
    )  # a 1 or a 2; of a 3 the gain is what the token costs
    defended = Attack(2, 2, 6, vs_tokens=1).odds()
    assert defended.mean(DAMAGE) < Attack(2, 2, 6).odds().mean(DAMAGE)


def test_an_elusive_target_sees_the_die_first() -> None:
    assert Attack(2, 2, 6, elusive=True).odds().mean(DAMAGE) == Attack(2, 2, 6).odds().mean(DAMAGE)


def test_a_hack_against_a_difficulty() -> None:
    """Int 2 and a die against 7: a 5 or a 6."""
    assert Hack(2, 7).odds().chance("hack success") == Fraction(1, 3)
    assert Hack(2, 8, tokens=1).odds().chance("hack success") == Fraction(1, 6)
    assert Hack(5, 6).odds().chance("hack success") == 1


def test_a_hack_against_a_character() -> None:
    """Attraction: Int 2 against Int 1; a Counter-measure makes it two dice."""
    assert Hack(2, vs_int=1, counter=False).odds().chance("shifted target") == 1
    assert Hack(2, vs_int=1, counter=True).odds().chance("shifted target") == Fraction(21, 36)
    assert Hack(2, vs_int=1).odds().chance("shifted target") == Fraction(21, 36)
    assert Hack(1, vs_int=0).odds().chance("shifted target") == 1


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
        attack.odds()
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
        hack.odds()
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
    assert isinstance(Attack(3, 2, 6).odds(), Odds)


# -- any game's calculators --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Toss(Calculator):
    """Exact odds of one toss."""

    edge: int = asked("How often it lands on its edge, of 10.", least=0, most=9)
    name_: str = asked("Whose coin it is.", "nobody", flag="--name")
    fair: bool = asked("Whether it is fair.", True)
    bent: bool = asked("Whether it is bent.", False)
    called: bool | None = asked("Heads or not, if it was called.", None)

    examples: ClassVar[tuple[str, ...]] = ("--edge 2", "--edge 2 --no-fair")

    def solve(self) -> Odds:
        shares = {(("heads", 1),): Fraction(10 - self.edge, 20), (): Fraction(10 + self.edge, 20)}
        return Odds("toss", 0, "heads", shares, Fraction(0), exact=True, nodes=1, samples=0)

    def title(self) -> str:
        return f"a toss of {self.name_}, {self.fair=}, {self.bent=}, {self.called=}"

    def notes(self, odds: Odds) -> list[str]:
        return ["a note"]

    def summary(self, odds: Odds) -> dict[str, Any]:
        return {"heads": float(odds.chance("heads"))}


class Coin(Game):
    name, title, results = "coin", "Coins", ("heads",)

    def setting(self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]) -> Any:
        raise SetupError("coins are tossed, not played")

    def calculators(self) -> dict[str, type[Calculator]]:
        return {"toss": Toss}


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that brings one calculator."""
    module = ModuleType("coin")
    module.GAME = Coin()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "coin", module)
    monkeypatch.setitem(fireteam._GAMES, "coin", "coin")


@pytest.mark.usefixtures("coin")
def test_a_command_is_made_from_the_fields_of_a_calculator() -> None:
    helped = run("odds", "coin", "toss", "--help").stdout
    for said in (
        "Exact odds of one toss.",
        "  fireteam odds coin toss --edge 2 --no-fair",
        "--edge <int>            How often it lands on its edge, of 10.  [required]",
        "--name <str>            Whose coin it is.  [default: nobody]",
        "--fair / --no-fair      Whether it is fair.",
        "--bent                  Whether it is bent.",
        "--called / --no-called  Heads or not, if it was called.",
    ):
        assert said in helped, said
    assert "fireteam odds coin toss --edge 2" in run("odds", "--help").stdout
    lines = run("odds", "coin", "toss", "--edge", "2", "--name", "Ada", "--no-fair", "--bent").stdout.splitlines()
    assert lines[0] == "Odds of a toss of Ada, self.fair=False, self.bent=True, self.called=None (exact)"
    assert lines[-2].startswith("  heads                         40.0 % 2/5")
    assert lines[-1] == "a note"
    data = run_json("odds", "coin", "toss", "--edge", "0", "--json")
    assert (data["heads"], data["labels"]["heads"]["chance"]) == (0.5, "1/2")


@pytest.mark.usefixtures("coin")
def test_mistakes_of_a_command_made_from_fields() -> None:
    far = run("odds", "coin", "toss", "--edge", "10")
    assert far.exit_code == 2
    assert "Error: --edge must be from 0 to 9; got 10\nHint: `" in far.stderr
    assert "Missing option '--edge'" in run("odds", "coin", "toss").stderr
    assert "Did you mean 'coin'?" in run("odds", "coim", "toss").stderr

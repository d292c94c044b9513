"""Odds that are typed in: the numbers of the book's pools, against a reckoning of their own, and what cannot be."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds
from fireteam.games.deadzone.bot.duels import harm
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.odds import CALCULATORS, Fight, Shoot
from fireteam.kit.odds import flag_of

KILL, HURT = "killed target", "damage target"


def plain(**given: Any) -> Odds:
    """A shot with RANGED 5+ at SURVIVE 5+ and 2 HP, but for what is given."""
    return Shoot(**{"ranged": 5, "survive": 5, "health": 2, **given}).odds()


def kills(odds: Odds) -> float:
    """The chance that the target is killed."""
    return float(odds.chance(KILL))


@pytest.mark.parametrize(
    ("given", "pools"),
    [
        ({}, (5, 5, 3, 5, 0, 2)),
        ({"clear": False}, (3, 5, 3, 5, 0, 2)),
        ({"high": True}, (6, 5, 3, 5, 0, 2)),
        ({"high": True, "clear": False}, (4, 5, 3, 5, 0, 2)),
        ({"friends": True}, (3, 5, 3, 5, 0, 2)),
        ({"survive": 0}, (5, 5, 0, 8, 0, 2)),
        ({"armour": 2, "ap": 1}, (5, 5, 3, 5, 1, 2)),
        ({"ranged": 3, "health": 4}, (5, 3, 3, 5, 0, 4)),
        ({"vs_keywords": "Tough"}, (5, 5, 3, 5, 0, 3)),
        ({"keywords": "Toxic (1)"}, (5, 5, 3, 5, 0, 1)),
    ],
)
def test_a_shot(given: dict[str, Any], pools: tuple[int, int, int, int, int, int]) -> None:
    odds = plain(**given)
    assert kills(odds) == pytest.approx(harm(*pools)[1], abs=1e-5)


@pytest.mark.parametrize(
    ("given", "pools"),
    [
        ({}, (3, 4, 3, 5, 0, 2)),
        ({"moved": True}, (4, 4, 3, 5, 0, 2)),
        ({"pinned": True}, (4, 4, 3, 5, 0, 2)),
        ({"friends": True, "vs_friends": True}, (4, 4, 4, 5, 0, 2)),
        ({"size": 2}, (4, 4, 3, 5, 0, 2)),
        ({"vs_size": 3}, (3, 4, 4, 5, 0, 2)),
        ({"vs_fight": 3, "fight_back": True}, (3, 4, 3, 3, 0, 2)),
        ({"vs_fight": 3, "fight_back": False}, (3, 4, 3, 5, 0, 2)),
    ],
)
def test_an_assault(given: dict[str, Any], pools: tuple[int, int, int, int, int, int]) -> None:
    odds = Fight(**{"fight": 4, "survive": 5, "health": 2, **given}).odds()
    assert kills(odds) == pytest.approx(harm(*pools)[1], abs=1e-5)


def test_who_fights_back_may_hurt_the_attacker() -> None:
    odds = Fight(fight=5, survive=5, health=2, vs_fight=3, own_health=1, vs_ap=1, own_armour=1, fight_back=True).odds()
    assert float(odds.chance("killed attacker")) == pytest.approx(harm(3, 3, 3, 5, 0, 1)[1], abs=1e-5)


def test_other_ways_to_shoot() -> None:
    aimed = plain(keywords="Sniper Scope", mode="aimed")
    assert kills(aimed) > kills(plain(keywords="Sniper Scope")) == kills(plain())
    (mode,) = [one for one in fields(Shoot) if one.name == "mode"]
    told = mode.metadata["text"].removesuffix(".").partition(": ")[2].split(", ")
    assert sorted(told) == ["aimed", "aimed blaze away", "blaze away"]
    for one in told:
        assert plain(keywords="Sniper Scope, Rapid Fire", mode=one, aim="pin").value > 0


def test_command_dice_help_who_has_them() -> None:
    assert kills(plain(command="Dice")) == pytest.approx(harm(6, 5, 3, 5, 0, 2)[1], abs=0.05)
    assert kills(plain(command="dice, shoot")) > kills(plain(command="Dice")) > kills(plain())
    assert kills(plain(vs_command="Dice")) < kills(plain())


@pytest.mark.parametrize(
    ("calculator", "message"),
    [
        (Shoot(ranged=0, survive=5, health=2), "the shooter cannot shoot so"),
        (Shoot(ranged=5, survive=5, health=2, mode="aimed"), "the shooter cannot shoot so"),
        (Shoot(ranged=5, survive=5, health=0), "--health must be from 1 to 9; got 0"),
        (Shoot(ranged=5, survive=5, health=2, command="Luck"), "no command die shows 'Luck'"),
        (Shoot(ranged=5, survive=5, health=2, keywords="Tuogh"), "did you mean 'Tough'"),
        (Shoot(ranged=5, survive=5, health=2, aim="glory"), "no aim 'glory'; there are kill, damage, pin"),
        (Fight(fight=0, survive=5, health=2), "who has no FIGHT assaults nobody"),
        (Fight(fight=4, survive=5, health=2, fight_back=True), "--fight-back needs --vs-fight"),
    ],
)
def test_what_cannot_be(calculator: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message.split("'", maxsplit=1)[0].strip()) as caught:
        calculator.odds()
    assert message in str(caught.value)


def test_titles_and_examples() -> None:
    assert Shoot(ranged=5, survive=0, health=2).title() == "a shot with RANGED 5+ against SURVIVE -"
    assert Fight(fight=4, survive=5, health=2, vs_fight=6).title() == (
        "an assault with FIGHT 4+ against SURVIVE 5+ or FIGHT 6+"
    )
    assert GAME.calculators() == CALCULATORS
    for made in CALCULATORS.values():
        flags = {flag_of(one) for one in fields(made)}  # type: ignore[arg-type]
        for example in made.examples:
            typed = {part for part in example.split() if part.startswith("--")}
            assert {flag.replace("--no-", "--") for flag in typed} <= flags | {"--json"}

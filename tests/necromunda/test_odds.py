"""Odds of shots, bursts, Blasts, charges and fights in a position: by hand, against rolled dice, and the same with and
without what is known already."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.odds import Odds
from fireteam.games.necromunda import arena
from fireteam.games.necromunda.cards import Armour
from fireteam.games.necromunda.hits import FIELD
from fireteam.games.necromunda.setting import Setting
from fireteam.kit.odds import harms
from tests.necromunda.rolled import CASES, GUN, far_off, sword
from tests.necromunda.scene import lay

SIX, HALF, THIRD = Fraction(1, 6), Fraction(1, 2), Fraction(1, 3)
SMALL = 2_000
"""Moments of a position that is solved without memory, too, at most."""
ONE_MOVE = 50
"""What is counted before somebody looks whether it is too much."""


def shot(*traits: str, target: dict[str, Any] | None = None, worn: tuple[Armour, ...] = (), **gun: Any) -> Match:
    """BS 4+, Strength 3 against Toughness 3 at 6 inches; no ammo number."""
    figures = {**GUN, "strength": 3, "ap": 0, "accuracy": (0, 0), "ammo": 0, **gun}
    red = [arena.fighter("ann", arena.weapon("gun", *traits, **figures))]
    blue = [arena.fighter("bob", armour=worn, **(target or {}))]
    return lay(red, blue, {"ann": (0, 0, 0, 0), "bob": (6, 0, 0, 180)}, active="ann")


def shoots(match: Match, **more: Any) -> Odds:
    """The odds of the shot."""
    return match.odds("shoot bob with gun", **more)


# -- by hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-SHT-10", "NE-HIT-02", "NE-INJ-03")
def test_a_shot_by_hand() -> None:
    odds = shoots(shot())
    hit, wound = HALF, HALF
    assert odds.exact
    assert odds.chance("out bob") == hit * wound * SIX
    assert odds.chance("down bob") == hit * wound * HALF
    assert odds.chance("flesh bob") == hit * wound * THIRD
    assert odds.chance("pinned bob") == hit * (1 - wound + wound * THIRD)
    assert odds.chances[()] == 1 - hit


@pytest.mark.rule("NE-HIT-06", "NE-HIT-03")
def test_the_better_of_two_saves_by_hand() -> None:
    worn = (Armour("vest", "vest", "standard", 4), Armour("field", "field", FIELD, 5))
    assert shoots(shot(worn=worn)).chance("wounds bob") == HALF * HALF * HALF
    assert shoots(shot(worn=worn, ap=-2)).chance("wounds bob") == HALF * HALF * Fraction(2, 3)


@pytest.mark.rule("NE-TRT-20", "NE-TRT-17")
def test_traits_that_read_dice_by_hand() -> None:
    shock = shoots(shot("Shock"))
    assert shock.chance("wounds bob") == SIX + THIRD * HALF
    rending = shoots(shot("Rending", target={"w": 2}))
    assert rending.of("wounds bob")[2] == HALF * SIX
    assert rending.of("wounds bob")[1] == HALF * THIRD


@pytest.mark.rule("NE-SHT-12")
def test_a_weapon_runs_dry_as_often_as_its_dice_say() -> None:
    # The symbol on one of six faces, then 2+ fails on a 1.
    assert shoots(shot(ammo=2)).chance("dry ann") == SIX * SIX
    assert shoots(shot(ammo=4)).chance("dry ann") == SIX * HALF
    assert shoots(shot()).chance("dry ann") == 0


@pytest.mark.rule("NE-TRT-04", "NE-DICE-03")
def test_a_burst_by_hand() -> None:
    # One hole on three faces, two on two, three on one; a single Wound each.
    odds = shoots(shot("Rapid Fire (1)", target={"w": 5}))
    dealt = odds.of("wounds bob")
    assert dealt[3] == HALF * SIX * HALF**3
    assert dealt[2] == HALF * (THIRD * HALF**2 + SIX * 3 * HALF**3)
    assert odds.chance("pinned bob") == HALF


@pytest.mark.rule("NE-STD-02", "NE-STD-04")
def test_a_charge_that_is_too_short_hits_nobody() -> None:
    def charge(away: float) -> Odds:
        red, blue = [arena.fighter("ann", sword(), a=2)], [arena.fighter("bob", sword())]
        return lay(red, blue, {"ann": (0, 0, 0, 0), "bob": (1 + away, 0, 0, 180)}, active="ann").odds("charge")

    sure, likely, seldom, never = (charge(away).chance("wounds bob") for away in (5.5, 6.5, 7.5, 8.5))
    assert sure > 0 and never == 0
    # The D3 adds 1, 2 or 3 inches to Movement 5.
    assert (likely, seldom) == (sure * Fraction(2, 3), sure * THIRD)


@pytest.mark.rule("NE-BLS-02", "NE-BLS-03")
def test_a_scattered_blast_by_hand() -> None:
    red = [arena.fighter("ann", arena.weapon("bomb", "Blast (3)", short=6, long=12, strength=3, damage=1))]
    blue = [arena.fighter("bob", w=2, radius=0.6)]
    odds = lay(red, blue, {"ann": (0, 0, 0, 0), "bob": (9, 0, 0, 180)}, active="ann").odds("shoot bob with bomb")
    # Base 0.6 and marker 1.5: after 2 inches bob is still under it, after 3 no more. A 1 on a Hit face misfires.
    hit = HALF + HALF * (SIX * Fraction(4, 6) + SIX)
    assert odds.chance("pinned bob") == hit
    assert odds.chance("wounds bob") == hit * HALF
    # A misfire comes down on the thrower with a 1.
    assert odds.chance("pinned ann") + odds.chance("down ann") + odds.chance("out ann") == HALF * THIRD * SIX * SIX


@pytest.mark.rule("NE-VHIT-05", "NE-VHIT-06")
def test_a_hull_is_stalled_and_never_pinned() -> None:
    gun = arena.weapon("gun", short=12, long=24, strength=7, damage=1)
    red, blue = [arena.fighter("ann", gun)], [arena.vehicle("truck", w=3)]
    match = lay(red, blue, {"ann": (0, 0, 0, 0), "truck": (9, 0, 0, 180)}, active="ann")
    odds = match.odds("shoot truck with gun")
    assert odds.chance("stalled truck") > 0 and not any(label.startswith("pinned") for label in odds.labels())


@pytest.mark.rule("NE-VEH-06")
def test_odds_of_all_guns_go_on_to_the_last_one() -> None:
    guns = [arena.weapon(name, "Crew Weapon", category="vehicle", short=12, long=24, strength=4) for name in ("a", "b")]
    red, blue = [arena.vehicle("truck", *guns)], [arena.fighter("bob", w=5)]
    match = lay(red, blue, {"truck": (0, 0, 0, 0), "bob": (10, 0, 0, 180)}, active="truck")
    one = HALF * Fraction(2, 3)
    assert match.odds("fire all").of("wounds bob") == {0: (1 - one) ** 2, 1: 2 * one * (1 - one), 2: one**2}


# -- on the page -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-INJ-03")
def test_the_page_shows_the_chance_to_put_a_target_out() -> None:
    match = shot(target={"w": 2}, damage=3)
    setting, option = match.setting, match.decision.find("shoot bob with gun")
    (bob,) = setting.harms(match.table, option, match.odds(option))
    assert (bob["piece"], bob["of"], bob["mean"]) == ("bob", 2, 0.5)
    # Two Injury dice: two points beyond the last Wound but one.
    assert bob["kill"]["exact"] == str(HALF * HALF * (1 - (1 - SIX) ** 2))
    words = Setting.harm_words
    assert harms(match.odds(option), words, setting.scene(match.table, 0)["pieces"], "bob")


# -- large and small ---------------------------------------------------------------------------------------------------


def test_no_position_takes_more_than_odds_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Setting, "odds_nodes", 400)
    red = [arena.fighter("ann", arena.weapon("gun", "Rapid Fire (2)", **GUN))]
    blue = [arena.fighter(f"b{number}", w=3, t=4) for number in range(4)]
    at = {"ann": (0, 0, 0, 0)} | {f"b{number}": (6 + number, 1.5 * (number % 2), 0, 180) for number in range(4)}
    odds = lay(red, blue, at, active="ann").odds("shoot b0 with gun")
    assert odds.nodes <= 2 * Setting.odds_nodes + ONE_MOVE and not odds.samples
    assert sum(odds.chances.values()) == 1 and 0 < odds.bound <= 1


@pytest.mark.parametrize("place", range(len(CASES)))
def test_rolled_attacks_come_out_as_their_odds_say(place: int) -> None:
    assert far_off(CASES[place], 150, seed=place) == []


def random_position(rng: random.Random) -> tuple[Match, str]:
    """Two or three models with some traits, and an attack that is on offer."""

    def some(*words: str) -> list[str]:
        return [word for word in words if rng.random() < 0.3]

    figures = {**GUN, "strength": rng.randint(3, 5), "ap": -rng.randint(0, 2), "damage": rng.randint(1, 2)}
    gun = arena.weapon("gun", *some("Shock", "Rending", "Knockback", "Scarce", "Unstable", "Rapid Fire (1)"), **figures)
    bomb = arena.weapon("bomb", "Blast (3)", *some("Knockback", "Rending"), short=6, long=12, strength=3, damage=1)
    worn = tuple(Armour(kind, kind, kind, rng.randint(4, 6)) for kind in some("standard", FIELD))
    red = [arena.fighter("ann", gun, bomb, sword(*some("Rending", "Power", "Knockback")), a=rng.randint(1, 2))]
    blue = [arena.fighter("bob", sword(*some("Parry", "Shock")), armour=worn, w=rng.randint(1, 2), t=rng.randint(3, 4))]
    away = rng.choice((1.0, 3.0, 7.0, 11.0))
    at: dict[str, tuple[float, ...]] = {"ann": (0, 0, 0, 0), "bob": (away, 0, 0, 180)}
    if rng.random() < 0.3:
        blue.append(arena.fighter("cid"))
        at["cid"] = (away + 1.5, 1.0, 0, 180)
    match = lay(red, blue, at, active="ann")
    attacks = [option.key for option in match.decision.options if option.kind in ("shoot", "fight", "charge")]
    return match, rng.choice(attacks)


@pytest.mark.parametrize("seed", range(8))
def test_odds_are_the_same_with_and_without_memory(seed: int) -> None:
    rng = random.Random(seed)
    while True:
        match, key = random_position(rng)
        # Without memory each die of a scatter is looked at, and each moment as often as dice lead to it.
        anew = match.odds(key, memo=False, budget=SMALL, samples=1)
        if not anew.samples:
            break
    known = match.odds(key)
    assert known.exact
    assert (known.value, known.chances) == (anew.value, anew.chances)


def test_odds_leave_the_match_as_it_is() -> None:
    match = shot("Rapid Fire (1)", ammo=4)
    before = match.save()
    shoots(match)
    assert match.save() == before
    fork = match.fork(Seeded(1))
    fork.answer("shoot bob with gun")
    assert match.save() == before

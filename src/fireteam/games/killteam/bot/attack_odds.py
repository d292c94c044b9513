"""What an attack promises: exact odds of a shot, and a quick reckoning of a fight, kept by their numbers.

This is advice for bots, not a rule: the odds of dice come from the sequences themselves, played out over every way they
can fall.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from fireteam.core.odds import odds_here
from fireteam.games.killteam import arena
from fireteam.games.killteam.cards import Target, Weapon, WeaponRule
from fireteam.games.killteam.weapon_rules import read_rules
from fireteam.games.killteam.weapons import windows_of

Looks = tuple[Callable[..., Any], ...]
MELEE_WINDOWS: Looks = (
    WeaponRule.accurate, WeaponRule.critical_from, WeaponRule.rerolls, WeaponRule.unrolled, WeaponRule.raises,
    WeaponRule.changes, WeaponRule.on_critical_retained, WeaponRule.without_critical,
)  # fmt: skip
"""The windows that change the dice of a fight; weapons that differ in nothing else promise the same."""
DICE_WINDOWS: Looks = (*MELEE_WINDOWS, WeaponRule.piercing, WeaponRule.devastates, WeaponRule.forbids_cover_save)
"""Those that change how much damage a shot does."""
TOUGH = 999
"""Wounds that no shot takes: how many it would have taken is read off what is lost."""
SCALE = 1000
"""A normal success counts so much where the successes themselves are wanted."""
NODES = 6000
"""Of a tree that is larger a sample is good enough."""
SAMPLES = 60


class Promise(NamedTuple):
    """What an attack promises: mean damage dealt and taken, the chance to incapacitate, and that of being so."""

    damage: float
    kill: float
    harm: float = 0.0
    death: float = 0.0


def essential(rules: tuple[str, ...], windows: Looks = DICE_WINDOWS) -> tuple[str, ...]:
    """Those of the rules that change the dice."""
    return tuple(sorted(rule for rule in rules if any(windows_of((rule,))[window] for window in windows)))


# -- shots -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def promised(weapon: Weapon, hit: int, save: int, wounds: int, cover: bool, obscured: bool) -> Promise:
    """What a shot promises against an operative with that SAVE and so many wounds left."""
    dice = volley(
        weapon.atk,
        max(2, min(6, hit)),
        weapon.damage,
        weapon.critical_damage,
        essential(weapon.rules),
        save,
        cover,
        obscured,
    )
    mean = sum(chance * min(points, wounds) for points, chance in dice)
    return Promise(mean, sum(chance for points, chance in dice if points >= wounds))


@lru_cache(maxsize=4096)
def volley(
    atk: int,
    hit: int,
    damage: int,
    critical_damage: int,
    rules: tuple[str, ...],
    save: int,
    cover: bool,
    obscured: bool,
) -> tuple[tuple[int, float], ...]:
    """The damage of a shot with its chances, whoever is shot having wounds enough (KT-SHOOT-10 to KT-SHOOT-25)."""
    shooter = arena.card(
        "shooter", Weapon("weapon", "weapon", True, atk, hit, damage, critical_damage, rules), wounds=1
    )
    target = arena.card("target", save=max(2, min(6, save)))._replace(wounds=TOUGH)
    at = Target(1, ("cover",) if cover else (), ("obscuring",) if obscured else ())
    match = arena.shot(shooter, target, None, at=at, events=False)
    odds = odds_here(match, 0, aim="damage", budget=NODES, samples=SAMPLES)
    return tuple((points, float(chance)) for points, chance in odds.of("damage target").items())


# -- fights ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def successes(atk: int, hit: int, ratio: int, rules: tuple[str, ...]) -> tuple[tuple[int, int, float], ...]:
    """Normal and critical successes of attack dice with their chances; `ratio` is what a critical is worth in
    hundredths of a normal.

    Read off the damage of a shot at somebody without defence dice: amounts are chosen so that no two pairs give the
    same.
    """
    critical = SCALE * ratio // 100 + 1
    bare = (*rules, *read_rules("Piercing 3"))
    found = []
    sums = {
        SCALE * normals + critical * criticals: (normals, criticals)
        for normals in range(atk + 1)
        for criticals in range(atk + 1)
    }
    for points, chance in volley_of(atk, hit, critical, bare):
        normals, criticals = sums[points]
        found.append((normals, criticals, chance))
    return tuple(found)


def volley_of(atk: int, hit: int, critical: int, rules: tuple[str, ...]) -> tuple[tuple[int, float], ...]:
    """The sums of successes, a critical counting so much."""
    shooter = arena.card("shooter", Weapon("weapon", "weapon", True, atk, hit, SCALE, critical, rules), wounds=1)
    target = arena.card("target", save=6)._replace(wounds=TOUGH * SCALE)
    odds = odds_here(arena.shot(shooter, target, None, events=False), 0, aim="damage", budget=NODES, samples=SAMPLES)
    return tuple((points, float(chance)) for points, chance in odds.of("damage target").items())


def fighting(weapon: Weapon, hit: int) -> tuple[tuple[int, int, float], ...]:
    """The successes of a melee weapon with a HIT."""
    ratio = 100 * weapon.critical_damage // max(1, weapon.damage)
    return successes(weapon.atk, max(2, min(6, hit)), ratio, essential(weapon.rules, MELEE_WINDOWS))


@lru_cache(maxsize=8192)
def bout(mine: Weapon, hit: int, wounds: int, theirs: Weapon | None, their_hit: int, their_wounds: int) -> Promise:
    """What a fight promises if both strike with all they have, the attacker first (KT-FIGHT-08)."""
    against: tuple[tuple[int, int, float], ...] = ((0, 0, 1.0),) if theirs is None else fighting(theirs, their_hit)
    damage = kill = harm = death = 0.0
    for normals, criticals, chance in fighting(mine, hit):
        blows = [mine.critical_damage] * criticals + [mine.damage] * normals
        for their_normals, their_criticals, their_chance in against:
            returned = (
                [] if theirs is None else [theirs.critical_damage] * their_criticals + [theirs.damage] * their_normals
            )
            dealt, taken = exchanged(blows, returned, wounds, their_wounds)
            both = chance * their_chance
            damage += both * dealt
            harm += both * taken
            kill += both * (dealt >= their_wounds)
            death += both * (taken >= wounds)
    return Promise(damage, kill, harm, death)


def exchanged(blows: list[int], returned: list[int], wounds: int, their_wounds: int) -> tuple[int, int]:
    """Damage dealt and taken when two trade blows in turn until one is down or none is left."""
    dealt = taken = 0
    for turn in range(max(len(blows), len(returned))):
        if turn < len(blows):
            dealt += blows[turn]
            if dealt >= their_wounds:
                return their_wounds, taken
        if turn < len(returned):
            taken += returned[turn]
            if taken >= wounds:
                return dealt, wounds
    return dealt, taken

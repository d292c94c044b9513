"""Typed-in odds of Kill Team: two operatives with the wanted numbers, laid by hand; the rules themselves do the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds, odds_here
from fireteam.games.killteam import arena
from fireteam.games.killteam.aims import AIMS
from fireteam.games.killteam.fighting import Opponent
from fireteam.games.killteam.hooks import Datacard
from fireteam.games.killteam.shooting import Target

ATTACKER, TARGET = "attacker", "target"
BUDGET = 2_000_000
"""Nodes of the tree: a fight of eight against eight dice stays far below."""
MOST_DICE = 8


@dataclass(frozen=True, slots=True)
class Attack:
    """What an operative attacks with, as it is typed in: "3/4" is normal and critical damage."""

    atk: int
    hit: int
    dmg: str
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot as it is typed in; cover and obscured come from different terrain features."""

    attack: Attack
    save: int
    wounds: int
    cover: bool = False
    obscured: bool = False
    improved: bool = False
    cp: int = 0
    vs_cp: int = 0
    errata: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """A fight as it is typed in; `vs_attack` None: the enemy cannot retaliate. Dice that have been rolled may be given."""

    attack: Attack
    wounds: int
    vs_attack: Attack | None
    vs_wounds: int
    assists: int = 0
    vs_assists: int = 0
    cp: int = 0
    vs_cp: int = 0
    initiative: bool = True
    dice: tuple[int, ...] = ()
    vs_dice: tuple[int, ...] = ()
    errata: bool = False


@lru_cache(maxsize=256)
def shot_odds(shot: Shot, aim: str = "damage") -> Odds:
    """The odds of one shot: exact, both sides choosing well for the aim (KT-SHOOT-10 to KT-SHOOT-25)."""
    _check_aim(aim)
    attacker = _card(ATTACKER, shot.attack, 1, "", ranged=True)
    target = arena.card(TARGET, save=_within("save", shot.save, 2, 6), wounds=_within("wounds", shot.wounds, 1, 99))
    at = Target(1, ("cover",) if shot.cover or shot.improved else (), ("obscuring",) if shot.obscured else (), shot.improved)
    match = arena.shot(attacker, target, None, at=at, events=False, cp=_points(shot.cp, shot.vs_cp), options=_options(shot.errata))
    return odds_here(match, 0, aim=aim, budget=BUDGET)


@lru_cache(maxsize=256)
def duel_odds(duel: Duel, aim: str = "damage") -> Odds:
    """The odds of one fight, and with which die best play begins (KT-FIGHT-05 to KT-FIGHT-14)."""
    _check_aim(aim)
    attacker = _card(ATTACKER, duel.attack, duel.wounds, "", ranged=False)
    enemy = arena.card(TARGET, wounds=_within("vs-wounds", duel.vs_wounds, 1, 99))
    if duel.vs_attack is not None:
        enemy = _card(TARGET, duel.vs_attack, duel.vs_wounds, "vs-", ranged=False)
    against = Opponent(1, _within("assists", duel.assists, 0, 9), _within("vs-assists", duel.vs_assists, 0, 9), duel.vs_attack is not None)
    match = arena.duel(
        attacker, enemy, None, against=against, events=False, cp=_points(duel.cp, duel.vs_cp),
        initiative=0 if duel.initiative else 1, options=_options(duel.errata),
    )  # fmt: skip
    return odds_here(match, 0, answers=_rolled(duel), aim=aim, budget=BUDGET, first=f"die of {ATTACKER}")


def best_first_die(odds: Odds) -> str:
    """What best play does most often with the attacker's first die; empty if it never has one."""
    found = {key: chance for key, chance in odds.first.items() if key}
    return max(found, key=lambda key: found[key]) if found else ""


def read_dice(text: str) -> tuple[int, ...]:
    """Faces as they are typed: "6,4,2" or "6 4 2"."""
    faces = tuple(int(part) for part in re.findall(r"\d+", text))
    if not re.fullmatch(r"[\d\s,]*", text) or any(not 1 <= face <= 6 for face in faces):
        raise SetupError(f"dice are faces from 1 to 6, such as 6,4,2; got {text!r}")
    return faces


def _rolled(duel: Duel) -> tuple[tuple[int, ...], ...]:
    """The dice of both fighters, if they have been rolled already."""
    if not duel.dice and not duel.vs_dice:
        return ()
    wanted = (duel.attack.atk, duel.vs_attack.atk if duel.vs_attack else 0)
    if (len(duel.dice), len(duel.vs_dice)) != wanted:
        raise SetupError(
            f"--dice and --vs-dice go together: {wanted[0]} and {wanted[1]} faces; got {len(duel.dice)} and {len(duel.vs_dice)}"
        )
    if "accurate" in f"{duel.attack.rules} {duel.vs_attack.rules if duel.vs_attack else ''}".lower():
        raise SetupError("--dice does not go with Accurate: how many dice are kept unrolled is decided before the roll (KT-WR-01)")
    return (duel.dice, duel.vs_dice) if duel.vs_attack else (duel.dice,)


def _card(name: str, attack: Attack, wounds: int, prefix: str, *, ranged: bool) -> Datacard:
    damage = re.fullmatch(r"\s*(\d{1,2})\s*/\s*(\d{1,2})\s*", attack.dmg)
    if damage is None:
        raise SetupError(f"--{prefix}dmg is normal and critical damage, such as 3/4; got {attack.dmg!r}")
    atk = _within(f"{prefix}atk", attack.atk, 1, MOST_DICE)
    hit = _within(f"{prefix}hit", attack.hit, 2, 6)
    weapon = arena.weapon(atk, hit, int(damage[1]), int(damage[2]), attack.rules, ranged=ranged)
    return arena.card(name, weapon, wounds=_within(f"{prefix}wounds", wounds, 1, 99))


def _within(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise SetupError(f"--{name} must be from {least} to {most}; got {value}")
    return value


def _points(cp: int, vs_cp: int) -> tuple[int, int]:
    return _within("cp", cp, 0, 9), _within("vs-cp", vs_cp, 0, 9)


def _options(errata: bool) -> dict[str, bool]:
    return {"core_errata": errata}


def _check_aim(aim: str) -> None:
    if aim not in AIMS:
        raise SetupError(f"no aim {aim!r}; there are {', '.join(AIMS)}")

"""Typed-in odds of Kill Team: two operatives with the wanted numbers, laid by hand; the rules themselves do the
rest."""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass
from typing import Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.odds import Odds, odds_here
from fireteam.games.killteam import arena
from fireteam.games.killteam.aims import AIMS
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.fighting.sequence import Opponent
from fireteam.games.killteam.shooting.sequence import Target
from fireteam.kit.odds import Calculator, asked, check_aim

ATTACKER, TARGET = "attacker", "target"
BUDGET = 2_000_000
"""Nodes of the tree: a fight of eight against eight dice stays far below."""
MOST_DICE = 8


WEAPON_RULES = 'Weapon rules, parted by commas: "Lethal 5, Rending, Balanced".'
AIM = "What both sides choose for: damage or kill."
ERRATA = "With the later errata of the core rules (KT-WR-23)."


def _dice(text: str, default: Any = MISSING, *, least: int = 1) -> Any:
    return asked(text, default, least=least, most=MOST_DICE)


def _hit(text: str, default: Any = MISSING) -> Any:
    return asked(text, default, least=2, most=6)


def _wounds(text: str) -> Any:
    return asked(text, least=1, most=99)


def _few(text: str) -> Any:
    return asked(text, 0, least=0, most=9)


@dataclass(frozen=True)
class Shot(Calculator):
    """Exact odds of one shot; damage is what the target loses, at most its wounds."""

    atk: int = _dice("ATK of the weapon: its dice.")
    hit: int = _hit("HIT: what a die needs.")
    dmg: str = asked("Normal and critical damage, such as 3/4.")
    save: int = _hit("SAVE of the target.")
    wounds: int = _wounds("Wounds of the target.")
    rules: str = asked(WEAPON_RULES, "")
    cover: bool = asked("The target is in cover.", False)
    obscured: bool = asked("The target is obscured.", False)
    improved: bool = asked("Its cover save is improved (KT-VANT-03).", False)
    cp: int = _few("Command points for re-rolls.")
    vs_cp: int = _few("Command points of the other side.")
    aim: str = asked(AIM, "damage")
    errata: bool = asked(ERRATA, False)

    examples: ClassVar[tuple[str, ...]] = (
        "--atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12",
        '--atk 4 --hit 3 --dmg 3/4 --rules "Lethal 5, Rending" --save 4 --wounds 12 --cover --aim kill --json',
    )

    def title(self) -> str:
        """The weapon and its target."""
        return (
            f"a shot with {self.atk} dice, HIT {self.hit}+, DMG {self.dmg} at SAVE {self.save}+ and "
            f"{self.wounds} wounds"
        )

    def solve(self) -> Odds:
        """The odds of one shot: exact, both sides choosing well for the aim (KT-SHOOT-10 to KT-SHOOT-25).

        Cover and obscured come from different terrain features.
        """
        check_aim(self.aim, AIMS)
        attacker = arena.card(
            ATTACKER, _weapon(self.atk, self.hit, self.dmg, self.rules, "--dmg", ranged=True), wounds=1
        )
        target = arena.card(TARGET, save=self.save, wounds=self.wounds)
        cover = ("cover",) if self.cover or self.improved else ()
        at = Target(1, cover, ("obscuring",) if self.obscured else (), self.improved)
        points, options = (self.cp, self.vs_cp), {"core_errata": self.errata}
        match = arena.shot(attacker, target, None, at=at, events=False, cp=points, options=options)
        return odds_here(match, 0, aim=self.aim, budget=BUDGET)

    def summary(self, odds: Odds) -> dict[str, Any]:
        """Mean, kill chance and distribution of the damage; damage is wounds lost."""
        return _harm(odds, TARGET, "")


@dataclass(frozen=True)
class Duel(Calculator):
    """Exact odds of one fight, and with which die to begin; damage is what an operative loses, at most its wounds."""

    atk: int = _dice("ATK of your weapon: its dice.")
    hit: int = _hit("HIT: what a die needs.")
    dmg: str = asked("Normal and critical damage, such as 3/4.")
    wounds: int = _wounds("Your wounds.")
    vs_wounds: int = _wounds("Wounds of the enemy.")
    vs_atk: int = _dice("ATK of the enemy's weapon; 0: it cannot retaliate.", 0, least=0)
    vs_hit: int = _hit("HIT of the enemy.", 4)
    vs_dmg: str = asked("Damage of the enemy, such as 2/3.", "0/0")
    rules: str = asked(WEAPON_RULES, "")
    vs_rules: str = asked("Weapon rules of the enemy.", "")
    assists: int = _few("Friends that assist you.")
    vs_assists: int = _few("Its friends that assist the enemy.")
    cp: int = _few("Command points for re-rolls.")
    vs_cp: int = _few("Command points of the other side.")
    initiative: bool = asked("Whether you have it: who re-rolls first.", True)
    dice: str = asked("Your dice, if they have been rolled: 6,4,2.", "")
    vs_dice: str = asked("The dice of the enemy.", "")
    aim: str = asked(AIM, "damage")
    errata: bool = asked(ERRATA, False)

    examples: ClassVar[tuple[str, ...]] = (
        "--atk 4 --hit 3 --dmg 3/4 --wounds 12 --vs-atk 3 --vs-hit 4 --vs-dmg 2/3 --vs-wounds 8",
        "--atk 3 --hit 3 --dmg 3/4 --wounds 9 --vs-atk 2 --vs-dmg 2/3 --vs-wounds 8 --dice 6,4,1 --vs-dice 6,5",
    )

    def title(self) -> str:
        """Both weapons."""
        mine, theirs = (
            f"{self.atk} dice, HIT {self.hit}+, DMG {self.dmg}",
            f"{self.vs_atk} dice, HIT {self.vs_hit}+, DMG {self.vs_dmg}",
        )
        return f"a fight with {mine} against {theirs}"

    def solve(self) -> Odds:
        """The odds of one fight, and with which die best play begins (KT-FIGHT-05 to KT-FIGHT-14)."""
        check_aim(self.aim, AIMS)
        weapon = _weapon(self.atk, self.hit, self.dmg, self.rules, "--dmg", ranged=False)
        attacker, enemy = arena.card(ATTACKER, weapon, wounds=self.wounds), arena.card(TARGET, wounds=self.vs_wounds)
        if self.vs_atk:
            against = _weapon(self.vs_atk, self.vs_hit, self.vs_dmg, self.vs_rules, "--vs-dmg", ranged=False)
            enemy = arena.card(TARGET, against, wounds=self.vs_wounds)
        match = arena.duel(
            attacker, enemy, None, against=Opponent(1, self.assists, self.vs_assists, self.vs_atk > 0), events=False,
            cp=(self.cp, self.vs_cp), initiative=0 if self.initiative else 1, options={"core_errata": self.errata},
        )  # fmt: skip
        return odds_here(match, 0, answers=self._rolled(), aim=self.aim, budget=BUDGET, first=f"die of {ATTACKER}")

    def _rolled(self) -> tuple[tuple[int, ...], ...]:
        """The dice of both fighters, if they have been rolled already."""
        mine, theirs = read_dice(self.dice), read_dice(self.vs_dice)
        if not mine and not theirs:
            return ()
        if (len(mine), len(theirs)) != (self.atk, self.vs_atk):
            wanted = f"{self.atk} and {self.vs_atk} faces; got {len(mine)} and {len(theirs)}"
            raise SetupError(f"--dice and --vs-dice go together: {wanted}")
        if "accurate" in f"{self.rules} {self.vs_rules if self.vs_atk else ''}".lower():
            raise SetupError(
                "--dice does not go with Accurate: how many dice are kept unrolled is decided before the roll "
                "(KT-WR-01)"
            )
        return (mine, theirs) if self.vs_atk else (mine,)

    def notes(self, odds: Odds) -> list[str]:
        """How often it is best to begin with each die, over all rolls."""
        often = sorted(odds.first.items(), key=lambda entry: -entry[1])
        names = {key: f"first die: {key}" if key else "no die to begin with" for key, _ in often}
        return [f"  {names[key]:<44} {float(chance) * 100:5.1f} %" for key, chance in often]

    def summary(self, odds: Odds) -> dict[str, Any]:
        """Harm both ways, and the die to begin with; `first_die` says how often each is best, over all rolls."""
        return {
            **_harm(odds, TARGET, ""),
            **_harm(odds, ATTACKER, "vs_"),
            "best_first_die": best_first_die(odds),
            "first_die": {key or "none": float(chance) for key, chance in odds.first.items()},
        }


CALCULATORS: dict[str, type[Calculator]] = {"shoot": Shot, "fight": Duel}


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


def _weapon(atk: int, hit: int, dmg: str, rules: str, flag: str, *, ranged: bool) -> Weapon:
    """A weapon as it is typed in: "3/4" is normal and critical damage."""
    damage = re.fullmatch(r"\s*(\d{1,2})\s*/\s*(\d{1,2})\s*", dmg)
    if damage is None:
        raise SetupError(f"{flag} is normal and critical damage, such as 3/4; got {dmg!r}")
    return arena.weapon(atk, hit, int(damage[1]), int(damage[2]), rules, ranged=ranged)


def _harm(odds: Odds, who: str, prefix: str) -> dict[str, Any]:
    """What an operative suffers: the mean of the wounds it loses, the chance that it is incapacitated, and each
    amount's chance."""
    damage, kill = f"damage {who}", f"incapacitated {who}"
    return {
        f"{prefix}mean": float(odds.mean(damage)),
        f"{prefix}mean_exact": str(odds.mean(damage)),
        f"{prefix}kill": float(odds.chance(kill)),
        f"{prefix}kill_exact": str(odds.chance(kill)),
        f"{prefix}damage": {str(amount): float(chance) for amount, chance in odds.of(damage).items()},
    }

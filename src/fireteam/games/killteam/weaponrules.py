"""The weapon rules: each one small object, hanging in the windows of `hooks.py` (KT-WR-00 to KT-WR-27)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.questions import Roll, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.games.killteam.granted import granted, is_granted
from fireteam.games.killteam.hooks import ANY, NUMBER, ONE, Grant, Hook, Spread, Weapon, Windows, open_windows, option
from fireteam.games.killteam.state import Effect

if TYPE_CHECKING:
    from fireteam.games.killteam.rolls import Pool
    from fireteam.games.killteam.state import Operative
    from fireteam.games.killteam.table import Table

MOVES = ("REPOSITION", "DASH", "FALL BACK", "CHARGE")
"""Actions that move the operative (KT-WR-09)."""


class WeaponRule(Hook):
    """A rule as a weapon has it, with its x."""

    pattern: ClassVar[str]
    """How it is written after its name; the group is x."""
    picks: ClassVar[str] = "one"
    """Of several x: the user picks the "most", the "least", or they are all the same ("one"); "all" hang (KT-WR-00)."""
    known: ClassVar[dict[str, type[WeaponRule]]] = {}

    def __init_subclass__(cls) -> None:
        cls.known[cls.name] = cls

    def __init__(self, x: int = 0, within: int = 0, text: str = "") -> None:
        self.x = x
        self.within = within
        """Of Devastating with a distance: how far, in inches."""
        self.text = text

    def __repr__(self) -> str:
        return f"<{self.text or self.name}>"


class Accurate(WeaponRule):
    """Keep dice unrolled (KT-WR-01)."""

    name, rule, pattern, picks = "Accurate", "KT-WR-01", r"Accurate (?P<x>\d+)", "most"

    def accurate(self) -> int:
        return self.x


class Balanced(WeaponRule):
    """Re-roll one attack die (KT-WR-02)."""

    name, rule, pattern = "Balanced", "KT-WR-02", "Balanced"

    def rerolls(self) -> Grant:
        return Grant(self.name, ONE, self.rule)


class Blast(WeaponRule):
    """Everybody near the primary target is shot as well (KT-WR-03, KT-WR-04)."""

    name, rule, pattern, picks = "Blast", "KT-WR-03", r'Blast (?P<x>\d+)"?', "all"

    def spread(self) -> Spread:
        return Spread(self.x, True)


class Brutal(WeaponRule):
    """Only criticals block (KT-WR-05)."""

    name, rule, pattern = "Brutal", "KT-WR-05", "Brutal"

    def only_criticals_block(self) -> bool:
        return True


class Ceaseless(WeaponRule):
    """Re-roll any dice that show one number (KT-WR-06)."""

    name, rule, pattern = "Ceaseless", "KT-WR-06", "Ceaseless"

    def rerolls(self) -> Grant:
        return Grant(self.name, NUMBER, self.rule)


class Devastating(WeaponRule):
    """Each retained critical hurts at once; with a distance, everybody near the target too (KT-WR-07, KT-WR-08)."""

    name, rule, pattern, picks = "Devastating", "KT-WR-07", r'(?:(?P<within>\d+)"? )?Devastating (?P<x>\d+)', "most"

    def nearby(self) -> int:
        return self.within

    def devastates(self, criticals: int) -> Modifier:
        return Modifier(self.x * criticals, f"{self.text}, {criticals} critical", self.rule)


class Heavy(WeaponRule):
    """Moving and using the weapon exclude each other, but for the move in brackets (KT-WR-09, KT-WR-10)."""

    name, rule, pattern, picks = "Heavy", "KT-WR-09", r"Heavy(?: \((?P<move>Reposition|Dash|Fall Back|Charge) only\))?", "all"

    def __init__(self, x: int = 0, within: int = 0, text: str = "") -> None:
        super().__init__(x, within, text)
        bracket = re.search(r"\((.*) only\)", text)
        self.move = bracket[1].upper() if bracket else ""

    def allows_use(self, t: Table, who: Operative, weapon: Weapon, why: Why) -> bool:
        moved = [action for action in who.actions if action in MOVES and action != self.move]
        rule = "KT-WR-10" if self.move else self.rule
        return need(why, not moved, rule, "no move before {}: {}", self.text, ", ".join(moved) or "none")

    def allows_action(self, t: Table, who: Operative, weapon: Weapon, action: str, why: Why) -> bool:
        rule = "KT-WR-10" if self.move else self.rule
        return need(
            why, action not in MOVES or action == self.move, rule, "{} is no move that {} of {} bars", action, self.text, weapon.name
        )


class Hot(WeaponRule):
    """The weapon may hurt its user (KT-WR-11)."""

    name, rule, pattern = "Hot", "KT-WR-11", "Hot"

    def after_use(self, t: Table, who: int, hit: int) -> Rule[tuple[Modifier, ...]]:
        safe = max(1, min(hit, 7))
        (face,) = yield Roll(t.operative(who).seat, f"Hot roll of {t.name(who)}", alike=tuple(n if n < safe else safe for n in range(1, 7)))
        t.tell("hot", self.rule, who=t.name(who), face=face, hit=hit)
        return (Modifier(2 * face, f"Hot: twice {face}", self.rule),) if face < hit else ()


class Lethal(WeaponRule):
    """More successes are critical (KT-WR-12)."""

    name, rule, pattern, picks = "Lethal", "KT-WR-12", r"Lethal (?P<x>[2-6])\+?", "least"

    def critical_from(self) -> int:
        return self.x


class Limited(WeaponRule):
    """So many uses in the battle (KT-WR-13)."""

    name, rule, pattern, picks = "Limited", "KT-WR-13", r"Limited (?P<x>\d+)", "most"

    def allows_use(self, t: Table, who: Operative, weapon: Weapon, why: Why) -> bool:
        used = dict(who.uses).get(weapon.id, 0)
        return need(why, used < self.x, self.rule, "{} is left ({} of {} uses made)", weapon.name, used, self.x)

    def counts_use(self, t: Table, who: int, weapon: Weapon) -> None:
        t.count_use(who, weapon.id)


class Piercing(WeaponRule):
    """Fewer defence dice (KT-WR-14)."""

    name, rule, pattern, picks = "Piercing", "KT-WR-14", r"Piercing (?P<x>\d+)", "most"

    def piercing(self, criticals: int) -> int:
        return self.x


class PiercingCrits(WeaponRule):
    """Fewer defence dice if a critical was retained (KT-WR-15)."""

    name, rule, pattern, picks = "Piercing Crits", "KT-WR-15", r"Piercing Crits (?P<x>\d+)", "most"

    def piercing(self, criticals: int) -> int:
        return self.x if criticals else 0


class Punishing(WeaponRule):
    """With a critical, a fail is kept as a normal success (KT-WR-16)."""

    name, rule, pattern = "Punishing", "KT-WR-16", "Punishing"

    def on_critical_retained(self, t: Table, pool: Pool) -> Rule[None]:
        if not pool.fails:
            return
        pick = yield t.ask(pool.side.seat, f"Punishing of {t.name(pool.side.who)}", lambda: [option("rescue"), option("no_rescue")])
        if pick.kind == "rescue":
            pool.fails -= 1
            pool.kept += 1
            t.tell("rescued", self.rule, who=t.name(pool.side.who))


class Range(WeaponRule):
    """Targets are no farther than x (KT-WR-17)."""

    name, rule, pattern, picks = "Range", "KT-WR-17", r'Range (?P<x>\d+)"?', "most"

    def reaches(self, distance: int, why: Why) -> bool:
        return need(why, distance <= 100 * self.x, self.rule, 'distance {:.2f}" is within Range {}"', distance / 100, self.x)


class Relentless(WeaponRule):
    """Re-roll any attack dice (KT-WR-18)."""

    name, rule, pattern = "Relentless", "KT-WR-18", "Relentless"

    def rerolls(self) -> Grant:
        return Grant(self.name, ANY, self.rule)


class Rending(WeaponRule):
    """With a critical, a normal success is kept as a critical (KT-WR-19)."""

    name, rule, pattern = "Rending", "KT-WR-19", "Rending"

    def on_critical_retained(self, t: Table, pool: Pool) -> Rule[None]:
        if not pool.normals:
            return
        pick = yield t.ask(pool.side.seat, f"Rending of {t.name(pool.side.who)}", lambda: [option("rend"), option("no_rend")])
        if pick.kind == "rend":
            pool.normals -= 1
            pool.criticals += 1
            t.tell("raised", self.rule, who=t.name(pool.side.who), source=self.name)


class Saturate(WeaponRule):
    """No cover saves (KT-WR-20)."""

    name, rule, pattern = "Saturate", "KT-WR-20", "Saturate"

    def forbids_cover_save(self) -> bool:
        return True


class Seek(WeaponRule):
    """Cover hides nobody from being selected (KT-WR-21)."""

    name, rule, pattern = "Seek", "KT-WR-21", "Seek"

    def sees_past(self, traits: frozenset[str]) -> bool:
        return True


class SeekLight(WeaponRule):
    """Light cover hides nobody from being selected (KT-WR-22)."""

    name, rule, pattern = "Seek Light", "KT-WR-22", "Seek Light"

    def sees_past(self, traits: frozenset[str]) -> bool:
        return "Light" in traits or "Vantage" in traits


class Severe(WeaponRule):
    """Without a critical, a normal success becomes one (KT-WR-23)."""

    name, rule, pattern = "Severe", "KT-WR-23", "Severe"

    def without_critical(self, t: Table, pool: Pool) -> Rule[None]:
        found = ["rolled"] * (pool.normals > 0) + ["kept"] * (pool.kept > 0)
        if not found:
            return
        pick = yield t.ask(
            pool.side.seat,
            f"Severe of {t.name(pool.side.who)}",
            lambda: [*(option("severe", which) for which in found), option("no_severe")],
        )
        if pick.kind == "no_severe":
            return
        if pick.args[0] == "kept":
            pool.kept -= 1
        else:
            pool.normals -= 1
        pool.criticals += 1
        t.tell("raised", self.rule, who=t.name(pool.side.who), source=self.name)


class Silent(WeaponRule):
    """A Conceal order does not stop it (KT-WR-24)."""

    name, rule, pattern = "Silent", "KT-WR-24", "Silent"

    def shoots_concealed(self) -> bool:
        return True


class Shock(WeaponRule):
    """The first critical strike costs the opponent a die (KT-WR-25)."""

    name, rule, pattern = "Shock", "KT-WR-25", "Shock"

    def on_critical_strike(self, t: Table, pool: Pool, other: Pool) -> None:
        if pool.shocked:
            return
        pool.shocked = True
        if other.normals:
            other.normals -= 1
        elif other.criticals:
            other.criticals -= 1
        else:
            return
        t.tell("shocked", self.rule, who=t.name(other.side.who))


class Stun(WeaponRule):
    """A retained critical lowers the target's APL (KT-WR-26)."""

    name, rule, pattern = "Stun", "KT-WR-26", "Stun"

    def on_criticals(self, t: Table, target: int) -> None:
        t.affect(target, Effect("stun", "apl", -1, "next activation", self.rule))


class Torrent(WeaponRule):
    """Further targets near the primary one may be shot as well (KT-WR-27)."""

    name, rule, pattern, picks = "Torrent", "KT-WR-27", r'Torrent (?P<x>\d+)"?', "all"

    def spread(self) -> Spread:
        return Spread(self.x, False)


# -- reading -----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def weapon_rule(text: str) -> WeaponRule:
    """A weapon rule as it is written: "Lethal 5+", "Piercing Crits 1", '1" Devastating 2', "Heavy (Dash only)"."""
    plain = " ".join(text.split())
    for cls in WeaponRule.known.values():
        found = re.fullmatch(cls.pattern, plain, re.IGNORECASE)
        if found is not None:
            groups = found.groupdict()
            x, within, move = int(groups.get("x") or 0), int(groups.get("within") or 0), groups.get("move")
            if "x" in groups and x == 0:
                raise SetupError(f"{plain!r}: a weapon rule with x 0 does nothing (KT-WR-00)")
            spoken = f"{cls.name} ({move.title()} only)" if move else f"{cls.name} {x}" if x else cls.name
            return cls(x, within, f'{within}" {spoken}' if within else f"{spoken}+" if cls is Lethal else spoken)
    names = list(WeaponRule.known)
    near = difflib.get_close_matches(plain.rstrip('+" 0123456789').title(), names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names)}"
    raise SetupError(f"no weapon rule {plain!r}{hint} (KT-WR-00)")


def read_rules(text: str) -> tuple[str, ...]:
    """Weapon rules typed in one line, parted by commas, in their usual spelling."""
    return tuple(weapon_rule(part).text for part in text.split(",") if part.strip())


def combined(rules: Sequence[WeaponRule]) -> list[WeaponRule]:
    """The same rule twice gives nothing extra, and of several x the user takes the best (KT-WR-00).

    Several Accurate are one Accurate 2 where that is more (KT-WR-01); Piercing Crits is a Piercing, and both hang since
    the larger of them counts.
    """
    found: list[WeaponRule] = []
    for cls in WeaponRule.known.values():
        same = [rule for rule in rules if type(rule) is cls]
        if not same:
            continue
        if cls is Accurate and len(same) > 1:
            found.append(weapon_rule(f"Accurate {max(2, *(rule.x for rule in same))}"))
        elif cls.picks == "all":
            found += list({rule.text: rule for rule in same}.values())
        else:
            found.append(min(same, key=lambda rule: rule.x) if cls.picks == "least" else max(same, key=lambda rule: rule.x))
    return found


@lru_cache(maxsize=2048)
def windows_of(rules: tuple[str, ...]) -> Windows:
    """The windows in which these weapon rules hang, and what else is granted to the dice."""
    own = combined([weapon_rule(text) for text in rules if not is_granted(text)])
    return open_windows([*own, *(granted(text) for text in dict.fromkeys(rules) if is_granted(text))])


# -- what the actions ask ------------------------------------------------------------------------------------------------------


def may_use(t: Table, who: int, weapon: Weapon, why: Why = None) -> bool:
    """Whether the weapon's own rules let the operative use it now (KT-WR-09, KT-WR-10, KT-WR-13)."""
    operative = t.operative(who)
    return all(hook.allows_use(t, operative, weapon, why) for hook in windows_of(weapon.rules).get("allows_use", ()))


def may_perform(t: Table, who: int, action: str, why: Why = None) -> bool:
    """Whether the weapons it has used in this activation let the operative perform the action (KT-WR-09, KT-WR-10)."""
    operative = t.operative(who)
    used = [weapon for weapon in t.card(who).weapons if weapon.id in operative.weapons]
    return all(
        hook.allows_action(t, operative, weapon, action, why)
        for weapon in used
        for hook in windows_of(weapon.rules).get("allows_action", ())
    )


def in_range(weapon: Weapon, distance: int, why: Why = None) -> bool:
    """Whether a target so far away, in hundredths of an inch, can be valid (KT-WR-17)."""
    return all(hook.reaches(distance, why) for hook in windows_of(weapon.rules).get("reaches", ()))


def range_of(weapon: Weapon) -> float:
    """The inches that no target of the weapon is farther than; infinite if it has no Range (KT-WR-17)."""
    return min((hook.x for hook in windows_of(weapon.rules).get("reaches", ()) if isinstance(hook, Range)), default=inf)


def concealed_use(weapon: Weapon) -> bool:
    """Whether the weapon shoots in spite of a Conceal order (KT-WR-24)."""
    return "shoots_concealed" in windows_of(weapon.rules)


def hides(weapon: Weapon, cover: Sequence[frozenset[str]]) -> bool:
    """Whether cover by parts with these traits hides a Conceal target from the weapon (KT-WR-21, KT-WR-22)."""
    hooks = windows_of(weapon.rules).get("sees_past", ())
    return any(not any(hook.sees_past(traits) for hook in hooks) for traits in cover)


def spreads(weapon: Weapon) -> tuple[Spread, ...]:
    """How far a weapon reaches round its primary target (KT-WR-03, KT-WR-27)."""
    return tuple(hook.spread() for hook in windows_of(weapon.rules).get("spread", ()))


def vantage_rules(lower: int, engage: bool) -> tuple[str, ...]:
    """Accurate for a shooter on Vantage terrain, by how much lower, in hundredths, an Engage target stands (KT-VANT-01)."""
    if not engage or lower < 200:
        return ()
    return ("Accurate 2",) if lower >= 400 else ("Accurate 1",)

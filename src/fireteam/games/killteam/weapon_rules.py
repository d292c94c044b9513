"""The weapon rules: each one small object, hanging in the windows of weapons; how they are written (KT-WR-00 to
KT-WR-27)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from fireteam.core.errors import SetupError
from fireteam.core.questions import Roll, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.cards import ANY, MOVED, NUMBER, ONE, Grant, Spread, Weapon, WeaponRule, option
from fireteam.games.killteam.state import Effect
from fireteam.games.killteam.weapons import KNOWN

if TYPE_CHECKING:
    from fireteam.games.killteam.dice import Pool
    from fireteam.games.killteam.state import Operative
    from fireteam.games.killteam.table import Table

MOVES = ("REPOSITION", "DASH", "FALL BACK", "CHARGE")
"""Actions that move the operative (see KT-WR-09)."""
ALL_MOVES = (*MOVES, MOVED)
"""All that moves it in its activation, with a move that is no action."""


class Written(WeaponRule):
    """A rule as a weapon has it, with its x."""

    word: ClassVar[str]
    """What the book calls it."""
    pattern: ClassVar[str]
    """How it is written after its name; the group is x."""
    picks: ClassVar[str] = "one"
    """Of several x: what one of them allows is allowed, and so the "most" hangs; they are all the same ("one"); or
    "all" hang, and the user is asked which one is used (see KT-WR-00)."""
    known: ClassVar[dict[str, type[Written]]] = {}

    def __init_subclass__(cls) -> None:
        cls.place = len(cls.known)
        cls.known[cls.word] = cls

    def __init__(self, x: int = 0, within: int = 0, text: str = "") -> None:
        self.x = x
        self.within = within
        """Of Devastating with a distance: how far, in inches."""
        self.name = text or self.word

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @classmethod
    def together(cls, same: Sequence[Self]) -> Iterable[WeaponRule]:
        """The same rule twice gives nothing extra, and of several x the user picks one: by what it does with the
        weapon, or when it is asked (KT-WR-00)."""
        return super().together(same) if cls.picks == "all" else (max(same, key=lambda rule: rule.x),)


class Accurate(Written):
    """Keep dice unrolled (KT-WR-01)."""

    word, rule, pattern, picks = "Accurate", "KT-WR-01", r"Accurate (?P<x>\d+)", "most"

    @classmethod
    def together(cls, same: Sequence[Self]) -> Iterable[WeaponRule]:
        """Several are one Accurate 2 where that is more (see KT-WR-01)."""
        return (
            super().together(same)
            if len(same) == 1
            else (weapon_rule(f"Accurate {max(2, *(rule.x for rule in same))}"),)
        )

    def accurate(self) -> int:
        return self.x


class Balanced(Written):
    """Re-roll one attack die (KT-WR-02)."""

    word, rule, pattern = "Balanced", "KT-WR-02", "Balanced"

    def rerolls(self) -> Grant:
        return Grant(self.word, ONE, self.rule)


class Blast(Written):
    """Everybody near the primary target is shot as well (KT-WR-03, KT-WR-04)."""

    word, rule, pattern, picks = "Blast", "KT-WR-03", r'Blast (?P<x>\d+)"?', "all"

    def spread(self) -> Spread:
        return Spread(self.x, True)


class Brutal(Written):
    """Only criticals block (KT-WR-05)."""

    word, rule, pattern = "Brutal", "KT-WR-05", "Brutal"

    def only_criticals_block(self) -> bool:
        return True


class Ceaseless(Written):
    """Re-roll any dice that show one number (KT-WR-06)."""

    word, rule, pattern = "Ceaseless", "KT-WR-06", "Ceaseless"

    def rerolls(self) -> Grant:
        return Grant(self.word, NUMBER, self.rule)


class Devastating(Written):
    """Each retained critical hurts at once; with a distance, everybody near the target too (KT-WR-07, KT-WR-08)."""

    word, rule, pattern, picks = "Devastating", "KT-WR-07", r'(?:(?P<within>\d+)"? )?Devastating (?P<x>\d+)', "all"

    def nearby(self) -> int:
        return self.within

    def devastates(self, criticals: int) -> Modifier:
        return Modifier(self.x * criticals, f"{self.name}, {criticals} critical", self.rule)


class Heavy(Written):
    """Moving and using the weapon exclude each other, but for the move in brackets; of several such moves for one of
    them, which its user picks by moving (KT-WR-09, KT-WR-10)."""

    word, rule, pattern, picks = (
        "Heavy",
        "KT-WR-09",
        r"Heavy(?: \((?P<move>Reposition|Dash|Fall Back|Charge) only\))?",
        "all",
    )

    def __init__(self, x: int = 0, within: int = 0, text: str = "") -> None:
        super().__init__(x, within, text)
        self.moves = tuple(move.upper() for move in re.findall(r"\(([^)]*) only\)", text))

    @classmethod
    def together(cls, same: Sequence[Self]) -> Iterable[WeaponRule]:
        """Of several moves in brackets the user picks one; without brackets there is no x to pick, and nothing to gain
        from having the rule once more (see KT-WR-00)."""
        plain = [rule for rule in same if not rule.moves]
        names = dict.fromkeys(rule.name for rule in same)
        return (plain[0] if plain else same[0] if len(names) == 1 else cls(text=" or ".join(names)),)

    def _bars(self, moved: Sequence[str]) -> bool:
        """Whether these moves of one activation are not all the one in brackets."""
        return bool(moved) and not any(all(action == move for action in moved) for move in self.moves)

    def allows_use(self, t: Table, who: Operative, weapon: Weapon, why: Why) -> bool:
        moved = [action for action in who.actions if action in ALL_MOVES]
        barred = [action for action in moved if action not in self.moves] or moved if self._bars(moved) else ()
        rule = "KT-WR-10" if self.moves else self.rule
        return need(why, not barred, rule, "no move before {}: {}", self.name, ", ".join(barred) or "none")

    def allows_action(self, t: Table, who: Operative, weapon: Weapon, action: str, why: Why) -> bool:
        moved = [earlier for earlier in who.actions if earlier in ALL_MOVES]
        rule = "KT-WR-10" if self.moves else self.rule
        return need(
            why,
            action not in ALL_MOVES or not self._bars((*moved, action)),
            rule,
            "{} is no move that {} of {} bars",
            action,
            self.name,
            weapon.name,
        )


class Hot(Written):
    """The weapon may hurt its user (KT-WR-11)."""

    word, rule, pattern = "Hot", "KT-WR-11", "Hot"

    def after_use(self, t: Table, who: int, hit: int) -> Rule[tuple[Modifier, ...]]:
        safe = max(1, min(hit, 7))
        (face,) = yield Roll(
            t.operative(who).seat,
            topic("Hot roll of {who}", t.name(who)),
            alike=tuple(n if n < safe else safe for n in range(1, 7)),
        )
        t.tell("hot", self.rule, who=t.name(who), face=face, hit=hit)
        return (Modifier(2 * face, f"Hot: twice {face}", self.rule),) if face < hit else ()


class Lethal(Written):
    """More successes are critical (KT-WR-12)."""

    word, rule, pattern, picks = "Lethal", "KT-WR-12", r"Lethal (?P<x>[2-6])\+?", "all"

    def critical_from(self) -> int:
        return self.x


class Limited(Written):
    """So many uses in the battle (KT-WR-13)."""

    word, rule, pattern, picks = "Limited", "KT-WR-13", r"Limited (?P<x>\d+)", "most"

    def allows_use(self, t: Table, who: Operative, weapon: Weapon, why: Why) -> bool:
        used = dict(who.uses).get(weapon.id, 0)
        return need(why, used < self.x, self.rule, "{} is left ({} of {} uses made)", weapon.name, used, self.x)

    def counts_use(self, t: Table, who: int, weapon: Weapon) -> None:
        t.count_use(who, weapon.id)


class Piercing(Written):
    """Fewer defence dice (KT-WR-14)."""

    word, rule, pattern, picks = "Piercing", "KT-WR-14", r"Piercing (?P<x>\d+)", "all"

    def piercing(self, criticals: int) -> int:
        return self.x


class PiercingCrits(Written):
    """Fewer defence dice if a critical was retained (KT-WR-15)."""

    word, rule, pattern, picks = "Piercing Crits", "KT-WR-15", r"Piercing Crits (?P<x>\d+)", "all"

    def piercing(self, criticals: int) -> int:
        return self.x if criticals else 0


class Punishing(Written):
    """With a critical, a fail is kept as a normal success (KT-WR-16)."""

    word, rule, pattern = "Punishing", "KT-WR-16", "Punishing"

    def on_critical_retained(self, t: Table, pool: Pool) -> Rule[None]:
        if not pool.fails:
            return
        pick = yield t.ask(
            pool.side.seat,
            topic("Punishing of {who}", t.name(pool.side.who)),
            lambda: [option("rescue"), option("no_rescue")],
        )
        if pick.kind == "rescue":
            pool.fails -= 1
            pool.kept += 1
            t.tell("rescued", self.rule, who=t.name(pool.side.who))


class Range(Written):
    """Targets are no farther than x (KT-WR-17)."""

    word, rule, pattern, picks = "Range", "KT-WR-17", r'Range (?P<x>\d+)"?', "most"

    def reaches(self, distance: int, why: Why) -> bool:
        return need(
            why, distance <= 100 * self.x, self.rule, 'distance {:.2f}" is within Range {}"', distance / 100, self.x
        )

    def farthest(self) -> float:
        return self.x


class Relentless(Written):
    """Re-roll any attack dice (KT-WR-18)."""

    word, rule, pattern = "Relentless", "KT-WR-18", "Relentless"

    def rerolls(self) -> Grant:
        return Grant(self.word, ANY, self.rule)


class Rending(Written):
    """With a critical, a normal success is kept as a critical (KT-WR-19)."""

    word, rule, pattern = "Rending", "KT-WR-19", "Rending"

    def on_critical_retained(self, t: Table, pool: Pool) -> Rule[None]:
        # Whoever reads it strictly: a die is retained once, and those are already (option retained_once).
        raises_kept = pool.kept > 0 and not t.house_rule("retained_once")
        if not pool.normals and not raises_kept:
            return
        pick = yield t.ask(
            pool.side.seat,
            topic("Rending of {who}", t.name(pool.side.who)),
            lambda: [option("rend"), option("no_rend")],
        )
        if pick.kind == "rend":
            if pool.normals:
                pool.normals -= 1
            else:
                pool.kept -= 1
            pool.criticals += 1
            t.tell("raised", self.rule, who=t.name(pool.side.who), source=self.word)


class Saturate(Written):
    """No cover saves (KT-WR-20)."""

    word, rule, pattern = "Saturate", "KT-WR-20", "Saturate"

    def forbids_cover_save(self) -> bool:
        return True


class Seek(Written):
    """Cover hides nobody from being selected (KT-WR-21)."""

    word, rule, pattern = "Seek", "KT-WR-21", "Seek"

    def sees_past(self, traits: frozenset[str]) -> bool:
        return True


class SeekLight(Written):
    """Light cover hides nobody from being selected (KT-WR-22)."""

    word, rule, pattern = "Seek Light", "KT-WR-22", "Seek Light"

    def sees_past(self, traits: frozenset[str]) -> bool:
        return "Light" in traits or "Vantage" in traits


class Severe(Written):
    """Without a critical, a normal success becomes one (KT-WR-23)."""

    word, rule, pattern = "Severe", "KT-WR-23", "Severe"

    def without_critical(self, t: Table, pool: Pool) -> Rule[None]:
        found = ["rolled"] * (pool.normals > 0) + ["kept"] * (pool.kept > 0)
        if not found:
            return
        pick = yield t.ask(
            pool.side.seat,
            topic("Severe of {who}", t.name(pool.side.who)),
            lambda: [*(option("severe", which) for which in found), option("no_severe")],
        )
        if pick.kind == "no_severe":
            return
        if pick.args[0] == "kept":
            pool.kept -= 1
        else:
            pool.normals -= 1
        pool.criticals += 1
        t.tell("raised", self.rule, who=t.name(pool.side.who), source=self.word)


class Silent(Written):
    """A Conceal order does not stop it (KT-WR-24)."""

    word, rule, pattern = "Silent", "KT-WR-24", "Silent"

    def shoots_concealed(self) -> bool:
        return True


class Shock(Written):
    """The first critical strike costs the opponent a die (KT-WR-25)."""

    word, rule, pattern = "Shock", "KT-WR-25", "Shock"

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


class Stun(Written):
    """A retained critical lowers the target's APL (KT-WR-26)."""

    word, rule, pattern = "Stun", "KT-WR-26", "Stun"

    def on_criticals(self, t: Table, target: int) -> None:
        t.affect(target, Effect("stun", "apl", -1, "next activation", self.rule))


class Torrent(Written):
    """Further targets near the primary one may be shot as well (KT-WR-27)."""

    word, rule, pattern, picks = "Torrent", "KT-WR-27", r'Torrent (?P<x>\d+)"?', "all"

    def spread(self) -> Spread:
        return Spread(self.x, False)


# -- reading -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def weapon_rule(text: str) -> Written:
    """A weapon rule as it is written: "Lethal 5+", "Piercing Crits 1", '1" Devastating 2', "Heavy (Dash only)"."""
    plain = " ".join(text.split())
    for cls in Written.known.values():
        found = re.fullmatch(cls.pattern, plain, re.IGNORECASE)
        if found is not None:
            groups = found.groupdict()
            x, within, move = int(groups.get("x") or 0), int(groups.get("within") or 0), groups.get("move")
            if "x" in groups and x == 0:
                raise SetupError(f"{plain!r}: a weapon rule with x 0 does nothing (KT-WR-00)")
            spoken = f"{cls.word} ({move.title()} only)" if move else f"{cls.word} {x}" if x else cls.word
            return cls(x, within, f'{within}" {spoken}' if within else f"{spoken}+" if cls is Lethal else spoken)
    names = list(Written.known)
    near = difflib.get_close_matches(plain.rstrip('+" 0123456789').title(), names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(names)}"
    raise SetupError(f"no weapon rule {plain!r}{hint} (KT-WR-00)")


def read_rules(text: str) -> tuple[str, ...]:
    """Weapon rules typed in one line, parted by commas, in their usual spelling."""
    return tuple(weapon_rule(part).name for part in text.split(",") if part.strip())


KNOWN.reader = weapon_rule

"""Damage about to be inflicted: what lessens it, who survives it, what follows it (KT-DMG-01, KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.games.killteam.cards import WeaponRule
from fireteam.games.killteam.dice import Pool
from fireteam.games.killteam.state import NOBODY, Frame
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.records import constant


class Hits(NamedTuple):
    """Damage of attack dice: how many of each grade, and what each of them inflicts."""

    normals: int
    damage: int
    criticals: int
    critical_damage: int

    @property
    def points(self) -> int:
        """All of it."""
        return self.normals * self.damage + self.criticals * self.critical_damage


class Blow(Frame):
    """The record of damage that waits while something else comes first (see KT-DMG-02)."""

    kind = "damage"
    solved = True
    who: int
    damage: int
    rule: str = constant()
    parts: tuple[Modifier, ...] = constant(default=())
    by: int = NOBODY
    """Who inflicts it; NOBODY: nobody in particular."""
    weapon: str = ""
    """The id of its weapon; empty: it is no weapon that inflicts it."""
    done: tuple[str, ...] = ()
    """The entries that were used against it."""

    def go_on(self, t: Table) -> Rule[None]:
        """What came first is over: now the damage is suffered, if the operative still can."""
        t.finish()
        yield from suffer(t, self)


def inflict(
    t: Table,
    who: int,
    damage: int | Hits,
    rule: str,
    parts: tuple[Modifier, ...] = (),
    *,
    by: int = NOBODY,
    weapon: str = "",
) -> Rule[None]:
    """Inflict damage: plain points, or the hits of attack dice. Entries may lessen it, or keep it from incapacitating.

    All damage goes this way. Something that must come first, such as a free action, leaves a `Blow` and itself on the
    stack: whoever calls this goes on after them, from a stage of its own, if it is no longer the innermost record.
    """
    if plainly(t, who, damage, rule, parts, by):
        return
    blow = Blow(who, damage if isinstance(damage, int) else damage.points, rule, parts, by, weapon)
    if not isinstance(damage, int):
        for damaged in t.windows[Supplement.damaged]:
            yield from damaged(t, blow, damage)
    yield from suffer(t, blow)


def plainly(t: Table, who: int, damage: int | Hits, rule: str, parts: tuple[Modifier, ...], by: int) -> bool:
    """Inflict damage on an operative where nobody heeds it, or that has no wounds to lose; False: on others nothing
    yet."""
    if t.state.operatives[who].wounds > 0:
        for heeds in t.windows[Supplement.heeds_damage]:
            if heeds(t, who):
                return False
    t.hurt(who, damage if isinstance(damage, int) else damage.points, rule, parts, by=by)
    return True


def criticals_retained(t: Table, pool: Pool, target: int, near: Sequence[int]) -> Rule[None]:
    """What retained criticals do at once: Stun, and Devastating, also to those near the target (KT-WR-07, KT-WR-08,
    KT-WR-26)."""
    side = pool.side
    for on_criticals in side.windows[WeaponRule.on_criticals]:
        on_criticals(t, target)
    for devastates in side.windows[WeaponRule.devastates]:
        part = devastates(pool.criticals)
        yield from inflict(t, target, part.amount, part.rule, (part,), by=side.who, weapon=side.weapon)
        if any(nearby() for nearby in side.windows[WeaponRule.nearby]):
            for who in near:
                yield from inflict(t, who, part.amount, "KT-WR-08", (part,), by=side.who, weapon=side.weapon)


def suffer(t: Table, blow: Blow) -> Rule[None]:
    """The damage itself; what would keep it from incapacitating comes before it (KT-DMG-02, KT-DMG-06)."""
    who = blow.who
    wounds = t.operative(who).wounds
    if wounds <= 0 or blow.damage < wounds:
        t.hurt(who, blow.damage, blow.rule, blow.parts, by=blow.by)
        return
    for would_fall in t.windows[Supplement.would_fall]:
        if (yield from would_fall(t, blow)):
            return
    t.hurt(who, blow.damage, blow.rule, blow.parts, by=blow.by)
    for fallen in t.windows[Supplement.fallen]:
        yield from fallen(t, blow)


def instead_of_success(t: Table, attacker: int, target: int) -> Option | None:
    """What an attacker may do instead of inflicting damage with one unblocked success; None: nothing (KT-ACT-08)."""
    for offers in t.windows[Supplement.instead_of_success]:
        found = offers(t, attacker, target)
        if found is not None:
            return found
    return None

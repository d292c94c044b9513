"""Damage about to be inflicted: what lessens it, who survives it, what follows it (KT-DMG-01, KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.games.killteam.cards import WeaponRule
from fireteam.games.killteam.dice import Pool
from fireteam.games.killteam.shooting.targets import distance
from fireteam.games.killteam.state import NOBODY, Frame
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.same_time import what_comes_next
from fireteam.games.killteam.weapons import hanging, which_x
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.records import constant
from fireteam.space.plane.measure import within


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
    if heeded(t, who):
        return False
    t.hurt(who, damage if isinstance(damage, int) else damage.points, rule, parts, by=by)
    return True


def criticals_retained(t: Table, pool: Pool, target: int, near: Sequence[int]) -> Rule[None]:
    """What retained criticals do at once: Stun, and Devastating, also to those near the target (KT-WR-07, KT-WR-08,
    KT-WR-26)."""
    side = pool.side
    for on_criticals in side.windows[WeaponRule.on_criticals]:
        on_criticals(t, target)
    if side.windows[WeaponRule.devastates]:
        rule, reached = yield from which_devastating(t, pool, target, near)
        part = rule.devastates(pool.criticals)

        def devastate(who: int) -> Rule[None]:
            cause = part.rule if who == target else "KT-WR-08"
            return inflict(t, who, part.amount, cause, (part,), by=side.who, weapon=side.weapon)

        yield from to_each(t, (target, *reached), part.amount, devastate)


def heeded(t: Table, who: int) -> bool:
    """Whether damage to an operative may lead to more than wounds lost: somebody may lessen it, survive it, or do
    something in falling (see KT-DMG-01)."""
    return t.state.operatives[who].wounds > 0 and any(heeds(t, who) for heeds in t.windows[Supplement.heeds_damage])


def decisive(t: Table, who: int, damage: int) -> bool:
    """Whether so much damage, that of no attack dice, may lead to more than wounds lost: it can incapacitate
    (see KT-DMG-02)."""
    return t.state.operatives[who].wounds <= damage and heeded(t, who)


def to_each(t: Table, suffering: Sequence[int], most: int, harm: Callable[[int], Rule[None]]) -> Rule[None]:
    """Several operatives suffer at the same time, each time `most` damage at most: in the order of the player with
    initiative, where somebody may do something about it (see KT-INIT-04)."""
    left = list(suffering)
    # Wounds that are merely lost come to the same in any order, dice for them too.
    ordered = len(left) > 1 and any(decisive(t, who, most * left.count(who)) for who in left)
    while left:
        who = left[0]
        if ordered:
            # For whoever has no wounds left nothing changes any more.
            names = [t.name(one) for one in left if not t.operative(one).incapacitated] or [t.name(who)]
            who = t.number((yield from what_comes_next(t, "who suffers damage next", names)))
        left.remove(who)
        yield from harm(who)


def which_devastating(
    t: Table, pool: Pool, target: int, near: Sequence[int]
) -> Rule[tuple[WeaponRule, tuple[int, ...]]]:
    """Of several Devastating its player picks one, where they hurt more, less or somebody else; with those near the
    target whom it reaches (see KT-WR-00 and KT-WR-08)."""
    side = pool.side
    every = hanging(side.rules, WeaponRule.devastates)
    farthest = max(rule.nearby() for rule in every)
    apart: dict[tuple[int, tuple[int, ...]], WeaponRule] = {}
    for rule in sorted(every, key=lambda rule: (-rule.devastates(1).amount, -rule.nearby())):
        inches = rule.nearby()
        # Those near are within the farthest distance: only a shorter one is measured once more.
        reached = [
            who for who in near if inches == farthest or within(distance(t, t.board, target, who, inches), inches)
        ]
        apart.setdefault((rule.devastates(1).amount, tuple(reached) if inches else ()), rule)
    picked = yield from which_x(t, side.who, "Devastating", list(apart.values()))
    if len(every) > 1:
        pool.side = side.using(picked, every)  # so that odds know which damage is under way
    return next((picked, reached) for (_, reached), rule in apart.items() if rule is picked)


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


def may_do_instead(t: Table, attacker: int, target: int) -> bool:
    """Whether, for all that everybody knows, an attacker may do something instead of inflicting damage with a success
    (see KT-OPS-20)."""
    return any(may(t, attacker, target) for may in t.windows[Supplement.may_do_instead])


def instead_of_success(t: Table, attacker: int, target: int) -> Option | None:
    """What an attacker may do instead of inflicting damage with one unblocked success; None: nothing (KT-ACT-08)."""
    for offers in t.windows[Supplement.instead_of_success]:
        found = offers(t, attacker, target)
        if found is not None:
            return found
    return None

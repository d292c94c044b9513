"""Damage and what it does to statistics: wounded, injured (KT-DMG-01 to KT-DMG-06)."""

from __future__ import annotations

from fireteam.core.refusals import Modifier, total
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.overrides import changes, ignored
from fireteam.games.killteam.state import Frame
from fireteam.games.killteam.table import Table

STUN = "stun"
"""The name of the effect of Stun and of stun grenades (KT-WR-26, KT-EQ-20)."""


def wounded(t: Table, who: int) -> bool:
    """Fewer wounds than it started with (KT-DMG-03)."""
    return t.operative(who).wounds < t.card(who).wounds


def injured(t: Table, who: int) -> bool:
    """Fewer than half the wounds it started with; healing ends it (KT-DMG-04, KT-DMG-05)."""
    return 2 * t.operative(who).wounds < t.card(who).wounds


def injured_at_start(t: Table, who: int) -> bool:
    """Whether it is injured, or was so when the action began that it performs now: a move under way keeps its inches
    (see KT-BASE-20)."""
    for record in reversed(t.state.agenda):
        wounds: int | None = record.wounds_at_start(who) if isinstance(record, Frame) else None
        if wounds is not None:
            return 2 * wounds < t.card(who).wounds
    return injured(t, who)


def hit_parts(t: Table, who: int, weapon: Weapon, extra: tuple[Modifier, ...] = ()) -> tuple[Modifier, ...]:
    """The HIT of a weapon in its user's hands, as a sum: an improvement lowers it (KT-BASE-19, KT-DMG-05,
    KT-FIGHT-06)."""
    parts = [Modifier(weapon.hit, f"HIT of {weapon.name}", "KT-BASE-19")]
    if injured(t, who) and not ignored(t, who, "injured_hit"):
        parts.append(Modifier(1, "injured", "KT-DMG-05"))
    parts += [Modifier(-change.amount, change.reason, change.rule) for change in changes(t, who, "hit", weapon)]
    return (*parts, *extra)


def save_parts(t: Table, who: int) -> tuple[Modifier, ...]:
    """The SAVE of an operative, as a sum: an improvement lowers it (see KT-BASE-19)."""
    parts = [Modifier(t.card(who).save, "SAVE", "KT-BASE-19")]
    return (*parts, *(Modifier(-change.amount, change.reason, change.rule) for change in changes(t, who, "save")))


def move_parts(t: Table, who: int) -> tuple[Modifier, ...]:
    """The Move of an operative in inches, as a sum: injured it loses 2 inches, but not below 4 (KT-DMG-05)."""
    parts = [Modifier(t.card(who).move, "Move", "KT-DMG-05"), *changes(t, who, "move")]
    if injured_at_start(t, who) and not ignored(t, who, "injured_move"):
        loss = min(2, max(0, total(tuple(parts)) - 4))
        parts.append(Modifier(-loss, "injured", "KT-DMG-05"))
    return tuple(parts)


def apl(t: Table, who: int, more: int = 0) -> int:
    """The APL of an operative: all changes together move it by one at most (KT-ACT-04, KT-WR-26); `more` counts like a
    change."""
    parts = changes(t, who, "apl")
    if any(part.reason == STUN for part in parts) and ignored(t, who, STUN):
        parts = [part for part in parts if part.reason != STUN]
    change = more + sum(part.amount for part in parts)
    return t.card(who).apl + max(-1, min(1, change))

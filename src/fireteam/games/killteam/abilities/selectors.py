"""Selectors of entries: which operatives an ability, ploy or piece of equipment concerns (KT-BASE-13, KT-EQ-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.games.killteam.abilities.conditions import far
from fireteam.games.killteam.abilities.word import Context
from fireteam.games.killteam.equipment.supplies import support_reach
from fireteam.games.killteam.positions import in_killzone
from fireteam.games.killteam.shooting.targets import sees
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.space.plane.measure import beyond, within

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.entries import Entry
    from fireteam.games.killteam.abilities.vocabulary import Selector
    from fireteam.games.killteam.table import Table

SUPPORT = "SUPPORT"
"""The keyword of entries that a comms device makes reach farther (KT-EQ-03)."""


def reach_of(t: Table, entry: Entry, who: int, inches: int, friendly: bool) -> int:
    """How far an entry reaches for an operative: SUPPORT rules farther with a comms device (KT-EQ-03, KT-EQ-04)."""
    if entry.keyword != SUPPORT or not friendly or who == NOBODY:
        return inches
    return inches + support_reach(t, who)


def fits(t: Table, entry: Entry, selector: Selector, who: int, other: int, *, friendly: bool) -> bool:
    """Whether a selector means an operative, seen from the one that triggers the entry: near or far enough, and visible
    (KT-BASE-14)."""
    if selector.keyword is not None and selector.keyword not in t.card(other).keywords:
        return False
    if other == who:
        return not selector.not_self and selector.beyond is None
    if who == NOBODY:
        return not measured(selector)
    if selector.within is not None:
        reach = reach_of(t, entry, who, selector.within, friendly)
        if not within(far(t, who, other, reach), reach):
            return False
    if selector.beyond is not None and not beyond(far(t, who, other, selector.beyond), selector.beyond):
        return False
    return not selector.visible or sees(t, t.board, who, other)


def chosen(t: Table, entry: Entry, context: Context) -> list[int]:
    """The operatives that an entry concerns: all of them for `friendlies` and `enemies`, else those that one is picked
    from."""
    who, about = entry.who, context.who
    if who is None or who.itself:
        return [about] if about != NOBODY else []
    if who.target:
        struck = (
            [other for other in context.hurt if t.operative(other).seat != entry.seat]
            if context.hurt
            else [context.target]
        )
        return [other for other in struck if other != NOBODY and _fit_for(t, entry, other)]
    if who.attacker:
        return [context.attacker] if context.attacker != NOBODY and _fit_for(t, entry, context.attacker) else []
    selector, friendly = selector_of(entry)
    assert selector is not None
    seat = entry.seat if friendly else 1 - entry.seat
    return [
        other
        for other in in_killzone(t)
        if t.operative(other).seat == seat
        and _fit_for(t, entry, other)
        and fits(t, entry, selector, about, other, friendly=friendly)
    ]


def selector_of(entry: Entry) -> tuple[Selector | None, bool]:
    """The selector of an entry, and whether it means friends; none if it names somebody outright."""
    who = entry.who
    if who is None:
        return None, True
    mine = who.friendly or who.friendlies
    return (mine, True) if mine is not None else (who.enemy or who.enemies, False)


def measured(selector: Selector) -> bool:
    """Whether a selector means those that stand somewhere, and not the whole side."""
    return selector.within is not None or selector.beyond is not None or bool(selector.visible)


def everybody(entry: Entry) -> bool:
    """Whether an entry concerns all that its selector means, and looks at each of them (`friendlies`, `enemies`)."""
    return entry.who is not None and (entry.who.friendlies is not None or entry.who.enemies is not None)


def _fit_for(t: Table, entry: Entry, other: int) -> bool:
    """In the killzone, and not under a token of the entry that an operative gets once in a battle."""
    operative = t.operative(other)
    if operative.status != KILLZONE:
        return False
    once = entry.once_tokens
    return not once or not any((effect.what, effect.name) in once for effect in operative.effects)

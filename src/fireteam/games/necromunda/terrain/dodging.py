"""Getting out of the way: an Initiative test, and a place up to 2" off (NE-TER-07, NE-TER-11, NE-MOV-11)."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.terrain.nearness import ask_place, fits, has_place, places
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

CLEAR = 2.0
"""Inches that somebody may jump aside."""


def ways_aside(t: Table, who: int, rule: str, clear: Callable[[Place], bool]) -> Places:
    """Where somebody may jump: within 2", clear of what comes, not within 1" of an enemy."""
    m = t.model(who)

    def law(place: Place, why: Why) -> bool:
        away = hypot(place.x - m.x, place.y - m.y) / INCH
        return (
            need(why, away <= CLEAR + 0.001, rule, 'within 2": {:.2f}"', away)
            and need(why, abs(place.z - m.z) <= INCH // 2, rule, "on the same level")
            and need(why, clear(place), rule, "out of the way")
            and need(why, fits(t, who, place), rule, 'there is room, and no enemy within 1"')
        )

    return places(t, m.x, m.y, CLEAR, rule, law, radius=t.cards[who].radius)


def dodge(t: Table, who: int, rule: str, clear: Callable[[Place], bool]) -> Rule[bool]:
    """Who passes an Initiative test is placed out of the way by its controller; whether it was."""
    if not (yield from test(t, who, "i", "dodge", topic("{who} jumps aside", t.name(who)), rule)):
        return False
    region = ways_aside(t, who, rule, clear)
    if not has_place(region):
        return False
    place = yield from ask_place(t, t.side(who), topic("where {who} jumps", t.name(who)), region)
    t.move(who, place.x, place.y, place.z, rule)
    return True

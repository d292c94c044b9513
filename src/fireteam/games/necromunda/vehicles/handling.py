"""Handling tests, and what hurts a driver's hands (NE-VLOC-01, NE-VHIT-07 to NE-VHIT-09)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import DRIVEN, quality
from fireteam.games.necromunda.stats import WORST, test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement

CONCUSSION, BLACKED_OUT = "concussion", "blacked out"
DAZED = 2
"""What a Concussion takes off Handling (see NE-COND-04)."""


@quality(DRIVEN)
class Driven(Quality):
    """Flesh Wounds of its driver and damage to its drive, all of which add up, no worse than 6+ and 10+
    (NE-VHIT-09)."""

    def changes(self, t: Table, who: int, stat: str) -> Iterable[Modifier]:
        m = t.model(who)
        if stat not in ("bs", "hnd"):
            return ()
        room = WORST[stat] - t.cards[who].stats[stat]
        by = m.flesh
        if stat == "hnd":
            by += m.handling
            room -= min(DAZED, room) if CONCUSSION in m.conditions else 0
        by = min(by, max(0, room))
        return (Modifier(-by, "damage", "NE-VHIT-07"),) if by else ()


@quality(BLACKED_OUT)
class BlackedOut(Quality):
    """Its driver is unconscious: it is not readied until it recovers (see NE-VHIT-07)."""

    def stays_idle(self) -> bool:
        return True


def keeps_control(t: Table, who: int, purpose: str, rule: str, *more: Modifier) -> Rule[bool]:
    """A Handling test, with what is added to it (see NE-VLOC-01)."""
    about = topic("Handling test of {who}", t.name(who))
    return (yield from test(t, who, "hnd", purpose, about, rule, *more))


def handle_or_lose(t: Table, who: int, purpose: str, rule: str, *more: Modifier) -> Rule[bool]:
    """A Handling test; who fails it loses control: the Control dice and a D6 for the side are rolled (NE-VLOC-01)."""
    if (yield from keeps_control(t, who, purpose, rule, *more)):
        return True
    lose_control(t, who)
    return False


def lose_control(t: Table, who: int, *, stalls: bool = False) -> None:
    """A vehicle is out of control; what follows drives it, and driving may lose control (see NE-VLOC-01)."""
    for begins in t.windows[Supplement.out_of_control]:
        begins(t, who, stalls)

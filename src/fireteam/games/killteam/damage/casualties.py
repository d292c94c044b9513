"""Who leaves the killzone when an action is over (KT-SHOOT-26, KT-FIGHT-15, KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.markers import drop_markers
from fireteam.games.killteam.state import KILLZONE
from fireteam.games.killteam.table import Table


def remove_casualties(t: Table) -> Rule[None]:
    """The action is over: the incapacitated put down what they carry, then leave (KT-SHOOT-26, KT-FIGHT-15, KT-DMG-02,
    KT-DMG-06). While a sequence outside of this action is under way they stay until that is over."""
    if len(t.state.agenda) > 1 and any(record.kind in ("shooting", "fight") for record in t.state.agenda[:-1]):
        return
    fallen = [other for other in t.state.operatives if other.status == KILLZONE and other.incapacitated]
    if len({operative.seat for operative in fallen if operative.carries}) > 1:
        first = yield from who_goes_first(t, "who puts markers down first")
        fallen.sort(key=lambda operative: operative.seat != first)
    for who in [operative.index for operative in fallen]:
        yield from drop_markers(t, who)
        t.remove(who, "KT-DMG-02")


def who_goes_first(t: Table, about: str) -> Rule[int]:
    """Of rules of both sides that happen at the same time the player with initiative decides the order (KT-INIT-04)."""
    holder = t.state.initiative
    pick: Option = yield t.ask(holder, about, lambda: [option("goes_first", seat) for seat in (holder, 1 - holder)])
    first: int = pick.args[0]
    return first

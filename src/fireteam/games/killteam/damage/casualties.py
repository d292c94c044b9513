"""Who leaves the killzone when an action is over (KT-SHOOT-26, KT-FIGHT-15, KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.games.killteam.markers import drop_markers
from fireteam.games.killteam.state import KILLZONE
from fireteam.games.killteam.table import Table


def remove_casualties(t: Table) -> Rule[None]:
    """The action is over: the incapacitated put down what they carry, then leave (KT-SHOOT-26, KT-FIGHT-15, KT-DMG-02,
    KT-DMG-06). While a sequence outside of this action is under way they stay until that is over."""
    if len(t.state.agenda) > 1 and any(record.kind in ("shooting", "fight") for record in t.state.agenda[:-1]):
        return
    for who, operative in enumerate(t.state.operatives[:]):
        if operative.status == KILLZONE and operative.incapacitated:
            yield from drop_markers(t, who)
            t.remove(who, "KT-DMG-02")

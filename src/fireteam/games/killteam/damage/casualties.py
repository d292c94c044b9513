"""Who leaves the killzone when an action is over (KT-SHOOT-26, KT-FIGHT-15, KT-DMG-02, KT-DMG-06)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.games.killteam.markers import drop_marker
from fireteam.games.killteam.state import KILLZONE
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.turn.same_time import what_comes_next


def remove_casualties(t: Table) -> Rule[None]:
    """The action is over: the incapacitated put down what they carry, then leave (KT-SHOOT-26, KT-FIGHT-15, KT-DMG-02,
    KT-DMG-06). While a sequence outside of this action is under way they stay until that is over."""
    if len(t.state.agenda) > 1 and any(record.kind in ("shooting", "fight") for record in t.state.agenda[:-1]):
        return
    fallen = [other for other in t.state.operatives if other.status == KILLZONE and other.incapacitated]
    yield from drop_markers(t, {marker: operative.index for operative in fallen for marker in operative.carries})
    # No place of a marker depends on who has left, and nothing is asked: they may leave one after the other.
    for operative in fallen:
        t.remove(operative.index, "KT-DMG-02")


def drop_markers(t: Table, carriers: dict[str, int]) -> Rule[None]:
    """Markers of the incapacitated are put down one after the other, as the player with initiative has it while both
    sides have some (see KT-PLAC-02 and KT-INIT-04)."""
    left = dict(carriers)
    while left:
        # One player puts all of its own where it likes, and nothing happens in between: their order changes nothing.
        both = len({t.operative(who).seat for who in left.values()}) > 1
        marker = (
            (yield from what_comes_next(t, "marker that is put down next", tuple(left))) if both else next(iter(left))
        )
        yield from drop_marker(t, left.pop(marker), marker)

"""What happens to an action step by step: it is performed, then everything that follows it, in a fixed order (KT-ACT-05)."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.core.questions import Rule
from fireteam.games.killteam import abilities, equipment, guard, ops
from fireteam.games.killteam.acting import PERFORM, Action
from fireteam.games.killteam.casualties import remove_casualties
from fireteam.games.killteam.conditions import COUNTERACT, FREE
from fireteam.games.killteam.deeds import deed
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.games.killteam.table import Table


def casualties(t: Table, a: Action) -> Rule[bool]:
    """Whoever is incapacitated leaves (KT-DMG-02, KT-DMG-06)."""
    yield from remove_casualties(t)
    return False


Window = Callable[[Table, Action], Rule[bool]]
"""Something that may follow an action; True: it is to be entered once more, since it has begun something of its own."""

AFTERMATH: tuple[Window, ...] = (
    equipment.after_action,
    casualties,
    ops.after_action,
    abilities.after_action,
    abilities.enemy_action_end,
    guard.interrupt,
    casualties,
)
"""In this order; the rules of both sides that share a window are ordered by initiative (KT-INIT-04)."""


def go_on(t: Table, a: Action) -> Rule[None]:
    """The next part of an action: perform it, then one window after the other; then it is over."""
    if a.window == PERFORM:
        a.window = 0
        if a.mode == FREE and (t.operative(a.who).status != KILLZONE or t.operative(a.who).incapacitated):
            t.finish()  # it waited for a sequence that its operative has not survived
            return
        yield from deed(t, a.who, a.name).perform(t, a)
        return
    if a.window < len(AFTERMATH):
        again = yield from AFTERMATH[a.window](t, a)
        if not again:
            a.window += 1
        return
    if not any(record.kind in ("shooting", "fight") for record in t.state.sequences):
        for who in range(len(t.state.operatives)):
            t.end_effects(who, "action")
    t.finish()
    if a.mode == COUNTERACT or t.state.active != a.who:
        t.start_acting(a.who)  # what was done outside an own activation stands in the way of nothing later (KT-ACT-10)
    if a.mode == COUNTERACT:
        t.enter("firefight", active=NOBODY, acting=1 - t.operative(a.who).seat)

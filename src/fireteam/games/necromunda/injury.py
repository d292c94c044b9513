"""Injuries: Flesh Wounds, Serious Injuries, Out of Action (NE-INJ)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Rule
from fireteam.games.necromunda.dice import FLESH, OUT_OF_ACTION, SERIOUS
from fireteam.games.necromunda.state import INJURED, NOBODY
from fireteam.games.necromunda.stats import toughness
from fireteam.games.necromunda.windows import Supplement

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table


def apply_injuries(t: Table, who: int, faces: tuple[str, ...], *, by: int, rule: str) -> Rule[None]:
    """What Injury dice do, the worst last: Out of Action is the only one that matters if it is among them
    (NE-INJ-03)."""
    if OUT_OF_ACTION in faces:
        t.take_out(who, rule, by)
        return
    yield from suffer_flesh_wounds(t, who, faces.count(FLESH), by=by)
    if SERIOUS in faces and t.in_play(who):
        yield from go_down(t, who, rule)


def suffer_flesh_wounds(t: Table, who: int, count: int, *, by: int = NOBODY, quiet: bool = False) -> Rule[None]:
    """Flesh Wounds take Toughness, one after the other; at 0 the fighter goes Out of Action (NE-INJ-02)."""
    yield from ()
    for _ in range(count):
        t.add_flesh(who, 1, "NE-INJ-02")
        if toughness(t, who) <= 0:
            t.take_out(who, "NE-INJ-02", by, quiet=quiet)
            return


def go_down(t: Table, who: int, rule: str) -> Rule[None]:
    """A fighter becomes Seriously Injured; once more adds nothing (see NE-INJ-03). Who stood near an edge may fall
    (see NE-FALL-01)."""
    if t.model(who).stance == INJURED:
        return
    stood = t.stands(who)
    t.injure(who, rule)
    if stood:
        for near_edge in t.windows[Supplement.went_prone]:
            yield from near_edge(t, who)

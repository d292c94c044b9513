"""Statuses: what decides which actions a model may choose (NE-STAT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.games.necromunda import state
from fireteam.games.necromunda.positions import engaged_with

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

ACTIVE, ENGAGED, PINNED, INJURED = "active", "engaged", "pinned", "seriously injured"
MOBILE, STALLED = "mobile", "stalled"


def status_of(t: Table, who: int) -> str:
    """The status of a model on the table: Standing and Active by default (NE-STAT-01), Prone and Pinned or Seriously
    Injured, which never coexists with being Engaged (NE-STAT-04, NE-STAT-05); Mobile or Stationary (NE-STAT-06)."""
    m = t.model(who)
    if t.is_vehicle(who):
        return MOBILE if m.stance == state.MOBILE else STALLED
    if m.stance == state.PINNED:
        return PINNED
    if m.stance == state.INJURED:
        return INJURED
    return ENGAGED if is_locked(t, who) else ACTIVE


def is_locked(t: Table, who: int) -> bool:
    """Whether a Standing fighter has the menu of the Engaged: a vehicle alone does not lock it, unless the match says
    so (see NE-STAT-02)."""
    foes = engaged_with(t, who)
    if t.house_rule("vehicle_locks"):
        return bool(foes)
    return any(not t.is_vehicle(foe) for foe in foes)

"""What the rest of a SHOOT action does not depend on: between two targets, how many wounds those have left who were
shot before.

Odds over Blast and Torrent ask it: without it each target would be reckoned once for every way the targets before it
can end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.games.killteam.abilities.entries import Entry, affordable, bearers, bears, entries
from fireteam.games.killteam.shooting.sequence import Shooting, select_target

if TYPE_CHECKING:
    from fireteam.games.killteam.table import Table

WINDOWS = ("shooting", "shot_at", "damaged", "incapacitated")
"""The windows that open while one operative shoots another."""
WALKS = ("DASH", "REPOSITION", "FALL BACK")
"""Free actions that hurt nobody."""


def at_stake(t: Table) -> tuple[int, ...] | None:
    """Between two targets: the attacker, and whom a further shot may hurt; None: perhaps everybody, or it is another
    moment."""
    record = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(record, Shooting) or record.step not in ("", select_target.__name__):
        return None
    stake = {record.attacker}
    for target in record.targets:
        stake.update((target.who, *target.near))
    for seat in (0, 1):
        for entry in entries(t, seat, "shot_at"):
            if entry.effects_of("intercept"):
                stake.update(bearers(t, entry))
    for who in stake:
        if any(_spills(t, entry, who) for window in WINDOWS for entry in entries(t, t.operative(who).seat, window)):
            return None
    return tuple(sorted(stake))


def _spills(t: Table, entry: Entry, who: int) -> bool:
    """Whether an entry that an operative may use while it shoots or is hurt could change the wounds of somebody
    else."""
    if not bears(t, entry, who) or not affordable(t, entry):
        return False
    given = (*entry.effects, *(effect for _, choice in entry.choices for effect in choice.effects))
    return any(
        effect.kind in ("heal", "damage", "cp")
        or (effect.free_action is not None and effect.free_action.action not in WALKS)
        for effect in given
    )

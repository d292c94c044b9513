"""Riding by: where a way comes nearest to an enemy (NE-MNT-03)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from fireteam.games.necromunda.close_combat.reach import longest_reach
from fireteam.games.necromunda.positions import body
from fireteam.space.plane.free.walking import Move
from fireteam.space.plane.model import INCH, Body

if TYPE_CHECKING:
    from fireteam.games.necromunda.movement.moves import Going
    from fireteam.games.necromunda.table import Table

RIDES_BY = 99
"""What happens on a rider's way, beside what the plane tells of."""


def meet_in_passing(t: Table, went: Going, move: Move, foe: int) -> None:
    """On its way a rider meets an enemy where the way comes nearest, if its weapons reach so far (see NE-MNT-03)."""
    cost, leg, x, y, z, apart = nearest_point(move, body(t, foe))
    if apart <= max(1, longest_reach(t, went.who)) + 0.001:
        event = (float(RIDES_BY), cost, float(leg), x, y, z, float(foe), apart)
        went.events = tuple(sorted((*went.events, event), key=lambda one: one[1]))


def nearest_point(move: Move, foe: Body) -> tuple[float, int, float, float, float, float]:
    """Where a way comes nearest to somebody: inches spent, the leg, the place in hundredths, the gap in inches."""
    best = (0.0, 0, float(move.start.x), float(move.start.y), float(move.start.z), 1e9)
    at = (float(move.start.x), float(move.start.y), float(move.start.z))
    spent = 0.0
    for place, (leg, cost) in enumerate(zip(move.legs, move.costs, strict=True)):
        dx, dy = leg.x - at[0], leg.y - at[1]
        square = dx * dx + dy * dy
        along = max(0.0, min(1.0, ((foe.x - at[0]) * dx + (foe.y - at[1]) * dy) / square)) if square else 0.0
        x, y = at[0] + along * dx, at[1] + along * dy
        apart = hypot(x - foe.x, y - foe.y) / INCH - move.start.radius - foe.radius
        if apart < best[5]:
            best = (spent + along * (cost - spent), place, x, y, at[2] + along * (leg.z - at[2]), apart)
        at, spent = (leg.x, leg.y, leg.z), cost
    return best

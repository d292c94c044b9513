"""How dangerous the spots of a move are, and what they are good for: in parts, so that no worker is busy for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from fireteam.core.scene import DangerSpot, DangerView

P = TypeVar("P")
SAFE: DangerView = {"piece": "", "step": 0, "spots": [], "rest": 0}
"""Nobody moves here, or the game knows no danger."""
MOMENT = 0.7
"""Seconds after which a part is told, however few spots it has."""
MOST = 120
"""Spots of a part."""


def danger_part(piece: str, step: int, places: Sequence[P], first: int, look: Callable[[P], DangerSpot]) -> DangerView:
    """A part of the spots that a piece may move to, from the place of that number on, at least one of them."""
    began = time.monotonic()
    found: list[DangerSpot] = []
    for place in places[first : first + MOST]:
        found.append(look(place))
        if time.monotonic() - began > MOMENT:
            break
    return {"piece": piece, "step": step, "spots": found, "rest": max(0, len(places) - first - len(found))}

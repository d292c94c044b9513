"""How good a position looks: points, and the models that are left, by what has become of them."""

from __future__ import annotations

from typing import Any

from fireteam.games.necromunda.bot.values import worth_of
from fireteam.games.necromunda.state import AWAY, INJURED, PINNED, PLAY, RESERVE, State

WHOLE = 12.0
"""What makes all the difference."""
POINT = 1.0
DOWN, LYING, FLESH, BOTTLED = 0.7, 0.15, 0.12, 1.5


def appraise(setting: Any, state: State, seat: int) -> float:
    """From about -1 (lost) to 1 (won) for a seat."""
    found = POINT * (state.points[seat] - state.points[1 - seat])
    for m in state.models:
        if m.status not in (PLAY, RESERVE, AWAY):
            continue
        card = setting.cards[m.index]
        whole = 0.6 + 0.4 * m.wounds / card.stats["w"] - FLESH * m.flesh
        if not card.vehicle:
            whole -= DOWN if m.stance == INJURED else LYING if m.stance == PINNED else 0.0
        worth = worth_of(card) * max(0.05, whole)
        found += worth if m.side == seat else -worth
    for side in (0, 1):
        if state.bottled >> side & 1:
            found += -BOTTLED if side == seat else BOTTLED
    return max(-1.0, min(1.0, found / WHOLE))

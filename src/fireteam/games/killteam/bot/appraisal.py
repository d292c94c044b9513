"""How good a position looks: victory points, operatives and command points; for bots that look ahead with exact odds.

This is advice for bots, not a rule. Only what both seats know goes into it, so that it is the same for either.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fireteam.games.killteam.bot.values import ALIVE, SIDE, power
from fireteam.games.killteam.state import KILLZONE, State

if TYPE_CHECKING:
    from fireteam.games.killteam.cards import Datacard

WHOLE = 20.0
"""Victory points that make all the difference."""
COMMAND_POINT = 0.25
STUNNED = 0.05


@lru_cache(maxsize=256)
def worths(cards: tuple[Datacard, ...], crew: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """What each operative is worth when it is whole, by the cards and seats of all."""
    sides = [0.0, 0.0]
    for card, seat in crew:
        sides[seat] += power(cards[card])
    return tuple(SIDE * power(cards[card]) / sides[seat] for card, seat in crew)


def appraise(setting: Any, state: State, seat: int) -> float:
    """From about -1 (lost) to 1 (won) for a seat."""
    crew = state.operatives
    each = worths(setting.cards, tuple([(operative.card, operative.seat) for operative in crew]))
    found = 0.0
    for operative, worth in zip(crew, each, strict=True):
        if operative.status == KILLZONE and operative.wounds > 0:
            share = worth * (ALIVE + (1 - ALIVE) * operative.wounds / setting.cards[operative.card].wounds)
            if operative.effects and any(effect.name == "stun" for effect in operative.effects):
                share -= STUNNED
            found += share if operative.seat == seat else -share
    for _, whose, points in state.vp:
        found += points if whose == seat else -points
    found += COMMAND_POINT * (state.cp[seat] - state.cp[1 - seat])
    return found / WHOLE

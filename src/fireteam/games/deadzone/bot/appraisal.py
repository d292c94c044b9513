"""How good a position looks: victory points, models, objectives and command dice; for bots that look ahead with exact
odds. Only what both seats see goes into it."""

from __future__ import annotations

from typing import Any

from fireteam.games.deadzone.bot.places import pulls
from fireteam.games.deadzone.bot.values import WOUND, worth_of
from fireteam.games.deadzone.goals import holder
from fireteam.games.deadzone.state import PLAY, RESERVE, State

WHOLE = 20.0
"""Victory points that make all the difference."""
PINNED = 0.15
DIE = 0.2
NEAR = 0.1
"""What a cube nearer to an objective is worth, for each of its VP."""


def appraise(setting: Any, state: State, seat: int) -> float:
    """From about -1 (lost) to 1 (won) for a seat."""
    board = setting.field.board
    found = float(state.points[seat] - state.points[1 - seat])
    for m in state.models:
        if m.status not in (PLAY, RESERVE):
            continue
        card = setting.cards[m.index]
        worth = worth_of(card) * (1 - WOUND * m.damage / card.health) - PINNED * m.pinned
        if m.place >= 0 and pulls(setting, state.scenario):
            worth -= NEAR * min(
                points * board.distance(board.cube_of[m.place], goal) for goal, points in pulls(setting, state.scenario)
            )
        found += worth if m.side == seat else -worth
    for goal, points in pulls(setting, state.scenario):
        held = holder(setting, state, goal)
        if held in (0, 1):
            found += points if held == seat else -points
    found += DIE * (sum(state.command[seat]) - sum(state.command[1 - seat]))
    return found / WHOLE

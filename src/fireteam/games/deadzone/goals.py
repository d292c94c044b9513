"""Where the objectives of a battle are, and who holds them: for whoever shows a battle or advises a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.games.deadzone.state import State

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.scenarios import Scenario
    from fireteam.games.deadzone.setting import Setting

CONTESTED = -1


def objectives(setting: Setting, scenario: Scenario | None) -> dict[int, int]:
    """The cubes of the objectives with their VP: on the top level of their squares (see DZ-SETUP-04)."""
    board = setting.field.board
    if scenario is None:
        return {}
    return {board.top(board.cube(*entry.at, 1)): entry.vp for entry in scenario.objectives}


def holder(setting: Setting, state: State, cube: int) -> int | None:
    """The side with the only models in a cube, CONTESTED if both have some, None for nobody (see DZ-ROUND-10)."""
    places = setting.field.board.places_of[cube]
    sides = {m.side for m in state.models if m.place in places}
    return None if not sides else CONTESTED if len(sides) > 1 else sides.pop()

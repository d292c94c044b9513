"""Where the goals of a battle are, and who holds its objectives: for the scenario, and for whoever shows a battle or
advises a bot."""

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


def exits(setting: Setting, state: State, side: int) -> list[int]:
    """The cubes on the ground from which a side's models may leave, the far ones from its zone (see DZ-CORE-06)."""
    scenario, board = setting.scenario(state.scenario), setting.field.board
    if scenario is None or scenario.exits is None:
        return []
    squares = scenario.exits.b if state.zones[side] else scenario.exits.a
    return [board.cube(*square, 1) for square in squares]


def leaving_points(setting: Setting, state: State, who: int) -> int:
    """The VP that a model brings its side by leaving (see DZ-CORE-06)."""
    scenario = setting.scenario(state.scenario)
    assert scenario is not None and scenario.exits is not None
    return max(scenario.exits.least_vp, setting.cards[who].victory_points)


def consoles(setting: Setting, state: State, side: int) -> dict[int, str]:
    """The cubes of the consoles that a side has not worked yet (see DZ-SPEC-01), with what is noted when it does; on
    the top level of their squares (see DZ-SETUP-04)."""
    scenario, board = setting.scenario(state.scenario), setting.field.board
    if scenario is None or scenario.consoles is None:
        return {}
    tops = [board.top(board.cube(*square, 1)) for square in scenario.consoles.at]
    marks = {cube: f"console {side} {board.name(cube)}" for cube in tops}
    return {cube: mark for cube, mark in marks.items() if mark not in state.settled}


def holder(setting: Setting, state: State, cube: int) -> int | None:
    """The side with the only models in a cube, CONTESTED if both have some, None for nobody (see DZ-ROUND-10)."""
    places = setting.field.board.places_of[cube]
    sides = {m.side for m in state.models if m.place in places}
    return None if not sides else CONTESTED if len(sides) > 1 else sides.pop()

"""What a program may know of a game of ESCAPE beside its scene: the state, and the numbers of the scenario."""

from __future__ import annotations

from typing import Any

from fireteam.games.escape.table import Table


def known(t: Table) -> dict[str, Any]:
    """The state with what is to be hacked and how hard that is. All know the same: what nobody has seen is in no state
    (ES-EQT-02)."""
    found: dict[str, Any] = t.state.dump()
    if not t.state.scenario:
        return found
    g = t.ground
    difficulties = {terminal.id: terminal.difficulty for terminal in g.terminals}
    difficulties |= {door.id: door.difficulty for door in g.board.doors if door.difficulty}
    difficulties |= {f"airlock {number}": difficulty for number, difficulty in g.hack_airlocks.items()}
    return {**found, "turns": g.turns, "difficulties": difficulties}

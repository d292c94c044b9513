"""The ops of the battle: mission actions, what they score when, the primary op (KT-OPS-15 to KT-OPS-19)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.games.killteam.acting import Action, Deed
from fireteam.games.killteam.gambits import Gambit
from fireteam.games.killteam.table import Table


def deeds(t: Table, who: int) -> list[Deed]:
    """The mission actions of the crit op and of the own tac op (KT-ACT-08)."""
    return []


def gambits(t: Table, seat: int) -> list[Gambit]:
    """The primary op in turning point 1, and what an op asks for in each (KT-OPS-15)."""
    return []


def ready_step(t: Table) -> Rule[None]:
    """What ops do in the Ready step."""
    yield from ()


def activation_start(t: Table, who: int) -> None:
    """What ops remember when an activation begins."""


def activation_end(t: Table, who: int) -> Rule[None]:
    """What ops score when an activation ends."""
    yield from ()


def after_action(t: Table, a: Action) -> Rule[bool]:
    """What ops score after an action: on_action, on_kill, on_enemy_action_end."""
    yield from ()
    return False


def end_of_turning_point(t: Table) -> Rule[bool]:
    """What ops score when a turning point ends (KT-TURN-02)."""
    yield from ()
    return False


def end_of_battle(t: Table) -> Rule[bool]:
    """The last scoring, the primary op's bonus, and who has won (KT-OPS-18, KT-OPS-19)."""
    yield from ()
    return False

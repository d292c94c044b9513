"""Operatives on guard, and their interrupts (KT-GUARD)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.games.killteam.acting import Action
from fireteam.games.killteam.table import Table


def interrupt(t: Table, a: Action) -> Rule[bool]:
    """After an action of an activation the other side may interrupt with one operative on guard (KT-GUARD-03)."""
    yield from ()
    return False

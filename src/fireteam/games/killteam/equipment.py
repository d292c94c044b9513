"""Universal equipment in play (KT-EQ)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.games.killteam.acting import Action, Deed
from fireteam.games.killteam.hooks import Weapon
from fireteam.games.killteam.table import Table
from fireteam.space.plane.model import Feature


def deeds(t: Table, who: int) -> list[Deed]:
    """The actions that equipment gives (KT-EQ-02, KT-EQ-15, KT-EQ-16)."""
    return []


def weapons(t: Table, who: int) -> tuple[Weapon, ...]:
    """The weapons that equipment gives (KT-EQ-21)."""
    return ()


def features(t_setting: object, pieces: object) -> tuple[Feature, ...]:
    """The terrain that pieces of equipment are."""
    return ()


def ready_step(t: Table) -> Rule[None]:
    """What equipment does in the Ready step (KT-EQ-19)."""
    yield from ()


def activation_end(t: Table) -> Rule[None]:
    """What equipment does when an activation is over (KT-EQ-19)."""
    yield from ()


def end_of_turning_point(t: Table) -> Rule[None]:
    """What equipment does when a turning point is over (KT-EQ-02, KT-EQ-19)."""
    yield from ()


def after_action(t: Table, a: Action) -> Rule[bool]:
    """Mines that a move has set off (KT-EQ-05)."""
    yield from ()
    return False

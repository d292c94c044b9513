"""What kill teams bring along: abilities, faction rules, ploys and equipment of their own, in the windows of the game."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why, need
from fireteam.games.killteam.acting import Action, Deed
from fireteam.games.killteam.gambits import Gambit
from fireteam.games.killteam.state import ENGAGE
from fireteam.games.killteam.table import Table


def deeds(t: Table, who: int) -> list[Deed]:
    """The unique actions of an operative (KT-ACT-08)."""
    return []


def gambits(t: Table, seat: int) -> list[Gambit]:
    """Strategy ploys and other gambits of a kill team (KT-PLOY-02, KT-GAMB-04)."""
    return []


def ready_step(t: Table) -> Rule[bool]:
    """What abilities do in the Ready step."""
    yield from ()
    return False


def activation_start(t: Table, who: int) -> Rule[bool]:
    """What abilities do when an operative is activated, its own and its enemies'."""
    yield from ()
    return False


def activation_end(t: Table, who: int) -> Rule[bool]:
    """What abilities do when an activation ends."""
    yield from ()
    return False


def after_action(t: Table, a: Action) -> Rule[bool]:
    """What abilities of the acting side do after an action: after_action, kills."""
    yield from ()
    return False


def enemy_action_end(t: Table, a: Action) -> Rule[bool]:
    """What abilities of the other side do after an action."""
    yield from ()
    return False


def counteracts_with(t: Table, who: int, why: Why = None) -> bool:
    """An Engage order, unless something allows any (KT-CTR-02)."""
    return need(why, t.operative(who).order == ENGAGE, "KT-CTR-02", "{} has an Engage order", t.name(who))


def counteracting(t: Table, who: int) -> Rule[None]:
    """What it costs to counteract in spite of the order."""
    yield from ()


def free_to(t: Table, who: int, what: str) -> bool:
    """Whether no effect forbids something to an operative (KT-BASE-18)."""
    return not any(effect.what == "forbid" and effect.name == what for effect in t.operative(who).effects)

"""What each kind of killzone adds to the rules: actions, condensed and garrisoned places (KT-VOLK, KT-BHETA, KT-GALL)."""

from __future__ import annotations

from fireteam.games.killteam.acting import Deed
from fireteam.games.killteam.table import Table


def deeds(t: Table, who: int) -> list[Deed]:
    """The actions of the killzone (KT-VOLK-07, KT-GALL-08, KT-GUARD-01, KT-HATCH-01)."""
    return []


def garrisoned(t: Table, defender: int, attacker: int) -> bool:
    """Whether a defender wholly inside a stronghold resolves the first die against an attacker who is not (KT-VOLK-06)."""
    return False

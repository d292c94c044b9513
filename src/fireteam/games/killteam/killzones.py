"""What each kind of killzone adds to the rules: actions, condensed and garrisoned places (KT-VOLK, KT-BHETA, KT-GALL)."""

from __future__ import annotations

from fireteam.games.killteam import hatches
from fireteam.games.killteam.acting import Deed
from fireteam.games.killteam.closequarters import BHETA_DECIMA, GALLOWDARK, VOLKUS, garrisoned, kind_of
from fireteam.games.killteam.doorways import DOOR_FIGHT, HATCHWAY_FIGHT
from fireteam.games.killteam.guard import GUARD
from fireteam.games.killteam.table import Table

__all__ = ["deeds", "equipment_on_vantage", "garrisoned"]


def deeds(t: Table, who: int) -> list[Deed]:
    """The actions of the killzone (KT-VOLK-07, KT-GALL-08, KT-GUARD-01, KT-HATCH-01)."""
    from fireteam.games.killteam import abilities

    kind = kind_of(t)
    if kind == VOLKUS:
        return [DOOR_FIGHT]
    if kind == GALLOWDARK:
        ap = abilities.hatch_ap(t, who)
        return [Deed(hatches.OPERATE, "KT-GALL-08", ap, hatches.may_operate, hatches.operate_hatch), GUARD, HATCHWAY_FIGHT]
    return []


def equipment_on_vantage(t: Table) -> bool:
    """Whether equipment may be set up on Vantage terrain and near Accessible terrain (KT-BHETA-06)."""
    return kind_of(t) == BHETA_DECIMA

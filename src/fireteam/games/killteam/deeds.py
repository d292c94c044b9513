"""Every action an operative could perform: universal, of the killzone, the mission, equipment, and unique ones (KT-ACT-08)."""

from __future__ import annotations

from fireteam.games.killteam import abilities, equipment, killzones, lasting, ops
from fireteam.games.killteam.acting import Deed, may_act
from fireteam.games.killteam.conditions import ACTIVATION
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.universal import UNIVERSAL


def deeds_of(t: Table, who: int) -> list[Deed]:
    """The actions that are open to an operative in this battle, possible now or not (KT-ACT-08)."""
    found = [*UNIVERSAL, *killzones.deeds(t, who), *ops.deeds(t, who), *equipment.deeds(t, who), *abilities.deeds(t, who)]
    return [entry._replace(ap=lasting.price(t, who, entry.limit, entry.ap)) for entry in found]


def deed(t: Table, who: int, name: str) -> Deed:
    """An action by its name."""
    return next(found for found in deeds_of(t, who) if found.name == name)


def possible(t: Table, who: int, mode: str = ACTIVATION) -> list[Deed]:
    """The actions that an operative may perform now (KT-ACT-05, KT-ACT-06)."""
    return [found for found in deeds_of(t, who) if may_act(t, who, found, mode)]

"""Every action an operative could perform: universal, of the killzone, the mission, equipment, and unique ones (KT-ACT-08)."""

from __future__ import annotations

from fireteam.core.questions import Sifted
from fireteam.games.killteam import abilities, equipment, killzones, lasting, ops
from fireteam.games.killteam.acting import Deed, may_act
from fireteam.games.killteam.conditions import ACTIVATION
from fireteam.games.killteam.hooks import option
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.universal import UNIVERSAL


def deeds_of(t: Table, who: int) -> list[Deed]:
    """The actions that are open to an operative in this battle, possible now or not (KT-ACT-08)."""
    found = [*UNIVERSAL, *killzones.deeds(t, who), *ops.deeds(t, who), *equipment.deeds(t, who), *abilities.deeds(t, who)]
    prices = [lasting.price(t, who, entry.limit, entry.ap) for entry in found]
    return [entry if ap == entry.ap else entry._replace(ap=ap) for entry, ap in zip(found, prices, strict=True)]


def named(found: list[Deed], name: str) -> Deed:
    """An action by its name."""
    return next(entry for entry in found if entry.name == name)


def deed(t: Table, who: int, name: str) -> Deed:
    """An action of an operative by its name."""
    return named(deeds_of(t, who), name)


def offered(t: Table, who: int, found: list[Deed], mode: str, otherwise: str) -> Sifted:
    """The actions among these that an operative may perform now, each judged when somebody looks at it; else to do nothing
    (KT-ACT-05, KT-ACT-06)."""
    by_name = {entry.name: entry for entry in found}
    return Sifted(
        [*(option("action", name) for name in by_name), option(otherwise)],
        lambda pick: pick.kind == otherwise or may_act(t, who, by_name[pick.args[0]], mode),
    )


def possible(t: Table, who: int, mode: str = ACTIVATION) -> list[Deed]:
    """The actions that an operative may perform now (KT-ACT-05, KT-ACT-06)."""
    return [found for found in deeds_of(t, who) if may_act(t, who, found, mode)]

"""Strategic gambits: strategy ploys, what abilities give, and what the ops ask for (KT-GAMB, KT-PLOY)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.games.killteam.hooks import option
from fireteam.games.killteam.table import Table


class Gambit(NamedTuple):
    """Something that can be used in the Gambit step."""

    name: str
    rule: str
    cp: int
    use: Callable[[Table, int], Rule[None]]
    ploy: bool = False
    compulsory: bool = False
    """Whether its player may not pass before it is used: the primary op (KT-OPS-15)."""

    def option(self) -> Option:
        """As an option of the step."""
        return option("gambit", self.name)


def gambits(t: Table, seat: int) -> list[Gambit]:
    """The gambits a seat may use now: each once in a turning point, ploys if their CP can be paid (KT-GAMB-03, KT-GAMB-04, KT-PLOY-01)."""
    from fireteam.games.killteam import abilities, ops

    used = [name for name, whose in t.state.ploys if whose == seat]
    found = [*ops.gambits(t, seat), *abilities.gambits(t, seat)]
    return [entry for entry in found if entry.name not in used and t.state.cp[seat] >= entry.cp]


def use(t: Table, seat: int, entry: Gambit) -> Rule[None]:
    """A gambit is used: paid, counted, then what it does (KT-GAMB-03, KT-PLOY-04)."""
    if entry.cp:
        t.spend_cp(seat, entry.cp, "KT-PLOY-01")
    t.write(ploys=(*t.state.ploys, (entry.name, seat)))
    t.tell("gambit", entry.rule, seat=seat, gambit=entry.name)
    yield from entry.use(t, seat)

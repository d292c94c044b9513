"""Strategic gambits: strategy ploys, what abilities give, and what the ops ask for (KT-GAMB, KT-PLOY)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement


class Gambit(NamedTuple):
    """Something that can be used in the Gambit step."""

    name: str
    rule: str
    cp: int
    use: Callable[[Table, int], Rule[None]]
    ploy: bool = False
    compulsory: bool = False
    """Whether its player may not pass before it is used: the primary op (see KT-OPS-15)."""

    def option(self) -> Option:
        """As an option of the step."""
        return option("gambit", self.name)


FREE_PLOY, FREE_PLOY_USED = "free ploy", "free ploy used"
"""What scouting settles for a side: its first strategy ploy of turning point 1 costs nothing (see KT-OPS-11)."""


def price(t: Table, seat: int, entry: Gambit) -> int:
    """What a gambit costs: only ploys cost CP, and the first one nothing for a side that has scouted for it
    (KT-GAMB-04, KT-OPS-11)."""
    return 0 if entry.ploy and has_free_ploy(t, seat) else entry.cp


def has_free_ploy(t: Table, seat: int) -> bool:
    """Whether a side may still use a strategy ploy for 0 CP (KT-OPS-11)."""
    s = t.state
    return s.turning_point == 1 and (seat, FREE_PLOY) in s.settled and (seat, FREE_PLOY_USED) not in s.settled


def gambits(t: Table, seat: int) -> list[Gambit]:
    """The gambits a seat may use now: each once in a turning point, ploys if their CP can be paid
    (see KT-GAMB-03, KT-GAMB-04 and KT-PLOY-01)."""
    return [entry for entry in every_gambit(t, seat) if may_use(t, seat, entry)]


def every_gambit(t: Table, seat: int) -> list[Gambit]:
    """All gambits of a seat, those of the mission first, possible now or not (see KT-GAMB-04)."""
    return [entry for given in t.windows[Supplement.gambits] for entry in given(t, seat)]


def may_have_one(t: Table, seat: int) -> bool:
    """Whether, for all that everybody knows, a seat may have a gambit to use (see KT-OPS-20)."""
    guessed = [entry for given in t.windows[Supplement.guessed_gambits] for entry in given(t, seat)]
    return any(may_use(t, seat, entry) for entry in guessed)


def may_use(t: Table, seat: int, entry: Gambit, why: Why = None) -> bool:
    """Once in a turning point, and paid for (KT-GAMB-03, KT-PLOY-01, KT-PLOY-04)."""
    unused, left, cost = (entry.name, seat) not in t.state.ploys, t.state.cp[seat], price(t, seat, entry)
    return need(why, unused, "KT-GAMB-03", "{} has not been used in this turning point", entry.name) and need(
        why, left >= cost, "KT-PLOY-01", "{} CP of {} are left for {}", left, cost, entry.name
    )


def use(t: Table, seat: int, entry: Gambit) -> Rule[None]:
    """A gambit is used: paid, counted, then what it does (see KT-GAMB-03 and KT-PLOY-04)."""
    cost = price(t, seat, entry)
    if cost:
        t.spend_cp(seat, cost, "KT-PLOY-01")
    elif entry.cp:
        t.settle(seat, FREE_PLOY_USED)
        t.tell("free_ploy", "KT-OPS-11", seat=seat, gambit=entry.name)
    t.use_ploy(entry.name, seat)
    t.tell("gambit", entry.rule, seat=seat, gambit=entry.name)
    yield from entry.use(t, seat)

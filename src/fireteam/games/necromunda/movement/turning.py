"""Turning: free as an activation begins, and after each move (NE-RND-05)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import Activation, Deed, add
from fireteam.games.necromunda.options import option
from fireteam.games.necromunda.positions import bearing
from fireteam.games.necromunda.status import ACTIVE, ENGAGED
from fireteam.games.necromunda.table import Table
from fireteam.kit.plane.facings import Facings

HALF_ARC = 45


def may_turn(t: Table, a: Activation, why: Why) -> bool:
    """A Standing fighter may be turned to any facing as its activation starts, and after each move (NE-RND-05)."""
    return need(why, a.may_turn, "NE-RND-05", "its activation begins, or it has just moved")


def facings(t: Table, who: int, rule: str = "NE-RND-05") -> Facings:
    """The directions that somebody may face: those worth trying bring different enemies into the arc."""
    m = t.model(who)

    def worth() -> list[int]:
        found = []
        for foe in t.enemies(who):
            other = t.model(foe)
            towards = round(bearing(m.x, m.y, other.x, other.y))
            found += [towards, towards - HALF_ARC + 1, towards + HALF_ARC - 1]
        return found

    return Facings((m.x, m.y), m.facing, worth, (rule,))


def turn(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Turn on the spot (see NE-RND-05)."""
    where: Option = yield t.ask(t.player(a.who), topic("facing of {who}", t.name(a.who)), tuple, facings(t, a.who))
    a.may_turn = False
    t.turn(a.who, where.args[0])


add(Deed("turn", "NE-RND-05", "", (ACTIVE, ENGAGED), may_turn, lambda t, a: [option("turn")], turn))

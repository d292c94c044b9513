"""Keywords of temper: who spares the pinned, who gets up by itself, who runs wild."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import Activation, get_up, look_around
from fireteam.games.deadzone.cards import keyword
from fireteam.games.deadzone.damage import injured
from fireteam.games.deadzone.dice import one_die
from fireteam.games.deadzone.movement import can_move, move, speed
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword

RISES = 5
"""What the Headstrong die needs."""
ROSE = (1, 1, 1, 1, 5, 5, 5, 5)
"""Faces that are alike for it."""
WILD, EAGER = 2, 7
"""The Rampage die: up to the first the opponent may take over, from the second on the model gains something."""
TEMPERS = (1, 1, 3, 3, 3, 3, 7, 7)
"""Faces that are alike for it."""


@keyword
class Honourable(Keyword):
    """It attacks no pinned model (DZ-AB-HONOUR-01), whoever controls it (DZ-MEET-18), and lets enemies go
    (DZ-AB-HONOUR-02)."""

    name = "Honourable"

    def may_target_pinned(self) -> bool:
        return False

    def may_strike_leavers(self) -> bool:
        return False


@keyword
class Headstrong(Keyword):
    """Pinned at the start of its activation it may stand up for free on 5+ (DZ-AB-HEADSTRONG-01)."""

    name = "Headstrong"

    def recovers(self, t: Table, a: Activation) -> Rule[None]:
        if not t.state.models[a.who].pinned:
            return
        (face,) = yield one_die(t.side(a.who), topic("Headstrong die of {who}", t.name(a.who)), ROSE)
        t.tell("headstrong", self.rule, who=t.name(a.who), face=face, rises=face >= RISES)
        if face >= RISES:
            yield from offer_to_rise(t, a)


def offer_to_rise(t: Table, a: Activation) -> Rule[None]:
    """It may stand up without an action; enemies beside it strike as ever (see DZ-STAND-02)."""
    pick: Option = yield t.ask(
        t.player(a.who),
        topic("whether {who} stands up for free", t.name(a.who)),
        lambda: [option("rise"), option("stay_down")],
    )
    if pick.kind == "rise":
        yield from get_up(t, a.who)


@keyword
class Rampage(Keyword):
    """While injured it rolls a die on being activated (DZ-AB-RAMPAGE-01)."""

    name = "Rampage"

    def chosen(self, t: Table, a: Activation) -> Rule[None]:
        if t.house_rule("start_order") == "rampage_first":
            yield from roll_temper(t, a)

    def begins(self, t: Table, a: Activation) -> Rule[None]:
        """The stand-up of a 7 or 8 comes before Headstrong (see DZ-ROUND-13)."""
        if a.eager and t.state.models[a.who].pinned:
            yield from rise_eagerly(t, a)

    def surges(self, t: Table, a: Activation) -> Rule[None]:
        """The step of a 7 or 8; if the fire goes first, the die itself falls only now (see DZ-ROUND-13)."""
        if t.house_rule("start_order") == "fire_first":
            yield from roll_temper(t, a)
        if not a.eager:
            return
        if t.state.models[a.who].pinned:
            yield from rise_eagerly(t, a)
        elif speed(t, a.who)[0] and can_move(t, a.who, 1):
            yield from offer_step(t, a)


def kept_in_hand(t: Table, who: int) -> bool:
    """Whether a handler of its side shares its place, in whatever state (DZ-MEET-36)."""
    return any(t.has(mate, Keyword.keeps_in_hand) for mate in t.mates(who, t.place(who)))


def roll_temper(t: Table, a: Activation) -> Rule[None]:
    """1-2: the opponent may control it; 7-8: it gains something; otherwise it acts as ever (see DZ-AB-RAMPAGE-01)."""
    if not injured(t, a.who) or kept_in_hand(t, a.who):
        return
    (face,) = yield one_die(t.side(a.who), topic("Rampage die of {who}", t.name(a.who)), TEMPERS)
    t.tell("rampages", "DZ-AB-RAMPAGE-01", who=t.name(a.who), face=face)
    a.eager = face >= EAGER
    if face <= WILD:
        yield from offer_control(t, a)


def offer_control(t: Table, a: Activation) -> Rule[None]:
    """The opponent may direct it in this activation, which stays one of its owner's side (DZ-AB-RAMPAGE-02). It belongs
    to no side for room (DZ-AB-RAMPAGE-04); it and everybody else are enemies, who decides for it rolls its FIGHT and
    RANGED, its owner its SURVIVE (DZ-AB-RAMPAGE-06), and nobody has friends in fights with it (DZ-MEET-19)."""
    opponent = 1 - t.side(a.who)
    pick: Option = yield t.ask(
        opponent,
        topic("control of {who}", t.name(a.who)),
        lambda: [option("take_control", t.name(a.who)), option("leave_control")],
    )
    if pick.kind == "take_control":
        t.take_control(opponent)
        look_around(t, a)


def rise_eagerly(t: Table, a: Activation) -> Rule[None]:
    """Pinned it may stand up instead of the step (see DZ-AB-RAMPAGE-03)."""
    yield from offer_to_rise(t, a)
    a.eager = t.state.models[a.who].pinned


def offer_step(t: Table, a: Activation) -> Rule[None]:
    """On 7-8 it may move one cube, as with ADVANCE, before its normal actions (DZ-AB-RAMPAGE-03)."""
    pick: Option = yield t.ask(
        t.player(a.who),
        topic("whether {who} moves first", t.name(a.who)),
        lambda: [option("surge"), option("no_surge")],
    )
    if pick.kind == "surge":
        t.begin(move(t, a.who, "surge", 1, extras=False))


@keyword
class UnderControl(Keyword):
    """A friend beside its bearer need not roll for Rampage (DZ-AB-CONTROL-01)."""

    name = "Under Control"

    def keeps_in_hand(self) -> bool:
        return True

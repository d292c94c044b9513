"""The firefight phase: activations in turn, orders, actions one by one, counteracting (KT-FIRE, KT-ORD, KT-ACT,
KT-CTR)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.actions.action import deeds_of, may_have_one, named, offered, start
from fireteam.games.killteam.actions.conditions import ACTIVATION, COUNTERACT
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.overrides import allowed, forbidden
from fireteam.games.killteam.positions import of_seat
from fireteam.games.killteam.state import CONCEAL, ENGAGE, EXPENDED, KILLZONE, NOBODY, ORDERS, READY
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement


def ready_of(t: Table, seat: int) -> list[int]:
    """The ready operatives of a seat; who has left the killzone does not count (KT-FIRE-05)."""
    return [who for who in of_seat(t, seat) if t.operative(who).readiness == READY]


def firefight(t: Table) -> Rule[None]:
    """Whose turn it is activates a ready operative, else may counteract; the phase ends when all are expended
    (KT-FIRE-01, KT-FIRE-02, KT-FIRE-03, KT-CTR-01)."""
    seat = t.state.acting
    own = ready_of(t, seat)
    if own:
        yield from activate(t, seat, own)
    elif ready_of(t, 1 - seat):
        yield from counteract(t, seat)
    else:
        t.enter("turning_point_end")


def activate(t: Table, seat: int, own: list[int]) -> Rule[None]:
    """One of the ready operatives, and its order (KT-FIRE-03, KT-ORD-01)."""
    pick: Option = yield t.ask(seat, "operative to activate", lambda: [option("activate", t.name(who)) for who in own])
    who = t.number(pick.args[0])
    held = t.operative(who).order
    chosen: Option = yield t.ask(
        seat,
        topic("order of {who}", t.name(who)),
        lambda: [option("order", ORDERS[order]) for order in (held, ENGAGE + CONCEAL - held)],
    )
    order = ORDERS.index(chosen.args[0])
    t.start_activation(who, order)
    t.tell("activated", "KT-ORD-01", who=t.name(who), order=order)
    for activated in t.windows[Supplement.activated]:
        activated(t, who)
    t.enter("activation_start")


def activation_start(t: Table) -> Rule[None]:
    """What both sides do when an operative is activated (KT-ORD-01)."""
    for starts in t.windows[Supplement.activation_start]:
        if (yield from starts(t, t.state.active)):
            return
    t.enter("activation")


def activation(t: Table) -> Rule[None]:
    """Actions one by one, each chosen after the last is over; none is compulsory (KT-ACT-05, KT-FIRE-03)."""
    who = t.state.active
    operative = t.operative(who)
    if operative.status != KILLZONE or operative.incapacitated:
        t.enter("activation_end")
        return
    deeds = deeds_of(t, who)
    pick: Option = yield t.ask(
        operative.seat,
        topic("action of {who}", operative.name),
        lambda: offered(t, who, deeds, ACTIVATION, otherwise="end_activation"),
        veiled=lambda: may_have_one(t, who, ACTIVATION),
    )
    if pick.kind == "end_activation":
        t.enter("activation_end")
    else:
        start(t, who, named(deeds, pick.args[0]), ACTIVATION)


def activation_end(t: Table) -> Rule[None]:
    """What follows an activation; then it is the other player's turn (KT-FIRE-04, see KT-FIRE-01)."""
    who = t.state.active
    for ends in t.windows[Supplement.activation_end]:
        if (yield from ends(t, who)):
            return
    t.end_activation(who)
    for activation_over in t.windows[Supplement.activation_over]:
        yield from activation_over(t)
    t.tell("activation_ends", "KT-FIRE-04", who=t.name(who))
    t.enter("firefight", acting=1 - t.operative(who).seat)


# -- counteracting -----------------------------------------------------------------------------------------------------


def may_counteract(t: Table, who: int, why: Why = None) -> bool:
    """Expended, an Engage order, not yet in this turning point, and something to do (KT-CTR-02, KT-CTR-03,
    KT-CTR-04)."""
    operative = t.operative(who)
    return (
        need(why, operative.readiness == EXPENDED, "KT-CTR-02", "{} is expended", operative.name)
        and _order_allows(t, who, why)
        and need(
            why,
            not operative.counteracted,
            "KT-CTR-04",
            "{} has not counteracted in this turning point",
            operative.name,
        )
        and need(
            why,
            not forbidden(t, who, "counteract"),
            "KT-BASE-18",
            "nothing keeps {} from counteracting",
            operative.name,
        )
    )


def _order_allows(t: Table, who: int, why: Why) -> bool:
    """An Engage order, unless something allows any (see KT-CTR-02)."""
    any_order = t.operative(who).order == ENGAGE or allowed(t, who, "counteract_any_order")
    for anyway in () if any_order else t.windows[Supplement.counteracts_anyway]:
        found = anyway(t, who, why)
        if found is not None:
            return found
    return need(why, any_order, "KT-CTR-02", "{} has an Engage order", t.name(who))


def counteract(t: Table, seat: int) -> Rule[None]:
    """All own operatives are expended and an enemy is ready: one may act for free, or none does; then it is the other
    player's turn (KT-CTR-01, KT-CTR-06)."""
    able = [who for who in of_seat(t, seat) if may_counteract(t, who)]
    pick: Option = yield t.ask(
        seat, "counteract", lambda: [*(option("counteract", t.name(who)) for who in able), option("no_counteract")]
    )
    if pick.kind == "no_counteract":
        t.enter("firefight", acting=1 - seat)
        return
    who = t.number(pick.args[0])
    t.counteract(who)
    t.start_acting(who)
    t.tell("counteracts", "KT-CTR-01", who=t.name(who))
    for counteracts in t.windows[Supplement.counteracts]:
        yield from counteracts(t, who)
    t.set_active(who)
    t.enter("counteraction")


def counteraction(t: Table) -> Rule[None]:
    """One action of 1 AP for free; the operative stays expended and keeps its order (KT-CTR-03, KT-CTR-07)."""
    who = t.state.active
    operative = t.operative(who)
    deeds = deeds_of(t, who)
    pick: Option = yield t.ask(
        operative.seat,
        topic("counteraction of {who}", operative.name),
        lambda: offered(t, who, deeds, COUNTERACT, otherwise="no_action"),
        veiled=lambda: may_have_one(t, who, COUNTERACT),
    )
    if pick.kind == "no_action":
        t.set_active(NOBODY)
        t.enter("firefight", acting=1 - operative.seat)
    else:
        start(t, who, named(deeds, pick.args[0]), COUNTERACT)

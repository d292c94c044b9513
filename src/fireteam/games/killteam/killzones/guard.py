"""Operatives on guard, and their interrupts (KT-GUARD)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.actions.action import Action, Deed, deeds_of, may_act, start_free
from fireteam.games.killteam.actions.conditions import ACTIVATION, COUNTERACT, FREE, INTERRUPT
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.positions import of_seat
from fireteam.games.killteam.shooting.targets import controlled_by, in_control_range
from fireteam.games.killteam.state import ACTIVE, ENGAGE, KILLZONE, Effect
from fireteam.games.killteam.table import Table

TREATED_AS = ("FIGHT", "SHOOT")
"""What an interrupt may be, or be treated as (see KT-GUARD-03)."""


# -- going on guard ----------------------------------------------------------------------------------------------------


def may_guard(t: Table, who: int, mode: str, why: Why) -> bool:
    """An Engage order, no enemy in control range; neither a counteraction nor an interrupt (KT-CTR-03,
    see KT-GUARD-01)."""
    enemies = ", ".join(t.name(enemy) for enemy in controlled_by(t, t.board, who, 1 - t.operative(who).seat))
    return (
        need(why, mode != COUNTERACT, "KT-CTR-03", "a counteraction is not GUARD")
        and need(why, mode in (ACTIVATION, FREE), "KT-GUARD-03", "an interrupt is a FIGHT or a shot")
        and need(why, t.operative(who).order == ENGAGE, "KT-GUARD-01", "{} has an Engage order", t.name(who))
        and need(
            why, not enemies, "KT-GUARD-01", "no enemy is in control range of {}: {}", t.name(who), enemies or "none is"
        )
    )


def go_on_guard(t: Table, a: Action) -> Rule[None]:
    """It is on guard; no dice are rolled now (KT-GUARD-01). By the errata it cannot counteract in this turning point
    (KT-GUARD-04)."""
    t.set_guard(a.who, True, "KT-GUARD-01")
    if t.house_rule("core_errata"):
        t.affect(a.who, Effect("counteract", "forbid", 0, "turning point", "KT-GUARD-04"))
    yield from ()


GUARD = Deed("GUARD", "KT-GUARD-01", 1, may_guard, go_on_guard, counts_as="SHOOT")


# -- point-blank shots -------------------------------------------------------------------------------------------------


POINT_BLANK = (Modifier(1, "point-blank", "KT-GUARD-05"),)
"""What a point-blank shot does to HIT."""


def point_blank(t: Table, who: int, mode: str) -> list[int]:
    """The enemies in control range of an interrupting operative: a shot is at one of them, valid target or not
    (see KT-GUARD-05)."""
    return controlled_by(t, t.board, who, 1 - t.operative(who).seat) if mode == INTERRUPT else []


def shot_point_blank(t: Table, who: int) -> tuple[Modifier, ...]:
    """Its HIT is worse, and it cannot retaliate until the interrupted activation ends, whoever's that is
    (KT-GUARD-05)."""
    t.affect(who, Effect("retaliate", "forbid", 0, "activation under way", "KT-GUARD-05"))
    return POINT_BLANK


# -- interrupts --------------------------------------------------------------------------------------------------------


def interrupts_with(t: Table, who: int) -> list[Deed]:
    """What an operative on guard could do now: FIGHT, SHOOT, and what is treated as such (see KT-GUARD-03)."""
    # Looked at by name first: what else could be done, and where a CHARGE leads, does not matter here.
    return [deed for deed in deeds_of(t, who) if deed.limit in TREATED_AS and may_act(t, who, deed, INTERRUPT)]


def may_interrupt(t: Table, who: int, why: Why = None) -> bool:
    """Whether an operative may interrupt: on guard, and with something to do (see KT-GUARD-03)."""
    return need(why, t.operative(who).guard, "KT-GUARD-03", "{} is on guard", t.name(who)) and need(
        why, bool(interrupts_with(t, who)), "KT-GUARD-03", "{} can FIGHT or SHOOT", t.name(who)
    )


def in_activation(t: Table, a: Action) -> bool:
    """Whether an action is one of the active operative in its own activation (see KT-GUARD-04)."""
    return t.state.active == a.who and t.operative(a.who).readiness == ACTIVE and a.mode != INTERRUPT


def interruptible(t: Table, a: Action) -> bool:
    """Whether an action opens the window: one of the active operative in its own activation, not interrupted before
    (KT-GUARD-04, see KT-GUARD-03)."""
    # Whoever leaves the killzone takes the rest of its activation along: there is nothing left to interrupt.
    return in_activation(t, a) and not t.state.interrupted and t.operative(a.who).status == KILLZONE


def interrupt(t: Table, a: Action) -> Rule[bool]:
    """After an action of an activation the other side may interrupt with one operative on guard; who has the enemy in
    its control range is on guard no longer, unless that activation is or was interrupted (KT-GUARD-02,
    KT-GUARD-03)."""
    seat = 1 - t.operative(a.who).seat
    guards = [who for who in of_seat(t, seat) if t.operative(who).guard]
    if not guards:
        return False
    able = [who for who in guards if may_interrupt(t, who)] if interruptible(t, a) else []
    if able:
        pick: Option = yield t.ask(
            seat,
            topic("interrupt of {who}", t.name(a.who)),
            lambda: [*(option("interrupt", t.name(who)) for who in able), option("no_interrupt")],
        )
        if pick.kind == "interrupt":
            who = t.number(pick.args[0])
            found = interrupts_with(t, who)
            what: Option = yield t.ask(
                seat, topic("interrupt by {who}", t.name(who)), lambda: [option("action", deed.name) for deed in found]
            )
            t.interrupt_activation()
            t.tell("interrupts", "KT-GUARD-03", who=t.name(who), enemy=t.name(a.who))
            start_free(t, who, next(deed for deed in found if deed.name == what.args[0]), INTERRUPT)
            return False
    interrupted = t.state.interrupted and in_activation(t, a)
    if t.operative(a.who).status == KILLZONE and not interrupted:
        for who in guards:
            if in_control_range(t, t.board, who, a.who):
                t.set_guard(who, False, "KT-GUARD-02")
    return False

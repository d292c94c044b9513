"""The turn: initiative, random event, activations in turn, end of turn (rulebook VI; ES-TURN-01)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, total
from fireteam.games.escape.actions.movement import can_enter, enter, entry_squares
from fireteam.games.escape.rolls import Test, roll_both
from fireteam.games.escape.state import BOARD, ISC, OUT, QUIET, RESISTANCE, SIDES, WAITING, Character
from fireteam.games.escape.table import Table
from fireteam.games.escape.victory import judge
from fireteam.games.escape.windows import Supplement

# -- 6.a initiative ----------------------------------------------------------------------------------------------------


def int_sum(t: Table, side: int) -> int:
    """The Int of a side's characters on the board, on turn 1 of all; no penalty or event counts (ES-INIT-02,
    ES-INIT-01)."""
    return sum(t.card(c).int for c in t.squad(side) if t.state.turn == 1 or c.status == BOARD)


def initiative(t: Table) -> Rule[None]:
    """Both sides roll and add their Int; a tie goes to the higher Int, an even tie is rolled again (ES-INIT-01,
    ES-INIT-03, ES-INIT-02)."""
    t.start_turn()
    record = Test("initiative")
    t.pending.append(record)
    sums = (int_sum(t, RESISTANCE), int_sum(t, ISC))
    while True:
        yield from roll_both(t, record)
        totals = []
        for side in (RESISTANCE, ISC):
            parts = (
                Modifier(record.dice[side], "die", "ES-INIT-01"),
                Modifier(sums[side], "Int of the side", "ES-INIT-02"),
            )
            totals.append(total(parts))
            t.tell("initiative_total", "ES-INIT-01", side=side, total=totals[-1], parts=parts)
        if totals[0] != totals[1]:
            winner = RESISTANCE if totals[0] > totals[1] else ISC
            break
        if sums[0] != sums[1]:
            winner = RESISTANCE if sums[0] > sums[1] else ISC
            break
        t.tell("tie", "ES-INIT-03")
    t.pending.pop()
    t.win_initiative(winner, "ES-INIT-01")
    t.enter_phase("event" if t.ground.choose_after_event else "first")


def choose_first(t: Table) -> Rule[None]:
    """The side with the Initiative names who starts (ES-INIT-04)."""
    option = t.ground.option
    pick: Option = yield t.ask(t.state.initiative, "who starts", lambda: [option("first", side) for side in SIDES])
    t.choose_first(SIDES.index(pick.args[0]))
    t.enter_phase("activations" if t.state.event else "event")


# -- 6.b random event --------------------------------------------------------------------------------------------------


def event(t: Table) -> Rule[None]:
    """Two dice, one event for this turn (ES-EVT-01)."""
    record = Test("event")
    t.pending.append(record)
    yield from roll_both(t, record)
    number = sum(record.dice)
    t.pending.pop()
    t.set_event(QUIET if number in t.ground.quiet_events else number)
    for happens in t.windows[Supplement.happens]:
        yield from happens(t)
    t.enter_phase("first" if t.state.first < 0 else "activations")


# -- 6.c activations ---------------------------------------------------------------------------------------------------


def must_act(t: Table, side: int) -> list[Character]:
    """Characters still to be activated: on the board, or waiting for an Entry that is possible
    (see ES-ACT-01, ES-DEPL-03)."""
    return [
        c for c in t.squad(side) if not c.activated and (c.status == BOARD or (c.status == WAITING and can_enter(t, c)))
    ]


def may_return(t: Table) -> list[Character]:
    """Characters the Internal factory could bring back now (see ES-FAC-11)."""
    return [c for c in t.squad(ISC) if c.status == OUT and can_enter(t, c)]


def candidates(t: Table, side: int) -> list[Option]:
    """Whom a side may activate; `done` where nobody must act, or no opponent is left to play against (ES-FAC-11,
    ES-END-01, ES-END-02)."""
    done = t.state.finished >> side & 1
    if done and not t.exists(RESISTANCE):
        return []
    activate = t.ground.activate
    must = must_act(t, side)
    found = [activate[c.index] for c in must]
    if side == ISC and not done:
        found += [activate[c.index] for c in may_return(t)]
    if found and (not must or (side == ISC and not t.exists(RESISTANCE))):
        found.append(t.ground.option("done"))
    return found


def has_candidate(t: Table, side: int) -> bool:
    """Whether a side has anybody to activate; the list itself is made only for whoever looks at it."""
    if t.state.finished >> side & 1:
        return bool(candidates(t, side))
    squad = t.squad(side)
    for c in squad:
        if not c.activated and c.status == BOARD:
            return True
    return any(not c.activated and c.status != BOARD and can_enter(t, c) for c in squad)


def activations(t: Table) -> Rule[None]:
    """The next activation: by Radio, by Interference, else the sides in turn (ES-ACT-01, ES-GEN-03, ES-ACT-02,
    ES-ACT-06)."""
    s = t.state
    if s.called >= 0:
        called = s.characters[s.called]
        if called.status == BOARD and not called.activated:
            yield from begin(t, called)
            return
    for before in t.windows[Supplement.before_activation]:
        if (yield from before(t)):
            return
    for side in (s.acting, 1 - s.acting):
        if has_candidate(t, side):
            pick: Option = yield t.ask(side, "activation", lambda: candidates(t, side))  # noqa: B023 (asked before the loop goes on)
            if pick.kind == "done":
                t.finish_side(side)
                t.pass_on(1 - side)
            else:
                yield from begin(t, s.characters[pick.args[0]])
            return
    t.enter_phase("turn_end")


def begin(t: Table, c: Character) -> Rule[None]:
    """A character becomes active; an absent one enters with its first Movement action (ES-TERM-08, ES-ACT-01,
    ES-DEPL-02, ES-FAC-03)."""
    if c.status == BOARD:
        t.activate(c)
    else:
        squares, returning = entry_squares(t, c), c.status == OUT
        if returning:
            t.renew(c)
        t.activate(c)
        yield from enter(t, c, squares, returning)
    t.enter_phase("act")


# -- 6.d, 6.e end of turn ----------------------------------------------------------------------------------------------


def turn_end(t: Table) -> Rule[None]:
    """Victory is looked at only here; else a new turn begins (ES-END-01, ES-END-02, ES-GEN-04)."""
    ending = judge(t)
    if ending is not None:
        t.end_game(*ending)
    else:
        for over in t.windows[Supplement.turn_over]:
            over(t)
        t.enter_phase("initiative")
    yield from ()

"""The round: command dice, turns, the end phase (DZ-ROUND)."""

from __future__ import annotations

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.command import give_results, reroll_command, roll_command
from fireteam.games.deadzone.options import option
from fireteam.games.deadzone.state import NOBODY, PLUS, Frame
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.victory import judge
from fireteam.games.deadzone.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, each, repeat, then


def play_round(t: Table) -> Rule[None]:
    """A round begins; who was first to be done in the last one has the initiative (DZ-ROUND-09)."""
    yield from ()
    t.begin_round(t.state.finished if t.state.finished != NOBODY else t.state.initiative)
    for seat in (t.state.initiative, 1 - t.state.initiative):
        if not t.left(seat):  # a side without models is done before it begins
            t.look_finished()
    t.begin(Round())


class Round(Sequence, Frame):
    """A round under way."""

    kind = "round"
    rerolled: int = 0
    """How many sides have had their command re-roll."""
    plus: bool = False
    """Whether a +1 model result was spent in this turn (see DZ-CMD-07)."""
    last: int = NOBODY
    """The model activated last in this turn."""

    @staticmethod
    def steps() -> Steps[Table, Round]:
        """Roll command, take turns until everybody on the battlefield was activated, end phase (DZ-ROUND-01)."""
        return (
            command,
            repeat(command_again, sides_left),
            then(relays),
            each(Supplement.after_command),
            repeat(take_turn, anybody_waits),
            end_phase,
        )


def command(t: Table, r: Round) -> Rule[None]:
    """The command dice (see DZ-CMD-01)."""
    yield from roll_command(t)


def sides_left(t: Table, r: Round) -> bool:
    return r.rerolled < 2


def command_again(t: Table, r: Round) -> Rule[bool]:
    """Who has the initiative re-rolls first (see DZ-CMD-02)."""
    seat = t.state.initiative if r.rerolled == 0 else 1 - t.state.initiative
    r.rerolled += 1
    yield from reroll_command(t, seat)
    return True


def relays(t: Table, r: Round) -> Rule[None]:
    """Results that are not rolled (see DZ-AB-RELAY-01)."""
    yield from ()
    give_results(t)


# -- turns -------------------------------------------------------------------------------------------------------------


def anybody_waits(t: Table, r: Round) -> bool:
    return r.last != NOBODY or bool(t.waiting(t.state.acting) or t.waiting(1 - t.state.acting))


def take_turn(t: Table, r: Round) -> Rule[bool]:
    """One model is activated, once in a round (DZ-ROUND-02, DZ-ROUND-03), perhaps one more for a die, then the turn
    passes; who has nobody left passes, and the other goes on (DZ-ROUND-08, DZ-ROUND-15)."""
    seat = t.state.acting
    if r.last != NOBODY:
        yield from one_more(t, r, seat)
        return True
    mine, theirs = t.waiting(seat), t.waiting(1 - seat)
    if not mine:
        t.give_turn(1 - seat)
        return True

    def offered() -> list[Option]:
        found = [option("activate", t.name(who), args=(who,)) for who in mine]
        return [*found, option("pass")] if may_pass(mine, theirs) else found

    pick: Option = yield t.ask(seat, topic("turn of {player}", t.setting.game.seats[seat]), offered)
    if pick.kind == "pass":
        t.tell("passes", "DZ-ROUND-07", seat=seat)
        t.give_turn(1 - seat)
        return True
    let_act(t, r, pick.args[0])
    return True


def let_act(t: Table, r: Round, who: int) -> None:
    """A model is activated; a suit that nobody has called does nothing (see DZ-AB-DROP-06)."""
    r.last = who
    if t.in_play(who):
        t.begin(Activation(who))
    else:
        t.mark_activated(who)


def may_pass(mine: list[int], theirs: list[int]) -> bool:
    """With fewer models left to activate than the opponent one may pass (DZ-ROUND-07)."""
    return len(mine) < len(theirs)


def one_more(t: Table, r: Round, seat: int) -> Rule[None]:
    """After an activation a +1 model result brings another model, once in a turn; then the turn passes (DZ-CMD-07)."""
    r.last = NOBODY
    waiting = t.waiting(seat)
    if waiting and not r.plus and t.state.command[seat][PLUS]:
        pick: Option = yield t.ask(
            seat,
            topic("one more model of {player}", t.setting.game.seats[seat]),
            lambda: [option("pass"), *(option("one_more", t.name(who), args=(who,)) for who in waiting)],
        )
        if pick.kind == "one_more":
            t.spend(seat, PLUS)
            r.plus = True
            let_act(t, r, pick.args[0])
            return
    r.plus = False
    t.give_turn(1 - seat)


# -- the end phase -----------------------------------------------------------------------------------------------------


def end_phase(t: Table, r: Round) -> Rule[None]:
    """Objectives score (DZ-ROUND-10), then it is seen whether the battle is won (DZ-ROUND-11); if it goes on, markers
    fade and everybody may be activated again (DZ-ROUND-12)."""
    for scores in t.windows[Supplement.round_end]:
        scores(t)
    if judge(t):
        t.finish()
        return
    for fades in t.windows[Supplement.markers_fade]:
        yield from fades(t)
    for m in t.state.models:
        if m.activated:
            t.clear_marker(m.index)
        if m.lasting:
            t.forget_lasting(m.index)

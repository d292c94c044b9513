"""The round: Priority, Ready markers, activations in turn, group activations (NE-RND-01 to NE-RND-06)."""

from __future__ import annotations

from itertools import combinations

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import Activation
from fireteam.games.necromunda.cards import CHAMPION, LEADER, Fighter
from fireteam.games.necromunda.end_phase import EndPhase
from fireteam.games.necromunda.nerve import test_nerve
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import engaged, near
from fireteam.games.necromunda.state import PINNED, STANDING, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, each, repeat, then

GROUP_REACH = 3
"""Inches within which others are nominated (see NE-RND-06)."""

kinds(
    group=("activate {} with {}", ("NE-RND-06",)),
    next_of_group=("{} goes on", ("NE-RND-06",)),
    takes_off=("{} leaves", ("NE-END-05",)),
    nobody_leaves=("nobody else leaves", ("NE-END-05",)),
)


class Round(Sequence, Frame):
    """A round: the Priority phase, the Action phase, the End phase (NE-RND-01)."""

    kind = "round"
    asked: int = 0
    """The bottled sides that have said who leaves, as bits (see NE-END-05)."""

    @staticmethod
    def steps() -> Steps[Table, Round]:
        """The phases in order (see NE-RND-01)."""
        return (
            begin_round,
            each(Supplement.round_start, stops=False),
            roll_priority,
            then(ready_all),
            repeat(take_off, somebody_may_leave),
            repeat(take_turn, somebody_is_ready),
            then(end_actions),
        )


def play_round(t: Table) -> Rule[None]:
    """A round begins."""
    yield from ()
    t.begin(Round())


def begin_round(t: Table, r: Round) -> Rule[None]:
    """The next round."""
    yield from ()
    t.set_round(t.state.round + 1)
    t.tell("round", "NE-RND-01", number=t.state.round)


# -- the Priority phase ------------------------------------------------------------------------------------------------


def roll_priority(t: Table, r: Round) -> Rule[None]:
    """Both sides roll off: the higher has Priority. On a tie it goes to the side that did not have it; in the first
    round ties are rolled again (NE-RND-02)."""
    for given in t.windows[Supplement.priority]:
        seat = given(t)
        if seat is not None:
            t.set_priority(seat)
            return
    while True:
        faces = []
        for seat in (0, 1):
            (face,) = yield Roll(seat, topic("Priority roll of {seat}", str(seat)))
            for again in t.windows[Supplement.rerolls_priority]:
                if (yield from again(t, seat, int(face))):
                    (face,) = yield Roll(seat, topic("second Priority roll of {seat}", str(seat)))
            faces.append(int(face))
        t.tell("priority_roll", "NE-RND-02", shown=tuple(faces))
        if faces[0] != faces[1]:
            t.set_priority(0 if faces[0] > faces[1] else 1)
            return
        if t.state.round > 1:
            t.set_priority(1 - t.state.priority)
            return


def ready_all(t: Table, r: Round) -> Rule[None]:
    """Every model on the table becomes Ready, whatever its status, unless a rule says no (NE-RND-03)."""
    yield from ()
    for who in list(t.on_table()):
        m = t.model(who)
        if m.idle and not t.says(who, Quality.stays_idle):
            t.set_idle(who, False)
        elif not m.idle:
            t.set_ready(who, True)


# -- voluntary flight --------------------------------------------------------------------------------------------------


def somebody_may_leave(t: Table, r: Round) -> bool:
    """Whether a bottled side has still to say who leaves, the side with Priority first (see NE-END-05)."""
    return any(t.state.bottled & ~r.asked & 1 << seat for seat in (0, 1))


def take_off(t: Table, r: Round) -> Rule[bool]:
    """A bottled side may take models off as the Action phase begins: Active and Pinned fighters and vehicles freely,
    Engaged ones with an Initiative test or they become Seriously Injured (NE-END-05)."""
    first = t.state.priority
    seat = next(seat for seat in (first, 1 - first) if t.state.bottled & ~r.asked & 1 << seat)
    able = [
        who
        for who in t.on_table()
        if t.side(who) == seat and (t.is_vehicle(who) or t.model(who).stance in (STANDING, PINNED))
    ]
    pick: Option = yield t.ask(
        seat,
        "who leaves the battlefield",
        lambda: [*(option("takes_off", t.name(who)) for who in able), option("nobody_leaves")],
    )
    if pick.kind == "nobody_leaves":
        r.asked |= 1 << seat
        yield from test_nerve(t, r)
        return True
    who = t.number(pick.args[0])
    if not t.is_vehicle(who) and engaged(t, who):
        about = topic("{who} breaks off and leaves", t.name(who))
        if not (yield from test(t, who, "i", "leave", about, "NE-END-05")):
            t.injure(who, "NE-END-05")
            return True
    t.flee(who, "NE-END-05")
    t.check_end()
    return True


# -- the Action phase --------------------------------------------------------------------------------------------------


def ready_models(t: Table, seat: int) -> list[int]:
    """The Ready models of a side."""
    return [m.index for m in t.state.models if m.side == seat and m.ready and t.in_play(m.index)]


def somebody_is_ready(t: Table, r: Round) -> bool:
    """Whether the Action phase goes on: until nobody is Ready (see NE-RND-04)."""
    return not t.state.ending and (bool(t.state.group) or bool(ready_models(t, 0)) or bool(ready_models(t, 1)))


def take_turn(t: Table, r: Round) -> Rule[bool]:
    """Sides alternate picking one Ready model; when one has none left the other finishes its own (NE-RND-04)."""
    if t.state.casualties:
        yield from test_nerve(t, r)
        return True
    group = [who for who in t.state.group if t.in_play(who) and t.model(who).ready]
    if group:
        yield from go_on_with_group(t, group)
        return True
    t.nominate(())
    seat = t.state.acting if ready_models(t, t.state.acting) else 1 - t.state.acting
    if not ready_models(t, seat):
        return True
    pick: Option = yield t.ask(seat, "which model is activated", lambda: picks(t, seat))
    t.set_acting(1 - seat)
    t.nominate(pick.args[1])
    t.begin(Activation(pick.args[0]))
    return True


def picks(t: Table, seat: int) -> list[Option]:
    """Each Ready model, alone or with a group (see NE-RND-06)."""
    found = []
    for who in ready_models(t, seat):
        found.append(option("activate", t.name(who), args=(who, ())))
        for others in groups(t, who):
            names = " and ".join(t.name(one) for one in others)
            found.append(option("group", t.name(who), names, args=(who, others)))
    return found


def groups(t: Table, who: int) -> list[tuple[int, ...]]:
    """Those that a Leader or Champion may nominate: up to two, or one, other Ready friendly fighters within 3",
    whatever their state (NE-RND-06)."""
    card = t.cards[who]
    most = {LEADER: 2, CHAMPION: 1}.get(card.role, 0) if isinstance(card, Fighter) else 0
    able = [
        one
        for one in t.friends(who)
        if most and not t.is_vehicle(one) and t.model(one).ready and near(t, who, one, GROUP_REACH)
    ]
    return [others for count in range(1, most + 1) for others in combinations(able, count)]


def go_on_with_group(t: Table, group: list[int]) -> Rule[None]:
    """The next of those nominated, in any order; who is no longer Ready drops out, and starts no group of its own
    (see NE-RND-06)."""
    pick: Option = yield t.ask(
        t.side(group[0]),
        "who of the group goes on",
        lambda: [option("next_of_group", t.name(who), args=(who,)) for who in group],
    )
    who = pick.args[0]
    t.nominate(tuple(one for one in group if one != who))
    t.begin(Activation(who))


def end_actions(t: Table, r: Round) -> Rule[None]:
    """The End phase follows (see NE-RND-01)."""
    yield from ()
    t.finish()
    if not t.state.ending:
        t.begin(EndPhase())

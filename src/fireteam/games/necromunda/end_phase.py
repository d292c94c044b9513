"""The End phase, in its order: what runs out, Bottle tests, flight, recovery, rally, arrivals, the end (NE-END)."""

from __future__ import annotations

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import CHAMPION, LEADER
from fireteam.games.necromunda.dice import FLESH, INJURY, OUT_OF_ACTION, d6
from fireteam.games.necromunda.injury import suffer_flesh_wounds
from fireteam.games.necromunda.nerve import BROKEN, FIGHTERS_FEAR, test_nerve
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near
from fireteam.games.necromunda.state import AWAY, INJURED, OUT, PLAY, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE, status_of
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, each, repeat, then, when

EXAMPLE = {LEADER: 12, CHAMPION: 6}
"""Inches within which friends follow a leader's example (NE-END-04)."""
HELP = 1
"""Inches from which a friend helps a recovery (NE-END-07)."""
CONCUSSION = "concussion"

kinds(
    bottle_test=("take the Bottle test", ("NE-END-02",)),
    give_up=("bottle out of free will", ("NE-END-02",)),
    flees_next=("{} tests", ("NE-END-03",)),
    recovers_next=("{} recovers", ("NE-END-06",)),
    helped_by=("{} helps", ("NE-END-07",)),
    unhelped=("nobody helps", ("NE-END-07",)),
    keep_result=("keep {}", ("NE-END-07",)),
)


class EndPhase(Sequence, Frame):
    """The End phase (see NE-END-01)."""

    kind = "end phase"
    bottle: int = 0
    """How many sides have had their Bottle test."""
    seen: tuple[int, ...] = ()
    """Who has had its turn in the step under way."""
    helpers: tuple[int, ...] = ()
    """Who has helped a recovery (see NE-END-07)."""

    @staticmethod
    def steps() -> Steps[Table, EndPhase]:
        """The complete order, the side with Priority first in each step (NE-END-01, NE-END-10)."""
        return (
            effects_run_out,
            each(Supplement.terrain_acts),
            when(test_nerve, somebody_fell),
            repeat(bottle, bottle_tests_left),
            repeat(flee, fleeing_left),
            then(next_step),
            repeat(recover, recoveries_left),
            each(Supplement.recovers),
            when(test_nerve, somebody_fell),
            then(next_step),
            repeat(rally, rallies_left),
            each(Supplement.exits),
            each(Supplement.event_ends),
            each(Supplement.reinforcements),
            then(close_round),
        )


def somebody_fell(t: Table, e: EndPhase) -> bool:
    """Whether Nerve is to be tested."""
    return bool(t.state.casualties)


def in_battle(t: Table) -> list[int]:
    """All models on the table and in hatches."""
    return [m.index for m in t.state.models if m.status in (PLAY, AWAY)]


def next_step(t: Table, e: EndPhase) -> Rule[None]:
    """Everybody may have a turn again."""
    yield from ()
    e.seen = ()


def ordered(t: Table, found: list[int]) -> list[int]:
    """Models of the side with Priority, if it has any among them, else those of the other (see NE-END-10)."""
    first = [who for who in found if t.side(who) == t.state.priority]
    return first or found


def pick_next(t: Table, kind: str, about: str, found: list[int]) -> Rule[int]:
    """Who of a side comes next: its controller orders its own."""
    able = ordered(t, found)
    pick: Option = yield t.ask(t.side(able[0]), about, lambda: [option(kind, t.name(who), args=(who,)) for who in able])
    return int(pick.args[0])


# -- what runs out -----------------------------------------------------------------------------------------------------


def effects_run_out(t: Table, e: EndPhase) -> Rule[None]:
    """Smoke and flares roll, what was for this round ends (see NE-END-09; see NE-END-10)."""
    for ends in t.windows[Supplement.effects_end]:
        yield from ends(t)
    for who in in_battle(t):
        for windows in t.bearers(who):
            for over in windows[Quality.round_end]:
                over(t, who)


# -- Bottle tests ------------------------------------------------------------------------------------------------------


def losses(t: Table, seat: int) -> int:
    """Models of a side that are Seriously Injured, Out of Action, wrecked or abandoned (see NE-END-02)."""
    return sum(
        m.status == OUT or (m.status == PLAY and m.stance == INJURED and not t.is_vehicle(m.index))
        for m in t.state.models
        if m.side == seat
    )


def bottle_tests_left(t: Table, e: EndPhase) -> bool:
    """Whether a side may still have to test (see NE-END-02)."""
    return e.bottle < 2


def bottle(t: Table, e: EndPhase) -> Rule[bool]:
    """A side with losses rolls a D6 and adds them: more than it began with, and it has bottled out for good. It may
    also choose to fail (NE-END-02)."""
    seat = (t.state.priority, 1 - t.state.priority)[e.bottle]
    e.bottle += 1
    lost = losses(t, seat)
    if not lost or t.state.bottled >> seat & 1:
        return True
    pick: Option = yield t.ask(
        seat, topic("Bottle test of {seat}", str(seat)), lambda: [option("bottle_test"), option("give_up")]
    )
    if pick.kind == "give_up":
        t.bottle_out(seat)
        for gives_up in t.windows[Supplement.gave_up]:
            gives_up(t, seat)
        return True
    crew = t.state.strength[seat] + sum(more(t, seat) for more in t.windows[Supplement.counts_in_crew])
    about = topic("Bottle roll of {seat}", str(seat))
    face = yield from d6(seat, about)
    for again in t.windows[Supplement.rerolls_bottle]:
        if face + lost > crew and (yield from again(t, seat)):
            face = yield from d6(seat, topic("second {roll}", about))
    t.tell("bottle_roll", "NE-END-02", seat=seat, shown=face, lost=lost, crew=crew, bottled=face + lost > crew)
    if face + lost > crew:
        t.bottle_out(seat)
    return True


# -- fleeing -----------------------------------------------------------------------------------------------------------


def fleeing(t: Table, e: EndPhase) -> list[int]:
    """Models of bottled sides that have still to test, those in hatches too (see NE-END-03)."""
    return [
        m.index
        for m in t.state.models
        if m.status in (PLAY, AWAY) and t.state.bottled >> m.side & 1 and m.index not in e.seen
    ]


def fleeing_left(t: Table, e: EndPhase) -> bool:
    """Whether somebody may still flee."""
    return bool(fleeing(t, e))


def flee(t: Table, e: EndPhase) -> Rule[bool]:
    """Once bottled every model takes a Cool test each End phase, or leaves (NE-END-03); near a leader that has passed
    friends pass (NE-END-04)."""
    who = yield from pick_next(t, "flees_next", "who tests for flight next", fleeing(t, e))
    e.seen = (*e.seen, who)
    about = topic("{who} keeps its place", t.name(who))
    if not (yield from test(t, who, "cl", "flee", about, "NE-END-03")):
        t.flee(who, "NE-END-03")
        return True
    inches = EXAMPLE.get(t.cards[who].role, 0)
    if inches and t.in_play(who):
        follow = [
            one for one in t.friends(who) if one not in e.seen and leads(t, who, one) and near(t, who, one, inches)
        ]
        for one in follow:
            t.tell("follows", "NE-END-04", who=t.name(one), leader=t.name(who))
        e.seen = (*e.seen, *follow)
    return True


def leads(t: Table, who: int, other: int) -> bool:
    """Whether a model follows an example: a Champion's none that lead themselves (see NE-END-04)."""
    return t.cards[who].role == LEADER or t.cards[other].role not in EXAMPLE


# -- recovery ----------------------------------------------------------------------------------------------------------


def injured(t: Table, e: EndPhase) -> list[int]:
    """Seriously Injured fighters that have still to roll."""
    return [who for who in t.fighters() if t.is_injured(who) and who not in e.seen]


def recoveries_left(t: Table, e: EndPhase) -> bool:
    """Whether somebody has still to recover."""
    return bool(injured(t, e))


def recover(t: Table, e: EndPhase) -> Rule[bool]:
    """A Seriously Injured fighter rolls an Injury die: a Flesh Wound and it is Pinned, Serious Injury and it stays
    down, Out of Action (NE-END-06); an Active friend within 1" adds a die, and one result is kept (NE-END-07)."""
    who = yield from pick_next(t, "recovers_next", "who recovers next", injured(t, e))
    e.seen = (*e.seen, who)
    helper = yield from pick_helper(t, e, who)
    dice = 1
    if helper >= 0:
        dice += max([1, *(more() for windows in t.bearers(helper) for more in windows[Quality.recovery_dice])])
    about = topic("recovery of {who}", t.name(who))
    shown = yield Roll(t.roller(who), about, dice, alike=(1, 1, 3, 3, 3, 6))
    for again in t.windows[Supplement.rerolls_recovery]:
        if (yield from again(t, who)):
            shown = yield Roll(t.roller(who), topic("second {roll}", about), dice, alike=(1, 1, 3, 3, 3, 6))
    faces = tuple(dict.fromkeys(INJURY[face - 1] for face in shown))
    t.tell("injury_dice", "NE-END-06", who=t.name(who), shown=tuple(shown), faces=faces)
    pick: Option = yield t.ask(
        t.side(who), topic("result of the {roll}", about), lambda: [option("keep_result", face) for face in faces]
    )
    kept, quiet = pick.args[0], not t.house_rule("nerve_from_recovery")
    if kept == FLESH:
        t.recover(who, "NE-END-06")
        yield from suffer_flesh_wounds(t, who, 1, quiet=quiet)
    elif kept == OUT_OF_ACTION:
        t.take_out(who, "NE-END-06", quiet=quiet)
    return True


def pick_helper(t: Table, e: EndPhase, who: int) -> Rule[int]:
    """The friend that helps, declared before the dice; each helps one fighter (see NE-END-07)."""
    able = [
        one
        for one in t.friends(who)
        if one not in e.helpers and not t.is_vehicle(one) and status_of(t, one) == ACTIVE and near(t, who, one, HELP)
    ]
    if not able:
        return -1
    pick: Option = yield t.ask(
        t.side(who),
        topic("who helps {who}", t.name(who)),
        lambda: [*(option("helped_by", t.name(one), args=(one,)) for one in able), option("unhelped")],
    )
    if pick.kind == "unhelped":
        return -1
    e.helpers = (*e.helpers, pick.args[0])
    return int(pick.args[0])


# -- rally -------------------------------------------------------------------------------------------------------------


def broken(t: Table, e: EndPhase) -> list[int]:
    """Broken models that have still to test."""
    return [who for who in t.on_table() if t.has(who, BROKEN) and who not in e.seen]


def rallies_left(t: Table, e: EndPhase) -> bool:
    """Whether somebody may still rally."""
    return bool(broken(t, e))


def rally(t: Table, e: EndPhase) -> Rule[bool]:
    """Each Broken model takes a Cool test, +1 for each friend near by that is neither Broken nor Seriously Injured
    (NE-END-08)."""
    who = ordered(t, broken(t, e))[0]
    e.seen = (*e.seen, who)
    friends = [
        Modifier(1, t.name(one), "NE-END-08")
        for one in t.friends(who)
        if not t.has(one, BROKEN) and not t.is_injured(one) and near(t, who, one, FIGHTERS_FEAR)
    ]
    if (yield from test(t, who, "cl", "rally", topic("{who} rallies", t.name(who)), "NE-END-08", *friends)):
        t.relieve(who, BROKEN, "NE-END-08")
        t.note("rallied", t.side(who), who)
    return True


# -- the end of the round ----------------------------------------------------------------------------------------------


def close_round(t: Table, e: EndPhase) -> Rule[None]:
    """Concussion ends, and the battle if it is over (see NE-END-10, NE-RND-07)."""
    yield from ()
    for who in in_battle(t):
        t.relieve(who, CONCUSSION, "NE-COND-04")
    t.end_round_marks()
    t.finish()
    t.check_end(round_over=True)

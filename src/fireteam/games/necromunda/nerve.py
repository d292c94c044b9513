"""Nerve: friends of those who went down test, and who fails runs at once (NE-NRV)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.cards import YOUTH
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near, near_shape, shape
from fireteam.games.necromunda.state import Casualty, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat

if TYPE_CHECKING:
    from collections.abc import Iterator

BROKEN = "broken"
FIGHTERS_FEAR, VEHICLES_FEAR = 3, 6
"""Within so many inches of a fallen friend fighters test, and vehicles of a wreck (see NE-NRV-01)."""

kinds(
    flees_first=("{} runs first", ("NE-NRV-03",)),
    tests_first=("{} tests first", ("NE-NRV-02",)),
)


class Nerve(Sequence, Frame):
    """All that went down in an action are past, and their friends test, one for each casualty (see NE-NRV-01)."""

    kind = "nerve"
    tests: tuple[int, ...]
    """Who has still to test, in order."""
    broken: tuple[int, ...] = ()
    """Who has failed and runs when all have tested."""

    @staticmethod
    def steps() -> Steps[Table, Nerve]:
        """All tests of one event first, then the flights (see NE-NRV-03)."""
        return (repeat(take_test, tests_left), repeat(flee, flights_left))


def test_nerve(t: Table, frame: Frame) -> Rule[None]:
    """The action is over with its Reactions and its free Coup de Grace: those near a casualty test their Nerve, the
    side with Priority first (NE-NRV-01). Felled and finished in one action is one casualty (NE-YAQ-01)."""
    yield from ()
    fallen = casualties_of_event(t)
    t.forget_casualties()
    tests: list[int] = []
    for seat in (t.state.priority, 1 - t.state.priority):
        for casualty in fallen:
            if t.side(casualty.who) == seat:
                tests += frightened(t, casualty)
    if tests:
        t.begin(Nerve(tuple(tests)))


def casualties_of_event(t: Table) -> list[Casualty]:
    """Each model once: where it went down first, and Out of Action if it came to that (see NE-YAQ-01)."""
    found: dict[int, Casualty] = {}
    for casualty in t.state.casualties:
        first = found.get(casualty.who)
        found[casualty.who] = casualty if first is None else first._replace(out=first.out or casualty.out)
    return list(found.values())


def frightened(t: Table, casualty: Casualty) -> Iterator[int]:
    """Who tests for a casualty: friendly fighters within 3", for a wreck fighters and vehicles within 6"; a youth that
    goes Out of Action frightens youths alone; who is Broken already does not test (see NE-NRV-01)."""
    wreck = t.is_vehicle(casualty.who)
    where = shape(t, casualty.who)._replace(x=casualty.x, y=casualty.y, z=casualty.z)
    beginner = not wreck and casualty.out and t.cards[casualty.who].role == YOUTH
    for friend in list(t.friends(casualty.who)):
        if t.has(friend, BROKEN) or (t.is_vehicle(friend) and not wreck):
            continue
        if beginner and t.cards[friend].role != YOUTH:
            continue
        if near_shape(t, friend, where, VEHICLES_FEAR if wreck else FIGHTERS_FEAR):
            yield friend


def tests_left(t: Table, n: Nerve) -> bool:
    """Whether somebody has still to test."""
    return bool(n.tests)


def take_test(t: Table, n: Nerve) -> Rule[bool]:
    """A Cool test; each controller orders its own (NE-NRV-02)."""
    seat = t.side(n.tests[0])
    mine = [who for who in dict.fromkeys(n.tests) if t.side(who) == seat]
    who = mine[0]
    if len(mine) > 1:
        pick: Option = yield t.ask(
            seat, "who tests its nerve first", lambda: [option("tests_first", t.name(one)) for one in mine]
        )
        who = t.number(pick.args[0])
    place = n.tests.index(who)
    n.tests = (*n.tests[:place], *n.tests[place + 1 :])
    if not t.in_play(who) or t.has(who, BROKEN):
        return True
    about = topic("Nerve test of {who}", t.name(who))
    if not (yield from test(t, who, "cl", "nerve", about, "NE-NRV-02", *company(t, who))):
        t.afflict(who, BROKEN, "NE-NRV-02")
        t.set_ready(who, False)
        n.broken = (*n.broken, who)
    return True


def company(t: Table, who: int) -> list[Modifier]:
    """+1 for each other friend near by that is neither Broken nor Seriously Injured; of vehicles friendly vehicles
    count (see NE-NRV-02)."""
    hull = t.is_vehicle(who)
    reach = VEHICLES_FEAR if hull else FIGHTERS_FEAR
    return [
        Modifier(1, t.name(friend), "NE-NRV-02")
        for friend in t.friends(who)
        if t.is_vehicle(friend) is hull
        and not t.has(friend, BROKEN)
        and not t.is_injured(friend)
        and near(t, who, friend, reach)
    ]


def flights_left(t: Table, n: Nerve) -> bool:
    """Whether somebody has still to run."""
    return bool(n.broken)


def flee(t: Table, n: Nerve) -> Rule[bool]:
    """Who has failed loses Ready and runs at once, even if it has acted already; each controller orders its own
    (NE-NRV-03)."""
    seat = t.side(n.broken[0])
    mine = [who for who in n.broken if t.side(who) == seat]
    who = mine[0]
    if len(mine) > 1:
        pick: Option = yield t.ask(seat, "who runs first", lambda: [option("flees_first", t.name(one)) for one in mine])
        who = t.number(pick.args[0])
    n.broken = tuple(one for one in n.broken if one != who)
    if t.in_play(who):
        for flees in t.windows[Supplement.flees]:
            if (yield from flees(t, who)):
                break
    return True

"""Activations: the menu of a model's status, two actions resolved in turn, and what follows each (NE-ACT,
NE-RND-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from fireteam.core.questions import LazyOptions, Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.nerve import test_nerve
from fireteam.games.necromunda.options import option
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.status import ACTIVE, ENGAGED, INJURED, MOBILE, PINNED, STALLED, status_of
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, back_to, carried, each, then, when
from fireteam.kit.supplements import Windows

SIMPLE, BASIC, DOUBLE = "simple", "basic", "double"
"""How often an action may be chosen and what it costs (NE-ACT-02 to NE-ACT-04)."""
ACTIONS = 2
"""The actions of an activation (see NE-ACT-01)."""
UP = (ACTIVE, ENGAGED)
DOWN = (PINNED, INJURED)
DRIVEN = (MOBILE, STALLED)


class Activation(Sequence, Frame):
    """A model is activated (see NE-RND-04)."""

    kind = "activation"
    who: int
    left: int = ACTIONS
    """Actions that it still has."""
    aimed: bool = False
    """Whether it has aimed (see NE-STD-10)."""
    over: bool = False
    """Whether it ends early: by a fall, a fire, an Insane turn (see NE-FALL-02)."""
    may_turn: bool = True
    """Whether it may still be turned for free: as it begins, and after each move (see NE-RND-05)."""
    moves: int = 0
    """Move actions one after the other (see NE-SWIG-03)."""
    sprung: frozenset[str] = frozenset()
    """Traps that have been rolled for in it (see NE-TRAP-01)."""

    @staticmethod
    def steps() -> Steps[Table, Activation]:
        """The turn of a model: what its conditions do comes first (see NE-COND-12), then its actions one by one, each
        with all it causes before the next is chosen (see NE-ACT-01)."""
        return (
            start,
            each(Supplement.activation_start, stops=False),
            carried(Quality.activation_start, qualities, is_there),
            carried(Quality.takes_over, qualities, may_act),
            when(act, may_act),
            each(Supplement.action_over, stops=False),
            then(test_nerve, somebody_fell),
            back_to(act, may_act),
            carried(Quality.activation_end, qualities, is_there),
            each(Supplement.activation_end, stops=False),
            then(test_nerve, somebody_fell),
            then(end),
        )


def qualities(t: Table, a: Activation) -> tuple[Windows, ...]:
    """Conditions of the active model in their order, then its skills and gear (see NE-COND-12)."""
    own, *conditions = t.bearers(a.who)
    return (*conditions, own)


def is_there(t: Table, a: Activation) -> bool:
    """Whether it is still on the table."""
    return t.in_play(a.who)


def may_act(t: Table, a: Activation) -> bool:
    """Whether it has an action left and may use it."""
    return a.left > 0 and not a.over and t.in_play(a.who)


def somebody_fell(t: Table, a: Activation) -> bool:
    """Whether friends of somebody must test their Nerve, now that the action is over (see NE-NRV-01)."""
    return bool(t.state.casualties)


def start(t: Table, a: Activation) -> Rule[None]:
    """The turn of a model begins."""
    yield from ()
    t.activate(a.who)


def end(t: Table, a: Activation) -> Rule[None]:
    """The turn of a model is over."""
    yield from ()
    t.deactivate()


# -- the list of actions -----------------------------------------------------------------------------------------------


def always(t: Table, a: Activation, why: Why) -> bool:
    """An action that asks nothing more than its status."""
    return True


def anything(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """An option that is as good as the action itself."""
    return True


class Deed(NamedTuple):
    """Something a model may do: its law, the options it is chosen by, and what it does."""

    name: str
    rule: str
    cost: str
    """simple, basic or double; "" for what is free."""
    statuses: tuple[str, ...]
    """The statuses whose menu it stands in (see NE-ACT-05)."""
    law: Callable[[Table, Activation, Why], bool]
    options: Callable[[Table, Activation], Iterable[Option]]
    do: Callable[[Table, Activation, Option], Rule[None]]
    target: Callable[[Table, Activation, Option, Why], bool] = anything
    """The law of one of its options."""
    late: bool = False
    """Whether its options are judged when somebody looks: they are many."""
    kinds: tuple[str, ...] = ()
    """The kinds of its options, where they are not called as the action is."""

    def lists(self, kind: str) -> bool:
        """Whether options of a kind are its own."""
        return kind in self.kinds if self.kinds else kind == self.name


CHAPTERS: list[Deed] = []
"""The actions of the chapters: each chapter adds its own."""


def add(*deeds: Deed) -> None:
    """Put actions on the menus of their statuses."""
    CHAPTERS.extend(deeds)


def thought_of(t: Table, who: int) -> list[Deed]:
    """All that a model may think of: the menu of the book, and what skills, gear and the table give it."""
    found = list(CHAPTERS)
    for windows in t.bearers(who):
        for more in windows[Quality.deeds]:
            found += more(t, who)
    for others in t.windows[Supplement.deeds]:
        found += others(t, who)
    return found


def may_do(t: Table, a: Activation, deed: Deed, why: Why = None, status: str = "") -> bool:
    """Whether a model may do something now: its status lists it (NE-ACT-05), a Basic action once (NE-ACT-02), a Simple
    one again (NE-ACT-03), a Double one with both actions (NE-ACT-04). Who knows its status says so."""
    status = status or status_of(t, a.who)
    done = t.model(a.who).done
    cost = cost_of(t, deed)
    return (
        goes_on_climbing(t, a, deed, why)
        and need(why, status in deed.statuses, "NE-ACT-05", "its status allows it: it is {}", status)
        and need(why, cost != BASIC or deed.name not in done, "NE-ACT-02", "it has not done that in this activation")
        and need(why, cost != DOUBLE or a.left == ACTIONS, "NE-ACT-04", "it has both actions: {} left", a.left)
        and not any(
            forbids(t, a.who, deed, why) for windows in t.bearers(a.who) for forbids in windows[Quality.forbids]
        )
        and not any(forbids(t, a, deed, why) for forbids in t.windows[Supplement.forbids])
        and deed.law(t, a, why)
    )


def goes_on_climbing(t: Table, a: Activation, deed: Deed, why: Why) -> bool:
    """Between two actions in the middle of a climb there is nothing but to go on with it (see NE-MOV-12)."""
    hangs = bool(t.model(a.who).climb)
    return need(why, not hangs or "move" in (deed.name, *deed.kinds), "NE-MOV-12", "it is not in the middle of a climb")


def activation_of(t: Table, who: int) -> Activation | None:
    """The activation of a model that is under way, if there is one."""
    return next((frame for frame in t.state.agenda if isinstance(frame, Activation) and frame.who == who), None)


def cost_of(t: Table, deed: Deed) -> str:
    """What an action costs in this match: Reload both actions by a house rule (NE-HR-01)."""
    return DOUBLE if deed.name in t.setting.doubled else deed.cost


def offered(t: Table, a: Activation) -> LazyOptions:
    """Every action that is possible now; what there is much of is judged when somebody looks."""
    found: list[Option] = []
    late: dict[str, Deed] = {}
    status = status_of(t, a.who)
    for deed in thought_of(t, a.who):
        if status in deed.statuses and may_do(t, a, deed, None, status):
            options = deed.options(t, a)
            if deed.late:
                late |= dict.fromkeys(deed.kinds or (deed.name,), deed)
                found += options
            else:
                found += [pick for pick in options if deed.target(t, a, pick, None)]

    def judge(pick: Option) -> bool:
        deed = late.get(pick.kind)
        return deed is None or deed.target(t, a, pick, None)

    if not t.model(a.who).climb:  # an activation does not end in the middle of a climb (see NE-MOV-12)
        found.append(option("end"))
    return LazyOptions(found, judge)


def act(t: Table, a: Activation) -> Rule[None]:
    """One action, chosen when the one before is over; a model may also stop (NE-ACT-01)."""
    about = topic("action of {who}", t.name(a.who))
    pick: Option = yield t.ask(t.player(a.who), about, lambda: offered(t, a))
    if pick.kind == "end":
        a.left = 0
        return
    deed = next(deed for deed in thought_of(t, a.who) if deed.lists(pick.kind))
    spend(t, a, deed)
    yield from deed.do(t, a, pick)


def spend(t: Table, a: Activation, deed: Deed) -> None:
    """An action is paid for; what is free costs nothing and uses nothing up (NE-ACT-06)."""
    if deed.cost:
        a.may_turn = False
        a.left -= ACTIONS if cost_of(t, deed) == DOUBLE else 1
        t.mark(a.who, deed.name)
        a.moves = a.moves + 1 if deed.name in ("move", "carry") else 0


def cut_short(t: Table, who: int) -> None:
    """The activation of a model is over, whatever is left of it (see NE-FALL-02, NE-TER-14)."""
    a = activation_of(t, who)
    if a is not None:
        a.over = True

"""An action under way: its record, and the order of what follows it (KT-ACT-05 to KT-ACT-08)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fireteam.core.questions import LazyOptions, Rule
from fireteam.core.refusals import Why
from fireteam.games.killteam.actions.conditions import ACTIVATION, COUNTERACT, FREE, may_start, price
from fireteam.games.killteam.cards import option
from fireteam.games.killteam.damage.casualties import remove_casualties
from fireteam.games.killteam.markers import holders
from fireteam.games.killteam.state import KILLZONE, NOBODY, Effect, Frame
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, each
from fireteam.kit.records import constant

GIVEN_UP = "given_up"
"""What an Effect is that keeps an action from being tried again at once; its name is the action."""
ATTACKS = ("SHOOT", "FIGHT", "DOOR FIGHT", "HATCHWAY FIGHT")
"""Actions whose shooting or fighting is all that odds are asked about."""


class Action(Sequence, Frame):
    """The record of an action from the moment it is chosen until everything that follows it is done."""

    kind = "action"
    who: int
    name: str
    mode: str = ACTIVATION
    """activation, counteract, interrupt or free."""
    most: int = 0
    """The inches a free move has at most; 0: as the action says."""
    weapon: str = ""
    """The weapon it must use, before; the weapon it used, afterwards."""
    target: int = NOBODY
    """The operative it was aimed at."""
    picked: str = ""
    """Of several Blast of its weapon the one that is used (see KT-WR-00)."""
    walked: int = 0
    """Inches of the move used before it was broken off for something else (KT-GALL-08)."""
    kills: int = 0
    """How many kills the battle had seen before: those after it are its own."""
    wounds: tuple[int, ...] = constant(default=())
    """The wounds of every operative before."""
    by: str = ""
    """What gave a free action."""
    held: tuple[tuple[str, int], ...] | None = None
    """Who controlled which markers when it began, as long as it lasts; None once it is over (KT-MARK-05)."""

    @staticmethod
    def steps() -> Steps[Table, Action]:
        """It is performed, then everything that follows it; both sides' rules in one window are ordered by initiative
        (KT-INIT-04)."""
        return (
            perform,
            each(Supplement.action_performed),
            casualties,
            each(Supplement.after_action),
            each(Supplement.enemy_action_over),
            each(Supplement.interrupt),
            casualties,
            over,
        )

    def under_way(self) -> bool:
        """Whether it is being performed: nothing that follows it has begun."""
        return self.step in ("", perform.__name__)

    def wounds_at_start(self, who: int) -> int | None:
        """What stats are frozen with while it is performed (see KT-BASE-20)."""
        return self.wounds[who] if who == self.who and self.wounds and self.under_way() else None

    def solved_through(self) -> bool:
        """Whether it shoots or fights and is not performed yet: odds of the action are those of what it leads to."""
        return self.under_way() and self.name in ATTACKS


May = Callable[[Table, int, str, Why], bool]
"""Whether an operative may perform it in a mode, apart from AP and repeats; says why not."""


class Deed(NamedTuple):
    """An action as the book describes it: universal, of the killzone, of the mission, of equipment, or unique
    (see KT-ACT-08)."""

    name: str
    rule: str
    ap: int
    may: May
    perform: Callable[[Table, Action], Rule[None]]
    counts_as: str = ""
    """The action it is treated as; empty: none but itself (see KT-ACT-03)."""
    may_fail: bool = False
    """Whether it may turn out that nobody knows how to complete it: then it is given up (see KT-ACT-07)."""

    @property
    def limit(self) -> str:
        """The name under which it is counted."""
        return self.counts_as or self.name


def may_act(t: Table, who: int, deed: Deed, mode: str = ACTIVATION, why: Why = None) -> bool:
    """Whether an operative may perform an action now: what all have in common, then its own conditions (KT-ACT-06)."""
    free = mode not in (ACTIVATION, "counteract")
    return may_start(t, who, deed.name, deed.limit, deed.ap, why, free=free) and deed.may(t, who, mode, why)


def start(
    t: Table, who: int, deed: Deed, mode: str = ACTIVATION, *, most: int = 0, weapon: str = "", by: str = ""
) -> None:
    """The action begins: it counts as performed, and its AP are spent (see KT-ACT-01 and KT-ACT-02)."""
    state = t.state
    t.perform(who, deed.limit, deed.ap if mode == ACTIVATION else 0)
    if state.operatives[who].guard and deed.name != "GUARD" and not deed.may_fail:
        t.set_guard(who, False, "KT-GUARD-02")
    wounds = tuple(operative.wounds for operative in state.operatives)
    held = holders(t)
    t.begin(
        Action(who, deed.name, mode, most=most, weapon=weapon, kills=len(state.kills), wounds=wounds, by=by, held=held)
    )
    t.tell("action", deed.rule, who=t.name(who), action=deed.name, mode=mode)


def give_up(t: Table, a: Action) -> None:
    """The action is not performed after all, since nobody knows how to complete it: nothing is spent, and as long as
    nobody acts it is not tried again (see KT-ACT-07)."""
    found = deed(t, a.who, a.name)
    spent = found.ap if a.mode == ACTIVATION else 0
    t.take_back(a.who, found.limit, spent, Effect(a.name, GIVEN_UP, 0, "action", "KT-ACT-07"))
    t.tell("given_up", "KT-ACT-07", who=t.name(a.who), action=a.name)
    t.finish()


def hurt_by(t: Table, action: Action) -> list[int]:
    """The operatives that have lost wounds in an action."""
    return [who for who, before in enumerate(action.wounds) if t.operative(who).wounds < before]


def start_free(t: Table, who: int, deed: Deed, mode: str, *, most: int = 0, weapon: str = "", by: str = "") -> None:
    """An action outside an own activation: what was done in that one does not count (KT-ACT-09, KT-ACT-10)."""
    if t.state.active != who:
        t.start_acting(who)
    start(t, who, deed, mode, most=most, weapon=weapon, by=by)


# -- every action there is ---------------------------------------------------------------------------------------------


def deeds_of(t: Table, who: int) -> list[Deed]:
    """The actions that are open to an operative in this battle, possible now or not (KT-ACT-08)."""
    return priced(t, who, [deed for actions in t.windows[Supplement.actions] for deed in actions(t, who)])


def priced(t: Table, who: int, found: list[Deed]) -> list[Deed]:
    """The actions with the AP that they cost an operative now."""
    prices = [price(t, who, entry.limit, entry.ap) for entry in found]
    return [entry if ap == entry.ap else entry._replace(ap=ap) for entry, ap in zip(found, prices, strict=True)]


def named(found: list[Deed], name: str) -> Deed:
    """An action by its name."""
    return next(entry for entry in found if entry.name == name)


def deed(t: Table, who: int, name: str) -> Deed:
    """An action of an operative by its name."""
    return named(deeds_of(t, who), name)


def offered(t: Table, who: int, found: list[Deed], mode: str, otherwise: str) -> LazyOptions:
    """The actions among these that an operative may perform now, each judged when somebody looks at it; else to do
    nothing (KT-ACT-05, KT-ACT-06)."""
    by_name = {entry.name: entry for entry in found}
    return LazyOptions(
        [*(option("action", name) for name in by_name), option(otherwise)],
        lambda pick: pick.kind == otherwise or may_act(t, who, by_name[pick.args[0]], mode),
    )


def possible(t: Table, who: int, mode: str = ACTIVATION) -> list[Deed]:
    """The actions that an operative may perform now (see KT-ACT-05 and KT-ACT-06)."""
    return [found for found in deeds_of(t, who) if may_act(t, who, found, mode)]


def may_have_one(t: Table, who: int, mode: str) -> bool:
    """Whether, for all that everybody knows, an operative may have an action to perform now (see KT-OPS-20)."""
    guessed = [deed for actions in t.windows[Supplement.guessed_actions] for deed in actions(t, who)]
    return any(may_act(t, who, entry, mode) for entry in priced(t, who, guessed))


# -- an action under way -----------------------------------------------------------------------------------------------


def perform(t: Table, a: Action) -> Rule[None]:
    """What the action itself does; a free one may come too late for its operative."""
    if a.mode == FREE and (t.operative(a.who).status != KILLZONE or t.operative(a.who).incapacitated):
        t.finish()  # it waited for a sequence that its operative has not survived
        return
    yield from deed(t, a.who, a.name).perform(t, a)


def casualties(t: Table, a: Action) -> Rule[None]:
    """Whoever is incapacitated leaves (KT-DMG-02, KT-DMG-06)."""
    yield from remove_casualties(t)


def over(t: Table, a: Action) -> Rule[None]:
    """The action is over, and what lasted as long as it did (KT-ACT-10)."""
    if not any(record.kind in ("shooting", "fight") for record in t.state.agenda):
        for who in range(len(t.state.operatives)):
            t.end_effects(who, "action")
    if a.mode == COUNTERACT or t.state.active != a.who:
        t.start_acting(a.who)  # what was done outside an own activation stands in the way of nothing later (KT-ACT-10)
    if a.mode == COUNTERACT:
        t.set_active(NOBODY)
        t.enter("firefight", acting=1 - t.operative(a.who).seat)
    yield from ()

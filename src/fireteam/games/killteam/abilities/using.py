"""How an entry is used: one loop that offers it, takes what it costs, rolls for it and lets its effects happen, in
whatever window (KT-PLOY-03, KT-ACT-09).

Entries without cost and limit work by themselves; the others are offered one at a time, until their owner wants no
more.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.entries import Entry, entries
from fireteam.games.killteam.abilities.selectors import everybody, measured, selector_of
from fireteam.games.killteam.abilities.word import CHOICE, ENTRY, Context, Effect
from fireteam.games.killteam.abilities.words.tokens import GiveToken
from fireteam.games.killteam.cards import option, options_of
from fireteam.games.killteam.state import KILLZONE, NOBODY
from fireteam.games.killteam.state import Effect as Laid
from fireteam.games.killteam.table import Table

if TYPE_CHECKING:
    from fireteam.games.killteam.damage.inflict import Blow
    from fireteam.games.killteam.shooting.sequence import Shooting


class Use:
    """An entry that may be used in a window, or is: what its conditions look at, and for whom it is."""

    def __init__(self, entry: Entry, context: Context, moment: str = "") -> None:
        self.entry, self.context = entry, context
        self.moment = moment
        """What tells this window from others of the same activation, for entries that work by themselves."""
        self.window: Window
        self.whom: list[int] = []


class Window:
    """A moment at which entries may be used; words ask it what is under way."""

    kind = "use_entry_with"
    """The options by which entries are offered."""
    blow: Blow | None = None
    """Damage that is about to be inflicted."""
    shot: Shooting | None = None
    """A shot whose target is selected."""
    victim = NOBODY
    """Whom its rolls are about, if that is not whoever uses the entry."""

    def __init__(self, t: Table, about: str = "", uses: Iterable[Use] = ()) -> None:
        self.t, self.topic = t, about
        self.found = list(uses)
        """Everything that it may open for."""
        self.done = False
        """Whether a word has decided what the window is about."""

    def about(self) -> str:
        """What its owner is asked."""
        return self.topic

    def names(self, use: Use) -> tuple[str, ...]:
        """What an option for an entry names."""
        return use.entry.id, self.t.name(use.context.who)

    def open(self, use: Use) -> bool:
        """Whether an entry may be used now (see KT-PLOY-01 and KT-PLOY-04); one that works by itself does so once,
        although the window may be entered again."""
        t, s, who = self.t, self.t.state, use.context.who
        if not use.entry.asked and (_mark(use), use.entry.seat, who, s.turning_point, s.activations) in s.used:
            return False
        return (who == NOBODY or fit(t, who)) and use.entry.usable(t, use.context)

    def note(self, use: Use) -> None:
        """An entry is used; what works by itself and is only laid on somebody may be laid again, and needs no note."""
        if not use.entry.asked and not all(effect.stands for effect in use.entry.effects):
            self.t.use(_mark(use), use.entry.seat, use.context.who)

    def whom(self, use: Use) -> Rule[list[int]]:
        """Whom an entry is used for: all whom it means, or as many as it says, chosen by its owner."""
        t, entry = self.t, use.entry
        found = entry.able(t, use.context)
        selector = selector_of(entry)[0]
        if everybody(entry) or selector is None:
            return found
        whom: list[int] = []
        for _ in range(min(selector.count, len(found))):
            left = [t.name(who) for who in found if who not in whom]
            pick: Option = yield t.ask(entry.seat, topic("whom {entry} is for", entry.id), options_of("for", left))
            whom.append(t.number(pick.args[0]))
        return whom

    def over(self, before: int) -> bool:
        """Whether it is over after an entry: something began that comes first, such as a free action."""
        return len(self.t.state.agenda) > before

    # -- what words ask it ---------------------------------------------------------------------------------------------

    def gains(self, entry: Entry, effect: Effect) -> bool:
        """Whether dice that are about to be rolled gain what an effect grants; then they have."""
        return False

    def lessens(self, entry: Entry, effect: Effect) -> bool:
        """Whether dice are about to inflict damage that an effect makes less; then they inflict less."""
        return False

    def interrupted(self) -> None:
        """A free action comes first, and what is under way waits for it."""

    def begun(self) -> None:
        """The free action has begun."""


def fit(t: Table, who: int) -> bool:
    """Whether an operative is in the killzone and not incapacitated."""
    operative = t.operative(who)
    return operative.status == KILLZONE and not operative.incapacitated


def _mark(use: Use) -> str:
    """The name under which it is noted that an entry has worked by itself."""
    return f"{use.entry.id} {use.entry.when} {use.moment}".rstrip()


def with_all(t: Table, seat: int, when: str, target: int = NOBODY, moment: str = "") -> list[Use]:
    """Every entry of a side for a window, with every operative that may trigger it."""
    found = [(entry, who) for entry in entries(t, seat, when) for who in entry.bearers(t)]
    return [Use(entry, Context(who, target=target), moment) for entry, who in found]


def with_one(t: Table, when: str, context: Context, moment: str = "", *, early: bool = False) -> list[Use]:
    """Every entry for a window that one operative may trigger."""
    who = context.who
    found = [entry for entry in entries(t, t.operative(who).seat, when) if entry.early is early]
    return [Use(entry, context, moment) for entry in found if entry.bears(t, who)]


# -- the loop ----------------------------------------------------------------------------------------------------------


def through(window: Window) -> Rule[bool]:
    """All that a window opens for, the sides in the order given: first what works by itself, then what is offered;
    True if the window was over before its end (KT-PLOY-03)."""
    t = window.t
    for use in window.found:
        if not use.entry.asked and window.open(use):
            window.note(use)
            if (yield from perform(window, use)):
                return True
    for seat in dict.fromkeys(use.entry.seat for use in window.found):
        while True:
            found: dict[tuple[str, ...], Use] = {}
            for use in window.found:
                if use.entry.asked and use.entry.seat == seat and window.names(use) not in found and window.open(use):
                    found[window.names(use)] = use
            if not found:
                break
            pick: Option = yield t.ask(seat, window.about(), partial(_offers, window.kind, tuple(found)))
            if pick.kind == "no_entry":
                break
            use = found[pick.args]
            window.note(use)
            use.entry.pay(t, use.context.who)
            if (yield from perform(window, use)):
                return True
    return False


def _offers(kind: str, found: Iterable[tuple[str, ...]]) -> list[Option]:
    return [*(option(kind, *names) for names in found), option("no_entry")]


def perform(window: Window, use: Use) -> Rule[bool]:
    """What an entry does once it is paid for; True if the window is over then."""
    t, entry = window.t, use.entry
    use.window = window
    before = len(t.state.agenda)
    use.whom = yield from window.whom(use)
    choice = yield from chosen_way(t, entry)
    named = (who for who in (window.victim, use.context.who, *use.whom) if who != NOBODY)
    if not (yield from rolled(t, entry, next(named, 0))):
        return False
    stands = _stands(t, entry)
    for effect in entry.effects:
        if not (stands and effect.stands):
            yield from effect.happens(t, use)
    if choice:
        lasts = next((given.until for given in entry.effects_of(GiveToken)), None)
        for who in use.whom:
            t.affect(who, Laid(choice, CHOICE, 0, entry.until(lasts), entry.id))
    return window.over(before)


def chosen_way(t: Table, entry: Entry) -> Rule[str]:
    """Which of several things an entry does; empty: it leaves no choice."""
    if not entry.choices:
        return ""
    pick: Option = yield t.ask(
        entry.seat, topic("choice of {entry}", entry.id), lambda: [option("choice", name) for name in entry.choices]
    )
    found: str = pick.args[0]
    return found


def rolled(t: Table, entry: Entry, who: int) -> Rule[bool]:
    """The D6 that an entry wants to see, if it wants one."""
    for least in [roll.value for roll in entry.rolls]:
        about = topic("{entry} for {who}", entry.id, t.name(who))
        (face,) = yield Roll(entry.seat, about, alike=tuple(1 if face < least else least for face in range(1, 7)))
        t.tell("entry_rolled", entry.id, entry=entry.id, who=t.name(who), face=face, need=least)
        if face < least:
            return False
    return True


def _stands(t: Table, entry: Entry) -> bool:
    """A gambit for all operatives of a side stands for the turning point, and is looked up from there
    (see KT-PLOY-02)."""
    if entry.when != "gambit" or not (everybody(entry) or entry.who is None):
        return False
    selector = selector_of(entry)[0]
    if (selector is not None and measured(selector)) or not any(effect.stands for effect in entry.effects):
        return False
    t.stand_for(entry.seat, Laid(entry.id, ENTRY, 0, "turning point", entry.id))
    return True

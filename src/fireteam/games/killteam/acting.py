"""An action under way: its record, and the order of what follows it (KT-ACT-05 to KT-ACT-08)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why
from fireteam.games.killteam.conditions import ACTIVATION, may_start
from fireteam.games.killteam.markers import holders
from fireteam.games.killteam.state import NOBODY
from fireteam.games.killteam.table import Table

PERFORM = -1
"""The window of an action that is still to be performed; the others are numbers of AFTERMATH."""
ATTACKS = ("SHOOT", "FIGHT", "DOOR FIGHT", "HATCHWAY FIGHT")
"""Actions whose shooting or fighting is all that odds are asked about."""


class Action:
    """The record of an action from the moment it is chosen until everything that follows it is done."""

    kind = "action"
    FIELDS = ("who", "name", "mode", "window", "most", "weapon", "target", "walked", "kills", "wounds", "by", "held")
    __slots__ = FIELDS

    def __init__(
        self, who: int, name: str, mode: str = ACTIVATION, *, window: int = PERFORM, most: int = 0, weapon: str = "", target: int = NOBODY,
        walked: int = 0, kills: int = 0, wounds: tuple[int, ...] = (), by: str = "", held: tuple[tuple[str, int], ...] | None = None,
    ) -> None:  # fmt: skip
        self.who = who
        self.name = name
        self.mode = mode
        """activation, counteract, interrupt or free."""
        self.window = window
        self.most = most
        """The inches a free move has at most; 0: as the action says."""
        self.weapon = weapon
        """The weapon it must use, before; the weapon it used, afterwards."""
        self.target = target
        """The operative it was aimed at."""
        self.walked = walked
        """Inches of the move used before it was broken off for something else (KT-GALL-08)."""
        self.kills = kills
        """How many kills the battle had seen before: those after it are its own."""
        self.wounds = wounds
        """The wounds of every operative before."""
        self.by = by
        """What gave a free action."""
        self.held = held
        """Who controlled which markers when it began, as long as it lasts; None once it is over (KT-MARK-05)."""

    @property
    def attacks(self) -> bool:
        """Whether it shoots or fights and is not performed yet: odds of the action are those of what it leads to."""
        return self.window == PERFORM and self.name in ATTACKS

    def copy(self) -> Action:
        """A record of its own that equals this one."""
        other = Action.__new__(Action)
        for name in Action.FIELDS:
            setattr(other, name, getattr(self, name))
        return other

    def key(self) -> tuple[Any, ...]:
        """Everything that follows depends on."""
        return (
            self.who, self.name, self.mode, self.window, self.most, self.weapon, self.target, self.walked, self.kills, self.by, self.held,
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {name: getattr(self, name) for name in self.FIELDS}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Action:
        """From its dump."""
        fields = {name: data[name] for name in cls.FIELDS}
        fields["wounds"] = tuple(fields["wounds"])
        fields["held"] = None if fields["held"] is None else tuple((marker, seat) for marker, seat in fields["held"])
        return cls(fields.pop("who"), fields.pop("name"), fields.pop("mode"), **fields)


May = Callable[[Table, int, str, Why], bool]
"""Whether an operative may perform it in a mode, apart from AP and repeats; says why not."""


class Deed(NamedTuple):
    """An action as the book describes it: universal, of the killzone, of the mission, of equipment, or unique (KT-ACT-08)."""

    name: str
    rule: str
    ap: int
    may: May
    perform: Callable[[Table, Action], Rule[None]]
    counts_as: str = ""
    """The action it is treated as; empty: none but itself (KT-ACT-03)."""

    @property
    def limit(self) -> str:
        """The name under which it is counted."""
        return self.counts_as or self.name


def may_act(t: Table, who: int, deed: Deed, mode: str = ACTIVATION, why: Why = None) -> bool:
    """Whether an operative may perform an action now: what all have in common, then its own conditions (KT-ACT-06)."""
    free = mode not in (ACTIVATION, "counteract")
    return may_start(t, who, deed.name, deed.limit, deed.ap, why, free=free) and deed.may(t, who, mode, why)


def start(t: Table, who: int, deed: Deed, mode: str = ACTIVATION, *, most: int = 0, weapon: str = "", by: str = "") -> None:
    """The action begins: it counts as performed, and its AP are spent (KT-ACT-01, KT-ACT-02)."""
    state = t.state
    t.perform(who, deed.limit, deed.ap if mode == ACTIVATION else 0)
    if state.operatives[who].guard and deed.name != "GUARD":
        t.set_guard(who, False, "KT-GUARD-02")
    wounds = tuple(operative.wounds for operative in state.operatives)
    held = holders(t)
    t.begin(Action(who, deed.name, mode, most=most, weapon=weapon, kills=len(state.kills), wounds=wounds, by=by, held=held))
    t.tell("action", deed.rule, who=t.name(who), action=deed.name, mode=mode)


def hurt_by(t: Table, action: Action) -> list[int]:
    """The operatives that have lost wounds in an action."""
    return [who for who, before in enumerate(action.wounds) if t.operative(who).wounds < before]


def start_free(t: Table, who: int, deed: Deed, mode: str, *, most: int = 0, weapon: str = "", by: str = "") -> None:
    """An action outside an own activation: what was done in that one does not count (KT-ACT-09, KT-ACT-10)."""
    if t.state.active != who:
        t.start_acting(who)
    start(t, who, deed, mode, most=most, weapon=weapon, by=by)

"""The state of a battle: models, things on the table, the round, and what is under way."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fireteam.kit import agenda, state
from fireteam.kit.bounds import LARGEST, Among, Bits, Most, Range
from fireteam.kit.records import Record, constant, field

NOBODY = state.NOBODY
RESERVE, PLAY, AWAY, OUT, LEFT = range(5)
"""Not set up yet; on the table; in a hatch or crawlway (NE-TER-14); Out of Action, by a wound, a wreck or by flight;
left by an exit (NE-MOV-14)."""
STANDING, PINNED, INJURED = range(3)
"""How a fighter is: Standing, or Prone and Pinned or Seriously Injured (NE-STAT-01, NE-STAT-03)."""
MOBILE, STALLED, WRECKED = range(3)
"""How a vehicle is (NE-STAT-06); kept where a fighter's stance is."""
CALM = frozenset[str]()


Seat = Annotated[int, Among("seats")]
AnySeat = Annotated[int, Among("seats", (NOBODY,))]
Somebody = Annotated[int, Among("models", (NOBODY,))]
Hundredths = Annotated[int, Range(-10_000, 10_000)]
"""A place on the table, which is some forty-eight inches across."""
Count = Annotated[int, Range(0, 999)]


class Frame(agenda.Frame):
    """Something under way in a battle."""


class Thing(NamedTuple):
    """Something on the table that is no model and may change: a door, a lift, a casket, a trap, a cloud, a rat."""

    id: str
    kind: str
    x: Hundredths = 0
    y: Hundredths = 0
    z: Hundredths = 0
    state: str = ""
    """What it is at the moment: open, closed, locked, on, off, ..."""
    owner: Somebody = NOBODY
    """The side, or for a rat and a trap the fighter, that it belongs to."""
    number: Annotated[int, Range(-999, 999)] = 0
    """Tokens of ordnance, wounds left of what can be broken, the round in which a lift has moved: as its kind says."""
    label: str = ""
    """Which of its kind: the grenade of a rat, the profile of a trap."""


class Casualty(NamedTuple):
    """Somebody that has gone down, for whom friends still test their nerve (NE-NRV-01)."""

    who: Somebody
    x: Hundredths
    y: Hundredths
    z: Hundredths
    out: bool
    """Out of Action, not just Seriously Injured."""


class Line(NamedTuple):
    """A line of the ledger: what a battle gives to score and to keep (NE-RND-10, NE-CAMP-12)."""

    what: str
    seat: Seat
    who: Somebody = NOBODY
    """The model that did it, or that it happened to."""
    number: int = 1


class Model(Record):
    """A fighter or a vehicle with its crew; what never changes about it is on its card."""

    index: Somebody = constant()
    side: Seat = constant()
    status: Annotated[int, Range(RESERVE, LEFT)] = RESERVE
    stance: Annotated[int, Range(STANDING, INJURED)] = STANDING
    x: Hundredths = 0
    y: Hundredths = 0
    z: Hundredths = 0
    facing: Annotated[int, Range(0, 359)] = 0
    """Whole degrees, 0 to the east; a turn to the left raises it."""
    ready: bool = False
    wounds: Annotated[int, Range(0, 99)] = 1
    flesh: Count = 0
    """Flesh Wounds; of a vehicle those of its driver (NE-INJ-02, NE-VHIT-07)."""
    conditions: frozenset[str] = CALM
    """The conditions of the book by name (NE-COND-12), and other things that last on it: revealed, in cover of a
    hatch."""
    drinks: Count = 0
    """Intoxicated tokens (NE-SWIG-01)."""
    drink: str = ""
    """The drink taken last: its row of the table counts."""
    empty: frozenset[str] = CALM
    """Weapons that are Out of Ammo (NE-SHT-14)."""
    lost: frozenset[str] = CALM
    """What is gone for the battle: weapons, profiles as "weapon/profile", gear, guns of a vehicle (NE-TRT-22)."""
    done: frozenset[str] = CALM
    """What it has done in this activation that is done once in it (NE-ACT-02)."""
    used: frozenset[str] = CALM
    """What it has used in this round that is used once in it."""
    moved: Annotated[int, Range(0, LARGEST)] = 0
    """Hundredths of an inch that it has moved in this activation, or in its last one (NE-MNT-01)."""
    aboard: Somebody = NOBODY
    """The vehicle it rides (NE-VEH-31)."""
    seated: bool = False
    """Whether it has a transport place there."""
    berth: Annotated[tuple[int, int], Range(-10_000, 10_000)] = (0, 0)
    """Where it is in the frame of that hull, in hundredths."""
    climb: Annotated[tuple[int, ...], Range(-10_000, 10_000), Most(4)] = ()
    """Between two actions in the middle of a climb: where it hangs, and from which height it came (NE-MOV-12)."""
    hatch: Annotated[str, Among("things", ("",))] = ""
    """The hatch it has gone into (NE-TER-14)."""
    idle: bool = False
    """Whether it is not readied: Blind, a driver that has blacked out (NE-RND-03)."""
    handling: Count = 0
    """What lasting damage takes off its Handling for the battle (NE-VHIT-08)."""
    capped: bool = False
    """Whether it moves no more than its Movement in one activation (NE-VHIT-06)."""
    restart: Annotated[int, Range(-999, 999)] = 0
    """What its next Restart test adds (NE-VEH-15, NE-VEH-20)."""

    @property
    def inside(self) -> bool:
        """Whether it is in something, in nobody's way and out of everybody's reach: a vehicle, a hatch."""
        return self.seated or bool(self.hatch)


class State(state.State):
    """A whole position."""

    frames = Frame

    models: Annotated[list[Model], Most(99)] = field(default=[], key=False, copied=False)
    things: dict[str, Thing] = field(default={}, copied=False)
    round: Count = 0
    priority: Seat = 0
    acting: Seat = 0
    """Whose turn it is to pick a model."""
    active: Somebody = NOBODY
    """The model whose activation it is."""
    controller: AnySeat = NOBODY
    """Who decides for it, where that is not its owner (NE-COND-07)."""
    group: Annotated[tuple[int, ...], Among("models")] = ()
    """Those nominated to activate after it (NE-RND-06)."""
    first_side: Seat = 0
    """The seat that is side a of the scenario (NE-RND-08)."""
    strength: Annotated[tuple[int, int], Range(0, 999)] = (0, 0)
    """How many models each side began with, for Bottle tests (NE-END-02)."""
    bottled: Annotated[int, Bits("seats")] = 0
    """The sides that have bottled out, as bits."""
    casualties: tuple[Casualty, ...] = field(default=(), key=False)
    """For whom Nerve is still to be tested when the action is over: no attack looks at it, nor does a key."""
    ledger: tuple[Line, ...] = field(default=(), key=False)
    """What has happened, line by line; no attack looks at it either."""
    points: Annotated[tuple[int, int], Range(0, 999)] = (0, 0)
    event: str = ""
    """The badzone event in play, since which round, and the environment (NE-EVT-04)."""
    event_since: Count = 0
    environment: str = ""
    settled: frozenset[str] = CALM
    """What happens once in a battle and has happened."""

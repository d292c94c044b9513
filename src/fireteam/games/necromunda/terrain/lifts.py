"""Lifts: once a round up or down a stop, with all that stand on them (NE-MOV-11, NE-TER-09)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.games.necromunda.activation import DOWN, UP, Activation, Deed
from fireteam.games.necromunda.hits import CRASH, Hit, Strike
from fireteam.games.necromunda.marks import outline_of
from fireteam.games.necromunda.movement.falling import set_clear
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import shape
from fireteam.games.necromunda.state import Frame, Thing
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.dodging import dodge
from fireteam.games.necromunda.terrain.nearness import nearest_of
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then
from fireteam.kit.plane.places import Place
from fireteam.space.plane.free.plan import Lift
from fireteam.space.plane.model import INCH

LIFT = "lift"
TRAVEL = 400
"""Hundredths that a lift goes at most in one move (see NE-TER-09)."""
CRUSHED = 3
"""The Damage of a lift to whoever is in its path (see NE-MOV-11)."""

kinds(
    ride=("ride {} to {}", ("NE-MOV-11",)),
)


class Lifts(Supplement):
    """Lifts of a map. The label of one that is switched off is the round in whose End phase it works again."""

    name = "lifts"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (RIDE,)

    def rides(self, t: Table, who: int) -> Iterable[tuple[str, int]]:
        """Stepping on a lift lets it go once, and the fighter then finishes its move (see NE-MOV-11)."""
        return [(lift.id, stop) for lift in t.things(LIFT) for stop, _ in stops(t, lift)]

    def lift_goes(self, t: Table, who: int, lift: int, inches: float) -> Rule[None]:
        yield from ()
        plate = t.setting.battlefield.lifts[lift]
        thing = t.thing(plate.id)
        height = plate.stops[int(thing.state)] + round(inches * INCH)
        send(t, plate.id, plate.stops.index(height))

    def effects_end(self, t: Table) -> Rule[None]:
        """A lift that was switched off works again (see NE-TERM-03)."""
        yield from ()
        for lift in t.things(LIFT):
            if lift.label and int(lift.label) <= t.state.round:
                t.put(lift._replace(label=""))
                t.tell("switched", "NE-TERM-03", thing=lift.id, state="on")


def works(lift: Thing) -> bool:
    """Whether a lift is not switched off (see NE-TERM-03)."""
    return not lift.label


def plate_of(t: Table, id: str) -> Lift:
    """The plate of a lift and its stops."""
    return next(plate for plate in t.setting.battlefield.lifts if plate.id == id)


def stops(t: Table, lift: Thing) -> list[tuple[int, str]]:
    """A lift goes 4" up or down in a move, once in a round, without an action of whoever rides it, and by a terminal:
    the stops it can go to now (NE-TER-09)."""
    if not works(lift) or lift.number == t.state.round:
        return []
    heights, here = plate_of(t, lift.id).stops, int(lift.state)
    able = [stop for stop in (here - 1, here + 1) if 0 <= stop < len(heights)]
    return [(stop, f'{heights[stop] / INCH:g}"') for stop in able if abs(heights[stop] - heights[here]) <= TRAVEL]


def send(t: Table, id: str, stop: int) -> None:
    """A lift goes to a stop with all that are on it; who is in its path is in danger (see NE-MOV-11)."""
    thing, plate = t.thing(id), plate_of(t, id)
    old, new = plate.stops[int(thing.state)], plate.stops[stop]
    aboard = [who for who in t.on_table() if is_on(t, who, plate, old)]
    caught = [who for who in t.fighters() if who not in aboard and in_path(t, who, plate, old, new)]
    t.put(thing._replace(state=str(stop), number=t.state.round))
    t.tell("lift", "NE-MOV-11", thing=id, height=new)
    for who in aboard:
        m = t.model(who)
        t.move(who, m.x, m.y, new, "NE-MOV-11", "rides")
    if caught:
        t.begin(Squeeze(id, tuple(caught)))


def is_on(t: Table, who: int, plate: Lift, height: int) -> bool:
    """Whether a model stands on a plate: the middle of its base is over it."""
    m = t.model(who)
    return m.z == height and nearest_of(plate.polygon, m.x, m.y) == (m.x, m.y) and not m.inside


def in_path(t: Table, who: int, plate: Lift, old: int, new: int) -> bool:
    """Whether a fighter is in the path of a plate: its base overlaps the plate from above or below (see NE-MOV-11)."""
    m = t.model(who)
    if m.z == old or m.inside or not overlaps(t, who, plate.id, m.x, m.y):
        return False
    low, high = min(old, new), max(old, new)
    return m.z < high and m.z + shape(t, who).height > low


def overlaps(t: Table, who: int, id: str, x: int, y: int) -> bool:
    """Whether the base of somebody at a place overlaps a plate."""
    px, py = nearest_of(outline_of(t, id), x, y)
    return (px - x) ** 2 + (py - y) ** 2 < (t.cards[who].radius * INCH) ** 2 - 1


# -- in the path -------------------------------------------------------------------------------------------------------


class Squeeze(Sequence, Frame):
    """A lift comes on somebody (see NE-MOV-11)."""

    kind = "squeeze"
    lift: str
    caught: tuple[int, ...]
    hurt: tuple[int, ...] = ()

    @staticmethod
    def steps() -> Steps[Table, Squeeze]:
        """One after the other, then all that were hit are set clear."""
        return (repeat(crush, somebody_caught), then(clear_plate))


def somebody_caught(t: Table, s: Squeeze) -> bool:
    """Whether somebody is still to be dealt with."""
    return bool(s.caught)


def crush(t: Table, s: Squeeze) -> Rule[bool]:
    """Stepping on a lift, or being on it in one's activation, lets it go 4" up or down once a round with all on it; a
    fighter in its path dodges up to 2" with an Initiative test, or takes an automatic wound of Damage 3 without a save
    (NE-MOV-11)."""
    who, *left = s.caught
    s.caught = tuple(left)
    if not t.in_play(who):
        return True

    def clear(place: Place) -> bool:
        return not overlaps(t, who, s.lift, place.x, place.y)

    if (yield from dodge(t, who, "NE-MOV-11", clear)):
        return True
    s.hurt = (*s.hurt, who)
    m = t.model(who)
    t.begin(Hit(Strike(who, damage=CRUSHED, kind=CRASH, x=m.x, y=m.y, source="lift", unsaved=True), wounded=True))
    return True


def clear_plate(t: Table, s: Squeeze) -> Rule[None]:
    """Who was hit is moved off by the shortest way (see NE-MOV-04)."""
    for who in s.hurt:
        if t.in_play(who):
            yield from set_clear(t, who, "NE-MOV-11")


# -- riding without a move ---------------------------------------------------------------------------------------------


def is_aboard(t: Table, a: Activation, why: Why) -> bool:
    """It stands on a lift."""
    return need(why, bool(list(rides(t, a))), "NE-MOV-11", "it is on a lift that can still go in this round")


def rides(t: Table, a: Activation) -> Iterable[Option]:
    """Where the lifts go that somebody stands on."""
    for lift in t.things(LIFT):
        plate = plate_of(t, lift.id)
        if is_on(t, a.who, plate, plate.stops[int(lift.state)]):
            yield from (option("ride", lift.id, name, args=(lift.id, stop)) for stop, name in stops(t, lift))


def ride(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Whoever is on the plate in its activation may let the lift go, without an action (see NE-MOV-11)."""
    yield from ()
    send(t, pick.args[0], pick.args[1])


RIDE = Deed("ride", "NE-MOV-11", "", (*UP, *DOWN), is_aboard, rides, ride)

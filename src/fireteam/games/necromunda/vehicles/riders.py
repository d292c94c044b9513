"""Fighters on vehicles: boarding, transport places, thrown off, passengers' guns (NE-VEH-31, NE-VEH-33, NE-VEH-35)."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import direction
from fireteam.games.necromunda.hits import Hit
from fireteam.games.necromunda.marks import disc_of
from fireteam.games.necromunda.movement.falling import everybody_else, near_edge, pick_place, test_edge
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, hull, riders
from fireteam.games.necromunda.state import NOBODY, Frame, Thing
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import DISC
from fireteam.games.necromunda.vehicles.embarking import seats_left
from fireteam.games.necromunda.vehicles.hulls import cargo, in_frame
from fireteam.games.necromunda.vehicles.wrecks import deck_fall
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.space.plane.free.measuring import point_to_hull, touches
from fireteam.space.plane.free.places import Farther, nearest
from fireteam.space.plane.free.shapes import Other, Others
from fireteam.space.plane.model import INCH, Body

OFF = 1.0
"""Inches from the hull at which who falls off lies (see NE-VEH-31)."""

kinds(
    sits_down=("take a transport place", ("NE-VEH-31",)),
    stays_on_deck=("stay on the deck", ("NE-VEH-31",)),
)


class ThrownOff(Sequence, Frame):
    """Somebody falls off a vehicle (see NE-VEH-31)."""

    kind = "thrown off"
    who: int
    vehicle: int

    @staticmethod
    def steps() -> Steps[Table, ThrownOff]:
        """Where to, then Pinned, then the hit of the fall."""
        return (fall_off, when(lie, is_there), then(hurt, is_there), then(fall_again, is_there))


def is_there(t: Table, f: ThrownOff) -> bool:
    """Whether it is still in play."""
    return t.in_play(f.who)


def beside_hull(t: Table, vehicle: int, me: Body, way: int) -> Body:
    """Where something on a deck comes down that falls off in a direction: 1" from the hull (see NE-VEH-31)."""
    box = hull(t, vehicle)
    dx, dy = cos(radians(way)), sin(radians(way))
    gone = 0
    while point_to_hull(box, (me.x + gone * dx) / INCH, (me.y + gone * dy) / INCH) < OFF + me.radius - 0.001:
        gone += 1
    plan = t.setting.battlefield
    x, y = min(max(0, round(me.x + gone * dx)), plan.width), min(max(0, round(me.y + gone * dy)), plan.height)
    return me._replace(x=x, y=y, z=t.floor_at(x, y, box.z))


def fall_off(t: Table, f: ThrownOff) -> Rule[None]:
    """It is placed 1" from the hull in a random direction, or at the nearest legal place (see NE-VEH-31)."""
    way = yield from direction(t.roller(f.who), topic("which way {who} falls", t.name(f.who)))
    box, there = hull(t, f.vehicle), beside_hull(t, f.vehicle, body(t, f.who), way)
    t.board(f.who, NOBODY, (0, 0), seated=False)
    places = nearest(t.field, there, everybody_else(t, f.who), (Farther(box, OFF - 0.01),), limit=12.0)
    t.tell("falls_off", "NE-VEH-31", who=t.name(f.who), vehicle=t.name(f.vehicle), degrees=way)
    if not places:
        t.move(f.who, there.x, there.y, there.z, "NE-VEH-31", "lands")
        return
    spot = yield from pick_place(t, f.who, places)
    t.move(f.who, spot.x, spot.y, round(spot.z), "NE-VEH-31", "lands")


def lie(t: Table, f: ThrownOff) -> Rule[None]:
    """Whoever falls off is Pinned in any case (see NE-VEH-31)."""
    yield from ()
    if t.stands(f.who):
        t.pin(f.who, "NE-VEH-31")


def hurt(t: Table, f: ThrownOff) -> Rule[None]:
    """The hit of a fall from the deck (see NE-VEH-31)."""
    yield from ()
    strike = deck_fall(t, f.who, t.vehicle(f.vehicle).deck)
    if strike is not None:
        t.begin(Hit(strike))


def fall_again(t: Table, f: ThrownOff) -> Rule[None]:
    """Landing within half an inch of an edge calls for a test not to fall over that (see NE-FALL-03)."""
    edge = near_edge(t, f.who)
    if edge is not None:
        yield from test_edge(t, f.who, edge)


class Spill(Sequence, Frame):
    """Loose loot falls off a vehicle that has moved (see NE-VEH-31)."""

    kind = "spill"
    vehicle: int

    @staticmethod
    def steps() -> Steps[Table, Spill]:
        """Piece by piece."""
        return (repeat(spill_next, is_loaded),)


def loose(t: Table, vehicle: int) -> list[Thing]:
    """The loot on a deck that nobody holds: no fighter aboard is in contact with it."""
    return [
        thing
        for thing in cargo(t, vehicle)
        if not any(touches(body(t, one), disc_of(thing, DISC)) for one in riders(t, vehicle))
    ]


def is_loaded(t: Table, s: Spill) -> bool:
    """Whether something has still to fall."""
    return t.in_play(s.vehicle) and bool(loose(t, s.vehicle))


def spill_next(t: Table, s: Spill) -> Rule[bool]:
    """Loot falls 1" away in a random direction, unless a fighter who has kept its place holds it (see NE-VEH-31)."""
    thing = loose(t, s.vehicle)[0]
    way = yield from direction(t.roller(s.vehicle), topic("which way {thing} falls", thing.id))
    there = beside_hull(t, s.vehicle, disc_of(thing, DISC), way)
    others = Others(Other(body(t, one)) for one in t.fighters() if not t.model(one).inside)
    apart = Farther(hull(t, s.vehicle), OFF - 0.01)
    spot = next(iter(nearest(t.field, there, others, (apart,), limit=12.0)), there)
    t.tell("spills", "NE-VEH-31", thing=thing.id, vehicle=t.name(s.vehicle), degrees=way)
    t.put(thing._replace(x=spot.x, y=spot.y, z=round(spot.z)))
    return True


# -- boarding and leaving ----------------------------------------------------------------------------------------------


def under_foot(t: Table, who: int) -> int:
    """The vehicle on whose deck a fighter stands; NOBODY: none."""
    m = t.model(who)
    for vehicle in t.vehicles():
        box = hull(t, vehicle)
        if m.z == box.z + t.vehicle(vehicle).deck and point_to_hull(box, m.x / INCH, m.y / INCH) <= 0.001:
            return vehicle
    return NOBODY


def look_underfoot(t: Table, who: int) -> Rule[None]:
    """Who has come onto a deck rides the vehicle, and may take a transport place if there is one left; who has left it
    does not (NE-VEH-35)."""
    if not t.in_play(who) or t.is_vehicle(who):
        return
    m, vehicle = t.model(who), under_foot(t, who)
    if vehicle == m.aboard:
        if vehicle != NOBODY:
            t.board(who, vehicle, in_frame(t, vehicle, m.x, m.y), seated=m.seated)
        return
    if vehicle == NOBODY:
        t.board(who, NOBODY, (0, 0), seated=False)
        return
    seated = False
    if seats_left(t, vehicle) > 0 and t.side(vehicle) == t.side(who):
        pick: Option = yield t.ask(
            t.side(vehicle),
            topic("place of {who} on {vehicle}", t.name(who), t.name(vehicle)),
            lambda: [option("sits_down"), option("stays_on_deck")],
        )
        seated = pick.kind == "sits_down"
    t.board(who, vehicle, in_frame(t, vehicle, m.x, m.y), seated=seated)
    t.tell("boards", "NE-VEH-35", who=t.name(who), vehicle=t.name(vehicle), seated=seated)


def near_gun(t: Table, who: int, mount: tuple[int, int]) -> bool:
    """Whether a passenger is within 1" of a gun (see NE-VEH-33)."""
    (x, y), (u, v) = t.model(who).berth, mount
    return hypot(x - u, y - v) / INCH - t.cards[who].radius <= OFF + 0.001

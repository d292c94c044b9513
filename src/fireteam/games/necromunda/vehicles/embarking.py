"""Transport places: how many are left, and who is set up aboard (see NE-VEH-31, NE-RND-08)."""

from __future__ import annotations

from collections.abc import Iterator

from fireteam.games.necromunda.movement.falling import everybody_else
from fireteam.games.necromunda.positions import body, hull, riders
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.hulls import in_frame
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane.free.measuring import point_to_hull
from fireteam.space.plane.free.places import Farther, stands
from fireteam.space.plane.model import INCH

SPOTS = 50
"""Hundredths between the places on a deck that are tried."""
HAIR = 0.001
"""Inches by which the middle of a base may be off a deck: places are rounded."""


def seats_left(t: Table, vehicle: int) -> int:
    """The transport places of a vehicle that nobody has taken."""
    return t.vehicle(vehicle).transport - sum(t.model(one).seated for one in riders(t, vehicle))


def carriers(t: Table, who: int) -> list[int]:
    """The friendly vehicles on the table on which a fighter on foot finds a transport place."""
    if t.is_vehicle(who) or t.cards[who].mounted:
        return []
    return [one for one in t.vehicles() if t.side(one) == t.side(who) and seats_left(t, one) > 0]


def carrier_under(t: Table, who: int, place: Place) -> int:
    """The vehicle on whose deck a place lies, if it has a transport place left for somebody; NOBODY: none."""
    for vehicle in carriers(t, who):
        box = hull(t, vehicle)
        deck = box.z + t.vehicle(vehicle).deck
        if place.z == deck and point_to_hull(box, place.x / INCH, place.y / INCH) <= HAIR:
            return vehicle
    return NOBODY


def fits_aboard(t: Table, who: int, place: Place, foes: tuple[Farther, ...]) -> bool:
    """Whether there is room for somebody at a place on a deck."""
    at = body(t, who)._replace(x=place.x, y=place.y, z=place.z)
    return stands(t.field, at, everybody_else(t, who), foes)


def spots_aboard(t: Table, who: int) -> Iterator[Place]:
    """Places on the decks of friendly vehicles that are worth trying."""
    for vehicle in carriers(t, who):
        box = hull(t, vehicle)
        outline = tuple((round(x * INCH), round(y * INCH)) for x, y in box.corners())
        for x, y in lattice([outline], SPOTS):
            if point_to_hull(box, x / INCH, y / INCH) <= HAIR:
                yield Place(x, y, box.z + t.vehicle(vehicle).deck, box.facing)


def embark(t: Table, who: int, vehicle: int) -> None:
    """Somebody that has been set up on a deck takes a transport place (see NE-RND-08)."""
    m = t.model(who)
    t.board(who, vehicle, in_frame(t, vehicle, m.x, m.y), seated=True)
    t.tell("boards", "NE-RND-08", who=t.name(who), vehicle=t.name(vehicle), seated=True)

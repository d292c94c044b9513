"""Running over fighters: shoved clear of the wheels, then a test, and a hit (NE-VCOL-05)."""

from __future__ import annotations

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import d6
from fireteam.games.necromunda.hits import CRASH, Hit, Strike
from fireteam.games.necromunda.movement.falling import everybody_else, pick_place
from fireteam.games.necromunda.positions import body, engaged, hull
from fireteam.games.necromunda.state import INJURED, NOBODY, STANDING
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.hulls import impact
from fireteam.games.necromunda.windows import Supplement
from fireteam.space.plane.free.places import Demand, Farther, Outside, nearest
from fireteam.space.plane.model import Body

CLEAR = 1.0
"""Inches that who is run over is clear of the way of the vehicle (see NE-VCOL-05)."""


def shove(t: Table, vehicle: int, who: int, area: tuple[tuple[int, int], ...] | None) -> Rule[None]:
    """A fighter touched is moved the least distance to be 1" clear of the corridor of the leg, or of the disc that a
    pivot sweeps; ties by its controller (see NE-VCOL-05)."""
    here = hull(t, vehicle)
    reach = (here.length**2 + here.width**2) ** 0.5 / 2
    demand: Demand = (
        Farther(Body(here.x, here.y, here.z, reach, here.height), CLEAR) if area is None else Outside(area, CLEAR)
    )
    me = body(t, who)
    places = nearest(t.field, me, everybody_else(t, who), (demand,), limit=6.0)
    places = places or nearest(t.field, me, everybody_else(t, who), (demand,), limit=15.0)
    if not places:
        return
    if t.model(who).climb:
        t.hang(who, ())
    place = yield from pick_place(t, who, places)
    t.move(who, place.x, place.y, round(place.z), "NE-VCOL-05", "shoved")


def run_over(t: Table, vehicle: int, who: int, speed: int) -> Rule[None]:
    """After the move an Initiative test, +1 if it stands, Seriously Injured only on a natural 6: failed, one hit from
    the table, and who was Standing and Active is Pinned (NE-VCOL-05)."""
    m = t.model(who)
    about = topic("{who} dives from the wheels", t.name(who))
    if m.stance == INJURED:
        face = yield from d6(t.roller(who), about, (1, 1, 1, 1, 1, 6))
        passed = face == 6
        t.tell("tested", "NE-VCOL-05", who=t.name(who), about=about, shown=face, bonus=0, needed=6, passed=passed)
    else:
        more = (Modifier(1, "Standing", "NE-VCOL-05"),) if m.stance == STANDING else ()
        passed = yield from test(t, who, "i", "run over", about, "NE-VCOL-05", *more)
    if passed:
        return
    pinned = t.stands(who) and not engaged(t, who)
    if pinned:
        t.pin(who, "NE-VCOL-05")
    strength, ap, damage = impact(speed)
    by = vehicle if t.side(vehicle) != t.side(who) else NOBODY
    at = t.model(vehicle)
    figures = Strike(who, by, strength=strength, ap=ap, damage=damage, kind=CRASH, x=at.x, y=at.y, source="wheels")
    t.begin(Hit(figures))
    if pinned:
        yield from near_edges(t, who)


def near_edges(t: Table, who: int) -> Rule[None]:
    """Who has gone Prone near an edge may fall, before the wound roll (see NE-FALL-01)."""
    for near_edge in t.windows[Supplement.went_prone]:
        yield from near_edge(t, who)

"""Wrecks, and whoever was aboard: thrown clear, tested, hit (NE-VHIT-10, NE-VHIT-11)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.hits import FALL, Hit, Strike
from fireteam.games.necromunda.movement.falling import FALLS, everybody_else
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, hull, riders, shape
from fireteam.games.necromunda.state import MOBILE, NOBODY, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.running_over import near_edges
from fireteam.kit.agenda import Sequence, Steps, repeat, when
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.places import Demand, Farther, Within, nearest, stands

THROWN = 2.0
"""Inches from the wreck within which those aboard are set up (see NE-VHIT-11)."""
APART = 1.0

kinds(thrown_next=("{} comes next", ("NE-VHIT-11",)))


class Wreck(Sequence, Frame):
    """A vehicle is wrecked, or abandoned (see NE-VHIT-10)."""

    kind = "wreck"
    who: int
    by: int = NOBODY
    abandoned: bool = False
    """Whether its crew has left it, and it counts as Out of Action already: nobody is hurt (see NE-END-03)."""
    mobile: bool = False
    aboard: tuple[int, ...] = ()
    tested: int = 0

    @staticmethod
    def steps() -> Steps[Table, Wreck]:
        """Out of Action first, then all aboard are placed, then they test (see NE-VHIT-11)."""
        return (go_up, repeat(place_next, is_aboard), when(order, is_violent), repeat(test_next, tests_left))


def go_up(t: Table, w: Wreck) -> Rule[None]:
    """The vehicle goes Out of Action and stays as flimsy terrain; its crew rolls a lasting injury and the vehicle
    Lasting Damage after the battle (NE-VHIT-10). Two would be for having no Wounds left and rolling over, which never
    meet: a wreck takes no Handling test (see NE-VHIT-05)."""
    yield from ()
    w.aboard = tuple(riders(t, w.who))
    if w.abandoned:
        return
    w.mobile = t.model(w.who).stance == MOBILE
    side = t.side(w.who)
    t.take_out(w.who, "NE-VHIT-10", w.by)
    t.note("crew-injured", side, w.who)
    t.note("vehicle-damaged", side, w.who)


def is_violent(t: Table, w: Wreck) -> bool:
    """Whether those aboard are in danger: an abandoned vehicle is wrecked without dice for damage (see NE-END-03)."""
    return not w.abandoned


def left_aboard(t: Table, w: Wreck) -> list[int]:
    """Who has still to be thrown clear."""
    return [who for who in w.aboard if t.in_play(who) and t.model(who).aboard == w.who]


def is_aboard(t: Table, w: Wreck) -> bool:
    """Whether somebody has still to be placed."""
    return bool(left_aboard(t, w))


def place_next(t: Table, w: Wreck) -> Rule[bool]:
    """Everybody aboard is set up within 2" by its controller, 1" from enemies if possible (NE-VHIT-11)."""
    who = left_aboard(t, w)[0]
    floor = t.ground.floor_under(t.model(w.who).x, t.model(w.who).y, t.model(w.who).z)
    low = t.model(w.who).z if floor is None else round(floor.z * 100)
    t.board(who, NOBODY, (0, 0), seated=False)
    me = body(t, who)._replace(z=low)
    near = Within(hull(t, w.who), THROWN)
    apart = tuple(
        Farther(shape(t, foe), APART) for foe in t.enemies(who) if not t.is_vehicle(foe) and not t.is_injured(foe)
    )
    others = everybody_else(t, who)
    found = nearest(t.field, me, others, (near, *apart), limit=8.0)
    demands: tuple[Demand, ...] = (near, *apart) if found else (near,)
    found = found or nearest(t.field, me, others, (near,), limit=8.0)
    if not found:
        found = nearest(t.field, me, others, (), limit=12.0)
        demands = ()
    if not found:
        t.move(who, me.x, me.y, low, "NE-VHIT-11", "thrown")
        return True

    def judge(place: Place) -> Check | None:
        checks: list[Check] = []
        at = me._replace(x=place.x, y=place.y, z=place.z)
        fits = stands(t.field, at, others, demands) and gap(at, hull(t, w.who)) <= THROWN + 0.001
        fine = fits or (place.x, place.y) == (found[0].x, found[0].y)
        return (
            None
            if need(checks, fine, "NE-VHIT-11", 'it is within 2" of the wreck, where there is room')
            else checks[-1]
        )

    def tries() -> Iterable[Place]:
        yield from (Place(one.x, one.y, round(one.z)) for one in found)

    area = tuple((round(x), round(y)) for x, y in around(t, w.who, 300))
    pick: Option = yield t.ask(
        t.side(who),
        topic("where {who} is thrown", t.name(who)),
        tuple,
        Places("place", ("NE-VHIT-11",), judge, tries, surfaces=t.surfaces, areas=(area,), radius=me.radius),
    )
    x, y, z = pick.args[:3]
    t.move(who, x, y, z, "NE-VHIT-11", "thrown")
    return True


def around(t: Table, who: int, reach: int) -> tuple[tuple[int, int], ...]:
    """A square about a vehicle, in hundredths."""
    m = t.model(who)
    far = round(50 * t.vehicle(who).length) + reach
    return ((m.x - far, m.y - far), (m.x + far, m.y - far), (m.x + far, m.y + far), (m.x - far, m.y + far))


def order(t: Table, w: Wreck) -> Rule[None]:
    """Their controller orders their tests (see NE-VHIT-11)."""
    left = [who for who in w.aboard if t.in_play(who)]
    ordered: list[int] = []
    while left:
        mine = [who for who in left if t.side(who) == t.side(left[0])]
        picks = [option("thrown_next", t.name(who), args=(who,)) for who in mine]
        pick: Option = yield t.ask(t.side(mine[0]), topic("who was thrown from {who}", t.name(w.who)), picks.copy)
        ordered.append(pick.args[0])
        left.remove(pick.args[0])
    w.aboard = tuple(ordered)


def tests_left(t: Table, w: Wreck) -> bool:
    """Whether somebody has still to test."""
    return is_violent(t, w) and w.tested < len(w.aboard)


def test_next(t: Table, w: Wreck) -> Rule[bool]:
    """An Initiative test, or Pinned and a hit as if fallen from the deck, +1 Strength, AP and Damage if the vehicle was
    Mobile (see NE-VHIT-11)."""
    who = w.aboard[w.tested]
    w.tested += 1
    if not t.in_play(who):
        return True
    if (yield from test(t, who, "i", "thrown", topic("{who} thrown clear", t.name(who)), "NE-VHIT-11")):
        return True
    stood = t.stands(who)
    if stood:
        t.pin(who, "NE-VHIT-11")
    strike = deck_fall(t, who, t.vehicle(w.who).deck, 1 if w.mobile else 0)
    if strike is not None:
        t.begin(Hit(strike))
    if stood:
        yield from near_edges(t, who)
    return True


def deck_fall(t: Table, who: int, deck: int, more: int = 0) -> Strike | None:
    """The hit of a fall from a deck, none under 3 inches (see NE-VHIT-10)."""
    row = next((row for row in reversed(FALLS) if deck >= 100 * row[0]), None)
    if row is None:
        return None
    _, strength, ap, damage = row
    m = t.model(who)
    return Strike(
        who, strength=strength + more, ap=ap - more, damage=damage + more, kind=FALL, x=m.x, y=m.y, source="fall"
    )

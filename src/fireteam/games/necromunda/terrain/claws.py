"""Industrial claws and hooks: climbed, dropped, used to hoist (NE-BAD-05 to NE-BAD-07)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, SIMPLE, Activation, Deed
from fireteam.games.necromunda.hits import CRASH, Hit, Strike
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near_place
from fireteam.games.necromunda.state import Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.loot import CACHE, CASKET
from fireteam.games.necromunda.terrain.nearness import DISC, ask_place, disc_fits, fits, has_place, places
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.model import INCH

CLAW = "claw"
REACH = 3.0
"""Inches from the line of a claw (see NE-BAD-05)."""
STEP = 50
"""Hundredths by which a level must be lower or higher to be another one (see NE-BAD-06)."""
STRENGTH = 5

kinds(
    climb_claw=("climb along {}", ("NE-BAD-05",)),
    trigger_claw=("drop {} on {}", ("NE-BAD-06",)),
    hook_cargo=("hoist {1} with {0}", ("NE-BAD-07",)),
)


class Claws(Supplement):
    """Claws of a map: mounted at their height, with a line down to their number."""

    name = "claws"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (CLIMB, TRIGGER, HOOK)


def near_line(t: Table, who: int, claw: Thing) -> bool:
    """Whether somebody is within 3" of the line from a claw, or its mounting, to the ground."""
    m = t.model(who)
    height = min(max(m.z, claw.number), claw.z)
    return near_place(t, who, claw.x, claw.y, height, REACH)


def claws_of(t: Table, who: int) -> list[Thing]:
    """The claws that a fighter can use."""
    return [claw for claw in t.things(CLAW) if near_line(t, who, claw)]


def has_claw(t: Table, a: Activation, why: Why) -> bool:
    """A claw within 3"."""
    return need(why, bool(claws_of(t, a.who)), "NE-BAD-05", 'a claw is within 3"')


def is_by_line(claw: Thing, place: Place, radius: float) -> bool:
    """Whether a base at a place is within 3" of the line of a claw."""
    away = max(0.0, hypot(place.x - claw.x, place.y - claw.y) / INCH - radius)
    return away <= REACH + 0.001 and claw.number - STEP <= place.z <= claw.z + STEP


# -- climbing ----------------------------------------------------------------------------------------------------------


def levels(t: Table, who: int, claw: Thing) -> Places:
    """Where somebody may climb to: another floor within 3" of the line, not within 1" of an enemy (see NE-BAD-05)."""
    m, radius = t.model(who), t.cards[who].radius

    def law(place: Place, why: Why) -> bool:
        return (
            need(why, is_by_line(claw, place, radius), "NE-BAD-05", 'within 3" of the line of {}', claw.id)
            and need(why, abs(place.z - m.z) > STEP, "NE-BAD-05", "on another level")
            and need(why, fits(t, who, place), "NE-BAD-05", 'there is room, and no enemy within 1"')
        )

    return places(t, claw.x, claw.y, REACH + radius, "NE-BAD-05", law, radius=radius)


def may_climb(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """There is a level to go to."""
    able = has_place(levels(t, a.who, t.thing(pick.args[0])))
    return need(why, able, "NE-BAD-05", "there is another level at {}", pick.args[0])


def climb(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Climb Claw: up or down along a claw within 3", to any floor within 3" of its line (NE-BAD-05)."""
    yield from climb_along(t, a, pick.args[0])


def climb_along(t: Table, a: Activation, id: str) -> Rule[None]:
    """The climb itself."""
    region = levels(t, a.who, t.thing(id))
    place = yield from ask_place(t, t.player(a.who), topic("where {who} climbs to", t.name(a.who)), region)
    t.move(a.who, place.x, place.y, place.z, "NE-BAD-05")
    a.may_turn = True


# -- dropping ----------------------------------------------------------------------------------------------------------


def victims(t: Table, who: int, claw: Thing) -> list[int]:
    """Enemy fighters on a lower level within 3" of the line (see NE-BAD-06)."""
    return [
        foe
        for foe in t.enemies(who)
        if not t.is_vehicle(foe)
        and t.model(foe).z < t.model(who).z - STEP
        and not t.model(foe).inside
        and near_line(t, foe, claw)
    ]


def drops(t: Table, a: Activation) -> Iterable[Option]:
    """Each claw and whom it can be dropped on."""
    return [
        option("trigger_claw", claw.id, t.name(foe), args=(claw.id, foe))
        for claw in claws_of(t, a.who)
        for foe in victims(t, a.who, claw)
    ]


def trigger(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Trigger Claw: an enemy fighter on a lower level within 3" of the line passes an Initiative test or takes a hit of
    Strength 5; it is no ranged attack (NE-BAD-06)."""
    yield from drop(t, a.who, pick.args[0], pick.args[1])


def drop(t: Table, who: int, id: str, foe: int) -> Rule[None]:
    """A claw comes down on somebody."""
    claw = t.thing(id)
    if not (yield from test(t, foe, "i", "claw", topic("{who} under a claw", t.name(foe)), "NE-BAD-06")):
        t.begin(Hit(Strike(foe, who, strength=STRENGTH, kind=CRASH, x=claw.x, y=claw.y, source="claw")))


# -- hoisting ----------------------------------------------------------------------------------------------------------


def loads(t: Table, claw: Thing) -> list[str]:
    """Seriously Injured fighters of both sides and portable things within 3" of the line, by name or id."""
    hurt = [t.name(who) for who in t.fighters() if t.is_injured(who) and near_line(t, who, claw)]
    items = [item.id for item in t.things(CASKET, CACHE) if is_by_line(claw, Place(item.x, item.y, item.z), DISC)]
    return [*hurt, *items]


def hoists(t: Table, a: Activation) -> Iterable[Option]:
    """Each claw and what it can hoist."""
    return [
        option("hook_cargo", claw.id, load, args=(claw.id, load))
        for claw in claws_of(t, a.who)
        for load in loads(t, claw)
    ]


def hoist_places(t: Table, claw: Thing, load: str) -> Places:
    """Where a load may be put: on another level with room, within 3" of the claw (see NE-BAD-07)."""
    who = t.setting.numbers.get(load)
    radius = DISC if who is None else t.cards[who].radius
    level = t.thing(load).z if who is None else t.model(who).z

    def law(place: Place, why: Why) -> bool:
        room = disc_fits(t, place) if who is None else fits(t, who, place, keep_off=False)
        return (
            need(why, is_by_line(claw, place, radius), "NE-BAD-07", 'within 3" of {}', claw.id)
            and need(why, abs(place.z - level) > STEP, "NE-BAD-07", "on another level")
            and need(why, room, "NE-BAD-07", "there is room")
        )

    return places(t, claw.x, claw.y, REACH + radius, "NE-BAD-07", law, radius=radius)


def may_hoist(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """There is somewhere to put it."""
    able = has_place(hoist_places(t, t.thing(pick.args[0]), pick.args[1]))
    return need(why, able, "NE-BAD-07", "there is room on another level")


def hook(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Hook Cargo: a Seriously Injured fighter or a casket within 3" of the line goes to a higher or lower spot within
    3" of the claw; it is no fall (NE-BAD-07)."""
    yield from hoist(t, a.who, pick.args[0], pick.args[1])


def hoist(t: Table, who: int, id: str, load: str) -> Rule[None]:
    """A load is hoisted."""
    region = hoist_places(t, t.thing(id), load)
    x, y, z, _ = yield from ask_place(t, t.player(who), topic("where {load} is put", load), region)
    if load in t.setting.numbers:
        t.move(t.number(load), x, y, z, "NE-BAD-07", "hoisted")
    else:
        t.put(t.thing(load)._replace(x=x, y=y, z=z))
        t.tell("put_down", "NE-BAD-07", who=t.name(who), thing=load, x=x, y=y, z=z)


def each_claw(t: Table, a: Activation) -> Iterable[Option]:
    """Each claw to climb."""
    return [option("climb_claw", claw.id, args=(claw.id,)) for claw in claws_of(t, a.who)]


CLIMB = Deed("climb_claw", "NE-BAD-05", SIMPLE, (ACTIVE,), has_claw, each_claw, climb, may_climb)
TRIGGER = Deed("trigger_claw", "NE-BAD-06", BASIC, (ACTIVE,), has_claw, drops, trigger)
HOOK = Deed("hook_cargo", "NE-BAD-07", SIMPLE, (ACTIVE,), has_claw, hoists, hook, may_hoist)

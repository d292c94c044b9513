"""Tools that a fighter carries: the cutting beam, the viewer, the ammo satchel (NE-OTH-03, NE-OTH-04)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import DOUBLE, SIMPLE, Activation, Deed
from fireteam.games.necromunda.cards import Gear, quality
from fireteam.games.necromunda.conditions import REVEALED
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.marks import Blow, strike
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import gap, within
from fireteam.games.necromunda.state import Thing
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.breakables import TOUGHNESS
from fireteam.games.necromunda.terrain.explosives import EXPLOSIVE
from fireteam.games.necromunda.terrain.loot import CACHE
from fireteam.games.necromunda.terrain.nearness import DISC, ask_place, disc_fits, has_place, is_near, places
from fireteam.games.necromunda.windows import Quality
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.model import INCH

CUTS, CUT_STRENGTH, CUT_DAMAGE = 1.0, 8, 3
"""Reach, Strength and Damage of the cutting beam (see NE-OTH-03)."""
SCAN = 18
"""Inches that the viewer shows (see NE-OTH-04)."""
DROP = 1.0
"""Inches within which a satchel is put down."""

kinds(
    laser_cut=("cut {}", ("NE-OTH-03",)),
    scan=("scan {}", ("NE-OTH-04",)),
    drop_satchel=("put {} down", ("NE-LOOT-05",)),
)


# -- the cutting beam --------------------------------------------------------------------------------------------------


@quality("cutting-beam")
class CuttingBeam(Quality):
    """Its bearer cuts through doors and the like (see NE-OTH-03)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (CUT,)


def things_to_cut(t: Table) -> list[Thing]:
    """Doors, open or closed, caskets, cranes and what explodes."""
    return [thing for thing in t.things(*TOUGHNESS, *EXPLOSIVE) if thing.state != GONE]


def has_thing(t: Table, a: Activation, why: Why) -> bool:
    """There is something to cut."""
    return need(why, bool(things_to_cut(t)), "NE-OTH-03", "there is something to cut")


def may_cut(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one thing: within 1"; no sight or arc is asked for."""
    return is_near(t, a.who, t.thing(pick.args[0]), CUTS, "NE-OTH-03", why)


def cut(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Laser Cut: one breakable thing within 1" is hit automatically with Strength 8 and Damage 3; never a model
    (NE-OTH-03)."""
    yield from strike(t, Blow(pick.args[0], a.who, CUT_STRENGTH, CUT_DAMAGE))


# -- the viewer --------------------------------------------------------------------------------------------------------


@quality("viewer")
class Viewer(Quality):
    """Its bearer sees in the dark (see NE-OTH-04)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (LOOK,)


def hidden_enemies(t: Table, a: Activation) -> Iterable[Option]:
    """Each enemy fighter that is not Revealed."""
    return [
        option("scan", t.name(foe), args=(foe,))
        for foe in t.enemies(a.who)
        if not t.is_vehicle(foe) and not t.has(foe, REVEALED)
    ]


def may_scan(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one enemy: within 18", seen or not."""
    near = within(gap(t, a.who, pick.args[0]), SCAN)
    return need(why, near, "NE-OTH-04", '{} is within 18"', t.name(pick.args[0]))


def always(t: Table, a: Activation, why: Why) -> bool:
    """The viewer asks for nothing else."""
    return True


def scan(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Scan: one enemy fighter within 18" is Revealed until the End phase (NE-OTH-04)."""
    yield from ()
    t.afflict(pick.args[0], REVEALED, "NE-OTH-04")


# -- the ammo satchel --------------------------------------------------------------------------------------------------


@quality("ammo-cache")
class Satchel(Quality):
    """Its bearer may once put it down as an ammo cache (see NE-LOOT-05)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (PUT_DOWN,)


def satchels(t: Table, who: int) -> list[Gear]:
    """Satchels that are not put down yet."""
    return [item for item in t.fighter(who).carries("ammo-cache") if item.id not in t.model(who).lost]


def spots(t: Table, who: int) -> Places:
    """Where a satchel may be put down: within 1"."""
    m, radius = t.model(who), t.cards[who].radius

    def law(place: Place, why: Why) -> bool:
        away = hypot(place.x - m.x, place.y - m.y) / INCH - radius - DISC
        near = -0.001 <= away <= DROP + 0.001 and abs(place.z - m.z) <= INCH // 2
        return need(why, near, "NE-LOOT-05", 'within 1" of its bearer') and need(
            why, disc_fits(t, place), "NE-LOOT-05", "there is room"
        )

    return places(t, m.x, m.y, DROP + radius + DISC, "NE-LOOT-05", law, radius=DISC)


def has_satchel(t: Table, a: Activation, why: Why) -> bool:
    """It has one left, and there is room."""
    return need(why, bool(satchels(t, a.who)), "NE-LOOT-05", "it has a satchel left") and need(
        why, has_place(spots(t, a.who)), "NE-LOOT-05", "there is room for it"
    )


def put_down(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """A satchel becomes an ammo cache (see NE-LOOT-05)."""
    about = topic("where {who} puts its satchel", t.name(a.who))
    x, y, z, _ = yield from ask_place(t, t.player(a.who), about, spots(t, a.who))
    t.lose(a.who, pick.args[0], "NE-LOOT-05")
    t.put(Thing(t.new_id(CACHE), CACHE, x, y, z))


def each_satchel(t: Table, a: Activation) -> Iterable[Option]:
    """Each satchel."""
    return [option("drop_satchel", item.name, args=(item.id,)) for item in satchels(t, a.who)]


def each_thing(t: Table, a: Activation) -> Iterable[Option]:
    """Each thing to cut."""
    return [option("laser_cut", thing.id, args=(thing.id,)) for thing in things_to_cut(t)]


CUT = Deed("laser_cut", "NE-OTH-03", DOUBLE, (ACTIVE,), has_thing, each_thing, cut, may_cut)
LOOK = Deed("scan", "NE-OTH-04", SIMPLE, (ACTIVE,), always, hidden_enemies, scan, may_scan)
PUT_DOWN = Deed("drop_satchel", "NE-LOOT-05", SIMPLE, (ACTIVE,), has_satchel, each_satchel, put_down)

"""Bomb rats: primed, running, shot at (NE-OTH-02, NE-RAT)."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, Activation, Deed
from fireteam.games.necromunda.blasts import go_off
from fireteam.games.necromunda.cards import Profile, Weapon, quality
from fireteam.games.necromunda.dice import d6, direction
from fireteam.games.necromunda.marks import Blow, Mark, disc_of
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import shape, within
from fireteam.games.necromunda.shooting.ammo import ammo_test, run_dry
from fireteam.games.necromunda.shooting.targets import is_usable
from fireteam.games.necromunda.state import PINNED, STANDING, Frame, Thing
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import DISC, ask_place, beside, has_place, near_thing, places
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.free.forced import slide
from fireteam.space.plane.free.measuring import gap, round_solids
from fireteam.space.plane.model import INCH, Body

RAT = "rat"
RUN = 6.0
"""Inches that a rat runs (see NE-OTH-02)."""
LEAP = 2.0
"""Inches of a gap that it leaps (see NE-RAT-01)."""
TRIPS = 1.0
"""Inches from a fighter or another rat within which it goes off."""
STEERED = 9.0
DUD = 1
SHOT_BANG = 4

kinds(
    prime=("prime a rat with {}", ("NE-OTH-02",)),
    run_towards=("it runs towards {}", ("NE-OTH-02",)),
)


class Rats(Supplement):
    """Rats on the table: each is labelled with its grenade and belongs to a fighter; its number is the round in which
    it was primed."""

    name = "rats"

    def round_start(self, t: Table, r: Frame) -> Rule[bool]:
        """Each rat that is still there runs again, one by one (see NE-RAT-01)."""
        for rat in t.things(RAT):
            if rat.number < t.state.round:
                t.put(rat._replace(number=t.state.round))
                yield from run_again(t, rat.id)
                return True
        return False

    def marks(self, t: Table) -> Iterable[Mark]:
        return [Mark(rat.id, disc_of(rat, DISC), blasted=False) for rat in t.things(RAT)]

    def mark_bonus(self, t: Table, mark: Mark, melee: bool, short: bool) -> Iterable[Modifier]:
        return (Modifier(-1, "a rat", "NE-RAT-02"),) if t.thing(mark.id).kind == RAT else ()

    def mark_struck(self, t: Table, blow: Blow) -> Rule[bool]:
        """A rat may be shot at, or struck from within 1" with WS, at -1; a hit removes it and sets the grenade off on a
        4+ (NE-RAT-02)."""
        rat = t.thing(blow.id)
        if rat.kind != RAT:
            return False
        t.remove(rat.id)
        about = topic("whether the grenade of {thing} goes off", rat.id)
        face = yield from d6(t.roller(blow.by), about, (1, 1, 1, 4, 4, 4))
        t.tell("rat_shot", "NE-RAT-02", thing=rat.id, shown=face)
        if face >= SHOT_BANG:
            yield from explode(t, rat)
        return True


@quality("bomb-rats")
class BombRats(Quality):
    """Its bearer primes rats with grenades (see NE-OTH-02)."""

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return (PRIME,)


# -- priming -----------------------------------------------------------------------------------------------------------


def grenades(t: Table, who: int) -> list[tuple[Weapon, Profile]]:
    """The grenades that a fighter has left."""
    return [
        (weapon, profile)
        for weapon in t.weapons(who)
        if weapon.grenade
        for profile in weapon.profiles
        if is_usable(t, who, weapon, profile)
    ]


def has_grenade(t: Table, a: Activation, why: Why) -> bool:
    """Priming a rat needs a grenade, and room for the rat."""
    return need(why, bool(grenades(t, a.who)), "NE-OTH-02", "it has a grenade left") and need(
        why, has_place(beside(t, a.who, "NE-OTH-02")), "NE-OTH-02", "a rat has room beside it"
    )


def each_grenade(t: Table, a: Activation) -> Iterable[Option]:
    """Each grenade."""
    return [option("prime", weapon.name, args=(weapon.id, profile.name)) for weapon, profile in grenades(t, a.who)]


def prime(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Prime Bomb Rat: the Ammo roll of the grenade, the rat in base contact, then an Intelligence test: its controller
    picks the direction, or chance does; it runs up to 6" (NE-OTH-02)."""
    who = a.who
    weapon, profile = t.weapon(who, pick.args[0]), t.profile(who, *pick.args)
    if not (yield from ammo_test(t, who, weapon, profile, "attack")):
        run_dry(t, who, weapon, profile, 1)
    region = beside(t, who, "NE-OTH-02")
    x, y, z, _ = yield from ask_place(t, t.player(who), topic("where {who} puts its rat", t.name(who)), region)
    rat = Thing(t.new_id(RAT), RAT, x, y, z, "", who, t.state.round, f"{weapon.id}/{profile.name}")
    t.put(rat)
    about = topic("{who} steers its rat", t.name(who))
    steered = yield from test(t, who, "int", "rat", about, "NE-OTH-02")
    yield from run(t, rat.id, steered=steered)


# -- running -----------------------------------------------------------------------------------------------------------


def run_again(t: Table, id: str) -> Rule[None]:
    """At the start of each later round a rat runs again: its owner steers it from within 9", Active or Pinned, with an
    Intelligence test (see NE-RAT-01)."""
    rat = t.thing(id)
    who = rat.owner
    m = t.model(who)
    able = t.in_play(who) and m.stance in (STANDING, PINNED) and not m.inside and near_thing(t, who, rat, STEERED)
    steered = False
    if able:
        steered = yield from test(t, who, "int", "rat", topic("{who} steers its rat", t.name(who)), "NE-RAT-01")
    yield from run(t, id, steered=steered)


def run(t: Table, id: str, *, steered: bool) -> Rule[None]:
    """A rat runs in one straight line of a whole degree, up to 6"; walls and gaps of more than 2" stop it. Ending
    within 1" of a fighter or another rat the grenade goes off on a 2+, a 1 is a dud; it is gone either way
    (NE-RAT-01)."""
    rat = t.thing(id)
    seat = t.player(rat.owner)
    if steered:
        pick: Option = yield t.ask(
            seat,
            topic("which way {thing} runs", id),
            lambda: [option("run_towards", degrees) for degrees in range(360)],
        )
        way = int(pick.args[0])
    else:
        way = yield from direction(t.side(rat.owner), topic("which way {thing} runs", id))
    went = slide(t.field, Body(rat.x, rat.y, rat.z, DISC, 50), way, RUN, crosses=True, leaps=LEAP)
    x, y, z = went.end.x, went.end.y, went.end.z
    if steered or not t.house_rule("rat_random_full"):
        x, y, z, _ = yield from ask_place(t, seat, topic("how far {thing} runs", id), line(t, rat, way, went.gone))
    t.put(rat._replace(x=x, y=y, z=z))
    t.tell("rat_runs", "NE-RAT-01", thing=id, x=x, y=y, z=z)
    if is_tripped(t, id):
        face = yield from d6(t.side(rat.owner), topic("fuse of {thing}", id), (1, 2, 2, 2, 2, 2))
        t.tell("fuse", "NE-RAT-01", thing=id, shown=face)
        rat = t.thing(id)
        t.remove(id)
        if face > DUD:
            yield from explode(t, rat)


def line(t: Table, rat: Thing, way: int, most: float) -> Places:
    """The places on the line of a run, up to where it is stopped."""
    dx, dy = cos(radians(way)), sin(radians(way))

    def law(place: Place, why: Why) -> bool:
        px, py = (place.x - rat.x) / INCH, (place.y - rat.y) / INCH
        along, aside = px * dx + py * dy, abs(px * dy - py * dx)
        on_line = aside <= 0.01 and -0.01 <= along <= most + 0.01
        level = on_line and place.z == at(along).z
        return need(why, level, "NE-OTH-02", 'on its line, at most {:.2f}" away', most)

    def at(along: float) -> Place:
        end = slide(
            t.field, Body(rat.x, rat.y, rat.z, DISC, 50), way, max(0.0, min(along, most)), crosses=True, leaps=LEAP
        ).end
        return Place(end.x, end.y, end.z)

    steps = [most * part / 12 for part in range(12, -1, -1)]
    first = [(round(rat.x + dx * step * INCH), round(rat.y + dy * step * INCH)) for step in steps]
    region = places(t, rat.x, rat.y, most, "NE-OTH-02", law, radius=DISC, first=first)
    region.drawn = lambda: [place._replace(z=z) for place in map(at, steps) for z in t.surfaces(place.x, place.y)]
    return region


def is_tripped(t: Table, id: str) -> bool:
    """Whether a rat is within 1" of a fighter or another rat (see NE-RAT-01)."""
    rat = t.thing(id)
    own = disc_of(rat, DISC, 0)
    fighters = [shape(t, who) for who in t.fighters() if not t.model(who).inside]
    others = [disc_of(other, DISC, 0) for other in t.things(RAT) if other.id != id]
    return any(
        within(gap(own, one), TRIPS) and within(round_solids(t.field, own, one, TRIPS), TRIPS)
        for one in (*fighters, *others)
    )


def explode(t: Table, rat: Thing) -> Rule[None]:
    """The grenade goes off where the rat is (see NE-RAT-01)."""
    weapon, _, profile = rat.label.partition("/")
    found = t.profile(rat.owner, weapon, profile)
    yield from go_off(t, (rat.x, rat.y, rat.z), found, t.weapon_name(rat.owner, weapon), rat.owner)


PRIME = Deed("prime", "NE-OTH-02", BASIC, (ACTIVE,), has_grenade, each_grenade, prime)

"""Ductways: crawled through, and fired through (NE-DUCT, NE-YAQ-02)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import ACTIONS, BASIC, DOUBLE, Activation, Deed
from fireteam.games.necromunda.blasts import Blast, Flame, begin_blast, in_chosen_order
from fireteam.games.necromunda.cards import Profile
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import near_place
from fireteam.games.necromunda.shooting.action import dice_taken, is_blast, label
from fireteam.games.necromunda.shooting.ammo import firepower_dice
from fireteam.games.necromunda.shooting.attack import Gun, Shooting, gun
from fireteam.games.necromunda.shooting.targets import arms, is_double
from fireteam.games.necromunda.state import Thing
from fireteam.games.necromunda.status import ACTIVE
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.nearness import ask_place, fits, has_place, near_thing, places
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.plane.places import Place, Places
from fireteam.space.plane.free.measuring import round_solids
from fireteam.space.plane.free.seeing import free_line
from fireteam.space.plane.model import Body

MOUTH = "duct-mouth"
REACH = 1.0
"""Inches from a mouth (see NE-DUCT-01, NE-DUCT-02)."""
FLAMES = 2.0
"""Inches from the far mouth within which a template hits (see NE-DUCT-03)."""
NEEDS = 5
"""What a shot through a duct needs (see NE-DUCT-02)."""
ABOVE = 20
"""Hundredths over the floor at which a line out of a mouth runs."""

kinds(
    crawl_duct=("crawl through to {}", ("NE-DUCT-01",)),
    duct_shot=("fire {1} out of {0} at {2}", ("NE-DUCT-02",)),
    duct_point=("fire {1} out of {0} at a point", ("NE-YAQ-02",)),
    duct_spray=("spray {1} out of {0}", ("NE-DUCT-03",)),
)


class Ductways(Supplement):
    """Ducts through walls: each is two mouths, labelled with one another."""

    name = "ductways"

    def deeds(self, t: Table, who: int) -> Iterable[Deed]:
        return () if t.is_vehicle(who) else (CRAWL, FIRE)


def far_ends(t: Table, who: int) -> list[Thing]:
    """The far mouths of the ducts that somebody is at."""
    return [t.thing(mouth.label) for mouth in t.things(MOUTH) if near_thing(t, who, mouth, REACH)]


def is_at_mouth(t: Table, a: Activation, why: Why) -> bool:
    """Within 1" of a mouth, measured round solids."""
    return need(why, bool(far_ends(t, a.who)), "NE-DUCT-01", 'the mouth of a duct is within 1"')


# -- crawling ----------------------------------------------------------------------------------------------------------


def exits(t: Table, who: int, far: Thing) -> Places:
    """Where somebody may come out: within 1" of the far mouth, not within 1" of an enemy fighter, on nobody."""
    radius = t.cards[who].radius

    def law(place: Place, why: Why) -> bool:
        near = at_most(t, place, radius, far, REACH)
        return need(why, near, "NE-DUCT-01", 'within 1" of the mouth {}', far.id) and need(
            why, fits(t, who, place), "NE-DUCT-01", 'there is room, and no enemy within 1"'
        )

    return places(t, far.x, far.y, REACH + radius, "NE-DUCT-01", law, radius=radius)


def at_most(t: Table, place: Place, radius: float, mouth: Thing, inches: float) -> bool:
    """Whether a base at a place is within a distance of a mouth, round solids (see NE-MEAS-02)."""
    base, point = Body(place.x, place.y, place.z, radius, 0), Body(mouth.x, mouth.y, mouth.z, 0.0, 0)
    return round_solids(t.field, base, point, inches) <= inches + 0.001


def ends(t: Table, a: Activation) -> Iterable[Option]:
    """Each far mouth."""
    return [option("crawl_duct", far.id, args=(far.id,)) for far in far_ends(t, a.who)]


def has_exit(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """There is a place to come out."""
    free = has_place(exits(t, a.who, t.thing(pick.args[0])))
    return need(why, free, "NE-DUCT-01", "there is a place to come out at {}", pick.args[0])


def crawl(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Crawl Through Ductway: from within 1" of one mouth to within 1" of the other; no way is paid, nobody reacts
    (NE-DUCT-01)."""
    region = exits(t, a.who, t.thing(pick.args[0]))
    place = yield from ask_place(t, t.player(a.who), topic("where {who} comes out", t.name(a.who)), region)
    t.move(a.who, place.x, place.y, place.z, "NE-DUCT-01")
    a.may_turn = True


# -- firing ------------------------------------------------------------------------------------------------------------


def at_end(t: Table, far: Thing, inches: float) -> list[int]:
    """The fighters within a distance of a mouth, of both sides."""
    return [who for who in t.fighters() if near_place(t, who, far.x, far.y, far.z, inches)]


def shots(t: Table, a: Activation) -> Iterable[Option]:
    """Every weapon, and whatever is at a far mouth."""
    for far in far_ends(t, a.who):
        foes = [who for who in at_end(t, far, REACH) if t.side(who) != t.side(a.who)]
        for weapon, profile in arms(t, a.who):
            if is_double(t, a.who, profile) and a.left < ACTIONS:
                continue
            name, chosen = label(weapon, profile), (far.id, weapon.id, profile.name)
            if profile.template:
                if any(t.side(who) != t.side(a.who) for who in at_end(t, far, FLAMES)):
                    yield option("duct_spray", far.id, name, args=chosen)
                continue
            if is_blast(profile):
                yield option("duct_point", far.id, name, args=chosen)
            for foe in foes:
                yield option("duct_shot", far.id, name, t.name(foe), args=(*chosen, foe))


def fire(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Fire Through Ductways: from within 1" of a mouth at an enemy within 1" of the other; it hits on a 5+, whatever
    the BS and the modifiers. Sight, arc and priority are not asked for (NE-DUCT-02)."""
    far_id, weapon_id, profile_name = pick.args[:3]
    who, far = a.who, t.thing(far_id)
    weapon, profile = t.weapon(who, weapon_id), t.profile(who, weapon_id, profile_name)
    if is_double(t, who, profile):
        a.left = 0
    a.may_turn = False
    if pick.kind == "duct_spray":
        yield from spray(t, who, far, Gun(weapon.id, profile.name, firepower_dice(profile)), profile)
        return
    if pick.kind == "duct_point":
        region = aim_points(t, far)
        place = yield from ask_place(t, t.player(who), topic("where {who} aims out of the duct", t.name(who)), region)
        used = gun(profile, weapon, (yield from dice_taken(t, who, profile)))
        t.begin(Blast(who, used, place.x, place.y, place.z, needs=NEEDS))
        return
    used = gun(profile, weapon, (yield from dice_taken(t, who, profile)))
    if is_blast(profile):
        begin_blast(t, who, used, pick.args[3], (), needs=NEEDS)
        return
    others = tuple(one for one in at_end(t, far, REACH) if t.side(one) != t.side(who))
    t.begin(Shooting(who, pick.args[3], (used,), needs=NEEDS, spread=others))


def spray(t: Table, who: int, far: Thing, used: Gun, profile: Profile) -> Rule[None]:
    """A template weapon hits every fighter within 2" of the far mouth, friend or foe, without a roll and without cover
    (NE-DUCT-03)."""
    victims = [one for one in at_end(t, far, FLAMES) if one != who]
    ordered = yield from in_chosen_order(t, who, victims)
    t.tell("sprays", "NE-DUCT-03", who=t.name(who), degrees=0, weapon=t.weapon_name(who, used.weapon))
    for fires in t.windows[Supplement.fires]:
        fires(t, who, profile)
    t.begin(Flame(who, used, tuple(ordered), piped=True))


def aim_points(t: Table, far: Thing) -> Places:
    """With a Blast the aim is a fighter within 1" of the far mouth or any point within 1" of it that a straight free
    line from the mouth reaches; it hits on a 5+ and scatters from there as usual (NE-YAQ-02)."""

    def law(place: Place, why: Why) -> bool:
        line = free_line(t.field, (far.x, far.y, far.z + ABOVE), (place.x, place.y, place.z + ABOVE))
        return need(why, at_most(t, place, 0.0, far, REACH), "NE-YAQ-02", 'within 1" of the mouth {}', far.id) and need(
            why, line and place.z in t.surfaces(place.x, place.y), "NE-YAQ-02", "a free line leads there from the mouth"
        )

    return places(t, far.x, far.y, REACH, "NE-YAQ-02", law)


CRAWL = Deed("crawl_duct", "NE-DUCT-01", DOUBLE, (ACTIVE,), is_at_mouth, ends, crawl, has_exit)
FIRE = Deed(
    *("shoot", "NE-DUCT-02", BASIC, (ACTIVE,), is_at_mouth, shots, fire),
    kinds=("duct_shot", "duct_point", "duct_spray"),
)

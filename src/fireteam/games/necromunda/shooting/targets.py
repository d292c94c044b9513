"""Targets: arc and sight, who is closest, who hides, and what the hit roll is modified by (NE-SHT-02 to NE-SHT-07)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fireteam.core.refusals import Modifier, Why, need, total
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.positions import CLOSE, bearing, engaged, gap, hull, range_from, shape, turned_by
from fireteam.games.necromunda.sight import COVER_NAMES, OPEN, UNSEEN, Eye, cover_from, eye_at, eye_of
from fireteam.games.necromunda.stats import bonus
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement, Trait
from fireteam.space.plane.free.measuring import gap as gap_between
from fireteam.space.plane.free.seeing import FRONT, sides_of
from fireteam.space.plane.free.shapes import Hull, Shape

ALL_ROUND = 180
"""Half the arc of somebody that looks all round (see NE-PIN-04)."""


class Stand(NamedTuple):
    """From where and which way a shot is made."""

    who: int
    eye: Eye
    facing: int
    half: float
    """Half of the arc in degrees."""
    hull: Hull | None = None
    """Of a gun on a vehicle: its arcs lie between the diagonals of the hull (NE-VEH-33)."""
    arcs: tuple[str, ...] = ()
    muzzle: Shape | None = None
    """Where the range of that gun is measured from."""


class Target(NamedTuple):
    """An enemy that may be shot at, as it is seen."""

    who: int
    cover: int
    distance: float
    harder: int
    """What cover and being Engaged take off a hit roll; the range is not known yet (see NE-SHT-03)."""


def stand_of(t: Table, who: int, facing: int | None = None, half: float = 45) -> Stand:
    """How a fighter stands to shoot, turned or not."""
    return Stand(who, eye_of(t, who), t.model(who).facing if facing is None else facing, half)


def stand_of_weapon(t: Table, who: int, weapon: Weapon) -> Stand:
    """How a weapon stands: that of a fighter as its bearer does; that of a vehicle has arcs between the diagonals of
    the hull, and range and sight of its own (see NE-VEH-33, NE-VEH-34)."""
    bearer = t.bearer(who, weapon.id)
    if not t.is_vehicle(bearer):
        return stand_of(t, who)
    box, eye = hull(t, bearer), eye_at(t, who, weapon.id)
    return Stand(who, eye, box.facing, ALL_ROUND, box, weapon.arcs or (FRONT,), range_from(t, who, weapon.id))


def in_view(t: Table, stand: Stand, target: int) -> bool:
    """Whether a target lies in the arc of a shot, from middle to middle (see NE-SHT-02)."""
    m = t.model(target)
    return in_arc_of(stand, m.x, m.y)


def in_arc_of(stand: Stand, x: int, y: int) -> bool:
    """Whether a place lies in the arc of a shot (see NE-SHT-02)."""
    if stand.hull is not None:
        return any(side in stand.arcs for side in sides_of(stand.hull, x, y))
    if stand.half >= ALL_ROUND or (stand.eye.x, stand.eye.y) == (x, y):
        return True
    return abs(turned_by(stand.facing, bearing(stand.eye.x, stand.eye.y, x, y))) <= stand.half + CLOSE


def may_target(t: Table, stand: Stand, target: int, why: Why = None) -> bool:
    """Whether a model may be shot at: in the arc, seen, and not in hiding: Prone and in cover (NE-SHT-02,
    NE-SHT-04)."""
    if not need(why, in_view(t, stand, target), "NE-SHT-02", "{} is in the vision arc", t.name(target)):
        return False
    seen = cover_from(t, stand.eye, target)
    return (
        need(why, seen != UNSEEN, "NE-SHT-02", "{} can be seen", t.name(target), at=(t.name(target),))
        and need(
            *(why, not (t.is_prone(target) and seen != OPEN), "NE-SHT-04"),
            *("{} does not lie in cover: it has {}", t.name(target), COVER_NAMES[seen]),
        )
        and all(may(t, stand.who, target, why) for may in t.windows[Supplement.may_be_shot])
    )


def targets(t: Table, stand: Stand) -> list[Target]:
    """The enemies that may be shot at, the closest first (see NE-SHT-03)."""
    found = [target_of(t, stand, foe) for foe in t.prey(stand.who) if may_target(t, stand, foe)]
    return sorted(found, key=lambda one: (one.distance, one.who))


def target_of(t: Table, stand: Stand, foe: int) -> Target:
    """How an enemy is seen."""
    seen = cover_from(t, stand.eye, foe)
    harder = total(tuple(seen_modifiers(t, stand.eye, foe, seen)))
    far = gap(t, stand.who, foe) if stand.muzzle is None else gap_between(stand.muzzle, shape(t, foe))
    return Target(foe, seen, far, harder)


def closest(t: Table, stand: Stand, found: list[Target]) -> list[Target]:
    """The closest enemies; Seriously Injured ones may be left out, and several at one distance are all closest
    (see NE-SHT-03)."""
    if not found:
        return []
    nearest = [one for one in found if one.distance <= found[0].distance + CLOSE]
    if all(t.is_injured(one.who) for one in nearest):
        others = [one for one in found if not t.is_injured(one.who)]
        return [*nearest, *closest(t, stand, others)]
    return nearest


def is_free_choice(t: Table, stand: Stand, found: list[Target], target: Target) -> bool:
    """Whether no Cool test is needed for a target: it is among the closest, or easier to hit than they are
    (see NE-SHT-03)."""
    first = closest(t, stand, found)
    if target.who in [one.who for one in first]:
        return True
    standing = [one for one in first if not t.is_injured(one.who)] or first
    return all(target.harder > one.harder for one in standing)


# -- what changes a hit roll -------------------------------------------------------------------------------------------


def seen_modifiers(t: Table, viewer: Eye, target: int, seen: int) -> Iterable[Modifier]:
    """What can be seen before a shot is declared: cover, and that the target is Engaged (see NE-SHT-07)."""
    hull_down = [part for down in t.windows[Supplement.hull_down] for part in down(t, viewer, target)]
    if hull_down:
        yield from hull_down
    elif seen:
        yield Modifier(-seen, COVER_NAMES[seen], "NE-SHT-06")
    if t.stands(target) and engaged(t, target):
        yield Modifier(-1, "the target is Engaged", "NE-SHT-07")


def is_short(t: Table, who: int, profile: Profile, distance: float) -> bool:
    """Whether a distance is short range."""
    return bool(profile.short) and distance <= profile.short + CLOSE


def long_range(t: Table, who: int, profile: Profile) -> int:
    """How far a weapon reaches, in inches; thrown ones by Strength (see NE-TRT-05)."""
    if profile.thrown:
        return profile.thrown * t.strength(who)
    return profile.long


def in_range(t: Table, who: int, profile: Profile, distance: float) -> bool:
    """Whether a distance, measured when the shot has been declared, is within long range (NE-SHT-05)."""
    return distance <= long_range(t, who, profile) + CLOSE


def hit_modifiers(
    t: Table, who: int, profile: Profile, target: int, seen: int, distance: float, weapon: str = ""
) -> list[Modifier]:
    """All that is added to the hit roll of a shot at a model, without a cap (NE-SHT-07); the weapon says from where a
    vehicle shoots."""
    viewer = eye_at(t, who, weapon) if weapon else eye_of(t, who)
    short = is_short(t, who, profile, distance)
    found = [*bonus(t, who, "bs", "shoot"), *seen_modifiers(t, viewer, target, seen)]
    accuracy = profile.accuracy[0 if short else 1]
    if accuracy:
        found.append(Modifier(accuracy, "short range" if short else "long range", "NE-SHT-07"))
    if t.is_prone(target) and not short:
        found.append(Modifier(-1, "the target is Prone at long range", "NE-SHT-07"))
    for windows in t.bearers(who):
        for more in windows[Quality.shot_bonus]:
            found += more(t, who, target)
    for more in profile.windows[Trait.shot_bonus]:
        found += more(t, who, target)
    return found


# -- weapons -----------------------------------------------------------------------------------------------------------


def is_usable(t: Table, who: int, weapon: Weapon, profile: Profile, why: Why = None) -> bool:
    """Whether a weapon can be shot with: it has a range, and ammo (NE-SHT-14)."""
    m = t.model(t.bearer(who, weapon.id))
    ranged = (profile.long > 0 and not profile.melee) or profile.template or profile.thrown > 0
    return (
        need(why, ranged, "NE-STD-09", "{} shoots", weapon.name)
        and need(why, not is_dry(t, who, weapon, profile), "NE-SHT-14", "{} is not Out of Ammo", weapon.name)
        and need(
            *(why, f"{weapon.id}/{profile.name}" not in m.lost, "NE-TRT-22"),
            *("{} still has that ammo: {}", weapon.name, profile.name),
        )
    )


def is_dry(t: Table, who: int, weapon: Weapon, profile: Profile) -> bool:
    """Whether a profile is Out of Ammo: those without an Ammo number never are but by being used up (see NE-SHT-13)."""
    spent = any(spends() for spends in profile.windows[Trait.spent_by_use])
    return weapon.id in t.model(who).empty and (bool(profile.ammo) or spent)


def arms(t: Table, who: int) -> list[tuple[Weapon, Profile]]:
    """All that a model can shoot with now."""
    return [
        (weapon, profile)
        for weapon in t.weapons(who)
        for profile in weapon.profiles
        if is_usable(t, who, weapon, profile)
    ]


def is_double(t: Table, who: int, profile: Profile) -> bool:
    """Whether shooting with it takes both actions (see NE-TRT-12)."""
    return any(double(t, who) for double in profile.windows[Trait.double_action])

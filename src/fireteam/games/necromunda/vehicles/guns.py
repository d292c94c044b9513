"""Shots from vehicles: which guns, into which arcs, by whom (NE-VEH-05, NE-VEH-06, NE-VEH-33, NE-VEH-34)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, SIMPLE, Activation, Deed
from fireteam.games.necromunda.blasts import has_point
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.shooting.action import AIMED, STAY, fire, is_blast, label
from fireteam.games.necromunda.shooting.ammo import ammo_test, reloadable
from fireteam.games.necromunda.shooting.targets import Stand, is_usable, may_target, stand_of_weapon
from fireteam.games.necromunda.state import NOBODY, Frame
from fireteam.games.necromunda.status import ACTIVE, ENGAGED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.riders import near_gun
from fireteam.games.necromunda.windows import Trait
from fireteam.kit.agenda import Sequence, Steps, repeat

kinds(
    silent_gun=("leave {} silent", ("NE-VEH-06",)),
    man_gun=("fire {} from the deck", ("NE-VEH-33",)),
    reload_gun=("reload {} on the deck", ("NE-VEH-33",)),
)


def is_crew_gun(weapon: Weapon) -> bool:
    """Whether a gun is worked by the crew: only these fire with Fire All (see NE-TRT-32)."""
    return not weapon.by_passenger and any(
        crew() for profile in weapon.profiles for crew in profile.windows[Trait.crew_weapon]
    )


def is_sidearm(t: Table, weapon: Weapon) -> bool:
    """Whether a weapon is a sidearm of the crew, or a pistol that counts as one (NE-HR-04; see NE-VEH-05)."""
    if weapon.by_passenger or is_crew_gun(weapon):
        return False
    if any(sidearm() for profile in weapon.profiles for sidearm in profile.windows[Trait.sidearm]):
        return True
    return bool(t.house_rule("hr_vehicle_pistols_no_sidearm")) and weapon.category == "pistol"


def stand_at(t: Table, who: int, weapon: Weapon) -> Stand:
    """How a gun stands: its arcs lie between the diagonals of the hull, range and sight are taken from the gun
    (NE-VEH-33, NE-VEH-34)."""
    return stand_of_weapon(t, who, weapon)


def shots_of(t: Table, who: int, weapon: Weapon) -> list[Option]:
    """What a gun may be fired at now."""
    found: list[Option] = []
    stand = stand_at(t, who, weapon)
    for profile in weapon.profiles:
        if is_usable(t, who, weapon, profile):
            found += profile_shots(t, who, weapon, profile, stand)
    return found


def profile_shots(t: Table, who: int, weapon: Weapon, profile: Profile, stand: Stand) -> Iterable[Option]:
    """The shots of one profile."""
    name = label(weapon, profile)
    if profile.template:
        yield option("spray", name, args=(weapon.id, profile.name, NOBODY, STAY))
        return
    if is_blast(profile) and has_point(t, who, stand):
        yield option("aim_at_point", name, args=(weapon.id, profile.name, NOBODY, STAY))
    for foe in t.enemies(who):
        if may_target(t, stand, foe):
            yield option("shoot", name, t.name(foe), args=(weapon.id, profile.name, foe, STAY))


def fire_gun(t: Table, who: int, pick: Option, more: tuple[Modifier, ...]) -> Rule[None]:
    """A declared shot of a gun (see NE-VEH-33)."""
    yield from fire(t, who, stand_at(t, who, t.weapon(who, pick.args[0])), pick, more)


class FireAll(Sequence, Frame):
    """Every crew weapon is fired once (see NE-VEH-06)."""

    kind = "fire all"
    solved = True
    who: int
    guns: tuple[str, ...]
    aimed: bool = False
    fired: int = 0

    @staticmethod
    def steps() -> Steps[Table, FireAll]:
        """Gun by gun, each resolved before the next (see NE-VEH-06)."""
        return (repeat(fire_next, guns_left),)


def guns_left(t: Table, f: FireAll) -> bool:
    """Whether a gun has still to be fired."""
    return t.in_play(f.who) and f.fired < len(f.guns)


def fire_next(t: Table, f: FireAll) -> Rule[bool]:
    """Each gun has its own target, its own arc and sight; any may be left silent (NE-VEH-06)."""
    gun = f.guns[f.fired]
    f.fired += 1
    if gun in t.model(f.who).lost:
        return True
    weapon = t.weapon(f.who, gun)
    found = shots_of(t, f.who, weapon)
    if not found:
        return True
    pick: Option = yield t.ask(
        t.player(f.who),
        topic("shot of {gun} of {who}", weapon.name, t.name(f.who)),
        lambda: [*shots_of(t, f.who, weapon), option("silent_gun", weapon.name)],
    )
    if pick.kind != "silent_gun":
        yield from fire_gun(t, f.who, pick, (AIMED,) if f.aimed else ())
    return True


# -- passengers --------------------------------------------------------------------------------------------------------


def passenger_guns(t: Table, who: int) -> list[Weapon]:
    """The guns that a fighter aboard may work: passenger operated, within 1" (see NE-VEH-33)."""
    vehicle = t.model(who).aboard
    if vehicle == NOBODY or t.side(vehicle) != t.side(who):
        return []
    return [weapon for weapon in t.weapons(vehicle) if weapon.by_passenger and near_gun(t, who, weapon.mount)]


def may_man(t: Table, a: Activation, why: Why) -> bool:
    """A gun on the deck is fired in place of Shoot, once in a round (see NE-VEH-33)."""
    m = t.model(a.who)
    free = [gun for gun in passenger_guns(t, a.who) if f"gun {gun.id}" not in t.model(m.aboard).used]
    return need(why, "shoot" not in m.done, "NE-ACT-02", "it has not shot in this activation") and need(
        why,
        any(shots_of(t, a.who, gun) for gun in free),
        "NE-VEH-33",
        'a gun is within 1" that has something to shoot at',
    )


def gun_picks(t: Table, a: Activation) -> Iterable[Option]:
    """Each gun that is in reach."""
    used = t.model(t.model(a.who).aboard).used
    return [
        option("man_gun", gun.name, args=(gun.id,))
        for gun in passenger_guns(t, a.who)
        if f"gun {gun.id}" not in used and shots_of(t, a.who, gun)
    ]


def man_gun(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """A passenger fires a gun of its vehicle with its own BS (see NE-VEH-33)."""
    gun = t.weapon(a.who, pick.args[0])
    t.mark_round(t.model(a.who).aboard, f"gun {gun.id}")
    t.mark(a.who, "shoot")
    shot: Option = yield t.ask(
        t.player(a.who), topic("shot of {gun} of {who}", gun.name, t.name(a.who)), lambda: shots_of(t, a.who, gun)
    )
    a.may_turn = False
    yield from fire_gun(t, a.who, shot, (AIMED,) if a.aimed else ())


def empty_guns(t: Table, who: int) -> list[Weapon]:
    """Guns on the deck that a passenger may reload (see NE-VEH-08)."""
    vehicle = t.model(who).aboard
    guns = passenger_guns(t, who)
    return [gun for gun in guns if gun.id in t.model(vehicle).empty and reloadable(t, who, gun)]


def has_empty_gun(t: Table, a: Activation, why: Why) -> bool:
    """Whether there is a gun to reload."""
    return need(why, bool(empty_guns(t, a.who)), "NE-VEH-08", "a gun that it can reach is Out of Ammo")


def reload_gun(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Passenger weapons are reloaded by passengers (see NE-VEH-08)."""
    gun = t.weapon(a.who, pick.args[0])
    profile = min(reloadable(t, a.who, gun), key=lambda one: one.ammo)
    if (yield from ammo_test(t, a.who, gun, profile, "reload")):
        t.reload(a.who, gun.id, "NE-VEH-08")


ABOARD = (
    Deed("man_gun", "NE-VEH-33", BASIC, (ACTIVE,), may_man, gun_picks, man_gun),
    Deed(
        *("reload_gun", "NE-VEH-08", SIMPLE, (ACTIVE, ENGAGED), has_empty_gun),
        lambda t, a: [option("reload_gun", gun.name, args=(gun.id,)) for gun in empty_guns(t, a.who)],
        reload_gun,
    ),
)
"""What fighters aboard may do besides the usual."""

"""The actions that shoot: Shoot, Aim, Blind Fire; declaring, target priority, two guns at once (NE-STD-09, NE-STD-10,
NE-PIN-04, NE-SHT-03, NE-SHT-09)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier, Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import ACTIONS, BASIC, DOUBLE, Activation, Deed, add
from fireteam.games.necromunda.blasts import aim_at, begin_blast, begin_template, has_point, radius_of
from fireteam.games.necromunda.cards import Profile, Weapon
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import facing_towards
from fireteam.games.necromunda.shooting.ammo import firepower_dice
from fireteam.games.necromunda.shooting.attack import Shooting, gun
from fireteam.games.necromunda.shooting.priority import hold_marker, hold_to_priority
from fireteam.games.necromunda.shooting.targets import (
    ALL_ROUND,
    Stand,
    arms,
    in_view,
    is_double,
    may_target,
    stand_of,
)
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.status import ACTIVE, PINNED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Trait

STAY = -1
"""No facing is implied."""
AIMED = Modifier(1, "aimed", "NE-STD-10")
BLIND = Modifier(-2, "fired blindly", "NE-PIN-04")
TWO_GUNS = Modifier(-1, "two guns at once", "NE-SHT-09")
HIP = Modifier(-1, "fired from the hip", "NE-HRX-08")

kinds(
    shoot=("shoot {1} with {0}", ("NE-STD-09",)),
    face_and_shoot=("turn to {1} and shoot with {0}", ("NE-STD-09", "NE-RND-05")),
    shoot_both=("shoot {2} with {0} and {1}", ("NE-SHT-09",)),
    from_the_hip=("shoot {1} with {0} from the hip", ("NE-HRX-08",)),
    aim_at_point=("aim {} at a point", ("NE-BLS-01",)),
    spray=("lay the template of {}", ("NE-BLS-05",)),
    aim=("aim", ("NE-STD-10",)),
    blind_fire=("fire {0} blindly at {1}", ("NE-PIN-04",)),
    blind_point=("fire {} blindly at a point", ("NE-PIN-04", "NE-BLS-01")),
    blind_spray=("lay the template of {} blindly", ("NE-PIN-04", "NE-BLS-05")),
    dice_taken=("take {} Firepower dice", ("NE-TRT-04",)),
)
POINTS = ("aim_at_point", "blind_point")
SPRAYS = ("spray", "blind_spray")


def label(weapon: Weapon, profile: Profile) -> str:
    """What a weapon is called with the profile it is used with."""
    return weapon.name if len(weapon.profiles) == 1 else f"{weapon.name} ({profile.name})"


# -- what can be declared ----------------------------------------------------------------------------------------------


def shots(t: Table, a: Activation) -> Iterable[Option]:
    """Every weapon and whatever it could be aimed at, judged or not: who is not in the arc and may be turned to is shot
    at after a turn (see NE-RND-05)."""
    stand = stand_of(t, a.who)
    foes = list(t.prey(a.who))
    for weapon, profile in arms(t, a.who):
        if is_double(t, a.who, profile) and a.left < ACTIONS and not t.house_rule("hrx_unwieldy_basic"):
            continue
        name = label(weapon, profile)
        if profile.template:
            yield option("spray", name, args=(weapon.id, profile.name, NOBODY, STAY))
            continue
        if is_blast(profile):
            yield option("aim_at_point", name, args=(weapon.id, profile.name, NOBODY, STAY))
        for foe in foes:
            if not in_view(t, stand, foe) and not a.may_turn:
                continue
            yield from at_enemy(t, a, weapon, profile, name, foe, in_arc=in_view(t, stand, foe))
    yield from pairs(t, a, stand, foes)


def at_enemy(
    t: Table, a: Activation, weapon: Weapon, profile: Profile, name: str, foe: int, *, in_arc: bool
) -> Iterable[Option]:
    """The ways to shoot at an enemy with a weapon."""
    facing = STAY if in_arc else facing_towards(t, a.who, foe)
    kind = "shoot" if in_arc else "face_and_shoot"
    heavy = is_double(t, a.who, profile)
    if not heavy or a.left == ACTIONS:
        yield option(kind, name, t.name(foe), args=(weapon.id, profile.name, foe, facing))
    if heavy and t.house_rule("hrx_unwieldy_basic"):
        yield option("from_the_hip", name, t.name(foe), args=(weapon.id, profile.name, foe, facing))


def pairs(t: Table, a: Activation, stand: Stand, foes: list[int]) -> Iterable[Option]:
    """Two Sidearms fired in one action at one target (NE-SHT-09)."""
    sidearms = [
        (weapon, profile)
        for weapon, profile in arms(t, a.who)
        if any(sidearm() for sidearm in profile.windows[Trait.sidearm]) and not profile.template
    ]
    for (one, first), (two, second) in combinations(sidearms, 2):
        if one.id == two.id:
            continue
        for foe in foes:
            if in_view(t, stand, foe):
                yield option(
                    *("shoot_both", label(one, first), label(two, second), t.name(foe)),
                    args=(one.id, first.name, foe, STAY, two.id, second.name),
                )


def is_blast(profile: Profile) -> bool:
    """Whether a weapon puts down a Blast marker."""
    return any(blast() for blast in profile.windows[Trait.blast])


def may_shoot_so(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one shot: its target may be shot at as one will face; a point or a template is asked for later."""
    if pick.kind in SPRAYS:
        return True
    if pick.kind in POINTS:
        return need(why, has_point(t, a.who, stand_of(t, a.who)), "NE-BLS-01", "a point can be seen to aim at")
    facing = None if pick.args[3] == STAY else pick.args[3]
    return may_target(t, stand_of(t, a.who, facing), pick.args[2], why)


def has_arms(t: Table, a: Activation, why: Why) -> bool:
    """Shooting needs something to shoot with, and eyes (see NE-COND-02)."""
    return need(why, bool(arms(t, a.who)), "NE-STD-09", "it has a ranged weapon that is not Out of Ammo")


# -- Shoot -------------------------------------------------------------------------------------------------------------


def shoot(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Shoot: one ranged attack with one weapon, or with two Sidearms (NE-STD-09); by a house rule a heavy gun may be
    fired from the hip at -1 (NE-HRX-08)."""
    weapon, profile_name, _, facing = pick.args[:4]
    if facing != STAY:
        t.turn(a.who, facing)
    profile = t.profile(a.who, weapon, profile_name)
    more = [AIMED] if a.aimed else []
    if pick.kind == "from_the_hip":
        more.append(HIP)
    elif is_double(t, a.who, profile):
        a.left = 0
    a.may_turn = False
    if pick.kind == "shoot_both":
        more.append(TWO_GUNS)
    yield from fire(t, a.who, stand_of(t, a.who), pick, tuple(more))


def fire(t: Table, who: int, stand: Stand, pick: Option, more: tuple[Modifier, ...]) -> Rule[None]:
    """A declared shot: target priority first, then the attack of the weapon's sort."""
    weapon, profile_name, target = pick.args[:3]
    profile = t.profile(who, weapon, profile_name)
    if pick.kind in SPRAYS:
        yield from begin_template(t, who, t.weapon(who, weapon), profile, stand)
        return
    if pick.kind in POINTS:
        yield from aim_at(t, who, t.weapon(who, weapon), profile, stand, more)
        return
    if is_blast(profile):
        m = t.model(target)
        held = yield from hold_marker(t, who, stand, profile, (m.x, m.y, m.z), radius_of(profile))
        target = target if held == NOBODY else held
    else:
        target = yield from hold_to_priority(t, who, stand, target)
    chosen = target
    for windows in t.bearers(who):
        for redirects in windows[Quality.redirects_shot]:
            target = yield from redirects(t, who, target)
    lost = target != chosen and not may_target(t, stand, target)
    guns = [gun(profile, t.weapon(who, weapon), (yield from dice_taken(t, who, profile)))]
    if pick.kind == "shoot_both":
        second = t.profile(who, pick.args[4], pick.args[5])
        guns.append(gun(second, t.weapon(who, pick.args[4]), (yield from dice_taken(t, who, second))))
    if is_blast(profile):
        begin_blast(t, who, guns[0], target, more, lost=lost)
    else:
        t.begin(Shooting(who, target, tuple(guns), more, lost=lost))


def dice_taken(t: Table, who: int, profile: Profile) -> Rule[int]:
    """How many Firepower dice the shooter takes, said before they are rolled (see NE-TRT-04)."""
    most = firepower_dice(profile)
    if most < 2:
        return most
    pick: Option = yield t.ask(
        t.player(who),
        topic("Firepower dice of {who}", t.name(who)),
        lambda: [option("dice_taken", count) for count in range(most, 0, -1)],
    )
    return int(pick.args[0])


# -- Aim ---------------------------------------------------------------------------------------------------------------


def aim(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Aim: +1 to the hit rolls of a Shoot later in this activation (NE-STD-10)."""
    yield from ()
    a.aimed = True
    t.tell("aims", "NE-STD-10", who=t.name(a.who))


def has_action_after(t: Table, a: Activation, why: Why) -> bool:
    """Aiming is for something."""
    return need(why, not a.aimed, "NE-STD-10", "it has not aimed yet")


# -- Blind Fire --------------------------------------------------------------------------------------------------------


def blind_shots(t: Table, a: Activation) -> Iterable[Option]:
    """Every weapon and enemy all round, judged or not (see NE-PIN-04)."""
    for weapon, profile in arms(t, a.who):
        name = label(weapon, profile)
        if profile.template:
            yield option("blind_spray", name, args=(weapon.id, profile.name, NOBODY, STAY))
            continue
        if is_blast(profile):
            yield option("blind_point", name, args=(weapon.id, profile.name, NOBODY, STAY))
        for foe in t.prey(a.who):
            yield option("blind_fire", name, t.name(foe), args=(weapon.id, profile.name, foe, STAY))


def may_fire_blindly(t: Table, a: Activation, pick: Option, why: Why) -> bool:
    """The law of one blind shot."""
    if pick.kind in SPRAYS:
        return True
    if pick.kind in POINTS:
        seen = has_point(t, a.who, stand_of(t, a.who, half=ALL_ROUND))
        return need(why, seen, "NE-BLS-01", "a point can be seen to aim at")
    return may_target(t, stand_of(t, a.who, half=ALL_ROUND), pick.args[2], why)


def blind_fire(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Blind Fire: one ranged attack all round at -2, lying down (NE-PIN-04)."""
    yield from fire(t, a.who, stand_of(t, a.who, half=ALL_ROUND), pick, (BLIND,))


def one(kind: str) -> Iterable[Option]:
    """The one option of an action that aims at nothing."""
    return [option(kind)]


add(
    Deed(
        *("shoot", "NE-STD-09", BASIC, (ACTIVE,), has_arms, shots, shoot, may_shoot_so, True),
        kinds=("shoot", "face_and_shoot", "shoot_both", "from_the_hip", "aim_at_point", "spray"),
    ),
    Deed("aim", "NE-STD-10", BASIC, (ACTIVE,), has_action_after, lambda t, a: one("aim"), aim),
    Deed(
        *("blind_fire", "NE-PIN-04", DOUBLE, (PINNED,), has_arms, blind_shots, blind_fire, may_fire_blindly, True),
        kinds=("blind_fire", "blind_point", "blind_spray"),
    ),
)

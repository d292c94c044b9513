"""The actions of vehicles: the menus of Mobile and Stationary ones (NE-VEH-01 to NE-VEH-17)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import atan2, ceil, degrees, floor

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Why, need
from fireteam.core.topics import topic
from fireteam.games.necromunda import state
from fireteam.games.necromunda.activation import BASIC, DOUBLE, SIMPLE, Activation, Deed, always
from fireteam.games.necromunda.dice import d2, d3, d6
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import hull
from fireteam.games.necromunda.shooting.action import AIMED
from fireteam.games.necromunda.shooting.ammo import ammo_test, reloadable
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.stats import half, movement
from fireteam.games.necromunda.status import MOBILE, STALLED
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.end_phase import restart
from fireteam.games.necromunda.vehicles.guns import FireAll, fire_gun, is_crew_gun, is_sidearm, shots_of
from fireteam.games.necromunda.vehicles.hulls import STALLED_SPEED, pays_double, speed
from fireteam.games.necromunda.vehicles.moving import HALTED, Driving, driven
from fireteam.kit.agenda import Sequence, Steps, repeat
from fireteam.kit.plane.drives import LEFT, RIGHT, Drives, Leg, Limits
from fireteam.space.plane.free.hulls import slope_under

HALF_TURN = 180
FLAT = 0.001
ONE_MODE = ("fire_all", "move_and_shoot")

kinds(
    vehicle_move=("move", ("NE-VEH-02",)),
    maneuver=("maneuver {}", ("NE-VEH-04",)),
    move_and_shoot=("move and shoot", ("NE-VEH-05",)),
    fire_all=("fire all", ("NE-VEH-06",)),
    vehicle_aim=("aim the guns", ("NE-VEH-07",)),
    vehicle_reload=("reload the {}", ("NE-VEH-08",)),
    drift=("drift", ("NE-VEH-09",)),
    ram=("ram", ("NE-VEH-10",)),
    spin=("spin", ("NE-VEH-12",)),
    full_throttle=("full throttle", ("NE-VEH-13",)),
    jump_start=("jump start", ("NE-VEH-14",)),
    turn_over=("turn over", ("NE-VEH-15",)),
    free_wheel=("free wheel", ("NE-VEH-16",)),
    shots_done=("no more", ("NE-VEH-05",)),
)


def allowance(t: Table, who: int, hundredths: int) -> float:
    """How far an action takes a vehicle: an engine that has lost power moves it no more than M in an activation (see
    NE-VHIT-06)."""
    m = t.model(who)
    if m.capped:
        hundredths = min(hundredths, max(0, movement(t, who) - m.moved))
    return hundredths / 100


def limits(t: Table, who: int, hundredths: int, **more: int | bool | float) -> Limits:
    """What a drive of a vehicle may be; a walker turns as often as it likes (see NE-VEH-32)."""
    known = Limits(allowance(t, who, hundredths), doubled=pays_double(t, who))
    if t.vehicle(who).locomotion == "walker":
        known = known._replace(pivots=-1)
    return known._replace(**more)  # type: ignore[arg-type]


def ask_way(t: Table, who: int, found: Limits, rule: str) -> Rule[tuple[Leg, ...]]:
    """Its player names the way."""
    region = Drives(t.ground, hull(t, who), found, (rule,))
    pick: Option = yield t.ask(t.player(who), topic("way of {who}", t.name(who)), tuple, region)
    return driven(pick.args)


# -- Mobile ------------------------------------------------------------------------------------------------------------


def move(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Move: up to M straight ahead, with one turn of up to 90 degrees at any point (see NE-VEH-02)."""
    legs = yield from ask_way(t, a.who, limits(t, a.who, movement(t, a.who)), "NE-VEH-02")
    t.begin(Driving(a.who, legs, "NE-VEH-02", speed(t, a.who)))


def maneuver(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Maneuver: up to half M forward, or backward, with any number of turns (NE-VEH-04); the match may ask for an inch
    between two of them (NE-HR-06)."""
    back = pick.args[0] == "backward"
    spacing = 1.0 if t.house_rule("opt_maneuver_pivot_spacing") else 0.0
    found = limits(t, a.who, half(t, movement(t, a.who)), pivots=-1, forward=not back, back=back, spacing=spacing)
    legs = yield from ask_way(t, a.who, found, "NE-VEH-04")
    t.begin(Driving(a.who, legs, "NE-VEH-04", speed(t, a.who)))


def drift(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Drift: up to half M in a straight line inside one side arc, the facing kept; then a Handling test at +1
    (NE-VEH-09)."""
    found = limits(t, a.who, half(t, movement(t, a.who)), pivots=0)._replace(aside=side_arcs(t, a.who))
    legs = yield from ask_way(t, a.who, found, "NE-VEH-09")
    t.begin(Driving(a.who, legs, "NE-VEH-09", speed(t, a.who), end_test=True))


def side_arcs(t: Table, who: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The whole degrees between the diagonals of the hull, on its left and on its right (see NE-VEH-09)."""
    box = hull(t, who)
    slant = degrees(atan2(box.width, box.length))
    low, high = ceil(slant), floor(HALF_TURN - slant)
    return ((box.facing + low) % 360, (box.facing + high) % 360), ((box.facing - high) % 360, (box.facing - low) % 360)


def ram(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Ram: a Move of M and D6 inches; the D6 adds no speed (see NE-VEH-10)."""
    more = yield from d6(t.roller(a.who), topic("ram of {who}", t.name(a.who)))
    legs = yield from ask_way(t, a.who, limits(t, a.who, movement(t, a.who) + 100 * more), "NE-VEH-10")
    t.begin(Driving(a.who, legs, "NE-VEH-10", speed(t, a.who), rams=True))


def spin(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Spin: a Move of half M whose turn is up to 180 degrees; right after it a Handling test, or it loses control
    (NE-VEH-12)."""
    found = limits(t, a.who, half(t, movement(t, a.who)), degrees=HALF_TURN)
    legs = yield from ask_way(t, a.who, found, "NE-VEH-12")
    t.begin(Driving(a.who, legs, "NE-VEH-12", speed(t, a.who), turn_test=True))


def full_throttle(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Full Throttle: a Move of three times M; right after a turn a Handling test at -1, or it loses control and what is
    left of the move (NE-VEH-13)."""
    legs = yield from ask_way(t, a.who, limits(t, a.who, 3 * movement(t, a.who)), "NE-VEH-13")
    t.begin(Driving(a.who, legs, "NE-VEH-13", speed(t, a.who), turn_test=True, turn_bonus=-1))


def aim(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Aim: +1 to the hit rolls of a Fire All later in this activation, and of Move & Shoot if the match says so
    (NE-VEH-07)."""
    yield from ()
    a.aimed = True
    t.tell("aims", "NE-VEH-07", who=t.name(a.who))


def may_aim(t: Table, a: Activation, why: Why) -> bool:
    """Aiming is done once."""
    return need(why, not a.aimed, "NE-VEH-07", "it has not aimed yet")


def reload(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Reload: an Ammo test for one empty weapon of the crew (NE-VEH-08)."""
    weapon = t.weapon(a.who, pick.args[0])
    profile = min(reloadable(t, a.who, weapon), key=lambda one: one.ammo)
    if (yield from ammo_test(t, a.who, weapon, profile, "reload")):
        t.reload(a.who, weapon.id, "NE-VEH-08")


def empties(t: Table, a: Activation) -> list[Option]:
    """The empty weapons of the crew; those of passengers are theirs (see NE-VEH-08)."""
    return [
        option("vehicle_reload", weapon.name, args=(weapon.id,))
        for weapon in t.weapons(a.who)
        if weapon.id in t.model(a.who).empty and not weapon.by_passenger and reloadable(t, a.who, weapon)
    ]


def has_empty(t: Table, a: Activation, why: Why) -> bool:
    """Whether there is anything to reload."""
    return need(why, bool(empties(t, a)), "NE-VEH-08", "a weapon of the crew is Out of Ammo")


# -- shooting ----------------------------------------------------------------------------------------------------------


def is_first_mode(t: Table, a: Activation, why: Why) -> bool:
    """Move & Shoot and Fire All are one action: one of them in an activation (see NE-VEH-06)."""
    done = t.model(a.who).done
    return need(why, not any(mode in done for mode in ONE_MODE), "NE-VEH-06", "it has not shot in this activation")


def fire_all(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Fire All: no move, every crew weapon once, of a Stationary vehicle too (NE-VEH-17, see NE-VEH-06)."""
    yield from ()
    guns = tuple(weapon.id for weapon in t.weapons(a.who) if is_crew_gun(weapon))
    t.begin(FireAll(a.who, guns, aimed=a.aimed))


class MoveAndShoot(Sequence, Frame):
    """A Move at half M, and one shot before, during or after it (see NE-VEH-05)."""

    kind = "move and shoot"
    who: int
    inches: float
    pivots: int
    aimed: bool = False
    drives: int = 0
    shot: bool = False
    done: bool = False

    @staticmethod
    def steps() -> Steps[Table, MoveAndShoot]:
        """Parts of the move, and the shot, in any order."""
        return (repeat(next_part, goes_on),)


def move_and_shoot(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Move & Shoot: a Move at half M, and one shot with one crew weapon or sidearm before, during or after it
    (NE-VEH-05)."""
    yield from ()
    found = limits(t, a.who, half(t, movement(t, a.who)))
    aimed = a.aimed and bool(t.house_rule("vehicle_aim_move_shoot"))
    t.begin(MoveAndShoot(a.who, found.inches, found.pivots, aimed=aimed))


def goes_on(t: Table, m: MoveAndShoot) -> bool:
    """Whether there is a part left."""
    return t.in_play(m.who) and not m.done


def shots(t: Table, m: MoveAndShoot) -> list[Option]:
    """What it may shoot at with a gun or a sidearm of its crew (see NE-VEH-05, NE-HR-04)."""
    if m.shot:
        return []
    guns = [weapon for weapon in t.weapons(m.who) if is_crew_gun(weapon) or is_sidearm(t, weapon)]
    return [shot for gun in guns for shot in shots_of(t, m.who, gun)]


def may_drive_on(t: Table, m: MoveAndShoot) -> bool:
    """Whether the move was not cut short by a collision, a dead engine or a swerve."""
    return t.model(m.who).stance == state.MOBILE and f"{HALTED} NE-VEH-05" not in t.model(m.who).done


def next_part(t: Table, m: MoveAndShoot) -> Rule[bool]:
    """The next part: the way, the rest of it, or the shot (see NE-VEH-05)."""
    drives = m.drives < 2 and (m.drives == 0 or m.shot) and m.inches > 0 and may_drive_on(t, m)
    able = shots(t, m)
    if not able and not drives:
        m.done = True
        return True
    region = None
    if drives:
        found = limits(t, m.who, round(100 * m.inches))._replace(inches=m.inches, pivots=m.pivots)
        region = Drives(t.ground, hull(t, m.who), found, ("NE-VEH-05",))
    pick: Option = yield t.ask(
        t.player(m.who),
        topic("move and shoot of {who}", t.name(m.who)),
        lambda: [*shots(t, m), option("shots_done")],
        region,
    )
    if pick.kind == "shots_done":
        m.done = True
    elif pick.kind == "drive":
        legs = driven(pick.args)
        m.drives += 1
        m.inches = max(0.0, round(m.inches - sum(leg.size for leg in legs if leg.how not in (LEFT, RIGHT)), 2))
        m.pivots -= sum(leg.how in (LEFT, RIGHT) for leg in legs) if m.pivots > 0 else 0
        if m.shot:
            m.done = True
        t.begin(Driving(m.who, legs, "NE-VEH-05", speed(t, m.who)))
    else:
        m.shot = True
        yield from fire_gun(t, m.who, pick, (AIMED,) if m.aimed else ())
    return True


# -- Stationary --------------------------------------------------------------------------------------------------------


def jump_start(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Jump Start: a Handling test, +1 with two or more Wounds left; passed, it is Mobile (NE-VEH-14)."""
    yield from restart(t, a.who, end_phase=False)


def turn_over(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Turn Over: a Move of up to D3 inches, and +1 to the next Restart test (NE-VEH-15)."""
    inches = yield from d3(t.roller(a.who), topic("engine of {who}", t.name(a.who)))
    t.set_restart(a.who, 1)
    legs = yield from ask_way(t, a.who, limits(t, a.who, 100 * inches), "NE-VEH-15")
    t.begin(Driving(a.who, legs, "NE-VEH-15", STALLED_SPEED))


def free_wheel(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Free Wheel: a Move of up to D6 inches, forward or backward as a D2 says (NE-VEH-16); on a slope downhill, if the
    match says so (NE-HR-05)."""
    seat = t.roller(a.who)
    inches = yield from d6(seat, topic("free wheel of {who}", t.name(a.who)))
    rise = slope_under(t.ground, hull(t, a.who))
    if t.house_rule("hr_freewheel_gravity") and abs(rise) > FLAT:
        back = rise > 0
    else:
        back = (yield from d2(seat, topic("which way {who} rolls", t.name(a.who)))) == 2
    found = limits(t, a.who, 100 * inches, forward=not back, back=back)
    legs = yield from ask_way(t, a.who, found, "NE-VEH-16")
    t.begin(Driving(a.who, legs, "NE-VEH-16", STALLED_SPEED))


def one(kind: str, t: Table, a: Activation) -> Iterable[Option]:
    """The one option of an action."""
    return [option(kind)]


def both_ways(t: Table, a: Activation) -> Iterable[Option]:
    """Forward or backward, fixed for the action (see NE-VEH-04)."""
    return [option("maneuver", way) for way in ("forward", "backward")]


DRIVEN = (
    Deed("vehicle_move", "NE-VEH-02", SIMPLE, (MOBILE,), always, partial(one, "vehicle_move"), move),
    Deed("maneuver", "NE-VEH-04", SIMPLE, (MOBILE,), always, both_ways, maneuver),
    Deed(
        *("move_and_shoot", "NE-VEH-05", BASIC, (MOBILE,), is_first_mode),
        *(partial(one, "move_and_shoot"), move_and_shoot),
    ),
    Deed("fire_all", "NE-VEH-06", BASIC, (MOBILE, STALLED), is_first_mode, partial(one, "fire_all"), fire_all),
    Deed("vehicle_aim", "NE-VEH-07", BASIC, (MOBILE,), may_aim, partial(one, "vehicle_aim"), aim),
    Deed("vehicle_reload", "NE-VEH-08", SIMPLE, (MOBILE,), has_empty, empties, reload),
    Deed("drift", "NE-VEH-09", BASIC, (MOBILE,), always, partial(one, "drift"), drift),
    Deed("ram", "NE-VEH-10", DOUBLE, (MOBILE,), always, partial(one, "ram"), ram),
    Deed("spin", "NE-VEH-12", BASIC, (MOBILE,), always, partial(one, "spin"), spin),
    Deed("full_throttle", "NE-VEH-13", DOUBLE, (MOBILE,), always, partial(one, "full_throttle"), full_throttle),
    Deed("jump_start", "NE-VEH-14", SIMPLE, (STALLED,), always, partial(one, "jump_start"), jump_start),
    Deed("turn_over", "NE-VEH-15", BASIC, (STALLED,), always, partial(one, "turn_over"), turn_over),
    Deed("free_wheel", "NE-VEH-16", BASIC, (STALLED,), always, partial(one, "free_wheel"), free_wheel),
)
"""What vehicles may do: by whether they are Mobile or Stationary (see NE-VEH-01)."""


def menu(t: Table, who: int) -> tuple[Deed, ...]:
    """The menus of vehicles: Mobile and Stationary ones have their own, Broken ones have none, and none of
    them fights in close combat (NE-VEH-01, NE-VEH-30)."""
    return DRIVEN if t.is_vehicle(who) else ()

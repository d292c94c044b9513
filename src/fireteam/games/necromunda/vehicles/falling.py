"""Vehicles that fall: where they land, on whom, how hard, and whether their driver keeps control (NE-VFALL-01)."""

from __future__ import annotations

from math import ceil

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import DRIVE
from fireteam.games.necromunda.hits import FALL, Hit, Strike
from fireteam.games.necromunda.movement.falling import FALLS, set_clear
from fireteam.games.necromunda.positions import engaged, hull, riders, shape
from fireteam.games.necromunda.state import PLAY, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.vehicles.handling import handle_or_lose
from fireteam.games.necromunda.vehicles.hulls import in_the_way, place
from fireteam.games.necromunda.vehicles.riders import Spill, ThrownOff, loose
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.space.plane.free.hulls import fits, landing, nearest_clear
from fireteam.space.plane.free.measuring import plan_gap
from fireteam.space.plane.free.seeing import REAR

STEEP, WORST = 3, 4
"""-1 to Handling for each 3 inches fallen, at most -4 (see NE-VFALL-01)."""


class HullFall(Sequence, Frame):
    """A vehicle falls over an edge (see NE-VFALL-01)."""

    kind = "fall of a vehicle"
    who: int
    way: int
    tumbles: bool = False
    """Whether it is rolling over: it takes no more damage itself (see NE-VLOC-03)."""
    height: float = 0.0
    under: tuple[int, ...] = ()
    struck: int = 0
    shaken: tuple[int, ...] = ()
    held: int = 0

    @staticmethod
    def steps() -> Steps[Table, HullFall]:
        """Riders first, then the hit of the vehicle, of those under it, and the test (see NE-VFALL-01)."""
        return (
            land,
            repeat(hold_on, riders_left),
            then(spill),
            when(hit_vehicle, may_be_hurt),
            repeat(hit_next, is_under),
            repeat(clear_next, is_under_still),
            then(move_off, is_there),
            then(keep_control, may_be_hurt),
        )


def is_there(t: Table, f: HullFall) -> bool:
    """Whether it falls at all, and is in play."""
    return t.in_play(f.who) and f.height > 0


def may_be_hurt(t: Table, f: HullFall) -> bool:
    """Whether the fall does something to it: not while it rolls over (see NE-VLOC-03)."""
    return is_there(t, f) and not f.tumbles


def land(t: Table, f: HullFall) -> Rule[None]:
    """It lands where its middle passed the rim, or at the nearest place outward, and keeps its facing (see
    NE-VFALL-01)."""
    yield from ()
    f.shaken = tuple(one for one in riders(t, f.who) if not t.model(one).seated)
    found = landing(t.ground, hull(t, f.who), f.way)
    if found is None:
        return
    pose, f.height = found
    t.tell("falls", "NE-VFALL-01", who=t.name(f.who), height=round(f.height, 2))
    f.under = tuple(
        m.index
        for m in t.state.models
        if m.status == PLAY
        and f.who not in (m.index, m.aboard)
        and plan_gap(pose, shape(t, m.index)) <= 0
        and pose.z <= m.z + shape(t, m.index).height
        and m.z <= pose.z + pose.height
    )
    place(t, f.who, pose, "NE-VFALL-01", "lands")


def riders_left(t: Table, f: HullFall) -> bool:
    """Whether somebody on its deck has still to test."""
    return f.held < len(f.shaken)


def hold_on(t: Table, f: HullFall) -> Rule[bool]:
    """Riders test before the hit (see NE-VEH-31)."""
    who = f.shaken[f.held]
    f.held += 1
    if t.in_play(who) and not (
        yield from test(t, who, "i", "hold", topic("{who} holds on", t.name(who)), "NE-VFALL-01")
    ):
        t.begin(ThrownOff(who, f.who))
    return True


def spill(t: Table, f: HullFall) -> Rule[None]:
    """Loot that nobody holds falls off (see NE-VEH-31)."""
    yield from ()
    if loose(t, f.who):
        t.begin(Spill(f.who))


def fall_hit(t: Table, f: HullFall, on: int) -> Strike | None:
    """The hit of the falling table, on Rear Toughness and the Drive (NE-VFALL-01)."""
    inches = ceil(round(f.height, 4))
    row = next((row for row in reversed(FALLS) if inches >= row[0]), None)
    if row is None:
        return None
    _, strength, ap, damage = row
    m = t.model(on)
    strike = Strike(on, strength=strength, ap=ap, damage=damage, kind=FALL, x=m.x, y=m.y, source="fall")
    return strike._replace(side=REAR, location=DRIVE) if on == f.who else strike


def hit_vehicle(t: Table, f: HullFall) -> Rule[None]:
    """The hit of the vehicle (see NE-VFALL-01)."""
    yield from ()
    strike = fall_hit(t, f, f.who)
    if strike is not None:
        t.begin(Hit(strike))


def is_under(t: Table, f: HullFall) -> bool:
    """Whether somebody under it has still to be hit."""
    return f.struck < len(f.under)


def hit_next(t: Table, f: HullFall) -> Rule[bool]:
    """Whoever is landed on takes the same hit (see NE-FALL-05)."""
    yield from ()
    who = f.under[f.struck]
    f.struck += 1
    strike = fall_hit(t, f, who)
    if strike is not None and t.in_play(who):
        t.begin(Hit(strike))
    return True


def is_under_still(t: Table, f: HullFall) -> bool:
    """Whether somebody is to be moved off."""
    return bool(f.under)


def clear_next(t: Table, f: HullFall) -> Rule[bool]:
    """Fighters under it are Pinned, if it has fallen 3" or more, and moved off by the shortest way (see NE-FALL-05)."""
    who, *rest = f.under
    f.under = tuple(rest)
    if t.in_play(who) and not t.is_vehicle(who):
        if fall_hit(t, f, who) is not None and t.stands(who) and not engaged(t, who):
            t.pin(who, "NE-FALL-05")
        yield from set_clear(t, who, "NE-FALL-05")
    return True


def move_off(t: Table, f: HullFall) -> Rule[None]:
    """What has landed on another hull is moved off it by the shortest way (see NE-FALL-05)."""
    yield from ()
    others, _ = in_the_way(t, (f.who,), bodies=False)
    if not fits(t.ground, hull(t, f.who), others):
        found = nearest_clear(t.ground, hull(t, f.who), others, ())
        if found is not None:
            place(t, f.who, found, "NE-FALL-05", "shifted")


def keep_control(t: Table, f: HullFall) -> Rule[None]:
    """A Handling test, -1 for each 3 inches or part of them, at most -4, or it loses control (see NE-VFALL-01)."""
    by = min(WORST, max(1, ceil(ceil(round(f.height, 4)) / STEEP)))
    yield from handle_or_lose(t, f.who, "fall", "NE-VFALL-01", Modifier(-by, "fallen", "NE-VFALL-01"))

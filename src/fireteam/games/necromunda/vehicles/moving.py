"""Driving: leg by leg, with all that is met in order, and what follows when the hull stands still (NE-VEH-02,
NE-VEH-03, NE-VCOL)."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.close_combat.fight import Fight
from fireteam.games.necromunda.dice import CATASTROPHIC, DRIVE
from fireteam.games.necromunda.hits import CRASH, Hit, Strike
from fireteam.games.necromunda.movement.falling import fall_from
from fireteam.games.necromunda.movement.leaving import go_off
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import hull, near
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.loot import carry_off
from fireteam.games.necromunda.vehicles import collisions, running_over
from fireteam.games.necromunda.vehicles.collisions import Crash, is_flimsy, shake
from fireteam.games.necromunda.vehicles.damage import Damaged
from fireteam.games.necromunda.vehicles.falling import HullFall
from fireteam.games.necromunda.vehicles.handling import handle_or_lose, keeps_control
from fireteam.games.necromunda.vehicles.hulls import cargo, in_the_way, place
from fireteam.games.necromunda.vehicles.riders import Spill, ThrownOff, loose
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.kit.plane.drives import BACK, LEFT, RIGHT, SLIDE, Leg
from fireteam.kit.plane.drives import DRIVE as FORWARD
from fireteam.space.plane.free.hulls import EDGES, Contact, Sweep, What, fits, nearest_clear, slide, stands_on, turn
from fireteam.space.plane.free.hulls import corridor as swept_by
from fireteam.space.plane.free.measuring import hull_gap
from fireteam.space.plane.free.plan import DANGEROUS, DIFFICULT
from fireteam.space.plane.free.shapes import Hull

CLOSE = 1
"""Inches from a vehicle at which a fighter may strike as it drives off (see NE-STAT-07)."""
REACTED = "reactions"
HALTED = "halted"
"""What a vehicle has been in a move that was cut short."""
SMALL = 0.005

kinds(
    strikes_at_hull=("{} strikes at it", ("NE-STAT-07",)),
    lets_it_go=("nobody strikes at it", ("NE-STAT-07",)),
)


class Driving(Sequence, Frame):
    """A vehicle moves (see NE-VEH-02)."""

    kind = "driving"
    who: int
    legs: tuple[Leg, ...]
    rule: str
    speed: int
    """The Movement by which its collisions are looked up."""
    rams: bool = False
    forced: bool = False
    """Whether it is out of control: it is no move of its own."""
    tumbles: bool = False
    """Whether it takes no damage itself (see NE-VLOC-03)."""
    turn_test: bool = False
    """Whether a turn calls for a Handling test, and what that adds (see NE-VEH-12, NE-VEH-13)."""
    turn_bonus: int = 0
    end_test: bool = False
    """Whether it ends in a Handling test at +1 (see NE-VEH-09)."""
    near: tuple[int, ...] = ()
    """Who may strike at it before it goes."""
    reacted: tuple[int, ...] = ()
    engine: int = 0
    """Mobile or Stalled, as it was declared: an engine that dies before it goes takes the way with it."""
    laden: tuple[str, ...] = ()
    """The loot on its deck."""
    number: int = 0
    """Of the leg under way."""
    gone: float = 0.0
    """Inches of the leg under way."""
    spared: tuple[int, ...] = ()
    """Vehicles that it does not hit again (see NE-VLOC-02)."""
    broken: tuple[str, ...] = ()
    """Pieces that have given way."""
    crashes: tuple[Crash, ...] = ()
    crashed: int = 0
    trampled: tuple[int, ...] = ()
    """Fighters that it has run over."""
    asked: int = 0
    shaken: tuple[int, ...] = ()
    """Whoever may fall off when it stands."""
    held: int = 0
    shoved: tuple[int, ...] = ()
    """The vehicles that they are on, from which loose loot falls."""
    drops: tuple[tuple[int, int], ...] = ()
    """Vehicles that go over an edge, and in which direction; fighters whose floor has gone."""
    dropped: int = 0
    lost: bool = False
    """Whether it has lost control, and with it what is left of the way."""
    stopped: bool = False
    """Whether its way was cut short."""

    @staticmethod
    def steps() -> Steps[Table, Driving]:
        """Reactions, the way, then in order: riders, falls, hits of collisions, those run over, the last test (see
        NE-VCOL-01)."""
        return (
            when(begin, is_there),
            repeat(react, somebody_may_react),
            repeat(advance, legs_left),
            then(settle, is_there),
            repeat(hold_on, riders_left),
            then(spill),
            repeat(drop, drops_left),
            repeat(crash, crashes_left),
            repeat(trample, trampled_left),
            then(last_test, is_there),
            then(remember, is_there),
        )

    def stop(self) -> None:
        """The move ends here."""
        self.number, self.stopped = len(self.legs), True


def is_there(t: Table, d: Driving) -> bool:
    """Whether the vehicle is still in play."""
    return t.in_play(d.who)


# -- Reactions ---------------------------------------------------------------------------------------------------------


def begin(t: Table, d: Driving) -> Rule[None]:
    """Vehicles are never Engaged: one may drive off, but each Standing enemy within 1" may strike at it first, once in
    an activation (NE-STAT-07)."""
    yield from ()
    d.engine, d.laden = t.model(d.who).stance, tuple(thing.id for thing in cargo(t, d.who))
    others, numbers = in_the_way(t, (d.who,), bodies=False)
    if d.forced:
        here = hull(t, d.who)
        touching = [one for one, row in zip(numbers, others.rows, strict=True) if _gap(here, row.shape) <= 0.03]
        d.spared = tuple(touching) if d.legs and d.legs[0].how in (LEFT, RIGHT) else ()
    if REACTED not in t.model(d.who).done and not d.tumbles and any(leg.size > 0 for leg in d.legs):
        t.mark(d.who, REACTED)
        d.near = tuple(foe for foe in t.enemies(d.who) if t.stands(foe) and near(t, foe, d.who, CLOSE))


def _gap(one: Hull, two: object) -> float:
    return hull_gap(one, two) if isinstance(two, Hull) else 99.0


def somebody_may_react(t: Table, d: Driving) -> bool:
    """Whether somebody may still strike at it."""
    return t.in_play(d.who) and any(foe not in d.reacted and t.stands(foe) for foe in d.near)


def react(t: Table, d: Driving) -> Rule[bool]:
    """Whoever passes an Initiative test makes Reaction attacks against the vehicle, before it moves (see
    NE-STAT-07)."""
    able = [foe for foe in d.near if foe not in d.reacted and t.stands(foe)]
    pick: Option = yield t.ask(
        t.side(able[0]),
        topic("who strikes at {who} as it drives off", t.name(d.who)),
        lambda: [*(option("strikes_at_hull", t.name(foe)) for foe in able), option("lets_it_go")],
    )
    if pick.kind == "lets_it_go":
        d.reacted = (*d.reacted, *able)
        return True
    foe = t.number(pick.args[0])
    d.reacted = (*d.reacted, foe)
    if (yield from test(t, foe, "i", "react", topic("{who} strikes at the vehicle", t.name(foe)), "NE-STAT-07")):
        t.begin(Fight(foe, reaction=True, against=d.who))
    return True


# -- the way -----------------------------------------------------------------------------------------------------------


def legs_left(t: Table, d: Driving) -> bool:
    """Whether it goes on: not if it has lost its engine or its driver's hold since it was declared (see NE-STAT-06,
    NE-VEH-12)."""
    return t.in_play(d.who) and d.number < len(d.legs) and not d.lost and t.model(d.who).stance == d.engine


def next_leg(d: Driving) -> None:
    """A leg is done."""
    d.number, d.gone = d.number + 1, 0.0


def heading(t: Table, d: Driving) -> int:
    """The direction of the straight leg under way."""
    leg, facing = d.legs[d.number], t.model(d.who).facing
    return {FORWARD: facing, BACK: (facing + 180) % 360, SLIDE: leg.towards}[leg.how]


def advance(t: Table, d: Driving) -> Rule[bool]:
    """On to the next thing that is met, or to the end of the leg: fighters are run over, the rest is a collision
    (NE-VEH-02; see NE-VCOL-01)."""
    leg = d.legs[d.number]
    turns = leg.how in (LEFT, RIGHT)
    others, numbers = in_the_way(t, (d.who, *d.spared))
    start = hull(t, d.who)
    if turns:
        by = leg.turned - round(d.gone) * (1 if leg.turned > 0 else -1)
        way = turn(t.ground, start, by, others)
    else:
        edges = [edge for opened in t.windows[Supplement.open_edges] for edge in opened(t, t.side(d.who))]
        way = slide(t.ground, start, heading(t, d), leg.size - d.gone, others, edges)
    met = first_stop(t, d, way)
    far = way.size if met is None else met.at
    before = d.gone
    place(t, d.who, way.pose(far), d.rule)
    d.gone = before + far
    if not d.forced and not turns:
        t.add_distance(d.who, round(100 * far))
    if hull(t, d.who) != start:
        shake(t, d, d.who)
    under = [numbers[one.number] for one in way.contacts if one.what == What.DISC and one.at <= far + SMALL]
    yield from collisions.run_over(t, d, d.who, under, None if turns else swept_by(start, way.pose(far)))
    number, turned = d.number, turns and round(d.gone) > 0
    if met is not None:
        yield from meet(t, d, met, numbers, way)
    elif not turns and is_off(t, d.who):
        leave(t, d)
    else:
        next_leg(d)
    if turned and d.number != number:
        yield from hold_course(t, d)
    return True


def hold_course(t: Table, d: Driving) -> Rule[None]:
    """Right after a turn, a whole one or one that was stopped, a Handling test where the action asks for one (see
    NE-VEH-12, NE-VEH-13)."""
    more = (Modifier(d.turn_bonus, "speed", d.rule),) if d.turn_bonus else ()
    if d.turn_test and not (yield from handle_or_lose(t, d.who, "turn", d.rule, *more)):
        d.lost = d.stopped = True


def first_stop(t: Table, d: Driving, way: Sweep) -> Contact | None:
    """The first thing on the way that is more than a fighter."""
    for contact in way.contacts:
        if contact.what == What.DISC:
            continue
        if contact.what == What.BLOCK and t.ground.names[contact.number] in d.broken:
            continue
        return contact
    return None


def meet(t: Table, d: Driving, met: Contact, numbers: list[int], way: Sweep) -> Rule[None]:
    """What is met is a hull, terrain, or the edge of the table, which stops it (see NE-VCOL-01); or the rim of a gap as
    long as the hull, or with higher ground beyond it, into which it falls (NE-VEH-03)."""
    if met.what == What.HULL:
        yield from collisions.meet_hull(t, d, met, numbers[met.number], way)
    elif met.what == What.BLOCK:
        if is_flimsy(t, met.number):
            collisions.break_through(t, d, d.who, met)
        else:
            collisions.hit_wall(t, d, d.who, met)
            d.stop()
    elif met.what == What.RIM:
        d.drops = (*d.drops, (d.who, heading(t, d)))
        d.stop()
    else:
        d.stop()


def is_off(t: Table, who: int) -> bool:
    """Whether the whole hull is beyond an open edge of the table (see NE-MOV-14)."""
    edges = {edge for opened in t.windows[Supplement.open_edges] for edge in opened(t, t.side(who))}
    corners, field = hull(t, who).corners(), t.ground
    beyond = {
        "west": all(x <= 0 for x, _ in corners),
        "east": all(x >= field.width for x, _ in corners),
        "south": all(y <= 0 for _, y in corners),
        "north": all(y >= field.height for _, y in corners),
    }
    return any(edge in EDGES and beyond[edge] for edge in edges)


def leave(t: Table, d: Driving) -> None:
    """A vehicle drives off by an open edge, and whoever is aboard with it (see NE-MOV-14)."""
    d.stop()
    go_off(t, d.who)
    for id in d.laden:
        carry_off(t, d.who, t.thing(id))
    t.check_end()


# -- when it stands ----------------------------------------------------------------------------------------------------


def settle(t: Table, d: Driving) -> Rule[None]:
    """Hulls that still overlap are parted: the other is slid back the least distance (see NE-VLOC-02). A skimmer that
    ends on bad ground tests Handling or is hit hard (see NE-VEH-32)."""
    mine = hull(t, d.who)
    for other in d.spared:
        if t.in_play(other) and hull_gap(mine, hull(t, other)) <= 0 and not parted(t, d.who, other):
            others, _ = in_the_way(t, (other,), bodies=False)
            found = nearest_clear(t.ground, hull(t, other), others, [swept_by(mine, mine)])
            if found is not None:
                yield from collisions.shift(t, d, other, found, "NE-VLOC-02")
    if t.vehicle(d.who).locomotion == "skimmer" and stands_on(t.ground, mine, DIFFICULT | DANGEROUS):
        if not (yield from keeps_control(t, d.who, "bad ground", "NE-VEH-32")):
            t.begin(Damaged(d.who, DRIVE, CATASTROPHIC))


def parted(t: Table, one: int, other: int) -> bool:
    """Whether two hulls only touch."""
    others, _ = in_the_way(t, (one, *(who for who in t.vehicles() if who != other)), bodies=False)
    return fits(t.ground, hull(t, one), others)


def riders_left(t: Table, d: Driving) -> bool:
    """Whether somebody on a deck has still to test."""
    return d.held < len(d.shaken)


def hold_on(t: Table, d: Driving) -> Rule[bool]:
    """Each fighter on a vehicle that moved, outside a transport place, passes Initiative or falls off (NE-VEH-31)."""
    who = d.shaken[d.held]
    d.held += 1
    vehicle = t.model(who).aboard
    if not t.in_play(who) or vehicle < 0 or any(one == vehicle for one, _ in d.drops):
        return True  # on a vehicle that falls they test once, when it lands (see NE-VFALL-01)
    if not (yield from test(t, who, "i", "hold", topic("{who} holds on", t.name(who)), "NE-VEH-31")):
        t.begin(ThrownOff(who, vehicle))
    return True


def spill(t: Table, d: Driving) -> Rule[None]:
    """When all have tested, loot that nobody holds falls off (see NE-VEH-31)."""
    yield from ()
    falling = [one for one, _ in d.drops]
    t.begin(*(Spill(one) for one in d.shoved if one not in falling and loose(t, one)))


def drops_left(t: Table, d: Driving) -> bool:
    """Whether something has still to fall."""
    return d.dropped < len(d.drops)


def drop(t: Table, d: Driving) -> Rule[bool]:
    """What has gone over an edge falls: vehicles, and fighters whose floor is gone (see NE-VEH-03, NE-VCOL-04)."""
    yield from ()
    who, way = d.drops[d.dropped]
    d.dropped += 1
    if t.in_play(who):
        tumbles = d.tumbles and who == d.who
        t.begin(HullFall(who, way, tumbles=tumbles) if t.is_vehicle(who) else fall_from(t, who, way))
    return True


def crashes_left(t: Table, d: Driving) -> bool:
    """Whether a hit of a collision is still to come."""
    return d.crashed < len(d.crashes)


def crash(t: Table, d: Driving) -> Rule[bool]:
    """The next hit, in the order of the collisions (see NE-VCOL-06)."""
    yield from ()
    hit = d.crashes[d.crashed]
    d.crashed += 1
    if t.in_play(hit.on):
        t.begin(Hit(strike_of(t, hit)))
    return True


def strike_of(t: Table, hit: Crash) -> Strike:
    """A hit of a collision on a vehicle (see NE-VCOL-01)."""
    m = t.model(hit.on)
    figures = {"strength": hit.strength, "ap": hit.ap, "damage": hit.damage}
    return Strike(hit.on, kind=CRASH, x=m.x, y=m.y, source="collision", side=hit.side, **figures)  # type: ignore[arg-type]


def trampled_left(t: Table, d: Driving) -> bool:
    """Whether somebody run over has still to test."""
    return d.asked < len(d.trampled)


def trample(t: Table, d: Driving) -> Rule[bool]:
    """The next of those run over (see NE-VCOL-05)."""
    who = d.trampled[d.asked]
    d.asked += 1
    if t.in_play(who):
        yield from running_over.run_over(t, d.who, who, d.speed)
    return True


def last_test(t: Table, d: Driving) -> Rule[None]:
    """A drift ends in a Handling test at +1, or it loses control (see NE-VEH-09)."""
    if d.end_test and not d.lost:
        yield from handle_or_lose(t, d.who, "drift", d.rule, Modifier(1, "drift", d.rule))


def remember(t: Table, d: Driving) -> Rule[None]:
    """A move that was cut short is over, also where the rest of it was to come after a shot (see NE-VEH-05)."""
    yield from ()
    if d.stopped or t.model(d.who).stance != d.engine:
        t.mark(d.who, f"{HALTED} {d.rule}")


def driven(legs: Iterable[object]) -> tuple[Leg, ...]:
    """The legs of an option."""
    return tuple(Leg(*leg) for leg in legs)  # type: ignore[misc]

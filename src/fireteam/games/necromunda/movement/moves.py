"""Moves: the way is chosen, what happens on it is met in order, and it ends where it leads or where it is stopped
(NE-STD-01, NE-STD-14, NE-PIN-01 to NE-PIN-03, NE-SI-01, NE-MOV)."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import BASIC, DOUBLE, SIMPLE, Activation, Deed, activation_of, add, always
from fireteam.games.necromunda.movement.falling import brave_danger, fall_from
from fireteam.games.necromunda.movement.leaving import go_off, ways_out
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, shape
from fireteam.games.necromunda.state import INJURED, PLAY, Frame
from fireteam.games.necromunda.stats import half, movement, test
from fireteam.games.necromunda.status import ACTIVE, PINNED
from fireteam.games.necromunda.status import INJURED as DOWN
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.free.shapes import BLOCKS, GHOST, KEEP, RING, Other, Others
from fireteam.space.plane.free.walking import FOOT, HANGS, JUMPS, LADDERS, LEAPS, Walker, Watch, What
from fireteam.space.plane.model import Body

DISTANCE = 1.0
"""Inches that nobody comes near to an enemy fighter of its own will (NE-MOV-02)."""
CRAWL_BITS = 0
RIDER_BITS = LEAPS | JUMPS
"""A Mounted fighter climbs nothing, ladders neither (NE-MNT-05)."""

kinds(
    move=("move", ("NE-STD-01",)),
    take_cover=("take cover", ("NE-STD-14",)),
    stand_up=("stand up", ("NE-PIN-01",)),
    crawl=("crawl", ("NE-PIN-03",)),
    turn=("turn", ("NE-RND-05",)),
    give_up_move=("stay here", ("NE-MOV-01",)),
)


class Gait(NamedTuple):
    """How somebody moves: why, how far, and what it may do on the way."""

    purpose: str
    rule: str
    inches: float
    bits: int = FOOT
    pins: bool = False
    """Whether it lies down at the end (see NE-STD-14)."""
    tested: bool = True
    """Whether it may take ways with tests."""
    later: float = 0.0
    """Of the first of two Moves: the inches of the second, which must finish a climb (see NE-MOV-12)."""


class Going(Sequence, Frame):
    """Somebody moves (see NE-STD-01)."""

    kind = "going"
    who: int
    gait: Gait
    path: tuple[tuple[float, ...], ...] = ()
    """Each leg: x, y, z, and the inches spent at its end."""
    events: tuple[tuple[float, ...], ...] = ()
    """What happens on the way: what, inches spent, leg, x, y, z, number, measure."""
    met: int = 0
    end: tuple[int, ...] = ()
    """Where it leads; empty: the way is still to be chosen."""
    cost: float = 0.0
    spent: float = 0.0
    stopped: bool = False
    watched: tuple[str, ...] = ()
    """The things that may be set off on the way, as its events number them."""
    stood: tuple[int, ...] = ()
    """Where the last thing on the way left it: who has been moved from there goes no further."""
    leaves: str = ""
    """The edge of the table that it goes over at the end (see NE-MOV-14)."""

    @staticmethod
    def steps() -> Steps[Table, Going]:
        """Choose the way, meet what happens on it in order, arrive."""
        return (
            when(choose, is_open),
            repeat(meet, events_left),
            then(arrive),
        )


def begin_move(t: Table, who: int, gait: Gait) -> None:
    """Somebody begins a move; its way is asked for."""
    t.begin(Going(who, gait))


def is_open(t: Table, g: Going) -> bool:
    """Whether the way is still to be chosen."""
    return not g.end


# -- who is in the way -------------------------------------------------------------------------------------------------


def others_for(t: Table, who: int, *, keep: bool = True) -> tuple[Others, list[str]]:
    """Everybody else as a mover meets them: friends are passed, enemy bases and hulls never, and nobody comes within 1"
    of an enemy fighter that is not Seriously Injured (NE-MOV-01, NE-MOV-02)."""
    rows, names = [], []
    side = t.side(who)
    ridden = t.model(who).aboard
    for m in t.state.models:
        if m.index == who or m.status != PLAY or m.inside or m.index == ridden:
            continue
        if t.is_vehicle(m.index):
            bits = GHOST  # terrain, which is climbed (see NE-VEH-31)
        elif m.side == side:
            bits = 0
        elif m.stance == INJURED or not keep:
            bits = BLOCKS
        else:
            bits = BLOCKS | RING | KEEP
        rows.append(Other(shape(t, m.index), bits, DISTANCE))
        names.append(t.name(m.index))
    return Others(rows), names


def watches_for(t: Table, who: int) -> tuple[tuple[Watch, ...], tuple[str, ...]]:
    """The things that somebody may set off by coming near, and their ids (see NE-TRAP-01)."""
    found = [(thing.id, watch) for watched in t.windows[Supplement.watched] for thing, watch in watched(t, who)]
    return tuple(watch for _, watch in found), tuple(id for id, _ in found)


def walks(t: Table, who: int, gait: Gait) -> Walks:
    """Where somebody may go."""
    others, names = others_for(t, who)
    watches, _ = watches_for(t, who)
    m = t.model(who)
    hanging = bool(m.climb)
    walker = Walker(body(t, who)._replace(x=m.x, y=m.y), gait.inches, gait.bits, lifts_for(t, who), hanging)
    found = Walks(t.field, walker, others, names, (gait.rule, "NE-MOV-01"), watches, option("give_up_move"))
    found.later = gait.later
    if t.house_rule("hrx_walk_into_contact") and t.stands(who):
        found.contact = contacts(t, who)
    return found


def contacts(t: Table, who: int) -> tuple[Others, list[Body]]:
    """By a house rule any voluntary move may end in base contact with an enemy and Engage it (NE-HRX-07)."""
    foes = [body(t, foe) for foe in t.enemies(who) if t.stands(foe)]
    return others_for(t, who, keep=False)[0], foes


def lifts_for(t: Table, who: int) -> tuple[tuple[str, int], ...]:
    """The lifts that somebody may ride in a move, and the stops they go to (see NE-MOV-11)."""
    return tuple([ride for rides in t.windows[Supplement.rides] for ride in rides(t, who)])


# -- the way -----------------------------------------------------------------------------------------------------------


def hemmed_in(region: Walks) -> list[Option]:
    """Who can end nowhere, not even where it stands, stays there all the same: nobody need move (see NE-MOV-01)."""
    return [option("give_up_move")] if isinstance(region.some(), Refused) else []


def choose(t: Table, g: Going) -> Rule[None]:
    """The mover's player names the way: any path up to the allowance, or none at all (see NE-STD-01, NE-MOV-01)."""
    region = walks(t, g.who, g.gait)
    pick: Option = yield t.ask(
        t.player(g.who),
        topic("{purpose} of {who}", g.gait.purpose, t.name(g.who)),
        lambda: [*ways_out(t, g.who, g.gait.inches, region), *hemmed_in(region)],
        region,
    )
    if pick.kind == "give_up_move":
        m = t.model(g.who)
        g.end = (m.x, m.y, m.z)
        return
    if pick.kind == "leave_table":
        g.leaves = pick.args[0]
    g.watched = watches_for(t, g.who)[1]
    move = pick.args[-1]
    g.path = tuple((leg.x, leg.y, leg.z, cost) for leg, cost in zip(move.legs, move.costs, strict=True))
    g.events = tuple(tuple(map(float, event)) for event in move.events)
    g.end, g.cost = (move.end.x, move.end.y, move.end.z), move.cost
    if move.hanging:
        t.hang(g.who, (*g.end, move.legs[-2].z if len(move.legs) > 1 else move.start.z))
    elif t.model(g.who).climb:
        t.hang(g.who, ())


def events_left(t: Table, g: Going) -> bool:
    """Whether something is still to be met on the way."""
    return not is_stopped(t, g) and g.met < len(g.events)


def is_stopped(t: Table, g: Going) -> bool:
    """Whether it goes no further: out of play, down, or no longer where it was (see NE-TRAP-01)."""
    m = t.model(g.who)
    if g.stopped or not t.in_play(g.who) or (not t.stands(g.who) and g.gait.bits != CRAWL_BITS):
        return True
    return bool(g.stood) and g.stood != (m.x, m.y, m.z)


def meet(t: Table, g: Going) -> Rule[bool]:
    """The next thing on the way: the mover is where it happens, and goes on if it still stands."""
    what, cost, _leg, x, y, z, number, measure = g.events[g.met]
    g.met += 1
    who = g.who
    if (round(x), round(y), round(z)) != (t.model(who).x, t.model(who).y, t.model(who).z):
        t.move(who, round(x), round(y), round(z), g.gait.rule)
    t.add_distance(who, round(100 * (cost - g.spent)))
    g.spent = cost
    if what == What.NEAR:
        for near in t.windows[Supplement.comes_near]:
            yield from near(t, who, g.watched[int(number)])
    elif what == What.DANGER:
        yield from brave_danger(t, who)
    elif what == What.LEAP:
        yield from leap(t, g)
    elif what == What.JUMP:
        yield from jump(t, g, measure)
    elif what == What.LIFT:
        for rides in t.windows[Supplement.lift_goes]:
            yield from rides(t, who, int(number), measure)
    else:
        for windows in t.bearers(who):
            for on_the_way in windows[Quality.on_the_way]:
                yield from on_the_way(t, who, int(number))
    m = t.model(who)
    g.stood = (m.x, m.y, m.z)
    return True


def leap(t: Table, g: Going) -> Rule[None]:
    """A gap wider than the base: an Initiative test at its edge; who fails falls there (NE-MOV-08)."""
    about = topic("{who} leaps a gap", t.name(g.who))
    if not (yield from test(t, g.who, "i", "leap", about, "NE-MOV-08")):
        g.stopped = True
        t.begin(fall_from(t, g.who, heading(g)))


def jump(t: Table, g: Going, height: float) -> Rule[None]:
    """A jump down: an Initiative test, -1 for each 2" or part of them beyond the first 2", at most -4; who fails falls
    (NE-MOV-10)."""
    less = height - sum(soft(t, g.who) for windows in t.bearers(g.who) for soft in windows[Quality.falls_less])
    by = min(4, max(0, -int(-(less - 2) // 2)))
    about = topic("{who} jumps down", t.name(g.who))
    more = (Modifier(-by, f'{less:.1f}" down', "NE-MOV-10"),) if by else ()
    if not (yield from test(t, g.who, "i", "jump", about, "NE-MOV-10", *more)):
        g.stopped = True
        t.begin(fall_from(t, g.who, heading(g)))


def heading(g: Going) -> int:
    """The direction of the leg under way, in degrees."""
    _, _, leg, x, y, *_ = g.events[g.met - 1]
    to = g.path[int(leg)]
    return round(degrees(atan2(to[1] - y, to[0] - x))) % 360


def arrive(t: Table, g: Going) -> Rule[None]:
    """The move ends: its mover faces the way it went, and may turn free (see NE-RND-05)."""
    yield from ()
    who = g.who
    activation = activation_of(t, who)
    if activation is not None:
        activation.may_turn = True
    g.stopped = is_stopped(t, g)
    if not g.stopped:
        start = t.model(who)
        if (start.x, start.y, start.z) != g.end:
            x, y = (g.path[-2][0], g.path[-2][1]) if len(g.path) > 1 else (start.x, start.y)
            facing = round(degrees(atan2(g.end[1] - y, g.end[0] - x))) % 360
            t.move(who, g.end[0], g.end[1], g.end[2], g.gait.rule)
            t.add_distance(who, round(100 * (g.cost - g.spent)))
            if t.stands(who):
                t.turn(who, facing)
        if g.leaves:
            go_off(t, who)
            return
        if g.gait.pins:
            t.pin(who, "NE-STD-14")
    for moved in t.windows[Supplement.moved]:
        yield from moved(t, who, g.gait.purpose)


# -- the actions -------------------------------------------------------------------------------------------------------


def bits_of(t: Table, who: int) -> int:
    """What a fighter may do on the way."""
    return RIDER_BITS if t.cards[who].mounted else FOOT


def move_gait(t: Table, a: Activation) -> Gait:
    """A Move of up to M inches; the first of two may end in the middle of a climb that the second finishes
    (NE-MOV-12; see NE-STD-01)."""
    first, second = (
        movement(t, a.who) / 100 + sum(more(t, moves) for w in t.bearers(a.who) for more in w[Quality.further])
        for moves in (a.moves, a.moves + 1)
    )
    hangs = HANGS if a.left else 0
    return Gait("move", "NE-STD-01", first, bits_of(t, a.who) | hangs, later=second)


def move(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Move: up to M inches along any path (NE-STD-01)."""
    for windows in t.bearers(a.who):
        for instead in windows[Quality.instead_of_move]:
            if (yield from instead(t, a)):
                return
    begin_move(t, a.who, move_gait(t, a))


def step_aside(t: Table, who: int, hundredths: int) -> Gait:
    """A short move that climbs nothing (see NE-CC-09)."""
    return Gait("consolidation", "NE-CC-09", hundredths / 100, LADDERS if not t.cards[who].mounted else 0)


def take_cover(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Take Cover: half a move, then it lies down Pinned of its own will (NE-STD-14)."""
    yield from ()
    inches = half(t, movement(t, a.who)) / 100
    begin_move(t, a.who, Gait("way to cover", "NE-STD-14", inches, bits_of(t, a.who), pins=True))


def crawl(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Crawl: half a move lying down, without climbing, leaping, jumping or ladders (NE-PIN-03, NE-SI-01)."""
    yield from ()
    rule = "NE-SI-01" if t.is_injured(a.who) else "NE-PIN-03"
    begin_move(t, a.who, Gait("crawl", rule, half(t, movement(t, a.who)) / 100, CRAWL_BITS))


def stand_up(t: Table, a: Activation, pick: Option) -> Rule[None]:
    """Stand Up: the fighter is Standing and faces as its controller likes (NE-PIN-01); a Mounted one needs an
    Initiative test (NE-PIN-02)."""
    if t.cards[a.who].mounted:
        about = topic("{who} gets its mount up", t.name(a.who))
        if not (yield from test(t, a.who, "i", "stand", about, "NE-PIN-02")):
            return
    t.stand(a.who, "NE-PIN-01")
    a.may_turn = True


def plain(kind: str) -> Iterable[Option]:
    """The one option of an action that aims at nothing."""
    return [option(kind)]


add(
    Deed("move", "NE-STD-01", SIMPLE, (ACTIVE,), always, lambda t, a: plain("move"), move),
    Deed("take_cover", "NE-STD-14", BASIC, (ACTIVE,), always, lambda t, a: plain("take_cover"), take_cover),
    Deed("stand_up", "NE-PIN-01", BASIC, (PINNED,), always, lambda t, a: plain("stand_up"), stand_up),
    Deed("crawl", "NE-PIN-03", DOUBLE, (PINNED, DOWN), always, lambda t, a: plain("crawl"), crawl),
)

"""Collisions: how hard, who is pushed, who is shifted aside, what gives way (NE-VCOL, NE-VEH-11)."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.questions import Rule
from fireteam.core.refusals import Modifier
from fireteam.games.necromunda.geometry import GONE
from fireteam.games.necromunda.positions import hull, riders
from fireteam.games.necromunda.table import WRECK, Table
from fireteam.games.necromunda.vehicles import running_over
from fireteam.games.necromunda.vehicles.handling import keeps_control
from fireteam.games.necromunda.vehicles.hulls import hardest, impact, in_the_way, place, toughness_of
from fireteam.kit.plane.drives import BACK, LEFT, RIGHT, SLIDE
from fireteam.space.plane.free.hulls import Contact, Sweep, What, nearest_clear, slide, together, turn
from fireteam.space.plane.free.hulls import corridor as swept_by
from fireteam.space.plane.free.plan import FLIMSY, Block
from fireteam.space.plane.free.shapes import Hull
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.necromunda.vehicles.moving import Driving

ENOUGH = 90
"""Degrees by which a vehicle turns at most to get past another (see NE-VCOL-03)."""
SMALL = 0.005
HELD_ON = "held on"


class Crash(NamedTuple):
    """A hit of a collision that is still to come (see NE-VCOL-01)."""

    on: int
    strength: int
    ap: int
    damage: int
    side: str


def is_head_on(d: Driving) -> bool:
    """Whether the leg under way leads with an end of the hull; turns and slides strike with a side (see NE-VCOL-02,
    NE-VCOL-03)."""
    return d.legs[d.number].how not in (LEFT, RIGHT, SLIDE)


def suffered_by(d: Driving, who: int) -> int:
    """The Movement by which somebody suffers: the mover's, of the mover itself half of it, rounded up, if it rams
    head-on (NE-VEH-10)."""
    return (d.speed + 1) // 2 if who == d.who and d.rams and is_head_on(d) else d.speed


def suffer(t: Table, d: Driving, on: int, sides: tuple[str, ...], speed: int, *, weaker: bool) -> None:
    """A vehicle will take the hit of a collision when the move is over (NE-VCOL-01)."""
    if d.tumbles and on == d.who:
        return
    d.crashes = (*d.crashes, Crash(on, *impact(speed, weaker), hardest(t, on, sides)))


def clash(t: Table, d: Driving, one: int, other: int, met: Contact) -> tuple[int, int]:
    """Two vehicles collide: both are hit, the other first; equal Toughness raises nobody's hit. The Toughness of both
    (see NE-VCOL-01)."""
    mine, theirs = toughness_of(t, one, met.sides), toughness_of(t, other, met.struck)
    t.tell("collides", "NE-VCOL-01", who=t.name(one), target=t.name(other), own=mine, theirs=theirs)
    suffer(t, d, other, met.struck, d.speed, weaker=theirs < mine)
    suffer(t, d, one, met.sides, suffered_by(d, one), weaker=mine < theirs)
    return mine, theirs


def hit_wall(t: Table, d: Driving, who: int, met: Contact) -> None:
    """A wall or sturdy structure counts as tougher and is not damaged (NE-VCOL-04); nothing is climbed
    (NE-VCOL-07)."""
    t.tell("runs_into", "NE-VCOL-04", who=t.name(who), thing=t.ground.names[met.number])
    suffer(t, d, who, met.sides, suffered_by(d, who), weaker=True)


def break_through(t: Table, d: Driving, who: int, met: Contact) -> None:
    """An obstacle or flimsy structure is weaker: it is destroyed, fighters on it fall, and the vehicle goes on (see
    NE-VCOL-04)."""
    name = t.ground.names[met.number]
    t.tell("flattens", "NE-VCOL-04", who=t.name(who), thing=name)
    suffer(t, d, who, met.sides, suffered_by(d, who), weaker=False)
    on_it = [one for one in t.fighters() if stands_on_piece(t, one, met.number)]
    d.broken = (*d.broken, name)
    if name in t.state.things:
        t.put(t.thing(name)._replace(state=GONE))
    for wreck in list(t.wrecks()):
        if name == f"{t.name(wreck)}'s deck":
            t.lose(wreck, WRECK, "NE-VHIT-10")
    facing = t.model(who).facing
    d.drops = (*d.drops, *((one, facing) for one in on_it))


def stands_on_piece(t: Table, who: int, piece: int) -> bool:
    """Whether a fighter stands on top of a piece."""
    m, block = t.model(who), t.ground.pieces[piece]
    if m.z != getattr(block, "top", None) or m.aboard >= 0:
        return False
    corners = block.polygon  # type: ignore[union-attr]
    return all(
        (x1 - x) * (m.y - y) - (y1 - y) * (m.x - x) >= 0 for (x, y), (x1, y1) in pairwise([*corners, corners[0]])
    )


# -- hull against hull -------------------------------------------------------------------------------------------------


def meet_hull(t: Table, d: Driving, met: Contact, other: int, way: Sweep) -> Rule[None]:
    """The end that it drives with is head-on, its sides, and turns, side-on (see NE-VCOL-02, NE-VCOL-03)."""
    mine, theirs = clash(t, d, d.who, other, met)
    if is_head_on(d):
        if mine < theirs:
            d.stop()
        else:
            yield from push(t, d, other)
    elif d.tumbles:
        d.stop()
    else:
        yield from side_on(t, d, other, mine > theirs, met)


def push(t: Table, d: Driving, other: int) -> Rule[None]:
    """A mover at least as tough pushes the other along to the end of its move; hulls keep their facing (NE-VCOL-02).
    What they meet is resolved in the order it happens, with the first mover's M; what is tougher stops all, and so does
    the table's edge (NE-VCOL-06)."""
    leg = d.legs[d.number]
    group = [d.who, other]
    way = (t.model(d.who).facing + (180 if leg.how == BACK else 0)) % 360
    shake(t, d, d.who)
    shake(t, d, other)
    while leg.size - d.gone > SMALL:
        hulls = [hull(t, one) for one in group]
        others, numbers = in_the_way(t, tuple(group), bodies=False)
        went = together(t.ground, hulls, way, leg.size - d.gone, others)
        if went.contact is not None and went.contact.what == What.BLOCK:
            if t.ground.names[went.contact.number] in d.broken:
                break
        yield from go_together(t, d, group, way, went.gone)
        met = went.contact
        if met is None:
            break
        who = group[went.who]
        if met.what == What.HULL:
            third = numbers[met.number]
            mine, theirs = clash(t, d, who, third, met)
            if mine < theirs:
                d.stop()
                return
            group.append(third)
            shake(t, d, third)
        elif met.what == What.BLOCK and is_flimsy(t, met.number):
            break_through(t, d, who, met)
        elif met.what == What.RIM and who != d.who:
            d.drops = (*d.drops, (who, way))
            group.remove(who)
        else:
            if met.what == What.BLOCK:
                hit_wall(t, d, who, met)
            elif met.what == What.RIM:
                d.drops = (*d.drops, (who, way))
            d.stop()
            return
    d.number, d.gone = d.number + 1, 0.0


def is_flimsy(t: Table, piece: int) -> bool:
    """Whether a piece gives way to a vehicle (see NE-VCOL-04)."""
    block = t.ground.pieces[piece]
    return isinstance(block, Block) and bool(block.bits & FLIMSY)


def shake(t: Table, d: Driving, who: int) -> None:
    """A vehicle has moved: those on it test once in its activation, and whenever it is shoved or out of control (see
    NE-VEH-31)."""
    if who == d.who and not d.forced:
        if HELD_ON in t.model(who).done:
            return
        t.mark(who, HELD_ON)
    d.shoved = (*d.shoved, *((who,) if who not in d.shoved else ()))
    d.shaken = (*d.shaken, *(one for one in riders(t, who) if not t.model(one).seated and one not in d.shaken))


def go_together(t: Table, d: Driving, group: list[int], way: int, inches: float) -> Rule[None]:
    """Hulls in contact go on together; whom they touch is run over (see NE-VCOL-05)."""
    starts = [hull(t, one) for one in group]
    others, numbers = in_the_way(t, tuple(t.vehicles()))
    touched: list[tuple[int, list[int], Hull, Hull]] = []
    for who, start in zip(group, starts, strict=True):
        sweep = slide(t.ground, start, way, inches, others)
        end = sweep.pose(inches)
        touched.append((who, discs(sweep, numbers), start, end))
        place(t, who, end, d.rule if who == d.who else "NE-VCOL-02", "moves" if who == d.who else "pushed")
    d.gone += inches
    if not d.forced:
        t.add_distance(d.who, round(100 * inches))
    for who, under, start, end in touched:
        yield from run_over(t, d, who, under, swept_by(start, end))


def discs(way: Sweep, numbers: list[int]) -> list[int]:
    """The fighters that a hull touches on its way."""
    return [numbers[one.number] for one in way.contacts if one.what == What.DISC]


def run_over(
    t: Table, d: Driving, vehicle: int, under: list[int], area: tuple[tuple[int, int], ...] | None
) -> Rule[None]:
    """Fighters that a hull touches get out of its way, and test once when the move is over (see NE-VCOL-05)."""
    for who in under:
        if who not in d.trampled:
            d.trampled = (*d.trampled, who)
        yield from running_over.shove(t, vehicle, who, area)


def shift(t: Table, d: Driving, other: int, to: Hull, rule: str) -> Rule[None]:
    """A hull is shifted aside: those on it may fall off, and whoever is in its way is run over as by any that is pushed
    (see NE-VCOL-05)."""
    start = hull(t, other)
    dx, dy = to.x - start.x, to.y - start.y
    others, numbers = in_the_way(t, tuple(t.vehicles()))
    way = slide(t.ground, start, degrees(atan2(dy, dx)), hypot(dx, dy) / INCH, others)
    place(t, other, to, rule, "shifted")
    shake(t, d, other)
    yield from run_over(t, d, other, discs(way, numbers), swept_by(start, to))


def side_on(t: Table, d: Driving, other: int, tougher: bool, met: Contact) -> Rule[None]:
    """A Handling test, +1 if the mover is tougher there: passed, the other is shifted to the nearest place clear of the
    rest of the move; failed, the mover is turned by the least degree that lets it pass, or it stops (NE-VCOL-03)."""
    more = (Modifier(1, "tougher", "NE-VCOL-03"),) if tougher else ()
    d.spared = (*d.spared, other)
    if (yield from keeps_control(t, d.who, "side-on", "NE-VCOL-03", *more)):
        others, _ = in_the_way(t, (other,), bodies=False)
        found = nearest_clear(t.ground, hull(t, other), others, rest_of_move(t, d))
        if found is None:
            d.stop()
        else:
            yield from shift(t, d, other, found, "NE-VCOL-03")
        return
    if d.legs[d.number].how in (LEFT, RIGHT):
        d.number, d.gone = d.number + 1, 0.0  # it has turned as far as it gets
        d.spared = tuple(one for one in d.spared if one != other)
        return
    by = turn_past(t, d, other)
    if by is None:
        d.stop()
        return
    bodies, numbers = in_the_way(t, tuple(t.vehicles()))
    turned = turn(t.ground, hull(t, d.who), by, bodies)
    place(t, d.who, turned.end, "NE-VCOL-03")
    yield from run_over(t, d, d.who, discs(turned, numbers), None)


def turn_past(t: Table, d: Driving, other: int) -> int | None:
    """The least whole degree, either way, by which a sliding vehicle gets past another; None: none does (see
    NE-VCOL-03)."""
    mine, leg = hull(t, d.who), d.legs[d.number]
    others, numbers = in_the_way(t, (d.who,), bodies=False)
    place_of = numbers.index(other)
    for by in (sign * size for size in range(1, ENOUGH + 1) for sign in (1, -1)):
        turned = turn(t.ground, mine, by, others)
        if any(one.what != What.HULL or one.at > 1.0 for one in turned.contacts):
            continue
        after = slide(t.ground, turned.end, leg.towards, leg.size - d.gone, others)
        if not any(one.what == What.HULL and one.number == place_of for one in after.contacts):
            return by
    return None


def rest_of_move(t: Table, d: Driving) -> list[tuple[tuple[int, int], ...]]:
    """The outlines of all that the rest of a move covers: a turn its whole circle."""
    found, here = [], hull(t, d.who)
    for number, leg in enumerate(d.legs[d.number :]):
        size = leg.size - (d.gone if number == 0 else 0.0)
        if leg.how in (LEFT, RIGHT):
            found.append(circle(here))
            here = here._replace(facing=(here.facing + leg.turned) % 360)
            continue
        way = leg.towards if leg.how == SLIDE else here.facing + (180 if leg.how == BACK else 0)
        end = here._replace(
            x=round(here.x + 100 * size * cos(radians(way))), y=round(here.y + 100 * size * sin(radians(way)))
        )
        found.append(swept_by(here, end))
        here = end
    return found


def circle(here: Hull) -> tuple[tuple[int, int], ...]:
    """What a hull covers that turns on the spot, as an outline of 24 corners, in hundredths."""
    reach = 50 * (here.length**2 + here.width**2) ** 0.5 / cos(pi / 24)
    return tuple(
        (round(here.x + reach * cos(k * pi / 12)), round(here.y + reach * sin(k * pi / 12))) for k in range(24)
    )

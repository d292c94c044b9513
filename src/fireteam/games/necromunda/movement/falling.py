"""Falling: from an edge nearby, how hard, onto whom, and on from there (NE-FALL)."""

from __future__ import annotations

from math import ceil, cos, hypot, radians, sin

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Modifier
from fireteam.core.topics import topic
from fireteam.games.necromunda.activation import cut_short
from fireteam.games.necromunda.hits import FALL, Hit, Strike
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import away_from_face, body, engaged, shape
from fireteam.games.necromunda.state import INJURED, NOBODY, PLAY, STANDING, Frame
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Quality, Supplement
from fireteam.kit.agenda import Sequence, Steps, repeat, then, when
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.forced import Rim, floor_below, rim
from fireteam.space.plane.free.measuring import plan_gap
from fireteam.space.plane.free.places import Demand, Farther, Place, nearest
from fireteam.space.plane.free.plan import DANGEROUS, OWN, Floor, Patch
from fireteam.space.plane.free.shapes import Other, Others
from fireteam.space.plane.model import INCH, Body, Polygon

NEAR_EDGE = 0.5
"""So near to an edge one may fall (see NE-FALL-01)."""
STAIRS = OWN
"""Of a floor: who goes Prone there may slide to its foot (see NE-FALL-01)."""
RAILING = 0.5
"""From this height on a railing helps (see NE-FALL-01)."""
FALLS = ((3, 3, 0, 1), (6, 5, -1, 1), (8, 7, -2, 2), (10, 9, -3, 3))
"""Inches fallen at least; Strength, AP and Damage of the hit (see NE-FALL-02)."""
APART = 1.0
"""Inches that enemies are parted by (see NE-MOV-04)."""
REACH = 6.0
"""Inches within which a place is looked for (see NE-MOV-04)."""

kinds(
    set_down=("at {}", ("NE-MOV-04",)),
)


class Fall(Sequence, Frame):
    """Somebody falls over an edge: the hit, whom it lands on, Pinned, then moved off (see NE-FALL-02)."""

    kind = "fall"
    who: int
    edge: tuple[float, ...]
    """The edge it goes over: x, y, z in inches, and the direction outward."""
    height: float = 0.0
    landed_on: tuple[int, ...] = ()
    hurt: int = 0
    slides: bool = False
    """Whether it slides down stairs: no harder than the lowest fall, and onto nobody (see NE-FALL-01)."""

    @staticmethod
    def steps() -> Steps[Table, Fall]:
        """The faller's hit first, then that of each model landed on, then all are Pinned and moved (see NE-FALL-05)."""
        return (
            land,
            when(hit_faller, hurts),
            repeat(hit_next, is_landed_on),
            then(pin_all),
            then(move_off),
            then(fall_again),
        )


class Edges(Supplement):
    """Whoever goes Prone near an edge may fall: this hangs where fighters are Pinned and go down."""

    name = "edges"

    def went_prone(self, t: Table, who: int) -> Rule[None]:
        """Within half an inch of an edge an Initiative test, +1 behind a railing, or it falls (NE-FALL-01); who hangs
        in a climb falls (see NE-MOV-12)."""
        if t.model(who).climb:
            t.begin(fall_from(t, who, away_from_face(t.model(who))))
            return
        edge = near_edge(t, who)
        stairs = stairs_under(t, who)
        if edge is not None:
            yield from test_edge(t, who, edge)
        elif stairs is not None and not (
            yield from test(t, who, "i", "edge", topic("{who} at the edge", t.name(who)), "NE-FALL-01")
        ):
            t.begin(slide_down(t, who, stairs))


def stairs_under(t: Table, who: int) -> Floor | None:
    """The stairs that somebody lies on (see NE-FALL-01)."""
    m = t.model(who)
    for piece in t.field.pieces:
        if isinstance(piece, Floor) and piece.bits & STAIRS and holds(piece.polygon, m.x, m.y):
            if abs(piece.z + piece.gx * m.x + piece.gy * m.y - m.z) <= INCH // 2:
                return piece
    return None


def slide_down(t: Table, who: int, stairs: Floor) -> Fall:
    """Somebody slides down stairs to their foot (see NE-FALL-01)."""
    m = t.model(who)
    steep = hypot(stairs.gx, stairs.gy)
    low = min(stairs.z + stairs.gx * x + stairs.gy * y for x, y in stairs.polygon)
    dx, dy, run = -stairs.gx / steep, -stairs.gy / steep, max(0.0, m.z - low) / steep
    return Fall(who, ((m.x + dx * run) / INCH, (m.y + dy * run) / INCH, m.z / INCH, dx, dy), slides=True)


def near_edge(t: Table, who: int) -> Rim | None:
    """The edge that somebody lies near, if there is one: rim of the base to rim of the level (see NE-FALL-01); in a
    transport place one is near none (see NE-VEH-35)."""
    edge = None if t.model(who).seated else rim(t.field, body(t, who))
    return edge if edge is not None and edge.gap <= NEAR_EDGE + 0.001 else None


def test_edge(t: Table, who: int, edge: Rim) -> Rule[bool]:
    """The test not to fall over an edge; whether it falls (see NE-FALL-01)."""
    helps = (Modifier(1, "railing", "NE-FALL-01"),) if edge.railing >= RAILING else ()
    if (yield from test(t, who, "i", "edge", topic("{who} at the edge", t.name(who)), "NE-FALL-01", *helps)):
        return False
    t.begin(Fall(who, (edge.x, edge.y, edge.z, edge.nx, edge.ny)))
    return True


def fall_from(t: Table, who: int, degrees: int) -> Fall:
    """Somebody goes over the edge it stands at, in a direction (see NE-FALL-02)."""
    m = t.model(who)
    dx, dy = cos(radians(degrees)), sin(radians(degrees))
    return Fall(who, (m.x / INCH, m.y / INCH, m.z / INCH, dx, dy))


def climb_down(t: Table, who: int) -> None:
    """Who runs from the middle of a climb comes down first, at no cost (see NE-MOV-12)."""
    if t.model(who).climb:
        beside = body(t, who)
        t.hang(who, ())
        t.move(who, beside.x, beside.y, t.floor_at(beside.x, beside.y, beside.z), "NE-MOV-12")


def hurts(t: Table, f: Fall) -> bool:
    """Whether the fall is high enough for a hit (see NE-FALL-02)."""
    return t.in_play(f.who) and fall_strike(t, f, f.who) is not None


def fall_strike(t: Table, f: Fall, on: int) -> Strike | None:
    """The hit of a fall by its height, rounded up to whole inches; none under 3 inches (NE-FALL-02)."""
    less = sum(soft(t, f.who) for windows in t.bearers(f.who) for soft in windows[Quality.falls_less])
    inches = ceil(round(max(0.0, f.height - less), 4))
    row = next((row for row in reversed(FALLS[:1] if f.slides else FALLS) if inches >= row[0]), None)
    if row is None:
        return None
    _, strength, ap, damage = row
    m = t.model(on)
    return Strike(on, strength=strength, ap=ap, damage=damage, kind=FALL, x=m.x, y=m.y, source="fall")


def land(t: Table, f: Fall) -> Rule[None]:
    """It comes down on the highest floor below the edge, straight below it; whose activation it was has it end (see
    NE-FALL-02)."""
    yield from ()
    x, y, z, nx, ny = f.edge
    radius = t.cards[f.who].radius
    below = floor_below(t.field, x + nx * 0.01, y + ny * 0.01, z)
    if below is None:
        f.height = 0.0
        return
    f.height = z - below
    lands = body(t, f.who)._replace(
        x=round(INCH * (x + nx * radius)), y=round(INCH * (y + ny * radius)), z=round(below * INCH)
    )
    if t.model(f.who).climb:
        t.hang(f.who, ())
    t.tell("falls", "NE-FALL-02", who=t.name(f.who), height=round(f.height, 2))
    f.landed_on = tuple(
        m.index
        for m in t.state.models
        if m.index != f.who
        and m.status == PLAY
        and under(lands, t, m.index)
        and ceil(round(f.height, 4)) >= FALLS[0][0]
        and not f.slides
    )
    if t.model(f.who).aboard != NOBODY:
        t.board(f.who, NOBODY, (0, 0), seated=False)
    t.move(f.who, lands.x, lands.y, lands.z, "NE-FALL-02", "lands")
    cut_short(t, f.who)


def under(lands: Body, t: Table, who: int) -> bool:
    """Whether somebody lies under a faller."""
    other = shape(t, who)
    return plan_gap(lands, other) <= 0 and other.z <= lands.z + lands.height and lands.z <= other.z + other.height


def hit_faller(t: Table, f: Fall) -> Rule[None]:
    """The hit of the fall (see NE-FALL-02)."""
    yield from ()
    strike = fall_strike(t, f, f.who)
    if strike is not None:
        t.begin(Hit(strike))


def is_landed_on(t: Table, f: Fall) -> bool:
    """Whether somebody landed on has still to be hit."""
    return f.hurt < len(f.landed_on)


def hit_next(t: Table, f: Fall) -> Rule[bool]:
    """Whoever is landed on takes the same hit (NE-FALL-05)."""
    yield from ()
    who = f.landed_on[f.hurt]
    f.hurt += 1
    strike = fall_strike(t, f, who)
    if strike is not None and t.in_play(who):
        t.begin(Hit(strike))
    return True


def pin_all(t: Table, f: Fall) -> Rule[None]:
    """The faller and fighters landed on are Pinned, whatever the height (see NE-FALL-02, NE-FALL-05)."""
    yield from ()
    for who in (f.who, *f.landed_on):
        if t.in_play(who) and not t.is_vehicle(who) and t.model(who).stance == STANDING:
            if who == f.who or not engaged(t, who):  # never both Pinned and Engaged (see NE-STAT-04)
                t.pin(who, "NE-FALL-02")


def move_off(t: Table, f: Fall) -> Rule[None]:
    """The faller is moved off by the shortest way, to 1" from an enemy if nobody is Seriously Injured (see
    NE-FALL-05)."""
    if t.in_play(f.who):
        yield from set_clear(t, f.who, "NE-FALL-05")
    if t.in_play(f.who) and in_danger(t, f.who):
        yield from brave_danger(t, f.who)


def fall_again(t: Table, f: Fall) -> Rule[None]:
    """Landing within half an inch of another edge calls for another test (NE-FALL-03)."""
    t.finish()
    if not t.in_play(f.who) or not f.height:
        return
    edge = near_edge(t, f.who)
    if edge is not None:
        yield from test_edge(t, f.who, edge)


# -- dangerous ground --------------------------------------------------------------------------------------------------


def in_danger(t: Table, who: int) -> bool:
    """Whether the middle of a base is on dangerous ground (see NE-MOV-06)."""
    return is_endangered(t.field, body(t, who))


def is_endangered(field: Field, m: Body) -> bool:
    """Whether the middle of a base would be on dangerous ground there."""
    for piece in field.pieces:
        if isinstance(piece, Patch) and piece.bits & DANGEROUS and abs(piece.z - m.z) <= 50:
            if holds(piece.polygon, m.x, m.y):
                return True
    return False


def holds(corners: Polygon, x: int, y: int) -> bool:
    """Whether a place lies in a convex polygon."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0 for (x0, y0), (x1, y1) in sides)


def brave_danger(t: Table, who: int) -> Rule[None]:
    """Who enters dangerous ground, or is forced into it, takes an Initiative test or goes Out of Action (NE-MOV-06)."""
    if not (yield from test(t, who, "i", "danger", topic("{who} on dangerous ground", t.name(who)), "NE-MOV-06")):
        t.take_out(who, "NE-MOV-06")


# -- places ------------------------------------------------------------------------------------------------------------


def everybody_else(t: Table, who: int) -> Others:
    """All other fighters, whom nobody may overlap; vehicles are terrain."""
    return Others(Other(body(t, one)) for one in t.fighters() if one != who and not t.model(one).inside)


def set_clear(t: Table, who: int, rule: str) -> Rule[None]:
    """When all that a forced move caused is resolved, its mover is shifted the shortest way to a legal place, 1" from
    enemies unless either is Seriously Injured; ties by its controller; none within 6": it stays (NE-MOV-04)."""
    m = t.model(who)
    demands: tuple[Demand, ...] = ()
    if m.stance != INJURED:
        demands = tuple(
            Farther(shape(t, foe), APART, straight=False)
            for foe in t.enemies(who)
            if not t.is_vehicle(foe) and not t.is_injured(foe)
        )
    places = nearest(t.field, body(t, who), everybody_else(t, who), demands, limit=REACH)
    if not places or (places[0].x, places[0].y) == (m.x, m.y):
        return
    place = yield from pick_place(t, who, places)
    t.move(who, place.x, place.y, round(place.z), rule, "shifted")


def pick_place(t: Table, who: int, places: list[Place]) -> Rule[Place]:
    """One of several places that are equally near, by the mover's controller (see NE-MOV-04)."""
    if len(places) == 1:
        return places[0]
    keys = {f"{place.x / INCH:.2f},{place.y / INCH:.2f}": place for place in places[:24]}
    pick: Option = yield t.ask(
        t.side(who),
        topic("where {who} is set down", t.name(who)),
        lambda: [option("set_down", key) for key in keys],
    )
    return keys[pick.args[0]]

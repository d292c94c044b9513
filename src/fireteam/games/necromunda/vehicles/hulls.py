"""Vehicles as hulls on the table: who is in their way, how hard their sides are, and where they go (NE-VHIT-01,
NE-VEH-32)."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin

from fireteam.games.necromunda.geometry import on_table
from fireteam.games.necromunda.positions import body, hull, riders, shape
from fireteam.games.necromunda.state import MOBILE, PLAY, Thing
from fireteam.games.necromunda.stats import movement
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.terrain.loot import CACHE, CASKET
from fireteam.space.plane.free.measuring import point_to_hull
from fireteam.space.plane.free.plan import CLIMBABLE, FLIMSY, SOLID, Block, Floor, Patch, Piece
from fireteam.space.plane.free.seeing import FRONT, REAR
from fireteam.space.plane.free.shapes import Hull, Other, Others
from fireteam.space.plane.model import INCH, Body, Polygon

STALLED_SPEED = 3
"""What a Stalled vehicle that moves counts as (see NE-VCOL-01)."""
SPARE = 3.0
"""Inches round a vehicle that others are thrown to."""

ON_DECK = 0.01
"""Inches by which the middle of what lies on a deck may be off it: places are rounded."""

CORNERS = 3
"""A footprint with fewer corners covers nothing."""
IMPACTS = ((10, 9, -3, 3), (8, 7, -2, 2), (6, 5, -1, 1), (0, 3, 0, 1))
"""Movement from; Strength, AP and Damage (see NE-VEH-11)."""


def impact(speed: int, weaker: bool = False) -> tuple[int, int, int]:
    """Strength, AP and Damage of a collision by the Movement of the mover; the weaker one takes one more of each
    (NE-VEH-11)."""
    _, strength, ap, damage = next(row for row in IMPACTS if speed >= row[0])
    return (strength + 1, ap - 1, damage + 1) if weaker else (strength, ap, damage)


def speed(t: Table, who: int) -> int:
    """The Movement by which the collisions of a vehicle are looked up (see NE-VCOL-01)."""
    return movement(t, who) // 100 if t.model(who).stance == MOBILE else STALLED_SPEED


def toughness_of(t: Table, who: int, sides: tuple[str, ...]) -> int:
    """The Toughness of the side of a vehicle that is touched, at a corner the higher one (see NE-VCOL-01)."""
    front, side, rear = t.vehicle(who).toughness
    return max([{FRONT: front, REAR: rear}.get(one, side) for one in sides], default=side)


def hardest(t: Table, who: int, sides: tuple[str, ...]) -> str:
    """The side that counts where a vehicle is touched (see NE-VCOL-01)."""
    return max(sides, key=lambda side: toughness_of(t, who, (side,)), default="")


def in_the_way(t: Table, but: tuple[int, ...], *, bodies: bool = True) -> tuple[Others, list[int]]:
    """Whom a vehicle meets, and their numbers: other vehicles, and fighters that are not aboard one."""
    rows, numbers = [], []
    for m in t.state.models:
        if m.status != PLAY or m.index in but:
            continue
        if t.is_vehicle(m.index):
            rows.append(Other(hull(t, m.index)))
        elif bodies and m.aboard < 0:
            rows.append(Other(body(t, m.index)))
        else:
            continue
        numbers.append(m.index)
    return Others(rows), numbers


def meets_nothing(t: Table, who: int, inches: float, ways: Iterable[int]) -> list[bool]:
    """For each direction whether a vehicle that slides so far surely meets nothing, however it lies: no piece of the
    map, no edge of the table, and no model that is not aboard."""
    m, box, plan = t.model(who), hull(t, who), t.setting.battlefield
    margin = INCH * (hypot(box.length, box.width) / 2 + SPARE)
    near: list[tuple[float, float, float]] = []
    for piece in t.ground.pieces:
        if piece.id and isinstance(piece, Block | Floor | Patch):  # the bare ground has no name
            xs, ys = [x for x, _ in piece.polygon], [y for _, y in piece.polygon]
            half = hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2
            near.append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, half))
    for other in t.on_table():
        if other != who and t.model(other).aboard != who:
            form = shape(t, other)
            half = form.radius if isinstance(form, Body) else hypot(form.length, form.width) / 2
            near.append((form.x, form.y, INCH * half))
    found = []
    for way in ways:
        dx, dy = INCH * inches * cos(radians(way)), INCH * inches * sin(radians(way))
        inside = all(
            margin <= x <= plan.width - margin and margin <= y <= plan.height - margin
            for x, y in ((m.x, m.y), (m.x + dx, m.y + dy))
        )
        found.append(inside and all(_apart(x - m.x, y - m.y, dx, dy) > margin + half for x, y, half in near))
    return found


def _apart(x: float, y: float, dx: float, dy: float) -> float:
    """How far a point is from the line from 0, 0 to dx, dy."""
    along = min(1.0, max(0.0, (x * dx + y * dy) / (dx * dx + dy * dy)))
    return hypot(x - along * dx, y - along * dy)


def pays_double(t: Table, who: int) -> bool:
    """Difficult ground costs wheels and walkers double; tracks and skimmers nothing more (NE-VEH-32)."""
    return t.vehicle(who).locomotion in ("wheeled", "walker")


def place(t: Table, who: int, pose: Hull, rule: str, how: str = "moves") -> None:
    """A vehicle is somewhere else, and all aboard with it (see NE-VEH-31)."""
    m = t.model(who)
    load = [(thing, in_frame(t, who, thing.x, thing.y)) for thing in cargo(t, who)]
    if (m.x, m.y, m.z) != (pose.x, pose.y, pose.z):
        t.move(who, pose.x, pose.y, pose.z, rule, how)
    t.turn(who, pose.facing, rule)
    for thing, berth in load:
        x, y = in_world(t, who, berth)
        t.put(thing._replace(x=x, y=y, z=pose.z + t.vehicle(who).deck))
    for rider in riders(t, who):
        x, y = in_world(t, who, t.model(rider).berth)
        t.move(rider, x, y, pose.z + t.vehicle(who).deck, "NE-VEH-31", "rides")


def cargo(t: Table, who: int) -> list[Thing]:
    """The loot that lies on a deck (see NE-VEH-31)."""
    box, deck = hull(t, who), t.model(who).z + t.vehicle(who).deck
    return [
        thing
        for thing in t.things(CASKET, CACHE)
        if thing.z == deck and point_to_hull(box, thing.x / INCH, thing.y / INCH) <= ON_DECK
    ]


def in_world(t: Table, who: int, berth: tuple[int, int]) -> tuple[int, int]:
    """A place in the frame of a hull as one on the table; whoever stands over the edge of the table by a corner is
    drawn in."""
    m, (ahead, aside) = t.model(who), berth
    c, s = cos(radians(m.facing)), sin(radians(m.facing))
    x, y = round(m.x + c * ahead - s * aside), round(m.y + s * ahead + c * aside)
    plan = t.setting.battlefield
    return min(max(x, 0), plan.width), min(max(y, 0), plan.height)


def in_frame(t: Table, who: int, x: int, y: int) -> tuple[int, int]:
    """A place on the table in the frame of a hull."""
    m = t.model(who)
    c, s = cos(radians(m.facing)), sin(radians(m.facing))
    return round(c * (x - m.x) + s * (y - m.y)), round(c * (y - m.y) - s * (x - m.x))


def footprint(t: Table, who: int) -> Polygon:
    """The ground that a hull covers, as far as the table goes: a drift along the edge may stand out by a hair."""
    return on_table(t.setting.battlefield, [(100 * x, 100 * y) for x, y in hull(t, who).corners()])


def pieces_of(t: Table, who: int, top: int, bits: int) -> tuple[Piece, ...]:
    """A vehicle as terrain: a block with something to stand on; nothing while it drives off the table and is over the
    edge already."""
    m = t.model(who)
    polygon = footprint(t, who)
    if len(polygon) < CORNERS:
        return ()
    name = f"{t.name(who)}'s deck"
    return Block(name, polygon, m.z, m.z + top, bits), Floor(name, polygon, m.z + top)


DECK = CLIMBABLE
WRECKAGE = CLIMBABLE | FLIMSY | SOLID

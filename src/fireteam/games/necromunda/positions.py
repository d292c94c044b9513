"""Where models are to each other: bodies and hulls, contact, distances round solids, arcs, who is Engaged with whom
(NE-MEAS, NE-STAT-02)."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING

from fireteam.games.necromunda.cards import Fighter, Vehicle
from fireteam.games.necromunda.state import NOBODY, PLAY, STANDING
from fireteam.space.plane.free.charges import touching
from fireteam.space.plane.free.measuring import gap as gap_between
from fireteam.space.plane.free.measuring import nearest_point, round_solids, touches
from fireteam.space.plane.free.plan import OWN, Block
from fireteam.space.plane.free.shapes import Hull, Shape
from fireteam.space.plane.model import INCH, Body

if TYPE_CHECKING:
    from fireteam.games.necromunda.state import Model
    from fireteam.games.necromunda.table import Table

CLOSE = 0.001
"""Distances that differ by no more than this are equal (see NE-MEAS-01)."""
STANDING_HEIGHT, TALL_HEIGHT, PRONE_HEIGHT = 160, 220, 50
STANDING_EYE, TALL_EYE, PRONE_EYE = 150, 200, 40
"""Heights of bodies and eyes above the surface, in hundredths (see NE-MEAS-03)."""
FRONT = 45
"""Degrees to either side of its facing that a fighter sees (NE-SHT-02)."""
ENGAGED_BY_HULL = 1
"""Within so many inches of an enemy vehicle a fighter is Engaged with it (NE-STD-08)."""
SIDEARM = "pistol"
"""The sort of weapon that a crew holds in its hands."""
BARRICADE = OWN
"""Of a block: fighters on both sides of it are Engaged across it (see NE-CC-10)."""
ACROSS = 0.5
"""So near two on opposite sides of a barricade are Engaged (see NE-CC-10)."""


# -- shapes ------------------------------------------------------------------------------------------------------------


def away_from_face(m: Model) -> int:
    """Out of what somebody climbs, in degrees: it looks the way it climbs, into it going up and out of it going down
    (see NE-MOV-12)."""
    return (m.facing + 180) % 360 if m.z > m.climb[3] else m.facing


def body(t: Table, who: int) -> Body:
    """A fighter as a body: lying ones are low (see NE-MEAS-03), and who hangs in a climb is beside what it climbs."""
    m, card = t.state.models[who], t.cards[who]
    if m.stance != STANDING:
        height = PRONE_HEIGHT
    else:
        height = TALL_HEIGHT if isinstance(card, Fighter) and card.tall else STANDING_HEIGHT
    if m.climb:
        out, far = radians(away_from_face(m)), INCH * card.radius
        return Body(round(m.x + far * cos(out)), round(m.y + far * sin(out)), m.z, card.radius, height)
    return Body(m.x, m.y, m.z, card.radius, height)


def hull(t: Table, who: int) -> Hull:
    """A vehicle as a box."""
    m, card = t.state.models[who], t.vehicle(who)
    return Hull(m.x, m.y, m.z, card.length, card.width, card.height, m.facing)


def shape(t: Table, who: int) -> Shape:
    """A model as it stands on the table."""
    return hull(t, who) if t.is_vehicle(who) else body(t, who)


def eye(t: Table, who: int) -> tuple[int, int, int]:
    """Where a fighter looks from: over the middle of its base (see NE-MEAS-03)."""
    m, card = t.state.models[who], t.cards[who]
    if isinstance(card, Vehicle):
        height = card.height
    elif m.stance != STANDING:
        height = PRONE_EYE
    else:
        height = TALL_EYE if card.tall else STANDING_EYE
    return m.x, m.y, m.z + height


def muzzle(t: Table, who: int, weapon: str) -> Shape:
    """Where a weapon is fired from: its bearer; a gun on a vehicle stands where it is mounted (see NE-VEH-34)."""
    bearer = t.bearer(who, weapon)
    if not t.is_vehicle(bearer):
        return shape(t, who)
    m, (ahead, aside) = t.state.models[bearer], t.weapon(who, weapon).mount
    c, s = cos(radians(m.facing)), sin(radians(m.facing))
    return Body(round(m.x + c * ahead - s * aside), round(m.y + s * ahead + c * aside), m.z, 0.0, 0)


def range_from(t: Table, who: int, weapon: str) -> Shape:
    """Where the range of a shot is measured from: where the weapon is fired; a sidearm of a crew from the nearest point
    of the hull (see NE-VEH-05)."""
    bearer = t.bearer(who, weapon)
    held = t.is_vehicle(bearer) and t.weapon(who, weapon).category == SIDEARM
    return hull(t, bearer) if held else muzzle(t, who, weapon)


# -- distances ---------------------------------------------------------------------------------------------------------


def gap(t: Table, one: int, other: int) -> float:
    """From edge to edge in inches, in a straight line (NE-MEAS-01)."""
    return gap_between(shape(t, one), shape(t, other))


def within(distance: float, inches: float) -> bool:
    """Whether a distance is at most so many inches (see NE-MEAS-01)."""
    return distance <= inches + CLOSE


def near(t: Table, one: int, other: int, inches: float) -> bool:
    """Whether two models are within a distance, which is never measured through solids (NE-MEAS-02)."""
    a, b = shape(t, one), shape(t, other)
    return within(gap_between(a, b), inches) and within(round_solids(t.field, a, b, inches), inches)


def near_place(t: Table, who: int, x: int, y: int, z: int, inches: float) -> bool:
    """Whether a model is within a distance of a place (see NE-MEAS-02)."""
    return near_shape(t, who, Body(x, y, z, 0.0, 0), inches)


def near_shape(t: Table, who: int, b: Shape, inches: float) -> bool:
    """Whether a model is within a distance of something that stands, or stood, there (see NE-MEAS-02)."""
    a = shape(t, who)
    return within(gap_between(a, b), inches) and within(round_solids(t.field, a, b, inches), inches)


def in_contact(t: Table, one: int, other: int) -> bool:
    """Whether two models are in base contact (NE-MEAS-04)."""
    return touches(shape(t, one), shape(t, other))


# -- arcs --------------------------------------------------------------------------------------------------------------


def bearing(x: int, y: int, to_x: int, to_y: int) -> float:
    """The direction from one place to another in degrees."""
    return degrees(atan2(to_y - y, to_x - x)) % 360


def turned_by(facing: float, direction: float) -> float:
    """How far a direction is off a facing, from -180 to 180 degrees."""
    return (direction - facing + 180) % 360 - 180


def faces(t: Table, who: int, x: int, y: int, half: float = FRONT) -> bool:
    """Whether a place lies in the arc that a Standing fighter sees, judged from its middle (see NE-SHT-02)."""
    m = t.state.models[who]
    if (m.x, m.y) == (x, y):
        return True
    return abs(turned_by(m.facing, bearing(m.x, m.y, x, y))) <= half + CLOSE


def in_arc(t: Table, who: int, other: int) -> bool:
    """Whether a model lies in the arc of a Standing fighter, from middle to middle; Prone ones have none (see
    NE-SHT-02, NE-STAT-03)."""
    m, me = t.state.models[other], t.state.models[who]
    if t.cards[other].vehicle:
        x, y = nearest_point(hull(t, other), me.x / INCH, me.y / INCH)
        return t.stands(who) and (faces(t, who, m.x, m.y) or faces(t, who, round(x * INCH), round(y * INCH)))
    return t.stands(who) and faces(t, who, m.x, m.y)


def facing_towards(t: Table, who: int, other: int) -> int:
    """The whole degree in which a model faces another."""
    a, b = t.state.models[who], t.state.models[other]
    return round(bearing(a.x, a.y, b.x, b.y)) % 360


def facing_most(t: Table, who: int, met: list[int]) -> int:
    """The facing that has the most of them in its arc, the first of them in any case."""
    m = t.model(who)
    ways = [bearing(m.x, m.y, t.model(foe).x, t.model(foe).y) for foe in met]
    between = [(ways[0] + turned_by(ways[0], way) / 2) % 360 for way in ways]
    return max(
        [round(way) % 360 for way in between],
        key=lambda facing: sum(abs(turned_by(facing, way)) <= FRONT for way in ways),
    )


# -- engaged -----------------------------------------------------------------------------------------------------------


def engaged_with(t: Table, who: int) -> list[int]:
    """The enemies that a Standing fighter is Engaged with: Standing fighters in base contact, or across a barricade;
    vehicles within 1", also that whose deck it has got onto (NE-STAT-02, see NE-VEH-35)."""
    s = t.state
    me = s.models[who]
    if not t.stands(who) or me.hatch:
        return []
    found = []
    for m in s.models:
        if m.side == me.side or m.status != PLAY or m.hatch:
            continue
        if t.cards[m.index].vehicle:
            if near(t, who, m.index, ENGAGED_BY_HULL):
                found.append(m.index)
        elif m.stance == STANDING and (abs(m.x - me.x) + abs(m.y - me.y)) < 500:
            if in_contact(t, who, m.index) or is_across(t, who, m.index):
                found.append(m.index)
    return found


def is_across(t: Table, one: int, other: int) -> bool:
    """Whether two fighters stand in contact with opposite sides of one barricade and at most half an inch apart
    (NE-CC-10)."""
    return barricade_between(t, body(t, one), body(t, other))


def barricade_between(t: Table, one: Body, other: Body) -> bool:
    """Whether two bodies touch the same barricade from two sides, at most half an inch apart (see NE-CC-10)."""
    if not within(gap_between(one, other), ACROSS):
        return False
    for number, piece in enumerate(t.field.pieces):
        if isinstance(piece, Block) and piece.bits & BARRICADE:
            if touching(t.field, one, number) and touching(t.field, other, number):
                return True
    return False


def engaged(t: Table, who: int) -> bool:
    """Whether a fighter is Engaged with an enemy fighter."""
    return any(not t.is_vehicle(foe) for foe in engaged_with(t, who))


def riders(t: Table, vehicle: int) -> list[int]:
    """Who is aboard a vehicle (see NE-VEH-35)."""
    return [m.index for m in t.state.models if m.aboard == vehicle and t.in_play(m.index)]


def is_rider(t: Table, who: int) -> bool:
    """Whether a fighter is aboard a vehicle."""
    return t.state.models[who].aboard != NOBODY


def segment_gap(t: Table, who: int, one: int, other: int) -> float:
    """From the edge of a base to the straight line between the middles of two others, in plan, in inches (see
    NE-SHT-11)."""
    m, a, b = t.state.models[who], t.state.models[one], t.state.models[other]
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    along = 0.0 if not square else max(0.0, min(1.0, ((m.x - a.x) * dx + (m.y - a.y) * dy) / square))
    return max(0.0, hypot(a.x + along * dx - m.x, a.y + along * dy - m.y) / INCH - t.cards[who].radius)

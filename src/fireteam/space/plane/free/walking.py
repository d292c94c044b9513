"""Moves on foot judged leg by leg, in real inches: what each costs, where it must not go, what happens on the way."""

from __future__ import annotations

from array import array
from enum import IntEnum
from math import hypot
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import BLOCK, PATCH, STEP, Field
from fireteam.space.plane.free.floorkernels import PIECES
from fireteam.space.plane.free.pieces import Lift, States
from fireteam.space.plane.free.shapekernels import BIG, EPS
from fireteam.space.plane.free.shapes import BLOCKS, GHOST, NOBODY, RING, Others
from fireteam.space.plane.model import INCH, Body

# What a walker may do, as bits.
CLIMBS = 1
LADDERS = 1 << 1
LEAPS = 1 << 2
JUMPS = 1 << 3
DARES = 1 << 4
"""A search may lead it through dangerous patches."""
CHARGES = 1 << 5
"""Rings do not stop it."""
HANGS = 1 << 6
"""It may end in the middle of a climb."""
FOOT = CLIMBS | LADDERS | LEAPS | JUMPS


class Kind(IntEnum):
    """How a leg is made."""

    WALK = 0
    CLIMB = 1
    LADDER = 2
    LEAP = 3
    JUMP = 4
    LIFT = 5


class Verdict(IntEnum):
    """Why a move is refused."""

    FINE = 0
    OFF = 1
    """Over the edge of the table."""
    EDGE = 2
    """Nothing within a step carries it on; where."""
    GAP = 3
    """A gap wider than the base; its width."""
    BLOCK = 4
    """A block is in the way; which piece, and where."""
    OTHER = 5
    """Somebody is in the way or too near; who."""
    ENDS_ON = 6
    """It ends on an obstacle; which piece."""
    OVERLAPS = 7
    """It ends where somebody is; who."""
    NO_FACE = 8
    """There is nothing to climb, or no ladder, where the leg changes level."""
    NO_FLOOR = 9
    """Nothing at that height carries it."""
    TOO_NEAR = 10
    """It ends too near to somebody; who."""
    DANGER = 11
    """Only through what is dangerous."""
    ALLOWANCE = 12
    """It costs more than is allowed; how much."""
    CANNOT = 13
    """It does not make legs of this kind."""
    NO_LIFT = 14
    """No plate of a lift that goes to that height is there."""
    MID_CLIMB = 15
    """It would end in the middle of a climb."""
    NO_WAY = 16
    """No way leads there; the allowance."""
    NO_GAP = 17
    """There is no gap to leap."""


class Walker(NamedTuple):
    """Who walks: where it stands, inches it may spend, what it may do."""

    body: Body
    allowance: float
    bits: int = FOOT
    lifts: tuple[tuple[str, int], ...] = ()
    """Lifts it may ride, and the number of the stop each goes to."""
    hanging: bool = False
    """Whether it starts in the middle of a climb."""


class Leg(NamedTuple):
    """One leg: how, and where it ends, in hundredths (turns of a way need not be whole)."""

    kind: Kind
    x: float
    y: float
    z: float


class What(IntEnum):
    """What happens on the way."""

    NEAR = 0
    """It comes within the distance of a point that was asked about; number of the point."""
    DANGER = 1
    """Its centre enters a dangerous patch, or moves while in one; number of the piece."""
    LEAP = 2
    """It stands before a gap; its width."""
    JUMP = 3
    """It stands before a drop; its height."""
    LIFT = 4
    """It rides; number of the lift in the plan, and inches up or down."""


class Event(NamedTuple):
    """Something on the way: when (inches spent), where (hundredths), and its number or measure."""

    what: What
    cost: float
    leg: int
    x: float
    y: float
    z: float
    number: int
    measure: float


class Watch(NamedTuple):
    """A point asked about: an event is due when the base comes within a distance of it, round solids."""

    x: int
    y: int
    z: int
    distance: float
    radius: float = 0.0


class Move(NamedTuple):
    """A legal move."""

    start: Body
    legs: tuple[Leg, ...]
    costs: tuple[float, ...]
    """Inches spent at the end of each leg."""
    end: Body
    cost: float
    events: tuple[Event, ...] = ()
    hanging: bool = False


class Refused(NamedTuple):
    """Why a move is not legal: a code, the leg, a number (piece, other) and a measure."""

    code: Verdict
    leg: int = 0
    number: int = -1
    measure: float = 0.0


def needs_of(field: Field, walker: Walker, others: Others) -> array[float]:
    """How near the walker may come to each other on the way; -1: it passes. Who starts nearer may come no nearer."""
    work = room(field)
    needs = array("d")
    body = walker.body
    place = (body.x / INCH, body.y / INCH, body.z / INCH, body.radius)
    for number, other in enumerate(others.rows):
        need = -1.0
        if other.bits & BLOCKS and not other.bits & GHOST:
            need = 0.0
        if other.bits & RING and not walker.bits & CHARGES:
            far = isinstance(other.shape, Body) and plan_apart(body, other.shape) > other.clear
            gap = BIG if far else jit.walks().round_gap(field.tables, others.table, number, *place, other.clear, work)
            need = max(need, min(other.clear, gap))
        needs.append(need)
    return needs or array("d", [-1.0])


def plan_apart(one: Body, two: Body) -> float:
    """The gap in plan between two bases, in inches; negative where they overlap."""
    return hypot(one.x - two.x, one.y - two.y) / INCH - one.radius - two.radius


def room(field: Field) -> array[float]:
    """Room for measuring round solids: five numbers a corner."""
    return array("d", bytes(8 * 5 * (4 + len(field.edges) // 6)))


def pieces() -> array[float]:
    """Room for what carries a leg."""
    return array("d", bytes(8 * 4 * PIECES))


NOWHERE = (0.0, 0.0, -BIG)


class Judge:
    """Judges the legs of one walker among others; rides change the field under it."""

    def __init__(self, field: Field, walker: Walker, others: Others = NOBODY) -> None:
        self.field, self.walker, self.others = field, walker, others
        self.needs = needs_of(field, walker, others)
        self.work, self.pieces = room(field), pieces()
        self.radius, self.tall = walker.body.radius, walker.body.height / INCH

    @property
    def _company(self) -> tuple[object, ...]:
        return self.others.table, len(self.others), self.needs, self.pieces, self.work

    def walk(
        self, at: tuple[float, float, float], to: tuple[float, float], wide: float | None = None
    ) -> tuple[int, float, float, float, int]:
        """One straight leg on foot between places in inches, as `floorkernels.walk` says."""
        gap = 2 * self.radius if wide is None else wide
        shape = (self.radius, self.tall, gap, NOWHERE)
        result: tuple[int, float, float, float, int] = jit.walks().walk(
            self.field.tables, *at, *to, *shape, *self._company
        )
        return result

    def hop(
        self, kind: Kind, at: tuple[float, float, float], to: tuple[float, float, float]
    ) -> tuple[int, float, float, int]:
        """A straight leg that changes level, as `floorkernels.hop` says."""
        shape = (self.radius, self.tall, 2 * self.radius)
        result: tuple[int, float, float, int] = jit.walks().hop(
            self.field.tables, int(kind), *at, *to, *shape, *self._company
        )
        return result

    def leg(self, number: int, at: tuple[float, float, float], leg: Leg) -> tuple[float, float] | Refused:
        """One leg from a place in inches: what it costs and the height it ends at."""
        to = (leg.x / INCH, leg.y / INCH)
        z = leg.z / INCH
        kind = leg.kind
        needed = {Kind.CLIMB: CLIMBS, Kind.LADDER: LADDERS, Kind.LEAP: LEAPS, Kind.JUMP: JUMPS}.get(kind, 0)
        if needed & ~self.walker.bits:
            return Refused(Verdict.CANNOT, number)
        if kind is Kind.LIFT:
            return self._ride(number, at, leg)
        if kind in (Kind.WALK, Kind.LEAP):
            wide = BIG if kind is Kind.LEAP else None
            if kind is Kind.LEAP and self.walk(at, to)[0] != Verdict.GAP:
                return Refused(Verdict.NO_GAP, number)
            code, cost, end, measure, met = self.walk(at, to, wide)
            if code != Verdict.FINE:
                return self._refused(code, number, met, measure)
            if abs(end - z) > 0.011:
                return Refused(Verdict.NO_FLOOR, number, -1, end)
            return cost, end
        code, cost, measure, met = self.hop(kind, at, (*to, z))
        if code != Verdict.FINE:
            return self._refused(code, number, met, measure)
        return cost, z

    def _refused(self, code: int, leg: int, met: int, measure: float) -> Refused:
        if met >= 0 and code in (Verdict.BLOCK, Verdict.ENDS_ON):
            met = int(self.field.blocks[BLOCK * met + 9])
        return Refused(Verdict(code), leg, met, measure)

    def _ride(self, number: int, at: tuple[float, float, float], leg: Leg) -> tuple[float, float] | Refused:
        """Up or down with a plate; the field is another one from then on."""
        found = ridden(self.field, at, leg.z)
        if found is None or (found[0].id, found[1]) not in self.walker.lifts:
            return Refused(Verdict.NO_LIFT, number)
        if hypot(leg.x / INCH - at[0], leg.y / INCH - at[1]) > EPS:
            return Refused(Verdict.NO_LIFT, number)
        self.field = lifted(self.field, *found)
        return 0.0, leg.z / INCH

    def ends(self, number: int, at: tuple[float, float, float]) -> Refused | None:
        """Whether a move may end at a place it came to."""
        code, met = jit.walks().stops(
            self.field.tables, *at, self.radius, self.tall, self.others.table, len(self.others), self.work
        )
        return None if code == Verdict.FINE else self._refused(code, number, met, 0.0)

    def dangers(self, at: tuple[float, float, float], leg: Leg, wide: float | None = None) -> list[tuple[float, int]]:
        """Stations in inches at which a walked leg enters something dangerous, and the number of the piece."""
        to = (leg.x / INCH, leg.y / INCH)
        length = hypot(to[0] - at[0], to[1] - at[1])
        direction = ((to[0] - at[0]) / length, (to[1] - at[1]) / length) if length > EPS else (1.0, 0.0)
        gap = 2 * self.radius if wide is None else wide
        _, used, _, _ = jit.walks().carried(self.field.tables, *at, *direction, length, gap, self.pieces)
        found: list[tuple[float, int]] = []
        start = 0.0
        while True:
            station, patch = jit.walks().endangered(self.field.tables, *at[:2], *to, self.pieces, used, start)
            if station >= BIG:
                return found
            piece = int(self.field.patches[PATCH * patch + 9])
            if all(known != piece for _, known in found):
                found.append((station, piece))
            start = station + 0.05


def ridden(field: Field, at: tuple[float, float, float], height: float) -> tuple[Lift, int] | None:
    """The lift on whose plate a place in inches is, and the number of its stop at a height in hundredths."""
    for lift in field.plan.lifts:
        here = field.plan.stop_of(lift, field.states) / INCH
        if abs(at[2] - here) > STEP or lift.id in field.states.removed:
            continue
        outline = [(x / INCH, y / INCH) for x, y in lift.polygon]
        if not inside(outline, at[0], at[1]):
            continue
        for number, stop in enumerate(lift.stops):
            if abs(stop - height) < 1 and abs(stop / INCH - here) > EPS:
                return lift, number
    return None


def inside(outline: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a place lies in a convex outline."""
    return all(
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= -EPS
        for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True)
    )


def lifted(field: Field, lift: Lift, stop: int) -> Field:
    """The field with a lift at another stop."""
    shown = {**dict(field.states.shown), lift.id: str(stop)}
    return field.plan.under(States(tuple(sorted(shown.items())), *field.states[1:]))

"""Charges: the cheapest place next to each enemy within an allowance, and how far one gets where none is in reach."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from math import hypot
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.atlas import corners
from fireteam.space.plane.free.chargekernels import STEPS
from fireteam.space.plane.free.field import BLOCK, STEP, Field
from fireteam.space.plane.free.measuring import plan_gap
from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.pieces import OBSTACLE
from fireteam.space.plane.free.shapekernels import BIG, EPS, away
from fireteam.space.plane.free.shapes import KEEP, RING, Hull, Others
from fireteam.space.plane.free.walking import (
    CHARGES,
    HANGS,
    Kind,
    Leg,
    Move,
    Refused,
    Verdict,
    Walker,
    Watch,
    needs_of,
    pieces,
    room,
)
from fireteam.space.plane.free.ways import ANYWHERE, Ways
from fireteam.space.plane.model import INCH, TOUCH, Body

CONTACT = 0.01
"""The gap, in inches, at which a charge ends: within contact, whichever way hundredths are rounded."""
ACROSS = 0.5
"""How far, in inches, somebody on the other side of an obstacle may be."""
NEAR = 0.1
"""More inches than any contact has."""
FARTHER = 1.6
"""How many times the distance to somebody is searched first for a way to it."""
BACK = 0.01
"""Inches by which a move that may not end where it stops is taken back."""


class Charge(NamedTuple):
    """A way to an enemy: its number among the others, what it costs, where it ends, the block between them or -1."""

    other: int
    cost: float
    x: int
    y: int
    z: int
    across: int = -1
    """Piece of the obstacle over which they fight; -1: nothing is between."""


class Charges:
    """What one walker may charge. Rings stop no charge; bodies do."""

    def __init__(self, field: Field, walker: Walker, others: Others, only: int | None = None) -> None:
        """`only`: the number of the one that is to be charged."""
        self.field = field
        self.walker = walker._replace(bits=walker.bits | CHARGES)
        self.ringed = others
        self.others = others.without(RING, KEEP)
        self.goal = ANYWHERE if only is None else self._about(only)

    @cached_property
    def ways(self) -> Ways:
        """All ways round what is in the way: settled when somebody is not reached straight."""
        return Ways(self.field, self.walker, self.others, goal=self.goal)

    def _about(self, other: int) -> tuple[float, float, float]:
        """Where ways into contact with somebody lead: its middle, and how near to it they end at least."""
        shape = self.ringed.rows[other].shape
        reach = (shape.length + shape.width) / 2 if isinstance(shape, Hull) else shape.radius
        return shape.x / INCH, shape.y / INCH, reach + self.walker.body.radius + NEAR

    def to(self, other: int, reach: float = CONTACT) -> Charge | None:
        """The cheapest place within a reach of somebody: contact, an inch of a hull, the reach of a weapon."""
        found = self._straight_to(other, reach)
        return found or self._round_to(other, reach)

    def _straight_to(self, other: int, reach: float) -> Charge | None:
        """The same where nothing is in the way, nor makes it dearer: no way is cheaper than the straight one."""
        if self.walker.hanging:
            return None
        body = self.walker.body
        at = body.x / INCH, body.y / INCH, body.z / INCH
        cost, x, y, z = jit.charges().straight(self.field.tables, *at, *self._going, other, float(reach))
        if cost > min(hypot(x - at[0], y - at[1]), self.walker.allowance) + EPS:
            return None
        return Charge(other, cost, round(x * INCH), round(y * INCH), round(z * INCH))

    @cached_property
    def _going(self) -> tuple[object, ...]:
        """Who goes, among whom, and room to measure in, as kernels want it."""
        body, bits = self.walker.body, self.walker.bits & ~(CHARGES | HANGS)
        needs = needs_of(self.field, self.walker, self.others)
        return (
            (body.radius, body.height / INCH, bits, 2 * body.radius),
            (self.others.table, len(self.others), needs),
            (pieces(), room(self.field)),
        )

    def _round_to(self, other: int, reach: float) -> Charge | None:
        """The same among all ways there are."""
        ways = self.ways
        size = ways.count + ways.seeded
        bound, second = array("d", bytes(16 * size)), array("d", bytes(8 * size))
        places = array("d", bytes(24 * STEPS))
        cost, x, y, z = jit.charges().contact(
            self.field.tables,
            *(ways.graph, ways.mover, ways.company, ways.room, other, float(reach), ways.budget, bound, second, places),
        )
        if cost >= BIG:
            return None
        found = Charge(other, cost, round(x * INCH), round(y * INCH), round(z * INCH))
        return self._tightened(found)

    def _tightened(self, found: Charge) -> Charge | None:
        """The same with what it costs when the way is pulled taut; None: that is still too much."""
        if found.cost <= self.walker.allowance + EPS:
            return found
        move = self.ways.way(found.x, found.y, found.z)
        return found._replace(cost=move.cost) if isinstance(move, Move) else None

    def across(self, other: int, gap: float = ACROSS) -> Charge | None:
        """The cheapest place across an obstacle that somebody touches, with no more than a gap between."""
        foe = self.ringed.rows[other].shape
        if isinstance(foe, Hull):
            return None
        best: Charge | None = None
        for least, x, y, piece in sorted(self._beyond_obstacles(foe, gap)):
            if best is not None and least >= best.cost:
                break  # no way is shorter than the straight one
            if self.ways.stops(x, y, foe.z) and (cost := self.ways.cost(x, y, foe.z)) < (best.cost if best else BIG):
                best = Charge(other, cost, x, y, foe.z, piece)
        return self._tightened(best) if best else None

    def _beyond_obstacles(self, foe: Body, gap: float) -> Iterator[tuple[float, int, int, int]]:
        """Places along obstacles that somebody touches, no farther from it than a gap: inches there as the crow flies,
        no more than the allowance, where, and the number of the obstacle."""
        body = self.walker.body
        for block in range(self.field.block_count):
            row = BLOCK * block
            ends = int(self.field.blocks[row + 7]), int(self.field.blocks[row + 8])
            if not int(self.field.blocks[row + 6]) & OBSTACLE:
                continue
            if away(self.field.edges, *ends, foe.x / INCH, foe.y / INCH) - foe.radius > TOUCH:
                continue
            for x, y in self._along(block, body.radius + CONTACT):
                end = body._replace(x=round(x * INCH), y=round(y * INCH), z=foe.z)
                least = hypot(end.x - body.x, end.y - body.y) / INCH
                if least <= self.walker.allowance + EPS and plan_gap(end, foe) <= gap + EPS:
                    yield least, end.x, end.y, int(self.field.blocks[row + 9])

    def _along(self, block: int, grown: float) -> list[tuple[float, float]]:
        """Places all round a block, a base away, no more than a twentieth of an inch apart."""
        outline = self.field.block_outlines[block]
        found = [(x, y) for x, y, *_ in corners(outline, grown)]
        for (x, y), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
            length = hypot(x1 - x, y1 - y)
            nx, ny = grown * (y1 - y) / length, grown * (x - x1) / length
            parts = int(length / 0.05) + 1
            found.extend((x + (x1 - x) * k / parts + nx, y + (y1 - y) * k / parts + ny) for k in range(parts + 1))
        return found

    def list(self, targets: dict[int, float]) -> list[Charge]:
        """The cheapest charge at each of these others, with the reach that counts for each; the cheapest first."""
        found = []
        for other, reach in targets.items():
            gap = plan_gap(self.walker.body, self.ringed.rows[other].shape) - self.walker.allowance
            known = [
                self.to(other, reach) if gap <= reach + BACK + EPS else None,
                self.across(other) if reach <= CONTACT and gap <= ACROSS + EPS else None,
            ]
            best = min((charge for charge in known if charge), key=lambda charge: charge.cost, default=None)
            if best:
                found.append(best)
        return sorted(found, key=lambda charge: charge.cost)

    def move(self, charge: Charge, watches: tuple[Watch, ...] = ()) -> Move | Refused:
        """The way of a charge as a judged move."""
        return self.way(charge.x, charge.y, charge.z, watches)

    def way(self, x: int, y: int, z: int, watches: tuple[Watch, ...] = ()) -> Move | Refused:
        """The cheapest way to a place: straight where nothing bars it or happens on it, else round what is in the
        way."""
        body = self.walker.body
        if not self.walker.hanging:
            found = judge(
                self.field, self.walker, (Leg(Kind.WALK, float(x), float(y), float(z)),), self.others, watches
            )
            length = hypot(x - body.x, y - body.y) / INCH
            if isinstance(found, Move) and not found.events and found.cost <= length + EPS:
                return found
        return self.ways.way(x, y, z, watches)

    # -- where none is in reach ----------------------------------------------------------------------------------------

    def approach(self, other: int, watches: tuple[Watch, ...] = ()) -> Move | Refused:
        """As far as the allowance and the rings let it go on the shortest way to contact with somebody."""
        charge, charges = None, self
        for reach in self._reaches(plan_gap(self.walker.body, self.ringed.rows[other].shape)):
            charges = Charges(self.field, self.walker._replace(allowance=reach), self.ringed, other)
            charge = charges.to(other)
            if charge is not None:
                break
        if charge is None:
            return Refused(Verdict.NO_WAY, 0, other, self.walker.allowance)
        move = charges.move(charge)
        if isinstance(move, Refused):
            return move
        walker = self.walker._replace(bits=self.walker.bits & ~CHARGES)
        return farthest(self.field, walker, move.legs, self.ringed, watches)

    def _reaches(self, gap: float) -> tuple[float, ...]:
        """How far is searched for somebody at a distance: not much farther than that, then over all there is."""
        first, most = (
            max(self.walker.allowance * 2, gap * FARTHER + 1.0),
            hypot(self.field.width, self.field.height) * 2,
        )
        return (first, most) if 2 * first < most else (most,)


def farthest(
    field: Field, walker: Walker, legs: tuple[Leg, ...], others: Others, watches: tuple[Watch, ...] = ()
) -> Move | Refused:
    """The longest beginning of a path that is a legal move."""
    body = walker.body
    done: list[Leg] = []
    at = (float(body.x), float(body.y), float(body.z))
    whole: Move | Refused = Refused(Verdict.NO_WAY, 0, -1, walker.allowance)
    for leg in legs:
        answer = judge(field, walker, (*done, leg), others, watches)
        passes = isinstance(answer, Move) or answer.code in (Verdict.ENDS_ON, Verdict.OVERLAPS, Verdict.TOO_NEAR)
        if passes:
            done.append(leg)
            at = (leg.x, leg.y, leg.z)
            whole = answer if isinstance(answer, Move) else whole
            continue
        if leg.kind is Kind.WALK:
            part = _part(field, walker, tuple(done), at, leg, others, watches)
            if part is not None:
                return part
        break
    while done and not isinstance(whole, Move):
        last = done.pop()
        before = (done[-1].x, done[-1].y, done[-1].z) if done else (float(body.x), float(body.y), float(body.z))
        if last.kind is Kind.WALK:
            part = _part(field, walker, tuple(done), before, last, others, watches)
            if part is not None:
                return part
    if isinstance(whole, Move):
        return whole
    stay = judge(field, walker, (Leg(Kind.WALK, body.x, body.y, body.z),), others, watches)
    return stay if isinstance(stay, Move) else whole


def _part(
    field: Field,
    walker: Walker,
    done: tuple[Leg, ...],
    at: tuple[float, float, float],
    leg: Leg,
    others: Others,
    watches: tuple[Watch, ...],
) -> Move | None:
    """The longest part of a leg with which a path is a legal move, its end on whole hundredths."""
    length = hypot(leg.x - at[0], leg.y - at[1]) / INCH

    def upto(gone: float) -> Move | Refused | None:
        part = gone / max(length, EPS)
        x, y = round(at[0] + (leg.x - at[0]) * part), round(at[1] + (leg.y - at[1]) * part)
        surface = field.floor_under(x, y, round(at[2] + (leg.z - at[2]) * part), STEP)
        if surface is None:
            return None
        return judge(field, walker, (*done, Leg(Kind.WALK, x, y, surface.z * INCH)), others, watches)

    def passes(answer: Move | Refused | None) -> bool:
        ends = (Verdict.ENDS_ON, Verdict.OVERLAPS, Verdict.TOO_NEAR)
        return isinstance(answer, Move) or (isinstance(answer, Refused) and answer.code in ends)

    low, high = 0.0, length
    while high - low > BACK / 4:
        middle = (low + high) / 2
        low, high = (middle, high) if passes(upto(middle)) else (low, middle)
    gone = low + BACK
    while gone > 0:
        answer = upto(gone)
        if isinstance(answer, Move):
            return answer
        gone -= BACK
    return None


def touching(field: Field, body: Body, piece: int) -> bool:
    """Whether a base touches a piece's outline at its height."""
    for block in range(field.block_count):
        row = BLOCK * block
        if int(field.blocks[row + 9]) != piece:
            continue
        ends = int(field.blocks[row + 7]), int(field.blocks[row + 8])
        meet = field.blocks[row + 4] <= (body.z + body.height) / INCH and field.blocks[row + 5] >= body.z / INCH
        if meet and away(field.edges, *ends, body.x / INCH, body.y / INCH) - body.radius <= TOUCH + 1e-9:
            return True
    return False

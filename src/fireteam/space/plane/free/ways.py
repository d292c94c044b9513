"""All that one move may reach, over several levels: settled once, then the cost of any place, and the way to it."""

from __future__ import annotations

from array import array
from enum import IntEnum
from functools import cached_property
from math import hypot
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.atlas import NODE, about, atlas_of, corners
from fireteam.space.plane.free.field import STEP, Field
from fireteam.space.plane.free.hanging import spans
from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.places import FOUND, HEAPS, Demand, Place, collected, tabled
from fireteam.space.plane.free.shapekernels import BIG, EPS
from fireteam.space.plane.free.shapes import NOBODY, Hull, Others
from fireteam.space.plane.free.tightening import Turn, tightened
from fireteam.space.plane.free.walking import (
    CHARGES,
    HANGS,
    Judge,
    Kind,
    Leg,
    Move,
    Refused,
    Verdict,
    Walker,
    Watch,
    lifted,
    needs_of,
    pieces,
    ridden,
    room,
)
from fireteam.space.plane.free.waykernels import OVER
from fireteam.space.plane.model import INCH

SLACK = 0.5
"""Inches beyond the allowance to which is settled: a way that is tightened may come back under it."""
SLIM = 0.5
"""Part of the radius that a slimmer base has, by which places are known to be out of reach."""
EVERY = 0.25
"""Inches between the places from which leaving the table is tried."""
ANYWHERE = (0.0, 0.0, BIG)
"""Ways that lead nowhere in particular."""
PLATE = 0.5
"""Inches between the places of a lift's plate from which a way goes on."""


class Cell(NamedTuple):
    """A place in hundredths and what it costs to come there."""

    x: int
    y: int
    z: float
    cost: float


class Side(IntEnum):
    """An edge of the table."""

    WEST = 0
    EAST = 1
    SOUTH = 2
    NORTH = 3


class Open(NamedTuple):
    """Neither a move was found nor a reason why there can be none."""

    ends: int
    """How many places were found where one could end."""


class Ways:
    """The ways of one walker among others."""

    def __init__(
        self,
        field: Field,
        walker: Walker,
        others: Others = NOBODY,
        seeds: tuple[tuple[float, float, float, float], ...] = (),
        slack: float = SLACK,
        wide: float | None = None,
        needs: array[float] | None = None,
        goal: tuple[float, float, float] = ANYWHERE,
    ) -> None:
        self.field, self.walker, self.others = field, walker, others
        body = walker.body
        self.radius, self.tall = body.radius, body.height / INCH
        self.budget = walker.allowance + slack
        bits = walker.bits & ~(CHARGES | HANGS)
        self.atlas = atlas_of(field, self.radius, self.tall, bits)
        self.needs = needs_of(field, walker, others) if needs is None else needs
        starts = seeds or self._starts()
        self.seeds = array("d", [number for seed in starts for number in seed])
        self.seeded = len(starts)
        self.goal = goal
        rings = self._rings(goal)
        self.nodes = self.atlas.nodes + array("d", [number for node in rings for number in (*node, 0.0, 0.0)])
        self.count = self.atlas.count + len(rings)
        if not self.nodes:
            self.nodes.append(0.0)
        self.mover = (self.radius, self.tall, bits, 2 * self.radius if wide is None else wide)
        self.slack = slack
        self.company = (others.table, len(others), self.needs)
        self.room = (pieces(), room(field))
        self.spent = array("d", bytes(8 * max(1, self.count)))
        self.came = array("d", bytes(24 * max(1, self.count)))
        jit.ways().settle(
            field.tables,
            *(self.nodes, self.count, self.atlas.count, self.atlas.links, self.atlas.kinds, self.seeds, self.seeded),
            *(self.mover, self.company, self.room, self.budget, goal, self.spent, self.came),
        )

    def _starts(self) -> list[tuple[float, float, float, float]]:
        """Where ways begin: where it stands, or both ends of the climb it hangs in."""
        body = self.walker.body
        x, y, z = body.x / INCH, body.y / INCH, body.z / INCH
        if not self.walker.hanging:
            return [(x, y, z, 0.0)]
        found = []
        at = Judge(self.field, self.walker, self.others)
        for kind, price in ((Kind.CLIMB, 2.0), (Kind.LADDER, 1.0)):
            for _, high in spans(at, kind, (x, y, z)):
                heights = [surface.z for surface in self.field.surfaces(body.x, body.y) if surface.z < z - EPS]
                found.append((x, y, high, price * (high - z)))
                found.extend((x, y, low, price * (z - low)) for low in heights[-1:])
        return found or [(x, y, z, 0.0)]

    def _rings(self, goal: tuple[float, float, float]) -> list[tuple[float, ...]]:
        """Turning points about others that must be kept clear of, and that are near enough to matter."""
        found: list[tuple[float, ...]] = []
        start = self.seeds
        for number, other in enumerate(self.others.rows):
            need = self.needs[number]
            if need < 0:
                continue
            shape = other.shape
            x, y, z = shape.x / INCH, shape.y / INCH, shape.z / INCH
            reach = need + self.radius + (shape.length if isinstance(shape, Hull) else shape.radius)
            onward = max(0.0, hypot(goal[0] - x, goal[1] - y) - goal[2] - reach)
            if all(
                hypot(start[seed] - x, start[seed + 1] - y) + onward > self.budget + reach
                for seed in range(0, len(start), 4)
            ):
                continue
            if isinstance(shape, Hull):
                rear = shape.corners()
                turns = corners([rear[3], rear[0], rear[1], rear[2]], need + self.radius)
            else:
                turns = about(x, y, shape.radius + need + self.radius)
            for px, py, *circle in turns:
                surface = self.field.floor_under(round(px * INCH), round(py * INCH), shape.z)
                if surface is None or abs(surface.z - z) > 1.0:
                    continue
                if min(px, py, self.field.width - px, self.field.height - py) >= self.radius:
                    found.append((px, py, surface.z, *circle))
        return found

    # -- costs ---------------------------------------------------------------------------------------------------------

    def _reached(self, x: float, y: float, z: float, budget: float) -> tuple[float, int, int]:
        bound = array("d", bytes(16 * (self.count + self.seeded)))
        answer: tuple[float, int, int] = jit.ways().reached(
            self.field.tables,
            *(self.nodes, self.count, self.spent, self.seeds, self.seeded, x, y, z),
            *(self.mover, self.company, self.room, budget, bound, -1),
        )
        return answer

    def cost(self, x: float, y: float, z: float) -> float:
        """The least cost known of coming to a place in hundredths, corners turned in chords; BIG: out of reach.

        At most 0.1 inch a corner above the least; `way` tightens corners to arcs.
        """
        here = self._reached(x / INCH, y / INCH, z / INCH, self.budget)[0]
        return min((here, *(ride.cost(x, y, z) for ride in self.rides)))

    def stops(self, x: float, y: float, z: float) -> bool:
        """Whether one may stop at a place in hundredths, if one comes there."""
        code, _ = jit.walks().stops(
            self.field.tables,
            *(x / INCH, y / INCH, z / INCH, self.radius, self.tall, self.others.table, len(self.others), self.room[1]),
        )
        return bool(code == Verdict.FINE)

    def cells(self, side: float = 0.5) -> list[Cell]:
        """The cost of each cell of a lattice where one may stop, for drawing."""
        reach = self.budget
        xs = [self.seeds[seed] for seed in range(0, len(self.seeds), 4)]
        ys = [self.seeds[seed + 1] for seed in range(0, len(self.seeds), 4)]
        box = (max(0.0, min(xs) - reach), max(0.0, min(ys) - reach), max(xs) + reach, max(ys) + reach)
        size = int((2 * reach + max(xs) - min(xs)) / side + 3) * int((2 * reach + max(ys) - min(ys)) / side + 3)
        found = array("d", bytes(32 * 3 * size))
        bound = array("d", bytes(16 * (self.count + self.seeded)))
        used = jit.ways().cells(
            self.field.tables,
            *(self.nodes, self.count, self.spent, self.seeds, self.seeded, self.mover, self.company, self.room),
            *(self.walker.allowance, bound, side, box, found),
        )
        known = {}
        for row in range(0, 4 * used, 4):
            x, y, z = round(found[row] * INCH), round(found[row + 1] * INCH), found[row + 2] * INCH
            known[x, y, round(z)] = Cell(x, y, z, found[row + 3])
        for ride in self.rides:
            for cell in ride.cells(side):
                key = (cell.x, cell.y, round(cell.z))
                if key not in known or cell.cost < known[key].cost:
                    known[key] = cell
        return list(known.values())

    @property
    def graph(self) -> tuple[object, ...]:
        """What kernels need to know the cost of a place."""
        return self.nodes, self.count, self.spent, self.seeds, self.seeded, self.budget

    @cached_property
    def lean(self) -> Ways:
        """The same for a slimmer base: no place that it cannot come near is one that this base comes to."""
        slim = self.walker._replace(body=self.walker.body._replace(radius=self.radius * SLIM))
        seeds = tuple(
            (self.seeds[row], self.seeds[row + 1], self.seeds[row + 2], self.seeds[row + 3])
            for row in range(0, len(self.seeds), 4)
        )
        return Ways(self.field, slim, self.others, seeds, self.slack, self.mover[3], self.needs)

    def nearest(self, x: float, y: float, z: float, limit: float = 12.0) -> Place | None:
        """The legal place in reach nearest to a wanted one in hundredths, on its level; None: none within the limit."""
        found = self._search(x, y, (z - STEP * INCH, z + STEP * INCH), (), self.walker.allowance, limit)
        return found[0] if found else None

    def _search(
        self,
        x: float,
        y: float,
        levels: tuple[float, float],
        demands: tuple[Demand, ...],
        allowance: float,
        limit: float,
    ) -> list[Place] | None:
        """Legal places nearest to a point, in reach of an allowance unless it is below 0; None: too much to look at."""
        lean = self.lean
        bound = array("d", bytes(16 * max(self.count + self.seeded, lean.count + lean.seeded)))
        table = tabled(demands)
        for boxes in HEAPS:
            heap, found = array("d", bytes(40 * boxes)), array("d", bytes(32 * FOUND))
            used, _ = jit.proofs().nearest(
                self.field.tables,
                *(self.mover, self.company, self.room, *table, self.graph, lean.graph, lean.radius, float(allowance)),
                *(levels[0] / INCH, levels[1] / INCH, x / INCH, y / INCH, float(limit), 0.0, heap, bound, found),
            )
            if used >= 0:
                return collected(found, used)
        return None

    def some(self, demands: tuple[Demand, ...] = ()) -> Move | Refused | Open:
        """Whether there is a move that ends as demanded: yes with a move, no with a bound, or open.

        A search may say yes; only a bound says no: that there is no such place as far as the allowance goes straight.
        """
        body = self.walker.body
        everywhere = (-BIG, BIG)
        allowance = self.walker.allowance
        near = self._search(body.x, body.y, everywhere, demands, allowance + 0.2, allowance)
        for place in near or []:
            move = self.way(place.x, place.y, round(place.z))
            if isinstance(move, Move):
                return move
        straight = self._search(body.x, body.y, everywhere, demands, -1.0, allowance)
        if straight is not None and not straight:
            return Refused(Verdict.NO_WAY, 0, -1, allowance)
        return Open(len(straight or []))

    def leaving(self, side: Side) -> tuple[Cell, float] | None:
        """The cheapest place from which to leave over an edge of the table, and what leaving costs: its whole base goes
        straight on across the edge."""
        width, height, away = self.field.width, self.field.height, self.radius
        along = height if side in (Side.WEST, Side.EAST) else width
        best: tuple[Cell, float] | None = None
        for number in range(int((along - 2 * away) / EVERY) + 1):
            at = away + number * EVERY
            x = {Side.WEST: away, Side.EAST: width - away}.get(side, at)
            y = {Side.SOUTH: away, Side.NORTH: height - away}.get(side, at)
            for surface in self.field.surfaces(round(x * INCH), round(y * INCH)):
                cost = self.cost(x * INCH, y * INCH, surface.z * INCH) + 2 * away
                if cost <= self.walker.allowance + EPS and (best is None or cost < best[1]):
                    best = Cell(round(x * INCH), round(y * INCH), surface.z * INCH, cost - 2 * away), cost
        return best

    # -- ways ----------------------------------------------------------------------------------------------------------

    def way(self, x: int, y: int, z: int, watches: tuple[Watch, ...] = ()) -> Move | Refused:
        """The cheapest way found to a place in hundredths, as a judged move, or why there is none."""
        found = self.legs(x, y, z)
        if found is None:
            return Refused(Verdict.NO_WAY, 0, -1, self.walker.allowance)
        best: Move | Refused = Refused(Verdict.NO_WAY, 0, -1, self.walker.allowance)
        for legs in found:
            answer = judge(self.field, self.walker, legs, self.others, watches)
            if isinstance(answer, Move):
                if isinstance(best, Refused) or answer.cost < best.cost:
                    best = answer
            elif isinstance(best, Refused):
                best = answer
        return best

    def legs(self, x: float, y: float, z: float) -> list[tuple[Leg, ...]] | None:
        """The legs of the cheapest way known to a place in hundredths: with arcs, then with chords."""
        cost, by, kind = self._reached(x / INCH, y / INCH, z / INCH, self.budget)
        over = min(self.rides, key=lambda ride: ride.cost(x, y, z), default=None)
        if over is not None and over.cost(x, y, z) < cost:
            return over.legs(x, y, z)
        if cost >= BIG:
            return None
        turns = self._turns(x / INCH, y / INCH, z / INCH, by, kind)
        before = self.before(turns[0])
        loose = tuple(leg for turn in turns[1:] for leg in self._leg(turn))
        tight = tuple(leg for turn in tightened(turns)[1:] for leg in self._leg(turn))
        return [(*before, *tight), (*before, *loose)] if tight != loose else [(*before, *loose)]

    def before(self, start: Turn) -> tuple[Leg, ...]:
        """Legs to where the ways begin; none unless it hangs in a climb."""
        body = self.walker.body
        if self.walker.hanging and abs(start.z - body.z / INCH) > EPS:
            kind = Kind.CLIMB
            at = Judge(self.field, self.walker, self.others)
            if not spans(at, Kind.CLIMB, (start.x, start.y, start.z)):
                kind = Kind.LADDER
            return (Leg(kind, start.x * INCH, start.y * INCH, start.z * INCH),)
        return ()

    def _turns(self, x: float, y: float, z: float, by: int, kind: int) -> list[Turn]:
        """The places of a way from its beginning to a place, each with the circle it turns about."""
        turns = [Turn(x, y, z, x, y, 0.0, kind)]
        while by >= 0:
            row = NODE * by
            before, way = int(self.came[3 * by]), int(self.came[3 * by + 1])
            x, y, z, cx, cy, radius = self.nodes[row : row + 6]
            turns.append(Turn(x, y, z, cx, cy, radius, way))
            by = before
        row = 4 * (-1 - by)
        x, y, z = self.seeds[row : row + 3]
        turns.append(Turn(x, y, z, x, y, 0.0, 0))
        turns.reverse()
        # A step over a block is two climbs.
        found: list[Turn] = []
        for turn in turns:
            if turn.kind == OVER and found:
                found.append(self._crest(found[-1], turn))
                turn = turn._replace(kind=int(Kind.CLIMB))
            found.append(turn)
        return found

    def _crest(self, start: Turn, end: Turn) -> Turn:
        """The place on top of the block that a step leads over."""
        _, _, _, _, block = Judge(self.field, self.walker, self.others).walk(
            (start.x, start.y, start.z), (end.x, end.y)
        )
        x, y = jit.ways().crest(self.field.tables, block, start.x, start.y, end.x, end.y)
        top = self.field.blocks[12 * block + 5]
        return Turn(x, y, top, x, y, 0.0, int(Kind.CLIMB))

    def _leg(self, turn: Turn) -> tuple[Leg, ...]:
        return (Leg(Kind(turn.kind), turn.x * INCH, turn.y * INCH, turn.z * INCH),)

    # -- lifts ---------------------------------------------------------------------------------------------------------

    @cached_property
    def rides(self) -> list[Ridden]:
        """What is reached by riding the lifts it may ride."""
        found = []
        for name, stop in self.walker.lifts:
            lift = next((lift for lift in self.field.plan.lifts if lift.id == name), None)
            if lift is None:
                continue
            here = self.field.plan.stop_of(lift, self.field.states)
            seeds = []
            for x, y in plate(lift.polygon):
                if ridden(self.field, (x, y, here / INCH), lift.stops[stop]) is None:
                    continue
                cost = self._reached(x, y, here / INCH, self.walker.allowance)[0]
                if cost < BIG:
                    seeds.append((x, y, lift.stops[stop] / INCH, cost))
            if seeds:
                rest = tuple(known for known in self.walker.lifts if known[0] != name)
                walker = self.walker._replace(lifts=rest)
                ways = Ways(lifted(self.field, lift, stop), walker, self.others, tuple(seeds), goal=self.goal)
                found.append(Ridden(self, ways, here, lift.stops[stop]))
        return found


class Ridden:
    """Ways that go on after a ride: costs are those of the whole way."""

    def __init__(self, first: Ways, then: Ways, low: int, high: int) -> None:
        self.first, self.then, self.start, self.stop = first, then, low, high

    def cost(self, x: float, y: float, z: float) -> float:
        """The cost of a place in hundredths."""
        return self.then.cost(x, y, z)

    def cells(self, side: float) -> list[Cell]:
        """The costs of cells."""
        return self.then.cells(side)

    def legs(self, x: float, y: float, z: float) -> list[tuple[Leg, ...]] | None:
        """The legs to the plate, the ride, and the legs from there."""
        cost, by, kind = self.then._reached(x / INCH, y / INCH, z / INCH, self.then.budget)
        if cost >= BIG:
            return None
        turns = self.then._turns(x / INCH, y / INCH, z / INCH, by, kind)
        px, py = turns[0].x * INCH, turns[0].y * INCH
        there = self.first.legs(px, py, self.start)
        if there is None:
            return None
        ride = Leg(Kind.LIFT, px, py, self.stop)
        loose = tuple(leg for turn in turns[1:] for leg in self.then._leg(turn))
        tight = tuple(leg for turn in tightened(turns)[1:] for leg in self.then._leg(turn))
        return [(*there[0], ride, *tight), (*there[-1], ride, *loose)]


def plate(polygon: tuple[tuple[int, int], ...]) -> list[tuple[float, float]]:
    """Places round the edge of a plate, a little inside, and its middle, in inches."""
    mx, my = sum(x for x, _ in polygon) / len(polygon) / INCH, sum(y for _, y in polygon) / len(polygon) / INCH
    found = [(mx, my)]
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        parts = max(1, round(hypot(bx - ax, by - ay) / INCH / PLATE))
        for part in range(parts):
            x = (ax + (bx - ax) * part / parts) / INCH
            y = (ay + (by - ay) * part / parts) / INCH
            found.append((x + (mx - x) * 0.01, y + (my - y) * 0.01))
    return found

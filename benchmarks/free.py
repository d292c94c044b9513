"""Movers in real inches: what a move reaches, charges, room, sight, the nearest place, running for cover; plain and
compiled, and beside shapely's prepared geometries."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from importlib import import_module
from importlib.util import find_spec
from math import cos, hypot, pi, sin
from typing import Any

from benchmarks.measure import Row, Sampler, Subject, each
from fireteam.space import jit
from fireteam.space.plane.free import warm
from fireteam.space.plane.free.charges import CONTACT, Charges
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.flight import Eye, Flight
from fireteam.space.plane.free.jit import FREE
from fireteam.space.plane.free.places import nearest, stands
from fireteam.space.plane.free.plan import (
    IMPASSABLE,
    OBSTACLE,
    OPAQUE,
    SOLID,
    Block,
    Floor,
    Ladder,
    Piece,
    Plan,
)
from fireteam.space.plane.free.seeing import hidden
from fireteam.space.plane.free.shapes import BLOCKS, RING, Other, Others
from fireteam.space.plane.free.walking import CLIMBS, LADDERS, Walker
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import Body

REACH, PLAIN_REACH, CHARGE, PLACE, FLIGHT, SHAPELY, LATTICE = (
    "reaches, compiled",
    "reaches, plain",
    "charge lists, compiled",
    "nearest places, compiled",
    "flights, compiled",
    "reaches by shapely",
    "flights by shapely",
)
ROOM, SIGHT, ROOM_BY_SHAPELY, SIGHT_BY_SHAPELY = (
    "room at places, compiled",
    "targets seen, compiled",
    "room at places by shapely",
    "targets seen by shapely",
)
MOVES = 8
"""Moves in one piece of work."""
INCHES = 5.0
RADIUS = 0.5
PLACES = 25
"""Places round each mover at which room is asked for."""
EYE = 150


def rooms() -> Field:
    """Nine rooms with doorways, barricades and a gallery: 36 by 36 inches."""
    pieces: list[Piece] = []

    def rectangle(west: float, south: float, east: float, north: float) -> tuple[tuple[int, int], ...]:
        w, s, e, n = (round(value * 100) for value in (west, south, east, north))
        return ((w, s), (e, s), (e, n), (w, n))

    for number, wall in enumerate((11.5, 23.5)):
        for place, (start, end) in enumerate(((0, 5), (7, 17), (19, 29), (31, 36))):
            bits = IMPASSABLE | SOLID | OPAQUE
            pieces.append(Block(f"v{number}{place}", rectangle(wall, start, wall + 1, end), 0, 400, bits))
            pieces.append(Block(f"h{number}{place}", rectangle(start, wall, end, wall + 1), 0, 400, bits))
    for number, (x, y) in enumerate(((4, 8), (29, 28), (15, 19.5), (26, 5), (8, 26.5))):
        pieces.append(Block(f"b{number}", rectangle(x, y, x + 3, y + 0.4), 0, 100, OBSTACLE | OPAQUE))
    pieces.append(Floor("gallery", rectangle(13.5, 14, 20.5, 17.5), 400, 0, 0, 20, SOLID | OPAQUE))
    pieces.append(Ladder("ladder", 1350, 1575, 0, 400))
    return Plan(3600, 3600, tuple(pieces)).under()


def crowd(field: Field, seed: int) -> list[tuple[Body, Others, list[Body]]]:
    """Movers on the ground, each among ten foes and eight friends."""
    draw = random.Random(seed)

    def body() -> Body:
        while True:
            found = Body(draw.randrange(60, 3540), draw.randrange(60, 3540), 0, RADIUS, 160)
            if stands(field, found):
                return found

    made = []
    for _ in range(MOVES):
        foes = [body() for _ in range(10)]
        others = [*(Other(foe, BLOCKS | RING) for foe in foes), *(Other(body()) for _ in range(8))]
        made.append((body(), Others(others), foes))
    return made


def subject() -> Subject:
    """What the questions of a move cost, and how many times that shapely needs."""
    field = rooms()
    bits = CLIMBS | LADDERS

    def reach(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, others, _ in fresh:
                Ways(field, Walker(start, INCHES, bits), others)
            return MOVES

        work()  # the links between turning points of the map are kept, as in a game
        return each(work)

    def charge(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, others, foes in fresh:
                Charges(field, Walker(start, 7.0, bits), others).list(dict.fromkeys(range(len(foes)), CONTACT))
            return MOVES

        work()
        return each(work)

    def place(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for _, others, foes in fresh:
                nearest(field, foes[0]._replace(x=foes[0].x + 30, y=foes[0].y + 40), others)
            return MOVES

        return each(work)

    def stand(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, others, _ in fresh:
                for x, y in about(start):
                    stands(field, start._replace(x=x, y=y), others)
            return MOVES * PLACES

        return each(work)

    def see(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, _, foes in fresh:
                for place, foe in enumerate(foes):
                    hidden(field, (start.x, start.y, EYE), foe, foes[:place] + foes[place + 1 :])
            return MOVES * len(fresh[0][2])

        return each(work)

    def flee(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, others, foes in fresh:
                assert Flight(field, Walker(start, 7.0), others, tuple(Eye(foe, 150) for foe in foes)).best.boxes >= 0
            return MOVES

        work()
        return each(work)

    def compiled(sampler: Sampler) -> Sampler:
        def sample(number: int) -> float:
            warm.use_compiled()
            try:
                return sampler(number)
            finally:
                FREE.swap_in(None)

        return sample

    def plain(number: int) -> float:
        FREE.swap_in(None)
        return reach(number)

    samplers: dict[str, Sampler] = {PLAIN_REACH: plain}
    quick = {REACH: reach, CHARGE: charge, ROOM: stand, SIGHT: see, PLACE: place, FLIGHT: flee}
    rows = [Row("what five inches reach among 18 others, plain Python", "us", PLAIN_REACH)]
    ours = PLAIN_REACH
    if jit.available():
        samplers |= {name: compiled(sampler) for name, sampler in quick.items()}
        rows += [
            Row("what five inches reach, compiled by numba", "us", REACH, "", 2000, most=True),
            Row("charges at ten enemies, compiled by numba", "us", CHARGE, "", 2000, most=True),
            Row("the nearest place clear of 18 others, compiled by numba", "us", PLACE),
            Row("where to run from ten enemies, seven inches, compiled by numba", "us", FLIGHT, "", 500_000, most=True),
        ]
        ours = REACH
    if find_spec("shapely") is not None:
        samplers[SHAPELY] = shapely_sampler(field)
        title = "what five inches reach, against shapely's prepared geometries"
        rows.append(Row(title, "us", ours, SHAPELY, 1 / 10, most=True))
        if jit.available():
            samplers |= {ROOM_BY_SHAPELY: room_sampler(field), SIGHT_BY_SHAPELY: sight_sampler(field)}
            title = "whether there is room among 18 others, against shapely in plan"
            rows.append(Row(title, "us", ROOM, ROOM_BY_SHAPELY, 1 / 100, most=True))
            title = "the 25 points of an enemy among 9 others, against as many lines of shapely in plan"
            rows.append(Row(title, "us", SIGHT, SIGHT_BY_SHAPELY, 1 / 100, most=True))
            samplers[LATTICE] = lattice_sampler(field)
            title = "where to run, proved within 0.05 inch, against shapely on a lattice of 0.1 inch in plan"
            rows.append(Row(title, "us", FLIGHT, LATTICE, 1 / 100, most=True))
    return Subject(samplers, rows)


def about(body: Body) -> list[tuple[int, int]]:
    """Places round somebody."""
    return [(body.x + 40 * a, body.y + 40 * b) for a in range(-2, 3) for b in range(-2, 3)]


def solids(field: Field, least: int = 0) -> Any:
    """All blocks higher than a height in hundredths as one geometry of shapely."""
    shapely: Any = import_module("shapely")
    return shapely.union_all(
        [
            shapely.Polygon([(x / 100, y / 100) for x, y in piece.polygon])
            for piece in field.pieces
            if isinstance(piece, Block) and piece.top > least
        ]
    )


def room_sampler(field: Field) -> Sampler:
    """The same with shapely: walls grown by the base and prepared, enemies by an inch more, place by place as a judge
    is asked."""
    shapely: Any = import_module("shapely")
    table = shapely.box(RADIUS, RADIUS, 36 - RADIUS, 36 - RADIUS)
    grown = solids(field).buffer(RADIUS)
    for geometry in (table, grown):
        shapely.prepare(geometry)

    def sample(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, others, _ in fresh:
                points = shapely.points([(row.shape.x / 100, row.shape.y / 100) for row in others.rows])
                needs = [2 * RADIUS + (row.clear if row.bits & RING else 0.0) for row in others.rows]
                for x, y in about(start):
                    place = shapely.Point(x / 100, y / 100)
                    if shapely.contains(table, place) and not shapely.intersects(grown, place):
                        bool((shapely.distance(points, place) >= needs).all())
            return MOVES * PLACES

        return each(work)

    return sample


def sight_sampler(field: Field) -> Sampler:
    """The same with shapely: the lines to 25 points at once against prepared walls, then against everybody else."""
    shapely: Any = import_module("shapely")
    walls = solids(field, EYE)
    shapely.prepare(walls)

    def sample(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, _, foes in fresh:
                discs = [shapely.Point(foe.x / 100, foe.y / 100).buffer(RADIUS - 0.079) for foe in foes]
                x, y = start.x / 100, start.y / 100
                for place, foe in enumerate(foes):
                    dx, dy = foe.x / 100 - x, foe.y / 100 - y
                    far = max(hypot(dx, dy), 0.01)
                    ends = [
                        (foe.x / 100 - dy / far * part * RADIUS, foe.y / 100 + dx / far * part * RADIUS)
                        for part in (-1.0, -0.5, 0.0, 0.5, 1.0)
                        for _ in range(5)
                    ]
                    lines = shapely.linestrings([[(x, y), end] for end in ends])
                    stopped = shapely.intersects(walls, lines)
                    for disc in discs[:place] + discs[place + 1 :]:
                        stopped |= shapely.intersects(disc, lines)
                    int(stopped.sum())
            return MOVES * len(fresh[0][2])

        return each(work)

    return sample


def shapely_sampler(field: Field) -> Sampler:
    """The same turning points on the ground with shapely: one prepared geometry of all that is in the way, lines
    between points in reach tested all at once."""
    numpy: Any = import_module("numpy")
    shapely: Any = import_module("shapely")
    walls = [
        shapely.Polygon([(x / 100, y / 100) for x, y in piece.polygon])
        for piece in field.pieces
        if isinstance(piece, Block)
    ]
    corners = [
        (x + (RADIUS + 0.05) * cos(turn), y + (RADIUS + 0.05) * sin(turn))
        for wall in walls
        for x, y in list(wall.exterior.coords)[:-1]
        for turn in (pi / 8 + k * pi / 4 for k in range(8))
    ]
    grown = [wall.buffer(RADIUS) for wall in walls]

    def reach(start: Body, others: Others) -> dict[int, float]:
        x, y = start.x / 100, start.y / 100
        rings = [row.shape for row in others.rows if row.bits & RING]
        discs = [shapely.Point(foe.x / 100, foe.y / 100).buffer(2 * RADIUS + 1.0) for foe in rings]
        barred = shapely.union_all([*grown, *discs])
        shapely.prepare(barred)
        about = [
            (foe.x / 100 + 2.08 * cos(k * pi / 6), foe.y / 100 + 2.08 * sin(k * pi / 6))
            for foe in rings
            for k in range(12)
        ]
        nodes = [(x, y), *((px, py) for px, py in (*corners, *about) if hypot(px - x, py - y) <= INCHES)]
        free = ~shapely.intersects(barred, shapely.points(nodes[1:])) if len(nodes) > 1 else numpy.array([])
        nodes = [nodes[0], *(node for node, fine in zip(nodes[1:], free, strict=True) if fine)]
        spent = {0: 0.0}
        queue = [(0.0, 0)]
        done: set[int] = set()
        while queue:
            gone, here = heappop(queue)
            if here in done:
                continue
            done.add(here)
            rest = [
                there
                for there in range(len(nodes))
                if there not in done
                and gone + hypot(nodes[there][0] - nodes[here][0], nodes[there][1] - nodes[here][1]) <= INCHES
            ]
            if not rest:
                continue
            lines = shapely.linestrings([[nodes[here], nodes[there]] for there in rest])
            for there, crosses in zip(rest, shapely.intersects(barred, lines), strict=True):
                way = gone + hypot(nodes[there][0] - nodes[here][0], nodes[there][1] - nodes[here][1])
                if not crosses and way < spent.get(there, 1e9):
                    spent[there] = way
                    heappush(queue, (way, there))
        return spent

    def sample(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, others, _ in fresh:
                reach(start, others)
            return MOVES

        return each(work)

    return sample


def lattice_sampler(field: Field) -> Sampler:
    """Running for cover with shapely: each place of a lattice graded by five lines from each eye, in plan only, ways to
    it left out."""
    numpy: Any = import_module("numpy")
    shapely: Any = import_module("shapely")
    solid = solids(field, 200)
    grown = solid.buffer(RADIUS)
    for geometry in (solid, grown):
        shapely.prepare(geometry)

    def best(start: Body, foes: list[Body], reach: float) -> tuple[bool, bool, float]:
        x, y = start.x / 100, start.y / 100
        steps = numpy.arange(-reach, reach + 0.05, 0.1)
        places = numpy.array([(x + a, y + b) for a in steps for b in steps if a * a + b * b <= reach * reach])
        inside = (places > RADIUS).all(axis=1) & (places < 36 - RADIUS).all(axis=1)
        places = places[inside]
        places = places[~shapely.intersects(grown, shapely.points(places))]
        gaps = numpy.full(len(places), 1e9)
        unseen = numpy.ones(len(places), dtype=bool)
        for foe in foes:
            eye = numpy.array([foe.x / 100, foe.y / 100])
            way = places - eye
            length = numpy.hypot(way[:, 0], way[:, 1])
            gaps = numpy.minimum(gaps, length - 2 * RADIUS)
            across = numpy.stack([-way[:, 1], way[:, 0]], axis=1) / numpy.maximum(length, 1e-9)[:, None]
            for part in (0.0, 1.0, -1.0, 0.5, -0.5):
                ends = places + part * (RADIUS - 0.079) * across
                lines = shapely.linestrings(numpy.stack([numpy.broadcast_to(eye, ends.shape), ends], axis=1))
                unseen &= shapely.intersects(solid, lines)
        order = numpy.lexsort((gaps, unseen, gaps > 3))
        top = order[-1]
        return bool(gaps[top] > 3), bool(unseen[top]), float(gaps[top])

    def sample(number: int) -> float:
        fresh = crowd(field, number)

        def work() -> int:
            for start, _, foes in fresh:
                best(start, foes, 7.0)
            return MOVES

        return each(work)

    return sample

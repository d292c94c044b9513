"""What must hold on every random field: quick answers agree with slow and obvious ones. Each takes a seed."""

from __future__ import annotations

from heapq import heappop, heappush
from math import cos, hypot, radians, sin
from random import Random

from fireteam.space.plane.free import forced, places
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.flight import TOLERANCE, Eye, Flight
from fireteam.space.plane.free.measuring import round_solids
from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.pieces import Floor
from fireteam.space.plane.free.shapekernels import BIG
from fireteam.space.plane.free.shapes import BLOCKS, NOBODY, RING, Other, Others
from fireteam.space.plane.free.walking import (
    CLIMBS,
    FOOT,
    LADDERS,
    Judge,
    Kind,
    Leg,
    Move,
    Verdict,
    Walker,
)
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import INCH, Body
from tests.space.free.boards import SIDE, moved, random_body, random_others, random_plan, turned
from tests.space.free.reference import World, apart, deep

NAMES = {
    Verdict.FINE: "fine",
    Verdict.OFF: "off",
    Verdict.EDGE: "edge",
    Verdict.GAP: "gap",
    Verdict.BLOCK: "block",
    Verdict.OTHER: "other",
}


def standing(field: Field, dice: Random, others: Others = NOBODY, radius: float = 0.5) -> Body | None:
    """Somebody somewhere it fits, on any floor."""
    for _ in range(20):
        body = random_body(dice, 0, radius)
        surfaces = field.surfaces(body.x, body.y)
        if not surfaces:
            continue
        body = body._replace(z=round(dice.choice(surfaces).z * INCH))
        if places.stands(field, body, others.without(RING)):
            return body
    return None


def walk_agrees(seed: int) -> int:
    """Straight legs against a walk of a hundredth at a time; how many were compared."""
    dice = Random(seed)
    plan = random_plan(seed)
    field, world = plan.under(), World(plan)
    compared = 0
    radius = dice.choice((0.5, 0.8))
    for _ in range(4):
        # Solids are left out of account by the reference, so rings are only there without them.
        walls = any(bits & 32 for _, _, _, bits, _ in world.blocks)
        others = random_others(dice, dice.randint(0, 3), BLOCKS if walls else BLOCKS | RING)
        body = standing(field, dice, others, radius)
        if body is None:
            continue
        angle, reach = radians(dice.randint(0, 359)), dice.uniform(0.2, 6.0)
        end = (round(body.x + 100 * reach * cos(angle)), round(body.y + 100 * reach * sin(angle)))
        found = _walked(field, body, end, others)
        start, to = (body.x / 100, body.y / 100, body.z / 100), (end[0] / 100, end[1] / 100)
        # Where a hundredth decides, the slow walk cannot tell.
        low, high = (world.walk(start, to, radius + grown, 1.6, others) for grown in (-0.012, 0.012))
        if low[0] != high[0]:
            continue
        compared += 1
        # Where a slope is a step high at its side a hundredth decides on which side of its first slice one passes.
        if found[0] != low[0] and _beside_a_step(world, start, to):
            continue
        # Which of two things bars the way first is not compared.
        assert found[0] == low[0] or {found[0], low[0]} == {"block", "other"}, (seed, body, end, found, low)
        if found[0] == "fine":
            assert min(low[1], high[1]) - 0.06 <= found[1] <= max(low[1], high[1]) + 0.06, (seed, body, end, found, low)
            assert abs(found[2] - low[2]) <= 0.03, (seed, body, end, found, low)
    return compared


def _beside_a_step(world: World, start: tuple[float, float, float], to: tuple[float, float]) -> bool:
    """Whether a leg passes a slope where it is about a step above its start."""
    for tick in range(101):
        x, y = start[0] + (to[0] - start[0]) * tick / 100, start[1] + (to[1] - start[1]) * tick / 100
        for height, piece in world.floors_at(x, y):
            if isinstance(piece, Floor) and piece.gx and abs(abs(height - start[2]) - 0.5) < 0.15:
                return True
    return False


def _walked(field: Field, body: Body, end: tuple[int, int], others: Others) -> tuple[str, float, float]:
    at = Judge(field, Walker(body, 99), others)
    code, cost, z, _, _ = at.walk((body.x / 100, body.y / 100, body.z / 100), (end[0] / 100, end[1] / 100))
    return NAMES[Verdict(code)], cost, z


def taut_agrees(seed: int) -> int:
    """Lines round solids against a search in whole numbers."""
    dice = Random(seed)
    plan = random_plan(seed, levels=False)
    field, world = plan.under(), World(plan)
    compared = 0
    for _ in range(3):
        one, two = random_body(dice, 0, 0.2), random_body(dice, 0, 0.2)
        if any(apart(solid, body.x / 100, body.y / 100) < 0.3 for solid in world.solids(0, 0) for body in (one, two)):
            continue
        slow = max(0.0, world.taut((one.x, one.y), (two.x, two.y)) - 0.4)
        quick = round_solids(field, one, two, 40.0)
        compared += 1
        assert abs(quick - slow) < 0.003, (seed, one, two, quick, slow)
        assert abs(round_solids(field, two, one, 40.0) - quick) < 1e-6
    return compared


def nearest_agrees(seed: int) -> int:
    """The nearest place against a look at every hundredth around."""
    dice = Random(seed)
    plan = random_plan(seed, levels=False)
    field, world = plan.under(), World(plan)
    body = random_body(dice)
    others = Others(Other(random_body(dice)._replace(x=body.x + dice.randint(-80, 80), y=body.y), 0) for _ in range(2))
    limit = 0.7
    foe = body._replace(x=body.x + dice.randint(-60, 60), y=body.y + dice.randint(-60, 60))
    demands = (places.Farther(foe, dice.choice((0.0, 0.1, 0.3))),)
    found = places.search(field, body, others, demands, limit=limit)
    assert not isinstance(found, places.Undecided)

    def legal(x: float, y: float, slack: float) -> bool:
        if min(x, y, world.width - x, world.height - y) < 0.5 + slack:
            return False
        for outline, _, top, bits, _ in world.blocks:
            if top <= 0.5:
                continue
            if (deep(outline, x, y) >= -slack) if bits & 2 else (apart(outline, x, y) < 0.5 + slack):
                return False
        if any(hypot(o.shape.x / 100 - x, o.shape.y / 100 - y) < 1.0 + slack for o in others.rows):
            return False
        return hypot(foe.x / 100 - x, foe.y / 100 - y) - 1.0 >= demands[0].inches + slack

    best = {}
    for slack in (0.002, -0.003):
        reach = range(-70, 71)
        known = [
            hypot(i, j) / 100
            for i in reach
            for j in reach
            if hypot(i, j) <= 70 and legal((body.x + i) / 100, (body.y + j) / 100, slack)
        ]
        best[slack] = min(known, default=9.0)
    if found:
        place = found[0]
        assert legal(place.x / 100, place.y / 100, -0.003), (seed, body, place)
        assert best[-0.003] - 1e-6 <= place.distance <= best[0.002] + 1e-6, (seed, body, place, best)
    else:
        assert best[0.002] > limit, (seed, body, best)
    return 1


def slide_agrees(seed: int) -> int:
    """Slides against steps of a hundredth."""
    dice = Random(seed)
    plan = random_plan(seed)
    field, world = plan.under(), World(plan)
    others = random_others(dice, 3, BLOCKS)
    body = standing(field, dice, others)
    if body is None:
        return 0
    degrees, inches = dice.randint(0, 359), dice.choice((1.0, 3.0, 5.0))
    found = forced.slide(field, body, degrees, inches, others)
    dx, dy = cos(radians(degrees)), sin(radians(degrees))
    start = (body.x / 100, body.y / 100, body.z / 100)
    gone = {grown: world.slide(start, (dx, dy), inches, 0.5 + grown, 1.6, others) for grown in (0.012, -0.012)}
    low, high = min(gone.values()) - 0.04, max(gone.values()) + 0.04
    assert low <= found.gone <= high, (seed, body, degrees, inches, found, gone)
    return 1


def rim_agrees(seed: int) -> int:
    """The edge nearest to a base against looking about in all directions."""
    dice = Random(seed)
    plan = random_plan(seed)
    field, world = plan.under(), World(plan)
    body = standing(field, dice)
    if body is None:
        return 0
    found = forced.rim(field, body)
    x, y, z = body.x / 100, body.y / 100, body.z / 100
    best = 9.0
    for spoke in range(90):
        dx, dy = cos(radians(4 * spoke)), sin(radians(4 * spoke))
        height, s = z, 0.0
        while s < min(best, 2.5):
            s += 0.03
            px, py = x + dx * s, y + dy * s
            if min(px, py, world.width - px, world.height - py) < 0:
                break
            if any(
                deep(outline, px, py) > 0 and bottom <= height + 0.5 < top
                for outline, bottom, top, bits, _ in world.blocks
                if bits & 5
            ):
                break
            known = [level for level, _ in world.floors_at(px, py) if abs(level - height) <= 0.5]
            if not known:
                best = min(best, s)
                break
            height = max(known)
        if best < 0.02:
            break
    # Nothing nearer was seen; an edge that is said to be near is one of another floor at least.
    if best < 2.4:
        assert found is not None and found.gap + 0.5 <= best + 0.09, (seed, body, found, best)
    return 1


def lattice_agrees(seed: int) -> int:
    """No way over a lattice of judged legs is cheaper than the way found, on any level."""
    dice = Random(seed)
    plan = random_plan(seed)
    field = plan.under()
    others = random_others(dice, dice.randint(0, 2))
    body = standing(field, dice, others)
    if body is None:
        return 0
    allowance = 6.0
    walker = Walker(body, allowance, CLIMBS | LADDERS)
    ways = Ways(field, walker, others)
    at = Judge(field, walker, others)
    slack = _accuracy(World(plan), body)
    compared = 0
    for (x, y, z), cost in _lattice(field, at, body, allowance).items():
        if not ways.stops(x, y, z) or dice.random() < 0.7:
            continue
        move = ways.way(x, y, z)
        assert isinstance(move, Move), (seed, body, (x, y, z), cost, move)
        assert move.cost <= cost + slack, (seed, body, (x, y, z), cost, move.cost, move.legs)
        assert isinstance(judge(field, walker, move.legs, others), Move)
        compared += 1
        if compared > 12:
            break
    return compared


def _accuracy(world: World, body: Body) -> float:
    """By how much a way found may be too long.

    Lines break at the edge of difficult ground; who starts with its base over an obstacle or on a slope may cut corners
    that others turn.
    """
    x, y, z = body.x / 100, body.y / 100, body.z / 100
    if any(bits & 2 and apart(outline, x, y) < 0.6 for outline, _, _, bits, _ in world.blocks):
        return 0.5
    if any(isinstance(piece, Floor) and piece.gx and abs(height - z) < 0.6 for height, piece in world.floors_at(x, y)):
        return 0.25
    return 0.1 if any(patch.bits & 1 for _, patch in world.patches) else 0.03


def _lattice(field: Field, at: Judge, body: Body, allowance: float) -> dict[tuple[int, int, int], float]:
    """What the places of a lattice of an inch cost by legs to their neighbours, dangerous ground left out."""
    start = (body.x, body.y, body.z)
    best = {start: 0.0}
    queue = [(0.0, start)]
    done: dict[tuple[int, int, int], float] = {}
    while queue:
        spent, here = heappop(queue)
        if here in done:
            continue
        done[here] = spent
        place = (here[0] / 100, here[1] / 100, here[2] / 100)
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                x, y = here[0] + 100 * i, here[1] + 100 * j
                if (i == j == 0) or not (0 < x < SIDE and 0 < y < SIDE):
                    continue
                for surface in field.surfaces(x, y):
                    z = round(surface.z * 100)
                    if abs(surface.z * 100 - z) > 0.01:
                        continue
                    cost = BIG
                    code, price, end, _, _ = at.walk(place, (x / 100, y / 100))
                    leg = Leg(Kind.WALK, x, y, z)
                    if code == 0 and abs(end - z / 100) < 0.005 and not at.dangers(place, leg):
                        cost = price
                    elif abs(z - here[2]) > 50:
                        for kind in (Kind.LADDER, Kind.CLIMB):
                            code, price, _, _ = at.hop(kind, place, (x / 100, y / 100, z / 100))
                            if code == 0 and not at.dangers(place, leg):
                                cost = min(cost, price)
                    key = (x, y, z)
                    if spent + cost <= allowance and spent + cost < best.get(key, BIG):
                        best[key] = spent + cost
                        heappush(queue, (spent + cost, key))
    return done


def turns_agree(seed: int) -> int:
    """A mirrored or turned field gives mirrored or turned answers."""
    dice = Random(seed)
    plan = random_plan(seed)
    kind = dice.choice(("mirror", "half turn"))
    other = turned(plan, kind)
    field, image = plan.under(), other.under()
    company = Others(Other(random_body(dice), BLOCKS | RING) for _ in range(2))
    mirrored = Others(Other(moved(row.shape, kind), row.bits) for row in company.rows if isinstance(row.shape, Body))
    body = standing(field, dice, company)
    if body is None:
        return 0
    reflected = moved(body, kind)
    ways = Ways(field, Walker(body, 5.0, FOOT), company)
    others = Ways(image, Walker(reflected, 5.0, FOOT), mirrored)
    compared = 0
    for _ in range(12):
        end = random_body(dice)._replace(x=body.x + dice.randint(-400, 400), y=body.y + dice.randint(-400, 400))
        for surface in field.surfaces(end.x, end.y):
            there = moved(end, kind)
            z = surface.z * 100
            one, two = ways.cost(end.x, end.y, z), others.cost(there.x, there.y, z)
            assert (one >= BIG) == (two >= BIG) or min(one, two) > 5.0 - 0.1, (seed, kind, body, end, one, two)
            if max(one, two) < BIG:
                assert abs(one - two) < 0.05, (seed, kind, body, end, one, two)
                compared += 1
    here = places.nearest(field, body, company)
    image_of_it = places.nearest(image, moved(body, kind), mirrored)
    assert len(here) == len(image_of_it), (seed, here, image_of_it)
    assert not here or abs(here[0].distance - image_of_it[0].distance) < 0.011, (seed, here, image_of_it)
    return compared


def flight_agrees(seed: int) -> int:
    """No place of a lattice is a better one to run to than the one that is proved to be the best."""
    dice = Random(seed)
    plan = random_plan(seed)
    field = plan.under()
    foes = [random_body(dice) for _ in range(dice.randint(1, 2))]
    others = Others(Other(foe, BLOCKS | RING) for foe in foes)
    body = standing(field, dice, others)
    if body is None:
        return 0
    flight = Flight(field, Walker(body, 2.5), others, tuple(Eye(foe, 150) for foe in foes))
    best = flight.best
    assert best.boxes >= 0
    assert isinstance(flight.accepts(best.x, best.y, best.z), Move), (seed, body, best)
    compared = 0
    for cell in flight.ways.cells(0.25):
        grade, gap = flight.grade(cell.x, cell.y, cell.z)
        assert (grade, gap) <= (best.grade, best.gap + TOLERANCE), (seed, body, foes, cell, grade, gap, best)
        compared += 1
    return compared


AGREEMENTS = (
    walk_agrees,
    taut_agrees,
    nearest_agrees,
    slide_agrees,
    rim_agrees,
    lattice_agrees,
    turns_agree,
    flight_agrees,
)

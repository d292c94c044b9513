"""The cheapest way to within a reach of somebody: straight from every turning point, else all round. All in inches."""

from __future__ import annotations

from math import atan2, cos, floor, pi, sin

from fireteam.space.jit import kernel
from fireteam.space.plane.free.floorkernels import FINE, STEP, round_gap, stops
from fireteam.space.plane.free.provekernels import Graph
from fireteam.space.plane.free.roundkernels import Tables
from fireteam.space.plane.free.shapekernels import BIG, EPS, TINY, Numbers, away, hypot
from fireteam.space.plane.free.waykernels import JUMPS, Company, Mover, Room, ordered, step, walled_off

STEPS = 360
"""Places all round that are tried where the straight way is barred."""


@kernel
def level_near(tables: Tables, x: float, y: float, z: float) -> float:
    """The height of the floor at a place that is nearest to a height; BIG: there is none."""
    edges, floors, _, _, _, _, size = tables
    best = BIG
    for level in range(int(size[2])):
        row = 12 * level
        if floors[row] > x or floors[row + 2] < x or floors[row + 1] > y or floors[row + 3] < y:
            continue
        if away(edges, int(floors[row + 7]), int(floors[row + 8]), x, y) <= EPS:
            height = floors[row + 4] + floors[row + 5] * x + floors[row + 6] * y
            # Of floors within a step of each other the upper one carries.
            if abs(height - z) < abs(best - z) - EPS or (abs(height - best) <= 0.5 and height > best):
                best = height
    return best


@kernel
def beside(others: Numbers, other: int, px: float, py: float, reach: float) -> tuple[float, float]:
    """The place at a distance from another that is nearest to a point outside."""
    row = 12 * other
    dx = px - others[row + 1]
    dy = py - others[row + 2]
    if others[row] == 0.0:
        apart = max(hypot(dx, dy), TINY)
        far = others[row + 3] + reach
        return others[row + 1] + dx / apart * far, others[row + 2] + dy / apart * far
    c = others[row + 5]
    s = others[row + 6]
    u = c * dx + s * dy
    v = c * dy - s * dx
    nu = min(max(u, -others[row + 3]), others[row + 3])
    nv = min(max(v, -others[row + 4]), others[row + 4])
    apart = hypot(u - nu, v - nv)
    if apart < TINY:
        return px, py
    nu += (u - nu) / apart * reach
    nv += (v - nv) / apart * reach
    return others[row + 1] + c * nu - s * nv, others[row + 2] + s * nu + c * nv


@kernel
def round_about(others: Numbers, other: int, part: float, reach: float) -> tuple[float, float]:
    """A place at a distance from another, by the part of the way all round it."""
    row = 12 * other
    if others[row] == 0.0:
        far = others[row + 3] + reach
        return others[row + 1] + far * cos(2 * pi * part), others[row + 2] + far * sin(2 * pi * part)
    long = 2 * others[row + 3]
    wide = 2 * others[row + 4]
    quarter = pi / 2 * reach
    at = part * (2 * long + 2 * wide + 4 * quarter)
    u = 0.0
    v = 0.0
    for side in range(4):
        length = wide if side % 2 == 0 else long
        # Sides in turn: east, north, west, south; each with the corner after it.
        ox = 1.0 if side == 0 else -1.0 if side == 2 else 0.0
        oy = 1.0 if side == 1 else -1.0 if side == 3 else 0.0
        if at <= length:
            half = long / 2 if side % 2 == 0 else wide / 2
            u = ox * (half + reach) - oy * (at - length / 2)
            v = oy * (half + reach) + ox * (at - length / 2)
            break
        at -= length
        if at <= quarter or side == 3:
            angle = side * pi / 2 + (at / reach if reach > TINY else 0.0)
            u = others[row + 3] * (1.0 if side in (0, 3) else -1.0) + reach * cos(angle)
            v = others[row + 4] * (1.0 if side < 2 else -1.0) + reach * sin(angle)
            break
        at -= quarter
    c = others[row + 5]
    s = others[row + 6]
    return others[row + 1] + c * u - s * v, others[row + 2] + s * u + c * v


@kernel
def ends_well(
    tables: Tables, other: int, x: float, y: float, z: float, mover: Mover, company: Company, room: Room, reach: float
) -> bool:
    """Whether a charge may end at a place: room, heights that overlap, and near enough round solids."""
    radius, tall, _, _ = mover
    others, count, _ = company
    row = 12 * other
    if z >= BIG or others[row + 7] > z + tall or others[row + 7] + others[row + 8] < z:
        return False
    verdict, _ = stops(tables, x, y, z, radius, tall, others, count, room[1])
    if verdict != FINE:
        return False
    return round_gap(tables, others, other, x, y, z, radius, reach + 0.02, room[1]) <= reach + 0.01 + EPS


@kernel
def straight(
    tables: Tables,
    px: float,
    py: float,
    pz: float,
    mover: Mover,
    company: Company,
    room: Room,
    other: int,
    reach: float,
) -> tuple[float, float, float, float]:
    """Straight from a place to within a reach of another: cost and place; BIG: that leads nowhere."""
    others = company[0]
    x, y = beside(others, other, px, py, mover[0] + reach)
    # Places are whole hundredths.
    x = int(x * 100 + 0.5) / 100
    y = int(y * 100 + 0.5) / 100
    z = level_near(tables, x, y, others[12 * other + 7])
    cost = BIG
    if ends_well(tables, other, x, y, z, mover, company, room, reach):
        cost, _ = step(tables, px, py, pz, x, y, z, mover, company, room)
    return cost, x, y, z


@kernel
def aside(
    tables: Tables,
    graph: Graph,
    mover: Mover,
    company: Company,
    room: Room,
    other: int,
    nearer: float,
    most: float,
    bound: Numbers,
    places: Numbers,
) -> tuple[float, int]:
    """The cheapest of the places all round another that may be ended at: its cost and number; BIG: none costs less than
    `most`. `places` has x, y and height of each, BIG where one may not end; `nearer` is how far they are from its
    middle at most."""
    nodes, count, spent, seeds, seeded, _ = graph
    falls = mover[2] & JUMPS
    others = company[0]
    ox = others[12 * other + 1]
    oy = others[12 * other + 2]
    turned = 0.0 if others[12 * other] == 0.0 else atan2(others[12 * other + 6], others[12 * other + 5])
    kept = 0
    first = count + seeded
    for node in range(first):
        if node < count:
            least = spent[node] + hypot(nodes[8 * node] - ox, nodes[8 * node + 1] - oy) - nearer
        else:
            row = 4 * (node - count)
            least = seeds[row + 3] + hypot(seeds[row] - ox, seeds[row + 1] - oy) - nearer
        bound[node] = least
        if least < most:
            bound[first + kept] = node
            kept += 1
    ordered(bound, first, kept)
    lowest = BIG
    highest = -BIG
    for place in range(STEPS):
        if places[3 * place + 2] < BIG:
            lowest = min(lowest, places[3 * place + 2])
            highest = max(highest, places[3 * place + 2])
    best = -1
    wall = -1
    for number in range(kept):
        node = int(bound[first + number])
        if bound[node] >= most:
            break
        if node < count:
            row = 8 * node
            before = spent[node]
            px = nodes[row]
            py = nodes[row + 1]
            pz = nodes[row + 2]
        else:
            row = 4 * (node - count)
            before = seeds[row + 3]
            px = seeds[row]
            py = seeds[row + 1]
            pz = seeds[row + 2]
        if highest - pz <= STEP and pz - lowest <= STEP:
            wall = walled_off(tables, px, py, pz, ox, oy, nearer, mover, wall)
            if wall >= 0:
                continue
        # From the place that is about nearest on, to both sides in turn.
        part = (atan2(py - oy, px - ox) - turned) / (2 * pi)
        middle = int((part - floor(part)) * STEPS)
        for turn in range(STEPS):
            place = (middle + ((turn + 1) // 2 if turn % 2 else STEPS - turn // 2)) % STEPS
            z = places[3 * place + 2]
            if z >= BIG:
                continue
            x = places[3 * place]
            y = places[3 * place + 1]
            rise = 0.0 if falls and pz > z else pz - z
            if before + hypot(hypot(px - x, py - y), rise) >= most:
                continue
            cost, _ = step(tables, px, py, pz, x, y, z, mover, company, room)
            if before + cost < most:
                most = before + cost
                best = place
    return (most, best) if best >= 0 else (BIG, -1)


@kernel
def contact(
    tables: Tables,
    graph: Graph,
    mover: Mover,
    company: Company,
    room: Room,
    other: int,
    reach: float,
    budget: float,
    bound: Numbers,
    second: Numbers,
    places: Numbers,
) -> tuple[float, float, float, float]:
    """The cheapest place within a reach of another: cost and place; BIG: none within the budget.

    `bound` is room for two numbers a node and seed, `second` for one, `places` for three a step.
    """
    nodes, count, spent, seeds, seeded, _ = graph
    radius = mover[0]
    others = company[0]
    row = 12 * other
    far = radius + reach
    best = BIG
    bx = 0.0
    by = 0.0
    bz = 0.0
    # Straight at it, the cheapest first: no way to it is shorter than the straight rest.
    for place in range(count + seeded):
        if place < count:
            at = 8 * place
            before = spent[place]
            px = nodes[at]
            py = nodes[at + 1]
        else:
            at = 4 * (place - count)
            before = seeds[at + 3]
            px = seeds[at]
            py = seeds[at + 1]
        second[place] = BIG
        if before < BIG:
            x, y = beside(others, other, px, py, far)
            least = before + hypot(x - px, y - py)
            if least <= budget:
                second[place] = least
    failed = BIG
    while True:
        chosen = -1
        low = best
        for place in range(count + seeded):
            if second[place] < low:
                low = second[place]
                chosen = place
        if chosen < 0:
            break
        second[chosen] = BIG
        if chosen < count:
            at = 8 * chosen
            px = nodes[at]
            py = nodes[at + 1]
            pz = nodes[at + 2]
            before = spent[chosen]
        else:
            at = 4 * (chosen - count)
            px = seeds[at]
            py = seeds[at + 1]
            pz = seeds[at + 2]
            before = seeds[at + 3]
        cost, x, y, z = straight(tables, px, py, pz, mover, company, room, other, reach)
        if before + cost < best and before + cost <= budget:
            best = before + cost
            bx = x
            by = y
            bz = z
        elif cost >= BIG:
            failed = min(failed, low)
    if best <= failed:
        return best, bx, by, bz
    # A barred node may still come to it aside: all round, at the reach and, if that is more than contact, nearer.
    for ring in range(3):
        inner = max(reach * (2 - ring) / 2, 0.01)
        if ring > 0 and reach < 0.1:
            break
        for place in range(STEPS):
            x, y = round_about(others, other, place / STEPS, radius + inner)
            x = int(x * 100 + 0.5) / 100
            y = int(y * 100 + 0.5) / 100
            z = level_near(tables, x, y, others[row + 7])
            places[3 * place] = x
            places[3 * place + 1] = y
            places[3 * place + 2] = z if ends_well(tables, other, x, y, z, mover, company, room, reach) else BIG
        nearer = radius + inner + hypot(others[row + 3], others[row + 4]) + 0.02
        most = min(budget + TINY, best)
        cost, chosen = aside(tables, graph, mover, company, room, other, nearer, most, bound, places)
        if chosen >= 0:
            best = cost
            bx = places[3 * chosen]
            by = places[3 * chosen + 1]
            bz = places[3 * chosen + 2]
        if best < BIG:
            break
    return best, bx, by, bz

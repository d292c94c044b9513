"""A straight leg laid over the ground: where a base meets shapes, openings and hazards; ways of taking it.

Inches throughout; scalars and flat arrays only, plain or compiled. The judge that walks the leg is movekernels.py.
The tables are those of `lands.Land`. Figures are the shapes of the ground followed by its hazardous areas: `kinds` has
8 numbers
a figure (part, feature, what it is, opening, sides from, to, and two unused) after a head of 8 (how many shapes,
hazards, openings,
ladders, slight steps; three unused),
`sizes` 8 (west, south, east, north, bottom, top, level of a rampart or -1, unused), `sides` 8 as in `placing.Edge`,
`corners` 2,
`joins` one row of shapes an opening (which are jambs) and one a ladder (which it helps to climb), after the first shape
of each.
"""

from __future__ import annotations

from array import array
from math import ceil, inf, sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel
from fireteam.space.plane.kernels import TOUCH, away

Numbers: TypeAlias = "array[float]"
Counts: TypeAlias = "array[int]"
Tables: TypeAlias = "tuple[Counts, Numbers, Numbers, Numbers]"
Land: TypeAlias = "tuple[Counts, Numbers, Numbers, Numbers, Counts]"
"""`kinds`, `sizes`, `sides`, `corners`, `joins`."""
View: TypeAlias = "tuple[Tables, Counts, Counts]"
"""What sight reads: the prisms, a mask that leaves none out, and room for those in the way."""
Leg: TypeAlias = (
    "tuple[float, float, float, float, float, float, float, float, float, float, float, float, float, float]"
)
Manner: TypeAlias = "tuple[int, int, int, int, int, int, int, int, int, int]"
Work: TypeAlias = "tuple[Numbers, Counts, Numbers, Numbers, Numbers, Counts, Numbers]"
"""Room to work in: `spans`, `parts`, `extra`, `ways`, `seen`, `tally`, `stop`."""
Case: TypeAlias = "tuple[Land, View, Leg, Manner, Work]"

EPS = 0.001
UNLIMITED = 99
"""A leg that may cost this much is judged to its end, so that the refusal names what is really in the way."""
TINY = 1e-9
"""Below this, lengths along a leg are the same place."""

# What a figure is.
SOLID = 1
STANDING = 2
WALLED = 4
WIRE = 8
RUNGS = 16
OPEN_FLOOR = 32
ACCESS = 64
SLIGHT = 128

# Places in a Leg.
X0, Y0, X1, Y1, UX, UY, LENGTH, RADIUS, TALL, START_Z, BEGIN, WANTED, LIMIT, ALLOWANCE = range(14)
# Places in a Manner.
MAY_CLIMB, WIRE_INCHES, WIRE_CLIMB, MERGE, TOP_EDGE, ERRATA, JUMP, LEAST, CLIMB_REACH, FLIES = range(10)

# Places in the tally.
SPANS, EXEMPTS, ENTERED, DANGERS, UNDER_START, UNDER_END, SLOTS, WAITING, SEEN, MOST, ROOM, FULL, PUSHED, QUEUE = range(
    14
)
"""How many there are of each; MOST charges a way and ROOM for ways; FULL once there was too little of either."""


# Places in a way: where it is, how far a climb before contact carries, the ladder, the plan, and how many of each
# follow.
S, Z, HELD, LADDER, PLAN_AT, PLAN_SHAPE, CHARGES, STAGES, DROPS, PAID, HEAD = range(11)
"""Then 6 numbers a charge (kind, inches, length, place, shape, unused), 3 a stage, 1 a drop, 1 a wire paid for, MOST of
each."""

# Kinds of charges. Floats, as they are kept: numba compiles a function anew for each whole number that is written into
# a call.
CLIMBED, DROPPED, PASSED, WIRED, LADDERED, ENTRY = (float(kind) for kind in range(6))


@kernel
def whole(length: float) -> int:
    """A length rounded up to whole inches."""
    return ceil(length - EPS)


# -- the course --------------------------------------------------------------------------------------------------------


@kernel
def gap(land: Land, figure: int, x: float, y: float) -> float:
    """How far a place is from a figure, 0 inside."""
    kinds = land[0]
    row = 8 + 8 * figure
    return away(land[3], kinds[row + 4], kinds[row + 5], x, y)


@kernel
def stretch(land: Land, leg: Leg, figure: int, reach: float, begin: float, end: float) -> tuple[bool, float, float]:
    """From where to where the centre is nearer than `reach` to a figure (inside it, for 0), if anywhere.

    `begin` and `end` are its distances from the figure at both ends of the leg. Endless where it is that near at an
    end.
    """
    kinds, _, sides, _, _ = land
    x0 = leg[X0]
    y0 = leg[Y0]
    ux = leg[UX]
    uy = leg[UY]
    length = leg[LENGTH]
    within_begin = begin < reach - TINY
    within_end = end < reach - TINY
    if within_begin and within_end:
        return True, -inf, inf
    low = inf
    high = -inf
    inside_begin = True
    inside_end = True
    row = 8 + 8 * figure
    for side in range(8 * kinds[row + 4], 8 * kinds[row + 5], 8):
        nx = sides[side + 5]
        ny = sides[side + 6]
        out = nx * x0 + ny * y0 - sides[side + 7]
        slope = nx * ux + ny * uy
        last = out + slope * length
        if out >= reach - TINY and last >= reach - TINY:
            return False, 0.0, 0.0
        inside_begin = inside_begin and out < -TINY
        inside_end = inside_end and last < -TINY
        ex = sides[side]
        ey = sides[side + 1]
        if (out < reach) != (last < reach):
            at = (reach - out) / slope
            along = (x0 + ux * at - ex) * sides[side + 2] + (y0 + uy * at - ey) * sides[side + 3]
            if -TINY <= along <= sides[side + 4] + TINY:
                low = min(low, at)
                high = max(high, at)
        if reach > 0.0:
            along = (ex - x0) * ux + (ey - y0) * uy
            square = reach * reach - ((ex - x0) * (ex - x0) + (ey - y0) * (ey - y0) - along * along)
            if square > 0.0:
                half = sqrt(square)
                if 0.0 <= along - half <= length:
                    low = min(low, along - half)
                    high = max(high, along - half)
                if 0.0 <= along + half <= length:
                    low = min(low, along + half)
                    high = max(high, along + half)
    # A base that touches at one end of the leg begins or ends its stretch there, whatever the arithmetic's last digit
    # says.
    if begin <= reach + TINY:
        low = min(low, 0.0)
        high = max(high, 0.0)
    if end <= reach + TINY:
        low = min(low, length)
        high = max(high, length)
    if within_begin or inside_begin:
        low = -inf
    if within_end or inside_end:
        high = inf
    if high - low > TINY:
        return True, low, high
    return False, 0.0, 0.0


@kernel
def lay(land: Land, leg: Leg, work: Work, near: Counts, count: int) -> None:
    """Lay a leg over the ground: the stretches on which the base meets shapes, openings and hazards."""
    kinds, sizes, _, _, joins = land
    spans, parts, extra, _, _, tally, _ = work
    shapes = kinds[0]
    openings = kinds[2]
    x0 = leg[X0]
    y0 = leg[Y0]
    x1 = leg[X1]
    y1 = leg[Y1]
    radius = leg[RADIUS]
    west = min(x0, x1) - radius
    east = max(x0, x1) + radius
    south = min(y0, y1) - radius
    north = max(y0, y1) + radius
    reach = radius - EPS
    found = 0
    starts = 0
    ends = 0
    entered = 0
    exempts = 0
    doors = 4 * openings * shapes
    for place in range(count):
        shape = near[place]
        box = 8 * shape
        if sizes[box] > east or sizes[box + 2] < west or sizes[box + 1] > north or sizes[box + 3] < south:
            continue
        begin = gap(land, shape, x0, y0)
        end = gap(land, shape, x1, y1)
        if begin <= EPS:
            parts[2 * shapes + starts] = shape
            starts += 1
        if end <= EPS:
            parts[3 * shapes + ends] = shape
            ends += 1
        what = kinds[10 + box]
        if what & SOLID and not what & RUNGS:
            met, low, high = stretch(land, leg, shape, reach, begin, end)
            if met:
                spans[4 * found] = low
                spans[4 * found + 1] = high
                parts[found] = shape
                parts[shapes + found] = 0
                found += 1
        door = kinds[11 + box]
        if door >= 0:
            known = False
            for other in range(entered):
                known = known or extra[doors + 2 * other] == door
            if not known:
                met, low, high = stretch(land, leg, shape, 0.0, begin, end)
                if met:
                    extra[doors + 2 * entered] = door
                    entered += 1
    passed = entered
    entered = 0
    for place in range(passed):
        # Let the base brush the parts beside an opening that its centre passes.
        door = int(extra[doors + 2 * place])
        shape = joins[door * (shapes + 1)]
        begin = gap(land, shape, x0, y0)
        end = gap(land, shape, x1, y1)
        centred, inner, outer = stretch(land, leg, shape, 0.0, begin, end)
        touched, low, high = stretch(land, leg, shape, radius, begin, end)
        if not centred or not touched:
            continue
        extra[doors + 2 * entered] = door
        extra[doors + 2 * entered + 1] = inner
        entered += 1
        for span in range(found):
            if joins[door * (shapes + 1) + 1 + parts[span]]:
                extra[4 * exempts] = span
                extra[4 * exempts + 1] = door
                extra[4 * exempts + 2] = low
                extra[4 * exempts + 3] = high
                exempts += 1
                begin = gap(land, parts[span], x0, y0)
                end = gap(land, parts[span], x1, y1)
                centred, inner, outer = stretch(land, leg, parts[span], 0.0, begin, end)
                parts[shapes + span] = 1 if centred else 0
                spans[4 * span + 2] = inner
                spans[4 * span + 3] = outer
    dangers = 0
    hazards = doors + 2 * openings
    for hazard in range(shapes, shapes + kinds[1]):
        box = 8 * hazard
        if sizes[box] > east + TOUCH or sizes[box + 2] < west - TOUCH:
            continue
        if sizes[box + 1] > north + TOUCH or sizes[box + 3] < south - TOUCH:
            continue
        begin = gap(land, hazard, x0, y0)
        # A hazard is not to be touched; a base on the floor that touches one already may still leave it.
        wide = reach if begin < radius + TOUCH and leg[START_Z] <= EPS else radius + TOUCH
        met, low, high = stretch(land, leg, hazard, wide, begin, gap(land, hazard, x1, y1))
        if met:
            extra[hazards + 2 * dangers] = low
            extra[hazards + 2 * dangers + 1] = high
            dangers += 1
    tally[SPANS] = found
    tally[EXEMPTS] = exempts
    tally[ENTERED] = entered
    tally[DANGERS] = dangers
    tally[UNDER_START] = starts
    tally[UNDER_END] = ends


@kernel
def meets(land: Land, shape: int, low: float, high: float) -> bool:
    """Whether a shape overlaps that stretch of height by more than EPS."""
    sizes = land[1]
    return min(high, sizes[8 * shape + 5]) - max(low, sizes[8 * shape + 4]) > EPS


@kernel
def obstructs(case: Case, shape: int, z: float) -> bool:
    """Whether a shape stands in the way at that height; openings do not, nor does wire that is waded through."""
    land, _, leg, manner, _ = case
    kinds = land[0]
    if kinds[11 + 8 * shape] >= 0 or (kinds[10 + 8 * shape] & WIRE and not manner[WIRE_CLIMB]):
        return False
    return meets(land, shape, z, z + leg[TALL])


@kernel
def over(work: Work, span: int, at: float) -> bool:
    """Whether the base overlaps the shape of a span at that place of the leg."""
    spans = work[0]
    return spans[4 * span] < at - TINY and spans[4 * span + 1] > at + TINY


@kernel
def door_meets(land: Land, door: int, low: float, high: float) -> bool:
    """Whether some part of an opening is at that height."""
    kinds = land[0]
    found = False
    for shape in range(kinds[0]):
        found = found or (kinds[11 + 8 * shape] == door and meets(land, shape, low, high))
    return found


@kernel
def entry(case: Case, span: int, s: float, z: float) -> float:
    """Where, from s on, a shape is in the way of someone at that height; infinite where the opening lets him by."""
    land, _, leg, _, work = case
    spans, parts, extra, _, _, tally, _ = work
    at = max(spans[4 * span], s)
    high = spans[4 * span + 1]
    some = False
    for exempt in range(tally[EXEMPTS]):
        if int(extra[4 * exempt]) == span and door_meets(land, int(extra[4 * exempt + 1]), z, z + leg[TALL]):
            some = True
    if not some:
        return at
    moved = True
    while moved and at < high:
        moved = False
        for exempt in range(tally[EXEMPTS]):
            if (
                int(extra[4 * exempt]) == span
                and extra[4 * exempt + 2] <= at + TINY
                and extra[4 * exempt + 3] > at + TINY
            ):
                if door_meets(land, int(extra[4 * exempt + 1]), z, z + leg[TALL]):
                    at = extra[4 * exempt + 3]
                    moved = True
    if at >= high - TINY:
        at = inf
    if parts[land[0][0] + span] and spans[4 * span + 3] > s + TINY:
        at = min(at, max(spans[4 * span + 2], s))
    return at


@kernel
def raised(land: Land, work: Work, z: float) -> float:
    """The height of someone who ends the leg at that one: a slight step under the centre lifts him."""
    kinds, sizes, _, _, _ = land
    parts = work[1]
    best = -inf
    for place in range(3 * kinds[0], 3 * kinds[0] + work[5][UNDER_END]):
        shape = parts[place]
        what = kinds[10 + 8 * shape]
        if what & STANDING and what & SLIGHT and abs(sizes[8 * shape + 4] - z) <= EPS:
            best = max(best, sizes[8 * shape + 5])
    return z if best == -inf else best


@kernel
def lowered(land: Land, work: Work, z: float, first: int, count: int) -> float:
    """The surface beneath a slight step someone stands on: what he moves on."""
    kinds, sizes, _, _, _ = land
    parts = work[1]
    best = inf
    for place in range(first, first + count):
        shape = parts[place]
        what = kinds[10 + 8 * shape]
        if what & STANDING and what & SLIGHT and abs(sizes[8 * shape + 5] - z) <= EPS:
            best = min(best, sizes[8 * shape + 4])
    return z if best == inf else best


# -- ways --------------------------------------------------------------------------------------------------------------


@kernel
def new_way(work: Work, s: float, z: float, ladder: float) -> int:
    """A way that starts at a place of the leg; its number."""
    ways = work[3]
    tally = work[5]
    slot = tally[SLOTS]
    if slot >= tally[ROOM]:
        tally[FULL] = 1
        slot = 0
    else:
        tally[SLOTS] = slot + 1
    base = slot * (HEAD + 11 * tally[MOST])
    ways[base + S] = s
    ways[base + Z] = z
    ways[base + HELD] = s
    ways[base + LADDER] = ladder
    ways[base + PLAN_AT] = 0.0
    ways[base + PLAN_SHAPE] = -1.0
    ways[base + CHARGES] = 0.0
    ways[base + STAGES] = 0.0
    ways[base + DROPS] = 0.0
    ways[base + PAID] = 0.0
    return slot


@kernel
def fork(work: Work, slot: int) -> int:
    """The same way, to be followed differently."""
    ways = work[3]
    most = work[5][MOST]
    size = HEAD + 11 * most
    other = new_way(work, 0.0, 0.0, 0.0)
    here = slot * size
    there = other * size
    for place in range(HEAD):
        ways[there + place] = ways[here + place]
    for place in range(HEAD, HEAD + 6 * int(ways[here + CHARGES])):
        ways[there + place] = ways[here + place]
    for place in range(HEAD + 6 * most, HEAD + 6 * most + 3 * int(ways[here + STAGES])):
        ways[there + place] = ways[here + place]
    for place in range(HEAD + 9 * most, HEAD + 9 * most + int(ways[here + DROPS])):
        ways[there + place] = ways[here + place]
    for place in range(HEAD + 10 * most, HEAD + 10 * most + int(ways[here + PAID])):
        ways[there + place] = ways[here + place]
    return other


@kernel
def advance(work: Work, base: int, s: float) -> None:
    """Go on at the same height."""
    ways = work[3]
    tally = work[5]
    if s > ways[base + S]:
        count = int(ways[base + STAGES])
        if count >= tally[MOST]:
            tally[FULL] = 1
            return
        at = base + HEAD + 6 * tally[MOST] + 3 * count
        ways[at] = ways[base + S]
        ways[at + 1] = s
        ways[at + 2] = ways[base + Z]
        ways[base + STAGES] = count + 1.0
        ways[base + S] = s


@kernel
def charge(work: Work, base: int, kind: float, inches: float, length: float, at: float, shape: int) -> None:
    """Charge inches to a way."""
    ways = work[3]
    tally = work[5]
    count = int(ways[base + CHARGES])
    if count >= tally[MOST]:
        tally[FULL] = 1
        return
    place = base + HEAD + 6 * count
    ways[place] = kind
    ways[place + 1] = inches
    ways[place + 2] = length
    ways[place + 3] = at
    ways[place + 4] = float(shape)
    ways[base + CHARGES] = count + 1.0


@kernel
def stretched(work: Work, base: int, end: float) -> int:
    """Inches of the horizontal stretches between drops, each rounded up, up to there: a climb may be taken up to 1"
    early, and so cuts nothing."""
    ways = work[3]
    here = 0.0
    inches = 0
    while here < end:
        there = end
        for place in range(base + HEAD, base + HEAD + 6 * int(ways[base + CHARGES]), 6):
            kind = ways[place]
            if kind == DROPPED and here < ways[place + 3] < there:
                there = ways[place + 3]
        if there - here > EPS:
            inches += whole(there - here)
        here = there
    return inches


@kernel
def price(case: Case, base: int) -> int:
    """Inches of a way so far: climbs, passages and drops, and what rounding its stretches apart adds."""
    _, _, leg, manner, work = case
    ways = work[3]
    inches = 0
    for place in range(base + HEAD, base + HEAD + 6 * int(ways[base + CHARGES]), 6):
        inches += int(ways[place + 1])
    first = base + HEAD + 9 * work[5][MOST]
    allowance = leg[ALLOWANCE]
    for place in range(first, first + int(ways[base + DROPS])):
        ignored = min(ways[place], allowance)
        allowance -= ignored
        inches += whole((ways[place] - ignored) / 100.0)
    if not manner[MERGE] and not manner[JUMP]:
        inches += stretched(work, base, ways[base + S])
    return inches


@kernel
def refuse(work: Work, why: float, shape: int, at: float, value: float) -> float:
    """Note why a way ends here; another may not."""
    stop = work[6]
    stop[0] = why
    stop[1] = float(shape)
    stop[2] = at
    stop[3] = value
    return why

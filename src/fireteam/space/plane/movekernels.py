"""Legs against terrain: the one judge of a straight leg, in scalars and flat arrays, plain or compiled.

A leg is judged as it is walked, from event to event: contact, hazard, end of support, end of the leg. coursekernels.py
has laid it over the ground, and says what is in the tables.
"""

from __future__ import annotations

from math import floor, inf, sqrt

from fireteam.space.jit import kernel
from fireteam.space.plane.coursekernels import (
    ACCESS,
    BEGIN,
    CHARGES,
    CLIMB_REACH,
    CLIMBED,
    DANGERS,
    DROPPED,
    DROPS,
    ENTERED,
    ENTRY,
    EPS,
    ERRATA,
    FLIES,
    FULL,
    HEAD,
    HELD,
    JUMP,
    LADDER,
    LADDERED,
    LEAST,
    LENGTH,
    LIMIT,
    MAY_CLIMB,
    MERGE,
    MOST,
    OPEN_FLOOR,
    PAID,
    PASSED,
    PLAN_AT,
    PLAN_SHAPE,
    PUSHED,
    QUEUE,
    RADIUS,
    ROOM,
    RUNGS,
    SEEN,
    SLOTS,
    SOLID,
    SPANS,
    STANDING,
    START_Z,
    TALL,
    TINY,
    TOP_EDGE,
    UNDER_END,
    UNDER_START,
    UNLIMITED,
    UX,
    UY,
    WAITING,
    WALLED,
    WANTED,
    WIRE,
    WIRE_INCHES,
    WIRED,
    X0,
    X1,
    Y0,
    Y1,
    Case,
    Counts,
    Land,
    Leg,
    Manner,
    S,
    View,
    Work,
    Z,
    advance,
    charge,
    door_meets,
    entry,
    fork,
    gap,
    lay,
    lowered,
    meets,
    new_way,
    obstructs,
    over,
    price,
    raised,
    refuse,
    stretch,
    stretched,
    whole,
)
from fireteam.space.plane.kernels import part_seen

# Why a leg is refused; increments.py has the words.
FINE, NOT_THERE, TOO_DEAR, HAZARD, IN_THE_WAY, NO_ROOM, DROP_HAZARD, AT_HEIGHT = (float(why) for why in range(8))
TOO_HIGH, CLOSED_FLOOR, NO_ROOM_UNDER, CAUGHT, WALL, NO_CLIMB, LONG_CLIMB, OVERHEAD = (
    float(why) for why in range(8, 16)
)
UNSEEN, NO_TERRAIN, LOW_JUMP, FAR_JUMP, NO_JUMP_WALL, NO_CENTRE, JUMP_HEIGHT, OFF_BOARD = (
    float(why) for why in range(16, 24)
)

# What becomes of a way that is followed, or of a jump.
ENDED = -1
STOPPED = -2
GOES_ON = -3


# -- walking -----------------------------------------------------------------------------------------------------------


@kernel
def passages(case: Case, base: int, until: float) -> None:
    """Charge the openings the centre enters and the wire the base crosses on the stretch up to there."""
    land, _, leg, manner, work = case
    kinds, sizes, _, _, joins = land
    spans, parts, extra, ways, _, tally, _ = work
    begin = ways[base + S]
    z = ways[base + Z]
    doors = 4 * kinds[2] * kinds[0]
    for place in range(doors, doors + 2 * tally[ENTERED], 2):
        low = extra[place + 1]
        if begin - TINY <= low < until - TINY and door_meets(land, int(extra[place]), z, z + leg[TALL]):
            charge(work, base, ENTRY, 1.0, 0.0, low, joins[int(extra[place]) * (kinds[0] + 1)])
    for span in range(tally[SPANS]):
        shape = parts[span]
        if not kinds[10 + 8 * shape] & WIRE or spans[4 * span] == -inf:
            continue
        first = base + HEAD + 10 * tally[MOST]
        count = int(ways[base + PAID])
        paid = False
        for place in range(first, first + count):
            paid = paid or int(ways[place]) == shape
        if paid:
            continue
        if (
            spans[4 * span] < until - TINY
            and spans[4 * span + 1] > begin + TINY
            and z - sizes[8 * shape + 5] <= 1 + EPS
        ):
            if count >= tally[MOST]:
                tally[FULL] = 1
                return
            ways[first + count] = float(shape)
            ways[base + PAID] = count + 1.0
            charge(work, base, WIRED, float(manner[WIRE_INCHES]), 0.0, max(spans[4 * span], begin), shape)


@kernel
def contact(case: Case, base: int) -> tuple[float, int]:
    """Where the base first meets a shape that obstructs it at its height, and its span; -1 for none."""
    work = case[4]
    spans, parts, _, ways, _, tally, _ = work
    s = ways[base + S]
    z = ways[base + Z]
    best = inf
    found = -1
    for span in range(tally[SPANS]):
        if spans[4 * span + 1] <= s + TINY or not obstructs(case, parts[span], z):
            continue
        at = entry(case, span, s, z)
        if at < best:
            best = at
            found = span
    return best, found


@kernel
def danger(case: Case, base: int) -> float:
    """Where a base on the floor first touches a hazardous area."""
    land, _, _, _, work = case
    _, _, extra, ways, _, tally, _ = work
    s = ways[base + S]
    best = inf
    if ways[base + Z] > EPS or ways[base + HELD] > s:
        return best
    first = 4 * land[0][2] * land[0][0] + 2 * land[0][2]
    for place in range(first, first + 2 * tally[DANGERS], 2):
        if extra[place + 1] > s + TINY:
            best = min(best, max(extra[place], s))
    return best


@kernel
def support(case: Case, base: int) -> float:
    """Where the base is clear of what carries it; infinite on the floor or if it is still carried at the end."""
    land, _, leg, _, work = case
    sizes = land[1]
    spans, parts, _, ways, _, tally, _ = work
    z = ways[base + Z]
    if z <= EPS:
        return inf
    end = max(ways[base + S], ways[base + HELD])
    grown = True
    while grown:
        grown = False
        for span in range(tally[SPANS]):
            if (
                abs(sizes[8 * parts[span] + 5] - z) <= EPS
                and spans[4 * span] <= end + TINY
                and spans[4 * span + 1] > end
            ):
                end = spans[4 * span + 1]
                grown = True
    return end if end <= leg[LENGTH] else inf


@kernel
def land_on(case: Case, base: int, at: float, measured: float) -> float:
    """Come down at a place: what is under the base carries it, and there must be room."""
    land, _, _, manner, work = case
    sizes = land[1]
    _, parts, extra, ways, _, tally, _ = work
    z = ways[base + Z]
    under = 0.0
    some = False
    for span in range(tally[SPANS]):
        top = sizes[8 * parts[span] + 5]
        if over(work, span, at) and top <= z + EPS:
            under = max(under, top) if some else top
            some = True
    z = under
    ways[base + Z] = z
    for span in range(tally[SPANS]):
        if over(work, span, at) and obstructs(case, parts[span], z) and entry(case, span, at, z) <= at + TINY:
            return refuse(work, NO_ROOM, parts[span], at, 0.0)
    if z <= EPS:
        first = 4 * land[0][2] * land[0][0] + 2 * land[0][2]
        for place in range(first, first + 2 * tally[DANGERS], 2):
            if extra[place] < at - TINY and extra[place + 1] > at + TINY:
                return refuse(work, DROP_HAZARD, -1, at, 0.0)
    count = int(ways[base + DROPS])
    if count >= tally[MOST]:
        tally[FULL] = 1
        return FINE
    ways[base + HEAD + 9 * tally[MOST] + count] = 0.0 if manner[FLIES] else float(max(0, round((measured - z) * 100.0)))
    ways[base + DROPS] = count + 1.0
    charge(work, base, DROPPED, 0.0, max(0.0, measured - z), at, -1)
    return FINE


@kernel
def drop(case: Case, base: int, at: float) -> float:
    """Drop to the highest shape still under the base, else to the floor; a rampart counts as its level."""
    land, _, _, _, work = case
    sizes = land[1]
    spans, parts, _, ways, _, tally, _ = work
    passages(case, base, at)
    advance(work, base, at)
    ways[base + HELD] = at
    start = ways[base + Z]
    ledge = start
    lowest = inf
    bare = False
    for span in range(tally[SPANS]):
        row = 8 * parts[span]
        if abs(sizes[row + 5] - start) <= EPS and abs(spans[4 * span + 1] - at) <= EPS:
            if sizes[row + 6] < 0:
                bare = True
            else:
                lowest = min(lowest, sizes[row + 6])
    if not bare and lowest < inf:
        ledge = lowest
    return land_on(case, base, at, min(start, ledge))


@kernel
def helped(case: Case, at: float, stack: Counts, first: int, count: int) -> float:
    """The top of the highest ladder within 1" that leans on what is climbed; -1: there is none."""
    land, _, leg, _, _ = case
    kinds, sizes, _, _, joins = land
    shapes = kinds[0]
    x = leg[X0] + leg[UX] * at
    y = leg[Y0] + leg[UY] * at
    best = -1.0
    for ladder in range(kinds[2], kinds[2] + kinds[3]):
        row = ladder * (shapes + 1)
        leans = False
        for place in range(first, first + count):
            leans = leans or joins[row + 1 + stack[place]] != 0
        if leans and gap(land, joins[row], x, y) - leg[RADIUS] <= 1 + EPS:
            best = max(best, sizes[8 * joins[row] + 5])
    return best


@kernel
def sees(case: Case, shape: int, at: float, z: float) -> bool:
    """Whether the mover sees a shape from a place of the leg."""
    _, view, leg, _, _ = case
    x = round((leg[X0] + leg[UX] * at) * 100.0) / 100.0
    y = round((leg[Y0] + leg[UY] * at) * 100.0) / 100.0
    eye = (round(z * 100.0) + round(leg[TALL] * 100.0)) / 100.0
    return part_seen(view[0], view[1], view[2], shape, (x, y, leg[RADIUS]), eye) >= 0


@kernel
def lift(case: Case, base: int, at: float, touch: float, top: float, first: int, count: int) -> float:
    """Climb to a height: allowed, visible, within reach, nothing solid overhead; at least 2".

    What is climbed is listed in the tally from `first` on. As far as a ladder leads it costs 1"; what is above it is a
    climb like any other. It is used where it makes the climb cheaper, or possible.
    """
    land, _, leg, manner, work = case
    kinds = land[0]
    _, parts, _, ways, _, tally, _ = work
    z = ways[base + Z]
    part = tally[first]
    rise = top - z
    for place in range(first, first + count):
        if kinds[10 + 8 * tally[place]] & WALLED:
            return refuse(work, WALL, tally[place], at, 0.0)
    if not manner[MAY_CLIMB] and not manner[FLIES]:
        return refuse(work, NO_CLIMB, part, at, 0.0)
    aided = False
    rest = 0.0
    inches = 0
    above = 0
    if not manner[FLIES]:
        inches = max(manner[LEAST], whole(rise))
        too_long = manner[TOP_EDGE] > 0 and rise > manner[CLIMB_REACH] + EPS
        rungs = helped(case, at, tally, first, count) if ways[base + LADDER] > 0.0 else -1.0
        if rungs > z + EPS:
            rest = max(0.0, top - rungs)
            above = max(manner[LEAST], whole(rest)) if rest > EPS else 0
            possible = manner[TOP_EDGE] == 0 or rest <= manner[CLIMB_REACH] + EPS
            aided = possible and (too_long or 1 + above < inches)
        if too_long and not aided:
            return refuse(work, LONG_CLIMB, part, at, 0.0)
    if aided:
        inches = 1
    else:
        rest = 0.0
        above = 0
    total = inches + above
    for span in range(tally[SPANS]):
        shape = parts[span]
        if not over(work, span, at) or not meets(land, shape, z, top + leg[TALL]) or entry(case, span, at, z) == inf:
            continue
        if not kinds[10 + 8 * shape] & ACCESS:
            return refuse(work, OVERHEAD, shape, at, 0.0)
        total += 1
    if total + price(case, base) + whole(leg[LENGTH]) > leg[LIMIT]:
        return refuse(work, TOO_DEAR, part, at, 0.0)
    # Looked at last, because it takes longest.
    seen = manner[FLIES] > 0
    for place in range(first, first + count):
        seen = seen or sees(case, tally[place], at, z)
    if not seen:
        return refuse(work, UNSEEN, part, at, 0.0)
    for span in range(tally[SPANS] - 1, -1, -1):
        shape = parts[span]
        if over(work, span, at) and meets(land, shape, z, top + leg[TALL]) and entry(case, span, at, z) != inf:
            charge(work, base, PASSED, 1.0, 0.0, at, shape)
    charge(work, base, LADDERED if aided else CLIMBED, float(inches), rise - rest, at, part)
    if above > 0:
        charge(work, base, CLIMBED, float(above), rest, at, part)
    if aided:
        ways[base + LADDER] = 0.0
    ways[base + Z] = top
    ways[base + HELD] = max(touch, at)
    return FINE


@kernel
def pile(case: Case, span: int, top: float, first: int) -> tuple[float, int]:
    """The top of a shape with whatever stands on it there: one climb; they are listed in the tally."""
    land, _, _, _, work = case
    sizes = land[1]
    spans, parts, _, _, _, tally, _ = work
    tally[first] = parts[span]
    count = 1
    grown = True
    while grown:
        grown = False
        for other in range(tally[SPANS]):
            shape = parts[other]
            known = False
            for place in range(first, first + count):
                known = known or tally[place] == shape
            near = abs(spans[4 * other] - spans[4 * span]) <= EPS
            if near and not known and sizes[8 * shape + 5] > top and obstructs(case, shape, top):
                top = sizes[8 * shape + 5]
                grown = True
                tally[first + count] = shape
                count += 1
    return top, count


@kernel
def alone(work: Work, shape: int, first: int) -> int:
    """List one shape to climb in the tally: 1."""
    work[5][first] = shape
    return 1


@kernel
def climbs(case: Case, slot: int, at: float, hit: int, target: int, refused: int) -> tuple[int, int]:
    """The climbs a mover has at a place, or up to 1" before contact with what is climbed.

    Writes the new ways into the tally from `target` on; how many there are, and why the first of the others fails.
    """
    land, _, leg, _, work = case
    sizes = land[1]
    spans, parts, _, ways, _, tally, _ = work
    size = HEAD + 11 * tally[MOST]
    base = slot * size
    z = ways[base + Z]
    if hit >= 0 and spans[4 * hit] < at - TINY and abs(entry(case, hit, ways[base + S], z) - at) <= TINY:
        if not refused:
            refuse(work, CAUGHT, parts[hit], at, 0.0)
        return 0, 1
    count = 0
    top = z
    stack = QUEUE + 5 * tally[ROOM]
    last_low = -inf
    last_shape = -1
    while True:
        # The spans reached, in order of contact, then of their numbers.
        order = -1
        for span in range(tally[SPANS]):
            low = spans[4 * span]
            if at - TINY <= low <= at + 1 + EPS and spans[4 * span + 1] > at + TINY:
                if low > last_low or (low == last_low and parts[span] > last_shape):
                    if order < 0 or low < spans[4 * order]:
                        order = span
        if order < 0:
            break
        span = order
        last_low = spans[4 * span]
        last_shape = parts[span]
        shape = parts[span]
        if (
            not (obstructs(case, shape, z) or (top > z and obstructs(case, shape, top)))
            or sizes[8 * shape + 5] <= top + EPS
        ):
            continue
        if entry(case, span, at, z) == inf:
            continue
        top, piled = pile(case, span, max(sizes[8 * shape + 5], top), stack)
        # Where to take the climb: as late as may be, else before whatever hangs over the base there.
        place = at
        while True:
            climbing = fork(work, slot)
            there = climbing * size
            passages(case, there, place)
            advance(work, there, place)
            why = lift_quietly(case, there, place, last_low, top, stack, piled, refused)
            if tally[FULL]:
                return count, refused
            if why == FINE:
                tally[target + count] = climbing
                count += 1
                break
            refused = 1
            before = -inf
            for other in range(tally[SPANS]):
                low = spans[4 * other]
                if max(ways[base + S], last_low - 1 - EPS) <= low < place and low > before:
                    if over(work, other, at) and meets(land, parts[other], z, top + leg[TALL]):
                        before = low
            if before == -inf:
                break
            place = before
    return count, refused


@kernel
def lift_quietly(
    case: Case, base: int, at: float, touch: float, top: float, first: int, count: int, refused: int
) -> float:
    """A climb whose refusal counts only if none came before it."""
    stop = case[4][6]
    why = stop[0]
    shape = stop[1]
    where = stop[2]
    value = stop[3]
    found = lift(case, base, at, touch, top, first, count)
    if refused:
        stop[0] = why
        stop[1] = shape
        stop[2] = where
        stop[3] = value
    return found


@kernel
def change(case: Case, base: int, shape: int) -> float:
    """Change to the chosen height: climb a deck overhead, or drop through a floor that is an opening."""
    land, _, leg, manner, work = case
    kinds, sizes, _, _, _ = land
    spans, parts, _, ways, _, tally, _ = work
    s = ways[base + S]
    z = ways[base + Z]
    if leg[WANTED] >= 0 and leg[WANTED] / 100.0 < leg[BEGIN] - EPS:
        return sink(case, base, shape)
    if sizes[8 * shape + 5] <= z + EPS:
        return refuse(work, AT_HEIGHT, shape, s, 0.0)
    bottom = sizes[8 * shape + 4]
    if bottom - z > manner[CLIMB_REACH] + EPS and not manner[FLIES]:
        x = leg[X0] + leg[UX] * s
        y = leg[Y0] + leg[UY] * s
        steps = False
        for other in range(kinds[0]):
            row = 8 * other
            what = kinds[10 + row]
            if other == shape or not what & SOLID or what & RUNGS or kinds[9 + row] != kinds[9 + 8 * shape]:
                continue
            if sizes[row + 4] - z <= manner[CLIMB_REACH] + EPS and sizes[row + 5] <= bottom + EPS:
                steps = steps or gap(land, other, x, y) - leg[RADIUS] <= 1 + EPS
        if not steps:
            return refuse(work, TOO_HIGH, shape, s, 0.0)
    low = s
    for span in range(tally[SPANS]):
        if parts[span] == shape:
            low = spans[4 * span]
    stack = QUEUE + 5 * tally[ROOM]
    return lift(case, base, s, max(low, s), sizes[8 * shape + 5], stack, alone(work, shape, stack))


@kernel
def sink(case: Case, base: int, shape: int) -> float:
    """Drop through the floor under the base."""
    land, _, leg, _, work = case
    kinds, sizes, _, _, _ = land
    parts = work[1]
    ways = work[3]
    at = ways[base + S]
    start = ways[base + Z]
    carried = False
    closed = -1
    under = inf
    for span in range(work[5][SPANS]):
        other = parts[span]
        if over(work, span, at) and abs(sizes[8 * other + 5] - start) <= EPS:
            carried = carried or other == shape
            under = min(under, sizes[8 * other + 4])
            if closed < 0 and not kinds[10 + 8 * other] & OPEN_FLOOR:
                closed = other
    if not carried:
        return refuse(work, NOT_THERE, shape, at, 0.0)
    if closed >= 0:
        return refuse(work, CLOSED_FLOOR, closed, at, 0.0)
    charge(work, base, PASSED, 1.0, 0.0, at, shape)
    ways[base + Z] = under - leg[TALL]
    if ways[base + Z] < -EPS:
        return refuse(work, NO_ROOM_UNDER, shape, at, 0.0)
    ways[base + HELD] = at
    return land_on(case, base, at, start)


@kernel
def follow(case: Case, slot: int) -> int:
    """Follow a way to its next event: how many ways go on from there, ENDED at the end of the leg, or STOPPED."""
    _, _, leg, _, work = case
    parts = work[1]
    ways = work[3]
    tally = work[5]
    size = HEAD + 11 * tally[MOST]
    base = slot * size
    touch, hit = contact(case, base)
    hazard = danger(case, base)
    loss = support(case, base)
    event = min(touch, hazard, loss)
    target = QUEUE + 3 * tally[ROOM]
    plan = int(ways[base + PLAN_SHAPE])
    if plan >= 0 and ways[base + PLAN_AT] <= event + TINY:
        at = max(ways[base + S], min(ways[base + PLAN_AT], leg[LENGTH]))
        passages(case, base, at)
        advance(work, base, at)
        if change(case, base, plan) != FINE:
            return STOPPED
        ways[base + PLAN_SHAPE] = -1.0
        ways[base + PLAN_AT] = 0.0
        tally[target] = slot
        return 1
    if event == inf:
        passages(case, base, leg[LENGTH])
        advance(work, base, leg[LENGTH])
        return ENDED
    count = 0
    refused = 0
    if loss < min(touch, hazard) + TINY:
        dropping = fork(work, slot)
        if drop(case, dropping * size, loss) == FINE:
            tally[target] = dropping
            count = 1
        else:
            refused = 1
    more, refused = climbs(case, slot, event, hit, target + count, refused)
    count += more
    if count:
        return count
    if hazard <= event:
        refuse(work, HAZARD, -1, hazard, 0.0)
    elif not refused:
        refuse(work, IN_THE_WAY, parts[hit] if hit >= 0 else -1, event, 0.0)
    return STOPPED


@kernel
def push(work: Work, cost: int, slot: int) -> None:
    """Put a way among those to follow."""
    tally = work[5]
    count = tally[WAITING]
    if count >= tally[ROOM]:
        tally[FULL] = 1
        return
    tally[QUEUE + 3 * count] = cost
    tally[QUEUE + 3 * count + 1] = tally[PUSHED]
    tally[QUEUE + 3 * count + 2] = slot
    tally[PUSHED] += 1
    tally[WAITING] = count + 1


@kernel
def pop(work: Work) -> int:
    """The cheapest of the ways to follow, the first among equals."""
    tally = work[5]
    best = 0
    for place in range(1, tally[WAITING]):
        here = QUEUE + 3 * place
        there = QUEUE + 3 * best
        if tally[here] < tally[there] or (tally[here] == tally[there] and tally[here + 1] < tally[there + 1]):
            best = place
    slot = tally[QUEUE + 3 * best + 2]
    last = tally[WAITING] - 1
    for number in range(3):
        tally[QUEUE + 3 * best + number] = tally[QUEUE + 3 * last + number]
    tally[WAITING] = last
    return slot


@kernel
def known(work: Work, base: int) -> bool:
    """Whether a way is where another was, with the same drops behind and the same plan before it; else it is noted.

    Drops of no height change no price: whoever ignores heights would else drop and climb at one place for ever.
    """
    ways, seen, tally = work[3], work[4], work[5]
    most = tally[MOST]
    size = 7 + most
    first = base + HEAD + 9 * most
    last = first + int(ways[base + DROPS])
    drops = 0
    for place in range(first, last):
        if ways[place] > 0.0:
            drops += 1
    s = floor(ways[base + S] * 1e6 + 0.5)
    z = floor(ways[base + Z] * 1e4 + 0.5)
    held = floor(ways[base + HELD] * 1e6 + 0.5)
    for record in range(0, size * tally[SEEN], size):
        same = (
            seen[record] == s
            and seen[record + 1] == z
            and seen[record + 2] == held
            and seen[record + 3] == ways[base + LADDER]
        )
        same = same and seen[record + 4] == ways[base + PLAN_AT] and seen[record + 5] == ways[base + PLAN_SHAPE]
        if same and int(seen[record + 6]) == drops:
            number = record + 7
            for place in range(first, last):
                if ways[place] > 0.0:
                    same = same and seen[number] == ways[place]
                    number += 1
            if same:
                return True
    if tally[SEEN] >= 2 * tally[ROOM]:
        tally[FULL] = 1
        return False
    record = size * tally[SEEN]
    seen[record] = s
    seen[record + 1] = z
    seen[record + 2] = held
    seen[record + 3] = ways[base + LADDER]
    seen[record + 4] = ways[base + PLAN_AT]
    seen[record + 5] = ways[base + PLAN_SHAPE]
    seen[record + 6] = drops
    number = record + 7
    for place in range(first, last):
        if ways[place] > 0.0:
            seen[number] = ways[place]
            number += 1
    tally[SEEN] += 1
    return False


@kernel
def cheapest(case: Case) -> int:
    """Follow ways from event to event, always the cheapest so far; the first to arrive is the cheapest of all; -1 if
    none does."""
    land, _, leg, _, work = case
    ways = work[3]
    tally = work[5]
    stop = work[6]
    size = HEAD + 11 * tally[MOST]
    refusals = 0
    stop[4] = NOT_THERE
    stop[5] = -1.0
    stop[6] = leg[LENGTH]
    stop[7] = 0.0
    while tally[WAITING]:
        slot = pop(work)
        count = follow(case, slot)
        if tally[FULL]:
            return -1
        if count == STOPPED:
            if refusals == 0:
                for place in range(4):
                    stop[4 + place] = stop[place]
            refusals += 1
            continue
        if count == ENDED:
            if leg[WANTED] < 0 or round(raised(land, work, ways[slot * size + Z]) * 100.0) == round(leg[WANTED]):
                return slot
            continue
        for place in range(count):
            other = tally[QUEUE + 3 * tally[ROOM] + place]
            base = other * size
            cost = price(case, base)
            if known(work, base):
                continue
            if cost + whole(leg[LENGTH]) > leg[LIMIT]:
                if refusals == 0:
                    stop[4] = TOO_DEAR
                    stop[5] = -1.0
                    stop[6] = ways[base + S]
                    stop[7] = 0.0
                refusals += 1
                continue
            push(work, cost, other)
    for place in range(4):
        stop[place] = stop[4 + place]
    return -1


@kernel
def too_dear(case: Case, slot: int) -> bool:
    """Whether a walk from the floor has to climb, and cannot afford to: said without following it."""
    land, _, leg, manner, work = case
    ways = work[3]
    tally = work[5]
    base = slot * (HEAD + 11 * tally[MOST])
    least = 0 if manner[FLIES] else min(1, manner[LEAST]) if ways[base + LADDER] > 0 else manner[LEAST]
    if (manner[MAY_CLIMB] or manner[FLIES]) and whole(leg[LENGTH]) + least <= leg[LIMIT]:
        return False
    if leg[WANTED] >= 0 and lowered(land, work, leg[WANTED] / 100.0, 3 * land[0][0], tally[UNDER_END]) > EPS:
        refuse(work, TOO_DEAR, -1, leg[LENGTH], 0.0)
        return True
    touch, hit = contact(case, base)
    if hit >= 0 and touch < inf:
        refuse(work, TOO_DEAR, work[1][hit], touch, 0.0)
        return True
    return False


@kernel
def planned(case: Case, first: int) -> None:
    """Add a way for each place where the mover could change to the chosen height.

    At contact, up to 1" before, under it, at the start, at the end.
    """
    land, _, leg, manner, work = case
    kinds, sizes, _, _, _ = land
    spans, parts, extra, ways, _, tally, _ = work
    size = HEAD + 11 * tally[MOST]
    length = leg[LENGTH]
    # A plan is a climb (1" by ladder), or a floor that costs 1" to pass.
    least = 0 if manner[FLIES] else min(1, manner[LEAST])
    target = lowered(land, work, leg[WANTED] / 100.0, 3 * kinds[0], tally[UNDER_END])
    if target < leg[BEGIN]:
        some = False
        for span in range(tally[SPANS]):
            shape = parts[span]
            if some or not kinds[10 + 8 * shape] & OPEN_FLOOR or abs(sizes[8 * shape + 5] - leg[BEGIN]) > EPS:
                continue
            for place in range(2):
                at = length if place == 0 else 0.0
                if over(work, span, at):
                    slot = fork(work, first)
                    ways[slot * size + PLAN_AT] = at
                    ways[slot * size + PLAN_SHAPE] = float(shape)
                    push(work, 1, slot)
                    some = True
        return
    hazards = 4 * kinds[2] * kinds[0] + 2 * kinds[2]
    for span in range(tally[SPANS]):
        shape = parts[span]
        if not kinds[10 + 8 * shape] & STANDING or abs(sizes[8 * shape + 5] - target) > EPS:
            continue
        low = spans[4 * span]
        after = -1.0
        while True:
            # The next of the places, in order and each once.
            at = inf
            for place in range(3):
                here = max(0.0, low) if place == 0 else max(0.0, low - 1) if place == 1 else length
                if after < here < at:
                    at = here
            for other in range(tally[SPANS]):
                here = spans[4 * other]
                if low - 1 - EPS <= here <= length and here > 0 and after < here < at:
                    at = here
            for place in range(hazards, hazards + 2 * tally[DANGERS], 2):
                here = extra[place]
                if low - 1 - EPS <= here and here >= 0 and after < here < at:
                    at = here
            if at > length:
                break
            after = at
            if low - 1 - EPS <= at:
                slot = fork(work, first)
                ways[slot * size + PLAN_AT] = at
                ways[slot * size + PLAN_SHAPE] = float(shape)
                push(work, least, slot)
            if tally[FULL]:
                return


# -- jumping -----------------------------------------------------------------------------------------------------------


@kernel
def jump_edge(case: Case, z: float) -> float:
    """How far the centre stays over the surface it starts on: to the edge it jumps from."""
    land, _, leg, _, work = case
    sizes = land[1]
    parts = work[1]
    end = 0.0
    grown = True
    while grown:
        grown = False
        for span in range(work[5][SPANS]):
            shape = parts[span]
            level = sizes[8 * shape + 6]
            if abs(sizes[8 * shape + 5] - z) <= EPS or (level >= 0 and abs(level - z) <= EPS):
                begin = gap(land, shape, leg[X0], leg[Y0])
                met, low, high = stretch(land, leg, shape, EPS, begin, gap(land, shape, leg[X1], leg[Y1]))
                if met and low <= end + TINY and min(high, leg[LENGTH]) > end + TINY:
                    end = min(high, leg[LENGTH])
                    grown = True
    return end


@kernel
def jump(case: Case, slot: int) -> int:
    """A jump: from the edge of what carries the mover, up to 4" of travel, at the height of take-off.

    The number of its way; STOPPED if it is refused; GOES_ON if it ends in a climb that is followed like any other.
    """
    land, _, leg, manner, work = case
    kinds, sizes, _, _, _ = land
    spans, parts, _, ways, _, tally, _ = work
    base = slot * (HEAD + 11 * tally[MOST])
    z = ways[base + Z]
    carried = -1
    standing = False
    level = inf
    for place in range(2 * kinds[0], 2 * kinds[0] + tally[UNDER_START]):
        shape = parts[place]
        what = kinds[10 + 8 * shape]
        if what & SOLID and not what & RUNGS and abs(sizes[8 * shape + 5] - z) <= EPS:
            carried = shape if carried < 0 else carried
            standing = standing or (what & STANDING) != 0
            level = min(level, sizes[8 * shape + 6])
            if sizes[8 * shape + 6] < 0:
                level = -inf
    if z <= EPS or carried < 0:
        refuse(work, NO_TERRAIN, -1, 0.0, 0.0)
        return STOPPED
    if manner[ERRATA] and (z <= 2 + EPS or not standing):
        refuse(work, LOW_JUMP, carried, 0.0, 0.0)
        return STOPPED
    if level > -inf:
        z = level
        ways[base + Z] = z
    edge = jump_edge(case, z)
    length = leg[LENGTH]
    if length - edge > 4 + EPS:
        refuse(work, FAR_JUMP, -1, length, length - edge)
        return STOPPED
    home = kinds[9 + 8 * carried]
    stack = QUEUE + 5 * tally[ROOM]
    done = -1
    for _ in range(tally[SPANS]):
        # The spans in order of contact, the highest first, then of their numbers.
        span = -1
        for other in range(tally[SPANS]):
            if (done < 0 or after(land, work, other, done)) and (span < 0 or after(land, work, span, other)):
                span = other
        done = span
        shape = parts[span]
        low = spans[4 * span]
        if not obstructs(case, shape, z) or entry(case, span, 0.0, z) == inf:
            continue
        if kinds[10 + 8 * shape] & WALLED:
            refuse(work, NO_JUMP_WALL, shape, max(0.0, low), 0.0)
            return STOPPED
        rampart = sizes[8 * shape + 6]
        if rampart >= 0 and abs(rampart - z) <= EPS and kinds[9 + 8 * shape] == home and low <= edge + EPS:
            climbed = False
            for place in range(base + HEAD, base + HEAD + 6 * int(ways[base + CHARGES]), 6):
                climbed = climbed or ways[place] == CLIMBED or ways[place] == LADDERED
            if low >= 0.0 and not climbed:
                # The rampart is climbed; the jump still starts from the level.
                if lift(case, base, low, low, sizes[8 * shape + 5], stack, alone(work, shape, stack)) != FINE:
                    return STOPPED
                ways[base + Z] = z
        elif sizes[8 * shape + 5] > z + 1 + EPS:
            if low < 0.0:
                refuse(work, CAUGHT, shape, 0.0, 0.0)
                return STOPPED
            passages(case, base, low)
            advance(work, base, low)
            top, count = pile(case, span, sizes[8 * shape + 5], stack)
            if lift(case, base, low, low, top, stack, count) != FINE:
                return STOPPED
            push(work, 0, slot)
            return GOES_ON
    passages(case, base, length)
    advance(work, base, length)
    if touch_down(case, base) != FINE:
        return STOPPED
    if leg[WANTED] >= 0 and round(raised(land, work, ways[base + Z]) * 100.0) != round(leg[WANTED]):
        refuse(work, JUMP_HEIGHT, -1, length, 0.0)
        return STOPPED
    return slot


@kernel
def after(land: Land, work: Work, one: int, other: int) -> bool:
    """Whether a jump meets one span after another."""
    sizes = land[1]
    spans = work[0]
    parts = work[1]
    if spans[4 * one] != spans[4 * other]:
        return spans[4 * one] > spans[4 * other]
    high = sizes[8 * parts[one] + 5]
    low = sizes[8 * parts[other] + 5]
    return high < low or (high == low and one > other)


@kernel
def touch_down(case: Case, base: int) -> float:
    """End a jump: on a surface within 1" of its height at no cost, else drop from there."""
    land, _, leg, _, work = case
    kinds, sizes, _, _, _ = land
    parts = work[1]
    ways = work[3]
    tally = work[5]
    height = ways[base + Z]
    landing = -inf
    for place in range(3 * kinds[0], 3 * kinds[0] + tally[UNDER_END]):
        shape = parts[place]
        what = kinds[10 + 8 * shape]
        if what & SOLID and not what & RUNGS and abs(sizes[8 * shape + 5] - height) <= 1 + EPS:
            landing = max(landing, sizes[8 * shape + 5])
    if landing == -inf:
        for span in range(tally[SPANS]):
            if over(work, span, leg[LENGTH]) and abs(sizes[8 * parts[span] + 5] - height) <= 1 + EPS:
                return refuse(work, NO_CENTRE, parts[span], leg[LENGTH], 0.0)
        return land_on(case, base, leg[LENGTH], height)
    grown = True
    while grown:
        grown = False
        for span in range(tally[SPANS]):
            shape = parts[span]
            if sizes[8 * shape + 5] > landing and over(work, span, leg[LENGTH]) and obstructs(case, shape, landing):
                landing = sizes[8 * shape + 5]
                grown = True
    ways[base + Z] = landing
    return FINE


# -- a leg -------------------------------------------------------------------------------------------------------------


@kernel
def leg_of(
    x0: float,
    y0: float,
    z: float,
    radius: float,
    tall: float,
    x1: float,
    y1: float,
    wanted: float,
    limit: float,
    allowance: float,
) -> Leg:
    """A straight leg from a place, at a height, to another, all in inches; `wanted` and `allowance` are in
    hundredths."""
    length = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
    ux = (x1 - x0) / length if length > 0 else 0.0
    uy = (y1 - y0) / length if length > 0 else 0.0
    return x0, y0, x1, y1, ux, uy, length, radius, tall, z, z, wanted, limit, allowance


@kernel
def judge(land: Land, view: View, leg: Leg, manner: Manner, ladder: bool, near: Counts, count: int, work: Work) -> int:
    """Judge a straight leg: the number of the way that takes it, below 0 if it is refused; the tally says if room ran
    out."""
    kinds, sizes, _, _, _ = land
    tally = work[5]
    tally[SLOTS] = 0
    tally[WAITING] = 0
    tally[SEEN] = 0
    tally[FULL] = 0
    tally[PUSHED] = 0
    board = 8 * (kinds[0] + kinds[1])
    if min(leg[X1], leg[Y1], sizes[board] - leg[X1], sizes[board + 1] - leg[Y1]) < leg[RADIUS] - EPS:
        refuse(work, OFF_BOARD, -1, leg[LENGTH], 0.0)
        return STOPPED
    lay(land, leg, work, near, count)
    begin = lowered(land, work, leg[START_Z], 2 * kinds[0], tally[UNDER_START])
    x0, y0, x1, y1, ux, uy, length, radius, tall, z, _, wanted, limit, allowance = leg
    case = (
        land,
        view,
        (x0, y0, x1, y1, ux, uy, length, radius, tall, z, begin, wanted, limit, allowance),
        manner,
        work,
    )
    first = new_way(work, 0.0, begin, 1.0 if ladder and kinds[3] > 0 else 0.0)
    way = fork(work, first)
    if manner[JUMP]:
        ended = jump(case, way)
        if ended != GOES_ON:
            return ended
    else:
        push(work, 0, way)
        if limit < UNLIMITED and begin <= EPS and too_dear(case, way):
            return STOPPED
        if wanted >= 0:
            planned(case, first)
    return cheapest(case)


@kernel
def fixed(leg: Leg, manner: Manner, work: Work, slot: int) -> int:
    """Inches of a judged leg that are charged whatever was dropped before."""
    ways = work[3]
    base = slot * (HEAD + 11 * work[5][MOST])
    inches = 0
    for place in range(base + HEAD, base + HEAD + 6 * int(ways[base + CHARGES]), 6):
        inches += int(ways[place + 1])
    if manner[JUMP] or manner[MERGE]:
        return inches + whole(leg[LENGTH])
    return inches + stretched(work, base, leg[LENGTH])

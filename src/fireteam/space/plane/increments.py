"""One straight leg of a move, judged exactly: what it climbs, drops, jumps and passes (KT-GEO-16, KT-GEO-17).

The judge itself is movekernels.py; here its numbers become charges, stages and reasons.
"""

from __future__ import annotations

from itertools import pairwise

from fireteam.space.plane import coursekernels as c
from fireteam.space.plane import movekernels as m
from fireteam.space.plane.jit import coursers, movers
from fireteam.space.plane.lands import land_of, manner_of
from fireteam.space.plane.legs import ALLOWANCE, WALKING, Charge, Gait, Increment, Refused, Stage, Step, dropped
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.placing import Ground

KINDS = {
    c.CLIMBED: ("climb", "KT-TM-03"),
    c.LADDERED: ("climb", "KT-EQ-12"),
    c.DROPPED: ("drop", "KT-TM-05"),
    c.PASSED: ("opening", "KT-GEO-17"),
    c.ENTRY: ("opening", "KT-TT-01"),
    c.WIRED: ("wire", "KT-EQ-07"),
}
"""What inches are for, and by which rule."""

REASONS = {
    m.NOT_THERE: ("the leg does not lead to the chosen height", "KT-GEO-16"),
    m.TOO_DEAR: ('it costs more than {limit}"', "KT-REPO-01"),
    m.HAZARD: ("the base would touch a hazardous area", "KT-BHETA-03"),
    m.IN_THE_WAY: ("a part is in the way", "KT-BASE-04"),
    m.NO_ROOM: ("there is no room to drop to", "KT-GEO-16"),
    m.DROP_HAZARD: ("the drop would end in a hazardous area", "KT-BHETA-03"),
    m.AT_HEIGHT: ("the leg is at the chosen height already", "KT-GEO-16"),
    m.TOO_HIGH: ('terrain to climb is at most {reach}" up', "KT-TM-02"),
    m.NOT_ACCESSIBLE: ("a floor that is not Accessible carries the base", "KT-GEO-17"),
    m.NO_ROOM_UNDER: ("there is no room under the floor", "KT-GEO-16"),
    m.CAUGHT: ("the base is caught on a part", "KT-BASE-04"),
    m.WALL: ("walls cannot be climbed", "KT-GALL-01"),
    m.NO_CLIMB: ("this action cannot climb", "KT-DASH-02"),
    m.LONG_CLIMB: ('no single climb passes {reach}"', "KT-TM-02"),
    m.OVERHEAD: ("a solid part overhead stops the climb", "KT-GEO-16"),
    m.UNSEEN: ("the part to climb is not visible", "KT-TM-02"),
    m.NO_TERRAIN: ("a jump starts with the centre over terrain", "KT-TM-07"),
    m.NO_VANTAGE: ('a jump starts from Vantage terrain more than 2" up', "KT-TM-07"),
    m.FAR_JUMP: ('a jump goes at most 4" beyond the edge, not {value:.2f}"', "KT-TM-07"),
    m.NO_JUMP_WALL: ("walls cannot be jumped over", "KT-GALL-01"),
    m.NO_CENTRE: ("a jump on to terrain ends with the centre over it", "KT-TM-07"),
    m.JUMP_HEIGHT: ("the jump does not lead to the chosen height", "KT-GEO-16"),
    m.OFF_BOARD: ("the base would leave the killzone", "KT-BASE-05"),
}
"""Why a leg is refused, and by which rule."""


def increment(
    ground: Ground,
    start: Body,
    step: Step,
    gait: Gait = WALKING,
    allowance: int = ALLOWANCE,
    ladder: bool = True,
    limit: int = c.UNLIMITED,
) -> Increment | Refused:
    """Judge one straight leg against terrain, hazards and the edge of the board: its cost item by item, or why not (KT-GEO-16)."""
    land, kernel, scale = land_of(ground), movers(), 1
    leg: c.Leg = kernel.leg_of(
        *(start.x / INCH, start.y / INCH, start.z / INCH, start.radius, start.height / INCH, step.x / INCH, step.y / INCH),
        *(-1.0 if step.z is None else float(step.z), float(limit), float(allowance)),
    )
    manner = manner_of(gait, step.jump)
    view = land.view()
    while True:
        work = land.work(scale)
        way: int = kernel.judge(land.tables, view, leg, manner, ladder and step.ladder, land.everything, land.shapes, work)
        if not work[5][c.FULL]:
            break
        scale *= 2
    return (
        _refused(ground, step, leg, limit, gait.reach, work) if way < 0 else _finished(ground, start, step, gait, allowance, leg, work, way)
    )


def _refused(ground: Ground, step: Step, leg: c.Leg, limit: int, reach: int, work: c.Work) -> Refused:
    """Why the judge refuses a leg, in words."""
    why, shape, at, value = work[6][:4]
    reason, rule = REASONS[why]
    if why == m.OFF_BOARD:
        return Refused(reason, rule, at=(step.x, step.y))
    part = ground.shapes[int(shape)].id if shape >= 0 else ""
    place = round((leg[c.X0] + leg[c.UX] * at) * INCH), round((leg[c.Y0] + leg[c.UY] * at) * INCH)
    return Refused(reason.format(limit=limit, value=value, reach=reach), rule, part, place)


def _finished(ground: Ground, start: Body, step: Step, gait: Gait, allowance: int, leg: c.Leg, work: c.Work, way: int) -> Increment:
    """The leg with its charges in order, the drops charged with what is left of the allowance."""
    ways, most, length = work[3], work[5][c.MOST], leg[c.LENGTH]
    base = way * (c.HEAD + 11 * most)
    z, first = ways[base + c.Z], base + c.HEAD
    found = [ways[at : at + 5] for at in range(first, first + 6 * int(ways[base + c.CHARGES]), 6)]
    drops = tuple(int(drop) for drop in ways[first + 9 * most : first + 9 * most + int(ways[base + c.DROPS])])
    charged = iter(dropped(drops, allowance)[0])
    charges: list[Charge] = []
    if step.jump:
        charges.append(Charge("jump", whole_inches(length), length, 0.0, "", "KT-TM-07"))
    elif gait.merge:
        if length > 0:
            charges.append(Charge("walk", whole_inches(length), length, 0.0, "", "KT-REPO-02"))
    else:
        cuts = sorted({0.0, length, *(row[3] for row in found if KINDS[row[0]][0] in {"climb", "drop"})})
        charges += [Charge("walk", whole_inches(b - a), b - a, a, "", "KT-REPO-02") for a, b in pairwise(cuts) if b - a > EPS]
    for kind, inches, long, at, shape in found:
        name, rule = KINDS[kind]
        part = ground.shapes[int(shape)].id if shape >= 0 else ""
        charges.append(Charge(name, next(charged) if name == "drop" else int(inches), long, at, part, rule))
    if len(charges) > 1:
        charges.sort(key=lambda charge: charge.at)
    at = first + 6 * most
    stages = [Stage(*ways[place : place + 3]) for place in range(at, at + 3 * int(ways[base + c.STAGES]), 3)] or [Stage(0.0, 0.0, z)]
    if abs(stages[-1].z - z) > EPS:
        stages.append(Stage(length, length, z))
    end = Body(step.x, step.y, round(coursers().raised(land_of(ground).tables, work, z) * INCH), start.radius, start.height)
    # The first of the ways is where the leg begins.
    used = ways[c.LADDER] > 0 and ways[base + c.LADDER] == 0
    return Increment(end, length, tuple(charges), tuple(stages), drops, used)

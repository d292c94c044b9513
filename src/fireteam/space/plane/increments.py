"""One straight leg of a move, judged exactly: what it climbs, drops, jumps and passes.

The judge itself is movekernels.py; here its numbers become charges, stages and faults.
"""

from __future__ import annotations

from itertools import pairwise

from fireteam.space.plane import coursekernels as c
from fireteam.space.plane import movekernels as m
from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.jit import coursers, movers
from fireteam.space.plane.lands import land_of, manner_of
from fireteam.space.plane.legs import ALLOWANCE, WALKING, Charge, Gait, Increment, Stage, Step, dropped
from fireteam.space.plane.measure import whole_inches
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.placing import Ground

KINDS = {
    c.CLIMBED: "climb",
    c.LADDERED: "ladder",
    c.DROPPED: "drop",
    c.PASSED: "opening",
    c.ENTRY: "opening",
    c.WIRED: "wire",
}
"""What inches are for."""

FAULTS = {
    m.NOT_THERE: Fault.NOT_THERE,
    m.TOO_DEAR: Fault.TOO_DEAR,
    m.HAZARD: Fault.HAZARD,
    m.IN_THE_WAY: Fault.IN_THE_WAY,
    m.NO_ROOM: Fault.NO_ROOM,
    m.DROP_HAZARD: Fault.DROP_HAZARD,
    m.AT_HEIGHT: Fault.AT_HEIGHT,
    m.TOO_HIGH: Fault.TOO_HIGH,
    m.CLOSED_FLOOR: Fault.CLOSED_FLOOR,
    m.NO_ROOM_UNDER: Fault.NO_ROOM_UNDER,
    m.CAUGHT: Fault.CAUGHT,
    m.WALL: Fault.WALL,
    m.NO_CLIMB: Fault.NO_CLIMB,
    m.LONG_CLIMB: Fault.LONG_CLIMB,
    m.OVERHEAD: Fault.OVERHEAD,
    m.UNSEEN: Fault.UNSEEN,
    m.NO_TERRAIN: Fault.NO_TERRAIN,
    m.LOW_JUMP: Fault.LOW_JUMP,
    m.FAR_JUMP: Fault.FAR_JUMP,
    m.NO_JUMP_WALL: Fault.WALL_JUMP,
    m.NO_CENTRE: Fault.NO_CENTRE,
    m.JUMP_HEIGHT: Fault.JUMP_HEIGHT,
    m.OFF_BOARD: Fault.OFF_BOARD,
}
"""Why a leg is refused, by the numbers of the judge."""


def increment(
    ground: Ground,
    start: Body,
    step: Step,
    gait: Gait = WALKING,
    allowance: int = ALLOWANCE,
    ladder: bool = True,
    limit: int = c.UNLIMITED,
) -> Increment | Refused:
    """Judge one straight leg against terrain, hazards and the edge of the board: its cost item by item, or why not."""
    land, kernel, scale = land_of(ground), movers(), 1
    leg: c.Leg = kernel.leg_of(
        *(
            start.x / INCH,
            start.y / INCH,
            start.z / INCH,
            start.radius,
            start.height / INCH,
            step.x / INCH,
            step.y / INCH,
        ),
        *(-1.0 if step.z is None else float(step.z), float(limit), float(allowance)),
    )
    manner = manner_of(gait, step.jump)
    view = land.view()
    while True:
        work = land.work(scale)
        way: int = kernel.judge(
            land.tables, view, leg, manner, ladder and step.ladder, land.everything, land.shapes, work
        )
        if not work[5][c.FULL]:
            break
        scale *= 2
    return (
        _refused(ground, step, leg, limit, gait.reach, work)
        if way < 0
        else _finished(ground, start, step, gait, allowance, leg, work, way)
    )


def _refused(ground: Ground, step: Step, leg: c.Leg, limit: int, reach: int, work: c.Work) -> Refused:
    """Why the judge refuses a leg, and where."""
    why, shape, at, value = work[6][:4]
    fault = FAULTS[why]
    if fault == Fault.OFF_BOARD:
        return Refused(fault, at=(step.x, step.y))
    numbers = {Fault.TOO_DEAR: (limit,), Fault.TOO_HIGH: (reach,), Fault.LONG_CLIMB: (reach,), Fault.FAR_JUMP: (value,)}
    part = ground.shapes[int(shape)].id if shape >= 0 else ""
    place = round((leg[c.X0] + leg[c.UX] * at) * INCH), round((leg[c.Y0] + leg[c.UY] * at) * INCH)
    return Refused(fault, numbers.get(fault, ()), part, place)


def _finished(
    ground: Ground, start: Body, step: Step, gait: Gait, allowance: int, leg: c.Leg, work: c.Work, way: int
) -> Increment:
    """The leg with its charges in order, the drops charged with what is left of the allowance."""
    ways, most, length = work[3], work[5][c.MOST], leg[c.LENGTH]
    base = way * (c.HEAD + 11 * most)
    z, first = ways[base + c.Z], base + c.HEAD
    found = [ways[at : at + 5] for at in range(first, first + 6 * int(ways[base + c.CHARGES]), 6)]
    drops = tuple(int(drop) for drop in ways[first + 9 * most : first + 9 * most + int(ways[base + c.DROPS])])
    charged = iter(dropped(drops, allowance)[0])
    charges: list[Charge] = []
    if step.jump:
        charges.append(Charge("jump", whole_inches(length), length, 0.0, ""))
    elif gait.merge:
        if length > 0:
            charges.append(Charge("walk", whole_inches(length), length, 0.0, ""))
    else:
        cuts = sorted({0.0, length, *(row[3] for row in found if KINDS[row[0]] == "drop")})
        charges += [Charge("walk", whole_inches(b - a), b - a, a, "") for a, b in pairwise(cuts) if b - a > EPS]
    for kind, inches, long, at, shape in found:
        name = KINDS[kind]
        part = ground.shapes[int(shape)].id if shape >= 0 else ""
        charges.append(Charge(name, next(charged) if name == "drop" else int(inches), long, at, part))
    if len(charges) > 1:
        charges.sort(key=lambda charge: charge.at)
    at = first + 6 * most
    stages = [Stage(*ways[place : place + 3]) for place in range(at, at + 3 * int(ways[base + c.STAGES]), 3)] or [
        Stage(0.0, 0.0, z)
    ]
    if abs(stages[-1].z - z) > EPS:
        stages.append(Stage(length, length, z))
    end = Body(
        step.x, step.y, round(coursers().raised(land_of(ground).tables, work, z) * INCH), start.radius, start.height
    )
    # The first of the ways is where the leg begins.
    used = ways[c.LADDER] > 0 and ways[base + c.LADDER] == 0
    return Increment(end, length, tuple(charges), tuple(stages), drops, used)

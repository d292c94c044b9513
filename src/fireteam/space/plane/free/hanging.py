"""Climbs that stop half way, and go on from there."""

from __future__ import annotations

from math import hypot

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import BLOCK, LADDER, STEP
from fireteam.space.plane.free.floorkernels import TOUCH
from fireteam.space.plane.free.pieces import CLIMBABLE, RUNGS
from fireteam.space.plane.free.shapekernels import EPS, away
from fireteam.space.plane.free.walking import Judge, Kind, Leg, Refused, Verdict
from fireteam.space.plane.model import INCH

Place = tuple[float, float, float]


def part_climbed(
    judge: Judge, number: int, at: Place, leg: Leg, hanging: bool
) -> tuple[float, float] | tuple[float, float, bool] | Refused | None:
    """A climb that begins or ends between floors: its cost and height, and True if it ends there; None: no such leg."""
    if leg.kind not in (Kind.CLIMB, Kind.LADDER):
        return Refused(Verdict.MID_CLIMB, number) if hanging else None
    to: Place = (leg.x / INCH, leg.y / INCH, leg.z / INCH)
    lands = jit.walks().floor_at(judge.field.tables, *to) >= 0
    if lands and not hanging:
        return None
    edge = at if hanging else to
    if hanging and not lands and hypot(at[0] - to[0], at[1] - to[1]) > EPS:
        return Refused(Verdict.NO_FACE, number)
    faces = [
        (low, high)
        for low, high in spans(judge, leg.kind, edge)
        if all(low - STEP - EPS <= z <= high + EPS for z in (at[2], to[2]))
    ]
    if not faces:
        return Refused(Verdict.NO_FACE, number)
    high = faces[0][1]
    walked = 0.0
    if not hanging:
        found = _along(judge, number, at, (edge[0], edge[1]), (*edge[:2], high))
    elif lands:
        found = _along(judge, number, (edge[0], edge[1], to[2]), (to[0], to[1]), (*edge[:2], high))
    else:
        found = 0.0
    if isinstance(found, Refused):
        return found
    walked += found + abs(to[2] - at[2]) * (2.0 if leg.kind is Kind.CLIMB else 1.0)
    return (walked, to[2]) if lands else (walked, to[2], True)


def _along(judge: Judge, number: int, at: Place, to: tuple[float, float], beside: Place) -> float | Refused:
    """The part of such a leg that is walked, to or from the edge."""
    code, cost, _, measure, met = jit.walks().walk(
        judge.field.tables,
        *at,
        *to,
        judge.radius,
        judge.tall,
        2 * judge.radius,
        beside,
        judge.others.table,
        len(judge.others),
        judge.needs,
        judge.pieces,
        judge.work,
    )
    length = hypot(to[0] - at[0], to[1] - at[1])
    if code == Verdict.EDGE and measure >= length - TOUCH:
        return length
    return float(cost) if code == Verdict.FINE else Refused(Verdict(code), number, met, measure)


def spans(judge: Judge, kind: Kind, at: Place) -> list[tuple[float, float]]:
    """From which height to which there is something to climb at a place."""
    field = judge.field
    found = []
    wanted = CLIMBABLE if kind is Kind.CLIMB else RUNGS
    for block in range(field.block_count):
        row = BLOCK * block
        if int(field.blocks[row + 6]) & wanted:
            ends = int(field.blocks[row + 7]), int(field.blocks[row + 8])
            if away(field.edges, *ends, at[0], at[1]) <= TOUCH:
                found.append((field.blocks[row + 4], field.blocks[row + 5]))
    if kind is Kind.LADDER:
        for ladder in range(field.ladder_count):
            row = LADDER * ladder
            if hypot(field.ladders[row] - at[0], field.ladders[row + 1] - at[1]) <= judge.radius + TOUCH:
                found.append((field.ladders[row + 2], field.ladders[row + 3]))
    return found

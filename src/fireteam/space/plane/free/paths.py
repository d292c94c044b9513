"""Whole paths: judged leg by leg, with what happens on the way."""

from __future__ import annotations

from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.hanging import part_climbed
from fireteam.space.plane.free.happenings import Diary
from fireteam.space.plane.free.shapekernels import EPS
from fireteam.space.plane.free.shapes import NOBODY, Others
from fireteam.space.plane.free.walking import HANGS, Judge, Leg, Move, Refused, Verdict, Walker, Watch
from fireteam.space.plane.model import INCH


def judge(
    field: Field, walker: Walker, legs: tuple[Leg, ...], others: Others = NOBODY, watches: tuple[Watch, ...] = ()
) -> Move | Refused:
    """A whole path: the move it is, with what happens on the way in order, or why it is none."""
    at = Judge(field, walker, others)
    body = walker.body
    place = (body.x / INCH, body.y / INCH, body.z / INCH)
    spent, hanging = 0.0, walker.hanging
    costs: list[float] = []
    diary = Diary(at, watches)
    for number, leg in enumerate(legs):
        part = part_climbed(at, number, place, leg, hanging)
        found = at.leg(number, place, leg) if part is None else part
        if isinstance(found, Refused):
            return found
        diary.note(number, place, leg, spent, hanging or part is not None)
        hanging = part is not None and len(part) > 2
        spent += found[0]
        costs.append(spent)
        place = (leg.x / INCH, leg.y / INCH, found[1])
    if spent > walker.allowance + EPS:
        return Refused(Verdict.ALLOWANCE, len(legs) - 1, -1, spent)
    if hanging and not walker.bits & HANGS:
        return Refused(Verdict.MID_CLIMB, len(legs) - 1)
    refused = None if hanging else at.ends(len(legs) - 1, place)
    if refused is not None:
        return refused
    end = body._replace(x=round(place[0] * INCH), y=round(place[1] * INCH), z=round(place[2] * INCH))
    return Move(
        body, legs, tuple(costs), end, spent, tuple(sorted(diary.events, key=lambda event: event.cost)), hanging
    )

"""The table as the plane knows it: the field under the state of doors, lifts and pieces, and what the plane refuses in
our words (NE-MOV-05, NE-MOV-07, NE-MOV-13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from fireteam.kit.plane.refusals import Refused, Words
from fireteam.space.plane.free import walking
from fireteam.space.plane.free.outlines import cut
from fireteam.space.plane.free.plan import Piece, States
from fireteam.space.plane.free.walking import Verdict

if TYPE_CHECKING:
    from fireteam.games.necromunda.state import Thing
    from fireteam.space.plane.free.field import Field
    from fireteam.space.plane.free.plan import Plan
    from fireteam.space.plane.model import Polygon

GONE = "gone"
"""The state of a piece that has been removed from the table."""


def states_of(things: Mapping[str, Thing], fixed: frozenset[str], placed: tuple[Piece, ...]) -> States:
    """How the pieces of a map stand: those that the map has in their states, those removed, and what was put down."""
    shown = tuple(sorted((id, thing.state) for id, thing in things.items() if id in fixed and thing.state != GONE))
    removed = tuple(sorted(id for id in fixed if id not in things or things[id].state == GONE))
    return States(shown, removed, placed)


@lru_cache(maxsize=256)
def field_under(plan: Plan, states: States) -> Field:
    """The field of a plan in these states: on it each inch through difficult ground or of climbing costs two
    (NE-MOV-05), obstacles cost their height and are never ended on (NE-MOV-07), steps are free and ladders and stairs
    cost their length (NE-MOV-13)."""
    return plan.under(states)


def on_table(plan: Plan, outline: Sequence[tuple[float, float]]) -> Polygon:
    """A convex outline as far as the table goes, in hundredths."""
    rest = list(outline)
    for a, b, c in ((-1, 0, 0), (0, -1, 0), (1, 0, plan.width), (0, 1, plan.height)):
        rest = cut(rest, a, b, c)
    corners = [(round(x), round(y)) for x, y in rest]
    return tuple(
        (x, y)
        for number, (x, y) in enumerate(corners)
        for (x0, y0), (x1, y1) in [(corners[number - 1], corners[(number + 1) % len(corners)])]
        if (x - x0) * (y1 - y) - (y - y0) * (x1 - x) > 0  # rounding leaves no straight corner
    )


REFUSALS: dict[Verdict, Words] = {
    Verdict.OFF: Words("NE-MOV-14", "the table ends there"),
    Verdict.EDGE: Words("NE-MOV-08", "the way goes on at the same level: there is an edge"),
    Verdict.GAP: Words("NE-MOV-08", 'no gap is wider than the base: it is {measure:.2f}" wide'),
    Verdict.BLOCK: Words("NE-MOV-07", "nothing impassable is in the way: {piece}"),
    Verdict.OTHER: Words("NE-MOV-02", "nobody is in the way or nearer than allowed: {other}"),
    Verdict.ENDS_ON: Words("NE-MOV-07", "it does not end on an obstacle: {piece}"),
    Verdict.OVERLAPS: Words("NE-MOV-01", "nobody stands there: {other}"),
    Verdict.NO_FACE: Words("NE-MOV-05", "there is something to climb, or a ladder"),
    Verdict.NO_FLOOR: Words("NE-MOV-13", "a floor carries it there"),
    Verdict.TOO_NEAR: Words("NE-MOV-02", 'it does not end within 1" of an enemy: {other}'),
    Verdict.DANGER: Words("NE-MOV-06", "the way is not dangerous"),
    Verdict.ALLOWANCE: Words("NE-STD-01", 'it goes far enough: the way costs {measure:.2f}"'),
    Verdict.CANNOT: Words("NE-PIN-03", "it moves in that way"),
    Verdict.NO_LIFT: Words("NE-MOV-11", "a lift goes there that it may ride"),
    Verdict.MID_CLIMB: Words("NE-MOV-12", "it does not end in the middle of a climb"),
    Verdict.NO_WAY: Words("NE-MOV-01", 'a way of at most {measure:.2f}" leads there'),
    Verdict.NO_GAP: Words("NE-MOV-08", "there is a gap to leap"),
}
"""The rule and the words for each reason of the plane."""


def in_words(
    refused: walking.Refused, pieces: list[str], others: list[str], legs: Sequence[walking.Leg] = ()
) -> Refused:
    """What the plane refuses of a move, in our words: of one of its legs, or that no way leads there at all."""
    rule, text = REFUSALS[refused.code]
    named = refused.number >= 0
    piece = pieces[refused.number] if named and refused.number < len(pieces) else "terrain"
    other = others[refused.number] if named and refused.number < len(others) else "somebody"
    reason = text.format(measure=refused.measure, piece=piece or "the ground", other=other)
    part = piece if refused.code in (Verdict.BLOCK, Verdict.ENDS_ON) else ""
    if not 0 <= refused.leg < len(legs):  # who stays has made no leg
        return Refused(reason, rule, part, leg=0)
    return Refused(reason, rule, part, (round(legs[refused.leg].x), round(legs[refused.leg].y)), refused.leg + 1)

"""Legs on the three maps, by numbers that can be checked by hand."""

from __future__ import annotations

from math import pi, sqrt

import pytest

from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.plan import States
from fireteam.space.plane.free.shapes import BLOCKS, GHOST, KEEP, NOBODY, RING, Hull, Other, Others
from fireteam.space.plane.free.walking import (
    CHARGES,
    FOOT,
    HANGS,
    Event,
    Kind,
    Leg,
    Move,
    Refused,
    Verdict,
    Walker,
    Watch,
    What,
)
from fireteam.space.plane.free.ways import Ways
from fireteam.space.plane.model import Body
from tests.space.free.content import maps

MAPS = {name: plan.under() for name, plan in maps().items()}
Step = tuple[Kind, float, float, float]


def body(x: float, y: float, z: float = 0.0, radius: float = 0.5) -> Body:
    return Body(round(x * 100), round(y * 100), round(z * 100), radius, 160)


def go(
    name: str,
    start: Body,
    *steps: Step,
    others: Others = NOBODY,
    bits: int = FOOT,
    watches: tuple[Watch, ...] = (),
    lifts: tuple[tuple[str, int], ...] = (),
    hanging: bool = False,
    allowance: float = 20.0,
) -> Move | Refused:
    legs = tuple(Leg(kind, x * 100, y * 100, z * 100) for kind, x, y, z in steps)
    return judge(MAPS[name], Walker(start, allowance, bits, lifts, hanging), legs, others, watches)


def cost(answer: Move | Refused) -> float:
    assert isinstance(answer, Move), answer
    return answer.cost


def alike(found: object, wanted: object) -> bool:
    """Whether two are equal, inside tuples too where one of them is only nearly a number."""
    return found == wanted


def code(answer: Move | Refused) -> Verdict:
    assert isinstance(answer, Refused), answer
    return answer.code


def events(answer: Move | Refused) -> list[tuple[What, float, float]]:
    assert isinstance(answer, Move), answer
    return [(event.what, round(event.cost, 3), round(event.measure, 3)) for event in answer.events]


@pytest.mark.parametrize(
    ("name", "start", "step", "inches"),
    [
        ("kettleworks", body(1.4, 11), (Kind.WALK, 7, 11, 4), 1.6 + 4 * sqrt(2)),
        ("kettleworks", body(17, 10.5, 4), (Kind.WALK, 21, 10.5, 8), 2 + sqrt(20)),
        ("kettleworks", body(25.5, 22.5, 8, 0.8), (Kind.WALK, 25.5, 26, 8), 3.5),
        ("lockside", body(5, 7), (Kind.WALK, 5, 9.5, 0), 2.5 + 1),
        ("lockside", body(13, 28.5), (Kind.WALK, 19, 28.5, 0), 6 + 4),
        ("kettleworks", body(12, 5.4), (Kind.LADDER, 12, 6.6, 4), 1.2 + 4),
        ("causeway", body(8, 3.4), (Kind.CLIMB, 8, 4.6, 2.5), 1.2 + 5),
        ("causeway", body(8, 4.6, 2.5), (Kind.CLIMB, 8, 3.4, 0), 1.2 + 5),
        ("kettleworks", body(16, 41), (Kind.LADDER, 18, 41, -6), 2 + 6),
        ("kettleworks", body(18, 41, -6), (Kind.LADDER, 16, 41, 0), 2 + 6),
        ("causeway", body(18.6, 14), (Kind.WALK, 18.6, 16, 0.3), 2),
    ],
)
def test_what_legs_cost(name: str, start: Body, step: Step, inches: float) -> None:
    assert cost(go(name, start, step)) == pytest.approx(inches, abs=0.003)


@pytest.mark.parametrize(
    ("name", "start", "step", "verdict"),
    [
        ("kettleworks", body(25.5, 22.5, 8), (Kind.WALK, 25.5, 26, 8), Verdict.GAP),
        ("kettleworks", body(14, 5.4), (Kind.LADDER, 14, 6.6, 4), Verdict.NO_FACE),
        ("kettleworks", body(14, 5.4), (Kind.CLIMB, 14, 6.6, 4), Verdict.NO_FACE),
        ("kettleworks", body(16, 41), (Kind.WALK, 18, 41, 0), Verdict.EDGE),
        ("kettleworks", body(12, 7, 4), (Kind.WALK, 12, 4, 0), Verdict.EDGE),
        ("causeway", body(22, 14), (Kind.WALK, 22, 16, 0), Verdict.BLOCK),
        ("lockside", body(10, 9), (Kind.WALK, 14, 9, 0), Verdict.BLOCK),
        ("lockside", body(5, 7), (Kind.WALK, 5, 8.2, 0), Verdict.ENDS_ON),
        ("lockside", body(2, 2), (Kind.WALK, 0.4, 2, 0), Verdict.OFF),
        ("lockside", body(5, 7), (Kind.LEAP, 5, 7.5, 0), Verdict.NO_GAP),
        ("lockside", body(5, 7), (Kind.LIFT, 5, 7, 4), Verdict.NO_LIFT),
    ],
)
def test_what_stops_a_leg(name: str, start: Body, step: Step, verdict: Verdict) -> None:
    assert code(go(name, start, step)) is verdict


def test_more_than_the_allowance_is_refused_with_the_cost() -> None:
    answer = go("lockside", body(2, 2), (Kind.WALK, 6, 2, 0), allowance=3.99)
    assert isinstance(answer, Refused)
    assert alike((answer.code, answer.measure), (Verdict.ALLOWANCE, pytest.approx(4.0)))
    assert cost(go("lockside", body(2, 2), (Kind.WALK, 6, 2, 0), allowance=4.0)) == pytest.approx(4.0)


def test_who_cannot_climb_or_leap_does_not() -> None:
    assert code(go("causeway", body(8, 3.4), (Kind.CLIMB, 8, 4.6, 2.5), bits=0)) is Verdict.CANNOT
    assert code(go("kettleworks", body(25.5, 22.5, 8), (Kind.LEAP, 25.5, 26, 8), bits=0)) is Verdict.CANNOT


def test_a_leap_and_a_jump_say_where_they_are_tested() -> None:
    assert events(go("kettleworks", body(25.5, 22.5, 8), (Kind.LEAP, 25.5, 26, 8))) == [(What.LEAP, 1.0, 1.5)]
    answer = go("kettleworks", body(12, 7, 4), (Kind.JUMP, 12, 4.5, 0))
    assert alike((events(answer), cost(answer)), ([(What.JUMP, 1.0, 4.0)], pytest.approx(2.5, abs=0.003)))


def test_dangerous_ground_is_noted_where_the_centre_enters() -> None:
    answer = go("kettleworks", body(32, 46.5), (Kind.WALK, 36, 46.5, 0))
    assert alike((events(answer), cost(answer)), ([(What.DANGER, 1.0, 0.0)], pytest.approx(4 + 3)))


def test_a_watched_point_is_noted_where_the_gap_becomes_the_distance() -> None:
    watched = (Watch(200, 700, 0, 2.0), Watch(1310, 900, 0, 2.0))
    answer = go("lockside", body(2, 2), (Kind.WALK, 2, 9, 0), watches=watched)
    assert events(answer) == [(What.NEAR, 2.5, 2.0)]
    # Behind a wall nothing is near: the way round it is long.
    assert events(go("lockside", body(10.5, 8), (Kind.WALK, 10.5, 10, 0), watches=watched[1:])) == []


def test_a_lift_is_ridden_in_the_middle_of_a_move() -> None:
    steps = ((Kind.WALK, 21.5, 15.75, 0.0), (Kind.LIFT, 21.5, 15.75, 4.0), (Kind.WALK, 19.0, 15.75, 4.0))
    answer = go("lockside", body(23, 15.75), *steps, lifts=(("lift1", 1),))
    assert alike((cost(answer), events(answer)), (pytest.approx(4.0), [(What.LIFT, 1.5, 4.0)]))
    assert code(go("lockside", body(23, 15.75), *steps)) is Verdict.NO_LIFT


def test_a_climb_may_stop_half_way_only_if_told_so_and_goes_on_from_there() -> None:
    half = (Kind.CLIMB, 8, 4, 1.2)
    assert code(go("causeway", body(8, 3.4), half)) is Verdict.MID_CLIMB
    answer = go("causeway", body(8, 3.4), half, bits=FOOT | HANGS)
    assert isinstance(answer, Move) and answer.hanging
    assert answer.cost == pytest.approx(0.6 + 2.4)
    up = go("causeway", answer.end, (Kind.CLIMB, 8, 4.6, 2.5), hanging=True)
    assert cost(up) == pytest.approx(2.6 + 0.6)
    down = go("causeway", answer.end, (Kind.CLIMB, 8, 3.4, 0), hanging=True)
    assert cost(down) == pytest.approx(2.4 + 0.6)
    assert code(go("causeway", answer.end, (Kind.WALK, 8, 3.4, 0), hanging=True)) is Verdict.MID_CLIMB


# -- others ------------------------------------------------------------------------------------------------------------

FOE = Others([Other(body(10, 5), BLOCKS | RING)])


def test_an_inch_from_a_foe_is_allowed_and_no_hundredth_less() -> None:
    assert cost(go("lockside", body(5, 5), (Kind.WALK, 8.0, 5, 0), others=FOE)) == pytest.approx(3.0)
    assert code(go("lockside", body(5, 5), (Kind.WALK, 8.01, 5, 0), others=FOE)) is Verdict.OTHER


def test_who_starts_inside_the_ring_may_leave_but_not_come_nearer() -> None:
    near = body(8.5, 5)
    assert cost(go("lockside", near, (Kind.WALK, 7, 5, 0), others=FOE)) == pytest.approx(1.5)
    assert code(go("lockside", near, (Kind.WALK, 8.6, 5, 0), others=FOE)) is Verdict.OTHER


def test_a_charge_enters_rings_but_no_bodies() -> None:
    touch = (Kind.WALK, 9.0, 5, 0.0)
    assert cost(go("lockside", body(5, 5), touch, others=FOE, bits=FOOT | CHARGES)) == pytest.approx(4.0)
    through = (Kind.WALK, 10.0, 9, 0.0)
    assert code(go("lockside", body(10, 2), through, others=FOE, bits=FOOT | CHARGES)) is Verdict.OTHER


def test_friends_are_passed_but_not_ended_on() -> None:
    friend = Others([Other(body(5, 5))])
    assert cost(go("lockside", body(3, 5), (Kind.WALK, 7, 5, 0), others=friend)) == pytest.approx(4.0)
    assert code(go("lockside", body(3, 5), (Kind.WALK, 5.5, 5, 0), others=friend)) is Verdict.OVERLAPS
    ghost = Others([Other(body(5, 5), GHOST)])
    assert cost(go("lockside", body(3, 5), (Kind.WALK, 5.5, 5, 0), others=ghost)) == pytest.approx(2.5)


def test_what_must_only_be_kept_at_the_end() -> None:
    kept = Others([Other(body(5, 5), BLOCKS | KEEP)])
    assert cost(go("lockside", body(5, 6.2), (Kind.WALK, 5, 7, 0), others=kept)) == pytest.approx(0.8)
    assert code(go("lockside", body(5, 6.2), (Kind.WALK, 5, 6.9, 0), others=kept)) is Verdict.TOO_NEAR


def test_a_ring_does_not_reach_through_a_wall() -> None:
    # A closed door of a fifth of an inch is between them.
    behind = Others([Other(body(11.39, 30), BLOCKS | RING)])
    assert cost(go("lockside", body(13.2, 30), (Kind.WALK, 12.61, 30, 0), others=behind)) == pytest.approx(0.59)
    # The same place with the door open.
    opened = MAPS["lockside"].plan.under(States((("d3", "open"),)))
    answer = judge(opened, Walker(body(13.2, 30), 4), (Leg(Kind.WALK, 1261, 3000, 0),), behind)
    assert code(answer) is Verdict.OTHER


def test_hulls_are_never_passed() -> None:
    truck = Others([Other(Hull(1000, 1800, 0, 4.0, 2.0, 200, 90), BLOCKS)])
    assert code(go("causeway", body(7.5, 18.5), (Kind.WALK, 12.5, 18.5, 0), others=truck)) is Verdict.OTHER
    assert isinstance(go("causeway", body(11.5, 14), (Kind.WALK, 11.5, 22, 0), others=truck), Move)
    assert code(go("causeway", body(11.49, 14), (Kind.WALK, 11.49, 22, 0), others=truck)) is Verdict.OTHER


def test_a_ring_counts_along_the_height_that_is_climbed() -> None:
    # On the ground beside the hut the foe is an inch and more away in plan only where the climber is high up.
    foe = Others([Other(body(8.9, 3.4), BLOCKS | RING)])
    start = body(8, 1.0)
    assert code(go("causeway", start, (Kind.CLIMB, 8, 4.6, 2.5), others=foe)) is Verdict.OTHER
    far = Others([Other(body(10.1, 3.4), BLOCKS | RING)])
    assert isinstance(go("causeway", start, (Kind.CLIMB, 8, 4.6, 2.5), others=far), Move)


def test_events_come_in_the_order_of_their_cost() -> None:
    watched = (Watch(2550, 2650, 800, 1.0), Watch(2550, 2200, 800, 0.5))
    answer = go("kettleworks", body(25.5, 22.5, 8), (Kind.LEAP, 25.5, 26, 8), watches=watched)
    assert isinstance(answer, Move)
    assert [event.cost for event in answer.events] == sorted(event.cost for event in answer.events)
    assert all(isinstance(event, Event) for event in answer.events)
    assert {event.what for event in answer.events} == {What.LEAP, What.NEAR}


def test_round_a_foe_the_way_is_an_arc() -> None:
    walker = Walker(body(2, 4), 12)
    move = Ways(MAPS["lockside"], walker, Others([Other(body(4, 4), BLOCKS | RING)])).way(600, 400, 0)
    assert cost(move) == pytest.approx(2 * pi, abs=0.01)

"""Distances: between bases and hulls, and round what is solid."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from fireteam.space.plane.free.measuring import gap, plan_gap, round_solids, touches
from fireteam.space.plane.free.plan import States
from fireteam.space.plane.free.shapekernels import BIG
from fireteam.space.plane.free.shapes import Hull, Shape
from tests.space.free.content import maps
from tests.space.free.test_walking import body

MAPS = maps()


def outline(shape: Shape) -> list[tuple[float, float]]:
    """Many places along the edge of a hull, or the centre of a base."""
    if not isinstance(shape, Hull):
        return [(shape.x / 100, shape.y / 100)]
    corners = shape.corners()
    return [
        (ax + (bx - ax) * k / 400, ay + (by - ay) * k / 400)
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True)
        for k in range(400)
    ]


def test_gaps_in_plan_agree_with_many_places_along_the_edges() -> None:
    dice = Random(4)
    for _ in range(60):
        one = Hull(dice.randint(0, 900), dice.randint(0, 900), 0, 4.0, 2.0, 200, dice.randint(0, 359))
        two: Shape = body(dice.uniform(0, 9), dice.uniform(0, 9))
        if dice.random() < 0.5:
            two = Hull(dice.randint(0, 900), dice.randint(0, 900), 0, 3.0, 1.5, 200, dice.randint(0, 359))
        rims = 0.0 if isinstance(two, Hull) else two.radius
        slow = min(hypot(ax - bx, ay - by) for ax, ay in outline(one)[::8] for bx, by in outline(two)) - rims
        quick = plan_gap(one, two)
        assert quick == pytest.approx(plan_gap(two, one))
        assert quick == 0.0 or slow - 0.05 <= quick <= slow + 1e-6


def test_height_counts_by_the_surfaces_and_a_hull_with_all_of_its_own() -> None:
    assert gap(body(0, 0), body(4, 0, 4)) == pytest.approx(5.0)
    truck = Hull(0, 0, 0, 2.0, 2.0, 200, 0)
    assert gap(truck, body(4.5, 0, 1.5)) == pytest.approx(3.0)
    assert gap(truck, body(4.5, 0, 6)) == pytest.approx(5.0)


def test_contact_is_two_hundredths_and_heights_that_overlap() -> None:
    assert touches(body(0, 0), body(1.02, 0)) and not touches(body(0, 0), body(1.03, 0))
    assert touches(body(0, 0), body(1.0, 0, 1.6)) and not touches(body(0, 0), body(1.0, 0, 1.61))


def test_a_door_is_measured_round_until_it_opens() -> None:
    plan = MAPS["lockside"]
    one, two = body(11.0, 30), body(13.0, 30)
    assert round_solids(plan.under(), one, two, 12.0) == BIG
    assert round_solids(plan.under(States((("d3", "open"),))), one, two, 12.0) == pytest.approx(1.0)


def test_a_wall_is_measured_round_its_end() -> None:
    one, two = body(29.5, 23.0), body(29.5, 25.6)
    ends = 2.5 + 2.5
    slanted = hypot(2.5, 1.0) + 0.6 + hypot(2.5, 1.0) - 1.0
    assert round_solids(MAPS["kettleworks"].under(), one, two) == pytest.approx(slanted, abs=1e-3)
    assert slanted < ends
    assert round_solids(MAPS["kettleworks"].under(), one, two, 4.9) == BIG


def test_from_a_platform_the_line_runs_over_its_edge() -> None:
    field = MAPS["kettleworks"].under()
    above = body(10, 9, 4)
    assert round_solids(field, above, body(10, 4)) == pytest.approx(3 + hypot(2, 4) - 1, abs=0.01)
    assert round_solids(field, above, body(10, 9)) == pytest.approx(3 + hypot(3, 4) - 1, abs=0.01)
    # Out of a pit over its nearest edge.
    assert round_solids(field, body(18, 41, -6), body(16, 41)) == pytest.approx(1 + hypot(1, 6) - 1, abs=0.01)

"""Nearest legal places under demands."""

from __future__ import annotations

from math import hypot

import pytest

from fireteam.space.plane.free.places import Beyond, Farther, Inside, Outside, Within, contact, nearest, search, stands
from fireteam.space.plane.free.shapes import BLOCKS, RING, Hull, Other, Others
from tests.space.free.content import rectangle
from tests.space.free.test_walking import MAPS, body

LOCKSIDE = MAPS["lockside"]


def test_where_one_stands_already_is_the_nearest() -> None:
    assert nearest(LOCKSIDE, body(5, 5))[0] == (500, 500, 0.0, 0.0)
    assert stands(LOCKSIDE, body(5, 5)) and not stands(LOCKSIDE, body(11.2, 9))
    assert stands(LOCKSIDE, body(15, 15, 4)) and not stands(LOCKSIDE, body(5, 5, 4))


def test_out_of_a_wall_and_off_a_body() -> None:
    (place,) = nearest(LOCKSIDE, body(11.2, 9))
    assert (place.x, place.y) == (1100, 900)
    beside = nearest(LOCKSIDE, body(5, 5), Others([Other(body(5.3, 5))]))
    assert (beside[0].x, beside[0].y) == (430, 500)


def test_an_inch_from_a_foe_but_not_through_a_wall() -> None:
    foe = Others([Other(body(5.4, 5), BLOCKS | RING)])
    assert nearest(LOCKSIDE, body(5, 5), foe)[0].distance == pytest.approx(1.6)
    behind = Others([Other(body(11.39, 30), BLOCKS | RING)])
    assert nearest(LOCKSIDE, body(12.61, 30), behind)[0].distance == 0.0


def test_all_that_are_equally_near() -> None:
    places = nearest(LOCKSIDE, body(5, 5), Others([Other(body(5, 5))]), tie=0.005)
    assert {(400, 500), (600, 500), (500, 400), (500, 600)} <= {(place.x, place.y) for place in places}


def test_within_a_distance_inside_and_outside_areas_and_beyond_a_line() -> None:
    here = body(5, 5)
    near = nearest(LOCKSIDE, here, demands=(Within(body(8, 5), 1.0),))[0]
    assert near.distance == pytest.approx(1.0)
    zone = rectangle(600, 300, 900, 700)
    assert nearest(LOCKSIDE, here, demands=(Inside(zone),))[0][:2] == (650, 500)
    assert nearest(LOCKSIDE, here, demands=(Inside(zone, whole=False),))[0][:2] == (600, 500)
    assert nearest(LOCKSIDE, body(6.2, 5), demands=(Outside(zone),))[0][:2] == (550, 500)
    assert nearest(LOCKSIDE, here, demands=(Beyond(300, 500, -1.0, 0.0, 0.5),))[0][:2] == (250, 500)
    hull = Hull(500, 500, 0, 2.0, 1.0, 200, 0)
    assert nearest(LOCKSIDE, here, demands=(Farther(hull, 0.5),))[0].distance == pytest.approx(0.5 + 0.5 + 0.5)


def test_near_a_duct_only_on_its_own_side_of_the_wall() -> None:
    mouth = body(12.5, 9, 0, 0.0)
    demands = (Within(mouth, 1.0, straight=False),)
    assert nearest(LOCKSIDE, body(12.9, 9), demands=demands, limit=2.0)[0][:2] == (1300, 900)
    west = nearest(LOCKSIDE, body(10.9, 9), demands=demands, limit=1.9)
    assert west == []
    assert nearest(LOCKSIDE, body(10.9, 9), demands=(Within(mouth, 1.2),), limit=1.9)[0].x < 1100


def test_contact_with_a_hull() -> None:
    hull = Hull(800, 500, 0, 2.0, 1.0, 200, 0)
    (place,) = contact(LOCKSIDE, body(5, 5), hull, Others([Other(hull, BLOCKS)]))
    assert place.x in range(648, 651) and place.y == 500


def test_that_there_is_none_is_proved() -> None:
    crowd = Others([Other(body(5 + x, 5 + y)) for x in (-1, 0, 1) for y in (-1, 0, 1)])
    assert search(LOCKSIDE, body(5, 5), crowd, limit=0.6) == []
    assert hypot(*(nearest(LOCKSIDE, body(5, 5), crowd)[0][k] - 500 for k in (0, 1))) > 60

"""Distances, tolerances, touching and sides (KT-GEO-02, KT-GEO-03, KT-GEO-14)."""

from __future__ import annotations

from math import hypot

import pytest

from fireteam.space.plane.measure import (
    bases_touch,
    between,
    beyond,
    flat_to_part,
    in_smoke,
    inside_of,
    lower,
    marginal,
    other_side,
    straight,
    to_area,
    to_part,
    touching,
    whole_inches,
    wholly_in_area,
    wholly_within,
    wholly_within_of_area,
    within,
)
from fireteam.space.plane.model import Body, base
from tests.space.plane.reference import board, operative, rectangle, spot

SQUARE = ((1000, 1000), (1500, 1000), (1500, 1500), (1000, 1500))


@pytest.mark.rule("KT-GEO-02", "KT-BASE-14")
def test_tolerances() -> None:
    assert within(2.0004, 2)
    assert not within(2.0011, 2)
    assert beyond(2.0011, 2)
    assert not beyond(2.0004, 2)
    assert within(6.0, 6)
    assert lower(1.9995, 2)
    assert not lower(1.998, 2)
    assert whole_inches(3.0006) == 3
    assert whole_inches(3.0011) == 4
    assert marginal(1.005, 1)
    assert marginal(0.995, 1)
    assert not marginal(1.02, 1)


@pytest.mark.rule("KT-GEO-03", "KT-BASE-12")
def test_bases_are_measured_between_their_nearest_points() -> None:
    assert straight(operative(5, 5), operative(8.26, 5)) == pytest.approx(2.000, abs=5e-4)
    assert straight(operative(5, 5), operative(8.26, 5, 3)) == pytest.approx(3.606, abs=5e-4)
    assert straight(operative(5, 5), operative(5.5, 5)) == 0
    assert straight(operative(5, 5), operative(5, 5, 3)) == 3
    assert between(board(), operative(5, 5), operative(8.26, 5)) == straight(operative(5, 5), operative(8.26, 5))
    assert straight(operative(5, 5), spot(8, 9, mm=20)) == pytest.approx(5 - base(32) - base(20))


@pytest.mark.rule("KT-GEO-03")
def test_distance_from_a_base_to_a_part() -> None:
    here = board(rectangle("slab", (10, 10, 12, 12), (2.8, 3), "Vantage"))
    assert flat_to_part(here, operative(8, 11), 0) == pytest.approx(2 - base(32))
    assert to_part(here, operative(8, 11), 0) == pytest.approx(hypot(2 - base(32), 2.8))
    assert to_part(here, operative(8, 11, 4), 0) == pytest.approx(hypot(2 - base(32), 1))
    assert to_part(here, operative(11, 11, 3), 0) == 0
    assert to_part(here, operative(7, 8), 0) == pytest.approx(hypot(hypot(3, 2) - base(32), 2.8))
    assert flat_to_part(here, operative(11, 11), 0) == 0


@pytest.mark.rule("KT-GEO-03", "KT-BASE-15")
def test_wholly_within_a_distance_of_a_base() -> None:
    here, there = operative(5, 5), operative(5 + 5 + 2 * base(32), 5)
    assert within(straight(here, there), 6)
    assert straight(here, there) == pytest.approx(5, abs=0.01)
    assert not wholly_within(there, here, 6)
    assert wholly_within(there, here, 6.27)
    assert wholly_within(operative(9, 5, mm=25), operative(5, 5), 3.87)
    assert not wholly_within(operative(9, 5, 2), operative(5, 5), 4)


@pytest.mark.rule("KT-GEO-03", "KT-BASE-15")
def test_wholly_within_an_area() -> None:
    assert wholly_in_area(operative(10.7, 12), SQUARE)
    assert not wholly_in_area(operative(10.6, 12), SQUARE)
    assert wholly_in_area(operative(12.5, 12.5, 5), SQUARE)
    assert not wholly_in_area(operative(9, 12), SQUARE)


@pytest.mark.rule("KT-GEO-03", "KT-BASE-15")
def test_wholly_within_a_distance_of_an_area() -> None:
    # 32 mm: the farthest point of the base is 1.25984" beyond the nearest.
    assert wholly_within_of_area(operative(17, 12), SQUARE, 2.63)
    assert not wholly_within_of_area(operative(17, 12), SQUARE, 2.62)
    assert wholly_within_of_area(operative(12, 12), SQUARE, 0)


@pytest.mark.rule("KT-BASE-13", "KT-GEO-03")
def test_areas_are_measured_without_heights() -> None:
    assert to_area(operative(10, 12, 5), SQUARE) == 0
    assert to_area(operative(9, 12, 5), SQUARE) == pytest.approx(1 - base(32))
    assert to_area(operative(9, 12), SQUARE) == to_area(operative(9, 12, 5), SQUARE)


@pytest.mark.rule("KT-GEO-14", "KT-GEO-02")
def test_touching() -> None:
    here = board(rectangle("door", (10, 9, 10.3, 11), (0, 3), "Accessible Heavy"))
    assert touching(here, Body(936, 1000, 0, 0.625, 140), 0)  # 0.015"
    assert not touching(here, Body(936, 1000, 0, 0.61, 140), 0)  # 0.03"
    assert touching(here, operative(9.37, 10), 0)
    assert not touching(here, operative(9.34, 10), 0)
    assert bases_touch(operative(5, 5), operative(6.27, 5))
    assert not bases_touch(operative(5, 5), operative(6.29, 5))


@pytest.mark.rule("KT-GEO-14")
def test_the_other_side_of_a_door() -> None:
    door = rectangle("door", (10, 9, 10.3, 11), (0, 3), "Accessible Heavy")
    jamb = rectangle("jamb", (10, 11, 10.3, 15), (0, 3), "Heavy")
    here = board(door, jamb)
    assert other_side(here, operative(9.3, 10), operative(12, 10), 0)
    assert not other_side(here, operative(9.3, 10), operative(9.3, 11.5), 0)
    # Straight on the centre line of the door is neither side.
    assert not other_side(here, operative(9.3, 10), operative(10.15, 7), 0)
    # Whatever stands between the enemy and the opening takes no side.
    crate = rectangle("crate", (11, 9, 11.3, 11), (0, 1), "Light")
    assert other_side(board(door, jamb, crate), operative(9.3, 10), operative(12.5, 10), 0)
    assert other_side(here, operative(9.3, 10), operative(11.5, 12), 0)
    # A door drawn as stacked parts is one door: the part above is no obstacle, nor is what hangs overhead.
    stacked = board(
        door._replace(top=100),
        door._replace(id="door-high", bottom=100),
        rectangle("slab", (9, 8, 14, 12), (3, 3.2), "Vantage"),
    )
    assert other_side(stacked, operative(9.3, 10), operative(12, 10), 0)
    assert other_side(stacked, operative(9.3, 10), operative(12, 10), 1)


@pytest.mark.rule("KT-GEO-14")
def test_the_inside_of_a_shield() -> None:
    west = (-1.0, 0.0)
    assert inside_of((1000, 1000), west, operative(10.8, 11))
    assert not inside_of((1000, 1000), west, operative(9.2, 10))
    assert not inside_of((1000, 1000), west, operative(10, 10))


@pytest.mark.rule("KT-EQ-18")
def test_wholly_within_smoke() -> None:
    smoke = spot(10, 10, mm=20)
    assert in_smoke(operative(10.76, 10), smoke)
    assert not in_smoke(operative(10.80, 10), smoke)
    assert in_smoke(operative(10, 10, 3), smoke)
    assert not in_smoke(operative(10, 10), smoke._replace(z=300))

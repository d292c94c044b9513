"""Where an operative can stand: surfaces, edges, solid parts, other bases, and the nearest legal hundredth."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest

from fireteam.games.killteam import geometry
from fireteam.games.killteam.content.terrain import part as typed
from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.measure import touching
from fireteam.space.plane.model import Body, Feature, Overlay, Terrain
from fireteam.space.plane.placing import Ground, overlap, place, settle
from tests.space.plane.boards import R32, R50, body, ground, h, part, rectangle

SLAB = ground(part("l-1", (10, 5, 15, 15), 2.8, 3, "Vantage"))


def why(here: Ground, who: Body, *others: Body) -> str:
    """The rule that forbids a place, or nothing."""
    found = geometry.stands(here, who, others)
    return "" if found is None else found.rule


@pytest.mark.rule("KT-GEO-02")
def test_a_contact_position_is_moved_to_a_legal_hundredth() -> None:
    here = ground(part("w-1", (10, 5, 10.3, 15), 0, 3))
    for wanted in (1000 - R32 * 100, 1000 - R32 * 100 + 0.4, 1000 - R32 * 100 - 0.4):
        found = place(here, wanted, 1000.0, 0, R32, 140)
        assert isinstance(found, Body)
        assert found.x in (936, 937)
        assert 1000 - found.x >= 63
        if found.x == 937:
            assert touching(here.board, found, 0)
    refused = place(here, 950.0, 1000.0, 0, R32, 140)
    assert isinstance(refused, Refused)
    assert (refused.fault, refused.part) == (Fault.IN_PART, "w-1")


@pytest.mark.rule("KT-GEO-13")
def test_surfaces_are_remembered_by_place_on_and_off_the_board() -> None:
    here = ground(part("l-1", (0, 0, 5, 5), 2.8, 3, "Vantage"))
    places = [(x, y) for x in (-1, 0, 1, 2) for y in (-700, -1, 0, 1, 700)]
    once = [here.surfaces(*place) for place in places]
    assert [here.surfaces(*place) for place in places] == once
    assert once == [(0, 300) if x >= 0 and 0 <= y <= 500 else (0,) for x, y in places]


@pytest.mark.rule("KT-GEO-02")
def test_the_nearest_of_nine_wins_and_ties_go_to_smaller_x_then_y() -> None:
    tried: list[tuple[int, int]] = []

    def legal(x: int, y: int) -> bool:
        tried.append((x, y))
        return False

    assert settle(100.0, 200.0, legal) is None
    assert tried[:5] == [(100, 200), (99, 200), (100, 199), (100, 201), (101, 200)]
    assert tried[5:] == [(99, 199), (99, 201), (101, 199), (101, 201)]
    assert settle(100.3, 200.2, lambda x, y: x != 100) == (101, 200)
    assert settle(100.2, 200.4, lambda x, y: (x, y) != (100, 200)) == (100, 201)


@pytest.mark.rule("KT-GEO-13", "KT-VANT-07")
def test_the_centre_decides_whether_a_level_carries() -> None:
    assert why(SLAB, body(10, 10, 3)) == ""
    assert why(SLAB, body(9.99, 10, 3)) == "KT-GEO-13"
    assert why(SLAB, body(12, 10, 2)) == "KT-GEO-13"
    assert why(SLAB, body(12, 10)) == ""
    assert SLAB.surfaces(1200, 1000) == (0, 300)


@pytest.mark.rule("KT-GEO-13")
def test_a_slanted_edge_carries_like_any_other() -> None:
    slab = typed("t", "t", ((1000, 500), (1500, 500), (1000, 1000)), 280, 300, frozenset({"Vantage"}))
    here = Ground(Terrain(3000, 2200, (Feature("t", "level", (slab,)),)).under())
    assert (why(here, body(12.5, 7.5, 3)), why(here, body(12.51, 7.51, 3))) == ("", "KT-GEO-13")


@pytest.mark.rule("KT-GEO-13", "KT-TT-06")
def test_a_fire_step_lifts_whoever_is_centred_on_it() -> None:
    here = ground(part("f-1", (10, 5, 11, 15), 0, 0.5, "Vantage Insignificant Exposed"))
    assert here.surfaces(h(10.5), h(10)) == (50,)
    assert (why(here, body(10.5, 10, 0.5)), why(here, body(10.5, 10))) == ("", "KT-GEO-13")
    assert (why(here, body(9.9, 10)), why(here, body(9.9, 10, 0.5))) == ("", "KT-GEO-13")


@pytest.mark.rule("KT-GEO-13")
def test_no_solid_part_overlaps_the_base() -> None:
    wall = ground(part("w-1", (10, 5, 10.3, 15), 0, 3))
    assert (why(wall, body(9.37, 10)), why(wall, body(9.38, 10))) == ("", "KT-GEO-13")
    beam = ground(part("w-1", (10, 5, 10.3, 15), 1.4, 3))
    assert why(beam, body(10, 10)) == ""
    low = ground(part("w-1", (10, 5, 10.3, 15), 1.39, 3))
    assert why(low, body(10, 10)) == "KT-GEO-13"
    gap = ground(part("w-1", (10, 5, 10.3, 15), 0, 3, "Blocking Heavy"))
    assert why(gap, body(10, 10)) == ""


@pytest.mark.rule("KT-BASE-01")
def test_bases_touch_but_do_not_overlap() -> None:
    here = ground()
    assert why(here, body(10, 10), body(11.26, 10)) == ""
    assert why(here, body(10, 10), body(11.22, 10)) == "KT-BASE-01"
    gantry = ground(part("g-1", (8, 8, 12, 12), 2.8, 3, "Vantage"))
    assert why(gantry, body(10, 10, 3), body(10, 10)) == ""
    assert not overlap(body(10, 10, 1.4), body(10, 10))
    assert overlap(body(10, 10, 1.3), body(10, 10))


@pytest.mark.rule("KT-BASE-05")
def test_the_base_stays_inside_the_killzone() -> None:
    here = ground()
    assert (why(here, body(0.59, 10)), why(here, body(0.63, 10))) == ("KT-BASE-05", "")
    assert (why(here, body(29.41, 10)), why(here, body(10, 21.37))) == ("KT-BASE-05", "")


@pytest.mark.rule("KT-VANT-06")
def test_only_vantage_is_stood_on() -> None:
    box = ground(part("c-1", (10, 8, 14, 12), 0, 2))
    assert why(box, body(12, 10, 2)) == "KT-VANT-06"
    roof = ground(
        part("r-1", (10, 8, 14, 12), 2.8, 3, "Vantage"), part("r-2", (10, 9, 10.3, 11), 3, 3.3, "Insignificant Exposed")
    )
    assert why(roof, body(10.2, 10, 3)) == ""


@pytest.mark.rule("KT-GEO-17")
def test_a_door_is_not_stood_in_but_an_open_hatchway_is() -> None:
    door = ground(part("d-1", (10, 9, 10.3, 11), 0, 2.8, "Accessible Heavy"))
    assert (why(door, body(9.47, 10)), why(door, body(9.37, 10))) == ("KT-GEO-17", "")
    shut = typed("hatch", "h", rectangle(10, 9, 10.3, 11), 0, 400, frozenset({"Heavy", "Wall"}), True, None, "h", False)
    ajar = typed(
        "gap",
        "h",
        rectangle(10, 9, 10.3, 11),
        0,
        400,
        frozenset({"Accessible", "Exposed", "Insignificant"}),
        False,
        None,
        "h",
        True,
    )
    terrain = Terrain(3000, 2200, (Feature("h", "hatch", (shut, ajar)),))
    assert why(Ground(terrain.under()), body(10.1, 10)) == "KT-GEO-13"
    assert why(Ground(terrain.under(Overlay(open=("h",)))), body(10.1, 10)) == ""


@pytest.mark.rule("KT-EQ-12", "KT-BHETA-03")
def test_ladders_and_hazards_are_no_place_to_end() -> None:
    ladder = ground(placed=(part("ladder-1", (10, 9.5, 10.2, 10.5), 0, 3, "Exposed Ladder"),))
    assert why(ladder, body(9.5, 10)) == "KT-EQ-12"
    pool = ground(part("g-1", (8, 8, 14, 12), 2.8, 3, "Vantage"), hazards=(rectangle(10, 8, 12, 12),))
    assert (why(pool, body(9.5, 10)), why(pool, body(9.34, 10)), why(pool, body(11, 10, 3))) == ("KT-BHETA-03", "", "")


@pytest.mark.rule("KT-TM-05")
def test_a_rampart_stands_at_the_edge_of_its_level_and_is_low() -> None:
    def level_of(top: float, box: tuple[float, float, float, float]) -> float | None:
        here = ground(part("l-1", (10, 5, 15, 15), 2.8, 3, "Vantage"), part("l-2", box, 3, top))
        return here.shapes[1].level

    assert level_of(3.8, (10, 5, 10.3, 15)) == 3.0
    assert level_of(4.0, (10, 5, 10.3, 15)) == 3.0
    assert level_of(4.1, (10, 5, 10.3, 15)) is None
    assert level_of(3.8, (12, 9, 13, 11)) is None


@pytest.mark.rule("KT-GEO-02", "KT-GEO-13")
@pytest.mark.parametrize("radius", [R32, R50])
def test_every_contact_with_a_round_base_can_be_stored(radius: float) -> None:
    here = ground()
    other = body(10, 10)
    for degree in range(0, 360, 7):
        reach = (other.radius + radius) * 100
        found = place(
            here, 1000 + reach * cos(degree * pi / 180), 1000 + reach * sin(degree * pi / 180), 0, radius, 140, (other,)
        )
        assert isinstance(found, Body)
        gap = hypot(found.x - 1000, found.y - 1000) / 100 - other.radius - radius
        assert -0.001 <= gap <= 0.02

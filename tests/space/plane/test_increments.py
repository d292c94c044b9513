"""One straight leg: rounding, climbs, drops, jumps, openings, wire, ladders, hazards, with exact costs."""

from __future__ import annotations

from math import cos, hypot, inf, pi, sin
from random import Random

import pytest

from fireteam.games.killteam.content.terrain import part as typed
from fireteam.space.plane import coursekernels, movekernels
from fireteam.space.plane.faults import Fault
from fireteam.space.plane.lands import land_of
from fireteam.space.plane.legs import Gait
from fireteam.space.plane.model import Body, Feature, Part, Terrain, TerrainError
from fireteam.space.plane.placing import Ground, distance
from tests.space.plane.boards import (
    R25,
    R32,
    R50,
    body,
    ground,
    part,
    rectangle,
    refuse,
    small,
    split,
    step,
    walk,
)

OPEN = ground()
DASH = Gait(climb=False)
BARRICADE = ground(part("b-1", (10, 5, 10.5, 15), 0, 1))


def level(name: str, box: tuple[float, float, float, float], top: float, thick: float = 0.2, more: str = "") -> Part:
    """A Vantage slab."""
    return part(name, box, top - thick, top, f"Vantage {more}".strip())


# -- length ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-REPO-02")
@pytest.mark.parametrize(("length", "cost"), [(2.2, 3), (4.4, 5), (3.0, 3), (0.01, 1), (0.0, 0), (3.01, 4)])
def test_a_leg_is_rounded_up(length: float, cost: int) -> None:
    assert walk(OPEN, body(5, 5), step(5 + length, 5)).cost == cost


@pytest.mark.rule("KT-GEO-02")
def test_a_leg_a_hair_too_long_is_not_rounded_up() -> None:
    # 3.0006": sqrt(3^2 + 0.06^2); the next hundredth is 3.0008", then 3.00107".
    assert walk(OPEN, body(5, 5), step(8, 5.06)).cost == 3
    assert walk(OPEN, body(5, 5), step(8, 5.08)).cost == 4


@pytest.mark.rule("KT-BASE-05")
def test_a_leg_stays_inside_the_killzone() -> None:
    assert refuse(OPEN, body(5, 5), step(0.62, 5)).rule == "KT-BASE-05"
    assert walk(OPEN, body(5, 5), step(0.63, 5)).cost == 5


# -- climbing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GEO-16", "KT-REPO-02", "KT-TM-03", "KT-TM-04")
def test_straight_over_a_barricade() -> None:
    leg = walk(BARRICADE, small(8, 10), step(12, 10))
    assert leg.cost == 6
    assert split(leg) == {"walk": 4, "climb": 2, "drop": 0}
    assert [round(stage.z, 2) for stage in leg.stages] == [0, 1, 0]
    contact = 10 - R25
    assert leg.stages[0].end == pytest.approx(contact - 8, abs=0.002)
    assert leg.stages[1].end == pytest.approx(2.5 + R25, abs=0.002)


@pytest.mark.rule("KT-REPO-02")
def test_without_merging_every_stretch_between_drops_is_rounded_and_a_climb_cuts_none() -> None:
    # Contact after 1.2", across 1.5", 1.3" after: the climb is taken 0.2" early, so 1 + 2 + 2 and the climb 2.
    leg = walk(BARRICADE, small(10 - R25 - 1.2, 10), step(10 - R25 + 2.8, 10), Gait(merge=False))
    assert [charge.inches for charge in leg.charges if charge.kind == "walk"] == [3, 2]
    assert leg.cost == 7


@pytest.mark.rule("KT-TM-04", "KT-TM-03")
def test_an_obstacle_is_climbed_crossed_and_dropped_from() -> None:
    start = small(10 - 0.5, 10)  # 25 mm: 0.4921", touching within the tolerance
    leg = walk(BARRICADE, start, step(11, 10))
    assert split(leg) == {"walk": 2, "climb": 2, "drop": 0}
    assert leg.cost == 4
    assert leg.end.z == 0


@pytest.mark.rule("KT-TM-03")
@pytest.mark.parametrize(("height", "cost"), [(1.0, 2), (2.0, 2), (2.5, 3), (3.0, 3)])
def test_a_climb_costs_at_least_two(height: float, cost: int) -> None:
    here = ground(level("l-1", (10, 5, 15, 15), height, height))
    leg = walk(here, body(9, 10), step(11, 10))
    assert split(leg) == {"walk": 2, "climb": cost}
    assert leg.end.z == round(height * 100)


@pytest.mark.rule("KT-GEO-16")
def test_flush_crates_are_one_climb() -> None:
    here = ground(part("c-1", (10, 5, 13, 15), 0, 1), level("c-2", (10, 5, 13, 15), 2, 1))
    leg = walk(here, body(9, 10), step(11, 10))
    assert split(leg) == {"walk": 2, "climb": 2}
    assert leg.end.z == 200
    assert [charge.kind for charge in leg.charges].count("climb") == 1


@pytest.mark.rule("KT-GEO-16", "KT-TM-02")
def test_a_crate_set_back_is_climbed_from_up_to_an_inch_before() -> None:
    near = ground(part("c-1", (10, 5, 15, 15), 0, 1), level("c-2", (10.8, 5, 15, 15), 2, 1))
    assert split(walk(near, body(9, 10), step(12, 10))) == {"walk": 3, "climb": 2}
    far = ground(part("c-1", (10, 5, 15, 15), 0, 1), level("c-2", (11.2, 5, 15, 15), 2, 1))
    assert split(walk(far, body(9, 10), step(12, 10))) == {"walk": 3, "climb": 4}


@pytest.mark.rule("KT-TM-02")
def test_a_wall_from_the_floor_is_climbed_to_any_height() -> None:
    here = ground(part("w-1", (10, 5, 10.3, 15), 0, 5))
    start = body(9.37, 10)
    assert split(walk(here, start, step(12, 10)))["climb"] == 5
    assert refuse(here, start, step(12, 10), Gait(top_edge=True)).rule == "KT-TM-02"


@pytest.mark.rule("KT-TM-02", "KT-GEO-16")
def test_an_overhead_floor_is_climbed_if_chosen_and_near() -> None:
    low = ground(level("g-1", (10, 5, 15, 15), 3.2))
    leg = walk(low, body(9, 10), step(11, 10, 3.2))
    assert split(leg) == {"walk": 2, "climb": 4}
    assert leg.end.z == 320
    assert walk(low, body(9, 10), step(11, 10)).end.z == 0
    high = ground(level("g-1", (10, 5, 15, 15), 3.7))
    refused = refuse(high, body(9, 10), step(11, 10, 3.7))
    assert (refused.rule, refused.part) == ("KT-TM-02", "g-1")
    assert refuse(low, body(5, 10), step(8, 10, 3.2)).rule == "KT-GEO-16"


@pytest.mark.rule("KT-TM-02")
def test_a_pillar_within_an_inch_helps_up_to_a_high_floor() -> None:
    here = ground(level("g-1", (10, 5, 15, 15), 3.7), part("g-2", (10.5, 9.5, 11.5, 10.5), 0, 3.5))
    assert split(walk(here, body(9.2, 10), step(11, 10, 3.7))) == {"walk": 2, "climb": 4}


@pytest.mark.rule("KT-TM-02", "KT-GEO-16")
def test_what_is_not_seen_is_not_climbed() -> None:
    slab, screen = level("g-1", (10, 5, 15, 15), 3.0), part("s-1", (5, 5, 9.95, 15), 2.0, 2.1, "Insignificant Exposed")
    assert walk(ground(slab), body(8, 10), step(11, 10, 3.0)).cost == 6
    refused = refuse(ground(slab, screen), body(8, 10), step(11, 10, 3.0))
    assert (refused.rule, refused.part) == ("KT-TM-02", "g-1")


@pytest.mark.rule("KT-GEO-16", "KT-GEO-17")
def test_a_closed_slab_stops_a_climb_and_an_accessible_floor_costs_one() -> None:
    wall = part("h-2", (12, 5, 12.3, 15), 0, 2.8)
    closed = ground(level("h-1", (5, 5, 20, 15), 3.0), wall)
    refused = refuse(closed, body(10, 10), step(13.5, 10))
    assert refused.rule == "KT-GEO-16"
    assert refused.part == "h-1"
    assert refuse(closed, body(10, 10), step(13.5, 10, 3.0)).rule == "KT-GEO-16"
    gantry = ground(level("h-1", (5, 5, 20, 15), 3.0, more="Accessible"), wall)
    leg = walk(gantry, body(10, 10), step(13, 10, 3.0))
    assert split(leg) == {"walk": 3, "climb": 3, "opening": 1}
    assert leg.end.z == 300


@pytest.mark.rule("KT-GEO-17")
def test_an_accessible_floor_is_dropped_through() -> None:
    gantry = ground(level("h-1", (5, 5, 20, 15), 3.0, more="Accessible"))
    leg = walk(gantry, body(10, 10, 3.0), step(13, 10, 0))
    assert split(leg) == {"walk": 3, "opening": 1, "drop": 1}
    assert walk(gantry, body(10, 10, 3.0), step(13, 10)).end.z == 300
    assert walk(gantry, body(10, 10), step(13, 10)).cost == 3
    crate = ground(level("h-1", (5, 5, 20, 15), 3.0, more="Accessible"), part("c-1", (12, 9, 14, 11), 0, 2))
    refused = refuse(crate, body(13, 10, 3.0), step(13, 10.5, 0))
    assert (refused.rule, refused.part) == ("KT-GEO-16", "c-1")
    closed = ground(level("h-1", (5, 5, 20, 15), 3.0))
    assert refuse(closed, body(10, 10, 3.0), step(13, 10, 0)).rule == "KT-GEO-16"


@pytest.mark.rule("KT-TM-02", "KT-BHETA-03", "KT-GEO-16")
@pytest.mark.parametrize(("strip", "legal"), [(0.8, True), (0.97, True), (1.0, False), (1.2, False)])
def test_a_hazard_at_the_foot_of_a_wall_is_climbed_from_before_it(strip: float, legal: bool) -> None:
    here = ground(level("l-1", (10, 5, 15, 15), 2, 2), hazards=(rectangle(10 - strip, 5, 10, 15),))
    if legal:
        assert split(walk(here, body(7, 10), step(11, 10))) == {"walk": 4, "climb": 2}
    else:
        assert refuse(here, body(7, 10), step(11, 10)).rule == "KT-BHETA-03"


@pytest.mark.rule("KT-DASH-02")
def test_a_dash_does_not_climb_but_drops() -> None:
    assert refuse(BARRICADE, small(9, 10), step(12, 10), DASH).rule == "KT-DASH-02"
    high = ground(level("l-1", (5, 5, 10, 15), 2))
    leg = walk(high, body(9.9, 10, 2), step(12.9, 10), DASH)
    assert (leg.cost, leg.end.z) == (3, 0)


@pytest.mark.rule("KT-GALL-01", "KT-GEO-16")
def test_a_wall_is_never_climbed() -> None:
    here = ground(part("w-1", (10, 5, 10.3, 15), 0, 4, "Heavy Wall"))
    refused = refuse(here, body(9, 10), step(12, 10))
    assert (refused.rule, refused.part, refused.at) == ("KT-GALL-01", "w-1", (937, 1000))


@pytest.mark.rule("KT-BASE-04")
def test_a_base_does_not_fit_through_a_narrow_gap() -> None:
    narrow = ground(
        part("a-1", (10, 2, 10.3, 10), 0, 4, "Heavy Wall"), part("b-1", (10, 10.79, 10.3, 20), 0, 4, "Heavy Wall")
    )
    assert refuse(narrow, small(8, 10.39), step(12, 10.39)).at[0] == 970
    wide = ground(
        part("a-1", (10, 2, 10.3, 10), 0, 4, "Heavy Wall"), part("b-1", (10, 11.0, 10.3, 20), 0, 4, "Heavy Wall")
    )
    assert walk(wide, small(8, 10.5), step(12, 10.5)).cost == 4


@pytest.mark.rule("KT-TT-06", "KT-GEO-13")
def test_an_insignificant_step_costs_nothing() -> None:
    rubble = ground(part("r-1", (10, 5, 12, 15), 0, 0.5, "Insignificant Exposed"))
    leg = walk(rubble, body(8, 10), step(12, 10))
    assert (leg.cost, leg.end.z) == (4, 0)
    fire_step = ground(part("f-1", (10, 5, 12, 15), 0, 0.5, "Vantage Insignificant Exposed"))
    up = walk(fire_step, body(8, 10), step(11, 10))
    assert (up.cost, up.end.z) == (3, 50)
    down = walk(fire_step, up.end, step(8, 10))
    assert (down.cost, down.end.z, down.drops) == (3, 0, ())
    assert walk(fire_step, body(8, 10), step(9.99, 10)).end.z == 0


# -- dropping ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-TM-05")
@pytest.mark.parametrize(("height", "charged"), [(2, 0), (3, 1), (5, 3), (3.5, 2)])
def test_two_inches_of_a_drop_are_ignored(height: float, charged: int) -> None:
    here = ground(level("l-1", (5, 5, 10, 15), height))
    leg = walk(here, body(9, 10, height), step(11, 10))
    assert split(leg) == {"walk": 2, "drop": charged}
    assert leg.end.z == 0


@pytest.mark.rule("KT-TM-05", "KT-GEO-16", "KT-VANT-07")
def test_the_drop_comes_when_the_whole_base_is_past_the_edge() -> None:
    here = ground(level("l-1", (5, 5, 10, 15), 3))
    assert walk(here, body(9, 10, 3), step(10.52, 10)).end.z == 300
    leg = walk(here, body(9, 10, 3), step(10.63, 10))
    assert (leg.end.z, split(leg)) == (0, {"walk": 2, "drop": 1})
    assert leg.charges[-1].at == pytest.approx(1 + R32, abs=0.002)


@pytest.mark.rule("KT-TM-05", "KT-TM-10")
def test_a_rampart_is_climbed_but_the_drop_is_measured_from_its_level() -> None:
    here = ground(level("l-1", (5, 5, 10, 15), 3), part("l-2", (9.8, 5, 10, 15), 3, 3.8))
    out = walk(here, body(9, 10, 3), step(11, 10))
    assert split(out) == {"walk": 2, "climb": 2, "drop": 1}
    assert out.drops == (300,)
    along = walk(here, body(8, 10, 3), step(9.9, 10))
    back = walk(here, along.end, step(8, 10))
    assert (along.end.z, back.end.z, back.drops) == (380, 300, (0,))


@pytest.mark.rule("KT-TM-06")
def test_drops_share_one_allowance() -> None:
    stairs = ground(level("a-1", (5, 5, 10, 15), 4), level("b-1", (10, 5, 15, 15), 2))
    leg = walk(stairs, body(9, 10, 4), step(17, 10))
    assert leg.drops == (200, 200)
    assert split(leg)["drop"] == 2
    low = ground(level("a-1", (5, 5, 10, 15), 2), level("b-1", (10, 5, 15, 15), 1, 1))
    assert split(walk(low, body(9, 10, 2), step(17, 10)))["drop"] == 0
    high = ground(level("a-1", (5, 5, 10, 15), 5.5), level("b-1", (10, 5, 15, 15), 3))
    assert split(walk(high, body(9, 10, 5.5), step(17, 10)))["drop"] == 4
    assert split(walk(low, body(9, 10, 2), step(17, 10), allowance=50))["drop"] == 2


@pytest.mark.rule("KT-BHETA-03", "KT-GEO-16")
def test_hazards_matter_on_the_floor_only() -> None:
    pool = (rectangle(10, 5, 13, 15),)
    assert refuse(ground(hazards=pool), body(8, 10), step(15, 10)).rule == "KT-BHETA-03"
    gantry = ground(level("g-1", (5, 9, 20, 11), 3), hazards=pool)
    assert walk(gantry, body(8, 10, 3), step(15, 10)).cost == 7
    ledge = ground(level("g-1", (5, 5, 10, 15), 3), hazards=pool)
    assert refuse(ledge, body(9, 10, 3), step(12, 10)).rule == "KT-BHETA-03"
    assert refuse(ledge, body(9, 10, 3), step(12, 10, jump=True)).rule == "KT-BHETA-03"
    assert walk(ledge, body(10, 10, 3), step(13.7, 10, jump=True)).cost == 5


# -- openings ----------------------------------------------------------------------------------------------------------


def doorway(width: float, thick: float = 0.3, stacked: bool = False) -> Ground:
    """A wall along x = 10 with a door about y = 10."""
    low, high = 10 - width / 2, 10 + width / 2
    heights = [(0, 1.2), (1.2, 1.6), (1.6, 2.8)] if stacked else [(0, 2.8)]
    doors = [
        part(f"w-door{n}", (10, low, 10 + thick, high), z0, z1, "Accessible Heavy")
        for n, (z0, z1) in enumerate(heights)
    ]
    return ground(
        part("w-south", (10, 3, 10 + thick, low), 0, 2.8),
        part("w-north", (10, high, 10 + thick, 17), 0, 2.8),
        *doors,
    )


@pytest.mark.rule("KT-TT-01", "KT-GEO-17", "KT-REPO-08")
def test_a_door_costs_one_however_it_is_drawn() -> None:
    assert walk(doorway(1.6), body(8.5, 10), step(11.5, 10)).cost == 4
    leg = walk(doorway(1.4, stacked=True), body(8.5, 10), step(11.5, 10))
    assert split(leg) == {"walk": 3, "opening": 1}
    assert walk(doorway(1.6, 0.2), body(9.35, 10), step(10.85, 10)).cost == 3
    assert walk(doorway(1.6, 0.2), body(9.1, 10), step(11.1, 10)).cost == 3


@pytest.mark.rule("KT-GEO-17", "KT-TT-01")
def test_the_jambs_do_not_stop_a_wide_base() -> None:
    wide = body(8.5, 10, 0, R50, 2.2)
    leg = walk(doorway(1.6), wide, step(11.5, 10))
    assert split(leg) == {"walk": 3, "opening": 1}
    # Beside the door the wall stands: it is climbed, and the centre decides.
    assert split(walk(doorway(1.6), body(8.5, 11), step(11.5, 11))) == {"walk": 3, "climb": 3, "drop": 1}


@pytest.mark.rule("KT-GEO-17", "KT-BASE-04")
def test_the_centre_itself_does_not_pass_through_a_jamb() -> None:
    thick = doorway(1.6, 1.5)
    assert walk(thick, body(9, 10), step(12.5, 10)).cost == 5
    refused = refuse(thick, body(9, 9.5), step(12.5, 12))
    assert (refused.rule, refused.part, refused.at) == ("KT-BASE-04", "w-north", (1082, 1080))


@pytest.mark.rule("KT-CTR-05")
def test_a_short_way_through_a_thin_door() -> None:
    assert walk(doorway(1.6, 0.2), body(9.37, 10), step(10.83, 10)).cost == 3


# -- razor wire and ladders --------------------------------------------------------------------------------------------

WIRE = ground(placed=(part("wire-1", (10, 8, 10.5, 12), 0, 0.5, "Exposed Obstructing"),))


@pytest.mark.rule("KT-EQ-07", "KT-VER-03", "KT-REPO-08")
def test_razor_wire_is_climbed_and_costs_extra() -> None:
    start = body(9.37, 10)
    assert split(walk(WIRE, start, step(11.37, 10))) == {"walk": 2, "climb": 2, "wire": 1, "drop": 0}
    assert walk(WIRE, start, step(11.37, 10)).cost == 5
    assert walk(WIRE, start, step(11.37, 10), Gait(wire_climb=False)).cost == 3
    assert walk(WIRE, start, step(11.37, 10), Gait(wire=2)).cost == 6
    three = walk(WIRE, body(9, 10), step(12, 10))
    assert (three.cost, walk(WIRE, body(9, 10), step(12, 10), Gait(wire=2)).cost) == (6, 7)
    assert refuse(WIRE, start, step(11.37, 10), DASH).rule == "KT-DASH-02"
    post = ground(
        part("post-1", (10.2, 9, 10.3, 11), 0, 1),
        placed=(part("wire-1", (10, 8, 10.5, 12), 0, 0.5, "Exposed Obstructing"),),
    )
    assert split(walk(post, body(9, 10), step(12, 10), Gait(wire_climb=False))) == {
        "walk": 3,
        "climb": 2,
        "wire": 1,
        "drop": 0,
    }


@pytest.mark.rule("KT-EQ-07")
@pytest.mark.parametrize(("height", "wire"), [(1.5, 1), (1.6, 0)])
def test_wire_more_than_an_inch_below_costs_nothing(height: float, wire: int) -> None:
    here = ground(
        level("l-1", (5, 5, 9, 15), height), placed=(part("wire-1", (10, 8, 10.5, 12), 0, 0.5, "Exposed Obstructing"),)
    )
    leg = walk(here, body(8.9, 10, height), step(12, 10, jump=True))
    assert split(leg).get("wire", 0) == wire


@pytest.mark.rule("KT-EQ-12")
def test_a_ladder_makes_one_climb_an_inch() -> None:
    here = ground(
        level("l-1", (10, 5, 15, 15), 4, 4), placed=(part("ladder-1", (9.8, 9.5, 10, 10.5), 0, 4, "Exposed Ladder"),)
    )
    leg = walk(here, body(9, 10), step(11, 10))
    assert split(leg) == {"walk": 2, "ladder": 1}
    assert leg.ladder
    assert split(walk(here, body(9, 10), step(11, 10, ladder=False))) == {"walk": 2, "climb": 4}
    assert split(walk(here, body(9, 10), step(11, 10), Gait(top_edge=True))) == {"walk": 2, "ladder": 1}
    assert refuse(here, body(9, 10), step(11, 10), DASH).rule == "KT-DASH-02"
    assert split(walk(here, body(9, 13), step(11, 13))) == {"walk": 2, "climb": 4}
    assert walk(here, body(9.3, 8), step(9.3, 12)).cost == 4


@pytest.mark.rule("KT-EQ-12")
def test_what_is_above_a_ladder_is_climbed_as_normal() -> None:
    rungs = part("ladder-1", (9.8, 9.5, 10, 10.5), 0, 3, "Exposed Ladder")
    for high, rest in ((3, 0), (3.5, 2), (6, 3), (6.8, 4)):
        here = ground(level("l-1", (10, 5, 15, 15), high, high), placed=(rungs,))
        leg = walk(here, body(9, 10), step(11, 10))
        assert split(leg) == {"walk": 2, "ladder": 1, **({"climb": rest} if rest else {})}
        lengths = [charge.length for charge in leg.charges if charge.kind in ("ladder", "climb")]
        assert lengths == pytest.approx([3.0, high - 3] if rest else [3.0])
    tall = ground(level("l-1", (10, 5, 15, 15), 6.8, 6.8), placed=(rungs,))
    assert refuse(tall, body(9, 10), step(11, 10), Gait(top_edge=True)).rule == "KT-TM-02", "3.8 inches above it"
    low = ground(part("step-1", (8, 8, 9.5, 12), 0, 2, "Vantage"), level("l-1", (10, 5, 15, 15), 4, 4), placed=(rungs,))
    leg = walk(low, body(9, 10, 2), step(11, 10))
    assert split(leg) == {"walk": 2, "climb": 2} and not leg.ladder, "the ladder would not make it cheaper"


# -- jumping -----------------------------------------------------------------------------------------------------------


def gap(width: float, far: float = 3.0) -> Ground:
    """Two levels with a gap between x = 5 and x = 5 + width."""
    return ground(level("k-1", (0, 5, 5, 15), 3), level("p-1", (5 + width, 5, 20, 15), far))


@pytest.mark.rule("KT-TM-07")
def test_a_jump_goes_up_to_four_inches_from_the_edge() -> None:
    assert walk(gap(3.5), body(5, 10, 3), step(8.5, 10, jump=True)).cost == 4
    assert refuse(gap(4.2), body(5, 10, 3), step(9.2, 10, jump=True)).rule == "KT-TM-07"
    leg = walk(gap(3.5), body(4.37, 10, 3), step(8.5, 10, jump=True))
    assert (leg.cost, split(leg), leg.end.z) == (5, {"jump": 5}, 300)


@pytest.mark.rule("KT-TM-07")
def test_a_jump_starts_over_terrain() -> None:
    assert refuse(gap(3), body(5.2, 10, 3), step(8, 10, jump=True)).rule == "KT-TM-07"
    assert refuse(OPEN, body(5, 10), step(8, 10, jump=True)).rule == "KT-TM-07"
    assert refuse(gap(3), body(5, 10, 3), step(7.9, 10, jump=True)).part == "p-1"
    crate = ground(part("c-1", (4, 9, 6, 11), 0, 1.5))
    assert walk(crate, body(5.9, 10, 1.5), step(8, 10, jump=True)).end.z == 0
    assert refuse(crate, body(5.9, 10, 1.5), step(8, 10, jump=True), Gait(errata=True)).rule == "KT-TM-07"


@pytest.mark.rule("KT-TM-08")
def test_a_jump_over_the_floor_ends_with_a_drop() -> None:
    here = ground(level("k-1", (0, 5, 5, 15), 4))
    leg = walk(here, body(5, 10, 4), step(8, 10, jump=True))
    assert (leg.cost, split(leg), leg.end.z) == (5, {"jump": 3, "drop": 2}, 0)


@pytest.mark.rule("KT-TM-09")
def test_landing_within_an_inch_is_free() -> None:
    rampart = ground(
        level("k-1", (0, 5, 5, 15), 3), level("p-1", (7.5, 5, 12, 15), 3), part("p-2", (7.5, 5, 8.5, 15), 3, 3.8)
    )
    up = walk(rampart, body(5, 10, 3), step(8, 10, jump=True))
    assert (up.cost, up.end.z) == (3, 380)
    down = walk(gap(2.5, 2.2), body(5, 10, 3), step(8, 10, jump=True))
    assert (down.cost, down.end.z, down.drops) == (3, 220, ())
    assert refuse(gap(2.5, 2.2), body(5, 10, 3), step(8, 10, 0, jump=True)).rule == "KT-GEO-16"
    high = walk(gap(2.5, 4.5), body(5, 10, 3), step(8, 10, jump=True))
    assert (split(high), high.end.z) == ({"jump": 3, "climb": 2}, 450)
    low = walk(gap(2.5, 1.5), body(5, 10, 3), step(8.2, 10, jump=True))
    assert (low.end.z, low.drops) == (150, (150,))


@pytest.mark.rule("KT-TM-10")
def test_the_rampart_of_the_take_off_level_is_climbed_first() -> None:
    here = ground(
        level("k-1", (0, 5, 5, 15), 3), part("k-2", (4.8, 5, 5, 15), 3, 3.8), level("p-1", (7.2, 5, 12, 15), 3)
    )
    leg = walk(here, body(4.17, 10, 3), step(7.9, 10, jump=True))
    assert (split(leg), leg.end.z) == ({"jump": 4, "climb": 2}, 300)
    assert walk(here, body(4.9, 10, 3.8), step(7.9, 10, jump=True)).cost == 3
    assert refuse(here, body(4.17, 10, 3), step(7.9, 10, jump=True), DASH).rule == "KT-DASH-02"
    fall = walk(here, body(4.9, 10, 3.8), step(6.1, 10, jump=True))
    assert fall.drops == (300,)
    soft = ground(
        level("k-1", (0, 5, 5, 15), 3),
        part("k-2", (4.8, 5, 5, 15), 3, 3.8, "Heavy Insignificant"),
        level("p-1", (7.2, 5, 12, 15), 3),
    )
    assert split(walk(soft, body(4.17, 10, 3), step(7.9, 10, jump=True))) == {"jump": 4}


SCENE = (
    level("K-1", (0, 5, 5, 15), 3),
    level("P-1", (7.14, 5, 12, 9), 3),
    part("P-2", (7.13, 5, 7.14, 9), 2.8, 3.9),
    level("Q-1", (7.14, 11, 12, 15), 4.2),
)


@pytest.mark.rule("KT-TM-03", "KT-TM-07", "KT-TM-08", "KT-TM-09", "KT-TM-10", "KT-DASH-02", "KT-GEO-13", "KT-GEO-16")
def test_jumping_gaps() -> None:
    here = ground(*SCENE)
    p, q = body(4.37, 7, 3), body(4.37, 13, 3)
    to_p = walk(here, p, step(7.77, 7, jump=True))
    assert (to_p.cost, to_p.end.z) == (4, 300)
    to_q = walk(here, q, step(7.77, 13, jump=True))
    assert (split(to_q), to_q.end.z) == ({"jump": 4, "climb": 2}, 420)
    assert walk(here, q, step(7.2, 13, jump=True)).cost == 5
    assert refuse(here, q, step(7.2, 13, jump=True), DASH).rule == "KT-DASH-02"
    assert walk(here, p, step(9.0, 7, jump=True)).cost == 5
    assert refuse(here, p, step(9.1, 7, jump=True)).rule == "KT-TM-07"
    edged = ground(*SCENE, part("K-2", (4.99, 5, 5, 15), 3, 3.8))
    p, q = body(4.36, 7, 3), body(4.36, 13, 3)
    assert walk(edged, p, step(7.77, 7, jump=True)).cost == 6
    assert walk(edged, q, step(7.77, 13, jump=True)).cost == 8
    assert walk(edged, q, step(7.2, 13, jump=True)).cost == 7


# -- against a reference -----------------------------------------------------------------------------------------------


def wheel(dice: Random, name: str) -> Part:
    """A random convex part with three to seven corners on a circle."""
    x, y, size = dice.randint(600, 1400), dice.randint(600, 1400), dice.randint(60, 250)
    angles = sorted(dice.uniform(0, 2 * pi) for _ in range(dice.randint(3, 7)))
    corners = list(dict.fromkeys((round(x + size * cos(a)), round(y + size * sin(a))) for a in angles))
    return typed(name, name, tuple(corners), 0, 100, frozenset({"Heavy"}))


@pytest.mark.rule("KT-GEO-15", "KT-GEO-16")
@pytest.mark.parametrize("seed", range(8))
def test_stretches_agree_with_fine_sampling(seed: int) -> None:
    dice = Random(seed)
    for _ in range(25):
        try:
            one = wheel(dice, "p")
            here = Ground(Terrain(3000, 2200, (Feature("p", "block", (one,)),)).under())
        except TerrainError as error:
            assert error.fault == Fault.NO_PRISM  # a sliver: not convex in whole hundredths
            continue
        start = Body(dice.randint(300, 1700), dice.randint(300, 1700), 0, dice.choice([R25, R32, R50]), 140)
        x, y = start.x / 100, start.y / 100
        leg = movekernels.leg_of(
            x, y, 0.0, start.radius, 1.4, dice.randint(300, 1700) / 100, dice.randint(300, 1700) / 100, -1, 99, 200
        )
        length, ux, uy = leg[coursekernels.LENGTH], leg[coursekernels.UX], leg[coursekernels.UY]
        reach = start.radius - 0.001
        steps = 4000
        inside = [
            n / steps * length
            for n in range(steps + 1)
            if distance(x + ux * n / steps * length, y + uy * n / steps * length, here.shapes[0]) < reach
        ]
        begin, end = (
            distance(x, y, here.shapes[0]),
            distance(leg[coursekernels.X1], leg[coursekernels.Y1], here.shapes[0]),
        )
        met, *found = coursekernels.stretch(land_of(here).tables, leg, 0, reach, begin, end)
        fine = 2 * length / steps + 1e-9
        if not met:
            assert len(inside) <= 1
            continue
        low, high = max(found[0], 0.0), min(found[1], length)
        if inside:
            assert abs(low - inside[0]) <= fine
            assert abs(high - inside[-1]) <= fine
        else:
            assert high - low <= fine
        assert (found[0] == -inf) == (begin < reach - 1e-9)


@pytest.mark.rule("KT-GEO-16", "KT-TM-03", "KT-TM-05", "KT-TM-06")
@pytest.mark.parametrize("seed", range(10))
def test_profiles_agree_with_a_sampled_walk(seed: int) -> None:
    dice = Random(seed)
    blocks = []
    x = 200
    while x < 2600:
        x += dice.randint(260, 420)  # far enough apart that there is one way to take them
        width, top = dice.randint(20, 300), dice.randint(30, 550)
        slant = dice.randint(-60, 60)
        blocks.append(
            typed(
                f"b{x}",
                f"b{x}",
                ((x, 100), (x + width, 100), (x + width + slant, 2100), (x + slant, 2100)),
                0,
                top,
                frozenset({"Heavy"}),
            )
        )
        x += width + 60
    blocks = [block for block in blocks if max(px for px, _ in block.polygon) <= 2900]
    here = Ground(Terrain(3000, 2200, tuple(Feature(block.id, "block", (block,)) for block in blocks)).under())
    start = Body(80, dice.randint(300, 1900), 0, R32, 140)
    if any(distance(0.8, start.y / 100, shape) < R32 for shape in here.shapes):
        return
    to = step(29.2, dice.randint(300, 1900) / 100)
    leg = walk(here, start, to)
    length = hypot(to.x - start.x, to.y - start.y) / 100
    z = 0.0
    climbs: list[float] = []
    drops: list[int] = []
    for n in range(15001):
        px, py = (start.x + (to.x - start.x) * n / 15000) / 100, (start.y + (to.y - start.y) * n / 15000) / 100
        under = max((shape.top for shape in here.shapes if distance(px, py, shape) < R32 - 0.001), default=0.0)
        if under > z:
            climbs.append(round(under - z, 2))
        elif under < z:
            drops.append(round((z - under) * 100))
        z = under
    assert [round(charge.length, 2) for charge in leg.charges if charge.kind == "climb"] == climbs
    assert list(leg.drops) == drops
    left, charged = 200, 0
    for drop in drops:
        ignored = min(left, drop)
        left -= ignored
        charged += -(-(drop - ignored) // 100)
    assert (
        leg.cost
        == -int(-(length - 0.001) // 1) + sum(max(2, -(-round(rise * 100) // 100)) for rise in climbs) + charged
    )

"""Ways over several levels, and what is in reach."""

from __future__ import annotations

from math import hypot, sqrt

import pytest

from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.places import Farther, Within
from fireteam.space.plane.free.plan import States
from fireteam.space.plane.free.shapekernels import BIG
from fireteam.space.plane.free.shapes import BLOCKS, NOBODY, RING, Other, Others
from fireteam.space.plane.free.walking import CLIMBS, FOOT, LADDERS, Kind, Leg, Move, Refused, Verdict, Walker
from fireteam.space.plane.free.ways import Open, Side, Ways
from tests.space.free.test_walking import MAPS, alike, body, code, cost

SURE = CLIMBS | LADDERS


def ways(name: str, x: float, y: float, z: float = 0, allowance: float = 12.0, bits: int = SURE) -> Ways:
    return Ways(MAPS[name], Walker(body(x, y, z), allowance, bits))


def kinds(answer: Move | Refused) -> list[Kind]:
    """The kinds of legs of a move, each run of the same once."""
    assert isinstance(answer, Move), answer
    found: list[Kind] = []
    for leg in answer.legs:
        if not found or found[-1] is not leg.kind:
            found.append(leg.kind)
    return found


def test_round_a_corner_by_an_arc() -> None:
    move = ways("lockside", 10.5, 4).way(1350, 800, 0)
    # Tangents to circles of half an inch about two corners of the doorway.
    assert cost(move) == pytest.approx(5.1495, abs=0.003)
    assert cost(move) < ways("lockside", 10.5, 4).cost(1350, 800, 0)


def test_up_a_ladder_and_a_stair_to_the_second_level() -> None:
    move = ways("kettleworks", 12, 4, allowance=25).way(2200, 1050, 800)
    assert kinds(move) == [Kind.WALK, Kind.LADDER, Kind.WALK]
    assert cost(move) == pytest.approx(18.998, abs=0.01)
    assert cost(ways("kettleworks", 15, 10, 4).way(2200, 1050, 800)) == pytest.approx(9.487, abs=0.01)


def test_over_a_hut_or_round_it_whichever_is_cheaper() -> None:
    assert cost(ways("causeway", 8, 2.5).way(800, 600, 250)) == pytest.approx(3.5 + 5)
    round_it = ways("causeway", 8, 2.5).way(800, 950, 0)
    assert kinds(round_it) == [Kind.WALK]
    assert cost(round_it) < 7 + 10


def test_straight_over_what_cannot_be_gone_round() -> None:
    """Foes on either side leave only the top of the hut."""
    guards = Others([Other(body(4.4, y), BLOCKS | RING) for y in (4, 6, 8)] + [Other(body(11, 5), BLOCKS | RING)])
    walker = Walker(body(8, 2.5), 20, SURE)
    move = Ways(MAPS["causeway"], walker, guards).way(800, 950, 0)
    assert kinds(move)[0] is Kind.CLIMB
    assert cost(move) == pytest.approx(7 + 10)


def test_a_pit_by_its_rungs_or_by_a_jump() -> None:
    assert cost(ways("kettleworks", 16, 41).way(1800, 4100, -600)) == pytest.approx(8.0, abs=0.003)
    jumped = ways("kettleworks", 16, 41, bits=FOOT).way(1800, 4100, -600)
    assert alike((kinds(jumped), cost(jumped)), ([Kind.JUMP], pytest.approx(2.0, abs=0.003)))


def test_a_gap_is_leapt_only_by_who_leaps() -> None:
    assert ways("kettleworks", 25.5, 22, 8, allowance=6).cost(2550, 2700, 800) == BIG
    leapt = ways("kettleworks", 25.5, 22, 8, allowance=6, bits=FOOT).way(2550, 2700, 800)
    assert alike((kinds(leapt), cost(leapt)), ([Kind.LEAP], pytest.approx(5.0)))


def test_a_lift_is_part_of_a_way() -> None:
    walker = Walker(body(23, 15.75), 6, SURE, (("lift1", 1),))
    move = Ways(MAPS["lockside"], walker, NOBODY).way(1900, 1575, 400)
    assert Kind.LIFT in kinds(move)
    assert cost(move) == pytest.approx(4.0, abs=0.02)
    assert code(Ways(MAPS["lockside"], walker._replace(lifts=()), NOBODY).way(1900, 1575, 400)) is Verdict.NO_WAY


def test_a_door_that_opens_opens_the_way() -> None:
    walker = Walker(body(10.5, 30), 4, SURE)
    plan = MAPS["lockside"].plan
    assert Ways(plan.under(), walker).cost(1350, 3000, 0) == BIG
    assert Ways(plan.under(States((("d3", "open"),))), walker).cost(1350, 3000, 0) == pytest.approx(3.0)


def test_dangerous_ground_is_gone_round() -> None:
    move = ways("kettleworks", 32, 46.5, allowance=16).way(3800, 4650, 0)
    assert isinstance(move, Move) and not move.events
    assert move.cost == pytest.approx(4 + 2 * hypot(1, 0.5), abs=0.01)


def test_a_climb_is_finished_from_where_it_hangs() -> None:
    hanging = Walker(body(8, 4, 1.2), 6, SURE, (), True)
    move = Ways(MAPS["causeway"], hanging).way(800, 500, 250)
    assert cost(move) == pytest.approx(2.6 + 1.0)


def test_the_nearest_place_in_reach_of_a_wanted_one() -> None:
    reach = ways("lockside", 5, 5, allowance=4)
    place = reach.nearest(900, 500, 0)
    assert place is not None and (place.x, place.y) == (900, 500)
    far = reach.nearest(1000, 500, 0)
    assert far is not None and (far.x, far.y) == (900, 500)
    assert isinstance(reach.way(far.x, far.y, 0), Move)


def test_every_cell_is_the_end_of_a_legal_move() -> None:
    reach = ways("kettleworks", 17, 10, 4, allowance=4)
    cells = reach.cells()
    assert len(cells) > 60 and {round(cell.z) for cell in cells} >= {400}
    for cell in cells[::7]:
        legs = reach.legs(cell.x, cell.y, cell.z)
        assert legs is not None
        answer = judge(MAPS["kettleworks"], reach.walker, legs[0], NOBODY)
        assert isinstance(answer, Move) and answer.cost <= cell.cost + 1e-6


def test_some_says_yes_no_or_that_it_is_open() -> None:
    reach = ways("lockside", 10, 4, allowance=4)
    foe = body(13.5, 4)
    yes = ways("lockside", 10, 4, allowance=6).some((Within(foe, 0.5),))
    assert isinstance(yes, Move)
    assert hypot(yes.end.x - foe.x, yes.end.y - foe.y) / 100 <= 1.5 + 0.001
    assert code_of(reach.some((Within(body(20, 4), 0.5),))) is Verdict.NO_WAY
    # There is a place, but behind a locked door.
    assert isinstance(ways("lockside", 10.5, 18, allowance=4).some((Within(body(13.2, 18), 0.1),)), Open)
    assert isinstance(reach.some((Farther(foe, 0.5),)), Move)


def code_of(answer: Move | Refused | Open) -> Verdict:
    assert isinstance(answer, Refused)
    return answer.code


def test_leaving_the_table_takes_the_whole_base_across() -> None:
    found = ways("lockside", 3, 18, allowance=4).leaving(Side.WEST)
    assert found is not None and found[1] == pytest.approx(2.5 + 1.0)
    assert ways("lockside", 3, 18, allowance=3.4).leaving(Side.WEST) is None


def test_what_a_search_finds_a_person_may_also_draw() -> None:
    """The way on stairs by hand costs what the search says."""
    legs = (Leg(Kind.WALK, 1800, 1050, 400), Leg(Kind.WALK, 2000, 1050, 800))
    drawn = judge(MAPS["kettleworks"], Walker(body(17, 10.5, 4), 12), legs, NOBODY)
    assert cost(drawn) == pytest.approx(1 + sqrt(20))
    assert ways("kettleworks", 17, 10.5, 4).cost(2000, 1050, 800) == pytest.approx(1 + sqrt(20))

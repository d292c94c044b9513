"""Charges: the cheapest place next to each enemy, across barricades, near hulls; and how far one gets."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random

import pytest

from fireteam.space.plane.free.charges import CONTACT, Charges, touching
from fireteam.space.plane.free.measuring import gap, plan_gap, touches
from fireteam.space.plane.free.shapes import BLOCKS, RING, Hull, Other, Others
from fireteam.space.plane.free.walking import Move, Refused, Verdict, Walker
from fireteam.space.plane.model import Body
from tests.space.free.agreement import standing
from tests.space.free.boards import random_plan
from tests.space.free.test_walking import MAPS, alike, body, code


def charges(name: str, start: Body, allowance: float, *foes: Body | Hull) -> Charges:
    rows = [Other(foe, BLOCKS if isinstance(foe, Hull) else BLOCKS | RING) for foe in foes]
    return Charges(MAPS[name], Walker(start, allowance), Others(rows))


def test_straight_at_an_enemy_ends_in_contact() -> None:
    found = charges("lockside", body(5, 5), 7, body(8, 4), body(4, 33))
    (charge,) = found.list({0: CONTACT, 1: CONTACT})
    assert charge.cost == pytest.approx(hypot(3, 1) - 1.0, abs=0.02)
    move = found.move(charge)
    assert isinstance(move, Move) and touches(move.end, body(8, 4))


def test_an_enemy_in_the_way_is_gone_round() -> None:
    found = charges("lockside", body(2, 5), 9, body(4, 5), body(6, 5))
    near, far = found.list({0: CONTACT, 1: CONTACT})
    assert alike((near.other, near.cost), (0, pytest.approx(1.0, abs=0.02)))
    assert far.other == 1 and 3.0 < far.cost < 4.0
    move = found.move(far)
    assert isinstance(move, Move) and touches(move.end, body(6, 5)) and plan_gap(move.end, body(4, 5)) >= 0


def test_across_a_barricade_when_the_gap_is_half_an_inch() -> None:
    foe = body(5.5, 7.5)
    found = charges("lockside", body(5.5, 10), 2, foe)
    assert found.to(0) is None
    charge = found.across(0)
    assert charge is not None and charge.across == MAPS["lockside"].names.index("b1")
    end = body(charge.x / 100, charge.y / 100)
    assert gap(end, foe) <= 0.5 and touching(MAPS["lockside"], end, charge.across)
    assert charge.cost == pytest.approx(10 - 8.91, abs=0.02)


def test_within_an_inch_of_a_hull_or_a_weapons_reach() -> None:
    truck = Hull(1000, 500, 0, 4.0, 2.0, 200, 90)
    found = charges("lockside", body(4, 5), 6, truck, body(4, 9.5))
    charge = found.to(0, 1.0)
    assert charge is not None and charge.cost == pytest.approx(6 - 1 - 0.5 - 1.0, abs=0.02)
    reach = found.to(1, 2.0)
    assert reach is not None and reach.cost == pytest.approx(4.5 - 1.0 - 2.0, abs=0.02)


def test_where_none_is_in_reach_it_goes_as_far_as_it_may() -> None:
    spent = charges("lockside", body(2, 5), 3, body(9, 5)).approach(0)
    assert isinstance(spent, Move) and (spent.end.x, spent.end.y) == (500, 500)
    stopped = charges("lockside", body(2, 5), 7, body(9, 5), body(5, 6.6)).approach(0)
    assert isinstance(stopped, Move)
    assert min(gap(stopped.end, foe) for foe in (body(9, 5), body(5, 6.6))) >= 1.0 - 0.001
    assert stopped.end.x > 300
    assert code(charges("lockside", body(5, 5), 7, body(9, 20)).approach(0)) is Verdict.NO_WAY


def test_no_place_round_an_enemy_is_cheaper() -> None:
    """Against every degree all round, on random fields."""
    compared = 0
    for seed in range(12):
        dice = Random(seed)
        field = random_plan(seed).under()
        foes = [foe for foe in (standing(field, dice) for _ in range(3)) if foe is not None and foe.z == 0]
        others = Others(Other(foe, BLOCKS | RING) for foe in foes)
        start = standing(field, dice, others)
        if start is None:
            continue
        found = Charges(field, Walker(start, 5.0), others)
        for number, foe in enumerate(foes):
            charge = found.to(number)
            best = 9.0
            for degree in range(0, 360, 3):
                x = round(foe.x + 101 * cos(radians(degree)))
                y = round(foe.y + 101 * sin(radians(degree)))
                if found.ways.stops(x, y, foe.z):
                    best = min(best, found.ways.cost(x, y, foe.z))
            assert (charge is not None) or best > 5.0, (seed, number, best)
            if charge is not None:
                assert charge.cost <= best + 0.08, (seed, number, charge, best)
                move = found.move(charge)
                assert not isinstance(move, Refused) and touches(move.end, foe)
                compared += 1
    assert compared > 4


def test_who_is_reached_straight_needs_no_search() -> None:
    found = charges("lockside", body(5, 5), 7, body(8, 4), body(4, 33))
    (charge,) = found.list({0: CONTACT, 1: CONTACT})
    move = found.move(charge)
    assert isinstance(move, Move) and len(move.legs) == 1 and "ways" not in vars(found)
    assert move == found.ways.way(charge.x, charge.y, charge.z)
    behind = charges("lockside", body(2, 5), 9, body(4, 5), body(6, 5))
    assert behind.to(1) is not None and "ways" in vars(behind), "somebody is in the way"


def test_a_straight_charge_is_the_cheapest_and_none_is_lost() -> None:
    """Against the search among all ways, in crowds on random fields."""
    straight = sought = none = 0
    for seed in range(14):
        dice = Random(seed)
        field = random_plan(seed).under()
        foes = [foe for foe in (standing(field, dice) for _ in range(6)) if foe is not None]
        others = Others(Other(foe, BLOCKS | RING) for foe in foes)
        start = standing(field, dice, others)
        if start is None:
            continue
        for number in range(len(foes)):
            for reach in (CONTACT, 2.0):
                found = Charges(field, Walker(start, 5.0), others)
                quick, whole = found.to(number, reach), found._round_to(number, reach)
                none += whole is None
                straight += found._straight_to(number, reach) is not None
                sought += whole is not None and found._straight_to(number, reach) is None
                assert (quick is None) is (whole is None), (seed, number)
                assert quick is None or whole is None or abs(quick.cost - whole.cost) <= 0.02, (seed, number)
                listed = [charge.other for charge in found.list({number: reach})]
                assert quick is None or listed == [number], (seed, number)
    assert min(straight, sought, none) > 10, (straight, sought, none)


def test_no_place_across_an_obstacle_is_cheaper() -> None:
    foe = body(5.5, 7.5)
    for south, allowance in ((10, 2.0), (9.5, 3.0), (11.5, 4.0), (11.5, 2.0)):
        found = charges("lockside", body(6.2, south), allowance, foe)
        charge = found.across(0)
        costs = [
            found.ways.cost(x, y, 0)
            for x in range(300, 800)
            for y in (890, 891, 892)
            if gap(body(x / 100, y / 100), foe) <= 0.5 and found.ways.stops(x, y, 0)
        ]
        best = min(costs, default=9.0)
        assert (charge is None) is (best > allowance), (south, allowance, best)
        assert charge is None or charge.cost <= best + 0.02

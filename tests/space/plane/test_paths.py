"""Whole moves: legs, enemies and friends, control ranges, mines, ends, lengths, each refusal with its leg and rule."""

from __future__ import annotations

import pytest

from fireteam.space.plane.legs import Gait
from fireteam.space.plane.model import Spot, base
from fireteam.space.plane.paths import Enemy, Trigger
from tests.space.plane.boards import R32, body, enemy, go, ground, h, no_go, part, small, step, terms

OPEN = ground()
GANTRY = ground(part("g-1", (4, 9, 20, 11), 2.8, 3, "Vantage"))


# -- length ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-REPO-01", "KT-REPO-02")
def test_the_inches_of_all_legs_are_added() -> None:
    assert go(OPEN, body(5, 5), step(11, 5)).cost == 6
    assert no_go(OPEN, body(5, 5), step(11.01, 5)).rule == "KT-REPO-01"
    bent = go(OPEN, body(5, 5), step(7.2, 5), step(7.2, 7.2))
    assert (bent.cost, bent.costs) == (6, (3, 3))
    assert go(OPEN, body(5, 5), step(9.4, 5)).cost == 5


@pytest.mark.rule("KT-REPO-02")
def test_legs_in_one_direction_are_rounded_together() -> None:
    assert go(OPEN, body(5, 5), step(7.2, 5), step(9.4, 5)).costs == (3, 2)
    assert go(OPEN, body(5, 5), step(7.2, 5), step(9.4, 5), by=terms(gait=Gait(merge=False))).cost == 6
    assert go(OPEN, body(5, 5), step(7.2, 5), step(5, 5)).cost == 6


@pytest.mark.rule("KT-REPO-02", "KT-GEO-18")
def test_turning_past_a_corner_saves_an_inch() -> None:
    corner, goal = (7.2, 5), (9.11, 6.1)  # 2.2" beyond at 30 degrees
    assert go(OPEN, body(5, 5), step(*corner), step(*goal)).cost == 6
    assert go(OPEN, body(5, 5), step(8, 5), step(*goal)).cost == 5


@pytest.mark.rule("KT-REPO-07")
def test_a_move_may_be_of_no_length() -> None:
    move = go(OPEN, body(5, 5))
    assert (move.cost, move.end) == (0, body(5, 5))


@pytest.mark.rule("KT-TM-01")
def test_a_climb_that_cannot_be_paid_for_may_not_begin() -> None:
    here = ground(part("l-1", (10, 5, 15, 15), 0, 3, "Vantage"))
    start = body(10 - 0.63 - 2, 10)
    refused = no_go(here, start, step(9.38, 10), by=terms(4))
    assert refused.rule == "KT-GEO-13"
    assert no_go(here, start, step(10, 10), by=terms(5)).rule == "KT-REPO-01"
    assert go(here, body(8, 10), step(10, 10), by=terms(5)).cost == 5
    assert no_go(here, body(8, 10), step(10, 10), by=terms(4)).rule == "KT-REPO-01"


@pytest.mark.rule("KT-TM-06")
def test_the_drop_allowance_is_for_the_whole_move() -> None:
    here = ground(part("a-1", (5, 5, 10, 15), 0, 2, "Vantage"), part("b-1", (12, 5, 14, 15), 0, 2, "Vantage"))
    move = go(here, body(9.5, 10, 2), step(11, 10), step(11, 10.5), step(13, 10.5), step(15, 10.5), by=terms(12))
    assert [leg.drops for leg in move.legs] == [(200,), (), (), (200,)]
    assert move.costs == (2, 1, 4, 4)


@pytest.mark.rule("KT-GEO-15")
def test_a_path_is_refused_with_its_first_failing_leg() -> None:
    here = ground(part("w-1", (10, 5, 10.3, 15), 0, 4, "Heavy Wall"))
    refused = no_go(here, body(5, 10), step(8, 10), step(12, 10), step(12, 12))
    assert (refused.leg, refused.rule, refused.part) == (2, "KT-GALL-01", "w-1")
    assert refused.reason == "walls cannot be climbed"


# -- bases -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-03", "KT-GEO-15")
def test_the_sweep_keeps_clear_of_enemy_bases() -> None:
    # Two 32 mm bases: 1.25984" apart is contact; 1.25" overlaps by almost 0.01", 1.26" does not.
    for enter in (False, True):
        foe = enemy(8, 11.25, enter=enter)
        assert no_go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(foe,))).rule == "KT-BASE-03"
    assert go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(enemy(8, 11.26, enter=True),))).cost == 6
    thin = Enemy(body(8, 11.26, radius=0.63084), True)
    assert go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(thin,))).cost == 6
    wide = Enemy(body(8, 11.26, radius=0.6401), True)
    assert no_go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(wide,))).rule == "KT-BASE-03"


@pytest.mark.rule("KT-BASE-03", "KT-GEO-15", "KT-BASE-01")
def test_an_enemy_far_below_does_not_stop_a_gantry_walk() -> None:
    assert go(GANTRY, body(6, 10, 3), step(12, 10), by=terms(enemies=(enemy(9, 10),))).cost == 6
    assert (
        no_go(GANTRY, body(6, 10, 3), step(12, 10), by=terms(enemies=(enemy(9, 10, 3, enter=True),))).rule
        == "KT-BASE-03"
    )


@pytest.mark.rule("KT-BASE-03")
def test_a_drop_on_to_an_enemy_is_refused() -> None:
    here = ground(part("l-1", (5, 5, 10, 15), 2.8, 3, "Vantage"))
    foe = enemy(11, 11, enter=True)
    assert no_go(here, body(9, 10, 3), step(10.7, 10), by=terms(enemies=(foe,))).rule == "KT-BASE-03"


@pytest.mark.rule("KT-BASE-02")
def test_friends_are_passed_but_not_ended_on() -> None:
    by = terms(friends=(body(8, 10),))
    assert go(OPEN, body(5, 10), step(11, 10), by=by).cost == 6
    assert no_go(OPEN, body(5, 10), step(8.5, 10), by=by).rule == "KT-BASE-01"


@pytest.mark.rule("KT-VANT-07")
def test_squeezing_round_an_enemy_on_a_gantry() -> None:
    here = ground(part("g-1", (4, 9, 20, 11), 2.8, 3, "Vantage"))
    by = terms(12, enemies=(Enemy(small(10, 10.5, 3), True),))
    legs = step(9, 8.8), step(11, 8.8), step(13, 10)
    move = go(here, body(7, 10, 3), *legs, by=by)
    assert [leg.end.z for leg in move.legs] == [300, 300, 300]
    assert no_go(here, body(7, 10, 3), *legs[:2], by=by).rule == "KT-GEO-13"


# -- control ranges ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-REPO-03", "KT-GEO-15")
def test_a_path_keeps_out_of_control_range() -> None:
    near, clear = enemy(8, 10 + 2 * R32 + 0.9), enemy(8, 10 + 2 * R32 + 1.01)
    refused = no_go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(near,)))
    assert (refused.rule, refused.at) == ("KT-REPO-03", (735, 1000))
    assert go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(clear,))).cost == 6


@pytest.mark.rule("KT-REPO-03")
def test_an_enemy_who_is_not_seen_controls_nothing() -> None:
    here = ground(part("w-1", (5, 10.7, 12, 10.9), 0, 3))
    foe = enemy(8, 10 + 2 * R32 + 0.6)
    assert go(here, body(5.7, 10), step(10, 10), by=terms(enemies=(foe,))).cost == 5


@pytest.mark.rule("KT-REPO-04")
def test_an_engaged_enemy_is_passed_but_not_ended_by() -> None:
    foe = enemy(8, 10 + 2 * R32 + 0.6, enter=True)
    assert go(OPEN, body(5, 10), step(11, 10), by=terms(enemies=(foe,))).cost == 6
    assert no_go(OPEN, body(5, 10), step(8.5, 10), by=terms(enemies=(foe,))).rule == "KT-REPO-04"


@pytest.mark.rule("KT-FALL-01")
def test_falling_back_passes_control_ranges_and_ends_in_none() -> None:
    first, second = enemy(5, 10 + 2 * R32 + 0.5, enter=True), enemy(8, 10 + 2 * R32 + 0.5, enter=True)
    by = terms(enemies=(first, second), end_rule="KT-FALL-01")
    assert go(OPEN, body(5, 10), step(11, 10), by=by).cost == 6
    assert no_go(OPEN, body(5, 10), step(8, 9.8), by=by).rule == "KT-FALL-01"
    assert no_go(OPEN, body(5, 10), step(5, 9.7), by=by).rule == "KT-FALL-01"


@pytest.mark.rule("KT-CHRG-02", "KT-CTR-05")
def test_a_charge_ends_in_control_range() -> None:
    foe = enemy(13.76, 10, enter=True, leave=False, end=True)
    by = terms(2, enemies=(foe,), engage=True, limit_rule="KT-CTR-05")
    assert go(OPEN, body(10, 10), step(11.5, 10), by=by).cost == 2
    assert go(OPEN, body(10, 10), step(12, 10), by=by).cost == 2
    assert no_go(OPEN, body(10, 10), step(11.4, 10), by=by).rule == "KT-CHRG-02"
    far = terms(
        2,
        enemies=(enemy(10 + 2 * R32 + 3.2, 10, enter=True, leave=False, end=True),),
        engage=True,
        limit_rule="KT-CTR-05",
    )
    assert no_go(OPEN, body(10, 10), step(12, 10), by=far).rule == "KT-CHRG-02"
    assert no_go(OPEN, body(10, 10), step(12.5, 10), by=far).rule == "KT-CTR-05"


@pytest.mark.rule("KT-CTR-05")
def test_the_counteract_cap_counts_openings() -> None:
    doors = ground(
        part("w-door", (10, 9, 10.2, 11), 0, 2.8, "Accessible Heavy"),
        part("w-s", (10, 3, 10.2, 9), 0, 2.8),
        part("w-n", (10, 11, 10.2, 17), 0, 2.8),
    )
    refused = no_go(doors, body(9.37, 10), step(10.83, 10), by=terms(2, limit_rule="KT-CTR-05"))
    assert (refused.rule, refused.reason) == ("KT-CTR-05", 'it costs 3", more than 2"')


@pytest.mark.rule("KT-CHRG-03")
@pytest.mark.parametrize(("leave", "legal"), [(False, False), (True, True)])
def test_a_charge_does_not_leave_an_unengaged_enemy(leave: bool, legal: bool) -> None:
    passed = enemy(8, 10 + 2 * R32 + 0.5, enter=True, leave=leave, end=True)
    aim = enemy(13, 10, enter=True, leave=False, end=True)
    by = terms(8, enemies=(passed, aim), engage=True)
    if legal:
        assert go(OPEN, body(5, 10), step(11.5, 10), by=by).cost == 7
    else:
        assert no_go(OPEN, body(5, 10), step(11.5, 10), by=by).rule == "KT-CHRG-03"
        bent = no_go(OPEN, body(5, 10), step(8, 10), step(11.5, 10), by=by)
        assert (bent.rule, bent.leg) == ("KT-CHRG-03", 2)
        assert go(OPEN, body(5, 10), step(8.2, 10), by=by).cost == 4


@pytest.mark.rule("KT-EQ-05", "KT-GEO-15")
def test_a_mine_goes_off_at_the_first_point_tested() -> None:
    mine = Spot(900, 1192, 0, base(20))
    move = go(OPEN, body(5, 10), step(11, 10), by=terms(mines=(mine,)))
    assert move.triggers == (Trigger(0, 1, body(8.40, 10)),)
    assert go(OPEN, body(5, 10), step(5, 6), by=terms(mines=(mine,))).triggers == ()
    twice = go(OPEN, body(5, 10), step(9, 10), step(8, 10), by=terms(mines=(mine,)))
    assert len(twice.triggers) == 1


# -- surcharges over several legs --------------------------------------------------------------------------------------


@pytest.mark.rule("KT-GEO-17")
def test_through_a_door_and_back_costs_twice() -> None:
    doors = ground(
        part("w-door", (10, 9, 10.3, 11), 0, 2.8, "Accessible Heavy"),
        part("w-s", (10, 3, 10.3, 9), 0, 2.8),
        part("w-n", (10, 11, 10.3, 17), 0, 2.8),
    )
    move = go(doors, body(9, 10), step(11, 10), step(9, 10))
    assert (move.cost, move.costs) == (6, (3, 3))
    inside = go(doors, body(9, 10), step(10.1, 10), step(11, 10.2))
    assert [sum(c.kind == "opening" for c in leg.charges) for leg in inside.legs] == [1, 0]
    assert no_go(doors, body(8, 10), step(9.47, 10)).rule == "KT-GEO-17"


@pytest.mark.rule("KT-EQ-07")
def test_crossing_wire_twice_costs_twice() -> None:
    wire = ground(placed=(part("wire-1", (10, 8, 10.5, 12), 0, 0.5, "Exposed Obstructing"),))
    move = go(wire, body(9.37, 10), step(11.37, 10), step(9.37, 10), by=terms(12))
    assert (move.cost, move.costs) == (10, (5, 5))
    assert sum(charge.inches for leg in move.charges for charge in leg if charge.kind == "wire") == 2


@pytest.mark.rule("KT-EQ-12")
def test_a_second_ladder_in_one_action_is_climbed_like_a_wall() -> None:
    here = ground(
        part("a-1", (10, 5, 12, 15), 0, 4, "Vantage"),
        part("b-1", (17, 5, 19, 15), 0, 4, "Vantage"),
        placed=(
            part("ladder-1", (9.8, 9.5, 10, 10.5), 0, 4, "Exposed Ladder"),
            part("ladder-2", (16.8, 9.5, 17, 10.5), 0, 4, "Exposed Ladder"),
        ),
    )
    move = go(here, body(9, 10), step(11, 10), step(11, 10.2), step(18, 10.2), by=terms(30))
    climbs = [
        (charge.kind, charge.inches) for leg in move.charges for charge in leg if charge.kind in ("climb", "ladder")
    ]
    assert climbs == [("ladder", 1), ("climb", 4)]
    assert no_go(here, body(8, 10), step(9.3, 10)).rule == "KT-EQ-12"
    assert h(4) == move.end.z
    saved = go(here, body(9, 10), step(11, 10, ladder=False), step(11, 10.2), step(18, 10.2), by=terms(30))
    climbs = [
        (charge.kind, charge.inches) for leg in saved.charges for charge in leg if charge.kind in ("climb", "ladder")
    ]
    assert climbs == [("climb", 4), ("ladder", 1)], "the climb that the player picks"


TOWER = part("tower-1", (10, 5, 14, 15), 0, 6, "Vantage")
LEDGE = part("ledge-1", (6.5, 5, 8, 15), 0, 3, "Vantage")


@pytest.mark.rule("KT-GEO-15", "KT-REPO-03")
def test_a_climb_or_drop_is_judged_along_its_whole_height() -> None:
    here = ground(TOWER, LEDGE)
    up, down = body(10.2, 10, 6), body(9.3, 10)
    enemy = Enemy(body(7.4, 10, 3))
    beside = terms(12, enemies=(enemy,))
    assert no_go(here, up, step(9.3, 10, 0), by=beside).rule == "KT-REPO-03"
    assert no_go(here, down, step(10.2, 10, 6), by=beside).rule == "KT-REPO-03", "and so is the way up"
    assert go(here, up, step(9.3, 10, 0), by=terms(12, enemies=(enemy._replace(enter=True),)))
    away = Enemy(body(7.1, 14, 3))
    assert go(here, up, step(9.3, 10, 0), by=terms(12, enemies=(away,)))


@pytest.mark.rule("KT-EQ-05", "KT-GEO-15")
def test_a_mine_half_way_up_goes_off() -> None:
    here = ground(TOWER, LEDGE)
    mine = Spot(h(7.6), h(10), h(3), 0.39)
    for start, end in ((body(10.2, 10, 6), step(9.3, 10, 0)), (body(9.3, 10), step(10.2, 10, 6))):
        move = go(here, start, end, by=terms(12)._replace(mines=(mine,)))
        assert [trigger.mine for trigger in move.triggers] == [0]
        assert h(1.9) < move.triggers[0].body.z < h(4.1), "neither at the top nor at the foot"


@pytest.mark.rule("KT-BASE-03", "KT-GEO-15")
def test_nobody_climbs_through_an_enemy_beside_the_wall() -> None:
    """A climb at the very start of a leg sweeps its whole height as well."""
    here = ground(
        part("deck-1", (10, 5, 14, 15), 2.8, 3, "Vantage"), part("block-1", (6.5, 8, 7.5, 12), 0, 1.5, "Vantage")
    )
    enemy = Enemy(body(7.4, 10, 1.5), enter=True)
    by = terms(12, enemies=(enemy,))
    assert no_go(here, body(8.6, 10), step(10.2, 10, 3), by=by).rule == "KT-BASE-03"
    assert go(here, body(8.6, 10), step(9.3, 10), step(10.2, 10, 3), by=by).end.z == h(3), "farther on he is past him"


@pytest.mark.rule("KT-DASH-02")
def test_a_dash_drops_but_does_not_climb() -> None:
    by = terms(3, gait=Gait(climb=False), limit_rule="KT-DASH-01")
    high = ground(part("l-1", (5, 5, 10, 15), 1.8, 2, "Vantage"))
    assert go(high, body(9.9, 10, 2), step(12.9, 10), by=by).cost == 3
    assert no_go(high, body(9.9, 10, 2), step(13, 10), by=by).rule == "KT-DASH-01"
    barricade = ground(part("b-1", (10, 5, 10.5, 15), 0, 1))
    assert no_go(barricade, small(9, 10), step(11.5, 10), by=by).rule == "KT-DASH-02"


@pytest.mark.rule("KT-TM-09", "KT-GEO-13")
def test_a_jump_on_to_a_rampart_goes_on_but_does_not_end_there() -> None:
    here = ground(
        part("k-1", (0, 5, 5, 15), 2.8, 3, "Vantage"),
        part("p-1", (7.14, 5, 12, 9), 2.8, 3, "Vantage"),
        part("p-2", (7.14, 5, 7.4, 9), 3, 3.9),
    )
    start = body(4.37, 7, 3)
    refused = no_go(here, start, step(7.2, 7, jump=True))
    assert refused.rule == "KT-VANT-06"
    assert no_go(here, start, step(7.37, 7, jump=True), by=terms(3, gait=Gait(climb=False))).rule == "KT-VANT-06"
    move = go(here, start, step(7.2, 7, jump=True), step(8.2, 7))
    assert (move.costs, move.end.z, move.legs[1].drops) == ((3, 1), 300, (0,))

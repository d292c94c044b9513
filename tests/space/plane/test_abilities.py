"""What abilities change about a move: cheaper and higher climbs, heights ignored, enemies moved through; judge, search
and reach alike."""

from __future__ import annotations

import pytest

from fireteam.games.killteam.geometry import FAULTS
from fireteam.kit.plane.refusals import in_words
from fireteam.space.plane.faults import Refused
from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import Gait, Increment
from fireteam.space.plane.paths import Move
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.reach import Reach
from fireteam.space.plane.routes import route
from tests.space.plane.boards import R25, body, enemy, go, ground, h, no_go, part, refuse, split, step, terms, walk
from tests.space.plane.judge_reference import judged_slowly

EASY, HIGH, FLYING = Gait(least=0), Gait(reach=5), Gait(flies=True)
CRATE = ground(part("c-1", (10, 5, 15, 15), 0, 1, "Vantage"))
TOWER = ground(part("t-1", (10, 5, 15, 15), 0, 4, "Vantage"))
ROOF = ground(part("r-1", (10, 5, 15, 15), 3.5, 3.8, "Vantage"))
OPEN = ground()


def inches(here: Ground, gait: Gait, x: float, y: float, z: float, most: int = 8) -> int | None:
    """What the search says a place costs from 2\" before the block, the judge agreeing; None if it is out of reach."""
    by = terms(most, gait=gait)
    move = route(here, body(10 - 0.63 - 2, 10), h(x), h(y), by, h(z))
    field = Reach(here, body(10 - 0.63 - 2, 10), by)
    cells = [cell for cell in field.cells.get((round(2 * x), round(2 * y)), ()) if cell.body.z == h(z)]
    assert [cell.inches for cell in cells] == ([move.cost] if isinstance(move, Move) else [])
    return move.cost if isinstance(move, Move) else None


# -- what a climb costs at least ---------------------------------------------------------------------------------------


@pytest.mark.rule("KT-TM-03")
@pytest.mark.parametrize(("gait", "climb"), [(Gait(), 2), (Gait(least=1), 1), (EASY, 1)])
def test_a_climb_at_its_real_height(gait: Gait, climb: int) -> None:
    assert split(walk(CRATE, body(8, 10), step(11, 10, 1), gait)) == {"walk": 3, "climb": climb}
    assert split(walk(TOWER, body(8, 10), step(11, 10, 4), gait)) == {"walk": 3, "climb": 4}
    assert inches(CRATE, gait, 12, 10, 1) == 5 + climb
    # The search may not pass over a climb that is cheaper than usual.
    assert inches(CRATE, gait, 12, 10, 1, most=6) == (6 if climb == 1 else None)


@pytest.mark.rule("KT-TM-03", "KT-GEO-18")
def test_the_search_knows_that_a_climb_is_cheaper() -> None:
    for gait, found in ((Gait(), []), (EASY, [2])):
        field = Reach(CRATE, body(9.2, 10), terms(2, gait=gait))
        assert [cell.inches for cell in field.cells.get((20, 20), ()) if cell.body.z == h(1)] == found


@pytest.mark.rule("KT-TM-03", "KT-EQ-12")
def test_a_ladder_still_costs_an_inch_where_climbs_cost_their_height() -> None:
    here = ground(
        part("t-1", (10, 5, 15, 15), 0, 3, "Vantage"), placed=(part("l-1", (9.8, 9.5, 10, 10.5), 0, 3, "Ladder Light"),)
    )
    for gait in (Gait(), EASY):
        assert split(walk(here, body(8, 10), step(11, 10, 3), gait)) == {"walk": 3, "ladder": 1}


# -- how far up terrain may begin --------------------------------------------------------------------------------------


@pytest.mark.rule("KT-TM-02")
def test_terrain_that_begins_higher_can_be_climbed() -> None:
    assert refuse(ROOF, body(8, 10), step(11, 10, 3.8)).reason == 'terrain to climb is at most 3" up'
    assert split(walk(ROOF, body(8, 10), step(11, 10, 3.8), HIGH)) == {"walk": 3, "climb": 4}
    assert inches(ROOF, Gait(), 12, 10, 3.8, most=12) is None
    assert inches(ROOF, HIGH, 12, 10, 3.8, most=12) == 9
    far = ground(part("r-1", (10, 5, 15, 15), 5.5, 5.8, "Vantage"))
    assert refuse(far, body(8, 10), step(11, 10, 5.8), HIGH).reason == 'terrain to climb is at most 5" up'


@pytest.mark.rule("KT-TM-02")
def test_a_single_climb_goes_as_far_as_the_reach() -> None:
    edge = Gait(top_edge=True)
    assert refuse(TOWER, body(8, 10), step(11, 10, 4), edge).reason == 'no single climb passes 3"'
    assert walk(TOWER, body(8, 10), step(11, 10, 4), edge._replace(reach=4)).cost == 7


# -- heights ignored ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-TM-02", "KT-TM-03")
def test_who_ignores_heights_climbs_for_nothing() -> None:
    assert split(walk(TOWER, body(8, 10), step(11, 10, 4), FLYING)) == {"walk": 3, "climb": 0}
    assert walk(TOWER, body(8, 10), step(11, 10, 4), FLYING._replace(climb=False, top_edge=True)).cost == 3
    assert walk(ROOF, body(8, 10), step(11, 10, 3.8), FLYING).cost == 3
    assert inches(TOWER, FLYING, 12, 10, 4) == 5
    assert inches(TOWER, FLYING, 12, 10, 4, most=5) == 5
    assert inches(TOWER, FLYING, 12, 10, 4, most=4) is None
    assert inches(TOWER, FLYING._replace(climb=False), 12, 10, 4) == 5
    wall = ground(part("w-1", (10, 5, 10.3, 15), 0, 4, "Heavy Wall"))
    assert refuse(wall, body(8, 10), step(12, 10), FLYING).rule == "KT-GALL-01"


@pytest.mark.rule("KT-TM-02")
def test_who_ignores_heights_need_not_see_what_it_climbs() -> None:
    here = ground(
        part("r-1", (10, 5, 15, 15), 2.8, 3, "Vantage"),
        part("s-1", (9, 5, 9.9, 15), 2, 2.2),
        part("v-1", (9.85, 5, 9.95, 15), 2, 2.9),
    )
    assert refuse(here, body(8, 10), step(10.5, 10, 3)).reason == "the part to climb is not visible"
    assert walk(here, body(8, 10), step(10.5, 10, 3), FLYING).cost == 3


@pytest.mark.rule("KT-TM-05", "KT-TM-06")
def test_who_ignores_heights_drops_for_nothing() -> None:
    down = walk(TOWER, body(14, 10, 4), step(17, 10), FLYING)
    assert (down.cost, down.drops, [charge.length for charge in down.charges if charge.kind == "drop"]) == (
        3,
        (0,),
        [4.0],
    )
    assert walk(TOWER, body(14, 10, 4), step(17, 10)).cost == 5
    over = go(TOWER, body(9, 10), step(16, 10), by=terms(7, gait=FLYING))
    assert (over.cost, over.end.z) == (7, 0)
    # Nothing is taken off the allowance of others by what costs nothing.
    twice = go(TOWER, body(9, 10), step(16, 10), step(9, 10), by=terms(14, gait=FLYING))
    assert twice.costs == (7, 7)


@pytest.mark.rule("KT-GEO-18", "KT-TM-05")
def test_a_route_over_a_tower_costs_its_length() -> None:
    start = body(9, 10)
    for gait, cost in ((FLYING, 7), (Gait(), None)):
        move = route(TOWER, start, h(16), h(10), terms(8, gait=gait))
        assert (move.cost if isinstance(move, Move) else None) == cost


# -- enemies moved through ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-BASE-03", "KT-GEO-15")
def test_a_path_across_an_enemy() -> None:
    foe = enemy(10, 10, enter=True)
    assert no_go(OPEN, body(8, 10), step(14, 10), by=terms(enemies=(foe,))).rule == "KT-BASE-03"
    by = terms(enemies=(foe._replace(through=True),))
    assert go(OPEN, body(8, 10), step(14, 10), by=by).cost == 6
    assert no_go(OPEN, body(8, 10), step(10.5, 10), by=by).rule == "KT-BASE-01"
    assert no_go(OPEN, body(8, 10), step(11.5, 10), by=by).rule == "KT-REPO-04"
    shut = terms(enemies=(foe._replace(through=True, enter=False),))
    assert no_go(OPEN, body(7, 10), step(13, 10), by=shut).rule == "KT-REPO-03"


@pytest.mark.rule("KT-BASE-03", "KT-GEO-18")
def test_the_search_goes_across_an_enemy_in_a_corridor() -> None:
    walls = [part(f"w{n}-1", (4, y, 20, y + 0.3), 0, 4, "Heavy Wall") for n, y in enumerate((8.9, 10.8))]
    here, start, foe = ground(*walls), body(8, 10), enemy(10, 10, enter=True)
    for through in (False, True):
        by = terms(6, enemies=(foe._replace(through=through),))
        move = route(here, start, h(13), h(10), by)
        assert isinstance(move, Move if through else Refused)
        beyond = [cell for cells in Reach(here, start, by).cells.values() for cell in cells if cell.body.x > h(11)]
        assert bool(beyond) is through
        for move in Reach(here, start, by).suggest(24):
            assert abs(move.end.x - h(10)) > h(1)


@pytest.mark.rule("KT-TM-05", "KT-GEO-16")
def test_who_ignores_heights_does_not_drop_and_climb_at_one_place_for_ever() -> None:
    here = ground(
        part("a-1", (7.2, 5, 9.4, 5.4), 3, 3.8),
        part("b-1", (5.8, 5, 7.2, 6), 0, 1.2, "Obstructing Light"),
        part("b-2", (4.8, 7.2, 8.1, 9), 3, 3.8),
        part("c-1", (7.1, 4.3, 9.6, 6), 2.8, 3, "Vantage"),
        part("d-1", (7.1, 4.3, 8.5, 7.2), 0, 1, "Light"),
        part("e-1", (7.1, 4.3, 7.5, 5.5), 0, 3, "Vantage"),
        part("f-1", (4.8, 7.2, 8.8, 8.9), 0, 3, "Vantage"),
    )
    start, to, gait = body(6.6, 2.5, radius=R25), step(8.25, 7.07, 3), Gait(climb=False, reach=4, flies=True)
    leg = increment(here, start, to, gait)
    assert not isinstance(leg, Increment) and in_words(FAULTS, leg) == judged_slowly(here, start, to, gait)

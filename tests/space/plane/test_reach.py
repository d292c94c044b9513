"""The reach of a move: cells with their cost, outlines, and answers about points that the judge gives."""

from __future__ import annotations

from math import ceil, hypot

import pytest

from fireteam.space.plane.faults import Refused
from fireteam.space.plane.paths import Move, path
from fireteam.space.plane.placing import stands
from fireteam.space.plane.reach import Reach, reach
from tests.space.plane.boards import body, enemy, ground, part, step, terms
from tests.space.plane.test_routes import boxes, mirrored

OPEN = ground()


def area(loop: tuple[tuple[int, int], ...]) -> float:
    """Square inches inside a closed line, positive if it runs counter-clockwise."""
    twice = sum(x * loop[(n + 1) % len(loop)][1] - y * loop[(n + 1) % len(loop)][0] for n, (x, y) in enumerate(loop))
    return twice / 2 / 10000


@pytest.fixture(scope="module")
def field() -> Reach:
    """A move of 6" on an open board."""
    return reach(OPEN, body(10, 10), terms(6))


@pytest.mark.rule("KT-GEO-18", "KT-REPO-02")
def test_on_open_ground_a_cell_costs_its_distance(field: Reach) -> None:
    for (column, row), cells in field.cells.items():
        straight = hypot(column / 2 - 10, row / 2 - 10)
        assert [cell.inches for cell in cells] == [max(ceil(straight - 0.001), 0)], (column, row)
    assert len(field.cells) == sum(hypot(x, y) <= 12 for x in range(-12, 13) for y in range(-12, 13))


@pytest.mark.rule("KT-GEO-18")
def test_outlines_enclose_the_cells(field: Reach) -> None:
    contours = field.contours()
    assert len(contours) == 7
    for inches, loops in enumerate(contours):
        inside = sum(any(cell.inches <= inches for cell in cells) for cells in field.cells.values())
        assert sum(area(loop) for loop in loops) == pytest.approx(inside / 4)
    assert len(contours[6]) == 1
    walled = reach(ground(part("w-1", (11, 9, 13, 11), 0, 4, "Heavy Wall")), body(9, 10), terms(8))
    assert [area(loop) > 0 for loop in walled.outline()].count(False) == 1
    inside = len(walled.cells)
    assert sum(area(loop) for loop in walled.outline()) == pytest.approx(inside / 4)


@pytest.mark.rule("KT-GEO-18", "KT-GEO-15")
def test_a_point_outside_the_drawn_reach_may_be_entered_with_waypoints() -> None:
    field = reach(OPEN, body(10, 10), terms(6))
    assert field.cost(1599, 1030) is None
    assert isinstance(path(OPEN, body(10, 10), (step(12.99, 10.15), step(15.98, 10.3)), terms(6)), Move)
    assert isinstance(field.move(1599, 1030), Move)
    assert isinstance(field.move(1600, 1060), Refused)


@pytest.mark.rule("KT-GEO-18")
def test_move_nearest_and_cost(field: Reach) -> None:
    assert isinstance(field.move(1577, 1000), Move)
    assert isinstance(field.move(1602, 1000), Refused)
    assert (field.cost(1300, 1000), field.cost(1700, 1000)) == (3, None)
    near = field.nearest(1700, 1000)
    assert near is not None
    assert (near.x, near.y) == (1600, 1000)
    exact = field.nearest(1234, 1000)
    assert exact is not None
    assert (exact.x, exact.y) == (1234, 1000)


@pytest.mark.rule("KT-GEO-18")
def test_suggestions_are_legal_and_spread() -> None:
    here = ground(*boxes(4), size=(16, 12))
    by = terms(6, enemies=(enemy(12, 6),))
    start = body(3, 10)
    field = reach(here, start, by)
    moves = field.suggest(10)
    assert len(moves) == 10
    for move in moves:
        assert path(here, start, move.steps, by) == move
    assert len({(move.end.x, move.end.y, move.end.z) for move in moves}) == 10
    east = field.suggest(3, lambda place: place.x)
    assert east[0].end.x == max(cell.body.x for cells in field.cells.values() for cell in cells)
    assert field.suggest(10) == moves


@pytest.mark.rule("KT-CHRG-02", "KT-GEO-18")
def test_a_charge_reaches_only_what_engages() -> None:
    foe = enemy(14, 10, enter=True, leave=False, end=True)
    field = reach(OPEN, body(10, 10), terms(8, enemies=(foe,), engage=True))
    assert field.cells
    for cells in field.cells.values():
        for cell in cells:
            assert isinstance(field.search.to(cell.body), Move)
            assert hypot(cell.body.x - 1400, cell.body.y - 1000) / 100 <= 2.2609


@pytest.mark.rule("KT-GEO-18")
@pytest.mark.parametrize("seed", [1, 5])
def test_cells_are_honest_and_mirrored(seed: int) -> None:
    parts = boxes(seed)
    here, there = ground(*parts, size=(16, 12)), ground(*mirrored(parts, 1600), size=(16, 12))
    start = next(
        place
        for place in (body(x / 2, y / 2) for x in range(4, 28) for y in range(4, 20))
        if stands(here, place) is None
    )
    field, other = reach(here, start, terms(5)), reach(there, start._replace(x=1600 - start.x), terms(5))
    assert {(32 - column, row): [c.inches for c in cells] for (column, row), cells in field.cells.items()} == {
        place: [c.inches for c in cells] for place, cells in other.cells.items()
    }
    for number, cells in enumerate(field.cells.values()):
        if number % 9 == 0:
            for cell in cells:
                move = field.search.to(cell.body)
                assert isinstance(move, Move)
                assert move.cost <= cell.inches

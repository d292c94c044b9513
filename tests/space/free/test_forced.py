"""Slides, edges and landings."""

from __future__ import annotations

import pytest

from fireteam.space.plane.free.forced import Why, beyond, floor_below, landing, rim, slide
from fireteam.space.plane.free.shapes import BLOCKS, RING, SOFT, Hull, Other, Others
from tests.space.free.test_walking import MAPS, alike, body


def test_a_wall_a_model_the_table_and_an_edge_stop_a_slide() -> None:
    lockside, kettleworks = MAPS["lockside"], MAPS["kettleworks"]
    wall = slide(lockside, body(10, 9), 0, 3)
    assert (wall.why, lockside.names[wall.number], wall.end.x) == (Why.TERRAIN, "wv2", 1100)
    foes = Others([Other(body(4, 5), BLOCKS), Other(Hull(900, 500, 0, 2, 2, 200, 0), BLOCKS)])
    hit = slide(lockside, body(2, 5), 0, 3, foes)
    assert (hit.why, hit.number, hit.end.x) == (Why.BODY, 0, 300)
    truck = slide(lockside, body(9, 8), 270, 3, foes)
    assert (truck.why, truck.number, truck.end.y) == (Why.BODY, 1, 650)
    assert slide(lockside, body(2, 5), 180, 3).why is Why.TABLE
    over = slide(kettleworks, body(7, 7.5, 4), 180, 3)
    assert alike((over.why, over.gone), (Why.OVER, pytest.approx(1.0, abs=1e-3)))
    assert slide(lockside, body(2, 5), 90, 3).end == body(2, 8)


def test_the_prone_stop_nobody() -> None:
    assert slide(MAPS["lockside"], body(2, 5), 0, 3, Others([Other(body(4, 5), SOFT)])).why is Why.WENT


def test_obstacles_stop_some_and_are_crossed_at_their_cost_by_others() -> None:
    lockside = MAPS["lockside"]
    assert slide(lockside, body(5, 7), 90, 4).why is Why.TERRAIN
    drunk = slide(lockside, body(5, 7), 90, 4, crosses=True, pays=True)
    assert alike((drunk.why, drunk.gone), (Why.WENT, pytest.approx(3.0, abs=0.01)))
    rubble = slide(lockside, body(13, 28.5), 0, 4, pays=True)
    assert rubble.gone == pytest.approx(1 + 1.5, abs=0.01)


def test_a_slide_may_have_to_stop_an_inch_from_a_foe() -> None:
    foe = Others([Other(body(6, 5), BLOCKS | RING)])
    kept = slide(MAPS["lockside"], body(2, 5), 0, 4, foe, clear=1.0)
    assert (kept.why, kept.end.x) == (Why.BODY, 400)


def test_the_nearest_edge_its_direction_and_its_railing() -> None:
    kettleworks = MAPS["kettleworks"]
    edge = rim(kettleworks, body(7, 7.5, 4))
    assert edge is not None and alike((edge.gap, edge.nx, edge.railing), (pytest.approx(0.5), -1.0, 0.0))
    railed = rim(kettleworks, body(24, 8.7, 8))
    assert railed is not None and alike((railed.gap, railed.ny, railed.railing), (pytest.approx(0.2), -1.0, 0.5))
    assert beyond(kettleworks, body(6.4, 7.5, 4)) and not beyond(kettleworks, body(6.6, 7.5, 4))


def test_a_pit_is_an_edge_and_the_ground_has_none_at_the_table() -> None:
    pit = rim(MAPS["kettleworks"], body(16, 41))
    assert pit is not None and pit.gap == pytest.approx(0.5)
    assert rim(MAPS["lockside"], body(2, 2)) is None


def test_who_falls_lands_outward_on_the_highest_floor_below() -> None:
    kettleworks = MAPS["kettleworks"]
    faller = body(6.3, 7.5, 4)
    edge = rim(kettleworks, faller)
    assert edge is not None
    found = landing(kettleworks, faller, edge)
    assert found is not None
    place, fallen = found
    assert fallen == pytest.approx(4.0) and place.z == 0 and place.x <= 600
    taken = Others([Other(body(5.9, 7.5), BLOCKS)])
    aside = landing(kettleworks, faller, edge, taken)
    assert aside is not None and aside[0].distance > 0.3 and aside[0].x <= 600
    assert floor_below(kettleworks, 25.5, 24.2, 8.0) == 0.0

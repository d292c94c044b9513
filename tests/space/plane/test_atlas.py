"""Prepared maps: kept on disk, found again, ignored if damaged; the search over them; warming up."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fireteam.space.plane import atlasfile, routekernels, warm
from fireteam.space.plane.legs import WALKING, Gait
from fireteam.space.plane.model import Body, Overlay, Terrain
from fireteam.space.plane.paths import Enemy, Move, Terms, path
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.reach import Reach
from fireteam.space.plane.routes import Search, route
from fireteam.space.plane.waypoints import Atlas, forget_atlases
from tests.space.plane.boards import R25, R32, body, enemy, features_of, ground, part, terms
from tests.space.plane.test_judge import random_ground
from tests.space.plane.test_routes import boxes

HERE = ground(*boxes(4), size=(16, 12))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where atlases are kept during a test."""
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path))
    return tmp_path / "cache" / "atlas"


def tables(atlas: Atlas) -> object:
    """All that an atlas holds, whatever order its legs were made in."""
    rows = []
    for entry in range(2 * len(atlas)):
        begin, end, _ = atlas.index[3 * entry : 3 * entry + 3]
        rows.append(atlas.links[2 * begin : 2 * end])
    return atlas.corners, atlas.nodes, atlas.cells, rows


@pytest.mark.rule("KT-GEO-18")
def test_a_prepared_map_is_kept_and_found_again(folder: Path) -> None:
    made = Atlas(HERE, R32, 140, WALKING)
    made.prepare(4)
    (file,) = folder.iterdir()
    found = Atlas(HERE, R32, 140, WALKING)
    assert tables(found) == tables(made)
    assert min(found.index[2::6]) >= 1
    stamp = file.stat().st_mtime_ns
    found.prepare(4)
    assert file.stat().st_mtime_ns == stamp
    for other in (
        Atlas(HERE, R25, 140, WALKING),
        Atlas(HERE, R32, 110, WALKING),
        Atlas(HERE, R32, 140, Gait(climb=False)),
    ):
        assert not any(other.index)
    moved = ground(*boxes(5), size=(16, 12))
    assert not any(Atlas(moved, R32, 140, WALKING).index)
    assert not any(Atlas(Ground(HERE.board, (((10, 10), (90, 10), (90, 90)),)), R32, 140, WALKING).index)


@pytest.mark.rule("KT-GEO-18", "KT-GALL-04")
@pytest.mark.parametrize("seed", range(6))
def test_equipment_and_hatchways_change_only_the_points_about_them(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(seed)
    x, y = dice.randint(20, 120) / 10, dice.randint(20, 90) / 10
    crate = part(
        "crate-1",
        (x, y, x + 1.7, y + 0.6),
        0,
        dice.choice([0.5, 1, 3]),
        dice.choice(["Light", "Vantage", "Vantage Insignificant"]),
    )
    leaf = part("door-2", (12, 8, 12.3, 9.7), 0, 3, "Heavy Wall")._replace(hatch="door", open=True)
    shut = part("door-1", (10, 8, 12, 8.3), 0, 3, "Heavy Wall")._replace(hatch="door", open=False)
    terrain = Terrain(1600, 1200, features_of((*boxes(seed), shut, leaf)))
    overlay = Overlay(open=("door",), placed=features_of((crate,)))
    quick = Atlas(Ground(terrain.under(overlay)), R32, 140, WALKING)
    assert Atlas(quick.ground, R32, 140, Gait(climb=False)).nodes is quick.nodes
    monkeypatch.setattr(Atlas, "like", None)
    slow = Atlas(Ground(terrain.under(overlay)), R32, 140, WALKING)
    assert (quick.corners, quick.nodes, quick.cells) == (slow.corners, slow.nodes, slow.cells)
    assert quick.nodes != Atlas(Ground(terrain.under()), R32, 140, WALKING).nodes


@pytest.mark.rule("KT-GEO-18", "KT-GALL-04", "KT-EQ-12")
@pytest.mark.parametrize("seed", range(6))
def test_legs_that_a_change_cannot_touch_are_carried_over(
    seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Random(seed)
    x, y = dice.randint(20, 120) / 10, dice.randint(20, 90) / 10
    kind = dice.choice(["Light", "Heavy", "Vantage", "Ladder Light", "Vantage Insignificant", "Obstructing Light"])
    crate = part("crate-1", (x, y, x + 1.7, y + 0.6), 0, dice.choice([0.5, 1, 3]), kind)
    leaf = part("door-2", (12, 8, 12.3, 9.7), 0, 3, "Heavy Wall")._replace(hatch="door", open=True)
    shut = part("door-1", (10, 8, 12, 8.3), 0, 3, "Heavy Wall")._replace(hatch="door", open=False)
    terrain = Terrain(1600, 1200, features_of((*boxes(seed), shut, leaf)))
    here = Ground(terrain.under(Overlay(open=("door",) if seed % 2 else (), placed=features_of((crate,)))))
    gait = dice.choice([WALKING, Gait(flies=True), Gait(climb=False), Gait(merge=False)])
    quick = Atlas(here, R25, 140, gait)
    assert quick.like is not None
    quick.like.atlas.prepare(3)
    judged: list[int] = []
    link_to = routekernels.link_to

    def counted(*args: Any) -> bool:
        judged.append(1)
        return link_to(*args)

    monkeypatch.setattr(routekernels, "link_to", counted)
    quick.prepare(3, keep=False)
    few = len(judged)
    monkeypatch.setattr(Atlas, "like", None)
    slow = Atlas(here, R25, 140, gait)
    slow.prepare(3, keep=False)
    assert tables(quick) == tables(slow)
    assert few < 0.6 * (len(judged) - few)


@pytest.mark.rule("KT-GEO-18")
@pytest.mark.parametrize("damage", ["cut", "bit", "foreign", "empty"])
def test_a_damaged_file_is_ignored_and_made_anew(folder: Path, damage: str) -> None:
    made = Atlas(HERE, R32, 140, WALKING)
    made.prepare(2)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(
        {
            "cut": whole[:middle],
            "bit": whole[:middle] + bytes((whole[middle] ^ 1,)) + whole[middle + 1 :],
            "foreign": b"something else" + whole,
            "empty": b"",
        }[damage]
    )
    again = Atlas(HERE, R32, 140, WALKING)
    assert not any(again.index)
    again.prepare(2)
    assert tables(again) == tables(made)
    assert file.read_bytes() == whole


@pytest.mark.rule("KT-GEO-18")
def test_where_nothing_can_be_written_maps_are_made_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("FIRETEAM_HOME", str(blocked))
    atlas = Atlas(HERE, R32, 140, WALKING)
    atlas.prepare(1)
    assert atlasfile.read(atlas.key) is None


@pytest.mark.rule("KT-GEO-18")
def test_prepared_or_not_the_search_finds_the_same(folder: Path) -> None:
    before = [answers(seed) for seed in range(3)]
    assert not folder.exists()
    here = [random_here(seed)[0] for seed in range(3)]
    assert not warm.warm(here, [warm.Base(R32, 140)])
    assert len(list(folder.iterdir())) == 3
    forget_atlases()
    assert [answers(seed) for seed in range(3)] == before


def random_here(seed: int) -> tuple[Ground, Body, Terms]:
    """A random board with a mover, enemies, some of them near, and friends."""
    dice = Random(seed)
    while True:
        here = random_ground(dice)
        if here is not None:
            break

    def anybody() -> Body:
        while True:
            x, y = dice.randint(70, 1530), dice.randint(70, 1130)
            one = Body(x, y, dice.choice(here.surfaces(x, y)), R32, 140)
            if stands(here, one) is None:
                return one

    enemies = tuple(Enemy(anybody(), *(dice.random() < 0.5 for _ in range(4))) for _ in range(dice.randint(0, 4)))
    engage = bool(enemies) and dice.random() < 0.3
    friends = (anybody(), anybody())
    gait = dice.choice([WALKING, WALKING, WALKING, Gait(least=0), Gait(reach=4), Gait(flies=True), Gait(climb=False)])
    return here, anybody(), Terms(dice.choice([3, 6]), gait, enemies=enemies, friends=friends, engage=engage)


def answers(seed: int) -> object:
    """Everything that a reach says on a random board."""
    here, start, by = random_here(seed)
    field = Reach(here, start, by)
    dice = Random(seed)
    points = [(start.x + dice.randint(-400, 400), start.y + dice.randint(-400, 400)) for _ in range(6)]
    return field.cells, field.contours(), field.suggest(8), [field.move(*point) for point in points], field.first()


@pytest.mark.rule("KT-GEO-18", "KT-GEO-15")
@pytest.mark.parametrize("seed", range(12))
def test_suggestions_are_what_their_ends_mean(seed: int) -> None:
    here, start, by = random_here(seed)
    for move in Reach(here, start, by).suggest(12):
        assert path(here, start, move.steps, by) == move
        assert route(here, start, move.end.x, move.end.y, by, move.end.z) == move


@pytest.mark.rule("KT-GEO-18", "KT-GEO-15")
@pytest.mark.parametrize("seed", range(40))
def test_every_place_that_is_offered_is_a_legal_end(seed: int) -> None:
    here, start, by = random_here(seed)
    field = Reach(here, start, by)
    places = field.places(16)
    assert len(places) == min(16, len(places))
    assert bool(places) or not [end for end in field.ends[0::2] if field.search.legal(end)]
    for cell in places:
        move = route(here, start, cell.body.x, cell.body.y, by, cell.body.z)
        assert isinstance(move, Move), (seed, cell, move)
        assert move.end == cell.body
        assert move.cost <= cell.inches
    assert [move.end for move in field.suggest(16)] == [cell.body for cell in places]


@pytest.mark.rule("KT-GEO-18", "KT-GEO-15")
@pytest.mark.parametrize("seed", range(24))
def test_a_move_that_is_drawn_is_legal_and_no_cheaper_than_what_its_end_means(seed: int) -> None:
    here, start, by = random_here(seed)
    for number in (0.0, 0.25, 0.5, 0.999):
        move = Reach(here, start, by).draw(number)
        assert move == Reach(here, start, by).draw(number)
        if move is None:
            assert not Reach(here, start, by).suggest(1)
            continue
        assert path(here, start, move.steps, by) == move
        meant = route(here, start, move.end.x, move.end.y, by, move.end.z)
        # Where the straight leg is not the cheapest way, its end alone means another one.
        assert isinstance(meant, Move) and (meant == move if len(move.steps) > 1 else meant.cost <= move.cost)


@pytest.mark.rule("KT-GEO-18")
def test_draws_are_spread_over_the_reach_and_seldom_search() -> None:
    here = ground(part("w-1", (11, 5, 11.3, 11), 0, 4, "Heavy Wall"))
    moves, searched = [], 0
    for number in range(2000):
        field = Reach(here, body(9, 10), terms(6))
        moves.append(field.draw(number / 2000))
        searched += "search" in field.__dict__
    ends = [move.end for move in moves if move is not None]
    assert len(ends) == 2000
    assert 2 <= searched <= 30
    quarters = [
        sum((end.x > 900) is east and (end.y > 1000) is north for end in ends)
        for east in (False, True)
        for north in (False, True)
    ]
    assert min(quarters) >= 150
    # Behind the wall, where no straight move leads, as well.
    round_corners = [move for move in moves if move is not None and len(move.steps) > 1]
    assert any(move.end.x > 1150 for move in round_corners)
    assert 300 <= sum(hypot(end.x - 900, end.y - 1000) < 300 for end in ends) <= 800


@pytest.mark.rule("KT-CHRG-02", "KT-GEO-18")
def test_a_charge_is_drawn_next_to_an_enemy() -> None:
    foe, far = (enemy(x, 10, enter=True, leave=False, end=True) for x in (14, 26))
    by = terms(8, enemies=(foe, far), engage=True)
    for number in range(40):
        field = Reach(ground(), body(10, 10), by)
        move = field.draw(number / 40)
        assert move is not None
        assert hypot(move.end.x - 1400, move.end.y - 1000) / 100 <= 2.2609
    away = Reach(ground(), body(3, 10), by)
    assert [away.draw(number / 8) for number in range(8)] == [None] * 8
    assert Reach(ground(), body(10, 10), terms(0)).draw(0.3) == path(ground(), body(10, 10), (), terms(0))


@pytest.mark.rule("KT-GEO-18")
def test_suggestions_lie_near_and_far() -> None:
    field = Reach(ground(), body(15, 11), terms(6))
    moves = field.suggest(24)
    assert len(moves) == 24
    lengths = [hypot(move.end.x - 1500, move.end.y - 1100) / 100 for move in moves]
    assert sum(length > 5 for length in lengths) >= 6
    assert sum(length < 4 for length in lengths) >= 6
    gaps = [hypot(a.end.x - b.end.x, a.end.y - b.end.y) for a in moves for b in moves if a is not b]
    assert min(gaps) >= 100


@pytest.mark.rule("KT-GEO-18")
@pytest.mark.parametrize("seed", range(8))
def test_outlines_are_the_borders_of_the_cells(seed: int) -> None:
    here, start, by = random_here(seed)
    field = Reach(here, start, by)
    for inches, loops in enumerate(field.contours()):
        inside = {place for place, cells in field.cells.items() if any(cell.inches <= inches for cell in cells)}
        borders = sum(
            (column + dx, row + dy) not in inside
            for column, row in inside
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
        length = 0
        for loop in loops:
            for (ax, ay), (bx, by_) in zip(loop, loop[1:] + loop[:1], strict=True):
                assert (ax == bx) != (ay == by_)
                length += abs(ax - bx) + abs(ay - by_)
        assert length == 50 * borders
        area = sum(
            ax * by_ - ay * bx for loop in loops for (ax, ay), (bx, by_) in zip(loop, loop[1:] + loop[:1], strict=True)
        )
        assert area == 2 * 2500 * len(inside)


@pytest.mark.rule("KT-CHRG-02", "KT-FALL-01")
def test_whether_there_is_any_end_at_all() -> None:
    foe = enemy(14, 10, enter=True, leave=False, end=True)
    field = Reach(ground(), body(10, 10), terms(8, enemies=(foe,), engage=True))
    assert field.first()
    assert "search" not in field.__dict__
    away = Reach(ground(), body(3.7, 10), terms(8, enemies=(foe,), engage=True))
    assert not away.first()
    assert "search" not in away.__dict__
    box = [part(f"w{n}-1", sides, 0, 4, "Heavy Wall") for n, sides in enumerate(WALLS)]
    boxed = Reach(ground(*box), body(10, 10), terms(8, enemies=(foe,), engage=True))
    assert not boxed.first()
    # Engaged from the start, and walled in within the control range: nowhere to fall back to.
    near = enemy(10, 11.4, enter=True)
    assert not Reach(ground(*box), body(10, 10), terms(6, enemies=(near,))).first()
    assert Reach(ground(), body(10, 10), terms(6, enemies=(near,))).first()
    assert Reach(ground(), body(10, 10), terms(6)).first()


WALLS = ((8.8, 8.8, 9.2, 12.6), (10.8, 8.8, 11.2, 12.6), (9.2, 8.8, 10.8, 9.2), (9.2, 12.2, 10.8, 12.6))


@pytest.mark.rule("KT-GEO-18")
def test_a_search_that_needs_more_room_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    here, start, by = random_here(1)
    whole = Search(here, start, by)
    monkeypatch.setattr(Atlas, "capacity", lambda *_: 1)
    tight = Search(here, start, by)
    assert [tight.steps(label) for label in tight.reached if label >= 0] == [
        whole.steps(label) for label in whole.reached if label >= 0
    ]

"""Sight, cover and obscured against the slow reference, on random boards with touching, collinear and stacked parts."""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from math import sqrt
from types import ModuleType

import pytest

from fireteam.games.killteam.content.terrain import part as typed
from fireteam.space.plane import jit, kernels, warm
from fireteam.space.plane.kernels import ORIGINS, clip
from fireteam.space.plane.measure import between, within
from fireteam.space.plane.model import Board, Body, Part, base
from fireteam.space.plane.shots import CROSSED, Reading, crossings, shot
from fireteam.space.plane.sight import sees_part, visible
from tests.space.plane import reference

TRAITS = (
    "Heavy",
    "Heavy",
    "Heavy",
    "Light",
    "Heavy Barred",
    "Heavy Blocking",
    "Heavy Accessible",
    "Exposed",
    "Vantage",
)


def random_part(draw: random.Random, number: int, *, grid: int, walls: bool) -> Part:
    """A block or a slanted one; on a coarse grid many touch, line up or stand on each other."""
    traits = frozenset({"Heavy", "Wall"}) if walls else frozenset(draw.choice(TRAITS).split())
    x, y = draw.randrange(100, 1000, grid), draw.randrange(100, 1000, grid)
    bottom = 0 if walls else draw.choice((0, 0, 0, 0, 100, 140, 280))
    top = 400 if walls else bottom + draw.choice((20, 80, 100, 140, 280))
    long, thick = draw.randrange(60, 400, min(grid, 20)), draw.choice((20, 30, 100))
    width, depth = (long, thick) if draw.random() < 0.5 else (thick, long)
    polygon: tuple[tuple[int, int], ...] = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    if not walls and draw.random() < 0.25:
        polygon = ((x, y), (x + long, y + 30), (x + long - 20, y + 90), (x - 10, y + 60))
    return typed(
        f"f{number // 2}-{number}",
        f"f{number // 2}",
        polygon,
        bottom,
        top,
        traits,
        traits != {"Exposed"} or draw.random() < 0.5,
    )


def random_board(draw: random.Random) -> Board:
    """A crowded corner of a killzone."""
    grid, walls = draw.choice((1, 20, 50, 100)), draw.random() < 0.2
    return reference.board(
        *(random_part(draw, number, grid=grid, walls=walls) for number in range(draw.randrange(1, 9)))
    )


def random_body(draw: random.Random, where: Board, grid: int) -> Body:
    """An operative on the floor, or on a Vantage part if there is one under it."""
    x, y = draw.randrange(70, 1200, grid), draw.randrange(70, 1200, grid)
    mm = draw.choice((25, 28, 32, 40))
    on = [
        part for part in where.parts if "Vantage" in part.traits and reference.to_part(part, x / 100, y / 100) <= 0.001
    ]
    return Body(x, y, on[0].top if on and draw.random() < 0.8 else 0, base(mm), reference.HEIGHTS[mm])


def compare(seed: int) -> None:
    """One random board, one random shot: everything the plane says about it is what the reference says."""
    draw = random.Random(seed)
    where = random_board(draw)
    grid = draw.choice((1, 10, 50))
    s, t = random_body(draw, where, grid), random_body(draw, where, grid)
    if s == t:
        return
    assert visible(where, s, t) == reference.visible(where, s, t)
    for number in where.active:
        assert sees_part(where, t, number) == reference.part_visible(where, t, where.parts[number]), where.parts[
            number
        ].id
    near = within(between(where, s, t), 2)
    for reading in (Reading(by_part=True, slight_decks=True), CROSSED):
        expected = reference.fans(where, s, t, near=near, by_part=reading.by_part, slight=reading.slight_decks)
        for outcome in shot(where, s, t, reading=reading).outcomes:
            cover, obscured = (
                tuple(sorted(where.parts[number].id for number in numbers))
                for numbers in (outcome.cover, outcome.obscured)
            )
            for origin in outcome.origins:
                assert (cover, obscured) == (expected[origin].cover, expected[origin].obscured), (reading, origin)
    origin = draw.randrange(ORIGINS)
    drawn = {
        where.parts[crossing.part].id: tuple(sorted(crossing.lines)) for crossing in crossings(where, s, t, origin)
    }
    assert drawn == {name: tuple(sorted(lines)) for name, lines in expected[origin].lines.items()}


@pytest.mark.rule("KT-GEO-04", "KT-GEO-05", "KT-GEO-06", "KT-GEO-08", "KT-GEO-09", "KT-GEO-10", "KT-GEO-11")
@pytest.mark.parametrize("hundred", range(4))
def test_random_shots_agree_with_the_reference(hundred: int) -> None:
    for seed in range(25):
        compare(100 * hundred + seed)


@pytest.mark.nightly
@pytest.mark.rule("KT-GEO-04", "KT-GEO-05", "KT-GEO-06", "KT-GEO-08", "KT-GEO-09", "KT-GEO-10", "KT-GEO-11")
@pytest.mark.parametrize("hundred", range(10, 60))
def test_thousands_of_random_shots_agree_with_the_reference(hundred: int) -> None:
    for seed in range(100):
        compare(100 * hundred + seed)


@pytest.mark.rule("KT-GEO-04")
def test_crossings_agree_with_exact_fractions() -> None:
    draw = random.Random(4)
    for _ in range(300):
        where = reference.board(random_part(draw, 0, grid=20, walls=False))
        polygon = where.parts[0].polygon
        (ax, ay), (bx, by) = ((draw.randrange(0, 1500, 10), draw.randrange(0, 1500, 10)) for _ in range(2))
        if (ax, ay) == (bx, by):
            continue
        z = where.bottom[0] + 0.05
        start, end = clip(where.prisms.tables, 0, ax / 100, ay / 100, z, (bx - ax) / 100, (by - ay) / 100, 0.0)
        exact = reference.exact_length_squared(polygon, (Fraction(ax), Fraction(ay)), (Fraction(bx), Fraction(by)))
        length = max(0.0, end - start) * sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        assert length == pytest.approx(sqrt(exact), abs=1e-6)


def turned(body: Body, how: str) -> Body:
    """An operative on the board turned by half, or seen in a mirror."""
    x, y = (1500 - body.x, 1500 - body.y) if how == "turn" else (1500 - body.x, body.y)
    return body._replace(x=x, y=y)


@pytest.mark.rule("KT-GEO-05", "KT-GEO-08")
@pytest.mark.parametrize("how", ["turn", "mirror"])
def test_a_board_turned_or_mirrored_gives_the_same_answers(how: str) -> None:
    for seed in range(60):
        draw = random.Random(seed)
        where = random_board(draw)
        other = reference.board(
            *(
                part._replace(
                    polygon=tuple((1500 - x, 1500 - y) for x, y in part.polygon)
                    if how == "turn"
                    else tuple((1500 - x, y) for x, y in reversed(part.polygon))
                )
                for part in where.parts
            )
        )
        s, t = random_body(draw, where, 1), random_body(draw, where, 1)
        assert visible(where, s, t) == visible(other, turned(s, how), turned(t, how))
        sets = [
            {(outcome.cover, outcome.obscured) for outcome in shot(place, a, b).outcomes}
            for place, a, b in ((where, s, t), (other, turned(s, how), turned(t, how)))
        ]
        assert sets[0] == sets[1]


def test_kernels_are_tried_out_by_one_while_all_others_go_on() -> None:
    fake = ModuleType("kernels")
    seen: list[object] = []
    jit.PLANE.try_out((fake, fake, fake, fake), lambda: seen.append(jit.engine()))
    assert seen == [fake]
    assert jit.engine() is kernels


def test_without_numba_kernels_stay_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    monkeypatch.setitem(sys.modules, "numba", None)
    assert jit.PLANE.compiled() is None
    assert not warm.use_compiled()
    assert jit.engine() is kernels


def answers(seed: int) -> object:
    """Everything the plane says about one random shot."""
    draw = random.Random(seed)
    where = random_board(draw)
    s, t = random_body(draw, where, 1), random_body(draw, where, 10)
    return (
        shot(where, s, t),
        shot(where, s, t, reading=Reading(by_part=True, slight_decks=True)),
        [sees_part(where, t, number) for number in where.active],
        crossings(where, s, t, seed % ORIGINS),
    )

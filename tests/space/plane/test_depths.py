"""How deep the lines of a shot run through areas, against a slow reference that cuts each line at every side."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

import pytest

from fireteam.space.plane.model import Body, Polygon
from fireteam.space.plane.placing import Edge, left_of, sides
from fireteam.space.plane.shots import ALL_ORIGINS, Line, depth, depths, fan_lines
from tests.space.plane.boards import R25, R32, R50, body, rectangle

Areas = tuple[tuple[Edge, ...], ...]


def inside(x: float, y: float, areas: Areas) -> bool:
    """Whether a point is in one of the areas."""
    return any(all(nx * x + ny * y < offset for *_, nx, ny, offset in edges) for edges in areas)


def slow_depth(areas: Areas, line: Line) -> float:
    """Cut the line wherever it crosses the straight of a side; each piece is wholly inside some area or outside of
    all."""
    (ox, oy), (ex, ey) = line
    dx, dy = ex - ox, ey - oy
    cuts = {0.0, 1.0}
    for edges in areas:
        for *_, nx, ny, offset in edges:
            slope = nx * dx + ny * dy
            if slope:
                cuts.add(min(1.0, max(0.0, (offset - nx * ox - ny * oy) / slope)))
    pieces = [(a, b) for a, b in pairwise(sorted(cuts)) if inside(ox + (a + b) / 2 * dx, oy + (a + b) / 2 * dy, areas)]
    return sum(b - a for a, b in pieces) * hypot(dx, dy)


def polygon(dice: Random) -> Polygon:
    """A random convex area: corners on a circle, or a rectangle."""
    x, y = dice.uniform(4, 16), dice.uniform(4, 16)
    if dice.random() < 0.3:
        return rectangle(round(x), round(y), round(x) + dice.randint(1, 6), round(y) + dice.randint(1, 6))
    radius, turn, corners = dice.uniform(1, 5), dice.random(), dice.randint(3, 7)
    ring = [turn + 2 * pi * corner / corners for corner in range(corners)]
    return tuple((round(100 * (x + radius * cos(angle))), round(100 * (y + radius * sin(angle)))) for angle in ring)


def random_body(dice: Random) -> Body:
    """Somebody on whole inches, so that lines run along sides now and then."""
    return body(dice.randint(1, 20), dice.randint(1, 20), radius=dice.choice((R25, R32, R50)))


@pytest.mark.rule("KT-BHETA-04", "KT-BHETA-05")
def test_the_depth_of_every_line_and_the_free_origins() -> None:
    met = freed = 0
    for seed in range(120):
        dice = Random(seed)
        areas: Areas = tuple(sides(polygon(dice)) for _ in range(dice.randint(1, 4)))
        shooter, target, deep = random_body(dice), random_body(dice), dice.choice((0.02, 2.0, 4.0))
        deepest: dict[int, float] = {}
        for origin in ALL_ORIGINS:
            start, ends = fan_lines(shooter, target, origin)
            found = [depth(areas, (start, end)) for end in ends]
            assert found == pytest.approx([slow_depth(areas, (start, end)) for end in ends], abs=1e-6)
            deepest[origin] = max(found)
        free, least, line = depths(areas, shooter, target, deep)
        assert free == tuple(origin for origin in ALL_ORIGINS if deepest[origin] <= deep)
        assert least == min(deepest.values()) == depth(areas, line)
        met += max(deepest.values()) > 0
        freed += 0 < len(free) < len(ALL_ORIGINS)
    assert met > 60 and freed > 10


def test_where_areas_overlap_they_count_once() -> None:
    areas = tuple(sides(rectangle(*box)) for box in ((2, 0, 5, 4), (4, 0, 7, 4), (8, 0, 9, 4)))
    assert depth(areas, ((0.0, 2.0), (10.0, 2.0))) == pytest.approx(6.0)
    assert depth(areas[1:], ((5.0, 2.0), (8.5, 2.0))) == pytest.approx(2.5)


def test_a_line_that_misses_an_area_is_not_in_it() -> None:
    area = (sides(rectangle(2, 2, 5, 4)),)
    assert depth(area, ((0.0, 4.5), (10.0, 4.5))) == 0.0
    assert depth(area, ((0.0, 4.1), (1.9, 3.0))) == 0.0
    assert depth(area, ((5.0, 3.0), (8.0, 3.0))) == 0.0


def test_of_equally_deep_lines_the_easternmost_then_northernmost_decides() -> None:
    area = (sides(rectangle(100, 100, 101, 101)),)
    shooter, target = body(5, 5), body(10, 5)
    (ox, oy), ends = fan_lines(shooter, target, 0)
    assert depths(area, shooter, target, 1.0) == (ALL_ORIGINS, 0.0, ((ox, oy), max(ends)))


def test_what_is_left_of_an_area_outside_another_one() -> None:
    def size(piece: tuple[tuple[float, float], ...]) -> float:
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(piece, (*piece[1:], piece[0]), strict=True)) / 2

    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    for hole, left in (
        (((50, -10), (200, -10), (200, 200), (50, 200)), 5_000),
        (((25, 25), (75, 25), (75, 75), (25, 75)), 7_500),
        (((100, 0), (200, 0), (200, 100), (100, 100)), 10_000),
        (((-1, -1), (101, -1), (101, 101), (-1, 101)), 0),
    ):
        pieces = left_of(square, hole)
        assert sum(map(size, pieces)) == pytest.approx(left) and all(size(piece) > 0 for piece in pieces)

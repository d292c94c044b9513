"""Room for a piece at a base: what is found fits, and where nothing is found nothing fits."""

from __future__ import annotations

import random
from math import cos, hypot, pi, radians, sin

import pytest

from fireteam.kit.plane.outlines import distance_to
from fireteam.kit.plane.places import Place
from fireteam.kit.plane.rooms import room_about
from fireteam.space.plane.model import INCH, Point, Polygon
from tests.kit.plane.boards import body

PLANK: Polygon = ((-100, -10), (100, -10), (100, 10), (-100, 10))
POINTS: list[Point] = [(x, 0) for x in range(-100, 101, 10)]
SNAIL = body(10, 10)


def turned(place: Place) -> tuple[tuple[float, float], ...]:
    c, s = cos(radians(place.turned)), sin(radians(place.turned))
    return tuple((place.x + x * c - y * s, place.y + x * s + y * c) for x, y in PLANK)


class Thorns:
    """Thorns that a plank beside the snail must keep away from."""

    def __init__(self, draw: random.Random, count: int, away: float) -> None:
        self.at = [
            (SNAIL.x + far * cos(turn), SNAIL.y + far * sin(turn))
            for far, turn in ((draw.uniform(80, 260), draw.uniform(0, 2 * pi)) for _ in range(count))
        ]
        self.away = away

    def hopeless(self, x: float, y: float, slack: float) -> bool:
        return any(hypot(px - x, py - y) < self.away - slack for px, py in self.at)

    def fits(self, place: Place) -> bool:
        plank = turned(place)
        gap = distance_to(plank, (SNAIL.x, SNAIL.y)) - SNAIL.radius * INCH
        return 0 <= gap <= 1 and all(distance_to(plank, thorn) >= self.away for thorn in self.at)


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_a_plank_is_put_down_wherever_there_is_room(seed: int) -> None:
    draw = random.Random(seed)
    thorns = Thorns(draw, draw.randrange(8, 30), draw.uniform(60, 120))
    found = room_about((PLANK,), POINTS, SNAIL, thorns.hopeless, thorns.fits)
    if found is not None:
        assert thorns.fits(found)
        return
    for _ in range(20000):
        turn, far = draw.uniform(0, 2 * pi), draw.uniform(60, 170)
        x, y = round(SNAIL.x + far * cos(turn)), round(SNAIL.y + far * sin(turn))
        assert not thorns.fits(Place(x, y, 0, draw.randrange(360)))


def test_where_nothing_is_in_the_way_the_first_place_will_do() -> None:
    free = Thorns(random.Random(0), 0, 0)
    assert room_about((PLANK,), POINTS, SNAIL, free.hopeless, free.fits) is not None

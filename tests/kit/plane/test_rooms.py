"""Room for a piece at a base: what is found fits, and where nothing is found nothing fits."""

from __future__ import annotations

import random
from math import cos, hypot, pi, radians, sin

import pytest

from fireteam.kit.plane import rooms
from fireteam.kit.plane.outlines import Outline, distance_to
from fireteam.kit.plane.places import NoRoom, OpenRoom, Place
from fireteam.kit.plane.rooms import room_about, room_in
from fireteam.space.plane.model import INCH, Polygon
from tests.kit.plane.boards import body

PLANK: Polygon = ((-100, -10), (100, -10), (100, 10), (-100, 10))
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

    def barred(self, outlines: tuple[Outline, ...], slack: float) -> str:
        near = any(distance_to(outline, thorn) < self.away - slack for outline in outlines for thorn in self.at)
        return "a thorn" if near else ""

    def fits(self, place: Place) -> bool:
        plank = turned(place)
        gap = distance_to(plank, (SNAIL.x, SNAIL.y)) - SNAIL.radius * INCH
        return 0 <= gap <= 1 and all(distance_to(plank, thorn) >= self.away for thorn in self.at)


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_a_plank_is_put_down_wherever_there_is_room(seed: int) -> None:
    draw = random.Random(seed)
    thorns = Thorns(draw, draw.randrange(8, 30), draw.uniform(60, 120))
    found = room_about((PLANK,), SNAIL, thorns.barred, thorns.fits)
    if isinstance(found, Place):
        assert thorns.fits(found)
        return
    assert isinstance(found, NoRoom) and "a thorn" in found.reason
    for _ in range(20000):
        turn, far = draw.uniform(0, 2 * pi), draw.uniform(60, 170)
        x, y = round(SNAIL.x + far * cos(turn)), round(SNAIL.y + far * sin(turn))
        assert not thorns.fits(Place(x, y, 0, draw.randrange(360)))


def test_where_nothing_is_in_the_way_the_first_place_will_do() -> None:
    free = Thorns(random.Random(0), 0, 0)
    assert isinstance(room_about((PLANK,), SNAIL, free.barred, free.fits), Place)


def test_a_search_that_is_left_off_says_neither_yes_nor_no(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(0)
    thorns = Thorns(draw, 40, 70.0)
    found = room_about((PLANK,), SNAIL, thorns.barred, lambda place: False)
    assert isinstance(found, NoRoom)
    monkeypatch.setattr(rooms, "MOST", 100)
    assert room_about((PLANK,), SNAIL, thorns.barred, lambda place: False) == OpenRoom(100)


# -- parts that stand apart --------------------------------------------------------------------------------------------

HOOK: tuple[Polygon, ...] = (
    PLANK, ((-100, 10), (-80, 10), (-80, 40), (-100, 40)), ((80, 10), (100, 10), (100, 40), (80, 40)),
)  # fmt: skip
"""A plank with two feet, between which a base may stand."""


@pytest.mark.parametrize("radius", [0.49, 0.63, 0.79])
@pytest.mark.parametrize("corner", [True, False], ids=["in the corner", "in the middle"])
def test_a_base_between_the_feet_of_a_plank_is_looked_for_too(radius: float, corner: bool) -> None:
    """Only between the feet is legal; in the corner only where a foot is touched and no other part."""
    snail = body(10, 10)._replace(radius=radius)

    def fits(place: Place) -> bool:
        c, s = cos(radians(place.turned)), sin(radians(place.turned))
        dx, dy = snail.x - place.x, snail.y - place.y
        base = (dx * c + dy * s, dy * c - dx * s)
        gaps = [distance_to(polygon, base) - radius * INCH for polygon in HOOK]
        touched = min(gaps[1:]) <= 1 < gaps[0] if corner else gaps[0] <= 1
        return min(gaps) >= 0 and touched and base[1] > 10 and abs(base[0]) < 60

    found = room_about(HOOK, snail, lambda outlines, slack: "", fits)
    assert isinstance(found, Place) and fits(found)


# -- discs -------------------------------------------------------------------------------------------------------------


def pool(x: float, y: float, slack: float) -> str:
    """Everywhere but in a pool round (137, 211) that is 2 hundredths wide."""
    return "dry land" if hypot(x - 137, y - 211) > 1 + slack else ""


def test_a_disc_finds_the_one_place_there_is() -> None:
    wet = [(x, y) for x in range(400) for y in range(400) if not pool(x, y, 0)]
    assert len(wet) == 5
    found = room_in((0, 0, 399, 399), pool, lambda x, y: Place(x, y, 0) if (x, y) == (138, 211) else None)
    assert found == Place(138, 211, 0)


def test_a_disc_without_a_place_is_told_what_rules_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = room_in((0, 0, 399, 399), pool, lambda x, y: None)
    assert isinstance(found, NoRoom) and dict(found.ruled_out)[rooms.ONE_BY_ONE] == 5
    assert found.reason.startswith("all ") and "dry land" in found.reason
    monkeypatch.setattr(rooms, "MOST", 9)
    assert room_in((0, 0, 399, 399), pool, lambda x, y: None) == OpenRoom(9)

"""What is wrong with a layout, and the names of places."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from fireteam.space.cubes.board import Board
from fireteam.space.cubes.layout import (
    MOST,
    Flaw,
    Floor,
    Layout,
    Platform,
    Ramp,
    Split,
    Wall,
    Wrong,
    WrongLayout,
    check,
)
from fireteam.space.squares import bits
from tests.space.cubes.boards import random_layout, turned

SMALL = Layout(3, 3, 3)


@pytest.mark.parametrize(
    ("layout", "flaws"),
    [
        (Layout(0, 3, 3), [Flaw.BAD_SIZE]),
        (Layout(3, 3, MOST + 1), [Flaw.BAD_SIZE]),
        (replace(SMALL, floors=(Floor(4, 1, 2, "full"),)), [Flaw.OUTSIDE]),
        (replace(SMALL, floors=(Floor(1, 1, 2, "carpet"),)), [Flaw.UNKNOWN]),
        (replace(SMALL, floors=(Floor(1, 1, 2, "hatch5"),)), [Flaw.UNKNOWN]),
        (replace(SMALL, floors=(Floor(1, 1, 2, "full"), Floor(1, 1, 2, "half-N"))), [Flaw.TWICE]),
        (replace(SMALL, floors=(Floor(1, 1, 1, "none"),)), []),
        (replace(SMALL, walls=(Wall(3, 1, 1, "E", "blocked"),)), [Flaw.ON_THE_EDGE]),
        (replace(SMALL, walls=(Wall(1, 3, 1, "N", "blocked"), Wall(1, 3, 1, "E", "blocked"))), [Flaw.ON_THE_EDGE]),
        (replace(SMALL, walls=(Wall(1, 1, 1, "W", "blocked"), Wall(1, 1, 1, "E", "low10"))), [Flaw.UNKNOWN] * 2),
        (replace(SMALL, walls=(Wall(1, 1, 1, "E", "blocked"), Wall(1, 1, 1, "N", "blocked"))), []),
        (replace(SMALL, splits=(Split(1, 1, 1, "z", "blocked"), Split(2, 1, 1, "x", "half-N"))), [Flaw.UNKNOWN] * 2),
        (
            replace(SMALL, floors=(Floor(1, 1, 2, "half-N"),), splits=(Split(1, 1, 2, "x", "blocked"),)),
            [Flaw.SPLIT_WALKWAY],
        ),
        (replace(SMALL, splits=(Split(1, 1, 2, "x", "blocked"),)), []),
        (replace(SMALL, ramps=(Ramp(1, 1, 1, "up"),)), [Flaw.UNKNOWN]),
        (replace(SMALL, ramps=(Ramp(1, 1, 1, "W"), Ramp(1, 1, 3, "E"))), [Flaw.LEADS_NOWHERE] * 2),
        (replace(SMALL, ramps=(Ramp(1, 1, 1, "E"),), solid=((2, 1, 2),)), [Flaw.LEADS_NOWHERE]),
        (replace(SMALL, platforms=(Platform(1, 1, 1, ()), Platform(1, 2, 1, ("N",)))), [Flaw.UNKNOWN] * 2),
        (replace(SMALL, platforms=(Platform(1, 1, 2, ("SW",)),)), [Flaw.NOT_HELD]),
        (
            replace(SMALL, floors=(Floor(1, 1, 2, "half-N"),), platforms=(Platform(1, 1, 2, ("NW", "SW")),)),
            [Flaw.NOT_HELD],
        ),
        (
            replace(SMALL, solid=((1, 1, 1),), ladders=((1, 1, 1),), splits=(Split(1, 1, 1, "x", "open"),)),
            [Flaw.IN_SOLID] * 2,
        ),
        (replace(SMALL, solid=((1, 1, 1),), walls=(Wall(1, 1, 1, "E", "blocked"),)), []),
        (replace(SMALL, solid=((1, 1, 1), (1, 1, 1))), [Flaw.TWICE]),
    ],
)
def test_flaws(layout: Layout, flaws: list[Flaw]) -> None:
    assert [wrong.flaw for wrong in check(layout)] == flaws
    if flaws:
        with pytest.raises(WrongLayout) as caught:
            Board(layout)
        assert caught.value.wrongs == check(layout)
    else:
        assert Board(layout).layout is layout


def test_a_flaw_says_where_it_is() -> None:
    layout = replace(SMALL, walls=(Wall(1, 1, 1, "N", "open"), Wall(9, 1, 1, "E", "blocked")))
    assert check(layout) == (Wrong(Flaw.OUTSIDE, "walls", (9, 1, 1, "E", "blocked")),)
    with pytest.raises(WrongLayout, match=r"walls \[9, 1, 1, 'E', 'blocked'\]: outside"):
        Board(layout)


def test_random_layouts_have_no_flaw_and_neither_have_turned_ones() -> None:
    for seed in range(100):
        layout = random_layout(random.Random(seed), 4, 3, 3)
        assert check(layout) == () == check(turned(layout))
        assert sorted(turned(turned(layout)).walls) == sorted(layout.walls)


def test_names_of_places() -> None:
    board = Board(replace(SMALL, splits=(Split(1, 1, 1, "x", "open"), Split(2, 1, 1, "y", "open")), solid=((3, 3, 3),)))
    names = [board.place_name(place) for place in range(board.places)]
    assert names[:5] == ["1,1,1/W", "1,1,1/E", "2,1,1/S", "2,1,1/N", "3,1,1"]
    assert len(set(names)) == board.places == 27 + 2 - 1
    assert [board.named(name) for name in names] == list(range(board.places))
    assert board.named("3,3,3") is None and board.named("1,1,1") is None
    cubes = 1 << board.cube(1, 1, 1) | 1 << board.cube(3, 1, 1)
    assert list(bits(board.places_in(cubes))) == [0, 1, 4] and board.cubes(board.places_in(cubes)) == cubes

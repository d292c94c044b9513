"""Outlines and things that are put down, on boards of a block or two."""

from __future__ import annotations

from math import hypot, inf

import pytest

from fireteam.kit.plane import outlines
from fireteam.kit.plane.outlines import Thing, body_in, middle_in, parts_in
from fireteam.space.plane.model import WALL, Spot
from tests.kit.plane.boards import block, body, ground, rectangle

SQUARE = rectangle(0, 0, 2, 2)
DIAMOND = ((200, 0), (300, 100), (200, 200), (100, 100))


def test_area_and_box() -> None:
    assert outlines.area_of(SQUARE) == 200 * 200
    assert outlines.area_of(DIAMOND) == 200 * 200 / 2
    assert outlines.box_of(DIAMOND) == (100, 0, 300, 200)
    assert outlines.box_of(SQUARE, margin=50) == (-50, -50, 250, 250)


@pytest.mark.parametrize(
    ("at", "far"), [((100, 100), -100), ((50, 100), -50), ((200, 100), 0), ((300, 100), 100), ((500, 600), 500)]
)
def test_the_distance_to_an_outline_is_negative_inside(at: tuple[float, float], far: float) -> None:
    assert outlines.distance_to(SQUARE, at) == far


def test_overlap_holding_and_half_turns() -> None:
    assert outlines.overlap_of(SQUARE, rectangle(1.5, 0, 4, 2)) == 50
    assert outlines.overlap_of(SQUARE, rectangle(2, 0, 4, 2)) == 0
    assert outlines.overlap_of(SQUARE, rectangle(3, 0, 4, 2)) == -100
    # The boxes of the two overlap, they themselves do not.
    assert outlines.overlap_of(((0, 0), (100, 0), (0, 100)), ((100, 100), (60, 100), (100, 60))) < 0
    assert outlines.holds(SQUARE, rectangle(0, 0, 1, 2)) and not outlines.holds(SQUARE, DIAMOND)
    assert outlines.turned(SQUARE, 1000, 500) == [(800, 300), (800, 500), (1000, 300), (1000, 500)]


def test_the_closest_points_of_two_outlines() -> None:
    assert outlines.closest(SQUARE, rectangle(5, 6, 7, 8)) == (500, (200, 200), (500, 600))
    gap, here, there = outlines.closest(rectangle(4, 0, 6, 2), DIAMOND)
    assert (gap, here, there) == (100, (400, 100), (300, 100))
    assert outlines.closest(SQUARE, DIAMOND)[0] == 0
    assert outlines.nearest(SQUARE, (300, 50)) == (200, 50)


def test_a_border_has_its_corners_and_points_between() -> None:
    points = list(outlines.border(rectangle(0, 0, 1, 0.5)))
    assert len(points) == 2 * (4 + 2) and set(rectangle(0, 0, 1, 0.5)) <= set(points)
    assert (25, 0) in points and (100, 25) in points


WEST = rectangle(0, 0, 10, 20)


def test_a_disc_and_a_piece_in_an_area() -> None:
    inside, across = Thing.disc(Spot(900, 500, 0, 1.0)), Thing.disc(Spot(950, 500, 0, 1.0))
    assert inside.wholly_in(WEST) and not across.wholly_in(WEST)
    assert Thing.disc(Spot(1300, 500, 0, 1.0)).farthest_from(WEST) == 4
    piece = Thing.of(block("piece", (8, 1, 12, 2), 3, bottom=1), 45)
    assert not piece.wholly_in(WEST) and piece.farthest_from(WEST) == 2
    assert Thing.of(block("piece", (8, 1, 10, 2), 3), 0).wholly_in(WEST)
    assert piece.low == 100 and piece.box == (800, 100, 1200, 200)


def test_a_piece_over_the_edge_of_the_board() -> None:
    board = ground().board
    assert not Thing.of(block("piece", (0, 0, 20, 20), 1), 0).out_of(board)
    assert Thing.of(block("piece", (19, 0, 20.01, 1), 1), 0).out_of(board)


def test_from_a_thing_to_a_part() -> None:
    board = ground(block("hut", (10, 10, 12, 12), 2)).board
    beside, above = block("piece", (5, 10, 7, 12), 1), block("piece", (5, 10, 7, 12), 7, bottom=6)
    assert Thing.of(beside, 0).to_part(board, 0, 9) == 3
    assert Thing.of(above, 0).to_part(board, 0, 9) == hypot(3, 4)
    assert Thing.of(beside, 0).to_part(board, 0, 1) == inf
    assert Thing.disc(Spot(700, 1100, 0, 0.5)).to_part(board, 0, 9) == 2.5


def test_from_a_thing_to_a_disc() -> None:
    board = ground().board
    there = Spot(1000, 550, 0, 0.5)
    assert Thing.of(block("piece", (5, 5, 7, 6), 1), 0).to_spot(board, there, 9) == 2.5
    assert Thing.disc(Spot(500, 550, 0, 0.5)).to_spot(board, there, 9) == 4


def test_distances_lead_round_walls() -> None:
    board = ground(block("wall", (9, 5, 9.2, 15), 3, flags=WALL), block("hut", (10, 9, 12, 11), 2)).board
    piece = Thing.of(block("piece", (7, 9, 8, 11), 1), 0)
    hut = next(number for number in board.active if board.parts[number].id == "hut")
    assert piece.to_part(board, hut, 20) > 2 * 4
    assert piece.to_spot(board, Spot(1050, 1000, 0, 0.5), 20) > 2 * 4


def test_what_stands_where_a_piece_would() -> None:
    there = ground(block("hut", (10, 10, 12, 12), 2), block("roof", (14, 10, 16, 12), 5, bottom=4))
    long = Thing.of(block("piece", (9, 11, 17, 11.5), 3), 0)
    (prism,) = long.parts
    assert [shape.id for shape in parts_in(there, prism, long.slack)] == ["hut"]
    tall = Thing.of(block("piece", (9, 11, 17, 11.5), 4.5), 0)
    assert [shape.id for shape in parts_in(there, tall.parts[0], tall.slack)] == ["hut", "roof"]
    assert body_in(prism, body(9, 10.6)) and not body_in(prism, body(9, 10.5)) and not body_in(prism, body(9, 11, 3))
    assert middle_in(prism, Spot(950, 1120, 0, 9.0)) and not middle_in(prism, Spot(950, 1200, 0, 9.0))
    assert not middle_in(prism, Spot(950, 1120, 300, 9.0))


def test_a_turned_piece_may_overlap_by_its_rounded_corners() -> None:
    there = ground(block("hut", (10, 10, 12, 12), 2))
    close = block("piece", (8, 10, 10.01, 11), 2)
    square, turned = Thing.of(close, 90), Thing.of(close, 30)
    assert [shape.id for shape in parts_in(there, square.parts[0], square.slack)] == ["hut"]
    assert list(parts_in(there, turned.parts[0], turned.slack)) == []

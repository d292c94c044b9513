"""Squares as they are drawn: one, an edge between two, and outlines of sets of them."""

from __future__ import annotations

import random

import pytest

from fireteam.kit.squares import centre, edge_shape, outline, square_shape
from fireteam.space.squares import Squares


def test_a_square_its_middle_and_its_edges() -> None:
    squares = Squares(4, 3)
    here, east, south = squares.square(1, 1), squares.square(2, 1), squares.square(1, 2)
    assert square_shape(squares, here) == {"rect": [100, 100, 100, 100]} and centre(squares, here) == [150, 150]
    assert edge_shape(squares, here, east) == edge_shape(squares, east, here) == {"line": [200, 100, 200, 200]}
    assert edge_shape(squares, here, south) == edge_shape(squares, south, here) == {"line": [100, 200, 200, 200]}


@pytest.mark.parametrize(
    ("rows", "shape"),
    [
        (["##", "##"], {"rect": [0, 0, 200, 200]}),
        ([".#", "##"], {"polygon": [0, 100, 100, 100, 100, 0, 200, 0, 200, 200, 0, 200]}),
        (
            ["###", "#.#", "###"],
            {"polygon": [0, 0, 300, 0, 300, 300, 0, 300, 0, 0, 100, 100, 100, 200, 200, 200, 200, 100, 100, 100, 0, 0]},
        ),
    ],
)
def test_outlines(rows: list[str], shape: dict[str, list[int]]) -> None:
    squares = Squares(len(rows[0]), len(rows))
    mask = sum(1 << squares.square(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")
    assert outline(squares, mask) == shape


def test_an_outline_encloses_as_much_as_its_squares() -> None:
    rng = random.Random(5)
    squares = Squares(7, 6)
    for _ in range(200):
        mask = rng.getrandbits(squares.count) or 1
        shape = outline(squares, mask)
        if "rect" in shape:
            area = shape["rect"][2] * shape["rect"][3]
        else:
            points = list(zip(shape["polygon"][::2], shape["polygon"][1::2], strict=True))
            following = [*points[1:], points[0]]
            area = sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(points, following, strict=True)) // 2
        assert area == 10_000 * mask.bit_count()

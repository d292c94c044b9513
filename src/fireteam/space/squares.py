"""A board of squares with walls and doors on its edges, held in integers used as sets of squares or edges
(bitboards)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Line(NamedTuple):
    """What a straight line from centre to centre meets: edges it crosses, squares it enters, corners it passes
    exactly."""

    edges: int
    squares: int
    corners: tuple[tuple[int, int, int, int], ...]
    """For each corner: edges and flanking square of one side, edges and flanking square of the other."""


class Block(NamedTuple):
    """Where a line is blocked: the edges or the squares that do it; at a corner those of both its sides."""

    edges: int
    squares: int


class Squares:
    """The geometry of a board; a square is y * width + x, and every edge between two squares has a number."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.count = width * height
        self.all = (1 << self.count) - 1
        self._lines: dict[int, Line] = {}
        self._within: dict[tuple[int, int, bool], int] = {}
        self.adjacent = [self._ring(square, diagonal=False) for square in range(self.count)]
        self.periphery = [self._ring(square, diagonal=True) for square in range(self.count)]
        self.edges = [
            sum(1 << self.edge(here, there) for there in bits(self.adjacent[here])) for here in range(self.count)
        ]
        """For each square, its edges to neighbours."""
        self._steps: list[dict[int, int]] = [{} for _ in range(self.count)]

    def square(self, x: int, y: int) -> int:
        """The number of the square at column x, row y."""
        return y * self.width + x

    def place(self, square: int) -> tuple[int, int]:
        """Column and row of a square."""
        return square % self.width, square // self.width

    def name(self, square: int) -> str:
        """A square as people write it: column, row."""
        return f"{square % self.width},{square // self.width}"

    def inside(self, x: int, y: int) -> bool:
        """Whether there is such a square."""
        return 0 <= x < self.width and 0 <= y < self.height

    def edge(self, a: int, b: int) -> int:
        """The number of the edge between two side-touching squares."""
        if a > b:
            a, b = b, a
        x, y = self.place(a)
        return (
            y * (self.width - 1) + x
            if b == a + 1 and self.width > 1
            else self.height * (self.width - 1) + y * self.width + x
        )

    def _ring(self, square: int, *, diagonal: bool) -> int:
        x, y = self.place(square)
        found = 0
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and (diagonal or not (dx and dy)) and self.inside(x + dx, y + dy):
                    found |= 1 << self.square(x + dx, y + dy)
        return found

    def distance(self, a: int, b: int, *, diagonals: bool = False) -> int:
        """Steps between two squares, walls ignored; diagonal steps count as one only if asked for."""
        dx = abs(a % self.width - b % self.width)
        dy = abs(a // self.width - b // self.width)
        return max(dx, dy) if diagonals else dx + dy

    def within(self, square: int, reach: int, *, diagonals: bool = False) -> int:
        """All squares at most so far away, the square itself included."""
        key = (square, reach, diagonals)
        found = self._within.get(key)
        if found is None:
            x, y = self.place(square)
            found = 0
            for other_y in range(max(0, y - reach), min(self.height, y + reach + 1)):
                side = reach if diagonals else reach - abs(other_y - y)
                for other_x in range(max(0, x - side), min(self.width, x + side + 1)):
                    found |= 1 << self.square(other_x, other_y)
            self._within[key] = found
        return found

    def line(self, a: int, b: int) -> Line:
        """What the straight line between two centres meets."""
        key = a * self.count + b
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = self._trace(a, b)
        return line

    def _trace(self, a: int, b: int) -> Line:
        x, y = self.place(a)
        to_x, to_y = self.place(b)
        across, down = abs(to_x - x), abs(to_y - y)
        step_x, step_y = (1 if to_x > x else -1), (1 if to_y > y else -1)
        edges = squares = crossed_x = crossed_y = 0
        corners = []
        here = a
        while here != b:
            # The line meets its next column border at (2i+1)/(2*across) of its way, the next row border at
            # (2j+1)/(2*down).
            side = (2 * crossed_x + 1) * down - (2 * crossed_y + 1) * across
            if crossed_x < across and (crossed_y == down or side < 0):
                x, crossed_x = x + step_x, crossed_x + 1
                there = self.square(x, y)
                edges |= 1 << self.edge(here, there)
            elif crossed_y < down and (crossed_x == across or side > 0):
                y, crossed_y = y + step_y, crossed_y + 1
                there = self.square(x, y)
                edges |= 1 << self.edge(here, there)
            else:
                one, other = self.square(x + step_x, y), self.square(x, y + step_y)
                x, y, crossed_x, crossed_y = x + step_x, y + step_y, crossed_x + 1, crossed_y + 1
                there = self.square(x, y)
                corners.append(
                    (
                        1 << self.edge(here, one) | 1 << self.edge(one, there),
                        1 << one,
                        1 << self.edge(here, other) | 1 << self.edge(other, there),
                        1 << other,
                    )
                )
            if there != b:
                squares |= 1 << there
            here = there
        return Line(edges, squares, tuple(corners))

    def clear(self, a: int, b: int, shut: int, occupied: int, *, apart: bool = False) -> bool:
        """Whether nothing blocks the line: no shut edge, no occupied square, and one open side at each corner; `apart`:
        one side without shut edges and one that is not occupied, which need not be the same."""
        line = self._lines.get(a * self.count + b)
        if line is None:
            line = self.line(a, b)
        if line.edges & shut or line.squares & occupied:
            return False
        for one_edges, one_flank, other_edges, other_flank in line.corners:
            if apart:
                if (one_edges & shut and other_edges & shut) or (one_flank & occupied and other_flank & occupied):
                    return False
            elif (one_edges & shut or one_flank & occupied) and (other_edges & shut or other_flank & occupied):
                return False
        return True

    def first_block(self, a: int, b: int, shut: int, occupied: int, *, apart: bool = False) -> Block | None:
        """What blocks the line between two centres first, seen from `a`; None if it is clear. `apart`: see `clear`."""
        line = self.line(a, b)
        x, y = self.place(a)
        ahead_x, ahead_y = self.place(b)[0] - x, self.place(b)[1] - y

        def way(*squares: int) -> int:
            """How far along the line the middle of two squares lies."""
            return sum((square % self.width - x) * ahead_x + (square // self.width - y) * ahead_y for square in squares)

        blocks = [(2 * way(square), Block(0, 1 << square)) for square in bits(line.squares & occupied)]
        for edge in bits(line.edges & shut):
            blocks.append((way(*self._sides(edge)), Block(1 << edge, 0)))
        for one_edges, one_flank, other_edges, other_flank in line.corners:
            one = Block(one_edges & shut, one_flank & occupied)
            other = Block(other_edges & shut, other_flank & occupied)
            walled, crowded = one.edges and other.edges, one.squares and other.squares
            if (walled or crowded) if apart else (any(one) and any(other)):
                way_there = way(one_flank.bit_length() - 1, other_flank.bit_length() - 1)
                edges = one.edges | other.edges if walled or not apart else 0
                blocks.append((way_there, Block(edges, one.squares | other.squares if crowded or not apart else 0)))
        return min(blocks)[1] if blocks else None

    def _sides(self, edge: int) -> tuple[int, int]:
        """The two squares of an edge."""
        upright = self.height * (self.width - 1)
        if edge < upright:
            here = self.square(edge % (self.width - 1), edge // (self.width - 1))
            return here, here + 1
        here = edge - upright
        return here, here + self.width

    def steps(self, square: int, shut: int) -> int:
        """The side-touching squares that no shut edge parts from a square."""
        around = shut & self.edges[square]
        found = self._steps[square].get(around)
        if found is None:
            found = sum(
                1 << other for other in bits(self.adjacent[square]) if not around >> self.edge(square, other) & 1
            )
            self._steps[square][around] = found
        return found


def bits(mask: int) -> Iterator[int]:
    """The members of a bitboard, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low

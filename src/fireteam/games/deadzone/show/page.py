"""Where cubes are drawn: the levels of a board beside each other in one grid, with an empty row or column between."""

from __future__ import annotations

from math import isqrt

from fireteam.core.scene import Pair, Shape
from fireteam.space.cubes.board import EAST, NORTH, SOUTH, UP, WEST, Board
from fireteam.space.cubes.rays import CUBE
from fireteam.space.cubes.sight import CENTRES, Point, Ray

CELL = 300
"""The edge of a cube: three inches, in hundredths."""
Spot = tuple[int, int]


class Page:
    """The drawing of a board: y grows downwards on it, and rows grow northwards on the board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        levels = {board.level(cube) for cube in range(board.count) if board.floors >> cube & 1}
        self.levels = tuple(sorted(levels))
        """The levels that are drawn: those with a floor."""
        self.across = 1 + isqrt(len(self.levels) - 1)
        """How many levels lie beside each other: as many as rows of them, or one more."""
        self.columns = self.across * (board.width + 1) - 1
        self.rows = -(-len(self.levels) // self.across) * (board.depth + 1) - 1
        self._slice = [max(n for n, drawn in enumerate(self.levels) if drawn <= level) for level in range(board.levels)]
        self.cubes = {self.spot(cube): cube for cube in range(board.count) if self.draws(cube)}
        """The cube of each cell that is drawn."""
        self.names = {spot: board.name(cube) for spot, cube in self.cubes.items()}

    def draws(self, cube: int) -> bool:
        """Whether the level of a cube is drawn."""
        return self.board.level(cube) in self.levels

    def origin(self, level: int) -> Spot:
        """The upper left corner of a level; one without floors is drawn with the next one below."""
        row, column = divmod(self._slice[level], self.across)
        return column * (self.board.width + 1) * CELL, row * (self.board.depth + 1) * CELL

    def corner(self, cube: int) -> Spot:
        """The upper left corner of a cube."""
        x, y, level = self.board.at[cube]
        left, top = self.origin(level)
        return left + x * CELL, top + (self.board.depth - 1 - y) * CELL

    def spot(self, cube: int) -> str:
        """The cell that a cube is drawn in."""
        x, y = self.corner(cube)
        return f"{x // CELL},{y // CELL}"

    def rect(self, cube: int) -> Shape:
        """A whole cube."""
        return {"rect": [*self.corner(cube), CELL, CELL]}

    def inner(self, cube: int, quarters: int) -> Shape:
        """The box around some quarters of a cube."""
        x, y = self.corner(cube)
        half = CELL // 2
        middles = [middle for quarter, middle in CENTRES.items() if quarters & quarter]
        west, east = min(one for one, _ in middles), max(one for one, _ in middles)
        south, north = min(one for _, one in middles), max(one for _, one in middles)
        left, right = (west > CUBE // 2) * half, CELL - (east < CUBE // 2) * half
        top, bottom = (north < CUBE // 2) * half, CELL - (south > CUBE // 2) * half
        return {"rect": [x + left, y + top, right - left, bottom - top]}

    def middle(self, cube: int) -> list[int]:
        """The middle of a cube."""
        x, y = self.corner(cube)
        return [x + CELL // 2, y + CELL // 2]

    def edge(self, cube: int, way: int) -> Shape:
        """An upright face of a cube; of a floor the whole cube."""
        x, y = self.corner(cube)
        lines = {
            EAST: [x + CELL, y, x + CELL, y + CELL],
            WEST: [x, y, x, y + CELL],
            NORTH: [x, y, x + CELL, y],
            SOUTH: [x, y + CELL, x + CELL, y + CELL],
        }
        return {"line": lines[way]} if way in lines else self.rect(cube)

    def point(self, x: int, y: int, level: int) -> list[int]:
        """A point in fortieths of an inch on a level."""
        left, top = self.origin(level)
        return [left + x * CELL // CUBE, top + (self.board.depth * CUBE - y) * CELL // CUBE]

    def heights(self, cube: int, way: int) -> Pair:
        """The lower and the upper edge of a face; of a cube, its own."""
        foot = self.board.level(cube) * CELL
        if way >= UP:
            return [foot + CELL * (way == UP)] * 2
        low = self.board.face(cube, way) if way >= 0 else 0
        return [foot, foot + (CELL * low // 4 if 0 < low < 4 else CELL)]

    def ray(self, ray: Ray) -> list[tuple[Shape, Pair]]:
        """A ray, up to what stops it: a line in each level that it runs through, and how high its ends are."""
        z, end = ray.start[2], ray.stop.at if ray.stop is not None and any(ray.stop.at) else ray.end
        top = self.board.levels - 1
        low, high = min(z, end[2]), max(z, end[2])
        cuts = [plane * CUBE for plane in range(1, top + 1) if low < plane * CUBE < high]
        heights = [z, *(cuts if end[2] >= z else reversed(cuts)), end[2]]
        found: list[tuple[Shape, Pair]] = []
        for number in range(len(heights) - 1):
            here, there = heights[number], heights[number + 1]
            level = min(top, min(here, there) // CUBE)
            a, b = _along(ray.start, end, here), _along(ray.start, end, there)
            if number == len(heights) - 2:
                b = end[0], end[1]
            line = [*self.point(*a, level), *self.point(*b, level)]
            found.append(({"line": line}, [here * CELL // CUBE, there * CELL // CUBE]))
        return found


def _along(start: Point, end: Point, height: int) -> Spot:
    """Where a line is at a height; a level one is at its start."""
    rise = end[2] - start[2]
    if not rise:
        return start[0], start[1]
    share = height - start[2]
    return start[0] + (end[0] - start[0]) * share // rise, start[1] + (end[1] - start[1]) * share // rise

"""Where cubes are drawn: in the plan of the board, level above level."""

from __future__ import annotations

from fireteam.core.scene import Pair, RayView, Shape
from fireteam.kit.rays import entry, ray_view
from fireteam.space.cubes.board import EAST, NORTH, SOUTH, UP, WEST, Board
from fireteam.space.cubes.rays import CUBE
from fireteam.space.cubes.sight import CENTRES, Point, Pose, Ray

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
        self.cubes = {self.spot(cube): cube for cube in range(board.count) if self.draws(cube)}
        """The cube of each cell that is drawn."""
        self.names = {spot: board.name(cube) for spot, cube in self.cubes.items()}

    def draws(self, cube: int) -> bool:
        """Whether the level of a cube is drawn."""
        return self.board.level(cube) in self.levels

    def corner(self, cube: int) -> Spot:
        """The upper left corner of a cube."""
        x, y, _ = self.board.at[cube]
        return x * CELL, (self.board.depth - 1 - y) * CELL

    def foot(self, cube: int) -> int:
        """The height of the floor of a cube."""
        return self.board.level(cube) * CELL

    def spot(self, cube: int) -> str:
        """The cell that a cube is drawn in."""
        x, y = self.corner(cube)
        return f"{x // CELL},{y // CELL},{self.board.level(cube)}"

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

    def point(self, x: int, y: int) -> list[int]:
        """A point in fortieths of an inch."""
        return [x * CELL // CUBE, (self.board.depth * CUBE - y) * CELL // CUBE]

    def heights(self, cube: int, way: int) -> Pair:
        """The lower and the upper edge of a face; of a cube, its own."""
        foot = self.foot(cube)
        if way >= UP:
            return [foot + CELL * (way == UP)] * 2
        low = self.board.face(cube, way) if way >= 0 else 0
        return [foot, foot + (CELL * low // 4 if 0 < low < 4 else CELL)]

    def ray(self, ray: Ray) -> tuple[Shape, Pair]:
        """A ray, up to what stops it, and how high its ends are."""
        start, end = ray.start, ray.stop.at if ray.stop is not None and any(ray.stop.at) else ray.end
        line = [*self.point(start[0], start[1]), *self.point(end[0], end[1])]
        return {"line": line}, [start[2] * CELL // CUBE, end[2] * CELL // CUBE]

    def body(self, pose: Pose) -> Pair:
        """The lower and the upper edge of a body."""
        return [height * CELL // CUBE for height in pose.box[4:]]

    def ray_view(self, ray: Ray, bodies: list[Pair]) -> RayView:
        """The whole of a ray between two bodies, and where it meets what stops it."""
        start, end = self._space(ray.start), self._space(ray.end)
        if ray.stop is None:
            return ray_view(start, end, bodies)
        if any(ray.stop.at):
            return ray_view(start, end, bodies, self._space(ray.stop.at))
        cube = ray.stop.cube
        return ray_view(start, end, bodies, entry(start, end, self.rect(cube), self.heights(cube, -1)) or end)

    def _space(self, point: Point) -> list[int]:
        return [*self.point(point[0], point[1]), point[2] * CELL // CUBE]

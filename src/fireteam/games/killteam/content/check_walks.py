"""Whether a killzone leaves room to set up and ways to walk: bases tried on a grid of quarter inches over its floor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import TYPE_CHECKING

from fireteam.kit.plane.outlines import Outline, box_of, distance_to

if TYPE_CHECKING:
    from fireteam.games.killteam.content.killzones import Killzone, TerrainPart

STEP = 25
LOW = 50
"""What is no higher is stepped on rather than walked round."""
FLOOR = 100
"""Parts that begin higher leave the floor free."""
JAMB = 5
"""How near the centre of a base may come to what stands beside an opening (see KT-TT-01)."""
MILLIMETRE = 100 / 25.4

Cell = tuple[int, int]


def floor_parts(killzone: Killzone) -> list[TerrainPart]:
    """The parts that take up room on the floor."""
    parts = [part for feature in killzone.features for part in feature.parts]
    return [part for part in parts if part.z.bottom < FLOOR and "Insignificant" not in part.traits]


class Walk:
    """The floor of a killzone as bases of one size find it; nothing is climbed, openings are passed by the centre of
    the base."""

    def __init__(self, killzone: Killzone, base: int, hatches_open: bool) -> None:
        self.radius = base * MILLIMETRE / 2
        self.columns = killzone.board.width // STEP + 1
        self.rows = killzone.board.height // STEP + 1
        solids: list[Outline] = [area.polygon for area in killzone.areas]
        openings: list[Outline] = []
        for part in floor_parts(killzone):
            if "Accessible" in part.traits or (part.hatch is not None and hatches_open):
                openings.append(part.polygon)
                if part.hatch is not None:
                    solids.append(part.hatch.leaf)
            elif part.z.top > LOW:
                solids.append(part.polygon)
        hit, deep, passing = self.near(solids, self.radius), self.near(solids, JAMB), self.near(openings, self.radius)
        edge = range(self.columns), range(self.rows)
        self.free = [
            (column, row)
            for column in edge[0]
            for row in edge[1]
            if self.on_board(killzone, column * STEP, row * STEP)
            and ((column, row) not in hit or ((column, row) in passing and (column, row) not in deep))
        ]
        self.reached = self.flood(killzone.drop_zones.A)

    def on_board(self, killzone: Killzone, x: float, y: float) -> bool:
        """The base does not hang over the edge (KT-BASE-05)."""
        low, board = self.radius - 0.1, killzone.board
        return low <= x <= board.width - low and low <= y <= board.height - low

    def near(self, polygons: list[Outline], distance: float) -> dict[Cell, None]:
        """The cells nearer than this to one of the polygons."""
        found: dict[Cell, None] = {}
        for polygon in polygons:
            west, south, east, north = box_of(polygon, distance)
            for column in range(max(0, int(west // STEP)), min(self.columns, int(east // STEP) + 2)):
                for row in range(max(0, int(south // STEP)), min(self.rows, int(north // STEP) + 2)):
                    if (column, row) not in found and distance_to(polygon, (column * STEP, row * STEP)) < distance:
                        found[column, row] = None
        return found

    def flood(self, start: Outline) -> dict[Cell, None]:
        """The cells that can be walked to from a zone."""
        free = dict.fromkeys(self.free)
        found = dict.fromkeys(self.inside(start, self.free, self.radius))
        queue = list(found)
        while queue:
            column, row = queue.pop()
            for cell in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if cell in free and cell not in found:
                    found[cell] = None
                    queue.append(cell)
        return found

    def comes_near(self, x: float, y: float, distance: float) -> bool:
        """Whether some place reached is that near."""
        return any(hypot(column * STEP - x, row * STEP - y) <= distance for column, row in self.reached)

    def enters(self, zone: Outline) -> bool:
        """Whether some place reached is inside the zone."""
        return any(self.inside(zone, self.reached, 1))

    def inside(self, zone: Outline, cells: Iterable[Cell], depth: float) -> Iterator[Cell]:
        """Those of the cells that lie so deep in a zone."""
        west, south, east, north = box_of(zone, -depth)
        for cell in cells:
            x, y = cell[0] * STEP, cell[1] * STEP
            if west <= x <= east and south <= y <= north and distance_to(zone, (x, y)) <= -depth:
                yield cell


def room_for(killzone: Killzone, zone: Outline, base: int, enough: int) -> int:
    """How many bases find room in a zone, a tenth of an inch apart and placed row by row; counted up to `enough`."""
    radius = base * MILLIMETRE / 2 + 5
    solids = [part.polygon for part in floor_parts(killzone)] + [area.polygon for area in killzone.areas]
    west, south, east, north = box_of(zone)
    placed: list[tuple[float, float]] = []
    y = south + radius
    while y <= north - radius + 0.1:
        x = west + radius
        while x <= east - radius + 0.1:
            apart = all(hypot(x - px, y - py) >= 2 * radius for px, py in placed)
            if (
                apart
                and distance_to(zone, (x, y)) <= 0.1 - radius
                and all(distance_to(solid, (x, y)) >= radius for solid in solids)
            ):
                placed.append((x, y))
                if len(placed) >= enough:
                    return len(placed)
            x += STEP
        y += STEP
    return len(placed)

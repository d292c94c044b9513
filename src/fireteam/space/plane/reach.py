"""Where a move may lead: the cost of every half-inch cell, outlines to draw, and destinations to choose from (KT-GEO-18)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from fireteam.space.plane.legs import Refused
from fireteam.space.plane.model import Body
from fireteam.space.plane.paths import Move, Terms
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.routes import search_of
from fireteam.space.plane.sight import in_control
from fireteam.space.plane.waypoints import CELL

Loop = tuple[tuple[int, int], ...]
"""A closed line in hundredths; the cells are on its left."""


class Cell(NamedTuple):
    """A half-inch cell that can be moved to: the place, and the inches it costs."""

    body: Body
    inches: int


class Reach:
    """All that a move may reach, as a region: read off the labels of one search; every answer about a point is the judge's."""

    def __init__(self, ground: Ground, start: Body, terms: Terms) -> None:
        self.ground = ground
        self.start = start
        self.terms = terms
        self.search = search_of(ground, start, terms)
        self.cells: dict[tuple[int, int], tuple[Cell, ...]] = {}
        """The cells that can be ended in, by column and row of the lattice, the lowest first."""
        others = (*terms.friends, *(enemy.body for enemy in terms.enemies))
        nodes, labels = self.search.atlas.nodes, self.search.labels
        for place, numbers in self.search.atlas.cells.items():
            found = tuple(
                Cell(nodes[number], labels[number].cost) for number in numbers if number in labels and self._ends(nodes[number], others)
            )
            if found:
                self.cells[place] = found

    def _ends(self, body: Body, others: tuple[Body, ...]) -> bool:
        """Whether a move may end in a cell: bases and control ranges; terrain was settled with the waypoints."""
        near = tuple(other for other in others if hypot(other.x - body.x, other.y - body.y) < 400)
        if near and stands(self.ground, body, near) is not None:
            return False
        engaged = False
        for enemy in self.terms.enemies:
            if hypot(enemy.body.x - body.x, enemy.body.y - body.y) < 400 and in_control(self.ground.board, body, enemy.body):
                if not enemy.end:
                    return False
                engaged = True
        return engaged or not self.terms.engage

    def cost(self, x: float, y: float, z: int | None = None) -> int | None:
        """Inches to the half-inch cell a point (hundredths) lies in; None if it is not in the drawn reach."""
        found = self.cells.get((round(x / CELL), round(y / CELL)), ())
        return min((cell.inches for cell in found if z is None or cell.body.z == z), default=None)

    def move(self, x: float, y: float, z: int | None = None) -> Move | Refused:
        """The move to a wanted point, or why there is none: it need not lie in the drawn reach (KT-GEO-18)."""
        return self.search.route(x, y, z)

    def contains(self, x: float, y: float, z: int | None = None) -> bool:
        """Whether a wanted point can be moved to."""
        return isinstance(self.move(x, y, z), Move)

    def nearest(self, x: float, y: float, z: int | None = None) -> Body | None:
        """The legal end nearest to a wanted point: the point itself, else the nearest cell, ties by cost, x and y."""
        move = self.move(x, y, z)
        if isinstance(move, Move):
            return move.end
        cells = [cell for found in self.cells.values() for cell in found if z is None or cell.body.z == z]
        cells.sort(key=lambda cell: (hypot(cell.body.x - x, cell.body.y - y), cell.inches, cell.body))
        for cell in cells:
            if isinstance(self.search.to(cell.body), Move):
                return cell.body
        return None

    def suggest(self, count: int, worth: Callable[[Body], float] | None = None) -> tuple[Move, ...]:
        """Up to so many legal moves spread over the reach; those worth most first, if the caller says what a place is worth."""
        cells = [cell for found in self.cells.values() for cell in found]
        cells.sort(key=lambda cell: (-worth(cell.body) if worth is not None else 0.0, -cell.inches, cell.body))
        chosen: list[Move] = []
        apart = 2.0 * CELL if worth is None else CELL
        while cells and len(chosen) < count and apart >= CELL / 2:
            rest: list[Cell] = []
            for cell in cells:
                body = cell.body
                if len(chosen) >= count:
                    break
                if any(hypot(move.end.x - body.x, move.end.y - body.y) < apart and move.end.z == body.z for move in chosen):
                    rest.append(cell)
                    continue
                move = self.search.to(body)
                if isinstance(move, Move):
                    chosen.append(move)
            cells, apart = rest, apart / 2
        return tuple(chosen)

    def outline(self, inches: int | None = None, z: int | None = None) -> tuple[Loop, ...]:
        """The closed lines round the cells that cost at most so many inches, at one height or at any: what a table shades."""
        limit = self.terms.inches if inches is None else inches
        inside = {
            place: None
            for place, found in self.cells.items()
            if any(cell.inches <= limit and (z is None or cell.body.z == z) for cell in found)
        }
        return _loops(inside)

    def contours(self, z: int | None = None) -> tuple[tuple[Loop, ...], ...]:
        """The outlines for 0", 1", 2" and so on up to the inches of the move."""
        return tuple(self.outline(inches, z) for inches in range(self.terms.inches + 1))


def _loops(inside: dict[tuple[int, int], None]) -> tuple[Loop, ...]:
    """The borders of a set of lattice cells as closed lines, corners only; what is inside lies to the left."""
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for column, row in inside:
        for (dx, dy), (ax, ay), (bx, by) in (
            ((0, -1), (0, 0), (1, 0)),
            ((1, 0), (1, 0), (1, 1)),
            ((0, 1), (1, 1), (0, 1)),
            ((-1, 0), (0, 1), (0, 0)),
        ):
            if (column + dx, row + dy) not in inside:
                edges.setdefault((column + ax, row + ay), []).append((column + bx, row + by))
    loops: list[Loop] = []
    while edges:
        start = min(edges)
        here, points = start, [start]
        came = (0, 0)
        while True:
            ways = edges[here]
            # Where two cells touch at a corner only, turn left: each keeps its own border.
            there = min(ways, key=lambda way: _turn(came, (way[0] - here[0], way[1] - here[1])))
            ways.remove(there)
            if not ways:
                del edges[here]
            came = (there[0] - here[0], there[1] - here[1])
            here = there
            if here == start:
                break
            points.append(here)
        loops.append(_corners(points))
    return tuple(loops)


def _turn(before: tuple[int, int], after: tuple[int, int]) -> int:
    """Sorts the ways on from a corner: left, straight, right."""
    return -(before[0] * after[1] - before[1] * after[0])


def _corners(points: list[tuple[int, int]]) -> Loop:
    """A closed line in hundredths without the points at which it does not turn."""
    kept = []
    for number, (x, y) in enumerate(points):
        px, py = points[number - 1]
        nx, ny = points[(number + 1) % len(points)]
        if (x - px) * (ny - y) != (y - py) * (nx - x):
            kept.append((x * CELL - CELL // 2, y * CELL - CELL // 2))
    return tuple(kept)


@lru_cache(maxsize=64)
def reach(ground: Ground, start: Body, terms: Terms) -> Reach:
    """Where a move may lead (KT-GEO-18); the latest are kept."""
    return Reach(ground, start, terms)

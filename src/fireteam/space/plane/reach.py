"""Where a move may lead: the cost of every half-inch cell, outlines to draw, and destinations to choose from (KT-GEO-18)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from math import hypot, sqrt
from typing import NamedTuple

from fireteam.space.plane.jit import routers
from fireteam.space.plane.legs import Refused, Step
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Move, Terms, path
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.routes import Search, search_of
from fireteam.space.plane.sight import in_control, low_stronghold
from fireteam.space.plane.waypoints import CELL

NOBODY = array("d", (0.0,))
"""An empty array has no place in memory: kernels want one."""

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

    @cached_property
    def search(self) -> Search:
        """The search behind it, made when somebody looks."""
        return search_of(self.ground, self.start, self.terms)

    @cached_property
    def ends(self) -> array[int]:
        """The lattice points that the move may end in: number and inches of each in turn, row by row."""
        search, atlas = self.search, self.search.atlas
        others = array("d")
        for body, _, _, end in self.terms.enemies:
            others.extend((body.x, body.y, body.z, body.radius, body.height, end, 0, 0))
        for body in self.terms.friends:
            others.extend((body.x, body.y, body.z, body.radius, body.height, 0, 0, 0))
        board = self.ground.board
        view = (board.prisms.tables, low_stronghold(board), array("q", bytes(8 * board.prisms.count)))
        out = array("q", bytes(16 * len(atlas) + 16))
        count: int = routers().ends(
            *(view, atlas.nodes, atlas.corners, search.labels, search.reached, atlas.mover, others or NOBODY, len(self.terms.enemies)),
            *(bool(board.walls), self.terms.engage, out),
        )
        del out[2 * count :]
        if min(out[1::2], default=0) < 0:
            # A wall may keep enemies apart: then the way round it is measured.
            asked, out = out, array("q")
            for number, inches in zip(asked[0::2], asked[1::2], strict=True):
                if inches >= 0 or self._ends(atlas.body(number)):
                    out.extend((number, inches if inches >= 0 else -1 - inches))
        return out

    @cached_property
    def cells(self) -> dict[tuple[int, int], tuple[Cell, ...]]:
        """The cells that can be ended in, by column and row of the lattice, the lowest first."""
        atlas = self.search.atlas
        found: dict[tuple[int, int], tuple[Cell, ...]] = {}
        for number, inches in self._pairs():
            place = atlas.cell(number)
            found[place] = (*found.get(place, ()), Cell(atlas.body(number), inches))
        return found

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The ends, each as its number and its inches."""
        return zip(self.ends[0::2], self.ends[1::2], strict=True)

    def _ends(self, body: Body) -> bool:
        """Whether a move may end in a cell where a wall may keep enemies apart; terrain was settled with the waypoints."""
        engaged = False
        for enemy in self.terms.enemies:
            if in_control(self.ground.board, body, enemy.body):
                if not enemy.end:
                    return False
                engaged = True
        return engaged or not self.terms.engage

    def any(self) -> bool:
        """Whether the move has some end: looked for in place, then straight towards enemies, and only then in the whole reach."""
        if isinstance(path(self.ground, self.start, (), self.terms), Move):
            return True
        if self.terms.engage:
            near = [enemy.body for enemy in self.terms.enemies if enemy.end and self._charges(enemy.body)]
            if not near:
                return False
            near.sort(key=lambda body: (hypot(body.x - self.start.x, body.y - self.start.y), body))
            if any(self._straight_to(body) for body in near[:3]):
                return True
        return bool(self.ends)

    def _charges(self, enemy: Body) -> bool:
        """Whether an enemy is so near that a straight charge over open ground would reach his control range."""
        apart = hypot(enemy.x - self.start.x, enemy.y - self.start.y) / INCH - enemy.radius - self.start.radius
        return apart <= self.terms.inches + 1 + 2 * EPS

    def _straight_to(self, enemy: Body) -> bool:
        """Whether the straight leg that ends half an inch before an enemy is a legal move."""
        dx, dy = enemy.x - self.start.x, enemy.y - self.start.y
        apart = hypot(dx, dy)
        part = 1 - ((enemy.radius + self.start.radius + 0.5) * INCH) / apart if apart > 0 else 0.0
        if part <= 0:
            return False
        step = Step(round(self.start.x + dx * part), round(self.start.y + dy * part), enemy.z)
        return isinstance(path(self.ground, self.start, (step,), self.terms), Move)

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
        atlas = self.search.atlas
        cells = [(-inches, atlas.place(number), number) for number, inches in self._pairs()]
        if worth is None:
            cells.sort()
        else:
            cells.sort(key=lambda cell: (-worth(self.start._replace(x=cell[1][0], y=cell[1][1], z=cell[1][2])), *cell))
        chosen: list[Move] = []
        # Each takes its share of the reach, as far as that goes: so they lie near and far, not only along the rim.
        apart = CELL if worth is not None else round(CELL * max(2.0, sqrt(len(cells) / max(1, count))))
        while cells and len(chosen) < count and apart >= CELL // 2:
            rest = []
            taken: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
            for move in chosen:
                _take(taken, apart, move.end.x, move.end.y, move.end.z)
            for place, cell in enumerate(cells):
                if len(chosen) >= count:
                    rest += cells[place:]
                    break
                x, y, z = cell[1]
                near = taken.get((x // apart, y // apart, z), ())
                if any((px - x) ** 2 + (py - y) ** 2 < apart * apart for px, py in near):
                    rest.append(cell)
                    continue
                found = self.search.walk_to(cell[2])
                if isinstance(found, Move):
                    chosen.append(found)
                    _take(taken, apart, x, y, z)
            cells, apart = rest, apart // 2
        return tuple(chosen)

    def outline(self, inches: int | None = None, z: int | None = None) -> tuple[Loop, ...]:
        """The closed lines round the cells that cost at most so many inches, at one height or at any: what a table shades."""
        limit = self.terms.inches if inches is None else inches
        return self._outlines((limit,), z)[0]

    def contours(self, z: int | None = None) -> tuple[tuple[Loop, ...], ...]:
        """The outlines for 0", 1", 2" and so on up to the inches of the move."""
        return self._outlines(range(self.terms.inches + 1), z)

    def _outlines(self, limits: Iterable[int], z: int | None) -> tuple[tuple[Loop, ...], ...]:
        """The closed lines for several limits, traced on the cells around the start."""
        kernel, nodes, ended = routers(), self.search.atlas.nodes, self.ends
        far = self.terms.inches * INCH // CELL + 3
        west, south, wide = self.start.x // CELL - far, self.start.y // CELL - far, 2 * far + 2
        grid, marks, out = array("q", bytes(8 * wide * wide)), array("q", bytes(8 * wide * wide)), array("q", bytes(64 * wide * wide))
        kernel.paint(nodes, ended, west, south, wide, wide, -1 if z is None else z, grid)
        found = []
        for limit in limits:
            size: int = kernel.outline(grid, wide, wide, limit, marks, out)
            loops: list[Loop] = []
            at = 0
            while at < size:
                after = at + 1 + 2 * out[at]
                xs, ys = out[at + 1 : after : 2], out[at + 2 : after : 2]
                loops.append(tuple([((x + west) * CELL - CELL // 2, (y + south) * CELL - CELL // 2) for x, y in zip(xs, ys, strict=True)]))
                at = after
            found.append(tuple(loops))
        return tuple(found)


def _take(taken: dict[tuple[int, int, int], list[tuple[int, int]]], apart: int, x: int, y: int, z: int) -> None:
    """Note a chosen place in the square it lies in and the eight around it."""
    for column in (x // apart - 1, x // apart, x // apart + 1):
        for row in (y // apart - 1, y // apart, y // apart + 1):
            taken.setdefault((column, row, z), []).append((x, y))


@lru_cache(maxsize=64)
def reach(ground: Ground, start: Body, terms: Terms) -> Reach:
    """Where a move may lead (KT-GEO-18); the latest are kept."""
    return Reach(ground, start, terms)

"""Where a move may lead: the cost of every half-inch cell, outlines to draw, and destinations to choose from."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from fireteam.space.plane.faults import Refused
from fireteam.space.plane.jit import routers
from fireteam.space.plane.legs import Step
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Move, Terms, path
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.routes import Search, search_of
from fireteam.space.plane.sight import in_control, looked_past
from fireteam.space.plane.waypoints import CELL

NOBODY = array("d", (0.0,))
"""An empty array has no place in memory: kernels want one."""

STRAIGHT = 12
"""Straight moves that are tried before the whole reach is looked at."""
AROUND = 32
"""Directions from an enemy in which a place next to him is looked for."""
GAPS = (0.35, 0.02, 0.7, 0.97)
"""How far from his base, in inches."""
WIDE = 1 / 256
"""How often a move is drawn from the whole reach at once, so that places round a corner are drawn as well."""
_ALL = (1 << 64) - 1

Loop = tuple[tuple[int, int], ...]
"""A closed line in hundredths; the cells are on its left."""


class Cell(NamedTuple):
    """A half-inch cell that can be moved to: the place, and the inches it costs."""

    body: Body
    inches: int


class Reach:
    """All that a move may reach, as a region: read off the labels of one search; every answer about a point is the
    judge's."""

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
        for body, _, _, end, _ in self.terms.enemies:
            others.extend((body.x, body.y, body.z, body.radius, body.height, end, 0, 0))
        for body in self.terms.friends:
            others.extend((body.x, body.y, body.z, body.radius, body.height, 0, 0, 0))
        board = self.ground.board
        view = (board.prisms.tables, looked_past(board), array("q", bytes(8 * board.prisms.count)))
        out = array("q", bytes(16 * len(atlas) + 16))
        count: int = routers().ends(
            *(
                view,
                atlas.nodes,
                atlas.corners,
                search.labels,
                search.reached,
                atlas.mover,
                others or NOBODY,
                len(self.terms.enemies),
            ),
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
        """Whether a move may end in a cell where a wall may keep enemies apart; terrain was settled with the
        waypoints."""
        engaged = False
        for enemy in self.terms.enemies:
            if in_control(self.ground.board, body, enemy.body):
                if not enemy.end:
                    return False
                engaged = True
        return engaged or not self.terms.engage

    def first(self) -> Move | None:
        """Some move, if the search knows one: looked for in place, then straight towards enemies, and only then in the
        whole reach."""
        return self._first

    @cached_property
    def _first(self) -> Move | None:
        stay = path(self.ground, self.start, (), self.terms)
        if isinstance(stay, Move):
            return stay
        if self.terms.engage:
            near = [enemy.body for enemy in self.terms.enemies if enemy.end and self._charges(enemy.body)]
            if not near:
                return None
            near.sort(key=lambda body: (hypot(body.x - self.start.x, body.y - self.start.y), body))
            for body in near[:3]:
                move = self._straight_to(body)
                if move is not None:
                    return move
            for end in next_to_enemies(self.ground, self.start, self.terms):
                for jump in (False, True)[: 1 + (self.start.z > 0)]:
                    leg = path(self.ground, self.start, (Step(end.x, end.y, end.z, jump),), self.terms)
                    if isinstance(leg, Move):
                        return leg
        for number in self.ends[0::2]:
            found = self.search.walk_to(number)
            if isinstance(found, Move):
                return found
        return None

    def _charges(self, enemy: Body) -> bool:
        """Whether an enemy is so near that a straight charge over open ground would reach his control range."""
        apart = hypot(enemy.x - self.start.x, enemy.y - self.start.y) / INCH - enemy.radius - self.start.radius
        return apart <= self.terms.inches + 1 + 2 * EPS

    def _straight_to(self, enemy: Body) -> Move | None:
        """The straight leg that ends half an inch before an enemy, if it is a legal move."""
        dx, dy = enemy.x - self.start.x, enemy.y - self.start.y
        apart = hypot(dx, dy)
        part = 1 - ((enemy.radius + self.start.radius + 0.5) * INCH) / apart if apart > 0 else 0.0
        if part <= 0:
            return None
        step = Step(round(self.start.x + dx * part), round(self.start.y + dy * part), enemy.z)
        move = path(self.ground, self.start, (step,), self.terms)
        return move if isinstance(move, Move) else None

    def cost(self, x: float, y: float, z: int | None = None) -> int | None:
        """Inches to the half-inch cell a point (hundredths) lies in; None if it is not in the drawn reach."""
        found = self.cells.get((round(x / CELL), round(y / CELL)), ())
        return min((cell.inches for cell in found if z is None or cell.body.z == z), default=None)

    def move(self, x: float, y: float, z: int | None = None) -> Move | Refused:
        """The move to a wanted point, or why there is none: it need not lie in the drawn reach."""
        return self.search.route(x, y, z)

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

    def places(self, count: int, worth: Callable[[Body], float] | None = None) -> tuple[Cell, ...]:
        """Up to so many ends spread over the reach, all legal; those worth most first, if the caller says what a place
        is worth.

        The inches are what the search found: the move that `Search.to` or `route` makes for the place costs as much or
        less.
        """
        atlas, ended = self.search.atlas, self.ends
        return tuple([Cell(atlas.body(ended[2 * place]), ended[2 * place + 1]) for place in self._picked(count, worth)])

    def suggest(self, count: int, worth: Callable[[Body], float] | None = None) -> tuple[Move, ...]:
        """The moves to `places`, each the one that its end means."""
        moves = [self.search.walk_to(self.ends[2 * place]) for place in self._picked(count, worth)]
        return tuple([move for move in moves if isinstance(move, Move)])

    def _picked(self, count: int, worth: Callable[[Body], float] | None) -> array[int]:
        """Some legal ends, as places in the list of ends."""
        search, ended = self.search, self.ends
        total = len(ended) // 2
        if worth is None:
            order = array("q", sorted(range(total), key=lambda place: (-ended[2 * place + 1], place)))
        else:
            value = [-worth(search.atlas.body(number)) for number in ended[0::2]]
            order = array("q", sorted(range(total), key=lambda place: (value[place], -ended[2 * place + 1], place)))
        # Each takes its share of the reach, as far as that goes: so they lie near and far, not only along the rim.
        apart = CELL if worth is not None else CELL * max(2.0, sqrt(total / max(1, count)))
        out = array("q", bytes(8 * (count + 1)))
        while order and count > 0:
            picked: int = routers().scatter(search.atlas.nodes, ended, order, count, float(apart), CELL / 2, out)
            wrong = [place for place in out[:picked] if not search.legal(ended[2 * place])]
            if not wrong:
                return out[:picked]
            order = array("q", [place for place in order if place not in wrong])
        return array("q")

    def draw(self, lot: float) -> Move | None:
        """A legal move picked by a lot from 0 up to 1, the same for the same lot; None if none was found.

        Mostly the first legal one of a few straight moves to anywhere in range, each try nearer than the last, which
        takes no search; else one of all ends.
        """
        lots = lots_from(lot)
        if self.terms.inches > 0 and next(lots) >= WIDE:
            near = (
                [enemy.body for enemy in self.terms.enemies if enemy.end and self._charges(enemy.body)]
                if self.terms.engage
                else []
            )
            if self.terms.engage and not near:
                return None
            for number in range(STRAIGHT):
                move = self._straight(lots, near, 1 - number / STRAIGHT)
                if move is not None:
                    return move
        ended = self.ends
        first = int(next(lots) * (len(ended) // 2))
        for place in (*range(first, len(ended) // 2), *range(first)):
            found = self.search.walk_to(ended[2 * place])
            if isinstance(found, Move):
                return found
        stay = path(self.ground, self.start, (), self.terms)
        return stay if isinstance(stay, Move) else None

    def _straight(self, lots: Iterator[float], near: list[Body], share: float) -> Move | None:
        """A straight move to a place picked from a share of the disc around the start, or next to one of these enemies;
        None if it is not legal."""
        turn, far = 2 * pi * next(lots), sqrt(next(lots))
        middle, out = self.start, far * self.terms.inches * share
        if near:
            middle = near[int(next(lots) * len(near))]
            out = middle.radius + self.start.radius + far
        x, y = round(middle.x + out * cos(turn) * INCH), round(middle.y + out * sin(turn) * INCH)
        length = hypot(x - self.start.x, y - self.start.y) / INCH
        if (
            not (0 <= x <= self.ground.width * INCH and 0 <= y <= self.ground.height * INCH)
            or length > self.terms.inches
        ):
            return None
        heights = self.ground.surfaces(x, y)
        end = self.start._replace(x=x, y=y, z=heights[int(next(lots) * len(heights))])
        if stands(self.ground, end) is not None:
            return None
        move = path(self.ground, self.start, (Step(x, y, end.z),), self.terms)
        return move if isinstance(move, Move) else None

    def outline(self, inches: int | None = None, z: int | None = None) -> tuple[Loop, ...]:
        """The closed lines round the cells that cost at most so many inches, at one height or at any: what a table
        shades."""
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
        grid, marks, out = (
            array("q", bytes(8 * wide * wide)),
            array("q", bytes(8 * wide * wide)),
            array("q", bytes(64 * wide * wide)),
        )
        kernel.paint(nodes, ended, west, south, wide, wide, -1 if z is None else z, grid)
        found = []
        for limit in limits:
            size: int = kernel.outline(grid, wide, wide, limit, marks, out)
            loops: list[Loop] = []
            at = 0
            while at < size:
                after = at + 1 + 2 * out[at]
                xs, ys = out[at + 1 : after : 2], out[at + 2 : after : 2]
                loops.append(
                    tuple(
                        [
                            ((x + west) * CELL - CELL // 2, (y + south) * CELL - CELL // 2)
                            for x, y in zip(xs, ys, strict=True)
                        ]
                    )
                )
                at = after
            found.append(tuple(loops))
        return tuple(found)


def next_to_enemies(ground: Ground, start: Body, terms: Terms) -> Iterator[Body]:
    """Places in range next to the enemies, where the base fits and the enemy is in control range."""
    others = (*terms.friends, *(enemy.body for enemy in terms.enemies))
    for gap in GAPS:
        for enemy in terms.enemies:
            body = enemy.body
            far = (body.radius + start.radius + gap) * INCH
            if not enemy.end or hypot(body.x - start.x, body.y - start.y) > terms.inches * INCH + far:
                continue
            for number in range(AROUND):
                turn = 2 * pi * number / AROUND
                x, y = round(body.x + far * cos(turn)), round(body.y + far * sin(turn))
                if hypot(x - start.x, y - start.y) > terms.inches * INCH:
                    continue
                if not (0 <= x <= ground.width * INCH and 0 <= y <= ground.height * INCH):
                    continue
                for z in ground.surfaces(x, y):
                    end = start._replace(x=x, y=y, z=z)
                    if stands(ground, end, others) is None and in_control(ground.board, end, body):
                        yield end


def lots_from(number: float) -> Iterator[float]:
    """Numbers from 0 up to 1 that look drawn, all of them decided by the first."""
    state = int(number * (1 << 53))
    while True:
        # The steps of splitmix64.
        state = (state + 0x9E3779B97F4A7C15) & _ALL
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _ALL
        yield ((mixed ^ (mixed >> 31)) >> 11) / (1 << 53)


@lru_cache(maxsize=64)
def reach(ground: Ground, start: Body, terms: Terms) -> Reach:
    """Where a move may lead; the latest are kept."""
    return Reach(ground, start, terms)

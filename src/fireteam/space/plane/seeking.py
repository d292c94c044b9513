"""Moves looked for leg by leg, where ways are so narrow that no lattice knows them: a search that may say yes."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, hypot, pi, sin, sqrt

from fireteam.space.plane.legs import Step
from fireteam.space.plane.model import EPS, INCH, Body, Point
from fireteam.space.plane.paths import Move, Terms, path
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.reach import lots_from, next_to_enemies

LEGS = 4
"""The most legs of a way that is felt out."""
ROUNDS, JITTERS, NARROW = 200, 12, 12
"""How often a leg is felt out, and how often and for how many places the turns of a taut way are moved."""


class Seeker:
    """One question for a move, and the lots by which it is felt for: the same for the same question."""

    def __init__(self, ground: Ground, start: Body, terms: Terms) -> None:
        self.ground = ground
        self.start = start
        self.terms = terms
        self.lots = lots_from(0.5)
        others = tuple([enemy._replace(end=True) for enemy in terms.enemies])
        self.passing = terms._replace(engage=False, enemies=others, friends=())
        """The same terms for a leg that need not be the last."""

    def found(self, ends: list[Body], ways: list[list[Point]]) -> Iterator[Move]:
        """Legal moves; `ways` holds for each of the ends where a taut way there turns."""
        rims = list(next_to_enemies(self.ground, self.start, self.terms)) if self.terms.engage else []
        for end in (*rims, *ends):
            yield from self._one_leg(end)
        for end, turns in zip(ends[:NARROW], ways, strict=False):
            if turns:
                yield from self._around(end, turns)
        yield from self._felt(rims or ends)

    def _one_leg(self, end: Body) -> Iterator[Move]:
        for jump in (False, True)[: 1 + (self.start.z > 0)]:
            yield from self._legal((Step(end.x, end.y, end.z, jump),))

    def _legal(self, steps: tuple[Step, ...]) -> Iterator[Move]:
        move = path(self.ground, self.start, steps, self.terms)
        if isinstance(move, Move):
            yield move

    def _inside(self, x: float, y: float) -> bool:
        return 0 <= x <= self.ground.width * INCH and 0 <= y <= self.ground.height * INCH

    def _around(self, end: Body, turns: list[Point]) -> Iterator[Move]:
        """By the turns of a taut way, each moved out by chance, or on to whole inches."""
        for _ in range(JITTERS):
            x, y, steps = self.start.x, self.start.y, list[Step]()
            for number, (tx, ty) in enumerate(turns):
                ax, ay = turns[number + 1] if number + 1 < len(turns) else (end.x, end.y)
                # Away from the inside of the turn: against the sum of the ways to its neighbours.
                before, after = hypot(x - tx, y - ty) or 1.0, hypot(ax - tx, ay - ty) or 1.0
                dx, dy = (x - tx) / before + (ax - tx) / after, (y - ty) / before + (ay - ty) / after
                out = 3 + 60 * next(self.lots) ** 2
                long = hypot(dx, dy) or 1.0
                nx, ny = tx - dx / long * out, ty - dy / long * out
                far = hypot(nx - x, ny - y)
                if far and next(self.lots) < 0.5:
                    whole = ceil(far / INCH - EPS) * INCH
                    nx, ny = x + (nx - x) * whole / far, y + (ny - y) * whole / far
                x, y = round(nx), round(ny)
                steps.append(Step(x, y, self.start.z))
            yield from self._legal((*steps, Step(end.x, end.y, end.z)))

    def _felt(self, ends: list[Body]) -> Iterator[Move]:
        """From place to place, each a leg from one that was found before, and from each straight to where one might
        end."""
        known: list[tuple[tuple[Step, ...], Body, int]] = [((), self.start, self.terms.inches)]
        for _ in range(ROUNDS):
            steps, here, left = known[int(next(self.lots) ** 0.7 * len(known))]
            x, y = self._aim(ends, here, left)
            if self._inside(x, y):
                for z in self.ground.surfaces(x, y):
                    yield from self._legal((*steps, Step(x, y, z)))
            if left < 2 or len(steps) >= LEGS:
                continue
            turn, far = 2 * pi * next(self.lots), 1 + int(next(self.lots) * (left - 1))
            x, y = int(here.x + far * INCH * cos(turn)), int(here.y + far * INCH * sin(turn))
            if self._inside(x, y):
                for z in self.ground.surfaces(x, y):
                    move = path(self.ground, self.start, (*steps, Step(x, y, z)), self.passing)
                    if isinstance(move, Move) and move.cost < self.terms.inches:
                        known.append((move.steps, move.end, self.terms.inches - move.cost))

    def _aim(self, ends: list[Body], here: Body, left: int) -> Point:
        """A place where a move might end: one of those known, or anywhere in range."""
        if ends and next(self.lots) < 0.5:
            end = ends[int(next(self.lots) * len(ends))]
            return end.x + int(next(self.lots) * 13) - 6, end.y + int(next(self.lots) * 13) - 6
        turn, far = 2 * pi * next(self.lots), left * INCH * sqrt(next(self.lots))
        return round(here.x + far * cos(turn)), round(here.y + far * sin(turn))

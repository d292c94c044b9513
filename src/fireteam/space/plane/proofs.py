"""Whether a move can be made at all, where no lattice of places says so: yes with a move, no with a bound, or open.

A search may say yes, and only a bound may say no. Boxes of the board are looked at, each with what holds of every place
in it: room for the base, control ranges, how far it is at the least. Where something may hold or not, the box is cut in
four, down to the hundredths one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, floor, hypot
from typing import NamedTuple

from fireteam.space.plane.bounds import FINE, Field, longest
from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.footholds import Foothold, by_way_of, footholds
from fireteam.space.plane.kernels import Tables, clip
from fireteam.space.plane.legs import Step
from fireteam.space.plane.model import CROSS, EPS, FOOT, GRATED, INCH, OPAQUE, VEIL, WALL, Body, Point
from fireteam.space.plane.paths import Move, Terms, path
from fireteam.space.plane.placing import Ground, Shape, distance, stands
from fireteam.space.plane.rises import heights, steps_up
from fireteam.space.plane.routes import search_of
from fireteam.space.plane.seeking import Seeker
from fireteam.space.plane.sight import in_control, looked_past

NOWHERE, PERHAPS, EVERYWHERE = range(3)
"""Where in a box something holds."""
DIAGONAL = 1.4143
SURE, LEAST = 0.3, 0.02
"""Half a side, in inches, of boxes that give one place if all their places are good, and of those that are not cut any
more."""
APART = 0.3
"""Inches of the squares in each of which one place is found at most."""
BOXES, EXACT, ENDS = 8000, 800, 96
"""How many boxes, single hundredths and possible ends are looked at before the question stays open."""
ROUTES = 16
"""For how many of the possible ends a route is searched."""


class Open(NamedTuple):
    """Neither a move was found nor a reason why there can be none."""

    ends: int
    """How many places were found where one could end."""


Box = tuple[float, float, float]
"""The middle of a box and half its side, in inches."""
Verdict = Move | Refused | Open
"""Yes with a move, no with the bound, or open."""


def charged(ground: Ground, start: Body, terms: Terms) -> Refused | None:
    """The bound that no enemy is near enough for a move that must end next to one; None: one may be."""
    if not terms.engage:
        return None
    gaps = [
        hypot(enemy.body.x - start.x, enemy.body.y - start.y) / INCH - enemy.body.radius - start.radius
        for enemy in terms.enemies
        if enemy.end
    ]
    if gaps and min(gaps) <= longest(ground, terms) + 1 + 2 * EPS:
        return None
    return Refused(Fault.NOBODY_NEAR, (terms.inches + 1, min(gaps))) if gaps else Refused(Fault.NOBODY)


def prove(ground: Ground, start: Body, terms: Terms, accepts: Callable[[Move], bool] | None = None) -> Verdict:
    """Whether there is a move, looked for in every place where one could end; `accepts` says what else it needs."""
    if accepts is None:
        return _proved(ground, start, terms)
    return charged(ground, start, terms) or Proof(ground, start, terms).verdict(accepts)


@lru_cache(maxsize=64)
def _proved(ground: Ground, start: Body, terms: Terms) -> Verdict:
    """The same where nothing else is needed; the latest are kept."""
    return charged(ground, start, terms) or Proof(ground, start, terms).verdict(lambda move: True)


class Proof:
    """One question whether a move can be made, and all that is needed to answer it."""

    def __init__(self, ground: Ground, start: Body, terms: Terms) -> None:
        self.ground = ground
        self.start = start
        self.terms = terms
        self.others = (*terms.friends, *(enemy.body for enemy in terms.enemies))
        self.fields = [Field(ground, start, terms, height) for height in heights(ground, start, terms)]
        self.footholds: tuple[Foothold, ...] | None = None
        """From where the mover may come higher, if that has been looked at and anything is known."""
        self.lifted = steps_up(ground)
        self.tall = start.height / INCH
        self.fits = 0
        """Boxes in which a move could end if only a way led there."""
        self.left_open = False
        """Whether too much was looked at to say no."""

    # -- the answer ----------------------------------------------------------------------------------------------------

    def verdict(self, accepts: Callable[[Move], bool]) -> Verdict:
        """Yes with a move, no with the bound, or open."""
        ends = self._spread()
        for way in (self._straight, self._routed):
            for end in ends[: ROUTES if way == self._routed else ENDS]:
                move = way(end)
                if isinstance(move, Move) and accepts(move):
                    return move
        if ends or self.left_open:
            self._look_closely()
            ends = self._spread()
        if ends or self.left_open:
            # Where the shortest way leaves most of the inches there is most room for turns.
            ends.sort(key=lambda end: self.fields[0].least(end.x / INCH, end.y / INCH, 0.0))
            seeker = Seeker(self.ground, self.start, self.terms)
            return next(filter(accepts, seeker.found(ends, list(map(self._turns, ends)))), None) or Open(len(ends))
        numbers = (self.terms.inches,)
        if self.fits:
            return Refused(Fault.NO_WAY_NEXT if self.terms.engage else Fault.NO_WAY, numbers)
        return Refused(Fault.NO_PLACE_NEXT if self.terms.engage else Fault.NO_PLACE, numbers)

    def _look_closely(self) -> None:
        """With figures hardly smaller than what they stand for, and with the places from which one comes higher."""
        ground, start, terms = self.ground, self.start, self.terms
        low, high = Field(ground, start, terms, self.fields[0].height, FINE), self.fields[1:]
        self.fields = [low, *high]
        if high:
            self.footholds = footholds(ground, start, terms, low, [field.height for field in high])

    def _spread(self) -> list[Body]:
        """Places where the move could end, near ones far from each other: neighbours fail alike."""
        self.fits, self.left_open = 0, False
        ends = list(dict.fromkeys(self.ends()))
        stride = max(1, len(ends) // 16)
        return [end for first in range(stride) for end in ends[first::stride]]

    def _straight(self, end: Body) -> Move | Refused:
        return path(self.ground, self.start, (Step(end.x, end.y, end.z),), self.terms)

    def _turns(self, end: Body) -> list[Point]:
        """Where the shortest way to a place at the height of the start turns."""
        return self.fields[0].turns(end.x / INCH, end.y / INCH) if end.z == self.start.z else []

    def _routed(self, end: Body) -> Move | Refused:
        return search_of(self.ground, self.start, self.terms).to(end)

    # -- places --------------------------------------------------------------------------------------------------------

    def ends(self) -> Iterator[Body]:
        """Places where the move could end, one a box, the nearest boxes first; none: it can end nowhere."""
        start = self.start
        far = min(longest(self.ground, self.terms), hypot(self.ground.width, self.ground.height))
        x, y = start.x / INCH, start.y / INCH
        levels = {0, *(round(shape.top * INCH) for shape in self.ground.shapes if shape.standing)}
        heap = [(0.0, number, x, y, z, far) for number, z in enumerate(sorted(levels)) if self._may_come(z)]
        count, exact, found = len(levels), 0, 0
        looked, known = 0, set[tuple[int, int, int]]()
        while heap:
            _, _, x, y, z, half = heappop(heap)
            looked += 1
            if looked > BOXES or exact > EXACT or found >= ENDS:
                self.left_open = True
                return
            if half <= SURE and (round(x / APART), round(y / APART), z) in known:
                # A place was found there already: it is open, and others are looked for elsewhere.
                continue
            near = half * DIAGONAL
            room = self._room(x, y, z, near)
            held = self._control(x, y, z, half) if room else NOWHERE
            if not held or self._too_far(x, y, z, half):
                self.fits += bool(held and half <= SURE)
                continue
            if room == held == EVERYWHERE and half <= SURE:
                end = start._replace(x=round(x * INCH), y=round(y * INCH), z=z)
                if stands(self.ground, end, self.others) is None and self._good(end):
                    found += 1
                    known.add((round(x / APART), round(y / APART), z))
                    yield end
                    continue
            if half <= LEAST:
                for end in self._hundredths(x, y, z, half):
                    if stands(self.ground, end, self.others) is not None:
                        continue
                    if self._too_far(end.x / INCH, end.y / INCH, z, 3 * LEAST):
                        # And so is all the rest of the box.
                        self.fits += 1
                        break
                    exact += 1
                    if self._good(end):
                        found += 1
                        known.add((round(x / APART), round(y / APART), z))
                        yield end
                        break
                continue
            part = half / 2
            for nx, ny in ((x - part, y - part), (x - part, y + part), (x + part, y - part), (x + part, y + part)):
                gap = hypot(max(0.0, abs(nx - start.x / INCH) - part), max(0.0, abs(ny - start.y / INCH) - part))
                if gap <= far:
                    count += 1
                    heappush(heap, (gap, count, nx, ny, z, part))

    def _may_come(self, z: int) -> bool:
        """Whether some way may lead to a height."""
        return any(z / INCH <= field.height.z + self.lifted + EPS for field in self.fields)

    def _hundredths(self, x: float, y: float, z: int, half: float) -> Iterator[Body]:
        """Every place of a box, its sides included."""
        for px in range(ceil((x - half) * INCH - EPS), floor((x + half) * INCH + EPS) + 1):
            for py in range(ceil((y - half) * INCH - EPS), floor((y + half) * INCH + EPS) + 1):
                yield self.start._replace(x=px, y=py, z=z)

    def _good(self, end: Body) -> bool:
        """Whether a move may end where the base fits, and may come there for all that bounds say."""
        held = [enemy for enemy in self.terms.enemies if in_control(self.ground.board, end, enemy.body)]
        if any(not enemy.end for enemy in held) or (self.terms.engage and not held):
            return False
        self.fits += 1
        return not self._too_far(end.x / INCH, end.y / INCH, end.z, 0.0)

    def _too_far(self, x: float, y: float, z: int, half: float) -> bool:
        """Whether no place of a box can be reached within the inches, whichever height the way leads to."""
        if half > SURE:
            return False
        for field in self.fields:
            if z / INCH > field.height.z + self.lifted + EPS:
                continue
            if field is not self.fields[0] and self.footholds is not None:
                if not by_way_of(self.footholds, x, y, half, field.inches):
                    continue
            if field.reaches(x, y) or (half and field.least(x, y, half) <= field.inches):
                return False
        return True

    def _room(self, x: float, y: float, z: int, near: float) -> int:
        """Where within so many inches of a place the base can stand."""
        ground, start, level = self.ground, self.start, z / INCH
        radius = start.radius - EPS
        edge = min(x, y, ground.width - x, ground.height - y)
        if edge < radius - near:
            return NOWHERE
        best = EVERYWHERE if edge >= radius + near else PERHAPS
        reach = radius + near
        shapes = ground.near(x - reach, y - reach, x + reach, y + reach)
        if z > 0:
            deck = _deck(shapes, x, y, level, near)
            if not deck:
                return NOWHERE
            best = min(best, deck)
        for shape in shapes:
            if shape.solid and shape.meets(level, level + self.tall):
                gap = distance(x, y, shape)
                if gap < radius - near:
                    return NOWHERE
                if gap < reach:
                    best = PERHAPS
        if z == 0:
            for hazard in ground.hazards:
                gap = distance(x, y, hazard)
                if gap < radius - near:
                    return NOWHERE
                if gap < reach:
                    best = PERHAPS
        for other in self.others:
            if min(z + start.height, other.z + other.height) - max(z, other.z) <= EPS * INCH:
                continue
            gap = hypot(other.x / INCH - x, other.y / INCH - y) - other.radius - radius
            if gap < -near:
                return NOWHERE
            if gap < near:
                best = PERHAPS
        return best

    # -- control ranges ------------------------------------------------------------------------------------------------

    def _control(self, x: float, y: float, z: int, half: float) -> int:
        """Where in a box control ranges allow an end."""
        near, engaged, best = half * DIAGONAL, False, EVERYWHERE
        for enemy in self.terms.enemies:
            body = enemy.body
            flat = hypot(body.x / INCH - x, body.y / INCH - y) - body.radius - self.start.radius
            rise = (body.z - z) / INCH
            if hypot(max(0.0, flat - near), rise) > 1 + EPS:
                continue
            if enemy.end:
                if self.terms.engage and not self._hidden(x, y, z, half, body):
                    engaged = True
                continue
            within = hypot(max(0.0, flat + near), rise) <= 1
            if within and self._seen(x, y, z, half, body):
                return NOWHERE
            if not self._hidden(x, y, z, half, body):
                best = PERHAPS
        if self.terms.engage:
            return PERHAPS if engaged else NOWHERE
        return best

    def _seen(self, x: float, y: float, z: int, half: float, other: Body) -> bool:
        """Whether two heads surely see each other, and no wall parts them: no part is between them at that height."""
        ox, oy = other.x / INCH, other.y / INCH
        low, high = sorted(((z + self.start.height) / INCH, (other.z + other.height) / INCH))
        west, south, east, north = min(x - half, ox), min(y - half, oy), max(x + half, ox), max(y + half, oy)
        board = self.ground.board
        skip = looked_past(board)
        for prism, flags in self._prisms(west, south, east, north):
            bottom, top = board.prisms.solid[8 * prism + 4 : 8 * prism + 6]
            # Distances go round walls, however high one looks.
            if flags & WALL or (flags & (OPAQUE | VEIL) and bottom < high and top > low and not skip[prism]):
                return False
        return True

    def _hidden(self, x: float, y: float, z: int, half: float, other: Body) -> bool:
        """Whether two surely do not see each other: one part stands between them, higher than both.

        All lines of sight lead from one box to another. Of the line between two corners a part takes the share from s
        to e; for a place of a box, as a mean of its corners, it takes that from the harmonic mean of all s, with the
        same weights, to that of all e, because it is convex. Harmonic means of numbers that all differ by a share or
        more differ by no less. So the least share of the sixteen lines between corners is taken of every line, and
        enough of it if it is enough of the shortest.
        """
        if half > SURE:
            return False
        ox, oy, low = other.x / INCH, other.y / INCH, min(z, other.z) / INCH + FOOT
        high = max(z + self.start.height, other.z + other.height) / INCH
        wide, theirs = half + self.start.radius, other.radius
        board = self.ground.board
        skip, tables = looked_past(board), board.prisms.tables
        west, east = min(x - wide, ox - theirs), max(x + wide, ox + theirs)
        south, north = min(y - wide, oy - theirs), max(y + wide, oy + theirs)
        for prism, flags in self._prisms(west, south, east, north):
            if not flags & OPAQUE or flags & GRATED or skip[prism]:
                continue
            if tables[1][8 * prism + 4] > low - EPS or tables[1][8 * prism + 5] < high + EPS:
                continue
            # From the middle of his head to all of the other body, and the other way round.
            if all(
                _parts(tables, prism, (low + high) / 2, (x, y, mine), (ox, oy, his))
                for mine, his in ((half, theirs), (wide, 0.0))
            ):
                return True
        return False

    def _prisms(self, west: float, south: float, east: float, north: float) -> Iterator[tuple[int, int]]:
        """The parts whose box reaches into that one, and what each is."""
        table, solid, _, _ = self.ground.board.prisms.tables
        for prism in range(self.ground.board.prisms.count):
            box = 8 * prism
            if solid[box] < east and solid[box + 2] > west and solid[box + 1] < north and solid[box + 3] > south:
                yield prism, table[7 * prism]


def _deck(shapes: list[Shape], x: float, y: float, level: float, near: float) -> int:
    """Where within so many inches of a place there is a surface at that height."""
    best = NOWHERE
    for shape in shapes:
        if shape.standing and abs(shape.top - level) <= EPS and distance(x, y, shape) <= near + EPS:
            inside = all(nx * x + ny * y - offset <= -near for *_, nx, ny, offset in shape.edges)
            best = max(best, EVERYWHERE if inside else PERHAPS)
    return best


def _corners(x: float, y: float, half: float) -> tuple[tuple[float, float], ...]:
    """The corners of a box; a point has one."""
    if half <= 0:
        return ((x, y),)
    return (x - half, y - half), (x - half, y + half), (x + half, y - half), (x + half, y + half)


def _parts(tables: Tables, prism: int, z: float, mine: Box, theirs: Box) -> bool:
    """Whether a prism blocks every line between two boxes at a height that it has."""
    (x, y, half), (ox, oy, wide) = mine, theirs
    shortest = hypot(max(0.0, abs(ox - x) - half - wide), max(0.0, abs(oy - y) - half - wide))
    if shortest <= 0:
        return False
    # A little more than the lines of sight ask for.
    share = 1.01 * CROSS / shortest
    for ax, ay in _corners(x, y, half):
        for bx, by in _corners(ox, oy, wide):
            begin, end = clip(tables, prism, ax, ay, z, bx - ax, by - ay, 0.0)
            if end - begin <= share:
                return False
    return True

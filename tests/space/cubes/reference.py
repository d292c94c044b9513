"""The rules of cubes read slowly: every predicate from its text, in twentieths of an inch, with fractions and sets.

Nothing here is shared with the package but the plain data of a layout and the names of quarters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import floor
from typing import NamedTuple

from fireteam.space.cubes.layout import At, Layout

Point = tuple[Fraction, Fraction, Fraction]
Place = tuple[At, frozenset[str]]
"""A cube, and the quarters of the half (or of all of it) where somebody is."""

EDGE = 60
ALL = frozenset({"SW", "SE", "NW", "NE"})
SPOTS = {"SW": (15, 15), "SE": (45, 15), "NW": (15, 45), "NE": (45, 45)}
COMPASS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
PASSES = {
    **{"open": 4, "low25": 3, "door75": 3, "low50": 2, "door50": 2, "low75": 1, "door25": 1, "window": 1},
    **{"blocked": 0, "smooth": 0},
}
CLIMBED = ("low75", "door", "window", "blocked", "hatch")
HALF_WIDTHS, HEIGHTS = {1: 10, 2: 15, 3: 20, 4: 25}, {1: 25, 2: 35, 3: 50, 4: 58}
WALK, DRIVE, JUMP, FLY = "walk", "drive", "jump", "fly"
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


class Board:
    """A layout as dictionaries."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.solid = set(layout.solid)
        self.floors = {(f.x, f.y, f.level): f.kind for f in layout.floors}
        self.walls = {(w.x, w.y, w.level, w.side): w.shape for w in layout.walls}
        self.splits = {(s.x, s.y, s.level): (s.axis, s.shape) for s in layout.splits}
        self.ramps = {(r.x, r.y, r.level): r.way for r in layout.ramps}
        self.platforms = {(p.x, p.y, p.level): frozenset(p.quarters) for p in layout.platforms}
        self.ladders = set(layout.ladders)
        self.cubes = [
            (x, y, level)
            for level in range(1, layout.levels + 1)
            for y in range(1, layout.depth + 1)
            for x in range(1, layout.width + 1)
        ]
        self.face = cache(self._face)
        self.climbable = cache(self._climbable)

    def inside(self, cube: At) -> bool:
        """Whether the cube is on the board."""
        return self.layout.inside(cube)

    # -- faces and floors ----------------------------------------------------------------------------------------------

    def floor(self, cube: At) -> str:
        """DZ-GEO-04: the ground and the tops of filled cubes are full."""
        x, y, level = cube
        if level == 1 or (x, y, level - 1) in self.solid:
            return "full"
        return self.floors.get(cube, "none")

    def shape(self, a: At, b: At) -> str:
        """The shape of the upright face between two cubes of a level."""
        if not self.inside(a) or not self.inside(b) or a in self.solid or b in self.solid:
            return "blocked"
        low = min(a, b)
        return self.walls.get((*low, "E" if a[0] != b[0] else "N"), "open")

    def _face(self, a: At, b: At) -> int:
        """The largest size that passes the face between two cubes (DZ-GEO-03, DZ-GEO-04)."""
        if not self.inside(a) or not self.inside(b) or a in self.solid or b in self.solid:
            return 0
        if a[2] != b[2]:
            kind = self.floor(max(a, b, key=lambda cube: cube[2]))
            if kind.startswith("hatch"):
                return int(kind[5:])
            return {"none": 4, "full": 0}.get(kind, 2)
        shape = self.shape(a, b)
        return int(shape[5:]) if shape.startswith("hatch") else PASSES[shape]

    def _climbable(self, cube: At) -> bool:
        """DZ-GEO-06: any climbable side."""
        x, y, level = cube
        for east, north in COMPASS.values():
            other = (x + east, y + north, level)
            if self.inside(other) and self.shape(cube, other).startswith(CLIMBED):
                return True
        if cube in self.splits and self.splits[cube][1].startswith(CLIMBED):
            return True
        above = (x, y, level + 1)
        hatch = self.inside(above) and self.floor(above).startswith("hatch")
        return cube in self.ladders or cube in self.ramps or hatch

    # -- places --------------------------------------------------------------------------------------------------------

    def halves(self, cube: At) -> list[frozenset[str]]:
        """The parts of a cube that a wall separates, the western or southern one first (DZ-GEO-09)."""
        if cube not in self.splits:
            return [ALL]
        letters = ("W", "E") if self.splits[cube][0] == "x" else ("S", "N")
        return [frozenset(quarter for quarter in ALL if letter in quarter) for letter in letters]

    def places(self) -> list[Place]:
        """Every place of the board."""
        return [(cube, half) for cube in self.cubes if cube not in self.solid for half in self.halves(cube)]

    def held(self, place: Place) -> frozenset[str]:
        """The quarters of a place with a floor."""
        kind = self.floor(place[0])
        if kind == "none":
            return frozenset()
        if kind.startswith("half"):
            return frozenset(quarter for quarter in place[1] if kind[5] in quarter)
        return place[1]

    def room(self, place: Place, mode: str) -> frozenset[str]:
        """The quarters that somebody may use: who cannot climb uses none that is raised (DZ-PART-06)."""
        raised = self.platforms.get(place[0], frozenset())
        return self.held(place) - raised if mode == DRIVE else self.held(place)

    def stands(self, place: Place, size: int, mode: str) -> bool:
        """Whether it can stop there, alone."""
        return bool(patterns(self.room(place, mode), size))

    def passable(self, place: Place, size: int, mode: str) -> bool:
        """Whether it can be there between two steps (DZ-GEO-04, DZ-GEO-06, DZ-GEO-19, DZ-PART-06)."""
        cube = place[0]
        if self.floor(cube) != "none":
            return self.stands(place, size, mode)
        if mode == DRIVE or (size >= 3 and cube in self.splits):
            return False
        return mode in (JUMP, FLY) or self.climbable(cube)

    def touches(self, place: Place, way: tuple[int, int, int]) -> bool:
        """Whether a half touches a face of its cube (DZ-GEO-09)."""
        east, north, up = way
        if up or place[1] == ALL:
            return True
        letter = {(1, 0): "E", (-1, 0): "W", (0, 1): "N", (0, -1): "S"}[east, north]
        return any(letter in quarter for quarter in place[1])

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step(self, a: Place, b: Place, size: int, mode: str) -> bool:
        """DZ-GEO-05 to DZ-GEO-09, DZ-GEO-19: whether one step leads from a to b by the faces alone."""
        start, goal = a[0], b[0]
        change = tuple(q - p for p, q in zip(start, goal, strict=True))
        if start == goal or max(map(abs, change)) > 1 or not self.inside(goal) or goal in self.solid:
            return False
        if not change[2] and mode in (WALK, DRIVE) and self.gap(start, goal) >= EDGE:
            return False
        return any(self._way(a, b, path, size, mode) for path in chains(start, goal))

    def _way(self, a: Place, b: Place, path: list[At], size: int, mode: str) -> bool:
        first = between(path[0], path[1])
        last = between(path[-1], path[-2])
        if not self.touches(a, first) or not self.touches(b, last):
            return False
        if mode == DRIVE and a[0][2] != b[0][2] and not self._along_ramp(path):
            return False
        for here, there in pairwise(path):
            fits = self.face(here, there) >= size
            if not fits and mode == JUMP and here[2] == there[2]:
                over, beyond = up(here), up(there)
                fits = all(self.face(p, q) >= size for p, q in ((here, over), (over, beyond), (beyond, there)))
            if not fits or there in self.solid:
                return False
            if there[2] > here[2] and mode == WALK and not self.climbable(here):
                return False
        return True

    def _along_ramp(self, path: list[At]) -> bool:
        """DZ-GEO-07: up from the cube of the ramp and on in its direction, or back the same way."""
        if len(path) != 3:
            return False
        low, over, high = path if path[0][2] < path[-1][2] else path[::-1]
        return low in self.ramps and over == up(low) and between(over, high)[:2] == COMPASS[self.ramps[low]]

    def gap(self, a: At, b: At) -> int:
        """DZ-GEO-08: how far the floors of two neighbours on a level are apart, along the worse axis."""
        spans = [self._span(a), self._span(b)]
        if None in spans:
            return 0
        gaps = [0]
        for axis in (0, 1):
            if a[axis] != b[axis]:
                (low, high) = sorted((a, b), key=lambda cube: cube[axis])
                lower, upper = self._span(low), self._span(high)
                assert lower is not None and upper is not None
                gaps.append(EDGE * high[axis] + upper[axis][0] - EDGE * low[axis] - lower[axis][1])
        return max(gaps)

    def _span(self, cube: At) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """From where to where the floor of a cube goes, east and north."""
        match self.floor(cube):
            case "none":
                return None
            case "half-E":
                return (30, 60), (0, 60)
            case "half-W":
                return (0, 30), (0, 60)
            case "half-N":
                return (0, 60), (30, 60)
            case "half-S":
                return (0, 60), (0, 30)
            case _:
                return (0, 60), (0, 60)

    def reach(self, start: Place, steps: int, size: int, mode: str, lifts: int = 0) -> set[Place]:
        """Where a body can end after one to so many steps, alone on the board (DZ-GEO-06, DZ-GEO-19)."""
        found: set[Place] = set()
        seen: set[tuple[Place, int, int, int]] = set()

        def go(place: Place, left: int, lifts: int, air: int) -> None:
            if (place, left, lifts, air) in seen:
                return
            seen.add((place, left, lifts, air))
            for cube in around(place[0]):
                if not self.inside(cube) or cube in self.solid:
                    continue
                for half in self.halves(cube):
                    goal = (cube, half)
                    if not self.passable(goal, size, mode) or not self.step(place, goal, size, mode):
                        continue
                    upright = cube[:2] == place[0][:2]
                    run = 0 if self.floor(cube) != "none" else air + (not upright)
                    if mode == JUMP and run > 1:
                        continue
                    for after, free in ((left - 1, lifts), (left, lifts - 1)):
                        if after >= 0 and free >= 0 and (upright or free == lifts):
                            if self.stands(goal, size, mode):
                                found.add(goal)
                            go(goal, after, free, run)

        go(start, steps, lifts, 0)
        return found

    # -- throws and falls ----------------------------------------------------------------------------------------------

    def throw(self, place: Place, way: tuple[int, int], size: int) -> bool:
        """DZ-GEO-18: some orthogonal route fits, without climbing and without the gap test."""
        goal = (place[0][0] + way[0], place[0][1] + way[1], place[0][2])
        if not self.inside(goal) or goal in self.solid:
            return False
        return any(
            self.touches(place, between(path[0], path[1])) and all(self.face(p, q) >= size for p, q in pairwise(path))
            for path in chains(place[0], goal)
        )

    def toss(self, cube: At, way: tuple[int, int]) -> bool:
        """DZ-GEO-18 for a thing: every gap above blocked or hatch counts as open."""
        goal = (cube[0] + way[0], cube[1] + way[1], cube[2])
        return any(
            all(
                self.inside(q) and not self.shape(p, q).startswith(("blocked", "smooth", "hatch"))
                for p, q in pairwise(path)
            )
            for path in chains(cube, goal)
        )

    def falls(self, cube: At) -> list[At]:
        """DZ-SCAT-02, DZ-SCAT-03: the floors that something falling in a cube comes to, down to a whole one."""
        found = []
        x, y, level = cube
        for below in range(level, 0, -1):
            kind = self.floor((x, y, below))
            if kind != "none":
                found.append((x, y, below))
            if kind == "full" or kind.startswith("hatch"):
                break
        return found

    def jumps(self, place: Place, size: int, mode: str) -> set[tuple[Place, frozenset[Place], int]]:
        """DZ-FALL-04, DZ-FALL-07, DZ-FALL-08: steps into the air, where they land, how many cubes down."""
        found = set()
        for cube in around(place[0]):
            if mode == DRIVE or not self.inside(cube) or cube in self.solid or self.floor(cube) != "none":
                continue
            if size >= 3 and cube in self.splits:
                continue
            for half in self.halves(cube):
                if self.step(place, (cube, half), size, mode):
                    for below in self.falls(cube):
                        landings = frozenset(
                            (below, part) for part in self.halves(below) if self.stands((below, part), size, mode)
                        )
                        if landings:
                            if place[0][2] > below[2]:
                                found.add(((cube, half), landings, place[0][2] - below[2]))
                            break
        return found

    def covered(self, cube: At, quarter: str) -> bool:
        """DZ-GEO-16: any floor above the quarter, or a filled cube."""
        x, y, level = cube
        for above in range(level + 1, self.layout.levels + 1):
            other = (x, y, above)
            kind = self.floor(other)
            if (
                other in self.solid
                or kind == "full"
                or kind.startswith("hatch")
                or (kind.startswith("half") and kind[5] in quarter)
            ):
                return True
        return False

    def seen_from_above(self, cube: At, quarters: Iterable[str] = ALL) -> bool:
        """DZ-GEO-16: unless all are covered."""
        return not all(self.covered(cube, quarter) for quarter in quarters)


# -- cubes -------------------------------------------------------------------------------------------------------------


def up(cube: At) -> At:
    """The cube above."""
    return cube[0], cube[1], cube[2] + 1


def between(a: At, b: At) -> tuple[int, int, int]:
    """The direction from one cube to the next."""
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


def around(cube: At) -> Iterator[At]:
    """The 26 neighbours (DZ-CORE-04)."""
    for east, north, high in product((-1, 0, 1), repeat=3):
        if (east, north, high) != (0, 0, 0):
            yield cube[0] + east, cube[1] + north, cube[2] + high


def chains(a: At, b: At) -> Iterator[list[At]]:
    """All shortest chains of face-sharing cubes (DZ-GEO-05)."""
    for order in permutations([axis for axis in range(3) if a[axis] != b[axis]]):
        path = [a]
        for axis in order:
            here = path[-1]
            path.append(
                (b[0], here[1], here[2])
                if axis == 0
                else (here[0], b[1], here[2])
                if axis == 1
                else (here[0], here[1], b[2])
            )
        yield path


# -- room --------------------------------------------------------------------------------------------------------------


def patterns(room: frozenset[str], size: int) -> list[frozenset[str]]:
    """DZ-GEO-02: one quarter, two that share an edge, any three, all four."""
    found = [frozenset(some) for some in combinations(sorted(room), size)]
    if size == 2:
        found = [pair for pair in found if pair not in (frozenset({"SW", "NE"}), frozenset({"SE", "NW"}))]
    return found


class Guest(NamedTuple):
    """Somebody of the same side in a place."""

    size: int
    quarters: frozenset[str]
    room: frozenset[str]


def placings(size: int, room: frozenset[str], guests: list[Guest]) -> set[tuple[frozenset[str], ...]]:
    """DZ-GEO-20: all arrangements (the newcomer first) that move the fewest, nobody sharing; by trying everything."""
    found: dict[int, set[tuple[frozenset[str], ...]]] = {}
    for own in patterns(room, size):
        for others in product(*(patterns(guest.room, guest.size) for guest in guests)):
            moved = [other != guest.quarters for other, guest in zip(others, guests, strict=True)]
            everybody = (own, *others)
            if all(not a & b for a, b in combinations(everybody, 2)):
                found.setdefault(sum(moved), set()).add(everybody)
    return found[min(found)] if found else set()


# -- bodies ------------------------------------------------------------------------------------------------------------


class Body:
    """DZ-GEO-02, DZ-GEO-10, DZ-GEO-11: a body on quarters of a cube."""

    def __init__(self, board: Board, cube: At, quarters: Iterable[str], size: int, *, pinned: bool = False) -> None:
        self.cube, self.quarters, self.size = cube, frozenset(quarters), size
        spots = [SPOTS[quarter] for quarter in self.quarters]
        u = Fraction(sum(spot[0] for spot in spots), len(spots)) if size < 3 else Fraction(30)
        v = Fraction(sum(spot[1] for spot in spots), len(spots)) if size < 3 else Fraction(30)
        raised = size < 3 and self.quarters <= board.platforms.get(cube, frozenset())
        self.x, self.y = EDGE * (cube[0] - 1) + u, EDGE * (cube[1] - 1) + v
        self.z = Fraction(EDGE * (cube[2] - 1) + (20 if raised else 0))
        self.height = 10 if pinned else HEIGHTS[size]
        self.eye = 8 if pinned else self.height - 5
        self.wide = HALF_WIDTHS[size]

    def _corners(self, apart: Fraction, up: Fraction) -> list[Point]:
        signs = [(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        return [(self.x + i * apart, self.y + j * apart, self.z + up) for i, j in signs]

    def eyes(self) -> list[Point]:
        """Over the centre, and 1 inside each corner."""
        return self._corners(Fraction(self.wide - 1), Fraction(self.eye))

    def points(self) -> list[Point]:
        """The base centre and 0.8 of the half width towards the corners, at three heights."""
        heights = (Fraction(2), Fraction(self.height, 2), Fraction(self.height - 1))
        return [point for height in heights for point in self._corners(Fraction(4 * self.wide, 5), height)]

    def middle(self) -> Point:
        """The middle of the body."""
        return self.x, self.y, self.z + Fraction(self.height, 2)

    def box(self) -> list[tuple[Fraction, Fraction]]:
        """The upright box, axis by axis."""
        return [
            (self.x - self.wide, self.x + self.wide),
            (self.y - self.wide, self.y + self.wide),
            (self.z, self.z + self.height),
        ]


# -- rays --------------------------------------------------------------------------------------------------------------


def solid_wall(shape: str, along: Fraction, high: Fraction) -> bool:
    """DZ-GEO-03, DZ-GEO-12: whether a point of an upright face is solid; the edge of an opening is open."""
    if shape == "open":
        return False
    if shape.startswith("low"):
        return high < Fraction(EDGE * int(shape[3:]), 100)
    if shape.startswith("door"):
        half = Fraction(EDGE * int(shape[4:]), 200)
        return not 30 - half <= along <= 30 + half
    if shape == "window":
        return not (15 <= along <= 45 and 15 <= high <= 45)
    return True


def solid_floor(kind: str, east: Fraction, north: Fraction) -> bool:
    """DZ-GEO-12: a half tile is solid on its half, its inner edge included; hatches are solid."""
    if kind == "none":
        return False
    if kind.startswith("half"):
        return {"N": north >= 30, "S": north <= 30, "E": east >= 30, "W": east <= 30}[kind[5]]
    return True


def moments(start: Point, end: Point) -> dict[Fraction, list[int]]:
    """When a segment crosses planes between cubes, and the axes of those planes, in order."""
    found: dict[Fraction, list[int]] = {}
    for axis in range(3):
        way = end[axis] - start[axis]
        if way:
            low, high = sorted((start[axis], end[axis]))
            for plane in range(EDGE * (floor(low / EDGE) + 1), floor(high) + 1, EDGE):
                when = (plane - start[axis]) / way
                if 0 < when < 1:
                    found.setdefault(when, []).append(axis)
    return dict(sorted(found.items()))


def cubes_on(start: Point, end: Point) -> list[At]:
    """The cubes a line passes; through an edge those beside it are not passed (DZ-GEO-15)."""
    times = [Fraction(0), *moments(start, end), Fraction(1)]
    found = []
    for one, other in pairwise(times):
        middle = [s + (one + other) / 2 * (e - s) for s, e in zip(start, end, strict=True)]
        found.append((floor(middle[0] / EDGE) + 1, floor(middle[1] / EDGE) + 1, floor(middle[2] / EDGE) + 1))
    return found


def shut(board: Board, a: At, b: At, at: Point) -> bool:
    """Whether the face between two cubes is solid where a ray crosses it."""
    if not board.inside(a) or not board.inside(b) or a in board.solid or b in board.solid:
        return True
    corner = [EDGE * (min(p, q) - 1) for p, q in zip(a, b, strict=True)]
    east, north, high = (at[axis] - corner[axis] for axis in range(3))
    if a[2] != b[2]:
        return solid_floor(board.floor(max(a, b, key=lambda cube: cube[2])), east, north)
    return solid_wall(board.shape(a, b), north if a[0] != b[0] else east, high)


def free(board: Board, start: Point, end: Point) -> bool:
    """DZ-GEO-12: whether scenery lets a ray pass."""
    cubes = cubes_on(start, end)
    for (when, axes), here, there in zip(moments(start, end).items(), cubes, cubes[1:], strict=False):
        at = tuple(s + when * (e - s) for s, e in zip(start, end, strict=True))
        assert {axis for axis in range(3) if here[axis] != there[axis]} == set(axes)
        if all(
            any(shut(board, a, b, (at[0], at[1], at[2])) for a, b in pairwise(path)) for path in chains(here, there)
        ):
            return False
    return not any(cube in board.splits and split_stops(board, cube, start, end) for cube in cubes)


def split_stops(board: Board, cube: At, start: Point, end: Point) -> bool:
    """DZ-GEO-12: a split wall is tested at its plane; a ray in the plane is free."""
    axis = 0 if board.splits[cube][0] == "x" else 1
    plane = EDGE * (cube[axis] - 1) + 30
    if not min(start[axis], end[axis]) < plane < max(start[axis], end[axis]):
        return False
    when = (plane - start[axis]) / (end[axis] - start[axis])
    at = [s + when * (e - s) - EDGE * (c - 1) for s, e, c in zip(start, end, cube, strict=True)]
    return all(0 <= part <= EDGE for part in at) and solid_wall(board.splits[cube][1], at[1 - axis], at[2])


def enters_box(start: Point, end: Point, box: list[tuple[Fraction, Fraction]]) -> bool:
    """Whether a segment enters the inside of a box."""
    first, last = Fraction(0), Fraction(1)
    for s, e, (low, high) in zip(start, end, box, strict=True):
        if s == e:
            if not low < s < high:
                return False
            continue
        one, other = sorted(((low - s) / (e - s), (high - s) / (e - s)))
        first, last = max(first, one), min(last, other)
    return first < last


def ray(board: Board, start: Point, end: Point, smoke: set[At], bodies: Iterable[Body] = ()) -> bool:
    """Whether a ray is clear of scenery, smoke and these bodies."""
    if smoke and any(cube in smoke for cube in cubes_on(start, end)):
        return False
    return free(board, start, end) and not any(enters_box(start, end, body.box()) for body in bodies)


def counts(board: Board, viewer: Body, target: Body, smoke: set[At], bodies: Iterable[Body] = ()) -> list[int]:
    """For each eye how many of the fifteen points it sees."""
    third = [body for body in bodies if body.cube not in (viewer.cube, target.cube)]
    return [sum(ray(board, eye, point, smoke, third) for point in target.points()) for eye in viewer.eyes()]


def sees_cube(board: Board, viewer: Body, cube: At, smoke: set[At]) -> bool:
    """DZ-GEO-14: nine points; only cubes with a floor; none for who is in smoke; its own smoke is ignored."""
    if cube in board.solid or board.floor(cube) == "none" or viewer.cube in smoke:
        return False
    x, y, z = (EDGE * (part - 1) for part in cube)
    points = [(Fraction(x + u), Fraction(y + v), Fraction(z + high)) for u, v in SPOTS.values() for high in (10, 40)]
    points.append((Fraction(x + 30), Fraction(y + 30), Fraction(z + 30)))
    return any(ray(board, eye, point, smoke - {cube}) for eye in viewer.eyes() for point in points)


def thin(viewer: Body, target: Body, smoke: set[At]) -> bool:
    """DZ-GEO-15: whether the line from the middle eye to the middle of the body passes a cube next to smoke."""
    return any(other in smoke for cube in cubes_on(viewer.eyes()[0], target.middle()) for other in around(cube))


def away(attacker: Body, target: Body) -> set[tuple[int, int]]:
    """DZ-GEO-17: where the line from centre through centre leaves the target's cube."""
    dx, dy = target.x - attacker.x, target.y - attacker.y
    if attacker.cube == target.cube or (not dx and not dy):
        return set(DIRECTIONS)
    west, south = EDGE * (target.cube[0] - 1), EDGE * (target.cube[1] - 1)
    leaving = []
    for way, start, low, name in ((dx, target.x, west, 0), (dy, target.y, south, 1)):
        if way:
            leaving.append((((low + EDGE if way > 0 else low) - start) / way, name))
    soonest = min(when for when, _ in leaving)
    axes = [name for when, name in leaving if when == soonest]
    east, north = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if len(axes) == 2:
        return {(east, north), (east, 0), (0, north)}
    return {(east, 0)} if axes == [0] else {(0, north)}

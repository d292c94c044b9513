"""Where models can get to on a map, for the checks of packs (see DZ-GEO-05 to DZ-GEO-09)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations, product

from fireteam.games.deadzone.content.board import BoardData, Cube

Place = tuple[int, int, int, str]
"""A cube, or the half of a split one: "" or the side that the half lies on."""

COMPASS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
PASSES = {"open": 4, "low25": 3, "low50": 2, "low75": 1, "door25": 1, "door50": 2, "door75": 3, "window": 1}
"""The largest size that gets through a face; 0 through any other (see DZ-GEO-03)."""
NO_HOLD = ("open", "low25", "low50", "smooth")
"""Faces that cannot be climbed (see DZ-GEO-06)."""


def hatch(kind: str) -> int:
    """The largest size that a hatch takes; 0 where it is none."""
    return int(kind[5:]) if kind.startswith("hatch") else 0


class Walks:
    """A map on which lone models walk and drive."""

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.columns, self.rows = data["size"]
        self.levels = data["levels"]

    # -- cubes ---------------------------------------------------------------------------------------------------------

    def inside(self, cube: Cube) -> bool:
        x, y, level = cube
        return 1 <= x <= self.columns and 1 <= y <= self.rows and 1 <= level <= self.levels

    def floor(self, cube: Cube) -> str:
        """What a cube has underfoot; "" for nothing (DZ-GEO-04)."""
        x, y, level = cube
        if level == 1 or (x, y, level - 1) in self.data["solid"]:
            return "full"
        return self.data["floors"].get(cube, "")

    def capacity(self, cube: Cube) -> int:
        """The size of models that a side has room for (DZ-MOVE-06, DZ-PART-02)."""
        floor = self.floor(cube)
        if not self.inside(cube) or cube in self.data["solid"] or not floor:
            return 0
        return 2 if floor.startswith("half") else 4

    def rooms(self, cube: Cube) -> list[int]:
        """The capacity of a cube, or of each of its halves."""
        capacity = self.capacity(cube)
        return [2, 2] if cube in self.data["splits"] and capacity else [capacity] if capacity else []

    def largest(self, cube: Cube, *, vehicle: bool = False) -> int:
        """The largest model that can stand in a cube; a vehicle does not climb its platforms (DZ-PART-06)."""
        most = min(self.capacity(cube), 2 if cube in self.data["splits"] else 4)
        raised = len(self.data["platforms"].get(cube, ())) if vehicle else 0
        return max(0, min(most, 4 - raised))

    def top(self, x: int, y: int) -> Cube:
        """The highest cube of a stack with a floor (DZ-SETUP-07)."""
        return next((x, y, level) for level in range(self.levels, 0, -1) if self.capacity((x, y, level)))

    def places(self, cube: Cube) -> list[Place]:
        """A cube, or its halves."""
        split = self.data["splits"].get(cube)
        if split is None:
            return [(*cube, "")]
        return [(*cube, side) for side in ("WE" if split[0] == "x" else "SN")]

    def standing(self) -> list[Cube]:
        """Every cube that models can stand in."""
        cubes = product(range(1, self.columns + 1), range(1, self.rows + 1), range(1, self.levels + 1))
        return [(x, y, level) for x, y, level in cubes if self.capacity((x, y, level))]

    # -- faces ---------------------------------------------------------------------------------------------------------

    def wall(self, one: Cube, other: Cube) -> str:
        """The shape of the upright face between two cubes."""
        if not (self.inside(one) and self.inside(other)) or {one, other} & self.data["solid"]:
            return "blocked"
        low = min(one, other)
        return self.data["walls"].get((*low, "E" if one[0] != other[0] else "N"), "open")

    def gate(self, one: Cube, other: Cube) -> int:
        """The largest size that gets from a cube to the next (DZ-GEO-03, DZ-GEO-04)."""
        if one[2] == other[2]:
            shape = self.wall(one, other)
            return PASSES.get(shape, hatch(shape))
        if not (self.inside(one) and self.inside(other)) or {one, other} & self.data["solid"]:
            return 0
        floor = self.floor(max(one, other, key=lambda cube: cube[2]))
        return {"": 4, "full": 0}.get(floor, 2 if floor.startswith("half") else hatch(floor))

    def climbable(self, cube: Cube) -> bool:
        """Whether a cube has something to climb (DZ-GEO-06)."""
        x, y, level = cube
        if cube in self.data["ramps"] or cube in self.data["ladders"] or hatch(self.floor((x, y, level + 1))):
            return True
        split = self.data["splits"].get(cube)
        if split is not None and split[1] not in NO_HOLD:
            return True
        beside = [(x + dx, y + dy, level) for dx, dy in COMPASS.values()]
        return any(self.inside(near) and self.wall(cube, near) not in NO_HOLD for near in beside)

    def gap(self, one: Cube, other: Cube) -> bool:
        """Whether the floors of two cubes of a level lie less than a cube apart (DZ-GEO-08); 60 units are a cube."""
        for axis in (0, 1):
            if one[axis] != other[axis]:
                west, east = sorted((one, other), key=lambda cube: cube[axis])
                if 60 - self.span(west, axis)[1] + self.span(east, axis)[0] >= 60:
                    return False
        return True

    def span(self, cube: Cube, axis: int) -> tuple[int, int]:
        """From where to where a cube has a floor along an axis."""
        floor = self.floor(cube)
        sides = ("half-W", "half-E") if axis == 0 else ("half-S", "half-N")
        return (0, 30) if floor == sides[0] else (30, 60) if floor == sides[1] else (0, 60)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def ramp(self, one: Cube, other: Cube, size: int) -> bool:
        """Whether a ramp leads from a cube to the other, up or down (DZ-GEO-07)."""
        low, high = sorted((one, other), key=lambda cube: cube[2])
        direction = self.data["ramps"].get(low)
        if direction is None or high[2] != low[2] + 1:
            return False
        dx, dy = COMPASS[direction]
        over = (low[0], low[1], low[2] + 1)
        leads = (low[0] + dx, low[1] + dy) == high[:2]
        return leads and self.gate(low, over) >= size and self.gate(over, high) >= size

    def step(self, start: Place, end: Place, size: int, *, vehicle: bool) -> bool:
        """Whether a model gets from a place to a neighbouring one (DZ-GEO-05, DZ-GEO-09)."""
        one, other = start[:3], end[:3]
        if one == other:
            shape = self.data["splits"][one][1]
            return PASSES.get(shape, hatch(shape)) >= size
        if not self.inside(other) or other in self.data["solid"]:
            return False
        if self.ramp(one, other, size):
            return True
        if vehicle and one[2] != other[2]:
            return False
        return any(self.way(route, start[3], end[3], size) for route in routes(one, other)) and (
            one[2] != other[2] or not (self.floor(one) and self.floor(other)) or self.gap(one, other)
        )

    def way(self, route: list[Cube], half: str, into: str, size: int) -> bool:
        """Whether the faces of a route let a model through, and touch the halves it leaves and enters."""
        if not _touches(half, route[0], route[1]) or not _touches(into, route[-1], route[-2]):
            return False
        for cube, following in pairwise(route):
            if following in self.data["solid"] or self.gate(cube, following) < size:
                return False
            if following[2] > cube[2] and not self.climbable(cube):
                return False
        return True

    def onward(self, start: Place, size: int, *, vehicle: bool) -> Iterator[Place]:
        """The places one step away that a model can be in, if only in passing."""
        for dx, dy, dl in product((-1, 0, 1), repeat=3):
            cube = (start[0] + dx, start[1] + dy, start[2] + dl)
            if not self.inside(cube):
                continue
            holds = self.largest(cube, vehicle=vehicle) >= size if self.floor(cube) else self.clings(cube, vehicle)
            if holds:
                yield from (
                    place
                    for place in self.places(cube)
                    if place != start and self.step(start, place, size, vehicle=vehicle)
                )

    def clings(self, cube: Cube, vehicle: bool) -> bool:
        """Whether a model can hang in a cube without a floor between two steps (DZ-GEO-06)."""
        return not vehicle and self.climbable(cube)

    def reach(self, start: Cube, size: int, *, vehicle: bool = False) -> set[Cube]:
        """The cubes that a model gets to in any number of SPRINTs of two cubes."""
        seen = set(self.places(start))
        waiting = list(seen)
        while waiting:
            place = waiting.pop()
            first = list(self.onward(place, size, vehicle=vehicle))
            second = [
                far for near in first if not self.floor(near[:3]) for far in self.onward(near, size, vehicle=vehicle)
            ]
            for found in (*first, *second):
                if found not in seen and self.floor(found[:3]):
                    seen.add(found)
                    waiting.append(found)
        return {place[:3] for place in seen}


def routes(one: Cube, other: Cube) -> Iterator[list[Cube]]:
    """The shortest ways over faces from a cube to a neighbour."""
    for order in permutations([axis for axis in range(3) if one[axis] != other[axis]]):
        route = [one]
        for axis in order:
            x, y, level = (other[one_axis] if one_axis == axis else route[-1][one_axis] for one_axis in range(3))
            route.append((x, y, level))
        yield route


def _touches(half: str, cube: Cube, beyond: Cube) -> bool:
    """Whether a half of a cube touches the face towards the cube beyond."""
    if not half:
        return True
    dx, dy = COMPASS[half]
    return (beyond[0] - cube[0], beyond[1] - cube[1]) != (-dx, -dy)

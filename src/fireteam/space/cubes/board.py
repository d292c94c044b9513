"""A board of cubes, worked out once: faces, floors, gates, halves, what lies below and above, and names.

A *place* is where a body can be: a cube, or one half of a cube that a wall splits. Sets of cubes and of places are
integers (bitboards). A cube is a number; columns, rows and levels count from 0 inside, from 1 in names and layouts.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from fireteam.space.cubes.layout import (
    BLOCKED,
    FLOORS,
    FULL,
    HALF_N,
    HALF_W,
    HATCH,
    LARGEST,
    LOW75,
    NONE,
    QUARTERS,
    SHAPES,
    SMOOTH,
    At,
    Layout,
    WrongLayout,
    check,
    floor_kind,
    floor_quarters,
)
from fireteam.space.cubes.rays import SPLIT_Y
from fireteam.space.squares import bits

EAST, WEST, NORTH, SOUTH, UP, DOWN = range(6)
"""Ways out of a cube; the opposite of a way is way ^ 1."""
MOVES = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
WAYS = {"E": EAST, "W": WEST, "N": NORTH, "S": SOUTH}
RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions on a level, clockwise from north: where the numbers 1 to 8 of a scatter diagram lead."""
EVERY = 15
"""All four quarters."""

WALL_GATES = (4, 3, 2, 1, 1, 2, 3, 1, 0, 0)
"""The largest size that passes an upright face, by its shape."""
FLOOR_GATES = (4, 0, 2, 2, 2, 2)
"""The largest size that passes a floor, by its kind."""
EDGE = -1
"""The face of a cube at the board's edge."""

_FIRST_HALVES, _SECOND_HALVES = {"x": "W", "y": "S"}, {"x": "E", "y": "N"}


class Cover(NamedTuple):
    """What hides a quarter of a cube from above: the cube that is filled or whose floor it is."""

    quarter: int
    cube: int


def is_climbable(shape: int) -> bool:
    """Whether an upright face of this shape can be climbed."""
    return shape >= LOW75 and shape != SMOOTH


def gate_of(shape: int) -> int:
    """The largest size that passes an upright face of this shape."""
    return shape - HATCH if shape >= HATCH else WALL_GATES[shape]


class Board:
    """A layout worked out; nothing here changes while people play on it."""

    def __init__(self, layout: Layout) -> None:
        wrongs = check(layout)
        if wrongs:
            raise WrongLayout(wrongs)
        self.layout = layout
        self.width, self.depth, self.levels = layout.width, layout.depth, layout.levels
        self.storey = layout.width * layout.depth
        """How many cubes a level has."""
        self.count = self.storey * layout.levels
        self.at: tuple[At, ...] = tuple(
            (cube % self.width, cube // self.width % self.depth, cube // self.storey) for cube in range(self.count)
        )
        """Column, row and level of each cube, from 0."""
        self.near = tuple(tuple(self._towards(cube, way) for way in range(6)) for cube in range(self.count))
        """For each cube its neighbour in each way; -1 where the board ends."""

        self.solid = sum(1 << self.cube(*at) for at in frozenset(layout.solid))
        kinds = {floor[:3]: FLOORS[floor.kind] for floor in layout.floors}
        filled = frozenset(layout.solid)
        self.floor = tuple(floor_kind(kinds, filled, (x + 1, y + 1, level + 1)) for x, y, level in self.at)
        self._faces = self._walls()
        self.split = [0] * self.count
        """For each cube 0, or the wall that splits it as `rays` has it."""
        for split in layout.splits:
            self.split[self.cube(*split[:3])] = 1 + SHAPES[split.shape] + (SPLIT_Y if split.axis == "y" else 0)
        self.ramp = {self.cube(*ramp[:3]): WAYS[ramp.way] for ramp in layout.ramps}
        """For each cube with a ramp the way it leads up."""
        self.ladders = sum(1 << self.cube(*at) for at in frozenset(layout.ladders))
        self.gates = tuple(tuple(self._gate(cube, way) for way in range(6)) for cube in range(self.count))
        """For each cube and way the largest size that passes the face; 0 where none does."""
        self.climbs = sum(1 << cube for cube in range(self.count) if self._has_climb(cube))
        """The cubes with something to climb in them."""

        self._places()
        self._cube_names = tuple(f"{x + 1},{y + 1},{level + 1}" for x, y, level in self.at)
        self._named = tuple(self._place_name(place) for place in range(self.places))
        self._names = {name: place for place, name in enumerate(self._named)}
        self._tops = tuple(self._top(ground) for ground in range(self.storey))
        self._near_places: dict[tuple[int, int], int] = {}
        self._around = tuple(self._block(cube) for cube in range(self.count))
        self._slabs = tuple(self._layers(axis) for axis in range(3))
        self._covers = tuple(self._covered(cube) for cube in range(self.count))
        self.grid = array("q", [self.width, self.depth, self.levels, *self._sides(EAST), *self._sides(NORTH)])
        """Faces and floors as the kernels read them."""
        self.grid.extend(FULL if self.solid >> cube & 1 else self.floor[cube] for cube in range(self.count))
        self.grid.extend(self.split)

    # -- cubes ---------------------------------------------------------------------------------------------------------

    def cube(self, x: int, y: int, level: int) -> int:
        """The number of the cube in a column, row and level, which count from 1."""
        return ((level - 1) * self.depth + y - 1) * self.width + x - 1

    def _towards(self, cube: int, way: int) -> int:
        return self.beside(cube, *MOVES[way])

    def beside(self, cube: int, east: int, north: int, up: int = 0) -> int:
        """The cube so many columns, rows and levels away; -1 if it is off the board."""
        x, y, level = self.at[cube]
        x, y, level = x + east, y + north, level + up
        if 0 <= x < self.width and 0 <= y < self.depth and 0 <= level < self.levels:
            return (level * self.depth + y) * self.width + x
        return -1

    def level(self, cube: int) -> int:
        """The level of a cube, from 0."""
        return self.at[cube][2]

    def distance(self, a: int, b: int) -> int:
        """Cubes from one to another: the larger of those across and the levels, diagonals counting as one."""
        (x, y, level), (p, q, other) = self.at[a], self.at[b]
        return max(abs(x - p), abs(y - q), abs(level - other))

    def _block(self, cube: int) -> int:
        x, y, level = self.at[cube]
        return sum(
            1 << (up * self.depth + north) * self.width + east
            for east in range(max(0, x - 1), min(self.width, x + 2))
            for north in range(max(0, y - 1), min(self.depth, y + 2))
            for up in range(max(0, level - 1), min(self.levels, level + 2))
        )

    def around(self, cubes: int) -> int:
        """The cubes of a set and all that are adjacent to one of them, walls and floors ignored."""
        found = 0
        for cube in bits(cubes):
            found |= self._around[cube]
        return found

    def places_near(self, cube: int, most: int) -> int:
        """The places on any level that are at most so many columns and rows away, walls ignored."""
        found = self._near_places.get((cube, most))
        if found is None:
            x, y, _ = self.at[cube]
            across, along, _ = self._slabs
            columns = across[max(0, x - most)][min(self.width - 1, x + most)]
            rows = along[max(0, y - most)][min(self.depth - 1, y + most)]
            found = self._near_places[cube, most] = self.places_in(columns & rows)
        return found

    def within(self, cube: int, least: int, most: int) -> tuple[int, ...]:
        """The cubes with a floor in a range of distances."""
        return tuple(other for other in bits(self.floors) if least <= self.distance(cube, other) <= most)

    def _layers(self, axis: int) -> tuple[tuple[int, ...], ...]:
        """For each pair of columns (rows, levels) the cubes from one to the other."""
        layers = [0] * (self.width, self.depth, self.levels)[axis]
        for cube, at in enumerate(self.at):
            layers[at[axis]] |= 1 << cube
        return tuple(
            tuple(sum(layers[min(a, b) : max(a, b) + 1]) for b in range(len(layers))) for a in range(len(layers))
        )

    def box(self, a: int, b: int) -> int:
        """The cubes of the box that two cubes span: no ray between them leaves it."""
        (x, y, level), (p, q, other) = self.at[a], self.at[b]
        across, along, up = self._slabs
        return across[x][p] & along[y][q] & up[level][other]

    # -- faces ---------------------------------------------------------------------------------------------------------

    def _walls(self) -> dict[tuple[int, int], int]:
        """The shapes of all faces that are listed, by cube and way; each face under both of its cubes."""
        found = {}
        for wall in self.layout.walls:
            cube, way = self.cube(*wall[:3]), WAYS[wall.side]
            found[cube, way] = found[self.near[cube][way], way ^ 1] = SHAPES[wall.shape]
        return found

    def face(self, cube: int, way: int) -> int:
        """The shape of an upright face: blocked towards a filled cube, EDGE at the board's edge."""
        other = self.near[cube][way]
        if other < 0:
            return EDGE
        if self.solid >> cube & 1 or self.solid >> other & 1:
            return BLOCKED
        return self._faces.get((cube, way), 0)

    def _sides(self, way: int) -> list[int]:
        """The east or north faces of all cubes for the kernels."""
        return [max(self.face(cube, way), 0) for cube in range(self.count)]

    def _gate(self, cube: int, way: int) -> int:
        other = self.near[cube][way]
        if other < 0 or self.solid >> cube & 1 or self.solid >> other & 1:
            return 0
        if way < UP:
            return gate_of(self.face(cube, way))
        kind = self.floor[max(cube, other)]
        return kind - HATCH if kind >= HATCH else FLOOR_GATES[kind]

    def passes_item(self, cube: int, way: int) -> bool:
        """Whether a thing without a size passes an upright face: through any gap, but through no hatch."""
        return self.gates[cube][way] > 0 and self.face(cube, way) < BLOCKED

    def _has_climb(self, cube: int) -> bool:
        if self.solid >> cube & 1:
            return False
        above = self.near[cube][UP]
        return (
            cube in self.ramp
            or bool(self.ladders >> cube & 1)
            or (above >= 0 and self.floor[above] >= HATCH)
            or any(is_climbable(self.face(cube, way)) for way in range(UP))
            or (self.split[cube] > 0 and is_climbable(self.split_shape(cube)))
        )

    # -- floors --------------------------------------------------------------------------------------------------------

    def whole(self, cube: int) -> bool:
        """Whether the floor of a cube is whole, with a hatch or without."""
        return self.floor[cube] == FULL or self.floor[cube] >= HATCH

    def half(self, cube: int) -> bool:
        """Whether the floor of a cube is a half tile."""
        return HALF_N <= self.floor[cube] <= HALF_W

    def below(self, cube: int) -> tuple[int, ...]:
        """The cubes with a floor that something falling in a cube comes to, itself included; only the last is whole."""
        found = []
        while self.floor[cube] == NONE or self.half(cube):
            if self.floor[cube]:
                found.append(cube)
            cube -= self.storey
        return (*found, cube)

    def top(self, cube: int) -> int:
        """The cube with the highest floor of a stack."""
        return self._tops[cube % self.storey]

    def _top(self, ground: int) -> int:
        return max(cube for cube in range(ground, self.count, self.storey) if self.floors >> cube & 1)

    def _covered(self, cube: int) -> tuple[Cover, ...]:
        found: dict[int, int] = {}
        for above in range(cube + self.storey, self.count, self.storey):
            hidden = EVERY if self.solid >> above & 1 else floor_quarters(self.floor[above])
            for quarter in QUARTERS.values():
                if hidden & quarter:
                    found.setdefault(quarter, above)
        return tuple(Cover(quarter, found[quarter]) for quarter in sorted(found))

    def covers(self, cube: int, quarters: int = EVERY) -> tuple[Cover, ...]:
        """What hides these quarters of a cube from directly above: the lowest cover of each that is hidden."""
        return tuple(cover for cover in self._covers[cube] if cover.quarter & quarters)

    def seen_from_above(self, cube: int, quarters: int = EVERY) -> bool:
        """Whether one of these quarters of a cube is seen from directly above."""
        return len(self.covers(cube, quarters)) < quarters.bit_count()

    # -- places --------------------------------------------------------------------------------------------------------

    def _places(self) -> None:
        self.cube_of: list[int] = []
        """The cube of each place."""
        self.quarters: list[int] = []
        """The quarters of each place that have a floor; none in the air."""
        self.raised: list[int] = []
        """Those of them that a platform raises."""
        self.places_of: list[tuple[int, ...]] = []
        """The places of each cube: none of a filled one, the western or southern half of a split one first."""
        platforms = {self.cube(*entry[:3]): entry.quarters for entry in self.layout.platforms}
        self.floors = 0
        """The cubes with a floor that are not filled."""
        for cube in range(self.count):
            if self.solid >> cube & 1:
                self.places_of.append(())
                continue
            held = floor_quarters(self.floor[cube])
            raised = sum({QUARTERS[quarter] for quarter in platforms.get(cube, ())})
            self.floors |= bool(held) << cube
            first = len(self.cube_of)
            for part in self._halves(cube):
                self.cube_of.append(cube)
                self.quarters.append(held & part)
                self.raised.append(raised & part)
            self.places_of.append(tuple(range(first, len(self.cube_of))))
        self.places = len(self.cube_of)
        self.floored = sum(1 << place for place in range(self.places) if self.quarters[place])
        """The places with a floor."""
        self.walkways = sum(1 << place for place in range(self.places) if self.half(self.cube_of[place]))
        """The places on half tiles."""

    def _halves(self, cube: int) -> tuple[int, ...]:
        sw, se, nw, ne = QUARTERS.values()
        if not self.split[cube]:
            return (EVERY,)
        return (sw | nw, se | ne) if self.axis(cube) == "x" else (sw | se, nw | ne)

    def axis(self, cube: int) -> str:
        """The axis across which a split cube is split."""
        return "x" if self.split[cube] <= SPLIT_Y else "y"

    def split_shape(self, cube: int) -> int:
        """The shape of the wall in a split cube."""
        return (self.split[cube] - 1) % SPLIT_Y

    def split_gate(self, cube: int) -> int:
        """The largest size that changes halves in a cube; LARGEST where nothing splits it."""
        return gate_of(self.split_shape(cube)) if self.split[cube] else LARGEST

    def touches(self, place: int, way: int) -> bool:
        """Whether a place touches a face of its cube: half of a split cube does not touch the face beyond the wall."""
        cube = self.cube_of[place]
        if not self.split[cube] or way >= UP:
            return True
        first = place == self.places_of[cube][0]
        if self.axis(cube) == "x":
            return way >= NORTH or (way == WEST) == first
        return way < NORTH or (way == SOUTH) == first

    def cubes(self, places: int) -> int:
        """The cubes of some places."""
        found = 0
        for place in bits(places):
            found |= 1 << self.cube_of[place]
        return found

    def places_in(self, cubes: int) -> int:
        """The places of some cubes."""
        found = 0
        for cube in bits(cubes):
            for place in self.places_of[cube]:
                found |= 1 << place
        return found

    # -- names ---------------------------------------------------------------------------------------------------------

    def name(self, cube: int) -> str:
        """A cube as people write it: column, row, level."""
        return self._cube_names[cube]

    def place_name(self, place: int) -> str:
        """A place as people write it: its cube, and the side on which the half of a split one lies."""
        return self._named[place]

    def _place_name(self, place: int) -> str:
        cube = self.cube_of[place]
        if not self.split[cube]:
            return self.name(cube)
        halves = _FIRST_HALVES if place == self.places_of[cube][0] else _SECOND_HALVES
        return f"{self.name(cube)}/{halves[self.axis(cube)]}"

    def named(self, name: str) -> int | None:
        """The place of a name; None if there is none."""
        return self._names.get(name)

"""Random boards of cubes, boards drawn by hand, and how the package's places and bodies are those of the reference."""

from __future__ import annotations

import random

from fireteam.space.cubes.board import Board
from fireteam.space.cubes.layout import (
    FLOORS,
    QUARTERS,
    SHAPES,
    At,
    Floor,
    Layout,
    Platform,
    Ramp,
    Split,
    Wall,
    floor_quarters,
)
from fireteam.space.cubes.quarters import fitting
from fireteam.space.cubes.sight import Pose, Sight
from fireteam.space.cubes.steps import Gait, Mode, Steps
from fireteam.space.squares import bits
from tests.space.cubes import reference

WALLS = (*SHAPES, "blocked", "blocked", "low50", "window")
TILES = (*FLOORS, "full", "full", "full", "half-N", "half-E")
MODES = {Mode.WALK: reference.WALK, Mode.DRIVE: reference.DRIVE, Mode.JUMP: reference.JUMP, Mode.FLY: reference.FLY}
GAITS = tuple(Gait(size, mode) for size in (1, 2, 3, 4) for mode in Mode)


def random_layout(draw: random.Random, width: int, depth: int, levels: int) -> Layout:
    """A board with some of everything, thin or crowded."""
    dense = draw.choice((0.05, 0.15, 0.3, 0.5))
    cubes = [(x, y, level) for x in range(1, width + 1) for y in range(1, depth + 1) for level in range(1, levels + 1)]
    solid = {cube for cube in cubes if draw.random() < dense * 0.2}
    free = [cube for cube in cubes if cube not in solid]

    def some(share: float) -> list[At]:
        return [cube for cube in free if draw.random() < dense * share]

    floors = tuple(Floor(*cube, draw.choice(TILES)) for cube in some(1.6))
    board = Layout(width, depth, levels, floors=floors, solid=tuple(sorted(solid)))
    kinds = reference.Board(board)
    held = {cube: floor_quarters(FLOORS[kinds.floor(cube)]) for cube in free}
    walls = tuple(
        Wall(*cube, side, draw.choice(WALLS))
        for cube in cubes
        for side, there in (("E", cube[0] < width), ("N", cube[1] < depth))
        if there and draw.random() < dense
    )
    splits = tuple(
        Split(*cube, draw.choice("xy"), draw.choice(WALLS))
        for cube in some(0.6)
        if not kinds.floor(cube).startswith("half")
    )
    ramps = tuple(
        Ramp(*cube, way)
        for cube in some(0.4)
        for way in draw.sample("NESW", 1)
        for east, north in (reference.COMPASS[way],)
        for end in ((cube[0] + east, cube[1] + north, cube[2] + 1),)
        if board.inside(end) and end not in solid
    )
    platforms = tuple(
        Platform(*cube, tuple(draw.sample(there, draw.randint(1, len(there)))))
        for cube in some(0.5)
        for there in ([name for name, quarter in QUARTERS.items() if held[cube] & quarter],)
        if there
    )
    return Layout(
        *(width, depth, levels, floors, walls, splits, ramps, platforms, tuple(sorted(solid))),
        ladders=tuple(some(0.3)),
    )


class Table:
    """A layout worked out by the package and by the reference, and the words of one for the other."""

    def __init__(self, layout: Layout) -> None:
        self.board, self.slow = Board(layout), reference.Board(layout)
        self.steps, self.sight = Steps(self.board), Sight(self.board)
        self.places = self.slow.places()
        self.numbers = {place: number for number, place in enumerate(self.places)}

    def at(self, cube: int) -> At:
        """A cube of the package as the reference has it."""
        x, y, level = self.board.at[cube]
        return x + 1, y + 1, level + 1

    def body(self, pose: Pose) -> reference.Body:
        """A pose as the reference has it."""
        return reference.Body(self.slow, self.at(pose.cube), names(pose.quarters), pose.size, pinned=pose.lying)

    def pose(self, draw: random.Random) -> Pose | None:
        """Somebody somewhere, if anybody of the size drawn fits anywhere."""
        size = draw.choice((1, 1, 2, 2, 3, 4))
        stands = list(bits(self.steps.stands(Gait(size))))
        if not stands:
            return None
        place = draw.choice(stands)
        quarters = draw.choice(fitting(self.board.quarters[place], size))
        return self.sight.pose(place, quarters, size, lying=draw.random() < 0.25)

    def smoke(self, draw: random.Random) -> int:
        """Some smoke, or none."""
        return sum({1 << draw.randrange(self.board.count) for _ in range(draw.choice((0, 1, 3)))})

    def cubes(self, mask: int) -> set[At]:
        """A set of cubes as the reference has it."""
        return {self.at(cube) for cube in bits(mask)}


def names(quarters: int) -> frozenset[str]:
    """Quarters as the reference has them."""
    return frozenset(name for name, bit in QUARTERS.items() if quarters & bit)


def mask(quarters: frozenset[str]) -> int:
    """Quarters as the package has them."""
    return sum(QUARTERS[name] for name in quarters)


def table(seed: int, width: int = 3, depth: int = 3, levels: int = 3) -> tuple[random.Random, Table]:
    """A random board, and the random numbers that go on from it."""
    draw = random.Random(seed)
    return draw, Table(random_layout(draw, width, depth, levels))


def turned(layout: Layout) -> Layout:
    """A layout after a half turn."""
    width, depth = layout.width, layout.depth
    opposite = {"N": "S", "S": "N", "E": "W", "W": "E"}

    def around(at: tuple[int, ...]) -> At:
        return width + 1 - at[0], depth + 1 - at[1], at[2]

    def wall(one: Wall) -> Wall:
        x, y, level = around((one.x + (one.side == "E"), one.y + (one.side == "N"), one.level))
        return Wall(x, y, level, one.side, one.shape)

    def quarter(name: str) -> str:
        return opposite[name[0]] + opposite[name[1]]

    return Layout(
        *(width, depth, layout.levels),
        floors=tuple(
            Floor(*around(one[:3]), one.kind[:5] + opposite[one.kind[5]] if one.kind.startswith("half") else one.kind)
            for one in layout.floors
        ),
        walls=tuple(map(wall, layout.walls)),
        splits=tuple(Split(*around(one[:3]), one.axis, one.shape) for one in layout.splits),
        ramps=tuple(Ramp(*around(one[:3]), opposite[one.way]) for one in layout.ramps),
        platforms=tuple(Platform(*around(one[:3]), tuple(map(quarter, one.quarters))) for one in layout.platforms),
        solid=tuple(map(around, layout.solid)),
        ladders=tuple(map(around, layout.ladders)),
    )

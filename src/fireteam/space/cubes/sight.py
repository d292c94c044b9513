"""Bodies and what they see: sight, clear shots, sight of a cube, smoke, and the direction away from somebody.

What depends on the board alone is remembered by the positions of the two bodies. Every answer has a witness on demand:
the ray that is free, or the one in the middle and what stops it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from fireteam.space.cubes import rays
from fireteam.space.cubes.board import DOWN, EAST, NORTH, RING, Board
from fireteam.space.cubes.jit import tracer
from fireteam.space.cubes.layout import QUARTERS
from fireteam.space.cubes.rays import CUBE, KINDS
from fireteam.space.squares import bits

Point = tuple[int, int, int]
"""A point in fortieths of an inch from the south-west corner of the ground."""
Key = TypeVar("Key")
Value = TypeVar("Value")

KEPT = 1 << 16
"""How many answers of a kind a board remembers."""
HALF_WIDTH = (0, 20, 30, 40, 50)
"""Half the width of a body by its size, in fortieths of an inch."""
HEIGHT = (0, 50, 70, 100, 116)
LYING = 20
"""The height of a body that lies down."""
EYE_DROP, LYING_EYE = 10, 16
"""How far the eyes are below the top; how high they are on somebody who lies."""
RAISE = 40
"""How much higher a platform is than the floor."""
INSIDE = 2
"""How far inside the corners of the base the outer eyes are."""
LOWEST, BELOW_TOP = 4, 2
"""How high the lowest points of a target are; how far the highest are below its top."""
SPREAD = 3
"""From this size on a body stands in the middle of its cube and on no platform."""
CENTRES = {1: (30, 30), 2: (90, 30), 4: (30, 90), 8: (90, 90)}
"""The middle of each quarter."""
MIDDLE = 5
"""Which of the fifteen points of a target is the middle of its body."""


def five(apart: int) -> tuple[tuple[int, int], ...]:
    """The middle and four corners."""
    return (0, 0), (apart, apart), (apart, -apart), (-apart, apart), (-apart, -apart)


def flat(points: Sequence[Sequence[int]]) -> array[int]:
    """Numbers one after the other, as the kernels read them."""
    return array("q", [number for point in points for number in point])


class Pose:
    """A body in a place: its base, eyes, points and box. `Sight.pose` makes each once."""

    __slots__ = (
        *("box", "boxes", "centre", "cube", "eye_table", "eyes", "lying", "middle", "number", "place"),
        *("point_table", "points", "quarters", "raised", "size"),
    )

    def __init__(self, board: Board, number: int, place: int, quarters: int, size: int, *, lying: bool) -> None:
        self.number, self.place, self.quarters, self.size, self.lying = number, place, quarters, size, lying
        self.cube = board.cube_of[place]
        column, row, level = board.at[self.cube]
        spots = [CENTRES[quarter] for quarter in QUARTERS.values() if quarters & quarter]
        if size >= SPREAD:
            east = north = CUBE // 2
        else:
            east, north = (sum(part) // len(spots) for part in zip(*spots, strict=True))
        self.raised = size < SPREAD and board.raised[place] & quarters == quarters
        x, y, z = column * CUBE + east, row * CUBE + north, level * CUBE + (RAISE if self.raised else 0)
        height, wide = LYING if lying else HEIGHT[size], HALF_WIDTH[size]
        eye = z + (LYING_EYE if lying else height - EYE_DROP)
        self.centre = x, y
        self.middle: Point = (x, y, z + height // 2)
        self.eyes: tuple[Point, ...] = tuple((x + i, y + j, eye) for i, j in five(wide - INSIDE))
        heights = (LOWEST, height // 2, height - BELOW_TOP)
        self.points: tuple[Point, ...] = tuple((x + i, y + j, z + up) for up in heights for i, j in five(wide * 4 // 5))
        self.box = (x - wide, x + wide, y - wide, y + wide, z, z + height)
        self.eye_table, self.point_table, self.boxes = flat(self.eyes), flat(self.points), array("q", self.box)


class Block(StrEnum):
    """What stops a ray, or why there is none."""

    WALL = "wall"
    """The solid part of an upright face."""
    FLOOR = "floor"
    SOLID = "solid"
    """A filled cube."""
    SPLIT = "split"
    """The wall in a split cube."""
    SMOKE = "smoke"
    BODY = "body"
    NO_FLOOR = "no floor"
    """A cube without a floor cannot be looked for."""
    IN_SMOKE = "in smoke"
    """Who stands in smoke sees no cube."""


class Stop(NamedTuple):
    """What stops a ray: the cube, the face of it, and about where; for a body, which of those given."""

    block: Block
    cube: int
    way: int = -1
    at: Point = (0, 0, 0)
    body: int = -1


class Ray(NamedTuple):
    """A ray from an eye to a point, and what stops it."""

    start: Point
    end: Point
    stop: Stop | None


class Sighting(NamedTuple):
    """Whether somebody sees something, with the ray that decides."""

    seen: bool
    rays: int
    """How many points are in view from the eye that sees most."""
    points: int
    """How many there are."""
    eye: int
    ray: Ray | None
    """A free ray from that eye; if nothing is seen, the one from the middle eye to the middle and what stops it."""
    stop: Stop | None


class Aim(NamedTuple):
    """Whether somebody has the whole of a target in view from one eye."""

    clear: bool
    eye: int
    """The eye that sees all, or the one that sees most."""
    ray: Ray | None
    """If no eye sees all, a ray from that eye that something stops."""


class Thin(NamedTuple):
    """The line to the middle of a target, and the first cube on it that is next to smoke, with that smoke."""

    cubes: tuple[int, ...]
    cube: int
    smoke: int


class Direction(StrEnum):
    """How the direction away from somebody is found."""

    FACE = "face"
    """The line leaves through a face."""
    CORNER = "corner"
    """Exactly through a corner: the diagonal cube or one of the two beside it."""
    ANY = "any"
    """There is no direction: any neighbour."""


class Away(NamedTuple):
    """Directly away from somebody: columns east and rows north of each cube that can be chosen."""

    direction: Direction
    ways: tuple[tuple[int, int], ...]


class Sight:
    """What is seen on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._clear = array("q", bytes(8 * board.count))
        """The fog of a board without smoke."""
        self._poses: dict[tuple[int, int, int, bool], Pose] = {}
        self._cube_points: dict[int, array[int]] = {}
        self._sees: dict[int, bool] = {}
        self._sees_cube: dict[int, bool] = {}
        self._overlooks: dict[int, int] = {}
        self._hindered: dict[tuple[int, int], int] = {}
        self._lines: dict[int, tuple[int, ...]] = {}

    def pose(self, place: int, quarters: int, size: int, *, lying: bool = False) -> Pose:
        """A body of a size on some quarters of a place."""
        key = (place, quarters, size, lying)
        found = self._poses.get(key)
        if found is None:
            found = self._poses[key] = Pose(self.board, len(self._poses), place, quarters, size, lying=lying)
        return found

    def remembered(self) -> int:
        """How many answers are remembered."""
        held = len(self._sees) + len(self._sees_cube) + len(self._overlooks)
        return held + len(self._hindered) + len(self._lines)

    def forget(self) -> None:
        """Forget what was seen; poses stay."""
        for memory in (self._sees, self._sees_cube, self._overlooks, self._hindered, self._lines):
            memory.clear()

    # -- bodies --------------------------------------------------------------------------------------------------------

    def sees(self, viewer: Pose, target: Pose, smoke: int = 0, bodies: Sequence[Pose] = ()) -> bool:
        """Whether any eye of the viewer sees any point of the target past scenery and smoke.

        Bodies in third cubes hide it, too, if they are given.
        """
        key = viewer.number << 32 | target.number
        found = self._sees.get(key)
        if found is None:
            found = bool(self._look(viewer, target, self._clear, ()))
            remember(self._sees, key, found)
        if not found or not (smoke or bodies):
            return found
        smoke &= self.board.box(viewer.cube, target.cube)
        near = self._between(viewer, target, bodies)
        return not (smoke or near) or bool(self._look(viewer, target, self._fog(smoke), near))

    def _look(self, viewer: Pose, target: Pose, fog: array[int], near: Sequence[Pose]) -> int:
        found: int = tracer().look(
            viewer.eye_table, target.point_table, self.board.grid, fog, flat([body.box for body in near])
        )
        return found

    def _between(self, viewer: Pose, target: Pose, bodies: Sequence[Pose]) -> list[Pose]:
        """The bodies that a ray could enter: those in third cubes of the box that both span."""
        box = self.board.box(viewer.cube, target.cube) & ~(1 << viewer.cube | 1 << target.cube)
        return [body for body in bodies if box >> body.cube & 1]

    def _fog(self, smoke: int) -> array[int]:
        if not smoke:
            return self._clear
        fog = array("q", self._clear)
        for cube in bits(smoke):
            fog[cube] = 1
        return fog

    def overlooks(self, viewer: Pose, target: Pose) -> int:
        """The eyes, as bits, that see all points of a target past scenery."""
        key = viewer.number << 32 | target.number
        found = self._overlooks.get(key)
        if found is None:
            found = tracer().overlook(viewer.eye_table, target.point_table, self.board.grid, self._clear)
            remember(self._overlooks, key, found)
        return found

    def has_clear_shot(self, viewer: Pose, target: Pose, smoke: int = 0, bodies: Sequence[Pose] = ()) -> bool:
        """Whether one eye sees all points of the target, and no body in a third cube stands in the way."""
        return self._aiming(viewer, target, smoke, bodies) != 0

    def _aiming(self, viewer: Pose, target: Pose, smoke: int, bodies: Sequence[Pose]) -> int:
        """The eyes, as bits, with a clear shot."""
        eyes = self.overlooks(viewer, target)
        if not eyes or not (smoke or bodies):
            return eyes
        for body in self._between(viewer, target, bodies):
            eyes &= ~self._in_the_way(viewer, target, body)
        smoke &= self.board.box(viewer.cube, target.cube)
        if eyes and smoke:
            fog = self._fog(smoke)
            eyes &= tracer().overlook(viewer.eye_table, target.point_table, self.board.grid, fog)
        return eyes

    def _in_the_way(self, viewer: Pose, target: Pose, body: Pose) -> int:
        """The eyes, as bits, whose rays a body hinders."""
        key = (viewer.number << 32 | target.number, body.number)
        found = self._hindered.get(key)
        if found is None:
            found = tracer().hindered(viewer.eye_table, target.point_table, body.boxes)
            remember(self._hindered, key, found)
        return found

    # -- cubes and smoke -----------------------------------------------------------------------------------------------

    def sees_cube(self, viewer: Pose, cube: int, smoke: int = 0) -> bool:
        """Whether any eye sees any of a cube's nine points; smoke hides no cube it fills, and all from who is in it."""
        if not self.board.floors >> cube & 1 or smoke >> viewer.cube & 1:
            return False
        key = viewer.number << 32 | cube
        found = self._sees_cube.get(key)
        if found is None:
            found = bool(self._look_at_cube(viewer, cube, self._clear))
            remember(self._sees_cube, key, found)
        smoke &= self.board.box(viewer.cube, cube) & ~(1 << cube)
        return bool(self._look_at_cube(viewer, cube, self._fog(smoke))) if found and smoke else found

    def _look_at_cube(self, viewer: Pose, cube: int, fog: array[int]) -> int:
        points = self._cube_points.get(cube)
        if points is None:
            points = self._cube_points[cube] = flat(self.cube_points(cube))
        found: int = tracer().look(viewer.eye_table, points, self.board.grid, fog, array("q"))
        return found

    def cube_points(self, cube: int) -> tuple[Point, ...]:
        """The nine points of a cube: two over the middle of each quarter, and its own middle."""
        x, y, z = (CUBE * part for part in self.board.at[cube])
        over = tuple((x + east, y + north, z + up) for east, north in CENTRES.values() for up in (20, 80))
        return (*over, (x + 60, y + 60, z + 60))

    def line(self, viewer: Pose, target: Pose) -> tuple[int, ...]:
        """The cubes that the line from the middle eye to the middle of the target passes, one after the other."""
        key = viewer.number << 32 | target.number
        found = self._lines.get(key)
        if found is None:
            board = self.board
            cubes = array("q", bytes(8 * (board.width + board.depth + board.levels)))
            count = tracer().passed(*viewer.eyes[0], *target.middle, board.width, board.depth, cubes)
            found = tuple(cubes[:count])
            remember(self._lines, key, found)
        return found

    def thin_smoke(self, viewer: Pose, target: Pose, smoke: int) -> Thin | None:
        """Whether the line to a target passes a cube next to smoke, with the first such cube; None if it does not."""
        if not smoke:
            return None
        cubes, hazy = self.line(viewer, target), self.board.around(smoke)
        for cube in cubes:
            if hazy >> cube & 1:
                return Thin(cubes, cube, next(bits(smoke & self.board.around(1 << cube))))
        return None

    # -- witnesses -----------------------------------------------------------------------------------------------------

    def sighting(self, viewer: Pose, target: Pose, smoke: int = 0, bodies: Sequence[Pose] = ()) -> Sighting:
        """Whether the viewer sees the target, how much of it from the best eye, and the ray that decides."""
        here = {viewer.cube, target.cube}
        third = [(number, body) for number, body in enumerate(bodies) if body.cube not in here]
        return self._sighting(viewer, target.points, MIDDLE, smoke, third)

    def cube_sighting(self, viewer: Pose, cube: int, smoke: int = 0) -> Sighting:
        """Whether the viewer sees a cube, how many of its nine points, and the ray that decides."""
        points = self.cube_points(cube)
        block = None
        if not self.board.floors >> cube & 1:
            block = Stop(Block.NO_FLOOR, cube)
        elif smoke >> viewer.cube & 1:
            block = Stop(Block.IN_SMOKE, viewer.cube)
        if block is not None:
            return Sighting(False, 0, len(points), 0, None, block)
        return self._sighting(viewer, points, len(points) - 1, smoke & ~(1 << cube), [])

    def _sighting(
        self, viewer: Pose, points: Sequence[Point], middle: int, smoke: int, third: Sequence[tuple[int, Pose]]
    ) -> Sighting:
        fans = [[self.ray(eye, point, smoke, third) for point in points] for eye in viewer.eyes]
        free = [sum(ray.stop is None for ray in fan) for fan in fans]
        eye = free.index(max(free))
        if free[eye]:
            ray = next(ray for ray in reversed(fans[eye]) if ray.stop is None)
        else:
            ray = fans[0][middle]
        return Sighting(free[eye] > 0, free[eye], len(points), eye, ray, ray.stop)

    def aim(self, viewer: Pose, target: Pose, smoke: int = 0, bodies: Sequence[Pose] = ()) -> Aim:
        """Whether the viewer has a clear shot, with the eye that sees all, or what hinders the one that sees most."""
        here = {viewer.cube, target.cube}
        third = [(number, body) for number, body in enumerate(bodies) if body.cube not in here]
        fans = [[self.ray(eye, point, smoke, third) for point in target.points] for eye in viewer.eyes]
        stopped = [sum(ray.stop is not None for ray in fan) for fan in fans]
        eye = stopped.index(min(stopped))
        return Aim(not stopped[eye], eye, next((ray for ray in fans[eye] if ray.stop is not None), None))

    def ray(self, start: Point, end: Point, smoke: int = 0, bodies: Sequence[tuple[int, Pose]] = ()) -> Ray:
        """A ray, and what stops it first of scenery and smoke; only then bodies, each with its number."""
        found: int = tracer().trace(*start, *end, self.board.grid, self._fog(smoke))
        if found:
            return Ray(start, end, self._stop(start, end, found))
        for number, body in bodies:
            if tracer().enters(*start, *end, body.boxes, 0):
                return Ray(start, end, Stop(Block.BODY, body.cube, at=body.middle, body=number))
        return Ray(start, end, None)

    def _stop(self, start: Point, end: Point, found: int) -> Stop:
        board = self.board
        cube, kind = divmod(found - 1, KINDS)
        if kind == rays.FOG:
            return Stop(Block.SMOKE, cube)
        if kind == rays.SPLIT:
            axis = 0 if board.axis(cube) == "x" else 1
            return Stop(Block.SPLIT, cube, at=crossing(start, end, axis, board.at[cube][axis] * CUBE + CUBE // 2))
        axis, way, beyond = {rays.EAST: (0, EAST, 1), rays.NORTH: (1, NORTH, 1), rays.FLOOR: (2, DOWN, 0)}[kind]
        at = crossing(start, end, axis, (board.at[cube][axis] + beyond) * CUBE)
        for filled in (cube, board.near[cube][way]):
            if filled >= 0 and board.solid >> filled & 1:
                return Stop(Block.SOLID, filled, at=at)
        return Stop(Block.FLOOR if kind == rays.FLOOR else Block.WALL, cube, way, at)

    # -- away ----------------------------------------------------------------------------------------------------------

    def away(self, attacker: Pose, target: Pose) -> Away:
        """Where the line from one base through another leaves the target's cube, seen from above."""
        dx, dy = target.centre[0] - attacker.centre[0], target.centre[1] - attacker.centre[1]
        if attacker.cube == target.cube or (dx, dy) == (0, 0):
            return Away(Direction.ANY, RING)
        column, row, _ = self.board.at[target.cube]
        east, north = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        far_x = (column + 1) * CUBE - target.centre[0] if dx > 0 else target.centre[0] - column * CUBE
        far_y = (row + 1) * CUBE - target.centre[1] if dy > 0 else target.centre[1] - row * CUBE
        sooner = far_x * abs(dy) - far_y * abs(dx)
        if not dy or (dx and sooner < 0):
            return Away(Direction.FACE, ((east, 0),))
        if not dx or sooner > 0:
            return Away(Direction.FACE, ((0, north),))
        return Away(Direction.CORNER, ((east, north), (east, 0), (0, north)))


def crossing(start: Point, end: Point, axis: int, plane: int) -> Point:
    """About where a ray crosses a plane, in whole fortieths of an inch: for drawings."""
    way = end[axis] - start[axis]
    share = plane - start[axis]
    x, y, z = (
        (2 * from_ * way + 2 * (to - from_) * share + way) // (2 * way) for from_, to in zip(start, end, strict=True)
    )
    return x, y, z


def remember(memory: dict[Key, Value], key: Key, value: Value) -> None:
    """Keep an answer; a memory that is full begins anew."""
    if len(memory) >= KEPT:
        memory.clear()
    memory[key] = value

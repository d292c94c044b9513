"""Turning points of a board for one size of base, and the straight legs between them: made once, kept on disk."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import ceil
from threading import RLock
from typing import NamedTuple, cast

from fireteam.space.plane import atlasfile
from fireteam.space.plane import routekernels as r
from fireteam.space.plane.jit import routers
from fireteam.space.plane.lands import land_of, manner_of
from fireteam.space.plane.legs import Gait
from fireteam.space.plane.model import INCH, TOUCH, Body
from fireteam.space.plane.placing import Ground, Hazard, Shape, ground_of, settle, stands

CELL = r.CELL
"""Hundredths between the points of the lattice, counted from the south-west corner of the board."""
STARTS = 256
"""How many fans of starts are kept."""
PREPARED = 8
"""Inches that the legs of corners go when a map is prepared: a long move of most bodies."""
STRIDE_INCHES = 8
"""The most that a leg from a lattice point to a neighbour may cost."""


NOTHING = array("q", (0,))
NO_CARRY: r.Carry = (array("d", (0.0,)), NOTHING, NOTHING, NOTHING, NOTHING)
"""An empty array has no place in memory: kernels want one."""

Box = tuple[float, float, float, float]


class Like(NamedTuple):
    """An atlas that knows most of the legs already, and the boxes (inches) of what has changed since."""

    atlas: Atlas
    boxes: tuple[Box, ...]


class Atlas:
    """The waypoints of a board for one base: corners of grown terrain in part order, then lattice points row by row."""

    def __init__(self, ground: Ground, radius: float, height: int, gait: Gait) -> None:
        self.ground = ground
        self.radius = radius
        self.height = height
        self.gait = gait
        self.land = land_of(ground)
        self.ladders = bool(ground.ladders)
        self.columns, self.rows = round(ground.width * INCH) // CELL, round(ground.height * INCH) // CELL
        self.manners: r.Manners = (manner_of(gait, jump=False), manner_of(gait, jump=True))
        self.mover: r.Mover = (radius, height / INCH)
        self.key = atlasfile.key(ground, radius, height, gait)
        self._starts: dict[tuple[int, int, int, bool], tuple[int, array[int]]] = {}
        self.lock = RLock()
        """Held by whoever makes legs or reads them: they are added to while games go on, by a thread in the background
        too."""
        self._settled: dict[tuple[float, float, int], tuple[int, int] | None] = {}
        """The nearest legal hundredths of corners: of a bare map, for all that is played on it."""
        kept = atlasfile.read(self.key)
        if kept is not None:
            self.corners, (self.nodes, self.cells, self.index, self.links) = kept
        else:
            # They are the same however somebody moves.
            name = f"waypoints {radius!r} {height}"
            if name not in ground.memo:
                self._find()
                ground.memo[name] = self.corners, self.nodes, self.cells
            self.corners, self.nodes, self.cells = cast("tuple[int, array[int], array[int]]", ground.memo[name])
            self.index = array("q", bytes(48 * len(self)))
            """Where the links of each waypoint begin and end, and up to how many inches they "
            "go, without and with the ladder."""
            self.links = array("q", (0, 0))
            """Two numbers a link, as routekernels.py writes them."""
        self._out = array("q", bytes(32 * (len(self) + 1)))

    def _find(self) -> None:
        """Find the waypoints; their legs are made when they are first needed, or by `prepare`."""
        self.nodes = array("q")
        """Three numbers a waypoint: x, y, z in hundredths."""
        seen: dict[tuple[int, int, int], None] = {}
        for shape in self.ground.shapes:
            if shape.solid and not shape.ladder:
                self._corners(shape, seen)
        for hazard in self.ground.hazards:
            self._corners(hazard, seen)
        self.corners = len(self.nodes) // 3
        """How many of the waypoints are corners."""
        self.cells = array("q")
        """First waypoint of each lattice point, row by row; one more entry than points."""
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                self.cells.append(len(self.nodes) // 3)
                x, y = column * CELL, row * CELL
                like = self._unchanged(x, y)
                if like is not None:
                    point = row * (self.columns + 1) + column
                    self.nodes.extend(like.nodes[3 * like.cells[point] : 3 * like.cells[point + 1]])
                    continue
                for z in self.ground.surfaces(x, y):
                    self._add(x, y, z, {})
        self.cells.append(len(self.nodes) // 3)

    @cached_property
    def like(self) -> Like | None:
        """The atlas of the bare map, and where placed features and hatchways have changed it; None: nothing has."""
        board = self.ground.board
        bare = board.terrain.under()
        if bare is board:
            return None
        there = ground_of(bare, self.ground.areas)
        return Like(atlas_of(there, self.radius, self.height, self.gait), _changes(there, self.ground))

    @cached_property
    def _known(self) -> tuple[array[float], array[int], array[int], array[int]]:
        """What legs on the bare map are known by: boxes of changes, numbers before and now, and room to note links."""
        if self.like is None:
            return array("d", (0.0,)), NOTHING, NOTHING, NOTHING
        # A leg feels what its base meets, and what is within 1" of that: to climb, by ladder, to see; corners stand off
        # by two radii.
        room = (self.radius + max(1.0, self.radius) + 0.1) * INCH
        before = self.like.atlas
        places = {before.place(number): number for number in range(before.corners)}
        older = array("q", (places.get(self.place(number), -1) for number in range(self.corners)))
        for point in range(len(self.cells) - 1):
            lattice = {before.place(number): number for number in range(before.cells[point], before.cells[point + 1])}
            older.extend(
                lattice.get(self.place(number), -1) for number in range(self.cells[point], self.cells[point + 1])
            )
        newer = array("q", (-1,)) * (len(before) + 1)
        for number, old in enumerate(older):
            if old >= 0:
                newer[old] = number
        return (
            array("d", [side for box in grown(self.like.boxes, room) for side in box]),
            older,
            newer,
            array("q", (-1,)) * (len(before) + 1),
        )

    def _carry(self, number: int, inches: int, ladder: bool) -> r.Carry:
        """What is known of the legs of a waypoint from the bare map."""
        if number >= 0 and self.like is not None and self.like.boxes:
            changed, older, newer, room = self._known
            x, y, _ = self.place(number)
            old = older[number]
            if old >= 0 and not r.touched(changed, x, y, x, y):
                before = self.like.atlas
                entry = 2 * old + (ladder and before.ladders)
                with before.lock:
                    if before.index[3 * entry + 2] < (inches if number < self.corners else 1):
                        before.make(entry, inches)
                    begin, end = before.index[3 * entry], before.index[3 * entry + 1]
                    known = before.links[2 * begin : 2 * end]
                return changed, older, newer, known or NOTHING[:1], room
        return NO_CARRY

    def __len__(self) -> int:
        return len(self.nodes) // 3

    def place(self, number: int) -> r.Place:
        """Where a waypoint is, in hundredths."""
        x, y, z = self.nodes[3 * number : 3 * number + 3]
        return x, y, z

    def body(self, number: int) -> Body:
        """A mover that stands at a waypoint."""
        return Body(*self.place(number), self.radius, self.height)

    def cell(self, number: int) -> tuple[int, int]:
        """Column and row of a lattice point."""
        x, y, _ = self.place(number)
        return (x + CELL // 2) // CELL, (y + CELL // 2) // CELL

    def lattice(self, x: int, y: int, z: int) -> int:
        """The number of the lattice point that is exactly there; -1 if there is none."""
        column, row = (x + CELL // 2) // CELL, (y + CELL // 2) // CELL
        if 0 <= column <= self.columns and 0 <= row <= self.rows:
            point = row * (self.columns + 1) + column
            for number in range(self.cells[point], self.cells[point + 1]):
                if self.place(number) == (x, y, z):
                    return number
        return -1

    def _corners(self, figure: Shape | Hazard, seen: dict[tuple[int, int, int], None]) -> None:
        """The corners of a footprint grown by the base, and for an opening the places before and behind it."""
        wanted: list[tuple[float, float]] = []
        room = self.radius if isinstance(figure, Shape) else self.radius + TOUCH
        for number, (x, y, *_, nx, ny, _offset) in enumerate(figure.edges):
            mx, my = figure.edges[number - 1][5:7]
            # The mitre of two sides: where both, moved out by the radius, meet; blunted where the corner is sharp.
            turn = max(1 + nx * mx + ny * my, 0.5)
            wanted.append((x + (nx + mx) / turn * room, y + (ny + my) / turn * room))
        if isinstance(figure, Shape) and figure.opening >= 0:
            for x, y, ux, uy, length, nx, ny, _offset in figure.edges:
                wanted.append((x + ux * length / 2 + nx * self.radius, y + uy * length / 2 + ny * self.radius))
        for x, y in wanted:
            like = self._unchanged(x * INCH, y * INCH) or self
            for z in like.ground.surfaces(round(x * INCH), round(y * INCH)):
                if isinstance(figure, Shape) and not figure.meets(z / INCH, (z + self.height) / INCH):
                    continue
                self._add(x * INCH, y * INCH, z, seen)

    def _add(self, x: float, y: float, z: int, seen: dict[tuple[int, int, int], None]) -> None:
        """A waypoint at the nearest legal hundredth, once, if there is one."""
        found = self._settle(x, y, z)
        if found is not None and (*found, z) not in seen:
            seen[*found, z] = None
            self.nodes.extend((*found, z))

    @cached_property
    def _touched(self) -> list[Box]:
        """Where waypoints may have changed since the bare map, in hundredths."""
        # A waypoint stands within a hundredth or two of where it is wanted, its base within the radius of that.
        return [] if self.like is None else grown(self.like.boxes, self.radius * INCH + 5)

    def _unchanged(self, x: float, y: float) -> Atlas | None:
        """The atlas of the bare map, if nothing near a place has changed since."""
        if self.like is None or any(
            west <= x <= east and south <= y <= north for west, south, east, north in self._touched
        ):
            return None
        return self.like.atlas

    def _settle(self, x: float, y: float, z: int) -> tuple[int, int] | None:
        """The legal hundredth nearest to a wanted place; worked out once for all that is played on a map."""
        like = self._unchanged(x, y)
        if like is None:
            return settle(x, y, lambda px, py: stands(self.ground, Body(px, py, z, self.radius, self.height)) is None)
        key = (x, y, z)
        if key not in like._settled:
            like._settled[key] = like._settle(x, y, z)
        return like._settled[key]

    # -- legs ----------------------------------------------------------------------------------------------------------

    def scene(self, scale: int = 1) -> r.Scene:
        """What the kernels need to judge legs, with this thread's room to work in."""
        return self.land.tables, self.land.view(), self.manners, self.mover, self.land.room.near, self.land.work(scale)

    def fan(self, here: r.Place, number: int, inches: int, ladder: bool) -> array[int]:
        """The legs from a place to the waypoints around it, the cheapest first; from a lattice point to its
        neighbours."""
        scale = 1
        with self.lock:
            carry = self._carry(number, inches, ladder)
            while True:
                grid: r.Grid = (self.corners, self.columns, self.rows)
                count: int = routers().fan(
                    self.scene(scale), self.nodes, self.cells, grid, here, number, inches, ladder, carry, self._out
                )
                if count >= 0:
                    return self._out[: 2 * count]
                scale *= 2

    def start(self, here: Body, inches: int, *, ladder: bool = True) -> array[int]:
        """The legs from where a mover stands, with the ladder or without; the latest are kept."""
        place = (here.x, here.y, here.z)
        key = (*place, ladder)
        with self.lock:
            found = self._starts.pop(key, None)
            if found is None or found[0] < inches:
                found = (inches, self.fan(place, -1, inches, ladder))
            self._starts[key] = found
            if len(self._starts) > STARTS:
                del self._starts[next(iter(self._starts))]
            return found[1]

    def make(self, entry: int, inches: int) -> None:
        """Make the legs of one row of the index: a waypoint, without or with the ladder."""
        number, ladder = entry >> 1, bool(entry & 1)
        with self.lock:
            found = self.fan(self.place(number), number, inches if number < self.corners else STRIDE_INCHES, ladder)
            begin = len(self.links) // 2
            self.links.extend(found)
            self.index[3 * entry] = begin
            self.index[3 * entry + 1] = len(self.links) // 2
            self.index[3 * entry + 2] = inches

    def forget(self) -> None:
        """Drop the legs from starts, as if nobody had moved yet."""
        with self.lock:
            self._starts.clear()

    def prepare(self, inches: int = PREPARED, *, keep: bool = True) -> None:
        """Make all legs that are missing and keep them on disk; a map that is prepared already is left as it is."""
        made = False
        for number in range(len(self)):
            for entry in (2 * number, 2 * number + 1) if self.ladders else (2 * number,):
                if self.index[3 * entry + 2] < (inches if number < self.corners else 1):
                    self.make(entry, inches)
                    made = True
        if made and keep:
            with self.lock:
                made_now = self.index[:], self.links[:]
            atlasfile.keep(self.key, self.corners, (self.nodes, self.cells, *made_now))

    def capacity(self, inches: int) -> int:
        """Room for the labels of a move of so many inches, as a rule."""
        return 64 + min(4 * len(self), ceil(40 * (inches + 1) ** 2))


def _changes(before: Ground, now: Ground) -> tuple[Box, ...]:
    """Boxes of the parts that only one of two grounds has, or that are not the same to movers and to sight."""
    known, found = _looks(before), _looks(now)
    return tuple(
        box
        for name in dict.fromkeys((*known, *found))
        if known.get(name) != found.get(name)
        for box in _boxes(name, before, now)
    )


def _looks(ground: Ground) -> dict[str, tuple[object, ...]]:
    """All that movers and sight know of each part, its numbers left aside."""
    prisms, board = ground.board.prisms, ground.board
    seen: dict[str, list[object]] = {}
    for prism in range(prisms.count):
        flags, _, first, last, *_, part = prisms.table[7 * prism : 7 * prism + 7]
        row = (flags, *prisms.solid[8 * prism : 8 * prism + 8], *prisms.edges[3 * first : 3 * last])
        seen.setdefault(board.parts[part].id, []).append(row)
    return {
        shape.id: (
            shape.box,
            shape.edges,
            shape.bottom,
            shape.top,
            shape.flags,
            shape.level,
            shape.opening >= 0,
            *seen.get(shape.id, ()),
        )
        for shape in ground.shapes
    }


def _boxes(name: str, *grounds: Ground) -> list[Box]:
    """The boxes of a part on each ground that has it."""
    return [shape.box for ground in grounds for shape in ground.shapes if shape.id == name]


def grown(boxes: Iterable[Box], room: float) -> list[Box]:
    """Boxes of inches in hundredths, with room around them."""
    return [(w * INCH - room, s * INCH - room, e * INCH + room, n * INCH + room) for w, s, e, n in boxes]


def atlas_of(ground: Ground, radius: float, height: int, gait: Gait) -> Atlas:
    """The atlas of a ground for one size of base and one gait, made once."""
    bare = ground.board.terrain.under() is ground.board
    return (_bare if bare else _changed)(ground, radius, height, gait)


@lru_cache(maxsize=64)
def _bare(ground: Ground, radius: float, height: int, gait: Gait) -> Atlas:
    """Of a map as it is printed: every game on it goes on with these legs, so they are not crowded out by games."""
    return Atlas(ground, radius, height, gait)


@lru_cache(maxsize=32)
def _changed(ground: Ground, radius: float, height: int, gait: Gait) -> Atlas:
    """Of a map with features placed or hatchways open."""
    return Atlas(ground, radius, height, gait)


def forget_atlases() -> None:
    """Drop all that is kept in memory, as in a new process."""
    _bare.cache_clear()
    _changed.cache_clear()

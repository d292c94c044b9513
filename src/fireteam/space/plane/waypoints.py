"""Turning points of a board for one size of base, and the straight legs between them: made once, kept on disk (KT-GEO-18)."""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import ceil

from fireteam.space.plane import atlasfile
from fireteam.space.plane import routekernels as r
from fireteam.space.plane.jit import routers
from fireteam.space.plane.lands import land_of, manner_of
from fireteam.space.plane.legs import Gait
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.placing import Ground, Hazard, Shape, ground_of, settle, stands

CELL = r.CELL
"""Hundredths between the points of the lattice, counted from the south-west corner of the board (KT-GEO-18)."""
STARTS = 256
"""How many fans of starts are kept."""
PREPARED = 8
"""Inches that the legs of corners go when a map is prepared: a CHARGE of most operatives."""
STRIDE_INCHES = 8
"""The most that a leg from a lattice point to a neighbour may cost."""


class Atlas:
    """The waypoints of a board for one base: corners of grown terrain in part order, then lattice points row by row (KT-GEO-18)."""

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
        self._starts: dict[tuple[int, int, int], tuple[int, array[int]]] = {}
        kept = atlasfile.read(self.key)
        if kept is not None:
            self.corners, (self.nodes, self.cells, self.index, self.links) = kept
        else:
            self._find()

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
        like, changed = self._like()
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                self.cells.append(len(self.nodes) // 3)
                x, y = column * CELL, row * CELL
                if like is not None and not any(west <= x <= east and south <= y <= north for west, south, east, north in changed):
                    point = row * (self.columns + 1) + column
                    self.nodes.extend(like.nodes[3 * like.cells[point] : 3 * like.cells[point + 1]])
                    continue
                for z in self.ground.surfaces(x, y):
                    self._add(x, y, z, {})
        self.cells.append(len(self.nodes) // 3)
        self.index = array("q", bytes(48 * len(self)))
        """Where the links of each waypoint begin and end, and up to how many inches they go, without and with the ladder."""
        self.links = array("q", (0, 0))
        """Two numbers a link, as routekernels.py writes them."""

    def _like(self) -> tuple[Atlas | None, list[tuple[float, float, float, float]]]:
        """The atlas of the bare killzone, and the boxes (hundredths) in which equipment and hatchways may change a lattice point."""
        board = self.ground.board
        bare = board.terrain.under()
        if bare is board:
            return None, []
        there = ground_of(bare, self.ground.areas)
        known, now = {shape.id: shape for shape in there.shapes}, {shape.id: shape for shape in self.ground.shapes}
        changed = [shape for name, shape in (*known.items(), *now.items()) if (name in known) != (name in now)]
        # A waypoint stands within a hundredth or two of its lattice point, its base within the radius of that.
        room = self.radius * INCH + 5
        boxes = [(w * INCH - room, s * INCH - room, e * INCH + room, n * INCH + room) for w, s, e, n in (shape.box for shape in changed)]
        return atlas_of(there, self.radius, self.height, self.gait), boxes

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

    def _corners(self, figure: Shape | Hazard, seen: dict[tuple[int, int, int], None]) -> None:
        """The corners of a footprint grown by the base, and for an opening the places before and behind it."""
        wanted: list[tuple[float, float]] = []
        for number, (x, y, *_, nx, ny, _offset) in enumerate(figure.edges):
            mx, my = figure.edges[number - 1][5:7]
            # The mitre of two sides: where both, moved out by the radius, meet; blunted where the corner is sharp.
            turn = max(1 + nx * mx + ny * my, 0.5)
            wanted.append((x + (nx + mx) / turn * self.radius, y + (ny + my) / turn * self.radius))
        if isinstance(figure, Shape) and figure.opening >= 0:
            for x, y, ux, uy, length, nx, ny, _offset in figure.edges:
                wanted.append((x + ux * length / 2 + nx * self.radius, y + uy * length / 2 + ny * self.radius))
        for x, y in wanted:
            heights = self.ground.surfaces(round(x * INCH), round(y * INCH))
            for z in heights:
                if isinstance(figure, Shape) and not figure.meets(z / INCH, (z + self.height) / INCH):
                    continue
                self._add(x * INCH, y * INCH, z, seen)

    def _add(self, x: float, y: float, z: int, seen: dict[tuple[int, int, int], None]) -> None:
        """A waypoint at the nearest legal hundredth, once, if there is one."""
        found = settle(x, y, lambda px, py: stands(self.ground, Body(px, py, z, self.radius, self.height)) is None)
        if found is not None and (*found, z) not in seen:
            seen[*found, z] = None
            self.nodes.extend((*found, z))

    # -- legs ------------------------------------------------------------------------------------------------------------

    def scene(self, scale: int = 1) -> r.Scene:
        """What the kernels need to judge legs, with room of its own."""
        near = array("q", bytes(8 * (self.land.shapes + 1)))
        return self.land.tables, self.land.view(), self.manners, self.mover, near, self.land.work(scale)

    def fan(self, here: r.Place, number: int, inches: int, ladder: bool) -> array[int]:
        """The legs from a place to the waypoints around it, the cheapest first; from a lattice point to its neighbours."""
        scale = 1
        while True:
            out = array("q", bytes(32 * (len(self) + 1)))
            grid: r.Grid = (self.corners, self.columns, self.rows)
            count: int = routers().fan(self.scene(scale), self.nodes, self.cells, grid, here, number, inches, ladder, out)
            if count >= 0:
                return out[: 2 * count]
            scale *= 2

    def start(self, here: Body, inches: int) -> array[int]:
        """The legs from where a mover stands; the latest are kept."""
        key = (here.x, here.y, here.z)
        found = self._starts.pop(key, None)
        if found is None or found[0] < inches:
            found = (inches, self.fan(key, -1, inches, ladder=True))
        self._starts[key] = found
        if len(self._starts) > STARTS:
            del self._starts[next(iter(self._starts))]
        return found[1]

    def make(self, entry: int, inches: int) -> None:
        """Make the legs of one row of the index: a waypoint, without or with the ladder."""
        number, ladder = entry >> 1, bool(entry & 1)
        found = self.fan(self.place(number), number, inches if number < self.corners else STRIDE_INCHES, ladder)
        begin = len(self.links) // 2
        try:
            self.links.extend(found)
        except BufferError:
            # A kernel in another thread reads it just now.
            self.links = self.links + found
        self.index[3 * entry] = begin
        self.index[3 * entry + 1] = len(self.links) // 2
        self.index[3 * entry + 2] = inches

    def forget(self) -> None:
        """Drop the legs from starts, as if nobody had moved yet."""
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
            atlasfile.keep(self.key, self.corners, (self.nodes, self.cells, self.index, self.links))

    def capacity(self, inches: int) -> int:
        """Room for the labels of a move of so many inches, as a rule."""
        return 64 + min(4 * len(self), ceil(40 * (inches + 1) ** 2))


@lru_cache(maxsize=48)
def atlas_of(ground: Ground, radius: float, height: int, gait: Gait) -> Atlas:
    """The atlas of a ground for one size of base and one gait, made once."""
    return Atlas(ground, radius, height, gait)

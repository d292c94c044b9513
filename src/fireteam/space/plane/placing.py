"""Where a body can stand: surfaces, solid parts, the edge of the board, other bases, hazards."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import floor, hypot
from typing import NamedTuple

from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.kernels import away
from fireteam.space.plane.model import (
    DECK,
    EPS,
    INCH,
    LADDER,
    OPENING,
    SLIGHT,
    TOUCH,
    VEIL,
    WALL,
    WIRE,
    Board,
    Body,
    Polygon,
)

Edge = tuple[float, float, float, float, float, float, float, float]
"""One side of a footprint: its corner, direction, length, outward normal, and the normal's product with the corner."""

BUCKET = 3.0
"""Inches of the squares by which shapes are looked up."""
KEPT = 4096
"""How many places a ground remembers the surfaces of: one judgement asks several times."""
FLOOR = (0,)
"""The surfaces where there is nothing to stand on but the floor."""


class Shape:
    """An active part as a mover meets it: footprint in inches with its sides, heights, terrain types, what it is to a
    path."""

    __slots__ = (
        "bottom",
        "box",
        "corners",
        "edges",
        "feature",
        "flags",
        "id",
        "level",
        "number",
        "opening",
        "solid",
        "standing",
        "top",
    )

    def __init__(
        self, number: int, name: str, feature: int, polygon: Polygon, bottom: int, top: int, flags: int
    ) -> None:
        self.number = number
        self.id = name
        self.feature = feature
        self.corners = corners_of(polygon)
        self.edges = sides(polygon)
        self.box = box_of(polygon)
        self.bottom = bottom / INCH
        self.top = top / INCH
        self.flags = flags
        self.solid = not flags & (SLIGHT | VEIL)
        """Whether a base cannot be placed in it; a veil is empty."""
        self.standing = bool(flags & DECK)
        """Whether its top can be stood on."""
        self.level: float | None = None
        """Of a rampart: the height of the deck it stands on."""
        self.opening = -1
        """Number of the opening it belongs to; -1: none."""

    @property
    def wall(self) -> bool:
        """Whether it can be neither climbed nor crossed."""
        return bool(self.flags & WALL)

    @property
    def wire(self) -> bool:
        """Whether crossing it costs extra."""
        return bool(self.flags & WIRE)

    @property
    def ladder(self) -> bool:
        """Whether it is a ladder: moved through and climbed, never stood in."""
        return bool(self.flags & LADDER)

    @property
    def accessible(self) -> bool:
        """Whether it can be gone through, in one direction or another."""
        return bool(self.flags & OPENING)

    @property
    def floor(self) -> bool:
        """Whether it is a floor that can be gone through: an opening for climbs and drops, a floor for those who
        walk."""
        return bool(self.flags & OPENING and self.flags & DECK)

    def meets(self, low: float, high: float) -> bool:
        """Whether it overlaps that stretch of height by more than EPS."""
        return min(high, self.top) - max(low, self.bottom) > EPS


class Opening(NamedTuple):
    """Parts of one feature and footprint that can be gone through, and the parts beside it that a base may brush."""

    shapes: tuple[Shape, ...]
    jambs: frozenset[int]
    """Numbers of the parts adjoining it."""


class Ladder(NamedTuple):
    """A ladder and the features it leans on."""

    shape: Shape
    leans: frozenset[int]


class Hazard(NamedTuple):
    """A hazardous area: not to be touched by a base on the floor."""

    corners: array[float]
    edges: tuple[Edge, ...]
    box: tuple[float, float, float, float]


class Ground:
    """A board prepared for standing and moving, with its hazardous areas; made once for each and never changed."""

    def __init__(self, board: Board, hazards: tuple[Polygon, ...] = ()) -> None:
        self.board = board
        self.width = board.width
        self.height = board.height
        self.areas = hazards
        """The hazardous areas in hundredths, as they were given."""
        self.hazards = tuple(Hazard(corners_of(polygon), sides(polygon), box_of(polygon)) for polygon in hazards)
        shapes: list[Shape] = []
        for number in board.active:
            part = board.parts[number]
            shapes.append(
                Shape(number, part.id, board.feature[number], part.polygon, part.bottom, part.top, board.flags[number])
            )
        self.shapes = tuple(shapes)
        self.openings = _openings(self.shapes)
        self.ladders = tuple(
            Ladder(
                shape,
                frozenset(
                    other.feature for other in shapes if other.solid and not other.ladder and touching(shape, other)
                ),
            )
            for shape in shapes
            if shape.ladder
        )
        for shape in shapes:
            shape.level = _level(shape, self.shapes)
        self._buckets: dict[tuple[int, int], list[int]] = {}
        """Places of the shapes in each square of 3"."""
        for place, shape in enumerate(shapes):
            west, south, east, north = (floor(side / BUCKET) for side in shape.box)
            for column in range(west, east + 1):
                for row in range(south, north + 1):
                    self._buckets.setdefault((column, row), []).append(place)
        self._surfaces: dict[tuple[int, int], tuple[int, ...]] = {}
        self.memo: dict[str, object] = {}
        """What other files of the plane work out once for this ground, by a name of their own."""

    def near(self, west: float, south: float, east: float, north: float) -> list[Shape]:
        """The parts whose box reaches into that one."""
        columns = range(floor(west / BUCKET), floor(east / BUCKET) + 1)
        rows = range(floor(south / BUCKET), floor(north / BUCKET) + 1)
        places: Iterable[int]
        if len(columns) == 1 and len(rows) == 1:
            places = self._buckets.get((columns[0], rows[0]), ())
        else:
            places = sorted(
                dict.fromkeys(
                    place for column in columns for row in rows for place in self._buckets.get((column, row), ())
                )
            )
        found = []
        for place in places:
            shape = self.shapes[place]
            box = shape.box
            if box[0] <= east and box[2] >= west and box[1] <= north and box[3] >= south:
                found.append(shape)
        return found

    def surfaces(self, x: int, y: int) -> tuple[int, ...]:
        """Heights at which a body centred there could stand, lowest first; its base may jut out."""
        found = self._surfaces.get((x, y))
        if found is None:
            if len(self._surfaces) >= KEPT:
                self._surfaces.clear()
            found = self._surfaces[x, y] = self._find_surfaces(x / INCH, y / INCH)
        return found

    def _find_surfaces(self, x: float, y: float) -> tuple[int, ...]:
        near = self.near(x - EPS, y - EPS, x + EPS, y + EPS)
        under = [shape for shape in near if shape.standing and distance(x, y, shape) <= EPS]
        if not under:
            return FLOOR
        heights = [0.0, *(shape.top for shape in under if not shape.flags & SLIGHT)]
        return tuple(sorted({round(raised(height, under) * INCH) for height in heights}))


@lru_cache(maxsize=64)
def ground_of(board: Board, hazards: tuple[Polygon, ...] = ()) -> Ground:
    """The ground of a board, prepared once."""
    return Ground(board, hazards)


def raised(height: float, under: Iterable[Shape]) -> float:
    """The height of someone over these parts who stands at that one: a slight deck lifts him."""
    steps = [
        shape.top for shape in under if shape.standing and shape.flags & SLIGHT and abs(shape.bottom - height) <= EPS
    ]
    return max(steps, default=height)


def left_of(polygon: Sequence[tuple[float, float]], hole: Polygon) -> list[tuple[tuple[float, float], ...]]:
    """What is left of a convex footprint outside another one, in convex pieces that do not overlap."""
    pieces: list[tuple[tuple[float, float], ...]] = []
    rest = tuple(polygon)
    for number, (ax, ay) in enumerate(hole):
        bx, by = hole[(number + 1) % len(hole)]
        outside, rest = _halves(rest, ax, ay, bx - ax, by - ay)
        if outside:
            pieces.append(outside)
    return pieces


def _halves(
    polygon: Sequence[tuple[float, float]], x: float, y: float, dx: float, dy: float
) -> tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]:
    """The parts of a convex footprint to the right and to the left of a line; what has no width is nothing."""
    right: list[tuple[float, float]] = []
    left: list[tuple[float, float]] = []
    for number, (px, py) in enumerate(polygon):
        qx, qy = polygon[(number + 1) % len(polygon)]
        here, there = dx * (py - y) - dy * (px - x), dx * (qy - y) - dy * (qx - x)
        if here <= 0:
            right.append((px, py))
        if here >= 0:
            left.append((px, py))
        if here * there < 0:
            share = here / (here - there)
            cut = (px + share * (qx - px), py + share * (qy - py))
            right.append(cut)
            left.append(cut)
    return _if_wide(right), _if_wide(left)


def _if_wide(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """A footprint without corners that lie together; nothing if it has no area."""
    kept = [
        point
        for number, point in enumerate(points)
        if hypot(point[0] - points[number - 1][0], point[1] - points[number - 1][1]) > EPS
    ]
    area = sum(kept[number - 1][0] * point[1] - kept[number - 1][1] * point[0] for number, point in enumerate(kept))
    return tuple(kept) if len(kept) > 2 and area > EPS else ()


def sides(polygon: Sequence[tuple[float, float]]) -> tuple[Edge, ...]:
    """The sides of a convex counter-clockwise footprint, in inches."""
    edges = []
    for number, (cx, cy) in enumerate(polygon):
        nx, ny = polygon[(number + 1) % len(polygon)]
        x, y = cx / INCH, cy / INCH
        length = hypot(nx / INCH - x, ny / INCH - y)
        ux, uy = (nx / INCH - x) / length, (ny / INCH - y) / length
        edges.append((x, y, ux, uy, length, uy, -ux, uy * x - ux * y))
    return tuple(edges)


def box_of(polygon: Polygon) -> tuple[float, float, float, float]:
    """West, south, east and north of a footprint, in inches."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs) / INCH, min(ys) / INCH, max(xs) / INCH, max(ys) / INCH


def corners_of(polygon: Polygon) -> array[float]:
    """The corners of a footprint in inches, x and y in turn, as the kernels take them."""
    return array("d", [value / INCH for point in polygon for value in point])


def distance(x: float, y: float, figure: Shape | Hazard) -> float:
    """How far a point is from a footprint, 0 inside."""
    corners = figure.corners
    return away(corners, 0, len(corners) // 2, x, y)


def apart(a: Shape, b: Shape) -> float:
    """How far two footprints are from each other, 0 where they overlap."""
    if all(not _parted(one, other) for one, other in ((a, b), (b, a))):
        return 0.0
    return min(
        *(distance(edge[0], edge[1], b) for edge in a.edges),
        *(distance(edge[0], edge[1], a) for edge in b.edges),
    )


def touching(a: Shape, b: Shape) -> bool:
    """Whether two footprints touch: most do not, as their boxes show."""
    (west, south, east, north), (west2, south2, east2, north2) = a.box, b.box
    if max(west2 - east, west - east2, south2 - north, south - north2) > TOUCH + EPS:
        return False
    return apart(a, b) <= TOUCH


def _parted(a: Shape, b: Shape) -> bool:
    """Whether a side of one has the whole other beyond it."""
    return any(
        all(nx * other[0] + ny * other[1] - offset >= 0.0 for other in b.edges) for *_, nx, ny, offset in a.edges
    )


def _openings(shapes: tuple[Shape, ...]) -> tuple[Opening, ...]:
    """Openings to walk through: parts of one feature and footprint belong together."""
    groups: dict[tuple[int, tuple[Edge, ...]], list[Shape]] = {}
    for shape in shapes:
        if shape.flags & OPENING and not shape.floor:
            groups.setdefault((shape.feature, shape.edges), []).append(shape)
    openings = []
    for number, members in enumerate(groups.values()):
        for shape in members:
            shape.opening = number
        jambs = frozenset(other.number for other in shapes if other not in members and touching(members[0], other))
        openings.append(Opening(tuple(members), jambs))
    return tuple(openings)


def _level(shape: Shape, shapes: tuple[Shape, ...]) -> float | None:
    """Of a rampart, the height of its level: it stands on a deck of its feature, at the edge, up to 1" high."""
    if not shape.solid or shape.standing or shape.flags & OPENING:
        return None
    for level in shapes:
        if level.feature != shape.feature or not level.standing or level.flags & SLIGHT:
            continue
        if abs(level.top - shape.bottom) <= EPS and shape.top - level.top <= 1 + EPS and touching(shape, level):
            if any(
                abs(nx * ex + ny * ey - offset) <= TOUCH or nx * ex + ny * ey > offset
                for ex, ey, *_ in shape.edges
                for *_, nx, ny, offset in level.edges
            ):
                return level.top
    return None


def stands(ground: Ground, body: Body, others: Iterable[Body] = ()) -> Refused | None:
    """Why a body cannot be placed there, or None: board, surface, solid parts, hazards, other bases."""
    x, y, z, radius = body.x / INCH, body.y / INCH, body.z / INCH, body.radius
    if min(x, y, ground.width - x, ground.height - y) < radius - EPS:
        return Refused(Fault.OUTSIDE)
    if body.z not in ground.surfaces(body.x, body.y):
        return Refused(Fault.BARE_TOP if _over(ground, x, y, z) else Fault.NO_SURFACE, (z,))
    reach = radius - EPS
    for shape in ground.near(x - reach, y - reach, x + reach, y + reach):
        if shape.solid and shape.meets(z, z + body.height / INCH) and distance(x, y, shape) < reach:
            fault = Fault.IN_LADDER if shape.ladder else Fault.IN_OPENING if shape.opening >= 0 else Fault.IN_PART
            return Refused(fault, part=shape.id)
    if z <= EPS and any(distance(x, y, hazard) < radius + TOUCH for hazard in ground.hazards):
        return Refused(Fault.IN_HAZARD)
    for other in others:
        if overlap(body, other):
            return Refused(Fault.ON_BASE)
    return None


def _over(ground: Ground, x: float, y: float, z: float) -> bool:
    """Whether the top of some part that is no deck is there: it may be crossed, not stood on."""
    return any(
        shape.solid and not shape.standing and abs(shape.top - z) <= EPS and distance(x, y, shape) <= EPS
        for shape in ground.shapes
    )


def overlap(a: Body, b: Body) -> bool:
    """Whether two bases overlap by more than EPS where their heights meet."""
    if min(a.z + a.height, b.z + b.height) - max(a.z, b.z) <= EPS * INCH:
        return False
    return hypot(a.x - b.x, a.y - b.y) / INCH < a.radius + b.radius - EPS


def settle(x: float, y: float, legal: Callable[[int, int], bool]) -> tuple[int, int] | None:
    """The nearest legal one of the nine hundredth points about a wanted place (in hundredths), ties by x, then y."""
    cx, cy = round(x), round(y)
    nine = [(cx + dx, cy + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    nine.sort(key=lambda point: (round((point[0] - x) ** 2 + (point[1] - y) ** 2, 9), point))
    return next((point for point in nine if legal(*point)), None)


def place(
    ground: Ground,
    x: float,
    y: float,
    z: int,
    radius: float,
    height: int,
    others: tuple[Body, ...] = (),
    *,
    exact: bool = False,
) -> Body | Refused:
    """Somebody placed at the legal hundredth nearest to a wanted place, or why none of the nine is legal."""
    wanted = Body(round(x), round(y), z, radius, height)
    if not exact:
        found = settle(x, y, lambda px, py: stands(ground, wanted._replace(x=px, y=py), others) is None)
        if found is not None:
            return wanted._replace(x=found[0], y=found[1])
    return stands(ground, wanted, others) or wanted

"""What stands on the plane: terrain parts, features and boards, bodies, markers; checked when loaded."""

from __future__ import annotations

import json
from array import array
from hashlib import sha256
from math import cos, hypot, pi, sin
from typing import NamedTuple

from fireteam.core.errors import FireteamError
from fireteam.space.plane.faults import Fault
from fireteam.space.plane.seams import OPEN_HEIGHT, Corner, Solid, closed_seams

EPS = 0.001
"""Numbers in inches that differ by no more than this are equal."""
CROSS = 0.02
"""A line meets a part only if more than this length of it runs inside."""
TOUCH = 0.02
"""A gap of at most this is contact."""
RIM = 0.079
"""How far the body stands back from the edge of its base: 2 mm."""
FOOT = 0.1
"""Height above the surface at which the body, and every targeting line, begins."""
INCH = 100
"""Hundredths in an inch: the unit of positions and heights in data."""

# What a part is, as bits.
OBSCURES = 1
"""Whoever is behind it, and not near it, is obscured."""
DECK = 1 << 2
"""Its top can be stood on."""
OPENING = 1 << 3
"""It can be gone through."""
GRATED = 1 << 4
"""It is seen through by and at whoever is within 1" of it."""
VEIL = 1 << 5
"""It stops sight as an opaque part does, but nothing is there to run into."""
CLEAR = 1 << 6
"""It never intervenes in a shot."""
SLIGHT = 1 << 7
"""It is too low to be climbed or dropped from, and nothing to run into."""
WALL = 1 << 8
"""It can be neither climbed nor crossed, and is as high as the sky; only its corners and ends intervene."""
LADDER = 1 << 9
"""It is climbed at a price of its own, and never stood in."""
OPAQUE = 1 << 10
"""It stops sight."""
WIRE = 1 << 11
"""Crossing it costs extra."""
CONTACT = 1 << 13
"""It covers only whoever touches it."""
NO_COVER = 1 << 14
"""It covers nobody."""
PASSED_BY_EYE = 1 << 15
"""Whether two are in control range of each other is looked at as if it were not there."""
OWN = 1 << 16
"""Bits from here on mean nothing to the plane: a game's own."""

Point = tuple[int, int]
"""A place on the board in hundredths of an inch: x to the east, y to the north."""
Polygon = tuple[Point, ...]


class TerrainError(FireteamError):
    """Terrain that cannot be played on; names the part, the reason and the fault that it is."""

    def __init__(self, part: str, reason: str, fault: Fault = Fault.MISFILED) -> None:
        super().__init__(f"{part}: {reason}" if part else reason)
        self.part = part
        self.reason = reason
        self.fault = fault


class Part(NamedTuple):
    """One piece of a terrain feature: an upright prism. Hundredths of an inch."""

    id: str
    feature: str
    polygon: Polygon
    """Convex, counter-clockwise."""
    bottom: int
    top: int
    flags: int
    """What it is to sight, shots and movers, in bits."""
    line_z: int | None = None
    """Height at which the lines of a shot on this level run, where it is not the level's own."""
    hatch: str = ""
    """The hatchway this part belongs to."""
    open: bool | None = None
    """Of a hatchway: whether the part is there while it is open, or while it is closed; None: always."""
    traits: frozenset[str] = frozenset()
    """What the game calls it; the plane only hands it on."""

    @property
    def opaque(self) -> bool:
        """Whether it stops sight."""
        return bool(self.flags & OPAQUE)


class Feature(NamedTuple):
    """A terrain feature and its parts."""

    id: str
    kind: str
    parts: tuple[Part, ...]
    connects: tuple[str, ...] = ()
    """Features that form one terrain with this one."""


class Area(NamedTuple):
    """A flat zone of the board, of a kind that the game knows. It has no height."""

    id: str
    kind: str
    polygon: Polygon


class Body(NamedTuple):
    """Somebody on the plane: centre, surface and height in hundredths, radius of the base in inches (32 mm =
    0.62992)."""

    x: int
    y: int
    z: int
    radius: float
    height: int


class Spot(NamedTuple):
    """A marker: a disc at a height. Centre and height in hundredths, radius in inches."""

    x: int
    y: int
    z: int
    radius: float


class Overlay(NamedTuple):
    """What has changed on a terrain since it was set up: hatchways open, features placed, parts removed."""

    open: tuple[str, ...] = ()
    """Ids of open hatchways."""
    placed: tuple[Feature, ...] = ()
    removed: tuple[str, ...] = ()
    """Ids of parts taken away."""


BARE = Overlay()
KEPT_BOARDS = 256
"""How many boards a terrain keeps at most."""


def base(millimetres: float) -> float:
    """The radius in inches of a round base of that diameter."""
    return millimetres / 50.8


def seam_kind(flags: int) -> int:
    """What two parts must share for the seam between them to be closed: how they stop sight, and whether they
    intervene."""
    return (1 if flags & (OPAQUE | VEIL) else 0) | flags & (GRATED | CLEAR)


def check_polygon(owner: str, polygon: Polygon) -> None:
    """Convex, counter-clockwise, in whole hundredths, without repeated or straight corners; else refused."""
    for point in polygon:
        if any(type(value) is not int for value in point):
            raise TerrainError(owner, f"corner {point} is not in whole hundredths of an inch", Fault.NO_PRISM)
    count = len(polygon)
    if count < 3:
        raise TerrainError(owner, "a footprint needs at least three corners", Fault.NO_PRISM)
    for number, (x, y) in enumerate(polygon):
        (x1, y1), (x2, y2) = polygon[(number + 1) % count], polygon[(number + 2) % count]
        turn = (x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)
        if turn <= 0:
            bad = (
                "straight or repeated"
                if turn == 0
                else "concave, or the corners run clockwise: split it, or turn it round"
            )
            raise TerrainError(owner, f"the corner at {x1}, {y1} is {bad}", Fault.NO_PRISM)
    # A star turns left at every corner too, but goes round more than once: no corner may lie right of any edge.
    for number, (x, y) in enumerate(polygon):
        x1, y1 = polygon[(number + 1) % count]
        if any((x1 - x) * (py - y) - (y1 - y) * (px - x) < 0 for px, py in polygon):
            raise TerrainError(owner, "the footprint crosses itself", Fault.NO_PRISM)


def check_part(part: Part) -> None:
    """Refuse a part that is no prism, or of a hatchway that is open or closed nobody knows when."""
    check_polygon(part.id, part.polygon)
    heights = (part.bottom, part.top) if part.line_z is None else (part.bottom, part.top, part.line_z)
    if any(type(value) is not int for value in heights):
        raise TerrainError(part.id, "heights are whole hundredths of an inch", Fault.NO_PRISM)
    if not 0 <= part.bottom < part.top:
        raise TerrainError(
            part.id, f"bottom {part.bottom} must be on or above the floor and below top {part.top}", Fault.NO_PRISM
        )
    if (part.open is None) != (part.hatch == ""):
        raise TerrainError(
            part.id,
            "a part of a hatchway says whether it is there while it is open or while it is closed",
            Fault.NO_GATE,
        )


class Board:
    """Terrain under one overlay, in flat arrays (inches): what every query of the plane reads. Never changed once
    made."""

    def __init__(self, terrain: Terrain, overlay: Overlay, like: Board | None = None) -> None:
        self.terrain = terrain
        self.overlay = overlay
        self.width = terrain.width / INCH
        self.height = terrain.height / INCH
        # Hatchways and removed parts only select among what is compiled already; placed features are new.
        if like is not None and like.overlay.placed == overlay.placed:
            self.shapes: Shapes = like.shapes
        else:
            self.shapes = Shapes((*terrain.features, *overlay.placed))
        shapes = self.shapes
        self.features = shapes.features
        self.parts = shapes.parts
        self.number = shapes.number
        self.flags = shapes.flags
        self.feature = shapes.feature
        self.group = shapes.group
        self.bottom = shapes.bottom
        self.top = shapes.top
        self.start = shapes.start
        self.xs = shapes.xs
        self.ys = shapes.ys
        self.box = shapes.box
        self.active = array("q", [number for number, part in enumerate(self.parts) if _present(part, overlay)])
        """Numbers of the parts that are there."""
        self.walls = array("q", [number for number in self.active if self.flags[number] & WALL])
        """Numbers of the active parts that are Wall."""
        self.prisms = Prisms(self)
        self.memo: dict[str, object] = {}
        """What other files of the plane work out once for this board, by a name of their own."""
        self._digest = ""

    def solid(self, number: int) -> Solid:
        """A part as a prism in inches; Wall is unlimited in height."""
        corners = tuple(
            (self.xs[corner], self.ys[corner]) for corner in range(self.start[number], self.start[number + 1])
        )
        if self.flags[number] & WALL:
            return Solid(number, corners, -OPEN_HEIGHT, OPEN_HEIGHT)
        return Solid(number, corners, self.bottom[number], self.top[number])

    @property
    def digest(self) -> str:
        """A name for this content, the same on every machine: the key of whatever is kept about it."""
        if not self._digest:
            self._digest = content_digest(self.terrain, self.overlay)
        return self._digest


class Shapes:
    """All parts that may stand on a board, whether there or not, in flat arrays (inches)."""

    def __init__(self, features: tuple[Feature, ...]) -> None:
        self.features = features
        self.parts: tuple[Part, ...] = tuple(part for feature in features for part in feature.parts)
        """By part number: placed features follow the terrain, so numbers of terrain parts never change."""
        self.number: dict[str, int] = {part.id: number for number, part in enumerate(self.parts)}
        self.flags = array("q", [part.flags for part in self.parts])
        self.feature = array("q", [number for number, feature in enumerate(features) for _ in feature.parts])
        """Number of each part's feature."""
        groups = joined(features)
        self.group = array("q", [groups[number] for number in self.feature])
        """Lowest number among the features that form one terrain with the part's feature."""
        self.bottom = array("d", [part.bottom / INCH for part in self.parts])
        self.top = array("d", [part.top / INCH for part in self.parts])
        self.start = array("q", [0])
        """Where the corners of each part begin in `xs` and `ys`; one more entry than parts."""
        self.xs = array("d")
        self.ys = array("d")
        self.box = array("d")
        """Four numbers a part: west, south, east, north."""
        for part in self.parts:
            xs = [x / INCH for x, _ in part.polygon]
            ys = [y / INCH for _, y in part.polygon]
            self.xs.extend(xs)
            self.ys.extend(ys)
            self.start.append(len(self.xs))
            self.box.extend((min(xs), min(ys), max(xs), max(ys)))


class Prisms:
    """The active parts as sight and targeting lines meet them, seams closed; the tables that kernels.py reads.

    Gaps under 1 mm and the seams of parts that touch are closed here and only here: a line of no width could otherwise
    run between two pieces of one wall.
    """

    def __init__(self, board: Board) -> None:
        solids = closed_seams(
            [board.solid(number) for number in board.active],
            [seam_kind(board.flags[number]) for number in board.active],
        )
        self.count = 0
        self.table = array("q")
        """Seven numbers a prism: flags, group, first edge, last edge + 1, first corner, last corner + 1, part."""
        self.solid = array("d")
        """Eight numbers a prism: west, south, east, north, bottom and top for lines, bottom and top of the part
        itself."""
        self.edges = array("d")
        """Three numbers an edge: outward unit normal, and its product with any point of the edge."""
        self.corners = array("d")
        """Two numbers a corner: the part's own footprint, to measure distances to."""
        for solid in solids:
            own = board.solid(solid.part).polygon
            self.add(
                solid,
                own,
                board.flags[solid.part],
                board.group[solid.part],
                board.bottom[solid.part],
                board.top[solid.part],
            )
        self.tables = (self.table, self.solid, self.edges, self.corners)
        """What kernels.py calls its tables."""
        self.none = array("q", bytes(8 * self.count))
        """A mask over prisms that leaves none out."""

    def also(self, bodies: tuple[Body, ...]) -> Prisms:
        """These prisms and bodies, each as an upright prism of twelve sides."""
        wider = Prisms.__new__(Prisms)
        wider.count, wider.table, wider.solid, wider.edges, wider.corners = (
            self.count,
            self.table[:],
            self.solid[:],
            self.edges[:],
            self.corners[:],
        )
        for body in bodies:
            x, y, z, radius = body.x / INCH, body.y / INCH, body.z / INCH, body.radius - RIM
            ring = tuple((x + radius * cos(side * pi / 6), y + radius * sin(side * pi / 6)) for side in range(12))
            # A line along the top of the head is stopped: two of one height cannot look over a third of that height.
            bottom, top = z + FOOT, z + body.height / INCH + EPS
            wider.add(Solid(-1, ring, bottom, top), ring, OPAQUE, -1, bottom, top)
        wider.tables = (wider.table, wider.solid, wider.edges, wider.corners)
        wider.none = array("q", bytes(8 * wider.count))
        return wider

    def add(self, solid: Solid, own: tuple[Corner, ...], flags: int, group: int, bottom: float, top: float) -> None:
        """Write one prism into the tables."""
        first, corner = len(self.edges) // 3, len(self.corners) // 2
        polygon = solid.polygon
        for number, (x, y) in enumerate(polygon):
            x1, y1 = polygon[(number + 1) % len(polygon)]
            length = hypot(x1 - x, y1 - y)
            nx, ny = (y1 - y) / length, (x - x1) / length
            self.edges.extend((nx, ny, nx * x + ny * y))
        for x, y in own:
            self.corners.extend((x, y))
        self.table.extend((flags, group, first, len(self.edges) // 3, corner, len(self.corners) // 2, solid.part))
        xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
        self.solid.extend((min(xs), min(ys), max(xs), max(ys), solid.bottom, solid.top, bottom, top))
        self.count += 1


class Terrain:
    """The terrain of a map, checked once and shared: everything immutable, boards made of it are kept by overlay."""

    def __init__(self, width: int, height: int, features: tuple[Feature, ...], areas: tuple[Area, ...] = ()) -> None:
        if type(width) is not int or type(height) is not int or width <= 0 or height <= 0:
            raise TerrainError("", "a board has a width and a height in whole hundredths of an inch", Fault.NO_PRISM)
        self.width = width
        self.height = height
        self.features = features
        self.areas = areas
        self.hatches: tuple[str, ...] = tuple(
            dict.fromkeys(part.hatch for feature in features for part in feature.parts if part.hatch)
        )
        """Ids of the hatchways."""
        self._boards: dict[Overlay, Board] = {}
        self.memo: dict[str, object] = {}
        """What other files of the plane work out once for this terrain, by a name of their own."""
        check_features(features)
        for area in areas:
            check_polygon(area.id, area.polygon)
        for feature in features:
            for part in feature.parts:
                if any(not (0 <= x <= width and 0 <= y <= height) for x, y in part.polygon):
                    raise TerrainError(part.id, "stands over the edge of the board", Fault.NO_PRISM)

    def under(self, overlay: Overlay = BARE) -> Board:
        """The board as it is with that overlay; made once, then the same object again."""
        board = self._boards.get(overlay)
        if board is None:
            check_overlay(self, overlay)
            board = Board(
                self,
                overlay,
                next((known for known in self._boards.values() if known.overlay.placed == overlay.placed), None),
            )
            if len(self._boards) >= KEPT_BOARDS:
                # The oldest goes: a terrain outlives thousands of games, each with features of its own on it. The bare
                # one stays.
                del self._boards[next(known for known in self._boards if known != BARE)]
            self._boards[overlay] = board
        return board

    @property
    def digest(self) -> str:
        """A name for the content of this terrain, the same on every machine."""
        return self.under().digest


def check_features(features: tuple[Feature, ...], before: tuple[Feature, ...] = ()) -> None:
    """Refuse parts that are no prisms, ids used twice, parts filed under another feature; `before`: what is checked
    already."""
    seen: dict[str, None] = {part.id: None for feature in before for part in feature.parts}
    names = {feature.id: feature for feature in (*before, *features)}
    if len(names) != len(before) + len(features):
        raise TerrainError("", "two features have the same id")
    for feature in features:
        for other in feature.connects:
            if other not in names:
                raise TerrainError(feature.id, f"connects to {other}, which is not there")
        for part in feature.parts:
            check_part(part)
            if part.feature != feature.id:
                raise TerrainError(part.id, f"belongs to {part.feature}, but stands in {feature.id}")
            if part.id in seen:
                raise TerrainError(part.id, "two parts have this id")
            seen[part.id] = None


def check_overlay(terrain: Terrain, overlay: Overlay) -> None:
    """Refuse an overlay that names hatchways or parts the terrain does not have, or places what is no terrain."""
    for hatch in overlay.open:
        if hatch not in terrain.hatches:
            raise TerrainError(hatch, "no such hatchway")
    check_features(overlay.placed, terrain.features)
    if overlay.removed:
        known = {part.id for feature in (*terrain.features, *overlay.placed) for part in feature.parts}
        for part in overlay.removed:
            if part not in known:
                raise TerrainError(part, "no such part to remove")


def joined(features: tuple[Feature, ...]) -> list[int]:
    """For each feature the lowest number among those it is connected with, directly or through others."""
    place = {feature.id: number for number, feature in enumerate(features)}
    groups = list(range(len(features)))
    for number, feature in enumerate(features):
        for other in feature.connects:
            here, there = groups[number], groups[place[other]]
            low, high = min(here, there), max(here, there)
            groups = [low if group == high else group for group in groups]
    return groups


def content_digest(terrain: Terrain, overlay: Overlay) -> str:
    """A digest of everything the plane's answers can depend on."""
    content = [
        [terrain.width, terrain.height],
        [
            [feature.id, feature.kind, list(feature.connects), [_plain(part) for part in feature.parts]]
            for feature in terrain.features
        ],
        [list(area) for area in terrain.areas],
        [sorted(overlay.open), sorted(overlay.removed)],
        [
            [feature.id, feature.kind, list(feature.connects), [_plain(part) for part in feature.parts]]
            for feature in overlay.placed
        ],
    ]
    return sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()[:32]


def _plain(part: Part) -> list[object]:
    return [sorted(value) if isinstance(value, frozenset) else value for value in part]


def _present(part: Part, overlay: Overlay) -> bool:
    if part.id in overlay.removed:
        return False
    return part.open is None or part.open == (part.hatch in overlay.open)

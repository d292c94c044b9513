"""Hulls that drive: straight legs and turns with all they meet in order, pushes, clear places, and poses for a forced
flight."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, cos, degrees, floor, hypot, radians, sin
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.field import BLOCK, FLOOR, PATCH, STEP, Field
from fireteam.space.plane.free.hullkernels import OVER, PIECES, SLACK, WHOLE
from fireteam.space.plane.free.plan import DIFFICULT
from fireteam.space.plane.free.seeing import FRONT, LEFT, REAR, RIGHT
from fireteam.space.plane.free.shapekernels import BIG, EPS, away, within
from fireteam.space.plane.free.shapes import NOBODY, Hull, Other, Others
from fireteam.space.plane.model import INCH

BORDER = 5.0
"""Inches that what is beyond the edge of the table is thick."""
EDGES = ("west", "east", "south", "north")
REACHED = 0.05
"""Inches round a contact in which the sides that touch are looked for."""


class What(IntEnum):
    """What a hull meets."""

    BLOCK = 0
    """A block; number of the piece."""
    HULL = 1
    """Another hull; number among the others."""
    DISC = 2
    """A body; number among the others."""
    RIM = 3
    """An edge that its middle goes over."""
    TABLE = 4
    """The edge of the table; number among `EDGES`."""


class Contact(NamedTuple):
    """Something met: what, how far the hull had gone (inches or degrees), and which sides touch, of both."""

    what: What
    number: int
    at: float
    sides: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    """Of another hull."""


class Sweep(NamedTuple):
    """A leg of a hull: all that it meets, in order, and its pose however far it has gone."""

    start: Hull
    size: float
    """Inches, or degrees turned."""
    contacts: tuple[Contact, ...]
    pose: Callable[[float], Hull]

    @property
    def end(self) -> Hull:
        """Its pose at the end, if nothing stops it."""
        return self.pose(self.size)


def numbers_of(hull: Hull) -> tuple[float, float, float, float, float, float, float, float]:
    """A hull as a kernel wants it."""
    c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
    place = (hull.x / INCH, hull.y / INCH, hull.z / INCH)
    return (*place, c, s, hull.length / 2, hull.width / 2, hull.height / INCH)


def borders(field: Field, but: Iterable[str] = ()) -> list[tuple[int, array[float]]]:
    """What is beyond each edge of the table, as outlines of four edges."""
    wide, deep, far = field.width, field.height, BORDER
    middles = ((-far / 2, deep / 2), (wide + far / 2, deep / 2), (wide / 2, -far / 2), (wide / 2, deep + far / 2))
    found = []
    for number, (x, y) in enumerate(middles):
        if EDGES[number] not in but:
            edges = array("d", bytes(192))
            long, aside = (far / 2, deep / 2 + far) if number < 2 else (wide / 2 + far, far / 2)
            jit.hulls().corners_of(x, y, 1.0, 0.0, long, aside, edges)
            found.append((number, edges))
    return found


def own_floors(field: Field, hull: Hull, ways: Sequence[tuple[float, float, float]]) -> array[float]:
    """The floors that a hull is on or comes onto: those that its middle line, and that of its way, lead over."""
    pieces = array("d", bytes(32 * PIECES))
    found: dict[float, None] = {}
    x, y, z = hull.x / INCH, hull.y / INCH, hull.z / INCH
    c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
    half = hull.length / 2 + SLACK
    for dx, dy, length in ((c, s, half), (-c, -s, half), *ways):
        _, used, _ = jit.hulls().floors_under(field.tables, x, y, z, dx, dy, length, hull.length, pieces)
        found |= dict.fromkeys(pieces[4 * piece + 2] for piece in range(used) if pieces[4 * piece + 2] >= 0)
    return array("d", found or [-2.0])


def slide(
    field: Field, hull: Hull, direction: float, inches: float, others: Others = NOBODY, open_edges: Iterable[str] = ()
) -> Sweep:
    """A hull goes straight in a direction, in degrees, and keeps its facing; what it meets does not stop it here."""
    dx, dy = cos(radians(direction)), sin(radians(direction))
    pose = numbers_of(hull)
    x, y, z = pose[:3]
    pieces = array("d", bytes(32 * PIECES))
    tables = field.tables
    why, used, rim = jit.hulls().floors_under(tables, x, y, z, dx, dy, float(inches), hull.length, pieces)
    if why == OVER and not (0.01 < x + dx * rim < field.width - 0.01 and 0.01 < y + dy * rim < field.height - 0.01):
        why = WHOLE  # the edge of the table is no rim: it stops a hull, or lets it leave
    far = rim if why == OVER else float(inches)
    own = own_floors(field, hull, ((dx, dy, float(inches) + hull.length / 2),))
    met = array("d", bytes(8 * (field.block_count + len(others) + 1)))
    corners = array("d", bytes(192))
    jit.hulls().slide(
        tables, pose, dx, dy, far, others.table, len(others), own, len(own), corners, pieces, used, met
    )  # fmt: skip

    def placed(gone: float) -> Hull:
        height = jit.hulls().height_at(tables, pieces, used, dx, dy, gone, z)
        return hull._replace(x=round((x + dx * gone) * INCH), y=round((y + dy * gone) * INCH), z=round(height * INCH))

    for place in range(len(met)):
        if met[place] < BIG:
            met[place] = max(0.0, met[place] - SLACK)  # it stops where it touches, not where it overlaps
    found = _collected(field, met, others, placed)
    for number, edges in borders(field, open_edges):
        at = max(0.0, jit.hulls().slide_polygon(edges, 0, 4, x, y, *pose[3:7], dx, dy, far) - SLACK)
        if at <= far:
            found.append(Contact(What.TABLE, number, at, sides_at(placed(at), _outline(edges))))
    if why == OVER and rim < inches - EPS:
        found.append(Contact(What.RIM, -1, rim))
    return Sweep(hull, float(inches), tuple(sorted(found, key=_order)), placed)


def turn(field: Field, hull: Hull, by: int, others: Others = NOBODY) -> Sweep:
    """A hull turns about its centre, to the left by so many degrees, to the right if negative."""
    way = 1.0 if by >= 0 else -1.0
    pose, facing = numbers_of(hull), radians(hull.facing)
    own = own_floors(field, hull, ())
    met = array("d", bytes(8 * (field.block_count + len(others) + 1)))
    corners = array("d", bytes(192))
    most = radians(abs(by))
    jit.hulls().turn(
        field.tables, pose, facing, way, most, others.table, len(others), own, len(own), corners, met
    )  # fmt: skip
    for place in range(len(met)):
        if met[place] < BIG:
            met[place] = degrees(met[place])

    def placed(gone: float) -> Hull:
        whole = floor(gone + 1e-6)
        return hull._replace(facing=round(hull.facing + way * whole) % 360)

    found = _collected(field, met, others, placed)
    for number, edges in borders(field):
        at = jit.hulls().turn_polygon(edges, 0, 4, pose[0], pose[1], facing, pose[5], pose[6], way, most)
        if at < BIG:
            found.append(Contact(What.TABLE, number, degrees(at)))
    return Sweep(hull, float(abs(by)), tuple(sorted(found, key=_order)), placed)


def _order(contact: Contact) -> tuple[float, int, int]:
    return contact.at, int(contact.what), contact.number


def _collected(field: Field, met: array[float], others: Others, placed: Callable[[float], Hull]) -> list[Contact]:
    """What a kernel has written, as contacts with the sides that touch; a piece of many blocks is met once."""
    found: dict[tuple[int, int], Contact] = {}
    for block in range(field.block_count):
        if met[block] < BIG:
            piece = int(field.blocks[BLOCK * block + 9])
            known = found.get((What.BLOCK, piece))
            if known is None or met[block] < known.at:
                touched = sides_at(placed(met[block]), field.block_outlines[block])
                found[What.BLOCK, piece] = Contact(What.BLOCK, piece, met[block], touched)
    for number, other in enumerate(others.rows):
        at = met[field.block_count + number]
        if at >= BIG:
            continue
        if isinstance(other.shape, Hull):
            here = placed(at)
            sides, struck = sides_at(here, other.shape.corners()), sides_at(other.shape, here.corners())
            found[What.HULL, number] = Contact(What.HULL, number, at, sides, struck)
        else:
            found[What.DISC, number] = Contact(What.DISC, number, at)
    return list(found.values())


def _outline(edges: array[float]) -> list[tuple[float, float]]:
    return [(edges[row], edges[row + 1]) for row in range(0, 24, 6)]


def sides_at(hull: Hull, outline: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    """The sides of a hull that a convex outline in inches touches: one, or two where it is struck at a corner."""
    points = [*(point for point in outline), *(point for point in hull.corners() if _inside(outline, *point))]
    c, s = cos(radians(hull.facing)), sin(radians(hull.facing))
    long, wide = hull.length / 2, hull.width / 2
    touched: list[set[str]] = []
    for px, py in points:
        u, v = c * (px - hull.x / INCH) + s * (py - hull.y / INCH), c * (py - hull.y / INCH) - s * (px - hull.x / INCH)
        if abs(u) > long + REACHED or abs(v) > wide + REACHED:
            continue
        near = {
            side
            for side, gap in ((FRONT, long - u), (REAR, long + u), (LEFT, wide - v), (RIGHT, wide + v))
            if abs(gap) <= REACHED
        }
        if near:
            touched.append(near)
    if not touched:
        return ()
    common = set.intersection(*touched) or set.union(*touched)
    return tuple(side for side in (FRONT, LEFT, RIGHT, REAR) if side in common)[:2]


def _inside(outline: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a place is in a convex outline, or within reach of it."""
    turns = list(pairwise([*outline, outline[0]]))
    return all(
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= -REACHED * hypot(x1 - x0, y1 - y0)
        for (x0, y0), (x1, y1) in turns
    )


# -- what a leg costs --------------------------------------------------------------------------------------------------


def extra_cost(field: Field, start: Hull, end: Hull) -> float:
    """The inches that difficult ground adds to a straight way: those through it count twice, by the middle."""
    x, y, x1, y1 = start.x / INCH, start.y / INCH, end.x / INCH, end.y / INCH
    length = hypot(x1 - x, y1 - y)
    if length < EPS:
        return 0.0
    dx, dy = (x1 - x) / length, (y1 - y) / length
    spans = []
    for patch in range(field.patch_count):
        row = PATCH * patch
        if int(field.patches[row + 4]) & DIFFICULT and abs(field.patches[row + 5] - start.z / INCH) <= STEP + 0.01:
            first, last = int(field.patches[row + 7]), int(field.patches[row + 8])
            begin, stop = within(field.edges, first, last, x, y, dx, dy, length, 0.0)
            if stop > begin:
                spans.append((begin, stop))
    extra, at = 0.0, 0.0
    for begin, stop in sorted(spans):
        extra += max(0.0, stop - max(begin, at))
        at = max(at, stop)
    return extra


def stands_on(field: Field, hull: Hull, bits: int) -> bool:
    """Whether the middle of a hull is on a patch with one of these bits."""
    for patch in range(field.patch_count):
        row = PATCH * patch
        if int(field.patches[row + 4]) & bits and abs(field.patches[row + 5] - hull.z / INCH) <= STEP + 0.01:
            first, last = int(field.patches[row + 7]), int(field.patches[row + 8])
            if away(field.edges, first, last, hull.x / INCH, hull.y / INCH) <= 0:
                return True
    return False


def slope_under(field: Field, hull: Hull) -> float:
    """How much the ground under the middle of a hull rises towards its nose, inches an inch."""
    under = field.floor_under(hull.x, hull.y, hull.z)
    if under is None:
        return 0.0
    row = FLOOR * under.floor
    return field.floors[row + 5] * cos(radians(hull.facing)) + field.floors[row + 6] * sin(radians(hull.facing))


# -- pushing and clear places ------------------------------------------------------------------------------------------


class Shove(NamedTuple):
    """Hulls that go on together: how far till one of them meets something, which one, and what."""

    gone: float
    who: int
    contact: Contact | None


def together(field: Field, group: Sequence[Hull], direction: float, inches: float, others: Others) -> Shove:
    """How far hulls in contact go on together before one of them meets a block, another hull, a rim or the edge of the
    table; None: all the way."""
    best = Shove(float(inches), -1, None)
    for number, hull in enumerate(group):
        for contact in slide(field, hull, direction, best.gone, others).contacts:
            if contact.what != What.DISC and contact.at < best.gone - EPS:
                best = Shove(contact.at, number, contact)
                break
    return best


def corridor(start: Hull, end: Hull) -> tuple[tuple[int, int], ...]:
    """The outline of all that a hull covers on a straight leg, in hundredths."""
    points = sorted({(round(x * INCH), round(y * INCH)) for hull in (start, end) for x, y in hull.corners()})
    half: list[tuple[int, int]] = []
    outline: list[tuple[int, int]] = []
    for row in (points, points[::-1]):
        half = []
        for point in row:
            while len(half) > 1 and _turns(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        outline += half[:-1]
    return tuple(outline)


def _turns(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def fits(field: Field, hull: Hull, others: Others = NOBODY) -> bool:
    """Whether a hull overlaps no block, no other and no edge of the table where it is."""
    if any(
        jit.hulls().slide_polygon(edges, 0, 4, hull.x / INCH, hull.y / INCH, *numbers_of(hull)[3:7], 1.0, 0.0, 0.0)
        < BIG
        for _, edges in borders(field)
    ):
        return False
    own = own_floors(field, hull, ())
    met = array("d", bytes(8 * (field.block_count + len(others) + 1)))
    corners, pieces = array("d", bytes(192)), array("d", bytes(32 * PIECES))
    for dx, dy in ((1.0, 0.0), (-1.0, 0.0)):
        jit.hulls().slide(
            field.tables, numbers_of(hull), dx, dy, 0.0, others.table, len(others), own, len(own), corners, pieces, 0,
            met,
        )  # fmt: skip
        if any(met[place] < BIG for place in range(field.block_count + len(others))):
            return False
    return True


def nearest_clear(
    field: Field, hull: Hull, others: Others, swept: Sequence[tuple[tuple[int, int], ...]], limit: float = 8.0
) -> Hull | None:
    """The nearest place at which a hull, without turning, stands clear of swept outlines in hundredths and of all
    others, on its level; looked for in rings of a tenth of an inch and 5 degrees."""
    edges = [_edges(outline) for outline in swept]
    for ring in range(1, ceil(limit * 10) + 1):
        for step in range(72):
            at = radians(5 * step)
            moved = hull._replace(x=round(hull.x + 10 * ring * cos(at)), y=round(hull.y + 10 * ring * sin(at)))
            if any(_overlaps(moved, outline) for outline in edges):
                continue
            under = field.floor_under(moved.x, moved.y, hull.z)
            if under is None or abs(under.z - hull.z / INCH) > STEP:
                continue
            moved = moved._replace(z=round(under.z * INCH))
            if fits(field, moved, others):
                return moved
    return None


def _edges(outline: Sequence[tuple[int, int]]) -> array[float]:
    edges = array("d")
    points = [(x / INCH, y / INCH) for x, y in outline]
    for (x, y), (x1, y1) in pairwise([*points, points[0]]):
        length = hypot(x1 - x, y1 - y)
        ux, uy = (x1 - x) / length, (y1 - y) / length
        edges.extend((x, y, ux, uy, length, uy * x - ux * y))
    return edges


def _overlaps(hull: Hull, edges: array[float]) -> bool:
    count = len(edges) // 6
    return any(
        jit.hulls().slide_polygon(edges, 0, count, *numbers_of(hull)[:2], *numbers_of(hull)[3:7], dx, 0.0, 0.0) < BIG
        for dx in (1.0, -1.0)
    )


@lru_cache(maxsize=64)
def landing(field: Field, hull: Hull, direction: float, limit: float = 8.0) -> tuple[Hull, float] | None:
    """Where a hull comes down whose middle goes over an edge in a direction: on the highest floor below, as near to the
    edge as it fits there; and the inches fallen."""
    dx, dy = cos(radians(direction)), sin(radians(direction))
    below = [
        surface.z
        for surface in field.surfaces(round(hull.x + 2 * dx), round(hull.y + 2 * dy))
        if surface.z < hull.z / INCH - STEP - EPS
    ]
    if not below:
        return None
    z = max(below)
    low = hull._replace(z=round(z * INCH))
    for step in range(ceil(limit * 20) + 1):
        at = low._replace(x=round(hull.x + 5 * step * dx), y=round(hull.y + 5 * step * dy))
        if fits(field, at):
            return at, hull.z / INCH - z
    return low, hull.z / INCH - z


# -- a forced flight ---------------------------------------------------------------------------------------------------

CELL, HEADS = 1.0, 12
"""Inches of a cell and the headings that a flight is looked for in."""


class Pose(NamedTuple):
    """A pose that a hull can come to, and the legs that lead there: inches forward, then degrees to the left."""

    hull: Hull
    legs: tuple[tuple[float, int], ...]
    cost: float


class Roam:
    """All poses that a hull reaches by driving forward and turning as it likes, without meeting anything but bodies."""

    def __init__(self, field: Field, hull: Hull, inches: float, others: Others = NOBODY, doubled: bool = True) -> None:
        self.field, self.hull, self.inches, self.doubled = field, hull, inches, doubled
        self.others = Others(row if isinstance(row.shape, Hull) else Other(row.shape._replace(radius=0.0, z=10**6)) for
                             row in others.rows)  # fmt: skip

    @cached_property
    def poses(self) -> list[Pose]:
        """Breadth first over cells and headings, the cheapest first."""
        turned = 360 // HEADS
        found = [Pose(self.hull, (), 0.0)]
        seen = {self._key(self.hull)}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for by in (turned, -turned):
                moved = here.hull._replace(facing=(here.hull.facing + by) % 360)
                if self._key(moved) not in seen and not turn(self.field, here.hull, by, self.others).contacts:
                    seen.add(self._key(moved))
                    pose = Pose(moved, (*here.legs, (0.0, by)), here.cost)
                    found.append(pose)
                    queue.appendleft(pose)
            if here.cost + CELL <= self.inches + EPS:
                leg = slide(self.field, here.hull, here.hull.facing, CELL, self.others)
                cost = here.cost + CELL + (extra_cost(self.field, here.hull, leg.end) if self.doubled else 0.0)
                if not leg.contacts and cost <= self.inches + EPS and self._key(leg.end) not in seen:
                    seen.add(self._key(leg.end))
                    pose = Pose(leg.end, (*here.legs, (CELL, 0)), cost)
                    found.append(pose)
                    queue.append(pose)
        return found

    def _key(self, hull: Hull) -> tuple[int, int, int]:
        size = round(CELL * INCH)
        return hull.x // size, hull.y // size, (hull.facing - self.hull.facing) % 360

"""The predicates of the plane once more, slow and obvious and by another method: no culling, no early end, no tables.

A line is cut at every edge and height it meets, and the middle of each piece is looked up by ray casting. Also the
boards and bodies that the tests of sight and measure build: inches in, hundredths out.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import acos, atan2, cos, hypot, pi, sin
from typing import NamedTuple

from fireteam.games.killteam.content import terrain
from fireteam.space.plane.model import Board, Body, Feature, Overlay, Part, Spot, Terrain, base, seam_kind
from fireteam.space.plane.seams import Solid, closed_seams
from fireteam.space.plane.walls import nodes

EPS, CROSS = 0.001, 0.02
HEIGHTS = {25: 110, 28: 120, 32: 140, 40: 180, 50: 220}

Place = tuple[float, float]


def rectangle(
    name: str, box: tuple[float, float, float, float], heights: tuple[float, float], traits: str, **more: object
) -> Part:
    """A block with sides along the board; the word before the first dash of its name is its feature."""
    west, south, east, north = (round(value * 100) for value in box)
    corners = ((west, south), (east, south), (east, north), (west, north))
    bottom, top = (round(value * 100) for value in heights)
    return terrain.part(name, name.partition("-")[0], corners, bottom, top, frozenset(traits.split()), **more)  # type: ignore[arg-type]


def features_of(parts: tuple[Part, ...], kinds: dict[str, str] | None = None) -> tuple[Feature, ...]:
    """Parts filed under their features."""
    parts = tuple(
        terrain.of_stronghold(part) if (kinds or {}).get(part.feature) == terrain.STRONGHOLD else part for part in parts
    )
    names = dict.fromkeys(part.feature for part in parts)
    return tuple(
        Feature(name, (kinds or {}).get(name, "block"), tuple(part for part in parts if part.feature == name))
        for name in names
    )


def board(*parts: Part, kinds: dict[str, str] | None = None, overlay: Overlay | None = None) -> Board:
    """A board of 30 by 22 inches with these parts."""
    return Terrain(3000, 2200, features_of(parts, kinds)).under(overlay or Overlay())


def operative(x: float, y: float, z: float = 0.0, *, mm: int = 32) -> Body:
    """An operative with a round base of that diameter and the body height that goes with it."""
    return Body(round(x * 100), round(y * 100), round(z * 100), base(mm), HEIGHTS[mm])


def spot(x: float, y: float, z: float = 0.0, *, mm: int = 40) -> Spot:
    """A marker of that diameter."""
    return Spot(round(x * 100), round(y * 100), round(z * 100), base(mm))


# -- lines -------------------------------------------------------------------------------------------------------------


def inside(polygon: tuple[Place, ...], x: float, y: float) -> bool:
    """Whether a point is in a polygon: a ray to the east meets its edges an odd number of times."""
    odd = False
    for number, (ax, ay) in enumerate(polygon):
        bx, by = polygon[(number + 1) % len(polygon)]
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def on_edge(polygon: tuple[Place, ...], x: float, y: float) -> bool:
    """Whether a point lies on the outline, as near as arithmetic can tell."""
    return any(
        to_segment(x, y, polygon[number], polygon[(number + 1) % len(polygon)]) < 1e-9 for number in range(len(polygon))
    )


def to_segment(x: float, y: float, a: Place, b: Place) -> float:
    """Distance from a point to a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((x - a[0]) * ex + (y - a[1]) * ey) / (ex * ex + ey * ey)))
    return hypot(a[0] + t * ex - x, a[1] + t * ey - y)


def stretch(solid: Solid, p: tuple[float, float, float], q: tuple[float, float, float]) -> tuple[float, float]:
    """From where to where a segment runs inside a prism, as parts of its length; (1, 0) if it does not (KT-GEO-04)."""
    cuts = [0.0, 1.0]
    (px, py, pz), (dx, dy, dz) = p, (q[0] - p[0], q[1] - p[1], q[2] - p[2])
    for number, (ax, ay) in enumerate(solid.polygon):
        bx, by = solid.polygon[(number + 1) % len(solid.polygon)]
        turn = dx * (by - ay) - dy * (bx - ax)
        if abs(turn) > 1e-12:
            cuts.append(((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / turn)
    if abs(dz) > 1e-12:
        cuts += [(solid.bottom - pz) / dz, (solid.top - pz) / dz]
    cuts = sorted(cut for cut in cuts if 0 <= cut <= 1)
    pieces = []
    for start, end in pairwise(cuts):
        t = (start + end) / 2
        x, y, z = px + t * dx, py + t * dy, pz + t * dz
        if (
            end - start > 1e-12
            and solid.bottom + 1e-9 < z < solid.top - 1e-9
            and inside(solid.polygon, x, y)
            and not on_edge(solid.polygon, x, y)
        ):
            pieces.append((start, end))
    return (pieces[0][0], pieces[-1][1]) if pieces else (1.0, 0.0)


def crosses(solid: Solid, p: tuple[float, float, float], q: tuple[float, float, float]) -> bool:
    """Whether a segment crosses a prism (KT-GEO-04)."""
    start, end = stretch(solid, p, q)
    return (end - start) * hypot(hypot(q[0] - p[0], q[1] - p[1]), q[2] - p[2]) > CROSS


def exact_length_squared(
    polygon: tuple[tuple[int, int], ...], p: tuple[Fraction, ...], q: tuple[Fraction, ...]
) -> Fraction:
    """The square of the length of a flat segment inside a convex polygon, in exact fractions."""
    start, end = Fraction(0), Fraction(1)
    (px, py), (dx, dy) = p, (q[0] - p[0], q[1] - p[1])
    for number, (ax, ay) in enumerate(polygon):
        bx, by = polygon[(number + 1) % len(polygon)]
        depth, slope = (bx - ax) * (py - ay) - (by - ay) * (px - ax), (bx - ax) * dy - (by - ay) * dx
        if slope == 0:
            if depth <= 0:
                return Fraction(0)
        elif slope > 0:
            start = max(start, -depth / slope)
        else:
            end = min(end, -depth / slope)
    return (end - start) ** 2 * (dx * dx + dy * dy) if end > start else Fraction(0)


# -- sight -------------------------------------------------------------------------------------------------------------


class Thing(NamedTuple):
    """A part as lines meet it."""

    solid: Solid
    part: Part
    group: int


def things(where: Board) -> list[Thing]:
    """All active parts with their seams closed."""
    solids = closed_seams(
        [where.solid(number) for number in where.active], [seam_kind(where.flags[number]) for number in where.active]
    )
    return [Thing(solid, where.parts[solid.part], where.group[solid.part]) for solid in solids]


def to_part(part: Part, x: float, y: float) -> float:
    """Horizontal distance from a point to a part; 0 inside."""
    polygon = tuple((px / 100, py / 100) for px, py in part.polygon)
    if inside(polygon, x, y):
        return 0.0
    return min(
        to_segment(x, y, polygon[number], polygon[(number + 1) % len(polygon)]) for number in range(len(polygon))
    )


def hides(thing: Thing, a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    """Whether a part blocks sight between two discs (x, y, radius) (KT-GEO-05, KT-TT-02)."""
    if not thing.part.opaque and "Blocking" not in thing.part.traits:
        return False
    if "Barred" in thing.part.traits:
        return all(max(0.0, to_part(thing.part, x, y) - radius) > 1 + EPS for x, y, radius in (a, b))
    return True


def visible(where: Board, a: Body, b: Body) -> bool:
    """Whether a sees b (KT-GEO-05)."""
    if a == b:
        return True
    ax, ay, bx, by = a.x / 100, a.y / 100, b.x / 100, b.y / 100
    eye = (ax, ay, (a.z + a.height) / 100)
    towards = atan2(by - ay, bx - ax)
    wx, wy = cos(towards + pi / 2), sin(towards + pi / 2)
    hiding = [thing for thing in things(where) if hides(thing, (ax, ay, a.radius), (bx, by, b.radius))]
    for f in (-1, -0.5, 0, 0.5, 1):
        for k in (0, 0.25, 0.5, 0.75, 1):
            aside = f * (b.radius - 0.079)
            point = (bx + aside * wx, by + aside * wy, b.z / 100 + 0.1 + k * (b.height / 100 - 0.1))
            if not any(crosses(thing.solid, eye, point) for thing in hiding):
                return True
    return False


def part_visible(where: Board, a: Body, part: Part) -> bool:
    """Whether a sees a part (KT-GEO-06)."""
    x, y = a.x / 100, a.y / 100
    polygon = tuple((px / 100, py / 100) for px, py in part.polygon)
    nearest = (x, y)
    if not inside(polygon, x, y):
        points = []
        for number, (px, py) in enumerate(polygon):
            qx, qy = polygon[(number + 1) % len(polygon)]
            t = max(0.0, min(1.0, ((x - px) * (qx - px) + (y - py) * (qy - py)) / ((qx - px) ** 2 + (qy - py) ** 2)))
            points.append((px + t * (qx - px), py + t * (qy - py)))
        nearest = min(points, key=lambda point: hypot(point[0] - x, point[1] - y))
    hiding = [
        thing for thing in things(where) if thing.part is not part and hides(thing, (x, y, a.radius), (*nearest, 0.0))
    ]
    bottom, top = part.bottom / 100, part.top / 100
    eye = (x, y, (a.z + a.height) / 100)
    return any(
        not any(crosses(thing.solid, eye, (*nearest, z)) for thing in hiding)
        for z in (bottom + 0.05, (bottom + top) / 2, top - 0.05)
    )


# -- the targeting fan -------------------------------------------------------------------------------------------------


def origins(s: Body, t: Body) -> list[Place]:
    """The 25 origins (KT-GEO-08)."""
    x, y = s.x / 100, s.y / 100
    towards = atan2(t.y - s.y, t.x - s.x) if (s.x, s.y) != (t.x, t.y) else 0.0
    return [(x, y)] + [
        (x + s.radius * cos(towards + step * pi / 12), y + s.radius * sin(towards + step * pi / 12))
        for step in range(24)
    ]


def line_ends(o: Place, t: Body) -> list[Place]:
    """Where the lines from an origin end (KT-GEO-08)."""
    x, y = t.x / 100, t.y / 100
    distance = hypot(o[0] - x, o[1] - y)
    back = atan2(o[1] - y, o[0] - x) if distance > 1e-9 else 0.0
    if distance <= t.radius + 1e-9:
        angles = [back + step * pi / 12 for step in range(24)]
    else:
        half = acos(t.radius / distance)
        angles = [back - half + half * step / 12 for step in range(25)]
    return [(x + t.radius * cos(angle), y + t.radius * sin(angle)) for angle in angles]


def stands_on(where: Board, body: Body) -> Part | None:
    """The Vantage part under an operative's centre, at its height."""
    for number in where.active:
        part = where.parts[number]
        if (
            body.z
            and "Vantage" in part.traits
            and part.top == body.z
            and to_part(part, body.x / 100, body.y / 100) <= EPS
        ):
            return part
    return None


def column(part: Part, body: Body, x: float, y: float) -> float:
    """Distance from a base to the vertical slice of a part at a point (KT-GEO-09)."""
    h = max(0.0, hypot(x - body.x / 100, y - body.y / 100) - body.radius)
    return hypot(h, max(0.0, (part.bottom - body.z) / 100, (body.z - part.top) / 100))


class Fan(NamedTuple):
    """What one origin gives: parts that intervene with their lines, parts that give cover, parts that obscure."""

    lines: dict[str, tuple[int, ...]]
    cover: tuple[str, ...]
    obscured: tuple[str, ...]


def whole(part: Part, body: Body) -> float:
    """Distance from a base to the whole of a part (KT-GEO-09)."""
    h = max(0.0, to_part(part, body.x / 100, body.y / 100) - body.radius)
    return hypot(h, max(0.0, (part.bottom - body.z) / 100, (body.z - part.top) / 100))


def fans(where: Board, s: Body, t: Body, *, near: bool, by_part: bool = False, slight: bool = False) -> list[Fan]:
    """What each of the 25 origins gives (KT-GEO-08 to KT-GEO-11); by whole parts, and with fire steps as decks."""
    everything = things(where)
    levels = [stands_on(where, body) for body in (s, t)]
    low, high = (
        (body.z if level is None or level.line_z is None else level.line_z) / 100 + 0.1
        for body, level in zip((s, t), levels, strict=True)
    )
    own = [
        where.group[where.number[level.id]]
        for level in levels
        if level is not None and (slight or "Insignificant" not in level.traits)
    ]
    standing = [node for node in nodes(where) if all(_across(arm, node.x, node.y, s, t) for arm in node.arms)]
    found = []
    for o in origins(s, t):
        lines: dict[str, list[int]] = {}
        cover: dict[str, None] = {}
        obscured: dict[str, None] = {}
        for number, end in enumerate(line_ends(o, t)):
            for solid, part, group in everything:
                p, q = (*o, low), (*end, high)
                if not crosses(solid, p, q):
                    continue
                lines.setdefault(part.id, []).append(number)
                if "Exposed" in part.traits:
                    continue
                first, last = stretch(solid, p, q)
                nine = [
                    (o[0] + t_ * (end[0] - o[0]), o[1] + t_ * (end[1] - o[1]))
                    for t_ in (first + (last - first) * k / 8 for k in range(9))
                ]
                if "Wall" in part.traits:
                    nine = [
                        point
                        for point in nine
                        if any(hypot(point[0] - node.x, point[1] - node.y) <= 0.5 + EPS for node in standing)
                    ]
                if by_part and "Wall" not in part.traits:
                    if not near and whole(part, t) <= 1 + EPS:
                        cover[part.id] = None
                    if "Heavy" in part.traits and group not in own and min(whole(part, s), whole(part, t)) > 1 + EPS:
                        obscured[part.id] = None
                    continue
                if not near and any(column(part, t, *point) <= 1 + EPS for point in nine):
                    cover[part.id] = None
                if "Heavy" in part.traits and group not in own:
                    if any(column(part, t, *point) > 1 + EPS and column(part, s, *point) > 1 + EPS for point in nine):
                        obscured[part.id] = None
        seen = [name for name in cover if part_visible(where, t, where.parts[where.number[name]])]
        numbered = {name: tuple(dict.fromkeys(hit)) for name, hit in lines.items()}
        found.append(Fan(numbered, tuple(sorted(seen)), tuple(sorted(obscured))))
    return found


def _across(arm: Place, x: float, y: float, s: Body, t: Body) -> bool:
    """Whether two stand strictly on opposite sides of a wall's line (KT-GEO-11)."""
    sides = [arm[0] * (body.y / 100 - y) - arm[1] * (body.x / 100 - x) for body in (s, t)]
    return (sides[0] > 1e-9 and sides[1] < -1e-9) or (sides[0] < -1e-9 and sides[1] > 1e-9)

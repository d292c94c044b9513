"""Distances between bases, markers, parts and areas; touching and sides."""

from __future__ import annotations

from array import array
from math import ceil, cos, hypot, pi, sin

from fireteam.space.plane.kernels import away
from fireteam.space.plane.model import EPS, INCH, TOUCH, Board, Body, Point, Polygon, Spot
from fireteam.space.plane.walls import crosses_wall, way_round

RIM_POINTS = 48
"""Points of a base that are measured where every one of them counts."""
NEAR = 0.01
"""A result that changes within this is marginal."""

Disc = Body | Spot


def within(distance: float, limit: float) -> bool:
    """Whether a distance is at most a limit."""
    return distance <= limit + EPS


def beyond(distance: float, limit: float) -> bool:
    """Whether a distance is more than a limit."""
    return distance > limit + EPS


def lower(drop: float, limit: float) -> bool:
    """Whether a difference of heights is at least so much."""
    return drop >= limit - EPS


def whole_inches(length: float) -> int:
    """A length rounded up to whole inches."""
    return ceil(length - EPS)


def marginal(distance: float, limit: float) -> bool:
    """Whether a comparison with a limit would come out differently for a distance 0.01" longer or shorter."""
    return abs(distance - limit - EPS) <= NEAR


def straight(a: Disc, b: Disc) -> float:
    """Distance from base to base, heights counted, nothing in the way."""
    flat = max(0.0, hypot(a.x - b.x, a.y - b.y) / INCH - a.radius - b.radius)
    return hypot(flat, (a.z - b.z) / INCH)


def between(board: Board, a: Disc, b: Disc, limit: float = 1e9) -> float:
    """Distance from base to base, round walls where there are any; beyond the limit it may be given as infinite."""
    direct = straight(a, b)
    if not board.walls or direct > limit + EPS or (a.x == b.x and a.y == b.y):
        return direct
    if not _wall_between(board, a, b):
        return direct
    end = (b.x / INCH, b.y / INCH)
    way = way_round(board, (a.x / INCH, a.y / INCH), lambda x, y: end, limit + EPS + a.radius + b.radius)
    return max(0.0, way.length - a.radius - b.radius)


def route(board: Board, a: Disc, b: Disc) -> tuple[tuple[float, float], ...]:
    """The places that the distance between two bases is measured along, in inches: the witness of `between`."""
    start, end = (a.x / INCH, a.y / INCH), (b.x / INCH, b.y / INCH)
    if not board.walls or start == end or not _wall_between(board, a, b):
        return (start, end)
    return way_round(board, start, lambda x, y: end, 1e9).corners


def _wall_between(board: Board, a: Disc, b: Disc) -> bool:
    """Whether the segment between the closest points of two bases crosses a wall."""
    dx, dy = (b.x - a.x) / INCH, (b.y - a.y) / INCH
    length = hypot(dx, dy)
    if length <= a.radius + b.radius:
        # The bases overlap in plan: there is no way between them that a wall could cut.
        return False
    ux, uy = dx / length, dy / length
    ax, ay = a.x / INCH + ux * a.radius, a.y / INCH + uy * a.radius
    bx, by = b.x / INCH - ux * b.radius, b.y / INCH - uy * b.radius
    return crosses_wall(board, ax, ay, bx, by)


def flat_to_part(board: Board, body: Disc, number: int) -> float:
    """Horizontal distance from a base to a part."""
    return max(0.0, _to_footprint(board, number, body.x / INCH, body.y / INCH) - body.radius)


def to_part(board: Board, body: Disc, number: int) -> float:
    """Distance from a base to a part, heights counted."""
    z = body.z / INCH
    v = max(0.0, board.bottom[number] - z, z - board.top[number])
    return hypot(flat_to_part(board, body, number), v)


def part_between(board: Board, body: Disc, number: int, limit: float = 1e9) -> float:
    """Distance from a base to a part, round walls that stand before it; the part's own wall is no obstacle."""
    direct = to_part(board, body, number)
    if not board.walls or direct > limit + EPS:
        return direct
    x, y = nearest(board, number, body.x / INCH, body.y / INCH)
    length = hypot(x - body.x / INCH, y - body.y / INCH)
    if length <= body.radius:
        return direct
    step = body.radius / length
    ax, ay = body.x / INCH + (x - body.x / INCH) * step, body.y / INCH + (y - body.y / INCH) * step
    if not crosses_wall(board, ax, ay, x, y, number):
        return direct
    way = way_round(
        board,
        (body.x / INCH, body.y / INCH),
        lambda x, y: nearest(board, number, x, y),
        limit + EPS + body.radius,
        number,
    )
    return max(0.0, way.length - body.radius)


def nearest(board: Board, number: int, x: float, y: float) -> tuple[float, float]:
    """The point of a part's footprint nearest to a place; the place itself inside it. Inches."""
    first, last = board.start[number], board.start[number + 1]
    best, found, inside = 1e18, (x, y), True
    for corner in range(first, last):
        after = corner + 1 if corner + 1 < last else first
        ax, ay, ex, ey = (
            board.xs[corner],
            board.ys[corner],
            board.xs[after] - board.xs[corner],
            board.ys[after] - board.ys[corner],
        )
        if ex * (y - ay) - ey * (x - ax) < 0:
            inside = False
            t = min(1.0, max(0.0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)))
            gap = hypot(ax + t * ex - x, ay + t * ey - y)
            if gap < best:
                best, found = gap, (ax + t * ex, ay + t * ey)
    return (x, y) if inside else found


def _to_footprint(board: Board, number: int, x: float, y: float) -> float:
    px, py = nearest(board, number, x, y)
    return hypot(px - x, py - y)


def wholly_within(a: Disc, b: Disc, distance: float) -> bool:
    """Whether every point of base a is within a distance of base b."""
    flat = max(0.0, hypot(a.x - b.x, a.y - b.y) / INCH + a.radius - b.radius)
    return within(hypot(flat, (a.z - b.z) / INCH), distance)


def to_area(body: Disc, polygon: Polygon) -> float:
    """Distance from a base to an area of the board: heights do not count."""
    return max(0.0, _to_polygon(polygon, body.x / INCH, body.y / INCH) - body.radius)


def wholly_in_area(body: Disc, polygon: Polygon) -> bool:
    """Whether a base lies wholly within an area: its centre inside, no edge nearer than its radius."""
    x, y = body.x / INCH, body.y / INCH
    for number, (px, py) in enumerate(polygon):
        qx, qy = polygon[(number + 1) % len(polygon)]
        ex, ey = (qx - px) / INCH, (qy - py) / INCH
        inward = (ex * (y - py / INCH) - ey * (x - px / INCH)) / hypot(ex, ey)
        if inward < body.radius - EPS:
            return False
    return True


def wholly_within_of_area(body: Disc, polygon: Polygon, distance: float) -> bool:
    """Whether every point of a base is within a distance of an area; 48 points of its rim are measured."""
    for point in range(RIM_POINTS):
        angle = 2 * pi * point / RIM_POINTS
        x, y = body.x / INCH + body.radius * cos(angle), body.y / INCH + body.radius * sin(angle)
        if not within(_to_polygon(polygon, x, y), distance):
            return False
    return True


def _to_polygon(polygon: Polygon, x: float, y: float) -> float:
    return away(array("d", [value / INCH for point in polygon for value in point]), 0, len(polygon), x, y)


def touching(board: Board, body: Disc, number: int) -> bool:
    """Whether a base is in contact with a part."""
    return to_part(board, body, number) <= TOUCH + 1e-9


def bases_touch(a: Disc, b: Disc) -> bool:
    """Whether two bases are in contact."""
    return straight(a, b) <= TOUCH + 1e-9


def centre_line(board: Board, number: int) -> tuple[float, float, float, float]:
    """The long centre line of a part's footprint: a point on it and its direction, in inches."""
    first, last = board.start[number], board.start[number + 1]
    corners = [(board.xs[corner], board.ys[corner]) for corner in range(first, last)]
    longest = max(range(len(corners)), key=lambda place: (_edge(corners, place), -place))
    (ax, ay), (bx, by) = corners[longest], corners[(longest + 1) % len(corners)]
    length = hypot(bx - ax, by - ay)
    middle_x, middle_y = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    return middle_x, middle_y, (bx - ax) / length, (by - ay) / length


def _edge(corners: list[tuple[float, float]], place: int) -> float:
    (ax, ay), (bx, by) = corners[place], corners[(place + 1) % len(corners)]
    return hypot(bx - ax, by - ay)


def other_side(board: Board, body: Disc, enemy: Disc, number: int) -> bool:
    """Whether an enemy stands on the other side of a door or access point, whatever lies between."""
    x, y, ux, uy = centre_line(board, number)
    mine = ux * (body.y / INCH - y) - uy * (body.x / INCH - x)
    theirs = ux * (enemy.y / INCH - y) - uy * (enemy.x / INCH - x)
    return mine * theirs < 0


def inside_of(at: Point, facing: tuple[float, float], body: Disc) -> bool:
    """Whether a base's centre is on the inside of a shield that stands at a place and faces away from it."""
    return (body.x - at[0]) * facing[0] + (body.y - at[1]) * facing[1] < 0


def in_smoke(body: Body, smoke: Spot) -> bool:
    """Whether a body is wholly within smoke: 1" round its marker, and not below it."""
    gap = hypot(body.x - smoke.x, body.y - smoke.y) / INCH
    return within(gap + body.radius, smoke.radius + 1) and body.z >= smoke.z

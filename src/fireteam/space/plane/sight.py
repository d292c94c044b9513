"""Who sees what, control range, and what lies between a shooter and a target."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import NamedTuple

from fireteam.space.plane import kernels
from fireteam.space.plane.jit import engine
from fireteam.space.plane.measure import between, marginal, part_between, straight, within
from fireteam.space.plane.model import EPS, FOOT, INCH, PASSED_BY_EYE, RIM, TOUCH, Board, Body, Prisms, Spot

Place = tuple[float, float, float]
"""A place on or above the board in inches."""


KEPT = 16384
"""How many pairs a board remembers to see each other or not."""
SOMEBODY = "body"
"""What blocks sight where no part does."""
CLOSE = 1.02
"""Up to here it is looked whether something is seen: control range, and what is only just beyond it."""


# -- sight -------------------------------------------------------------------------------------------------------------


class Sighting(NamedTuple):
    """Whether one body sees another, and the line that decides: a free one, or the middle one with the part that blocks
    it."""

    visible: bool
    line: tuple[Place, Place]
    blocker: str
    """Id of a part that blocks; SOMEBODY if a third body does; nothing if the line is free."""
    marginal: bool
    """Whether moving either of the two by 0.01" would change the answer."""


def eye(body: Body) -> Place:
    """Where a body looks from: the middle of its head."""
    return body.x / INCH, body.y / INCH, (body.z + body.height) / INCH


def _look(prisms: Prisms, skip: array[int], a: Body, b: Body) -> int:
    """The point of b's body that a sees, or -1 - the prism that blocks."""
    if a == b:
        return 0
    ax, ay, az = eye(a)
    bx, by, z = b.x / INCH, b.y / INCH, b.z / INCH
    found = array("q", bytes(8 * prisms.count))
    seen: int = engine().sight(
        *(prisms.tables, skip, found, (ax, ay, a.radius), az),
        *((bx, by, b.radius), b.radius - RIM, z + FOOT, z + b.height / INCH),
    )
    return seen


def visible(board: Board, a: Body, b: Body, *, bodies: tuple[Body, ...] = ()) -> bool:
    """Whether body a sees body b; third bodies block only if they are given."""
    blocking = in_the_way(a, b, bodies) if bodies else ()
    return _sees(board, a, b, "sight", board.prisms.none, blocking)


def in_the_way(a: Body, b: Body, bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """Those of the bodies that a line from one body to another could meet; nobody looks at the others."""
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    found = []
    for body in bodies:
        along = min(1.0, max(0.0, ((body.x - a.x) * dx + (body.y - a.y) * dy) / square)) if square else 0.0
        # Every line lies in the hull of both bases, and that no farther from the line between the centres than the
        # larger radius.
        if (
            hypot(a.x + along * dx - body.x, a.y + along * dy - body.y)
            <= (body.radius + max(a.radius, b.radius)) * INCH + 1
        ):
            found.append(body)
    return tuple(found)


def _sees(board: Board, a: Body, b: Body, name: str, skip: array[int], blocking: tuple[Body, ...] = ()) -> bool:
    """Whether a sees b, the prisms of a mask left out, or past bodies; remembered under a name, because a tape that is
    run again asks again."""
    kept = board.memo.get(name)
    if not isinstance(kept, dict):
        kept = board.memo[name] = {}
    key = (a, b, blocking)
    known = kept.get(key)
    if known is None:
        prisms = board.prisms.also(blocking) if blocking else board.prisms
        known = _look(prisms, prisms.none if blocking else skip, a, b) >= 0
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = known
    return bool(known)


def sighting(board: Board, a: Body, b: Body, *, bodies: tuple[Body, ...] = ()) -> Sighting:
    """Whether body a sees body b, with the line and the part that decide."""
    blocking = in_the_way(a, b, bodies) if bodies else ()
    prisms = board.prisms.also(blocking) if blocking else board.prisms
    point = _look(prisms, prisms.none, a, b)
    ax, ay, az = eye(a)
    z = b.z / INCH
    at = (b.x / INCH, b.y / INCH, b.radius - RIM, z + FOOT, z + b.height / INCH)
    end = kernels.seen_point(ax, ay, *at, max(point, 0))
    blocker = ""
    if point < 0:
        number = prisms.table[7 * (-1 - point) + 6]
        blocker = board.parts[number].id if number >= 0 else SOMEBODY
    same = all(visible(board, c, d, bodies=bodies) == (point >= 0) for c, d in nudged(a, b))
    return Sighting(point >= 0, ((ax, ay, az), end), blocker, not same)


def nudged(a: Body, b: Body) -> Iterator[tuple[Body, Body]]:
    """The two bodies with either moved by a hundredth of an inch in each direction: what marginal answers are tried
    on."""
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield a._replace(x=a.x + dx, y=a.y + dy), b
        yield a, b._replace(x=b.x + dx, y=b.y + dy)


def sees_spot(board: Board, a: Body, spot: Spot) -> bool:
    """Whether a body sees a marker: under or at its base always, else its centre or one of 8 points of its rim."""
    return _sees_spot(board, a, spot, board.prisms.none)


def _sees_spot(board: Board, a: Body, spot: Spot, skip: array[int]) -> bool:
    if straight(a, spot) <= TOUCH + 1e-9:
        return True
    prisms = board.prisms
    ax, ay, az = eye(a)
    x, y, z = spot.x / INCH, spot.y / INCH, spot.z / INCH + 0.02
    found = array("q", bytes(8 * prisms.count))
    kernel = engine()
    count = kernel.blockers(prisms.tables, skip, found, (ax, ay, a.radius), az, (x, y, spot.radius), z, z, spot.radius)
    if kernel.blocked(prisms.tables, found, count, ax, ay, az, x, y, z) < 0:
        return True
    for step in range(8):
        px, py = x + spot.radius * cos(step * pi / 4), y + spot.radius * sin(step * pi / 4)
        if kernel.blocked(prisms.tables, found, count, ax, ay, az, px, py, z) < 0:
            return True
    return False


def sees_part(board: Board, a: Body, number: int) -> bool:
    """Whether a body sees a terrain part: its nearest point low, in the middle or high."""
    return _sees_part(board, a, number, board.prisms.none)


def _sees_part(board: Board, a: Body, number: int, skip: array[int]) -> bool:
    prisms = board.prisms
    ax, ay, az = eye(a)
    found = array("q", bytes(8 * prisms.count))
    prism = board.active.index(number)
    height: int = engine().part_seen(prisms.tables, skip, found, prism, (ax, ay, a.radius), az)
    return height >= 0


# -- control range -----------------------------------------------------------------------------------------------------


class Control(NamedTuple):
    """Whether something is in control range, with the distance measured and whether it is seen."""

    inside: bool
    distance: float
    seen: bool
    marginal: bool
    """Whether 0.01" more or less distance would change the answer."""


def looked_past(board: Board) -> array[int]:
    """The prisms that control range looks past, as a mask."""
    mask = board.memo.get("looked past")
    if not isinstance(mask, array):
        prisms = board.prisms
        mask = array("q", [bool(prisms.table[7 * prism] & PASSED_BY_EYE) for prism in range(prisms.count)])
        board.memo["looked past"] = mask
    return mask


def control(board: Board, a: Body, b: Body) -> Control:
    """Whether two bodies are in each other's control range: within 1" and seen by either."""
    distance = between(board, a, b, CLOSE)
    seen = within(distance, CLOSE) and _either_sees(board, a, b)
    return Control(seen and within(distance, 1), distance, seen, seen and marginal(distance, 1))


def in_control(board: Board, a: Body, b: Body) -> bool:
    """Whether two bodies are in each other's control range."""
    if hypot(a.x - b.x, a.y - b.y) > (a.radius + b.radius + 1 + EPS) * INCH or not within(between(board, a, b, 1), 1):
        return False
    return _either_sees(board, a, b)


def _either_sees(board: Board, a: Body, b: Body) -> bool:
    """Whether one of two bodies sees the other, as control range looks."""
    skip = looked_past(board)
    return _sees(board, a, b, "control", skip) or _sees(board, b, a, "control", skip)


def control_of_spot(board: Board, a: Body, spot: Spot) -> Control:
    """Whether a marker is in a body's control range."""
    distance = between(board, a, spot, CLOSE)
    seen = within(distance, CLOSE) and _sees_spot(board, a, spot, looked_past(board))
    return Control(seen and within(distance, 1), distance, seen, seen and marginal(distance, 1))


def control_of_part(board: Board, a: Body, number: int) -> Control:
    """Whether a terrain part is in a body's control range."""
    distance = part_between(board, a, number, CLOSE)
    seen = within(distance, CLOSE) and _sees_part(board, a, number, looked_past(board))
    return Control(seen and within(distance, 1), distance, seen, seen and marginal(distance, 1))

"""Wall terrain: its corners and ends, which of them are passed, and the way round it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from heapq import heappop, heappush
from math import cos, hypot, pi, sin
from typing import NamedTuple

from fireteam.space.plane.kernels import away, clip
from fireteam.space.plane.model import CROSS, INCH, KEPT_BOARDS, TOUCH, WALL, Board, Body

POST = 0.5
"""A piece of wall shorter than this is a post or trim: it joins walls but is none itself."""
PARALLEL = 1e-6
ZONE = 0.5
"""How far from a corner or end a wall may intervene."""

Place = tuple[float, float]
"""A place in inches."""


class Node(NamedTuple):
    """A corner or end of a wall: where it is, and the unit vectors along each wall that meets there."""

    x: float
    y: float
    arms: tuple[Place, ...]

    @property
    def is_end(self) -> bool:
        """Whether only one wall comes here."""
        return len(self.arms) == 1


class Way(NamedTuple):
    """The shortest way round walls from centre to centre: its length and its places, ends included; infinite if there
    is none."""

    length: float
    corners: tuple[Place, ...]


NO_WAY = Way(float("inf"), ())


def crosses_wall(board: Board, ax: float, ay: float, bx: float, by: float, exempt: int = -1) -> bool:
    """Whether a straight segment in plan crosses Wall terrain; one part may be exempt."""
    prisms = board.prisms
    table, solid = prisms.table, prisms.solid
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    length = hypot(bx - ax, by - ay)
    for prism in _wall_prisms(board):
        box = 8 * prism
        if (
            solid[box] >= east + 1e-9
            or solid[box + 2] <= west - 1e-9
            or solid[box + 1] >= north + 1e-9
            or solid[box + 3] <= south - 1e-9
        ):
            continue
        row = 7 * prism
        if table[row + 6] == exempt:
            continue
        start, end = clip(prisms.tables, prism, ax, ay, 0.0, bx - ax, by - ay, 0.0)
        if (end - start) * length > CROSS:
            return True
    return False


def _wall_prisms(board: Board) -> list[int]:
    found = board.memo.get("wall prisms")
    if not isinstance(found, list):
        found = [prism for prism in range(board.prisms.count) if board.prisms.table[7 * prism] & WALL]
        board.memo["wall prisms"] = found
    return found


# -- the way round -----------------------------------------------------------------------------------------------------


class _Walls:
    """What walls alone decide: their corners and ends, where ways round them can turn, and which of these places see
    each other."""

    def __init__(self, board: Board) -> None:
        self.nodes = _find_nodes(board)
        self.places = _turning_places(board)
        self._open: dict[tuple[int, int], bool] = {}
        """Found out when first asked for."""

    def open(self, board: Board, a: int, b: int) -> bool:
        """Whether the straight way between two turning places is free."""
        key = (a, b) if a < b else (b, a)
        known = self._open.get(key)
        if known is None:
            (ax, ay), (bx, by) = self.places[a], self.places[b]
            known = self._open[key] = not crosses_wall(board, ax, ay, bx, by)
        return known


def _walls(board: Board) -> _Walls:
    """The walls of a board; boards of one terrain share them, whatever else is placed there."""
    found = board.memo.get("walls")
    if not isinstance(found, _Walls):
        kept = board.terrain.memo.get("walls")
        if not isinstance(kept, dict):
            kept = board.terrain.memo["walls"] = {}
        key = _content(board)
        found = kept.get(key)
        if not isinstance(found, _Walls):
            found = _Walls(board)
            if len(kept) >= KEPT_BOARDS:
                kept.clear()
            kept[key] = found
        board.memo["walls"] = found
    return found


def _content(board: Board) -> tuple[object, ...]:
    """All that walls can differ by: the parts, their prisms with seams closed, and the parts of hatchways that are
    there."""
    prisms = board.prisms
    rows: list[object] = [board.parts[number] for number in board.walls]
    for prism in _wall_prisms(board):
        first, last = prisms.table[7 * prism + 2], prisms.table[7 * prism + 3]
        rows.append((prisms.solid[8 * prism : 8 * prism + 8].tobytes(), prisms.edges[3 * first : 3 * last].tobytes()))
    rows += [number for number in board.active if board.parts[number].hatch]
    return tuple(rows)


def _turning_places(board: Board) -> list[Place]:
    """The corners of walls that stick out: a shortest way turns nowhere else."""
    places = dict.fromkeys(corner for number in board.walls for corner in _corners(board, number))
    # A corner on the edge of the board cannot be gone round: the way would leave the board.
    return [(x, y) for x, y in places if 0 < x < board.width and 0 < y < board.height and _sticks_out(board, (x, y))]


def _sticks_out(board: Board, place: Place) -> bool:
    """Whether there is more than a half turn of open floor round a corner: looked for a little way off, in steps of 5
    degrees."""
    free = [
        not _in_wall(
            board, place[0] + 0.05 * cos((step + 0.5) * pi / 36), place[1] + 0.05 * sin((step + 0.5) * pi / 36)
        )
        for step in range(72)
    ]
    longest = run = 0
    for step in range(144):
        run = run + 1 if free[step % 72] else 0
        longest = max(longest, run)
    return longest > 37


def _in_wall(board: Board, x: float, y: float) -> bool:
    """Whether a place is inside a wall, its faces and closed seams included."""
    prisms = board.prisms
    edges, solid = prisms.edges, prisms.solid
    for prism in _wall_prisms(board):
        box = 8 * prism
        if solid[box] <= x <= solid[box + 2] and solid[box + 1] <= y <= solid[box + 3]:
            first, last = prisms.table[7 * prism + 2], prisms.table[7 * prism + 3]
            if all(
                edges[3 * edge] * x + edges[3 * edge + 1] * y <= edges[3 * edge + 2] + 1e-9
                for edge in range(first, last)
            ):
                return True
    return False


def _corners(board: Board, number: int) -> list[Place]:
    return [(board.xs[corner], board.ys[corner]) for corner in range(board.start[number], board.start[number + 1])]


def way_round(board: Board, start: Place, end: Callable[[float, float], Place], limit: float, exempt: int = -1) -> Way:
    """The shortest polyline that crosses no wall, if it is no longer than the limit.

    `end` says where to arrive, coming from a place: always a centre, or the nearest point of a part, which is then
    `exempt`.
    """
    walls = _walls(board)
    places = walls.places
    # Numbers of places: -1 is the start, len(places) the end. Sorted by length so far plus the straight rest: the first
    # to arrive wins.
    goal = len(places)
    ends = [end(x, y) for x, y in places]
    rest = [_length(place, last) for place, last in zip(places, ends, strict=True)]
    best: dict[int, float] = {-1: 0.0}
    came: dict[int, int] = {}
    done: dict[int, None] = {}
    queue: list[tuple[float, int]] = [(_length(start, end(*start)), -1)]
    while queue:
        _, here = heappop(queue)
        if here in done:
            continue
        done[here] = None
        if here == goal:
            corners: list[Place] = []
            while here in came:
                here = came[here]
                corners.append(start if here < 0 else places[here])
            return Way(best[goal], (*reversed(corners), end(*corners[0])))
        so_far = best[here]
        x, y = start if here < 0 else places[here]
        px, py = end(x, y) if here < 0 else ends[here]
        step = hypot(px - x, py - y)
        if so_far + step < best.get(goal, limit + 1e-9) and not crosses_wall(board, x, y, px, py, exempt):
            best[goal], came[goal] = so_far + step, here
            heappush(queue, (so_far + step, goal))
        for there, (px, py) in enumerate(places):
            if there in done:
                continue
            length = so_far + hypot(px - x, py - y)
            if length + rest[there] > limit or length >= best.get(there, 1e18):
                continue
            if crosses_wall(board, x, y, px, py) if here < 0 else not walls.open(board, here, there):
                continue
            best[there], came[there] = length, here
            heappush(queue, (length + rest[there], there))
    return NO_WAY


# -- corners and ends --------------------------------------------------------------------------------------------------


class _Bar:
    """A long piece of wall: its axis from end to end."""

    def __init__(self, number: int, corners: list[Place]) -> None:
        self.number = number
        self.corners = corners
        count = len(corners)
        longest = max(range(count), key=lambda place: (_length(corners[place], corners[(place + 1) % count]), -place))
        (ax, ay), (bx, by) = corners[longest], corners[(longest + 1) % count]
        self.length = _length((ax, ay), (bx, by))
        ux, uy = (bx - ax) / self.length, (by - ay) / self.length
        self.along = (ux, uy)
        across = [ux * y - uy * x for x, y in corners]
        spots = [ux * x + uy * y for x, y in corners]
        middle = (min(across) + max(across)) / 2
        self.thickness = max(across) - min(across)
        low, high = min(spots), max(spots)
        self.ends: tuple[Place, Place] = (
            (ux * low - uy * middle, uy * low + ux * middle),
            (ux * high - uy * middle, uy * high + ux * middle),
        )
        """West or south end first is not promised; the wall runs from the first end along `along`."""

    def arm(self, end: int) -> Place:
        """The direction from an end along the wall."""
        ux, uy = self.along
        return (ux, uy) if end == 0 else (-ux, -uy)

    def gap(self, place: Place) -> float:
        """Distance from a place to this piece."""
        return _gap(self.corners, place)


def _length(a: Place, b: Place) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def _gap(corners: list[Place], place: Place) -> float:
    return away(array("d", [value for corner in corners for value in corner]), 0, len(corners), place[0], place[1])


def nodes(board: Board) -> tuple[Node, ...]:
    """The corners and ends of all walls; joints in which a wall only runs on are none."""
    return _walls(board).nodes


def _find_nodes(board: Board) -> tuple[Node, ...]:
    bars: list[_Bar] = []
    posts: list[list[Place]] = []
    leaves: list[int] = []
    for number in board.walls:
        part = board.parts[number]
        if part.hatch and part.open:
            leaves.append(number)
            continue
        bar = _Bar(number, _corners(board, number))
        if bar.length < POST:
            posts.append(bar.corners)
        else:
            bars.append(bar)
    joints = _joints(bars, posts)
    places = [node for joint in joints for node in _node(joint)]
    places += [_free_edge(board, number) for number in leaves]
    return tuple(places)


class _Joint(NamedTuple):
    """Ends of walls that come together, and walls that run through there."""

    ends: list[tuple[_Bar, int]]
    through: list[_Bar]
    posts: list[Place]
    """Middles of the posts."""


def _joints(bars: list[_Bar], posts: list[list[Place]]) -> list[_Joint]:
    """Gather the ends of walls that touch each other, or the same post."""
    joints: list[_Joint] = []
    for bar in bars:
        for end in (0, 1):
            at = bar.ends[end]
            touched = [corners for corners in posts if _gap(corners, at) <= TOUCH]
            mine = _Joint([(bar, end)], [], [_middle(corners) for corners in touched])
            for other in bars:
                if other is bar:
                    continue
                touches = other.gap(at) <= TOUCH or any(other.gap(middle) <= POST / 2 for middle in mine.posts)
                if touches:
                    near = [
                        there
                        for there in (0, 1)
                        if _length(other.ends[there], at) <= max(bar.thickness, other.thickness) + TOUCH
                    ]
                    if near:
                        mine.ends.append((other, near[0]))
                    elif not any(_gap(corners, other.ends[there]) <= TOUCH for corners in touched for there in (0, 1)):
                        mine.through.append(other)
            joints = _merged(joints, mine)
    return joints


def _middle(corners: list[Place]) -> Place:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _merged(joints: list[_Joint], mine: _Joint) -> list[_Joint]:
    """The joints with one more; those that share an end or a post with it become one."""
    kept: list[_Joint] = []
    for joint in joints:
        if any(end in mine.ends for end in joint.ends) or any(post in mine.posts for post in joint.posts):
            mine = _Joint(
                joint.ends + [end for end in mine.ends if end not in joint.ends],
                joint.through + [bar for bar in mine.through if bar not in joint.through],
                joint.posts + [post for post in mine.posts if post not in joint.posts],
            )
        else:
            kept.append(joint)
    return [*kept, mine]


def _node(joint: _Joint) -> list[Node]:
    """The corner or end that a joint makes; nothing if a wall only runs on there."""
    ended = [bar for bar, _ in joint.ends]
    axes = [(bar.ends[end], bar.arm(end)) for bar, end in joint.ends]
    for bar in joint.through:
        if bar not in ended:
            axes += [(bar.ends[0], bar.along), (bar.ends[0], (-bar.along[0], -bar.along[1]))]
    arms: list[Place] = []
    for _, (ux, uy) in axes:
        if not any(abs(ux - vx) + abs(uy - vy) <= PARALLEL for vx, vy in arms):
            arms.append((ux, uy))
    (ax, ay), (ux, uy) = axes[0]
    if len(arms) == 1:
        if joint.posts:
            # A wall that ends in a post ends in the middle of it.
            on = ux * (joint.posts[0][0] - ax) + uy * (joint.posts[0][1] - ay)
            ax, ay = ax + on * ux, ay + on * uy
        return [Node(ax, ay, tuple(arms))]
    for (bx, by), (vx, vy) in axes[1:]:
        turn = ux * vy - uy * vx
        if abs(turn) > PARALLEL:
            along = ((bx - ax) * vy - (by - ay) * vx) / turn
            return [Node(ax + along * ux, ay + along * uy, tuple(arms))]
    return []


def _free_edge(board: Board, number: int) -> Node:
    """The end of an open hatch leaf that is not at its hatchway."""
    leaf = _Bar(number, _corners(board, number))
    hatch = board.parts[number].hatch
    opening = next(
        other for other in board.active if board.parts[other].hatch == hatch and not board.flags[other] & WALL
    )
    corners = _corners(board, opening)
    end = 0 if _gap(corners, leaf.ends[0]) > _gap(corners, leaf.ends[1]) else 1
    return Node(leaf.ends[end][0], leaf.ends[end][1], (leaf.arm(end),))


def passed(node: Node, shooter: Body, target: Body) -> bool:
    """Whether a corner or end is passed: the two do not stand on opposite sides of every wall that meets there."""
    for ux, uy in node.arms:
        mine = ux * (shooter.y / INCH - node.y) - uy * (shooter.x / INCH - node.x)
        theirs = ux * (target.y / INCH - node.y) - uy * (target.x / INCH - node.x)
        if mine * theirs >= 0 or abs(mine) < 1e-9 or abs(theirs) < 1e-9:
            return True
    return False


def standing_nodes(board: Board, shooter: Body, target: Body) -> array[float]:
    """Places of the corners and ends near the lines and not passed, two numbers each: where walls may intervene."""
    sx, sy, dx, dy = shooter.x / INCH, shooter.y / INCH, (target.x - shooter.x) / INCH, (target.y - shooter.y) / INCH
    square = dx * dx + dy * dy
    reach = max(shooter.radius, target.radius) + ZONE + CROSS
    found = array("d")
    for node in nodes(board):
        t = min(1.0, max(0.0, ((node.x - sx) * dx + (node.y - sy) * dy) / square)) if square else 0.0
        if hypot(sx + t * dx - node.x, sy + t * dy - node.y) <= reach and not passed(node, shooter, target):
            found.extend((node.x, node.y))
    return found

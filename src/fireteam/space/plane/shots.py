"""What lies between a shooter and a target: intervening terrain, cover, obscured, from every origin."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate
from math import hypot
from typing import NamedTuple

from fireteam.space.plane import kernels
from fireteam.space.plane.jit import engine
from fireteam.space.plane.measure import between, in_smoke, within
from fireteam.space.plane.model import (
    DECK,
    EPS,
    FOOT,
    INCH,
    SLIGHT,
    WALL,
    Board,
    Body,
    Prisms,
    Spot,
)  # fmt: skip
from fireteam.space.plane.placing import Edge
from fireteam.space.plane.sight import Place, nudged, visible
from fireteam.space.plane.walls import standing_nodes

KEPT = 4096
"""How many shots a board remembers: a tape that is run again asks again."""

NEITHER, ONE, PICK, BOTH = range(4)
"""How good an origin is for the attacker: nothing helps the target, one thing does, one of two at its pick, or two."""


class Outcome(NamedTuple):
    """What helps the target from some origins of the shooter's base: part numbers, and the terrain they belong to."""

    origins: tuple[int, ...]
    """Numbers of the origins: 0 is the centre of the base, 1 the rim towards the target, then round it in steps of 15
    degrees."""
    cover: tuple[int, ...]
    """Parts that give cover."""
    obscured: tuple[int, ...]
    """Parts that obscure."""
    cover_terrain: tuple[int, ...]
    """Numbers of the terrain that gives cover; connected features count as one."""
    obscured_terrain: tuple[int, ...]
    smoke: bool
    """Whether smoke obscures."""

    @property
    def in_cover(self) -> bool:
        """Whether the target is in cover."""
        return bool(self.cover)

    @property
    def is_obscured(self) -> bool:
        """Whether the target is obscured."""
        return bool(self.obscured) or self.smoke

    @property
    def rank(self) -> int:
        """How much helps the target; one feature cannot do both, and smoke is no feature."""
        if not self.cover or not self.is_obscured:
            return ONE if self.cover or self.is_obscured else NEITHER
        same = not self.smoke and len(self.cover_terrain) == 1 and self.cover_terrain == self.obscured_terrain
        return PICK if same else BOTH


class Reading(NamedTuple):
    """How it is read what lies between a shooter and a target."""

    by_part: bool = False
    """Whether a part counts as a whole: near if any of it is, far if all of it is; else the stretch that is crossed
    does. Walls are always read where they are crossed."""
    slight_decks: bool = False
    """Whether the terrain of a slight step does not obscure from those who stand on it, as that of a deck."""


CROSSED = Reading()
"""What lies between is read where it is crossed."""


class Shot(NamedTuple):
    """Everything the plane knows about a shot: seen or not, too near for cover or not, and what each origin gives."""

    visible: bool
    near: bool
    """Whether the two are within 2" of each other: no cover, and smoke does nothing."""
    outcomes: tuple[Outcome, ...]
    """Every different outcome, in the order of their first origins."""
    smoked: bool
    """Whether the target is wholly within smoke and the shooter more than 2" away."""


class Crossing(NamedTuple):
    """A part that lines from one origin cross."""

    part: int
    lines: tuple[int, ...]
    wholly: bool


class Decider(NamedTuple):
    """A line that decides: the part it crosses, what that gives, and the point of the crossing it was judged at."""

    part: int
    gives: str
    """"cover" or "obscured"."""
    line: tuple[Place, Place]
    at: Place
    to_target: float
    """Distance from the target to the vertical slice of the part there."""
    to_shooter: float


Line = tuple[tuple[float, float], tuple[float, float]]
"""A line in plan: where it starts and ends, in inches."""


class Depths(NamedTuple):
    """How deep the lines of a shot run through areas on the floor."""

    free: tuple[int, ...]
    """Numbers of the origins of which no line runs too deep."""
    least: float
    """Inches of the deepest line of the origin where that is least."""
    line: Line
    """That line."""


def surface(board: Board, body: Body) -> int:
    """Number of the deck that somebody stands on, its centre over it, edge included; -1 on the floor."""
    x, y, z = body.x / INCH, body.y / INCH, body.z / INCH
    if z < EPS:
        return -1
    for number in board.active:
        box = 4 * number
        if not board.flags[number] & DECK or abs(board.top[number] - z) > EPS:
            continue
        if not (
            board.box[box] - EPS <= x <= board.box[box + 2] + EPS
            and board.box[box + 1] - EPS <= y <= board.box[box + 3] + EPS
        ):
            continue
        corners = array(
            "d",
            [
                value
                for at in range(board.start[number], board.start[number + 1])
                for value in (board.xs[at], board.ys[at])
            ],
        )
        if kernels.away(corners, 0, len(corners) // 2, x, y) <= EPS:
            return number
    return -1


def line_height(board: Board, body: Body, stands: int) -> float:
    """Height of targeting lines at a body's base: a little above its surface, or where the level says."""
    level = board.parts[stands].line_z if stands >= 0 else None
    return (body.z if level is None else level) / INCH + FOOT


def own_terrain(board: Board, stands: int, reading: Reading = CROSSED) -> int:
    """The terrain that cannot obscure because somebody stands on its deck; slight steps may be such decks or not."""
    slight = not reading.slight_decks and stands >= 0 and board.flags[stands] & SLIGHT
    return -1 if stands < 0 or slight else board.group[stands]


class _Fan:
    """The targeting fan of a shot, as the kernel leaves it."""

    def __init__(
        self, board: Board, shooter: Body, target: Body, near: bool, whole: bool, reading: Reading = CROSSED
    ) -> None:
        prisms = board.prisms
        count = prisms.count
        stands, stood = surface(board, shooter), surface(board, target)
        self.nodes = standing_nodes(board, shooter, target) if board.walls else NO_NODES
        self.found = array("q", bytes(24 * count))
        self.cells = array("q", bytes(8 * kernels.ORIGINS * count))
        self.alike = array("q", bytes(8 * kernels.ORIGINS))
        self.shooter = (
            shooter.x / INCH,
            shooter.y / INCH,
            shooter.z / INCH,
            shooter.radius,
            line_height(board, shooter, stands),
        )
        self.target = (
            target.x / INCH,
            target.y / INCH,
            target.z / INCH,
            target.radius,
            line_height(board, target, stood),
        )
        self.count: int = engine().fan(
            *(prisms.tables, prisms.none, self.nodes, self.shooter, self.target, (target.z + target.height) / INCH),
            *(near, own_terrain(board, stands, reading), own_terrain(board, stood, reading), whole, reading.by_part),
            *(self.found, self.cells, self.alike),
            *(array("q", bytes(8 * count)), array("d", bytes(16 * kernels.LINES))),
        )

    def parts(self, board: Board, origin: int, bit: int) -> tuple[int, ...]:
        """The parts that have a bit set in an origin's row, in order."""
        row = origin * self.count
        found = {
            board.prisms.table[7 * self.found[place] + 6]
            for place in range(self.count)
            if self.cells[row + place] & bit
        }
        return tuple(sorted(found))


NO_NODES = array("d")


def shot(
    board: Board, shooter: Body, target: Body, *, smoke: tuple[Spot, ...] = (), reading: Reading = CROSSED
) -> Shot:
    """Whether a target is seen, and what gives it cover or obscures it from each origin."""
    kept = board.memo.get("shots")
    if not isinstance(kept, dict):
        kept = board.memo["shots"] = {}
    key = (shooter, target, smoke, reading)
    known = kept.get(key)
    if isinstance(known, Shot):
        return known
    answer = _shot(board, shooter, target, smoke, reading)
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = answer
    return answer


def _shot(board: Board, shooter: Body, target: Body, smoke: tuple[Spot, ...], reading: Reading) -> Shot:
    near = _near(board, shooter, target)
    hidden = not near and any(in_smoke(target, spot) for spot in smoke)
    hazy = hidden or (not near and any(in_smoke(shooter, spot) for spot in smoke))
    fan = _Fan(board, shooter, target, near, False, reading)
    outcomes: list[Outcome] = []
    if fan.count == 0:
        outcomes.append(Outcome(ALL_ORIGINS, (), (), (), (), hazy))
    else:
        alike: dict[int, list[int]] = {}
        for origin, first in enumerate(fan.alike):
            alike.setdefault(first, []).append(origin)
        grouped: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for first, origins in alike.items():
            # Two prisms may stand for one part, where a seam was closed: rows that differ can mean the same.
            sets = fan.parts(board, first, kernels.COVER), fan.parts(board, first, kernels.OBSCURED)
            grouped.setdefault(sets, []).extend(origins)
        for (cover, obscured), origins in grouped.items():
            outcomes.append(
                Outcome(
                    tuple(sorted(origins)), cover, obscured, _terrain(board, cover), _terrain(board, obscured), hazy
                )
            )
    return Shot(visible(board, shooter, target), near, tuple(outcomes), hidden)


def _near(board: Board, shooter: Body, target: Body) -> bool:
    """Whether two bodies are within 2" of each other, round walls where there are any."""
    return within(between(board, shooter, target, 2), 2)


ALL_ORIGINS = tuple(range(kernels.ORIGINS))


def _terrain(board: Board, parts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({board.group[number] for number in parts}))


def best(
    outcomes: tuple[Outcome, ...],
    valid: Callable[[Outcome], bool],
    follows: Callable[[Outcome], Hashable] = lambda outcome: outcome.in_cover,
    *,
    ranked: bool = True,
) -> tuple[Outcome, ...]:
    """The best outcomes for the attacker: one that is taken, or several that it is asked about.

    `valid` says whether an outcome makes the target valid; if any does, only those count. `follows` is what differs
    between outcomes for the rest of the shot; if not `ranked`, it may take any of those.
    """
    kept = [outcome for outcome in outcomes if valid(outcome)] or list(outcomes)
    least = min(outcome.rank for outcome in kept)
    chosen: dict[Hashable, Outcome] = {}
    for outcome in kept:
        if outcome.rank == least or not ranked:
            chosen.setdefault(follows(outcome), outcome)
    return tuple(chosen.values())


def crossings(board: Board, shooter: Body, target: Body, origin: int) -> tuple[Crossing, ...]:
    """The terrain that intervenes from one origin, wholly or not; nothing that is clear does."""
    fan = _Fan(board, shooter, target, _near(board, shooter, target), True)
    lines: dict[int, int] = {}
    for place in range(fan.count):
        number = board.prisms.table[7 * fan.found[place] + 6]
        lines[number] = lines.get(number, 0) | fan.cells[origin * fan.count + place] & ((1 << kernels.LINES) - 1)
    drawn = len(fan_lines(shooter, target, origin)[1])
    return tuple(
        Crossing(number, tuple(line for line in range(drawn) if bits >> line & 1), bits == (1 << drawn) - 1)
        for number, bits in sorted(lines.items())
        if bits
    )


def fan_lines(shooter: Body, target: Body, origin: int) -> tuple[tuple[float, float], list[tuple[float, float]]]:
    """An origin, and where its lines end in plan."""
    tx, ty = target.x / INCH, target.y / INCH
    ox, oy = kernels.origin_point(shooter.x / INCH, shooter.y / INCH, shooter.radius, tx, ty, origin)
    ends = array("d", bytes(16 * kernels.LINES))
    count = kernels.lines_from(ox, oy, tx, ty, target.radius, ends)
    return (ox, oy), [(ends[2 * line], ends[2 * line + 1]) for line in range(count)]


def depths(areas: Sequence[tuple[Edge, ...]], shooter: Body, target: Body, deep: float) -> Depths:
    """How deep the lines of a shot run through convex areas, and from which origins none runs deeper than `deep`
    inches."""
    sides, ends = _flat(areas)
    free, decider = array("q", bytes(8 * kernels.ORIGINS)), array("d", bytes(40))
    a, b = (shooter.x / INCH, shooter.y / INCH, shooter.radius), (target.x / INCH, target.y / INCH, target.radius)
    room = array("d", bytes(16 * kernels.LINES)), array("d", bytes(16 * len(areas)))
    count = engine().fan_depths(sides, ends, a, b, deep, free, decider, *room)
    least, ox, oy, ex, ey = decider
    return Depths(tuple(free[:count]), least, ((ox, oy), (ex, ey)))


def depth(areas: Sequence[tuple[Edge, ...]], line: Line) -> float:
    """Inches of one line inside convex areas."""
    (ox, oy), (ex, ey) = line
    inches: float = engine().line_depth(*_flat(areas), ox, oy, ex - ox, ey - oy, array("d", bytes(16 * len(areas))))
    return inches


def _flat(areas: Sequence[tuple[Edge, ...]]) -> tuple[array[float], array[int]]:
    """Areas as the kernels take them."""
    sides = array("d", [number for edges in areas for edge in edges for number in edge[5:]])
    return sides, array("q", accumulate(map(len, areas)))


def deciders(
    board: Board, shooter: Body, target: Body, outcome: Outcome, reading: Reading = CROSSED
) -> tuple[Decider, ...]:
    """For each part of an outcome the line that decides, from the first origin."""
    origin = outcome.origins[0]
    fan = _Fan(board, shooter, target, _near(board, shooter, target), True, reading)
    (ox, oy), ends = fan_lines(shooter, target, origin)
    (sx, sy, sz, sr, s_line), (tx, ty, tz, tr, t_line) = fan.shooter, fan.target
    found: dict[tuple[int, str], Decider] = {}
    prisms = board.prisms
    for place in range(fan.count):
        prism, cell = fan.found[place], fan.cells[origin * fan.count + place]
        number, wall = prisms.table[7 * prism + 6], bool(prisms.table[7 * prism] & WALL)
        bottom, top = prisms.solid[8 * prism + 6], prisms.solid[8 * prism + 7]
        sv, tv = kernels.beside(bottom, top, sz), kernels.beside(bottom, top, tz)
        for line, (ex, ey) in enumerate(ends):
            if not cell >> line & 1:
                continue
            dx, dy, dz = ex - ox, ey - oy, t_line - s_line
            start, end = kernels.clip(prisms.tables, prism, ox, oy, s_line, dx, dy, dz)
            stretch = (ox, oy, dx, dy, start, end)
            for gives, bit in (("cover", kernels.COVER), ("obscured", kernels.OBSCURED)):
                if not cell & bit or (number, gives) in found:
                    continue
                by_whole = reading.by_part and not wall
                if by_whole:
                    t = end if bit == kernels.COVER else (start + end) / 2
                elif bit == kernels.COVER:
                    t = kernels.covers(wall, fan.nodes, stretch, fan.target, tv)
                else:
                    t = kernels.obscures(wall, fan.nodes, stretch, fan.shooter, sv, fan.target, tv)
                if t >= 0:
                    x, y, z = ox + t * dx, oy + t * dy, s_line + t * dz
                    from_target = _to_prism(prisms, prism, tx, ty) if by_whole else hypot(x - tx, y - ty)
                    from_shooter = _to_prism(prisms, prism, sx, sy) if by_whole else hypot(x - sx, y - sy)
                    to_target = hypot(max(0.0, from_target - tr), tv)
                    to_shooter = hypot(max(0.0, from_shooter - sr), sv)
                    found[number, gives] = Decider(
                        number, gives, ((ox, oy, s_line), (ex, ey, t_line)), (x, y, z), to_target, to_shooter
                    )
    return tuple(found[key] for key in sorted(found))


def _to_prism(prisms: Prisms, prism: int, x: float, y: float) -> float:
    """How far a point is from a prism in plan."""
    corners, row = prisms.tables[3], 7 * prism
    return kernels.away(corners, prisms.table[row + 4], prisms.table[row + 5], x, y)


def nudged_shots(
    board: Board, shooter: Body, target: Body, *, smoke: tuple[Spot, ...] = (), reading: Reading = CROSSED
) -> Iterator[Shot]:
    """The shot with shooter or target moved by 0.01" in each direction: what differs in one of them is marginal."""
    return (_shot(board, a, b, smoke, reading) for a, b in nudged(shooter, target))

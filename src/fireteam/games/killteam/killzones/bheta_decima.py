"""Restricted targeting in Bheta-Decima: hazardous areas and gantries between a shooter and its target (KT-BHETA-04,
KT-BHETA-05)."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.core.refusals import Why, need
from fireteam.games.killteam.content.terrain import VANTAGE
from fireteam.games.killteam.killzones.close_quarters import BHETA_DECIMA, kind_of
from fireteam.games.killteam.positions import body_of
from fireteam.games.killteam.table import Table
from fireteam.space.plane.measure import flat_to_part
from fireteam.space.plane.model import CROSS, EPS, INCH, Board, Body
from fireteam.space.plane.placing import Edge, Ground, left_of, sides
from fireteam.space.plane.shots import ALL_ORIGINS, Line, depth, depths, fan_lines, surface

DEEP = 4.0
"""Inches of hazardous area along one line that keep a target on the floor from being valid (see KT-BHETA-04)."""
GANTRY = "gantry"
"""How the kinds of gantries begin: long, medium and short ones (see KT-BHETA-01)."""
Outline = tuple[tuple[float, float], ...]
"""The corners of a convex area in hundredths of an inch."""
KEPT = 4096
"""How many pairs a board remembers: a tape that is run again asks again."""


class Restriction(NamedTuple):
    """From which origins the lines to a target are free of what restricts targeting, and what decides where none is."""

    origins: tuple[int, ...]
    """Numbers of the free origins, as in shots.Outcome."""
    rule: str = ""
    inches: float = 0.0
    """The most hazardous area on one line from the origin that has least; only of hazardous areas."""
    part: str = ""
    """The gantry floor that lies between; only of gantries."""
    line: Line = ((0.0, 0.0), (0.0, 0.0))
    """The line that decides, in plan."""


FREE = Restriction(ALL_ORIGINS)


def restriction(t: Table, board: Board, shooter: int, target: int) -> Restriction:
    """What the killzone has against a shot: only in Bheta-Decima, and only if at least one of the two is on the floor
    (see KT-BHETA-04 and KT-BHETA-05)."""
    if kind_of(t) != BHETA_DECIMA or shooter == target:
        return FREE
    a, b = body_of(t, shooter), body_of(t, target)
    high = (surface(board, a) >= 0, surface(board, b) >= 0)
    if all(high):
        return FREE
    kept = board.memo.get("restricted")
    if not isinstance(kept, dict):
        kept = board.memo["restricted"] = {}
    known = kept.get((a, b))
    if not isinstance(known, Restriction):
        known = _gantries(board, a, b) if any(high) else _hazards(board, t.ground, a, b)
        if len(kept) >= KEPT:
            kept.clear()
        kept[a, b] = known
    return known


def unrestricted(t: Table, board: Board, shooter: int, target: int, why: Why) -> bool:
    """The check that the killzone lets some origin shoot: no 4" of hazardous area, no gantry between
    (see KT-BHETA-04 and KT-BHETA-05)."""
    found = restriction(t, board, shooter, target)
    if not found.rule:
        return True
    (ox, oy), (ex, ey) = found.line
    at = () if why is None else (f"{ox:.2f}, {oy:.2f}", f"{ex:.2f}, {ey:.2f}")
    if found.rule == "KT-BHETA-04":
        text = 'from some origin no line to {} runs through 4" of hazardous area; the best has {:.2f}"'
        return need(why, bool(found.origins), found.rule, text, t.name(target), found.inches, at=at)
    between = "" if found.origins else f": {found.part} does"
    text = "from some origin no gantry lies between {} and {} but those that either is on or in{}"
    return need(why, bool(found.origins), found.rule, text, t.name(shooter), t.name(target), between, at=at)


# -- hazardous areas ---------------------------------------------------------------------------------------------------


def _hazards(board: Board, ground: Ground, shooter: Body, target: Body) -> Restriction:
    """Floor to floor: an origin is free if none of its lines runs through 4" of hazardous area, all stretches added
    but for those under gantries that either of the two is in (KT-BHETA-04)."""
    areas: list[Outline] = [area for area in ground.areas if _beside(sides(area), shooter, target)]
    if not areas:
        return FREE
    for number in own_floors(board, shooter, target):
        areas = [piece for area in areas for piece in left_of(area, board.parts[number].polygon)]
    near = tuple(map(sides, areas))
    if not near:
        return FREE
    free, least, decider = depths(near, shooter, target, DEEP - EPS)
    return Restriction(free, "KT-BHETA-04", least, "", decider)


def _beside(edges: tuple[Edge, ...], shooter: Body, target: Body) -> bool:
    """Whether a footprint may meet a line between two bases: it reaches into the box round both."""
    reach = max(shooter.radius, target.radius)
    xs, ys = [edge[0] for edge in edges], [edge[1] for edge in edges]
    west, east = sorted((shooter.x / INCH, target.x / INCH))
    south, north = sorted((shooter.y / INCH, target.y / INCH))
    return min(xs) <= east + reach and max(xs) >= west - reach and min(ys) <= north + reach and max(ys) >= south - reach


# -- gantries ----------------------------------------------------------------------------------------------------------


def _gantries(board: Board, shooter: Body, target: Body) -> Restriction:
    """Floor to Vantage or the reverse: an origin is free if none of its lines crosses the footprint of a gantry, but
    for those that either of the two is on or in (KT-BHETA-05)."""
    own = own_floors(board, shooter, target)
    near: list[tuple[int, tuple[Edge, ...]]] = []
    for number, _ in gantry_floors(board):
        edges = sides(board.parts[number].polygon)
        if number not in own and _beside(edges, shooter, target):
            near.append((number, edges))
    if not near:
        return FREE
    free = {number: depths((edges,), shooter, target, CROSS).free for number, edges in near}
    origins = tuple(origin for origin in ALL_ORIGINS if all(origin in each for each in free.values()))
    if len(origins) == len(ALL_ORIGINS):
        return Restriction(origins, "KT-BHETA-05")
    bad = next(origin for origin in ALL_ORIGINS if origin not in origins)
    number, edges = next((number, edges) for number, edges in near if bad not in free[number])
    start, ends = fan_lines(shooter, target, bad)
    decider = next((start, end) for end in ends if depth((edges,), (start, end)) > CROSS)
    return Restriction(origins, "KT-BHETA-05", 0.0, board.parts[number].id, decider)


def gantry_floors(board: Board) -> tuple[tuple[int, int], ...]:
    """The floors of all gantries, each with a number that connected gantries share: they are the same terrain
    (KT-BHETA-01)."""
    found = board.memo.get("gantry floors")
    if not isinstance(found, tuple):
        names = [feature.id for feature in board.features if feature.kind.startswith(GANTRY)]
        group = {name: number for number, name in enumerate(names)}
        # A gantry is the same terrain as the gantries it touches, not as the condenser between two of them.
        for feature in board.features:
            for other in feature.connects:
                if feature.id in group and other in group:
                    one, two = sorted((group[feature.id], group[other]))
                    group = {name: one if number == two else number for name, number in group.items()}
        floors = [
            number for number in board.active if board.flags[number] & VANTAGE and board.parts[number].feature in group
        ]
        found = board.memo["gantry floors"] = tuple((number, group[board.parts[number].feature]) for number in floors)
    return found


def own_floors(board: Board, shooter: Body, target: Body) -> list[int]:
    """The floors of the gantries that either of two operatives is on or in; connected ones count as one
    (see KT-BHETA-01)."""
    floors = gantry_floors(board)
    own = {group for number, group in floors for body in (shooter, target) if on_or_in(board, body, number)}
    return [number for number, group in floors if group in own]


def on_or_in(board: Board, body: Body, number: int) -> bool:
    """Whether an operative stands on a gantry floor, or below it with its base reaching under it (see KT-BHETA-05)."""
    if surface(board, body) == number:
        return True
    below = body.z / INCH < board.bottom[number]
    return below and flat_to_part(board, body._replace(radius=body.radius - EPS), number) <= 0.0

"""Lines against terrain: scalars and flat arrays only, so that the same source runs plain or compiled.

Everything is in inches. The tables are those of `model.Prisms`: `table` has 7 numbers a prism (flags, group, edges
from, to, corners from, to, part), `solid` has 8 (west, south, east, north, bottom, top, own bottom, own top), `edges`
3, `corners` 2. All kernels are in this one file, because numba's cache does not notice a changed callee in another.
"""

from __future__ import annotations

from array import array
from math import acos, atan2, cos, hypot, pi, sin, sqrt
from typing import TypeAlias

from fireteam.space.jit import kernel

Numbers: TypeAlias = "array[float]"
Counts: TypeAlias = "array[int]"
Tables: TypeAlias = "tuple[Counts, Numbers, Numbers, Numbers]"
"""The tables of `model.Prisms`: `table`, `solid`, `edges`, `corners`."""
Disc: TypeAlias = "tuple[float, float, float]"
"""A base in plan: centre and radius."""
Stand: TypeAlias = "tuple[float, float, float, float, float]"
"""Somebody in a shot: centre of the base, height of its surface, radius, height at which lines start or end."""
Line: TypeAlias = "tuple[float, float, float, float, float, float]"
"""The crossed stretch of a line in plan: its origin, its whole run, and the part of it (from, to) that is inside."""

# Of model.py, which imports nothing from here: a compiled kernel takes them as constants of this file.
EPS = 0.001
CROSS = 0.02
TOUCH = 0.02
OBSCURES = 1
GRATED = 16
VEIL = 32
CLEAR = 64
WALL = 256
OPAQUE = 1024
CONTACT = 8192
NO_COVER = 16384

SIGHT_POINTS = 25
"""Points of a body that an eye may see: five across, five high."""
ORIGINS = 25
"""Points of the shooter's base that lines may start from."""
LINES = 25
"""Lines from one origin; all round a base that the origin stands over there are 24."""
COVER = 1 << 26
OBSCURED = 1 << 27
"""In a cell of the fan's answer, above one bit for each line that crosses the prism."""
SAME = 1e-9
"""Below this, differences are noise of the arithmetic: a line so near a face runs along it."""


@kernel
def clip(
    tables: Tables, prism: int, px: float, py: float, pz: float, dx: float, dy: float, dz: float
) -> tuple[float, float]:
    """The stretch of p + t * d, 0 <= t <= 1, inside the open prism, as (from, to); nothing if from >= to."""
    table, solid, edges, _ = tables
    start = 0.0
    end = 1.0
    for edge in range(3 * table[7 * prism + 2], 3 * table[7 * prism + 3], 3):
        nx = edges[edge]
        ny = edges[edge + 1]
        beyond = nx * px + ny * py - edges[edge + 2]
        slope = nx * dx + ny * dy
        if slope > SAME:
            t = -beyond / slope
            if t < end:
                end = t
                if start >= end:
                    return 1.0, 0.0
        elif slope < -SAME:
            t = -beyond / slope
            if t > start:
                start = t
                if start >= end:
                    return 1.0, 0.0
        elif beyond > -SAME:
            return 1.0, 0.0
    low = solid[8 * prism + 4]
    high = solid[8 * prism + 5]
    if dz > SAME:
        start = max(start, (low - pz) / dz)
        end = min(end, (high - pz) / dz)
    elif dz < -SAME:
        start = max(start, (high - pz) / dz)
        end = min(end, (low - pz) / dz)
    elif pz < low + SAME or pz > high - SAME:
        return 1.0, 0.0
    return start, end


@kernel
def away(corners: Numbers, first: int, last: int, x: float, y: float) -> float:
    """Distance in plan from a point to a convex footprint; 0 inside."""
    inside = True
    best = 1e18
    ax = corners[2 * last - 2]
    ay = corners[2 * last - 1]
    for corner in range(2 * first, 2 * last, 2):
        bx = corners[corner]
        by = corners[corner + 1]
        ex = bx - ax
        ey = by - ay
        if ex * (y - ay) - ey * (x - ax) < 0:
            inside = False
            t = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            gx = x - ax - t * ex
            gy = y - ay - t * ey
            square = gx * gx + gy * gy
            best = min(best, square)
        ax = bx
        ay = by
    return 0.0 if inside else sqrt(best)


@kernel
def farthest(corners: Numbers, first: int, last: int, x: float, y: float) -> float:
    """Distance in plan from a point to the farthest corner of a footprint."""
    best = 0.0
    for corner in range(2 * first, 2 * last, 2):
        best = max(best, hypot(corners[corner] - x, corners[corner + 1] - y))
    return best


@kernel
def blockers(
    tables: Tables,
    skip: Counts,
    found: Counts,
    eye: Disc,
    az: float,
    seen: Disc,
    low: float,
    high: float,
    spread: float,
) -> int:
    """Collect the prisms that may block sight from an eye to points about a disc; how many there are.

    The eye is at height `az`; `low` and `high` bound the heights seen, `spread` is how far they lie from the middle in
    plan. The two discs are the bases that a grated part must be near to be seen through.
    """
    table, solid, _, corners = tables
    ax, ay, ar = eye
    bx, by, br = seen
    west = min(ax, bx - spread)
    east = max(ax, bx + spread)
    south = min(ay, by - spread)
    north = max(ay, by + spread)
    floor = min(az, low)
    ceiling = max(az, high)
    dx = bx - ax
    dy = by - ay
    length = hypot(dx, dy)
    # Half the width of the strip that all lines stay in, times the length of its axis.
    room = spread * length
    count = 0
    for prism in range(len(skip)):
        box = 8 * prism
        if solid[box] >= east or solid[box + 2] <= west or solid[box + 1] >= north or solid[box + 3] <= south:
            continue
        if solid[box + 4] >= ceiling or solid[box + 5] <= floor or skip[prism]:
            continue
        row = 7 * prism
        flags = table[row]
        if not flags & (OPAQUE | VEIL):
            continue
        if length > SAME:
            # Of a box, the corner farthest to either side of the axis decides whether it can reach the strip.
            mx = (solid[box] + solid[box + 2]) * 0.5 - ax
            my = (solid[box + 1] + solid[box + 3]) * 0.5 - ay
            reach = abs(dx) * (solid[box + 3] - solid[box + 1]) * 0.5 + abs(dy) * (solid[box + 2] - solid[box]) * 0.5
            if abs(dx * my - dy * mx) >= reach + room:
                continue
        if flags & GRATED:
            first = table[row + 4]
            last = table[row + 5]
            if away(corners, first, last, ax, ay) - ar <= 1 + EPS or away(corners, first, last, bx, by) - br <= 1 + EPS:
                continue
        found[count] = prism
        count += 1
    return count


@kernel
def blocked(
    tables: Tables, found: Counts, count: int, px: float, py: float, pz: float, qx: float, qy: float, qz: float
) -> int:
    """The place in `found` of a prism that the line from p to q crosses; -1 if it is free."""
    dx = qx - px
    dy = qy - py
    dz = qz - pz
    enough = CROSS / max(sqrt(dx * dx + dy * dy + dz * dz), SAME)
    for place in range(count):
        start, end = clip(tables, found[place], px, py, pz, dx, dy, dz)
        if end - start > enough:
            return place
    return -1


@kernel
def seen_point(
    ax: float, ay: float, bx: float, by: float, body: float, foot: float, head: float, point: int
) -> tuple[float, float, float]:
    """One of the 25 points of a body that is looked for; the middle of the head first."""
    dx = bx - ax
    dy = by - ay
    length = hypot(dx, dy)
    if length > SAME:
        wx = -dy / length
        wy = dx / length
    else:
        # One above the other: directions count from east.
        wx = 0.0
        wy = 1.0
    across = point % 5
    aside = 0.0 if across == 0 else 1.0 if across == 1 else -1.0 if across == 2 else 0.5 if across == 3 else -0.5
    part = 1.0 - 0.25 * (point // 5)
    return bx + aside * body * wx, by + aside * body * wy, foot + part * (head - foot)


@kernel
def sight(
    tables: Tables, skip: Counts, found: Counts, eye: Disc, az: float, seen: Disc, body: float, foot: float, head: float
) -> int:
    """Number of a point of a body that the eye sees, or -1 - a prism that blocks where it sees none."""
    ax, ay, _ = eye
    bx, by, _ = seen
    count = blockers(tables, skip, found, eye, az, seen, foot, head, body)
    if count == 0:
        return 0
    for point in range(SIGHT_POINTS):
        x, y, z = seen_point(ax, ay, bx, by, body, foot, head, point)
        place = blocked(tables, found, count, ax, ay, az, x, y, z)
        if place < 0:
            return point
        if place:
            # What hid one point most likely hides the next: try it first.
            prism = found[place]
            found[place] = found[0]
            found[0] = prism
    return -1 - found[0]


@kernel
def part_seen(tables: Tables, skip: Counts, found: Counts, prism: int, eye: Disc, az: float) -> int:
    """Which of three heights of a part's nearest point the eye sees: 0, 1, 2; -1 for none."""
    table, solid, _, corners = tables
    ax, ay, _ = eye
    row = 7 * prism
    x = ax
    y = ay
    best = 1e18
    inside = True
    last = table[row + 5]
    px = corners[2 * last - 2]
    py = corners[2 * last - 1]
    for corner in range(2 * table[row + 4], 2 * last, 2):
        qx = corners[corner]
        qy = corners[corner + 1]
        ex = qx - px
        ey = qy - py
        if ex * (ay - py) - ey * (ax - px) < 0:
            inside = False
            t = ((ax - px) * ex + (ay - py) * ey) / (ex * ex + ey * ey)
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            gap = hypot(px + t * ex - ax, py + t * ey - ay)
            if gap < best:
                best = gap
                x = px + t * ex
                y = py + t * ey
        px = qx
        py = qy
    if inside:
        x = ax
        y = ay
    bottom = solid[8 * prism + 6]
    top = solid[8 * prism + 7]
    count = blockers(tables, skip, found, eye, az, (x, y, 0.0), bottom, top, 2 * CROSS)
    kept = 0
    for place in range(count):
        # The part itself, with the fillings of its seams, does not hide itself.
        if table[7 * found[place] + 6] != table[row + 6]:
            found[kept] = found[place]
            kept += 1
    for height in range(3):
        z = bottom + 0.05 if height == 0 else (bottom + top) * 0.5 if height == 1 else top - 0.05
        if blocked(tables, found, kept, ax, ay, az, x, y, z) < 0:
            return height
    return -1


@kernel
def origin_point(sx: float, sy: float, sr: float, tx: float, ty: float, origin: int) -> tuple[float, float]:
    """One of the 25 points of the shooter's base: its centre, then the rim from the direction of the target."""
    if origin == 0:
        return sx, sy
    towards = atan2(ty - sy, tx - sx) if hypot(tx - sx, ty - sy) > SAME else 0.0
    angle = towards + (origin - 1) * (pi / 12)
    return sx + sr * cos(angle), sy + sr * sin(angle)


@kernel
def lines_from(ox: float, oy: float, tx: float, ty: float, tr: float, ends: Numbers) -> int:
    """Write the ends of the lines from an origin to the facing arc of the target's base; how many lines there are."""
    distance = hypot(ox - tx, oy - ty)
    back = atan2(oy - ty, ox - tx) if distance > SAME else 0.0
    if distance <= tr + SAME:
        for line in range(24):
            ends[2 * line] = tx + tr * cos(back + line * (pi / 12))
            ends[2 * line + 1] = ty + tr * sin(back + line * (pi / 12))
        return 24
    half = acos(tr / distance)
    # Turned about the target a step at a time: one sine for all.
    x = tr * cos(back - half)
    y = tr * sin(back - half)
    c = cos(half / 12)
    s = sin(half / 12)
    for line in range(25):
        ends[2 * line] = tx + x
        ends[2 * line + 1] = ty + y
        x, y = x * c - y * s, x * s + y * c
    return 25


@kernel
def line_depth(sides: Numbers, ends: Counts, ox: float, oy: float, dx: float, dy: float, stretches: Numbers) -> float:
    """Inches of a line in plan inside convex areas; where they overlap they count once.

    `sides` has 3 numbers a side (as `edges` of the tables), `ends` says after which side each area ends; `stretches` is
    room to work in.
    """
    found = 0
    first = 0
    for area in range(len(ends)):
        start = 0.0
        end = 1.0
        for side in range(3 * first, 3 * ends[area], 3):
            beyond = sides[side] * ox + sides[side + 1] * oy - sides[side + 2]
            slope = sides[side] * dx + sides[side + 1] * dy
            if slope > 0.0:
                end = min(end, -beyond / slope)
            elif slope < 0.0:
                start = max(start, -beyond / slope)
            elif beyond > 0.0:
                end = 0.0
            if start >= end:
                break
        first = ends[area]
        if start < end:
            place = 2 * found
            while place > 0 and (
                stretches[place - 2] > start or (stretches[place - 2] == start and stretches[place - 1] > end)
            ):
                stretches[place] = stretches[place - 2]
                stretches[place + 1] = stretches[place - 1]
                place -= 2
            stretches[place] = start
            stretches[place + 1] = end
            found += 1
    covered = 0.0
    reached = 0.0
    for place in range(0, 2 * found, 2):
        covered += max(0.0, stretches[place + 1] - max(stretches[place], reached))
        reached = max(reached, stretches[place + 1])
    return covered * hypot(dx, dy)


@kernel
def fan_depths(
    sides: Numbers,
    ends: Counts,
    shooter: Disc,
    target: Disc,
    deep: float,
    free: Counts,
    decider: Numbers,
    lines: Numbers,
    stretches: Numbers,
) -> int:
    """Write the origins of which no line runs deeper than that through areas; how many there are.

    `decider` gets the deepest line of the origin where that is least: its depth, where it starts, where it ends. Of
    equally deep lines
    the one that ends farthest to the east counts, then to the north.
    """
    sx, sy, sr = shooter
    tx, ty, tr = target
    count = 0
    decider[0] = 1e9
    for origin in range(ORIGINS):
        ox, oy = origin_point(sx, sy, sr, tx, ty, origin)
        deepest = -1.0
        ex = 0.0
        ey = 0.0
        for line in range(lines_from(ox, oy, tx, ty, tr, lines)):
            x = lines[2 * line]
            y = lines[2 * line + 1]
            depth = line_depth(sides, ends, ox, oy, x - ox, y - oy, stretches)
            if depth > deepest or (depth == deepest and (x > ex or (x == ex and y > ey))):
                deepest = depth
                ex = x
                ey = y
        if deepest <= deep:
            free[count] = origin
            count += 1
        if deepest < decider[0]:
            decider[0] = deepest
            decider[1] = ox
            decider[2] = oy
            decider[3] = ex
            decider[4] = ey
    return count


@kernel
def in_zone(nodes: Numbers, x: float, y: float) -> bool:
    """Whether a point of a wall belongs to one of the corners or ends given."""
    nearest = 1.0
    for node in range(0, len(nodes) - 1, 2):
        nearest = min(nearest, hypot(nodes[node] - x, nodes[node + 1] - y))
    return nearest <= 0.5 + EPS


@kernel
def misses_zones(nodes: Numbers, line: Line) -> bool:
    """Whether a crossed stretch stays clear of every corner and end given."""
    ox, oy, dx, dy, start, end = line
    square = dx * dx + dy * dy
    for node in range(0, len(nodes) - 1, 2):
        x = nodes[node] - ox
        y = nodes[node + 1] - oy
        t = (x * dx + y * dy) / square if square > 0 else start
        t = start if t < start else end if t > end else t
        if hypot(t * dx - x, t * dy - y) <= 0.5 + 2 * EPS:
            return False
    return True


@kernel
def near_node(solid: Numbers, prism: int, nodes: Numbers) -> bool:
    """Whether a prism's box reaches into the zone of one of the corners or ends given."""
    box = 8 * prism
    nearest = 1.0
    for node in range(0, len(nodes) - 1, 2):
        x = nodes[node]
        y = nodes[node + 1]
        gap = max(solid[box] - x, x - solid[box + 2], solid[box + 1] - y, y - solid[box + 3])
        nearest = min(nearest, gap)
    return nearest <= 0.5 + EPS


@kernel
def covers(wall: bool, nodes: Numbers, line: Line, target: Stand, v: float) -> float:
    """Where on the crossed stretch (from start to end) it lies within 1" of the target: the t of that point, or -1."""
    ox, oy, dx, dy, start, end = line
    tx, ty, _, tr, _ = target
    if not wall:
        h = max(0.0, hypot(ox + end * dx - tx, oy + end * dy - ty) - tr)
        return end if h * h + v * v <= (1 + EPS) * (1 + EPS) else -1.0
    if misses_zones(nodes, line):
        return -1.0
    for step in range(8, -1, -1):
        t = start + (end - start) * (step / 8)
        x = ox + t * dx
        y = oy + t * dy
        h = max(0.0, hypot(x - tx, y - ty) - tr)
        if h * h + v * v <= (1 + EPS) * (1 + EPS) and in_zone(nodes, x, y):
            return t
    return -1.0


@kernel
def obscures(wall: bool, nodes: Numbers, line: Line, shooter: Stand, sv: float, target: Stand, tv: float) -> float:
    """Where on the crossed stretch it lies more than 1" from both bodies: the t of that point, or -1."""
    ox, oy, dx, dy, start, end = line
    sx, sy, _, sr, _ = shooter
    tx, ty, _, tr, _ = target
    if wall and misses_zones(nodes, line):
        return -1.0
    limit = (1 + EPS) * (1 + EPS)
    # Distances to either body have no hump along a line: where both ends are near, all of it is.
    h = max(0.0, hypot(ox + start * dx - tx, oy + start * dy - ty) - tr)
    near = max(0.0, hypot(ox + end * dx - tx, oy + end * dy - ty) - tr)
    if max(h, near) ** 2 + tv * tv <= limit:
        return -1.0
    h = max(0.0, hypot(ox + start * dx - sx, oy + start * dy - sy) - sr)
    near = max(0.0, hypot(ox + end * dx - sx, oy + end * dy - sy) - sr)
    if max(h, near) ** 2 + sv * sv <= limit:
        return -1.0
    for step in range(9):
        t = start + (end - start) * (step / 8)
        x = ox + t * dx
        y = oy + t * dy
        h = max(0.0, hypot(x - tx, y - ty) - tr)
        if h * h + tv * tv <= limit:
            continue
        h = max(0.0, hypot(x - sx, y - sy) - sr)
        if h * h + sv * sv <= limit:
            continue
        if not wall or in_zone(nodes, x, y):
            return t
    return -1.0


@kernel
def beside(bottom: float, top: float, z: float) -> float:
    """How far a surface lies above or below a part."""
    return max(0.0, bottom - z, z - top)


@kernel
def may_matter(
    tables: Tables, prism: int, near: bool, shooter: Stand, target: Stand, own: int, other: int, by_part: bool
) -> int:
    """Whether a prism, were it crossed, could give cover (COVER) or obscure (OBSCURED), judged by types and distances
    alone; `by_part`: the whole of it counts, wherever it is crossed."""
    table, solid, _, corners = tables
    sx, sy, sz, sr, _ = shooter
    tx, ty, tz, tr, _ = target
    row = 7 * prism
    flags = table[row]
    if flags & CLEAR:
        return 0
    first = table[row + 4]
    last = table[row + 5]
    bottom = solid[8 * prism + 6]
    top = solid[8 * prism + 7]
    able = 0
    v = beside(bottom, top, tz)
    if not near and not flags & NO_COVER:
        h = max(0.0, away(corners, first, last, tx, ty) - tr)
        # A closed seam reaches a little beyond its part.
        slack = 1 + EPS if by_part else 1 + EPS + 2 * CROSS
        if h * h + v * v <= slack * slack and (not flags & CONTACT or h * h + v * v <= TOUCH * TOUCH):
            able = COVER
    if flags & OBSCURES and table[row + 1] != own and table[row + 1] != other:
        if by_part:
            h = max(0.0, away(corners, first, last, tx, ty) - tr)
            far = max(0.0, away(corners, first, last, sx, sy) - sr)
            w = beside(bottom, top, sz)
            limit = (1 + EPS) * (1 + EPS)
            return able | OBSCURED if h * h + v * v > limit and far * far + w * w > limit else able
        slack = 2 * CROSS
        far_t = max(0.0, farthest(corners, first, last, tx, ty) - tr) + slack
        far_s = max(0.0, farthest(corners, first, last, sx, sy) - sr) + slack
        w = beside(bottom, top, sz)
        if far_t * far_t + v * v > 1 and far_s * far_s + w * w > 1:
            able |= OBSCURED
    return able


@kernel
def in_fan(solid: Numbers, prism: int, ox: float, oy: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a prism's box reaches between the two outermost lines from an origin: to a, and to b on its left."""
    box = 8 * prism
    west = solid[box] - ox
    south = solid[box + 1] - oy
    east = solid[box + 2] - ox
    north = solid[box + 3] - oy
    dx = ax - ox
    dy = ay - oy
    # The corner of the box farthest to the left of the right-hand line, and to the right of the left-hand one.
    if dx * (north if dx > 0 else south) - dy * (west if dy > 0 else east) <= 0:
        return False
    dx = bx - ox
    dy = by - oy
    return dx * (south if dx > 0 else north) - dy * (east if dy > 0 else west) < 0


@kernel
def lines_at(solid: Numbers, prism: int, ox: float, oy: float, ends: Numbers) -> tuple[int, int]:
    """The first and the last of the 25 lines from an origin that can meet a prism's box; all of them where it lies
    beside or behind."""
    box = 8 * prism
    west = solid[box] - ox
    south = solid[box + 1] - oy
    east = solid[box + 2] - ox
    north = solid[box + 3] - oy
    dx = ends[24] - ox
    dy = ends[25] - oy
    if min(dx * west, dx * east) + min(dy * south, dy * north) <= 0:
        return 0, 24
    # The outermost corners of the box as seen from the origin.
    lx = rx = west
    ly = ry = south
    if lx * south - ly * east > 0:
        lx, ly = east, south
    else:
        rx, ry = east, south
    for x, y in ((east, north), (west, north)):
        if lx * y - ly * x > 0:
            lx, ly = x, y
        if rx * y - ry * x < 0:
            rx, ry = x, y
    # Lines run from left to right: halve the interval until the first with the left corner on its left is found.
    low = 0
    high = 25
    while low < high:
        line = (low + high) // 2
        if (ends[2 * line] - ox) * ly - (ends[2 * line + 1] - oy) * lx > 0:
            high = line
        else:
            low = line + 1
    first = low
    high = 25
    while low < high:
        line = (low + high) // 2
        if (ends[2 * line] - ox) * ry - (ends[2 * line + 1] - oy) * rx < 0:
            low = line + 1
        else:
            high = line
    return first, low - 1


@kernel
def first_alike(cells: Counts, count: int, alike: Counts, origin: int) -> int:
    """The first origin from which the same prisms give cover and obscure as from this one."""
    for earlier in range(origin):
        if alike[earlier] != earlier:
            continue
        same = True
        for place in range(count):
            if (cells[earlier * count + place] ^ cells[origin * count + place]) & (COVER | OBSCURED):
                same = False
                break
        if same:
            return earlier
    return origin


@kernel
def fan(
    tables: Tables, skip: Counts, nodes: Numbers, shooter: Stand, target: Stand, eye: float, near: bool, own: int,
    other: int, whole: bool, by_part: bool, found: Counts, cells: Counts, alike: Counts, scratch: Counts,
    ends: Numbers,
) -> int:  # fmt: skip
    """The targeting fan: which prisms give cover or obscure from each of the 25 origins.

    Fills `found` with the prisms that matter, `cells` with a row for each origin (a cell a prism: bits of the lines
    that cross it, COVER, OBSCURED), `alike` with the first origin whose row is the same; returns how many prisms there
    are. `eye`: height of the target's eye. `near`: no cover, the two are within 2". `own`, `other`: terrain that cannot
    obscure. `whole`: note every line, not only what decides. `by_part`: a prism counts as a whole, near or far, but
    for walls.
    """
    table, solid, _, _ = tables
    sx, sy, sz, sr, s_line = shooter
    tx, ty, tz, tr, t_line = target
    low = min(s_line, t_line)
    high = max(s_line, t_line)
    west = min(sx - sr, tx - tr)
    east = max(sx + sr, tx + tr)
    south = min(sy - sr, ty - tr)
    north = max(sy + sr, ty + tr)
    axis_x = tx - sx
    axis_y = ty - sy
    room = max(sr, tr) * hypot(axis_x, axis_y)
    count = 0
    total = len(skip)
    for prism in range(total):
        box = 8 * prism
        if solid[box] >= east or solid[box + 2] <= west or solid[box + 1] >= north or solid[box + 3] <= south:
            continue
        if solid[box + 4] >= high + SAME or solid[box + 5] <= low - SAME or skip[prism]:
            continue
        mx = (solid[box] + solid[box + 2]) * 0.5 - sx
        my = (solid[box + 1] + solid[box + 3]) * 0.5 - sy
        reach = (
            abs(axis_x) * (solid[box + 3] - solid[box + 1]) * 0.5 + abs(axis_y) * (solid[box + 2] - solid[box]) * 0.5
        )
        if room > SAME and abs(axis_x * my - axis_y * mx) >= reach + room:
            continue
        by_whole = by_part and table[7 * prism] & WALL == 0
        able = may_matter(tables, prism, near, shooter, target, own, other, by_whole)
        if able and table[7 * prism] & WALL and not near_node(solid, prism, nodes):
            able = 0
        if able or whole:
            found[count] = prism
            # Behind the list: what the prism may still do, and whether the target sees it (0 not asked yet, 1 yes, 2
            # no).
            found[total + count] = able
            found[2 * total + count] = 0
            count += 1
    for origin in range(ORIGINS):
        row = origin * count
        for place in range(count):
            cells[row + place] = 0
        alike[origin] = 0
    if count == 0:
        return 0
    for origin in range(ORIGINS):
        row = origin * count
        ox, oy = origin_point(sx, sy, sr, tx, ty, origin)
        lines = 0
        for place in range(count):
            prism = found[place]
            able = found[total + place]
            if lines == 0:
                lines = lines_from(ox, oy, tx, ty, tr, ends)
            first = 0
            last = lines - 1
            if lines == 25:
                if not in_fan(solid, prism, ox, oy, ends[48], ends[49], ends[0], ends[1]):
                    continue
                first, last = lines_at(solid, prism, ox, oy, ends)
            cell = 0
            want = able
            entry = 7 * prism
            wall = table[entry] & WALL != 0
            by_whole = by_part and not wall
            for turn in range(last - first + 1):
                # From the middle outwards: a wall that matters is met at once.
                line = (first + last + 1) // 2 + (turn + 1) // 2 * (1 - 2 * (turn % 2))
                dx = ends[2 * line] - ox
                dy = ends[2 * line + 1] - oy
                start, end = clip(tables, prism, ox, oy, s_line, dx, dy, t_line - s_line)
                if end <= start:
                    continue
                if (end - start) * sqrt(dx * dx + dy * dy + (t_line - s_line) * (t_line - s_line)) <= CROSS:
                    continue
                cell |= 1 << line
                if want & COVER:
                    v = beside(solid[8 * prism + 6], solid[8 * prism + 7], tz)
                    if by_whole or covers(wall, nodes, (ox, oy, dx, dy, start, end), target, v) >= 0:
                        if found[2 * total + place] == 0:
                            seen = part_seen(tables, skip, scratch, prism, (tx, ty, tr), eye)
                            found[2 * total + place] = 1 if seen >= 0 else 2
                        want &= ~COVER
                        if found[2 * total + place] == 1:
                            cell |= COVER
                if want & OBSCURED:
                    v = beside(solid[8 * prism + 6], solid[8 * prism + 7], tz)
                    w = beside(solid[8 * prism + 6], solid[8 * prism + 7], sz)
                    if by_whole or obscures(wall, nodes, (ox, oy, dx, dy, start, end), shooter, w, target, v) >= 0:
                        cell |= OBSCURED
                        want &= ~OBSCURED
                if want == 0 and not whole:
                    break
            cells[row + place] = cell if whole else cell & (COVER | OBSCURED)
    for origin in range(1, ORIGINS):
        alike[origin] = first_alike(cells, count, alike, origin)
    return count

"""Rectangles that slide and turn: what they meet, and what carries their middle. Inches and radians.

A hull is given by its centre, the cosine and sine of its facing, half its length and half its width. Contacts are
written to `met`: for each block, then for each of the others, how far the hull has gone when it touches; BIG where it
does not. Overlaps up to `SLACK` are contact, and no more: a hull that leaves what it touches does not meet it.
"""

from __future__ import annotations

from math import acos, asin, atan2, cos, floor, hypot, pi, sin, sqrt

from fireteam.space.jit import kernel
from fireteam.space.plane.free.floorkernels import BARS, STEP, height_on
from fireteam.space.plane.free.roundkernels import Tables
from fireteam.space.plane.free.shapekernels import BIG, EPS, TINY, Numbers, away, box_away, meets_box, within

SLACK = 0.02
"""Inches by which hulls in contact may overlap: places are rounded to hundredths, facings to degrees."""
LEVEL = 0.011
"""Inches by which a far side may be higher and still be level."""
PIECES = 64
WHOLE, OVER = range(2)


@kernel
def slide_polygon(
    edges: Numbers,
    first: int,
    last: int,
    x: float,
    y: float,
    c: float,
    s: float,
    long: float,
    wide: float,
    dx: float,
    dy: float,
    length: float,
) -> float:
    """How far a rectangle slides before it overlaps a convex polygon; BIG: it does not."""
    start = -BIG
    end = BIG
    for axis in range(2 + last - first):
        if axis == 0:
            nx = c
            ny = s
        elif axis == 1:
            nx = -s
            ny = c
        else:
            row = 6 * (first + axis - 2)
            nx = edges[row + 3]
            ny = -edges[row + 2]
        half = abs(nx * c + ny * s) * long + abs(ny * c - nx * s) * wide - SLACK
        middle = nx * x + ny * y
        low = BIG
        high = -BIG
        for edge in range(6 * first, 6 * last, 6):
            place = nx * edges[edge] + ny * edges[edge + 1]
            low = min(low, place)
            high = max(high, place)
        one = low - middle - half
        two = high - middle + half
        speed = nx * dx + ny * dy
        if speed > TINY:
            start = max(start, one / speed)
            end = min(end, two / speed)
        elif speed < -TINY:
            start = max(start, two / speed)
            end = min(end, one / speed)
        elif one >= 0 or two <= 0:
            return BIG
        if start >= end:
            return BIG
    if end <= 0 or start > length:
        return BIG
    if start < 0:
        # It overlaps already: that counts unless it goes farther out than in.
        return 0.0 if end >= -start else BIG
    return start


@kernel
def corners_of(x: float, y: float, c: float, s: float, long: float, wide: float, edges: Numbers) -> None:
    """The outline of a rectangle as four edges."""
    for corner in range(4):
        u = long if corner % 3 == 0 else -long
        v = wide if corner < 2 else -wide
        edges[6 * corner] = x + c * u - s * v
        edges[6 * corner + 1] = y + s * u + c * v
    for corner in range(4):
        row = 6 * corner
        after = 6 * ((corner + 1) % 4)
        ex = edges[after] - edges[row]
        ey = edges[after + 1] - edges[row + 1]
        size = hypot(ex, ey)
        edges[row + 2] = ex / size
        edges[row + 3] = ey / size
        edges[row + 4] = size
        edges[row + 5] = edges[row + 3] * edges[row] - edges[row + 2] * edges[row + 1]


@kernel
def ahead(angle: float, way: float) -> float:
    """How far an angle lies ahead in a direction of turning: from 0 up to a full turn."""
    turned = angle * way
    return turned - 2 * pi * floor(turned / (2 * pi))


@kernel
def turn_point(rho: float, beta: float, way: float, long: float, wide: float, reach: float) -> float:
    """A rectangle turns about its centre, to the left (1) or right (-1): the angle at which it comes within reach of a
    point at polar (rho, beta) in its frame; BIG: never."""
    if rho < TINY:
        return BIG
    best = BIG
    for side in range(8):
        k = long + reach if side < 4 else wide + reach
        if rho <= k:
            continue
        turned = acos(k / rho) if side < 4 else asin(k / rho)
        if side < 4:
            b = turned if side % 2 == 0 else -turned
            if side >= 2:
                b = pi - b
            if abs(rho * sin(b)) > wide + TINY:
                continue
        else:
            b = turned if side % 2 == 0 else pi - turned
            if side >= 6:
                b = -b
            if abs(rho * cos(b)) > long + TINY:
                continue
        best = min(best, ahead(beta - b, way))
    if reach > 0:
        corner = hypot(long, wide)
        k = (rho * rho + corner * corner - reach * reach) / (2 * rho * corner)
        if -1 < k < 1:
            turned = acos(k)
            slant = atan2(wide, long)
            for number in range(8):
                at = slant
                if number // 2 == 1:
                    at = pi - slant
                elif number // 2 == 2:
                    at = pi + slant
                elif number // 2 == 3:
                    at = -slant
                b = at + (turned if number % 2 == 0 else -turned)
                if abs(rho * cos(b)) >= long - TINY and abs(rho * sin(b)) >= wide - TINY:
                    best = min(best, ahead(beta - b, way))
    return best


@kernel
def turn_disc(
    x: float, y: float, facing: float, long: float, wide: float, way: float, most: float, ox: float, oy: float, r: float
) -> float:
    """How far a rectangle turns before it touches a disc; BIG: it may turn all of it."""
    px = ox - x
    py = oy - y
    rho = hypot(px, py)
    if rho >= hypot(long, wide) + r - SLACK:
        return BIG
    beta = atan2(py, px) - facing
    if box_away(rho * cos(beta), rho * sin(beta), long, wide) < r - SLACK:
        return 0.0
    found = turn_point(rho, beta, way, long, wide, r - SLACK)
    return found if found <= most else BIG


@kernel
def turn_polygon(
    edges: Numbers,
    first: int,
    last: int,
    x: float,
    y: float,
    facing: float,
    long: float,
    wide: float,
    way: float,
    most: float,
) -> float:
    """How far a rectangle turns before it overlaps a convex polygon; BIG: it may turn all of it."""
    long -= SLACK
    wide -= SLACK
    reach = hypot(long, wide)
    if away(edges, first, last, x, y) >= reach:
        return BIG
    best = BIG
    slant = atan2(wide, long)
    for edge in range(6 * first, 6 * last, 6):
        ex = edges[edge] - x
        ey = edges[edge + 1] - y
        ux = edges[edge + 2]
        uy = edges[edge + 3]
        # Corners of the rectangle against the edge.
        foot = -(ex * ux + ey * uy)
        rest = reach * reach - (ex * ex + ey * ey - foot * foot)
        if rest > 0:
            for sign in range(2):
                t = foot + (sqrt(rest) if sign == 0 else -sqrt(rest))
                if t < -TINY or t > edges[edge + 4] + TINY:
                    continue
                px = ex + t * ux
                py = ey + t * uy
                if (-py * way) * uy - (px * way) * ux >= -1e-12:
                    continue  # it turns out of it there
                angle = atan2(py, px)
                for corner in range(4):
                    at = slant
                    if corner == 1:
                        at = pi - slant
                    elif corner == 2:
                        at = pi + slant
                    elif corner == 3:
                        at = -slant
                    best = min(best, ahead(angle - facing - at, way))
        # Corners of the polygon against the rectangle.
        rho = hypot(ex, ey)
        if rho < reach:
            beta = atan2(ey, ex) - facing
            if abs(rho * cos(beta)) < long and abs(rho * sin(beta)) < wide:
                return 0.0
            best = min(best, turn_point(rho, beta, way, long, wide, 0.0))
    return best if best <= most else BIG


@kernel
def floors_under(
    tables: Tables, x: float, y: float, z: float, dx: float, dy: float, length: float, span: float, pieces: Numbers
) -> tuple[int, int, float]:
    """What carries the middle along a straight leg: whether it goes over an edge, pieces, and where.

    A gap shorter than `span` is crossed if the far side rises out of it and is no higher than the near one. `pieces`
    has four numbers a stretch: from, to, floor or -1 over a gap, height at its start.
    """
    edges, floors, _, _, _, _, size = tables
    count = int(size[2])
    s = 0.0
    used = 0
    while used < PIECES - 2:
        px = x + dx * s
        py = y + dy * s
        found = -1
        until = s
        top = -BIG
        for number in range(count):
            row = 12 * number
            here = floors[row + 4] + floors[row + 5] * px + floors[row + 6] * py
            if abs(here - z) > STEP + EPS:
                continue
            start, end = within(edges, int(floors[row + 7]), int(floors[row + 8]), x, y, dx, dy, length, 1e-7)
            if start > end or start > s + EPS or end < s or (end <= s + EPS and s < length - EPS):
                continue
            slope = floors[row + 5] * dx + floors[row + 6] * dy
            height = here + slope * min(0.05, max(0.0, end - s))
            if height > top + TINY or (height > top - TINY and end > until):
                top = height
                until = end
                found = number
        if found < 0:
            onward = BIG
            landing = z
            for number in range(count):
                row = 12 * number
                start, end = within(
                    edges, int(floors[row + 7]), int(floors[row + 8]), x, y, dx, dy, length + span, 1e-7
                )
                if start > end or start <= s + EPS or start >= onward or start - s >= span - TINY:
                    continue
                there = height_on(tables, number, x + dx * start, y + dy * start)
                if there > z + LEVEL:
                    continue
                if rises(tables, count, number, x + dx * (start - 2 * EPS), y + dy * (start - 2 * EPS), there):
                    onward = start
                    landing = there
            if onward >= BIG:
                return OVER, used, s
            pieces[4 * used] = s
            pieces[4 * used + 1] = min(onward, length)
            pieces[4 * used + 2] = -1.0
            pieces[4 * used + 3] = z
            used += 1
            if onward >= length - EPS:
                return WHOLE, used, length
            s = onward + EPS
            z = landing
            continue
        row = 12 * found
        stop = min(until, length)
        for number in range(count):
            other = 12 * number
            if number == found:
                continue
            start, end = within(edges, int(floors[other + 7]), int(floors[other + 8]), x, y, dx, dy, length, 1e-7)
            if start <= s + EPS or start >= stop or end <= start + EPS:
                continue
            rise = height_on(tables, number, x + dx * start, y + dy * start)
            rise -= height_on(tables, found, x + dx * start, y + dy * start)
            steeper = (floors[other + 5] - floors[row + 5]) * dx + (floors[other + 6] - floors[row + 6]) * dy
            if -EPS < rise <= STEP + EPS and rise + steeper * min(0.05, end - start) > TINY:
                stop = start
        pieces[4 * used] = s
        pieces[4 * used + 1] = stop
        pieces[4 * used + 2] = float(found)
        pieces[4 * used + 3] = height_on(tables, found, px, py)
        used += 1
        z = height_on(tables, found, x + dx * stop, y + dy * stop)
        if stop >= length - TINY:
            return WHOLE, used, length
        s = stop if stop > s + TINY else s + 2 * EPS
    return OVER, used, s


@kernel
def rises(tables: Tables, count: int, but: int, x: float, y: float, z: float) -> bool:
    """Whether no other floor leads up to a height at a place: there the far side of a gap begins."""
    edges, floors, _, _, _, _, _ = tables
    for number in range(count):
        row = 12 * number
        if number == but or abs(height_on(tables, number, x, y) - z) > STEP:
            continue
        if away(edges, int(floors[row + 7]), int(floors[row + 8]), x, y) <= TINY:
            return False
    return True


@kernel
def height_at(tables: Tables, pieces: Numbers, used: int, dx: float, dy: float, s: float, z: float) -> float:
    """The height of the middle so many inches along a leg."""
    for piece in range(used):
        if s <= pieces[4 * piece + 1] + EPS:
            number = int(pieces[4 * piece + 2])
            if number < 0:
                return pieces[4 * piece + 3]
            floors = tables[1]
            slope = floors[12 * number + 5] * dx + floors[12 * number + 6] * dy
            return pieces[4 * piece + 3] + slope * (s - pieces[4 * piece])
    return z


@kernel
def stands_in_way(tables: Tables, block: int, low: float, high: float, tall: float, own: Numbers, owned: int) -> bool:
    """Whether a block stops a hull whose wheels are somewhere between two heights, and that drives on its `own`
    floors: what carries one of them does not."""
    blocks = tables[2]
    row = 12 * block
    if int(blocks[row + 6]) & BARS == 0:
        return False
    if blocks[row + 5] <= low + STEP + EPS or blocks[row + 4] >= high + tall - EPS:
        return False
    free = True
    for number in range(owned):
        if own[number] == blocks[row + 10]:
            free = False
    return free


@kernel
def slide(
    tables: Tables,
    pose: tuple[float, float, float, float, float, float, float, float],
    dx: float,
    dy: float,
    length: float,
    others: Numbers,
    count: int,
    own: Numbers,
    owned: int,
    corners: Numbers,
    pieces: Numbers,
    used: int,
    met: Numbers,
) -> None:
    """What a hull meets on a straight leg. `pose`: x, y, z, cosine, sine, half length, half width, height."""
    edges, _, blocks, _, _, _, size = tables
    x, y, z, c, s, long, wide, tall = pose
    reach = length + long + wide
    for block in range(int(size[3])):
        row = 12 * block
        met[block] = BIG
        if blocks[row] > x + reach or blocks[row + 2] < x - reach:
            continue
        if blocks[row + 1] > y + reach or blocks[row + 3] < y - reach:
            continue
        at = slide_polygon(edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y, c, s, long, wide, dx, dy, length)
        if at > length:
            continue
        one = height_at(tables, pieces, used, dx, dy, at, z)
        two = height_at(tables, pieces, used, dx, dy, length, z)
        if stands_in_way(tables, block, min(one, two), max(one, two), tall, own, owned):
            met[block] = at
    first = int(size[3])
    for other in range(count):
        row = 12 * other
        met[first + other] = BIG
        px = others[row + 1] - x
        py = others[row + 2] - y
        if others[row] == 0.0:
            at = meets_box(
                c * px + s * py,
                c * py - s * px,
                -(c * dx + s * dy),
                -(c * dy - s * dx),
                length,
                long,
                wide,
                others[row + 3] - SLACK,
            )
        else:
            corners_of(others[row + 1], others[row + 2], others[row + 5], others[row + 6], others[row + 3],
                       others[row + 4], corners)  # fmt: skip
            at = slide_polygon(corners, 0, 4, x, y, c, s, long, wide, dx, dy, length)
        if at > length:
            continue
        height = height_at(tables, pieces, used, dx, dy, at, z)
        if others[row + 7] <= height + tall and others[row + 7] + others[row + 8] >= height:
            met[first + other] = at


@kernel
def turn(
    tables: Tables,
    pose: tuple[float, float, float, float, float, float, float, float],
    facing: float,
    way: float,
    most: float,
    others: Numbers,
    count: int,
    own: Numbers,
    owned: int,
    corners: Numbers,
    met: Numbers,
) -> None:
    """What a hull meets as it turns about its centre, in radians turned."""
    edges, _, blocks, _, _, _, size = tables
    x, y, z, _, _, long, wide, tall = pose
    for block in range(int(size[3])):
        row = 12 * block
        met[block] = BIG
        if stands_in_way(tables, block, z, z, tall, own, owned):
            met[block] = turn_polygon(
                edges, int(blocks[row + 7]), int(blocks[row + 8]), x, y, facing, long, wide, way, most
            )
    first = int(size[3])
    for other in range(count):
        row = 12 * other
        met[first + other] = BIG
        if others[row + 7] > z + tall or others[row + 7] + others[row + 8] < z:
            continue
        if others[row] == 0.0:
            met[first + other] = turn_disc(
                x, y, facing, long, wide, way, most, others[row + 1], others[row + 2], others[row + 3]
            )
        else:
            corners_of(others[row + 1], others[row + 2], others[row + 5], others[row + 6], others[row + 3],
                       others[row + 4], corners)  # fmt: skip
            met[first + other] = turn_polygon(corners, 0, 4, x, y, facing, long, wide, way, most)

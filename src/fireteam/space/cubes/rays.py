"""Kernels of sight: whole numbers and flat arrays only, so that the same source runs plain or compiled.

Lengths are fortieths of an inch: a cube is 120, so half the height of every body is a whole number and nothing is
rounded. `grid` holds columns, rows and levels of the board and then, for each cube, the shape of its east face; of its
north face; its floor; its split (1 + shape across x, SPLIT_Y + 1 + shape across y). Faces towards filled cubes are
blocked there, floors at them whole. `fog` is 1 for cubes that no ray leaves, enters or crosses. No ray leaves the box
that the cubes of its ends span.
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

from fireteam.space.jit import kernel

Numbers: TypeAlias = "array[int]"

CUBE = 120
HALF = 60
FAR = 1 << 62
HEAD = 3
"""Numbers of `grid` before the first face."""
SPLIT_Y = 100
KINDS = 5
EAST, NORTH, FLOOR, SPLIT, FOG = range(KINDS)
"""What can stop a ray in a cube."""


@kernel
def wall_solid(shape: int, along: int, up: int, scale: int) -> bool:
    """Whether a point of an upright face is solid; the edge of an opening is open. Lengths are times `scale`."""
    if shape == 0:
        return False
    if shape <= 3:
        return up < 30 * shape * scale
    if shape <= 6:
        off = along - HALF * scale
        if off < 0:
            off = -off
        return off > 15 * (shape - 3) * scale
    if shape == 7:
        return along < 30 * scale or along > 90 * scale or up < 30 * scale or up > 90 * scale
    return True


@kernel
def floor_solid(kind: int, along_x: int, along_y: int, scale: int) -> bool:
    """Whether a point of a floor is solid; the inner edge of a half tile is."""
    if kind == 0:
        return False
    if kind == 2:
        return along_y >= HALF * scale
    if kind == 3:
        return along_y <= HALF * scale
    if kind == 4:
        return along_x >= HALF * scale
    if kind == 5:
        return along_x <= HALF * scale
    return True


@kernel
def stopped_at(kind: int, x: int, y: int, z: int, px: int, py: int, pz: int, scale: int, grid: Numbers) -> int:
    """What stops a ray at a face, which is the east or north one or the floor of a cube, as `trace` says it."""
    nx, ny = grid[0], grid[1]
    cube = (z * ny + y) * nx + x
    shape = grid[HEAD + kind * nx * ny * grid[2] + cube]
    if shape == 0:
        return 0
    side = CUBE * scale
    if kind == EAST:
        solid = wall_solid(shape, py - y * side, pz - z * side, scale)
    elif kind == NORTH:
        solid = wall_solid(shape, px - x * side, pz - z * side, scale)
    else:
        solid = floor_solid(shape, px - x * side, py - y * side, scale)
    return 1 + cube * KINDS + kind if solid else 0


@kernel
def split_stops(
    split: int, x: int, y: int, z: int, sx: int, sy: int, sz: int, dx: int, dy: int, dz: int, scale: int
) -> bool:
    """Whether the wall that splits a cube stops the ray from s by d, `scale` being the product of the ray's lengths."""
    across_x = split <= SPLIT_Y
    plane = (x * CUBE if across_x else y * CUBE) + HALF
    start = sx if across_x else sy
    way = dx if across_x else dy
    if not (start < plane < start + way or start + way < plane < start):
        return False
    share = (plane - start) * (scale // way)
    side = CUBE * scale
    px, py, pz = (
        sx * scale + dx * share - x * side,
        sy * scale + dy * share - y * side,
        sz * scale + dz * share - z * side,
    )
    if px < 0 or py < 0 or pz < 0 or px > side or py > side or pz > side:
        return False
    return wall_solid(split - 1 if across_x else split - SPLIT_Y - 1, py if across_x else px, pz, scale)


@kernel
def trace(sx: int, sy: int, sz: int, ex: int, ey: int, ez: int, grid: Numbers, fog: Numbers) -> int:
    """What stops the straight ray from s to e first: 0 for nothing, else 1 + cube * KINDS + kind.

    The ray is measured in parts of a whole that the lengths along all three axes divide, so that two planes it crosses
    at one point are found to be crossed there.
    """
    nx, ny = grid[0], grid[1]
    count = nx * ny * grid[2]
    dx, dy, dz = ex - sx, ey - sy, ez - sz
    ax, ay, az = abs(dx) or 1, abs(dy) or 1, abs(dz) or 1
    kx, ky, kz = ay * az, ax * az, ax * ay
    scale = kx * ax
    x, y, z = sx // CUBE, sy // CUBE, sz // CUBE
    ux, uy, uz = (1 if dx > 0 else -1), (1 if dy > 0 else -1), (1 if dz > 0 else -1)
    tx = ((x + 1) * CUBE - sx if dx > 0 else sx - x * CUBE) * kx if dx else FAR
    ty = ((y + 1) * CUBE - sy if dy > 0 else sy - y * CUBE) * ky if dy else FAR
    tz = ((z + 1) * CUBE - sz if dz > 0 else sz - z * CUBE) * kz if dz else FAR
    while True:
        cube = (z * ny + y) * nx + x
        if fog[cube]:
            return 1 + cube * KINDS + FOG
        split = grid[HEAD + SPLIT * count + cube]
        if split and split_stops(split, x, y, z, sx, sy, sz, dx, dy, dz, scale):
            return 1 + cube * KINDS + SPLIT
        t = tx if tx < ty else ty
        t = t if t < tz else tz
        if t >= scale:
            return 0
        cx, cy, cz = tx == t, ty == t, tz == t
        if cx and not cy and not cz:
            low = x if ux > 0 else x - 1
            if grid[HEAD + cube + low - x]:
                px, py, pz = sx * scale + dx * t, sy * scale + dy * t, sz * scale + dz * t
                stop = stopped_at(EAST, low, y, z, px, py, pz, scale, grid)
                if stop:
                    return stop
        elif cy and not cx and not cz:
            low = y if uy > 0 else y - 1
            if grid[HEAD + count + cube + (low - y) * nx]:
                px, py, pz = sx * scale + dx * t, sy * scale + dy * t, sz * scale + dz * t
                stop = stopped_at(NORTH, x, low, z, px, py, pz, scale, grid)
                if stop:
                    return stop
        elif cz and not cx and not cy:
            high = z + 1 if uz > 0 else z
            if grid[HEAD + 2 * count + cube + (high - z) * nx * ny]:
                px, py, pz = sx * scale + dx * t, sy * scale + dy * t, sz * scale + dz * t
                stop = stopped_at(FLOOR, x, y, high, px, py, pz, scale, grid)
                if stop:
                    return stop
        else:
            px, py, pz = sx * scale + dx * t, sy * scale + dy * t, sz * scale + dz * t
            stop = 0
            for order in range(6):
                # Some order of crossing the planes must meet no solid face.
                stop = 0
                hx, hy, hz = x, y, z
                for turn in range(3):
                    axis = (order + turn) % 3 if order < 3 else (order - turn) % 3
                    if stop:
                        continue
                    if axis == 0 and cx:
                        stop = stopped_at(EAST, hx if ux > 0 else hx - 1, hy, hz, px, py, pz, scale, grid)
                        hx += ux
                    elif axis == 1 and cy:
                        stop = stopped_at(NORTH, hx, hy if uy > 0 else hy - 1, hz, px, py, pz, scale, grid)
                        hy += uy
                    elif axis == 2 and cz:
                        stop = stopped_at(FLOOR, hx, hy, hz + 1 if uz > 0 else hz, px, py, pz, scale, grid)
                        hz += uz
                if not stop:
                    break
            if stop:
                return stop
        if cx:
            x += ux
            tx += CUBE * kx
        if cy:
            y += uy
            ty += CUBE * ky
        if cz:
            z += uz
            tz += CUBE * kz


@kernel
def passed(sx: int, sy: int, sz: int, ex: int, ey: int, ez: int, nx: int, ny: int, found: Numbers) -> int:
    """How many cubes a straight line passes, which are put into `found`.

    Scenery does not matter; through an edge or a corner the line goes straight across.
    """
    dx, dy, dz = ex - sx, ey - sy, ez - sz
    ax, ay, az = abs(dx) or 1, abs(dy) or 1, abs(dz) or 1
    kx, ky, kz = ay * az, ax * az, ax * ay
    scale = kx * ax
    x, y, z = sx // CUBE, sy // CUBE, sz // CUBE
    ux, uy, uz = (1 if dx > 0 else -1), (1 if dy > 0 else -1), (1 if dz > 0 else -1)
    tx = ((x + 1) * CUBE - sx if dx > 0 else sx - x * CUBE) * kx if dx else FAR
    ty = ((y + 1) * CUBE - sy if dy > 0 else sy - y * CUBE) * ky if dy else FAR
    tz = ((z + 1) * CUBE - sz if dz > 0 else sz - z * CUBE) * kz if dz else FAR
    count = 0
    while True:
        found[count] = (z * ny + y) * nx + x
        count += 1
        t = min(tx, ty, tz)
        if t >= scale:
            return count
        if tx == t:
            x += ux
            tx += CUBE * kx
        if ty == t:
            y += uy
            ty += CUBE * ky
        if tz == t:
            z += uz
            tz += CUBE * kz


@kernel
def enters(sx: int, sy: int, sz: int, ex: int, ey: int, ez: int, boxes: Numbers, box: int) -> bool:
    """Whether a ray enters a box (west, east, south, north, bottom, top); touching its surface is not entering."""
    low, low_of, high, high_of = 0, 1, 1, 1
    for axis in range(3):
        start = sx if axis == 0 else sy if axis == 1 else sz
        way = (ex if axis == 0 else ey if axis == 1 else ez) - start
        near, far = boxes[6 * box + 2 * axis] - start, boxes[6 * box + 2 * axis + 1] - start
        if way == 0:
            if near >= 0 or far <= 0:
                return False
            continue
        if way < 0:
            way, near, far = -way, -far, -near
        if near * low_of > low * way:
            low, low_of = near, way
        if far * high_of < high * way:
            high, high_of = far, way
    return low * high_of < high * low_of


@kernel
def look(eyes: Numbers, points: Numbers, grid: Numbers, fog: Numbers, boxes: Numbers) -> int:
    """The first ray from an eye to a point, the highest points first, that neither scenery nor a box stops:
    1 + eye * points + point; 0 if there is none."""
    count = len(points) // 3
    for eye in range(len(eyes) // 3):
        sx, sy, sz = eyes[3 * eye], eyes[3 * eye + 1], eyes[3 * eye + 2]
        for back in range(count):
            point = count - 1 - back
            ex, ey, ez = points[3 * point], points[3 * point + 1], points[3 * point + 2]
            if trace(sx, sy, sz, ex, ey, ez, grid, fog):
                continue
            free = True
            for box in range(len(boxes) // 6):
                if enters(sx, sy, sz, ex, ey, ez, boxes, box):
                    free = False
                    break
            if free:
                return 1 + eye * count + point
    return 0


@kernel
def overlook(eyes: Numbers, points: Numbers, grid: Numbers, fog: Numbers) -> int:
    """The eyes, as bits, from which a ray to every point is free of scenery."""
    found = 0
    for eye in range(len(eyes) // 3):
        sx, sy, sz = eyes[3 * eye], eyes[3 * eye + 1], eyes[3 * eye + 2]
        free = True
        for point in range(len(points) // 3):
            if trace(sx, sy, sz, points[3 * point], points[3 * point + 1], points[3 * point + 2], grid, fog):
                free = False
                break
        if free:
            found |= 1 << eye
    return found


@kernel
def hindered(eyes: Numbers, points: Numbers, boxes: Numbers) -> int:
    """The eyes, as bits, from which a ray to some point enters one of the boxes."""
    found = 0
    for eye in range(len(eyes) // 3):
        sx, sy, sz = eyes[3 * eye], eyes[3 * eye + 1], eyes[3 * eye + 2]
        for point in range(len(points) // 3):
            for box in range(len(boxes) // 6):
                if enters(sx, sy, sz, points[3 * point], points[3 * point + 1], points[3 * point + 2], boxes, box):
                    found |= 1 << eye
    return found

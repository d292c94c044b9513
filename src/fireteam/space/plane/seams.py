"""Closing the seams between terrain parts, so that no line of zero width runs between two pieces of one wall."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

GAP = 0.039
"""Gaps under a millimetre are closed."""
OVERLAP = 0.001
"""How far a closed seam reaches into the neighbour: enough for a line in the seam to run inside, too little to matter
elsewhere."""

OPEN_HEIGHT = 1e9
"""Top of what has no upper end; its negative is the bottom."""

Corner = tuple[float, float]


class Solid(NamedTuple):
    """A prism as lines meet it: part it stands for, corners in inches (counter-clockwise), bottom and top."""

    part: int
    polygon: tuple[Corner, ...]
    bottom: float
    top: float


class _Piece:
    """A prism whose edges, top and bottom may be pushed outwards while seams are closed."""

    def __init__(self, solid: Solid, kind: int) -> None:
        self.part = solid.part
        self.kind = kind
        self.corners = solid.polygon
        self.bottom = solid.bottom
        self.top = solid.top
        count = len(self.corners)
        self.normals: list[Corner] = []
        for number, (x, y) in enumerate(self.corners):
            x1, y1 = self.corners[(number + 1) % count]
            length = hypot(x1 - x, y1 - y)
            self.normals.append(((y1 - y) / length, (x - x1) / length))
        self.west = min(x for x, _ in self.corners)
        self.east = max(x for x, _ in self.corners)
        self.south = min(y for _, y in self.corners)
        self.north = max(y for _, y in self.corners)
        self.pushes = [0.0] * count
        self.up = 0.0
        self.down = 0.0

    def holds(self, corners: tuple[Corner, ...]) -> bool:
        """Whether all the corners lie in this footprint, its edge included."""
        return all(
            nx * (px - x) + ny * (py - y) <= 1e-9
            for (nx, ny), (x, y) in zip(self.normals, self.corners, strict=True)
            for px, py in corners
        )

    def solid(self) -> Solid:
        """The prism with its pushes applied."""
        if not any(self.pushes):
            return Solid(self.part, self.corners, self.bottom - self.down, self.top + self.up)
        count = len(self.corners)
        corners: list[Corner] = []
        for number in range(count):
            before, (x, y) = number - 1, self.corners[number]
            (ax, ay), (bx, by) = self.normals[before], self.normals[number]
            # The new corner lies on both pushed edges.
            a, b = self.pushes[before], self.pushes[number]
            turn = ax * by - ay * bx
            corners.append((x + (a * by - b * ay) / turn, y + (b * ax - a * bx) / turn))
        return Solid(self.part, tuple(corners), self.bottom - self.down, self.top + self.up)


def closed_seams(solids: list[Solid], kinds: list[int]) -> list[Solid]:
    """The prisms with all gaps under 1 mm closed between parts of the same kind; a piece that fits neither is added as
    a prism.

    Parts of different kinds (one can be seen through, the other not) keep their seam: along it a line meets the face of
    neither.
    """
    pieces = [_Piece(solid, kind) for solid, kind in zip(solids, kinds, strict=True)]
    order = sorted(range(len(pieces)), key=lambda number: (pieces[number].west, number))
    fillers: list[Solid] = []
    for place, number in enumerate(order):
        here = pieces[number]
        for other in order[place + 1 :]:
            there = pieces[other]
            if there.west > here.east + GAP:
                break
            if there.kind != here.kind or there.south > here.north + GAP or here.south > there.north + GAP:
                continue
            if there.bottom > here.top + GAP or here.bottom > there.top + GAP:
                continue
            first, second = (here, there) if number < other else (there, here)
            _beside(first, second, fillers)
            _stacked(first, second, fillers)
            _stacked(second, first, fillers)
    return [piece.solid() for piece in pieces] + fillers


def _beside(a: _Piece, b: _Piece, fillers: list[Solid]) -> None:
    """Close the seam between two faces that look at each other."""
    bottom, top = max(a.bottom, b.bottom), min(a.top, b.top)
    if top - bottom <= 1e-9:
        return
    for number, (nx, ny) in enumerate(a.normals):
        for other, (mx, my) in enumerate(b.normals):
            if nx * mx + ny * my > -1 + 1e-12:
                continue
            x, y = a.corners[number]
            bx, by = b.corners[other]
            gap = nx * (bx - x) + ny * (by - y)
            if not -1e-9 <= gap < GAP:
                continue
            a0, a1 = _stretch(a, number, nx, ny)
            b0, b1 = _stretch(b, other, nx, ny)
            low, high = max(a0, b0), min(a1, b1)
            if high - low <= 1e-9:
                continue
            push = gap + OVERLAP
            if b0 <= a0 + 1e-9 and a1 <= b1 + 1e-9 and b.bottom <= a.bottom and a.top <= b.top:
                a.pushes[number] = max(a.pushes[number], push)
            elif a0 <= b0 + 1e-9 and b1 <= a1 + 1e-9 and a.bottom <= b.bottom and b.top <= a.top:
                b.pushes[other] = max(b.pushes[other], push)
            else:
                inner, outer = nx * x + ny * y - OVERLAP, nx * x + ny * y + push
                corners = ((inner, low), (outer, low), (outer, high), (inner, high))
                polygon = tuple((nx * depth - ny * along, ny * depth + nx * along) for depth, along in corners)
                fillers.append(Solid(_owner(a, b), polygon, bottom, top))


def _stacked(lower: _Piece, upper: _Piece, fillers: list[Solid]) -> None:
    """Close the seam between a top and the bottom that stands on it."""
    gap = upper.bottom - lower.top
    if not -1e-9 <= gap < GAP:
        return
    shared = _shared(lower, upper)
    if len(shared) < 3:
        return
    push = gap + OVERLAP
    if upper.holds(lower.corners):
        lower.up = max(lower.up, push)
    elif lower.holds(upper.corners):
        upper.down = max(upper.down, push)
    else:
        fillers.append(Solid(_owner(lower, upper), shared, lower.top - OVERLAP, upper.bottom + OVERLAP))


def _stretch(piece: _Piece, number: int, nx: float, ny: float) -> tuple[float, float]:
    """An edge of a piece measured along the face with that normal."""
    x, y = piece.corners[number]
    x1, y1 = piece.corners[(number + 1) % len(piece.corners)]
    a, b = nx * y - ny * x, nx * y1 - ny * x1
    return (a, b) if a < b else (b, a)


def _owner(a: _Piece, b: _Piece) -> int:
    """The part a filling belongs to: not the one of unlimited height, which would lift the filling with it; else the
    first."""
    return b.part if a.top >= OPEN_HEIGHT > b.top else a.part


def _shared(a: _Piece, b: _Piece) -> tuple[Corner, ...]:
    """The footprint two pieces share; nothing if they only touch."""
    polygon = list(a.corners)
    for (nx, ny), (x, y) in zip(b.normals, b.corners, strict=True):
        depths = [nx * (px - x) + ny * (py - y) for px, py in polygon]
        cut: list[Corner] = []
        for number, (px, py) in enumerate(polygon):
            after = (number + 1) % len(polygon)
            here, there = depths[number], depths[after]
            if here <= 0:
                cut.append((px, py))
            if (here < 0 < there) or (there < 0 < here):
                part = here / (here - there)
                qx, qy = polygon[after]
                cut.append((px + part * (qx - px), py + part * (qy - py)))
        polygon = cut
        if len(polygon) < 3:
            return ()
    corners = tuple(
        point
        for number, point in enumerate(polygon)
        if hypot(point[0] - polygon[number - 1][0], point[1] - polygon[number - 1][1]) > 1e-9
    )
    doubled = sum(
        x * corners[(number + 1) % len(corners)][1] - y * corners[(number + 1) % len(corners)][0]
        for number, (x, y) in enumerate(corners)
    )
    return corners if doubled > 1e-6 else ()

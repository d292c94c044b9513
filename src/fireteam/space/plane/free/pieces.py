"""What a map has, as plain data: floors, blocks, patches, ladders, lifts and rails, each with an id and its bits."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.space.plane.model import Polygon, TerrainError, check_polygon

# What a block, or the slab under a floor, is.
IMPASSABLE = 1
"""Nobody goes through it or up it."""
OBSTACLE = 1 << 1
"""It is crossed at the cost of its height; nobody ends with the centre over it."""
CLIMBABLE = 1 << 2
"""Its faces are climbed at two inches an inch; a floor on top is a Floor of the same id."""
SLAB = 1 << 3
"""What carries a floor: it has no face to climb, and a slope leads up to it."""
RUNGS = 1 << 4
"""Its faces are ladders."""
SOLID = 1 << 5
"""Nothing is measured through it."""
OPAQUE = 1 << 6
"""It stops sight."""
FLIMSY = 1 << 7
"""It gives way to what drives into it."""
OWN = 1 << 16
"""Bits from here on mean nothing to the plane: a game's own."""
BARS = IMPASSABLE | OBSTACLE | CLIMBABLE | SLAB | RUNGS
"""A block with none of these is in nobody's way."""

# What a patch is.
DIFFICULT = 1
"""Each inch through it costs two, by the centre."""
DANGEROUS = 1 << 1
"""Entering it, by the centre, is an event; a search goes round it unless told otherwise."""
HOLE = 1 << 2
"""The floor it lies in is not there. With a depth it has a bottom of its own, else it is open to below."""
RUNGED = 1 << 3
"""The sides of the hole are ladders all round."""


class Floor(NamedTuple):
    """Something to stand on: z + gx * x + gy * y over a convex polygon, in hundredths (gx, gy: inches an inch)."""

    id: str
    polygon: Polygon
    z: float
    gx: float = 0.0
    gy: float = 0.0
    thickness: int = 0
    """Of the slab that carries it; 0: it is the top of a block, or the ground."""
    bits: int = 0
    """Of its slab."""
    only: tuple[str, ...] = ()
    """States of its id in which it is there; none: always."""


class Block(NamedTuple):
    """An upright prism over a convex polygon, in hundredths."""

    id: str
    polygon: Polygon
    bottom: int
    top: int
    bits: int
    only: tuple[str, ...] = ()


class Patch(NamedTuple):
    """A part of the floor at a height: difficult, dangerous, or a hole."""

    id: str
    polygon: Polygon
    z: int
    bits: int
    depth: int = 0
    only: tuple[str, ...] = ()


class Ladder(NamedTuple):
    """Where a base that touches it goes up or down between two heights."""

    id: str
    x: int
    y: int
    low: int
    high: int
    only: tuple[str, ...] = ()


class Lift(NamedTuple):
    """A plate that stops at these heights; the state of its id is the number of the stop."""

    id: str
    polygon: Polygon
    stops: tuple[int, ...]
    start: int = 0
    """The number of the stop at which it begins."""
    thickness: int = 0
    bits: int = 0


class Rail(NamedTuple):
    """A railing along an edge, from its foot at z."""

    id: str
    x0: int
    y0: int
    x1: int
    y1: int
    z: int
    height: int = 50
    only: tuple[str, ...] = ()


Piece = Floor | Block | Patch | Ladder | Rail


class States(NamedTuple):
    """What has changed since the map was laid out."""

    shown: tuple[tuple[str, str], ...] = ()
    """The state of an id, sorted by id; of a lift the number of its stop."""
    removed: tuple[str, ...] = ()
    """Ids of pieces taken away."""
    placed: tuple[Piece, ...] = ()
    """Pieces put down since."""


BARE = States()


def check_pieces(pieces: tuple[Piece, ...], width: int, height: int) -> None:
    """Refuse what has no convex footprint on the table, no height, or no length."""
    for piece in pieces:
        if isinstance(piece, Floor | Block | Patch):
            check_polygon(piece.id, piece.polygon)
            if any(not (0 <= x <= width and 0 <= y <= height) for x, y in piece.polygon):
                raise TerrainError(piece.id, "stands over the edge of the table")
        if isinstance(piece, Block) and piece.bottom >= piece.top:
            raise TerrainError(piece.id, f"bottom {piece.bottom} must be below top {piece.top}")
        if isinstance(piece, Ladder) and piece.low >= piece.high:
            raise TerrainError(piece.id, f"foot {piece.low} must be below head {piece.high}")
        if isinstance(piece, Rail) and (piece.x0, piece.y0) == (piece.x1, piece.y1):
            raise TerrainError(piece.id, "a rail has a length")

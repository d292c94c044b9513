"""Universal equipment as things: its figures by rules version, and terrain items as features, moved and turned
(KT-EQ-25, KT-VER-01)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.content.terrain import part
from fireteam.games.killteam.state import Piece
from fireteam.games.killteam.table import Table
from fireteam.space.plane.model import Feature, Point, Polygon

if TYPE_CHECKING:
    from fireteam.games.killteam.content.equipment import PortableBarricade, TerrainItem, UniversalEquipment
    from fireteam.games.killteam.content.parts import Version

EQUIPMENT = "equipment"
"""The kind of every terrain feature that is equipment."""
LADDERS, PORTABLE = "ladders", "portable_barricade"
TERRAIN = ("razor_wire", "light_barricades", "heavy_barricade", LADDERS, PORTABLE)
"""The options whose items are terrain."""


def figures(setting: Any) -> UniversalEquipment:
    """The figures of universal equipment: those of the match's pack, else of the bundled one; what the rules versions
    do not change stands there once (KT-VER-10)."""
    pack = setting.pack
    if pack is None:
        pack = content(None)
    found: UniversalEquipment = pack.universal_equipment
    return found


def version(setting: Any) -> Version:
    """The rules version of the match (see KT-VER-01)."""
    found: Version = setting.options["rules_version"]
    return found


def terrain_item(setting: Any, kind: str) -> TerrainItem:
    """The figures of an item that is terrain."""
    found: TerrainItem = getattr(figures(setting), kind)
    return found


def footprint_of(setting: Any, kind: str) -> tuple[Polygon, ...]:
    """An item that is terrain as seen from above, in hundredths from its middle, not turned (KT-EQ-25)."""
    boxes = [shape.box for shape in terrain_item(setting, kind).shapes]
    return tuple(((west, south), (east, south), (east, north), (west, north)) for west, south, east, north in boxes)


def portable(setting: Any) -> PortableBarricade:
    """The figures of the portable barricade (KT-EQ-13 to KT-EQ-15)."""
    return figures(setting).portable_barricade


# -- moved and turned --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=720)
def _turn(degrees: int) -> tuple[float, float]:
    """Cosine and sine; exact for quarter turns, which keep whole hundredths."""
    quarters = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
    return quarters.get(degrees) or (cos(radians(degrees)), sin(radians(degrees)))


def moved(point: tuple[float, float], x: int, y: int, turned: int) -> Point:
    """A point of an item, in hundredths from its middle, where the item stands at x, y, turned counter-clockwise."""
    c, s = _turn(turned)
    return round(x + point[0] * c - point[1] * s), round(y + point[0] * s + point[1] * c)


def facing(setting: Any, piece: Piece) -> tuple[float, float]:
    """Where the outside of a portable barricade looks (KT-GEO-14, see KT-EQ-25)."""
    (fx, fy), (c, s) = portable(setting).facing, _turn(piece.turned)
    return fx * c - fy * s, fx * s + fy * c


@lru_cache(maxsize=1024)
def _feature(shapes: tuple[tuple[str, Polygon, int, int, frozenset[str], bool], ...], piece: Piece) -> Feature:
    parts = tuple(
        part(
            f"{piece.id}/{name}",
            piece.id,
            tuple(moved(corner, piece.x, piece.y, piece.turned) for corner in box),
            piece.z + low,
            piece.z + high,
            traits,
            opaque,
        )
        for name, box, low, high, traits, opaque in shapes
    )
    return Feature(piece.id, EQUIPMENT, parts)


def feature_of(setting: Any, piece: Piece) -> Feature:
    """A piece as the terrain feature it is, with the traits of the rules version (KT-VER-06, KT-EQ-25)."""
    now = version(setting)
    shapes = []
    for shape in terrain_item(setting, piece.kind).shapes:
        west, south, east, north = shape.box
        box = ((west, south), (east, south), (east, north), (west, north))
        name = shape.name.replace(" ", "-")
        shapes.append((name, box, shape.z.bottom, shape.z.top, frozenset(shape.traits[now]), shape.opaque))
    return _feature(tuple(shapes), piece)


def features(setting: Any, pieces: Iterable[Piece]) -> tuple[Feature, ...]:
    """The terrain that pieces of equipment are."""
    return tuple(feature_of(setting, piece) for piece in pieces)


def parts_of(t: Table, piece: Piece) -> list[int]:
    """The numbers of a standing piece's parts on the board, the shield of a portable barricade first."""
    return [t.board.number[part.id] for part in feature_of(t.setting, piece).parts]

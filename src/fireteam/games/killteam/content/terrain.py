"""A killzone of a pack as terrain of the plane: what terrain types mean there, its features, parts and areas
(KT-GEO-01, KT-TT-00)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fireteam.space.plane import model as plane
from fireteam.space.plane.model import INCH, Area, Feature, Part, Polygon, Terrain, TerrainError

if TYPE_CHECKING:
    from fireteam.games.killteam.content.killzones import Feature as FeatureData
    from fireteam.games.killteam.content.killzones import Killzone, TerrainPart

LIGHT, PROTECTIVE = plane.OWN, plane.OWN << 1
"""Types that mean nothing to the plane: what is Light, and the cover that keeps one more die (KT-TT-04, KT-EQ-13)."""
TYPES: Mapping[str, int] = {
    "Heavy": plane.OBSCURES,  # KT-TT-04
    "Light": LIGHT,  # KT-TT-04
    "Vantage": plane.DECK | LIGHT,  # KT-VANT-05, KT-VANT-06
    "Accessible": plane.OPENING,  # KT-TT-01
    "Barred": plane.GRATED,  # KT-TT-02
    "Blocking": plane.VEIL,  # KT-TT-03
    "Exposed": plane.CLEAR,  # KT-TT-05
    "Insignificant": plane.SLIGHT,  # KT-TT-06
    "Wall": plane.WALL,  # KT-GALL-01
    "Ladder": plane.LADDER,  # KT-EQ-12
    "Obstructing": plane.WIRE,  # KT-EQ-07
    "Protective": PROTECTIVE,  # KT-EQ-13
    "Portable": plane.CONTACT,  # KT-EQ-14
    "Feet": plane.NO_COVER,  # KT-EQ-14
}
"""The terrain types a part may have, and what each is to sight, shots and movers (KT-TT-01, KT-TT-02, KT-TT-03,
KT-TT-05, KT-TT-06, KT-VANT-05, KT-GALL-01, KT-EQ-07, KT-EQ-12, KT-EQ-14)."""
HEAVY, VANTAGE, ACCESSIBLE, BLOCKING, INSIGNIFICANT = (
    plane.OBSCURES,
    plane.DECK,
    plane.OPENING,
    plane.VEIL,
    plane.SLIGHT,
)
"""The bits by which the game's own rules know these types."""
STRONGHOLD = "stronghold"
LOW = 2 * INCH
"""Parts of a stronghold lower than this do not count when control range is looked at (see KT-VOLK-02)."""
CLOSED = frozenset({"Heavy", "Wall"})
"""A closed access point, and the leaf of an open hatchway (see KT-GALL-04 and KT-GALL-05)."""
OPEN = frozenset({"Accessible", "Exposed", "Insignificant"})
"""An open access point (see KT-GALL-05)."""


def terrain_of(killzone: Killzone) -> Terrain:
    """The terrain of a killzone; its hazardous areas, territories and drop zones are areas of it."""
    areas = [Area(area.id, area.kind, area.polygon) for area in killzone.areas]
    for kind, zones in (("territory", killzone.territories), ("drop_zone", killzone.drop_zones)):
        areas += [Area(f"{kind}_a", kind, zones.A), Area(f"{kind}_b", kind, zones.B)]
    return Terrain(killzone.board.width, killzone.board.height, tuple(map(feature_of, killzone.features)), tuple(areas))


def feature_of(feature: FeatureData) -> Feature:
    """A terrain feature with all its parts."""
    parts = tuple(part for data in feature.parts for part in parts_of(feature.id, data))
    if feature.kind == STRONGHOLD:
        parts = tuple(map(of_stronghold, parts))
    return Feature(feature.id, feature.kind, parts, feature.connects)


def parts_of(feature: str, data: TerrainPart) -> tuple[Part, ...]:
    """A part; of a hatchway the closed access point, the open one and the leaf (KT-GALL-04, KT-GALL-05)."""
    name = f"{feature}/{data.name.replace(' ', '-')}"
    low, high = data.z.bottom, data.z.top
    if data.hatch is None:
        return (part(name, feature, data.polygon, low, high, frozenset(data.traits), data.opaque, data.line_z),)
    return (
        part(name, feature, data.polygon, low, high, CLOSED, hatch=feature, open=False),
        part(f"{name}-open", feature, data.polygon, low, high, OPEN, opaque=False, hatch=feature, open=True),
        part(f"{name}-leaf", feature, data.hatch.leaf, low, high, CLOSED, hatch=feature, open=True),
    )


def part(
    name: str,
    feature: str,
    polygon: Polygon,
    bottom: int,
    top: int,
    traits: frozenset[str],
    opaque: bool = True,
    line_z: int | None = None,
    hatch: str = "",
    open: bool | None = None,
) -> Part:
    """A part with its terrain types, whose names stay with it (KT-TT-00, KT-TT-07)."""
    unknown = sorted(traits - TYPES.keys())
    if unknown:
        raise TerrainError(name, f"unknown terrain types: {', '.join(unknown)} (KT-TT-07)")
    flags = plane.OPAQUE if opaque else 0
    for trait in traits:
        flags |= TYPES[trait]
    return Part(name, feature, polygon, bottom, top, flags, line_z, hatch, open, traits)


def of_stronghold(part: Part) -> Part:
    """A part of a stronghold: control range looks past its doors and what is low (KT-VOLK-02)."""
    past = part.top - part.bottom < LOW or part.flags & ACCESSIBLE
    return part._replace(flags=part.flags | plane.PASSED_BY_EYE) if past else part


def check_types(part: Part) -> None:
    """Refuse a part that does not state its types (KT-TT-07, see KT-GEO-01)."""
    if not part.traits & {"Heavy", "Light", "Vantage", "Exposed"}:
        raise TerrainError(
            part.id, "neither Heavy nor Light, and not Exposed: every part states its types (KT-GEO-01, KT-TT-07)"
        )

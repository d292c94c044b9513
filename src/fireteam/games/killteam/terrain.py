"""A killzone of a pack as terrain of the plane: features, parts and areas, hatchways with their open and closed parts (KT-GEO-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.space.plane.model import Area, Feature, Part, Terrain

if TYPE_CHECKING:
    from fireteam.games.killteam.packparts_killzones import Feature as FeatureData
    from fireteam.games.killteam.packparts_killzones import Killzone, TerrainPart

CLOSED = frozenset({"Heavy", "Wall"})
"""A closed access point, and the leaf of an open hatchway (KT-GALL-04, KT-GALL-05)."""
OPEN = frozenset({"Accessible", "Exposed", "Insignificant"})
"""An open access point (KT-GALL-05)."""


def terrain_of(killzone: Killzone) -> Terrain:
    """The terrain of a killzone; its hazardous areas, territories and drop zones are areas of it."""
    areas = [Area(area.id, area.kind, area.polygon) for area in killzone.areas]
    for kind, zones in (("territory", killzone.territories), ("drop_zone", killzone.drop_zones)):
        areas += [Area(f"{kind}_a", kind, zones.A), Area(f"{kind}_b", kind, zones.B)]
    return Terrain(killzone.board.width, killzone.board.height, tuple(map(feature_of, killzone.features)), tuple(areas))


def feature_of(feature: FeatureData) -> Feature:
    """A terrain feature with all its parts."""
    parts = tuple(part for data in feature.parts for part in parts_of(feature.id, data))
    return Feature(feature.id, feature.kind, parts, feature.connects)


def parts_of(feature: str, data: TerrainPart) -> tuple[Part, ...]:
    """A part; of a hatchway the closed access point, the open one and the leaf (KT-GALL-04, KT-GALL-05)."""
    name = f"{feature}/{data.name.replace(' ', '-')}"
    low, high = data.z.bottom, data.z.top
    if data.hatch is None:
        return (Part(name, feature, data.polygon, low, high, frozenset(data.traits), data.opaque, data.line_z),)
    return (
        Part(name, feature, data.polygon, low, high, CLOSED, hatch=feature, open=False),
        Part(f"{name}-open", feature, data.polygon, low, high, OPEN, opaque=False, hatch=feature, open=True),
        Part(f"{name}-leaf", feature, data.hatch.leaf, low, high, CLOSED, hatch=feature, open=True),
    )

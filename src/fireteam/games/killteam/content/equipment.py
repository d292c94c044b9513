"""Universal equipment of a pack as it is written in YAML, with what differs between the rules versions (KT-VER-01 to
KT-VER-10)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fireteam.games.killteam.content.killzones import Heights, Traits
from fireteam.games.killteam.content.parts import Amount, BothVersions, Distance, Inches, Length, Version, Weapon
from fireteam.kit.content.models import Part, Positive, Text, Whole, Yes

ClearOf = Literal["equipment_terrain", "markers", "access_points", "doors", "accessible_terrain"]
RuleIds = Annotated[tuple[str, ...], Field(min_length=1)]


class Clearance(Part):
    """More than so many inches from these things, by version (KT-VER-04, KT-VER-05)."""

    inches: Distance
    of: Annotated[dict[Version, tuple[ClearOf, ...]], BothVersions]


class Setup(Part):
    """Where an item is set up before the battle (KT-EQ-00): in the own territory, or so near the own drop zone
    (KT-VER-07)."""

    near_drop_zone: Annotated[dict[Version, Distance], BothVersions] | None = None
    floor_only: Yes = False
    clearances: tuple[Clearance, ...] = ()


class Shape(Part):
    """A piece of an item: a box round its middle, west, south, east and north; the item faces north (KT-EQ-25)."""

    name: Text
    box: tuple[Inches, Inches, Inches, Inches]
    z: Heights
    traits: Annotated[dict[Version, Traits], BothVersions]
    opaque: Yes = True


class Item(Part):
    """What all universal equipment has: its rules, how many items it is, where they are set up."""

    rules: RuleIds
    items: Positive = 1
    setup: Setup


class TerrainItem(Item):
    """Equipment that is terrain."""

    shapes: tuple[Shape, ...] = Field(min_length=1)


class AmmoCache(Item):
    """KT-EQ-01, KT-EQ-02: what AMMO RESUPPLY costs (KT-VER-02)."""

    ap: Annotated[dict[Version, Whole], BothVersions]


class CommsDevice(Item):
    """KT-EQ-03, KT-EQ-04: by how much SUPPORT rules reach farther."""

    adds: Distance


class Mines(Item):
    """KT-EQ-05, KT-EQ-06."""

    damage: Amount


class RazorWire(TerrainItem):
    """KT-EQ-07, KT-EQ-08: how many inches crossing it costs (KT-VER-03), and up to which height above it."""

    surcharge: Annotated[dict[Version, Positive], BothVersions]
    reach: Distance


class Ladders(TerrainItem):
    """KT-EQ-11, KT-EQ-12: how tall the terrain must be, and what a climb counts as."""

    against: Length
    climb: Positive


class MoveWithBarricade(Part):
    """KT-EQ-15: what the action costs, takes off the Move, and asks of the new place (KT-VER-09)."""

    ap: Whole
    less: Distance
    clearance: Clearance
    lost_without_room: Annotated[dict[Version, bool], BothVersions]


class PortableBarricade(TerrainItem):
    """KT-EQ-13 to KT-EQ-15. The facing is where its outside looks (KT-EQ-25)."""

    facing: tuple[Literal[-1, 0, 1], Literal[-1, 0, 1]]
    save_bonus: Positive
    best_save: Annotated[int, Field(strict=True, ge=2, le=6)]
    move: MoveWithBarricade


class Smoke(Part):
    """KT-EQ-17 to KT-EQ-19, KT-EQ-24."""

    ap: Whole
    within: Distance
    radius: Distance
    """Of the area, from the marker's edge."""
    obscured_beyond: Distance
    activations: Amount


class Stun(Part):
    """KT-EQ-20."""

    ap: Whole
    within: Distance
    around: Distance
    needed: Annotated[int, Field(strict=True, ge=2, le=6)]


class UtilityGrenades(Part):
    """KT-EQ-16: two in any mix."""

    rules: RuleIds
    choose: Positive
    smoke: Smoke
    stun: Stun


class ExplosiveGrenades(Part):
    """KT-EQ-21 to KT-EQ-23: two in any mix (KT-VER-08)."""

    rules: RuleIds
    choose: Positive
    weapons: Annotated[dict[Version, tuple[Weapon, ...]], BothVersions]


class UniversalEquipment(Part):
    """The ten options that any kill team may select (see KT-OPS-04)."""

    ammo_cache: AmmoCache
    comms_device: CommsDevice
    mines: Mines
    razor_wire: RazorWire
    light_barricades: TerrainItem
    heavy_barricade: TerrainItem
    ladders: Ladders
    portable_barricade: PortableBarricade
    utility_grenades: UtilityGrenades
    explosive_grenades: ExplosiveGrenades

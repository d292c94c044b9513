"""Killzones of a pack as they are written in YAML: a board, zones, objectives, and terrain features of typed parts
(KT-GEO-01)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fireteam.games.killteam.content.parts import Inches, Length, Point, Polygon
from fireteam.kit.content.models import Part, Positive, Slug, Text, Yes

Trait = Literal[
    "Heavy", "Light", "Vantage", "Accessible", "Barred", "Blocking", "Exposed", "Insignificant", "Wall",
    "Ladder", "Obstructing", "Protective", "Portable", "Feet",
]  # fmt: skip
TERRAIN_TRAITS = ("Heavy", "Light", "Vantage", "Accessible", "Barred", "Blocking", "Exposed", "Insignificant", "Wall")
"""The terrain types of killzones (see KT-TT-00); the others belong to equipment."""
Traits = Annotated[tuple[Trait, ...], Field(min_length=1)]
KillzoneKind = Literal["volkus", "bheta_decima", "gallowdark"]
CHAPTERS: dict[KillzoneKind, tuple[str, ...]] = {
    "volkus": ("VOLK",),
    "bheta_decima": ("BHETA",),
    "gallowdark": ("GALL", "GUARD", "HATCH"),
}
"""The chapters of the rulebook that hold in each kind of killzone."""
FeatureKind = Literal[
    "stronghold", "large_ruin", "small_ruin", "heavy_rubble", "light_rubble", "condenser", "gantry_long",
    "gantry_medium", "gantry_short", "long_wall", "medium_wall", "short_wall", "hatch_wall", "wall_post",
]  # fmt: skip
FEATURES: dict[KillzoneKind, tuple[FeatureKind, ...]] = {
    "volkus": ("stronghold", "large_ruin", "small_ruin", "heavy_rubble", "light_rubble"),
    "bheta_decima": ("condenser", "gantry_long", "gantry_medium", "gantry_short"),
    "gallowdark": ("long_wall", "medium_wall", "short_wall", "hatch_wall", "wall_post"),
}
"""The terrain features of each kind of killzone (KT-VOLK-01, KT-VOLK-03, KT-VOLK-04, KT-BHETA-01, KT-BHETA-02,
see KT-GALL-01)."""
HIGHEST = 800


class Heights(Part):
    """From which height to which: `[2.8, 3]`."""

    bottom: Inches
    top: Inches

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept a pair of inches."""
        if not isinstance(data, list) or len(data) != 2:
            raise ValueError("heights are written as a pair: [bottom, top]")
        return {"bottom": data[0], "top": data[1]}

    @model_validator(mode="after")
    def rising(self) -> Self:
        if not 0 <= self.bottom < self.top <= HIGHEST:
            raise ValueError(f"heights rise from the floor, to {HIGHEST // 100} inches at most")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: object, handler: object) -> dict[str, object]:
        """As it is written."""
        return {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 2}


class Hatch(Part):
    """What makes a part the access point of a hatchway, closed at first: where its leaf stands when it is open
    (see KT-GALL-04 and KT-GALL-05)."""

    leaf: Polygon


class TerrainPart(Part):
    """An upright prism with its terrain types (KT-GEO-01, KT-TT-00); operatives may stand on Vantage parts
    (see KT-VANT-06)."""

    name: Text
    z: Heights
    traits: Traits
    polygon: Polygon
    opaque: Yes = True
    line_z: Inches | None = None
    """The height of targeting lines on this level, if it is not its own (see KT-VOLK-03)."""
    hatch: Hatch | None = None


class Feature(Part):
    """A terrain feature: its parts, its outline on the floor, the territory it counts for and what it is worth to
    TAC-SE3."""

    id: Slug
    kind: FeatureKind
    side: Literal["A", "B", "centre"] = "centre"
    worth: Positive | None = None
    connects: tuple[Slug, ...] = ()
    """Features it touches and forms one terrain with (see KT-BHETA-01)."""
    footprint: Polygon
    parts: tuple[TerrainPart, ...] = Field(min_length=1)


class Board(Part):
    """The size of the board; its south-west corner is the origin."""

    width: Length
    height: Length


class Zones(Part):
    """A zone for each side."""

    A: Polygon
    B: Polygon


class Objective(Part):
    """An objective marker, at the height of the surface it lies on (KT-MARK-02, KT-OPS-01)."""

    id: Slug
    at: Point
    z: Inches = 0
    territory: Literal["A", "B", "centre"]


class Area(Part):
    """A flat zone on the floor (see KT-BHETA-03)."""

    id: Slug
    kind: Literal["hazardous"]
    polygon: Polygon


class Grid(Part):
    """The lines of a board of cells, on which walls stand (KT-GEO-11)."""

    x: tuple[Inches, ...] = Field(min_length=2)
    y: tuple[Inches, ...] = Field(min_length=2)


class Killzone(Part):
    """A killzone: every map is unchanged by a half turn about its centre, so that neither side is favoured."""

    id: Slug
    title: Text
    kind: KillzoneKind
    board: Board
    grid: Grid | None = None
    territories: Zones
    centreline: tuple[Point, Point]
    centre: Point
    drop_zones: Zones
    objectives: tuple[Objective, ...]
    areas: tuple[Area, ...] = ()
    features: tuple[Feature, ...] = Field(min_length=1)
    note: str = ""

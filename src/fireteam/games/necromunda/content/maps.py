"""Maps of a pack as they are written in YAML, and the plans and things that are made of them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fireteam.games.necromunda.state import NOBODY, Thing
from fireteam.kit.content.models import Part, Positive, Slug, Text, Yes
from fireteam.space.plane.free.plan import (
    CLIMBABLE,
    DANGEROUS,
    DIFFICULT,
    FLIMSY,
    HOLE,
    IMPASSABLE,
    OBSTACLE,
    OPAQUE,
    OWN,
    RUNGED,
    SOLID,
    Block,
    Floor,
    Ladder,
    Lift,
    Patch,
    Piece,
    Plan,
    Rail,
)
from fireteam.space.plane.model import INCH, Polygon

Coordinate = Annotated[float, Field(ge=-1, le=120)]
Point = tuple[Coordinate, Coordinate]
Corners = Annotated[tuple[Point, ...], Field(min_length=3)]
Kind = Literal[
    "wall", "platform", "bridge", "ramp", "stairs", "ladder", "railing", "barricade", "rubble", "slag-pool", "pit",
    "hut", "rock", "door", "door-terminal", "lift", "lift-terminal", "effect-terminal", "ancient-terminal", "ductway",
    "casket", "ammo-cache", "claw", "hatch", "ordnance", "crane", "smoke-vent", "fuel-pipe", "drums", "still",
]  # fmt: skip
BARRICADE = 1 << 16
"""Of a block: fighters on both sides of it are Engaged across it (NE-CC-10)."""
BLOCKS = {
    "wall": IMPASSABLE | SOLID | OPAQUE,
    "smoke-vent": IMPASSABLE | SOLID | OPAQUE,
    "hut": CLIMBABLE | SOLID | OPAQUE | FLIMSY,
    "rock": CLIMBABLE | SOLID | OPAQUE,
    "crane": CLIMBABLE | OPAQUE,
    "door": IMPASSABLE | SOLID | OPAQUE,
    "barricade": OBSTACLE | OPAQUE | FLIMSY | BARRICADE,
    "fuel-pipe": OBSTACLE | OPAQUE | FLIMSY,
    "drums": OBSTACLE | OPAQUE | FLIMSY,
    "still": OBSTACLE | OPAQUE | FLIMSY,
}
"""What each kind of block is to movers and to sight (NE-MOV-05, NE-MOV-07, NE-MEAS-02, NE-VCOL-04)."""
PATCHES = {"rubble": DIFFICULT, "slag-pool": DIFFICULT | DANGEROUS, "pit": HOLE | RUNGED}
FLOORS = ("platform", "bridge")
SLOPES = ("ramp", "stairs")
HEIGHTS = {"wall": 4.0, "barricade": 1.0, "hut": 2.5, "rock": 3.0, "door": 4.0, "crane": 3.0, "smoke-vent": 6.0,
           "fuel-pipe": 1.0, "drums": 1.5, "still": 2.0, "railing": 0.5}  # fmt: skip
WOUNDS = {"door": 4, "casket": 2, "crane": 4}
"""What can be broken, and how much it takes (NE-TER-16)."""
THICKNESS = 0.2


class Feature(Part):
    """Something on a map, in inches; which keys go with which kind the check says."""

    id: Slug
    kind: Kind
    z: float | tuple[float, ...] = 0.0
    poly: Corners | None = None
    at: Point | None = None
    seg: tuple[Point, Point] | None = None
    mouths: tuple[Point, Point] | None = None
    height: float | None = None
    thickness: float | None = None
    depth: float | None = None
    low: Literal["west", "east", "south", "north"] | None = None
    start: float | None = None
    between: tuple[str, ...] = ()
    state: Literal["open", "closed", "locked"] | None = None
    grade: Literal["standard", "vault"] | None = None
    door: Slug | None = None
    lift: Slug | None = None
    target: Slug | None = None
    drop_z: float | None = None
    claw_at: Point | None = None

    @model_validator(mode="after")
    def shaped(self) -> Self:
        wanted = (
            "seg" if self.kind == "railing"
            else "mouths" if self.kind == "ductway"
            else "poly" if self.kind in (*BLOCKS, *PATCHES, *FLOORS, *SLOPES, "lift")
            else "at"
        )  # fmt: skip
        for key in ("seg", "mouths", "poly", "at"):
            if (getattr(self, key) is not None) != (key == wanted):
                raise ValueError(f"a {self.kind} is given by {wanted}, not by {key}")
        if self.kind in SLOPES and (self.low is None or not isinstance(self.z, tuple) or len(self.z) != 2):
            raise ValueError(f"{self.kind} say which side is low, and z at both ends")
        if self.kind in ("ladder", "lift") and not isinstance(self.z, tuple):
            raise ValueError(f"a {self.kind} says at which heights it ends")
        return self


class Zone(Part):
    """A part of the table in which models are set up."""

    z: float = 0.0
    poly: Corners


class Map(Part):
    """A battlefield."""

    id: Slug
    name: Text
    size: tuple[Positive, Positive]
    blurb: str = ""
    vehicles: Yes = False
    features: tuple[Feature, ...]
    zones: dict[Slug, Zone]


def hundredths(inches: float) -> int:
    """A length in hundredths."""
    return round(inches * INCH)


def outline(part: Feature | Zone) -> Polygon:
    """Its outline in hundredths."""
    return tuple((hundredths(x), hundredths(y)) for x, y in part.poly or ())


def foot_of(feature: Feature) -> float:
    """Its lowest height in inches."""
    return feature.z[0] if isinstance(feature.z, tuple | list) else feature.z


def height_of(feature: Feature) -> float:
    """How high it is in inches."""
    return feature.height if feature.height is not None else HEIGHTS.get(feature.kind, 0.0)


def slope_of(feature: Feature) -> Floor:
    """A ramp or stairs: from z at the low side to z at the opposite one."""
    assert not isinstance(feature.z, float | int) and feature.poly is not None
    low, high = feature.z
    xs, ys = [x for x, _ in feature.poly], [y for _, y in feature.poly]
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    run = east - west if feature.low in ("west", "east") else north - south
    rise = (high - low) / run
    gx, gy, at = {
        "west": (rise, 0.0, west), "east": (-rise, 0.0, east), "south": (0.0, rise, south), "north": (0.0, -rise,
        north), }[feature.low or "west"]  # fmt: skip
    bits = SOLID | OPAQUE | (OWN if feature.kind == "stairs" else 0)
    return Floor(feature.id, outline(feature), (low - (gx + gy) * at) * INCH, gx, gy, hundredths(THICKNESS), bits)


def pieces_of(feature: Feature) -> list[Piece]:
    """What a feature is on the field; points and ducts are nothing to stand on or run into."""
    kind, foot = feature.kind, hundredths(foot_of(feature))
    if kind in BLOCKS:
        top = foot + hundredths(height_of(feature))
        only = ("closed", "locked") if kind == "door" else ("",) if kind == "crane" else ()
        found: list[Piece] = [Block(feature.id, outline(feature), foot, top, BLOCKS[kind], only)]
        if BLOCKS[kind] & CLIMBABLE:
            found.append(Floor(feature.id, outline(feature), top, only=only))
        return found
    if kind in FLOORS:
        thick = hundredths(feature.thickness if feature.thickness is not None else THICKNESS)
        return [Floor(feature.id, outline(feature), foot, 0.0, 0.0, thick, SOLID | OPAQUE)]
    if kind in SLOPES:
        return [slope_of(feature)]
    if kind in PATCHES:
        return [Patch(feature.id, outline(feature), foot, PATCHES[kind], hundredths(feature.depth or 0.0))]
    if kind == "ladder" and feature.at is not None and not isinstance(feature.z, float | int):
        x, y = map(hundredths, feature.at)
        return [Ladder(feature.id, x, y, hundredths(feature.z[0]), hundredths(feature.z[-1]))]
    if kind == "railing" and feature.seg is not None:
        (x0, y0), (x1, y1) = feature.seg
        ends = hundredths(x0), hundredths(y0), hundredths(x1), hundredths(y1)
        return [Rail(feature.id, *ends, foot, hundredths(height_of(feature)))]
    return []


def lift_of(feature: Feature) -> Lift:
    """A lift with its stops."""
    assert not isinstance(feature.z, float | int)
    stops = tuple(map(hundredths, feature.z))
    start = stops.index(hundredths(feature.start or 0.0))
    return Lift(feature.id, outline(feature), stops, start, hundredths(THICKNESS), SOLID | OPAQUE)


def plan_of(map: Map) -> Plan:
    """The plan of a map."""
    pieces = tuple(piece for feature in map.features for piece in pieces_of(feature))
    lifts = tuple(lift_of(feature) for feature in map.features if feature.kind == "lift")
    shown = tuple((feature.id, feature.state or "closed") for feature in map.features if feature.kind == "door")
    width, height = map.size
    return Plan(width * INCH, height * INCH, pieces, lifts, shown)


THINGS = (
    "door", "lift", "casket", "ammo-cache", "hatch", "ordnance", "crane", "smoke-vent", "fuel-pipe", "drums", "still",
    "claw", "door-terminal", "lift-terminal", "effect-terminal", "ancient-terminal", "barricade", "hut",
)  # fmt: skip
"""Kinds of features that are one thing each; a ductway is two, its mouths, and the claw of a crane is one, too."""
MOUTH, CRANE_CLAW = "duct-mouth", "crane-claw"


def things_of(map: Map) -> list[Thing]:
    """The things of a map as the battle begins: where they are, in which state, what they belong to."""
    found: list[Thing] = []
    for feature in map.features:
        if feature.mouths is not None:
            found += mouths_of(feature)
        if feature.claw_at is not None:
            found.append(crane_claw_of(feature, feature.claw_at))
        if feature.kind not in THINGS:
            continue
        x, y = _middle(feature)
        state: str = feature.state or ""
        if feature.kind == "lift":
            state = str(lift_of(feature).start)
        elif feature.kind in ("smoke-vent", "fuel-pipe"):
            state = "off"
        label = feature.door or feature.lift or feature.target or feature.grade or ""
        number = hundredths(feature.drop_z or 0.0) if feature.kind == "claw" else WOUNDS.get(feature.kind, 0)
        found.append(
            Thing(
                feature.id,
                feature.kind,
                hundredths(x),
                hundredths(y),
                hundredths(foot_of(feature)),
                state,
                NOBODY,
                number,
                label,
            )
        )
    return found


def mouths_of(feature: Feature) -> list[Thing]:
    """The two mouths of a ductway: each is labelled with the id of the other."""
    one, two = (f"{feature.id}-{end}" for end in ("a", "b"))
    foot = hundredths(foot_of(feature))
    return [
        Thing(id, MOUTH, hundredths(x), hundredths(y), foot, label=other)
        for id, other, (x, y) in zip((one, two), (two, one), feature.mouths or (), strict=True)
    ]


def crane_claw_of(feature: Feature, at: Point) -> Thing:
    """The claw of a crane: mounted at its top, with a line to its foot."""
    foot = hundredths(foot_of(feature))
    top = foot + hundredths(height_of(feature))
    x, y = map(hundredths, at)
    return Thing(f"{feature.id}-claw", CRANE_CLAW, x, y, top, number=foot, label=feature.id)


def _middle(feature: Feature) -> Point:
    points = feature.poly or feature.mouths or ((feature.at,) if feature.at else ((0.0, 0.0),))
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

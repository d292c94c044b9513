"""The parts of an ESCAPE pack that lie in the box: characters, squads, tokens, equipment and maps, as written in
YAML."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from fireteam.core.scene import Role
from fireteam.core.yamlfile import suggestion
from fireteam.kit.content.models import Part, Positive, Slug, Text, Whole, Yes

SKILLS = (
    "Seasoned veteran",
    "Armor",
    "Attraction",
    "Digging arm",
    "Scrambler",
    "Anti-gravity field",
    "Leadership",
    "Robot",
    "Burrowing",
    "Elusive",
    "Drill",
    "Hypnosis",
    "Electric bludgeon",
    "Otaku",
    "Armless",
    "Pilot",
)
LEVELLED_SKILLS = ("Armor",)

Faction = Literal["isc", "resistance"]
Statistic = Literal["mvt", "cbt", "int"]
DistanceMetric = Literal["orthogonal", "chebyshev"]
EquipmentName = Literal[
    "improvised_shield",
    "crate",
    "datadisk",
    "combat_drugs",
    "nitro_vial",
    "em_grenade",
    "gas_grenade",
    "medkit",
    "radio",
]
TokenName = Literal[
    "improvised_shield", "datadisk", "combat_drugs", "nitro_vial", "em_grenade", "gas_grenade", "medkit", "radio"
]
Timing = Literal[
    "attack_announced_on_carrier",
    "combat_action",
    "active_any_point",
    "carrier_taken_out",
    "own_activation",
    "end_of_own_activation",
]

Change = Annotated[int, Field(strict=True, ge=-9, le=9)]
Difficulty = Annotated[int, Field(strict=True, ge=1, le=12)]
AirlockNumber = Annotated[int, Field(strict=True, ge=1, le=5)]
AreaCode = Annotated[str, Field(pattern=r"^[A-Z]$")]
Square = tuple[Whole, Whole]


class PackInfo(Part):
    """What the pack is."""

    id: Slug
    title: Text
    players: Literal[2]
    factions: tuple[Faction, Faction]
    distance_metric: DistanceMetric = "orthogonal"
    total_rank_per_side: Positive


class Skill(Part):
    """A skill of a card: one of the rulebook's, with its level if it has one, or a ranged weapon of the pack
    (ES-PROF-05, ES-CBT-04)."""

    name: Text
    level: Positive | None = None
    range: Positive | None = None
    power: Whole | None = None

    @model_validator(mode="before")
    @classmethod
    def read(cls, data: object) -> object:
        """Accept `Name`, `{Name: level}` and `{Name: {range: X, power: Y}}`."""
        if isinstance(data, str):
            if data in LEVELLED_SKILLS:
                raise ValueError(f"skill {data!r} needs a level, such as {{{data}: 1}}")
            if data not in SKILLS:
                raise ValueError(f"unknown skill {data!r}{suggestion(data, SKILLS)}")
            return {"name": data}
        if not isinstance(data, dict) or len(data) != 1:
            raise ValueError("a skill is a name or a mapping with one key")
        name, parameter = next(iter(data.items()))
        if isinstance(parameter, dict):
            if name in SKILLS:
                raise ValueError(
                    f"skill {name!r} is not a ranged weapon; give the weapon a name of its own (ES-CBT-04)"
                )
            if set(parameter) != {"range", "power"}:
                raise ValueError(f"the ranged weapon {name!r} needs exactly the keys range and power (ES-CBT-04)")
            return {"name": name, **parameter}
        if name not in SKILLS:
            raise ValueError(f"unknown skill {name!r}{suggestion(name, SKILLS)}")
        if name not in LEVELLED_SKILLS:
            raise ValueError(f"skill {name!r} takes no parameter")
        if parameter is None:
            raise ValueError(f"skill {name!r} needs a level, such as {{{name}: 1}}")
        return {"name": name, "level": parameter}

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """A skill is written shorter than it is kept: a name, or a mapping with one key."""
        plain = [name for name in SKILLS if name not in LEVELLED_SKILLS]
        return {"anyOf": [{"enum": plain}, {"type": "object", "minProperties": 1, "maxProperties": 1}]}


class Character(Part):
    """A character card: faction, rank, the three statistics, life and skills (ES-PROF-01 to ES-PROF-08)."""

    id: Slug
    name: Text
    faction: Faction
    rank: Positive
    movement: Whole = Field(alias="mvt")
    combat: Whole = Field(alias="cbt")
    intellect: Whole = Field(alias="int")
    life: Positive
    skills: tuple[Skill, ...] = ()
    silhouette: Role = Field(default="rifleman", exclude=True)
    """What it looks like on a table: no part of the content that a save asks for."""


class Squads(Part):
    """The full squad of each side, by character id."""

    resistance: tuple[Slug, ...] = Field(min_length=1)
    isc: tuple[Slug, ...] = Field(min_length=1)


class Crates(Part):
    """The Crate tokens and the values on their backs (ES-OBJ-01)."""

    count: Whole
    backs: tuple[Whole, ...]


class Tokens(Part):
    """The tokens of the box."""

    crates: Crates
    equipment: dict[TokenName, Positive]


class DamagePenalty(Part):
    """What a target that suffers damage loses until the end of the turn."""

    movement: Change = Field(default=0, alias="mvt")
    combat: Change = Field(default=0, alias="cbt")
    intellect: Change = Field(default=0, alias="int")
    until: Literal["end_of_turn"]


class EquipmentEffect(Part):
    """What using a piece of equipment does, where it is not an attack."""

    free_dodge: Positive | None = None
    extra_action: tuple[Statistic, ...] = ()
    damage: Positive | None = None
    area: Literal["periphery"] | None = None
    mandatory: Yes = False
    heal: Positive | None = None
    activate_ally_now: Positive | None = None


class Equipment(Part):
    """The numbers of one kind of equipment (ES-EQ-01 to ES-EQ-13)."""

    users: Literal["any", "isc", "resistance"]
    timing: Timing
    range: Positive | None = None
    power: Whole | None = None
    carried: Yes = True
    may_target_free_square: Yes = False
    area: Literal["periphery"] | None = None
    on_damage: DamagePenalty | None = None
    effect: EquipmentEffect | None = None
    note: str = ""


class MapLegend(Part):
    """How to read a map's grid; for people."""

    layout: str
    squares: str
    edges: dict[str, str]


class Area(Part):
    """A room or corridor of a map (ES-TERM-09)."""

    name: Text
    kind: Literal["room", "corridor"]
    tokens_allowed: Yes
    squares: Positive


class Airlock(Part):
    """An airlock and its two access squares (ES-AIR-01)."""

    id: AirlockNumber
    edge: Literal["north", "east", "south", "west", "none"]
    area: AreaCode
    squares: tuple[Square, ...]
    high_security: Yes = False


class Door(Part):
    """A door between two squares, and the difficulty of its lock (ES-DOOR-05)."""

    id: Text
    between: tuple[Square, Square]
    areas: tuple[AreaCode, AreaCode]
    start: Literal["closed", "locked"]
    difficulty: Difficulty | None = None


class Map(Part):
    """One side of a board."""

    title: Text
    board_side: Text
    width: Annotated[int, Field(strict=True, ge=2, le=64)]
    height: Annotated[int, Field(strict=True, ge=2, le=64)]
    central_room: AreaCode
    grid: Text
    areas: dict[AreaCode, Area]
    airlocks: tuple[Airlock, ...]
    doors: tuple[Door, ...] = ()

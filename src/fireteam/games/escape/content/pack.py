"""An ESCAPE pack as it is written in YAML: the whole, its campaign, and how packs are found, loaded and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from fireteam.core.packfiles import PackFiles
from fireteam.core.packmodel import OneKey, Part, Positive, Slug, Text, Whole, Yes, content_digest
from fireteam.core.yamlfile import Lines, validate
from fireteam.games.escape.content.check import check_pack
from fireteam.games.escape.content.parts import (
    Change,
    Character,
    Equipment,
    EquipmentName,
    Faction,
    Map,
    MapLegend,
    PackInfo,
    Squads,
    TokenName,
    Tokens,
)
from fireteam.games.escape.content.scenarios import Scenario, ScenarioDefaults

PACKS = Path(__file__).parents[1] / "packs"
BUNDLED = "sublevel-zero"


class NextScenario(Part):
    """Where a campaign goes after each result: a scenario's id, or `end`."""

    resistance: Slug
    draw: Slug
    isc: Slug


class OutrightWin(Part):
    """Winning this scenario wins the campaign."""

    scenario: Slug
    faction: Faction
    only_if_last: Yes = False


class EndingData(Part):
    """How a campaign is scored."""

    win: Whole
    draw: Whole
    outright: tuple[OutrightWin, ...] = ()


class ConsequenceCause(Part):
    """What must have happened in the game before; everything given must hold."""

    scenario: Slug | None = None
    won: Faction | None = None
    draw: Yes = False
    taken_out: Faction | None = None
    left_board: Faction | None = None


class GiveEquipment(Part):
    """A token taken from the bag and given to a character of a side."""

    faction: Faction
    token: TokenName


class DoorOpens(Part):
    """Locked doors that start unlocked, chosen by a side."""

    map: Text
    count: Positive
    chosen_by: Faction


class ConsequenceEffect(OneKey):
    """What changes in the next game: exactly one of these."""

    revolution_tokens: Positive | None = None
    give_equipment: GiveEquipment | None = None
    equipment_tokens: Positive | None = None
    start_damage: Positive | None = None
    keep_equipment: Yes | None = None
    door_opens: DoorOpens | None = None
    courier_damage: Positive | None = None
    terminal_difficulty: Change | None = None
    internal_factory_radius: Whole | None = None


class Consequence(Part):
    """What the result of one game does to the next (ES-CAMP-02)."""

    id: Text
    cause: ConsequenceCause = Field(alias="if")
    effect: ConsequenceEffect = Field(alias="then")
    text: Text


class Campaign(Part):
    """A chain of scenarios (ES-CAMP-01)."""

    factions_locked: Yes = True
    start: Slug
    length: Positive
    path: dict[Slug, NextScenario]
    ending: Text
    ending_data: EndingData
    consequences: tuple[Consequence, ...] = ()


class Pack(Part):
    """A whole pack."""

    format: Literal["escape-content/1"]
    info: PackInfo = Field(alias="pack")
    characters: tuple[Character, ...] = Field(min_length=2)
    squads: Squads
    tokens: Tokens
    equipment_data: dict[EquipmentName, Equipment]
    map_legend: MapLegend | None = None
    maps: dict[Text, Map] = Field(min_length=1)
    scenario_defaults: ScenarioDefaults
    scenarios: tuple[Scenario, ...] = Field(min_length=1)
    campaign: Campaign | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the content. Reckoned whenever a save asks for it."""
        return content_digest(self)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a pack file, for editors."""
    return Pack.model_json_schema(by_alias=True)


def _checked(data: object, lines: Lines, file: str) -> Pack:
    pack = validate(Pack, data, lines, file)
    check_pack(pack, lines, file)
    return pack


def _contents(pack: Pack) -> dict[str, int | list[str]]:
    scenarios = [entry.id for entry in pack.scenarios]
    return {"characters": len(pack.characters), "maps": len(pack.maps), "scenarios": scenarios}


FILES = PackFiles(PACKS, BUNDLED, _checked, form="escape-content", schema=json_schema, contents=_contents)
load_pack = FILES.load
parse_pack = FILES.parse
bundled_packs = FILES.names

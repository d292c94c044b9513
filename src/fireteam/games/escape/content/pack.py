"""An ESCAPE pack as it is written in YAML: the whole, its campaign, and how it is checked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fireteam.core.yamlfile import Lines
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
from fireteam.kit.content.models import BasePack, OneKey, Part, Positive, Slug, Text, Whole, Yes


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


class Pack(BasePack):
    """A whole pack. One that `extends` another adds to its lists, replaces entries of the same id, and takes over the
    rest."""

    format: Literal["escape-content/1"]
    info: PackInfo = Field(alias="pack")
    extends: Slug | None = None
    characters: tuple[Character, ...] = Field(min_length=2)
    squads: Squads
    tokens: Tokens
    equipment_data: dict[EquipmentName, Equipment]
    map_legend: MapLegend | None = None
    maps: dict[Text, Map] = Field(min_length=1)
    scenario_defaults: ScenarioDefaults
    scenarios: tuple[Scenario, ...] = Field(min_length=1)
    campaign: Campaign | None = None

    def check(self, lines: Lines, file: str) -> None:
        """The parts fit together."""
        check_pack(self, lines, file)

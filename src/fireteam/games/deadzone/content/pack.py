"""A Deadzone pack as it is written in YAML: the whole, and how it is checked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fireteam.core.yamlfile import Lines
from fireteam.games.deadzone.content.check import check_pack
from fireteam.games.deadzone.content.check_maps import check_battles, check_maps
from fireteam.games.deadzone.content.maps import Map
from fireteam.games.deadzone.content.parts import (
    Equipment,
    Faction,
    ItemName,
    Items,
    Order,
    PackInfo,
    Pricing,
    ReconRow,
    Result,
    TeamRules,
    Weapon,
)
from fireteam.games.deadzone.content.scenarios import Scenario
from fireteam.kit.content.models import BasePack, Slug


class Pack(BasePack):
    """A whole pack. One that `extends` another adds to its lists, replaces entries of the same id, and takes over the
    rest."""

    format: Literal["deadzone-content/1"]
    info: PackInfo = Field(alias="pack")
    extends: Slug | None = None
    team_rules: TeamRules
    pricing: Pricing | None = None
    """Where it is given, the points of all units are reckoned by it."""
    command_die: tuple[Result, Result, Result, Result, Result, Result]
    items: Items
    recon_table: tuple[ReconRow, ...] = Field(min_length=1)
    orders: tuple[Order, ...] = Field(min_length=1)
    weapons: dict[Slug, Weapon]
    equipment: dict[ItemName, Equipment]
    factions: tuple[Faction, ...] = Field(min_length=1)
    scenarios: tuple[Scenario, ...] = Field(min_length=1)
    maps: tuple[Map, ...] = Field(min_length=1)

    def check(self, lines: Lines, file: str) -> None:
        """The parts fit together."""
        check_pack(self, lines, file)
        check_maps(self, lines, file)

    def check_closely(self, lines: Lines, file: str) -> None:
        """Every scenario can be fought on every map that it is for."""
        check_battles(self, lines, file)

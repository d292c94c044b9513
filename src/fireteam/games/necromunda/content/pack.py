"""A Necromunda pack as it is written in YAML: the whole, and how it is checked."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fireteam.core.yamlfile import Lines
from fireteam.games.necromunda.content.campaign import Figures
from fireteam.games.necromunda.content.check import check_pack
from fireteam.games.necromunda.content.maps import Map
from fireteam.games.necromunda.content.parts import (
    Armour,
    Crew,
    Gang,
    PackInfo,
    Role,
    RoleRules,
    Roster,
    Vehicle,
    Wargear,
    Weapon,
)
from fireteam.games.necromunda.content.scenarios import Scenario
from fireteam.kit.content.models import BasePack, Slug


class Pack(BasePack):
    """A whole pack. One that `extends` another adds to its lists, replaces entries of the same id, and takes over the
    rest."""

    format: Literal["necromunda-content/1"]
    info: PackInfo = Field(alias="pack")
    extends: Slug | None = None
    roles: dict[Role, RoleRules]
    weapons: tuple[Weapon, ...] = Field(min_length=1)
    armour: tuple[Armour, ...] = ()
    wargear: tuple[Wargear, ...] = ()
    gangs: tuple[Gang, ...] = Field(min_length=1)
    crews: tuple[Crew, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    maps: tuple[Map, ...] = Field(min_length=1)
    scenarios: tuple[Scenario, ...] = Field(min_length=1)
    rosters: tuple[Roster, ...] = Field(min_length=1)
    campaign: Figures | None = None
    """What a campaign is reckoned with; without it there is none."""

    def check(self, lines: Lines, file: str) -> None:
        """The parts fit together."""
        check_pack(self, lines, file)

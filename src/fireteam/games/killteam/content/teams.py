"""Kill teams of a pack as they are written in YAML: datacards, selection rules, ploys and equipment."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fireteam.core.scene import Role
from fireteam.games.killteam.abilities.vocabulary import Ability, FirefightPloy, StrategyPloy
from fireteam.games.killteam.content.parts import Archetype, Keyword, Weapon
from fireteam.kit.content.models import Part, Positive, Slug, Text


class Datacard(Part):
    """What is printed for an operative: statistics, base, keywords, weapons and abilities (KT-ACT-01, KT-REPO-01,
    KT-DMG-01)."""

    id: Slug
    name: Text
    role: Literal["leader", "specialist", "warrior"]
    apl: Positive
    move: Positive
    """Whole inches."""
    save: Annotated[int, Field(strict=True, ge=2, le=6)]
    wounds: Positive
    base: Positive
    """Diameter in millimetres."""
    keywords: tuple[Keyword, ...] = Field(min_length=1)
    weapons: tuple[Weapon, ...] = Field(min_length=1)
    abilities: tuple[Ability, ...] = Field(min_length=1)
    silhouette: Role = Field(default="rifleman", exclude=True)
    """What it looks like on a table: no part of the content that a save asks for."""


class Slot(Part):
    """So many choices from these datacards."""

    take: Positive
    cards: tuple[Slug, ...] = Field(alias="from", min_length=1)


class Selection(Part):
    """How a team is selected: slots to fill, and how often each datacard may be taken (see KT-OPS-03)."""

    size: Positive
    """The most operatives a team can have."""
    slots: tuple[Slot, ...] = Field(min_length=1)
    max: dict[Slug, Positive]
    """By datacard; `default` for the others."""
    counts_as: dict[Slug, Positive] = Field(default_factory=dict)
    """Datacards that take more than one choice."""
    note: str = ""


class Team(Part):
    """A kill team (see KT-OPS-01): four ploys of each sort and four pieces of equipment of its own (KT-PLOY-01,
    KT-OPS-04)."""

    id: Slug
    name: Text
    flavour: Text
    style: Literal["elite", "horde", "balanced", "mixed"]
    archetypes: tuple[Archetype, Archetype]
    keywords: tuple[Keyword, ...] = Field(min_length=1)
    """Those that every operative has; the first is the team's."""
    selection: Selection
    default_roster: tuple[Slug, ...] = Field(min_length=1)
    default_equipment: tuple[Slug, ...] = ()
    faction_rule: Ability
    operatives: tuple[Datacard, ...] = Field(min_length=1)
    strategy_ploys: tuple[StrategyPloy, ...]
    firefight_ploys: tuple[FirefightPloy, ...]
    faction_equipment: tuple[Ability, ...]

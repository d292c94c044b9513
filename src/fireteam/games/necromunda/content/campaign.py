"""The figures of a campaign as a pack has them (NE-CAMP-01 to NE-CAMP-31)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fireteam.games.necromunda.content.parts import Credits, Role
from fireteam.kit.content.models import Part, Positive, Slug, Whole

Advance = Literal[
    "ld", "cl", "wil", "int", "i", "m", "ws", "bs", "s", "t", "a", "w", "random-skill", "chosen-skill",
]  # fmt: skip


class Start(Part):
    """What a gang begins with (NE-CAMP-02)."""

    credits: Credits
    reputation: Positive


class Income(Part):
    """What every gang collects after a battle (NE-CAMP-10)."""

    base: Credits
    per_reputation: Credits
    most: Credits


class Reputation(Part):
    """What raises and lowers Reputation (NE-CAMP-11)."""

    win: Whole
    draw: Whole
    enemy_leader_out: Whole
    bottled: Whole
    least: Whole


class Experience(Part):
    """What Experience is gained for (NE-CAMP-12)."""

    took_part: Whole
    fighter_out: Whole
    leader_or_champion_out: Whole
    vehicle_wrecked: Whole
    rallied: Whole
    scored: Whole
    scored_most: Whole
    winning_leader: Whole
    underdog_win: Whole
    grudge: Whole
    killed: Whole


class AdvancePrice(Part):
    """An advance: its price in Experience, what it adds to the rating, how often it may be taken (NE-CAMP-13)."""

    xp: Positive
    rating: Credits
    most: Positive | None = None


class Underdog(Part):
    """Tokens of the weaker gang, and which ratings count as close (NE-CAMP-05, NE-CAMP-06)."""

    per: Positive | Credits
    most: Whole
    close: Whole


class Standing(Part):
    """From which Reputation on a gang has what (NE-CAMP-26)."""

    hire_less: Positive
    hire_less_by: Credits
    crew_more: Positive
    bottle_again: Positive


class Limits(Part):
    """How large a gang may be, and how many it can always field (NE-CAMP-20, NE-CAMP-21)."""

    fighters: Positive
    vehicles: Positive
    fielded: Positive


class Recruits(Part):
    """Who joins a beaten gang for nothing, and with what (NE-CAMP-21)."""

    roles: tuple[Role, ...] = Field(min_length=1)
    gear: tuple[Slug, ...] = ()


class LastBattle(Part):
    """The last battle (NE-CAMP-29)."""

    scenario: Slug
    rounds: Positive
    crew: Positive


class Points(Part):
    """Campaign points (NE-CAMP-28)."""

    win: Whole
    draw: Whole
    per_reputation: Positive
    rating_above: Credits
    per_rating: Credits


class Figures(Part):
    """All of them."""

    battles: Positive
    start: Start
    scenario_roll: tuple[Slug, Slug, Slug, Slug, Slug, Slug]
    """By the face of a D6; `choose`: the underdog chooses."""
    income: Income
    reputation: Reputation
    experience: Experience
    advances: dict[Advance, AdvancePrice]
    advance_surcharge: Whole
    skills: tuple[Slug, ...] = Field(min_length=1)
    crew_skills: tuple[Slug, ...] = ()
    underdog: Underdog
    standing: Standing
    limits: Limits
    recruits: Recruits
    last: LastBattle
    points: Points

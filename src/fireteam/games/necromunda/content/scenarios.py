"""Scenarios of a pack as they are written in YAML: crews, deployment, what is scored, what ends it (NE-RND-10)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fireteam.kit.content.models import Part, Positive, Slug, Text, Whole

Side = Literal["a", "b"]
Edge = Literal["north", "south", "east", "west"]
EventMeasure = Literal[
    "model-out", "fighter-out", "leader-out", "vehicle-wrecked", "bottled", "casket-opened", "casket-off",
    "vehicle-off", "rider-off", "ordnance-blown", "token-removed",
]  # fmt: skip
EndMeasure = Literal["middle-held", "casket-held", "stalled", "ordnance-left"]
Measure = EventMeasure | EndMeasure
EndWord = Literal["round limit", "side-down", "caskets-gone", "convoy-gone", "ordnance-gone"]
Special = Literal["old-cache", "engines-running", "house-keys", "arming", "pitch-dark", "bad-air"]
Amount = Annotated[str, Field(pattern=r"^(\d?D[36](x10)?|\d+)$")]


class Reinforcements(Part):
    """Models that come later (NE-RND-09)."""

    count: Positive
    from_round: Positive
    per_round: Positive


class CrewRule(Part):
    """Whom a side brings (NE-RND-08)."""

    pick: Literal["custom", "random"]
    max: Positive
    vehicles: tuple[Whole, Whole] = (0, 0)
    reinforcements: Reinforcements | None = None


class Deployment(Part):
    """Where and in which order models are set up (NE-RND-08)."""

    a: Slug | tuple[Slug, ...]
    b: Slug | tuple[Slug, ...]
    order: Literal["alternate", "a-first", "b-first"]
    sides: Literal["roll-off winner chooses"] | None = None
    first: Literal["loser of the roll-off"] | None = None
    priority_round_1: Side | None = None


def zones_of(deployment: Deployment, side: str) -> tuple[str, ...]:
    """The zones of a side."""
    found = deployment.a if side == "a" else deployment.b
    return (found,) if isinstance(found, str) else tuple(found)


class Points(Part):
    """What scores how much, for whom."""

    who: Literal["a", "b", "each"]
    measure: Measure
    vp: Positive


class Reward(Part):
    """What a campaign pays."""

    credits: Amount | None = None
    reputation: Amount | None = None
    per: Measure | None = None


class Rewards(Part):
    """What winner and loser get."""

    winner: tuple[Reward, ...] = ()
    loser: tuple[Reward, ...] = ()


class Scenario(Part):
    """A scenario."""

    id: Slug
    name: Text
    maps: tuple[Slug, ...] = Field(min_length=1)
    rounds: Positive
    crew: dict[Side, CrewRule]
    deployment: Deployment
    attacker: Side | None = None
    exits: dict[Side, tuple[Edge, ...]] = Field(default_factory=dict)
    vp: tuple[Points, ...] = Field(min_length=1)
    ends: tuple[EndWord, ...] = Field(min_length=1)
    specials: tuple[Special, ...] = ()
    reward: Rewards = Rewards()
    text: str = ""

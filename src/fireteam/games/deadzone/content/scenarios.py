"""Scenarios of a Deadzone pack as they are written in YAML."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fireteam.games.deadzone.content.maps import Square
from fireteam.games.deadzone.content.parts import ItemName
from fireteam.kit.content.models import Part, Positive, Slug, Text, Whole, Yes

Face = Annotated[int, Field(strict=True, ge=1, le=8)]


class Sides(Part):
    """Squares for the two sides, by the deployment zone they start from; all levels of them (see DZ-SETUP-13)."""

    a: tuple[Square, ...] = Field(alias="A", min_length=1)
    b: tuple[Square, ...] = Field(alias="B", min_length=1)


class Objective(Part):
    """A marker on the top level of a square, and what it scores each round (see DZ-SETUP-04, DZ-ROUND-10)."""

    at: Square
    vp: Positive


class Consoles(Part):
    """Consoles on the top level of these squares: worked by a SPECIAL action with no enemy in the cube, each once by a
    side, never by Beasts (see DZ-AB-BEAST-01)."""

    at: tuple[Square, ...] = Field(min_length=1)
    vp: Positive
    hacker_bonus: Whole
    """More VP for a Hacker (see DZ-AB-HACKER-01)."""


class Exits(Sides):
    """Squares on the ground by which a side's models may leave the board (see DZ-CORE-06): the side scores the model's
    VP, or this if that is more."""

    least_vp: Whole


class Scenario(Part):
    """What the battle is about."""

    id: Slug
    name: Text
    text: Text
    roll: tuple[Face, ...] = ()
    """The faces of a d8 that choose it (see DZ-SETUP-02)."""
    maps: tuple[Slug, ...] = ()
    """The maps it is played on; none: on all of them."""
    zones: Sides
    objectives: tuple[Objective, ...] = Field(min_length=1)
    kills: Yes
    """Whether a killed model scores its VP for the other side (see DZ-DMG-08)."""
    intel_vp: Whole
    """What Intel is worth (see DZ-ITEM-16)."""
    extra_tokens: dict[ItemName, Positive] = Field(default_factory=dict)
    """Tokens shuffled into the pool."""
    consoles: Consoles | None = None
    exits: Exits | None = None

"""What a client may wish for by HTTP: a match, an import, a branch, a new link; each with its limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

LARGEST_SAVE = 8 * 1024 * 1024
"""Characters of a save that is imported."""
LARGEST_TEAM = 16 * 1024
"""Characters of a team's file."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
# Only the name of a bundled bot: a file of the server must never be named, let alone run, from outside.
BotName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]


class Wish(BaseModel):
    """A wish: fields that it does not know are refused, and it does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class SeatWish(Wish):
    """Who sits at a seat: a person here, a person by link, or a bot."""

    kind: Literal["here", "link", "bot"]
    bot: BotName | None = None


Seats = Annotated[list[SeatWish], Field(min_length=1, max_length=8)]


TeamData = Annotated[dict[Name, Any], Field(max_length=20)]
"""A team as its file has it; what is in it, the game looks at."""


class TeamWish(Wish):
    """A team whose form is asked for: as data, as the text of a file, or a new one of a side."""

    team: TeamData | None = None
    text: Annotated[str, StringConstraints(max_length=LARGEST_TEAM)] | None = None
    side: Name | None = None
    limit: Annotated[int, Field(ge=1, le=999)] | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> Self:
        if sum(one is not None for one in (self.team, self.text, self.side)) != 1:
            raise ValueError("one of team, text and side must be given")
        return self


class MatchWish(Wish):
    """A new match."""

    game: Name
    scenario: Name | None = None
    sides: Annotated[list[Name], Field(max_length=8)] | None = None
    teams: Annotated[list[TeamData | None], Field(max_length=8)] | None = None
    """The team of each seat, where one was built."""
    seats: Seats
    dice: Literal["seeded", "typed"] = "seeded"
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    options: Annotated[
        dict[Name, Annotated[str, StringConstraints(max_length=80)] | bool | int], Field(max_length=60)
    ] = {}
    setup: Annotated[dict[Name, Name], Field(max_length=60)] = {}
    handover: bool = False
    pace: Annotated[int, Field(ge=0, le=60_000)] | None = None


class ImportWish(Wish):
    """A save that becomes a match; `bot` alone is short for a person here against that bot."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_SAVE)]
    seats: Seats | None = None
    bot: BotName | None = None

    def wanted_seats(self) -> list[SeatWish] | None:
        """Who is to sit where, if that was said."""
        if self.seats is None and self.bot is not None:
            return [SeatWish(kind="here"), SeatWish(kind="bot", bot=self.bot)]
        return self.seats


class BranchWish(Wish):
    """A new match from a position of this one."""

    at: Annotated[int, Field(ge=0, le=1_000_000)]
    seats: Seats
    handover: bool = False


class LinkWish(Wish):
    """A new link for a role; the old one ends."""

    role: Literal["host", "watch", "seat"]
    seat: Annotated[int, Field(ge=0, le=7)] | None = None

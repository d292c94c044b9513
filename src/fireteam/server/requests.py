"""What a client may wish for by HTTP: a match, an import, a branch, a new link; each with its limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LARGEST_SAVE = 8 * 1024 * 1024
"""Characters of a save that is imported."""

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


class MatchWish(Wish):
    """A new match."""

    game: Name
    scenario: Name | None = None
    sides: Annotated[list[Name], Field(max_length=8)] | None = None
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

    role: Literal["watch", "seat"]
    seat: Annotated[int, Field(ge=0, le=7)] | None = None

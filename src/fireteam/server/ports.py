"""What the edge of the server (HTTP, sockets) needs of the matches behind it, and offers to them."""

from __future__ import annotations

from typing import Any, Protocol

from fireteam.server.links import Link
from fireteam.server.messages import ClientMessage
from fireteam.server.requests import MatchWish, SeatWish, TeamWish


class Outlet(Protocol):
    """The way to one client; neither call ever blocks."""

    def send(self, text: str) -> None:
        """A message on its way, unless the client is gone."""

    def close(self, code: int, reason: str) -> None:
        """The end, after what was sent before."""


class ViewerPort(Protocol):
    """One client that sits in a room."""

    async def receive(self, message: ClientMessage) -> None:
        """Anything but hello; what is wrong is a Fault."""

    async def leave(self) -> None:
        """The client is gone."""


class HallPort(Protocol):
    """All matches."""

    async def create(self, wish: MatchWish) -> dict[str, Any]:
        """A new match: its id and its links."""

    async def team_form(self, game: str, wish: TeamWish) -> dict[str, Any]:
        """All that a builder shows of a team."""

    async def import_save(self, text: str, seats: list[SeatWish] | None) -> dict[str, Any]:
        """A save becomes a match."""

    async def branch(self, link: Link, at: int, seats: list[SeatWish], *, handover: bool = False) -> dict[str, Any]:
        """A new match from a position."""

    async def summary(self, link: Link) -> dict[str, Any]:
        """A match in a few words."""

    async def links(self, link: Link) -> dict[str, Any]:
        """The links of a match, for its host."""

    async def renew(self, link: Link, role: str, seat: int | None) -> str:
        """A new link for a role; the old one ends."""

    async def claim(self, link: Link) -> str:
        """A token of one's own for the link of a seat."""

    async def save(self, link: Link) -> tuple[str, str]:
        """A file name and the text of a save."""

    async def dice(self, link: Link) -> dict[str, Any]:
        """Everything by which sealed dice can be thrown again, as far as it may be known."""

    async def replay_index(self, link: Link) -> dict[str, Any]:
        """Where a replay may stop."""

    async def replay_frame(self, link: Link, at: int) -> dict[str, Any]:
        """A position of a replay."""

    async def link_of(self, token: str) -> Link:
        """What a link says; one that is not valid any more is a Fault."""

    def games(self) -> dict[str, Any]:
        """What can be played."""

    def rules(self, game: str) -> dict[str, Any]:
        """A rulebook."""

    async def enter(self, link: Link, form: str, outlet: Outlet, hello_id: str, word: str = "") -> ViewerPort:
        """A client comes in with its word for the dice, and is welcomed through its outlet."""

    async def health(self) -> dict[str, Any]:
        """How the server is: `status` is ok or unwell, `trouble` says why."""

    def statistics(self) -> dict[str, float]:
        """Numbers for the metrics."""

    async def close(self) -> None:
        """Finish what is under way, and close everything."""

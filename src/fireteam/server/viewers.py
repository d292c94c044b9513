"""A viewer: one socket in a room, what it may do there, and what it has been sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from fireteam.server import messages as say
from fireteam.server.frames import Audience
from fireteam.server.links import Link
from fireteam.server.messages import CODES, Fault, encode

if TYPE_CHECKING:
    from fireteam.server.rooms import Room


class Outlet(Protocol):
    """Where messages for a client go; it never blocks."""

    def send(self, text: str) -> None:
        """Send a message."""

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what was sent."""


class Viewer:
    """One socket in a room."""

    def __init__(self, room: Room, link: Link, form: str, outlet: Outlet) -> None:
        self.room = room
        self.link = link
        self.form = form
        self.outlet = outlet
        self.seats: tuple[int, ...] = room.seats_of(link)
        self.facing: int | None = None
        """The seat whose person is at this screen, where one screen serves several."""
        self.shown: tuple[Audience, int] | None = None
        """The audience and version of the scene that was sent last."""
        self.logged = 0
        """How many lines of the log were sent."""

    @property
    def holder(self) -> str:
        """Who speaks: one name for each link, whatever socket it comes by."""
        return self.link.name

    @property
    def audience(self) -> Audience:
        """Whose eyes this viewer has."""
        if len(self.seats) <= 1:
            return self.seats[0] if self.seats else None
        if self.facing is not None:
            return self.facing
        return None if self.room.row.handover else self.seats[0]

    def look_up(self, asked: int | None) -> None:
        """Somebody else is asked now: another person may have to come to the screen."""
        if len(self.seats) > 1 and asked in self.seats and asked != self.facing:
            self.facing = None if self.room.row.handover else asked

    def handover(self, asked: int | None) -> int | None:
        """The seat that the screen must be handed to before anything of it is shown."""
        needed = self.room.row.handover and len(self.seats) > 1 and asked in self.seats and self.facing != asked
        return asked if needed else None

    def send(self, message: dict[str, Any]) -> None:
        """Send a message of its own."""
        self.outlet.send(encode(message))

    async def receive(self, message: say.ClientMessage) -> None:
        """Whatever a client says after hello; what is wrong with it is a Fault."""
        await self.room.hear(self, message)

    def must_play(self, seat: int) -> None:
        """A Fault unless this link plays the seat and its person is at the screen."""
        if seat not in self.seats:
            raise Fault("wrong_seat", CODES["wrong_seat"], seat=seat)
        if self.handover(seat) is not None:
            raise Fault("wrong_seat", "the screen must be handed over first", seat=seat)

    async def leave(self) -> None:
        """The socket is gone."""
        self.room.leave(self)

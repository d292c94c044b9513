"""Taking back: free until somebody has learned something, then an offer to the others; what was taken back can be given
again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fireteam.core.errors import FireteamError
from fireteam.server.messages import Fault, encode
from fireteam.server.position import Position, Taken
from fireteam.server.sealing import SEALED
from fireteam.server.storage import Entry
from fireteam.server.veils import veil_of
from fireteam.server.viewers import Viewer

if TYPE_CHECKING:
    from fireteam.server.rooms import Room


FOR_ALL = 3 / 4
"""The part of a match's entries in which undos are possible; the rest is for answers: nobody ends a match by undos."""


@dataclass(slots=True)
class Offer:
    """An undo that others must agree to; any change of the position ends it."""

    by: int
    holder: str
    taken: Taken
    wanted: set[int]
    counts: bool = True
    """Whether everybody may know how many answers were given since."""

    def view(self) -> dict[str, Any]:
        """The offer as it is sent."""
        rolls, others = self.taken.rolls, self.taken.others
        learned = [f"{rolls} roll{'' if rolls == 1 else 's'}"] if rolls else []
        if not self.counts:
            others = min(others, 1)
            learned += ["other answers"] if others or not rolls else []
        else:
            learned += [f"{others} other answer{'' if others == 1 else 's'}"] if others else []
        text = f"Take back the last answer, with {' and '.join(learned)} since"
        return {"by": self.by, "seats": sorted(self.wanted), "text": text, "rolls": rolls, "answers": others}


def undo_sign(room: Room, viewer: Viewer, position: Position) -> str:
    """What an undo would be for this viewer: free, ask or no."""
    taken = position.taken(viewer.seats) if viewer.seats and closed(room, position) is None else None
    if taken is None:
        return "no"
    return "ask" if _concerns_others(taken, viewer, position) and room.other_people(viewer.seats) else "free"


def _concerns_others(taken: Taken, viewer: Viewer, position: Position) -> bool:
    """Whether somebody has learned something since, or somebody else may have answered unseen."""
    veil = veil_of(position)
    return taken.learned or (veil is not None and veil.seat not in viewer.seats)


def closed(room: Room, position: Position) -> Fault | None:
    """Why nothing is taken back or given again in this match any more, if so."""
    if room.row.dice == SEALED and position.match.over:
        return Fault("forbidden", "the game is over and its dice are open to all: nothing is taken back any more")
    if room.version >= room.services.limits.entries * FOR_ALL:
        return Fault("full", "this match has been changed so often that nothing is taken back any more: play on")
    return None


def may_redo(viewer: Viewer, position: Position) -> bool:
    """Whether the last thing taken back was this viewer's own."""
    if closed(viewer.room, position) is not None:
        return False
    redo = position.folded.redo
    return bool(redo) and redo[-1][0].seat in viewer.seats


async def undo(room: Room, viewer: Viewer, position: Position, message: str) -> None:
    """Take back the viewer's last answer, or offer to."""
    taken = position.taken(viewer.seats) if viewer.seats else None
    if taken is None:
        raise Fault("nothing", "there is nothing of yours to take back")
    seat = position.folded.standing[taken.keep].seat
    wanted = room.other_people(viewer.seats)
    if not wanted or not _concerns_others(taken, viewer, position):
        await _take_back(room, position, taken, seat, message)
        return
    if room.offer is not None:
        raise Fault("busy", "an offer is open already")
    room.paces.spend(viewer.holder, "offer")
    room.offer = Offer(seat, viewer.holder, taken, wanted, not position.match.setting.game.secrets)
    room.publish(position, "")


async def _take_back(room: Room, position: Position, taken: Taken, seat: int, message: str) -> None:
    await room.keep(position, lambda: [position.undo(taken, seat, message)], "undo")


async def redo(room: Room, viewer: Viewer, position: Position, message: str) -> None:
    """Give again what was taken back."""
    if not may_redo(viewer, position):
        raise Fault("nothing", "there is nothing of yours to do again")
    seat = position.folded.redo[-1][0].seat

    def make() -> list[Entry]:
        try:
            return [position.redo(seat, message)]
        except FireteamError as error:
            room.drop_position()
            raise Fault("illegal", str(error)) from error

    await room.keep(position, make, "redo")


async def consent(room: Room, viewer: Viewer, position: Position, message: str, *, accept: bool) -> None:
    """One of those who were asked says yes or no."""
    offer = room.offer
    assert offer is not None
    seats = offer.wanted.intersection(viewer.seats)
    if not accept:
        room.offer = None
        room.publish(position, "")
        text = encode({"type": "declined", "by": min(seats)})
        for other in room.viewers:
            other.outlet.send(text)
        return
    offer.wanted -= seats
    if offer.wanted:
        room.publish(position, "")
    else:
        await _take_back(room, position, offer.taken, offer.by, message)


def withdraw(room: Room, position: Position) -> None:
    """Whoever offered has changed their mind."""
    room.offer = None
    room.publish(position, "")

"""A seat's link is taken once: whoever comes first gets a token of their own, and the link opens nothing any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.server.links import Link
from fireteam.server.messages import CODES, Fault, encode
from fireteam.server.storage import Stored

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

_TAKEN = "taken "
"""What the notes are called that keep which generation of a seat's link is somebody's own."""


def taken_of(stored: Stored) -> dict[str, int]:
    """The generation of each seat's link that somebody has taken for their own."""
    return {name.removeprefix(_TAKEN): int(text) for name, text in stored.notes.items() if name.startswith(_TAKEN)}


def is_taken(room: Room, name: str) -> bool:
    """Whether the link of that role that is valid now is somebody's own: nobody else is told it."""
    return room.taken.get(name) == room.generations.get(name)


def must_be_valid(room: Room, link: Link) -> None:
    """A Fault for a link that is not valid any more; that it was taken is said in a word of its own."""
    now = room.generations.get(link.name)
    if now == link.generation:
        return
    if is_taken(room, link.name) and now == link.generation + 1:
        raise Fault("taken", CODES["taken"])
    raise Fault("bad_token", CODES["bad_token"])


async def claim(room: Room, link: Link) -> str:
    """A token of one's own for a seat's link; from then on the link is no use to anybody, not even to who made it."""
    if link.role != "seat":
        raise Fault("forbidden", "only the link of a seat is taken")
    async with room.lock:
        must_be_valid(room, link)
        if is_taken(room, link.name):
            return room.services.links.token(*link)  # one's own already
        room.paces.spend(link.name, "claim")
        return await own_token(room, link)


async def own_token(room: Room, link: Link) -> str:
    """A new token of a seat that is known to whoever asks for it alone; what opened the seat before opens nothing."""
    services, name = room.services, link.name
    generation = await services.storage.revoke(link.match, name)
    await services.storage.note(link.match, f"{_TAKEN}{name}", str(generation))
    room.generations[name] = room.taken[name] = generation
    room.expel(name)
    return services.links.token(link.match, link.role, link.seat, generation)


def tell_uses(room: Room, holder: str) -> None:
    """Whoever sits at a seat is told how many sockets came by its token: no use by somebody else stays hidden."""
    same = [viewer for viewer in room.viewers if viewer.holder == holder]
    text = encode({"type": "used", "sockets": len(same)})
    for viewer in same:
        if viewer.link.role != "watch":
            viewer.outlet.send(text)

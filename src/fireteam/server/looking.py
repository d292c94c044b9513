"""Looking about at a decision: reasons, ways, attacks, sight. A worker answers, so that the loop stays free."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fireteam.server import messages as say
from fireteam.server.asking import decision_of, reckoned
from fireteam.server.budgets import PAYER
from fireteam.server.links import Link
from fireteam.server.messages import Fault
from fireteam.server.sealing import known_as
from fireteam.server.settings import Limits
from fireteam.server.storage import Storage, StorageError, Stored
from fireteam.server.viewers import Viewer
from fireteam.server.workers import MatchRef, Thinkers

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

T = TypeVar("T")

log = logging.getLogger("fireteam.server")

RECORD_SECONDS = 30.0
"""Seconds that a save or a stop of a replay may take: a long game runs again from its beginning."""


async def stored_match(storage: Storage, match: str) -> Stored | None:
    """A match as it is kept; what is wrong with the storage is for the log alone: it names places of the server."""
    try:
        return await storage.load(match)
    except StorageError as error:
        log.exception("a match cannot be read", extra={"match": match})
        raise Fault("broken", "this match cannot be read now") from error


class _Look(Generic[T]):
    """A question that waits for its answer."""

    def __init__(self, task: asyncio.Task[T]) -> None:
        self.task = task
        self.dropped = False


class Looks:
    """The questions under way: a few of each seat, of which the oldest makes room, and so many of an address."""

    def __init__(self, lookers: Thinkers, limits: Limits) -> None:
        self.lookers = lookers
        self.limits = limits
        self._seats: dict[tuple[str, str], deque[_Look[Any]]] = {}
        self._addresses: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many questions are under way."""
        return sum(len(waiting) for waiting in self._seats.values())

    async def among(self, seat: tuple[str, str], ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What a worker says to a link of a match; a Fault for whoever asks more than is answered."""
        payer = PAYER.get()
        address = payer.address if payer is not None else ""
        if self._addresses[address] >= self.limits.looks_of_address:
            raise Fault("too_fast", "too many questions from your address at once; this one was dropped", wait=1)
        look = _Look(asyncio.create_task(ask()))
        waiting = self._seats.setdefault(seat, deque())
        waiting.append(look)
        self._addresses[address] += 1
        if len(waiting) > self.limits.looks:
            oldest = waiting[1]  # the first one is being answered
            del waiting[1]
            oldest.dropped = True
            oldest.task.cancel()
        try:
            return await look.task
        except asyncio.CancelledError:
            if look.dropped:
                raise Fault("too_fast", "a newer question of yours took the place of this one", wait=1) from None
            look.task.cancel()
            raise
        finally:
            if look in waiting:
                waiting.remove(look)
            if not waiting and self._seats.get(seat) is waiting:
                del self._seats[seat]
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]


async def _looked(room: Room, viewer: Viewer, at: int, what: str, *args: Any) -> dict[str, Any]:
    """What a worker sees at the decision that waits for this viewer."""
    async with room.lock:
        room.must_be_at(viewer, at)
        position = await room.position()
        decision_of(position.match, viewer)
        reference = room.reference(position)
    looks, seconds = room.services.looks, room.services.odds_seconds

    def ask() -> Coroutine[Any, Any, dict[str, Any]]:
        return reckoned(looks.lookers.look(reference, what, args, seconds))

    return await looks.among((reference.id, viewer.holder), ask)


async def recorded(room: Room, link: Link, what: str, *args: Any) -> Any:
    """What a worker says of a whole match, by its name in `records.py`."""

    async def load() -> Stored:
        stored = await stored_match(room.services.storage, room.row.id)
        if stored is None:
            raise Fault("not_found", "the match is gone")
        return stored

    row, looks = room.row, room.services.looks
    reference = MatchRef(known_as(row, room.words), room.version, "", row.dice, row.seed, ())
    return await looks.among(
        (row.id, link.name), lambda: reckoned(looks.lookers.record(reference, what, args, RECORD_SECONDS, load))
    )


async def why(room: Room, viewer: Viewer, message: say.AskWhy) -> None:
    """Why something is not possible: by its key, by a place, or everything there is."""
    found = await _looked(room, viewer, message.at, "why", message.key, message.place)
    viewer.send({"type": "why", "re": message.id, **found})


async def plan(room: Room, viewer: Viewer, message: say.AskPlan) -> None:
    """The answers that lead to a spot, or to the nearest legal point of it."""
    asked = (message.spot, message.piece, message.wishes, message.point, message.near)
    found = await _looked(room, viewer, message.at, "plan", *asked)
    viewer.send({"type": "plan", "re": message.id, "spot": message.spot, **found})


async def ahead(room: Room, viewer: Viewer, message: say.AskAhead) -> None:
    """What a gesture may mean: where a piece could go, or the attacks on a target."""
    found = await _looked(room, viewer, message.at, "ahead", message.piece, message.target, message.wishes)
    viewer.send({"type": "ahead", "re": message.id, "piece": message.piece, "target": message.target, **found})


async def look(room: Room, viewer: Viewer, message: say.AskLook) -> None:
    """What the piece that the decision is about has to do with another."""
    found = await _looked(room, viewer, message.at, "look", message.place)
    viewer.send({"type": "look", "re": message.id, "place": message.place, **found})

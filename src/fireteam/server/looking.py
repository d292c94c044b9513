"""Looking about at a decision: reasons, ways, attacks, sight. A worker answers, so that the loop stays free."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from fireteam.server import messages as say
from fireteam.server.asking import decision_of, reckoned
from fireteam.server.budgets import PAYER
from fireteam.server.messages import Fault
from fireteam.server.settings import Limits
from fireteam.server.viewers import Viewer
from fireteam.server.workers import MatchRef, Thinkers

if TYPE_CHECKING:
    from fireteam.server.rooms import Room


class _Look:
    """A question that waits for its answer."""

    def __init__(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self.task = task
        self.dropped = False


class Looks:
    """The questions under way: a few of each seat, of which the oldest makes room, and so many of an address."""

    def __init__(self, lookers: Thinkers, limits: Limits) -> None:
        self.lookers = lookers
        self.limits = limits
        self._seats: dict[tuple[str, str], deque[_Look]] = {}
        self._addresses: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many questions are under way."""
        return sum(len(waiting) for waiting in self._seats.values())

    async def ask(self, holder: str, ref: MatchRef, what: str, args: tuple[Any, ...], budget: float) -> dict[str, Any]:
        """What a worker says; a Fault for whoever asks more than is answered."""
        payer = PAYER.get()
        address = payer.address if payer is not None else ""
        if self._addresses[address] >= self.limits.looks_of_address:
            raise Fault("too_fast", "too many questions from your address at once; this one was dropped", wait=1)
        look = _Look(asyncio.ensure_future(self.lookers.look(ref, what, args, budget)))
        seat = (ref.id, holder)
        waiting = self._seats.setdefault(seat, deque())
        waiting.append(look)
        self._addresses[address] += 1
        if len(waiting) > self.limits.looks:
            oldest = waiting[1]  # the first one is being answered
            del waiting[1]
            oldest.dropped = True
            oldest.task.cancel()
        try:
            return await reckoned(look.task)
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
        room.must_be_at(at)
        position = await room.position()
        decision_of(position.match, viewer)
        reference = room.reference(position)
    services = room.services
    return await services.looks.ask(viewer.holder, reference, what, args, services.odds_seconds)


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

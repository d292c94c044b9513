"""Bots at the table: they think in processes of their own, within a time budget, and answer like everybody else."""

from __future__ import annotations

import asyncio
import logging
import random
import time
import weakref
from hashlib import blake2b
from typing import TYPE_CHECKING

from fireteam.bots.random import RandomBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.errors import FireteamError
from fireteam.core.questions import Choose
from fireteam.server import metrics
from fireteam.server.messages import Fault, encode
from fireteam.server.storage import ANSWER, Entry
from fireteam.server.workers import Crashed, MatchRef

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

log = logging.getLogger("fireteam.server")

WORKERS = 2
"""Workers that are asked one after the other if they die over it."""
TRIES = 6
PAUSE = 0.5
"""Seconds before a bot's answer that could not be kept is tried again; twice as many each time."""


class BotPlay:
    """Plays the bots of one room while it is their turn."""

    def __init__(self, room: Room) -> None:
        # Weak: a room that is closed is gone at once, without a collection of cycles, which is rare here.
        self._room = weakref.ref(room)
        self._task: asyncio.Task[None] | None = None

    @property
    def room(self) -> Room:
        """The room whose bots these are."""
        room = self._room()
        assert room is not None, "whoever asks holds the room"
        return room

    @property
    def busy(self) -> bool:
        """Whether a bot thinks or moves."""
        return self._task is not None and not self._task.done()

    def drive(self) -> None:
        """Let bots play if it is their turn."""
        if self.busy or all(plan.kind != "bot" for plan in self.room.row.seats):
            return
        # While the lock is held a thread may be at the position: whoever plays looks at it under the lock.
        if self.room.lock.locked() or self.to_move() is not None:
            self._task = asyncio.create_task(self._play())

    def to_move(self) -> int | None:
        """The bot's seat that is asked now; games of bots alone go on only while somebody looks."""
        room = self.room
        position = room.live
        if position is None or room.services.closing:
            return None
        if not room.viewers and all(plan.kind == "bot" for plan in room.row.seats):
            return None
        question = position.match.decision
        if type(question) is not Choose or room.row.seats[question.seat].kind != "bot":
            return None
        return question.seat

    async def _play(self) -> None:
        room, thinking, failed = self.room, None, 0
        try:
            while True:
                async with room.lock:
                    position = await room.position()
                    seat = self.to_move()
                    if seat is None:
                        return
                    ref = room.reference(position)
                if thinking != seat:
                    self._tell(thinking, on=False)
                    self._tell(seat, on=True)
                    thinking = seat
                began = time.perf_counter()
                key = await self._think(ref, seat)
                metrics.thought(time.perf_counter() - began)
                await asyncio.sleep(max(0.0, room.row.pace / 1000 - (time.perf_counter() - began)))
                try:
                    await self._answer(ref, seat, key)
                    failed = 0
                except Fault as fault:
                    if room.services.pulse.paused:
                        await room.services.pulse.goes_on()
                        continue
                    failed += 1
                    if failed == TRIES:
                        raise
                    log.warning("a bot's answer failed, it is tried again: %s", fault, extra={"match": room.row.id})
                    await asyncio.sleep(PAUSE * 2**failed)
        except Exception:  # whatever it is, it must not end unseen in a forgotten task
            log.exception("a bot's answer failed", extra={"match": room.row.id})
        finally:
            self._tell(thinking, on=False)

    async def _answer(self, ref: MatchRef, seat: int, key: str) -> None:
        room = self.room
        async with room.lock:
            # An undo while it thought: think again, or not at all.
            if room.version == ref.version and not room.services.closing:
                position = await room.position()
                entry = Entry(ANSWER, seat, key)

                def make() -> list[Entry]:
                    room.give(position, entry)
                    return [entry]

                await room.keep(position, make, "answer")

    async def _think(self, ref: MatchRef, seat: int) -> str:
        """The bot's key; for a bot that fails or takes too long, chance decides. A worker that dies may have been
        somebody else's victim, such as of a machine without memory: another one is asked first."""
        room = self.room
        salt = f"{room.row.seed}"
        bot, seconds = room.row.seats[seat].bot, room.services.bot_seconds
        for left in reversed(range(WORKERS)):
            try:
                return await room.services.thinkers.choose(ref, seat, bot, salt, seconds)
            except FireteamError as error:
                log.warning("a bot gave no answer: %s", error, extra={"match": room.row.id, "seat": seat})
                if not left or not isinstance(error, Crashed):
                    break
        async with room.lock:
            match = (await room.position()).match
            if self.to_move() != seat:
                return ""
            number = blake2b(f"{salt}/{seat}/{room.version}".encode(), digest_size=6).digest()
            return RandomBot().choose(BotSeat(match, seat, random.Random(int.from_bytes(number, "big")))).key

    def _tell(self, seat: int | None, *, on: bool) -> None:
        if seat is not None:
            text = encode({"type": "thinking", "seat": seat, "on": on})
            for viewer in self.room.viewers:
                viewer.outlet.send(text)

    async def stop(self) -> None:
        """No more answers; one that is being kept is kept."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

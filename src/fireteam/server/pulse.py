"""Whether the store can write: while its disk is full or its database away, play is paused, and goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from fireteam.server.storage import CannotWrite, Storage, StorageError

log = logging.getLogger("fireteam.server")

EVERY = 2.0
"""Seconds until it is tried again; an answer of somebody tries it as well."""
NAME, LENGTH = "pulse", 16_384
"""What is written for a trial beside the log of a match: longer than answers are, so that there is room for a few."""
WORDS = "The server cannot keep anything now: play is paused, and goes on by itself as soon as it can."


class Pulse:
    """Notices that nothing can be written, tells it once, and tries until it can."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.tell: Callable[[], None] = lambda: None
        """Called when play is paused and when it goes on."""
        self._works = asyncio.Event()
        self._works.set()
        self._trying: asyncio.Task[None] | None = None

    @property
    def paused(self) -> bool:
        """Whether nothing can be written now."""
        return not self._works.is_set()

    @property
    def words(self) -> str:
        """What people are told: nothing while all is well."""
        return WORDS if self.paused else ""

    def stopped(self, match: str, error: Exception) -> None:
        """An answer of a match could not be written."""
        if self.paused:
            return
        log.error("play is paused: %s", error, extra={"match": match})
        self._works.clear()
        self._trying = asyncio.create_task(self._try(match))
        self.tell()

    def works(self) -> None:
        """Something was written."""
        if not self.paused:
            return
        log.warning("play goes on")
        self._works.set()
        if self._trying is not None:
            self._trying.cancel()
        self.tell()

    async def goes_on(self) -> None:
        """Wait until something can be written."""
        await self._works.wait()

    async def _try(self, match: str) -> None:
        while self.paused:
            await asyncio.sleep(EVERY)
            try:
                await self.storage.note(match, NAME, "." * LENGTH)
                await self.storage.note(match, NAME, "")
            except CannotWrite:
                continue
            except StorageError as error:  # of that match alone, which may be gone: whoever answers next will see
                log.warning("a trial failed: %s", error)
            self.works()

    async def close(self) -> None:
        """No more trials."""
        if self._trying is not None:
            self._trying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._trying

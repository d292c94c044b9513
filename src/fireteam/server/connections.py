"""The open connections: so many of each address, and none that takes no more than a trickle of what is sent to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

LEAST_TAKEN = 4096
"""Bytes that a client must take while it is waited for; fewer are a trickle that would never end."""


class Counted:
    """How many there are of each address; `most` of one."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._there: Counter[str] = Counter()

    def __getitem__(self, address: str) -> int:
        return self._there[address]

    def enter(self, address: str) -> bool:
        """One more; False if that address has enough."""
        if self._there[address] >= self.most:
            return False
        self._there[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self._there[address] -= 1
        if self._there[address] <= 0:
            del self._there[address]


class Trickle:
    """Watches what waits to be written to a client, and lets go of one that does not take it."""

    def __init__(self, transport: asyncio.Transport, seconds: float, cut: Callable[[], None]) -> None:
        self.transport = transport
        self.seconds = seconds
        self.cut = cut
        self._before: int | None = None
        """Bytes that waited at the last look; None: none, or so many were taken since that more was let in."""
        self._timer: asyncio.TimerHandle | None = None
        self._again()

    def _again(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self.seconds, self.look)

    def look(self) -> None:
        """How much waits now, compared with the look before."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and self._before is not None and waiting > self._before - LEAST_TAKEN:
            self.end()
            self.cut()
            return
        self._before = waiting or None
        self._again()

    def flowed(self) -> None:
        """A buffer that was full has been taken."""
        self._before = None

    def end(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

"""How long tests wait for what must come: one figure for all of them, and two ways to wait.

A machine may be busy with ten other things while the tests run: what takes a second when it is quiet may take twenty.
No test therefore measures time, and none counts on being quick. Where a time-out itself is under test, everybody who
must not meet it has this patience, or the clock is moved by hand.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds: many times what anything takes on a busy machine. Only a test that fails ever waits so long."""


def wait_until(holds: Callable[[], bool], text: Callable[[], str] = lambda: "it never came") -> None:
    """Wait until something holds that others bring about."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, text()
        time.sleep(0.01)


async def until(holds: Callable[[], bool]) -> None:
    """The same on an event loop."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.002)

"""The match's own work in threads, one room in one thread at a time: the loop stays free to hear everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from fireteam.server.budgets import timed

T = TypeVar("T")


class Hands:
    """A few threads. Only under a room's lock may anything be given to them that concerns its position."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(max(1, threads), "table-hand")

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """Do something in a thread, paid by whoever pays here. It is never left half done: who is cancelled meanwhile
        waits for its end, so that the lock is held until then."""
        context = copy_context()
        task = asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: context.run(timed, lambda: work(*given))
        )
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise

    def close(self) -> None:
        """No more work."""
        self._threads.shutdown(wait=False)

"""The writer's thread of a store: it commits whatever waits at once, and tells everybody what became of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

MOST_AT_ONCE = 500
"""Writes in one transaction; the first of them waits for the last."""

W = TypeVar("W")


class _Waiting(NamedTuple):
    """A write that waits for its turn, and who waits for it."""

    work: Any
    future: asyncio.Future[Any]


class Committer(Generic[W]):
    """Takes writes from any event loop; `commit` says for each of several its value or its error, `end` comes last."""

    def __init__(self, commit: Callable[[list[W]], list[Any]], end: Callable[[], None]) -> None:
        self._commit = commit
        self._end = end
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="table-writer", daemon=True)
        self._thread.start()

    async def written(self, work: W) -> Any:
        """Have it done; returns when it is on the disk."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put(_Waiting(work, future))
        return await future

    async def close(self) -> None:
        """Write what waits, then end; nothing may be asked for after this."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write_all(self) -> None:
        """The thread: take what waits, write it in one transaction, tell everybody."""
        open_ended = True
        while open_ended:
            first = self._queue.get()
            batch: list[_Waiting] = []
            while first is not None:
                batch.append(first)
                if len(batch) == MOST_AT_ONCE:
                    break
                try:
                    first = self._queue.get_nowait()
                except Empty:
                    break
            open_ended = first is not None
            if batch:
                _tell(batch, self._commit([write.work for write in batch]))
        self._end()


def _tell(batch: list[_Waiting], results: list[Any]) -> None:
    """Give everybody who waits what became of their write; each loop is woken once."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for write, result in zip(batch, results, strict=True):
        loops.setdefault(write.future.get_loop(), []).append((write.future, result))
    for loop, pairs in loops.items():
        try:
            loop.call_soon_threadsafe(_settle, pairs)
        except RuntimeError:
            continue  # the loop is closed: nobody waits any more, and what is written is written


def _settle(pairs: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in pairs:
        if future.done():
            continue  # who waited was cancelled
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

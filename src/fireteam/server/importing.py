"""Saves of strangers are read beside the event loop: each by a process of its own, which has so much time and memory
and no more."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from fireteam.core.errors import SaveError
from fireteam.server.import_worker import Errand, Imported, Room, work
from fireteam.server.messages import CODES, Fault
from fireteam.server.workers import START_LIMIT

SECONDS = 20.0
"""How long the reading of a save may take."""
MEMORY = 1 << 30
"""Bytes that it may take."""
AT_ONCE = 2
"""Saves that are read at once."""
MOST_WAITING = 8
"""Saves that may wait for their turn."""


class Importing:
    """Reads saves, a few at once."""

    def __init__(self, *, allowed: bool = True, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.allowed = allowed
        self.room = Room(seconds, memory)
        self._threads = ThreadPoolExecutor(AT_ONCE, "importing")
        self._readers: set[_Reader] = set()
        """Those at work and those that wait for a thread."""
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The processes that are at work."""
        return [reader.pid for reader in self._readers if reader.pid is not None]

    async def read(self, text: str, seed: int) -> Imported:
        """What a save is; what is wrong with it is a SaveError. Its match gets that seed if it has none of its own."""
        if not self.allowed:
            raise Fault("forbidden", "this server imports no saves")
        if self._closed:
            raise Fault("closing", CODES["closing"])
        if len(self._readers) >= AT_ONCE + MOST_WAITING:
            raise Fault("full", "too many saves wait to be read; try again in a minute")
        reader = _Reader(self.room)
        self._readers.add(reader)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, reader.read, Errand(text, seed))
        finally:
            reader.stop()  # whoever asked may have left
            self._readers.discard(reader)

    async def close(self) -> None:
        """End what is under way; whoever waits is told."""
        self._closed = True
        for reader in self._readers:
            reader.stop()
        await asyncio.to_thread(self._threads.shutdown)


class _Reader:
    """One process that reads one save. `read` blocks, and runs in a thread; `stop` may be called from anywhere."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._process: BaseProcess | None = None
        self._lock = threading.Lock()
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def read(self, errand: Errand) -> Imported:
        """Have a save read."""
        pipe = self._start()
        try:
            return self._answer(pipe, errand)
        except (EOFError, OSError):
            if self._stopped:
                raise Fault("closing", CODES["closing"]) from None
            raise self._too_large("or broke off") from None
        finally:
            self._end(pipe)

    def stop(self) -> None:
        """Kill the process, or see to it that none is started; a thread that waits for it wakes up."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def _start(self) -> Connection:
        spawn = multiprocessing.get_context("spawn")
        with self._lock:
            if self._stopped:
                raise Fault("closing", CODES["closing"])
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=work, args=(theirs, self.room), name="fireteam-import", daemon=True)
            try:
                process.start()
            except BaseException:
                ours.close()
                raise
            finally:
                theirs.close()  # so that the pipe ends with the process
            self._process = process
        return ours

    def _answer(self, pipe: Connection, errand: Errand) -> Imported:
        if not pipe.poll(START_LIMIT):
            raise Fault("late", "the server is too busy to read a save now")
        pipe.recv()
        pipe.send(errand)
        if not pipe.poll(self.room.seconds):
            raise SaveError(f"reading it takes longer than {self.room.seconds:g} seconds: this server does not open it")
        kind, value = pipe.recv()
        if kind == "done":
            found: Imported = value
            return found
        raise self._trouble(kind, value)

    def _trouble(self, kind: str, value: Any) -> Exception:
        if kind == "save":
            return SaveError(*value)
        if kind == "setup":
            return Fault("setup", value)
        return self._too_large()

    def _too_large(self, otherwise: str = "") -> SaveError:
        reason = f"reading it takes more than {self.room.memory >> 20} MB of memory"
        return SaveError(f"{reason}, {otherwise}" if otherwise else f"{reason}: this server does not open it")

    def _end(self, pipe: Connection) -> None:
        """Clear the process away."""
        pipe.close()
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()
            process.close()

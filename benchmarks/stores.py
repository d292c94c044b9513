"""How fast answers become durable: in a file, and in a PostgreSQL server on the same disk."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from fireteam.server.sqlstore import SqlStorage
from tests.server.postgresserver import PostgresServer, missing
from tests.server.stores import NOTE, ROW, answer, open_store

MATCHES, ANSWERS, ALONE = 100, 40, 200


def run(console: Console) -> dict[str, object]:
    """Measure both, and print what came."""
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        found["file"] = asyncio.run(_measured(open_store(place)))
        why = missing()
        if why:
            console.print(f"stores: {why}")
        else:
            server = PostgresServer()
            try:
                (place / NOTE).write_text(server.database(), encoding="utf-8")
                found["PostgreSQL"] = asyncio.run(_measured(open_store(place)))
            finally:
                server.end()
    table = Table(title=f"Answers kept: {MATCHES} matches at once, then one alone")
    table.add_column("store")
    for title in ("answers /s", "commits", "median", "alone, median"):
        table.add_column(title, justify="right", no_wrap=True)
    for name, figures in found.items():
        table.add_row(name, *figures.values())
    console.print(table)
    return dict(found)


async def _measured(store: SqlStorage) -> dict[str, str]:
    for number in range(MATCHES):
        await store.create(replace(ROW, id=f"m{number}"))
    taken: list[float] = []

    async def play(match: str, first: int, count: int, times: list[float]) -> None:
        for number in range(first, first + count):
            began = time.perf_counter()
            await store.append(match, number, [answer("step 3,4", f"x/{number}")])
            times.append(time.perf_counter() - began)

    commits, began = store.commits, time.perf_counter()
    await asyncio.gather(*(play(f"m{number}", 0, ANSWERS, taken) for number in range(MATCHES)))
    seconds, commits = time.perf_counter() - began, store.commits - commits
    alone: list[float] = []
    await play("m0", ANSWERS, ALONE, alone)
    await store.close()

    def median(times: list[float]) -> str:
        return f"{statistics.median(times) * 1e3:.1f} ms"

    return {
        "rate": f"{MATCHES * ANSWERS / seconds:,.0f}",
        "commits": str(commits),
        "median": median(taken),
        "alone": median(alone),
    }

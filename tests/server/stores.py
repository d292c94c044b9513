"""A store for tests: in a file of its directory, or in the PostgreSQL database that a note there names."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from fireteam.server.sqlite import SqliteStorage
from fireteam.server.sqlstore import SqlStorage
from fireteam.server.storage import Entry, MatchRow, SeatPlan, Stored

T = TypeVar("T")

NOTE = "postgres.url"
"""The file that names the database of a directory, if it has one."""
ROW = MatchRow(
    id="m1",
    game="escape",
    title="Infiltration",
    origin="fireteam save 1\n...",
    seats=(SeatPlan("here"), SeatPlan("bot", "greedy")),
    dice="seeded",
    seed=2**80 + 1,
    handover=False,
    pace=400,
    created=1_700_000_000.5,
    imported=True,
)


def answer(text: str, message: str = "", seat: int = 0) -> Entry:
    """An answer as an entry."""
    return Entry("answer", seat, text, message)


def open_store(place: Path) -> SqlStorage:
    """The store of a directory."""
    note = place / NOTE
    if not note.exists():
        return SqliteStorage(place / "table.db")
    # Only where it is wanted: psycopg may be missing.
    from fireteam.server.postgres import PostgresStorage

    return PostgresStorage(note.read_text(encoding="utf-8"))


def with_store(place: Path, work: Callable[[SqlStorage], Awaitable[T]]) -> T:
    """Open a store, do something with it, and close it."""

    async def run() -> T:
        store = open_store(place)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def loaded(place: Path, match: str = "m1") -> Stored:
    """A match as it is found after opening the store anew."""
    found = with_store(place, lambda store: store.load(match))
    assert found is not None
    return found

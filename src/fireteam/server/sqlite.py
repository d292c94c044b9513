"""Matches in a SQLite file: one writer thread that commits whatever waits at once, and a reader beside it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from fireteam.server.storage import (
    FIRST_GENERATION,
    Conflict,
    Duplicate,
    Entry,
    MatchRow,
    SeatPlan,
    Storage,
    StorageError,
    Stored,
)

FORMAT = 2
"""The schema, as the file's user_version."""
OURS = 0x46544D31
"""The file's application_id: FTM1."""
MOST_AT_ONCE = 500
"""Writes in one transaction; the first of them waits for the last."""
PATIENCE = 5_000
"""Milliseconds to wait for another process that holds the file."""

SCHEMA = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, origin TEXT NOT NULL, seats TEXT NOT NULL,
    dice TEXT NOT NULL,
    seed TEXT NOT NULL, handover INTEGER NOT NULL, pace INTEGER NOT NULL, created REAL NOT NULL,
    imported INTEGER NOT NULL
) STRICT;
CREATE TABLE answers (
    match TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL,
    text TEXT NOT NULL, message TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX answers_messages ON answers (match, message) WHERE message <> '';
CREATE TRIGGER answers_never_change BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT,
'answers are only ever added'); END;
CREATE TRIGGER answers_never_go BEFORE DELETE ON answers BEGIN SELECT RAISE(ABORT, 'answers are only ever added'); END;
CREATE TABLE generations (
    match TEXT NOT NULL REFERENCES matches (id), role TEXT NOT NULL, generation INTEGER NOT NULL, PRIMARY KEY (match,
    role)
) STRICT, WITHOUT ROWID;
CREATE TABLE passes (
    match TEXT NOT NULL REFERENCES matches (id), seat INTEGER NOT NULL, windows TEXT NOT NULL, PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
"""
NOTES = """
CREATE TABLE notes (
    match TEXT NOT NULL REFERENCES matches (id), name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, name)
) STRICT, WITHOUT ROWID;
"""
CHANGES: tuple[str, ...] = (SCHEMA, NOTES)
"""What each format added to the one before it: a file of any format is brought up to the newest."""


class _Write(NamedTuple):
    """A write that waits for its turn, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]


class SqliteStorage(Storage):
    """Matches in one file; opening a file that is no table's, or a newer one's, is a StorageError."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.commits = 0
        """How many transactions were committed; fewer than writes, when many wait at once."""
        self._closed = False
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._writing = self._guarded(self._open)
        try:
            self._reading = self._guarded(self._connect)
            self._reading.execute("PRAGMA query_only = ON")
        except BaseException:
            self._writing.close()
            raise
        self._readers = ThreadPoolExecutor(1, "table-reader")
        self._writer = threading.Thread(target=self._write_all, name="table-writer", daemon=True)
        self._writer.start()

    # -- opening -----------------------------------------------------------------------------------------------------

    def _guarded(self, work: Callable[[], Any]) -> Any:
        """Run something that may find the file unusable."""
        try:
            return work()
        except (sqlite3.Error, OSError) as error:
            raise self._fault(error) from None

    def _fault(self, error: Exception) -> StorageError:
        code = getattr(error, "sqlite_errorname", "")
        if code == "SQLITE_NOTADB":
            return StorageError(f"{self.path} is not a database of the table")
        if code.startswith("SQLITE_CORRUPT"):
            return StorageError(
                f"the database {self.path} is damaged ({error}); restore a copy of it, or name another place"
            )
        if code.startswith("SQLITE_BUSY"):
            return StorageError(f"the database {self.path} is in use by another program")
        return StorageError(f"the database {self.path} cannot be used: {error}")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # A new file is its owner's alone: it holds the seeds of all dice to come. SQLite's side files take its mode.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = self._connect()
        try:
            if self._format(connection) < FORMAT:
                self._lay_out(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # the log reaches the disk before a commit returns
        except BaseException:
            connection.close()
            raise
        return connection

    def _format(self, connection: sqlite3.Connection) -> int:
        """The format of the file, 0 if it is empty; one that is somebody else's is left as it is."""
        mark = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not mark and not version and not tables:
            return 0
        if mark != OURS:
            raise StorageError(f"{self.path} is not a database of the table: another program made it")
        if version > FORMAT:
            raise StorageError(
                f"{self.path} was made by a newer Fireteam (format {version}; this one reads {FORMAT}): update Fireteam"
            )
        return int(version)

    def _lay_out(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        for change in CHANGES[self._format(connection) :]:  # another process may have been faster
            for statement in _statements(change):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")

    # -- the writer --------------------------------------------------------------------------------------------------

    async def _written(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Have the writer do it; returns when it is on the disk."""
        if self._closed:
            raise StorageError(f"the database {self.path} is closed")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put(_Write(work, future))
        return await future

    def _write_all(self) -> None:
        """The writer's thread: take what waits, write it in one transaction, tell everybody."""
        open_ended = True
        while open_ended:
            first = self._queue.get()
            batch: list[_Write] = []
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
                _tell(batch, self._commit(batch))
        self._writing.close()

    def _commit(self, batch: list[_Write]) -> list[Any]:
        """What became of each write: its value or its error. A write that fails takes no other with it."""
        connection = self._writing
        results: list[Any] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for write in batch:
                connection.execute("SAVEPOINT one")
                try:
                    results.append(write.work(connection))
                except Exception as error:
                    if not connection.in_transaction:  # a full disk, say: SQLite has given all of it up
                        raise
                    connection.execute("ROLLBACK TO one")
                    results.append(error if isinstance(error, StorageError) else self._fault(error))
                connection.execute("RELEASE one")
            connection.execute("COMMIT")
            self.commits += 1
        except Exception as error:
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # the next BEGIN will say so again
                    connection.execute("ROLLBACK")
            return [self._fault(error)] * len(batch)
        return results

    # -- the interface -----------------------------------------------------------------------------------------------

    async def create(self, row: MatchRow) -> None:
        """Keep a new match."""
        seats = json.dumps([[seat.kind, seat.bot] for seat in row.seats])
        numbers = (int(row.handover), row.pace, row.created, int(row.imported))
        values = (row.id, row.game, row.title, row.origin, seats, row.dice, str(row.seed), *numbers)

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM matches WHERE id = ?", (row.id,)).fetchone():
                raise Conflict(f"there is a match {row.id!r} already")
            connection.execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(values))})", values)

        await self._written(work)

    async def append(self, match: str, number: int, entries: Sequence[Entry]) -> None:
        """Add entries to a log, all or none; durable when this returns."""
        now = time.time()
        rows = [(match, number + place, e.kind, e.seat, e.text, e.message, now) for place, e in enumerate(entries)]
        messages = [entry.message for entry in entries if entry.message]

        def work(connection: sqlite3.Connection) -> None:
            for message in messages:
                if connection.execute(
                    "SELECT 1 FROM answers WHERE match = ? AND message = ? AND message <> ''", (match, message)
                ).fetchone():
                    raise Duplicate(f"the message {message!r} was written before")
            if len(set(messages)) < len(messages):
                raise Duplicate("two entries come from one message")
            found = _length(connection, match)
            if found != number:
                raise Conflict(f"the match has {found} entries, not {number}")
            connection.executemany("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

        await self._written(work)

    async def revoke(self, match: str, role: str) -> int:
        """Make every link of a role invalid; the generation that is valid from now on."""

        def work(connection: sqlite3.Connection) -> int:
            if role not in _roles(connection, match):
                raise StorageError(f"the match has no link {role!r}")
            statement = """INSERT INTO generations VALUES (?, ?, ?)
                ON CONFLICT (match, role) DO UPDATE SET generation = generation + 1 RETURNING generation"""
            # Read to the end, or the statement stays open and no savepoint can be released.
            return int(connection.execute(statement, (match, role, FIRST_GENERATION + 1)).fetchall()[0][0])

        found: int = await self._written(work)
        return found

    async def set_passes(self, match: str, seat: int, windows: Sequence[str]) -> None:
        """The windows a seat always declines."""

        def work(connection: sqlite3.Connection) -> None:
            if f"seat {seat}" not in _roles(connection, match):
                raise StorageError(f"the match has no seat {seat}")
            connection.execute(
                "INSERT OR REPLACE INTO passes VALUES (?, ?, ?)", (match, seat, json.dumps(list(windows)))
            )

        await self._written(work)

    async def note(self, match: str, name: str, text: str, *, once: bool = False) -> str:
        """Keep a text beside the log; the one that is kept now."""

        def work(connection: sqlite3.Connection) -> str:
            _roles(connection, match)
            more = "DO NOTHING" if once else "DO UPDATE SET text = excluded.text"
            connection.execute(
                f"INSERT INTO notes VALUES (?, ?, ?) ON CONFLICT (match, name) {more}", (match, name, text)
            )
            kept = connection.execute("SELECT text FROM notes WHERE match = ? AND name = ?", (match, name)).fetchall()
            return str(kept[0][0])

        found: str = await self._written(work)
        return found

    async def load(self, match: str) -> Stored | None:
        """A match with its whole log; None if there is none."""
        found: Stored | None = await self._read(lambda: self._load(match))
        return found

    async def count(self) -> int:
        """How many matches there are."""
        found: int = await self._read(lambda: self._reading.execute("SELECT count(*) FROM matches").fetchone()[0])
        return found

    async def close(self) -> None:
        """Write what waits, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.close()

    # -- the reader --------------------------------------------------------------------------------------------------

    async def _read(self, work: Callable[[], Any]) -> Any:
        if self._closed:
            raise StorageError(f"the database {self.path} is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._guarded, work)

    def _load(self, match: str) -> Stored | None:
        connection = self._reading
        connection.execute("BEGIN")  # one moment for all that is read
        try:
            kept = connection.execute("SELECT * FROM matches WHERE id = ?", (match,)).fetchone()
            if kept is None:
                return None
            row = _row(kept)
            log = connection.execute(
                "SELECT kind, seat, text, message, at FROM answers WHERE match = ? ORDER BY number", (match,)
            ).fetchall()
            revoked = connection.execute(
                "SELECT role, generation FROM generations WHERE match = ?", (match,)
            ).fetchall()
            passes = connection.execute("SELECT seat, windows FROM passes WHERE match = ?", (match,)).fetchall()
            notes = connection.execute("SELECT name, text FROM notes WHERE match = ?", (match,)).fetchall()
        except (ValueError, TypeError) as error:
            raise StorageError(f"the match {match!r} cannot be read: {error}") from None
        finally:
            connection.execute("COMMIT")
        return Stored(
            row,
            [Entry(kind, seat, text, message) for kind, seat, text, message, _ in log],
            dict.fromkeys(row.roles(), FIRST_GENERATION) | dict(revoked),
            {seat: tuple(json.loads(windows)) for seat, windows in passes},
            log[-1][4] if log else row.created,
            dict(notes),
        )


def _tell(batch: list[_Write], results: list[Any]) -> None:
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


def _statements(script: str) -> list[str]:
    """The statements of a script: `executescript` would commit the transaction that they belong to."""
    found: list[str] = []
    part = ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            found.append(part)
            part = ""
    return found


def _length(connection: sqlite3.Connection, match: str) -> int:
    if not connection.execute("SELECT 1 FROM matches WHERE id = ?", (match,)).fetchone():
        raise StorageError(f"there is no match {match!r}")
    last = connection.execute("SELECT max(number) FROM answers WHERE match = ?", (match,)).fetchone()[0]
    return 0 if last is None else int(last) + 1


def _roles(connection: sqlite3.Connection, match: str) -> list[str]:
    kept = connection.execute("SELECT * FROM matches WHERE id = ?", (match,)).fetchone()
    if kept is None:
        raise StorageError(f"there is no match {match!r}")
    return _row(kept).roles()


def _row(kept: tuple[Any, ...]) -> MatchRow:
    match, game, title, origin, seats, dice, seed, handover, pace, created, imported = kept
    plans = tuple(SeatPlan(kind, bot) for kind, bot in json.loads(seats))
    return MatchRow(match, game, title, origin, plans, dice, int(seed), bool(handover), pace, created, bool(imported))

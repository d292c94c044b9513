"""Matches in a SQLite file."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fireteam.server.sqlstore import Session, SqlStorage
from fireteam.server.storage import CannotWrite, StorageError

FORMAT = 2
"""The schema, as the file's user_version."""
OURS = 0x46544D31
"""The file's application_id: FTM1."""
PATIENCE = 5_000
"""Milliseconds to wait for another process that holds the file."""
PASSING = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_LOCKED")
"""What SQLite calls errors of the place, which whoever runs the server can mend meanwhile."""

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


class FileSession(Session):
    """A connection to the file."""

    def __init__(self, path: Path, mode: str = "rwc") -> None:
        place = f"{path.absolute().as_uri()}?mode={mode}"
        self.connection = sqlite3.connect(place, uri=True, isolation_level=None, check_same_thread=False)
        try:
            self.connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
            self.connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            self.connection.close()
            raise

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Carry out a statement; what it finds, read to the end."""
        return self.connection.execute(statement, values).fetchall()

    def roll_back(self) -> None:
        """Give up the transaction under way; where the disk is full, SQLite has done so itself."""
        if self.connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the next BEGIN will say so again
                self.connection.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()


class SqliteStorage(SqlStorage):
    """Matches in one file; opening a file that is no table's, or a newer one's, is a StorageError."""

    begin = "BEGIN IMMEDIATE"
    of_one = (
        *SqlStorage.of_one,
        sqlite3.IntegrityError,
        sqlite3.DataError,
        sqlite3.InterfaceError,
        sqlite3.ProgrammingError,
    )

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        super().__init__(f"the database {self.path}")

    def fault(self, error: Exception) -> StorageError:
        """What SQLite says, with what can be done about it."""
        code = getattr(error, "sqlite_errorname", "")
        if code == "SQLITE_NOTADB":
            return StorageError(f"{self.path} is not a database of the table")
        if code.startswith("SQLITE_CORRUPT"):
            return StorageError(
                f"the database {self.path} is damaged ({error}); restore a copy of it, or name another place"
            )
        if code.startswith("SQLITE_BUSY"):
            return CannotWrite(f"the database {self.path} is in use by another program")
        kind = CannotWrite if code.startswith(PASSING) else StorageError
        return kind(f"the database {self.path} cannot be used: {error}")

    def open_reading(self) -> Session:
        """A connection that cannot write."""
        session = FileSession(self.path)
        session.rows("PRAGMA query_only = ON")
        return session

    def open_writing(self) -> Session:
        """The file, made if there is none and brought up to the newest format."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # A new file is its owner's alone: it holds the seeds of all dice to come. SQLite's side files take its mode.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        session = FileSession(self.path)
        try:
            if self._format(session) < FORMAT:
                self._lay_out(session)
            session.rows("PRAGMA journal_mode = WAL")
            session.rows("PRAGMA synchronous = FULL")  # the log reaches the disk before a commit returns
        except BaseException:
            session.close()
            raise
        return session

    def _format(self, session: Session) -> int:
        """The format of the file, 0 if it is empty; one that is somebody else's is left as it is."""
        mark = session.rows("PRAGMA application_id")[0][0]
        version = session.rows("PRAGMA user_version")[0][0]
        tables = session.rows("SELECT count(*) FROM sqlite_master")[0][0]
        if not mark and not version and not tables:
            return 0
        if mark != OURS:
            raise StorageError(f"{self.path} is not a database of the table: another program made it")
        if version > FORMAT:
            raise StorageError(
                f"{self.path} was made by a newer Fireteam (format {version}; this one reads {FORMAT}): update Fireteam"
            )
        return int(version)

    def _lay_out(self, session: Session) -> None:
        session.rows("PRAGMA journal_mode = WAL")
        session.rows("BEGIN IMMEDIATE")
        for change in CHANGES[self._format(session) :]:  # another process may have been faster
            for statement in _statements(change):
                session.rows(statement)
        session.rows(f"PRAGMA application_id = {OURS}")
        session.rows(f"PRAGMA user_version = {FORMAT}")
        session.rows("COMMIT")


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

"""The file of a table in an operator's hands: listed, checked, thinned out, copied; a server may run on it.

Only what deletes writes, and it asks for the newest format; all else reads files of any format and changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.core.errors import SetupError
from fireteam.server import sums
from fireteam.server.sqlite import FORMAT, OURS, FileSession
from fireteam.server.sqlstore import read_match
from fireteam.server.storage import StorageError, Stored

SECRET = "secret_of_links"
"""The table of a copy that holds what signs the links."""
PAGES = 256
"""Pages that are copied at once; in between others write."""
TRIES = 20
"""How often the log beside the file is asked to be emptied, while others read it."""


class Kept(NamedTuple):
    """A match in a few words."""

    id: str
    game: str
    title: str
    seats: tuple[str, ...]
    entries: int
    created: float
    updated: float
    size: int
    """Characters of its beginning, its entries and what lies beside them."""


class StoreFile:
    """An open file; what is wrong with it is a StorageError."""

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path = path
        if not path.is_file():
            raise SetupError(f"there are no matches in {path.parent}; --data names the folder of the table")
        with self._guarded():
            self.session = FileSession(path, "rw" if write else "ro")
        try:
            with self._guarded():
                mark = self._one("PRAGMA application_id")
                self.format = int(self._one("PRAGMA user_version"))
            if mark != OURS:
                raise StorageError(f"{path} is not a database of the table")
            if self.format > FORMAT:
                raise StorageError(
                    f"{path} was made by a newer Fireteam (format {self.format}; this one reads {FORMAT})"
                )
            if write and self.format < FORMAT:
                raise StorageError(f"{path} has format {self.format}: `fireteam migrate` brings it up to date first")
        except BaseException:
            self.session.close()
            raise

    def __enter__(self) -> StoreFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StorageError(f"{self.path} cannot be read: {error}") from None

    def _one(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self.session.rows(statement, values)[0][0]

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def has_notes(self) -> bool:
        """Whether the format knows texts beside the log."""
        return self.format > 1

    def ids(self) -> list[str]:
        """All matches, the oldest first."""
        with self._guarded():
            return [found for (found,) in self.session.rows("SELECT id FROM matches ORDER BY created, id")]

    def all_kept(self) -> list[Kept]:
        """All matches in a few words, the one that was touched last at the end."""
        beside = "(SELECT sum(length(text)) FROM notes WHERE match = m.id)" if self.has_notes else "0"
        statement = f"""SELECT id, game, title, seats, created, count(a.number), max(a.at),
            length(origin) + coalesce(sum(length(a.text)), 0) + coalesce({beside}, 0)
            FROM matches m LEFT JOIN answers a ON a.match = m.id GROUP BY m.id"""
        with self._guarded():
            found = [
                Kept(id_, game, title, _seats(seats), entries, created, touched or created, size)
                for id_, game, title, seats, created, entries, touched, size in self.session.rows(statement)
            ]
        return sorted(found, key=lambda kept: (kept.updated, kept.id))

    def load(self, match: str) -> Stored:
        """A match with all that is kept of it."""
        with self._guarded():
            found = read_match(self.session, match, notes=self.has_notes)
        if found is None:
            raise StorageError(f"there is no match {match!r}")
        return found

    # -- checking ------------------------------------------------------------------------------------------------------

    def damage(self) -> list[str]:
        """What SQLite finds wrong with the file as a whole."""
        with self._guarded():
            found = [str(line) for (line,) in self.session.rows("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found

    def fault(self, match: str) -> str:
        """What is wrong with a match; nothing if it is what was written."""
        try:
            self.load(match)
        except StorageError as error:
            return str(error)
        return ""

    def has_sum(self, match: str) -> bool:
        """Whether a match has a checksum: one that was last played by an older version has none."""
        if not self.has_notes:
            return False
        with self._guarded():
            return bool(self.session.rows("SELECT 1 FROM notes WHERE match = ? AND name = ?", (match, sums.NAME)))

    # -- deleting ------------------------------------------------------------------------------------------------------

    def delete(self, matches: Sequence[str]) -> bool:
        """Delete matches for good: nothing of them stays in the file. False if the log beside it still holds something,
        since somebody reads it; it goes with the next one that is deleted, or when the server is stopped."""
        with self._guarded():
            rows = self.session.rows
            rows("PRAGMA secure_delete = ON")  # what is deleted is overwritten
            rows("BEGIN IMMEDIATE")
            try:
                ((trigger,),) = rows("SELECT sql FROM sqlite_master WHERE name = 'answers_never_go'")
                rows("DROP TRIGGER answers_never_go")
                for match in matches:
                    for table in ("answers", "generations", "passes", "notes"):
                        rows(f"DELETE FROM {table} WHERE match = ?", (match,))
                    rows("DELETE FROM matches WHERE id = ?", (match,))
                rows(trigger)
                rows("COMMIT")
            except BaseException:
                self.session.roll_back()
                raise
            return any(rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0 for _ in range(TRIES))

    # -- copies --------------------------------------------------------------------------------------------------------

    def copy_to(self, target: Path, secret: bytes, tell: Callable[[int, int], None]) -> None:
        """A copy of everything at one moment, whoever plays meanwhile; `tell` hears how many pages of all are done."""
        beside = target.with_name(f".{target.name}.new")
        beside.unlink(missing_ok=True)
        try:
            os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            with self._guarded(), contextlib.closing(sqlite3.connect(beside)) as copy, self._one_moment():
                self.session.connection.backup(
                    copy, pages=PAGES, progress=lambda _, left, all_: tell(all_ - left, all_)
                )
                copy.execute("PRAGMA journal_mode = DELETE")
                copy.execute(f"DROP TABLE IF EXISTS {SECRET}")
                if secret:
                    copy.execute(f"CREATE TABLE {SECRET} (text TEXT NOT NULL)")
                    copy.execute(f"INSERT INTO {SECRET} VALUES (?)", (secret.hex(),))
                copy.commit()
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            os.replace(beside, target)
        except OSError as error:
            raise SetupError(f"{target} cannot be written: {error.strerror or error}") from None
        finally:
            beside.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _one_moment(self) -> Iterator[None]:
        """While this lasts, all that is read is as it was at its beginning: a copy need not begin again with each
        answer."""
        self.session.rows("BEGIN")
        try:
            self._one("SELECT count(*) FROM matches")  # the moment is that of the first look
            yield
        finally:
            self.session.roll_back()

    def secret(self) -> bytes:
        """What signs the links, if this is a copy that holds it."""
        with self._guarded():
            if not self.session.rows("SELECT 1 FROM sqlite_master WHERE name = ?", (SECRET,)):
                return b""
            return bytes.fromhex(str(self._one(f"SELECT text FROM {SECRET}")))


def _seats(text: str) -> tuple[str, ...]:
    """Who sits where, in words; of a damaged match nothing."""
    try:
        return tuple(bot or kind for kind, bot in json.loads(text))
    except (ValueError, TypeError):
        return ()

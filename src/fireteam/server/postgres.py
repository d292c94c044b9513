"""Matches in a PostgreSQL database, in a schema of their own; a connection that is lost is made again."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from fireteam.core.errors import SetupError
from fireteam.server.sqlstore import Session, SqlStorage, Work
from fireteam.server.storage import CannotWrite, StorageError

log = logging.getLogger("fireteam.server")

FORMAT = 1
"""The newest layout of the schema, as its table `format` says."""
OURS = 0x46544D31
"""The first half of every advisory lock of ours: FTM1."""
LAYING_OUT, SERVING = 0, 1
"""The second halves: who lays the schema out, and the one server that plays."""
PATIENCE = 5.0
"""Seconds in which a lost connection is tried again before those who wait are told."""
PAUSE = 0.1
"""Seconds between two tries."""
TRIES = 10
"""How often a transaction is begun anew because another one was faster."""
CONNECTION: dict[str, Any] = {
    "application_name": "fireteam",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # A server that is gone without a word is noticed in a quarter of a minute.
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
WAYS = """
SET search_path = fireteam;
SET lock_timeout = '10s';
SET statement_timeout = '30s';
SET idle_in_transaction_session_timeout = '60s';
"""
DURABLE = """SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'"""
"""A commit returns when the log is on the disk, whatever the server's own setting says."""

SCHEMA = """
CREATE TABLE format (number INTEGER NOT NULL);
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, origin TEXT NOT NULL, seats TEXT NOT NULL,
    dice TEXT NOT NULL, seed TEXT NOT NULL, handover INTEGER NOT NULL, pace INTEGER NOT NULL,
    created DOUBLE PRECISION NOT NULL, imported INTEGER NOT NULL
);
CREATE TABLE answers (
    match TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL,
    text TEXT NOT NULL, message TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (match, number)
);
CREATE UNIQUE INDEX answers_messages ON answers (match, message) WHERE message <> '';
CREATE FUNCTION answers_are_only_ever_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'answers are only ever added'; END $$;
CREATE TRIGGER answers_stay BEFORE UPDATE OR DELETE ON answers
    FOR EACH ROW EXECUTE FUNCTION answers_are_only_ever_added();
CREATE TABLE generations (
    match TEXT NOT NULL REFERENCES matches (id), role TEXT NOT NULL, generation INTEGER NOT NULL,
    PRIMARY KEY (match, role)
);
CREATE TABLE passes (
    match TEXT NOT NULL REFERENCES matches (id), seat INTEGER NOT NULL, windows TEXT NOT NULL,
    PRIMARY KEY (match, seat)
);
CREATE TABLE notes (
    match TEXT NOT NULL REFERENCES matches (id), name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, name)
);
"""
CHANGES: tuple[str, ...] = (SCHEMA,)
"""What each format added to the one before it."""


class _LineSession(Session):
    """A connection to the server of the database."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True, **CONNECTION)
        try:
            self.script(WAYS)
            self.rows(DURABLE)
        except BaseException:
            self.connection.close()
            raise

    @property
    def lost(self) -> bool:
        """Whether nothing can be said on it any more."""
        return self.connection.closed

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Carry out a statement; what it finds."""
        cursor = self.connection.execute(statement.replace("?", "%s").encode(), values)
        return cursor.fetchall() if cursor.description is not None else []

    def script(self, statements: str) -> None:
        """Carry out several statements that take no values."""
        self.connection.execute(statements.encode())

    def roll_back(self) -> None:
        """Give up the transaction under way; with a lost connection it has ended by itself."""
        if not self.lost and self.connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            with contextlib.suppress(psycopg.Error):  # the connection is lost: the next statement will say so
                self.rows("ROLLBACK")

    def close(self) -> None:
        """Let go of the database."""
        self.connection.close()
        self.connection.pgconn.finish()  # psycopg leaves a connection alone that was lost


class PostgresStorage(SqlStorage):
    """Matches in the schema `fireteam` of a database.

    One server writes in a database: the connection on which it writes holds a lock there, so that one which has lost
    it writes nothing more.
    """

    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    of_one = (
        *SqlStorage.of_one,
        psycopg.IntegrityError,
        psycopg.DataError,
        psycopg.InterfaceError,
        psycopg.ProgrammingError,
    )

    _writing: _LineSession
    _reading: _LineSession

    def __init__(self, url: str) -> None:
        try:
            found = conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise SetupError(f"--store is like postgresql://user@host/database: {error}") from None
        self.url = url
        self._gone = False
        """Whether the database could not be reached when it was tried last."""
        # Without the password, which may stand in the address.
        super().__init__(
            f"the database {found.get('dbname') or 'of the user'} on {found.get('host') or 'this machine'}"
        )

    def fault(self, error: Exception) -> StorageError:
        """What PostgreSQL says, with what can be done about it."""
        said = " ".join(str(error).split())
        if isinstance(error, errors.DiskFull):
            return CannotWrite(f"the disk of {self.words} is full: {said}")
        if isinstance(error, psycopg.OperationalError):
            return CannotWrite(f"{self.words} cannot be reached: {said}")
        return StorageError(f"{self.words} cannot be used: {said}")

    # -- opening -------------------------------------------------------------------------------------------------------

    def open_reading(self) -> _LineSession:
        """A connection that cannot write."""
        session = _LineSession(self.url)
        session.script("SET default_transaction_read_only = on")
        return session

    def open_writing(self) -> _LineSession:
        """A connection that holds the lock of the database, which is laid out or brought up to date."""
        session = _LineSession(self.url)
        try:
            self._be_alone(session)
            if self._format(session) < FORMAT:
                self._lay_out(session)
        except BaseException:
            session.close()
            raise
        return session

    def _be_alone(self, session: _LineSession) -> None:
        """Take the lock; that of a server that was killed is free in a moment."""
        end = time.monotonic() + PATIENCE
        while not session.rows("SELECT pg_try_advisory_lock(?, ?)", (OURS, SERVING))[0][0]:
            if time.monotonic() > end:
                raise CannotWrite(f"another server plays in {self.words}; stop it, or name another database")
            time.sleep(PAUSE)

    def _format(self, session: _LineSession) -> int:
        """The format of the schema, 0 if there is none; one that is somebody else's is left as it is."""
        statement = (
            "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'fireteam'"
        )
        tables = {name for (name,) in session.rows(statement)}
        if not tables:
            return 0
        if not {"format", "answers"} <= tables:
            raise StorageError(f"the schema fireteam of {self.words} is not the table's: another program made it")
        version = int(session.rows("SELECT max(number) FROM format")[0][0])
        if version > FORMAT:
            raise StorageError(
                f"{self.words} was laid out by a newer Fireteam (format {version}; this one reads {FORMAT}): "
                f"update Fireteam"
            )
        return version

    def _lay_out(self, session: _LineSession) -> None:
        session.rows("BEGIN")
        session.rows("SELECT pg_advisory_xact_lock(?, ?)", (OURS, LAYING_OUT))
        version = self._format(session)  # another process may have been faster
        if not version:
            session.rows("CREATE SCHEMA IF NOT EXISTS fireteam")
        for change in CHANGES[version:]:
            session.script(change)
        session.rows("DELETE FROM format")
        session.rows("INSERT INTO format VALUES (?)", (FORMAT,))
        session.rows("COMMIT")

    # -- a lost connection ---------------------------------------------------------------------------------------------

    def _begun(self, works: list[Work]) -> list[Any]:
        """All of it in a transaction; tried again where the connection was lost, for nothing was committed yet.

        Whoever waits while the database is away is told after some seconds; those who come later are told at once,
        until it is back.
        """
        end = time.monotonic() + PATIENCE
        tries = 0
        while True:
            try:
                if self._writing.lost:
                    self._writing.close()
                    self._writing = self._guarded(self.open_writing)
                results = super()._begun(works)
            except (errors.UniqueViolation, errors.DeadlockDetected):
                # Somebody else's transaction was faster: the next look tells what is there now.
                self._writing.roll_back()
                tries += 1
                if tries == TRIES:
                    raise
            except (psycopg.OperationalError, StorageError):
                if not self._writing.lost:
                    raise
                if self._gone or self._closed or time.monotonic() > end:
                    self._gone = True
                    raise
                if not tries:
                    log.warning("the connection to the database is lost; it is tried again")
                tries += 1
                time.sleep(PAUSE)
            else:
                if self._gone:
                    log.info("the database is back")
                self._gone = False
                return results

    def _looked_up(self, work: Work) -> Any:
        """Read; once more on a new connection where the old one turns out to be lost."""
        if not self._reading.lost:
            try:
                return work(self._reading)
            except psycopg.OperationalError:
                if not self._reading.lost:
                    raise
        self._reading.close()
        self._reading = self.open_reading()
        return work(self._reading)

"""Matches in a database: what all stores have in common, in SQL that each of them understands."""

from __future__ import annotations

import asyncio
import json
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from fireteam.server import sums
from fireteam.server.committing import Committer
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


class Session(Protocol):
    """A connection to a database; every value of a statement is a `?` in it."""

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Carry out a statement; what it finds."""

    def roll_back(self) -> None:
        """Give up the transaction under way, if there is one."""

    def close(self) -> None:
        """Let go of the database."""


Work = Callable[[Session], Any]
"""A write. It looks before it writes: a StorageError of its own has written nothing."""


class SqlStorage(Storage):
    """One connection that a thread writes on, and one to read beside it."""

    begin = "BEGIN"
    begin_reading = "BEGIN"
    """One moment for all that is read."""
    of_one: tuple[type[Exception], ...] = (ValueError, TypeError, ArithmeticError)
    """Errors of one write alone; all others are the database's."""

    def __init__(self, words: str) -> None:
        self.words = words
        """What the database is called."""
        self.commits = 0
        """How many transactions were committed; fewer than writes, when many wait at once."""
        self._closed = False
        self._writing: Session = self._guarded(self.open_writing)
        try:
            self._reading: Session = self._guarded(self.open_reading)
        except BaseException:
            self._writing.close()
            raise
        self._readers = ThreadPoolExecutor(1, "table-reader")
        self._committer: Committer[Work] = Committer(self._commit, self._end_writing)

    @abstractmethod
    def open_writing(self) -> Session:
        """A connection to write on; an empty database is laid out, an older one brought up to date."""

    @abstractmethod
    def open_reading(self) -> Session:
        """A connection to read on."""

    @abstractmethod
    def fault(self, error: Exception) -> StorageError:
        """An error of the database, in words for whoever runs the server."""

    def _guarded(self, work: Callable[[], Any]) -> Any:
        """Run something that may find the database unusable."""
        try:
            return work()
        except StorageError:
            raise
        except Exception as error:
            raise self.fault(error) from error

    # -- writing -----------------------------------------------------------------------------------------------------

    async def _written(self, work: Work) -> Any:
        """Have the writer do it; returns when it is on the disk."""
        self._must_be_open()
        return await self._committer.written(work)

    def _commit(self, works: list[Work]) -> list[Any]:
        """What became of each write: its value or its error. A write that fails takes no other with it."""
        try:
            results = self._begun(works)
            self._writing.rows("COMMIT")
        except Exception as error:
            self._writing.roll_back()
            if len(works) == 1 or not isinstance(error, self.of_one):
                return [error if isinstance(error, StorageError) else self.fault(error)] * len(works)
            middle = len(works) // 2
            return self._commit(works[:middle]) + self._commit(works[middle:])
        self.commits += 1
        return results

    def _end_writing(self) -> None:
        self._writing.close()  # the one of now: a store may have had to connect again

    def _begun(self, works: list[Work]) -> list[Any]:
        """All of it in a transaction that is not yet committed."""
        session = self._writing
        session.rows(self.begin)
        results: list[Any] = []
        for work in works:
            try:
                results.append(work(session))
            except StorageError as error:
                results.append(error)
        return results

    async def create(self, row: MatchRow) -> None:
        """Keep a new match."""
        seats = json.dumps([[seat.kind, seat.bot] for seat in row.seats])
        numbers = (int(row.handover), row.pace, row.created, int(row.imported))
        values = (row.id, row.game, row.title, row.origin, seats, row.dice, str(row.seed), *numbers)

        def work(session: Session) -> None:
            if session.rows("SELECT 1 FROM matches WHERE id = ?", (row.id,)):
                raise Conflict(f"there is a match {row.id!r} already")
            session.rows(f"INSERT INTO matches VALUES {_marks(values)}", values)
            _note(session, row.id, sums.NAME, sums.sum_of_row(values).text())

        await self._written(work)

    async def append(self, match: str, number: int, entries: Sequence[Entry]) -> None:
        """Add entries to a log, all or none; durable when this returns."""
        now = time.time()
        rows = [(match, number + place, e.kind, e.seat, e.text, e.message, now) for place, e in enumerate(entries)]
        messages = [entry.message for entry in entries if entry.message]
        before = "NULL"
        if messages:
            before = f"""(SELECT message FROM answers
                WHERE match = ? AND message IN {_marks(messages)} AND message <> '' LIMIT 1)"""
        # All that must be known in one question: a database may be some way off.
        look = f"""SELECT (SELECT count(*) FROM matches WHERE id = ?),
            (SELECT max(number) FROM answers WHERE match = ?),
            (SELECT text FROM notes WHERE match = ? AND name = ?), {before}"""
        asked = (match, match, match, sums.NAME, *((match, *messages) if messages else ()))
        more = f"INSERT INTO answers VALUES {', '.join(map(_marks, rows))}"
        values = [value for row in rows for value in row]

        def work(session: Session) -> None:
            ((there, last, kept, again),) = session.rows(look, asked)
            if not there:
                raise StorageError(f"there is no match {match!r}")
            if again is not None:
                raise Duplicate(f"the message {again!r} was written before")
            if len(set(messages)) < len(messages):
                raise Duplicate("two entries come from one message")
            found = 0 if last is None else last + 1
            if found != number:
                raise Conflict(f"the match has {found} entries, not {number}")
            if rows:
                known = _sum(session, match, kept)
                session.rows(more, values)
                _note(session, match, sums.NAME, known.of_more(row[2:] for row in rows).text())

        await self._written(work)

    async def revoke(self, match: str, role: str) -> int:
        """Make every link of a role invalid; the generation that is valid from now on."""

        def work(session: Session) -> int:
            if role not in _roles(session, match):
                raise StorageError(f"the match has no link {role!r}")
            statement = """INSERT INTO generations VALUES (?, ?, ?) ON CONFLICT (match, role)
                DO UPDATE SET generation = generations.generation + 1 RETURNING generation"""
            return int(session.rows(statement, (match, role, FIRST_GENERATION + 1))[0][0])

        found: int = await self._written(work)
        return found

    async def set_passes(self, match: str, seat: int, windows: Sequence[str]) -> None:
        """The windows a seat always declines."""

        def work(session: Session) -> None:
            if f"seat {seat}" not in _roles(session, match):
                raise StorageError(f"the match has no seat {seat}")
            statement = """INSERT INTO passes VALUES (?, ?, ?) ON CONFLICT (match, seat)
                DO UPDATE SET windows = excluded.windows"""
            session.rows(statement, (match, seat, json.dumps(list(windows))))

        await self._written(work)

    async def note(self, match: str, name: str, text: str, *, once: bool = False) -> str:
        """Keep a text beside the log; the one that is kept now."""

        def work(session: Session) -> str:
            _roles(session, match)
            _note(session, match, name, text, once=once)
            kept = session.rows("SELECT text FROM notes WHERE match = ? AND name = ?", (match, name))
            return str(kept[0][0])

        found: str = await self._written(work)
        return found

    # -- reading -----------------------------------------------------------------------------------------------------

    async def _read(self, work: Work) -> Any:
        self._must_be_open()
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._guarded, lambda: self._looked_up(work)
        )

    def _looked_up(self, work: Work) -> Any:
        return work(self._reading)

    async def load(self, match: str) -> Stored | None:
        """A match with its whole log; None if there is none."""
        found: Stored | None = await self._read(lambda session: self._load(session, match))
        return found

    async def count(self) -> int:
        """How many matches there are."""
        found: int = await self._read(lambda session: session.rows("SELECT count(*) FROM matches")[0][0])
        return found

    def _load(self, session: Session, match: str) -> Stored | None:
        session.rows(self.begin_reading)
        try:
            return read_match(session, match)
        finally:
            session.roll_back()

    # -- the end -----------------------------------------------------------------------------------------------------

    def _must_be_open(self) -> None:
        if self._closed:
            raise StorageError(f"{self.words} is closed")

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        if self._closed:
            return
        self._closed = True
        await self._committer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.close()


def read_match(session: Session, match: str, *, notes: bool = True) -> Stored | None:
    """A match as it is kept; one that is not what was written is a StorageError. Old files have no `notes`."""
    try:
        kept = session.rows("SELECT * FROM matches WHERE id = ?", (match,))
        if not kept:
            return None
        row = _row(kept[0])
        log = session.rows(_LOG, (match,))
        revoked = session.rows("SELECT role, generation FROM generations WHERE match = ?", (match,))
        passes = session.rows("SELECT seat, windows FROM passes WHERE match = ?", (match,))
        beside = dict(session.rows("SELECT name, text FROM notes WHERE match = ?", (match,)) if notes else ())
        found = beside.pop(sums.NAME, None)
        if found is not None and sums.read_sum(found) != sums.sum_of_row(kept[0]).of_more(log):
            raise StorageError(f"the match {match!r} is damaged: what is kept is not what was written")
        return Stored(
            row,
            [Entry(kind, seat, text, message) for kind, seat, text, message, _ in log],
            dict.fromkeys(row.roles(), FIRST_GENERATION) | dict(revoked),
            {seat: tuple(json.loads(windows)) for seat, windows in passes},
            log[-1][4] if log else row.created,
            beside,
        )
    except (ValueError, TypeError) as error:
        raise StorageError(f"the match {match!r} cannot be read: {error}") from None


_LOG = "SELECT kind, seat, text, message, at FROM answers WHERE match = ? ORDER BY number"


def _sum(session: Session, match: str, kept: str | None) -> sums.Sum:
    """The checksum of a match from what is kept of it; reckoned now for one from before there were any."""
    found = None if kept is None else sums.read_sum(kept)
    if found is not None:
        return found
    row = session.rows("SELECT * FROM matches WHERE id = ?", (match,))[0]
    return sums.sum_of_row(row).of_more(session.rows(_LOG, (match,)))


def _note(session: Session, match: str, name: str, text: str, *, once: bool = False) -> None:
    more = "DO NOTHING" if once else "DO UPDATE SET text = excluded.text"
    session.rows(f"INSERT INTO notes VALUES (?, ?, ?) ON CONFLICT (match, name) {more}", (match, name, text))


def _marks(values: Sequence[Any]) -> str:
    """The places of so many values in a statement."""
    return f"({', '.join('?' * len(values))})"


def _roles(session: Session, match: str) -> list[str]:
    kept = session.rows("SELECT * FROM matches WHERE id = ?", (match,))
    if not kept:
        raise StorageError(f"there is no match {match!r}")
    return _row(kept[0]).roles()


def _row(kept: tuple[Any, ...]) -> MatchRow:
    match, game, title, origin, seats, dice, seed, handover, pace, created, imported = kept
    plans = tuple(SeatPlan(kind, bot) for kind, bot in json.loads(seats))
    return MatchRow(match, game, title, origin, plans, dice, int(seed), bool(handover), pace, created, bool(imported))

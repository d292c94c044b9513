"""Storage: what was acknowledged is there, once and whole, whatever happens to the process."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.match import TakenBack
from fireteam.server.sqlite import CHANGES, FORMAT, OURS, SqliteStorage
from fireteam.server.storage import (
    UNDO,
    Conflict,
    Duplicate,
    Entry,
    Folded,
    MatchRow,
    SeatPlan,
    StorageError,
    Stored,
    fold,
)

T = TypeVar("T")

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


def with_store(path: Path, work: Callable[[SqliteStorage], Awaitable[T]]) -> T:
    """Open a store, do something with it, and close it."""

    async def run() -> T:
        store = SqliteStorage(path)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def loaded(path: Path, match: str = "m1") -> Stored:
    """A match as it is found after opening the file anew."""
    found = with_store(path, lambda store: store.load(match))
    assert found is not None
    return found


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_everything_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "table.db"
    entries = [
        answer("step 3,4", "host/1"),
        Entry("faces", 1, "[3, 4]"),
        Entry("undo", 0, '{"keep": 1}', "host/2"),
        Entry("redo", 0, "", "x/2"),
    ]

    async def write(store: SqliteStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, entries[:1])
        await store.append("m1", 1, entries[1:])
        await store.set_passes("m1", 1, ["dodge", "react"])
        await store.set_passes("m1", 1, ["dodge"])
        assert await store.count() == 1

    before = time.time()
    with_store(path, write)
    found = loaded(path)
    assert found.row == ROW
    assert found.entries == entries
    assert found.passes == {1: ("dodge",)}
    assert found.generations == {"host": 0, "watch": 0, "seat 0": 0, "seat 1": 0}
    assert before <= found.updated <= time.time()
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0, "the seeds are nobody else's business"


def test_notes_beside_the_log(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> list[str]:
        await store.create(ROW)
        found = [await store.note("m1", "word", "lantern"), await store.note("m1", "word", "saltmarsh")]
        found += [await store.note("m1", "claim", text, once=True) for text in ("first", "second")]
        with pytest.raises(StorageError, match="no match 'm2'"):
            await store.note("m2", "word", "nobody")
        return found

    path = tmp_path / "t.db"
    assert with_store(path, write) == ["lantern", "saltmarsh", "first", "first"]
    assert loaded(path).notes == {"word": "saltmarsh", "claim": "first"}


def test_a_file_of_an_older_format_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    old = sqlite3.connect(path)
    old.executescript(CHANGES[0])
    old.execute(
        "INSERT INTO matches VALUES ('m1', 'escape', 'Old', '...', '[[\"here\", \"\"]]', 'seeded', '7', 0, 0, 1.5, 0)"
    )
    old.execute("INSERT INTO answers VALUES ('m1', 0, 'answer', 0, 'step 3,4', 'host/1', 2.5)")
    old.execute(f"PRAGMA application_id = {OURS}")
    old.execute("PRAGMA user_version = 1")
    old.commit()
    old.close()
    with_store(path, lambda store: store.note("m1", "word", "lantern"))
    found = loaded(path)
    assert (found.row.title, found.entries, found.notes) == ("Old", [answer("step 3,4", "host/1")], {"word": "lantern"})


def test_a_match_without_answers_was_touched_when_it_was_made(tmp_path: Path) -> None:
    with_store(tmp_path / "t.db", lambda store: store.create(ROW))
    assert loaded(tmp_path / "t.db").updated == ROW.created


def test_what_is_not_there(tmp_path: Path) -> None:
    async def ask(store: SqliteStorage) -> None:
        assert await store.load("m1") is None
        assert await store.count() == 0
        with pytest.raises(StorageError, match="no match 'm1'"):
            await store.append("m1", 0, [answer("a")])
        with pytest.raises(StorageError, match="no match 'm1'"):
            await store.revoke("m1", "host")
        await store.create(ROW)
        with pytest.raises(Conflict, match="already"):
            await store.create(ROW)
        with pytest.raises(StorageError, match="no link 'seat 2'"):
            await store.revoke("m1", "seat 2")
        with pytest.raises(StorageError, match="no seat 2"):
            await store.set_passes("m1", 2, [])

    with_store(tmp_path / "t.db", ask)


def test_revoke(tmp_path: Path) -> None:
    async def revoke(store: SqliteStorage) -> None:
        await store.create(ROW)
        assert [await store.revoke("m1", "watch") for _ in range(3)] == [1, 2, 3]
        assert await store.revoke("m1", "seat 1") == 1

    with_store(tmp_path / "t.db", revoke)
    assert loaded(tmp_path / "t.db").generations == {"host": 0, "watch": 3, "seat 0": 0, "seat 1": 1}


# -- numbers and messages ----------------------------------------------------------------------------------------------


def test_a_wrong_number_is_a_conflict(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, [answer("a"), answer("b")])
        for number in (-1, 0, 1, 3):
            with pytest.raises(Conflict, match=f"2 entries, not {number}"):
                await store.append("m1", number, [answer("c")])
        await store.append("m1", 2, [answer("c")])

    with_store(tmp_path / "t.db", write)
    assert [entry.text for entry in loaded(tmp_path / "t.db").entries] == ["a", "b", "c"]


def test_a_message_counts_once(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> None:
        await store.create(ROW)
        await store.create(replace(ROW, id="m2"))
        await store.append("m1", 0, [answer("a", "seat 0/7")])
        for number in (0, 1, 9):
            with pytest.raises(Duplicate):
                await store.append("m1", number, [answer("b"), answer("a", "seat 0/7")])
        with pytest.raises(Duplicate):
            await store.append("m1", 1, [answer("b", "x"), answer("c", "x")])
        await store.append("m1", 1, [answer("b", "seat 1/7"), answer("c"), answer("d")])
        await store.append("m2", 0, [answer("a", "seat 0/7")])

    with_store(tmp_path / "t.db", write)
    assert [entry.text for entry in loaded(tmp_path / "t.db").entries] == ["a", "b", "c", "d"]
    assert len(loaded(tmp_path / "t.db", "m2").entries) == 1


def test_fifty_at_once_and_one_of_them_wins_each_number(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> list[int]:
        await store.create(ROW)
        for place in range(50):
            await store.create(replace(ROW, id=f"own-{place}"))
        before = store.commits
        await asyncio.gather(*(store.append(f"own-{place}", 0, [answer("a", f"x/{place}")]) for place in range(50)))
        assert store.commits - before < 50, "those that wait share a commit"
        results = await asyncio.gather(
            *(store.append("m1", 0, [answer(str(n))]) for n in range(50)), return_exceptions=True
        )
        assert all(isinstance(result, Conflict) for result in results if result is not None)
        return [place for place, result in enumerate(results) if result is None]

    (winner,) = with_store(tmp_path / "t.db", write)
    assert [entry.text for entry in loaded(tmp_path / "t.db").entries] == [str(winner)]
    assert all(len(loaded(tmp_path / "t.db", f"own-{place}").entries) == 1 for place in (0, 49))


def test_one_bad_write_spoils_no_other(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> Sequence[object]:
        await store.create(ROW)
        await store.create(replace(ROW, id="m2"))
        return await asyncio.gather(
            store.append("m2", 0, [answer("a")]),
            store.append("m1", 0, [answer("fine"), answer("\ud800")]),  # no text a file can hold
            store.append("m2", 1, [answer("b", seat=2**70)]),
            store.append("m2", 1, [answer("b")]),
            return_exceptions=True,
        )

    first, surrogate, huge, last = with_store(tmp_path / "t.db", write)
    assert first is None and last is None
    assert isinstance(surrogate, StorageError) and isinstance(huge, StorageError)
    assert loaded(tmp_path / "t.db").entries == []
    assert [entry.text for entry in loaded(tmp_path / "t.db", "m2").entries] == ["a", "b"]


def test_who_leaves_while_waiting_does_no_harm(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> None:
        await store.create(ROW)
        task = asyncio.create_task(store.append("m1", 0, [answer("a")]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await store.append("m1", 1, [answer("b")])

    with_store(tmp_path / "t.db", write)
    assert [entry.text for entry in loaded(tmp_path / "t.db").entries] == ["a", "b"]


def test_closing_drains(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStorage(tmp_path / "t.db")
        await store.create(ROW)
        waiting = [asyncio.create_task(store.append("m1", n, [answer(str(n))])) for n in range(200)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [None] * 200
        for late in (store.append("m1", 200, [answer("x")]), store.load("m1"), store.count()):
            with pytest.raises(StorageError, match="closed"):
                await late
        await store.close()

    asyncio.run(run())
    assert len(loaded(tmp_path / "t.db").entries) == 200


def test_answers_cannot_be_changed(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, [answer("a")])

    with_store(tmp_path / "t.db", write)
    connection = sqlite3.connect(tmp_path / "t.db")
    for statement in ("UPDATE answers SET text = 'b'", "DELETE FROM answers"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
            connection.execute(statement)
    connection.close()


def test_many_writers_share_a_commit(tmp_path: Path) -> None:
    async def write(store: SqliteStorage) -> int:
        for place in range(100):
            await store.create(replace(ROW, id=f"m{place}"))
        before = store.commits

        async def play(match: str) -> None:
            for number in range(30):
                await store.append(match, number, [answer("step 3,4", f"x/{number}")])

        await asyncio.gather(*(play(f"m{place}") for place in range(100)))
        return store.commits - before

    assert with_store(tmp_path / "t.db", write) < 3000


# -- kill -9 -----------------------------------------------------------------------------------------------------------

WRITER = """
import asyncio, os, sys
from dataclasses import replace
from pathlib import Path
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.storage import Duplicate, Entry

async def play(store, match):
    stored = await store.load(match)
    number = len(stored.entries)
    if number:  # the client never heard of the last one: it sends it again
        last = next(entry.message for entry in reversed(stored.entries) if entry.message)
        try:
            await store.append(match, number, [Entry("answer", 0, "again", last)])
        except Duplicate:
            pass
    while True:
        entries = [Entry("answer", 0, f"{number}", f"x/{number}"), Entry("faces", 0, "[1]"), Entry("answer", 1, "end")]
        await store.append(match, number, entries)
        number += 3
        os.write(1, f"{match} {number}\\n".encode())

async def main():
    store = SqliteStorage(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, f"m{n}") for n in range(1, 9)))

asyncio.run(main())
"""


def test_killed_in_the_middle_of_writing(tmp_path: Path) -> None:
    path = tmp_path / "t.db"

    async def prepare(store: SqliteStorage) -> None:
        for number in range(1, 9):
            await store.create(replace(ROW, id=f"m{number}"))

    with_store(path, prepare)
    rng = random.Random(4)
    acknowledged = {f"m{number}": 0 for number in range(1, 9)}
    for _ in range(5):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline() for _ in range(rng.randrange(20, 300))]
            writer.kill()
            said += writer.stdout.readlines()
        for line in said:
            if line.endswith(b"\n"):
                match, length = line.decode().split()
                acknowledged[match] = max(acknowledged[match], int(length))
        for match, number in acknowledged.items():
            entries = loaded(path, match).entries
            assert len(entries) >= number > 0, "what was acknowledged is there"
            assert len(entries) % 3 == 0, "an append is whole or not there"
            assert [entry.text for entry in entries[::3]] == [str(place) for place in range(0, len(entries), 3)], (
                "nothing doubled"
            )
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


# -- files that are not ours -------------------------------------------------------------------------------------------


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    path.write_text("Dear diary, " * 200, encoding="utf-8")
    with pytest.raises(StorageError, match="not a database of the table"):
        SqliteStorage(path)
    assert path.read_text(encoding="utf-8").startswith("Dear diary"), "left as it was"


def test_the_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program made it"):
        SqliteStorage(path)
    assert path.read_bytes() == before


def test_a_newer_database(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with_store(path, lambda store: store.create(ROW))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    with pytest.raises(StorageError, match="newer Fireteam"):
        SqliteStorage(path)


def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "t.db"

    async def write(store: SqliteStorage) -> None:
        await store.create(replace(ROW, origin="x" * 100_000))
        await store.append("m1", 0, [answer("a" * 500) for _ in range(400)])

    with_store(path, write)
    data = bytearray(path.read_bytes())
    data[8192:] = random.Random(1).randbytes(len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(StorageError, match="damaged"):
        loaded(path)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be used"):
        SqliteStorage(tmp_path / "file" / "t.db")
    with pytest.raises(StorageError, match="cannot be used"):
        SqliteStorage(tmp_path)


def test_two_servers_on_one_file_cannot_overwrite_each_other(tmp_path: Path) -> None:
    async def run() -> None:
        one, two = SqliteStorage(tmp_path / "t.db"), SqliteStorage(tmp_path / "t.db")
        await one.create(ROW)
        results = await asyncio.gather(
            *(store.append("m1", 0, [answer(name)]) for store, name in ((one, "1"), (two, "2"))), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        found = await two.load("m1")
        assert found is not None and len(found.entries) == 1
        await one.close()
        await two.close()

    asyncio.run(run())


# -- fold --------------------------------------------------------------------------------------------------------------


def undo(keep: int, rolls: int = 0) -> Entry:
    """An undo as an entry."""
    return Entry(UNDO, 1, json.dumps({"keep": keep, "answers": keep + 10, "rolls": rolls}))


def texts(entries: Sequence[Entry]) -> str:
    """The texts of entries in a row."""
    return "".join(entry.text for entry in entries)


def test_undo_and_redo() -> None:
    log = [answer(letter) for letter in "abcd"]
    folded = fold([*log, undo(3), undo(1, rolls=2)])
    assert texts(folded.standing) == "a"
    assert [texts(batch) for batch in folded.redo] == ["d", "bc"]
    assert folded.undone == [TakenBack(11, 2, 1)], "only what took dice back is on record"
    folded.add(Entry("redo", 0, ""))
    assert texts(folded.standing) == "abc" and [texts(batch) for batch in folded.redo] == ["d"]
    folded.add(Entry("faces", 0, "[2]"))
    assert folded.redo == [], "a new answer is a new story"
    assert folded.pairs() == [("answer", "a"), ("answer", "b"), ("answer", "c"), ("faces", "[2]")]


@pytest.mark.parametrize(
    "entry",
    [
        undo(1),
        undo(-1),
        Entry("redo", 0, ""),
        Entry("undo", 0, "{"),
        Entry("undo", 0, "[1]"),
        Entry("undo", 0, "{}"),
        Entry("chat", 0, "hi"),
    ],
)
def test_an_entry_that_does_not_fit_is_named(entry: Entry) -> None:
    with pytest.raises(StorageError, match="entry 2 of the match does not fit"):
        fold([answer("a"), entry])


MOVES = st.lists(
    st.one_of(st.just(("new", 0)), st.tuples(st.just("undo"), st.integers(1, 4)), st.just(("redo", 0))), max_size=60
)


@given(MOVES)
def test_fold_agrees_with_whole_copies(moves: list[tuple[str, int]]) -> None:
    """The model keeps whole positions: undo goes back to one, redo forward to the one that was left."""
    log: list[Entry] = []
    position: tuple[str, ...] = ()
    ahead: list[tuple[str, ...]] = []
    live = Folded()
    for number, (move, count) in enumerate(moves):
        if move == "new":
            entry = Entry(("answer", "faces")[number % 2], 0, f"{number}")
            position, ahead = (*position, entry.text), []
        elif move == "undo" and position:
            keep = max(0, len(position) - count)
            entry = Entry("undo", 0, json.dumps({"keep": keep, "answers": keep, "rolls": 0}))
            ahead.append(position)
            position = position[:keep]
        elif move == "redo" and ahead:
            entry = Entry("redo", 0, "")
            position = ahead.pop()
        else:
            continue
        log.append(entry)
        live.add(entry)
    folded = fold(log)
    assert folded == live
    assert tuple(entry.text for entry in folded.standing) == position
    assert len(folded.redo) == len(ahead)
    for left in reversed(ahead):
        folded.add(Entry("redo", 0, ""))
        assert tuple(entry.text for entry in folded.standing) == left

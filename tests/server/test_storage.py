"""Storage: what was acknowledged is there, once and whole, whatever happens to the process."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.core.match import TakenBack
from fireteam.server.sqlstore import SqlStorage
from fireteam.server.storage import (
    UNDO,
    Conflict,
    Duplicate,
    Entry,
    Folded,
    StorageError,
    fold,
)
from tests.server.stores import ROW, answer, loaded, open_store, with_store

ROOT = Path(__file__).parents[2]

# -- what is kept ------------------------------------------------------------------------------------------------------


def test_everything_comes_back(place: Path) -> None:
    entries = [
        answer("step 3,4", "host/1"),
        Entry("faces", 1, "[3, 4]"),
        Entry("undo", 0, '{"keep": 1}', "host/2"),
        Entry("redo", 0, "", "x/2"),
    ]

    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, entries[:1])
        await store.append("m1", 1, entries[1:])
        await store.set_passes("m1", 1, ["dodge", "react"])
        await store.set_passes("m1", 1, ["dodge"])
        assert await store.count() == 1

    before = time.time()
    with_store(place, write)
    found = loaded(place)
    assert found.row == ROW
    assert found.entries == entries
    assert found.passes == {1: ("dodge",)}
    assert found.generations == {"host": 0, "watch": 0, "seat 0": 0, "seat 1": 0}
    assert before <= found.updated <= time.time()


def test_notes_beside_the_log(place: Path) -> None:
    async def write(store: SqlStorage) -> list[str]:
        await store.create(ROW)
        found = [await store.note("m1", "word", "lantern"), await store.note("m1", "word", "saltmarsh")]
        found += [await store.note("m1", "claim", text, once=True) for text in ("first", "second")]
        with pytest.raises(StorageError, match="no match 'm2'"):
            await store.note("m2", "word", "nobody")
        return found

    assert with_store(place, write) == ["lantern", "saltmarsh", "first", "first"]
    assert loaded(place).notes == {"word": "saltmarsh", "claim": "first"}


def test_a_match_without_answers_was_touched_when_it_was_made(place: Path) -> None:
    with_store(place, lambda store: store.create(ROW))
    assert loaded(place).updated == ROW.created


def test_what_is_not_there(place: Path) -> None:
    async def ask(store: SqlStorage) -> None:
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

    with_store(place, ask)


def test_revoke(place: Path) -> None:
    async def revoke(store: SqlStorage) -> None:
        await store.create(ROW)
        assert [await store.revoke("m1", "watch") for _ in range(3)] == [1, 2, 3]
        assert await store.revoke("m1", "seat 1") == 1

    with_store(place, revoke)
    assert loaded(place).generations == {"host": 0, "watch": 3, "seat 0": 0, "seat 1": 1}


# -- numbers and messages ----------------------------------------------------------------------------------------------


def test_a_wrong_number_is_a_conflict(place: Path) -> None:
    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, [answer("a"), answer("b")])
        for number in (-1, 0, 1, 3):
            with pytest.raises(Conflict, match=f"2 entries, not {number}"):
                await store.append("m1", number, [answer("c")])
        await store.append("m1", 2, [answer("c")])

    with_store(place, write)
    assert [entry.text for entry in loaded(place).entries] == ["a", "b", "c"]


def test_a_message_counts_once(place: Path) -> None:
    async def write(store: SqlStorage) -> None:
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

    with_store(place, write)
    assert [entry.text for entry in loaded(place).entries] == ["a", "b", "c", "d"]
    assert len(loaded(place, "m2").entries) == 1


def test_fifty_at_once_and_one_of_them_wins_each_number(place: Path) -> None:
    async def write(store: SqlStorage) -> list[int]:
        await store.create(ROW)
        for n in range(50):
            await store.create(replace(ROW, id=f"own-{n}"))
        before = store.commits
        await asyncio.gather(*(store.append(f"own-{n}", 0, [answer("a", f"x/{n}")]) for n in range(50)))
        assert store.commits - before < 50, "those that wait share a commit"
        results = await asyncio.gather(
            *(store.append("m1", 0, [answer(str(n))]) for n in range(50)), return_exceptions=True
        )
        assert all(isinstance(result, Conflict) for result in results if result is not None)
        return [place for place, result in enumerate(results) if result is None]

    (winner,) = with_store(place, write)
    assert [entry.text for entry in loaded(place).entries] == [str(winner)]
    assert all(len(loaded(place, f"own-{n}").entries) == 1 for n in (0, 49))


def test_one_bad_write_spoils_no_other(place: Path) -> None:
    async def write(store: SqlStorage) -> Sequence[object]:
        await store.create(ROW)
        await store.create(replace(ROW, id="m2"))
        return await asyncio.gather(
            store.append("m2", 0, [answer("a")]),
            store.append("m1", 0, [answer("fine"), answer("\ud800")]),  # no text a file can hold
            store.append("m2", 1, [answer("b", seat=2**70)]),
            store.append("m2", 1, [answer("b")]),
            return_exceptions=True,
        )

    first, surrogate, huge, last = with_store(place, write)
    assert first is None and last is None
    assert isinstance(surrogate, StorageError) and isinstance(huge, StorageError)
    assert loaded(place).entries == []
    assert [entry.text for entry in loaded(place, "m2").entries] == ["a", "b"]


def test_who_leaves_while_waiting_does_no_harm(place: Path) -> None:
    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        task = asyncio.create_task(store.append("m1", 0, [answer("a")]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await store.append("m1", 1, [answer("b")])

    with_store(place, write)
    assert [entry.text for entry in loaded(place).entries] == ["a", "b"]


def test_closing_drains(place: Path) -> None:
    async def run() -> None:
        store = open_store(place)
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
    assert len(loaded(place).entries) == 200


def test_many_writers_share_a_commit(place: Path) -> None:
    async def write(store: SqlStorage) -> int:
        for n in range(100):
            await store.create(replace(ROW, id=f"m{n}"))
        before = store.commits

        async def play(match: str) -> None:
            for number in range(30):
                await store.append(match, number, [answer("step 3,4", f"x/{number}")])

        await asyncio.gather(*(play(f"m{n}") for n in range(100)))
        return store.commits - before

    assert with_store(place, write) < 3000


# -- kill -9 -----------------------------------------------------------------------------------------------------------

WRITER = """
import asyncio, os, sys
from pathlib import Path
from fireteam.server.storage import Duplicate, Entry
from tests.server.stores import open_store

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
    store = open_store(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, f"m{n}") for n in range(1, 9)))

asyncio.run(main())
"""


def test_killed_in_the_middle_of_writing(place: Path) -> None:

    async def prepare(store: SqlStorage) -> None:
        for number in range(1, 9):
            await store.create(replace(ROW, id=f"m{number}"))

    with_store(place, prepare)
    rng = random.Random(4)
    acknowledged = {f"m{number}": 0 for number in range(1, 9)}
    for _ in range(5):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], cwd=ROOT, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline() for _ in range(rng.randrange(20, 300))]
            writer.kill()
            said += writer.stdout.readlines()
        for line in said:
            if line.endswith(b"\n"):
                match, length = line.decode().split()
                acknowledged[match] = max(acknowledged[match], int(length))
        for match, number in acknowledged.items():
            entries = loaded(place, match).entries
            assert len(entries) >= number > 0, "what was acknowledged is there"
            assert len(entries) % 3 == 0, "an append is whole or not there"
            assert [entry.text for entry in entries[::3]] == [str(place) for place in range(0, len(entries), 3)], (
                "nothing doubled"
            )
    file = place / "table.db"
    if file.exists():
        connection = sqlite3.connect(file)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()


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

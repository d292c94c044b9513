"""What only a SQLite file can be: old, new, damaged, somebody else's, or in a place that cannot be written."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fireteam.server.sqlite import CHANGES, FORMAT, OURS, SqliteStorage
from fireteam.server.sqlstore import SqlStorage
from fireteam.server.storage import StorageError
from tests.server.stores import ROW, answer, loaded, with_store

FILE = "table.db"


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    with_store(tmp_path / "new", lambda store: store.create(ROW))
    if sys.platform != "win32":
        assert (tmp_path / "new" / FILE).stat().st_mode & 0o077 == 0, "the seeds are nobody else's business"


def test_a_file_of_an_older_format_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / FILE
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
    with_store(tmp_path, lambda store: store.note("m1", "word", "lantern"))
    found = loaded(tmp_path)
    assert (found.row.title, found.entries, found.notes) == ("Old", [answer("step 3,4", "host/1")], {"word": "lantern"})


def test_answers_cannot_be_changed(tmp_path: Path) -> None:
    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, [answer("a")])

    with_store(tmp_path, write)
    connection = sqlite3.connect(tmp_path / FILE)
    for statement in ("UPDATE answers SET text = 'b'", "DELETE FROM answers"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
            connection.execute(statement)
    connection.close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("Dear diary, " * 200, encoding="utf-8")
    with pytest.raises(StorageError, match="not a database of the table"):
        SqliteStorage(path)
    assert path.read_text(encoding="utf-8").startswith("Dear diary"), "left as it was"


def test_the_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / FILE
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program made it"):
        SqliteStorage(path)
    assert path.read_bytes() == before


def test_a_newer_database(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with_store(tmp_path, lambda store: store.create(ROW))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    with pytest.raises(StorageError, match="newer Fireteam"):
        SqliteStorage(path)


def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / FILE

    async def write(store: SqlStorage) -> None:
        await store.create(replace(ROW, origin="x" * 100_000))
        await store.append("m1", 0, [answer("a" * 500) for _ in range(400)])

    with_store(tmp_path, write)
    data = bytearray(path.read_bytes())
    data[8192:] = random.Random(1).randbytes(len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(StorageError, match="damaged"):
        loaded(tmp_path)


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be used"):
        SqliteStorage(tmp_path / "file" / "t.db")
    with pytest.raises(StorageError, match="cannot be used"):
        SqliteStorage(tmp_path)


def test_two_servers_on_one_file_cannot_overwrite_each_other(tmp_path: Path) -> None:
    async def run() -> None:
        one, two = SqliteStorage(tmp_path / FILE), SqliteStorage(tmp_path / FILE)
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

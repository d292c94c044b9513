"""The file of a table in an operator's hands, also while a server writes to it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from fireteam.core.errors import SetupError
from fireteam.server import storefile
from fireteam.server.links import SECRET_FILE, secret_of
from fireteam.server.restoring import put_in_place
from fireteam.server.serve import alone
from fireteam.server.sqlite import CHANGES, OURS, SqliteStorage
from fireteam.server.storage import ANSWER, Entry, StorageError
from fireteam.server.storefile import StoreFile
from fireteam.server.sums import NAME, read_sum
from tests.server.storekit import filled, harmed, row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three matches."""
    return filled(tmp_path / "table.db", "one", "two", "three")


# -- checksums ---------------------------------------------------------------------------------------------------------


def test_a_damaged_match_is_named_and_the_others_live(path: Path) -> None:
    harmed(path, "two")
    with StoreFile(path) as store:
        assert store.damage() == []
        assert [match for match in store.ids() if store.fault(match)] == ["two"]
        assert "'two' is damaged" in store.fault("two")

    async def play() -> None:
        server = SqliteStorage(path)
        with pytest.raises(StorageError, match="'two' is damaged"):
            await server.load("two")
        assert await server.load("one") is not None
        await server.append("one", 3, [Entry(ANSWER, 1, "on")])
        await server.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE matches SET seed = '8' WHERE id = 'one'",
        "UPDATE matches SET origin = 'x' WHERE id = 'one'",
        "UPDATE answers SET at = at + 1 WHERE match = 'one' AND number = 2",
        "UPDATE answers SET seat = 1 WHERE match = 'one' AND number = 0",
        "DELETE FROM answers WHERE match = 'one' AND number = 2",
        "UPDATE notes SET text = 'nonsense' WHERE match = 'one' AND name = 'sum'",
    ],
)
def test_whatever_is_changed_is_noticed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript("DROP TRIGGER answers_never_change; DROP TRIGGER answers_never_go;")
    connection.execute(statement)
    connection.commit()
    connection.close()
    with StoreFile(path) as store:
        assert store.fault("one") and not store.fault("two")


def test_a_match_of_an_older_version_gets_its_checksum_with_its_next_answer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM notes WHERE name = ?", (NAME,))
    connection.commit()
    connection.close()

    async def play() -> None:
        server = SqliteStorage(path)
        await server.append("one", 3, [Entry(ANSWER, 1, "on")])
        await server.close()

    with StoreFile(path) as store:
        assert not store.has_sum("one") and not store.fault("one")
    asyncio.run(play())
    with StoreFile(path) as store:
        assert store.has_sum("one") and not store.fault("one") and not store.has_sum("two")
    harmed(path, "one")
    with StoreFile(path) as store:
        assert store.fault("one")
    assert read_sum("") is None and read_sum("3 x") is None


# -- old formats, other files ------------------------------------------------------------------------------------------


def test_a_file_of_an_older_format_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    old = sqlite3.connect(path)
    old.executescript(CHANGES[0])
    old.execute(
        "INSERT INTO matches VALUES ('m', 'escape', 'Old', '', '[[\"here\", \"\"]]', 'seeded', '7', 0, 0, 1, 0)"
    )
    old.execute(f"PRAGMA application_id = {OURS}")
    old.execute("PRAGMA user_version = 1")
    old.commit()
    old.close()
    before = path.read_bytes()
    with StoreFile(path) as store:
        (kept,) = store.all_kept()
        assert (kept.id, kept.seats, kept.updated, store.format) == ("m", ("here",), 1.0, 1)
        assert store.load("m").notes == {} and not store.has_sum("m")
    assert path.read_bytes() == before
    with pytest.raises(StorageError, match="fireteam migrate"):
        StoreFile(path, write=True)


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no matches"):
        StoreFile(tmp_path / "table.db")
    (tmp_path / "text").write_text("not a database at all")
    with pytest.raises(StorageError):
        StoreFile(tmp_path / "text")
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE things (name TEXT)")
    other.commit()
    other.close()
    with pytest.raises(StorageError, match="not a database of the table"):
        StoreFile(tmp_path / "other")


# -- deleting ----------------------------------------------------------------------------------------------------------


def test_what_is_deleted_is_really_gone(path: Path) -> None:
    async def while_a_server_runs() -> None:
        server = SqliteStorage(path)
        await server.append("two", 3, [Entry(ANSWER, 1, "step two late")])
        with StoreFile(path, write=True) as store:
            assert store.delete(["two"])
            assert store.ids() == ["one", "three"]
        texts = b"".join(file.read_bytes() for file in path.parent.iterdir())
        for word in (b"origin of two", b"step two", b"lantern two", b"Match two"):
            assert word not in texts
        assert b"step one 2" in texts and b"origin of three" in texts
        assert await server.load("two") is None and await server.load("one") is not None
        with pytest.raises(StorageError, match="no match 'two'"):
            await server.append("two", 4, [Entry(ANSWER, 1, "too late")])
        await server.append("three", 3, [Entry(ANSWER, 1, "on")])
        with pytest.raises(StorageError):
            await server._written(lambda session: session.rows("DELETE FROM answers WHERE match = 'one'"))
        await server.close()

    asyncio.run(while_a_server_runs())


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_of_one_moment_whoever_plays_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, "large", answers=2000)
    secret = secret_of(path.parent)
    monkeypatch.setattr(storefile, "PAGES", 4)
    writes: list[int] = []

    async def work() -> None:
        server = SqliteStorage(path)

        def play() -> None:
            writes.append(len(writes))
            asyncio.run_coroutine_threadsafe(
                server.append("one", 2 + len(writes), [Entry(ANSWER, 0, "meanwhile")]), loop
            ).result()

        loop = asyncio.get_running_loop()

        def copy() -> None:
            with StoreFile(path) as store:
                store.copy_to(path.parent / "copy", secret, lambda done, pages: play())

        await asyncio.to_thread(copy)
        await server.close()

    asyncio.run(work())
    assert len(writes) > 5
    with StoreFile(path.parent / "copy") as copy:
        assert copy.damage() == [] and not any(copy.fault(match) for match in copy.ids())
        assert [(kept.id, kept.entries) for kept in copy.all_kept() if kept.id == "one"] == [("one", 3)]
        assert copy.secret() == secret
    assert (path.parent / "copy").stat().st_mode & 0o77 == 0, "it holds seeds and the secret of the links"
    assert sorted(file.name for file in path.parent.iterdir() if "copy" in file.name) == ["copy"]


def test_a_copy_is_put_in_place(path: Path, tmp_path: Path) -> None:
    secret = secret_of(path.parent)
    with StoreFile(path) as store:
        store.copy_to(tmp_path / "copy", secret, lambda done, pages: None)
    place = tmp_path / "another" / "table.db"
    assert put_in_place(tmp_path / "copy", place, replace=False) == (3, None)
    assert secret_of(place.parent) == secret, "links go on"
    with StoreFile(place) as store:
        assert store.ids() == ["one", "three", "two"] and store.secret() == b""
    filled(place, "four")
    with pytest.raises(SetupError, match="--replace"):
        put_in_place(tmp_path / "copy", place, replace=False)
    matches, aside = put_in_place(tmp_path / "copy", place, replace=True)
    assert aside is not None and matches == 3
    with StoreFile(aside) as store:
        assert "four" in store.ids()
    with StoreFile(place) as store:
        assert "four" not in store.ids()
    assert (place.parent / SECRET_FILE).stat().st_mode & 0o77 == 0


def test_a_damaged_copy_or_a_table_in_use_changes_nothing(path: Path, tmp_path: Path) -> None:
    with StoreFile(path) as store:
        store.copy_to(tmp_path / "copy", b"", lambda done, pages: None)
    with alone(path.parent), pytest.raises(SetupError, match="uses"):
        _in_place_of_a_table_in_use(tmp_path / "copy", path)
    harmed(tmp_path / "copy", "two")
    with pytest.raises(SetupError, match="damaged"):
        put_in_place(tmp_path / "copy", path, replace=True)
    with StoreFile(path) as store:
        assert not any(store.fault(match) for match in store.ids())
    assert not list(path.parent.glob("*.before*"))


def _in_place_of_a_table_in_use(copy: Path, path: Path) -> None:
    try:
        put_in_place(copy, path, replace=True)
    except Exception as error:
        raise SetupError(str(error)) from error


def test_matches_in_a_few_words(path: Path) -> None:
    asyncio.run(_touch(path))
    with StoreFile(path) as store:
        found = store.all_kept()
    assert [kept.id for kept in found][-1] == "one"
    assert found[-1].entries == 4 and found[-1].seats == ("here", "greedy") and found[-1].size > 20
    assert found[-1].updated > found[0].created == row("one").created


async def _touch(path: Path) -> None:
    server = SqliteStorage(path)
    await server.append("one", 3, [Entry(ANSWER, 1, "on")])
    await server.close()

"""What only a store in PostgreSQL meets: lost connections, a server that is killed, another that plays already."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from fireteam.cli import app
from fireteam.core.errors import SetupError
from fireteam.server import pulse
from fireteam.server.lobby import Lobby
from fireteam.server.serve import Serving
from fireteam.server.storage import StorageError
from fireteam.server.stores import open_store as store_for
from fireteam.server.stores import store_file
from tests.patience import until
from tests.server.lobbykit import Client, agrees, in_lobby, whose, wish
from tests.server.postgresserver import PostgresServer, programs
from tests.server.stores import NOTE, ROW, answer, loaded, with_store

if TYPE_CHECKING:
    from fireteam.server.postgres import PostgresStorage
    from fireteam.server.sqlstore import SqlStorage


@pytest.fixture
def in_postgres(tmp_path: Path, database: str) -> Path:
    """A directory whose matches are in PostgreSQL."""
    (tmp_path / NOTE).write_text(database, encoding="utf-8")
    return tmp_path


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a database that is away."""
    from fireteam.server import postgres

    monkeypatch.setattr(postgres, "PATIENCE", 0.2)


def opened(url: str) -> PostgresStorage:
    """A store in that database."""
    from fireteam.server.postgres import PostgresStorage

    return PostgresStorage(url)


@contextlib.contextmanager
def beside(url: str) -> Iterator[Any]:
    """A connection of somebody else."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def cut_off(url: str) -> None:
    """End every connection of ours from the other side."""
    with beside(url) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fireteam'")


# -- connections that are lost -----------------------------------------------------------------------------------------


def test_a_lost_connection_is_made_again_and_nobody_hears_of_it(in_postgres: Path, database: str) -> None:
    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        for number in range(3):
            cut_off(database)
            await store.append("m1", number, [answer(str(number), f"x/{number}")])
            cut_off(database)
            found = await store.load("m1")
            assert found is not None and len(found.entries) == number + 1

    with_store(in_postgres, write)
    assert [entry.text for entry in loaded(in_postgres).entries] == ["0", "1", "2"]


def test_a_commit_that_nobody_heard_of_counts_once(
    in_postgres: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line breaks after the commit: whoever waits is told of a failure, and what is sent again counts once."""
    from fireteam.server.postgres import _LineSession

    rows = _LineSession.rows

    def torn(self: _LineSession, statement: str, values: Any = ()) -> Any:
        found = rows(self, statement, values)
        if statement == "COMMIT":
            monkeypatch.setattr(_LineSession, "rows", rows)
            cut_off(database)
            rows(self, "SELECT 1")
        return found

    async def play(lobby: Lobby) -> None:
        made = await lobby.create(wish(seed=4))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        who, key, at = whose(people), whose(people).keys[0], whose(people).version
        monkeypatch.setattr(_LineSession, "rows", torn)
        fault = await who.fault("answer", at=at, key=key, id_="once")
        assert fault.code == "broken"
        (*_, ack) = await who.say("answer", "once", at=at, key=key)
        assert (ack["type"], ack["version"]) == ("ack", at + 1)
        for client in people:
            client.catch_up()
            agrees(lobby, made, client)
        stored = await lobby.storage.load(made["match"])
        assert stored is not None and len(stored.entries) == at + 1

    in_lobby(in_postgres, play)


def test_play_pauses_with_a_word_while_the_database_is_away(
    in_postgres: Path, postgres: PostgresServer, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.05)

    async def play(lobby: Lobby) -> None:
        made = await lobby.create(wish(seed=4))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        await whose(people).answer()
        await asyncio.to_thread(postgres.kill)
        for _ in range(3):
            fault = await whose(people).fault("answer", at=1, key=whose(people).keys[0])
            assert fault.code == "broken"
        assert lobby.services.pulse.paused
        await asyncio.to_thread(postgres.start)
        await until(lambda: not lobby.services.pulse.paused)  # by itself: nobody answers
        for client in people:
            client.catch_up()
            assert [news["text"] for news in client.news if news["type"] == "paused"] == [pulse.WORDS, ""]
        who = whose(people)
        await who.answer()
        assert who.version == 2
        for client in people:
            client.catch_up()
            agrees(lobby, made, client)

    in_lobby(in_postgres, play)


def test_a_killed_database_keeps_what_was_acknowledged(in_postgres: Path, postgres: PostgresServer) -> None:
    """Eight matches are written while the database is killed and started again, twice."""
    acknowledged = dict.fromkeys((f"m{number}" for number in range(1, 9)), 0)
    enough = 10**9

    async def play(store: SqlStorage, match: str) -> None:
        number = 0
        while acknowledged[match] < enough:
            entries = [answer(f"{number}", f"x/{number}"), answer("end")]
            try:
                await store.append(match, number, entries)
            except StorageError:
                number = await length(store, match)  # as a room does: what is kept counts
            else:
                number += 2
                acknowledged[match] = number

    async def length(store: SqlStorage, match: str) -> int:
        while True:
            with contextlib.suppress(StorageError):  # the database is away
                found = await store.load(match)
                assert found is not None
                return len(found.entries)
            await asyncio.sleep(0.01)

    def far_enough(goal: int) -> bool:
        return max(acknowledged.values()) >= goal

    async def run(store: SqlStorage) -> None:
        nonlocal enough
        for match in acknowledged:
            await store.create(replace(ROW, id=match))
        players = [asyncio.create_task(play(store, match)) for match in acknowledged]
        for _ in range(2):
            goal = max(acknowledged.values()) + 20
            await until(partial(far_enough, goal))
            assert not any(player.done() for player in players)
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
            await asyncio.to_thread(postgres.wait)
        enough = max(acknowledged.values()) + 20
        await asyncio.gather(*players)

    with_store(in_postgres, run)
    for match, number in acknowledged.items():
        entries = loaded(in_postgres, match).entries
        assert len(entries) >= number > 0, "what was acknowledged is there"
        assert [entry.text for entry in entries[::2]] == [str(place) for place in range(0, len(entries), 2)]


# -- one server --------------------------------------------------------------------------------------------------------


def test_a_second_server_is_turned_away(database: str, hasty: None) -> None:
    async def run() -> None:
        first = opened(database)
        with pytest.raises(StorageError, match="another server plays"):
            opened(database)
        await first.close()
        await opened(database).close()

    asyncio.run(run())


def test_who_has_lost_the_database_to_another_writes_nothing_more(database: str, hasty: None) -> None:
    async def run() -> None:
        first = opened(database)
        await first.create(ROW)
        cut_off(database)
        second = opened(database)
        with pytest.raises(StorageError, match="another server plays"):
            await first.append("m1", 0, [answer("of the first")])
        await second.append("m1", 0, [answer("of the second")])
        await second.close()
        with pytest.raises(StorageError, match="1 entries, not 0"):
            await first.append("m1", 0, [answer("of the first")])
        found = await first.load("m1")
        assert found is not None and [entry.text for entry in found.entries] == ["of the second"]
        await first.close()

    asyncio.run(run())


# -- what is found there -----------------------------------------------------------------------------------------------


def test_answers_cannot_be_changed(in_postgres: Path, database: str) -> None:
    import psycopg

    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, [answer("a")])

    with_store(in_postgres, write)
    with beside(database) as connection:
        for statement in ("UPDATE fireteam.answers SET text = 'b'", "DELETE FROM fireteam.answers"):
            with pytest.raises(psycopg.errors.RaiseException, match="only ever added"):
                connection.execute(statement)


def test_a_schema_of_another_program_is_left_alone(database: str) -> None:
    with beside(database) as connection:
        connection.execute("CREATE SCHEMA fireteam")
        connection.execute("CREATE TABLE fireteam.bookmarks (url TEXT)")
    with pytest.raises(StorageError, match="another program made it"):
        opened(database)


def test_a_newer_schema(in_postgres: Path, database: str) -> None:
    with_store(in_postgres, lambda store: store.create(ROW))
    with beside(database) as connection:
        connection.execute("UPDATE fireteam.format SET number = number + 1")
    with pytest.raises(StorageError, match="newer Fireteam"):
        opened(database)


def test_a_commit_is_durable_whatever_the_server_is_set_to(database: str) -> None:
    store = opened(f"{database}&options=-c%20synchronous_commit%3Doff")
    assert store._writing.rows("SHOW synchronous_commit") == [("on",)]
    asyncio.run(store.close())


def test_a_dump_is_a_backup(in_postgres: Path, database: str) -> None:
    async def write(store: SqlStorage) -> None:
        await store.create(ROW)
        await store.append("m1", 0, [answer("a", "x/1"), answer("b")])
        await store.note("m1", "word", "lantern")

    with_store(in_postgres, write)
    before = loaded(in_postgres)
    bin_ = programs()
    assert bin_ is not None
    dump = subprocess.run(
        [str(bin_ / "pg_dump"), "--schema=fireteam", database], capture_output=True, text=True, check=True
    )
    with beside(database) as connection:
        connection.execute("DROP SCHEMA fireteam CASCADE")
    subprocess.run(
        [str(bin_ / "psql"), "-q", "-v", "ON_ERROR_STOP=1", database], input=dump.stdout, text=True, check=True
    )
    assert loaded(in_postgres) == before


# -- what cannot be ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["mysql://table:secret@localhost/table", "table.db"])
def test_an_address_of_no_database_of_that_kind(tmp_path: Path, address: str) -> None:
    with pytest.raises(SetupError, match="like postgresql://user@host/database") as refused:
        store_for(address, tmp_path)
    assert "secret" not in str(refused.value)


def test_commands_for_files_look_at_none_while_the_matches_are_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRETEAM_STORE", "postgresql://table:secret@localhost/table")
    for command in (["admin", "list"], ["migrate", "--check"]):
        run = CliRunner().invoke(app, command)
        assert run.exit_code and "this command works on files" in " ".join(run.output.split())
        assert "secret" not in run.output
    assert store_file(tmp_path) == tmp_path / "table.db", "unless a directory is named"


def test_nobody_is_told_the_password(postgres: PostgresServer) -> None:
    with pytest.raises(StorageError, match="cannot be reached") as refused:
        opened(f"postgresql://table:secret@/nowhere?host={postgres.place}")
    assert "secret" not in str(refused.value)
    assert "secret" not in repr(Serving(store="postgresql://table:secret@/nowhere"))


def test_without_psycopg_one_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "fireteam.server.postgres", raising=False)
    with pytest.raises(SetupError, match=r"pip install 'fireteam\[postgres\]'"):
        store_for("postgresql://localhost/table", tmp_path)

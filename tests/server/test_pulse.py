"""A store that cannot write for a while: play is paused with a word, bots wait, and all goes on by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from fireteam.bots.random import RandomBot
from fireteam.server import botplay, pulse
from fireteam.server.health import health
from fireteam.server.lobby import Lobby
from fireteam.server.operators import may_read_metrics
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.storage import CannotWrite
from fireteam.server.workers import Crashed, MatchRef
from tests.patience import until
from tests.server.lobbykit import Client, Lame, QuietThinkers, agrees, in_lobby, lobby_at, refused, room_of, wish


class Full(Lame):
    """A store whose disk can be full."""

    def __init__(self, path: Path) -> None:
        super().__init__(SqliteStorage(path / "table.db"))
        self.full = False
        self.trials = 0

    async def append(self, *given: Any) -> None:
        """As the real one, while there is room."""
        if self.full:
            self.trials += 1
            raise CannotWrite("the database is full")
        await self.real.append(*given)

    async def note(self, *given: Any, **more: Any) -> str:
        """The same."""
        if self.full:
            self.trials += 1
            raise CannotWrite("the database is full")
        return await self.real.note(*given, **more)


def test_a_full_disk_pauses_play_and_it_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.002)
    storage = Full(tmp_path)

    async def work(lobby: Lobby) -> None:
        made, other = await lobby.create(wish("here", "here")), await lobby.create(wish("here", "here"))
        host = await Client(made["links"]["host"]).enter(lobby)
        elsewhere = await Client(other["links"]["host"]).enter(lobby)
        assert host.news[0]["paused"] == ""
        await host.answer()
        storage.full = True
        key, version = host.keys[0], host.version
        fault = await refused(host.answer(key))
        assert fault.code == "broken" and fault.text == pulse.WORDS
        for client in (host, elsewhere):
            assert [m["text"] for m in client.catch_up() if m["type"] == "paused"] == [pulse.WORDS]
        late = await Client(other["links"]["watch"]).enter(lobby)
        assert late.news[0]["paused"] == pulse.WORDS
        found = await lobby.health()
        assert found["status"] == "unwell" and "nothing can be kept" in found["trouble"][0]
        tried = storage.trials
        await until(lambda: storage.trials > tried + 3)
        assert lobby.services.pulse.paused and lobby.statistics()["paused"]
        storage.full = False
        await until(lambda: not lobby.services.pulse.paused)
        for client in (host, elsewhere, late):
            assert [m["text"] for m in client.catch_up() if m["type"] == "paused"] == [""]
        assert (await lobby.health())["status"] == "ok"
        assert host.version == version, "nothing has happened meanwhile"
        await host.answer(key)
        agrees(lobby, made, host)

    in_lobby(tmp_path, work, storage=storage)


def test_somebody_s_answer_ends_the_pause_as_well(tmp_path: Path) -> None:
    storage = Full(tmp_path)

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here"))
        host = await Client(made["links"]["host"]).enter(lobby)
        storage.full = True
        await refused(host.answer())
        storage.full = False
        await host.answer()
        assert not lobby.services.pulse.paused

    in_lobby(tmp_path, work, storage=storage)


def test_bots_wait_for_the_disk_however_long_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.002)
    monkeypatch.setattr(botplay, "PAUSE", 0.0)
    storage = Full(tmp_path)

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("random", "random"))
        storage.full = True
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        room = room_of(lobby, made)
        await until(lambda: storage.trials > 3 * botplay.TRIES)
        assert room.version == 0 and room.bots.busy
        assert len(lobby.services.thinkers.asked) == 1, "it waits, and does not think again and again"  # type: ignore[attr-defined]
        storage.full = False
        await until(lambda: room.version > 5)
        await watcher.leave()
        await until(lambda: not room.bots.busy)

    in_lobby(tmp_path, work, storage=storage)


def test_a_server_can_be_closed_while_its_disk_is_full(tmp_path: Path) -> None:
    storage = Full(tmp_path)

    async def run() -> None:
        async with lobby_at(tmp_path, storage=storage) as lobby:
            made = await lobby.create(wish("random", "random"))
            storage.full = True
            await Client(made["links"]["watch"]).enter(lobby)
            await until(lambda: lobby.services.pulse.paused)

    asyncio.run(run())


def test_a_match_that_is_gone_does_not_hold_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "EVERY", 0.002)

    async def run() -> None:
        storage = Full(tmp_path)
        found = pulse.Pulse(storage)
        found.stopped("nobody", CannotWrite("full"))
        assert found.paused
        await found.goes_on()
        assert not found.paused and found.words == ""
        await found.close()
        await storage.close()

    asyncio.run(run())


@pytest.mark.parametrize("name", ["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY", "SQLITE_BUSY"])
def test_what_may_pass_is_told_from_what_may_not(tmp_path: Path, name: str) -> None:
    storage = SqliteStorage(tmp_path / "table.db")
    error = sqlite3.OperationalError("no")
    error.sqlite_errorname = name
    assert isinstance(storage.fault(error), CannotWrite)
    error.sqlite_errorname = "SQLITE_CORRUPT"
    assert not isinstance(storage.fault(error), CannotWrite)
    asyncio.run(storage.close())


# -- workers -----------------------------------------------------------------------------------------------------------


class Dying(QuietThinkers):
    """Workers that die over a bot's choice, as often as is wanted."""

    def __init__(self, deaths: int) -> None:
        super().__init__()
        self.deaths = deaths

    async def choose(self, ref: MatchRef, seat: int, bot: str, salt: str, budget: float) -> str:
        """Die, or choose the last option."""
        if self.deaths:
            self.deaths -= 1
            self.asked.append(ref)
            raise Crashed("the worker died over the request")
        return await super().choose(ref, seat, bot, salt, budget)


@pytest.mark.parametrize(("deaths", "chance"), [(botplay.WORKERS - 1, False), (botplay.WORKERS, True)])
def test_a_dead_worker_is_tried_again_before_chance_answers(
    tmp_path: Path, deaths: int, chance: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    choose = RandomBot.choose

    def noted(self: Any, seat: Any) -> Any:
        drawn.append(1)
        return choose(self, seat)

    monkeypatch.setattr(RandomBot, "choose", noted)
    thinkers = Dying(deaths)

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("random", "random"))
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        await until(lambda: room_of(lobby, made).version >= 1)
        await watcher.leave()
        await until(lambda: not room_of(lobby, made).bots.busy)
        assert bool(drawn) == chance
        assert [ref.version for ref in thinkers.asked[: botplay.WORKERS]] == [0] * botplay.WORKERS

    in_lobby(tmp_path, work, thinkers=thinkers)


# -- health and metrics ------------------------------------------------------------------------------------------------


class Crowded(QuietThinkers):
    """Somebody waits, and no worker lives."""

    @property
    def waiting(self) -> int:
        """One."""
        return 1


def test_health_looks_at_store_workers_and_disk(tmp_path: Path) -> None:
    async def run() -> None:
        storage = SqliteStorage(tmp_path / "table.db")
        thinkers = QuietThinkers()
        beat = pulse.Pulse(storage)
        found = await health(storage, beat, [thinkers], tmp_path, 0)
        assert found["status"] == "ok" and found["workers"] == {"wanted": 1, "alive": 0}
        assert found["free_megabytes"] >= 0
        found = await health(storage, beat, [thinkers], tmp_path, 1 << 60)
        assert found["status"] == "unwell" and "nearly full" in found["trouble"][0]
        found = await health(storage, beat, [Crowded()], None, 0)
        assert found["status"] == "unwell" and "worker" in found["trouble"][0]
        await storage.close()
        found = await health(storage, beat, [], tmp_path / "nowhere", 0)
        assert found["trouble"] == ["the matches cannot be read"] and "free_megabytes" not in found

    asyncio.run(run())


def asked_by(client: str, **headers: str) -> Request:
    """A request from an address."""
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (client, 5), "headers": pairs})


def test_metrics_are_for_this_machine_or_who_shows_the_token() -> None:
    token = "a token of some length"
    for own in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert may_read_metrics(asked_by(own), "") and may_read_metrics(asked_by(own), token)
        for header in ("x_forwarded_for", "forwarded", "x_real_ip", "via"):
            assert not may_read_metrics(asked_by(own, **{header: "127.0.0.1"}), ""), "a proxy passed it on"
    for other in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "unix", ""):
        assert not may_read_metrics(asked_by(other), "")
        assert not may_read_metrics(asked_by(other, authorization="Bearer "), "")
        assert not may_read_metrics(asked_by(other, authorization="Bearer wrong"), token)
        assert not may_read_metrics(asked_by(other, authorization=f"Basic {token}"), token)
        assert may_read_metrics(asked_by(other, authorization=f"Bearer {token}"), token)

"""Bots at the table: they play whole games, only while it matters, and get over a storage that fails."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from fireteam.server import botplay
from fireteam.server.lobby import Lobby
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.workers import Thinkers
from tests.patience import PATIENCE, until
from tests.server.lobbykit import Client, Lame, agrees, in_lobby, kept, lobby_at, match_of, replayed, room_of, wish


def test_whole_games_with_real_workers(tmp_path: Path) -> None:
    async def run() -> tuple[str, object]:
        async with lobby_at(tmp_path, thinkers=Thinkers(1)) as lobby:
            made = await lobby.create(wish("here", "random"))
            host = await Client(made["links"]["host"]).enter(lobby)
            room, rng = room_of(lobby, made), random.Random(1)
            while host.question is not None:
                if host.keys:
                    await host.answer(rng.choice(host.keys))
                await until(lambda: not room.bots.busy)
                host.catch_up()
            agrees(lobby, made, host)
            assert "ending" in host.scene
            alone = await lobby.create(wish("random", "random", seed=6))
            watcher = await Client(alone["links"]["watch"]).enter(lobby)
            await until(lambda: watcher.catch_up() is not None and watcher.version > 10)
            await watcher.leave()
            await until(lambda: not room_of(lobby, alone).bots.busy)
            version = room_of(lobby, alone).version
            await asyncio.sleep(0.05)
            assert room_of(lobby, alone).version == version, "nobody looks: nobody plays"
            watcher = await Client(alone["links"]["watch"]).enter(lobby)
            await until(lambda: room_of(lobby, alone).version > version)
            return made["match"], match_of(lobby, made).state.dump()

    match, dump = asyncio.run(run())
    assert replayed(kept(tmp_path, match)).state.dump() == dump


def test_a_bot_goes_on_after_its_answer_could_not_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(botplay, "PAUSE", 0.002)

    async def run() -> None:
        storage = Lame(SqliteStorage(tmp_path / "table.db"))
        async with lobby_at(tmp_path, storage=storage) as lobby:
            made = await lobby.create(wish("random", "random"))
            storage.fail = "before"
            watcher = await Client(made["links"]["watch"]).enter(lobby)
            room = room_of(lobby, made)
            await until(lambda: len(lobby.services.thinkers.asked) >= 3)  # type: ignore[attr-defined]
            assert room.version == 0 and room.bots.busy
            storage.fail = ""
            await until(lambda: room.version > 5)
            await watcher.leave()
            await until(lambda: not room.bots.busy)
            storage.fail = "before"
            watcher = await Client(made["links"]["watch"]).enter(lobby)
            await until(lambda: not room.bots.busy)
            version = room.version
            storage.fail = ""
            assert version > 5, "it gives up at last, and the match stands"
            again = await Client(made["links"]["watch"]).enter(lobby)
            await until(lambda: room.version > version)
            await again.leave()
            await watcher.leave()
            await until(lambda: not room.bots.busy)
            assert watcher.version <= room.version

    asyncio.run(run())


def test_closing_stops_a_bot_in_mid_thought(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        thinkers = lobby.services.thinkers
        thinkers.gate = asyncio.Event()  # type: ignore[attr-defined]
        made = await lobby.create(wish("random", "random"))
        await Client(made["links"]["watch"]).enter(lobby)
        await until(lambda: bool(thinkers.asked))  # type: ignore[attr-defined]
        async with asyncio.timeout(PATIENCE):
            await lobby.close()
        assert room_of(lobby, made).version == 0 and not room_of(lobby, made).bots.busy

    in_lobby(tmp_path, work)


def test_advice_is_a_legal_answer_and_only_for_whoever_is_asked(tmp_path: Path) -> None:
    async def run() -> None:
        async with lobby_at(tmp_path, thinkers=Thinkers(1)) as lobby:
            made = await lobby.create(wish("here", "link"))
            host = await Client(made["links"]["host"]).enter(lobby)
            other = await Client(made["links"]["seats"]["1"]).enter(lobby)
            watcher = await Client(made["links"]["watch"]).enter(lobby)
            asked, waiting = (host, other) if host.keys else (other, host)
            assert asked.question is not None and asked.question["setup"] is True
            (found,) = await asked.say("advise", at=asked.version)
            assert found["type"] == "advice" and found["key"] in asked.keys and found["by"] == "greedy"
            (again,) = await asked.say("advise", at=asked.version)
            assert again["key"] == found["key"], "the same advice twice"
            assert (await waiting.fault("advise", at=waiting.version)).code == "wrong_seat"
            assert (await watcher.fault("advise", at=watcher.version)).code == "wrong_seat"
            assert (await asked.fault("advise", at=asked.version + 1)).code == "stale"
            await asked.answer(found["key"])
            agrees(lobby, made, asked)

    asyncio.run(run())

"""Bots at the table: they play whole games, only while it matters, and get over a storage that fails."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from fireteam.table import botplay
from fireteam.table.hall import Hall
from fireteam.table.sqlite import SqliteStorage
from fireteam.table.thinking import Thinkers
from tests.patience import PATIENCE, until
from tests.table.hallkit import Client, Lame, agrees, hall_at, in_hall, kept, match_of, replayed, room_of, wish


def test_whole_games_with_real_workers(tmp_path: Path) -> None:
    async def run() -> tuple[str, object]:
        async with hall_at(tmp_path, thinkers=Thinkers(1)) as hall:
            made = await hall.create(wish("here", "random"))
            host = await Client(made["links"]["host"]).enter(hall)
            room, rng = room_of(hall, made), random.Random(1)
            while host.question is not None:
                if host.keys:
                    await host.answer(rng.choice(host.keys))
                await until(lambda: not room.bots.busy)
                host.catch_up()
            agrees(hall, made, host)
            assert "ending" in host.scene
            alone = await hall.create(wish("random", "random", seed=6))
            watcher = await Client(alone["links"]["watch"]).enter(hall)
            await until(lambda: watcher.catch_up() is not None and watcher.version > 10)
            await watcher.leave()
            await until(lambda: not room_of(hall, alone).bots.busy)
            version = room_of(hall, alone).version
            await asyncio.sleep(0.05)
            assert room_of(hall, alone).version == version, "nobody looks: nobody plays"
            watcher = await Client(alone["links"]["watch"]).enter(hall)
            await until(lambda: room_of(hall, alone).version > version)
            return made["match"], match_of(hall, made).state.dump()

    match, dump = asyncio.run(run())
    assert replayed(kept(tmp_path, match)).state.dump() == dump


def test_a_bot_goes_on_after_its_answer_could_not_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(botplay, "PAUSE", 0.002)

    async def run() -> None:
        storage = Lame(SqliteStorage(tmp_path / "table.db"))
        async with hall_at(tmp_path, storage=storage) as hall:
            made = await hall.create(wish("random", "random"))
            storage.fail = "before"
            watcher = await Client(made["links"]["watch"]).enter(hall)
            room = room_of(hall, made)
            await until(lambda: len(hall.services.thinkers.asked) >= 3)  # type: ignore[attr-defined]
            assert room.version == 0 and room.bots.busy
            storage.fail = ""
            await until(lambda: room.version > 5)
            await watcher.leave()
            await until(lambda: not room.bots.busy)
            storage.fail = "before"
            watcher = await Client(made["links"]["watch"]).enter(hall)
            await until(lambda: not room.bots.busy)
            version = room.version
            storage.fail = ""
            assert version > 5, "it gives up at last, and the match stands"
            again = await Client(made["links"]["watch"]).enter(hall)
            await until(lambda: room.version > version)
            await again.leave()
            await watcher.leave()
            await until(lambda: not room.bots.busy)
            assert watcher.version <= room.version

    asyncio.run(run())


def test_closing_stops_a_bot_in_mid_thought(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        thinkers = hall.services.thinkers
        thinkers.gate = asyncio.Event()  # type: ignore[attr-defined]
        made = await hall.create(wish("random", "random"))
        await Client(made["links"]["watch"]).enter(hall)
        await until(lambda: bool(thinkers.asked))  # type: ignore[attr-defined]
        async with asyncio.timeout(PATIENCE):
            await hall.close()
        assert room_of(hall, made).version == 0 and not room_of(hall, made).bots.busy

    in_hall(tmp_path, work)


def test_advice_is_a_legal_answer_and_only_for_whoever_is_asked(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_at(tmp_path, thinkers=Thinkers(1)) as hall:
            made = await hall.create(wish("here", "link"))
            host = await Client(made["links"]["host"]).enter(hall)
            other = await Client(made["links"]["seats"]["1"]).enter(hall)
            watcher = await Client(made["links"]["watch"]).enter(hall)
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
            agrees(hall, made, asked)

    asyncio.run(run())

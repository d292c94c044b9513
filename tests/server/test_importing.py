"""Saves of strangers: each is read by a process of its own, with limits; the table goes on meanwhile, whatever it
holds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import SaveError
from fireteam.server import import_worker, importing
from fireteam.server.import_worker import Errand, Imported
from fireteam.server.importing import AT_ONCE, MOST_WAITING, Importing
from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from tests.kit.hostile import beginning_at, sealed
from tests.patience import PATIENCE, until
from tests.server import stuck
from tests.server.lobbykit import Client, in_lobby, lobby_at, wish
from tests.server.test_serve import started

SEED = 5


def save_of(game: str = "escape") -> str:
    """The save of a match that has just begun."""
    return fireteam.new(game, seed=SEED).save()


def endless() -> str:
    """A save of less than two kilobytes whose rules would count turning points up from far below nothing."""
    match = fireteam.new("killteam", seed=SEED)
    state = {
        **json.loads(json.dumps(match.state.dump())),
        "phase": "ready",
        "zones": [0, 1],
        "initiative": 0,
        "acting": 0,
        "turning_point": -(10**12),
        "cp": [-(10**15), -(10**15)],
    }
    return beginning_at(match.save(), {"state": state, "rolls": 0})


def read(importing: Importing, *texts: str) -> list[Any]:
    """What becomes of saves that are read at the same time."""

    async def work() -> list[Any]:
        try:
            return await asyncio.gather(*(importing.read(text, SEED) for text in texts), return_exceptions=True)
        finally:
            await importing.close()

    return asyncio.run(work())


# -- what is read ------------------------------------------------------------------------------------------------------


def test_a_sound_save_is_known_by_game_title_seats_dice_and_seed() -> None:
    whole, held_back, typed = (
        save_of(),
        fireteam.new("escape", seed=SEED).save(0),
        sealed(save_of().replace("dice: seeded 5", "dice: typed")),
    )
    found = read(Importing(), whole, held_back, typed)
    title = fireteam.load(whole).view()["title"]
    assert found[0] == Imported("escape", title, 2, "seeded", 5)
    assert found[1] == found[0]
    assert found[2] == Imported("escape", title, 2, "typed", SEED)


def test_a_broken_save_is_an_error_with_its_line() -> None:
    (found,) = read(Importing(), save_of().replace("game: escape", "game: chess"))
    assert isinstance(found, SaveError) and found.line == 2


@pytest.mark.parametrize("seed", ["-1", str(1 << 63), "9" * 5000])
def test_a_seed_that_no_match_can_be_kept_with_is_refused(seed: str) -> None:
    kind, value = import_worker.answer(Errand(sealed(save_of().replace("seeded 5", f"seeded {seed}")), SEED))
    assert (kind, value[1]) == ("save", 6)


def test_a_position_that_cannot_be_shown_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = save_of("killteam")
    setting = type(fireteam.load(text).setting)

    def broken(*_: Any) -> Any:
        raise IndexError("no such thing")

    for name in ("question_view", "refusals"):
        with monkeypatch.context() as patch:
            patch.setattr(setting, name, broken)
            kind, value = import_worker.answer(Errand(text, SEED))
        assert kind == "save" and "IndexError: no such thing" in value[0]
    assert import_worker.answer(Errand(text, SEED))[0] == "done"


# -- limits ------------------------------------------------------------------------------------------------------------


def test_a_save_that_takes_too_long_is_refused_and_its_process_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "work", stuck.work)
    reading = Importing(seconds=0.2)
    (found,) = read(reading, save_of())
    assert isinstance(found, SaveError) and "takes longer than 0.2 seconds" in str(found)
    assert reading.pids == []


def test_a_save_that_takes_too_much_memory_is_refused() -> None:
    pytest.importorskip("resource", reason="the system knows no such limit")
    (found,) = read(Importing(memory=1 << 24), save_of("killteam"))
    assert isinstance(found, SaveError) and "more than 16 MB of memory" in str(found)


def test_a_reader_that_dies_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "work", stuck.dying)
    (found,) = read(Importing(), save_of())
    assert isinstance(found, SaveError) and "or broke off" in str(found)


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "work", stuck.work)

    async def work() -> None:
        reading = Importing(seconds=PATIENCE)
        tasks = [asyncio.create_task(reading.read("", SEED)) for _ in range(AT_ONCE + MOST_WAITING)]
        await until(lambda: len(reading.pids) == AT_ONCE)
        with pytest.raises(Fault) as caught:
            await reading.read("", SEED)
        assert caught.value.code == "full"
        tasks[0].cancel()
        tasks[-1].cancel()
        await asyncio.gather(tasks[0], tasks[-1], return_exceptions=True)
        another = asyncio.create_task(reading.read("", SEED))
        await asyncio.sleep(0)
        await reading.close()
        left = await asyncio.gather(*tasks[1:-1], another, return_exceptions=True)
        assert [getattr(error, "code", error) for error in left] == ["closing"] * len(left)
        with pytest.raises(Fault, match="shutting down"):
            await reading.read("", SEED)

    asyncio.run(work())


def test_a_server_may_import_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with lobby_at(tmp_path, importing=Importing(allowed=False)) as lobby:
            with pytest.raises(Fault) as caught:
                await lobby.import_save(save_of(), None)
            assert caught.value.code == "forbidden" and "imports no saves" in caught.value.text

    asyncio.run(work())


# -- the table goes on -------------------------------------------------------------------------------------------------


def test_others_play_on_while_a_save_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "work", stuck.work)

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here"))
        client = await Client(made["links"]["host"]).enter(lobby)
        hostile = asyncio.create_task(lobby.import_save(save_of(), None))
        await until(lambda: len(lobby.importing.pids) == 1)
        for _ in range(3):
            version = client.version
            await client.answer(client.keys[0])
            assert client.version > version
        assert not hostile.done(), "it is still being read"
        await lobby.close()
        with pytest.raises(Fault, match="shutting down"):
            await hostile

    in_lobby(tmp_path, work)


def test_the_save_that_never_ends_stops_no_server(tmp_path: Path) -> None:
    text = endless()
    assert len(text) < 2_000
    with started(tmp_path) as server:
        answer = server.http.post("/api/import", json={"text": text})
        assert answer.status_code == 422, answer.text
        assert "state.turning_point is -1000000000000: from 0 to 4 is possible" in answer.text
        assert server.http.get("/healthz").json()["status"] == "ok"
        assert server.http.post("/api/import", json={"text": save_of("killteam")}).status_code == 201
        code, errors = server.end()
        assert code == 0, errors


def test_a_server_that_imports_nothing_says_so(tmp_path: Path) -> None:
    with started(tmp_path, "--no-imports") as server:
        answer = server.http.post("/api/import", json={"text": save_of()})
        assert answer.status_code == 403 and "imports no saves" in answer.text

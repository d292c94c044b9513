"""Whoever plays a game that is still being prepared is told so, and told when it is done."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import SetupError
from fireteam.server import serve
from fireteam.server.lobby import Lobby
from fireteam.server.preparing import Preparing
from tests.patience import PATIENCE, until, wait_until
from tests.server.lobbykit import Client, in_lobby, wish


class Work:
    """The preparation of a game that lasts until the test lets it go."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.thread = threading.Thread(target=self.gate.wait, daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Let it end."""
        self.gate.set()
        self.thread.join(PATIENCE)


def told(client: Client) -> list[str]:
    """What a client was told of the preparation after its welcome."""
    client.catch_up()
    return [message["game"] for message in client.news if message["type"] == "preparing"]


async def sits(lobby: Lobby, **wishes: Any) -> Client:
    """Somebody at a new table."""
    made = await lobby.create(wish("here", "here", **wishes))
    return await Client(made["links"]["host"]).enter(lobby)


def test_only_rooms_of_a_game_hear_of_its_preparation(tmp_path: Path) -> None:
    async def run(lobby: Lobby) -> None:
        before = await sits(lobby)
        other = await sits(lobby, game="deadzone", scenario=None)
        work = Work()
        lobby.preparing.until_done("escape", work.thread)
        await until(lambda: told(before) == ["ESCAPE"])
        late = await sits(lobby)
        assert [client.news[0]["preparing"] for client in (before, other, late)] == ["", "", "ESCAPE"]
        work.end()
        await until(lambda: told(before) == ["ESCAPE", ""] and told(late) == [""])
        assert told(other) == []
        assert (await sits(lobby)).news[0]["preparing"] == ""

    in_lobby(tmp_path, run)


def test_nobody_is_told_after_the_end(tmp_path: Path) -> None:
    """What is prepared may outlast the lobby and its event loop."""
    work, kept = Work(), []

    async def run(lobby: Lobby) -> None:
        lobby.preparing.until_done("escape", work.thread)
        kept.append(lobby.preparing)

    in_lobby(tmp_path, run)
    (preparing,) = kept
    work.end()
    wait_until(lambda: "escape" not in preparing)


def test_the_server_knows_what_it_prepares(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that needs nothing, or cannot be prepared, is ready."""
    work = Work()

    def warm(name: str, *, may_compile: bool) -> threading.Thread | None:
        assert may_compile
        if name == "deadzone":
            raise SetupError("nothing to be had")
        return work.thread if name == "killteam" else None

    monkeypatch.setattr(fireteam, "warm", warm)
    preparing, heard = Preparing(), list[str]()
    preparing.tell(heard.append)
    serve._warm(preparing)
    assert [name for name in fireteam.games() if name in preparing] == ["killteam"]
    work.end()
    wait_until(lambda: heard == ["killteam", "killteam"])
    assert "killteam" not in preparing

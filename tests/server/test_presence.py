"""Who is there: few are told at once, and a crowd once for all who come and go."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fireteam.server import presence
from fireteam.server.lobby import Lobby
from fireteam.server.presence import FEW
from tests.patience import PATIENCE
from tests.server.lobbykit import Client, in_lobby, wish

CROWD = 60


def told(client: Client) -> int:
    """How often a client was told who is there."""
    client.catch_up()
    return sum(message["type"] == "presence" for message in client.news)


async def until_told(client: Client, **wanted: object) -> None:
    """Wait until the last message of its kind that a client was sent is like that."""
    async with asyncio.timeout(PATIENCE):
        while True:
            client.catch_up()
            last = [message for message in client.news if message["type"] == wanted["type"]][-1:]
            if last and {**last[0], **wanted} == last[0]:
                return
            await asyncio.sleep(0.01)


def test_few_are_told_at_once_and_a_crowd_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "PAUSE", 3600.0)

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        player = await Client(made["links"]["seats"]["0"]).enter(lobby)
        crowd = [await Client(made["links"]["watch"]).enter(lobby) for _ in range(CROWD)]
        assert told(player) == FEW - 1 and player.presence["watchers"] == FEW - 1
        assert sum(told(client) for client in crowd) < FEW * FEW
        assert crowd[-1].presence["watchers"] == CROWD, "who comes is welcomed with all that is to be known"
        for client in crowd[FEW // 2 :]:
            await client.leave()
        assert told(player) == FEW - 1, "all of it is told when the pause is over"

    in_lobby(tmp_path, work)


def test_a_crowd_is_told_in_the_end(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        player = await Client(made["links"]["seats"]["0"]).enter(lobby)
        crowd = [await Client(made["links"]["watch"]).enter(lobby) for _ in range(CROWD)]
        await until_told(player, type="presence", watchers=CROWD)
        for client in crowd[1:]:
            await client.leave()
        await until_told(player, type="presence", watchers=1)
        await crowd[0].leave()
        assert told(player) and player.presence["watchers"] == 0, "few are told at once"

    in_lobby(tmp_path, work)


def test_many_sockets_of_one_seat_hear_how_many_they_are(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        seat = [await Client(made["links"]["seats"]["0"]).enter(lobby) for _ in range(CROWD)]
        await until_told(seat[0], type="used", sockets=CROWD)

    in_lobby(tmp_path, work)

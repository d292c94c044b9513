"""Memory comes back: of a room that was closed nothing stays, although cycles are seldom collected."""

from __future__ import annotations

import asyncio
import gc
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from fireteam.core.match import Match
from fireteam.server.lobby import Lobby
from fireteam.server.position import Position
from fireteam.server.requests import MatchWish, SeatWish
from fireteam.server.rooms import Room
from fireteam.server.sweeping import SWEEP_AFTER, Sweeper
from fireteam.server.viewers import Viewer
from tests.patience import until
from tests.server.lobbykit import Client, clients, in_lobby, play, room_of, wish

KINDS = (Room, Position, Match, Viewer)


def alive() -> Counter[str]:
    """How many rooms, positions, matches and viewers there are."""
    return Counter(type(found).__name__ for found in gc.get_objects() if type(found) in KINDS)


@pytest.fixture
def no_collections() -> Iterator[None]:
    """Cycles are not collected."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize("seats", [("link", "link"), ("link", "greedy"), ("here", "here")])
def test_nothing_stays_of_closed_rooms(tmp_path: Path, seats: tuple[str, str]) -> None:
    async def visit(lobby: Lobby) -> None:
        made = await lobby.create(wish(*seats))
        links = made["links"]
        people = [await _enter(lobby, token) for token in (links["host"], *links["seats"].values(), links["watch"])]
        for number in range(6):
            await until(lambda: not room_of(lobby, made).bots.busy)
            for client in people:
                client.catch_up()
            who = next((client for client in people if client.keys), None)
            if who is not None and number % 3 == 2:
                await who.say("undo", at=who.version)
            elif who is not None:
                await who.answer(random.Random(number).choice(who.keys))
        await lobby.save(await lobby.link_of(links["host"]))
        await until(lambda: not room_of(lobby, made).bots.busy)
        for client in people:
            await client.leave()

    async def run(lobby: Lobby) -> None:
        lobby.doze_after = -1.0
        before = alive()
        for _ in range(3):
            await visit(lobby)
            lobby.put_to_sleep()
            await asyncio.sleep(0)
        assert not lobby._rooms
        assert alive() - before == Counter()

    in_lobby(tmp_path, run)


async def _enter(lobby: Lobby, token: str) -> Client:
    return await Client(token).enter(lobby)


@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize("game", ["killteam", "deadzone", "necromunda"])
def test_no_game_keeps_its_matches(tmp_path: Path, game: str) -> None:
    async def run(lobby: Lobby) -> None:
        lobby.doze_after = -1.0
        seats = [SeatWish(kind="link"), SeatWish(kind="link")]
        before = alive()
        made = await lobby.create(MatchWish(game=game, seats=seats, seed=5))
        people = await clients(lobby, made)
        await play(people, 4, random.Random(1))
        assert (alive() - before)["Room"] == 1
        for client in people:
            await client.leave()
        lobby.put_to_sleep()
        del people, client
        await asyncio.sleep(0)
        assert alive() - before == Counter()

    in_lobby(tmp_path, run)


def test_settings_are_swept_up() -> None:
    sweeper = Sweeper()
    with mock.patch.object(gc, "collect") as collect:
        sweeper.let_go(SWEEP_AFTER - 1)
        assert not collect.called
        sweeper.let_go(1)
        assert collect.call_count == 1
        sweeper.let_go(SWEEP_AFTER - 1)
        assert collect.call_count == 1

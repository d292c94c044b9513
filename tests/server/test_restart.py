"""Kill -9 at any moment: the match goes on from what was acknowledged, and nothing counts twice."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from fireteam.server.lobby import Lobby
from tests.server.killing import kill_once
from tests.server.lobbykit import Client, in_lobby, match_of, whose, wish


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_server_goes_on_from_what_it_has_acknowledged(place: Path, seed: int) -> None:
    rng = random.Random(seed)

    async def begin(lobby: Lobby) -> dict[str, Any]:
        return await lobby.create(wish(seed=seed))

    made = in_lobby(place, begin)
    acknowledged = 0
    for run in range(4):
        killed = kill_once(place, made, run, rng)
        acknowledged += killed.acknowledged
        if killed.over:
            break
    assert run > 0, "it was killed more than once"
    assert acknowledged


def test_a_clean_end_and_a_new_start_leave_a_match_as_it_was(place: Path) -> None:
    made: dict[str, Any] = {}

    async def first(lobby: Lobby) -> Any:
        made.update(await lobby.create(wish(seed=4)))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        for _ in range(50):
            await whose(people).answer()
        who = whose(people)
        await who.say("passes", seat=people.index(who), windows=["dodge"])
        return match_of(lobby, made).state.dump(), [(client.scene, client.log, client.version) for client in people]

    async def second(lobby: Lobby) -> Any:
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        return match_of(lobby, made).state.dump(), [(client.scene, client.log, client.version) for client in people]

    assert in_lobby(place, first) == in_lobby(place, second)

"""Hands: a rule that takes long holds up its own match and no other, and is never left half done."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from fireteam.server.budgets import Budgets, Payer, paid_by
from fireteam.server.hands import Hands
from fireteam.server.lobby import Lobby
from fireteam.server.position import Position
from fireteam.server.settings import Limits
from fireteam.server.storage import Entry
from tests.patience import PATIENCE, until
from tests.server.lobbykit import agrees, clients, in_lobby, live, whose, wish


def test_an_answer_that_takes_long_holds_up_no_other_match(tmp_path: Path) -> None:
    may, begun = threading.Event(), threading.Event()
    add = Position.add

    async def run(lobby: Lobby) -> None:
        slow, quick = [await lobby.create(wish("link", "link", seed=seed)) for seed in (1, 2)]
        people, others = await clients(lobby, slow), await clients(lobby, quick)
        held = live(lobby, slow)

        def wait(self: Position, entry: Entry) -> None:
            if self is held:
                begun.set()
                assert may.wait(PATIENCE)
            add(self, entry)

        with mock.patch.object(Position, "add", wait):
            who = whose(people)
            answering = asyncio.create_task(who.answer(who.keys[0]))
            try:
                await until(begun.is_set)
                for _ in range(3):
                    other = whose(others)
                    await other.answer(other.keys[0])
                assert not answering.done()
            finally:
                may.set()
            await answering
        for made, client in ((slow, people[2]), (quick, others[2])):
            agrees(lobby, made, client)
        assert (people[2].version, others[2].version) == (1, 3)

    in_lobby(tmp_path, run)


def test_who_is_cancelled_waits_for_the_end_of_the_work() -> None:
    may, order = threading.Event(), list[str]()

    def work() -> None:
        assert may.wait(PATIENCE)
        order.append("worked")

    async def run() -> None:
        hands = Hands(1)

        async def ask() -> None:
            try:
                await hands.do(work)
            finally:
                order.append("let go")

        asking = asyncio.create_task(ask())
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.sleep(0)
        may.set()
        with pytest.raises(asyncio.CancelledError):
            await asking
        hands.close()

    asyncio.run(run())
    assert order == ["worked", "let go"]


def test_what_a_hand_does_is_paid_by_who_asked_and_its_faults_come_back() -> None:
    paid: list[float] = []

    def fail(text: str) -> Any:
        raise ValueError(text)

    async def run() -> None:
        hands = Hands(2)
        payer = Budgets(Limits()).payer("here")
        with paid_by(payer), mock.patch.object(Payer, "charge", lambda _, cost: paid.append(cost)):
            assert await hands.do(sum, range(200_000)) == 19_999_900_000
            with pytest.raises(ValueError, match="as it should"):
                await hands.do(fail, "as it should")
        hands.close()

    asyncio.run(run())
    assert len(paid) == 2
    assert paid[0] > 0

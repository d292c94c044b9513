"""Dice that people roll and type, and windows that a person always declines."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import outcomes
from fireteam.core.questions import Roll
from fireteam.core.topics import topic
from fireteam.server.lobby import Lobby
from tests.escape.playing import lively
from tests.patience import until
from tests.server.lobbykit import Client, agrees, in_lobby, kept, live, lobby_at, match_of, replayed, room_of, wish

# -- typed dice --------------------------------------------------------------------------------------------------------


async def faces_for(lobby: Lobby, made: dict[str, Any], rng: random.Random) -> list[Any]:
    """What somebody might have rolled; the match may have been asleep."""
    room = room_of(lobby, made)
    async with room.lock:
        position = await room.position()
    return list(rng.choice(outcomes(position.match.decision))[0])


async def go_on(lobby: Lobby, made: dict[str, Any], people: list[Client], rng: random.Random) -> None:
    """Answer or roll, whatever is asked of whoever is asked."""
    room = room_of(lobby, made)
    await until(lambda: not room.bots.busy)
    for client in people:
        client.catch_up()
    question = people[0].question
    assert question is not None
    who = next((client for client in people if question["seat"] in client.standing_seats()), people[0])
    if question["kind"] == "roll":
        await who.say("rolled", at=who.version, faces=await faces_for(lobby, made, rng))
    else:
        keys = [key for key in who.keys if key != "end"] or who.keys
        await who.answer(rng.choice(keys))


def test_dice_that_roll_on_are_typed_by_pools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fireteam._GAMES, "duel", "tests.kit.duels")

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(game="duel", scenario=None, dice="typed"))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        who = people[0]
        await who.answer("strike")
        assert who.question is not None and who.question["pools"] == [3, 2]
        for faces in (
            [8, 2, 3, 4, 1],
            [[8, 2, 3], [4, 1]],
            [[8, 2, 3, 5], [4, 1, 1]],
            [[8, 2, 3, 5]],
            [[9, 2, 3], [4, 1]],
        ):
            assert (await who.fault("rolled", at=who.version, faces=faces)).code == "illegal"
        await who.say("rolled", at=who.version, faces=[[8, 2, 3, 5], [4, 1]])
        assert who.question["text"] == "Dice to roll again, red"
        assert match_of(lobby, made).answers()[-1] == ((8, 2, 3, 5), (4, 1))
        room_of(lobby, made).doze()
        await lobby.summary(await lobby.link_of(who.token))
        assert match_of(lobby, made).answers()[-1] == ((8, 2, 3, 5), (4, 1)), "kept and read again"

    in_lobby(tmp_path, work)


def test_rolls_are_asked_of_their_person_and_wrong_faces_change_nothing(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> dict[str, Any]:
        made = await lobby.create(wish(dice="typed"))
        people = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        rng, drawn, rolled = random.Random(5), 0, 0
        for _ in range(220):
            question = people[0].question
            assert question is not None
            if question["kind"] == "roll":
                who, other = people[question["seat"]], people[1 - question["seat"]]
                who.catch_up()
                other.catch_up()
                roll = match_of(lobby, made).decision
                before = (who.version, match_of(lobby, made).state.dump())
                wrong: list[list[Any]] = [["moon"], [0] * roll.count, [7] * roll.count, [1] * (roll.count + 1)]
                for faces in wrong:
                    assert (await who.fault("rolled", at=who.version, faces=faces)).code == "illegal"
                assert (await who.fault("answer", at=who.version, key="end")).code == "illegal"
                good = await faces_for(lobby, made, rng)
                for stranger in (other, watcher):
                    stranger.catch_up()
                    assert (await stranger.fault("rolled", at=stranger.version, faces=good)).code == "wrong_seat"
                assert before == (who.version, match_of(lobby, made).state.dump())
                assert who.question is not None and other.question is not None
                if roll.bag is not None:
                    drawn += 1
                    assert set(good) <= set(who.question["labels"]) and "labels" not in other.question
                else:
                    rolled += 1
                    assert (who.question["count"], who.question["sides"]) == (roll.count, roll.sides)
            await go_on(lobby, made, people, rng)
            for client in (*people, watcher):
                agrees(lobby, made, client)
            if people[0].question is None:
                break
        assert rolled > 10
        return {**made, "dump": match_of(lobby, made).state.dump(), "drawn": drawn}

    made = in_lobby(tmp_path, work)
    assert replayed(kept(tmp_path, made["match"])).state.dump() == made["dump"]


def test_the_dice_of_a_bot_are_typed_by_the_person(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "random", dice="typed"))
        host = await Client(made["links"]["host"]).enter(lobby)
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        rng, bots = random.Random(5), 0
        for _ in range(200):
            await until(lambda: not room_of(lobby, made).bots.busy)
            host.catch_up()
            watcher.catch_up()
            question = host.question
            assert question is not None
            if question["kind"] == "roll" and question["seat"] == 1:
                bots += 1
                faces = await faces_for(lobby, made, rng)
                assert (await watcher.fault("rolled", at=watcher.version, faces=faces)).code == "wrong_seat"
                if match_of(lobby, made).decision.bag is not None:
                    assert "labels" in question
            await go_on(lobby, made, [host], rng)
            if bots > 5:
                return
        raise AssertionError("the bot never rolled")

    in_lobby(tmp_path, work)


def test_what_a_bot_draws_is_typed_from_labels_that_the_person_sees(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "random", dice="typed"))
        host = await Client(made["links"]["host"]).enter(lobby)
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        rng = random.Random(1)
        while not match_of(lobby, made).state.tokens:
            await go_on(lobby, made, [host], rng)
        room, position = room_of(lobby, made), live(lobby, made)
        await until(lambda: not room.bots.busy)
        match = position.match
        token = next(iter(match.state.tokens))
        bag = (("medkit", 1), ("grenade", 2), ("gone", 0))
        match.question = Roll(1, topic("back of {token}", token), bag=bag, name=token)
        room._sight.forget()  # what was asked before
        assert host.viewer is not None and watcher.viewer is not None
        assert room._standing(host.viewer, position)["question"]["labels"] == {
            "medkit": "Medkit",
            "grenade": "grenade",
        }
        assert "labels" not in room._standing(watcher.viewer, position)["question"]

    in_lobby(tmp_path, work)


def tape(lobby: Lobby, made: dict[str, Any]) -> list[str]:
    """Everything on the kernel's tape, dice too."""
    return [repr(entry) for entry in match_of(lobby, made).answers()]


def test_after_an_undo_the_same_faces_lie_there_again_also_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(6)
        async with lobby_at(tmp_path) as lobby:
            made = await lobby.create(wish("here", "here", dice="typed"))
            host = await Client(made["links"]["host"]).enter(lobby)
            while True:
                # Until an answer of several leads to a roll: the last answer, then the faces.
                question = host.question
                assert question is not None
                keys = list(host.keys)
                dump = match_of(lobby, made).state.dump()
                await go_on(lobby, made, [host], rng)
                if host.question and host.question["kind"] == "roll" and keys and live(lobby, made).match.rolls > 3:
                    break
            before = [entry for entry in match_of(lobby, made).answers() if isinstance(entry, tuple)]
            faces = await faces_for(lobby, made, rng)
            await host.say("rolled", at=host.version, faces=faces)
            after = tape(lobby, made)
            key = live(lobby, made).folded.standing[-2].text
            await host.say("undo", at=host.version)
            assert match_of(lobby, made).state.dump() == dump and host.keys == keys
            agrees(lobby, made, host)
            await host.answer(key)
            now = [entry for entry in match_of(lobby, made).answers() if isinstance(entry, tuple)]
            assert now[: len(before) + 1] == [*before, tuple(faces)], "nobody is asked again"
            assert tape(lobby, made) == after
            await host.say("undo", at=host.version)
            agrees(lobby, made, host)
        async with lobby_at(tmp_path) as lobby:
            host = await Client(made["links"]["host"]).enter(lobby)
            await host.answer(key)
            assert tape(lobby, made) == after
            await host.say("undo", at=host.version)
            await host.say("redo", at=host.version)
            assert tape(lobby, made) == after
            agrees(lobby, made, host)

    asyncio.run(run())


def test_dice_lie_also_for_another_choice_if_they_fit(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", dice="typed"))
        host = await Client(made["links"]["host"]).enter(lobby)
        rng, found = random.Random(2), 0
        for _ in range(600):
            question, keys = host.question, list(host.keys)
            if question is None:
                break
            await go_on(lobby, made, [host], rng)
            if not (
                keys
                and host.question
                and host.question["kind"] == "roll"
                and match_of(lobby, made).decision.bag is None
            ):
                continue
            index, roll = match_of(lobby, made).rolls, match_of(lobby, made).decision
            key = live(lobby, made).folded.standing[-1].text
            await host.say("rolled", at=host.version, faces=[2] * roll.count)
            await host.say("undo", at=host.version)
            for other in keys:
                if other == key:
                    continue
                await host.answer(other)
                match = match_of(lobby, made)
                if match.rolls > index:
                    rolls = [entry for entry in match.answers() if isinstance(entry, tuple)]
                    assert rolls[index] == (2,) * len(rolls[index])
                    found += 1
                await host.say("undo", at=host.version)
                if found:
                    return
            await host.answer(key)
        raise AssertionError("no two choices ever led to a roll")

    in_lobby(tmp_path, work)


def test_a_doze_with_typed_dice_keeps_the_log_true(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", dice="typed", scenario="evasion"))
        host = await Client(made["links"]["host"]).enter(lobby)
        rng = random.Random(8)
        for _ in range(110):
            await go_on(lobby, made, [host], rng)
            room_of(lobby, made).doze()
            if host.question is None:
                break
            await go_on(lobby, made, [host], rng)
            agrees(lobby, made, host)

    in_lobby(tmp_path, work)


# -- passes ------------------------------------------------------------------------------------------------------------


def test_windows_that_are_always_declined_are_not_asked_and_stay_so_after_a_restart(tmp_path: Path) -> None:
    windows = ["reroll", "dodge", "counter", "push", "radio", "second"]

    async def first(lobby: Lobby) -> dict[str, Any]:
        made = await lobby.create(wish("link", "link", scenario="last-bastion", seed=0))
        one, other = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        (reply, *_) = await one.say("passes", seat=0, windows=windows)
        assert reply == {"type": "passes", "re": "passes-1", "passes": {"0": windows}}
        assert (await one.fault("passes", seat=1, windows=windows)).code == "wrong_seat"
        return {**made, **await play_on(lobby, made, one, other, 200)}

    async def play_on(lobby: Lobby, made: dict[str, Any], one: Client, other: Client, count: int) -> dict[str, Any]:
        rng, passed, theirs = random.Random(count), 0, 0
        for _ in range(count):
            for client in (one, other):
                client.catch_up()
            if one.question is None:
                break
            if one.question["seat"] == 0:
                assert one.question.get("window") not in windows, "never asked"
            who = one if one.keys else other
            theirs += who is other and other.question is not None and "window" in other.question
            before = len(live(lobby, made).folded.standing)
            await who.answer(lively(match_of(lobby, made), rng).key)
            given = live(lobby, made).folded.standing[before:]
            if any(not entry.message for entry in given):
                passed += 1
                assert all(entry.seat == 0 for entry in given[1:])
                if rng.random() < 0.5:
                    await take_back(lobby, made, who, one, other, before)
            for client in (one, other):
                agrees(lobby, made, client)
        return {"passed": passed, "theirs": theirs}

    async def take_back(
        lobby: Lobby, made: dict[str, Any], who: Client, one: Client, other: Client, standing: int
    ) -> None:
        """An undo goes to the person's own answer, not to what was declined without asking."""
        who.catch_up()
        asks = who.standing["undo"] == "ask"
        await who.say("undo", at=who.version)
        if asks:
            await (other if who is one else one).say("consent", at=who.version, accept=True)
        assert len(live(lobby, made).folded.standing) == standing
        who.catch_up()
        assert who.keys
        await who.say("redo", at=who.version)

    made = in_lobby(tmp_path, first)
    assert made["passed"] > 0 and made["theirs"] > 0, made

    async def second(lobby: Lobby) -> None:
        one, other = [await Client(token).enter(lobby) for token in made["links"]["seats"].values()]
        assert one.standing["passes"] == {"0": windows} and other.standing["passes"] == {"1": []}
        await play_on(lobby, made, one, other, 40)
        await one.say("passes", seat=0, windows=[])
        assert room_of(lobby, made).passes[0] == ()

    in_lobby(tmp_path, second)


def test_a_window_that_is_open_is_declined_at_once(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", scenario="last-bastion", seed=0))
        host = await Client(made["links"]["host"]).enter(lobby)
        rng = random.Random(1)
        for _ in range(2000):
            assert host.question is not None
            if "window" in host.question:
                break
            await host.answer(lively(match_of(lobby, made), rng).key)
        assert host.question is not None
        seat, window, version = host.question["seat"], host.question["window"], host.version
        said = await host.say("passes", "never", seat=seat, windows=[window])
        assert [message["type"] for message in said] == ["passes", "update", "ack"]
        assert host.version > version and (host.question or {}).get("window") != window
        agrees(lobby, made, host)
        assert (await host.say("passes", "never", seat=seat, windows=[]))[-1]["again"]

    in_lobby(tmp_path, work)

"""Undo: free while nobody has learned anything, else an offer; redo gives the same dice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from fireteam.server.lobby import Lobby
from tests.patience import until
from tests.server.lobbykit import (
    Client,
    agrees,
    clients,
    in_lobby,
    kept,
    match_of,
    play,
    replayed,
    room_of,
    whose,
    wish,
)


def tape(lobby: Lobby, made: dict[str, Any]) -> list[str]:
    """Everything on the kernel's tape, dice too."""
    return [repr(entry) for entry in match_of(lobby, made).answers()]


def rolled(lobby: Lobby, made: dict[str, Any]) -> int:
    """How many rolls lie on the tape."""
    return sum(isinstance(entry, tuple) for entry in match_of(lobby, made).answers())


async def to_moment(
    lobby: Lobby, made: dict[str, Any], people: list[Client], *, dice: bool, passes: bool = False
) -> tuple[Client, int]:
    """Play until an answer has just been given with (or without) a roll; who gave it, and how many rolls it made.

    `passes`: the other is asked next, else the same person goes on.
    """
    rng = random.Random(12)
    for _ in range(2000):
        who = whose(people)
        before = rolled(lobby, made)
        await who.answer(rng.choice(who.keys))
        made_rolls = rolled(lobby, made) - before
        if room_of(lobby, made).version > 12 and bool(made_rolls) == dice and (whose(people) is not who) == passes:
            return who, made_rolls
    raise AssertionError("it never came to that")


def other_of(people: list[Client], who: Client) -> Client:
    """The other player."""
    return people[1 - people.index(who)]


def test_undo_is_free_while_nothing_was_learned_and_redo_gives_it_back(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        for passes in (False, True):
            who, _ = await to_moment(lobby, made, people[:2], dice=False, passes=passes)
            after, before = tape(lobby, made), who.version
            dump = match_of(lobby, made).state.dump()
            assert who.standing["undo"] == "free"
            said = await who.say("undo", at=who.version)
            assert [m["type"] for m in said] == ["update", "ack"]
            assert said[0]["news"] == "undo" and said[0]["redo"] and who.version == before + 1
            assert tape(lobby, made) != after and after[: len(tape(lobby, made))] == tape(lobby, made)
            assert whose(people[:2]) is who
            for client in people:
                agrees(lobby, made, client)
                assert client.standing["redo"] == (client is who)
            assert (await other_of(people, who).fault("redo", at=who.version)).code == "nothing"
            said = await who.say("redo", at=who.version)
            assert said[0]["news"] == "redo" and not said[0]["redo"]
            assert (tape(lobby, made), match_of(lobby, made).state.dump()) == (after, dump)
            for client in people:
                agrees(lobby, made, client)

    in_lobby(tmp_path, work)


def test_after_a_die_an_undo_is_an_offer_which_the_other_accepts_and_the_same_dice_fall_again(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> dict[str, Any]:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        who, rolls = await to_moment(lobby, made, people[:2], dice=True)
        other = other_of(people, who)
        after, dump, version = tape(lobby, made), match_of(lobby, made).state.dump(), who.version
        assert who.standing["undo"] == "ask"
        await who.say("undo", at=version)
        assert (tape(lobby, made), who.version) == (after, version), "nothing has changed yet"
        for client in people:
            agrees(lobby, made, client)
            offer = client.standing["offer"]
            assert (offer["by"], offer["seats"], offer["rolls"]) == (people.index(who), [people.index(other)], rolls)
            assert f"{rolls} roll" in offer["text"]
        assert (await who.fault("undo", at=version)).code == "busy"
        assert (await who.fault("consent", at=version, accept=True)).code == "wrong_seat"
        assert (await people[2].fault("consent", at=version, accept=True)).code == "forbidden"
        assert (await other.fault("withdraw")).code == "nothing"
        assert (await other.fault("consent", at=version - 1, accept=True)).code == "stale"
        late = await Client(who.token).enter(lobby)
        assert late.standing["offer"]["rolls"] == rolls, "a newcomer hears of it"
        await late.leave()
        await other.say("consent", "yes", at=version, accept=True)
        assert (await other.say("consent", "yes", at=version, accept=True))[-1]["again"]
        for client in people:
            agrees(lobby, made, client)
            assert "offer" not in client.standing and client.standing["news"] == "undo"
        assert tape(lobby, made) == after[: len(tape(lobby, made))] != after
        assert whose(people[:2]) is who
        await who.say("redo", at=who.version)
        assert (tape(lobby, made), match_of(lobby, made).state.dump()) == (after, dump), "the same dice"
        assert match_of(lobby, made).undone[-1].rolls == rolls, "a save tells that dice were taken back"
        return {**made, "tape": after, "undone": match_of(lobby, made).undone}

    made = in_lobby(tmp_path, work)
    again = replayed(kept(tmp_path, made["match"]))
    assert ([repr(entry) for entry in again.answers()], again.undone) == (made["tape"], made["undone"])


def test_an_offer_is_declined_withdrawn_or_ended_by_an_answer(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        who, _ = await to_moment(lobby, made, people[:2], dice=True)
        other, version, after = other_of(people, who), who.version, tape(lobby, made)
        await who.say("undo", at=version)
        await other.say("consent", at=version, accept=False)
        for client in people:
            client.catch_up()
            assert {"type": "declined", "by": people.index(other)} in client.news
            assert "offer" not in client.standing
        await who.say("undo", at=version)
        await who.say("withdraw")
        assert room_of(lobby, made).offer is None and (await who.fault("withdraw")).code == "nothing"
        await who.say("undo", at=version)
        assert tape(lobby, made) == after
        await who.answer()
        for client in people:
            agrees(lobby, made, client)
            assert "offer" not in client.standing
        assert (await other.fault("consent", at=who.version, accept=True)).code == "nothing"

    in_lobby(tmp_path, work)


def test_after_the_others_choice_an_undo_is_an_offer(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        who, _ = await to_moment(lobby, made, people[:2], dice=False, passes=True)
        other, mine = other_of(people, who), len(tape(lobby, made)) - 1
        await other.answer()
        who.catch_up()
        assert who.standing["undo"] == "ask"
        await who.say("undo", at=who.version)
        other.catch_up()
        assert other.standing["offer"]["answers"] == 1
        await other.say("consent", at=other.version, accept=True)
        assert len(tape(lobby, made)) <= mine and whose(people[:2]) is who
        for client in people:
            agrees(lobby, made, client)

    in_lobby(tmp_path, work)


def test_a_new_answer_ends_what_could_be_done_again(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        who, _ = await to_moment(lobby, made, people[:2], dice=False)
        await who.say("undo", at=who.version)
        assert who.standing["redo"]
        await who.answer(who.keys[-1])
        assert not who.standing["redo"] and (await who.fault("redo", at=who.version)).code == "nothing"

    in_lobby(tmp_path, work)


def test_several_undos_are_done_again_one_by_one(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here"))
        host = await Client(made["links"]["host"]).enter(lobby)
        rng = random.Random(4)
        states = [match_of(lobby, made).state.dump()]
        for _ in range(40):
            await host.answer(rng.choice(host.keys))
            states.append(match_of(lobby, made).state.dump())
        for state in reversed(states[:-1]):
            assert host.standing["undo"] == "free", "one person at one screen asks nobody"
            await host.say("undo", at=host.version)
            assert match_of(lobby, made).state.dump() == state
            agrees(lobby, made, host)
        assert host.standing["undo"] == "no" and (await host.fault("undo", at=host.version)).code == "nothing"
        for state in states[1:]:
            await host.say("redo", at=host.version)
            assert match_of(lobby, made).state.dump() == state
            agrees(lobby, made, host)

    in_lobby(tmp_path, work)


@pytest.mark.parametrize("seed", [1, 2])
def test_undo_and_redo_at_random_leave_what_is_kept_as_the_position(tmp_path: Path, seed: int) -> None:
    async def work(lobby: Lobby) -> tuple[dict[str, Any], list[str]]:
        made = await lobby.create(wish(seed=seed))
        people = await clients(lobby, made)
        rng = random.Random(seed)
        for _ in range(110):
            await play(people[:2], 1, rng)
            who = rng.choice(people[:2])
            who.catch_up()
            if rng.random() < 0.3 and who.standing["undo"] != "no":
                asks = who.standing["undo"] == "ask"
                await who.say("undo", at=who.version)
                if asks:
                    await other_of(people, who).say("consent", at=who.version, accept=rng.random() < 0.6)
                who.catch_up()
                if rng.random() < 0.5 and who.standing["redo"]:
                    await who.say("redo", at=who.version)
            for client in people:
                agrees(lobby, made, client)
        return made, [repr(entry) for entry in match_of(lobby, made).answers()]

    made, answers = in_lobby(tmp_path, work)
    assert [repr(entry) for entry in replayed(kept(tmp_path, made["match"])).answers()] == answers


def test_against_a_bot_an_undo_is_free_and_goes_back_to_the_persons_own_decision(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "random"))
        host = await Client(made["links"]["host"]).enter(lobby)
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        room, rng = room_of(lobby, made), random.Random(5)
        free = learned = 0
        for _ in range(70):
            before, standing = match_of(lobby, made).state.dump(), len(tape(lobby, made))
            await host.answer(rng.choice(host.keys))
            await until(lambda: not room.bots.busy)
            host.catch_up()
            if rng.random() < 0.4:
                taken = match_of(lobby, made).answers()[standing:]
                learned += len(taken) > 1
                assert host.standing["undo"] == "free"
                await host.say("undo", at=host.version)
                free += 1
                assert (match_of(lobby, made).state.dump(), len(tape(lobby, made))) == (before, standing)
                assert host.keys, "back at the person's own decision"
            await until(lambda: not room.bots.busy)
            for client in (host, watcher):
                agrees(lobby, made, client)
            if host.question is None:
                break
        assert free > 5 and learned > 1

    in_lobby(tmp_path, work)


def test_an_undo_while_a_bot_thinks_makes_its_thought_void(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        thinkers: Any = lobby.services.thinkers
        thinkers.gate = asyncio.Event()
        made = await lobby.create(wish("here", "random"))
        host = await Client(made["links"]["host"]).enter(lobby)
        room = room_of(lobby, made)
        while host.keys:
            await host.answer()
        await until(lambda: bool(thinkers.asked))
        await host.say("undo", at=host.version)
        version, answers = host.version, tape(lobby, made)
        thinkers.gate.set()
        await until(lambda: not room.bots.busy)
        assert (room.version, tape(lobby, made)) == (version, answers)
        assert host.keys
        thinkers.gate.clear()
        thinkers.asked.clear()
        while host.keys:
            await host.answer()
        await until(lambda: bool(thinkers.asked))
        await host.say("undo", at=host.version)
        await host.answer(host.keys[-1])
        while host.keys:
            await host.answer()
        version = host.version
        thinkers.gate.set()
        await until(lambda: not room.bots.busy)
        assert version in [ref.version for ref in thinkers.asked[1:]], (
            "it thinks again about where the match stands now"
        )

    in_lobby(tmp_path, work)

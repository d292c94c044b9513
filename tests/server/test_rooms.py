"""Rooms: every viewer's picture stays true, wrong messages change nothing, and a message counts once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.workers import Timeout
from tests.patience import until
from tests.server.lobbykit import (
    Client,
    Lame,
    agrees,
    clients,
    in_lobby,
    kept,
    live,
    lobby_at,
    match_of,
    plain,
    play,
    replayed,
    room_of,
    whose,
    wish,
)


@pytest.mark.parametrize(("scenario", "form", "count"), [("infiltration", "patch", 3000), (None, "full", 100)])
def test_a_game_is_seen_by_everybody_as_it_is(tmp_path: Path, scenario: str | None, form: str, count: int) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(scenario=scenario, seed=11))
        people = await clients(lobby, made, form)
        one, other, watcher = people
        rng = random.Random(2)
        for _ in range(count):
            if not await play((one, other), 1, rng):
                break
            agrees(lobby, made, one)
            for client in (other, watcher):
                client.catch_up()
                assert (client.scene, client.log, client.version) == (one.scene, one.log, one.version), (
                    "ESCAPE has no secrets"
                )
            if one.question is not None:
                asked = one.question["seat"]
                assert (not one.keys, not other.keys, watcher.keys) == (asked != 0, asked != 1, [])
        if form == "full":
            return
        assert one.question is None and "ending" in one.scene
        assert (await one.fault("answer", at=one.version, key="end")).code == "illegal"
        sizes = {
            kind: [len(text) for text in one.outlet.texts if f'"type":"{kind}"' in text]
            for kind in ("welcome", "update")
        }
        assert sum(sizes["update"]) / len(sizes["update"]) < max(sizes["welcome"]) / 3, "patches are small"

    in_lobby(tmp_path, work)


def test_a_patch_leaves_out_what_has_not_changed_and_a_newcomer_has_everything(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        await play(people[:2], 60, random.Random(3))
        for client in people:
            agrees(lobby, made, client)
        late = await Client(made["links"]["watch"]).enter(lobby)
        agrees(lobby, made, late)
        update = next(message for message in reversed(people[0].news) if message["type"] == "update")
        assert "scene" not in update and "board" not in update.get("patch", {})
        assert update["log"]["keep"] + len(update["log"]["more"]) == len(late.log)
        await play(people[:2], 1, random.Random(4))
        agrees(lobby, made, late)
        assert not any("scene" in message for message in late.news if message["type"] == "update")

    in_lobby(tmp_path, work)


# -- what is wrong -----------------------------------------------------------------------------------------------------


async def nothing_changes(
    lobby: Lobby, path: Path, made: dict[str, Any], people: list[Client], who: Client, kind: str, **fields: Any
) -> Fault:
    """Say something wrong: nobody else hears anything, nothing changes, nothing is kept."""
    room, match = room_of(lobby, made), match_of(lobby, made)
    before = (room.version, match.state.dump(), len(match.answers()), room.offer)
    entries = await lobby.storage.load(made["match"])
    for client in people:
        client.catch_up()
    fault = await who.fault(kind, **fields)
    assert before == (
        room.version,
        match_of(lobby, made).state.dump(),
        len(match_of(lobby, made).answers()),
        room.offer,
    )
    assert await lobby.storage.load(made["match"]) == entries
    for client in people:
        assert [message["type"] for message in client.catch_up()] == []
        agrees(lobby, made, client)
    assert who.news[-1] == plain(fault.message(f"{kind}-{who.count}"))
    return fault


def test_wrong_messages_change_nothing_and_only_their_sender_hears_of_it(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        await play(people[:2], 40, random.Random(8))
        who = whose(people[:2])
        other = people[1 - people.index(who)]
        at, key = who.version, who.keys[0]

        async def wrong(client: Client, kind: str, **fields: Any) -> Fault:
            return await nothing_changes(lobby, tmp_path, made, people, client, kind, **fields)

        for stale in (at - 1, at + 1, 0):
            fault = await wrong(who, "answer", at=stale, key=key)
            assert (fault.code, fault.params) == ("stale", {"version": at})
        assert (await wrong(other, "answer", at=at, key=key)).code == "wrong_seat"
        assert (await wrong(people[2], "answer", at=at, key=key)).code == "wrong_seat"
        assert (await wrong(who, "answer", at=at, key="fly to the moon")).code == "illegal"
        refused = match_of(lobby, made).refusals()[0]
        fault = await wrong(who, "answer", at=at, key=refused.action)
        assert (fault.code, fault.text) == ("illegal", str(match_of(lobby, made).why_not(refused.action)))
        assert (await wrong(who, "rolled", at=at, faces=[3])).code == "illegal"
        assert (await wrong(who, "answers", at=at, keys=["nonsense", key])).code == "illegal"
        assert (await wrong(other, "answers", at=at, keys=[key])).code == "wrong_seat"
        assert (await wrong(people[2], "undo", at=at)).code == "forbidden"
        assert (await wrong(people[2], "redo", at=at)).code == "forbidden"
        assert (await wrong(who, "redo", at=at)).code == "nothing"
        assert (await wrong(other, "consent", at=at, accept=True)).code == "nothing"
        assert (await wrong(who, "withdraw")).code == "nothing"
        assert (await wrong(other, "odds", at=at, key=key)).code == "wrong_seat"
        assert (await wrong(who, "odds", at=at, key="fly")).code == "illegal"
        assert (await wrong(people[2], "why", at=at)).code == "wrong_seat"
        assert (await wrong(other, "plan", at=at, spot="1,1")).code == "wrong_seat"
        assert (await wrong(who, "take", seat=1 - people.index(who))).code == "wrong_seat"
        assert (await wrong(people[2], "passes", seat=0, windows=["dodge"])).code == "forbidden"
        assert (await wrong(who, "hello", token="x")).code == "garbage"

    in_lobby(tmp_path, work)


def test_nobody_answers_for_a_bot(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        thinkers = lobby.services.thinkers
        thinkers.gate = asyncio.Event()  # type: ignore[attr-defined]  # the quiet ones of the tests
        made = await lobby.create(wish("here", "random", seed=5))
        host = await Client(made["links"]["host"]).enter(lobby)
        room = room_of(lobby, made)
        while host.keys:
            await host.answer()
        key = match_of(lobby, made).decision.options[0].key
        assert (await host.fault("answer", at=host.version, key=key)).code == "wrong_seat"
        assert {"type": "thinking", "seat": 1, "on": True} in host.news
        thinkers.gate.set()  # type: ignore[attr-defined]
        await until(lambda: not room.bots.busy)
        host.catch_up()
        assert host.keys and {"type": "thinking", "seat": 1, "on": False} in host.news
        agrees(lobby, made, host)

    in_lobby(tmp_path, work)


def test_what_takes_too_long_is_called_late_and_not_impossible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_args: object) -> None:
        raise Timeout("no answer within 10 seconds")

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        await play(people[:2], 40, random.Random(8))
        who = whose(people[:2])
        monkeypatch.setattr(lobby.services.thinkers, "odds", late)
        monkeypatch.setattr(lobby.services.thinkers, "choose", late)
        for wanted in ({"key": who.keys[0]}, {}):
            fault = await who.fault("odds" if wanted else "advise", at=who.version, **wanted)
            assert (fault.code, fault.text) == ("late", "no answer within 10 seconds")

    in_lobby(tmp_path, work)


def test_replies_to_questions_are_for_the_one_who_asked(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        await play(people[:2], 40, random.Random(8))
        who = whose(people[:2])
        heard = [len(client.outlet.texts) for client in people if client is not who]
        at, key = who.version, who.keys[0]
        assert (await who.reply("odds", at=at, key=key))["key"] == key
        again = await who.reply("odds", at=at, key=key)
        assert len(lobby.services.thinkers.asked) == 1, "reckoned once for a position"  # type: ignore[attr-defined]
        assert again["re"] == f"odds-{who.count}"
        assert (await who.reply("why", at=at, key=key))["possible"] == [key]
        refusals = (await who.reply("why", at=at))["refusals"]
        assert refusals and all(not refusal["checks"][-1]["passed"] for refusal in refusals)
        assert (await who.reply("plan", at=at, spot="99,99"))["keys"] == []
        looked = await who.reply("look", at=at, place="piece nobody")
        assert (looked["place"], looked["facts"]) == ("piece nobody", [])
        assert (await who.say("ping"))[0]["type"] == "pong"
        assert heard == [len(client.outlet.texts) for client in people if client is not who]

    in_lobby(tmp_path, work)


# -- once --------------------------------------------------------------------------------------------------------------


def test_a_message_sent_twice_counts_once_also_after_a_restart(tmp_path: Path) -> None:
    async def first(lobby: Lobby) -> tuple[dict[str, Any], str, int]:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        await play(people[:2], 20, random.Random(1))
        who = whose(people[:2])
        at, key = who.version, who.keys[0]
        (ack,) = [m for m in await who.say("answer", "mine", at=at, key=key) if m["type"] == "ack"]
        assert ack == {"type": "ack", "re": "mine", "version": at + 1}
        said = await who.say("answer", "mine", at=at, key=key)
        assert said == [{"type": "ack", "re": "mine", "version": at + 1, "again": True}]
        another = await Client(who.token).enter(lobby)
        assert (await another.say("answer", "mine", at=at, key=key))[-1]["again"], "the same person by another socket"
        return made, who.token, at

    made, token, at = in_lobby(tmp_path, first)

    async def second(lobby: Lobby) -> None:
        who = await Client(token).enter(lobby)
        said = await who.say("answer", "mine", at=at, key="whatever")
        assert said == [{"type": "ack", "re": "mine", "version": at + 1, "again": True}]
        other = next(t for t in made["links"]["seats"].values() if t != token)
        people = [who, await Client(other).enter(lobby)]
        asked = whose(people)
        if asked is not who:
            said = await asked.say("answer", "mine", at=asked.version, key=asked.keys[0])
            assert "again" not in said[-1], "ids are each client's own"

    in_lobby(tmp_path, second)


def test_a_message_sent_again_while_it_is_being_kept_counts_once(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        who = whose(people[:2])
        twin = await Client(who.token).enter(lobby)
        at, key = who.version, who.keys[0]
        await asyncio.gather(*(client.say("answer", "same", at=at, key=key) for client in (who, twin, who)))
        for client in (who, twin):
            client.catch_up()
        acks = [message for client in (who, twin) for message in client.news if message["type"] == "ack"]
        assert sorted("again" in ack for ack in acks) == [False, True, True]
        assert room_of(lobby, made).version == at + 1
        agrees(lobby, made, twin)

    in_lobby(tmp_path, work)


# -- walks -------------------------------------------------------------------------------------------------------------


async def to_a_walk(people: list[Client]) -> tuple[Client, list[str]]:
    """Play on until somebody can walk three steps; the keys of the walk."""
    rng = random.Random(6)
    for _ in range(400):
        who = whose(people)
        spots = (
            [o["place"]["spot"] for o in who.question["options"] if o["key"].startswith("step")] if who.question else []
        )
        for spot in spots:
            x, y = map(int, spot.split(","))
            for goal in (f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}"):
                keys: list[str] = (await who.reply("plan", at=who.version, spot=goal))["keys"]
                if len(keys) >= 2 and all(key.startswith("step") for key in keys):
                    return who, keys
        await who.answer(rng.choice(who.keys))
    raise AssertionError("nobody walks")


def test_a_walk_is_one_wish_and_one_undo(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        who, keys = await to_a_walk(people[:2])
        version, before = who.version, match_of(lobby, made).state.dump()
        people[2].catch_up()
        updates = len([m for m in people[2].news if m["type"] == "update"])
        await who.say("answers", "walk", at=version, keys=[*keys, "this does not fit", keys[0]])
        assert who.version == version + len(keys), "it stops where an answer does not fit"
        assert (await who.say("answers", "walk", at=version, keys=keys))[-1].get("again")
        people[2].catch_up()
        assert len([m for m in people[2].news if m["type"] == "update"]) == updates + 1
        for client in people:
            agrees(lobby, made, client)
        await who.say("undo", at=who.version)
        assert match_of(lobby, made).state.dump() == before
        assert who.version == version + len(keys) + 1
        await who.say("redo", at=who.version)
        assert match_of(lobby, made).decision.seat == whose(people[:2]).standing["question"]["seat"]
        for client in people:
            agrees(lobby, made, client)

    in_lobby(tmp_path, work)


def test_a_walk_stops_when_somebody_else_is_asked_even_at_one_screen(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here"))
        host = await Client(made["links"]["host"]).enter(lobby)
        for _ in range(300):
            match = match_of(lobby, made)
            seat = match.decision.seat
            fork = match.replayed()
            fork.answer(host.keys[0])
            if fork.decision.seat != seat:
                keys = [host.keys[0], fork.decision.options[0].key]
                before = host.version
                await host.say("answers", at=before, keys=keys)
                assert host.version == before + 1
                return
            await host.answer()
        raise AssertionError("the turn never passes")

    in_lobby(tmp_path, work)


# -- a storage that fails ----------------------------------------------------------------------------------------------


def test_what_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    async def run() -> None:
        storage = Lame(SqliteStorage(tmp_path / "table.db"))
        async with lobby_at(tmp_path, storage=storage) as lobby:
            made = await lobby.create(wish())
            people = await clients(lobby, made)
            await play(people[:2], 30, random.Random(7))
            who = whose(people[:2])
            version, dump = who.version, match_of(lobby, made).state.dump()
            storage.fail = "before"
            for fields in (
                {"kind": "answer", "key": who.keys[0]},
                {"kind": "answers", "keys": who.keys[:1]},
                {"kind": "undo"},
            ):
                fault = await who.fault(**fields, at=version)
                assert (fault.code, str(tmp_path) in fault.text) == ("broken", False)
            assert (await who.fault("passes", seat=people.index(who), windows=["dodge"])).code == "broken"
            storage.fail = ""
            assert (await lobby.summary(await lobby.link_of(who.token)))["version"] == version
            assert match_of(lobby, made).state.dump() == dump
            stored = await storage.load(made["match"])
            assert stored is not None and len(stored.entries) == version and replayed(stored).state.dump() == dump
            await who.answer()
            assert room_of(lobby, made).version == version + 1
            for client in people:
                agrees(lobby, made, client)

    asyncio.run(run())


def test_an_answer_that_was_kept_although_the_storage_failed_is_found_and_told(tmp_path: Path) -> None:
    async def run() -> None:
        storage = Lame(SqliteStorage(tmp_path / "table.db"))
        async with lobby_at(tmp_path, storage=storage) as lobby:
            made = await lobby.create(wish())
            people = await clients(lobby, made)
            await play(people[:2], 30, random.Random(7))
            who = whose(people[:2])
            version, key = who.version, who.keys[0]
            storage.fail = "after"
            assert (await who.fault("answer", id_="lost", at=version, key=key)).code == "broken"
            storage.fail = ""
            said = await who.say("answer", "lost", at=version, key=key)
            assert said[-1] == {"type": "ack", "re": "lost", "version": version + 1, "again": True}
            for client in people:
                agrees(lobby, made, client)
            await whose(people[:2]).answer()
            for client in people:
                agrees(lobby, made, client)

    asyncio.run(run())


def test_dozing_and_waking_keeps_everything(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> dict[str, Any]:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        rng = random.Random(9)
        for _ in range(6):
            await play(people[:2], 9, rng)
            who = whose(people[:2])
            await who.say("undo", at=who.version)
            dump, log = match_of(lobby, made).state.dump(), plain(live(lobby, made).chronicle.log)
            room = room_of(lobby, made)
            room.doze()
            assert not room.awake and len(room.viewers) == 3
            await lobby.summary(await lobby.link_of(who.token))
            assert (match_of(lobby, made).state.dump(), plain(live(lobby, made).chronicle.log)) == (dump, log)
            room.doze()
            if rng.random() < 0.5:
                await play(people[:2], 1, rng)
            elif who.standing["redo"]:
                await who.say("redo", at=who.version)
            else:
                continue
            for client in people:
                agrees(lobby, made, client)
                assert "scene" in client.standing
        return made

    made = in_lobby(tmp_path, work)
    assert replayed(kept(tmp_path, made["match"])).undone is not None

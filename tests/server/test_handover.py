"""One screen for two: without hand-over it turns by itself; with it nobody sees anything before they have taken it."""

from __future__ import annotations

import random
from pathlib import Path

from fireteam.server.lobby import Lobby
from tests.server.lobbykit import Client, agrees, in_lobby, match_of, room_of, wish


def test_without_hand_over_the_screen_turns_to_whoever_is_asked(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here"))
        host = await Client(made["links"]["host"]).enter(lobby)
        assert host.standing["seats"] == [0, 1]
        rng, seen = random.Random(3), set()
        for _ in range(80):
            assert host.question is not None and host.keys and "handover" not in host.standing
            assert host.viewer is not None and host.viewer.audience == host.question["seat"]
            seen.add(host.question["seat"])
            await host.answer(rng.choice(host.keys))
            agrees(lobby, made, host)
        assert seen == {0, 1}
        summary = await lobby.summary(await lobby.link_of(host.token))
        assert summary["yours"] and summary["seats"] == [0, 1]

    in_lobby(tmp_path, work)


def test_with_hand_over_nothing_but_what_everybody_sees_is_shown_before_it_is_taken(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", handover=True))
        host = await Client(made["links"]["host"]).enter(lobby)
        rng, taken = random.Random(3), 0
        for _ in range(120):
            assert host.question is not None and host.viewer is not None
            seat = host.question["seat"]
            if "handover" in host.standing:
                taken += 1
                assert host.standing["handover"] == seat
                assert host.viewer.audience is None and "options" not in host.question
                agrees(lobby, made, host)
                key = match_of(lobby, made).decision.options[0].key
                for kind, fields in (
                    ("answer", {"key": key}),
                    ("answers", {"keys": [key]}),
                    ("odds", {"key": key}),
                    ("why", {"key": key}),
                    ("why", {}),
                    ("plan", {"spot": "1,1"}),
                ):
                    fault = await host.fault(kind, at=host.version, **fields)
                    assert (fault.code, key in fault.text) == ("wrong_seat", False)
                version = host.version
                (update,) = await host.say("take", seat=seat)
                assert "scene" in update and "handover" not in update and host.version == version
                assert host.viewer.audience == seat
            assert host.keys, "the person has come"
            agrees(lobby, made, host)
            await host.answer(rng.choice(host.keys))
        assert taken > 10

    in_lobby(tmp_path, work)


def test_the_wrong_person_at_the_screen_sees_no_options_and_cannot_answer(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", handover=True))
        host = await Client(made["links"]["host"]).enter(lobby)
        assert host.question is not None
        asked = host.question["seat"]
        await host.say("take", seat=1 - asked)
        assert "options" not in host.question and host.standing["handover"] == asked
        key = match_of(lobby, made).decision.options[0].key
        assert (await host.fault("answer", at=host.version, key=key)).code == "wrong_seat"
        await host.say("take", seat=asked)
        assert host.keys
        assert (await host.fault("take", seat=5)).code == "wrong_seat"

    in_lobby(tmp_path, work)


def test_an_undo_hands_the_screen_back_and_another_socket_has_its_own_screen(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", handover=True))
        host = await Client(made["links"]["host"]).enter(lobby)
        rng = random.Random(3)
        for _ in range(200):
            assert host.question is not None
            seat = host.question["seat"]
            if "handover" in host.standing:
                await host.say("take", seat=seat)
            await host.answer(rng.choice(host.keys))
            if "handover" in host.standing:
                break
        assert host.question is not None and host.question["seat"] != seat
        await host.say("take", seat=1 - seat)
        twin = await Client(host.token).enter(lobby)
        assert twin.standing["handover"] == 1 - seat and not twin.keys, "taken there, not here"
        await host.say("undo", at=host.version)
        assert host.standing["handover"] == seat and not host.keys
        await host.say("take", seat=seat)
        assert host.keys
        twin.catch_up()
        assert twin.standing["handover"] == seat and not twin.keys
        for client in (host, twin):
            agrees(lobby, made, client)

    in_lobby(tmp_path, work)


def test_one_seat_needs_no_hand_over(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link", handover=True))
        host = await Client(made["links"]["host"]).enter(lobby)
        other = await Client(made["links"]["seats"]["1"]).enter(lobby)
        for _ in range(30):
            who = host if host.keys else other
            await who.answer()
            for client in (host, other):
                agrees(lobby, made, client)
                assert "handover" not in client.standing

    in_lobby(tmp_path, work)


def test_after_dozing_the_screen_is_as_it_was(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", handover=True))
        host = await Client(made["links"]["host"]).enter(lobby)
        assert host.question is not None
        room_of(lobby, made).doze()
        (update,) = await host.say("take", seat=host.question["seat"])
        assert "scene" in update
        agrees(lobby, made, host)
        await host.answer()
        agrees(lobby, made, host)

    in_lobby(tmp_path, work)

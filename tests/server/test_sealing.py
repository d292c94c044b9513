"""Matches by link: the seed is promised before the first die, every person says a word, and the end opens the seal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.questions import Roll
from fireteam.core.rolled import rolls_of, verify
from fireteam.core.sealed import Sealed, commitment
from fireteam.server.lobby import Lobby
from fireteam.server.requests import SeatWish
from tests.server.lobbykit import Client, in_lobby, match_of, play, refused, room_of, wish

LINKS = [SeatWish(kind="link"), SeatWish(kind="link")]


async def come(lobby: Lobby, token: str, word: str = "") -> Client:
    """Somebody comes with a word."""
    client = Client(token)
    client.viewer = await lobby.enter(await lobby.link_of(token), "patch", client.outlet, "hello", word)
    client.catch_up()
    return client


def sealed(client: Client) -> dict[str, Any]:
    """The seal as a client was told it last."""
    client.catch_up()
    told = [news["seal"] for news in client.news if news["type"] in ("welcome", "sealed")]
    found: dict[str, Any] = told[-1]
    return found


def test_no_seed_can_be_named_for_a_match_by_link(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        fault = await refused(lobby.create(wish("here", "link", seed=5)))
        assert fault.code == "setup" and "no seed can be named" in fault.text
        for kinds in (("here", "here"), ("here", "greedy")):
            made = await lobby.create(wish(*kinds, seed=5))
            assert (await lobby.room(made["match"])).row.seed == 5
        typed = await lobby.create(wish("link", "link", seed=5, dice="typed"))
        assert (await lobby.room(typed["match"])).row.dice == "typed"

    in_lobby(tmp_path, work, sealed=True)


def test_the_first_die_waits_until_everybody_has_come(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("link", "link", seed=None))
        links = made["links"]
        watcher = await come(lobby, links["watch"], "noise")
        host = await come(lobby, links["host"], "noise")
        first = await come(lobby, links["seats"]["0"], "owl")
        assert watcher.standing["waiting"] == [0, 1]
        for client in (watcher, host):
            client.catch_up()
        assert [client.standing["waiting"] for client in (watcher, host, first)] == [[1], [1], [1]]
        assert isinstance(match_of(lobby, made).decision, Roll) and first.question is None
        promise = sealed(first)
        assert promise == {"commitment": promise["commitment"], "words": {}}
        assert (await first.fault("rolled", at=first.version, faces=[6])).code == "illegal"
        assert not (await lobby.summary(await lobby.link_of(links["seats"]["0"])))["yours"]
        assert match_of(lobby, made).answers() == []

        again = await come(lobby, links["seats"]["0"], "another")  # the first word counts
        await again.leave()
        second = await come(lobby, links["seats"]["1"], "fox")
        for client in (watcher, host, first, second):
            client.catch_up()
            assert client.standing["waiting"] == []
            assert sealed(client) == {**promise, "words": {"0": "owl", "1": "fox"}}
        row, match = room_of(lobby, made).row, match_of(lobby, made)
        assert commitment(row.seed.to_bytes(32, "big")) == promise["commitment"]
        assert match.rolls > 0 and match.save(0).count("owl") == 1
        assert first.question is not None and bool(first.keys) != bool(second.keys)

    in_lobby(tmp_path, work, sealed=True)


def test_a_word_may_be_changed_until_the_last_one_has_come(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        links = (await lobby.create(wish("here", "link", seed=None)))["links"]
        host = await come(lobby, links["host"])
        watcher = await come(lobby, links["watch"])
        assert (await watcher.fault("word", word="mine")).code == "forbidden"
        assert (await host.fault("word", word="two\nlines")).code == "garbage"
        assert [said["type"] for said in await host.say("word", word="typed by me")] == ["ack"]
        guest = await come(lobby, links["seats"]["1"], "fox")
        assert sealed(guest)["words"] == {"0": "typed by me", "1": "fox"}
        assert (await host.fault("word", word="late")).code == "forbidden"

    in_lobby(tmp_path, work, sealed=True)


def test_the_end_opens_the_seal_and_everybody_can_verify_every_die(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("link", "link", seed=None))
        links = made["links"]
        people = [await come(lobby, token, word) for token, word in zip(links["seats"].values(), "ab", strict=True)]
        promise, seed = sealed(people[0])["commitment"], f"{room_of(lobby, made).row.seed:064x}"
        rng = random.Random(3)
        await play(people, 20, rng)
        one = await lobby.link_of(links["seats"]["1"])
        assert "seed" not in await lobby.dice(one) and "rolls" not in await lobby.dice(one)
        assert seed not in (await lobby.save(await lobby.link_of(links["host"])))[1]
        await play(people, 4000, rng)
        assert match_of(lobby, made).over
        assert not any(seed in text for client in people for text in client.outlet.texts)
        opened = await lobby.dice(one)
        assert (opened["commitment"], opened["seed"], opened["words"]) == (promise, seed, {"0": "a", "1": "b"})
        for token in (links["seats"]["0"], links["watch"], links["host"]):
            match = fireteam.load((await lobby.save(await lobby.link_of(token)))[1])
            found = verify(match)
            assert found is not None and found.wrong is None and found.rolls == match.rolls > 20
            assert len(opened["rolls"]) == len(list(rolls_of(match)))

    in_lobby(tmp_path, work, sealed=True)


def test_a_restart_changes_no_die_and_waits_on(tmp_path: Path) -> None:
    async def begin(lobby: Lobby) -> dict[str, Any]:
        made = await lobby.create(wish("link", "link", seed=None))
        await come(lobby, made["links"]["seats"]["0"], "owl")
        return made

    made = in_lobby(tmp_path, begin, sealed=True)

    async def go_on(lobby: Lobby) -> list[Any]:
        people = [await come(lobby, token, "fox") for token in made["links"]["seats"].values()]
        assert sealed(people[1])["words"] == {"0": "owl", "1": "fox"}
        await play(people, 25, random.Random(1))
        return match_of(lobby, made).answers()

    answers = [str(entry) for entry in in_lobby(tmp_path, go_on, sealed=True)]

    async def look(lobby: Lobby) -> list[Any]:
        await come(lobby, made["links"]["watch"])
        return match_of(lobby, made).answers()

    assert [str(entry) for entry in in_lobby(tmp_path, look, sealed=True)] == answers


def test_dice_of_a_match_that_goes_on_by_link_are_sealed_from_there(tmp_path: Path) -> None:
    """Whoever opens a save may know its seed: it says nothing of what comes."""
    match = fireteam.new("escape", scenario="infiltration", seed=7)
    for _ in range(60):
        match.answer(match.decision.options[0])

    async def work(lobby: Lobby) -> None:
        made = await lobby.import_save(match.save(), LINKS)
        people = [await come(lobby, token, "w") for token in made["links"]["seats"].values()]
        dice = match_of(lobby, made).dice
        assert isinstance(dice, Sealed) and 0 < dice.seal.since <= match.rolls
        await play(people, 4000, random.Random(2))
        found = verify(fireteam.load((await lobby.save(await lobby.link_of(made["links"]["watch"])))[1]))
        assert found is not None and found.wrong is None and found.others == dice.seal.since and found.rolls > 10
        alone = await lobby.import_save((await lobby.save(await lobby.link_of(made["links"]["host"])))[1], None)
        branch = await lobby.branch(await lobby.link_of(made["links"]["host"]), 70, LINKS)
        assert [(await lobby.room(one["match"])).row.dice for one in (alone, branch)] == ["seeded", "sealed"]

    in_lobby(tmp_path, work, sealed=True)


@pytest.mark.parametrize("kinds", [("link", "greedy"), ("greedy", "link")])
def test_a_bot_says_no_word(tmp_path: Path, kinds: tuple[str, str]) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(*kinds, seed=None))
        seat = str(kinds.index("link"))
        person = await come(lobby, made["links"]["seats"][seat], "owl")
        assert sealed(person)["words"] == {seat: "owl"} and person.standing["waiting"] == []

    in_lobby(tmp_path, work, sealed=True)

"""Replays: every stop shows what the match showed there; branches begin at it with dice of their own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.server.links import Link
from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from fireteam.server.replays import LOG_LINES
from fireteam.server.requests import SeatWish
from tests.escape.playing import lively
from tests.server.lobbykit import Client, clients, in_lobby, live, log_of, match_of, plain, play, whose, wish

HERE = [SeatWish(kind="here"), SeatWish(kind="here")]


async def played(
    lobby: Lobby, count: int, seed: int = 5, **wishes: Any
) -> tuple[dict[str, Any], Client, dict[int, Any], Link]:
    """A game played by the host, with what was shown at each number of answers."""
    made = await lobby.create(wish("here", "here", seed=seed, **wishes))
    host = await Client(made["links"]["host"]).enter(lobby)
    rng = random.Random(seed)
    shown: dict[int, Any] = {}
    for _ in range(count):
        shown[host.standing["at"]] = (
            host.scene,
            host.standing["dice"],
            host.question["text"] if host.question else "",
            list(host.log),
        )
        if host.question is None:
            break
        await host.answer(lively(match_of(lobby, made), rng).key)
    shown[host.standing["at"]] = (
        host.scene,
        host.standing["dice"],
        host.question["text"] if host.question else "",
        list(host.log),
    )
    return made, host, shown, await lobby.link_of(host.token)


@pytest.mark.parametrize(("scenario", "count"), [("infiltration", 5000), ("evasion", 150)])
def test_every_stop_shows_what_the_match_showed_there(tmp_path: Path, scenario: str, count: int) -> None:
    async def work(lobby: Lobby) -> None:
        made, host, shown, link = await played(lobby, count, scenario=scenario)
        index = await lobby.replay_index(link)
        places = [stop["at"] for stop in index["stops"]]
        assert places == sorted(set(places)) and places[-1] == index["total"] == host.standing["at"]
        assert index["match"] == made["match"] and index["info"] == host.news[0]["info"]
        assert set(shown) <= set(places), "wherever somebody was asked"
        assert sum("seat" in stop for stop in index["stops"]) == len(shown) - 1
        texts = [stop.get("heading_text", "") for stop in index["stops"] if stop.get("heading") == 1]
        assert texts and len(set(texts)) == len(texts), "turns to jump to"
        for at in places:
            frame = await lobby.replay_frame(link, at)
            assert frame["at"] == at and len(frame["log"]) <= LOG_LINES
            if at in shown:
                scene, dice, text, logged = shown[at]
                assert plain(frame["scene"]) == scene
                assert plain(frame["dice"]) == dice
                assert frame["question_text"] == text
                # Live, a choice stands in the log until the event that tells it has happened.
                waiting = bool(logged) and logged[-1] not in host.log
                assert plain(frame["log"]) == (logged[:-1] if waiting else logged)[-LOG_LINES:]
        assert match_of(lobby, made).over == (host.question is None)

    in_lobby(tmp_path, work)


def test_what_happened_between_two_stops_is_what_the_log_has_more(tmp_path: Path) -> None:
    """So that a page can show it: the lines are those of the match, with what is to be seen of them."""

    async def work(lobby: Lobby) -> None:
        made, host, _, link = await played(lobby, 150)
        places = [stop["at"] for stop in (await lobby.replay_index(link))["stops"]]
        told: list[Any] = []
        for at in places:
            frame = await lobby.replay_frame(link, at)
            new = frame["lines"] - len(told)
            assert 0 <= new <= LOG_LINES
            told += plain(frame["log"])[len(frame["log"]) - new :]
        assert told == host.log and match_of(lobby, made).rolls
        kinds = {line["shows"]["kind"] for line in told if "shows" in line}
        assert {"acts", "moves", "throws", "fates"} <= kinds

    in_lobby(tmp_path, work)


def test_every_place_between_stops_can_be_shown_and_none_beyond(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made, host, _, link = await played(lobby, 40)
        match = match_of(lobby, made)
        for at in range(host.standing["at"] + 1):
            frame = await lobby.replay_frame(link, at)
            there = match.earlier(at)
            _ = there.decision
            assert plain(frame["scene"]) == plain(there.setting.scene(there.table, None))
        for at in (-1, host.standing["at"] + 1, 10**6):
            with pytest.raises(Fault) as caught:
                await lobby.replay_frame(link, at)
            assert caught.value.code == "not_found"
        assert host.version == 40 and not [m for m in host.catch_up() if m["type"] == "update"], (
            "looking changes nothing"
        )

    in_lobby(tmp_path, work)


def test_a_replay_after_an_undo_is_of_what_stands(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made, host, _, link = await played(lobby, 110)
        for _ in range(80):
            await host.say("undo", at=host.version)
            places = [stop["at"] for stop in (await lobby.replay_index(link))["stops"]]
            assert places == sorted(set(places)) and places[-1] == host.standing["at"]
        index = await lobby.replay_index(link)
        assert index["total"] == len(match_of(lobby, made).answers()) == host.standing["at"]
        frame = await lobby.replay_frame(link, index["total"])
        assert plain(frame["scene"]) == host.scene and plain(frame["log"]) == host.log[-LOG_LINES:]

    in_lobby(tmp_path, work)


def test_a_branch_begins_where_it_was_cut_with_dice_of_its_own(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made, host, _, link = await played(lobby, 120)
        match = match_of(lobby, made)
        total = host.standing["at"]
        watcher = await lobby.link_of(made["links"]["watch"])
        for at in (0, 1, total // 3, total // 2, total - 1, total):
            branch = await lobby.branch(watcher if at % 2 else link, at, HERE)
            assert branch["match"] != made["match"]
            twin = await lobby.link_of(branch["links"]["host"])
            there = match.earlier(at)
            _ = there.decision
            index = await lobby.replay_index(twin)
            assert index["total"] >= at and index["info"]["imported"]
            branched = match_of(lobby, branch)
            assert [repr(entry) for entry in branched.answers()][:at] == [repr(entry) for entry in match.answers()][:at]
            assert (
                isinstance(branched.dice, Seeded)
                and isinstance(match.dice, Seeded)
                and branched.dice.seed != match.dice.seed
            )
            frame = await lobby.replay_frame(twin, at)
            assert plain(frame["scene"]) == plain(there.setting.scene(there.table, None))
            assert log_of(branched.earlier(at)) == log_of(there)
        with pytest.raises(Fault, match="answers"):
            await lobby.branch(link, total + 1, HERE)
        with pytest.raises(Fault, match="seats"):
            await lobby.branch(link, 0, HERE[:1])

    in_lobby(tmp_path, work)


def test_branches_do_not_tell_the_dice_to_come(tmp_path: Path) -> None:
    """The same answer in many branches meets many dice."""

    async def work(lobby: Lobby) -> None:
        made, host, _, link = await played(lobby, 0)
        rng = random.Random(1)
        while True:
            before = match_of(lobby, made).rolls
            at, key = host.standing["at"], lively(match_of(lobby, made), rng).key
            await host.answer(key)
            rolls = [entry for entry in match_of(lobby, made).answers()[at:] if isinstance(entry, tuple)]
            if len(rolls) >= 2 and match_of(lobby, made).rolls > before:
                break
        fallen = set()
        for _ in range(8):
            branch = await lobby.branch(link, at, HERE)
            other = await Client(branch["links"]["host"]).enter(lobby)
            await other.answer(key)
            fallen.add(tuple(entry for entry in match_of(lobby, branch).answers()[at:] if isinstance(entry, tuple))[:2])
        assert len(fallen) > 3

    in_lobby(tmp_path, work)


def test_a_branch_goes_on_after_a_restart_and_its_last_save_can_be_read(tmp_path: Path) -> None:
    async def first(lobby: Lobby) -> dict[str, Any]:
        _, host, _, link = await played(lobby, 100)
        branch = await lobby.branch(link, host.standing["at"] // 2, HERE)
        other = await Client(branch["links"]["host"]).enter(lobby)
        await play([other], 30, random.Random(2))
        return {**branch, "answers": [repr(entry) for entry in match_of(lobby, branch).answers()]}

    branch = in_lobby(tmp_path, first)

    async def second(lobby: Lobby) -> str:
        other = await Client(branch["links"]["host"]).enter(lobby)
        assert [repr(entry) for entry in match_of(lobby, branch).answers()] == branch["answers"]
        await play([other], 5000, random.Random(3))
        assert match_of(lobby, branch).over
        return (await lobby.save(await lobby.link_of(other.token)))[1]

    assert fireteam.load(in_lobby(tmp_path, second), dice=Seeded(1)).over


def test_a_save_keeps_the_seed_back_until_the_host_has_finished_the_game(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        seed = 918273645546372819
        made = await lobby.create(wish(seed=seed))
        people = await clients(lobby, made)
        links = [
            await lobby.link_of(token)
            for token in (made["links"]["host"], *made["links"]["seats"].values(), made["links"]["watch"])
        ]
        rng = random.Random(2)
        while match_of(lobby, made).decision is not None:
            await play(people[:2], 60, rng)
            for number, link in enumerate(links):
                name, text = await lobby.save(link)
                assert name == "escape-infiltration.txt"
                whole = match_of(lobby, made).over and number == 0
                assert (str(seed) in text) == whole
                assert ("dice: withheld" in text) != whole
        real = match_of(lobby, made)
        again = fireteam.load((await lobby.save(links[0]))[1])
        assert again.state.dump() == real.state.dump() and again.over
        made_again = await lobby.import_save((await lobby.save(links[1]))[1], None)
        link = await lobby.link_of(made_again["links"]["host"])
        assert (await lobby.summary(link))["result_text"] == (await lobby.summary(links[0]))["result_text"]
        assert fireteam.load((await lobby.save(link))[1], dice=Seeded(1)).over, (
            "its own seed does not explain these dice"
        )

    in_lobby(tmp_path, work)


def test_stops_tell_turns_and_choices_in_words(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made, _, _, link = await played(lobby, 150)
        stops = (await lobby.replay_index(link))["stops"]
        assert all(stop["text"] and stop["text"][0].isupper() for stop in stops)
        assert {1, 2} <= {stop.get("heading") for stop in stops}
        position = live(lobby, made)
        chosen = [entry.words for entry in position.chronicle.entries if entry.kind == "choice"]
        assert [stop["text"] for stop in stops if "seat" in stop][: len(chosen)] == chosen

    in_lobby(tmp_path, work)


def test_an_imported_save_is_replayed_from_its_beginning(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made, host, shown, link = await played(lobby, 80)
        _, text = await lobby.save(link)
        again = await lobby.import_save(text, None)
        twin = await lobby.link_of(again["links"]["host"])
        assert (await lobby.replay_index(twin))["total"] == host.standing["at"]
        for at, (scene, dice, asked, _) in list(shown.items())[::5]:
            frame = await lobby.replay_frame(twin, at)
            assert (plain(frame["scene"]), plain(frame["dice"]), frame["question_text"]) == (scene, dice, asked)
        newcomer = await Client(again["links"]["host"]).enter(lobby)
        assert newcomer.log == host.log and newcomer.scene == host.scene
        assert whose([newcomer]) is newcomer and made["match"] != again["match"]

    in_lobby(tmp_path, work)

"""The lobby: links and who is there, matches made and imported, sleep, and a clean end."""

from __future__ import annotations

import asyncio
import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import SaveError
from fireteam.server import import_worker
from fireteam.server.import_worker import Errand
from fireteam.server.links import Links
from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from fireteam.server.requests import MatchWish, SeatWish
from fireteam.server.sqlite import SqliteStorage
from tests.escape.playing import decisions
from tests.patience import until
from tests.server.lobbykit import (
    Client,
    Lame,
    agrees,
    clients,
    in_lobby,
    kept,
    lobby_at,
    match_of,
    play,
    refused,
    room_of,
    whose,
    wish,
)

# -- links -------------------------------------------------------------------------------------------------------------


def test_presence_is_who_has_a_socket(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link"))
        host = await Client(made["links"]["host"]).enter(lobby)
        assert host.presence == {"seats": {"0": True, "1": False}, "watchers": 0}
        one = await Client(made["links"]["seats"]["1"]).enter(lobby)
        twin = await Client(made["links"]["seats"]["1"]).enter(lobby)
        watcher = await Client(made["links"]["watch"]).enter(lobby)
        host.catch_up()
        assert host.presence == watcher.presence == {"seats": {"0": True, "1": True}, "watchers": 1}
        await one.leave()
        host.catch_up()
        assert host.presence["seats"]["1"], "the other socket is still there"
        await twin.leave()
        await twin.leave()
        await watcher.leave()
        host.catch_up()
        assert host.presence == {"seats": {"0": True, "1": False}, "watchers": 0}
        bots = await lobby.create(wish("random", "random"))
        assert room_of(lobby, made).presence()["seats"] == {"0": True, "1": False}
        assert (await lobby.room(bots["match"])).presence()["seats"] == {"0": True, "1": True}

    in_lobby(tmp_path, work)


def test_a_revoked_link_ends_at_once_and_the_new_one_works(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> dict[str, Any]:
        made = await lobby.create(wish("here", "link"))
        host = await Client(made["links"]["host"]).enter(lobby)
        old = await Client(made["links"]["seats"]["1"]).enter(lobby)
        while not old.keys:
            await host.answer()
            old.catch_up()
        link = await lobby.link_of(host.token)
        fresh = await lobby.renew(link, "seat", 1)
        assert fresh != old.token and (await lobby.links(link))["seats"] == {"1": fresh}
        assert old.catch_up()[-1] == {"type": "bye", "code": "revoked"}
        assert old.outlet.closed is not None and old.outlet.closed[0] == 4403
        host.catch_up()
        assert not host.presence["seats"]["1"]
        assert (await refused(lobby.link_of(old.token))).code == "bad_token"
        version = room_of(lobby, made).version
        with pytest.raises(Fault, match="revoked"):
            await old.answer()  # a message that was on its way
        with pytest.raises(Fault, match="revoked"):
            await old.say("why", at=version)
        assert room_of(lobby, made).version == version
        new = await Client(fresh).enter(lobby)
        await new.answer()
        assert room_of(lobby, made).version == version + 1
        watch = await lobby.renew(link, "watch", None)
        assert (await refused(lobby.link_of(made["links"]["watch"]))).code == "bad_token"
        assert (await lobby.link_of(watch)).role == "watch"
        return {**made, "fresh": fresh}

    made = in_lobby(tmp_path, work)

    async def again(lobby: Lobby) -> None:
        assert (await refused(lobby.link_of(made["links"]["seats"]["1"]))).code == "bad_token"
        assert (await lobby.link_of(made["fresh"])).seat == 1

    in_lobby(tmp_path, again)


def test_a_message_that_waits_while_its_link_is_revoked_is_refused(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        who = whose((await clients(lobby, made))[:2])
        room = room_of(lobby, made)
        async with room.lock:
            waiting = asyncio.create_task(who.answer())
            await asyncio.sleep(0.01)
            await lobby.renew(await lobby.link_of(made["links"]["host"]), "seat", who.standing_seats()[0])
        assert (await refused(waiting)).code == "bad_token" and room.version == 0

    in_lobby(tmp_path, work)


def test_only_the_host_hands_out_links(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "link"))
        host, one, watch = [
            await lobby.link_of(t) for t in (made["links"]["host"], made["links"]["seats"]["1"], made["links"]["watch"])
        ]
        for link in (one, watch):
            assert (await refused(lobby.links(link))).code == "forbidden"
            assert (await refused(lobby.renew(link, "watch", None))).code == "forbidden"
        assert (await refused(lobby.renew(host, "seat", 0))).code == "forbidden"
        for role, seat in (("seat", 7), ("seat", None), ("watch", 1)):
            assert (await refused(lobby.renew(host, role, seat))).code == "not_found"
        assert await lobby.links(host) == {**made["links"], "taken": []}

    in_lobby(tmp_path, work)


def test_a_link_of_another_server_or_match_is_none(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        for token in (
            "",
            "x",
            made["links"]["host"] + "x",
            Links(b"another secret 123").token(made["match"], "host", None, 0),
        ):
            assert (await refused(lobby.link_of(token))).code == "bad_token"
        nowhere = lobby.services.links.token("nowhere", "host", None, 0)
        assert (await refused(lobby.link_of(nowhere))).code == "bad_token"
        later = lobby.services.links.token(made["match"], "host", None, 1)
        assert (await refused(lobby.link_of(later))).code == "bad_token"
        assert (await refused(lobby.room("nowhere"))).code == "not_found"

    in_lobby(tmp_path, work)


def test_a_spectator_sees_the_game_and_no_options(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        watcher = people[2]
        await play(people[:2], 40, random.Random(3))
        watcher.catch_up()
        assert watcher.standing_seats() == [] and watcher.standing["undo"] == "no" and not watcher.standing["redo"]
        assert all("options" not in (message.get("question") or {}) for message in watcher.news)
        summary = await lobby.summary(await lobby.link_of(watcher.token))
        assert (summary["role"], summary["seats"], summary["yours"], summary["over"]) == ("watch", [], False, False)
        who = whose(people[:2])
        assert (await lobby.summary(await lobby.link_of(who.token)))["yours"]

    in_lobby(tmp_path, work)


# -- making ------------------------------------------------------------------------------------------------------------


def test_wishes_that_cannot_be_had_are_named(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        for wanted, code in (
            (wish(game="chess"), "not_found"),
            (wish(scenario="nowhere"), "setup"),
            (wish("link"), "setup"),
            (wish("link", "nobody"), "setup"),
            (wish(options={"gravity": True}), "setup"),
            (wish(sides=["isc", "isc"]), "setup"),
        ):
            assert (await refused(lobby.create(wanted))).code == code
        assert await lobby.storage.count() == 0
        made = await lobby.create(wish(sides=["isc", "resistance"]))
        names = [
            seat["name"] for seat in (await lobby.summary(await lobby.link_of(made["links"]["host"])))["info"]["seats"]
        ]
        assert names == ["I.S.C.", "Resistance"]

    in_lobby(tmp_path, work)


def sealed(text: str) -> str:
    """A save with its checksum made anew, as somebody who edits one would."""
    body, _, end = text.rpartition("end: ")
    return f"{body}end: {end.split(' ')[0]} answers, sha256 {sha256(body.encode()).hexdigest()}\n"


def some_save(count: int = 60, **wishes: Any) -> str:
    """A save of a game under way."""
    match = fireteam.new("escape", **{"scenario": "infiltration", "seed": 77, **wishes})
    for number, _ in enumerate(decisions(match, 3)):
        if number == count:
            break
    return match.save()


def test_fields_of_a_games_form_may_be_wished_for_and_nothing_else(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        plans = [SeatWish(kind="here"), SeatWish(kind="here")]
        for setup in ({"pack": "other.yaml"}, {"crit_op": "no such op"}, {"rosters": "default"}):
            assert (await refused(lobby.create(MatchWish(game="killteam", seats=plans, setup=setup)))).code == "setup"
        assert (await refused(lobby.create(wish(setup={"crit_op": "rolling-surge"})))).code == "setup"
        assert await lobby.storage.count() == 0
        made = await lobby.create(MatchWish(game="killteam", seats=plans, setup={"crit_op": "rolling-surge"}))
        await lobby.summary(await lobby.link_of(made["links"]["host"]))
        assert match_of(lobby, made).setting.header()["setup"]["crit_op"] == "rolling-surge"

    in_lobby(tmp_path, work)


def test_a_save_becomes_a_match_that_goes_on(tmp_path: Path) -> None:
    text = some_save()
    real = fireteam.load(text)

    async def work(lobby: Lobby) -> None:
        for seats, kinds in (
            (None, ["here", "here"]),
            ([SeatWish(kind="link"), SeatWish(kind="link")], ["link", "link"]),
        ):
            made = await lobby.import_save(text, seats)
            link = await lobby.link_of(made["links"]["host"])
            info = (await lobby.summary(link))["info"]
            assert info["imported"] and [seat["kind"] for seat in info["seats"]] == kinds
            match = match_of(lobby, made)
            assert match.state.dump() == real.state.dump() and [repr(e) for e in match.answers()] == [
                repr(e) for e in real.answers()
            ]
            assert (await lobby.replay_index(link))["total"] == len(real.answers())
        host = await Client((await lobby.import_save(text, None))["links"]["host"]).enter(lobby)
        assert host.standing["undo"] == "no", "what lies before belongs to nobody here"
        key = host.keys[0]
        await host.answer(key)
        twin = fireteam.load(text)
        twin.answer(key)
        assert host.viewer is not None and host.viewer.room.live is not None
        assert host.viewer.room.live.match.state.dump() == twin.state.dump(), "the dice of its own seed"

    in_lobby(tmp_path, work)


def test_a_broken_save_is_refused_with_its_line(tmp_path: Path) -> None:
    text = some_save(20)
    rows = text.split("\n")
    wrong = {
        1: "hello\n" + text,
        2: text.replace("game: escape", "game: chess"),
        4: sealed(text.replace(rows[3], "setting: {broken")),
        6: sealed(text.replace(rows[5], "dice: loaded")),
        12: sealed("\n".join([*rows[:11], "0 what: nonsense", *rows[12:]])),
        len(rows) - 1: text.replace("Int", "Cbt") if "Int" in text else text.replace("step", "stop"),
    }

    async def work(lobby: Lobby) -> None:
        for line, broken in wrong.items():
            with pytest.raises(SaveError) as caught:
                await lobby.import_save(broken, None)
            assert caught.value.line > 0 and (line > 12 or caught.value.line == line), (line, str(caught.value))
        assert (await refused(lobby.import_save(text, [SeatWish(kind="here")]))).code == "setup"
        assert await lobby.storage.count() == 0

    in_lobby(tmp_path, work)


@pytest.mark.parametrize("trick", ["plain", "nested", "twice", "inside text", "spaces"])
def test_no_save_makes_the_server_read_a_pack(tmp_path: Path, trick: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = some_save(5)
    row = text.split("\n")[3]
    header = json.loads(row.removeprefix("setting: "))
    assert header["pack"] is None
    path = json.dumps(str(tmp_path / "pack"))
    made = json.dumps({**header, "pack": str(tmp_path / "pack")}, sort_keys=True)
    changed = {
        "plain": made,
        "nested": made.replace("{", '{"setup": {"pack": null}, ', 1),
        "twice": made.replace("{", '{"pack": null, ', 1),
        "inside text": made.replace("{", '{"note": "\\"pack\\": null", ', 1),
        "spaces": f'{{"pack"  :{path}, "x": {{"pack": null}}, "scenario": "infiltration"}}',
    }[trick]
    opened: list[Any] = []
    hostile = sealed(text.replace(row, f"setting: {changed}"))
    with monkeypatch.context() as patch:
        patch.setattr(fireteam, "load", lambda *args, **wishes: opened.append(args))
        assert import_worker.answer(Errand(hostile, 5))[0] == "setup"
    assert opened == []

    async def work(lobby: Lobby) -> None:
        fault = await refused(lobby.import_save(hostile, None))
        assert fault.code == "setup" and "pack" in fault.text and str(tmp_path) not in fault.text

    in_lobby(tmp_path, work)


def test_dice_that_were_typed_go_on_being_typed_after_an_import(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("here", "here", dice="typed"))
        host = await Client(made["links"]["host"]).enter(lobby)
        await host.say("rolled", at=0, faces=[1] * match_of(lobby, made).decision.count)
        _, text = await lobby.save(await lobby.link_of(host.token))
        again = await lobby.import_save(text, None)
        assert (await lobby.summary(await lobby.link_of(again["links"]["host"])))["info"]["dice"] == "typed"

    in_lobby(tmp_path, work)


# -- sleep and the end -------------------------------------------------------------------------------------------------


def test_quiet_rooms_sleep_and_empty_ones_close(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        first, second = await lobby.create(wish()), await lobby.create(wish())
        client = await Client(first["links"]["seats"]["0"]).enter(lobby)
        await lobby.summary(await lobby.link_of(second["links"]["host"]))
        assert lobby.statistics() == {"rooms": 2, "paused": False, "rooms_awake": 2, "viewers": 1}
        lobby.put_to_sleep()
        assert lobby.statistics()["rooms_awake"] == 2, "nobody is quiet yet"
        lobby.doze_after = 0.0
        async with room_of(lobby, first).lock:
            lobby.put_to_sleep()
        assert lobby.statistics() == {"rooms": 1, "paused": False, "rooms_awake": 1, "viewers": 1}, "a busy room stays"
        lobby.put_to_sleep()
        assert lobby.statistics() == {"rooms": 1, "paused": False, "rooms_awake": 0, "viewers": 1}
        assert (await lobby.summary(await lobby.link_of(second["links"]["host"])))["version"] == 0
        people = [client, await Client(first["links"]["seats"]["1"]).enter(lobby)]
        await whose(people).answer()
        for one in people:
            agrees(lobby, first, one)

    in_lobby(tmp_path, work)


def test_one_room_for_all_who_come_at_once(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        rooms = await asyncio.gather(*(lobby.room(made["match"]) for _ in range(20)))
        assert len({id(room) for room in rooms}) == 1

    in_lobby(tmp_path, work)


def test_closing_keeps_what_is_under_way_and_refuses_the_rest(tmp_path: Path) -> None:
    class Slow(Lame):
        """Takes its time to write."""

        async def append(self, match: str, number: int, entries: Any) -> None:
            """Later."""
            await asyncio.sleep(0.1)
            await super().append(match, number, entries)

    async def run() -> tuple[str, int]:
        storage = Slow(SqliteStorage(tmp_path / "table.db"))
        async with lobby_at(tmp_path, storage=storage) as lobby:
            made = await lobby.create(wish())
            people = await clients(lobby, made)
            who = whose(people[:2])
            key, room = who.keys[0], room_of(lobby, made)
            under_way = asyncio.create_task(who.answer(key))
            await until(room.lock.locked)
            waiting = asyncio.create_task(who.say("answer", at=1, key=key))
            await asyncio.sleep(0)
            await lobby.close()
            assert (await under_way)[-1]["type"] == "ack" or who.news[-1]["type"] == "ack"
            assert (await refused(waiting)).code == "closing"
            assert (await refused(who.say("undo", at=1))).code == "closing"
            assert (await refused(lobby.create(wish()))).code == "closing"
            link = await lobby.link_of(who.token)
            assert (await refused(lobby.enter(link, "patch", who.outlet, "h"))).code == "closing"
            return made["match"], room.version

    match, version = asyncio.run(run())
    assert version == 1 and len(kept(tmp_path, match).entries) == 1


def test_games_and_rules_can_be_looked_up(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        games = lobby.games()
        assert [game["name"] for game in games["games"]] == ["escape", "killteam", "deadzone", "necromunda"]
        assert {bot["name"] for bot in games["bots"]} >= {"random", "greedy"}
        rules = lobby.rules("escape")
        assert rules["rules"] and {rule["chapter"] for rule in rules["rules"]} == set(rules["chapters"])
        with pytest.raises(Fault) as caught:
            lobby.rules("chess")
        assert caught.value.code == "not_found"

    in_lobby(tmp_path, work)

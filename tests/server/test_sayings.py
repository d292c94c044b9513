"""What a seat may say besides an answer: who, when and how often; and nobody ends another's game by it."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from fireteam.server import messages as say
from fireteam.server import sayings
from fireteam.server.budgets import Budgets, Payer, paid_by
from fireteam.server.limiting import known
from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from fireteam.server.sayings import SAYINGS
from fireteam.server.settings import Limits, Pace
from tests.server.lobbykit import UNHURRIED, Client, clients, in_lobby, match_of, play, refused, room_of, whose, wish

HANDBOOK = Path(__file__).parents[2] / "docs" / "table.md"
NO_SAYING = {"hello", "ping", "answer", "answers", "rolled"}
QUESTIONS = {"odds", "advise", "why", "plan", "ahead", "look", "danger"}
BY_SOCKET = [name for name in SAYINGS if name not in ("offer", "claim", "renew")]
Work = Callable[[Lobby], Awaitable[None]]


def fields_of(name: str, client: Client, seat: int) -> dict[str, Any]:
    """What such a message holds if a seat says it for itself, at the right place."""
    more: dict[str, dict[str, Any]] = {
        "consent": {"at": client.version, "accept": False},
        "withdraw": {},
        "passes": {"seat": seat, "windows": ["dodge"]},
        "take": {"seat": seat},
        "word": {"word": "owl"},
    }
    return more.get(name, {"at": client.version})


async def tried(client: Client, name: str, seat: int, **fields: Any) -> Fault | None:
    """Say it; the Fault, if it was one. Every refusal is worded."""
    client.catch_up()
    try:
        await client.say(name, **(fields or fields_of(name, client, seat)))
    except Fault as fault:
        assert len(fault.text) > 10 and fault.code in say.CODES
        return fault
    return None


async def people_of(lobby: Lobby, made: dict[str, Any], answers: int = 12) -> list[Client]:
    """Both players and somebody who watches, some answers into a match."""
    people = await clients(lobby, made)
    await play(people[:2], answers, random.Random(5))
    for client in people:
        client.catch_up()
    return people


# -- the table ---------------------------------------------------------------------------------------------------------


def test_everything_a_client_may_say_has_its_place() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(say.ClientMessage)}
    assert tags == NO_SAYING | QUESTIONS | set(BY_SOCKET)
    assert all(isinstance(known()[saying.pace].default, Pace) for saying in SAYINGS.values())


def test_the_handbook_has_the_table() -> None:
    # What to write there: sayings.rows().
    assert "\n".join(sayings.rows()) in HANDBOOK.read_text(encoding="utf-8")


# -- how often ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_SOCKET)
def test_a_flood_is_refused_for_that_seat_alone(tmp_path: Path, name: str) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await people_of(lobby, made)
        paces = room_of(lobby, made).paces
        now = 0.0
        paces.clock = lambda: now
        pace: Pace = getattr(paces.limits, SAYINGS[name].pace)
        flooding, other = people[0], people[1]
        for _ in range(int(pace.burst)):
            fault = await tried(flooding, name, 0)
            assert fault is None or fault.code != "too_fast"
        for _ in range(20):
            fault = await tried(flooding, name, 0)
            assert fault is not None and fault.code == "too_fast" and "try again in" in fault.text
            assert fault.params["wait"] > 0
        again = await Client(flooding.token).enter(lobby)
        fault = await tried(again, name, 0)
        assert fault is not None and fault.code == "too_fast", "another socket of the same seat is no way round"
        fault = await tried(other, name, 1)
        assert fault is None or fault.code != "too_fast", "the other seat has a pace of its own"
        before = room_of(lobby, made).version
        assert await play(people[:2], 3, random.Random(1)) == 3 and room_of(lobby, made).version > before
        now += 1 / pace.rate + 0.01
        fault = await tried(flooding, name, 0)
        assert fault is None or fault.code != "too_fast"

    in_lobby(tmp_path, work, limits=Limits())


def test_offers_come_at_a_pace_that_can_be_answered(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        rng = random.Random(12)
        while not all(client.standing["undo"] == "ask" for client in people[:2]):
            await whose(people[:2]).answer(rng.choice(whose(people[:2]).keys))
            for client in people:
                client.catch_up()
        paces = room_of(lobby, made).paces
        paces.clock = lambda: 0.0
        who, other = people[:2]
        for _ in range(int(paces.limits.offers.burst)):
            assert await tried(who, "undo", 0) is None
            assert await tried(other, "consent", 1) is None
        fault = await tried(who, "undo", 0)
        assert fault is not None and fault.code == "too_fast" and room_of(lobby, made).offer is None
        assert await tried(other, "undo", 1) is None, "the other may still offer"
        assert await play(people[:2], 3, rng) == 3

    in_lobby(tmp_path, work, limits=Limits())


def test_links_are_claimed_and_renewed_at_a_pace(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish("link", "link"))
        host = await lobby.link_of(made["links"]["host"])
        room = await lobby.room(made["match"])
        room.paces.clock = lambda: 0.0
        token = await lobby.claim(await lobby.link_of(made["links"]["seats"]["1"]))
        for _ in range(int(room.paces.limits.renewals.burst) - 1):
            token = await lobby.renew(await lobby.link_of(token), "seat", 1)
        guest = await Client(token).enter(lobby)
        fault = await refused(lobby.renew(await lobby.link_of(token), "seat", 1))
        assert fault.code == "too_fast" and "try again in" in fault.text
        assert guest.outlet.closed is None and (await lobby.link_of(token)).name == "seat 1", "what was there stays"
        other = await lobby.link_of(made["links"]["seats"]["0"])
        for link in (other, await lobby.link_of(made["links"]["watch"])):
            assert (await refused(lobby.renew(link, "seat", 1))).code == "forbidden"
        assert await lobby.claim(other), "the other seat has a pace of its own"
        for _ in range(int(room.paces.limits.renewals.burst)):
            await lobby.renew(host, "watch", None)
        assert (await refused(lobby.renew(host, "watch", None))).code == "too_fast"
        room.paces.clock = lambda: 60.0
        assert await lobby.renew(host, "watch", None)

    in_lobby(tmp_path, work)


def test_what_was_accepted_and_is_sent_again_costs_nothing(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        who = (await people_of(lobby, made))[0]
        room_of(lobby, made).paces.clock = lambda: 0.0
        for _ in range(3):
            said = await who.say("passes", "the same", seat=0, windows=[])
        assert said[-1]["again"]
        assert (await who.fault("passes", seat=0, windows=[])).code == "too_fast"
        assert (await who.say("passes", "the same", seat=0, windows=[]))[-1]["again"]
        assert len(await who.say("take", "the same", seat=0)) == 1
        fault = await refused(who.say("take", "the same", seat=0))
        assert fault.code == "too_fast", "what is not remembered counts each time"

    in_lobby(tmp_path, work, limits=Limits(passes=Pace(1, 0.01), takes=Pace(1, 0.01)))


# -- who, and when -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BY_SOCKET)
def test_whoever_watches_says_none_of_it_and_wakes_nothing(tmp_path: Path, name: str) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await people_of(lobby, made)
        host = await Client(made["links"]["host"]).enter(lobby)
        room = room_of(lobby, made)
        before = room.version
        for client in (people[2], host):
            room.drop_position()
            for _ in range(100):
                fault = await tried(client, name, 0)
                assert fault is not None and fault.code == "forbidden"
            assert not room.awake and room.version == before
        assert room.offer is None and not room.passes

    in_lobby(tmp_path, work)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("undo", "nothing"),
        ("redo", "nothing"),
        ("consent", "nothing"),
        ("withdraw", "nothing"),
        ("passes", "wrong_seat"),
        ("take", "wrong_seat"),
        ("word", "forbidden"),
    ],
)
def test_what_is_said_out_of_turn_changes_nothing(tmp_path: Path, name: str, code: str) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        room, before = room_of(lobby, made), (room_of(lobby, made).version, match_of(lobby, made).save())
        other = 1 - people.index(whose(people[:2]))
        fault = await tried(people[other], name, 1 - other)
        assert fault is not None and fault.code == code
        assert (room.version, match_of(lobby, made).save()) == before and not room.passes and room.offer is None

    in_lobby(tmp_path, work)


def test_nobody_says_it_in_the_place_of_the_other_seat(tmp_path: Path) -> None:
    """An offer is answered by whoever was asked, and withdrawn by whoever made it."""

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        rng = random.Random(12)
        while people[0].standing["undo"] != "ask":
            await whose(people[:2]).answer(rng.choice(whose(people[:2]).keys))
            people[0].catch_up()
        who, other = people[:2]
        assert await tried(who, "undo", 0) is None
        room, before = room_of(lobby, made), match_of(lobby, made).save()
        for client, name, code in (
            (who, "consent", "wrong_seat"),
            (other, "withdraw", "nothing"),
            (other, "redo", "nothing"),
        ):
            fault = await tried(client, name, people.index(client), **(
                {"at": client.version, "accept": True} if name == "consent" else {}
            ))  # fmt: skip
            assert fault is not None and fault.code == code
        assert room.offer is not None and match_of(lobby, made).save() == before

    in_lobby(tmp_path, work)


def test_after_the_end_nothing_of_a_sealed_match_can_be_changed(tmp_path: Path) -> None:
    """Its seed is open then: whoever took something back would know every die to come."""

    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(seed=None))
        people = await clients(lobby, made)
        assert await play(people[:2], 3000, random.Random(3)) < 3000
        room, before = room_of(lobby, made), match_of(lobby, made).save()
        assert match_of(lobby, made).over
        codes: dict[str, str] = {}
        for number, client in enumerate(people[:2]):
            client.catch_up()
            assert client.standing["undo"] == "no" and not client.standing["redo"]
            for name in BY_SOCKET:
                fault = await tried(client, name, number)
                codes[name] = fault.code if fault is not None else ""
        assert codes == {
            "undo": "forbidden",
            "redo": "forbidden",
            "consent": "nothing",
            "withdraw": "nothing",
            "passes": "",
            "take": "",
            "word": "forbidden",
        }
        assert match_of(lobby, made).save() == before and room.offer is None

    in_lobby(tmp_path, work, sealed=True)


def test_undos_leave_the_last_quarter_of_the_entries_to_answers(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish())
        people = await clients(lobby, made)
        room, who = room_of(lobby, made), whose(people[:2])
        first = people.index(who)
        await who.answer()
        while (fault := await tried(who, "undo", first)) is None:
            if (fault := await tried(who, "redo", first)) is not None:
                break
        assert fault.code == "full" and "play on" in fault.text and room.version == 60
        who.catch_up()
        assert who.standing["undo"] == "no" and not who.standing["redo"]
        assert await play(people[:2], 20, random.Random(2)) == 20 and room.version == 80

    limits = Limits(entries=80, undos=UNHURRIED.undos, offers=UNHURRIED.offers)
    in_lobby(tmp_path, work, limits=limits)


# -- what it costs -----------------------------------------------------------------------------------------------------


class Noting(Payer):
    """Pays, and notes each time."""

    def __init__(self) -> None:
        super().__init__(Budgets(Limits()), "127.0.0.1", "seat 0")
        self.paid: list[float] = []

    def charge(self, milliseconds: float) -> None:
        """As always."""
        self.paid.append(milliseconds)
        super().charge(milliseconds)


@pytest.mark.parametrize("name", ["word", "passes", "undo"])
def test_what_it_does_in_a_task_of_its_own_is_charged_to_whoever_says_it(tmp_path: Path, name: str) -> None:
    async def work(lobby: Lobby) -> None:
        made = await lobby.create(wish(seed=None))
        client = await Client(made["links"]["seats"]["0"]).enter(lobby)
        payer = Noting()
        with paid_by(payer):
            await tried(client, name, 0)
        assert sum(payer.paid) > 0

    in_lobby(tmp_path, work, sealed=True)

"""Budgets: work is charged to whoever asks, debts delay the debtor alone, and looking about holds nobody up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from time import thread_time
from typing import Any
from unittest import mock

import pytest

from fireteam.server import replays
from fireteam.server.budgets import PAYER, Budgets, Payer, metered, paid_by, timed
from fireteam.server.links import Link
from fireteam.server.lobby import Lobby
from fireteam.server.messages import Fault
from fireteam.server.position import Position
from fireteam.server.rebuild import give, rebuild
from fireteam.server.settings import Limits, Pace
from fireteam.server.storage import Entry, MatchRow, SeatPlan, Stored
from fireteam.server.workers import MatchRef, Thinkers
from tests.patience import PATIENCE, until
from tests.server.edge import HOST, WATCH, running, tell
from tests.server.lobbykit import QuietThinkers, clients, in_lobby, whose, wish
from tests.server.positions import origin, play


class Moments:
    """A clock that is moved by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Patient(QuietThinkers):
    """Answers nobody who looks about, until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.waiting_now = 0
        """How many questions have come here."""

    async def look(self, ref: MatchRef, what: str, args: tuple[Any, ...], budget: float) -> dict[str, Any]:
        """As the other one, once it may."""
        self.waiting_now += 1
        await self.may.wait()
        return await super().look(ref, what, args, budget)

    async def record(self, ref: MatchRef, what: str, args: Any, budget: float, load: Any) -> Any:
        """As the other one, once it may."""
        self.waiting_now += 1
        await self.may.wait()
        return await super().record(ref, what, args, budget, load)


def budgets(clock: Moments, **limits: Pace) -> Budgets:
    """Budgets of a burst, and so many milliseconds a second."""
    return Budgets(Limits(**{"seat_work": Pace(100, 10), "address_work": Pace(1000, 100), **limits}), clock)  # type: ignore[arg-type]


def work(seconds: float) -> None:
    """Use the processor for that long."""
    end = thread_time() + seconds
    while thread_time() < end:
        pass


def test_who_has_used_more_than_its_burst_owes_time() -> None:
    clock = Moments()
    payer = budgets(clock).payer("home", "m seat 0")
    payer.charge(100)
    assert payer.wait() == 0.0
    payer.charge(50)
    assert payer.wait() == pytest.approx(5.0)
    clock.now += 4
    assert payer.wait() == pytest.approx(1.0)
    clock.now += 1
    assert payer.wait() == pytest.approx(0.0)


def test_a_seat_owes_for_itself_and_an_address_for_all_of_its_seats() -> None:
    found = budgets(Moments())
    one, two = found.payer("home", "m seat 0"), found.payer("home", "m seat 1")
    one.charge(600)
    assert one.wait() == pytest.approx(50.0)
    assert two.wait() == 0.0
    two.charge(600)
    assert found.payer("home").wait() == pytest.approx(2.0)
    assert found.payer("elsewhere").wait() == 0.0


def test_purses_are_forgotten_when_there_are_too_many() -> None:
    clock = Moments()
    found = Budgets(Limits(seat_work=Pace(1, 0), addresses=10), clock)
    for number in range(100):
        found.payer("home", f"seat {number}").charge(5)
    waits = [found.payer("other", f"seat {number}").wait() for number in range(100)]
    assert [number for number, wait in enumerate(waits) if wait] == list(range(90, 100))


def test_a_task_is_charged_with_its_own_steps_and_not_with_those_of_others() -> None:
    found = budgets(Moments(), address_work=Pace(0, 1))
    busy, idle = found.payer("busy"), found.payer("idle")

    async def wait_often() -> str:
        for _ in range(20):
            await asyncio.sleep(0)
        return "done"

    async def work_often() -> None:
        for _ in range(20):
            work(0.005)
            await asyncio.sleep(0)
        await asyncio.to_thread(timed, work, 0.1)

    async def one(payer: Any, what: Any) -> Any:
        with paid_by(payer):
            return await metered(what)

    async def run() -> Any:
        return await asyncio.gather(one(busy, work_often()), one(idle, wait_often()))

    assert asyncio.run(run()) == [None, "done"]
    assert busy.wait() >= 200
    assert idle.wait() < busy.wait() / 2
    assert PAYER.get() is None


def test_what_goes_wrong_or_is_cancelled_goes_through_the_meter() -> None:
    seen = []

    async def fails() -> None:
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise ValueError("as it should") from None

    async def run() -> None:
        task = asyncio.create_task(metered(fails()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(ValueError, match="as it should"):
            await task

    asyncio.run(run())
    assert seen == ["cancelled"]


def test_a_socket_in_debt_waits_alone() -> None:
    with running(seat_work=Pace(1000, 0)) as edge, edge.client() as debtor, edge.connect() as other:
        assert tell(other, type="hello", token=WATCH)["type"] == "welcome"
        assert tell(debtor, type="answer", at=0, key="go")["type"] == "ack"
        edge.app.state.sockets.budgets.payer("", "m1 host").charge(1e9)
        assert tell(debtor, type="ping")["type"] == "pong", "whether somebody is there is always said"
        debtor.send(json.dumps({"type": "answer", "id": "late", "at": 0, "key": "go"}))
        acks = [tell(other, type="answer", at=0, key="go")["type"] for _ in range(20)]
        assert acks == ["ack"] * 20
        with pytest.raises(TimeoutError):
            debtor.recv(timeout=0.1)


@pytest.mark.parametrize(
    ("kind", "fields"), [("why", {}), ("plan", {"spot": "1,1"}), ("look", {"place": "p"}), ("ahead", {"piece": "p"})]
)
def test_who_looks_about_holds_nobody_up(tmp_path: Path, kind: str, fields: dict[str, Any]) -> None:
    lookers = Patient()

    async def run(lobby: Lobby) -> None:
        people = await clients(lobby, await lobby.create(wish("link", "link")))
        who = whose(people)
        waiting = asyncio.create_task(who.say(kind, at=who.version, **fields))
        await until(lambda: lookers.waiting_now == 1)
        # In the same match, and by the same seat.
        await who.answer(who.keys[0])
        assert not waiting.done()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    in_lobby(tmp_path, run, thinkers=lookers)


def test_the_oldest_question_of_a_seat_makes_room(tmp_path: Path) -> None:
    lookers = Patient()

    async def run(lobby: Lobby) -> None:
        people = await clients(lobby, await lobby.create(wish("link", "link")))
        who = whose(people)
        most = Limits().looks
        asked = [asyncio.create_task(who.say("why", at=who.version)) for _ in range(most)]
        await until(lambda: lookers.waiting_now == most)
        newest = asyncio.create_task(who.say("why", at=who.version))
        # The second: the first is with a worker by then.
        with pytest.raises(Fault, match="a newer question") as fault:
            await asked.pop(1)
        assert fault.value.code == "too_fast"
        lookers.may.set()
        await asyncio.gather(*asked, newest)
        assert not lobby.services.looks.waiting

    in_lobby(tmp_path, run, thinkers=lookers)


def test_an_address_asks_so_many_questions_at_once(tmp_path: Path) -> None:
    lookers = Patient()

    async def run(lobby: Lobby) -> None:
        people = await clients(lobby, await lobby.create(wish("link", "link")))
        who, purses = whose(people), Budgets(Limits())
        one, other = purses.payer("here"), purses.payer("there")

        def ask(payer: Payer) -> asyncio.Task[Any]:
            with paid_by(payer):
                return asyncio.create_task(who.say("why", at=who.version))

        asked = [ask(one), ask(one)]
        await until(lambda: lookers.waiting_now == 2)
        with pytest.raises(Fault, match="your address"):
            await ask(one)
        asked.append(ask(other))
        await until(lambda: lookers.waiting_now == 3)
        lookers.may.set()
        await asyncio.gather(*asked)
        await ask(one)

    in_lobby(tmp_path, run, thinkers=lookers, limits=Limits(looks_of_address=2))


def test_a_worker_says_what_its_work_has_cost() -> None:
    match = rebuild(origin(), "seeded", 7, ())
    payer = Budgets(Limits()).payer("here")
    paid: list[float] = []

    async def run() -> None:
        thinkers = Thinkers(1, queue_limit=PATIENCE)
        await thinkers.start()
        try:
            with paid_by(payer), mock.patch.object(Payer, "charge", lambda _, cost: paid.append(cost)):
                await thinkers.look(MatchRef("m", 0, origin(), "seeded", 7, ()), "why", ("", ""), PATIENCE)
        finally:
            await thinkers.close()

    asyncio.run(run())
    assert match.refusals() and len(paid) == 1 and paid[0] > 0


def test_what_a_link_asks_by_http_is_charged_to_it(tmp_path: Path) -> None:
    with running(seat_work=Pace(1e6, 0), address_work=Pace(1e6, 0), patience=0.0) as edge:
        budgets = edge.app.state.sockets.budgets
        link = {"authorization": f"Bearer {HOST}"}
        assert edge.http.get("/api/save", headers=link).status_code == 200
        assert budgets.seats.left("m1 host") < 1e6
        assert budgets.addresses.left("127.0.0.1") < 1e6
        budgets.payer("elsewhere", "m1 host").charge(1e9)
        answer = edge.http.get("/api/save", headers=link)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_fast")
        # Others of the same match and address are served.
        assert edge.http.get("/api/save", headers={"authorization": f"Bearer {WATCH}"}).status_code == 200
        budgets.payer("127.0.0.1").charge(1e9)
        assert edge.http.get("/api/games").status_code == 429
        assert edge.http.get("/healthz").status_code == 200


@pytest.mark.parametrize("kind", ["save", "replay_index", "replay_frame"])
def test_a_save_or_a_replay_holds_nobody_up(tmp_path: Path, kind: str) -> None:
    lookers = Patient()

    async def ask(lobby: Lobby, link: Link) -> Any:
        if kind == "replay_frame":
            return await lobby.replay_frame(link, 0)
        return await (lobby.save(link) if kind == "save" else lobby.replay_index(link))

    async def run(lobby: Lobby) -> None:
        people = await clients(lobby, await lobby.create(wish("link", "link")))
        who = whose(people)
        waiting = asyncio.create_task(ask(lobby, await lobby.link_of(who.token)))
        await until(lambda: lookers.waiting_now == 1)
        await who.answer(who.keys[0])
        assert not waiting.done()
        lookers.may.set()
        assert await waiting

    in_lobby(tmp_path, run, thinkers=lookers)


def test_a_worker_keeps_whole_matches_and_is_sent_those_it_has_not() -> None:
    row = MatchRow("m", "escape", "", origin(), (SeatPlan("link"), SeatPlan("link")), "seeded", 7, False, 0, 0.0, False)
    pairs, match = play(rebuild(origin(), "seeded", 7, ()), 6), rebuild(origin(), "seeded", 7, ())
    stored = Stored(row, [], {}, {}, 0.0)
    for kind, text in pairs:
        stored.entries.append(Entry(kind, match.decision.seat, text))
        give(match, kind, text)
    loads: list[int] = []

    async def load() -> Stored:
        loads.append(len(stored.entries))
        return stored

    async def run() -> None:
        thinkers = Thinkers(1, queue_limit=PATIENCE)
        await thinkers.start()
        try:
            ref = MatchRef("m", len(pairs), "", "seeded", 7, ())
            first = await thinkers.record(ref, "replay", (None,), PATIENCE, load)
            assert first["total"] == Position(stored).answers
            frame = await thinkers.record(ref, "frame", (2, None), PATIENCE, load)
            assert frame == replays.frame(Position(stored), 2, None)
            assert loads == [6]
            later = MatchRef("m", 7, "", "seeded", 7, ())
            await thinkers.record(later, "save", (False, False), PATIENCE, load)
            assert loads == [6, 6]
        finally:
            await thinkers.close()

    asyncio.run(run())

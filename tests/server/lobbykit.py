"""A lobby for tests: kept in a file of its own, with clients that know nothing but what they are sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match
from fireteam.server.importing import Importing
from fireteam.server.links import Links
from fireteam.server.lobby import Lobby
from fireteam.server.looks import LOOKED
from fireteam.server.messages import Fault, decode, encode
from fireteam.server.position import Position
from fireteam.server.rebuild import rebuild
from fireteam.server.records import RECORDED
from fireteam.server.requests import MatchWish, SeatWish
from fireteam.server.rooms import Room
from fireteam.server.settings import Limits, Pace
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.storage import Entry, MatchRow, Storage, StorageError, Stored, fold
from fireteam.server.viewers import Viewer
from fireteam.server.waking import wake
from fireteam.server.worker import Laid
from fireteam.server.workers import MatchRef, Thinkers
from tests.server.stores import open_store

T = TypeVar("T")

AT_ONCE = Pace(10**6, 10**6)
UNHURRIED = Limits(undos=AT_ONCE, offers=AT_ONCE, consents=AT_ONCE, passes=AT_ONCE, takes=AT_ONCE, words=AT_ONCE)
"""What most tests say in a second no person could."""
SECRET = bytes(range(32))
PAIR = ("link", "link")


class QuietThinkers(Thinkers):
    """No processes: the bots take a fixed option, and odds are made up."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[MatchRef] = []
        self.gate: asyncio.Event | None = None
        """What a bot waits for before it answers, if it is to wait."""

    async def start(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Nothing to stop."""

    async def choose(self, ref: MatchRef, seat: int, bot: str, salt: str, budget: float) -> str:
        """The last option, which seldom does much."""
        self.asked.append(ref)
        if self.gate is not None:
            await self.gate.wait()
        match = rebuild(ref.origin, ref.dice, ref.seed, ref.standing, content=ref.content)
        return str(match.decision.options[-1].key)

    async def odds(self, ref: MatchRef, key: str, aim: str, budget: float) -> dict[str, Any]:
        """As if it had been reckoned."""
        self.asked.append(ref)
        return {"key": key, "aim": aim, "value": 0.5}

    async def look(self, ref: MatchRef, what: str, args: tuple[Any, ...], budget: float) -> dict[str, Any]:
        """As a worker answers, in this process."""
        self.asked.append(ref)
        match = rebuild(ref.origin, ref.dice, ref.seed, ref.standing, content=ref.content, quiet=True)
        return LOOKED[what](Laid(match, ()), *args)

    async def record(
        self,
        ref: MatchRef,
        what: str,
        args: tuple[Any, ...],
        budget: float,
        load: Callable[[], Awaitable[Stored]],
    ) -> Any:
        """As a worker answers, in this process."""
        self.asked.append(ref)
        return RECORDED[what](wake(await load()).position, *args)


class Lame(Storage):
    """A storage that fails when it is told to, before or after it has written."""

    def __init__(self, real: SqliteStorage) -> None:
        self.real = real
        self.fail = ""
        self.appends = 0

    async def create(self, row: MatchRow) -> None:
        """As the real one."""
        await self.real.create(row)

    async def load(self, match: str) -> Stored | None:
        """As the real one."""
        if self.fail == "load":
            raise StorageError(f"the database {self.real.path} cannot be read")
        return await self.real.load(match)

    async def append(self, match: str, number: int, entries: Sequence[Entry]) -> None:
        """As the real one, or not."""
        if self.fail == "before":
            raise StorageError(f"the database {self.real.path} is full")
        await self.real.append(match, number, entries)
        self.appends += 1
        if self.fail == "after":
            raise StorageError(f"the database {self.real.path} has gone away")

    async def revoke(self, match: str, role: str) -> int:
        """As the real one."""
        return await self.real.revoke(match, role)

    async def set_passes(self, match: str, seat: int, windows: Sequence[str]) -> None:
        """As the real one, or not."""
        if self.fail == "before":
            raise StorageError(f"the database {self.real.path} is full")
        await self.real.set_passes(match, seat, windows)

    async def note(self, match: str, name: str, text: str, *, once: bool = False) -> str:
        """As the real one, or not."""
        if self.fail == "before":
            raise StorageError(f"the database {self.real.path} is full")
        return await self.real.note(match, name, text, once=once)

    async def count(self) -> int:
        """As the real one."""
        return await self.real.count()

    async def close(self) -> None:
        """As the real one."""
        await self.real.close()


@contextlib.asynccontextmanager
async def lobby_at(
    path: Path,
    *,
    thinkers: Thinkers | None = None,
    storage: Storage | None = None,
    limits: Limits | None = None,
    directory: Path | None = None,
    importing: Importing | None = None,
    sealed: bool = False,
) -> AsyncIterator[Lobby]:
    """A lobby over the database of a directory; the same directory again is a restart. Only `sealed` it seals the dice
    of matches by link: most tests want the same ones each time."""
    store = storage or open_store(path)
    wishes: dict[str, Any] = {"limits": limits or UNHURRIED, "importing": importing, "sealing_links": sealed}
    lobby = Lobby(store, Links(SECRET), thinkers or QuietThinkers(), directory=directory, **wishes)
    await lobby.start()
    try:
        yield lobby
    finally:
        await lobby.close()


def in_lobby(path: Path, work: Callable[[Lobby], Awaitable[T]], **wishes: Any) -> T:
    """Do something in a lobby, and close it."""

    async def run() -> T:
        async with lobby_at(path, **wishes) as lobby:
            return await work(lobby)

    return asyncio.run(run())


def wish(*kinds: str, scenario: str | None = "infiltration", seed: int | None = 5, **more: Any) -> MatchWish:
    """A match of ESCAPE; a kind is here, link, or the name of a bot."""
    seats = [
        SeatWish.model_validate({"kind": kind} if kind in ("here", "link") else {"kind": "bot", "bot": kind})
        for kind in kinds or PAIR
    ]
    return MatchWish(**{"game": "escape", "scenario": scenario, "seats": seats, "seed": seed, **more})


def merge(target: Any, patch: Any) -> Any:
    """A merge patch as RFC 7396 has it."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge(result.get(key), value)
    return result


class Outlet:
    """Keeps what was sent, as text."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.closed: tuple[int, str] | None = None

    def send(self, text: str) -> None:
        """Keep it."""
        assert self.closed is None, "nothing is sent to a closed socket"
        self.texts.append(text)

    def close(self, code: int, reason: str) -> None:
        """Keep how it ended."""
        self.closed = (code, reason)


class Client:
    """A client that keeps its own picture of the match from the messages alone."""

    def __init__(self, token: str, form: str = "patch") -> None:
        self.token = token
        self.form = form
        self.outlet = Outlet()
        self.viewer: Viewer | None = None
        self.read = 0
        self.count = 0
        self.scene: Any = None
        self.log: list[Any] = []
        self.standing: dict[str, Any] = {}
        self.presence: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []

    async def enter(self, lobby: Lobby) -> Client:
        """Say hello."""
        link = await lobby.link_of(self.token)
        self.viewer = await lobby.enter(link, self.form, self.outlet, "hello")
        self.catch_up()
        return self

    async def leave(self) -> None:
        """Close the socket."""
        assert self.viewer is not None
        await self.viewer.leave()

    def catch_up(self) -> list[dict[str, Any]]:
        """Take in what has come since; the messages are handed back too."""
        new = [json.loads(text) for text in self.outlet.texts[self.read :]]
        self.read = len(self.outlet.texts)
        for message in new:
            self._take_in(message)
        return new

    def _take_in(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.scene, self.log, self.standing = message["scene"], list(message["log"]), message
            self.presence = message["presence"]
        elif kind == "update":
            assert not ("scene" in message and "patch" in message)
            if "scene" in message:
                self.scene = message["scene"]
            elif "patch" in message:
                before, self.scene = self.scene, merge(self.scene, message["patch"])
                assert self.scene != before, "an empty patch is left out"
            keep = message["log"]["keep"]
            assert keep <= len(self.log)
            self.log[keep:] = message["log"]["more"]
            self.standing = message
        elif kind == "presence":
            self.presence = {"seats": message["seats"], "watchers": message["watchers"]}
        self.news.append(message)

    # -- what it knows -------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The position number, as it was told."""
        return int(self.standing["version"])

    @property
    def question(self) -> dict[str, Any] | None:
        """What is asked, as it was told."""
        found: dict[str, Any] | None = self.standing.get("question")
        return found

    @property
    def keys(self) -> list[str]:
        """The keys on offer, as they were told."""
        return [option["key"] for option in (self.question or {}).get("options", ())]

    def standing_seats(self) -> Sequence[int]:
        """The seats it plays, as it was told."""
        found: list[int] = self.news[0]["seats"]
        return found

    # -- what it says --------------------------------------------------------------------------------------------------

    async def say(self, kind: str, id_: str = "", **fields: Any) -> list[dict[str, Any]]:
        """Say something; what it was sent in return. A Fault goes to the test."""
        assert self.viewer is not None
        self.count += 1
        message = {"type": kind, "id": id_ or f"{kind}-{self.count}", **fields}
        self.catch_up()
        await self.viewer.receive(decode(json.dumps(message)))
        return self.catch_up()

    async def fault(self, kind: str, **fields: Any) -> Fault:
        """Say something wrong; the Fault, which is sent as the socket would send it."""
        try:
            sent = await self.say(kind, **fields)
        except Fault as fault:
            self.outlet.send(encode(fault.message(f"{kind}-{self.count}")))
            self.catch_up()
            return fault
        raise AssertionError(f"no fault, but {[message['type'] for message in sent]}")

    async def answer(self, key: str = "", **fields: Any) -> list[dict[str, Any]]:
        """Answer the question (the first option, if none is named)."""
        return await self.say("answer", at=self.version, key=key or self.keys[0], **fields)

    async def reply(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask something; the reply of that type."""
        return next(message for message in await self.say(kind, **fields) if message["type"] == kind)


def room_of(lobby: Lobby, made: dict[str, Any]) -> Room:
    """The room of a match, which must be open."""
    return lobby._rooms[made["match"]]


def live(lobby: Lobby, made: dict[str, Any]) -> Position:
    """The position of a match, which must be awake."""
    position = room_of(lobby, made).live
    assert position is not None
    return position


async def refused(work: Any) -> Fault:
    """The Fault that something ends with."""
    with pytest.raises(Fault) as caught:
        await work
    return caught.value


def match_of(lobby: Lobby, made: dict[str, Any]) -> Match:
    """The kernel's match."""
    return live(lobby, made).match


def plain(data: Any) -> Any:
    """Data as it is after the wire."""
    return json.loads(encode(data))


def agrees(lobby: Lobby, made: dict[str, Any], client: Client) -> None:
    """What a client has put together must be what it may see now, made afresh; and so must the log."""
    client.catch_up()
    position = live(lobby, made)
    assert client.viewer is not None
    match = position.match
    _ = match.decision
    assert client.scene == plain(match.setting.scene(match.table, client.viewer.audience))
    assert client.log == plain(position.chronicle.reading(client.viewer.audience).lines)
    assert client.version == room_of(lobby, made).version_for(client.viewer.seats)
    assert client.standing["at"] == len(match.answers())


async def clients(lobby: Lobby, made: dict[str, Any], form: str = "patch") -> list[Client]:
    """Both players by link, and a spectator."""
    links = made["links"]
    return [await Client(token, form).enter(lobby) for token in (*links["seats"].values(), links["watch"])]


def whose(people: Sequence[Client]) -> Client:
    """The one who is asked."""
    for client in people:
        client.catch_up()
    return next(client for client in people if client.keys)


async def play(people: Sequence[Client], count: int, rng: random.Random) -> int:
    """Answers by lot, as the clients see them; how many there were before the game was over."""
    for number in range(count):
        for client in people:
            client.catch_up()
        if all(client.question is None for client in people):
            return number
        client = whose(people)
        await client.answer(rng.choice(client.keys))
    return count


def kept(path: Path, match: str) -> Stored:
    """What the file holds."""

    async def run() -> Stored | None:
        storage = open_store(path)
        try:
            return await storage.load(match)
        finally:
            await storage.close()

    found = asyncio.run(run())
    assert found is not None
    return found


def replayed(stored: Stored) -> Match:
    """The match as the kernel makes it again from what is kept."""
    row, folded = stored.row, fold(stored.entries)
    return rebuild(row.origin, row.dice, row.seed, folded.pairs(), folded.undone)


def log_of(match: Match) -> list[Any]:
    """The log in one go."""
    chronicle = Chronicle(match)
    chronicle.follow()
    return list(plain(chronicle.log))

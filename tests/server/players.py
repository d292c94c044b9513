"""Well-behaved players: two sockets that play a match at random, and take the time from an answer to the other seat's
update."""

from __future__ import annotations

import asyncio
import json
import random
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fireteam.server.sockets import TOO_LATE
from tests.patience import PATIENCE
from tests.server.realserver import Served


class Option(msgspec.Struct):
    """One of the choices."""

    key: str


class Question(msgspec.Struct):
    """Who is asked, and what."""

    seat: int
    options: list[Option] = []


class Heard(msgspec.Struct):
    """As much of a message as a random player needs."""

    type: str
    version: int = -1
    question: Question | None = None
    waiting: list[Any] = []
    """Who has still to come before sealed dice are rolled and anything is asked."""
    seats: Any = None
    code: str = ""
    text: str = ""


READ = msgspec.json.Decoder(Heard)
WISH = {"game": "escape", "scenario": "infiltration", "seats": [{"kind": "link"}, {"kind": "link"}]}


class Taken:
    """What was measured."""

    def __init__(self) -> None:
        self.sent = 0
        self.acknowledged = 0
        self.finished = 0
        self.waits: list[float] = []
        """Seconds from an answer to the other seat's update."""
        self.errors: list[str] = []

    def clear(self) -> None:
        """Begin again."""
        self.__init__()  # type: ignore[misc]


async def new_match(http: httpx.AsyncClient, **wish: Any) -> dict[str, Any]:
    """A match whose two seats are played by link."""
    answer = await http.post("/api/matches", json={**WISH, **wish})
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


def web(served: Served) -> httpx.AsyncClient:
    """HTTP to a server."""
    return httpx.AsyncClient(base_url=served.url, timeout=PATIENCE, trust_env=False)


async def enter(served: Served, token: str, form: str = "patch", **options: Any) -> ClientConnection:
    """A socket that has said hello; its welcome is not read yet."""
    wishes: dict[str, Any] = {
        "compression": None,
        "proxy": None,
        "max_size": None,
        "ping_interval": None,
        "open_timeout": PATIENCE,
    }
    found = await connect(f"ws://127.0.0.1:{served.port}/ws", **wishes, **options)
    await found.send(json.dumps({"type": "hello", "id": "hello", "token": token, "form": form}))
    return found


class Pair:
    """Two seats that play one match after another; `every` seconds an answer, or as fast as it goes."""

    def __init__(
        self, served: Served, http: httpx.AsyncClient, taken: Taken, every: float = 0.0, seed: int = 0
    ) -> None:
        self.served = served
        self.http = http
        self.taken = taken
        self.every = every
        self.draw = random.Random(seed)
        self.due = 0.0
        self.asked_at = 0.0
        self.asker = -1
        self.count = 0
        self.made: dict[str, Any] = {}
        """The match that is played now."""
        self.sockets: list[ClientConnection] = []

    async def run(self) -> None:
        """Play until cancelled."""
        self.due = perf_counter() + self.every * self.draw.random()
        while True:
            await self.begin()
            try:
                await asyncio.gather(*(self._sit(number) for number in range(len(self.sockets))))
                self.taken.finished += 1
            finally:
                await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)

    async def begin(self) -> None:
        """A new match with both players in it."""
        self.made = await new_match(self.http)
        self.asker = -1
        self.sockets = [await enter(self.served, token) for token in self.made["links"]["seats"].values()]

    async def _sit(self, seat: int) -> None:
        try:
            await self._play(seat, self.sockets[seat])
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.reason != TOO_LATE:
                raise
            # A busy machine has made this client too slow to say hello in time: it comes again.
            self.sockets[seat] = await enter(self.served, self.made["links"]["seats"][str(seat)])
            await self._sit(seat)

    async def _play(self, seat: int, socket: ClientConnection) -> None:
        taken = self.taken
        async for text in socket:
            heard = READ.decode(text)
            if heard.type == "ack":
                taken.acknowledged += 1
            elif heard.type == "error":
                taken.errors.append(f"{heard.code}: {heard.text}")
            elif heard.type in ("update", "welcome"):
                if heard.type == "update" and self.asker not in (-1, seat):
                    taken.waits.append(perf_counter() - self.asked_at)
                if heard.question is None:
                    if heard.waiting:
                        continue
                    return
                if heard.question.seat == seat:
                    await self._answer(seat, socket, heard.version, heard.question)

    async def _answer(self, seat: int, socket: ClientConnection, version: int, question: Question) -> None:
        if self.every:
            # A plan, not a pause: a slow answer does not make the next one late.
            self.due = max(self.due + self.every * self.draw.uniform(0.5, 1.5), perf_counter() - self.every)
            pause = self.due - perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
        key = self.draw.choice(question.options).key
        self.count += 1
        self.taken.sent += 1
        self.asker, self.asked_at = seat, perf_counter()
        await socket.send(json.dumps({"type": "answer", "id": f"a{self.count}", "at": version, "key": key}))

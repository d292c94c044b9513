"""Clients that have a good link and ask for as much as it gives them, or hold all that they can."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import sys
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.patience import PATIENCE
from tests.server import abusers
from tests.server.abusers import ADDRESS, Abuser, Treated

OWN = {"game": "killteam", "seats": [{"kind": "link"}, {"kind": "link"}]}
"""The match that they ask about: one with many answers, each with many reasons."""
QUESTIONS = 400
ANSWERS = 100
READERS, REQUESTS = 8, 20
PINGS, PINGERS = 60_000, 5
UNREAD = 300
HOARD = 600


def _web(port: int) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
    return httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE, trust_env=False
    )


async def _own_match(port: int) -> dict[str, Any]:
    async with _web(port) as http:
        while (answer := await http.post("/api/matches", json=OWN)).status_code != 201:
            await asyncio.sleep(0.2)
        found: dict[str, Any] = answer.json()["links"]
        return found


class _Seat:
    """A player who hears everything, and knows the position and what may be answered."""

    def __init__(self, client: ClientConnection, treated: Treated) -> None:
        self.client = client
        self.treated = treated
        self.version = 0
        self.keys: list[str] = []
        self.news = asyncio.Event()

    async def listen(self) -> None:
        """Until the server closes."""
        with contextlib.suppress(ConnectionClosed):
            async for text in self.client:
                heard = json.loads(text)
                self.treated[heard.get("code", heard["type"])] += 1
                if "version" in heard and heard["type"] in ("welcome", "update"):
                    self.version = heard["version"]
                    self.keys = [option["key"] for option in heard.get("question", {}).get("options", ())]
                self.news.set()

    async def say(self, kind: str, **fields: Any) -> None:
        """One message."""
        self.treated["sent"] += 1
        await self.client.send(json.dumps({"type": kind, "id": f"m{self.treated['sent']}", **fields}))


async def warm(port: int) -> None:
    """The server and its worker load the game of these matches."""
    links = await _own_match(port)
    async with _web(port) as http:
        answer = await http.get("/api/replay", headers={"authorization": f"Bearer {links['host']}"})
        answer.raise_for_status()


@contextlib.asynccontextmanager
async def _seats(port: int, treated: Treated) -> Any:
    links = await _own_match(port)
    found = [_Seat(await abusers._socket(port), treated) for _ in links["seats"]]
    listening = [asyncio.create_task(seat.listen()) for seat in found]
    try:
        for seat, token in zip(found, links["seats"].values(), strict=True):
            await seat.client.send(abusers._hello(token))
            while not seat.news.is_set():
                await asyncio.wait_for(seat.news.wait(), PATIENCE)
        yield found
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        await asyncio.gather(*(seat.client.close() for seat in found))


async def questions(port: int, links: dict[str, Any], treated: Treated) -> None:
    """Whoever is asked wants to know why, and the way to everywhere, forty times a second."""
    async with _seats(port, treated) as seats:
        with contextlib.suppress(ConnectionClosed):
            for number in range(QUESTIONS):
                for seat in seats:
                    await seat.say("why", at=seat.version)
                    await seat.say("plan", at=seat.version, spot=f"{number % 30},{number % 20}")
                await asyncio.sleep(0.025)
        await asyncio.sleep(0.5)


async def answers(port: int, links: dict[str, Any], treated: Treated) -> None:
    """Answers and takes them back, as fast as they are accepted."""
    draw = random.Random(3)
    async with _seats(port, treated) as seats:
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            for number in range(ANSWERS):
                seat = next((seat for seat in seats if seat.keys), None)
                for other in seats:
                    other.news.clear()
                if seat is None:
                    break
                if number % 4 == 3:
                    await seats[number % 2].say("undo", at=seat.version)
                else:
                    await seat.say("answer", at=seat.version, key=draw.choice(seat.keys))
                await asyncio.wait_for(seat.news.wait(), 5)


async def readers(port: int, links: dict[str, Any], treated: Treated) -> None:
    """Saves and replays of a match, one after the other on several connections."""
    own = await _own_match(port)

    async def one(number: int) -> None:
        async with _web(port) as http:
            for turn in range(REQUESTS):
                path = ("/api/save", "/api/replay", f"/api/replay/{turn % 3}", "/api/match")[(number + turn) % 4]
                answer = await http.get(path, headers={"authorization": f"Bearer {own['host']}"})
                treated[str(answer.status_code)] += 1

    await asyncio.gather(*(one(number) for number in range(READERS)))


async def pings(port: int, links: dict[str, Any], treated: Treated) -> None:
    """Pings by the ten thousand."""
    frame = bytes([0x89, 0x80, 0, 0, 0, 0])

    async def one() -> None:
        client = await abusers._socket(port)
        await client.send(abusers._hello(links["watch"]))
        await client.recv()
        with contextlib.suppress(OSError, ConnectionClosed):
            for _ in range(PINGS // 1000):
                client.transport.write(frame * 1000)
                treated["sent"] += 1000
                if client.transport.is_closing():
                    break
                await asyncio.sleep(0)
        await client.wait_closed()
        treated["ended"] += 1

    await asyncio.gather(*(one() for _ in range(PINGERS)))


async def unread(port: int, links: dict[str, Any], treated: Treated, seconds: float = 5.0) -> None:
    """Requests for large answers of which nothing is read."""
    loop = asyncio.get_running_loop()
    asked = f"GET /api/rules/killteam HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 20
    held: list[socket.socket] = []
    try:
        for _ in range(UNREAD):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.bind((ADDRESS, 0))
            one.setblocking(False)
            held.append(one)
            with contextlib.suppress(OSError):
                await loop.sock_connect(one, ("127.0.0.1", port))
                await loop.sock_sendall(one, asked)
                treated["held"] += 1
        await asyncio.sleep(seconds)
    finally:
        for one in held:
            one.close()


async def hoard(port: int, links: dict[str, Any], treated: Treated, seconds: float = 3.0) -> None:
    """As many sockets as there are to be had, with a good link."""
    clients: list[ClientConnection] = []

    async def one() -> None:
        try:
            client = await connect(
                f"ws://127.0.0.1:{port}/ws", proxy=None, open_timeout=PATIENCE, ping_interval=None, close_timeout=2,
                local_addr=(ADDRESS, 0),
            )  # fmt: skip
            clients.append(client)
            await client.send(abusers._hello(links["watch"]))
            treated["in"] += 1
        except (OSError, InvalidHandshake, ConnectionClosed) as error:
            treated[type(error).__name__] += 1

    for _ in range(0, HOARD, 50):
        await asyncio.gather(*(one() for _ in range(50)))
    await asyncio.sleep(seconds)
    await asyncio.gather(*(client.close() for client in clients))


COSTLY: dict[str, Abuser] = {
    "questions": questions,
    "answers and undos": answers,
    "saves and replays": readers,
    "pings": pings,
    "answers of HTTP never read": unread,
    "sockets hoarded": hoard,
}
KINDS = abusers.KINDS | COSTLY


def main() -> None:
    """As `abusers`, with all kinds."""
    abusers.KINDS.update(COSTLY)
    abusers.main(**json.loads(sys.argv[1]))


if __name__ == "__main__":
    main()

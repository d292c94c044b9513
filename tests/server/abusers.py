"""Clients that mean harm, each of one kind. They come from addresses of their own, as they would, and say how they were
treated."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.patience import PATIENCE

ADDRESS = "127.0.0.2"
"""Where they come from: everything from 127.0.0.1 to 127.255.255.254 is this machine, at least on Linux."""
GUESSER = "127.0.0.3"
"""Where wrong links come from: afterwards no link of that address is looked at for a while."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
FUZZED, ROUNDS = 8, 8
FLOODS = 10
LARGE = 30
SILENT = 1000
SLOW = 30
SLOW_BODIES = 200

Treated = Counter[str]
"""How often each error code, status and closing code was met."""
Abuser = Callable[[int, dict[str, Any], Treated], Awaitable[None]]


async def _socket(port: int, address: str = ADDRESS) -> ClientConnection:
    while True:
        try:
            return await connect(
                f"ws://127.0.0.1:{port}/ws",
                compression=None,
                proxy=None,
                max_size=None,
                ping_interval=None,
                open_timeout=PATIENCE,
                close_timeout=2,
                local_addr=(address, 0),
            )
        except (OSError, InvalidHandshake):
            # Too many came from this address, or a busy machine has made this one too slow: it comes again.
            await asyncio.sleep(0.05)


async def _listen(client: ClientConnection, treated: Treated, seconds: float = PATIENCE) -> None:
    """Hear everything until the server closes."""
    with contextlib.suppress(TimeoutError):
        try:
            async with asyncio.timeout(seconds):
                while True:
                    heard = json.loads(await client.recv())
                    treated[heard.get("code", heard["type"])] += 1
        except ConnectionClosed as closed:
            treated[f"closed {closed.rcvd.code if closed.rcvd else 'abruptly'}"] += 1


def _hello(token: str, form: str = "patch") -> str:
    return json.dumps({"type": "hello", "id": "hello", "token": token, "form": form})


# -- fuzzed frames -----------------------------------------------------------------------------------------------------


def fuzzed(draw: random.Random, token: str) -> str | bytes:
    """A frame that is nearly a message, or nothing like one."""
    kinds = (
        "hello",
        "answer",
        "answers",
        "rolled",
        "undo",
        "redo",
        "consent",
        "take",
        "odds",
        "why",
        "plan",
        "passes",
        "ping",
        "?",
    )
    values: list[Any] = [
        0,
        -1,
        1 << 70,
        1.5,
        "",
        "x" * 5000,
        None,
        True,
        [],
        [[[]]],
        {},
        {"a": {}},
        "\ud800",
        "\x00",
        token,
        "deploy",
    ]
    message: dict[str, Any] = {"type": draw.choice(kinds), "id": draw.choice(["a", "b", *values])}
    for name in draw.sample(
        ["at", "key", "keys", "faces", "token", "form", "seat", "windows", "accept", "spot", "place", "aim", "no"], 4
    ):
        message[name] = draw.choice(values)
    text = json.dumps(message)
    match draw.randrange(6):
        case 0:
            return draw.randbytes(draw.randrange(2000))
        case 1:
            return text.encode()[: draw.randrange(1, len(text))].decode(errors="replace")
        case 2:
            place = draw.randrange(len(text))
            return text[:place] + chr(draw.randrange(1, 0x2FF)) + text[place:]
        case 3:
            return "[" * draw.randrange(1, 9000)
        case _:
            return text


async def fuzz(port: int, links: dict[str, Any], treated: Treated, seed: int = 0) -> None:
    """Sockets that say thousands of things that are no messages, and come again when they are sent away."""

    async def one(number: int) -> None:
        draw = random.Random(f"{seed} {number}")
        token = links["watch"]
        for turn in range(ROUNDS):
            client = await _socket(port)
            listening = asyncio.create_task(_listen(client, treated))
            with contextlib.suppress(ConnectionClosed):
                if turn % 2:
                    await client.send(_hello(token))
                for _ in range(60):
                    await client.send(fuzzed(draw, token))
                    treated["sent"] += 1
            await listening
            await client.close()

    async def raw(number: int) -> None:
        """Bytes that are no frames."""
        draw = random.Random(f"raw {seed} {number}")
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
        head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(draw.randbytes(5000))
                treated["raw"] += 1
                await reader.read()
                treated["raw closed"] += 1
        await _hang_up(writer)

    await asyncio.gather(*(one(number) for number in range(FUZZED)), *(raw(number) for number in range(40)))


# -- floods ------------------------------------------------------------------------------------------------------------


async def flood(port: int, links: dict[str, Any], treated: Treated, most: int = 20_000) -> None:
    """Sockets with a good link that never stop talking."""

    async def one() -> None:
        client = await _socket(port)
        listening = asyncio.create_task(_listen(client, treated))
        with contextlib.suppress(ConnectionClosed):
            await client.send(_hello(links["watch"]))
            for number in range(most):
                await client.send(f'{{"type":"ping","id":"p{number}"}}')
                treated["sent"] += 1
                await asyncio.sleep(0)
        await listening
        await client.close()

    await asyncio.gather(*(one() for _ in range(FLOODS)))


# -- wrong links -------------------------------------------------------------------------------------------------------


def spoiled(token: str, draw: random.Random) -> str:
    """A link that is not quite one."""
    match draw.randrange(4):
        case 0:
            return token[: draw.randrange(len(token))]
        case 1:
            # One bit of what is signed or of the signature; but for the last letter, in which some bits mean nothing.
            place = draw.randrange(len(token) - 1)
            other = LETTERS[(LETTERS.find(token[place]) ^ (1 << draw.randrange(6))) % 64]
            return token[:place] + other + token[place + 1 :]
        case 2:
            return token + draw.choice("AZ.-_")
        case _:
            return "".join(draw.choice("abcXYZ019-_.") for _ in range(draw.randrange(1, 390)))


async def wrong_links(port: int, links: dict[str, Any], treated: Treated, count: int = 150) -> None:
    """Cut, changed and made-up links, by socket and by HTTP."""
    draw = random.Random(7)
    token = links["host"]

    async def by_socket(bad: str) -> None:
        client = await _socket(port, GUESSER)
        with contextlib.suppress(ConnectionClosed):
            await client.send(_hello(bad))
        await _listen(client, treated)

    async def by_http(bad: str) -> None:
        head = (
            f"GET /api/match HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: "
            f"close\r\nAuthorization: Bearer {bad}\r\n\r\n"
        )
        treated[await _status(port, head.encode("latin-1", "replace"), GUESSER)] += 1

    for _ in range(0, count, 10):
        bad = [spoiled(token, draw) for _ in range(10)]
        await asyncio.gather(*(by_http(one) for one in bad[:5]), *(by_socket(one) for one in bad[5:]))


async def _status(port: int, data: bytes, address: str = ADDRESS, seconds: float = PATIENCE) -> str:
    """The status that a request gets; "" if the connection just ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        async with asyncio.timeout(seconds):
            writer.write(data)
            line = await reader.readline()
    except (OSError, TimeoutError) as error:
        return type(error).__name__
    finally:
        await _hang_up(writer)
    return line.split()[1].decode() if line else "ended"


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


# -- too much ----------------------------------------------------------------------------------------------------------


async def oversize(port: int, links: dict[str, Any], treated: Treated) -> None:
    """Bodies, heads, messages and frames that are too large."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    kind = "Content-Type: application/json\r\n"
    large = b'{"game": "' + b"x" * 400_000
    plain = f"POST /api/matches HTTP/1.1\r\n{host}{kind}Content-Length: {1 << 40}\r\n\r\n".encode() + large[:4000]
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    chunked = f"POST /api/matches HTTP/1.1\r\n{host}{kind}Transfer-Encoding: chunked\r\n\r\n".encode() + chunk * 6
    head = f"GET /healthz HTTP/1.1\r\n{host}".encode() + b"X-Long: " + b"x" * 300_000

    async def frames() -> None:
        client = await _socket(port)
        with contextlib.suppress(ConnectionClosed):
            await client.send(_hello(links["watch"]))
            await client.send("x" * 20_000)
            while (heard := json.loads(await client.recv()))["type"] != "error":
                pass
            treated[heard["code"]] += 1
            await client.send("x" * 1_000_000)
        await _listen(client, treated)
        await client.close()

    for _ in range(0, LARGE, 10):
        found = await asyncio.gather(*(_status(port, data) for data in (plain, chunked, head) for _ in range(10)))
        treated.update(found)
        await asyncio.gather(*(frames() for _ in range(10)))


# -- slow ones ---------------------------------------------------------------------------------------------------------


async def never_read(
    port: int, links: dict[str, Any], treated: Treated, enough: Callable[[], Awaitable[bool]] | None = None
) -> None:
    """Watchers of the match that is played who never read a byte, for five seconds or until it is enough."""
    loop = asyncio.get_running_loop()
    held: list[socket.socket] = []
    head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    said = _hello(links["watch"], "full").encode()
    mask = os.urandom(4)
    frame = bytes(
        [0x81, 0x80 | 126, *len(said).to_bytes(2, "big"), *mask, *(byte ^ mask[at % 4] for at, byte in enumerate(said))]
    )
    try:
        for _ in range(SLOW):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.bind((ADDRESS, 0))
            one.setblocking(False)
            await loop.sock_connect(one, ("127.0.0.1", port))
            await loop.sock_sendall(one, head.encode())
            held.append(one)
        await asyncio.sleep(0.5)
        for one in held:
            await loop.sock_sendall(one, frame)
        treated["held"] += len(held)
        if enough is None:
            await asyncio.sleep(5.0)
        else:
            while not await enough():
                await asyncio.sleep(0.2)
    finally:
        for one in held:
            one.close()


async def never_speak(port: int, links: dict[str, Any], treated: Treated, seconds: float = 6.0) -> None:
    """A thousand sockets that are opened and say nothing."""
    clients: list[ClientConnection] = []
    listening: list[asyncio.Task[None]] = []

    async def one() -> None:
        client = await _socket(port)
        clients.append(client)
        listening.append(asyncio.create_task(_listen(client, treated, seconds)))

    for _ in range(0, SILENT, 100):
        await asyncio.gather(*(one() for _ in range(100)))
    treated["opened"] += len(clients)
    await asyncio.gather(*listening)
    await asyncio.gather(*(client.close() for client in clients))


async def slow_bodies(port: int, links: dict[str, Any], treated: Treated, seconds: float = 8.0) -> None:
    """Requests whose head or body comes a byte at a time, and never ends."""
    host = f"Host: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    starts = [
        f"POST /api/matches HTTP/1.1\r\n{host}Content-Length: 5000\r\n\r\n".encode(),
        b"POST /api/matches HTTP/1.1\r\nX-",
    ]

    async def one(start: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
        answer = asyncio.create_task(reader.read(100))
        try:
            async with asyncio.timeout(seconds):
                writer.write(start)
                while not answer.done():
                    writer.write(b"x")
                    await asyncio.wait({answer}, timeout=0.25)
            line = answer.result()
            treated[line.split()[1].decode() if line else "ended"] += 1
        except TimeoutError:
            treated["held"] += 1
            answer.cancel()
        except OSError:
            treated["ended"] += 1
        finally:
            await _hang_up(writer)

    await asyncio.gather(*(one(starts[number % 2]) for number in range(SLOW_BODIES)))


KINDS: dict[str, Abuser] = {
    "fuzzed frames": fuzz,
    "floods": flood,
    "wrong links": wrong_links,
    "oversized bodies and frames": oversize,
    "clients that never read": never_read,
    "1,000 sockets that never speak": never_speak,
    "slow bodies": slow_bodies,
}


def main(kind: str, port: int, links: dict[str, Any], seconds: float) -> None:
    """One kind of abuse, again and again, as a process of its own; says how it was treated."""
    treated = Treated()

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    # Whoever is turned away comes again.
                    with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed):
                        await KINDS[kind](port, links, treated)
                        treated["rounds"] += 1
                    await asyncio.sleep(0.01)

    if hasattr(os, "nice"):
        os.nice(10)  # on the core that it shares with the players, they come first
    asyncio.run(run())
    print(json.dumps(treated))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))

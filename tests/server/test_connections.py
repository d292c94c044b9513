"""Connections: pings have their pace, reads come in slices, nobody holds too many, and who never reads is cut."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fireteam.server.connections import LEAST_TAKEN, Trickle
from fireteam.server.protocols import SENDING, SLICE
from fireteam.server.settings import Pace
from tests.patience import PATIENCE, wait_until
from tests.server.edge import HOST, Edge, running, tell

HERE, THERE = "127.0.0.1", "127.0.0.9"


def frame(opcode: int, data: bytes, *, end: bool = True) -> bytes:
    """A frame as a client sends it."""
    assert len(data) < 65_536
    mask = os.urandom(4)
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126, *len(data).to_bytes(2, "big")])
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    return bytes([(0x80 if end else 0) | opcode]) + length + mask + masked


def dropped(edge: Edge, why: str) -> float:
    """How many the server has let go for such a reason, so far in this process."""
    name = f'fireteam_sockets_dropped_total{{reason="{why}"}}'
    lines = edge.http.get("/metrics").text.splitlines()
    return float(next((line.rpartition(" ")[2] for line in lines if line.startswith(name)), 0))


@contextlib.contextmanager
def raw(edge: Edge) -> Iterator[socket.socket]:
    """A socket that speaks WebSocket by hand, and has said hello."""
    with socket.create_connection((HERE, edge.port), timeout=PATIENCE) as found:
        head = f"GET /ws HTTP/1.1\r\nHost: {HERE}:{edge.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        found.sendall(head.encode())
        heard = b""
        while not heard.endswith(b"\r\n\r\n"):
            heard += found.recv(1)
        found.sendall(frame(1, json.dumps({"type": "hello", "id": "hello", "token": HOST}).encode()))
        assert found.recv(1)
        yield found


@pytest.mark.parametrize("opcode", [0x9, 0xA, 0x0], ids=["pings", "pongs", "parts"])
def test_pings_without_end_are_cut(opcode: int) -> None:
    with running(controls=Pace(50, 0)) as edge, edge.client() as other:
        before = dropped(edge, "pings")
        with raw(edge) as client:
            if opcode == 0:
                client.sendall(frame(1, b"", end=False))
            with contextlib.suppress(OSError):
                client.sendall(frame(opcode, b"", end=opcode != 0) * 20_000)
                while client.recv(65_536):
                    pass
        wait_until(lambda: dropped(edge, "pings") == before + 1)
        assert tell(other, type="ping")["type"] == "pong"


def test_a_ping_now_and_then_is_answered() -> None:
    with running(controls=Pace(50, 0)) as edge, edge.client() as client:
        for _ in range(40):
            assert client.ping().wait(PATIENCE)
        assert tell(client, type="ping")["type"] == "pong"


def test_what_comes_at_once_is_taken_apart_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    taken = WebSocketsSansIOProtocol.data_received

    def note(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        sizes.append(len(data))
        taken(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", note)
    with running(messages=Pace(10**6, 10**6), waiting=10_000) as edge, raw(edge) as client:
        said = [json.dumps({"type": "answer", "id": f"a{number}", "at": 0, "key": "go"}) for number in range(1000)]
        client.sendall(b"".join(frame(1, text.encode()) for text in said))
        heard = b""
        while b'"a999"' not in heard:
            heard += client.recv(65_536)
        assert [heard.index(f'"a{number}"'.encode()) for number in (0, 500, 999)] == sorted(
            heard.index(f'"a{number}"'.encode()) for number in (0, 500, 999)
        )
        assert heard.count(b'"ack"') == 1000
    assert max(sizes) <= SLICE
    assert len(sizes) > 50


def test_the_system_holds_little_of_what_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[asyncio.Transport] = []
    begun = WebSocketsSansIOProtocol.connection_made

    def noted(self: WebSocketsSansIOProtocol, transport: asyncio.Transport) -> None:
        made.append(transport)
        begun(self, transport)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "connection_made", noted)
    with running() as edge, raw(edge):
        held = made[0].get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
    assert held <= 2 * SENDING, "Linux counts twice what it was told"


def test_an_address_has_so_many_sockets() -> None:
    with running(sockets_of_address=3) as edge, contextlib.ExitStack() as stack:
        mine = [stack.enter_context(edge.client()) for _ in range(3)]
        with pytest.raises(InvalidStatus) as refused, edge.connect():
            pass
        assert refused.value.response.status_code == 503
        url = f"ws://{HERE}:{edge.port}/ws"
        with connect(url, source_address=(THERE, 0), proxy=None, open_timeout=PATIENCE) as other:
            assert tell(other, type="hello", token=HOST)["type"] == "welcome"
        mine[0].close()
        wait_until(lambda: edge.app.state.sockets.of_address[HERE] < 3)
        with edge.client() as again:
            assert tell(again, type="ping")["type"] == "pong"


def test_an_address_has_so_many_connections_its_sockets_among_them() -> None:
    with running(connections_of_address=3) as edge, contextlib.ExitStack() as stack:
        stack.enter_context(edge.client())
        held = [stack.enter_context(socket.create_connection((HERE, edge.port))) for _ in range(2)]

        def healthy(address: str) -> bool:
            transport = httpx.HTTPTransport(local_address=address)
            with httpx.Client(transport=transport, trust_env=False, timeout=PATIENCE) as http:
                try:
                    return http.get(f"http://{HERE}:{edge.port}/healthz").status_code == 200
                except httpx.TransportError:
                    return False

        wait_until(lambda: not healthy(HERE))
        assert healthy(THERE)
        held[0].close()
        wait_until(lambda: healthy(HERE))


def test_who_reads_no_answer_is_cut(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>")
    (tmp_path / "large.txt").write_bytes(os.urandom(1_000_000).hex().encode())
    with running(page=tmp_path, stalled=0.2) as edge:
        before = dropped(edge, "slow")
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect((HERE, edge.port))
            asked = f"GET /large.txt HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
            client.sendall(asked * 4)
            wait_until(lambda: dropped(edge, "slow") > before)
        assert edge.http.get("/large.txt").status_code == 200


class Buffer(asyncio.Transport):
    """A transport in which so much waits."""

    waiting = 0

    def get_write_buffer_size(self) -> int:
        return self.waiting


def test_a_trickle_is_not_enough() -> None:
    async def looked(sizes: list[int], flows: int = -1) -> int | None:
        cut: list[bool] = []
        buffer = Buffer()
        trickle = Trickle(buffer, PATIENCE, lambda: cut.append(True))
        try:
            for number, size in enumerate(sizes):
                buffer.waiting = size
                if number == flows:
                    trickle.flowed()
                trickle.look()
                if cut:
                    return number
            return None
        finally:
            trickle.end()

    def run(sizes: list[int], flows: int = -1) -> int | None:
        return asyncio.run(looked(sizes, flows))

    assert run([0, 0, 0]) is None
    assert run([50_000, 50_000]) == 1
    assert run([50_000, 49_999, 49_998]) == 1
    assert run([50_000, 50_000 - LEAST_TAKEN, 50_000 - 2 * LEAST_TAKEN]) is None
    assert run([50_000, 0, 50_000, 10]) is None
    assert run([60_000, 60_000, 60_000], flows=1) == 2

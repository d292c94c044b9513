"""The sockets: greeting, answers, limits, floods, garbage, slow clients, and the end."""

from __future__ import annotations

import contextlib
import json
import logging
import random
import socket
import time
from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from fireteam.server.settings import Pace
from tests.patience import PATIENCE, wait_until
from tests.server.edge import HOST, LINKS, WATCH, Edge, running, tell


@pytest.fixture(scope="module")
def edge() -> Iterator[Edge]:
    with running(messages=Pace(1000, 1000), guessing=Pace(1000, 1000)) as found:
        yield found


class Clock:
    """Tells the time that a test has set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def end_of(client: ClientConnection) -> tuple[int | None, list[str]]:
    """Read until the end: the code it ended with, and the codes of errors before it."""
    codes: list[str] = []
    while True:
        try:
            message = json.loads(client.recv(timeout=PATIENCE))
        except ConnectionClosed as closed:
            return (closed.rcvd.code if closed.rcvd is not None else None), codes
        codes.append(message.get("code", message["type"]))


def said(client: ClientConnection, texts: Iterable[str]) -> None:
    """Say one thing after another, until the socket is closed by the server."""
    with contextlib.suppress(ConnectionClosed):
        for text in texts:
            client.send(text)


def test_hello_and_answers(edge: Edge) -> None:
    with edge.connect() as client:
        welcome = tell(client, type="hello", token=WATCH, form="full")
        assert (welcome["type"], welcome["form"], welcome["role"]) == ("welcome", "full", "watch")
        assert tell(client, type="ping")["type"] == "pong"
        assert tell(client, type="answer", at=4, key="go")["version"] == 5


def test_faults_are_told_with_the_id_of_their_message(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    with edge.client() as client:
        assert tell(client, type="undo", at=0)["code"] == "nothing"
        assert tell(client, type="answer", at=0, key="mistake")["code"] == "illegal"
        with caplog.at_level(logging.ERROR):
            answer = tell(client, type="answer", at=0, key="crash")
        assert answer["code"] == "internal"
        assert "secret" not in answer["text"]
        assert len(caplog.records) == 1
        assert tell(client, type="ping")["type"] == "pong"


def test_first_comes_hello_and_only_once(edge: Edge) -> None:
    with edge.connect() as client:
        assert tell(client, type="ping")["code"] == "no_hello"
        assert tell(client, type="hello", token=HOST)["type"] == "welcome"
        assert tell(client, type="hello", token=HOST)["code"] == "garbage"


def test_links_that_are_not_valid(edge: Edge) -> None:
    for token in ("", "x", HOST[:-1], LINKS.token("m1", "host", None, 0), "é" * 100):
        with edge.connect() as client:
            assert tell(client, type="hello", token=token)["code"] == "bad_token"
            assert end_of(client) == (4403, [])


def test_odds_do_not_hold_up_an_answer(edge: Edge) -> None:
    def heard(client: ClientConnection, count: int) -> list[tuple[str, str | None]]:
        messages = [json.loads(client.recv(timeout=PATIENCE)) for _ in range(count)]
        return [(message["re"], message.get("code")) for message in messages]

    with edge.client() as client:
        edge.lobby.thought = False
        for number in range(6):
            client.send(json.dumps({"type": "odds", "id": f"o{number}", "at": 0, "key": "a"}))
        client.send(json.dumps({"type": "ping", "id": "p"}))
        # Four are thought about at once, more are refused, and whoever asked may go on.
        assert heard(client, 3) == [("o4", "too_fast"), ("o5", "too_fast"), ("p", None)]
        edge.lobby.thought = True
        assert sorted(heard(client, 4)) == [(f"o{number}", None) for number in range(4)]


def test_who_leaves_is_gone_and_an_answer_under_way_is_finished(edge: Edge) -> None:
    before = edge.lobby.left
    with edge.client() as client:
        client.send(json.dumps({"type": "answer", "id": "last words", "at": 0, "key": "slow"}))
        wait_until(lambda: "last words" in edge.lobby.begun)
    wait_until(lambda: edge.lobby.left == before + 1)
    assert "last words" in edge.lobby.finished
    assert edge.lobby.viewers == []
    wait_until(lambda: len(edge.app.state.sockets) == 0)


def test_a_client_that_vanishes(edge: Edge, caplog: pytest.LogCaptureFixture) -> None:
    before = edge.lobby.left
    with caplog.at_level(logging.WARNING):
        with edge.client() as client:
            client.send(json.dumps({"type": "answer", "id": "x", "at": 0, "key": "slow"}))
            client.socket.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: edge.lobby.left == before + 1)
    assert not caplog.records


def test_frames_of_every_wrong_kind(edge: Edge) -> None:
    deep = '{"type":"ping","id":' + "[" * 8000 + "]" * 8000 + "}"
    for frame in (
        b"\x00\x01",
        b'{"type":"ping","id":"1"}',
        deep,
        "x" * 30_000,
        "",
        "{}",
        "[]",
        "null",
        '{"type":"nothing","id":"1"}',
    ):
        with edge.client() as client:
            client.send(frame)
            code = json.loads(client.recv(timeout=PATIENCE))["code"]
            assert code == ("too_large" if len(frame) > 16_384 else "garbage")
            assert tell(client, type="ping")["type"] == "pong"


def test_a_frame_beyond_all_measure_ends_the_socket(edge: Edge) -> None:
    for frame in ("x" * 100_000, ["x" * 9000] * 20):
        with edge.client() as client:
            with contextlib.suppress(ConnectionClosed):
                client.send(frame)
            # The code is lost where the client was still sending.
            assert end_of(client) in [(1009, []), (None, [])]
    with edge.client() as client:
        assert tell(client, type="ping")["type"] == "pong"


def test_a_frame_that_is_not_text(edge: Edge) -> None:
    with edge.client() as client:
        client.send(b"\xff\xfe", text=True)
        assert end_of(client)[0] == 1007
    with edge.client() as client:
        assert tell(client, type="ping")["type"] == "pong"


def test_repeated_garbage_closes(edge: Edge) -> None:
    with edge.client() as client:
        said(client, ["garbage"] * 25)
        code, errors = end_of(client)
        assert code == 1008
        assert errors == ["garbage"] * 20


def _random_frame(rng: random.Random) -> str | bytes:
    kinds = [
        "hello",
        "answer",
        "rolled",
        "answers",
        "undo",
        "redo",
        "consent",
        "withdraw",
        "take",
        "odds",
        "why",
        "plan",
        "look",
        "passes",
    ]
    match rng.randrange(5):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return "".join(chr(rng.choice([*range(32, 127), 0x1F600, 0xE9, 0])) for _ in range(rng.randrange(200)))
        case _:
            message: dict[str, Any] = {"type": rng.choice(kinds), "id": rng.choice(["a", "", 5, "x" * 70, None])}
            for _ in range(rng.randrange(4)):
                value: Any = rng.choice(
                    [0, -1, 10**30, 1.5, "go", "x" * 300, [], ["go"], [1, "a"], {}, None, True, "mistake"]
                )
                message[
                    rng.choice(["at", "key", "keys", "faces", "seat", "token", "form", "windows", "spot", "more"])
                ] = value
            text = json.dumps(message)
            return text if rng.random() < 0.8 else text[: rng.randrange(len(text))]


def test_two_thousand_random_frames(edge: Edge) -> None:
    rng = random.Random(3)
    sent = 0
    with edge.client() as bystander:
        while sent < 2000:
            with contextlib.ExitStack() as stack:
                for client in [stack.enter_context(edge.connect()) for _ in range(20)]:
                    with contextlib.suppress(ConnectionClosed):
                        if rng.random() < 0.7:
                            tell(client, type="hello", token=HOST)
                        for _ in range(15):
                            sent += 1
                            client.send(_random_frame(rng))
        assert tell(bystander, type="ping")["type"] == "pong"
    wait_until(lambda: len(edge.app.state.sockets) == 0)
    assert edge.lobby.viewers == []


def test_who_asks_and_waits_is_only_slowed_down() -> None:
    with running(messages=Pace(10, 50)) as edge, edge.client() as client:
        began = time.monotonic()
        assert all(tell(client, type="ping")["type"] == "pong" for _ in range(35))
        # Ten at once and fifty a second after that: a slow machine takes longer, none takes less.
        assert time.monotonic() - began >= 0.3


def test_a_flood_is_refused_and_nobody_else_notices() -> None:
    with running(messages=Pace(20, 1), waiting=10, refused=40) as edge, edge.client() as other, edge.client() as flood:
        text = json.dumps({"type": "answer", "id": "same", "at": 0, "key": "go"})
        assert [tell(flood, type="answer", at=0, key="go")["type"] for _ in range(19)] == ["ack"] * 19
        said(flood, [text] * 10)
        # Now they wait, one second each, and they keep nobody waiting.
        assert [tell(other, type="ping")["type"] for _ in range(15)] == ["pong"] * 15
        said(flood, [text] * 500)
        code, codes = end_of(flood)
        assert code == 1008
        assert codes.count("too_fast") == 40
        assert tell(other, type="ping")["type"] == "pong"


def test_a_client_that_does_not_read_is_let_go() -> None:
    with running(unread=50) as edge, edge.client() as other:
        slow = _client_that_does_not_read(edge, pages=400)
        wait_until(lambda: edge.lobby.left == 1)
        assert tell(other, type="ping")["type"] == "pong"
        slow.close()


def test_a_client_that_stalls_is_let_go() -> None:
    # The messages are few enough to wait, but none of them is read for too long.
    with running(unread=10_000, unread_bytes=10**9, stalled=0.4) as edge, edge.client() as other:
        slow = _client_that_does_not_read(edge, pages=1000)
        wait_until(lambda: edge.lobby.left == 1)
        assert tell(other, type="ping")["type"] == "pong"
        assert 'fireteam_sockets_dropped_total{reason="slow"}' in edge.http.get("/metrics").text
        slow.close()


def _client_that_does_not_read(edge: Edge, pages: int) -> socket.socket:
    """A client of plain bytes: a library would read ahead by itself."""
    raw = socket.create_connection(("127.0.0.1", edge.port))
    key = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
        "13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    )
    raw.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{edge.port}\r\n{key}\r\n\r\n".encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += raw.recv(1)
    for message in (
        {"type": "hello", "id": "h", "token": HOST},
        {"type": "answer", "id": "a", "at": 0, "key": f"lots {pages}"},
    ):
        data = json.dumps(message).encode()
        # A mask of zeros leaves the text as it is.
        raw.sendall(bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big") + bytes(4) + data)
    return raw


def test_three_hundred_silent_sockets_go_after_a_while() -> None:
    clock = Clock()
    with running(hello=PATIENCE, clock=clock) as edge, edge.client() as speaking, contextlib.ExitStack() as stack:
        sockets = edge.app.state.sockets
        early = [stack.enter_context(edge.connect()) for _ in range(150)]
        wait_until(lambda: sockets.silent == 150)
        clock.now += PATIENCE / 2
        late = [stack.enter_context(edge.connect()) for _ in range(150)]
        wait_until(lambda: sockets.silent == 300)
        assert tell(speaking, type="ping")["type"] == "pong"
        clock.now += PATIENCE / 2
        assert {end_of(client)[0] for client in early} == {1008}
        assert sockets.silent == 150, "nobody goes before the time is over"
        clock.now += PATIENCE / 2
        assert {end_of(client)[0] for client in late} == {1008}
        wait_until(lambda: len(sockets) == 1)
        assert sockets.silent == 0
        assert tell(speaking, type="ping")["type"] == "pong"


def test_connections_that_say_nothing_at_all() -> None:
    # On a busy machine this cuts whoever is slow, ourselves too: what is promised is that nobody silent stays, and
    # others can come.
    with running(hello=0.4) as edge:
        raw = [socket.create_connection(("127.0.0.1", edge.port), PATIENCE) for _ in range(50)]
        for number, one in enumerate(raw):
            with contextlib.suppress(ConnectionError):
                if number % 2:
                    one.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        for one in raw:
            with contextlib.suppress(ConnectionError):
                assert one.recv(10) == b""
            one.close()
        wait_until(lambda: is_healthy(edge))


def is_healthy(edge: Edge) -> bool:
    """Whether a server answers; one that was too slow to ask in time asks again."""
    try:
        return edge.http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_a_head_without_end_is_cut() -> None:
    with running() as edge, socket.create_connection(("127.0.0.1", edge.port), PATIENCE) as endless:
        with pytest.raises(ConnectionError):
            endless.sendall(b"GET / HTTP/1.1\r\n")
            while True:
                endless.sendall(b"X-More: " + b"x" * 8000 + b"\r\n")
        assert edge.http.get("/healthz").status_code == 200


def test_the_oldest_silent_socket_makes_room() -> None:
    with running(silent=3) as edge, contextlib.ExitStack() as stack:
        first, *others = [stack.enter_context(edge.connect()) for _ in range(4)]
        assert end_of(first)[0] == 1008
        assert tell(others[0], type="hello", token=HOST)["type"] == "welcome"


def test_there_is_an_end_to_sockets() -> None:
    with running(sockets=2) as edge, edge.client(), edge.client():
        with pytest.raises(InvalidStatus) as refused, edge.connect():
            pass
        assert refused.value.response.status_code == 503
        assert json.loads(refused.value.response.body)["error"]["code"] == "full"
        assert edge.http.get("/healthz").status_code == 200


def test_guessing_links_is_slowed_down() -> None:
    with running(guessing=Pace(3, 0.001)) as edge:
        found = []
        for _ in range(5):
            with edge.connect() as client:
                found.append(tell(client, type="hello", token="x.host.1.y")["code"])
        assert found == ["bad_token"] * 3 + ["too_fast"] * 2
        answer = edge.http.get("/api/match", headers={"authorization": f"Bearer {HOST}"})
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 10


def test_the_end_is_announced_and_answers_are_finished() -> None:
    with running() as edge:
        with edge.client() as client, edge.connect() as silent:
            client.send(json.dumps({"type": "answer", "id": "x", "at": 0, "key": "slow"}))
            wait_until(lambda: edge.lobby.begun == ["x"])
            edge.server.should_exit = True
            assert json.loads(client.recv(timeout=PATIENCE))["type"] == "ack"
            assert json.loads(client.recv(timeout=PATIENCE)) == {"type": "bye", "code": "closing"}
            assert end_of(client) == (1012, [])
            assert end_of(silent) == (1012, ["closing"])
        edge.thread.join(PATIENCE)
        assert not edge.thread.is_alive()
        assert edge.lobby.finished == ["x"]
        assert edge.lobby.viewers == []
        with pytest.raises(OSError), edge.connect():
            pass

"""The guard: names, origins, sizes, paces, headers; and logs that hold no link."""

from __future__ import annotations

import io
import json
import logging
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from fireteam.server import logs
from fireteam.server.buckets import Bucket
from fireteam.server.edge import STATUS, Addresses, address_of, content_policy, host_allowed, origin_allowed
from fireteam.server.messages import CODES, Fault
from fireteam.server.settings import Pace
from tests.patience import PATIENCE
from tests.server.edge import HOST, Edge, running, tell

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@pytest.fixture(scope="module")
def edge() -> Iterator[Edge]:
    with running(origins=("https://friend.example",)) as found:
        yield found


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        *((name, True) for name in ("localhost", "LOCALHOST:8712", "127.0.0.1:1", "[::1]:8712", "[::1]", "localhost.")),
        *(
            (name, False)
            for name in (
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.evil.example:8712",
                "",
                "a b",
                "[::1",
                "x\r\ny",
            )
        ),
        *((name, False) for name in (None, "localhost:", "localhost:99999999", "user@localhost", "localhost/x")),
    ],
)
def test_names_of_this_machine(host: str | None, fine: bool) -> None:
    assert host_allowed(host, LOOPBACK) is fine


def test_any_name_where_none_is_set() -> None:
    assert host_allowed("table.example:80", ())
    assert not host_allowed("bad name", ())


@pytest.mark.parametrize(
    ("origin", "fine"),
    [
        (None, True),
        *(
            (text, True)
            for text in (
                "http://localhost:8712",
                "https://localhost:8712",
                "HTTP://LOCALHOST:8712",
                "https://friend.example/",
            )
        ),
        *(
            (text, False)
            for text in (
                "http://localhost:8713",
                "http://localhost",
                "null",
                "",
                "https://evil.example",
                "file://localhost:8712",
            )
        ),
        *((text, False) for text in ("http://localhost:8712.evil.example", "http://[", "http://user@localhost:8712")),
    ],
)
def test_origins(origin: str | None, fine: bool) -> None:
    assert origin_allowed(origin, "localhost:8712", ["https://friend.example"]) is fine


def test_every_reply_has_the_headers(edge: Edge) -> None:
    for answer in (
        *(edge.http.get(path) for path in ("/", "/healthz", "/metrics", "/nothing", "/api/match", "/api/games")),
        edge.http.post("/api/matches", json={}),
        edge.http.get("/", headers={"host": "evil.example"}),
        edge.http.request("TRACE", "/"),
    ):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; ")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "permissions-policy" in answer.headers
        assert "server" not in answer.headers


def test_the_policy_names_our_own_socket_only() -> None:
    assert b"connect-src 'self' ws://localhost:8712 wss://localhost:8712;" in content_policy("localhost:8712")
    assert b"connect-src 'self';" in content_policy("x; script-src *")


def test_another_name_is_refused(edge: Edge) -> None:
    answer = edge.http.get("/healthz", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    with pytest.raises(InvalidStatus) as refused, edge.connect(additional_headers={"Host": "evil.example"}):
        pass
    assert refused.value.response.status_code == 403


def test_pages_of_others_are_refused(edge: Edge) -> None:
    wish = {"game": "escape", "seats": [{"kind": "here"}]}
    assert edge.http.post("/api/matches", json=wish, headers={"origin": "https://evil.example"}).status_code == 403
    assert edge.http.post("/api/matches", json=wish, headers={"origin": edge.url}).status_code == 201
    for origin in ("https://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused, edge.connect(origin=origin):
            pass
        assert refused.value.response.status_code == 403
    for origin in (edge.url, "https://friend.example"):
        with edge.connect(origin=origin) as client:
            assert tell(client, type="hello", token=HOST)["type"] == "welcome"


def test_bodies_that_are_too_large(edge: Edge) -> None:
    answer = edge.http.post("/api/matches", content=b"x" * 70_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert answer.json()["error"]["params"] == {"limit": 65_536}


def test_a_body_that_says_nothing_of_its_length_is_not_read_to_its_end(edge: Edge) -> None:
    with socket.create_connection(("127.0.0.1", edge.port), timeout=PATIENCE) as raw:
        raw.sendall(
            b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            b"application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        # Some megabytes may lie in the buffers between two processes before either is stopped; no more than that is
        # taken.
        with pytest.raises(OSError):
            for _ in range(50_000_000 // 0x2000):
                raw.sendall(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")


@pytest.mark.parametrize("length", ["-1", "1e9", "9" * 40, "abc"])
def test_a_length_that_is_none(edge: Edge, length: str) -> None:
    with socket.create_connection(("127.0.0.1", edge.port), timeout=PATIENCE) as raw:
        raw.sendall(f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n".encode())
        assert raw.recv(100).split(b" ")[1] in (b"400", b"413")


def test_a_body_that_does_not_come() -> None:
    with running(body_seconds=0.5) as edge, socket.create_connection(("127.0.0.1", edge.port), timeout=PATIENCE) as raw:
        raw.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        assert raw.recv(100).startswith(b"HTTP/1.1 422")
        assert edge.http.get("/healthz").status_code == 200


def test_an_import_beyond_its_limit() -> None:
    with running(import_body=100_000) as edge:
        assert edge.http.post("/api/import", json={"text": "x" * 90_000}).status_code == 201
        assert edge.http.post("/api/import", json={"text": "x" * 100_000}).status_code == 413


def test_making_matches_has_its_pace() -> None:
    seldom = 1 / (10 * PATIENCE)  # none is added while the test runs, however long that takes
    with running(creating=Pace(3, seldom), importing=Pace(1, seldom), building=Pace(2, seldom)) as edge:
        wish = {"game": "escape", "seats": [{"kind": "here"}]}
        assert [edge.http.post("/api/matches", json=wish).status_code for _ in range(4)] == [201, 201, 201, 429]
        answer = edge.http.post("/api/matches", json=wish)
        assert answer.json()["error"]["code"] == "too_fast"
        assert 0 < int(answer.headers["retry-after"]) <= 1 / seldom + 1
        assert [edge.http.post("/api/import", json={"text": "x"}).status_code for _ in range(2)] == [201, 429]
        team = {"side": "x"}
        assert [edge.http.post("/api/teams/a", json=team).status_code for _ in range(3)] == [200, 200, 429]
        assert edge.http.get("/api/games").status_code == 200


def test_a_bucket_fills_again() -> None:
    pace = Pace(2, 10)
    bucket = Bucket(pace.burst, 100.0)
    assert [bucket.wait(pace, 100.0) for _ in range(2)] == [0.0, 0.0]
    assert bucket.wait(pace, 100.0) == pytest.approx(0.1)
    assert bucket.wait(pace, 100.05) == pytest.approx(0.05)
    assert bucket.wait(pace, 100.1001) == 0.0
    assert [bucket.wait(pace, 200.0) for _ in range(3)][:2] == [0.0, 0.0]


def test_addresses_are_forgotten_when_there_are_too_many() -> None:
    addresses = Addresses(Pace(1, 0.001), 100)
    addresses.check("first")
    with pytest.raises(Fault, match="too often"):
        addresses.check("first")
    for number in range(1000):
        addresses.check(f"address {number}")
    assert len(addresses.buckets) == 100


def test_an_address_of_ipv6_counts_with_its_network() -> None:
    assert (
        address_of({"client": ("2001:db8:1:2:aaaa::1", 5)})
        == address_of({"client": ("2001:db8:1:2:bbbb::2", 6)})
        == "2001:db8:1:2::/64"
    )
    assert address_of({"client": ("::ffff:192.0.2.1", 5)}) == address_of({"client": ("192.0.2.1", 5)}) == "192.0.2.1"
    assert address_of({"client": ("somewhere", 5)}) == "somewhere"
    assert address_of({}) == ""


def test_every_code_has_its_status() -> None:
    assert set(CODES) <= set(STATUS)


@pytest.mark.parametrize("kind", logs.KINDS)
def test_logs_hold_no_link(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    names = ("fireteam", "uvicorn", "uvicorn.error", "uvicorn.access")
    before = [
        (logger, list(logger.handlers), logger.level, logger.propagate)
        for logger in (root, *map(logging.getLogger, names))
    ]
    stream = io.StringIO()
    try:
        logs.set_up(kind, stream)
        logs.LOGGER.info("came by %s", HOST, extra={"link": HOST, "match": "m1", "number": 3})
        logs.LOGGER.warning("Authorization: Bearer something-else\nx\x1b[31m")
        try:
            raise ValueError(f"token {HOST}")
        except ValueError:
            logs.LOGGER.exception("failed")
        logging.getLogger("uvicorn.error").error("Invalid UTF-8 sequence received from client.")
        logging.getLogger("uvicorn.access").info("GET /")
    finally:
        for logger, handlers, level, propagate in before:
            logger.handlers[:] = handlers
            logger.setLevel(level)
            logger.propagate = propagate
    text = stream.getvalue()
    assert HOST not in text
    assert "something-else" not in text
    assert "\x1b" not in text
    assert "UTF-8" not in text
    if kind == "json":
        first, second, third = [json.loads(line) for line in text.splitlines()]
        assert (first["level"], first["message"], first["match"], first["number"]) == (
            "info",
            "came by (link)",
            "m1",
            3,
        )
        assert "ValueError: token (link)" in third["traceback"]
        assert second["message"].count("\n") == 1
    else:
        lines = text.splitlines()
        assert lines[0].endswith("info    came by (link) link='(link)' match='m1' number=3")
        assert "\\nx" in lines[1]


def test_who_asks_faster_than_its_answers_leave_is_made_to_wait_and_not_cut() -> None:
    with running(messages=Pace(10**6, 10**6), waiting=10_000, unread=4) as edge, edge.client() as client:
        names = [f"a{number}" for number in range(300)]
        for name in names:
            client.send(json.dumps({"type": "answer", "id": name, "at": 0, "key": "go"}))
        assert [json.loads(client.recv(timeout=PATIENCE))["re"] for _ in names] == names


def test_many_messages_at_once_are_all_answered_in_their_order() -> None:
    with running(messages=Pace(10**6, 10**6), waiting=10_000) as edge, edge.client() as client:
        names = [f"a{number}" for number in range(1000)]
        for name in names:
            client.send(json.dumps({"type": "answer", "id": name, "at": 0, "key": "go"}))
        heard = [json.loads(client.recv(timeout=PATIENCE)) for _ in names]
        assert [(entry["type"], entry["re"]) for entry in heard] == [("ack", name) for name in names]


def test_who_connects_too_often_is_cut_and_others_are_not() -> None:
    with running(connecting=Pace(5, 0)) as edge:
        statuses = []
        for _ in range(9):
            try:
                with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
                    statuses.append(client.get(f"http://127.0.0.1:{edge.port}/healthz").status_code)
            except httpx.TransportError:
                statuses.append(0)
        assert statuses == [200] * 5 + [0] * 4
        with httpx.Client(
            transport=httpx.HTTPTransport(local_address="127.0.0.9"), trust_env=False, timeout=PATIENCE
        ) as other:
            assert other.get(f"http://127.0.0.1:{edge.port}/healthz").status_code == 200

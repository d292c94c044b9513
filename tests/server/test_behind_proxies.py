"""Behind a real nginx and a real Caddy, set up by the examples in deploy/: TLS, page, socket, addresses, restarts."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from fireteam.server.settings import PAGE, Limits
from tests.patience import PATIENCE
from tests.server.players import WISH
from tests.server.proxykit import KINDS, NAME, Proxy, program
from tests.server.realserver import Served, real_server

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="clients come from 127.0.0.2 and others: Linux alone"
)
FEW = 3
"""Matches that one address may make."""
NEVER = 1 / (10 * PATIENCE)
HANDSHAKE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""What opens a socket, written by hand: the threads of a client that is refused over TLS may wait for each other."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that believes the proxies of this machine's first address."""
    serving = {"hosts": [NAME], "behind_proxy": ["127.0.0.1"]}
    with real_server(
        tmp_path_factory.mktemp("server"), serving=serving, creating=[FEW, NEVER], body_seconds=PATIENCE, hello=PATIENCE
    ) as found:
        yield found


@pytest.fixture(scope="module", params=sorted(KINDS))
def proxy(request: pytest.FixtureRequest, served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """One of the proxies, before the server."""
    program(request.param)
    found = KINDS[request.param](tmp_path_factory.mktemp(request.param), served.port)
    found.start()
    try:
        yield found
    finally:
        found.stop()


def address(proxy: Proxy, number: int) -> str:
    """An address of this machine that no other test and no other proxy's test uses."""
    return f"127.0.{1 + sorted(KINDS).index(proxy.program)}.{number}"


@contextlib.contextmanager
def entered(proxy: Proxy, token: str) -> Iterator[tuple[ClientConnection, Any]]:
    """A socket that has said hello, and its welcome."""
    with proxy.socket() as client:
        client.send(json.dumps({"type": "hello", "id": "hello", "token": token, "form": "full"}))
        yield client, heard(client, "welcome")


def heard(client: ClientConnection, kind: str) -> Any:
    """The next message of a kind; an error is none that was expected."""
    while True:
        message = json.loads(client.recv(timeout=PATIENCE))
        assert message["type"] in (kind, "update", "presence", "ack"), message
        if message["type"] == kind:
            return message


def say(client: ClientConnection, state: Any, name: str) -> None:
    """The first answer of those that are offered."""
    key = state["question"]["options"][0]["key"]
    client.send(json.dumps({"type": "answer", "id": name, "at": state["version"], "key": key}))


def test_the_example_is_valid(proxy: Proxy) -> None:
    done = subprocess.run(
        proxy.check(), cwd=proxy.folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr, done.stderr  # nginx; Caddy warns of what makes it quiet here


@pytest.mark.skipif(not (PAGE / "index.html").is_file(), reason="the page is not built: make page")
def test_the_page_comes_by_tls(proxy: Proxy) -> None:
    page = proxy.ask("GET", "/")
    assert page.status_code == 200
    assert page.headers["strict-transport-security"].startswith("max-age=")
    assert f"wss://{NAME}:{proxy.port}" in page.headers["content-security-policy"]
    scripts = re.findall(r'src="([^"]+\.js)"', page.text)
    assert scripts
    for script in scripts:
        found = proxy.ask("GET", "/" + script.lstrip("./"))
        assert (found.status_code, found.headers["content-type"].partition(";")[0]) == (200, "text/javascript")


def test_what_is_for_the_operator_alone_is_not_passed_on(proxy: Proxy) -> None:
    assert proxy.ask("GET", "/healthz").json()["status"] == "ok"
    assert proxy.ask("GET", "/metrics").status_code == 404


def test_plain_http_is_sent_to_https(proxy: Proxy) -> None:
    if proxy.program == "caddy":
        pytest.skip("Caddy does it by itself where it has a certificate by itself, which needs the network")
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        answer = client.get(f"http://127.0.0.1:{proxy.plain}/x?y=1", headers={"host": NAME})
    assert (answer.status_code, answer.headers["location"]) == (301, f"https://{NAME}/x?y=1")


def test_a_match_is_played_by_both_seats(proxy: Proxy) -> None:
    asked = proxy.ask("POST", "/api/matches", address=address(proxy, 21), json=WISH, headers={"origin": proxy.origin})
    links = asked.json()["links"]["seats"]
    with entered(proxy, links["0"]), entered(proxy, links["1"]):
        pass  # nothing is asked before both have come
    with entered(proxy, links["0"]) as (first, one), entered(proxy, links["1"]) as (second, two):
        answered = {0: 0, 1: 0}
        for number in range(60):
            seat, client, state = (0, first, one) if one["question"].get("options") else (1, second, two)
            say(client, state, f"a{number}")
            answered[seat] += 1
            one, two = later(first, one), later(second, two)
            assert one["version"] == two["version"] > state["version"]
            if min(answered.values()) >= 3:
                break
        assert min(answered.values()) >= 3, "both have answered, and each has seen the other's answers"


def later(client: ClientConnection, state: Any) -> Any:
    """What the position is after the next update."""
    return state | heard(client, "update")


def test_pages_of_others_are_refused_behind_a_proxy_too(proxy: Proxy) -> None:
    evil = {"origin": "https://evil.example"}
    assert proxy.ask("GET", "/ws", headers={**HANDSHAKE, **evil}).status_code == 403
    assert proxy.status("GET", "/ws", headers={**HANDSHAKE, "origin": proxy.origin}) == 101
    assert proxy.ask("POST", "/api/matches", json=WISH, headers=evil).status_code == 403


def test_clients_are_told_apart_and_what_they_write_of_themselves_is_not_believed(proxy: Proxy) -> None:
    """Each may make so many matches, whoever it says that it is."""

    def makes(number: int, forged: str) -> int:
        names = {"x-forwarded-for": forged, "x-real-ip": forged, "forwarded": f"for={forged}"}
        return proxy.ask("POST", "/api/matches", address=address(proxy, number), json=WISH, headers=names).status_code

    assert [makes(31, f"198.51.100.{turn}") for turn in range(FEW + 1)] == [201] * FEW + [429]
    assert makes(31, "127.0.0.1") == 429
    assert makes(32, "198.51.100.1") == 201, "another client is another"
    assert makes(33, address(proxy, 31)) == 201, "nobody is shut out by what somebody else writes"


def test_bodies_that_are_too_large(proxy: Proxy, served: Served) -> None:
    def told() -> float:
        return served.metrics()['fireteam_errors_total{code="too_large"}']

    own, before = address(proxy, 41), told()
    # The server reads no further than its limit; a proxy that is still sending then may find nothing but a closed line.
    assert proxy.status("POST", "/api/matches", address=own, content=b"x" * 70_000) in (413, 502)
    assert told() == before + 1
    fits = proxy.ask("POST", "/api/import", address=own, json={"text": "x" * 2_000_000})
    assert fits.json()["error"]["code"] == "setup", "it has been read"
    # More than the largest import is stopped, whether its length is said or not.
    most = Limits().import_body

    def endless() -> Iterator[bytes]:
        for _ in range(2 * most // 65_536):
            yield b"x" * 65_536

    for content in (b"x" * (most + 1), endless()):
        with contextlib.suppress(httpx.TransportError):  # or it is hung up on while it speaks
            assert proxy.status("POST", "/api/import", address=own, content=content) in (413, 502)
    assert proxy.ask("GET", "/healthz", address=own).status_code == 200


def test_a_proxy_that_was_restarted_loses_nothing(proxy: Proxy) -> None:
    own = address(proxy, 51)
    alone = {**WISH, "seats": [{"kind": "here"}, {"kind": "here"}]}
    token = proxy.ask("POST", "/api/matches", address=own, json=alone).json()["links"]["host"]
    with entered(proxy, token) as (client, state):
        say(client, state, "the answer")
        update = heard(client, "update")
        proxy.stop()
        with pytest.raises(ConnectionClosed):
            while True:
                client.recv(timeout=PATIENCE)
    with socket.socket() as nobody:
        assert nobody.connect_ex(("127.0.0.1", proxy.port)) != 0
    proxy.start()
    with entered(proxy, token) as (client, welcome):
        assert welcome["version"] == update["version"]
        # Not knowing whether it was acknowledged, it says it again: that counts once.
        say(client, state, "the answer")
        assert heard(client, "ack")["re"] == "the answer"
    with entered(proxy, token) as (_, later_still):
        assert later_still["version"] == update["version"]

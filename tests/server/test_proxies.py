"""Who a client is when proxies pass it on: those that were named are believed, from the right, and nobody else."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.sync.client import connect

from fireteam.core.errors import SetupError
from fireteam.server.proxies import Proxies
from fireteam.server.settings import Pace
from tests.patience import PATIENCE
from tests.server.edge import HOST, Edge, running

PROXY, OTHER = "127.0.0.21", "127.0.0.22"
WISH = {"game": "escape", "seats": [{"kind": "here"}]}
NEVER = 1 / (10 * PATIENCE)
"""A pace at which none is added while a test runs."""


def made(edge: Edge, forwarded: str | list[str] | None, peer: str = PROXY) -> int:
    """The status of a new match that a peer asks for in somebody's name."""
    lines = [forwarded] if isinstance(forwarded, str) else forwarded or []
    with httpx.Client(transport=httpx.HTTPTransport(local_address=peer), trust_env=False, timeout=PATIENCE) as client:
        headers = [("x-forwarded-for", line) for line in lines]
        return client.post(f"{edge.url}/api/matches", json=WISH, headers=headers).status_code


def test_a_proxy_says_who_the_client_is() -> None:
    with running(proxies=(PROXY,), creating=Pace(2, NEVER)) as edge:
        assert [made(edge, "198.51.100.1") for _ in range(3)] == [201, 201, 429]
        assert [made(edge, "198.51.100.2") for _ in range(3)] == [201, 201, 429]
        # Without a word of who it is, it is the proxy itself.
        assert [made(edge, None) for _ in range(3)] == [201, 201, 429]


def test_what_a_client_wrote_itself_stands_further_left_and_is_not_read() -> None:
    with running(proxies=(PROXY, "10.9.0.0/16"), creating=Pace(4, NEVER)) as edge:
        assert made(edge, "192.0.2.1, 198.51.100.1") == 201
        assert made(edge, ["192.0.2.2", "198.51.100.1"]) == 201
        assert made(edge, "192.0.2.3, 198.51.100.1, 10.9.3.4") == 201, "a second proxy before the first"
        assert made(edge, "127.0.0.1, 198.51.100.1:4711") == 201
        assert made(edge, "192.0.2.5, 198.51.100.1") == 429


def test_nobody_else_is_believed() -> None:
    with running(proxies=(PROXY,), creating=Pace(2, NEVER)) as edge:
        assert [made(edge, f"198.51.100.{number}", OTHER) for number in range(3)] == [201, 201, 429]
    with running(creating=Pace(2, NEVER)) as edge:
        assert [made(edge, f"198.51.100.{number}", "127.0.0.1") for number in range(3)] == [201, 201, 429]


def test_a_socket_counts_for_the_client_as_well() -> None:
    with running(proxies=(PROXY,), guessing=Pace(1, NEVER)) as edge:
        heard = []
        for client in ("198.51.100.1", "198.51.100.1", "198.51.100.2"):
            with connect(
                f"ws://127.0.0.1:{edge.port}/ws",
                proxy=None,
                compression=None,
                open_timeout=PATIENCE,
                source_address=(PROXY, 0),
                additional_headers={"X-Forwarded-For": f"203.0.113.9, {client}"},
            ) as socket:
                socket.send(json.dumps({"type": "hello", "id": "h", "token": f"{HOST}x"}))
                heard.append(json.loads(socket.recv(timeout=PATIENCE))["code"])
        assert heard == ["bad_token", "too_fast", "bad_token"]


def test_a_proxy_may_connect_as_often_as_its_clients_do_and_others_may_not() -> None:
    with running(proxies=(PROXY,), connecting=Pace(3, 0)) as edge:
        assert [made(edge, f"198.51.100.{number}") for number in range(8)] == [201] * 8
        assert [made(edge, None, OTHER) for _ in range(3)] == [201] * 3
        with pytest.raises(httpx.TransportError):
            made(edge, f"{PROXY}, 198.51.100.9", OTHER)


def test_addresses_are_known_however_they_are_written() -> None:
    proxies = Proxies(["127.0.0.1", "10.88.0.0/16", "[fd00::1]", "2001:db8::/32"])
    for host in (
        "127.0.0.1",
        "::ffff:127.0.0.1",
        "10.88.3.4",
        "::ffff:10.88.3.4",
        "fd00::1",
        "fd00:0::1",
        "2001:db8::9",
    ):
        assert host in proxies, host
    for host in ("127.0.0.2", "10.89.0.1", "fd00::2", "::ffff:10.89.0.1", "localhost", "", "x" * 300):
        assert host not in proxies, host
    assert "::ffff:127.0.0.1/128" in proxies.names()
    assert "::ffff:10.88.0.0/112" in proxies.names()
    assert not Proxies()
    assert proxies


@pytest.mark.parametrize("wish", ["", "nginx", "127.0.0.1:80", "10.0.0.1/8", "*", "0.0.0.0/0", "::/0"])
def test_what_is_no_proxy(wish: str) -> None:
    with pytest.raises(SetupError, match="--behind-proxy"):
        Proxies([wish])

"""Running the server: its directory, its port, its settings, signals, and a whole game through it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import fireteam
from fireteam.core.errors import SetupError
from fireteam.server.serve import Serving, is_loopback, is_ours, open_browser, serve, settings_of, url_of
from tests.patience import PATIENCE
from tests.server.edge import running


class Process:
    """A server in a process of its own."""

    def __init__(
        self, data: Path, *arguments: str, command: tuple[str, ...] = ("serve", "--no-browser", "--port", "0")
    ) -> None:
        variables = {**os.environ, "FIRETEAM_HOME": str(data), "PYTHONIOENCODING": "utf-8", "BROWSER": "true"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fireteam", *command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=variables,
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        while True:
            line = self.process.stdout.readline()
            assert line, self.process.communicate()
            self.lines.append(line)
            if line.startswith("The table is open: "):
                break
        self.url = line.split()[4]
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False)

    def connect(self) -> contextlib.AbstractContextManager[ClientConnection]:
        """A socket."""
        found: ClientConnection = connect(
            f"ws{self.url[4:]}ws", proxy=None, compression=None, open_timeout=PATIENCE, ping_interval=None
        )
        return found

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; the exit code and the log."""
        self.http.close()
        self.process.send_signal(number)
        try:
            _, errors = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        return self.process.returncode, errors


@contextlib.contextmanager
def started(data: Path, *arguments: str) -> Iterator[Process]:
    found = Process(data, *arguments)
    try:
        yield found
    finally:
        found.http.close()
        if found.process.poll() is None:
            found.process.kill()
            found.process.communicate()


def heard(client: ClientConnection, kind: str) -> Any:
    while True:
        message = json.loads(client.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


def test_loopback() -> None:
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "192.168.1.5", "example.org"))


def test_urls() -> None:
    assert url_of("127.0.0.1", 8712) == "http://127.0.0.1:8712/"
    assert url_of("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert url_of("::", 80) == url_of("::1", 80) == "http://[::1]:80/"


def test_which_names_may_be_used() -> None:
    assert settings_of(Serving()).hosts == ("localhost", "127.0.0.1", "::1", "127.0.0.1")
    assert "table.example" in settings_of(Serving(hosts=("table.example",))).hosts
    assert settings_of(Serving(host="0.0.0.0")).hosts == ()
    assert "table.example" in settings_of(Serving(host="0.0.0.0", hosts=("table.example",))).hosts


@pytest.mark.parametrize(
    "wrong",
    [
        {"log": "xml"},
        {"bot_seconds": 0.0},
        {"odds_seconds": -1.0},
        {"origins": ("example.org",)},
        {"origins": ("http://a/b",)},
        {"behind_proxy": ("nginx",)},
        {"behind_proxy": ("127.0.0.1", "0.0.0.0/0")},
    ],
)
def test_wishes_that_are_not_possible(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        serve(Serving(data=tmp_path, browser=False, **wrong), print)


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SetupError, match=f"port {port} is in use already; choose another with --port"):
            serve(Serving(port=port, data=tmp_path, browser=False), print)


def test_an_address_of_somebody_else(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"192\.0\.2\.1"):
        serve(Serving(host="192.0.2.1", port=0, data=tmp_path, browser=False), print)


def test_a_directory_that_cannot_be_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(SetupError, match="cannot use"):
        serve(Serving(port=0, data=tmp_path / "file", browser=False), print)


def test_a_server_of_ours_is_known() -> None:
    with running() as edge:
        assert is_ours(f"{edge.url}/")
    assert not is_ours(f"{edge.url}/")
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.close()
        assert not is_ours(f"http://127.0.0.1:{edge.port}/")


def test_alone_it_opens_the_browser_on_the_server_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setenv("BROWSER", "something")
    monkeypatch.setattr("webbrowser.open", opened.append)
    said: list[str] = []
    with running() as edge:
        serve(Serving(port=edge.port, data=tmp_path, or_open=True), said.append)
        assert said == [f"The table is open already: {edge.url}/"]
        assert opened == [f"{edge.url}/"]
        with pytest.raises(SetupError, match="in use"):
            serve(Serving(port=edge.port, data=tmp_path), said.append)


def test_no_text_browser_is_opened_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    open_browser("http://127.0.0.1:1/").join(PATIENCE)
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    open_browser("http://127.0.0.1:1/").join(PATIENCE)
    assert opened == ["http://127.0.0.1:1/"]


def test_one_server_for_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setenv("BROWSER", "something")
    monkeypatch.setattr("webbrowser.open", opened.append)
    with started(tmp_path) as first:
        with pytest.raises(SetupError, match=f"a server uses .* already at {first.url}"):
            serve(Serving(port=0, data=tmp_path, browser=False), print)
        serve(Serving(port=0, data=tmp_path, or_open=True), lambda _: None)
        assert opened == [first.url]
        first.process.kill()
        first.process.communicate()
        # The lock ends with its process, however it ended.
        with started(tmp_path) as second:
            assert second.http.get("/healthz").json()["status"] == "ok"


CLOSED_AT_ONCE = """
import os, signal, sys, time
from pathlib import Path
import fireteam
from fireteam.server.serve import Serving, serve

def warm(name, *, may_compile):
    time.sleep(0.5)
    with open(sys.argv[2], "a", encoding="utf-8") as told:
        print(name, file=told)

fireteam.warm = warm
serve(Serving(port=0, data=Path(sys.argv[1]), browser=False), lambda _: os.kill(os.getpid(), signal.SIGINT))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_what_makes_games_faster_is_not_cut_off_in_the_middle(tmp_path: Path) -> None:
    """A thread that was loading packages while the interpreter ended has crashed it."""
    told = tmp_path / "told"
    ended = subprocess.run(
        [sys.executable, "-c", CLOSED_AT_ONCE, str(tmp_path / "data"), str(told)], timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0
    assert told.read_text(encoding="utf-8").split() == list(fireteam.games())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order(tmp_path: Path, number: int) -> None:
    with started(tmp_path, "--log", "json") as server:
        wish = {"game": "escape", "scenario": "infiltration", "seats": [{"kind": "here"}, {"kind": "link"}]}
        made = server.http.post("/api/matches", json=wish).json()
        token = made["links"]["host"]
        with server.connect() as client:
            client.send(json.dumps({"type": "hello", "id": "h", "token": token}))
            assert heard(client, "welcome")["match"] == made["match"]
            server.process.send_signal(number)
            assert heard(client, "bye") == {"type": "bye", "code": "closing"}
            with pytest.raises(ConnectionClosed) as closed:
                client.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        _, errors = server.process.communicate(timeout=PATIENCE)
        assert server.process.returncode == 0, errors
    entries = [json.loads(line) for line in errors.splitlines()]
    assert [entry["message"] for entry in entries if entry["message"] in ("open", "closed")] == ["open", "closed"]
    # A machine that is very busy takes longer than a server waits for itself; nothing is lost by that, and it says so.
    assert {entry["message"] for entry in entries if entry["level"] != "info"} <= {"closing took too long"}
    assert token not in errors
    assert not (tmp_path / "table.url").exists()


def test_others_in_the_network_are_announced(tmp_path: Path) -> None:
    with started(tmp_path, "--host", "0.0.0.0") as server:
        assert "links are the only protection" in server.lines[0]
        assert server.http.get("/healthz", headers={"host": "table.example"}).status_code == 200


@pytest.mark.parametrize("in_postgres", [False, True])
def test_a_game_through_the_whole_server(tmp_path: Path, in_postgres: bool, request: pytest.FixtureRequest) -> None:
    """Create, play by socket, look, save, import, branch; and after a restart the match is still there."""
    store = ("--store", request.getfixturevalue("database")) if in_postgres else ()
    rng = random.Random(5)
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "random"}]
    with started(tmp_path, *store) as server:
        made = server.http.post(
            "/api/matches", json={"game": "escape", "scenario": "infiltration", "seats": seats, "seed": 7}
        )
        assert made.status_code == 201, made.text
        token = made.json()["links"]["host"]
        shown = {"authorization": f"Bearer {token}"}
        with server.connect() as client:
            client.send(json.dumps({"type": "hello", "id": "h", "token": token, "form": "full"}))
            state = heard(client, "welcome")
            acknowledged = 0
            for number in range(25):
                while not (state.get("question") or {}).get("options"):
                    state = heard(client, "update")
                key = rng.choice(state["question"]["options"])["key"]
                client.send(json.dumps({"type": "answer", "id": f"a{number}", "at": state["version"], "key": key}))
                version = state["version"]
                while acknowledged <= number or state["version"] == version:
                    message = json.loads(client.recv(timeout=PATIENCE))
                    assert message["type"] != "error", message
                    acknowledged += message["type"] == "ack"
                    state = message if message["type"] == "update" else state
        summary = server.http.get("/api/match", headers=shown).json()
        assert summary["version"] >= 25
        total = server.http.get("/api/replay", headers=shown).json()["total"]
        assert server.http.get(f"/api/replay/{total}", headers=shown).json()["at"] == total
        save = server.http.get("/api/save", headers=shown).text
        assert server.http.post("/api/import", json={"text": save}).status_code == 201
        assert server.http.post("/api/import", json={"text": "no save"}).status_code == 422
        assert server.http.post("/api/branch", headers=shown, json={"at": 3, "seats": seats}).status_code == 201
        assert "fireteam_rooms_awake" in server.http.get("/metrics").text
        code, errors = server.end()
        assert code == 0, errors
    with started(tmp_path, *store) as server:
        assert server.http.get("/api/match", headers=shown).json()["version"] >= summary["version"]
    assert (tmp_path / "table.db").exists() != in_postgres

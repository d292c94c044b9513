"""A server for tests of the edge: real sockets on a port of its own, and behind them a lobby that only pretends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from fireteam.core.errors import PackError, SaveError, SetupError
from fireteam.server.app import make_app
from fireteam.server.links import Link, Links
from fireteam.server.messages import Answer, AskOdds, ClientMessage, Fault, Ping, Undo, encode
from fireteam.server.ports import Outlet
from fireteam.server.proxies import Proxies
from fireteam.server.requests import MatchWish, SeatWish, TeamWish
from fireteam.server.serve import TableServer, server_config
from fireteam.server.settings import PAGE, Limits, ServerSettings
from fireteam.server.storage import CannotWrite
from tests.patience import PATIENCE

LINKS = Links(b"a secret of the tests")
HOST = LINKS.token("m1", "host", None, 1)
WATCH = LINKS.token("m1", "watch", None, 1)


class FakeViewer:
    """Answers to a few messages, and does as their keys say."""

    def __init__(self, lobby: FakeHall, outlet: Outlet) -> None:
        self.lobby = lobby
        self.outlet = outlet

    async def receive(self, message: ClientMessage) -> None:
        """Pong, ack, or the trouble that was asked for."""
        if isinstance(message, Ping):
            self.outlet.send(encode({"type": "pong", "re": message.id}))
        elif isinstance(message, AskOdds):
            while not self.lobby.thought:
                await asyncio.sleep(0.005)
            self.outlet.send(encode({"type": "odds", "re": message.id}))
        elif isinstance(message, Undo):
            raise Fault("nothing", "there is nothing to undo")
        elif isinstance(message, Answer):
            await self._answer(message)

    async def _answer(self, message: Answer) -> None:
        kind, _, number = message.key.partition(" ")
        if kind == "crash":
            raise ZeroDivisionError(f"secret {HOST}")
        if kind == "mistake":
            raise SetupError("this cannot be")
        if kind == "slow":
            self.lobby.begun.append(message.id)
            await asyncio.sleep(0.2)
            self.lobby.finished.append(message.id)
        if kind == "lots":
            for _ in range(int(number)):
                self.outlet.send("x" * 20_000)
        self.outlet.send(encode({"type": "ack", "re": message.id, "version": message.at + 1}))

    async def leave(self) -> None:
        """Gone."""
        self.lobby.viewers.remove(self)
        self.lobby.left += 1


class FakeHall:
    """One match "m1" whose links have generation 1, and little more."""

    def __init__(self) -> None:
        self.viewers: list[FakeViewer] = []
        self.left = 0
        self.thought = False
        """Whether odds are told; until then whoever asked for them waits."""
        self.begun: list[str] = []
        """Slow answers under way."""
        self.finished: list[str] = []
        self.wishes: list[Any] = []
        self.closed = False
        self.trouble: list[str] = []
        """What is wrong with the server."""

    async def create(self, wish: MatchWish) -> dict[str, Any]:
        """Keeps the wish."""
        self.wishes.append(wish)
        if wish.game == "crash":
            raise ZeroDivisionError(f"secret {HOST}")
        if wish.game == "full":
            raise CannotWrite(f"the database {PAGE} is full")
        if wish.game == "broken":
            raise SetupError("there is no game 'broken'")
        return {"match": "m1", "title": "A match", "links": {"host": HOST, "seats": {}, "watch": WATCH}}

    async def team_form(self, game: str, wish: TeamWish) -> dict[str, Any]:
        """Refuses what is no team."""
        self.wishes.append(wish)
        if wish.text == "broken":
            raise PackError("team", 3, "no such key")
        return {"game": game}

    async def import_save(self, text: str, seats: list[SeatWish] | None) -> dict[str, Any]:
        """Refuses what is no save."""
        self.wishes.append((len(text), seats))
        if text.startswith("broken"):
            raise SaveError("no such topic", 7)
        return {"match": "m1", "title": "A match", "links": {}}

    async def branch(self, link: Link, at: int, seats: list[SeatWish], *, handover: bool = False) -> dict[str, Any]:
        """Says what was asked."""
        return {"match": link.match, "at": at, "seats": len(seats)}

    async def summary(self, link: Link) -> dict[str, Any]:
        """The role."""
        return {"match": link.match, "role": link.role}

    async def links(self, link: Link) -> dict[str, Any]:
        """Only for hosts."""
        if link.role != "host":
            raise Fault("forbidden", "only the host")
        return {"host": HOST}

    async def renew(self, link: Link, role: str, seat: int | None) -> str:
        """Always the same link."""
        return f"{link.match} {role} {seat}"

    async def claim(self, link: Link) -> str:
        """A new text."""
        return f"own {link.match}"

    async def save(self, link: Link) -> tuple[str, str]:
        """A name that must not reach a header as it is."""
        return 'a "game"\r\nx: y.txt', "the save\n"

    async def dice(self, link: Link) -> dict[str, Any]:
        """The role that asks."""
        return {"role": link.role}

    async def replay_index(self, link: Link) -> dict[str, Any]:
        """Three answers."""
        return {"total": 3}

    async def replay_frame(self, link: Link, at: int) -> dict[str, Any]:
        """A position."""
        if at > 3:
            raise Fault("not_found", "the match has 3 answers")
        return {"at": at}

    async def link_of(self, token: str) -> Link:
        """Signed, and of the first generation."""
        link = LINKS.read(token)
        if link.generation != 1:
            raise Fault("bad_token", "this link was revoked")
        return link

    def games(self) -> dict[str, Any]:
        """One game."""
        return {"games": [{"name": "escape", "text": "long " * 500}]}

    def rules(self, game: str) -> dict[str, Any]:
        """One rulebook."""
        if game != "escape":
            raise Fault("not_found", "no such game")
        return {"game": game}

    async def enter(self, link: Link, form: str, outlet: Outlet, hello_id: str, word: str = "") -> FakeViewer:
        """Welcomes anybody."""
        viewer = FakeViewer(self, outlet)
        self.viewers.append(viewer)
        outlet.send(encode({"type": "welcome", "re": hello_id, "form": form, "role": link.role}))
        return viewer

    async def health(self) -> dict[str, Any]:
        """As the test wants it."""
        return {"status": "unwell" if self.trouble else "ok", "trouble": self.trouble}

    def statistics(self) -> dict[str, float]:
        """Who is there."""
        return {"viewers": len(self.viewers)}

    async def close(self) -> None:
        """Nothing to close."""
        self.closed = True


class Edge:
    """A running server."""

    def __init__(self, lobby: FakeHall, port: int, app: Any, server: TableServer, thread: threading.Thread) -> None:
        self.lobby = lobby
        self.port = port
        self.app = app
        self.server = server
        self.thread = thread
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False)

    def connect(self, **options: Any) -> ClientConnection:
        """A socket that has said nothing yet."""
        wishes: dict[str, Any] = {
            "compression": None,
            "proxy": None,
            "max_size": None,
            "open_timeout": PATIENCE,
            "ping_interval": None,
        }
        found: ClientConnection = connect(f"ws://127.0.0.1:{self.port}/ws", **wishes, **options)
        return found

    @contextlib.contextmanager
    def client(self, token: str = HOST) -> Iterator[ClientConnection]:
        """A socket that was welcomed."""
        with self.connect() as found:
            assert tell(found, type="hello", token=token)["type"] == "welcome"
            yield found

    def stop(self) -> None:
        """Shut down as a signal would."""
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


_count = 0


def tell(client: ClientConnection, **message: Any) -> Any:
    """Say something and hear the answer to it."""
    global _count  # noqa: PLW0603 - ids of messages must differ in a test, nothing more
    _count += 1
    message.setdefault("id", f"c{_count}")
    client.send(json.dumps(message))
    while True:
        answer = json.loads(client.recv(timeout=PATIENCE))
        if answer.get("re") == message["id"]:
            return answer


@contextlib.contextmanager
def running(
    *,
    page: Path = PAGE,
    origins: tuple[str, ...] = (),
    clock: Callable[[], float] = monotonic,
    proxies: tuple[str, ...] = (),
    metrics_token: str = "",
    **limits: Any,
) -> Iterator[Edge]:
    """A server while the block runs; whoever is not under test may be as slow as a busy machine makes them."""
    lobby = FakeHall()
    patient = {"hello": PATIENCE, "stalled": PATIENCE, "body_seconds": PATIENCE}
    found = Limits(**{**patient, **limits})
    wanted = ServerSettings(limits=found, page=page, origins=origins, metrics_token=metrics_token)
    app = make_app(lobby, wanted, clock)
    listening = socket.create_server(("127.0.0.1", 0))
    ready = threading.Event()
    config = server_config(app, wanted.limits, Proxies(proxies))
    server = TableServer(config, ready.set, app.state.sockets.close)

    def work() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    edge = Edge(lobby, listening.getsockname()[1], app, server, thread)
    try:
        yield edge
    finally:
        edge.http.close()
        edge.stop()

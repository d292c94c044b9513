"""What a table is told to show, made up for a test: lines of the log beside those of the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from playwright.sync_api import Page, WebSocketRoute

Shown: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[dict[str, Any]], None]


class Director:
    """Sits between a page and the server: puts lines of its own into the log, each with something to show. Of what the
    game does nothing is shown."""

    def __init__(self, page: Page) -> None:
        self.pieces: dict[str, Any] = {}
        self.parts: dict[str, Any] = {}
        self._next: list[tuple[str, Shown]] = []
        self._added: list[int] = []
        """Where in the page's log lines were added."""
        page.route_web_socket("**/ws", self._join)

    def tell(self, *lines: tuple[str, Shown]) -> None:
        """With the next update that brings a line: these words, and what is to be seen of them."""
        self._next += lines

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda text: socket.send(self._passed(text)))

    def _passed(self, text: str | bytes) -> str:
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "welcome":
            self.pieces, self.parts = message["scene"]["pieces"], message["scene"]["parts"]
            self._added = []
        if message["type"] == "update":
            log = message["log"]
            for line in log["more"]:
                line.pop("shows", None)
            self._added = [place for place in self._added if place <= log["keep"]]
            log["keep"] += len(self._added)
            if self._next and log["more"]:
                answers = log["more"][-1]["answers"]
                self._added += [log["keep"]] * len(self._next)
                log["more"] += [{"answers": answers, "kind": "event", "text": t, "shows": s} for t, s in self._next]
                self._next = []
        return json.dumps(message)

"""How smooth the table is: frames of a browser without a screen while thirty pieces glide at once."""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute
from rich.console import Console
from rich.table import Table

from tests.browser.kit import DESK, PHONE, People, Server, browser_path, open_browser, wait_for_turn
from tests.browser.saves import deployed

PIECES = 30
SECONDS = 5
LATE = 50.0
"""Milliseconds that no frame should take."""
FIRST = 40
"""Frames that are not counted: the first raster of the terrain belongs to opening the table."""

# The pieces are moved as the page moves them: a transform of the group around each, back and forth for the whole time.
GLIDE = """([pieces, seconds, first]) => new Promise((done) => {
    const groups = [...document.querySelectorAll('[data-glides]')].slice(0, pieces)
    groups.forEach((group, index) => {
        const [x, y] = [(index % 5 - 2) * 180, (index % 3 - 1) * 160 + 60]
        group.style.willChange = 'transform'
        const frames = [[0, 0], [x, 0], [x, y], [0, 0]].map(([a, b]) => ({ transform: `translate(${a}px, ${b}px)` }))
        group.animate(frames, { duration: 900 + index * 10, easing: 'ease-in-out', iterations: Infinity })
    })
    const taken = []
    let last = 0, counted = 0
    const tick = (now) => {
        if (last) taken.push(now - last)
        last = now
        if (taken.length > first) counted += taken.at(-1)
        if (counted < seconds * 1000) requestAnimationFrame(tick)
        else done([groups.length, taken.slice(first)])
    }
    requestAnimationFrame(tick)
})"""


def run(console: Console) -> dict[str, object]:
    """Measure on a desk and on a phone, and print what came."""
    try:
        path = browser_path()
    except (pytest.skip.Exception, pytest.fail.Exception) as missing:
        console.print(f"frames: {missing}")
        return {}
    table = Table(title="Frames while pieces glide")
    table.add_column("screen")
    for title in ("pieces", "frames", "median", "slowest in a hundred", "slowest", f"over {LATE:.0f} ms"):
        table.add_column(title, justify="right", no_wrap=True)
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as directory, open_browser(path) as browser:
        server = Server(Path(directory) / "data")
        server.start()
        people = People(browser, server)
        try:
            for size in (DESK, PHONE):
                pieces, frames = measured(people, size)
                name = f"{size['width']} x {size['height']}"
                found[name] = frames
                table.add_row(
                    name,
                    str(pieces),
                    str(len(frames)),
                    f"{statistics.median(frames):.1f} ms",
                    f"{sorted(frames)[int(len(frames) * 0.99)]:.1f} ms",
                    f"{max(frames):.1f} ms",
                    str(sum(1 for frame in frames if frame > LATE)),
                )
        finally:
            people.leave()
            server.stop()
    console.print(table)
    console.print(f"Chromium without a screen or graphics card, {SECONDS} s after the first {FIRST} frames.")
    return found


def measured(people: People, size: ViewportSize) -> tuple[int, list[float]]:
    """How many pieces glide, and the milliseconds of each frame meanwhile."""
    person = people.come(size, motion=True)
    crowd(person.page)
    page = person.sit(people.server.opened(deployed(), "here", "here")["host"])
    wait_for_turn(page)
    pieces, frames = page.evaluate(GLIDE, [PIECES, SECONDS, FIRST])
    return pieces, frames


def crowd(page: Page) -> None:
    """Let the page see as many members as are wanted: those of the game, and copies of them beside."""

    def join(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda text: socket.send(crowded(text)))

    page.route_web_socket("**/ws", join)


def crowded(text: str | bytes) -> str:
    """A message of the server, with copies of members in its scene."""
    message: dict[str, Any] = json.loads(text)
    if message["type"] == "welcome":
        pieces = message["scene"]["pieces"]
        members = [(name, piece) for name, piece in pieces.items() if piece["kind"] == "member"]
        for number, (name, piece) in enumerate(members * PIECES):
            if len(pieces) >= PIECES:
                break
            x, y = piece["at"]
            pieces[f"{name}-{number}"] = {**piece, "at": [x + 150, y + 60]}
    return json.dumps(message)

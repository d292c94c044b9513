"""How fast the page is on this machine: `python -m tests.browser.measure` prints it."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.kit import DESK, PHONE, People, Server, browser_path, open_browser, wait_for_turn
from tests.browser.saves import fight

RUNS = 5

# Time from the start of the navigation until the board has been painted.
FIRST_BOARD = """() => new Promise((done) => {
    const look = () => document.querySelector('svg [data-place]')
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
        : requestAnimationFrame(look)
    look()
})"""

WATCH_FRAMES = """() => {
    window.frames_taken = []
    let last = performance.now()
    const tick = (now) => {
        window.frames_taken.push(now - last)
        last = now
        window.watching = requestAnimationFrame(tick)
    }
    window.watching = requestAnimationFrame(tick)
}"""


def first_board(people: People, token: str, phone: bool) -> float:
    """Milliseconds until the board is drawn, in a browser that has never been here."""
    person = people.come(PHONE if phone else DESK)
    person.page.goto(f"{person.server.url}#/t/{token}", wait_until="commit")
    taken: float = person.page.evaluate(FIRST_BOARD)
    person.context.close()
    people.all.remove(person)
    return taken


def dragged(page: Page) -> list[float]:
    """Milliseconds of each frame while the board is zoomed in and dragged to and fro."""
    box = page.locator("svg:has([data-place])").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(300)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.evaluate(WATCH_FRAMES)
    for round_trip in range(6):
        for step in range(20):
            way = step if round_trip % 2 == 0 else 20 - step
            page.mouse.move(x + 10 + way * 8, y + 10 + way * 5)
            page.wait_for_timeout(16)
    page.evaluate("cancelAnimationFrame(window.watching)")
    page.mouse.up()
    frames: list[float] = page.evaluate("window.frames_taken")
    return frames[2:]


def main() -> None:
    """Measure, and say what came."""
    with tempfile.TemporaryDirectory() as directory, open_browser(browser_path()) as browser:
        server = Server(Path(directory) / "data")
        server.start()
        people = People(browser, server)
        try:
            token = server.opened(fight(), "here", "here")["host"]
            for phone in (False, True):
                times = [first_board(people, token, phone) for _ in range(RUNS)]
                name = "390 x 844" if phone else "1440 x 900"
                print(
                    f"first board, {name}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms "
                    f"({RUNS} new browsers)"
                )
            page = people.come(DESK).sit(token)
            wait_for_turn(page)
            frames = dragged(page)
            late = sum(1 for taken in frames if taken > 50)
            middle, worst = statistics.median(frames), max(frames)
            print(
                f"dragging the board: {len(frames)} frames, median {middle:.1f} ms, worst {worst:.1f} ms, {late} over "
                f"50 ms"
            )
        finally:
            people.leave()
            server.stop()


if __name__ == "__main__":
    main()

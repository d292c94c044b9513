"""What the browser tests share: a server in a process of its own, people with browsers, and what they may never see."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    sync_playwright,
)

from tests.browser.launch import page_directory
from tests.browser.ports import free_port
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = "no browser found; install one with `apt install chromium`, or name one in FIRETEAM_BROWSER"
UNWANTED = (
    # Windows of an address bar that nobody sees: each new context would load both.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # Playwright's own list: the browser heeds the last one alone.
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
]
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MILLISECONDS = PATIENCE * 1000
"""The patience of all tests as Playwright counts it."""

Scheme: TypeAlias = Literal["light", "dark"]

# Chromium writes a violated policy to the console; this says so even if that changes. And it counts what was used and
# answered.
WATCHER = """
window.used = { mouse: 0, touch: 0, keys: 0, answers: 0 }
window.WebSocket = class extends WebSocket {
    constructor(...wishes) {
        super(...wishes)
        this.addEventListener('message',
        (event) => { if (JSON.parse(event.data).type === 'ack') window.used.answers += 1 })
    }
}
addEventListener('securitypolicyviolation',
(event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))
addEventListener('pointerdown', (event) => { window.used[event.pointerType === 'touch' ? 'touch' : 'mouse'] += 1 },
true)
addEventListener('pointermove', (event) => { if (event.pointerType === 'mouse') window.used.mouse += 1 }, true)
addEventListener('keydown', () => { window.used.keys += 1 }, true)
"""


# What happens is not shown step by step, unless somebody has set that otherwise: tests wait for what came of it.
INSTANT = """
try { if (!localStorage.getItem('fireteam.settings')) localStorage.setItem('fireteam.settings', '{"speed":"instant"}') }
catch { /* A page that keeps nothing. */ }
"""


# -- the browser -------------------------------------------------------------------------------------------------------


def browser_path() -> str:
    """Where the browser is; skips without one, but fails where one was promised."""
    promised = os.environ.get("FIRETEAM_BROWSER")
    path = promised or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(NO_BROWSER)
    if not Path(path).is_file():
        pytest.fail(f"FIRETEAM_BROWSER is {promised}, and there is no such file")
    if not (page_directory() / "index.html").is_file():
        text = f"no page in {page_directory()}: make page"
        if promised:
            pytest.fail(text)
        pytest.skip(text)
    return path


@contextmanager
def open_browser(path: str) -> Iterator[Browser]:
    """A browser with nobody at it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, headless=True, timeout=MILLISECONDS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Person:
    """Somebody at a browser of their own, and what went wrong there."""

    context: BrowserContext
    page: Page
    server: Server
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Patterns of complaints that this test brings about itself."""

    def go(self, path: str = "/") -> Page:
        """Open an address of the page, such as /#/t/TOKEN."""
        self.page.goto(self.server.url + path.lstrip("/"))
        return self.page

    def sit(self, token: str) -> Page:
        """Open the table by a link."""
        page = self.go(f"/#/t/{token}")
        page.get_by_role("group", name=re.compile("^Board:")).or_(
            page.get_by_role("heading", name=re.compile("^Hand the"))
        ).wait_for()
        return page

    def unexpected(self) -> list[str]:
        """Complaints that nobody asked for."""
        return [one for one in self.complaints if not any(re.search(pattern, one) for pattern in self.expected)]

    def seen(self, picture: Path) -> str:
        """What is on the screen now, in words; with a picture beside."""
        if self.page.is_closed():
            return "closed"
        self.page.screenshot(path=picture)
        words = self.page.locator("body").inner_text()
        return f"{self.page.url} ({picture})\n{words[:3000]}\ncomplaints: {self.complaints}"

    def listen(self, page: Page) -> None:
        """Note every error of a page."""

        def console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

        def failed(request: Request) -> None:
            # A browser gives up what it was fetching for a page that is left; what a server breaks has other names.
            if request.failure != GIVEN_UP:
                self.complaints.append(f"request failed: {request.url}: {request.failure}")

        def answered(response: Response) -> None:
            if response.status >= 400:
                self.complaints.append(f"status {response.status}: {response.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("requestfailed", failed)
        page.on("response", answered)


GIVEN_UP = "net::ERR_ABORTED"
LOST_LINE = [
    r"WebSocket connection to .* failed",
    r"ERR_CONNECTION_REFUSED",
    r"ERR_INTERNET_DISCONNECTED",
    r"ERR_CONNECTION_RESET",
]
"""What a browser complains about when the server is away."""


class People:
    """Brings people to the table, and sees them off."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Person] = []

    def come(
        self,
        size: ViewportSize = DESK,
        scheme: Scheme = "light",
        touch: bool | None = None,
        server: Server | None = None,
        motion: bool = False,
    ) -> Person:
        """Somebody with an empty browser; a phone is touched unless told otherwise. With `motion` what happens is shown
        as it happens."""
        touched = size == PHONE if touch is None else touch
        context = self.browser.new_context(
            viewport=size,
            color_scheme=scheme,
            has_touch=touched,
            is_mobile=touched,
            reduced_motion="no-preference" if motion else "reduce",
            locale="en-GB",
            timezone_id="UTC",
        )
        context.set_default_timeout(MILLISECONDS)
        context.add_init_script(WATCHER)
        if not motion:
            context.add_init_script(INSTANT)
        page = context.new_page()
        person = Person(context, page, server or self.server)
        person.listen(page)
        context.on("page", person.listen)
        self.all.append(person)
        return person

    def leave(self) -> list[str]:
        """Close every window; what went wrong meanwhile."""
        found = [complaint for person in self.all for complaint in person.unexpected()]
        for person in self.all:
            person.context.close()
        self.all.clear()
        return found


# -- the server --------------------------------------------------------------------------------------------------------


class Server:
    """A server of its own on loopback; it can be killed and started again on the same port and data."""

    def __init__(self, data: Path, prepared: str = "") -> None:
        self.data = data
        self.prepared = prepared
        """The game that is being prepared until `let_go`."""
        self.port = free_port()
        self.log = data.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None
        self._shown: dict[tuple[str, tuple[str, ...]], str] = {}

    @property
    def url(self) -> str:
        """Where it is found."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tests.browser.launch", str(self.port), str(self.data)]
        command += [self.prepared] if self.prepared else []
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(self._is_up, lambda: f"the server did not start: {self.log.read_text()}")

    def _is_up(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise AssertionError(f"the server ended: {self.log.read_text()}")
        try:
            return httpx.get(self.url + "healthz", timeout=PATIENCE, trust_env=False).status_code == 200
        except httpx.HTTPError:
            return False

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def let_go(self) -> None:
        """The game that is being prepared is ready."""
        self.signal(signal.SIGUSR1)

    def kill(self) -> None:
        """SIGKILL: no chance to say goodbye."""
        self.signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        """End in good order."""
        if self._process is not None and self._process.poll() is None:
            self.signal(signal.SIGTERM)
            self.wait()

    def wait(self) -> None:
        """Until it has ended."""
        assert self._process is not None
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(PATIENCE)

    # -- by HTTP

    def ask(self, path: str, token: str) -> httpx.Response:
        """GET something with a link."""
        answer = httpx.get(
            self.url + path.lstrip("/"), headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE, trust_env=False
        )
        answer.raise_for_status()
        return answer

    def state(self, token: str) -> dict[str, Any]:
        """How a match stands."""
        found: dict[str, Any] = self.ask("api/match", token).json()
        return found

    def create(self, *seats: str, scenario: str = "data-heist", **wish: Any) -> dict[str, Any]:
        """A new match; a seat is here, link, or a bot's name."""
        plans = [{"kind": seat} if seat in ("here", "link") else {"kind": "bot", "bot": seat} for seat in seats]
        seed = {} if "link" in seats else {"seed": 7}  # dice of a match by link are sealed
        body = {"game": "escape", "scenario": scenario, "seats": plans, **seed, "pace": 0, **wish}
        answer = httpx.post(self.url + "api/matches", json=body, timeout=PATIENCE, trust_env=False)
        assert answer.status_code == 201, answer.text
        links: dict[str, Any] = answer.json()["links"]
        return links

    def shown(self, save: str, *seats: str) -> str:
        """The host's link of a match from a save for those who only look: the same one for all of them."""
        kept = self._shown.get((save, seats))
        if kept is None:
            kept = self._shown[save, seats] = str(self.opened(save, *seats)["host"])
        return kept

    def opened(self, save: str, *seats: str) -> dict[str, Any]:
        """A match from a save, with others at the seats."""
        plans = [{"kind": seat} if seat in ("here", "link") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = httpx.post(
            self.url + "api/import", json={"text": save, "seats": plans}, timeout=PATIENCE, trust_env=False
        )
        assert answer.status_code == 201, answer.text
        links: dict[str, Any] = answer.json()["links"]
        return links


# -- at the table ------------------------------------------------------------------------------------------------------


def choices(page: Page) -> Locator:
    """The list of choices."""
    return page.locator("button[data-choice]")


def wait_for_turn(page: Page) -> bool:
    """Wait until a choice can be made here; False if the game is over."""
    page.wait_for_function(
        """() => document.querySelector('section.ending')
            || (document.querySelector('button[data-choice]')
                && !document.querySelector('section.choices[aria-busy=true]'))"""
    )
    return page.locator("section.ending").count() == 0


def draw_a_way(page: Page) -> None:
    """By keyboard: to the board, a step north, a waypoint, some more, and a ring of 6"; the legs are listed then."""
    for key in ("b", "ArrowUp", ".", "Shift+ArrowUp", "Shift+Digit6"):
        page.keyboard.press(key)
    page.get_by_role("list", name="Leg by leg").wait_for()


def ready(page: Page) -> None:
    """Wait until the page takes an answer to the question that it shows."""
    page.locator("main[data-ready]").wait_for()


def answers(page: Page) -> int:
    """How many answers of this page the server has taken since it was loaded."""
    return used(page)["answers"]


def used(page: Page) -> dict[str, int]:
    """How often mouse, touch and keys were used on this page since it was loaded."""
    found: dict[str, int] = page.evaluate("window.used")
    return found


def question(page: Page) -> Locator:
    """The heading of the choices: what is asked."""
    return page.locator("section.choices h2")


def answered(page: Page, act: Callable[[], None]) -> None:
    """Do something that answers the question, and wait until the server has taken it and the page shows what came of
    it."""
    parts = "[...document.querySelectorAll('section.choices :is(h2, [data-choice])')]"
    shown = f"{parts}.map((one) => one.dataset.choice ?? one.textContent).join()"
    now = f"[window.used.answers, {shown}]"
    ready(page)
    before = page.evaluate(now)
    act()
    # The next question may look the same; and an acknowledgement may be lost with the line.
    page.wait_for_function(
        f"(before) => !document.querySelector('section.choices[aria-busy=true]') && {now}.some((one, index) => one "
        f"!== before[index])",
        arg=before,
    )


def confirmed(page: Page, first: Locator) -> None:
    """A tap chooses; a second one is wanted where dice decide, or where several things may be meant."""
    before = answers(page)
    first.tap()
    more = page.locator(".confirm .primary, [aria-label='Choices here'] li:first-child button")
    page.wait_for_function(
        """(before) => window.used.answers > before
            || document.querySelector(".confirm, [aria-label='Choices here']")""",
        arg=before,
    )
    if answers(page) == before and more.count():
        more.first.tap()


def risky(page: Page) -> Locator:
    """A choice about which dice decide: it waits for a second tap."""
    return choices(page).filter(has=page.locator(".chance")).first


def choose(page: Page, pick: Callable[[Locator], Locator] = lambda found: found.last) -> str:
    """Click a choice of the list, and wait until the server has it; the words of the choice."""
    assert wait_for_turn(page), "the game is over"
    button = pick(choices(page))
    words = button.locator(".words").inner_text()
    answered(page, button.click)
    return words


def focused(page: Page) -> str:
    """The name of what has the focus, as a person would call it."""
    found: str = page.evaluate(
        """() => {
            const one = document.activeElement
            return (one?.getAttribute('aria-label') || one?.labels?.[0]?.innerText || one?.innerText || '').trim()
        }"""
    )
    return found


def tab_to(page: Page, name: str, most: int = 120) -> None:
    """Press Tab until what has the focus begins with these words."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if focused(page).startswith(name):
            return
    raise AssertionError(f"Tab never came to {name!r}")


# -- axe ---------------------------------------------------------------------------------------------------------------


SETTLED = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()))
    await frame()
    await frame()
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    const late = new Promise((done) => setTimeout(done, 20000))
    await Promise.race([late, Promise.all(ending.map((one) => one.finished.catch(() => undefined)))])
}"""
"""Two frames later, when what moves has come to rest; what turns for ever, or is paused, is not waited for."""


SWITCHES = 4


COLOURS = ["color-contrast", "link-in-text-block"]
"""All that differs between the two schemes: the second look is for these rules alone."""


def violations(page: Page) -> list[str]:
    """What axe finds wrong on the screen as it is, in light and in dark, each with where. The scheme that is there
    comes first: each switch draws everything anew."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    now: Scheme = page.evaluate("document.documentElement.dataset.theme")
    other: Scheme = "dark" if now == "light" else "light"
    return [*_violations(page, now, other), *_violations(page, other, now, COLOURS)]


def _violations(page: Page, scheme: Scheme, other: Scheme, rules: list[str] | None = None) -> list[str]:
    """What axe finds in a scheme. After a switch Chromium now and then shows a few elements in the other scheme's
    colour; what is wrong with the page is there however often one switches."""
    for _ in range(SWITCHES):
        if not (found := _seen(page, scheme, rules)):
            break
        page.evaluate("(scheme) => { document.documentElement.dataset.theme = scheme }", other)
        page.evaluate(SETTLED)
    return found


def _seen(page: Page, scheme: Scheme, rules: list[str] | None) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    # Dark is the look whatever the system says: here the page is shown in both.
    page.evaluate("(scheme) => { document.documentElement.dataset.theme = scheme }", scheme)
    page.evaluate(SETTLED)
    seen = page.evaluate(
        """async (rules) => {
            const only = rules ? { runOnly: { type: 'rule', values: rules } } : {}
            const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only })
            return violations.map((one) => ({ id: one.id, help: one.help,
                nodes: one.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`) }))
        }""",
        rules,
    )
    return [f"{scheme}: {one['id']}: {one['help']}\n    " + "\n    ".join(one["nodes"][:5]) for one in seen]

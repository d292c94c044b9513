"""Pictures of every screen: `python -m tests.browser.screenshots` fills screenshots/, with --only levels by Deadzone's
alone; with --readme it makes the pictures of the README, docs/*table.jpg, instead."""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.kit import (
    DESK,
    PHONE,
    ROOT,
    SETTLED,
    People,
    Person,
    Scheme,
    Server,
    browser_path,
    choices,
    choose,
    draw_a_way,
    open_browser,
    risky,
    wait_for_turn,
)
from tests.browser.saves import (
    battle_over,
    crossfire,
    fight,
    finished,
    firefight,
    gallery,
    on_the_move,
    putting_down,
    standoff,
    volley,
)
from tests.browser.test_deadzone import to_question

SCREENS = ROOT / "screenshots"
DOCS = ROOT / "docs"
QUALITY = 85
"""Of the README's pictures, which everybody loads."""
SIZES: dict[int, ViewportSize] = {1440: DESK, 390: PHONE}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
THEME = """localStorage.setItem('fireteam.settings', '{"speed": "instant", "theme": "SCHEME"}')"""
PARTS = ("home", "setting_up", "table", "offer", "others", "rules", "inches", "levels")
"""The parts of the screens, each a method of the camera."""


class Camera:
    """Goes through every screen with one person, and takes a picture of each."""

    def __init__(self, people: People, person: Person, take: Callable[[str], None]) -> None:
        self.people = people
        self.person = person
        self.page = person.page
        self.server = person.server
        self.phone = self.page.viewport_size == PHONE
        self.take = take

    def shut(self) -> None:
        """Close the dialog."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def tab(self, name: str) -> None:
        """Show this part of the column."""
        self.page.get_by_role("tab", name=name).click()

    def home(self) -> None:
        """The first screen: as a newcomer sees it, opened up, settings, an invitation, and with matches."""
        page = self.person.go()
        expect(page.get_by_role("button", name="Play ESCAPE")).to_be_visible()
        self.take("home")
        page.get_by_text("Dice and rule options").click()
        self.take("home-options")
        page.get_by_label("Game", exact=True).select_option(label="Deadzone")
        page.get_by_role("button", name="Build a team for the first player").click()
        page.get_by_role("button", name="Add Lamp Captain").click()
        page.get_by_role("button", name="Take the ready team").click()
        page.get_by_role("button", name=re.compile("^Remove Lamp Captain")).click()
        expect(page.get_by_role("group", name="Team of the first player")).to_contain_text("A team has one Leader")
        self.take("home-team")
        page.get_by_label("Game", exact=True).select_option(label="ESCAPE")
        page.get_by_role("button", name="Settings").click()
        self.take("settings")
        self.shut()
        page.get_by_role("radio", name=re.compile("^You and a friend by link")).check()
        page.get_by_role("button", name="Start and get the link").click()
        expect(page.get_by_role("dialog").get_by_role("textbox").first).to_be_visible()
        self.take("invitation")
        page.goto("about:blank")
        self.person.go()
        expect(page.get_by_role("region", name="My matches").get_by_role("link").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        self.take("home-matches")
        self.person.go("/#/nowhere")
        self.take("nowhere")

    def setting_up(self) -> None:
        """A new game: many choices."""
        self.person.sit(self.server.create("here", "greedy", scenario="infiltration")["host"])
        wait_for_turn(self.page)
        self.take("table-setting-up")

    def table(self) -> None:
        """The middle of a game: a question, odds, reasons, what waits for a second tap, every part and every dialog."""
        page = self.page
        self.person.sit(self.server.opened(battle(), "here", "greedy")["host"])
        wait_for_turn(page)
        self.take("table")
        show_odds(page)
        self.take("table-odds")
        page.get_by_role("button", name="Why not?").click()
        page.locator("svg [data-place^='piece ']").last.click()
        expect(page.get_by_role("heading", name=re.compile("^Why not "))).to_be_visible()
        expect(page.get_by_text("Looking it up")).to_have_count(0)
        self.take("table-why-not")
        page.keyboard.press("Escape")
        if self.phone:
            risky(page).tap()
            self.take("table-confirm")
            page.get_by_role("button", name="Cancel").tap()
        for name in ("Log", "Dice", "Rosters"):
            self.tab(name)
            self.take(f"table-{name.lower()}")
        page.locator("section.roster button.head").first.click()
        self.take("table-card")
        page.keyboard.press("?")
        self.take("keys")
        self.shut()
        page.keyboard.press("Control+k")
        self.take("commands")
        self.shut()
        page.get_by_role("button", name="Details").click()
        self.take("details")
        self.shut()
        page.get_by_role("button", name="Menu").click()
        self.take("menu")
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_role("dialog").get_by_role("textbox").first).to_be_visible()
        self.take("share")
        self.shut()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Auto-pass").click()
        self.take("auto-pass")
        self.shut()
        page.keyboard.press("l")
        page.get_by_role("link", name=re.compile("^Rule ")).locator("visible=true").first.click()
        expect(page.locator("dialog[open]").get_by_role("heading", level=2)).to_be_visible()
        self.take("rule")

    def offer(self) -> None:
        """An undo that is asked for."""
        links = self.server.create("here", "link")
        friend = self.people.come(DESK).sit(links["seats"]["1"])
        host = self.people.come(DESK).sit(links["host"])
        for _ in range(60):
            if friend.get_by_role("button", name="Ask to undo").count():
                break
            choose(friend if choices(friend).count() else host)
        self.person.sit(links["host"])
        friend.get_by_role("button", name="Ask to undo").click()
        expect(self.page.get_by_role("button", name="Accept")).to_be_visible()
        self.take("table-offer")

    def others(self) -> None:
        """The cover, typed dice, a spectator, the end, a link that is none."""
        self.person.sit(self.server.create("here", "here", handover=True)["host"])
        self.take("handover")
        links = self.server.create("here", "here", dice="typed")
        self.person.sit(links["host"])
        self.take("table-typed-dice")
        self.person.sit(links["watch"])
        self.take("table-spectator")
        token = self.server.opened(finished(), "here", "here")["host"]
        self.person.sit(token)
        self.take("table-ending")
        self.person.go(f"/#/replay/{token}/90")
        expect(self.page.locator("svg g.piece").first).to_be_visible()
        self.take("replay")
        self.page.get_by_role("button", name="Play from here").click()
        expect(self.page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
        self.take("play-from-here")
        self.shut()
        self.person.go("/#/t/not-a-link")
        expect(self.page.get_by_role("link", name="Home")).to_be_visible()
        self.take("no-link")

    def inches(self) -> None:
        """A board of inches: the form, a move as it is tried out, a place, a look with reasons, a chart of odds, the
        legend."""
        page = self.person.go()
        page.get_by_label("Game", exact=True).select_option(label="Kill Team")
        self.take("inches-form")
        self.person.sit(self.server.opened(on_the_move(), "here", "here")["host"])
        wait_for_turn(page)
        self.take("inches-move")
        draw_a_way(page)
        self.take("inches-legs")
        page.get_by_label("Or type it").fill("40 north")
        page.get_by_role("button", name="Find the way").click()
        expect(page.get_by_role("group", name="Confirm where")).to_contain_text("Not possible")
        self.take("inches-refused")
        page.get_by_role("button", name="Legend").click()
        page.get_by_text("Vantage floor").click()
        self.take("inches-legend")
        self.shut()
        self.person.sit(self.server.opened(putting_down(), "here", "here")["host"])
        wait_for_turn(page)
        page.keyboard.press("b")
        page.keyboard.press("r")
        self.take("inches-place")
        for reason in ("cover", "obscured", "out of sight"):
            self.person.sit(self.server.opened(standoff(reason), "here", "here")["host"])
            wait_for_turn(page)
            page.locator("svg [data-place='piece vr-matron']").click()
            expect(page.locator("section.why li.failed").first).to_be_visible()
            self.take(f"inches-why-{reason.replace(' ', '-')}")
        self.person.sit(self.server.opened(standoff("open"), "here", "here")["host"])
        wait_for_turn(page)
        show_odds(page)
        self.take("inches-odds")

    def levels(self) -> None:
        """A board of levels: the form with its builder, the set-up, command dice, a level by itself, a cube with what
        is in the way, where a move ends, a shot with its odds and its dice, the end."""
        page = self.person.go()
        page.get_by_label("Game", exact=True).select_option(label="Deadzone")
        page.get_by_role("button", name="Build a team for the first player").click()
        page.get_by_role("button", name="Take the ready team").click()
        self.take("levels-form")
        page.get_by_role("group", name="Team of the first player").scroll_into_view_if_needed()
        self.take("levels-team")
        links = self.server.create("here", "greedy", game="deadzone", scenario="crossed_lanterns")
        self.person.sit(links["host"])
        wait_for_turn(page)
        self.take("levels-setting-up")
        to_question(page, "Which command dice")
        page.locator(".spare:visible button.die").first.click()
        expect(page.locator(".spare:visible .button.primary")).to_be_visible()
        self.take("levels-command-dice")
        to_question(page, "What does")
        self.take("levels-action")
        page.get_by_role("button", name="Level 1").click()
        self.take("levels-one")
        page.get_by_role("button", name="Show the whole board").click()
        page.keyboard.press("w")
        page.locator("svg [data-place='spot 7,0,0']").click()
        expect(page.locator("section.look")).to_be_visible()
        self.take("levels-look")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("2")
        wait_for_turn(page)
        self.take("levels-move")
        self.shot()

    def shot(self) -> None:
        """Deadzone: whom a model can shoot and whom not, with odds and reasons, the dice that fell, and the end."""
        page = self.page
        self.person.sit(self.server.opened(firefight(), "here", "here")["host"])
        wait_for_turn(page)
        show_odds(page)
        self.take("levels-odds")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Why not?").click()
        page.locator("svg g.piece.side-1:has([data-place])").last.click()
        expect(page.locator("section.why li.failed").first).to_be_visible()
        self.take("levels-refused")
        self.person.sit(self.server.opened(volley(), "here", "here")["host"])
        wait_for_turn(page)
        self.tab("Dice")
        self.take("levels-dice")
        self.person.sit(self.server.opened(battle_over(), "here", "here")["host"])
        self.take("levels-ending")

    def rules(self) -> None:
        """The rulebook, and a search in it."""
        self.person.go("/#/rules/escape")
        expect(self.page.get_by_role("article").first).to_be_visible()
        self.take("rules")
        self.page.get_by_role("searchbox").fill("dodge")
        self.take("rules-search")


def battle() -> str:
    """A game between two that think, in the thick of it: the first side may fight, hack and drill, and has just
    rolled."""
    return fight("greedy", "infiltration", 3, 395)


def show_odds(page: Page) -> None:
    """Put the focus on a choice that dice decide, and wait for its odds."""
    page.keyboard.press("q")
    for _ in range(choices(page).count()):
        page.keyboard.press("j")
        page.wait_for_function("() => document.activeElement?.matches('[data-choice]')")
        page.wait_for_timeout(60)
        if page.locator("[data-choice]:focus .chance").count():
            break
    expect(page.get_by_text(re.compile("^(Exact|Sampled):"))).to_be_visible()


def every_screen(people: People, directory: Path, only: str | None) -> int:
    """Every screen at every size in both schemes, or those of one part; how many pictures were taken."""
    directory.mkdir(exist_ok=True)
    taken = 0
    for width, size in SIZES.items():
        for scheme in SCHEMES:
            person = people.come(size, scheme)
            person.context.add_init_script(THEME.replace("SCHEME", scheme))

            def take(name: str, person: Person = person, prefix: str = f"{width}-{scheme}") -> None:
                nonlocal taken
                person.page.evaluate(SETTLED)
                person.page.screenshot(path=directory / f"{prefix}-{name}.png")
                taken += 1

            camera = Camera(people, person, take)
            for part in PARTS if only is None else (only,):
                getattr(camera, part)()
            people.leave()
            print(f"{width} {scheme}: {taken} pictures so far", flush=True)
    return taken


def readme_picture(people: People, save: str, path: Path, *, focused: bool = True) -> None:
    """The table in the middle of a game, with a choice and its odds: the one in focus, or the best of all."""
    person = people.come(DESK)
    page = person.sit(people.server.opened(save, "here", "greedy")["host"])
    wait_for_turn(page)
    page.get_by_role("button", name="Show the whole board").click()
    if focused:
        show_odds(page)
    expect(page.locator("svg .badges").get_by_text("…")).to_have_count(0)
    page.evaluate(SETTLED)
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    print(f"{path.relative_to(ROOT)} is made")


def main() -> None:
    """Start a server and a browser, and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readme", action="store_true", help="only the README's pictures, docs/*table.jpg")
    parser.add_argument("--only", choices=PARTS, help="only this part of the screens")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory, open_browser(browser_path()) as browser:
        server = Server(Path(directory) / "data")
        server.start()
        people = People(browser, server)
        try:
            if wish.readme:
                readme_picture(people, battle(), DOCS / "table.jpg")
                readme_picture(people, gallery(), DOCS / "killteam-table.jpg")
                readme_picture(people, firefight(), DOCS / "deadzone-table.jpg")
                readme_picture(people, crossfire(), DOCS / "necromunda-table.jpg", focused=False)
            else:
                print(f"{every_screen(people, SCREENS, wish.only)} pictures in {SCREENS.relative_to(ROOT)}/")
        finally:
            people.leave()
            server.stop()


if __name__ == "__main__":
    main()

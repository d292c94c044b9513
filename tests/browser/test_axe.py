"""axe finds nothing wrong on any screen, on a desk and on a phone; each look is in light and in dark."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cable import Cable
from tests.browser.kit import (
    AXE,
    DESK,
    LOST_LINE,
    PHONE,
    People,
    Person,
    Server,
    choices,
    choose,
    draw_a_way,
    risky,
    violations,
    wait_for_turn,
)
from tests.browser.saves import fight, finished, on_the_move, putting_down, standoff

# Where a browser was promised, axe was as well: there it fails.
pytestmark = pytest.mark.skipif(
    not AXE.is_file() and "FIRETEAM_BROWSER" not in os.environ,
    reason="axe-core is missing in web/node_modules: make page",
)

SIZES = {"desk": DESK, "phone": PHONE}
Look = Callable[[str], None]


@pytest.fixture(params=["desk", "phone"])
def person(request: pytest.FixtureRequest, people: People) -> Person:
    """Somebody with such a screen."""
    return people.come(SIZES[str(request.param)])


@pytest.fixture
def look(person: Person) -> Iterator[Look]:
    """Looks at the screen as it is; everything found is told at the end."""
    found: list[str] = []

    def now(screen: str) -> None:
        found.extend(f"{screen}: {one}" for one in violations(person.page))

    yield now
    assert found == [], "\n".join(found)


def shut(page: Page) -> None:
    """Close the dialog."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_home(person: Person, server: Server, look: Look) -> None:
    """The first screen, empty and with matches, with everything open and every answer of the form."""
    page = person.go()
    expect(page.get_by_role("button", name="Play ESCAPE")).to_be_visible()
    look("home")
    page.get_by_text("Dice and rule options").click()
    page.get_by_label("Seed (optional)").fill("not a number")
    page.get_by_role("button", name="Start this game").click()
    page.get_by_text("Paste the text of a save").click()
    page.get_by_role("button", name="Look at it").click()
    look("home with wrong answers")
    for name in ("Two people at this device", "You and a friend by link", "Two bots"):
        page.get_by_role("radio", name=re.compile(f"^{name}")).check()
        look(f"home: {name}")
    page.get_by_label("Game", exact=True).select_option(label="Deadzone")
    page.get_by_role("button", name="Build a team for the first player").click()
    page.get_by_role("button", name="Add Lamp Captain").click()
    expect(page.get_by_role("group", name="Team of the first player")).to_contain_text("Leader: 1 of 1")
    look("home with a team")
    page.get_by_label("Game", exact=True).select_option(label="ESCAPE")
    page.get_by_role("button", name="Settings").click()
    look("settings")
    shut(page)
    page.get_by_label("Seed (optional)").fill("")
    page.get_by_role("radio", name=re.compile("^You and a friend by link")).check()
    page.get_by_role("button", name="Start and get the link").click()
    expect(page.get_by_role("dialog", name="Invite your friend").get_by_role("textbox").first).to_be_visible()
    look("invitation")
    page.goto("about:blank")
    person.go()
    expect(page.get_by_role("region", name="My matches").get_by_role("link").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    look("home with matches")
    page.get_by_role("button", name=re.compile("^Remove")).first.click()
    look("home with a removed match")


def test_table(person: Person, server: Server, look: Look) -> None:
    """The table with a question, odds, reasons, a choice that waits, and every dialog."""
    page = person.sit(server.opened(fight(), "here", "random")["host"])
    wait_for_turn(page)
    look("table")
    chance = page.locator("button[data-choice]:has(.chance)").first
    chance.focus()
    expect(page.get_by_text(re.compile("^(Exact|Sampled):"))).to_be_visible()
    look("odds")
    page.get_by_role("button", name="Why not?").click()
    look("asking why")
    page.get_by_role("button", name="Show the whole board").click()
    page.locator("svg g.piece.side-1").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Why not "))).to_be_visible()
    expect(page.get_by_text("Looking it up")).to_have_count(0)
    look("why not")
    page.keyboard.press("Escape")
    page.locator("section.choices button[data-choice]").first.scroll_into_view_if_needed()
    if person.page.viewport_size == PHONE:
        risky(page).tap()
        expect(page.get_by_role("group", name="Confirm your choice")).to_be_visible()
        look("confirm")
        page.get_by_role("button", name="Cancel").tap()
        for name in ("Rosters", "Log", "Dice", "Choices"):
            page.get_by_role("tab", name=name).tap()
            look(f"tab {name}")
    page.get_by_role("tab", name="Rosters").click()
    page.locator("section.roster button.head").first.click()
    page.get_by_text("How this game is won").click()
    look("a card and the briefing")
    page.get_by_role("button", name="Details").click()
    look("details")
    shut(page)
    page.keyboard.press("?")
    look("keys")
    shut(page)
    page.keyboard.press("Control+k")
    look("commands")
    page.keyboard.type("there is no such thing")
    look("no command")
    shut(page)
    page.get_by_role("button", name="Menu").click()
    look("menu")
    for name in ("Auto-pass", "Share", "Settings"):
        if not page.get_by_role("button", name=name).is_visible():
            page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        if name == "Share":
            expect(page.locator("dialog[open]").get_by_role("textbox").first).to_be_visible()
            page.get_by_role("button", name=re.compile("^Revoke and renew")).first.click()
        look(name)
        shut(page)
    page.keyboard.press("l")
    page.get_by_role("link", name=re.compile("^Rule ")).locator("visible=true").first.click()
    expect(page.locator("dialog[open]").get_by_role("heading", level=2)).to_be_visible()
    look("a rule")


def test_table_setting_up(person: Person, server: Server, look: Look) -> None:
    """Many choices with a search, and one that finds nothing."""
    page = person.sit(server.create("here", "here")["host"])
    wait_for_turn(page)
    look("setting up")
    page.get_by_label("Find a choice").fill("there is no such choice")
    look("no choice found")


def test_a_board_of_inches(person: Person, server: Server, look: Look) -> None:
    """The form with its own fields; a move as it is judged, legal and refused; a look, reasons, a chart of odds, the
    legend."""
    page = person.go()
    page.get_by_label("Game", exact=True).select_option(label="Kill Team")
    look("form")
    person.sit(server.opened(on_the_move(), "here", "here")["host"])
    wait_for_turn(page)
    look("move")
    draw_a_way(page)
    look("move with legs and a ring")
    page.get_by_label("Or type it").fill("40 north")
    page.get_by_role("button", name="Find the way").click()
    expect(page.get_by_role("group", name="Confirm where")).to_contain_text("Not possible")
    look("move refused")
    page.get_by_role("button", name="Legend").click()
    page.get_by_text("Vantage floor").click()
    look("legend")
    shut(page)
    person.sit(server.opened(putting_down(), "here", "here")["host"])
    wait_for_turn(page)
    look("place")
    person.sit(server.opened(standoff("cover"), "here", "here")["host"])
    wait_for_turn(page)
    page.get_by_role("tab", name="Rosters").click()
    page.get_by_text("What this side has").first.click()
    expect(page.get_by_text("Ash Cloud")).to_be_visible()
    look("what a kill team has")
    page.locator("svg [data-place='piece vr-matron']").click()
    expect(page.locator("section.why li.failed").first).to_be_visible()
    expect(page.locator("section.look")).to_be_visible()
    look("look and reasons")
    person.sit(server.opened(standoff("open"), "here", "here")["host"])
    wait_for_turn(page)
    page.keyboard.press("q")
    for choice in choices(page).all():
        page.keyboard.press("j")
        expect(choice).to_be_focused()
        if choice.locator(".chance").count():
            break
    expect(page.locator("section.odds button svg").first).to_be_visible()
    page.locator("section.odds summary").first.click()
    look("odds with a chart")


def play_until_answered_by(one: Page, other: Page) -> None:
    """Play on until one has answered after the other, and the other could only ask for an undo."""
    for _ in range(60):
        if other.get_by_role("button", name="Ask to undo").count():
            return
        for page in (other, one):
            if choices(page).count() and page.locator("section.choices[aria-busy=true]").count() == 0:
                choose(page)
                break
    raise AssertionError("nobody has learned anything")


def test_offer_and_notice(person: Person, people: People, server: Server, look: Look) -> None:
    """An undo that is offered, seen by both, and declined."""
    links = server.create("here", "link")
    friend = people.come(DESK).sit(links["seats"]["1"])
    host = people.come(DESK).sit(links["host"])
    page = person.sit(links["host"])
    play_until_answered_by(host, friend)
    friend.get_by_role("button", name="Ask to undo").click()
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    look("an offer")
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    play_until_answered_by(friend, host)
    host.get_by_role("button", name="Ask to undo").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    look("an offer of one's own")
    friend.get_by_role("button", name="Decline").click()
    expect(page.get_by_text("declined the undo.")).to_be_visible()
    look("declined")


def test_covered_typed_watched_and_over(person: Person, server: Server, look: Look) -> None:
    """The cover, typed dice, a spectator's table, the end of a game, an address that leads nowhere."""
    page = person.sit(server.create("here", "here", handover=True)["host"])
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_visible()
    look("cover")
    links = server.create("here", "here", dice="typed")
    person.sit(links["host"])
    expect(page.locator("section.typed")).to_be_visible()
    look("typed dice")
    person.sit(links["watch"])
    look("spectator")
    person.sit(server.opened(finished(), "here", "here")["host"])
    expect(page.locator("section.ending")).to_be_visible()
    look("ending")
    person.go("/#/nowhere")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    look("nowhere")
    person.expected += ["WebSocket", "status 40"]
    person.go("/#/t/not-a-link")
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    look("no such link")


def test_without_a_line(person: Person, server: Server, look: Look) -> None:
    """While the server cannot be reached, at the table and on the first screen."""
    person.expected += [*LOST_LINE, "request failed"]
    cable = Cable(server.port)
    try:
        page = person.page
        page.goto(f"http://127.0.0.1:{cable.port}/#/t/{server.create('here', 'here')['host']}")
        wait_for_turn(page)
        cable.cut()
        expect(page.get_by_text("The line is down.")).to_be_visible()
        look("the line is down")
        page.evaluate("() => { location.hash = '#/' }")
        expect(page.get_by_role("alert")).to_be_visible()
        look("home without a server")
    finally:
        cable.close()


def test_replay(person: Person, server: Server, look: Look) -> None:
    """The replay at a moment in the middle and at the end, with its dialogs."""
    token = server.opened(finished(), "here", "here")["host"]
    page = person.go(f"/#/replay/{token}/90")
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    expect(page.locator("svg g.piece").first).to_be_visible()
    look("replay")
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("dialog", name="Play from here").get_by_role("radio").first).to_be_visible()
    look("play from here")
    shut(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog", name="Share this match").get_by_role("textbox").first).to_be_visible()
    look("share a moment")
    shut(page)
    page.get_by_role("slider", name="Moment").focus()
    page.keyboard.press("End")
    expect(page.get_by_text("The game is over at this moment.")).to_be_visible()
    look("replay at the end")


def test_rules(person: Person, look: Look) -> None:
    """The rulebook, one rule of it, a search, and a search that finds nothing."""
    page = person.go("/#/rules/escape/ES-CRATE-01")
    expect(page.locator("#rule-ES-CRATE-01")).to_be_visible()
    look("a rule of the book")
    page.get_by_role("searchbox").fill("dodge")
    expect(page.get_by_text(re.compile("rules found"))).to_be_visible()
    look("search")
    page.get_by_role("searchbox").fill("xyzzy")
    look("nothing found")

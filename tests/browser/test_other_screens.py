"""Typed dice, the rulebook, settings, auto-pass, odds and reasons."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from fireteam.games.killteam.content.packs import content
from tests.browser.kit import DESK, PHONE, People, Server, choices, choose, question, ready, wait_for_turn
from tests.browser.saves import fight


def test_typed_dice(people: People) -> None:
    """The page says what to roll; the faces are typed or pressed, corrected, and sent."""
    page = people.come(DESK).go()
    page.get_by_text("Dice and rule options").click()
    page.get_by_role("radio", name=re.compile("^Your own dice")).check()
    page.get_by_role("radio", name=re.compile("^Two people at this device")).check()
    page.get_by_role("checkbox", name=re.compile("^Hide secrets")).uncheck()
    page.get_by_role("button", name="Start this game").click()
    roll = page.get_by_role("heading", name=re.compile("^Roll a die with 6 sides"))
    expect(roll).to_be_visible()
    first = question(page).inner_text()
    page.keyboard.press("4")
    page.get_by_role("button", name="Remove the last").click()
    page.get_by_role("button", name="Add a 5").click()
    page.get_by_role("button", name="That is the roll").click()
    expect(question(page)).not_to_have_text(first)
    expect(page.locator("section.log")).to_contain_text("setup die: 5")
    expect(roll).to_be_visible()
    second = question(page).inner_text()
    # Where nothing else has the focus, keys alone will do.
    ready(page)
    question(page).focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(question(page)).not_to_have_text(second)
    expect(page.locator("section.log")).to_contain_text("setup die: 2")
    wait_for_turn(page)


def test_the_rulebook_is_searched_and_linked(people: People) -> None:
    """A search narrows the list, a link opens one rule, and the address of a rule leads to it."""
    person = people.come(DESK)
    page = person.go()
    page.get_by_role("link", name="Rules of ESCAPE").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of ESCAPE")
    page.keyboard.press("/")
    page.keyboard.type("dodge")
    expect(page.get_by_text(re.compile(r"^\d+ rules found\.$"))).to_be_visible()
    assert 0 < page.get_by_role("article").count() < 100
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"#/rules/escape/ES-"))
    identity = page.url.rsplit("/", 1)[1]
    other = person.context.new_page()
    other.goto(page.url)
    article = other.locator(f"#rule-{identity}")
    expect(article).to_be_focused()
    expect(article).to_be_in_viewport()
    other.goto(f"{person.server.url}#/rules/escape/ES-NONE-99")
    expect(other.get_by_text("There is no rule ES-NONE-99 in this book.")).to_be_visible()


def test_settings_are_kept(people: People) -> None:
    """The table is dark until somebody sets it light, at once and after a reload; every choice confirmed if so set."""
    page = people.come(DESK, "light").go()
    root = page.locator("html")
    dark = root.evaluate("(root) => getComputedStyle(root).backgroundColor")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Light").check()
    expect(root).not_to_have_css("background-color", dark)
    dialog.get_by_role("radio", name=re.compile("^Always")).check()
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    expect(root).not_to_have_css("background-color", dark)
    page.get_by_role("button", name="Play ESCAPE").click()
    wait_for_turn(page)
    choices(page).first.click()
    expect(page.get_by_role("group", name="Confirm your choice")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Confirm your choice")).to_have_count(0)


def test_odds_and_reasons_before_committing(people: People, server: Server) -> None:
    """Pointing at an attack shows its odds and the numbers behind it, with rules a click away."""
    page = people.come(DESK).sit(server.opened(fight(), "here", "here")["host"])
    wait_for_turn(page)
    before = question(page).inner_text()
    page.locator("button[data-choice]:has(.chance)").first.hover()
    panel = page.get_by_role("region", name="Odds and reasons")
    expect(panel.get_by_text(re.compile("^(Exact|Sampled):"))).to_be_visible()
    expect(panel.get_by_text(re.compile(r"\d %|\d%")).first).to_be_visible()
    page.locator("button[data-choice]:has(.chance)").first.focus()
    panel.get_by_role("link", name=re.compile("^Rule ES-")).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_be_visible()
    page.keyboard.press("Escape")
    expect(question(page)).to_have_text(before)


def test_what_is_not_possible_is_explained_and_drawn(people: People, server: Server) -> None:
    """A click on a piece that offers nothing names the checks that failed, with the rule."""
    page = people.come(DESK).sit(server.opened(fight(), "here", "here")["host"])
    wait_for_turn(page)
    page.get_by_role("button", name="Why not?").click()
    page.locator("svg g.piece.side-1").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Why not "))).to_be_visible()
    expect(
        page.get_by_role("region", name="Odds and reasons").get_by_role("link", name=re.compile("^Rule ")).first
    ).to_be_visible()
    page.get_by_role("button", name="Close the reasons").click()
    expect(page.get_by_role("heading", name=re.compile("^Why not "))).to_have_count(0)


def test_auto_pass_is_set_and_kept(people: People, server: Server) -> None:
    """A window that is always declined is no longer asked; the settings list it."""
    page = people.come(DESK).sit(server.create("here", "here", scenario="last-bastion")["host"])
    box = page.get_by_role("checkbox", name=re.compile("^Always pass here"))
    for _ in range(150):
        wait_for_turn(page)
        if box.count():
            break
        choose(page, lambda found: found.first)
    # Not check(): the question may be passed, and the box gone with it, at once.
    box.click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Auto-pass").click()
    ticked = page.get_by_role("dialog", name="Auto-pass").get_by_role("checkbox", checked=True)
    expect(ticked).to_have_count(1)
    page.reload()
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Auto-pass").click()
    expect(ticked).to_have_count(1)


def test_addresses_that_lead_nowhere(people: People) -> None:
    """A lost address and a wrong link say so, with a way home."""
    person = people.come(PHONE)
    person.expected += [r"WebSocket", r"bad_token", r"status 40\d"]
    page = person.go("/#/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    person.go("/#/t/not-a-link")
    expect(page.get_by_role("heading", name=re.compile("withdrawn|cannot be shown|not valid"))).to_be_visible()
    page.get_by_role("link", name="Home").tap()
    expect(page.get_by_role("button", name="Play ESCAPE")).to_be_visible()


def test_large_text_and_narrow_windows(people: People) -> None:
    """At 200 % zoom nothing is cut off at the side."""
    page = people.come({"width": 720, "height": 450}, touch=False).go()
    expect(page.get_by_role("button", name="Play ESCAPE")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Play ESCAPE").click()
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_drawn_is_typed_by_its_name(people: People) -> None:
    """Cards that somebody draws are called as on their faces, not as the data calls them."""
    wish = {"game": "killteam", "scenario": "shellmarket", "dice": "typed"}
    page = people.come(DESK).sit(people.server.create("here", "here", **wish)["host"])
    names = [op.name for op in content(None).crit_ops]
    expect(page.get_by_role("group", name="Faces").get_by_role("button")).to_have_text(names)
    page.get_by_role("group", name="Faces").get_by_role("button", name=names[1]).click()
    expect(page.get_by_role("list", name="Entered so far")).to_have_text(re.compile(re.escape(names[1])))
    page.get_by_role("button", name="That is the roll").click()
    expect(page.locator("section.log")).to_contain_text(names[1])

"""A whole game by taps on a phone."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import PHONE, People, answered, choices, confirmed, risky, used, wait_for_turn
from tests.browser.saves import fight

MOST = 400


ONE_CHOICE = re.compile(r"^Square \d+,\d+\. Choices here: [^;]*$")


def one_place(page: Page) -> Locator | None:
    """An empty spot of the board that offers exactly one choice."""
    found = page.locator("svg").get_by_role("button", name=ONE_CHOICE)
    return found.first if found.count() else None


def test_a_whole_game_by_taps(people: People) -> None:
    """Start, play on the board and in the list, end: no key and no mouse."""
    page = people.come(PHONE).go()
    page.get_by_label("Scenario").select_option(label="Data Heist")
    page.get_by_label("How the bot plays").select_option(label="Careless")
    page.get_by_role("button", name="Start this game").tap()

    on_board = 0
    for number in range(MOST):
        if not wait_for_turn(page):
            break
        place = one_place(page) if number % 4 == 1 and on_board < 3 else None
        if place is not None:
            on_board += 1
        target = place or choices(page).last
        answered(page, partial(confirmed, page, target))
    else:
        raise AssertionError("the game never ended")
    assert on_board > 0
    expect(page.locator("section.ending")).to_be_visible()
    found = used(page)
    assert found["keys"] == 0
    assert found["mouse"] == 0
    assert found["touch"] > 20


def test_a_tap_alone_rolls_no_dice(people: People) -> None:
    """Where dice decide, Cancel drops the choice; the panes are tabs; nothing is wider than the screen."""
    page = people.come(PHONE).sit(people.server.opened(fight(), "here", "random")["host"])
    wait_for_turn(page)
    asked = page.locator("section.choices h2").inner_text()
    risky(page).tap()
    bar = page.get_by_role("group", name="Confirm your choice")
    bar.get_by_role("button", name="Cancel").tap()
    expect(bar).to_have_count(0)
    expect(page.locator("section.choices h2")).to_have_text(asked)
    for name in ("Rosters", "Log", "Dice", "Choices"):
        page.get_by_role("tab", name=name).tap()
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

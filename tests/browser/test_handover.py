"""Two people at one device: a cover between them, and nothing of the match under it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.kit import DESK, People, answered, choices, choose, wait_for_turn


def start(page: Page) -> None:
    """Two people here, with the cover."""
    page.get_by_label("Scenario").select_option(label="Data Heist")
    page.get_by_role("radio", name="Two people at this device").check()
    cover = page.get_by_role("checkbox", name="Hide secrets when the device changes hands")
    assert not cover.is_checked()  # nobody has secrets in ESCAPE, so the cover is a wish
    cover.check()
    page.get_by_role("button", name="Start this game").click()


def is_covered(page: Page) -> bool:
    """Wait for the next question or the cover; whether it is the cover."""
    cover = page.get_by_role("heading", name=re.compile("^Hand the device to"))
    expect(cover.or_(choices(page).first)).to_be_visible()
    return cover.count() > 0


def test_the_cover_hides_everything_until_it_is_taken(people: People) -> None:
    """Neither the board nor a name of a piece, nor the log, is in the document while it is covered."""
    page = people.come(DESK).go()
    start(page)
    takes = 0
    names: set[str] = set()
    for _ in range(60):
        if is_covered(page):
            takes += 1
            document = page.content()
            assert page.locator("svg [data-place]").count() == 0
            assert page.locator("section.log, section.roster, section.choices").count() == 0
            assert not [name for name in names if name in document]
            name = page.get_by_role("heading", level=1).inner_text().removeprefix("Hand the device to ")
            button = page.get_by_role("button", name=f"I am {name}")
            expect(button).to_be_focused()
            button.click()
            wait_for_turn(page)
            if takes >= 3:
                break
        names |= set(page.locator("section.roster .name").all_inner_texts())
        answered(page, choices(page).last.click)
    assert takes >= 3
    assert names


def test_a_reload_under_the_cover_stays_covered(people: People) -> None:
    """Loading the page again is no way round the cover."""
    page = people.come(DESK).go()
    start(page)
    for _ in range(60):
        if is_covered(page):
            break
        choose(page)
    page.reload()
    expect(page.get_by_role("heading", name=re.compile("^Hand the device to"))).to_be_visible()
    assert page.locator("svg [data-place]").count() == 0

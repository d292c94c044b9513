"""On a phone the board is looked at from near: where something is asked or happens, unless somebody moves it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.directing import Director
from tests.browser.kit import DESK, PHONE, People, Server, answered, choices, ready, wait_for_turn
from tests.browser.saves import SHOOTER, gallery, standoff
from tests.patience import wait_until

WHOLE = "translate(0 0) scale(1)"

# Every way in which the board has lain since this was asked for.
WATCH = """() => {
    const world = document.querySelector('.live > .world')
    window.views = []
    new MutationObserver(() => window.views.push(world.getAttribute('transform')))
        .observe(world, { attributeFilter: ['transform'] })
}"""

# The pieces that are not wholly on the screen.
HIDDEN = """(names) => {
    const stage = document.querySelector('.stage').getBoundingClientRect()
    return names.filter((name) => {
        const box = document.querySelector(`[data-place="piece ${name}"]`).getBoundingClientRect()
        return box.left < stage.left || box.right > stage.right || box.top < stage.top || box.bottom > stage.bottom
    })
}"""


def lies(page: Page) -> str:
    """How the board lies."""
    return page.locator(".live > .world").get_attribute("transform") or WHOLE


def near(page: Page) -> None:
    """Wait until the board is seen from near."""
    expect(page.locator(".live > .world")).to_have_attribute("transform", re.compile(r"scale\((1\.[2-9]|2)"))


def comes_into_view(page: Page, piece: str) -> None:
    """Wait until a piece is wholly on the screen."""
    wait_until(lambda: page.evaluate(HIDDEN, [piece]) == [])


def test_a_question_brings_the_actor_and_its_targets_near(people: People, server: Server) -> None:
    """All of them are in view, larger than before; a button shows the whole board, and the next question comes near
    again."""
    page = people.come(PHONE).sit(server.opened(standoff("open"), "here", "here")["host"])
    wait_for_turn(page)
    near(page)
    ready(page)
    assert page.evaluate(HIDDEN, ["cv-prior", "vr-matron"]) == []
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.locator(".live > .world")).to_have_attribute("transform", WHOLE)
    answered(page, choices(page).filter(has_text="REPOSITION").tap)
    near(page)
    assert page.evaluate(HIDDEN, ["cv-prior"]) == []


def test_what_happens_is_followed_unless_somebody_has_moved_the_board(people: People, server: Server) -> None:
    """The camera goes to a piece far away that does something; after a press on the whole board it does not."""
    for moved in (False, True):
        person = people.come(PHONE, motion=True)
        director = Director(person.page)
        page = person.sit(server.opened(standoff("open"), "here", "here")["host"])
        wait_for_turn(page)
        near(page)
        ready(page)
        if moved:
            page.get_by_role("button", name="Show the whole board").tap()
            expect(page.locator(".live > .world")).to_have_attribute("transform", WHOLE)
        page.evaluate(WATCH)
        director.tell(
            ("It walks.", {"kind": "moves", "piece": "cv-prior", "path": [[2700, 300], list(SHOOTER)]}),
            ("It is hit.", {"kind": "hurts", "piece": "cv-prior", "amount": 1}),
        )
        choices(page).filter(has_text="REPOSITION").tap()
        expect(page.get_by_role("button", name="Show again: It is hit.")).to_be_visible()
        views = page.evaluate("window.views")
        if moved:
            assert set(views) <= {WHOLE}
        else:
            assert len(set(views)) > 1
            comes_into_view(page, "cv-prior")


def test_without_movement_the_board_is_there_at_once(people: People, server: Server) -> None:
    """Less motion, or everything at once: one view and then the next, with nothing between."""
    page = people.come(PHONE).sit(server.opened(standoff("open"), "here", "here")["host"])
    wait_for_turn(page)
    near(page)
    ready(page)
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.locator(".live > .world")).to_have_attribute("transform", WHOLE)
    page.evaluate(WATCH)
    answered(page, choices(page).filter(has_text="REPOSITION").tap)
    near(page)
    ready(page)
    assert len(set(page.evaluate("window.views"))) == 1


def test_on_a_desk_the_board_stays_whole(people: People, server: Server) -> None:
    """There is room for all of it."""
    page = people.come(DESK).sit(server.opened(gallery(), "here", "here")["host"])
    wait_for_turn(page)
    ready(page)
    assert lies(page) == WHOLE
    answered(page, choices(page).filter(has_text="REPOSITION").click)
    assert lies(page) == WHOLE

"""Tokens on the board: large enough on every screen, told apart by shape, and never less said of them than seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.kit import DESK, PHONE, SETTLED, People, wait_for_turn
from tests.browser.saves import contested, deployed, fight, volley
from tests.patience import wait_until

SAVES: dict[str, Callable[[], str]] = {"inches": deployed, "objectives": contested, "levels": volley, "squares": fight}
SMALLEST = 26

# Of each member: its name for whoever hears it, and how wide and high its foot is drawn.
MEMBERS = """() => [...document.querySelectorAll('svg g.piece.member')].map((piece) => {
    const box = (piece.querySelector('.edge') ?? piece).getBoundingClientRect()
    return [piece.getAttribute('aria-label'), box.width, box.height]
})"""


def members(page: Page) -> list[Any]:
    """All members on the board as they are drawn."""
    found: list[Any] = page.evaluate(MEMBERS)
    return found


def small(page: Page) -> list[Any]:
    """The members that are drawn too small."""
    return [member for member in members(page) if min(member[1:]) < SMALLEST - 0.1]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("board", SAVES)
def test_no_token_is_too_small_to_be_seen(people: People, board: str, size: ViewportSize) -> None:
    """At first view every member is at least 26 pixels wide and high."""
    page = people.come(size).sit(people.server.opened(SAVES[board](), "here", "here")["host"])
    wait_for_turn(page)
    page.locator("svg g.piece.member").first.wait_for()
    # On a phone the board comes near first.
    wait_until(lambda: not small(page), lambda: str(small(page)))
    assert members(page)


def test_what_a_token_shows_is_said_as_well(people: People) -> None:
    """A member has its figure and the ring of its wounds, no letter, and a name that says its state, stance and
    wounds."""
    page = people.come(DESK).sit(people.server.opened(volley(), "here", "here")["host"])
    wait_for_turn(page)
    pieces = page.locator("svg g.piece.member")
    assert pieces.count() == len(members(page)) > 0
    for piece in pieces.all():
        assert piece.locator(".front, .cut, .fill").count()
        assert piece.locator("text").count() == 0
        name = piece.get_attribute("aria-label") or ""
        assert name == piece.locator("title").first.text_content()
        if piece.locator(".stance-down").count():
            assert "Pinned" in name
    assert page.locator("svg g.piece .stance-down").count(), "nobody lies down: nothing was tried"


def test_what_is_folded_on_a_token_opens_above_it(people: People) -> None:
    """Dots say that there is more to tell; pointed at, each thing is told beside the token."""
    page = people.come(DESK).sit(people.server.opened(volley(), "here", "here")["host"])
    wait_for_turn(page)
    piece = page.locator("svg g.piece.member").filter(has=page.locator(".count")).first
    count = piece.locator(".count .dot").count()
    piece.hover()
    lines = page.locator("svg .flags .line")
    expect(lines).to_have_count(count)
    name = piece.get_attribute("aria-label") or ""
    assert all(line in name for line in lines.all_text_contents())
    page.mouse.move(0, 0)
    expect(lines).to_have_count(0)


def test_the_place_of_a_piece_is_one_transform(people: People) -> None:
    """All that is drawn of a piece lies about its own middle: to move it means to change one transform."""
    page = people.come(DESK).sit(people.server.opened(contested(), "here", "here")["host"])
    wait_for_turn(page)
    piece = page.locator("svg g.piece.member").first
    assert (piece.get_attribute("style") or "").startswith("transform: translate(")
    before = piece.locator(".edge").bounding_box()
    piece.evaluate("(one) => { one.style.transform += ' translate(100px, 0px)' }")
    page.evaluate(SETTLED)
    after = piece.locator(".edge").bounding_box()
    assert before is not None and after is not None
    assert after["x"] > before["x"] + 10 and abs(after["y"] - before["y"]) < 1

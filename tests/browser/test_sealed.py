"""Dice by link: the page says for whom the first die waits, adds a word, and throws every die again at the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.saves import take_apart
from fireteam.server.rebuild import rebuild
from tests.browser import saves
from tests.browser.kit import DESK, People, choices, choose
from tests.browser.test_two_browsers import asked_page


def nearly_over(left: int = 12) -> str:
    """A game that ends after few more answers."""
    text = saves.finished()
    match = rebuild(text, "seeded", 2, ())
    return fireteam.load(match.earlier(len(take_apart(text).lines) - left).save(0), dice=Seeded(2)).save()


def test_the_first_die_waits_for_the_friend_and_a_word_may_be_typed(people: People) -> None:
    links = people.server.create("here", "link")
    host = people.come(DESK).sit(links["host"])
    expect(host.get_by_role("heading", name=re.compile("^The first die waits for")).first).to_be_visible()
    assert choices(host).count() == 0
    promise = host.locator(".waiting code").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", promise)
    host.get_by_label("Your word for the dice").fill("out of the blue")
    host.get_by_role("button", name="Say it").click()
    expect(host.get_by_text("Your word is “out of the blue”.")).to_be_visible()
    guest = people.come(DESK).sit(links["seats"]["1"])
    for page in (host, guest):
        expect(page.get_by_role("heading", name=re.compile("^The first die waits for"))).to_have_count(0)
    dice = people.server.ask("api/dice", links["watch"]).json()
    assert dice["commitment"] == promise and dice["words"]["0"] == "out of the blue"
    assert re.fullmatch("[0-9a-f]{24}", dice["words"]["1"]), "nobody typed one"


def test_both_throw_every_die_again_at_the_end(people: People) -> None:
    links = people.server.opened(nearly_over(), "link", "link")
    pages = [people.come(DESK).sit(links["seats"][seat]) for seat in "01"]
    for _ in range(40):
        if people.server.state(links["host"])["over"]:
            break
        choose(asked_page(pages))
    for page in pages:
        page.get_by_role("button", name="Check the dice").click()
        expect(page.get_by_text(re.compile(r"^All \d+ dice of \d+ rolls are right"))).to_be_visible()
        expect(page.get_by_text("The word of this browser is among them")).to_be_visible()

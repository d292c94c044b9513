"""Two people by link: each sees the other's moves, and an undo is asked for, declined, and accepted."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.kit import DESK, PHONE, People, answered, choices, choose, confirmed, question, wait_for_turn
from tests.patience import wait_until


def invite(people: People) -> tuple[Page, str]:
    """Start a match by link; the host's page, and the address for the friend."""
    page = people.come(DESK).go()
    page.get_by_label("Scenario").select_option(label="Data Heist")
    page.get_by_role("radio", name="You and a friend by link").check()
    page.get_by_role("button", name="Start and get the link").click()
    dialog = page.get_by_role("dialog", name="Invite your friend")
    address = dialog.get_by_role("textbox", name=re.compile("^Link to play")).input_value()
    dialog.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()
    return page, address


def asked_page(pages: list[Page]) -> Page:
    """Whose turn it is."""
    asked: list[Page] = []

    def found() -> bool:
        asked[:] = [
            page
            for page in pages
            if choices(page).count() > 0 and page.locator("section.choices[aria-busy=true]").count() == 0
        ]
        return bool(asked)

    wait_until(found, lambda: "nobody is asked")
    return asked[0]


def test_undo_by_consent(people: People) -> None:
    """After the other side has answered, an undo is an offer: declined it changes nothing, accepted it takes back."""
    host, address = invite(people)
    guest_person = people.come(DESK)
    guest = guest_person.page
    guest.goto(address)
    expect(guest.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()
    expect(host.locator("header .side").filter(has_text="here")).to_be_visible()

    # Until both have answered, and somebody may only ask.
    answered_by: list[Page] = []
    while len(set(answered_by)) < 2:
        now = asked_page([host, guest])
        choose(now)
        answered_by.append(now)
    first = next(page for page in (host, guest) if page is not answered_by[-1])
    other = host if first is guest else guest
    expect(first.get_by_role("button", name="Ask to undo")).to_be_visible()
    before = (question(first).inner_text(), question(other).inner_text())

    first.get_by_role("button", name="Ask to undo").click()
    expect(first.get_by_text("You have asked to undo.")).to_be_visible()
    expect(other.get_by_role("alert").get_by_text("An undo is asked for by")).to_be_visible()
    other.get_by_role("button", name="Decline").click()
    expect(first.get_by_text("declined the undo.")).to_be_visible()
    expect(other.get_by_role("button", name="Accept")).to_have_count(0)
    assert (question(first).inner_text(), question(other).inner_text()) == before

    first.get_by_role("button", name="Ask to undo").click()
    other.get_by_role("button", name="Accept").click()
    expect(first.get_by_text("You have asked to undo.")).to_have_count(0)
    wait_for_turn(first)
    expect(other.locator("button[data-choice]")).to_have_count(0)

    # Redo brings everything back, as it was.
    first.get_by_role("button", name="Redo").click()
    expect(question(first)).to_have_text(before[0])
    expect(question(other)).to_have_text(before[1])


def test_an_offer_can_be_withdrawn_and_the_other_side_on_a_phone_sees_it(people: People) -> None:
    """Who asked may take it back; presence is told both ways."""
    host, address = invite(people)
    guest_person = people.come(PHONE)
    guest = guest_person.page
    guest.goto(address)
    wait = guest.get_by_role("group", name=re.compile("^Board:"))
    expect(wait).to_be_visible()
    answered_by: list[Page] = []
    while len(set(answered_by)) < 2 or answered_by[-1] is host:
        now = asked_page([host, guest])
        if now is guest:
            answered(guest, partial(confirmed, guest, choices(guest).last))
        else:
            choose(host)
        answered_by.append(now)
    host.get_by_role("button", name="Ask to undo").click()
    expect(guest.get_by_role("button", name="Accept")).to_be_visible()
    host.get_by_role("button", name="Withdraw").click()
    expect(guest.get_by_role("button", name="Accept")).to_have_count(0)
    guest_person.page.close()
    expect(host.locator("header .side").filter(has_text="away")).to_be_visible()


def test_a_revoked_link_closes_the_table(people: People) -> None:
    """Renewed by the host, the old link ends at once, and says so."""
    host, address = invite(people)
    guest = people.come(DESK).page
    guest.goto(address)
    expect(guest.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Share").click()
    dialog = host.get_by_role("dialog", name="Share this match")
    field = dialog.get_by_role("textbox", name=re.compile("^Link to play"))
    expect(dialog.get_by_text("Taken: its link opens nothing any more")).to_be_visible()
    expect(field).to_have_count(0)
    dialog.get_by_role("button", name=re.compile("^Revoke and renew")).first.click()
    dialog.get_by_role("button", name="Revoke the old link").click()
    expect(dialog.get_by_text("Renewed.")).to_be_visible()
    assert field.input_value() != address
    expect(guest.get_by_role("heading", name="This link was withdrawn")).to_be_visible()
    guest.goto("about:blank")
    guest.goto(field.input_value())
    expect(guest.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()


def test_a_link_seats_one_browser_and_its_holder_may_renew_it(people: People) -> None:
    """A second browser is refused with a word; the first one comes back by the same address, sees who else is in by its
    token, and gets a new one for itself."""
    _, address = invite(people)
    guest = people.come(DESK).page
    guest.goto(address)
    board = guest.get_by_role("group", name=re.compile("^Board:"))
    expect(board).to_be_visible()
    late = people.come(DESK)
    late.expected.append("403")
    late.page.goto(address)
    expect(late.page.get_by_role("heading", name="This seat is taken")).to_be_visible()
    guest.goto("about:blank")
    guest.goto(address)
    expect(board).to_be_visible()

    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Share").click()
    dialog = guest.get_by_role("dialog", name="Share this match")
    expect(dialog.get_by_text("This link is open here alone.")).to_be_visible()
    own = dialog.get_by_role("textbox").first.input_value()
    assert own != address
    other = people.come(DESK).page
    other.goto(own)
    expect(dialog.get_by_text("This link is open in 2 windows or browsers now.")).to_be_visible()
    dialog.get_by_role("button", name="Get a new link for myself").click()
    expect(other.get_by_role("heading", name="This link was withdrawn")).to_be_visible()
    expect(board).to_be_visible()
    assert guest.url != own


def test_what_changed_while_i_was_away_is_marked(people: People) -> None:
    """Who comes back finds a divider in the log before what is new, and can say that it was read."""
    host, address = invite(people)
    guest_person = people.come(DESK)
    guest = guest_person.page
    guest.goto(address)
    expect(guest.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()
    expect(guest.locator("section.log .divider")).to_have_count(0)
    while asked_page([host, guest]) is guest:
        choose(guest)
    guest.goto("about:blank")
    before = question(host).inner_text()
    choose(host)
    expect(question(host)).not_to_have_text(before)
    guest.goto(address)
    divider = guest.locator("section.log .divider")
    expect(divider).to_have_count(1)
    expect(divider).to_have_text("Since you looked")
    guest.get_by_role("tab", name="Log").click()
    expect(guest.locator("section.log .fresh").first).to_be_visible()
    guest.locator("section.log").get_by_role("button", name=re.compile(r"\d+ new")).click()
    expect(divider).to_have_count(0)

"""Thirty seconds without network, with an answer given meanwhile: it counts once, and the game goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.cable import Cable
from tests.browser.kit import DESK, LOST_LINE, People, Server, choices, choose, question, until, wait_for_turn

HOLE = 31.0


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    """A line to the server that can be cut."""
    found = Cable(server.port)
    yield found
    found.close()


@pytest.mark.parametrize("how", ["cut", "silent"])
def test_thirty_seconds_without_network(people: People, server: Server, cable: Cable, how: str) -> None:
    """Whether the browser is told or not: the answer waits, is sent when the line is back, and counts once."""
    links = server.create("here", "random")
    token = links["host"]
    person = people.come(DESK)
    person.expected += LOST_LINE
    page = person.page
    page.goto(f"http://127.0.0.1:{cable.port}/#/t/{token}")
    wait_for_turn(page)
    choose(page)
    wait_for_turn(page)
    before = server.state(token)["version"]
    asked = question(page).inner_text()

    began = time.monotonic()
    if how == "cut":
        person.context.set_offline(True)
        cable.cut()
        expect(page.get_by_text("The line is down.")).to_be_visible()
    else:
        cable.silence()
    key = choices(page).last.get_attribute("data-choice")
    choices(page).last.click()
    page.wait_for_timeout(max(0.0, HOLE - (time.monotonic() - began)) * 1000)
    assert server.state(token)["version"] == before
    expect(question(page)).to_have_text(asked)

    if how == "cut":
        cable.mend()
        person.context.set_offline(False)
    else:
        cable.speak()
    until(lambda: server.state(token)["version"] > before, 15)
    expect(page.get_by_text("The line is down.")).to_have_count(0)
    wait_for_turn(page)
    given = [line for line in server.ask("api/save", token).text.splitlines() if key is not None and key in line]
    assert len(given) == 1, given
    choose(page)

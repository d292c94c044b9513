"""Thirty seconds without network, with an answer given meanwhile: it counts once, and the game goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import expect

from tests.browser.cable import Cable
from tests.browser.kit import DESK, LOST_LINE, People, Person, Server, choices, choose, question, wait_for_turn
from tests.patience import wait_until

HOLE = 31.0


@pytest.fixture
def cables(server: Server) -> Iterator[list[Cable]]:
    """Two lines to the server that can be cut."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(Cable(server.port))) for _ in range(2)]


class Player:
    """Somebody whose line can be cut, and the answer that is given without one."""

    def __init__(self, person: Person, cable: Cable, token: str) -> None:
        self.person = person
        self.page = person.page
        self.cable = cable
        self.token = token
        person.expected += LOST_LINE
        self.page.goto(f"http://127.0.0.1:{cable.port}/#/t/{token}")
        wait_for_turn(self.page)
        choose(self.page)
        wait_for_turn(self.page)
        self.before = self.version()
        self.asked = question(self.page).inner_text()
        self.key = ""

    def version(self) -> int:
        """How far the match has come, as the server has it."""
        return int(self.person.server.state(self.token)["version"])

    def answer(self) -> None:
        """Give an answer that cannot be sent."""
        self.key = choices(self.page).last.get_attribute("data-choice") or ""
        choices(self.page).last.click()

    def has_waited(self) -> None:
        """The answer has not come through yet, and the page goes on asking."""
        assert self.version() == self.before
        expect(question(self.page)).to_have_text(self.asked)

    def goes_on(self) -> None:
        """The answer comes through, counts once, and the game goes on."""
        wait_until(lambda: self.version() > self.before)
        expect(self.page.get_by_text("The line is down.")).to_have_count(0)
        wait_for_turn(self.page)
        given = [line for line in self.person.server.ask("api/save", self.token).text.splitlines() if self.key in line]
        assert self.key and len(given) == 1, given
        choose(self.page)


def test_thirty_seconds_without_network(people: People, server: Server, cables: list[Cable]) -> None:
    """Whether the browser is told or not: the answer waits, is sent when the line is back, and counts once."""
    cut, silent = (Player(people.come(DESK), cable, server.create("here", "random")["host"]) for cable in cables)

    began = time.monotonic()
    cut.person.context.set_offline(True)
    cut.cable.cut()
    silent.cable.silence()
    expect(cut.page.get_by_text("The line is down.")).to_be_visible()
    cut.answer()
    silent.answer()
    cut.page.wait_for_timeout(max(0.0, HOLE - (time.monotonic() - began)) * 1000)
    cut.has_waited()
    silent.has_waited()

    cut.cable.mend()
    cut.person.context.set_offline(False)
    silent.cable.speak()
    cut.goes_on()
    silent.goes_on()

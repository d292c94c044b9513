"""A page that is loaded again, and a server that is killed while an answer is under way: nothing lost, nothing
doubled."""

from __future__ import annotations

import signal

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.kit import DESK, LOST_LINE, People, Server, answered, choices, choose, question, wait_for_turn
from tests.patience import wait_until


def to_a_roll(page: Page) -> None:
    """Play on until the dice decide something."""
    for _ in range(200):
        assert wait_for_turn(page), "no dice before the end"
        if page.locator("button[data-choice]:has(.chance)").count():
            return
        choose(page, lambda found: found.first)
    raise AssertionError("no dice")


def test_reload_in_mid_game(people: People, server: Server) -> None:
    """The same position, and play goes on."""
    token = server.create("here", "random")["host"]
    page = people.come(DESK).sit(token)
    for _ in range(5):
        choose(page)
    wait_for_turn(page)
    parts = "[...document.querySelectorAll('section.choices h2, [data-choice], svg [data-place]')]"
    # Whoever comes back is also told what changed meanwhile.
    told = ". Changed since you looked"
    shown = f"() => {parts}.map((one) => (one.textContent + one.ariaLabel).replaceAll('{told}', ''))"
    before = page.evaluate(shown)
    page.reload()
    wait_for_turn(page)
    assert page.evaluate(shown) == before
    choose(page)


def test_killed_before_it_has_read_the_answer(people: People, own_server: Server) -> None:
    """The answer was on its way: it is sent again to the next server, and counts once."""
    token = own_server.create("here", "here")["host"]
    person = people.come(DESK, server=own_server)
    person.expected += LOST_LINE
    page = person.sit(token)
    for _ in range(3):
        choose(page)
    to_a_roll(page)
    before = own_server.state(token)["version"]
    roll = page.locator("button[data-choice]:has(.chance)").first
    own_server.signal(signal.SIGSTOP)
    roll.click()
    expect(page.locator("section.choices[aria-busy=true]")).to_have_count(1)
    own_server.kill()
    expect(page.get_by_text("The line is down.")).to_be_visible()
    own_server.start()
    expect(page.get_by_text("The line is down.")).to_have_count(0)
    wait_until(lambda: bool(own_server.state(token)["version"] == before + 1))
    wait_for_turn(page)
    choose(page)
    assert own_server.state(token)["version"] == before + 2


def test_killed_before_it_could_say_so(people: People, own_server: Server) -> None:
    """The answer was kept but its acknowledgement was lost: sent again, it is the same answer, with the same dice."""
    token = own_server.create("here", "here")["host"]
    person = people.come(DESK, server=own_server)
    person.expected += LOST_LINE
    deaf = False

    def carry(line: WebSocketRoute) -> None:
        far = line.connect_to_server()
        line.on_message(far.send)
        far.on_message(lambda text: None if deaf else line.send(text))

    person.page.route_web_socket("**/ws", carry)
    page = person.sit(token)
    to_a_roll(page)
    before = own_server.state(token)["version"]
    asked = question(page).inner_text()
    deaf = True
    page.locator("button[data-choice]:has(.chance)").first.click()
    wait_until(lambda: bool(own_server.state(token)["version"] == before + 1))
    kept = own_server.ask("api/save", token).text
    assert question(page).inner_text() == asked
    own_server.kill()
    deaf = False
    own_server.start()
    wait_for_turn(page)
    expect(page.get_by_text("The line is down.")).to_have_count(0)
    assert own_server.state(token)["version"] == before + 1
    assert own_server.ask("api/save", token).text == kept
    choose(page)
    assert own_server.state(token)["version"] == before + 2


def test_killed_again_and_again_while_a_bot_plays(people: People, own_server: Server) -> None:
    """Kills at moments of chance while answers fly: the page comes back by itself each time, and the game goes on."""
    token = own_server.create("here", "random")["host"]
    person = people.come(DESK, server=own_server)
    person.expected += LOST_LINE
    page = person.sit(token)
    for milliseconds in (0, 15, 60):
        choose(page)
        wait_for_turn(page)
        choices(page).last.click()
        page.wait_for_timeout(milliseconds)
        own_server.kill()
        own_server.start()
        expect(page.get_by_text("The line is down.")).to_have_count(0)
        wait_for_turn(page)
        answered(page, choices(page).last.click)


def test_a_clean_shutdown_and_a_restart(people: People, own_server: Server) -> None:
    """The server ends in good order; the page waits for the next one, and home says that it is away."""
    token = own_server.create("here", "random")["host"]
    person = people.come(DESK, server=own_server)
    person.expected += LOST_LINE
    page = person.sit(token)
    choose(page)
    own_server.stop()
    expect(page.get_by_text("The line is down.")).to_be_visible()
    own_server.start()
    expect(page.get_by_text("The line is down.")).to_have_count(0)
    choose(page)

"""What once went wrong under somebody's hands: each fault stays gone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, WebSocketRoute, expect

from tests.browser import saves
from tests.browser.kit import DESK, PHONE, People, Server, answers, choices, question, ready, wait_for_turn

HERE = ("here", "random")
GHOST_ELSEWHERE = "(first) => document.querySelector('[data-place=ghost] .body')?.getAttribute('d') !== first"
PLACES = """() => {
    const shown = document.querySelectorAll('[data-place^=piece], [data-choice], section.choices h2')
    return [...shown].map((one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round))
}"""
"""Where the pieces and the choices are on the screen."""


def moving(people: People, seed: int = 5) -> Page:
    """Somebody is asked where an operative moves to."""
    page = people.come().sit(people.server.opened(saves.on_the_move(seed), *HERE)["host"])
    ready(page)
    return page


def ghost(page: Page) -> Locator:
    """What shows where a move or a place would end."""
    return page.locator("[data-place=ghost]")


def where(page: Page) -> str:
    """Where the ghost is drawn."""
    found = ghost(page).locator(".body").get_attribute("d")
    assert found is not None
    return found


def test_a_suggestion_outside_the_list_is_shown_and_can_be_taken(people: People) -> None:
    """A bot may suggest any point: the ghost goes there, and Enter makes the move."""
    page = moving(people)
    before, asked = where(page), question(page).inner_text()
    page.get_by_role("button", name="Suggest a choice").click()
    bar = page.get_by_role("group", name="Confirm where")
    expect(bar.get_by_role("button", name="Confirm")).to_have_attribute("aria-disabled", "false")
    assert where(page) != before
    expect(ghost(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(question(page)).not_to_have_text(asked)
    assert answers(page) == 1


@pytest.mark.parametrize("late", [False, True], ids=["at once", "after the next question came"])
def test_a_second_click_belongs_to_no_question_that_came_since(people: People, late: bool) -> None:
    """An answer is for the question that was on the screen: who clicks twice has answered once."""
    page = people.come().sit(people.server.create(*HERE)["host"])
    wait_for_turn(page)
    ready(page)
    box = choices(page).first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if late:
        # In the page itself, so that the second click comes while the next question is new.
        page.evaluate(
            """([x, y]) => {
                const look = () => {
                    if (window.used.answers === 0) return requestAnimationFrame(look)
                    document.elementFromPoint(x, y)?.closest('button')?.click()
                    window.clicked = true
                }
                look()
            }""",
            [x, y],
        )
        page.mouse.click(x, y)
        page.wait_for_function("() => window.clicked")
    else:
        page.mouse.dblclick(x, y)
    ready(page)
    assert answers(page) == 1


def test_a_key_that_is_held_answers_once(people: People) -> None:
    page = people.come().sit(people.server.create(*HERE)["host"])
    wait_for_turn(page)
    ready(page)
    page.evaluate(
        """() => { for (const repeat of [false, true, true])
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', repeat, bubbles: true })) }"""
    )
    ready(page)
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', repeat: true, bubbles: true }))"
    )
    page.keyboard.press("u")
    page.wait_for_function("() => window.used.answers > 1")
    ready(page)
    assert answers(page) == 2, "one answer, and that was taken back"


def test_who_has_nothing_to_do_is_not_activated_in_silence(people: People) -> None:
    """The activation is over at once: the page says so, and offers to take it back."""
    save, name = saves.idle()
    page = people.come().sit(people.server.opened(save, *HERE)["host"])
    ready(page)
    asked = question(page).inner_text()
    choices(page).filter(has_text=name).first.click()
    note = page.get_by_role("status").filter(has_text=f"{name} has nothing to do")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Undo").click()
    expect(note).to_have_count(0)
    expect(question(page)).to_have_text(asked)
    expect(choices(page).filter(has_text=name)).not_to_have_count(0)


def test_digits_choose_even_while_the_board_has_the_focus(people: People) -> None:
    """A ring is drawn with Shift; a digit alone is always a choice."""
    page = moving(people)
    asked = question(page).inner_text()
    page.keyboard.press("b")
    page.keyboard.press("Shift+Digit6")
    expect(page.locator("text.range-text")).to_have_text(re.compile("^6"))
    assert answers(page) == 0
    page.keyboard.press("Shift+Digit0")
    expect(page.locator("text.range-text")).to_have_count(0)
    page.keyboard.press("1")
    expect(question(page)).not_to_have_text(asked)
    assert answers(page) == 1


def test_a_click_beside_a_refused_ghost_moves_it(people: People) -> None:
    """Its halo is no wall: what is near to a point that is refused may be allowed."""
    page = moving(people)
    board = page.get_by_role("group", name=re.compile("^Board:"))
    box = board.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    expect(ghost(page)).to_have_class(re.compile("refused"))
    first = where(page)
    at = ghost(page).locator(".body").bounding_box()
    assert at is not None
    page.mouse.click(at["x"] + at["width"] * 0.85, at["y"] + at["height"] * 0.5)
    page.wait_for_function(GHOST_ELSEWHERE, arg=first)


def test_an_undo_while_an_answer_is_under_way_is_not_lost(people: People) -> None:
    page = people.come().sit(people.server.create(*HERE)["host"])
    wait_for_turn(page)
    ready(page)
    before = [question(page).inner_text(), *choices(page).all_inner_texts()]
    page.evaluate(
        """() => { for (const key of ['1', 'u'])
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })) }"""
    )
    page.wait_for_function("() => window.used.answers >= 2")
    ready(page)
    assert [question(page).inner_text(), *choices(page).all_inner_texts()] == before
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_the_page_says_that_something_takes_a_while(people: People) -> None:
    """While the server works something out, such as a way over ground that is prepared for the first time."""
    person = people.come()
    held: list[tuple[WebSocketRoute, Any]] = []
    holding = True

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def told(message: str | bytes) -> None:
            if holding and json.loads(message)["type"] == "plan":
                held.append((line, message))
            else:
                line.send(message)

        server.on_message(told)

    person.page.route_web_socket(re.compile("/ws$"), through)
    page = person.sit(people.server.opened(saves.on_the_move(), *HERE)["host"])
    ready(page)
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    note = page.get_by_role("status").filter(has_text="Working it out")
    expect(note).to_be_visible()
    holding = False
    for line, message in held:
        line.send(message)
    expect(note).to_have_count(0)


@pytest.fixture
def preparing_server(chromium: str, tmp_path: Path) -> Iterator[Server]:
    """A server that prepares a game until it is let go."""
    found = Server(tmp_path / "data", prepared="killteam")
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_page_says_that_a_game_is_being_prepared(
    people: People, preparing_server: Server, size: ViewportSize
) -> None:
    """A quiet line while geometry is compiled; it goes by itself, and neither moves the board nor takes a click."""
    page = people.come(size, server=preparing_server).sit(preparing_server.opened(saves.deployed(), *HERE)["host"])
    ready(page)
    line = page.get_by_role("status").filter(has_text="Kill Team's geometry is being prepared")
    expect(line).to_have_text(re.compile("until then moves take a little longer$"))
    expect(line).to_be_visible()
    shown = page.evaluate(PLACES)
    assert line.evaluate(
        "(one) => { const { x, y } = one.getBoundingClientRect(); "
        "return !one.contains(document.elementFromPoint(x + 5, y + 5)) }"
    )
    elsewhere = people.come(server=preparing_server).sit(preparing_server.create(*HERE)["host"])
    ready(elsewhere)
    expect(elsewhere.get_by_role("status").filter(has_text="being prepared")).to_have_count(0)
    preparing_server.let_go()
    expect(line).to_have_count(0)
    assert page.evaluate(PLACES) == shown
    page.reload()
    ready(page)
    expect(line).to_have_count(0)

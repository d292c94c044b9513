"""A whole game against the bot, from the first screen to its end, by the keyboard alone."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Page, expect

from tests.browser.kit import DESK, People, answered, answers, choices, focused, tab_to, used, wait_for_turn

MOST = 400
# The arrow that leads from the focus towards the nearest thing of the board that can be chosen.
TOWARDS = """() => {
    const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2,
    box.y + box.height / 2] }
    const [x, y] = middle(document.activeElement)
    const gaps = [...document.querySelectorAll('svg [aria-label*="Choices here: "]')]
        .map(middle).map(([a, b]) => [a - x, b - y])
    const [right, down] = gaps.sort((a, b) => Math.hypot(...a) - Math.hypot(...b))[0]
    if (Math.abs(right) > Math.abs(down)) return right > 0 ? 'ArrowRight' : 'ArrowLeft'
    return down > 0 ? 'ArrowDown' : 'ArrowUp'
}"""


def by_list(page: Page) -> None:
    """k goes to the last choice of the list, Enter takes it."""
    page.keyboard.press("q")
    page.wait_for_function("() => document.activeElement?.matches('section.choices h2')")
    page.keyboard.press("k")
    page.wait_for_function("() => document.activeElement?.matches('[data-choice]')")
    page.keyboard.press("Enter")


def by_digit(page: Page) -> None:
    """The digit of the last choice that has one."""
    page.keyboard.press(str(min(9, choices(page).count())))


def by_command(page: Page) -> None:
    """Ctrl-K, the words of the last choice, Enter."""
    words = choices(page).last.locator(".words").inner_text()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Type a choice or a command")).to_be_focused()
    page.keyboard.type(words)
    expect(page.get_by_role("option").first).to_have_text(words)
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Type a choice or a command")).to_have_count(0)


def by_board(page: Page) -> None:
    """b goes to the board, arrows to the nearest thing that offers a choice, Enter takes it; of several the first. Of
    somebody who may act the first Enter shows where they could go."""
    page.keyboard.press("b")
    page.wait_for_function("() => document.activeElement?.closest('svg [data-place]')")
    for _ in range(60):
        if "Choices here: " in focused(page):
            break
        page.keyboard.press(page.evaluate(TOWARDS))
    here = focused(page).partition("Choices here: ")[2]
    before = answers(page)
    page.keyboard.press("Enter")
    if here.startswith("Activate "):
        page.wait_for_function(
            "(before) => window.used.answers > before || document.querySelector('svg g.spot.walks')", arg=before
        )
        if answers(page) == before:
            page.keyboard.press("Enter")
    elif "; " in here:
        page.wait_for_function("() => document.activeElement?.closest('.menu')")
        page.keyboard.press("Enter")


def has_places(page: Page) -> bool:
    """Whether a choice can be made on the board."""
    return page.locator('svg [aria-label*="Choices here: "]').count() > 0


def test_a_whole_game_by_keyboard(people: People) -> None:
    """Start, play, end, and on to the replay: no pointer is ever used."""
    page = people.come(DESK).go()
    expect(page.get_by_role("button", name="Play ESCAPE")).to_be_visible()
    tab_to(page, "Scenario")
    page.keyboard.type("Data Heist")
    tab_to(page, "How the bot plays")
    page.keyboard.type("Careless")
    tab_to(page, "Start this game")
    page.keyboard.press("Enter")

    ways = [by_list, by_digit, by_command]
    on_board = 0
    for number in range(MOST):
        if not wait_for_turn(page):
            break
        if on_board < 3 and number % 3 == 2 and has_places(page):
            on_board += 1
            answered(page, lambda: by_board(page))
        else:
            way = ways[number % len(ways)]
            answered(page, partial(way, page))
    else:
        raise AssertionError("the game never ended")
    assert on_board > 0

    expect(page.locator("section.ending")).to_be_visible()
    assert used(page)["mouse"] == 0
    assert used(page)["touch"] == 0
    tab_to(page, "Replay")
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    assert used(page)["mouse"] == 0


def test_keys_help_commands_and_escape(people: People) -> None:
    """? lists the keys, Ctrl-K finds a command by a few letters, Escape closes, w asks why, and nothing fires while
    somebody writes."""
    page = people.come(DESK).go()
    tab_to(page, "Play ESCAPE")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Type a choice or a command")).to_be_focused()
    page.keyboard.type("light or d")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")

    page.keyboard.press("w")
    expect(page.get_by_text("Point at a piece, a door or a spot")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Point at a piece, a door or a spot")).to_be_hidden()
    assert used(page)["mouse"] == 0


def test_a_dialog_that_follows_another_at_once_stays_open(people: People) -> None:
    """A browser tells that a dialog was closed a moment after it is gone: whoever opens the next one by then keeps it,
    and what is typed there arrives."""
    page = people.come(DESK).go()
    tab_to(page, "Play ESCAPE")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.evaluate(
        """() => new Promise((told) => {
            const dialog = document.querySelector('dialog[open]')
            dialog.addEventListener('close', () => setTimeout(told))
            dialog.close()
            dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
        })"""
    )
    expect(page.get_by_role("combobox", name="Type a choice or a command")).to_be_focused()


def test_what_is_not_possible_is_explained_by_keyboard(people: People) -> None:
    """w, a piece, Enter: the reasons are shown, with rules."""
    page = people.come(DESK).go()
    tab_to(page, "Play ESCAPE")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    page.keyboard.press("w")
    page.wait_for_function("() => document.activeElement?.closest('svg [data-place]')")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Why not")).to_be_visible()

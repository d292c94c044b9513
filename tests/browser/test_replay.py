"""A match looked at again: scrub, step, jump; play from a moment; a save that is opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.kit import DESK, PHONE, People, Server, answered, choices, choose, confirmed, wait_for_turn
from tests.browser.saves import fight, finished


def place(page: Page) -> int:
    """The moment that is shown."""
    return int(page.get_by_role("slider", name="Moment").input_value())


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A finished game as a file."""
    path = tmp_path / "match.txt"
    path.write_text(finished(), encoding="utf-8")
    return path


def open_save(page: Page, path: Path, button: str) -> None:
    """Choose the file on the first screen, and press a button."""
    page.get_by_label("Choose a file").set_input_files(path)
    expect(page.get_by_text("match.txt is ready.")).to_be_visible()
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()


def stop(page: Page, server: Server, number: int) -> int:
    """The answers that were given before that moment, as the address names it."""
    token = page.url.split("/")[-2]
    return int(server.ask("api/replay", token).json()["stops"][number]["at"])


def test_scrub_step_and_jump(people: People, server: Server, save: Path) -> None:
    """By buttons, keys and the list of turns; the address names the moment, and leads back to it."""
    page = people.come(DESK).go()
    open_save(page, save, "Look at it")
    slider = page.get_by_role("slider", name="Moment")
    last = int(slider.get_attribute("max") or 0)
    assert last > 50
    assert place(page) in (0, last)
    page.get_by_role("navigation", name="Turns and their parts").get_by_role("button", name="Start").click()
    assert place(page) == 0
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step back").click()
    assert place(page) == 1
    page.get_by_role("button", name="Turn forward").click()
    turn = place(page)
    assert turn > 1
    expect(page.get_by_role("navigation", name="Turns and their parts").locator("[aria-current=step]")).to_be_visible()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == turn + 1
    page.keyboard.press("End")
    assert place(page) == last
    expect(page.get_by_text("The game is over at this moment.")).to_be_visible()
    page.keyboard.press("PageUp")
    there = place(page)
    assert there < last
    shown = page.locator(".then").inner_text()
    expect(page).to_have_url(re.compile(rf"#/replay/[^/]+/{stop(page, server, there)}$"))
    page.reload()
    expect(page.locator(".then")).to_have_text(re.compile(re.escape(shown.split("\n")[0].strip())))
    assert place(page) == there
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("(there) => Number(document.querySelector('#replay-slider').value) > there", arg=there)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_play_from_here_against_a_bot(people: People, size: ViewportSize) -> None:
    """A new match begins at the moment that is shown."""
    page = people.come(size).go()
    page.get_by_text("Paste the text of a save").click()
    page.get_by_label("Text of the save").fill(fight())
    page.get_by_role("button", name="Look at it").click()
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_be_visible()
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("PageUp")
    status = page.locator("dl.status")
    expect(status).to_contain_text(re.compile(r"\d of 5"))
    turn = re.search(r"\d of 5", status.inner_text())
    assert turn is not None
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog", name="Play from here")
    dialog.get_by_label("How the bot plays").select_option(label="Careless")
    dialog.get_by_role("button", name="Start").click()
    wait_for_turn(page)
    expect(page.locator(".facts")).to_contain_text(turn.group())
    answered(page, lambda: tap_last(page))


def tap_last(page: Page) -> None:
    """Take the last choice."""
    if page.viewport_size == PHONE:
        confirmed(page, choices(page).last)
    else:
        choices(page).last.click()


def test_a_running_match_can_be_looked_at_and_left_for_the_table(people: People, server: Server) -> None:
    """From the table to the replay and back."""
    token = server.create("here", "here")["host"]
    page = people.come(DESK).sit(token)
    for _ in range(4):
        choose(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    assert int(page.get_by_role("slider", name="Moment").get_attribute("max") or 0) >= 4
    page.get_by_role("link", name="To the table").click()
    wait_for_turn(page)


def test_a_save_goes_out_and_comes_back(people: People, server: Server, tmp_path: Path) -> None:
    """Downloaded at the table, opened on the first screen, played on."""
    token = server.create("here", "random")["host"]
    person = people.come(DESK)
    page = person.sit(token)
    for _ in range(3):
        choose(page)
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save to a file").click()
    path = tmp_path / "match.txt"
    waiting.value.save_as(path)
    assert path.read_text(encoding="utf-8").startswith("fireteam save")
    page.goto("about:blank")
    person.go()
    open_save(page, path, "Play on")
    dialog = page.get_by_role("dialog", name="Play from here")
    dialog.get_by_role("button", name="Start").click()
    wait_for_turn(page)


def test_a_broken_save_is_refused_with_its_line(people: People, tmp_path: Path) -> None:
    """The message names what is wrong; nothing else happens."""
    person = people.come(DESK)
    person.expected += [r"status 4\d\d: .*api/import", r"console error: Failed to load resource"]
    page = person.go()
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("alert")).to_have_text("First choose a file, or paste a save.")
    page.get_by_text("Paste the text of a save").click()
    page.get_by_label("Text of the save").fill("fireteam save 1\ngame: escape\nnonsense")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 3")

"""A newcomer: two clicks to the first move."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.kit import DESK, PHONE, People, choices, choose, wait_for_turn


def test_two_clicks_to_the_first_move(people: People) -> None:
    """One click starts a game, the second one is a move of it."""
    page = people.come(DESK).go()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Play ESCAPE").click()
    expect(page.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()
    expect(page).to_have_title(re.compile("Your decision"))
    first = choices(page).first
    key = first.get_attribute("data-choice")
    first.click()
    expect(page.locator(f'button[data-choice="{key}"]')).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert page.url.split("#")[1].startswith("/t/")


def test_each_game_is_one_click_away(people: People) -> None:
    """Kill Team begins with a ready-made battle: its kill teams and ops are chosen."""
    page = people.come(DESK).go()
    page.get_by_role("button", name="Play Kill Team").click()
    wait_for_turn(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Kill Team: Shellmarket")
    expect(page.locator("section.roster")).to_contain_text("Saltmarsh Levy")


def test_the_first_move_can_be_taken_back_and_given_again(people: People) -> None:
    """Undo brings the same question, redo the same answer."""
    page = people.come(DESK).go()
    page.get_by_role("button", name="Play ESCAPE").click()
    question = page.locator("section.choices h2")
    expect(choices(page).first).to_be_visible()
    asked = question.inner_text()
    choose(page, lambda found: found.first)
    expect(question).not_to_have_text(asked)
    wait_for_turn(page)  # the other side may have to answer first
    later = question.inner_text()
    page.keyboard.press("u")
    expect(question).to_have_text(asked)
    page.keyboard.press("r")
    expect(question).to_have_text(later)


def test_a_match_is_kept_in_the_list(people: People) -> None:
    """Home shows the match, with a way back."""
    person = people.come(PHONE)
    page = person.go()
    page.get_by_role("button", name="Play ESCAPE").tap()
    expect(choices(page).first).to_be_visible()
    page.goto(person.server.url)
    mine = page.get_by_role("region", name="My matches")
    expect(mine.get_by_text("Your decision")).to_be_visible()
    mine.get_by_role("link", name=re.compile("^Resume")).tap()
    expect(choices(page).first).to_be_visible()


def test_the_board_offers_the_same_set_as_the_list(people: People) -> None:
    """Each choice that the board offers is in the list, in the same words; and most of them have a place."""
    page = people.come(DESK).go()
    page.get_by_role("button", name="Play ESCAPE").click()
    places = 0
    for _ in range(6):
        choose(page, lambda found: found.first)
        wait_for_turn(page)
        listed, offered = page.evaluate(
            """() => [
                [...document.querySelectorAll('button[data-choice] .words')].map((one) => one.innerText),
                [...document.querySelectorAll('svg [role=button]')].map((one) => one.getAttribute('aria-label')),
            ]"""
        )
        named = {one for label in offered for one in label.partition("Choices here: ")[2].split("; ") if one}
        assert named <= set(listed)
        places += len(named)
    assert places > 6


def test_the_set_up_can_be_left_to_the_computer(people: People) -> None:
    """Crates, equipment and deployment are answered until the first turn; then it is the person's game."""
    page = people.come(DESK).go()
    page.get_by_role("button", name="Play ESCAPE").click()
    page.get_by_role("button", name="Set up for me").click()
    expect(page.get_by_text(re.compile("^1 of "))).to_be_visible()
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Set up for me")).to_have_count(0)
    page.keyboard.press("s")
    expect(page.locator("button[data-choice]:focus")).to_have_count(1)

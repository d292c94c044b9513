"""A question about dice is the dice: they lie there large, a press or a digit takes one, and their fates are shapes."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import DESK, PHONE, People, answered, question, violations, wait_for_turn
from tests.browser.saves import rerolling, volley

DICE = "section.question"
LARGE = 50
"""Pixels that a die in question measures at least."""


def dice(page: Page) -> Locator:
    """The dice that can be taken."""
    return page.locator(DICE).get_by_role("button", name=re.compile("^Die showing"))


def table(people: People, size: object = DESK) -> Page:
    """An operative has shot: shall a die be re-rolled?"""
    person = people.come(PHONE) if size is PHONE else people.come(DESK)
    page = person.sit(people.server.opened(rerolling(), "here", "here")["host"])
    wait_for_turn(page)
    expect(question(page)).to_contain_text("re-roll one of the attack dice?")
    return page


def test_a_re_roll_is_asked_with_its_dice_and_a_press_makes_it(people: People) -> None:
    """Each die of the pool is a large button that says its face and what it does; the new die takes its place, and the
    old one stays in sight."""
    page = table(people)
    expect(dice(page)).to_have_count(4)
    names = dice(page).locator(".visually-hidden").all_text_contents()
    assert [name.split(":")[0][-1] for name in names] == ["5", "2", "5", "5"]
    assert all("Re-roll" in name for name in names)
    for one in page.locator(f"{DICE} .die").all():
        box = one.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= LARGE
    keep = page.locator(DICE).get_by_role("button", name=re.compile("^Keep the dice"))
    expect(keep).to_be_visible()
    assert violations(page) == []
    answered(page, dice(page).nth(1).click)
    tray = page.locator("#pane-dice")
    expect(tray.locator(".die.rerolled")).to_have_count(1)
    page.get_by_role("tab", name="Dice").click()
    expect(tray.get_by_text("re-rolled")).to_be_visible()


def test_a_digit_takes_the_die_that_wears_it(people: People) -> None:
    """The number on a die is that of its choice in the list."""
    page = table(people)
    number = dice(page).nth(1).locator(".number").inner_text()
    numbered = page.locator(f"button[data-choice][aria-keyshortcuts='{number}']")
    expect(numbered).to_have_attribute("data-choice", "re-roll 2 by Command Re-roll")
    answered(page, lambda: page.keyboard.press(number))
    expect(page.locator("#pane-dice .die.rerolled")).to_have_count(1)


def test_keeping_them_is_the_button(people: People) -> None:
    """What each choice is worth comes by itself, and never holds the answer up."""
    page = table(people)
    keep = page.locator(DICE).get_by_role("button", name=re.compile("^Keep the dice"))
    expect(keep).to_contain_text(re.compile(r"· [<>]? ?[\d.]+ %"))
    expect(page.locator(f"{DICE} .points").first).to_have_text(re.compile(r"^[+−±]\d+$"))
    answered(page, keep.click)
    expect(page.locator("#pane-dice .die.rerolled")).to_have_count(0)


def test_on_a_phone_the_dice_lie_above_the_question(people: People) -> None:
    """Large enough for a finger; a second tap confirms, as everywhere."""
    page = table(people, PHONE)
    box = page.locator(DICE).bounding_box()
    asked = question(page).bounding_box()
    assert box is not None and asked is not None and box["y"] + box["height"] <= asked["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    die = dice(page).nth(1)
    size = die.bounding_box()
    assert size is not None and size["width"] >= 44 and size["height"] >= 44
    die.tap()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    answered(page, die.tap)
    page.get_by_role("tab", name="Dice").tap()
    expect(page.locator("#pane-dice .die.rerolled")).to_have_count(1)


def test_a_die_that_means_several_choices_offers_them(people: People) -> None:
    """Which command die pays for a re-roll is asked at the die; an 8 and the other side's dice cannot be taken."""
    page = people.come(DESK).sit(people.server.opened(volley(), "here", "here")["host"])
    wait_for_turn(page)
    expect(page.locator(f"{DICE} .die")).to_have_count(9)
    taken = dice(page).locator(".visually-hidden").all_text_contents()
    assert len(taken) == 7 and not any("showing 8" in name for name in taken)
    dice(page).first.click()
    menu = page.get_by_role("list", name="Choices here").get_by_role("button", name=re.compile("^Re-roll a miss"))
    expect(menu).to_have_count(2)
    answered(page, menu.first.click)
    expect(page.locator("#pane-dice .die.rerolled")).to_have_count(1)


def test_fates_are_shapes_and_nothing_spins_for_whoever_wants_it_still(people: People) -> None:
    """A hit has a bar, the best a star as well, a miss neither; with less motion dice lie there at once."""
    page = people.come(DESK).sit(people.server.opened(volley(), "here", "here")["host"])
    wait_for_turn(page)
    tray = page.locator("#pane-dice")
    bars = {
        sign: tray.locator(f".die.{sign}").first.evaluate("(die) => getComputedStyle(die, '::after').content")
        for sign in ("hit", "critical", "miss")
    }
    assert [value != "none" for value in bars.values()] == [True, True, False]
    assert tray.locator(".die.critical .mark").count() == tray.locator(".die.critical").count() > 0
    assert tray.locator(".die.hit .mark, .die.miss .mark").count() == 0
    still = (
        "() => [...document.querySelectorAll('.die :is(.hop, .solid)')].flatMap((one) => one.getAnimations()).length"
    )
    assert page.locator(f"{DICE} .die.thrown").count() and page.evaluate(still) == 0


def test_the_legend_is_drawn_as_the_board_is(people: People) -> None:
    """It explains the marks of tokens, the parts, and what becomes of dice; axe finds nothing wrong with it."""
    page = table(people)
    page.get_by_role("button", name="Legend").click()
    legend = page.get_by_role("dialog", name="What the board shows")
    for sample in ("ring", "ready", "active", "done", "hidden", "watching", "down", "bars", "objective"):
        expect(legend.locator(f"[data-sample={sample}] svg").first).to_be_visible()
    expect(legend.locator("[data-sample=facing]")).to_have_count(0)
    assert legend.locator(".samples .die").count() == 7
    assert violations(page) == []

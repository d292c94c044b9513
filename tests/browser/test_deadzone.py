"""Deadzone at the table: a whole battle by mouse, one by keys alone, a round by taps on a phone; cubes, quarters,
command dice, sight with its witness, and what axe says."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import (
    DESK,
    PHONE,
    SETTLED,
    People,
    Server,
    answered,
    choices,
    choose,
    confirmed,
    question,
    tab_to,
    used,
    violations,
    wait_for_turn,
)
from tests.browser.test_keyboard_game import by_board, by_digit, by_list, has_places

MOST = 400
OFTEN = 3
"""How often each way of answering on the board is tried; what is left is answered in the list."""
WALKS = "svg g.spot.walks"
QUARTERS = "svg g.spot.legal[data-place*=' '][data-place$='W'], svg g.spot.legal[data-place$='E']"
DICE = ".spare:visible button.die"
# A point of an element that nothing else covers, as seen from its upper left corner.
OPEN = """(one) => {
    const box = one.getBoundingClientRect()
    for (const x of [0.15, 0.85, 0.5]) for (const y of [0.15, 0.85, 0.5]) {
        const [left, top] = [box.width * x, box.height * y]
        if (one.contains(document.elementFromPoint(box.x + left, box.y + top))) return { x: left, y: top }
    }
    return null
}"""


def battle(server: Server, other: str = "random", **wish: Any) -> str:
    """A battle of small teams; whose link it is sits first."""
    links = server.create("here", other, game="deadzone", scenario="crossed_lanterns", **wish)
    found: str = links["host"]
    return found


def uncovered(found: Locator) -> tuple[Locator, dict[str, float]] | None:
    """One of several things on the board that can be pressed, and where."""
    for one in reversed(found.all()):
        at = one.evaluate(OPEN)
        if at is not None:
            return one, at
    return None


def spend(page: Page) -> None:
    """Press a die; of several choices take the first, and where more dice could be taken, confirm."""
    before = used(page)["answers"]
    page.locator(DICE).first.click()
    further = ".menu[style] button, .spare .button.primary"
    page.wait_for_function(
        "([before, further]) => window.used.answers > before || document.querySelector(further)", arg=[before, further]
    )
    if used(page)["answers"] == before:
        page.locator(further).locator("visible=true").first.click()


def last(page: Page) -> Locator:
    """The last choice of the list: as a rule the end of something."""
    return choices(page).last


def to_question(page: Page, words: str) -> None:
    """Answer what comes until this is asked."""
    for _ in range(MOST):
        assert wait_for_turn(page), "the battle is over"
        if question(page).inner_text().startswith(words):
            return
        choose(page, lambda found: found.first)
    raise AssertionError(f"nobody asked {words!r}")


def test_a_whole_battle_by_mouse(people: People) -> None:
    """Cubes, quarters and command dice are clicked, the rest in the list, until the battle is over."""
    page = people.come(DESK).sit(battle(people.server))
    expect(page.get_by_role("heading", name="Deadzone: Crossed Lanterns")).to_be_visible()
    expect(page).to_have_title(re.compile("Deadzone: Crossed Lanterns"))
    done = dict.fromkeys(("dice", "walks", "quarters"), 0)
    for _ in range(MOST):
        if not wait_for_turn(page):
            break
        ways = {"walks": page.locator(WALKS), "quarters": page.locator(QUARTERS)}
        if done["dice"] < OFTEN and page.locator(DICE).count():
            done["dice"] += 1
            answered(page, partial(spend, page))
            continue
        for name, spots in ways.items():
            found = uncovered(spots) if done[name] < OFTEN and spots.count() else None
            if found is not None:
                done[name] += 1
                answered(page, partial(found[0].click, position=found[1]))  # type: ignore[arg-type]
                break
        else:
            answered(page, last(page).click)
    else:
        raise AssertionError("the battle never ended")
    assert done == dict.fromkeys(done, OFTEN)
    expect(page.locator("section.ending")).to_be_visible()
    assert used(page)["keys"] == 0


def test_a_whole_battle_by_keyboard(people: People) -> None:
    """Choices by list and digit, cubes by arrows, command dice by Tab: no pointer is ever used."""
    page = people.come(DESK).sit(battle(people.server, seed=11))
    ways = (by_list, by_digit)
    on_board = rolled = 0
    for number in range(MOST):
        if not wait_for_turn(page):
            break
        if not rolled and question(page).inner_text().startswith("Which command dice"):
            rolled += 1
            page.keyboard.press("d")
            tab_to(page, "Spend")
            page.keyboard.press("Enter")
            tab_to(page, "Re-roll ")
            answered(page, partial(page.keyboard.press, "Enter"))
        elif on_board < 2 * OFTEN and number % 2 and has_places(page):
            on_board += 1
            answered(page, partial(by_board, page))
        else:
            answered(page, partial(ways[number % 2], page))
    else:
        raise AssertionError("the battle never ended")
    assert rolled and on_board == 2 * OFTEN
    expect(page.locator("section.ending")).to_be_visible()
    assert (used(page)["mouse"], used(page)["touch"]) == (0, 0)


def test_a_round_by_taps(people: People) -> None:
    """One level shown on a phone: a cube is tapped, the way is confirmed, and the round ends."""
    page = people.come(PHONE).sit(battle(people.server, seed=12))
    walked = 0
    for _ in range(MOST):
        wait_for_turn(page)
        if page.locator("dl").get_by_text("2 of 5").count():
            break
        if walked < OFTEN and page.locator(WALKS).count():
            page.get_by_role("button", name="Level 1").tap()
            page.evaluate(SETTLED)  # until then cubes of other levels lie over it
            found = uncovered(page.locator(WALKS))
            if found is not None:
                walked += 1
                answered(page, partial(found[0].tap, position=found[1]))  # type: ignore[arg-type]
                continue
        answered(page, partial(confirmed, page, last(page)))
    else:
        raise AssertionError("the round never ended")
    assert walked == OFTEN
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (used(page)["mouse"], used(page)["keys"]) == (0, 0)


def test_any_cube_tells_what_is_in_the_way(people: People) -> None:
    """A cube that is asked about shows how far it is, the ray with what stops it, and why no way leads there."""
    page = people.come(DESK).sit(battle(people.server, seed=13))
    to_question(page, "What does")
    page.get_by_role("button", name="Level 2").click()
    page.get_by_role("button", name="Why not?").click()
    page.locator("svg [data-place='spot 7,0,1']").click()
    look = page.locator("section.look")
    expect(look).to_contain_text("cubes away")
    expect(look).to_contain_text("8,8,2")
    expect(page.get_by_role("heading", name="Why not cube 8,8,2?")).to_be_visible()
    expect(page.locator("section.why li.failed").first).to_be_visible()
    expect(page.locator("svg .mark.distance, svg .marks").first).to_be_attached()


def test_nothing_is_wrong_with_its_screens(people: People) -> None:
    """Axe finds nothing at the set-up, the command dice, an action with a look, and on a phone."""
    token = battle(people.server, seed=14)
    page = people.come(DESK).sit(token)
    wait_for_turn(page)
    assert violations(page) == []
    to_question(page, "Which command dice")
    page.locator(DICE).first.click()
    assert violations(page) == []
    to_question(page, "What does")
    page.get_by_role("button", name="Why not?").click()
    page.locator("svg [data-place='spot 7,0,0']").click()
    expect(page.locator("section.look")).to_be_visible()
    assert violations(page) == []
    phone = people.come(PHONE).sit(token)
    wait_for_turn(phone)
    assert violations(phone) == []

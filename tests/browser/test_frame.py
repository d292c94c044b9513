"""The frame of the table: everything has its place at every size, nothing that is said moves the board, every choice
can be reached, and facts keep their order."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.kit import (
    DESK,
    LOST_LINE,
    PHONE,
    SETTLED,
    People,
    Server,
    answered,
    choices,
    choose,
    risky,
    wait_for_turn,
)
from tests.browser.saves import fight, firefight, on_the_move, standoff

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES = {"1440": DESK, "1280": LAPTOP, "820": TABLET, "390": PHONE}
PLACES = {
    "1440": {
        "top": (0, 0, 1440, 56),
        "column": (1092, 56, 348, 844),
        "own": (0, 56, 62, 794),
        "strip": (0, 850, 1092, 50),
    },
    "1280": {
        "top": (0, 0, 1280, 50),
        "column": (962, 50, 318, 670),
        "own": (0, 50, 54, 624),
        "strip": (0, 674, 962, 46),
    },
}
"""Where the frame's parts are on a desk: left, top, width, height."""
# What of a choice is within its list and within the window: all of it is 1.
WHOLE = """(one) => {
    const box = one.getBoundingClientRect()
    const scrolls = (each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY)
    let [top, bottom] = [0, innerHeight]
    for (let each = one.parentElement; each; each = each.parentElement) if (scrolls(each)) {
        const frame = each.getBoundingClientRect()
        ;[top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
    }
    const foot = [...document.querySelectorAll('section.choices .foot')].find((each) => !each.contains(one))
    if (foot && getComputedStyle(foot).position === 'sticky') {
        bottom = Math.min(bottom, foot.getBoundingClientRect().top)
    }
    return (Math.min(bottom, box.bottom) - Math.max(top, box.top)) / box.height
}"""


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> str:
    """Each size of a window."""
    return str(request.param)


def box_of(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Where something is, in whole pixels."""
    page.evaluate(SETTLED)
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    return round(box["x"]), round(box["y"]), round(box["width"]), round(box["height"])


def stage(page: Page) -> tuple[float, float, float, float]:
    """Where the drawing of the board is."""
    return box_of(page, "svg:has([data-place])")


# -- places ------------------------------------------------------------------------------------------------------------


def test_everything_has_its_place(people: People, server: Server, size: str) -> None:
    """Head, rails, board, strip and column lie where they belong, and nothing is wider or higher than the window."""
    page = people.come(SIZES[size]).sit(server.shown(standoff("open"), "here", "greedy"))
    wait_for_turn(page)
    for part, place in PLACES.get(size, {}).items():
        assert box_of(page, f"main > .{part}") == place, part
    boxes = {part: box_of(page, f"main > .{part}") for part in ("top", "own", "other", "board", "column")}
    if size in ("820", "390"):
        order = sorted(boxes, key=lambda part: boxes[part][1])
        assert order == ["top", "other", "board", "own", "column"]
        assert {boxes[part][2] for part in order} == {SIZES[size]["width"]}
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        SIZES[size]["width"],
        SIZES[size]["height"],
    ]
    board = boxes["board"]
    assert board[2] * board[3] > 0.28 * SIZES[size]["width"] * SIZES[size]["height"]


@pytest.mark.parametrize("save", [partial(standoff, "open"), firefight], ids=["killteam", "deadzone"])
def test_nothing_is_cut_in_the_head_of_the_column(
    people: People, server: Server, size: str, save: Callable[[], str]
) -> None:
    """Whose decision it is and how many wounds are left have a line each; points are pips, and a number with its name
    for who hears it."""
    page = people.come(SIZES[size]).sit(server.shown(save(), "here", "here"))
    wait_for_turn(page)
    head = page.locator(".column .actor")
    lines = head.locator(".line")
    expect(lines).to_have_text([re.compile("^Decision: "), re.compile(r"^\d+ of \d+ wounds$")])
    assert lines.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    number = int(head.locator(".points .number").inner_text())
    expect(head.locator(".pips i.left")).to_have_count(number)
    expect(head.locator(".points")).to_have_text(re.compile(rf"^\s*{number}\s+\w+"))


def test_the_goal_and_the_score_are_always_seen(people: People, server: Server, size: str) -> None:
    """One line over the board says what it is about; scores and turn are in the head, everybody is in the rails."""
    page = people.come(SIZES[size]).sit(server.shown(standoff("open"), "here", "greedy"))
    wait_for_turn(page)
    goal = page.get_by_role("button", name=re.compile("^Goal Plant the Seals"))
    expect(goal).to_be_visible()
    box = goal.bounding_box()
    assert box is not None and box["height"] <= 36
    assert box["y"] + box["height"] <= stage(page)[1]
    expect(page.locator("header .score")).to_have_text([re.compile("0$"), re.compile("0$")])
    expect(page.locator("header .turn")).to_contain_text("1 of 4")
    prior = page.get_by_role("list", name="Cinder Vigil at a glance").get_by_role(
        "button", name=re.compile("^Vigil Prior")
    )
    expect(prior).to_have_accessible_name(re.compile("13 of 13 wounds$"))
    prior.click()
    expect(page.get_by_role("tabpanel", name="Rosters")).to_be_visible()
    expect(page.locator("section.roster button.head[aria-expanded=true]")).to_contain_text("Vigil Prior")


# -- nothing jumps -----------------------------------------------------------------------------------------------------


def test_nothing_that_is_said_moves_the_board(people: People, server: Server, size: str) -> None:
    """Why not, reasons, odds, a choice that waits, another question, a pane, a notice: the board stays where it is."""
    person = people.come(SIZES[size])
    page = person.sit(server.opened(fight(), "here", "random")["host"])
    wait_for_turn(page)
    at = stage(page)

    def still(what: str) -> None:
        assert stage(page) == at, what

    page.get_by_role("button", name="Show the whole board").click()
    page.keyboard.press("w")
    expect(page.get_by_text("Point at a piece, a door or a spot")).to_be_visible()
    still("why not is asked")
    page.locator("svg g.piece.side-1[data-place]").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Why not "))).to_be_visible()
    still("reasons come")
    expect(page.get_by_text("Looking it up")).to_have_count(0)
    still("reasons are there")
    page.keyboard.press("Escape")
    page.locator("button[data-choice]:has(.chance)").first.focus()
    expect(page.get_by_text(re.compile("^(Exact|Sampled):"))).to_be_attached()
    still("odds come")
    for name in ("Rosters", "Log", "Dice", "Choices"):
        page.get_by_role("tab", name=name).click()
        still(f"the pane {name}")
    if size == "390":
        risky(page).tap()
        expect(page.get_by_role("group", name="Confirm your choice")).to_be_visible()
        still("a choice waits")
        answered(page, page.get_by_role("button", name="Confirm").tap)
    else:
        choose(page, lambda found: found.first)
    still("another question")
    person.expected += LOST_LINE
    person.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    still("the line is down")


def test_a_move_that_is_tried_out_moves_no_board(people: People, server: Server, size: str) -> None:
    """The bar of a move is in the column: before it, while it is tried, refused and cleared."""
    page = people.come(SIZES[size]).sit(server.opened(on_the_move(), "here", "here")["host"])
    wait_for_turn(page)
    at = stage(page)
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    bar = page.get_by_role("group", name="Confirm where")
    expect(bar).to_contain_text("of 6 inches")
    assert stage(page) == at
    page.get_by_label("Or type it").fill("40 north")
    page.get_by_role("button", name="Find the way").click()
    expect(bar).to_contain_text("Not possible")
    assert stage(page) == at
    column, foot = box_of(page, "main > .column"), box_of(page, "[aria-label='Confirm where']")
    assert column[0] <= foot[0] and foot[1] + foot[3] <= column[1] + column[3] + 1


# -- the list ----------------------------------------------------------------------------------------------------------

LEAST = {"1440": 8, "1280": 4, "820": 4, "390": 2}
"""So many choices are to be seen whole, if there are as many."""


@pytest.mark.parametrize("save", [fight, firefight], ids=["escape", "deadzone"])
def test_no_choice_is_cut_off(people: People, server: Server, size: str, save: Callable[[], str]) -> None:
    """While nothing is told of any, several choices are whole; and every one can be scrolled to until it is."""
    page = people.come(SIZES[size]).sit(server.shown(save(), "here", "random"))
    wait_for_turn(page)
    page.evaluate(SETTLED)
    found = choices(page).all()
    seen = [one.evaluate(WHOLE) for one in found]
    assert sum(share > 0.99 for share in seen) >= min(LEAST[size], len(found)), seen
    for one in found:
        one.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        assert one.evaluate(WHOLE) > 0.99, one.inner_text()


def test_one_press_closes_the_question(people: People, server: Server, size: str) -> None:
    """What ends an activation is at the foot of the column, large enough for a finger, the last of all choices."""
    page = people.come(SIZES[size]).sit(server.opened(standoff("open"), "here", "greedy")["host"])
    wait_for_turn(page)
    foot = page.locator("section.choices .foot button[data-choice]")
    expect(foot).to_have_count(1)
    expect(foot).to_contain_text("End the activation")
    assert choices(page).last.get_attribute("data-choice") == foot.get_attribute("data-choice")
    _, top, _, height = box_of(page, "section.choices .foot button[data-choice]")
    assert height >= (50 if size == "390" else 44)
    assert top + height <= SIZES[size]["height"]


# -- facts -------------------------------------------------------------------------------------------------------------


def facts(page: Page) -> list[str]:
    """What is told of the game, in its order."""
    page.get_by_role("button", name="Details").click()
    dialog = page.get_by_role("dialog", name="The state of the game")
    expect(dialog.locator("dt").first).to_be_visible()
    return dialog.locator("dt").all_text_contents()


def test_facts_keep_their_order(people: People, server: Server) -> None:
    """What came piece by piece stands in the same order after a reload."""
    page = people.come(DESK).sit(server.create("here", "random", seed=5)["host"])
    wait_for_turn(page)
    page.get_by_role("button", name="Set up for me").click()
    expect(page.locator("header .turn")).to_contain_text(re.compile("^ *Turn *1 of"))
    wait_for_turn(page)
    choose(page)
    wait_for_turn(page)
    before = facts(page)
    assert len(before) > 5
    page.reload()
    wait_for_turn(page)
    assert facts(page) == before

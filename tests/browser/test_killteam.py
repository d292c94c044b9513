"""Kill Team at the table: whole turning points by mouse, by keyboard and by touch; moves, places, looks, reasons, odds
and secrets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import (
    DESK,
    PHONE,
    People,
    Server,
    answered,
    answers,
    choices,
    question,
    tab_to,
    used,
    violations,
    wait_for_turn,
)
from tests.browser.saves import beside_a_gantry, contested, deployed, on_the_move, putting_down, standoff

MOST = 300
WANTED = ("Engage order", "SHOOT", "REPOSITION", "Shoot ", "Strike")
"""What a test chooses if it can, the first of these; otherwise the last choice, which ends or declines."""


def turning_point(page: Page) -> str:
    """Which turning point the table shows."""
    return page.locator(".facts dl > div").filter(has_text="Turning point").first.text_content() or ""


def wanted(page: Page) -> int:
    """The number of the choice to take."""
    texts = choices(page).locator(".words").all_inner_texts()
    found = (index for start in WANTED for index, text in enumerate(texts) if text.startswith(start))
    return next(found, len(texts) - 1)


def ghost(page: Page) -> Locator:
    """What is moved or put down."""
    return page.locator("[data-place=ghost]")


def bar(page: Page) -> Locator:
    """What says whether the ghost may be where it is."""
    return page.get_by_role("group", name="Confirm where")


def judged(page: Page) -> bool:
    """Wait until the ghost's place is judged; whether it may be there."""
    expect(bar(page)).to_have_attribute("aria-busy", "false")
    return bar(page).get_by_role("button", name="Confirm").get_attribute("aria-disabled") != "true"


def put_down(page: Page, before: int) -> str:
    """What came of a point that was pressed or dropped at, with so many answers before: it is answered, it waits to be
    confirmed (there are floors to choose from), or it is refused."""
    page.wait_for_function(
        """(before) => window.used.answers > before || (document.querySelector('.bar[aria-busy=false]')
            && document.querySelector('[data-place=ghost].refused, .bar .primary[aria-disabled=false]'))""",
        arg=before,
    )
    if answers(page) > before:
        return "answered"
    return "refused" if page.locator("[data-place=ghost].refused").count() else "waits"


def is_move(page: Page) -> bool:
    """Whether somebody moves: any point may be the answer."""
    return ghost(page).count() > 0


def middle(place: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_turning_point(page: Page, act: Callable[[int], None], choose: Callable[[Locator], None]) -> int:
    """Play until the second turning point begins: `act` where something moves, `choose` in the list; how many moves
    there were."""
    moves = 0
    for _ in range(MOST):
        assert wait_for_turn(page)
        if "2 of 4" in turning_point(page):
            return moves
        if is_move(page):
            answered(page, lambda number=moves: act(number))  # type: ignore[misc]
            moves += 1
        else:
            answered(page, lambda: choose(choices(page).nth(wanted(page))))
    raise AssertionError("the turning point never ended")


# -- whole turning points ----------------------------------------------------------------------------------------------


def test_a_turning_point_by_mouse(people: People) -> None:
    """From the first screen: a ready-made game, the set-up left to the computer, then one turning point; pieces are
    dragged."""
    page = people.come(DESK).go()
    page.get_by_label("Game", exact=True).select_option(label="Kill Team")
    page.get_by_label("Scenario").select_option(value="quick-1")
    page.get_by_label("How the bot plays").select_option(label="Careless")
    page.get_by_text("Dice and rule options").click()
    page.get_by_label("Seed (optional)").fill("5")
    page.get_by_role("button", name="Start this game").click()
    wait_for_turn(page)
    page.get_by_role("button", name="Set up for me").click()
    expect(page.locator(".facts dl > div").filter(has_text="Turning point")).to_be_visible()

    def drag(number: int) -> None:
        before = answers(page)
        page.mouse.move(*middle(ghost(page)))
        page.mouse.down()
        page.mouse.move(*middle(page.locator("svg .spot.legal").nth(number % 5)), steps=6)
        page.mouse.up()
        if put_down(page, before) == "refused":
            # Not every point round a suggestion is as good: the suggestion itself then.
            page.get_by_role("button", name="Clear").click()
            choices(page).first.click()
        elif put_down(page, before) == "waits":
            bar(page).get_by_role("button", name="Confirm").click()

    assert play_turning_point(page, drag, lambda choice: choice.click()) > 2
    assert used(page)["keys"] < 5, "a seed was typed, nothing else"


def by_arrows(page: Page) -> bool:
    """b goes to the ghost, Shift and arrows move it by inches; whether some way was legal."""
    page.keyboard.press("b")
    expect(ghost(page)).to_be_focused()
    for arrow in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(f"Shift+{arrow}")
        page.keyboard.press(arrow)
        if judged(page):
            page.keyboard.press("Enter")
            return True
        page.keyboard.press("Escape")
    return False


def by_words(page: Page) -> bool:
    """m goes to the field for words; the same words again mean yes."""
    for words in ("2 west", "2 north", "2 east", "2 south"):
        page.keyboard.press("m")
        expect(page.get_by_label("Or type it")).to_be_focused()
        page.keyboard.press("Control+a")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        if judged(page):
            page.keyboard.press("Enter")
            return True
        page.keyboard.press("Escape")
        page.keyboard.press("Control+a")
    return False


def test_a_turning_point_by_keyboard(people: People, server: Server) -> None:
    """The ghost by arrows and by words, everything else from the list: no pointer is ever used."""
    page = people.come(DESK).sit(server.opened(deployed(), "here", "random")["host"])

    def listed(choice: Locator) -> None:
        index = wanted(page)
        page.keyboard.press("q")
        expect(question(page)).to_be_focused()
        for _ in range(index + 1):
            page.keyboard.press("j")
        expect(choice).to_be_focused()
        page.keyboard.press("Enter")

    def move(number: int) -> None:
        way = by_arrows if number % 2 == 0 else by_words
        if not way(page):
            listed(choices(page).nth(wanted(page)))

    assert play_turning_point(page, move, listed) > 2
    assert used(page)["mouse"] == 0
    assert used(page)["touch"] == 0


def test_a_turning_point_by_touch(people: People, server: Server) -> None:
    """A tap makes a move; a choice of the list needs a second tap only where dice decide."""
    page = people.come(PHONE).sit(server.opened(deployed(), "here", "random")["host"])

    def chosen(choice: Locator) -> None:
        choice.scroll_into_view_if_needed()
        decides = choice.locator(".chance").count() > 0
        choice.tap()
        if decides:
            page.get_by_role("group", name="Confirm your choice").get_by_role("button", name="Confirm").tap()

    def tap(number: int) -> None:
        before = answers(page)
        page.touchscreen.tap(*middle(page.locator("svg .spot.legal").nth(number % 5)))
        if put_down(page, before) == "refused":
            chosen(choices(page).first)
        elif put_down(page, before) == "waits":
            bar(page).get_by_role("button", name="Confirm").tap()

    assert play_turning_point(page, tap, chosen) > 2
    found = used(page)
    assert (found["mouse"], found["keys"]) == (0, 0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# -- moving and putting down -------------------------------------------------------------------------------------------


def test_a_move_is_drawn_leg_by_leg_and_refused_with_a_reason(people: People, server: Server) -> None:
    """One line round what is in reach with its inches, waypoints, the cost as it grows, why a point is not possible."""
    page = people.come(DESK).sit(server.opened(on_the_move(), "here", "here")["host"])
    wait_for_turn(page)
    expect(page.locator("svg .reach .limit")).to_have_count(1)
    expect(page.locator("svg .labels .reach text")).to_have_text("6\u2033")
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    assert judged(page)
    expect(bar(page)).to_contain_text("1 of 6 inches")
    page.keyboard.press(".")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_role("list", name="Leg by leg").get_by_role("listitem")).to_have_count(2)
    expect(page.locator("svg .via")).to_have_count(1)
    expect(ghost(page)).to_have_attribute("aria-label", re.compile("Move to .*Enter confirms"))
    for _ in range(30):
        page.keyboard.press("Shift+ArrowUp")
    assert not judged(page)
    expect(bar(page)).to_contain_text("Not possible")
    expect(bar(page).get_by_role("link", name=re.compile("^Rule KT-")).first).to_be_visible()
    expect(page.locator("svg .marks .mark").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("svg .marks .mark")).to_have_count(0)
    expect(bar(page)).to_contain_text("Drag the piece")
    page.get_by_label("Or type it").fill("nonsense")
    page.get_by_role("button", name="Find the way").click()
    assert not judged(page)


def test_what_is_put_down_is_turned(people: People, server: Server) -> None:
    """R and the buttons turn it by 15 degrees; the areas it may lie in are shaded."""
    page = people.come(DESK).sit(server.opened(putting_down(), "here", "here")["host"])
    wait_for_turn(page)
    page.keyboard.press("b")
    expect(ghost(page)).to_be_focused()
    page.keyboard.press("r")
    expect(page.get_by_text("Turned 15°")).to_be_visible()
    # It is drawn as large as it is, and turned as it will stand: counter-clockwise.
    expect(ghost(page).locator(".body")).to_have_attribute("transform", re.compile(r"rotate\(-15\)"))
    page.keyboard.press("Shift+R")
    page.get_by_role("button", name="Turn right by 15 degrees").click()
    expect(page.get_by_text("Turned 345°")).to_be_visible()
    turned = page.locator("button[data-choice$='turned 90']").first.get_attribute("data-choice") or ""
    page.mouse.click(*middle(page.locator(f"svg [data-place='spot {turned.split()[1]}']")))
    expect(page.get_by_text("Turned 90°")).to_be_visible()
    assert judged(page), "a suggestion is meant as it is"
    judged(page)
    assert bar(page).inner_text().strip() != ""


GANTRY = "svg [data-place='spot 9.50,15.50 up 3.00']"
"""A suggestion on a floor under which nobody can be."""
BOTH = "svg [data-place='spot 10.50,15.50 up 0.00']"
"""One below a floor that can be reached as well."""


def levels(page: Page) -> Locator:
    """Where floors lie over each other: which one is meant."""
    return page.get_by_role("group", name="Which level?")


def stands(page: Page, height: str) -> None:
    """The answer is taken: the operative stands so high."""
    piece = page.locator("svg [data-place='piece vr-matron']")
    expect(piece).to_have_attribute(
        "aria-label", re.compile(f"Veil Matron.*{height}\u2033 up" if height else r"^(?!.* up)")
    )


def test_a_suggestion_on_a_floor_is_asked_for_with_its_height(people: People, server: Server) -> None:
    """A click leads to that floor; where only one floor can be reached nobody has to choose one."""
    page = people.come(DESK).sit(server.opened(beside_a_gantry(), "here", "here")["host"])
    wait_for_turn(page)
    answered(page, lambda: page.mouse.click(*middle(page.locator(GANTRY))))
    stands(page, "3")


def test_a_place_under_a_floor_asks_which_level(people: People, server: Server) -> None:
    """A point that is no suggestion: both levels with what they cost, chosen by mouse; the same floor is meant when it
    is dragged on."""
    page = people.come(DESK).sit(server.opened(beside_a_gantry(), "here", "here")["host"])
    wait_for_turn(page)
    page.mouse.click(*middle(page.locator(BOTH)))
    assert judged(page)
    expect(bar(page)).to_contain_text("Move to 10.5, 15.5:")
    expect(levels(page).get_by_role("radio")).to_have_count(2)
    expect(levels(page).get_by_role("radio", name="Ground 7")).to_be_checked()
    assert violations(page) == []
    levels(page).get_by_role("radio", name="3\u2033 up").check()
    assert judged(page)
    expect(bar(page)).to_contain_text('10.5, 15.5, 3" up: 5 of 7')
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    assert judged(page)
    expect(bar(page)).to_contain_text('3" up')
    answered(page, lambda: bar(page).get_by_role("button", name="Confirm").click())
    stands(page, "3")


def test_the_level_is_chosen_by_keyboard(people: People, server: Server) -> None:
    """v goes from floor to floor, and so do the arrows in the choice; Enter on the ghost confirms."""
    page = people.come(DESK).sit(server.opened(beside_a_gantry(), "here", "here")["host"])
    wait_for_turn(page)
    page.keyboard.press("b")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    assert judged(page)
    expect(levels(page).get_by_role("radio", name="3\u2033 up")).to_be_checked()
    page.keyboard.press("v")
    assert judged(page)
    expect(levels(page).get_by_role("radio", name="Ground")).to_be_checked()
    expect(bar(page)).not_to_contain_text("up:")
    levels(page).get_by_role("radio", name="Ground").focus()
    page.keyboard.press("ArrowDown")
    assert judged(page)
    expect(bar(page)).to_contain_text('3" up')
    page.keyboard.press("v")
    assert judged(page)
    page.keyboard.press("b")
    expect(ghost(page)).to_be_focused()
    answered(page, lambda: page.keyboard.press("Enter"))
    stands(page, "")
    assert used(page)["mouse"] == 0


def test_the_level_is_chosen_by_touch(people: People, server: Server) -> None:
    """On a phone the choice lies over the board, large enough for a finger; nothing else moves."""
    page = people.come(PHONE).sit(server.opened(beside_a_gantry(), "here", "here")["host"])
    wait_for_turn(page)
    before = page.locator(".stage").bounding_box()
    page.touchscreen.tap(*middle(page.locator(BOTH)))
    assert judged(page)
    upper = levels(page).locator("label").filter(has_text="3\u2033 up")
    box = upper.bounding_box()
    assert box is not None and box["height"] >= 44 and box["width"] >= 44
    upper.tap()
    assert judged(page)
    expect(bar(page)).to_contain_text('10.5, 15.5, 3" up')
    assert page.locator(".stage").bounding_box() == before
    answered(page, lambda: bar(page).get_by_role("button", name="Confirm").tap())
    stands(page, "3")


def test_objectives_have_names_and_rings(people: People, server: Server) -> None:
    """Each has the sign and the name of the killzone; who controls it is the line of its ring, and words."""
    page = people.come(DESK).sit(server.opened(contested(), "here", "here")["host"])
    wait_for_turn(page)
    assert sorted(page.locator("svg .letter.objective .mark").all_text_contents()) == ["A", "B", "C"]
    shown = {
        "objective-a": "Objective A, controlled by Cinder Vigil",
        "objective-b": "Objective B, controlled by Veilrunners of the Ninth Quay",
        "objective-centre": "Centre objective, contested: nobody controls it",
    }
    lines = []
    for name, words in shown.items():
        piece = page.locator(f"svg [data-place='piece {name}']")
        expect(piece).to_have_attribute("aria-label", re.compile(f"^{words}"))
        lines.append(piece.locator("circle.ring").evaluate("(ring) => getComputedStyle(ring).strokeDasharray"))
    assert lines[0] == "none", "solid for the first side"
    assert len(set(lines)) == 3, "dashed for the other, and dotted for neither"


def test_the_tools_of_a_phone_are_one_row(people: People, server: Server) -> None:
    """What does not fit is scrolled to; every button is large enough for a finger, and works there."""
    page = people.come(PHONE).sit(server.opened(on_the_move(), "here", "here")["host"])
    wait_for_turn(page)
    controls = page.locator(".tools").locator("button, select")
    boxes = [control.bounding_box() for control in controls.all()]
    assert len(boxes) == 13
    assert all(box is not None and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert len({round(box["y"] + box["height"] / 2) for box in boxes if box is not None}) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("Why not?", "Zoom in", "Zoom out", "Show the whole board"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.get_by_role("button", name="Legend").tap()
    expect(page.get_by_role("dialog", name="What the board shows")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Range ring").select_option("3")
    expect(page.locator("svg circle.range")).to_have_count(1)


def test_rings_and_the_legend(people: People, server: Server) -> None:
    """A digit with Shift draws a ring round who acts, 0 and Escape take it away; the legend names every part."""
    page = people.come(DESK).sit(server.opened(on_the_move(), "here", "here")["host"])
    wait_for_turn(page)
    page.keyboard.press("b")
    page.keyboard.press("Shift+Digit6")
    expect(page.locator("svg circle.range")).to_have_count(1)
    page.keyboard.press("Shift+Digit3")
    expect(page.locator("svg .range-text")).to_have_text("3\u2033")
    page.keyboard.press("Shift+Digit0")
    expect(page.locator("svg circle.range")).to_have_count(0)
    page.get_by_label("Range ring").select_option("2")
    expect(page.locator("svg circle.range")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("a ring of so many units")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Legend").click()
    dialog = page.get_by_role("dialog", name="What the board shows")
    dialog.get_by_text("Vantage floor").click()
    expect(dialog).to_contain_text(re.compile(r"Vantage, from .* high"))


# -- looks, reasons, odds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "fact", "drawn", "refused"),
    [
        ("cover", "in cover from Heavy rubble A", ".cover", "no cover hides Veil Matron"),
        ("obscured", "obscured by Large ruin A", ".obscured", "is within Range 8"),
        (
            "out of sight",
            "not visible: Heavy rubble A, mound is in the way",
            ".blocked",
            "blocked by Heavy rubble A, mound",
        ),
    ],
)
def test_why_it_cannot_be_shot(
    people: People, server: Server, reason: str, fact: str, drawn: str, refused: str
) -> None:
    """Pointing says what is between the two and draws it; asking why gives every check with its rule."""
    page = people.come(DESK).sit(server.opened(standoff(reason), "here", "here")["host"])
    wait_for_turn(page)
    enemy = page.locator("svg [data-place='piece vr-matron']")
    enemy.hover()
    look = page.locator("section.look")
    expect(look).to_contain_text(fact)
    expect(look.get_by_role("link", name=re.compile("^Rule KT-")).first).to_be_visible()
    expect(page.locator(f"svg .marks .mark{drawn}").first).to_be_attached()
    enemy.click()
    why = page.locator("section.why")
    expect(why.get_by_role("heading", name="Why not Veil Matron?")).to_be_visible()
    expect(why.locator("li.failed").first).to_contain_text(refused)
    expect(page.locator("svg .marks .mark").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    expect(page.locator("svg .marks .mark")).to_have_count(0)


def test_a_marginal_answer_says_so(people: People, server: Server) -> None:
    """What a hundredth of an inch would change is told where it is told, of each fact by itself."""
    page = people.come(DESK).sit(server.opened(standoff("marginal"), "here", "here")["host"])
    wait_for_turn(page)
    page.locator("svg [data-place='piece vr-matron']").hover()
    facts = page.locator("section.look li")
    expect(facts.filter(has_text="a hundredth of an inch would change it")).to_have_count(1)
    expect(facts.filter(has_text="not visible")).to_contain_text(
        "is in the way (a hundredth of an inch would change it)"
    )
    page.keyboard.press("w")
    expect(page.get_by_text("Point at a piece, a door or a spot")).to_be_visible()


# -- secrets and the form ----------------------------------------------------------------------------------------------


def test_secrets_stay_with_their_owner(people: People, server: Server) -> None:
    """Two people at one screen: a cover between them, and each sees only the own tac op."""
    links = server.create("here", "here", game="killteam", scenario="quick-1", handover=True)
    page = people.come(DESK).sit(links["host"])
    seen: dict[str, str] = {}
    name = ""
    take = page.get_by_role("button", name=re.compile("^I am "))
    for _ in range(MOST):
        expect(take.or_(choices(page).first)).to_be_visible()
        # One look: the other's answer may put the cover over the table between two of them.
        facts, whole = page.evaluate(
            "[document.querySelector('section.roster')?.textContent ?? '', document.body.innerText]"
        )
        if not facts:
            name = take.inner_text().removeprefix("I am ")
            assert "tac op" not in whole
            take.click()
            expect(take).to_have_count(0)
            continue
        if "Your tac op" in facts:
            seen[name] = facts
        if len(seen) == 2:
            break
        page.evaluate(
            "[...document.querySelectorAll('button')].find((one) => one.innerText === 'Set up for me')?.click()"
        )
        page.wait_for_timeout(200)
    first, second = seen["Cinder Vigil"], seen["Saltmarsh Levy"]
    assert "Clean House" in first and "Proof of the Deed" not in first
    assert "Proof of the Deed" in second and "Clean House" not in second
    watched = people.come(DESK).sit(links["watch"]).locator("body").inner_text()
    assert "Clean House" not in watched and "Proof of the Deed" not in watched


def test_the_form_offers_what_the_game_brings(people: People) -> None:
    """Kill teams for each seat, a killzone, a crit op; a ready-made game has settled them."""
    page = people.come(DESK).go()
    tab_to(page, "Game")
    page.keyboard.type("Kill Team")
    page.get_by_label("Scenario").select_option(label="Quenchworks")
    page.get_by_label("Side of the first player").select_option(label="Saltmarsh Levy")
    page.get_by_label("Side of the second player").select_option(label="Saltmarsh Levy")
    expect(page.get_by_role("radio", name="Saltmarsh Levy (second player)")).to_be_visible()
    page.get_by_label("Side of the second player").select_option(label="Ironroot Menagerie")
    page.get_by_label("Crit op").select_option(label="Rolling Surge")
    page.get_by_label("Scenario").select_option(value="quick-2")
    expect(page.get_by_label("Crit op")).to_have_count(0)
    expect(page.get_by_label("Side of the first player")).to_have_count(0)
    page.get_by_label("Scenario").select_option(label="Quenchworks")
    page.get_by_role("button", name="Start this game").click()
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Details")).to_contain_text("Rolling Surge")
    expect(page.locator("section.roster")).to_contain_text("Ironroot Menagerie")


def test_odds_of_a_shot_come_with_a_chart(people: People, server: Server) -> None:
    """Before the action is chosen: how likely it kills, the mean, a bar for each amount of damage, and the same as a
    table."""
    page = people.come(DESK).sit(server.opened(standoff("open"), "here", "here")["host"])
    wait_for_turn(page)
    page.locator("button[data-choice=SHOOT]").hover()
    odds = page.locator("section.odds")
    card = odds.get_by_role("button", name=re.compile(r"^Veil Matron SHOOT \d+% kill \d+\.\d of 11 wounds"))
    expect(card).to_have_attribute("aria-pressed", "true")
    assert card.locator("svg rect.bar").count() >= 3
    odds.get_by_text("Wounds of Veil Matron as a table").click()
    expect(odds.get_by_role("columnheader", name="At least")).to_be_visible()
    shares = odds.locator("details[open] tbody tr:first-child td").all_inner_texts()
    assert shares[1] == "100 %"

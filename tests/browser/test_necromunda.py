"""Necromunda at the table: a round by mouse, the last one by keys, one by taps; facings, templates, blasts,
a vehicle's way leg by leg, the camera on a large table, and what axe says."""

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
    ready,
    used,
    violations,
    wait_for_turn,
)
from tests.browser.saves import bombing, driving, last_round, spraying
from tests.browser.test_deadzone import uncovered
from tests.browser.test_keyboard_game import by_digit, by_list
from tests.patience import wait_until

MOST = 600
OFTEN = 2
"""How often each gesture is tried; what is left is answered in the list."""
SPOTS = "svg g.spot.legal"
GHOST = "svg [data-place=ghost]"
BAR = "[aria-label='Confirm where']"
FACES = re.compile(r"^Which way does .* face\?$")
MOVES = re.compile(r", move: where to\?$")


def battle(server: Server, other: str = "random", **wish: Any) -> str:
    """A battle; whose link it is sits first."""
    links = server.create("here", other, game="necromunda", **{"scenario": "tollgate", **wish})
    found: str = links["host"]
    return found


def opened(people: People, save: str, *, phone: bool = False) -> Page:
    """A battle from a save, on somebody's screen."""
    page = people.come(PHONE if phone else DESK).sit(people.server.opened(save, "here", "random")["host"])
    wait_for_turn(page)
    return page


def set_up(page: Page) -> None:
    """Leave the set-up to the computer, by a click, and wait until somebody may act."""
    wait_for_turn(page)
    page.get_by_role("button", name="Set up for me").click()
    fighting(page)


def fighting(page: Page) -> None:
    """Wait until the set-up is over."""
    expect(question(page)).to_have_text(re.compile("^Who is activated|^What does"))


def named(page: Page, words: str) -> Locator:
    """The first choice that begins with these words."""
    return choices(page).filter(has=page.locator(".words", has_text=re.compile(f"^{words}"))).first


def offered(page: Page, words: str) -> bool:
    """Whether there is such a choice."""
    return named(page, words).count() > 0


def asks(page: Page) -> str:
    """What is asked."""
    return question(page).inner_text()


def told(page: Page, words: str | re.Pattern[str]) -> None:
    """Wait until the bar of what is being tried out says this."""
    expect(page.locator(BAR)).to_contain_text(words)


def at(page: Page, locator: str) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = page.locator(locator).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def actor(page: Page) -> tuple[float, float]:
    """The middle of whoever acts."""
    page.evaluate(SETTLED)
    return at(page, "svg .piece.active .token .body")


def lies(page: Page) -> str:
    """How the board lies."""
    return page.locator(".live > .world").get_attribute("transform") or ""


def test_a_battle_begins_by_mouse(people: People) -> None:
    """The set-up is left to the computer; moves and facings are clicked on the table, the rest in the list, until the
    second round."""
    page = people.come(DESK).sit(battle(people.server))
    expect(page.get_by_role("heading", name="Necromunda: Tollgate")).to_be_visible()
    expect(page).to_have_title(re.compile("Necromunda: Tollgate"))
    set_up(page)
    done = {"moves": 0, "turns": 0}
    for _ in range(MOST):
        wait_for_turn(page)
        if page.locator("dl").get_by_text("2 of 6").count():
            break
        asked = asks(page)
        if MOVES.search(asked) and (found := uncovered(page.locator(SPOTS))) is not None and done["moves"] < OFTEN:
            done["moves"] += 1
            answered(page, partial(found[0].click, position=found[1]))  # type: ignore[arg-type]
        elif FACES.match(asked) and done["turns"] < OFTEN:
            done["turns"] += 1
            x, y = actor(page)
            answered(page, partial(page.mouse.click, x - 80, y + 60))
        elif done["moves"] < OFTEN and offered(page, "Move"):
            answered(page, named(page, "Move").click)
        elif done["turns"] < OFTEN and offered(page, "Turn"):
            answered(page, named(page, "Turn").click)
        else:
            answered(page, choices(page).last.click)
    else:
        raise AssertionError("the round never ended")
    assert done == dict.fromkeys(done, OFTEN)
    assert used(page)["keys"] == 0


def test_the_last_round_by_keyboard(people: People) -> None:
    """Choices by list and digit, moves and facings by arrows and brackets, until the battle is over: no pointer is ever
    used."""
    page = opened(people, last_round())
    done = {"moves": 0, "turns": 0}
    for number in range(MOST):
        if not wait_for_turn(page):
            break
        if MOVES.search(asks(page)) and done["moves"] < OFTEN:
            done["moves"] += 1
            answered(page, partial(walk, page))
        elif offered(page, "Turn") and done["turns"] < OFTEN:
            done["turns"] += 1
            answered(page, partial(page.keyboard.press, "["))
            expect(question(page)).to_have_text(FACES)
            page.keyboard.press("Shift+]")
            told(page, "Face ")
            ready(page)
            answered(page, partial(page.keyboard.press, "Enter"))
        elif done["moves"] < OFTEN and offered(page, "Move"):
            answered(page, partial(page.keyboard.press, "1"))
        else:
            answered(page, partial((by_list, by_digit)[number % 2], page))
    else:
        raise AssertionError("the battle never ended")
    assert done == dict.fromkeys(done, OFTEN)
    expect(page.locator("section.ending")).to_be_visible()
    assert (used(page)["mouse"], used(page)["touch"]) == (0, 0)


def walk(page: Page) -> None:
    """To the board, some steps with the arrows, or back where they are refused, and Enter."""
    page.keyboard.press("b")
    page.wait_for_function("() => document.activeElement?.dataset.place === 'ghost'")
    for key in ("ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        told(page, re.compile("Move to|Not possible"))
        page.wait_for_function(f'() => document.querySelector("{BAR}[aria-busy=false]")')
        if page.locator(f"{BAR}.refused").count() == 0:
            page.keyboard.press("Enter")
            return
    page.keyboard.press("Escape")
    by_list(page)


def test_a_round_by_taps(people: People) -> None:
    """On a phone: somewhere is tapped to move there, a direction is tapped, and the round ends."""
    page = people.come(PHONE).sit(battle(people.server, seed=12))
    wait_for_turn(page)
    page.get_by_role("button", name="Set up for me").tap()
    fighting(page)
    moved = turned = 0
    for _ in range(MOST):
        wait_for_turn(page)
        if page.locator("dl").get_by_text("2 of 6").count():
            break
        asked = asks(page)
        page.evaluate(SETTLED)
        if MOVES.search(asked) and (found := uncovered(page.locator(SPOTS))) is not None:
            moved += 1
            answered(page, partial(found[0].tap, position=found[1]))  # type: ignore[arg-type]
        elif FACES.match(asked) and turned < OFTEN:
            turned += 1
            x, y = actor(page)
            answered(page, partial(page.touchscreen.tap, x + 40, y + 40))
        elif moved < OFTEN and offered(page, "Move"):
            answered(page, partial(confirmed, page, named(page, "Move")))
        elif turned < OFTEN and offered(page, "Turn"):
            answered(page, partial(confirmed, page, named(page, "Turn")))
        else:
            answered(page, partial(confirmed, page, choices(page).last))
    else:
        raise AssertionError("the round never ended")
    assert (moved, turned) == (OFTEN, OFTEN)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (used(page)["mouse"], used(page)["keys"]) == (0, 0)


def test_a_template_follows_the_pointer_and_the_keys(people: People) -> None:
    """It lies where the pointer is, rings whom it covers and lists them; brackets turn it; a click lays it."""
    page = opened(people, spraying())
    ready(page)
    named(page, "Lay the template").click()
    expect(page.locator(f"{GHOST} .template")).to_be_visible()
    on_somebody = choices(page).filter(has_not_text="nobody").first.inner_text()
    degrees = re.findall(r"at (\d+) degrees", on_somebody)[0]
    page.get_by_label("Or type it").fill(degrees)
    page.keyboard.press("Enter")
    told(page, f"Lay the template at {degrees} degrees, on ")
    expect(page.locator("svg .way .hit").first).to_be_attached()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Shift+[")
    told(page, f"at {(int(degrees) + 1) % 360} degrees")
    page.keyboard.press("Shift+]")
    told(page, f"at {degrees} degrees")
    x, y = actor(page)
    way = page.locator(f"{GHOST} .grip").bounding_box()
    assert way is not None
    page.mouse.move(x, y)
    far = (way["x"] + way["width"] / 2 - x, way["y"] + way["height"] / 2 - y)
    page.mouse.move(x + 5 * far[0], y + 5 * far[1])
    expect(page.locator(BAR)).to_have_attribute("aria-busy", "false")
    told(page, "Lay the template at ")
    answered(page, partial(page.mouse.click, x + 5 * far[0], y + 5 * far[1]))


def test_a_blast_shows_what_it_reaches(people: People) -> None:
    """The circle is as large as the blast, whoever it reaches is ringed; where it cannot be aimed it says why; on a
    phone nothing goes off before it is confirmed."""
    page = opened(people, bombing())
    ready(page)
    named(page, "Aim .* at a point").click()
    expect(page.get_by_text("Point where it goes off")).to_be_visible()
    x, y = actor(page)
    for far in (40, 70, 100):
        page.mouse.move(x + far, y)
    expect(page.locator("svg .way .blast")).to_be_visible()
    told(page, re.compile("Aim at .*, on |Not possible: "))
    page.get_by_label("Or type it").fill("to 0.5,0.5")
    page.keyboard.press("Enter")
    told(page, "Not possible: ")
    phone = opened(people, bombing(), phone=True)
    ready(phone)
    confirmed(phone, named(phone, "Aim .* at a point"))
    expect(phone.get_by_text("Point where it goes off")).to_be_visible()
    phone.evaluate(SETTLED)
    x, y = actor(phone)
    before = used(phone)["answers"]
    phone.touchscreen.tap(x + 60, y)
    told(phone, re.compile("Aim at .*, on |Not possible: "))
    assert used(phone)["answers"] == before


def test_a_vehicle_is_driven_leg_by_leg(people: People) -> None:
    """The hull is to scale; each press is a leg, brackets turn it at its end, and every leg is listed with its ghost;
    the way may be typed as well."""
    page = opened(people, driving())
    expect(page.locator("svg .piece.active rect.edge")).to_be_visible()
    ready(page)
    answered(page, named(page, "Move").click)
    ready(page)
    page.get_by_label("Or type it").fill("drive 2 left 30 drive 1.5")
    page.keyboard.press("Enter")
    told(page, re.compile('^3.5 of .*2" ahead, 30 degrees to the left, 1.5" ahead'))
    expect(page.locator("svg .way .leg")).to_have_count(3)
    legs = page.get_by_role("list", name="Leg by leg").get_by_role("listitem")
    expect(legs).to_have_count(3)
    expect(legs.nth(1)).to_contain_text("30 degrees to the left")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("svg .way .leg")).to_have_count(0)
    hull = at(page, f"{GHOST} .body")
    nose = at(page, "svg .piece.active .notch")
    ahead = (nose[0] - hull[0], nose[1] - hull[1])
    page.mouse.click(hull[0] + 2 * ahead[0], hull[1] + 2 * ahead[1])
    told(page, "ahead")
    page.get_by_role("button", name="Turn left by 15 degrees").click()
    told(page, "15 degrees to the left")
    ready(page)
    answered(page, page.get_by_role("button", name="Confirm", exact=True).click)


def test_the_camera_comes_near_whoever_acts_on_a_large_table(people: People) -> None:
    """An inch of sixty is small: who acts is seen from near, and all of the table when somebody is to be chosen."""
    page = opened(people, driving())
    wait_until(lambda: "scale(2" in lies(page))
    page.get_by_role("button", name="Show the whole board").click()
    wait_until(lambda: "scale(1)" in lies(page))
    choose(page, lambda found: found.filter(has_text="End the activation").first)
    wait_for_turn(page)


def test_a_newcomer_starts_with_what_goes_together(people: People) -> None:
    """A scenario for vehicles offers the gangs that have one; the map is one of the scenario's."""
    page = people.come(DESK).go()
    page.get_by_label("Game", exact=True).select_option(label="Necromunda")
    page.get_by_label("Map").select_option(label="The Kettle Works")
    first = page.get_by_label("Side of the first player")
    expect(first.locator("option")).to_have_count(8)
    page.get_by_label("Scenario").select_option(label="Break the Convoy")
    expect(first.locator("option")).to_have_count(4)
    expect(page.get_by_label("Map")).to_have_count(0)
    page.get_by_role("button", name="Start this game").click()
    expect(page.get_by_role("heading", name="Necromunda: Break the Convoy")).to_be_visible()


def test_nothing_is_wrong_with_its_screens(people: People) -> None:
    """Axe finds nothing at the set-up, a move, a facing, a template, a drive, and on a phone."""
    page = people.come(DESK).sit(battle(people.server, seed=14))
    wait_for_turn(page)
    assert violations(page) == []
    set_up(page)
    choose(page, lambda found: found.first)
    wait_for_turn(page)
    ready(page)
    page.keyboard.press("]")
    expect(question(page)).to_have_text(FACES)
    told(page, "Face ")
    assert violations(page) == []
    page = opened(people, driving())
    ready(page)
    answered(page, named(page, "Move").click)
    page.keyboard.press("]")
    told(page, "degrees to the right")
    assert violations(page) == []
    phone = opened(people, spraying(), phone=True)
    ready(phone)
    confirmed(phone, named(phone, "Lay the template"))
    expect(phone.locator(f"{GHOST} .template")).to_be_visible()
    assert violations(phone) == []

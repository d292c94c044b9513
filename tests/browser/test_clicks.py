"""A typical activation (somebody acts, moves, attacks) takes at most four presses in each game, by mouse and by touch.

What is counted is what the browser has felt: every pointer that went down, whatever came of it.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import saves
from tests.browser.kit import DESK, PHONE, SETTLED, People, answers, choices, question, ready

HERE = ("here", "random")
MOST = 4
COUNTER = "window.presses = 0; addEventListener('pointerdown', () => { window.presses += 1 }, true)"
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["mouse", "touch"])


class Player:
    """Somebody who presses the screen, and counts."""

    def __init__(self, people: People, save: str, size: ViewportSize) -> None:
        person = people.come(size)
        person.context.add_init_script(COUNTER)
        self.touch = size == PHONE
        self.page = person.sit(people.server.opened(save, *HERE)["host"])
        ready(self.page)

    @property
    def presses(self) -> int:
        """How often a pointer went down."""
        found: int = self.page.evaluate("window.presses")
        return found

    def press(self, x: float, y: float) -> None:
        """A click or a tap, as soon as the page takes it."""
        ready(self.page)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def middle(self, place: str) -> tuple[float, float]:
        """Where something of the board is on the screen, once the board lies as the question wants it."""
        ready(self.page)
        box = self.page.locator(f'[data-place="{place}"]').first.bounding_box()
        assert box is not None, place
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def row(self, words: str) -> None:
        """A row of the list at the piece: it is answered, whatever is asked then."""
        before = answers(self.page)
        row = self.page.get_by_role("list", name="Choices here").get_by_role("button", name=re.compile(words)).first
        row.wait_for()
        if self.touch:
            row.tap()
        else:
            row.click()
        self.page.wait_for_function("(before) => window.used.answers > before", arg=before)

    def drag(self, place: str, to: tuple[float, float]) -> None:
        """Take a piece and put it down elsewhere."""
        ready(self.page)
        mouse = self.page.mouse
        x, y = self.middle(place)
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
        mouse.move(*to, steps=4)
        mouse.up()


def on_screen(page: Page, at: tuple[float, float]) -> tuple[float, float]:
    """A point of the board on the screen."""
    x, y = page.evaluate(
        """([x, y]) => {
            const world = document.querySelector('g.world')
            const point = new DOMPoint(x, y).matrixTransform(world.getScreenCTM())
            return [point.x, point.y]
        }""",
        list(at),
    )
    return x, y


@SIZES
def test_walk_and_attack_on_squares(people: People, size: ViewportSize) -> None:
    """ESCAPE: who, where to (the whole way), whom, with what."""
    save, who, square, whom = saves.before_an_attack()
    player = Player(people, save, size)
    page = player.page
    player.press(*player.middle(f"piece {who}"))
    page.locator(f'[data-place="spot {square}"]').wait_for()
    player.press(*player.middle(f"spot {square}"))
    expect(question(page)).to_contain_text("What does")
    player.press(*player.middle(f"piece {whom}"))
    player.row("^Attack")
    assert player.presses <= MOST


@SIZES
def test_advance_and_shoot_through_cubes(people: People, size: ViewportSize) -> None:
    """Deadzone: who, to which quarter of which cube, whom, with what."""
    save, who, cell, whom = saves.before_a_shot()
    player = Player(people, save, size)
    page = player.page
    player.press(*player.middle(f"piece {who}"))
    spot = page.locator(f'[data-place="spot {cell}"]')
    spot.wait_for()
    box = spot.bounding_box()
    assert box is not None
    player.press(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.25)
    expect(question(page)).to_contain_text(f"What does {who} do?")
    player.press(*player.middle(f"piece {whom}"))
    player.row("^Shoot")
    assert player.presses <= MOST


def test_a_drag_acts_and_moves_over_open_ground(people: People) -> None:
    """Kill Team: one drag, another order because the last one hides, whom, with what; one undo takes the drag back."""
    player = Player(people, saves.before_a_volley(), DESK)
    page = player.page
    asked = question(page).inner_text()
    x, y = saves.SHOOTER[0] - 100, saves.SHOOTER[1]
    player.drag("piece cv-prior", on_screen(page, (x, y)))
    expect(question(page)).to_have_text(re.compile("which action"))
    ready(page)
    page.get_by_role("button", name="Engage order instead").click()
    expect(choices(page).filter(has_text="SHOOT")).not_to_have_count(0)
    player.press(*player.middle("piece vr-matron"))
    player.row("SHOOT")
    assert player.presses <= MOST
    while page.get_by_role("button", name="Undo").is_enabled() and question(page).inner_text() != asked:
        ready(page)
        page.get_by_role("button", name="Undo").click()
        ready(page)
    assert question(page).inner_text() == asked


def test_taps_act_move_and_shoot_over_open_ground(people: People) -> None:
    """Kill Team on a phone, with the order of the last turn: who, where to, whom, with what."""
    player = Player(people, saves.before_a_volley("engage"), PHONE)
    page = player.page
    player.press(*player.middle("piece cv-prior"))
    page.get_by_role("list", name="Choices here").wait_for()
    player.press(*on_screen(page, (saves.SHOOTER[0] - 250, saves.SHOOTER[1])))
    expect(question(page)).to_have_text(re.compile("which action"))
    player.press(*player.middle("piece vr-matron"))
    player.row("SHOOT")
    assert player.presses <= MOST


# How many names and letters the chip lies on, and how far it is from its piece.
CHIP = """() => {
    const chip = document.querySelector('[data-chip]')
    const at = chip.getBoundingClientRect()
    const apart = (one) => {
        const box = one.getBoundingClientRect()
        return Math.hypot(Math.max(0, box.left - at.right, at.left - box.right),
            Math.max(0, box.top - at.bottom, at.top - box.bottom))
    }
    const others = [...document.querySelectorAll('.labels .fixed, .flags .same')]
    const piece = document.querySelector(`[data-place="piece ${chip.dataset.chip}"]`)
    return { piece: chip.dataset.chip, on: others.filter((one) => apart(one) === 0).length, apart: apart(piece) }
}"""


@SIZES
def test_what_a_gesture_implied_is_changed_by_one_press_at_the_piece(people: People, size: ViewportSize) -> None:
    """Kill Team: the order that a move implied is a chip beside the piece, on no name and not on the piece; a press
    takes the other one, and what comes next takes the chip away."""
    player = Player(people, saves.before_a_volley(), size)
    page = player.page
    to = (saves.SHOOTER[0] - 250, saves.SHOOTER[1])
    if size == PHONE:
        player.press(*player.middle("piece cv-prior"))
        page.get_by_role("list", name="Choices here").wait_for()
        player.press(*on_screen(page, to))
    else:
        player.drag("piece cv-prior", on_screen(page, to))
    expect(question(page)).to_have_text(re.compile("which action"))
    ready(page)
    chip = page.locator("[data-chip]")
    expect(chip).to_contain_text("Conceal order")
    # On a phone the board comes near first, and everything finds its place anew.
    page.wait_for_function(f"() => ({CHIP})().on === 0")
    found = page.evaluate(CHIP)
    assert (found["piece"], found["on"]) == ("cv-prior", 0)
    assert 0 < found["apart"] < 60
    other = chip.get_by_role("button", name="Engage order instead")
    box = other.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    if size == PHONE:
        other.tap()
    else:
        other.click()
    expect(choices(page).filter(has_text="SHOOT")).not_to_have_count(0)
    expect(chip).to_have_count(0)


def test_a_drag_that_begins_on_a_piece_never_moves_the_board(people: People) -> None:
    """Only empty ground drags the board, however near it was zoomed."""
    player = Player(people, saves.before_a_volley(), DESK)
    page = player.page
    for _ in range(3):
        page.keyboard.press("+")
    page.evaluate(SETTLED)
    before = on_screen(page, (0, 0))
    player.drag("piece vr-matron", (player.middle("piece vr-matron")[0] + 60, player.middle("piece vr-matron")[1]))
    assert on_screen(page, (0, 0)) == before
    box = page.get_by_role("group", name=re.compile("^Board:")).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    page.mouse.up()
    page.wait_for_function(
        """(before) => document.querySelector('g.world').getScreenCTM().e !== before""",
        arg=before[0],
    )

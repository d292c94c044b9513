"""The board as it is drawn: letters of one size, floors cut away, levels one by one, a smooth reach, two drawings that
lie on each other, and lines of sight from the side."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.kit import DESK, SETTLED, People, Server, wait_for_turn
from tests.browser.saves import beside_a_gantry, deployed, fight, firefight, on_the_move, standoff

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
SMALLEST = 11
MOST = 1500
GAMES: dict[str, Callable[[], str]] = {"escape": fight, "killteam": deployed, "deadzone": firefight}
# How large what is written on the board is on the screen, in pixels; and whether it grows with a piece.
LETTERS = """() => [...document.querySelectorAll('.stage svg text')].map((one) => [
    one.textContent,
    Math.round(parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a * 10) / 10,
    one.closest('.piece, .letter, .flags') !== null,
])"""
# Where labels lie over each other or over a piece.
COVERED = """() => {
    const boxes = [...document.querySelectorAll('.labels .fixed')].map((one) => one.getBoundingClientRect())
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b))).length
}"""
WORLDS = """() => [...document.querySelectorAll('.stage svg > g.world')].map((one) => {
    const { a, b, c, d, e, f } = one.getScreenCTM()
    return [a, b, c, d, e, f].map((number) => Math.round(number * 100) / 100)
})"""
# The sharpest corner of the line round what is in reach, in degrees.
SHARPEST = """() => {
    const loops = document.querySelector('.reach .limit').getAttribute('d').split('M').filter(Boolean)
    return Math.max(...loops.map((loop) => {
        const points = loop.replace('z', '').split('L').map((pair) => pair.split(' ').map(Number))
        const after = (list, i) => list[(i + 1) % list.length]
        const way = points.map((at, i) => [after(points, i)[0] - at[0], after(points, i)[1] - at[1]])
        return Math.max(...way.map((one, i) => {
            const next = after(way, i)
            const turn = Math.atan2(one[0] * next[1] - one[1] * next[0], one[0] * next[0] + one[1] * next[1])
            return Math.hypot(...one) < 1 || Math.hypot(...next) < 1 ? 0 : Math.abs(turn) * 180 / Math.PI
        }))
    }))
}"""


def opened(people: People, server: Server, save: str, size: ViewportSize = DESK) -> Page:
    """The table of a save, drawn."""
    page = people.come(size).sit(server.opened(save, "here", "here")["host"])
    wait_for_turn(page)
    expect(page.locator(".landscape [data-level='0']")).to_be_attached()
    page.evaluate(SETTLED)
    return page


def letters(page: Page, *, beside: bool = False) -> list[tuple[str, float]]:
    """What is written on the board, and how large; all of it, or beside the pieces alone."""
    return [(text, size) for text, size, on_piece in page.evaluate(LETTERS) if not (beside and on_piece)]


@pytest.mark.parametrize("size", [DESK, LAPTOP], ids=["1440", "1280"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_on_the_board_can_be_read(people: People, server: Server, game: str, size: ViewportSize) -> None:
    """Nothing is smaller than 11 pixels at first view, no label lies on another, and the drawing stays small."""
    page = opened(people, server, GAMES[game](), size)
    found = letters(page)
    assert found and [(text, size) for text, size in found if size < SMALLEST] == []
    assert page.evaluate(COVERED) == 0
    assert page.locator(".stage svg *").count() < MOST


def test_labels_keep_their_size_and_both_drawings_one_view(people: People, server: Server) -> None:
    """Zooming and dragging moves the ground and what is on it alike; what is written stays as large as it was."""
    page = opened(people, server, deployed())
    before = dict(letters(page, beside=True))
    still, live = page.evaluate(WORLDS)
    assert still == live
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    box = page.locator(".stage svg.live").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 90, box["y"] + 60, steps=5)
    page.mouse.up()
    page.evaluate(SETTLED)
    moved, along = page.evaluate(WORLDS)
    assert moved == along and moved[0] > still[0] * 2 and moved[4:] != still[4:]
    after = dict(letters(page, beside=True))
    assert {text: round(size) for text, size in after.items() if text in before} == {
        text: round(size) for text, size in before.items() if text in after
    }


def test_a_floor_over_somebody_is_cut_away(people: People, server: Server) -> None:
    """Beside it a floor is whole; whoever stands below it can be seen."""
    page = opened(people, server, beside_a_gantry())
    expect(page.locator(".landscape .cut")).to_have_count(0)
    page = opened(people, server, beside_a_gantry(950, 1400))
    expect(page.locator(".landscape .cut")).to_have_count(1)
    expect(page.locator(".landscape .cut-edge")).to_have_count(1)


def test_levels_are_shown_one_by_one(people: People, server: Server) -> None:
    """A button for each height cuts away what is above it; heights are written on floors without a click."""
    page = opened(people, server, beside_a_gantry())
    levels = page.get_by_role("group", name="Levels shown")
    expect(levels.get_by_role("button")).to_have_text(["All", "3\u2033", "0\u2033"])
    expect(page.locator(".labels .height text").first).to_have_text("3\u2033")
    levels.get_by_role("button", name="Up to 0\u2033").click()
    expect(levels.get_by_role("button", name="Up to 0\u2033")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".landscape .cut")).to_have_count(1)
    expect(page.locator(".labels .height")).to_have_count(0)
    levels.get_by_role("button", name="All").click()
    expect(page.locator(".landscape .cut")).to_have_count(0)


def test_cubes_lie_above_each_other_or_side_by_side(people: People, server: Server) -> None:
    """A level hides what is above it, and who stands there fades; beside each other all levels are seen at once."""
    page = opened(people, server, firefight())

    def places() -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('.piece[data-place]')].map((one) => "
            "[one.dataset.place, one.getBoundingClientRect().x]))"
        )
        return found

    expect(page.locator("g.above")).to_have_count(0)
    page.get_by_role("button", name="Level 1").click()
    expect(page.locator("g.above").first).to_be_attached()
    page.get_by_role("button", name="All", exact=True).click()
    page.evaluate(SETTLED)
    before = places()
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator(".labels .level text")).to_have_text(["Level 1", "Level 2", "Level 3"])
    page.evaluate(SETTLED)
    assert places().keys() == before.keys() and places() != before
    # Some of it is measured again when the frame has changed.
    sizes = f"({LETTERS})().filter(([text, size, onPiece]) => !onPiece).map(([text, size]) => size)"
    page.wait_for_function(f"() => Math.min(...{sizes}) >= {SMALLEST}")
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator(".labels .level")).to_have_count(0)


def test_the_reach_has_no_stairs(people: People, server: Server) -> None:
    """One line round what is in reach and one half way, with one label; no corner as of stairs."""
    page = opened(people, server, on_the_move())
    expect(page.locator(".reach .limit")).to_have_count(1)
    expect(page.locator(".reach .midway")).to_have_count(1)
    expect(page.locator(".labels .reach")).to_have_count(1)
    assert page.evaluate(SHARPEST) < 75


# -- lines of sight from the side --------------------------------------------------------------------------------------


def looked_at(people: People, server: Server, save: str, piece: str) -> Locator:
    """The picture from the side of a look at a piece."""
    page = opened(people, server, save)
    page.locator(f"svg [data-place='piece {piece}']").hover()
    found = page.locator("section.look").get_by_role("img")
    expect(found).to_be_visible()
    return found


@pytest.mark.parametrize(
    ("save", "piece", "told", "lines"),
    [
        (firefight, "Watchhand 1", "the floor at 5,6,2 is in the way", ["blocked"]),
        (firefight, "Pithand 3", "one line is clear; the floor at 5,4,2 is in the way", ["clear", "blocked"]),
        (firefight, "Pithand 1", "nothing is in the way", ["clear"]),
        (partial(standoff, "out of sight"), "vr-matron", "Heavy rubble A, mound blocks sight", ["blocked"]),
        (partial(standoff, "cover"), "vr-matron", "mound gives cover", ["clear", "cover"]),
    ],
)
def test_a_look_is_explained_from_the_side(
    people: People, server: Server, save: Callable[[], str], piece: str, told: str, lines: list[str]
) -> None:
    """Both bodies at the ends, each line as it ends, what decides marked, and all of it told in words."""
    picture = looked_at(people, server, save(), piece)
    expect(picture).to_have_attribute("aria-label", re.compile(f"^From the side: .*{re.escape(told)}.* It runs from "))
    expect(picture.locator("rect.figure")).to_have_count(2)
    drawn = picture.locator("path.line").evaluate_all("(all) => all.map((one) => one.classList[1])")
    assert drawn == lines
    stops = lines.count("blocked")
    marks = picture.page.locator(".live .marks")
    expect(marks.locator(".mark.ray.blocked")).to_have_count(stops)
    expect(marks.locator(".tip")).to_have_count(lines.count("clear"))
    if save is firefight:
        expect(marks.locator(".stop")).to_have_count(stops)
    expect(picture.locator(".stop")).to_have_count(stops)
    expect(picture.locator(".slab.gives.blocked")).to_have_count(stops)
    expect(picture.locator(".badge")).to_have_count(len({"cover", "obscured"} & {*lines}))
    expect(picture.page.locator("section.look figcaption")).to_contain_text(told)

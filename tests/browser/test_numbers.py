"""The numbers on the board: what each target wears, the list in their order, answers that wait for none of them, and
how dangerous the ground within reach is and what it is good for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

import fireteam
from fireteam.core.match import Match
from fireteam.core.scene import DangerSpot, HarmView
from tests.browser.kit import DESK, PHONE, People, Server, choices, question, violations, wait_for_turn
from tests.browser.saves import fight, firefight, gallery


def at_a_target() -> str:
    """An operative of Kill Team that is to choose its target."""
    match = fireteam.load(gallery())
    match.answer("SHOOT")
    return match.save()


POSITIONS: dict[str, Callable[[], str]] = {
    "killteam": at_a_target,
    "escape": partial(fight, seed=61),
    "deadzone": firefight,
}


def figures(match: Match) -> dict[str, HarmView]:
    """What each option that aims at a piece does to it, as the kernel reckons, by its key."""
    view = match.setting.question_view(match.table, match.decision, True)
    found = {}
    for option in view["options"]:
        if option.get("chance") and "piece" in option.get("place", {}):
            harms = match.setting.harms(match.table, match.decision.find(option["key"]), match.odds(option["key"]))
            assert harms[0]["piece"] == option["place"]["piece"]
            found[option["key"]] = harms[0]
    return found


def in_short(harm: HarmView) -> tuple[str, str]:
    """How a figure is written: the chance to be taken out, and the mean damage."""
    kill = harm["kill"]["chance"]
    whole = round(100 * kill)
    text = "<1" if whole == 0 < kill else ">99" if kill < 1 and whole == 100 else str(whole)
    return f"{text}%", f"{harm['mean']:.1f}"


@pytest.mark.parametrize("game", POSITIONS)
def test_each_target_wears_the_best_that_can_be_done_to_it(people: People, server: Server, game: str) -> None:
    """The same numbers as the kernel reckons, on the board and beside each choice; the best one is told apart."""
    save = POSITIONS[game]()
    known = figures(fireteam.load(save))
    assert len({harm["piece"] for harm in known.values()}) > 1
    page = people.come(DESK).sit(server.opened(save, "here", "here")["host"])
    wait_for_turn(page)
    for key, harm in known.items():
        best = max(
            (other for other in known.values() if other["piece"] == harm["piece"]),
            key=lambda other: (other["kill"]["chance"], other["mean"]),
        )
        badge = page.locator(f"[data-badge='{harm['piece']}']")
        expect(badge.locator(".kill")).to_have_text(in_short(best)[0])
        expect(badge.locator(".mean")).to_have_text(in_short(best)[1])
        beside = page.locator(f"button[data-choice='{key}'] span.figure")
        expect(beside).to_have_text("".join(in_short(harm)))
    top = max(harm["kill"]["chance"] for harm in known.values())
    assert page.locator("[data-badge].best").count() == (1 if top > 0 else 0)
    assert page.locator("[data-badge].none").count() == len(
        {harm["piece"] for harm in known.values()}
        - {harm["piece"] for harm in known.values() if harm["kill"]["chance"] > 0}
    )


def shown_order(page: Page, keys: list[str]) -> list[str]:
    """The order in which choices stand in the list."""
    found = [choice.get_attribute("data-choice") or "" for choice in choices(page).all()]
    return [key for key in found if key in keys]


def test_choices_can_be_put_in_the_order_of_their_chances(people: People, server: Server) -> None:
    """On request the best stands first in its group, and keeps the number it has on the board; the panel compares."""
    save = at_a_target()
    known = figures(fireteam.load(save))
    page = people.come(DESK).sit(server.opened(save, "here", "here")["host"])
    wait_for_turn(page)
    expect(page.locator("button[data-choice] span.figure")).to_have_count(len(known))
    assert shown_order(page, list(known)) == list(known)
    page.get_by_role("checkbox", name="Best chance first").check()
    wanted = sorted(known, key=lambda key: (-known[key]["kill"]["chance"], -known[key]["mean"]))
    assert wanted != list(known)
    assert shown_order(page, list(known)) == wanted
    first = choices(page).first
    expect(first.locator(".number")).to_have_text(str(list(known).index(wanted[0]) + 1))
    cards = page.locator("section.odds").get_by_role("button")
    expect(cards).to_have_count(min(4, len(known)))
    expect(cards.first).to_contain_text(re.compile(rf"{in_short(known[wanted[0]])[0]}\s*kill"))
    expect(cards.first).to_contain_text(f"of {known[wanted[0]]['of']} wounds")
    cards.nth(1).click()
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    assert violations(page) == []


def test_a_press_on_a_badge_is_one_on_its_piece(people: People, server: Server) -> None:
    page = people.come(DESK).sit(server.opened(at_a_target(), "here", "here")["host"])
    wait_for_turn(page)
    page.locator("[data-badge='sl-eeler']").click()
    expect(page.locator("#pane-log")).to_contain_text("shoots at Levy Eeler")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_answer_waits_for_no_odds(people: People, server: Server, size: ViewportSize) -> None:
    """While odds never come, targets say that they are reckoned, and whoever plays goes on."""
    person = people.come(size, touch=False)
    held: list[str] = []

    def between(route: WebSocketRoute) -> None:
        line = route.connect_to_server()

        def heard(message: str | bytes) -> None:
            if json.loads(message)["type"] == "odds":
                held.append(str(message))
            else:
                route.send(message)

        line.on_message(heard)

    person.page.route_web_socket(re.compile("/ws$"), between)
    page = person.sit(server.opened(at_a_target(), "here", "here")["host"])
    wait_for_turn(page)
    expect(page.locator("[data-badge='sl-reeve'] .kill")).to_have_text("…")
    before = question(page).inner_text()
    choices(page).first.click()
    expect(question(page)).not_to_have_text(before)
    assert len(held) <= 2, "one question at a time"


# -- danger ------------------------------------------------------------------------------------------------------------


def on_its_way() -> str:
    """An operative of Kill Team in front of several enemies that is asked where it moves to."""
    match = fireteam.load(gallery())
    match.answer("REPOSITION")
    return match.save()


def test_the_ground_within_reach_is_shaded_by_danger_and_by_cover(people: People, server: Server) -> None:
    """By key and by button: bands with their numbers, the safest corner told; then where there is cover."""
    page = people.come(DESK).sit(server.opened(on_its_way(), "here", "here")["host"])
    wait_for_turn(page)
    layers = page.get_by_role("group", name="What is shown of the ground within reach")
    danger, cover = layers.get_by_role("button", name="Danger"), layers.get_by_role("button", name="Cover")
    expect(danger).to_have_attribute("aria-pressed", "false")
    assert page.locator("[data-band]").count() == 0
    page.keyboard.press("g")
    expect(danger).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-label='0']")).to_contain_text("safe")
    expect(page.locator("[data-band]").first).to_be_attached()
    assert violations(page) == []
    cover.click()
    expect(cover).to_have_attribute("aria-pressed", "true")
    expect(danger).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-band]")).to_have_count(0)
    expect(page.locator(".danger .covered").first).to_be_attached()
    page.keyboard.press("h")
    expect(page.locator(".danger .covered")).to_have_count(0)


def ghost_to(page: Page, start: tuple[int, int], goal: DangerSpot) -> None:
    """The ghost is moved by keys, whole units at a time."""
    page.keyboard.press("b")
    for axis, (by, back) in enumerate((("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp"))):
        apart = goal["at"][axis] - start[axis]
        for _ in range(abs(apart) // 100):
            page.keyboard.press(f"Shift+{by if apart > 0 else back}")


def test_a_spot_that_is_tried_says_who_would_see_one_there(people: People, server: Server) -> None:
    """The ghost is moved: a line from everybody who could shoot, as the kernel reckons for the nearest spot."""
    save = on_its_way()
    match = fireteam.load(save)
    page = people.come(DESK).sit(server.opened(save, "here", "here")["host"])
    wait_for_turn(page)
    x, y = match.setting.question_view(match.table, match.decision, True)["region"]["start"]
    spots: list[DangerSpot] = []
    while (part := match.setting.danger(match, len(spots)))["spots"]:
        spots += part["spots"]
    goal = max(spots, key=lambda spot: len(spot["threats"]))
    assert len(goal["threats"]) > 1
    ghost_to(page, (x, y), goal)
    for threat in goal["threats"]:
        expect(page.locator(f"[data-threat='{threat['piece']}']")).to_be_attached()
    expect(page.locator("[data-threat]")).to_have_count(len(goal["threats"]))
    mean = sum(threat["mean"] for threat in goal["threats"])
    expect(page.locator(".danger .told")).to_contain_text(f"seen by {len(goal['threats'])} · −{mean:.1f}")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("save", [fight, firefight], ids=["escape", "deadzone"])
def test_cells_are_shaded_where_the_board_has_some(
    people: People, server: Server, save: Callable[[], str], size: ViewportSize
) -> None:
    """The buttons stand among the tools, and cover nothing of the board."""
    page = people.come(size).sit(server.opened(save(), "here", "here")["host"])
    wait_for_turn(page)
    board, danger = page.locator(".stage").bounding_box(), page.get_by_role("button", name="Danger")
    box = danger.bounding_box()
    assert board is not None
    assert box is not None
    assert box["y"] >= board["y"] + board["height"]
    danger.click()
    assert page.locator(".stage").bounding_box() == board, "the board stays where it is"
    expect(page.locator("[data-band]").first).to_be_attached()
    expect(page.locator("[data-label='0']")).to_contain_text("safe")


def gained(save: str) -> tuple[Match, list[DangerSpot]]:
    """The match, and the spots within reach that are good for something."""
    match = fireteam.load(save)
    spots: list[DangerSpot] = []
    while (part := match.setting.danger(match, len(spots)))["spots"]:
        spots += part["spots"]
    return match, [spot for spot in spots if spot["gains"]]


def test_the_ground_within_reach_is_shaded_by_what_it_is_good_for(people: People, server: Server) -> None:
    """By key: one mark in the field where the objective is held; a spot that is tried says so in words."""
    match, good = gained(on_its_way())
    assert {gain["text"] for spot in good for gain in spot["gains"]} == {"holds Objective B"}
    page = people.come(DESK).sit(server.opened(on_its_way(), "here", "here")["host"])
    wait_for_turn(page)
    layers = page.get_by_role("group", name="What is shown of the ground within reach")
    page.keyboard.press("f")
    expect(layers.get_by_role("button", name="Objectives")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-gain='holds']")).to_have_count(1)
    expect(page.locator("[data-gain]")).to_have_count(1)
    expect(page.locator("[data-mark]")).to_have_text("B")
    expect(page.get_by_role("status").get_by_text("holds something")).to_be_visible()
    assert violations(page) == []
    x, y = match.setting.question_view(match.table, match.decision, True)["region"]["start"]
    goal = max(good, key=lambda spot: abs(spot["at"][0] - x) + abs(spot["at"][1] - y))
    ghost_to(page, (x, y), goal)
    expect(page.locator(".danger .told")).to_have_text("holds Objective B")
    expect(page.get_by_role("status").get_by_text("holds Objective B")).to_be_attached()
    expect(page.locator("[data-threat]")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator("[data-gain]")).to_have_count(0)


def test_cells_say_what_they_are_good_for_to_pointer_and_keys(people: People, server: Server) -> None:
    """The cell of an objective wears its mark, and names it when the pointer or the focus is there."""
    _, good = gained(firefight())
    held = next(spot for spot in good if spot["gains"][0]["kind"] == "holds")
    words = " · ".join(gain["text"] for gain in held["gains"])
    page = people.come(DESK).sit(server.opened(firefight(), "here", "here")["host"])
    wait_for_turn(page)
    page.keyboard.press("f")
    expect(page.locator("[data-mark]")).to_have_count(sum(len(spot["gains"]) for spot in good))
    told, cell = page.locator(".danger .told"), page.locator(f"[data-place='spot {held['spot']}']")
    box = cell.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    expect(told).to_have_text(words)
    page.mouse.move(2, 2)
    expect(told).to_have_count(0)
    page.keyboard.press("b")
    cell.focus()
    expect(told).to_have_text(words)


def test_where_nothing_counts_by_place_it_is_said(people: People, server: Server) -> None:
    assert gained(fight(seed=14))[1] == []
    page = people.come(DESK).sit(server.opened(fight(seed=14), "here", "here")["host"])
    wait_for_turn(page)
    page.keyboard.press("f")
    expect(page.get_by_text("Nothing within reach counts for the goal.")).to_be_visible()


def test_where_nobody_walks_nothing_is_offered(people: People, server: Server) -> None:
    page = people.come(DESK).sit(server.opened(at_a_target(), "here", "here")["host"])
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Legend")).to_be_visible()
    expect(page.get_by_role("button", name="Danger")).to_have_count(0)

"""Somebody who watches: every move, no choice, no undo."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.kit import DESK, PHONE, People, Server, choices, choose


def test_a_spectator_sees_the_moves_and_can_do_nothing(people: People, server: Server) -> None:
    """The watch link shows the same log, offers no choice and no undo, and is counted."""
    links = server.create("here", "here")
    player = people.come(DESK).sit(links["host"])
    watcher_person = people.come(PHONE)
    watcher = watcher_person.sit(links["watch"])
    player.get_by_role("tab", name="Rosters").click()
    expect(player.get_by_text("1 watches")).to_be_visible()
    player.get_by_role("tab", name="Choices").click()
    for _ in range(6):
        choose(player)
    expect(watcher.locator("section.choices h2")).to_contain_text(player.locator("section.choices h2").inner_text())
    watcher.get_by_role("tab", name="Log").tap()
    player.get_by_role("tab", name="Log").click()
    last = player.locator("section.log li").last.inner_text()
    expect(watcher.locator("section.log li").last).to_have_text(last, use_inner_text=True)
    assert choices(watcher).count() == 0
    assert watcher.get_by_role("button", name=re.compile("undo", re.IGNORECASE)).count() == 0
    assert watcher.get_by_role("button", name="Why not?").count() == 0
    # Neither does a key.
    before = server.state(links["host"])["version"]
    for key in ("1", "u", "r", "Enter"):
        watcher.keyboard.press(key)
    watcher.wait_for_timeout(300)
    assert server.state(links["host"])["version"] == before
    watcher.close()
    expect(player.get_by_text("1 watches")).to_have_count(0)


def test_two_bots_play_while_somebody_watches(people: People) -> None:
    """One press on the first screen, and the log grows by itself."""
    page = people.come(DESK).go()
    page.get_by_role("button", name="Watch two bots").click()
    expect(page.get_by_role("group", name=re.compile("^Board:"))).to_be_visible()
    log = page.locator("section.log")
    before = log.inner_text()
    expect(log).not_to_have_text(before)
    assert choices(page).count() == 0

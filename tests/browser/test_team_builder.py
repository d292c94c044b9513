"""The team builder on the start page: a team is built, downloaded, loaded again, and played."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import DESK, PHONE, People, Person, wait_for_turn
from tests.deadzone.prices import cost, too_dear

CAPTAIN, TROOPS, SHOOTER = "lamp_captain", ("watchhand",) * 3, "glasseye/AP Ammo"


def builders(page: Page) -> tuple[Locator, Locator]:
    """The builders of both seats."""
    first = page.get_by_role("group", name="Team of the first player")
    return first, page.get_by_role("group", name="Team of the second player")


def opened(person: Person) -> Page:
    page = person.go()
    page.get_by_label("Game", exact=True).select_option(label="Deadzone")
    return page


def saved(page: Page, builder: Locator, folder: Path) -> Path:
    """The file that is downloaded."""
    with page.expect_download() as waited:
        builder.get_by_role("button", name="Download the team").click()
    file = folder / waited.value.suggested_filename
    waited.value.save_as(file)
    return file


def test_a_team_is_built_saved_loaded_and_played(people: People, tmp_path: Path) -> None:
    """With mouse and keyboard; the other seat gets the file, dropped."""
    person = people.come(DESK)
    person.expected.append("422")
    page = opened(person)
    first, second = builders(page)
    first.get_by_role("button", name="Build a team for the first player").click()
    expect(first).to_contain_text("0 of 100 points")
    expect(first).to_contain_text("A team has one Leader, not 0")
    page.get_by_role("button", name="Start this game").click()
    alert = "The team of the first player cannot play yet: the team has no models"
    expect(page.get_by_role("alert")).to_have_text(alert)

    first.get_by_role("button", name="Add Lamp Captain").click()
    expect(first).to_contain_text(f"{cost(CAPTAIN)} of 100 points")
    expect(first.get_by_role("button", name="Add Glasseye")).to_have_attribute("aria-disabled", "true")
    expect(first).to_contain_text("One Specialist, but there is no Troop")
    first.get_by_role("button", name="Add Watchhand").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(first).to_contain_text(f"{cost(CAPTAIN, *TROOPS)} of 100 points")
    first.get_by_role("button", name="Add Glasseye").press("Space")
    expect(first).to_contain_text(f"{cost(CAPTAIN, *TROOPS, 'glasseye')} of 100 points")
    first.get_by_role("button", name="Add Striding Bastion").click(force=True)
    reason = too_dear(100, CAPTAIN, *TROOPS, "glasseye", "striding_bastion")
    expect(first.get_by_role("status").last).to_have_text(f"Striding Bastion cannot be added: {reason}")
    first.get_by_label("Item of Glasseye (5)").select_option("AP Ammo")
    expect(first).to_contain_text(f"{cost(CAPTAIN, *TROOPS, SHOOTER)} of 100 points")
    expect(first).to_contain_text("Ready for play")
    first.get_by_role("button", name="Remove Watchhand (4)").click()
    whole = f"{cost(CAPTAIN, *TROOPS[1:], SHOOTER)} of 100 points"
    expect(first).to_contain_text(whole)
    first.get_by_label("Name of the team").fill("Night Shift")
    first.get_by_label("Name of the team").press("Enter")

    file = saved(page, first, tmp_path)
    assert file.name == "night-shift.yaml"
    assert "  - {unit: glasseye, count: 1, item: AP Ammo}" in file.read_text(encoding="utf-8").splitlines()

    broken = tmp_path / "broken.yaml"
    broken.write_text(file.read_text(encoding="utf-8").replace("limit: 100", "limit: many"), encoding="utf-8")
    second.get_by_label("Load a team for the second player").set_input_files(broken)
    expect(second.get_by_role("alert")).to_have_text("Limit must be a whole number, not 'many' (line 5)")
    large = tmp_path / "large.yaml"
    large.write_text("#" * 20_000, encoding="utf-8")
    second.get_by_label("Load a team for the second player").set_input_files(large)
    expect(second.get_by_role("alert")).to_have_text("This file is too large to be a team.")
    held = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'a.yaml')); return data }",
        file.read_text(encoding="utf-8"),
    )
    second.dispatch_event("drop", {"dataTransfer": held})
    expect(second).to_contain_text(whole)
    expect(second.get_by_label("Name of the team")).to_have_value("Night Shift")
    expect(page.get_by_label("Side of the second player")).to_have_value("wardens")

    page.get_by_role("button", name="Start this game").click()
    wait_for_turn(page)
    expect(page.locator("section.roster")).to_contain_text("Glasseye 2")


def test_a_team_is_built_by_taps(people: People, tmp_path: Path) -> None:
    """On a phone, nothing is wider than the screen; another side brings its own units, and the first team waits."""
    page = opened(people.come(PHONE))
    first, _ = builders(page)
    first.get_by_role("button", name="Build a team for the first player").tap()
    first.get_by_role("button", name="Add Lamp Captain").tap()
    expect(first).to_contain_text(f"{cost(CAPTAIN)} of 100 points")
    page.get_by_label("Side of the first player").select_option("cinder")
    expect(first).to_contain_text("0 of 100 points")
    expect(first).to_contain_text("Canary Drone is Remote and needs an Engineer in the team")
    page.get_by_label("Side of the first player").select_option("wardens")
    expect(first).to_contain_text(f"{cost(CAPTAIN)} of 100 points")
    first.get_by_label("Size of the team").select_option("150")
    expect(first).to_contain_text(f"{cost(CAPTAIN)} of 150 points")
    first.get_by_role("button", name="Take the ready team").tap()
    expect(first).to_contain_text("Ready for play")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    file = saved(page, first, tmp_path)
    first.get_by_role("button", name="Play the ready team").tap()
    first.get_by_label("Load a team for the first player").set_input_files(file)
    expect(first).to_contain_text("of 150 points")
    page.get_by_role("button", name="Start this game").tap()
    wait_for_turn(page)
    assert page.url.split("#")[1].startswith("/t/")


def test_a_gang_has_names_gear_and_guns(people: People, tmp_path: Path) -> None:
    """Members of a gang are named and armed, a vehicle gets its guns; what is not allowed says why."""
    page = people.come(DESK).go()
    page.get_by_label("Game", exact=True).select_option(label="Necromunda")
    first, _ = builders(page)
    first.get_by_role("button", name="Build a team for the first player").click()
    expect(first).to_contain_text("0 of 1000 credits")
    for unit in ("Tide Prior", "Drowned Brother", "Barrow truck"):
        first.get_by_role("button", name=f"Add {unit}").click()
    expect(first).to_contain_text("330 of 1000 credits")
    first.get_by_label("Name of Tide Prior (1)").fill("Skeer")
    first.get_by_label("Name of Tide Prior (1)").press("Enter")
    gear = first.get_by_label("Gear for Tide Prior (1)")
    for thing in ("snub", "axe", "knife"):
        gear.select_option(thing)
        expect(first.get_by_role("button", name="of Tide Prior (1)")).to_have_count(
            ("snub", "axe", "knife").index(thing) + 1
        )
    expect(gear.locator("option", has_text="Shock rod: 4 weapon slots of 3")).to_be_disabled()
    first.get_by_role("button", name="Remove Boarding axe of Tide Prior (1)").click()
    first.get_by_label("Cab gun of Barrow truck (3)").select_option("hull-torch")
    expect(first).to_contain_text("465 of 1000 credits")
    expect(first).to_contain_text("Ready for play")
    file = saved(page, first, tmp_path)
    assert file.read_text(encoding="utf-8").splitlines()[6:] == [
        "  - {unit: tide-prior, name: Skeer, gear: [snub, knife]}",
        "  - {unit: drowned-brother, count: 1}",
        "  - {unit: barrow, count: 1, gun-cab: hull-torch}",
    ]
    page.get_by_role("button", name="Start this game").click()
    expect(page.locator("section.roster")).to_contain_text("Skeer")

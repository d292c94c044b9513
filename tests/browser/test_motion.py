"""What happens is shown as it happens: in a queue that can be skipped, slowed down, switched off and shown again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.directing import Director, Shown
from tests.browser.kit import (
    DESK,
    PHONE,
    People,
    Person,
    Server,
    choices,
    confirmed,
    question,
    violations,
    wait_for_turn,
)
from tests.browser.saves import fight, finished, firefight, gallery

# Every way that a piece is sent on; a shake has no end to stay at.
WATCH_GLIDES = """
window.glides = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, timing) {
    if (this.dataset.glides && timing.fill) window.glides.push({ piece: this.dataset.glides, frames })
    return animate.call(this, frames, timing)
}
"""


@dataclass
class Stage:
    """A table at which nothing is shown further until time goes on, with somebody who may choose something."""

    person: Person
    director: Director
    token: str

    @property
    def page(self) -> Page:
        """The page."""
        return self.person.page

    def act(self, *shows: Shown) -> None:
        """Answer the question; besides what comes of it, this begins to be shown."""
        self.answer(*shows)
        expect(self.page.locator("[data-playing]")).to_have_count(1)

    def answer(self, *shows: Shown) -> None:
        """Answer the question; besides what comes of it, this happens."""
        wait_for_turn(self.page)
        self.director.tell(*[(f"The {one['kind']} of the test.", one) for one in shows])
        choices(self.page).first.click()

    def go_on(self, seconds: float) -> None:
        """Let so much time pass."""
        self.page.clock.run_for(int(seconds * 1000))

    def turn(self) -> bool:
        """Wait until a choice can be made, with the moment that a new question needs."""
        self.page.locator("section.choices").wait_for()
        self.go_on(1)
        return wait_for_turn(self.page)

    def finished(self) -> None:
        """Let time pass until nothing more is shown."""
        for _ in range(60):
            if self.page.locator("[data-playing], [data-repeating]").count() == 0:
                return
            self.go_on(1)
        raise AssertionError("it never ends")

    def walk(self, far: int = 200) -> Shown:
        """The first piece goes round a corner."""
        piece = self.mine
        x, y = self.director.pieces[piece]["at"]
        return {"kind": "moves", "piece": piece, "path": [[x + far, y], [x + far, y + far]]}

    @property
    def mine(self) -> str:
        """A piece of the first side."""
        return self._of(0)

    @property
    def theirs(self) -> str:
        """A piece of the second side."""
        return self._of(1)

    def _of(self, seat: int) -> str:
        return next(name for name, piece in self.director.pieces.items() if piece.get("seat") == seat)


def staged(
    people: People,
    server: Server,
    settings: dict[str, Any] | None = None,
    still: bool = False,
    size: ViewportSize = DESK,
    save: str | None = None,
) -> Stage:
    """Somebody at a fight whose time stands still."""
    person = people.come(size, motion=True)
    if still:
        person.page.emulate_media(reduced_motion="reduce")
    if settings is not None:
        keep = f"localStorage.setItem('fireteam.settings', {json.dumps(json.dumps(settings))})"
        person.context.add_init_script(f"try {{ {keep} }} catch {{}}")
    person.context.add_init_script(WATCH_GLIDES)
    director = Director(person.page)
    token = server.opened(save or fight(), "here", "here")["host"]
    person.sit(token)
    wait_for_turn(person.page)
    person.page.clock.install()
    person.page.clock.pause_at(person.page.evaluate("Date.now() + 1000"))
    return Stage(person, director, token)


@pytest.fixture
def stage(people: People, server: Server) -> Iterator[Stage]:
    """A table with motion, and time that stands still."""
    yield staged(people, server)


def hurts(piece: str, amount: int = 2) -> Shown:
    """A piece loses wounds."""
    return {"kind": "hurts", "piece": piece, "amount": amount}


def glides(page: Page) -> list[dict[str, Any]]:
    """The ways that pieces were sent on."""
    found: list[dict[str, Any]] = page.evaluate("window.glides")
    return found


def test_a_piece_glides_along_its_way_and_the_move_stays_marked(stage: Stage) -> None:
    """From where it stands over every point; afterwards the way is drawn, until the next move."""
    page = stage.page
    stage.act(stage.walk())
    [way] = glides(page)
    assert way["piece"] == stage.mine
    assert [frame["transform"] for frame in way["frames"]] == [
        "translate(0px, 0px)", "translate(200px, 0px)", "translate(200px, 200px)",
    ]  # fmt: skip
    stage.finished()
    assert page.locator("[data-moving]").count() == 0
    expect(page.locator("[data-trail] .way")).to_have_count(1)
    before = page.locator("[data-trail] .way").get_attribute("d")
    stage.act(hurts(stage.theirs), stage.walk(100))
    stage.finished()
    after = page.locator("[data-trail] .way").get_attribute("d")
    assert after is not None
    assert after != before


def test_consecutive_moves_of_a_piece_are_one_glide(stage: Stage) -> None:
    """Step by step in the log, one way on the board."""
    x, y = stage.director.pieces[stage.mine]["at"]
    steps = [{"kind": "moves", "piece": stage.mine, "path": [[x + far, y]]} for far in (100, 200, 300)]
    stage.act(*steps)
    stage.finished()
    [way] = glides(stage.page)
    assert len(way["frames"]) == 4


def test_levels_beside_each_other_show_the_move_on_each(people: People, server: Server) -> None:
    """A climb leads from the drawing of one level to that of the next, and its trail as well."""
    stage = staged(people, server, save=firefight())
    page = stage.page
    piece = next(name for name, one in stage.director.pieces.items() if one.get("seat") == 0 and not one.get("level"))
    x, y = stage.director.pieces[piece]["at"]
    page.get_by_role("button", name="Side by side").click()
    expect(page.locator(".labels .level").first).to_be_attached()
    stage.act({"kind": "moves", "piece": piece, "path": [[x, y], [x, y + 100]], "heights": [300, 300]})
    [way] = glides(page)
    ends = [re.findall(r"-?\d+", frame["transform"]) for frame in way["frames"]]
    across = int(ends[1][0])
    assert ends == [["0", "0"], [str(across), "0"], [str(across), "100"]]
    assert across > 1000
    stage.finished()
    expect(page.locator("[data-trail] .way")).to_have_attribute("d", re.compile(f"L{x + across} {y + 100}$"))


def test_nothing_can_be_answered_while_something_is_shown(stage: Stage, server: Server) -> None:
    """No choice is offered, and neither a click on the board nor a digit is taken for one."""
    page = stage.page
    stage.act(stage.walk(), hurts(stage.theirs))
    version = server.state(stage.token)["version"]
    assert choices(page).count() == 0
    page.keyboard.press("1")
    page.locator(f'[data-place="piece {stage.theirs}"]').click(force=True)
    assert server.state(stage.token)["version"] == version
    stage.finished()
    assert wait_for_turn(page)
    assert server.state(stage.token)["version"] == version


@pytest.mark.parametrize("key", [" ", "Escape"])
def test_one_key_skips_to_the_end(stage: Stage, key: str) -> None:
    """No time passes, and the question is there."""
    page = stage.page
    stage.act(stage.walk(), hurts(stage.theirs), {"kind": "scores", "seat": 0, "amount": 1})
    page.keyboard.press(key)
    expect(page.locator("[data-playing]")).to_have_count(0)
    assert stage.turn()
    expect(page.get_by_role("button", name="Show again: The scores of the test.")).to_be_visible()


def test_an_attack_is_aimed_rolled_felt_and_marked(stage: Stage) -> None:
    """The line, the dice with their fates, the number, the words."""
    page = stage.page
    dice = [
        {"name": "Attack", "seat": 0, "face": face, "sides": 6, "state": "live", "fate": fate}
        for face, fate in ((5, "hits the test"), (1, "misses the test"))
    ]
    stage.act(
        {"kind": "aims", "piece": stage.mine, "target": {"piece": stage.theirs}},
        {"kind": "throws", "piece": stage.mine, "seat": 0, "dice": dice},
        hurts(stage.theirs, 1),
        {"kind": "falls", "piece": stage.theirs},
    )
    expect(page.locator("[data-aim]")).to_have_count(1)
    stage.go_on(0.6)
    expect(page.locator("[data-throws]")).to_contain_text("hits the test")
    expect(page.locator("[data-throws]")).to_contain_text("misses the test")
    stage.go_on(1.5)
    expect(page.locator("[data-float]")).to_have_text("−1")
    stage.go_on(0.8)
    expect(page.locator(f'[data-fall="{stage.theirs}"]')).to_have_count(1)
    expect(page.locator("[data-float]").last).to_have_text("Taken out")
    stage.finished()
    assert page.locator("[data-aim], [data-throws]").count() == 0


# The place of the dice, how many names and targets they lie on, and whether they are on the board.
TRAY = """() => {
    const tray = document.querySelector('[data-throws]')?.getBoundingClientRect()
    if (!tray) return null
    const covers = (one) => {
        const box = one.getBoundingClientRect()
        return box.left < tray.right && box.right > tray.left && box.top < tray.bottom && box.bottom > tray.top
    }
    const stage = document.querySelector('.stage').getBoundingClientRect()
    const words = [...document.querySelectorAll('.labels .fixed, .flags .same')].filter(covers)
    return { at: [tray.x, tray.y], words: words.map((one) => one.textContent),
        aim: covers(document.querySelector('[data-aim] .end')),
        inside: tray.left >= stage.left && tray.right <= stage.right && tray.top >= stage.top
            && tray.bottom <= stage.bottom }
}"""


@pytest.mark.parametrize("game", ["escape", "killteam", "deadzone"])
def test_dice_lie_beside_their_target_and_on_no_name(people: People, server: Server, game: str) -> None:
    """Whoever is aimed at: no name of a room, no height and no letter is covered, nor the target itself."""
    stage = staged(people, server, save={"escape": fight, "killteam": gallery, "deadzone": firefight}[game]())
    die = {"name": "Attack", "seat": 0, "face": 5, "sides": 6, "state": "live", "fate": "hits the test"}
    enemies = [name for name, piece in stage.director.pieces.items() if piece.get("seat") == 1]
    aims = [{"kind": "aims", "piece": stage.mine, "target": {"piece": name}} for name in enemies]
    throws = {"kind": "throws", "piece": stage.mine, "seat": 0, "dice": [die] * 5}
    stage.act(*[shown for aim in aims for shown in (aim, throws)])
    places = set()
    for _ in range(200):
        if stage.page.locator("[data-playing]").count() == 0:
            break
        if tray := stage.page.evaluate(TRAY):
            places.add(tuple(tray.pop("at")))
            assert tray == {"words": [], "aim": False, "inside": True}
        stage.go_on(0.2)
    assert len(places) > 1


def test_instant_shows_only_what_came_of_it(people: People, server: Server) -> None:
    """As it was set: no glide, no waiting; the last move is marked all the same."""
    stage = staged(people, server, {"speed": "instant"})
    stage.answer(stage.walk(), hurts(stage.theirs))
    expect(stage.page.locator("[data-trail]")).to_have_count(1)
    assert stage.turn()
    assert glides(stage.page) == []


@pytest.mark.parametrize("how", ["system", "setting"])
def test_less_motion_shows_the_same_without_movement(people: People, server: Server, how: str) -> None:
    """The trail is drawn at once, the number stays where it is, and nothing glides or is animated."""
    stage = staged(people, server, {"motion": "less"} if how == "setting" else None, still=how == "system")
    page = stage.page
    stage.act(stage.walk(), hurts(stage.theirs, 3))
    expect(page.locator("[data-trail]")).to_have_count(1)
    stage.go_on(0.5)
    expect(page.locator("[data-float]")).to_have_text("−3")
    moving = page.evaluate(
        """() => document.getAnimations().filter((one) => one.effect.getComputedTiming().activeDuration > 1)
            .map((one) => one.effect.target.outerHTML.slice(0, 80))"""
    )
    assert moving == []
    assert glides(page) == []
    stage.finished()
    assert wait_for_turn(page)


CHANGES_OF_LIGHT = """() => {
    document.documentElement.dataset.theme = 'light'
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length
}"""
"""How many properties of how many elements change little by little when the light is switched."""


@pytest.mark.parametrize("how", ["setting", "system"])
def test_with_less_motion_nothing_changes_little_by_little(people: People, server: Server, how: str) -> None:
    """Switched at once: a thousand elements that each take their time, however short, make every screen slow."""
    assert staged(people, server).page.evaluate(CHANGES_OF_LIGHT) > 0
    still = staged(people, server, {"motion": "less"} if how == "setting" else None, still=how == "system")
    assert still.page.evaluate(CHANGES_OF_LIGHT) == 0


def test_the_strip_lists_what_happened_and_shows_it_again(stage: Stage) -> None:
    """One chip for each thing; a press shows its moment on the board, and the question stays."""
    page = stage.page
    stage.act(stage.walk(), hurts(stage.theirs, 2))
    stage.finished()
    strip = page.get_by_role("region", name="What happened")
    chip = strip.get_by_role("button", name="Show again: The moves of the test.")
    expect(strip.get_by_role("button", name="Show again: The hurts of the test.")).to_contain_text("−2")
    asked = question(page).inner_text()
    chip.click()
    expect(strip).to_have_attribute("data-repeating", "")
    assert [way["piece"] for way in glides(page)] == [stage.mine] * 2
    expect(question(page)).to_have_text(asked)
    stage.finished()
    strip.get_by_role("button", name="Again", exact=True).click()
    expect(strip).to_have_attribute("data-repeating", "")
    page.keyboard.press("Escape")
    expect(page.locator("[data-repeating]")).to_have_count(0)
    expect(question(page)).to_have_text(asked)


def test_an_undo_drops_what_is_shown(stage: Stage) -> None:
    """What was taken back is neither shown nor listed."""
    page = stage.page
    asked = question(page).inner_text()
    stage.act(stage.walk(), hurts(stage.theirs))
    page.keyboard.press("u")
    expect(page.locator("[data-playing], [data-trail]")).to_have_count(0)
    expect(question(page)).to_have_text(asked)
    assert page.get_by_role("button", name="Show again").count() == 0


def test_sound_is_switched_by_a_key_and_remembered(stage: Stage) -> None:
    """On at first; the key is listed among the keys."""
    page = stage.page
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.reload()
    stage.turn()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Sound on or off")


def test_speed_is_set_in_the_strip_and_in_the_settings(stage: Stage) -> None:
    """Both say the same, and it is remembered."""
    page = stage.page
    page.get_by_role("button", name="Speed: 1×").click()
    expect(page.get_by_role("button", name="Speed: 2×")).to_be_visible()
    page.reload()
    stage.turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("radio", name="2×")).to_be_checked()
    dialog.get_by_role("radio", name="Instant").check()
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Speed: Instant")).to_be_visible()


def test_who_watches_pauses_and_goes_step_by_step(people: People, server: Server) -> None:
    """Paused, nothing is shown; a step shows one thing."""
    links = server.opened(fight(), "here", "here")
    player = people.come(DESK).sit(links["host"])
    watcher = people.come(DESK, motion=True)
    director = Director(watcher.page)
    page = watcher.sit(links["watch"])
    strip = page.get_by_role("region", name="What happened")
    strip.get_by_role("button", name="Pause").click()
    piece = next(name for name, one in director.pieces.items() if one.get("seat") == 0)
    director.tell(("First.", hurts(piece, 1)), ("Second.", {"kind": "heals", "piece": piece, "amount": 1}))
    wait_for_turn(player)
    choices(player).first.click()
    expect(strip).to_have_attribute("data-playing", "")
    assert strip.get_by_role("button", name="Show again").count() == 0
    strip.get_by_role("button", name="One step").click()
    expect(strip.get_by_role("button", name="Show again: First.")).to_be_visible()
    assert strip.get_by_role("button", name="Show again: Second.").count() == 0
    strip.get_by_role("button", name="Pause").click()
    expect(strip.get_by_role("button", name="Show again: Second.")).to_be_visible()
    expect(page.locator("[data-playing]")).to_have_count(0)


def test_the_strip_has_its_place_whether_something_happened_or_not(people: People, server: Server) -> None:
    """The board stays where it is, on a desk and on a phone; and axe has nothing to say."""
    for size in (DESK, PHONE):
        person = people.come(size)
        director = Director(person.page)
        page = person.sit(server.opened(fight(), "here", "here")["host"])
        wait_for_turn(page)
        board = page.locator(".stage").first
        before = board.bounding_box()
        piece = next(name for name, one in director.pieces.items() if one.get("seat") == 0)
        director.tell(*[(f"Hit {number}.", hurts(piece, 1)) for number in range(12)])
        if size == PHONE:
            confirmed(page, choices(page).first)
        else:
            choices(page).first.click()
        expect(page.get_by_role("button", name="Show again: Hit 11.")).to_be_visible()
        assert board.bounding_box() == before
        assert violations(page) == []


def test_a_replay_shows_what_happened_between_two_stops(people: People, server: Server) -> None:
    """One step on is shown by the same queue, with what the log has to show; a jump is not."""
    person = people.come(DESK, motion=True)
    person.context.add_init_script(WATCH_GLIDES)
    page = person.page
    token = server.opened(finished(), "here", "here")["host"]
    stops = server.ask("api/replay", token).json()["stops"]
    moves = next(place for place, stop in enumerate(stops) if re.search(r"^Move to ", stop["text"]))
    person.go(f"/#/replay/{token}/{stops[moves]['at']}")
    page.get_by_role("slider", name="Moment").wait_for()
    expect(page.get_by_role("group", name="Board:")).to_be_visible()
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_function("() => window.glides.length > 0")
    expect(page.locator("[data-trail]")).to_have_count(1)
    page.get_by_role("button", name="Turn back").click()
    expect(page.locator("[data-trail]")).to_have_count(0)

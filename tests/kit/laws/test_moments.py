"""The law of moments: whatever a log shows is there to be seen, and leads from the scene before it to the scene after
it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

import fireteam
from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.core.scene import Place, Scene, Shown, Told
from fireteam.kit.setting import Setting
from tests.deadzone import playing as deadzone
from tests.escape import playing as escape
from tests.killteam import playing as killteam
from tests.kit.laws.games import GAMES
from tests.necromunda import playing as necromunda


class Played(NamedTuple):
    """How a game is played here: match by number, who answers, how far from the end of a way a piece may be drawn (in
    its square, in its cube), which matches."""

    game: Callable[[int], Match]
    pick: Callable[[Match, random.Random], Option]
    near: int
    matches: tuple[int, ...]


PLAYED = {
    "escape": Played(escape.game, escape.lively, 50, (0, 1, 2, 3, 4)),
    "deadzone": Played(deadzone.game, deadzone.lively, 150, (0, 1, 2, 3)),
    "killteam": Played(killteam.game, killteam.lively, 0, (1, 2)),
    "necromunda": Played(necromunda.game, necromunda.lively, 0, (5,)),
}
GOING, GONE = ("moves", "arrives"), ("falls", "leaves")
HARMS = {"hurts": -1, "heals": 1}


class Update(NamedTuple):
    """What lies between two decisions, as everybody may see it."""

    before: Scene
    after: Scene
    lines: list[Told]
    rolls: int
    """How often dice fell."""

    @property
    def shows(self) -> list[Shown]:
        """All that is to be seen."""
        return [line["shows"] for line in self.lines if "shows" in line]


def updates(name: str, number: int) -> Iterator[Update]:
    """A whole match, decision by decision."""
    played, rng = PLAYED[name], random.Random(number)
    match = played.game(number)
    chronicle, setting = Chronicle(match), match.setting
    known = len(chronicle.follow())
    scene = setting.scene(match.table, None)
    while not match.over:
        match.answer(played.pick(match, rng))
        entries = chronicle.follow()
        rolls = sum(entry.kind == "roll" and entry.sides > 0 for entry in entries[known:])
        before, scene, known = scene, setting.scene(match.table, None), len(entries)
        yield Update(before, scene, chronicle.log[chronicle.kept :], rolls)


def faults(update: Update, near: int) -> Iterator[str]:
    """What is wrong with what is shown between two scenes."""
    before, after, shows = update.before, update.after, update.shows
    pieces = {*before["pieces"], *after["pieces"]}
    parts = {*before["parts"], *after["parts"]}
    passing = {show["piece"] for show in shows if show["kind"] == "arrives" and "piece" in show}
    for show in shows:
        known = pieces | passing | (set(after["cards"]) if show["kind"] == "acts" else set())
        target: Place = show.get("target", {})
        for piece in (show.get("piece"), target.get("piece")):
            if piece is not None and piece not in known:
                yield f"{show}: there is no piece {piece}"
        if target.get("part", next(iter(parts))) not in parts:
            yield f"{show}: there is no such part"
        if show.get("seat", 0) not in (0, 1) or ("seat" in show) != (show["kind"] in ("throws", "scores")):
            yield f"{show}: whose is it?"
        if ("path" in show) != (show["kind"] in GOING) or ("dice" in show) != (show["kind"] in ("throws", "fates")):
            yield f"{show}: what is shown?"
        board = after.get("board")
        for x, y in show.get("path", ()):
            if board is None or not (0 <= x <= board["width"] and 0 <= y <= board["height"]):
                yield f"{show}: not on the board"
        if "heights" in show and len(show["heights"]) != len(show["path"]):
            yield f"{show}: another number of heights"
    yield from _ends(update, near)
    yield from _wounds(update)
    yield from _dice(update)


def _ends(update: Update, near: int) -> Iterator[str]:
    """Who goes is where it went to; who is gone is gone."""
    last = {show["piece"]: show for show in update.shows if "piece" in show and show["kind"] in (*GOING, *GONE)}
    for name, show in last.items():
        piece = update.after["pieces"].get(name)
        if show["kind"] in GONE and piece is not None:
            yield f"{show}: it is still there"
        elif show["kind"] in GOING and piece is not None:
            (x, y), (at_x, at_y) = show["path"][-1], piece["at"]
            if max(abs(x - at_x), abs(y - at_y)) > near:
                yield f"{show}: it is at {piece['at']}"
            if not near and show["heights"][-1] != piece["level"]:
                yield f"{show}: it is {piece['level']} high"


def _wounds(update: Update) -> Iterator[str]:
    """Wounds change by what is shown of them."""
    for name, piece in update.before["pieces"].items():
        if "wounds" not in piece or name not in update.after["pieces"]:
            continue
        left, most = piece["wounds"]
        for show in update.shows:
            if show["kind"] in HARMS and show["piece"] == name:
                left = min(most, max(0, left + HARMS[show["kind"]] * show["amount"]))
        if left != update.after["pieces"][name]["wounds"][0]:
            yield f"{name} has {update.after['pieces'][name]['wounds']}, {left} are shown"


def _dice(update: Update) -> Iterator[str]:
    """Each roll is thrown once, as it fell; whatever changes the fate of dice shows some that have one."""
    thrown = 0
    for line in update.lines:
        show = line.get("shows")
        if show is None or "dice" not in show:
            continue
        if show["kind"] == "fates":
            if not any("fate" in die for die in show["dice"]):
                yield f"{show}: of no fate"
        elif all(die["sides"] for die in show["dice"]):
            thrown += 1
            if [die["face"] for die in show["dice"]] != line["faces"]:
                yield f"{show}: they fell as {line['faces']}"
    if thrown != update.rolls:
        yield f"dice fell {update.rolls} times, and were thrown {thrown} times"


@pytest.mark.parametrize("name", GAMES)
def test_every_event_shows_something_or_is_known_to_show_nothing(name: str) -> None:
    setting = fireteam.new(name, scenario=next(iter(fireteam.game(name).scenarios())), seed=1).setting
    assert isinstance(setting, Setting)
    told, shown = (
        {code.partition(".")[0] for code in codes} for codes in (setting.show.words.events, setting.show.moments.table)
    )
    assert told == shown


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, played in PLAYED.items() for number in played.matches]
)
def test_what_is_shown_leads_from_one_scene_to_the_next(name: str, number: int) -> None:
    seen: Counter[str] = Counter()
    for update in updates(name, number):
        assert list(faults(update, PLAYED[name].near)) == [], [line["text"] for line in update.lines]
        seen.update(show["kind"] for show in update.shows)
    assert {"acts", "moves", "arrives", "aims", "throws", "fates", "hurts", "falls"} <= set(seen)

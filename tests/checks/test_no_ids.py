"""No id is shown as text: whatever a table says of a game in play is said in names."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Seeded
from fireteam.core.questions import Faces, Roll
from tests.quick import quick  # noqa: F401 - a fixture

PACKS = Path(fireteam.__file__).parent / "games"
GAMES = {"escape": "data-heist", "killteam": "shellmarket", "deadzone": "crossed_lanterns", "necromunda": "cold-fuse"}
"""A scenario of each; what Kill Team is played for is drawn."""
EVERY = 25
"""So many answers from one look at the whole table to the next."""
MOST = 300
READ = {
    "name", "text", "label", "value", "title", "status", "note", "mark", "reason", "sort", "moment", "window_text",
    "group", "points_name", "face", "fate",
}  # fmt: skip
"""The fields that a person reads."""
WORD = re.compile(r"(?<![\w-])[a-z]+(?:-[a-z0-9]+)+(?![\w-])")
NUMBERED = re.compile(r"[a-z]+-\d+")


def read(value: Any, field: str = "") -> Iterator[str]:
    """Every text of a scene, a question or a log that somebody reads."""
    if isinstance(value, str):
        if field in READ:
            yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from read(list(part.values()), "label") if key == "labels" else read(part, key)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from read(part, field)


class Watched(Seeded):
    """Dice that note what is rolled and drawn: with dice of their own, people are asked for it."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolls: list[Roll] = []

    def faces(self, roll: Roll, index: int) -> Faces:
        """Fair faces."""
        self.rolls.append(roll)
        return super().faces(roll, index)


def identities(value: Any) -> Iterator[str]:
    """The keys of a pack and what it calls an id."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            if key == "id":
                yield str(part)
            yield from identities(part)
    elif isinstance(value, list):
        for part in value:
            yield from identities(part)


def known(game: str) -> set[str]:
    """The ids of a game's packs that nobody would take for a word of a sentence."""
    found: set[str] = set()
    for file in (PACKS / game / "packs").glob("*.yaml"):
        found |= {one for one in identities(yaml.safe_load(file.read_text(encoding="utf-8"))) if WORD.fullmatch(one)}
    return found


def shown(text: str, ids: set[str]) -> list[str]:
    """The ids in a text."""
    return [word for word in WORD.findall(text) if word in ids or NUMBERED.fullmatch(word)]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_id_is_shown(game: str) -> None:
    """Scenes of both sides and of a spectator, questions with their options, the dice and the log of a random game."""
    ids = known(game)
    assert ids or game == "deadzone"
    dice = Watched(11)
    match = fireteam.new(game, scenario=GAMES[game], dice=dice)
    bot, rng = load_bot("random"), random.Random(11)
    found: set[str] = set()

    def look(what: Any) -> None:
        found.update(f"{word}: {text}" for text in read(what) for word in shown(text, ids))

    for number in range(MOST):
        question = match.decision
        if question is None:
            break
        look(match.setting.question_view(match.table, question, mine=True))
        if number % EVERY == 0:
            for seat in (0, 1, None):
                look(match.setting.scene(match.table, seat))
        match.answer(bot.choose(BotSeat(match, question.seat, rng)), seat=question.seat)
    for roll in dice.rolls:
        look(match.setting.question_view(match.table, roll, mine=True))
    chronicle = Chronicle(match)
    entries = chronicle.follow()
    look(chronicle.log)
    for number in (*range(EVERY), *range(EVERY, len(entries), EVERY)):
        look(match.setting.tray(entries[: number + 1]))
    assert sorted(found) == []
    assert any(roll.bag is not None for roll in dice.rolls), "something was drawn"


def test_an_id_would_be_found() -> None:
    """Ids and numbered things are found; names with a hyphen and plain words are not."""
    assert shown("You have strip-the-stores now.", {"strip-the-stores"}) == ["strip-the-stores"]
    assert shown("Look at item-8 in 2,7,1", set()) == ["item-8"]
    assert shown("Item 8 of 5-1", set()) == []
    assert shown("RIVET-4 uses a Medi-Pack, face-down", {"strip-the-stores"}) == []

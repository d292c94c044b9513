"""Three whole games, one for each killzone, replayed from their saves and compared line by line."""

from __future__ import annotations

import re

import pytest

import fireteam
from tests.killteam.make_goldens import FOLDER, GAMES, kept, written
from tests.killteam.playing import KILLZONES
from tests.kit.goldens import compare

AGAIN = "tests.killteam.make_goldens"

WHOLE = [
    pytest.param(name, marks=pytest.mark.nightly if name == "quenchworks" else ()) for name in GAMES
]  # its moves take a minute where nothing is compiled
FIRST = 260
"""Answers of that game that every run compares: the first turning point."""


@pytest.mark.rule("KT-VER-01")
@pytest.mark.parametrize("name", WHOLE)
def test_the_game_is_played_as_it_was(name: str) -> None:
    match = fireteam.load(kept(name))
    assert match.over and match.save() == kept(name)
    found = written(match).split("\n")
    compare(found, FOLDER / f"{name}.txt", AGAIN)
    assert len(found) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").count("\n") + 1


def test_a_long_game_begins_as_it_did() -> None:
    match = fireteam.new("killteam", **GAMES["quenchworks"])
    answers = [line.partition(": ")[2] for line in kept("quenchworks").split("\n") if re.match(r"[01] ", line)]
    for key in answers[:FIRST]:
        match.answer(key)
    found = [f"{event.rule}: {match.setting.tell(event)}" for event in match.log]
    assert len(found) > FIRST
    compare(found, FOLDER / "quenchworks.txt", AGAIN)


def test_the_goldens_are_games_worth_comparing() -> None:
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for word in (
        "shoots at",
        "fights",
        "is incapacitated",
        "counteracts",
        "scores",
        "uses",
        "re-rolls",
        "is set up",
        "wins",
        "reveals",
    ):
        assert word in text, word
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(
        f"{name}.{kind}" for name in GAMES for kind in ("save", "txt")
    )
    assert {wishes["scenario"] for wishes in GAMES.values()} == set(KILLZONES)
    assert {wishes.get("options") is None for wishes in GAMES.values()} == {True, False}, "both rules versions"

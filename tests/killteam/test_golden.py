"""Three whole games, one for each killzone, replayed from their saves and compared line by line."""

from __future__ import annotations

import pytest

import fireteam
from tests.killteam.make_goldens import FOLDER, GAMES, kept, written
from tests.killteam.playing import KILLZONES

AGAIN = "if play was meant to change: python -m tests.killteam.make_goldens"


@pytest.mark.rule("KT-VER-01")
@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was(name: str) -> None:
    match = fireteam.load(kept(name))
    assert match.over and match.save() == kept(name)
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    found = written(match).split("\n")
    for number, (now, before) in enumerate(zip(found, expected, strict=False), 1):
        assert now == before, f"{name}.txt, line {number}; {AGAIN}"
    assert len(found) == len(expected)


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

"""Three whole games, written out and compared line by line."""

from __future__ import annotations

import pytest

import fireteam
from tests.escape.make_goldens import FOLDER, GAMES, played, written


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    found = written(played(name)).split("\n")
    for number, (now, before) in enumerate(zip(found, expected, strict=False), 1):
        assert now == before, (
            f"{name}.txt, line {number}; if play was meant to change: python -m tests.escape.make_goldens"
        )
    assert len(found) == len(expected)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_heard_the_same_by_its_replay(name: str) -> None:
    match = played(name)
    assert written(match) == written(match.replayed()) == written(fireteam.load(match.save()))


def test_the_goldens_are_games_worth_comparing() -> None:
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for word in (
        "attack_total",
        "hack_result",
        "taken_out",
        "dodges",
        "turned_over",
        "rerolled",
        "penalised",
        "door_opened",
        "entered",
    ):
        assert word in text, word
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(GAMES)

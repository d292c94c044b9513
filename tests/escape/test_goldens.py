"""Three whole games, written out and compared line by line."""

from __future__ import annotations

import pytest

import fireteam
from tests.escape.make_goldens import FOLDER, GAMES, played
from tests.kit.goldens import compare, written


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was(name: str) -> None:
    found, file = written(played(name)).split("\n"), FOLDER / f"{name}.txt"
    compare(found, file, "tests.escape.make_goldens")
    assert len(found) == file.read_text(encoding="utf-8").count("\n") + 1


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

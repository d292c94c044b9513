"""Every rule of every game has exactly one home: a function of its chapter whose docstring names it earliest."""

from __future__ import annotations

from pathlib import Path

import pytest

import fireteam
from fireteam.core.homes import faults

GAMES = Path(fireteam.__file__).parent / "games"


@pytest.mark.parametrize("name", fireteam.game_names())
def test_every_rule_has_one_home(name: str) -> None:
    assert faults(fireteam.game(name).rulebook(), GAMES / name) == []


@pytest.mark.parametrize("name", fireteam.game_names())
def test_every_home_of_a_chapter_exists(name: str) -> None:
    folder = GAMES / name
    homes = {home for chapter in fireteam.game(name).rulebook().chapters.values() for home in chapter.home}
    paths = {home: folder / home.replace(".", "/") for home in homes}
    assert [home for home, path in paths.items() if not path.is_dir() and not path.with_suffix(".py").is_file()] == []

"""Four whole battles, one of each scenario, written out and compared line by line."""

from __future__ import annotations

import pytest

import fireteam
from fireteam.core.match import Match
from tests.kit.goldens import compare, written
from tests.necromunda.make_goldens import FOLDER, GAMES
from tests.necromunda.playing import PACK

AGAIN = "tests.necromunda.make_goldens"


def replayed(name: str) -> Match:
    """The battle again, with the answers that were written down."""
    match = fireteam.new("necromunda", scenario=name, **GAMES[name])
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n"):
        kind, _, key = line.partition(": ")
        if kind[:2] in ("0 ", "1 "):
            match.answer(key)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_the_battle_is_fought_as_it_was(name: str) -> None:
    match = replayed(name)
    found, file = written(match).split("\n"), FOLDER / f"{name}.txt"
    compare(found, file, AGAIN)
    assert len(found) == file.read_text(encoding="utf-8").count("\n") + 1
    assert written(fireteam.load(match.save())) == "\n".join(found)


def test_the_goldens_are_battles_worth_comparing() -> None:
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for word in (
        "hit_roll",
        "wound_roll",
        "save_roll",
        "injury_dice",
        "pinned",
        "out",
        "charge_roll",
        "loses_control",
    ):
        assert f"    {word} " in text, word
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(GAMES)
    assert set(GAMES) == {scenario.id for scenario in PACK.scenarios}
    assert {gang["gang"] for wishes in GAMES.values() for gang in wishes["gangs"]} == {gang.id for gang in PACK.gangs}
    assert {wishes.get("options") is None for wishes in GAMES.values()} == {True, False}, "printed and other readings"

"""Four whole battles, one of each scenario, written out and compared line by line."""

from __future__ import annotations

import pytest

import fireteam
from fireteam.core.match import Match
from tests.deadzone.make_goldens import FOLDER, GAMES
from tests.deadzone.playing import FACTIONS, PACK
from tests.kit.goldens import compare, written

AGAIN = "tests.deadzone.make_goldens"


def replayed(name: str) -> Match:
    """The battle again, with the answers that were written down."""
    match = fireteam.new("deadzone", scenario=name, **GAMES[name])
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
    assert written(match.replayed()) == written(fireteam.load(match.save())) == "\n".join(found)


def test_the_goldens_are_battles_worth_comparing() -> None:
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES)
    for word in (
        "shoots",
        "fights",
        "rerolled",
        "killed",
        "pinned",
        "falls",
        "turned_up",
        "order",
        "spent",
        "scatters",
    ):
        assert f"    {word} " in text, word
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(GAMES)
    assert set(GAMES) == {scenario.id for scenario in PACK.scenarios}
    assert {team["faction"] for wishes in GAMES.values() for team in wishes["teams"]} == set(FACTIONS)
    assert {wishes.get("options") is None for wishes in GAMES.values()} == {True, False}, "printed and other readings"

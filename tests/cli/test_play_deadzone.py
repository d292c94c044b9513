"""Deadzone in the terminal through a pipe: a team of one's own, a scenario left to a die, a whole battle to its end."""

from __future__ import annotations

from pathlib import Path

import fireteam
from tests.cli.commands import pipe, run, run_json

LINES = ["help", "look Pithand 1", "why Pithand 1", "odds 1", "?", "team", "undo", "1"]


def own_team(folder: Path) -> str:
    """The file of a ready team."""
    file = folder / "mine.yaml"
    assert run("team", "deadzone", "new", "--faction", "wardens", "--output", str(file)).exit_code == 0
    return str(file)


def test_a_whole_battle_with_a_team_of_ones_own(tmp_path: Path) -> None:
    saved, wish = tmp_path / "kept.txt", ("--scenario", "random", "--team", own_team(tmp_path), "--seed", "4")
    lines = [*LINES, f"save {saved}", *["1"] * 10, *LINES, *["1"] * 900]
    game = pipe(tmp_path, lines, "play", "deadzone", "--bot", "random", *wish, NO_COLOR="1", COLUMNS="100")
    assert (game.returncode, game.stderr) == (0, "")
    for said in (
        "The scenario is Run the Cordon. DZ-SETUP-02",
        'or a cell ("1,1,1")',
        "cells by their names, 1,1,1 to 8,8,3",
        "W1 Watchhand 1",
        "? an item, face down · ",
        "taken back",
        "The game is over: ",
    ):
        assert said in game.stdout, said
    assert "⚀" not in game.stdout, "its dice have eight sides"
    assert fireteam.load(saved.read_text(encoding="utf-8")).setting.game.name == "deadzone"


def test_bots_play_with_a_team_of_ones_own(tmp_path: Path) -> None:
    wishes = ("--team", own_team(tmp_path), "--games", "4", "--bots", "greedy,greedy", "--seed", "1", "--json")
    assert run_json("simulate", "deadzone", *wishes)["games"] == 4

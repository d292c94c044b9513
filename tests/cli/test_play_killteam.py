"""Kill Team in the terminal through a pipe: setting up, moves as words, looking, reasons, and no secret of the bot."""

from __future__ import annotations

from pathlib import Path

import fireteam
from tests.cli.commands import pipe

QUICK = ("play", "killteam", "--bot", "random", "--seed", "3", "--scenario", "quick-1")


def test_a_battle_is_set_up_left_and_gone_on_with(tmp_path: Path) -> None:
    lines = [
        "help",
        "1",
        "1",
        "goal",
        "nonsense",
        "card prior",
        "team",
        "team levy",
        "team moon",
        "way 3 north",
        "log 3",
    ]
    game = pipe(tmp_path, lines, *QUICK, NO_COLOR="1", COLUMNS="100")
    assert (game.returncode, game.stderr) == (0, "")
    for said in (
        "The battle: Cinder Vigil against Saltmarsh Levy in Shellmarket.",
        "KILL TEAM: SHELLMARKET",
        "Cinder Vigil: Which drop zone?",
        "look NAME       distance, sight, cover",
        "'nonsense' is not an option here",
        "Ash Cloud (1 CP, when it is shot at, too few command points)",
        "Stand in the Mud (1 CP, in the Gambit step, too few command points)",
        "which side? Cinder Vigil, Saltmarsh Levy",
        "Nobody moves and nothing is put down now.",
        "`fireteam play --resume` goes on from here",
    ):
        assert said in game.stdout
    assert max(len(line) for line in game.stdout.splitlines()) <= 100
    match = fireteam.load((tmp_path / "autosave.txt").read_text(encoding="utf-8"))
    assert match.setting.game.name == "killteam"
    again = pipe(tmp_path, ["board", "quit"], "play", "--resume", NO_COLOR="1", COLUMNS="100")
    assert (again.returncode, again.stderr) == (0, "")
    assert "KILL TEAM: SHELLMARKET" in again.stdout
    assert "Proof of the Deed" not in game.stdout + again.stdout, "the tac op of the bot"


def test_a_side_is_a_kill_team(tmp_path: Path) -> None:
    wrong = pipe(tmp_path, [], "play", "killteam", "--side", "isc")
    assert wrong.returncode == 2
    assert "a side is cinder-vigil" in wrong.stderr
    right = pipe(tmp_path, ["quit"], "play", "killteam", "--side", "veilrunners", "--bot", "random", "--seed", "1")
    assert right.returncode == 0
    assert "The battle: Veilrunners of the Ninth Quay against Cinder Vigil" in right.stdout.replace("\n    ", " ")

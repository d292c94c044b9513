"""The smaller commands: help, games, rules, packs, replay."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fireteam
from fireteam.core.sealed import Sealed
from fireteam.games.escape.content.packs import PACKS
from tests.cli.commands import pipe, run, run_json


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game that has ended."""
    match = fireteam.new("escape", scenario="last-bastion", seed=2)
    while not match.over:
        match.answer(match.decision.options[0])
    file = tmp_path_factory.mktemp("saves") / "game.txt"
    file.write_text(match.save(), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "command",
    [
        *([], ["serve"], ["play"], ["simulate"], ["replay"], ["rules"], ["games"], ["odds"], ["odds", "escape"]),
        *(["odds", "escape", "attack"], ["odds", "escape", "hack"], ["pack"], ["pack", "check"], ["pack", "schema"]),
    ],
)
def test_every_command_explains_itself_with_an_example(command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert any(line.startswith("  fireteam ") for line in result.stdout.splitlines())


def test_games() -> None:
    data = run_json("games", "--json")
    assert [(entry["name"], len(entry["scenarios"])) for entry in data] == [
        ("escape", 6),
        ("killteam", 7),
        ("deadzone", 4),
        ("necromunda", 4),
    ]
    assert "  infiltration     Infiltration" in run("games").stdout


def test_the_list_of_games_can_be_had_after_a_game_was_loaded() -> None:
    """The package fireteam.games must not take the place of the function fireteam.games."""
    code = "import fireteam; fireteam.new('escape', seed=1); print(fireteam.games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)
    titles = {"escape": "ESCAPE", "killteam": "Kill Team", "deadzone": "Deadzone", "necromunda": "Necromunda"}
    assert done.stdout == f"{titles}\n", done.stderr


def test_one_rule_in_full() -> None:
    for words in (["ES-DEF-02"], ["escape", "es-def-02"]):
        result = run("rules", *words)
        assert result.exit_code == 0
        assert result.stdout.startswith("ES-DEF-02  ")
        assert "Examples" in result.stdout
        assert all(len(line) <= 100 for line in result.stdout.splitlines())
    (entry,) = run_json("rules", "ES-DEF-02", "--json")
    assert entry["id"] == "ES-DEF-02"
    assert entry["tests"]


def test_rules_by_words() -> None:
    result = run("rules", "escape", "revolution", "token")
    assert result.exit_code == 0
    assert " rules with 'revolution token'" in result.stdout
    assert "has the words 'bicycle'" in run("rules", "bicycle").stdout
    assert len(run_json("rules", "escape", "--json")) == len(fireteam.game("escape").rulebook().rules)
    assert len(run_json("rules", "--json")) == sum(
        len(fireteam.game(name).rulebook().rules) for name in fireteam.games()
    )
    assert run("rules", "KT-SHOOT-05").stdout.startswith("KT-SHOOT-05")


def test_an_unknown_rule() -> None:
    result = run("rules", "ES-DEF-99")
    assert result.exit_code == 2
    assert "no rule 'ES-DEF-99'" in result.stderr


def test_a_sound_pack_and_a_broken_one(tmp_path: Path) -> None:
    assert "6 scenarios; all is well" in run("pack", "check", "sublevel-zero").stdout
    text = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")
    broken = tmp_path / "broken.yaml"
    broken.write_text(text.replace("mvt: 4, cbt: 3", "mvt: 4, cbd: 3", 1), encoding="utf-8")
    result = run("pack", "check", str(broken))
    assert result.exit_code == 1
    line = text[: text.index("id: ashton")].count("\n") + 1
    assert result.stderr.startswith(f"{broken}:{line}: ")
    data = json.loads(run("pack", "check", str(broken), "--json").stdout)
    assert (data["file"], data["line"]) == (str(broken), line)
    assert run("pack", "check", str(tmp_path / "none.yaml")).exit_code == 1


def test_the_schema_of_packs() -> None:
    assert "characters" in run_json("pack", "schema")["properties"]
    assert "characters" in run_json("pack", "schema", "escape")["properties"]
    assert "killzones" in run_json("pack", "schema", "killteam")["properties"]
    result = run("pack", "schema", "chess")
    assert result.exit_code == 2
    assert "no packs of 'chess'; there are those of escape and killteam and deadzone and necromunda" in result.stderr


def test_a_pack_says_which_game_it_is_for(tmp_path: Path) -> None:
    assert "4 teams, 3 killzones, 9 crit ops, 12 tac ops; all is well" in run("pack", "check", "four-lamps").stdout
    assert run_json("pack", "check", "four-lamps", "--json")["killzones"] == [
        "shellmarket",
        "quenchworks",
        "derelict-spine",
    ]
    assert run_json("pack", "check", "sublevel-zero", "--json")["game"] == "escape"
    own = tmp_path / "own.yaml"
    own.write_text("format: killteam-content/2\npack: {id: mine, title: Mine}\nextends: four-lamps\n", encoding="utf-8")
    assert "Mine: 4 teams" in run("pack", "check", str(own)).stdout
    own.write_text("pack: {id: mine, title: Mine}\nformat: chess-content/1\n", encoding="utf-8")
    assert run("pack", "check", str(own)).exit_code == 1
    data = json.loads(run("pack", "check", str(own), "--json").stdout)
    assert data["line"] == 2
    assert data["error"].startswith(
        "format must say which game the pack is for: escape-content/... or killteam-content/... or deadzone-content/..."
    )
    assert "no such pack; there are: sublevel-zero, four-lamps" in run("pack", "check", "four-lamp").stderr


def test_a_save_is_verified(save: Path, tmp_path: Path) -> None:
    result = run("replay", str(save), "--check")
    assert result.exit_code == 0
    assert "a sound save of escape (last-bastion)" in result.stdout
    data = run_json("replay", str(save), "--check", "--json")
    assert data["over"] is True
    assert data["scenario"] == "last-bastion"

    lines = save.read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if ": crate at " in line)
    lines[number] = lines[number].rpartition(" ")[0] + " 99,99\n"
    bad = tmp_path / "bad.txt"
    bad.write_text("".join(lines), encoding="utf-8")
    broken = run("replay", str(bad), "--check")
    assert broken.exit_code == 1
    assert f"line {number + 1}: " in broken.stderr
    assert json.loads(run("replay", str(bad), "--check", "--json").stdout)["line"] == number + 1


def test_sealed_dice_are_verified_and_said_so(tmp_path: Path) -> None:
    dice = Sealed(bytes(range(32)), {0: "owl", 1: "fox"})
    match = fireteam.new("escape", scenario="infiltration", dice=dice)
    for _ in range(60):
        match.answer(match.decision.options[0])
    file = tmp_path / "sealed.txt"
    file.write_text(match.save(), encoding="utf-8")
    said = " ".join(run("replay", str(file), "--check").stdout.split())
    assert re.search(r"Sealed dice: all \d+ dice of \d+ rolls are those of the seed", said), said
    assert dice.seal.commitment in said and "'owl', 'fox'" in said
    data = run_json("replay", str(file), "--check", "--json")["dice"]
    assert data["verified"] is True and data["rolls"] == match.rolls and data["unsealed"] == 0
    file.write_text(match.save(0), encoding="utf-8")
    assert "Sealed" not in run("replay", str(file), "--check").stdout, "nothing is said without the seed"


def test_a_file_that_is_not_there_or_no_save(tmp_path: Path) -> None:
    missing = run("replay", str(tmp_path / "none.txt"))
    assert missing.exit_code == 2
    assert "cannot read" in missing.stderr
    other = tmp_path / "other.txt"
    other.write_text("hello\n", encoding="utf-8")
    assert run("replay", str(other)).exit_code == 1
    other.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in run("replay", str(other)).stderr


def test_stepping_through_a_save(save: Path, tmp_path: Path) -> None:
    done = pipe(tmp_path, ["", "", "t", "b", "g 5", "nonsense", "g 9999", "", "q"], "replay", str(save))
    assert (done.returncode, done.stderr) == (0, "")
    total = len(fireteam.load(save.read_text(encoding="utf-8")).answers())
    for place in (0, 1, 2, 5, total):
        assert f"answer {place} of {total}" in done.stdout
    assert "the end is reached" in done.stdout
    assert "Turn 1 of 5 begins." in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 100


def test_one_place_of_a_save_and_all_of_it(save: Path) -> None:
    assert "answer 30 of " in run("replay", str(save), "--to", "30").stdout
    beyond = run("replay", str(save), "--to", "99999")
    assert beyond.exit_code == 2
    assert "beyond its end" in beyond.stderr
    assert "Turn: 5 of 5" in run("replay", str(save), "--turns").stdout
    data = run_json("replay", str(save), "--json")
    assert [entry["kind"] for entry in data["entries"][:3]] == ["roll", "roll", "event"]
    assert data["entries"][-1]["text"].startswith("The game ends in turn 5")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "chess"], "no game 'chess'"),
        (["play", "--side", "pirates"], "a side is resistance or isc"),
        (["play", "--dice", "loaded"], "dice are seeded or typed"),
        (["play", "--scenario", "picnic"], "no scenario 'picnic'"),
        (["play", "--bot", "nobody"], "no bot 'nobody'"),
        (["play", "--load", "a.txt", "--resume"], "give one of them"),
        (["play", "--load", "nowhere.txt"], "cannot read nowhere.txt"),
    ],
)
def test_mistakes_of_play(arguments: list[str], reason: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert "Hint: `" in result.stderr

"""Playing in the terminal through a pipe: whole games, resuming, undo, typed dice, and what mistakes say."""

from __future__ import annotations

import re
from pathlib import Path

import fireteam
from tests.cli.commands import pipe, typed

PROMPT = re.compile(r"^\[(?:Resistance|I\.S\.C\.)\]>", re.MULTILINE)


def test_a_whole_game_is_played_to_its_end(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    game = pipe(
        tmp_path,
        ["1"] * 2000,
        "play",
        "escape",
        "--bot",
        "random",
        "--seed",
        "4",
        "--save",
        str(save),
        NO_COLOR="1",
        COLUMNS="100",
    )
    assert (game.returncode, game.stderr) == (0, "")
    assert "The game is over: won by I.S.C." in game.stdout
    assert max(len(line) for line in game.stdout.splitlines() if not line.startswith("To look at it again")) <= 100
    assert "\x1b" not in game.stdout
    match = fireteam.load(save.read_text(encoding="utf-8"))
    assert match.over
    assert not (tmp_path / "autosave.txt").exists()
    assert (tmp_path / "last-game.txt").read_text(encoding="utf-8") == save.read_text(encoding="utf-8")


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    lines = ["1"] * 12 + ["quit"]
    one = typed(
        tmp_path / "a", lines, "play", "--bot", "random", "--seed", "9", "--scenario", "evasion", "--side", "isc"
    )
    other = typed(
        tmp_path / "b", lines, "play", "--bot", "random", "--seed", "9", "--scenario", "evasion", "--side", "isc"
    )
    assert one.stdout == other.stdout
    assert (tmp_path / "a/autosave.txt").read_bytes() == (tmp_path / "b/autosave.txt").read_bytes()


def test_a_game_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = typed(tmp_path / "whole", ["1"] * 30, "play", "--bot", "random", "--seed", "4")
    first = typed(tmp_path / "parts", ["1"] * 14, "play", "--bot", "random", "--seed", "4")
    assert first.returncode == 0
    assert "fireteam play --resume" in first.stdout
    second = pipe(tmp_path / "parts", ["1"] * 16, "play", "--resume")
    assert second.returncode == 0
    assert whole.returncode == 0
    assert (tmp_path / "parts/autosave.txt").read_bytes() == (tmp_path / "whole/autosave.txt").read_bytes()


def test_nothing_to_resume_is_said_in_one_sentence(tmp_path: Path) -> None:
    game = typed(tmp_path, [], "play", "--resume")
    assert game.returncode == 2
    assert game.stderr.startswith("Error: there is no game to resume in ")
    assert "Traceback" not in game.stderr


def test_wrong_lines_change_nothing(tmp_path: Path) -> None:
    lines = [
        "bogus",
        "999",
        "",
        "crate",
        "crate at 4,5",
        "crate at 4,3",
        "save",
        "walk",
        "walk 3,3",
        "why",
        "why crate at 4,3",
        "odds",
        "card",
    ]
    game = typed(tmp_path, lines, "play", "--bot", "random", "--seed", "4")
    assert game.returncode == 0
    assert len(PROMPT.findall(game.stdout)) == len(lines) + 1
    for said in (
        "'bogus' is not an option here",
        "there is no option 999; there are 1 to 171",
        "type a number, a key, or help",
        "'crate' could be 'crate at 0,0', 'crate at 1,0'",
        "Ring corridor takes tokens (ES-TERM-09)",
        "say where: save game.txt",
        "say where: walk 7,3",
        "Nobody can walk now.",
        "say what: why OPTION, or why NAME",
        "say of what: odds OPTION",
        "whose card? ashton, jimmy",
    ):
        assert said in game.stdout
    match = fireteam.load((tmp_path / "autosave.txt").read_text(encoding="utf-8"))
    assert match.decision.topic == "crate 1"


def test_a_newcomer_is_told_how_it_is_won_and_whose_turn_it_is(tmp_path: Path) -> None:
    game = typed(
        tmp_path,
        ["goal", "? token", "crate", "0 0", "log 1"],
        "play",
        "--bot",
        "random",
        "--seed",
        "4",
        "--scenario",
        "evasion",
    )
    assert (game.returncode, game.stderr) == (0, "")
    assert game.stdout.startswith("The Resistance wins: At an end of turn, at least 4 Resistance characters have left")
    assert game.stdout.count("The Resistance wins: ") == 2
    assert game.stdout.count("Special: The Internal factory cannot be used on turns 1 to 3.") == 1
    assert "help lists what you can type" in game.stdout
    assert "Resistance: Where does crate 1 go?" in game.stdout
    assert "Resistance > Crate c1 is placed at 0,0. ES-CRATE-01" in game.stdout


def test_refusals_say_what_is_missing(tmp_path: Path) -> None:
    """Evasion, Bruno in the Cells: nobody to attack, and doors far away."""
    save = tmp_path / "start.txt"
    match = fireteam.new("escape", scenario="evasion", seed=1)
    while match.decision.find("activate bruno") is None:
        match.answer(match.decision.options[0])
    save.write_text(match.save(), encoding="utf-8")
    game = typed(
        tmp_path,
        ["bru", "attack ubume", "attack", "hack a05", "why open", "? open"],
        "play",
        "--load",
        str(save),
        "--bot",
        "none",
    )
    assert (game.returncode, game.stderr) == (0, "")
    for said in (
        "Resistance: What does Bruno Kess do?  Left: Movement 3, Combat 2, Intellect 1",
        'attack ubume is not possible: it needs "Ubume is in the periphery of 3,10" (ES-CBT-02)',
        "nothing like 'attack' is possible now; '? attack' says why",
        'hack A05 is not possible: it needs "A05 is adjacent',
        "Not possible now; behind each what it needs and does not have:",
        'open A01, A02, A03, A04, A05, A06 and 18 more: needs "it is adjacent" (ES-DOOR-01)',
    ):
        assert said in game.stdout, said


def test_undo_goes_back_across_the_bot(tmp_path: Path) -> None:
    game = typed(tmp_path, ["0,0", "5,0", "undo", "undo", "undo", "7,1"], "play", "--bot", "random", "--seed", "4")
    assert (
        game.stdout.count("Where does crate 1 go?") == 3
    )  # at the beginning, after the second undo and after the third
    assert "there is nothing of yours to undo" in game.stdout
    match = fireteam.load((tmp_path / "autosave.txt").read_text(encoding="utf-8"))
    assert next(token.square for token in match.state.tokens.values()) == 1 * 15 + 7
    assert match.decision.topic == "crate 3"


def test_typed_dice_are_asked_for_again_until_they_are_right(tmp_path: Path) -> None:
    lines = ["foo", "7", "3", "2", "1", "2", "quit"]
    game = typed(tmp_path, lines, "play", "--dice", "typed", "--bot", "none")
    assert game.returncode == 0
    assert game.stdout.count("Resistance setup die: the die shows (1-6)?") == 3
    assert "a die shows 1 to 6; got 'foo'" in game.stdout
    assert "a die shows 1 to 6; got 7" in game.stdout
    assert "Initiative of the Resistance: 3 die + 8 Int of the squad = 11." in game.stdout
    assert "[Resistance]> 1" in game.stdout
    assert "[I.S.C.]> 2" in game.stdout
    resumed = typed(tmp_path, ["undo", "1", "quit"], "play", "--resume")
    assert resumed.returncode == 0
    assert "the die shows" not in resumed.stdout
    assert "[I.S.C.]> 1" in resumed.stdout


def test_what_is_drawn_is_typed_by_the_name_a_person_reads(tmp_path: Path) -> None:
    lines = ["the moon", "plant the seals", "quit"]
    game = typed(tmp_path, lines, "play", "killteam", "--dice", "typed", "--bot", "none")
    said = " ".join(game.stdout.split())
    assert said.count("Crit op: which of Plant the Seals, Strip the Stores, ") == 2
    assert "nothing here is called 'the moon'" in said
    assert "plant-the-seals" not in said


def test_walking_asking_and_reckoning_in_a_game(tmp_path: Path) -> None:
    """Evasion: the squad of the Resistance stands in the Cells, Bruno at 3,10."""
    save = tmp_path / "start.txt"
    match = fireteam.new("escape", scenario="evasion", seed=1)
    while match.decision.find("activate bruno") is None:
        match.answer(match.decision.options[0])
    match.answer("activate bruno")
    assert match.setting.scene(match.table, 0)["pieces"]["bruno"]["at"] == [350, 1050]
    save.write_text(match.save(), encoding="utf-8")
    kept = tmp_path / "kept.txt"
    lines = [
        "walk 0,0",
        "walk 3,12",
        "undo",
        "walk 2,11",
        "?",
        "why attack ubume",
        "why end",
        "odds end",
        "rules ES-CBT-02",
    ]
    lines += [
        "rules ES-CBT-99",
        "rules veteran",
        "card bru",
        "log 3",
        "board",
        "help",
        f"save {kept}",
        f"save {tmp_path}",
    ]
    game = typed(tmp_path, lines, "play", "--load", str(save), "--bot", "none")
    assert (game.returncode, game.stderr) == (0, "")
    for said in (
        "There is no way to 0,0 with the Movement actions left.",
        "  Walk to 3,12: 2 steps",
        "  taken back",
        "Bruno Kess moves from 3,11 to 2,11. ES-MOVE-01",
        "  no   Ubume is in the periphery of 2,11 (ES-CBT-02)",
        "end is possible",
        "Odds of end (exact)",
        "ES-CBT-02  Hand-to-hand attack: target",
        "no rule 'ES-CBT-99'",
        "ES-SKILL-01  Seasoned veteran",
        "Bruno Kess (BR), Resistance, Rank 2, active now",
        "Mvt 3 (1 left)",  # a Fire alarm
        f"saved in {kept}",
        f"cannot write {tmp_path}",
    ):
        assert said in game.stdout, said
    again = fireteam.load(kept.read_text(encoding="utf-8"))
    assert again.decision.topic == "action of bruno"
    assert again.setting.scene(again.table, 0)["pieces"]["bruno"]["at"] == [250, 1150]


def test_a_place_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    game = typed(blocked, ["1", "1"], "play", "--bot", "random", "--seed", "4")
    assert (game.returncode, game.stderr) == (0, "")
    assert game.stdout.count("the game cannot be kept in") == 1
    assert len(PROMPT.findall(game.stdout)) == 3


def test_a_bot_that_misbehaves_ends_in_one_sentence_and_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Wrong:\n    def choose(self, bot_seat):\n        return 'fly'\n", encoding="utf-8")
    game = pipe(tmp_path, ["0,0"], "play", "--bot", f"{file}:Wrong", "--seed", "4")
    assert game.returncode == 2
    assert "Error: Wrong gave a wrong answer: 'fly' is not an option of 'crate 2'" in game.stderr
    assert "Traceback" not in game.stderr
    kept = fireteam.load((tmp_path / "autosave.txt").read_text(encoding="utf-8"))
    assert kept.decision.topic == "crate 2"


def test_plain_ascii_where_the_output_can_show_no_more(tmp_path: Path) -> None:
    game = pipe(tmp_path, ["1"], "play", "--bot", "random", "--seed", "4", PYTHONIOENCODING="ascii")
    assert (game.returncode, game.stderr) == (0, "")
    assert game.stdout.isascii()
    assert "Resistance setup die: 6" in game.stdout

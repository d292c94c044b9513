"""Necromunda in the terminal through a pipe: facing on the map, moves and turns by typing, reasons, real dice, a whole
battle to its end."""

from __future__ import annotations

from pathlib import Path

import fireteam
from fireteam.terminal.console import ASCII, UNICODE, Glyphs
from fireteam.terminal.planeboard import PlaneDrawing
from tests.cli.commands import run, typed
from tests.quick import quick  # noqa: F401 - compiled kernels for every test here

PLAIN = {"NO_COLOR": "1", "COLUMNS": "100"}
QUICK = ("play", "necromunda", "--scenario", "tollgate", "--seed", "3")
SET_UP = (*QUICK, "--bot", "none", "--setup", "auto")


def board(scenario: str, seed: int, glyphs: Glyphs = UNICODE) -> tuple[PlaneDrawing, list[str]]:
    """The map of a battle whose gangs have just been set up, as it is drawn."""
    match = fireteam.new("necromunda", seed=seed, scenario=scenario)
    while not match.state.round:
        assert match.decision is not None
        match.answer(match.decision.draw(lambda: 0.5))
    question = match.setting.question_view(match.table, match.decision, True)
    drawing = PlaneDrawing(match.setting.scene(match.table, 0), glyphs, question)
    return drawing, [line.plain for line in drawing.lines()]


def test_the_map_shows_facings_doors_levels_and_hulls() -> None:
    drawing, lines = board("tollgate", 3)
    text, legend = "\n".join(lines), " - ".join(drawing.legend())
    assert any(arrow in text for arrow in "←↑→↓↖↗↘↙")
    for sign in ("‡‡", "██", "44444444444444", "¤"):
        assert sign in text, sign
    assert "‡ Door (/ open)" in legend and "← where it faces" in legend
    drawing, lines = board("break-the-convoy", 3)
    assert "▒▒▒▒" in "\n".join(lines) and "▒ hull" in drawing.legend()
    _, plain = board("break-the-convoy", 3, ASCII)
    assert all(sign.isascii() for line in plain for sign in line)


def test_a_fighter_turns_and_moves_by_typing(tmp_path: Path) -> None:
    lines = [
        *("help", "activate abbot skeer", "1", "turn", "west", "look tiles"),
        *("move", "way 1,1", "way 27,6", "29.5,4", "turn", "face 90", "odds 1", "suggest"),
        *("undo", "undo", "w 2", "log 5", "card mute"),
    ]  # fmt: skip
    game = typed(tmp_path, lines, *SET_UP, **PLAIN)
    assert (game.returncode, game.stderr) == (0, "")
    text = " ".join(game.stdout.split())
    for said in (
        "Abbot Skeer is of the own gang",
        "What does Vesna Quill do?",
        'type "face 135" (0 is east, 90 north), or what lies there: a wind, a place, a name',
        "Face 180 degrees. In its arc:",
        "type a way of up to 6″: 12.3,5.6",
        'Not possible: too far: no way of at most 6.00" leads there',
        "Vesna Quill moves to 29.5, 4.0",
        "Vesna Quill faces 90 degrees. NE-RND-05",
        "taken back",
        "Long coil",
        "NE-RND-04",
    ):
        assert said in text, said
    assert max(len(line) for line in game.stdout.splitlines()) <= 100


def test_real_dice_are_asked_for_in_the_words_of_the_game(tmp_path: Path) -> None:
    lines = ["7", "6", "2", "5", "1", "4", "3", "quit"]
    game = typed(tmp_path, lines, "play", "necromunda", "--bot", "none", "--dice", "typed", "--setup", "auto", **PLAIN)
    assert (game.returncode, game.stderr) == (0, "")
    for said in ("The roll-off of ", "The Priority roll of ", "Round 1. NE-RND-01"):
        assert said in game.stdout, said
    assert "Ninth Lamp Couriers" in game.stdout


SMALL = """\
format: necromunda-team/1
name: {name}
faction: {faction}
limit: 300
models:
  - {{unit: {leader}, name: {who}, gear: [snub, axe]}}
  - {{unit: {ganger}, gear: [coil-carbine]}}
"""


def small_gang(folder: Path, **words: str) -> str:
    """The file of a gang of two."""
    file = folder / f"{words['name'].lower()}.yaml"
    file.write_text(SMALL.format(**words), encoding="utf-8")
    return str(file)


def test_a_whole_battle_of_gangs_of_ones_own_to_its_end(tmp_path: Path) -> None:
    saved = tmp_path / "kept.txt"
    choir = {"faction": "choir", "leader": "tide-prior", "ganger": "drowned-brother"}
    bells = small_gang(tmp_path, name="Bells", who="Skeer", **choir)
    hearth = small_gang(tmp_path, name="Hearth", faction="widows", leader="slag-matron", who="Ada", ganger="stoker")
    lines = ["0", "goal", "look Ada", "why Ada", "odds 1", "?", "team", f"save {saved}", *["1"] * 300]
    game = typed(tmp_path, lines, *QUICK, "--team", bells, "--team", hearth, "--bot", "random", **PLAIN)
    assert (game.returncode, game.stderr) == (0, "")
    for said in (
        "The battle: The Brine Choir against Foundry Widows.",
        "the game is set up for The Brine Choir; undo takes that back",
        "Drowned Brother",
        "yellow digits: inches to there",
        "The game is over: ",
    ):
        assert said in game.stdout, said
    assert fireteam.load(saved.read_text(encoding="utf-8")).setting.game.name == "necromunda"
    assert run("replay", str(tmp_path / "last-game.txt"), "--check").exit_code == 0

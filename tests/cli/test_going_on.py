"""A save without its seed goes on in the terminal: with dice of its own from that roll on, saved and read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.core.rolled import rolls_of, verify
from fireteam.core.sealed import Sealed
from tests.cli.commands import run, typed

SEED = bytes(range(32))
WORDS = {0: "owl", 1: "élan"}


def begun(dice: Any, count: int = 40) -> Match:
    """A match of ESCAPE after so many first options, some rolls among them."""
    match = fireteam.new("escape", scenario="infiltration", dice=dice)
    for _ in range(count):
        match.answer(match.decision.options[0])
    return match


def thrown(match: Match) -> list[Any]:
    """The faces of all rolls so far."""
    return [rolled.faces for rolled in rolls_of(match)]


def go_on(home: Path, save: Path, kept: Path, *more: str, lines: tuple[str, ...] = ("1",) * 40) -> str:
    """Play on from a save for some answers, and save; what was printed."""
    words = ["play", "--load", str(save), "--bot", "none", "--save", str(kept), *more]
    game = typed(home, [*lines, "quit"], *words)
    assert (game.returncode, game.stderr) == (0, "")
    return game.stdout


@pytest.mark.parametrize("sort", ["sealed", "withheld", "given"])
def test_a_save_without_its_seed_goes_on_with_dice_of_its_own_and_is_saved_and_read_again(
    tmp_path: Path, sort: str
) -> None:
    match = begun({"sealed": Sealed(SEED, WORDS), "withheld": fireteam.Seeded(3), "given": fireteam.Seeded(3)}[sort])
    before = thrown(match)
    if sort == "given":
        match.dice = fireteam.Given([])
    save, kept, later = (tmp_path / name for name in ("save.txt", "kept.txt", "later.txt"))
    save.write_text(match.save(0), encoding="utf-8")
    assert f"dice: {sort}" in save.read_text(encoding="utf-8")
    since = len(before)
    note = f"Other dice made rolls 1 to {since} of this game; from roll {since + 1} on"
    assert note in go_on(tmp_path, save, kept, "--seed", "5")

    once = fireteam.load(kept.read_text(encoding="utf-8"))
    assert isinstance(once.dice, Sealed) and once.dice.seal.since == since
    assert thrown(once)[:since] == before and len(thrown(once)) > since, "it rolled on"
    found = verify(once)
    assert found is not None and (found.wrong, found.others) == (None, since)
    said = run("replay", str(kept), "--check")
    assert said.exit_code == 0 and f"{since} rolls before them had other dice" in said.stdout
    assert "and the words" not in said.stdout

    assert note in go_on(tmp_path, kept, later, lines=("log 1", *("1",) * 40)).partition("[")[2], "the log says so too"
    twice = fireteam.load(later.read_text(encoding="utf-8"))
    assert isinstance(twice.dice, Sealed) and twice.dice.seal == once.dice.seal, "the same dice go on"
    assert thrown(twice)[: len(thrown(once))] == thrown(once) and len(thrown(twice)) > len(thrown(once))


def test_each_time_the_dice_are_others_unless_a_seed_is_named(tmp_path: Path) -> None:
    save = tmp_path / "save.txt"
    save.write_text(begun(fireteam.Seeded(3)).save(0), encoding="utf-8")

    def seed_of(name: str, *more: str) -> bytes:
        kept = tmp_path / name
        go_on(tmp_path, save, kept, *more, lines=("1",))
        dice = fireteam.load(kept.read_text(encoding="utf-8")).dice
        assert isinstance(dice, Sealed)
        return dice.seed

    seeds = [seed_of("a"), seed_of("b"), seed_of("c", "--seed", "7"), seed_of("d", "--seed", "8")]
    assert len(set(seeds)) == 4 and seed_of("e", "--seed", "7") == seeds[2]


def test_typed_dice_that_are_typed_no_longer_leave_a_save_that_can_be_read(tmp_path: Path) -> None:
    save, kept = tmp_path / "save.txt", tmp_path / "kept.txt"
    match = begun(fireteam.Seeded(3))
    match.dice = fireteam.Typed(lambda roll: [1] * roll.count)
    save.write_text(match.save(), encoding="utf-8")
    go_on(tmp_path, save, kept, "--dice", "seeded", "--seed", "5", lines=("1",) * 60)
    found = verify(fireteam.load(kept.read_text(encoding="utf-8")))
    assert found is not None and found.wrong is None and found.others == len(thrown(match)) and found.rolls


def test_an_undo_to_before_that_roll_brings_the_same_dice_back() -> None:
    match = begun(Sealed(SEED, WORDS))
    before, answers = thrown(match), match.answers()
    again = fireteam.load(match.save(0), dice=Sealed(bytes(32), {}, len(before)))
    while len(thrown(again)) > len(before) // 2:
        again.undo()
    for entry in answers[len(again.answers()) :]:
        if isinstance(entry, Option):
            again.answer(entry.key)
    assert again.answers()[: len(answers)] == answers and thrown(again)[: len(before)] == before
    first = next(rolls_of(match))
    assert Sealed(bytes(32), {}).faces(first.roll, 0) != first.faces, "its own would fall otherwise"

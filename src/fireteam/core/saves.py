"""Saves: readable text, one answer a line. Reading one checks every line before anything is kept."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from fireteam.core.dice import Dice, Seeded, Typed
from fireteam.core.errors import FireteamError, IllegalAnswer, SaveError, SetupError
from fireteam.core.game import Game, Setting
from fireteam.core.match import Checkpoint, Match, TakenBack
from fireteam.core.questions import Answer, Choose, Forced, Option, Question, Roll
from fireteam.core.runner import Runner, value_of
from fireteam.core.savetext import BEGINNING, FIRST_LINE
from fireteam.core.sealed import Sealed, read_seal

LARGEST = 8_000_000
MOST_ROLLS = 1_000_000
"""No match has more rolls."""
HEADER = ("game", "rules", "setting", "digest", "dice", "start")
_ANSWER = re.compile(r"(\d{1,4})([!*]?) (.+?): (.*)")
_UNDO = re.compile(r"~ undo to answer (\d{1,9}) by seat (\d{1,4}), (\d{1,9}) rolls taken back")
_END = re.compile(r"end: (\d{1,9}) answers, sha256 ([0-9a-f]{64})")


class Line(NamedTuple):
    """An answer as it stands in a save."""

    number: int
    seat: int
    mark: str
    topic: str
    text: str


class SaveFile(NamedTuple):
    """A save taken apart, before any rule has looked at it."""

    header: dict[str, str]
    lines: list[Line]
    undone: list[TakenBack]
    checkpoint: dict[str, Any]


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all: to a neighbour first, then put in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


# -- reading -----------------------------------------------------------------------------------------------------------


def take_apart(text: str) -> SaveFile:
    """Check the form of a save: header, lines, count and checksum; the first fault is named with its line."""
    if len(text) > LARGEST:
        raise SaveError(f"larger than {LARGEST // 1_000_000} MB: not a save")
    rows = text.split("\n")
    if rows[0].strip() != FIRST_LINE:
        raise SaveError(f"not a Fireteam save: the first line must be {FIRST_LINE!r}", 1)
    header: dict[str, str] = {}
    for number, name in enumerate(HEADER, 2):
        key, found, value = rows[number - 1].partition(": ") if number <= len(rows) else ("", "", "")
        if key != name or not found:
            raise SaveError(f"{name!r} expected here", number)
        header[name] = value
    number = len(HEADER) + 2
    if number > len(rows) or rows[number - 1] != "answers:":
        raise SaveError("'answers:' expected here", number)
    lines: list[Line] = []
    undone: list[TakenBack] = []
    while True:
        number += 1
        row = rows[number - 1] if number <= len(rows) else ""
        if row.startswith("checkpoint: "):
            break
        answer, undo = _ANSWER.fullmatch(row), _UNDO.fullmatch(row)
        if undo:
            undone.append(TakenBack(int(undo[1]), int(undo[3]), int(undo[2])))
        elif answer:
            lines.append(Line(number, int(answer[1]), answer[2], answer[3], answer[4]))
        elif number >= len(rows):
            raise SaveError("the file is cut off: the end is missing", number)
        else:
            raise SaveError(f"not an answer: {row[:60]!r}", number)
    checkpoint = _parse_json(rows[number - 1].removeprefix("checkpoint: "), number)
    end = _END.fullmatch(rows[number]) if number < len(rows) else None
    if end is None:
        raise SaveError("the file is cut off: the end is missing", number + 1)
    if int(end[1]) != len(lines):
        raise SaveError(f"{len(lines)} answers found, {end[1]} announced", number + 1)
    if any(row.strip() for row in rows[number + 1 :]):
        raise SaveError("something follows after the end", number + 2)
    return SaveFile(header, lines, undone, checkpoint)


def _parse_json(text: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"broken data: {error}", number) from None
    if not isinstance(data, dict):
        raise SaveError("broken data: a mapping expected", number)
    return data


def read(text: str, find_game: Callable[[str], Game], dice: Dice | None = None) -> Match:
    """A match from its text, every answer checked by the rules. Dice may be given where the save does not hold its
    seed.

    Where rules have changed since and the answers no longer fit, the match goes on from the save's last checkpoint
    and notes the line; an edited file is refused under any rules.
    """
    file = take_apart(text)
    game = _find(find_game, file.header["game"])
    setting = _setting(game, file.header)
    own = _own_dice(file.header["dice"])
    root = _root(setting, file.header["start"])
    notes: list[str] = []
    try:
        tape = _follow(setting, root, file, own)
        _checksum(text)
    except SaveError as fault:
        if file.header["rules"] == game.version:
            raise
        _checksum(text)
        tape = []
        root = _checkpoint(setting, file.checkpoint, file.lines[-1].number + 1 if file.lines else len(HEADER) + 3)
        notes.append(
            f"{fault}; rules {file.header['rules']} are now {game.version}: the match goes on from its last checkpoint"
        )
    source = dice if dice is not None else own
    if isinstance(source, Typed | Sealed):
        rolled = [entry for entry in tape if isinstance(entry, tuple)]
        source.keep(dict(enumerate(rolled, root.rolls)))
    match = Match(setting, source)
    match.notes = notes
    match.undone = file.undone
    match.checkpoint = root
    match.tape = tape
    return _looked_at(match)


def _looked_at(match: Match) -> Match:
    """A match that is sound enough to be looked at; a state from a file may be anything, so any failure is the
    file's."""
    try:
        question = match.decision
        match.view(None)
    except Exception as error:
        raise SaveError(f"the position cannot be played: {type(error).__name__}: {error}") from None
    seats = len(match.setting.game.seats)
    if question is not None and not 0 <= question.seat < seats:
        raise SaveError(f"the position cannot be played: seat {question.seat} is asked, and there are {seats}")
    return match


def rolls_in(file: SaveFile) -> int:
    """How many rolls a save has: dice that go on where it ends throw the one of that number first."""
    start = file.header["start"]
    first = 0 if start == BEGINNING else _rolls_of(_parse_json(start, 7), 7)
    return first + sum(line.mark == "*" for line in file.lines)


def _root(setting: Setting, text: str) -> Checkpoint:
    """The checkpoint the answers begin at."""
    if text == BEGINNING:
        return Checkpoint(setting.first_state(), 0, None, [], None)
    return _checkpoint(setting, _parse_json(text, 7), 7)


def _find(find_game: Callable[[str], Game], name: str) -> Game:
    try:
        return find_game(name)
    except SetupError as error:
        raise SaveError(str(error), 2) from None


def _setting(game: Game, header: dict[str, str]) -> Setting:
    """The setting of the save, built again; the content must be the same to the last figure."""
    data = _parse_json(header["setting"], 4)
    try:
        setting = game.prepare(
            scenario=data.get("scenario"),
            options=data.get("options"),
            pack=data.get("pack"),
            setup=data.get("setup") or {},
        )
    except FireteamError as error:
        raise SaveError(str(error), 4) from None
    except (OSError, TypeError, AttributeError, KeyError, ValueError) as error:
        raise SaveError(f"broken setting: {error}", 4) from None
    digest = setting.header()["digest"]
    if digest != header["digest"]:
        raise SaveError(f"the content has changed: made with {header['digest'][:12]}, here is {digest[:12]}", 5)
    return setting


def _own_dice(text: str) -> Dice | None:
    if text.startswith("seeded "):
        try:
            return Seeded(int(text.removeprefix("seeded ")))
        except ValueError:
            raise SaveError(f"not a seed: {text!r}", 6) from None
    if text.startswith("sealed "):
        try:
            seal = read_seal(text.removeprefix("sealed "))
        except FireteamError as error:
            raise SaveError(str(error), 6) from None
        return None if seal.seed is None else Sealed(seal.seed, seal.words, seal.since)
    if text not in ("typed", "given", "withheld"):
        raise SaveError(f"unknown dice {text!r}", 6)
    return None


def _checksum(text: str) -> None:
    body, end, _ = text.rpartition("end: ")
    number = body.count("\n") + 1
    stated = _END.fullmatch((end + text[len(body) + len(end) :]).rstrip("\n"))
    if stated is None or stated[2] != sha256(body.encode()).hexdigest():
        raise SaveError("the checksum is wrong: the file was edited", number)


def _follow(setting: Setting, root: Checkpoint, file: SaveFile, dice: Dice | None) -> list[Answer]:
    """The tape of the lines; each is compared with what the rules ask and offer at that moment."""
    try:
        runner = Runner(setting, setting.table(root.state, False))
    except Exception as error:
        raise SaveError(f"the position at the start cannot be played: {type(error).__name__}: {error}", 7) from None
    tape: list[Answer] = []
    undone = file.undone[:]
    rolls = root.rolls
    for line in file.lines:
        question = runner.question
        while _was_passed_over(question, line):
            undone[:] = [back._replace(answers=back.answers + (back.answers >= len(tape))) for back in undone]
            tape.append(question.first())
            runner.send(question.first())
            question = runner.question
        if question is None:
            raise SaveError("the game is over before this answer", line.number)
        asked = f"{question.seat}{'*' if isinstance(question, Roll) else ''} {question.topic}"
        if (line.seat, line.topic, line.mark == "*") != (question.seat, question.topic, isinstance(question, Roll)):
            raise SaveError(
                f"the rules ask {asked!r} here, the file answers '{line.seat}{line.mark} {line.topic}'", line.number
            )
        entry = (
            _roll_entry(question, line, dice, rolls)
            if isinstance(question, Roll)
            else _choice_entry(runner, question, line)
        )
        rolls += isinstance(question, Roll)
        tape.append(entry)
        runner.send(value_of(entry))
    file.undone[:] = undone
    return tape


def _was_passed_over(question: Question | None, line: Line) -> TypeGuard[Choose]:
    """Whether a question has one option and is asked for the sake of a secret, and the line, which may be older than
    that, answers another."""
    if type(question) is not Choose or question.veiled is None:
        return False
    return (line.seat, line.topic) != (question.seat, question.topic) and question.single and question.veiled()


def _roll_entry(question: Roll, line: Line, dice: Dice | None, index: int) -> tuple[Any, ...]:
    try:
        faces = question.read(line.text)
    except IllegalAnswer as error:
        raise SaveError(str(error), line.number) from None
    if dice is not None and _threw(dice, index) and dice.faces(question, index) != faces:
        raise SaveError(f"these are not the dice of the seed: {line.text!r}", line.number)
    return faces


def _threw(dice: Dice, index: int) -> bool:
    """Whether these dice made the roll with that index: sealed ones may have come in later."""
    return not isinstance(dice, Sealed) or dice.covers(index)


def _choice_entry(runner: Runner, question: Choose, line: Line) -> Option | Forced:
    option = question.find(line.text)
    if option is None:
        refusal = runner.setting.why_not(runner.table, question, line.text)
        raise SaveError(
            f"{refusal}" if refusal else f"{line.text!r} is not an option of {question.topic!r}", line.number
        )
    only = question.forced
    if line.mark == "!" and not only and question.single:
        return option  # written when nobody was asked: now it is the answer
    if (line.mark == "!") != only:
        raise SaveError(f"{line.text!r} is {'the only option' if only else 'one of several options'}", line.number)
    return option.forced if line.mark == "!" else option


def _checkpoint(setting: Setting, data: dict[str, Any], number: int) -> Checkpoint:
    """A checkpoint as it stands in a file, which may hold anything."""
    state = data.get("state")
    if not isinstance(state, dict):
        raise SaveError("the checkpoint cannot be read: state is no mapping", number)
    rolls = _rolls_of(data, number)
    try:
        return Checkpoint(setting.load_state(state), rolls, None, [], None)
    except ValueError as error:
        raise SaveError(f"the checkpoint cannot be read: {error}", number) from None
    except Exception as error:
        raise SaveError(f"the checkpoint cannot be read: {type(error).__name__}: {error}", number) from None


def _rolls_of(data: dict[str, Any], number: int) -> int:
    """The index of the next roll of a checkpoint."""
    rolls = data.get("rolls")
    if type(rolls) is not int or not 0 <= rolls <= MOST_ROLLS:
        raise SaveError(f"the checkpoint cannot be read: rolls is {str(rolls)[:40]}", number)
    return rolls

"""A match as the text of a save: a header, one answer a line, a checkpoint and a checksum."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from fireteam.core.dice import Dice, Seeded, Typed
from fireteam.core.game import Setting
from fireteam.core.questions import Answer, Forced, Question, faces_text
from fireteam.core.runner import Runner, value_of
from fireteam.core.sealed import Sealed

if TYPE_CHECKING:
    from fireteam.core.match import Checkpoint, Match, TakenBack

FIRST_LINE = "fireteam save 1"
BEGINNING = "the beginning"


def write(match: Match, seat: int | None = None) -> str:
    """A match as text; `seat` keeps back what that seat may not know (the seed holds every die and token to come)."""
    setting = match.setting
    answers = match.answers()
    root = match.root()
    header = setting.header()
    digest = header.pop("digest")
    lines = [
        FIRST_LINE,
        f"game: {setting.game.name}",
        f"rules: {setting.game.version}",
        f"setting: {_json(header)}",
        f"digest: {digest}",
        f"dice: {_dice_line(match.dice, seat)}",
        f"start: {_start_line(setting, root)}",
        "answers:",
    ]
    runner = Runner(setting, setting.table(root.state, False))
    for place, entry in enumerate(answers):
        lines += [_undo_line(back) for back in match.undone if back.answers == place]
        lines.append(answer_line(runner.question, entry))
        runner.send(value_of(entry))
    lines += [_undo_line(back) for back in match.undone if back.answers >= len(answers)]
    lines.append(f"checkpoint: {_json(_kept(match.checkpoint))}")
    body = "\n".join(lines) + "\n"
    return f"{body}end: {len(answers)} answers, sha256 {sha256(body.encode()).hexdigest()}\n"


def answer_line(question: Question | None, entry: Answer) -> str:
    """One answer as a line of a save: seat, topic and key; `!` forced, `*` rolled."""
    assert question is not None
    assert ": " not in question.topic, question.topic
    if isinstance(entry, tuple):
        return f"{question.seat}* {question.topic}: {faces_text(entry)}"
    if isinstance(entry, Forced):
        return f"{question.seat}! {question.topic}: {entry.option.key}"
    return f"{question.seat} {question.topic}: {entry.key}"


def _undo_line(back: TakenBack) -> str:
    return f"~ undo to answer {back.answers} by seat {back.seat}, {back.rolls} rolls taken back"


def _start_line(setting: Setting, root: Checkpoint) -> str:
    """Where the answers begin: at the beginning, or at a position that was laid by hand or rescued from a
    checkpoint."""
    first = not root.rolls and root.state.dump() == setting.first_state().dump()
    return BEGINNING if first else _json(_kept(root))


def _kept(checkpoint: Checkpoint) -> dict[str, Any]:
    return {"rolls": checkpoint.rolls, "state": checkpoint.state.dump()}


def _dice_line(dice: Dice | None, seat: int | None) -> str:
    if isinstance(dice, Seeded):
        return "withheld" if seat is not None else f"seeded {dice.seed}"
    if isinstance(dice, Sealed):
        seal = dice.seal if seat is not None else dice.seal._replace(seed=dice.seed)
        return f"sealed {seal.text()}"
    return "typed" if isinstance(dice, Typed) else "given"


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(", ", ": "))

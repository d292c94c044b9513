"""Answers as people give them: a choice, a walk of several, real dice, and windows that somebody always declines."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fireteam.core.questions import Choose, Roll
from fireteam.server import messages as say
from fireteam.server import sealing
from fireteam.server.messages import Fault
from fireteam.server.position import Position
from fireteam.server.storage import ANSWER, FACES, Entry, StorageError
from fireteam.server.viewers import Viewer

if TYPE_CHECKING:
    from fireteam.server.rooms import Room

log = logging.getLogger("fireteam.server")

AUTOMATIC = 200
"""Answers without anybody in a row, after which something must be wrong."""


def answer(room: Room, viewer: Viewer, position: Position, keys: list[str], message: str) -> list[Entry]:
    """One answer, or several in a row as far as they fit."""
    entries: list[Entry] = []
    for number, key in enumerate(keys):
        question = position.match.decision
        if question is None:
            if entries:
                break
            raise Fault("illegal", "the game is over")
        if entries and not (
            type(question) is Choose and question.seat == entries[0].seat and question.find(key) is not None
        ):
            break
        viewer.must_play(question.seat)
        # A walk is one wish: it counts once, and is taken back as a whole.
        entry = Entry(ANSWER, question.seat, key, message if number == 0 else "")
        try:
            room.give(position, entry)
        except BaseException:
            if entries:  # the position in memory is ahead of what is kept
                room.drop_position()
            raise
        entries.append(entry)
    return entries


def rolled(
    room: Room, viewer: Viewer, position: Position, faces: Sequence[int | str | list[int]], message: str
) -> list[Entry]:
    """The faces of real dice."""
    question = position.match.decision
    if type(question) is not Roll or sealing.waiting(room):
        raise Fault("illegal", "no dice are asked for")
    if not types(viewer, question):
        viewer.must_play(question.seat)
    entry = Entry(FACES, question.seat, json.dumps(faces), message)
    room.give(position, entry)
    return [entry]


def types(viewer: Viewer, question: Choose | Roll | None) -> bool:
    """Whether a viewer types dice of a bot: any player may."""
    return type(question) is Roll and viewer.room.row.seats[question.seat].kind == "bot" and bool(viewer.seats)


def is_for(viewer: Viewer, question: Choose | Roll | None) -> bool:
    """Whether a viewer is shown what can be answered."""
    return question is not None and (question.seat == viewer.audience or types(viewer, question))


def automatic(room: Room, position: Position) -> list[Entry]:
    """What needs nobody: real dice that lie there from before an undo, and windows a seat always declines."""
    entries: list[Entry] = []
    while len(entries) < AUTOMATIC:
        entry = position.lying_dice() or _passed(room, position)
        if entry is None:
            break
        position.add(entry)
        entries.append(entry)
    return entries


def _passed(room: Room, position: Position) -> Entry | None:
    match = position.match
    question = match.decision
    if type(question) is not Choose or not room.passes.get(question.seat):
        return None
    view = match.setting.question_view(match.table, question, True)
    if view.get("window") not in room.passes[question.seat]:
        return None
    for option in view.get("options", ()):
        if option.get("declines"):
            return Entry(ANSWER, question.seat, option["key"])
    return None


async def set_passes(room: Room, viewer: Viewer, position: Position, message: say.Passes) -> None:
    """A seat says which windows it always declines; one that is open is declined at once."""
    try:
        await room.services.storage.set_passes(room.row.id, message.seat, message.windows)
    except StorageError as error:
        log.exception("passes cannot be kept", extra={"match": room.row.id})
        raise Fault("broken", "that cannot be kept now; nothing has changed") from error
    room.passes[message.seat] = tuple(message.windows)
    passes = {str(seat): list(room.passes.get(seat, ())) for seat in viewer.seats}
    viewer.send({"type": "passes", "re": message.id, "passes": passes})
    try:
        entries = await room.services.hands.do(automatic, room, position)
    except BaseException:
        room.drop_position()
        raise
    if entries:
        await room.keep(position, lambda: entries, "answer", openly=True)

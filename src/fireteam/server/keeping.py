"""What is kept beside the log of a match, so that a later version can go on with it: checkpoints, and the content.

A log of answers is worth what the rules and the pack make of it. Beside it lie the text of the pack that the match is
played with, and every few answers the position itself: with them a match goes on where a corrected rule would have led
it elsewhere (see `waking`).
"""

from __future__ import annotations

import base64
import json
import logging
import zlib
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import fireteam
from fireteam.core.match import Match
from fireteam.core.saves import take_apart
from fireteam.server.position import Position
from fireteam.server.storage import UNDO, Entry, MatchRow, Storage, StorageError

log = logging.getLogger("fireteam.server")

CHECKPOINT, CONTENT, RESCUE = "checkpoint", "content", "rescue"
"""The names of what is kept."""
EVERY = 10
"""Answers after which a checkpoint is kept while a match is played; one more when it falls asleep."""
WORDS = ("show", "bot")
"""Folders of a game in which nothing decides what an answer leads to."""


class Mark(NamedTuple):
    """A checkpoint as it is kept: a match after so many standing answers."""

    answers: int
    """The standing answers by then."""
    before: str
    """The checksum of the beginning and those answers: after an undo others may stand there."""
    asked: list[Any]
    """Seat and topic of what was asked."""
    seen: dict[str, Any]
    """The state by then, to be compared; the step under way had perhaps changed it."""
    standing: int
    """The standing answers before the step under way."""
    rolls: int
    state: dict[str, Any]
    """The rolls and the state before it: from here a match can go on."""
    reading: str
    """The rules as they were carried out, as a checksum."""


def mark_of(position: Position) -> Mark:
    """Where a match stands, and where the step under way began."""
    match = position.match
    start, _ = match.beginning()
    standing = sum(1 for before in position.before if before.answers < start.answers)
    answers = len(position.folded.standing)
    return Mark(
        answers,
        sum_of(position.row.origin, position.folded.pairs()),
        asked_of(match),
        match.state.dump(),
        standing,
        start.rolls,
        start.state.dump(),
        reading_of(position.row.game),
    )


def asked_of(match: Match) -> list[Any]:
    """Seat and topic of what is asked; nothing when the game is over."""
    question = match.decision
    return [] if question is None else [question.seat, question.topic]


def sum_of(origin: str, pairs: Sequence[tuple[str, str]]) -> str:
    """The checksum of where a match begins and of standing answers; whatever reads them, they are the same."""
    begins = origin.partition("\nstart: ")[2]
    return sha256(json.dumps([begins.rpartition("\nend: ")[0], list(pairs)]).encode()).hexdigest()


def mark_text(mark: Mark) -> str:
    """A checkpoint to be kept."""
    return packed(json.dumps(mark._asdict(), separators=(",", ":")))


def read_mark(text: str | None) -> Mark | None:
    """A checkpoint that was kept; None if there is none that can be read."""
    if not text:
        return None
    try:
        return Mark(**json.loads(unpacked(text)))
    except (ValueError, TypeError, zlib.error):
        log.warning("a checkpoint cannot be read; the match does without it")
        return None


# -- content -----------------------------------------------------------------------------------------------------------


def content_of(row: MatchRow) -> str:
    """The text of the present pack, if the match is played with it; where a game has no packs, nothing."""
    packs = fireteam.game(row.game).packs()
    if packs is None or take_apart(row.origin).header["digest"] != packs.content(None).digest:
        return ""
    return packs.source()


def content_text(content: str) -> str:
    """A pack to be kept."""
    return packed(content)


def read_content(text: str | None) -> str:
    """The pack that was kept; nothing if there is none that can be read."""
    try:
        return unpacked(text) if text else ""
    except (ValueError, zlib.error):
        log.warning("the content of a match cannot be read; it does without it")
        return ""


def packed(text: str) -> str:
    """A text as it is kept; it has a checksum of its own."""
    return base64.b85encode(zlib.compress(text.encode())).decode()


def unpacked(text: str) -> str:
    """A text that was kept; a ValueError or a zlib.error if it is damaged."""
    return zlib.decompress(base64.b85decode(text)).decode()


# -- the reading of the rules ------------------------------------------------------------------------------------------


@cache
def reading_of(game: str) -> str:
    """A checksum of the rules as they are carried out here: of all code that decides what an answer leads to."""
    package = Path(fireteam.__file__).parent
    files = [*package.glob("core/*.py"), *package.glob("kit/**/*.py"), *package.glob("space/**/*.py")]
    own = package / "games" / game
    files += [file for file in own.glob("**/*.py") if file.relative_to(own).parts[0] not in WORDS]
    found = sha256()
    for file in sorted(files):
        found.update(file.read_bytes())
    return found.hexdigest()


# -- while it is played ------------------------------------------------------------------------------------------------


class Keeper:
    """Keeps checkpoints of one match. What is missing is no harm today, so a storage that fails is only logged."""

    def __init__(self, match: str, storage: Storage) -> None:
        self.match = match
        self.storage = storage
        self.answers = 0
        """How many standing answers the last checkpoint has; at the beginning none is needed."""

    def woken(self, mark: Mark | None) -> None:
        """The match was woken by that checkpoint."""
        self.answers = 0 if mark is None else mark.answers

    async def after(self, position: Position, entries: Sequence[Entry]) -> None:
        """The entries were kept: is it time for a checkpoint?"""
        behind = any(entry.kind == UNDO and json.loads(entry.text)["keep"] < self.answers for entry in entries)
        if behind or len(position.folded.standing) - self.answers >= EVERY:
            await self.keep(position)

    async def keep(self, position: Position) -> None:
        """A checkpoint of where the match stands now, if that is not the last one."""
        made = self.made(position)
        if made:
            await self.write(made)

    def made(self, position: Position) -> str:
        """The text of a checkpoint; nothing if nothing has happened since the last."""
        if len(position.folded.standing) == self.answers:
            return ""
        try:
            mark = mark_of(position)
        except Exception:  # whatever a rule does there: the answers are kept, and the match can be made again from them
            log.exception("no checkpoint", extra={"match": self.match})
            return ""
        self.answers = mark.answers
        return mark_text(mark)

    async def write(self, text: str) -> None:
        """Keep a checkpoint."""
        try:
            await self.storage.note(self.match, CHECKPOINT, text)
        except StorageError as error:
            log.warning("a checkpoint cannot be kept: %s", error, extra={"match": self.match})

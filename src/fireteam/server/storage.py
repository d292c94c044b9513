"""What a table keeps: matches as append-only logs of entries, behind an interface that any database can fill."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from fireteam.core.errors import FireteamError
from fireteam.core.match import TakenBack

ANSWER, FACES, UNDO, REDO = "answer", "faces", "undo", "redo"
FIRST_GENERATION = 0
"""The generation of a link that was never revoked."""


class StorageError(FireteamError):
    """What should be kept cannot be kept, or what was kept cannot be read; nothing was changed."""


class CannotWrite(StorageError):
    """Nothing at all can be written now, such as on a full disk; later perhaps it can."""


class Conflict(StorageError):
    """Somebody else has written first: the log is not as long as the writer thought."""


class Duplicate(StorageError):
    """The message was written before; it counts once."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits on a seat: a person here, a person by link, or a bot."""

    kind: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """What never changes about a match; `origin` is the text of a save, the position it begins with.

    `dice` are seeded, typed or sealed.
    """

    id: str
    game: str
    title: str
    origin: str
    seats: tuple[SeatPlan, ...]
    dice: str
    seed: int
    handover: bool
    pace: int
    created: float
    imported: bool

    def roles(self) -> list[str]:
        """The names of its links: the host's, the watchers' and one for each seat."""
        return ["host", "watch", *(f"seat {number}" for number in range(len(self.seats)))]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was accepted: an answer (its key), faces (a JSON list), an undo (what it keeps and takes back, in
    JSON) or a redo."""

    kind: str
    seat: int
    text: str
    message: str = ""


@dataclass(slots=True)
class Stored:
    """A match as it is kept; every role has a generation, whether it was revoked or not."""

    row: MatchRow
    entries: list[Entry]
    generations: dict[str, int]
    passes: dict[int, tuple[str, ...]]
    updated: float
    notes: dict[str, str] = field(default_factory=dict)
    """What is kept beside the log, by name."""


@dataclass(slots=True)
class Folded:
    """What a log comes to: the answers that stand, what a redo would give back, and the undos that took dice back."""

    standing: list[Entry] = field(default_factory=list)
    redo: list[list[Entry]] = field(default_factory=list)
    undone: list[TakenBack] = field(default_factory=list)

    def pairs(self) -> list[tuple[str, str]]:
        """The standing answers as (kind, text)."""
        return [(entry.kind, entry.text) for entry in self.standing]

    def add(self, entry: Entry) -> None:
        """One entry more; one that does not fit is a StorageError and changes nothing."""
        if entry.kind in (ANSWER, FACES):
            self.standing.append(entry)
            self.redo.clear()
        elif entry.kind == UNDO:
            self._undo(entry)
        elif entry.kind == REDO:
            if not self.redo:
                raise StorageError("there is nothing to redo")
            self.standing += self.redo.pop()
        else:
            raise StorageError(f"unknown kind {entry.kind!r}")

    def _undo(self, entry: Entry) -> None:
        keep, answers, rolls = _undo_numbers(entry.text)
        if not 0 <= keep < len(self.standing):
            raise StorageError(f"an undo keeps {keep} of {len(self.standing)} answers")
        self.redo.append(self.standing[keep:])
        del self.standing[keep:]
        if rolls:
            self.undone.append(TakenBack(answers, rolls, entry.seat))


def _undo_numbers(text: str) -> tuple[int, int, int]:
    try:
        data: Any = json.loads(text)
        return int(data["keep"]), int(data.get("answers", 0)), int(data.get("rolls", 0))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise StorageError(f"not an undo: {text[:60]!r}") from None


def fold(entries: Iterable[Entry]) -> Folded:
    """What the entries of a log come to; one that does not fit is named by its number."""
    folded = Folded()
    for number, entry in enumerate(entries, 1):
        try:
            folded.add(entry)
        except StorageError as error:
            raise StorageError(f"entry {number} of the match does not fit: {error}") from None
    return folded


class Storage(Protocol):
    """Where matches are kept."""

    async def create(self, row: MatchRow) -> None:
        """Keep a new match; Conflict if there is one with its id."""

    async def load(self, match: str) -> Stored | None:
        """A match with its whole log; None if there is none."""

    async def append(self, match: str, number: int, entries: Sequence[Entry]) -> None:
        """Add entries to a log that has `number` of them, all or none; they are durable when this returns.

        A message that was written before is a Duplicate, a log of another length a Conflict.
        """

    async def revoke(self, match: str, role: str) -> int:
        """Make every link of a role invalid; the generation that is valid from now on."""

    async def set_passes(self, match: str, seat: int, windows: Sequence[str]) -> None:
        """The windows a seat always declines."""

    async def note(self, match: str, name: str, text: str, *, once: bool = False) -> str:
        """Keep a text beside the log under a name; the one that is kept now: with `once` the first one stays."""

    async def count(self) -> int:
        """How many matches there are."""

    async def close(self) -> None:
        """Write what waits, then stop."""

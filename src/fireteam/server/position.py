"""The living position of a match at the table: the kernel's match, its chronicle, and what may be taken back."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match, TakenBack
from fireteam.core.questions import Roll
from fireteam.server.rebuild import give, rebuild
from fireteam.server.sealing import dice_of, words_of
from fireteam.server.storage import ANSWER, FACES, REDO, UNDO, Entry, Folded, Stored, fold


class Before(NamedTuple):
    """Where the match stood before a standing answer: answers on its tape, and rolls made."""

    answers: int
    rolls: int


class Taken(NamedTuple):
    """What an undo would take back: it keeps so many standing answers; the rolls and others' answers that were learned
    since."""

    keep: int
    rolls: int
    others: int

    @property
    def learned(self) -> bool:
        """Whether somebody has learned something since."""
        return bool(self.rolls or self.others)


class Position:
    """A match in memory with the log that stands; every change is made here first, and kept by whoever asked for it."""

    def __init__(self, stored: Stored, content: str = "") -> None:
        row = self.row = stored.row
        self.content = content
        """The text of the pack that it is played with, if that is no longer the present one."""
        self.folded: Folded = Folded()
        self.before: list[Before] = []
        self.typed: dict[int, list[Any]] = {}
        """Faces that were typed, by the index of their roll: after an undo the same dice lie there."""
        standing = fold(stored.entries)
        for entry in stored.entries:
            if entry.kind == UNDO:
                self.typed.update(
                    {int(index): faces for index, faces in json.loads(entry.text).get("typed", {}).items()}
                )
        dice = dice_of(row, words_of(stored))
        self.match: Match = rebuild(row.origin, dice, row.seed, (), standing.undone, content=content)
        for entry in standing.standing:
            self._give(entry)
        self.folded = standing
        self.chronicle = Chronicle(self.match)
        self.chronicle.follow()

    # -- changes -------------------------------------------------------------------------------------------------------

    def _give(self, entry: Entry) -> None:
        match = self.match
        before = Before(self.answers, match.rolls)
        give(match, entry.kind, entry.text, entry.seat)
        if entry.kind == FACES:
            self.typed[before.rolls] = json.loads(entry.text)
        self.before.append(before)

    def add(self, entry: Entry) -> None:
        """An answer, or faces; a wrong one changes nothing."""
        self._give(entry)
        self.folded.add(entry)

    def undo(self, taken: Taken, seat: int, message: str) -> Entry:
        """Take back; the entry that says so."""
        match, target = self.match, self.before[taken.keep]
        marked, rolls = list(match.undone), 0
        typed = {index: faces for index, faces in self.typed.items() if index >= target.rolls}
        while self.answers > target.answers:
            rolls += match.undo().rolls
        if rolls:
            marked.append(TakenBack(target.answers, rolls, seat))
        match.undone = marked
        del self.before[taken.keep :]
        text = json.dumps({"keep": taken.keep, "answers": target.answers, "rolls": rolls, "typed": typed})
        entry = Entry(UNDO, seat, text, message)
        self.folded.add(entry)
        return entry

    def redo(self, seat: int, message: str) -> Entry:
        """Give the batch that was taken back last again."""
        for entry in self.folded.redo[-1]:
            self._give(entry)
        again = Entry(REDO, seat, "", message)
        self.folded.add(again)
        return again

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def answers(self) -> int:
        """How many answers the tape of the match has."""
        return self.match.answered

    def taken(self, seats: Collection[int]) -> Taken | None:
        """What an undo by the holder of these seats would take back; None if nothing of theirs stands."""
        standing = self.folded.standing
        for keep in range(len(standing) - 1, -1, -1):
            entry = standing[keep]
            # Without a message an answer was not given by a person: a bot's, or a window that is always declined.
            if entry.kind == ANSWER and entry.seat in seats and entry.message:
                others = sum(1 for later in standing[keep:] if later.kind == ANSWER and later.seat not in seats)
                _ = self.match.decision
                return Taken(keep, self.match.rolls - self.before[keep].rolls, others)
        return None

    def lying_dice(self) -> Entry | None:
        """The faces that were typed for this very roll before, if it is asked for again."""
        question = self.match.decision
        if type(question) is not Roll:
            return None
        faces = self.typed.get(self.match.rolls)
        if faces is None or not question.fits(tuple(faces)):
            return None
        return Entry(FACES, question.seat, json.dumps(faces))

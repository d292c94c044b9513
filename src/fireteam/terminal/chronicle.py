"""What happened in a match, in order and in words: choices, dice and their consequences."""

from __future__ import annotations

from typing import Any, NamedTuple

from rich.text import Text

from fireteam.core.match import Match
from fireteam.core.questions import Answer, Forced, Roll
from fireteam.core.runner import Runner, value_of
from fireteam.terminal.console import Glyphs


class Entry(NamedTuple):
    """One line of the chronicle: `kind` is choice, forced, roll or event; `answers` were given before it."""

    kind: str
    seat: int
    text: str
    rule: str
    answers: int
    faces: tuple[Any, ...] = ()


class Chronicle:
    """Follows a match answer by answer beside it, so that dice stand where they fell."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._restart()

    def _restart(self) -> None:
        setting = self.match.setting
        self.entries: list[Entry] = []
        self._fed: list[Answer] = []
        self._heard = 0
        self._runner = Runner(setting, setting.table(self.match.root().state, True))
        self._listen()

    def follow(self) -> list[Entry]:
        """All entries up to now."""
        answers = self.match.answers()
        done = len(self._fed)
        if done > len(answers) or any(a is not b for a, b in zip(self._fed[-3:], answers[max(0, done - 3) : done], strict=True)):
            self._restart()
            done = 0
        for entry in answers[done:]:
            self._feed(entry)
        return self.entries

    def _feed(self, entry: Answer) -> None:
        question = self._runner.question
        assert question is not None
        number = len(self._fed)
        if isinstance(question, Roll):
            faces = entry if isinstance(entry, tuple) else ()
            self.entries.append(Entry("roll", question.seat, question.topic, "", number, faces))
        else:
            kind = "forced" if isinstance(entry, Forced) else "choice"
            self.entries.append(Entry(kind, question.seat, f"{question.topic}: {value_of(entry).key}", "", number))
        self._runner.send(value_of(entry))
        self._fed.append(entry)
        self._listen()

    def _listen(self) -> None:
        events = self._runner.table.events
        for event in events[self._heard :]:
            self.entries.append(Entry("event", -1, self.match.setting.tell(event), event.rule, len(self._fed)))
        self._heard = len(events)


def face_sign(face: object, glyphs: Glyphs) -> str:
    """A die with its number, or the label of a drawn token."""
    if not isinstance(face, int) or not 1 <= face <= len(glyphs.dice):
        return str(face)
    return f"{glyphs.dice[face - 1]} {face}"


def entry_line(entry: Entry, glyphs: Glyphs, names: tuple[str, str]) -> Text:
    """An entry for people: dice as faces, events with their rule."""
    if entry.kind == "roll":
        shown = " ".join(face_sign(face, glyphs) for face in entry.faces)
        return Text().append(f"  {entry.text}: ", "dim").append(shown, "bold")
    if entry.kind == "event":
        return Text(f"  {entry.text}").append(f" {entry.rule}", "dim")
    who = names[entry.seat]
    return Text(
        f"{who} > {entry.text}" + (" (the only way)" if entry.kind == "forced" else ""), "bold" if entry.kind == "choice" else "dim"
    )

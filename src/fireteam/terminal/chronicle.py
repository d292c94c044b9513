"""What happened in a match, in order and in words: choices, dice and their consequences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from fireteam.core.match import Match
from fireteam.core.questions import Answer, Forced, Roll
from fireteam.core.runner import Runner, value_of
from fireteam.terminal.console import Glyphs

NOTHING_ELSE = " (nothing else was possible)"


class Entry(NamedTuple):
    """One line of the chronicle: `kind` is choice, forced, roll or event; `answers` were given before it.

    `text` is for programs, `words` (where it differs) for people.
    """

    kind: str
    seat: int
    text: str
    rule: str
    answers: int
    faces: tuple[Any, ...] = ()
    words: str = ""


class Chronicle:
    """Follows a match answer by answer beside it, so that dice stand where they fell."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._names: dict[str, str] | None = None
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
            self.entries.append(Entry("roll", question.seat, question.topic, "", number, faces, self._named(question.topic)))
        else:
            kind = "forced" if isinstance(entry, Forced) else "choice"
            option = value_of(entry)
            words = self.match.setting.describe(self._runner.table, option)
            self.entries.append(Entry(kind, question.seat, f"{question.topic}: {option.key}", "", number, (), words))
        self._runner.send(value_of(entry))
        self._fed.append(entry)
        self._listen()

    def _named(self, topic: str) -> str:
        """A topic with the names of characters instead of their ids."""
        if self._names is None:
            self._names = {character["id"]: character["name"] for character in self.match.view(None)["characters"]}
        return " ".join(self._names.get(word, word) for word in topic.split(" "))

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


def entry_lines(entries: Sequence[Entry], glyphs: Glyphs, names: tuple[str, str]) -> list[Text]:
    """Entries for people: dice as faces, events with their rule; a choice that an event tells at once is told once."""
    lines: list[Text] = []
    shown = [entry for number, entry in enumerate(entries) if entry.kind != "forced" or _tells(entries, number)]
    if entries and not shown:  # a step of a replay that was forced: better told than silent
        only = entries[-1]
        return [Text().append(f"{names[only.seat]} > ", "bold").append(only.words or only.text).append(" (the only option)", "dim")]
    told = note = ""
    for number, entry in enumerate(shown):
        if entry.kind == "roll":
            faces = " ".join(face_sign(face, glyphs) for face in entry.faces)
            lines.append(Text().append(f"  {entry.words or entry.text}: ", "dim").append(faces, "bold"))
        elif entry.kind == "event":
            lines.append(Text().append(told or "  ", "bold").append(entry.text).append(f"{note} {entry.rule}", "dim"))
            told = note = ""
        elif number + 1 < len(shown) and shown[number + 1].kind == "event":
            told = f"{names[entry.seat]} > "
            note = NOTHING_ELSE if entry.kind == "forced" else ""
        else:
            lines.append(Text().append(f"{names[entry.seat]} > ", "bold").append(entry.words or entry.text))
    return lines


def _tells(entries: Sequence[Entry], number: int) -> bool:
    """Whether a forced answer says something: that nothing else was possible, told with the event that follows it."""
    following = entries[number + 1] if number + 1 < len(entries) else None
    return entries[number].text.endswith(": end") and following is not None and following.kind == "event"

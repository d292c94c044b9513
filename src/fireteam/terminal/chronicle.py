"""The chronicle of a match as lines of a terminal: dice as faces, events with their rule."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from fireteam.core.chronicle import NOTHING_ELSE, Chronicle, Entry, plain_told, tells
from fireteam.core.questions import BAR, NO_DICE
from fireteam.core.scene import Told
from fireteam.terminal.console import Glyphs

__all__ = ["Chronicle", "Entry", "entry_lines", "faces_line"]
CUBE = 6


def face_sign(face: object, glyphs: Glyphs, sides: int) -> str:
    """A die with its number, or the label of a drawn token; only dice of six sides have a sign."""
    if not isinstance(face, int) or sides != CUBE or not glyphs.dice:
        return str(face)
    return f"{glyphs.dice[face - 1]} {face}"


def faces_line(line: Told, glyphs: Glyphs) -> str:
    """The dice of a line beside each other, with a bar between pools, of which each has so many."""
    signs = [face_sign(face, glyphs, line.get("sides", CUBE)) for face in line.get("faces", [])]
    pools = line.get("pools", [])
    if not pools:
        return " ".join(signs)
    parts, start = [], 0
    for count in pools:
        parts.append(" ".join(signs[start : start + count]) or NO_DICE)
        start += count
    return f" {BAR} ".join(parts)


def entry_lines(entries: Sequence[Entry], glyphs: Glyphs, names: tuple[str, str]) -> list[Text]:
    """Entries for people: dice as faces, events with their rule; a choice that an event tells at once is told once."""
    lines: list[Text] = []
    shown = [entry for number, entry in enumerate(entries) if entry.kind != "forced" or tells(entries, number)]
    if entries and not shown:  # a step of a replay that was forced: better told than silent
        only = entries[-1]
        return [
            Text()
            .append(f"{names[only.seat]} > ", "bold")
            .append(only.words or only.text)
            .append(" (the only option)", "dim")
        ]
    told = note = ""
    for number, entry in enumerate(shown):
        if entry.kind == "roll":
            faces = faces_line(plain_told(entry), glyphs)
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

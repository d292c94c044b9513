"""A match looked at again: its stops, and the position at any of them as a viewer may see it."""

from __future__ import annotations

from typing import Any

from fireteam.core.chronicle import told_by
from fireteam.core.match import Match
from fireteam.core.scene import Told
from fireteam.server.frames import Audience
from fireteam.server.position import Position

LOG_LINES = 60
"""Lines of the log that go with a frame."""


def stops(position: Position, audience: Audience) -> list[dict[str, Any]]:
    """Where a replay may stop: before every choice that somebody made, at every turn and activation, and at the end."""
    setting = position.match.setting
    found: dict[int, dict[str, Any]] = {}
    headings = {line["answers"]: line for line in position.chronicle.reading(audience).lines if "heading" in line}
    for entry in position.chronicle.entries:
        if entry.kind != "choice":
            continue
        line = told_by(setting, entry, audience)
        found[entry.answers] = {"at": entry.answers, "text": line["text"], "seat": entry.seat}
    for at, line in headings.items():
        found.setdefault(at, {"at": at, "text": line["text"]})
    found[position.answers] = {"at": position.answers, "text": _end(position.match)}
    sorted_stops = [found[at] for at in sorted(found)]
    for stop in sorted_stops:
        heading = headings.get(stop["at"])
        if heading is not None:
            stop["heading"] = heading["heading"]
            stop["heading_text"] = heading["text"]
    return sorted_stops


def _end(match: Match) -> str:
    if match.decision is None:
        return "The game is over"
    return match.setting.ask(match.table, match.decision)


def frame(position: Position, at: int, audience: Audience) -> dict[str, Any]:
    """The position after so many answers. `lines` is how long the log is there: between two stops lies what is behind
    the lines of the earlier one."""
    match = position.match.earlier(at)
    question = match.decision
    setting = match.setting
    entries = [
        entry
        for entry in position.chronicle.entries
        if entry.answers < at or (entry.kind == "event" and entry.answers <= at)
    ]
    log: list[Told] = [
        line for line in position.chronicle.reading(audience).lines if line["answers"] <= at and _happened(line, at)
    ]
    return {
        "at": at,
        "scene": setting.scene(match.table, audience),
        "log": log[-LOG_LINES:],
        "lines": len(log),
        "dice": setting.tray(entries),
        "question_text": setting.ask(match.table, question) if question is not None else "",
    }


def _happened(line: Told, at: int) -> bool:
    """Choices and rolls with this number come after the position; events with it led to it."""
    return line["answers"] < at or line["kind"] == "event"

"""A match looked at again: its stops, and the position at any of them as a viewer may see it."""

from __future__ import annotations

from typing import Any

from fireteam.core.chronicle import told_by
from fireteam.core.match import Match
from fireteam.server.frames import Audience
from fireteam.server.position import Position
from fireteam.server.veils import entries_before, hidden_from, lines_before

SECRET = "secret"
"""What the log calls a choice of which others may know no more than that it was made."""
LOG_LINES = 60
"""Lines of the log that go with a frame."""


def stops(position: Position, audience: Audience) -> list[dict[str, Any]]:
    """Where a replay may stop: before every choice that somebody made, at every turn and activation, and at the end."""
    setting = position.match.setting
    hidden = hidden_from(position, (audience,))
    last = position.answers if hidden is None else hidden.at
    found: dict[int, dict[str, Any]] = {}
    headings = {line["answers"]: line for line in position.chronicle.reading(audience).lines if "heading" in line}
    for entry in position.chronicle.entries:
        if entry.kind != "choice":
            continue
        line = told_by(setting, entry, audience)
        if line.get("code") == SECRET or entry.answers > last:
            continue  # how many answers a secret selection took is nobody else's business
        found[entry.answers] = {"at": entry.answers, "text": line["text"], "seat": entry.seat}
    for at, line in headings.items():
        found.setdefault(at, {"at": at, "text": line["text"]})
    match = position.match if hidden is None else position.match.earlier(last)
    found[last] = {"at": last, "text": _end(match)}
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
    hidden = hidden_from(position, (audience,))
    at = at if hidden is None else min(at, hidden.at)
    match = position.match.earlier(at)
    question = match.decision
    setting = match.setting
    entries = entries_before(position.chronicle.entries, at)
    log = lines_before(position.chronicle.reading(audience).lines, at)
    return {
        "at": at,
        "scene": setting.scene(match.table, audience),
        "log": log[-LOG_LINES:],
        "lines": len(log),
        "dice": setting.tray(entries),
        "question_text": setting.ask(match.table, question) if question is not None else "",
    }

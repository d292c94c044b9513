"""Whole games as text, to be compared on every run, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fireteam.core.events import Event
from fireteam.core.match import Match
from fireteam.core.refusals import Modifier
from fireteam.core.runner import Runner, value_of
from fireteam.core.savetext import answer_line


def written(match: Match) -> str:
    """Every answer, each followed by what it led to: code, rule and parameters of each event."""
    setting = match.setting
    runner = Runner(setting, setting.table(setting.first_state(), True))
    lines = []
    told = 0
    for entry in match.answers():
        lines.append(answer_line(runner.question, entry))
        runner.send(value_of(entry))
        events = runner.table.events
        lines += [f"    {event_line(event)}" for event in events[told:]]
        told = len(events)
    lines.append(f"{match.result}")
    return "\n".join(lines) + "\n"


def event_line(event: Event) -> str:
    """One event as text."""
    return " ".join([event.code, event.rule, *(f"{name}={_text(value)}" for name, value in event.params.items())])


def _text(value: Any) -> str:
    if isinstance(value, tuple) and all(isinstance(part, Modifier) for part in value):
        return "[" + "; ".join(str(part) for part in value) + "]"
    return str(value)


def compare(found: Sequence[str], file: Path, module: str) -> None:
    """Line by line with the text that was kept, as far as it goes; `module` writes it anew."""
    expected = file.read_text(encoding="utf-8").split("\n")
    for number, (now, before) in enumerate(zip(found, expected, strict=False), 1):
        assert now == before, f"{file.name}, line {number}; if play was meant to change: python -m {module}"

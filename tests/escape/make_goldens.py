"""Whole games as text, to be compared on every run. `python -m tests.escape.make_goldens` writes them anew.

Rewrite them only when play was meant to change, and read the difference: it is the review of the change.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fireteam
from fireteam.core.events import Event
from fireteam.core.match import Match
from fireteam.core.refusals import Modifier
from fireteam.core.runner import Runner, value_of
from fireteam.core.savetext import answer_line
from tests.escape.playing import OTHER_OPTIONS, play_out

FOLDER = Path(__file__).parent / "goldens"
GAMES: dict[str, dict[str, Any]] = {
    "infiltration": {"scenario": "infiltration", "seed": 11},
    "last_bastion": {"scenario": "last-bastion", "seed": 12, "options": OTHER_OPTIONS},
    "data_heist": {"scenario": "data-heist", "seed": 13, "factions": ("isc", "resistance")},
}


def played(name: str) -> Match:
    """The match of a golden game, played to its end."""
    return play_out(fireteam.new("escape", **GAMES[name]), GAMES[name]["seed"])


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


def main() -> None:
    """Write all golden games."""
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(written(played(name)), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Whole games of Kill Team as text, to be compared on every run. `python -m tests.killteam.make_goldens` writes them
anew.

Each is kept twice: the save with every answer, and the log in words with every event. Rewrite them only when play was
meant to change, or the pack was (saves name its content), and read the difference: it is the review of the change.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fireteam
from fireteam.core.match import Match
from tests.killteam.playing import OTHER_OPTIONS, lively
from tests.kit.playing import play_out

FOLDER = Path(__file__).parent / "goldens"
GAMES: dict[str, dict[str, Any]] = {
    "shellmarket": {"scenario": "shellmarket", "seed": 31, "teams": ("cinder-vigil", "saltmarsh-levy")},
    "quenchworks": {
        "scenario": "quenchworks",
        "seed": 32,
        "teams": ("veilrunners", "ironroot-menagerie"),
        "options": OTHER_OPTIONS,
    },
    "derelict_spine": {"scenario": "derelict-spine", "seed": 33, "teams": ("ironroot-menagerie", "cinder-vigil")},
}


def played(name: str) -> Match:
    """The match of a golden game, played to its end."""
    return play_out(fireteam.new("killteam", **GAMES[name]), GAMES[name]["seed"], lively)


def kept(name: str) -> str:
    """The save of a golden game."""
    return (FOLDER / f"{name}.save").read_text(encoding="utf-8")


def written(match: Match) -> str:
    """The log in words, each event with its rule, and the result; the answers stand in the save."""
    lines = [f"{event.rule}: {match.setting.tell(event)}" for event in match.log]
    return "\n".join([*lines, f"{match.result}"]) + "\n"


def main() -> None:
    """Write all golden games."""
    from fireteam.space.plane.warm import use_compiled

    use_compiled()  # where numba is installed; the same games either way
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        match = played(name)
        (FOLDER / f"{name}.save").write_text(match.save(), encoding="utf-8")
        (FOLDER / f"{name}.txt").write_text(written(match), encoding="utf-8")


if __name__ == "__main__":
    main()

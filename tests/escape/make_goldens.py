"""Whole games as text, to be compared on every run. `python -m tests.escape.make_goldens` writes them anew.

Rewrite them only when play was meant to change, and read the difference: it is the review of the change.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fireteam
from fireteam.core.match import Match
from tests.escape.playing import OTHER_OPTIONS, play_out
from tests.kit.goldens import written

FOLDER = Path(__file__).parent / "goldens"
GAMES: dict[str, dict[str, Any]] = {
    "infiltration": {"scenario": "infiltration", "seed": 11},
    "last_bastion": {"scenario": "last-bastion", "seed": 12, "options": OTHER_OPTIONS},
    "data_heist": {"scenario": "data-heist", "seed": 13, "factions": ("isc", "resistance")},
}


def played(name: str) -> Match:
    """The match of a golden game, played to its end."""
    return play_out(fireteam.new("escape", **GAMES[name]), GAMES[name]["seed"])


def main() -> None:
    """Write all golden games."""
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(written(played(name)), encoding="utf-8")


if __name__ == "__main__":
    main()

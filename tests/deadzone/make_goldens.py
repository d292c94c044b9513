"""Whole battles of Deadzone as text, to be compared on every run. `python -m tests.deadzone.make_goldens` writes them
anew.

Rewrite them only when play was meant to change, or cards of the pack were, and read the difference: it is the review of
the change. Teams are written here, so that other rosters and prices change nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fireteam
from fireteam.core.match import Match
from fireteam.games.deadzone.content.teams import TEAMS
from tests.deadzone.playing import lively, other_readings
from tests.kit.goldens import written
from tests.kit.playing import play_out

FOLDER = Path(__file__).parent / "goldens"


def team(faction: str, *units: str) -> dict[str, Any]:
    """A team of a game of 200 points, with room for dearer cards; each model with its item after a slash."""
    models = [
        {"unit": unit} | ({"item": item} if item else {}) for unit, _, item in (one.partition("/") for one in units)
    ]
    return {"format": TEAMS.format, "name": faction.title(), "faction": faction, "limit": 200, "models": models}


WARDENS = team(
    "wardens", "lamp_captain/Ammo", "glasseye/AP Ammo", "signal_bearer/Medi-Pack", "watchhand", "watchhand",
    "gate_shield",
)  # fmt: skip
CINDER = team("cinder", "shop_speaker/Frag Grenade", "fuse_hand", "pithand", "pithand", "shaft_brawler", "canary_drone")
BRINE = team(
    "brine", "tide_cantor/Smoke Grenade", "blight_censer", "ink_diver/Adrenaline Shot", "deep_chorister",
    "reef_acolyte", "lamprey_hound",
)  # fmt: skip
TANGLE = team("tangle", "compost_sage/Medi-Pack", "maul_stag", "thorn_handler", "husk", "husk", "briar_runner")
GAMES: dict[str, dict[str, Any]] = {
    "crossed_lanterns": {"map": "saltworks", "seed": 21, "teams": (WARDENS, CINDER)},
    "split_claim": {"map": "lamp_market", "seed": 22, "teams": (BRINE, TANGLE), "options": other_readings()},
    "cold_files": {"map": "gantry_yard", "seed": 27, "teams": (CINDER, BRINE)},
    "run_the_cordon": {"map": "saltworks", "seed": 24, "teams": (TANGLE, WARDENS), "options": other_readings()},
}
"""One battle of each scenario."""


def played(name: str) -> Match:
    """The match of a golden battle, played to its end."""
    wishes = GAMES[name]
    return play_out(fireteam.new("deadzone", scenario=name, **wishes), wishes["seed"], lively)


def main() -> None:
    """Write all golden battles."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(written(played(name)), encoding="utf-8")


if __name__ == "__main__":
    main()

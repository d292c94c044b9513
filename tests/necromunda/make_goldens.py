"""Whole battles of Necromunda as text, to be compared on every run. `python -m tests.necromunda.make_goldens` writes
them anew.

Rewrite them only when play was meant to change, or cards of the pack were, and read the difference: it is the review of
the change. Gangs are written here, so that other rosters and prices change nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fireteam
from fireteam.core.match import Match
from tests.kit.goldens import written
from tests.kit.playing import play_out
from tests.necromunda.playing import lively, other_readings
from tests.quick import compiled

FOLDER = Path(__file__).parent / "goldens"


def gang(name: str, *members: str, vehicles: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A small gang; each member as its type, its name, what it carries, and its skills after a slash."""
    found = []
    for told in members:
        who, _, skills = told.partition(" / ")
        type, name_of, *gear = (part.strip() for part in who.split(","))
        found.append({"type": type, "name": name_of, "gear": gear, "skills": skills.split(", ") if skills else []})
    return {"id": name, "gang": name, "title": name.title(), "members": found, "vehicles": list(vehicles)}


CHOIR = gang(
    "choir",
    "tide-prior, Skeer, hatch-shield, axe, snub, ring-vest / iron-calm",
    "drowned-brother, Lode, slug-rifle, oilcloth",
    "net-hand, Seine, net-gun, drop-reel",
    "keel-ox, Dredger, rip-saw",
    "sprat, Shrimp, snub, knife, drain-gin",
)
COURIERS = gang(
    "couriers",
    "lampmaster, Quill, arc-blade, coil-pistol, ring-vest, line-gun / long-stride",
    "longshade, Mute, long-coil, night-lenses / pick-of-the-crowd",
    "fusekeeper, Match, coil-carbine, frag, fuse-ferrets",
    "pedal-lancer, Spokes, pedal-lance",
    "courier, Hob, snub, knife",
)
WIDOWS = gang(
    "widows",
    "slag-matron, Bessemer, arc-maul, ember-pistol, ring-vest / bull-rush",
    "cinder, Grit, snub, knife",
    "stoker, Clinker, scatter-gun, oilcloth",
    "riveter, Bolt, rivet-gun, seam-cutter",
    vehicles=(
        {"type": "ironback", "name": "Dowager", "crew": "slag-drivers", "crew_gear": ["snub"],
         "slots": {"bow": "hull-torch", "turret": "hull-stutter"}, "racks": ["smoke-rack"]},
    ),
)  # fmt: skip
LEDGER = gang(
    "ledger",
    "first-auditor, Vane, arc-pistol, venom-stylus, shimmer-belt / claw-master",
    "distrainer, Levy, white-lance / bull-rush",
    "collector, Gross, snub, knife, pedal-hog",
    "seal-clerk, Wafer, coil-carbine, fume-pot",
    vehicles=(
        {"type": "drifter", "name": "Arrears", "crew": "van-clerks", "slots": {"ring": "hull-spear"}},
    ),
)  # fmt: skip
GAMES: dict[str, dict[str, Any]] = {
    "tollgate": {"map": "lockside", "seed": 31, "gangs": (CHOIR, COURIERS)},
    "casket-run": {"map": "kettleworks", "seed": 32, "gangs": (COURIERS, LEDGER), "options": other_readings()},
    "break-the-convoy": {"map": "causeway", "seed": 33, "gangs": (WIDOWS, LEDGER)},
    "cold-fuse": {"map": "kettleworks", "seed": 34, "gangs": (CHOIR, WIDOWS), "options": other_readings()},
}
"""One battle of each scenario, two with vehicles."""


def played(name: str) -> Match:
    """The match of a golden battle, played to its end."""
    wishes = GAMES[name]
    return play_out(fireteam.new("necromunda", scenario=name, **wishes), wishes["seed"], lively)


def main() -> None:
    """Write all golden battles."""
    FOLDER.mkdir(exist_ok=True)
    with compiled():
        for name in GAMES:
            (FOLDER / f"{name}.txt").write_text(written(played(name)), encoding="utf-8")


if __name__ == "__main__":
    main()

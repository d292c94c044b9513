"""The packs of Deadzone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kit.content.packs import Packs

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack

PACKS: Packs[Pack] = Packs(
    __package__,
    "drowned-lamps",
    contents=lambda pack: {
        "factions": [entry.id for entry in pack.factions],
        "units": sum(len(entry.units) for entry in pack.factions),
        "weapons": len(pack.weapons),
        "maps": [entry.id for entry in pack.maps],
        "scenarios": [entry.id for entry in pack.scenarios],
    },
    joined=("weapons", "equipment"),
    read_by=("cards.py", "geometry.py", "../../space/cubes/*.py"),
)
content = PACKS.content

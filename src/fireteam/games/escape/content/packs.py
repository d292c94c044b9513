"""The packs of ESCAPE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kit.content.packs import Packs

if TYPE_CHECKING:
    from fireteam.games.escape.content.pack import Pack

PACKS: Packs[Pack] = Packs(
    __package__,
    "sublevel-zero",
    contents=lambda pack: {
        "characters": len(pack.characters),
        "maps": len(pack.maps),
        "scenarios": [entry.id for entry in pack.scenarios],
    },
    joined=("equipment_data", "maps"),
)
content = PACKS.content

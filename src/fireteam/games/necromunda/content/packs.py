"""The packs of Necromunda."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kit.content.packs import Packs

if TYPE_CHECKING:
    from fireteam.games.necromunda.content.pack import Pack

PACKS: Packs[Pack] = Packs(
    __package__,
    "kettle-deep",
    contents=lambda pack: {
        "gangs": [entry.id for entry in pack.gangs],
        "fighters": sum(len(entry.fighters) for entry in pack.gangs),
        "weapons": len(pack.weapons),
        "vehicles": [entry.id for entry in pack.vehicles],
        "maps": [entry.id for entry in pack.maps],
        "scenarios": [entry.id for entry in pack.scenarios],
    },
    read_by=("cards.py", "traits/*.py", "../../space/plane/free/plan.py"),
)
content = PACKS.content

"""The packs of Kill Team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kit.content.packs import Packs

if TYPE_CHECKING:
    from fireteam.games.killteam.content.pack import Pack

PACKS: Packs[Pack] = Packs(
    __package__,
    "four-lamps",
    contents=lambda pack: {
        key: [entry.id for entry in getattr(pack, key)] for key in ("teams", "killzones", "crit_ops", "tac_ops")
    },
    joined=("tokens", "marker_kinds"),
    read_by=("abilities/*.py", "abilities/words/*.py", "ops/*.py"),
)
content = PACKS.content

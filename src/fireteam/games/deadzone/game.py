"""Deadzone as the kernel sees it: what can be played, and how a battle is prepared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fireteam.games.deadzone.content.packs import PACKS, content
from fireteam.kit import game as kit
from fireteam.kit.content.packs import Packs

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.setting import Setting


class Deadzone(kit.Game):
    """The game of Deadzone."""

    name = "deadzone"
    title = "Deadzone"
    version = "1"
    secrets = True
    amounts = ("damage ",)
    results = ("killed ", "pinned ")

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack."""
        return {entry.id: entry.name for entry in content(pack).scenarios}

    def packs(self) -> Packs[Pack]:
        """Its data packs."""
        return PACKS

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new battle (see DZ-SETUP-02)."""
        raise NotImplementedError


GAME = Deadzone()

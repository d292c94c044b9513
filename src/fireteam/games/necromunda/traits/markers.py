"""Traits about markers: how large a Blast is, what stays where it fell, and the template."""

from __future__ import annotations

from fireteam.games.necromunda.cards import trait
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait


@trait("Blast", numbered=True)
class BlastMarker(Trait):
    """It puts down a marker of so many inches across (see NE-BLS-01)."""

    def blast(self) -> int:
        return self.number


@trait("Template")
class Template(Trait):
    """It is used with the Flame template (see NE-BLS-05)."""


@trait("Smoke")
class Smoke(Trait):
    """A cloud that reaches 2.5 inches each way and blocks sight into it, out of it and through it; it hits nobody
    (NE-TRT-11)."""

    def leaves_marker(self, t: Table, who: int, marker: tuple[int, int, int]) -> None:
        t.leave_marker("smoke", marker, self.name, t.side(who))

    def hits_nobody(self) -> bool:
        return True

    def needs_target(self) -> bool:
        return False

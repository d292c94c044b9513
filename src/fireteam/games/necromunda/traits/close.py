"""Traits of weapons in close combat, and of what is carried there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from fireteam.core.refusals import Modifier
from fireteam.games.necromunda.cards import trait
from fireteam.games.necromunda.hits import MELEE, Strike
from fireteam.games.necromunda.positions import faces
from fireteam.games.necromunda.state import NOBODY
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait

CHARGED = "charged"
"""What a fighter is marked with that has charged in this activation."""


@trait("Melee")
class Melee(Trait):
    """It is used against Engaged enemies only (NE-TRT-33)."""

    def melee(self) -> bool:
        return True


@trait("Sidearm")
class Sidearm(Trait):
    """A pistol that serves in close combat too: one attack, no accuracy (NE-TRT-10)."""

    def sidearm(self) -> bool:
        return True


@trait("Versatile")
class Versatile(Trait):
    """A melee weapon that reaches as far as its long range in its wielder's activation and Reactions (NE-TRT-13)."""

    def reaches(self) -> bool:
        return True


@trait("Parry")
class Parry(Trait):
    """A Standing defender may make the attacker roll one hit again; not against Power, but with Power (NE-TRT-07)."""

    def parries(self) -> bool:
        return True


@trait("Backstab")
class Backstab(Trait):
    """+1 Strength from outside the target's arc; Prone targets have none (NE-TRT-25)."""

    def strength(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        if strike.kind != MELEE or t.is_vehicle(strike.on) or not strike.standing:
            return ()
        return () if faces(t, strike.on, strike.x, strike.y) else (Modifier(1, "from behind", "NE-TRT-25"),)


@trait("Shield")
class Shield(Trait):
    """Against attacks from the front: +2 to saves in close combat, +1 against ranged ones (NE-TRT-27)."""

    def aspect(self, t: Table, strike: Strike) -> Hashable:
        return faces(t, strike.on, strike.x, strike.y)

    def shields(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        from_attack = strike.by != NOBODY or strike.kind in ("blast", "template", "trap")
        if not (strike.standing and from_attack and faces(t, strike.on, strike.x, strike.y)):
            return ()
        return (Modifier(2 if strike.kind == MELEE else 1, "shield", "NE-TRT-27"),)


@trait("Lance")
class Lance(Trait):
    """+1 Strength for a Mounted fighter that charges or rides by; it may be used Mounted though Unwieldy
    (NE-TRT-37)."""

    def strength(self, t: Table, strike: Strike) -> Iterable[Modifier]:
        by = strike.by
        if by == NOBODY or not t.cards[by].mounted or CHARGED not in t.model(by).done:
            return ()
        return (Modifier(1, "lance in the charge", "NE-TRT-37"),)

    def for_riders(self) -> bool:
        return True

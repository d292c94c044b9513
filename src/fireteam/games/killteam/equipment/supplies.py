"""Markers that equip: the re-roll of an ammo cache, the reach of a comms device (KT-EQ-01 to KT-EQ-04)."""

from __future__ import annotations

from fireteam.games.killteam import markers
from fireteam.games.killteam.abilities.grants import reroll
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.equipment.pieces import figures
from fireteam.games.killteam.state import Effect
from fireteam.games.killteam.table import Table

AMMO_CACHE, COMMS_DEVICE = "ammo_cache", "comms_device"
"""Options of universal equipment, and the kinds of their markers."""
(AMMO_RULE,) = reroll(1, "Ammo cache")
"""The rule that a resupplied operative's own weapons have (see KT-EQ-02)."""
USED = "used"
"""The tag of a cache that has been used in this turning point (see KT-EQ-02)."""
RESUPPLIED = Effect("resupplied", "ammo", 0, "turning point", "KT-EQ-02")


def attack_rules(t: Table, who: int, weapon: Weapon) -> tuple[str, ...]:
    """The weapon rules that equipment gives a shot: a re-roll for weapons of the datacard (KT-EQ-22, see KT-EQ-02)."""
    own = (
        weapon.ranged
        and RESUPPLIED in t.operative(who).effects
        and any(found.id == weapon.id for found in t.card(who).weapons)
    )
    return (AMMO_RULE,) if own else ()


def support_reach(t: Table, who: int) -> int:
    """By how many inches its SUPPORT rules reach farther: while it controls a comms device of its own side (KT-EQ-03,
    KT-EQ-04)."""
    seat = t.operative(who).seat
    devices = [marker for marker in t.state.markers.values() if marker.kind == COMMS_DEVICE and marker.seat == seat]
    if not devices or t.unaided:
        return 0
    # A SUPPORT rule may change who controls the device: as far as it reaches without it, else the one would wait for
    # the other.
    t.unaided = True
    controls = any(markers.controls(t, who, marker) for marker in devices)
    t.unaided = False
    return figures(t.setting).comms_device.adds if controls else 0

"""Places that change a fight or a shot by themselves: strongholds, and the whole of a Gallowdark (KT-VOLK-05,
KT-VOLK-06, KT-GALL-09)."""

from __future__ import annotations

from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.content.terrain import INSIGNIFICANT, STRONGHOLD
from fireteam.games.killteam.positions import body_of
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.weapons import nearby, spreads
from fireteam.space.plane.measure import wholly_in_area
from fireteam.space.plane.shots import surface

VOLKUS, BHETA_DECIMA, GALLOWDARK = "volkus", "bheta_decima", "gallowdark"
"""The kinds of killzones that have rules of their own."""
CONDENSED = ("Lethal 5+",)
"""What blasts and streams gain in a condensed place (see KT-VOLK-05 and KT-GALL-09)."""


def kind_of(t: Table) -> str:
    """The kind of killzone that is played in; empty: one without rules of its own."""
    found: str = t.setting.zone.kind
    return found


def in_stronghold(t: Table, who: int) -> bool:
    """Whether an operative is wholly within a stronghold, on whichever level (see KT-VOLK-05 and KT-VOLK-06)."""
    body = body_of(t, who)
    return any(wholly_in_area(body, found.footprint) for found in t.setting.zone.landmarks if found.kind == STRONGHOLD)


def garrisoned(t: Table, defender: int, attacker: int) -> bool:
    """Whether a defender wholly inside a stronghold resolves the first die against an attacker who is not
    (KT-VOLK-06)."""
    return kind_of(t) == VOLKUS and in_stronghold(t, defender) and not in_stronghold(t, attacker)


def condensed(t: Table, target: int) -> bool:
    """Whether a target stands where blasts and streams are worse: anywhere in a Gallowdark, in Volkus wholly within a
    stronghold and on the floor or a fire step (KT-VOLK-05, KT-GALL-09)."""
    kind = kind_of(t)
    if kind != VOLKUS:
        return kind == GALLOWDARK
    stands = surface(t.board, body_of(t, target))
    low = stands < 0 or bool(t.board.flags[stands] & INSIGNIFICANT)
    return low and in_stronghold(t, target)


def spreading(weapon: Weapon) -> bool:
    """Whether a weapon has Blast, Torrent or a Devastating with a distance (see KT-VOLK-05 and KT-GALL-09)."""
    return bool(spreads(weapon)) or nearby(weapon) > 0


def gained_rules(t: Table, target: int, weapon: Weapon) -> tuple[str, ...]:
    """The weapon rules that the place of a target gives to a weapon used against it (see KT-VOLK-05 and KT-GALL-09)."""
    return CONDENSED if kind_of(t) in (VOLKUS, GALLOWDARK) and spreading(weapon) and condensed(t, target) else ()

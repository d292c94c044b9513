"""Who can be struck: contact, a barricade between, hulls within 1", and weapons that reach (NE-STAT-02, NE-TRT-13)."""

from __future__ import annotations

from fireteam.games.necromunda.cards import Profile
from fireteam.games.necromunda.positions import engaged_with, gap, in_arc, within
from fireteam.games.necromunda.sight import sees
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Trait


def reach_of(profile: Profile) -> int:
    """How far a melee weapon reaches beyond contact, in inches (see NE-TRT-13)."""
    return profile.long if any(reaches() for reaches in profile.windows[Trait.reaches]) else 0


def longest_reach(t: Table, who: int) -> int:
    """The longest reach of a fighter's weapons."""
    return max((reach_of(profile) for weapon in t.weapons(who) for profile in weapon.profiles), default=0)


def at_reach(t: Table, who: int, reach: int) -> list[int]:
    """Standing enemy fighters within a reach, in the arc and seen (see NE-TRT-13)."""
    if not reach:
        return []
    return [
        foe
        for foe in t.enemies(who)
        if t.stands(foe) and within(gap(t, who, foe), reach) and in_arc(t, who, foe) and sees(t, who, foe)
    ]


def opponents(t: Table, who: int) -> list[int]:
    """Whom a Standing fighter can strike: all it is Engaged with, and whom it reaches."""
    found = engaged_with(t, who)
    return [*found, *(foe for foe in at_reach(t, who, longest_reach(t, who)) if foe not in found)]


def in_reach(t: Table, who: int, foe: int, profile: Profile) -> bool:
    """Whether a weapon strikes an enemy: Engaged with it, or within the weapon's own reach (see NE-CC-04)."""
    return foe in engaged_with(t, who) or foe in at_reach(t, who, reach_of(profile))

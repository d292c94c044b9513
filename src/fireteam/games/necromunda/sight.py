"""What can be seen: lines from an eye to the 25 points of a target, and cover (NE-MEAS-03, NE-SHT-02, NE-SHT-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fireteam.games.necromunda.positions import eye, in_contact, muzzle, shape
from fireteam.games.necromunda.state import NOBODY, PLAY, STANDING, WRECKED
from fireteam.space.plane.free import seeing
from fireteam.space.plane.free.seeing import Watched
from fireteam.space.plane.free.shapes import Shape

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

WRECK = "wreck"
"""What a wreck that has been driven to pieces has lost (see NE-VHIT-10)."""

POINTS = 25
HALF = 13
"""From so many hidden points on the cover is full."""
OPEN, PARTIAL, FULL, UNSEEN = range(4)
COVER_NAMES = ("no cover", "partial cover", "full cover", "out of sight")
SHELTERED = "sheltered"
"""A fighter that counts as having partial cover (see NE-BAD-04)."""


class Eye(NamedTuple):
    """Where somebody looks from, and whose eye it is."""

    x: int
    y: int
    z: int
    who: int = NOBODY


def eye_of(t: Table, who: int) -> Eye:
    """The eye of a fighter."""
    return Eye(*eye(t, who), who)


def eye_at(t: Table, who: int, weapon: str) -> Eye:
    """The eye behind a weapon: of its bearer, or over a gun of a vehicle (see NE-VEH-34)."""
    bearer = t.bearer(who, weapon)
    if not t.is_vehicle(bearer):
        return eye_of(t, who)
    at = muzzle(t, who, weapon)
    return Eye(at.x, at.y, at.z + t.vehicle(bearer).height, who)


def blockers(t: Table, viewer: Eye, target: int) -> list[Shape]:
    """Who stands in the way of lines: Standing models, vehicles and wrecks, never Prone ones, nor friends in base
    contact with who looks (see NE-SHT-02); who is seated in a vehicle is part of it."""
    found: list[Shape] = []
    for m in t.state.models:
        if m.index in (viewer.who, target) or m.inside:
            continue
        if t.cards[m.index].vehicle:
            ridden = [t.state.models[who].aboard for who in (viewer.who, target) if who != NOBODY]
            wreck = m.stance == WRECKED and WRECK not in m.lost
            if m.index not in ridden and (m.status == PLAY or wreck):
                found.append(shape(t, m.index))
        elif m.status == PLAY and m.stance == STANDING:
            friend = viewer.who != NOBODY and m.side == t.side(viewer.who)
            if not (friend and in_contact(t, viewer.who, m.index)):
                found.append(shape(t, m.index))
    return found


def watched(t: Table, viewer: Eye, target: int) -> Watched:
    """A target as whoever has that eye sees it, wherever the eye is (see NE-SHT-02)."""
    return Watched(t.field, shape(t, target), blockers(t, viewer, target), t.clouds())


def hidden_points(t: Table, viewer: Eye, target: int) -> int:
    """How many of the 25 points of a target cannot be seen from an eye (NE-MEAS-03)."""
    return watched(t, viewer, target).hidden(viewer[:3])


def cover_from(t: Table, viewer: Eye, target: int) -> int:
    """The cover of a target from an eye (see NE-SHT-06)."""
    return cover_of(t, target, hidden_points(t, viewer, target))


def cover_of(t: Table, target: int, count: int) -> int:
    """The cover of a target of which so many points are hidden: some are partial cover, half of them full
    (NE-SHT-06)."""
    if count >= POINTS:
        return UNSEEN
    m = t.model(target)
    least = PARTIAL if m.seated or SHELTERED in m.conditions else OPEN
    found = OPEN if count == 0 else PARTIAL if count < HALF else FULL
    return max(found, least)


def cover(t: Table, who: int, target: int) -> int:
    """The cover of a target from a fighter (see NE-SHT-06)."""
    return cover_from(t, eye_of(t, who), target)


def sees(t: Table, who: int, target: int) -> bool:
    """Whether a fighter has a line to any part of a target, whichever way it faces (see NE-SHT-02)."""
    return cover(t, who, target) != UNSEEN


def free_line(t: Table, who: int, other: int) -> bool:
    """Whether a free line leads from a fighter's eye to the middle of another body (see NE-SHT-11)."""
    m = t.model(other)
    middle = (m.x, m.y, m.z + shape(t, other).height // 2)
    return seeing.free_line(t.field, eye(t, who), middle, clouds=t.clouds())


def point_seen(t: Table, viewer: Eye, x: int, y: int, z: int) -> bool:
    """Whether an eye sees a point of a floor: a free line to just above it (see NE-BLS-01)."""
    return seeing.free_line(t.field, viewer[:3], (x, y, z + 10), blockers(t, viewer, NOBODY), t.clouds())

"""What distances of ops are measured from: the centre, the centreline, drop zones, markers of the op (KT-BASE-12,
KT-BASE-13, KT-BASE-15)."""

from __future__ import annotations

from math import inf
from typing import ClassVar

from fireteam.games.killteam.ops.things import Moment, Scope, op_markers, seat_of, to_line
from fireteam.games.killteam.ops.words import Word
from fireteam.games.killteam.positions import drop_zone, spot_of
from fireteam.games.killteam.zone import Zone
from fireteam.space.plane import measure as plane

Line = tuple[tuple[int, int], tuple[int, int]]


class Origin(Word):
    """Something in the killzone that others are near to or far from."""

    known: ClassVar[dict[str, type[Origin]]] = {}
    central: ClassVar[bool] = False
    """Whether bots are drawn to the middle by it."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def distance(self, m: Moment, disc: plane.Disc, limit: float) -> float:
        """From something to it; beyond the limit it may be more than it is, since nobody looks for the way round walls
        then (KT-BASE-12, KT-BASE-13)."""
        raise NotImplementedError

    def wholly_within(self, m: Moment, disc: plane.Disc, inches: float) -> bool:
        """Whether every part of something is so near (KT-BASE-15)."""
        raise NotImplementedError


class Centre(Origin):
    """The centre point."""

    name, central = "centre", True

    def line(self, zone: Zone) -> Line:
        """Where it runs."""
        return zone.centre, zone.centre

    def distance(self, m: Moment, disc: plane.Disc, limit: float) -> float:
        return max(0.0, to_line(disc.x, disc.y, self.line(m.t.setting.zone)) - disc.radius)

    def wholly_within(self, m: Moment, disc: plane.Disc, inches: float) -> bool:
        return plane.within(to_line(disc.x, disc.y, self.line(m.t.setting.zone)) + disc.radius, inches)


class Centreline(Centre):
    """The centreline."""

    name = "centreline"

    def line(self, zone: Zone) -> Line:
        return zone.centreline


class OwnDropZone(Origin):
    """The drop zone of the player."""

    name = "own_drop_zone"
    whose: ClassVar[str] = "own"

    def distance(self, m: Moment, disc: plane.Disc, limit: float) -> float:
        return plane.to_area(disc, drop_zone(m.t, seat_of(m.me, self.whose)))

    def wholly_within(self, m: Moment, disc: plane.Disc, inches: float) -> bool:
        return plane.wholly_within_of_area(disc, drop_zone(m.t, seat_of(m.me, self.whose)), inches)


class EnemyDropZone(OwnDropZone):
    """The drop zone of the other player."""

    name, whose = "enemy_drop_zone", "enemy"


class OpMarkers(Origin):
    """The nearest of the player's markers of the op."""

    name = "op_marker"

    def distance(self, m: Moment, disc: plane.Disc, limit: float) -> float:
        lying = op_markers(m.t, self.scope, m.me)
        return min((plane.between(m.t.board, disc, spot_of(m.t, marker), limit) for marker in lying), default=inf)

    def wholly_within(self, m: Moment, disc: plane.Disc, inches: float) -> bool:
        lying = op_markers(m.t, self.scope, m.me)
        return any(plane.wholly_within(disc, spot_of(m.t, marker), inches) for marker in lying)

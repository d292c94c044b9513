"""Markers that a tac op sets up before the battle, and where they may lie (KT-OPS-05, KT-MARK-01)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fireteam.core.refusals import Check, Why, need
from fireteam.games.killteam.markers import PORTABLE, rests
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.ops.scoring import reveal
from fireteam.games.killteam.ops.things import to_line
from fireteam.games.killteam.ops.words import Word
from fireteam.games.killteam.positions import radius_of, territory
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane import measure as plane
from fireteam.space.plane.model import INCH, Spot

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import SetupMarkers
    from fireteam.games.killteam.ops.scoring import PlayedOp
    from fireteam.games.killteam.table import Table

EDGE, FAR = 2, 6
"""How near the edge of the own territory a marker lies, and how far from it another one, in inches."""


def _setup(t: Table, seat: int) -> tuple[PlayedOp, SetupMarkers] | None:
    mission = t.setting.mission
    op = mission.others.get(t.selected(seat, TAC_OP)) if mission is not None else None
    setup: SetupMarkers | None = getattr(op.data, "setup", None) if op is not None else None
    return (op, setup) if op is not None and setup is not None else None


class OpMarker(NamedTuple):
    """A marker that a tac op sets up before the battle (see KT-OPS-05)."""

    id: str
    kind: str
    where: str
    """Where it goes, in the words of the pack."""
    seat: int

    @property
    def label(self) -> str:
        """The marker by its kind."""
        return self.kind

    def places(self, t: Table) -> Places:
        """Where it may be set up (KT-MARK-01)."""
        return marker_places(t, self.seat, self.kind, self.where)

    def set_up(self, t: Table, place: Place) -> None:
        """It is set up, and with the first of them the op is revealed (see KT-OPS-20)."""
        found = _setup(t, self.seat)
        assert found is not None
        op, setup = found
        reveal(t, self.seat, op.scope)
        tags = (PORTABLE,) if setup.portable else ()
        t.lay(Marker(self.id, self.kind, self.seat, place.x, place.y, place.z, NOBODY, "", tags), "KT-OPS-05")


def markers_to_set_up(t: Table, seat: int) -> list[OpMarker]:
    """The markers of its tac op that a seat has still to set up."""
    found = _setup(t, seat)
    if found is None:
        return []
    setup = found[1]
    kind, last = setup.place_marker, len(setup.where) - 1
    every = [
        OpMarker(f"{kind}-{'ab'[seat]}{number + 1}", kind, setup.where[min(number, last)], seat)
        for number in range(setup.count)
    ]
    return [marker for marker in every if marker.id not in t.state.markers]


def marker_places(t: Table, seat: int, kind: str, where: str) -> Places:
    """Where such a marker may be set up (KT-MARK-01)."""
    ground, radius = t.ground, radius_of(kind)
    width, height = round(ground.width * INCH), round(ground.height * INCH)
    return Places(
        "place",
        ("KT-OPS-05", "KT-MARK-01"),
        partial(_refused, t, seat, radius, Where.known[where]()),
        lambda: [Place(x, y, 0) for x, y in lattice([((0, 0), (width, 0), (width, height), (0, height))], INCH)],
        surfaces=ground.surfaces,
        radius=radius,
    )


def _refused(t: Table, seat: int, radius: float, where: Where, place: Place) -> Check | None:
    """Why a marker may not be set up there; None: it may."""
    checks: list[Check] = []
    spot = Spot(place.x, place.y, place.z, radius)
    return None if rests(t, spot, checks) and where.allows(t, seat, spot, checks) else checks[-1]


# -- where to ----------------------------------------------------------------------------------------------------------


class Where(Word):
    """Where a marker goes that is set up before the battle (KT-BASE-14)."""

    known: ClassVar[dict[str, type[Where]]] = {}
    chosen: ClassVar[bool] = True
    """Whether a player picks the place."""

    def allows(self, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        """Whether it may be set up there."""
        return True


class OnCentreline(Where):
    """On the centreline."""

    name = "on_centreline"

    def allows(self, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        away = max(0.0, to_line(spot.x, spot.y, t.setting.zone.centreline) - spot.radius)
        return need(why, plane.within(away, 0), "KT-BASE-14", 'on the centreline: {:.2f}" away', away)


class NearOwnEdge(Where):
    """Near the edge of the own territory inside the killzone; the edge of the killzone itself is none."""

    name = "within_2_of_own_territory_edge"

    def allows(self, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        own, inner = territory(t, seat), []
        width, height = round(t.ground.width * INCH), round(t.ground.height * INCH)
        for (x, y), (nx, ny) in zip(own, (*own[1:], own[0]), strict=True):
            if not ((x == nx and x in (0, width)) or (y == ny and y in (0, height))):
                inner.append(to_line(spot.x, spot.y, ((x, y), (nx, ny))))
        away = max(0.0, min(inner) - spot.radius)
        text = 'within {}" of the edge of the own territory: {:.2f}"'
        return need(why, plane.within(away, EDGE), "KT-BASE-14", text, EDGE, away)


class BeyondOwn(Where):
    """Far from the own territory."""

    name = "beyond_6_of_own_territory"

    def allows(self, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        away = plane.to_area(spot, territory(t, seat))
        return need(
            why, plane.beyond(away, FAR), "KT-BASE-14", 'more than {}" from the own territory: {:.2f}"', FAR, away
        )


class WhereTheVictimStood(Where):
    """Where a victim stood: nobody picks it."""

    name, chosen = "where_the_victim_stood", False

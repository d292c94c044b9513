"""Markers that a tac op sets up before the battle, and where they may lie (KT-OPS-05, KT-MARK-01)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fireteam.core.refusals import Check, need
from fireteam.games.killteam.markers import PORTABLE, rests
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.ops.measures import TAC_OP, to_line
from fireteam.games.killteam.ops.scoring import reveal
from fireteam.games.killteam.positions import radius_of, territory
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
        partial(_refused, t, seat, radius, where),
        lambda: [Place(x, y, 0) for x, y in lattice([((0, 0), (width, 0), (width, height), (0, height))], INCH)],
        surfaces=ground.surfaces,
        radius=radius,
    )


def _refused(t: Table, seat: int, radius: float, where: str, place: Place) -> Check | None:
    """Why a marker may not be set up there; None: it may."""
    checks: list[Check] = []
    spot = Spot(place.x, place.y, place.z, radius)
    own = territory(t, seat)
    if not rests(t, spot, checks):
        return checks[-1]
    if where == "on_centreline":
        away = max(0.0, to_line(spot.x, spot.y, t.setting.zone.centreline) - radius)
        ok = need(checks, plane.within(away, 0), "KT-BASE-14", 'on the centreline: {:.2f}" away', away)
    elif where == "within_2_of_own_territory_edge":
        away = max(0.0, edge_of(t, seat, spot) - radius)
        ok = need(
            checks,
            plane.within(away, EDGE),
            "KT-BASE-14",
            'within {}" of the edge of the own territory: {:.2f}"',
            EDGE,
            away,
        )
    else:
        away = plane.to_area(spot, own)
        ok = need(
            checks, plane.beyond(away, FAR), "KT-BASE-14", 'more than {}" from the own territory: {:.2f}"', FAR, away
        )
    return None if ok else checks[-1]


def edge_of(t: Table, seat: int, spot: Spot) -> float:
    """From a point to the edge of a territory inside the killzone; the edge of the killzone itself is none."""
    own = territory(t, seat)
    width, height = round(t.ground.width * INCH), round(t.ground.height * INCH)
    inner = []
    for number, (x, y) in enumerate(own):
        nx, ny = own[(number + 1) % len(own)]
        if not ((x == nx and x in (0, width)) or (y == ny and y in (0, height))):
            inner.append(to_line(spot.x, spot.y, ((x, y), (nx, ny))))
    return min(inner)

"""Operatives and markers where they stand: their bodies and discs on the plane (KT-GEO-01, KT-MARK-02)."""

from __future__ import annotations

from functools import lru_cache

from fireteam.games.killteam.state import KILLZONE, NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.space.plane.measure import wholly_in_area
from fireteam.space.plane.model import INCH, Body, Polygon, Spot, base

OBJECTIVE = "objective"
"""The kind of marker that is 40 mm across; all others are 20 mm (see KT-MARK-02)."""
OBJECTIVE_RADIUS, MARKER_RADIUS = base(40), base(20)


@lru_cache(maxsize=64)
def base_radius(hundredths: int) -> float:
    """The radius of a base in inches: bases are whole millimetres across, cards round the radius to hundredths
    (see KT-GEO-01)."""
    return base(round(hundredths * 50.8 / INCH))


def body_of(t: Table, who: int) -> Body:
    """An operative where it stands, as wide as its base and as high as its card says (see KT-GEO-01)."""
    operative = t.state.operatives[who]
    found: Body | None = operative.body
    if found is None:
        card = t.card(who)
        found = operative.body = Body(operative.x, operative.y, operative.z, base_radius(card.radius), card.height)
    return found


def in_killzone(t: Table) -> list[int]:
    """The operatives that stand in the killzone; incapacitated ones do until they are removed (KT-DMG-06)."""
    return [operative.index for operative in t.state.operatives if operative.status == KILLZONE]


def of_seat(t: Table, seat: int) -> list[int]:
    """The operatives of a seat that stand in the killzone."""
    return [
        operative.index for operative in t.state.operatives if operative.status == KILLZONE and operative.seat == seat
    ]


def place_of(t: Table, who: int) -> str:
    """Where an operative stands, in inches; the height only where it is not the floor."""
    operative = t.operative(who)
    height = f", {operative.z / INCH:.2f} up" if operative.z else ""
    return f"{operative.x / INCH:.2f}, {operative.y / INCH:.2f}{height}"


def radius_of(kind: str) -> float:
    """The radius of a kind of marker in inches (KT-MARK-02)."""
    return OBJECTIVE_RADIUS if kind == OBJECTIVE else MARKER_RADIUS


def lying(marker: Marker) -> Spot:
    """A marker that nobody carries, as a disc (see KT-MARK-02)."""
    return Spot(marker.x, marker.y, marker.z, radius_of(marker.kind))


def spot_of(t: Table, marker: Marker) -> Spot | Body:
    """A marker as a disc; a carried one is as far from everything as its carrier (KT-BASE-16)."""
    return lying(marker) if marker.carrier == NOBODY else body_of(t, marker.carrier)


def territory(t: Table, seat: int) -> Polygon:
    """The territory of a seat (KT-OPS-02)."""
    found: Polygon = t.setting.zone.territories[t.state.zones[seat]]
    return found


def drop_zone(t: Table, seat: int) -> Polygon:
    """The drop zone of a seat (KT-OPS-02)."""
    found: Polygon = t.setting.zone.drop_zones[t.state.zones[seat]]
    return found


def wholly_in_territory(t: Table, who: int, seat: int) -> bool:
    """Whether an operative stands wholly within the territory of a seat, however high up (KT-BASE-15, KT-BASE-13)."""
    return wholly_in_area(body_of(t, who), territory(t, seat))

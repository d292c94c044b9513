"""Where an operative is set up: wholly within its drop zone, where it can stand (KT-OPS-08, KT-OPS-21)."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from fireteam.core.refusals import Check
from fireteam.games.killteam.content.terrain import HEAVY, LIGHT
from fireteam.games.killteam.geometry import stands
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import base_radius, body_of, drop_zone, in_killzone
from fireteam.games.killteam.state import RESERVE
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane.measure import wholly_in_area
from fireteam.space.plane.model import INCH, Body, Polygon, base
from fireteam.space.plane.placing import Ground, distance

STEP = 75
"""Hundredths between the points that are looked at for suggestions."""
CROWDED = 10
"""The same where all of those are taken."""
SUGGESTED = 24
RADIUS, HEIGHT = base(32), 140
"""An operative of the usual size."""
LOW = 1
"""Inches above its feet in which a part must begin to hide it."""
APART = 150
"""Hundredths between the places that are suggested first."""


def third(size: int) -> int:
    """How many operatives are set up at a time: a third of the team, rounded up (see KT-OPS-08)."""
    return -(-size // 3)


def set_up_by(t: Table, seat: int) -> tuple[int, int]:
    """How many operatives of a seat are set up, and how many it has."""
    own = [operative for operative in t.state.operatives if operative.seat == seat]
    return sum(operative.status != RESERVE for operative in own), len(own)


@lru_cache(maxsize=32)
def spots(ground: Ground, zone: Polygon, enemy: Polygon) -> tuple[Place, ...]:
    """Places on a lattice in a drop zone where a base can stand, those behind cover and forward first.

    Worked out once for a killzone as it is printed: what stands in it since is looked at when a place is suggested.
    """
    towards = _middle(enemy)
    found: list[tuple[float, Place]] = []
    for x, y in centred(zone, STEP):
        for z in ground.surfaces(x, y):
            body = Body(x, y, z, RADIUS, HEIGHT)
            if wholly_in_area(body, zone) and stands(ground, body) is None:
                far = hypot(towards[0] - x, towards[1] - y) / INCH
                found.append((far / 20 - sheltered(ground, body, towards), Place(x, y, z)))
    found.sort()
    return tuple(place for _, place in found)


def centred(zone: Polygon, step: int) -> list[tuple[int, int]]:
    """A lattice about the middle of a zone: killzones are unchanged by a half turn, and so is what both sides are
    offered."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    (west, east), (south, north) = (min(xs), max(xs)), (min(ys), max(ys))
    inset_x, inset_y = (east - west) % step // 2, (north - south) % step // 2
    return [(x, y) for x in range(west + inset_x, east + 1, step) for y in range(south + inset_y, north + 1, step)]


def _middle(polygon: Polygon) -> tuple[float, float]:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


@lru_cache(maxsize=8192)
def sheltered(ground: Ground, body: Body, towards: tuple[float, float]) -> bool:
    """Whether a part that gives cover stands in control range on the side that looks there: good enough to suggest a
    place."""
    x, y, z, reach = body.x / INCH, body.y / INCH, body.z / INCH, body.radius + 1
    for shape in ground.near(x - reach, y - reach, x + reach, y + reach):
        if shape.flags & (HEAVY | LIGHT) and shape.meets(z, z + LOW) and distance(x, y, shape) <= reach:
            west, south, east, north = shape.box
            if ((west + east) / 2 - x) * (towards[0] / INCH - x) + ((south + north) / 2 - y) * (
                towards[1] / INCH - y
            ) > 0:
                return True
    return False


def places(t: Table, who: int) -> Places:
    """Where an operative may be set up (KT-OPS-21)."""
    seat, card = t.operative(who).seat, t.card(who)
    ground, zone = t.ground, drop_zone(t, seat)
    radius = base_radius(card.radius)
    others = [body_of(t, other) for other in in_killzone(t)]

    def judge(place: Place) -> Check | None:
        body = Body(place.x, place.y, place.z, radius, card.height)
        if not wholly_in_area(body, zone):
            return Check("KT-OPS-21", False, "the whole base is within the own drop zone")
        return stands(ground, body, others)

    def listed() -> tuple[Place, ...]:
        return spots(t.setting.zone.ground(frozenset(), (), frozenset()), zone, drop_zone(t, 1 - seat))

    def tries() -> list[Place]:
        """The best places that keep some distance from one another, then any others."""
        chosen: list[Place] = []
        for place in listed():
            if len(chosen) >= SUGGESTED:
                break
            near = any(
                abs(place.x - other.x) + abs(place.y - other.y) < APART and place.z == other.z for other in chosen
            )
            if not near and judge(place) is None:
                chosen.append(place)
        return chosen or [Place(x, y, z) for x, y in lattice([zone], CROWDED) for z in ground.surfaces(x, y)]

    return Places(
        "deploy",
        ("KT-OPS-08", "KT-OPS-21"),
        judge,
        tries,
        surfaces=ground.surfaces,
        args=(t.name(who),),
        areas=(zone,),
        radius=radius,
        drawn=listed,
    )

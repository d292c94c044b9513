"""A killzone in play: its terrain, zones, objectives and kind, prepared once for all matches on it (KT-GEO-01,
KT-OPS-01)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fireteam.games.killteam.content.terrain import terrain_of
from fireteam.space.plane.model import Feature, Overlay, Polygon, Terrain
from fireteam.space.plane.placing import Ground, ground_of

if TYPE_CHECKING:
    from fireteam.games.killteam.content.killzones import Killzone


class Objective(NamedTuple):
    """Where an objective marker lies at the start (KT-OPS-01)."""

    id: str
    x: int
    y: int
    z: int
    side: int
    """The zone whose territory it is in: 0, 1; -1: the centre."""


class Landmark(NamedTuple):
    """A terrain feature as ops see it: its footprint, the zone it counts for, its worth (0: none)."""

    id: str
    kind: str
    side: int
    worth: int
    footprint: Polygon


class Zone:
    """A killzone. Zones are numbers: 0 is A, 1 is B; -1 the centre."""

    def __init__(
        self,
        name: str,
        kind: str,
        terrain: Terrain,
        territories: tuple[Polygon, Polygon],
        drop_zones: tuple[Polygon, Polygon],
        *,
        objectives: tuple[Objective, ...] = (),
        landmarks: tuple[Landmark, ...] = (),
        hazards: tuple[Polygon, ...] = (),
        centre: tuple[int, int] = (0, 0),
        centreline: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0)),
    ) -> None:
        self.name = name
        self.kind = kind
        """volkus, bheta_decima or gallowdark; empty: a bare board without rules of its own."""
        self.terrain = terrain
        self.territories = territories
        self.drop_zones = drop_zones
        self.objectives = objectives
        self.landmarks = landmarks
        self.hazards = hazards
        """Hazardous areas (KT-BHETA-03)."""
        self.centre = centre
        self.centreline = centreline

    def ground(self, hatches: frozenset[str], placed: tuple[Feature, ...], gone: frozenset[str]) -> Ground:
        """The killzone with hatchways open, equipment placed and parts gone."""
        board = self.terrain.under(Overlay(tuple(sorted(hatches)), placed, tuple(sorted(gone))))
        return ground_of(board, self.hazards)


_SIDES = {"A": 0, "B": 1, "centre": -1}


class _Same:
    """A killzone of a pack as a cache argument: the same object and no other."""

    __slots__ = ("killzone",)

    def __init__(self, killzone: Killzone) -> None:
        self.killzone = killzone

    def __hash__(self) -> int:
        return len(self.killzone.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.killzone is other.killzone


def zone_of(killzone: Killzone) -> Zone:
    """A killzone of a pack, prepared once for all matches on it."""
    return _zone(_Same(killzone))


@lru_cache(maxsize=32)
def _zone(same: _Same) -> Zone:
    killzone = same.killzone
    (x0, y0), (x1, y1) = killzone.centreline
    return Zone(
        killzone.id,
        killzone.kind,
        terrain_of(killzone),
        (killzone.territories.A, killzone.territories.B),
        (killzone.drop_zones.A, killzone.drop_zones.B),
        objectives=tuple(
            Objective(entry.id, *entry.at, entry.z, _SIDES[entry.territory]) for entry in killzone.objectives
        ),
        landmarks=tuple(
            Landmark(entry.id, entry.kind, _SIDES[entry.side], entry.worth or 0, entry.footprint)
            for entry in killzone.features
        ),
        hazards=tuple(area.polygon for area in killzone.areas),
        centre=(killzone.centre[0], killzone.centre[1]),
        centreline=((x0, y0), (x1, y1)),
    )


def outline_of(feature: Feature) -> Polygon:
    """The convex outline of a feature's parts on the floor, counter-clockwise: its footprint where none is given."""
    points = sorted({point for part in feature.parts for point in part.polygon})
    halves: list[list[tuple[int, int]]] = []
    for order in (points, points[::-1]):
        half: list[tuple[int, int]] = []
        for x, y in order:
            while len(half) > 1:
                (ax, ay), (bx, by) = half[-2:]
                if (bx - ax) * (y - by) - (by - ay) * (x - bx) > 0:
                    break
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return (*halves[0], *halves[1])


def bare_zone(width: int = 3000, height: int = 2200, features: tuple[Feature, ...] = (), kind: str = "") -> Zone:
    """A board with nothing but the given features, cut in two halves west and east: for odds that are typed in, and for
    tests."""
    half, edge = width // 2, min(600, width // 5)
    west: Polygon = ((0, 0), (half, 0), (half, height), (0, height))
    east: Polygon = ((half, 0), (width, 0), (width, height), (half, height))
    drops: tuple[Polygon, Polygon] = (
        ((0, 0), (edge, 0), (edge, height), (0, height)),
        ((width - edge, 0), (width, 0), (width, height), (width - edge, height)),
    )
    return Zone(
        "bare",
        kind,
        Terrain(width, height, features),
        (west, east),
        drops,
        landmarks=tuple(Landmark(feature.id, feature.kind, -1, 0, outline_of(feature)) for feature in features),
        centre=(half, height // 2),
        centreline=((half, 0), (half, height)),
    )

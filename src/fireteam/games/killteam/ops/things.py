"""What ops look at: tags, op points, kills, markers, strategic terrain; and the moment they look (KT-OPS-16)."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from fireteam.games.killteam.positions import OBJECTIVE, body_of, in_killzone, spot_of
from fireteam.games.killteam.setup.rosters import TAC_OP
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Landmark
from fireteam.space.plane import measure as plane
from fireteam.space.plane.model import INCH

Kill = tuple[int, int, int]
"""Who incapacitated whom in which turning point."""
Performed = tuple[str, int, int, str, int]
"""A mission action: which, of which seat, by whom, on what, in which turning point."""
Thing = int | Marker
"""What has a place: an operative by its number, or a marker."""
ACCESS_POINTS = "hatch_wall"
"""The kind of feature of which the access point counts, not the footprint."""
GRADES = 5
WAS_ENEMY_CONTROLLED = "was_enemy_controlled_at_activation_start"
"""The tag of an objective that the enemy controlled when the present activation began."""
KILLED_AWAY = "killed_in_enemy_territory_this_tp"
"""The tag of an operative that made a kill in this turning point while wholly in enemy territory."""


class Scope(NamedTuple):
    """The op that something is judged for."""

    id: str
    secret: bool
    """A tac op: its tags and markers are those of its player alone."""
    kinds: tuple[str, ...] = ()
    """The markers that it places."""
    remains: str = ""
    """The kind of marker that each victim of its player leaves."""
    grades: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The table of the kill op."""


class Moment(NamedTuple):
    """When something is judged, and for which player."""

    t: Table
    me: int
    kill: Kill | None = None
    """The kill it is about; None: every kill of the battle counts."""
    actor: int = NOBODY
    """The operative that has just acted."""
    subject: str = ""
    """What an action was aimed at."""


def seat_of(me: int, player: str) -> int:
    """The seat that "me" or "enemy" means."""
    return me if player in ("me", "own") else 1 - me


# -- tags --------------------------------------------------------------------------------------------------------------


def tag_of(tag: str, seat: int) -> str:
    """A tag with the seat it belongs to."""
    return f"{tag}:{seat}"


def bare(tag: str) -> str:
    """A tag without its seat."""
    return tag.partition(":")[0]


def tags_of(t: Table, thing: Thing) -> tuple[str, ...]:
    """The tags of an operative or a marker."""
    return thing.tags if isinstance(thing, Marker) else t.operative(thing).tags


def has_tag(tags: tuple[str, ...], tag: str, seat: int | None = None) -> bool:
    """Whether a tag is there, that of a seat or anybody's."""
    if seat is not None:
        return tag_of(tag, seat) in tags
    return any(bare(found) == tag for found in tags)


# -- points, kills, markers --------------------------------------------------------------------------------------------


def points_on(t: Table, objective: str, seat: int) -> int:
    """The op points of a seat on an objective."""
    return sum(points for name, whose, points in t.state.points if (name, whose) == (objective, seat))


def objectives(t: Table) -> list[Marker]:
    """The objective markers, carried ones too (KT-MARK-02)."""
    return [marker for marker in t.state.markers.values() if marker.kind == OBJECTIVE]


def killed_by(t: Table, seat: int) -> list[Kill]:
    """The kills that operatives of a seat made among its enemies."""
    crew = t.state.operatives
    return [
        kill
        for kill in t.state.kills
        if kill[0] != NOBODY and crew[kill[0]].seat == seat and crew[kill[1]].seat != seat
    ]


def grade(t: Table, scope: Scope, seat: int) -> int:
    """The kill grade of a seat: by how many of its enemies are incapacitated, whoever did it (see KT-OPS-16)."""
    crew = [operative for operative in t.state.operatives if operative.seat != seat]
    down = sum(t.state.operatives[victim].seat != seat for _, victim, _ in t.state.kills)
    needed = dict(scope.grades).get(len(crew)) or [
        (2 * len(crew) * step + GRADES) // (2 * GRADES) for step in range(1, GRADES + 1)
    ]
    return sum(0 < need <= down for need in needed)


def remains(t: Table, scope: Scope, seat: int) -> list[Marker]:
    """The markers that victims leave where they stood; derived from what everybody knows until the op is revealed
    (see KT-OPS-20)."""
    return [remains_of(t, scope, seat, victim) for _, victim, _ in killed_by(t, seat)] if scope.remains else []


def remains_of(t: Table, scope: Scope, seat: int, victim: int) -> Marker:
    """The marker that one victim leaves."""
    fallen = t.operative(victim)
    return Marker(f"{scope.remains}-{fallen.name}", scope.remains, seat, fallen.x, fallen.y, fallen.z, NOBODY, "", ())


def op_markers(t: Table, scope: Scope, seat: int) -> list[Marker]:
    """The markers of an op that belong to a seat."""
    lying = [marker for marker in t.state.markers.values() if marker.kind in scope.kinds and marker.seat == seat]
    hidden = scope.remains and (seat, TAC_OP) not in t.state.revealed
    return [*lying, *remains(t, scope, seat)] if hidden else lying


def home(t: Table, marker: Marker) -> int:
    """The zone that a marker is in: an objective as the map has it, others if they lie wholly in a territory; -1: the
    centre."""
    for objective in t.setting.zone.objectives:
        if objective.id == marker.id:
            side: int = objective.side
            return side
    disc = spot_of(t, marker)
    inside = [zone for zone, area in enumerate(t.setting.zone.territories) if plane.wholly_in_area(disc, area)]
    return inside[0] if inside else -1


def in_half(t: Table, zone: int, me: int, half: str) -> bool:
    """Whether a zone is the own half, the enemy's, or the centre."""
    return zone == -1 if half == "centre" else zone == t.state.zones[seat_of(me, half)]


def holder(t: Table, landmark: Landmark) -> int:
    """The seat with more APL wholly within or on a feature, of an access point within 1" of it; NOBODY if they are
    equal."""
    sums = [0, 0]
    for who in in_killzone(t):
        if holds_ground(t, who, landmark):
            sums[t.operative(who).seat] += apl(t, who)
    return NOBODY if sums[0] == sums[1] else int(sums[1] > sums[0])


def holds_ground(t: Table, who: int, landmark: Landmark) -> bool:
    """Whether an operative counts for a strategic feature; heights do not (KT-BASE-13, KT-BASE-15)."""
    body = body_of(t, who)
    if landmark.kind != ACCESS_POINTS:
        return plane.wholly_in_area(body, landmark.footprint)
    parts = [part for part in t.board.parts if part.hatch == landmark.id and not part.open]
    return any(plane.within(plane.to_area(body, part.polygon), 1) for part in parts)


# -- places ------------------------------------------------------------------------------------------------------------


def to_line(x: float, y: float, line: tuple[tuple[int, int], tuple[int, int]]) -> float:
    """From a point to a stretch of line, in inches; all in hundredths."""
    (ax, ay), (bx, by) = line
    ex, ey = bx - ax, by - ay
    length = ex * ex + ey * ey
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * ex + (y - ay) * ey) / length))
    return hypot(x - ax - along * ex, y - ay - along * ey) / INCH


def disc_of(t: Table, thing: Thing) -> plane.Disc:
    """An operative or a marker where it is."""
    return spot_of(t, thing) if isinstance(thing, Marker) else body_of(t, thing)


def name_of(t: Table, thing: Thing) -> str:
    """An operative or a marker by its name."""
    return thing.id if isinstance(thing, Marker) else t.name(thing)

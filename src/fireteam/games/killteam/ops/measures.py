"""What ops count: objectives, operatives, kills, points, markers, strategic terrain, actions; and which of them
(KT-OPS-16)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.games.killteam import markers
from fireteam.games.killteam.positions import OBJECTIVE, body_of, drop_zone, in_killzone, spot_of, territory
from fireteam.games.killteam.state import NOBODY, ORDERS, Marker
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.zone import Landmark
from fireteam.space.plane import measure as plane
from fireteam.space.plane.model import INCH

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Filter, Near, OpCondition

Kill = tuple[int, int, int]
"""Who incapacitated whom in which turning point."""
STRATEGIC_FEATURE = "strategic_feature"
ACCESS_POINTS = "hatch_wall"
"""The kind of feature of which the access point counts, not the footprint."""
GRADES = 5
TAC_OP = "tac_op"
"""The name under which a seat's tac op is selected and revealed (see KT-OPS-05 and KT-OPS-20)."""


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


Things = Callable[[Moment], list[Any]]
"""The things that fit a filter."""
Fits = Callable[[Moment, Any], bool]
Amount = Callable[[Moment], int]
Holds = Callable[[Moment], bool]

COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "<=": operator.le,
    "<": operator.lt,
}


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


# -- distances from landmarks ------------------------------------------------------------------------------------------


def to_line(x: float, y: float, line: tuple[tuple[int, int], tuple[int, int]]) -> float:
    """From a point to a stretch of line, in inches; all in hundredths."""
    (ax, ay), (bx, by) = line
    ex, ey = bx - ax, by - ay
    length = ex * ex + ey * ey
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * ex + (y - ay) * ey) / length))
    return hypot(x - ax - along * ex, y - ay - along * ey) / INCH


def distance(m: Moment, scope: Scope, disc: plane.Disc, of: str, limit: float) -> float:
    """From something to a landmark of the killzone or the nearest marker of the op (KT-BASE-12, KT-BASE-13); beyond the
    limit it may be more than it is, since nobody looks for the way round walls then."""
    t, zone = m.t, m.t.setting.zone
    if of == "op_marker":
        found = [plane.between(t.board, disc, spot_of(t, marker), limit) for marker in op_markers(t, scope, m.me)]
        return min(found, default=float("inf"))
    if of in ("centre", "centreline"):
        line = (zone.centre, zone.centre) if of == "centre" else zone.centreline
        return max(0.0, to_line(disc.x, disc.y, line) - disc.radius)
    return plane.to_area(disc, drop_zone(t, seat_of(m.me, of.partition("_")[0])))


def wholly_within(m: Moment, scope: Scope, disc: plane.Disc, near: Near) -> bool:
    """Whether every part of something is so near a landmark (KT-BASE-15)."""
    t, zone = m.t, m.t.setting.zone
    if near.of == "op_marker":
        return any(plane.wholly_within(disc, spot_of(t, marker), near.inches) for marker in op_markers(t, scope, m.me))
    if near.of in ("centre", "centreline"):
        line = (zone.centre, zone.centre) if near.of == "centre" else zone.centreline
        return plane.within(to_line(disc.x, disc.y, line) + disc.radius, near.inches)
    return plane.wholly_within_of_area(disc, drop_zone(t, seat_of(m.me, near.of.partition("_")[0])), near.inches)


# -- filters -----------------------------------------------------------------------------------------------------------


def disc_of(t: Table, thing: Any) -> plane.Disc:
    """An operative or a marker where it is."""
    return body_of(t, thing) if isinstance(thing, int) else spot_of(t, thing)


def places_of(scope: Scope, wanted: Filter) -> list[Fits]:
    """Where something must be: what operatives and markers have in common."""
    found: list[Fits] = []
    if wanted.within is not None:
        near = wanted.within
        found.append(
            lambda m, thing: plane.within(distance(m, scope, disc_of(m.t, thing), near.of, near.inches), near.inches)
        )
    if wanted.beyond is not None:
        far = wanted.beyond
        found.append(
            lambda m, thing: plane.beyond(distance(m, scope, disc_of(m.t, thing), far.of, far.inches), far.inches)
        )
    if wanted.wholly_within is not None:
        around = wanted.wholly_within
        found.append(lambda m, thing: wholly_within(m, scope, disc_of(m.t, thing), around))
    if wanted.wholly_in is not None:
        half = wanted.wholly_in
        found.append(lambda m, thing: plane.wholly_in_area(disc_of(m.t, thing), territory(m.t, seat_of(m.me, half))))
    return found


def tags_of(scope: Scope, wanted: Filter) -> list[Fits]:
    """Which tags something must have or not: of a tac op those of its player, of a crit op anybody's unless an owner is
    named."""

    def whose(m: Moment) -> int | None:
        if wanted.owner is not None:
            return seat_of(m.me, wanted.owner)
        return m.me if scope.secret else None

    def tags(m: Moment, thing: Any) -> tuple[str, ...]:
        return m.t.operative(thing).tags if isinstance(thing, int) else thing.tags

    found: list[Fits] = []
    if wanted.tag is not None:
        tag = wanted.tag
        found.append(lambda m, thing: has_tag(tags(m, thing), tag, whose(m)))
    if wanted.not_tag is not None:
        not_tag = wanted.not_tag
        found.append(lambda m, thing: not has_tag(tags(m, thing), not_tag, whose(m)))
    return found


def _controlled(m: Moment, seat: int, by: str) -> bool:
    return seat == NOBODY if by == "nobody" else seat == seat_of(m.me, by)


def marker_filters(scope: Scope, wanted: Filter) -> list[Fits]:
    """What markers must be like, objectives too; the cheap questions first."""
    found = tags_of(scope, wanted)
    if wanted.portable is not None:
        portable = wanted.portable
        found.append(lambda m, marker: (markers.PORTABLE in marker.tags) == portable)
    if wanted.points_of is not None:
        points = wanted.points_of
        found.append(lambda m, marker: points_on(m.t, marker.id, seat_of(m.me, points)) > 0)
    if wanted.carried_by is not None:
        carried = wanted.carried_by
        found.append(
            lambda m, marker: marker.carrier != NOBODY and m.t.operative(marker.carrier).seat == seat_of(m.me, carried)
        )
    if wanted.territory is not None:
        half = wanted.territory
        found.append(lambda m, marker: in_half(m.t, home(m.t, marker), m.me, half))
    found += places_of(scope, wanted)
    if wanted.controlled_by is not None:
        by = wanted.controlled_by
        found.append(lambda m, marker: _controlled(m, markers.controller(m.t, marker), by))
    if wanted.contested_by is not None:
        one = wanted.contested_by
        found.append(lambda m, marker: _contested(m, marker, one))
    if wanted.not_contested_by is not None:
        none = wanted.not_contested_by
        found.append(lambda m, marker: not _contested(m, marker, none))
    return found


def _contested(m: Moment, marker: Marker, player: str) -> bool:
    seat = seat_of(m.me, player)
    return any(m.t.operative(who).seat == seat for who in markers.contesting(m.t, marker))


def _fitting(source: Things, filters: list[Fits]) -> Things:
    return lambda m: [thing for thing in source(m) if all(fits(m, thing) for fits in filters)]


def things_of(scope: Scope, measure: str, wanted: Filter) -> Things:
    """Everything of a kind that fits a filter."""
    if measure in ("objectives", "points"):
        return _fitting(lambda m: objectives(m.t), marker_filters(scope, wanted))
    if measure in ("operatives", "apl"):
        return _fitting(lambda m: in_killzone(m.t), operative_filters(scope, wanted))
    if measure == "markers" and wanted.kind == STRATEGIC_FEATURE:
        return landmarks_of(wanted)
    if measure == "markers":
        return _fitting(_op_markers(scope, wanted), marker_filters(scope, wanted))
    if measure == "kills":
        return _kills(wanted)
    return lambda m: [deed for deed in m.t.state.deeds if _is_deed(m, deed, wanted)]


def _op_markers(scope: Scope, wanted: Filter) -> Things:
    def found(m: Moment) -> list[Any]:
        seats = [m.me] if scope.secret else [0, 1]
        if wanted.owner is not None:
            seats = [seat_of(m.me, wanted.owner)]
        lying = [
            marker for seat in seats for marker in op_markers(m.t, scope, seat) if wanted.kind in (None, marker.kind)
        ]
        return [marker for marker in lying if wanted.tp != "this" or _placed_now(m.t, marker)]

    return found


def _placed_now(t: Table, marker: Marker) -> bool:
    """Whether an action of this turning point placed a marker."""
    return any(deed[3] == marker.id and deed[4] == t.state.turning_point for deed in t.state.deeds)


def landmarks_of(wanted: Filter) -> Things:
    """The terrain features that are worth something and fit."""

    def found(m: Moment) -> list[Any]:
        worth = [landmark for landmark in m.t.setting.zone.landmarks if landmark.worth]
        if wanted.territory is not None:
            worth = [landmark for landmark in worth if in_half(m.t, landmark.side, m.me, wanted.territory)]
        if wanted.controlled_by is not None:
            worth = [landmark for landmark in worth if _controlled(m, holder(m.t, landmark), wanted.controlled_by)]
        return worth

    return found


def operative_filters(scope: Scope, wanted: Filter) -> list[Fits]:
    """What operatives must be like; the cheap questions first."""
    found: list[Fits] = []
    if wanted.side is not None:
        side = wanted.side
        found.append(lambda m, who: m.t.operative(who).seat == seat_of(m.me, side))
    if wanted.order is not None:
        order = ORDERS.index(wanted.order)
        found.append(lambda m, who: m.t.operative(who).order == order)
    if wanted.other_than_op_active:
        found.append(lambda m, who: who != m.actor)
    return [*found, *tags_of(scope, wanted), *places_of(scope, wanted)]


def _kills(wanted: Filter) -> Things:
    """The kills that fit: the one at hand, or all of the battle."""

    def fits(m: Moment, kill: Kill) -> bool:
        killer, victim, number = kill
        t = m.t
        return (
            (wanted.tp != "this" or number == t.state.turning_point)
            and (wanted.victim_wounds_min is None or t.card(victim).wounds >= wanted.victim_wounds_min)
            and (wanted.killer_tag is None or has_tag(t.operative(killer).tags, wanted.killer_tag, m.me))
            and (
                wanted.killer_wholly_in is None
                or plane.wholly_in_area(body_of(t, killer), territory(t, seat_of(m.me, wanted.killer_wholly_in)))
            )
        )

    return lambda m: [kill for kill in killed_by(m.t, m.me) if m.kill in (None, kill) and fits(m, kill)]


def _is_deed(m: Moment, deed: tuple[str, int, int, str, int], wanted: Filter) -> bool:
    action, seat, _, _, number = deed
    return (
        wanted.action in (None, action)
        and (wanted.side is None or seat == seat_of(m.me, wanted.side))
        and (wanted.tp != "this" or number == m.t.state.turning_point)
    )


# -- measures and conditions -------------------------------------------------------------------------------------------


def amount_of(scope: Scope, measure: str, wanted: Filter) -> Amount:
    """A number of things, or what they add up to."""
    if measure == "kill_grade":
        return lambda m: grade(m.t, scope, seat_of(m.me, wanted.side or "me"))
    things = things_of(scope, measure, wanted)
    if measure == "apl":
        return lambda m: sum(apl(m.t, who) for who in things(m))
    if measure == "points":
        seats = wanted.points_of
        return lambda m: sum(
            points_on(m.t, marker.id, seat)
            for marker in things(m)
            for seat in ((0, 1) if seats is None else (seat_of(m.me, seats),))
        )
    return lambda m: len(things(m))


def condition_of(scope: Scope, data: OpCondition) -> Holds:
    """A condition of a scoring: comparisons, several of them under all or any."""
    if data.all_of is not None:
        every = [condition_of(scope, inner) for inner in data.all_of]
        return lambda m: all(holds(m) for holds in every)
    if data.any_of is not None:
        some = [condition_of(scope, inner) for inner in data.any_of]
        return lambda m: any(holds(m) for holds in some)
    assert data.measure is not None and data.cmp is not None
    amount, compare, value = amount_of(scope, data.measure, data.filter), COMPARE[data.cmp], data.value
    if data.than is not None:
        other = amount_of(scope, data.than.measure, data.than.filter)
        return lambda m: compare(amount(m), other(m))
    assert value is not None
    return lambda m: compare(amount(m), value)


def counted_of(scope: Scope, data: OpCondition) -> Things:
    """Everything that a condition counts, in any of its parts, each once."""
    parts = [*(data.all_of or ()), *(data.any_of or ())]
    if parts:
        inner = [counted_of(scope, part) for part in parts]
        return lambda m: list(dict.fromkeys(thing for things in inner for thing in things(m)))
    assert data.measure is not None
    return (lambda m: []) if data.measure == "kill_grade" else things_of(scope, data.measure, data.filter)

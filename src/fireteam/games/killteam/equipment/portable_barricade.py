"""The portable barricade: who is connected to it, and moving with it (KT-EQ-13 to KT-EQ-15, KT-VER-09)."""

from __future__ import annotations

from functools import partial
from math import ceil, hypot
from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.equipment.clearances import clear, kept_clear, stands_free, supported
from fireteam.games.killteam.equipment.pieces import (
    PORTABLE,
    facing,
    feature_of,
    footprint_of,
    moved,
    parts_of,
    portable,
    version,
)
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import body_of, in_killzone
from fireteam.games.killteam.state import Piece
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.outlines import Thing, distance_to
from fireteam.kit.plane.places import Place
from fireteam.kit.plane.refusals import Refused
from fireteam.kit.plane.rooms import room_about
from fireteam.space.plane.measure import inside_of, to_part, touching
from fireteam.space.plane.model import EPS, INCH, Body, Point, Polygon, Spot
from fireteam.space.plane.paths import Move

ACTION = "MOVE WITH BARRICADE"
CONTACT = 1.0
"""Hundredths between a base and the barricade set up at it: as near as places in whole hundredths come (KT-GEO-02,
KT-GEO-14)."""

SHIELD = 15
"""Hundredths above its foot up to which all of the barricade reaches at least."""
QUARTERS = 160
"""How many of the places tried are turned by eighths of a circle: they come first."""


# -- connected ---------------------------------------------------------------------------------------------------------


def connected(t: Table, who: int, piece: Piece) -> bool:
    """Whether an operative's base is in contact with a piece (KT-GEO-14, see KT-EQ-14)."""
    body = body_of(t, who)
    return any(touching(t.board, body, number) for number in parts_of(t, piece))


def inside(t: Table, who: int, piece: Piece) -> bool:
    """Whether an operative is on the inside of a portable barricade (KT-GEO-14)."""
    return inside_of((piece.x, piece.y), facing(t.setting, piece), body_of(t, who))


def carried(t: Table, who: int) -> Piece | None:
    """The portable barricade to whose inside an operative is connected, whoever set it up (see KT-EQ-15)."""
    pieces = [piece for piece in t.state.pieces.values() if piece.kind == PORTABLE]
    return next((piece for piece in pieces if connected(t, who, piece) and inside(t, who, piece)), None)


# -- the action --------------------------------------------------------------------------------------------------------


def deeds(t: Table, who: int) -> list[Deed]:
    """MOVE WITH BARRICADE while a portable barricade stands in the killzone (see KT-EQ-15)."""
    if not any(piece.kind == PORTABLE for piece in t.state.pieces.values()) and not _under_way(t, who):
        return []
    return [Deed(ACTION, "KT-EQ-15", portable(t.setting).move.ap, may_carry, carry, counts_as="REPOSITION")]


def _under_way(t: Table, who: int) -> bool:
    """The barricade may be lost before the action that lost it is over."""
    return any(isinstance(record, Action) and record.who == who and record.name == ACTION for record in t.state.agenda)


def may_carry(t: Table, who: int, mode: str, why: Why) -> bool:
    """Connected to the inside of one, and everything that a REPOSITION asks (KT-REPO-05, see KT-EQ-15)."""
    return need(
        why,
        carried(t, who) is not None,
        "KT-EQ-15",
        "{} is connected to the inside of a portable barricade",
        t.name(who),
    ) and moves.may_go(t, t.ground, who, "REPOSITION", why)


def inches(t: Table, who: int, most: int = 0) -> int:
    """How far: a REPOSITION's distance, and no more than Move less 2"; the stat itself does not change
    (see KT-EQ-15)."""
    less = portable(t.setting).move.less
    limits = [total(moves.distance_parts(t, who, "REPOSITION")), total(moves.stat_parts(t, who)) - less]
    return max(0, min(*limits, most) if most else min(limits))


class Carrying(moves.Destinations):
    """Where an operative may go with its barricade: no climbs, drops or jumps, and with room for it if it cannot be
    lost."""

    give_up = None

    def __init__(self, t: Table, who: int, piece: Piece, most: int = 0) -> None:
        plain = moves.destinations(t, t.ground, who, "REPOSITION", moves.gait_of(t))
        whole, allowed = total(moves.distance_parts(t, who, "REPOSITION")), inches(t, who, most)
        # What markers take off a REPOSITION where it starts they take off this one.
        left = max(0, allowed - (whole - plain.terms.inches))
        terms = plain.terms._replace(inches=left, gait=plain.terms.gait._replace(climb=False), limit_rule="KT-EQ-15")
        hindered = None if plain.hindered is None else plain.hindered.after(whole - allowed)
        super().__init__(plain.ground, plain.start, terms, "REPOSITION", plain.mines, hindered)
        self.table = t
        self.who = who
        self.piece = piece

    def judge(self, key: str) -> Move | Refused:
        """The move that a key means, or why there is none (see KT-VER-09 and KT-EQ-15)."""
        found = super().judge(key)
        if isinstance(found, Refused):
            return found
        for number, (leg, step) in enumerate(zip(found.legs, found.steps, strict=True), 1):
            if (
                step.jump
                or leg.drops
                or any(charge.kind in ("climb", "ladder", "drop", "jump") for charge in leg.charges)
            ):
                return Refused(
                    "no climb, drop or jump with a barricade", "KT-EQ-15", "", (leg.end.x, leg.end.y), number
                )
        kept = not portable(self.table.setting).move.lost_without_room[version(self.table.setting)]
        if kept and room(self.table, self.who, self.piece, found.end) is None:
            at = (found.end.x, found.end.y)
            return Refused(
                "there is no room for the barricade next to it", "KT-ACT-07", "", at, max(1, len(found.steps))
            )
        return found


def carry(t: Table, a: Action) -> Rule[None]:
    """The barricade is lifted, the operative moves, and it is set up again at its base, or lost (KT-EQ-15,
    KT-VER-09)."""
    piece = carried(t, a.who)
    assert piece is not None
    seat = t.operative(a.who).seat
    t.take_away_piece(piece.id, "KT-EQ-15")
    pick: Option = yield t.ask(
        seat, topic("MOVE WITH BARRICADE of {who}", t.name(a.who)), tuple, Carrying(t, a.who, piece, a.most)
    )
    yield from universal.walk(t, a, pick)
    if room(t, a.who, piece, body_of(t, a.who)) is None:
        t.tell("barricade_lost", "KT-VER-09", piece=piece.id)
        return
    where: Option = yield t.ask(
        seat, topic("place for {marker} of {who}", piece.id, t.name(a.who)), tuple, beside(t, a.who, piece)
    )
    _, x, y, z, turned = where.args
    t.set_up_piece(piece._replace(x=x, y=y, z=z, turned=turned), "KT-EQ-15")


# -- where it is set up again ------------------------------------------------------------------------------------------


def beside(t: Table, who: int, piece: Piece) -> Places:
    """Where a barricade may be set up again: connected to the operative that carried it
    (see KT-VER-09 and KT-EQ-15)."""
    body = body_of(t, who)

    def tries() -> list[Place]:
        """Some all about the base, and one that is legal if any is."""
        first = room(t, who, piece, body)
        return [*([] if first is None else [first]), *_tries(t.setting, body)[:QUARTERS:4]]

    return Places(
        "set_up",
        ("KT-EQ-15", "KT-VER-09"),
        partial(_judge, t, who, piece, body),
        tries,
        args=(piece.id,),
        surfaces=lambda x, y: (body.z,),
        rotates=True,
        footprint=footprint_of(t.setting, PORTABLE),
    )


def room(t: Table, who: int, piece: Piece, body: Body) -> Place | None:
    """A place for the barricade at an operative that stands there, if need be at any degree; None: none was found
    (see KT-VER-09 and KT-GEO-18)."""
    quick = (place for place in _tries(t.setting, body) if _judge(t, who, piece, body, place) is None)
    found = next(quick, None)
    if found is None:
        footprint = footprint_of(t.setting, PORTABLE)
        found = room_about(
            footprint,
            _points(footprint),
            body,
            partial(_hopeless, t, who, body.z),
            lambda place: _judge(t, who, piece, body, place) is None,
        )
    return found


def _points(footprint: tuple[Polygon, ...]) -> list[Point]:
    """Points of the shield: its corners, and some along its middle."""
    (west, south), _, (east, north), _ = footprint[0]
    along = range(west, east + 1, max(1, (east - west) // 8))
    return [*footprint[0], *((x, (south + north) // 2) for x in along)]


def _hopeless(t: Table, who: int, z: int, x: float, y: float, slack: float) -> bool:
    """Whether a point of the shield can be nowhere within so many hundredths of there: off the killzone, in terrain, in
    a base, or too near what it must be clear of."""
    board, ground = t.board, t.ground
    if min(x, y, board.width * INCH - x, board.height * INCH - y) < -slack:
        return True
    px, py, near = x / INCH, y / INCH, (slack + 1) / INCH
    for shape in ground.near(px, py, px, py):
        if shape.meets(z / INCH, (z + SHIELD) / INCH) and all(
            nx * px + ny * py - offset < -near for *_, nx, ny, offset in shape.edges
        ):
            return True
    for other in in_killzone(t):
        body = body_of(t, other)
        if other != who and body.z < z + SHIELD and body.z + body.height > z:
            if hypot(body.x - x, body.y - y) < body.radius * INCH - slack - 1:
                return True
    if board.walls:
        return False  # distances go round walls
    clearance = portable(t.setting).move.clearance
    far = clearance.inches - near
    return any(to_part(board, Spot(round(x), round(y), z, 0.0), number) < far for number in kept_clear(t, clearance))


def _judge(t: Table, who: int, piece: Piece, body: Body, place: Place) -> Check | None:
    """Why a barricade cannot be set up there; None: it can."""
    checks: list[Check] = []
    thing = Thing.of(
        feature_of(t.setting, piece._replace(x=place.x, y=place.y, z=place.z, turned=place.turned)), place.turned
    )
    gap = min(distance_to(polygon, (body.x, body.y)) for polygon, _, _ in thing.parts) - body.radius * INCH
    ok = (
        need(checks, place.z == body.z, "KT-EQ-15", "it stands where {} stands", t.name(who))
        and need(checks, gap >= -EPS * INCH, "KT-BASE-01", "it does not overlap the base of {}", t.name(who))
        and need(
            checks, gap <= CONTACT + 1e-6, "KT-EQ-15", 'it is connected to {}: {:.2f}" away', t.name(who), gap / INCH
        )
        and need(checks, not thing.out_of(t.board), "KT-EQ-15", "it is wholly inside the killzone")
        and supported(t, thing, place.z, "KT-EQ-15", checks)
        and stands_free(t, thing, checks, but=who)
        and clear(t, thing, portable(t.setting).move.clearance, "KT-VER-09", checks)
    )
    return None if ok else checks[-1]


def _tries(setting: Any, body: Body) -> list[Place]:
    """All about the base, the quarters first: along the inside of the shield, at its ends, along its outside."""
    shield = portable(setting).shapes[0].box
    fx, fy = portable(setting).facing
    long, thick = max(shield[2], shield[3]), min(shield[2], shield[3])
    radius = body.radius * INCH
    # Rounded up to a whole hundredth: the outline may not overlap the base, and less than a hundredth away is contact.
    front, side = float(ceil(radius + thick)), float(ceil(radius + long))
    ways: list[tuple[float, float]] = [(front, along) for along in (0, long // 2, -long // 2, long, -long)]
    ways += [(0, side), (0, -side), (-thick, side), (-thick, -side), (-front, 0)]
    found: dict[Place, None] = {}
    for turned in (*range(0, 360, 45), *(degrees for degrees in range(0, 360, 15) if degrees % 45)):
        for out, along in ways:
            for more in (0.0, 0.5):
                far = out + more if out > 0 else out
                x, y = moved((fx * far - fy * along, fy * far + fx * along), body.x, body.y, turned)
                if x >= 0 and y >= 0:
                    found[Place(x, y, body.z, turned)] = None
    return list(found)

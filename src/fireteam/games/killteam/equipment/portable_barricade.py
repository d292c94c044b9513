"""The portable barricade: who is connected to it, and moving with it (KT-EQ-13 to KT-EQ-15, KT-VER-09)."""

from __future__ import annotations

from functools import partial
from math import ceil, hypot
from typing import Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need, total
from fireteam.core.topics import topic
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.actions.action import GIVEN_UP, Action, Deed, give_up
from fireteam.games.killteam.cards import option
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
from fireteam.games.killteam.overrides import laid
from fireteam.games.killteam.positions import body_of, in_killzone
from fireteam.games.killteam.state import Piece
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.outlines import Outline, Thing, box_of, closest, distance_to, overlap_of
from fireteam.kit.plane.places import NoRoom, OpenRoom, Place, Room
from fireteam.kit.plane.refusals import Refused
from fireteam.kit.plane.rooms import room_about
from fireteam.space.plane.measure import inside_of, touching
from fireteam.space.plane.model import EPS, INCH, Body
from fireteam.space.plane.paths import Move
from fireteam.space.plane.placing import Shape

ACTION = "MOVE WITH BARRICADE"
CONTACT = 1.0
"""Hundredths between a base and the barricade set up at it: as near as places in whole hundredths come (KT-GEO-02,
KT-GEO-14)."""

SHIELD = 15
"""Hundredths above its foot up to which all of the barricade reaches at least."""
THICK = 20.0
"""Hundredths of overlap from which on outlines are not asked: its parts are no thicker the narrow way."""
ROUNDED = 2.0
"""Hundredths that corners on whole hundredths, and what may be overlapped by them, make up together."""
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
    return (
        need(
            why,
            carried(t, who) is not None,
            "KT-EQ-15",
            "{} is connected to the inside of a portable barricade",
            t.name(who),
        )
        and need(why, not laid(t, who, GIVEN_UP, ACTION), "KT-ACT-07", universal.TRIED, ACTION)
        and moves.may_go(t, t.ground, who, "REPOSITION", why)
    )


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
        there = room(self.table, self.who, self.piece, found.end) if kept else None
        if isinstance(there, NoRoom):
            at = (found.end.x, found.end.y)
            reason = f"there is no room for the barricade next to it: {there.reason}"
            return Refused(reason, "KT-ACT-07", "", at, max(1, len(found.steps)))
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
    end = body_of(t, a.who)._replace(x=pick.args[0], y=pick.args[1], z=pick.args[2])
    where: Option | None = None
    if isinstance(room(t, a.who, piece, end), OpenRoom):
        # Nobody knows whether it can stand there: its player names a place before anything is done, or gives it up.
        where = yield from where_to(t, a.who, piece, end)
        if where.kind == "give_up":
            t.set_up_piece(piece, "KT-EQ-15")
            give_up(t, a)
            return
    yield from universal.walk(t, a, pick)
    here = body_of(t, a.who)
    if where is None or here != end:
        found = room(t, a.who, piece, here)
        if isinstance(found, NoRoom):
            t.tell("barricade_lost", "KT-VER-09", piece=piece.id, reason=found.reason)
            return
        where = yield from where_to(t, a.who, piece, here)
        if where.kind == "give_up":
            t.tell("barricade_lost", "KT-VER-09", piece=piece.id, reason="no place for it is known")
            return
    _, x, y, z, turned = where.args
    t.set_up_piece(piece._replace(x=x, y=y, z=z, turned=turned), "KT-EQ-15")


def where_to(t: Table, who: int, piece: Piece, body: Body) -> Rule[Option]:
    """Where its player sets the barricade up again at an operative that stands there (see KT-EQ-15)."""
    pick: Option = yield t.ask(
        t.operative(who).seat,
        topic("place for {marker} of {who}", piece.id, t.name(who)),
        tuple,
        beside(t, who, piece, body),
    )
    return pick


# -- where it is set up again ------------------------------------------------------------------------------------------


def beside(t: Table, who: int, piece: Piece, body: Body) -> Places:
    """Where a barricade may be set up again: connected to the operative that carried it and stands there
    (see KT-VER-09 and KT-EQ-15)."""
    return Places(
        "set_up",
        ("KT-EQ-15", "KT-VER-09"),
        partial(_judge, t, who, piece, body),
        lambda: _tries(t.setting, body)[:QUARTERS:4],
        args=(piece.id,),
        surfaces=lambda x, y: (body.z,),
        rotates=True,
        footprint=footprint_of(t.setting, PORTABLE),
        proof=lambda: room(t, who, piece, body),
        give_up=option("give_up"),
    )


def room(t: Table, who: int, piece: Piece, body: Body) -> Room:
    """A place for the barricade at an operative that stands there, if need be at any degree; or what leaves none, or
    neither (see KT-VER-09 and KT-GEO-18)."""
    quick = (place for place in _tries(t.setting, body) if _judge(t, who, piece, body, place) is None)
    found = next(quick, None)
    if found is not None:
        return found
    return _too_close(t, body) or room_about(
        footprint_of(t.setting, PORTABLE),
        body,
        partial(_barred, t, who, body.z),
        lambda place: _judge(t, who, piece, body, place) is None,
    )


def _barred(t: Table, who: int, z: int, outlines: tuple[Outline, ...], slack: float) -> str:
    """What bars a barricade wherever it stands, as long as no point of it is more than so many hundredths away from
    there: the edge of the killzone, terrain, a base, or what it must be clear of; empty: perhaps nothing."""
    board, ground = t.board, t.ground
    far = slack + ROUNDED
    width, height = board.width * INCH, board.height * INCH
    if any(min(x, y, width - x, height - y) < -far for outline in outlines for x, y in outline):
        return "the edge of the killzone"
    west, south, east, north = box_of(tuple(corner for outline in outlines for corner in outline))
    points = _along(outlines[0])
    for shape in ground.near(west / INCH, south / INCH, east / INCH, north / INCH):
        if shape.meets(z / INCH, (z + SHIELD) / INCH):
            if any(_deep_in(shape, x / INCH, y / INCH, far / INCH) for x, y in points):
                return shape.id
            # By the whole of an outline, which is not deeper in anything than it is thick.
            polygon = board.parts[shape.number].polygon
            if far < THICK and any(overlap_of(outline, polygon) > far for outline in outlines):
                return shape.id
    for other in in_killzone(t):
        body = body_of(t, other)
        if other != who and body.z < z + SHIELD and body.z + body.height > z:
            if any(distance_to(outline, (body.x, body.y)) < body.radius * INCH - far for outline in outlines):
                return t.name(other)
    if board.walls:
        return ""  # distances go round walls
    clearance = portable(t.setting).move.clearance
    for number in kept_clear(t, clearance):
        part = board.parts[number]
        apart = hypot(closest(outlines[0], part.polygon)[0] + far, max(0, part.bottom - z - SHIELD, z - part.top))
        if apart < clearance.inches * INCH:
            return f'{clearance.inches}" from {part.id}'
    return ""


def _along(shield: Outline) -> list[tuple[float, float]]:
    """Points along the middle of the shield, the ends first: they are deepest in most terrain."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = shield
    x, y, wide, high = (ax + dx) / 2, (ay + dy) / 2, (bx + cx - ax - dx) / 2, (by + cy - ay - dy) / 2
    return [(x + wide * share, y + high * share) for share in (0.0, 1.0, 0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875)]


def _deep_in(shape: Shape, x: float, y: float, far: float) -> bool:
    """Whether a point lies in a part of terrain, farther than so many inches from all its sides."""
    west, south, east, north = shape.box
    if not (west + far < x < east - far and south + far < y < north - far):
        return False
    return all(nx * x + ny * y - offset < -far for *_, nx, ny, offset in shape.edges)


def _too_close(t: Table, body: Body) -> NoRoom | None:
    """The bound that whatever touches the base is too near something that it must be clear of; None: it may not be."""
    clearance = portable(t.setting).move.clearance
    if t.board.walls:
        return None  # distances go round walls
    for number in kept_clear(t, clearance):
        part = t.board.parts[number]
        apart = max(0.0, distance_to(part.polygon, (body.x, body.y))) + body.radius * INCH + CONTACT
        if part.bottom <= body.z <= part.top and apart <= clearance.inches * INCH:
            return NoRoom(((f'{clearance.inches}" from {part.id} all round the base', 1),))
    return None


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

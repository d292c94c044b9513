"""Hatchways of a Gallowdark: opening and closing them, and who stands in their way (KT-GALL-04 to KT-GALL-08)."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import groupby
from math import hypot, isqrt

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.words import permissions
from fireteam.games.killteam.actions.action import Action
from fireteam.games.killteam.cards import option, options_of
from fireteam.games.killteam.geometry import stands
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.overrides import allowed
from fireteam.games.killteam.positions import body_of, in_killzone, of_seat
from fireteam.games.killteam.shooting.targets import controlled_by
from fireteam.games.killteam.table import Table
from fireteam.kit.plane.outlines import parts_in
from fireteam.kit.plane.places import Place
from fireteam.space.plane.measure import flat_to_part
from fireteam.space.plane.model import EPS, INCH, WALL, Board, Body
from fireteam.space.plane.placing import Ground, distance
from fireteam.space.plane.sight import control_of_part, in_control

OPERATE = "OPERATE HATCH"
SLACK = 1.0
"""Hundredths of an inch by which the rounded corners of equipment may overlap a hatch."""
FARTHEST, COARSE = 300, 10
"""Hundredths of an inch within which a place is looked for, for an operative that was in the way of a hatch; and
between those that are tried first where it must stay near an enemy."""


# -- access points -----------------------------------------------------------------------------------------------------


def access_points(board: Board) -> dict[str, int]:
    """The hatchways of a board, each with the number of its access point, closed or open
    (see KT-GALL-04 and KT-GALL-05)."""
    found = board.memo.get("access points")
    if not isinstance(found, dict):
        found = board.memo["access points"] = {
            board.parts[number].hatch: number
            for number in board.active
            if board.parts[number].hatch and (not board.parts[number].open or not board.flags[number] & WALL)
        }
    return found


def reaches(board: Board, body: Body, hatch: str, why: Why = None) -> bool:
    """Whether the access point of a hatchway is in an operative's control range (see KT-GALL-08 and KT-GEO-07)."""
    found = control_of_part(board, body, access_points(board)[hatch])
    far = f'{found.distance:.2f}" away' if found.distance < board.width + board.height else "the way round is too long"
    seen = "" if found.seen or found.distance > 1 else ", not visible"
    return need(why, found.inside, "KT-GALL-08", "the access point of {} is in control range: {}{}", hatch, far, seen)


def may_turn(t: Table, seat: int, hatch: str, why: Why = None) -> bool:
    """Whether a side may open or close a hatchway: not close it while an enemy has its access point in control range
    (see KT-GALL-08)."""
    if not has_room(t, hatch, why):
        return False
    if hatch not in t.state.hatches:
        return need(why, True, "KT-GALL-08", "{} is closed: it may be opened", hatch)
    number = access_points(t.board)[hatch]
    near = [
        t.name(enemy) for enemy in of_seat(t, 1 - seat) if control_of_part(t.board, body_of(t, enemy), number).inside
    ]
    return need(
        why,
        not near,
        "KT-GALL-08",
        "no enemy has the access point of {} in control range: {}",
        hatch,
        ", ".join(near) or "none",
    )


def has_room(t: Table, hatch: str, why: Why = None) -> bool:
    """Whether no equipment stands where the hatch would be: it is open or shut fully, and only operatives are lifted
    out of its way (see KT-GALL-04, KT-GALL-05 and KT-GALL-06)."""
    opens = hatch not in t.state.hatches
    found = _standing_there(t, hatch, opens) if t.state.pieces else ""
    return need(
        why,
        not found,
        "KT-GALL-05" if opens else "KT-GALL-04",
        "there is room for {} to {} fully: {}",
        hatch,
        "open" if opens else "shut",
        f"{found} stands there" if found else "nothing stands there",
    )


def _standing_there(t: Table, hatch: str, opens: bool) -> str:
    """The equipment where a hatch would be once it is turned, worked out once for a board; empty: there is none."""
    board, name = t.board, f"room for {hatch}"
    kept = board.memo.get(name)
    if not isinstance(kept, str):
        leaves = [part for part in board.parts if part.hatch == hatch and part.open is opens and "Wall" in part.traits]
        there = [
            board.features[shape.feature].id
            for part in leaves
            for shape in parts_in(t.ground, (part.polygon, part.bottom, part.top), SLACK)
        ]
        kept = board.memo[name] = next((feature for feature in there if feature in t.state.pieces), "")
    return kept


def operable(t: Table, who: int) -> list[str]:
    """The hatchways that an operative may open or close from where it stands (see KT-GALL-08)."""
    body, board, seat = body_of(t, who), t.board, t.operative(who).seat
    return [hatch for hatch in access_points(board) if reaches(board, body, hatch) and may_turn(t, seat, hatch)]


def may_operate(t: Table, who: int, mode: str, why: Why) -> bool:
    """No enemy is in control range, and the access point of a hatchway that may be turned is (see KT-GALL-08)."""
    enemies = [t.name(enemy) for enemy in controlled_by(t, t.board, who, 1 - t.operative(who).seat)]
    alone = not enemies or allowed(t, who, "act_in_enemy_control", OPERATE)
    if not need(
        why, alone, "KT-GALL-08", "no enemy is in control range of {}: {}", t.name(who), ", ".join(enemies) or "none is"
    ):
        return False
    if operable(t, who):
        return need(why, True, "KT-GALL-08", "the access point of a hatchway is in control range of {}", t.name(who))
    body, board, seat = body_of(t, who), t.board, t.operative(who).seat
    if why is not None:
        # The reason for the hatchway next to it, if there is one: why it may not be closed.
        for hatch in access_points(board):
            if reaches(board, body, hatch):
                return may_turn(t, seat, hatch, why)
    return need(why, False, "KT-GALL-08", "the access point of a hatchway is in control range of {}", t.name(who))


def operate_hatch(t: Table, a: Action) -> Rule[None]:
    """One of the hatchways in control range is opened or closed (KT-GALL-08)."""
    found = operable(t, a.who)
    pick: Option = yield t.ask(
        t.operative(a.who).seat,
        topic("hatchway for {who}", t.name(a.who)),
        lambda: [turn_option(t, name) for name in found],
    )
    yield from operate(t, a.who, pick.args[0])


def turn_option(t: Table, hatch: str) -> Option:
    """To open a closed hatchway, or to close an open one."""
    return option("close_hatch" if hatch in t.state.hatches else "open_hatch", hatch)


def operate(t: Table, who: int, hatch: str) -> Rule[None]:
    """A hatchway is opened or closed; whoever is in the way is lifted and put back
    (see KT-GALL-04, KT-GALL-05 and KT-GALL-06)."""
    permissions.operated_hatch(t, who)
    held = {other: controlled_by(t, t.board, other, 1 - t.operative(other).seat) for other in in_killzone(t)}
    t.set_hatch(hatch, hatch not in t.state.hatches, "KT-GALL-08")
    lifted = [other for other in in_killzone(t) if in_the_way(t.board, body_of(t, other), hatch)]
    while lifted:
        names = [t.name(other) for other in lifted]
        pick: Option = yield t.ask(
            t.state.initiative, topic("who is put back first from {hatch}", hatch), options_of("put_back", names)
        )
        other = t.number(pick.args[0])
        lifted.remove(other)
        yield from put_back(t, other, held[other], lifted)


# -- operatives in the way ---------------------------------------------------------------------------------------------


def in_the_way(board: Board, body: Body, hatch: str) -> bool:
    """Whether a base stands where a part of the hatchway is now (see KT-GALL-06)."""
    inner = body._replace(radius=body.radius - EPS)
    mine = [number for number in board.walls if board.parts[number].hatch == hatch]
    return any(flat_to_part(board, inner, number) <= 0.0 for number in mine)


def put_back(t: Table, who: int, enemies: list[int], lifted: list[int]) -> Rule[None]:
    """As near as can be to where it was, in every enemy's control range it was in; among equally near places its owner
    picks. It is no move (KT-GALL-06)."""
    operative = t.operative(who)
    others = tuple(body_of(t, other) for other in in_killzone(t) if other != who and other not in lifted)
    spots = nearest_spots(t.ground, body_of(t, who), others, tuple(body_of(t, enemy) for enemy in enemies))
    x, y = spots[0]
    if len(spots) > 1:
        region = Places(
            "put_at",
            ("KT-GALL-06",),
            partial(_judge, tuple(spots)),
            lambda: [Place(px, py, operative.z) for px, py in spots],
            surfaces=lambda px, py: (operative.z,),
            args=(operative.name,),
            radius=body_of(t, who).radius,
        )
        pick: Option = yield t.ask(operative.seat, topic("where {who} is put back", operative.name), tuple, region)
        x, y = pick.args[1:3]
    t.stand(who, x, y, operative.z)
    t.tell("put_back", "KT-GALL-06", who=operative.name, x=x, y=y, z=operative.z)
    if t.house_rule("core_errata"):
        t.set_guard(who, False, "KT-GALL-06")


def _judge(spots: tuple[tuple[int, int], ...], place: Place) -> Check | None:
    """Why a place is none of the nearest ones."""
    return None if (place.x, place.y) in spots else Check("KT-GALL-06", False, "as near as possible to where it stood")


Offset = tuple[int, int]


def nearest_spots(ground: Ground, body: Body, others: tuple[Body, ...], enemies: tuple[Body, ...]) -> list[Offset]:
    """The nearest places where a body can stand and is still in control range of these enemies; if there is none, the
    nearest where it can stand (see KT-GALL-06)."""
    board, reach = ground.board, body.radius - EPS
    blocking = [
        shape for shape in ground.shapes if shape.wall and distance(body.x / INCH, body.y / INCH, shape) < reach
    ]
    # Nothing nearer can be free: whatever overlaps the base now must be left behind by all of its depth.
    deepest = max((reach - distance(body.x / INCH, body.y / INCH, shape) for shape in blocking), default=0.0) * INCH

    def legal(ring: tuple[Offset, ...], holders: tuple[Body, ...]) -> list[Offset]:
        found = []
        for dx, dy in ring:
            place = body._replace(x=body.x + dx, y=body.y + dy)
            if any(
                hypot(place.x - enemy.x, place.y - enemy.y) / INCH > 1 + EPS + place.radius + enemy.radius
                for enemy in holders
            ):
                continue
            if any(distance(place.x / INCH, place.y / INCH, shape) < reach for shape in blocking):
                continue
            if stands(ground, place, others) is None and all(in_control(board, place, enemy) for enemy in holders):
                found.append((place.x, place.y))
        return found

    farther = [ring for ring in rings(1) if _square(ring) >= deepest * deepest]
    loose = next(filter(None, (legal(ring, ()) for ring in farther)), [(body.x, body.y)])
    if not enemies:
        return loose
    # A coarse look says how far the nearest place in control range can be, so that not every hundredth of the room is
    # tried.
    coarse = next((ring for ring in rings(COARSE) if legal(ring, enemies)), None)
    if coarse is None:
        return loose
    near = (ring for ring in farther if _square(ring) <= _square(coarse))
    return next(filter(None, (legal(ring, enemies) for ring in near)), loose)


def _square(ring: tuple[Offset, ...]) -> int:
    """How far a ring is, squared."""
    dx, dy = ring[0]
    return dx * dx + dy * dy


@lru_cache(maxsize=2)
def rings(step: int) -> tuple[tuple[Offset, ...], ...]:
    """Offsets on a lattice of hundredths, those equally far together, the nearest first."""
    found: list[tuple[int, int, int]] = []
    for dx in range(-FARTHEST, FARTHEST + 1, step):
        widest = isqrt(FARTHEST * FARTHEST - dx * dx) // step * step
        found += [(dx * dx + dy * dy, dx, dy) for dy in range(-widest, widest + 1, step)]
    found.sort()
    return tuple(tuple((dx, dy) for _, dx, dy in ring) for _, ring in groupby(found, key=lambda entry: entry[0]))

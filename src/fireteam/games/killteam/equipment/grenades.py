"""Grenades: utility grenades as actions, explosive ones as weapons; uses are counted for the whole team (KT-EQ-16 to
KT-EQ-24)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from fireteam.core.questions import Option, Roll, Rule
from fireteam.core.refusals import Check, Why, need
from fireteam.core.topics import topic
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions import universal
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.cards import Weapon, option
from fireteam.games.killteam.content.terrain import VANTAGE
from fireteam.games.killteam.dice import roll_d3
from fireteam.games.killteam.equipment.pieces import figures, version
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import MARKER_RADIUS, body_of, in_killzone
from fireteam.games.killteam.shooting.targets import FAR, SMOKE, distance, sees
from fireteam.games.killteam.state import KILLZONE, NOBODY, Effect, Marker
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.teams import weapon_of
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane.measure import between, within
from fireteam.space.plane.model import INCH, Body, Spot
from fireteam.space.plane.sight import sees_part, sees_spot

CHOSEN = "grenades"
"""The name of the selection that holds the grenades a player has chosen: "smoke,stun,frag,frag"
(see KT-EQ-16 and KT-EQ-21)."""
STUN = Effect("stun", "apl", -1, "next activation", "KT-EQ-20")
SMOKE_WAITS = "ready step"
"""Until of a smoke marker whose D3 is still to be rolled (see KT-EQ-19)."""


# -- which and how many ------------------------------------------------------------------------------------------------


def left(t: Table, seat: int, kind: str) -> int:
    """How many grenades of a kind a team may still use (KT-EQ-23, see KT-EQ-16)."""
    used = sum(entry == _entry(kind) and whose == seat for entry, whose, *_ in t.state.used)
    return chosen(t, seat, kind) - used


def chosen(t: Table, seat: int, kind: str) -> int:
    """How many grenades of a kind a team has chosen (see KT-EQ-16 and KT-EQ-21)."""
    return _counts(t.selected(seat, CHOSEN), kind)


@lru_cache(maxsize=64)
def _counts(grenades: str, kind: str) -> int:
    return grenades.split(",").count(kind)


def _entry(kind: str) -> str:
    return f"{kind} grenade"


# -- explosive grenades ------------------------------------------------------------------------------------------------


class _Printed:
    """The weapons of a pack as a cache argument: the same object and no other."""

    def __init__(self, weapons: tuple[Any, ...]) -> None:
        self.weapons = weapons

    def __hash__(self) -> int:
        return len(self.weapons)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Printed) and self.weapons is other.weapons


@lru_cache(maxsize=16)
def _weapons(printed: _Printed) -> tuple[Weapon, ...]:
    return tuple(weapon_of(data) for data in printed.weapons)


def explosives(setting: Any) -> tuple[Weapon, ...]:
    """Frag and krak grenades as the rules version has them (KT-VER-08, see KT-EQ-21)."""
    return _weapons(_Printed(figures(setting).explosive_grenades.weapons[version(setting)]))


def weapons(t: Table, who: int) -> tuple[Weapon, ...]:
    """The grenades an operative may throw with SHOOT while its team has some left (KT-EQ-21, KT-EQ-22, KT-EQ-23)."""
    seat = t.state.operatives[who].seat
    if not t.selected(seat, CHOSEN):
        return ()
    return tuple(weapon for weapon in explosives(t.setting) if left(t, seat, weapon.id) > 0)


def thrown(t: Table, a: Action) -> None:
    """A grenade is used up when the action is completed (see KT-EQ-22)."""
    if not a.weapon or any(weapon.id == a.weapon for weapon in t.card(a.who).weapons):
        return
    if chosen(t, t.operative(a.who).seat, a.weapon):
        t.use(_entry(a.weapon), t.operative(a.who).seat, a.who)


# -- utility grenades --------------------------------------------------------------------------------------------------


def deeds(t: Table, who: int) -> list[Deed]:
    """The unique actions that the chosen utility grenades are (KT-EQ-16)."""
    seat, found = t.operative(who).seat, []
    if t.selected(seat, CHOSEN):
        grenades = figures(t.setting).utility_grenades
        if chosen(t, seat, SMOKE):
            found.append(Deed("SMOKE GRENADE", "KT-EQ-17", grenades.smoke.ap, may_smoke, throw_smoke))
        if chosen(t, seat, "stun"):
            found.append(Deed("STUN GRENADE", "KT-EQ-20", grenades.stun.ap, may_stun, throw_stun))
    return found


def _may_throw(t: Table, who: int, kind: str, name: str, rule: str, why: Why) -> bool:
    """Grenades are left, and no enemy is near (see KT-EQ-17, KT-EQ-20 and KT-EQ-23)."""
    rest = left(t, t.operative(who).seat, kind)
    return need(
        why, rest > 0, "KT-EQ-23", "the kill team has a {} left ({})", _entry(kind), max(0, rest)
    ) and universal.nobody_near(t, who, name, rule, why)


# -- smoke -------------------------------------------------------------------------------------------------------------


def may_smoke(t: Table, who: int, mode: str, why: Why) -> bool:
    """A smoke grenade is left, and no enemy is near; at its own feet there is always a place
    (see KT-EQ-17 and KT-EQ-23)."""
    return _may_throw(t, who, SMOKE, "SMOKE GRENADE", "KT-EQ-17", why)


def smoke_places(t: Table, who: int) -> Places:
    """Where an operative may place smoke: near enough and visible, or on Vantage of a visible feature
    (see KT-EQ-17)."""
    body, reach = body_of(t, who), figures(t.setting).utility_grenades.smoke.within
    far = round((reach + body.radius) * INCH)
    box = (
        (body.x - far, body.y - far),
        (body.x + far, body.y - far),
        (body.x + far, body.y + far),
        (body.x - far, body.y + far),
    )

    def tries() -> list[Place]:
        points = [(body.x, body.y), *((x, y) for x, y in lattice((box,), 150) if x >= 0 and y >= 0)]
        return [Place(x, y, z) for x, y in points for z in t.ground.surfaces(x, y)]

    return Places(
        "smoke",
        ("KT-EQ-17",),
        partial(_smoke_lies, t, body, reach),
        tries,
        surfaces=t.ground.surfaces,
        areas=(box,),
        radius=MARKER_RADIUS,
    )


def _smoke_lies(t: Table, body: Body, reach: int, place: Place) -> Check | None:
    """Why smoke cannot be placed there; None: it can (see KT-EQ-17)."""
    checks: list[Check] = []
    spot = Spot(place.x, place.y, place.z, MARKER_RADIUS)
    far = between(t.board, body, spot)
    ok = (
        markers.rests(t, spot, checks)
        and need(checks, within(far, reach), "KT-EQ-17", 'within {}": it is {:.2f}" away', reach, far)
        and need(checks, _in_view(t, body, spot), "KT-EQ-17", "visible, or on Vantage terrain of a visible feature")
    )
    return None if ok else checks[-1]


def _in_view(t: Table, body: Body, spot: Spot) -> bool:
    """Whether an operative sees a marker, or the feature on whose Vantage terrain it lies (see KT-EQ-17)."""
    board = t.board
    if sees_spot(board, body, spot):
        return True
    x, y = spot.x / INCH, spot.y / INCH
    under = [
        shape for shape in t.ground.near(x, y, x, y) if shape.flags & VANTAGE and round(shape.top * INCH) == spot.z
    ]
    found = {shape.feature: None for shape in under}
    return any(
        sees_part(board, body, number)
        for feature in found
        for number in board.active
        if board.feature[number] == feature
    )


def throw_smoke(t: Table, a: Action) -> Rule[None]:
    """A smoke marker is placed (KT-EQ-17)."""
    seat = t.operative(a.who).seat
    pick: Option = yield t.ask(
        seat, topic("place for the smoke of {who}", t.name(a.who)), tuple, smoke_places(t, a.who)
    )
    x, y, z, _ = pick.args
    lay_smoke(t, seat, x, y, z)
    t.use(_entry(SMOKE), seat, a.who)


def lay_smoke(t: Table, seat: int, x: int, y: int, z: int, until: str = "") -> None:
    """Smoke lies there: as long as a smoke grenade's, or to the end of the turning point if `until` says so
    (see KT-EQ-18 and KT-EQ-19)."""
    t.lay(
        Marker(t.new_id("smoke"), SMOKE, seat, x, y, z, NOBODY, "turning point" if until else SMOKE_WAITS, ()),
        "KT-EQ-17",
    )


def _smokes(t: Table) -> list[Marker]:
    return [marker for marker in t.state.markers.values() if marker.kind == SMOKE]


def _counted(marker: Marker) -> int:
    """The activations after which a smoke marker goes; 0: it does not count them (see KT-EQ-19)."""
    count, _, word = marker.until.partition(" ")
    return int(count) if word == "activations" else 0


def ready_step(t: Table) -> Rule[None]:
    """Each smoke marker of the last turning point gets its D3 (KT-EQ-19)."""
    first = t.state.initiative
    # A die for each, and nobody asked: their order changes nothing.
    for marker in sorted(_smokes(t), key=lambda found: found.seat != first):
        if marker.until == SMOKE_WAITS:
            count = yield from roll_d3(t, marker.seat, topic("activations of {marker}", marker.id))
            t.lay(marker._replace(until=f"{count} activations"), "KT-EQ-19")


def activation_end(t: Table) -> None:
    """One more activation is completed; counteractions are none (KT-CTR-07, see KT-EQ-19)."""
    for marker in _smokes(t):
        count = _counted(marker)
        if count == 1:
            t.lift(marker.id, "KT-EQ-19")
        elif count > 1:
            t.lay(marker._replace(until=f"{count - 1} activations"), "KT-EQ-19")


def end_of_turning_point(t: Table) -> None:
    """Smoke whose D3 was rolled goes at the latest now (see KT-EQ-19)."""
    for marker in _smokes(t):
        if _counted(marker) or marker.until == "turning point":
            t.lift(marker.id, "KT-EQ-19")


# -- stun --------------------------------------------------------------------------------------------------------------


def stunnable(t: Table, who: int, enemy: int, why: Why = None) -> bool:
    """Whether a stun grenade may be thrown at an enemy: visible, near enough (see KT-EQ-20)."""
    reach, other = figures(t.setting).utility_grenades.stun.within, t.operative(enemy)
    far = distance(t, t.board, who, enemy, FAR if why is not None else reach)
    return (
        need(
            why,
            other.status == KILLZONE and other.seat != t.operative(who).seat,
            "KT-EQ-20",
            "{} is an enemy",
            other.name,
        )
        and need(why, within(far, reach), "KT-EQ-20", '{} is within {}": {:.2f}" away', other.name, reach, far)
        and need(why, sees(t, t.board, who, enemy), "KT-EQ-20", "{} is visible", other.name)
    )


def _stunnables(t: Table, who: int) -> list[int]:
    return [enemy for enemy in in_killzone(t) if stunnable(t, who, enemy)]


def may_stun(t: Table, who: int, mode: str, why: Why) -> bool:
    """A stun grenade is left, no enemy is near, and one is visible within reach (see KT-EQ-20 and KT-EQ-23)."""
    reach = figures(t.setting).utility_grenades.stun.within
    return _may_throw(t, who, "stun", "STUN GRENADE", "KT-EQ-20", why) and need(
        why, bool(_stunnables(t, who)), "KT-EQ-20", 'an enemy is visible within {}"', reach
    )


def throw_stun(t: Table, a: Action) -> Rule[None]:
    """An enemy and everybody within 1" of it, sight or not, takes a stun test: on 3+ its APL is lower (KT-EQ-20)."""
    seat = t.operative(a.who).seat
    enemies = _stunnables(t, a.who)
    pick: Option = yield t.ask(
        seat, topic("stun grenade of {who}", t.name(a.who)), lambda: [option("stun", t.name(one)) for one in enemies]
    )
    target = a.target = t.number(pick.args[0])
    stun = figures(t.setting).utility_grenades.stun
    near = [
        who
        for who in in_killzone(t)
        if who != target and within(distance(t, t.board, target, who, stun.around), stun.around)
    ]
    safe = tuple(1 if face < stun.needed else 6 for face in range(1, 7))
    for who in (target, *near):  # a die for each, and nobody asked: their order changes nothing
        (face,) = yield Roll(t.operative(who).seat, topic("stun test of {who}", t.name(who)), alike=safe)
        t.tell("stun_test", "KT-EQ-20", who=t.name(who), face=face, needed=stun.needed)
        if face >= stun.needed:
            t.affect(who, STUN)
    t.use(_entry("stun"), seat, a.who)

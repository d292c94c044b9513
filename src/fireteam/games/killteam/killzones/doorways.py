"""Fights through a door or an open hatchway (KT-VOLK-07, KT-HATCH-01)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from fireteam.core.questions import Rule
from fireteam.core.refusals import Why, need
from fireteam.games.killteam.actions.action import Action, Deed
from fireteam.games.killteam.actions.universal import nobody_near, opponent
from fireteam.games.killteam.fighting.sequence import fight
from fireteam.games.killteam.killzones.hatches import access_points
from fireteam.games.killteam.positions import body_of, of_seat
from fireteam.games.killteam.table import Table
from fireteam.space.plane.measure import other_side, part_between, touching, within

BEYOND = 2
"""Inches from the door or access point within which an enemy on its other side can be fought
(see KT-VOLK-07 and KT-HATCH-01)."""


class Doorway(NamedTuple):
    """What a kind of killzone calls it, and where they are."""

    action: str
    rule: str
    noun: str
    parts: Callable[[Table], list[int]]
    """The numbers of the parts that are doors or access points of open hatchways."""
    floor_only: bool
    """Whether the errata want the enemy on the floor (see KT-VOLK-07)."""


def doors(t: Table) -> list[int]:
    """The doors of Volkus; a door of several parts, one above the other, is each of them (KT-GEO-17,
    see KT-VOLK-01 and KT-VOLK-03)."""
    return [shape.number for opening in t.ground.openings for shape in opening.shapes]


def open_access_points(t: Table) -> list[int]:
    """The access points of the hatchways that are open (see KT-HATCH-01)."""
    return [number for hatch, number in access_points(t.board).items() if hatch in t.state.hatches]


DOOR = Doorway("DOOR FIGHT", "KT-VOLK-07", "a door", doors, floor_only=True)
HATCHWAY = Doorway(
    "HATCHWAY FIGHT", "KT-HATCH-01", "the access point of an open hatchway", open_access_points, floor_only=False
)


def touched(t: Table, who: int, way: Doorway) -> list[int]:
    """The doors or open access points that a base touches (KT-GEO-14)."""
    body = body_of(t, who)
    return [number for number in way.parts(t) if touching(t.board, body, number)]


def fightable(t: Table, who: int, enemy: int, way: Doorway, why: Why = None) -> bool:
    """Whether an enemy can be fought through a door or hatchway: within 2" of it and on its other side
    (see KT-VOLK-07 and KT-HATCH-01)."""
    board, body, other = t.board, body_of(t, who), body_of(t, enemy)
    name = t.name(enemy)
    if (
        way.floor_only
        and t.house_rule("core_errata")
        and not need(why, other.z == 0, way.rule, "{} is on the killzone floor", name)
    ):
        return False
    found = touched(t, who, way)
    beyond = [number for number in found if other_side(board, body, other, number)]
    if not need(
        why, bool(beyond), way.rule, "{} is on the other side of {} that {} touches", name, way.noun, t.name(who)
    ):
        return False
    far = min(part_between(board, other, number, BEYOND + 1) for number in beyond)
    return need(
        why, within(far, BEYOND), way.rule, '{} is within 2" of it: {:.2f}"', name, min(far, board.width + board.height)
    )


def enemies_beyond(t: Table, who: int, way: Doorway) -> list[int]:
    """The enemies that can be fought through a door or hatchway (see KT-VOLK-07 and KT-HATCH-01)."""
    return [enemy for enemy in of_seat(t, 1 - t.operative(who).seat) if fightable(t, who, enemy, way)]


def may_fight_through(way: Doorway, t: Table, who: int, mode: str, why: Why) -> bool:
    """A door or open hatchway is touched, no enemy is near, and one stands beyond it
    (see KT-VOLK-07 and KT-HATCH-01)."""
    if not nobody_near(t, who, way.action, way.rule, why):
        return False
    if not need(why, bool(touched(t, who, way)), way.rule, "the base of {} touches {}", t.name(who), way.noun):
        return False
    found = bool(enemies_beyond(t, who, way))
    return need(
        why,
        found,
        way.rule,
        'an enemy is within 2" of {} that {} touches, and on its other side',
        way.noun,
        t.name(who),
    )


def fight_through(way: Doorway, t: Table, a: Action) -> Rule[None]:
    """A fight with one of them; both count as in each other's control range, whoever assists needs real control range
    (KT-VOLK-07, KT-HATCH-01, KT-FIGHT-07)."""
    found = enemies_beyond(t, a.who, way)
    if len(found) == 1:
        a.target = found[0]
    fight(t, a.who, [opponent(t, a.who, enemy) for enemy in found])
    yield from ()


def deed_of(way: Doorway) -> Deed:
    """The action: 1 AP, a FIGHT action."""
    return Deed(
        way.action, way.rule, 1, partial(may_fight_through, way), partial(fight_through, way), counts_as="FIGHT"
    )


DOOR_FIGHT, HATCHWAY_FIGHT = deed_of(DOOR), deed_of(HATCHWAY)

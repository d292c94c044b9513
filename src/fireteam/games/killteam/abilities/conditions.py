"""Conditions of entries: what abilities, ploys and equipment look at before they work (KT-PLOY-03, KT-ACT-06)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.refusals import Why, need
from fireteam.games.killteam.markers import contests
from fireteam.games.killteam.positions import body_of, wholly_in_territory
from fireteam.games.killteam.shooting.targets import FAR, controlled_by, distance, in_control_range
from fireteam.games.killteam.state import ACTIVE, EXPENDED, KILLZONE, NOBODY, ORDERS
from fireteam.games.killteam.stats import injured
from fireteam.games.killteam.weapon_rules import weapon_rule
from fireteam.space.plane.measure import beyond, within
from fireteam.space.plane.shots import surface

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.entries import Entry
    from fireteam.games.killteam.abilities.vocabulary import FriendNear
    from fireteam.games.killteam.cards import Weapon
    from fireteam.games.killteam.table import Table


class Context(NamedTuple):
    """What the conditions of an entry look at."""

    who: int
    """The operative that triggers the entry, or one that it covers."""
    target: int = NOBODY
    """Whom it attacks, or whose activation or action opened the window."""
    attacker: int = NOBODY
    """Who attacks it."""
    weapon: Weapon | None = None
    """The weapon of the attack: its own, or the one used against it."""
    cover: bool = False
    """Whether it is in cover in the shot that is judged."""
    hurt: tuple[int, ...] = ()
    """Who has lost wounds in the action that opened the window."""
    done: str = ""
    """The action that opened the window; empty: none did."""


def did(t: Table, context: Context, action: str) -> bool:
    """Whether an action was performed: the one just finished, else one of the activation under way, else of its last
    one."""
    if context.done:
        return context.done == action
    operative = t.operative(context.who)
    acts = operative.readiness == ACTIVE or t.state.active == context.who
    return action in (operative.actions if acts else operative.activation)


def far(t: Table, one: int, other: int, limit: float) -> float:
    """From base to base in inches, up to a limit; nobody is farther away than anything (KT-GEO-03)."""
    return distance(t, t.board, one, other, limit) if other != NOBODY else FAR


def friend_near(t: Table, who: int, inches: float, keyword: str | None = None) -> bool:
    """Whether another friendly operative stands within a distance."""
    seat = t.operative(who).seat
    for other in t.state.operatives:
        if (
            other.index != who
            and other.seat == seat
            and other.status == KILLZONE
            and (not keyword or keyword in t.card(other.index).keywords)
        ):
            if within(far(t, who, other.index, inches), inches):
                return True
    return False


def engaged(t: Table, who: int) -> bool:
    """Whether an enemy is in its control range (see KT-BASE-06)."""
    return bool(controlled_by(t, t.board, who, 1 - t.operative(who).seat))


def _contests(t: Table, context: Context, kind: str) -> bool:
    return any(contests(t, context.who, marker) for marker in t.state.markers.values() if marker.kind == kind)


def _in_territory(t: Table, context: Context, whose: str) -> bool:
    seat = t.operative(context.who).seat
    return wholly_in_territory(t, context.who, seat if whose == "own" else 1 - seat)


def _in_control(t: Table, context: Context, wanted: bool) -> bool:
    return (context.target != NOBODY and in_control_range(t, t.board, context.who, context.target)) is wanted


def _has_rule(t: Table, context: Context, names: tuple[str, ...]) -> bool:
    return context.weapon is not None and any(weapon_rule(text).word in names for text in context.weapon.rules)


def _injured(t: Table, context: Context, whose: str) -> bool:
    who = context.who if whose == "self" else context.target
    return who != NOBODY and injured(t, who)


def _on_vantage(t: Table, context: Context, wanted: bool) -> bool:
    return (surface(t.board, body_of(t, context.who)) >= 0) is wanted


def _friendly_within(t: Table, context: Context, near: FriendNear) -> bool:
    return friend_near(t, context.who, near.inches, near.keyword)


def _target(t: Table, context: Context) -> bool:
    return context.target != NOBODY


_TESTS: dict[str, tuple[str, Callable[[Table, Context, Any], bool]]] = {
    "order": ("its order is {}", lambda t, c, order: ORDERS[t.operative(c.who).order] == order),
    "target_order": (
        "the order of its target is {}",
        lambda t, c, order: _target(t, c) and ORDERS[t.operative(c.target).order] == order,
    ),
    "target_within": ('its target is within {}"', lambda t, c, inches: within(far(t, c.who, c.target, inches), inches)),
    "target_beyond": (
        'its target is more than {}" away',
        lambda t, c, inches: _target(t, c) and beyond(far(t, c.who, c.target, inches), inches),
    ),
    "target_in_control_range": ("its target is in its control range: {}", _in_control),
    "attacker_within": (
        'its attacker is within {}"',
        lambda t, c, inches: within(far(t, c.who, c.attacker, inches), inches),
    ),
    "attacker_beyond": (
        'its attacker is more than {}" away',
        lambda t, c, inches: c.attacker != NOBODY and beyond(far(t, c.who, c.attacker, inches), inches),
    ),
    "friendly_within": ("another friendly operative is near: {}", _friendly_within),
    "no_friendly_within": (
        'no other friendly operative is within {}"',
        lambda t, c, inches: not friend_near(t, c.who, inches),
    ),
    "enemy_in_control_range": (
        "an enemy is in its control range: {}",
        lambda t, c, wanted: engaged(t, c.who) is wanted,
    ),
    "contests": ("it contests: {}", _contests),
    "in_territory": ("it is wholly in this territory: {}", _in_territory),
    "weapon_type": (
        "the weapon is {}",
        lambda t, c, kind: c.weapon is not None and c.weapon.ranged is (kind == "ranged"),
    ),
    "weapon": ("the weapon is {}", lambda t, c, name: c.weapon is not None and c.weapon.id == name),
    "has_rule": ("the weapon has one of these rules: {}", _has_rule),
    "dealt_damage": ("damage was inflicted: {}", lambda t, c, wanted: bool(c.hurt) is wanted),
    "did": ("it has performed {}", did),
    "not_did": ("it has not performed {}", lambda t, c, action: not did(t, c._replace(done=""), action)),
    "in_cover": ("it is in cover: {}", lambda t, c, wanted: c.cover is wanted),
    "on_vantage": ("it stands on Vantage terrain: {}", _on_vantage),
    "injured": ("injured: {}", _injured),
    "target_wounds_min": (
        "its target has {} wounds or more",
        lambda t, c, least: _target(t, c) and t.operative(c.target).wounds >= least,
    ),
    "tp_min": ("it is turning point {} or later", lambda t, c, least: t.state.turning_point >= least),
    "expended": ("it is expended: {}", lambda t, c, wanted: (t.operative(c.who).readiness == EXPENDED) is wanted),
}
"""How each kind of condition is said, and when it holds; `roll` is rolled by whoever uses the entry."""


def holds(t: Table, entry: Entry, context: Context, why: Why = None) -> bool:
    """Whether all conditions of an entry hold, dice aside."""
    tests = entry.tests
    if len(tests) < len(entry.conditions):
        tests = tuple((condition.kind, condition.value) for condition in entry.conditions if condition.kind != "roll")
    for kind, value in tests:
        text, test = _TESTS[kind]
        passed = test(t, context, value)
        if why is None:
            if not passed:
                return False
        elif not need(
            why, passed, entry.id, "{} of {}: {}", entry.name, t.name(context.who), text.format(_spoken(value))
        ):
            return False
    return True


def _spoken(value: Any) -> str:
    """The value of a condition in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " or ".join(map(str, value))
    if hasattr(value, "inches"):
        return f'within {value.inches}"' + (f", {value.keyword}" if value.keyword else "")
    return str(value)

"""The conditions of entries, one class each: what abilities, ploys and equipment look at before they work (KT-PLOY-03,
KT-ACT-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from fireteam.games.killteam.abilities.word import Condition, Context, Nameable, Named
from fireteam.games.killteam.markers import contests
from fireteam.games.killteam.positions import OBJECTIVE, body_of, wholly_in_territory
from fireteam.games.killteam.shooting.targets import FAR, controlled_by, distance, in_control_range
from fireteam.games.killteam.state import ACTIVE, EXPENDED, KILLZONE, NOBODY, ORDERS
from fireteam.games.killteam.stats import injured
from fireteam.games.killteam.weapon_rules import weapon_rule
from fireteam.space.plane.measure import beyond, within
from fireteam.space.plane.shots import surface

if TYPE_CHECKING:
    from fireteam.games.killteam.content.parts import ActionName, Distance, Keyword, Order, WeaponRuleNames, WeaponType
    from fireteam.games.killteam.table import Table
    from fireteam.kit.content.models import Positive, Slug, Yes


def did(t: Table, c: Context, action: str) -> bool:
    """Whether an action was performed: the one just finished, else one of the activation under way, else of its last
    one."""
    if c.done:
        return c.done == action
    operative = t.operative(c.who)
    acts = operative.readiness == ACTIVE or t.state.active == c.who
    return action in (operative.actions if acts else operative.activation)


def far(t: Table, one: int, other: int, limit: float) -> float:
    """From base to base in inches, up to a limit; nobody is farther away than anything (KT-GEO-03)."""
    return distance(t, t.board, one, other, limit) if other != NOBODY else FAR


def friend_near(t: Table, who: int, inches: float, keyword: str | None = None) -> bool:
    """Whether another friendly operative stands within a distance."""
    seat = t.operative(who).seat
    return any(
        other.index != who
        and other.seat == seat
        and other.status == KILLZONE
        and (not keyword or keyword in t.card(other.index).keywords)
        and within(far(t, who, other.index, inches), inches)
        for other in t.state.operatives
    )


# -- the operative and its surroundings --------------------------------------------------------------------------------


class HasOrder(Condition):
    word, text = "order", "its order is {}"
    value: Order

    def holds(self, t: Table, c: Context) -> bool:
        return ORDERS[t.operative(c.who).order] == self.value


class TargetOrder(Condition):
    word, text = "target_order", "the order of its target is {}"
    value: Order

    def holds(self, t: Table, c: Context) -> bool:
        return c.target != NOBODY and ORDERS[t.operative(c.target).order] == self.value


class TargetWithin(Condition):
    word, text = "target_within", 'its target is within {}"'
    value: Distance

    def holds(self, t: Table, c: Context) -> bool:
        return within(far(t, c.who, c.target, self.value), self.value)


class TargetBeyond(Condition):
    word, text = "target_beyond", 'its target is more than {}" away'
    value: Distance

    def holds(self, t: Table, c: Context) -> bool:
        return c.target != NOBODY and beyond(far(t, c.who, c.target, self.value), self.value)


class TargetInControlRange(Condition):
    word, text = "target_in_control_range", "its target is in its control range: {}"
    value: Yes

    def holds(self, t: Table, c: Context) -> bool:
        return (c.target != NOBODY and in_control_range(t, t.board, c.who, c.target)) is self.value


class AttackerWithin(Condition):
    word, text = "attacker_within", 'its attacker is within {}"'
    value: Distance

    def holds(self, t: Table, c: Context) -> bool:
        return within(far(t, c.who, c.attacker, self.value), self.value)


class AttackerBeyond(Condition):
    word, text = "attacker_beyond", 'its attacker is more than {}" away'
    value: Distance

    def holds(self, t: Table, c: Context) -> bool:
        return c.attacker != NOBODY and beyond(far(t, c.who, c.attacker, self.value), self.value)


class FriendlyWithin(Condition):
    word, text = "friendly_within", 'another friendly operative is near: within {}"'
    inches: Distance
    keyword: Keyword | None = None

    def holds(self, t: Table, c: Context) -> bool:
        return friend_near(t, c.who, self.inches, self.keyword)

    def spoken(self) -> str:
        return self.text.format(self.inches) + (f", {self.keyword}" if self.keyword else "")

    def names(self, there: Nameable) -> Iterator[Named]:
        if self.keyword is not None:
            yield "keyword", self.keyword, there.keywords


class NoFriendlyWithin(Condition):
    word, text = "no_friendly_within", 'no other friendly operative is within {}"'
    value: Distance

    def holds(self, t: Table, c: Context) -> bool:
        return not friend_near(t, c.who, self.value)


class EnemyInControlRange(Condition):
    """An enemy is in its control range, or none is (see KT-BASE-06)."""

    word, text = "enemy_in_control_range", "an enemy is in its control range: {}"
    value: Yes

    def holds(self, t: Table, c: Context) -> bool:
        return bool(controlled_by(t, t.board, c.who, 1 - t.operative(c.who).seat)) is self.value

    def awaits(self, t: Table, who: int, enemy: int) -> bool | None:
        return in_control_range(t, t.board, who, enemy) if self.value else None


class Contests(Condition):
    """It contests an `objective`, or a kind of marker."""

    word, text = "contests", "it contests: {}"
    value: Slug

    def holds(self, t: Table, c: Context) -> bool:
        return any(contests(t, c.who, marker) for marker in t.state.markers.values() if marker.kind == self.value)

    def names(self, there: Nameable) -> Iterator[Named]:
        yield "marker", self.value, [OBJECTIVE, *there.marker_kinds]


class InTerritory(Condition):
    word, text = "in_territory", "it is wholly in this territory: {}"
    value: Literal["own", "enemy"]

    def holds(self, t: Table, c: Context) -> bool:
        seat = t.operative(c.who).seat
        return wholly_in_territory(t, c.who, seat if self.value == "own" else 1 - seat)


class OnVantage(Condition):
    word, text = "on_vantage", "it stands on Vantage terrain: {}"
    value: Yes

    def holds(self, t: Table, c: Context) -> bool:
        return (surface(t.board, body_of(t, c.who)) >= 0) is self.value


class InCover(Condition):
    """It is in cover in the shot that is judged, or is not."""

    word, text = "in_cover", "it is in cover: {}"
    value: Yes

    def holds(self, t: Table, c: Context) -> bool:
        return c.cover is self.value


# -- the weapon --------------------------------------------------------------------------------------------------------


class OfWeaponType(Condition):
    word, text = "weapon_type", "the weapon is {}"
    value: WeaponType

    def holds(self, t: Table, c: Context) -> bool:
        return c.weapon is not None and c.weapon.ranged is (self.value == "ranged")

    def in_melee(self) -> bool:
        return self.value != "ranged"

    def gambit_worth(self) -> float | None:
        return 0.2 if self.value == "melee" else None


class WithWeapon(Condition):
    word, text = "weapon", "the weapon is {}"
    value: Slug

    def holds(self, t: Table, c: Context) -> bool:
        return c.weapon is not None and c.weapon.id == self.value

    def names(self, there: Nameable) -> Iterator[Named]:
        yield "weapon", self.value, there.weapons


class HasRule(Condition):
    """The weapon used against it has one of these rules."""

    word, text = "has_rule", "the weapon has one of these rules: {}"
    value: WeaponRuleNames

    def holds(self, t: Table, c: Context) -> bool:
        return c.weapon is not None and any(weapon_rule(text).word in self.value for text in c.weapon.rules)


# -- what has happened -------------------------------------------------------------------------------------------------


class DealtDamage(Condition):
    """The action that opened the window inflicted damage, or did not."""

    word, text = "dealt_damage", "damage was inflicted: {}"
    value: Yes

    def holds(self, t: Table, c: Context) -> bool:
        return bool(c.hurt) is self.value


class Did(Condition):
    """It was performed in this activation; outside of it, in its activation of this turning point."""

    word, text = "did", "it has performed {}"
    value: ActionName

    def holds(self, t: Table, c: Context) -> bool:
        return did(t, c, self.value)


class NotDid(Condition):
    """It was not performed in this activation; outside of it, in its activation of this turning point."""

    word, text = "not_did", "it has not performed {}"
    value: ActionName

    def holds(self, t: Table, c: Context) -> bool:
        return not did(t, c._replace(done=""), self.value)


class Injured(Condition):
    word, text, counts_wounds = "injured", "injured: {}", True
    value: Literal["self", "target"]

    def holds(self, t: Table, c: Context) -> bool:
        who = c.who if self.value == "self" else c.target
        return who != NOBODY and injured(t, who)


class TargetWounds(Condition):
    word, text, counts_wounds = "target_wounds_min", "its target has {} wounds or more", True
    value: Positive

    def holds(self, t: Table, c: Context) -> bool:
        return c.target != NOBODY and t.operative(c.target).wounds >= self.value


class FromTurningPoint(Condition):
    word, text = "tp_min", "it is turning point {} or later"
    value: Annotated[int, range(1, 5)]

    def holds(self, t: Table, c: Context) -> bool:
        return t.state.turning_point >= self.value


class Expended(Condition):
    word, text = "expended", "it is expended: {}"
    value: Yes

    def holds(self, t: Table, c: Context) -> bool:
        return (t.operative(c.who).readiness == EXPENDED) is self.value


class Rolled(Condition):
    """A D6 must show this or more; whoever uses the entry rolls it."""

    word, chance = "roll", 0.6
    value: Annotated[int, range(2, 7)]

"""When and on what mission actions of ops may be performed (KT-ACT-08)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from fireteam.core.refusals import Why, need
from fireteam.games.killteam import markers
from fireteam.games.killteam.actions.universal import nobody_near
from fireteam.games.killteam.cards import Weapon
from fireteam.games.killteam.ops.things import (
    Thing,
    disc_of,
    has_tag,
    home,
    in_half,
    name_of,
    objectives,
    op_markers,
    seat_of,
    tags_of,
    to_line,
)
from fireteam.games.killteam.ops.words import Word
from fireteam.games.killteam.positions import body_of, drop_zone, of_seat, spot_of, wholly_in_territory
from fireteam.games.killteam.shooting.targets import valid_target
from fireteam.games.killteam.state import CONCEAL, Marker
from fireteam.games.killteam.table import Table
from fireteam.space.plane import measure as plane
from fireteam.space.plane.model import INCH, Spot
from fireteam.space.plane.placing import distance as to_shape

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import OpAction
    from fireteam.games.killteam.ops.actions import Errand

LOOK = Weapon("look", "look", True, 0, 6, 0, 0)
"""A weapon without any rule: who is a valid target of it can be watched."""


# -- what an action is performed on ------------------------------------------------------------------------------------


TARGETS: dict[str, Callable[[Errand, Table, int], Sequence[Thing]]] = {
    "objective": lambda errand, t, who: objectives(t),
    "enemy": lambda errand, t, who: of_seat(t, 1 - t.operative(who).seat),
    "marker": lambda errand, t, who: op_markers(t, errand.op.scope, t.operative(who).seat),
    "self": lambda errand, t, who: [who],
}
"""Everything an action could be performed on, by the word for it: markers, or numbers of operatives."""


# -- conditions --------------------------------------------------------------------------------------------------------


class ActionCondition(Word):
    """Something that must hold for a mission action. It hangs in the windows of what it looks at."""

    known: ClassVar[dict[str, type[ActionCondition]]] = {}
    key: ClassVar[str] = ""
    """The key of the action that goes with it; empty: none."""
    afield: ClassVar[bool] = False
    """Whether it leads into the enemy's half, which is hard in the eyes of bots."""

    def in_time(self, errand: Errand, t: Table) -> bool:
        """Whether the turning point is right."""
        return True

    def poised(self, errand: Errand, t: Table, who: int, why: Why) -> bool:
        """What the operative itself must be like: its order, where it stands, whom it sees."""
        return True

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        """What the object of the action must be like: near, held, untouched."""
        return True

    def place(self, errand: Errand, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        """Where the marker that the action places may lie."""
        return True


class Controls(ActionCondition):
    """The side controls the marker (KT-MARK-04)."""

    name, text = "controls", "controls the marker"

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        return not isinstance(thing, Marker) or markers.controls(t, who, thing, why)


class Contests(ActionCondition):
    """The operative contests the marker (KT-MARK-03)."""

    name, text = "contests", "contests the marker"

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        return not isinstance(thing, Marker) or need(
            why, markers.contests(t, who, thing), "KT-MARK-03", "{} contests {}", t.name(who), thing.id
        )


class InPlace(ActionCondition):
    """The part of the killzone that an objective belongs to; where there is none, that the operative is wholly in
    (KT-BASE-15)."""

    halves: ClassVar[tuple[str, ...]]
    marker_text: ClassVar[str] = "{} is in {} territory"
    operative_text: ClassVar[str] = "{} is wholly in {} territory"

    def poised(self, errand: Errand, t: Table, who: int, why: Why) -> bool:
        if errand.data.target in ("objective", "marker"):
            return True
        there = any(_stands_in(t, who, half) for half in self.halves)
        return need(why, there, "KT-BASE-15", self.operative_text, t.name(who), self.halves[0])

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        if not isinstance(thing, Marker):
            return True
        there = any(in_half(t, home(t, thing), t.operative(who).seat, half) for half in self.halves)
        return need(why, there, "KT-BASE-15", self.marker_text, thing.id, self.halves[0])


def _stands_in(t: Table, who: int, half: str) -> bool:
    """Whether an operative stands wholly in a half, or on the centreline."""
    if half == "centre":
        body = body_of(t, who)
        return plane.within(to_line(body.x, body.y, t.setting.zone.centreline), body.radius)
    return wholly_in_territory(t, who, seat_of(t.operative(who).seat, half))


class InOwnTerritory(InPlace):
    """In the own territory."""

    name, halves = "in_own_territory", ("own",)


class InEnemyTerritory(InPlace):
    """In the enemy's territory."""

    name, text, halves, afield = "in_enemy_territory", "in the enemy's territory", ("enemy",), True


class OnCentrelineOrEnemy(InPlace):
    """On the centreline or in the enemy's territory."""

    name, halves = "on_centreline_or_enemy", ("enemy", "centre")
    marker_text = operative_text = "{} is on the centreline or in {} territory"


class NotTagged(ActionCondition):
    """The tags that the action leaves are not there yet."""

    name, text = "not_tagged", "not done there yet"

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        laid = [effect.tag for effect in errand.effects if effect.tag]
        free = not any(has_tag(tags_of(t, thing), tag) for tag in laid)
        return need(why, free, "KT-ACT-08", "{} is not yet {}", name_of(t, thing), ", ".join(laid))


class OrderConceal(ActionCondition):
    """The operative has a Conceal order."""

    name, text = "order_conceal", "with a Conceal order"

    def poised(self, errand: Errand, t: Table, who: int, why: Why) -> bool:
        operative = t.operative(who)
        return need(why, operative.order == CONCEAL, "KT-ACT-08", "{} has a Conceal order", operative.name)


class VisibleEnemyTarget(ActionCondition):
    """The operative sees an enemy that is a valid target."""

    name, text = "visible_enemy_target", "an enemy is a visible target"

    def poised(self, errand: Errand, t: Table, who: int, why: Why) -> bool:
        operative = t.operative(who)
        seen = any(valid_target(t, t.board, who, enemy, LOOK) for enemy in of_seat(t, 1 - operative.seat))
        return need(why, seen, "KT-ACT-08", "{} sees an enemy that is a valid target", operative.name)


class WithinInches(ActionCondition):
    """The object is so near (KT-BASE-14)."""

    name, text, key = "within_inches", "near enough", "within"

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        most = errand.data.within
        assert most is not None
        away = plane.between(t.board, body_of(t, who), disc_of(t, thing), most if why is None else 1e9)
        near = plane.within(away, most)
        return need(why, near, "KT-BASE-14", '{} is within {}": {:.2f}"', name_of(t, thing), most, away)


class FromTurningPoint(ActionCondition):
    """Not before the first of the turning points that the action names, or the second."""

    name = "tp_min"

    def in_time(self, errand: Errand, t: Table) -> bool:
        return t.state.turning_point >= min(errand.data.tps or (2,))


class FarFrom(ActionCondition):
    """The marker lies far enough away (KT-BASE-14)."""

    key = "inches"

    def _far(self, why: Why, away: float, least: int, what: str) -> bool:
        return need(why, plane.beyond(away, least), "KT-BASE-14", 'more than {}" from {}: {:.2f}"', least, what, away)


class BeyondOwnDropZone(FarFrom):
    """Away from the own drop zone."""

    name, text = "beyond_own_drop_zone", "away from the own drop zone"

    def place(self, errand: Errand, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        assert errand.data.inches is not None
        away = plane.to_area(spot, drop_zone(t, seat))
        return self._far(why, away, errand.data.inches.own_drop_zone, "the own drop zone")


class BeyondSameKind(FarFrom):
    """Away from the player's markers of the same kind."""

    name, text = "beyond_same_kind", "away from others of its kind"

    def place(self, errand: Errand, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        assert errand.data.inches is not None
        least = errand.data.inches.same_kind
        # Farther than asked is far enough: nobody looks for the way round walls then.
        return all(
            self._far(why, plane.between(t.board, spot, spot_of(t, marker), least), least, f"the next {errand.kind}")
            for marker in t.state.markers.values()
            if marker.kind == errand.kind and marker.seat == seat
        )


# -- conditions that other keys of an action stand for -----------------------------------------------------------------


class Forbidden(ActionCondition):
    """A word under `forbid`: when the action may not be performed."""

    known: ClassVar[dict[str, type[ActionCondition]]] = {}


class FirstTurningPoint(Forbidden):
    """Not in the first turning point."""

    name = "turning_point_1"

    def in_time(self, errand: Errand, t: Table) -> bool:
        return t.state.turning_point > 1


class EnemyInControlRange(Forbidden):
    """Not with an enemy in control range."""

    name = "enemy_in_control_range"

    def poised(self, errand: Errand, t: Table, who: int, why: Why) -> bool:
        return nobody_near(t, who, errand.name, "KT-ACT-08", why)


class KeyCondition(ActionCondition):
    """A condition that is a key of the action itself."""

    known: ClassVar[dict[str, type[ActionCondition]]] = {}


class NeedsTag(KeyCondition):
    """The object has a tag, whoever left it."""

    name = "needs_tag"

    def fits(self, errand: Errand, t: Table, who: int, thing: Thing, why: Why) -> bool:
        tag = errand.data.needs_tag
        assert tag is not None
        return need(why, has_tag(tags_of(t, thing), tag), "KT-ACT-08", "{} is {}", name_of(t, thing), tag)


class NotUnderVantage(KeyCondition):
    """The marker does not lie under Vantage terrain (KT-VANT-06)."""

    name = "not_under_vantage"

    def place(self, errand: Errand, t: Table, seat: int, spot: Spot, why: Why) -> bool:
        above = under_vantage(t, spot)
        return need(why, not above, "KT-ACT-08", "not under Vantage terrain{}", f": {above}" if above else "")


def under_vantage(t: Table, spot: Spot) -> str:
    """The Vantage part above a marker; empty: none (KT-VANT-06)."""
    x, y, z, radius = spot.x / INCH, spot.y / INCH, spot.z / INCH, spot.radius
    for shape in t.ground.near(x - radius, y - radius, x + radius, y + radius):
        if shape.standing and shape.bottom > z and to_shape(x, y, shape) < radius:
            return str(shape.id)
    return ""


def written(action: OpAction) -> tuple[ActionCondition, ...]:
    """The conditions that an action lists."""
    return tuple(ActionCondition.known[name]() for name in dict.fromkeys(action.conditions))


def conditions_of(action: OpAction) -> tuple[ActionCondition, ...]:
    """All that must hold for an action: what it forbids, the conditions it lists, and those of other keys."""
    forbidden = [Forbidden.known[name]() for name in dict.fromkeys(action.forbid)]
    keys = [word() for name, word in KeyCondition.known.items() if getattr(action, name)]
    return (*forbidden, *written(action), *keys)


def with_keys() -> dict[str, list[str]]:
    """The keys of an action that go with conditions, and the words of those."""
    found: dict[str, list[str]] = {}
    for name, word in ActionCondition.known.items():
        if word.key:
            found.setdefault(word.key, []).append(name)
    return found

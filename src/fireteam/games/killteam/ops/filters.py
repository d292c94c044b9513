"""The words of filters: which of the things that an op counts are meant (KT-OPS-16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from fireteam.games.killteam import markers
from fireteam.games.killteam.ops.origins import Origin
from fireteam.games.killteam.ops.things import (
    Kill,
    Moment,
    Performed,
    Scope,
    has_tag,
    holder,
    home,
    in_half,
    points_on,
    seat_of,
)
from fireteam.games.killteam.ops.words import Word, spoken
from fireteam.games.killteam.positions import body_of, spot_of, territory
from fireteam.games.killteam.state import NOBODY, ORDERS, Marker
from fireteam.games.killteam.zone import Landmark
from fireteam.space.plane import measure as plane

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Filter, Half, Near, Player
    from fireteam.games.killteam.content.parts import Order
    from fireteam.kit.content.models import Positive, Slug, Yes

STRATEGIC_FEATURE = "strategic_feature"
"""The kind of the terrain features that are worth something, among the kinds of markers."""
TAG, ACTION, MARKER = "tag", "action", "marker"
"""What the values of filters name."""
SAID = {"me": "you", "enemy": "the enemy", "own": "your own", "centre": "the centre's"}
"""How values are said."""


class Limit(Word):
    """A key of a filter. It hangs in the windows of all that it can be asked of: what hangs in no window of a measure's
    things cannot filter that measure."""

    known: ClassVar[dict[str, type[Limit]]] = {}
    cost: ClassVar[int] = 0
    """How dear it is to ask; the cheap questions come first."""
    names: ClassVar[str] = ""
    """What its value must name among what the op has; empty: nothing."""
    value: Any

    def __init__(self, value: Any, scope: Scope, owner: str | None) -> None:
        self.value = value
        self.scope = scope
        self.owner = owner
        """Whose tags and markers are meant; None: anybody's."""

    def operative(self, m: Moment, who: int) -> bool:
        """Whether an operative is meant."""
        return True

    def marker(self, m: Moment, marker: Marker) -> bool:
        """Whether a marker is meant, be it an objective or one of the op."""
        return True

    def objective(self, m: Moment, marker: Marker) -> bool:
        """Whether an objective marker is meant; asked of no other."""
        return True

    def op_marker(self, m: Moment, marker: Marker) -> bool:
        """Whether a marker of the op is meant; asked of no other."""
        return True

    def landmark(self, m: Moment, landmark: Landmark) -> bool:
        """Whether a strategic terrain feature is meant."""
        return True

    def kill(self, m: Moment, kill: Kill) -> bool:
        """Whether a kill is meant."""
        return True

    def action(self, m: Moment, deed: Performed) -> bool:
        """Whether a mission action that was performed is meant."""
        return True

    def player(self, m: Moment, seat: int) -> bool:
        """Whether a player is meant."""
        return True

    def draws(self) -> str:
        """Where bots are drawn by it: to the "enemy", or to the "centre"."""
        return ""

    def said(self) -> str:
        """It in words."""
        return self.text.format(value=spoken(SAID.get(str(self.value), str(self.value))))


class Placed(Limit):
    """Where an operative or a marker must be."""

    cost = 1

    def there(self, m: Moment, disc: plane.Disc) -> bool:
        """Whether something there is meant."""
        raise NotImplementedError

    def operative(self, m: Moment, who: int) -> bool:
        return self.there(m, body_of(m.t, who))

    def marker(self, m: Moment, marker: Marker) -> bool:
        return self.there(m, spot_of(m.t, marker))


class Measured(Placed):
    """How near or how far something must be."""

    value: Near

    def __init__(self, value: Near, scope: Scope, owner: str | None) -> None:
        super().__init__(value, scope, owner)
        self.inches = value.inches
        self.origin = Origin.known[value.of](scope)

    def said(self) -> str:
        return self.text.format(value=f'{self.inches}" of {spoken(self.origin.name)}')


class Side(Limit):
    """Whose it is."""

    name, text = "side", "of {value}"
    value: Player

    def operative(self, m: Moment, who: int) -> bool:
        return m.t.operative(who).seat == seat_of(m.me, self.value)

    def action(self, m: Moment, deed: Performed) -> bool:
        return deed[1] == seat_of(m.me, self.value)

    def player(self, m: Moment, seat: int) -> bool:
        return seat == seat_of(m.me, self.value)


class ControlledBy(Limit):
    """Who controls it (KT-MARK-04)."""

    name, text, cost = "controlled_by", "controlled by {value}", 2
    value: Literal["me", "enemy", "nobody"]

    def _whose(self, m: Moment) -> int:
        return NOBODY if self.value == "nobody" else seat_of(m.me, self.value)

    def marker(self, m: Moment, marker: Marker) -> bool:
        return markers.controller(m.t, marker) == self._whose(m)

    def landmark(self, m: Moment, landmark: Landmark) -> bool:
        return holder(m.t, landmark) == self._whose(m)


class ContestedBy(Limit):
    """Who has somebody that contests it (KT-MARK-03)."""

    name, text, cost = "contested_by", "contested by {value}", 2
    value: Player

    def marker(self, m: Moment, marker: Marker) -> bool:
        seat = seat_of(m.me, self.value)
        return any(m.t.operative(who).seat == seat for who in markers.contesting(m.t, marker))


class NotContestedBy(ContestedBy):
    """Who has nobody that contests it."""

    name, text = "not_contested_by", "not contested by {value}"

    def marker(self, m: Moment, marker: Marker) -> bool:
        return not super().marker(m, marker)


class Territory(Limit):
    """The part of the killzone that it belongs to."""

    name, text, cost = "territory", "in {value} territory", 1
    value: Literal["own", "enemy", "centre"]

    def marker(self, m: Moment, marker: Marker) -> bool:
        return in_half(m.t, home(m.t, marker), m.me, self.value)

    def landmark(self, m: Moment, landmark: Landmark) -> bool:
        return in_half(m.t, landmark.side, m.me, self.value)

    def draws(self) -> str:
        return "enemy" if self.value == "enemy" else ""


class WhollyIn(Placed):
    """The half that it lies wholly in (KT-BASE-15)."""

    name, text = "wholly_in", "wholly in {value} territory"
    value: Half

    def there(self, m: Moment, disc: plane.Disc) -> bool:
        return plane.wholly_in_area(disc, territory(m.t, seat_of(m.me, self.value)))


class Within(Measured):
    """It is so near (KT-BASE-14)."""

    name, text = "within", "within {value}"

    def there(self, m: Moment, disc: plane.Disc) -> bool:
        return plane.within(self.origin.distance(m, disc, self.inches), self.inches)

    def draws(self) -> str:
        return "centre" if self.origin.central else ""


class Beyond(Measured):
    """It is farther away (KT-BASE-14)."""

    name, text = "beyond", "beyond {value}"

    def there(self, m: Moment, disc: plane.Disc) -> bool:
        return plane.beyond(self.origin.distance(m, disc, self.inches), self.inches)


class WhollyWithin(Measured):
    """Every part of it is so near (KT-BASE-15)."""

    name, text = "wholly_within", "wholly within {value}"

    def there(self, m: Moment, disc: plane.Disc) -> bool:
        return self.origin.wholly_within(m, disc, self.inches)


class Tagged(Limit):
    """The tag that it has."""

    name, text, names = "tag", "{value}", TAG
    value: Slug

    def _has(self, m: Moment, tags: tuple[str, ...]) -> bool:
        return has_tag(tags, self.value, None if self.owner is None else seat_of(m.me, self.owner))

    def operative(self, m: Moment, who: int) -> bool:
        return self._has(m, m.t.operative(who).tags)

    def marker(self, m: Moment, marker: Marker) -> bool:
        return self._has(m, marker.tags)


class NotTagged(Tagged):
    """The tag that it has not."""

    name, text = "not_tag", "not {value}"

    def _has(self, m: Moment, tags: tuple[str, ...]) -> bool:
        return not super()._has(m, tags)


class WithOrder(Limit):
    """The order that it has."""

    name, text = "order", "with {value} order"
    value: Order

    def operative(self, m: Moment, who: int) -> bool:
        return ORDERS[m.t.operative(who).order] == self.value


class InTurningPoint(Limit):
    """When it came about."""

    name, text = "tp", "in {value} turning point"
    value: Literal["this", "any"]

    def _in_time(self, m: Moment, number: int) -> bool:
        return self.value == "any" or number == m.t.state.turning_point

    def op_marker(self, m: Moment, marker: Marker) -> bool:
        return self.value == "any" or any(
            deed[3] == marker.id and self._in_time(m, deed[4]) for deed in m.t.state.deeds
        )

    def kill(self, m: Moment, kill: Kill) -> bool:
        return self._in_time(m, kill[2])

    def action(self, m: Moment, deed: Performed) -> bool:
        return self._in_time(m, deed[4])


class VictimWounds(Limit):
    """The wounds that the victim started with, at least."""

    name, text = "victim_wounds_min", "of enemies with {value} wounds or more"
    value: Positive

    def kill(self, m: Moment, kill: Kill) -> bool:
        return m.t.card(kill[1]).wounds >= self.value


class KillerTagged(Limit):
    """The tag of the player that the killer has."""

    name, text, names = "killer_tag", "by a {value}", TAG
    value: Slug

    def kill(self, m: Moment, kill: Kill) -> bool:
        return has_tag(m.t.operative(kill[0]).tags, self.value, m.me)


class KillerWhollyIn(Limit):
    """The half that the killer stands wholly in (KT-BASE-15)."""

    name, text, cost = "killer_wholly_in", "by operatives wholly in {value} territory", 1
    value: Half

    def kill(self, m: Moment, kill: Kill) -> bool:
        return plane.wholly_in_area(body_of(m.t, kill[0]), territory(m.t, seat_of(m.me, self.value)))

    def draws(self) -> str:
        return "enemy" if self.value == "enemy" else ""


class CarriedBy(Limit):
    """Who has somebody that carries it (KT-PICK-01)."""

    name, text = "carried_by", "carried by {value}"
    value: Player

    def marker(self, m: Moment, marker: Marker) -> bool:
        return marker.carrier != NOBODY and m.t.operative(marker.carrier).seat == seat_of(m.me, self.value)


class Kind(Limit):
    """The kind of marker; strategic terrain features count as one."""

    name, text, names = "kind", "of kind {value}", MARKER
    value: Slug

    def op_marker(self, m: Moment, marker: Marker) -> bool:
        return marker.kind == self.value

    def landmark(self, m: Moment, landmark: Landmark) -> bool:
        return landmark.worth > 0


class Owner(Limit):
    """Whose tags and whose markers are meant; those that look at them know it."""

    name, text = "owner", "by {value}"
    value: Player

    def operative(self, m: Moment, who: int) -> bool:
        return True

    def marker(self, m: Moment, marker: Marker) -> bool:
        return True


class PointsOf(Limit):
    """Who has op points on it."""

    name, text = "points_of", "with points of {value}"
    value: Player

    def objective(self, m: Moment, marker: Marker) -> bool:
        return points_on(m.t, marker.id, seat_of(m.me, self.value)) > 0


class Called(Limit):
    """Which mission action it was."""

    name, text, names = "action", "{value}", ACTION
    value: Slug

    def action(self, m: Moment, deed: Performed) -> bool:
        return deed[0] == self.value


class Portable(Limit):
    """Whether it may be carried (KT-PICK-01)."""

    name, text = "portable", "that may be carried"
    value: Yes

    def marker(self, m: Moment, marker: Marker) -> bool:
        return (markers.PORTABLE in marker.tags) == self.value


class OtherThanActive(Limit):
    """It is not the operative that has just acted."""

    name, text = "other_than_op_active", "other than the one that acts"
    value: Yes

    def operative(self, m: Moment, who: int) -> bool:
        return not self.value or who != m.actor


# -- reading -----------------------------------------------------------------------------------------------------------


def hangs(word: type[Limit], window: Callable[..., bool]) -> bool:
    """Whether a word can be asked what a window asks."""
    return getattr(word, window.__name__) is not window


def owner_of(scope: Scope, data: Filter) -> str | None:
    """Whose tags and markers a filter means: of a tac op those of its player, of a crit op anybody's, unless an owner
    is named; None: anybody's."""
    named: str | None = getattr(data, Owner.name)
    return named or ("me" if scope.secret else None)


def limits_of(scope: Scope, data: Filter) -> tuple[Limit, ...]:
    """The words of a filter."""
    owner, given = owner_of(scope, data), vars(data).items()
    return tuple(Limit.known[name](value, scope, owner) for name, value in given if value is not None)

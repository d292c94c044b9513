"""How many victory points a scoring gives: a number, or what is counted (KT-OPS-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fireteam.games.killteam import markers
from fireteam.games.killteam.ops.filters import Called
from fireteam.games.killteam.ops.measures import Actions, Condition, Kills, Landmarks, Markers, Measure, Objectives
from fireteam.games.killteam.ops.things import Kill, Moment, Scope, grade, home, in_half, objectives, points_on
from fireteam.games.killteam.ops.words import Word
from fireteam.games.killteam.state import Marker
from fireteam.games.killteam.zone import Landmark

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Points, Scoring

MOST_POINTS = 6
"""VP that a player may score from one op (see KT-OPS-16)."""
BIG_GAME = 12
"""Wounds of a victim that counts more."""


class Item(NamedTuple):
    """One thing that points are scored for."""

    name: str
    amount: int = 1
    enemy: bool = False
    """Whether it lies in enemy territory."""
    wounds: int = 0
    """The wounds that a victim started with."""


def scored_by(m: Moment, key: str, *, now: bool = False) -> int:
    """The VP that a player has scored under a key, or under all keys that begin with it; `now`: in this turning
    point."""
    s = m.t.state
    mine = [entry for entry in s.scored if entry[1] == m.me and (entry[0] == key or entry[0].startswith(f"{key} "))]
    return sum(entry[3] for entry in mine if not now or entry[2] == s.turning_point)


# -- what points are counted for ---------------------------------------------------------------------------------------


class PointMeasure(Word):
    """What points are counted for."""

    known: ClassVar[dict[str, type[PointMeasure]]] = {}
    chosen: ClassVar[bool] = False
    """Whether the player picks one thing; it may wait, since what is scored is used up."""
    counts: ClassVar[type[Measure] | None] = None
    """What the condition must count; None: anything."""

    def __init__(self, key: str, scope: Scope, condition: Condition) -> None:
        self.key = key
        self.scope = scope
        self.condition = condition

    def items(self, m: Moment) -> list[Item]:
        """The things that points are scored for: those that the condition counts."""
        return [self.item(m, thing) for thing in self.condition.counted(m)]

    def item(self, m: Moment, thing: Any) -> Item:
        """One of them."""
        raise NotImplementedError


class OnObjectives(PointMeasure):
    """Objectives with an amount each; those without are left out."""

    def amount(self, m: Moment, mine: int, theirs: int, marker: Marker) -> int:
        """What an objective counts, with the points of both players on it."""
        raise NotImplementedError

    def items(self, m: Moment) -> list[Item]:
        found = [
            (marker, self.amount(m, points_on(m.t, marker.id, m.me), points_on(m.t, marker.id, 1 - m.me), marker))
            for marker in objectives(m.t)
        ]
        return [
            Item(marker.id, amount, in_half(m.t, home(m.t, marker), m.me, "enemy"))
            for marker, amount in found
            if amount > 0
        ]


class GradesGained(PointMeasure):
    """Grades of the kill op reached and not yet scored."""

    name = "kill_grade_gained"

    def items(self, m: Moment) -> list[Item]:
        return [Item("grades", grade(m.t, self.scope, m.me) - scored_by(m, self.key))]


class OnOneObjective(PointMeasure):
    """The player's points on one objective."""

    name, chosen, counts = "points_on_one_chosen_objective", True, Objectives

    def item(self, m: Moment, thing: Marker) -> Item:
        return Item(thing.id, points_on(m.t, thing.id, m.me))


class OnControlledObjectives(OnObjectives):
    """All points on the objectives that the player controls."""

    name = "points_on_controlled_objectives"

    def amount(self, m: Moment, mine: int, theirs: int, marker: Marker) -> int:
        return mine + theirs if markers.controller(m.t, marker) == m.me else 0


class WithPoints(OnObjectives):
    """Objectives with at least one point of the player."""

    name = "objectives_with_my_points"

    def amount(self, m: Moment, mine: int, theirs: int, marker: Marker) -> int:
        return int(mine > 0)


class WithMorePoints(OnObjectives):
    """Objectives on which the player has more points than the enemy."""

    name = "objectives_where_i_have_more_points"

    def amount(self, m: Moment, mine: int, theirs: int, marker: Marker) -> int:
        return int(mine > theirs)


class KillsCounted(PointMeasure):
    """Kills that fit the condition."""

    name, counts = "kills_by_champion", Kills

    def item(self, m: Moment, thing: Kill) -> Item:
        return Item(m.t.name(thing[1]), wounds=m.t.card(thing[1]).wounds)


class OneProof(PointMeasure):
    """One marker that a victim left."""

    name, chosen, counts = "one_chosen_proof_marker", True, Markers

    def item(self, m: Moment, thing: Marker) -> Item:
        victim = m.t.number(thing.id.removeprefix(f"{thing.kind}-"))
        return Item(thing.id, wounds=m.t.card(victim).wounds)


class Crates(PointMeasure):
    """Markers that fit the condition."""

    name, counts = "such_crates", Markers

    def item(self, m: Moment, thing: Marker) -> Item:
        return Item(thing.id)


class StrategicWorth(PointMeasure):
    """What the strategic terrain features are worth that fit the condition."""

    name, counts = "strategic_worth", Landmarks

    def item(self, m: Moment, thing: Landmark) -> Item:
        return Item(thing.id, thing.worth)


# -- how many ----------------------------------------------------------------------------------------------------------


class VictoryPoints(Word):
    """How many VP a scoring gives, by the key that says so."""

    known: ClassVar[dict[str, type[VictoryPoints]]] = {}
    chosen: bool = False
    """Whether its player picks one thing to score for, or none yet."""
    counts: type[Measure] | None = None
    """What the condition must count; None: anything."""

    def __init__(self, data: Points, key: str, scope: Scope, condition: Condition) -> None:
        self.data = data
        self.value = getattr(data, self.name)
        self.condition = condition

    def items(self, m: Moment) -> list[Item]:
        """What points are added up for."""
        return []

    def worth(self, item: Item) -> int:
        """The VP that one thing gives."""
        return item.amount

    def points(self, m: Moment) -> int:
        """The VP it gives now, before any limit."""
        return sum(self.worth(item) for item in self.items(m))


class Flat(VictoryPoints):
    """A number."""

    name = "flat"

    def points(self, m: Moment) -> int:
        return int(self.value)

    def said(self) -> str:
        return f"{self.value} VP"


class Summed(VictoryPoints):
    """The sum of what is counted."""

    name = "sum"

    def __init__(self, data: Points, key: str, scope: Scope, condition: Condition) -> None:
        super().__init__(data, key, scope, condition)
        self.measure = PointMeasure.known[self.value](key, scope, condition)
        self.chosen, self.counts = self.measure.chosen, self.measure.counts

    def items(self, m: Moment) -> list[Item]:
        return self.measure.items(m)

    def said(self) -> str:
        return f"VP by {self.measure.said()}"


class PerThing(Summed):
    """So many for each thing that is counted, more for those far away and for big game."""

    name = "per"

    def worth(self, item: Item) -> int:
        data = self.data
        assert data.value is not None
        if data.value_if_victim_wounds_12 is not None and item.wounds >= BIG_GAME:
            return data.value_if_victim_wounds_12
        return data.value_in_enemy_territory or data.value if item.enemy else data.value

    def said(self) -> str:
        return f"{self.data.value} VP for each of {self.measure.said()}"


class ByOrder(VictoryPoints):
    """By how often the action was performed before, by either side."""

    name, counts = "by_order", Actions

    def points(self, m: Moment) -> int:
        names = [limit.value for one in self.condition.measures() for limit in one.limits if isinstance(limit, Called)]
        done = sum(deed[0] in names for deed in m.t.state.deeds)
        return int(self.value[min(done, len(self.value)) - 1])

    def said(self) -> str:
        return f"{', '.join(map(str, self.value))} VP in turn"


def victory_points(key: str, scope: Scope, data: Scoring, condition: Condition) -> VictoryPoints:
    """What a scoring gives; the key is the name under which it is counted."""
    words = VictoryPoints.known.items()
    return next(cls for name, cls in words if getattr(data.vp, name) is not None)(data.vp, key, scope, condition)

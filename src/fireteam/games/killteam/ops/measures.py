"""What ops count (objectives, operatives, kills, points, markers, strategic terrain, actions), and the conditions that
compare it (KT-OPS-16)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fireteam.games.killteam.ops.filters import (
    STRATEGIC_FEATURE,
    Kind,
    Limit,
    PointsOf,
    Side,
    hangs,
    limits_of,
    owner_of,
)
from fireteam.games.killteam.ops.things import (
    Kill,
    Moment,
    Performed,
    Scope,
    grade,
    killed_by,
    objectives,
    op_markers,
    points_on,
    seat_of,
)
from fireteam.games.killteam.ops.words import Word
from fireteam.games.killteam.positions import in_killzone
from fireteam.games.killteam.state import Marker
from fireteam.games.killteam.stats import apl
from fireteam.games.killteam.zone import Landmark

if TYPE_CHECKING:
    from fireteam.games.killteam.content.ops import Filter, OpCondition


class Measure(Word):
    """A number of things that fit a filter, or what they add up to."""

    known: ClassVar[dict[str, type[Measure]]] = {}
    windows: ClassVar[tuple[Callable[..., bool], ...]]
    """Where the words of its filter hang."""
    likely: ClassVar[float] = 0.4
    """How likely a scoring is that looks at it, in the eyes of bots."""

    def __init__(self, scope: Scope, data: Filter) -> None:
        self.scope = scope
        self.owner = owner_of(scope, data)
        self.limits = limits_of(scope, data)
        cheap_first = sorted(self.limits, key=lambda limit: limit.cost)
        self.fits = [
            getattr(limit, window.__name__)
            for window in self.windows
            for limit in cheap_first
            if hangs(type(limit), window)
        ]

    @classmethod
    def filters(cls) -> list[str]:
        """The words it can be filtered by, the cheap ones first."""
        words = sorted(Limit.known.values(), key=lambda limit: limit.cost)
        return [word.name for word in words if any(hangs(word, window) for window in cls.windows)]

    def source(self, m: Moment) -> Sequence[Any]:
        """Everything of its kind."""
        raise NotImplementedError

    def things(self, m: Moment) -> list[Any]:
        """Those that fit."""
        return [thing for thing in self.source(m) if all(fits(m, thing) for fits in self.fits)]

    def amount(self, m: Moment) -> int:
        """How many they are, or what they add up to."""
        return len(self.things(m))

    def chance(self, ease: float, none: bool) -> float:
        """How likely bots think a scoring that asks for some, or for none of them."""
        return 0.75 if none else self.likely * ease

    def about_places(self, side: str) -> bool:
        """Whether it looks at where operatives of "me" or "enemy" stand, markers aside."""
        return False

    def said(self) -> str:
        return " ".join([super().said(), *(limit.said() for limit in self.limits)])


class Objectives(Measure):
    """Objective markers."""

    name, windows, likely = "objectives", (Limit.objective, Limit.marker), 0.5

    def source(self, m: Moment) -> Sequence[Marker]:
        return objectives(m.t)


class Operatives(Measure):
    """Operatives in the killzone."""

    name, windows, likely = "operatives", (Limit.operative,), 0.5

    def source(self, m: Moment) -> Sequence[int]:
        return in_killzone(m.t)

    def about_places(self, side: str) -> bool:
        return all(limit.value == side for limit in self.limits if isinstance(limit, Side))


class Apl(Operatives):
    """The APL of operatives, as it is now."""

    name, text, likely = "apl", "APL of operatives", 0.45

    def amount(self, m: Moment) -> int:
        return sum(apl(m.t, who) for who in self.things(m))


class Kills(Measure):
    """Enemies that operatives of the player incapacitated: the kill at hand, or all of the battle."""

    name, windows, likely = "kills", (Limit.kill,), 0.45

    def source(self, m: Moment) -> Sequence[Kill]:
        return [kill for kill in killed_by(m.t, m.me) if m.kill in (None, kill)]


class KillGrade(Measure):
    """The grade of the kill op, of the player unless a side is named."""

    name, windows = "kill_grade", (Limit.player,)

    def source(self, m: Moment) -> Sequence[int]:
        return (0, 1) if self.fits else (m.me,)

    def amount(self, m: Moment) -> int:
        return sum(grade(m.t, self.scope, seat) for seat in self.things(m))


class OpPoints(Objectives):
    """Op points on objectives, those of one player or of both."""

    name, likely = "points", 0.4

    def amount(self, m: Moment) -> int:
        seats = [seat_of(m.me, limit.value) for limit in self.limits if isinstance(limit, PointsOf)] or (0, 1)
        return sum(points_on(m.t, marker.id, seat) for marker in self.things(m) for seat in seats)


class Markers(Measure):
    """Markers of the op; with the kind of strategic features, those."""

    name, likely = "markers", 0.6
    windows: ClassVar[tuple[Callable[..., bool], ...]] = (Limit.op_marker, Limit.marker)

    def source(self, m: Moment) -> Sequence[Any]:
        seats = (0, 1) if self.owner is None else (seat_of(m.me, self.owner),)
        return [marker for seat in seats for marker in op_markers(m.t, self.scope, seat)]


class Landmarks(Markers):
    """Terrain features that are worth something; no word of its own."""

    windows = (Limit.landmark,)

    def source(self, m: Moment) -> Sequence[Landmark]:
        return m.t.setting.zone.landmarks

    def chance(self, ease: float, none: bool) -> float:
        return 0.4

    def about_places(self, side: str) -> bool:
        return True


class Actions(Measure):
    """How often mission actions were performed."""

    name, windows, likely = "actions", (Limit.action,), 0.8

    def source(self, m: Moment) -> Sequence[Performed]:
        return m.t.state.deeds


def measure_of(scope: Scope, name: str, data: Filter) -> Measure:
    """A measure with its filter."""
    strategic = Measure.known[name] is Markers and getattr(data, Kind.name) == STRATEGIC_FEATURE
    return Landmarks(scope, data) if strategic else Measure.known[name](scope, data)


# -- conditions --------------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """How two numbers are compared, and how that is said."""

    holds: Callable[[int, int], bool]
    text: str


COMPARE = {
    ">=": Comparison(operator.ge, "{measure}: at least {number}"),
    ">": Comparison(operator.gt, "more {measure} than {number}"),
    "==": Comparison(operator.eq, "{measure}: exactly {number}"),
    "<=": Comparison(operator.le, "{measure}: at most {number}"),
    "<": Comparison(operator.lt, "fewer {measure} than {number}"),
}


class Condition:
    """What must hold for an op to score."""

    def holds(self, m: Moment) -> bool:
        """Whether it holds for a player."""
        raise NotImplementedError

    def comparisons(self) -> Iterator[Compared]:
        """Every comparison in it."""
        raise NotImplementedError

    def counted(self, m: Moment) -> list[Any]:
        """Everything that it counts, in any of its parts, each once."""
        return list(dict.fromkeys(thing for one in self.comparisons() for thing in one.measure.things(m)))

    def measures(self) -> list[Measure]:
        """Every measure in it, with those that are compared with."""
        return [measure for one in self.comparisons() for measure in (one.measure, one.than) if measure is not None]

    def chance(self, ease: float) -> float:
        """How likely bots think it."""
        return Measure.likely * ease

    def draws(self) -> list[str]:
        """Where bots are drawn by it."""
        return []

    def said(self) -> str:
        """It in words."""
        raise NotImplementedError


class Compared(Condition):
    """A number of things against a number, or against that of others."""

    def __init__(self, scope: Scope, data: OpCondition) -> None:
        assert data.measure is not None and data.cmp is not None
        self.measure = measure_of(scope, data.measure, data.filter)
        self.compare = COMPARE[data.cmp]
        self.value = data.value
        self.than = None if data.than is None else measure_of(scope, data.than.measure, data.than.filter)

    def holds(self, m: Moment) -> bool:
        other = self.value if self.than is None else self.than.amount(m)
        assert other is not None
        return self.compare.holds(self.measure.amount(m), other)

    def comparisons(self) -> Iterator[Compared]:
        yield self

    def chance(self, ease: float) -> float:
        return self.measure.chance(ease, self.compare is COMPARE["=="] and self.value == 0)

    def draws(self) -> list[str]:
        return [limit.draws() for limit in self.measure.limits]

    def said(self) -> str:
        number = self.value if self.than is None else self.than.said()
        return self.compare.text.format(measure=self.measure.said(), number=number)


class All(Condition):
    """Several conditions that all hold."""

    word: ClassVar[str] = " and "

    def __init__(self, scope: Scope, parts: Sequence[OpCondition]) -> None:
        self.parts = [condition_of(scope, part) for part in parts]

    def holds(self, m: Moment) -> bool:
        return all(part.holds(m) for part in self.parts)

    def comparisons(self) -> Iterator[Compared]:
        for part in self.parts:
            yield from part.comparisons()

    def said(self) -> str:
        return self.word.join(part.said() for part in self.parts)


class Some(All):
    """Several conditions of which one holds."""

    word = " or "

    def holds(self, m: Moment) -> bool:
        return any(part.holds(m) for part in self.parts)


def condition_of(scope: Scope, data: OpCondition) -> Condition:
    """A condition of a scoring: a comparison, or several of them under all or any."""
    if data.measure is not None:
        return Compared(scope, data)
    return All(scope, data.all_of) if data.all_of is not None else Some(scope, data.any_of or ())

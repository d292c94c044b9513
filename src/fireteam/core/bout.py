"""Two players use up their dice in turn, and what a die does to the table hangs on no other die: solved in one go.

The dice that are left and the rest of the table (wounds, points, what was used) come together in many ways, but each of
the two changes in few. So odds ask the rules once what can be made of the dice that are left, and once what a strike
does to the rest of a table, and put these answers together here; where nobody has a die left, or something comes in
between, they look at the table itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fireteam.core.dice import outcomes
from fireteam.core.questions import Choose, Question, Roll, Rule

if TYPE_CHECKING:
    from fireteam.core.solver import Place, Solver

X = TypeVar("X")
STATE = 2
"""To put dice and a table together takes about as long as so many ways of rolls inside a clash."""
TAKEN_OVER = 8
"""And so many, to make of one table what a deed would have made of another."""


class Way(NamedTuple):
    """One way to use a die: the dice that are left after it, and what it does to the rest of the table; None:
    nothing."""

    dice: Hashable
    deed: Hashable | None


class Ways(NamedTuple):
    """Whose die is next, and all that may be done with it."""

    seat: int
    ways: Sequence[Way]


class Bout(Protocol):
    """The dice of two players, as the rules say that they are used up. Dice are whatever stands for all those that are
    left, and for whose turn it is."""

    key: Hashable
    """All that does not change about it."""

    def dice(self, table: Any) -> Hashable:
        """The dice on a table."""

    def put(self, table: Any, dice: Hashable | None) -> None:
        """Put a table where these dice are left; None: so that it tells nothing of them any more."""

    def goes_on(self, table: Any) -> bool:
        """Whether nothing comes before the next die."""

    def over(self, table: Any) -> bool:
        """Whether no die is used on this table, however many are left."""

    def besides(self, table: Any) -> Hashable:
        """What the table adds to the ways in which a die may be used."""

    def ways(self, dice: Hashable, besides: Any) -> Ways | None:
        """What may be done with the next die; None: nobody has one."""

    def does(self, table: Any, deed: Any) -> Rule[None]:
        """What a die does to the rest of a table."""

    def hangs_on(self, table: Any, deed: Any) -> Hashable | None:
        """All of a table that a deed hangs on, if that is not everything; None: perhaps everything."""

    def take_over(self, deed: Any, before: Any, after: Any, table: Any) -> bool:
        """Make of `after`, which the deed has made of the table `before`, what it makes of another table: with all of
        that on which it does not hang. False: it has changed some of it."""


class _Rest:
    """A table without its dice, of all that are alike the first."""

    __slots__ = ("besides", "deeds", "goes_on", "known", "over", "table")

    def __init__(self, bout: Bout, table: Any, goes_on: bool) -> None:
        self.table = table
        self.goes_on = goes_on
        """Whether nothing comes before the next die."""
        self.over = goes_on and bout.over(table)
        """Whether it is over, whatever dice are left."""
        self.besides = bout.besides(table) if goes_on and not self.over else None
        self.deeds: dict[Hashable, _Tree] = {}
        self.known: dict[Hashable, Any] = {}
        """Its worth with dice."""


class _Choice(NamedTuple):
    """A player decides where a deed leads to."""

    seat: int
    branches: list[Any]


class _Chance(NamedTuple):
    """Dice decide it, each way with its weight."""

    branches: list[tuple[int, Any]]


_Tree = _Rest | _Choice | _Chance


class Bouts(Generic[X]):
    """The bouts that one solver comes to."""

    def __init__(self, solver: Solver[X]) -> None:
        self._solver = solver
        self._kinds: dict[Hashable, Bout] = {}
        self._rests: dict[Hashable, _Rest] = {}
        self._ways: dict[Hashable, Ways | None] = {}
        self.alike: dict[Hashable, tuple[_Rest, _Tree]] = {}
        """What a deed leads to, by all that it hangs on, and the table it was done to."""

    def worth(self, asked: Hashable, bout: Bout, table: Any, place: Place, share: float) -> X:
        """The worth of a moment before a die, inside of what was asked for."""
        key = (asked, bout.key)
        bout = self._kinds.setdefault(key, bout)
        return _Played(self, self._solver, bout, key, place, share).moment(table)

    def ways(self, bout: Bout, key: Hashable, dice: Hashable, besides: Hashable) -> Ways | None:
        """What may be done with the next die."""
        known = (key, dice, besides)
        if known not in self._ways:
            self._ways[known] = bout.ways(dice, besides)
        return self._ways[known]

    def rest(self, bout: Bout, key: Hashable, table: Any) -> _Rest:
        """A table of its own, from which the dice are taken."""
        goes_on = bout.goes_on(table)
        bout.put(table, None)
        known = (key, table.key())
        found = self._rests.get(known)
        if found is None:
            found = self._rests[known] = _Rest(bout, table, goes_on)
        return found


class _Played(Generic[X]):
    """One bout from one place on."""

    def __init__(
        self, bouts: Bouts[X], solver: Solver[X], bout: Bout, key: Hashable, place: Place, share: float
    ) -> None:
        self._bouts, self._solver, self._bout, self._key = bouts, solver, bout, key
        self._place, self._share = place, share

    def moment(self, table: Any) -> X:
        """The worth of a table before a die."""
        own = self._solver.branched(table)
        dice = self._bout.dice(own)
        return self._worth(self._bouts.rest(self._bout, self._key, own), dice)

    def _worth(self, rest: _Rest, dice: Hashable | None) -> X:
        """The worth of a table with these dice."""
        if rest.over:
            dice = None
        known: X | None = rest.known.get(dice)
        if known is not None:
            return known
        solver = self._solver
        left_out = solver.left_out
        found = self._found(rest, dice)
        if solver.left_out == left_out:  # else it is worth something else where less is left out
            rest.known[dice] = found
        return found

    def _found(self, rest: _Rest, dice: Hashable | None) -> X:
        solver, bout = self._solver, self._bout
        going = rest.goes_on and not rest.over
        ways = self._bouts.ways(bout, self._key, dice, rest.besides) if going else None
        if ways is None:
            return solver.solve_end(self._place, self._share, rest.table, lambda table: bout.put(table, dice))
        solver.spend(STATE * len(ways.ways))
        branches = [
            self._worth(rest, left) if deed is None else self._led(self._deed(rest, deed), left)
            for left, deed in ways.ways
        ]
        return solver.chosen(ways.seat, branches)

    def _led(self, tree: _Tree, dice: Hashable) -> X:
        """The worth of where a deed leads to, with the dice that are left."""
        if type(tree) is _Rest:
            return self._worth(tree, dice)
        if type(tree) is _Choice:
            return self._solver.chosen(tree.seat, [self._led(branch, dice) for branch in tree.branches])
        assert type(tree) is _Chance
        return self._solver.algebra.chance([(weight, self._led(branch, dice)) for weight, branch in tree.branches])

    def _deed(self, rest: _Rest, deed: Hashable) -> _Tree:
        """All that a deed can lead to."""
        found = rest.deeds.get(deed)
        if found is None:
            found = rest.deeds[deed] = self._known(rest, deed) or self._grown(rest, deed, (), None)
        return found

    def _known(self, rest: _Rest, deed: Hashable) -> _Tree | None:
        """What a deed leads to, from what it led to on a table that differs only where it does not matter; None: there
        is no such table."""
        hangs_on = self._bout.hangs_on(rest.table, deed)
        if hangs_on is None:
            return None
        key = (self._key, deed, hangs_on)
        known = self._bouts.alike.get(key)
        if known is None:
            self._bouts.alike[key] = rest, self._grown(rest, deed, (), None)
            return self._bouts.alike[key][1]
        before, tree = known
        return self._taken_over(tree, deed, before, rest)

    def _taken_over(self, tree: _Tree, deed: Hashable, before: _Rest, rest: _Rest) -> _Tree | None:
        """What leads from one table to others, as it leads from another one; None: a deed has changed what differs."""
        if type(tree) is _Rest:
            self._solver.spend(TAKEN_OVER)
            own = self._solver.branched(tree.table)
            if not self._bout.take_over(deed, before.table, own, rest.table):
                return None
            return self._bouts.rest(self._bout, self._key, own)
        if type(tree) is _Choice:
            ways = [self._taken_over(branch, deed, before, rest) for branch in tree.branches]
            return _Choice(tree.seat, ways) if None not in ways else None
        assert type(tree) is _Chance
        chances = [(weight, self._taken_over(branch, deed, before, rest)) for weight, branch in tree.branches]
        return _Chance(chances) if all(branch is not None for _, branch in chances) else None

    def _grown(
        self, rest: _Rest, deed: Hashable, path: tuple[Any, ...], live: tuple[Question | None, Any, Any] | None
    ) -> _Tree:
        """All that a deed can lead to after these answers; the last branch of a question uses up the rule that asked
        it."""
        solver = self._solver
        solver.spend_node()
        question, table, rule = live or self._laid(rest, deed, path)
        while type(question) is Choose and len(question.options) == 1:
            path = (*path, question.options[0])
            question = solver.send(rule, path[-1])
        if question is None:
            return self._bouts.rest(self._bout, self._key, table)
        answers: Sequence[Any]
        if type(question) is Roll:
            ways = outcomes(question)
            answers = [faces for faces, _ in ways]
        else:
            answers = question.told_apart
        last = len(answers) - 1
        branches = [
            self._grown(
                rest, deed, (*path, answer), None if number < last else (solver.send(rule, answer), table, rule)
            )
            for number, answer in enumerate(answers)
        ]
        if type(question) is Roll:
            return _Chance([(weight, branch) for (_, weight), branch in zip(ways, branches, strict=True)])
        return _Choice(question.seat, branches)

    def _laid(self, rest: _Rest, deed: Hashable, path: tuple[Any, ...]) -> tuple[Question | None, Any, Any]:
        """A deed on a table of its own, with these answers."""
        table = self._solver.branched(rest.table)
        rule = self._bout.does(table, deed)
        question = self._solver.send(rule, None)
        for value in path:
            question = self._solver.send(rule, value)
        return question, table, rule

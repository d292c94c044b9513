"""Exact odds: the same rule, run over every way the dice can fall, with both sides' choices solved for an aim."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fireteam.core.clash import Clash, Paid, Solved
from fireteam.core.dice import Seeded, outcomes
from fireteam.core.errors import IllegalAnswer
from fireteam.core.exchange import MOST_PAIRS, End, Exchange
from fireteam.core.questions import Choose, Faces, Option, Question, Roll, Rule, Ways
from fireteam.core.runner import value_of

if TYPE_CHECKING:
    from fireteam.core.match import Match

X = TypeVar("X")
Outcome = tuple[tuple[str, int], ...]
"""What an action changed, as sorted (label, amount) pairs; empty if nothing."""

DECISION_NODES = 600
"""How much of the tree may be solved for one choice of a sampled playout."""
LONGEST = 150
"""Answers in a row after which a tree counts as endless (a tie that is rolled again and again)."""
SAMPLE_NODES = 20_000
"""How much of the tree a sample may look at for all its choices, however little the query may."""
FEWEST = 60
"""Playouts that a sample has at least, if so many were asked for."""
DECISION_PLAYOUTS = 12
"""Playouts for each option where even that is too much."""
TRIMS = (1e-1, 1e-2, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6)
"""How rare a way must be to be left out of a tree that is too large, one after the other as long as there is time."""
CLOSE = 1e-3
"""So little left out is close enough."""
CLASH_WAYS, CLASH_ROLL, QUIET_STEP = 16, 4, 8
"""So many ways of rolls inside a clash take about as long as a moment of the table; a roll counts as so many more, and
so does, in a game that has clashes, a step that asks nothing."""
RARER = 4
"""What was solved without its rare ways is solved again where it is so many times likelier."""


VAGUE = 0.25
"""Odds that leave out more than this share of what can happen are none."""


class OverBudget(Exception):
    """The tree is larger than the query may look at."""


class Algebra(Protocol[X]):
    """How the worths of a tree are put together."""

    def leaf(self, state: Any) -> X:
        """The worth of an end."""

    def left_out(self, state: Any) -> X:
        """The worth of what nobody has looked at, after this state: a guess that may be all wrong."""

    def chance(self, branches: list[tuple[int, X]], error: float = 0.0) -> X:
        """The worth of a roll, from (weight, worth) of each way it can fall; at most `error` falls otherwise."""

    def choice(self, seat: int, branches: list[X]) -> int:
        """Which branch the seat takes."""

    def chosen(self, branches: list[X], place: int) -> X:
        """The worth of a branch that was taken instead of the others."""


class Solver(Generic[X]):
    """Solves the rest of the step under way, from the state the step began with.

    Where a sequence outlives its step (its record stays in `table.pending`), solving goes on with the next steps until
    the sequence is over. Such a table has `branch()`: a table of its own at the same moment, whose key counts what was
    written since the same beginning. Branches then run again from the last step's end, not from the first step's
    beginning, and like moments are found again between two steps.

    Such a table may also say what is still `at_stake()`: where that is less than before, the rest is solved for itself,
    with keys of what is at stake alone, and what had happened to others is added to its outcomes. Only an algebra that
    can add it does so (`moved`); the table makes its state of where such worths count from (`framed`).
    """

    def __init__(self, match: Match, algebra: Algebra[X], budget: int, memo: bool = True) -> None:
        self.setting: Any = match.setting
        self.algebra = algebra
        self.budget = budget
        self.nodes = 0
        self.memo: dict[Any, X] | None = {} if memo else None
        self.base, self.path = _base_of(match)
        self._asked: tuple[Any, ...] = ()
        self._stake: tuple[int, ...] | None = None
        """What the rest that is being solved depends on; None: everything."""
        self._bounded = False
        """Whether some roll may fall otherwise than it is told."""
        self.trim = 0.0
        """Ways that are rarer than this, from the beginning on, are left out."""
        self._rough: dict[Any, float] = {}
        """How closely a moment was looked at that was solved without its rare ways: its chance for each of theirs."""
        self._left_out = 0
        """How often something was left out."""
        self._ways = 0
        """Ways inside clashes that do not make up a whole node yet."""

    def solve(self, answers: Sequence[Any]) -> X:
        """The worth of the position after these answers; OverBudget if the tree is too large."""
        # Two actions may lead to like questions over like states: what was asked for is part of every memo key.
        self._asked = tuple(answers)
        return self.solve_from((*self.path, *answers))

    def solve_from(self, path: tuple[Any, ...]) -> X:
        """The worth of a position inside what was asked for, by all the answers from the base to it."""
        return self._solve(_Place(None, path, 0), 1.0)

    def play(self, answers: Sequence[Any], dice: Seeded, decide: Callable[[tuple[Any, ...], Choose, Any], Any]) -> X:
        """One playout with these dice to the end of the step and its sequences; `decide` gets the way, the question and
        the table."""
        path = (*self.path, *answers)
        question, table, rule = self._lay(_Place(None, path, 0))
        index = 0
        while True:
            if question is None:
                if not table.pending:
                    return self.algebra.leaf(table.state)
                question, rule = self._begin(table, inside=True)
                continue
            value: Any
            if type(question) is Roll:
                value = self.falls(question, dice, index)
                index += 1
            else:
                options = question.told_apart
                value = options[0] if len(options) == 1 else decide(path, question, table)
            path = (*path, value)
            question = self._send(rule, value)

    def falls(self, roll: Roll, dice: Seeded, index: int) -> Faces:
        """How a roll falls in a playout."""
        return _fallen(roll, dice, index)

    def first_choices(self, topic: str) -> dict[str, Fraction]:
        """How often best play after what was solved last takes each option of the first question with that topic; ""
        where it is never asked."""
        known: dict[Any, Distribution] = {}

        def walk(place: _Place) -> Distribution:
            question, table, rule = self._lay(place)
            while True:
                while type(question) is Choose and len(question.options) == 1 and question.topic != topic:
                    place = place.after(question.options[0])
                    question = self._send(rule, question.options[0])
                if question is not None:
                    break
                if not table.pending:
                    return Distribution(0, 1, (("", 1),), None)
                exchange = self._exchange_at(table)
                if exchange is not None:
                    return exchanged(exchange, place, table)
                place = _Place(table, (), place.depth)
                question, table, rule = self._lay(place)
            key = (question.topic, question.pools if type(question) is Roll else None, table.key())
            if key not in known:
                known[key] = look(place, question, table)
            return known[key]

        def exchanged(exchange: Exchange, place: _Place, table: Any) -> Distribution:
            worths = self._worths_of(exchange, place, 1.0, table)
            first, second = exchange.hands
            alike = self._alike(exchange)
            branches = []
            for weight, mine, theirs in self._exchanged(exchange, worths):
                ended = table.branch()
                exchange.end(ended, *alike[first.kinds[mine].key, second.kinds[theirs].key])
                branches.append((weight, walk(_Place(ended, (), place.depth))))
            return mixed(branches)

        def look(place: _Place, question: Question, table: Any) -> Distribution:
            if type(question) is Roll:
                exchange = question.exchange() if question.exchange is not None and self._exchanges() else None
                if exchange is not None and exchange.pairs <= MOST_PAIRS:
                    return exchanged(exchange, place, table)
                return mixed([(weight, walk(place.after(faces))) for faces, weight in outcomes(question)])
            options = question.told_apart
            best = self.algebra.choice(question.seat, [self._solve(place.after(option), 1.0) for option in options])
            if question.topic == topic:
                return Distribution(0, 1, ((options[best].key, 1),), None)
            return walk(place.after(options[best]))

        found = walk(_Place(None, (*self.path, *self._asked), 0)).fractions()
        return {outcome[0][0]: chance for outcome, chance in found.items()}

    def _begin(self, table: Any, *, inside: bool) -> tuple[Question | None, Rule[None] | None]:
        """Run steps until one asks; inside a sequence no further than its end."""
        while True:
            rule: Rule[None] | None = self.setting.step(table)
            if rule is None:
                return None, None
            try:
                return rule.send(None), rule
            except StopIteration:  # a step that asks nothing lies between two that do
                self._ways += QUIET_STEP
                if inside and not table.pending:
                    return None, None

    def _lay(self, place: _Place) -> tuple[Question | None, Any, Any]:
        """Run the steps from where a place begins along its path; the question there is None when a step is over."""
        self.nodes += 1
        table = self.setting.table(self.base, False) if place.stem is None else place.stem.branch()
        question, rule = self._begin(table, inside=place.stem is not None)
        for value in place.path:
            if question is None and table.pending:
                question, rule = self._begin(table, inside=True)
            question = self._send(rule, value)
        return question, table, rule

    @staticmethod
    def _send(rule: Any, value: Any) -> Question | None:
        try:
            question: Question = rule.send(value)
            return question
        except StopIteration:
            return None

    def _solve(self, place: _Place, share: float, live: tuple[Question | None, Any, Any] | None = None) -> X:
        """The worth of a place that is reached with a chance of `share`, as both sides choose it."""
        if self.nodes > self.budget or place.depth + len(place.path) > LONGEST:
            raise OverBudget
        question, table, rule = live or self._lay(place)
        while type(question) is Choose and len(question.options) == 1:
            place = place.after(question.options[0])
            question = self._send(rule, place.path[-1])
        if question is None:
            return self._next_step(table, place, share) if table.pending else self.algebra.leaf(table.state)
        if self.memo is None or (place.stem is not None and not place.path):
            return self._look(place, share, question, table, rule)  # a moment between two steps was looked up there
        # How many dice fall is seldom in the record of a rule that has just picked them.
        dice = question.pools if type(question) is Roll else None
        key = (self._asked, self._stake, question.seat, question.topic, dice, self._key(table))
        worth = self._known(key, share)
        if worth is None:
            left_out = self._left_out
            worth = self.memo[key] = self._look(place, share, question, table, rule)
            self._note(key, share, left_out)
        return worth

    def _known(self, key: Any, share: float) -> X | None:
        """What is known of a moment; nothing, if rare ways were left out of it that are not rare here."""
        assert self.memo is not None
        worth = self.memo.get(key)
        if self.trim and worth is not None and key in self._rough:
            if share > RARER * self.trim * self._rough[key]:
                return None
            self._left_out += 1
        return worth

    def _note(self, key: Any, share: float, left_out: int) -> None:
        """A moment was solved, before which so many ways had been left out."""
        if self._left_out > left_out:
            self._rough[key] = share / self.trim
        else:
            self._rough.pop(key, None)

    def _next_step(self, table: Any, place: _Place, share: float) -> X:
        """A step is over and its sequence is not: from here on, branches begin at this moment."""
        begins = _Place(table, (), place.depth + len(place.path))
        if self.memo is None:
            return self._solve(begins, share)
        key = (self._asked, self._stake, self._key(table))
        worth = self._known(key, share)
        if worth is None:
            left_out = self._left_out
            stake: tuple[int, ...] | None = None
            if hasattr(self.setting, "at_stake") and hasattr(self.algebra, "moved"):
                stake = self.setting.at_stake(table)
            exchange = self._exchange_at(table)
            if exchange is not None:
                worth = self._solve_exchange(exchange, place, share, table)
            elif stake is None or (self._stake is not None and not set(stake) < set(self._stake)):
                worth = self._solve(begins, share)
            else:
                worth = self._solve_rest(begins, share, stake)
            self.memo[key] = worth
            self._note(key, share, left_out)
        return worth

    def _solve_rest(self, begins: _Place, share: float, stake: tuple[int, ...]) -> X:
        """The rest from a moment on, as far as it depends on what is at stake; then with what had happened to
        others."""
        algebra: Any = self.algebra
        outer, before = self._stake, algebra.before
        framed = begins.stem.framed(before, stake)
        self._stake, algebra.before = stake, framed
        try:
            worth = self._next_step(begins.stem, begins, share)
        finally:
            self._stake, algebra.before = outer, before
        moved: X = algebra.moved(worth, self.setting.outcome(before, framed))
        return moved

    def _key(self, table: Any) -> Any:
        """What a moment is known by: what was written, or of it what is at stake."""
        return table.key() if self._stake is None else table.key(self._stake, self.base)

    def _look(self, place: _Place, share: float, question: Question, table: Any, rule: Any) -> X:
        """The worth of a question: of every way it can be answered, put together."""
        if type(question) is Roll:
            if question.clash is not None and self.memo is not None:
                return self._solve_clash(question.clash(), place, share, table)
            exchange = question.exchange() if question.exchange is not None and self._exchanges() else None
            if exchange is not None and exchange.pairs <= MOST_PAIRS:
                return self._solve_exchange(exchange, place, share, table)
            ways = outcomes(question)
            error = ways.error if type(ways) is Ways else 0.0
            rare: list[tuple[int, X]] = []
            whole = sum([weight for _, weight in ways])
            if self.trim and share * min([weight for _, weight in ways]) < self.trim * whole:
                least = self.trim * whole / share if share else float("inf")
                out = sum([weight for _, weight in ways if weight < least])
                rare = [(out, self.rare(table.state))]
                ways = [way for way in ways if way[1] >= least]
            self._bounded = self._bounded or error > 0
            last = len(ways) - 1
            return self.algebra.chance(
                [
                    (
                        weight,
                        self._branch(place, share * weight / whole, faces, table, rule, last=number == last),
                    )
                    for number, (faces, weight) in enumerate(ways)
                ]
                + rare,
                error,
            )
        options = question.told_apart
        last = len(options) - 1
        return self.chosen(
            question.seat,
            [
                self._branch(place, share, option, table, rule, last=number == last)
                for number, option in enumerate(options)
            ],
        )

    def chosen(self, seat: int, branches: list[X]) -> X:
        """The worth of a choice of a seat."""
        best = self.algebra.choice(seat, branches)
        return self.algebra.chosen(branches, best) if self._bounded else branches[best]

    def _solve_clash(self, clash: Clash, place: _Place, share: float, table: Any) -> X:
        """The worth of a whole test; where rare ways are left out, of each of its rolls as much as is rare here."""
        cut = self.trim / share if share else float(self.trim > 0)
        if cut >= 1:
            return self.rare(table.state)
        return Solved(clash, _Ends(self, place, share, table), cut).worth()

    def _exchanges(self) -> bool:
        """Whether re-rolls in turn are solved in one go: only for an algebra that counts, and where nothing is left
        out."""
        return self.memo is not None and hasattr(self.algebra, "fraction") and not self._bounded

    def _exchange_at(self, table: Any) -> Exchange | None:
        """The re-rolls in turn that are next at a moment between two steps, if they can be solved in one go."""
        found: Exchange | None = None
        if hasattr(self.setting, "exchange") and self._exchanges():
            found = self.setting.exchange(table)
        return found if found is not None and found.pairs <= MOST_PAIRS else None

    def _solve_exchange(self, exchange: Exchange, place: _Place, share: float, table: Any) -> X:
        """The worth of all re-rolls in turn, as both sides make them."""
        worths = self._worths_of(exchange, place, share, table)
        return self.algebra.chance(
            [(weight, worths[first][second]) for weight, first, second in self._exchanged(exchange, worths)]
        )

    def _exchanged(self, exchange: Exchange, worths: list[list[X]]) -> list[tuple[int, int, int]]:
        """How often best play comes to each pair of ends."""
        algebra: Any = self.algebra
        self.nodes += exchange.pairs // CLASH_WAYS
        if self.nodes > self.budget:
            raise OverBudget
        return exchange.solved(algebra.seat, [[algebra.fraction(worth) for worth in row] for row in worths])

    def _worths_of(self, exchange: Exchange, place: _Place, share: float, table: Any) -> list[list[X]]:
        """The worth of each pair of ends; of those on which nothing more depends than on others, one is looked at, and
        what was paid besides is added."""
        algebra: Any = self.algebra
        known: dict[tuple[Hashable, Hashable], X] = {}
        paid: dict[tuple[int, int], Outcome] = {}
        first, second = exchange.hands
        alike = self._alike(exchange)

        def cost(mine: End, theirs: End) -> Outcome:
            payment = (mine.paid, theirs.paid)
            if payment not in paid:
                payer = table.branch()
                exchange.pay(payer, *payment)
                paid[payment] = self.setting.outcome(table.state, payer.state)
            return paid[payment]

        def worth(mine: End, theirs: End) -> X:
            key = (mine.key, theirs.key)
            pair = alike[key]
            if key not in known:
                known[key] = self.solve_end(place, share, table, lambda ended: exchange.end(ended, *pair))
            besides = [(label, -amount) for label, amount in cost(*pair)]
            moved: X = algebra.moved(known[key], self.setting.together(cost(mine, theirs), tuple(besides)))
            return moved

        return [[worth(mine, theirs) for theirs in second.kinds] for mine in first.kinds]

    @staticmethod
    def _alike(exchange: Exchange) -> dict[tuple[Hashable, Hashable], tuple[End, End]]:
        """The pair of ends that is looked at for all that are like it from there on."""
        first, second = exchange.hands
        found: dict[tuple[Hashable, Hashable], tuple[End, End]] = {}
        for mine in first.kinds:
            for theirs in second.kinds:
                found.setdefault((mine.key, theirs.key), (mine, theirs))
        return found

    def rare(self, state: Any) -> X:
        """The worth of ways that are left out."""
        self._left_out += 1
        self._bounded = True
        return self.algebra.left_out(state)

    def mixed(self, branches: list[tuple[int, X]], error: float) -> X:
        """The worth of a roll inside a clash, which counts for the more the more ways it has."""
        done, self._ways = divmod(self._ways + CLASH_ROLL + len(branches), CLASH_WAYS)
        self.nodes += done
        self._bounded = self._bounded or error > 0
        if self.nodes > self.budget:
            raise OverBudget
        return self.algebra.chance(branches, error)

    def solve_end(self, place: _Place, share: float, table: Any, stand: Callable[[Any], None]) -> X:
        """The worth of a place at which a rule is left off, and its table put at the end of what it began."""
        self.nodes += 1
        ended = table.branch()
        stand(ended)
        return self._next_step(ended, place, share)

    def _branch(self, place: _Place, share: float, value: Any, table: Any, rule: Any, *, last: bool) -> X:
        """The last branch may use up the running rule; the others run again from where their place begins."""
        if not last:
            return self._solve(place.after(value), share)
        self.nodes += 1
        return self._solve(place.after(value), share, (self._send(rule, value), table, rule))


class _Ends(Generic[X]):
    """The ends of a clash: the rest of the sequence from there is solved like any other."""

    def __init__(self, solver: Solver[X], place: _Place, share: float, table: Any) -> None:
        self.solver = solver
        self.place = place
        self.share = share
        self.table = table

    def mix(self, branches: list[tuple[int, X]], error: float, out: int) -> X:
        if out:
            branches.append((out, self.solver.rare(self.table.state)))
        return self.solver.mixed(branches, error)

    def pick(self, seat: int, branches: list[X]) -> X:
        return self.solver.chosen(seat, branches)

    def end(self, clash: Clash, difference: int, paid: Paid, likely: float) -> X:
        share = self.share * likely
        return self.solver.solve_end(self.place, share, self.table, lambda table: clash.stand(table, difference, paid))


def _fallen(roll: Roll, dice: Seeded, index: int) -> Faces:
    """How a roll falls in a playout: as the tree has it, so that what is known of the tree is found."""
    if roll.ways is not None:
        ways = roll.ways()
        bag = tuple([(f"{place}", weight) for place, (_, weight) in enumerate(ways)])
        (place,) = dice.faces(Roll(0, roll.topic, bag=bag, name=f"{index}"), index)
        return ways[int(place)][0]
    faces = dice.faces(
        Roll(0, roll.topic, roll.count, roll.sides, bag=roll.bag, name=f"{index}", pools=roll.pools), index
    )
    return faces if roll.alike is None else tuple(roll.alike[face - 1] for face in faces)


class _Place(NamedTuple):
    """A place in the tree: the moment between two steps it begins at (None: the base), the answers since, and how many
    before."""

    stem: Any
    path: tuple[Any, ...]
    depth: int

    def after(self, value: Any) -> _Place:
        """The place that one more answer leads to."""
        return _Place(self.stem, (*self.path, value), self.depth)


def _base_of(match: Match) -> tuple[Any, tuple[Any, ...]]:
    """The state at the beginning of the step under way, and the answers given in it so far."""
    checkpoint, answers = match.beginning()
    return checkpoint.state, tuple([value_of(entry) for entry in answers])


class Distribution:
    """What can happen and how often: an outcome, or a mixture of distributions; with its worth as an exact fraction.

    A mixture keeps its parts and is multiplied out once, at the end: most of those made on the way are never chosen.
    """

    __slots__ = ("bottom", "error", "outcome", "parts", "share", "spread", "top")

    def __init__(
        self,
        top: int,
        bottom: int,
        outcome: Outcome,
        parts: list[tuple[int, Distribution]] | None,
        error: float = 0.0,
    ) -> None:
        self.top = top
        self.bottom = bottom
        self.outcome = outcome
        self.parts = parts
        self.error = error
        """How much may fall otherwise at most."""
        self.share: Fraction | None = None
        """Its chance inside the mixture that is being multiplied out; None: it has not been met."""
        self.spread: list[tuple[int, Outcome]] | None = None

    def fractions(self) -> dict[Outcome, Fraction]:
        """Each outcome's exact chance."""
        found: dict[Outcome, Fraction] = {}
        met = self._met()
        self.share = Fraction(1)
        for node in reversed(met):  # a mixture comes before all its parts
            share = node.share or Fraction(0)
            node.share = None
            if node.parts is None:
                found[node.outcome] = found.get(node.outcome, Fraction(0)) + share
                continue
            whole = sum([weight for weight, _ in node.parts])
            for weight, part in node.parts:
                part.share = (part.share or 0) + share * Fraction(weight, whole)
        return dict(sorted(found.items()))

    def weights(self) -> list[tuple[int, Outcome]]:
        """Each outcome with how often it comes, as whole numbers; multiplied out once."""
        if self.spread is None:
            chances = self.fractions()
            common = lcm(*[chance.denominator for chance in chances.values()])
            self.spread = [
                (chance.numerator * (common // chance.denominator), outcome) for outcome, chance in chances.items()
            ]
        return self.spread

    def _met(self) -> list[Distribution]:
        """Every distribution this one is made of, itself included and last: each after its parts."""
        found: list[Distribution] = []
        self.share = Fraction(0)
        way = [(self, iter(self.parts or ()))]
        while way:
            node, rest = way[-1]
            for _, part in rest:
                if part.share is None:
                    part.share = Fraction(0)
                    way.append((part, iter(part.parts or ())))
                    break
            else:
                found.append(node)
                way.pop()
        return found


def mixed(branches: list[tuple[int, Distribution]], error: float = 0.0) -> Distribution:
    """Distributions put together by their weights; at most `error` falls otherwise, besides what does in them."""
    common = lcm(*[part.bottom for _, part in branches])
    top = whole = 0
    bounded = False
    for weight, part in branches:
        whole += weight
        top += weight * part.top * (common // part.bottom)
        if part.error:
            bounded = True
    if bounded:
        error += sum([weight / whole * part.error for weight, part in branches])
    return Distribution(top, common * whole, (), branches, error)


class ExactAlgebra:
    """Whole distributions of outcomes; choices by the worth an aim gives them."""

    def __init__(self, setting: Any, before: Any, aim: Any, seat: int) -> None:
        self.setting = setting
        self.before = before
        self.aim = aim
        self.seat = seat
        self._leaves: dict[Outcome, Distribution] = {}

    def leaf(self, state: Any) -> Distribution:
        return self._leaf(self.setting.outcome(self.before, state))

    def left_out(self, state: Any) -> Distribution:
        """As if nothing more happened, which may be all wrong."""
        part = self.leaf(state)
        return Distribution(part.top, part.bottom, (), [(1, part)], 1.0)

    def moved(self, part: Distribution, changed: Outcome) -> Distribution:
        """A distribution with something that had changed before added to each outcome."""
        if not changed:
            return part
        return mixed(
            [(weight, self._leaf(self.setting.together(changed, outcome))) for weight, outcome in part.weights()]
        )

    def _leaf(self, outcome: Outcome) -> Distribution:
        found = self._leaves.get(outcome)
        if found is None:
            worth: Fraction = self.aim.worth(outcome, self.setting, self.seat)
            found = self._leaves[outcome] = Distribution(worth.numerator, worth.denominator, outcome, None)
        return found

    def chance(self, branches: list[tuple[int, Distribution]], error: float = 0.0) -> Distribution:
        return mixed(branches, error)

    def chosen(self, branches: list[Distribution], place: int) -> Distribution:
        """What was not chosen may have been better by as much as it may be off."""
        part = branches[place]
        most = max([other.error for other in branches])
        return part if most <= part.error else Distribution(part.top, part.bottom, (), [(1, part)], most)

    def choice(self, seat: int, branches: list[Distribution]) -> int:
        best = 0
        top, bottom = branches[0].top, branches[0].bottom
        for place, part in enumerate(branches):
            gain = part.top * bottom - top * part.bottom
            if gain > 0 if seat == self.seat else gain < 0:
                best, top, bottom = place, part.top, part.bottom
        return best

    def fraction(self, part: Distribution) -> tuple[int, int]:
        """The mean worth of a distribution, as numerator and denominator."""
        return part.top, part.bottom

    def worth(self, part: Distribution) -> Fraction:
        """The mean worth of a distribution for the seat that asks."""
        return Fraction(part.top, part.bottom)


class AppraisalAlgebra:
    """Expected appraisals: what a bot compares its options by."""

    def __init__(self, setting: Any, seat: int) -> None:
        self.setting = setting
        self.seat = seat

    def leaf(self, state: Any) -> float:
        return float(self.setting.appraise(state, self.seat))

    def left_out(self, state: Any) -> float:
        return self.leaf(state)

    def chance(self, branches: list[tuple[int, float]], error: float = 0.0) -> float:
        return sum(weight * worth for weight, worth in branches) / sum(weight for weight, _ in branches)

    def chosen(self, branches: list[float], place: int) -> float:
        return branches[place]

    def choice(self, seat: int, branches: list[float]) -> int:
        best = max(branches) if seat == self.seat else min(branches)
        return branches.index(best)


class Odds:
    """The answer to an odds query: what can happen and how often, exactly unless it says that it was sampled, or that
    dice may fall otherwise than counted: with a chance of no more than its `bound`."""

    def __init__(
        self,
        option: str,
        seat: int,
        aim: str,
        chances: dict[Outcome, Fraction],
        value: Fraction,
        *,
        exact: bool,
        nodes: int,
        samples: int,
        bound: float = 0.0,
    ) -> None:
        self.option = option
        self.seat = seat
        self.aim = aim
        self.chances = chances
        self.value = value
        self.exact = exact and not bound
        self.bound = bound
        self.nodes = nodes
        self.samples = samples
        self.first: dict[str, Fraction] = {}
        """How often best play takes each option of the question that was asked about; "" where it does not come to
        it."""

    @property
    def unsolved(self) -> bool:
        """Whether so much was left out that the numbers say nothing."""
        return self.bound > VAGUE

    def of(self, label: str) -> dict[int, Fraction]:
        """The distribution of one label's amount (0 where the outcome does not name it)."""
        found: dict[int, Fraction] = {}
        for outcome, chance in self.chances.items():
            amount = dict(outcome).get(label, 0)
            found[amount] = found.get(amount, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def chance(self, label: str, at_least: int = 1) -> Fraction:
        """The chance that the label's amount is at least so much."""
        return sum((chance for amount, chance in self.of(label).items() if amount >= at_least), Fraction(0))

    def mean(self, label: str) -> Fraction:
        """The mean of the label's amount."""
        return sum((amount * chance for amount, chance in self.of(label).items()), Fraction(0))

    def labels(self) -> list[str]:
        """Every label that some outcome names, in order."""
        return sorted({label for outcome in self.chances for label, _ in outcome})


def odds_of(match: Match, option: Option | str, *, aim: str, budget: int, memo: bool, samples: int) -> Odds:
    """Solve what an option of the current decision leads to, until the step it belongs to and its sequences are
    over."""
    question = match.decision
    if type(question) is not Choose:
        raise IllegalAnswer("odds are asked about an option of a decision; nobody has to decide now")
    found = question.find(option if isinstance(option, str) else option.key)
    if found is None:
        raise IllegalAnswer(f"{option!r} is not an option of {question.topic!r}")
    return _odds(match, (found,), found.key, question.seat, aim, budget, memo, samples, "")


def odds_here(
    match: Match,
    seat: int,
    *,
    answers: Sequence[Any] = (),
    aim: str = "",
    budget: int = 80_000,
    memo: bool = True,
    samples: int = 400,
    first: str = "",
) -> Odds:
    """Solve the rest of the step and sequences under way for a seat's aim, whoever is asked now. `answers` are given
    first, forced ones included; `first` names the topic whose best options are counted."""
    return _odds(match, tuple(answers), "", seat, aim, budget, memo, samples, first)


def _odds(
    match: Match,
    answers: tuple[Option, ...],
    key: str,
    seat: int,
    aim: str,
    budget: int,
    memo: bool,
    samples: int,
    first: str,
) -> Odds:
    aims = match.setting.aims()
    name = aim or next(iter(aims))
    if name not in aims:
        raise IllegalAnswer(f"no aim {name!r}; there are {', '.join(aims)}")
    algebra = ExactAlgebra(match.setting, None, aims[name], seat)
    solver: Solver[Distribution] = Solver(match, algebra, budget, memo)
    algebra.before = solver.base
    exact = True
    drawn = 0
    nodes: int = getattr(match.setting, "odds_nodes", 0) if memo else 0
    try:
        solver.budget = min(budget, nodes) if nodes else budget
        part = solver.solve(answers)
    except OverBudget:
        if nodes:
            part = solve_trimmed(solver, answers, 2 * solver.budget)
        else:
            exact = False
            part, drawn = sampled(solver, answers, samples, solver.nodes + max(budget, SAMPLE_NODES))
    odds = Odds(
        key,
        seat,
        aims[name].text,
        part.fractions(),
        algebra.worth(part),
        exact=exact,
        nodes=solver.nodes,
        samples=drawn,
        bound=min(part.error, 1.0),
    )
    if first and exact:
        odds.first = solver.first_choices(first)
    return odds


def solve_trimmed(solver: Solver[Distribution], answers: Sequence[Any], most: int) -> Distribution:
    """The tree without its rare ways, as many of them as there is time for: what was left out stands in the error of
    the best of these answers. If even the likeliest ways are too many, all may be otherwise."""
    found = solver.rare(solver.base)
    solver.budget = most
    for trim in TRIMS:
        solver.trim = trim
        try:
            part = solver.solve(answers)
        except OverBudget:
            break
        if part.error <= found.error:
            found = part
        if found.error < CLOSE:
            break
    solver.trim = 0.0
    return found


def sampled(solver: Solver[X], answers: Sequence[Any], samples: int, most: int) -> tuple[X, int]:
    """Playouts instead of the whole tree, and how many there were; each choice is solved if its own tree is small, else
    tried out.

    When so much of the tree has been looked at, a few playouts are enough.
    """
    algebra = solver.algebra
    decided: dict[Any, str] = {}

    def by_lot(path: tuple[Any, ...], question: Choose, table: Any) -> Any:
        options = question.told_apart
        place = Seeded(len(path)).faces(Roll(0, question.topic, 1, len(options)), len(decided))[0]
        return options[place - 1]

    def decide(path: tuple[Any, ...], question: Choose, table: Any) -> Any:
        # Like moments are decided alike, whatever led to them: a playout comes to few that no other one has seen.
        key = (question.seat, question.topic, table.key())
        options = question.told_apart
        known = next((option for option in options if option.key == decided.get(key)), None)
        if known is not None:
            return known
        branches: list[X] = []
        solver.budget = solver.nodes + DECISION_NODES
        try:
            branches = [solver.solve_from((*path, option)) for option in options]
        except OverBudget:
            inside = path[len(solver.path) :]
            branches = [
                algebra.chance(
                    [(1, solver.play((*inside, option), Seeded(n), by_lot)) for n in range(DECISION_PLAYOUTS)]
                )
                for option in options
            ]
        pick = options[algebra.choice(question.seat, branches)]
        decided[key] = pick.key
        return pick

    found: list[tuple[int, X]] = []
    while len(found) < samples and (solver.nodes < most or len(found) < FEWEST):
        found.append((1, solver.play(answers, Seeded(1_000_003 + len(found)), decide)))
    return algebra.chance(found), len(found)


class Outlook:
    """What each option of the current decision is worth to its seat, by the game's own appraisal: the eyes of bots."""

    def __init__(self, match: Match, *, budget: int = 1500, samples: int = 20) -> None:
        question = match.decision
        self.seat: int = question.seat
        self.budget = budget
        self.samples = samples
        self._solver: Solver[float] = Solver(match, AppraisalAlgebra(match.setting, self.seat), 0)

    def worth(self, option: Option) -> float:
        """The expected appraisal after the option's action, both sides choosing well."""
        solver = self._solver
        solver.budget = solver.nodes + self.budget
        try:
            return solver.solve((option,))
        except OverBudget:
            return sampled(solver, (option,), self.samples, solver.nodes)[0]

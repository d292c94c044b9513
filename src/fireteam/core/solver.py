"""The same rule, run over every way the dice can fall, with both sides' choices solved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from fireteam.core.algebra import Algebra, Distribution, Outcome, mixed
from fireteam.core.bout import Bout, Bouts
from fireteam.core.clash import Clash, Paid, Solved
from fireteam.core.dice import Seeded, outcomes
from fireteam.core.exchange import MOST_PAIRS, End, Exchange, Weighted
from fireteam.core.questions import Choose, Faces, Question, Roll, Rule, Ways
from fireteam.core.runner import value_of

if TYPE_CHECKING:
    from fireteam.core.match import Match

X = TypeVar("X")
LONGEST = 150
"""Answers in a row after which a tree counts as endless (a tie that is rolled again and again)."""
CLASH_WAYS, CLASH_ROLL, QUIET_STEP = 16, 4, 8
"""So many ways of rolls inside a clash take about as long as a moment of the table; a roll counts as so many more, and
so does, in a game that has clashes, a step that asks nothing."""
RARER = 4
"""What was solved without its rare ways is solved again where it is so many times likelier."""


class OverBudget(Exception):
    """The tree is larger than the query may look at."""


class Solver(Generic[X]):
    """Solves the rest of the step under way, from the state the step began with.

    Where a sequence outlives its step (its record stays in `table.pending`), solving goes on with the next steps until
    the sequence is over. Such a table has `branch()`: a table of its own at the same moment, whose key counts what was
    written since the same beginning. Branches then run again from the last step's end, not from the first step's
    beginning, and like moments are found again between two steps.

    Such a table may also say what is still `at_stake()`: then the rest is solved for itself, with keys of what is at
    stake alone, and what had happened to all else is added to its outcomes. Only an algebra that can add it does so
    (`moved`); the table makes the state that such worths count from (`framed`).
    """

    def __init__(self, match: Match, algebra: Algebra[X], budget: int, memo: bool = True) -> None:
        self.setting: Any = match.setting
        self.algebra = algebra
        self.budget = budget
        self.nodes = 0
        self.memo: dict[Any, X] | None = {} if memo else None
        self.base, self.path = _base_of(match)
        self._asked: tuple[Any, ...] = ()
        self._stake: Hashable | None = None
        """What the rest that is being solved depends on; None: everything."""
        self._stakes = hasattr(self.setting, "at_stake") and hasattr(algebra, "moved")
        """Whether the table is asked what is at stake."""
        self._inside = not getattr(self.setting, "odds_between_steps", False)
        """Whether like moments inside a step are solved once, too: not in a game whose rules keep in mind what they
        have been told since the step began."""
        self._bounded = False
        """Whether some roll may fall otherwise than it is told."""
        self.trim = 0.0
        """Ways that are rarer than this, from the beginning on, are left out."""
        self._rough: dict[Any, float] = {}
        """How closely a moment was looked at that was solved without its rare ways: its chance for each of theirs."""
        self.left_out = 0
        """How often something was left out."""
        self.rough = 0
        """So many nodes of the rest of each exchange are looked at closely where all is too much: those of its
        likeliest ends; the others are guessed. 0: all of it is looked at."""
        self._looks: Callable[[], int] = getattr(self.setting, "looks", lambda: 0)
        self._looked = self._looks()
        """How much rules have looked ahead before, in a game that counts it."""
        self._ways = 0
        """Ways inside clashes that do not make up a whole node yet."""
        self._played: list[tuple[Exchange, list[list[Any]], list[Weighted]]] = []
        """Exchanges that were solved, with the worths of their ends: who asks for first choices comes to them again."""
        self._bouts: Bouts[X] = Bouts(self)

    def solve(self, answers: Sequence[Any]) -> X:
        """The worth of the position after these answers; OverBudget if the tree is too large."""
        # Two actions may lead to like questions over like states: what was asked for is part of every memo key.
        self._asked = tuple(answers)
        return self.solve_from((*self.path, *answers))

    def solve_from(self, path: tuple[Any, ...]) -> X:
        """The worth of a position inside what was asked for, by all the answers from the base to it."""
        return self._solve(Place(None, path, 0), 1.0)

    def play(self, answers: Sequence[Any], dice: Seeded, decide: Callable[[tuple[Any, ...], Choose, Any], Any]) -> X:
        """One playout with these dice to the end of the step and its sequences; `decide` gets the way, the question and
        the table."""
        path = (*self.path, *answers)
        question, table, rule = self._lay(Place(None, path, 0))
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
            question = self.send(rule, value)

    def count(self) -> None:
        """What rules have looked ahead since it was counted last is work as well."""
        looked = self._looks()
        self.nodes += looked - self._looked
        self._looked = looked

    def spend_node(self) -> None:
        """One more moment of a table is looked at."""
        self.count()
        self.nodes += 1
        if self.nodes > self.budget:
            raise OverBudget

    def branched(self, table: Any) -> Any:
        """A table of its own at the same moment; that is no looking ahead of a rule."""
        before = self._looks()
        found = table.branch()
        self._looked += self._looks() - before
        return found

    def falls(self, roll: Roll, dice: Seeded, index: int) -> Faces:
        """How a roll falls in a playout."""
        return _fallen(roll, dice, index)

    def first_choices(self, topic: str) -> dict[str, Fraction]:
        """How often best play after what was solved last takes each option of the first question with that topic; ""
        where it is never asked."""
        known: dict[Any, Distribution] = {}

        def walk(place: Place) -> Distribution:
            question, table, rule = self._lay(place)
            while True:
                while type(question) is Choose and len(question.options) == 1 and question.topic != topic:
                    place = place.after(question.options[0])
                    question = self.send(rule, question.options[0])
                if question is not None:
                    break
                if not table.pending:
                    return Distribution(0, 1, (("", 1),), None)
                exchange = self._exchange_at(table)
                if exchange is not None:
                    return exchanged(exchange, place, table)
                place = Place(table, (), place.depth)
                question, table, rule = self._lay(place)
            key = (question.topic, question.pools if type(question) is Roll else None, table.key())
            if key not in known:
                known[key] = look(place, question, table)
            return known[key]

        def exchanged(exchange: Exchange, place: Place, table: Any) -> Distribution:
            worths = self._worths_of(exchange, place, 1.0, table)
            first, second = exchange.hands
            alike = self._alike(exchange)
            branches = []
            for weight, mine, theirs in self._exchanged(exchange, worths):
                ended = self.branched(table)
                exchange.end(ended, *alike[first.kinds[mine].key, second.kinds[theirs].key])
                branches.append((weight, walk(Place(ended, (), place.depth))))
            return mixed(branches)

        def look(place: Place, question: Question, table: Any) -> Distribution:
            if type(question) is Roll:
                exchange = self._exchange_of(question)
                if exchange is not None:
                    return exchanged(exchange, place, table)
                return mixed([(weight, walk(place.after(faces))) for faces, weight in outcomes(question)])
            options = question.told_apart
            best = self.algebra.choice(question.seat, [self._solve(place.after(option), 1.0) for option in options])
            if question.topic == topic:
                return Distribution(0, 1, ((options[best].key, 1),), None)
            return walk(place.after(options[best]))

        found = walk(Place(None, (*self.path, *self._asked), 0)).fractions()
        return {outcome[0][0]: chance for outcome, chance in found.items()}

    def _begin(self, table: Any, *, inside: bool) -> tuple[Question | None, Rule[None] | None]:
        """Run steps until one asks; inside a sequence no further than its end, or than what is solved in one go."""
        while True:
            rule: Rule[None] | None = self.setting.step(table)
            if rule is None:
                return None, None
            try:
                return rule.send(None), rule
            except StopIteration:  # a step that asks nothing lies between two that do
                self._ways += QUIET_STEP
                if inside and (not table.pending or self._bout_at(table) is not None):
                    return None, None

    def _lay(self, place: Place) -> tuple[Question | None, Any, Any]:
        """Run the steps from where a place begins along its path; the question there is None when a step is over."""
        self.nodes += 1
        table = self.setting.table(self.base, False) if place.stem is None else self.branched(place.stem)
        question, rule = self._begin(table, inside=place.stem is not None)
        for value in place.path:
            if question is None and table.pending:
                question, rule = self._begin(table, inside=True)
            question = self.send(rule, value)
        return question, table, rule

    @staticmethod
    def send(rule: Any, value: Any) -> Question | None:
        """Answer a rule (None: let it begin); what it asks next, or None if it is over."""
        try:
            question: Question = rule.send(value)
            return question
        except StopIteration:
            return None

    def _solve(self, place: Place, share: float, live: tuple[Question | None, Any, Any] | None = None) -> X:
        """The worth of a place that is reached with a chance of `share`, as both sides choose it."""
        self.count()
        if self.nodes > self.budget or place.depth + len(place.path) > LONGEST:
            raise OverBudget
        question, table, rule = live or self._lay(place)
        while type(question) is Choose and len(question.options) == 1:
            place = place.after(question.options[0])
            question = self.send(rule, place.path[-1])
        if question is None:
            return self._next_step(table, place, share) if table.pending else self.algebra.leaf(table.state)
        if self.memo is None or not self._inside or (place.stem is not None and not place.path):
            return self._look(place, share, question, table, rule)  # a moment between two steps was looked up there
        # How many dice fall is seldom in the record of a rule that has just picked them.
        dice = question.pools if type(question) is Roll else None
        key = (self._asked, self._stake, question.seat, question.topic, dice, self._key(table))
        worth = self._known(key, share)
        if worth is None:
            left_out = self.left_out
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
            self.left_out += 1
        return worth

    def _note(self, key: Any, share: float, left_out: int) -> None:
        """A moment was solved, before which so many ways had been left out."""
        if self.left_out > left_out:
            self._rough[key] = share / self.trim
        else:
            self._rough.pop(key, None)

    def _next_step(self, table: Any, place: Place, share: float) -> X:
        """A step is over and its sequence is not: from here on, branches begin at this moment."""
        begins = Place(table, (), place.depth + len(place.path))
        if self.memo is None:
            return self._solve(begins, share)
        bout = self._bout_at(table)
        if bout is not None:
            return self._bouts.worth(self._asked, bout, table, begins, share)
        stake = self._stake_at(table)
        if stake is None:
            return self._moment(begins, share, (self._asked, None, table.key()))
        key = (self._asked, stake, table.key(stake, self.base))
        algebra: Any = self.algebra
        outer, before = self._stake, algebra.before
        framed, passed = self._passed(table, stake)
        self._stake, algebra.before = stake, framed
        try:
            worth = self._moment(begins, share, key)
        finally:
            self._stake, algebra.before = outer, before
        moved: X = algebra.moved(worth, passed) if passed else worth
        return moved

    def _moment(self, begins: Place, share: float, key: Any) -> X:
        """The rest from a moment between two steps on; like moments are solved once."""
        assert self.memo is not None
        worth = self._known(key, share)
        if worth is None:
            left_out = self.left_out
            exchange = self._exchange_at(begins.stem)
            if exchange is not None:
                worth = self._solve_exchange(exchange, begins, share, begins.stem)
            else:
                worth = self._solve(begins, share)
            self.memo[key] = worth
            self._note(key, share, left_out)
        return worth

    def _stake_at(self, table: Any) -> Hashable | None:
        """What the rest from a moment on depends on: never more than what it did before; None: everything."""
        found: Hashable | None = self.setting.at_stake(table, self._stake) if self._stakes else None
        return found

    def _passed(self, table: Any, stake: Hashable) -> tuple[Any, Outcome]:
        """A state as worths are counted from where so much is at stake: as before, but all else as it is now; and what
        has happened to that since."""
        before = self.algebra.before  # type: ignore[attr-defined]
        framed = table.framed(before, stake)
        return framed, () if framed is before else self.setting.outcome(before, framed)

    def _key(self, table: Any) -> Any:
        """What a moment inside a step is known by: what was written; or of it what is at stake, and what has happened
        to all else since the step began, which its worth counts in."""
        if self._stake is None:
            return table.key()
        return table.key(self._stake, self.base, inside=True), self._passed(table, self._stake)[1]

    def _look(self, place: Place, share: float, question: Question, table: Any, rule: Any) -> X:
        """The worth of a question: of every way it can be answered, put together."""
        if type(question) is Roll:
            if question.clash is not None and self.memo is not None:
                return self._solve_clash(question.clash(), place, share, table)
            exchange = self._exchange_of(question)
            if exchange is not None:
                return self._solve_exchange(exchange, place, share, table)
            ends = question.ends() if question.ends is not None and self.memo is not None else None
            ways: Sequence[tuple[Any, int]] = outcomes(question) if ends is None else ends
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
                        self._branch(place, share * weight / whole, faces, table, rule, last=number == last)
                        if ends is None
                        else self.solve_end(place, share * weight / whole, table, faces),
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

    def _solve_clash(self, clash: Clash, place: Place, share: float, table: Any) -> X:
        """The worth of a whole test; where rare ways are left out, of each of its rolls as much as is rare here."""
        cut = self.trim / share if share else float(self.trim > 0)
        if cut >= 1:
            return self.rare(table.state)
        return Solved(clash, _Ends(self, place, share, table), cut).worth()

    def _exchanges(self) -> bool:
        """Whether re-rolls in turn are solved in one go: only for an algebra that counts."""
        return self.memo is not None and hasattr(self.algebra, "fraction")

    def _exchange_at(self, table: Any) -> Exchange | None:
        """The re-rolls in turn that are next at a moment between two steps, if they can be solved in one go."""
        if hasattr(self.setting, "exchange") and self._exchanges():
            return self._solvable(self.setting.exchange(table))
        return None

    def _bout_at(self, table: Any) -> Bout | None:
        """The dice that are used up in turn next at a moment between two steps, if they can be solved in one go."""
        if self._stake is None and hasattr(self.setting, "bout") and self._exchanges():
            found: Bout | None = self.setting.bout(table)
            return found
        return None

    def _exchange_of(self, roll: Roll) -> Exchange | None:
        """The re-rolls in turn that follow a roll, with it, if they can be solved in one go."""
        return self._solvable(roll.exchange()) if roll.exchange is not None and self._exchanges() else None

    def _solvable(self, found: Exchange | None) -> Exchange | None:
        """An exchange that is small enough; OverBudget where to run the rule over each of its pairs is too much as
        well."""
        if found is None:
            return None
        self.nodes += sum([len(hand.moves) for hand in found.hands])
        if found.pairs <= MOST_PAIRS:
            return found
        if self.nodes + found.pairs > self.budget:
            raise OverBudget
        return None

    def _solve_exchange(self, exchange: Exchange, place: Place, share: float, table: Any) -> X:
        """The worth of all re-rolls in turn, as both sides make them."""
        worths = self._worths_of(exchange, place, share, table)
        found = self.algebra.chance(
            [(weight, worths[first][second]) for weight, first, second in self._exchanged(exchange, worths)]
        )
        errors: list[list[float]] = [[worth.error for worth in row] for row in worths]  # type: ignore[attr-defined]
        if not any(map(any, errors)):
            return found
        # Who knew better what was guessed would re-roll otherwise: it counts as often as it can come about at all.
        bounded: X = self.algebra.bounded(found, exchange.at_most(errors))  # type: ignore[attr-defined]
        return bounded

    def _exchanged(self, exchange: Exchange, worths: list[list[X]]) -> list[Weighted]:
        """How often best play comes to each pair of ends."""
        algebra: Any = self.algebra
        fractions = [[algebra.fraction(worth) for worth in row] for row in worths]
        for solved, before, ends in self._played:
            if solved.is_like(exchange) and before == fractions:
                return ends
        self.nodes += exchange.pairs // CLASH_WAYS
        if self.nodes > self.budget:
            raise OverBudget
        found = exchange.solved(algebra.seat, fractions)
        self._played.append((exchange, fractions, found))
        return found

    def _worths_of(self, exchange: Exchange, place: Place, share: float, table: Any) -> list[list[X]]:
        """The worth of each pair of ends; of those on which nothing more depends than on others, one is looked at, and
        what was paid besides is added."""
        algebra: Any = self.algebra
        known: dict[tuple[Hashable, Hashable], X] = {}
        paid: dict[tuple[int, int], Outcome] = {}
        first, second = exchange.hands
        alike = self._alike(exchange)
        closely = self.nodes + self.rough

        def cost(mine: End, theirs: End) -> Outcome:
            payment = (mine.paid, theirs.paid)
            if payment not in paid:
                payer = self.branched(table)
                exchange.pay(payer, *payment)
                paid[payment] = self.setting.outcome(table.state, payer.state)
            return paid[payment]

        def worth(mine: End, theirs: End) -> X:
            key = (mine.key, theirs.key)
            pair = alike[key]
            if key not in known:
                known[key] = self._end_of(place, share, table, closely, lambda ended: exchange.end(ended, *pair))
            besides = [(label, -amount) for label, amount in cost(*pair)]
            moved: X = algebra.moved(known[key], self.setting.together(cost(mine, theirs), tuple(besides)))
            return moved

        # What is likeliest comes first, so that it is known if all is too much.
        chances, others = first.likely(), second.likely()
        pairs = [(mine, theirs) for mine in range(len(chances)) for theirs in range(len(others))]
        for one, other in sorted(pairs, key=lambda pair: -chances[pair[0]] * others[pair[1]]):
            worth(first.kinds[one], second.kinds[other])
        return [[worth(mine, theirs) for theirs in second.kinds] for mine in first.kinds]

    def _end_of(self, place: Place, share: float, table: Any, closely: int, stand: Callable[[Any], None]) -> X:
        """The worth of an end of an exchange; where all is too much and so many nodes are used up, a guess: as if
        nobody could use any more what makes the rest large."""
        if not self.rough:
            return self.solve_end(place, share, table, stand)
        budget, self.budget = self.budget, min(self.budget, closely)
        try:
            return self.solve_end(place, share, table, stand)
        except OverBudget:
            pass
        finally:
            self.budget = budget

        def plainly(ended: Any) -> None:
            stand(ended)
            self.setting.plainly(ended)

        self._bounded = True
        algebra: Any = self.algebra
        guessed: X = algebra.bounded(self.solve_end(place, share, table, plainly), 1.0)
        return guessed

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
        self.left_out += 1
        self._bounded = True
        return self.algebra.left_out(state)

    def mixed(self, branches: list[tuple[int, X]], error: float) -> X:
        """The worth of a roll inside a clash, which counts for the more the more ways it has."""
        self.spend(CLASH_ROLL + len(branches))
        self._bounded = self._bounded or error > 0
        return self.algebra.chance(branches, error)

    def spend(self, ways: int) -> None:
        """So many ways were put together without a look at a table."""
        done, self._ways = divmod(self._ways + ways, CLASH_WAYS)
        self.nodes += done
        if self.nodes > self.budget:
            raise OverBudget

    def solve_end(self, place: Place, share: float, table: Any, stand: Callable[[Any], None]) -> X:
        """The worth of a place at which a rule is left off, and its table put at the end of what it began."""
        self.nodes += 1
        ended = self.branched(table)
        stand(ended)
        return self._next_step(ended, place, share)

    def _branch(self, place: Place, share: float, value: Any, table: Any, rule: Any, *, last: bool) -> X:
        """The last branch may use up the running rule; the others run again from where their place begins."""
        if not last:
            return self._solve(place.after(value), share)
        self.nodes += 1
        return self._solve(place.after(value), share, (self.send(rule, value), table, rule))


class _Ends(Generic[X]):
    """The ends of a clash: the rest of the sequence from there is solved like any other."""

    def __init__(self, solver: Solver[X], place: Place, share: float, table: Any) -> None:
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


class Place(NamedTuple):
    """A place in the tree: the moment between two steps it begins at (None: the base), the answers since, and how many
    before."""

    stem: Any
    path: tuple[Any, ...]
    depth: int

    def after(self, value: Any) -> Place:
        """The place that one more answer leads to."""
        return Place(self.stem, (*self.path, value), self.depth)


def _base_of(match: Match) -> tuple[Any, tuple[Any, ...]]:
    """The state at the beginning of the step under way, and the answers given in it so far."""
    checkpoint, answers = match.beginning()
    return checkpoint.state, tuple([value_of(entry) for entry in answers])

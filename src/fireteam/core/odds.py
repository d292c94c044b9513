"""Exact odds: the same rule, run over every way the dice can fall, with both sides' choices solved for an aim."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, Protocol, TypeVar

from fireteam.core.dice import Seeded, outcomes
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option, Question, Roll, Rule
from fireteam.core.runner import value_of

X = TypeVar("X")
Outcome = tuple[tuple[str, int], ...]
"""What an action changed, as sorted (label, amount) pairs; empty if nothing."""

DECISION_NODES = 600
"""How much of the tree may be solved for one choice of a sampled playout."""
LONGEST = 150
"""Answers in a row after which a tree counts as endless (a tie that is rolled again and again)."""
DECISION_PLAYOUTS = 12
"""Playouts for each option where even that is too much."""


class OverBudget(Exception):
    """The tree is larger than the query may look at."""


class Algebra(Protocol[X]):
    """How the worths of a tree are put together."""

    def leaf(self, state: Any) -> X:
        """The worth of an end."""

    def chance(self, branches: list[tuple[int, X]]) -> X:
        """The worth of a roll, from (weight, worth) of each way it can fall."""

    def choice(self, seat: int, branches: list[X]) -> int:
        """Which branch the seat takes."""


class Solver(Generic[X]):
    """Solves the rest of the step under way, from the state the step began with."""

    def __init__(self, match: Match, algebra: Algebra[X], budget: int, memo: bool = True) -> None:
        self.setting: Any = match.setting
        self.algebra = algebra
        self.budget = budget
        self.nodes = 0
        self.memo: dict[Any, X] | None = {} if memo else None
        self.base, self.path = _base_of(match)
        self._asked: tuple[Any, ...] = ()

    def solve(self, answers: Sequence[Any]) -> X:
        """The worth of the position after these answers; OverBudget if the tree is too large."""
        # Two actions may lead to like questions over like states: what was asked for is part of every memo key.
        self._asked = tuple(answers)
        return self._solve((*self.path, *answers), None)

    def play(self, answers: Sequence[Any], dice: Seeded, decide: Callable[[tuple[Any, ...], Choose], Any]) -> X:
        """One playout with these dice to the end of the step."""
        path = (*self.path, *answers)
        question, table, rule = self._lay(path)
        index = 0
        while question is not None:
            value: Any
            if type(question) is Roll:
                value = dice.faces(Roll(0, question.topic, question.count, question.sides, bag=question.bag, name=f"{index}"), index)
                index += 1
            else:
                options = question.options  # type: ignore[union-attr]
                value = options[0] if len(options) == 1 else decide(path, question)  # type: ignore[arg-type]
            path = (*path, value)
            question = self._send(rule, value)
        return self.algebra.leaf(table.state)

    def _lay(self, path: tuple[Any, ...]) -> tuple[Question | None, Any, Rule[None]]:
        """Run the step from its beginning along a path; the question there is None when the step is over."""
        self.nodes += 1
        table = self.setting.table(self.base, False)
        while True:
            rule: Rule[None] = self.setting.step(table)
            try:
                question: Question | None = rule.send(None)
                break
            except StopIteration:
                continue  # a step that asks nothing lies between two that do
        for value in path:
            question = self._send(rule, value)
        return question, table, rule

    @staticmethod
    def _send(rule: Rule[None], value: Any) -> Question | None:
        try:
            return rule.send(value)
        except StopIteration:
            return None

    def _solve(self, path: tuple[Any, ...], live: tuple[Question | None, Any, Rule[None]] | None) -> X:
        if self.nodes > self.budget or len(path) > LONGEST:
            raise OverBudget
        question, table, rule = live or self._lay(path)
        while type(question) is Choose and len(question.options) == 1:
            path = (*path, question.options[0])
            question = self._send(rule, path[-1])
        if question is None:
            return self.algebra.leaf(table.state)
        key = None
        if self.memo is not None:
            key = (self._asked, question.seat, question.topic, table.key())
            known = self.memo.get(key)
            if known is not None:
                return known
        worth: X
        if type(question) is Roll:
            ways = outcomes(question)
            last = len(ways) - 1
            worth = self.algebra.chance(
                [
                    (weight, self._branch(path, faces, question, table, rule, last=place == last))
                    for place, (faces, weight) in enumerate(ways)
                ]
            )
        else:
            options = question.options  # type: ignore[union-attr]
            last = len(options) - 1
            branches = [self._branch(path, option, question, table, rule, last=place == last) for place, option in enumerate(options)]
            worth = branches[self.algebra.choice(question.seat, branches)]
        if self.memo is not None:
            self.memo[key] = worth
        return worth

    def _branch(self, path: tuple[Any, ...], value: Any, question: Question, table: Any, rule: Rule[None], *, last: bool) -> X:
        """The last branch may use up the running rule; the others run again from the beginning of the step."""
        path = (*path, value)
        if not last:
            return self._solve(path, None)
        self.nodes += 1
        return self._solve(path, (self._send(rule, value), table, rule))


def _base_of(match: Match) -> tuple[Any, tuple[Any, ...]]:
    """The state at the beginning of the step under way, and the answers given in it so far."""
    _ = match.decision
    tape = [value_of(entry) for entry in match.tape]
    if not match.mark:
        return match.checkpoint.state, tuple(tape)
    table = match.setting.table(match.checkpoint.state, False)
    left = list(reversed(tape[: match.mark]))
    while left:
        rule = match.setting.step(table)
        assert rule is not None
        try:
            rule.send(None)
            while True:
                rule.send(left.pop())
        except StopIteration:
            continue
    return table.snapshot(), tuple(tape[match.mark :])


class Distribution:
    """Outcomes with integer weights over one denominator: fractions without the cost of reducing them."""

    __slots__ = ("denominator", "weights")

    def __init__(self, denominator: int, weights: dict[Outcome, int]) -> None:
        self.denominator = denominator
        self.weights = weights

    def fractions(self) -> dict[Outcome, Fraction]:
        """Each outcome's exact chance."""
        return {outcome: Fraction(weight, self.denominator) for outcome, weight in sorted(self.weights.items())}


class ExactAlgebra:
    """Whole distributions of outcomes; choices by the worth an aim gives them."""

    def __init__(self, setting: Any, before: Any, aim: Any, seat: int) -> None:
        self.setting = setting
        self.before = before
        self.aim = aim
        self.seat = seat
        self._worths: dict[Outcome, int] = {}
        self._unit = 1
        """Worths are kept as whole numbers of 1/unit: comparing them is all that choices need."""

    def leaf(self, state: Any) -> Distribution:
        return Distribution(1, {self.setting.outcome(self.before, state): 1})

    def chance(self, branches: list[tuple[int, Distribution]]) -> Distribution:
        common = lcm(*(part.denominator for _, part in branches))
        weights: dict[Outcome, int] = {}
        total = 0
        for weight, part in branches:
            total += weight
            scale = weight * (common // part.denominator)
            for outcome, count in part.weights.items():
                weights[outcome] = weights.get(outcome, 0) + count * scale
        return Distribution(common * total, weights)

    def choice(self, seat: int, branches: list[Distribution]) -> int:
        for part in branches:
            self._value_all(part)  # all of them first: the unit must not change between two totals
        sign = 1 if seat == self.seat else -1
        best, best_total, best_denominator = 0, 0, 0
        for place, part in enumerate(branches):
            total = sign * self._total(part)
            if not best_denominator or total * best_denominator > best_total * part.denominator:
                best, best_total, best_denominator = place, total, part.denominator
        return best

    def worth(self, part: Distribution) -> Fraction:
        """The mean worth of a distribution for the seat that asks."""
        self._value_all(part)
        return Fraction(self._total(part), part.denominator * self._unit)

    def _total(self, part: Distribution) -> int:
        """The worth of a distribution, in units, times its denominator."""
        worths = self._worths
        return sum([worths[outcome] * count for outcome, count in part.weights.items()])

    def _value_all(self, part: Distribution) -> None:
        for outcome in part.weights:
            if outcome not in self._worths:
                self._value(outcome)

    def _value(self, outcome: Outcome) -> None:
        worth: Fraction = self.aim.worth(outcome, self.setting, self.seat)
        if self._unit % worth.denominator:
            finer = worth.denominator // gcd(self._unit, worth.denominator)
            self._worths = {known: value * finer for known, value in self._worths.items()}
            self._unit *= finer
        self._worths[outcome] = int(worth * self._unit)


class AppraisalAlgebra:
    """Expected appraisals: what a bot compares its options by."""

    def __init__(self, setting: Any, seat: int) -> None:
        self.setting = setting
        self.seat = seat

    def leaf(self, state: Any) -> float:
        return float(self.setting.appraise(state, self.seat))

    def chance(self, branches: list[tuple[int, float]]) -> float:
        return sum(weight * worth for weight, worth in branches) / sum(weight for weight, _ in branches)

    def choice(self, seat: int, branches: list[float]) -> int:
        best = max(branches) if seat == self.seat else min(branches)
        return branches.index(best)


class Odds:
    """The answer to an odds query: what can happen and how often, exactly unless it says that it was sampled."""

    def __init__(
        self, option: str, seat: int, aim: str, chances: dict[Outcome, Fraction], value: Fraction, *, exact: bool, nodes: int, samples: int
    ) -> None:
        self.option = option
        self.seat = seat
        self.aim = aim
        self.chances = chances
        self.value = value
        self.exact = exact
        self.nodes = nodes
        self.samples = samples

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
    """Solve what an option of the current decision leads to, until the step it belongs to is over."""
    question = match.decision
    if type(question) is not Choose:
        raise IllegalAnswer("odds are asked about an option of a decision; nobody has to decide now")
    found = question.find(option if isinstance(option, str) else option.key)
    if found is None:
        raise IllegalAnswer(f"{option!r} is not an option of {question.topic!r}")
    aims = match.setting.aims()
    name = aim or next(iter(aims))
    if name not in aims:
        raise IllegalAnswer(f"no aim {name!r}; there are {', '.join(aims)}")
    algebra = ExactAlgebra(match.setting, None, aims[name], question.seat)
    solver: Solver[Distribution] = Solver(match, algebra, budget, memo)
    algebra.before = solver.base
    exact = True
    drawn = 0
    try:
        part = solver.solve((found,))
    except OverBudget:
        exact, drawn = False, samples
        part = sampled(solver, (found,), samples)
    return Odds(
        found.key, question.seat, aims[name].text, part.fractions(), algebra.worth(part), exact=exact, nodes=solver.nodes, samples=drawn
    )


def sampled(solver: Solver[X], answers: Sequence[Any], samples: int) -> X:
    """Playouts instead of the whole tree; each choice is solved if its own tree is small, else tried out."""
    algebra = solver.algebra
    decided: dict[Any, Any] = {}

    def by_lot(path: tuple[Any, ...], question: Choose) -> Any:
        options = question.options
        place = Seeded(len(path)).faces(Roll(0, question.topic, 1, len(options)), len(decided))[0]
        return options[place - 1]

    def decide(path: tuple[Any, ...], question: Choose) -> Any:
        inside = path[len(solver.path) :]
        known = decided.get(path)
        if known is not None:
            return known
        branches: list[X] = []
        solver.budget = solver.nodes + DECISION_NODES
        try:
            branches = [solver.solve((*inside, option)) for option in question.options]
        except OverBudget:
            branches = [
                algebra.chance([(1, solver.play((*inside, option), Seeded(n), by_lot)) for n in range(DECISION_PLAYOUTS)])
                for option in question.options
            ]
        pick = question.options[algebra.choice(question.seat, branches)]
        decided[path] = pick
        return pick

    return algebra.chance([(1, solver.play(answers, Seeded(1_000_003 + n), decide)) for n in range(samples)])


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
            return sampled(solver, (option,), self.samples)

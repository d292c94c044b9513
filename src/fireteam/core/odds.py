"""Exact odds: the same rule, run over every way the dice can fall, with both sides' choices solved for an aim."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fireteam.core.algebra import AppraisalAlgebra, Distribution, ExactAlgebra, Outcome
from fireteam.core.approximate import sampled, solve_roughly, solve_trimmed
from fireteam.core.errors import IllegalAnswer
from fireteam.core.questions import Choose, Option
from fireteam.core.solver import OverBudget, Solver

if TYPE_CHECKING:
    from fireteam.core.match import Match

SAMPLE_NODES = 20_000
"""How much of the tree a sample may look at for all its choices, however little the query may."""
VAGUE = 0.25
"""Odds that leave out more than this share of what can happen are none."""


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
    patience: int = match.setting.patience() if memo and hasattr(match.setting, "patience") else 0
    try:
        solver.budget = min(budget, nodes or patience or budget)
        part = solver.solve(answers)
    except OverBudget:
        if nodes:
            part = solve_trimmed(solver, answers, 2 * solver.budget)
        elif patience:
            part = solve_roughly(solver, answers, min(budget, patience))
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
    if first and odds.exact:
        solver.budget += solver.nodes
        odds.first = solver.first_choices(first)
    return odds


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

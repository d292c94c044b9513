"""Answers where the whole tree is too large: without its rare ways, or from playouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from fireteam.core.algebra import Distribution
from fireteam.core.dice import Seeded
from fireteam.core.questions import Choose, Roll
from fireteam.core.solver import OverBudget, Solver

X = TypeVar("X")
DECISION_NODES = 600
"""How much of the tree may be solved for one choice of a sampled playout."""
FEWEST = 60
"""Playouts that a sample has at least, if so many were asked for."""
DECISION_PLAYOUTS = 12
"""Playouts for each option where even that is too much."""
TRIMS = (1e-1, 1e-2, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6)
"""How rare a way must be to be left out of a tree that is too large, one after the other as long as there is time."""
ROUGHLY = 8
"""What part of a game's patience is spent on an answer that leaves something out, where all is too much."""
CLOSELY = 16
"""What part of a game's patience is for the likeliest ends of one exchange, where all of them are too much."""
CLOSE = 1e-3
"""So little left out is close enough."""


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


def solve_roughly(solver: Solver[Distribution], answers: Sequence[Any], patience: int) -> Distribution:
    """The tree with the rest of unlikely ends of exchanges guessed, so that each exchange gets its share of what there
    is time for; if that is too much as well, without its rare ways. How much may be otherwise stands in the error."""
    solver.rough = patience // CLOSELY
    solver.budget = solver.nodes + patience // ROUGHLY
    try:
        return solver.solve(answers)
    except OverBudget:
        return solve_trimmed(solver, answers, solver.nodes + patience // ROUGHLY)
    finally:
        solver.rough = 0


def sampled(solver: Solver[X], answers: Sequence[Any], samples: int, most: int) -> tuple[X, int]:
    """Playouts instead of the whole tree, and how many there were; each choice is solved if its own tree is small, else
    tried out. When so much of the tree has been looked at, a few playouts are enough."""
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

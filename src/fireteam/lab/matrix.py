"""Every side against every other: how balanced the sides of a game are between two bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

import fireteam
from fireteam.core.errors import SetupError
from fireteam.lab.simulate import Plan, Run, Tally, mixed, simulate, wilson


def sides_of(game: str) -> list[str]:
    """The sides of a game that meet each other."""
    return [*fireteam.game(game).contenders()]


def open_scenarios(game: str, scenarios: Sequence[str], sides: tuple[str, str], pack: str | None) -> tuple[str, ...]:
    """Those of the scenarios in which these sides may meet, in either order: ready-made games have sides of their
    own."""
    found = fireteam.game(game)

    def meets(scenario: str) -> bool:
        try:
            for both in (sides, sides[::-1]):
                found.prepare(scenario=scenario, options=None, pack=pack, setup=found.setup_for(both))
        except SetupError:
            return False
        return True

    return tuple(scenario for scenario in scenarios if meets(scenario))


@dataclass(slots=True)
class MatrixRun:
    """A matrix that has been played, or was stopped."""

    plan: Plan
    sides: list[str]
    runs: list[Run]
    seconds: float
    stopped: bool

    def report(self) -> dict[str, Any]:
        """The matrix as plain JSON data."""
        pairings = [_pairing(run) for run in self.runs]
        return {
            "game": self.plan.game,
            "seed": self.plan.seed,
            "bots": list(self.plan.bots),
            "options": dict(self.plan.options),
            "sides": self.sides,
            "games": sum(run.tally.games for run in self.runs),
            "errors": sum(run.tally.errors for run in self.runs),
            "pairings": pairings,
            "messages": [message for run in self.runs for message in run.tally.messages],
            "seconds": round(self.seconds, 3),
            "stopped": self.stopped,
        }


def _pairing(run: Run) -> dict[str, Any]:
    """Two sides: what their games came to, all together, by scenario and by map."""
    sides = run.plan.sides
    whole = _counted(run.tally, sides)
    return {
        "sides": list(sides),
        **whole,
        "scenarios": {name: _counted(part, sides) for name, part in sorted(run.tally.scenarios.items())},
        "maps": {name: _counted(part, sides) for name, part in sorted(run.tally.maps.items())},
    }


def _counted(tally: Tally, sides: tuple[str, str]) -> dict[str, Any]:
    wins = [tally.wins_by_side.get(side, 0) for side in sides]
    decided = sum(wins)
    return {
        "games": tally.games,
        "wins": wins,
        "draws": tally.draws,
        "errors": tally.errors,
        "share": round(wins[0] / decided, 4) if decided else None,
        "interval": wilson(wins[0], decided),
        "wins_by_seat": tally.wins,
    }


def play_matrix(
    plan: Plan, sides: Sequence[str], workers: int = 1, progress: Callable[[int], None] = lambda _: None
) -> MatrixRun:
    """Each pairing of the sides plays `plan.games` games, scenarios and maps in turn, each of them in both seats."""
    if len(sides) < 2:
        raise SetupError(f"at least 2 sides are needed; got {', '.join(sides) or 'none'}")
    began = time.perf_counter()
    runs: list[Run] = []
    done = 0
    for first, second in combinations(sides, 2):
        both = (first, second)
        scenarios = open_scenarios(plan.game, plan.scenarios, both, plan.pack)
        if not scenarios:
            raise SetupError(f"{first} and {second} cannot meet in {', '.join(plan.scenarios)}")
        part = replace(plan, seed=mixed(plan.seed, f"{first} - {second}"), scenarios=scenarios, sides=both, swap=True)
        run = simulate(part, workers, partial(_further, progress, done))
        done += run.tally.games
        runs.append(run)
        if run.stopped:
            break
    return MatrixRun(plan, list(sides), runs, time.perf_counter() - began, any(run.stopped for run in runs))


def _further(progress: Callable[[int], None], before: int, tally: Tally) -> None:
    progress(before + tally.games)

"""What a planner pays for another world: a fork, and a fork with its first step."""

from __future__ import annotations

import random

import fireteam
from benchmarks import fights
from benchmarks.measure import Row, Subject, each
from benchmarks.peers import catanatron_positions
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Option

COPY = "catanatron Game.copy"
Place = tuple[Match, Option]
"""A position, and the option that the fork answers."""


def quiet_places() -> list[Place]:
    """Positions of random games of every scenario, 25 choices apart."""
    found: list[Place] = []
    for seed, scenario in enumerate(fireteam.game("escape").scenarios()):
        match = fireteam.new("escape", scenario=scenario, seed=seed, events=False)
        rng = random.Random(seed)
        choices = 0
        while not match.over:
            match.answer(rng.choice(match.decision.options))
            choices += 1
            if choices % 25 == 0 and not match.over:
                found.append(_kept(match, rng))
    return found


def fight_places() -> list[Place]:
    """Every third choice of a fight of every scenario, dodges and re-rolls among them."""
    found: list[Place] = []
    for seed, match in enumerate(fights.positions()):
        rng = random.Random(seed)
        for choice in range(60):
            if match.over:
                break
            if choice % 3 == 0:
                found.append(_kept(match, rng))
            options = match.decision.options
            match.answer(rng.choice([option for option in options if option.kind in fights.FIGHTING] or options))
    return found


def _kept(match: Match, rng: random.Random) -> Place:
    kept = match.fork(match.dice)
    return kept, rng.choice(kept.decision.options)


def subject() -> Subject:
    """Forks beside copies of a catanatron game."""
    quiet, fighting, games, dice = quiet_places(), fight_places(), catanatron_positions(4, 40), Seeded(1)

    def fork_all() -> int:
        for match, _ in quiet:
            match.fork()
        return len(quiet)

    def step_all(places: list[Place]) -> int:
        for match, option in places:
            fork = match.fork(dice)
            fork.answer(option)
            _ = fork.decision  # its options are listed by now
        return len(places)

    def copy_all() -> int:
        for game in games:
            game.copy()
        return len(games)

    return Subject(
        {
            "escape fork": lambda number: each(fork_all),
            "escape fork and step": lambda number: each(lambda: step_all(quiet)),
            "escape fork and step in fights": lambda number: each(lambda: step_all(fighting)),
            COPY: lambda number: each(copy_all),
        },
        [
            Row("fork, against Game.copy", "us", "escape fork", COPY, 1 / 40, most=True),
            Row("fork and first step, against Game.copy alone", "us", "escape fork and step", COPY, 0.8, most=True),
            Row("fork and first step in fights, against Game.copy alone", "us", "escape fork and step in fights", COPY),
        ],
    )

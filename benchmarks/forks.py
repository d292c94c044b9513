"""What a planner pays for another world: a fork, and a fork with its first step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

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


def places(battles: Iterable[Match]) -> list[Place]:
    """Positions of battles that are played at random, 25 choices apart."""
    found: list[Place] = []
    for seed, match in enumerate(battles):
        rng = random.Random(seed)
        choices = 0
        while not match.over:
            match.answer(match.decision.draw(rng.random))
            choices += 1
            if choices % 25 == 0 and not match.over:
                kept = match.fork(match.dice)
                found.append((kept, kept.decision.draw(rng.random)))
    return found


def _kept(match: Match, rng: random.Random) -> Place:
    kept = match.fork(match.dice)
    return kept, rng.choice(kept.decision.options)


def forking(found: list[Place]) -> Callable[[], int]:
    """Fork every position."""

    def fork_all() -> int:
        for match, _ in found:
            match.fork()
        return len(found)

    return fork_all


def stepping(found: list[Place]) -> Callable[[], int]:
    """Fork every position and make the first step in the fork: what is asked next is listed, or judged as far as it
    needs to be."""
    dice = Seeded(1)

    def step_all() -> int:
        for match, option in found:
            fork = match.fork(dice)
            fork.answer(option)
            _ = fork.decision
        return len(found)

    return step_all


def copying() -> Callable[[], int]:
    """Copy positions of catanatron."""
    games = catanatron_positions(4, 40)

    def copy_all() -> int:
        for game in games:
            game.copy()
        return len(games)

    return copy_all


def subject() -> Subject:
    """Forks beside copies of a catanatron game."""
    quiet, fighting = quiet_places(), fight_places()
    fork_all, step_quietly, step_in_fights, copy_all = forking(quiet), stepping(quiet), stepping(fighting), copying()
    return Subject(
        {
            "escape fork": lambda number: each(fork_all),
            "escape fork and step": lambda number: each(step_quietly),
            "escape fork and step in fights": lambda number: each(step_in_fights),
            COPY: lambda number: each(copy_all),
        },
        [
            Row("fork, against Game.copy", "us", "escape fork", COPY, 1 / 40, most=True),
            Row("fork and first step, against Game.copy alone", "us", "escape fork and step", COPY, 0.8, most=True),
            Row("fork and first step in fights, against Game.copy alone", "us", "escape fork and step in fights", COPY),
        ],
    )

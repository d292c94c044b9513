"""Kill Team: random legal choices a second over whole battles, and what a planner pays for another world."""

from __future__ import annotations

import random
from functools import cache

import fireteam
from benchmarks import forks
from benchmarks.forks import COPY
from benchmarks.measure import Row, Subject, each, rate
from benchmarks.peers import CATANATRON, CHESS, in_turn, play_catanatron, play_chess
from fireteam.core.match import Match
from fireteam.games.killteam.warm import warm_tasks

KILLZONES = ("shellmarket", "quenchworks", "derelict-spine")
TEAMS = ("cinder-vigil", "saltmarsh-levy", "veilrunners", "ironroot-menagerie")
WARM = range(1_000_000, 1_000_024)
"""Seeds of battles played before anything is measured: killzones, teams and equipment have come round by then."""


def battle(seed: int) -> Match:
    """A battle with default rosters and equipment; killzone and teams go round with the seed."""
    teams = (TEAMS[seed % 4], TEAMS[(seed + 1 + seed // 4 % 3) % 4])
    return fireteam.new(
        "killteam", scenario=KILLZONES[seed % 3], seed=seed, events=False, teams=teams, rosters=("default", "default"),
        equipment=("default", "default"),
    )  # fmt: skip


def play_out(seed: int) -> int:
    """Random choices to the end of a battle; how many there were."""
    match = battle(seed)
    rng = random.Random(seed)
    choices = 0
    while (decision := match.decision) is not None:
        match.answer(decision.draw(rng.random))
        choices += 1
    return choices


@cache
def warm_up() -> None:
    """Compile the kernels, prepare the maps, play some battles; once, whichever subjects are measured."""
    for _, work in warm_tasks():
        work()
    for seed in WARM:
        play_out(seed)


def subject() -> Subject:
    """Choices beside catanatron's and the moves of chess; forks beside copies of a catanatron game."""
    warm_up()
    found = forks.places(battle(seed) for seed in range(6))
    fork_all, step_all, copy_all = forks.forking(found), forks.stepping(found), forks.copying()
    return Subject(
        {
            "killteam choices": lambda number: rate(in_turn(play_out, 1000 * number)),
            "killteam fork": lambda number: each(fork_all),
            "killteam fork and step": lambda number: each(step_all),
            CATANATRON: lambda number: rate(in_turn(play_catanatron, 1000 * number)),
            CHESS: lambda number: rate(in_turn(play_chess, 1000 * number)),
            COPY: lambda number: each(copy_all),
        },
        [
            Row("Kill Team choices, against catanatron", "/s", "killteam choices", CATANATRON, 4),
            Row("Kill Team choices, against chess", "/s", "killteam choices", CHESS, 2),
            Row("Kill Team fork, against Game.copy", "us", "killteam fork", COPY, 1 / 40, most=True),
            Row(
                "Kill Team fork and first step, against Game.copy alone",
                "us",
                "killteam fork and step",
                COPY,
                1,
                most=True,
            ),
        ],
    )

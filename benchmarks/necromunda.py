"""Necromunda: random legal choices a second over whole battles beside Kill Team's, what a planner pays for another
world, and how long the greedy bot thinks."""

from __future__ import annotations

import random
from functools import cache
from statistics import median
from time import process_time

import fireteam
from benchmarks import forks, killteam
from benchmarks.forks import COPY
from benchmarks.measure import Row, Sampler, Subject, each, rate
from benchmarks.peers import in_turn
from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.match import Match
from fireteam.games.necromunda.warm import warm_tasks
from fireteam.space.plane.free.warm import use_compiled

SCENARIOS = ("tollgate", "casket-run", "break-the-convoy", "cold-fuse")
WARM = range(1_000_000, 1_000_008)
"""Seeds of battles played before anything is measured: every scenario has come round by then."""


def battle(seed: int) -> Match:
    """A battle with ready-made gangs; scenario and map go round with the seed."""
    return fireteam.new("necromunda", scenario=SCENARIOS[seed % 4], seed=seed, events=False)


def play_out(seed: int) -> int:
    """Random choices to the end of a battle; how many there were."""
    match = battle(seed)
    rng = random.Random(seed)
    choices = 0
    while (decision := match.decision) is not None:
        match.answer(decision.draw(rng.random))
        choices += 1
    return choices


def play_round(seed: int) -> int:
    """A battle of every scenario: what one of them costs more is in every sample."""
    return sum(play_out(4 * seed + number) for number in range(len(SCENARIOS)))


@cache
def warm_up() -> None:
    """Compile the kernels, prepare the maps, play some battles; once, whichever subjects are measured."""
    for _, work in warm_tasks():
        work()
    for seed in WARM:
        play_out(seed)


def compiled(sampler: Sampler) -> Sampler:
    """The same with compiled kernels, whatever another subject has left in use."""

    def sample(number: int) -> float:
        use_compiled()
        return sampler(number)

    return sample


def think(seed: int) -> float:
    """The median decision of two greedy bots over a whole battle, in milliseconds."""
    match, bot, rng = battle(seed), GreedyBot(), random.Random(seed)
    spent: list[float] = []
    while (decision := match.decision) is not None:
        start = process_time()
        pick = bot.choose(BotSeat(match, decision.seat, rng))
        spent.append((process_time() - start) * 1000)
        match.answer(pick, seat=decision.seat)
    return median(spent)


def subject() -> Subject:
    """Choices beside those of Kill Team in the same rounds, forks beside copies of a catanatron game."""
    killteam.warm_up()
    warm_up()
    found = forks.places(battle(seed) for seed in range(4))
    fork_all, step_all, copy_all = forks.forking(found), forks.stepping(found), forks.copying()
    return Subject(
        {
            "necromunda choices": compiled(lambda number: rate(in_turn(play_round, 1000 * number))),
            "killteam choices": lambda number: rate(in_turn(killteam.play_out, 1000 * number)),
            "necromunda fork": compiled(lambda number: each(fork_all)),
            "necromunda fork and step": compiled(lambda number: each(step_all)),
            "necromunda greedy decision": compiled(think),
            COPY: lambda number: each(copy_all),
        },
        [
            Row("Necromunda choices, against Kill Team's", "/s", "necromunda choices", "killteam choices", 1),
            Row("Necromunda fork, against Game.copy", "us", "necromunda fork", COPY, 1 / 40, most=True),
            Row("Necromunda fork and first step, against Game.copy alone", "us", "necromunda fork and step", COPY),
            Row("Necromunda decision of the greedy bot: the median", "ms", "necromunda greedy decision", "", 30, True),
        ],
    )

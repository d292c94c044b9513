"""Deadzone: random legal choices a second over whole battles, what a planner pays for another world, odds of shots and
fights in the midst of a battle, and how long the greedy bot thinks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from statistics import median, quantiles
from time import process_time

import fireteam
from benchmarks import forks
from benchmarks.forks import COPY, Place
from benchmarks.measure import Row, Subject, each, rate
from benchmarks.peers import CATANATRON, in_turn, play_catanatron
from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.match import Match
from fireteam.space.cubes.warm import use_compiled

SCENARIOS = ("crossed_lanterns", "split_claim", "cold_files", "run_the_cordon")
MAPS = ("saltworks", "lamp_market", "gantry_yard")
FACTIONS = ("wardens", "cinder", "brine", "tangle")
WARM = range(1_000_000, 1_000_024)
"""Seeds of battles played before anything is measured: scenarios, maps and factions have come round by then."""
ASKED = frozenset({"shoot", "free_shoot", "assault", "free_assault", "fight"})
"""What odds are asked of."""
QUERIES = 20
"""Odds asked in one round."""


def battle(seed: int) -> Match:
    """A battle with ready rosters; scenario, map and factions go round with the seed."""
    teams = (FACTIONS[seed % 4], FACTIONS[(seed + 1 + seed // 4 % 3) % 4])
    return fireteam.new(
        "deadzone", scenario=SCENARIOS[seed % 4], map=MAPS[seed // 4 % 3], seed=seed, events=False, teams=teams
    )


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
    """Compile the kernels, play some battles; once, whichever subjects are measured."""
    use_compiled()
    for seed in WARM:
        play_out(seed)


def attacks(seed: int) -> Iterator[Place]:
    """Attacks that could be made in random battles, one of each position that has some."""
    rng = random.Random(seed)
    while True:
        match = battle(seed)
        while (decision := match.decision) is not None:
            possible = [option for option in decision.options if option.kind in ASKED]
            if possible:
                yield match, rng.choice(possible)
            match.answer(decision.draw(rng.random))
        seed += 1


def query(number: int) -> tuple[float, float, float]:
    """Milliseconds of odds in the midst of battles: what half, and nine of ten, take at most, and the longest."""
    spent = []
    for match, option in islice(attacks(1000 * number), QUERIES):
        start = process_time()
        match.odds(option)
        spent.append((process_time() - start) * 1000)
    return median(spent), quantiles(spent, n=10)[-1], max(spent)


def think(seed: int) -> float:
    """The median decision of two greedy bots over a whole battle, in milliseconds."""
    match, bot, rng = battle(seed), GreedyBot(), random.Random(seed)
    spent = []
    while (decision := match.decision) is not None:
        start = process_time()
        pick = bot.choose(BotSeat(match, decision.seat, rng))
        spent.append((process_time() - start) * 1000)
        match.answer(pick, seat=decision.seat)
    return median(spent)


def subject() -> Subject:
    """Choices beside catanatron's, forks beside copies of a catanatron game."""
    warm_up()
    found = forks.places(battle(seed) for seed in range(8))
    fork_all, step_all, copy_all = forks.forking(found), forks.stepping(found), forks.copying()
    asked = cache(query)
    return Subject(
        {
            "deadzone choices": lambda number: rate(in_turn(play_out, 1000 * number)),
            "deadzone fork": lambda number: each(fork_all),
            "deadzone fork and step": lambda number: each(step_all),
            "deadzone odds, median": lambda number: asked(number)[0],
            "deadzone odds, nine in ten": lambda number: asked(number)[1],
            "deadzone odds, longest": lambda number: asked(number)[2],
            "deadzone greedy decision": think,
            CATANATRON: lambda number: rate(in_turn(play_catanatron, 1000 * number)),
            COPY: lambda number: each(copy_all),
        },
        [
            Row("Deadzone choices, against catanatron", "/s", "deadzone choices", CATANATRON, 2),
            Row("Deadzone fork, against Game.copy", "us", "deadzone fork", COPY, 1 / 40, most=True),
            Row("Deadzone fork and first step, against Game.copy alone", "us", "deadzone fork and step", COPY, 2, True),
            Row("Deadzone odds of an attack: the median", "ms", "deadzone odds, median", "", 20, most=True),
            Row("Deadzone odds of an attack: nine in ten", "ms", "deadzone odds, nine in ten", "", 300, most=True),
            Row("Deadzone odds of an attack: the longest", "ms", "deadzone odds, longest", "", 3000, most=True),
            Row("Deadzone decision of the greedy bot: the median", "ms", "deadzone greedy decision", "", 20, most=True),
        ],
    )

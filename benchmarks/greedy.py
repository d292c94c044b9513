"""Choices a second of the greedy bot over whole games: values, odds and outlooks, of which random play shows
nothing."""

from __future__ import annotations

import random

import fireteam
from benchmarks import deadzone, killteam, necromunda
from benchmarks.measure import Row, Subject, rate
from benchmarks.peers import GREEDY_CATANATRON, in_turn, play_catanatron_greedily
from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.match import Match


def play_out(match: Match, seed: int) -> int:
    """A game to its end with a greedy bot in every seat; how many choices there were."""
    bot, rng = GreedyBot(), random.Random(seed)
    choices = 0
    while (decision := match.decision) is not None:
        match.answer(bot.choose(BotSeat(match, decision.seat, rng)), seat=decision.seat)
        choices += 1
    return choices


def play_escape(seed: int) -> int:
    """A game of ESCAPE; scenarios go round with the seed."""
    scenarios = list(fireteam.game("escape").scenarios())
    return play_out(fireteam.new("escape", scenario=scenarios[seed % len(scenarios)], seed=seed, events=False), seed)


def play_killteam(seed: int) -> int:
    """A battle of Kill Team."""
    return play_out(killteam.battle(seed), seed)


def play_deadzone(seed: int) -> int:
    """A battle of Deadzone."""
    return play_out(deadzone.battle(seed), seed)


def play_necromunda(seed: int) -> int:
    """A battle of Necromunda."""
    return play_out(necromunda.battle(seed), seed)


def subject() -> Subject:
    """All games beside catanatron's own greedy player, which looks one action ahead."""
    killteam.warm_up()
    deadzone.warm_up()
    necromunda.warm_up()
    return Subject(
        {
            "escape greedy": lambda number: rate(in_turn(play_escape, 1000 * number)),
            "killteam greedy": lambda number: rate(in_turn(play_killteam, 1000 * number)),
            "deadzone greedy": lambda number: rate(in_turn(play_deadzone, 1000 * number)),
            "necromunda greedy": necromunda.compiled(lambda number: rate(in_turn(play_necromunda, 1000 * number))),
            GREEDY_CATANATRON: lambda number: rate(in_turn(play_catanatron_greedily, 1000 * number)),
        },
        [
            Row("greedy choices of ESCAPE, against catanatron's", "/s", "escape greedy", GREEDY_CATANATRON),
            Row("greedy choices of Kill Team, against catanatron's", "/s", "killteam greedy", GREEDY_CATANATRON),
            Row("greedy choices of Deadzone, against catanatron's", "/s", "deadzone greedy", GREEDY_CATANATRON),
            Row("greedy choices of Necromunda, against catanatron's", "/s", "necromunda greedy", GREEDY_CATANATRON),
        ],
    )

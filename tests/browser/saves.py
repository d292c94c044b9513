"""Matches to open in the browser: played by the kernel, kept as saves."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.desk import Desk
from fireteam.core.match import Match
from fireteam.core.questions import Choose

FIGHT = ("attack", "shoot", "throw")


def play_until(bot_name: str, scenario: str, seed: int, stop: Callable[[Match, Choose], bool]) -> Match:
    """Bots play both sides until a question is the wanted one, or the game is over; always the same."""
    match = fireteam.new("escape", scenario=scenario, seed=seed)
    bot = load_bot(bot_name)
    rng = random.Random(seed)
    while (question := match.decision) is not None and not stop(match, question):
        match.answer(bot.choose(Desk(match, question.seat, rng)), seat=question.seat)
    return match


@lru_cache
def finished() -> str:
    """A game that was played to its end."""
    return play_until("random", "last-bastion", 2, lambda match, question: False).save()


@lru_cache
def fight(bot_name: str = "random", scenario: str = "last-bastion", seed: int = 8, after: int = 0) -> str:
    """A game in the middle: the first side may attack somebody."""

    def stop(match: Match, question: Choose) -> bool:
        able = question.topic.startswith("action of") and question.seat == 0 and len(question.options) > 4
        return able and any(option.kind in FIGHT for option in question.options) and len(match.answers()) > after

    match = play_until(bot_name, scenario, seed, stop)
    assert not match.over, "no fight in this game"
    return match.save()

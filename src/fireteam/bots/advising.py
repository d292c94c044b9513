"""What a bot answers in the place of whoever must decide: for a bot's own seat, and as advice to a person."""

from __future__ import annotations

import random
from hashlib import blake2b

from fireteam.core.bot_seat import Bot, BotSeat
from fireteam.core.dice import Seeded
from fireteam.core.errors import BotError, IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option

ADVISER = "greedy"
"""The bot that gives advice."""


def seed_of(match: Match) -> int:
    """Where the chance of a match comes from; dice that are typed in have none."""
    return match.dice.seed if isinstance(match.dice, Seeded) else 0


def bot_seed(salt: str, seat: int, answers: int) -> int:
    """Keyed by the place in the game, so that an undone or restarted game finds the same bot."""
    return int.from_bytes(blake2b(f"{salt}/{seat}/{answers}".encode(), digest_size=6).digest(), "big")


def advice_salt(seed: int) -> str:
    """What the chance of advice hangs on: not on that of a bot which plays in the match."""
    return f"advice {seed}"


def chosen(match: Match, bot: Bot, seat: int, salt: str) -> str:
    """The key of the option that a bot takes, seeing no more than the seat; whatever it does wrong is a BotError."""
    question = match.decision
    if not isinstance(question, Choose) or question.seat != seat:
        raise IllegalAnswer(f"seat {seat} has nothing to decide now")
    bot_seat = BotSeat(match, seat, random.Random(bot_seed(salt, seat, len(match.answers()))))
    name = type(bot).__name__
    try:
        answer: object = bot.choose(bot_seat)
    except (Exception, SystemExit) as error:
        raise BotError(f"{name} failed at {question.topic!r}: {type(error).__name__}: {error}") from error
    key = answer.key if isinstance(answer, Option) else answer
    if not isinstance(key, str) or question.find(key) is None:
        raise BotError(f"{name} gave a wrong answer: {str(key)[:80]!r} is not an option of {question.topic!r}")
    return key

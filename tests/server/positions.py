"""Positions for the tests of the table: games played by lot, as a log keeps them."""

from __future__ import annotations

import json
import random

import fireteam
from fireteam.core.dice import outcomes
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.server.rebuild import give

Pairs = list[tuple[str, str]]


def origin(seed: int = 7, dice: str = "seeded") -> str:
    """The beginning of a match as a save."""
    match = (
        fireteam.new("escape", scenario="infiltration", seed=seed)
        if dice == "seeded"
        else fireteam.new("escape", dice="ask")
    )
    return match.save(0)


def play(match: Match, count: int, seed: int = 1) -> Pairs:
    """Answer by lot, dice too where they are asked for; what was answered as (kind, text)."""
    rng = random.Random(seed)
    found: Pairs = []
    while len(found) < count and not match.over:
        question = match.decision
        if isinstance(question, Roll):
            found.append(("faces", json.dumps(rng.choice(outcomes(question))[0])))
        else:
            found.append(("answer", rng.choice(question.keys())))
        give(match, *found[-1])
    return found

"""Matches of every game to try the laws on: the first choices of some, drawn at random, and positions in the middle of
things."""

from __future__ import annotations

import random
from collections.abc import Iterator

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option, Roll

GAMES = tuple(fireteam.games())
SEEDS = (1, 2)
CHOICES = 160
"""So many choices of each match: the set-up, and the beginning of the fight."""


def new(name: str, seed: int, *, checkpoints: int = 5) -> Match:
    """A match of a game in one of its scenarios, another one for each seed."""
    scenarios = list(fireteam.game(name).scenarios())
    match = fireteam.new(name, scenario=scenarios[seed % len(scenarios)], seed=seed)
    match.limit = checkpoints or 1 << 60
    return match


def pick(match: Match, rng: random.Random) -> Option:
    """An option at random."""
    question = match.decision
    assert isinstance(question, Choose)
    return question.draw(rng.random)


def positions(name: str, seed: int, every: int) -> Iterator[Match]:
    """A match at one decision after the other, `every` choices apart."""
    match, rng = new(name, seed), random.Random(seed)
    for number in range(CHOICES):
        if match.over:
            return
        assert not isinstance(match.decision, Roll)
        if number % every == seed % every:
            yield match
        match.answer(pick(match, rng))

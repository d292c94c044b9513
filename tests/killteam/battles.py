"""Battles from their beginning, for tests: answers by key, phases reached with first options, random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import fireteam
from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.questions import Choose

KILLZONES = ("shellmarket", "quenchworks", "derelict-spine")
TEAMS = ("cinder-vigil", "saltmarsh-levy", "veilrunners", "ironroot-menagerie")
QUICK: dict[str, Any] = {"crit_op": "plant-the-seals", "rosters": "default", "equipment": ((), ())}
"""A set-up without equipment, in which little is asked."""


def begun(*dice: Any, seed: int = 1, **wishes: Any) -> Match:
    """A new match whose first dice are given."""
    return fireteam.new("killteam", seed=seed, dice=Given(dice, fireteam.Seeded(seed)), **wishes)


def answer(match: Match, *keys: str) -> None:
    """Answer with these keys, one after the other."""
    for key in keys:
        match.answer(key)


def reach(match: Match, phase: str) -> Match:
    """Answer with first options until a phase is reached; no equipment is set up."""
    while match.state.phase != phase:
        question = match.decision
        key = "no more items" if question.topic == "item to set up" else question.options[0].key
        match.answer(key)
    return match


def choices(match: Match, rng: random.Random, limit: int = 20_000) -> Iterator[Choose]:
    """Play at random to the end; each question before it is answered."""
    for _ in range(limit):
        if match.over:
            return
        question = match.decision
        yield question
        match.answer(rng.choice(question.options))
    raise AssertionError("the game goes on and on")


def codes(match: Match) -> list[str]:
    """The codes of all events so far."""
    return [event.code for event in match.log]


def keys(match: Match) -> list[str]:
    """The keys of all options on offer."""
    found: list[str] = match.decision.keys()
    return found


def setting(match: Match) -> Any:
    """The setting of a match of Kill Team, with all that the kernel does not know of."""
    return match.setting

"""Whole games for tests, whatever the game: who answers how, and what every question must satisfy."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option

Policy = Callable[[Match, random.Random], Option]


def anything(match: Match, rng: random.Random) -> Option:
    """Any option, each as likely as the others."""
    options: Sequence[Option] = match.decision.options
    return rng.choice(options)


def drawn(match: Match, rng: random.Random) -> Option:
    """Whatever a random player draws, without looking at everything that could be chosen."""
    option: Option = match.decision.draw(rng.random)
    return option


def decisions(match: Match, number: int, policy: Policy, most: int = 20_000) -> Iterator[Choose]:
    """Play a match out, stopping before every answer."""
    rng = random.Random(number)
    for _ in range(most):
        if match.over:
            return
        yield match.decision
        match.answer(policy(match, rng))
    raise AssertionError("the game does not end")


def play_out(match: Match, number: int, policy: Policy) -> Match:
    """Play a match to its end."""
    for _ in decisions(match, number, policy):
        pass
    return match


def plain(value: Any) -> bool:
    """Whether a payload is made of numbers and texts alone."""
    return isinstance(value, int | str | float) or (isinstance(value, tuple) and all(map(plain, value)))


def question_faults(match: Match) -> Iterator[str]:
    """What is wrong with the question that a match asks: whom, what about, and among how many."""
    question = match.decision
    if question is None:
        return
    topic = question.topic
    if ": " in topic or "\n" in topic:
        yield f"{topic}: not fit for a save"
    if question.seat not in (0, 1):
        yield f"seat {question.seat}"
    if question.region is not None:
        return  # a search; the tests of options look at it
    keys = question.keys()
    if len(keys) < 2:
        yield f"{topic}: {len(keys)} options were asked about"
    yield from option_faults(question)


def option_faults(question: Choose) -> Iterator[str]:
    """What is wrong with the options that a question lists."""
    topic, keys = question.topic, question.keys()
    if not keys:
        yield f"{topic}: nothing can be answered"
    if len(set(keys)) != len(keys):
        yield f"{topic}: a key twice in one list"
    if any("\n" in key for key in keys):
        yield f"{topic}: a key not fit for a save"
    if not all(plain(part) for option in question.options for part in option.args):
        yield f"{topic}: a payload that is not plain"
    if any(not option.rules for option in question.options):
        yield f"{topic}: an option without a rule"


def fingerprint(match: Match, *, options: bool = True) -> tuple[Any, ...]:
    """State, question and options: what two equal positions share. The options of a region take a search."""
    question = match.decision
    state = json.dumps(match.state.dump())
    if question is None:
        return (state, match.result)
    listed = question.keys() if isinstance(question, Choose) and (options or question.region is None) else None
    return (state, question.seat, question.topic, listed)

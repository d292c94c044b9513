"""Walk to: a macro of one-step answers, found and made outside the rules."""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

from fireteam.core.match import Match
from fireteam.core.questions import Choose

Place = tuple[int, int]
STEP = re.compile(r"step (\d+),(\d+)")
OWN = "own action"
MOST = 600
"""Positions looked at before the search gives up."""


class Walked(NamedTuple):
    """How far a walk came, and what stopped it ("" if nothing did)."""

    steps: int
    stopped: str


def place_of(key: str) -> Place | None:
    """The square a step leads to."""
    found = STEP.fullmatch(key)
    return (int(found[1]), int(found[2])) if found else None


def find_path(match: Match, goal: Place) -> list[str] | None:
    """The shortest way of steps that lead to a square, tried out on forks; None if there is none this activation."""
    decision = match.decision
    if type(decision) is not Choose:
        return None
    topic, seat = decision.topic, decision.seat
    queue: deque[tuple[Match, list[str]]] = deque([(match.fork(), [])])
    seen: set[Place] = set()
    while queue and len(seen) < MOST:
        here, path = queue.popleft()
        for key in here.decision.keys():  # noqa: SIM118 (a question's method, not a mapping's)
            place = place_of(key)
            if place is None or place in seen:
                continue
            seen.add(place)
            fork = here.fork()
            step(fork, key)
            if place == goal:
                return [*path, key]
            asked = fork.decision
            if type(asked) is Choose and (asked.topic, asked.seat) == (topic, seat):
                queue.append((fork, [*path, key]))
    return None


def step(match: Match, key: str) -> None:
    """One step, paid with the character's own Movement action where a choice is asked."""
    seat = match.decision.seat
    match.answer(key)
    asked = match.decision
    if type(asked) is Choose and asked.seat == seat and " pays " in asked.topic and asked.find(OWN) is not None:
        match.answer(OWN)


def walk(match: Match, goal: Place) -> Walked | None:
    """Walk there; stops where something else than the next step is asked. None: there is no way."""
    path = find_path(match, goal)
    if path is None:
        return None
    topic = match.decision.topic
    for done, key in enumerate(path):
        asked = match.decision
        if type(asked) is not Choose or asked.topic != topic or asked.find(key) is None:
            return Walked(done, asked.topic if asked is not None else "the game is over")
        step(match, key)
    return Walked(len(path), "")

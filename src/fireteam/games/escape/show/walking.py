"""Walk to: a macro of one-step answers, found by trying out steps on forks; no rule lives here."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from fireteam.core import scene
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Question
from fireteam.core.scene import UNIT, PlanView
from fireteam.core.topics import form_of
from fireteam.games.escape.actions.payments import PAYMENT
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.table import Table
from fireteam.kit.arena import match_at
from fireteam.kit.squares import square_shape

Place = tuple[int, int]
STEP = re.compile(r"step (\d+),(\d+)")
SPOT = re.compile(r"(\d{1,4}),(\d{1,4})")
OWN = "own action"
MOST = 600
"""Positions looked at before the search gives up."""


def place_of(key: str) -> Place | None:
    """The square a step leads to."""
    found = STEP.fullmatch(key)
    return (int(found[1]), int(found[2])) if found else None


def plan(match: Match, spot: str) -> PlanView:
    """All the keys that walk to a square, payments included; without keys there is no way."""
    found = SPOT.fullmatch(spot)
    asked = match.decision
    if found is None or type(asked) is not Choose or not any(place_of(key) for key in asked.keys()):  # noqa: SIM118
        return {"keys": [], "path": [], "text": say.NO_WALK}
    way = find_way(match, (int(found[1]), int(found[2])))
    if way is None:
        return {"keys": [], "path": [], "text": say.NO_WAY.format(spot=spot)}
    places = [place for key in way if (place := place_of(key)) is not None]
    steps = say.STEP if len(places) == 1 else say.STEPS.format(count=len(places))
    path = [[x * UNIT + UNIT // 2, y * UNIT + UNIT // 2] for x, y in places]
    return {"keys": way, "path": path, "text": say.WALK.format(spot=spot, steps=steps)}


def find_path(match: Match, goal: Place) -> list[str] | None:
    """The shortest way of steps that lead to a square; None if there is none this activation."""
    way = find_way(match, goal)
    return None if way is None else [key for key in way if place_of(key) is not None]


def find_way(match: Match, goal: Place) -> list[str] | None:
    """The shortest way to a square as all the keys to answer; None if there is none this activation."""
    return next((way for place, way in ways(match) if place == goal), None)


def ways(match: Match) -> Iterator[tuple[Place, list[str]]]:
    """Every square that can be walked to in this activation with the keys of the shortest way, the nearest first; tried
    out on forks."""
    decision = match.decision
    if type(decision) is not Choose:
        return
    about, seat = decision.topic, decision.seat
    queue: deque[tuple[Match, list[str]]] = deque([(match.fork(), [])])
    seen: set[Place] = set()
    while queue and len(seen) < MOST:
        here, way = queue.popleft()
        for key in here.decision.keys():  # noqa: SIM118 (a question's method, not a mapping's)
            place = place_of(key)
            if place is None or place in seen:
                continue
            seen.add(place)
            fork = here.fork()
            longer = [*way, *step(fork, key)]
            yield place, longer
            asked = fork.decision
            if type(asked) is Choose and (asked.topic, asked.seat) == (about, seat):
                queue.append((fork, longer))


def walks(t: Table, question: Question) -> list[scene.Place]:
    """The squares to which one click walks; none where nobody is asked for a step."""
    if type(question) is not Choose or not any(option.kind == "step" for option in question.options):
        return []
    here = match_at(t.setting, t.copied(), None, events=False)
    asked = here.decision
    if type(asked) is not Choose or (asked.topic, asked.seat) != (question.topic, question.seat):
        return []  # in the middle of something: a plan finds its way from the match itself
    start = t.state.characters[t.state.active].square
    squares = [t.ground.squares.square(x, y) for (x, y), _ in ways(here)]
    return [
        {"spot": t.ground.at(square), "shape": square_shape(t.ground.squares, square)}
        for square in sorted(squares)
        if square != start
    ]


def step(match: Match, key: str) -> list[str]:
    """One step, paid with the character's own Movement action where a choice is asked; the keys that were answered."""
    seat = match.decision.seat
    match.answer(key)
    asked = match.decision
    if type(asked) is Choose and asked.seat == seat and form_of(asked.topic) == PAYMENT and asked.find(OWN) is not None:
        match.answer(OWN)
        return [key, OWN]
    return [key]

"""Walk to, in a terminal: the steps that the game finds, answered until something else is asked."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.core.match import Match
from fireteam.core.questions import Choose
from fireteam.games.escape.show.walking import Place, find_path, place_of, step

__all__ = ["Place", "Walked", "find_path", "place_of", "step", "walk"]


class Walked(NamedTuple):
    """How far a walk came, and what stopped it ("" if nothing did)."""

    steps: int
    stopped: str


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

"""What the character that is asked has to do with a piece: how far away it is, and whether it is in sight."""

from __future__ import annotations

from fireteam.core.questions import Question
from fireteam.core.scene import Fact, LookView
from fireteam.games.escape.show import labels as say
from fireteam.games.escape.show.questions import distance_mark, sight_marks, subject
from fireteam.games.escape.state import BOARD
from fireteam.games.escape.table import Table

NOTHING: LookView = {"text": "", "facts": [], "marks": []}


def look(t: Table, question: Question, place: str) -> LookView:
    """Distance and line of sight from the character that a question is about to a piece (ES-TERM-03, ES-TERM-04)."""
    who, goal = subject(t, question), _square(t, place.removeprefix("piece "))
    if not who or goal < 0 or place == f"piece {who}":
        return NOTHING
    g = t.ground
    start = t.state.characters[g.card_index[who]].square
    seen, far = t.sees(start, goal), g.distance(start, goal)
    sight = say.LOOK["seen" if seen else "unseen"]
    facts: list[Fact] = [
        {"text": say.LOOK["distance"].format(distance=far), "rule": "ES-TERM-03", "good": True},
        {"text": sight, "rule": "ES-TERM-04", "good": seen},
    ]
    text = say.LOOK["text"].format(who=g.cards[g.card_index[who]].name, distance=far, sight=sight)
    return {"text": text, "facts": facts, "marks": [*sight_marks(t, start, goal, seen), distance_mark(t, start, goal)]}


def _square(t: Table, piece: str) -> int:
    """Where a piece stands or lies; -1: there is none."""
    s, g = t.state, t.ground
    if not s.scenario:
        return -1
    if piece in g.card_index:
        c = s.characters[g.card_index[piece]]
        return c.square if c.status == BOARD else -1
    return s.tokens[piece].square if piece in s.tokens else -1

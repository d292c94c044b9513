"""What tests of Deadzone share: whole battles, and stand-ins for keywords that nobody has written yet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.deadzone import cards
from fireteam.games.deadzone.game import GAME
from fireteam.games.deadzone.state import PLAY
from fireteam.games.deadzone.table import Table
from fireteam.games.deadzone.windows import Keyword


def stand_in() -> None:
    """A class without effect for every keyword that has none."""
    for name in cards._SPELT.values():
        if name not in cards._CLASSES:
            cards.keyword(type(name, (Keyword,), {"name": name}))


def battle(seed: int, **wish: Any) -> Match:
    """A new battle with seeded dice."""
    return Match(GAME.prepare(**wish), Seeded(seed))


def at_random(match: Match, seed: int) -> Iterator[Match]:
    """Play a match to its end by chance, stopping at every decision."""
    draw = random.Random(seed).random
    while not match.over:
        yield match
        match.answer(match.decision.draw(draw))
    yield match


def soundness(t: Table) -> None:
    """What holds in every position where somebody decides: who stands has a floor and quarters inside its place, and
    no two of a side share one."""
    taken: dict[tuple[int, int], int] = {}
    moving = {frame.who for frame in t.state.agenda if hasattr(frame, "who")}
    for m in t.state.models:
        assert (m.status == PLAY) == (m.place >= 0), t.name(m.index)
        if m.status != PLAY or (m.index in moving and not m.quarters):
            continue
        where = (m.side, m.place)
        assert m.quarters and m.quarters & ~t.board.quarters[m.place] == 0, t.name(m.index)
        assert m.quarters.bit_count() == t.cards[m.index].size
        assert not taken.get(where, 0) & m.quarters, t.name(m.index)
        taken[where] = taken.get(where, 0) | m.quarters

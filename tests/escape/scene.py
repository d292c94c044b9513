"""Positions for tests: characters put where a test wants them, dice given, a series of keys answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fireteam.core.dice import Given
from fireteam.core.events import Event
from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay
from fireteam.games.escape.state import Character
from fireteam.games.escape.table import Table

Place = tuple[int, int]


def scene(
    at: Mapping[str, Place],
    *,
    dice: Iterable[Any] = (),
    active: str = "",
    scenario: str = "evasion",
    options: Mapping[str, Any] | None = None,
    pack: str | None = None,
    setup: Mapping[str, Any] | None = None,
    **more: Any,
) -> Match:
    """A match in the middle of a turn; who is not placed waits off the board. Further names are those of
    `arena.lay`."""
    setting = GAME.prepare(scenario=scenario, options=options, pack=pack, setup=setup or {})
    return lay(setting, Given(dice), at, active=active, **more)


def keys(match: Match, beginning: str = "") -> list[str]:
    """The keys on offer now, or those of them that begin so; none when the game is over."""
    decision = match.decision
    return [] if decision is None else [option.key for option in decision.options if option.key.startswith(beginning)]


def play(match: Match, *answers: str) -> Match:
    """Answer a series of keys; the same match, so that it can be looked at."""
    for key in answers:
        match.answer(key)
    return match


def who(match: Match, name: str) -> Character:
    """A character by the id of its card."""
    live = table(match)
    return live.state.characters[live.ground.card_index[name]]


def where(match: Match, name: str) -> Place | None:
    """The square a character stands on, as (x, y); None off the board."""
    number = who(match, name).square
    return table(match).ground.squares.place(number) if number >= 0 else None


def square(match: Match, place: Place) -> int:
    """The number of a square."""
    return table(match).ground.squares.square(*place)


def table(match: Match) -> Table:
    """The live table, to read."""
    if match.table is None:
        assert match.state is not None  # looking at the state wakes the position
    found: Table = match.table
    return found


def happened(match: Match, code: str) -> list[Event]:
    """The events with that code, in order."""
    return [event for event in match.log if event.code == code]

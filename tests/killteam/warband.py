"""Kill teams of the bundled pack on a bare board, at any moment of the game: for tests of what they bring along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fireteam.core.dice import Given
from fireteam.core.match import Match
from fireteam.core.refusals import Check
from fireteam.games.killteam import arena
from fireteam.games.killteam.actions.action import deed, may_act, possible
from fireteam.games.killteam.state import ACTIVE, CONCEAL, ENGAGE, EXPENDED, NOBODY, READY, Effect, Marker, Operative
from fireteam.games.killteam.table import Table
from tests.killteam.skirmish import stage
from tests.killteam.writing import write

Places = Mapping[str, tuple[float, float]]
SHUT = {"readiness": EXPENDED}
FRESH = {"readiness": READY}


def laid(
    mine: Places, theirs: Places, *, active: str = "", operatives: Mapping[str, Mapping[str, Any]] | None = None,
    markers: Iterable[Marker] = (), heights: Mapping[str, float] | None = None, played: Iterable[tuple[str, int]] = (),
    **fields: Any,
) -> Table:  # fmt: skip
    """A table on which two kill teams stand in inches, ready and with Engage orders; with `active`, in that one's
    activation;
    `played` are the ploys used in this turning point."""
    names = [*mine, *theirs]
    given: dict[str, dict[str, Any]] = {name: dict((operatives or {}).get(name, {})) for name in names}
    for name, height in (heights or {}).items():
        given[name]["z"] = round(height * 100)
    state: dict[str, Any] = {"phase": "firefight", "acting": 0, "markers": {marker.id: marker for marker in markers}}
    if active:
        given[active] = {"readiness": ACTIVE, **given[active]}
        state |= {"phase": "activation", "active": names.index(active), "acting": int(names.index(active) >= len(mine))}
    t = stage(mine, theirs, operatives=given, **{**state, **fields})
    write(t, ploys=tuple(played))
    return t


def begin(mine: Places, theirs: Places, dice: Sequence[int] = (), **given: Any) -> Match:
    """A match at such a position."""
    match = arena.match_over(laid(mine, theirs, **given), Given(list(dice)))
    assert match.over or match.decision is not None
    return match


def play(match: Match, *answers: str) -> Match:
    """Answer with these keys one after the other."""
    for answer in answers:
        match.answer(answer)
    return match


def on_to(match: Match, wanted: str) -> Match:
    """Let everything pass until a question is asked; re-rolls and offers are declined."""
    while topic(match) != wanted:
        found = keys(match)
        play(match, next((key for key in ("keep the dice", "no more") if key in found), found[0]))
    return match


def keys(match: Match) -> list[str]:
    """What may be answered now."""
    return [] if match.over else list(match.decision.keys())


def topic(match: Match) -> str:
    """What is asked now."""
    return "" if match.over else str(match.decision.topic)


def man(match: Match, name: str) -> Operative:
    """An operative as it is now."""
    crew: list[Operative] = match.state.operatives
    return next(found for found in crew if found.name == name)


def told(match: Match, code: str) -> list[dict[str, Any]]:
    """What was told of a kind of event."""
    return [event.params for event in match.log if event.code == code]


def names_of(t: Table, found: Iterable[int]) -> list[str]:
    """The names of operatives."""
    return [t.name(who) for who in found]


def actions(t: Table, name: str, mode: str = "activation") -> list[str]:
    """The actions an operative may perform."""
    return [found.name for found in possible(t, t.number(name), mode)]


def why_not(t: Table, name: str, action: str, mode: str = "activation") -> Check:
    """The check that keeps an operative from an action."""
    checks: list[Check] = []
    assert not may_act(t, t.number(name), deed(t, t.number(name), action), mode, checks)
    return checks[-1]


def effect(name: str, what: str, amount: int = 0, until: str = "battle") -> Effect:
    """An effect laid on somebody."""
    return Effect(name, what, amount, until, "test")


def marker(
    kind: str, x: float, y: float, *, seat: int = NOBODY, name: str = "", tags: tuple[str, ...] = (), until: str = ""
) -> Marker:
    """A marker that lies there."""
    return Marker(name or kind, kind, seat, round(x * 100), round(y * 100), 0, NOBODY, until, tags)


__all__ = [
    "CONCEAL", "ENGAGE", "FRESH", "SHUT", "actions", "begin", "effect", "keys", "laid", "man", "marker", "names_of",
    "on_to", "play", "told", "topic", "why_not",
]  # fmt: skip

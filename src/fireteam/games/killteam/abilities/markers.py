"""Markers of kill teams where somebody moves: what burns, what slows, what helps to climb (KT-MARK-02, KT-BASE-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fireteam.core.questions import Rule
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.effects import amount
from fireteam.games.killteam.abilities.entries import book
from fireteam.games.killteam.damage.inflict import inflict
from fireteam.games.killteam.moving.hindrances import Near
from fireteam.games.killteam.positions import lying
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.space.plane.model import Body

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import MarkerKind, MarkerWindow
    from fireteam.games.killteam.table import Table

STEP = 5
"""Hundredths between the points of a leg that are looked at (KT-GEO-15)."""


def _windows(t: Table, who: int, name: str) -> Iterator[tuple[Marker, MarkerWindow]]:
    """The markers that lie in the killzone and do something to an operative in a window."""
    kinds: dict[str, MarkerKind] = book(t).marker_kinds
    if not kinds:
        return
    seat = t.operative(who).seat
    for marker in t.state.markers.values():
        kind = kinds.get(marker.kind)
        window = None if kind is None or marker.carrier != NOBODY else getattr(kind, name)
        if window is not None and (window.who == "any" or (window.who == "friendly") is (marker.seat == seat)):
            yield marker, window


def near(t: Table, who: int) -> tuple[Near, ...]:
    """What the markers of kill teams do to the moves of an operative."""
    found: list[Near] = []
    for marker, window in _windows(t, who, "on_move"):
        less = sum(
            -effect.value.by for effect in window.effects if effect.kind == "modify" and effect.value.stat == "move"
        )
        found.append(Near(lying(marker), window.within, max(0, less), window.extra_distance or 0))
    for marker, window in _windows(t, who, "aura"):
        if any(effect.kind == "ignore" and effect.value.what == "climb_minimum" for effect in window.effects):
            found.append(Near(lying(marker), window.within, eases=True))
    return tuple(found)


def passed(t: Table, who: int, start: Body, legs: Sequence[tuple[Any, ...]]) -> Rule[None]:
    """A move is over: markers that somebody has come near on it do what they do, each once for the action."""
    for marker, window in list(_windows(t, who, "on_enter")):
        there = Near(lying(marker), window.within)
        if not any(there.meets(t.board, body) for body in _walked(start, legs)):
            continue
        for effect in window.effects:
            if effect.damage is not None and not t.operative(who).incapacitated:
                points = yield from amount(
                    t,
                    t.operative(who).seat,
                    effect.damage.amount,
                    topic("damage of {marker} to {who}", marker.id, t.name(who)),
                )
                t.tell("burns", "KT-DMG-01", who=t.name(who), marker=marker.id)
                yield from inflict(t, who, points, "KT-DMG-01")


def _walked(start: Body, legs: Sequence[tuple[Any, ...]]) -> Iterator[Body]:
    """The mover all along its legs; at both heights of a leg that climbs or drops. The place where it started is no
    part of it."""
    here = start
    for x, y, z, *_ in legs:
        steps = max(1, round(max(abs(x - here.x), abs(y - here.y)) / STEP))
        for step in range(1, steps + 1):
            px, py = here.x + (x - here.x) * step / steps, here.y + (y - here.y) * step / steps
            for height in dict.fromkeys((here.z, z)):
                yield here._replace(x=round(px), y=round(py), z=height)
        here = here._replace(x=x, y=y, z=z)

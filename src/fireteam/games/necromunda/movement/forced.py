"""Forced moves in a straight line: Knockback, running on fire, lurching, being hurled (NE-TRT-03, NE-COND-01,
NE-SWIG-04, NE-ENG-08)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import CIRCLE
from fireteam.games.necromunda.movement.falling import (
    NEAR_EDGE,
    brave_danger,
    everybody_else,
    fall_from,
    in_danger,
    is_endangered,
    near_edge,
    set_clear,
    test_edge,
)
from fireteam.games.necromunda.options import kinds, option
from fireteam.games.necromunda.positions import body, in_contact, is_across, shape
from fireteam.games.necromunda.state import NOBODY, PLAY, STANDING
from fireteam.games.necromunda.stats import test
from fireteam.games.necromunda.table import Table
from fireteam.space.plane.free.field import Field
from fireteam.space.plane.free.forced import Why, beyond, rim, slide
from fireteam.space.plane.free.measuring import gap
from fireteam.space.plane.free.shapes import GHOST, SOFT, Other, Others
from fireteam.space.plane.model import INCH, Body

KNOCK = 1.0
"""Inches that Knockback moves (see NE-TRT-03)."""
FARTHEST_STOP = 800
"""Hundredths, along the table's edges, from which on no fighter is in the way of who is knocked."""

kinds(
    follow_up=("follow", ("NE-TRT-36",)),
    stay_behind=("do not follow", ("NE-TRT-36",)),
)


class Pushed(NamedTuple):
    """How a forced move went."""

    full: bool
    """Whether it went the whole way."""
    met: int
    """The model it was stopped by; NOBODY: none."""
    terrain: bool
    fell: bool


def stoppers(t: Table, who: int, *, prone_stops: bool, among: Iterable[int] | None = None) -> tuple[Others, list[int]]:
    """Whoever stops a forced move: Standing fighters and vehicles, and the Prone where the rule says so."""
    rows, numbers = [], []
    for m in t.state.models if among is None else [t.model(one) for one in among]:
        if m.index in (who, t.model(who).aboard) or m.status != PLAY or m.inside:
            continue
        soft = not prone_stops and not t.is_vehicle(m.index) and m.stance != STANDING
        rows.append(Other(shape(t, m.index), SOFT | GHOST if soft else 0))
        numbers.append(m.index)
    return Others(rows), numbers


def push(
    t: Table,
    who: int,
    degrees: int,
    inches: float,
    rule: str,
    *,
    crosses: bool = False,
    pays: bool = False,
    prone_stops: bool = True,
    clear: float = 0.0,
) -> Rule[Pushed]:
    """Somebody is moved straight in a direction, as far as nothing stops it; over an edge it falls there, by the middle
    of its base. What it enters that is dangerous is tested for (see NE-MOV-06)."""
    others, numbers = stoppers(t, who, prone_stops=prone_stops)
    start = t.model(who)
    before = (start.x, start.y)
    went = slide(t.field, body(t, who), degrees, inches, others, crosses, pays, clear)
    if (went.end.x, went.end.y) != before:
        t.move(who, went.end.x, went.end.y, went.end.z, rule, "pushed")
    met = numbers[went.number] if went.why == Why.BODY else NOBODY
    if went.why == Why.OVER:
        t.begin(fall_from(t, who, degrees))
        return Pushed(False, met, False, True)
    if in_danger(t, who):
        yield from brave_danger(t, who)
    return Pushed(went.why == Why.WENT, met, went.why == Why.TERRAIN, False)


def knocks(t: Table, who: int) -> tuple[Hashable, ...]:
    """What comes of it if somebody is knocked in each direction, by whole degrees, as far as odds look: whether it goes
    the whole way, where no edge and no danger is near; else each direction is one by itself."""
    at = body(t, who)
    close = [
        m.index for m in t.state.models if t.is_vehicle(m.index) or abs(m.x - at.x) + abs(m.y - at.y) < FARTHEST_STOP
    ]
    others, _ = stoppers(t, who, prone_stops=True, among=close)
    wide = at._replace(radius=at.radius + KNOCK + 0.1)
    return _knocks(t.field, at, tuple([row for row in others.rows if gap(wide, row.shape) <= 0]))


@lru_cache(maxsize=256)
def _knocks(field: Field, at: Body, near: tuple[Other, ...]) -> tuple[Hashable, ...]:
    others, found = Others(near), list[Hashable]()
    for degrees in range(CIRCLE):
        went = slide(field, at, degrees, KNOCK, others)
        edge = None if went.why == Why.OVER else rim(field, went.end)
        edged = went.why == Why.OVER or (edge is not None and edge.gap <= NEAR_EDGE + 0.001)
        alone = edged or beyond(field, went.end) or is_endangered(field, went.end)
        found.append(degrees if alone else "whole" if went.why == Why.WENT else "short")
    return tuple(found)


def knock_back(t: Table, who: int, degrees: int, *, by: int, follows: bool) -> Rule[bool]:
    """Knockback: 1" straight away from the attack. Whether it went so far; who ends with any part of the base over an
    edge tests Initiative or falls; in close combat the attacker may follow to stay in contact (NE-TRT-36; see
    NE-TRT-03)."""
    at = t.model(who)
    before = (at.x, at.y)
    across = by != NOBODY and follows and not in_contact(t, who, by) and is_across(t, who, by)
    went = yield from push(t, who, degrees, KNOCK, "NE-TRT-03")
    if went.fell:
        return went.full
    if beyond(t.field, body(t, who)):
        about = topic("{who} knocked to the edge", t.name(who))
        if not (yield from test(t, who, "i", "edge", about, "NE-TRT-03")):
            t.begin(fall_from(t, who, degrees))
            return went.full
    moved = (t.model(who).x, t.model(who).y) != before
    if not moved or not t.in_play(who):
        return went.full
    if follows and by != NOBODY and t.stands(by) and not across:
        pick: Option = yield t.ask(
            t.player(by), topic("follow-up of {who}", t.name(by)), lambda: [option("follow_up"), option("stay_behind")]
        )
        if pick.kind == "follow_up":
            ahead = slide(t.field, body(t, by), degrees, KNOCK, everybody_else(t, by))
            t.move(by, ahead.end.x, ahead.end.y, ahead.end.z, "NE-TRT-36")
            return went.full
    yield from set_clear(t, who, "NE-MOV-04")
    return went.full


def run_on_fire(t: Table, who: int, degrees: int, hundredths: int) -> Rule[None]:
    """Somebody on fire runs: it crosses obstacles at their cost, stops at walls and models, tests near an edge and
    falls beyond one (see NE-COND-01)."""
    went = yield from push(t, who, degrees, hundredths / INCH, "NE-COND-01", crosses=True, pays=True)
    if went.fell or not t.in_play(who):
        return
    edge = near_edge(t, who)
    if edge is not None and (yield from test_edge(t, who, edge)):
        return
    yield from set_clear(t, who, "NE-MOV-04")


def lurch(t: Table, who: int, degrees: int, inches: float, *, clear: float) -> Rule[Pushed]:
    """A drunk goes where its feet take it: the whole way, obstacles at their cost, 1" from enemies unless it charges;
    at an edge it tests Initiative or falls (see NE-SWIG-04)."""
    went = yield from push(t, who, degrees, inches, "NE-SWIG-04", crosses=True, pays=True, clear=clear)
    if not went.fell and t.in_play(who):
        edge = near_edge(t, who)
        if edge is not None:
            yield from test_edge(t, who, edge)
    return went

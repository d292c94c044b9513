"""What a Blast marker does wherever it may lie, as far as odds look: whom and what it covers (see NE-BLS-02)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fireteam.games.necromunda.hits import Strike, toughness_struck, trait_windows
from fireteam.games.necromunda.marks import field_without, marks
from fireteam.games.necromunda.positions import shape
from fireteam.games.necromunda.windows import Trait
from fireteam.space.plane.free.blasts import Marker, scatterings, under
from fireteam.space.plane.free.measuring import plan_gap
from fireteam.space.plane.model import Body

if TYPE_CHECKING:
    from fireteam.games.necromunda.table import Table

FARTHEST = 6
"""Inches that a marker scatters at most."""
KEPT = 64
"""Scatterings of one battle that are remembered."""
HAIR = 0.01
Strikes = Callable[[Marker, Sequence[int]], list[Strike]]
"""The hits of a marker that lies there on those of some models that it covers."""
Effect = Hashable
"""What a marker does there; None: nothing."""


class Fallout(NamedTuple):
    """One of the things that a marker may do after scattering."""

    at: Marker | None
    """A place where it does that; None: it does nothing."""
    near: int
    """How many of the directions lead there over 1 inch, which may be a misfire."""
    ways: int
    """How many of all ways, inch by inch, lead to where it does that."""


def bearing(t: Table, strike: Strike) -> list[Callable[[Table, Strike], Hashable]]:
    """Who looks at where a hit comes from: traits of the weapon, and of what its target carries."""
    worn = [trait_windows(strike.traits), *[weapon.profiles[0].windows for weapon in t.weapons(strike.on)]]
    return [aspect for windows in worn for aspect in windows[Trait.aspect]]


def comes_from_anywhere(t: Table, strike: Strike) -> bool:
    """Whether nobody looks at where a hit comes from: not at a hull, which has sides."""
    return not t.is_vehicle(strike.on) and not bearing(t, strike)


def aspects(t: Table, strike: Strike) -> tuple[Hashable, ...]:
    """What matters of where a hit comes from."""
    if t.is_vehicle(strike.on):
        return (toughness_struck(t, strike),)
    return tuple([aspect(t, strike) for aspect in bearing(t, strike)])


class Marking:
    """A marker that may be put down in several places of one position: what it does there."""

    def __init__(self, t: Table, radius: float, strikes: Strikes | None, within: Body | None = None) -> None:
        self.t, self.radius, self.strikes = t, radius, strikes
        self.models = [
            (who, shape(t, who))
            for who in t.on_table()
            if strikes is not None and (within is None or plan_gap(within, shape(t, who)) <= 0)
        ]
        self.things = [
            mark for mark in marks(t) if mark.blasted and (within is None or plan_gap(within, mark.shape) <= 0)
        ]

    def effect(self, at: Marker) -> Effect:
        """What it does there: whom it hits, in what cover and from where, and what goes off."""
        t, disc = self.t, Body(*at, self.radius + HAIR, 0)
        covered = [who for who, form in self.models if plan_gap(disc, form) <= 0]
        hits = self.strikes(at, covered) if covered and self.strikes is not None else []
        caught = [
            (abs(mark.shape.x - at[0]) + abs(mark.shape.y - at[1]), mark.id)
            for mark in self.things
            if plan_gap(disc, mark.shape) <= 0 and under(field_without(t, mark.id), at, self.radius, mark.shape)
        ]
        if not hits and not caught:
            return None
        # By a house rule others may be caught beside those who are hit, in cover of their own (NE-HRX-04).
        alone = at if hits and t.house_rule("hrx_template_priority") else None
        return (
            tuple([(one.on, one.cover, aspects(t, one)) for one in hits]),
            tuple([id for _, id in sorted(caught)]),
            alone,
        )


def fallouts(t: Table, gun: Hashable, marker: Marker, radius: float, strikes: Strikes | None) -> list[Fallout]:
    """All that a marker of a gun may do that scatters; reckoned once for a position."""
    known = t.setting.fallouts
    positions = tuple([(m.x, m.y, m.z, m.facing, m.status, m.stance, m.conditions, m.lost) for m in t.state.models])
    key = (gun, marker, positions, t.field, tuple(t.state.things.values()))
    if key not in known:
        if len(known) >= KEPT:
            known.clear()
        known[key] = _fallouts(t, marker, radius, strikes)
    found: list[Fallout] = known[key]
    return found


def _fallouts(t: Table, marker: Marker, radius: float, strikes: Strikes | None) -> list[Fallout]:
    ends = scatterings(t.field, marker, FARTHEST)
    marking = Marking(t, radius, strikes, Body(*marker, FARTHEST + radius + HAIR, 0))
    if not marking.models and not marking.things:
        return [Fallout(None, len(ends), len(ends) * FARTHEST)]
    effects: dict[Marker | None, Effect] = {None: None}
    found: dict[Effect, Fallout] = {}
    for way in ends:
        for number, at in enumerate(way):
            if at not in effects and at is not None:
                effects[at] = marking.effect(at)
            what = effects[at]
            known = found.get(what) or Fallout(at if what is not None else None, 0, 0)
            found[what] = known._replace(near=known.near + (not number), ways=known.ways + 1)
    return [*found.values()]

"""The word for markers, and what markers of kill teams do where somebody moves: what burns, what slows, what helps to
climb (KT-MARK-02, KT-BASE-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fireteam.core.questions import Option, Rule
from fireteam.core.refusals import Check, need
from fireteam.core.topics import topic
from fireteam.games.killteam.abilities.entries import Entry, book, entries
from fireteam.games.killteam.abilities.word import UNTIL, Effect, Nameable, Named
from fireteam.games.killteam.equipment.grenades import lay_smoke
from fireteam.games.killteam.equipment.mines import lay_mine, sweep
from fireteam.games.killteam.equipment.set_up import several
from fireteam.games.killteam.markers import rests
from fireteam.games.killteam.moving.hindrances import Near
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import MARKER_RADIUS, body_of, lying
from fireteam.games.killteam.state import NOBODY, Marker
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.windows import Supplement
from fireteam.kit.plane.places import Place, lattice
from fireteam.space.plane.measure import between, within
from fireteam.space.plane.model import INCH, Body, Spot
from fireteam.space.plane.sight import sees_spot

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.using import Use
    from fireteam.games.killteam.abilities.vocabulary import MarkerWindow
    from fireteam.games.killteam.abilities.word import Until
    from fireteam.games.killteam.setup.battle import Item
    from fireteam.kit.content.models import Positive, Slug

STEP = 5
"""Hundredths between the points of a leg that are looked at (KT-GEO-15)."""


class PlaceMarker(Effect):
    """A 20 mm marker of a kind of this pack is placed (KT-MARK-02)."""

    word, worth = "marker", 0.1
    kind: Slug
    within: Annotated[int, range(7)]
    count: Positive = 1
    lasts: Until | None = None

    def names(self, there: Nameable) -> Iterator[Named]:
        yield "marker kind", self.kind, there.marker_kinds

    def happens(self, t: Table, use: Use) -> Rule[None]:
        """Markers are placed one by one within a distance of an operative (KT-MARK-01, KT-MARK-02)."""
        entry, who = use.entry, use.context.who
        kind = book(t).marker_kinds[self.kind]
        lasts = kind.duration_override or self.lasts
        until = UNTIL[lasts] if lasts is not None else ""
        about = topic("place for {marker} of {who}", self.kind, t.name(who))
        for _ in range(self.count):
            pick: Option = yield t.ask(entry.seat, about, tuple, self.spots(t, entry, who))
            x, y, z, _turned = pick.args
            if kind.like == "KT-EQ-05":
                lay_mine(t, entry.seat, x, y, z, until, layer=who)
                yield from sweep(t)
            elif kind.like == "KT-EQ-18":
                lay_smoke(t, entry.seat, x, y, z, until)
            else:
                t.lay(Marker(t.new_id(self.kind), self.kind, entry.seat, x, y, z, NOBODY, until, ()), entry.id)

    def spots(self, t: Table, entry: Entry, who: int) -> Places:
        """Where an operative may put a marker."""
        body = body_of(t, who)
        reach = round((self.within + body.radius + MARKER_RADIUS) * INCH)
        x, y = body.x, body.y
        area = ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
        points = [(x, y), *lattice([area], 50 if self.within <= 2 else 100)]
        return Places(
            "place",
            (entry.id, "KT-MARK-01"),
            partial(self._may_lie, t, entry, body),
            lambda: [Place(px, py, z) for px, py in points if min(px, py) >= 0 for z in t.ground.surfaces(px, py)],
            surfaces=t.ground.surfaces,
            radius=MARKER_RADIUS,
        )

    def _may_lie(self, t: Table, entry: Entry, body: Body, place: Place) -> Check | None:
        """Why a marker of an entry cannot lie there; None: it can."""
        checks: list[Check] = []
        spot, kind = Spot(place.x, place.y, place.z, MARKER_RADIUS), book(t).marker_kinds[self.kind]
        far = between(t.board, body, spot)
        ok = rests(t, spot, checks) and need(
            checks, within(far, self.within), entry.id, 'within {}": {:.2f}" away', self.within, far
        )
        if ok and (kind.placed == "visible" or kind.like is not None):
            ok = need(checks, sees_spot(t.board, body, spot), entry.id, "the operative sees where the marker lies")
        return None if ok else checks[-1]


def _windows(t: Table, who: int, name: str) -> Iterator[tuple[Marker, MarkerWindow, tuple[Effect, ...]]]:
    """The markers that lie in the killzone and do something to an operative in a window, and what they do."""
    windows = book(t).marker_windows
    if not windows:
        return
    seat = t.operative(who).seat
    for marker in t.state.markers.values():
        found = windows.get((marker.kind, name)) if marker.carrier == NOBODY else None
        if found is not None and (found[0].who == "any" or (found[0].who == "friendly") is (marker.seat == seat)):
            yield marker, *found


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


def setup_markers(t: Table, seat: int) -> list[tuple[str, str, int]]:
    """The markers that faction equipment brings to the set-up: entry, kind, how many at most (KT-OPS-07)."""
    found = [(entry.id, marker) for entry in entries(t, seat, "setup") for marker in entry.effects_of(PlaceMarker)]
    return [(name, marker.kind, marker.count) for name, marker in found]


class MarkerWindows(Supplement):
    """Where markers are set up, and where somebody moves near them."""

    def items(self, t: Table, seat: int) -> list[Item]:
        return [item for entry, kind, most in setup_markers(t, seat) for item in several(entry, kind, seat, most)]

    def hindrances(self, t: Table, who: int) -> tuple[Near, ...]:
        found: list[Near] = []
        for name in ("on_move", "aura"):
            for marker, window, effects in _windows(t, who, name):
                near = Near(lying(marker), window.within, extra=window.extra_distance or 0)
                for effect in effects:
                    near = effect.hinders(near)
                if near.eases or name == "on_move":
                    found.append(near._replace(less=max(0, near.less)))
        return tuple(found)

    def passed(self, t: Table, who: int, start: Body, legs: Sequence[tuple[Any, ...]]) -> Rule[None]:
        """Each marker that the mover has come near does what it does once for the action."""
        for marker, window, effects in list(_windows(t, who, "on_enter")):
            there = Near(lying(marker), window.within)
            if any(there.meets(t.board, body) for body in _walked(start, legs)):
                for effect in effects:
                    yield from effect.met(t, marker.id, who)

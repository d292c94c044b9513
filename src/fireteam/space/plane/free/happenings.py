"""What happens along a path, in order: points come near, dangerous patches entered, gaps and drops before it."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from fireteam.space.plane.free import jit
from fireteam.space.plane.free.shapekernels import BIG, EPS
from fireteam.space.plane.free.walking import Event, Judge, Kind, Leg, Verdict, Watch, What, ridden
from fireteam.space.plane.model import INCH

Place = tuple[float, float, float]
CLOSE = 1e-4
"""Inches within which the place of an event is found."""


class Stretch(NamedTuple):
    """A straight part of a leg on one level, from the inches spent at its start."""

    at: Place
    to: Place
    spent: float
    wide: float | None = None


class Diary:
    """The events of one path as it is judged; each point and each patch is noted once."""

    def __init__(self, judge: Judge, watches: tuple[Watch, ...]) -> None:
        self.judge, self.watches = judge, watches
        self.events: list[Event] = []

    def note(self, number: int, at: Place, leg: Leg, spent: float, hanging: bool) -> None:
        """Write down what happens on a leg that was judged legal."""
        judge = self.judge
        to: Place = (leg.x / INCH, leg.y / INCH, leg.z / INCH)
        stretches = [Stretch(at, to, spent, BIG if leg.kind is Kind.LEAP else None)]
        if leg.kind is Kind.LIFT:
            # The plate is up there by now, and came from here.
            found = ridden(judge.field, to, at[2] * INCH)
            lift = judge.field.plan.lifts.index(found[0]) if found else -1
            self._add(What.LIFT, number, spent, at, lift, leg.z / INCH - at[2])
            stretches = []
        elif leg.kind is Kind.LEAP:
            code, _, _, width, _ = judge.walk(at, to[:2])
            length = hypot(to[0] - at[0], to[1] - at[1])
            if code == Verdict.GAP and length > EPS:
                direction = ((to[0] - at[0]) / length, (to[1] - at[1]) / length)
                reach = 2 * judge.radius
                _, _, station, _ = jit.walks().carried(judge.field.tables, *at, *direction, length, reach, judge.pieces)
                cost, place = self._at(stretches[0], station)
                self._add(What.LEAP, number, cost, place, -1, width)
        elif leg.kind is not Kind.WALK and not hanging:
            _, _, station, _ = judge.hop(leg.kind, at, to)
            length = max(hypot(to[0] - at[0], to[1] - at[1]), EPS)
            x, y = at[0] + (to[0] - at[0]) * station / length, at[1] + (to[1] - at[1]) * station / length
            climbed = abs(to[2] - at[2]) * {Kind.CLIMB: 2.0, Kind.LADDER: 1.0}.get(leg.kind, 0.0)
            stretches = [Stretch(at, (x, y, at[2]), spent), Stretch((x, y, to[2]), to, spent + station + climbed)]
            if leg.kind is Kind.JUMP:
                self._add(What.JUMP, number, spent + station, (x, y, at[2]), -1, at[2] - to[2])
        for stretch in stretches:
            self._dangers(number, stretch)
            self._near(number, stretch)

    def _add(self, what: What, leg: int, cost: float, at: Place, number: int, measure: float) -> None:
        self.events.append(Event(what, cost, leg, at[0] * INCH, at[1] * INCH, at[2] * INCH, number, measure))

    def _known(self, what: What, number: int) -> bool:
        return any(event.what is what and event.number == number for event in self.events)

    def _at(self, stretch: Stretch, station: float) -> tuple[float, Place]:
        """Inches spent, and the place, at a station of a stretch."""
        length = hypot(stretch.to[0] - stretch.at[0], stretch.to[1] - stretch.at[1])
        if length < EPS:
            return stretch.spent, stretch.at
        part = min(1.0, station / length)
        x = stretch.at[0] + (stretch.to[0] - stretch.at[0]) * part
        y = stretch.at[1] + (stretch.to[1] - stretch.at[1]) * part
        code, cost, z, _, _ = self.judge.walk(stretch.at, (x, y), stretch.wide)
        if code != Verdict.FINE:
            return stretch.spent + station, (x, y, stretch.at[2] + (stretch.to[2] - stretch.at[2]) * part)
        return stretch.spent + cost, (x, y, z)

    def _dangers(self, number: int, stretch: Stretch) -> None:
        leg = Leg(Kind.WALK, stretch.to[0] * INCH, stretch.to[1] * INCH, stretch.to[2] * INCH)
        for station, piece in self.judge.dangers(stretch.at, leg, stretch.wide):
            if not self._known(What.DANGER, piece):
                cost, place = self._at(stretch, station)
                self._add(What.DANGER, number, cost, place, piece, 0.0)

    def _near(self, number: int, stretch: Stretch) -> None:
        for point, watch in enumerate(self.watches):
            if self._known(What.NEAR, point):
                continue
            station = self._comes_near(stretch, watch)
            if station is not None:
                cost, place = self._at(stretch, station)
                self._add(What.NEAR, number, cost, place, point, watch.distance)

    def _comes_near(self, stretch: Stretch, watch: Watch) -> float | None:
        """The first station at which the base is within the distance of a point, measured round solids."""
        x, y, z = watch.x / INCH, watch.y / INCH, watch.z / INCH
        length = hypot(stretch.to[0] - stretch.at[0], stretch.to[1] - stretch.at[1])
        dx = (stretch.to[0] - stretch.at[0]) / length if length > EPS else 1.0
        dy = (stretch.to[1] - stretch.at[1]) / length if length > EPS else 0.0
        rims = self.judge.radius + watch.radius
        station = 0.0
        while True:
            part = station / length if length > EPS else 0.0
            height = stretch.at[2] + (stretch.to[2] - stretch.at[2]) * part
            px, py = stretch.at[0] + dx * station, stretch.at[1] + dy * station
            rise = abs(height - z)
            crow = hypot(max(0.0, hypot(px - x, py - y) - rims), rise)
            if crow - watch.distance > (length - station) * 2:
                return None
            low, high = min(z, height), max(z, height)
            line = jit.rounds().taut(
                self.judge.field.tables, px, py, x, y, low, high, watch.distance + rims + 2 * length, self.judge.work
            )
            gap = hypot(max(0.0, line - rims), rise) if line < BIG else BIG
            if gap <= watch.distance + CLOSE:
                return station
            if station >= length:
                return None
            # On a slope one comes nearer by more than an inch an inch of plan.
            step = (min(gap, watch.distance + length) - watch.distance) * (
                1.0 if stretch.at[2] == stretch.to[2] else 0.4
            )
            station = min(length, station + max(step, CLOSE))

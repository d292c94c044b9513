"""Running for cover: how far, and where to by the book's order of priorities (NE-BRK)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import ceil, cos, radians, sin, sqrt
from typing import Any, ClassVar

from fireteam.core.questions import Option, Rule
from fireteam.core.topics import topic
from fireteam.games.necromunda.dice import two_d6
from fireteam.games.necromunda.movement.charges import going
from fireteam.games.necromunda.movement.falling import climb_down
from fireteam.games.necromunda.movement.moves import CRAWL_BITS, Gait, bits_of, others_for, watches_for
from fireteam.games.necromunda.movement.regions import Walks
from fireteam.games.necromunda.movement.retreat import Retreat
from fireteam.games.necromunda.options import option
from fireteam.games.necromunda.positions import body, engaged, engaged_with, eye, hull
from fireteam.games.necromunda.state import Frame
from fireteam.games.necromunda.stats import half, movement
from fireteam.games.necromunda.table import Table
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.agenda import Sequence as Steps_
from fireteam.kit.agenda import Steps, then, when
from fireteam.kit.plane.refusals import Refused
from fireteam.space.plane.free import walking
from fireteam.space.plane.free.flight import Eye, Flight
from fireteam.space.plane.free.shapes import RING, Others
from fireteam.space.plane.free.walking import CLIMBS, LADDERS, Move, Walker
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.proofs import Open

ENOUGH = 0.01
"""Inches by which discs that stand for a hull may fall short of it."""
FAR = 3.0
"""Inches of which a runner wants to be farther from every enemy (see NE-BRK-03)."""


class Running(Steps_, Frame):
    """A Broken fighter runs for cover (see NE-BRK-01)."""

    kind = "running"
    who: int
    held: tuple[int, ...] = ()
    """The enemies that it was Engaged with: it may pass them (see NE-BRK-04)."""
    inches: float = 0.0

    @staticmethod
    def steps() -> Steps[Table, Running]:
        """How far, then where."""
        return (then(let_go), when(roll_distance, can_move), when(choose, can_move))


class Runners(Supplement):
    """Whoever breaks runs: this hangs where Nerve is failed, and where the Broken are activated."""

    name = "runners"

    def flees(self, t: Table, who: int) -> Rule[bool]:
        """A Broken fighter runs for cover, Engaged ones by the procedure of Retreat (NE-BRK-01, NE-BRK-04)."""
        yield from ()
        if t.is_vehicle(who):
            return False
        t.tell("runs", "NE-BRK-01", who=t.name(who))
        if engaged(t, who):
            held = tuple(foe for foe in engaged_with(t, who) if not t.is_vehicle(foe))
            t.begin(Retreat(who, fleeing=True), Running(who, held=held))
        else:
            t.begin(Running(who))
        return True


def let_go(t: Table, r: Running) -> Rule[None]:
    """Who breaks in the middle of a climb comes down first (see NE-MOV-12)."""
    yield from ()
    climb_down(t, r.who)


def can_move(t: Table, r: Running) -> bool:
    """Whether it is there to run, and not Engaged any more: who broke off, or was felled as it did (see NE-BRK-04)."""
    return t.in_play(r.who) and (r.returned > 0 or not engaged(t, r.who))


def roll_distance(t: Table, r: Running) -> Rule[None]:
    """2D6 inches for who stands; who is Pinned or Seriously Injured crawls half its Movement and remains Prone
    (NE-BRK-02)."""
    if t.stands(r.who):
        inches = yield from two_d6(t.roller(r.who), topic("flight of {who}", t.name(r.who)))
        r.inches = float(inches)
        t.tell("flight_roll", "NE-BRK-02", who=t.name(r.who), inches=inches)
    else:
        r.inches = half(t, movement(t, r.who)) / 100


# -- where to ----------------------------------------------------------------------------------------------------------


class Refuges(Walks):
    """The places that a runner may stop at: of the best class that it can reach without a test, and within 0.05" of the
    greatest gap to the nearest enemy (NE-BRK-03)."""

    kind: ClassVar[str] = "move"
    eyes: tuple[Eye, ...]

    @cached_property
    def flight(self) -> Flight:
        """The best that can be reached, computed when somebody looks."""
        return Flight(self.field, self.walker, self.others, self.eyes, FAR)

    @property
    def proven(self) -> bool:
        return False

    def allowed(self, move: Move) -> Move | Refused:
        found = self.flight.accepts(move.end.x, move.end.y, move.end.z, self.watches)
        if isinstance(found, walking.Refused):
            return Refused(self.reason(), "NE-BRK-03", "", (move.end.x, move.end.y), max(1, len(move.legs)))
        return found

    def reason(self) -> str:
        """What the best place is like, in words."""
        best = self.flight.best
        wants = [
            word
            for bit, word in ((4, 'more than 3" from every enemy'), (2, "out of sight"), (1, "in cover"))
            if best.grade & bit
        ]
        return (
            f'it is {", ".join(wants) or "in the open"}, {best.gap:.2f}" from the nearest enemy, as the best place is'
        )

    def suggest(self, count: int) -> list[Option]:
        best = self.flight.best
        key = f"to {best.x / INCH:.2f},{best.y / INCH:.2f} up {best.z / INCH:.2f}"
        found = self.find(key)
        if found is not None:
            return [found]
        stay = self.find(self.stay)
        return [stay] if stay is not None else ([] if self.give_up is None else [self.give_up])

    def some(self) -> Move | Refused | Open:
        """The best place if its key is known, or to stay; else it is open: then it may stay (see NE-BRK-03)."""
        best = self.flight.best
        keys = (f"to {best.x / INCH:.2f},{best.y / INCH:.2f} up {best.z / INCH:.2f}", self.stay)
        judged = (self.judge(key) for key in keys)
        return next((move for move in judged if isinstance(move, Move)), Open(0))

    def draw(self, draw: Callable[[], float]) -> Option | None:
        found: Sequence[Option] = self.suggest(1)
        return found[0] if found else None

    def outline(self) -> dict[str, Any]:
        best = self.flight.best
        return {**super().outline(), "best": [best.x, best.y, best.z], "why": self.reason()}


def feared(t: Table, who: int) -> tuple[Eye, ...]:
    """Whom a runner runs from: enemy fighters, vehicles too if the match says so; Seriously Injured ones count for the
    distance, not for sight (see NE-BRK-03)."""
    found = []
    for foe in t.enemies(who):
        m = t.model(foe)
        if t.is_vehicle(foe):
            if t.house_rule("flee_from_vehicles"):
                found += hull_feared(t, foe)
            continue
        found.append(Eye(body(t, foe), eye(t, foe)[2] - m.z, not t.is_injured(foe)))
    return tuple(found)


def hull_feared(t: Table, foe: int) -> list[Eye]:
    """A vehicle that is run from: discs that fill its hull to a hundredth of an inch, the first of which looks out for
    all (see NE-BRK-03)."""
    box = hull(t, foe)
    long, wide = max(box.length, box.width) / 2, min(box.length, box.width) / 2
    across = 0 if box.length >= box.width else 90
    discs = [(0.0, 0.0, wide), *((along, 0.0, wide) for along in spread(long - wide, sqrt(8 * ENOUGH * wide)))]
    for radius in corner_discs(wide):
        discs += [(a * (long - radius), b * (wide - radius), radius) for a in (-1, 1) for b in (-1, 1)]
    c, s = cos(radians(box.facing + across)), sin(radians(box.facing + across))
    return [
        Eye(
            Body(round(box.x + INCH * (c * u - s * v)), round(box.y + INCH * (s * u + c * v)), box.z, r, box.height),
            box.height,
            number == 0,
        )
        for number, (u, v, r) in enumerate(discs)
    ]


def spread(half: float, step: float) -> list[float]:
    """Places along a line from -half to half, no farther apart than a step."""
    parts = ceil(2 * half / step)
    return [half * (2 * place / parts - 1) for place in range(parts + 1)] if parts else []


def corner_discs(radius: float) -> Iterator[float]:
    """Ever smaller discs that touch both sides of a corner: between two of them no place of a side is farther from
    both than enough."""
    while radius * (sqrt(2) - 1) > ENOUGH:
        edge = radius - sqrt(2 * ENOUGH * radius)
        half = (sqrt(2 * ENOUGH + 4 * edge) - sqrt(2 * ENOUGH)) / 2
        radius = half * half
        yield radius


def choose(t: Table, r: Running) -> Rule[None]:
    """Where it stops is dictated by a ranked list; among equals its controller picks (see NE-BRK-03)."""
    others, names = others_for(t, r.who)
    passed = {t.name(foe) for foe in r.held}
    others = Others(
        row._replace(bits=row.bits & ~RING) if name in passed else row
        for row, name in zip(others.rows, names, strict=True)
    )
    stands = t.stands(r.who)
    bits = bits_of(t, r.who) & (CLIMBS | LADDERS) if stands else CRAWL_BITS
    walker = Walker(body(t, r.who), r.inches, bits)
    region = Refuges(t.field, walker, others, names, ("NE-BRK-03",), watches_for(t, r.who)[0], option("give_up_move"))
    region.eyes = feared(t, r.who)
    pick: Option = yield t.ask(t.side(r.who), topic("refuge of {who}", t.name(r.who)), tuple, region)
    if pick.kind == "give_up_move":
        return
    t.begin(
        going(r.who, Gait("flight", "NE-BRK-03", r.inches, bits, tested=False), pick.args[-1], watches_for(t, r.who)[1])
    )

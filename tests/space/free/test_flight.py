"""Running for cover: the best place is proved, and any as good is accepted."""

from __future__ import annotations

from fireteam.space.plane.free.flight import COVERED, FAR, UNSEEN, Eye, Flight
from fireteam.space.plane.free.plan import IMPASSABLE, OBSTACLE, OPAQUE, SOLID, Block, Plan
from fireteam.space.plane.free.shapes import BLOCKS, GHOST, NOBODY, RING, Other, Others
from fireteam.space.plane.free.walking import Move, Refused, Walker
from fireteam.space.plane.model import Body
from tests.space.free.content import rectangle

WALL = Block("wall", rectangle(900, 700, 940, 1000), 0, 400, IMPASSABLE | SOLID | OPAQUE)
LOW = Block("low", rectangle(300, 300, 340, 600), 0, 100, OBSTACLE | OPAQUE)


def run(plan: Plan, start: Body, allowance: float, *foes: Body, others: Others | None = None) -> Flight:
    company = Others(Other(foe, BLOCKS | RING) for foe in foes) if others is None else others
    return Flight(plan.under(), Walker(start, allowance), company, tuple(Eye(foe, 150) for foe in foes))


def at(x: float, y: float) -> Body:
    return Body(round(x * 100), round(y * 100), 0, 0.5, 160)


def test_on_open_ground_it_runs_straight_away() -> None:
    flight = run(Plan(2400, 1600), at(10, 8), 4, at(8, 8))
    best = flight.best
    assert best.grade == FAR and abs(best.gap - (1 + 4)) <= 0.05
    assert isinstance(flight.accepts(1400, 800, 0), Move)
    assert isinstance(flight.accepts(1300, 800, 0), Refused)


def test_behind_a_wall_nobody_sees_it() -> None:
    flight = run(Plan(2400, 1600, (WALL,)), at(10.2, 6.6), 4, at(4, 8.5))
    best = flight.best
    assert best.grade == FAR | UNSEEN | COVERED
    assert best.x > 940
    assert isinstance(flight.accepts(best.x, best.y, best.z), Move)
    # As far away, but seen.
    grade, _ = flight.grade(1400, 400, 0)
    assert grade == FAR and isinstance(flight.accepts(1250, 400, 0), Refused)


def test_a_low_wall_covers() -> None:
    flight = run(Plan(2400, 1600, (LOW,)), at(4.2, 4.5), 1.0, at(-3 + 3.6, 4.5))
    assert flight.best.grade & COVERED and not flight.best.grade & UNSEEN


def test_who_only_counts_for_distance_does_not_look() -> None:
    foe = at(4, 8.5)
    flight = Flight(Plan(2400, 1600).under(), Walker(at(9, 8), 3), NOBODY, (Eye(foe, 150, looks=False),))
    assert flight.best.grade == FAR | UNSEEN | COVERED


def test_places_and_ways_near_a_trap_are_not_taken() -> None:
    trap = Other(Body(1400, 800, 0, 0.0, 10), RING | GHOST, 2.0)
    foe = at(8, 8)
    free = run(Plan(2400, 1600), at(10, 8), 6, foe).best
    wary = run(Plan(2400, 1600), at(10, 8), 6, foe, others=Others([Other(foe, BLOCKS | RING), trap])).best
    assert wary.gap < free.gap - 0.1
    assert ((wary.x - 1400) ** 2 + (wary.y - 800) ** 2) ** 0.5 / 100 >= 2.5 - 0.001


def test_the_counts_of_cells_explain_the_best() -> None:
    flight = run(Plan(2400, 1600, (WALL,)), at(10.2, 6.6), 4, at(4, 8.5))
    counts = flight.counts()
    assert max(counts) <= flight.best.grade and counts[FAR] > 50

"""Bare destinations: the cheapest route known, always one that the judge of paths accepts; random boards, mirrored
boards."""

from __future__ import annotations

from math import ceil, hypot
from random import Random

import pytest

from fireteam.games.killteam.geometry import FAULTS
from fireteam.space.plane.faults import Refused
from fireteam.space.plane.increments import increment
from fireteam.space.plane.legs import Gait, Increment, Step
from fireteam.space.plane.model import Body, Part
from fireteam.space.plane.paths import Move, path
from fireteam.space.plane.placing import Ground, stands
from fireteam.space.plane.routes import Search, route
from tests.space.plane.boards import R32, body, enemy, go, ground, h, part, step, terms

OPEN = ground()


def found(
    here: Ground, start: Body, x: float, y: float, inches: int = 6, z: float | None = None, **rest: object
) -> Move:
    """A route that must exist."""
    move = route(here, start, h(x), h(y), terms(inches, **rest), None if z is None else h(z))
    assert isinstance(move, Move), str(move)
    return move


def boxes(seed: int) -> tuple[Part, ...]:
    """Seven blocks in whole tenths of an inch on a 16 x 12 board: crates, levels, doors, walls that cannot be
    climbed."""
    dice = Random(seed)
    found: list[Part] = []
    for number in range(7):
        x, y = dice.randint(10, 130) / 10, dice.randint(10, 90) / 10
        width, depth = dice.randint(3, 30) / 10, dice.randint(3, 30) / 10
        bottom, top, traits = dice.choice(
            [
                (0, 1, "Light"),
                (0, 2.5, "Heavy"),
                (2.8, 3, "Vantage"),
                (0, 3, "Vantage"),
                (0, 2.8, "Accessible Heavy"),
                (0, 4, "Heavy Wall"),
                (2.8, 3, "Vantage Accessible"),
            ]
        )
        found.append(part(f"f{number}-1", (x, y, x + width, y + depth), bottom, top, traits))
    return tuple(found)


def mirrored(parts: tuple[Part, ...], width: int) -> tuple[Part, ...]:
    """The same blocks on the other side of the board."""
    return tuple(one._replace(polygon=tuple((width - x, y) for x, y in reversed(one.polygon))) for one in parts)


@pytest.mark.rule("KT-GEO-18", "KT-REPO-02")
def test_a_route_turns_past_a_corner() -> None:
    # The corner of the wall grown by the base is 2.2" east of the start; the goal 2.2" beyond it at 30 degrees.
    start = body(5.13, 5.07)
    wall = ground(part("w-1", (6.2, 5.7, 6.7, 11), 0, 4, "Heavy Wall"))
    corner = (6.7 + 0.63, 5.07)
    goal = (round(corner[0] + 2.2 * 0.8660, 2), round(corner[1] + 1.1, 2))
    assert isinstance(increment(wall, start, step(*goal)), Refused)
    assert go(wall, start, step(*corner), step(*goal)).cost == 6
    move = found(wall, start, *goal)
    assert move.cost == 5
    assert len(move.steps) == 2
    # Neither a corner nor a lattice point does for these: only a turn a whole inch from start, corner or goal.
    assert found(wall, body(4.54, 5.51), 7.37, 5.68).cost == 4
    assert found(wall, body(4.79, 5.67), 7.70, 6.05).cost == 4


@pytest.mark.rule("KT-GEO-18")
def test_over_open_ground_a_route_is_straight() -> None:
    move = found(OPEN, body(5, 5), 9, 8)
    assert (move.cost, len(move.steps)) == (5, 1)
    assert isinstance(route(OPEN, body(5, 5), 1100, 900, terms(6)), Refused)


@pytest.mark.rule("KT-GEO-18", "KT-TT-01")
def test_a_route_goes_through_a_door_or_over_a_barricade_if_that_is_cheaper() -> None:
    wall = (part("w-s", (10, 1, 10.3, 9), 0, 3, "Heavy Wall"), part("w-n", (10, 11, 10.3, 21), 0, 3, "Heavy Wall"))
    door = ground(*wall, part("w-d", (10, 9, 10.3, 11), 0, 3, "Accessible Heavy"))
    assert found(door, body(8, 10), 12, 10).cost == 5
    beside = found(door, body(9, 8), 11.5, 8, 8)
    assert beside.cost <= 7
    assert any(charge.kind == "opening" for leg in beside.charges for charge in leg)
    low = ground(part("b-1", (10, 1, 10.3, 21), 0, 1))
    assert found(low, body(8, 10), 12, 10).cost == 6


@pytest.mark.rule("KT-GEO-18", "KT-GEO-15")
def test_the_height_is_chosen_where_two_are_possible() -> None:
    here = ground(part("g-1", (10, 8, 14, 12), 2.8, 3, "Vantage Accessible"))
    assert found(here, body(8, 10), 12, 10).end.z == 0
    up = found(here, body(8, 10), 12, 10, 7, 3.0)
    assert (up.cost, up.end.z) == (7, 300)
    assert found(here, body(11, 10, 3), 13, 10).end.z == 300


@pytest.mark.rule("KT-GEO-18", "KT-REPO-03")
def test_a_route_goes_round_the_control_range_of_an_enemy() -> None:
    foe = enemy(8, 10)
    move = found(OPEN, body(5, 10), 11, 10, 10, enemies=(foe,))
    assert len(move.steps) >= 2
    assert move.cost in (8, 9)
    assert found(OPEN, body(5, 10), 11, 10, 8, enemies=(foe._replace(enter=True),)).cost <= 8
    assert isinstance(route(OPEN, body(5, 10), 800, 1150, terms(enemies=(foe,))), Refused)


@pytest.mark.rule("KT-GEO-02", "KT-GEO-18")
def test_a_wanted_contact_is_moved_to_a_legal_hundredth() -> None:
    foe = enemy(10, 10, enter=True, leave=False, end=True)
    search = Search(OPEN, body(5, 10), terms(8, enemies=(foe,), engage=True))
    reach = 2 * R32 * 100
    move = search.route(1000 - reach * 0.8, 1000 + reach * 0.6)
    assert isinstance(move, Move)
    gap = hypot(move.end.x - 1000, move.end.y - 1000) / 100 - 2 * R32
    assert -0.001 <= gap <= 0.02


@pytest.mark.rule("KT-GEO-18", "KT-GEO-15")
@pytest.mark.parametrize("seed", range(6))
def test_every_route_passes_the_judge_and_costs_what_it_says(seed: int) -> None:
    here = ground(*boxes(seed), size=(16, 12))
    dice = Random(seed)
    by = terms(6)
    starts = 0
    while starts < 2:
        start = Body(dice.randint(70, 1530), dice.randint(70, 1130), 0, R32, 140)
        if stands(here, start) is not None:
            continue
        starts += 1
        search = Search(here, start, by)
        for _ in range(12):
            goal = Body(
                dice.randint(max(70, start.x - 500), min(1530, start.x + 500)), dice.randint(70, 1130), 0, R32, 140
            )
            move = search.route(goal.x, goal.y)
            if isinstance(move, Refused):
                continue
            again = path(here, start, move.steps, by)
            assert again == move
            assert stands(here, move.end) is None
            assert ceil(hypot(move.end.x - start.x, move.end.y - start.y) / 100 - 0.001) <= move.cost <= 6
            assert max(abs(move.end.x - goal.x), abs(move.end.y - goal.y)) <= 1


@pytest.mark.rule("KT-GEO-18")
@pytest.mark.parametrize("seed", range(3))
def test_the_search_is_seldom_beaten_by_random_waypoints(seed: int) -> None:
    here = ground(*boxes(seed + 20), size=(16, 12))
    dice = Random(seed)
    by = terms(6)
    start = next(
        candidate
        for candidate in (Body(dice.randint(70, 1530), dice.randint(70, 1130), 0, R32, 140) for _ in range(99))
        if stands(here, candidate) is None
    )
    search = Search(here, start, by)
    missed = tried = 0
    while tried < 40:
        turn = Step(start.x + dice.randint(-350, 350), start.y + dice.randint(-350, 350))
        end = Step(turn.x + dice.randint(-300, 300), turn.y + dice.randint(-300, 300))
        move = path(here, start, (turn, end), by)
        if isinstance(move, Refused):
            continue
        tried += 1
        known = search.to(move.end)
        missed += isinstance(known, Refused) or known.cost > move.cost
    assert missed <= 1


@pytest.mark.rule("KT-GEO-16")
@pytest.mark.parametrize("seed", range(12))
def test_a_mirrored_leg_costs_the_same(seed: int) -> None:
    parts = boxes(seed)
    here, there = ground(*parts, size=(16, 12)), ground(*mirrored(parts, 1600), size=(16, 12))
    dice = Random(seed)
    for _ in range(60):
        start = Body(dice.randint(70, 1530), dice.randint(70, 1130), dice.choice([0, 0, 300]), R32, 140)
        if stands(here, start) is not None:
            continue
        to = Step(
            dice.randint(70, 1530),
            dice.randint(70, 1130),
            dice.choice([None, None, 0, 300]),
            start.z > 0 and dice.random() < 0.4,
        )
        leg = increment(here, start, to)
        other = increment(there, start._replace(x=1600 - start.x), to._replace(x=1600 - to.x))
        if isinstance(leg, Increment):
            assert isinstance(other, Increment)
            assert (leg.cost, leg.end.z, leg.drops) == (other.cost, other.end.z, other.drops)
        else:
            assert isinstance(other, Refused)
            assert FAULTS[leg.fault].rule == FAULTS[other.fault].rule


@pytest.mark.rule("KT-GEO-18")
def test_a_dash_finds_no_route_over_a_wall() -> None:
    here = ground(part("w-1", (10, 1, 10.3, 21), 0, 1))
    assert isinstance(route(here, body(9, 10), 1100, 1000, terms(3, gait=Gait(climb=False))), Refused)

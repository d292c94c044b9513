"""Whether a move can be made at all: moves that are found are legal, and bounds keep no legal move away."""

from __future__ import annotations

import random
from math import cos, hypot, inf, pi, sin

import pytest

from fireteam.space.plane.bounds import Field
from fireteam.space.plane.faults import Fault, Refused
from fireteam.space.plane.legs import Gait, Step
from fireteam.space.plane.model import INCH, Body
from fireteam.space.plane.paths import Enemy, Move, Terms, path
from fireteam.space.plane.placing import Ground
from fireteam.space.plane.proofs import Open, prove
from fireteam.space.plane.rises import Height, heights
from fireteam.space.plane.routes import route
from tests.space.plane.boards import R32, body, ground, part

WALL = part("wall", (9.8, 2, 10, 12), 0, 7)
CRATE = part("crate", (12, 9, 13, 10), 0, 1.5)


def test_a_way_round_a_wall_is_as_long_as_a_taut_string() -> None:
    terms = Terms(9)
    field = Field(ground(WALL), body(9, 10), terms, Height(0.0, 0))
    assert field.reaches(9, 4) and field.turns(9, 4) == []
    assert len(field.turns(10.8, 10)) >= 2, "round the end of the wall"
    assert not Field(ground(WALL), body(9, 10), Terms(5), Height(0.0, 0)).reaches(10.8, 10)
    around = hypot(0.3, 2) + hypot(0.3, 2) + 1.0
    assert not Field(ground(WALL), body(9, 10), Terms(int(around)), Height(0.0, 0)).reaches(10.8, 10)


def test_how_high_one_may_come_and_what_it_costs_at_least() -> None:
    board = ground(CRATE, part("tower", (12, 11, 13, 12), 0, 5))
    assert heights(board, body(10, 10), Terms(6)) == [Height(0.0, 0), Height(1.5, 2), Height(5.0, 5)]
    assert heights(board, body(10, 10), Terms(4)) == [Height(0.0, 0), Height(1.5, 2)]
    assert heights(board, body(10, 10), Terms(6, gait=Gait(climb=False))) == [Height(0.0, 0)]
    assert [height.inches for height in heights(board, body(10, 10), Terms(6, gait=Gait(flies=True)))] == [0, 0, 0]


def crowded(draw: random.Random) -> tuple[Ground, Body, Terms]:
    """A mover among walls, crates and enemies so close that hardly any place is left."""
    parts = []
    for number in range(draw.randrange(2, 6)):
        x, y = draw.uniform(7, 13), draw.uniform(7, 13)
        long, wide = draw.uniform(0.5, 3), draw.uniform(0.2, 1)
        if draw.random() < 0.5:
            long, wide = wide, long
        if hypot(max(x - 10, 0, 10 - x - long), max(y - 10, 0, 10 - y - wide)) > R32 + 0.02:
            parts.append(part(f"p{number}", (x, y, x + long, y + wide), 0, draw.choice((1.2, 3.0, 7.0))))
    engage = draw.random() < 0.3
    enemies: list[Enemy] = []
    for _ in range(draw.randrange(3, 12)):
        turn, far = draw.uniform(0, 2 * pi), draw.uniform(1.3, 2.6)
        other = body(10 + far * cos(turn), 10 + far * sin(turn))
        if all(hypot(one.body.x - other.x, one.body.y - other.y) > 2 * R32 * INCH for one in enemies):
            enemies.append(Enemy(other, enter=True, leave=not engage, end=engage))
    return ground(*parts), body(10, 10), Terms(draw.randrange(1, 4), enemies=tuple(enemies), engage=engage)


@pytest.mark.parametrize("seed", range(40))
def test_no_legal_move_is_refused_and_every_move_found_is_legal(seed: int) -> None:
    draw = random.Random(seed)
    board, start, terms = crowded(draw)
    found = prove(board, start, terms)
    if isinstance(found, Move):
        assert path(board, start, found.steps, terms) == found
        return
    if isinstance(found, Open):
        return
    for _ in range(200):
        turn, far = draw.uniform(0, 2 * pi), terms.inches * draw.random()
        x, y = round(start.x + far * INCH * cos(turn)), round(start.y + far * INCH * sin(turn))
        assert not isinstance(path(board, start, (Step(x, y, 0),), terms), Move), (x, y)
        assert not isinstance(route(board, start, x, y, terms), Move), (x, y)


def test_yes_and_no_come_up() -> None:
    kinds = {type(prove(*crowded(random.Random(seed)))) for seed in range(40)}
    assert {Move, Refused} <= kinds


def test_nobody_near_is_a_bound_of_its_own() -> None:
    foe = Enemy(body(20, 10), enter=True, end=True)
    assert prove(ground(), body(10, 10), Terms(6, engage=True)) == Refused(Fault.NOBODY)
    told = prove(ground(), body(10, 10), Terms(6, enemies=(foe,), engage=True))
    assert isinstance(told, Refused) and told.fault == Fault.NOBODY_NEAR
    assert told.numbers[0] == 7 and told.numbers[1] == pytest.approx(10 - 2 * R32) and told.numbers[1] < inf

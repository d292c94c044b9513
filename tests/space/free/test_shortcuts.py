"""What is quick says the same as what is slow: walls that surely bar a leg, room at one place, a way sought towards one
enemy, and what a map shares with the one before a door was opened."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from fireteam.space.plane.free.atlas import Atlas, atlas_of
from fireteam.space.plane.free.charges import Charges
from fireteam.space.plane.free.floorkernels import FINE, walk
from fireteam.space.plane.free.paths import judge
from fireteam.space.plane.free.pieces import CLIMBABLE, IMPASSABLE, SOLID, States
from fireteam.space.plane.free.places import Undecided, search, stands
from fireteam.space.plane.free.plan import Block, Plan
from fireteam.space.plane.free.shapekernels import BIG
from fireteam.space.plane.free.shapes import BLOCKS, RING, Other, Others
from fireteam.space.plane.free.walking import CLIMBS, FOOT, LADDERS, NOWHERE, Kind, Leg, Move, Walker, pieces, room
from fireteam.space.plane.free.waykernels import step, walled_off
from fireteam.space.plane.model import Body
from tests.space.free.boards import SIDE, random_plan
from tests.space.free.content import rectangle
from tests.space.free.test_walking import MAPS, body


@pytest.mark.parametrize("name", sorted(MAPS))
def test_no_leg_that_can_be_made_is_walled_off(name: str) -> None:
    field, dice = MAPS[name], Random(5)
    mover = (0.5, 1.6, FOOT, 1.0)
    off, made = 0, 0
    for _ in range(150):
        x, y = dice.uniform(1, field.width - 1), dice.uniform(1, field.height - 1)
        ex, ey = x + dice.uniform(-6, 6), y + dice.uniform(-6, 6)
        for start in field.surfaces(round(100 * x), round(100 * y)):
            for end in field.surfaces(round(100 * ex), round(100 * ey)):
                if abs(end.z - start.z) > 0.5:
                    continue
                barred = walled_off(field.tables, x, y, start.z, ex, ey, 0.0, mover, -1) >= 0
                legs = [Leg(kind, 100 * ex, 100 * ey, 100 * end.z) for kind in (Kind.WALK, Kind.LEAP)]
                walker = Walker(Body(round(100 * x), round(100 * y), round(100 * start.z), 0.5, 160), 40.0)
                can = any(isinstance(judge(field, walker, (leg,)), Move) for leg in legs)
                for wide in (1.0, BIG):
                    verdict = walk(
                        *(field.tables, x, y, start.z, ex, ey, 0.5, 1.6, wide, NOWHERE),
                        *(Others().table, 0, Others().table, pieces(), room(field)),
                    )[0]
                    assert not (barred and verdict == FINE)
                off, made = off + barred, made + can
    assert made > 20
    assert off > 10 or name != "lockside"


def test_a_wall_beside_something_to_climb_bars_only_if_it_is_much_higher() -> None:
    for top, bars in ((350, False), (500, True)):
        wall = Block("wall", rectangle(500, 0, 520, 1000), 0, top, IMPASSABLE | SOLID)
        crate = Block("crate", rectangle(400, 400, 640, 600), 0, 300, CLIMBABLE | SOLID)
        field = Plan(1000, 1000, (wall, crate)).under()
        mover = (0.5, 1.6, FOOT, 1.0)
        assert (walled_off(field.tables, 3.0, 5.0, 0.0, 7.0, 5.0, 0.0, mover, -1) == 0) is bars
        assert walled_off(field.tables, 3.0, 2.0, 0.0, 7.0, 2.0, 0.0, mover, 1) == 0
        assert walled_off(field.tables, 3.0, 2.0, 0.0, 4.0, 2.0, 0.0, mover, -1) == -1


def test_all_places_about_another_are_walled_off_if_one_wall_hides_them() -> None:
    mover = (0.5, 1.6, FOOT, 1.0)
    for south, bars in ((-300, True), (150, False)):
        wall = Block("wall", rectangle(500, max(0, 500 + south), 520, 800), 0, 400, IMPASSABLE | SOLID)
        field = Plan(1000, 1000, (wall,)).under()
        assert (walled_off(field.tables, 3.0, 5.0, 0.0, 7.0, 5.0, 1.0, mover, -1) == 0) is bars
        for turn in range(0, 360, 5):
            ex, ey = 7.0 + cos(radians(turn)), 5.0 + sin(radians(turn))
            assert not bars or walled_off(field.tables, 3.0, 5.0, 0.0, ex, ey, 0.0, mover, -1) == 0
    assert walled_off(field.tables, 3.0, 5.0, 0.0, 3.5, 5.0, 1.0, mover, -1) == -1


@pytest.mark.parametrize("seed", range(6))
def test_room_at_a_place_is_what_the_search_for_the_nearest_says(seed: int) -> None:
    field, dice = random_plan(seed).under(), Random(seed)
    others = Others(
        Other(Body(dice.randrange(SIDE), dice.randrange(SIDE), 0, 0.5, 160), BLOCKS | RING) for _ in range(4)
    )
    held = 0
    for _ in range(60):
        x, y = dice.randrange(SIDE), dice.randrange(SIDE)
        for surface in field.surfaces(x, y):
            one = Body(x, y, round(100 * surface.z), 0.5, 160)
            found = search(field, one, others, limit=0.001)
            assert not isinstance(found, Undecided)
            wanted = any((place.x, place.y) == (x, y) and abs(place.z - one.z) <= 1.0 for place in found)
            assert stands(field, one, others) is wanted
            held += wanted
    assert held > 5


def test_a_way_sought_towards_one_enemy_is_the_cheapest_of_all() -> None:
    field = MAPS["lockside"]
    foes = Others([Other(body(9, 5), BLOCKS | RING), Other(body(13, 9), BLOCKS | RING)])
    walker = Walker(body(2, 5), 30.0)
    for other in range(2):
        everywhere, there = Charges(field, walker, foes), Charges(field, walker, foes, other)
        assert everywhere.to(other) == there.to(other)
        assert sum(cost < BIG for cost in there.ways.spent) <= sum(cost < BIG for cost in everywhere.ways.spent)


def test_a_map_with_a_door_removed_shares_what_lies_elsewhere() -> None:
    wall, door = rectangle(500, 0, 600, 400), rectangle(500, 400, 600, 600)
    blocks = (
        Block("wall", wall, 0, 400, IMPASSABLE | SOLID),
        Block("door", door, 0, 400, IMPASSABLE | SOLID),
        Block("post", rectangle(200, 700, 260, 760), 0, 400, IMPASSABLE | SOLID),
        Block("crate", rectangle(200, 200, 260, 260), 0, 400, IMPASSABLE | SOLID),
    )
    plan, bits = Plan(1000, 1000, blocks), CLIMBS | LADDERS
    before = atlas_of(plan.under(), 0.5, 1.6, bits)
    for one in range(before.count):  # as if every way had been asked for
        for two in range(before.count):
            before.links[one * before.count + two] = link(before, one, two)
    opened = plan.under(States(removed=("door",)))
    after, fresh = atlas_of(opened, 0.5, 1.6, bits), Atlas(opened, 0.5, 1.6, bits)
    assert after.nodes == fresh.nodes and after.count == fresh.count
    known = 0
    for place, cost in enumerate(after.links):
        if cost > -0.5:
            known += 1
            assert cost == link(fresh, *divmod(place, fresh.count))
    assert 0 < known < after.count**2


def link(atlas: Atlas, one: int, two: int) -> float:
    """What a step from one node to another costs."""
    (x, y, z), (ex, ey, ez) = (atlas.nodes[8 * node : 8 * node + 3] for node in (one, two))
    mover = (atlas.radius, atlas.tall, atlas.bits, 2 * atlas.radius)
    company, work = (Others().table, 0, Others().table), (pieces(), room(atlas.field))
    return step(atlas.field.tables, x, y, z, ex, ey, ez, mover, company, work)[0]

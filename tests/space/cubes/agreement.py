"""What must agree with the reference on one random board; the tests choose how many boards."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

from fireteam.space.cubes.board import DOWN, EAST, MOVES, RING
from fireteam.space.cubes.layout import At
from fireteam.space.cubes.quarters import Crowd, Standing, fitting, room_for
from fireteam.space.cubes.sight import Block, Point, Ray, Stop
from fireteam.space.cubes.steps import Bar, Barred, Gait, Going, Mode, Terms
from fireteam.space.squares import bits
from tests.space.cubes import reference
from tests.space.cubes.boards import GAITS, MODES, Table, mask, names, table


def halved(point: Point) -> reference.Point:
    """A point of the package in the units of the reference."""
    x, y, z = (Fraction(part, 2) for part in point)
    return x, y, z


# -- moving ------------------------------------------------------------------------------------------------------------


def steps_agree(seed: int) -> None:
    """Every step of one size and mode, standing and passing, and what each refusal says."""
    draw, here = table(seed, 3, 3, draw_levels(seed))
    gait = draw.choice(GAITS)
    mode = MODES[gait.mode]
    known = here.steps.table(gait)
    for number, place in enumerate(here.places):
        assert bool(here.steps.stands(gait) >> number & 1) == here.slow.stands(place, gait.size, mode), place
        assert bool(here.steps.passes(gait) >> number & 1) == here.slow.passable(place, gait.size, mode), place
        expected = {
            other
            for cube in reference.around(place[0])
            if here.slow.inside(cube) and cube not in here.slow.solid
            for other in ((cube, half) for half in here.slow.halves(cube))
            if here.slow.step(place, other, gait.size, mode)
        }
        assert {here.places[goal] for goal in bits(known[number])} == expected, (place, gait)
    for number in draw.sample(range(len(here.places)), min(4, len(here.places))):
        for goal in range(len(here.places)):
            step_is_explained(here, number, goal, gait)


def draw_levels(seed: int) -> int:
    """One to three levels."""
    return 1 + seed % 3


def step_is_explained(here: Table, number: int, goal: int, gait: Gait) -> None:
    """The way of a step is open, or what bars it does."""
    step = here.steps.step(number, goal, gait)
    place, other, mode = here.places[number], here.places[goal], MODES[gait.mode]
    expected = here.slow.step(place, other, gait.size, mode) and here.slow.passable(other, gait.size, mode)
    assert step.open == expected
    route = [here.at(cube) for cube in step.route]
    assert route[0] == place[0]
    assert all(sum(map(abs, reference.between(a, b))) == 1 for a, b in pairwise(route) if not is_gap(step.barred))
    if step.barred is None:
        assert route[-1] == other[0] and step.places == 1 << goal
    else:
        assert bar_holds(here, place, other, gait, step.barred), step


def is_gap(barred: Barred | None) -> bool:
    """Whether something is refused for a gap, which no way leads through."""
    return barred is not None and barred.bar == Bar.GAP


def bar_holds(here: Table, place: reference.Place, other: reference.Place, gait: Gait, barred: Barred) -> bool:
    """Whether a reason for refusing a step is a fact of the board."""
    slow, size, mode = here.slow, gait.size, MODES[gait.mode]
    cube = here.at(barred.cube)
    way = MOVES[barred.way] if barred.way >= 0 else (0, 0, 0)
    beyond = (cube[0] + way[0], cube[1] + way[1], cube[2] + way[2])
    match barred.bar:
        case Bar.TOO_FAR:
            return max(map(abs, reference.between(place[0], other[0]))) != 1
        case Bar.SOLID:
            return cube in slow.solid
        case Bar.TIGHT:
            return slow.face(cube, beyond) == barred.number < size
        case Bar.NO_CLIMB:
            return mode == reference.WALK and not slow.climbable(cube)
        case Bar.GAP:
            return slow.gap(place[0], other[0]) == barred.number >= 60
        case Bar.SPLIT:
            return not slow.touches(place if cube == place[0] else other, way)
        case Bar.NO_RAMP:
            return mode == reference.DRIVE and place[0][2] != other[0][2]
        case Bar.NO_FLOOR:
            return slow.floor(other[0]) == "none"
        case Bar.NO_HOLD:
            return slow.floor(other[0]) == "none" and not slow.climbable(other[0])
        case Bar.TOO_SMALL:
            return size >= 3 and (len(slow.held(other)) == barred.number < size or other[0] in slow.splits)
        case Bar.RAISED:
            return mode == reference.DRIVE and len(slow.room(other, mode)) == barred.number
        case _:
            return False


def reach_agrees(seed: int) -> None:
    """Where a move can end, alone on the board; every way there is made of steps."""
    draw, here = table(seed, 4, 3, draw_levels(seed))
    gait = draw.choice(GAITS)
    stands = here.steps.stands(gait)
    if not stands:
        return
    start, length, lifts = draw.choice(list(bits(stands))), draw.choice((1, 2, 2, 3)), draw.choice((0, 0, 1))
    going, terms = Going(start, length, lifts), Terms(stands)
    found = here.steps.reach(going, gait, terms)
    expected = here.slow.reach(here.places[start], length, gait.size, MODES[gait.mode], lifts)
    assert {here.places[place] for place in found} == expected, (here.places[start], length, lifts, gait)
    for place, way in found.items():
        assert way[-1] == place and len(way) <= length + lifts
        for a, b in zip((start, *way), way, strict=False):
            assert here.steps.table(gait)[a] >> b & 1
    offers = here.steps.offers(going, gait, terms)
    assert {way[0] for way in found.values()} <= {offer.place for offer in offers}
    for offer in offers:
        ends = here.steps.reach(offer, gait, terms)
        assert ends or stands >> offer.place & 1


def crowds_agree(seed: int) -> None:
    """Reach among others: ends, stops, lunges and shut places, against a search without any cleverness."""
    draw, here = table(seed, 3, 3, draw_levels(seed))
    gait = draw.choice(GAITS)
    stands = here.steps.stands(gait)
    if not stands:
        return

    def some(share: float) -> int:
        return sum(1 << place for place in range(len(here.places)) if draw.random() < share)

    start, length = draw.choice(list(bits(stands))), draw.choice((1, 2, 3))
    shut = some(0.2) & ~(1 << start)
    stops = some(0.2) & stands & ~shut & ~(1 << start)
    lunges = some(0.3) & ~stands & here.board.floored & ~shut
    terms = Terms(stands & ~some(0.3) & ~stops | 1 << start, stops, lunges, shut)
    table_of, passes, found = here.steps.table(gait), here.steps.passes(gait), set()

    def go(place: int, left: int, air: int) -> None:
        for goal in bits(table_of[place]):
            upright = here.places[goal][0][:2] == here.places[place][0][:2]
            run = 0 if here.board.floored >> goal & 1 else air + (not upright)
            if shut >> goal & 1 or (gait.mode == Mode.JUMP and run > 1):
                continue
            if stops >> goal & 1 or (lunges >> goal & 1 and terms.ends >> place & 1):
                found.add(goal)
            elif passes >> goal & 1 and not lunges >> goal & 1:
                if terms.ends >> goal & 1:
                    found.add(goal)
                if left > 1:
                    go(goal, left - 1, run)

    go(start, length, 0)
    assert set(here.steps.reach(Going(start, length), gait, terms)) == found


def throws_agree(seed: int) -> None:
    """Throws of bodies and things in all eight directions, with what stops them."""
    draw, here = table(seed, 3, 3, draw_levels(seed))
    size = draw.choice((1, 2, 3, 4))
    for number, place in enumerate(here.places):
        for way in RING:
            thrown = here.steps.throw(number, *way, size)
            assert thrown.open == here.slow.throw(place, way, size), (place, way, size)
            goal = (place[0][0] + way[0], place[0][1] + way[1], place[0][2])
            if thrown.open:
                assert {here.places[other] for other in bits(thrown.places)} == {
                    (goal, half) for half in here.slow.halves(goal)
                }
            else:
                assert thrown.barred is not None
                fling_holds(here, place, thrown.barred, size)
    for cube in here.slow.cubes:
        for way in RING:
            if cube not in here.slow.solid:
                tossed = here.steps.toss(here.board.cube(*cube), *way)
                assert tossed.open == here.slow.toss(cube, way), (cube, way)


def fling_holds(here: Table, place: reference.Place, barred: Barred, size: int) -> None:
    """What stops a throw does."""
    if barred.bar == Bar.OFF_BOARD:
        x, y, level = here.at(barred.cube)
        east, north, _ = MOVES[barred.way]
        assert not here.slow.inside((x + east, y + north, level))
    else:
        assert bar_holds(here, place, place, Gait(size, Mode.FLY), barred)


def falls_agree(seed: int) -> None:
    """What a fall comes to, where jumps land, what is seen from above."""
    draw, here = table(seed, 3, 3, 2 + seed % 3)
    gait = draw.choice(GAITS)
    board, slow = here.board, here.slow
    for number, place in enumerate(here.places):
        cube = board.cube_of[number]
        assert [here.at(below) for below in board.below(cube)] == slow.falls(place[0])
        drops = {
            (here.places[drop.over], frozenset(here.places[landing] for landing in drop.landings), drop.fallen)
            for drop in here.steps.drops(number, gait)
        }
        assert drops == slow.jumps(place, gait.size, MODES[gait.mode]), (place, gait)
        assert board.seen_from_above(cube) == slow.seen_from_above(place[0])
        for quarters in range(1, 16):
            assert board.seen_from_above(cube, quarters) == slow.seen_from_above(place[0], names(quarters))
        for cover in board.covers(cube):
            (quarter,) = names(cover.quarter)
            over = here.at(cover.cube)
            assert over[2] > place[0][2] and slow.covered(place[0], quarter)
            assert over in slow.solid or quarter in slow.held((over, reference.ALL))
        top = here.at(board.top(cube))
        higher = [other for other in slow.cubes if other[:2] == top[:2] and other[2] > top[2]]
        assert top not in slow.solid and slow.floor(top) != "none"
        assert all(other in slow.solid or slow.floor(other) == "none" for other in higher)


def room_agrees(seed: int) -> None:
    """Who finds room among whom, and who has to move for it."""
    draw = random.Random(seed)
    rooms = [quarters for quarters in range(1, 16) if quarters.bit_count() != 3]
    ground = draw.choice((15, 15, 15, *rooms))
    guests: list[Standing] = []
    taken = 0
    for _ in range(draw.randrange(4)):
        size = draw.choice((1, 1, 1, 2, 3))
        free = fitting(ground & ~taken, size)
        if free:
            quarters = draw.choice(free)
            taken |= quarters
            own = quarters | draw.choice(rooms) & ground if draw.random() < 0.3 else ground
            guests.append(Standing(size, quarters, own))
    size = draw.choice((1, 1, 2, 2, 3, 4))
    room = draw.choice((ground, ground, draw.choice(rooms) & ground))
    found = room_for(size, room, tuple(guests))
    expected = reference.placings(
        size, names(room), [reference.Guest(guest.size, names(guest.quarters), names(guest.room)) for guest in guests]
    )
    assert {(placing.own, *placing.others) for placing in found.placings} == {
        tuple(map(mask, everybody)) for everybody in expected
    }
    for placing in found.placings:
        assert placing.moved == sum(a != b.quarters for a, b in zip(placing.others, guests, strict=True))
    assert (found.crowd is None) == bool(expected)
    match found.crowd:
        case Crowd.NEVER:
            assert not reference.patterns(names(room), size) and found.number == room.bit_count()
        case Crowd.FULL:
            assert found.number < size
        case Crowd.SCATTERED:
            assert found.number >= size


# -- looking -----------------------------------------------------------------------------------------------------------


def sight_agrees(seed: int) -> None:
    """Sight, how much is seen, clear shots, with smoke and bodies, and their witnesses."""
    draw, here = table(seed, 4, 3, draw_levels(seed))
    poses = [here.pose(draw) for _ in range(6)]
    if None in poses:
        return
    viewer, target, *others = [pose for pose in poses if pose is not None]
    smoke = here.smoke(draw)
    a, b, third, fog = here.body(viewer), here.body(target), list(map(here.body, others)), here.cubes(smoke)
    assert [halved(eye) for eye in viewer.eyes] == a.eyes() and [halved(point) for point in target.points] == b.points()
    plain = reference.counts(here.slow, a, b, set())
    dim = reference.counts(here.slow, a, b, fog) if fog else plain
    hidden = reference.counts(here.slow, a, b, fog, third) if third else dim
    assert here.sight.sees(viewer, target) == any(plain)
    assert here.sight.sees(viewer, target, smoke) == any(dim)
    assert here.sight.sees(viewer, target, smoke, others) == any(hidden)
    assert here.sight.has_clear_shot(viewer, target) == (15 in plain)
    assert here.sight.has_clear_shot(viewer, target, smoke) == (15 in dim)
    assert here.sight.has_clear_shot(viewer, target, smoke, others) == (15 in hidden)
    assert here.sight.overlooks(viewer, target) == sum(1 << eye for eye in range(5) if plain[eye] == 15)

    seen = here.sight.sighting(viewer, target, smoke, others)
    assert (seen.seen, seen.rays, seen.points) == (any(hidden), max(hidden), 15) and hidden[seen.eye] == seen.rays
    assert seen.ray is not None
    ray_is_explained(here, seen.ray, fog, [here.body(other) for other in others], {a.cube, b.cube})
    assert (seen.ray.stop is None) == seen.seen and seen.stop == seen.ray.stop
    aim = here.sight.aim(viewer, target, smoke, others)
    assert aim.clear == (15 in hidden) and hidden[aim.eye] == max(hidden)
    if aim.clear:
        assert aim.ray is None
    else:
        assert aim.ray is not None and aim.ray.stop is not None and aim.ray.start == viewer.eyes[aim.eye]
        ray_is_explained(here, aim.ray, fog, third, {a.cube, b.cube})


def rays_agree(seed: int) -> None:
    """Single rays on a coarse grid, which go through edges and corners and along the sides of openings and boxes."""
    draw, here = table(seed, 3, 3, draw_levels(seed))
    poses = [pose for pose in (here.pose(draw) for _ in range(3)) if pose is not None]
    bodies = [here.body(pose) for pose in poses]
    smoke = here.smoke(draw)
    coarse = draw.choice((10, 30, 60))

    def point() -> Point:
        x, y, z = here.board.at[draw.randrange(here.board.count)]
        east, north, up = (draw.randrange(coarse, 120, coarse) for _ in range(3))
        return 120 * x + east, 120 * y + north, 120 * z + up

    for _ in range(20):
        start, end = point(), point()
        if start != end:
            ray = here.sight.ray(start, end, smoke, list(enumerate(poses)))
            ray_is_explained(here, ray, here.cubes(smoke), bodies, set())


def ray_is_explained(here: Table, ray: Ray, fog: set[At], bodies: list[reference.Body], ends: set[At]) -> None:
    """A free ray is free; a stopped one is stopped by what its witness names."""
    start, end = halved(ray.start), halved(ray.end)
    third = [body for body in bodies if body.cube not in ends]
    assert (ray.stop is None) == reference.ray(here.slow, start, end, fog, third)
    if ray.stop is not None:
        assert stop_holds(here, start, end, ray.stop, fog, bodies), ray


def stop_holds(
    here: Table,
    start: reference.Point,
    end: reference.Point,
    stop: Stop,
    fog: set[At],
    bodies: list[reference.Body],
) -> bool:
    """Whether what a witness names stops a ray."""
    cube = here.at(stop.cube)
    match stop.block:
        case Block.SMOKE:
            return cube in fog and cube in reference.cubes_on(start, end)
        case Block.BODY:
            return reference.enters_box(start, end, bodies[stop.body].box())
        case Block.SOLID:
            return cube in here.slow.solid
        case Block.SPLIT:
            return reference.split_stops(here.slow, cube, start, end)
        case Block.WALL | Block.FLOOR:
            axis = 2 if stop.way == DOWN else 0 if stop.way == EAST else 1
            plane = 60 * (cube[axis] if axis < 2 else cube[axis] - 1)
            when = (plane - start[axis]) / (end[axis] - start[axis])
            x, y, z = (s + when * (e - s) for s, e in zip(start, end, strict=True))
            way = MOVES[stop.way]
            other = (cube[0] + way[0], cube[1] + way[1], cube[2] + way[2])
            near = all(abs(2 * exact - drawn) <= 1 for exact, drawn in zip((x, y, z), stop.at, strict=True))
            return 0 < when < 1 and near and reference.shut(here.slow, cube, other, (x, y, z))
        case _:
            return False


def cubes_agree(seed: int) -> None:
    """Sight of cubes, thin smoke, and the direction away."""
    draw, here = table(seed, 4, 3, draw_levels(seed))
    viewer, target = here.pose(draw), here.pose(draw)
    if viewer is None or target is None:
        return
    smoke = here.smoke(draw)
    a, b, fog = here.body(viewer), here.body(target), here.cubes(smoke)
    for _ in range(3):
        cube = draw.randrange(here.board.count)
        for mist, misty in ((0, set()), (smoke, fog)):
            expected = reference.sees_cube(here.slow, a, here.at(cube), misty)
            assert here.sight.sees_cube(viewer, cube, mist) == expected, (a.cube, here.at(cube), misty)
            seen = here.sight.cube_sighting(viewer, cube, mist)
            assert seen.seen == expected and (seen.rays > 0) == expected
            assert (seen.stop is None) == expected
            if seen.ray is not None:
                ray_is_explained(here, seen.ray, misty - {here.at(cube)}, [], set())
    assert [here.at(cube) for cube in here.sight.line(viewer, target)] == reference.cubes_on(a.eyes()[0], b.middle())
    thin = here.sight.thin_smoke(viewer, target, smoke)
    # Who is in smoke sees nobody, so that nobody asks for thin smoke there.
    if a.cube not in fog:
        assert (thin is not None) == reference.thin(a, b, fog)
    if thin is not None:
        assert here.at(thin.smoke) in fog and here.board.distance(thin.cube, thin.smoke) <= 1
        assert thin.cube in thin.cubes
    assert set(here.sight.away(viewer, target).ways) == reference.away(a, b)


AGREEMENTS = (
    *(
        steps_agree,
        reach_agrees,
        crowds_agree,
        throws_agree,
        falls_agree,
        room_agrees,
        rays_agree,
        sight_agrees,
        cubes_agree,
    ),
)

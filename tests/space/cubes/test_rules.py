"""The examples of the rulebook, with their numbers."""

from __future__ import annotations

import pytest

from fireteam.space.cubes.board import DOWN, EAST, NORTH, RING, UP, Board
from fireteam.space.cubes.layout import Floor, Layout, Platform, Ramp, Split, Wall
from fireteam.space.cubes.quarters import NE, NW, SE, SW, Crowd, Standing, fitting, room_for
from fireteam.space.cubes.sight import Block, Direction, Pose, Sight
from fireteam.space.cubes.steps import Bar, Drop, Gait, Going, Mode, Steps, Terms, scattered
from fireteam.space.squares import bits

WALK, DRIVE, JUMP, FLY = Mode.WALK, Mode.DRIVE, Mode.JUMP, Mode.FLY
ONE, TWO, THREE, FOUR = (Gait(size) for size in (1, 2, 3, 4))
WEST_HALF, EAST_HALF = SW | NW, SE | NE


class Ground:
    """A board with its steps and its sight, cubes named by column, row and level."""

    def __init__(
        self, *pieces: Floor | Wall | Split | Ramp | Platform, solid: tuple[tuple[int, int, int], ...] = ()
    ) -> None:
        self.board = Board(
            Layout(
                floors=tuple(piece for piece in pieces if isinstance(piece, Floor)),
                walls=tuple(piece for piece in pieces if isinstance(piece, Wall)),
                splits=tuple(piece for piece in pieces if isinstance(piece, Split)),
                ramps=tuple(piece for piece in pieces if isinstance(piece, Ramp)),
                platforms=tuple(piece for piece in pieces if isinstance(piece, Platform)),
                solid=solid,
            )
        )
        self.steps, self.sight = Steps(self.board), Sight(self.board)

    def place(self, name: str) -> int:
        """The place of a name."""
        found = self.board.named(name)
        assert found is not None
        return found

    def cube(self, name: str) -> int:
        """The cube of a name."""
        return self.board.cube_of[self.place(name)]

    def goes(self, start: str, goal: str, gait: Gait = ONE) -> bool:
        """Whether one step leads there and may be made there."""
        step = self.steps.step(self.place(start), self.place(goal), gait)
        known = self.steps.table(gait)[self.place(start)] & self.steps.passes(gait)
        assert step.open == bool(known >> self.place(goal) & 1)
        return step.open

    def bar(self, start: str, goal: str, gait: Gait = ONE) -> tuple[Bar, str, int, int]:
        """Why one step does not lead there."""
        barred = self.steps.step(self.place(start), self.place(goal), gait).barred
        assert barred is not None
        return barred.bar, self.board.name(barred.cube), barred.way, barred.number

    def ends(self, start: str, steps: int, gait: Gait = ONE, lifts: int = 0) -> set[str]:
        """Where a move of so many steps can end."""
        going = Going(self.place(start), steps, lifts)
        return {self.board.place_name(place) for place in self.steps.reach(going, gait, Terms(self.steps.stands(gait)))}

    def body(self, name: str, quarters: int, size: int = 1, *, lying: bool = False) -> Pose:
        """Somebody in a place."""
        return self.sight.pose(self.place(name), quarters, size, lying=lying)

    def seen(self, viewer: Pose, target: Pose, *smoke: str) -> int:
        """How many of the fifteen points are in view."""
        fog = sum(1 << self.cube(name) for name in smoke)
        sighting = self.sight.sighting(viewer, target, fog)
        assert sighting.seen == self.sight.sees(viewer, target, fog)
        return sighting.rays


@pytest.mark.rule("DZ-GEO-01")
def test_a_cube_is_three_inches_and_has_its_corner_where_it_counts_from() -> None:
    body = Ground().body("4,1,2", 15, 4)
    west, east, south, north, bottom, _ = (side / 2 for side in body.box)
    assert 180 < west < east < 240 and 0 < south < north < 60 and bottom == 60
    assert body.centre == (2 * 210, 2 * 30)


@pytest.mark.rule("DZ-GEO-02")
def test_where_bodies_stand_in_a_cube() -> None:
    assert Ground().body("1,1,1", SW | SE, 2).centre == (2 * 30, 2 * 15)
    assert Ground().body("1,1,1", SW | SE | NW, 3).centre == (2 * 30, 2 * 30)
    friends = (Standing(1, SW, 15), Standing(1, NE, 15))
    assert not fitting(15 & ~(SW | NE), 2)
    assert {placing.moved for placing in room_for(2, 15, friends).placings} == {1}


@pytest.mark.rule("DZ-GEO-03", "DZ-TERR-02", "DZ-TERR-03", "DZ-TERR-04", "DZ-TERR-05", "DZ-TERR-06", "DZ-TERR-10")
@pytest.mark.parametrize(
    ("shape", "largest"),
    [
        *(("open", 4), ("low25", 3), ("door75", 3), ("low50", 2), ("door50", 2), ("low75", 1), ("door25", 1)),
        *(("window", 1), ("blocked", 0), ("smooth", 0), ("hatch1", 1), ("hatch2", 2), ("hatch3", 3), ("hatch4", 4)),
    ],
)
def test_which_sizes_pass_a_face(shape: str, largest: int) -> None:
    ground = Ground(Wall(2, 2, 1, "E", shape))
    assert [ground.goes("2,2,1", "3,2,1", Gait(size)) for size in (1, 2, 3, 4)] == [
        size <= largest for size in (1, 2, 3, 4)
    ]
    if largest < 4:
        assert ground.bar("2,2,1", "3,2,1", FOUR) == (Bar.TIGHT, "2,2,1", EAST, largest)


@pytest.mark.rule("DZ-GEO-04", "DZ-TERR-11")
def test_which_sizes_pass_a_floor() -> None:
    half = Ground(Floor(2, 2, 2, "half-N"), Wall(2, 2, 1, "E", "blocked"))
    assert half.goes("2,2,1", "2,2,2", TWO)
    assert half.bar("2,2,1", "2,2,2", THREE) == (Bar.TIGHT, "2,2,1", UP, 2)
    for kind, largest in (("full", 0), ("hatch3", 3)):
        roof = Ground(Floor(2, 2, 2, kind), Wall(2, 2, 1, "E", "blocked"))
        assert [roof.goes("2,2,1", "2,2,2", Gait(size)) for size in (1, 2, 3, 4)] == [
            size <= largest for size in (1, 2, 3, 4)
        ]


@pytest.mark.rule("DZ-GEO-04")
def test_filled_cubes_are_floors_and_walls_that_can_be_climbed() -> None:
    ground = Ground(Floor(5, 5, 1, "half-N"), solid=((3, 2, 1),))
    assert ground.board.named("3,2,1") is None
    assert ground.goes("2,2,1", "3,2,2", FOUR), "up the side of the filled cube on to its top"
    assert ground.board.whole(ground.cube("3,2,2")) and ground.board.whole(ground.cube("5,5,1"))
    thrown = ground.steps.throw(ground.place("2,2,1"), 1, 0, 1)
    assert thrown.barred is not None and thrown.barred.bar == Bar.SOLID


@pytest.mark.rule("DZ-GEO-04")
def test_large_bodies_do_not_pass_half_tiles_and_split_cubes() -> None:
    ground = Ground(Floor(3, 2, 2, "half-N"), *(Floor(x, 2, 2, "full") for x in (2, 4)), Split(6, 6, 1, "x", "door25"))
    assert ground.goes("2,2,2", "3,2,2", TWO)
    assert ground.bar("2,2,2", "3,2,2", THREE) == (Bar.TOO_SMALL, "3,2,2", -1, 2)
    assert ground.bar("5,6,1", "6,6,1/W", Gait(3, FLY)) == (Bar.TOO_SMALL, "6,6,1", -1, 2)


@pytest.mark.rule("DZ-GEO-05", "DZ-TERR-01", "DZ-TERR-07")
def test_diagonal_steps_take_a_way_through_faces() -> None:
    ground = Ground(Wall(1, 1, 1, "E", "blocked"))
    assert not ground.goes("1,1,1", "2,1,1")
    step = ground.steps.step(ground.place("1,1,1"), ground.place("2,2,1"), ONE)
    assert [ground.board.name(cube) for cube in step.route] == ["1,1,1", "1,2,1", "2,2,1"]
    both = Ground(Wall(1, 1, 1, "E", "blocked"), Wall(1, 1, 1, "N", "blocked"))
    assert both.bar("1,1,1", "2,2,1")[0] == Bar.TIGHT


@pytest.mark.rule("DZ-GEO-06", "DZ-TERR-08", "DZ-TERR-09", "DZ-TERR-12")
def test_climbing() -> None:
    house = Ground(Wall(2, 2, 1, "E", "blocked"), Floor(3, 2, 2, "full"))
    assert house.goes("2,2,1", "3,2,2") and house.goes("3,2,2", "2,2,1")
    assert house.bar("5,5,1", "5,5,2") == (Bar.NO_CLIMB, "5,5,1", UP, 0)
    assert house.bar("3,2,2", "4,2,2")[0] == Bar.NO_HOLD, "nothing to hold on to in the air"
    smooth = Ground(Wall(2, 2, 1, "E", "smooth"), Floor(3, 2, 2, "full"))
    assert not smooth.goes("2,2,1", "3,2,2")
    tower = Ground(*(Wall(2, 2, level, "E", "blocked") for level in (1, 2)), Floor(3, 2, 3, "full"))
    assert "3,2,3" not in tower.ends("2,2,1", 1)
    assert "3,2,3" in tower.ends("2,2,1", 2) and "2,2,2" not in tower.ends("2,2,1", 2)


@pytest.mark.rule("DZ-AB-AGILE-01")
def test_a_free_step_up_or_down() -> None:
    tower = Ground(*(Wall(2, 2, level, "E", "blocked") for level in (1, 2)), Floor(3, 2, 3, "full"))
    assert "3,2,3" in tower.ends("2,2,1", 1, lifts=1)


@pytest.mark.rule("DZ-GEO-07", "DZ-AB-VEHICLE-01")
def test_ramps() -> None:
    ground = Ground(Ramp(2, 2, 1, "E"), Floor(3, 2, 2, "full"), Floor(4, 2, 2, "full"))
    tank = Gait(4, DRIVE)
    assert ground.goes("2,2,1", "3,2,2", tank) and ground.goes("3,2,2", "2,2,1", tank)
    assert ground.bar("2,1,1", "3,2,2", tank)[0] == Bar.NO_RAMP
    assert ground.bar("4,2,2", "5,2,1", Gait(1, DRIVE))[0] == Bar.NO_RAMP, "no step down an edge"
    assert ground.goes("4,2,2", "5,2,1")
    low = Ground(Ramp(2, 2, 1, "E"), Floor(3, 2, 2, "full"), Floor(2, 2, 2, "hatch2"))
    assert low.goes("2,2,1", "3,2,2", Gait(2, DRIVE)) and not low.goes("2,2,1", "3,2,2", Gait(3, DRIVE))


@pytest.mark.rule("DZ-GEO-08", "DZ-PART-01")
def test_gaps_between_floors() -> None:
    ground = Ground(
        Floor(1, 1, 2, "full"), Floor(2, 1, 2, "half-E"), Floor(4, 1, 2, "half-W"), Floor(5, 1, 2, "half-E")
    )
    assert ground.goes("1,1,2", "2,1,2")
    assert ground.bar("4,1,2", "5,1,2") == (Bar.GAP, "5,1,2", -1, 60)
    assert ground.goes("4,1,2", "5,1,2", Gait(1, JUMP)) and ground.goes("4,1,2", "5,1,2", Gait(1, FLY))


@pytest.mark.rule("DZ-GEO-09", "DZ-PART-02")
def test_split_cubes() -> None:
    ground = Ground(Split(4, 4, 1, "x", "blocked"), Split(6, 6, 1, "x", "door25"))
    assert ground.bar("4,4,1/W", "5,4,1") == (Bar.SPLIT, "4,4,1", EAST, 0)
    assert ground.goes("4,4,1/W", "4,5,1") and ground.goes("4,4,1/W", "3,4,1")
    assert ground.goes("3,4,1", "4,4,1/W") and not ground.goes("3,4,1", "4,4,1/E")
    assert ground.goes("4,3,1", "4,4,1/W") and ground.goes("4,3,1", "4,4,1/E")
    assert ground.steps.other_half(ground.place("4,4,1/W"), 1) is None
    assert ground.steps.other_half(ground.place("6,6,1/W"), 1) == ground.place("6,6,1/E")
    assert ground.steps.other_half(ground.place("6,6,1/E"), 2) is None
    assert ground.steps.other_half(ground.place("1,1,1"), 1) is None
    west = ground.place("4,4,1/W")
    assert not ground.steps.throw(west, 1, 0, 1).open, "the wall in the cube is in the way"
    thrown = ground.steps.throw(ground.place("3,4,1"), 1, 0, 1)
    assert [ground.board.place_name(place) for place in bits(thrown.places)] == ["4,4,1/W", "4,4,1/E"]
    assert room_for(1, ground.board.quarters[west], (Standing(2, WEST_HALF, WEST_HALF),)).crowd == Crowd.FULL
    assert ground.steps.why_not_stand(west, THREE) is not None


@pytest.mark.rule("DZ-GEO-10")
def test_eyes_and_bodies() -> None:
    ground = Ground(Platform(3, 3, 1, ("SW", "NW")))
    eyes = ground.body("1,1,1", NE).eyes
    assert [(x / 2, y / 2, z / 2) for x, y, z in eyes] == [
        (45, 45, 20), (54, 54, 20), (54, 36, 20), (36, 54, 20), (36, 36, 20)
    ]  # fmt: skip
    boxes = [[side / 2 for side in ground.body("1,1,1", fitting(15, size)[0], size).box] for size in (1, 2, 3, 4)]
    assert [(east - west) / 2 for west, east, *_ in boxes] == [10, 15, 20, 25]
    assert [top for *_, top in boxes] == [25, 35, 50, 58]
    assert ground.body("1,1,1", SW, lying=True).box[5] == 2 * 10
    assert ground.body("1,1,1", SW, lying=True).eyes[0][2] == 2 * 8
    assert ground.body("3,3,1", SW | NW, 2).box[4] == 2 * 20
    assert ground.body("3,3,1", SW | SE, 2).box[4] == 0, "not all of it is on the platform"
    assert ground.body("3,3,1", SW | NW | NE, 3).box[4] == 0


@pytest.mark.rule("DZ-GEO-11", "DZ-SHOOT-07")
@pytest.mark.parametrize(
    ("shape", "size", "points"), [("low25", 1, 5), ("low50", 1, 0), ("blocked", 1, 0), ("low50", 3, 5), ("open", 1, 15)]
)
def test_how_much_is_seen_over_a_wall(shape: str, size: int, points: int) -> None:
    ground = Ground(Wall(3, 1, 1, "E", shape))
    viewer = ground.body("1,1,1", NE)
    targets = [ground.body("4,1,1", quarters, size) for quarters in fitting(15, size)]
    assert {ground.seen(viewer, target) for target in targets} == {points}
    if not points:
        stop = ground.sight.sighting(viewer, targets[0]).stop
        assert stop is not None and (stop.block, stop.cube, stop.way) == (Block.WALL, ground.cube("3,1,1"), EAST)


@pytest.mark.rule("DZ-GEO-12")
def test_rays_through_a_corner() -> None:
    shut = Ground(Wall(1, 1, 1, "E", "blocked"), Wall(1, 1, 1, "N", "blocked"))
    viewer, target = shut.body("1,1,1", 7, 3), shut.body("2,2,1", 7, 3)
    assert shut.seen(viewer, target) == 0
    ajar = Ground(Wall(1, 1, 1, "E", "blocked"), Wall(2, 1, 1, "N", "blocked"))
    assert ajar.seen(ajar.body("1,1,1", 7, 3), ajar.body("2,2,1", 7, 3)) == 15


@pytest.mark.rule("DZ-GEO-12")
def test_the_inner_edge_of_a_half_tile_is_solid_and_that_of_an_opening_is_open() -> None:
    ground = Ground(Floor(1, 1, 2, "half-N"), Wall(1, 1, 1, "E", "window"))
    assert ground.sight.ray((60, 60, 60), (60, 60, 180)).stop is not None
    assert ground.sight.ray((60, 59, 60), (60, 59, 180)).stop is None
    assert ground.sight.ray((60, 30, 30), (180, 30, 30)).stop is None
    assert ground.sight.ray((60, 29, 30), (180, 29, 30)).stop is not None


@pytest.mark.rule("DZ-GEO-12")
def test_rays_and_split_walls() -> None:
    ground = Ground(Split(2, 1, 1, "x", "blocked"))
    stopped = ground.sight.ray((60, 60, 60), (300, 60, 60)).stop
    assert stopped is not None and (stopped.block, stopped.at) == (Block.SPLIT, (180, 60, 60))
    assert ground.sight.ray((180, 20, 60), (180, 300, 60)).stop is None, "in the plane of the wall"


@pytest.mark.rule("DZ-GEO-13")
def test_a_clear_shot_from_the_edge_of_a_roof() -> None:
    ground = Ground(Floor(3, 1, 2, "full"))
    target = ground.body("4,1,1", SE)
    edge, back = ground.body("3,1,2", NE), ground.body("3,1,2", NW)
    assert ground.seen(edge, target) == 15 and ground.sight.has_clear_shot(edge, target)
    assert ground.seen(back, target) == 0 and not ground.sight.has_clear_shot(back, target)
    assert ground.sight.aim(edge, target).clear
    stop = ground.sight.sighting(back, target).stop
    assert stop is not None and (stop.block, stop.cube, stop.way) == (Block.FLOOR, ground.cube("3,1,2"), DOWN)


@pytest.mark.rule("DZ-GEO-13", "DZ-SHOOT-08")
def test_bodies_in_third_cubes_cancel_a_clear_shot() -> None:
    ground = Ground()
    viewer, target = ground.body("1,1,1", NW), ground.body("5,1,1", NW)
    north, south = ground.body("3,1,1", NW), ground.body("3,1,1", SW)
    sight = ground.sight
    assert sight.sees(viewer, target) and not sight.has_clear_shot(viewer, target, bodies=(south, north))
    assert sight.has_clear_shot(viewer, target, bodies=(south,))
    ray = sight.aim(viewer, target, bodies=(south, north)).ray
    assert ray is not None and ray.stop is not None and (ray.stop.block, ray.stop.body) == (Block.BODY, 1)
    beside = ground.body("5,1,1", SW), ground.body("1,1,1", SW)
    assert sight.has_clear_shot(viewer, target, bodies=beside), "those in the cubes of both never matter"


@pytest.mark.rule("DZ-GEO-14", "DZ-AB-SMOKE-01")
def test_smoke_and_sight_of_a_cube() -> None:
    ground = Ground(Floor(3, 3, 2, "full"))
    viewer, sight = ground.body("1,1,1", SW), ground.sight
    smoke = 1 << ground.cube("3,1,1")
    assert sight.sees_cube(viewer, ground.cube("3,1,1"), smoke)
    assert not sight.sees_cube(viewer, ground.cube("5,1,1"), smoke)
    around = 1 << ground.cube("1,1,1")
    assert not any(sight.sees_cube(viewer, cube, around) for cube in range(ground.board.count))
    stop = sight.cube_sighting(viewer, ground.cube("3,1,1"), around).stop
    assert stop is not None and stop.block == Block.IN_SMOKE
    assert not sight.sees_cube(viewer, ground.cube("3,2,2"))
    stop = sight.cube_sighting(viewer, ground.cube("3,2,2")).stop
    assert stop is not None and stop.block == Block.NO_FLOOR


@pytest.mark.rule("DZ-GEO-15", "DZ-AB-SMOKE-02", "DZ-AB-SMOKE-03")
def test_smoke_on_the_line_and_beside_it() -> None:
    ground = Ground()
    viewer, target = ground.body("1,1,1", NE), ground.body("5,1,1", NW)
    fog = {name: 1 << ground.cube(name) for name in ("3,2,1", "3,3,1", "3,1,1", "2,1,1", "1,1,1")}
    assert ground.seen(viewer, target, "3,2,1")
    thin = ground.sight.thin_smoke(viewer, target, fog["3,2,1"])
    assert thin is not None and thin.cube == ground.cube("2,1,1") and thin.smoke == ground.cube("3,2,1")
    assert ground.sight.thin_smoke(viewer, target, fog["3,3,1"]) is None
    assert ground.sight.thin_smoke(viewer, target, 0) is None
    assert not ground.seen(viewer, target, "3,1,1")
    near = ground.body("2,1,1", NW)
    assert not ground.seen(viewer, near, "2,1,1") and not ground.seen(viewer, near, "1,1,1")


@pytest.mark.rule("DZ-GEO-16")
def test_seen_from_above() -> None:
    one = Ground(Floor(2, 2, 2, "half-N"))
    cube = one.cube("2,2,1")
    assert one.board.seen_from_above(cube) and one.board.seen_from_above(cube, SE)
    assert not one.board.seen_from_above(cube, NE)
    assert [cover.cube for cover in one.board.covers(cube, NE)] == [one.cube("2,2,2")]
    assert one.board.seen_from_above(one.cube("2,2,2"))
    two = Ground(Floor(2, 2, 2, "half-N"), Floor(2, 2, 3, "half-S"))
    assert not two.board.seen_from_above(two.cube("2,2,1"))


@pytest.mark.rule("DZ-GEO-17", "DZ-AWAY-01", "DZ-AWAY-02")
def test_directly_away() -> None:
    ground = Ground()
    away = ground.sight.away
    assert away(ground.body("4,4,1", 7, 3), ground.body("5,4,1", SE)) == (Direction.FACE, ((1, 0),))
    assert away(ground.body("1,1,1", 7, 3), ground.body("3,1,1", 7, 3)).ways == ((1, 0),)
    corner = away(ground.body("1,1,1", 7, 3), ground.body("2,2,1", 7, 3))
    assert corner == (Direction.CORNER, ((1, 1), (1, 0), (0, 1)))
    assert away(ground.body("1,1,1", SW), ground.body("1,1,1", NE)) == (Direction.ANY, RING)
    assert away(ground.body("2,2,1", SW), ground.body("2,4,1", SW)).ways == ((0, 1),)


@pytest.mark.rule("DZ-GEO-18", "DZ-SCAT-05", "DZ-SCAT-09", "DZ-SLAM-03")
def test_throws() -> None:
    ground = Ground(Wall(2, 2, 1, "E", "door50"), Wall(2, 4, 1, "E", "window"), Wall(2, 6, 1, "E", "hatch4"))
    assert ground.steps.throw(ground.place("2,2,1"), 1, 0, 2).open
    barred = ground.steps.throw(ground.place("2,2,1"), 1, 0, 3).barred
    assert barred == (Bar.TIGHT, ground.cube("2,2,1"), EAST, 2)
    assert ground.steps.toss(ground.cube("2,4,1"), 1, 0).open
    assert not ground.steps.throw(ground.place("2,4,1"), 1, 0, 2).open
    assert not ground.steps.toss(ground.cube("2,6,1"), 1, 0).open
    assert ground.steps.throw(ground.place("2,6,1"), 1, 0, 4).open
    edge = ground.steps.throw(ground.place("8,8,1"), 1, 1, 1).barred
    assert edge == (Bar.OFF_BOARD, ground.cube("8,8,1"), EAST, 0)
    assert ground.steps.toss(ground.cube("3,8,1"), 0, 1).barred == (Bar.OFF_BOARD, ground.cube("3,8,1"), NORTH, 0)
    walled = Ground(Wall(2, 2, 1, "E", "blocked"))
    assert walled.steps.throw(walled.place("2,2,1"), 1, 1, 4).open, "round the wall"


@pytest.mark.rule("DZ-SCAT-01", "DZ-SCAT-02", "DZ-SCAT-03")
def test_scatter() -> None:
    ground = Ground(Floor(4, 4, 2, "full"), Floor(5, 4, 2, "half-N"))
    assert [scattered(die) for die in (1, 3, 5, 8)] == [(0, 1), (1, 0), (0, -1), (-1, 1)]
    assert ground.board.beside(ground.cube("4,4,1"), *scattered(3)) == ground.cube("5,4,1")
    names = ground.board.name
    assert [names(cube) for cube in ground.board.below(ground.cube("4,5,2"))] == ["4,5,1"]
    assert [names(cube) for cube in ground.board.below(ground.cube("5,4,2"))] == ["5,4,2", "5,4,1"]
    assert names(ground.board.top(ground.cube("4,4,1"))) == "4,4,2"
    assert names(ground.board.top(ground.cube("5,4,1"))) == "5,4,2"


@pytest.mark.rule("DZ-SCAT-08")
def test_the_nearest_place_that_is_not_higher() -> None:
    ground = Ground(Floor(4, 4, 2, "full"))
    here = [ground.place(name) for name in ("4,4,2", "6,4,1", "4,7,1", "2,4,1")]
    found = ground.steps.nearest(ground.cube("4,4,1"), sum(1 << place for place in here))
    assert {ground.board.place_name(place) for place in found} == {"6,4,1", "2,4,1"}
    assert ground.steps.nearest(ground.cube("4,4,1"), 0) == ()


@pytest.mark.rule("DZ-GEO-19", "DZ-AB-JUMP-01", "DZ-AB-JUMP-02", "DZ-AB-JUMP-03", "DZ-AB-FLIGHT-01")
def test_jump_packs_and_flight() -> None:
    jump, fly = Gait(1, JUMP), Gait(1, FLY)
    wall = Ground(Wall(1, 1, 1, "E", "blocked"))
    assert wall.goes("1,1,1", "2,1,1", jump) and not wall.goes("1,1,1", "2,1,1", fly)
    roofed = Ground(Wall(1, 1, 1, "E", "blocked"), Floor(1, 1, 2, "full"))
    assert not roofed.goes("1,1,1", "2,1,1", jump)
    roof = Ground(Floor(2, 1, 2, "full"))
    assert "2,1,2" in roof.ends("1,1,1", 2, fly) and "2,1,2" in roof.ends("1,1,1", 1, jump)
    assert "2,1,2" not in roof.ends("1,1,1", 1)
    near = Ground(Floor(1, 1, 2, "full"), Floor(3, 1, 2, "full"))
    assert "3,1,2" in near.ends("1,1,2", 2, jump) and "3,1,2" not in near.ends("1,1,2", 1, jump)
    # Over a gap of two cubes, with nothing below that would help.
    far = Ground(Floor(3, 1, 4, "full"), Floor(6, 1, 4, "full"))
    assert "6,1,4" not in far.ends("3,1,4", 3, jump) and "6,1,4" in far.ends("3,1,4", 3, fly)


@pytest.mark.rule("DZ-GEO-19")
def test_straight_up_does_not_count_as_a_cube_that_is_jumped_over() -> None:
    tower, jump = Ground(Floor(2, 1, 4, "full")), Gait(1, JUMP)
    assert "2,1,4" in tower.ends("1,1,1", 3, jump) and "2,1,4" not in tower.ends("1,1,1", 2, jump)


@pytest.mark.rule("DZ-FALL-07", "DZ-FALL-08")
def test_jumping_down() -> None:
    tower = Ground(Floor(2, 2, 3, "full"))
    over = tower.place("3,2,3")
    drops = {drop.over: drop for drop in tower.steps.drops(tower.place("2,2,3"), ONE)}
    assert drops[over] == Drop(over, (tower.place("3,2,1"),), 2)
    down = tower.place("3,2,2")
    assert drops[down] == Drop(down, (tower.place("3,2,1"),), 2), "counted from where the step began"
    walkway = Ground(Floor(2, 2, 3, "full"), Floor(3, 2, 2, "half-W"))
    start, over = walkway.place("2,2,3"), walkway.place("3,2,3")
    falls = {
        size: next(drop for drop in walkway.steps.drops(start, Gait(size)) if drop.over == over) for size in (1, 3)
    }
    assert falls[1] == Drop(over, (walkway.place("3,2,2"),), 1)
    assert falls[3] == Drop(over, (walkway.place("3,2,1"),), 2)
    assert walkway.steps.drops(start, Gait(1, DRIVE)) == ()


@pytest.mark.rule("DZ-PART-05", "DZ-PART-06")
def test_platforms_and_walkways() -> None:
    ground = Ground(Platform(3, 3, 1, ("SW", "NW")), Floor(5, 5, 2, "half-N"), Floor(5, 6, 2, "full"))
    here = ground.place("3,3,1")
    assert ground.goes("2,3,1", "3,3,1", Gait(2, DRIVE))
    assert ground.steps.room(here, Gait(2, DRIVE)) == EAST_HALF and ground.steps.room(here, TWO) == 15
    assert ground.bar("2,3,1", "3,3,1", Gait(4, DRIVE)) == (Bar.RAISED, "3,3,1", -1, 2)
    assert ground.goes("2,3,1", "3,3,1", THREE)
    assert list(bits(ground.board.walkways)) == [ground.place("5,5,2")]
    assert ground.goes("5,6,2", "5,5,2", Gait(2, DRIVE)), "only lack of room keeps a vehicle off a walkway"
    assert ground.steps.why_not_stand(ground.place("7,7,2"), ONE) == (Bar.NO_FLOOR, ground.cube("7,7,2"), -1, 0)


@pytest.mark.rule("DZ-GEO-20", "DZ-MOVE-06", "DZ-MOVE-07")
def test_making_room() -> None:
    pair = (Standing(1, SW, 15), Standing(1, SE, 15))
    assert [placing.own for placing in room_for(2, 15, pair).placings] == [NW | NE]
    across = room_for(
        2,
        15,
        (
            Standing(1, SW, 15),
            Standing(1, NE, 15),
        ),
    )
    assert across.placings and all(placing.moved == 1 for placing in across.placings)
    full = room_for(
        2,
        15,
        (
            Standing(1, SW, 15),
            Standing(2, NW | NE, 15),
        ),
    )
    assert (full.crowd, full.number) == (Crowd.FULL, 1)
    assert (
        room_for(
            1,
            15,
            (
                *pair,
                Standing(2, NW | NE, 15),
            ),
        ).crowd
        == Crowd.FULL
    )
    assert room_for(3, SW | SE, ()) == ((), Crowd.NEVER, 2)
    fixed = (Standing(1, SW, SW), Standing(1, NE, NE))
    assert room_for(2, 15, fixed).crowd == Crowd.SCATTERED


@pytest.mark.rule("DZ-CORE-04", "DZ-SHOOT-06")
def test_neighbours_and_range() -> None:
    board = Ground().board
    around = board.around(1 << board.cube(4, 4, 2))
    assert around.bit_count() == 27 and around >> board.cube(5, 5, 3) & 1 and not around >> board.cube(4, 6, 2) & 1
    assert board.distance(board.cube(1, 1, 1), board.cube(4, 3, 3)) == 3
    assert [board.name(cube) for cube in board.within(board.cube(1, 1, 1), 1, 1)] == ["2,1,1", "1,2,1", "2,2,1"]


@pytest.mark.rule("DZ-GEO-06", "DZ-PART-04")
def test_moves_end_at_once_where_something_stops_them() -> None:
    ground = Ground(Split(3, 2, 1, "x", "door25"))
    ends, foe = ground.steps.stands(ONE), 1 << ground.place("2,2,1")
    going = Going(ground.place("1,2,1"), 3)
    shut = sum(1 << ground.place(name) for name in ("1,1,1", "2,1,1", "1,3,1", "2,3,1"))
    found = ground.steps.reach(going, ONE, Terms(ends & ~foe, stops=foe, shut=shut))
    assert set(found) == {ground.place("2,2,1")}
    assert ground.steps.finishes(Going(ground.place("2,2,1"), 0), ONE, Terms(ends & ~foe, stops=foe))
    big, half = Gait(4), 1 << ground.place("3,2,1/W")
    lunge = ground.steps.reach(Going(ground.place("2,2,1"), 1), big, Terms(ground.steps.stands(big), lunges=half))
    assert lunge[ground.place("3,2,1/W")] == (ground.place("3,2,1/W"),)
    tired = Terms(ground.steps.stands(big) & ~foe, lunges=half)
    assert ground.place("3,2,1/W") not in ground.steps.reach(Going(ground.place("2,2,1"), 1), big, tired)
    offers = ground.steps.offers(going, ONE, Terms(ends & ~foe, stops=foe, shut=shut))
    assert [offer.place for offer in offers] == [ground.place("2,2,1")]


@pytest.mark.parametrize("gait", [ONE, TWO, THREE, Gait(4, DRIVE)])
def test_everywhere_is_where_moves_of_two_steps_lead_in_the_end(gait: Gait) -> None:
    ground = Ground(
        Wall(3, 3, 1, "E", "blocked"), Floor(4, 3, 2, "full"), Floor(5, 3, 3, "half-W"), Wall(4, 3, 2, "E", "blocked"),
        Split(6, 6, 1, "x", "door25"), Ramp(2, 6, 1, "E"), Floor(3, 6, 2, "full"), solid=((8, 7, 1), (7, 8, 1)),
    )  # fmt: skip
    steps, terms = ground.steps, Terms(ground.steps.stands(gait))
    found, waiting = {0}, [0]
    while waiting:
        place = waiting.pop()
        other = steps.other_half(place, gait.size)
        for near in {*steps.reach(Going(place, 2), gait, terms), *(() if other is None else (other,))} - found:
            found.add(near)
            waiting.append(near)
    assert steps.everywhere(0, gait) == sum(1 << place for place in found)
    assert len(found) < ground.board.places

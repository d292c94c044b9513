"""Corners and ends of walls, and the way round them (KT-GEO-11, KT-GEO-12)."""

from __future__ import annotations

import random
from math import hypot

import pytest

from fireteam.space.plane.measure import between, part_between, route
from fireteam.space.plane.model import Board, Feature, Overlay, Part, base
from fireteam.space.plane.shots import shot
from fireteam.space.plane.sight import in_control, visible
from fireteam.space.plane.walls import Node, crosses_wall, nodes, passed
from tests.space.plane.reference import board, operative, rectangle, spot


def wall(name: str, west: float, south: float, east: float, north: float, **more: object) -> Part:
    """A piece of Wall terrain."""
    return rectangle(name, (west, south, east, north), (0, 4), "Heavy Wall", **more)


CORNER = wall("a", 2, 9.85, 10.15, 10.15), wall("b", 9.85, 3, 10.15, 10.15)
"""An L: its corner is at (10, 10), its arms run west and south."""


def found(here: Board) -> dict[tuple[float, float], set[tuple[int, int]]]:
    """The corners and ends of a board, with the directions of their arms."""
    return {(round(node.x, 3), round(node.y, 3)): {(round(x), round(y)) for x, y in node.arms} for node in nodes(here)}


@pytest.mark.rule("KT-GEO-11")
def test_an_end_is_passed_from_the_same_side_of_the_wall() -> None:
    end = Node(10, 10, ((-1.0, 0.0),))
    assert end.is_end
    assert not passed(end, operative(15, 7), operative(9, 11))
    assert passed(end, operative(11, 10.3), operative(9, 11))
    assert passed(end, operative(15, 10), operative(9, 11))


@pytest.mark.rule("KT-GEO-11")
def test_a_corner_is_passed_from_the_open_quarter() -> None:
    (corner,) = (node for node in nodes(board(*CORNER)) if not node.is_end)
    target = operative(11, 9)
    assert not passed(corner, operative(9, 11), target)
    assert passed(corner, operative(11, 11), target)
    assert passed(corner, operative(9, 9), target)


@pytest.mark.rule("KT-GEO-11")
def test_corners_and_ends_are_found_from_the_walls() -> None:
    assert found(board(*CORNER)) == {(2, 10): {(1, 0)}, (10, 3): {(0, 1)}, (10, 10): {(-1, 0), (0, -1)}}
    butted = wall("a", 2, 9.85, 10.15, 10.15), wall("b", 9.85, 3, 10.15, 9.85)
    assert found(board(*butted)) == {(2, 10): {(1, 0)}, (10, 3): {(0, 1)}, (10, 10): {(-1, 0), (0, -1)}}


@pytest.mark.rule("KT-GEO-11")
def test_a_straight_joint_is_neither_corner_nor_end() -> None:
    straight = board(wall("a", 2, 9.85, 5, 10.15), wall("b", 5, 9.85, 10, 10.15))
    assert found(straight) == {(2, 10): {(1, 0)}, (10, 10): {(-1, 0)}}
    post = board(wall("a", 2, 9.85, 5, 10.15), wall("post", 5, 9.8, 5.4, 10.2), wall("b", 5.4, 9.85, 10, 10.15))
    assert found(post) == {(2, 10): {(1, 0)}, (10, 10): {(-1, 0)}}


@pytest.mark.rule("KT-GEO-11", "KT-GALL-03")
def test_posts_join_walls_and_are_no_corners_themselves() -> None:
    trim = board(wall("a", 2, 9.85, 10, 10.15), wall("trim", 6, 10.15, 6.4, 10.35))
    assert found(trim) == {(2, 10): {(1, 0)}, (10, 10): {(-1, 0)}}
    joined = board(wall("a", 2, 9.85, 5, 10.15), wall("post", 5, 9.8, 5.4, 10.2), wall("b", 5.05, 10.2, 5.35, 15))
    assert found(joined) == {(2, 10): {(1, 0)}, (5.2, 15): {(0, -1)}, (5.2, 10): {(-1, 0), (0, 1)}}
    ended = board(wall("a", 2, 9.85, 5, 10.15), wall("post", 5, 9.8, 5.4, 10.2))
    assert found(ended) == {(2, 10): {(1, 0)}, (5.2, 10): {(-1, 0)}}


@pytest.mark.rule("KT-GEO-11")
def test_a_wall_that_meets_another_in_the_middle_makes_a_corner() -> None:
    tee = board(wall("a", 2, 9.85, 12, 10.15), wall("b", 6.85, 3, 7.15, 9.85))
    assert found(tee) == {(2, 10): {(1, 0)}, (12, 10): {(-1, 0)}, (7, 3): {(0, 1)}, (7, 10): {(0, -1), (1, 0), (-1, 0)}}


HATCH = (
    wall("w-south", 7.8, 4, 8.1, 9),
    wall("w-north", 7.8, 10.6, 8.1, 16),
    wall("w-closed", 7.8, 9, 8.1, 10.6, hatch="h", open=False),
    rectangle(
        "w-access", (7.8, 9, 8.1, 10.6), (0, 4), "Accessible Exposed Insignificant", opaque=False, hatch="h", open=True
    ),
    wall("w-leaf", 8.1, 8.8, 9.7, 9, hatch="h", open=True),
)


@pytest.mark.rule("KT-GEO-11", "KT-GALL-10")
def test_jambs_and_the_free_edge_of_the_leaf_are_ends() -> None:
    shut, ajar = board(*HATCH), board(*HATCH, overlay=Overlay(open=("h",)))
    assert found(shut) == {(7.95, 4): {(0, 1)}, (7.95, 16): {(0, -1)}}
    assert found(ajar) == found(shut) | {(7.95, 9): {(0, -1)}, (7.95, 10.6): {(0, 1)}, (9.7, 8.9): {(-1, 0)}}


@pytest.mark.rule("KT-GEO-11")
def test_boards_of_one_terrain_share_their_walls_whatever_else_is_placed() -> None:
    here = board(*HATCH)
    box = rectangle("box", (20, 3, 21, 4), (0, 1), "Light")
    boxed = here.terrain.under(Overlay(placed=(Feature("box", "box", (box,)),)))
    assert boxed is not here and nodes(boxed) is nodes(here)
    opened = here.terrain.under(Overlay(open=("h",)))
    assert nodes(opened) != nodes(here)
    more = wall("more", 20, 3, 24, 3.3)
    walled = here.terrain.under(Overlay(placed=(Feature("more", "wall", (more,)),)))
    assert found(walled) == {**found(here), (20, 3.15): {(1, 0)}, (24, 3.15): {(-1, 0)}}
    ways = [between(each, operative(22, 2), operative(22, 5)) for each in (here, boxed, walled)]
    assert ways[0] == ways[1] < ways[2]


@pytest.mark.rule("KT-GALL-10", "KT-GALL-05", "KT-GEO-09")
def test_a_jamb_gives_cover_and_the_opening_does_not() -> None:
    ajar = board(*HATCH, overlay=Overlay(open=("h",)))
    # 0.6" behind the northern jamb, shot at through the opening: the lines cross the jamb.
    outcomes = shot(ajar, operative(3, 8.6), operative(8.1 + 0.6 + 0.63, 10.9)).outcomes
    assert all(1 in outcome.cover for outcome in outcomes)
    middle = shot(ajar, operative(3, 9.8), operative(9.33, 9.8)).outcomes
    assert () in [outcome.cover for outcome in middle]


@pytest.mark.rule("KT-GEO-11", "KT-GALL-03", "KT-GEO-09")
@pytest.mark.parametrize(
    ("shooter", "seen", "near", "cover"),
    [
        ((8.5, 13), True, False, True),
        ((9.7, 12), True, True, False),
        ((10.5, 13), True, False, False),
        ((8, 11), False, False, True),
    ],
)
def test_round_the_corner(shooter: tuple[float, float], seen: bool, near: bool, cover: bool) -> None:
    answer = shot(board(*CORNER), operative(*shooter), operative(10.8, 9.2))
    assert (answer.visible, answer.near) == (seen, near)
    assert all(bool(outcome.cover) == cover and not outcome.obscured for outcome in answer.outcomes)


@pytest.mark.rule("KT-GALL-03", "KT-GEO-11")
def test_a_wall_beside_the_shot_gives_no_cover_and_its_end_does() -> None:
    beside = board(wall("a", 4, 10.4, 16, 10.7))
    assert all(
        not outcome.cover and not outcome.obscured
        for outcome in shot(beside, operative(5, 11.4), operative(12, 11.4)).outcomes
    )
    # Its end stands between them, half an inch from the target.
    end = board(wall("a", 9.87, 11, 10.17, 18))
    outcomes = shot(end, operative(5, 10.2), operative(11.3, 11.2)).outcomes
    assert all(outcome.cover == (0,) for outcome in outcomes)
    # The same wall crossed in the middle of its length: a long face never intervenes.
    face = board(wall("a", 9.87, 3, 10.17, 18))
    assert all(
        not outcome.cover and not outcome.obscured
        for outcome in shot(face, operative(5, 10.2), operative(11.3, 11.2)).outcomes
    )


@pytest.mark.rule("KT-GEO-11", "KT-GEO-10")
def test_an_end_far_from_both_obscures() -> None:
    end = board(wall("a", 9.85, 10.5, 10.15, 18))
    assert all(outcome.obscured == (0,) for outcome in shot(end, operative(5, 10.2), operative(15, 10.9)).outcomes)


@pytest.mark.rule("KT-GEO-12", "KT-GALL-02")
def test_distance_goes_round_the_end_of_a_wall() -> None:
    here = board(wall("a", 10, 5, 10.3, 11.92))
    a, b = operative(8.77, 10), operative(11.53, 10)
    straight = 2.76 - 2 * base(32)
    assert straight == pytest.approx(1.5, abs=0.001)
    assert between(here, a, b) == pytest.approx(3.6, abs=0.001)
    assert route(here, a, b) == ((8.77, 10.0), (10.0, 11.92), (10.3, 11.92), (11.53, 10.0))
    # Whoever asks only up to a limit hears of more as of infinitely much.
    assert between(here, a, b, 3.61) == between(here, a, b)
    assert between(here, a, b, 3.5) == float("inf")
    # Past the end nothing is in the way.
    assert between(here, operative(8.77, 13), operative(11.53, 13)) == pytest.approx(straight)
    assert route(here, operative(8.77, 13), operative(11.53, 13)) == ((8.77, 13.0), (11.53, 13.0))


@pytest.mark.rule("KT-GEO-12", "KT-GALL-02")
def test_distance_of_six_inches_where_two_would_be_straight() -> None:
    here = board(wall("a", 10, 5, 10.3, 12.1))
    a, b = operative(8.52, 10), operative(11.78, 10)
    assert between(here, a, b) == pytest.approx(2 * hypot(1.48, 2.1) + 0.3 - 2 * base(32))
    # A wall that reaches the edge of the board is gone round at its other end.
    assert between(board(wall("a", 10, 5, 10.3, 22)), a, b) == pytest.approx(2 * hypot(1.48, 5) + 0.3 - 2 * base(32))
    assert between(board(wall("a", 10, 0, 10.3, 22)), a, b) == float("inf")


@pytest.mark.rule("KT-GEO-12")
def test_ordinary_terrain_is_measured_through() -> None:
    here = board(rectangle("ruin", (10, 5, 10.3, 12), (0, 3), "Heavy"))
    assert between(here, operative(8.77, 10), operative(11.53, 10)) == pytest.approx(1.5, abs=0.001)


@pytest.mark.rule("KT-GEO-12", "KT-GALL-04")
def test_no_way_leads_through_the_seam_of_two_pieces() -> None:
    here = board(*HATCH)
    a, b = operative(6.9, 9), operative(9, 9)
    assert crosses_wall(here, 7, 9, 9, 9)
    assert between(here, a, b) > 8
    assert between(board(*HATCH, overlay=Overlay(open=("h",))), a, operative(9.0, 10)) < 1.5


@pytest.mark.rule("KT-GEO-12")
def test_walled_in_is_infinitely_far() -> None:
    room = board(wall("w", 5, 5, 5.3, 9), wall("e", 8.7, 5, 9, 9), wall("s", 5, 4.7, 9, 5), wall("n", 5, 9, 9, 9.3))
    assert between(room, operative(7, 7), operative(12, 7)) == float("inf")
    assert between(room, operative(7, 7), spot(7, 8)) < 1


@pytest.mark.rule("KT-GEO-12", "KT-GEO-07", "KT-GALL-01")
def test_operatives_on_two_sides_of_a_wall_are_not_in_control_range() -> None:
    here = board(wall("a", 10, 5, 10.2, 15))
    a, b = operative(9.35, 10), operative(10.86, 10)
    assert not in_control(here, a, b)
    assert not visible(here, a, b)
    assert between(here, a, b, 1) > 1


@pytest.mark.rule("KT-GEO-12")
def test_a_part_behind_a_wall_is_measured_round_it() -> None:
    here = board(wall("a", 10, 5, 10.3, 11), rectangle("crate", (10.6, 9, 11.6, 10), (0, 1), "Light"))
    assert part_between(here, operative(8.77, 9.5), 1) == pytest.approx(
        hypot(1.23, 1.5) + 0.3 + hypot(0.3, 1) - base(32)
    )
    assert part_between(here, operative(8.77, 9.5), 0) == pytest.approx(1.23 - base(32))
    assert part_between(board(here.parts[1]), operative(8.77, 9.5), 0) == pytest.approx(1.83 - base(32))


@pytest.mark.rule("KT-GEO-12")
def test_the_way_round_is_the_shortest_of_all_corner_ways() -> None:
    draw = random.Random(12)
    for _ in range(25):
        walls = []
        for number in range(4):
            x, y, long = draw.randrange(300, 1200, 10), draw.randrange(300, 1200, 10), draw.randrange(100, 500, 10)
            box = (x, y, x + long, y + 30) if draw.random() < 0.5 else (x, y, x + 30, y + long)
            walls.append(wall(f"w{number}", *(value / 100 for value in box)))
        here = board(*walls)
        a, b = (operative(draw.randrange(200, 1700) / 100, draw.randrange(200, 1700) / 100) for _ in range(2))
        if crosses_wall(here, a.x / 100 - 0.001, a.y / 100, a.x / 100 + 0.5, a.y / 100) or (a.x, a.y) == (b.x, b.y):
            continue
        assert between(here, a, b) == pytest.approx(
            all_corner_ways(here, walls, (a.x / 100, a.y / 100), (b.x / 100, b.y / 100))
        )


def all_corner_ways(here: Board, walls: list[Part], a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of two 32 mm bases by relaxing all pairs of corners until nothing changes."""
    gap = hypot(b[0] - a[0], b[1] - a[1])
    if gap <= 2 * base(32):
        return 0.0
    ux, uy = (b[0] - a[0]) / gap * base(32), (b[1] - a[1]) / gap * base(32)
    if not crosses_wall(here, a[0] + ux, a[1] + uy, b[0] - ux, b[1] - uy):
        return gap - 2 * base(32)
    places = [a, b, *((x / 100, y / 100) for part in walls for x, y in part.polygon)]
    steps = {
        (i, j): hypot(p[0] - q[0], p[1] - q[1])
        for i, p in enumerate(places)
        for j, q in enumerate(places)
        if i != j and not crosses_wall(here, *p, *q)
    }
    best = [0.0] + [float("inf")] * (len(places) - 1)
    for _ in places:
        for (i, j), length in steps.items():
            best[j] = min(best[j], best[i] + length)
    return max(0.0, best[1] - 2 * base(32))

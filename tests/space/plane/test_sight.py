"""Lines, sight and control range (KT-GEO-04 to KT-GEO-07)."""

from __future__ import annotations

import random

import pytest

from fireteam.space.plane.kernels import blocked
from fireteam.space.plane.model import Board, Body, Part
from fireteam.space.plane.sight import (
    SOMEBODY,
    _look,
    control,
    control_of_part,
    control_of_spot,
    in_control,
    sees_part,
    sees_spot,
    sighting,
    visible,
)
from tests.space.plane.reference import board, operative, rectangle, spot
from tests.space.plane.test_against_reference import random_board, random_body


def crossed(here: Board, p: tuple[float, float, float], q: tuple[float, float, float]) -> bool:
    """Whether a line crosses the first part."""
    return blocked(here.prisms.tables, here.prisms.none, 1, *p, *q) == 0


def wall(height: float, *, south: float = 5, north: float = 15) -> Part:
    """A wall across the board at x = 10."""
    return rectangle("wall", (10, south, 10.3, north), (0, height), "Heavy")


@pytest.mark.rule("KT-GEO-04")
def test_a_line_along_a_face_crosses_nothing() -> None:
    here = board(rectangle("wall", (10, 10, 12, 11), (0, 2), "Heavy"))
    assert not crossed(here, (5, 10, 1), (15, 10, 1))
    assert not crossed(here, (5, 11, 1), (15, 11, 1))
    assert not crossed(here, (5, 10.5, 2), (15, 10.5, 2))
    assert crossed(here, (5, 10.01, 1), (15, 10.01, 1))
    assert crossed(here, (5, 10.5, 1.99), (15, 10.5, 1.99))
    assert not crossed(here, (5, 10.5, 1), (9.9, 10.5, 1))


@pytest.mark.rule("KT-GEO-04")
@pytest.mark.parametrize(("depth", "crosses"), [(0.01, False), (0.019, False), (0.021, True), (0.05, True)])
def test_a_corner_must_be_clipped_by_more_than_half_a_millimetre(depth: float, crosses: bool) -> None:
    # A line at 45 degrees that runs `depth` inside the north-west corner (10, 11).
    here = board(rectangle("wall", (10, 10, 12, 11), (0, 2), "Heavy"))
    inset = depth / 2**0.5
    assert crossed(here, (9, 10 - inset, 1), (11, 12 - inset, 1)) == crosses


@pytest.mark.rule("KT-GEO-04", "KT-GALL-01")
def test_wall_terrain_is_unlimited_in_height() -> None:
    plain, tall = (board(rectangle("wall", (10, 5, 10.3, 15), (0, 2), traits)) for traits in ("Heavy", "Heavy Wall"))
    assert not crossed(plain, (5, 10, 9), (15, 10, 9))
    assert crossed(tall, (5, 10, 9), (15, 10, 9))


@pytest.mark.rule("KT-GEO-05", "KT-SHOOT-07")
def test_a_low_wall_is_seen_over_and_a_high_one_hides() -> None:
    a, b = operative(6, 10), operative(14, 10)
    assert visible(board(wall(1.0)), a, b)
    assert not visible(board(wall(1.5)), a, b)
    assert not visible(board(wall(3.0)), a, b)
    # As wide as half the body: a side of it is seen.
    assert visible(board(wall(1.5, north=10)), a, b)


@pytest.mark.rule("KT-GEO-05", "KT-SHOOT-07")
def test_an_operative_always_sees_itself() -> None:
    boxes = [(9, 9, 9.2, 11), (11, 9, 11.2, 11), (9, 8, 11.2, 9), (9, 11, 11.2, 12)]
    walls = [rectangle(f"w-{number}", box, (0, 3), "Heavy") for number, box in enumerate(boxes)]
    a = operative(10.1, 10)
    assert visible(board(*walls), a, a)
    assert visible(board(rectangle("block", (8, 8, 12, 12), (0, 3), "Heavy")), a, a)


@pytest.mark.rule("KT-GEO-05")
@pytest.mark.parametrize(
    ("north", "seen"),
    [(9.4, True), (9.9, True), (10.2, True), (10.3, False), (10.5, False)],
)
def test_the_points_looked_for_span_the_body(north: float, seen: bool) -> None:
    # The body reaches 0.551" to either side of the middle; halfway, lines to its northern edge pass 0.275" north of the
    # axis.
    assert (
        visible(board(rectangle("wall", (9.9, 5, 10.1, north), (0, 3), "Heavy")), operative(6, 10), operative(14, 10))
        == seen
    )


@pytest.mark.rule("KT-GEO-05", "KT-GEO-01")
def test_the_base_is_no_part_of_the_body() -> None:
    # A slit 0.09" above the floor shows nothing of a body that begins at 0.1".
    lifted = board(rectangle("wall", (10, 5, 10.3, 15), (0.09, 3), "Heavy"))
    assert not visible(lifted, operative(6, 10), operative(14, 10))


@pytest.mark.rule("KT-GEO-05", "KT-TT-02")
def test_a_barred_window_is_seen_through_only_from_near() -> None:
    window = (
        rectangle("ruin-sill", (10, 5, 10.2, 15), (0, 0.5), "Heavy"),
        rectangle("ruin-window", (10, 9, 10.2, 11), (0.5, 1.5), "Barred Heavy"),
        rectangle("ruin-left", (10, 5, 10.2, 9), (0.5, 3), "Heavy"),
        rectangle("ruin-right", (10, 11, 10.2, 15), (0.5, 3), "Heavy"),
        rectangle("ruin-lintel", (10, 9, 10.2, 11), (1.5, 3), "Heavy"),
    )
    here = board(*window)
    far, near = operative(10 - 3.63, 10), operative(10.2 + 0.63 + 0.9, 10)
    assert visible(here, far, near)
    assert visible(here, near, far)
    assert not visible(here, operative(10 - 0.63 - 1.5, 10), operative(10.2 + 0.63 + 1.5, 10))
    assert visible(here, operative(10 - 0.63 - 0.9, 10), operative(10.2 + 0.63 + 1.5, 10))


@pytest.mark.rule("KT-GEO-05", "KT-TT-03", "KT-TT-05")
def test_what_blocks_sight() -> None:
    a, b = operative(6, 10), operative(14, 10)
    kinds = {"Heavy": False, "Light": False, "Exposed": False, "Blocking Heavy": False}
    for traits, seen in kinds.items():
        assert visible(board(rectangle("x", (10, 5, 10.3, 15), (0, 3), traits)), a, b) == seen, traits
    assert visible(board(rectangle("wire", (10, 5, 10.3, 15), (0, 3), "Exposed", opaque=False)), a, b)
    assert not visible(board(rectangle("gap", (10, 5, 10.3, 15), (0, 3), "Blocking Heavy", opaque=False)), a, b)


@pytest.mark.rule("KT-GEO-05", "KT-SHOOT-07")
def test_third_operatives_are_transparent_unless_they_are_given() -> None:
    a, b, third = operative(6, 10), operative(14, 10), operative(10, 10)
    assert visible(board(), a, b)
    assert not visible(board(), a, b, bodies=(third,))
    assert not visible(board(), a, b, bodies=(operative(10, 10, mm=40),))
    assert visible(board(), a, b, bodies=(operative(10, 10, mm=25),))
    assert visible(board(), a, b, bodies=(operative(10, 12),))
    assert sighting(board(), a, b, bodies=(third,)).blocker == SOMEBODY


@pytest.mark.rule("KT-GEO-05")
def test_a_sighting_names_the_line_and_the_part_that_decide() -> None:
    a, b = operative(6, 10), operative(14, 10)
    free = sighting(board(wall(1.0)), a, b)
    assert free.visible
    assert free.blocker == ""
    assert free.line[0] == (6.0, 10.0, 1.4)
    assert free.line[1] == pytest.approx((14.0, 10.0, 1.4))
    hidden = sighting(board(wall(1.5)), a, b)
    assert not hidden.visible
    assert hidden.blocker == "wall"
    assert not hidden.marginal
    edge = rectangle("wall", (9.9, 5, 10.1, 10.27), (0, 3), "Heavy")
    assert sighting(board(edge), a, b).marginal


@pytest.mark.rule("KT-GEO-06")
def test_markers_are_seen_at_the_base_or_along_a_free_line() -> None:
    a = operative(9, 10)
    tall = board(wall(3.0))
    assert sees_spot(board(rectangle("block", (5, 5, 15, 15), (0.5, 3), "Heavy")), a, spot(9.8, 10))
    assert sees_spot(board(), a, spot(12, 10))
    assert not sees_spot(tall, operative(9.3, 10), spot(11.3, 10))
    # Only a point of the rim shows past the end of the wall.
    assert sees_spot(board(wall(3.0, north=10.2)), a, spot(12, 10))
    assert not sees_spot(board(wall(3.0, north=10.8)), a, spot(12, 10))
    # At the foot of a low wall a marker lies in its dead ground.
    assert not sees_spot(board(wall(1.0)), a, spot(10.8, 10))
    # A marker straight below, under a slab, is not at the base.
    slab = board(rectangle("slab", (5, 5, 15, 15), (2.8, 3), "Vantage"))
    assert not sees_spot(slab, operative(9, 10, 3), spot(9, 10))


@pytest.mark.rule("KT-GEO-06")
def test_parts_are_seen_at_three_heights_of_their_nearest_point() -> None:
    target = rectangle("far", (12, 9, 12.3, 11), (0, 2), "Light")
    a = operative(8, 10)
    assert sees_part(board(target), a, 0)
    assert sees_part(board(target, wall(1.5)), a, 0)
    assert not sees_part(board(target, wall(1.75)), a, 0)
    assert not sees_part(board(target, wall(3.0)), a, 0)
    # A part does not hide itself, although its nearest point is its own face.
    assert sees_part(board(wall(3.0)), a, 0)
    # Above a slab that hides everything below it.
    slab = rectangle("slab", (5, 5, 15, 15), (2.8, 3), "Vantage")
    assert not sees_part(board(target, slab), operative(8, 10, 3), 0)


@pytest.mark.rule("KT-GEO-07", "KT-BASE-06")
@pytest.mark.parametrize(("gap", "inside"), [(1.0, True), (1.01, False), (0.5, True)])
def test_control_range_ends_at_one_inch(gap: float, inside: bool) -> None:
    a = Body(1000, 1000, 0, 0.5, 140)
    b = a._replace(x=1100 + round(gap * 100))
    found = control(board(), a, b)
    assert found.inside == inside
    assert found.distance == pytest.approx(gap)
    assert found.seen
    assert found.marginal == (gap >= 1)
    assert in_control(board(), a, b) == inside


@pytest.mark.rule("KT-GEO-07", "KT-BASE-06")
def test_a_solid_wall_keeps_control_range_out() -> None:
    here = board(rectangle("wall", (10.7, 5, 10.9, 15), (0, 3), "Heavy"))
    found = control(here, operative(10, 10), operative(11.76, 10))
    assert not found.inside
    assert not found.seen
    assert found.distance == pytest.approx(0.5, abs=0.001)
    assert not in_control(here, operative(10, 10), operative(11.76, 10))


@pytest.mark.rule("KT-GEO-07", "KT-BASE-07")
def test_control_range_is_mutual_although_sight_is_not() -> None:
    # A curtain hangs close before B: A looks under it at B's feet, B's eye sees nothing of A.
    here = board(rectangle("curtain", (11.5, 5, 11.6, 15), (1, 3), "Heavy"))
    a, b = operative(10, 10), operative(12.06, 10)
    assert visible(here, a, b)
    assert not visible(here, b, a)
    assert in_control(here, a, b)
    assert in_control(here, b, a)
    assert control(here, b, a).distance == pytest.approx(0.8, abs=0.001)


@pytest.mark.rule("KT-GEO-07", "KT-VOLK-02")
@pytest.mark.parametrize(
    ("kind", "height", "inside"),
    [("stronghold", 1.5, True), ("ruin", 1.5, False), ("stronghold", 3.0, False), ("ruin", 1.0, True)],
)
def test_low_parts_of_a_stronghold_do_not_keep_control_range_out(kind: str, height: float, inside: bool) -> None:
    here = board(rectangle("house-wall", (10.7, 5, 10.9, 15), (0, height), "Heavy"), kinds={"house": kind})
    assert in_control(here, operative(10, 10), operative(11.6, 10)) == inside
    if kind == "stronghold":
        # For a shot the wall hides as any other.
        assert not visible(here, operative(10, 10), operative(11.6, 10))


@pytest.mark.rule("KT-GEO-07", "KT-VOLK-02")
def test_the_door_of_a_stronghold_does_not_keep_control_range_out() -> None:
    door = rectangle("house-door", (10.7, 5, 10.9, 15), (0, 3), "Accessible Heavy")
    assert in_control(board(door, kinds={"house": "stronghold"}), operative(10, 10), operative(11.6, 10))
    assert not in_control(board(door, kinds={"house": "ruin"}), operative(10, 10), operative(11.6, 10))


@pytest.mark.rule("KT-GEO-07", "KT-BASE-06")
def test_control_range_of_markers_and_parts() -> None:
    a = operative(9, 10)
    assert control_of_spot(board(), a, spot(11.4, 10)).inside
    assert not control_of_spot(board(), a, spot(11.5, 10)).inside
    hidden = control_of_spot(board(wall(3.0)), operative(9.3, 10), spot(11.3, 10))
    assert (hidden.inside, hidden.seen) == (False, False)
    assert control_of_part(board(wall(3.0)), operative(8.4, 10), 0).inside
    assert not control_of_part(board(wall(3.0)), operative(8.3, 10), 0).inside
    slab = rectangle("slab", (5, 5, 15, 15), (2.8, 3), "Vantage")
    # Feet at the height of the slab, but the slab itself lies between the eye and the wall below.
    assert not control_of_part(board(wall(2.7), slab), operative(9.2, 10, 3), 0).inside


@pytest.mark.rule("KT-GEO-05", "KT-SHOOT-07")
@pytest.mark.parametrize("seed", range(60))
def test_bodies_that_are_left_out_could_not_have_blocked(seed: int) -> None:
    draw = random.Random(seed)
    where = random_board(draw)
    bodies = tuple(random_body(draw, where, 10) for _ in range(12))
    stopped = 0
    for a in bodies:
        for b in bodies:
            if a[:3] == b[:3]:
                continue
            others = tuple(body for body in bodies if body not in (a, b))
            everybody = where.prisms.also(others)
            seen = _look(everybody, everybody.none, a, b) >= 0
            assert visible(where, a, b, bodies=others) is seen
            stopped += not seen and visible(where, a, b)
    assert stopped > 0

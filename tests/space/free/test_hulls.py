"""Hulls that drive and turn: closed forms against slow sampling, gaps, pushes."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from fireteam.kit.plane.drives import Drives, Limits, key_of, read
from fireteam.space.plane.free.hulls import What, corridor, landing, nearest_clear, slide, together, turn
from fireteam.space.plane.free.measuring import hull_gap, plan_gap
from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block, Floor, Plan
from fireteam.space.plane.free.shapes import NOBODY, Hull, Other, Others, Shape
from fireteam.space.plane.model import Body

WALL = IMPASSABLE | SOLID | OPAQUE


def box(x0: int, y0: int, x1: int, y1: int) -> tuple[tuple[int, int], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def bare(*pieces: Block | Floor) -> Plan:
    return Plan(6000, 6000, tuple(pieces))


def random_other(dice: Random) -> Shape:
    x, y = dice.randint(1800, 4200), dice.randint(1800, 4200)
    if dice.random() < 0.5:
        return Body(x, y, 0, 0.5, 160)
    return Hull(x, y, 0, 4.0, 2.0, 200, dice.randrange(360))


def first_touch(start: Hull, other: Shape, pose: object, size: float, step: float) -> float | None:
    """Where a hull that goes on in small steps first overlaps another."""
    gone = 0.0
    while gone <= size:
        if plan_gap(pose(gone), other) <= 0:  # type: ignore[operator]
            return gone
        gone += step
    return None


@pytest.mark.parametrize("seed", range(40))
def test_slides_meet_what_small_steps_meet(seed: int) -> None:
    dice = Random(seed)
    field = bare().under()
    start, other = Hull(3000, 3000, 0, 5.0, 2.5, 250, dice.randrange(360)), random_other(dice)
    if plan_gap(start, other) <= 0.05:
        return
    way = dice.randrange(360)
    found = [one for one in slide(field, start, way, 12.0, Others([Other(other)])).contacts if one.number == 0]
    found = [one for one in found if one.what in (What.HULL, What.DISC)]

    def pose(gone: float) -> Hull:
        return start._replace(
            x=start.x + 100 * gone * cos(radians(way)),  # type: ignore[arg-type]
            y=start.y + 100 * gone * sin(radians(way)),  # type: ignore[arg-type]
        )

    slow = first_touch(start, other, pose, 12.0, 0.01)
    if slow is None:
        assert not found
    elif found:
        assert abs(found[0].at - slow) <= 0.4 and plan_gap(pose(found[0].at), other) <= 0.03
    else:  # a graze within what counts as contact
        assert min(plan_gap(pose(0.05 * k), other._replace(x=other.x)) for k in range(241)) <= 0.02


@pytest.mark.parametrize("seed", range(40))
def test_turns_meet_what_small_steps_meet(seed: int) -> None:
    dice = Random(seed)
    field = bare().under()
    start = Hull(3000, 3000, 0, 5.0, 2.5, 250, dice.randrange(360))
    at, far = dice.randrange(360), dice.uniform(2.0, 4.5)
    other: Shape = Body(
        round(3000 + 100 * far * cos(radians(at))), round(3000 + 100 * far * sin(radians(at))), 0, 0.5, 160
    )
    if dice.random() < 0.5:
        other = Hull(other.x, other.y, 0, 3.0, 1.5, 200, dice.randrange(360))
    if plan_gap(start, other) <= 0.05:
        return
    by = dice.choice((90, -90, 180))
    found = turn(field, start, by, Others([Other(other)])).contacts
    sign = 1 if by > 0 else -1

    def pose(gone: float) -> Hull:
        return start._replace(facing=start.facing + sign * gone)  # type: ignore[arg-type]

    slow = first_touch(start, other, pose, abs(by), 0.1)
    if slow is not None and found:
        assert abs(found[0].at - slow) <= 3.0
    elif slow is not None:
        assert plan_gap(pose(slow), other._replace(x=other.x)) <= 0.03
    else:
        assert not found


def test_what_is_met_comes_in_order_with_the_sides_that_touch() -> None:
    field = bare(Block("wall", box(4000, 2900, 4100, 3100), 0, 400, WALL)).under()
    start = Hull(3000, 3000, 0, 4.0, 2.0, 200, 0)
    met = slide(field, start, 0, 12.0, Others([Other(Body(3500, 3120, 0, 0.5, 160))])).contacts
    assert [one.what for one in met] == [What.DISC, What.BLOCK]
    assert met[1].at == pytest.approx(8.0) and met[1].sides == ("front",)
    back = slide(field, start._replace(facing=180), 0, 12.0).contacts
    assert back[0].sides == ("rear",)


def test_the_edge_of_the_table_is_met_unless_it_is_open() -> None:
    field = bare().under()
    start = Hull(5500, 3000, 0, 4.0, 2.0, 200, 0)
    (met,) = slide(field, start, 0, 8.0).contacts
    assert met.what == What.TABLE and met.at == pytest.approx(3.0)
    assert slide(field, start, 0, 8.0, NOBODY, ("east",)).contacts == ()


@pytest.mark.parametrize(
    ("length", "gap", "high", "crossed"),
    [(5.0, 300, 300, True), (2.8, 300, 300, False), (5.0, 400, 400, False), (5.0, 300, 100, True)],
)
def test_gaps_shorter_than_the_hull_are_crossed_to_a_side_no_higher(
    length: float, gap: int, high: int, crossed: bool
) -> None:
    field = bare(
        Floor("near", box(2000, 2500, 3000, 3500), 300, thickness=20),
        Floor("far", box(3000 + gap, 2500, 5000, 3500), high, thickness=20),
    ).under()
    met = slide(field, Hull(2500, 3000, 300, length, 2.0, 200, 0), 0, 12.0).contacts
    rims = [one for one in met if one.what == What.RIM]
    assert bool(rims) is not crossed
    if rims:
        assert rims[0].at == pytest.approx(5.0, abs=0.01)


def test_a_ramp_leads_up_to_its_deck() -> None:
    field = bare(
        Floor("up", box(1800, 2700, 2400, 3300), -900, 0.5, 0.0, 20),
        Floor("deck", box(2400, 2600, 3100, 3400), 300, thickness=20),
    ).under()
    went = slide(field, Hull(1200, 3000, 0, 5.0, 2.5, 250, 0), 0, 15.0)
    assert went.contacts == () and went.end.z == 300
    assert slide(field, went.end, 180, 15.0).end.z == 0


def test_a_hull_over_an_edge_lands_below_where_it_fits() -> None:
    field = bare(Floor("deck", box(2000, 2500, 3000, 3500), 700, thickness=20)).under()
    found = landing(field, Hull(3000, 3000, 700, 5.0, 2.5, 250, 0), 0)
    assert found is not None and found[0][:3] == (3000, 3000, 0) and found[1] == pytest.approx(7.0)


def test_hulls_go_on_together_till_one_meets_a_wall() -> None:
    field = bare(Block("wall", box(4000, 2900, 4100, 3100), 0, 400, WALL)).under()
    group = [Hull(3000, 3000, 0, 4.0, 2.0, 200, 0), Hull(3400, 3000, 0, 4.0, 2.0, 200, 0)]
    went = together(field, group, 0, 9.0, NOBODY)
    assert went.gone == pytest.approx(4.0) and went.who == 1
    assert went.contact is not None and went.contact.what == What.BLOCK


def test_a_hull_is_shifted_clear_of_what_is_swept() -> None:
    field = bare().under()
    mover = Hull(3000, 3000, 0, 4.0, 2.0, 200, 0)
    area = corridor(mover, mover._replace(x=3600))
    found = nearest_clear(field, Hull(3500, 3150, 0, 4.0, 2.0, 200, 0), NOBODY, [area])
    assert found is not None and found.y >= 3196
    assert hull_gap(found, mover._replace(x=3600)) == pytest.approx(0.0, abs=0.15)


def test_drives_are_limited_and_found_by_their_keys() -> None:
    region = Drives(bare().under(), Hull(3000, 3000, 0, 4.0, 2.0, 200, 0), Limits(7.0), ("X-1",))
    for key in ("drive 3.00 left 60 drive 4.00", "right 90 drive 7.00", "drive 7.00"):
        found = region.find(key)
        assert found is not None and found.key == key
        legs = read(key)
        assert legs is not None and key_of(legs) == key
    for key in ("left 30 drive 1.00 left 30", "left 91", "drive 7.01", "back 1.00", "slide 1.00 towards 90", "fly"):
        assert region.find(key) is None
        assert region.refusal(key) is not None
    assert all(region.find(option.key) is not None for option in region.suggest(20))

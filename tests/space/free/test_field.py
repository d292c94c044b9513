"""Fields: floors, slopes, holes, lifts and states, in flat tables and as a board for sight."""

from __future__ import annotations

import pytest

from fireteam.space.plane.free.field import BLOCK
from fireteam.space.plane.free.plan import (
    HOLE,
    IMPASSABLE,
    OPAQUE,
    RUNGED,
    SOLID,
    Block,
    Floor,
    Lift,
    Patch,
    Plan,
    States,
)
from fireteam.space.plane.free.rims import RIM, rims_of
from fireteam.space.plane.model import TerrainError
from tests.space.free.content import maps, rectangle, slope
from tests.space.free.test_walking import alike

DOOR = Block("door", rectangle(500, 400, 520, 600), 0, 400, IMPASSABLE | SOLID | OPAQUE, ("closed",))


def test_a_door_is_there_only_in_its_states() -> None:
    plan = Plan(1000, 1000, (DOOR,), shown=(("door", "closed"),))
    assert plan.under().block_count == 1
    opened = plan.under(States((("door", "open"),)))
    assert opened.block_count == 0
    assert opened is plan.under(States((("door", "open"),)))
    assert opened.digest != plan.under().digest
    assert plan.under(States(removed=("door",))).block_count == 0


def test_a_field_has_the_same_digest_whenever_it_is_made() -> None:
    one, two = (Plan(1000, 1000, (DOOR,), shown=(("door", "closed"),)).under() for _ in range(2))
    assert one is not two and one.digest == two.digest


def test_a_lift_is_a_floor_at_the_height_of_its_stop() -> None:
    plan = Plan(1000, 1000, (), (Lift("lift", rectangle(100, 100, 300, 300), (0, 400, 800), 1),))
    assert [surface.z for surface in plan.under().surfaces(200, 200)] == [0.0, 4.0]
    up = plan.under(States((("lift", "2"),)))
    assert [surface.z for surface in up.surfaces(200, 200)] == [0.0, 8.0]


def test_a_hole_takes_the_floor_away_and_has_a_bottom_and_sides() -> None:
    pit = Patch("pit", rectangle(300, 300, 500, 600), 0, HOLE | RUNGED, 600)
    field = Plan(1000, 1000, (pit,)).under()
    assert [surface.z for surface in field.surfaces(400, 400)] == [-6.0]
    assert [surface.z for surface in field.surfaces(250, 400)] == [0.0]
    assert field.floor_under(400, 400, 0) == (-6.0, 4)
    assert field.block_count == 4 and field.sunk == 600
    assert {field.blocks[BLOCK * block + 4] for block in range(4)} == {-6.0}
    assert field.board.prisms.count == 4


def test_a_well_is_open_to_the_floor_below() -> None:
    deck = Floor("deck", rectangle(200, 200, 800, 800), 400, 0, 0, 20, SOLID | OPAQUE)
    well = Patch("well", rectangle(400, 400, 500, 500), 400, HOLE)
    field = Plan(1000, 1000, (deck, well)).under()
    assert [surface.z for surface in field.surfaces(450, 450)] == [0.0]
    assert [surface.z for surface in field.surfaces(300, 300)] == [0.0, 4.0]


def test_a_slope_is_carried_by_slices_of_half_an_inch() -> None:
    field = Plan(1000, 1000, (slope("ramp", rectangle(200, 200, 600, 400), [0, 2], "west", 500),)).under()
    assert alike(field.floor_under(300, 300, 50), (pytest.approx(0.5), 1))
    tops = [field.blocks[BLOCK * block + 5] for block in range(field.block_count)]
    assert tops == pytest.approx([0.5, 1.0, 1.5, 2.0])
    assert field.seam_count > 0


def test_rims_are_where_nothing_goes_on() -> None:
    for name, plan in maps().items():
        field = plan.under()
        rims = rims_of(field)
        assert rims, name
        for row in range(0, len(rims), RIM):
            x0, y0, z0, x1, y1, z1, nx, ny = rims[row : row + 8]
            x, y, z = (x0 + x1) / 2 + 0.02 * nx, (y0 + y1) / 2 + 0.02 * ny, (z0 + z1) / 2
            heights = [surface.z for surface in field.surfaces(round(x * 100), round(y * 100))]
            assert not any(abs(height - z) <= 0.49 for height in heights), (name, x, y, z)


@pytest.mark.parametrize(
    "piece",
    [
        Block("low", rectangle(0, 0, 10, 10), 5, 5, IMPASSABLE),
        Floor("dent", ((0, 0), (10, 0), (2, 2), (0, 10)), 0),
        Block("beyond", rectangle(950, 0, 1050, 10), 0, 5, IMPASSABLE),
        Patch("turned", ((0, 0), (0, 10), (10, 10), (10, 0)), 0, HOLE),
    ],
)
def test_what_is_no_prism_is_refused(piece: Block | Floor | Patch) -> None:
    with pytest.raises(TerrainError):
        Plan(1000, 1000, (piece,))

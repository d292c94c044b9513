"""What may stand on the plane, and what is refused when it is loaded; seams (KT-GEO-01)."""

from __future__ import annotations

import pytest

from fireteam.games.killteam.content.terrain import HEAVY, LIGHT, VANTAGE, check_types
from fireteam.space.plane.model import (
    CLEAR,
    KEPT_BOARDS,
    OPAQUE,
    Area,
    Feature,
    Overlay,
    Part,
    Terrain,
    TerrainError,
)
from fireteam.space.plane.shots import shot
from fireteam.space.plane.sight import visible
from tests.space.plane.reference import board, operative, rectangle

WALL = rectangle("wall", (5, 5, 6, 9), (0, 2), "Heavy")


def typed(traits: str, *, opaque: bool = True) -> Part:
    """A part of these types."""
    return rectangle("wall", (5, 5, 6, 9), (0, 2), traits, opaque=opaque)


def refused(part: Part) -> str:
    """Why a board with this part cannot be loaded."""
    with pytest.raises(TerrainError) as error:
        board(part)
    return str(error.value)


@pytest.mark.rule("KT-GEO-01")
def test_a_concave_footprint_is_refused() -> None:
    concave = WALL._replace(polygon=((0, 0), (400, 0), (400, 400), (200, 100)))
    assert "concave" in refused(concave)


@pytest.mark.rule("KT-GEO-01")
@pytest.mark.parametrize(
    ("polygon", "reason"),
    [
        (((500, 500), (500, 900), (600, 900), (600, 500)), "clockwise"),
        (((500, 500), (550, 500), (600, 500), (600, 900)), "straight"),
        (((500, 500), (600, 500)), "three corners"),
        (((500, 500), (600, 500), (600, 500), (600, 900)), "repeated"),
        (((300, 0), (480, 580), (0, 220), (600, 220), (120, 580)), "crosses itself"),
        (((500, 500), (600, 500), (600, 3900)), "edge of the board"),
    ],
)
def test_a_footprint_that_is_no_convex_polygon_on_the_board_is_refused(
    polygon: tuple[tuple[int, int], ...], reason: str
) -> None:
    assert reason in refused(WALL._replace(polygon=polygon))


@pytest.mark.rule("KT-GEO-01")
def test_coordinates_are_hundredths_of_an_inch() -> None:
    assert "hundredths" in refused(WALL._replace(polygon=((500, 500), (600.3, 500), (600, 900))))  # type: ignore[arg-type]
    assert "hundredths" in refused(WALL._replace(top=199.5))  # type: ignore[arg-type]


@pytest.mark.rule("KT-GEO-01", "KT-TT-07")
def test_every_part_states_its_types() -> None:
    for bad in ("Blocking", ""):
        with pytest.raises(TerrainError, match="neither Heavy nor Light"):
            check_types(typed(bad))
    with pytest.raises(TerrainError, match="unknown"):
        typed("Heavy Sticky")
    for fine in ("Blocking Heavy", "Exposed", "Vantage", "Light"):
        check_types(typed(fine))
        assert len(board(typed(fine)).active) == 1


@pytest.mark.rule("KT-GEO-01", "KT-TT-00", "KT-VANT-05")
def test_types_become_flags_and_vantage_is_light_too() -> None:
    assert WALL.flags == HEAVY | OPAQUE
    assert typed("Vantage", opaque=False).flags == VANTAGE | LIGHT
    assert typed("Exposed", opaque=False).flags == CLEAR


@pytest.mark.rule("KT-GEO-01")
def test_parts_and_features_have_their_own_ids() -> None:
    with pytest.raises(TerrainError, match="this id"):
        board(WALL, WALL._replace(polygon=((0, 0), (100, 0), (100, 100))))
    with pytest.raises(TerrainError, match="belongs to"):
        Terrain(3000, 2200, (Feature("ruin", "ruin", (WALL,)),))
    with pytest.raises(TerrainError, match="not there"):
        Terrain(3000, 2200, (Feature("wall", "wall", (WALL,), ("moon",)),))
    with pytest.raises(TerrainError, match="width"):
        Terrain(0, 2200, ())
    with pytest.raises(TerrainError, match="three corners"):
        Terrain(3000, 2200, (), (Area("zone", "drop zone", ((0, 0), (100, 0))),))
    with pytest.raises(TerrainError, match="below top"):
        board(WALL._replace(bottom=300))


@pytest.mark.rule("KT-GEO-01", "KT-GEO-04")
@pytest.mark.parametrize("gap", [0, 1, 2, 3])
def test_a_gap_under_a_millimetre_between_two_pieces_of_a_wall_is_closed(gap: int) -> None:
    here = board(
        rectangle("a", (5, 5, 5.3, 8), (0, 3), "Heavy"), rectangle("b", (5, 8 + gap / 100, 5.3, 11), (0, 3), "Heavy")
    )
    along = operative(2, 8 + gap / 200), operative(9, 8 + gap / 200)
    assert not visible(here, *along)
    assert not visible(here, along[0]._replace(y=800), along[1]._replace(y=800))


@pytest.mark.rule("KT-GEO-01", "KT-GEO-04")
def test_a_gap_of_more_than_a_millimetre_stays_open() -> None:
    here = board(rectangle("a", (5, 5, 5.3, 8), (0, 3), "Heavy"), rectangle("b", (5, 8.04, 5.3, 11), (0, 3), "Heavy"))
    assert visible(here, operative(2, 8.02), operative(9, 8.02))


@pytest.mark.rule("KT-GEO-01", "KT-GEO-04")
def test_seams_between_parts_that_overlap_only_in_part_are_closed() -> None:
    # Two blocks side by side, neither face within the other: a line along the seam runs through neither footprint.
    here = board(rectangle("a", (5, 5, 9, 8), (0, 3), "Heavy"), rectangle("b", (7, 8, 12, 11), (0, 3), "Heavy"))
    assert not visible(here, operative(2, 8), operative(15, 8))
    # Stacked, one block above the other: a line at the height of the seam.
    stacked = board(
        rectangle("a", (5, 5, 6, 11), (0, 1.4), "Heavy"),
        rectangle("b", (5.5, 6, 7, 11), (1.4, 3), "Heavy"),
        rectangle("c", (3, 1, 4, 2), (0, 1), "Heavy"),
    )
    assert not visible(stacked, operative(2, 8), operative(9, 8))


@pytest.mark.rule("KT-GEO-01", "KT-GEO-04")
def test_a_level_line_does_not_slip_between_stacked_parts() -> None:
    # Eye and head of a 28 mm base are at 1.2", where the door's lower part ends.
    door = (
        rectangle("door-low", (5, 4, 5.3, 12), (0, 1.2), "Heavy"),
        rectangle("door-high", (5, 4, 5.3, 12), (1.2, 2.8), "Heavy"),
    )
    assert not visible(board(*door), operative(2, 8, mm=28), operative(9, 8, mm=28))


@pytest.mark.rule("KT-GEO-04")
def test_a_seam_between_parts_of_different_kinds_stays_open() -> None:
    # Along its lower edge a window may be looked through: the sill below is met along its face only.
    sill = rectangle("sill", (5, 4, 5.3, 12), (0, 1.4), "Heavy")
    window = rectangle("window", (5, 4, 5.3, 12), (1.4, 2.8), "Heavy", opaque=False)
    assert visible(board(sill, window), operative(2, 8), operative(9, 8))


@pytest.mark.rule("KT-GEO-01")
def test_an_overlay_selects_parts_without_a_new_board_of_shapes() -> None:
    closed = rectangle("hatch-closed", (5, 5, 5.3, 7), (0, 4), "Heavy Wall", hatch="h1", open=False)
    opening = rectangle(
        "hatch-open", (5, 5, 5.3, 7), (0, 4), "Accessible Exposed Insignificant", opaque=False, hatch="h1", open=True
    )
    leaf = rectangle("hatch-leaf", (5.3, 4.8, 7, 5), (0, 4), "Heavy Wall", hatch="h1", open=True)
    terrain = Terrain(3000, 2200, (Feature("hatch", "hatch_wall", (closed, opening, leaf)),))
    assert terrain.hatches == ("h1",)
    shut, ajar = terrain.under(), terrain.under(Overlay(open=("h1",)))
    assert list(shut.active) == [0]
    assert list(ajar.active) == [1, 2]
    assert ajar.shapes is shut.shapes
    assert terrain.under(Overlay(open=("h1",))) is ajar
    assert list(terrain.under(Overlay(removed=("hatch-closed",))).active) == []
    assert not visible(shut, operative(2, 6), operative(9, 6))
    assert visible(ajar, operative(2, 6), operative(9, 6))
    with pytest.raises(TerrainError, match="no such hatchway"):
        terrain.under(Overlay(open=("h2",)))
    with pytest.raises(TerrainError, match="no such part"):
        terrain.under(Overlay(removed=("roof",)))


@pytest.mark.rule("KT-GEO-01", "KT-EQ-10")
def test_placed_equipment_follows_the_terrain() -> None:
    terrain = board(WALL).terrain
    barricade = Feature("barricade", "heavy barricade", (rectangle("barricade", (10, 5, 10.4, 8.5), (0, 2), "Heavy"),))
    here = terrain.under(Overlay(placed=(barricade,)))
    assert [part.id for part in here.parts] == ["wall", "barricade"]
    assert shot(here, operative(7, 7), operative(14, 7)).outcomes[0].obscured == (1,)
    assert shot(terrain.under(), operative(7, 7), operative(14, 7)).outcomes[0].obscured == ()


@pytest.mark.rule("KT-GEO-01")
def test_a_terrain_keeps_only_so_many_boards_and_always_the_bare_one() -> None:
    terrain = board(WALL).terrain
    overlays = [
        Overlay(placed=(Feature("box", "box", (rectangle("box", (10 + x / 100, 5, 14, 8), (0, 2), "Light"),)),))
        for x in range(KEPT_BOARDS)
    ]
    bare, first, *others = [terrain.under(), *map(terrain.under, overlays)]
    assert terrain.under() is bare and terrain.under(overlays[-1]) is others[-1]
    again = terrain.under(overlays[0])
    assert again is not first and again.digest == first.digest


@pytest.mark.rule("KT-GEO-01")
def test_the_digest_names_the_content() -> None:
    terrain = board(WALL).terrain
    assert terrain.digest == board(WALL).terrain.digest
    assert terrain.digest != board(WALL._replace(top=201)).terrain.digest
    assert terrain.digest != terrain.under(Overlay(removed=("wall",))).digest


@pytest.mark.rule("KT-BHETA-01")
def test_connected_features_are_one_terrain() -> None:
    parts = [rectangle(name, (5 * number, 5, 5 * number + 2, 7), (0, 2), "Heavy") for number, name in enumerate("abcd")]
    features = tuple(
        Feature(name, "gantry", (part,), connects)
        for name, part, connects in zip("abcd", parts, ((), ("d",), (), ("a",)), strict=True)
    )
    assert list(Terrain(3000, 2200, features).under().group) == [0, 0, 2, 0]

"""Intervening terrain, cover, obscured, and the origin the attacker takes (KT-GEO-08 to KT-GEO-10)."""

from __future__ import annotations

import pytest

from fireteam.games.killteam.shooting.targets import cover_but_light
from fireteam.space.plane.model import Board, Feature, Part, Terrain
from fireteam.space.plane.shots import (
    BOTH,
    NEITHER,
    ONE,
    PICK,
    Outcome,
    best,
    crossings,
    deciders,
    line_height,
    nudged_shots,
    own_terrain,
    shot,
    surface,
)  # fmt: skip
from tests.space.plane.reference import board, operative, rectangle, spot


def names(here: Board, numbers: tuple[int, ...]) -> list[str]:
    """Ids of parts."""
    return [here.parts[number].id for number in numbers]


def only(here: Board, s: tuple[float, ...], t: tuple[float, ...]) -> Outcome:
    """The outcome of a shot that is the same from every origin."""
    outcomes = shot(here, operative(*s), operative(*t)).outcomes
    assert len(outcomes) == 1, outcomes
    assert outcomes[0].origins == tuple(range(25))
    return outcomes[0]


def across(
    west: float, east: float, heights: tuple[float, float] = (0, 1), traits: str = "Light", name: str = "wall"
) -> Part:
    """A wide part between x = west and x = east."""
    return rectangle(name, (west, 3, east, 19), heights, traits)


@pytest.mark.rule("KT-GEO-08", "KT-SHOOT-18")
def test_a_wide_wall_intervenes_wholly_and_a_crate_in_part() -> None:
    here = board(across(10, 10.3), rectangle("crate", (12, 11, 13, 13), (0, 1), "Light"))
    wall, crate = crossings(here, operative(6, 11), operative(16, 11), 0)
    assert (wall.part, wall.wholly, len(wall.lines)) == (0, True, 25)
    assert (crate.part, crate.wholly) == (1, False)
    # Lines are numbered from the left, as seen by the shooter: the crate lies left of the middle.
    assert crate.lines == tuple(range(12))


@pytest.mark.rule("KT-GEO-08", "KT-SHOOT-17")
def test_the_origin_without_the_crate_is_taken() -> None:
    here = board(rectangle("crate", (12.4, 11.5, 13, 13), (0, 1), "Light"))
    found = shot(here, operative(6, 11), operative(14.3, 11))
    assert [names(here, outcome.cover) for outcome in found.outcomes] == [["crate"], []]
    with_crate, without = found.outcomes
    # The first rim point faces the target; numbers run counter-clockwise: 7 is the left edge of the base, 19 the right
    # one.
    assert 7 in with_crate.origins
    assert 19 in without.origins
    assert best(found.outcomes, lambda outcome: True) == (without,)


@pytest.mark.rule("KT-GEO-08", "KT-SHOOT-19")
def test_lines_run_from_foot_to_foot() -> None:
    # On the floor every line lies at 0.1".
    under = board(across(10, 10.3, (0.1, 3)), across(12, 12.3, (0, 0.1), name="kerb"))
    assert crossings(under, operative(6, 11), operative(16, 11), 0) == ()
    assert len(crossings(board(across(10, 10.3, (0.09, 3))), operative(6, 11), operative(16, 11), 0)) == 1
    gantry = board(across(7, 15, (2.8, 3), "Vantage"))
    assert crossings(gantry, operative(6, 11), operative(16, 11), 0) == ()


@pytest.mark.rule("KT-SHOOT-19")
def test_lines_slope_between_heights() -> None:
    # Base to base 6" in plan: feet at 4.1" and 0.1"; 3" before the target a line is at 2.1", half an inch before it at
    # 0.43".
    shooter, target = operative(4, 11, 4), operative(4 + 6 + 1.26, 11)
    edge = 4 + 6 + 0.63
    middle = board(across(edge - 3, edge - 2.8, (0, 1)))
    close = board(across(edge - 0.5, edge - 0.4, (0, 1)))
    assert crossings(middle, shooter, target, 1) == ()
    assert crossings(close, shooter, target, 1)[0].wholly


@pytest.mark.rule("KT-GEO-08")
def test_a_shooter_straight_above_uses_lines_all_round() -> None:
    slab = rectangle("slab", (5, 5, 15, 15), (2.8, 3), "Vantage")
    here = board(slab)
    (crossing,) = crossings(here, operative(10, 10, 3), operative(10, 10), 0)
    assert (len(crossing.lines), crossing.wholly) == (24, True)
    # From a rim point that stands clear of the target's base there are 25.
    aside = [crossings(here, operative(10.5, 10, 3), operative(10, 10), origin)[0] for origin in (0, 13)]
    assert [len(crossing.lines) for crossing in aside] == [24, 25]
    half = board(rectangle("slab", (10, 5, 15, 15), (2.8, 3), "Vantage"))
    assert not any(crossing.wholly for crossing in crossings(half, operative(10, 10, 3), operative(10, 10), 0))


@pytest.mark.rule("KT-GEO-09", "KT-SHOOT-08")
@pytest.mark.parametrize(("gap", "cover"), [(0.9, True), (1.0, True), (1.1, False), (0.3, True)])
def test_terrain_within_an_inch_of_the_target_gives_cover(gap: float, cover: bool) -> None:
    face = 14 - 0.63 - gap
    assert bool(only(board(across(face - 0.3, face)), (6, 11), (14, 11)).cover) == cover


@pytest.mark.rule("KT-GEO-09", "KT-SHOOT-08")
def test_terrain_near_the_target_that_no_line_crosses_gives_no_cover() -> None:
    here = board(rectangle("crate", (12.5, 12, 13.3, 14), (0, 1), "Light"))
    assert only(here, (6, 11), (14, 11)).cover == ()


@pytest.mark.rule("KT-SHOOT-08", "KT-GEO-09")
def test_only_the_crossed_stretch_counts() -> None:
    # The wall's near end is a quarter inch from the target; lines from one side of a wide base cross it, but nowhere
    # nearer than 1.7".
    here = board(rectangle("wall", (8, 11.72, 13.5, 11.9), (0, 1), "Light"))
    shooter, target = operative(5, 11, mm=50), operative(14, 11)
    assert [crossing.part for crossing in crossings(here, shooter, target, 7)] == [0]
    assert [outcome.cover for outcome in shot(here, shooter, target).outcomes] == [()]
    # Reaching into the fan close to the target it gives cover.
    lower = board(rectangle("wall", (8, 11.5, 13.5, 11.9), (0, 1), "Light"))
    assert shot(lower, shooter, target).outcomes[0].cover == (0,)


@pytest.mark.rule("KT-GEO-09")
def test_the_height_of_the_crossing_does_not_matter() -> None:
    # Wall 1.2" high, 0.8" from the base; lines from 5" up cross it 0.7" above the floor, 1.06" from the base in space.
    face = 14 - 0.63 - 0.8
    here = board(across(face - 0.2, face, (0, 1.2)))
    shooter, target = operative(7.5, 11, 5), operative(14, 11)
    outcome = best(shot(here, shooter, target).outcomes, lambda outcome: True)[0]
    assert outcome.cover == (0,)
    (decider,) = deciders(here, shooter, target, outcome)
    assert decider.gives == "cover"
    assert decider.to_target == pytest.approx(0.8, abs=0.1)
    assert decider.at[2] > 0.5


@pytest.mark.rule("KT-GEO-09")
def test_the_far_end_of_the_stretch_decides() -> None:
    face = 14 - 0.63 - 0.9
    assert only(board(across(face - 2, face)), (6, 11), (14, 11)).cover == (0,)


@pytest.mark.rule("KT-GEO-09")
def test_a_part_the_target_cannot_see_gives_no_cover() -> None:
    ledge = across(13.2, 13.3, (0, 0.3), name="ledge")
    slab = rectangle("slab", (13.2, 3, 15, 19), (0.6, 0.8), "Exposed")
    assert only(board(ledge), (6, 11), (14.2, 11)).cover == (0,)
    assert only(board(ledge, slab), (6, 11), (14.2, 11)).cover == ()


@pytest.mark.rule("KT-GEO-09", "KT-SHOOT-05", "KT-SHOOT-09")
@pytest.mark.parametrize(("apart", "cover"), [(2.0, False), (2.1, True), (6.0, True)])
def test_no_cover_within_two_inches(apart: float, cover: bool) -> None:
    here = board(across(13.0 - 0.13, 13.0))
    found = shot(here, operative(13.75 - apart - 1.26, 11), operative(13.75, 11))
    assert found.near != cover
    assert all(bool(outcome.cover) == cover for outcome in found.outcomes)


@pytest.mark.rule("KT-GEO-09", "KT-TT-05")
def test_exposed_parts_give_neither_cover_nor_obscure() -> None:
    wire = rectangle("wire", (12.5, 3, 12.9, 19), (0, 0.5), "Exposed", opaque=False)
    here = board(wire, across(10, 10.3, (0, 1), "Exposed Heavy", "fence"))
    outcome = only(here, (6, 11), (14, 11))
    assert (outcome.cover, outcome.obscured) == ((), ())
    assert len(crossings(here, operative(6, 11), operative(14, 11), 0)) == 2


@pytest.mark.rule("KT-VANT-05", "KT-GEO-09")
def test_a_floor_gives_light_cover_to_those_on_it() -> None:
    here = board(rectangle("tower", (10, 8, 14, 14), (2.8, 3), "Vantage"))
    outcome = only(here, (4, 11), (11.13, 11, 3))
    assert outcome.cover == (0,)
    assert cover_but_light(here, outcome) == ()


@pytest.mark.rule("KT-GEO-10", "KT-SHOOT-13", "KT-TT-04")
def test_heavy_terrain_more_than_an_inch_from_both_obscures() -> None:
    assert only(board(across(9.8, 10.1, traits="Heavy")), (6, 11), (14, 11)).obscured == (0,)
    assert only(board(across(9.8, 10.1, traits="Light")), (6, 11), (14, 11)).obscured == ()
    near_target = only(board(rectangle("wall", (12.47, 10.6, 12.57, 11.4), (0, 1), "Heavy")), (6, 11), (14, 11))
    assert (near_target.cover, near_target.obscured) == ((0,), ())
    near_shooter = only(board(rectangle("wall", (7.43, 10.6, 7.53, 11.4), (0, 1), "Heavy")), (6, 11), (14, 11))
    assert (near_shooter.cover, near_shooter.obscured) == ((), ())
    gap = only(board(rectangle("vent", (9.8, 3, 10.1, 19), (0, 1), "Blocking Heavy", opaque=False)), (6, 11), (14, 11))
    assert gap.obscured == (0,)


@pytest.mark.rule("KT-GEO-10")
def test_a_long_wall_obscures_where_it_is_crossed_far_away() -> None:
    # 10" long, crossed 3" from both bases, its ends bent round within an inch of either.
    wall = rectangle("wall", (9.9, 6, 10.1, 16), (0, 1), "Heavy")
    arms = (
        rectangle("wall-south", (6, 12, 9.9, 12.2), (0, 1), "Heavy"),
        rectangle("wall-north", (10.1, 9.8, 14, 10), (0, 1), "Heavy"),
    )
    outcomes = shot(board(wall, *arms), operative(6.3, 11), operative(13.7, 11)).outcomes
    assert all(0 in outcome.obscured for outcome in outcomes)


@pytest.mark.rule("KT-GEO-10", "KT-SHOOT-13", "KT-SHOOT-16")
def test_a_deep_block_at_the_target_gives_cover_and_obscures() -> None:
    here = board(across(10.37, 13.37, traits="Heavy"))
    outcome = only(here, (5, 11), (14, 11))
    assert (outcome.cover, outcome.obscured, outcome.rank) == ((0,), (0,), PICK)
    deciding = deciders(here, operative(5, 11), operative(14, 11), outcome)
    assert [decider.gives for decider in deciding] == ["cover", "obscured"]
    assert deciding[0].to_target <= 1.001
    assert min(deciding[1].to_target, deciding[1].to_shooter) > 1.001


@pytest.mark.rule("KT-GEO-10", "KT-VANT-04")
def test_the_ruin_one_stands_on_does_not_obscure() -> None:
    level = rectangle("ruin-level", (3, 8, 7, 14), (2.8, 3), "Vantage")
    wall = rectangle("ruin-wall", (9, 8, 9.2, 14), (0, 3.5), "Heavy")
    other = rectangle("other", (12, 8, 12.3, 14), (0, 2.5), "Heavy")
    shooter, target = (4, 11, 3), (17, 11)
    assert only(board(level, wall), shooter, target).obscured == ()
    assert only(board(level, wall), target, shooter).obscured == ()
    assert only(board(level, wall._replace(feature="other")), shooter, target).obscured == (1,)
    assert only(board(level, wall, other), shooter, target).obscured == (2,)
    # On the floor beside it the same wall obscures.
    assert only(board(level, wall), (4, 11, 0), target).obscured == (1,)


@pytest.mark.rule("KT-VANT-04", "KT-BHETA-01")
def test_connected_features_do_not_obscure_from_each_other() -> None:
    level = rectangle("gantry", (3, 8, 7, 14), (2.8, 3), "Vantage")
    pillar = rectangle("pier", (9, 8, 9.6, 14), (0, 2.8), "Heavy")
    features = (Feature("gantry", "gantry", (level,), ("pier",)), Feature("pier", "gantry", (pillar,)))
    here = Terrain(3000, 2200, features).under()
    assert only(here, (4, 11, 3), (17, 11)).obscured == ()
    assert only(board(level, pillar), (4, 11, 3), (17, 11)).obscured == (1,)


@pytest.mark.rule("KT-GEO-10", "KT-VANT-04")
def test_from_a_fire_step_the_stronghold_still_obscures() -> None:
    step = rectangle("house-step", (5, 8, 7, 14), (0, 0.5), "Vantage Insignificant Exposed")
    wall = rectangle("house-wall", (9, 8, 9.2, 14), (0, 1), "Heavy")
    here = board(step, wall)
    shooter = operative(6, 11, 0.5)
    assert surface(here, shooter) == 0
    assert own_terrain(here, 0) == -1
    assert shot(here, shooter, operative(17, 11)).outcomes[0].obscured == (1,)


@pytest.mark.rule("KT-GEO-08", "KT-VOLK-03")
def test_a_level_may_say_at_which_height_its_lines_run() -> None:
    ruin = rectangle("ruin", (3, 8, 7, 14), (2.3, 2.5), "Vantage", line_z=300)
    tower = rectangle("tower", (15, 8, 19, 14), (2.8, 3), "Vantage")
    here = board(ruin, tower, rectangle("beam", (10, 5, 10.3, 17), (2.6, 3.05), "Heavy"))
    shooter, target = operative(5, 11, 2.5), operative(17, 11, 3)
    assert line_height(here, shooter, surface(here, shooter)) == pytest.approx(3.1)
    # Both at 3.1": level lines above the beam.
    assert all(crossing.part != 2 for crossing in crossings(here, shooter, target, 0))
    sloped = board(ruin._replace(line_z=None), tower, rectangle("beam", (10, 5, 10.3, 17), (2.6, 3.05), "Heavy"))
    assert any(crossing.part == 2 for crossing in crossings(sloped, shooter, target, 0))


@pytest.mark.rule("KT-GEO-10", "KT-EQ-18")
def test_smoke_obscures_both_ways_from_more_than_two_inches() -> None:
    smoke = (spot(10, 10, mm=20),)
    here, target = board(), operative(10, 10)
    far = shot(here, operative(17.26, 10), target, smoke=smoke)
    assert (far.smoked, far.outcomes[0].smoke, far.outcomes[0].rank) == (True, True, ONE)
    near = shot(here, operative(13.26, 10), target, smoke=smoke)
    assert (near.smoked, near.outcomes[0].smoke, near.outcomes[0].rank) == (False, False, NEITHER)
    outward = shot(here, target, operative(17.26, 10), smoke=smoke)
    assert (outward.smoked, outward.outcomes[0].smoke) == (False, True)
    assert not shot(here, operative(17.26, 10), operative(10.8, 10), smoke=smoke).outcomes[0].smoke
    crate = board(rectangle("crate", (10.9, 3, 11.1, 19), (0, 1), "Light"))
    assert shot(crate, operative(17.26, 10), target, smoke=smoke).outcomes[0].rank == BOTH


@pytest.mark.rule("KT-EQ-14")
def test_a_portable_barricade_covers_only_those_who_touch_it() -> None:
    shield = rectangle("shield", (12.8, 10, 13, 12), (0, 1), "Light Portable Protective")
    assert only(board(shield), (6, 11), (13.63, 11)).cover == (0,)
    assert only(board(shield), (6, 11), (14.13, 11)).cover == ()
    feet = rectangle("shield", (12.8, 10, 13, 12), (0, 1), "Light Portable Feet")
    assert only(board(feet), (6, 11), (13.63, 11)).cover == ()


def outcome(cover: tuple[int, ...] = (), obscured: tuple[int, ...] = (), *, smoke: bool = False) -> Outcome:
    """An outcome whose parts are features of the same number."""
    return Outcome((0,), cover, obscured, cover, obscured, smoke)


@pytest.mark.rule("KT-SHOOT-16", "KT-SHOOT-17")
def test_outcomes_rank_by_what_helps_the_target() -> None:
    assert outcome().rank == NEITHER
    assert outcome((1,)).rank == outcome((), (1,)).rank == outcome(smoke=True).rank == ONE
    assert outcome((1,), (1,)).rank == PICK
    assert outcome((1,), (2,)).rank == outcome((1, 2), (1,)).rank == outcome((1,), (1, 2)).rank == BOTH
    assert outcome((1,), (1,), smoke=True).rank == BOTH


@pytest.mark.rule("KT-SHOOT-17")
def test_the_attacker_takes_the_best_origin_or_is_asked() -> None:
    nothing, cover, obscured, pick, both = (
        outcome(),
        outcome((1,)),
        outcome((), (2,)),
        outcome((1,), (1,)),
        outcome((1,), (2,)),
    )

    def anything(found: Outcome) -> bool:
        return True

    def in_the_open(found: Outcome) -> bool:
        return not found.in_cover

    assert best((both, pick, cover, nothing), anything) == (nothing,)
    assert best((both, pick, cover), anything) == (cover,)
    assert best((both, pick), anything) == (pick,)
    assert best((cover, obscured, both), anything) == (cover, obscured)
    # A Conceal target is valid only from origins without cover.
    assert best((cover, obscured, both), in_the_open) == (obscured,)
    # If no origin makes it valid, all of them count.
    assert best((cover, both), in_the_open) == (cover,)
    light, heavy = outcome((1,)), outcome((3,))
    assert best((light, heavy), anything) == (light,)


@pytest.mark.rule("KT-SHOOT-17", "KT-GEO-08")
def test_cover_alone_on_one_side_and_obscured_alone_on_the_other() -> None:
    crate = rectangle("crate", (12.62, 11.41, 12.92, 14), (0, 1), "Light")
    ruin = rectangle("ruin", (8.05, 8, 8.35, 11.35), (0, 1), "Heavy")
    found = shot(board(crate, ruin), operative(6, 11, mm=50), operative(14.3, 11, mm=25))
    given = [(outcome.cover, outcome.obscured, len(outcome.origins)) for outcome in found.outcomes]
    assert given == [((), (1,), 13), ((0,), (1,), 6), ((0,), (), 6)]
    assert best(found.outcomes, lambda outcome: True) == (found.outcomes[0], found.outcomes[2])


@pytest.mark.rule("KT-GEO-10", "KT-GEO-08")
def test_obscured_from_a_tower_past_a_ruin() -> None:
    here = board(
        rectangle("house-level", (0, 6, 5, 14), (2.8, 3), "Vantage"),
        rectangle("house-wall", (4.8, 6, 5, 14), (0, 2.8), "Heavy"),
        rectangle("house-parapet", (4.8, 6, 5, 14), (3, 3.8), "Heavy"),
        rectangle("ruin", (9.5, 8, 9.7, 12), (0, 2), "Heavy"),
    )
    outcome = only(here, (4, 10, 3), (15, 10))
    assert (outcome.cover, outcome.obscured) == ((), (3,))


@pytest.mark.rule("KT-GEO-10")
def test_a_low_wall_in_the_middle_obscures_from_every_origin() -> None:
    found = shot(board(rectangle("wall", (7, 8, 7.3, 14), (0, 1), "Heavy")), operative(2, 11), operative(12, 11))
    assert found.visible
    assert [(outcome.cover, outcome.obscured, len(outcome.origins)) for outcome in found.outcomes] == [((), (0,), 25)]


@pytest.mark.rule("KT-GEO-08", "KT-GEO-09")
@pytest.mark.parametrize("target", [(10.9, 10), (9.0, 7.35)])
def test_through_the_gap_of_a_wall_and_beside_it(target: tuple[float, float]) -> None:
    here = board(
        rectangle("house-south", (10, 6, 10.2, 9), (0, 3), "Heavy"),
        rectangle("house-north", (10, 11, 10.2, 14), (0, 3), "Heavy"),
    )
    assert shot(here, operative(3, 10), operative(*target)).visible
    assert only(here, (3, 10), target).rank == NEITHER


@pytest.mark.rule("KT-GEO-09", "KT-VANT-02")
def test_shooting_down_at_a_barricade() -> None:
    here = board(
        rectangle("tower", (0, 8, 4, 14), (2.8, 3), "Vantage"),
        rectangle("bar", (9.17, 9.75, 9.37, 12.25), (0, 1), "Light"),
    )
    outcome = only(here, (3, 11, 3), (10.5, 11))
    assert outcome.cover == (1,)
    assert cover_but_light(here, outcome) == ()


@pytest.mark.rule("KT-GEO-09")
def test_a_hundredth_of_an_inch_changes_what_is_marginal() -> None:
    target, shooter = operative(14, 11), operative(6, 11)

    def covers(far: float) -> set[bool]:
        return {
            any(outcome.in_cover for outcome in found.outcomes)
            for found in nudged_shots(board(across(12.0, far)), shooter, target)
        }

    assert covers(12.37) == {False, True}
    assert covers(12.6) == {True}


@pytest.mark.rule("KT-GEO-08")
def test_asking_again_gives_the_answer_kept() -> None:
    here = board(across(10, 10.3))
    assert shot(here, operative(6, 11), operative(14, 11)) is shot(here, operative(6, 11), operative(14, 11))

"""Driving: what each action of a vehicle allows, what it costs, and why more is refused."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import fighter, vehicle, weapon
from fireteam.games.necromunda.state import MOBILE, PINNED, STALLED
from fireteam.space.plane.free.plan import DANGEROUS, DIFFICULT, Patch
from tests.necromunda.driving import AWAY, FAR, drive, gun, keys, refused
from tests.necromunda.ground import block, box, ground, platform
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers, place

MENU = [
    "vehicle_move", "maneuver", "move_and_shoot", "fire_all", "vehicle_aim", "drift", "ram", "spin", "full_throttle",
    "end",
]  # fmt: skip
"""What a Mobile vehicle is offered whose guns are loaded."""


# -- menus -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-01", "NE-ACT-05", "NE-VEH-07", "NE-VEH-08")
def test_each_status_has_its_own_menu() -> None:
    match = drive(None, gun())
    assert offers(match) == MENU
    for key in ("jump start", "turn over", "free wheel"):
        assert refused(match, key)[0] == "NE-ACT-05"
    assert refused(match, "vehicle reload")[0] == "NE-VEH-08"
    match = drive(None, gun(), models={"V": {"stance": STALLED, "empty": frozenset({"hull-gun"})}})
    assert offers(match) == ["fire_all", "jump_start", "turn_over", "free_wheel", "end"]
    for key in ("move", "maneuver", "move and shoot", "aim the guns", "vehicle reload", "drift", "ram", "spin"):
        assert refused(match, key)[0] == "NE-ACT-05", key
    assert refused(match, "full throttle")[0] == "NE-ACT-05"


@pytest.mark.rule("NE-VEH-01", "NE-ACT-02", "NE-ACT-03", "NE-ACT-04")
def test_after_one_action_double_ones_and_the_same_basic_one_are_gone() -> None:
    match = drive()
    answer(match, "move", "drive 7.00")
    assert offers(match) == [kind for kind in MENU if kind not in ("ram", "full_throttle")]
    assert refused(match, "ram")[0] == "NE-ACT-04"
    match = drive([4, 4])
    answer(match, "spin", "left 10")
    assert refused(match, "spin")[0] == "NE-ACT-02"
    answer(match, "move", "drive 7.00")
    assert match.state.active != number(match, "V")


@pytest.mark.rule("NE-VEH-01", "NE-VEH-14")
def test_a_started_engine_gives_the_menu_of_the_mobile() -> None:
    match = drive([3, 3], gun(), models={"V": {"stance": STALLED, "wounds": 2}})
    answer(match, "jump start")
    assert offers(match) == [kind for kind in MENU if kind not in ("ram", "full_throttle")] and all_dice_used(match)


# -- Move, Maneuver ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-02")
def test_a_move_is_straight_with_one_turn() -> None:
    match = drive()
    answer(match, "move")
    assert refused(match, "drive 3.00 left 30 left 30") == (
        "NE-VEH-02",
        "drive 3.00 left 30 left 30 is not possible; this does not hold: it turns at most 1 times (NE-VEH-02)",
    )
    assert "at most 90 degrees" in refused(match, "left 91")[1]
    assert 'at most 7.00"' in refused(match, "drive 7.01")[1]
    assert "forward or back as the action says" in refused(match, "back 1.00")[1]
    answer(match, "drive 3.00 left 60 drive 4.00")
    assert place(match, "V") == (5, 3.46) and model(match, "V").facing == 60
    assert model(match, "V").moved == 700


@pytest.mark.rule("NE-VEH-02", "NE-VCOL-05")
def test_a_turn_before_the_move_runs_over_whoever_the_corner_sweeps() -> None:
    """A corner of the hull is 2.24" from its middle; the fighter's base begins 2.1" from it, beside the hull."""
    match = drive([2, 1], m=5, foes=[fighter("Q"), fighter("E")], places={"Q": (1.2, 2.31), "E": (-25, 25)})
    answer(match, "move", "left 90", "nobody strikes at it")
    assert model(match, "V").facing == 90 and place(match, "V") == (0, 0)
    x, y = place(match, "Q")
    assert (x**2 + y**2) ** 0.5 == pytest.approx(2.236 + 1 + 0.5, abs=0.015), "clear of the swept disc by an inch"
    assert model(match, "Q").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-VEH-02", "NE-VCOL-04")
def test_a_wall_stops_a_turn_and_is_a_collision() -> None:
    wall = block("wall", "wall", 1.8, 1.2, 2.2, 6)
    match = drive([1], on=ground(wall))
    answer(match, "move", "left 90 drive 3.00")
    assert model(match, "V").facing == 6 and place(match, "V") == (0, 0), "and the rest of the move is lost"
    assert "V runs into Block 1, which stops it." in match.told
    assert all_dice_used(match) and "vehicle_move" in offers(match)


@pytest.mark.rule("NE-VEH-04")
def test_a_maneuver_turns_as_often_as_it_likes() -> None:
    match = drive(m=8)
    answer(match, "maneuver forward")
    assert 'at most 4.00"' in refused(match, "drive 4.01")[1]
    assert refused(match, "back 1.00")[0] == "NE-VEH-04"
    answer(match, "drive 1.00 left 90 drive 1.00 left 90 drive 2.00")
    assert place(match, "V") == (-1, 1) and model(match, "V").facing == 180
    answer(match, "maneuver backward")
    assert refused(match, "drive 1.00")[0] == "NE-VEH-04"
    assert refused(match, "back 1.00 drive 1.00")[0] == "NE-VEH-04", "not both in one action"
    answer(match, "back 4.00")
    assert place(match, "V") == (3, 1)


@pytest.mark.rule("NE-HR-06", "NE-VEH-04")
def test_an_inch_between_two_turns_if_the_match_says_so() -> None:
    match = drive(options={"opt_maneuver_pivot_spacing": True})
    answer(match, "maneuver forward")
    assert 'it goes 1" between two turns' in refused(match, "left 90 drive 0.99 left 90")[1]
    answer(match, "left 90 drive 1.00 left 90")
    assert model(match, "V").facing == 180


# -- ground ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-32")
def test_rubble_costs_wheels_double_and_tracks_nothing() -> None:
    rubble = ground(Patch("rubble", box(1, -5, 10, 5), 0, DIFFICULT))
    for locomotion, farthest, too_far in (
        ("wheeled", 4.0, 4.01), ("walker", 4.0, 4.01), ("tracked", 7.0, 7.01), ("skimmer", 7.0, 7.01),
    ):  # fmt: skip
        match = drive([4, 4], on=rubble, locomotion=locomotion)
        answer(match, "move")
        assert refused(match, f"drive {too_far:.2f}")[0] == "NE-VEH-02", locomotion
        answer(match, f"drive {farthest:.2f}")
        assert place(match, "V") == (farthest, 0), locomotion
        assert all_dice_used(match) is (locomotion == "skimmer"), "a skimmer that ends on rubble tests Handling"


@pytest.mark.rule("NE-VEH-32", "NE-VHIT-08")
def test_a_skimmer_that_comes_down_badly_is_hit_in_the_drive() -> None:
    slag = ground(Patch("slag", box(1, -5, 10, 5), 0, DIFFICULT | DANGEROUS))
    match = drive([3, 3, 4, 5], on=slag, locomotion="skimmer", w=3)
    answer(match, "move", "drive 3.00")
    assert model(match, "V").wounds == 1 and model(match, "V").handling == 2, "Catastrophic"
    assert all_dice_used(match) and place(match, "V") == (3, 0), "9 against Handling 7+, two worse now"
    match = drive(on=slag, locomotion="skimmer")
    answer(match, "full throttle", "drive 15.00")
    assert place(match, "V") == (15, 0), "over it and off it again nothing happens"


@pytest.mark.rule("NE-VEH-32")
def test_a_walker_turns_as_often_as_it_likes() -> None:
    match = drive(locomotion="walker")
    answer(match, "move", "left 90 drive 2.00 right 90 drive 2.00 left 45")
    assert place(match, "V") == (2, 2) and model(match, "V").facing == 45


@pytest.mark.rule("NE-VEH-03", "NE-VFALL-01")
def test_a_lower_far_side_is_reached_without_a_fall() -> None:
    """A hull of 5" over a gap of 3" onto a deck 2" lower."""
    levels = ground(platform("high", -10, -5, 2, 5, 400), platform("low", 5, -5, 25, 5, 200))
    match = lay(
        [vehicle("V", m=8, hnd=7)], [FAR], {"V": (-2, 0, 4, 0), **AWAY}, [], active="V", on=levels,
    )  # fmt: skip
    answer(match, "full throttle", "drive 14.00")
    assert place(match, "V") == (12, 0) and model(match, "V").z == 200 and model(match, "V").wounds == 3


@pytest.mark.rule("NE-VEH-03", "NE-VFALL-01")
def test_a_higher_far_side_is_not_reached() -> None:
    """A hull of 5" over a gap of 4" to a deck 1" higher: it falls 4" when its middle passes the rim."""
    levels = ground(platform("low", -10, -5, 2, 5, 400), platform("high", 6, -5, 25, 5, 500))
    match = lay(
        [vehicle("V", m=8, hnd=5)], [FAR], {"V": (-2, 0, 4, 0), **AWAY}, [1, 4, 4], active="V", on=levels,
    )  # fmt: skip
    answer(match, "full throttle", "drive 14.00")
    assert model(match, "V").z == 0 and model(match, "V").facing == 0 and place(match, "V")[1] == 0
    assert all_dice_used(match)


# -- Move & Shoot, Fire All, Aim, Reload -------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-05")
def test_a_shot_in_the_middle_of_half_a_move() -> None:
    match = drive([6, 2, 1], gun("left", arcs=("left",)), gun(), foes=[FAR, fighter("Q")],
                  places={**AWAY, "Q": (12, 0)})  # fmt: skip
    answer(match, "move and shoot")
    assert refused(match, "drive 3.51")[0] == "NE-VEH-05", "half of 7 is 3.5"
    answer(match, "drive 2.00")
    assert offers(match) == ["shoot", "shots_done"], "a move in two parts has a shot between them"
    answer(match, "shoot Q with hull gun")
    assert all_dice_used(match) and "shoot" not in offers(match)
    assert refused(match, "drive 1.51")[0] == "NE-VEH-05"
    answer(match, "drive 1.50")
    assert place(match, "V") == (3.5, 0)
    assert refused(match, "fire all")[0] == "NE-VEH-06"


@pytest.mark.rule("NE-VEH-05")
def test_the_turn_of_half_a_move_is_one_in_all_its_parts() -> None:
    match = drive([1, 2], gun(), foes=[FAR, fighter("Q")], places={**AWAY, "Q": (0, 12)})
    answer(match, "move and shoot", "left 90", "shoot Q with hull gun")
    assert "turns at most 0" in refused(match, "left 10 drive 1.00")[1]
    answer(match, "no more")
    assert place(match, "V") == (0, 0) and model(match, "V").facing == 90


@pytest.mark.rule("NE-VEH-05", "NE-VCOL-04")
def test_a_move_that_a_wall_has_stopped_does_not_go_on_after_the_shot() -> None:
    wall = block("wall", "wall", 3, -6, 3.4, 0.5)
    match = drive([1, 1, 2], gun(), on=ground(wall), foes=[FAR, fighter("Q")], places={**AWAY, "Q": (15, 3.5)})
    answer(match, "move and shoot", "drive 1.50")
    assert place(match, "V") == (1, 0)
    answer(match, "shoot Q with hull gun")
    assert match.decision is not None and match.decision.topic == "action of V" and all_dice_used(match)


@pytest.mark.rule("NE-VEH-05", "NE-HR-04")
def test_sidearms_of_the_crew_are_fired_ahead_from_the_nearest_point_of_the_hull() -> None:
    snub = weapon("snub", "Sidearm", category="pistol", short=6, long=12, accuracy=(2, 0), strength=3, ammo=4)
    torch = weapon("torch", category="pistol", short=6, long=12, accuracy=(0, 0), strength=3, ammo=4)
    at = {"E": (-14.4, 0), "Q": (14.4, 0)}
    match = drive([4, 2, 1], snub, torch, foes=[FAR, fighter("Q")], places=at)
    answer(match, "move and shoot")
    assert [key for key in keys(match) if key.startswith("shoot")] == ["shoot Q with snub"]
    answer(match, "shoot Q with snub")
    assert model(match, "Q").stance == PINNED and all_dice_used(match), '11.9" from the nose: in long range'
    match = drive(None, snub, torch, foes=[FAR, fighter("Q")], places=at,
                  options={"hr_vehicle_pistols_no_sidearm": True})  # fmt: skip
    answer(match, "move and shoot")
    assert "shoot Q with torch" in keys(match)


@pytest.mark.rule("NE-VEH-06", "NE-TRT-32")
def test_fire_all_fires_every_gun_of_the_crew_gun_by_gun() -> None:
    side = gun("side gun", arcs=("left",))
    deck = gun("deck gun", arcs=("front",), by_passenger=True)
    match = drive([6, 2, 1, 1, 2], gun(), side, deck, foes=[FAR, fighter("Q"), fighter("R")],
                  places={"E": (-25, 0), "Q": (10, 0), "R": (0, 10)})  # fmt: skip
    answer(match, "fire all", "shoot Q with hull gun")
    assert model(match, "Q").stance == PINNED
    assert keys(match) == ["shoot R with side gun", "leave side gun silent"]
    answer(match, "shoot R with side gun")
    assert all_dice_used(match) and model(match, "R").stance != PINNED
    for key in ("move and shoot", "fire all"):
        assert refused(match, key)[0] in ("NE-ACT-02", "NE-VEH-06")
    assert refused(match, "move and shoot")[0] == "NE-VEH-06"
    assert place(match, "V") == (0, 0)


@pytest.mark.rule("NE-VEH-06")
def test_a_gun_may_be_left_silent() -> None:
    match = drive(None, gun(), foes=[FAR, fighter("Q")], places={**AWAY, "Q": (10, 0)})
    answer(match, "fire all", "leave hull gun silent")
    assert all_dice_used(match) and "fire_all" not in offers(match)


@pytest.mark.rule("NE-VEH-07")
def test_aim_helps_all_guns_of_fire_all_and_not_the_shot_of_move_and_shoot() -> None:
    """BS 4+: a 3 hits only with the +1 of Aim."""
    foes, at = [FAR, fighter("Q", w=2)], {**AWAY, "Q": (10, 0)}
    match = drive([3, 2, 1, 3, 2, 1], gun("a"), gun("b"), foes=foes, places=at)
    answer(match, "aim the guns", "fire all", "shoot Q with a", "shoot Q with b")
    assert all_dice_used(match) and model(match, "Q").stance == PINNED
    match = drive([3, 2], gun("a"), foes=foes, places=at)
    answer(match, "aim the guns", "move and shoot", "shoot Q with a")
    assert all_dice_used(match) and model(match, "Q").stance != PINNED
    match = drive([3, 2, 1], gun("a"), foes=foes, places=at, options={"vehicle_aim_move_shoot": True})
    answer(match, "aim the guns", "move and shoot", "shoot Q with a")
    assert all_dice_used(match) and model(match, "Q").stance == PINNED
    match = drive(None, gun("a"))
    answer(match, "aim the guns")
    assert refused(match, "aim the guns")[0] == "NE-ACT-02"


@pytest.mark.rule("NE-VEH-08", "NE-HR-01")
def test_the_crew_reloads_its_own_weapons() -> None:
    deck = gun("deck gun", by_passenger=True)
    dry = {"V": {"empty": frozenset({"hull-gun", "deck-gun"})}}
    match = drive([5], gun(), deck, models=dry)
    assert "reload the deck gun" not in keys(match)
    answer(match, "reload the hull gun")
    assert model(match, "V").empty == {"deck-gun"} and all_dice_used(match)
    match = drive([3], gun(), models=dry)
    answer(match, "reload the hull gun")
    assert "hull-gun" in model(match, "V").empty and "vehicle_reload" in offers(match), "Ammo 4+, and Simple"
    match = drive(None, gun(), models=dry, options={"hr_reload_double": True})
    answer(match, "move", "drive 1.00")
    assert refused(match, "vehicle reload")[0] == "NE-ACT-04"


# -- Drift, Spin -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-09")
def test_a_drift_slides_into_a_side_arc_and_tests_at_plus_one() -> None:
    match = drive([3, 3])
    answer(match, "drift")
    assert refused(match, "slide 1.00 towards 26")[0] == "NE-VEH-09", "the diagonal of 4 by 2 is at 26.6 degrees"
    assert refused(match, "slide 1.00 towards 154")[0] == "NE-VEH-09"
    assert refused(match, "slide 3.51 towards 90")[0] == "NE-VEH-09"
    assert refused(match, "drive 1.00")[0] == "NE-VEH-09"
    answer(match, "slide 3.50 towards 27")
    assert model(match, "V").facing == 0 and place(match, "V") == (3.12, 1.59)
    assert all_dice_used(match), "6 and 1 reach 7+"


@pytest.mark.rule("NE-VEH-09", "NE-VLOC-02")
def test_a_drift_of_nothing_tests_all_the_same() -> None:
    match = drive([3, 2, 1, 6])
    answer(match, "drift", "slide 0.00 towards 90")
    assert model(match, "V").facing == 315, "5 and 1: it swerves to the right"
    assert place(match, "V") == (2.47, -2.47) and all_dice_used(match)


@pytest.mark.rule("NE-VEH-12", "NE-VLOC-02")
def test_a_spin_that_fails_swerves_on_the_spot() -> None:
    match = drive([3, 2, 1, 1], hnd=6)
    answer(match, "spin")
    assert refused(match, "drive 3.51")[0] == "NE-VEH-12" and refused(match, "left 181")[0] == "NE-VEH-12"
    answer(match, "drive 1.00 left 180 drive 2.00")
    assert model(match, "V").facing == 225, "a swerve to the left, and the rest of the way is lost"
    assert place(match, "V") == (-1.47, -2.47) and all_dice_used(match)


@pytest.mark.rule("NE-VEH-12")
def test_a_spin_without_a_turn_needs_no_test() -> None:
    match = drive()
    answer(match, "spin", "drive 3.50")
    assert place(match, "V") == (3.5, 0) and all_dice_used(match)


@pytest.mark.rule("NE-VEH-12", "NE-VEH-13", "NE-VCOL-04")
def test_a_turn_that_a_wall_stops_is_tested_for_as_well() -> None:
    wall = block("wall", "wall", 1.8, 1.2, 2.2, 6)
    match = drive([3, 4, 1], on=ground(wall))
    answer(match, "spin", "left 180 drive 3.00")
    assert model(match, "V").facing == 6 and all_dice_used(match), "held, and then the hit of the wall"


# -- the limit of a damaged engine -------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VHIT-06", "NE-VEH-13")
def test_an_engine_without_power_goes_its_movement_in_all_actions_together() -> None:
    match = drive(models={"V": {"capped": True}})
    answer(match, "move", "drive 5.00", "maneuver forward")
    assert 'at most 2.00"' in refused(match, "drive 2.01")[1]
    answer(match, "drive 2.00")
    match = drive([6], models={"V": {"capped": True}})
    answer(match, "ram")
    assert 'at most 7.00"' in refused(match, "drive 7.01")[1], "whatever the D6 says"
    match = drive(models={"V": {"capped": True}})
    answer(match, "full throttle")
    assert 'at most 7.00"' in refused(match, "drive 7.01")[1] and model(match, "V").stance == MOBILE


@pytest.mark.rule("NE-STAT-07", "NE-STAT-06")
def test_an_engine_that_dies_by_a_reaction_takes_the_move_with_it() -> None:
    club = weapon("club", "Melee", category="close", melee=True, strength=8, ap=-6)
    match = drive([4, 5, 5, 6, 1, 1], foes=[fighter("Q", club, ws=3, i=3), FAR],
                  places={"Q": (2.8, 0, 0, 180), **AWAY})  # fmt: skip
    answer(match, "maneuver backward", "back 3.00", "Q strikes at it", "fight with club", "Engine is hit")
    assert place(match, "V") == (0, 0) and model(match, "V").stance == STALLED and all_dice_used(match)
    assert offers(match) == ["fire_all", "jump_start", "turn_over", "free_wheel", "end"]

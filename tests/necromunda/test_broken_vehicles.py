"""Vehicles whose nerve is gone: Break For Air and Burn Out."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, rifle, vehicle
from fireteam.games.necromunda.cards import Card
from fireteam.games.necromunda.state import MOBILE, STALLED
from tests.necromunda.driving import SMALL, keys, refused
from tests.necromunda.ground import block, ground
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, place
from tests.necromunda.test_vehicle_hits import LANCE

BROKEN = {"conditions": frozenset({"broken"})}


def flee(dice: list[Any], foe: tuple[float, float], **more: Any) -> Match:
    """A Broken vehicle in the middle is activated, with one enemy on the table."""
    own = {**BROKEN, **more.pop("own", {})}
    return lay(
        [vehicle("V", **SMALL, m=7, hnd=7)], [fighter("E", rifle())], {"V": (0, 0, 0, 0), "E": foe}, dice, active="V",
        models={"V": own}, **more,
    )  # fmt: skip


@pytest.mark.rule("NE-VEH-18", "NE-VEH-19", "NE-VEH-01")
def test_a_broken_vehicle_that_is_activated_has_no_choice_but_where_to() -> None:
    match = flee([2, 1, 1], (-10, 0))
    assert match.decision is not None and match.decision.topic == "refuge of V"
    assert 'at most 4.00"' in refused(match, "drive 4.01")[1] and refused(match, "back 1.00")[0] == "NE-VEH-19"
    answer(match, "drive 4.00 left 90")
    assert place(match, "V") == (4, 0) and match.state.active != number(match, "V") and all_dice_used(match)
    match = flee([3], (-10, 0), own={"stance": STALLED})
    assert match.decision is not None and match.decision.topic == "smoke of V"


@pytest.mark.rule("NE-VEH-19", "NE-BRK-03")
def test_an_end_as_good_as_the_best_within_a_twentieth_of_an_inch_is_as_good() -> None:
    """In the open the farthest is best: 4" ahead, and the flank to the enemy, whose base is 13" away then."""
    match = flee([1, 1, 2], (-10.5, 0))
    rule, words = refused(match, "drive 3.94 left 90")
    assert rule == "NE-VEH-19" and '13.00" from the nearest enemy' in words
    assert refused(match, "drive 4.00")[0] == "NE-VEH-19", "with its tail to the enemy it is an inch nearer"
    answer(match, "drive 3.96 left 90")
    assert place(match, "V") == (3.96, 0)


@pytest.mark.rule("NE-VEH-19")
def test_out_of_sight_comes_before_far_away() -> None:
    """A wall beside the road hides a hull 6" ahead; 6" to the south is farther from the enemy, and in its sight."""
    wall = block("wall", "wall", 3, 1.5, 15, 1.9)
    match = flee([2, 2, 2], (0, 12), on=ground(wall))
    rule, words = refused(match, "right 90 drive 6.00")
    assert rule == "NE-VEH-19" and "class 7" in words, "more than 3 inches away, out of sight, in cover"
    (best,) = keys(match)
    answer(match, best)
    assert place(match, "V")[0] > 5 and all_dice_used(match), "beside the wall"


@pytest.mark.rule("NE-VEH-19")
def test_it_does_not_run_into_anything_to_get_there() -> None:
    """Straight on stands a wall, and a drum beside it; round them it goes as far."""
    wall, drums = block("wall", "wall", 4, -1, 4.4, 1), block("drums", "drums", 3.6, 1.4, 4.4, 2.2)
    match = flee([1, 1, 1], (-10, 0), on=ground(wall, drums))
    assert refused(match, "drive 3.00") == (
        "NE-VEH-19", "drive 3.00 is not possible; this does not hold: it runs into nothing on its way (NE-VEH-19)",
    )  # fmt: skip
    assert "runs into nothing" in refused(match, "left 20 drive 3.00")[1], "not into the drums either"


@pytest.mark.rule("NE-VEH-19")
def test_it_breaks_through_where_no_other_way_leads_from_the_enemy() -> None:
    """Shut in by walls and barricades, with an enemy 2" from the hull: beyond them it is more than 3" away."""
    bars = [
        block("north", "barricade", -3, 2.3, 3, 2.6, top=100), block("south", "wall", -3, -2.6, 3, -2.3),
        block("east", "barricade", 2.3, -2.3, 2.6, 2.3, top=100), block("west", "wall", -2.6, -2.3, -2.3, 2.3),
    ]  # fmt: skip
    match = flee([2, 2, 2, 1], (-4.5, 0), on=ground(*bars))
    assert "runs into nothing" in refused(match, "right 90 drive 6.00")[1], "walls do not give way"
    answer(match, "drive 6.00")
    assert place(match, "V") == (6, 0) and all_dice_used(match), "the barricade is flattened and strikes back"


@pytest.mark.rule("NE-VEH-18", "NE-NRV-01", "NE-NRV-02", "NE-NRV-03", "NE-VEH-31")
def test_a_vehicle_that_breaks_runs_at_once_whatever_it_has_done() -> None:
    """A wreck 5" away: Cool 7+ and a 6 fail. It has acted, moved and shaken its rider: the flight is an activation of
    its own, its rider tests again, and the limit of its engine begins anew."""
    red: list[Card] = [fighter("A", LANCE)]
    blue: list[Card] = [vehicle("V", **SMALL, m=7, hnd=7, cl=7), vehicle("W", **SMALL, w=1), fighter("R")]
    match = lay(
        red, blue, {"A": (-12, -6, 0, 0), "V": (0, 0, 0, 0), "W": (0, -6, 0, 180), "R": (0, 0, 2)},
        [6, 2, 6, 5, 4, 3, 3, 6, 6, 1, 1, 2, 4], active="A", ready=["V"],
        models={"V": {"capped": True, "moved": 700, "done": frozenset({"held on"})}, "R": {"aboard": 1}},
    )  # fmt: skip
    answer(match, "shoot W with lance", "V tests first")
    assert "broken" in model(match, "V").conditions and not model(match, "V").ready
    assert match.decision is not None and match.decision.topic == "refuge of V"
    answer(match, "drive 4.00 left 120")
    assert place(match, "V") == (4, 0) and model(match, "R").aboard == 1 and all_dice_used(match)
    assert "broken" not in model(match, "R").conditions, "who rides does not run with it"
    assert match.decision.topic == "action of A"


# -- Burn Out ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NE-VEH-20", "NE-VEH-18")
def test_clouds_lie_within_an_inch_of_the_hull() -> None:
    """D3 of a 3: two clouds, each with its middle at most 1" from the hull."""
    match = flee([3], (-10, 0), own={"stance": STALLED})
    assert refused(match, "at 33.11,30.00")[0] == "NE-VEH-20", '1.11" off'
    answer(match, "at 33.00,30.00", "at 30.00,32.00")
    clouds = [thing for thing in match.state.things.values() if thing.kind == "smoke"]
    assert [(cloud.x, cloud.y, cloud.z) for cloud in clouds] == [(3300, 3000, 0), (3000, 3200, 0)]
    assert match.state.active != number(match, "V") and all_dice_used(match)


@pytest.mark.rule("NE-VEH-20", "NE-VEND-01")
@pytest.mark.parametrize(("second", "stance"), [(4, MOBILE), (3, STALLED)])
def test_each_cloud_makes_the_restart_of_this_round_harder(second: int, stance: int) -> None:
    """Two clouds and a sound hull: Handling 7+ at -1. The clouds are gone by then, and count all the same."""
    match = flee([3, 1, 1, 4, second, 6, 6, 6, 1], (-10, 0), own={"stance": STALLED}, ready=[])
    answer(match, "at 33.00,30.00", "at 30.00,32.00")
    assert model(match, "V").stance == stance and all_dice_used(match)


@pytest.mark.rule("NE-VEH-20", "NE-VEH-14")
def test_smoke_does_not_hinder_a_jump_start() -> None:
    match = lay(
        [vehicle("V", **SMALL, hnd=7)], [fighter("E")], {"V": (0, 0, 0, 0), "E": (-20, 0)}, [3, 3], active="V",
        models={"V": {"stance": STALLED, "used": frozenset({"burned out 1", "burned out 2"})}},
    )  # fmt: skip
    answer(match, "jump start")
    assert model(match, "V").stance == MOBILE and all_dice_used(match)

"""Falling again, falling on others, contact against one's will, and climbs that take two Moves."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, knife, rifle
from fireteam.games.necromunda.state import INJURED, PINNED, STANDING
from fireteam.space.plane.free.plan import CLIMBABLE, OPAQUE, OWN, SOLID, Floor
from tests.necromunda.scene import all_dice_used, answer, lay, model, place
from tests.necromunda.test_movement import block, corners, may, platform

# -- contact against one's will ----------------------------------------------------------------------------------------


def hurled(dice: list[int], degrees: int, at: dict[str, Any], **more: Any) -> Match:
    """A hurls E; B is on the side of A, F on that of E."""
    match = lay(
        [fighter("A", skills=("hurl",)), fighter("B")], [fighter("E"), fighter("F")], {"F": (0, 25), **at}, dice,
        active="A", **more,
    )  # fmt: skip
    answer(match, "hurl E", f"face {degrees}")
    return match


@pytest.mark.rule("NE-MOV-04")
def test_who_is_hurled_into_an_enemy_is_parted_from_it_after_the_hits() -> None:
    at = {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (4.5, 0)}
    match = hurled([3, 5, 1, 1], 0, at)
    moves = [event for event in match.log if event.params.get("who") == "E" and "x" in event.params]
    assert [event.params["x"] for event in moves] == [3350, 3250] and moves[-1].rule == "NE-MOV-04"
    rolls = [place for place, event in enumerate(match.log) if event.code == "wound_roll"]
    assert rolls and match.log.index(moves[-1]) > max(rolls)
    assert place(match, "E") == (2.5, 0) and place(match, "B") == (4.5, 0)
    assert all(model(match, name).stance == PINNED for name in "EB") and all_dice_used(match)


@pytest.mark.rule("NE-MOV-04")
def test_who_is_seriously_injured_is_not_parted() -> None:
    at = {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "B": (4.5, 0)}
    match = hurled([3, 5, 1, 1], 0, at, models={"E": {"stance": INJURED}})
    assert place(match, "E") == (3.5, 0) and all_dice_used(match)


@pytest.mark.rule("NE-MOV-04")
def test_of_two_places_as_near_its_controller_picks_one() -> None:
    match = hurled([3, 1, 1, 1], 90, {"A": (0, 0, 0, 90), "E": (0, 1, 0, 270), "B": (0, 3)})
    decision = match.decision
    assert decision is not None and decision.seat == 1
    (west, east) = sorted(decision.keys())
    assert (west, east) == ("at 28.67,31.50", "at 31.33,31.50")
    answer(match, east)
    assert place(match, "E") == (1.33, 1.5) and all_dice_used(match)


# -- falling -----------------------------------------------------------------------------------------------------------


def shot_off(
    dice: list[int], height: float, *pieces: Any, blue: Any = (), red: Any = (), at: Any = None, **stats: Any
) -> Match:
    """E stands 0.4" from the eastern edge of a deck and is shot by A, who stands as high."""
    match = lay(
        [fighter("A", rifle()), *red],
        [fighter("E", **stats)],
        {"A": (-10, 0, height), "E": (1.1, 0, height), **(at or {})},
        dice,
        active="A",
        on=field(platform("west", -14, -2, -8, 2, height), platform("deck", -2, -2, 2, 2, height), *pieces),
    )
    answer(match, "shoot E with rifle")
    return match


@pytest.mark.rule("NE-FALL-03")
def test_who_lands_near_another_edge_may_fall_again() -> None:
    ledge = platform("ledge", 1, -2, 3.3, 2, 4)
    # To hit, Firepower; the edge; the hit of 4 inches; the second edge; another hit of 4 inches; the wound of the shot.
    match = shot_off([4, 2, 3, 1, 3, 1, 1], 8, ledge)
    falls = [event.params["height"] for event in match.log if event.code == "falls"]
    assert falls == [4.0, 4.0] and model(match, "E").z == 0 and all_dice_used(match)
    match = shot_off([4, 2, 3, 1, 4, 1], 8, ledge)
    assert model(match, "E").z == 400 and all_dice_used(match)
    match = shot_off([4, 2, 3, 1, 1], 8, platform("ledge", 1, -2, 3.6, 2, 4))  # 0.6 inches are far enough
    assert model(match, "E").z == 400 and all_dice_used(match)


@pytest.mark.rule("NE-FALL-05")
def test_who_falls_on_somebody_hurts_both_itself_first() -> None:
    # The 2 wounds E (Toughness 3); X (Toughness 4) needs a 3: were it hit first the 2 would fail.
    match = shot_off([4, 2, 3, 2, 3, 1], 8, red=[fighter("X", t=4, w=3)], at={"X": (2.7, 0)}, w=3)
    strikes = [
        (event.params["who"], event.params["strength"], event.params["needed"])
        for event in match.log
        if event.code == "wound_roll"
    ]
    assert strikes == [("E", 7, 2), ("X", 7, 3), ("E", 3, 4)]
    assert (model(match, "E").wounds, model(match, "X").wounds) == (1, 1)
    assert model(match, "E").stance == model(match, "X").stance == PINNED
    assert place(match, "X") == (2.7, 0) and place(match, "E") == (0.7, 0) and all_dice_used(match)


@pytest.mark.rule("NE-FALL-05")
def test_a_short_fall_lands_on_nobody() -> None:
    match = shot_off([4, 2, 3, 1], 2, red=[fighter("X")], at={"X": (2.7, 0)})
    assert model(match, "X").stance == STANDING and model(match, "E").stance == PINNED
    assert model(match, "E").z == 0 and place(match, "X") == (2.7, 0) and all_dice_used(match)


@pytest.mark.rule("NE-FALL-01")
@pytest.mark.parametrize(
    ("up", "dice", "z", "hits"), [(3.2, [3, 1], 0, [3]), (3.2, [4], 320, []), (2.0, [3], 0, []), (8.0, [3, 1], 0, [3])]
)
def test_who_goes_down_on_stairs_may_slide_to_their_foot(up: float, dice: list[int], z: int, hits: list[int]) -> None:
    stairs = Floor("stairs", corners(0, -3, 9, 3), -3000, 1.0, 0.0, 0, SOLID | OPAQUE | OWN)  # as high as long
    match = lay(
        [fighter("A", rifle())], [fighter("E")], {"A": (-12, 0), "E": (up, 0, up)}, [4, 2, *dice, 1], active="A",
        on=field(stairs, platform("top", 9, -3, 20, 3, 9)),
    )  # fmt: skip
    answer(match, "shoot E with rifle")
    assert (model(match, "E").z, model(match, "E").stance) == (z, PINNED) and all_dice_used(match)
    assert place(match, "E") == ((-0.5, 0) if z == 0 else (up, 0))
    assert [event.params["strength"] for event in match.log if event.code == "wound_roll"][:-1] == hits


# -- climbs ------------------------------------------------------------------------------------------------------------


def at_wall(
    top: float, dice: Any = (), *, x: float = 0.5, z: float = 0, more: Any = None, blue: Any = (), **fields: Any
) -> Match:
    """A stands at a wall so many inches high, to its east; E is far away."""
    return lay(
        [fighter("A")], [fighter("E", rifle())], {"A": (x, 0, z, 0), "E": (-10, 0, 0, 0)}, dice,
        on=field(*block(1, -2, 6, 2, top, CLIMBABLE | SOLID | OPAQUE)), models=more, **fields,
    )  # fmt: skip


@pytest.mark.rule("NE-MOV-12")
def test_a_climb_may_take_two_moves_and_nothing_between_them() -> None:
    match = at_wall(4, active="A")
    answer(match, "move", "to 31.00,30.00 up 2.25 climb")  # half an inch to the wall, 2.25 up at double cost: 5 inches
    assert (place(match, "A"), model(match, "A").z) == ((1, 0), 225) and model(match, "A").climb
    assert match.decision is not None and match.decision.topic == "move of A"  # there was no choice
    assert not may(match, "to 31.00,30.00 up 3.00 climb"), "the second Move ends on a surface"
    assert may(match, "to 32.50,30.00 up 4.00") and not may(match, "to 32.60,30.00 up 4.00")
    answer(match, "to 32.50,30.00 up 4.00")
    assert model(match, "A").z == 400 and not model(match, "A").climb and match.state.active != 0


@pytest.mark.rule("NE-MOV-12")
def test_a_climb_that_two_moves_do_not_finish_is_not_begun() -> None:
    for top, begun in ((4.7, True), (4.8, False), (6, False)):
        match = at_wall(top, active="A")
        answer(match, "move")
        # 4.5 inches are left for the climb in this Move, 5 in the next one: 9.5 for a wall of 4.75 inches.
        assert may(match, "to 31.00,30.00 up 2.25 climb") is begun


@pytest.mark.rule("NE-MOV-12")
def test_a_climb_too_high_for_the_last_action_is_not_begun() -> None:
    match = at_wall(3, active="A")
    answer(match, "move", "to 30.50,30.00", "move")
    assert not may(match, "to 31.50,30.00 up 3.00") and not may(match, "to 31.00,30.00 up 2.00 climb")
    refusal = match.why_not("to 31.00,30.00 up 2.00 climb")
    assert refusal is not None and refusal.decisive.rule == "NE-MOV-12"


@pytest.mark.rule("NE-MOV-12")
def test_who_is_shot_in_the_middle_of_a_climb_falls() -> None:
    hangs = {"A": {"climb": (3100, 3000, 250, 0), "ready": False}}
    match = at_wall(4, [4, 2, 1, 1], x=1, z=2.5, more=hangs, active="E")
    answer(match, "shoot A with rifle")
    (fall,) = [event for event in match.log if event.code == "falls"]
    struck = [event.params["strength"] for event in match.log if event.code == "wound_roll"]
    assert fall.params["height"] == 2.5 and struck == [3, 3]  # 2.5 inches count as 3
    assert (place(match, "A"), model(match, "A").z) == ((0.5, 0), 0)
    assert model(match, "A").stance == PINNED and not model(match, "A").climb and all_dice_used(match)


@pytest.mark.rule("NE-MOV-12", "NE-NRV-03")
def test_who_breaks_in_the_middle_of_a_climb_comes_down_first() -> None:
    hangs = {"A": {"climb": (3100, 3000, 225, 0)}}
    match = lay(
        [fighter("A", knife()), fighter("B")], [fighter("E", knife())],
        {"A": (1, 0, 2.25, 0), "B": (0.5, -2.9), "E": (0.5, -4.4, 0, 90)}, [2, 3, 3, 4], active="E",
        on=field(*block(1, -2, 6, 2, 4, CLIMBABLE | SOLID | OPAQUE)), models={**hangs, "B": {"stance": INJURED}},
    )  # fmt: skip
    answer(match, "finish B")
    assert match.decision is not None and match.decision.topic == "refuge of A"
    assert (place(match, "A"), model(match, "A").z) == ((0.5, 0), 0) and not model(match, "A").climb
    assert all_dice_used(match)

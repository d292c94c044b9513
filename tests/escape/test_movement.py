"""Movement actions: stepping, what else they buy, leaving the board, being moved by others (rulebook 6.c)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.escape.state import LEFT, MOVEMENT
from tests.escape.scene import happened, keys, play, scene, where, who

RESISTANCE, ISC = 0, 1


@pytest.mark.rule("ES-MOVE-01")
def test_mvt_is_the_number_of_squares_one_can_move() -> None:
    start = (5, 4)
    reached = {start: 0}
    room = {(x, y): x - 5 + y - 4 for x in range(5, 10) for y in range(4, 9)}
    # Hidden tokens everywhere: there is always something to turn over, so that no activation ends by itself.
    edge = [scene({"ashton": start}, active="ashton", equipment=room)]
    for steps in range(1, 6):
        further = []
        for match in edge:
            for key in keys(match, "step"):
                moved = play(match.fork(), key)
                place = where(moved, "ashton")
                assert place is not None
                if place not in reached:
                    reached[place] = steps
                    further.append(moved)
        edge = further
    assert reached == {place: steps for place, steps in room.items() if steps <= 4}


@pytest.mark.rule("ES-MOVE-01")
def test_a_step_leads_to_a_side_never_to_a_corner() -> None:
    match = scene({"ashton": (7, 6)}, active="ashton")
    assert sorted(keys(match, "step")) == ["step 6,6", "step 7,5", "step 7,7", "step 8,6"]
    play(match, "step 7,5")
    assert who(match, "ashton").left(MOVEMENT) == 3


@pytest.mark.rule("ES-MOVE-02")
@pytest.mark.parametrize("blocker", ["bruno", "bailiff"])
def test_nobody_is_passed_in_a_narrow_corridor(blocker: str) -> None:
    match = scene({"ashton": (4, 4), blocker: (4, 5)}, active="ashton")
    assert keys(match, "step") == ["step 4,3"]


@pytest.mark.rule("ES-MOVE-02")
def test_walls_and_shut_doors_stop_a_step() -> None:
    closed = scene({"ashton": (7, 2)}, active="ashton")
    assert sorted(keys(closed, "step")) == ["step 6,2", "step 7,1", "step 8,2"]
    opened = scene({"ashton": (7, 2)}, active="ashton", open_doors=["A01"])
    assert "step 7,3" in keys(opened)
    locked = scene({"ashton": (7, 3)}, active="ashton")
    assert sorted(keys(locked, "step")) == ["step 6,3", "step 8,3"]
    wall = scene({"ashton": (3, 4)}, active="ashton")
    assert "step 4,4" not in keys(wall)
    broken = scene({"ashton": (3, 4)}, active="ashton", broken_walls=[((3, 4), (4, 4))])
    assert "step 4,4" in keys(broken)


@pytest.mark.rule("ES-MOVE-02")
def test_enemies_do_not_hold_a_character() -> None:
    match = scene({"jimmy": (7, 6), "bailiff": (7, 7)}, active="jimmy")
    play(match, "step 7,5", "step 7,4")
    assert match.rolls == 0
    assert who(match, "jimmy").left(MOVEMENT) == 3
    assert who(match, "bailiff").left(MOVEMENT) == 4
    assert [event.code for event in match.log] == ["moved", "moved"]


@pytest.mark.rule("ES-MOVE-03", "ES-DEPL-02")
def test_entering_stepping_and_opening_cost_one_each() -> None:
    match = scene({"bailiff": (7, 11)}, scenario="infiltration", turn=1)
    play(match, "activate jimmy", "enter at 7,0")
    assert who(match, "jimmy").left(MOVEMENT) == 4
    play(match, "step 7,1", "step 7,2", "open A01", "step 7,3")
    assert who(match, "jimmy").left(MOVEMENT) == 0
    assert where(match, "jimmy") == (7, 3)
    assert not keys(match, "step")
    assert not keys(match, "open")


@pytest.mark.rule("ES-MOVE-03")
@pytest.mark.parametrize(
    ("active", "at", "key", "more"),
    [
        ("jimmy", {"jimmy": (7, 2)}, "open A01", {}),
        ("jimmy", {"jimmy": (7, 6)}, "drop at 8,7", {"holds": {"jimmy": "radio"}}),
        ("jimmy", {"jimmy": (7, 6), "ashton": (8, 7)}, "give to ashton", {"holds": {"jimmy": "radio"}}),
        (
            "jimmy",
            {"jimmy": (7, 6)},
            "drop at 8,7",
            {"holds": {"jimmy": "2"}, "scenario": "data-heist", "options": {"objective_drop": True}},
        ),
        (
            "jimmy",
            {"jimmy": (7, 6), "ashton": (8, 7)},
            "give to ashton",
            {"holds": {"jimmy": "2"}, "scenario": "data-heist"},
        ),
        ("ubume", {"ubume": (7, 4)}, "open A11", {}),
        ("ubume", {"ubume": (7, 4)}, "close A11", {"open_doors": ["A11"]}),
        ("ubume", {"ubume": (7, 5)}, "bank", {"holds": {"ubume": "2"}, "scenario": "data-heist"}),
    ],
)
def test_other_uses_cost_exactly_one(
    active: str, at: dict[str, tuple[int, int]], key: str, more: dict[str, Any]
) -> None:
    match = play(scene(at, active=active, **more), key)
    assert who(match, active).used_mvt == 1
    assert who(match, active).left(MOVEMENT) == 4
    # A hidden token to look at keeps the activation going when no action is left.
    x, y = at[active]
    spent = scene(at, active=active, used={active: {"mvt": 5}}, equipment=[(x - 1, y)], **more)
    assert spent.state.active == who(spent, active).index
    assert key not in keys(spent)


@pytest.mark.rule("ES-MOVE-04")
def test_a_character_leaves_by_a_named_airlock() -> None:
    at = {"tilt": (6, 0), "bruno": (0, 10), "mamushi": (7, 6)}
    match = scene(at, active="tilt", used={"tilt": {"mvt": 5}}, holds={"tilt": "radio"})
    assert keys(match, "leave") == ["leave by 1"]
    play(match, "leave by 1")
    tilt = who(match, "tilt")
    assert tilt.status == LEFT
    assert tilt.used_mvt == 6
    assert tilt.holds  # it takes along what it carries
    assert match.state.lying == 0
    assert match.state.revolution == 0
    assert match.state.active == who(match, "mamushi").index
    assert not happened(match, "taken_out")


@pytest.mark.rule("ES-MOVE-04")
def test_who_left_is_never_activated_again() -> None:
    match = scene({"bruno": (0, 10), "ashton": (1, 10)}, left=["tilt"])
    assert keys(match) == ["activate ashton", "activate bruno"]


@pytest.mark.rule("ES-MOVE-04")
@pytest.mark.parametrize(
    ("place", "used", "leave"),
    [
        ((6, 0), 5, ["leave by 1"]),
        ((14, 7), 0, ["leave by 2"]),
        ((6, 0), 6, []),
        ((5, 0), 0, []),
        ((7, 12), 0, ["leave by 3"]),
        ((0, 5), 0, []),
        ((7, 5), 0, []),
    ],
)
def test_leaving_needs_an_exit_and_a_movement_action(place: tuple[int, int], used: int, leave: list[str]) -> None:
    match = scene(
        {"tilt": place, "bruno": (0, 10), "mamushi": (9, 8)},
        active="tilt",
        used={"tilt": {"mvt": used}},
        equipment=[place],
    )
    assert match.state.active == who(match, "tilt").index
    assert keys(match, "leave") == leave


@pytest.mark.rule("ES-MOVE-04")
def test_the_isc_has_no_exit_in_evasion_and_nobody_in_infiltration() -> None:
    assert not keys(scene({"ubume": (6, 0)}, active="ubume"), "leave")
    assert not keys(scene({"tilt": (6, 0)}, active="tilt", scenario="infiltration"), "leave")


@pytest.mark.rule("ES-MOVE-05", "ES-EQ-08")
def test_a_penalty_cuts_the_movement_of_the_active_character_at_once() -> None:
    match = scene(
        {"bailiff": (7, 6), "ashton": (0, 10)},
        dice=[3],
        active="bailiff",
        holds={"bailiff": "gas_grenade"},
        equipment=[(7, 5)],
    )
    play(match, "step 7,5", "grenade at 7,6")
    bailiff = who(match, "bailiff")
    assert bailiff.damage == 3  # 3 + 3 + 1 - 3, less Armor 1
    assert bailiff.mvt == 3
    assert bailiff.left(MOVEMENT) == 2
    play(match, "step 7,4", "step 7,5")
    assert not keys(match, "step")


@pytest.mark.rule("ES-MOVE-05", "ES-EQ-02")
def test_a_penalty_before_the_activation_lasts_this_turn() -> None:
    at = {"bruno": (7, 6), "ubume": (7, 8)}
    match = scene(at, dice=[2, 5, 1], active="bruno", crates=[(7, 6)])
    play(match, "throw c1 at ubume", "no dodge", "end")
    assert match.state.active == who(match, "ubume").index
    assert who(match, "ubume").left(MOVEMENT) == 3
    play(match, "end")
    assert match.state.turn == 3
    assert who(match, "ubume").left(MOVEMENT) == 5


@pytest.mark.rule("ES-MOVE-05")
def test_movement_left_never_falls_below_zero() -> None:
    match = scene(
        {"ashton": (7, 6)},
        active="ashton",
        used={"ashton": {"mvt": 3}},
        penalties={"ashton": [(MOVEMENT, -2, "ES-EQ-02")]},
        equipment=[(7, 6)],
    )
    assert who(match, "ashton").left(MOVEMENT) == 0
    assert keys(match) == ["end", "pick up e1"]


@pytest.mark.rule("ES-MOVE-06", "ES-SKILL-04")
def test_a_pulled_character_keeps_all_it_has() -> None:
    match = scene(
        {"magnes": (7, 6), "bruno": (7, 8)}, dice=[1], active="magnes", holds={"bruno": "radio"}, equipment=[((7, 7),
        "medkit")]
    )  # fmt: skip
    play(match, "attract bruno", "no counter-measure")
    bruno = who(match, "bruno")
    assert where(match, "bruno") == (7, 7)
    assert match.state.tokens[bruno.holds].label == "radio"
    assert [token.label for token in match.state.tokens.values() if token.square == bruno.square] == ["medkit"]
    assert bruno.left(MOVEMENT) == 4
    assert not bruno.activated
    play(match, "end")
    assert match.state.active == bruno.index


@pytest.mark.rule("ES-MOVE-06", "ES-SKILL-06")
@pytest.mark.parametrize(
    ("attacker", "target"),
    [((1, 1), (0, 1)), ((7, 1), (7, 0)), ((13, 5), (14, 5)), ((2, 11), (2, 12)), ((1, 1), (0, 0))],
)
def test_nobody_is_pushed_off_the_board(attacker: tuple[int, int], target: tuple[int, int]) -> None:
    match = scene({"ashton": attacker, "ubume": target}, dice=[1], active="ashton", veteran_used=["ashton"])
    play(match, "attack ubume", "no dodge")
    assert who(match, "ubume").damage == 2
    assert match.decision.topic != "push of ubume"
    assert where(match, "ubume") == target


@pytest.mark.rule("ES-MOVE-06", "ES-SKILL-05")
def test_a_push_costs_the_target_no_movement() -> None:
    match = scene(
        {"ashton": (7, 6), "ubume": (7, 7)},
        dice=[1],
        active="ashton",
        veteran_used=["ashton"],
        equipment=[((7, 8), "medkit")],
    )
    play(match, "attack ubume", "no dodge", "push to 7,8")
    assert where(match, "ubume") == (7, 8)
    assert who(match, "ubume").left(MOVEMENT) == 5
    assert who(match, "ubume").holds == ""


@pytest.mark.rule("ES-MOVE-06", "ES-EVT-03")
def test_celestial_order_cannot_fetch_somebody_from_outside() -> None:
    at = {"magnes": (7, 6), "static": (9, 8), "ashton": (0, 10)}
    match = scene(at, dice=[1, 2], phase="event", acting="isc", out=["ubume"])
    assert keys(match) == ["shift magnes", "shift static"]

"""Activations: who is next, what ends one, one pool of actions for the whole turn (rulebook 6.c)."""

from __future__ import annotations

import pytest

from fireteam.core.match import Match
from fireteam.games.escape.state import BOARD, COMBAT, INTELLECT, MOVEMENT, OUT
from tests.escape.scene import happened, keys, play, scene, where, who

RESISTANCE, ISC = 0, 1
SIX = {"ashton": (0, 10), "jimmy": (1, 10), "solenne": (2, 10), "bruno": (3, 10), "rivet": (0, 12)}


def activated(match: Match) -> list[str]:
    """Everybody that became active, in order."""
    return [event.params["who"] for event in happened(match, "activated")]


@pytest.mark.rule("ES-ACT-01")
def test_a_side_with_more_characters_goes_on_alone() -> None:
    match = scene({"ashton": (0, 10), "jimmy": (1, 10), "tilt": (2, 10), "bailiff": (7, 6)}, dice=[6, 1])
    assert match.decision.seat == RESISTANCE
    assert keys(match) == ["activate ashton", "activate jimmy", "activate tilt"]  # and no way to pass
    play(match, "activate jimmy", "end")
    assert match.decision.seat == ISC
    assert "activate" not in match.decision.topic
    play(match, "end")
    assert keys(match) == ["activate ashton", "activate tilt"]
    play(match, "activate tilt", "end", "end")
    assert activated(match) == ["jimmy", "bailiff", "tilt", "ashton"]
    assert match.decision.topic == "who starts"


@pytest.mark.rule("ES-ACT-01")
def test_the_chosen_character_is_the_active_one_and_may_do_nothing() -> None:
    match = scene({"ashton": (0, 10), "jimmy": (1, 10), "bailiff": (7, 6)})
    assert match.state.active == -1
    play(match, "activate jimmy")
    assert match.state.active == who(match, "jimmy").index
    assert keys(match, "end") == ["end"]
    play(match, "end")
    assert who(match, "jimmy").left(MOVEMENT) == 5


@pytest.mark.rule("ES-ACT-02")
def test_nobody_is_activated_twice() -> None:
    match = scene({"ashton": (0, 10), "jimmy": (1, 10), "tilt": (2, 10)}, activated=["ashton"])
    assert keys(match) == ["activate jimmy", "activate tilt"]


@pytest.mark.rule("ES-ACT-02", "ES-EQ-10")
def test_a_radio_calls_only_those_not_yet_activated() -> None:
    at = {"ashton": (0, 10), "jimmy": (1, 10), "tilt": (2, 10), "bailiff": (7, 6)}
    match = scene(at, active="tilt", holds={"tilt": "radio"}, activated=["ashton"])
    play(match, "end")
    assert keys(match) == ["no radio", "radio jimmy"]
    play(match, "radio jimmy", "end")
    assert match.decision.seat == ISC  # Jimmy has had his activation; the order changed, the limit did not
    nobody = scene(at, active="tilt", holds={"tilt": "radio"}, activated=["ashton", "jimmy"])
    play(nobody, "end")
    assert nobody.decision.seat == ISC


@pytest.mark.rule("ES-ACT-02", "ES-EVT-03")
def test_celestial_order_uses_up_no_activation() -> None:
    match = scene({"magnes": (7, 6), "ashton": (0, 10)}, dice=[1, 2], phase="event", acting="isc")
    play(match, "to 0,0")
    assert match.state.active == who(match, "magnes").index
    assert who(match, "magnes").left(MOVEMENT) == 4
    assert activated(match) == ["magnes"]


@pytest.mark.rule("ES-ACT-03")
def test_actions_mix_in_any_order() -> None:
    match = scene({"tilt": (7, 9), "mamushi": (4, 8)}, dice=[4, 5], active="tilt")
    play(match, "step 6,9", "step 5,9", "attack mamushi", "no dodge", "step 4,9", "step 5,9", "step 4,9", "hack A05")
    tilt = who(match, "tilt")
    assert (tilt.left(MOVEMENT), tilt.left(COMBAT), tilt.left(INTELLECT)) == (1, 0, 0)
    assert who(match, "mamushi").damage == 3  # 4 + 1 - 2
    assert happened(match, "door_opened")[-1].params["door"] == "A05"
    assert where(match, "tilt") == (4, 9)
    assert "step 4,10" in keys(match)


@pytest.mark.rule("ES-ACT-03")
def test_an_activation_may_end_at_any_moment_with_actions_unused() -> None:
    match = scene({"tilt": (7, 9), "mamushi": (4, 8), "bruno": (0, 10)}, active="tilt")
    assert "end" in keys(match)
    play(match, "step 6,9")
    assert "end" in keys(match)
    play(match, "end")
    assert who(match, "tilt").left(MOVEMENT) == 5
    assert match.state.active == who(match, "mamushi").index


@pytest.mark.rule("ES-ACT-04")
def test_after_an_activation_the_opponent_is_next() -> None:
    match = scene({"tilt": (0, 10), "bruno": (1, 10), "mamushi": (7, 6), "magnes": (5, 8)}, active="tilt")
    play(match, "end")
    assert match.decision.topic == "activation"
    assert match.decision.seat == ISC
    assert match.state.active == -1


@pytest.mark.rule("ES-ACT-04")
def test_the_same_player_goes_on_if_the_opponent_has_nobody_left() -> None:
    match = scene(
        {"tilt": (0, 10), "bruno": (1, 10), "ashton": (2, 10), "mamushi": (7, 6)}, active="tilt", activated=["mamushi"]
    )
    play(match, "end")
    assert match.decision.seat == RESISTANCE
    assert keys(match) == ["activate ashton", "activate bruno"]


@pytest.mark.rule("ES-ACT-04", "ES-EQ-05")
def test_an_activation_ends_when_the_active_character_is_taken_out() -> None:
    at = {"bailiff": (7, 6), "jimmy": (7, 7), "ashton": (0, 10), "bruno": (1, 10), "magnes": (5, 4)}
    match = scene(
        at,
        dice=[3],
        active="bailiff",
        damage={"jimmy": 4, "bailiff": 6},
        holds={"jimmy": "nitro_vial"},
        used={"jimmy": {"cbt": 1}},
    )
    play(match, "attack jimmy")
    assert who(match, "jimmy").status == OUT
    assert who(match, "bailiff").status == OUT  # 2 from the vial, less Armor 1: the seventh point
    assert match.state.active == -1
    assert match.decision.seat == RESISTANCE
    assert keys(match) == ["activate ashton", "activate bruno"]


@pytest.mark.rule("ES-ACT-04", "ES-MOVE-04")
def test_an_activation_ends_when_the_active_character_leaves() -> None:
    match = scene({"tilt": (6, 0), "bruno": (0, 10), "mamushi": (7, 6), "magnes": (5, 8)}, active="tilt")
    play(match, "leave by 1")
    assert match.state.active == -1
    assert match.decision.seat == ISC


@pytest.mark.rule("ES-ACT-05")
def test_dodges_before_the_activation_leave_no_attacks() -> None:
    match = scene({"ashton": (7, 6), "ubume": (7, 7)}, dice=[1, 6, 1, 6], active="ashton", veteran_used=["ashton"])
    play(match, "attack ubume", "dodge", "attack ubume", "dodge")
    assert who(match, "ubume").left(COMBAT) == 0
    play(match, "end")
    assert match.state.active == who(match, "ubume").index
    assert not keys(match, "attack")
    assert who(match, "ubume").left(MOVEMENT) == 5


@pytest.mark.rule("ES-ACT-05")
def test_attacks_in_the_activation_leave_no_dodge() -> None:
    match = scene({"ashton": (7, 6), "ubume": (7, 7)}, dice=[1, 1, 1], active="ubume", veteran_used=["ashton"])
    play(match, "attack ashton", "no dodge", "attack ashton", "no dodge")
    assert not keys(match, "attack")
    play(match, "end", "attack ubume")
    assert match.decision.topic == "push of ubume"  # nobody was asked to Dodge
    assert who(match, "ubume").damage == 2  # 1 + 3 - 2


@pytest.mark.rule("ES-ACT-05")
def test_one_dodge_leaves_one_attack() -> None:
    match = scene({"ashton": (7, 6), "ubume": (7, 7)}, dice=[1, 6, 1], active="ashton", veteran_used=["ashton"])
    play(match, "attack ubume", "dodge", "end", "attack ashton", "no dodge")
    assert not keys(match, "attack")


@pytest.mark.rule("ES-ACT-06")
def test_who_is_taken_out_before_acting_loses_its_activation() -> None:
    at = SIX | {"tilt": (7, 7), "bailiff": (7, 6), "magnes": (5, 4)}
    match = scene(at, dice=[1, 2, 1], active="bailiff", damage={"tilt": 4}, used={"tilt": {"cbt": 1}})
    play(match, "attack tilt", "end")
    assert who(match, "tilt").status == OUT
    assert "activate tilt" not in keys(match)
    assert len(keys(match, "activate")) == 5
    while match.decision.topic != "reroll Resistance initiative die":
        match.answer("end" if "end" in keys(match) else match.decision.options[0])
    order = activated(match)
    assert order[0] in SIX  # the sides go on alternating
    assert order[1] == "magnes"
    assert sorted(order) == sorted([*SIX, "magnes"])  # five of the Resistance; Bailiff was active from the beginning


@pytest.mark.rule("ES-ACT-06", "ES-FAC-03")
def test_a_taken_out_isc_character_returns_next_turn_at_the_earliest() -> None:
    at = {"ashton": (7, 6), "static": (7, 7), "magnes": (0, 1)}
    match = scene(
        at,
        dice=[6, 1, 6, 3, 4],
        active="ashton",
        turn=5,
        damage={"static": 3},
        used={"static": {"cbt": 1}},
        veteran_used=["ashton"],
    )
    play(match, "attack static", "end")
    assert who(match, "static").status == OUT
    assert match.state.active == who(match, "magnes").index  # nobody else to choose
    play(match, "end", "start isc")
    assert match.state.turn == 6
    assert keys(match) == ["activate magnes", "activate static"]
    assert who(match, "magnes").status == BOARD

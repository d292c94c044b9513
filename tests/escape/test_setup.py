"""The frame of a game and its setup: factions, activations in turn, ladder of rules, order, initiative (ES-GEN,
ES-SETUP)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.games.escape.events import DISCONNECTION, HIGH_SECURITY
from fireteam.games.escape.state import ISC, QUIET, RESISTANCE
from tests.escape.scene import Place, happened, keys, play, scene, who


def new(dice: Sequence[Any], **more: Any) -> Match:
    """A new match with these dice."""
    return fireteam.new("escape", dice=list(dice), **more)


def topics(match: Match, number: int) -> list[tuple[int, str]]:
    """Seat and topic of the next questions, each answered with its first option."""
    found = []
    for _ in range(number):
        found.append((match.decision.seat, match.decision.topic))
        match.answer(match.decision.options[0])
    return found


# -- the frame of the game ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-GEN-01")
@pytest.mark.parametrize(("pick", "seats"), [("play resistance", (0, 1)), ("play isc", (1, 0))])
def test_one_seat_gets_each_faction(pick: str, seats: tuple[int, int]) -> None:
    match = new([6, 1], scenario="evasion", factions="ask")
    assert (match.decision.seat, keys(match)) == (0, ["play resistance", "play isc"])
    play(match, pick)
    assert match.state.seats == seats
    assert match.decision.seat == seats[RESISTANCE]  # the setup winner places the first crate


@pytest.mark.rule("ES-GEN-01")
def test_the_same_faction_twice_is_refused() -> None:
    for wish in (("isc", "isc"), ("resistance", "resistance"), ("isc",), ("isc", "resistance", "isc")):
        with pytest.raises(SetupError, match="ES-GEN-01"):
            new([], scenario="evasion", factions=wish)
    assert new([6, 1], scenario="evasion", factions=("isc", "resistance")).state.seats == (1, 0)


@pytest.mark.rule("ES-GEN-03")
def test_activations_alternate() -> None:
    at: dict[str, Place] = {
        "ashton": (1, 1),
        "jimmy": (0, 0),
        "tilt": (0, 2),
        "mamushi": (14, 0),
        "ubume": (14, 12),
        "static": (9, 9),
    }
    match = scene(at, active="ashton")
    play(match, "end")
    assert (match.decision.seat, match.decision.topic) == (1, "activation")
    assert keys(match) == ["activate ubume", "activate mamushi", "activate static"]
    play(match, "activate mamushi", "end")
    assert (match.decision.seat, keys(match)) == (0, ["activate jimmy", "activate tilt"])


@pytest.mark.rule("ES-GEN-03")
def test_a_side_with_nobody_left_to_activate_is_passed_over() -> None:
    at: dict[str, Place] = {"ashton": (1, 1), "jimmy": (0, 0), "tilt": (0, 2), "mamushi": (14, 0)}
    match = scene(at, active="ashton", activated=["mamushi"])
    play(match, "end")
    assert (match.decision.seat, keys(match)) == (0, ["activate jimmy", "activate tilt"])


@pytest.mark.rule("ES-GEN-04")
def test_the_game_stops_after_its_last_turn() -> None:
    at: dict[str, Place] = {"ashton": (1, 1), "mamushi": (14, 0)}
    match = scene(at, active="ashton", activated=["mamushi"], turn=7, dice=[6, 1])
    play(match, "end")
    assert (match.over, match.state.turn) == (False, 8)
    match = scene(at, active="ashton", activated=["mamushi"], turn=8)
    play(match, "end")
    assert match.over
    assert match.result is not None
    assert (match.state.turn, match.result.winner) == (8, None)


@pytest.mark.rule("ES-GEN-04")
def test_a_condition_met_in_mid_turn_ends_the_game_at_the_end_of_the_turn() -> None:
    at: dict[str, Place] = {"ashton": (6, 0), "bruno": (1, 1), "mamushi": (14, 0)}
    match = scene(at, active="ashton", left=["jimmy", "tilt", "rivet"], turn=3)
    play(match, "leave by 1")
    assert not match.over  # the fourth has left, yet the turn is played out
    assert match.decision.topic == "action of mamushi"
    play(match, "end", "end")
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.state.turn) == (0, 3)


@pytest.mark.rule("ES-GEN-05")
def test_a_skill_beats_a_basic_rule_and_an_event_beats_a_skill() -> None:
    at: dict[str, Place] = {"mamushi": (3, 4), "tilt": (14, 0)}
    assert "step 4,4" in keys(scene(at, active="mamushi"))
    assert "step 4,4" not in keys(scene(at, active="mamushi", event=DISCONNECTION))
    assert "step 4,4" not in keys(scene({"tilt": (3, 4), "mamushi": (14, 0)}, active="tilt"))


@pytest.mark.rule("ES-GEN-05")
@pytest.mark.parametrize(
    ("scenario", "turn", "offered"), [("evasion", 2, False), ("evasion", 4, True), ("infiltration", 2, True)]
)
def test_a_scenario_beats_the_factory(scenario: str, turn: int, offered: bool) -> None:
    at: dict[str, Place] = {"ubume": (5, 5), "static": (6, 5), "tilt": (13, 10)}
    match = scene(at, scenario=scenario, acting="isc", turn=turn, out={"mamushi": 1})
    assert ("activate mamushi" in keys(match)) == offered


@pytest.mark.rule("ES-GEN-05")
@pytest.mark.parametrize(("scenario", "event"), [("last-bastion", QUIET), ("manhunt", HIGH_SECURITY)])
def test_a_scenario_beats_an_event(scenario: str, event: int) -> None:
    match = scene({"tilt": (1, 8), "ubume": (5, 5)}, scenario=scenario, phase="event", dice=[3, 3])
    assert match.state.event == event


@pytest.mark.rule("ES-GEN-05")
@pytest.mark.parametrize(("event", "offered"), [(QUIET, []), (HIGH_SECURITY, ["enter at 7,5", "enter at 7,6"])])
def test_an_event_beats_the_factory(event: int, offered: list[str]) -> None:
    # The central airlock serves a return only under High Security; every edge airlock has somebody near it.
    at: dict[str, Place] = {
        "tilt": (6, 1), "jimmy": (13, 6), "bruno": (7, 11), "ashton": (1, 5), "ubume": (5, 4), "static": (9, 8),
    }  # fmt: skip
    match = scene(at, acting="isc", turn=5, out={"mamushi": 1}, event=event)
    assert ("activate mamushi" in keys(match)) == bool(offered)
    if offered:
        play(match, "activate mamushi")
        assert keys(match) == offered


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-SETUP-01")
def test_setup_runs_in_order() -> None:
    match = new([3, 4, 6, 1], factions="ask")
    assert (match.decision.seat, match.decision.topic) == (0, "faction")
    play(match, "play resistance")
    assert match.decision.topic == "scenario"
    assert keys(match) == [
        "scenario infiltration",
        "scenario evasion",
        "scenario data-heist",
        "scenario last-bastion",
        "scenario core-breach",
        "scenario manhunt",
    ]
    play(match, "scenario infiltration")
    crates, tokens = [f"crate {n}" for n in range(1, 6)], [f"equipment {n}" for n in range(1, 7)]
    squad = [f"deploy {name}" for name in ("ubume", "mamushi", "bailiff", "magnes", "static")]
    assert [topic for _, topic in topics(match, 16)] == [*crates, *tokens, *squad]
    assert (match.state.turn, match.decision.topic) == (1, "who starts")
    codes = list(dict.fromkeys(event.code for event in match.log))
    assert codes == [
        "factions", "scenario", "initiative_total", "setup_initiative",
        "placed_crate", "placed_equipment", "deployed", "turn", "initiative",
    ]  # fmt: skip


@pytest.mark.rule("ES-SETUP-01")
@pytest.mark.parametrize(
    ("scenario", "board", "crates", "equipment"), [("evasion", 195, 4, 8), ("data-heist", 192, 6, 6)]
)
def test_the_scenario_says_what_is_laid_and_taken(scenario: str, board: int, crates: int, equipment: int) -> None:
    match = new([6, 1], scenario=scenario)
    asked = topics(match, crates + equipment)
    assert [topic.split()[0] for _, topic in asked] == ["crate"] * crates + ["equipment"] * equipment
    assert match.decision.topic.startswith("deploy ")
    assert match.table.ground.squares.count == board


@pytest.mark.rule("ES-SETUP-01")
def test_a_character_is_named_before_deployment() -> None:
    match = new([6, 1], scenario="manhunt")
    topics(match, 11)
    assert (match.decision.seat, match.decision.topic) == (0, "the courier")
    assert keys(match) == ["name ashton", "name jimmy", "name solenne", "name bruno"]  # rank 2 and more
    play(match, "name jimmy")
    assert match.state.courier == who(match, "jimmy").index
    assert match.decision.topic == "deploy ashton"


@pytest.mark.rule("ES-SETUP-02")
@pytest.mark.parametrize(("dice", "totals", "winner"), [([3, 5], [11, 12], ISC), ([4, 4], [12, 11], RESISTANCE)])
def test_setup_initiative_adds_the_int_of_the_squad(dice: list[int], totals: list[int], winner: int) -> None:
    match = new(dice, scenario="infiltration")
    assert match.state.setup_winner == winner
    assert [event.params["total"] for event in happened(match, "initiative_total")] == totals
    assert [event.params["parts"][1].amount for event in happened(match, "initiative_total")] == [8, 7]
    assert match.decision.seat == winner


@pytest.mark.rule("ES-SETUP-02")
@pytest.mark.parametrize(("dice", "winner"), [([1, 2], RESISTANCE), ([1, 3], ISC)])
def test_squads_built_by_rank_count_their_own_int(dice: list[int], winner: int) -> None:
    squads = {"resistance": ["ashton", "solenne"], "isc": ["ubume", "bailiff"]}  # 4 and 3
    match = new(dice, scenario="infiltration", squads=squads, rank_total=6)
    assert [event.params["parts"][1].amount for event in happened(match, "initiative_total")] == [4, 3]
    assert match.state.setup_winner == winner


@pytest.mark.rule("ES-SETUP-03")
@pytest.mark.parametrize("factions", [("resistance", "isc"), ("isc", "resistance")])
def test_a_setup_tie_goes_to_the_resistance(factions: tuple[str, str]) -> None:
    match = new([3, 4], scenario="infiltration", factions=factions)
    assert [event.params["total"] for event in happened(match, "initiative_total")] == [11, 11]
    assert match.state.setup_winner == RESISTANCE
    assert match.decision.seat == factions.index("resistance")

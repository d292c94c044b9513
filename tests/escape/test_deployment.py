"""Deployment: Position and Entry (ES-DEPL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import fireteam
from fireteam.core.match import Match
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.events import FIREWALL
from fireteam.games.escape.state import BOARD, MOVEMENT, OUT, WAITING
from tests.escape.scene import Place, happened, keys, play, scene, where, who

ISC_SQUAD = ("ubume", "mamushi", "bailiff", "magnes", "static")
RESISTANCE_SQUAD = ("ashton", "jimmy", "solenne", "bruno", "tilt", "rivet")


def placed(scenario: str, dice: Sequence[int], **more: Any) -> Match:
    """A new match whose tokens have been placed: deployment is next."""
    match = fireteam.new("escape", scenario=scenario, dice=list(dice), **more)
    while not match.decision.topic.startswith("deploy"):
        match.answer(match.decision.options[0])
    return match


def area(code: str, map_name: str = "A") -> set[Place]:
    """The squares of an area, read off the drawing."""
    board = PACKS.load().maps[map_name]
    grid = board.grid.split("\n")
    return {(x, y) for y in range(board.height) for x in range(board.width) if grid[2 * y + 1][2 * x + 1] == code}


def offered(match: Match, word: str) -> set[Place]:
    """The squares on offer."""
    assert all(key.startswith(f"{word} at ") for key in keys(match))
    places = [key.removeprefix(f"{word} at ").split(",") for key in keys(match)]
    return {(int(x), int(y)) for x, y in places}


@pytest.mark.rule("ES-DEPL-01")
def test_a_squad_is_placed_on_free_squares_of_its_room() -> None:
    match = placed("evasion", [1, 6])
    taken: set[Place] = set()
    for name, place in zip(ISC_SQUAD, ((5, 4), (6, 4), (7, 4), (8, 4), (9, 8)), strict=True):
        assert (match.decision.seat, match.decision.topic) == (1, f"deploy {name}")
        assert offered(match, "deploy") == area("C") - taken
        refusal = match.why_not("deploy at 4,4")  # a square of the Ring corridor
        assert refusal is not None
        assert refusal.decisive.rule == "ES-DEPL-01"
        play(match, f"deploy at {place[0]},{place[1]}")
        assert where(match, name) == place
        taken.add(place)


@pytest.mark.rule("ES-DEPL-01")
@pytest.mark.parametrize(("dice", "order"), [([6, 1], (0, 1)), ([1, 6], (1, 0))])
def test_the_setup_winner_deploys_its_whole_squad_first(dice: list[int], order: tuple[int, int]) -> None:
    match = placed("evasion", [*dice, 6, 1])
    sizes = {0: RESISTANCE_SQUAD, 1: ISC_SQUAD}
    asked = []
    while match.decision.topic.startswith("deploy"):
        asked.append((match.decision.seat, match.decision.topic.removeprefix("deploy ")))
        match.answer(match.decision.options[0])
    assert asked == [(seat, name) for seat in order for name in sizes[seat]]
    assert {where(match, name) for name in RESISTANCE_SQUAD} <= area("G")


@pytest.mark.rule("ES-DEPL-01")
def test_several_rooms_are_shared_out_freely() -> None:
    match = placed("infiltration", [6, 1])
    assert match.decision.topic == "deploy ubume"  # the Resistance enters, so nobody of it is placed
    assert offered(match, "deploy") == area("H") | area("I")
    play(match, "deploy at 5,10", "deploy at 10,10")
    assert offered(match, "deploy") == (area("H") | area("I")) - {(5, 10), (10, 10)}


@pytest.mark.rule("ES-DEPL-02")
def test_entering_costs_a_movement_action_and_comes_first() -> None:
    match = scene({"ubume": (5, 10), "static": (6, 10)}, scenario="infiltration", turn=1)
    assert keys(match) == [f"activate {name}" for name in RESISTANCE_SQUAD]
    play(match, "activate jimmy")
    assert keys(match) == ["enter at 6,0", "enter at 7,0"]
    play(match, "enter at 7,0")
    jimmy = who(match, "jimmy")
    assert (where(match, "jimmy"), jimmy.left(MOVEMENT), jimmy.status) == ((7, 0), 4, BOARD)
    assert match.decision.topic == "action of jimmy"
    play(match, "step 7,1")
    assert jimmy.left(MOVEMENT) == 3


@pytest.mark.rule("ES-DEPL-02")
def test_every_airlock_the_scenario_names_is_a_way_in() -> None:
    match = scene({"ubume": (9, 0), "static": (9, 1)}, scenario="data-heist", turn=1)
    play(match, "activate tilt")
    assert offered(match, "enter") == {(7, 11), (8, 11), (0, 5), (0, 6)}
    assert "activate mamushi" not in keys(
        scene({"tilt": (0, 8), "jimmy": (1, 8)}, scenario="data-heist", turn=1, acting="isc")
    )


@pytest.mark.rule("ES-DEPL-03")
def test_an_occupied_airlock_keeps_the_others_out() -> None:
    at: dict[str, Place] = {"rivet": (6, 0), "ashton": (7, 0), "ubume": (5, 10), "static": (6, 10)}
    match = scene(at, scenario="infiltration", turn=1, activated=["rivet", "ashton"], dice=[6, 1, 1, 6])
    assert (match.decision.seat, keys(match)) == (1, ["activate ubume", "activate static"])
    play(match, "activate ubume", "end", "end")  # Static is the last one; nobody waiting was asked
    assert match.state.turn == 2
    assert all(who(match, name).status == WAITING for name in ("jimmy", "solenne", "bruno", "tilt"))
    play(match, "start resistance")
    assert keys(match) == ["activate ashton", "activate rivet"]
    play(match, "activate ashton", "step 7,1", "end", "activate ubume", "end")
    assert keys(match) == [f"activate {name}" for name in ("jimmy", "solenne", "bruno", "tilt", "rivet")]
    play(match, "activate jimmy")
    assert where(match, "jimmy") == (7, 0)  # the one free square is taken without asking
    assert who(match, "jimmy").left(MOVEMENT) == 4


@pytest.mark.rule("ES-DEPL-03")
def test_one_free_square_is_enough() -> None:
    at: dict[str, Place] = {"rivet": (6, 0), "ubume": (5, 10), "static": (6, 10)}
    match = scene(at, scenario="infiltration", turn=1, activated=["rivet"])
    assert keys(match) == [f"activate {name}" for name in ("ashton", "jimmy", "solenne", "bruno", "tilt")]


@pytest.mark.rule("ES-DEPL-03")
def test_a_square_that_becomes_free_lets_them_in_the_same_turn() -> None:
    at: dict[str, Place] = {"rivet": (6, 0), "ashton": (7, 0), "bailiff": (7, 1), "ubume": (5, 10), "static": (6, 10)}
    match = scene(
        at,
        scenario="infiltration",
        active="bailiff",
        turn=1,
        activated=["rivet", "ashton"],
        damage={"ashton": 7},
        dice=[6],
    )
    away = match.fork()
    play(away, "end")
    assert keys(away) == ["activate ubume", "activate static"]
    play(match, "attack ashton", "no dodge", "end")
    assert who(match, "ashton").status == OUT
    assert (match.decision.seat, keys(match)) == (
        0,
        [f"activate {name}" for name in ("jimmy", "solenne", "bruno", "tilt")],
    )


@pytest.mark.rule("ES-DEPL-03")
def test_waiting_characters_are_not_on_the_board() -> None:
    match = scene({"bailiff": (7, 0), "rivet": (5, 1)}, scenario="infiltration", active="bailiff", turn=1)
    assert keys(match, "attack") == []
    assert not happened(match, "entered")


@pytest.mark.rule("ES-DEPL-03")
def test_with_firewall_one_may_enter_over_somebody_and_move_on() -> None:
    at: dict[str, Place] = {"rivet": (6, 0), "ashton": (7, 0), "ubume": (5, 10), "static": (6, 10)}
    match = scene(at, scenario="infiltration", turn=1, activated=["rivet", "ashton"], event=FIREWALL)
    assert keys(match) == [f"activate {name}" for name in ("jimmy", "solenne", "bruno", "tilt")]
    play(match, "activate jimmy", "enter at 7,0")
    assert "end" not in keys(match)
    assert set(keys(match, "step")) == {"step 6,0", "step 8,0", "step 7,1"}
    play(match, "step 7,1")
    assert "end" in keys(match)
    assert (where(match, "ashton"), where(match, "jimmy")) == ((7, 0), (7, 1))
    # Hemmed in on all sides by characters who stand still, nobody can move on, so nobody enters.
    wall: dict[str, Place] = {"ubume": (5, 0), "static": (8, 0), "magnes": (6, 1), "mamushi": (7, 1)}
    match = scene(
        {**at, **wall}, scenario="infiltration", turn=1, activated=["rivet", "ashton"], event=FIREWALL,
        penalties={name: [(MOVEMENT, -4, "ES-EQ-02")] for name in ("jimmy", "solenne", "bruno", "tilt")},
    )  # fmt: skip
    assert match.decision.seat == 1

"""The end of a turn, the end of the game, and who has won in each scenario (rulebook 6.d, 6.e)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.core.game import Result
from fireteam.core.match import Match
from fireteam.games.escape import arena
from fireteam.games.escape.state import OUT
from tests.escape.scene import happened, keys, play, scene, table, who

RESISTANCE, ISC = 0, 1
PACK = Path(arena.__file__).parent / "packs" / "sublevel_zero.yaml"
ALL = ("ashton", "jimmy", "solenne", "bruno", "tilt", "rivet")
ALL_ISC = ("ubume", "mamushi", "bailiff", "magnes", "static")
VICTORY = "ES-RES-01"
DRAW = Result(None, "nobody", "ES-RES-02")
ON = None
R = Result(RESISTANCE, "victory", VICTORY)
I = Result(ISC, "victory", VICTORY)  # noqa: E741 (the letter of the tables below)


def ended(scenario: str, turn: int, at: dict[str, tuple[int, int]], **more: Any) -> Result | None:
    """The result at the end of that turn; None if the next turn began instead."""
    match = scene(at, scenario=scenario, turn=turn, phase="turn_end", dice=[6, 1, 1, 6], **more)
    if not match.over:
        assert match.state.turn == turn + 1
        assert match.result is None
    return match.result


# -- when the turn ends ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-END-01")
def test_the_turn_goes_on_until_both_sides_are_done() -> None:
    at = {"ashton": (0, 10), "bailiff": (7, 6), "magnes": (5, 8)}
    match = scene(at, dice=[1, 6], activated=["ashton"])
    assert match.decision.seat == ISC
    assert keys(match) == ["activate bailiff", "activate magnes"]
    play(match, "activate magnes", "end")
    assert match.state.turn == 2
    assert match.state.active == who(match, "bailiff").index
    play(match, "end")
    assert match.state.turn == 3


@pytest.mark.rule("ES-END-01", "ES-FAC-11")
@pytest.mark.parametrize("answer", ["done", "activate ubume"])
def test_a_character_waiting_for_the_factory_does_not_keep_the_turn_open(answer: str) -> None:
    match = scene(
        {"ashton": (7, 1), "bailiff": (7, 6)}, dice=[6, 1], turn=5, activated=["ashton", "bailiff"], out={"ubume": 4},
        acting="isc"
    )  # fmt: skip
    assert match.decision.seat == ISC
    assert keys(match) == ["activate ubume", "done"]
    play(match, answer)
    if answer == "done":
        assert match.state.turn == 6
    else:
        assert "enter at 7,12" in keys(match)
        play(match, "enter at 7,12", "end")
        assert match.state.turn == 6


@pytest.mark.rule("ES-END-01", "ES-DEPL-03")
def test_only_those_who_could_enter_keep_the_turn_open() -> None:
    full = {"ashton": (6, 0), "rivet": (7, 0), "bailiff": (7, 11)}
    blocked = scene(full, scenario="infiltration", turn=1, dice=[6, 1], activated=["ashton", "rivet"], acting="isc")
    play(blocked, "end")
    assert blocked.state.turn == 2
    free = full | {"rivet": (7, 1)}
    waiting = scene(free, scenario="infiltration", turn=1, activated=["ashton", "rivet"], acting="isc")
    play(waiting, "end")
    assert waiting.state.turn == 1
    assert keys(waiting) == ["activate jimmy", "activate solenne", "activate bruno", "activate tilt"]


# -- when the game ends ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ES-END-02")
def test_losing_all_isc_characters_ends_nothing() -> None:
    match = scene({"ashton": (0, 10)}, phase="turn_end", turn=3, out=dict.fromkeys(ALL_ISC, 3), dice=[1, 1, 3, 4])
    assert match.state.turn == 4
    play(match, "start isc")
    assert match.decision.seat == ISC
    assert keys(match) == [*(f"activate {name}" for name in ALL_ISC), "done"]


@pytest.mark.rule("ES-END-02")
@pytest.mark.parametrize("choice", ["done", "activate magnes"])
def test_the_isc_finishes_the_turn_after_the_last_resistance_fell(choice: str) -> None:
    at = {"jimmy": (7, 7), "bailiff": (7, 6), "magnes": (5, 4)}
    others = dict.fromkeys((name for name in ALL if name != "jimmy"), 1)
    match = scene(at, dice=[6], active="bailiff", damage={"jimmy": 4}, used={"jimmy": {"cbt": 1}}, out=others)
    play(match, "attack jimmy")
    assert who(match, "jimmy").status == OUT
    assert not match.over  # the activation under way goes on
    play(match, "end")
    assert not match.over
    assert match.decision.seat == ISC
    assert keys(match) == ["activate magnes", "done"]
    play(match, choice)
    if choice != "done":
        assert not match.over
        play(match, "end")
    assert match.over
    assert match.result == I
    assert match.state.turn == 2


@pytest.mark.rule("ES-END-02")
def test_the_isc_may_still_bank_after_the_last_resistance_fell() -> None:
    at = {"bailiff": (7, 6), "ubume": (7, 5)}
    out = dict.fromkeys(ALL, 1)
    match = scene(
        at, scenario="data-heist", active="bailiff", holds={"ubume": "2"}, out=out, banked_resistance=2, banked_isc=1
    )
    play(match, "end", "activate ubume", "bank", "end")
    assert match.result == I  # 3 against 2


@pytest.mark.rule("ES-END-02")
def test_victory_is_not_looked_at_in_the_middle_of_a_turn() -> None:
    at = {"tilt": (6, 0), "bruno": (0, 10), "bailiff": (7, 6)}
    match = scene(at, active="tilt", left=["ashton", "jimmy", "solenne"])
    play(match, "leave by 1")
    assert not match.over  # the fourth has left, and the turn goes on
    play(match, "end", "end")
    assert match.over
    assert match.result == R
    assert match.state.turn == 2


@pytest.mark.rule("ES-END-02")
def test_the_game_ends_when_the_rest_of_the_resistance_has_left() -> None:
    assert ended("evasion", 4, {"bailiff": (7, 6)}, left=ALL[:2], out=dict.fromkeys(ALL[2:], 2)) == I
    assert ended("core-breach", 4, {"bailiff": (7, 6)}, left=ALL, hacked=["CORE1", "CORE2"]) == DRAW
    assert ended("manhunt", 4, {"bailiff": (7, 6)}, courier="ashton", left=ALL[1:], out={"ashton": 4}) == I


@pytest.mark.rule("ES-END-02")
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [("infiltration", 8), ("evasion", 8), ("data-heist", 10), ("last-bastion", 5), ("core-breach", 9), ("manhunt", 14)],
)
def test_the_last_turn_of_the_scenario_is_the_last(scenario: str, turns: int) -> None:
    at = {"ashton": (7, 6), "jimmy": (8, 6), "magnes": (7, 5)}
    assert ended(scenario, turns - 1, at, courier="ashton") is ON
    assert ended(scenario, turns, at, courier="ashton") is not None
    assert table(scene(at, scenario=scenario)).ground.turns == turns  # Data Heist would end by its own trigger as well


# -- who has won, scenario by scenario ---------------------------------------------------------------------------------

HERE = {"ashton": (0, 10), "tilt": (1, 10), "bailiff": (7, 6)}


@pytest.mark.rule("ES-RES-01", "ES-RES-02", "ES-END-02")
@pytest.mark.parametrize(
    ("turn", "hacked", "resistance", "result"),
    [
        (3, ["T1", "T2"], "board", R),
        (3, ["T1", "T2", "T3"], "board", R),
        (3, ["T3"], "board", ON),
        (7, [], "board", ON),
        (3, ["T1", "T3"], "waiting", ON),
        (3, ["T1"], "out", I),
        (3, [], "out", I),
        (3, ["T1", "T2"], "out", DRAW),
        (8, [], "board", I),
        (8, ["T2"], "board", DRAW),
        (8, ["T1", "T2"], "board", R),
    ],
)
def test_infiltration(turn: int, hacked: list[str], resistance: str, result: Result | None) -> None:
    at = HERE if resistance == "board" else {"bailiff": (7, 6)}
    out = dict.fromkeys(ALL, 2) if resistance == "out" else {}
    assert ended("infiltration", turn, at, hacked=hacked, out=out) == result


@pytest.mark.rule("ES-RES-02")
def test_infiltration_with_one_terminal_and_two_alive_is_a_draw() -> None:
    match = scene(
        HERE, scenario="infiltration", turn=8, phase="turn_end", hacked=["T1"], out=dict.fromkeys(ALL[1:4], 5)
    )
    assert match.over
    assert match.result == DRAW
    over = happened(match, "over")[0]
    assert (over.rule, over.params["winner"], over.params["turn"]) == ("ES-RES-02", -1, 8)


@pytest.mark.rule("ES-RES-01", "ES-RES-02", "ES-END-02")
@pytest.mark.parametrize(
    ("turn", "left", "out", "result"),
    [
        (4, 4, 0, R),
        (4, 3, 0, ON),
        (4, 3, 2, ON),
        (4, 0, 2, ON),
        (4, 0, 3, I),
        (4, 3, 3, I),  # as many have left as were Taken out
        (4, 4, 2, R),  # fewer on the board than the opponent, and still the winner
        (8, 3, 2, DRAW),
        (8, 4, 1, R),
        (8, 2, 3, I),
        (8, 0, 0, DRAW),
        (2, 0, 6, I),
    ],
)
def test_evasion(turn: int, left: int, out: int, result: Result | None) -> None:
    names = list(ALL)
    gone, fallen, here = names[:left], names[left : left + out], names[left + out :]
    at = {name: (n, 10) for n, name in enumerate(here)} | {"bailiff": (7, 6)}
    assert ended("evasion", turn, at, left=gone, out=dict.fromkeys(fallen, 1)) == result


@pytest.mark.rule("ES-RES-01", "ES-RES-02", "ES-END-02")
@pytest.mark.parametrize(
    ("turn", "banked", "gone", "result"),
    [
        (3, (3, 0), False, ON),  # 2 points win only when the game ends
        (3, (0, 3), False, ON),
        (9, (3, 2), False, ON),
        (3, (4, 0), False, R),
        (3, (0, 4), False, I),
        (3, (4, 4), False, DRAW),
        (3, (4, 5), False, I),
        (10, (2, 1), False, R),
        (10, (1, 0), False, DRAW),
        (10, (0, 1), False, DRAW),
        (10, (1, 2), False, I),
        (10, (2, 2), False, DRAW),
        (3, (1, 0), True, I),
        (3, (2, 0), True, R),
        (3, (2, 2), True, DRAW),
        (3, (2, 3), True, I),
        (3, (0, 0), True, I),
    ],
)
def test_data_heist(turn: int, banked: tuple[int, int], gone: bool, result: Result | None) -> None:
    at = {"bailiff": (7, 6)} if gone else {"ashton": (8, 6), "bailiff": (7, 6)}
    more: dict[str, Any] = {"left": ALL[:3], "out": dict.fromkeys(ALL[3:], 2)} if gone else {}
    assert ended("data-heist", turn, at, banked_resistance=banked[0], banked_isc=banked[1], **more) == result


@pytest.mark.rule("ES-RES-01", "ES-RES-02", "ES-END-02")
@pytest.mark.parametrize(
    ("turn", "inside", "outside", "result"),
    [
        (4, 2, 0, ON),
        (5, 2, 0, R),
        (5, 1, 3, R),  # one is enough, none is too few: no number is a draw
        (5, 1, 0, R),
        (5, 0, 4, I),
        (3, 0, 4, I),
        (2, 0, 4, ON),
        (3, 1, 0, ON),
        (1, 0, 0, I),  # all of them Taken out
    ],
)
def test_last_bastion(turn: int, inside: int, outside: int, result: Result | None) -> None:
    squares = [(6, 4), (7, 4), (8, 4)][:inside] + [(0, 0), (1, 0), (2, 0), (0, 1)][:outside]
    at: dict[str, tuple[int, int]] = dict(zip(ALL, squares, strict=False))
    out = dict.fromkeys(ALL[len(squares) :], 1)
    assert ended("last-bastion", turn, at | {"bailiff": (7, 6)}, out=out) == result


@pytest.mark.rule("ES-RES-01", "ES-RES-02", "ES-END-02")
@pytest.mark.parametrize(
    ("turn", "hacked", "since", "gone", "result"),
    [
        (5, 2, 1, False, R),
        (5, 2, 0, False, ON),  # somebody left, but before the second hack
        (5, 1, 1, False, ON),
        (9, 2, 1, False, R),
        (9, 2, 0, False, DRAW),
        (9, 1, 1, False, I),
        (9, 0, 0, False, I),
        (8, 1, 0, False, ON),
        (4, 1, 3, True, I),
        (4, 2, 0, True, DRAW),
        (4, 2, 1, True, R),
    ],
)
def test_core_breach(turn: int, hacked: int, since: int, gone: bool, result: Result | None) -> None:
    at = {"bailiff": (7, 6)} if gone else HERE
    more: dict[str, Any] = {"left": ["jimmy"]}
    if gone:
        more = {"left": ALL[:3], "out": dict.fromkeys(ALL[3:], 2)}
    assert ended("core-breach", turn, at, hacked=["CORE1", "CORE2"][:hacked], left_since_hack=since, **more) == result


@pytest.mark.rule("ES-RES-01")
def test_core_breach_counts_who_leaves_after_the_last_hack() -> None:
    at = {"jimmy": (9, 8), "tilt": (6, 0), "bailiff": (0, 0)}
    out = {"ashton": 1, "solenne": 1, "rivet": 1}
    position: dict[str, Any] = {
        "hacked": ["CORE1"],
        "left": ["bruno"],
        "left_since_hack": 1,
        "out": out,
        "activated": ["bailiff"],
    }
    match = scene(at, scenario="core-breach", dice=[5], active="jimmy", **position)
    play(match, "hack CORE2")
    assert match.state.left_since_hack == 0
    play(match, "end", "leave by 1")
    assert match.result == R


@pytest.mark.rule("ES-RES-01", "ES-RES-02", "ES-END-02")
@pytest.mark.parametrize(
    ("turn", "courier", "result"),
    [
        (4, "left", R),
        (4, "out", I),
        (4, "board", ON),
        (13, "board", ON),
        (14, "board", DRAW),
        (14, "left", R),
        (14, "out", I),
    ],
)
def test_manhunt(turn: int, courier: str, result: Result | None) -> None:
    at = {"ashton": (0, 8), "bailiff": (7, 6)}
    if courier == "board":
        at["solenne"] = (1, 8)
    left = ["jimmy", "solenne"] if courier == "left" else ["jimmy"]
    out = {"bruno": 2, "solenne": 2} if courier == "out" else {"bruno": 2}
    assert ended("manhunt", turn, at, courier="solenne", left=left, out=out) == result


@pytest.mark.rule("ES-RES-01")
@pytest.mark.parametrize("factions", [("resistance", "isc"), ("isc", "resistance")])
def test_the_winner_is_named_by_its_seat(factions: tuple[str, str]) -> None:
    match: Match = scene(
        HERE, setup={"factions": factions}, turn=8, phase="turn_end", left=["jimmy", "solenne", "bruno", "rivet"]
    )  # fmt: skip
    assert match.result == Result(factions.index("resistance"), "victory", "ES-RES-01")


@pytest.mark.rule("ES-RES-02")
def test_both_conditions_at_once_make_a_draw(tmp_path: Path) -> None:
    text = PACK.read_text(encoding="utf-8")
    three = "isc: {taken_out_count: {faction: resistance, min: 3}}"
    assert three in text
    file = tmp_path / "even.yaml"
    file.write_text(text.replace(three, three.replace("3", "2")), encoding="utf-8")
    match = scene(
        {"bailiff": (7, 6)}, pack=str(file), turn=4, phase="turn_end", left=ALL[:4], out=dict.fromkeys(ALL[4:], 2)
    )
    assert match.over
    assert match.result == Result(None, "both", "ES-RES-02")

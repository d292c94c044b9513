"""The turn sequence and the Turn Initiative test: who wins it, who starts (rulebook 6.a)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.escape.state import INTELLECT
from tests.escape.scene import happened, keys, play, scene

RESISTANCE, ISC = 0, 1
RESISTANCE_PLACES = {
    "ashton": (0, 10),
    "jimmy": (1, 11),
    "solenne": (2, 10),
    "bruno": (3, 10),
    "tilt": (4, 12),
    "rivet": (0, 12),
}
ISC_PLACES = {"ubume": (5, 4), "mamushi": (9, 4), "bailiff": (7, 6), "magnes": (5, 8), "static": (9, 8)}
EVERYBODY = RESISTANCE_PLACES | ISC_PLACES


def at(*names: str) -> dict[str, tuple[int, int]]:
    """These characters on squares of their own."""
    return {name: EVERYBODY[name] for name in names}


def without(*names: str) -> dict[str, tuple[int, int]]:
    """Everybody but these."""
    return {name: place for name, place in EVERYBODY.items() if name not in names}


def totals(match: Match) -> list[tuple[int, int]]:
    """The totals of every Initiative roll so far, Resistance first."""
    assert match.decision is not None
    found = [event.params["total"] for event in happened(match, "initiative_total")]
    return list(zip(found[::2], found[1::2], strict=True))


def winner(match: Match) -> int:
    """The side that has the Initiative; its seat is asked who starts."""
    assert match.decision.topic == "who starts"
    assert match.decision.seat == match.state.initiative
    found: int = match.state.initiative
    return found


@pytest.mark.rule("ES-TURN-01")
def test_a_turn_runs_from_initiative_to_the_end_check() -> None:
    match = scene(at("ashton", "bailiff"), dice=[6, 1, 3, 4, 1, 6], phase="initiative", turn=2)
    play(match, "start resistance", "end", "end")
    order = [event.code for event in match.log]
    assert order == [
        "turn", "initiative_total", "initiative_total", "initiative", "first", "event", "activated", "ended",
        "activated", "ended", "turn", "initiative_total", "initiative_total", "initiative",
    ]  # fmt: skip
    assert [event.params["turn"] for event in happened(match, "turn")] == [3, 4]
    assert match.decision.topic == "who starts"


@pytest.mark.rule("ES-TURN-01")
def test_the_result_is_reached_only_after_the_end_check_of_a_turn() -> None:
    goes_on = scene(at("ashton"), dice=[3, 3], phase="turn_end", turn=7)
    assert goes_on.state.phase == "first"
    assert goes_on.state.turn == 8
    over = scene(at("ashton"), phase="turn_end", turn=8)
    assert over.over
    assert [event.code for event in over.log] == ["over"]


@pytest.mark.rule("ES-INIT-01")
def test_the_sum_counts_those_on_the_board() -> None:
    match = scene(without("solenne"), dice=[4, 2], phase="initiative", out=["solenne"])
    assert totals(match) == [(9, 9)]
    assert winner(match) == ISC  # 5 against 7: the tie goes to the higher sum


@pytest.mark.rule("ES-INIT-01")
@pytest.mark.parametrize(("dice", "side"), [([5, 2], RESISTANCE), ([3, 2], ISC), ([1, 6], ISC), ([6, 1], RESISTANCE)])
def test_the_highest_total_wins(dice: list[int], side: int) -> None:
    match = scene(without("solenne"), dice=dice, phase="initiative", out=["solenne"])
    assert totals(match) == [(dice[0] + 5, dice[1] + 7)]
    assert winner(match) == side


@pytest.mark.rule("ES-INIT-01")
def test_base_values_count_whatever_the_last_turn_did() -> None:
    beside_the_leader = EVERYBODY | {"solenne": (2, 11), "bruno": (3, 11)}
    penalties = {"solenne": [(INTELLECT, -2, "ES-SKILL-18")], "ubume": [(INTELLECT, -1, "ES-SKILL-18")]}
    match = scene(beside_the_leader, dice=[1, 1], phase="initiative", event=2, penalties=penalties)
    assert totals(match) == [(9, 8)]


@pytest.mark.rule("ES-INIT-02")
def test_on_turn_1_those_waiting_for_entry_count() -> None:
    match = scene(ISC_PLACES, scenario="infiltration", dice=[1, 1], phase="initiative", turn=0)
    assert match.state.turn == 1
    assert totals(match) == [(9, 8)]


@pytest.mark.rule("ES-INIT-02")
def test_from_turn_2_on_nobody_off_the_board_counts() -> None:
    fallen = scene(without("ubume"), scenario="infiltration", dice=[1, 1], phase="initiative", turn=1, out={"ubume": 1})
    assert totals(fallen) == [(9, 6)]
    waiting = scene(without("solenne", "jimmy"), scenario="infiltration", dice=[1, 1], phase="initiative", turn=1)
    assert totals(waiting) == [(4, 8)]
    gone = scene(without("jimmy"), dice=[1, 1], phase="initiative", turn=1, left=["jimmy"])
    assert totals(gone) == [(7, 8)]


@pytest.mark.rule("ES-INIT-03")
@pytest.mark.parametrize(
    ("names", "dice", "total", "side"),
    [
        (("solenne", "jimmy", "ashton", "ubume", "magnes", "bailiff"), [3, 4], 9, RESISTANCE),
        (("solenne", "jimmy", "ubume", "magnes", "bailiff", "static"), [4, 3], 9, ISC),
    ],
)
def test_a_tie_goes_to_the_higher_sum(names: tuple[str, ...], dice: list[int], total: int, side: int) -> None:
    match = scene(at(*names), dice=dice, phase="initiative")
    assert totals(match) == [(total, total)]
    assert winner(match) == side
    assert not happened(match, "tie")


@pytest.mark.rule("ES-INIT-03")
@pytest.mark.parametrize(("last", "side"), [([2, 1], RESISTANCE), ([1, 2], ISC)])
def test_an_even_tie_is_rolled_again_until_it_is_none(last: list[int], side: int) -> None:
    match = scene(at("solenne", "jimmy", "ubume", "magnes", "bailiff"), dice=[4, 4, 6, 6, *last], phase="initiative")
    assert totals(match) == [(9, 9), (11, 11), (last[0] + 5, last[1] + 5)]
    assert len(happened(match, "tie")) == 2
    assert winner(match) == side


@pytest.mark.rule("ES-INIT-04")
@pytest.mark.parametrize(("pick", "order"), [("resistance", ["ashton", "bailiff"]), ("isc", ["bailiff", "ashton"])])
def test_the_winner_chooses_itself_or_the_opponent(pick: str, order: list[str]) -> None:
    match = scene(at("ashton", "bailiff"), dice=[1, 6, 3, 4, 2, 1], phase="initiative")
    assert match.decision.seat == ISC
    assert keys(match) == ["start resistance", "start isc"]
    play(match, f"start {pick}", "end", "end")
    assert [event.params["who"] for event in happened(match, "activated")] == order


@pytest.mark.rule("ES-INIT-04")
def test_the_choice_is_made_before_the_event_is_rolled() -> None:
    match = scene(at("ashton", "bailiff"), dice=[1, 6, 3, 4], phase="initiative")
    assert match.decision.topic == "who starts"
    assert match.rolls == 2
    assert match.state.event == 0
    play(match, "start isc")
    assert match.state.event == 7
    codes = [event.code for event in match.log]
    assert codes.index("first") < codes.index("event")


@pytest.mark.rule("ES-INIT-04")
def test_by_option_the_choice_waits_for_the_event() -> None:
    match = scene(
        at("ashton", "bailiff"), dice=[1, 6, 3, 4], phase="initiative", options={"first_player_choice": "after_event"}
    )
    assert match.decision.topic == "who starts"
    assert match.decision.seat == ISC
    assert match.rolls == 4
    assert match.state.event == 7
    play(match, "start resistance")
    assert match.decision.topic != "who starts"
    assert match.state.acting == RESISTANCE
    codes = [event.code for event in match.log]
    assert codes.index("event") < codes.index("first")
    assert codes.count("first") == 1


@pytest.mark.rule("ES-INIT-04", "ES-EVT-11")
def test_interference_voids_the_pick_of_the_isc() -> None:
    match = scene(at("ashton", "bailiff"), dice=[1, 6, 5, 6], phase="initiative")
    assert match.decision.seat == ISC
    play(match, "start isc")
    assert match.state.event == 11
    assert match.decision.topic == "who starts"
    assert match.decision.seat == RESISTANCE
    play(match, "start resistance")
    assert match.state.acting == RESISTANCE
    assert [event.params["side"] for event in happened(match, "first")] == [ISC, RESISTANCE]


@pytest.mark.rule("ES-INIT-04", "ES-EVT-11")
@pytest.mark.parametrize("pick", ["resistance", "isc"])
def test_by_option_interference_leaves_one_question_for_the_resistance(pick: str) -> None:
    options: dict[str, Any] = {"first_player_choice": "after_event"}
    match = scene(at("ashton", "bailiff"), dice=[1, 6, 5, 6], phase="initiative", options=options)
    assert match.decision.seat == RESISTANCE
    play(match, f"start {pick}")
    assert len(happened(match, "first")) == 1
    assert match.decision.seat == (RESISTANCE if pick == "resistance" else ISC)

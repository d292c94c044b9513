"""How dangerous the squares of a walk are: the same numbers as the attacks themselves have; and what they
are good for."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.scene import DangerSpot
from tests.escape.scene import scene


def squares(match_at: dict[str, tuple[int, int]], active: str) -> dict[str, DangerSpot]:
    """The danger of every square that a character may walk to, by its name."""
    match = scene(match_at, active=active)
    found: dict[str, DangerSpot] = {}
    while True:  # part by part
        part = match.setting.danger(match, len(found))
        assert (part["piece"], part["step"]) == (active, 100)
        found |= {spot["spot"]: spot for spot in part["spots"]}
        if part["rest"] == 0:
            return found


@pytest.mark.rule("ES-CBT-02")
@pytest.mark.parametrize(("name", "enemy"), [("jimmy", "ubume"), ("rivet", "bailiff"), ("tilt", "magnes")])
def test_next_to_an_enemy_it_is_as_dangerous_as_his_attack_is(name: str, enemy: str) -> None:
    """Attacked by hand from the next square; the mean is that of the very attack, laid out and solved."""
    found = squares({name: (7, 5), enemy: (7, 7)}, name)
    attacked = scene({name: (7, 6), enemy: (7, 7)}, active=enemy)
    mean = float(attacked.odds(f"attack {name}").mean(f"damage {name}"))
    assert mean > 0
    beside = found["7,6"]
    assert beside["threats"] == [{"piece": enemy, "mean": pytest.approx(mean), "cover": False}]
    assert (beside["at"], beside["cost"]) == ([750, 650], 1)
    away = [spot for spot in found.values() if max(abs(spot["at"][0] - 750), abs(spot["at"][1] - 750)) > 100]
    assert away
    assert all(spot["threats"] == [] for spot in away)  # two squares away nobody strikes


def test_nobody_moves_nobody_is_in_danger() -> None:
    match = scene({"jimmy": (7, 6), "ashton": (7, 5), "ubume": (7, 9)})
    assert match.setting.danger(match, 0)["spots"] == []


# -- what they are good for --------------------------------------------------------------------------------------------


def gains(at: dict[str, tuple[int, int]], active: str, **more: Any) -> dict[str, list[str]]:
    """The squares that a character may walk to, by what it gains there."""
    match = scene(at, active=active, **more)
    found: dict[str, list[str]] = {}
    for spot in match.setting.danger(match, 0)["spots"]:
        for gain in spot["gains"]:
            found.setdefault(f"{gain['kind']} {gain['mark']}: {gain['text']}", []).append(spot["spot"])
    return {text: sorted(places) for text, places in found.items()}


FAR = {"ubume": (14, 0)}


@pytest.mark.rule("ES-INT-02")
def test_beside_a_terminal_it_can_be_hacked_with_the_actions_of_a_later_turn_too() -> None:
    at = {"jimmy": (3, 7), **FAR}
    beside = {"acts T1: can hack Terminal T1": ["1,8", "2,7", "2,8", "2,9", "3,8"]}
    assert gains(at, "jimmy", scenario="infiltration") == beside
    assert gains(at, "jimmy", scenario="infiltration", used={"jimmy": {"int": 1}}) == beside
    assert gains(at, "jimmy", scenario="infiltration", hacked=["T1"]) == {}


@pytest.mark.rule("ES-OBJ-03", "ES-OBJ-04")
def test_tokens_can_be_picked_up_with_empty_hands() -> None:
    lying: dict[str, Any] = {"crates": [((1, 1), "2"), (2, 1)], "equipment": [((0, 1), "radio")]}
    at = {"tilt": (1, 2), **FAR}
    assert gains(at, "tilt", scenario="data-heist", **lying) == {
        "acts 2: can pick up Objective c1 (worth 2)": ["1,1"],
        "acts C: can pick up crate c2": ["2,1"],
        "acts R: can pick up Radio e3": ["0,1"],
    }
    assert gains(at, "tilt", scenario="data-heist", holds={"tilt": "1"}, **lying) == {}


@pytest.mark.rule("ES-RES-01")
def test_a_room_that_a_victory_condition_counts_is_shown_to_those_whom_it_counts() -> None:
    centre = [f"{x},{y}" for x in range(6, 10) for y in range(4, 8)]
    assert gains({"jimmy": (7, 6), **FAR}, "jimmy", scenario="last-bastion") == {
        "holds C: counts in Central room": centre
    }
    assert gains({"ubume": (7, 6), "jimmy": (14, 0)}, "ubume", scenario="last-bastion", acting="isc") == {}


@pytest.mark.rule("ES-MOVE-04", "ES-OBJ-01")
def test_airlocks_are_ways_out_or_banks_as_the_scenario_says() -> None:
    assert gains({"jimmy": (7, 2), **FAR}, "jimmy") == {"acts 1: can leave by Airlock 1": ["6,0", "7,0"]}
    banks: dict[str, Any] = {"scenario": "data-heist", "acting": "isc", "holds": {"ubume": "2"}}
    found = gains({"ubume": (7, 7), "jimmy": (14, 0)}, "ubume", **banks)
    assert found == {"acts 2: can bank Objective c1 (worth 2)": ["7,5", "8,5"]}


def test_where_a_scenario_has_nothing_there_nothing_is_gained() -> None:
    assert gains({"ubume": (7, 7), "jimmy": (14, 0)}, "ubume", acting="isc") == {}

"""The view: the scene and the state behind it, nothing that a seat may not know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay

SEED = 918273645546


def position(at: dict[str, tuple[int, int]], scenario: str = "evasion", seed: int = 1, **more: Any) -> Match:
    """A match in the middle of a turn."""
    setting = GAME.prepare(scenario=scenario, options=None, pack=None, setup=more.pop("setup", {}))
    return lay(setting, more.pop("dice", Seeded(seed)), at, **more)


def test_a_view_is_the_scene_and_the_state_behind_it() -> None:
    match = position({"ashton": (6, 9), "mamushi": (5, 9)}, active="ashton", turn=4, event=10, dark="C", revolution=2)
    view = match.view(1)
    assert view["seat"] == 1
    scene = match.setting.scene(match.table, 1)
    assert {name: view[name] for name in scene} == scene
    state = view["state"]
    assert (state["scenario"], state["turn"], state["turns"], state["phase"]) == ("evasion", 4, 8, "act")
    assert (state["event"], state["dark"], state["revolution"]) == (10, "C", 2)


def test_what_is_to_be_hacked_says_how_hard_that_is() -> None:
    difficulties = position({"ashton": (6, 9)}, scenario="infiltration", active="ashton").view()["state"][
        "difficulties"
    ]
    assert (difficulties["T1"], difficulties["A11"]) == (8, 8)
    assert "A01" not in difficulties


def test_sides_follow_the_seats() -> None:
    match = fireteam.new("escape", scenario="evasion", seed=3, factions=("isc", "resistance"))
    view = match.view(0)
    assert [side["name"] for side in view["sides"]] == ["I.S.C.", "Resistance"]
    assert view["cards"]["ashton"]["seat"] == 1


def test_numbers_of_a_card_have_their_reasons() -> None:
    match = position(
        {"ashton": (6, 9), "rivet": (1, 1)}, active="ashton", turn=3, damage={"ashton": 2}, used={"ashton": {"mvt": 1}},
        penalties={"ashton": [(1, -1, "ES-EQ-08")]}, holds={"ashton": "medkit"}, out={"ubume": 2}, left=["tilt"],
        courier="rivet", event=5,
    )  # fmt: skip
    cards = match.view(0)["cards"]
    ashton = cards["ashton"]
    mvt, cbt = ashton["figures"][:2]
    assert (mvt["value"], mvt["left"], ashton["wounds"]) == ("3", 2, [6, 8])
    assert mvt["reasons"] == [
        {"amount": 4, "reason": "Mvt of Ashton", "rule": "ES-PROF-02"},
        {"amount": -1, "reason": "Fire alarm", "rule": "ES-EVT-05"},
    ]
    assert [part["amount"] for part in cbt["reasons"]] == [3, -1]
    assert [row["label"] for row in ashton["rows"]] == ["Digging arm", "Seasoned veteran", "Medkit"]
    assert "!" in [tag["mark"] for tag in cards["rivet"]["tags"]]
    assert [row["label"] for row in cards["rivet"]["rows"]] == ["Robot", "Armor 1", "Armless"]
    assert {name: cards[name]["state"] for name in ("ashton", "ubume", "tilt", "jimmy")} == {
        "ashton": "active", "ubume": "out", "tilt": "left", "jimmy": "away",
    }  # fmt: skip


@pytest.mark.rule("ES-EQT-02")
def test_tokens_show_their_label_only_once_turned_over() -> None:
    match = position(
        {"ashton": (6, 9)}, active="ashton", crates=[(6, 9), ((1, 1), "2")], equipment=[(5, 9), ((2, 2), "radio")]
    )
    view = match.view()
    names = {name: view["pieces"][name]["text"] for name in ("c1", "c2", "e3", "e4")}
    assert names == {
        "c1": "A crate, closed", "c2": "An Objective worth 2", "e3": "A piece of equipment, face down",
        "e4": "Equipment: Radio",
    }  # fmt: skip
    assert dict(view["state"]["bag"])["radio"] == 1
    assert dict(view["state"]["backs"]) == {"1": 4, "2": 3}


@pytest.mark.rule("ES-EQT-02")
def test_worlds_that_differ_in_what_nobody_knows_look_alike() -> None:
    places: dict[str, Any] = {"active": "ashton", "equipment": [(5, 9)], "crates": [(6, 10)]}
    one = position({"ashton": (6, 9), "mamushi": (4, 9)}, dice=Given(["medkit"]), **places)
    other = position({"ashton": (6, 9), "mamushi": (4, 9)}, dice=Given(["radio"]), **places)
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
    one.answer("turn over e2")
    other.answer("turn over e2")
    assert [match.view()["pieces"]["e2"]["text"] for match in (one, other)] == ["Equipment: Medkit", "Equipment: Radio"]


@pytest.mark.parametrize("scenario", GAME.scenarios())
def test_whole_games_are_plain_json_without_the_seed(scenario: str) -> None:
    match = fireteam.new("escape", scenario=scenario, seed=SEED)
    rng = random.Random(5)
    count = 0
    while not match.over:
        if count % 15 == 0:
            for seat in (0, 1, None):
                view = match.view(seat)
                text = json.dumps(view)
                assert json.dumps(json.loads(text)) == text
                assert str(SEED) not in text
        match.answer(rng.choice(match.decision.options))
        count += 1
    shown, result = match.view()["ending"], match.result
    assert result is not None
    assert (shown["winner"], shown["rule"]) == (-1 if result.winner is None else result.winner, result.rule)


def test_before_a_scenario_is_chosen_there_is_no_board() -> None:
    match = fireteam.new("escape", seed=1, factions="ask")
    view = match.view(0)
    assert "board" not in view and "turns" not in view["state"]
    assert not view["cards"] and not view["pieces"]
    match.answer("play isc")
    assert match.view(0)["sides"][0]["name"] == "I.S.C."
    match.answer("scenario manhunt")
    assert match.view(0)["board"]["width"] == 1600

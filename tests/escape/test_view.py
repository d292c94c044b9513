"""The view: everything a table needs to draw, nothing that a seat may not know."""

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


def character(view: dict[str, Any], name: str) -> dict[str, Any]:
    """A character of a view by its id."""
    return next(entry for entry in view["characters"] if entry["id"] == name)


def test_head_of_the_view() -> None:
    match = position({"ashton": (6, 9), "mamushi": (5, 9)}, active="ashton", turn=4, event=10, dark="C", revolution=2)
    view = match.view(1)
    assert view["game"] == "escape"
    assert (view["seat"], view["side"], view["seats"]) == (1, "isc", ["resistance", "isc"])
    assert view["scenario"]["id"] == "evasion"
    assert view["scenario"]["specials"][0]["id"] == "EV-LOCKDOWN"
    assert set(view["scenario"]["victory"]) == {"resistance", "isc", "early_end", "otherwise"}
    assert (view["turn"], view["turns"], view["phase"]) == (4, 8, "act")
    assert view["event"] == {"number": 10, "name": "Black-out"}
    assert view["dark"] == "C"
    assert (view["acting"], view["acting_seat"], view["active"], view["initiative"]) == ("resistance", 0, "ashton", "resistance")
    assert view["revolution"] == 2
    assert view["banked"] == {"resistance": 0, "isc": 0}
    assert view["result"] is None


def test_sides_follow_the_seats() -> None:
    match = fireteam.new("escape", scenario="evasion", seed=3, factions=("isc", "resistance"))
    view = match.view(0)
    assert (view["side"], view["seats"]) == ("isc", ["isc", "resistance"])
    assert character(view, "ashton")["seat"] == 1


def test_board() -> None:
    match = position(
        {"ashton": (6, 9)}, active="ashton", open_doors=["A01", "A11"], unlocked=["A12"], broken_walls=[((4, 0), (5, 0))]
    )  # fmt: skip
    board = match.view()["board"]
    assert (board["width"], board["height"]) == (15, 13)
    assert board["areas"][3] == "EEEERRRRRRRFFFF"
    assert board["area_names"]["R"] == {"name": "Ring corridor", "kind": "corridor", "tokens_allowed": False}
    doors = {door["id"]: door for door in board["doors"]}
    assert len(doors) == 24
    assert doors["A01"] == {"id": "A01", "squares": [[7, 2], [7, 3]], "state": "open", "lock": False, "difficulty": None}
    assert (doors["A11"]["state"], doors["A11"]["lock"], doors["A11"]["difficulty"]) == ("open", True, 8)
    assert (doors["A12"]["state"], doors["A12"]["lock"]) == ("closed", False)
    assert doors["A04"]["state"] == "locked"
    walls = {tuple(map(tuple, wall["squares"])): wall["kind"] for wall in board["walls"]}
    assert walls[(4, 2), (5, 2)] == "wall"
    assert walls[(5, 3), (5, 4)] == "reinforced"
    assert ((4, 0), (5, 0)) not in walls
    assert ((7, 2), (7, 3)) not in walls
    assert board["broken_walls"] == [[[4, 0], [5, 0]]]
    assert board["airlocks"][4] == {"id": 5, "squares": [[7, 5], [7, 6]], "central": True, "hackable": False, "hacked": False}
    assert board["exits"] == {"resistance": [1, 2, 3], "isc": []}


def test_terminals() -> None:
    match = position({"ashton": (6, 9)}, scenario="infiltration", active="ashton", hacked=["T2"])
    view = match.view()
    assert view["hacked"] == ["T2"]
    assert view["board"]["terminals"][0] == {"id": "T1", "square": [2, 8], "difficulty": 8, "hacked": False}
    assert view["board"]["terminals"][1]["hacked"] is True


def test_characters() -> None:
    match = position(
        {"ashton": (6, 9), "rivet": (1, 1)},
        active="ashton",
        turn=3,
        damage={"ashton": 2},
        used={"ashton": {"mvt": 1}},
        penalties={"ashton": [(1, -1, "ES-EQ-08")]},
        holds={"ashton": "medkit"},
        out={"ubume": 2},
        left=["tilt"],
        courier="rivet",
        event=5,
    )
    view = match.view(0)
    ashton = character(view, "ashton")
    assert (ashton["name"], ashton["side"], ashton["seat"], ashton["rank"]) == ("Ashton", "resistance", 0, 3)
    assert (ashton["status"], ashton["square"], ashton["damage"], ashton["life"]) == ("on the board", [6, 9], 2, 8)
    assert ashton["skills"] == ["Digging arm", "Seasoned veteran"]
    assert ashton["activated"] is True
    assert ashton["carries"] == {"id": "e1", "kind": "equipment", "label": "medkit"}
    assert ashton["statistics"]["Mvt"] == {
        "base": 4,
        "value": 3,
        "left": 2,
        "reasons": [
            {"amount": 4, "reason": "Mvt of Ashton", "rule": "ES-PROF-02"},
            {"amount": -1, "reason": "Fire alarm", "rule": "ES-EVT-05"},
        ],
    }
    assert [part["amount"] for part in ashton["statistics"]["Cbt"]["reasons"]] == [3, -1]
    assert ashton["courier"] is False
    rivet = character(view, "rivet")
    assert rivet["courier"] is True
    assert rivet["carries"] is None
    assert rivet["skills"] == ["Robot", "Armor 1", "Armless"]
    ubume = character(view, "ubume")
    assert (ubume["status"], ubume["square"], ubume["taken_out_turn"]) == ("taken out", None, 2)
    assert character(view, "tilt")["status"] == "left the board"
    assert character(view, "jimmy")["status"] == "waiting"


@pytest.mark.rule("ES-EQT-02")
def test_tokens_show_their_label_only_once_turned_over() -> None:
    match = position({"ashton": (6, 9)}, active="ashton", crates=[(6, 9), ((1, 1), "2")], equipment=[(5, 9), ((2, 2), "radio")])
    view = match.view()
    assert view["tokens"] == [
        {"id": "c1", "kind": "crate", "square": [6, 9], "label": None},
        {"id": "c2", "kind": "crate", "square": [1, 1], "label": "2"},
        {"id": "e3", "kind": "equipment", "square": [5, 9], "label": None},
        {"id": "e4", "kind": "equipment", "square": [2, 2], "label": "radio"},
    ]
    assert view["unseen"]["equipment"]["radio"] == 1
    assert view["unseen"]["objectives"] == {"1": 4, "2": 3}


@pytest.mark.rule("ES-EQT-02")
def test_worlds_that_differ_in_what_nobody_knows_look_alike() -> None:
    places: dict[str, Any] = {"active": "ashton", "equipment": [(5, 9)], "crates": [(6, 10)]}
    one = position({"ashton": (6, 9), "mamushi": (4, 9)}, dice=Given(["medkit"]), **places)
    other = position({"ashton": (6, 9), "mamushi": (4, 9)}, dice=Given(["radio"]), **places)
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
    one.answer("turn over e2")
    other.answer("turn over e2")
    assert [match.view()["tokens"][1]["label"] for match in (one, other)] == ["medkit", "radio"]


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
                assert json.loads(text) == view
                assert str(SEED) not in text
                unlabelled = {token.id for token in match.state.tokens.values() if not token.label}
                shown = [*view["tokens"], *(entry["carries"] for entry in view["characters"] if entry["carries"])]
                assert {token["id"] for token in shown if token["label"] is None} <= unlabelled
        match.answer(rng.choice(match.decision.options))
        count += 1
    shown, result = match.view()["result"], match.result
    assert result is not None
    assert shown["side"] == (None if result.winner is None else ("resistance", "isc")[result.winner])
    assert (shown["winner"], shown["reason"], shown["rule"]) == (result.winner, result.reason, result.rule)


def test_before_a_scenario_is_chosen_there_is_no_board() -> None:
    match = fireteam.new("escape", seed=1, factions="ask")
    view = match.view(0)
    assert (view["scenario"], view["board"], view["turns"], view["side"]) == (None, None, None, None)
    assert view["characters"] == view["tokens"] == view["hacked"] == []
    match.answer("play isc")
    assert match.view(0)["side"] == "isc"
    match.answer("scenario manhunt")
    assert match.view(0)["board"]["width"] == 16

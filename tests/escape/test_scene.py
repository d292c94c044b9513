"""The scene: what a table draws of a game, exact on laid positions, sound in random games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.scene import Scene
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay
from fireteam.games.escape.show.pieces import marks_of
from tests.escape.scene import play, scene, table

BUSY = (
    "attack",
    "throw",
    "grenade",
    "grenade_square",
    "hack_door",
    "hack_terminal",
    "attract",
    "turn_over",
    "pick_up",
    "drill",
    "leave",
)


def drawn(match: Match, seat: int | None = 0) -> Scene:
    """The scene of a match."""
    found: Scene = match.setting.scene(table(match), seat)
    return found


def nulls(value: Any, path: str = "") -> Iterator[str]:
    """Where there is nothing, or something that is no plain data."""
    if isinstance(value, dict):
        for key, part in value.items():
            assert isinstance(key, str), path
            yield from nulls(part, f"{path}/{key}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from nulls(part, f"{path}/{number}")
    elif not isinstance(value, str | int):
        yield f"{path}: {value!r}"


def patch(old: Any, new: Any) -> Any:
    """A merge patch (RFC 7396)."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    found = {key: None for key in old if key not in new}
    found |= {
        key: patch(old[key], value) if key in old else value
        for key, value in new.items()
        if key not in old or old[key] != value
    }
    return found


def patched(old: Any, change: Any) -> Any:
    """What a merge patch makes of something."""
    if not isinstance(change, dict):
        return change
    found = dict(old) if isinstance(old, dict) else {}
    for key, value in change.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = patched(found.get(key), value)
    return found


def brawl(seed: int) -> Match:
    """Both squads face to face in the Central room, with something to throw."""
    setting = GAME.prepare(scenario="data-heist", options=None, pack=None, setup={})
    squads = setting.ground("data-heist").cards
    at = {card.id: (6 + number % 4, 4 + number // 4) for number, card in enumerate(squads)}
    return lay(
        setting, Seeded(seed), at, crates=[(6, 4), (7, 5)], equipment=[(8, 5), (9, 4)], revolution=3, events=False
    )


def games() -> Iterator[Match]:
    """Random games over all scenarios, some that begin with nothing chosen, and brawls."""
    for number, name in enumerate([*GAME.scenarios(), *GAME.scenarios()]):
        yield fireteam.new("escape", scenario=name, seed=number, events=False)
    for number in range(2):
        yield fireteam.new("escape", seed=number, events=False, factions="ask")
        yield brawl(number)


def test_random_games_are_drawn_without_a_gap() -> None:
    for number, match in enumerate(games()):
        rng = random.Random(number)
        before: Any = {}
        while not match.over:
            if rng.random() < 0.3:
                found = drawn(match, rng.choice((0, 1, None)))
                check(match, found)
                assert patched(before, patch(before, found)) == found
                before = found
            options = match.decision.options
            lively = [option for option in options if option.kind in BUSY]
            match.answer(rng.choice(lively if lively and rng.random() < 0.5 else options))
        ended = drawn(match)
        check(match, ended)
        assert ended["ending"]["winner"] == (-1 if match.result.winner is None else match.result.winner)  # type: ignore[union-attr]


def check(match: Match, found: Scene) -> None:
    """Sound: no gaps, plain data, unique names and marks, everything on the board, equal to what the state says."""
    assert not list(nulls(found))
    assert json.loads(json.dumps(found)) == found
    s, t = match.state, match.table
    assert set(found["cards"]) == {t.card(c).id for c in s.characters}
    standing = {t.card(c).id: t.ground.squares.place(c.square) for c in s.characters if c.square >= 0}
    lying = {token.id: t.ground.squares.place(token.square) for token in s.tokens.values() if token.square >= 0}
    assert set(found["pieces"]) == set(standing) | set(lying)
    marks = [card["mark"].lower() for card in found["cards"].values()]
    assert len(set(marks)) == len(marks)
    assert all(len(mark) == 2 for mark in marks)
    if "board" not in found:
        assert not s.scenario
        return
    for name, piece in found["pieces"].items():
        x, y = (standing | lying)[name]
        assert x * 100 < piece["at"][0] < (x + 1) * 100
        assert y * 100 < piece["at"][1] < (y + 1) * 100
    board = t.ground.board
    for door in board.doors:
        state = "open" if s.opened & door.edge else "locked" if s.locks & door.edge else "closed"
        assert found["parts"][door.id]["state"] == state
    walls = [name for name, part in found["parts"].items() if part["kind"] == "wall"]
    assert len(walls) == (board.walls & ~s.broken).bit_count()
    assert sum(part["kind"] == "rubble" for part in found["parts"].values()) == s.broken.bit_count()
    assert ("dark" in found["parts"]) == bool(s.dark)
    for side in found["sides"]:
        assert side["name"]


def test_the_board_is_one_object_whatever_is_played() -> None:
    one, other = fireteam.new("escape", scenario="evasion", seed=1), fireteam.new("escape", scenario="evasion", seed=2)
    board = drawn(one)["board"]
    play(one, one.decision.options[0].key)
    assert drawn(one)["board"] is board
    assert drawn(other, None)["board"] is board


@pytest.mark.parametrize("name", list(GAME.scenarios()))
def test_every_scenario_has_a_board_and_a_briefing(name: str) -> None:
    match = fireteam.new("escape", scenario=name, seed=1)
    found = drawn(match)
    assert found["title"] == f"ESCAPE: {GAME.scenarios()[name]}"
    assert [paragraph["label"] for paragraph in found["briefing"]][:2] == ["The Resistance wins", "The I.S.C. wins"]
    assert {area["kind"] for area in found["board"]["areas"].values()} == {"room", "corridor"}
    assert {part["kind"] for part in found["parts"].values()} >= {"wall", "door", "exit"}
    assert {part.get("strong", False) for part in found["parts"].values() if part["kind"] == "wall"} == {True, False}
    assert found["status"]["phase"]["value"].startswith("Setting up: ")
    assert "turn" not in found["status"]


def test_before_anything_is_chosen_there_is_no_board() -> None:
    match = fireteam.new("escape", seed=1, factions="ask")
    found = drawn(match, None)
    assert "board" not in found
    assert found["sides"] == [
        {"name": "First player", "mark": "1", "form": "hexagon"},
        {"name": "Second player", "mark": "2", "form": "hexagon"},
    ]
    assert found["status"] == {"phase": {"label": "Phase", "value": "Choosing sides", "rank": 1}}
    play(match, "play isc")
    assert [side["name"] for side in drawn(match)["sides"]] == ["I.S.C.", "Resistance"]


def test_a_character_is_a_piece_with_its_tags_and_a_card() -> None:
    match = scene(
        {"ashton": (6, 9), "ubume": (9, 9)},
        active="ashton",
        damage={"ubume": 2},
        used={"ashton": {"mvt": 1}},
        holds={"ashton": "medkit"},
        activated=["ubume"],
        veteran_used=["ashton"],
    )
    found = drawn(match)
    assert found["pieces"]["ashton"] == {
        "name": "Ashton",
        "kind": "member",
        "form": "disc",
        "at": [650, 950],
        "radius": 36,
        "mark": "AS",
        "text": "Ashton, Resistance, active now, damage 0 of 8",
        "seat": 0,
        "state": "active",
        "card": "ashton",
        "tags": [
            {"mark": "M", "name": "carries Medkit e1", "kind": "gear"},
            {"mark": "V", "name": "Seasoned veteran used this turn", "kind": "info", "rule": "ES-SKILL-01"},
        ],
        "role": "brute",
        "wounds": [8, 8],
    }
    ubume = found["pieces"]["ubume"]
    assert (ubume["form"], ubume["mark"], ubume["state"], ubume["wounds"]) == ("square", "ub", "done", [4, 6])
    assert [(tag["mark"], tag["kind"]) for tag in ubume["tags"]] == [("2", "state"), ("✓", "state")]
    card = found["cards"]["ashton"]
    assert card["figures"][0] == {
        "label": "Mvt",
        "name": "Movement",
        "value": "4",
        "left": 3,
        "note": "3 left",
        "reasons": [{"amount": 4, "reason": "Mvt of Ashton", "rule": "ES-PROF-02"}],
    }
    assert card["figures"][3] == {"label": "Life", "name": "Life left", "value": "8/8"}
    assert [(row["label"], row["rule"]) for row in card["rows"]] == [
        ("Digging arm", "ES-SKILL-05"),
        ("Seasoned veteran", "ES-SKILL-01"),
        ("Medkit", "ES-EQ-09"),
    ]
    tilt = found["cards"]["tilt"]
    assert (tilt["state"], tilt["role"], tilt["wounds"], "piece" in tilt) == ("away", "scout", [5, 5], False)
    assert found["status"]["acting"]["value"] == "Resistance: Ashton"
    assert found["status"]["turn"]["value"] == "2 of 8"


def test_who_is_gone_has_a_card_that_says_so() -> None:
    match = scene({"ashton": (6, 9)}, active="ashton", out={"ubume": 1}, left=["tilt"])
    cards = drawn(match)["cards"]
    assert (cards["ubume"]["state"], cards["ubume"]["status"]) == ("out", "taken out in turn 1")
    assert (cards["tilt"]["state"], cards["tilt"]["status"]) == ("left", "left the board")


def test_doors_walls_airlocks_and_terminals_are_parts() -> None:
    match = scene(
        {"bruno": (6, 9)},
        active="bruno",
        scenario="infiltration",
        open_doors=["A04"],
        unlocked=["A05"],
        broken_walls=[((6, 9), (6, 10))],
        hacked=["T1"],
        dark="B",
        event=10,
    )
    parts = drawn(match)["parts"]
    assert parts["A11"] == {
        "name": "Door A11",
        "kind": "door",
        "shape": {"line": [700, 400, 800, 400]},
        "sort": "Door",
        "state": "locked",
        "mark": "L",
        "text": "Locked (difficulty 8), between Ring corridor and Central room.",
    }
    assert (parts["A04"]["state"], parts["A04"]["mark"]) == ("open", "O")
    assert parts["A04"]["text"] == "Open, between Armoury and Ring corridor; locked again if it shuts (difficulty 6)."
    assert parts["A05"]["state"] == "closed"
    assert parts["6,9|6,10"] == {
        "name": "Broken wall 6,9|6,10",
        "kind": "rubble",
        "shape": {"line": [600, 1000, 700, 1000]},
        "sort": "Broken wall",
        "text": "A destroyed wall: nothing is in the way any more.",
        "state": "broken",
    }
    assert (parts["4,4|5,4"]["kind"], parts["4,4|5,4"]["sort"], parts["4,4|5,4"]["strong"]) == (
        "wall",
        "Reinforced wall",
        True,
    )
    assert parts["3,3|4,3"] == {
        "name": "Wall 3,3|4,3",
        "kind": "wall",
        "shape": {"line": [400, 300, 400, 400]},
        "sort": "Wall",
        "text": "A wall that a drill can destroy.",
    }
    assert (parts["airlock 4"]["kind"], parts["airlock 4"]["shape"]) == ("exit", {"rect": [0, 500, 100, 200]})
    assert parts["airlock 4"]["state"] == "closed"
    assert (parts["T1"]["kind"], parts["T1"]["state"], parts["T2"]["state"]) == ("console", "done", "ready")
    assert parts["dark"]["text"] == "No Combat actions in North hall this turn."
    assert parts["dark"]["shape"] == {"rect": [500, 0, 500, 300]}


def test_tokens_lie_in_the_corners_of_their_square() -> None:
    match = scene(
        {"ashton": (6, 9)},
        active="ashton",
        crates=[(6, 9), ((2, 2), "2")],
        equipment=[(6, 9), ((3, 1), "radio")],
        scenario="data-heist",
    )
    pieces = drawn(match)["pieces"]
    assert pieces["c1"] == {
        "name": "Crate c1",
        "kind": "token",
        "form": "diamond",
        "at": [681, 981],
        "radius": 15,
        "mark": "C",
        "text": "A crate, closed",
    }
    assert pieces["e3"]["at"] == [619, 981]
    assert (pieces["e3"]["mark"], pieces["e3"]["text"]) == ("?", "A piece of equipment, face down")
    assert (pieces["c2"]["kind"], pieces["c2"]["mark"], pieces["c2"]["text"]) == (
        "objective",
        "2",
        "An Objective worth 2",
    )
    assert (pieces["e4"]["name"], pieces["e4"]["mark"]) == ("Radio e4", "R")


def test_an_event_is_told_with_its_effect_and_its_rule() -> None:
    match = scene({"ashton": (6, 9), "ubume": (9, 9)}, active="ashton", event=2)
    found = drawn(match)
    assert found["status"]["event"] == {
        "label": "Event",
        "value": "Supreme AI",
        "text": "All I.S.C. characters have Mvt 7, Cbt 3 and Int 3 this turn.",
        "rule": "ES-EVT-02",
        "rank": 2,
    }
    assert ("M", "good") in [(tag["mark"], tag["kind"]) for tag in found["pieces"]["ubume"]["tags"]]
    assert found["cards"]["ubume"]["figures"][0]["reasons"] == [
        {"amount": 7, "reason": "Mvt set by Supreme AI", "rule": "ES-EVT-02"}
    ]


@pytest.mark.rule("ES-RES-01", "ES-INT-02")
def test_the_goal_is_one_sentence_for_each_side_and_a_mark_for_each_terminal() -> None:
    match = scene({"ashton": (6, 9), "ubume": (9, 9)}, active="ashton", scenario="infiltration", hacked=["T1"])
    goal = drawn(match, 0)["goal"]
    assert goal["name"] == "Infiltration"
    assert goal["text"].startswith("The Resistance wins if at an end of turn, at least 2 of the 3 terminals are hacked")
    assert "The I.S.C. wins if all Resistance characters are Taken out" in goal["text"]
    assert drawn(match, None)["goal"] == drawn(match, 1)["goal"] == goal
    assert [(mark["mark"], mark["done"], mark["place"]) for mark in goal["marks"]] == [
        ("T1", True, {"part": "T1"}),
        ("T2", False, {"part": "T2"}),
        ("T3", False, {"part": "T3"}),
    ]


@pytest.mark.rule("ES-OBJ-01", "ES-OBJ-03")
def test_the_goal_marks_objectives_where_they_lie_and_who_carries_them() -> None:
    match = scene(
        {"ashton": (6, 9), "ubume": (9, 9)},
        active="ashton",
        crates=[(6, 9), ((2, 2), "2")],
        holds={"ubume": "2"},
        scenario="data-heist",
    )
    marks = drawn(match)["goal"]["marks"]
    lying = [(mark["mark"], mark["place"]) for mark in marks if "holder" not in mark]
    assert lying == [("C", {"piece": "c1"}), ("2", {"piece": "c2"})]
    assert [(mark["mark"], mark["holder"], mark["place"]) for mark in marks if "holder" in mark] == [
        ("2", 1, {"piece": "ubume"})
    ]


def test_who_shares_a_square_stands_aside() -> None:
    match = scene({"ashton": (6, 9), "jimmy": (7, 9)}, active="ashton", event=8)
    play(match, "step 7,9")
    pieces = drawn(match)["pieces"]
    assert pieces["jimmy"]["at"] == [750, 950]
    assert pieces["ashton"]["at"] == [766, 934]


def test_marks_stay_unlike_for_names_that_are_alike() -> None:
    class Named:
        def __init__(self, index: int, name: str) -> None:
            self.index, self.name, self.side = index, name, index % 2

    class Squad:
        def __init__(self, *names: str) -> None:
            self.cards = [Named(index, name) for index, name in enumerate(names)]

    marks = marks_of(Squad("Al", "AL", "al", "A-1", "A1", "Al", "L", "...", "L1"))  # type: ignore[arg-type]
    assert len({mark.lower() for mark in marks}) == len(marks)
    assert all(len(mark) == 2 for mark in marks)
    assert marks[:2] == ["AL", "a0"]


# -- starting a match --------------------------------------------------------------------------------------------------


def test_the_start_form_explains_everything() -> None:
    form = GAME.start_form()
    assert json.loads(json.dumps(form)) == form
    assert form["sides"] == [{"id": "resistance", "name": "Resistance"}, {"id": "isc", "name": "I.S.C."}]
    assert [scenario["id"] for scenario in form["scenarios"]] == list(GAME.scenarios())
    assert form["scenarios"][1]["text"] == (
        "Upper deck, 8 turns. The Resistance wins if at an end of turn, at least 4 Resistance characters have left by "
        "Airlock 1, 2 or 3."
        " The I.S.C. wins if at an end of turn, at least 3 Resistance characters are Taken out."
        " Special: the Internal factory cannot be used on turns 1 to 3."
    )
    assert {option["id"]: option["default"] for option in form["options"]} == {
        name: option.default for name, option in GAME.rulebook().options.items()
    }
    for option in form["options"]:
        assert option["title"]
        assert option["text"].endswith(".")
        assert all(value["text"] for value in option["values"])
        for value in option["values"]:
            GAME.prepare(scenario="evasion", options={option["id"]: value["value"]}, pack=None, setup={})


def test_sides_become_a_setup() -> None:
    assert GAME.setup_for([]) == {}
    match = fireteam.new("escape", scenario="evasion", seed=1, **GAME.setup_for(["isc", "resistance"]))
    assert [side["name"] for side in drawn(match)["sides"]] == ["I.S.C.", "Resistance"]
    with pytest.raises(fireteam.SetupError):
        GAME.prepare(scenario="evasion", options=None, pack=None, setup=GAME.setup_for(["isc", "isc"]))

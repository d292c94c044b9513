"""What the log of ESCAPE shows of what happens."""

from __future__ import annotations

from typing import Any

from fireteam.core.chronicle import Chronicle
from fireteam.core.match import Match
from fireteam.core.scene import Shown
from tests.escape.scene import play, scene
from tests.escape.test_end_and_result import ALL


def shows(match: Match) -> dict[str, Shown]:
    """What is to be seen, by the code of its line; of a roll, by its text."""
    chronicle = Chronicle(match)
    chronicle.follow()
    return {line.get("code", line["text"]): line["shows"] for line in chronicle.log if "shows" in line}


def dice(show: Shown) -> list[tuple[Any, ...]]:
    """Dice by whose they are, face, state and whether they have a fate."""
    return [(die["seat"], die["face"], die["state"], "fate" in die) for die in show["dice"]]


def test_an_attack_from_its_aim_to_its_harm() -> None:
    match = scene({"ashton": (6, 9), "ubume": (7, 9)}, dice=[2, 3, 5], active="ashton")
    found = shows(play(match, "attack ubume", "dodge", "reroll as veteran"))
    at = {"piece": "ubume"}
    assert found["attacks"] == {"kind": "aims", "piece": "ashton", "target": at}
    thrown = found["Attack die of Ashton: 2"]
    assert (thrown["kind"], thrown["piece"], thrown["seat"]) == ("throws", "ashton", 0)
    assert dice(thrown) == [(0, 2, "live", False)]
    assert dice(found["Dodge die of Ubume: 3"]) == [(1, 3, "live", False)]
    assert found["rerolled"]["kind"] == "throws", "the event that tells of a die throws it"
    assert dice(found["rerolled"]) == [(0, 5, "live", False)]
    fates = found["attack_total"]
    assert (fates["kind"], fates["piece"], fates["target"]) == ("fates", "ashton", at)
    assert dice(fates) == [(0, 2, "replaced", True), (0, 5, "settled", True), (1, 3, "settled", True)]
    assert found["hurt"] == {"kind": "hurts", "piece": "ubume", "amount": 3}


def test_a_square_a_door_and_points() -> None:
    thrown = scene({"jimmy": (6, 6), "ubume": (8, 7)}, dice=[4], active="jimmy", holds={"jimmy": "em_grenade"})
    aim = shows(play(thrown, "grenade at 8,6", "no dodge"))["throws"]
    assert aim["target"] == {"spot": "8,6", "shape": {"rect": [800, 600, 100, 100]}}
    moved = shows(play(scene({"ashton": (6, 9)}, active="ashton"), "step 5,9"))["moved"]
    assert moved == {"kind": "moves", "piece": "ashton", "path": [[550, 950]]}
    at, out = {"bailiff": (7, 6), "ubume": (7, 5)}, dict.fromkeys(ALL, 1)
    banked = scene(at, scenario="data-heist", active="bailiff", holds={"ubume": "2"}, out=out)
    play(banked, "end", "activate ubume", "bank")
    assert shows(banked)["banked"] == {"kind": "scores", "amount": 2, "seat": 1}


def test_a_token_leaves_the_board_for_hands_and_goes_from_hands_to_hands() -> None:
    match = scene({"ashton": (6, 9), "jimmy": (7, 9)}, dice=["em_grenade"], active="ashton", equipment=[(6, 9)])
    play(match, "pick up e1")
    assert shows(match)["holds"] == {"kind": "leaves", "piece": "e1", "target": {"piece": "ashton"}}
    play(match, "give to jimmy")
    assert shows(match)["holds"] == {"kind": "works", "piece": "jimmy"}

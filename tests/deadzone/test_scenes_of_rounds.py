"""Scenes of whole rounds, and a shot in which much adds up, with their dice from beginning to end."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, match_over, table_at, unit, weapon
from fireteam.games.deadzone.round import Round, take_turn
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import NextRound, offered, play, setting_with


@pytest.mark.rule("DZ-SHOOT-06", "DZ-SHOOT-09", "DZ-DICE-15", "DZ-DMG-05", "DZ-DMG-06", "DZ-DMG-08", "DZ-ITEM-12")
def test_a_stacked_shot_through_shield_and_armour() -> None:
    rifle = weapon("Rifle", 6, ap=1, keywords=["Toxic (1)", "Weight of Fire (1)"])
    cards = {
        "S": (0, unit("S", rifle)),
        "T": (1, unit("T", armour=3, health=3, victory_points=3, keywords=["Energy Shield (2)", "Tough"])),
    }
    at, on = {"S": "2,2,2 NE", "T": "6,3,1 NE"}, field(floors={(2, 2, 2): "full"})
    dice = Given([1, 2, 3, 5, 5, 6, 8, 8, 4, 2, 5, 4, 7, 3, 6, 3], then=NextRound())
    table = table_at(
        setting_with(cards, on=on), at, Activation(0), models={"S": {"item": "AP Ammo"}}, command=({}, {"+1 model": 1})
    )
    match = play(match_over(table, dice), "shoot T with Rifle", "use AP Ammo", "re-roll 1 misses and 0 hits")
    assert {told.params["dice"] for told in match.log if told.code == "shoots"} == {7}
    play(match, "re-roll a miss for +1 model")
    assert (match.state.models[1].status, match.state.points, match.state.models[0].item) == (DEAD, (3, 0), "")
    assert (sum(match.state.command[1]), dice.unused) == (0, 0)
    assert sum(told.params["points"] for told in match.log if told.code == "hurt") == 3


@pytest.mark.rule("DZ-ROUND-07", "DZ-ROUND-08", "DZ-ROUND-09")
def test_passing_and_the_initiative_of_the_next_round() -> None:
    units: dict[str, Any] = {f"A{n}": (0, unit("A", speed=(0, 0))) for n in range(1, 4)}
    units |= {f"B{n}": (1, unit("B", speed=(0, 0))) for n in range(1, 6)}
    at = {name: f"{name[1]},{1 if name[0] == 'A' else 8},1" for name in units}
    table = table_at(setting_with(units), at, Round().placed(take_turn))
    match = match_over(table, Given([], then=NextRound()))
    for pick, passes in (
        ("activate A1", True), ("activate B1", False), ("activate A2", True), ("activate B2", False),
        ("pass", True), ("activate B3", False), ("pass", True),
    ):  # fmt: skip
        assert ("pass" in offered(match)) == passes, pick
        play(match, pick)
    assert (match.decision.seat, offered(match)) == (1, ["activate B4", "activate B5"])
    play(match, "activate B4")  # one against one: A must take its last, and B5 is the only one left then
    done = [told.params["who"] for told in match.log if told.code == "activated"]
    assert (done[-3:], match.state.round, match.state.initiative) == (["B4", "A3", "B5"], 2, 0)


@pytest.mark.rule("DZ-CMD-01", "DZ-CMD-02", "DZ-CMD-03", "DZ-CMD-04", "DZ-AB-INVIGORATE-01", "DZ-ROUND-09")
@pytest.mark.rule("DZ-AB-TACTICIAN-01", "DZ-AB-CTT-01", "DZ-AB-RELAY-01", "DZ-AB-BURN-06", "DZ-ROUND-14", "DZ-DMG-08")
def test_the_last_three_and_their_dice() -> None:
    verse = weapon("Verse", 0, keywords=["Invigorate"])
    units: dict[str, Any] = {
        "T": (0, unit("T", keywords=["Tactician (2)"], speed=(0, 0))),
        "K": (0, unit("K", keywords=["Combat Team Training"], speed=(0, 0))),
        "R": (0, unit("R", keywords=["Communications Relay"], speed=(0, 0))),
        "I": (1, unit("I", verse, ranged=4, speed=(0, 0))),
        **{name: (1, unit(name, speed=(0, 0))) for name in "XYZ"},
        **{f"d{n}": (0 if n < 5 else 1, unit("D")) for n in range(8)},
    }
    at = {"T": "1,1,1", "K": "3,1,1", "R": "5,1,1", "I": "8,8,1", "X": "8,8,1", "Y": "6,8,1", "Z": "4,8,1"}
    dead = {f"d{n}": {"status": DEAD} for n in range(8)}
    command, fire, verses, fresh = (
        (4, 4, 2, 6, 3, 4, 4, 4, 5, 2),
        (4, 5, 6, 1, 2, 5),
        (4, 7, 1),
        (1, 2, 3, 4, 5, 6, 6, 6),
    )
    dice = Given([*command, *fire, *verses, *fresh])
    table = table_at(setting_with(units), at, Round(), models={**dead, "K": {"burning": True}}, round=3)
    match = play(match_over(table, dice), "re-roll 2 Shoot")
    assert match.state.command[0] == (0, 2, 1, 0, 1, 1)  # the relay's result comes after that: it is not re-rolled
    play(match, "re-roll none")
    assert match.state.command == ((1, 2, 1, 0, 1, 1), (0, 0, 0, 3, 0, 0))
    play(match, "activate T", "pass", "activate X", "activate K", "add 0 dice", "keep the dice", "pass")
    assert (match.state.models[1].status, match.state.points) == (DEAD, (0, 1))
    play(match, "activate I", "shoot X with Verse")
    assert not match.state.models[4].activated and match.state.models[3].activated  # nobody else to be called on
    play(match, "activate R")
    assert (match.state.finished, offered(match)) == (0, ["activate X", "activate Y", "activate Z"])
    play(match, "activate Y", "activate Z")
    assert [told.params["who"] for told in match.log if told.code == "activated"] == list("TXKIRYZX")
    assert (match.state.round, match.state.initiative, match.decision.seat) == (4, 0, 1)  # Blue may not re-roll
    play(match, "re-roll none")
    assert (match.state.command, match.decision.seat) == (((2, 1, 1, 1, 1, 0), (0, 0, 0, 0, 0, 3)), 0)
    assert (match.state.points, dice.unused) == ((0, 1), 0)

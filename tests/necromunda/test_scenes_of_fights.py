"""Whole situations of close combat with fixed dice and exact results."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import fighter, knife, rifle, weapon
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, STANDING
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers, place


@pytest.mark.rule(
    "NE-STD-02", "NE-STD-03", "NE-STD-04", "NE-STD-06", "NE-STAT-04", "NE-CC-03", "NE-HIT-02", "NE-HIT-04",
    "NE-DICE-01", "NE-DICE-02", "NE-STD-13", "NE-CC-09", "NE-YAQ-01", "NE-NRV-01", "NE-NRV-02",
)  # fmt: skip
def test_charge_a_pinned_enemy_fell_it_finish_it() -> None:
    match = lay(
        [fighter("A")],
        [fighter("B"), fighter("C")],
        {"A": (0, 0, 0, 0), "B": (7.5, 0), "C": (7.5, 3.5)},
        [4, 5, 2, 4, 4, 5, 2],
        active="A",
        models={"B": {"stance": PINNED}},
    )
    answer(match, "charge", "to 36.50,30.00 up 0.00", "face 180", "fight with knife")
    assert model(match, "B").stance == INJURED and model(match, "B").status != OUT
    answer(match, "finish B for free")
    assert model(match, "B").status == OUT
    assert place(match, "A") == (6.5, 0) and model(match, "A").stance == STANDING
    assert place(match, "C") == (7.5, 3.5) and "broken" not in model(match, "C").conditions
    assert all_dice_used(match) and match.state.active == number(match, "C"), "A has no actions left"


@pytest.mark.rule("NE-STD-03", "NE-MOV-03", "NE-ACT-04", "NE-MEAS-01")
def test_a_charge_that_falls_short_stops_an_inch_away() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (7.4, 0, 0, 180)}, [2], active="A")
    answer(match, "charge", "as far as possible towards E")
    assert place(match, "A") == (5.4, 0)
    assert all_dice_used(match) and match.state.active == number(match, "E")


@pytest.mark.rule("NE-STD-07", "NE-TRT-13", "NE-CC-08")
def test_a_versatile_charge_may_stop_at_its_reach() -> None:
    pole = weapon("hook pole", "Melee", "Versatile", category="close", melee=True, long=2, strength=0, of_user=True)
    match = lay([fighter("A", pole)], [fighter("E")], {"A": (0, 0), "E": (7.4, 0, 0, 180)}, [2, 3, 3], active="A")
    answer(match, "charge")
    legal = {x: match.decision.find(f"to {x},30.00 up 0.00") is not None for x in ("34.30", "34.40", "35.40", "35.50")}
    assert legal == {"34.30": False, "34.40": True, "35.40": True, "35.50": False}, "gaps of 2 to 1 inches"
    answer(match, "to 34.90,30.00 up 0.00")
    assert place(match, "A") == (4.9, 0) and "reaction" not in {event.code for event in match.log}
    assert all_dice_used(match) and match.state.active == number(match, "E"), "both actions are used"


@pytest.mark.rule("NE-COND-06")
def test_a_gunked_charger_has_no_d3() -> None:
    match = lay(
        [fighter("A")],
        [fighter("E")],
        {"A": (0, 0), "E": (7.4, 0, 0, 180)},
        [],
        active="A",
        models={"A": {"conditions": frozenset({"gunked"})}},
    )
    answer(match, "charge", "as far as possible towards E")
    assert place(match, "A") == (4, 0) and "fight_roll" not in {event.code for event in match.log}
    assert match.state.active == number(match, "E")


@pytest.mark.rule("NE-ENG-02", "NE-ENG-03", "NE-ENG-04", "NE-CC-05", "NE-CC-07", "NE-ACT-02", "NE-ACT-05", "NE-TST-01")
def test_retreat_from_two_enemies() -> None:
    match = lay(
        [fighter("R", rifle(), w=2)],
        [fighter("X", knife(), i=3, a=2), fighter("Y", knife(), i=5)],
        {"R": (0, 0), "X": (-1, 0, 0, 0), "Y": (1, 0, 0, 180)},
        [4, 3, 3, 2, 5, 4, 2],
        active="R",
    )
    answer(match, "retreat", "X strikes", "fight with knife", "Y strikes", "to 30.00,32.00")
    assert place(match, "R") == (0, 2)
    assert model(match, "R").wounds == 1
    assert all_dice_used(match)
    kinds = set(offers(match)) - {"turn", "end"}  # turning is free, and who likes may stop
    assert kinds - {"face_and_shoot", "shoot"} == {"move", "aim", "take_cover"} != kinds


@pytest.mark.rule("NE-ENG-05", "NE-ENG-06", "NE-INJ-02", "NE-HIT-02", "NE-HIT-04")
def test_a_headbutt_may_go_wrong() -> None:
    match = lay(
        [fighter("H", s=4, skills=("headbutt",))],
        [fighter("G", t=5, w=2)],
        {"H": (0, 0, 0, 0), "G": (1, 0, 0, 180)},
        [3, 4, 2, 2],
        active="H",
        models={"H": {"flesh": 1, "wounds": 0}},
    )
    answer(match, "headbutt G")
    assert model(match, "H").flesh == 2 and model(match, "H").stance == STANDING
    assert {"fight", "retreat"} == set(offers(match)) - {"turn", "end"}, "headbutt is Basic"
    assert all_dice_used(match) and "fight_roll" not in {event.code for event in match.log}, "no Reactions"


@pytest.mark.rule("NE-ENG-05", "NE-STD-12")
def test_a_headbutt_that_lands_is_no_fight() -> None:
    match = lay(
        [fighter("H", s=4, skills=("headbutt",))],
        [fighter("G", t=5, w=2)],
        {"H": (0, 0, 0, 0), "G": (1, 0, 0, 180)},
        [5, 1, 3, 3],
        active="H",
        models={"H": {"flesh": 1, "wounds": 0}},
    )
    answer(match, "headbutt G")
    assert model(match, "G").stance == INJURED and model(match, "G").status != OUT
    assert all_dice_used(match) and "fight_roll" not in {event.code for event in match.log}, "no Reactions"
    assert match.decision is not None and match.decision.topic == "action of H", "nothing is free after a headbutt"
    assert "coup_de_grace" in offers(match) and "charge" not in offers(match), "one action is left"

"""Fine print of the chapters: one test for each sentence that is easily got wrong."""

from __future__ import annotations

import pytest

from fireteam.games.necromunda.arena import field, fighter, knife, rifle, vehicle, weapon
from fireteam.games.necromunda.state import INJURED, OUT, PINNED
from fireteam.space.plane.free.plan import IMPASSABLE, OPAQUE, SOLID, Block, Floor
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers
from tests.necromunda.test_movement import corners


@pytest.mark.rule("NE-RND-05", "NE-ENG-02")
def test_an_action_ends_the_free_turn() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0), "E": (1, 0, 0, 180)}, [3], active="A")
    assert "turn" in offers(match)
    answer(match, "retreat")
    assert "turn" not in offers(match) and all_dice_used(match)


@pytest.mark.rule("NE-MOV-03")
def test_a_charger_does_not_stay_where_it_is() -> None:
    at = {"A": (0, 0), "E": (12, 0), "F": (0, 12)}
    match = lay([fighter("A")], [fighter("E"), fighter("F")], at, [1], active="A")
    answer(match, "charge")
    assert match.decision is not None
    assert match.decision.find("stay where it is") is None and "approach" in offers(match)


@pytest.mark.rule("NE-STD-03")
def test_nobody_goes_towards_who_sits_in_a_vehicle() -> None:
    match = lay(
        [fighter("A")], [vehicle("V", transport=1), fighter("E"), fighter("S")],
        {"A": (0, 0), "V": (20, 0, 0, 0), "E": (0, 20), "S": (20, 0, 2)}, [1], active="A",
        models={"S": {"aboard": 1, "seated": True}},
    )  # fmt: skip
    answer(match, "charge")
    assert match.decision is not None
    assert [option.key for option in match.decision.options if option.kind == "approach"] == [
        "as far as possible towards E"
    ]


@pytest.mark.rule("NE-STD-05", "NE-ACT-06")
def test_a_failed_charge_beside_one_that_is_down_may_finish_it() -> None:
    match = lay(
        [fighter("A")], [fighter("E"), fighter("D")], {"A": (0, 0), "E": (20, 0), "D": (6, 1.7)}, [1], active="A",
        models={"D": {"stance": INJURED}},
    )  # fmt: skip
    answer(match, "charge", "as far as possible towards E")
    assert offers(match) == ["charge_mercy", "no_mercy"]
    answer(match, "finish D")
    assert model(match, "D").status == OUT and "fight" not in model(match, "A").done


@pytest.mark.rule("NE-STD-07")
def test_a_versatile_charge_must_see_whom_it_stops_at() -> None:
    pole = weapon("hook pole", "Melee", "Versatile", category="close", melee=True, long=2, strength=0, of_user=True)
    wall = Block("wall", corners(4.9, -3, 5.1, 3), 0, 400, IMPASSABLE | SOLID | OPAQUE)
    at = {"A": (0, 0), "E": (6, 0, 0, 180)}
    match = lay([fighter("A", pole)], [fighter("E")], at, [1], active="A", on=field(wall))
    answer(match, "charge")
    assert match.decision is not None and match.decision.find("to 34.20,30.00") is None
    match = lay([fighter("A", pole)], [fighter("E")], at, [1], active="A")
    answer(match, "charge")
    assert match.decision is not None and match.decision.find("to 33.20,30.00") is not None


@pytest.mark.rule("NE-COND-07")
def test_an_insane_fighter_is_made_to_shoot_its_own_gang() -> None:
    match = lay(
        [fighter("A", rifle()), fighter("B")], [fighter("E")], {"A": (0, 0, 0, 0), "B": (8, 0), "E": (8, 5)},
        [3, 4, 2, 1], active="A", models={"A": {"conditions": frozenset({"insane"})}},
    )  # fmt: skip
    assert match.decision is not None and match.decision.seat == 1
    assert match.decision.find("shoot E with rifle") is None
    answer(match, "shoot B with rifle")
    assert model(match, "B").stance == PINNED and all_dice_used(match)


@pytest.mark.rule("NE-TRT-07")
def test_a_parried_attack_is_rolled_again_once() -> None:
    swords = [weapon(name, "Melee", "Parry", category="close", melee=True, strength=0, of_user=True) for name in "xy"]
    match = lay(
        [fighter("A", knife())], [fighter("E", *swords)], {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180)}, [5, 6, 1],
        active="A",
    )  # fmt: skip
    answer(match, "fight", "fight with knife", "parry the 5 of knife")
    assert "parry" not in offers(match) and all_dice_used(match)


@pytest.mark.rule("NE-TRT-15")
def test_a_flash_is_tested_for_once_an_attack() -> None:
    strobe = weapon("strobe", "Flash", "Rapid Fire (1)", short=8, long=16, accuracy=(0, 0), damage=None, ammo=5)
    match = lay([fighter("A", strobe)], [fighter("E")], {"A": (0, 0, 0, 0), "E": (6, 0)}, [4, 6, 4], active="A")
    answer(match, "shoot E with strobe")
    assert "blind" not in model(match, "E").conditions and all_dice_used(match)


@pytest.mark.rule("NE-ENG-08", "NE-ENG-09", "NE-FALL-02")
def test_who_is_hurled_over_an_edge_falls_first() -> None:
    deck = Floor("deck", corners(-4, -4, 2.2, 4), 400, thickness=20, bits=SOLID | OPAQUE)
    match = lay(
        [fighter("A", skills=("hurl",))], [fighter("E", w=3)], {"A": (0, 0, 4, 0), "E": (1, 0, 4, 180)},
        [3, 6, 5, 2], active="A", on=field(deck),
    )  # fmt: skip
    answer(match, "hurl E", "face 0")
    assert model(match, "E").z == 0 and model(match, "E").stance == PINNED
    assert model(match, "E").wounds == 2, "the fall wounds, being hurled does not"

"""Close combat: turning, weapons, dice, modifiers, Reactions, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import field, fighter, knife, weapon
from fireteam.games.necromunda.close_combat.fight import Fight, attack_dice, hit_modifiers, shares
from fireteam.games.necromunda.state import INJURED, OUT, PINNED, STANDING
from fireteam.space.plane.free.plan import OBSTACLE, OPAQUE, OWN, Block
from tests.necromunda.scene import all_dice_used, answer, lay, model, offers, place


def table_of(match: Match) -> Any:
    """The table at a position."""
    return match.setting.table(match.checkpoint.state, False)


def sidearm(name: str) -> Any:
    """A pistol."""
    return weapon(name, "Sidearm", category="pistol", short=6, long=12, strength=3)


@pytest.mark.rule("NE-CC-01")
def test_turning_to_face_costs_one() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0, 0, 180), "E": (1, 0, 0, 180)}, [4, 2], active="A")
    answer(match, "fight", "turn to E", "fight with knife")
    assert model(match, "A").facing == 0 and model(match, "E").wounds == 1
    answer(match, "E strikes back", "fight with knife")
    assert all_dice_used(match)


@pytest.mark.rule("NE-CC-04")
def test_who_is_outside_the_arc_cannot_be_struck() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0, 0, 180), "E": (1, 0, 0, 0)}, [], active="A")
    answer(match, "fight", "do not turn")
    assert model(match, "E").wounds == 1 and match.state.active == 0


@pytest.mark.rule("NE-CC-02", "NE-CC-03")
def test_dice_and_how_they_are_shared() -> None:
    one, two = knife(), weapon("axe", "Melee", category="close", melee=True, strength=1, of_user=True)
    match = lay([fighter("A", one, two, a=2)], [fighter("E")], {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180)}, active="A")
    arms = ((one, one.profiles[0]), (two, two.profiles[0]))
    assert attack_dice(table_of(match), Fight(0, charged=True), arms) == 4
    assert [dice for _, _, dice in shares(arms, 4)] == [2, 2]
    assert [dice for _, _, dice in shares(arms, 3)] == [2, 1]
    left, right = sidearm("left"), sidearm("right")
    pistols = ((left, left.profiles[0]), (right, right.profiles[0]))
    assert [(arm.id, dice) for arm, _, dice in shares(pistols, 4)] == [("left", 1), ("right", 1), ("unarmed", 2)]


@pytest.mark.rule("NE-CC-05", "NE-CC-07")
def test_assists_and_interference() -> None:
    at = {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "F": (0, 1)}
    match = lay([fighter("A")], [fighter("E"), fighter("F")], at, active="A")
    assert [part.reason for part in hit_modifiers(table_of(match), Fight(0), 1)] == ["F interferes"]
    at = {"A": (0, 0, 0, 0), "B": (1, 1), "C": (1, -1), "E": (1, 0, 0, 180), "F": (0, 1)}
    match = lay([fighter("A"), fighter("B"), fighter("C")], [fighter("E"), fighter("F")], at, active="A")
    # B and F are Engaged with each other, too: neither counts.
    assert [part.reason for part in hit_modifiers(table_of(match), Fight(0), 3)] == ["C assists"]
    at = {"A": (0, 0, 0, 0), "B": (1, 1), "E": (1, 0, 0, 180)}
    match = lay([fighter("A"), fighter("B")], [fighter("E")], at, active="A")
    assert [part.amount for part in hit_modifiers(table_of(match), Fight(0), 2)] == [1]


@pytest.mark.rule("NE-ENG-01", "NE-CC-04")
def test_dice_may_be_split_between_enemies() -> None:
    at = {"A": (0, 0, 0, 0), "E": (0.8, 0.6, 0, 180), "F": (0.8, -0.6, 0, 180)}
    match = lay([fighter("A", a=3)], [fighter("E"), fighter("F")], at, [4, 1, 4, 1, 4], active="A")
    answer(match, "fight", "fight with knife")
    assert match.decision is not None
    assert match.decision.keys() == ["3 at E", "2 at E, 1 at F", "1 at E, 2 at F", "3 at F"]


@pytest.mark.rule("NE-CC-08")
def test_who_is_felled_does_not_strike_back() -> None:
    match = lay(
        [fighter("A")],
        [fighter("E"), fighter("F")],
        {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "F": (0, 25)},
        [4, 4, 3],
        active="A",
    )
    answer(match, "fight", "fight with knife")
    assert model(match, "E").stance == INJURED and all_dice_used(match)


@pytest.mark.rule("NE-CC-08")
def test_a_felled_attacker_ends_the_reactions() -> None:
    at = {"A": (0, 0, 0, 0), "E": (0.8, 0.6, 0, 217), "F": (0.8, -0.6, 0, 143), "B": (0, 25)}
    match = lay([fighter("A"), fighter("B")], [fighter("E"), fighter("F")], at, [2, 4, 4, 4], active="A")
    answer(match, "fight", "fight with knife", "1 at E", "E strikes back", "fight with knife")
    assert model(match, "A").stance == INJURED and all_dice_used(match)


@pytest.mark.rule("NE-CC-09")
def test_the_winner_may_consolidate() -> None:
    match = lay(
        [fighter("A")],
        [fighter("E"), fighter("F")],
        {"A": (0, 0, 0, 0), "E": (1, 0, 0, 180), "F": (0, 25)},
        [4, 4, 6],
        active="A",
    )
    answer(match, "fight", "fight with knife")
    assert model(match, "E").status == OUT
    assert match.decision is not None and match.decision.keys() == ["consolidate", "stay there"]
    answer(match, "consolidate", "to 32.00,30.00")
    assert place(match, "A") == (2, 0)


@pytest.mark.rule("NE-STD-13")
def test_no_free_coup_de_grace_while_engaged() -> None:
    at = {"A": (0, 0, 0, 0), "E": (0.8, 0.6, 0, 217), "F": (0.8, -0.6, 0, 143), "G": (0, 25)}
    for allowed in (False, True):
        match = lay(
            [fighter("A")], [fighter("E"), fighter("F"), fighter("G")], at, [5, 4, 3, 3, 4], active="A",
            options={"cdg_free_while_engaged": allowed},
        )  # fmt: skip
        answer(match, "fight", "fight with knife", "1 at E", "nobody strikes back")
        decision = match.decision
        assert decision is not None and (decision.find("finish E for free") is not None) is allowed


@pytest.mark.rule("NE-CC-10")
def test_across_a_barricade() -> None:
    for thick, engaged in ((0.4, True), (0.6, False)):
        half = round(50 * thick)
        barrier = Block(
            "b",
            ((3000 - half, 2700), (3000 + half, 2700), (3000 + half, 3300), (3000 - half, 3300)),
            0,
            100,
            OBSTACLE | OPAQUE | OWN,
        )
        at = {"A": (-0.5 - thick / 2, 0, 0, 0), "E": (0.5 + thick / 2, 0, 0, 180)}
        match = lay([fighter("A")], [fighter("E")], at, active="A", on=field(barrier))
        assert ("fight" in offers(match)) is engaged
        if engaged:
            assert [part.amount for part in hit_modifiers(table_of(match), Fight(0), 1)] == [-1]


@pytest.mark.rule("NE-STD-05")
def test_a_charge_may_finish_who_lies_there() -> None:
    match = lay(
        [fighter("A")], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (6, 0), "F": (0, 25)}, [4], active="A",
        models={"E": {"stance": INJURED}},
    )  # fmt: skip
    answer(match, "charge", "to 35.00,30.00 up 0.00", "finish E")
    assert model(match, "E").status == OUT and all_dice_used(match)


@pytest.mark.rule("NE-HR-02", "NE-HRX-01")
def test_by_the_house_rule_a_headbutt_replaces_the_fight_of_a_charge() -> None:
    match = lay(
        [fighter("A", skills=("headbutt",))], [fighter("E"), fighter("F")], {"A": (0, 0, 0, 0), "E": (5, 0, 0, 180),
        "F": (0, 25)}, [4, 3, 1, 1], active="A", options={"hr_headbutt_replaces_fight": True},
    )  # fmt: skip
    answer(match, "charge", "to 34.00,30.00 up 0.00", "headbutt E instead")
    assert all_dice_used(match)
    match = lay(
        [fighter("A", skills=("headbutt",))],
        [fighter("E")],
        {"A": (0, 0, 0, 0), "E": (5, 0, 0, 180)},
        [4, 1, 1],
        active="A",
    )
    answer(match, "charge", "to 34.00,30.00 up 0.00", "fight with knife")
    assert model(match, "E").stance == STANDING


@pytest.mark.rule("NE-STD-06")
def test_a_pinned_enemy_that_is_charged_may_strike_back() -> None:
    match = lay(
        [fighter("A")],
        [fighter("E")],
        {"A": (0, 0, 0, 0), "E": (5, 0)},
        [4, 1, 1, 4, 1],
        active="A",
        models={"E": {"stance": PINNED}},
    )
    answer(
        match, "charge", "to 34.00,30.00 up 0.00", "face 180", "fight with knife", "E strikes back", "fight with knife"
    )
    assert model(match, "E").stance == STANDING and all_dice_used(match)


@pytest.mark.rule("NE-STD-03")
def test_a_charge_may_touch_two_enemies() -> None:
    at = {"A": (0, 0, 0, 0), "E": (6, 0.7, 0, 180), "F": (6, -0.7, 0, 180)}
    match = lay([fighter("A")], [fighter("E"), fighter("F")], at, [2], active="A")
    answer(match, "charge", "to 35.28,30.00 up 0.00")
    assert place(match, "A") == (5.28, 0)
    assert match.decision is not None and match.decision.topic == "weapons, fight of A"


@pytest.mark.rule("NE-MOV-03", "NE-STD-03")
def test_a_far_charge_goes_all_the_way() -> None:
    match = lay([fighter("A")], [fighter("E")], {"A": (0, 0, 0, 0), "E": (13, 0, 0, 180)}, [2], active="A")
    answer(match, "charge")
    assert match.decision is not None and match.decision.find("to 33.00,30.00 up 0.00") is None
    answer(match, "as far as possible towards E")
    assert place(match, "A") == (6, 0)

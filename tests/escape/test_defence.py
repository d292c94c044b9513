"""Defence actions of passive characters: Dodge and Counter-measure (rulebook 6.c)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.games.escape import GAME
from fireteam.games.escape.arena import lay
from fireteam.games.escape.state import COMBAT, INTELLECT, OUT
from tests.escape.scene import happened, keys, play, scene, where, who

RESISTANCE, ISC = 0, 1
REACTIONS = ("dodge of", "reroll dodge die", "counter-measure of", "reroll counter die", "Int for")


def total(match: Match) -> int:
    """The last Attack total."""
    found: int = happened(match, "attack_total")[-1].params["total"]
    return found


@pytest.mark.rule("ES-DEF-01")
@pytest.mark.parametrize("seed", range(12))
def test_a_passive_player_is_asked_for_reactions_only(seed: int) -> None:
    at = {
        "ashton": (7, 6), "jimmy": (6, 5), "solenne": (8, 5), "bruno": (6, 7), "tilt": (8, 7), "rivet": (7, 8),
        "ubume": (7, 5), "mamushi": (6, 6), "bailiff": (8, 6), "magnes": (7, 7), "static": (7, 4),
    }  # fmt: skip
    holds = {"jimmy": "improvised_shield", "ubume": "improvised_shield", "bailiff": "datadisk", "tilt": "medkit"}
    setting = GAME.prepare(scenario="evasion", options=None, pack=None, setup={})
    match = lay(setting, Seeded(seed), at, holds=holds, damage={"tilt": 2}, revolution=1)
    rng = random.Random(seed)
    asked: set[str] = set()
    while not match.over and match.state.turn < 4:
        decision, state = match.decision, match.state
        if state.active >= 0:
            passive = state.characters[state.active].side != decision.seat
            if passive:
                assert decision.topic.startswith(REACTIONS)
                assert not {key.split()[0] for key in keys(match)} & {
                    "step",
                    "attack",
                    "throw",
                    "hack",
                    "attract",
                    "use",
                    "end",
                }
                asked.add(decision.topic.split(" of ")[0])
        fights = [key for key in keys(match) if key.startswith(("attack", "attract"))]
        match.answer(rng.choice(fights or keys(match)))
    assert "dodge" in asked


@pytest.mark.rule("ES-DEF-02", "ES-DEF-03")
def test_the_example_of_the_book() -> None:
    match = scene({"ashton": (7, 6), "mamushi": (7, 7)}, dice=[2, 3, 4, 2, 3], active="ashton", veteran_used=["ashton"])
    play(match, "attack mamushi")
    assert match.decision.topic == "dodge of mamushi"
    assert match.decision.seat == ISC
    assert keys(match) == ["no dodge", "dodge"]
    assert match.rolls == 0  # declared before the attack is rolled
    play(match, "dodge")
    assert total(match) == 0
    assert who(match, "mamushi").damage == 0
    play(match, "attack mamushi", "dodge", "no push")
    assert total(match) == 3
    assert who(match, "mamushi").damage == 3
    assert who(match, "mamushi").left(COMBAT) == 0
    play(match, "attack mamushi")  # the third one meets no Dodge
    assert total(match) == 4
    assert who(match, "mamushi").status == OUT


@pytest.mark.rule("ES-DEF-02")
def test_a_dodge_is_optional_and_costs_a_combat_action() -> None:
    at = {"jimmy": (7, 6), "mamushi": (7, 7)}
    declined = play(scene(at, dice=[3], active="jimmy"), "attack mamushi", "no dodge")
    assert who(declined, "mamushi").left(COMBAT) == 2
    assert declined.rolls == 1
    dodged = play(scene(at, dice=[3, 1], active="jimmy"), "attack mamushi", "dodge")
    assert who(dodged, "mamushi").left(COMBAT) == 1
    assert dodged.rolls == 2


@pytest.mark.rule("ES-DEF-02")
def test_ranged_attacks_are_dodged_too() -> None:
    match = scene({"bruno": (7, 5), "ubume": (7, 8)}, dice=[5, 4], active="bruno", crates=[(7, 5)])
    play(match, "throw c1 at ubume")
    assert match.decision.topic == "dodge of ubume"
    play(match, "dodge")
    assert total(match) == 1


@pytest.mark.rule("ES-DEF-02")
@pytest.mark.parametrize(("used", "offered"), [(0, True), (1, True), (2, False)])
def test_without_a_combat_action_there_is_no_dodge(used: int, offered: bool) -> None:
    match = scene({"jimmy": (7, 6), "mamushi": (7, 7)}, dice=[1], active="jimmy", used={"mamushi": {"cbt": used}})
    play(match, "attack mamushi")
    assert match.decision.topic.startswith("dodge") is offered


@pytest.mark.rule("ES-DEF-03", "ES-ROLL-02")
@pytest.mark.parametrize(
    ("dice", "margin", "damage"), [([2, 3], 0, 0), ([4, 2], 3, 3), ([1, 6], -4, 0), ([3, 3], 1, 1)]
)
def test_a_dodge_is_an_opposed_roll(dice: list[int], margin: int, damage: int) -> None:
    match = scene({"ashton": (7, 6), "mamushi": (7, 7)}, dice=dice, active="ashton", veteran_used=["ashton"])
    play(match, "attack mamushi", "dodge")
    assert total(match) == margin
    assert who(match, "mamushi").damage == damage
    assert who(match, "ashton").damage == 0


@pytest.mark.rule("ES-DEF-04")
def test_the_active_thrower_cannot_dodge_its_own_grenade() -> None:
    position: dict[str, Any] = {"active": "jimmy", "holds": {"jimmy": "em_grenade"}, "revolution": 1}
    match = scene({"jimmy": (7, 6), "bruno": (7, 8)}, dice=[1], **position)
    play(match, "grenade at 7,7", "own action")
    assert match.decision.topic == "dodge of bruno"  # Bruno is passive and may
    play(match, "no dodge")
    assert match.decision.topic == "reroll attack die of jimmy"
    play(match, "keep")
    assert who(match, "jimmy").damage == 2  # 1 + 1 + 1 - 1
    assert who(match, "bruno").damage == 1
    assert [event.params["target"] for event in happened(match, "attack_total")] == ["jimmy", "bruno"]


@pytest.mark.rule("ES-DEF-05")
@pytest.mark.parametrize(("dice", "margin", "place"), [([4, 5], 0, (7, 8)), ([4, 4], 1, (7, 7)), ([1, 6], -4, (7, 8))])
def test_a_counter_measure_makes_the_hack_an_opposed_roll(dice: list[int], margin: int, place: tuple[int, int]) -> None:
    match = scene({"magnes": (7, 6), "bruno": (7, 8)}, dice=dice, active="magnes")
    play(match, "attract bruno")
    assert match.decision.topic == "counter-measure of bruno"
    assert match.decision.seat == RESISTANCE
    assert match.rolls == 0
    play(match, "counter-measure")
    params = happened(match, "hack_result")[0].params
    assert params["total"] == margin
    assert params["success"] is (margin > 0)
    assert where(match, "bruno") == place
    assert who(match, "bruno").left(INTELLECT) == 0
    assert who(match, "magnes").left(INTELLECT) == 1


@pytest.mark.rule("ES-DEF-05")
def test_a_counter_measure_is_optional_and_needs_an_intellect_action() -> None:
    declined = scene({"magnes": (7, 6), "bruno": (7, 8)}, dice=[1], active="magnes")
    play(declined, "attract bruno", "no counter-measure")
    assert where(declined, "bruno") == (7, 7)
    assert who(declined, "bruno").left(INTELLECT) == 1
    spent = scene(
        {"magnes": (7, 6), "bruno": (7, 8)}, dice=[1], active="magnes", used={"bruno": {"int": 1}}, revolution=1
    )
    play(spent, "attract bruno")
    assert where(spent, "bruno") == (7, 7)  # nobody was asked
    assert spent.state.revolution == 1


@pytest.mark.rule("ES-DEF-05")
def test_doors_never_counter() -> None:
    match = scene({"solenne": (7, 3), "ubume": (7, 4)}, dice=[5], active="solenne")
    play(match, "hack A11")
    assert match.rolls == 1
    assert happened(match, "hack_result")[0].params["success"] is True


@pytest.mark.rule("ES-DEF-06")
def test_one_dodge_per_attack_whatever_pays_for_it() -> None:
    at = {"bailiff": (7, 6), "ashton": (7, 7)}
    match = scene(at, dice=[1, 1], active="bailiff", used={"ashton": {"cbt": 1}}, revolution=1, veteran_used=["ashton"])
    play(match, "attack ashton")
    assert keys(match) == ["no dodge", "dodge", "dodge with a revolution token"]
    play(match, "dodge")
    assert match.decision.topic == "reroll dodge die of ashton"
    play(match, "keep")
    assert match.decision.seat == ISC  # the attack is over
    assert total(match) == 0
    assert who(match, "ashton").left(COMBAT) == 1
    assert match.state.revolution == 1


@pytest.mark.rule("ES-DEF-06", "ES-SKILL-12")
def test_who_dodged_early_does_not_dodge_late() -> None:
    match = scene(
        {"jimmy": (7, 6), "static": (7, 7)},
        dice=[3, 1],
        active="jimmy",
        penalties={"static": [(COMBAT, 1, "ES-EVT-02")]},
    )
    assert who(match, "static").left(COMBAT) == 2
    play(match, "attack static", "dodge")
    assert match.decision.seat == RESISTANCE
    assert who(match, "static").left(COMBAT) == 1
    assert total(match) == 1  # 4 against 3


@pytest.mark.rule("ES-DEF-06")
def test_each_attack_may_be_dodged_anew() -> None:
    match = scene({"bruno": (7, 6), "mamushi": (7, 7)}, dice=[1, 6, 1, 6], active="bruno")
    play(match, "attack mamushi", "dodge", "attack mamushi", "dodge")
    assert who(match, "mamushi").left(COMBAT) == 0

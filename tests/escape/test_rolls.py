"""Rolls: opposed and simple ones, attacks, current values and rerolls (ES-GEN-02, ES-ROLL)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import fireteam
from fireteam.core.dice import Given, Seeded
from fireteam.core.errors import IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.state import COMBAT
from tests.escape.scene import happened, keys, play, scene, table, who

GOOD = (PACKS.folder / "sublevel_zero.yaml").read_text(encoding="utf-8")


def attack_totals(match: Match) -> list[int]:
    """The Attack totals so far."""
    return [event.params["total"] for event in happened(match, "attack_total")]


@pytest.mark.rule("ES-GEN-02")
@pytest.mark.parametrize("seed", [0, 1, 7, 2026, 987654321])
def test_engine_dice_are_fair_six_sided_dice(seed: int) -> None:
    roll = table(scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton")).die(0, "any die")
    dice = Seeded(seed)
    faces = Counter(dice.faces(roll, index)[0] for index in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(850 <= number <= 1150 for number in faces.values())


@pytest.mark.rule("ES-GEN-02")
def test_every_roll_of_a_game_is_one_die_of_six_or_a_hidden_token() -> None:
    rng = random.Random(5)
    rolled = set()
    for scenario in ("infiltration", "data-heist"):
        match = fireteam.new("escape", scenario=scenario, dice="ask")
        for _ in range(500):
            question = match.decision
            if question is None:
                break
            if isinstance(question, Roll):
                rolled.add((question.count, question.sides, question.bag is not None))
                match.answer(
                    next(label for label, count in question.bag if count) if question.bag else rng.randint(1, 6)
                )
            else:
                match.answer(rng.choice(question.options))
    assert (1, 6, False) in rolled
    assert {(count, sides) for count, sides, drawn in rolled if not drawn} == {(1, 6)}


@pytest.mark.rule("ES-GEN-02")
@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_outside_one_to_six_is_refused(face: int) -> None:
    match = fireteam.new("escape", scenario="evasion", dice="ask")
    with pytest.raises(IllegalAnswer, match="a die shows 1 to 6"):
        match.answer(face)


@pytest.mark.rule("ES-ROLL-01")
@pytest.mark.parametrize(("attack", "dodge", "margin"), [(5, 4, 2), (1, 6, -4)])
def test_opposed_roll_is_active_total_less_passive_total(attack: int, dodge: int, margin: int) -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", dice=[attack, dodge])
    play(match, "attack mamushi", "dodge", "keep")
    assert attack_totals(match) == [margin]
    assert who(match, "mamushi").damage == max(0, margin)


@pytest.mark.rule("ES-ROLL-02")
def test_a_tie_of_attack_and_dodge_fails() -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", dice=[2, 3])
    play(match, "attack mamushi", "dodge", "keep")  # 3 + 2 against 2 + 3
    assert attack_totals(match) == [0]
    assert who(match, "mamushi").damage == 0
    assert keys(match, "push") == []


@pytest.mark.rule("ES-ROLL-02")
@pytest.mark.parametrize(("hack", "success"), [(4, False), (5, True)])
def test_a_tie_of_hack_and_counter_measure_fails(hack: int, success: bool) -> None:
    match = scene({"magnes": (1, 1), "jimmy": (3, 1), "tilt": (14, 12)}, active="magnes", dice=[hack, 4])
    play(match, "attract jimmy", "counter-measure")  # 2 + die against 2 + 4
    (event,) = happened(match, "hack_result")
    assert (event.params["total"], event.params["success"]) == (hack - 4, success)


@pytest.mark.rule("ES-ROLL-03")
@pytest.mark.parametrize(("die", "success"), [(4, False), (5, True)])
def test_simple_roll_succeeds_by_reaching_the_difficulty(die: int, success: bool) -> None:
    match = scene({"jimmy": (4, 6), "mamushi": (14, 0)}, active="jimmy", dice=[die])
    play(match, "hack A13")  # Int 2 against difficulty 7
    (event,) = happened(match, "hack_result")
    assert (event.params["total"], event.params["difficulty"], event.params["success"]) == (2 + die, 7, success)
    assert ("step 5,6" in keys(match)) == success


@pytest.mark.rule("ES-ROLL-04")
@pytest.mark.parametrize(("die", "total"), [(2, 0), (3, 1)])
def test_an_attack_needs_a_positive_total(die: int, total: int) -> None:
    match = scene({"tilt": (1, 1), "bailiff": (2, 1)}, active="tilt", dice=[die])
    play(match, "attack bailiff", "no dodge")
    assert attack_totals(match) == [total]
    assert len(happened(match, "hurt")) == 0
    assert len(happened(match, "absorbed")) == total  # the one point of die 3 reaches the Armor; a miss reaches nothing


@pytest.mark.rule("ES-ROLL-05")
def test_the_difficulty_is_the_current_value() -> None:
    lowered = {"bailiff": [(COMBAT, -1, "ES-EQ-07")]}
    match = scene({"tilt": (1, 1), "bailiff": (2, 1)}, active="tilt", dice=[3], penalties=lowered)
    play(match, "attack bailiff", "no dodge")
    assert attack_totals(match) == [1 + 3 - 2]


@pytest.mark.rule("ES-ROLL-05")
def test_the_bonus_is_the_value_an_event_sets() -> None:
    match = scene({"static": (1, 1), "ashton": (2, 1)}, active="static", event=2, dice=[2])
    play(match, "attack ashton", "no dodge")
    assert attack_totals(match) == [2 + 3 - 3]


@pytest.mark.rule("ES-ROLL-06")
def test_a_rerolled_die_stands_and_another_source_may_reroll_it_again() -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", dice=[2, 1, 6], revolution=1)
    play(match, "attack mamushi", "own action", "no dodge")
    assert keys(match) == ["keep", "reroll as veteran", "reroll with a revolution token"]
    play(match, "reroll as veteran")
    assert [event.params["face"] for event in happened(match, "rerolled")] == [1]
    assert keys(match) == ["keep", "reroll with a revolution token"]
    worse = match.fork(Given([]))
    worse.answer("keep")
    assert who(worse, "mamushi").damage == 1 + 3 - 2  # the worse 1 stands, not the 2 from before
    play(match, "reroll with a revolution token")
    assert match.state.revolution == 0
    assert attack_totals(match) == [6 + 3 - 2]


@pytest.mark.rule("ES-ROLL-06")
def test_only_the_own_die_is_rerolled() -> None:
    match = scene({"ashton": (1, 1), "mamushi": (2, 1)}, active="ashton", dice=[2, 6], revolution=2)
    play(match, "attack mamushi", "own action", "dodge")
    assert (match.decision.seat, match.decision.topic) == (0, "reroll attack die of ashton")
    play(match, "keep")  # Mamushi has no source of its own: nobody is asked about its die
    assert attack_totals(match) == [2 + 3 - 6 - 2]


@pytest.mark.rule("ES-ROLL-06")
def test_active_then_passive_until_both_pass(tmp_path: Path) -> None:
    pack = tmp_path / "veterans.yaml"
    pack.write_text(GOOD.replace("[Electric bludgeon, ", "[Seasoned veteran, Electric bludgeon, "), encoding="utf-8")
    match = scene({"ashton": (1, 1), "bailiff": (2, 1)}, active="ashton", pack=str(pack), dice=[4, 1, 6, 5])
    play(match, "attack bailiff", "dodge")
    asked = []
    for answer in ("keep", "reroll as veteran", "reroll as veteran"):
        asked.append((match.decision.seat, match.decision.topic))
        play(match, answer)
    assert asked == [
        (0, "reroll attack die of ashton"),
        (1, "reroll dodge die of bailiff"),
        (0, "reroll attack die of ashton"),
    ]
    assert attack_totals(match) == [5 + 3 - 6 - 3]


@pytest.mark.rule("ES-ROLL-04", "ES-CBT-04", "ES-CBT-05")
@pytest.mark.parametrize(("die", "total"), [(1, 1), (3, 3)])
def test_power_counts_in_the_total_of_a_ranged_skill(die: int, total: int, tmp_path: Path) -> None:
    pack = tmp_path / "guns.yaml"
    pack.write_text(GOOD.replace("[Leadership]", "[Leadership, {Rail gun: {range: 4, power: 1}}]"), encoding="utf-8")
    match = scene({"solenne": (0, 0), "bailiff": (4, 0)}, active="solenne", pack=str(pack), dice=[die])
    assert keys(match, "shoot") == ["shoot Rail gun at bailiff"]
    play(match, "shoot Rail gun at bailiff", "no dodge")
    assert attack_totals(match) == [total]  # die + Cbt 2 + Power 1 - Cbt 3
    assert who(match, "bailiff").damage == total - 1


@pytest.mark.rule("ES-TERM-03", "ES-CBT-04")
@pytest.mark.parametrize(("metric", "offered"), [("orthogonal", []), ("chebyshev", ["shoot Rail gun at bailiff"])])
def test_the_range_of_a_skill_is_measured_like_any_other(metric: str, offered: list[str], tmp_path: Path) -> None:
    pack = tmp_path / "guns.yaml"
    pack.write_text(GOOD.replace("[Leadership]", "[Leadership, {Rail gun: {range: 4, power: 1}}]"), encoding="utf-8")
    at = {"solenne": (0, 0), "bailiff": (4, 1)}
    assert keys(scene(at, active="solenne", pack=str(pack), options={"distance_metric": metric}), "shoot") == offered

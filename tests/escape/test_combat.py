"""Combat actions: hand-to-hand and ranged attacks, and the order of their steps (rulebook 6.c)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.escape import arena
from fireteam.games.escape.state import COMBAT, OUT
from tests.escape.scene import happened, keys, play, scene, where, who

RESISTANCE, ISC = 0, 1
PACK = Path(arena.__file__).parent / "packs" / "sublevel_zero.yaml"


def total(match: Match) -> int:
    """The last Attack total."""
    found: int = happened(match, "attack_total")[-1].params["total"]
    return found


@pytest.mark.rule("ES-CBT-01", "ES-ACT-05")
def test_drills_attacks_and_dodges_share_the_combat_actions() -> None:
    match = scene({"bruno": (4, 4), "mamushi": (4, 5)}, dice=[2, 1, 1], active="bruno")
    play(match, "drill 3,4|4,4", "attack mamushi", "no dodge")
    assert who(match, "bruno").left(COMBAT) == 0
    assert not keys(match, "attack")
    assert not keys(match, "drill")
    play(match, "end", "attack bruno")
    assert who(match, "bruno").damage == 1  # 1 + 2 - 2; nobody was asked to Dodge


@pytest.mark.rule("ES-CBT-01")
@pytest.mark.parametrize(("name", "attacks"), [("ashton", 3), ("bruno", 2), ("jimmy", 1)])
def test_cbt_is_the_number_of_attacks(name: str, attacks: int) -> None:
    match = scene({name: (7, 6), "ubume": (7, 7)}, dice=[1, 6] * attacks, active=name, veteran_used=["ashton"])
    for _ in range(attacks):
        play(match, "attack ubume")
        if "dodge" in keys(match):
            play(match, "dodge")
        elif match.decision.topic.startswith("push"):
            play(match, "no push")
    assert not keys(match, "attack ubume")
    assert who(match, name).left(COMBAT) == 0


@pytest.mark.rule("ES-CBT-02", "ES-CBT-07")
def test_a_target_is_an_opponent_in_the_periphery() -> None:
    at = {"ashton": (7, 6), "ubume": (8, 7), "magnes": (6, 6), "mamushi": (7, 8), "bruno": (7, 5)}
    match = scene(at, dice=[1], active="ashton", veteran_used=["ashton"])
    assert sorted(keys(match, "attack")) == ["attack magnes", "attack ubume"]  # not two squares away, never an ally
    refusal = match.why_not("attack bruno")
    assert refusal is not None
    assert refusal.decisive.rule == "ES-CBT-07"
    play(match, "attack ubume", "no dodge", "no push")
    assert who(match, "ashton").left(COMBAT) == 2


@pytest.mark.rule("ES-CBT-02", "ES-TERM-05")
@pytest.mark.parametrize(
    ("others", "legal"), [({}, True), ({"bruno": (8, 6)}, True), ({"bruno": (8, 6), "magnes": (7, 7)}, False)]
)
def test_a_diagonal_target_needs_one_free_flank(others: dict[str, tuple[int, int]], legal: bool) -> None:
    match = scene({"ashton": (7, 6), "ubume": (8, 7), **others}, active="ashton")
    assert ("attack ubume" in keys(match)) is legal


@pytest.mark.rule("ES-CBT-02")
@pytest.mark.parametrize(
    ("ashton", "ubume", "more", "legal"),
    [
        ((3, 4), (4, 4), {}, False),
        ((3, 4), (4, 4), {"broken_walls": [((3, 4), (4, 4))]}, True),
        ((7, 2), (7, 3), {}, False),
        ((7, 2), (7, 3), {"open_doors": ["A01"]}, True),
    ],
)
def test_walls_and_shut_doors_protect(
    ashton: tuple[int, int], ubume: tuple[int, int], more: dict[str, Any], legal: bool
) -> None:
    match = scene({"ashton": ashton, "ubume": ubume}, active="ashton", **more)
    assert ("attack ubume" in keys(match)) is legal


@pytest.mark.rule("ES-CBT-03")
@pytest.mark.parametrize(
    ("attacker", "target", "die", "result", "damage"),
    [
        ("ashton", "mamushi", 3, 4, 4),
        ("jimmy", "bailiff", 2, 0, 0),
        ("jimmy", "bailiff", 1, -1, 0),
        ("jimmy", "magnes", 2, 1, 1),
        ("solenne", "ubume", 5, 5, 5),
    ],
)
def test_the_attack_total_is_the_damage(attacker: str, target: str, die: int, result: int, damage: int) -> None:
    match = scene({attacker: (7, 6), target: (7, 7)}, dice=[die], active=attacker, veteran_used=["ashton"])
    play(match, f"attack {target}", "no dodge")
    assert total(match) == result
    assert who(match, target).damage == damage
    assert who(match, attacker).damage == 0
    if result <= 0:  # a miss is no damage that Armor took
        assert not happened(match, "absorbed")


@pytest.mark.rule("ES-CBT-04")
def test_without_crate_or_grenade_nothing_is_thrown() -> None:
    match = scene({"bruno": (7, 6), "ubume": (7, 8)}, active="bruno", crates=[(7, 5)])
    assert not keys(match, "throw")
    assert not keys(match, "grenade")
    assert not keys(match, "shoot")


@pytest.mark.rule("ES-CBT-04")
@pytest.mark.parametrize(
    ("target", "others", "legal"),
    [
        ((8, 8), {}, True),  # distance 3
        ((9, 8), {}, False),  # distance 4
        ((7, 7), {}, True),  # no minimum range
        ((7, 8), {"static": (7, 7)}, False),  # somebody in the line (and beside a Scrambler)
        ((7, 8), {"bruno": (7, 7)}, False),  # a friend in the line
        ((7, 8), {}, True),
    ],
)
def test_a_crate_flies_three_squares_with_line_of_sight(
    target: tuple[int, int], others: dict[str, tuple[int, int]], legal: bool
) -> None:
    match = scene({"solenne": (7, 6), "ubume": target, **others}, active="solenne", crates=[(7, 6)])
    assert ("throw c1 at ubume" in keys(match)) is legal


@pytest.mark.rule("ES-CBT-04")
def test_a_throw_out_of_range_is_refused_with_its_numbers() -> None:
    match = scene({"solenne": (7, 6), "ubume": (9, 8)}, active="solenne", crates=[(7, 6)])
    refusal = match.why_not("throw c1 at ubume")
    assert refusal is not None
    assert refusal.decisive.rule == "ES-CBT-04"
    assert refusal.decisive.text == "distance 4 is within range 3"


@pytest.mark.rule("ES-CBT-04")
def test_a_throw_costs_a_combat_action_and_needs_an_opponent() -> None:
    match = scene({"tilt": (7, 6), "ubume": (7, 8), "bruno": (6, 6)}, dice=[1], active="tilt", crates=[(7, 6), (7, 6)])
    assert keys(match, "throw") == ["throw c1 at ubume", "throw c2 at ubume"]
    play(match, "throw c1 at ubume", "no dodge")
    assert who(match, "tilt").left(COMBAT) == 0
    assert not keys(match, "throw")


def armed(tmp_path: Path) -> str:
    """The bundled pack, with a ranged weapon for Tilt."""
    text = PACK.read_text(encoding="utf-8")
    plain = "life: 5, skills: [Elusive]}"
    assert plain in text
    file = tmp_path / "armed.yaml"
    file.write_text(
        text.replace(plain, "life: 5, skills: [Elusive, {Rail gun: {range: 4, power: 2}}]}"), encoding="utf-8"
    )
    return str(file)


@pytest.mark.rule("ES-CBT-04", "ES-CBT-05")
def test_a_pack_may_bring_a_ranged_skill(tmp_path: Path) -> None:
    pack = armed(tmp_path)
    match = scene({"tilt": (5, 4), "ubume": (9, 4)}, dice=[3], active="tilt", pack=pack)
    assert keys(match, "shoot") == ["shoot Rail gun at ubume"]
    play(match, "shoot Rail gun at ubume", "no dodge")
    assert who(match, "ubume").damage == 4  # 3 + 1 + 2 - 2
    assert who(match, "tilt").left(COMBAT) == 0
    far = scene({"tilt": (5, 4), "ubume": (9, 5)}, active="tilt", pack=pack)
    assert not keys(far, "shoot")


@pytest.mark.rule("ES-CBT-05")
@pytest.mark.parametrize(("opposed", "margin"), [(False, 1), (True, 2)])
def test_power_counts_in_the_simple_roll_and_by_option_in_the_opposed_one(opposed: bool, margin: int) -> None:
    position: dict[str, Any] = {"active": "jimmy", "holds": {"jimmy": "em_grenade"}}
    match = scene({"jimmy": (7, 5), "mamushi": (7, 8)}, dice=[4], **position)
    play(match, "grenade at mamushi", "no dodge")
    assert total(match) == 4  # 4 + 1 + 1 - 2
    assert who(match, "mamushi").damage == 4
    options = {"power_in_opposed": opposed}
    dodged = scene({"jimmy": (7, 5), "mamushi": (7, 8)}, dice=[4, 2], options=options, **position)
    play(dodged, "grenade at mamushi", "dodge")
    assert total(dodged) == margin  # 5 against 4, and Power
    assert who(dodged, "mamushi").damage == margin


@pytest.mark.rule("ES-CBT-05")
@pytest.mark.parametrize(("die", "damage"), [(1, 0), (2, 1)])
def test_a_ranged_total_of_nothing_is_a_miss(die: int, damage: int) -> None:
    match = scene({"tilt": (7, 6), "ubume": (7, 8)}, dice=[die], active="tilt", crates=[(7, 6)])
    play(match, "throw c1 at ubume", "no dodge")
    assert total(match) == damage
    assert who(match, "ubume").damage == damage
    assert not match.state.tokens


@pytest.mark.rule("ES-CBT-06", "ES-SKILL-12", "ES-EQ-01")
def test_elusive_dodges_late_and_a_shield_only_early() -> None:
    at = {"ashton": (7, 6), "static": (7, 7)}
    match = scene(at, dice=[2, 3], active="ashton", holds={"static": "improvised_shield"}, veteran_used=["ashton"])
    play(match, "attack static")
    assert match.decision.topic == "dodge of static"
    assert match.rolls == 0
    assert keys(match) == ["no dodge", "dodge", "dodge with the shield"]
    play(match, "no dodge")
    assert match.rolls == 1  # 2 + 3 - 1 would be 4
    assert match.decision.topic == "dodge of static after the roll"
    assert keys(match) == ["no dodge", "dodge"]
    play(match, "dodge")
    assert total(match) == 1  # 5 against 4
    assert who(match, "static").damage == 1
    assert match.rolls == 2


@pytest.mark.rule("ES-CBT-06", "ES-SKILL-17")
def test_hypnosis_answers_a_late_dodge_before_its_die() -> None:
    match = scene(
        {"ubume": (7, 6), "tilt": (7, 7)}, dice=[4, 3], active="ubume", penalties={"tilt": [(2, -1, "ES-SKILL-18")]}
    )
    play(match, "attack tilt", "no dodge")
    assert match.decision.topic == "dodge of tilt after the roll"
    play(match, "dodge")
    assert match.decision.topic == "hypnosis on tilt"
    assert match.decision.seat == ISC
    assert match.rolls == 1
    play(match, "dodge with Int")
    assert total(match) == 3  # 6 against 3 + Int 0
    assert who(match, "tilt").damage == 3


@pytest.mark.rule("ES-CBT-06", "ES-ROLL-06")
def test_by_option_rerolls_come_before_a_late_dodge_and_after_it_only_for_the_dodger() -> None:
    options = {"late_dodge_rerolls": "dodger"}
    match = scene({"ashton": (7, 6), "static": (7, 7)}, dice=[1, 6, 6], active="ashton", revolution=1, options=options)
    play(match, "attack static", "own action", "no dodge")
    assert match.decision.topic == "reroll attack die of ashton"
    play(match, "reroll as veteran")
    assert match.decision.topic == "reroll attack die of ashton"  # a token could still do it
    play(match, "keep", "dodge")
    assert match.state.revolution == 1
    assert total(match) == 2  # 6 + 3 against 6 + 1: nobody was asked about the attack die again
    late = scene({"bailiff": (7, 6), "tilt": (7, 7)}, dice=[3, 1, 5], active="bailiff", revolution=1, options=options)
    play(late, "attack tilt", "no dodge", "dodge")
    assert late.decision.topic == "reroll dodge die of tilt"
    play(late, "reroll with a revolution token")
    assert total(late) == 0  # 6 against 6


@pytest.mark.rule("ES-CBT-06")
def test_the_steps_follow_each_other() -> None:
    at = {"ashton": (7, 6), "mamushi": (7, 7)}
    match = scene(at, dice=[5, 3], active="ashton", damage={"mamushi": 2})
    play(match, "attack mamushi")
    assert who(match, "ashton").left(COMBAT) == 2  # announced and paid for, before anybody answers
    play(match, "dodge", "keep", "push to 7,8")
    codes = [event.code for event in match.log]
    assert codes == ["attacks", "dodges", "attack_total", "hurt", "shifted"]
    crate = scene({"bruno": (7, 6), "ubume": (7, 8)}, dice=[6], active="bruno", crates=[(7, 6)], damage={"ubume": 5})
    play(crate, "throw c1 at ubume")
    assert not crate.state.tokens  # gone with the announcement
    play(crate, "no dodge")
    assert [event.code for event in crate.log][-4:] == ["attack_total", "hurt", "penalised", "taken_out"]


@pytest.mark.rule("ES-CBT-06")
def test_nobody_pushes_a_taken_out_target() -> None:
    match = scene(
        {"ashton": (7, 6), "mamushi": (7, 7)}, dice=[5], active="ashton", damage={"mamushi": 2}, veteran_used=["ashton"]
    )
    play(match, "attack mamushi", "no dodge")
    assert who(match, "mamushi").status == OUT
    assert match.decision.topic == scene({"ashton": (7, 6), "mamushi": (7, 7)}, active="ashton").decision.topic


@pytest.mark.rule("ES-CBT-06", "ES-SKILL-02")
def test_penalties_look_at_the_damage_after_armor() -> None:
    match = scene({"bruno": (7, 6), "bailiff": (7, 8)}, dice=[2], active="bruno", crates=[(7, 6)])
    play(match, "throw c1 at bailiff", "no dodge")
    assert total(match) == 1
    assert who(match, "bailiff").damage == 0
    assert who(match, "bailiff").mvt == 4


@pytest.mark.rule("ES-CBT-07")
def test_allies_are_never_chosen_but_a_blast_asks_nobody() -> None:
    at = {"jimmy": (7, 4), "bruno": (8, 7), "solenne": (9, 5), "mamushi": (5, 8)}
    match = scene(at, dice=[4], active="jimmy", holds={"jimmy": "em_grenade"}, used={"bruno": {"cbt": 2}})
    assert not keys(match, "attack")
    assert "grenade at bruno" not in keys(match)
    assert "grenade at solenne" not in keys(match)
    play(match, "grenade at 8,6", "no dodge")  # Solenne on [9,5] is caught as well and declines
    assert who(match, "bruno").damage == 4  # 4 + 1 + 1 - 2
    assert who(match, "solenne").damage == 4
    assert who(match, "bruno").cbt == 1
    assert who(match, "mamushi").damage == 0
    assert where(match, "bruno") == (8, 7)

"""Keywords that keep a model alive."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.refusals import total
from fireteam.games.deadzone.actions import Activation
from fireteam.games.deadzone.arena import field, unit, weapon
from fireteam.games.deadzone.assault import ACTION, Assault
from fireteam.games.deadzone.damage import armour_parts, survive_rerolls
from fireteam.games.deadzone.forced import Slam
from fireteam.games.deadzone.shooting import Shot
from fireteam.games.deadzone.state import DEAD
from tests.deadzone.battlefield import HERE, duel, model, refused_by, rolled, told
from tests.deadzone.battlefield import play_on as play
from tests.deadzone.battlefield import position as battle
from tests.deadzone.battlefield import possible as offered

GUN = weapon("Gun", 6)
FAR = "7,7,1"


def dice_at(keywords: list[str], *others: tuple[str, list[str]], at: str = "1,4,1 SW", **laid: Any) -> int:
    """The dice of a shot at somebody with these keywords four cubes away, with others of its side somewhere."""
    cards = {"a": (0, unit("A", GUN)), "b": (1, unit("B", keywords=keywords))}
    cards |= {f"m{number}": (1, unit("M", keywords=own)) for number, (_, own) in enumerate(others)}
    places = {"a": at, "b": "5,4,1"} | {f"m{number}": place for number, (place, _) in enumerate(others)}
    match = battle(cards, places, Shot(0, 0, 1, "shoot"), **laid)
    found: int = told(match, "shoots")[0]["dice"]
    return found


@pytest.mark.rule("DZ-AB-TOUGH-01")
@pytest.mark.parametrize(("dice", "lost"), [([2, 2, 1], 1), ([2, 1, 1], 0)])
def test_tough_loses_one_less(dice: list[int], lost: int) -> None:
    match = duel(unit("A", fight=2), unit("B", fight=0, health=3, keywords=["Tough"]), dice=[*dice, 1, 1, 1])
    assert model(match, "b").damage == lost


@pytest.mark.rule("DZ-AB-ESHIELD-01")
@pytest.mark.parametrize(("armour", "lost"), [(0, 1), (1, 0)])
def test_an_energy_shield_absorbs_before_armour_and_its_eights_roll_on(armour: int, lost: int) -> None:
    target = unit("B", fight=0, health=4, armour=armour, keywords=["Energy Shield (2)"])
    match = duel(unit("A", fight=2), target, dice=[2, 2, 2, 1, 1, 1, 6, 8, 2])
    assert rolled(match) == [(3, 3, 3)]
    assert model(match, "b").damage == lost


@pytest.mark.rule("DZ-AB-ESHIELD-02")
def test_every_shield_is_rolled_by_itself() -> None:
    target = unit("B", fight=0, health=4, keywords=["Energy Shield (1)"])
    mate = (1, unit("M", keywords=["Shield Generator (2)"]))
    match = duel(unit("A", fight=2), target, mate, dice=[2, 2, 2, 1, 1, 1, 1, 6, 7, 5])
    assert [roll["successes"] for roll in told(match, "strength")] == [1, 1]
    assert model(match, "b").damage == 1


@pytest.mark.rule("DZ-AB-SHIELDGEN-01")
def test_a_generator_shields_enemies_in_its_cube_too() -> None:
    match = duel(unit("A", fight=2, keywords=["Shield Generator (1)"]), unit("B", fight=0), dice=[2, 2, 1, 1, 1, 1, 6])
    assert model(match, "b").damage == 1


@pytest.mark.rule("DZ-MEET-01")
@pytest.mark.parametrize(("keywords", "dice"), [(["Stun"], [2, 2, 2, 1, 1, 1]), ([], [2, 1, 1, 5, 1, 1])])
def test_no_shield_dice_without_damage(keywords: list[str], dice: list[int]) -> None:
    shielded = unit("B", fight=0, keywords=["Energy Shield (2)"])
    match = duel(unit("A", weapon("Lash", "CC", keywords=keywords), fight=2), shielded, dice=dice)
    play(match, "with Lash")
    assert told(match, "strength") == [] and model(match, "b").damage == 0


@pytest.mark.rule("DZ-AB-DSHIELD-01")
@pytest.mark.rule("DZ-AB-DSHIELD-02")
@pytest.mark.parametrize(
    ("keywords", "bearer", "mate", "size", "expected"),
    [
        (["Defender Shield"], {}, [], 1, (1, 1)),
        (["Defender Shield"], {}, ["Defender Shield"], 2, (1, 1)),
        (["Defender Shield"], {}, [], 3, (1, 0)),
        (["Defender Shield (enlarged)"], {"size": 3, "armour": 3}, [], 1, (4, 0)),
    ],
)
def test_armour_that_shields_lend(
    keywords: list[str], bearer: dict[str, int], mate: list[str], size: int, expected: tuple[int, int]
) -> None:
    cards = {
        "a": (0, unit("A", keywords=keywords, **bearer)),
        "m": (0, unit("M", keywords=mate, size=size)),
        "e": (1, unit("E")),
        "n": (0, unit("N")),
    }
    match = battle(cards, {"a": HERE, "m": HERE, "e": HERE, "n": "4,3,1"}, Activation(0))
    assert tuple(total(armour_parts(match.table, who)) for who in (0, 1)) == expected
    assert [total(armour_parts(match.table, who)) for who in (2, 3)] == [0, 0]


@pytest.mark.rule("DZ-AB-RESILIENT-01")
@pytest.mark.rule("DZ-MEET-20")
def test_resilient_and_a_medic_add_up_in_every_survive_test() -> None:
    cards = {"a": (0, unit("A", health=3, keywords=["Resilient (1)"])), "m": (0, unit("M", keywords=["Medic"]))}
    match = battle(cards, {"a": HERE, "m": HERE}, Slam(0), dice=[5, 5, 5, 1, 1, 1, 5, 5])
    assert offered(match) == {"keep the dice", "re-roll 1 misses and 0 hits", "re-roll 2 misses and 0 hits"}
    play(match, "re-roll 2 misses and 0 hits")
    assert (model(match, "a").damage, model(match, "a").pinned) == (1, True)


@pytest.mark.rule("DZ-AB-MEDIC-01")
@pytest.mark.rule("DZ-MEET-30")
@pytest.mark.parametrize(
    ("keyword", "healed"),
    [("Beast", True), ("Construct", False), ("Vehicle", False), ("Walker", False), ("Bike", False)],
)
def test_a_medic_heals_the_living_in_its_cube(keyword: str, healed: bool) -> None:
    cards = {
        "a": (0, unit("A", keywords=["Medic"])),
        "f": (0, unit("F", health=5, keywords=[keyword])),
        "g": (0, unit("G")),
        "e": (1, unit("E")),
    }
    hurt = {"f": {"damage": 3, "pinned": True, "burning": True}, "g": {"damage": 1}, "e": {"damage": 1}}
    match = battle(cards, {"a": HERE, "f": HERE, "g": "4,3,1", "e": FAR}, Activation(0), models=hurt)
    assert ("heal f" in offered(match)) is healed and "heal g" not in offered(match)
    assert refused_by(match, "heal a") == "DZ-AB-MEDIC-01"
    assert refused_by(match, "heal f") == ("" if healed else "DZ-MEET-30")
    if healed:
        f = model(play(match, "heal f"), "f")
        assert (f.damage, f.pinned, f.burning) == (0, True, True)


@pytest.mark.rule("DZ-AB-MEDIC-01")
def test_a_medic_heals_itself() -> None:
    cards = {"a": (0, unit("A", keywords=["Medic"])), "b": (1, unit("B"))}
    match = battle(cards, {"a": HERE, "b": FAR}, Activation(0), models={"a": {"damage": 1}})
    assert model(play(match, "heal a"), "a").damage == 0
    assert "heal a" not in offered(match)


@pytest.mark.rule("DZ-AB-MEDIC-02")
@pytest.mark.parametrize(("option", "away"), [("same_cube", 0), ("whole_team", 1)])
def test_friends_of_a_medic_are_resilient(option: str, away: int) -> None:
    cards = {
        "a": (0, unit("A", keywords=["Medic"])),
        "b": (0, unit("B", keywords=["Medic"])),
        "c": (0, unit("C", keywords=["Construct"])),
        "d": (0, unit("D")),
        "e": (1, unit("E")),
    }
    places = {"a": HERE, "b": HERE, "c": HERE, "d": "4,3,1", "e": HERE}
    match = battle(cards, places, Activation(0), options={"medic_resilient": option})
    assert [survive_rerolls(match.table, who) for who in range(5)] == [1, 1, 0, away, 0]


@pytest.mark.rule("DZ-AB-LSUPPORT-01")
@pytest.mark.parametrize(("dice", "dead"), [([2, 2, 1], False), ([2, 2, 2], True)])
def test_life_support_gives_back_what_did_not_kill(dice: list[int], dead: bool) -> None:
    match = duel(unit("A", fight=2), unit("B", fight=0, health=3, keywords=["Life Support"]), dice=[*dice, 1, 1, 1])
    b = model(match, "b")
    assert ((b.status == DEAD), b.spent) == (dead, frozenset() if dead else {"Life Support"})
    assert dead or b.damage == 0


@pytest.mark.rule("DZ-MEET-06")
def test_life_support_serves_the_first_attack_alone() -> None:
    cards = {"a": (0, unit("A", fight=2)), "b": (1, unit("B", fight=0, health=3, keywords=["Life Support"]))}
    dice = [2, 2, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1]
    match = battle(cards, {"a": HERE, "b": HERE}, Assault(0, 1, ACTION), Slam(1), dice=dice)
    assert rolled(match) == [(3, 3, 2), (3, 3, 1)]
    assert model(match, "b").damage == 1


@pytest.mark.rule("DZ-MEET-02")
def test_a_slam_looks_afresh_at_who_shields() -> None:
    cards = {
        "a": (0, unit("A")),
        "m": (0, unit("M", health=1, fight=0, keywords=["Defender Shield"])),
        "b": (1, unit("B", fight=2)),
    }
    dice = [2, 2, 2, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1]
    match = battle(cards, dict.fromkeys(cards, HERE), Assault(2, 1, ACTION), Slam(0), dice=dice)
    assert model(match, "m").status == DEAD and model(match, "a").damage == 1


@pytest.mark.rule("DZ-AB-STEALTHY-01")
def test_stealthy_denies_the_clear_shot_alone() -> None:
    assert (dice_at([]), dice_at(["Stealthy"])) == (5, 3)
    tower = field(floors={(1, 4, 2): "full"})
    assert dice_at(["Stealthy"], at="1,4,2", on=tower) == 4


@pytest.mark.rule("DZ-AB-CLOAK-01")
def test_a_cloak_takes_one_die_from_shots_beside_it() -> None:
    assert dice_at(["Cloaking Device"]) == 4
    assert dice_at([], ("6,5,1", ["Cloaking Device"])) == 4
    assert dice_at(["Cloaking Device"], ("6,4,1", ["Cloaking Device"])) == 4
    assert dice_at([], ("7,4,1", ["Cloaking Device"])) == 5
    board = field().board
    smoke = 1 << board.cube_of[board.named("4,5,1") or 0]
    assert dice_at([], smoke=smoke) == dice_at(["Cloaking Device"], smoke=smoke) == 4

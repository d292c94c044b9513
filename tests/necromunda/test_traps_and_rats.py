"""Traps and bomb rats (NE-OTH-01, NE-OTH-02, NE-TRAP, NE-RAT)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.match import Match
from fireteam.games.necromunda.arena import fighter, knife, rifle, weapon
from fireteam.games.necromunda.cards import Armour, Gear
from fireteam.games.necromunda.state import OUT, PINNED, STANDING
from tests.necromunda.ground import thing
from tests.necromunda.scene import all_dice_used, answer, lay, model, number, offers, place

FRAG = Gear("frag", "frag trap", "trap-frag")


def setter(dice: list[Any], **more: Any) -> Match:
    """S with a trap."""
    return lay([fighter("S", gear=(FRAG,))], [fighter("E")], {"S": (0, 0), "E": (-20, 20)}, dice, active="S", **more)


@pytest.mark.rule("NE-OTH-01")
def test_a_trap_is_set_within_an_inch_and_left() -> None:
    match = setter([4])
    answer(match, "set frag trap")
    assert match.decision.find("at 31.60,30.00") is None
    answer(match, "at 31.30,30.00", "to 26.00,30.00")
    (trap,) = match.state.things.values()
    assert (trap.x, trap.y, trap.owner) == (3130, 3000, 0)
    assert place(match, "S") == (-4, 0) and model(match, "S").lost == {"frag"}
    assert match.state.active != number(match, "S") and all_dice_used(match)


@pytest.mark.rule("NE-OTH-01", "NE-TRAP-01")
def test_who_gets_three_inches_off_its_trap_does_not_roll() -> None:
    match = setter([3])
    answer(match, "set frag trap", "at 31.30,30.00", "to 27.00,30.00")
    assert place(match, "S") == (-3, 0) and len(match.state.things) == 1 and all_dice_used(match)
    match = setter([1, 2])
    answer(match, "set frag trap", "at 31.30,30.00", "to 29.00,30.00")
    assert len(match.state.things) == 1 and all_dice_used(match)


def near_trap(dice: list[Any], sort: str = "trap-frag", x: float = 5, y: float = 2.0, **more: Any) -> Match:
    """A trap beside the way of S."""
    card = more.pop("card", fighter("S", rifle()))
    return lay(
        [card],
        [fighter("E")],
        {"S": (0, 0), "E": (-20, 20)},
        dice,
        active="S",
        things=[thing("t1", "trap", x, y, label=sort)],
        **more,
    )


@pytest.mark.rule("NE-TRAP-01")
def test_a_mover_is_stopped_two_inches_off_and_goes_on_unharmed() -> None:
    match = near_trap([2], x=3)
    answer(match, "move", "to 35.00,30.00")
    assert place(match, "S") == (5, 0) and "t1" in match.state.things and all_dice_used(match)
    stops = [event.params for event in match.log if event.code == "moves"]
    assert [stop["x"] for stop in stops] == [3150, 3500]  # at (1.5, 0) the gap is 2.0
    answer(match, "move", "to 34.00,30.00")
    assert all_dice_used(match)


@pytest.mark.rule("NE-TRAP-01")
def test_a_dud_is_removed() -> None:
    match = near_trap([1], x=3)
    answer(match, "move", "to 35.00,30.00")
    assert not match.state.things and place(match, "S") == (5, 0)


@pytest.mark.rule("NE-TRAP-01", "NE-TRAP-02")
def test_who_is_caught_by_the_blast_goes_no_further() -> None:
    match = near_trap([4, 2, 3], x=3)  # bang, no Knockback, no wound
    answer(match, "move", "to 35.00,30.00")
    assert place(match, "S") == (1.5, 0) and model(match, "S").stance == PINNED
    assert not match.state.things and "stand_up" in offers(match) and all_dice_used(match)


@pytest.mark.rule("NE-TRAP-01")
def test_traps_on_a_way_are_told_apart_when_one_goes_off() -> None:
    match = lay(
        [fighter("S")],
        [fighter("E")],
        {"S": (0, 0), "E": (-20, 20)},
        [1, 1],
        active="S",
        things=[thing("t1", "trap", 3, 2.0, label="trap-frag"), thing("t2", "trap", 6.5, 2.0, label="trap-frag")],
    )
    answer(match, "move", "to 35.00,30.00")
    assert not match.state.things and place(match, "S") == (5, 0)


@pytest.mark.rule("NE-TRAP-02")
def test_a_melta_trap_leaves_no_save_of_four() -> None:
    plate = Armour("plate", "plate", "standard", save=4)
    match = near_trap([4, 2], "trap-melta", 3, card=fighter("S", armour=(plate,)))
    answer(match, "move", "to 35.00,30.00")
    assert model(match, "S").status == OUT and all_dice_used(match)


@pytest.mark.rule("NE-TRAP-02")
def test_a_gas_trap_does_not_pin() -> None:
    match = near_trap([4, 2], "trap-gas", 3)
    answer(match, "move", "to 35.00,30.00")
    assert model(match, "S").stance == STANDING and place(match, "S") == (5, 0) and all_dice_used(match)


@pytest.mark.rule("NE-TRAP-03")
@pytest.mark.parametrize(("dice", "left"), [([4, 2], True), ([5, 2, 2], True), ([5, 2, 3], False), ([5, 2, 5], False)])
def test_a_trap_is_shot_at_one_worse(dice: list[int], left: bool) -> None:
    gun = weapon("gun", short=12, long=24, strength=3, ammo=4)
    match = near_trap(dice, x=8, y=0, card=fighter("S", gun))
    answer(match, "shoot t1 with gun")
    assert ("t1" in match.state.things) is left and all_dice_used(match)
    bangs = [event for event in match.log if event.code == "explodes"]
    assert len(bangs) == (dice[2:] == [3])


@pytest.mark.rule("NE-TRAP-03")
def test_a_trap_is_shot_at_two_worse_over_long_range() -> None:
    gun = weapon("gun", short=6, long=24, strength=3, ammo=4)
    match = near_trap([5, 2], x=8, y=0, card=fighter("S", gun))
    answer(match, "shoot t1 with gun")
    assert "t1" in match.state.things and all_dice_used(match)


# -- rats --------------------------------------------------------------------------------------------------------------


GRENADE = weapon("frag", "Grenade", "Blast (3)", category="grenade", thrown=3, strength=3, ammo=4)
RATS = Gear("rats", "rats", "bomb-rats")


def ratter(dice: list[Any], at: dict[str, Any] | None = None, **more: Any) -> Match:
    """R with rats and grenades."""
    where = {"R": (0, 0), **(at or {"E": (-20, 20)})}
    enemies = [fighter(name) for name in where if name not in ("R", "F")]
    friends = [fighter("F")] if "F" in where else []
    return lay([fighter("R", GRENADE, gear=(RATS,)), *friends], enemies, where, dice, active="R", **more)


@pytest.mark.rule("NE-OTH-02")
def test_a_steered_rat_stops_where_its_master_likes() -> None:
    match = ratter([4, 4, 3])
    answer(match, "prime a rat with frag", "at 31.00,30.00", "it runs towards 90", "at 31.00,33.50")
    (rat,) = match.state.things.values()
    assert (rat.x, rat.y, rat.number, rat.owner) == (3100, 3350, 1, 0)
    assert not model(match, "R").empty and all_dice_used(match)


@pytest.mark.rule("NE-OTH-02")
def test_a_rat_gone_astray_may_still_be_stopped_early() -> None:
    match = ratter([3, 3, 3, 210])
    answer(match, "prime a rat with frag", "at 30.00,29.00", "at 28.27,28.00")
    (rat,) = match.state.things.values()
    assert (rat.x, rat.y) == (2827, 2800)
    assert model(match, "R").empty == {"frag"} and "prime" not in offers(match)
    match = ratter([3, 3, 3, 210], options={"rat_random_full": True})
    answer(match, "prime a rat with frag", "at 30.00,29.00")
    (rat,) = match.state.things.values()
    assert (rat.x, rat.y) == (2480, 2600)


@pytest.mark.rule("NE-RAT-01")
@pytest.mark.parametrize(("face", "bang"), [(5, True), (1, False)])
def test_a_rat_near_a_friend_goes_off_or_is_a_dud(face: int, bang: bool) -> None:
    dice = [4, 4, 3, face, *([3] if bang else [])]
    match = ratter(dice, {"F": (8.3, 0), "E": (-20, 20)})
    answer(match, "prime a rat with frag", "at 31.00,30.00", "it runs towards 0", "at 36.50,30.00")
    assert not match.state.things and (model(match, "F").stance == PINNED) is bang
    assert all_dice_used(match)


@pytest.mark.rule("NE-RAT-01")
def test_two_enemies_make_one_roll_and_one_blast() -> None:
    match = ratter([4, 4, 3, 2, 3, 3], {"E": (8.8, 0.2), "G": (6.9, 1.89)})
    answer(match, "prime a rat with frag", "at 31.00,30.00", "it runs towards 0", "at 36.90,30.00")
    assert not match.state.things
    assert (model(match, "E").stance, model(match, "G").stance) == (PINNED, PINNED)
    assert all_dice_used(match)


def next_round(dice: list[Any], x: float = 8, **more: Any) -> Match:
    """The end of a round with a rat on the table; the first two dice are for Priority."""
    return lay(
        [fighter("R", GRENADE, gear=(RATS,))],
        [fighter("E")],
        {"R": (0, 0), "E": (-20, 20)},
        dice,
        things=[thing("rat", "rat", x, 0, owner=0, number=1, label="frag/standard")],
        ready=[],
        **more,
    )


@pytest.mark.rule("NE-RAT-01")
def test_a_rat_runs_again_before_the_next_priority() -> None:
    match = next_round([4, 3, 6, 1])
    answer(match, "it runs towards 0", "at 44.00,30.00")
    assert match.state.things["rat"].x == 4400 and match.state.round == 2 and all_dice_used(match)
    match = next_round([180, 6, 1], x=12)  # too far to be steered
    answer(match, "at 38.00,30.00")
    assert match.state.things["rat"].x == 3800 and all_dice_used(match)


@pytest.mark.rule("NE-RAT-02")
@pytest.mark.parametrize(("dice", "left", "bang"), [([4, 2], True, 0), ([5, 2, 3], False, 0), ([5, 2, 4], False, 1)])
def test_a_rat_is_shot_at_one_worse(dice: list[int], left: bool, bang: int) -> None:
    gun = weapon("gun", short=12, long=24, strength=3, ammo=4)
    match = lay(
        [fighter("S", gun), fighter("R", GRENADE)],
        [fighter("E")],
        {"S": (0, 0), "E": (-20, 20), "R": (-10, 0)},
        dice,
        active="S",
        things=[thing("rat", "rat", 8, 0, owner=1, number=1, label="frag/standard")],
    )
    answer(match, "shoot rat with gun")
    assert ("rat" in match.state.things) is left and all_dice_used(match)
    assert sum(event.code == "explodes" for event in match.log) == bang


@pytest.mark.rule("NE-RAT-02")
def test_a_rat_is_struck_with_ws() -> None:
    match = lay(
        [fighter("S", knife()), fighter("R", GRENADE)],
        [fighter("E")],
        {"S": (0, 0), "E": (-20, 20), "R": (-10, 0)},
        [5, 3],
        active="S",
        things=[thing("rat", "rat", 1.9, 0, owner=1, number=1, label="frag/standard")],
    )
    answer(match, "strike rat", "fight with knife")
    assert not match.state.things and all_dice_used(match)

"""The tray: pools beside each other, bonus dice under what brought them, dice that were rolled again."""

from __future__ import annotations

from fireteam.core.chronicle import Entry
from fireteam.core.scene import Die
from fireteam.kit.tray import lay, replace


def roll(*faces: object, seat: int = 0, sides: int = 8) -> Entry:
    """A roll of the chronicle."""
    return Entry("roll", seat, "test", "", 0, faces, "a test", sides)


def test_bonus_dice_hang_from_what_brought_them_in_their_order() -> None:
    dice: list[Die] = [{"name": "before", "seat": 0, "face": 8, "sides": 8, "state": "settled"}]
    first, second = lay(dice, roll((8, 2, 8, 8, 1, 5), (8, 1), seat=1))
    assert dice[1:] == [*first, *second] and {die["state"] for die in first} == {"live"}
    assert [die.get("hangs") for die in first] == [None, None, None, 1, 3, 4]
    assert [die.get("hangs") for die in second] == [None, 7]
    assert {(die["seat"], die["pool"]) for die in first} == {(1, 0)}
    assert {(die["seat"], die["pool"]) for die in second} == {(0, 1)}
    assert {die["name"] for die in dice[1:]} == {"a test"}


def test_the_first_pool_with_dice_is_that_of_who_rolled() -> None:
    _, second = lay([], roll((), (3, 5), seat=1))
    assert [die["seat"] for die in second] == [1, 1]


def test_a_plain_roll_has_no_pools_and_its_best_face_brings_nothing() -> None:
    dice: list[Die] = []
    ((one, two),) = lay(dice, roll(6, 1, sides=6), "two dice", state="settled")
    assert one == {"name": "two dice", "seat": 0, "face": 6, "sides": 6, "state": "settled"}
    assert two["face"] == 1 and "hangs" not in two and "pool" not in two


def test_dice_that_were_rolled_again_name_those_they_replace() -> None:
    dice: list[Die] = []
    _, second = lay(dice, roll((5, 8, 1), (2, 3, 6)))
    (fresh,) = lay(dice, roll((8, 4, 1)))
    replace(dice, second[:2], fresh)
    assert [die["state"] for die in dice] == ["live", "live", "live", "replaced", "replaced", "live", *["live"] * 3]
    assert [die.get("replaces") for die in fresh] == [3, 4, None]
    assert [die["pool"] for die in fresh[:2]] == [1, 1] and fresh[2]["hangs"] == 6

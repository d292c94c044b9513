"""Records: fields are written down once; making, copying, keying, saving and loading follow from them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from fireteam.kit.records import Record, constant, derived, field, late

RECORD: Any = type(Record)
"""Makes a class of records from its fields, as `class` does."""


class Coin(NamedTuple):
    id: str
    worth: int


class Purse(Record):
    owner: str = constant()
    coins: dict[str, Coin] = field(default={})
    marks: frozenset[str] = frozenset()
    inner: Purse | None = None
    weight: int = derived(default=0)
    found: str = late()

    def derive(self) -> None:
        self.weight = sum(coin.worth for coin in self.coins.values())


class Row(Record, row=True):
    x: int
    y: int = 7


def test_a_record_is_made_copied_keyed_saved_and_loaded_from_its_fields() -> None:
    purse = Purse("ann", {"a": Coin("a", 2)}, frozenset({"y", "x"}), Purse("bob"))
    other = purse.copy()
    assert other.dump() == purse.dump() and other.key() == purse.key() and other.inner is not purse.inner
    other.coins["b"] = Coin("b", 1)
    assert "b" not in purse.coins and other.key() != purse.key()
    again = Purse.load(json.loads(json.dumps(purse.dump())))
    assert again.dump() == purse.dump() and again.weight == 2
    assert "weight" not in purse.dump() and "ann" not in purse.key()


def test_a_late_field_holds_nothing_until_a_step_sets_it() -> None:
    purse = Purse("ann")
    assert purse.found is None
    purse.found = "street"
    assert purse.key() != Purse("ann").key() and Purse.load(purse.dump()).found == "street"
    purse.clear("found")
    assert purse.key() == Purse("ann").key()


def test_a_row_is_dumped_as_its_values() -> None:
    assert Row(3).dump() == [3, 7] and Row.load([3, 8]).y == 8


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"owner": 3}, "'owner' is 3"),
        ({"coins": [["a"]]}, r"'coins' is \['a'\]"),
        ({"coins": {}}, "'coins' is {}"),
        ({"marks": "xy"}, "'marks' is 'xy'"),
        ({"inner": {"owner": "bob"}}, "'coins' of Purse is missing"),
        ({"hue": 1}, "Purse has no field 'hue'"),
    ],
)
def test_what_no_record_can_hold_is_an_error_that_names_the_field(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Purse.load({**Purse("ann").dump(), **change})


def test_a_dump_must_have_the_form_of_its_record() -> None:
    with pytest.raises(ValueError, match=r"'Row' is \[1\]"):
        Row.load([1])
    with pytest.raises(ValueError, match="'Purse' is 7"):
        Purse.load(7)


def test_true_is_no_number() -> None:
    with pytest.raises(ValueError, match="'x' is True"):
        Row.load([True, 1])


class Held(Record):
    dice: dict[str, int] = field(default={})
    rows: dict[str, Row] = field(default={})


def test_names_in_a_dict_are_part_of_its_key() -> None:
    assert Held({"Dice": 1}).key() != Held({"Shoot": 1}).key()
    held = Held({"Dice": 1}, {"first": Row(1)})
    again = Held.load(json.loads(json.dumps(held.dump())))
    assert again.dump() == held.dump() == {"dice": {"Dice": 1}, "rows": {"first": [1, 7]}}
    other = held.copy()
    other.rows["first"].x = 2
    assert held.rows["first"].x == 1, "records inside are copied"
    with pytest.raises(ValueError, match=r"'dice.Dice' is 'one'"):
        Held.load({"dice": {"Dice": "one"}, "rows": {}})


def test_a_field_cannot_hide_an_inherited_one() -> None:
    with pytest.raises(TypeError, match=r"Deep\.x would hide the field"):
        RECORD("Deep", (Row,), {"__annotations__": {"x": "int"}, "__module__": __name__})


class Based(Row):
    z: int = field(kw_only=True)


def test_a_field_that_must_be_given_after_one_that_need_not_is_given_by_name() -> None:
    assert (Based(1, z=4).y, Based(1, z=4).z) == (7, 4)
    with pytest.raises(TypeError, match=r"Late\.w must be given and comes after y"):
        RECORD("Late", (Row,), {"__annotations__": {"w": "int"}, "__module__": __name__})


def test_a_record_says_which_types_it_cannot_hold() -> None:
    with pytest.raises(TypeError, match="a record cannot hold"):
        RECORD("Odd", (Record,), {"__annotations__": {"w": "complex"}, "__module__": __name__})
    with pytest.raises(TypeError, match="a dict is by names"):
        RECORD("Odder", (Record,), {"__annotations__": {"w": "dict[int, int]"}, "__module__": __name__})

"""What a field may hold is said once, on the field; whatever a file holds beyond it is named by its path."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest

from fireteam.kit.bounds import LARGEST, LONGEST, MOST, Among, Bits, Limits, Most, Range
from fireteam.kit.records import Record, field, late

NOBODY = -1
Person = Annotated[int, Among("people", (NOBODY,))]
WORLD = {"people": range(3), "names": {"ann", "bob"}}


class Mark(NamedTuple):
    """Something that is laid down."""

    id: str
    owner: Person
    place: Annotated[tuple[int, int], Range(0, 30)] = (0, 0)


class Inner(Record):
    """A record inside another."""

    wounds: Annotated[int, Range(0, 12)] = 1
    who: int = NOBODY
    """By its name someone."""


class Outer(Record):
    """A record with a field of every kind."""

    turn: Annotated[int, Range(0, 4, (-9,))] = 0
    active: Person = NOBODY
    people: Annotated[int, Bits("people")] = 0
    named: Annotated[str, Among("names", ("",))] = ""
    said: str = ""
    pair: tuple[Annotated[int, Range(0, 9)], str] = (0, "")
    many: Annotated[tuple[int, ...], Range(0, 9), Most(3)] = ()
    set_: frozenset[str] = frozenset()
    inside: list[Inner] = field(default=[])
    perhaps: Inner | None = None
    marks: dict[str, Mark] = field(default={})
    length: Annotated[float, Range(0, 48)] = 0.0
    yes: bool = False
    plain: int = 0
    later: Annotated[int, Range(0, 1)] = late()


LIMITS = Limits({"who": Among("people", (NOBODY,)), "said": Range(0, 1)})


def check(record: Record) -> None:
    LIMITS.check(record, "state", WORLD)


def test_what_is_within_bounds_passes() -> None:
    check(Outer())
    whole = Outer(
        turn=-9, active=2, people=7, named="ann", said="x" * LONGEST, pair=(9, "y"), many=(0, 9, 9),
        set_=frozenset({"a"}), inside=[Inner(12, 2)], perhaps=Inner(0), marks={"m": Mark("m", 1, (30, 0))}, length=48.0,
        yes=True, plain=-LARGEST,
    )  # fmt: skip
    whole.later = 1
    check(whole)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"turn": -(10**12)}, r"state\.turn is -1000000000000: from 0 to 4 is possible, or -9"),
        ({"turn": 5}, r"state\.turn is 5"),
        ({"active": 3}, r"state\.active is 3: it is none of the 3 people"),
        ({"active": -2}, r"state\.active is -2"),
        ({"people": 8}, r"state\.people is 8: there are 3 people"),
        ({"people": -1}, r"state\.people is -1"),
        ({"named": "eve"}, r"state\.named is 'eve': it is none of the 2 names"),
        ({"said": "x" * (LONGEST + 1)}, r"state\.said has 1001 letters"),
        ({"pair": (10, "")}, r"state\.pair\[0\] is 10"),
        ({"many": (1, 10)}, r"state\.many\[1\] is 10"),
        ({"many": (1, 2, 3, 4)}, r"state\.many has 4 entries: 3 are possible"),
        ({"set_": frozenset(map(str, range(MOST + 1)))}, r"state\.set_ has 1001 entries"),
        ({"inside": [Inner(), Inner(13)]}, r"state\.inside\[1\]\.wounds is 13"),
        ({"inside": [Inner(1, 3)]}, r"state\.inside\[0\]\.who is 3"),
        ({"perhaps": Inner(-1)}, r"state\.perhaps\.wounds is -1"),
        ({"marks": {"m": Mark("m", 3)}}, r"state\.marks\.m\.owner is 3"),
        ({"marks": {"m": Mark("m", 0, (0, 31))}}, r"state\.marks\.m\.place\[1\] is 31"),
        ({"marks": {"m" * (LONGEST + 1): Mark("m", 0)}}, r"state\.marks has 1001 letters"),
        ({"length": 48.5}, r"state\.length is 48\.5"),
        ({"plain": LARGEST + 1}, r"state\.plain is 1000001"),
        ({"plain": 10**300}, r"state\.plain is 1(0+)\.\.\.: from"),
    ],
)
def test_what_is_beyond_them_is_named_by_its_path(wrong: dict[str, object], words: str) -> None:
    record = Outer()
    for name, value in wrong.items():
        setattr(record, name, value)
    with pytest.raises(ValueError, match=words) as caught:
        check(record)
    assert len(str(caught.value)) < 200


def test_a_field_that_is_set_late_may_be_empty_and_no_more() -> None:
    record = Outer()
    check(record)
    record.later = 2
    with pytest.raises(ValueError, match=r"state\.later is 2"):
        check(record)

"""Real dice that roll on, typed at the terminal."""

from __future__ import annotations

import pytest

from fireteam.core.questions import Faces, Roll
from fireteam.core.scene import Told
from fireteam.terminal.chronicle import faces_line
from fireteam.terminal.console import ASCII, UNICODE
from fireteam.terminal.reading import Quit, typed_dice
from tests.cli.test_any_game import Lines

ROLL = Roll(1, "clash", sides=8, pools=(3, 3))


def typed(roll: Roll, *lines: str) -> tuple[Faces, str]:
    """What comes of these lines, and what was said about them."""
    reader = Lines(*lines)
    with reader.console.capture() as heard:
        faces = typed_dice(reader, lambda: None, lambda: ("red", "blue")).faces(roll, 0)
    assert not reader.lines
    return faces, heard.get()


def test_all_dice_may_be_typed_at_once_or_bonus_dice_when_they_are_asked_for() -> None:
    whole = ((8, 2, 3, 8, 6), (5, 5, 1))
    assert typed(ROLL, "8 2 3 8 6 | 5 5 1") == (whole, "")
    assert typed(ROLL, "823 | 5,5,1", "8", "6") == (whole, "")
    assert typed(ROLL, "823 | 581", "8 | 4", "6") == (((8, 2, 3, 8, 6), (5, 8, 1, 4)), "")
    assert typed(Roll(0, "alone", sides=8, pools=(2, 0)), "8 1", "3") == (((8, 1, 3), ()), "")


def test_what_is_wrong_is_said_and_asked_for_again() -> None:
    faces, said = typed(ROLL, "1 2 3", "1 2 9 | 1 2 3", "1 2 3 4 | 1 2 3", "1 2 x | 1 2 3", "1 2 3 | 4 5 6")
    assert faces == ((1, 2, 3), (4, 5, 6))
    for fault in ("the faces of 2 pools wanted, a | between them", "got 9", "1 too many", "got 'x'"):
        assert fault in said
    with pytest.raises(Quit):
        typed(ROLL, "823 | 5 5 1", "quit")


def test_a_label_with_a_space_may_be_typed_as_it_is_read() -> None:
    bag = Roll(0, "token", bag=(("Red Flare", 1), ("smoke_pot", 2)), name="x")
    assert typed(bag, "red flare") == (("Red Flare",), "")
    faces, said = typed(bag, "blue flare", "Smoke pot")
    assert faces == ("smoke_pot",) and "nothing here is called 'blue flare'" in said


def rolled(faces: list[int | str], sides: int, pools: list[int]) -> Told:
    return {"answers": 0, "kind": "roll", "text": "", "faces": faces, "sides": sides, "pools": pools}


def test_pools_stand_apart_in_a_line() -> None:
    assert faces_line(rolled([8, 2, 5], 8, [2, 1]), ASCII) == "8 2 | 5"
    assert faces_line(rolled([8, 2], 8, [0, 2]), ASCII) == "- | 8 2"
    assert faces_line(rolled([3, 4], 6, []), ASCII) == "3 4"


def test_only_dice_of_six_sides_have_signs() -> None:
    assert faces_line(rolled([3, 6], 6, []), UNICODE) == "⚂ 3 ⚅ 6"
    assert faces_line(rolled([3, 8], 8, []), UNICODE) == "3 8"

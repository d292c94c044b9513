"""What games lay positions with: names, places and numbers that are checked, and errors that say what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fireteam.core.errors import IllegalAnswer, PackError, SetupError
from fireteam.games.escape import arena as escape
from fireteam.kit import arena
from fireteam.kit.arena import PositionError

EVASION = escape.prepare("evasion")

REFUSED: dict[str, Callable[[], object]] = {
    "no phase 'deply'; there are deploy, act; did you mean 'deploy'?": lambda: arena.known(
        "phase", ["deply"], ("deploy", "act")
    ),
    "no phase 7; there are deploy": lambda: arena.known("phase", [7], ("deploy",)),  # type: ignore[list-item]
    "card 'nova' is given twice": lambda: arena.once("card", ["nova", "tilt", "nova"]),
    "tilt and nova both stand on (1, 2)": lambda: arena.apart({"tilt": (1, 2), "ada": (2, 2), "nova": (1, 2)}),
    "tilt and nova both stand on the stairs": lambda: arena.apart({"tilt": 5, "nova": 5}, {5: "the stairs"}),
    "the turn is 9; it can be 1 to 8": lambda: arena.within("the turn", 9, 1, 8),
    "the turn is True; it can be 1 to 8": lambda: arena.within("the turn", True, 1, 8),
    "the turn is '3'; it can be 1 to 8": lambda: arena.within("the turn", "3", 1, 8),
    "a place is (1,); it is 2 or 3 whole numbers": lambda: arena.numbers("a place", (1,), (2, 3)),
    "a place is (1.5, 2); it is 2 whole numbers": lambda: arena.numbers("a place", (1.5, 2), (2,)),
    "a place is 12; it is 2 whole numbers": lambda: arena.numbers("a place", 12, (2,)),
    "no position can hold this: 'turn' is 'two'": lambda: arena.state_of(
        EVASION, EVASION.first_state(), {"turn": "two"}
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_is_named(message: str) -> None:
    with pytest.raises(PositionError) as refused:
        REFUSED[message]()
    assert str(refused.value) == message


def test_what_can_be_passes() -> None:
    arena.known("phase", [], ())
    arena.once("card", ["nova", "tilt"])
    arena.apart({"tilt": 1, "nova": 2})
    arena.within("the turn", 1, 1, 1)
    assert arena.numbers("a place", [1, 2], (2, 3)) == (1, 2)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (SetupError("no scenario 'x'"), "no scenario 'x'"),
        (IllegalAnswer("not now"), "not now"),
        (PackError("cards.yaml", 3, "no such skill"), "cards.yaml:3: no such skill"),
        (PackError("", 0, "no such skill"), "no such skill"),
    ],
)
def test_what_others_refuse_is_a_mistake_of_the_position(error: Exception, message: str) -> None:
    with pytest.raises(PositionError) as refused, arena.naming():
        raise error
    assert str(refused.value) == message and refused.value.__cause__ is error


def test_a_mistake_of_a_position_stays_as_it_is() -> None:
    mistake = PositionError("40,2 is off the board")
    with pytest.raises(PositionError) as refused, arena.naming():
        raise mistake
    assert refused.value is mistake


def test_fields_that_are_not_given_are_those_of_the_base() -> None:
    base = EVASION.first_state()
    laid = arena.state_of(EVASION, base, {"turn": 3, "phase": "over"})
    assert laid.dump() == {**base.dump(), "turn": 3, "phase": "over"} and laid is not base


def test_a_match_begins_at_its_position() -> None:
    state = arena.state_of(EVASION, EVASION.first_state(), {"phase": "over"})
    match = arena.match_at(EVASION, state, None, events=False, checkpoints=0)
    assert match.over and match.answers() == [] and match.state.dump() == state.dump()

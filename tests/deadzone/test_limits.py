"""What does not fit together in a position of Deadzone is refused with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.deadzone.playing import game


def dump() -> dict[str, Any]:
    """The state of a battle that has just begun."""
    found: dict[str, Any] = json.loads(json.dumps(game(1).state.dump()))
    return found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s["models"].pop(), r"state\.models has \d+ entries: the teams have \d+"),
        (lambda s: s["models"][1].update(index=0), r"state\.models\[1\]\.index is 0"),
        (lambda s: s["models"][0].update(side=1), r"state\.models\[0\]\.index is 0: it is in no team of that side"),
        (lambda s: s["models"][0].update(status=1, place=-1), r"state\.models\[0\]\.place is -1: it is on the battle"),
        (lambda s: s["models"][0].update(place=10**9), r"state\.models\[0\]\.place is 1000000000: it is none of the"),
        (lambda s: s.update(zones=[1, 1]), r"state\.zones is \[1, 1\]: each side has one"),
        (lambda s: s.update(command=[[0] * 6, [0] * 5]), r"state\.command\[1\] has 5 entries: there are 6 symbols"),
        (lambda s: s.update(smoke=1 << 4_000), r"state\.smoke is 1\d+\.\.\.: there are \d+ cubes"),
        (lambda s: s["agenda"][0].update(step="nonsense"), r"state\.agenda\[0\]\.step is 'nonsense'"),
        (lambda s: s.update(agenda=s["agenda"] * 61), r"state\.agenda has 61 entries: 60 are possible"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change: Any, words: str) -> None:
    state = dump()
    change(state)
    with pytest.raises(ValueError, match=words):
        game(1).setting.load_state(state)

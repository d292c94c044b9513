"""What does not fit together in a position of ESCAPE is refused with its place."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

from tests.escape.playing import decisions, game


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s["characters"].pop(), r"state\.characters has \d+ entries: the squads have \d+"),
        (lambda s: s["characters"][1].update(index=0), r"state\.characters\[1\]\.index is 0"),
        (lambda s: s["characters"][0].update(square=5_000), r"state\.characters\[0\]\.square is 5000: it is none of"),
        (lambda s: s.update(seats=[1, 1]), r"state\.seats is \[1, 1\]: each side has one"),
        (lambda s: s.update(occupied=s["occupied"] ^ 1), r"state\.occupied does not say where the characters stand"),
        (lambda s: s.update(shut=1 << 9_000), r"state\.shut is 1\d+\.\.\.: there are \d+ edges"),
        (lambda s: s.update(event=77), r"state\.event is 77: it is none of the"),
        (lambda s: s.update(scenario="nowhere"), r"state\.scenario is 'nowhere': it is none of the"),
        (lambda s: s.update(phase="tea"), r"state\.phase is 'tea': it is none of the"),
        (lambda s: s.update(turn=-(10**12)), r"state\.turn is -1000000000000: from 0 to 99 is possible"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change: Any, words: str) -> None:
    match = game(1)
    for _ in islice(decisions(match, 1), 60):
        pass
    state: dict[str, Any] = json.loads(json.dumps(match.state.dump()))
    change(state)
    with pytest.raises(ValueError, match=words):
        match.setting.load_state(state)

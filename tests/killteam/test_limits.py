"""What does not fit together in a position of Kill Team is refused with its place."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import Any

import pytest

from fireteam.core.match import Match
from tests.killteam.playing import game
from tests.kit.playing import decisions, drawn


@cache
def under_way() -> Match:
    """A battle whose kill teams have been selected."""
    match = game(1)
    for _ in islice(decisions(match, 1, drawn), 40):
        if match.state.operatives and match.state.markers:
            break
    return match


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s.update(turning_point=-(10**12)), r"state\.turning_point is -1000000000000: from 0 to 4"),
        (lambda s: s.update(cp=[0, -(10**15)]), r"state\.cp\[1\] is -1000000000000000: from 0 to 99 is possible"),
        (lambda s: s["operatives"][1].update(index=0), r"state\.operatives\[1\]\.index is 0: it stands at 1"),
        (lambda s: s["operatives"][0].update(seat=1), r"state\.operatives\[0\]\.card is \d+: it is in no kill team"),
        (lambda s: s["operatives"][0].update(wounds=99), r"state\.operatives\[0\]\.wounds is 99: its card has fewer"),
        (lambda s: s["operatives"][0].update(carries=["x"]), r"state\.operatives\[0\]\.carries\[0\] is 'x'"),
        (lambda s: s.update(zones=[1, 1]), r"state\.zones is \[1, 1\]: each seat has one of the two"),
        (lambda s: s.update(judged=3), r"state\.judged is 3: there are 0 kills"),
        (lambda s: s.update(selections=[[0, "roster", "nobody"]]), r"state\.selections\[0\] names 'nobody'"),
        (lambda s: s.update(crit_op="tea"), r"state\.crit_op is 'tea': it is none of the"),
        (lambda s: s.update(operatives=s["operatives"] * 20), r"state\.operatives has \d+ entries: 60 are possible"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change: Any, words: str) -> None:
    match = under_way()
    state: dict[str, Any] = json.loads(json.dumps(match.state.dump()))
    change(state)
    with pytest.raises(ValueError, match=words):
        match.setting.load_state(state)

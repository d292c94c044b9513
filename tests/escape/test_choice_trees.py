"""Choice trees: how many ways to answer there are to each depth, for small positions laid by hand, as golden
numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fireteam.core.dice import outcomes
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.games.escape import GAME, arena
from fireteam.games.escape.setting import Setting


def setting() -> Setting:
    """Evasion: whoever is not placed takes no part."""
    found: Setting = GAME.prepare(scenario="evasion", options=None, pack=None, setup={})
    return found


def ways(match: Match, depth: int) -> int:
    """The number of answer sequences of that length (shorter ones where the game ends); a roll has one way for each
    class of faces."""
    question = match.decision
    if depth == 0 or question is None:
        return 1
    answers = [faces for faces, _ in outcomes(question)] if isinstance(question, Roll) else question.options
    if depth == 1:
        return len(answers)
    total = 0
    for answer in answers:
        fork = match.fork()
        fork.answer(answer)
        total += ways(fork, depth - 1)
    return total


def duel() -> Match:
    """Bruno beside Mamushi in the middle of the central room; one Revolution token, a crate under Bruno."""
    return arena.lay(
        setting(), None, at={"bruno": (7, 6), "mamushi": (8, 6)}, active="bruno", revolution=1, crates=[(7, 6)]
    )


def grenade() -> Match:
    """Solenne with an E.M. grenade before two I.S.C. characters, one of them Elusive, and an ally in the way."""
    return arena.lay(
        setting(),
        None,
        at={"solenne": (5, 4), "tilt": (6, 4), "static": (7, 6), "bailiff": (8, 5)},
        active="solenne",
        holds={"solenne": "em_grenade"},
        used={"solenne": {"mvt": 5}},
    )


def robot() -> Match:
    """RIVET-4 with Jimmy to draw on, between a shut door, a locked door and Ubume."""
    return arena.lay(setting(), None, at={"rivet": (7, 3), "jimmy": (6, 3), "ubume": (8, 3)}, active="rivet")


TREES: dict[str, tuple[Callable[[], Match], tuple[int, int, int]]] = {
    "duel": (duel, (6, 15, 69)),
    "grenade": (grenade, (6, 12, 58)),
    "robot": (robot, (4, 13, 45)),
}


@pytest.mark.parametrize("name", TREES)
def test_the_tree_has_its_golden_size(name: str) -> None:
    lay, numbers = TREES[name]
    match = lay()
    assert tuple(ways(match, depth) for depth in (1, 2, 3)) == numbers, match.decision.keys()


@pytest.mark.parametrize("name", TREES)
def test_the_tree_does_not_depend_on_checkpoints(name: str) -> None:
    lay, numbers = TREES[name]
    for limit in (1, 1 << 60):
        match = lay()
        match.limit = limit
        assert ways(match, 2) == numbers[1]


def test_the_first_two_levels_of_the_duel_by_hand() -> None:
    """Bruno: end, three free neighbours, the blow, the crate at Mamushi; each action is paid with his own or the token.

    After the end Mamushi acts: it may end, step to three squares or strike back. 5 * 2 + 5 = 15.
    """
    keys = duel().decision.keys()
    assert sorted(keys) == sorted(["end", "step 7,5", "step 6,6", "step 7,7", "attack mamushi", "throw c1 at mamushi"])
    match = duel()
    match.answer("end")
    assert sorted(match.decision.keys()) == sorted(["end", "step 8,5", "step 9,6", "step 8,7", "attack bruno"])

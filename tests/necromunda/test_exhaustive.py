"""Nearly everything happens: kinds of options, events, questions and rolls, traits, skills, conditions, gear and
terrain in each of their windows, readings of rules, and refusals.

What is looked for is read from rules and pack (`tallying.py`), so that something new is looked for as soon as it is
there. The scenes of the chapters are the positions laid on purpose, and show most of it.
`python -m tests.necromunda.test_exhaustive 60` plays so many battles after them, and tells what is left.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from fireteam.core.match import Match
from fireteam.core.questions import Option
from tests import fresh
from tests.necromunda.directing import skirmish
from tests.necromunda.playing import DECLINING, game, lively
from tests.necromunda.tallying import Tally
from tests.quick import compiled

FOLDER = Path(__file__).parent
WHOLE = ("bot", "exhaustive", "goldens", "hostile", "invariants", "words", "scene", "arena")
"""Tests that lay no scene of a chapter."""
MOST_ANSWERS = 6_000
SHARE = 0.9
"""How much of everything the scenes show."""


def scenes() -> list[str]:
    """The tests that lay scenes."""
    return [str(file) for file in sorted(FOLDER.glob("test_*.py")) if file.stem.removeprefix("test_") not in WHOLE]


def pick(match: Match, tally: Tally, rng: random.Random) -> Option:
    """The next answer: what has not been chosen before, then what a lively player does."""
    question = match.decision
    if question.region is None:
        options: Sequence[Option] = question.options
        fresh_ones = [option for option in options if option.kind in tally.left["option"]]
        if fresh_ones:
            return rng.choice([option for option in fresh_ones if option.kind not in DECLINING] or fresh_ones)
    return lively(match, rng)


def see(match: Match, tally: Tally, number: int) -> None:
    """Play a match out, looking for what has not been seen."""
    rng = random.Random(number)
    for _ in range(MOST_ANSWERS):
        if match.over or not any(tally.left.values()):
            return
        match.answer(pick(match, tally, rng))
    raise AssertionError("the battle does not end")


def test_the_demand_is_read_from_rules_and_pack() -> None:
    left = Tally().left
    assert len(left["option"]) > 150 and len(left["event"]) > 90
    assert len(left["question"]) > 80 and len(left["roll"]) > 110 and len(left["window"]) > 180
    assert {"Melta.instead_of_injury", "up-again.activation_start", "Cranes.deeds", "Vehicles.decks"} <= left["window"]
    assert {"NE-ACT-05", "NE-STD-12", "NE-BAD-10"} <= left["refusal"]


def test_nearly_everything_happens() -> None:
    """The scenes show as much as that."""
    fresh.run("tests.necromunda.test_exhaustive")


def main(battles: int) -> str | None:
    """See what scenes and so many battles show, telling what is left; what is wrong, if anything."""
    with pytest.MonkeyPatch.context() as patch, compiled():
        tally = Tally()
        rare = round((1 - SHARE) * len(tally.missing()))
        tally.listen(patch)
        if pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *scenes()]) != 0:
            return "a scene is not as it was"
        print(f"scenes: {len(tally.missing())} left: {', '.join(tally.missing())}", flush=True)
        for number in range(battles):
            with compiled():
                see(game(number) if number % 6 == 0 else skirmish(number), tally, number)
            print(f"battle {number}: {len(tally.missing())} left: {', '.join(tally.missing())}", flush=True)
        return (
            f"less than {SHARE:.0%} was seen, not {', '.join(tally.missing())}" if len(tally.missing()) > rare else None
        )


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))

"""Everything happens: every kind of option, event and question, every keyword in each of its windows, every item,
command result, order, ending, reading of a rule, and every refusal.

What is demanded is read from rules and pack (`tallying.py`), so that something new is demanded as soon as it is there:
if play does not bring it, lay a position that shows it (`staged.py`). `python -m tests.deadzone.test_exhaustive` tells
what is left after each battle.
"""

from __future__ import annotations

import random
import sys

import pytest

from fireteam.core.match import Match
from tests import fresh
from tests.deadzone.directing import Director, skirmish
from tests.deadzone.playing import game
from tests.deadzone.staged import STAGED
from tests.deadzone.tallying import CLASSES, Tally

MOST_ANSWERS = 6_000
MOST_STAGED = 60
"""Answers until a position laid on purpose has shown what it is for."""
BATTLES = 300
"""How many are played at most; about a hundred are enough."""


def see(match: Match, tally: Tally, number: int, most: int = MOST_ANSWERS) -> None:
    """Play a match out, looking for what has not been seen."""
    director, rng = Director(tally.left), random.Random(number)
    for place in range(most):
        if match.over or not any(tally.left.values()):
            break
        option = director.pick(match, rng)
        tally.answered(match, option, look=place % 5 == 0 or most < MOST_ANSWERS)
        match.answer(option)
    assert match.over or most < MOST_ANSWERS or not any(tally.left.values()), "the battle does not end"
    tally.over(match)


def things(name: str) -> list[tuple[str, str]]:
    """What something staged is for, each with its sort."""
    return [(sort, thing) for sort, _, thing in (one.partition(": ") for one in name.split("; "))]


def see_staged(name: str, tally: Tally) -> list[str]:
    """Play what is staged as it says, and on until it has shown all that it is for; what it has not shown."""
    wanted = things(name)
    for sort, thing in wanted:
        tally.left[sort].add(thing)  # whatever was seen before
    lay, keys = STAGED[name]
    match = lay()
    for key in keys:
        while match.decision.topic.startswith("quarters of"):
            match.answer(match.decision.options[0])
        option = match.decision.find(key)
        assert option is not None, f"{name}: {key!r} is no answer to {match.decision.topic!r}: {match.decision.keys()}"
        tally.answered(match, option, look=True)
        match.answer(option)
    tally.over(match)
    if any(thing in tally.left[sort] for sort, thing in wanted):
        see(match, tally, 1, MOST_STAGED)
    return [f"{sort}: {thing}" for sort, thing in wanted if thing in tally.left[sort]]


def battle(number: int, tally: Tally) -> Match:
    """Skirmishes with whoever has something new to show, and among them whole battles."""
    return skirmish(number, wanted=tally.keywords()) if number % 6 else game(number)


def test_the_demand_is_read_from_rules_and_pack() -> None:
    left = Tally().left
    assert len(CLASSES) == 72, "the 74 keywords, of which two gas clouds share their class"
    assert {entry.partition(".")[0] for entry in left["keyword"]} == set(CLASSES)
    assert len(left["option"]) > 80 and len(left["event"]) > 45 and len(left["question"]) > 45
    assert len(left["found item"]) == 12 and len(left["command result"]) == 6 and len(left["order"]) == 7
    assert {"DZ-SHOOT-07", "DZ-ROUND-04", "DZ-TERR-03", "DZ-AB-RAMPAGE-05"} <= left["refusal"]


def test_what_is_staged_is_demanded() -> None:
    left = Tally().left
    assert [f"{sort}: {thing}" for name in STAGED for sort, thing in things(name) if thing not in left[sort]] == []


def test_everything_happens() -> None:
    """Each position shows what it is for, and they and some battles show everything."""
    fresh.run("tests.deadzone.test_exhaustive")


def main() -> str | None:
    """See everything, telling what is left after each battle; what has not been shown, if anything."""
    with pytest.MonkeyPatch.context() as patch:
        tally = Tally()
        tally.listen(patch)
        for name in STAGED:
            if unseen := see_staged(name, tally):
                return f"{name}: not shown: {', '.join(unseen)}"
        for number in range(1, BATTLES + 1):
            if not tally.missing():
                return None
            see(battle(number, tally), tally, number)
            print(f"battle {number}: {len(tally.missing())} left: {', '.join(tally.missing()[:12])}", flush=True)
        return f"never seen: {', '.join(tally.missing())}" if tally.missing() else None


if __name__ == "__main__":
    sys.exit(main())

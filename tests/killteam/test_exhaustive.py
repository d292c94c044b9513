"""Everything happens: every kind of option, event, action, entry of a kill team, weapon rule, scoring, refusal.

What is demanded is read from rules and pack (`tallying.py`), so that something new is demanded as soon as it is there:
lay a position that shows it (`staged*.py`). `python -m tests.killteam.test_exhaustive` tells what each position shows
first.
"""

from __future__ import annotations

import random
import sys

import pytest

from fireteam.core.match import Match
from fireteam.games.killteam.weapon_rules import Written
from tests import fresh
from tests.killteam.directing import Director, outfitted
from tests.killteam.playing import PACK, game
from tests.killteam.staged import STAGED
from tests.killteam.tallying import Tally

MOST_ANSWERS = 6_000
MOST_STAGED = 60
"""Answers until a position laid on purpose has shown what it is for."""
SET_UPS = 24
"""How many battles are set up at most."""


def look(match: Match, tally: Tally, director: Director, rng: random.Random, *, closely: bool) -> None:
    """One answer that may show something new."""
    option = director.pick(match, rng)
    tally.answered(match, option, rng, look=closely)
    match.answer(option)


def see(match: Match, tally: Tally, number: int, *, set_up_only: bool = False) -> None:
    """Play a match out, looking for what has not been seen; or only until its first turning point."""
    director, rng = Director(tally.left), random.Random(number)
    for place in range(MOST_ANSWERS):
        if match.over or (set_up_only and match.state.turning_point > 0):
            break
        look(match, tally, director, rng, closely=set_up_only or place % 5 == 0)
    else:
        raise AssertionError("the game does not end")
    tally.over(match)


def things(name: str) -> list[tuple[str, str]]:
    """What something staged is for, each with its sort."""
    return [(sort, thing) for sort, _, thing in (one.partition(": ") for one in name.split("; "))]


def see_staged(name: str, tally: Tally) -> list[str]:
    """Play what is staged as it says, and on until it has shown all that it is for; what it has not shown."""
    wanted: dict[str, set[str]] = {sort: set() for sort in tally.left}
    for sort, thing in things(name):
        wanted[sort].add(thing)
        tally.left[sort].add(thing)  # whatever was seen before
    director, rng = Director(wanted, 1.0), random.Random(1)
    lay, keys, refused = STAGED[name]
    match = lay()
    for key in keys:
        option = match.decision.find(key)
        assert option is not None, f"{name}: {key!r} is no answer to {match.decision.topic!r}: {match.decision.keys()}"
        tally.answered(match, option, rng, look=True)
        match.answer(option)
    for key in refused:
        tally.asked(match, key)
    tally.over(match)
    for _ in range(MOST_STAGED):
        if match.over or not any(thing in tally.left[sort] for sort, thing in things(name)):
            break
        look(match, tally, director, rng, closely=True)
        tally.over(match)
    return [f"{sort}: {thing}" for sort, thing in things(name) if thing in tally.left[sort]]


def set_up(number: int, tally: Tally) -> None:
    """A battle is set up, with teams, killzones and equipment in turn."""
    see(game(number) if number % 2 else outfitted(number), tally, number, set_up_only=True)


def test_the_demand_is_read_from_rules_and_pack() -> None:
    left = Tally().left
    assert {"move", "target", "gambit", "put_at", "primary"} <= left["option"]
    assert {"hurt", "hurt.sum", "target.both", "scores", "won", "draw"} <= left["event"]
    assert {"SHOOT", "GUARD", "OPERATE HATCH", "AMMO RESUPPLY", "BEARING", "cv-a2"} <= left["deed"]
    assert {entry.split(".")[0] for entry in left["weapon rule"]} == set(Written.known)
    assert {"KT-SHOOT-07", "KT-REPO-05", "KT-CHRG-04", "KT-OPS-03"} <= left["refusal"]
    assert {op.id for op in (*PACK.crit_ops, *PACK.tac_ops)} <= {scoring.split(" ")[0] for scoring in left["scoring"]}
    of_cards = sum(len(card.abilities) for team in PACK.teams for card in team.operatives)
    of_teams = [(*team.strategy_ploys, *team.firefight_ploys, *team.faction_equipment) for team in PACK.teams]
    assert len(left["entry"]) == of_cards + sum(1 + len(entries) for entries in of_teams)


def test_what_is_staged_is_demanded() -> None:
    left = Tally().left
    assert [f"{sort}: {thing}" for name in STAGED for sort, thing in things(name) if thing not in left[sort]] == []


def test_everything_happens() -> None:
    """Each position shows what it is for, and they and some set-ups show everything."""
    fresh.run("tests.killteam.test_exhaustive")


def main() -> str | None:
    """See everything, telling what each position shows; what has not been shown, if anything."""
    with pytest.MonkeyPatch.context() as patch:
        tally = Tally()
        tally.listen(patch)
        for name in STAGED:
            before = set(tally.missing())
            if unseen := see_staged(name, tally):
                return f"{name}: not shown: {', '.join(unseen)}"
            print(f"{name}: {', '.join(sorted(before - set(tally.missing())))}", flush=True)
        for number in range(1, SET_UPS + 1):
            if not tally.missing():
                return None
            set_up(number, tally)
            print(f"set-up {number}: {len(tally.missing())} left: {', '.join(tally.missing()[:12])}", flush=True)
        return f"never seen: {', '.join(tally.missing())}" if tally.missing() else None


if __name__ == "__main__":
    sys.exit(main())

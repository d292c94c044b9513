"""Two hundred thousand simulated shots and fights of Kill Team against exact odds, each die rolled by the rules
themselves.

`python -m tests.nightly.test_killteam_dice 20000` rolls that many of each sort by hand.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction

import pytest

from fireteam.core.dice import Seeded
from fireteam.core.odds import odds_here
from fireteam.games.killteam import arena
from fireteam.games.killteam.fighting.sequence import Opponent, fight
from fireteam.games.killteam.shooting.sequence import Target, shoot
from fireteam.games.killteam.table import Table
from tests.killteam.test_dice_theory import BUDGET, BestPlay, chi_square_holds

EACH = 25_000
SHOTS = (
    ("Lethal 5, Rending, Balanced", True, False),
    ("Severe, Punishing, Piercing Crits 1", False, False),
    ("Ceaseless, Piercing 1", False, True),
    ("Accurate 1, Devastating 2, Relentless", True, True),
    ("Saturate, Rending, Stun", True, False),
)
FIGHTS = (("Balanced", "Shock"), ("Brutal, Lethal 5", "Ceaseless"), ("Severe, Rending", "Punishing"))


def test_the_numbers_come_to_two_hundred_thousand() -> None:
    assert EACH * (len(SHOTS) + len(FIGHTS)) == 200_000


def rolled(t: Table, games: int, seed: int) -> bool:
    """Whether so many plays of a sequence agree with the exact chances of what is left of both."""
    whole = [operative.wounds for operative in t.state.operatives]
    odds = odds_here(arena.match_over(t, None, events=False), 0, budget=BUDGET)
    chances: dict[tuple[int, int], Fraction] = {}
    for outcome, chance in odds.chances.items():
        found = dict(outcome)
        lost = (found.get("damage attacker", 0), found.get("damage target", 0))
        chances[lost] = chances.get(lost, Fraction(0)) + chance
    player, seen = BestPlay("damage"), Counter[tuple[int, int]]()
    for number in range(games):
        match = arena.match_over(t, Seeded(seed + number), events=False, checkpoints=0)
        player.finish(match)
        left = match.state.operatives
        seen[whole[0] - left[0].wounds, whole[1] - left[1].wounds] += 1
    return chi_square_holds(seen, chances, games)


def shot(place: int) -> Table:
    """A shot about to be resolved."""
    rules, cover, obscured = SHOTS[place]
    cards = [arena.card("attacker", arena.weapon(4, 3, 3, 4, rules)), arena.card("target", save=4, wounds=12)]
    t = arena.table_over(*arena.position(cards, (0, 1)))
    shoot(t, 0, "weapon", [Target(1, ("wall",) if cover else (), ("ruin",) if obscured else ())])
    return t


def duel(place: int) -> Table:
    """A fight about to be resolved."""
    rules, vs_rules = FIGHTS[place]
    cards = [
        arena.card("attacker", arena.weapon(3, 3, 3, 4, rules, ranged=False), wounds=8),
        arena.card("target", arena.weapon(3, 4, 2, 5, vs_rules, ranged=False), wounds=7),
    ]
    t = arena.table_over(*arena.position(cards, (0, 1)))
    fight(t, 0, [Opponent(1)])
    return t


@pytest.mark.nightly
@pytest.mark.parametrize("place", range(len(SHOTS)))
def test_shots_agree_with_exact_odds(place: int) -> None:
    assert rolled(shot(place), EACH, place * EACH)


@pytest.mark.nightly
@pytest.mark.parametrize("place", range(len(FIGHTS)))
def test_fights_agree_with_exact_odds(place: int) -> None:
    assert rolled(duel(place), EACH, (place + 10) * EACH)


if __name__ == "__main__":
    each = int(sys.argv[1]) if len(sys.argv) > 1 else EACH
    for lay, many in ((shot, SHOTS), (duel, FIGHTS)):
        for one in range(len(many)):
            print(many[one], rolled(lay(one), each, one * each), flush=True)

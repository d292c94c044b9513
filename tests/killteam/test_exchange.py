"""Odds of a fight solve its re-rolls in one go: equal, fraction by fraction, to running the rule over every way."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from fireteam.core import solver
from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.core.questions import Roll
from fireteam.games.killteam import arena, odds
from fireteam.games.killteam.aims import AIMS
from fireteam.games.killteam.at_stake import at_stake
from fireteam.games.killteam.dice import Pool, Side
from fireteam.games.killteam.fighting.sequence import Fight, Opponent, resolve_die
from fireteam.games.killteam.odds import Duel
from fireteam.games.killteam.table import Stake, Table

RULES = ("", "Balanced", "Ceaseless", "Relentless", "Ceaseless, Balanced", "Rending", "Accurate 1, Balanced", "Brutal")


def fights(count: int, seed: int) -> list[dict[str, Any]]:
    """Small fights of all sorts: rules, command points, who has initiative, what both play for."""
    rng = random.Random(seed)
    return [
        {
            "atk": rng.randint(1, 3), "hit": rng.randint(2, 5), "dmg": rng.choice(["3/4", "2/5", "4/4"]),
            "wounds": rng.randint(3, 9), "vs_atk": rng.randint(0, 2), "vs_hit": rng.randint(3, 5),
            "vs_dmg": rng.choice(["2/3", "3/3"]), "vs_wounds": rng.randint(3, 9), "rules": rng.choice(RULES),
            "vs_rules": rng.choice(RULES), "cp": rng.randint(0, 2), "vs_cp": rng.randint(0, 1),
            "initiative": rng.random() < 0.5, "aim": rng.choice(list(AIMS)),
        }
        for _ in range(count)
    ]  # fmt: skip


def through_the_tree(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> Odds:
    """The same odds without the shortcut."""
    with monkeypatch.context() as patched:
        patched.setattr(solver, "MOST_PAIRS", 0)
        return duel.solve()


def through_everything(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> Odds:
    """The same odds from every way of the whole tree: no moment is found again, and none stands for others."""

    def without_memory(match: Match, seat: int, **asked: Any) -> Odds:
        return odds_here(match, seat, **{**asked, "memo": False, "first": "", "budget": 10**9})

    with monkeypatch.context() as patched:
        patched.setattr(odds, "odds_here", without_memory)
        return duel.solve()


def small_fights(count: int, seed: int) -> list[dict[str, Any]]:
    """Fights of few dice and few wounds, so that somebody falls in some ways and not in others."""
    rng = random.Random(seed)
    found = []
    for asked in fights(count, seed):
        atk, against = rng.choice([(1, 1), (2, 1), (1, 2), (2, 0), (2, 2)])
        rules = rng.choice(("", "Brutal", "Shock", "Stun, Shock", "Rending", "Devastating 1", "Hot", "Severe"))
        again = rng.choice(("", "Balanced", "Ceaseless")) if atk + against < 4 else ""
        found.append(
            asked
            | {
                "atk": atk, "vs_atk": against, "wounds": rng.randint(2, 6), "vs_wounds": rng.randint(2, 6),
                "rules": again, "vs_rules": rules, "cp": 0, "vs_cp": int(atk + against < 3),
            }
        )  # fmt: skip
    return found


def mean_worth(odds: Odds, duel: Duel) -> Fraction:
    """What the distribution is worth on average to the attacker."""
    match = arena.duel(arena.card("attacker", wounds=1), arena.card("target", wounds=1), None)
    aim = AIMS[duel.aim]
    return sum((chance * aim.worth(outcome, match.setting, 0) for outcome, chance in odds.chances.items()), Fraction(0))


@pytest.mark.rule("KT-BASE-11")
@pytest.mark.parametrize("asked", fights(14, 7), ids=str)
def test_equal_to_the_tree(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel(**asked)
    found, wanted = duel.solve(), through_the_tree(duel, monkeypatch)
    assert found.exact and wanted.exact
    assert found.value == wanted.value == mean_worth(found, duel)
    assert sum(found.chances.values()) == 1
    assert sum(found.first.values()) == 1


@pytest.mark.rule("KT-FIGHT-10", "KT-FIGHT-11")
@pytest.mark.parametrize("asked", small_fights(40, 11), ids=str)
def test_equal_to_every_way_of_the_tree(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Wounds that no die can bring to nothing any more are not told apart, and nothing changes by that."""
    duel = Duel(**asked)
    found, wanted = duel.solve(), through_everything(duel, monkeypatch)
    assert found.exact and wanted.exact
    assert found.value == wanted.value == mean_worth(found, duel)
    assert found.nodes <= max(wanted.nodes, 150)  # of very small fights it is not worth while


@pytest.mark.rule("KT-BASE-11", "KT-WR-06")
def test_in_the_midst_of_the_rerolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """With dice that have fallen already the rest is solved from there; the first re-roll is a choice of its own."""
    duel = Duel(
        atk=3, hit=3, dmg="3/4", wounds=8, vs_atk=3, vs_hit=4, vs_dmg="2/3", vs_wounds=8, rules="Ceaseless",
        vs_rules="Balanced", cp=1, vs_cp=1, dice="1,1,4", vs_dice="2,6,6",
    )  # fmt: skip
    found, wanted = duel.solve(), through_the_tree(duel, monkeypatch)
    assert found.value == wanted.value
    assert found.chances == wanted.chances
    assert found.first == wanted.first


@pytest.mark.rule("KT-BASE-11", "KT-WR-06")
def test_five_dice_each_with_everything_are_exact() -> None:
    """Fights that were sampled before: five dice each that re-roll on both sides, with command points."""
    both: dict[str, Any] = {
        "atk": 5,
        "hit": 3,
        "dmg": "3/4",
        "wounds": 12,
        "vs_atk": 5,
        "vs_hit": 4,
        "vs_dmg": "2/3",
        "vs_wounds": 12,
    }
    values = [
        Duel(**both, rules=rules, vs_rules=rules, cp=points, vs_cp=points).solve()
        for rules, points in (("Ceaseless", 0), ("Relentless", 2), ("Balanced", 2), ("Ceaseless", 2))
    ]
    assert all(found.exact for found in values)
    assert [round(float(found.value), 6) for found in values] == [4.323842, 3.91537, 4.364358, 4.189918]


@pytest.mark.rule("KT-BASE-11")
def test_worths_of_any_size_are_solved_alike() -> None:
    """Also those that do not fit into 64 bits, as the small parts of many dice may be."""
    weapon = arena.weapon(2, 3, 3, 4, "Ceaseless", ranged=False)
    match = arena.duel(arena.card("one", weapon), arena.card("other", weapon), None, events=False, cp=(1, 1))
    roll = match.decision
    assert isinstance(roll, Roll) and roll.exchange is not None
    exchange = roll.exchange()
    first, second = (len(hand.kinds) for hand in exchange.hands)
    rng = random.Random(5)
    worths = [[(rng.randint(-9, 9), 1) for _ in range(second)] for _ in range(first)]
    huge = [[(top * 2**70, 1) for top, _ in row] for row in worths]
    assert exchange.solved(0, huge) == exchange.solved(0, worths) != exchange.solved(1, worths)


def test_what_is_too_large_is_told_as_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the first die, which nobody knows then."""
    monkeypatch.setattr(odds, "BUDGET", 20)
    duel = Duel(
        atk=5, hit=3, dmg="3/4", wounds=12, vs_atk=5, vs_hit=4, vs_dmg="2/3", vs_wounds=12, rules="Ceaseless", cp=3,
        vs_cp=3,
    )  # fmt: skip
    found = duel.solve()
    assert found.unsolved and not found.exact and not found.first
    assert duel.summary(found)["best_first_die"] == ""


def resolving(dice: tuple[int, int], against: tuple[int, int], wounds: tuple[int, int], rules: str = "") -> Table:
    """The moment at which two fighters begin to resolve so many normal and critical successes of DMG 3/4 each."""
    weapon = arena.weapon(5, 3, 3, 4, rules, ranged=False)
    attacker, target = (arena.card(name, weapon, wounds=12) for name in ("attacker", "target"))
    match = arena.duel(attacker, target, None, against=Opponent(1), events=False)
    t: Table = match.setting.table(match.checkpoint.state, False)
    record = t.state.agenda[-1]
    assert isinstance(record, Fight)
    record.placed(resolve_die)
    for who, (normals, criticals) in enumerate((dice, against)):
        pool = Pool(Side.armed(t, who, weapon, 3, ()), normals=normals, criticals=criticals)
        setattr(record, ("attacker", "defender")[who], pool)
        t.hurt(who, 12 - wounds[who], "KT-FIGHT-11", ())
    return t


@pytest.mark.rule("KT-FIGHT-11", "KT-DMG-02")
def test_only_who_can_still_fall_is_at_stake() -> None:
    """One normal and one critical inflict 7 at most: who has 8 wounds left cannot fall."""
    assert at_stake(resolving((1, 1), (1, 1), (8, 8)), None) == Stake((), (0, 0))
    assert at_stake(resolving((1, 1), (1, 1), (7, 8)), None) == Stake((0,), (0, 0))
    assert at_stake(resolving((1, 1), (0, 1), (7, 7)), None) == Stake((1,), (0, 0))
    assert at_stake(resolving((1, 1), (1, 1), (8, 8), rules="Hot"), None) is None, "Hot hurts its user afterwards"


@pytest.mark.rule("KT-FIGHT-10")
def test_dice_do_not_count_when_somebody_has_fallen() -> None:
    stands, over = resolving((1, 1), (1, 1), (5, 5)), resolving((1, 1), (1, 1), (5, 0))
    assert stands.key() != resolving((2, 0), (1, 1), (5, 5)).key()
    assert over.key() == resolving((2, 0), (0, 0), (5, 0)).key()
    assert over.key() != resolving((2, 0), (0, 0), (4, 0)).key()

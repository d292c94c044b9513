"""Pools that roll on: what the closed form says of them is what their dice do."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from fireteam.core.dice import Given, Seeded, Typed, outcomes, rolled_on
from fireteam.core.errors import IllegalAnswer, RuleFault
from fireteam.core.pools import (
    HALFWAY,
    NOBODY,
    OUT_OF_REACH,
    Pool,
    again,
    alone,
    at_least,
    batches,
    standing,
    successes,
    ways,
)
from fireteam.core.questions import Roll, Ways, faces_text, owed

CUT = 26
"""Successes at which the series below are cut off; what they lack then is how far off they may be."""
OPPOSED = ((5, 5, 3, 5), (3, 6, 3, 4), (7, 4, 4, 6), (1, 8, 1, 8), (0, 5, 3, 5), (4, 3, 0, 5), (2, 2, 2, 8))
Law = dict[tuple[int, int, int], float]
"""The chance of so many successes, and of so many misses and hits that stand."""


@cache
def series(count: int, target: int, most: int = 9, sides: int = 8, *, exploded: bool = False) -> Law:
    """A pool, chain by chain, by a series that is cut off; at most so many dice that stand are counted. `exploded`:
    only bonus dice stand."""
    fail = min(target, sides) - 1
    one: Law = {}
    for k in range(CUT):
        for hit, faces in ((0, fail), (1, sides - 1 - fail)):
            stands = k > 0 or not exploded
            found = (k + hit, int(stands and not hit), int(stands and hit))
            one[found] = one.get(found, 0.0) + faces / sides ** (k + 1)
    law: Law = {(0, 0, 0): 1.0}
    for _ in range(count):
        grown: Law = {}
        for (s, m, h), p in law.items():
            for (t, n, i), q in one.items():
                if q and s + t < CUT:
                    found = (s + t, min(m + n, most), min(h + i, most))
                    grown[found] = grown.get(found, 0.0) + p * q
        law = grown
    return law


def total(count: int, target: int, sides: int = 8) -> dict[int, float]:
    """The chance of each number of successes, by the series."""
    return {s: p for (s, _, _), p in series(count, target, 0, sides).items()}


def shares(found: Ways) -> list[tuple[tuple[tuple[int, ...], ...], Fraction]]:
    """The faces that stand for a class, with its chance."""
    whole = sum(weight for _, weight in found)
    assert all(type(weight) is int for _, weight in found) and min(weight for _, weight in found) > 0
    return [(faces, Fraction(weight, whole)) for faces, weight in found]


# -- rolls -------------------------------------------------------------------------------------------------------------


def test_a_roll_of_pools_is_answered_by_the_faces_of_each() -> None:
    roll = Roll(0, "test", sides=8, pools=(3, 3))
    assert roll.count == 6
    assert roll.check([[8, 2, 3, 8, 6], (5, 5, 1)]) == ((8, 2, 3, 8, 6), (5, 5, 1))
    assert roll.check(((8, 8, 1, 2, 8, 3), (1, 1, 1))), "two bonus dice, the second of which brings another"
    one = Roll(0, "test", sides=8, pools=(2,))
    assert one.check(((1, 8, 4),)) == ((1, 8, 4),)
    none = Roll(0, "test", sides=8, pools=(0, 1))
    assert none.check([[], [4]]) == ((), (4,))


@pytest.mark.parametrize(
    ("faces", "fault"),
    [
        (((8, 2, 3), (5, 5, 1)), "pool 1: 3 dice and one more for each 8; got 3, 1 more wanted"),
        (((8, 2, 3, 8), (5, 5, 1)), "pool 1: .* got 4, 1 more wanted"),
        (((2, 2, 3), (5, 5)), "pool 2: .* got 2, 1 more wanted"),
        (((2, 2, 3), (5, 5, 1, 8, 1)), "pool 2: .* got 5, 2 too many"),
        (((2, 2, 9), (5, 5, 1)), "a die shows 1 to 8; got 9"),
        (((2, 2, True), (5, 5, 1)), "a die shows 1 to 8; got True"),
        (((2, 2, "x"), (5, 5, 1)), "a die shows 1 to 8; got 'x'"),
        (((2, 2, 3),), "the faces of each of 2 pools wanted"),
        ((2, 2, 3, 5, 5, 1), "the faces of each of 2 pools wanted"),
        (None, "the faces of each of 2 pools wanted"),
    ],
)
def test_what_is_wrong_with_faces_is_said(faces: object, fault: str) -> None:
    roll = Roll(0, "test", sides=8, pools=(3, 3))
    with pytest.raises(IllegalAnswer, match=fault):
        roll.check(faces)
    with pytest.raises(IllegalAnswer, match="the faces of 1 pool wanted"):
        Roll(0, "test", sides=8, pools=(2,)).check((1, 2))


def test_dice_of_every_source_roll_on_by_themselves() -> None:
    roll = Roll(0, "test", sides=8, pools=(3, 2))
    given = Given([8, 2, 3, 8, 6, 5, 8, 1, 7])
    assert given.faces(roll, 0) == ((8, 2, 3, 8, 6), (5, 8, 1)) and given.unused == 1
    assert given.faces(roll, 0) == ((8, 2, 3, 8, 6), (5, 8, 1)), "kept by its index"
    short = Given([8, 2, 3, 8, 6, 5, 8])
    with pytest.raises(IllegalAnswer, match="no dice given for 'test'"):
        short.faces(roll, 0)
    assert short.unused == 7, "a roll that does not end takes nothing"
    assert Given([], Seeded(4)).faces(roll, 2) == Seeded(4).faces(roll, 2)
    typed = Typed(lambda roll: [[1, 2, 3], [8, 4, 4]])
    assert typed.faces(roll, 0) == ((1, 2, 3), (8, 4, 4))
    with pytest.raises(IllegalAnswer, match="1 too many"):
        Typed(lambda roll: [[1, 2, 3], [4, 4, 4]]).faces(roll, 0)


def test_seeded_pools_are_fair_and_end() -> None:
    roll, seen, lengths = Roll(0, "test", sides=8, pools=(9, 4)), Counter[int](), 0
    for index in range(2000):
        faces = Seeded(5).faces(roll, index)
        assert roll.check(faces) == faces and Seeded(5).faces(roll, index) == faces
        seen.update(face for pool in faces for face in pool)
        lengths += sum(map(len, faces))
    # Each die shows each face as often; and a pool has 8 / 7 dice for each of its own.
    assert sum((seen[face] - lengths / 8) ** 2 / (lengths / 8) for face in range(1, 9)) < 30
    assert abs(lengths / 2000 - 13 * 8 / 7) < 5 * sqrt(13 * 8 / 49 / 2000)


def test_how_many_dice_are_owed() -> None:
    assert [owed(2, faces, 8) for faces in ((), (8,), (8, 1), (8, 1, 8), (8, 1, 8, 2), (1, 1, 8), (8, 8, 8))] == [
        2, 2, 1, 1, 0, -1, 2,
    ]  # fmt: skip
    assert rolled_on((2, 0), 8, iter([8, 1, 8, 2])) == ((8, 1, 8, 2), ())


def test_odds_of_pools_want_to_know_what_matters() -> None:
    with pytest.raises(RuleFault, match="'test': dice that roll on"):
        outcomes(Roll(0, "test", sides=8, pools=(2,)))
    found = outcomes(Roll(0, "test", sides=8, pools=(2,), ways=lambda: alone(Pool(2, 5), 3)))
    assert len(found) == 4


def test_faces_are_written_and_read_in_one_line() -> None:
    roll = Roll(0, "test", sides=8, pools=(3, 0, 2))
    faces = ((8, 2, 3, 8, 6), (), (5, 1))
    assert faces_text(faces) == "8 2 3 8 6 | - | 5 1" and roll.read(faces_text(faces)) == faces
    assert Roll(0, "test", sides=8, pools=(1,)).read("8 3") == ((8, 3),)
    assert Roll(0, "dice", 3).read("6 1 2") == (6, 1, 2) and faces_text((6, 1, 2)) == "6 1 2"
    label = Roll(0, "draw", bag=(("red flare", 1), ("smoke", 1)), name="x")
    assert label.read(faces_text(("red flare",))) == ("red flare",)
    for wrong in ("8 2 3 | - | 5 1", "1 2 3 | 5 1", "1 2 x | - | 5 1", "1 2 3 - 5 1", ""):
        with pytest.raises(IllegalAnswer):
            roll.read(wrong)
    with pytest.raises(IllegalAnswer):
        Roll(0, "dice", 3).read("6 | 1 2")


# -- two pools ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "target", "m", "against"), OPPOSED)
@pytest.mark.parametrize(("low", "high", "base"), [(-2, 6, 0), (0, 3, 0), (0, 2, 2), (1, 1, 0)])
def test_two_pools_fall_as_the_series_says(
    n: int, target: int, m: int, against: int, low: int, high: int, base: int
) -> None:
    expected = dict.fromkeys(range(low, high + 1), 0.0)
    for s, p in total(n, target).items():
        for t, q in total(m, against).items():
            expected[max(low, min(high, base + s - t))] += p * q
    found = dict.fromkeys(range(low, high + 1), 0.0)
    known = ways(Pool(n, target), Pool(m, against), base=base, low=low, high=high)
    for faces, chance in shares(known):
        Roll(0, "test", sides=8, pools=(n, m)).check(faces)
        difference = base + successes(faces[0], target) - successes(faces[1], against)
        found[max(low, min(high, difference))] += float(chance)
    assert known.error == 0 and len(known) <= high - low + 1
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("sides", [4, 6, 8])
def test_the_closed_form_holds_for_other_dice(sides: int) -> None:
    first, second = total(2, 3, sides), total(2, 2, sides)
    chance = sum(p * q for s, p in first.items() for t, q in second.items() if s - t >= 2)
    found = ways(Pool(2, 3), Pool(2, 2), low=1, high=2, sides=sides)
    shown = sum(
        share for faces, share in shares(found) if successes(faces[0], 3, sides) - successes(faces[1], 2, sides) > 1
    )
    assert float(shown) == pytest.approx(chance, abs=1e-11)


@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("depth", [0, 2])
@pytest.mark.parametrize(("n", "target", "m", "against"), [(5, 5, 3, 5), (1, 8, 1, 8), (0, 5, 3, 5), (4, 3, 0, 5)])
@pytest.mark.parametrize(("keep_a", "keep_b"), [(1, 0), (0, 1), (2, 1), (2, 3)])
def test_every_class_is_shown_by_faces_that_lie_in_it(
    n: int, target: int, m: int, against: int, keep_a: int, keep_b: int, depth: int, zero: bool
) -> None:
    """No two ways look alike to a rule; and what may be re-rolled is as likely as the series says."""
    a, b = Pool(n, target, free=keep_a if n else 0), Pool(m, against, free=keep_b if m else 0)
    seen = set()
    shown: dict[tuple[Any, ...], float] = {}
    for (mine, theirs), chance in shares(ways(a, b, low=0, high=3, zero=zero, depth=depth)):
        Roll(0, "test", sides=8, pools=(n, m)).check((mine, theirs))
        hits = successes(mine, target)
        told = (*standing(mine, target, a.again), *standing(theirs, against, b.again), zero and hits > 0)
        difference = hits - successes(theirs, against)
        assert (difference, *told) not in seen
        seen.add((difference, *told))
        shown[told] = shown.get(told, 0.0) + float(chance)
    expected: dict[tuple[Any, ...], float] = {}
    for (s, x, y), p in series(n, target, a.again).items():
        for (_, v, w), q in series(m, against, b.again).items():
            told = (x, y, v, w, zero and s > 0)
            expected[told] = expected.get(told, 0.0) + p * q
    assert shown == pytest.approx(expected, abs=1e-12)


def coming_back(target: int, need: int) -> float:
    """The chance that one re-rolled die brings so many successes."""
    return float(at_least(1, need, target, 8))


@pytest.mark.parametrize("depth", [0, 1, 4])
@pytest.mark.parametrize(("n", "target", "m", "against"), OPPOSED)
def test_one_re_rolled_die_comes_back_as_often_from_the_classes_as_from_all_differences(
    n: int, target: int, m: int, against: int, depth: int
) -> None:
    """Who is beyond what is told apart comes back as likely as the series says, if there is a miss to re-roll."""
    low, high = -1, 2
    a, b = Pool(n, target, free=min(n, 1)), Pool(m, against, free=min(m, 1))
    below = above = 0.0
    for (s, x, _), p in series(n, target, 1).items():
        for (t, y, _), q in series(m, against, 1).items():
            below += p * q * coming_back(target, low + 1 - s + t) * x if s - t <= low else 0.0
            above += p * q * coming_back(against, s - t - high + 1) * y if s - t >= high else 0.0
    up = down = 0.0
    for (mine, theirs), chance in shares(ways(a, b, low=low, high=high, depth=depth)):
        lead = successes(mine, target) - successes(theirs, against)
        if low - HALFWAY < lead <= low:
            up += float(chance) * coming_back(target, low + 1 - lead) * standing(mine, target, 1)[0]
        if high <= lead < high + HALFWAY:
            down += float(chance) * coming_back(against, lead - high + 1) * standing(theirs, against, 1)[0]
    assert (up if n else below, down if m else above) == pytest.approx((below, above), abs=1e-12)


def test_more_depth_makes_the_error_smaller_and_one_free_die_has_none() -> None:
    errors = [
        ways(Pool(5, 5, free=2), Pool(3, 5, free=1, paid=1), low=0, high=4, depth=depth).error for depth in range(5)
    ]
    assert all(first > 4 * second > 0 for first, second in pairwise(errors)), errors
    assert errors[1] < 0.01 and errors[4] < 1e-5
    assert ways(Pool(5, 5, free=1), Pool(3, 5, free=1), low=0, high=4).error == 0
    assert 0 < ways(Pool(5, 5, paid=1), Pool(3, 5), low=0, high=4).error < 1e-3, "its owner sees what it would bring"


# -- re-rolls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("target", [2, 5, 8])
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("most", [0, 1, 3])
def test_re_rolled_dice_fall_as_the_series_says(count: int, target: int, left: int, most: int) -> None:
    """Of re-rolled dice the bonus dice alone may be re-rolled once more."""
    found = again(count, Pool(count, target, paid=left), lead=0, low=0, high=most)
    assert found.error == 0
    shown: Law = {}
    for (faces,), chance in shares(found):
        Roll(0, "again", sides=8, pools=(count,)).check((faces,))
        told = (min(most, successes(faces, target)), *standing(faces, target, left, rerolled=count))
        assert told not in shown
        shown[told] = float(chance)
    expected: Law = {}
    for (s, x, y), p in series(count, target, left, exploded=True).items():
        expected[min(most, s), x, y] = expected.get((min(most, s), x, y), 0.0) + p
    assert shown == pytest.approx({told: p for told, p in expected.items() if p}, abs=1e-12)


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize(("count", "target"), [(1, 5), (2, 5), (2, 2), (3, 6)])
def test_whoever_is_chased_is_reached_as_often_as_the_series_says(count: int, target: int, left: int) -> None:
    """The other side re-rolls one die after these: from j beyond it must explode j times first."""
    other, high = Pool(3, 4, free=1), 2
    for lead in (-1, 0, 1, 3):
        found = again(count, Pool(count, target, paid=left), other, lead=lead, low=-1, high=high)
        expected = sum(
            p * coming_back(4, lead + s - high + 1) for s, p in total(count, target).items() if lead + s >= high
        )
        reached, seen = 0.0, set()
        for (faces,), chance in shares(found):
            now = lead + successes(faces, target)
            seen.add((now, *standing(faces, target, left, rerolled=count)))
            if high <= now < high + HALFWAY:
                reached += float(chance) * coming_back(4, now - high + 1)
        assert len(seen) == len(found) and found.error == 0
        assert reached == pytest.approx(expected, abs=1e-12)


def test_what_is_out_of_reach_falls_in_one_way() -> None:
    pool = Pool(3, 5, paid=1)
    for lead in (-OUT_OF_REACH, OUT_OF_REACH + 3):
        assert len(again(2, pool, Pool(3, 5, free=1), lead=lead, low=0, high=3)) == 1
    assert len(again(2, pool, Pool(3, 5, free=1), lead=0, low=0, high=3)) > 5


def test_what_stands_and_what_may_be_picked() -> None:
    assert standing((2, 3, 6), 5, 9) == (2, 1)
    assert standing((8, 2, 3, 8, 6), 5, 9) == (2, 1), "a bonus die stands, a die that shows the best face does not"
    assert standing((8, 4, 1), 5, 1, rerolled=2) == (1, 0), "the batch may not take its own dice, another re-roll may"
    assert batches(2, 2, 1) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert batches(0, 3, 3) == [(0, 0)]


def test_two_dice_with_one_re_roll_have_the_mean_of_the_book() -> None:
    """2 dice at 5+, a miss re-rolled whenever there is one: 552/343 successes."""
    mean = sum(p * (s + (4 / 7 if x else 0)) for (s, x, _), p in series(2, 5).items())
    assert mean == pytest.approx(552 / 343, abs=1e-14)
    most, mine = 40, Fraction(0)
    for (faces, _), chance in shares(ways(Pool(2, 5, free=1), NOBODY, low=0, high=most)):
        more = Fraction(0)
        if standing(faces, 5, 1)[0]:
            more = sum(
                (share * successes(fresh, 5) for (fresh,), share in shares(alone(Pool(1, 5), most))), Fraction(0)
            )
        mine += chance * (successes(faces, 5) + more)
    assert abs(float(mine - Fraction(552, 343))) < 1e-15


def test_classes_are_as_likely_as_dice_that_are_rolled() -> None:
    rng, rolls = random.Random(6), 8000
    roll = Roll(0, "test", sides=8, pools=(5, 3))
    found = ways(Pool(5, 5), Pool(3, 5), low=-2, high=5)
    expected = {successes(faces[0], 5) - successes(faces[1], 5): float(chance) for faces, chance in shares(found)}
    seen = Counter(
        max(-2, min(5, successes(faces[0], 5) - successes(faces[1], 5)))
        for faces in (Seeded(rng.randrange(2**60)).faces(roll, 0) for _ in range(rolls))
    )
    assert sum((seen[d] - rolls * p) ** 2 / (rolls * p) for d, p in expected.items()) < 25

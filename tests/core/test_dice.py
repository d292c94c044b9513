"""Dice are kept by index outside the state: the same roll of a game always falls the same way."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import fireteam
from fireteam.core.dice import Given, Seeded, Typed, outcomes
from fireteam.core.errors import IllegalAnswer
from fireteam.core.questions import Faces, Roll
from tests.core.toygame import fingerprint, toy

DIE = Roll(0, "a die")
BAG = (("radio", 2), ("medkit", 0), ("nitro", 1))


@pytest.mark.rule("ES-GEN-02")
@pytest.mark.parametrize("seed", [0, 1, 7, 2**40])
def test_six_thousand_rolls_are_fair(seed: int) -> None:
    dice = Seeded(seed)
    count = Counter(dice.faces(DIE, index)[0] for index in range(6000))
    assert sorted(count) == [1, 2, 3, 4, 5, 6]
    assert all(850 <= number <= 1150 for number in count.values()), count


def test_neighbouring_indices_and_seeds_are_independent() -> None:
    pairs = Counter((Seeded(5).faces(DIE, n)[0], Seeded(5).faces(DIE, n + 1)[0]) for n in range(7200))
    seeds = Counter((Seeded(n).faces(DIE, 0)[0], Seeded(n + 1).faces(DIE, 0)[0]) for n in range(7200))
    for count in (pairs, seeds):
        assert len(count) == 36
        assert all(130 <= number <= 270 for number in count.values()), count


@given(some.integers(0, 2**63), some.integers(0, 5000), some.integers(1, 5))
def test_seeded_is_a_pure_function_of_seed_and_index(seed: int, index: int, count: int) -> None:
    roll = Roll(0, "dice", count)
    first = Seeded(seed).faces(roll, index)
    other = Seeded(seed)
    for place in range(index + 3, max(0, index - 3), -1):
        other.faces(DIE, place)
    assert other.faces(roll, index) == first
    assert roll.check(first) == first


def test_all_dice_of_one_roll_are_fair() -> None:
    roll = Roll(0, "three", 3)
    faces = [Seeded(9).faces(roll, index) for index in range(6000)]
    for place in range(3):
        count = Counter(face[place] for face in faces)
        assert all(850 <= number <= 1150 for number in count.values()), count


def chi_square(count: Counter[Any], sides: int) -> float:
    """How far counted faces are from even ones; about sides - 1 is to be expected."""
    even = count.total() / sides
    return sum((count[face] - even) ** 2 / even for face in range(1, sides + 1))


@pytest.mark.parametrize("sides", [3, 6, 8])
def test_long_rolls_are_as_fair_in_every_place_as_short_ones(sides: int) -> None:
    """64 bits are 21 dice of 8: more dice than that get more bits."""
    for length in (20, 25, 45, 120):
        roll = Roll(0, "many", length, sides)
        rolls = [Seeded(seed).faces(roll, index) for seed in (2, 3, 2**50) for index in range(400)]
        assert all(roll.fits(faces) for faces in rolls)
        # The worst of some hundred places: beyond 30 about one place in 100,000 would be by chance.
        worst = max(chi_square(Counter(faces[place] for faces in rolls), sides) for place in range(length))
        assert worst < 30, (length, worst)
        neighbours = Counter(
            sides * (first - 1) + second for faces in rolls for first, second in pairwise(faces)
        )  # each face comes as often after each other one
        expected = sides * sides - 1
        assert chi_square(neighbours, sides * sides) < expected + 5 * sqrt(2 * expected)


def test_rolls_that_fit_fall_as_they_always_did() -> None:
    """Saves hold such dice: faces are cut off the top of one word, one after the other."""
    assert Seeded(7).faces(Roll(0, "a die"), 0) == (5,)
    assert Seeded(7).faces(Roll(0, "dice", 24), 3) == tuple(map(int, "135465312534235561212521"))
    assert Seeded(7).faces(Roll(0, "dice", 21, 8), 3) == tuple(map(int, "158482767673552842531"))
    assert Seeded(7).faces(Roll(0, "dice", 40, 3), 3) == tuple(map(int, "1131131311122112332132222322231132312313"))


def test_draws_from_bags_are_as_likely_as_their_weights() -> None:
    bag = (("a", 1), ("b", 2), ("c", 5))
    for seed in (1, 4, 2**45):
        drawn = Counter(Seeded(seed).faces(Roll(0, "back", bag=bag, name=f"token {n}"), 0)[0] for n in range(4000))
        assert sum((drawn[label] - 500 * weight) ** 2 / (500 * weight) for label, weight in bag) < 20, drawn


def test_a_draw_depends_on_its_name_and_not_on_the_moment() -> None:
    dice = Seeded(11)
    drawn = {name: dice.faces(Roll(0, "back", bag=BAG, name=name), 0) for name in map(str, range(300))}
    assert all(dice.faces(Roll(1, "other", bag=BAG, name=name), 99) == label for name, label in drawn.items())
    count = Counter(label for (label,) in drawn.values())
    assert set(count) == {"radio", "nitro"}, "what the bag does not hold is never drawn"
    assert 150 <= count["radio"] <= 250
    with pytest.raises(IllegalAnswer):
        dice.faces(Roll(0, "back", bag=(("radio", 0),), name="x"), 0)


def test_draws_do_not_move_the_dice() -> None:
    drawing, plain = toy(Seeded(4)), toy(Seeded(4))
    drawing.answer("draw")
    plain.answer("add 0")
    drawing.answer("add 2")
    plain.answer("add 2")
    drawing.undo()
    drawing.answer("add 2")
    assert drawing.state.sum == plain.state.sum == 2


def test_given_dice_are_kept_by_index_across_undo() -> None:
    dice = Given([1, 2, 3, 4, 5, 6])
    match = toy(dice)
    match.answer("roll")
    match.answer("roll")
    assert match.state.sum == 10 and dice.unused == 2
    after = fingerprint(match)
    match.undo()
    assert match.state.sum == 3
    match.answer("roll")
    assert fingerprint(match) == after
    match.undo()
    match.undo()
    assert match.state.sum == 0
    match.answer("roll")
    match.answer("roll")
    assert fingerprint(match) == after and dice.unused == 2


def test_a_kept_face_is_no_answer_to_a_draw_at_its_index() -> None:
    match = toy(Given([5, "white"]))
    match.answer("late")
    match.undo()
    match.answer("draw")
    assert match.state.seen == ("white",)


def test_given_dice_may_be_followed_by_another_source() -> None:
    match = fireteam.new("escape", scenario="infiltration", dice=[6, 1], seed=5)
    assert [entry for entry in match.answers() if isinstance(entry, tuple)] == [(6,), (1,)]
    toyed = toy(Given([6, 6], Seeded(3)))
    plain = toy(Seeded(3))
    for match in (toyed, plain):
        match.answer("roll")
        match.answer("roll")
    assert toyed.answers()[-2] == plain.answers()[-2], "the second roll is the seed's second roll"


def test_typed_dice_are_kept_across_undo_and_asked_once() -> None:
    asked: list[str] = []

    def ask(roll: Roll) -> object:
        asked.append(roll.topic)
        return (6, 5)[: roll.count]

    match = toy(Typed(ask))
    match.answer("roll")
    assert match.state.sum == 11
    match.undo()
    match.answer("roll")
    assert match.state.sum == 11 and asked == ["two dice"]
    match.undo()
    match.answer("late")
    assert asked == ["two dice", "one die"], "another roll at this index is asked for anew"


@pytest.mark.parametrize("wrong", [(1,), (0, 1), ("a", "b"), None])
def test_typed_nonsense_leaves_the_match_unchanged(wrong: object) -> None:
    answers: list[object] = [wrong, (2, 2)]
    match = toy(Typed(lambda roll: answers.pop(0)))
    match.answer("add 1")
    match.answer("add 2")
    before = fingerprint(match)
    with pytest.raises(IllegalAnswer):
        match.answer("roll")
    assert fingerprint(match) == before
    match.answer("roll")
    assert match.state.sum == 7


def test_a_typed_callback_that_raises_leaves_the_match_unchanged() -> None:
    def ask(roll: Roll) -> object:
        raise KeyboardInterrupt

    match = toy(Typed(ask))
    match.answer("add 1")
    before = fingerprint(match)
    with pytest.raises(KeyboardInterrupt):
        match.answer("roll")
    assert fingerprint(match) == before
    match.answer("add 2")
    assert match.state.sum == 3


def test_a_typed_callback_that_raises_at_the_first_look_can_be_asked_again() -> None:
    faces: list[Faces] = []

    def ask(roll: Roll) -> object:
        if not faces:
            raise EOFError
        return faces.pop()

    match = fireteam.new("escape", scenario="infiltration", dice=Typed(ask))
    with pytest.raises(EOFError):
        _ = match.decision
    faces[:] = [(2,), (5,)]
    assert match.decision.topic == "crate 1"
    assert [entry for entry in match.answers() if isinstance(entry, tuple)] == [(5,), (2,)]


@given(some.integers(1, 4), some.integers(2, 8))
def test_outcomes_weigh_every_way_once(count: int, sides: int) -> None:
    for ordered in (False, True):
        ways = outcomes(Roll(0, "dice", count, sides, ordered=ordered))
        assert sum(weight for _, weight in ways) == sides**count
        assert len({faces for faces, _ in ways}) == len(ways)
        assert all(weight == 1 for _, weight in ways) or not ordered


def test_outcomes_of_a_bag_are_its_weights() -> None:
    assert outcomes(Roll(0, "draw", bag=BAG, name="x")) == [(("radio",), 2), (("nitro",), 1)]


def test_rules_use_no_other_randomness() -> None:
    """Two games with the same answers are equal whatever the global generator does."""
    logs = []
    for noise in (1, 2):
        random.seed(noise)
        match = fireteam.new("escape", scenario="evasion", seed=21)
        while not match.over and len(match.answers()) < 120:
            match.answer(match.decision.options[len(match.answers()) % len(match.decision.options)])
        logs.append((fingerprint(match), match.save()))
    assert logs[0] == logs[1]

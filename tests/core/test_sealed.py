"""Sealed dice: promised by a hash, made with the words of the players, and thrown again by anybody at the end."""

from __future__ import annotations

import hmac
import json
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import fireteam
from fireteam.core.errors import FireteamError, IllegalAnswer, SaveError
from fireteam.core.match import Match
from fireteam.core.questions import Roll
from fireteam.core.rolled import verify
from fireteam.core.sealed import Seal, Sealed, commitment, read_seal

SEED = bytes(range(32))
WORDS = {0: "owl", 1: "élan"}
DIE = Roll(0, "a die")


def with_end(body: str) -> str:
    """A save whose body was changed, with a checksum that fits."""
    answers = body.partition("answers:\n")[2].partition("checkpoint: ")[0]
    count = sum(not line.startswith("~") for line in answers.splitlines())
    return f"{body}end: {count} answers, sha256 {sha256(body.encode()).hexdigest()}\n"


def played(dice: Any, count: int = 120) -> Match:
    """A match of ESCAPE with these dice, after so many first options."""
    match = fireteam.new("escape", scenario="infiltration", dice=dice)
    for _ in range(count):
        match.answer(match.decision.options[0])
    return match


def test_the_recipe_is_the_one_that_is_written_down() -> None:
    """As docs/saves.md has it, by hand: what this says is what another program may rely on."""
    key = hmac.digest(SEED, b"fireteam dice\n0 3 owl\n1 5 " + "élan".encode() + b"\n", "sha256")
    block = hmac.digest(key, b"roll 4 0", "sha256")
    faces = tuple(1 + byte % 6 for byte in block if byte < 252)[:3]
    assert Sealed(SEED, WORDS).faces(Roll(0, "three", 3), 4) == faces
    label = next(byte for byte in hmac.digest(key, b"bag crate 1 0", "sha256") if byte < 255) % 3
    bag = (("radio", 2), ("none", 0), ("nitro", 1))
    assert Sealed(SEED, WORDS).faces(Roll(0, "", bag=bag, name="crate 1"), 9) == ("radio" if label < 2 else "nitro",)
    assert commitment(SEED) == sha256(b"fireteam seed\n" + SEED).hexdigest()


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 100, 256, 257, 1000])
def test_every_face_is_as_likely_as_any_other(sides: int) -> None:
    dice, rolls = Sealed(SEED, WORDS), 60
    faces = Counter(face for index in range(rolls) for face in dice.faces(Roll(0, "many", sides * 4, sides), index))
    even = rolls * 4
    assert set(faces) <= set(range(1, sides + 1))
    unlikely = sum((faces[face] - even) ** 2 / even for face in range(1, sides + 1))
    assert unlikely < sides + 6 * (2 * sides) ** 0.5, "chi square: six standard deviations"


def test_rolls_words_and_seats_are_told_apart() -> None:
    twelve = Roll(0, "twelve", 12)

    def of(words: dict[int, str], index: int = 0, seed: bytes = SEED) -> Any:
        return Sealed(seed, words).faces(twelve, index)

    base = of(WORDS)
    assert base == of(dict(reversed(WORDS.items()))), "the order in which they came is nothing"
    others = [of(WORDS, 1), of({0: "owl"}), of({0: "élan", 1: "owl"}), of({0: "owl1", 1: "élan"}), of({0: "", 1: ""})]
    others += [of(WORDS, seed=bytes(32)), of({0: "owl\n1 5 élan"})]
    assert len({base, *others}) == len(others) + 1


@given(some.integers(0, 5000), some.integers(1, 30), some.integers(2, 20))
def test_a_roll_is_a_pure_function_of_its_index(index: int, count: int, sides: int) -> None:
    roll = Roll(0, "dice", count, sides)
    dice = Sealed(SEED, WORDS)
    dice.faces(DIE, index + 1)
    assert dice.faces(roll, index) == Sealed(SEED, WORDS).faces(roll, index) == roll.check(dice.faces(roll, index))


def test_pools_and_bags() -> None:
    dice = Sealed(SEED, WORDS)
    pools = Roll(0, "pools", sides=3, pools=(4, 2))
    for index in range(30):
        faces = dice.faces(pools, index)
        assert pools.check(faces) == faces
    bag = Roll(0, "", bag=(("a", 1), ("b", 1)), name="token")
    assert dice.faces(bag, 1) == dice.faces(bag, 77), "a bag is drawn by its name"
    with pytest.raises(IllegalAnswer, match="empty"):
        dice.faces(Roll(0, "", bag=(("a", 0),), name="token"), 0)


# -- saves -------------------------------------------------------------------------------------------------------------


def test_a_save_of_a_seat_keeps_the_seed_back_and_the_whole_one_opens_the_seal() -> None:
    match = played(Sealed(SEED, WORDS))
    closed, whole = match.save(0), match.save()
    assert SEED.hex() not in closed and commitment(SEED) in closed
    assert fireteam.load(closed).dice is None
    again = fireteam.load(whole)
    assert again.save() == whole
    found = verify(again)
    assert found is not None and found.wrong is None and found.rolls > 10 and found.dice >= found.rolls
    assert verify(fireteam.load(closed)) is None


def test_one_die_that_fell_otherwise_is_found() -> None:
    match = played(Sealed(SEED, WORDS))
    body = match.save().rpartition("end: ")[0]
    line = next(line for line in body.splitlines() if "* " in line and line.endswith(": 6"))
    wrong = with_end(body.replace(line, line[:-1] + "5", 1))
    with pytest.raises(SaveError, match="not the dice of the seed"):
        fireteam.load(wrong)


def test_another_seed_is_not_the_promised_one() -> None:
    body = played(Sealed(SEED, WORDS), 3).save().rpartition("end: ")[0]
    with pytest.raises(SaveError, match="promised before the first die"):
        fireteam.load(with_end(body.replace(SEED.hex(), bytes(32).hex())))
    with pytest.raises(SaveError, match="not the dice of the seed"):
        fireteam.load(with_end(body.replace('"owl"', '"cat"')))


def test_dice_from_before_the_seal_are_not_verified_and_counted() -> None:
    match = played(Sealed(SEED, WORDS))
    since = match.rolls - 5
    match.dice = Sealed(SEED, WORDS, since)
    found = verify(fireteam.load(match.save()))
    assert found is not None and (found.wrong, found.rolls, found.others) == (None, 5, since)
    match.dice = Sealed(bytes(32), WORDS, since)
    found = verify(match)
    assert found is not None and found.wrong is not None and found.wrong.number >= since == found.others


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"commitment": 5, "words": {}}',
        '{"commitment": "ab", "words": {}}',
        json.dumps({"commitment": commitment(SEED), "words": []}),
        json.dumps({"commitment": commitment(SEED), "words": {"a": "b"}}),
        json.dumps({"commitment": commitment(SEED), "words": {"0": 5}}),
        json.dumps({"commitment": commitment(SEED), "words": {"0": "two\nlines"}}),
        json.dumps({"commitment": commitment(SEED), "words": {"0": "\ud800"}}),
        json.dumps({"commitment": commitment(SEED), "words": {"0": "x" * 81}}),
        json.dumps({"commitment": commitment(SEED), "words": {}, "since": -1}),
        json.dumps({"commitment": commitment(SEED), "words": {}, "seed": "no"}),
        json.dumps({"commitment": commitment(SEED), "words": {}, "seed": 7}),
        "[" * 100_000,
    ],
)
def test_what_is_no_seal_is_an_error(text: str) -> None:
    with pytest.raises(FireteamError, match="not a seal"):
        read_seal(text)
    body = played(Sealed(SEED, WORDS), 1).save().rpartition("end: ")[0]
    head, _, rest = body.partition("dice: ")
    with pytest.raises(SaveError):
        fireteam.load(with_end(f"{head}dice: sealed {text}\n{rest.partition(chr(10))[2]}"))


def test_a_seal_is_read_as_it_was_written() -> None:
    for seal in (Seal(commitment(SEED), WORDS), Seal(commitment(SEED), {}, 12, SEED)):
        assert read_seal(seal.text()) == seal

"""What lies face down is nowhere: worlds that differ only in it look alike to whoever has not seen it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import fireteam
from fireteam.core.chronicle import Chronicle
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Faces, Option, Roll
from fireteam.games.deadzone.state import BOTH, ITEM
from tests.deadzone.playing import FACTIONS, FIELDS, lively
from tests.kit.watching import Watcher

ODDS = ("shoot", "assault")


class Mixed:
    """Dice of one seed, draws of another."""

    def __init__(self, dice: int, draws: int) -> None:
        self.dice = Seeded(dice)
        self.draws = Seeded(draws)

    def faces(self, roll: Roll, index: int) -> Faces:
        """Dice are alike in all worlds; what lies face down is each world's own."""
        return (self.dice if roll.bag is None else self.draws).faces(roll, index)


def worlds(number: int) -> tuple[Match, Match]:
    """The same battle twice, but for its tokens."""
    scenario, map = FIELDS[number % len(FIELDS)]
    wishes: dict[str, Any] = {
        "scenario": scenario, "map": map, "limit": 100, "teams": (FACTIONS[number % 4], FACTIONS[(number + 1) % 4]),
    }  # fmt: skip
    one, other = (fireteam.new("deadzone", dice=Mixed(number, draws), **wishes) for draws in (1, 2))
    return one, other


def curious(match: Match, rng: random.Random) -> Option:
    """Looks at tokens where it may, and leaves them where they are."""
    options: Sequence[Option] = match.decision.options
    looks = [option for option in options if option.kind == "look"]
    if looks:
        return looks[0]
    kept = [option for option in options if option.kind in ("no_item", "decline")]
    return kept[0] if kept and rng.random() < 0.8 else lively(match, rng)


def shown(match: Match) -> dict[str, str]:
    """What every token is that both have seen, and who carries what."""
    s = match.state
    lying = {token.id: token.label for token in s.tokens.values() if token.kind == ITEM and token.seen == BOTH}
    return lying | {str(m.index): m.item for m in s.models}


def secrets(match: Match) -> dict[str, tuple[str, int]]:
    """What one seat alone has seen, and which."""
    return {
        token.id: (token.label, token.seen - 1)
        for token in match.state.tokens.values()
        if token.kind == ITEM and token.label and token.seen != BOTH
    }


def together(number: int, most: int = 260) -> Iterator[tuple[int, Match, Match]]:
    """Both worlds with the same answers, before every decision, until one of them turns a token up for everybody that
    is another one in the other world."""
    one, other = worlds(number)
    rng = random.Random(number)
    for place in range(most):
        if one.over or shown(one) != shown(other):
            return
        yield place, one, other
        key = curious(one, rng).key
        one.answer(key)
        other.answer(key)


@pytest.mark.rule("DZ-SETUP-05", "DZ-ITEM-04")
@pytest.mark.parametrize("number", range(6))
def test_worlds_that_differ_in_what_lies_face_down_look_alike(number: int) -> None:
    """To everybody before anybody has looked; then to all but who has."""
    watchers: dict[int | None, tuple[Watcher, Watcher]] = {}
    compared = 0
    for place, one, other in together(number):
        if not watchers:
            watchers = {seat: (Watcher(one, seat), Watcher(other, seat)) for seat in (0, 1, None)}
        knows = {seat for match in (one, other) for _, seat in secrets(match).values()}
        asks = place % 29 == 0
        if place % 6 and not asks:
            continue
        for seat, (here, there) in watchers.items():
            if seat not in knows:
                compared += 1
                assert here.look() == there.look(), (place, seat, one.decision.topic)
                if asks:
                    assert here.ask(ODDS) == there.ask(ODDS), (place, seat, one.decision.topic)
    assert compared > 20


def test_the_worlds_do_differ_and_who_looks_sees_it() -> None:
    """Else they would prove nothing."""
    differing = looked = 0
    for number in range(12):
        for _, one, other in together(number, 60):
            here, there = secrets(one), secrets(other)
            if here.keys() & there.keys():
                looked += 1
                for seat in {seat for _, seat in here.values()}:
                    same = here == there
                    assert (one.view(seat) == other.view(seat)) is same
                    differing += not same
                    assert one.view(1 - seat) == other.view(1 - seat) and one.view(None) == other.view(None)
                break
    assert looked > 4 and differing > 2


@pytest.mark.rule("DZ-ITEM-04")
def test_imagined_worlds_agree_with_what_a_seat_has_seen() -> None:
    """Who has looked keeps what it knows; to the other every order of the bag is possible."""
    match = next(one for number in range(20) for _, one, _ in together(number, 60) if secrets(one))
    (name, (label, seat)) = next(iter(secrets(match).items()))
    rng = random.Random(3)
    assert {secrets(match.imagine(seat, rng))[name][0] for _ in range(30)} == {label}
    assert len({secrets(match.imagine(1 - seat, rng))[name][0] for _ in range(60)}) > 3


@pytest.mark.rule("DZ-ITEM-04")
def test_the_log_tells_what_was_looked_at_to_who_has_looked() -> None:
    """The event that tells of a draw had its faces, whoever read it."""
    match = next(one for number in range(20) for _, one, _ in together(number, 60) if secrets(one))
    (label, seat) = next(iter(secrets(match).values()))
    chronicle = Chronicle(match)
    chronicle.follow()
    lines = [
        next(line for line in chronicle.reading(reader).lines if line.get("code") == "looked_at")
        for reader in (seat, 1 - seat, None)
    ]
    assert [line["faces"] for line in lines] == [[label], ["?"], ["?"]]
    for line in lines:
        assert line["shows"]["kind"] == "works" and label not in str(line["shows"]), (
            "that somebody looks is seen by all"
        )


def test_a_save_handed_to_a_seat_holds_no_seed() -> None:
    match = fireteam.new("deadzone", seed=7391824650173)
    for seat in (0, 1):
        assert "7391824650173" not in match.save(seat)

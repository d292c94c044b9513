"""What nobody has seen is nowhere: games that differ only in it look alike, and no fork or save tells it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import fireteam
from fireteam.core.dice import Seeded
from fireteam.core.match import Match
from fireteam.core.questions import Faces, Roll
from tests.escape.playing import SCENARIOS, decisions, lively
from tests.kit.playing import fingerprint

SEED = 7391824650173
TOKENS = ("turn_over", "pick_up")


class Mixed:
    """Dice of one seed, draws of another."""

    def __init__(self, dice: int, draws: int) -> None:
        self.dice = Seeded(dice)
        self.draws = Seeded(draws)

    def faces(self, roll: Roll, index: int) -> Faces:
        """Dice and draws from different seeds."""
        return (self.dice if roll.bag is None else self.draws).faces(roll, index)


def looks(match: Match, seat: int | None) -> tuple[Any, ...]:
    """Everything that reaches a seat."""
    question = match.decision
    asked = (
        None
        if question is None
        else (question.seat, question.topic, question.keys(), [match.describe(o) for o in question.options])
    )
    log = [(event.code, event.rule, event.params) for event in match.log]
    save = match.save(seat=seat if seat is not None else 0)
    return match.view(seat), asked, log, match.told, save, match.result


@pytest.mark.rule("ES-EQT-02")
@pytest.mark.parametrize("number", range(12))
def test_games_that_differ_only_in_unseen_tokens_look_alike(number: int) -> None:
    scenario = SCENARIOS[number % 6]
    one = fireteam.new("escape", scenario=scenario, dice=Mixed(number, 1))
    other = fireteam.new("escape", scenario=scenario, dice=Mixed(number, 2))
    rng = random.Random(number)
    told_apart = False
    for place in range(5000):
        drawn = [
            tuple(entry for entry in match.answers() if isinstance(entry, tuple) and isinstance(entry[0], str))
            for match in (one, other)
        ]
        if drawn[0] != drawn[1]:
            told_apart = True
            break
        if place % 10 == 0 or place > 60:
            for seat in (0, 1, None):
                assert looks(one, seat) == looks(other, seat), (place, seat)
        if one.over or place > 220:
            break
        key = lively(one, rng).key
        one.answer(key)
        other.answer(key)
    assert told_apart or (one.answers() and one.decision is None) or place > 220


def test_the_differential_test_tells_games_apart_sooner_or_later() -> None:
    """Else it would prove nothing: two draws of another seed are seen to differ."""
    differing = 0
    for number in range(6):
        match = fireteam.new("escape", scenario="evasion", dice=Mixed(number, 1))
        for question in decisions(match, number):
            option = next(
                (o for o in question.options if o.kind in TOKENS and match.state.tokens[o.args[0]].label == ""), None
            )
            if option is not None:
                labels = set()
                for draws in range(12):
                    fork = match.fork(Mixed(number, draws))
                    fork.answer(option.key)
                    labels.add(fork.state.tokens[option.args[0]].label)
                differing += len(labels) > 1
                break
    assert differing >= 4


def test_imagine_agrees_with_the_seen_and_draws_the_unseen_afresh() -> None:
    match = fireteam.new("escape", scenario="evasion", seed=SEED)
    for question in decisions(match, 11):
        option = next(
            (o for o in question.options if o.kind in TOKENS and match.state.tokens[o.args[0]].label == ""), None
        )
        if option is None or match.state.turn < 1:
            continue
        seat = question.seat
        rng = random.Random(5)
        labels: dict[str, int] = {}
        for _ in range(400):
            world = match.imagine(seat, rng)
            world.answer(option.key)
            label = world.state.tokens[option.args[0]].label
            labels[label] = labels.get(label, 0) + 1
        world = match.imagine(seat, rng)
        assert fingerprint(world) == fingerprint(match)
        assert world.view(seat) == match.view(seat)
        assert [(e.code, e.params) for e in world.log] == [(e.code, e.params) for e in match.log]
        bag = dict(match.state.bag if match.state.tokens[option.args[0]].kind == "equipment" else match.state.backs)
        total = sum(bag.values())
        assert set(labels) == {label for label, count in bag.items() if count}
        for label, count in labels.items():
            expected = 400 * bag[label] / total
            assert abs(count - expected) < 5 * (expected**0.5), (label, count, expected)
        return
    raise AssertionError("nobody came near a token")


def test_imagined_dice_are_not_the_live_ones() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=SEED)
    for question in decisions(match, 3):
        if question.topic == "who starts":
            break
    key = match.decision.options[0].key
    events = set()
    for number in range(60):
        world = match.imagine(0, random.Random(number))
        world.answer(key)
        events.add(world.state.event)
    assert len(events) >= 8, "every event number turns up"


def test_a_fork_never_knows_the_next_die() -> None:
    """Forks of two games that differ only in the dice to come are the same until a roll surfaces."""
    one = fireteam.new("escape", scenario="infiltration", seed=1, dice=[6, 1])
    other = fireteam.new("escape", scenario="infiltration", seed=2, dice=[6, 1])
    while True:
        assert fingerprint(one) == fingerprint(other)
        key = one.decision.options[0].key
        fork, twin = one.fork(), other.fork()
        assert fork.dice is None and twin.dice is None
        fork.answer(key)
        twin.answer(key)
        assert fingerprint(fork) == fingerprint(twin)
        if isinstance(fork.decision, Roll):
            return
        one.answer(key)
        other.answer(key)


def test_a_fork_of_a_fork_has_no_dice_either() -> None:
    match = fireteam.new("escape", scenario="evasion", seed=SEED)
    assert match.fork(Seeded(1)).fork().dice is None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_seed_is_in_no_view_log_or_save_of_a_seat(scenario: str) -> None:
    match = fireteam.new("escape", scenario=scenario, seed=SEED)
    for place, question in enumerate(decisions(match, 9)):
        if place % 40 == 0:
            for seat in (0, 1, None):
                assert str(SEED) not in json.dumps(match.view(seat))
            for seat in (0, 1):
                assert str(SEED) not in match.save(seat=seat)
            assert str(SEED) not in " ".join([*question.keys(), question.topic, *match.told])
    assert str(SEED) not in json.dumps([event.params for event in match.log])
    assert str(SEED) in match.save(), "the server's own save holds it"


def test_a_save_for_a_seat_shows_no_unseen_token() -> None:
    """Labels stand in a save only for what was turned over, or as counts of what is left."""
    match = fireteam.new("escape", scenario="evasion", seed=SEED)
    for place, _ in enumerate(decisions(match, 2)):
        if place > 150:
            break
    state = json.loads(
        next(row for row in match.save(seat=0).split("\n") if row.startswith("checkpoint: ")).removeprefix(
            "checkpoint: "
        )
    )["state"]
    seen = {event.params["token"] for event in match.log if event.code == "turned_over"}
    assert {token[0] for token in state["tokens"] if token[2]} <= seen

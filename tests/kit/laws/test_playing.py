"""Laws of playing: lists and predicates agree, saves, undo, forks and checkpoints change nothing."""

from __future__ import annotations

import random

import pytest

import fireteam
from fireteam.core.questions import Choose, Option
from tests.kit.laws.games import CHOICES, GAMES, SEEDS, new, pick, positions

games = pytest.mark.parametrize("name", GAMES)
seeds = pytest.mark.parametrize("seed", SEEDS)


@games
@seeds
def test_the_list_and_the_predicate_agree(name: str, seed: int) -> None:
    """Whatever is listed is found by its key and nobody refuses it; whatever is refused is not on offer, and says
    why."""
    refused = 0
    for match in positions(name, seed, 7):
        question = match.decision
        keys = question.keys()
        assert len(set(keys)) == len(keys), f"{question.topic}: a key stands twice"
        for key in keys:
            assert question.find(key) is not None and match.why_not(key) is None, (question.topic, key)
        for refusal in match.refusals():
            refused += 1
            assert refusal.action not in keys, (question.topic, refusal)
            assert not refusal.decisive.passed and all(check.passed for check in refusal.checks[:-1])
            assert refusal.decisive.rule in fireteam.game(name).rulebook().rules
    assert refused, "nothing was refused: the law was not tried"


@games
@seeds
def test_a_save_reads_back_to_the_same_save(name: str, seed: int) -> None:
    for match in positions(name, seed, 53):
        text = match.save()
        again = fireteam.load(text)
        assert again.save() == text and again.decision.keys() == match.decision.keys()


@games
@seeds
def test_undo_and_the_same_answer_lead_to_the_same_place(name: str, seed: int) -> None:
    for match in positions(name, seed, 23):
        if not match.answered or match.checkpoint.parent is None:
            continue
        chosen = [entry for entry in match.answers() if isinstance(entry, Option)][-1]
        before, keys = match.state.dump(), match.decision.keys()
        copy = fireteam.load(match.save())
        copy.undo()
        copy.answer(chosen.key)
        assert copy.state.dump() == before and copy.decision.keys() == keys


@games
@seeds
def test_where_checkpoints_fall_changes_nothing(name: str, seed: int) -> None:
    ends = []
    for limit in (0, 1, 5):
        match, rng = new(name, seed, checkpoints=limit), random.Random(seed)
        for _ in range(CHOICES):
            if match.over:
                break
            match.answer(pick(match, rng))
        ends.append((match.state.dump(), match.told, [str(answer) for answer in match.answers()]))
    assert ends[0] == ends[1] == ends[2]


@games
@seeds
def test_a_fork_is_where_its_match_is_and_goes_its_own_way(name: str, seed: int) -> None:
    """Also where forks share a copy of the state, and whichever of the two moves first."""
    for number, match in enumerate(positions(name, seed, 3)):
        saved, question = match.save(), match.decision
        forks = [match.fork(match.dice) for _ in range(2)]
        option = pick(match, random.Random(number))
        for fork in forks:
            assert (fork.decision.topic, fork.decision.seat) == (question.topic, question.seat)
            assert fork.state.dump() == match.state.dump()
            fork.answer(option.key)
            assert fork.answered > match.answered
        assert forks[0].state.dump() == forks[1].state.dump()
        assert match.save() == saved and isinstance(match.decision, Choose), "the match itself has not moved"
        forks[0].undo()
        assert forks[0].state.dump() == match.state.dump() and forks[1].answered > match.answered


@games
def test_a_scene_holds_nothing_that_its_seat_may_not_know(name: str) -> None:
    """A seat sees the same in every world that agrees with what it has seen, and a spectator no more than either
    seat."""
    if not fireteam.game(name).secrets:
        match = next(positions(name, 1, 5))
        assert (
            match.setting.scene(match.table, 0)
            == match.setting.scene(match.table, None)
            == match.setting.scene(match.table, 1)
        )
        return
    drawn = 0
    for match in positions(name, 1, 29):
        for seat in range(len(match.setting.game.seats)):
            world = match.imagine(seat, random.Random(match.answered))
            _ = world.decision
            drawn += world.state.dump() != match.state.dump()
            assert world.setting.scene(world.table, seat) == match.setting.scene(match.table, seat)
    assert drawn, "no imagined world differed: the law was not tried"

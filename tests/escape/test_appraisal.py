"""The appraisal of ESCAPE's positions: what it keeps of them, and how far it is to walk."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat
from fireteam.core.match import Match
from fireteam.core.odds import Outlook
from fireteam.core.questions import Option
from fireteam.games.escape.bot.appraisal import CHARACTER_READ, STATE_READ, Appraiser
from fireteam.games.escape.bot.paths import FAR, LOCKED_DETOUR, Paths
from fireteam.games.escape.ground import Ground
from fireteam.games.escape.state import ISC, RESISTANCE
from fireteam.space.squares import bits
from tests.escape.playing import SCENARIOS, decisions, game


class Watched:
    """A thing that notes which of its fields are read."""

    def __init__(self, thing: Any, read: set[str], **instead: Any) -> None:
        self._thing, self._read, self._instead = thing, read, instead

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return self._instead[name] if name in self._instead else getattr(self._thing, name)


def ground_of(match: Match) -> Ground:
    ground: Ground = match.setting.ground(match.state.scenario)  # type: ignore[attr-defined]  # ESCAPE's setting
    return ground


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_a_kept_appraisal_is_what_a_fresh_one_would_be(number: int) -> None:
    """In every position of a game, whatever was appraised before it."""
    match = game(number, events=False)
    appraiser = Appraiser(ground_of(match))
    for _ in decisions(match, number):
        score = Appraiser(ground_of(match)).score(match.state)
        assert [appraiser.appraise(match.state, side) for side in (RESISTANCE, ISC)] == [score, -score]


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_an_appraisal_reads_nothing_that_its_key_leaves_out(number: int) -> None:
    match = game(number, events=False)
    appraiser = Appraiser(ground_of(match))
    of_state: set[str] = set()
    of_character: set[str] = set()
    for _ in decisions(match, number):
        state: Any = match.state
        characters = [Watched(c, of_character) for c in state.characters]
        appraiser.score(Watched(state, of_state, characters=characters))  # type: ignore[arg-type]
    banks = SCENARIOS[number] == "data-heist"
    assert of_state <= {*STATE_READ, "characters", *(("tokens",) if banks else ())}
    assert of_character <= {*CHARACTER_READ, "index", "side"}, "who a character is never changes"


def farther(ground: Ground, state: Any, side: int, goals: int) -> list[int]:
    """The walks to a goal by relaxing every step until nothing changes."""
    squares, doors = ground.squares, sum(door.edge for door in ground.board.doors)
    locks = state.locks if side == RESISTANCE else 0
    cost = [0 if goals >> square & 1 else FAR for square in range(squares.count)]
    changed = True
    while changed:
        changed = False
        for here in range(squares.count):
            for there in bits(squares.adjacent[here]):
                edge = 1 << squares.edge(here, there)
                if edge & state.shut & ~doors:
                    continue
                step = 1 if not edge & state.shut else 1 + LOCKED_DETOUR if edge & locks else 2
                if cost[there] + step < cost[here]:
                    cost[here] = cost[there] + step
                    changed = True
    return cost


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_walks_go_through_doors_and_round_walls(number: int) -> None:
    """From every square, for both sides, while doors open and shut in play."""
    match = game(number, events=False)
    paths, seen = Paths(ground_of(match)), set[int]()
    for _ in decisions(match, number):
        state: Any = match.state
        if state.shut in seen or len(seen) == 3:
            continue
        seen.add(state.shut)
        goals = 1 << 20 | 1 << 100
        for side in (RESISTANCE, ISC):
            assert list(paths.field(state, side, goals)) == farther(ground_of(match), state, side, goals)
    assert seen


def test_the_greedy_bot_does_not_work_out_again_what_it_has_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers like one that remembers nothing, and asks for fewer worths."""
    asked: list[str] = []
    worth = Outlook.worth

    def counted(outlook: Outlook, option: Option) -> float:
        asked.append(option.key)
        return worth(outlook, option)

    monkeypatch.setattr(Outlook, "worth", counted)
    answers, numbers = [], []
    for remembers in (True, False):
        match, rng, bot = game(1, events=False), random.Random(1), GreedyBot()
        asked.clear()
        while (decision := match.decision) is not None and match.state.turn < 2:
            match.answer((bot if remembers else GreedyBot()).choose(BotSeat(match, decision.seat, rng)))
        answers.append(match.answers())
        numbers.append(len(asked))
    assert answers[0] == answers[1]
    assert numbers[0] < numbers[1]


def test_what_was_foreseen_of_another_world_does_not_hold() -> None:
    """Only the same answers lead to the moment of an imagined world."""
    match = game(1, events=False)
    seat = BotSeat(match, match.decision.seat, random.Random(1))
    first, second = match.decision.options[:2]
    world, other = seat.imagine(), seat.imagine()
    world.answer(first.key)
    other.answer(second.key)
    match.answer(first.key)
    assert seat.is_at(match.fork())
    assert not seat.is_at(other)
    assert seat.is_at(world) == (world.answers() == match.answers())

"""A bot at its seat can look and imagine; whatever it does wrong is a BotError, and the match is unchanged."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fireteam.bots.greedy import GreedyBot
from fireteam.core.bot_seat import BotSeat, seat_answers
from fireteam.core.errors import BotError
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option
from tests.escape.playing import decisions, game
from tests.kit.playing import anything, fingerprint


class Told:
    """A bot that does as it is told."""

    def __init__(self, choose: Callable[[BotSeat], Option | str]) -> None:
        self._choose = choose

    def choose(self, bot_seat: BotSeat) -> Option | str:
        """What it was told."""
        return self._choose(bot_seat)


@pytest.fixture
def match() -> Match:
    """The middle of a game, so that there is history to spoil."""
    found = game(1)
    for place, question in enumerate(decisions(found, 1, anything)):
        if place > 80 and question.topic.startswith("action of"):
            break
    return found


def endless_undo(bot_seat: BotSeat) -> Option | str:
    world = bot_seat.imagine()
    while True:
        world.undo()


def option_of_another_decision(bot_seat: BotSeat) -> Option:
    world = bot_seat.imagine()
    rng = random.Random(1)
    while True:
        world.answer(anything(world, rng))
        for option in world.decision.options:
            if option not in bot_seat.options:
                found: Option = option
                return found


def a_copy(bot_seat: BotSeat) -> Option:
    option = bot_seat.options[0]
    return Option(option.key, option.kind, option.args, option.rules)


def fails(bot_seat: BotSeat) -> Option:
    raise ZeroDivisionError("bots have bugs")


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda bot_seat: "fly away", "wrong answer"),
        (lambda bot_seat: None, "wrong answer"),
        (lambda bot_seat: 0, "wrong answer"),
        (lambda bot_seat: bot_seat.options, "wrong answer"),
        (option_of_another_decision, "wrong answer"),
        (a_copy, "wrong answer"),
        (fails, "ZeroDivisionError: bots have bugs"),
        (endless_undo, "nothing to undo"),
        (lambda bot_seat: bot_seat.odds("fly away"), "not an option"),
    ],
)
def test_a_misbehaving_bot_is_a_bot_error(match: Match, choose: Callable[[BotSeat], Option | str], words: str) -> None:
    before = (fingerprint(match), match.save())
    seat = match.decision.seat
    with pytest.raises(BotError, match=words):
        seat_answers(match, Told(choose), BotSeat(match, seat, random.Random(1)))
    assert (fingerprint(match), match.save()) == before
    seat_answers(match, Told(lambda bot_seat: bot_seat.options[0]), BotSeat(match, seat, random.Random(1)))
    assert len(match.answers()) > 0 and (fingerprint(match), match.save()) != before


def test_a_bot_cannot_answer_for_the_other_seat(match: Match) -> None:
    before = (fingerprint(match), match.save())
    other = BotSeat(match, 1 - match.decision.seat, random.Random(1))
    with pytest.raises(BotError, match="not for seat"):
        seat_answers(match, Told(lambda bot_seat: bot_seat.options[0]), other)
    assert (fingerprint(match), match.save()) == before


def test_playing_on_in_an_imagined_world_leaves_the_match(match: Match) -> None:
    before = (fingerprint(match), match.save())
    bot_seat = BotSeat(match, match.decision.seat, random.Random(3))
    for _ in range(5):
        world = bot_seat.imagine()
        rng = random.Random(4)
        for _ in range(30):
            if not world.over:
                world.answer(anything(world, rng))
        world.undo()
    assert (fingerprint(match), match.save()) == before


def test_the_desk_shows_only_what_its_seat_may_see(match: Match) -> None:
    bot_seat = BotSeat(match, 0, random.Random(3))
    assert bot_seat.view() == match.view(0)
    assert bot_seat.options is match.decision.options


def test_a_game_without_advice_has_none(match: Match) -> None:
    assert BotSeat(match, match.decision.seat, random.Random(1)).advice() is None


def test_the_greedy_bot_follows_advice(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option with the highest worth is taken, among even ones by the seat's own chance; nothing is played out for
    it."""
    seat, options = match.decision.seat, list(match.decision.options)
    assert len(options) > 1
    asked: list[str] = []

    def advise(table: object, question: Choose) -> list[tuple[Option, float]]:
        asked.append(question.topic)
        return [(option, float(place == 1)) for place, option in enumerate(options)]

    monkeypatch.setattr(type(match.setting), "advise", advice_of(advise), raising=False)
    monkeypatch.setattr(BotSeat, "outlook", fails)
    assert GreedyBot().choose(BotSeat(match, seat, random.Random(1))) is options[1]
    assert asked == [match.decision.topic]


def advice_of(
    found: Callable[[object, Choose], list[tuple[Option, float]]],
) -> Callable[..., list[tuple[Option, float]]]:
    """Advice as a method of a setting."""
    return lambda setting, table, question: found(table, question)

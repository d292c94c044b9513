"""A bot at its desk can look and imagine; whatever it does wrong is a BotError, and the match is unchanged."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fireteam.bots.greedy import GreedyBot
from fireteam.core.desk import Desk, seat_answers
from fireteam.core.errors import BotError
from fireteam.core.match import Match
from fireteam.core.questions import Choose, Option
from tests.escape.playing import anything, decisions, fingerprint, game


class Told:
    """A bot that does as it is told."""

    def __init__(self, choose: Callable[[Desk], Option | str]) -> None:
        self._choose = choose

    def choose(self, desk: Desk) -> Option | str:
        """What it was told."""
        return self._choose(desk)


@pytest.fixture
def match() -> Match:
    """The middle of a game, so that there is history to spoil."""
    found = game(1)
    for place, question in enumerate(decisions(found, 1, anything)):
        if place > 80 and question.topic.startswith("action of"):
            break
    return found


def endless_undo(desk: Desk) -> Option | str:
    world = desk.imagine()
    while True:
        world.undo()


def option_of_another_decision(desk: Desk) -> Option:
    world = desk.imagine()
    rng = random.Random(1)
    while True:
        world.answer(anything(world, rng))
        for option in world.decision.options:
            if option not in desk.options:
                found: Option = option
                return found


def a_copy(desk: Desk) -> Option:
    option = desk.options[0]
    return Option(option.key, option.kind, option.args, option.rules)


def fails(desk: Desk) -> Option:
    raise ZeroDivisionError("bots have bugs")


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        (lambda desk: "fly away", "wrong answer"),
        (lambda desk: None, "wrong answer"),
        (lambda desk: 0, "wrong answer"),
        (lambda desk: desk.options, "wrong answer"),
        (option_of_another_decision, "wrong answer"),
        (a_copy, "wrong answer"),
        (fails, "ZeroDivisionError: bots have bugs"),
        (endless_undo, "nothing to undo"),
        (lambda desk: desk.odds("fly away"), "not an option"),
    ],
)
def test_a_misbehaving_bot_is_a_bot_error(match: Match, choose: Callable[[Desk], Option | str], words: str) -> None:
    before = (fingerprint(match), match.save())
    seat = match.decision.seat
    with pytest.raises(BotError, match=words):
        seat_answers(match, Told(choose), Desk(match, seat, random.Random(1)))
    assert (fingerprint(match), match.save()) == before
    seat_answers(match, Told(lambda desk: desk.options[0]), Desk(match, seat, random.Random(1)))
    assert len(match.answers()) > 0 and (fingerprint(match), match.save()) != before


def test_a_bot_cannot_answer_for_the_other_seat(match: Match) -> None:
    before = (fingerprint(match), match.save())
    other = Desk(match, 1 - match.decision.seat, random.Random(1))
    with pytest.raises(BotError, match="not for seat"):
        seat_answers(match, Told(lambda desk: desk.options[0]), other)
    assert (fingerprint(match), match.save()) == before


def test_playing_on_in_an_imagined_world_leaves_the_match(match: Match) -> None:
    before = (fingerprint(match), match.save())
    desk = Desk(match, match.decision.seat, random.Random(3))
    for _ in range(5):
        world = desk.imagine()
        rng = random.Random(4)
        for _ in range(30):
            if not world.over:
                world.answer(anything(world, rng))
        world.undo()
    assert (fingerprint(match), match.save()) == before


def test_the_desk_shows_only_what_its_seat_may_see(match: Match) -> None:
    desk = Desk(match, 0, random.Random(3))
    assert desk.view() == match.view(0)
    assert desk.options is match.decision.options


def test_a_game_without_advice_has_none(match: Match) -> None:
    assert Desk(match, match.decision.seat, random.Random(1)).advice() is None


def test_the_greedy_bot_follows_advice(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option with the highest worth is taken, among even ones by the desk's own chance; nothing is played out for it."""
    seat, options = match.decision.seat, list(match.decision.options)
    assert len(options) > 1
    asked: list[str] = []

    def advise(table: object, question: Choose) -> list[tuple[Option, float]]:
        asked.append(question.topic)
        return [(option, float(place == 1)) for place, option in enumerate(options)]

    monkeypatch.setattr(type(match.setting), "advise", advice_of(advise), raising=False)
    monkeypatch.setattr(Desk, "outlook", fails)
    assert GreedyBot().choose(Desk(match, seat, random.Random(1))) is options[1]
    assert asked == [match.decision.topic]


def advice_of(found: Callable[[object, Choose], list[tuple[Option, float]]]) -> Callable[..., list[tuple[Option, float]]]:
    """Advice as a method of a setting."""
    return lambda setting, table, question: found(table, question)

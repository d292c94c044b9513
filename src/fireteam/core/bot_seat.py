"""The seat of a bot: all that it gets to see and use. It can look, imagine and reckon, but not touch the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from fireteam.core.errors import BotError, IllegalAnswer
from fireteam.core.match import Match
from fireteam.core.odds import Odds, Outlook
from fireteam.core.questions import Choose, Option

if TYPE_CHECKING:
    import random


class BotSeat:
    """What one seat may see of a match and do with it; answering is left to whoever asked the bot."""

    __slots__ = ("_match", "rng", "seat")

    def __init__(self, match: Match, seat: int, rng: random.Random) -> None:
        self._match = match
        self.seat = seat
        self.rng = rng

    @property
    def decision(self) -> Choose:
        """The decision this seat must make now."""
        decision: Choose = self._match.decision
        return decision

    @property
    def options(self) -> Sequence[Option]:
        """Its options."""
        return self.decision.options

    def draw(self) -> Option:
        """One of them by lot."""
        return self.decision.draw(self.rng.random)

    def view(self) -> dict[str, Any]:
        """All the seat may know: its scene, and the `state` as far as it is known. Not to be written to."""
        return self._match.view(self.seat)

    def odds(self, option: Option | str, **wishes: Any) -> Odds:
        """Exact odds of an option."""
        return self._match.odds(option, **wishes)

    def outlook(self, **wishes: Any) -> Outlook:
        """The worth of each option by the game's appraisal."""
        return Outlook(self._match, **wishes)

    def advice(self) -> list[tuple[Option, float]] | None:
        """Options worth looking at with the game's quick worths, no world played out; None: the game has none for this
        decision."""
        return self._match.advice()

    def imagine(self) -> Match:
        """A world of the bot's own, to try things out in."""
        return self._match.imagine(self.seat, self.rng)

    def is_at(self, world: Match) -> bool:
        """Whether the match has come to the very moment of a world imagined before: by the same answers, and with
        nothing that one seat alone knows. Then what was worked out there holds here."""
        match = self._match
        return match.setting is world.setting and not match.seals and match.answers() == world.answers()


class Bot(Protocol):
    """Plays a seat: asked at its seat, answers with an option (or its key)."""

    def choose(self, bot_seat: BotSeat) -> Option | str:
        """One of the seat's options."""


def seat_answers(match: Match, bot: Bot, bot_seat: BotSeat) -> None:
    """Let a bot answer the decision of its seat; whatever it does wrong is a BotError and the match is unchanged."""
    name = type(bot).__name__
    try:
        answer = bot.choose(bot_seat)
    except Exception as error:
        raise BotError(f"{name} failed at {match.decision.topic!r}: {type(error).__name__}: {error}") from error
    try:
        match.answer(answer, seat=bot_seat.seat)
    except IllegalAnswer as error:
        raise BotError(f"{name} gave a wrong answer: {error}") from error

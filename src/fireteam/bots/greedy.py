"""The greedy bot: takes the option worth most by the game's advice or by exact odds; it knows no rule of any game
itself."""

from __future__ import annotations

from typing import NamedTuple

from fireteam.core.bot_seat import BotSeat
from fireteam.core.match import Match
from fireteam.core.odds import Outlook
from fireteam.core.questions import Choose, Option

EVEN = 1e-9
"""Options this close are even."""
MANY = 40
"""Of more options than this a bot looks at a sample: nobody weighs a hundred squares."""


class Ahead(NamedTuple):
    """What lies behind an option: the world it leads to, and what each answer to the next question is worth there."""

    option: Option
    world: Match
    worths: list[float]


class GreedyBot:
    """One action ahead, both sides choosing well within it; where all is even, it looks at what could follow."""

    def __init__(self, budget: int = 400, samples: int = 12) -> None:
        self.budget = budget
        self.samples = samples
        self._foreseen: Ahead | None = None
        """What lay behind the last answer, if the bot has looked: it is not worked out again."""

    def choose(self, bot_seat: BotSeat) -> Option:
        """The option that the game's advice puts first, else the one with the best outlook; even ones by lot."""
        foreseen, self._foreseen = self._foreseen, None
        advised = bot_seat.advice()
        if advised:
            most = max(worth for _, worth in advised)
            best_ones = [option for option, worth in advised if worth >= most - EVEN]
            return best_ones[0] if len(best_ones) == 1 else bot_seat.rng.choice(best_ones)
        options = list(bot_seat.options)
        if len(options) > MANY:
            options = bot_seat.rng.sample(options, MANY)
        if foreseen is not None and bot_seat.is_at(foreseen.world):
            worths = foreseen.worths
        else:
            outlook = bot_seat.outlook(budget=self.budget, samples=self.samples)
            worths = [outlook.worth(option) for option in options]
        best = max(worths)
        even = [option for option, worth in zip(options, worths, strict=True) if worth >= best - EVEN]
        ahead: list[Ahead] = []
        if 1 < len(even) == len(options) and len(even) <= 12:
            ahead = self._look_further(bot_seat, even)
        if ahead:
            best = max(max(one.worths) for one in ahead)
            even = [one.option for one in ahead if max(one.worths) >= best - EVEN]
        chosen = even[0] if len(even) == 1 else bot_seat.rng.choice(even)
        self._foreseen = next((one for one in ahead if one.option is chosen), None)
        return chosen

    def _look_further(self, bot_seat: BotSeat, options: list[Option]) -> list[Ahead]:
        """Even options are told apart by the best answer to the question that follows, if it is the same seat's; else
        nothing is found."""
        found: list[Ahead] = []
        for option in options:
            world = bot_seat.imagine()
            world.answer(option)
            question = world.decision
            if type(question) is not Choose or question.seat != bot_seat.seat or len(question.options) > MANY:
                return []
            outlook = Outlook(world, budget=self.budget, samples=self.samples)
            found.append(Ahead(option, world, [outlook.worth(answer) for answer in question.options]))
        return found

"""The greedy bot: takes the option worth most by the game's advice or by exact odds; it knows no rule of any game
itself."""

from __future__ import annotations

from fireteam.core.bot_seat import BotSeat
from fireteam.core.odds import Outlook
from fireteam.core.questions import Choose, Option

EVEN = 1e-9
"""Options this close are even."""
MANY = 40
"""Of more options than this a bot looks at a sample: nobody weighs a hundred squares."""


class GreedyBot:
    """One action ahead, both sides choosing well within it; where all is even, it looks at what could follow."""

    def __init__(self, budget: int = 400, samples: int = 12) -> None:
        self.budget = budget
        self.samples = samples

    def choose(self, bot_seat: BotSeat) -> Option:
        """The option that the game's advice puts first, else the one with the best outlook; even ones by lot."""
        advised = bot_seat.advice()
        if advised:
            most = max(worth for _, worth in advised)
            best_ones = [option for option, worth in advised if worth >= most - EVEN]
            return best_ones[0] if len(best_ones) == 1 else bot_seat.rng.choice(best_ones)
        options = list(bot_seat.options)
        if len(options) > MANY:
            options = bot_seat.rng.sample(options, MANY)
        outlook = bot_seat.outlook(budget=self.budget, samples=self.samples)
        worths = [outlook.worth(option) for option in options]
        best = max(worths)
        even = [option for option, worth in zip(options, worths, strict=True) if worth >= best - EVEN]
        if 1 < len(even) == len(options) and len(even) <= 12:
            even = self._look_further(bot_seat, even)
        return even[0] if len(even) == 1 else bot_seat.rng.choice(even)

    def _look_further(self, bot_seat: BotSeat, options: list[Option]) -> list[Option]:
        """Even options are told apart by the best answer to the question that follows, if it is the same seat's."""
        found: list[tuple[float, Option]] = []
        for option in options:
            world = bot_seat.imagine()
            world.answer(option)
            question = world.decision
            if type(question) is not Choose or question.seat != bot_seat.seat or len(question.options) > MANY:
                return options
            outlook = Outlook(world, budget=self.budget, samples=self.samples)
            found.append((max(outlook.worth(answer) for answer in question.options), option))
        best = max(worth for worth, _ in found)
        return [option for worth, option in found if worth >= best - EVEN]

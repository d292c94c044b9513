"""A bot that picks any legal option, each as likely as the others."""

from __future__ import annotations

from fireteam.core.bot_seat import BotSeat
from fireteam.core.questions import Option


class RandomBot:
    """Plays by lot: the measure of everything that thinks."""

    def choose(self, bot_seat: BotSeat) -> Option:
        """One of the options, by the seat's own chance."""
        return bot_seat.draw()

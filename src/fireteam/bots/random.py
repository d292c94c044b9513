"""A bot that picks any legal option, each as likely as the others."""

from __future__ import annotations

from fireteam.core.desk import Desk
from fireteam.core.questions import Option


class RandomBot:
    """Plays by lot: the measure of everything that thinks."""

    def choose(self, desk: Desk) -> Option:
        """One of the options, by the desk's own chance."""
        return desk.draw()
